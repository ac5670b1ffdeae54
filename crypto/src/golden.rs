//! Digests that must stay as they are for as long as old logs are to verify.
//!
//! If one of these tests fails, the change that made it fail breaks every saved match.

use crate::{
    Context, MatchSecret,
    avoid::{AvoidSlot, AvoidStatement, avoid},
    deck::Deck,
    hash::h256,
    keys::{JointKey, RoundSecret},
    lock::{Keepers, LockedToken, lock},
    opening::{open, tokens},
    shuffle::shuffle,
    tags,
    tiles::TilePoints,
    transcript::Transcript,
};

pub(crate) const GENERATORS: &str = "8f0d9e71a5cba380ad634aaa431e773db0aad3edb32ba55cbc7d3c43a409a193";
pub(crate) const TILES_9: &str = "a6c391f02de05e532d53cdf2c4316bda4d4ee43c4bbda4c5f4ace58542bcb742";
pub(crate) const TILES_12: &str = "a4ae14af9bd75222ba99e46e5e6c60e29bda5489b7a0eb4c972ad0678e6ab925";
const CHALLENGE: &str = "4cd6321b47bb2bf6d4d60716685b6dcc0adbe79038016835d06bfa99604a843b";
const NONCE: &str = "ae2bbdfdfc5bbf497d5c502f26669eb07a2a40f93d4454aba93cdf40595e1a0d";
const KEY: &str = "160f1037c26f190dfbd9a6c2d1b463e85948487f4e6a4203bb196f94ea9f65c4";
const DECK: &str = "b9b3b492b62aba5729fbd35a80003413d9b095790c5ddd252de9230ea577cc94";
const SHUFFLE: &str = "8fed0e6fd26a2f362a7ccac9c640193e2be3bf43d008f80cce8ad85c256353c0";
const OPENING: &str = "44312a7ff6eef75e7aa9891f00f6f06347057f6f29f9d17ecde872a480a7bfaf";
const AVOID: &str = "175ede209de33066fd13085c1721a5a9c5c1fd009dae0b767513be5efe3a2ebc";
const LOCK: &str = "fc17f23cbbe334ed6d58b2e6be73cc72ff6a0138d9a3eb1d5ab77d220963990b";
const LOCK_OF_ONE: &str = "bcbd36b7353e54cdc13662e18e681fc0436435f23f775b4b4125ca78c3ea9c97";

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digest(bytes: &[u8]) -> String {
    hex(&h256(tags::EVIDENCE, bytes))
}

/// Attack 6: nothing here depends on the width of a `usize`, so these are the vectors of every target.
#[test]
fn attack_06_transcript() {
    let mut transcript = Transcript::new(tags::OPENING_PROOF, &Context([3; 32]));
    transcript.absorb_u32("n", 91);
    transcript.absorb_point("p", TilePoints::for_highest(12).unwrap().point(90).unwrap());
    let nonce = transcript.nonces(&MatchSecret::from_bytes([4; 32]), "k").scalar().reveal();
    let challenge = transcript.challenge("c");
    transcript.absorb_scalar("z", &challenge);
    let second = transcript.challenge("c");
    assert_eq!(hex(nonce.as_bytes()), NONCE);
    assert_eq!(digest(&[challenge.to_bytes(), second.to_bytes()].concat()), CHALLENGE);
}

#[test]
fn attack_06_every_proof() {
    let ctx = Context([5; 32]);
    let [ann, bob] = [6, 7].map(|byte| MatchSecret::from_bytes([byte; 32]));
    let [x, y] = [&ann, &bob].map(|secret| RoundSecret::derive(secret, &ctx));
    let joint = JointKey::from_keys(&[x.key().clone(), y.key().clone()]).unwrap();
    let key = [x.key().bytes().as_slice(), &x.prove(&ctx, &ann).0].concat();
    assert_eq!(digest(&key), KEY);

    let tiles = TilePoints::for_highest(9).unwrap();
    let (deck, proof) = shuffle(&joint, &Deck::open(tiles, Some(54)), &ctx, &ann);
    assert_eq!(digest(&deck.to_bytes()), DECK);
    assert_eq!(digest(proof.bytes()), SHUFFLE);

    let slots = &deck.rows()[..2];
    let bases: Vec<_> = slots.iter().map(|slot| slot.a).collect();
    let (opened, proof) = open(&x, &bases, &ctx, &ann);
    let bytes: Vec<u8> = opened.iter().flat_map(|token| *token.bytes()).chain(proof.0).collect();
    assert_eq!(digest(&bytes), OPENING);

    let bobs = tokens(&y, &bases);
    let held: Vec<u8> = slots
        .iter()
        .zip(opened.iter().zip(&bobs))
        .map(|(slot, (ann, bob))| slot.open(tiles, [ann, bob]).unwrap())
        .collect();
    let list = |held: u8| (0..55).filter(|id| *id != held).take(3).collect();
    let slots = slots.iter().zip(&bobs).zip(&held);
    let slots = slots.map(|((slot, bob), &held)| AvoidSlot::new(slot, [bob], list(held))).collect();
    let statement = AvoidStatement::new(tiles, x.key().clone(), slots).unwrap();
    assert_eq!(digest(&avoid(&x, &statement, &ctx, &ann).unwrap()), AVOID);
}

#[test]
fn attack_06_locked_tokens() {
    let ctx = Context([8; 32]);
    let secrets = [1, 2, 3, 4].map(|byte| MatchSecret::from_bytes([byte; 32]));
    let rounds = secrets.each_ref().map(|secret| RoundSecret::derive(secret, &ctx));
    let [owner, others @ ..] = &rounds;
    let others = others.each_ref().map(|secret| secret.key().clone());
    let keepers = Keepers::new(owner.key(), &others).unwrap();
    let bases = &TilePoints::for_highest(12).unwrap().points()[..3];
    let digest_of = |bases| {
        let (locks, proof) = lock(owner, &keepers, bases, &ctx, &secrets[0]);
        digest(&[LockedToken::encode_all(&locks).as_slice(), &proof.0].concat())
    };
    assert_eq!(digest_of(bases), LOCK);
    assert_eq!(digest_of(&bases[..1]), LOCK_OF_ONE);
}

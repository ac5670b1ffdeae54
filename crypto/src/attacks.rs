//! The attacks that concern proofs, each with the number it has in the project's list, and completeness.
//!
//! Every test takes something valid, changes one thing, and expects the exact refusal.

mod avoid;
mod encodings;
mod keys;
mod lock;
mod opening;
mod randomness;
mod shuffle;

use std::sync::Arc;

use curve25519_dalek::Scalar;

use crate::{
    BatchError, Check, Context, MatchSecret, Refusal,
    deck::{Deck, MaskedTile},
    encoding::decode_scalar,
    keys::{JointKey, RoundSecret},
    opening::Token,
    shuffle::ShuffleProof,
    tiles::TilePoints,
    verify_all, verify_all_parallel,
};

const CTX: Context = Context([1; 32]);
const OTHER_CTX: Context = Context([2; 32]);

/// A few seats and their keys.
struct Table {
    tiles: &'static TilePoints,
    match_secrets: Vec<MatchSecret>,
    secrets: Vec<RoundSecret>,
    joint: Arc<JointKey>,
}

impl Table {
    fn new(seats: u8) -> Self {
        let match_secrets: Vec<_> = (1..=seats).map(|byte| MatchSecret::from_bytes([byte; 32])).collect();
        let secrets: Vec<_> = match_secrets.iter().map(|secret| RoundSecret::derive(secret, &CTX)).collect();
        let keys: Vec<_> = secrets.iter().map(|secret| secret.key().clone()).collect();
        let joint = Arc::new(JointKey::from_keys(&keys).unwrap());
        Self { tiles: TilePoints::for_highest(12).unwrap(), match_secrets, secrets, joint }
    }

    /// The open deck of the first `n` tiles.
    fn open_deck(&self, n: usize) -> Arc<Deck> {
        Arc::new(Deck::from_rows(Deck::open(self.tiles, None).rows()[..n].to_vec()))
    }

    /// A deck of `n` tiles that every seat has shuffled.
    fn dealt(&self, n: usize) -> Arc<Deck> {
        let secrets = self.match_secrets.iter();
        secrets.fold(self.open_deck(n), |deck, secret| {
            Arc::new(crate::shuffle::shuffle(&self.joint, &deck, &CTX, secret).0)
        })
    }

    fn shuffle(&self, input: &Deck) -> (Deck, ShuffleProof) {
        crate::shuffle::shuffle(&self.joint, input, &CTX, &self.match_secrets[0])
    }

    /// The tokens of every seat but one for a slot.
    fn tokens_but(&self, seat: usize, slot: &MaskedTile) -> Vec<Token> {
        let others = self.secrets.iter().enumerate().filter(|(other, _)| *other != seat);
        others.flat_map(|(_, secret)| crate::opening::tokens(secret, &[slot.a])).collect()
    }

    /// The tile in a slot, which only all seats together can tell.
    fn tile(&self, slot: &MaskedTile) -> u8 {
        slot.open(self.tiles, &self.tokens_but(usize::MAX, slot)).unwrap()
    }
}

fn shuffle_check(table: &Table, input: &Arc<Deck>, output: Deck, proof: &[u8]) -> Check {
    Check::Shuffle {
        joint: Arc::clone(&table.joint),
        input: Arc::clone(input),
        output: Arc::new(output),
        ctx: CTX,
        proof: proof.to_vec(),
    }
}

/// What the check is refused for, the same alone, in a batch and in a parallel one; `None` if it passes.
fn refusal(check: &Check) -> Option<Refusal> {
    let first = |result| match result {
        Ok(()) => None,
        Err(BatchError::Refused(refused)) => {
            assert_eq!(refused.len(), 1);
            assert_eq!(refused[0].0, 0);
            Some(refused[0].1)
        }
        Err(error) => panic!("{error}"),
    };
    let checks = std::slice::from_ref(check);
    let refusal = first(check.verify());
    assert_eq!(refusal, first(verify_all(checks)));
    assert_eq!(refusal, first(verify_all_parallel(checks)));
    refusal
}

/// Once only, where the same is tried very often.
fn refusal_once(check: &Check) -> Option<Refusal> {
    match check.verify() {
        Ok(()) => None,
        Err(BatchError::Refused(refused)) => Some(refused[0].1),
        Err(error) => panic!("{error}"),
    }
}

/// The proof with each of these bytes changed in turn.
fn flipped(proof: &[u8], places: impl Iterator<Item = usize>) -> impl Iterator<Item = Vec<u8>> {
    places.map(move |place| {
        let mut changed = proof.to_vec();
        // Low bits and high bits both matter: canonicity hangs on some of them.
        changed[place] ^= [0x01, 0x10, 0x80][place % 3];
        changed
    })
}

#[test]
fn a_batch_names_exactly_the_guilty() {
    let table = Table::new(3);
    let deck = table.dealt(5);
    let mut checks = Vec::new();
    for (seat, secret) in table.secrets.iter().enumerate() {
        let match_secret = &table.match_secrets[seat];
        let bases: Vec<_> = deck.rows().iter().map(|row| row.a).collect();
        let (tokens, proof) = crate::opening::open(secret, &bases, &CTX, match_secret);
        let key = secret.key().clone();
        checks.push(Check::Opening { key: key.clone(), bases, tokens, ctx: CTX, proof: proof.0.to_vec() });
        checks.push(Check::Key { key, ctx: CTX, proof: secret.prove(&CTX, match_secret).0.to_vec() });
    }
    let (shuffled, proof) = table.shuffle(&deck);
    checks.push(shuffle_check(&table, &deck, shuffled, proof.bytes()));
    assert!(verify_all(&checks).is_ok());
    assert!(verify_all_parallel(&checks).is_ok());
    assert!(verify_all(&[]).is_ok());
    assert!(verify_all_parallel(&[]).is_ok());

    // One that does not decode, one that decodes and is wrong, one of another place.
    if let Check::Key { proof, .. } = &mut checks[1] {
        proof[..32].fill(0xff);
    }
    if let Check::Opening { tokens, .. } = &mut checks[4] {
        tokens.swap(0, 1);
    }
    if let Check::Shuffle { ctx, .. } = &mut checks[6] {
        *ctx = OTHER_CTX;
    }
    let expected = [(1, Refusal::Point), (4, Refusal::Dleq), (6, Refusal::Shuffle)];
    for verify in [verify_all, verify_all_parallel] {
        match verify(&checks) {
            Err(BatchError::Refused(refused)) => assert_eq!(refused, expected),
            other => panic!("{other:?}"),
        }
    }
    // One that does not decode hides nothing that is right, and nothing else that is wrong.
    let refused = verify_all(&checks[..2]);
    assert!(matches!(refused, Err(BatchError::Refused(refused)) if refused == [(1, Refusal::Point)]));
}

#[test]
fn errors_that_would_cancel_are_noticed() {
    // One response too large by one, another too small by one: without weights the sum would be right.
    let table = Table::new(2);
    let off_by = |seat: usize, error: Scalar| {
        let mut proof = table.secrets[seat].prove(&CTX, &table.match_secrets[seat]).0.to_vec();
        let z = decode_scalar(&proof[32..]).unwrap() + error;
        proof[32..].copy_from_slice(z.as_bytes());
        Check::Key { key: table.secrets[seat].key().clone(), ctx: CTX, proof }
    };
    let checks = [off_by(0, Scalar::ONE), off_by(1, -Scalar::ONE)];
    let expected = [(0, Refusal::KeyProof), (1, Refusal::KeyProof)];
    for verify in [verify_all, verify_all_parallel] {
        assert!(matches!(verify(&checks), Err(BatchError::Refused(refused)) if refused == expected));
    }
}

//! **For tests only: builds wrong proofs on purpose.** Not part of the crate unless its feature `cheats` is on.
//!
//! A test of the table needs peers that are honest but for one deviation. Each function here is the honest
//! prover with one thing done wrong; what it gives is to be refused, and the tests of this crate and of the table
//! say with which code.

use curve25519_dalek::{RistrettoPoint, Scalar, constants::RISTRETTO_BASEPOINT_POINT};

use crate::{
    avoid::{self, AvoidSlot, AvoidStatement, Committed, Honest, Strategy},
    deck::{Deck, MaskedTile},
    encoding::Point,
    keys::{JointKey, KeyProof, RoundKey, RoundSecret},
    lock::{self, Keepers, LockProof, LockedToken},
    nonces::MatchSecret,
    opening::{self, OpeningProof, Token},
    secret::SecretScalar,
    shuffle::{self, ShuffleProof, Statement, Witness},
    tags,
    transcript::{Context, Transcript},
};

/// A deviation of a shuffler.
#[derive(Clone, Copy, Debug)]
pub enum ShuffleCheat {
    /// All masks are zero. The proof holds.
    ZeroMasks,
    /// One mask is zero, that of output row 0. The proof holds.
    OneZeroMask,
    /// All masks are equal. The proof holds; over the open deck all `A'` are then equal too.
    EqualMasks,
    /// Output row 0 shows the same input row as output row 1.
    RepeatedRow,
    /// Output row 0 is masked correctly but shows this element in place of its tile.
    ReplacedTile(Point),
    /// Rows 0 and 1 of the output are swapped after proving.
    SwappedAfterwards,
    /// The prover's transcript leaves out what it absorbs at this place, counted from 0.
    Omission(usize),
}

/// Shuffles with a deviation.
pub fn shuffle(
    cheat: ShuffleCheat,
    joint: &JointKey,
    input: &Deck,
    ctx: &Context,
    secret: &MatchSecret,
) -> (Deck, ShuffleProof) {
    let mut witness = Witness::derive(joint, input, ctx, secret);
    match cheat {
        ShuffleCheat::ZeroMasks => witness.masks.fill_with(SecretScalar::zero),
        ShuffleCheat::OneZeroMask => witness.masks.iter_mut().take(1).for_each(|m| *m = SecretScalar::zero()),
        ShuffleCheat::EqualMasks => witness.masks.fill_with(|| SecretScalar::small(7)),
        ShuffleCheat::RepeatedRow => {
            let repeated = witness.map.get(1).copied().unwrap_or_default();
            witness.map.iter_mut().take(1).for_each(|from| *from = repeated);
        }
        _ => {}
    }
    let mut rows = shuffle::mask(joint, input, &witness).rows().to_vec();
    if let ShuffleCheat::ReplacedTile(tile) = cheat {
        let replace = |row: &mut MaskedTile| {
            let mask = witness.masks.first().map(|mask| joint.times(mask)).unwrap_or_default();
            row.b = Point::encode(tile.element() + mask);
        };
        rows.iter_mut().take(1).for_each(replace);
    }
    let output = Deck::from_rows(rows.clone());
    let transcript = match cheat {
        ShuffleCheat::Omission(n) => Transcript::omitting(tags::SHUFFLE_PROOF, ctx, Omission::of(n)),
        _ => Transcript::new(tags::SHUFFLE_PROOF, ctx),
    };
    let proof = shuffle::prove(transcript, &Statement { joint, input, output: &output }, &witness, secret);
    if matches!(cheat, ShuffleCheat::SwappedAfterwards) && rows.len() > 1 {
        rows.swap(0, 1);
    }
    (Deck::from_rows(rows), proof)
}

/// A deviation of a seat that opens slots.
#[derive(Clone, Copy, Debug)]
pub enum OpeningCheat {
    /// The first two tokens are swapped, and then proven.
    Swapped,
    /// The first token is made from this base, another slot's for instance.
    OtherBase(Point),
    /// The prover's transcript leaves out what it absorbs at this place, counted from 0.
    Omission(usize),
}

/// Opens with a deviation.
pub fn open(
    cheat: OpeningCheat,
    secret: &RoundSecret,
    bases: &[Point],
    ctx: &Context,
    match_secret: &MatchSecret,
) -> (Vec<Token>, OpeningProof) {
    let mut tokens = opening::tokens(secret, bases);
    let mut transcript = Transcript::new(tags::OPENING_PROOF, ctx);
    match cheat {
        OpeningCheat::Swapped if tokens.len() > 1 => tokens.swap(0, 1),
        OpeningCheat::Swapped => {}
        OpeningCheat::OtherBase(base) => {
            let wrong = Token::from_point(Point::encode(secret.x().times(base.element())));
            tokens.iter_mut().take(1).for_each(|token| *token = wrong);
        }
        OpeningCheat::Omission(n) => {
            transcript = Transcript::omitting(tags::OPENING_PROOF, ctx, Omission::of(n));
        }
    }
    let proof = opening::prove(transcript, secret, bases, &tokens, match_secret);
    (tokens, proof)
}

/// A deviation of a seat that locks its tokens for the keepers.
#[derive(Clone, Copy, Debug)]
pub enum LockCheat {
    /// All tokens are made with another secret than the key's.
    OtherSecret,
    /// Lock 0 holds the token for this base, another slot's for instance.
    OtherBase(Point),
    /// `E` of lock 0 is this element, whose logarithm the owner does not know: a slot into which somebody else's token
    /// would let it look.
    ForeignMask(Point),
    /// The first two locks are swapped, and then proven.
    Swapped,
    /// Lock 0 is too much by an element, lock 1 too little by the same.
    Cancelling,
    /// All masks are zero, so that the tokens lie open. The proof holds.
    ZeroMasks,
    /// All masks are equal. The proof holds.
    EqualMasks,
    /// The prover's transcript leaves out what it absorbs at this place, counted from 0.
    Omission(usize),
}

/// Locks with a deviation.
pub fn lock(
    cheat: LockCheat,
    secret: &RoundSecret,
    keepers: &Keepers,
    bases: &[Point],
    ctx: &Context,
    match_secret: &MatchSecret,
) -> (Vec<LockedToken>, LockProof) {
    let statement = lock::Statement { owner: secret.key(), keepers, bases };
    let other = RoundSecret::new(SecretScalar::small(7));
    let secret = if matches!(cheat, LockCheat::OtherSecret) { &other } else { secret };
    let mut masks = lock::masks(&statement, ctx, match_secret);
    match cheat {
        LockCheat::ZeroMasks => masks.fill_with(SecretScalar::zero),
        LockCheat::EqualMasks => masks.fill_with(|| SecretScalar::small(7)),
        _ => {}
    }
    let mut locks = lock::locked(secret, &statement, &masks);
    let mut transcript = Transcript::new(tags::LOCK_PROOF, ctx);
    match (cheat, locks.as_mut_slice()) {
        (LockCheat::OtherBase(base), [first, ..]) => {
            let mut others = bases.to_vec();
            others.iter_mut().take(1).for_each(|first| *first = base);
            let other = lock::Statement { bases: &others, ..statement };
            lock::locked(secret, &other, &masks).first().into_iter().for_each(|lock| *first = *lock);
        }
        (LockCheat::ForeignMask(element), [first, ..]) => *first = first.with(Some(element), None),
        (LockCheat::Swapped, [first, second, ..]) => std::mem::swap(first, second),
        (LockCheat::Cancelling, [first, second, ..]) => {
            *first = first.with(None, Some(RISTRETTO_BASEPOINT_POINT));
            *second = second.with(None, Some(-RISTRETTO_BASEPOINT_POINT));
        }
        (LockCheat::Omission(n), _) => {
            transcript = Transcript::omitting(tags::LOCK_PROOF, ctx, Omission::of(n));
        }
        _ => {}
    }
    let proof = lock::prove(transcript, &statement, secret, &locks, &masks, match_secret);
    (locks, proof)
}

/// A deviation of a seat that claims something about its hidden tiles.
#[derive(Clone, Copy, Debug)]
pub enum AvoidCheat {
    /// The honest prover on a statement that is not true: `C` of the held tile is the identity.
    FalseStatement,
    /// As before, but `C` of the held tile is a random element.
    RandomC,
    /// As before, but `C` of the held tile is that of its neighbour on the list.
    CopiedC,
    /// The cheat for a list of exactly two tiles, one of which is held, that needs `R` to be unbound.
    TwoTiles,
    /// The prover's transcript leaves out what it absorbs at this place, counted from 0.
    Omission(usize),
}

/// Claims with a deviation. The statement need not be true.
pub fn avoid(
    cheat: AvoidCheat,
    secret: &RoundSecret,
    statement: &AvoidStatement,
    ctx: &Context,
    match_secret: &MatchSecret,
) -> Vec<u8> {
    let (transcript, strategy): (_, &dyn Strategy) = match cheat {
        AvoidCheat::FalseStatement => (Transcript::new(tags::AVOID_PROOF, ctx), &Honest),
        AvoidCheat::RandomC | AvoidCheat::CopiedC => (Transcript::new(tags::AVOID_PROOF, ctx), &cheat),
        AvoidCheat::TwoTiles => (Transcript::new(tags::AVOID_PROOF, ctx), &TwoTiles),
        AvoidCheat::Omission(n) => (Transcript::omitting(tags::AVOID_PROOF, ctx, Omission::of(n)), &Honest),
    };
    let plain = avoid::plain(secret, statement);
    avoid::prove(transcript, secret, statement, &plain, match_secret, strategy)
}

impl Strategy for AvoidCheat {
    fn commit(
        &self,
        statement: &AvoidStatement,
        slot: &AvoidSlot,
        r: &SecretScalar,
        plain: &RistrettoPoint,
    ) -> Committed {
        let mut committed = Committed::honest(statement, slot, r, plain);
        let neighbour = committed.c.iter().find(|c| !c.is_identity()).copied();
        let random = Point::encode(r.times_base() + RISTRETTO_BASEPOINT_POINT);
        let put = match self {
            Self::CopiedC => neighbour.unwrap_or(random),
            _ => random,
        };
        committed.c.iter_mut().filter(|c| c.is_identity()).for_each(|c| *c = put);
        committed
    }
}

/// `C_f0 = τ(M_f1 − P)` for the held tile f0, `C_f1 = c(M_f1 − P)`, and then `r = c + τ w_f0 / w_f1`.
///
/// The held tile must be the first of the two.
struct TwoTiles;

const TAU: u8 = 5;

impl Strategy for TwoTiles {
    fn commit(
        &self,
        statement: &AvoidStatement,
        slot: &AvoidSlot,
        r: &SecretScalar,
        plain: &RistrettoPoint,
    ) -> Committed {
        let mut committed = Committed::honest(statement, slot, r, plain);
        let other = statement.tile_element(slot.forbidden().last()) - plain;
        let put = Point::encode(SecretScalar::small(TAU).times(&other));
        committed.c.iter_mut().take(1).for_each(|c| *c = put);
        committed
    }

    fn respond_with(&self, r: &SecretScalar, w: &[Scalar]) -> SecretScalar {
        let [w0, w1] = w else { return r.duplicate() };
        r + &(Scalar::from(TAU) * w0 * w1.invert())
    }
}

/// The key `S − ΣY_j` with which the last seat would make the joint key its own `S`; it cannot prove it.
///
/// `None` if the difference is the identity.
pub fn rogue_key(own: &RoundSecret, others: &[RoundKey]) -> Option<RoundKey> {
    let others: RistrettoPoint = others.iter().map(|key| key.point().element()).sum();
    RoundKey::decode(Point::encode(own.key().point().element() - others).bytes()).ok()
}

/// A key's proof from a transcript that leaves out what it absorbs at this place, counted from 0.
pub fn key_proof(
    omitted: usize,
    secret: &RoundSecret,
    ctx: &Context,
    match_secret: &MatchSecret,
) -> KeyProof {
    let transcript = Transcript::omitting(tags::KEY_PROOF, ctx, Omission::of(omitted));
    secret.prove_in(transcript, match_secret)
}

/// Which of the things it absorbs a transcript leaves out, if any.
#[derive(Clone, Copy, Default)]
pub(crate) struct Omission(Option<usize>);

impl Omission {
    fn of(place: usize) -> Self {
        Self(Some(place))
    }

    /// Called once for each thing that is absorbed: whether to leave out this one.
    pub(crate) fn strikes(&mut self) -> bool {
        let left = self.0;
        self.0 = left.and_then(|left| left.checked_sub(1));
        left == Some(0)
    }
}

//! "Keep going": a seat's tokens, locked under the keys of all others, for the case that it vanishes.
//!
//! When a seat is gone, nobody can take its masks off any more. So beforehand each seat, the *owner*, encrypts its
//! tokens for all slots of the deck under the sum Z of the other seats' keys, theirs who are the *keepers* of them.
//! For one slot the keepers open the lock as they open a slot of the deck, each with a part made from its own round
//! secret; out comes the owner's token for that slot, and nothing about any other. All keepers together can do so at
//! any time, which is the price. All but one cannot.
//!
//! Relation: the owner knows x and every r_j with `Y = xG`, `E_j = r_j G`, `F_j = xA_j + r_j Z`. The proof is
//! `t1 ‖ t2 ‖ t3 ‖ z ‖ u` for any number of slots:
//!
//! ```text
//! absorb Y, Z, u32 n, A_1…A_n, E_1, F_1, … E_n, F_n;  w_j = challenge each (w_1 = 1 if n = 1)
//! A* = Σ w_j A_j;  t1 = kG, t2 = mG, t3 = kA* + mZ;  absorb t1, t2, t3;  c
//! z = k + c·x;  u = m + c·Σ w_j r_j
//! verify zG = t1 + cY;  uG = t2 + cΣ w_j E_j;  zA* + uZ = t3 + cΣ w_j F_j
//! part of keeper i: P_ij = x_i E_j, proven as any opening is (see [`crate::opening`]), with E_j for its base
//! token:            D_j = F_j − Σ_i P_ij = xA_j
//! ```
//!
//! Three things hang on this proof.
//!
//! - A lock that would not open to the right token is refused when it is sent, by everybody, and not found out when
//!   it is needed. Therefore there are no complaints, and nothing that only a receiver could judge.
//! - The owner knows r. Otherwise it could lay somebody's hidden slot into its lock (`E = A` of that slot), vanish, and
//!   have the keepers make their tokens for it. That attack is one of the tests.
//! - The weights make errors in two locks count one by one; with all weights 1 they could cancel out.
//!
//! When locks may be opened, and by which agreement, is the table's business and unknown here.

mod prove;

use std::fmt;

use curve25519_dalek::{RistrettoPoint, Scalar};

pub use self::prove::lock;
#[cfg(any(test, feature = "cheats"))]
pub(crate) use self::prove::{locked, masks, prove};
use crate::{
    deck::MAX_TILES,
    encoding::{ELEMENT_LEN, Point, Reader},
    keys::{JointKey, RoundKey},
    nonces::Nonces,
    opening::Token,
    public::Sum,
    refusal::Refusal,
    tags,
    transcript::{Context, Transcript},
};

/// Bytes of a locked token.
pub const LOCKED_TOKEN_LEN: usize = 2 * ELEMENT_LEN;

/// Bytes of the proof, for any number of locked tokens.
pub const LOCK_PROOF_LEN: usize = 5 * ELEMENT_LEN;

/// The fewest keepers. With two, a single pair of others could look into a hand.
pub const MIN_KEEPERS: usize = 3;

/// The seats that can open an owner's locks, all together.
pub struct Keepers {
    joint: JointKey,
    count: usize,
}

impl Keepers {
    /// The keepers of an owner's tokens, by their keys of this round: everybody else who is still at the table.
    ///
    /// # Errors
    /// [`Refusal::Length`] for fewer than [`MIN_KEEPERS`], [`Refusal::DuplicateKey`] if two keys are equal or one is
    /// the owner's, [`Refusal::Identity`] if they cancel out: the tokens would lie open.
    pub fn new(owner: &RoundKey, keepers: &[RoundKey]) -> Result<Self, Refusal> {
        if keepers.len() < MIN_KEEPERS {
            return Err(Refusal::Length);
        }
        if keepers.contains(owner) {
            return Err(Refusal::DuplicateKey);
        }
        Ok(Self { joint: JointKey::from_keys(keepers)?, count: keepers.len() })
    }

    /// How many there are: the number of parts that open a lock.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The owner's token for one slot, from one part of each keeper, in any order.
    ///
    /// Lock and parts must have been verified, the lock as [`crate::Check::Lock`], the parts as
    /// [`crate::Check::Opening`] with [`LockedToken::base`] for a base: then this is the token that the owner itself
    /// would have made.
    ///
    /// # Errors
    /// [`Refusal::Length`] for another number of parts; [`Refusal::Identity`] if nothing is left, which verified
    /// locks and parts never give.
    pub fn unlock(&self, locked: &LockedToken, parts: &[Token]) -> Result<Token, Refusal> {
        if parts.len() != self.count {
            return Err(Refusal::Length);
        }
        let masked = *locked.masked.element();
        let token = Point::encode(parts.iter().fold(masked, |rest, part| rest - part.point().element()));
        if token.is_identity() { Err(Refusal::Identity) } else { Ok(Token::from_point(token)) }
    }
}

impl fmt::Debug for Keepers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keepers({} with {:?})", self.count, self.joint)
    }
}

/// One token of an owner under the keepers' keys: `(E, F) = (rG, xA + rZ)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockedToken {
    base: Point,
    masked: Point,
}

impl LockedToken {
    /// Decodes `n` locked tokens from `64·n` bytes.
    ///
    /// # Errors
    /// [`Refusal::Length`], also for more than a deck has slots; [`Refusal::Point`]; [`Refusal::Identity`], which a
    /// mask of zero gives.
    pub fn decode_all(bytes: &[u8], n: usize) -> Result<Vec<Self>, Refusal> {
        if n > MAX_TILES {
            return Err(Refusal::Length);
        }
        let points = Reader::of_elements(bytes, 2 * n)?.points(2 * n)?;
        Ok(Self::pairs(&points))
    }

    /// The encoding of several, one after the other.
    pub fn encode_all(locks: &[Self]) -> Vec<u8> {
        locks.iter().flat_map(LockedToken::points).flat_map(Point::bytes).copied().collect()
    }

    /// `E`, from which each keeper makes its part, as it makes a token from the `A` of a slot.
    pub fn base(&self) -> &Point {
        &self.base
    }

    /// `F`, the token under its mask.
    pub fn masked(&self) -> &Point {
        &self.masked
    }

    /// The lock with another mask, or with something added to the token.
    #[cfg(any(test, feature = "cheats"))]
    pub(crate) fn with(&self, base: Option<Point>, added: Option<RistrettoPoint>) -> Self {
        let masked = self.masked.element() + added.unwrap_or_default();
        Self { base: base.unwrap_or(self.base), masked: Point::encode(masked) }
    }

    fn pairs(points: &[Point]) -> Vec<Self> {
        let (pairs, _) = points.as_chunks();
        pairs.iter().map(|&[base, masked]| Self { base, masked }).collect()
    }

    fn points(&self) -> [&Point; 2] {
        [&self.base, &self.masked]
    }
}

/// The proof that goes with an owner's locked tokens, as it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockProof(pub [u8; LOCK_PROOF_LEN]);

/// Whose tokens are locked to whom, for which slots.
#[derive(Clone, Copy)]
pub(crate) struct Statement<'a> {
    pub owner: &'a RoundKey,
    pub keepers: &'a Keepers,
    pub bases: &'a [Point],
}

impl Statement<'_> {
    /// Adds the weighted equations of a proof to a sum, after everything that can be refused without them.
    pub(crate) fn fold(
        &self,
        locks: &[LockedToken],
        ctx: &Context,
        proof: &[u8],
        sum: &mut Sum,
        weights: &mut Nonces,
    ) -> Result<(), Refusal> {
        if self.bases.is_empty() || self.bases.len() > MAX_TILES || locks.len() != self.bases.len() {
            return Err(Refusal::Length);
        }
        let mut reader = Reader::of_elements(proof, LOCK_PROOF_LEN / ELEMENT_LEN)?;
        let t @ [t1, t2, t3] = [reader.point()?, reader.point()?, reader.point()?];
        let (z, u) = (reader.scalar()?, reader.scalar()?);
        expect_distinct(locks)?;
        let mut transcript = Transcript::new(tags::LOCK_PROOF, ctx);
        self.absorb(&mut transcript);
        let w = absorb_locks(&mut transcript, locks);
        transcript.absorb_points("t", &t);
        let c = transcript.challenge("c");

        let (v1, v2, v3) = (weights.weight(), weights.weight(), weights.weight());
        sum.add_base(v1 * z + v2 * u);
        sum.add_shared(-v1 * c, self.owner.point());
        sum.add_shared(v3 * u, self.keepers.joint.point());
        let (on_base, on_e, on_f) = (v3 * z, -v2 * c, -v3 * c);
        for ((base, lock), w) in self.bases.iter().zip(locks).zip(&w) {
            sum.add_shared(on_base * w, base);
            sum.add_shared(on_e * w, &lock.base);
            sum.add(on_f * w, &lock.masked);
        }
        for (v, t) in [(v1, t1), (v2, t2), (v3, t3)] {
            sum.add(-v, &t);
        }
        Ok(())
    }

    fn absorb(&self, transcript: &mut Transcript) {
        transcript.absorb_point("key", self.owner.point());
        transcript.absorb_point("keepers", self.keepers.joint.point());
        // At most 91.
        transcript.absorb_u32("n", self.bases.len() as u32);
        transcript.absorb_points("base", self.bases);
    }

    /// `Σ w_j A_j`.
    fn weighted_base(&self, w: &[Scalar]) -> RistrettoPoint {
        let bases: Vec<_> = self.bases.iter().map(|base| *base.element()).collect();
        crate::public::multiply_sum(w, &bases)
    }
}

/// Absorbs the locks and draws their weights.
fn absorb_locks(transcript: &mut Transcript, locks: &[LockedToken]) -> Vec<Scalar> {
    transcript.absorb_points("lock", locks.iter().flat_map(LockedToken::points));
    match locks {
        [_] => vec![Scalar::ONE],
        _ => locks.iter().map(|_| transcript.challenge("w")).collect(),
    }
}

/// Two locks with one mask show the difference of their tokens. That harms nobody but the owner, and no honest program
/// makes them.
fn expect_distinct(locks: &[LockedToken]) -> Result<(), Refusal> {
    let mut bases: Vec<_> = locks.iter().map(|lock| lock.base.bytes()).collect();
    bases.sort_unstable();
    if bases.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(Refusal::DuplicatePoint) }
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;

    use super::*;
    use crate::{
        encoding::decode_scalar, keys::RoundSecret, nonces::MatchSecret, opening::tokens, tiles::TilePoints,
    };

    /// The equations of the head comment, one at a time, on the bytes that are sent.
    #[test]
    fn is_the_documented_construction() {
        let ctx = Context([9; 32]);
        let secrets = [1, 2, 3, 4].map(|byte| MatchSecret::from_bytes([byte; 32]));
        let [x, keepers @ ..] =
            secrets.each_ref().map(|secret| RoundSecret::derive(secret, &Context([1; 32])));
        let keys = keepers.each_ref().map(|keeper| keeper.key().clone());
        let z_sum: RistrettoPoint = keys.iter().map(|key| key.point().element()).sum();
        let bases = &TilePoints::for_highest(12).unwrap().points()[..3];
        let (locks, proof) = lock(&x, &Keepers::new(x.key(), &keys).unwrap(), bases, &ctx, &secrets[0]);

        let mut transcript = Transcript::new(tags::LOCK_PROOF, &ctx);
        transcript.absorb("key", x.key().bytes());
        transcript.absorb("keepers", &z_sum.compress().to_bytes());
        transcript.absorb("n", &[3, 0, 0, 0]);
        bases.iter().for_each(|base| transcript.absorb("base", base.bytes()));
        LockedToken::encode_all(&locks).chunks(32).for_each(|element| transcript.absorb("lock", element));
        let w = [0; 3].map(|_| transcript.challenge("w"));
        let elements: Vec<_> = proof.0.chunks(32).collect();
        elements[..3].iter().for_each(|t| transcript.absorb("t", t));
        let c = transcript.challenge("c");

        let [t1, t2, t3] = [0, 1, 2].map(|i| *Point::decode(elements[i]).unwrap().element());
        let [z, u] = [3, 4].map(|i| decode_scalar(elements[i]).unwrap());
        let weighted = |points: [&Point; 3]| -> RistrettoPoint {
            points.iter().zip(w).map(|(point, w)| w * point.element()).sum()
        };
        let of = |i: usize| (&bases[i], &locks[i]);
        let (a, e, f) = (
            weighted([0, 1, 2].map(|i| of(i).0)),
            weighted([0, 1, 2].map(|i| of(i).1.base())),
            weighted([0, 1, 2].map(|i| of(i).1.masked())),
        );
        assert_eq!(z * RISTRETTO_BASEPOINT_POINT, t1 + c * x.key().point().element());
        assert_eq!(u * RISTRETTO_BASEPOINT_POINT, t2 + c * e);
        assert_eq!(z * a + u * z_sum, t3 + c * f);

        for (i, own) in tokens(&x, bases).iter().enumerate() {
            let parts = keepers.iter().flat_map(|keeper| tokens(keeper, &[*locks[i].base()]));
            let rest = parts.fold(*locks[i].masked().element(), |rest, part| rest - part.point().element());
            assert_eq!(rest, *own.point().element());
        }
    }
}

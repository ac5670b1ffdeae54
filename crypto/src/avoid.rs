//! Showing that hidden tiles are none of those on a list: "I hold nothing that plays".
//!
//! For a hidden slot k with the tile P, everybody computes `Q = B − Σ D_j` over the tokens of all seats but the
//! owner, so that `Q = P + xA` with the owner's secret x. Relation, for every slot k and every tile f of its list
//! F: the same x stands behind the owner's key `Y = xG`, and `M_f ≠ Q − xA`.
//!
//! The idea: `C_f = r(M_f − P)` with a fresh secret r hides everything about P except whether it *is* M_f, since
//! then C_f is the identity.
//!
//! ```text
//! absorb u32 m, Y, u32 n;  per slot A, Q, F (ascending ids)
//! R_k = r_k U;  C_kf = r_k (M_f − P_k);  absorb all R, C;  w_kf = challenge each;  W_k = Σ_f w_kf
//! t1_k = k1 W_k A_k + k2 (Σ_f w_kf M_f − W_k Q_k);  t2_k = k1 G − k2 Y;  t3_k = k2 U;  absorb;  e
//! α̃_k = k1 + e r_k x;  β̃_k = k2 + e r_k
//! verify: every C_kf ≠ O;  α̃ W A + β̃ (Σ w M − W Q) = t1 + e Σ w C
//!         α̃ G − β̃ Y = t2;  β̃ U = t3 + e R
//! ```
//!
//! R is needed. Without it β may be chosen after the weights, and a cheat whose list has exactly two tiles, one of
//! which it holds, gets through; that attack is among the tests.
//!
//! The proof is, slot after slot, `R ‖ C_f… ‖ t1 ‖ t2 ‖ t3 ‖ α̃ ‖ β̃`, so `(6 + |F|)·32` bytes each. Which slots and
//! tiles a claim must be about is for the rules to say, and unknown here.

mod prove;

use curve25519_dalek::{RistrettoPoint, Scalar};

#[cfg(any(test, feature = "cheats"))]
pub(crate) use self::prove::{Committed, Honest, Strategy, plain, prove};
pub use self::prove::{HoldsForbidden, avoid};
use crate::{
    deck::{MAX_TILES, MaskedTile},
    encoding::{ELEMENT_LEN, Point, Reader},
    keys::RoundKey,
    nonces::Nonces,
    opening::Token,
    public::Sum,
    refusal::Refusal,
    tags,
    tiles::TilePoints,
    transcript::{Context, Transcript},
};

/// One hidden slot and the tiles that it does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AvoidSlot {
    a: Point,
    q: Point,
    forbidden: Vec<u8>,
}

impl AvoidSlot {
    /// A slot, the tokens for it of every seat but its owner, and the ids of the tiles, ascending.
    pub fn new<'a>(
        slot: &MaskedTile,
        tokens: impl IntoIterator<Item = &'a Token>,
        forbidden: Vec<u8>,
    ) -> Self {
        Self { a: slot.a, q: Point::encode(slot.strip(tokens)), forbidden }
    }

    /// The ids of the tiles, ascending.
    pub fn forbidden(&self) -> &[u8] {
        &self.forbidden
    }
}

/// What is claimed: the owner of the key holds none of the listed tiles in these slots.
#[derive(Clone, Debug)]
pub struct AvoidStatement {
    highest: u8,
    key: RoundKey,
    slots: Vec<AvoidSlot>,
}

impl AvoidStatement {
    /// A statement about 1 to 91 slots, each with a list of at least one tile.
    ///
    /// # Errors
    /// [`Refusal::AvoidSet`] if a list is empty, not strictly ascending or names a tile that the set does not
    /// have, or if there are no slots or more than a set has tiles.
    pub fn new(tiles: &TilePoints, key: RoundKey, slots: Vec<AvoidSlot>) -> Result<Self, Refusal> {
        let sound = |slot: &AvoidSlot| {
            slot.forbidden.is_sorted_by(|a, b| a < b)
                && slot.forbidden.last().is_some_and(|&id| usize::from(id) < tiles.len())
        };
        if slots.is_empty() || slots.len() > MAX_TILES || !slots.iter().all(sound) {
            return Err(Refusal::AvoidSet);
        }
        Ok(Self { highest: tiles.highest(), key, slots })
    }

    /// The key of the slots' owner.
    pub fn key(&self) -> &RoundKey {
        &self.key
    }

    /// Bytes of the proof.
    pub fn proof_len(&self) -> usize {
        proof_len(self.slots.iter().map(|slot| slot.forbidden.len()))
    }

    fn tile(&self, id: u8) -> Option<&'static Point> {
        TilePoints::for_highest(self.highest)?.point(id)
    }

    #[cfg(any(test, feature = "cheats"))]
    pub(crate) fn tile_element(&self, id: Option<&u8>) -> RistrettoPoint {
        id.and_then(|&id| self.tile(id)).map(|tile| *tile.element()).unwrap_or_default()
    }

    fn absorb(&self, transcript: &mut Transcript) {
        transcript.absorb_u32("set", u32::from(self.highest));
        transcript.absorb_point("key", self.key.point());
        // At most 91.
        transcript.absorb_u32("n", self.slots.len() as u32);
        for slot in &self.slots {
            transcript.absorb_point("a", &slot.a);
            transcript.absorb_point("q", &slot.q);
            transcript.absorb("f", &slot.forbidden);
        }
    }

    /// Adds the weighted equations of a proof to a sum.
    pub(crate) fn fold(
        &self,
        ctx: &Context,
        proof: &[u8],
        sum: &mut Sum,
        weights: &mut Nonces,
    ) -> Result<(), Refusal> {
        self.fold_weighted(ctx, proof, sum, || [weights.weight(), weights.weight(), weights.weight()])
    }

    /// Whether the proof would pass if nothing bound `R`, to show which attack it is there for.
    #[cfg(test)]
    pub(crate) fn holds_without_r(&self, ctx: &Context, proof: &[u8]) -> bool {
        let mut sum = Sum::default();
        let mut weights = Nonces::from_os().unwrap();
        let weights = || [weights.weight(), weights.weight(), Scalar::ZERO];
        self.fold_weighted(ctx, proof, &mut sum, weights).is_ok() && sum.is_identity()
    }

    /// `weights` gives those of a slot's three equations.
    fn fold_weighted(
        &self,
        ctx: &Context,
        proof: &[u8],
        sum: &mut Sum,
        mut weights: impl FnMut() -> [Scalar; 3],
    ) -> Result<(), Refusal> {
        let messages = self.decode(proof)?;
        let mut transcript = Transcript::new(tags::AVOID_PROOF, ctx);
        self.absorb(&mut transcript);
        for message in &messages {
            transcript.absorb_point("r", &message.r);
            transcript.absorb_points("c", &message.c);
        }
        let w = draw_weights(&mut transcript, self);
        for message in &messages {
            transcript.absorb_points("t", &message.t);
        }
        let e = transcript.challenge("e");
        for ((slot, message), w) in self.slots.iter().zip(&messages).zip(&w) {
            self.fold_slot(slot, message, w, &e, sum, weights());
        }
        Ok(())
    }

    fn fold_slot(
        &self,
        slot: &AvoidSlot,
        message: &SlotMessage,
        w: &[Scalar],
        e: &Scalar,
        sum: &mut Sum,
        [v1, v2, v3]: [Scalar; 3],
    ) {
        let SlotMessage { r, c, t: [t1, t2, t3], alpha, beta } = message;
        let total: Scalar = w.iter().sum();
        let (on_tiles, on_c) = (v1 * beta, -v1 * e);
        sum.add_shared(v1 * alpha * total, &slot.a);
        for (tile, w) in slot.forbidden.iter().filter_map(|&id| self.tile(id)).zip(w) {
            sum.add_shared(on_tiles * w, tile);
        }
        sum.add_shared(-on_tiles * total, &slot.q);
        sum.add(-v1, t1);
        for (c, w) in c.iter().zip(w) {
            sum.add(on_c * w, c);
        }

        sum.add_base(v2 * alpha);
        sum.add_shared(-v2 * beta, self.key.point());
        sum.add(-v2, t2);

        sum.add_u(v3 * beta);
        sum.add(-v3, t3);
        sum.add(-v3 * e, r);
    }

    fn decode(&self, proof: &[u8]) -> Result<Vec<SlotMessage>, Refusal> {
        let mut reader = Reader::of_elements(proof, self.proof_len() / ELEMENT_LEN)?;
        self.slots.iter().map(|slot| SlotMessage::decode(&mut reader, slot.forbidden.len())).collect()
    }
}

/// Bytes of a proof, given the number of tiles listed for each slot.
pub fn proof_len(lists: impl IntoIterator<Item = usize>) -> usize {
    lists.into_iter().map(|tiles| (6 + tiles) * ELEMENT_LEN).sum()
}

/// What the prover says about one slot.
struct SlotMessage {
    r: Point,
    c: Vec<Point>,
    t: [Point; 3],
    alpha: Scalar,
    beta: Scalar,
}

impl SlotMessage {
    fn decode(reader: &mut Reader<'_>, tiles: usize) -> Result<Self, Refusal> {
        Ok(Self {
            // Decoding refuses the identity, and with it "C is O", which is what a held tile would give.
            r: reader.point()?,
            c: reader.points(tiles)?,
            t: [reader.point()?, reader.point()?, reader.point()?],
            alpha: reader.scalar()?,
            beta: reader.scalar()?,
        })
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        let points = std::iter::once(&self.r).chain(&self.c).chain(&self.t).map(Point::bytes);
        bytes.extend(points.chain([self.alpha.as_bytes(), self.beta.as_bytes()]).flatten());
    }
}

/// The weights `w_kf`, slot by slot.
fn draw_weights(transcript: &mut Transcript, statement: &AvoidStatement) -> Vec<Vec<Scalar>> {
    let mut draw = |slot: &AvoidSlot| slot.forbidden.iter().map(|_| transcript.challenge("w")).collect();
    statement.slots.iter().map(&mut draw).collect()
}

/// `Σ w M − W Q`, which both sides of the first equation are about.
fn weighted_difference(statement: &AvoidStatement, slot: &AvoidSlot, w: &[Scalar]) -> RistrettoPoint {
    let total: Scalar = w.iter().sum();
    let tiles = slot.forbidden.iter().filter_map(|&id| statement.tile(id)).map(|tile| *tile.element());
    let elements: Vec<_> = tiles.chain([*slot.q.element()]).collect();
    let scalars: Vec<_> = w.iter().copied().chain([-total]).collect();
    crate::public::multiply_sum(&scalars, &elements)
}

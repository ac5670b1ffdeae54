//! The owner's side of an avoid proof.

use curve25519_dalek::{RistrettoPoint, Scalar};
use thiserror::Error;

use super::{AvoidSlot, AvoidStatement, SlotMessage, draw_weights, weighted_difference};
use crate::{
    encoding::Point,
    generators::Generators,
    keys::RoundSecret,
    nonces::MatchSecret,
    secret::{SecretScalar, multiply_sum},
    tags,
    transcript::{Context, Transcript},
};

/// The claim is not true, so no proof was made: our own mistake, never a peer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the claim's slot number {index} holds tile {tile}, which is on its list")]
pub struct HoldsForbidden {
    /// Which slot of the statement, counted from 0.
    pub index: usize,
    /// The id of the tile.
    pub tile: u8,
}

/// Proves that the statement is true, valid in one context.
///
/// # Errors
/// [`HoldsForbidden`] if it is not.
pub fn avoid(
    secret: &RoundSecret,
    statement: &AvoidStatement,
    ctx: &Context,
    match_secret: &MatchSecret,
) -> Result<Vec<u8>, HoldsForbidden> {
    let plain = plain(secret, statement);
    for (index, (slot, plain)) in statement.slots.iter().zip(&plain).enumerate() {
        let held =
            slot.forbidden.iter().find(|&&id| statement.tile(id).is_some_and(|m| m.element() == plain));
        if let Some(&tile) = held {
            return Err(HoldsForbidden { index, tile });
        }
    }
    let transcript = Transcript::new(tags::AVOID_PROOF, ctx);
    Ok(prove(transcript, secret, statement, &plain, match_secret, &Honest))
}

/// `P = Q − xA`, slot by slot.
pub(crate) fn plain(secret: &RoundSecret, statement: &AvoidStatement) -> Vec<RistrettoPoint> {
    let strip = |slot: &AvoidSlot| slot.q.element() - secret.x().times(slot.a.element());
    statement.slots.iter().map(strip).collect()
}

/// The two places where the tests' cheats differ from an honest prover.
pub(crate) trait Strategy {
    /// What to commit to for a slot with this plaintext.
    fn commit(
        &self,
        statement: &AvoidStatement,
        slot: &AvoidSlot,
        r: &SecretScalar,
        plain: &RistrettoPoint,
    ) -> Committed {
        Committed::honest(statement, slot, r, plain)
    }

    /// The r to respond with, when the weights are known.
    fn respond_with(&self, r: &SecretScalar, _w: &[Scalar]) -> SecretScalar {
        r.duplicate()
    }
}

/// The prover that the protocol describes.
pub(crate) struct Honest;

impl Strategy for Honest {}

/// What is said about a slot before the weights are drawn.
pub(crate) struct Committed {
    pub r: Point,
    pub c: Vec<Point>,
}

impl Committed {
    /// `R = rU` and `C_f = r(M_f − P)`.
    pub(crate) fn honest(
        statement: &AvoidStatement,
        slot: &AvoidSlot,
        r: &SecretScalar,
        plain: &RistrettoPoint,
    ) -> Self {
        let half = r.half();
        let tiles = slot.forbidden.iter().filter_map(|&id| statement.tile(id));
        let differences = tiles.map(|tile| half.times(&(tile.element() - plain)));
        let halves: Vec<_> =
            std::iter::once(half.times(Generators::shared().u())).chain(differences).collect();
        let mut encoded = Point::encode_doubled(&halves).into_iter();
        // There is one half more than there are tiles.
        let r = encoded.next().unwrap_or_else(|| Point::encode(RistrettoPoint::default()));
        Self { r, c: encoded.collect() }
    }
}

/// The prover, with any strategy and on any statement: a false one gives a proof that does not hold.
pub(crate) fn prove(
    mut transcript: Transcript,
    secret: &RoundSecret,
    statement: &AvoidStatement,
    plain: &[RistrettoPoint],
    match_secret: &MatchSecret,
    strategy: &dyn Strategy,
) -> Vec<u8> {
    statement.absorb(&mut transcript);
    let rs = transcript.nonces(match_secret, "r").scalars(statement.slots.len());
    let slots = statement.slots.iter().zip(&rs).zip(plain);
    let committed: Vec<_> =
        slots.map(|((slot, r), plain)| strategy.commit(statement, slot, r, plain)).collect();
    for Committed { r, c } in &committed {
        transcript.absorb_point("r", r);
        transcript.absorb_points("c", c);
    }
    let w = draw_weights(&mut transcript, statement);
    let mut nonces = transcript.nonces(match_secret, "k");
    let announced: Vec<_> = statement
        .slots
        .iter()
        .zip(&w)
        .map(|(slot, w)| Announced::new(secret, statement, slot, w, nonces.scalar(), nonces.scalar()))
        .collect();
    for announced in &announced {
        transcript.absorb_points("t", &announced.t);
    }
    let e = transcript.challenge("e");
    let mut proof = Vec::with_capacity(statement.proof_len());
    let rs = rs.iter().zip(&w).map(|(r, w)| strategy.respond_with(r, w));
    for ((Committed { r, c }, announced), secret_r) in committed.into_iter().zip(announced).zip(rs) {
        let alpha = (&announced.k1 + &(&(&secret_r * secret.x()) * &e)).reveal();
        let beta = (&announced.k2 + &(&secret_r * &e)).reveal();
        SlotMessage { r, c, t: announced.t, alpha, beta }.encode(&mut proof);
    }
    proof
}

/// A slot's nonces and what is said of them.
struct Announced {
    k1: SecretScalar,
    k2: SecretScalar,
    t: [Point; 3],
}

impl Announced {
    fn new(
        secret: &RoundSecret,
        statement: &AvoidStatement,
        slot: &AvoidSlot,
        w: &[Scalar],
        k1: SecretScalar,
        k2: SecretScalar,
    ) -> Self {
        let total: Scalar = w.iter().sum();
        let weighted_a = total * slot.a.element();
        let difference = weighted_difference(statement, slot, w);
        let t1 = multiply_sum([&k1, &k2], [&weighted_a, &difference]);
        let t2 = k1.times_base() - k2.times(secret.key().point().element());
        let t3 = k2.times(Generators::shared().u());
        Self { k1, k2, t: [t1, t2, t3].map(Point::encode) }
    }
}

//! The owner's side: masks, locks, and the proof.
//!
//! All of it is a function of the match secret and of what is locked, so that a peer which starts again sends the
//! same bytes, and no mask ever lies over two tokens. The time it takes depends on the number of slots only.

use super::{Keepers, LOCK_PROOF_LEN, LockProof, LockedToken, Statement, absorb_locks};
use crate::{
    encoding::Point,
    keys::RoundSecret,
    nonces::MatchSecret,
    secret::SecretScalar,
    tags,
    transcript::{Context, Transcript},
};

/// Locks the tokens for these bases under the keepers' keys and proves it, valid in one context.
///
/// This makes tokens for own hidden slots. They leave this seat in their locks only.
pub fn lock(
    secret: &RoundSecret,
    keepers: &Keepers,
    bases: &[Point],
    ctx: &Context,
    match_secret: &MatchSecret,
) -> (Vec<LockedToken>, LockProof) {
    let statement = Statement { owner: secret.key(), keepers, bases };
    let masks = masks(&statement, ctx, match_secret);
    let locks = locked(secret, &statement, &masks);
    let proof =
        prove(Transcript::new(tags::LOCK_PROOF, ctx), &statement, secret, &locks, &masks, match_secret);
    (locks, proof)
}

/// One mask for each slot, which belongs to this statement at this place.
pub(crate) fn masks(
    statement: &Statement<'_>,
    ctx: &Context,
    match_secret: &MatchSecret,
) -> Vec<SecretScalar> {
    let mut transcript = Transcript::new(tags::LOCK_WITNESS, ctx);
    statement.absorb(&mut transcript);
    transcript.nonces(match_secret, "masks").scalars(statement.bases.len())
}

/// The locks themselves.
pub(crate) fn locked(
    secret: &RoundSecret,
    statement: &Statement<'_>,
    masks: &[SecretScalar],
) -> Vec<LockedToken> {
    let half_x = secret.x().half();
    let halves: Vec<_> = statement
        .bases
        .iter()
        .zip(masks)
        .flat_map(|(base, mask)| {
            let half = mask.half();
            let token = half_x.times(base.element());
            [half.times_base(), token + statement.keepers.joint.times(&half)]
        })
        .collect();
    LockedToken::pairs(&Point::encode_doubled(&halves))
}

/// The prover, on any locks and masks: false ones give a proof that does not hold.
pub(crate) fn prove(
    mut transcript: Transcript,
    statement: &Statement<'_>,
    secret: &RoundSecret,
    locks: &[LockedToken],
    masks: &[SecretScalar],
    match_secret: &MatchSecret,
) -> LockProof {
    statement.absorb(&mut transcript);
    let w = absorb_locks(&mut transcript, locks);
    let mut nonces = transcript.nonces(match_secret, "k");
    let (k, m) = (nonces.scalar(), nonces.scalar());
    let (half_k, half_m) = (k.half(), m.half());
    let t3 = half_k.times(&statement.weighted_base(&w)) + statement.keepers.joint.times(&half_m);
    let t = Point::encode_doubled(&[half_k.times_base(), half_m.times_base(), t3]);
    transcript.absorb_points("t", &t);
    let c = transcript.challenge("c");
    let mask = masks.iter().zip(&w).fold(SecretScalar::zero(), |sum, (mask, w)| &sum + &(mask * w));
    let z = (&k + &(secret.x() * &c)).reveal();
    let u = (&m + &(&mask * &c)).reveal();
    let mut proof = [0; LOCK_PROOF_LEN];
    let bytes = t.iter().map(Point::bytes).chain([z.as_bytes(), u.as_bytes()]).flatten();
    for (to, from) in proof.iter_mut().zip(bytes) {
        *to = *from;
    }
    LockProof(proof)
}

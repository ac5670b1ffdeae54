//! Shuffling while the shuffle before is still being verified: the longest work of a deal, on a second core.
//!
//! Nothing leaves this seat unless the verification holds; if it does not, the work is thrown away.

use ed25519_dalek::VerifyingKey;
use mextrain_crypto::{Check, Context, MatchSecret, shuffle::shuffle};

use crate::{
    envelope::Envelope,
    ledger::{AtOnce, Judge, NotProven, Place},
    refusal::Refusal,
};

/// A shuffle that was made before it was due.
pub struct Prepared {
    /// The only place in which it is valid.
    pub ctx: Context,
    /// The payload.
    pub payload: Vec<u8>,
}

/// Checks at once, and meanwhile makes the own shuffle of the deck that is being checked.
pub struct ShuffleAhead<'a> {
    /// The place of the own shuffle.
    ctx: Context,
    secret: &'a MatchSecret,
    prepared: Option<Prepared>,
}

impl<'a> ShuffleAhead<'a> {
    /// For a shuffle in the place of `ctx`.
    pub fn new(ctx: Context, secret: &'a MatchSecret) -> Self {
        ShuffleAhead { ctx, secret, prepared: None }
    }

    /// What was made, if the check before it held.
    pub fn prepared(self) -> Option<Prepared> {
        self.prepared
    }
}

impl Judge for ShuffleAhead<'_> {
    fn signature(&mut self, place: Place, envelope: &Envelope, key: &VerifyingKey) -> Result<(), Refusal> {
        AtOnce.signature(place, envelope, key)
    }

    fn proofs(&mut self, place: Place, checks: Vec<Check>) -> Result<(), NotProven> {
        let [Check::Shuffle { joint, output, .. }] = checks.as_slice() else {
            return AtOnce.proofs(place, checks);
        };
        let (joint, deck, ctx, secret) = (joint.clone(), output.clone(), self.ctx, self.secret);
        let (verdict, (shuffled, proof)) =
            rayon::join(|| AtOnce.proofs(place, checks), || shuffle(&joint, &deck, &ctx, secret));
        verdict?;
        let payload = [shuffled.to_bytes().as_slice(), proof.bytes()].concat();
        self.prepared = Some(Prepared { ctx, payload });
        Ok(())
    }
}

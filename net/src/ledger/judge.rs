//! Who checks signatures and proofs, and when.

use ed25519_dalek::VerifyingKey;
use mextrain_crypto::{BatchError, Check, verify_all};

use crate::{envelope::Envelope, refusal::Refusal};

/// Where a signature or proof stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The step.
    pub step: u32,
    /// The author's place in the roster.
    pub member: usize,
}

/// Checks what cannot be checked by looking: a ledger asks it before anything counts.
///
/// A judge may also answer yes and check later, as long as nobody relies on the ledger before it has.
pub trait Judge {
    /// Whether the envelope is signed by the key.
    ///
    /// # Errors
    /// `signature`.
    fn signature(&mut self, place: Place, envelope: &Envelope, key: &VerifyingKey) -> Result<(), Refusal>;

    /// Whether the proofs of one contribution hold.
    ///
    /// # Errors
    /// [`NotProven`].
    fn proofs(&mut self, place: Place, checks: Vec<Check>) -> Result<(), NotProven>;
}

/// Why proofs do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotProven {
    /// The first refusal among them.
    Refused(Refusal),
    /// They could not be judged, since the operating system gives no random numbers. Nobody's fault.
    NoRandomness,
}

/// Checks everything at once: what a live table uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtOnce;

impl Judge for AtOnce {
    fn signature(&mut self, _: Place, envelope: &Envelope, key: &VerifyingKey) -> Result<(), Refusal> {
        if envelope.is_signed_by(key) { Ok(()) } else { Err(Refusal::Signature) }
    }

    fn proofs(&mut self, _: Place, checks: Vec<Check>) -> Result<(), NotProven> {
        match verify_all(&checks) {
            Ok(()) => Ok(()),
            Err(BatchError::Randomness(_)) => Err(NotProven::NoRandomness),
            Err(BatchError::Refused(faults)) => Err(faults
                .first()
                .map_or(NotProven::NoRandomness, |(_, fault)| NotProven::Refused(Refusal::Proof(*fault)))),
        }
    }
}

/// Checks nothing: for what one has just made oneself.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnWork;

impl Judge for OwnWork {
    fn signature(&mut self, _: Place, _: &Envelope, _: &VerifyingKey) -> Result<(), Refusal> {
        Ok(())
    }

    fn proofs(&mut self, _: Place, _: Vec<Check>) -> Result<(), NotProven> {
        Ok(())
    }
}

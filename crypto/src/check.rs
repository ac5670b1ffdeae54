//! Checking what others sent: one value for each thing that was claimed, and one call for any number of them.
//!
//! A [`Check`] owns its statement and the proof's raw bytes, which are only decoded when it is verified: so
//! collecting checks costs nothing. [`verify_all`] folds all equations of all checks, each with a fresh random
//! weight of 128 bits, into one multiscalar multiplication, which is several times faster than one at a time; only
//! if that fails is each checked alone, to name which.
//!
//! Whose fault a refusal is, is for the caller to know from the index.

use std::sync::Arc;

use rayon::prelude::*;
use thiserror::Error;

use crate::{
    avoid::AvoidStatement,
    deck::Deck,
    encoding::Point,
    keys::{JointKey, RoundKey},
    lock::{self, Keepers, LockedToken},
    nonces::{Nonces, RandomnessFailed},
    opening::{self, Token},
    public::Sum,
    refusal::Refusal,
    shuffle,
    transcript::Context,
};

/// A claim and its proof.
#[derive(Clone, Debug)]
pub enum Check {
    /// Somebody knows the secret of a key.
    Key {
        /// The key.
        key: RoundKey,
        /// Where the proof stands.
        ctx: Context,
        /// 64 bytes, or they are refused.
        proof: Vec<u8>,
    },
    /// One deck is a shuffle of another.
    Shuffle {
        /// The sum of all seats' keys.
        joint: Arc<JointKey>,
        /// The verifier's own copy of the deck before.
        input: Arc<Deck>,
        /// The deck after, decoded.
        output: Arc<Deck>,
        /// Where the proof stands.
        ctx: Context,
        /// `(3N+10)·32` bytes, or they are refused.
        proof: Vec<u8>,
    },
    /// Tokens are made with the secret of a key from these bases.
    Opening {
        /// The key of the seat that made them.
        key: RoundKey,
        /// The `A` of every slot that is opened, from the verifier's own copy of the deck.
        bases: Vec<Point>,
        /// As many tokens in the same order.
        tokens: Vec<Token>,
        /// Where the proof stands.
        ctx: Context,
        /// 96 bytes, or they are refused.
        proof: Vec<u8>,
    },
    /// Locked tokens are those of a key for these bases, and all keepers together can open them.
    Lock {
        /// The key of the seat whose tokens they are.
        owner: RoundKey,
        /// Who can open them.
        keepers: Arc<Keepers>,
        /// The `A` of every slot they are for, from the verifier's own copy of the deck.
        bases: Vec<Point>,
        /// As many locked tokens in the same order.
        locks: Vec<LockedToken>,
        /// Where the proof stands.
        ctx: Context,
        /// 160 bytes, or they are refused.
        proof: Vec<u8>,
    },
    /// Hidden tiles are none of those on a list.
    Avoid {
        /// What is claimed.
        statement: AvoidStatement,
        /// Where the proof stands.
        ctx: Context,
        /// As many bytes as the statement asks for, or they are refused.
        proof: Vec<u8>,
    },
}

/// What came of a batch that did not pass.
#[derive(Debug, Error)]
pub enum BatchError {
    /// These checks failed, by their index, ascending. All others passed.
    #[error("{} of the claims were refused", .0.len())]
    Refused(Vec<(usize, Refusal)>),
    /// Nothing is known about any check, since there were no weights. Nobody's fault.
    #[error(transparent)]
    Randomness(#[from] RandomnessFailed),
}

impl Check {
    /// Verifies this check alone.
    ///
    /// # Errors
    /// As [`verify_all`], with index 0.
    pub fn verify(&self) -> Result<(), BatchError> {
        verify_all(std::slice::from_ref(self))
    }

    /// The refusal when the equations do not hold, though everything could be decoded.
    fn refusal(&self) -> Refusal {
        match self {
            Self::Key { .. } => Refusal::KeyProof,
            Self::Shuffle { .. } => Refusal::Shuffle,
            Self::Opening { .. } => Refusal::Dleq,
            Self::Lock { .. } => Refusal::Share,
            Self::Avoid { .. } => Refusal::Avoid,
        }
    }

    /// Adds the check's weighted equations to a sum; a refused check adds nothing.
    fn fold(&self, sum: &mut Sum, weights: &mut Nonces) -> Result<(), Refusal> {
        match self {
            Self::Key { key, ctx, proof } => key.fold_proof(ctx, proof, sum, weights),
            Self::Shuffle { joint, input, output, ctx, proof } => {
                shuffle::Statement { joint, input, output }.fold(ctx, proof, sum, weights)
            }
            Self::Opening { key, bases, tokens, ctx, proof } => {
                opening::fold(key, bases, tokens, ctx, proof, sum, weights)
            }
            Self::Lock { owner, keepers, bases, locks, ctx, proof } => {
                lock::Statement { owner, keepers, bases }.fold(locks, ctx, proof, sum, weights)
            }
            Self::Avoid { statement, ctx, proof } => statement.fold(ctx, proof, sum, weights),
        }
    }

    fn verify_alone(&self, weights: &mut Nonces) -> Result<(), Refusal> {
        let mut sum = Sum::default();
        self.fold(&mut sum, weights)?;
        if sum.is_identity() { Ok(()) } else { Err(self.refusal()) }
    }
}

/// Verifies all checks together, on this thread.
///
/// # Errors
/// [`BatchError::Refused`] names every check that failed; [`BatchError::Randomness`] means that none was checked.
pub fn verify_all(checks: &[Check]) -> Result<(), BatchError> {
    // The weights are drawn now, when every proof is there and can no longer be fitted to them.
    let mut weights = Nonces::from_os()?;
    let refused = refused(checks, &mut weights);
    if refused.is_empty() { Ok(()) } else { Err(BatchError::Refused(refused)) }
}

/// Verifies all checks, divided among the threads of rayon's pool. The result is that of [`verify_all`].
///
/// # Errors
/// As [`verify_all`].
pub fn verify_all_parallel(checks: &[Check]) -> Result<(), BatchError> {
    // Neighbours stay together, as they are likely to share decks and keys.
    let share = checks.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts: Vec<_> = checks
        .par_chunks(share)
        .enumerate()
        .map(|(part, checks)| {
            let refused = refused(checks, &mut Nonces::from_os()?);
            Ok(refused.into_iter().map(|(index, refusal)| (part * share + index, refusal)).collect())
        })
        .collect::<Result<Vec<Vec<_>>, RandomnessFailed>>()?;
    let refused = parts.concat();
    if refused.is_empty() { Ok(()) } else { Err(BatchError::Refused(refused)) }
}

/// The indices and refusals of the checks that fail, ascending.
fn refused(checks: &[Check], weights: &mut Nonces) -> Vec<(usize, Refusal)> {
    let mut sum = Sum::default();
    let folded: Vec<_> = checks.iter().map(|check| check.fold(&mut sum, weights)).collect();
    let together = sum.is_identity();
    let alone = |check: &Check, folded: Result<(), Refusal>, weights: &mut Nonces| match folded {
        Ok(()) if !together => check.verify_alone(weights),
        known => known,
    };
    let results = checks.iter().zip(folded).map(|(check, folded)| alone(check, folded, weights));
    results.enumerate().filter_map(|(index, result)| Some((index, result.err()?))).collect()
}

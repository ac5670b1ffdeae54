//! Why nobody could be reached at the place that was given.

use serde::Serializer;

use crate::lobby::Refused;
use crate::node::{DialError, RequestError};

/// What went wrong last, before the time for it was over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// Nobody was heard of.
    #[error("nobody answers")]
    Silent,
    /// No connection could be made.
    #[error("{0}")]
    Dial(DialError),
    /// A connection was made, and no answer came over it.
    #[error("{0}")]
    NoAnswer(String),
    /// Whoever is there does not give what was asked for, and may do so later.
    #[error("{0}")]
    Refused(Refused),
    /// The join code is out of date.
    #[error("somebody else listens at the join code's address; ask the host for a new code")]
    OtherHost,
    /// What is known of the host is no key.
    #[error("the host's key is none")]
    NoKey,
    /// All who could tell of the match tell it to others already.
    #[error("so many watch that table already that there is no room for more")]
    TooManyWatch,
    /// What somebody told of the match is not what was signed.
    #[error("what was given as the match's log does not hold")]
    Forged,
}

impl From<RequestError> for Unreachable {
    fn from(error: RequestError) -> Unreachable {
        Unreachable::NoAnswer(error.to_string())
    }
}

/// In words, as events have it.
///
/// # Errors
/// What the serializer gives.
pub(super) fn in_words<S: Serializer>(why: &Unreachable, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(why)
}

//! Why a session, or a watching, could not go on on this machine.

use serde::Serializer;

use crate::log::verify::NoRandomness;

/// What failed here, as a sentence in English without its full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// The network's task has ended.
    #[error("the network has stopped")]
    NoNetwork,
    /// The thread that holds the table and its files has ended.
    #[error("the table's thread has ended")]
    NoTable,
    /// That thread could not be started.
    #[error("the table's thread cannot be started: {0}")]
    NoThread(
        /// What the system says.
        String,
    ),
    /// Stopped by this program or machine itself, which is nobody's fault at the table.
    #[error("this program could not go on with the match")]
    OwnStop,
    /// The journal, the log or what is kept beside them.
    #[error("the match's files cannot be written: {0}")]
    NoFiles(
        /// What the system says.
        String,
    ),
    /// The log of a match that is watched.
    #[error("the log cannot be written: {0}")]
    NoLog(
        /// What the system says.
        String,
    ),
    /// Without random numbers nothing can be checked.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// In words, as events have it.
///
/// # Errors
/// What the serializer gives.
pub(super) fn in_words<S: Serializer>(why: &Failed, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(why)
}

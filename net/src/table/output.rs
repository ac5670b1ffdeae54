//! What a table wants done, in the order in which it is to be done.

use std::sync::Arc;

use crate::{
    contradiction::Contradiction,
    envelope::{Envelope, Kind},
    ledger::Happening,
    refusal::Blame,
};

/// One thing to be done.
#[derive(Clone, Debug)]
pub enum Output {
    /// An envelope that counts now. It must be in the journal, on disk, before any later [`Output::Send`] is carried out.
    Journal(Arc<[u8]>),
    /// An envelope for everybody else at the table.
    Send(Arc<[u8]>),
    /// The log is to be begun anew: some of its last steps were settled otherwise. All that count follow, from the first.
    Rewound,
    /// A complete step, by ascending author: the next entry of the match's log.
    Folded(Vec<Envelope>),
    /// The match was stopped: the last entry of the log.
    Stopped(Evidence),
    /// Two messages of one player that cannot both be meant: to be kept and shown, whether or not they stop the match.
    Contradicted(Contradiction),
    /// Something for people.
    Event(TableEvent),
}

/// What stopped a match, with what proves it.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Who, where and why.
    pub blame: Blame,
    /// The contributions that counted at the step that was never completed.
    pub pending: Vec<Arc<[u8]>>,
    /// The envelope that was refused; absent where complete steps show the fault by themselves.
    pub refused: Option<Arc<[u8]>>,
    /// The other one, where it was refused since both cannot be meant.
    pub other: Option<Arc<[u8]>>,
}

impl Evidence {
    /// What others have to see to come to the same verdict, if they know everything else.
    pub fn to_show(&self) -> impl Iterator<Item = &Arc<[u8]>> {
        self.other.iter().chain(&self.refused)
    }

    /// What the refused message was meant as, if there is one.
    pub fn kind(&self) -> Option<Kind> {
        let refused = Envelope::parse(self.refused.as_ref()?).ok()?;
        Some(refused.header().kind)
    }
}

/// Something for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// A step changed what everybody sees.
    Happened {
        /// The step.
        step: u32,
        /// What happened.
        happening: Happening,
    },
    /// This seat's player is asked for something: see [`super::View::owing`].
    Asked,
    /// The operating system gives no random numbers: nothing can be checked, and the match cannot go on here.
    NoRandomness,
}

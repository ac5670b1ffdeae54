//! What checking a log has shown: of all of it, and of each of its steps.
//!
//! A moment is told from what a file says; only this says whether that is true. Nothing is called proven before it has been
//! checked, nor behind the first thing that fails: no honest player ever accepted what comes there.

use std::path::Path;

use mextrain_net::log::verify::{NoRandomness, Report, Verdict, verify};

use super::{super::match_end::judges, open};
use crate::{
    window::words::play::replay as words,
    wording::{self, sentence::Sentence},
};

/// A log that has been checked.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Whether every check passes, as far as the log goes.
    pub holds: bool,
    /// The verdict in words.
    pub said: Sentence,
    /// How many steps from the beginning hold.
    sound: u32,
    /// The steps at which something was refused, in ascending order.
    failed: Vec<u32>,
}

/// What is known of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was checked, and holds.
    Holds,
    /// Something of it was refused.
    Failed,
    /// It was not checked, since it stands behind something that failed, or cannot be.
    NotChecked,
}

impl Judged {
    /// Checks the log at this path.
    pub fn of(path: &Path) -> Judged {
        let nothing = |said| Judged { holds: false, said, sound: 0, failed: Vec::new() };
        match open(path).map(|file| verify(file, judges())) {
            Ok(Ok(report)) => Judged::by(report),
            Ok(Err(NoRandomness)) => nothing((wording::log::no_randomness as fn() -> &'static str).into()),
            Err(sentence) => nothing(sentence),
        }
    }

    /// What is told only after it was checked, with this to be said of it.
    pub fn checked(holds: bool, said: String) -> Judged {
        Judged { holds, said: said.into(), sound: u32::MAX, failed: Vec::new() }
    }

    fn by(report: Report) -> Judged {
        let mut failed: Vec<u32> = match &report.verdict {
            Verdict::Failed(culprits) => culprits.iter().map(|culprit| culprit.step).collect(),
            Verdict::Verified | Verdict::Unfinished | Verdict::Damaged(_) | Verdict::Unfounded(_) => {
                Vec::new()
            }
        };
        failed.sort_unstable();
        Judged {
            holds: matches!(report.verdict, Verdict::Verified | Verdict::Unfinished),
            sound: report.steps,
            said: Sentence::new(move || sentence(&report)),
            failed,
        }
    }

    /// What is known of this step; of a moment without one, what is known of the log.
    pub fn standing(&self, step: Option<u32>) -> Standing {
        match step {
            Some(step) if self.failed.contains(&step) => Standing::Failed,
            Some(step) if step < self.sound => Standing::Holds,
            None if self.holds => Standing::Holds,
            _ => Standing::NotChecked,
        }
    }

    /// The first step at which something was refused.
    pub fn first_failed(&self) -> Option<u32> {
        self.failed.first().copied()
    }
}

fn sentence(report: &Report) -> String {
    let checks = wording::log::checks(report);
    match &report.verdict {
        Verdict::Verified => words::with_checks(words::passed(), &checks),
        Verdict::Unfinished => words::with_checks(words::unfinished(), &checks),
        Verdict::Failed(_) => words::failed(&wording::log::verdict(report)),
        Verdict::Unfounded(_) => wording::seat::capital(&wording::log::verdict(report)),
        Verdict::Damaged(damage) => {
            words::damaged(&wording::session::damage(damage), report.bytes, report.steps)
        }
    }
}

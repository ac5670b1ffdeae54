//! What a table does about players who are away: part of what everybody agrees on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a table does about players who are away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Absence {
    /// For how long, in seconds, a player may be waited for before the others are asked whether to go on without them. Nobody is
    /// thrown out by a clock: only the others' agreement does that.
    pub grace: u16,
    /// Whether a round goes on where its tiles were dealt already, in place of being dealt again without whoever vanished.
    /// Its price: all others together could then open that player's hand. No table can agree on it in this version: its
    /// cryptography is there (`mextrain_crypto::lock`), its steps are not.
    pub keep_going: bool,
}

impl Absence {
    /// The shortest grace time, in seconds: a short look away is no absence.
    pub const SHORTEST: u16 = 10;

    /// The longest grace time, in seconds.
    pub const LONGEST: u16 = 3600;

    /// Whether a table can agree on this.
    #[must_use]
    pub fn is_possible(self) -> bool {
        (Self::SHORTEST..=Self::LONGEST).contains(&self.grace) && !self.keep_going
    }

    /// As much of it as a table can agree on.
    #[must_use]
    pub fn possible(self) -> Absence {
        Absence { grace: self.grace.clamp(Self::SHORTEST, Self::LONGEST), keep_going: false }
    }
}

impl Default for Absence {
    fn default() -> Self {
        Absence { grace: 120, keep_going: false }
    }
}

/// The grace time as people say it: `2 min`, `90 s`.
pub struct Grace(pub u16);

impl fmt::Display for Grace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            secs if secs >= 60 && secs.is_multiple_of(60) => write!(f, "{} min", secs / 60),
            secs => write!(f, "{secs} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_can_agree_on() {
        assert!(Absence::default().is_possible());
        for grace in [0, 9, 3601, u16::MAX] {
            let wrong = Absence { grace, keep_going: false };
            assert!(!wrong.is_possible() && wrong.possible().is_possible());
        }
        // Nothing is agreed on that the table would not do.
        let kept = Absence { grace: 60, keep_going: true };
        assert!(!kept.is_possible());
        assert_eq!(kept.possible(), Absence { grace: 60, keep_going: false });
    }

    #[test]
    fn grace_times_in_words() {
        assert_eq!(
            [60, 90, 45, 120, 3600].map(|secs| Grace(secs).to_string()),
            ["1 min", "90 s", "45 s", "2 min", "60 min"]
        );
    }
}

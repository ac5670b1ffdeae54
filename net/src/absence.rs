//! What a table does about players who are away: part of what everybody agrees on.

use std::fmt;

use mextrain_core::Seats;
use mextrain_crypto::lock::MIN_KEEPERS;
use serde::{Deserialize, Serialize};

/// What a table does about players who are away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Absence {
    /// For how long, in seconds, a player may be waited for before the others are asked whether to go on without them. Nobody is
    /// thrown out by a clock: only the others' agreement does that.
    pub grace: u16,
    /// Whether a round goes on where its tiles were dealt already, in place of being dealt again without whoever vanished.
    /// Its price: all others together can then open any one player's hand. It takes [`Absence::KEEPING`] seats or more.
    pub keep_going: bool,
}

impl Absence {
    /// The shortest grace time, in seconds: a short look away is no absence.
    pub const SHORTEST: u16 = 10;

    /// The longest grace time, in seconds.
    pub const LONGEST: u16 = 3600;

    /// The fewest seats that can keep going: with fewer, a single pair of others could look into a hand.
    pub const KEEPING: usize = MIN_KEEPERS + 1;

    /// Whether a table of so many seats can agree on this.
    #[must_use]
    pub fn is_possible(self, seats: Seats) -> bool {
        self == self.possible(seats)
    }

    /// As much of it as a table of so many seats can agree on.
    #[must_use]
    pub fn possible(self, seats: Seats) -> Absence {
        let grace = self.grace.clamp(Self::SHORTEST, Self::LONGEST);
        Absence { grace, keep_going: self.keep_going && seats.count() >= Self::KEEPING }
    }
}

impl Default for Absence {
    fn default() -> Self {
        Absence { grace: 120, keep_going: false }
    }
}

/// The grace time as people say it: `2 min`, `90 s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        for seats in (2..=8).filter_map(Seats::new) {
            assert!(Absence::default().is_possible(seats));
            for grace in [0, 9, 3601, u16::MAX] {
                let wrong = Absence { grace, keep_going: false };
                assert!(!wrong.is_possible(seats) && wrong.possible(seats).is_possible(seats));
            }
            // Nothing is agreed on that the table would not do.
            let kept = Absence { grace: 60, keep_going: true };
            assert_eq!(kept.is_possible(seats), seats.count() >= 4);
            assert_eq!(kept.possible(seats), Absence { grace: 60, keep_going: seats.count() >= 4 });
        }
    }

    #[test]
    fn grace_times_in_words() {
        assert_eq!(
            [60, 90, 45, 120, 3600].map(|secs| Grace(secs).to_string()),
            ["1 min", "90 s", "45 s", "2 min", "60 min"]
        );
    }
}

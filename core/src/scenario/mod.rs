//! Scenario files: one round, or part of one, written so that a person can read it and the engine can replay it.
//!
//! A file becomes a [`Scenario`] only if nothing about it is wrong; it is never replayed half-way. The words of the
//! format stand in `docs/rules.md`. Reading files, printing and exit codes are the program's business.

mod expect;
mod moves;
mod print;
mod read;
mod reader;

use std::fmt;

pub use print::to_position_toml;

use crate::open::OpenRound;
use crate::round::Refusal;
use expect::Expectation;
use moves::StepMove;

/// The largest file that is read, in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// Replays a scenario file.
#[must_use]
pub fn run(text: &str) -> Outcome {
    match Scenario::parse(text) {
        Err(malformed) => Outcome::Malformed(malformed),
        Ok(scenario) => match scenario.replay().difference {
            Some(difference) => Outcome::Differs(difference),
            None => Outcome::Held,
        },
    }
}

/// What came of a scenario file. Shown as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything was as the file says.
    Held,
    /// The first thing that was not.
    Differs(Difference),
    /// The file could not be read or contradicts itself.
    Malformed(Malformed),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held => f.write_str("ok"),
            Self::Differs(difference) => difference.fmt(f),
            Self::Malformed(malformed) => write!(f, "malformed: {malformed}"),
        }
    }
}

/// A scenario that can be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    title: String,
    start: OpenRound,
    expect: Expectation,
    steps: Vec<Step>,
}

/// One move and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    action: StepMove,
    /// The code with which it must be refused.
    refused: Option<Refusal>,
    then: Expectation,
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// Everything that is wrong with it, with places, as far as it can be told.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        read::scenario(text)
    }

    /// Plays the steps until all are done or something differs from what was expected.
    #[must_use]
    pub fn replay(&self) -> Replay {
        let mut round = self.start.clone();
        if let Some(difference) = self.expect.difference(&round, None) {
            return Replay { round, difference: Some(difference) };
        }
        for (place, step) in self.steps.iter().enumerate() {
            // Behind a turn another seat is to act, so that an accepted move of the same seat can only be of its chain.
            let next = self.steps.iter().skip(place + 1).find(|later| later.refused.is_none());
            let goes_on = next.is_some_and(|next| next.action.goes_on_with(&step.action));
            let place = Some((place + 1, step));
            let difference =
                step.perform(&mut round, place, goes_on).or_else(|| step.then.difference(&round, place));
            if difference.is_some() {
                return Replay { round, difference };
            }
        }
        Replay { round, difference: None }
    }

    /// What it shows, in the author's words; empty if they gave none.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The round before the first step, with the engine placed.
    #[must_use]
    pub const fn start(&self) -> &OpenRound {
        &self.start
    }

    /// How many steps it has.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps.len()
    }
}

impl Step {
    /// Makes the move if it is legal. The difference if it was accepted or refused against expectation.
    fn perform(&self, round: &mut OpenRound, place: Place<'_>, goes_on: bool) -> Option<Difference> {
        let before = round.clone();
        let answer = self.action.perform(round, goes_on);
        if answer.is_err() && *round != before {
            return Some(Difference::new(place, "refused", "nothing changes", "the state changed"));
        }
        let found = answer.err();
        let name = |refusal: Option<Refusal>| refusal.map_or("accepted", Refusal::code);
        (found != self.refused).then(|| Difference::new(place, "refused", name(self.refused), name(found)))
    }
}

/// A step and its number from 1; none before the first.
type Place<'a> = Option<(usize, &'a Step)>;

/// How far a scenario could be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The round after the last step that was played.
    pub round: OpenRound,
    /// The first difference, at which the replay stopped; `None` if everything held.
    pub difference: Option<Difference>,
}

/// The first thing that was not as a scenario says. Shown as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The step's number from 1, and its move; `None` for the state before the first step.
    pub step: Option<(usize, String)>,
    /// Which key of the expectation.
    pub key: &'static str,
    /// What the file expects.
    pub expected: String,
    /// What the engine found.
    pub found: String,
}

impl Difference {
    fn new(
        place: Place<'_>,
        key: &'static str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let step = place.map(|(number, step)| (number, step.action.to_string()));
        Self { step, key, expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.step {
            Some((number, action)) => write!(f, "step {number} ({action})")?,
            None => f.write_str("before the first step")?,
        }
        write!(f, ": {}: expected {}, found {}", self.key, self.expected, self.found)
    }
}

/// What is wrong with a scenario file; at least one thing. Shown as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    problems: Vec<Problem>,
}

impl Malformed {
    /// Everything that is wrong, or the first 32 things.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, problem) in self.problems.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Malformed {}

/// One thing that is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column in it, in characters from 1.
    pub column: usize,
    /// The key, like `position.hands[1]`; empty where there is none.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.reason)
    }
}

#[cfg(test)]
mod tests;

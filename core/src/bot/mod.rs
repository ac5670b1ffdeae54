//! Automatic players, as pure functions from what a seat may know to a move.
//!
//! What a seat may know is [`Knowledge`]: the public state, its own hand, and what everybody has seen happen. Nothing here
//! can look at another hand or into the boneyard, reads a clock, or draws a random number: a seed and the time to think
//! are arguments, and the same arguments give the same move.
//!
//! | level | stands in | does |
//! | --- | --- | --- |
//! | [`Level::Easy`] | `easy` | lays what fits, as a beginner does |
//! | [`Level::Steady`] | `steady` | plans the longest train of its hand and keeps it whole |
//! | [`Level::Sharp`] | `sharp` | plays on from many deals that agree with all it knows, and compares |

mod deal;
mod easy;
mod guess;
mod habit;
mod hint;
mod past;
mod plan;
mod playout;
mod rng;
mod sharp;
mod steady;
mod table;
mod trail;

pub use hint::{Hint, Why, hint};
pub use past::Past;
pub use table::{Observed, Played, play_match, play_round};
pub use trail::Trail;

use serde::{Deserialize, Serialize};

use crate::prompt::{Move, SeatView};

/// What a seat may know, and all that a player may decide by.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'a> {
    /// The public state and the own hand.
    pub view: SeatView<'a>,
    /// What others have shown about theirs.
    pub past: &'a Past,
}

/// How well an automatic player plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A beginner.
    Easy,
    /// Plans its own hand.
    #[default]
    Steady,
    /// Thinks about what others may hold.
    Sharp,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Steady, Self::Sharp];

    /// Its name, as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Steady => "steady",
            Self::Sharp => "sharp",
        }
    }

    /// The level of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The move that a player of this level makes; `None` if the seat owes none. With an equal seed it is the same move.
///
/// Only [`Level::Sharp`] thinks for long: it asks `goes_on` again and again whether there is time left, telling how many
/// rounds it has played on in its head, and answers soon after a no. [`playouts`] is such a clock that ticks the same
/// everywhere.
#[must_use]
pub fn choose(
    known: &Knowledge<'_>,
    level: Level,
    seed: u64,
    goes_on: &mut dyn FnMut(u32) -> bool,
) -> Option<Move> {
    match level {
        Level::Easy => easy::choose(known, seed),
        Level::Steady => steady::choose(known),
        Level::Sharp => sharp::choose(known, seed, goes_on),
    }
}

/// The move by the simple plan after which everybody plays in a sharp player's head; `None` if the seat owes none. Nobody at a
/// table plays by it: it is here to be measured, since a sharp player sees no further than its plan.
#[must_use]
pub fn by_plan(known: &Knowledge<'_>) -> Option<Move> {
    playout::Playout::default().choose(&known.view)
}

/// Time to think until so many rounds have been played on.
pub fn playouts(most: u32) -> impl FnMut(u32) -> bool {
    move |played| played < most
}

#[cfg(test)]
mod tests;

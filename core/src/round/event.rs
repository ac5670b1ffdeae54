//! What can happen in a round, how it ends, and why something is refused.

use std::fmt;

use crate::seat::{Seat, TrainId};
use crate::tile::Tile;

/// Something that happens in a round and that everybody at the table sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// This seat was dealt the engine and places it.
    EngineHeld {
        /// The holder.
        seat: Seat,
    },
    /// Nobody was dealt the engine: the search begins.
    EngineNotHeld,
    /// In the search this seat draws the engine and places it.
    SearchFound {
        /// The seat that draws.
        seat: Seat,
    },
    /// In the search this seat draws another tile and keeps it.
    SearchMissed {
        /// The seat that draws.
        seat: Seat,
    },
    /// In a search of all seats together each of them draws one tile; where fewer are left than seats, the first seats
    /// do. One of them draws the engine and places it, or all draw others. All keep what they draw.
    SearchedTogether {
        /// The seat that draws the engine.
        found: Option<Seat>,
    },
    /// A tile is laid on a train.
    Play {
        /// The seat that lays it.
        seat: Seat,
        /// What it lays.
        tile: Tile,
        /// Where.
        train: TrainId,
    },
    /// A tile is drawn from the boneyard.
    Draw {
        /// The seat that draws.
        seat: Seat,
    },
    /// The tile just drawn cannot be played: it is kept and the turn ends.
    Keep {
        /// The seat that drew.
        seat: Seat,
    },
    /// A seat with nothing to play passes, since the boneyard is empty or the rules give it no draw.
    Pass {
        /// The seat that passes.
        seat: Seat,
    },
    /// A seat ends its opening chain. Unlike a pass this needs no reason, and lights no lantern.
    Stop {
        /// The seat whose chain it is.
        seat: Seat,
    },
    /// At a standstill this seat can play after all: the round goes on.
    SomebodyCanPlay {
        /// One of those who can.
        seat: Seat,
    },
    /// At a standstill nobody can play: the round is blocked.
    NobodyCanPlay,
    /// The turn of a seat whose player has left the table: it plays and draws nothing, and its train has its lantern.
    Absent {
        /// The seat.
        seat: Seat,
    },
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This seat played its last tile; if several did in their first turns, it was the first of them.
    Out(Seat),
    /// Nobody could play for a full circuit.
    Blocked,
}

impl Ending {
    /// Its name in scenario files: `out` or `blocked`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out(_) => "out",
            Self::Blocked => "blocked",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Out(seat) => write!(f, "seat {seat} went out"),
            Self::Blocked => f.write_str("the round is blocked"),
        }
    }
}

/// What is owed in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A tile, or a draw or pass if nothing plays.
    Play,
    /// A tile was drawn: it is played, or kept if it cannot be.
    PlayDrawn,
    /// The seat has just played a double and owes one more tile: the one that satisfies it, or, where the rules let it
    /// go anywhere, any other.
    Satisfy,
}

impl Phase {
    /// Its name in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::PlayDrawn => "play-drawn",
            Self::Satisfy => "satisfy",
        }
    }
}

/// Why something is refused. Of several reasons the one that stands first here is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// The round has ended.
    #[error("the round is over")]
    RoundOver,
    /// Another seat is to act.
    #[error("it is another seat's turn")]
    NotYourTurn,
    /// Nothing of this kind is owed now. No move of a turn is ever refused so while a turn is running, but for the stop
    /// of a chain where there is none; it answers events of the engine's search and the like at the wrong moment.
    #[error("this is not owed now")]
    NotExpected,
    /// No such tile in the set.
    #[error("there is no such tile in this set")]
    NotInSet,
    /// The seat does not hold the tile.
    #[error("that tile is not in the hand")]
    NotInHand,
    /// A tile was drawn that can be played, and this is something else.
    #[error("the tile just drawn must be played")]
    MustPlayDrawn,
    /// A double waits elsewhere.
    #[error("a double waits: only a tile that satisfies it may be played")]
    DoubleWaits,
    /// The train is somebody else's and has no lantern.
    #[error("that train is closed")]
    TrainClosed,
    /// The rules open this train only after the seat's first turn.
    #[error("that train is not open on a first turn")]
    TooEarly,
    /// The tile does not match the open pip.
    #[error("that tile does not match the end of the train")]
    DoesNotMatch,
    /// A draw by a seat that holds a legal play, or to which the rules give none.
    #[error("a seat that can play may not draw")]
    MayNotDraw,
    /// A draw from nothing.
    #[error("the boneyard is empty")]
    BoneyardEmpty,
    /// A pass by a seat that holds a legal play.
    #[error("a seat that can play may not pass")]
    MayNotPass,
    /// A pass while the boneyard still holds tiles.
    #[error("a seat that cannot play must draw while the boneyard holds tiles")]
    MustDraw,
}

impl Refusal {
    /// The refusals that scenario files can name, in the order in which they are given.
    pub const SCENARIO: [Self; 13] = [
        Self::RoundOver,
        Self::NotYourTurn,
        Self::NotInSet,
        Self::NotInHand,
        Self::MustPlayDrawn,
        Self::DoubleWaits,
        Self::TrainClosed,
        Self::TooEarly,
        Self::DoesNotMatch,
        Self::MayNotDraw,
        Self::BoneyardEmpty,
        Self::MayNotPass,
        Self::MustDraw,
    ];

    /// The code of scenario files and logs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::RoundOver => "round-over",
            Self::NotYourTurn => "not-your-turn",
            Self::NotExpected => "not-expected",
            Self::NotInSet => "not-in-set",
            Self::NotInHand => "not-in-hand",
            Self::MustPlayDrawn => "must-play-drawn",
            Self::DoubleWaits => "double-waits",
            Self::TrainClosed => "train-closed",
            Self::TooEarly => "too-early",
            Self::DoesNotMatch => "does-not-match",
            Self::MayNotDraw => "may-not-draw",
            Self::BoneyardEmpty => "boneyard-empty",
            Self::MayNotPass => "may-not-pass",
            Self::MustDraw => "must-draw",
        }
    }

    /// The refusal with this code, of those that scenario files can name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::SCENARIO.into_iter().find(|refusal| refusal.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::Refusal;

    #[test]
    fn codes_are_distinct_and_come_back() {
        for refusal in Refusal::SCENARIO {
            assert_eq!(Refusal::from_code(refusal.code()), Some(refusal));
        }
        assert!(Refusal::SCENARIO.is_sorted());
        assert_eq!(Refusal::from_code("not-expected"), None);
    }
}

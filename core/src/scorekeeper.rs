//! Keeping the scores of a match that is played with tiles of wood: what people say they hold, checked and added up.
//!
//! The keeper knows no names and has seen no tile being played: it takes the table's word, and refuses what cannot be. What
//! a hand costs and who leads comes from the same functions as in a match of this program.

use std::fmt;
use std::str::FromStr;

use crate::movetext;
use crate::round::Ending;
use crate::rules::{FirstTurnOut, Rules};
use crate::score::{ScoreError, Scoreboard, hand_points, scores_of};
use crate::seat::{Seat, Seats};
use crate::text::quoted;
use crate::tile::{Pip, Tile, TileTextError};
use crate::tiles::Tiles;

/// A scoresheet that people fill in: every round as it was told, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scorekeeper {
    rules: Rules,
    board: Scoreboard,
    tallies: Vec<Tally>,
    /// Rounds that were taken back, the last one taken back last.
    undone: Vec<Tally>,
}

impl Scorekeeper {
    /// An empty sheet.
    #[must_use]
    pub fn new(rules: &Rules, seats: Seats) -> Self {
        let board = Scoreboard::new(rules, seats);
        Self { rules: *rules, board, tallies: Vec::new(), undone: Vec::new() }
    }

    /// Writes the next round down. What was taken back before is forgotten.
    ///
    /// # Errors
    /// The first thing that cannot be; then nothing is written.
    pub fn record(&mut self, tally: Tally) -> Result<(), TallyFault> {
        self.write(tally)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes the last round back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(tally) = self.tallies.pop() else { return false };
        self.board = self.board.first_rounds(self.tallies.len());
        self.undone.push(tally);
        true
    }

    /// Writes the round down again that was taken back last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(tally) = self.undone.pop() else { return false };
        // It was checked when it was written first, and nothing before it has changed since.
        self.write(tally).is_ok()
    }

    /// The rules that are scored by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The scores, totals and ranks.
    #[must_use]
    pub const fn board(&self) -> &Scoreboard {
        &self.board
    }

    /// Every round as it was told.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// The rounds that were taken back and can be written again, the next one last.
    #[must_use]
    pub fn undone(&self) -> &[Tally] {
        &self.undone
    }

    /// The starting double's pip of the round that is told next; `None` after the last round.
    #[must_use]
    pub fn engine(&self) -> Option<Pip> {
        u8::try_from(self.tallies.len()).ok().and_then(|round| self.rules.engine_of(round))
    }

    fn write(&mut self, tally: Tally) -> Result<(), TallyFault> {
        let points = self.check(&tally)?;
        self.board.record_ended(&scores_of(&self.rules, tally.ending, &points), tally.ending)?;
        self.tallies.push(tally);
        Ok(())
    }

    /// What every hand costs, if it can be so.
    fn check(&self, tally: &Tally) -> Result<Vec<u16>, TallyFault> {
        let engine = self.engine().ok_or(ScoreError::Complete)?;
        let seats = self.board.seats();
        if tally.hands.len() != seats.count() {
            return Err(ScoreError::Seats { found: tally.hands.len(), seats }.into());
        }
        self.check_tiles(tally, engine)?;
        self.check_ending(tally, engine)?;
        let points: Vec<u16> = tally.hands.iter().map(|held| held.points(&self.rules)).collect();
        let mut left = self.rules.set().tiles();
        left.remove(Tile::double(engine));
        let (most, told) = (hand_points(&self.rules, left), points.iter().copied().map(u32::from).sum());
        if told > u32::from(most) {
            return Err(TallyFault::TooMany { points: told, most });
        }
        Ok(points)
    }

    fn check_tiles(&self, tally: &Tally, engine: Pip) -> Result<(), TallyFault> {
        let mut seen: Vec<(Seat, Tiles)> = Vec::new();
        for (seat, held) in self.board.seats().iter().zip(&tally.hands) {
            let Held::Tiles(tiles) = *held else { continue };
            for tile in tiles {
                if !self.rules.set().contains(tile) {
                    return Err(TallyFault::Foreign { seat, tile });
                }
                if tile == Tile::double(engine) {
                    return Err(TallyFault::Engine { seat, tile });
                }
                if let Some((first, _)) = seen.iter().find(|(_, others)| others.contains(tile)) {
                    return Err(TallyFault::Shared { tile, first: *first, second: seat });
                }
            }
            seen.push((seat, tiles));
        }
        Ok(())
    }

    fn check_ending(&self, tally: &Tally, engine: Pip) -> Result<(), TallyFault> {
        let seats = self.board.seats();
        let out = match tally.ending {
            Ending::Out(seat) if !seats.contains(seat) => return Err(TallyFault::NoSuchSeat { seat, seats }),
            Ending::Out(seat) => Some(seat),
            Ending::Blocked => None,
        };
        let blank = Tile::double(Pip::BLANK);
        let mut holds_blank = None;
        for (seat, held) in seats.iter().zip(&tally.hands) {
            if Some(seat) == out {
                if !held.may_be_nothing() {
                    return Err(TallyFault::OutHolds { seat });
                }
                continue;
            }
            // Else everybody still gets a first turn, and may go out on it too.
            if out.is_none() || self.rules.first_turn_out == FirstTurnOut::Ends {
                if held.is_nothing(&self.rules, engine) {
                    return Err(TallyFault::HoldsNothing { seat, out });
                }
                // A hand without points is the double-blank then, and the set has one.
                if held.holds(blank)
                    && let Some(first) = holds_blank.replace(seat)
                {
                    return Err(TallyFault::Shared { tile: blank, first, second: seat });
                }
            }
        }
        Ok(())
    }
}

/// A round as it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How it ended.
    pub ending: Ending,
    /// What each seat still held, in order.
    pub hands: Vec<Held>,
}

impl Tally {
    /// The round that ends as these hands say: the one seat that holds nothing has gone out.
    ///
    /// # Errors
    /// Nobody, or more than one, holds nothing: then it has to be said how the round ended.
    pub fn by_hands(hands: Vec<Held>) -> Result<Self, TallyFault> {
        let seats = hands.iter().zip((0..).map_while(Seat::new));
        let empty: Vec<Seat> =
            seats.filter(|(held, _)| held.may_be_nothing()).map(|(_, seat)| seat).collect();
        match empty.as_slice() {
            [one] => Ok(Self { ending: Ending::Out(*one), hands }),
            _ => Err(TallyFault::Unclear { empty: empty.len() }),
        }
    }
}

/// What somebody holds at the end of a round, as they tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// So many points, 0-0 counted as the rules say.
    Points(u16),
    /// These tiles.
    Tiles(Tiles),
}

impl Held {
    /// No tile.
    pub const NOTHING: Self = Self::Tiles(Tiles::EMPTY);

    /// What it costs.
    #[must_use]
    pub fn points(self, rules: &Rules) -> u16 {
        match self {
            Self::Points(points) => points,
            Self::Tiles(tiles) => hand_points(rules, tiles),
        }
    }

    /// Whether it cannot be anything: no points are no tiles, unless 0-0 costs nothing and can be held.
    fn is_nothing(self, rules: &Rules, engine: Pip) -> bool {
        match self {
            Self::Points(points) => points == 0 && (rules.double_blank.points() > 0 || engine == Pip::BLANK),
            Self::Tiles(tiles) => tiles.is_empty(),
        }
    }

    /// Whether it is this tile, or that among others; no points can only be the double-blank.
    fn holds(self, tile: Tile) -> bool {
        match self {
            Self::Points(points) => points == 0,
            Self::Tiles(tiles) => tiles.contains(tile),
        }
    }

    const fn may_be_nothing(self) -> bool {
        match self {
            Self::Points(points) => points == 0,
            Self::Tiles(tiles) => tiles.is_empty(),
        }
    }
}

impl fmt::Display for Held {
    /// As [`FromStr`] reads it: points, tiles with blanks between, or `-` for nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => points.fmt(f),
            Self::Tiles(tiles) if tiles.is_empty() => f.write_str("-"),
            Self::Tiles(tiles) => tiles.fmt(f),
        }
    }
}

impl FromStr for Held {
    type Err = HeldTextError;

    /// Reads points (`31`), tiles with blanks or commas between (`12-5 6-6 0-2`), or nothing (`-`, `out`, or no text). Other
    /// dashes and a slash are as good as the hyphen.
    fn from_str(text: &str) -> Result<Self, HeldTextError> {
        let text = text.trim().replace(movetext::is_dash, "-");
        let text = text.as_str();
        if text.is_empty() || text == "-" || text.eq_ignore_ascii_case("out") {
            return Ok(Self::NOTHING);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().map(Self::Points).map_err(|_| HeldTextError::Points(quoted(text)));
        }
        let mut tiles = Tiles::EMPTY;
        // A tile that comes twice ends this, so that no text is too long for it.
        let written = movetext::plain(&text.replace(',', " "));
        for one in written.split(' ').filter(|one| !one.is_empty()) {
            let tile: Tile = one.parse().map_err(HeldTextError::Tile)?;
            if !tiles.insert(tile) {
                return Err(HeldTextError::Twice(tile));
            }
        }
        if tiles.is_empty() { Err(HeldTextError::Points(quoted(text))) } else { Ok(Self::Tiles(tiles)) }
    }
}

/// Why a text says nothing about a hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeldTextError {
    /// A number that is too large, or no text at all.
    #[error("{0} is neither points nor tiles")]
    Points(String),
    /// A part that is no tile.
    #[error("{0}")]
    Tile(TileTextError),
    /// A tile that is there twice.
    #[error("{0} is there twice, and the set has one")]
    Twice(Tile),
}

/// Why a round cannot have ended as it was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TallyFault {
    /// Too few or too many hands, or a round after the last one.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// Somebody is to have gone out who is not there.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSuchSeat {
        /// Who.
        seat: Seat,
        /// The size of the table.
        seats: Seats,
    },
    /// A tile that the set does not have.
    #[error("seat {seat} cannot hold {tile}: the set does not have it")]
    Foreign {
        /// Who holds it.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The starting double, which lies in the middle.
    #[error("seat {seat} cannot hold {tile}: it is the round's starting double")]
    Engine {
        /// Who holds it.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A tile that two seats hold.
    #[error("{tile} cannot be held by seat {first} and by seat {second}")]
    Shared {
        /// The tile.
        tile: Tile,
        /// Who told of it first.
        first: Seat,
        /// Who else holds it.
        second: Seat,
    },
    /// More points than the set has beside the starting double.
    #[error("the hands cannot cost {points} together: all tiles but the starting double cost {most}")]
    TooMany {
        /// What the hands cost.
        points: u32,
        /// What all tiles cost.
        most: u16,
    },
    /// The seat that went out holds something.
    #[error("seat {seat} went out and can hold nothing")]
    OutHolds {
        /// Who.
        seat: Seat,
    },
    /// A seat that did not go out holds nothing.
    #[error("seat {seat} holds nothing, so they went out")]
    HoldsNothing {
        /// Who.
        seat: Seat,
        /// Who is to have gone out; nobody, where the round was blocked.
        out: Option<Seat>,
    },
    /// The hands do not say how the round ended.
    #[error("{empty} seats hold nothing: who went out, or was the round blocked?")]
    Unclear {
        /// How many hold nothing.
        empty: usize,
    },
}

#[cfg(test)]
mod tests;

//! The moves of scenario files: `2 plays 4-6 on 1`, `2 draws`, `2 passes`, `2 stops`.
//!
//! A play in an opening is the whole chain: the seat stops behind its last tile, unless the file goes on with it.

use std::fmt;

use crate::open::OpenRound;
use crate::prompt::Move;
use crate::round::Refusal;
use crate::seat::{Seat, Seats, TrainId};
use crate::text::quoted;
use crate::tile::{Tile, number};

/// A move of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StepMove {
    seat: Seat,
    action: Action,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Action {
    /// One tile, or several in order.
    Plays {
        tiles: Vec<StepTile>,
        train: TrainId,
    },
    Draws,
    Passes,
    Stops,
}

/// A tile as written: that one with 13 pips is in no set is for the engine to refuse, not for the reader.
#[derive(Clone, PartialEq, Eq, Debug)]
enum StepTile {
    Tile(Tile),
    InNoSet(String),
}

impl StepMove {
    /// Reads a move at a table of so many seats.
    pub(super) fn parse(text: &str, seats: Seats) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let seat = words.next().unwrap_or_default();
        let number = number(seat)
            .ok_or_else(|| format!("a move begins with a seat's number, not {}", quoted(seat)))?;
        let seat = Seat::from_number(number).filter(|seat| seats.contains(*seat));
        let seat = seat.ok_or_else(|| format!("there is no seat {number} at a table of {seats}"))?;
        Ok(Self { seat, action: Action::parse(words, seats)? })
    }

    /// Makes the move. If one tile of several is refused, none is laid. Where a chain could go on after it, `goes_on`
    /// says that the file does so.
    pub(super) fn perform(&self, round: &mut OpenRound, goes_on: bool) -> Result<(), Refusal> {
        match &self.action {
            Action::Draws => round.play(self.seat, Move::Draw).map(|_| ()),
            Action::Passes => round.play(self.seat, Move::Pass).map(|_| ()),
            Action::Stops => round.play(self.seat, Move::Stop).map(|_| ()),
            Action::Plays { tiles, train } => {
                let mut after = round.clone();
                self.check_held(round, tiles)?;
                tiles.iter().try_for_each(|tile| self.lay(&mut after, tile, *train))?;
                if !goes_on && after.check(self.seat, Move::Stop).is_ok() {
                    after.play(self.seat, Move::Stop)?;
                }
                *round = after;
                Ok(())
            }
        }
    }

    /// Whether the seat is to act and holds every tile: reasons against a chain that come before where its tiles go.
    fn check_held(&self, round: &OpenRound, tiles: &[StepTile]) -> Result<(), Refusal> {
        round.round().check_seat(self.seat)?;
        let set = round.round().rules().set();
        let known = |tile: &StepTile| match tile {
            StepTile::Tile(tile) => Some(*tile).filter(|tile| set.contains(*tile)),
            StepTile::InNoSet(_) => None,
        };
        let tiles: Option<Vec<Tile>> = tiles.iter().map(known).collect();
        let mut left = round.hand(self.seat);
        let held = tiles.ok_or(Refusal::NotInSet)?.into_iter().all(|tile| left.remove(tile));
        if held { Ok(()) } else { Err(Refusal::NotInHand) }
    }

    /// Whether this move, by the seat that made `previous`, goes on with its chain.
    pub(super) fn goes_on_with(&self, previous: &Self) -> bool {
        self.seat == previous.seat
    }

    fn lay(&self, round: &mut OpenRound, tile: &StepTile, train: TrainId) -> Result<(), Refusal> {
        match tile {
            StepTile::Tile(tile) => round.play_on(self.seat, Move::Play { tile: *tile, train }).map(|_| ()),
            StepTile::InNoSet(_) => round.round().check_seat(self.seat).and(Err(Refusal::NotInSet)),
        }
    }
}

impl fmt::Display for StepMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.seat)?;
        match &self.action {
            Action::Draws => f.write_str("draws"),
            Action::Passes => f.write_str("passes"),
            Action::Stops => f.write_str("stops"),
            Action::Plays { tiles, train } => {
                f.write_str("plays")?;
                for tile in tiles {
                    match tile {
                        StepTile::Tile(tile) => write!(f, " {tile}")?,
                        StepTile::InNoSet(text) => write!(f, " {text}")?,
                    }
                }
                write!(f, " on {train}")
            }
        }
    }
}

/// Reads a move without its seat, of one tile of some set, as `legal` lists it.
pub(super) fn parse_legal(text: &str, seats: Seats) -> Result<Move, String> {
    match Action::parse(text.split_whitespace(), seats)? {
        Action::Draws => Ok(Move::Draw),
        Action::Passes => Ok(Move::Pass),
        Action::Stops => Ok(Move::Stop),
        Action::Plays { tiles, train } => match tiles.as_slice() {
            [StepTile::Tile(tile)] => Ok(Move::Play { tile: *tile, train }),
            [StepTile::InNoSet(text)] => Err(format!("{text} is in no set")),
            _ => Err("a chain is listed by its first tile".to_owned()),
        },
    }
}

impl Action {
    fn parse<'t>(mut words: impl Iterator<Item = &'t str>, seats: Seats) -> Result<Self, String> {
        let action = match words.next().unwrap_or_default() {
            "draws" => Self::Draws,
            "passes" => Self::Passes,
            "stops" => Self::Stops,
            "plays" => Self::parse_plays(&mut words, seats)?,
            other => return Err(format!("a seat plays, draws or passes; it cannot {}", quoted(other))),
        };
        match words.next() {
            None => Ok(action),
            Some(word) => Err(format!("{} is too much", quoted(word))),
        }
    }

    fn parse_plays<'t>(words: &mut impl Iterator<Item = &'t str>, seats: Seats) -> Result<Self, String> {
        let mut tiles = Vec::new();
        loop {
            let word = words.next().ok_or("a play ends with \"on\" and a train")?;
            if word == "on" {
                break;
            }
            tiles.push(match word.parse() {
                Ok(tile) => StepTile::Tile(tile),
                Err(error) if crate::tile::TileTextError::is_too_high(&error) => {
                    StepTile::InNoSet(word.to_owned())
                }
                Err(error) => return Err(error.to_string()),
            });
        }
        if tiles.is_empty() {
            return Err("a play names a tile".to_owned());
        }
        let train = words.next().unwrap_or_default();
        let train: TrainId = train.parse().map_err(|error: crate::seat::TrainTextError| error.to_string())?;
        if !seats.has_train(train) {
            return Err(format!("there is no train {train} at a table of {seats}"));
        }
        Ok(Self::Plays { tiles, train })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_they_are_read() {
        let three = Seats::new(3).unwrap();
        for text in [
            "2 plays 4-6 on 1",
            "1 plays 4-6 6-7 on mexican",
            "3 draws",
            "1 passes",
            "1 stops",
            "1 plays 13-4 on 1",
        ] {
            assert_eq!(StepMove::parse(text, three).unwrap().to_string(), text);
        }
        assert_eq!(StepMove::parse("  2  plays 6-4   on 1 ", three).unwrap().to_string(), "2 plays 4-6 on 1");
    }

    #[test]
    fn what_is_no_move_says_why() {
        let three = Seats::new(3).unwrap();
        for (text, part) in [
            ("", "begins with a seat's number"),
            ("4 draws", "no seat 4"),
            ("0 draws", "no seat 0"),
            ("x draws", "begins with a seat's number, not \"x\""),
            ("1", "plays, draws or passes"),
            ("1 Draws", "plays, draws or passes"),
            ("1 draws two", "\"two\" is too much"),
            ("1 plays 4-6", "ends with \"on\""),
            ("1 plays on 1", "names a tile"),
            ("1 plays 4-x on 1", "is not a tile"),
            ("1 plays 4-6 on", "is not a train"),
            ("1 plays 4-6 on 4", "no train 4"),
            ("1 plays 4-6 on 1 2", "\"2\" is too much"),
        ] {
            let reason = StepMove::parse(text, three).unwrap_err();
            assert!(reason.contains(part), "{text}: {reason}");
        }
    }
}

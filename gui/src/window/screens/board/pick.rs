//! From taps to moves: tile then train, or train then tile.

use mextrain_core::{Move, Tile, TrainId, TrainSet};

/// What is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pick {
    /// A tile that waits for a train.
    pub tile: Option<Tile>,
    /// A train that waits for a tile.
    pub train: Option<TrainId>,
    /// A move that waits to be confirmed.
    pub pending: Option<Move>,
}

/// What was tapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// A tile of the hand.
    Tile(Tile),
    /// A train.
    Train(TrainId),
}

/// What comes of a tap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is chosen, and the other half of the move is still to come.
    Chosen,
    /// It was chosen already, and is so no more.
    Cleared,
    /// Both halves are there, and make a legal move.
    Play {
        /// The tile.
        tile: Tile,
        /// The train.
        train: TrainId,
    },
    /// No legal move goes with it.
    NotPlayable,
}

impl Pick {
    /// Takes a tap, given every legal move.
    pub fn want(&mut self, want: Want, moves: &[Move]) -> Answer {
        self.pending = None;
        let legal = |tile, train| moves.contains(&Move::Play { tile, train });
        match want {
            Want::Tile(tile) if self.tile == Some(tile) => {
                self.tile = None;
                Answer::Cleared
            }
            Want::Train(train) if self.tile.is_none() && self.train == Some(train) => {
                self.train = None;
                Answer::Cleared
            }
            Want::Tile(tile) => match self.train {
                Some(train) if legal(tile, train) => Answer::Play { tile, train },
                Some(_) => Answer::NotPlayable,
                None if any(moves, |one, _| one == tile) => {
                    self.tile = Some(tile);
                    Answer::Chosen
                }
                None => Answer::NotPlayable,
            },
            Want::Train(train) => match self.tile {
                Some(tile) if legal(tile, train) => Answer::Play { tile, train },
                Some(_) => Answer::NotPlayable,
                None if any(moves, |_, one| one == train) => {
                    self.train = Some(train);
                    Answer::Chosen
                }
                None => Answer::NotPlayable,
            },
        }
    }

    /// The trains that can be played on: with the chosen tile, or with any.
    pub fn targets(&self, moves: &[Move]) -> TrainSet {
        let mut trains = TrainSet::EMPTY;
        for choice in moves {
            if let Move::Play { tile, train } = choice
                && self.tile.is_none_or(|chosen| chosen == *tile)
            {
                trains.insert(*train);
            }
        }
        trains
    }
}

fn any(moves: &[Move], test: impl Fn(Tile, TrainId) -> bool) -> bool {
    moves.iter().any(|choice| matches!(choice, Move::Play { tile, train } if test(*tile, *train)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEX: TrainId = TrainId::Mexican;

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    fn moves() -> Vec<Move> {
        let own: TrainId = "1".parse().unwrap();
        vec![
            Move::Play { tile: tile("4-7"), train: own },
            Move::Play { tile: tile("4-7"), train: MEX },
            Move::Play { tile: tile("2-4"), train: own },
        ]
    }

    #[test]
    fn tile_then_train_and_train_then_tile() {
        let mut pick = Pick::default();
        assert_eq!(pick.want(Want::Tile(tile("4-7")), &moves()), Answer::Chosen);
        assert_eq!(pick.targets(&moves()).len(), 2);
        assert_eq!(pick.want(Want::Train(MEX), &moves()), Answer::Play { tile: tile("4-7"), train: MEX });
        let mut pick = Pick::default();
        assert_eq!(pick.want(Want::Train(MEX), &moves()), Answer::Chosen);
        assert_eq!(pick.want(Want::Tile(tile("2-4")), &moves()), Answer::NotPlayable);
        assert_eq!(
            pick.want(Want::Tile(tile("4-7")), &moves()),
            Answer::Play { tile: tile("4-7"), train: MEX }
        );
    }

    #[test]
    fn a_second_tap_lets_go_and_another_tile_takes_over() {
        let mut pick = Pick::default();
        pick.want(Want::Tile(tile("4-7")), &moves());
        assert_eq!(pick.want(Want::Tile(tile("2-4")), &moves()), Answer::Chosen);
        assert_eq!((pick.tile, pick.targets(&moves()).len()), (Some(tile("2-4")), 1));
        assert_eq!(pick.want(Want::Train(MEX), &moves()), Answer::NotPlayable);
        assert_eq!(pick.want(Want::Tile(tile("2-4")), &moves()), Answer::Cleared);
        assert_eq!(pick, Pick::default());
    }

    #[test]
    fn nothing_is_chosen_that_is_no_part_of_a_move() {
        let mut pick = Pick::default();
        for want in [Want::Tile(tile("0-0")), Want::Train("2".parse().unwrap())] {
            assert_eq!(pick.want(want, &moves()), Answer::NotPlayable);
            assert_eq!(pick.want(want, &[]), Answer::NotPlayable);
            assert_eq!(pick, Pick::default());
        }
    }
}

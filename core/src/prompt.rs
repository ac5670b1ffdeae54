//! What is owed, and what one seat may do about it: the one value that window, terminal and bot word or answer.

use std::fmt;

use crate::round::{Ending, Phase, Refusal, Round};
use crate::seat::{Seat, SeatSet, TrainId};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// What a round waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// All seats: who was dealt the engine?
    Engine {
        /// The tile in question.
        engine: Tile,
    },
    /// Nobody was: this seat draws for it.
    Search {
        /// The seat to draw.
        seat: Seat,
        /// The tile that is looked for.
        engine: Tile,
    },
    /// Nobody was: all these seats draw one tile each.
    SearchTogether {
        /// The seats that draw, in order.
        seats: SeatSet,
        /// The tile that is looked for.
        engine: Tile,
    },
    /// A turn is running.
    Turn {
        /// The seat to act.
        seat: Seat,
        /// What it owes.
        phase: Phase,
        /// The train on whose end a double waits, and the pip that satisfies it; of several the oldest.
        waiting: Option<(TrainId, Pip)>,
        /// Tiles left to draw.
        boneyard: u8,
        /// What the seat does if it plays no tile.
        otherwise: Otherwise,
    },
    /// All seats have passed in a row, and these seats say whether they can play after all: whether they hold a tile
    /// of [`Round::playable_by`].
    Standstill {
        /// The seats that are asked.
        seats: SeatSet,
    },
    /// The round has ended.
    Over(Ending),
}

/// What a seat does in its turn if it plays no tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Otherwise {
    /// It draws.
    Draw,
    /// It passes.
    Pass,
    /// It keeps the tile that it has just drawn.
    Keep,
    /// It ends its opening chain, which it may do with any hand.
    Stop,
}

impl Otherwise {
    /// Whether it is allowed only to a seat that can play nothing. Such a seat claims that none of its tiles, or for
    /// [`Keep`](Self::Keep) not the tile just drawn, is one of [`Round::playable`].
    #[must_use]
    pub const fn needs_claim(self) -> bool {
        !matches!(self, Self::Stop)
    }
}

/// What a seat does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// It lays a tile on a train.
    Play {
        /// Which.
        tile: Tile,
        /// Where.
        train: TrainId,
    },
    /// It draws a tile.
    Draw,
    /// It passes.
    Pass,
    /// It ends its opening chain.
    Stop,
}

impl fmt::Display for Move {
    /// As a scenario file writes it, without the seat: `plays 4-6 on 1`, `draws`, `passes`, `stops`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { tile, train } => write!(f, "plays {tile} on {train}"),
            Self::Draw => f.write_str("draws"),
            Self::Pass => f.write_str("passes"),
            Self::Stop => f.write_str("stops"),
        }
    }
}

/// A round as one seat sees it: the public state and its own hand.
///
/// Whoever makes one answers for the hand; with a wrong one it only answers wrongly.
#[derive(Clone, Copy, Debug)]
pub struct SeatView<'a> {
    round: &'a Round,
    seat: Seat,
    hand: Tiles,
    drawn: Option<Tile>,
}

impl<'a> SeatView<'a> {
    /// The view of this seat, which holds `hand`. `drawn` is the tile of the hand that it has just drawn, and matters
    /// only while that tile is to be played or kept.
    #[must_use]
    pub fn new(round: &'a Round, seat: Seat, hand: Tiles, drawn: Option<Tile>) -> Self {
        let pending = round.to_act() == Some(seat) && round.phase() == Some(Phase::PlayDrawn);
        Self { round, seat, hand, drawn: drawn.filter(|_| pending) }
    }

    /// The public state.
    #[must_use]
    pub const fn round(&self) -> &'a Round {
        self.round
    }

    /// Whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat holds, a drawn tile included.
    #[must_use]
    pub const fn hand(&self) -> Tiles {
        self.hand
    }

    /// The tile that was just drawn and is to be played or kept.
    #[must_use]
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Whether it is this seat's turn.
    #[must_use]
    pub fn to_act(&self) -> bool {
        self.round.to_act() == Some(self.seat)
    }

    /// Every legal move: plays by train and tile, and the end of a chain, or else the draw or pass that is owed. Empty
    /// when it is not this seat's turn, and when a drawn tile can only be kept.
    #[must_use]
    pub fn moves(&self) -> Moves {
        let mut moves = Moves { plays: [Tiles::EMPTY; TrainId::COUNT], train: 0, other: None };
        if !self.to_act() {
            return moves;
        }
        let candidates = self.candidates();
        for (train, tiles) in self.round.reach() {
            moves.plays[train.index()] = candidates.both(tiles);
        }
        let stuck = moves.len() == 0;
        moves.other = match self.round.otherwise() {
            Some(Otherwise::Draw) if stuck => Some(Move::Draw),
            Some(Otherwise::Pass) if stuck => Some(Move::Pass),
            Some(Otherwise::Stop) => Some(Move::Stop),
            _ => None,
        };
        moves
    }

    /// The tiles of the hand that can be laid somewhere now. What a seat must hold none of when it draws or passes.
    #[must_use]
    pub fn playable(&self) -> Tiles {
        if self.to_act() { self.candidates().both(self.round.playable()) } else { Tiles::EMPTY }
    }

    /// Whether a tile was drawn that cannot be played: it is kept, and the turn ends.
    #[must_use]
    pub fn must_keep(&self) -> bool {
        self.to_act() && self.is_pending() && self.playable().is_empty()
    }

    /// Whether the seat could make this move now.
    ///
    /// # Errors
    /// The first reason against it, in the order of [`Refusal`].
    pub fn check(&self, choice: Move) -> Result<(), Refusal> {
        self.round.check_seat(self.seat)?;
        let can_play = !self.playable().is_empty();
        let otherwise = self.round.otherwise();
        match choice {
            Move::Play { tile, .. } if !self.round.rules().set().contains(tile) => Err(Refusal::NotInSet),
            Move::Play { tile, .. } if !self.hand.contains(tile) => Err(Refusal::NotInHand),
            Move::Play { tile, train } if !self.is_pending() || self.drawn == Some(tile) => {
                self.round.check_play(self.seat, tile, train)
            }
            Move::Play { .. } => Err(Refusal::MustPlayDrawn),
            _ if self.is_pending() => Err(Refusal::MustPlayDrawn),
            Move::Draw if can_play => Err(Refusal::MayNotDraw),
            Move::Draw if self.round.boneyard() == 0 => Err(Refusal::BoneyardEmpty),
            Move::Draw if otherwise != Some(Otherwise::Draw) => Err(Refusal::MayNotDraw),
            Move::Pass if can_play || otherwise == Some(Otherwise::Stop) => Err(Refusal::MayNotPass),
            Move::Pass if otherwise == Some(Otherwise::Draw) => Err(Refusal::MustDraw),
            Move::Stop if otherwise == Some(Otherwise::Stop) => Ok(()),
            Move::Stop if self.round.phase() == Some(Phase::Satisfy) => Err(Refusal::DoubleWaits),
            Move::Stop => Err(Refusal::NotExpected),
            Move::Draw | Move::Pass => Ok(()),
        }
    }

    /// Whether the seat may draw now, and if not, why.
    #[must_use]
    pub fn may_draw(&self) -> DrawAnswer {
        if !self.to_act() {
            return DrawAnswer::NotYourTurn;
        }
        match self.moves().next() {
            Some(Move::Play { tile, train }) => DrawAnswer::CanPlay { tile, train },
            Some(Move::Draw) => DrawAnswer::Yes,
            Some(Move::Pass) if self.round.boneyard() == 0 => DrawAnswer::BoneyardEmpty,
            Some(Move::Pass) => DrawAnswer::NoDraw,
            Some(Move::Stop) => DrawAnswer::InChain,
            None => DrawAnswer::MustKeep,
        }
    }

    /// Whether the seat may pass now.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.moves().next() == Some(Move::Pass)
    }

    const fn candidates(&self) -> Tiles {
        match self.drawn {
            Some(tile) => {
                let mut only = Tiles::EMPTY;
                only.insert(tile);
                only
            }
            None => self.hand,
        }
    }

    fn is_pending(&self) -> bool {
        self.round.phase() == Some(Phase::PlayDrawn)
    }
}

/// Whether a seat may draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawAnswer {
    /// It may, and must: nothing plays.
    Yes,
    /// No, it can play; for example so. A tile just drawn is the only example there is.
    CanPlay {
        /// A tile.
        tile: Tile,
        /// A train that it can be laid on.
        train: TrainId,
    },
    /// No, nothing is left to draw: it passes.
    BoneyardEmpty,
    /// No, the rules give it no draw now, though tiles are left: it passes.
    NoDraw,
    /// No, nothing that it holds goes on with its opening chain: it ends it.
    InChain,
    /// No, it has drawn, and keeps the tile.
    MustKeep,
    /// No, another seat is to act, or nobody.
    NotYourTurn,
}

/// The legal moves of a seat; see [`SeatView::moves`]. Made without allocation, since simulations ask at every turn.
#[derive(Clone, Debug)]
pub struct Moves {
    plays: [Tiles; TrainId::COUNT],
    /// The first train with plays that may be left.
    train: u8,
    other: Option<Move>,
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        while let Some(train) = TrainId::from_index(self.train) {
            let tiles = &mut self.plays[train.index()];
            if let Some(tile) = tiles.iter().next() {
                tiles.remove(tile);
                return Some(Move::Play { tile, train });
            }
            self.train += 1;
        }
        self.other.take()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let plays: usize = self.plays.iter().map(|tiles| usize::from(tiles.len())).sum();
        let left = plays + usize::from(self.other.is_some());
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests;

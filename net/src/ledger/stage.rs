//! What a step of the log waits for.

use mextrain_core::{Seat, SeatSet};

use crate::envelope::Kind;

/// Where a match stands: which contributions the current step waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Everybody signs the charter.
    Signing,
    /// Everybody shows the nonce they committed to.
    Revealing,
    /// Everybody publishes a key for this round.
    Keys,
    /// A seat shuffles.
    Shuffling {
        /// The seat.
        seat: Seat,
        /// How many seats have shuffled already.
        done: usize,
    },
    /// Everybody locks its tokens for the case that it vanishes, where the table keeps going then.
    Locking,
    /// Everybody else opens the locked tokens of a seat that has vanished, as far as they are due by now.
    Unlocking {
        /// The seat.
        seat: Seat,
    },
    /// Everybody opens the dealt tiles to their owners.
    Dealing,
    /// Everybody opens the engine or proves not to hold it.
    FindingEngine,
    /// Nobody was dealt the engine: the others open the next tile of the boneyard to a seat.
    SearchTokens {
        /// The seat that draws.
        seat: Seat,
        /// The slot it draws.
        slot: usize,
    },
    /// The seat shows the engine, or proves that it drew another tile.
    SearchShow {
        /// The seat that drew.
        seat: Seat,
        /// The slot it drew.
        slot: usize,
    },
    /// Nobody was dealt the engine, and all draw at once: everybody opens to the others the tiles that these draw.
    TogetherTokens {
        /// The seats that draw, in order.
        seats: SeatSet,
        /// The slot of the first of them; the next ones are the others'.
        first: usize,
    },
    /// Each of the seats shows the engine, or proves that it drew another tile.
    TogetherShow {
        /// The seats that drew, in order.
        seats: SeatSet,
        /// The slot of the first of them; the next ones are the others'.
        first: usize,
    },
    /// A seat plays, draws or passes.
    Turn {
        /// The seat.
        seat: Seat,
    },
    /// The others open the boneyard's next tile to a seat.
    DrawTokens {
        /// The seat that draws.
        seat: Seat,
        /// The slot it draws.
        slot: usize,
    },
    /// The seat plays what it drew, or proves that it does not fit.
    Drawn {
        /// The seat that drew.
        seat: Seat,
        /// The slot it drew.
        slot: usize,
    },
    /// All have passed in a row: everybody proves that they cannot play either, or says that they can.
    Standstill,
    /// Whoever holds tiles opens them.
    Scoring,
    /// Everybody confirms the scores and is ready for the next round.
    Sealing,
    /// The match has been played to its end.
    Over,
    /// The match was stopped by somebody's fault.
    Stopped,
}

impl Stage {
    /// The kind of contribution that is owed, or `None` where nothing is.
    pub fn kind(&self) -> Option<Kind> {
        Some(match self {
            Stage::Signing => Kind::Sign,
            Stage::Revealing => Kind::Reveal,
            Stage::Keys => Kind::RoundKey,
            Stage::Shuffling { .. } => Kind::Shuffle,
            Stage::Locking => Kind::Lock,
            Stage::Unlocking { .. } => Kind::Unlock,
            Stage::Dealing => Kind::Deal,
            Stage::FindingEngine | Stage::SearchShow { .. } | Stage::TogetherShow { .. } => Kind::Engine,
            Stage::SearchTokens { .. } | Stage::TogetherTokens { .. } | Stage::DrawTokens { .. } => {
                Kind::DrawToken
            }
            Stage::Turn { .. } => Kind::Turn,
            Stage::Drawn { .. } => Kind::Drawn,
            Stage::Standstill => Kind::Standstill,
            Stage::Scoring => Kind::Score,
            Stage::Sealing => Kind::Seal,
            Stage::Over | Stage::Stopped => return None,
        })
    }

    /// The slots that are being drawn, ascending, each with the seat that it goes to.
    pub fn draws(&self) -> impl Iterator<Item = (Seat, usize)> + use<> {
        let (seats, first) = match *self {
            Stage::SearchTokens { seat, slot }
            | Stage::SearchShow { seat, slot }
            | Stage::DrawTokens { seat, slot }
            | Stage::Drawn { seat, slot } => ([seat].into_iter().collect(), slot),
            Stage::TogetherTokens { seats, first } | Stage::TogetherShow { seats, first } => (seats, first),
            _ => (SeatSet::EMPTY, 0),
        };
        seats.iter().zip(first..)
    }

    /// The slot that a seat draws, while it does.
    pub fn drawn_by(&self, seat: Seat) -> Option<usize> {
        self.draws().find(|(drawer, _)| *drawer == seat).map(|(_, slot)| slot)
    }

    /// The slots that are being drawn by others than this seat, which owes its tokens for them.
    pub fn drawn_by_others(&self, seat: Seat) -> Vec<usize> {
        self.draws().filter(|(drawer, _)| *drawer != seat).map(|(_, slot)| slot).collect()
    }
}

//! What a step of the log waits for.

use mextrain_core::Seat;

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
            Stage::FindingEngine | Stage::SearchShow { .. } => Kind::Engine,
            Stage::SearchTokens { .. } | Stage::DrawTokens { .. } => Kind::DrawToken,
            Stage::Turn { .. } => Kind::Turn,
            Stage::Drawn { .. } => Kind::Drawn,
            Stage::Scoring => Kind::Score,
            Stage::Sealing => Kind::Seal,
            Stage::Over | Stage::Stopped => return None,
        })
    }

    /// The seat whose tile is drawn, and the slot, while one is being drawn.
    pub fn drawing(&self) -> Option<(Seat, usize)> {
        match *self {
            Stage::SearchTokens { seat, slot }
            | Stage::SearchShow { seat, slot }
            | Stage::DrawTokens { seat, slot }
            | Stage::Drawn { seat, slot } => Some((seat, slot)),
            _ => None,
        }
    }
}

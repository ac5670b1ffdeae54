//! What happened, for people: everything a step of the log changed that all players may know.

use mextrain_core::{Ending, Seat, SeatSet, Tile, TrainId};

use crate::charter::TableWords;

/// What becomes of a round from which players vanished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// It is void, and dealt again without them.
    Void,
    /// It goes on without them: the others open their tokens.
    GoesOn,
    /// It was played out, and only the scores are left.
    PlayedOut,
}

/// One thing that happened at the table, as everybody saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Everybody signed the charter.
    CharterSigned,
    /// The nonces are open: seats are drawn and the words can be compared.
    Seated {
        /// For each seat the roster's member.
        members: Vec<usize>,
        /// The words to read aloud.
        words: TableWords,
    },
    /// All keys of the round are there.
    KeysIn {
        /// The seats that are dealt in: all but those who have left.
        seats: SeatSet,
    },
    /// A seat shuffled, with proof.
    Shuffled {
        /// The seat.
        seat: Seat,
        /// How many seats have shuffled now.
        done: usize,
    },
    /// Every seat can see its own hand.
    Dealt,
    /// The engine lies in the hub.
    EnginePlaced {
        /// Who placed it.
        seat: Seat,
        /// The engine.
        tile: Tile,
        /// Whether it was drawn in a search.
        searched: bool,
    },
    /// The engine lies in the hub since before the deal: nobody holds it, and nobody places it.
    EngineSetAside {
        /// The engine.
        tile: Tile,
    },
    /// Nobody was dealt the engine.
    EngineNotDealt,
    /// A seat drew another tile than the engine in the search for it.
    SearchMissed {
        /// The seat.
        seat: Seat,
    },
    /// In a search of all seats together these seats drew other tiles than the engine; if another one drew that, it was told before.
    SearchedTogether {
        /// The seats.
        missed: SeatSet,
    },
    /// A tile was laid.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Where.
        train: TrainId,
        /// Whether it had just been drawn.
        drawn: bool,
    },
    /// A seat draws: it holds nothing that plays.
    Drew {
        /// The seat.
        seat: Seat,
    },
    /// The drawn tile did not fit.
    Kept {
        /// The seat.
        seat: Seat,
    },
    /// A seat passed: it holds nothing that plays, and there is nothing to draw.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat ended its opening chain.
    ChainStopped {
        /// The seat.
        seat: Seat,
    },
    /// All had passed in a row, and these seats say that they can play after all: the round goes on.
    SomebodyCanPlay {
        /// The seats.
        seats: SeatSet,
    },
    /// All had passed in a row, and nobody can play: the round is blocked.
    NobodyCanPlay,
    /// A player has left the table: from here on the seat's tokens are computed, and its turns go by.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The turn of a seat whose player has left went by.
    Skipped {
        /// The seat.
        seat: Seat,
    },
    /// The others agreed to go on without players who vanished.
    Vanished {
        /// Their seats.
        seats: SeatSet,
        /// What becomes of the round.
        then: Aftermath,
    },
    /// So many have left that the others' locks are worth too little: the round is void, and dealt again to those who are left.
    DealtAgain,
    /// A player who had vanished is here again, and is dealt in.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The round is over; the hands will be opened.
    RoundEnded {
        /// How.
        ending: Ending,
    },
    /// The round is scored.
    Scored {
        /// What each seat still held, opened.
        hands: Vec<Vec<Tile>>,
        /// What each seat scores for it.
        scores: Vec<u16>,
        /// What each seat has in all.
        totals: Vec<u32>,
        /// Who was away: not dealt in, or vanished.
        away: SeatSet,
    },
    /// Everybody confirmed the scores.
    Sealed,
    /// A round begins.
    RoundBegan {
        /// Which, from 0.
        round: u8,
    },
    /// The last round is sealed.
    MatchOver,
}

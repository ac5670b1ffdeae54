//! The rules of Mexican Train dominoes, as a deterministic engine.
//!
//! Nothing in this crate reads a clock, draws a random number, opens a file or waits for anybody. What it
//! deliberately does not know: cards under cryptography, players' names, networks and windows.
//!
//! | to | use |
//! | --- | --- |
//! | agree on rules | [`Rules`] |
//! | follow a round whose hands are hidden | [`Round`], driven by [`Event`]s |
//! | ask what one seat may do in it | [`SeatView`] |
//! | play a round with every hand known | [`OpenRound`] |
//! | keep the scoresheet | [`Scoreboard`], and [`Scorekeeper`] for a table with tiles of wood |
//! | have an automatic seat | [`player::choose`] |
//! | read a typed move | [`movetext`] |
//! | replay a scenario file | [`scenario`] |
//!
//! ```
//! use mextrain_core::{OpenRound, Rules, Seats, player};
//!
//! let rules = Rules::default();
//! let order: Vec<_> = rules.set().tiles().iter().collect();
//! let mut round = OpenRound::deal(&rules, Seats::new(4).unwrap(), 0, &order).unwrap();
//! while let Some(seat) = round.round().to_act() {
//!     let choice = player::choose(&round.view(seat)).unwrap();
//!     round.play(seat, choice).unwrap();
//! }
//! assert!(round.scores().is_some());
//! ```

pub mod bot;
pub mod movetext;
mod open;
pub mod player;
mod prompt;
mod round;
mod rules;
pub mod scenario;
mod score;
mod scorekeeper;
mod seat;
mod setup;
#[cfg(test)]
mod testing;
mod text;
mod tile;
mod tiles;

pub use open::{DealError, Events, OpenRound};
pub use prompt::{DrawAnswer, Move, Moves, Otherwise, Prompt, SeatView};
pub use round::{Ending, Event, Phase, Refusal, Round, Trains, Waiting};
pub use rules::{
    BlockRule, Chart, Cover, DeadDouble, DoubleBlank, DoubleDraw, DoublesATurn, EngineRule, FirstTurnOut,
    Hand, Leader, MexicanStart, Opening, OpeningDraw, OpeningOn, OutOnDouble, Preset, Rules,
    RulesDecodeError, RulesErrors, RulesFault, RulesTextError, Scoring, SettingError,
};
pub use score::{
    ScoreError, Scoreboard, hand_points, round_scores, round_scores_without, scores_of, tile_points,
};
pub use scorekeeper::{Held, HeldTextError, Scorekeeper, Tally, TallyFault};
pub use seat::{Seat, SeatSet, Seats, TrainId, TrainSet};
pub use setup::{Field, Setup, SetupFault, Table};
pub use tile::{Pip, Tile, TileId, TileSet, TileTextError};
pub use tiles::Tiles;

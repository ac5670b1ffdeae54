//! The window: the game as people play it.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`app`] | what is shown now, and what becomes of the commands |
//! | [`seat`] | where a game comes from: [`networked`], or [`practice`] against [`bots`] without a network |
//! | [`command`] | everything that can be asked of the window, and the keys for it |
//! | [`screens`] | one module a screen: a function of what is known to what is asked for |
//! | [`widgets`] | buttons, icons, tiles, lamps, banners |
//! | [`tokens`] | every colour and measure |
//! | [`words`] | every sentence |
//! | [`scoring`] | the scoresheet of a match with tiles of wood |
//! | [`settings`], [`known`], [`past`] | what is remembered about this person, of others, and of games |
//! | [`sound`] | what is heard of a game |
//!
//! The window decides nothing about the game. It shows what the engine says is owed and passes on what the person wants.

pub mod app;
pub mod bots;
pub mod command;
pub mod known;
mod later;
pub mod networked;
pub mod open;
pub mod past;
pub mod practice;
pub mod scoring;
pub mod screens;
pub mod seat;
pub mod settings;
pub mod sound;
pub mod timeline;
pub mod tokens;
pub mod widgets;
pub mod words;

pub use self::{
    command::{Action, Command},
    open::{Environment, run},
};
use self::{seat::News, settings::Settings};

/// What every screen of a game is shown.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// The table as it stands.
    pub snapshot: &'a mextrain_net::session::Snapshot,
    /// What has happened so far, oldest first.
    pub history: &'a [News],
    /// What is remembered about this person.
    pub settings: &'a Settings,
    /// The board's actions that were asked for by key, menu or palette since the last frame.
    pub pressed: &'a [Action],
    /// Whether a question or the palette lies over the screen, so that plain keys are not the screen's.
    pub dialog: bool,
    /// Whether the game is one against bots in this process.
    pub practice: bool,
}

#[cfg(test)]
mod tests;

//! A match from its first shuffle to its last score: which of its screens is shown now.
//!
//! The stage of the log says which: nobody clicks from one to the next, so that no two players see different things.

use eframe::egui::Ui;
use mextrain_core::{Prompt, Round};
use mextrain_net::{ledger::Stage, session::Game};

use super::{board, deal, match_end, round_end};
use crate::window::{
    Action, Command, Model,
    tokens::{GAP, TARGET},
    widgets::{Button, Icon, title},
    words,
};

/// What the screens of a match remember.
#[derive(Default)]
pub struct State {
    board: board::BoardState,
    match_end: match_end::MatchEndState,
}

#[cfg(test)]
impl State {
    /// What the board remembers.
    pub fn board(&self) -> &board::BoardState {
        &self.board
    }

    /// Whether a thread still works for one of the screens.
    pub fn waits(&self) -> bool {
        self.board.waits() || self.match_end.waits()
    }
}

/// Which screen a match is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Keys, shuffles, dealing, the engine.
    Deal,
    /// Turns.
    Board,
    /// Opened hands and scores.
    RoundEnd,
    /// The end, also one that came too early.
    MatchEnd,
}

/// The screen that belongs to where a match stands.
pub fn screen(game: &Game) -> Screen {
    match game.stage {
        Stage::Signing
        | Stage::Revealing
        | Stage::Keys
        | Stage::Shuffling { .. }
        | Stage::Locking
        | Stage::Dealing
        | Stage::FindingEngine
        | Stage::SearchTokens { .. }
        | Stage::SearchShow { .. }
        | Stage::TogetherTokens { .. }
        | Stage::TogetherShow { .. } => Screen::Deal,
        Stage::Unlocking { .. } => match game.round.as_ref().map(Round::prompt) {
            Some(Prompt::Turn { .. } | Prompt::Standstill { .. }) => Screen::Board,
            Some(Prompt::Over(_)) => Screen::RoundEnd,
            _ => Screen::Deal,
        },
        Stage::Turn { .. } | Stage::DrawTokens { .. } | Stage::Drawn { .. } | Stage::Standstill => {
            Screen::Board
        }
        Stage::Scoring | Stage::Sealing => Screen::RoundEnd,
        Stage::Over | Stage::Stopped => Screen::MatchEnd,
    }
}

/// Shows a running or finished match.
pub fn show(ui: &mut Ui, model: &Model<'_>, state: &mut State) -> Vec<Command> {
    let Some(game) = model.snapshot.game.as_deref() else { return Vec::new() };
    // Also where the board is not shown, so that nothing is missed.
    state.board.follow(ui.ctx(), model, game);
    match screen(game) {
        Screen::Deal => deal::show(ui, model, &mut state.board),
        Screen::Board => board::show(ui, model, &mut state.board),
        Screen::RoundEnd => round_end::show(ui, model, &mut state.board),
        Screen::MatchEnd => match_end::show(ui, model, &mut state.match_end),
    }
}

/// The players' names, by seat once seats are drawn.
pub fn names(game: &Game) -> Vec<String> {
    game.names().into_iter().map(ToString::to_string).collect()
}

/// The names of those who are waited for.
pub fn missing(game: &Game) -> Vec<String> {
    let names = names(game);
    game.missing.iter().filter_map(|seat| names.get(seat.index()).cloned()).collect()
}

/// A page of a match: its name, the way to everything else that can be done, and what it is about. `wide` has room for two
/// columns.
pub fn page(
    ui: &mut Ui,
    name: &str,
    wide: bool,
    add: impl FnOnce(&mut Ui, &mut Vec<Command>),
) -> Vec<Command> {
    let most = if wide { super::PAGE } else { super::COLUMN };
    super::page_of(ui, name, false, most, |ui, commands| {
        ui.horizontal(|ui| {
            let room = ui.available_width() - TARGET - GAP;
            ui.scope(|ui| {
                ui.set_max_width(room);
                title(ui, name);
            });
            super::at_the_right(ui, |ui| {
                if ui.add(Button::icon(Icon::Menu, words::action(Action::Palette))).clicked() {
                    commands.push(Command::Do(Action::Palette));
                }
            });
        });
        add(ui, commands);
    })
}

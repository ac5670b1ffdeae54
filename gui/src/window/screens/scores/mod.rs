//! Keep score: the sheet of a match with tiles of wood, round by round.

mod begin;
mod round;

use std::path::PathBuf;

use eframe::egui::Ui;

use self::{begin::Begin, round::RoundForm};
use super::{page, scoresheet};
use crate::{
    house::Saved,
    scores::{self, Sheet},
    window::{
        command::Command,
        scoring::{ScoresIntent, Scoring},
        tokens::GAP,
        widgets::{Button, Icon, announce, card, columns, faint, heading, paragraph},
        words::scores as text,
    },
    wording,
};

/// The sheet, and what is being typed.
#[derive(Debug)]
pub struct ScoresState {
    scoring: Scoring,
    /// The form for a new sheet: always where there is none.
    begin: Option<Begin>,
    round: RoundForm,
    house: Vec<Saved>,
    /// Where the sheet is kept, in words.
    kept_in: String,
}

impl ScoresState {
    /// Opens the sheet in this file; `house` are the house rules that can be chosen for a new one.
    pub fn open(path: PathBuf, house: Vec<Saved>) -> ScoresState {
        let kept_in = text::kept_in(&path);
        ScoresState { scoring: Scoring::open(path), begin: None, round: RoundForm::default(), house, kept_in }
    }

    /// The same that says another place: a picture must be the same wherever it is made.
    #[cfg(test)]
    pub fn as_if_in(self, path: &std::path::Path) -> ScoresState {
        ScoresState { kept_in: text::kept_in(path), ..self }
    }

    /// Looks at the file again, which other programs may have changed; what is being typed stays.
    pub fn look_again(&mut self, house: Vec<Saved>) {
        self.house = house;
        let names = |state: &Self| state.scoring.sheet().map(|sheet| sheet.names().to_vec());
        let before = names(self);
        self.take(ScoresIntent::Reopen);
        // What was typed for others is nobody's here.
        if names(self) != before {
            self.round = RoundForm::default();
        }
    }

    /// Does what was asked for.
    pub fn take(&mut self, intent: ScoresIntent) {
        let (begins, records) =
            (matches!(intent, ScoresIntent::Begin(_)), matches!(intent, ScoresIntent::Record(_)));
        if self.scoring.take(intent) {
            if begins {
                self.begin = None;
            }
            if begins || records {
                self.round = RoundForm::default();
            }
        }
    }
}

/// Shows the sheet, and the form for its next round.
pub fn show(ui: &mut Ui, state: &mut ScoresState) -> Vec<Command> {
    page(ui, text::title(), true, |ui, commands| {
        let (standing, said) = (state.scoring.sheet().map(wording::scores::standing), state.scoring.said());
        let aloud =
            [standing.as_deref(), said.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        announce(ui, &aloud, false);
        if let Some(said) = &said {
            card(ui, |ui| paragraph(ui, said));
        }
        if !state.scoring.is_usable() {
            trouble(ui, &state.scoring, commands);
            return;
        }
        if state.begin.is_some() || state.scoring.sheet().is_none() {
            let there = state.scoring.sheet().is_some();
            let form = state.begin.get_or_insert_with(|| Begin::new(state.scoring.sheet()));
            if !begin::show(ui, form, &state.house, there, commands) {
                state.begin = None;
            }
            return;
        }
        let Some(sheet) = state.scoring.sheet() else { return };
        let (form, mut asked) = (&mut state.round, Vec::new());
        let mut another = false;
        columns(
            ui,
            |ui| {
                card(ui, |ui| round::show(ui, sheet, form, commands));
                card(ui, |ui| another = actions(ui, sheet, &mut asked));
            },
            |ui| {
                card(ui, |ui| so_far(ui, sheet));
            },
        );
        faint(ui, &state.kept_in);
        commands.append(&mut asked);
        if another {
            state.begin = Some(Begin::new(state.scoring.sheet()));
        }
    })
}

/// What can be done about a file that cannot be used.
fn trouble(ui: &mut Ui, scoring: &Scoring, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        if ui.add(Button::new(text::reopen())).clicked() {
            commands.push(Command::Scores(ScoresIntent::Reopen));
        }
        if scoring.is_no_sheet() && ui.add(Button::new(text::aside())).clicked() {
            commands.push(Command::Scores(ScoresIntent::PutAside));
        }
    });
}

/// The scores so far.
fn so_far(ui: &mut Ui, sheet: &Sheet) {
    let names: Vec<String> = sheet.names().iter().map(ToString::to_string).collect();
    let (board, rules) = (sheet.keeper().board(), sheet.keeper().rules());
    heading(ui, &wording::scores::standing(sheet));
    scoresheet::standings(ui, board, &names);
    ui.add_space(GAP);
    scoresheet::sheet(ui, board, rules, &names);
    faint(ui, &wording::options::in_words(rules));
}

/// What else can be done with the sheet; says whether another one is wanted.
fn actions(ui: &mut Ui, sheet: &Sheet, commands: &mut Vec<Command>) -> bool {
    let none = sheet.keeper().tallies().is_empty();
    let mut another = false;
    ui.horizontal_wrapped(|ui| {
        let why_not = none.then_some(wording::scores::nothing_to_undo());
        if ui.add(Button::new(text::undo()).unless(why_not)).clicked() {
            commands.push(Command::Scores(ScoresIntent::Undo));
        }
        let why_not = sheet.keeper().undone().is_empty().then_some(wording::scores::nothing_to_redo());
        if ui.add(Button::new(text::redo()).unless(why_not)).clicked() {
            commands.push(Command::Scores(ScoresIntent::Redo));
        }
        if ui.add(Button::new(text::export()).with_icon(Icon::Save)).clicked() {
            commands.push(Command::Scores(ScoresIntent::Export));
        }
        if ui.add(Button::new(text::copy()).with_icon(Icon::Copy)).clicked() {
            commands.push(Command::Copy(scores::csv(sheet)));
        }
        another = ui.add(Button::new(text::another()).with_icon(Icon::Plus)).clicked();
    });
    another
}

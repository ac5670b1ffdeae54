//! Create: a table of one's own.

use eframe::egui::{Align, Id, Layout, Ui, vec2};
use mextrain_core::{Pip, Preset, Rules, Seats, SettingError, TileSet};
use mextrain_net::{charter::Proofs, lobby::Agreement, name::Name, session::TableConfig};

use super::page;
use crate::{
    window::{
        command::Command,
        tokens::{GAP, TARGET},
        widgets::{
            Button, Icon, card, choice, choice_row, columns, faint, field, heading, paragraph, stepper,
            switch,
        },
        words::lobby as text,
    },
    wording,
};

/// What has been chosen for the table.
#[derive(Clone, Debug)]
pub struct CreateState {
    name: String,
    seats: u8,
    bots: u8,
    rules: Rules,
    proofs: Proofs,
    start_when_full: bool,
    unlisted: bool,
    all_options: bool,
}

impl CreateState {
    /// The usual table of this player.
    pub fn new(player: &Name) -> CreateState {
        CreateState {
            name: Name::clean(&format!("{player}'s table")).to_string(),
            seats: 4,
            bots: 0,
            rules: Rules::default(),
            proofs: Proofs::default(),
            start_when_full: false,
            unlisted: false,
            all_options: false,
        }
    }

    fn seats(&self) -> Seats {
        Seats::new(self.seats).unwrap_or(Seats::MIN)
    }

    fn command(&self) -> Result<Command, String> {
        let name =
            Name::parse(&self.name).map_err(|error| text::sentence(&format!("the table's name: {error}")))?;
        text::deal(&self.rules, self.seats())?;
        let agreement = Agreement { seats: self.seats(), rules: self.rules, proofs: self.proofs };
        let table =
            TableConfig { name, agreement, start_when_full: self.start_when_full, unlisted: self.unlisted };
        Ok(Command::Host { table: Box::new(table), bots: self.bots })
    }
}

/// Shows Create.
pub fn show(ui: &mut Ui, state: &mut CreateState) -> Vec<Command> {
    page(ui, text::CREATE_TITLE, true, |ui, commands| {
        let mut right = state.clone();
        columns(
            ui,
            |ui| {
                players(ui, state);
                open(ui, state, commands);
            },
            |ui| rules(ui, &mut right),
        );
        // Each column changed its own part.
        state.rules = right.rules;
        state.proofs = right.proofs;
        state.all_options = right.all_options;
    })
}

fn players(ui: &mut Ui, state: &mut CreateState) {
    card(ui, |ui| {
        heading(ui, text::PLAYERS);
        paragraph(ui, text::TABLE_NAME);
        field(ui, Id::new("table name"), &mut state.name, text::TABLE_NAME, "", 320.0);
        ui.horizontal_wrapped(|ui| {
            label(ui, text::SEATS);
            stepper(ui, &mut state.seats, Seats::MIN.value()..=Seats::MAX.value(), text::SEATS);
        });
        state.bots = state.bots.min(state.seats - 1);
        ui.horizontal_wrapped(|ui| {
            label(ui, text::BOTS_AT_TABLE);
            stepper(ui, &mut state.bots, 0..=state.seats - 1, text::BOTS_AT_TABLE);
        });
        switch(ui, &mut state.start_when_full, text::WHEN_FULL);
        switch(ui, &mut state.unlisted, text::UNLISTED);
    });
}

/// The name of a number, as wide as every other, so that the numbers stand below each other.
fn label(ui: &mut Ui, name: &str) {
    let size = vec2(132.0, TARGET);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(size.x);
        paragraph(ui, name);
    });
}

fn open(ui: &mut Ui, state: &CreateState, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        match text::deal(&state.rules, state.seats()) {
            Ok(deal) => paragraph(ui, &deal),
            Err(why_not) => paragraph(ui, &why_not),
        }
        faint(ui, text::OPENING);
        ui.add_space(GAP);
        let command = state.command();
        let width = ui.available_width();
        let why_not = command.as_ref().err().map(String::as_str);
        let clicked = ui
            .add(Button::new(text::OPEN).with_icon(Icon::Forward).main().unless(why_not).wide(width))
            .clicked();
        if let (true, Ok(command)) = (clicked, command) {
            commands.push(command);
        }
    });
}

fn rules(ui: &mut Ui, state: &mut CreateState) {
    card(ui, |ui| {
        heading(ui, text::RULES);
        for preset in Preset::ALL {
            let rules = preset.rules().with_set(state.rules.set());
            // Rules that this version does not play are not offered.
            if rules.check(Seats::MIN).is_err() {
                continue;
            }
            if choice(ui, state.rules.preset() == Some(preset), preset.name()) {
                state.rules = rules;
            }
            faint(ui, wording::options::preset(preset));
        }
        paragraph(ui, text::SET);
        let mut set = state.rules.set();
        if choice_row(
            ui,
            &mut set,
            &[(TileSet::DoubleTwelve, text::DOUBLE_TWELVE), (TileSet::DoubleNine, text::DOUBLE_NINE)],
        ) {
            state.rules = state.rules.with_set(set);
        }
        ui.horizontal_wrapped(|ui| {
            paragraph(ui, text::ROUNDS);
            let mut rounds = state.rules.rounds();
            let most = u8::from(state.rules.set().highest()) + 1;
            if stepper(ui, &mut rounds, 1..=most, text::ROUNDS)
                && let Some(engine) = rounds.checked_sub(1).and_then(Pip::new)
            {
                state.rules = state.rules.with_first_engine(engine);
            }
        });
        paragraph(ui, text::PROOFS);
        let proofs = [Proofs::EveryTurn, Proofs::AtScoring].map(|mode| (mode, text::proofs(mode)));
        choice_row(ui, &mut state.proofs, &proofs);
        ui.add_space(GAP);
        switch(ui, &mut state.all_options, text::OPTIONS);
        if state.all_options {
            options(ui, &mut state.rules);
        }
    });
}

/// Every option in a sentence; where there are several values that can be played, a button for each.
fn options(ui: &mut Ui, rules: &mut Rules) {
    for (key, value) in rules.pairs() {
        if matches!(key, "set" | "first_engine") {
            continue;
        }
        let values: Vec<String> =
            values(key).into_iter().filter(|value| can_be_played(rules, key, value)).collect();
        faint(ui, &wording::options::sentence(key, &value));
        if values.len() < 2 {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            for one in &values {
                if choice(ui, *one == value, one) {
                    // It was tried a moment ago.
                    let _ = rules.set_option(key, one);
                }
            }
        });
    }
}

fn can_be_played(rules: &Rules, key: &str, value: &str) -> bool {
    let mut tried = *rules;
    tried.set_option(key, value).is_ok() && tried.check(Seats::MIN).is_ok()
}

/// The names of an option's values. The engine tells them to whoever asks for one that does not exist.
fn values(key: &str) -> Vec<String> {
    match Rules::default().set_option(key, "") {
        Err(SettingError::UnknownValue { allowed, .. }) => {
            allowed.split(", ").filter(|value| !value.contains(' ')).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_values_that_it_takes() {
        for (key, value) in Rules::default().pairs() {
            if key == "first_engine" {
                continue;
            }
            let values = values(key);
            assert!(values.contains(&value), "{key}: {values:?} lacks {value}");
            for value in values {
                assert!(Rules::default().set_option(key, &value).is_ok(), "{key} = {value}");
            }
        }
    }

    #[test]
    fn a_table_that_cannot_be_is_not_opened() {
        let mut state = CreateState::new(&Name::clean("Ada"));
        assert!(matches!(state.command(), Ok(Command::Host { bots: 0, .. })));
        state.name = " ".to_owned();
        assert!(state.command().is_err());
        state = CreateState::new(&Name::clean("Ada"));
        state.rules.set_option("hand", "60").unwrap();
        assert!(state.command().is_err());
    }
}

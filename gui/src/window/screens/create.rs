//! Create: a table of one's own.

use eframe::egui::{Align, Id, Layout, Ui, vec2};
use mextrain_core::{Rules, Seats};
use mextrain_net::{absence::Absence, charter::Proofs, name::Name, session::TableConfig};

use super::{
    house_rules::{self, HouseState},
    levels, page,
    rules_form::RulesForm,
};
use crate::window::{
    command::Command,
    settings::Settings,
    tokens::{GAP, TARGET},
    widgets::{Button, Icon, card, columns, faint, field, heading, paragraph, stepper, switch},
    words::lobby as text,
};

/// What has been chosen for the table.
#[derive(Clone, Debug)]
pub struct CreateState {
    name: String,
    seats: u8,
    bots: u8,
    rules: RulesForm,
    /// House rules: what is kept of them is the affair of whoever carries commands out.
    pub house: HouseState,
    start_when_full: bool,
    unlisted: bool,
}

impl CreateState {
    /// The usual table of this player, with the house rules that are kept.
    pub fn new(player: &Name, house: HouseState) -> CreateState {
        CreateState {
            name: Name::clean(&text::table_of(player)).to_string(),
            seats: 4,
            bots: 0,
            rules: RulesForm::new(Rules::default(), Proofs::default(), Absence::default()),
            house,
            start_when_full: false,
            unlisted: false,
        }
    }

    fn seats(&self) -> Seats {
        Seats::new(self.seats).unwrap_or(Seats::MIN)
    }

    fn command(&self) -> Result<Command, String> {
        let name = Name::parse(&self.name)
            .map_err(|error| text::no_table_name(&crate::wording::why::name(&error)))?;
        text::deal(&self.rules.rules, self.seats())?;
        let agreement = self.rules.agreement(self.seats());
        let table =
            TableConfig { name, agreement, start_when_full: self.start_when_full, unlisted: self.unlisted };
        Ok(Command::Host { table: Box::new(table), bots: self.bots })
    }
}

/// Shows Create.
pub fn show(ui: &mut Ui, state: &mut CreateState, settings: &Settings) -> Vec<Command> {
    page(ui, text::create_title(), true, |ui, commands| {
        // Each column changes its own part.
        let mut chosen = state.rules.clone();
        let mut house = None;
        columns(
            ui,
            |ui| {
                players(ui, state, settings, commands);
                open(ui, state, commands);
                let (mut rules, seats) = (state.rules.rules, state.seats());
                house_rules::show(ui, &mut state.house, &mut rules, seats, commands);
                house = Some(rules).filter(|rules| *rules != state.rules.rules);
            },
            |ui| {
                card(ui, |ui| {
                    heading(ui, text::rules());
                    chosen.show(ui);
                });
            },
        );
        state.rules = chosen;
        if let Some(rules) = house {
            state.rules.rules = rules;
        }
    })
}

fn players(ui: &mut Ui, state: &mut CreateState, settings: &Settings, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::players_heading());
        paragraph(ui, text::table_name());
        field(ui, Id::new("table name"), &mut state.name, text::table_name(), "", 320.0);
        ui.horizontal_wrapped(|ui| {
            label(ui, text::seats());
            stepper(ui, &mut state.seats, Seats::MIN.value()..=Seats::MAX.value(), text::seats());
        });
        state.bots = state.bots.min(state.seats - 1);
        ui.horizontal_wrapped(|ui| {
            label(ui, text::bots_at_table());
            stepper(ui, &mut state.bots, 0..=state.seats - 1, text::bots_at_table());
        });
        let mut changed = settings.clone();
        levels::row(ui, state.bots, &mut changed);
        if changed != *settings {
            commands.push(Command::Set(Box::new(changed)));
        }
        switch(ui, &mut state.start_when_full, text::when_full());
        switch(ui, &mut state.unlisted, text::unlisted());
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
        match text::deal(&state.rules.rules, state.seats()) {
            Ok(deal) => paragraph(ui, &deal),
            Err(why_not) => paragraph(ui, &why_not),
        }
        faint(ui, text::opening());
        ui.add_space(GAP);
        let command = state.command();
        let width = ui.available_width();
        let why_not = command.as_ref().err().map(String::as_str);
        let clicked = ui
            .add(Button::new(text::open()).with_icon(Icon::Forward).main().unless(why_not).wide(width))
            .clicked();
        if let (true, Ok(command)) = (clicked, command) {
            commands.push(command);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_be_is_not_opened() {
        let mut state = CreateState::new(&Name::clean("Ada"), HouseState::default());
        assert!(matches!(state.command(), Ok(Command::Host { bots: 0, .. })));
        state.name = " ".to_owned();
        assert!(state.command().is_err());
        state = CreateState::new(&Name::clean("Ada"), HouseState::default());
        state.rules.rules.set_option("hand", "60").unwrap();
        assert!(state.command().is_err());
    }
}

//! Settings: every change counts, and is kept, at once.

use eframe::egui::{Id, Ui};
use mextrain_net::name::{Name, NameError};

use super::page;
use crate::window::{
    command::{Action, Command},
    settings::{Colours, Settings, TileFace},
    widgets::{Button, Icon, card, choice_row, columns, faint, field, heading, paragraph, switch},
    words::pages as text,
};

/// What is being typed.
#[derive(Clone, Debug)]
pub struct SettingsState {
    name: String,
    port: String,
}

impl SettingsState {
    /// The boxes as the settings fill them.
    pub fn new(settings: &Settings) -> SettingsState {
        SettingsState {
            name: settings.name.clone(),
            port: settings.port.map(|port| port.to_string()).unwrap_or_default(),
        }
    }

    /// The name that is typed, empty for the system's.
    fn name(&self) -> Result<String, NameError> {
        match self.name.trim() {
            "" => Ok(String::new()),
            name => Name::parse(name).map(String::from),
        }
    }

    /// The port that is typed: `Some(None)` for the usual one, `None` for what is no port.
    fn port(&self) -> Option<Option<u16>> {
        match self.port.trim() {
            "" => Some(None),
            port => port.parse().ok().filter(|port| *port > 0).map(Some),
        }
    }
}

/// Shows the settings. `file` is where they are kept, `mute` whether this computer has nothing to play sounds on.
pub fn show(
    ui: &mut Ui,
    settings: &Settings,
    state: &mut SettingsState,
    file: Option<&str>,
    mute: bool,
) -> Vec<Command> {
    page(ui, text::SETTINGS, true, |ui, commands| {
        let mut looks_changed = settings.clone();
        let mut changed = settings.clone();
        columns(
            ui,
            |ui| {
                card(ui, |ui| looks(ui, &mut looks_changed, commands));
            },
            |ui| {
                card(ui, |ui| play(ui, &mut changed, state, mute));
                card(ui, |ui| network(ui, &mut changed, state));
            },
        );
        changed.colours = looks_changed.colours;
        changed.tiles = looks_changed.tiles;
        changed.reduce_motion = looks_changed.reduce_motion;
        if changed != *settings {
            commands.push(Command::Set(Box::new(changed)));
        }
        if let Some(file) = file {
            faint(ui, &text::kept_in(file));
        }
    })
}

fn looks(ui: &mut Ui, settings: &mut Settings, commands: &mut Vec<Command>) {
    heading(ui, text::LOOKS);
    paragraph(ui, text::COLOURS);
    let [system, dark, light] = text::COLOUR_CHOICES;
    choice_row(
        ui,
        &mut settings.colours,
        &[(Colours::System, system), (Colours::Dark, dark), (Colours::Light, light)],
    );
    paragraph(ui, text::TILES);
    let [numerals, pips, both] = text::TILE_CHOICES;
    choice_row(
        ui,
        &mut settings.tiles,
        &[(TileFace::Numerals, numerals), (TileFace::Pips, pips), (TileFace::Both, both)],
    );
    paragraph(ui, text::SIZE);
    ui.horizontal_wrapped(|ui| {
        for (icon, action) in [(Icon::Minus, Action::ZoomOut), (Icon::Plus, Action::ZoomIn)] {
            if ui.add(Button::icon(icon, crate::window::words::action(action))).clicked() {
                commands.push(Command::Do(action));
            }
        }
        paragraph(ui, &text::percent(settings.zoom));
        if ui.add(Button::new(text::USUAL_SIZE)).clicked() {
            commands.push(Command::Do(Action::ZoomReset));
        }
    });
    switch(ui, &mut settings.reduce_motion, text::REDUCE_MOTION);
}

fn play(ui: &mut Ui, settings: &mut Settings, state: &mut SettingsState, mute: bool) {
    heading(ui, text::PLAY);
    paragraph(ui, text::YOUR_NAME);
    let typed =
        field(ui, Id::new("player name"), &mut state.name, text::YOUR_NAME, text::NAME_HINT, 320.0).changed();
    match state.name() {
        Ok(name) if typed => settings.name = name,
        Ok(_) => {}
        Err(why) => faint(ui, &text::no_name(&settings.name, &why.to_string())),
    }
    paragraph(ui, text::CONFIRM);
    let [touch, always, never] = text::CONFIRM_CHOICES;
    choice_row(ui, &mut settings.confirm, &[(None, touch), (Some(true), always), (Some(false), never)]);
    match mute {
        true => faint(ui, text::NO_SOUND),
        false => drop(switch(ui, &mut settings.sounds, text::SOUNDS)),
    }
}

fn network(ui: &mut Ui, settings: &mut Settings, state: &mut SettingsState) {
    heading(ui, text::NETWORK);
    paragraph(ui, text::PORT);
    field(ui, Id::new("port"), &mut state.port, text::PORT, text::PORT_HINT, 260.0);
    match state.port() {
        Some(port) => {
            settings.port = port;
            faint(ui, text::PORT_ABOUT);
        }
        None => faint(ui, text::NO_PORT),
    }
}

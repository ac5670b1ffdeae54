//! Settings: every change counts, and is kept, at once.

use eframe::egui::{Id, Ui};
use mextrain_net::name::{Name, NameError};

use super::page;
use crate::{
    window::{
        command::{Action, Command},
        settings::{Colours, Settings, TileFace},
        widgets::{Button, Icon, card, choice_row, columns, faint, field, heading, paragraph, switch},
        words::pages as text,
    },
    wording::{language::Language, why},
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
    page(ui, text::settings(), true, |ui, commands| {
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
        changed.language = looks_changed.language;
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
    heading(ui, text::looks());
    paragraph(ui, text::language());
    let mut languages = vec![(None, text::system_language())];
    languages.extend(Language::ALL.map(|language| (Some(language), language.own_name())));
    choice_row(ui, &mut settings.language, &languages);
    paragraph(ui, text::colours());
    let [system, dark, light] = text::colour_choices();
    choice_row(
        ui,
        &mut settings.colours,
        &[(Colours::System, system), (Colours::Dark, dark), (Colours::Light, light)],
    );
    paragraph(ui, text::tiles());
    let [numerals, pips, both] = text::tile_choices();
    choice_row(
        ui,
        &mut settings.tiles,
        &[(TileFace::Numerals, numerals), (TileFace::Pips, pips), (TileFace::Both, both)],
    );
    paragraph(ui, text::size());
    ui.horizontal_wrapped(|ui| {
        for (icon, action) in [(Icon::Minus, Action::ZoomOut), (Icon::Plus, Action::ZoomIn)] {
            if ui.add(Button::icon(icon, crate::window::words::action(action))).clicked() {
                commands.push(Command::Do(action));
            }
        }
        paragraph(ui, &text::percent(settings.zoom));
        if ui.add(Button::new(text::usual_size())).clicked() {
            commands.push(Command::Do(Action::ZoomReset));
        }
    });
    switch(ui, &mut settings.reduce_motion, text::reduce_motion());
}

fn play(ui: &mut Ui, settings: &mut Settings, state: &mut SettingsState, mute: bool) {
    heading(ui, text::play());
    paragraph(ui, text::your_name());
    let typed =
        field(ui, Id::new("player name"), &mut state.name, text::your_name(), text::name_hint(), 320.0)
            .changed();
    match state.name() {
        Ok(name) if typed => settings.name = name,
        Ok(_) => {}
        Err(error) => faint(ui, &text::no_name(&settings.name, &why::name(&error))),
    }
    paragraph(ui, text::confirm());
    let [touch, always, never] = text::confirm_choices();
    choice_row(ui, &mut settings.confirm, &[(None, touch), (Some(true), always), (Some(false), never)]);
    match mute {
        true => faint(ui, text::no_sound()),
        false => drop(switch(ui, &mut settings.sounds, text::sounds())),
    }
}

fn network(ui: &mut Ui, settings: &mut Settings, state: &mut SettingsState) {
    heading(ui, text::network());
    paragraph(ui, text::port());
    field(ui, Id::new("port"), &mut state.port, text::port(), text::port_hint(), 260.0);
    match state.port() {
        Some(port) => {
            settings.port = port;
            faint(ui, text::port_about());
        }
        None => faint(ui, text::no_port()),
    }
}

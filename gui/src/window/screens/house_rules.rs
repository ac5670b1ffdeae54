//! House rules where a table is set up: those that are kept, a text that somebody sent, and one to send.

use std::path::Path;

use eframe::egui::{Id, Ui};
use mextrain_core::{Rules, Seats};

use crate::{
    house::{HouseError, HouseRules, Saved},
    window::{
        command::Command,
        tokens::GAP,
        widgets::{Button, Icon, card, choice, faint, field, heading, paragraph},
        words::{house as text, lobby},
    },
    wording::{self, sentence::Sentence, why},
};

/// What is asked for with house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseIntent {
    /// To keep these rules under this name.
    Keep(String, Box<Rules>),
    /// To forget those of this name.
    Forget(String),
}

/// What is kept, and what is being typed.
#[derive(Clone, Debug, Default)]
pub struct HouseState {
    saved: Vec<Saved>,
    name: String,
    pasted: String,
    /// What came of what was asked for last.
    said: Option<Sentence>,
}

impl HouseState {
    /// With what is kept in a profile's folder.
    pub fn read(folder: &Path) -> HouseState {
        let mut state = HouseState::default();
        match HouseRules::open(folder) {
            Ok(house) => state.saved = house.saved().to_vec(),
            Err(error) => state.said = Some(failed(error)),
        }
        state
    }

    /// Does what was asked for.
    pub fn take(&mut self, intent: &HouseIntent, folder: &Path) {
        // A frame does not wait for another program.
        let opened = HouseRules::open(folder).map(HouseRules::without_waiting);
        let done = opened.and_then(|mut house| {
            let said = match intent {
                HouseIntent::Keep(name, rules) => {
                    let replaced = house.keep(name, rules)?;
                    let name = name.trim().to_owned();
                    Sentence::new(move || wording::house::kept(&name, replaced))
                }
                HouseIntent::Forget(name) => {
                    let name = house.forget(name)?.name;
                    Sentence::new(move || wording::house::forgotten(&name))
                }
            };
            Ok::<_, HouseError>((house.saved().to_vec(), said))
        });
        match done {
            Ok((saved, said)) => {
                self.saved = saved;
                self.said = Some(said);
                self.name.clear();
            }
            Err(error) => self.said = Some(failed(error)),
        }
    }

    /// The rules that are kept.
    pub fn saved(&self) -> &[Saved] {
        &self.saved
    }
}

/// Shows them; what is chosen becomes `rules`.
pub fn show(
    ui: &mut Ui,
    state: &mut HouseState,
    rules: &mut Rules,
    seats: Seats,
    commands: &mut Vec<Command>,
) {
    card(ui, |ui| {
        heading(ui, text::house());
        kept(ui, state, rules, seats, commands);
        keep(ui, state, rules, commands);
        ui.add_space(GAP);
        paste(ui, state, rules, seats);
        ui.add_space(GAP);
        share(ui, rules, commands);
    });
}

fn kept(ui: &mut Ui, state: &HouseState, rules: &mut Rules, seats: Seats, commands: &mut Vec<Command>) {
    if state.saved.is_empty() {
        faint(ui, text::none());
    }
    for saved in &state.saved {
        ui.horizontal_wrapped(|ui| {
            let cannot = lobby::deal(&saved.rules, seats).err();
            if cannot.is_some() {
                ui.add(Button::new(saved.name.as_str()).unless(cannot.as_deref()));
            } else if choice(ui, saved.rules == *rules, saved.name.as_str()) {
                *rules = saved.rules;
            }
            let forget = Button::icon(Icon::Close, text::forget_button()).named(text::forget(&saved.name));
            if ui.add(forget).clicked() {
                commands.push(Command::House(HouseIntent::Forget(saved.name.to_string())));
            }
        });
        faint(ui, &wording::options::in_words(&saved.rules));
    }
}

fn keep(ui: &mut Ui, state: &mut HouseState, rules: &Rules, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        field(ui, Id::new("house name"), &mut state.name, text::name(), text::name(), 200.0);
        let why_not = state.name.trim().is_empty().then_some(text::name_first());
        if ui.add(Button::new(text::save()).with_icon(Icon::Save).unless(why_not)).clicked() {
            commands.push(Command::House(HouseIntent::Keep(state.name.clone(), Box::new(*rules))));
        }
    });
    if let Some(said) = &state.said {
        paragraph(ui, &said.text());
    }
}

fn failed(error: HouseError) -> Sentence {
    Sentence::new(move || lobby::sentence(&wording::house::error(&error)))
}

/// The box for a text that somebody sent, with what it is while it is typed.
fn paste(ui: &mut Ui, state: &mut HouseState, rules: &mut Rules, seats: Seats) {
    paragraph(ui, text::paste());
    let mut used = false;
    let read = match state.pasted.trim() {
        "" => None,
        text => Some(Rules::from_text(text).map_err(|error| lobby::sentence(why::rules_text(error)))),
    };
    let playable = read.clone().map(|read| read.and_then(|rules| lobby::deal(&rules, seats).map(|_| rules)));
    ui.horizontal_wrapped(|ui| {
        field(ui, Id::new("pasted rules"), &mut state.pasted, text::paste(), text::paste_hint(), 280.0);
        let why_not = match &playable {
            None => Some(text::paste_first()),
            Some(read) => read.as_ref().err().map(String::as_str),
        };
        used = ui.add(Button::new(text::use_them()).unless(why_not)).clicked();
    });
    match (read, &playable) {
        (Some(Ok(read)), Some(Ok(_))) => {
            faint(ui, &text::these_are(&wording::options::in_words(&read)));
            if used {
                *rules = read;
                state.pasted.clear();
            }
        }
        (_, Some(Err(why))) => faint(ui, why),
        _ => {}
    }
}

fn share(ui: &mut Ui, rules: &Rules, commands: &mut Vec<Command>) {
    let shared = rules.to_text();
    paragraph(ui, text::share());
    ui.horizontal_wrapped(|ui| {
        paragraph(ui, &shared);
        if ui.add(Button::new(lobby::copy_button()).with_icon(Icon::Copy).named(text::copy_rules())).clicked()
        {
            commands.push(Command::Copy(shared.clone()));
        }
    });
}

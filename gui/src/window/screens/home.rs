//! Home: practise, join, create, go on, or look at a game of the past.

use std::time::SystemTime;

use eframe::egui::{Id, Key, RichText, Ui};
use mextrain_core::{Pip, Rules, TileSet};
use mextrain_net::{
    name::Name,
    node::message::PROTOCOL_VERSION,
    place::Location,
    session::{FoundTable, SavedSession},
};

use super::{at_the_right, page};
use crate::window::{
    command::{Action, Command},
    past::PastGame,
    practice::PracticeConfig,
    settings::Settings,
    tokens::GAP,
    widgets::{
        Button, Icon, Look, banner, card, choice_row, columns, faint, field, heading, paragraph, stepper,
        title,
    },
    words::{self, lobby as text},
};

/// How many games of the past are listed.
const LISTED: usize = 8;

/// What Home shows.
#[derive(Clone, Copy)]
pub struct HomeModel<'a> {
    /// The tables that were found, in order of their names.
    pub tables: &'a [FoundTable],
    /// Whether tables have been looked for in vain for some time.
    pub in_vain: bool,
    /// Why tables cannot be looked for, if they cannot.
    pub no_search: Option<&'a str>,
    /// Where this computer is: address and port.
    pub address: Option<&'a str>,
    /// Matches that can be gone on with.
    pub saved: &'a [SavedSession],
    /// Games of the past, the newest first.
    pub past: &'a [PastGame],
    /// What is remembered about this person.
    pub settings: &'a Settings,
    /// What has just gone wrong or come to an end.
    pub notice: Option<&'a str>,
    /// The time.
    pub now: SystemTime,
}

/// What is typed and chosen on Home.
#[derive(Clone, Debug, Default)]
pub struct HomeState {
    join: String,
}

impl HomeState {
    /// Puts a text into the box to join by, as if it had been typed.
    pub fn type_in(&mut self, text: &str) {
        text.clone_into(&mut self.join);
    }
}

/// Shows Home.
pub fn show(ui: &mut Ui, model: HomeModel<'_>, state: &mut HomeState) -> Vec<Command> {
    page(ui, words::TITLE, false, |ui, commands| {
        ui.horizontal(|ui| {
            title(ui, words::TITLE);
            at_the_right(ui, |ui| {
                for (icon, action) in [
                    (Icon::Settings, Action::Settings),
                    (Icon::Help, Action::Rules),
                    (Icon::Menu, Action::Palette),
                ] {
                    if ui.add(Button::icon(icon, words::action(action)).look(Look::Quiet)).clicked() {
                        commands.push(Command::Do(action));
                    }
                }
            });
        });
        if let Some(notice) = model.notice {
            let tokens = crate::window::tokens::Tokens::of(ui.ctx());
            banner(ui, Icon::Warning, notice, tokens.warning, tokens.on_warning, true);
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        columns(
            ui,
            |ui| {
                practice(ui, model.settings, &mut left);
                join(ui, state, &mut left);
            },
            |ui| {
                tables(ui, model, &mut right);
                resume(ui, model.saved, &mut right);
                past(ui, model, &mut right);
            },
        );
        commands.append(&mut left);
        commands.append(&mut right);
        if let Some(address) = model.address {
            ui.horizontal(|ui| {
                paragraph(ui, &text::you_are_at(address));
                if ui
                    .add(Button::new(text::COPY).with_icon(Icon::Copy).named(format!("Copy {address}")))
                    .clicked()
                {
                    commands.push(Command::Copy(address.to_owned()));
                }
            });
        }
    })
}

/// The practice game that the settings describe.
pub fn practice_config(settings: &Settings, name: Name, logs: Option<std::path::PathBuf>) -> PracticeConfig {
    let set = if settings.practice_double_nine { TileSet::DoubleNine } else { TileSet::DoubleTwelve };
    let rules = Rules::default().with_set(set);
    // Fewer rounds begin with a lower engine; the last one is 0-0 always.
    let engine = settings.practice_rounds.checked_sub(1).and_then(Pip::new);
    let rules = engine.map_or(rules, |engine| rules.with_first_engine(engine));
    PracticeConfig { name, bots: settings.practice_bots, rules, logs }
}

fn practice(ui: &mut Ui, settings: &Settings, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::PRACTICE);
        faint(ui, text::PRACTICE_ABOUT);
        let mut changed = settings.clone();
        ui.horizontal_wrapped(|ui| {
            paragraph(ui, text::BOTS);
            stepper(ui, &mut changed.practice_bots, 1..=7, text::BOTS);
        });
        let rounds = [(1, text::ONE_ROUND), (3, text::THREE_ROUNDS), (0, text::ALL_ROUNDS)];
        choice_row(ui, &mut changed.practice_rounds, &rounds);
        let sets = [(true, text::DOUBLE_NINE), (false, text::DOUBLE_TWELVE)];
        choice_row(ui, &mut changed.practice_double_nine, &sets);
        if changed != *settings {
            commands.push(Command::Set(Box::new(changed)));
        }
        ui.add_space(GAP);
        let width = ui.available_width();
        if ui
            .add(Button::new(words::action(Action::Practice)).with_icon(Icon::Play).main().wide(width))
            .clicked()
        {
            commands.push(Command::Do(Action::Practice));
        }
    });
}

fn join(ui: &mut Ui, state: &mut HomeState, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::JOIN);
        let room = ui.available_width();
        let location = text::location(&state.join);
        ui.horizontal(|ui| {
            let edit =
                field(ui, Id::new("join"), &mut state.join, text::JOIN_FIELD, text::JOIN_HINT, room - 110.0);
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let said = text::recognised(&state.join);
            let why_not = location.is_none().then_some(said.as_str());
            let clicked =
                ui.add(Button::new(text::JOIN_BUTTON).with_icon(Icon::Forward).unless(why_not)).clicked();
            if let Some(location) = location.filter(|_| clicked || entered) {
                commands.push(Command::Join(location));
            }
        });
        faint(ui, &text::recognised(&state.join));
    });
}

fn tables(ui: &mut Ui, model: HomeModel<'_>, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::TABLES);
        for table in model.tables {
            found(ui, table, commands);
        }
        match model.no_search {
            Some(why) => paragraph(ui, why),
            None if model.tables.is_empty() && model.in_vain => {
                paragraph(ui, text::NO_TABLES);
                ui.horizontal_wrapped(|ui| {
                    if ui.add(Button::new(text::FIND_OUT)).clicked() {
                        commands.push(Command::Do(Action::Trouble));
                    }
                    if ui.add(Button::new(text::AGAIN)).clicked() {
                        commands.push(Command::SearchAgain);
                    }
                });
            }
            None if model.tables.is_empty() => faint(ui, text::SEARCHING),
            None => {}
        }
        let width = ui.available_width();
        if ui.add(Button::new(text::CREATE).with_icon(Icon::Plus).wide(width)).clicked() {
            commands.push(Command::Do(Action::Create));
        }
    });
}

fn found(ui: &mut Ui, table: &FoundTable, commands: &mut Vec<Command>) {
    let name = &table.advert.name;
    let why_not = text::why_not_join(table, PROTOCOL_VERSION);
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 100.0).max(100.0);
        ui.vertical(|ui| {
            ui.set_width(room);
            paragraph(ui, name.as_str());
            faint(ui, &why_not.clone().unwrap_or_else(|| text::table(table)));
            if let Some(code) = &table.advert.code {
                faint(ui, &format!("Code {}", code.0));
            }
        });
        let join = Button::new(text::JOIN_BUTTON).named(format!("Join {name}")).unless(why_not.as_deref());
        if ui.add(join).clicked() {
            let location = table
                .advert
                .code
                .map_or_else(|| Location::Table(name.clone()), |code| Location::Code(code.0));
            commands.push(Command::Join(location));
        }
    });
    ui.separator();
}

fn resume(ui: &mut Ui, saved: &[SavedSession], commands: &mut Vec<Command>) {
    let open: Vec<&SavedSession> = saved.iter().filter(|session| !session.over).take(LISTED).collect();
    if open.is_empty() {
        return;
    }
    card(ui, |ui| {
        heading(ui, text::PICK_UP);
        for session in open {
            let who = text::players(&session.players);
            line(
                ui,
                session.table.as_str(),
                &who,
                (text::RESUME, &format!("Resume {} with {who}", session.table)),
                || {
                    commands.push(Command::Resume(session.folder.clone()));
                },
            );
        }
    });
}

fn past(ui: &mut Ui, model: HomeModel<'_>, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::PAST);
        if model.past.is_empty() {
            faint(ui, text::NO_PAST);
        }
        for game in model.past.iter().take(LISTED) {
            let who = text::players(game.players.iter().map(|(name, _)| name));
            let when = text::past_game(game, model.now);
            line(
                ui,
                &who,
                &when,
                (text::REPLAY, &format!("Look again at the game with {who}, {when}")),
                || {
                    commands.push(Command::Replay(game.path.clone()));
                },
            );
        }
    });
}

/// A line of a list: what it is, something about it, and a button.
fn line(ui: &mut Ui, what: &str, about: &str, (button, name): (&str, &str), act: impl FnOnce()) {
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 130.0).max(100.0);
        ui.vertical(|ui| {
            ui.set_width(room);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add(eframe::egui::Label::new(RichText::new(what)).truncate());
            faint(ui, about);
        });
        if ui.add(Button::new(button).named(name)).clicked() {
            act();
        }
    });
}

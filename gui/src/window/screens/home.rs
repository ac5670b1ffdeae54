//! Home: practise, join, create, go on, or look at a game of the past.

use std::time::SystemTime;

use eframe::egui::{
    Align, Id, Key, Label, Layout, Rect, Sense, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetText, vec2,
};
use mextrain_core::{Pip, Rules, TileSet};
use mextrain_net::{
    name::Name,
    node::message::PROTOCOL_VERSION,
    place::Location,
    session::{FoundTable, SavedSession, Standing},
};

use super::{at_the_right, levels, page};
use crate::{
    stats::Stats,
    window::{
        command::{Action, Command},
        past::{self, PastGames},
        practice::PracticeConfig,
        settings::{Settings, TileFace},
        tokens::{BREAKPOINT, GAP, TARGET, Tokens},
        widgets::{
            Button, Icon, Look, card, choice_row, columns, faint, field, heading, paragraph, stepper,
            tile::{self, Mark},
            title,
        },
        words::{self, lobby as text, watch as watching},
    },
    wording,
};

/// How many games of the past, and matches to go on with, are listed before somebody asks for all of them.
pub const LISTED: usize = 8;

/// What stands below the columns, in points: the address with its button, and the page's margin.
const FOOT: f32 = TARGET + 2.0 * GAP + 24.0;

/// What the button beside the box to join by takes at least, in points.
const JOIN_ROOM: f32 = 95.0;

/// The same while that button says that one can watch.
const WATCH_ROOM: f32 = 117.0;
/// The same for the one that keeps score.
const KEEP_ROOM: f32 = 150.0;

/// From a card's content to its edge, in points.
const CARD_EDGE: f32 = 15.0;

/// The height of what is shown instead of tables, in points; more or less will do.
const NOTHING: f32 = 210.0;

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
    /// Matches that can be gone on with, the newest first.
    pub saved: &'a [SavedSession],
    /// Games of the past; `None` before they have been looked for.
    pub past: Option<&'a PastGames>,
    /// This person's matches in figures, once they have been read.
    pub stats: Option<&'a Stats>,
    /// What is remembered about this person.
    pub settings: &'a Settings,
    /// The time.
    pub now: SystemTime,
}

/// What is typed and chosen on Home.
#[derive(Clone, Debug, Default)]
pub struct HomeState {
    join: String,
    /// Where a match was found that had begun: one cannot sit down there, and can watch.
    begun: Option<Location>,
    all_saved: bool,
    all_past: bool,
}

impl HomeState {
    /// How many games of the past are wanted.
    pub fn wanted(&self) -> usize {
        if self.all_past { past::MOST } else { LISTED }
    }

    /// The match at this place has begun.
    pub fn has_begun(&mut self, location: Option<Location>) {
        self.begun = location;
    }

    /// Puts a text into the box to join by, as if it had been typed.
    pub fn type_in(&mut self, text: &str) {
        text.clone_into(&mut self.join);
    }
}

/// Shows Home.
pub fn show(ui: &mut Ui, model: HomeModel<'_>, state: &mut HomeState) -> Vec<Command> {
    page(ui, words::title(), false, |ui, commands| {
        ui.horizontal(|ui| {
            title(ui, words::title());
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
        if ui.available_width() < BREAKPOINT {
            practice(ui, model.settings, commands);
            join(ui, model.tables, state, commands);
            tables(ui, model, None, commands);
            resume(ui, model.saved, state, commands);
            keep_score(ui, commands);
            past_games(ui, model, state, None, commands);
        } else {
            wide(ui, model, state, commands);
        }
        foot(ui, model.address, commands);
    })
}

/// Two columns that end together at the window's foot: the last card of each takes what room there is.
fn wide(ui: &mut Ui, model: HomeModel<'_>, state: &mut HomeState, commands: &mut Vec<Command>) {
    let top = ui.cursor().top();
    // Counted from the top of the page and not of the window: a page that is scrolled must not grow by that.
    let above = top - ui.min_rect().top();
    let bottom = top + (ui.clip_rect().height() - above - FOOT).max(0.0);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut saved = state.clone();
    columns(
        ui,
        |ui| {
            practice(ui, model.settings, &mut left);
            join(ui, model.tables, state, &mut left);
            past_games(ui, model, state, Some(bottom), &mut left);
        },
        |ui| {
            resume(ui, model.saved, &mut saved, &mut right);
            keep_score(ui, &mut right);
            tables(ui, model, Some(bottom), &mut right);
        },
    );
    state.all_saved = saved.all_saved;
    commands.append(&mut left);
    commands.append(&mut right);
}

/// Makes a card end there, or further down if it has to.
fn reach(ui: &mut Ui, bottom: Option<f32>) {
    let Some(bottom) = bottom else { return };
    ui.set_min_height((bottom - CARD_EDGE - ui.cursor().top()).max(0.0));
}

fn foot(ui: &mut Ui, address: Option<&str>, commands: &mut Vec<Command>) {
    let Some(address) = address else {
        ui.horizontal_wrapped(|ui| {
            paragraph(ui, text::no_address());
            if ui.add(Button::new(words::action(Action::Trouble))).clicked() {
                commands.push(Command::Do(Action::Trouble));
            }
        });
        return;
    };
    ui.horizontal(|ui| {
        paragraph(ui, &text::you_are_at(address));
        let copy = Button::new(text::copy_button()).with_icon(Icon::Copy).named(text::copy(address));
        if ui.add(copy).clicked() {
            commands.push(Command::Copy(address.to_owned()));
        }
    });
}

/// The practice game that the settings describe.
pub fn practice_config(settings: &Settings, name: Name, logs: Option<std::path::PathBuf>) -> PracticeConfig {
    let set = if settings.practice_double_nine { TileSet::DoubleNine } else { TileSet::DoubleTwelve };
    let rules = Rules::default().with_set(set);
    // Fewer rounds begin with a lower engine; the last one is 0-0 always.
    let engine = settings.practice_rounds.checked_sub(1).and_then(Pip::new);
    let rules = engine.map_or(rules, |engine| rules.with_first_engine(engine));
    PracticeConfig { name, bots: settings.practice_bots, levels: settings.levels(), rules, logs }
}

fn practice(ui: &mut Ui, settings: &Settings, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::practice());
        faint(ui, text::practice_about());
        let mut changed = settings.clone();
        ui.horizontal_wrapped(|ui| {
            paragraph(ui, text::bots());
            stepper(ui, &mut changed.practice_bots, 1..=7, text::bots());
        });
        levels::row(ui, changed.practice_bots, &mut changed);
        let rounds = [(1, text::one_round()), (3, text::three_rounds()), (0, text::all_rounds())];
        choice_row(ui, &mut changed.practice_rounds, &rounds);
        let sets = [(true, text::double_nine()), (false, text::double_twelve())];
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

/// The way to the scoresheet of a match with tiles of wood.
fn keep_score(ui: &mut Ui, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let beside = room_for(ui, words::action(Action::KeepScore), Icon::List, KEEP_ROOM);
            let room = (ui.available_width() - beside).max(100.0);
            ui.vertical(|ui| {
                ui.set_width(room);
                faint(ui, words::scores::about());
            });
            at_the_right(ui, |ui| {
                let button = Button::new(words::action(Action::KeepScore)).with_icon(Icon::List);
                if ui.add(button).clicked() {
                    commands.push(Command::Do(Action::KeepScore));
                }
            });
        });
    });
}

fn join(ui: &mut Ui, tables: &[FoundTable], state: &mut HomeState, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        heading(ui, text::join_heading());
        let room = ui.available_width();
        let location = text::location(&state.join);
        let said = text::recognised(&state.join);
        let watch = location
            .as_ref()
            .is_some_and(|location| state.begun.as_ref() == Some(location) || is_in_play(tables, location));
        let button = if watch { watching::watch_button() } else { text::join_button() };
        let beside = room_for(ui, button, Icon::Forward, if watch { WATCH_ROOM } else { JOIN_ROOM });
        ui.horizontal(|ui| {
            let edit = field(
                ui,
                Id::new("join"),
                &mut state.join,
                text::join_field(),
                text::join_hint(),
                room - beside,
            );
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let why_not = location.is_none().then_some(said.as_str());
            let clicked = ui.add(Button::new(button).with_icon(Icon::Forward).unless(why_not)).clicked();
            if let Some(location) = location.filter(|_| clicked || entered) {
                commands.push(if watch { Command::Watch(location) } else { Command::Join(location) });
            }
        });
        faint(ui, if watch { watching::begun() } else { &said });
    });
}

/// What a button takes at the right of something else, with the gap before it: so much, or more in a language of longer words.
fn room_for(ui: &Ui, text: &str, icon: Icon, least: f32) -> f32 {
    least.max(Button::new(text).with_icon(icon).usual_width(ui) + ui.spacing().item_spacing.x)
}

/// The tables of the network. What grows and shrinks stands below everything that can be pressed, so that nothing moves away.
fn tables(ui: &mut Ui, model: HomeModel<'_>, bottom: Option<f32>, commands: &mut Vec<Command>) {
    card(ui, |ui| {
        reach(ui, bottom);
        heading(ui, text::tables());
        let width = ui.available_width();
        if ui.add(Button::new(text::create()).with_icon(Icon::Plus).wide(width)).clicked() {
            commands.push(Command::Do(Action::Create));
        }
        ui.add_space(GAP);
        for (number, table) in model.tables.iter().enumerate() {
            if number > 0 {
                ui.separator();
            }
            found(ui, table, commands);
        }
        if model.no_search.is_some() || model.tables.is_empty() {
            nothing_found(ui, model, bottom, commands);
        }
    });
}

/// Where tables will be: why there are none. The words change after a while, and nothing else does.
fn nothing_found(ui: &mut Ui, model: HomeModel<'_>, bottom: Option<f32>, commands: &mut Vec<Command>) {
    let said = match model.no_search {
        Some(why) => why,
        None if model.in_vain => text::no_tables(),
        None => text::searching(),
    };
    let room = bottom.map_or(0.0, |bottom| bottom - CARD_EDGE - ui.cursor().top());
    ui.add_space(((room - NOTHING) / 2.0).max(GAP));
    ui.vertical_centered(|ui| {
        little_train(ui);
        ui.add_space(GAP);
        let width = ui.available_width().min(360.0);
        let height = |text: &str| {
            let text = WidgetText::from(text);
            text.into_galley(ui, Some(TextWrapMode::Wrap), width, TextStyle::Body).size().y
        };
        let room = height(said).max(height(text::no_tables()));
        let (place, _) = ui.allocate_exact_size(vec2(width, room), Sense::hover());
        let layout = Layout::top_down(Align::Center);
        // A child and not a scope, which would give back what it does not use of the place.
        paragraph(&mut ui.new_child(UiBuilder::new().max_rect(place).layout(layout)), said);
        ui.add_space(GAP);
        for (what, command) in
            [(text::find_out(), Command::Do(Action::Trouble)), (text::again(), Command::SearchAgain)]
        {
            if ui.add(Button::new(what).wide(200.0)).clicked() {
                commands.push(command);
            }
        }
    });
}

/// Three tiles in a row, which say nothing.
fn little_train(ui: &mut Ui) {
    let tile = vec2(72.0, 36.0);
    let (place, _) = ui.allocate_exact_size(vec2(3.0 * tile.x + 2.0 * 3.0, tile.y), Sense::hover());
    let tokens = Tokens::of(ui.ctx());
    let pips = [6, 3, 5, 1].map(|pip| Pip::new(pip).unwrap_or_default());
    for (number, halves) in pips.windows(2).enumerate() {
        let [first, second] = halves else { continue };
        let left = place.min + vec2(number as f32 * (tile.x + 3.0), 0.0);
        let rect = Rect::from_min_size(left, tile);
        tile::paint(ui.painter(), rect, (*first, *second), TileFace::Pips, Mark::Plain, tokens);
    }
}

fn found(ui: &mut Ui, table: &FoundTable, commands: &mut Vec<Command>) {
    let name = &table.advert.name;
    let why_not = text::why_not_join(table, PROTOCOL_VERSION);
    let watch = text::can_be_watched(table);
    ui.horizontal(|ui| {
        about(ui, name.as_str(), &text::about_table(table, why_not.as_deref()));
        at_the_right(ui, |ui| {
            let button = match watch {
                true => Button::new(watching::watch_button()).named(watching::watch(name)),
                false => Button::new(text::join_button()).named(text::join(name)).unless(why_not.as_deref()),
            };
            if ui.add(button).clicked() {
                let location = table
                    .advert
                    .code
                    .map_or_else(|| Location::Table(name.clone()), |code| Location::Code(code.0));
                commands.push(if watch { Command::Watch(location) } else { Command::Join(location) });
            }
        });
    });
}

/// Whether this is where a table in play is.
fn is_in_play(tables: &[FoundTable], location: &Location) -> bool {
    let is_there = |table: &FoundTable| match location {
        Location::Code(code) => table.advert.code.is_some_and(|other| other.0 == *code),
        Location::Address(address) => {
            table.advert.code.is_some_and(|code| std::net::SocketAddr::V4(code.0.address()) == *address)
        }
        Location::Table(name) => name.as_str().to_lowercase() == table.advert.name.as_str().to_lowercase(),
        Location::Multiaddr(_) => false,
    };
    let mut there = tables.iter().filter(|table| is_there(table)).peekable();
    // Of two tables of one name the open one is meant.
    there.peek().is_some() && there.all(text::can_be_watched)
}

fn resume(ui: &mut Ui, saved: &[SavedSession], state: &mut HomeState, commands: &mut Vec<Command>) {
    if saved.is_empty() {
        return;
    }
    card(ui, |ui| {
        heading(ui, text::pick_up());
        let most = if state.all_saved { past::MOST } else { LISTED };
        for session in saved.iter().take(most) {
            let who = text::players(&session.players);
            let name = text::resume(&session.table, &who);
            let finished = match &session.standing {
                Standing::Finished { lack } => Some(text::finished_without(&wording::list(lack))),
                Standing::Unfinished | Standing::Over => None,
            };
            let more: Vec<String> = [who].into_iter().chain(finished).collect();
            line(ui, session.table.as_str(), &more, (text::resume_button(), &name), || {
                commands.push(Command::Resume(session.folder.clone()));
            });
        }
        more(ui, &mut state.all_saved, saved.len(), text::saved());
    });
}

fn past_games(
    ui: &mut Ui,
    model: HomeModel<'_>,
    state: &mut HomeState,
    bottom: Option<f32>,
    commands: &mut Vec<Command>,
) {
    card(ui, |ui| {
        reach(ui, bottom);
        heading(ui, text::past());
        let Some(past) = model.past else { return };
        if past.in_all == 0 {
            faint(ui, text::no_past());
        }
        if let Some(figures) = model.stats.and_then(wording::stats::in_short) {
            paragraph(ui, &figures);
        }
        for game in past.newest.iter().take(state.wanted()) {
            let who = text::players(game.players.iter().map(|(name, _)| name));
            let when = text::past_game(game, model.now);
            let name = text::look_again(&who, &when);
            line(ui, &who, &[when], (text::replay(), &name), || {
                commands.push(Command::Replay(game.path.clone()));
            });
        }
        if more(ui, &mut state.all_past, past.in_all, text::logs()) && state.all_past {
            commands.push(Command::ListAll);
        }
    });
}

/// Where there are more than a few: the way to all of them, or back. Says whether it was taken.
fn more(ui: &mut Ui, all: &mut bool, count: usize, what: &str) -> bool {
    if count <= LISTED {
        return false;
    }
    if *all && count > past::MOST {
        faint(ui, &text::too_many(count, past::MOST));
    }
    let (said, name) = match *all {
        true => (text::show_fewer_button().to_owned(), text::show_fewer(what)),
        false => (text::show_all(count), text::show_all_of(count, what)),
    };
    let clicked = ui.add(Button::new(&said).named(name)).clicked();
    *all ^= clicked;
    clicked
}

/// A line of a list: what it is, something about it, and a button.
fn line(ui: &mut Ui, what: &str, more: &[String], (button, name): (&str, &str), act: impl FnOnce()) {
    ui.horizontal(|ui| {
        about(ui, what, more);
        at_the_right(ui, |ui| {
            if ui.add(Button::new(button).named(name)).clicked() {
                act();
            }
        });
    });
}

/// The texts of a line, which leave room for its button. What is too long ends in an ellipsis; pointed at, or read out, it is whole.
fn about(ui: &mut Ui, what: &str, more: &[String]) {
    let room = (ui.available_width() - 130.0).max(100.0);
    ui.vertical(|ui| {
        ui.set_width(room);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add(Label::new(what).truncate());
        for line in more {
            faint(ui, line);
        }
    });
}

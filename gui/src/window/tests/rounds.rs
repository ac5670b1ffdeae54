//! Whole rounds against real tables in this process: by pointer, by keyboard, by typed moves.

use std::time::Duration;

use eframe::egui::{Key, Modifiers, Theme, accesskit::Role};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use mextrain_core::{Move, Preset, Refusal, Rules, Tile, TrainId, player};
use mextrain_net::{
    ledger::Stage,
    name::Name,
    session::{Game, SessionEvent},
    table::Owing,
};

use super::desk::{Desk, SIZES, harness, nodes, said, type_text};
use crate::window::{
    Command,
    practice::{Bench, PracticeConfig},
    seat::{Intent, News, Seat as _},
    words::play as words,
};

/// Moves that a round of this size never needs.
const ENOUGH: usize = 400;

/// A match of one short round against bots, on the screen.
struct Played {
    bench: Bench,
    harness: Harness<'static, Desk>,
}

impl Played {
    fn begin(bots: u8, size: eframe::egui::Vec2) -> Played {
        Played::by(Rules::default(), bots, size)
    }

    /// By the rules, but for two rounds of the small set.
    fn by(rules: Rules, bots: u8, size: eframe::egui::Vec2) -> Played {
        let mut rules = rules;
        for (key, value) in [("set", "double-nine"), ("first_engine", "1")] {
            rules.set_option(key, value).unwrap();
        }
        let config =
            PracticeConfig { name: Name::clean("Ada"), bots, levels: Default::default(), rules, logs: None };
        let mut bench = Bench::new(&config, Duration::ZERO).unwrap();
        bench.run_to_person();
        let snapshot = bench.snapshot();
        let mut desk = Desk::of(snapshot.game.as_deref().unwrap().clone());
        desk.snapshot = (*snapshot).clone();
        desk.history = bench.take_news();
        let mut harness = harness(desk, size, Theme::Dark);
        harness.run();
        Played { bench, harness }
    }

    fn game(&self) -> std::sync::Arc<Game> {
        self.harness.state().snapshot.game.clone().unwrap()
    }

    /// Hands what was asked for to the table, and what came of it to the screen. Says how many moves were sent.
    fn carry_out(&mut self) -> usize {
        let mut sent = 0;
        for command in std::mem::take(&mut self.harness.state_mut().commands) {
            match command {
                Command::Table(intent) => {
                    sent += 1;
                    self.bench.take(intent);
                    self.bench.run_to_person();
                }
                Command::Set(settings) => self.harness.state_mut().settings = *settings,
                _ => {}
            }
        }
        let desk = self.harness.state_mut();
        desk.history.extend(self.bench.take_news());
        desk.snapshot = (*self.bench.snapshot()).clone();
        self.harness.run();
        sent
    }

    /// Plays until the round's scores are asked about, each move as `make` makes it.
    fn round(&mut self, mut make: impl FnMut(&mut Harness<'static, Desk>, Move, usize)) {
        for number in 0..ENOUGH {
            let game = self.game();
            if game.owing != Owing::Move {
                break;
            }
            let choice = player::choose(&game.seat_view().unwrap()).unwrap();
            make(&mut self.harness, choice, number);
            let sent = self.carry_out();
            assert_eq!(sent, 1, "move {number}, {choice}: {}", self.text());
        }
        assert_eq!(self.game().stage, Stage::Sealing);
    }

    fn text(&self) -> String {
        nodes(&self.harness).iter().map(|node| said(node) + "\n").collect()
    }
}

/// Clicks a tile of the hand.
pub fn click_tile(harness: &mut Harness<'_, Desk>, tile: Tile) {
    press_tile(harness, tile);
    harness.run();
}

/// The same, without the frames after it.
pub fn press_tile(harness: &Harness<'_, Desk>, tile: Tile) {
    harness.get_by_label(&words::hand_tile(tile, true, false)).click();
}

/// What the row of a train says when it can be played on.
fn row(game: &Game, train: TrainId) -> String {
    let names: Vec<String> = game.names().into_iter().map(ToString::to_string).collect();
    words::row(game.round.as_ref().unwrap(), &names, train, game.seat, true)
}

/// Clicks a train that can be played on.
pub fn click_train(harness: &mut Harness<'_, Desk>, train: TrainId) {
    press_train(harness, train);
    harness.run();
}

/// The same, without the frames after it.
pub fn press_train(harness: &Harness<'_, Desk>, train: TrainId) {
    let name = row(harness.state().snapshot.game.as_deref().unwrap(), train);
    harness.get_by_label(&name).click();
}

#[test]
fn by_pointer() {
    for size in SIZES {
        let mut played = Played::begin(2, size);
        played.round(|harness, choice, number| match choice {
            // The three ways of a pointer take turns.
            Move::Play { tile, train } if number % 3 == 0 => {
                click_tile(harness, tile);
                click_train(harness, train);
            }
            Move::Play { tile, train } if number % 3 == 1 => {
                click_train(harness, train);
                click_tile(harness, tile);
            }
            Move::Play { tile, train } => {
                let name = row(harness.state().snapshot.game.as_deref().unwrap(), train);
                let tile = format!("{tile}, can be played");
                let from = harness.get_by_label(&tile).rect().center();
                let to = harness.get_by_label(&name).rect().center();
                harness.drag_at(from);
                harness.step();
                harness.hover_at(to);
                harness.step();
                harness.drop_at(to);
                harness.run();
            }
            Move::Draw => {
                harness.get_by_label(words::draw()).click();
                harness.run();
            }
            Move::Pass => {
                harness.get_by_label(words::pass()).click();
                harness.run();
            }
            Move::Stop => {
                harness.get_by_label(words::stop()).click();
                harness.run();
            }
        });
        // The scores are confirmed, and the next round is dealt.
        let ready = words::round_end::ready(Some((2, "0-0".parse().unwrap())));
        played.harness.get_by_label(&ready).click();
        played.harness.run();
        assert_eq!(played.carry_out(), 1);
        assert_eq!(played.game().scoreboard.rounds().len(), 1);
        assert!(matches!(played.game().stage, Stage::Turn { .. } | Stage::Drawn { .. } | Stage::Sealing));
    }
}

fn press(harness: &mut Harness<'_, Desk>, key: Key) {
    harness.key_press(key);
    harness.run();
}

/// Presses Tab until something that says `name` has the keyboard.
fn tab_to(harness: &mut Harness<'_, Desk>, name: &str) {
    for _ in 0..60 {
        let focused = nodes(harness).iter().any(|node| node.is_focused() && said(node) == name);
        if focused {
            return;
        }
        press(harness, Key::Tab);
    }
    let all: String =
        nodes(harness).iter().map(|node| format!("{} {}\n", node.is_focused(), said(node))).collect();
    panic!("{name} does not get the keyboard:\n{all}");
}

#[test]
fn by_keyboard() {
    let mut played = Played::begin(1, SIZES[0]);
    played.round(|harness, choice, number| match choice {
        Move::Play { tile, train } => {
            tab_to(harness, &format!("{tile}, can be played"));
            press(harness, Key::Enter);
            let game = harness.state().snapshot.game.clone().unwrap();
            if number % 2 == 0 {
                tab_to(harness, &row(&game, train));
                press(harness, Key::Space);
            } else {
                let order = crate::window::screens::board::geometry::rows(
                    game.round.as_ref().unwrap().seats(),
                    game.seat,
                );
                let place = order.iter().position(|one| *one == train).unwrap();
                press(harness, [Key::Num1, Key::Num2, Key::Num3][place]);
            }
        }
        Move::Draw => press(harness, Key::D),
        Move::Pass => press(harness, Key::P),
        Move::Stop => press(harness, Key::E),
    });
}

/// A match in whose first round this seat has begun a chain, and may stop; `None` if the round ends before that.
fn chain_begun(stop_is_offered: &impl Fn(&Played) -> bool) -> Option<Played> {
    let mut played = Played::by(Preset::Pagat.rules(), 1, SIZES[0]);
    assert!(!stop_is_offered(&played), "no chain has begun");
    loop {
        let game = played.game();
        let view = game.seat_view().filter(|_| game.owing == Owing::Move)?;
        let can_stop = view.moves().any(|choice| choice == Move::Stop);
        assert_eq!(stop_is_offered(&played), can_stop, "{}", played.text());
        if can_stop {
            return Some(played);
        }
        let choice = player::choose(&view).unwrap();
        played.harness.state_mut().commands.push(Command::Table(Intent::Act(choice)));
        played.carry_out();
    }
}

/// An opening chain is laid, and stopped by its button, by its key and as a typed move; before and after it the button is another one.
#[test]
fn an_opening_chain_goes_on_until_it_is_stopped() {
    let stops: [fn(&mut Harness<'static, Desk>); 3] = [
        |harness| harness.get_by_label(words::stop()).click(),
        |harness| press(harness, Key::E),
        |harness| {
            press(harness, Key::Slash);
            type_text(harness, "stop");
            press(harness, Key::Enter);
        },
    ];
    for stop in stops {
        let stop_is_offered = |played: &Played| played.harness.query_by_label(words::stop()).is_some();
        // A round can end before this seat has begun its train: then another match comes to it.
        let mut played = (0..20).find_map(|_| chain_begun(&stop_is_offered)).expect("a chain is begun");
        let can_go_on = played.game().seat_view().unwrap().moves().len() > 1;
        let sentence = if can_go_on { "or stop" } else { "Nothing goes on with your train: stop" };
        assert!(played.text().contains(sentence), "{}", played.text());
        stop(&mut played.harness);
        played.harness.run();
        assert_eq!(played.carry_out(), 1);
        let own = played.game().seat.unwrap().number();
        let told =
            |news: &News| matches!(news, News::Event(SessionEvent::ChainStopped { seat }) if *seat == own);
        assert!(played.harness.state().history.iter().any(told));
        assert!(!stop_is_offered(&played));
        // Why not, for whoever asks all the same.
        press(&mut played.harness, Key::Escape);
        press(&mut played.harness, Key::E);
        // What the bots did meanwhile may have been anything: it is this seat's turn again, or somebody else's, or a double waits.
        let double_waits = &Refusal::DoubleWaits.to_string()[1..];
        let why = [words::no_chain(), words::not_your_turn(), double_waits];
        let text = played.text();
        let is_over = played.game().owing == Owing::Seal;
        assert!(is_over || why.iter().any(|why| text.contains(why)), "{text}");
    }
}

#[test]
fn by_typed_moves() {
    let mut played = Played::begin(2, SIZES[0]);
    press(&mut played.harness, Key::Slash);
    played.round(|harness, choice, number| {
        let game = harness.state().snapshot.game.clone().unwrap();
        let text = match choice {
            Move::Play { tile, train: TrainId::Mexican } => format!("{tile} mex"),
            Move::Play { tile, train: TrainId::Own(seat) } if Some(seat) == game.seat => format!("{tile} me"),
            Move::Play { tile, train: TrainId::Own(seat) } if number % 2 == 0 => format!("{tile} {seat}"),
            Move::Play { tile, train: TrainId::Own(seat) } => format!("{tile} {}", game.name(seat).unwrap()),
            Move::Draw => "draw".to_owned(),
            Move::Pass => "pass".to_owned(),
            Move::Stop => "stop".to_owned(),
        };
        type_text(harness, &text);
        press(harness, Key::Enter);
    });
}

/// Whether the bar has its buttons, and not the field for typed moves.
fn has_draw(played: &Played) -> bool {
    [words::draw(), words::pass()]
        .iter()
        .any(|text| played.harness.query_all_by_label_contains(text).next().is_some())
}

#[test]
fn a_typed_move_that_is_none_says_why() {
    let mut played = Played::begin(1, SIZES[0]);
    press(&mut played.harness, Key::Slash);
    for (typed, answer) in
        [("4-7", "on which train"), ("nonsense", "is not a tile"), ("0-9 zoe", "no train is called")]
    {
        type_text(&mut played.harness, typed);
        press(&mut played.harness, Key::Enter);
        assert_eq!(played.carry_out(), 0);
        assert!(played.text().contains(answer), "{typed}: {}", played.text());
        played.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        press(&mut played.harness, Key::Backspace);
    }
    assert!(!has_draw(&played));
    press(&mut played.harness, Key::Escape);
    assert!(!played.text().contains("no train is called"));
    assert!(has_draw(&played), "the field is still there: {}", played.text());
}

#[test]
fn the_hand_keeps_the_order_that_it_is_given() {
    let mut played = Played::begin(1, SIZES[0]);
    let game = played.game();
    let tiles: Vec<Tile> = game.hand.iter().collect();
    let place = |harness: &Harness<'_, Desk>, tile: Tile| {
        let start = tile.to_string();
        let all = nodes(harness);
        all.iter().find(|node| said(node).split(',').next() == Some(start.as_str())).unwrap().rect()
    };
    let (first, last) = {
        let mut sorted = tiles.clone();
        sorted.sort();
        (sorted[0], sorted[sorted.len() - 1])
    };
    let (from, to) = (place(&played.harness, last).center(), place(&played.harness, first).center());
    let before = |one: eframe::egui::Pos2, other: eframe::egui::Pos2| (one.y, one.x) < (other.y, other.x);
    assert!(before(to, from));
    played.harness.drag_at(from);
    played.harness.step();
    played.harness.hover_at(to);
    played.harness.step();
    played.harness.drop_at(to);
    played.harness.run();
    played.carry_out();
    assert!(before(place(&played.harness, last).center(), place(&played.harness, first).center()));
    assert_eq!(played.harness.state().settings.hand.first(), Some(&last.to_string()));
}

#[test]
fn f6_goes_from_the_trains_to_the_bar_to_the_hand() {
    // The deal is a new one each time; one in which nothing fits has no train to go to.
    let can_play = |played: &Played| !played.game().seat_view().unwrap().playable().is_empty();
    let mut played = (0..).map(|_| Played::begin(1, SIZES[0])).find(can_play).unwrap();
    let regions = |harness: &mut Harness<'_, Desk>| {
        press(harness, Key::F6);
        let node = nodes(harness).into_iter().find(|node| node.is_focused()).map(|node| said(&node));
        node.unwrap_or_default()
    };
    let seen: Vec<String> = (0..3).map(|_| regions(&mut played.harness)).collect();
    assert!(seen[0].contains("open end"), "{seen:?}");
    assert!(seen[1].contains(words::type_move()) || seen[1].contains(words::draw()), "{seen:?}");
    assert!(seen[2].contains("can be played") || seen[2].contains('-'), "{seen:?}");
    press(&mut played.harness, Key::ArrowRight);
    let moved = nodes(&played.harness).into_iter().find(|node| node.is_focused()).map(|node| said(&node));
    assert!(moved.is_some_and(|name| name != seen[2] && name.contains('-')), "{seen:?}");
}

#[test]
fn an_entry_of_the_log_shows_the_board_as_it_was() {
    let mut played = Played::begin(2, SIZES[0]);
    for _ in 0..3 {
        let game = played.game();
        if game.owing != Owing::Move {
            break;
        }
        let choice = player::choose(&game.seat_view().unwrap()).unwrap();
        played.harness.state_mut().commands.push(Command::Table(crate::window::seat::Intent::Act(choice)));
        played.carry_out();
    }
    press(&mut played.harness, Key::L);
    // The first of those in view; what is cut off by the panel's edge cannot be clicked.
    let entry = nodes(&played.harness)
        .iter()
        .filter(|node| node.accesskit_node().role() == Role::Button)
        .map(said)
        .find(|text| text.split_once(": ").is_some_and(|(number, _)| number.parse::<usize>().is_ok()))
        .unwrap();
    played.harness.get_by_label(&entry).click();
    played.harness.run();
    assert!(played.text().contains(words::looking_back()));
    // Nothing can be played in the past.
    assert!(!played.text().contains("can be played"));
    played.harness.get_by_label(words::back_to_now()).click();
    played.harness.run();
    assert!(!played.text().contains(words::looking_back()));
}

#[test]
fn a_long_train_is_shown_whole_on_wish() {
    let open = super::desk::round(4, &Rules::default(), 60);
    let mut harness =
        harness(Desk::of(super::desk::on_board(&open, mextrain_core::Seat::FIRST)), SIZES[1], Theme::Dark);
    let chip = nodes(&harness).iter().map(said).find(|text| text.contains("show all of it")).unwrap();
    harness.get_by_label(&chip).click();
    harness.run();
    assert!(harness.query_by_label(&chip).is_none());
    harness.get_by_label(words::close()).click();
    harness.run();
    assert!(harness.query_by_label(&chip).is_some());
}

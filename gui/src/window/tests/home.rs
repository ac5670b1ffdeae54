//! Home: that nothing moves away from under a finger, that it fills the window, and that long names keep their ends.

use std::time::SystemTime;

use eframe::egui::{Rect, Theme, Ui, Vec2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_net::{
    name::Name,
    node::message::{AdvertState, PROTOCOL_VERSION},
    session::{FoundTable, saved_sessions},
};

use super::{
    desk::{SIZES, nodes, said},
    lobby::{Shown, found, shown},
};
use crate::{
    stats::Stats,
    window::{
        Action, Command,
        past::{self, PastGame, PastGames},
        screens::home::{self, HomeModel, HomeState},
        settings::Settings,
        words::lobby as text,
    },
};

/// As wide as 24 characters get.
const WIDE: &str = "WWWWWWWW WWWWWWWW WWWWWW";

fn home(size: Vec2, tables: usize, in_vain: bool) -> Harness<'static, Shown> {
    let name = |number: usize| if number == 0 { WIDE.to_owned() } else { format!("Table {number}") };
    let table = |number: usize| found(&name(number), AdvertState::Open, PROTOCOL_VERSION);
    let tables: Vec<FoundTable> = (0..tables).map(table).collect();
    let mut state = HomeState::default();
    shown(size, Theme::Dark, move |ui: &mut Ui| -> Vec<Command> {
        let model = HomeModel {
            tables: &tables,
            in_vain,
            no_search: None,
            address: Some("192.168.1.23:47110"),
            saved: &[],
            stats: None,
            past: Some(&PastGames::default()),
            settings: &Settings::default(),
            now: SystemTime::UNIX_EPOCH,
        };
        home::show(ui, model, &mut state)
    })
}

fn place(harness: &Harness<'_, Shown>, label: &str) -> Rect {
    harness.get_by_label(label).rect()
}

#[test]
fn nothing_that_can_be_pressed_moves_when_the_search_was_in_vain_or_finds_a_table() {
    for size in SIZES {
        let searching = home(size, 0, false);
        let in_vain = home(size, 0, true);
        assert!(searching.query_by_label(text::searching()).is_some());
        assert!(in_vain.query_by_label(text::no_tables()).is_some());
        let tables = home(size, 3, false);
        assert!(tables.query_by_label(text::searching()).is_none());
        for label in [text::find_out(), text::again()] {
            assert_eq!(place(&searching, label), place(&in_vain, label), "{label} {size}");
        }
        for label in [text::create(), text::join_button(), "Practice with bots"] {
            let rect = |harness: &Harness<'_, Shown>| {
                let labelled = harness.query_all_by_label_contains(label);
                labelled.map(|node| node.rect()).collect::<Vec<_>>()
            };
            let still = rect(&searching);
            assert!(!still.is_empty(), "{label}");
            for other in [&in_vain, &tables] {
                assert_eq!(rect(other)[..still.len()], still, "{label} {size}");
            }
        }
    }
}

#[test]
fn a_wide_window_is_filled_and_no_more_than_that() {
    for size in [SIZES[0], vec2(1024.0, 900.0), vec2(1920.0, 1080.0)] {
        for tables in [0, 3] {
            let harness = home(size, tables, false);
            let foot = place(&harness, "Copy 192.168.1.23:47110");
            assert!((size.y - 60.0..size.y - 8.0).contains(&foot.bottom()), "{size}: {foot}");
        }
    }
    // What is too much for the window is scrolled to, and does not grow by being scrolled.
    let mut small = home(vec2(1000.0, 500.0), 12, false);
    let foot = |harness: &Harness<'_, Shown>| {
        let all = nodes(harness);
        let foot = all.iter().find(|node| said(node).contains("Copy 192"));
        foot.map(|node| node.rect().bottom()).unwrap()
    };
    let before = foot(&small);
    small.hover_at(vec2(500.0, 250.0).to_pos2());
    small.event(eframe::egui::Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -200.0),
        phase: eframe::egui::TouchPhase::Move,
        modifiers: Default::default(),
    });
    small.run();
    let scrolled = before - foot(&small);
    assert!((100.0..=201.0).contains(&scrolled), "{scrolled}");
}

#[test]
fn a_long_name_ends_in_an_ellipsis_and_is_whole_for_who_asks() {
    for size in SIZES {
        let harness = home(size, 2, false);
        // Screen readers hear all of it.
        let name = place(&harness, WIDE);
        let button = place(&harness, &format!("Join {WIDE}"));
        assert!(name.right() <= button.left(), "{size}: {name} {button}");
        // One line, as that of a short name.
        assert_eq!(name.height(), place(&harness, "Table 1").height(), "{size}");
    }
}

/// Home after so many games, of which it is shown as many as it wants.
fn after(games: usize) -> Harness<'static, Shown> {
    let game = |number: usize| PastGame {
        path: format!("{number}.mtlog").into(),
        when: SystemTime::UNIX_EPOCH,
        players: vec![(Name::clean(&format!("Bo {number}")), [1; 32])],
    };
    let mut state = HomeState::default();
    let figures = Stats { matches: 7, finished: 7, won: 3, longest_train: 21, ..Stats::default() };
    shown(vec2(390.0, 20_000.0), Theme::Dark, move |ui: &mut Ui| {
        let newest = (0..games.min(state.wanted())).map(game).collect();
        let model = HomeModel {
            tables: &[],
            in_vain: false,
            no_search: None,
            address: None,
            saved: &[],
            stats: Some(&figures),
            past: Some(&PastGames { newest, in_all: games }),
            settings: &Settings::default(),
            now: SystemTime::UNIX_EPOCH,
        };
        home::show(ui, model, &mut state)
    })
}

#[test]
fn every_game_of_the_past_can_be_listed_within_bounds() {
    assert!(after(1).query_by_label_contains("won: 3, 43 %").is_some());
    let listed = |harness: &Harness<'_, Shown>| {
        harness.query_all_by_label_contains("Look again at the game with").count()
    };
    let few = after(home::LISTED);
    assert_eq!(listed(&few), home::LISTED);
    assert!(few.query_by_label_contains("Show all").is_none());
    let mut many = after(345);
    assert_eq!(listed(&many), home::LISTED);
    let all = text::show_all_of(345, text::logs());
    many.get_by_label(&all).click();
    many.run();
    assert!(matches!(many.state().commands[..], [Command::ListAll]), "{:?}", many.state().commands);
    assert_eq!(listed(&many), past::MOST);
    assert!(many.query_by_label(&text::too_many(345, past::MOST)).is_some());
    many.get_by_label(&text::show_fewer(text::logs())).click();
    many.run();
    assert_eq!(listed(&many), home::LISTED);
    assert_eq!(many.state().commands.len(), 1);
}

#[test]
fn a_match_whose_end_somebody_lacks_is_listed_with_the_name() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("sessions").join("00");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("journal"), "").unwrap();
    let about = r#"{"schema":"mextrain.session/1","table":"Kitchen","players":["Ada","Bo","Cy"],"addresses":[],"over":false,"lack":[1,2]}"#;
    std::fs::write(folder.join("session.json"), about).unwrap();
    let saved = saved_sessions(data.path());
    let mut state = HomeState::default();
    for size in SIZES {
        let (saved, mut state) = (saved.clone(), std::mem::take(&mut state));
        let harness = shown(size, Theme::Dark, move |ui: &mut Ui| -> Vec<Command> {
            let model = HomeModel {
                tables: &[],
                in_vain: false,
                no_search: None,
                address: None,
                saved: &saved,
                stats: None,
                past: Some(&PastGames::default()),
                settings: &Settings::default(),
                now: SystemTime::UNIX_EPOCH,
            };
            home::show(ui, model, &mut state)
        });
        assert!(harness.query_by_label_contains("Resume Kitchen with Ada, Bo, Cy").is_some());
        assert!(harness.query_by_label_contains("At its end, which Bo and Cy may lack").is_some());
    }
}

#[test]
fn a_computer_without_an_address_says_so() {
    let mut harness = after(0);
    assert!(harness.query_by_label(text::no_address()).is_some());
    harness.get_by_label("Connection trouble").click();
    harness.run();
    assert!(matches!(harness.state().commands[..], [Command::Do(Action::Trouble)]));
}

//! The window in its longest language: that Settings changes what is spoken, and that everything still has its room.

use eframe::egui::{Key, Modifiers, Shape, Theme, epaint::TextShape};
use egui_kittest::{Harness, SnapshotResults, kittest::Queryable};
use mextrain_core::{Ending, Rules, Seat};
use mextrain_net::{
    envelope::Kind,
    ledger::Stage,
    name::Name,
    refusal::{Blame, Charge, Refusal},
    session::{Accusation, SessionEvent, Trouble},
};

use super::{
    app::window,
    desk::{Desk, SIZES, ended_round, game, harness, on_board, round, told_round, until_turn},
    lobby::{screens, shown},
    looks::waiting,
    tree::{check, many_tiles, play_by_pointer, round_over},
};
use crate::{
    window::{
        Action,
        seat::News,
        settings::Settings,
        words::{lobby, pages, play},
    },
    wording::language::{self, Language, tests::Speaking},
};

/// The one with the longest sentences.
const LONGEST: Language = Language::German;

/// What is drawn, each text with the part of the screen that it may fill.
fn texts<S>(harness: &Harness<'_, S>) -> Vec<TextShape> {
    fn gather(shape: &Shape, all: &mut Vec<TextShape>) {
        match shape {
            Shape::Text(text) => all.push(text.clone()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| gather(&clipped.shape, &mut all));
    all
}

/// No text ends in an ellipsis or beyond the edge of the screen.
fn whole<S>(harness: &Harness<'_, S>, what: &str) {
    let texts = texts(harness);
    assert!(!texts.is_empty(), "{what}");
    let screen = harness.ctx.content_rect();
    for text in texts {
        let said = text.galley.text();
        assert!(!text.galley.elided, "{what}: {said} is cut");
        let place = text.visual_bounding_rect();
        let inside = place.left() >= screen.left() - 1.0 && place.right() <= screen.right() + 1.0;
        assert!(inside || said.is_empty(), "{what}: {said} at {place}");
    }
}

#[test]
fn what_has_happened_is_told_again_in_the_language_that_is_spoken_now() {
    let (open, history) = told_round(4, &Rules::default(), 30);
    let mut desk = Desk { history, ..Desk::of(on_board(&open, Seat::FIRST)) };
    desk.pressed = vec![Action::Log];
    let mut harness = harness(desk, SIZES[0], Theme::Dark);
    harness.run();
    harness.state_mut().pressed.clear();
    let says = |harness: &Harness<'_, Desk>, what| harness.query_all_by_label_contains(what).next().is_some();
    assert!(says(&harness, " plays ") && !says(&harness, " legt "));
    let _speaking = Speaking::new(Language::German);
    harness.run();
    assert!(says(&harness, " legt ") && !says(&harness, " plays "));
}

#[test]
fn a_fault_is_told_in_the_language_that_is_spoken_now() {
    let charge =
        |refusal| Charge { name: Some(Name::clean("Bo")), step: 12, refusal, kind: Some(Kind::Turn) };
    let accusation = |refusal, stopped| Accusation { charge: charge(refusal), evidence: None, stopped };
    let open = round(4, &Rules::default(), 400);
    let mut desk = Desk::of(game(&open, Seat::FIRST, Stage::Stopped));
    desk.snapshot.accusations =
        vec![accusation(Refusal::SlotOwner, true), accusation(Refusal::Equivocation, false)];
    let mut harness = board(desk, 1);
    let says = |harness: &Harness<'_, Desk>, what| harness.query_all_by_label_contains(what).next().is_some();
    assert!(says(&harness, "Bo's move at step 12 plays a tile") && says(&harness, "Bo signed two messages"));
    let _speaking = Speaking::new(Language::German);
    harness.run();
    assert!(says(&harness, "Der Spielzug von Bo in Schritt 12 legt einen Stein, der jemand anderem gehört."));
    assert!(says(
        &harness,
        "Bo hat in Schritt 12 zwei Nachrichten unterschrieben, die sich widersprechen: einen Spielzug"
    ));
    assert!(!says(&harness, "Bo's move") && !says(&harness, "Bo signed"));
    // Of a practice match nobody is accused, and yet it is said why it stopped.
    harness.state_mut().snapshot.accusations.clear();
    let blame = |proven| Blame { member: Some(1), step: 12, refusal: Refusal::SlotOwner, proven };
    for (proven, sentence) in [
        (true, "in Schritt 12 legt einen Stein, der jemand anderem gehört."),
        (false, "unterschrieben hat: Sie legt einen Stein, der jemand anderem gehört."),
    ] {
        let mut game = game(&open, Seat::FIRST, Stage::Stopped);
        game.fault = Some(blame(proven));
        harness.state_mut().snapshot.game = Some(std::sync::Arc::new(game));
        harness.run();
        assert!(says(&harness, sentence), "{sentence}");
    }
}

#[test]
fn what_a_session_complains_of_is_told_in_the_language_that_is_spoken() {
    let _speaking = Speaking::new(Language::German);
    let open = until_turn(round(3, &Rules::default(), 20), Seat::FIRST).unwrap();
    let mut harness = board(Desk::of(on_board(&open, Seat::FIRST)), 1);
    harness.state_mut().history.push(News::Event(SessionEvent::Trouble { trouble: Trouble::HasLeft }));
    harness.run();
    assert!(harness.query_all_by_label_contains("Du hast diese Partie verlassen.").next().is_some());
    assert!(harness.query_all_by_label_contains("You have left").next().is_none());
}

fn board(desk: Desk, size: usize) -> Harness<'static, Desk> {
    let mut harness = harness(desk, SIZES[size], Theme::Dark);
    harness.run();
    harness
}

#[test]
fn settings_change_what_is_spoken_at_once() {
    let _before = Speaking::new(Language::English);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let mut harness = window(folder.path(), "Ada", Some(file.clone()), SIZES[0]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Comma);
    harness.step();
    harness.step();
    assert!(harness.query_by_label("How it looks").is_some());
    harness.get_by_label(Language::German.own_name()).click();
    harness.step();
    harness.step();
    assert_eq!(language::current(), Language::German);
    assert!(harness.query_by_label("Wie es aussieht").is_some());
    assert!(harness.query_by_label("How it looks").is_none());
    // Some time later; each step is a quarter of a second.
    assert!((0..100_000).any(|_| {
        harness.step();
        file.exists()
    }));
    assert_eq!(Settings::load(&file).settings.language, Some(Language::German));
    assert!(std::fs::read_to_string(&file).unwrap().contains("language = \"de\""));
    harness.get_by_label(pages::system_language()).click();
    harness.step();
    harness.step();
    assert!(harness.query_by_label("How it looks").is_some(), "the system's, which is English in tests");
}

#[test]
fn a_language_that_was_kept_is_spoken_at_the_start() {
    let _before = Speaking::new(Language::English);
    let kept: Settings = toml::from_str("language = \"de\"").unwrap();
    assert_eq!(kept.language, Some(Language::German));
    assert_eq!(toml::from_str::<Settings>("").unwrap().language, None);
    assert!(toml::from_str::<Settings>("language = \"tlh\"").is_err());
}

#[test]
fn the_screens_before_a_match_have_room_for_it() {
    let _spoken = Speaking::new(LONGEST);
    for size in SIZES {
        for (name, show) in screens() {
            check(&shown(size, Theme::Dark, show), &format!("{name} {}", size.x));
        }
    }
}

#[test]
fn boards_and_panels_have_room_for_it() {
    let _spoken = Speaking::new(LONGEST);
    for size in [0, 1] {
        for (seats, moves) in [(2, 0), (4, 11), (5, 55), (8, 40), (8, 90)] {
            let what = format!("board {size} {seats} {moves}");
            let harness =
                board(Desk::of(on_board(&round(seats, &Rules::default(), moves), Seat::FIRST)), size);
            check(&harness, &what);
            whole(&harness, &what);
        }
        let harness = board(Desk::of(on_board(&waiting(8, Seat::FIRST), Seat::FIRST)), size);
        check(&harness, "double");
        whole(&harness, "double");
        let open = many_tiles(8, 33).build().unwrap();
        let harness = board(Desk::of(on_board(&open, Seat::FIRST)), size);
        check(&harness, "many tiles");
        whole(&harness, "many tiles");
        let (open, history) = told_round(4, &Rules::default(), 30);
        for action in [Action::Scores, Action::Log, Action::Trust, Action::TypeMove] {
            let what = format!("{action:?} {size}");
            let desk = Desk::of(on_board(&open, Seat::FIRST));
            let harness = board(Desk { history: history.clone(), pressed: vec![action], ..desk }, size);
            check(&harness, &what);
            whole(&harness, &what);
        }
    }
}

#[test]
fn a_move_to_confirm_has_room_for_it() {
    let _spoken = Speaking::new(LONGEST);
    let open = until_turn(round(4, &Rules::default(), 30), Seat::FIRST).unwrap();
    for size in [0, 1] {
        let mut desk = Desk::of(on_board(&open, Seat::FIRST));
        desk.settings.confirm = Some(true);
        let mut harness = board(desk, size);
        play_by_pointer(&mut harness);
        check(&harness, "confirm");
        whole(&harness, "confirm");
        harness.get_by_label(play::confirm_button()).click();
        harness.run();
        assert_eq!(harness.state().commands.len(), 1);
    }
}

#[test]
fn deals_and_ends_have_room_for_it() {
    let _spoken = Speaking::new(LONGEST);
    let open = round(5, &Rules::default(), 400);
    let stages = [
        Stage::Signing,
        Stage::Revealing,
        Stage::Keys,
        Stage::Shuffling { seat: Seat::new(1).unwrap(), done: 1 },
        Stage::Dealing,
        Stage::Scoring,
        Stage::Over,
        Stage::Stopped,
    ];
    for size in [0, 1] {
        for stage in stages {
            let mut game = game(&open, Seat::FIRST, stage);
            game.scoreboard.record(&open.scores().unwrap()).unwrap();
            let mut desk = Desk::of(game);
            desk.history = vec![News::Event(round_over(&open))];
            let harness = board(desk, size);
            // There is nothing to press while tiles are dealt.
            check(&harness, &format!("deal {stage:?} {size}"));
            whole(&harness, &format!("{stage:?} {size}"));
        }
    }
}

/// Looked at by eye before they were kept, as all pictures.
#[test]
fn pictures_of_it() {
    let _spoken = Speaking::new(LONGEST);
    let mut results = SnapshotResults::new();
    let (open, history) = told_round(5, &Rules::default(), 55);
    for (narrow, theme, name) in
        [(1, Theme::Light, "german-board-narrow"), (0, Theme::Dark, "german-board-wide")]
    {
        let desk = Desk { history: history.clone(), ..Desk::of(on_board(&open, Seat::FIRST)) };
        let mut harness = super::desk::harness(desk, SIZES[narrow], theme);
        harness.run();
        harness.snapshot(name);
        results.extend(harness.take_snapshot_results());
    }
    let (open, told) = ended_round(4, &Rules::default());
    let mut game = game(&open, Seat::FIRST, Stage::Over);
    game.scoreboard
        .record_ended(&open.scores().unwrap(), open.round().ending().unwrap_or(Ending::Blocked))
        .unwrap();
    let mut harness = board(Desk { history: told, ..Desk::of(game) }, 1);
    harness.snapshot("german-match-end-narrow");
    results.extend(harness.take_snapshot_results());
    for (name, show) in screens().into_iter().filter(|(name, _)| ["home", "settings", "rules"].contains(name))
    {
        let mut harness = shown(SIZES[1], Theme::Light, show);
        assert!(harness.query_by_label(lobby::join_button()).is_some() || name != "home");
        harness.snapshot(format!("german-{name}-narrow"));
        results.extend(harness.take_snapshot_results());
    }
}

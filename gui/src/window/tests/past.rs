//! What a log gives back to the screens of a match: the verdict at its end, and the moves before somebody came back.

use std::{fs, thread};

use eframe::egui::Theme;
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_core::{Move, Rules, Seat, Tile, player};
use mextrain_net::{name::Name, session::SessionEvent, table::Owing};

use super::{
    desk::{Desk, SIZES, harness, nodes, on_board, round, said, until_turn},
    replay::finished,
    rounds::click_train,
    tree::check,
};
use crate::window::{
    Action,
    practice::{Bench, PracticeConfig},
    seat::{Intent, News, Seat as _},
    words::play as words,
};

/// Shows what has been asked for, once the threads that work on it are done.
fn settle(harness: &mut Harness<'_, Desk>) {
    harness.step();
    while harness.state().state.waits() {
        thread::yield_now();
        harness.step();
    }
    harness.run();
}

fn says(harness: &Harness<'_, Desk>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_hint_is_a_legal_move_with_its_reason_and_chooses_the_tile() {
    for size in SIZES {
        let open = until_turn(round(4, &Rules::default(), 20), Seat::FIRST).unwrap();
        let mut desk = Desk::of(on_board(&open, Seat::FIRST));
        desk.pressed = vec![Action::Hint];
        let mut harness = harness(desk, size, Theme::Dark);
        harness.state_mut().pressed.clear();
        settle(&mut harness);
        let hint = nodes(&harness).iter().map(said).find(|text| text.starts_with("Hint: ")).unwrap();
        let game = harness.state().snapshot.game.clone().unwrap();
        let tile: Tile = hint.split([' ', '.']).nth(1).unwrap().parse().unwrap();
        assert!(game.seat_view().unwrap().playable().contains(tile), "{hint}");
        check(&harness, &format!("hint {size}"));
        // The next thing that one does ends it: the tile is chosen already, and the train is all that is missing.
        assert!(harness.state().commands.is_empty(), "a hint plays nothing");
        let train = game.seat_view().unwrap().moves().find_map(|choice| match choice {
            Move::Play { tile: one, train } if one == tile => Some(train),
            _ => None,
        });
        click_train(&mut harness, train.unwrap());
        assert_eq!(harness.state().commands.len(), 1, "the tile was not chosen: {hint}");
    }
}

#[test]
fn who_owes_nothing_is_given_no_hint() {
    let open = until_turn(round(4, &Rules::default(), 20), Seat::FIRST).unwrap();
    let mut desk = Desk::of(on_board(&open, Seat::new(1).unwrap()));
    desk.pressed = vec![Action::Hint];
    let mut harness = harness(desk, SIZES[0], Theme::Dark);
    harness.state_mut().pressed.clear();
    harness.run();
    assert!(says(&harness, crate::wording::hint::nothing_owed()));
}

#[test]
fn the_end_of_a_match_verifies_its_log_on_a_press() {
    let folder = tempfile::tempdir().unwrap();
    let game = finished(folder.path());
    let whole = fs::read(&game.log).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    let good = "verified, every check passed: ";
    for size in SIZES {
        for (bytes, holds) in [(whole.as_slice(), true), (&whole[..9], false), (changed.as_slice(), false)] {
            fs::write(&game.log, bytes).unwrap();
            let mut harness = harness(Desk::of(game.clone()), size, Theme::Light);
            harness.run();
            assert!(!says(&harness, good));
            harness.get_by_label(words::match_end::verify()).click();
            settle(&mut harness);
            assert_eq!(says(&harness, good), holds, "{size}");
            assert_eq!(says(&harness, "damaged") || says(&harness, "failed: "), !holds, "{size}");
            assert!(!says(&harness, words::match_end::verifying()));
            check(&harness, &format!("verified end {size}"));
        }
    }
}

/// A match that its person leaves in the middle, as far as the log has it then, and what is told after they came back.
fn left_and_come_back(folder: &std::path::Path) -> Desk {
    let rules = Rules::from_settings([("set", "double-nine"), ("first_engine", "1")]).unwrap();
    let config = PracticeConfig {
        name: Name::clean("Ada"),
        bots: 2,
        levels: Default::default(),
        rules,
        logs: Some(folder.to_owned()),
    };
    let mut bench = Bench::new(&config, std::time::Duration::ZERO).unwrap();
    let mut come_back = None;
    for turn in 0..6 {
        bench.run_to_person();
        let game = bench.snapshot().game.clone().unwrap();
        if turn == 2 {
            come_back = Some(game.have.step);
            drop(bench.take_news());
        }
        match game.owing {
            Owing::Move => bench.take(Intent::Act(player::choose(&game.seat_view().unwrap()).unwrap())),
            Owing::Seal => bench.take(Intent::NextRound),
            Owing::Nothing => break,
        }
    }
    bench.run_to_person();
    let resumed = News::Event(SessionEvent::Resumed { step: come_back.unwrap() });
    let history = std::iter::once(resumed).chain(bench.take_news()).collect();
    let snapshot = (*bench.snapshot()).clone();
    let game = snapshot.game.as_deref().unwrap().clone();
    Desk { snapshot, history, ..Desk::of(game) }
}

#[test]
fn whoever_comes_back_to_a_match_sees_what_was_before() {
    let folder = tempfile::tempdir().unwrap();
    let desk = left_and_come_back(folder.path());
    let game = desk.snapshot.game.clone().unwrap();
    let told = desk.history.len();
    let mut harness = harness(desk, SIZES[1], Theme::Dark);
    settle(&mut harness);
    let moments = harness.state().state.board().timeline().moments();
    assert!(moments.iter().any(|moment| moment.step.is_some()), "nothing earlier is there");
    assert!(moments.iter().filter(|moment| moment.step.is_none()).count() <= told);
    // Every board fits the one before it: nothing is missing and nothing is there twice.
    let begun = moments.iter().position(|moment| moment.board.is_some()).unwrap();
    assert!(moments[begun..].iter().all(|moment| moment.board.is_some()));
    if let Some(round) = &game.round {
        assert_eq!(moments.last().unwrap().board.as_ref(), Some(round));
    }
}

#[test]
fn where_there_is_no_log_the_panel_says_where_earlier_moves_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = left_and_come_back(folder.path());
    let mut game = desk.snapshot.game.as_deref().unwrap().clone();
    game.log = folder.path().join("nothing.mtlog");
    desk.snapshot.game = Some(std::sync::Arc::new(game));
    desk.pressed = vec![Action::Log];
    desk.history.truncate(1);
    let mut harness = harness(desk, SIZES[0], Theme::Dark);
    settle(&mut harness);
    assert!(says(&harness, words::earlier()));
    check(&harness, "a log without its beginning");
}

//! Somebody is waited for too long: what is asked, where, and what an answer does.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui::{Key, Theme};
use egui_kittest::{
    Harness, SnapshotResults,
    kittest::{NodeT, Queryable},
};
use mextrain_core::{Ending, Rules, Seat, SeatSet};
use mextrain_net::{
    ledger::{OpenBallot, Proposal, Stage},
    session::{Game, Overdue},
    table::Owing,
};

use super::{
    desk::{Desk, SIZES, ended_round, game, harness, nodes, on_board, round, said, until_turn},
    looks::THEMES,
    tree::check,
};
use crate::window::{
    Command,
    seat::Intent,
    words::{absent as text, play},
};

const BO: Seat = Seat::new(1).unwrap();
const CY: Seat = Seat::new(2).unwrap();
const DEE: Seat = Seat::new(3).unwrap();

fn set(seats: &[Seat]) -> SeatSet {
    seats.iter().copied().collect()
}

/// A table of so many at which Bo is to move, and is not there.
fn table(seats: u8) -> Desk {
    let open = until_turn(round(seats, &Rules::default(), 30), BO).unwrap();
    away(on_board(&open, Seat::FIRST), &[BO])
}

/// The table of this game, with these players away and the others there; they have been waited for for one grace time.
fn away(mut game: Game, seats: &[Seat]) -> Desk {
    let seats = set(seats);
    game.missing = seats;
    let keys = |away: bool| {
        let of = |(index, member): (usize, &mextrain_net::charter::Member)| {
            (seats.iter().any(|seat| seat.index() == index) == away).then_some(member.key)
        };
        game.charter.roster.iter().enumerate().filter_map(of).collect::<Vec<_>>()
    };
    // An instant that has not come yet is no time ago, on however slow a machine.
    let soon = Instant::now() + Duration::from_secs(3600);
    let (online, away) =
        (keys(false).into_iter().collect(), keys(true).into_iter().map(|key| (key, soon)).collect());
    let mut desk = Desk::of(game);
    desk.practice = false;
    desk.snapshot.online = online;
    desk.snapshot.away = away;
    desk.snapshot.overdue = Some(Overdue { seats, times: 1 });
    desk
}

fn shown(desk: Desk, size: usize) -> Harness<'static, Desk> {
    let mut harness = harness(desk, SIZES[size], Theme::Dark);
    harness.run();
    compare(&mut harness);
    harness
}

/// Puts the table words away, which are another matter.
fn compare(harness: &mut Harness<'static, Desk>) {
    if harness.query_by_label(play::compared_name()).is_some() {
        harness.get_by_label(play::compared_name()).click();
        harness.run();
    }
}

fn says(harness: &Harness<'_, Desk>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

fn press(harness: &mut Harness<'_, Desk>, key: Key) {
    harness.key_press(key);
    harness.run();
}

fn change(harness: &mut Harness<'_, Desk>, change: impl FnOnce(&mut Game)) {
    let snapshot = &mut harness.state_mut().snapshot;
    let mut game = snapshot.game.as_deref().unwrap().clone();
    change(&mut game);
    snapshot.game = Some(Arc::new(game));
    harness.run();
}

/// Another grace time passes.
fn pass(harness: &mut Harness<'_, Desk>) {
    harness.state_mut().snapshot.overdue.as_mut().unwrap().times += 1;
    harness.run();
}

fn ballot(number: u8, missing: &[Seat], voters: &[Seat], agreed: &[Seat]) -> OpenBallot {
    let proposal = Proposal { missing: set(missing), voters: set(voters) };
    OpenBallot { ballot: number, proposal, agreed: set(agreed) }
}

/// Without whom this person has asked to go on.
fn wanted(harness: &Harness<'_, Desk>) -> Vec<SeatSet> {
    let missing = |command: &Command| match command {
        Command::Table(Intent::GoOnWithout(_, missing)) => Some(*missing),
        _ => None,
    };
    harness.state().commands.iter().filter_map(missing).collect()
}

#[test]
fn the_question_is_asked_above_the_hand_and_moves_nothing_below_it() {
    for size in [0, 1] {
        for seats in [3, 5, 8] {
            let mut calm = table(seats);
            calm.snapshot.overdue = None;
            let calm = shown(calm, size);
            assert!(!says(&calm, "Go on without"));
            let mut asked = shown(table(seats), size);
            check(&asked, &format!("absent {size} {seats}"));
            assert!(says(&asked, "Bo has been away for 0 s."));
            assert!(says(
                &asked,
                "Then the round is dealt again without Bo, who counts like the round's highest hand, at least 50,"
            ));
            let tiles = asked.state().snapshot.game.as_ref().unwrap().hand;
            let top = |harness: &Harness<'_, Desk>| {
                let tiles: Vec<String> = tiles.iter().map(|tile| tile.to_string()).collect();
                let all = nodes(harness);
                let mine = all
                    .iter()
                    .filter(|node| tiles.iter().any(|tile| said(node).split(',').next() == Some(tile)));
                mine.map(|node| node.rect()).collect::<Vec<_>>()
            };
            assert!(!tiles.is_empty() && top(&asked).len() == usize::from(tiles.len()));
            assert_eq!(top(&calm), top(&asked), "the hand moved");
            let bar = asked.get_by_label_contains(play::draw()).rect();
            for button in ["Go on without Bo", text::wait(), text::another_day()] {
                let place = asked.get_by_label(button).rect();
                assert!(place.bottom() <= bar.top(), "{button} {place} {bar}");
                assert!(asked.ctx.content_rect().contains_rect(place), "{button} {place}");
            }
            asked.get_by_label("Go on without Bo").click();
            asked.run();
            assert_eq!(wanted(&asked), [set(&[BO])]);
        }
    }
}

#[test]
fn it_is_answered_by_keyboard_and_comes_back_after_another_grace_time() {
    for size in [0, 1] {
        let mut harness = shown(table(4), size);
        let focused = |harness: &Harness<'_, Desk>| {
            nodes(harness).iter().find(|node| node.is_focused()).map(said).unwrap_or_default()
        };
        press(&mut harness, Key::F6);
        assert_eq!(focused(&harness), "Go on without Bo");
        press(&mut harness, Key::Enter);
        assert_eq!(wanted(&harness), [set(&[BO])]);
        press(&mut harness, Key::Tab);
        assert_eq!(focused(&harness), text::wait());
        press(&mut harness, Key::Space);
        assert!(!says(&harness, "Go on without Bo"), "this person waits");
        harness.run();
        assert!(!says(&harness, "Go on without Bo"));
        pass(&mut harness);
        assert!(says(&harness, "Go on without Bo?"));
        harness.get_by_label(text::another_day()).click();
        harness.run();
        assert!(matches!(harness.state().commands.last(), Some(Command::Adjourn)));
        // What is waited for has come.
        harness.state_mut().snapshot.overdue = None;
        change(&mut harness, |game| game.have.step += 1);
        assert!(!says(&harness, "Go on without Bo"));
    }
}

#[test]
fn what_others_want_is_asked_at_once_and_who_does_not_answer_is_missing_too() {
    let mut desk = table(4);
    desk.snapshot.overdue = None;
    let mut harness = shown(desk, 1);
    assert!(!says(&harness, "Go on without"));
    let all = [Seat::FIRST, CY, DEE];
    change(&mut harness, |game| game.ballots = vec![ballot(0, &[BO], &all, &[CY])]);
    assert!(says(&harness, "Cy would go on without Bo. You decide too."));
    assert!(says(&harness, "Still to answer: you and Dee."));
    harness.get_by_label(text::wait()).click();
    harness.run();
    assert!(!says(&harness, "Go on without Bo"));
    // It came to nothing, and somebody asks again.
    change(&mut harness, |game| game.ballots = vec![ballot(2, &[BO], &all, &[CY])]);
    harness.state_mut().snapshot.overdue = Some(Overdue { seats: set(&[BO]), times: 1 });
    harness.run();
    harness.get_by_label("Go on without Bo").click();
    harness.run();
    change(&mut harness, |game| game.ballots = vec![ballot(2, &[BO], &all, &[Seat::FIRST, CY])]);
    assert!(says(&harness, "You agreed to go on without Bo. Still to answer: Dee."));
    assert!(harness.query_by_label("Go on without Bo").is_none());
    check(&harness, "agreed");
    // Two of four are not enough to go on without two.
    pass(&mut harness);
    assert!(says(&harness, "Going on without Bo and Dee takes more players than are missing"));
    assert_eq!(wanted(&harness), [set(&[BO])]);
}

#[test]
fn with_five_those_who_do_not_answer_can_be_gone_on_without() {
    let eli = Seat::new(4).unwrap();
    let all = [Seat::FIRST, CY, DEE, eli];
    let mut harness = shown(table(5), 0);
    change(&mut harness, |game| game.ballots = vec![ballot(0, &[BO], &all, &[Seat::FIRST, CY, DEE])]);
    assert!(says(&harness, "Still to answer: Eli."));
    pass(&mut harness);
    harness.get_by_label("Go on without Bo and Eli").click();
    harness.run();
    assert_eq!(wanted(&harness), [set(&[BO, eli])]);
}

#[test]
fn two_can_only_wait_or_play_on_another_day() {
    for size in [0, 1] {
        let harness = shown(table(2), size);
        check(&harness, "two");
        assert!(says(&harness, "Going on without Bo takes more players than are missing"));
        assert!(harness.query_by_label("Go on without Bo").is_none());
        for button in [text::wait(), text::another_day()] {
            assert!(harness.query_by_label(button).is_some(), "{button}");
        }
    }
}

#[test]
fn seconds_are_shown_and_not_read_out() {
    let mut desk = table(3);
    let ago = Instant::now().checked_sub(Duration::from_secs(200)).unwrap();
    desk.snapshot.away.values_mut().for_each(|since| *since = ago);
    let harness = shown(desk, 0);
    assert!(says(&harness, "Waiting for Bo to come back (3 min "));
    assert!(says(&harness, "Bo has been away for 3 min "));
    let all = nodes(&harness);
    let live: Vec<String> =
        all.iter().filter(|node| node.accesskit_node().data().live().is_some()).map(said).collect();
    assert!(live[0].contains("Waiting for Bo to come back. Go on without Bo?"), "{live:?}");
    assert!(!live[0].contains("min"), "{live:?}");
}

#[test]
fn who_thinks_for_long_is_there_and_is_waited_for_too() {
    let mut desk = table(3);
    desk.snapshot.online.extend(std::mem::take(&mut desk.snapshot.away).into_keys());
    desk.snapshot.waiting_since = Instant::now().checked_sub(Duration::from_secs(200));
    let harness = shown(desk, 1);
    assert!(says(&harness, "Bo is choosing (3 min "));
    assert!(says(&harness, "The table has waited for Bo for 3 min "));
}

#[test]
fn whoever_was_gone_on_without_watches_and_is_told_so_once() {
    for size in [0, 1] {
        let mut desk = table(4);
        desk.snapshot.overdue = None;
        let mut harness = shown(desk, size);
        change(&mut harness, |game| {
            game.away = set(&[Seat::FIRST]);
            game.hand = Default::default();
            game.owing = Owing::Nothing;
        });
        assert!(says(&harness, crate::wording::absent::left_out()));
        check(&harness, "left out");
        harness.get_by_label(text::read()).click();
        harness.run();
        // Nothing of it is read out anew, either.
        assert_eq!(harness.query_all_by_label(crate::wording::absent::left_out()).count(), 0);
    }
}

#[test]
fn deals_and_ends_of_rounds_ask_too_and_say_what_it_means_there() {
    let (open, _) = ended_round(4, &Rules::default());
    let stages = [
        (Stage::Dealing, "Then the round is dealt again without Bo"),
        (
            Stage::Scoring,
            "Then the round is scored without that hand: Bo counts like the round's highest hand",
        ),
        (Stage::Sealing, "The scores stand. The next round is dealt without Bo"),
    ];
    for size in [0, 1] {
        for (stage, means) in stages {
            let mut game = game(&open, Seat::FIRST, stage);
            if stage == Stage::Sealing {
                game.scoreboard.record(&open.scores().unwrap()).unwrap();
            }
            let mut harness = shown(away(game, &[BO]), size);
            check(&harness, &format!("absent {stage:?}"));
            assert!(says(&harness, means), "{means}");
            harness.get_by_label("Go on without Bo").click();
            harness.run();
            assert_eq!(wanted(&harness), [set(&[BO])]);
        }
        // Who vanished is told apart in the scores.
        let mut game = game(&open, Seat::FIRST, Stage::Sealing);
        game.scoreboard.record(&open.scores().unwrap()).unwrap();
        game.away = set(&[BO]);
        let harness = shown(Desk::of(game.clone()), size);
        assert_eq!(harness.query_all_by_label(text::vanished_score()).count(), 1);
        // Who has gone out is charged nothing, away or not.
        let Some(Ending::Out(winner)) = open.round().ending() else { panic!("{:?}", open.round().ending()) };
        game.away = set(&[winner]);
        let harness = shown(Desk::of(game), size);
        assert_eq!(harness.query_all_by_label(text::vanished_score()).count(), 0);
    }
}

#[test]
fn where_the_table_keeps_going_the_question_says_so() {
    for size in [0, 1] {
        let mut desk = table(4);
        let mut game = desk.snapshot.game.as_deref().unwrap().clone();
        game.dispensable = set(&[BO, CY]);
        desk.snapshot.game = Some(Arc::new(game));
        let mut harness = shown(desk, size);
        check(&harness, "kept going");
        assert!(says(&harness, "Then the round goes on without Bo. All of you together open that hand"));
        // Two at once are too many for that.
        change(&mut harness, |game| game.missing = set(&[BO, CY]));
        harness.state_mut().snapshot.overdue.as_mut().unwrap().seats = set(&[BO, CY]);
        change(&mut harness, |game| game.dispensable = SeatSet::EMPTY);
        assert!(!says(&harness, "the round goes on without"));
        // A hand that the others have opened is scored like everybody's.
        let (open, _) = ended_round(4, &Rules::default());
        let mut game = super::desk::game(&open, Seat::FIRST, Stage::Sealing);
        game.scoreboard.record(&open.scores().unwrap()).unwrap();
        (game.away, game.unlocked) = (set(&[BO]), Some(BO));
        let harness = shown(Desk::of(game), size);
        assert_eq!(harness.query_all_by_label(text::vanished_score()).count(), 0);
    }
}

#[test]
fn the_panel_over_a_narrow_board_leads_back_to_the_question() {
    let mut desk = table(4);
    desk.pressed = vec![crate::window::Action::Log];
    let mut harness = shown(desk, 1);
    assert!(harness.query_by_label("Go on without Bo").is_none());
    harness.get_by_label(play::question_and_back()).click();
    harness.run();
    assert!(harness.query_by_label("Go on without Bo").is_some());
}

#[test]
fn pictures_of_the_question() {
    let mut results = SnapshotResults::new();
    let mut picture = |name: String, desk: Desk, size: usize, theme: Theme| {
        let mut harness = harness(desk, SIZES[size], theme);
        harness.run();
        compare(&mut harness);
        harness.snapshot(name);
        results.extend(harness.take_snapshot_results());
    };
    for (size, width) in ["wide", "narrow"].into_iter().enumerate() {
        for (theme, light) in THEMES {
            let mut desk = table(5);
            let mut game = desk.snapshot.game.as_deref().unwrap().clone();
            let eli = Seat::new(4).unwrap();
            game.ballots = vec![ballot(0, &[BO], &[Seat::FIRST, CY, DEE, eli], &[CY, DEE])];
            desk.snapshot.game = Some(Arc::new(game));
            picture(format!("absent-{width}-{light}"), desk, size, theme);
        }
    }
    picture("absent-of-eight-narrow".to_owned(), table(8), 1, Theme::Dark);
    picture("absent-of-two-narrow".to_owned(), table(2), 1, Theme::Light);
    let (open, _) = ended_round(4, &Rules::default());
    let mut end = game(&open, Seat::FIRST, Stage::Sealing);
    end.scoreboard.record(&open.scores().unwrap()).unwrap();
    picture("absent-round-end-wide".to_owned(), away(end, &[BO]), 0, Theme::Light);
}

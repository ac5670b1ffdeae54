//! That nothing is done at a table that is not shown, that what is owed is said wherever one looks, and that keys come everywhere.

use std::sync::Arc;

use eframe::egui::{Event, Key, Theme, accesskit::Toggled};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use mextrain_core::{Move, OpenRound, Rules, Seat, Tile, TrainId};
use mextrain_net::{
    ledger::Stage,
    name::Name,
    session::{Ended, SessionEvent},
};

use super::{
    desk::{Desk, SIZES, game, harness, nodes, on_board, round, said, told_round, until_turn},
    rounds::click_tile,
    tree::check,
};
use crate::window::{
    Action, Command,
    seat::{Intent, News},
    words::play as words,
};

/// A board on which it is the first seat's turn, with its past.
fn board() -> (OpenRound, Desk) {
    let (open, history) = told_round(4, &Rules::default(), 30);
    let desk = Desk { history, ..Desk::of(on_board(&open, Seat::FIRST)) };
    (open, desk)
}

/// The same with something that can be played.
fn playable() -> (OpenRound, Tile, TrainId, Desk) {
    let open = until_turn(round(4, &Rules::default(), 20), Seat::FIRST).unwrap();
    let desk = Desk::of(on_board(&open, Seat::FIRST));
    let choice = desk.snapshot.game.as_ref().unwrap().seat_view().unwrap().moves().next();
    let Some(Move::Play { tile, train }) = choice else { panic!("nothing to play") };
    (open, tile, train, desk)
}

fn shown(desk: Desk, size: usize) -> Harness<'static, Desk> {
    let mut harness = harness(desk, SIZES[size], Theme::Dark);
    harness.run();
    harness
}

fn press(harness: &mut Harness<'_, Desk>, key: Key) {
    harness.key_press(key);
    harness.run();
}

fn says(harness: &Harness<'_, Desk>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

fn focused(harness: &Harness<'_, Desk>) -> String {
    nodes(harness).iter().find(|node| node.is_focused()).map(said).unwrap_or_default()
}

/// What is read out.
fn live(harness: &Harness<'_, Desk>) -> Vec<String> {
    let all = nodes(harness);
    all.iter().filter(|node| node.accesskit_node().data().live().is_some()).map(said).collect()
}

fn asked(harness: &Harness<'_, Desk>) -> usize {
    let table = |command: &&Command| matches!(command, Command::Table(Intent::Act(_)));
    harness.state().commands.iter().filter(table).count()
}

/// Takes up a tile by pointer and lets it go over a row, with something in between.
fn drag(harness: &mut Harness<'_, Desk>, tile: Tile, train: TrainId, between: impl FnOnce(&mut Desk)) {
    let game = harness.state().snapshot.game.clone().unwrap();
    let row = |node: &egui_kittest::Node<'_>| {
        let names: Vec<String> = game.names().into_iter().map(ToString::to_string).collect();
        said(node).starts_with(&format!("{},", words::train(&names, train, game.seat)))
    };
    let tile = |node: &egui_kittest::Node<'_>| said(node).split(',').next() == Some(&tile.to_string());
    let from = nodes(harness).iter().find(|node| tile(node)).unwrap().rect().center();
    let to = nodes(harness).iter().find(|node| row(node)).unwrap().rect().center();
    harness.drag_at(from);
    harness.step();
    harness.hover_at(from.lerp(to, 0.5));
    harness.step();
    between(harness.state_mut());
    harness.hover_at(to);
    harness.step();
    harness.drop_at(to);
    harness.run();
}

#[test]
fn a_drag_fires_only_at_the_table_at_which_it_began() {
    let (open, tile, train, desk) = playable();
    let mut whole = shown(desk, 0);
    drag(&mut whole, tile, train, |_| {});
    assert_eq!(asked(&whole), 1, "the drag of this test plays nothing");
    let mut changed = shown(Desk::of(on_board(&open, Seat::FIRST)), 0);
    drag(&mut changed, tile, train, |desk| {
        let mut game = desk.snapshot.game.as_deref().unwrap().clone();
        game.have.step += 1;
        desk.snapshot.game = Some(Arc::new(game));
    });
    assert_eq!(asked(&changed), 0);
    assert!(!says(&changed, "chosen"));
}

#[test]
fn a_tile_dropped_where_it_does_not_fit_is_not_chosen() {
    let (open, _, _, desk) = playable();
    let fits = |tile: &Tile| open.view(Seat::FIRST).playable().contains(*tile);
    let tile = open.hand(Seat::FIRST).iter().find(|tile| !fits(tile)).unwrap();
    let mut harness = shown(desk, 0);
    drag(&mut harness, tile, TrainId::Mexican, |_| {});
    assert_eq!(asked(&harness), 0);
    assert!(!says(&harness, "chosen") && says(&harness, "cannot go there"));
}

#[test]
fn what_is_chosen_is_let_go_of_when_somebody_goes_or_something_is_refused_or_ends() {
    let changes: [fn(&mut Desk); 3] = [
        |desk| {
            let name = Name::clean("Bo");
            desk.history.push(News::Event(SessionEvent::PeerLost { name }));
        },
        |desk| desk.history.push(News::Refused("not now".to_owned())),
        |desk| desk.snapshot.ended = Some(Ended::HostLeft),
    ];
    for change in changes {
        let (_, tile, _, desk) = playable();
        let mut harness = shown(desk, 0);
        click_tile(&mut harness, tile);
        assert!(says(&harness, "chosen"));
        change(harness.state_mut());
        harness.run();
        assert!(!says(&harness, &format!("{tile}, chosen")));
    }
}

#[test]
fn a_session_that_has_ended_offers_home_and_no_moves() {
    for size in [0, 1] {
        let (_, _, _, mut desk) = playable();
        desk.snapshot.ended = Some(Ended::HostLeft);
        let mut harness = shown(desk, size);
        assert!(!says(&harness, "can be played") && !says(&harness, "you can play here"));
        press(&mut harness, Key::D);
        press(&mut harness, Key::Num1);
        assert_eq!(asked(&harness), 0);
        check(&harness, "a board that has ended");
        harness.get_by_label(words::match_end::home()).click();
        harness.run();
        assert!(matches!(harness.state().commands[..], [Command::Do(Action::Home)]));
    }
}

#[test]
fn nothing_is_played_under_a_question_or_under_the_sheet() {
    let (_, tile, train, desk) = playable();
    let own = desk.snapshot.game.as_ref().unwrap().seat;
    let rows = crate::window::screens::board::geometry::rows(mextrain_core::Seats::new(4).unwrap(), own);
    let place = rows.iter().position(|one| *one == train).unwrap();
    let digit = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][place];
    let begin = |desk: Desk| {
        let mut harness = shown(desk, 1);
        click_tile(&mut harness, tile);
        harness
    };
    let mut plain = begin(playable().3);
    press(&mut plain, digit);
    assert_eq!(asked(&plain), 1, "the digit of this test plays nothing");
    let mut asks = begin(playable().3);
    asks.state_mut().dialog = true;
    press(&mut asks, digit);
    assert_eq!(asked(&asks), 0);
    let mut sheet = begin(playable().3);
    press(&mut sheet, Key::S);
    for key in [digit, Key::D, Key::P, Key::Slash] {
        press(&mut sheet, key);
    }
    assert_eq!(asked(&sheet), 0);
    // What is owed is read out, and is seen.
    assert!(says(&sheet, words::turn_and_back()));
    assert_eq!(live(&sheet).len(), 1);
    check(&sheet, "the sheet on one's turn");
    press(&mut sheet, Key::Escape);
    assert!(!says(&sheet, words::turn_and_back()) && says(&sheet, words::draw()));
}

#[test]
fn the_past_says_that_it_is_ones_turn_and_lets_nothing_be_played() {
    for size in [0, 1] {
        let (_, mut desk) = board();
        desk.pressed = vec![Action::Log];
        let mut harness = shown(desk, size);
        let entry = |node: &egui_kittest::Node<'_>| said(node).starts_with("40: ");
        let text = nodes(&harness).iter().find(|node| entry(node)).map(said).unwrap();
        harness.get_by_label(&text).click();
        harness.run();
        assert!(says(&harness, words::looking_back()) && says(&harness, words::your_turn()));
        assert!(live(&harness)[0].starts_with(words::your_turn()), "{:?}", live(&harness));
        for key in [Key::D, Key::P, Key::Num1, Key::Slash] {
            press(&mut harness, key);
        }
        assert_eq!(asked(&harness), 0);
        harness.get_by_label(words::back_to_now()).click();
        harness.run();
        assert!(!says(&harness, words::looking_back()));
    }
}

#[test]
fn every_row_is_reached_by_arrows_and_says_why_it_cannot_be_played_on() {
    let open = until_turn(round(8, &Rules::default(), 40), Seat::FIRST).unwrap();
    // Low enough for the rows to scroll.
    let desk = Desk::of(on_board(&open, Seat::FIRST));
    let mut harness = harness(desk, eframe::egui::vec2(390.0, 560.0), Theme::Dark);
    harness.run();
    press(&mut harness, Key::F6);
    for _ in 0..9 {
        press(&mut harness, Key::ArrowUp);
    }
    let mut rows = vec![focused(&harness)];
    for _ in 0..8 {
        press(&mut harness, Key::ArrowDown);
        rows.push(focused(&harness));
    }
    rows.dedup();
    assert_eq!(rows.len(), 9, "{rows:?}");
    let closed = rows.iter().position(|row| row.contains(", closed,")).unwrap();
    for _ in closed..8 {
        press(&mut harness, Key::ArrowUp);
    }
    assert_eq!(focused(&harness), rows[closed]);
    press(&mut harness, Key::Enter);
    assert_eq!(asked(&harness), 0);
    assert!(!live(&harness)[0].starts_with("Your turn"), "{:?}", live(&harness));
}

#[test]
fn f6_comes_to_every_part_of_the_screen() {
    let (_, mut desk) = board();
    desk.pressed = vec![Action::Trust];
    let mut harness = shown(desk, 0);
    let seen: Vec<String> = (0..6)
        .map(|_| {
            press(&mut harness, Key::F6);
            focused(&harness)
        })
        .collect();
    assert!(seen[0].contains("open end") || seen[0].contains("waits"), "{seen:?}");
    assert!(seen[1].contains(words::type_move()) || seen[1].contains(words::draw()), "{seen:?}");
    assert!(seen[2].contains('-'), "{seen:?}");
    assert_eq!(seen[3], crate::window::words::action(Action::Palette));
    assert_eq!(seen[4], words::tab(words::scores()));
    assert_eq!(seen[5], seen[0]);
}

#[test]
fn what_is_owed_is_said_while_one_types() {
    for size in [0, 1] {
        let (_, _, _, mut desk) = playable();
        desk.pressed = vec![Action::TypeMove];
        let mut harness = shown(desk, size);
        let owed = harness.query_all_by_label_contains("Your turn: choose a tile").count();
        assert_eq!(owed, 2, "read out and shown");
        harness.event(Event::Text("nonsense".to_owned()));
        harness.step();
        press(&mut harness, Key::Enter);
        assert!(live(&harness)[0].contains("is not a tile"), "{:?}", live(&harness));
    }
}

#[test]
fn a_train_that_is_shown_whole_is_so_no_more_in_the_next_round() {
    let open = round(4, &Rules::default(), 60);
    let mut harness = shown(Desk::of(on_board(&open, Seat::FIRST)), 1);
    let chip = nodes(&harness).iter().map(said).find(|text| text.contains("show all of it")).unwrap();
    harness.get_by_label(&chip).click();
    harness.run();
    assert!(harness.query_by_label(words::close()).is_some());
    let order: Vec<Tile> = Rules::default().set().tiles().iter().collect();
    let next = OpenRound::deal(&Rules::default(), open.round().seats(), 1, &order).unwrap();
    let mut next = game(&next, Seat::FIRST, Stage::Turn { seat: Seat::FIRST });
    next.have.step += 1;
    harness.state_mut().snapshot.game = Some(Arc::new(next));
    harness.run();
    assert!(harness.query_by_label(words::close()).is_none());
}

#[test]
fn the_words_stay_until_they_are_compared() {
    for size in [0, 1] {
        let (open, mut desk) = board();
        desk.practice = false;
        let all = desk.snapshot.game.as_ref().unwrap().words.unwrap().to_string();
        let roster = desk.snapshot.game.as_ref().unwrap().charter.roster.clone();
        desk.snapshot.online = roster.iter().map(|member| member.key).collect();
        let mut harness = shown(desk, size);
        assert!(says(&harness, &all));
        check(&harness, "words to compare");
        let mut game = on_board(&open, Seat::FIRST);
        game.have.step += 1;
        harness.state_mut().snapshot.game = Some(Arc::new(game));
        harness.run();
        assert!(says(&harness, &all), "they went by themselves");
        harness.get_by_label(words::compared_name()).click();
        harness.run();
        assert!(!says(&harness, &all));
        // Whoever comes back in a later round has compared them, or finds them in the panel.
        let order: Vec<Tile> = Rules::default().set().tiles().iter().collect();
        let later = OpenRound::deal(&Rules::default(), open.round().seats(), 3, &order).unwrap();
        let mut desk = Desk::of(on_board(&later, Seat::FIRST));
        desk.practice = false;
        assert!(!says(&shown(desk, size), &all));
    }
}

#[test]
fn what_was_checked_leads_to_the_moments_at_which_it_was() {
    for size in [0, 1] {
        let (_, mut desk) = board();
        desk.pressed = vec![Action::Trust];
        let mut harness = shown(desk, size);
        let line = nodes(&harness).iter().map(said).find(|text| text.starts_with("88 claims")).unwrap();
        harness.get_by_label(&line).click();
        harness.run();
        let entries: Vec<String> = nodes(&harness)
            .iter()
            .map(said)
            .filter(|text| text.split_once(": ").is_some_and(|(at, _)| at.parse::<usize>().is_ok()))
            .collect();
        assert!(
            !entries.is_empty()
                && entries.iter().all(|text| text.contains("draws") || text.contains("keeps"))
        );
        check(&harness, "claims");
        harness.get_by_label(&entries[0]).click();
        harness.run();
        let text = entries[0].split_once(": ").unwrap().1;
        assert!(says(&harness, &format!("{}: {text}", words::looking_back())));
    }
}

#[test]
fn tabs_say_which_of_them_is_chosen() {
    let (_, mut desk) = board();
    desk.pressed = vec![Action::Log];
    let harness = shown(desk, 0);
    for (name, chosen) in [
        (words::tab(words::log()), Toggled::True),
        (words::tab(words::trust()), Toggled::False),
        (words::log().to_owned(), Toggled::True),
        (words::scores().to_owned(), Toggled::False),
    ] {
        let node = harness.get_by_label(&name);
        assert_eq!(node.accesskit_node().toggled(), Some(chosen), "{name}");
    }
    // What is no tab is not said to be one that could be chosen.
    let menu = crate::window::words::action(Action::Palette);
    assert_eq!(harness.get_by_label(menu).accesskit_node().toggled(), None);
}

#[test]
fn a_deal_tells_who_has_shuffled_and_who_drew_for_the_engine() {
    let open = round(3, &Rules::default(), 0);
    let told = [
        SessionEvent::RoundStarted { round: 1, engine: "12-12".to_owned() },
        SessionEvent::Progress { seat: 2, what: "shuffle", done: 1, of: 3 },
        SessionEvent::Progress { seat: 3, what: "shuffle", done: 2, of: 3 },
        SessionEvent::Dealt { round: 1, millis: 9, hand: Vec::new() },
        SessionEvent::EngineNotDealt,
        SessionEvent::SearchMissed { seat: 1 },
    ];
    let mut game = game(&open, Seat::FIRST, Stage::SearchTokens { seat: Seat::FIRST, slot: 60 });
    game.round = mextrain_core::Round::new(&Rules::default(), open.round().seats(), 0).ok();
    let history = told.into_iter().map(News::Event).collect();
    let mut harness = harness(Desk { history, ..Desk::of(game) }, SIZES[1], Theme::Light);
    harness.run();
    for text in
        ["Bo has shuffled", "Cy has shuffled", "Nobody was dealt the engine", "Ada draws another tile"]
    {
        assert!(says(&harness, text), "{text}");
    }
}

//! What a screen reader finds, and what a finger hits.

use eframe::egui::{FontFamily, FontId, Rect, Theme};
use egui_kittest::{
    Harness,
    kittest::{AccessKitNode, NodeT, Queryable},
};
use mextrain_core::{Rules, Seat, Setup, Table, Tile, TileSet};
use mextrain_net::{ledger::Stage, session::SessionEvent, table::Owing};

use super::desk::{Desk, NAMES, SIZES, game, harness, nodes, on_board, round, said, until_turn, whole_round};
use crate::window::{Action, seat::News, tokens::TARGET};

/// Everything that must hold of every screen.
pub fn check<S>(harness: &Harness<'_, S>, what: &str) {
    let clickable: Vec<(String, Rect)> = nodes(harness)
        .iter()
        .filter(|node| is_clickable(&node.accesskit_node()))
        .map(|node| (said(node), node.rect()))
        .collect();
    assert!(!clickable.is_empty() || what.starts_with("deal"), "{what}: nothing to click");
    let screen = harness.ctx.content_rect();
    for (index, (name, rect)) in clickable.iter().enumerate() {
        assert!(!name.trim().is_empty(), "{what}: something at {rect} has no name");
        let large = rect.width() >= TARGET - 0.01 && rect.height() >= TARGET - 0.01;
        assert!(large, "{what}: {name} is {} wide and {} high", rect.width(), rect.height());
        // The page of a long screen scrolls; what is below its edge is scrolled to.
        for (other, place) in clickable.iter().skip(index + 1) {
            let both = rect.intersect(*place).intersect(screen);
            let overlap = both.width() > 0.5 && both.height() > 0.5;
            assert!(!overlap, "{what}: {name} {rect} and {other} {place} overlap");
        }
    }
    let live = nodes(harness).iter().filter(|node| node.accesskit_node().data().live().is_some()).count();
    assert!(live <= 1, "{what}: {live} live regions");
    check_glyphs(harness, what);
}

fn is_clickable(node: &AccessKitNode<'_>) -> bool {
    use eframe::egui::accesskit::{Action, Role};
    // A scroll bar shows where one is; nobody has to hit it, since wheel, finger and keyboard scroll too.
    !node.is_disabled()
        && node.role() != Role::ScrollBar
        && (node.data().supports_action(Action::Click) || node.data().supports_action(Action::SetValue))
}

/// The bundled fonts draw a box for what they do not have.
fn check_glyphs<S>(harness: &Harness<'_, S>, what: &str) {
    let font = FontId::new(16.0, FontFamily::Proportional);
    for node in nodes(harness) {
        let text = said(&node);
        let missing = text
            .chars()
            .find(|one| *one != '\n' && !harness.ctx.fonts_mut(|fonts| fonts.has_glyph(&font, *one)));
        assert_eq!(missing, None, "{what}: {text}");
    }
}

/// The board of a table of so many, after so many moves.
fn board(seats: u8, moves: usize, own: Seat) -> Desk {
    Desk::of(on_board(&round(seats, &Rules::default(), moves), own))
}

#[test]
fn boards_of_every_table_are_plain_to_fingers_and_screen_readers() {
    for size in SIZES {
        for seats in 2..=8 {
            for moves in [0, 11, 40, 90] {
                let harness = harness(board(seats, moves, Seat::FIRST), size, Theme::Dark);
                check(&harness, &format!("board {size} {seats} {moves}"));
            }
        }
    }
}

#[test]
fn panels_fields_and_questions_are_too() {
    for size in SIZES {
        let open = until_turn(round(4, &Rules::default(), 30), Seat::FIRST).unwrap();
        let desk = || {
            let mut desk = Desk::of(on_board(&open, Seat::FIRST));
            desk.history = news();
            desk
        };
        for action in [Action::Scores, Action::Log, Action::Trust, Action::TypeMove] {
            let mut desk = desk();
            desk.pressed = vec![action];
            let mut harness = harness(desk, size, Theme::Dark);
            harness.run();
            check(&harness, &format!("{action:?} {size}"));
        }
        let mut desk = desk();
        desk.settings.confirm = Some(true);
        let mut harness = harness(desk, size, Theme::Light);
        play_by_pointer(&mut harness);
        check(&harness, &format!("confirm {size}"));
        assert!(harness.state().commands.is_empty(), "a move was made before it was confirmed");
        harness.get_by_label("Play it").click();
        harness.run();
        assert_eq!(harness.state().commands.len(), 1);
    }
}

/// Chooses the first legal play by its tile and its train.
pub fn play_by_pointer(harness: &mut Harness<'_, Desk>) {
    let game = harness.state().snapshot.game.clone().unwrap();
    let Some(mextrain_core::Move::Play { tile, train }) = game.seat_view().unwrap().moves().next() else {
        panic!("nothing to play")
    };
    super::rounds::click_tile(harness, tile);
    super::rounds::click_train(harness, train);
}

/// What has happened at a table of four.
fn news() -> Vec<News> {
    whole_round(4).0.into_iter().take(40).map(News::Event).collect()
}

#[test]
fn deals_ends_of_rounds_and_of_matches_are_too() {
    let open = round(5, &Rules::default(), 400);
    let (one, two) = (Seat::FIRST, Seat::new(1).unwrap());
    let stages = [
        Stage::Signing,
        Stage::Revealing,
        Stage::Keys,
        Stage::Shuffling { seat: two, done: 1 },
        Stage::Dealing,
        Stage::FindingEngine,
        Stage::SearchTokens { seat: two, slot: 60 },
        Stage::Scoring,
        Stage::Sealing,
        Stage::Over,
        Stage::Stopped,
    ];
    for size in SIZES {
        for stage in stages {
            let mut game = game(&open, one, stage);
            let screen = crate::window::screens::play::screen(&game);
            game.scoreboard.record(&open.scores().unwrap()).unwrap();
            game.owing = if stage == Stage::Sealing { Owing::Seal } else { Owing::Nothing };
            let mut desk = Desk::of(game);
            desk.history = vec![News::Event(round_over(&open))];
            let mut harness = harness(desk, size, Theme::Light);
            harness.run();
            let what = if screen == crate::window::screens::play::Screen::Deal || stage == Stage::Scoring {
                "deal"
            } else {
                "end"
            };
            check(&harness, &format!("{what} {stage:?} {size}"));
        }
    }
}

/// What a session tells when the round's hands have been opened.
pub fn round_over(open: &mextrain_core::OpenRound) -> SessionEvent {
    let hands = open.hands().iter().map(|hand| hand.iter().map(|tile| tile.to_string()).collect()).collect();
    let scores = open.scores().unwrap();
    let totals = scores.iter().map(|score| u32::from(*score)).collect();
    SessionEvent::RoundOver { round: 1, hands, scores, totals, away: Vec::new() }
}

#[test]
fn no_tile_of_anybody_else_is_anywhere_in_the_tree() {
    for size in SIZES {
        for moves in [0, 17, 60] {
            let open = round(4, &Rules::default(), moves);
            let own = Seat::new(2).unwrap();
            let harness = harness(Desk::of(on_board(&open, own)), size, Theme::Dark);
            let all: String = nodes(&harness).iter().map(|node| said(node) + "\n").collect();
            let words: Vec<&str> = all.split(|one: char| !one.is_ascii_digit() && one != '-').collect();
            let hidden =
                open.hands().iter().zip(open.round().seats().iter()).filter(|(_, seat)| *seat != own);
            for tile in hidden.flat_map(|(hand, _)| hand.iter()).chain(open.boneyard()) {
                let text = [tile.to_string(), format!("{}-{}", tile.hi(), tile.lo())];
                assert!(
                    !words.iter().any(|word| text.iter().any(|text| word == text)),
                    "{tile} is shown: {all}"
                );
            }
            // The test would see them: the own ones are there.
            assert!(open.hand(own).iter().all(|tile| words.contains(&tile.to_string().as_str())));
        }
    }
}

#[test]
fn rows_keep_their_height_with_every_hand() {
    // The third is the first one at 150 %.
    for size in [SIZES[0], SIZES[1], SIZES[0] / 1.5] {
        for seats in [2, 5, 8] {
            for hand in [1, 7, 19, 33, 40] {
                let setup = many_tiles(seats, hand);
                let open = setup.build().unwrap_or_else(|faults| panic!("{faults:?}"));
                let harness = harness(Desk::of(on_board(&open, Seat::FIRST)), size, Theme::Dark);
                let what = format!("{size} {seats} {hand}");
                check(&harness, &what);
                let rows: Vec<Rect> = nodes(&harness)
                    .iter()
                    .filter(|node| is_row(&said(node)))
                    .map(|node| node.rect())
                    .collect();
                assert!(rows.len() >= 2, "{what}: {} rows", rows.len());
                for row in rows {
                    assert!((44.0..=72.5).contains(&row.height()), "{what}: a row of {}", row.height());
                    assert!(harness.ctx.content_rect().contains_rect(row), "{what}: {row}");
                }
                // The own train is always there.
                assert!(
                    harness.query_by_label_contains(&format!("{} (you), your train", NAMES[0])).is_some(),
                    "{what}"
                );
            }
        }
    }
}

fn is_row(text: &str) -> bool {
    text.contains(", open end ") || text.contains(", a double waits for ")
}

/// A position in which the first seat holds so many tiles, to act.
pub fn many_tiles(seats: u8, hand: usize) -> Setup {
    let rules = Rules::default();
    let engine = rules.engine_of(0).unwrap();
    let mut tiles = rules.set().tiles().iter().filter(|tile| *tile != Tile::double(engine));
    let mut hands = vec![tiles.by_ref().take(hand).collect::<Vec<_>>()];
    hands.extend((1..seats).map(|_| tiles.by_ref().take(3).collect()));
    let rest: Vec<Tile> = tiles.collect();
    Setup {
        rules: rules.with_set(TileSet::DoubleTwelve),
        seats: mextrain_core::Seats::new(seats).unwrap(),
        engine,
        hands,
        boneyard: rest,
        starter: None,
        table: Some(Table {
            turn: Seat::FIRST,
            trains: vec![Vec::new(); usize::from(seats)],
            mexican: Vec::new(),
            lanterns: Vec::new(),
            waiting: Vec::new(),
            opened: None,
        }),
    }
}

#[test]
fn whose_turn_it_is_and_what_is_owed_is_read_out() {
    let open = until_turn(round(3, &Rules::default(), 20), Seat::FIRST).unwrap();
    let harness = harness(Desk::of(on_board(&open, Seat::FIRST)), SIZES[0], Theme::Dark);
    let live: Vec<String> = nodes(&harness)
        .iter()
        .filter(|node| node.accesskit_node().data().live().is_some())
        .map(|node| said(node))
        .collect();
    assert_eq!(live.len(), 1, "{live:?}");
    assert!(live[0].starts_with("Your turn: choose a tile") || live[0].starts_with("You played"), "{live:?}");
}

#[test]
fn a_disabled_draw_says_what_can_be_played() {
    let open = until_turn(round(3, &Rules::default(), 20), Seat::FIRST).unwrap();
    let harness = harness(Desk::of(on_board(&open, Seat::FIRST)), SIZES[1], Theme::Dark);
    assert!(harness.query_by_label_contains("Draw a tile. You can play").is_some());
}

#[test]
fn what_was_chosen_is_let_go_of_when_anything_comes_in() {
    let open = until_turn(round(3, &Rules::default(), 20), Seat::FIRST).unwrap();
    let mut harness = harness(Desk::of(on_board(&open, Seat::FIRST)), SIZES[0], Theme::Dark);
    let tile = open.view(Seat::FIRST).playable().iter().next().unwrap();
    super::rounds::click_tile(&mut harness, tile);
    assert!(harness.query_by_label_contains(&format!("{tile}, chosen")).is_some());
    let mut game = on_board(&open, Seat::FIRST);
    game.have.step += 1;
    harness.state_mut().snapshot.game = Some(std::sync::Arc::new(game));
    harness.run();
    assert!(harness.query_by_label_contains("chosen").is_none());
}

#[test]
fn a_drawn_tile_that_did_not_fit_is_named_until_the_next_turn() {
    let open = round(3, &Rules::default(), 20);
    let acting = open.round().to_act().unwrap();
    let own = open.round().seats().after(acting);
    let mut harness = harness(Desk::of(on_board(&open, own)), SIZES[0], Theme::Dark);
    let drawn = open.boneyard().next().unwrap();
    let mut game = on_board(&open, own);
    game.hand.insert(drawn);
    game.have.step += 1;
    harness.state_mut().history.push(News::Event(SessionEvent::Kept { seat: own.number() }));
    for _ in 0..2 {
        harness.state_mut().snapshot.game = Some(std::sync::Arc::new(game.clone()));
        harness.run();
        let sentence = format!("{drawn} does not fit. Your Lantern is lit");
        assert!(harness.query_all_by_label_contains(&sentence).next().is_some());
        // Somebody else does something, and it is still said.
        game.have.step += 1;
    }
    game.owing = Owing::Move;
    harness.state_mut().snapshot.game = Some(std::sync::Arc::new(game));
    harness.run();
    assert!(harness.query_all_by_label_contains("does not fit").next().is_none());
}

#[test]
fn what_a_session_complains_of_is_said() {
    let open = until_turn(round(3, &Rules::default(), 20), Seat::FIRST).unwrap();
    let mut harness = harness(Desk::of(on_board(&open, Seat::FIRST)), SIZES[1], Theme::Dark);
    let sentence = "The disk is full.".to_owned();
    harness.state_mut().history.push(News::Event(SessionEvent::Trouble { trouble: sentence.clone().into() }));
    harness.run();
    assert!(harness.query_all_by_label_contains(&sentence).next().is_some());
    harness.state_mut().history.push(News::Refused("that is not possible now".to_owned()));
    harness.run();
    assert!(harness.query_all_by_label_contains("that is not possible now").next().is_some());
    harness.state_mut().snapshot.ended = Some(mextrain_net::session::Ended::HostLeft);
    let mut game = on_board(&open, Seat::FIRST);
    game.have.step += 1;
    harness.state_mut().snapshot.game = Some(std::sync::Arc::new(game));
    harness.run();
    assert!(harness.query_all_by_label_contains("host").next().is_some());
}

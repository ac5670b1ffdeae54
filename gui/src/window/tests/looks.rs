//! Pictures, small, each looked at by eye before it was kept: every screen at both sizes in both themes.
//!
//! `UPDATE_SNAPSHOTS=force cargo test -p mextrain --lib pictures` makes them anew, those in README too.

use eframe::egui::{Key, Theme, Ui};
use egui_kittest::{Harness, SnapshotResults};
use mextrain_core::{Ending, OpenRound, Rules, Seat, Setup, Table, Tile, TrainId};
use mextrain_net::{charter::Proofs, ledger::Stage, session::SessionEvent, table::Owing};

use super::{
    desk::{Desk, NAMES, SIZES, ended_round, game, ground, harness, on_board, round, told_round, until_turn},
    tree::{many_tiles, round_over},
};
use crate::window::{
    Action,
    screens::replay,
    seat::News,
    settings::{Settings, TileFace},
    timeline::Timeline,
    tokens,
    words::play::replay as replay_words,
};

/// The themes, by the names that pictures have.
pub const THEMES: [(Theme, &str); 2] = [(Theme::Dark, "dark"), (Theme::Light, "light")];

/// A desk at both sizes in both themes.
fn pictures(results: &mut SnapshotResults, what: &str, desk: impl Fn() -> Desk) {
    for (size, width) in SIZES.into_iter().zip(["wide", "narrow"]) {
        for (theme, light) in THEMES {
            let mut harness = harness(desk(), size, theme);
            harness.run();
            harness.snapshot(format!("{what}-{width}-{light}"));
            results.extend(harness.take_snapshot_results());
        }
    }
}

/// A desk at one size in one theme, for what differs little from another picture.
fn picture(results: &mut SnapshotResults, name: &str, desk: Desk, narrow: bool, theme: Theme) {
    let mut harness = harness(desk, SIZES[usize::from(narrow)], theme);
    harness.run();
    harness.snapshot(name);
    results.extend(harness.take_snapshot_results());
}

#[test]
fn pictures_of_the_board() {
    let mut results = SnapshotResults::new();
    let (open, history) = told_round(5, &Rules::default(), 55);
    let desk = || Desk { history: history.clone(), ..Desk::of(on_board(&open, Seat::FIRST)) };
    pictures(&mut results, "board", desk);
    let mut with_pips = desk();
    with_pips.settings.tiles = TileFace::Pips;
    picture(&mut results, "board-pips", with_pips, false, Theme::Light);
}

#[test]
fn pictures_of_a_double_that_waits_at_a_full_table() {
    let mut results = SnapshotResults::new();
    let open = waiting(8, Seat::FIRST);
    pictures(&mut results, "double", || Desk::of(on_board(&open, Seat::FIRST)));
}

#[test]
fn pictures_of_somebody_elses_turn_and_a_last_tile() {
    let mut results = SnapshotResults::new();
    let mut open = round(3, &Rules::default(), 20);
    // Until somebody else is to move and somebody holds one tile.
    while open.round().to_act() == Some(Seat::FIRST)
        || open.round().seats().iter().all(|seat| open.round().count(seat) != 1)
    {
        let seat = open.round().to_act().unwrap();
        open.play(seat, mextrain_core::player::choose(&open.view(seat)).unwrap()).unwrap();
    }
    picture(
        &mut results,
        "waiting-turn-narrow-dark",
        Desk::of(on_board(&open, Seat::FIRST)),
        true,
        Theme::Dark,
    );
    picture(
        &mut results,
        "waiting-turn-wide-light",
        Desk::of(on_board(&open, Seat::FIRST)),
        false,
        Theme::Light,
    );
}

#[test]
fn pictures_of_long_hands() {
    let mut results = SnapshotResults::new();
    for (hand, theme) in [(19, Theme::Light), (25, Theme::Dark), (33, Theme::Dark)] {
        let open = many_tiles(8, hand).build().unwrap();
        let desk = Desk::of(on_board(&open, Seat::FIRST));
        picture(&mut results, &format!("hand-of-{hand}-narrow"), desk, true, theme);
    }
}

#[test]
fn pictures_of_words_to_compare_and_of_what_has_the_keyboard() {
    let mut results = SnapshotResults::new();
    let (open, history) = told_round(5, &Rules::default(), 55);
    for (narrow, theme, name, presses) in
        [(true, Theme::Light, "words-narrow-light", 2), (false, Theme::Dark, "words-wide-dark", 2)]
    {
        let mut desk =
            Desk { history: history.clone(), practice: false, ..Desk::of(on_board(&open, Seat::FIRST)) };
        let roster = desk.snapshot.game.as_ref().unwrap().charter.roster.clone();
        desk.snapshot.online = roster.iter().map(|member| member.key).collect();
        let mut harness = harness(desk, SIZES[usize::from(narrow)], theme);
        harness.run();
        for _ in 0..presses {
            harness.key_press(Key::F6);
            harness.run();
        }
        harness.snapshot(name);
        results.extend(harness.take_snapshot_results());
    }
}

#[test]
fn pictures_of_a_move_to_confirm() {
    let (open, history) = told_round(4, &Rules::default(), 30);
    let mut desk = Desk { history, ..Desk::of(on_board(&open, Seat::FIRST)) };
    desk.settings.confirm = Some(true);
    let mut harness = harness(desk, SIZES[1], Theme::Dark);
    super::tree::play_by_pointer(&mut harness);
    harness.snapshot("confirm-narrow");
}

#[test]
fn pictures_of_panels() {
    let mut results = SnapshotResults::new();
    let (open, history) = told_round(4, &Rules::default(), 30);
    for (what, action) in [("scores", Action::Scores), ("log", Action::Log), ("trust", Action::Trust)] {
        let desk = || {
            let mut game = on_board(&open, Seat::FIRST);
            let out = |seat| Ending::Out(Seat::from_number(seat).unwrap());
            game.scoreboard.record_ended(&[31, 0, 14, 22], out(2)).unwrap();
            game.scoreboard.record_ended(&[0, 18, 9, 27], out(1)).unwrap();
            Desk { history: history.clone(), pressed: vec![action], ..Desk::of(game) }
        };
        picture(&mut results, &format!("{what}-wide-dark"), desk(), false, Theme::Dark);
        picture(&mut results, &format!("{what}-narrow-light"), desk(), true, Theme::Light);
    }
}

#[test]
fn pictures_of_the_deal_and_the_ends() {
    let mut results = SnapshotResults::new();
    let (open, told) = ended_round(4, &Rules::default());
    let dealing = Stage::Shuffling { seat: Seat::new(2).unwrap(), done: 2 };
    for (what, stage) in [("deal", dealing), ("round-end", Stage::Sealing), ("match-end", Stage::Over)] {
        pictures(&mut results, what, || {
            let mut game = game(&open, Seat::FIRST, stage);
            if stage != dealing {
                let ending = open.round().ending().unwrap();
                game.scoreboard.record_ended(&open.scores().unwrap(), ending).unwrap();
            }
            if stage == Stage::Over {
                for index in 0..12u16 {
                    let points = |seat: u16| {
                        (seat * 17 + index * 13) % 50 * u16::from(!(seat + index).is_multiple_of(4))
                    };
                    let scores = [0, 1, 2, 3].map(points);
                    let out = (0..).map_while(Seat::new).zip(scores).find(|(_, score)| *score == 0);
                    let ending =
                        out.filter(|_| index != 4).map_or(Ending::Blocked, |(seat, _)| Ending::Out(seat));
                    game.scoreboard.record_ended(&scores, ending).unwrap();
                }
            }
            game.owing = if stage == Stage::Sealing { Owing::Seal } else { Owing::Nothing };
            let history = if stage == dealing {
                let shuffled = |seat| SessionEvent::Progress { seat, what: "shuffle", done: seat, of: 6 };
                told.iter().take(1).cloned().chain([1, 2].map(shuffled).map(News::Event)).collect()
            } else {
                told.iter().cloned().chain([News::Event(round_over(&open))]).collect()
            };
            Desk { history, ..Desk::of(game) }
        });
    }
}

#[test]
fn pictures_of_a_replay() {
    let (open, history) = told_round(4, &Rules::default(), 44);
    let mut timeline = Timeline::new(Rules::default(), open.round().seats(), Proofs::EveryTurn);
    timeline.name(NAMES.iter().take(4).map(|name| (*name).to_owned()).collect());
    for news in &history {
        if let News::Event(event) = news {
            timeline.told(event);
        }
    }
    let counts = "1204 signatures, 12 shuffles, 530 openings, 88 claims, 211 moves";
    let judged = replay::Judged::checked(true, replay_words::with_checks(replay_words::passed(), counts));
    let mut results = SnapshotResults::new();
    for (size, width) in SIZES.into_iter().zip(["wide", "narrow"]) {
        for (theme, light) in THEMES {
            let state = replay::State::showing(timeline.clone(), Some(judged.clone()), 38);
            let show = |ui: &mut Ui, state: &mut replay::State| {
                tokens::apply(ui.ctx());
                ground(ui);
                let _ = replay::show(ui, state, &Settings::default());
            };
            let mut harness =
                Harness::builder().with_size(size).with_theme(theme).build_ui_state(show, state);
            harness.run();
            harness.snapshot(format!("replay-{width}-{light}"));
            results.extend(harness.take_snapshot_results());
        }
    }
}

/// A round of so many seats in which a double waits on somebody's train for this seat, which can satisfy it.
pub fn waiting(seats: u8, own: Seat) -> OpenRound {
    let open = until_turn(round(seats, &Rules::default(), 40), own).unwrap();
    let public = open.round();
    let fits = |train: &TrainId| {
        let pip = public.trains().open_pip(*train);
        let double = Tile::double(pip);
        let free = !public.on_table().contains(double) && !open.hand(own).contains(double);
        free && open.hand(own).iter().any(|tile| tile.has(pip))
    };
    let train = public.seats().trains().filter(|train| *train != TrainId::Own(own)).find(fits).unwrap();
    let double = Tile::double(public.trains().open_pip(train));
    let tiles = |one: TrainId| {
        let more = Some(double).filter(|_| one == train);
        public.trains().tiles(one).chain(more).collect::<Vec<_>>()
    };
    let without = |tiles: Vec<Tile>| tiles.into_iter().filter(|tile| *tile != double).collect::<Vec<_>>();
    let setup = Setup {
        rules: *public.rules(),
        seats: public.seats(),
        engine: public.engine(),
        hands: open.hands().iter().map(|hand| without(hand.iter().collect())).collect(),
        boneyard: without(open.boneyard().collect()),
        starter: None,
        table: Some(Table {
            turn: own,
            trains: public.seats().iter().map(|seat| tiles(TrainId::Own(seat))).collect(),
            mexican: tiles(TrainId::Mexican),
            lanterns: public.lanterns().iter().collect(),
            waiting: vec![train],
            opened: None,
        }),
    };
    setup.build().unwrap()
}

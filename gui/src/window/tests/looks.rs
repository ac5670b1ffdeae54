//! Pictures, few and small, each looked at by eye before it was kept.

use eframe::egui::{Theme, Vec2};
use egui_kittest::SnapshotResults;
use mextrain_core::{OpenRound, Rules, Seat, Setup, Table, Tile, TrainId};
use mextrain_net::{ledger::Stage, table::Owing};

use super::{
    desk::{Desk, SIZES, game, harness, on_board, round, until_turn},
    tree::news,
};
use crate::window::{Action, seat::News};

fn picture(name: &str, desk: Desk, size: Vec2, theme: Theme) -> SnapshotResults {
    let mut harness = harness(desk, size, theme);
    harness.run();
    harness.snapshot(name);
    harness.take_snapshot_results()
}

/// Both sizes and both themes, by name.
fn all(mut show: impl FnMut(&str, Vec2, Theme) -> SnapshotResults) {
    let mut results = SnapshotResults::new();
    for (size, width) in SIZES.into_iter().zip(["wide", "narrow"]) {
        for (theme, light) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            results.extend(show(&format!("{width}-{light}"), size, theme));
        }
    }
}

/// Each of several screens once wide and dark, once narrow and light.
fn each<T: Copy>(screens: &[(&str, T)], mut desk: impl FnMut(T) -> Desk) {
    let mut results = SnapshotResults::new();
    for (what, one) in screens {
        results.extend(picture(&format!("{what}-wide"), desk(*one), SIZES[0], Theme::Dark));
        results.extend(picture(&format!("{what}-narrow"), desk(*one), SIZES[1], Theme::Light));
    }
}

#[test]
fn the_board() {
    let open = until_turn(round(5, &Rules::default(), 55), Seat::FIRST).unwrap();
    all(|name, size, theme| {
        picture(&format!("board-{name}"), Desk::of(on_board(&open, Seat::FIRST)), size, theme)
    });
}

#[test]
fn a_double_that_waits_at_a_full_table() {
    let open = waiting(8, Seat::FIRST);
    all(|name, size, theme| {
        picture(&format!("double-{name}"), Desk::of(on_board(&open, Seat::FIRST)), size, theme)
    });
}

#[test]
fn panels() {
    let open = until_turn(round(4, &Rules::default(), 30), Seat::FIRST).unwrap();
    let panels = [("scores", Action::Scores), ("log", Action::Log), ("trust", Action::Trust)];
    each(&panels, |action| {
        let mut game = on_board(&open, Seat::FIRST);
        game.scoreboard.record(&[31, 0, 14, 22]).unwrap();
        game.scoreboard.record(&[0, 18, 9, 27]).unwrap();
        Desk { history: news(), pressed: vec![action], ..Desk::of(game) }
    });
}

#[test]
fn the_deal_and_the_ends() {
    let open = round(4, &Rules::default(), 400);
    let dealing = Stage::Shuffling { seat: Seat::new(2).unwrap(), done: 2 };
    let stages = [("deal", dealing), ("round-end", Stage::Sealing), ("match-end", Stage::Over)];
    each(&stages, |stage| {
        let mut game = game(&open, Seat::FIRST, stage);
        if stage != dealing {
            game.scoreboard.record(&open.scores().unwrap()).unwrap();
        }
        game.owing = if stage == Stage::Sealing { Owing::Seal } else { Owing::Nothing };
        Desk { history: vec![News::Event(super::tree::round_over(&open))], ..Desk::of(game) }
    });
}

/// A round of so many seats in which a double waits on somebody's train for this seat, which can satisfy it.
fn waiting(seats: u8, own: Seat) -> OpenRound {
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
        table: Some(Table {
            turn: own,
            trains: public.seats().iter().map(|seat| tiles(TrainId::Own(seat))).collect(),
            mexican: tiles(TrainId::Mexican),
            lanterns: public.lanterns().iter().collect(),
            waiting: Some(train),
            opened: None,
        }),
    };
    setup.build().unwrap()
}

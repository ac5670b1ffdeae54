//! What moves on the board, in frames: it ends by itself, delays nothing, and an idle board asks for no frame.

use std::{sync::Arc, time::Duration};

use eframe::egui::{Theme, ViewportId};
use egui_kittest::Harness;
use mextrain_core::{OpenRound, Rules, Seat, player};

use super::desk::{Desk, SIZES, on_board, round, until_turn};

/// In seconds: a few frames fit into a movement.
const FRAME: f32 = 0.02;

/// A board right before the first seat can play, and right after somebody laid the tile before that.
fn before_and_after() -> (OpenRound, OpenRound) {
    let mut moves = 12;
    loop {
        let before = round(4, &Rules::default(), moves);
        let mut after = before.clone();
        let seat = after.round().to_act().unwrap();
        after.play(seat, player::choose(&after.view(seat)).unwrap()).unwrap();
        let laid = after.round().on_table().len() > before.round().on_table().len();
        if laid && until_turn(after.clone(), Seat::FIRST).as_ref() == Some(&after) {
            return (before, after);
        }
        moves += 1;
    }
}

fn harness(desk: Desk) -> Harness<'static, Desk> {
    Harness::builder()
        .with_size(SIZES[0])
        .with_theme(Theme::Dark)
        .with_step_dt(FRAME)
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk)
}

/// Whether the last frame asked for another one.
fn asks_again(harness: &Harness<'_, Desk>) -> bool {
    let root = harness.output().viewport_output.get(&ViewportId::ROOT).unwrap();
    root.repaint_delay < Duration::from_secs(1)
}

/// How many frames follow each other by themselves once this board is there; `reduced` for those who want less motion.
fn frames_after(change: bool, reduced: bool) -> usize {
    let (before, after) = before_and_after();
    let mut desk = Desk::of(on_board(&before, Seat::FIRST));
    desk.settings.reduce_motion = reduced;
    let mut harness = harness(desk);
    harness.run();
    assert!(!asks_again(&harness), "a board on which nothing happens asks for frames");
    let next = if change { &after } else { &before };
    harness.state_mut().snapshot.game = Some(Arc::new(on_board(next, Seat::FIRST)));
    let mut frames = 0;
    harness.step();
    while asks_again(&harness) {
        frames += 1;
        assert!(frames < 100, "it never ends");
        harness.step();
    }
    frames
}

#[test]
fn frames_are_drawn_while_something_moves_and_then_no_more() {
    let still = frames_after(false, false);
    let moving = frames_after(true, false);
    // egui itself asks for one frame more now and then.
    let most = still + (0.2 / FRAME) as usize + 2;
    assert!(moving > still && moving <= most, "{still} without a change, {moving} with one");
    assert!(frames_after(true, true) <= still + 1, "there is motion where less of it is wanted");
}

#[test]
fn a_tile_can_be_played_while_another_still_moves() {
    let (before, after) = before_and_after();
    let mut harness = harness(Desk::of(on_board(&before, Seat::FIRST)));
    harness.run();
    harness.state_mut().snapshot.game = Some(Arc::new(on_board(&after, Seat::FIRST)));
    harness.step();
    assert!(asks_again(&harness));
    let Some(mextrain_core::Move::Play { tile, train }) = after.view(Seat::FIRST).moves().next() else {
        panic!("nothing to play")
    };
    super::rounds::press_tile(&harness, tile);
    harness.step();
    super::rounds::press_train(&harness, train);
    harness.step();
    assert!(asks_again(&harness), "the movement was over before the tile was played");
    assert_eq!(harness.state().commands.len(), 1);
}

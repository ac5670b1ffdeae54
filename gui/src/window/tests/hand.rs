//! A hand too large for the window: it is scrolled by its margin and by keys, and its tiles are still dragged.

use eframe::egui::{Key, Rect, Theme, Vec2, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_core::{Seat, Tile};

use super::{
    desk::{Desk, harness, nodes, on_board, said},
    tree::{check, many_tiles},
};

/// A window in which forty tiles do not fit beside three rows of trains.
const SMALL: Vec2 = vec2(320.0, 480.0);

fn small() -> (Harness<'static, Desk>, Vec<String>) {
    let open = many_tiles(8, 40).build().unwrap();
    // In the order in which they are shown.
    let mut tiles: Vec<Tile> = open.hand(Seat::FIRST).iter().collect();
    tiles.sort_by_key(|tile| (tile.lo().value(), tile.hi().value()));
    let tiles = tiles.into_iter().map(|tile| tile.to_string()).collect();
    let mut harness = harness(Desk::of(on_board(&open, Seat::FIRST)), SMALL, Theme::Dark);
    harness.run();
    (harness, tiles)
}

/// Where this tile of the hand is, if it is in view.
fn place(harness: &Harness<'_, Desk>, tile: &str) -> Option<Rect> {
    harness.query_by_label(tile).map(|node| node.rect())
}

#[test]
fn a_finger_beside_the_tiles_scrolls_the_hand() {
    let (mut harness, tiles) = small();
    let (first, last) = (&tiles[0], tiles.last().unwrap());
    assert!(place(&harness, first).is_some() && place(&harness, last).is_none());
    let y = place(&harness, first).unwrap().center().y;
    for _ in 0..12 {
        let from = pos2(SMALL.x - 34.0, y + 40.0);
        harness.drag_at(from);
        harness.step();
        harness.hover_at(from - vec2(0.0, 120.0));
        harness.step();
        harness.drop_at(from - vec2(0.0, 120.0));
        harness.run();
    }
    assert!(place(&harness, first).is_none() && place(&harness, last).is_some(), "it was not scrolled");
    assert!(harness.state().commands.is_empty(), "scrolling did something to the hand");
    check(&harness, "a hand scrolled to its end");
}

#[test]
fn arrows_come_to_tiles_that_are_not_in_view() {
    let (mut harness, tiles) = small();
    // To the trains, though nothing can be laid on any, to the bar, then to the hand.
    for _ in 0..3 {
        harness.key_press(Key::F6);
        harness.run();
    }
    for _ in 0..39 {
        harness.key_press(Key::ArrowRight);
        harness.run();
    }
    let focused = nodes(&harness).into_iter().find(|node| node.is_focused()).map(|node| said(&node));
    assert_eq!(focused.as_ref(), tiles.last());
}

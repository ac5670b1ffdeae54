//! Where things go on the board: pure functions of sizes and counts.
//!
//! Two promises are kept here and tested: a row is never lower than [`ROW_MIN`] nor higher than [`ROW_MAX`], and the
//! newest tiles of a train and its open end are always in view. All lengths are points. Knows no colours and no input.

use eframe::egui::{Rect, Vec2, pos2, vec2};
use mextrain_core::{Seat, Seats, TrainId};

use crate::window::tokens::BREAKPOINT;

/// The lowest a train's row may be: what a finger hits.
pub const ROW_MIN: f32 = 44.0;
/// The highest a row becomes; more would only spread the trains out.
pub const ROW_MAX: f32 = 72.0;
/// Between tiles of the hand, both ways.
pub const HAND_GAP: f32 = 4.0;
/// Between tiles of a train.
pub const TRAIN_GAP: f32 = 2.0;
/// The width of the button that says how many tiles are not in view.
pub const CHIP: f32 = 46.0;

/// Tiles of a large hand become as short as this before anything scrolls.
pub const TILE_LEAST: f32 = 56.0;
/// The margin by which a finger scrolls a hand that has to scroll.
pub const SCROLL_MARGIN: f32 = 44.0;

/// Rows of trains that stay in view however large the hand is.
const ROWS_KEPT: usize = 3;
/// Space between the edge of a row and the tiles in it, above and below together.
const ROW_MARGIN: f32 = 6.0;
/// The largest half of a tile on a train; in the narrow layout several tiles matter more than large ones.
const HALF_MAX: f32 = 30.0;
const HALF_MAX_NARROW: f32 = 22.0;

/// How large the parts of the board are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Whether it is the narrow layout.
    pub narrow: bool,
    /// The height of a train's row.
    pub row: f32,
    /// The height that the rows have in all.
    pub board: f32,
    /// Whether the rows are higher in all than that, and scroll.
    pub scrolls: bool,
    /// The hand.
    pub hand: HandPlan,
}

/// How the hand is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandPlan {
    /// The size of a tile.
    pub tile: Vec2,
    /// How many stand side by side.
    pub per_row: usize,
    /// The height of all rows of the hand.
    pub full: f32,
    /// The height that is shown; less than `full` if it scrolls.
    pub shown: f32,
}

/// Divides a screen of this size between so many rows of trains and a hand of so many tiles. `fixed` is the height of
/// everything else.
pub fn plan(size: Vec2, fixed: f32, rows: usize, hand: usize) -> Plan {
    let narrow = size.x < BREAKPOINT;
    let room = (size.y - fixed).max(0.0);
    let least = rows as f32 * ROW_MIN;
    let hand = fitting_hand(size.x, narrow, hand, room, least, rows.min(ROWS_KEPT) as f32 * ROW_MIN);
    let board = (room - hand.shown).max(ROW_MIN);
    let row = (board / rows.max(1) as f32).clamp(ROW_MIN, ROW_MAX);
    let all = row * rows as f32;
    Plan { narrow, row, board: board.min(all), scrolls: all > board + 0.5, hand }
}

/// A hand beside rows of trains that are `least` high, or `kept` if there is no other way. First its tiles become shorter,
/// then the trains scroll, and only then the hand.
fn fitting_hand(width: f32, narrow: bool, count: usize, room: f32, least: f32, kept: f32) -> HandPlan {
    let usual = hand_plan(width, narrow, count);
    if usual.full + least <= room {
        return usual;
    }
    let hand = usual.in_height(room - least, count);
    if hand.full <= room - kept {
        return hand;
    }
    // What scrolls is moved by its margin: a finger on a tile moves the tile.
    let hand = hand_plan(width - SCROLL_MARGIN, narrow, count).in_height(0.0, count);
    let one = hand.tile.y + HAND_GAP;
    HandPlan { shown: hand.full.min((room - kept).max(one)), ..hand }
}

fn hand_plan(width: f32, narrow: bool, count: usize) -> HandPlan {
    let tile = if narrow { vec2(44.0, 79.0) } else { vec2(52.0, 94.0) };
    let per_row = (((width + HAND_GAP) / (tile.x + HAND_GAP)).floor() as usize).max(1);
    let rows = count.div_ceil(per_row).max(1);
    let full = rows as f32 * (tile.y + HAND_GAP);
    HandPlan { tile, per_row, full, shown: full }
}

impl HandPlan {
    /// The same with tiles short enough for this height, as far as they can be.
    fn in_height(self, height: f32, count: usize) -> HandPlan {
        let rows = count.div_ceil(self.per_row).max(1) as f32;
        let tall = (height / rows - HAND_GAP).clamp(TILE_LEAST, self.tile.y);
        let full = rows * (tall + HAND_GAP);
        HandPlan { tile: vec2(self.tile.x, tall), full, shown: full, ..self }
    }

    /// Where the tile at this place of the hand stands, from the hand's upper left corner.
    pub fn place(&self, index: usize) -> Rect {
        let (row, column) = (index / self.per_row, index % self.per_row);
        let corner = pos2(column as f32 * (self.tile.x + HAND_GAP), row as f32 * (self.tile.y + HAND_GAP));
        Rect::from_min_size(corner, self.tile)
    }

    /// The place at this point of the hand, of `count` places; the last one for a point behind it.
    pub fn index_at(&self, point: Vec2, count: usize) -> usize {
        let column =
            (point.x / (self.tile.x + HAND_GAP)).floor().clamp(0.0, self.per_row as f32 - 1.0) as usize;
        let row = (point.y / (self.tile.y + HAND_GAP)).floor().max(0.0) as usize;
        (row * self.per_row + column).min(count.saturating_sub(1))
    }
}

/// The length of half a tile in a row of this height.
pub fn half(row: f32, narrow: bool) -> f32 {
    ((row - ROW_MARGIN) / 2.0).floor().min(if narrow { HALF_MAX_NARROW } else { HALF_MAX })
}

/// Which tiles of a train are in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    /// How many of the oldest are not.
    pub hidden: usize,
    /// How many of the newest are.
    pub shown: usize,
}

/// As many of a train's newest tiles as fit into `room`. `doubles` says of each tile, from the hub outward, whether it is
/// a double, which stands crosswise and is half as long. The button for what is hidden takes its place from the room.
pub fn strip(doubles: &[bool], half: f32, room: f32) -> Strip {
    let long = |double: &bool| if *double { half } else { 2.0 * half } + TRAIN_GAP;
    let all: f32 = doubles.iter().map(long).sum();
    if all <= room {
        return Strip { hidden: 0, shown: doubles.len() };
    }
    let mut left = room - CHIP;
    let mut shown = 0;
    for double in doubles.iter().rev() {
        left -= long(double);
        if left < 0.0 {
            break;
        }
        shown += 1;
    }
    // A train's end is never hidden, whatever the width; a train that has not begun has none.
    let shown = shown.max(1).min(doubles.len());
    Strip { hidden: doubles.len() - shown, shown }
}

/// The trains in the order of their rows: the viewer's own, the Mexican Train, then clockwise from the viewer. Without a
/// viewer the Mexican Train comes first.
pub fn rows(seats: Seats, own: Option<Seat>) -> Vec<TrainId> {
    let first = own.unwrap_or(Seat::FIRST);
    let mut order = vec![TrainId::Own(first)];
    let mut seat = seats.after(first);
    while seat != first {
        order.push(TrainId::Own(seat));
        seat = seats.after(seat);
    }
    order.insert(usize::from(own.is_some()), TrainId::Mexican);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [Vec2; 4] =
        [vec2(390.0, 844.0), vec2(1280.0, 800.0), vec2(853.0, 533.0), vec2(320.0, 480.0)];

    #[test]
    fn rows_keep_their_height_at_every_table_with_every_hand() {
        for size in SIZES {
            for seats in 2..=8 {
                for hand in 1..=40 {
                    let plan = plan(size, 180.0, seats + 1, hand);
                    assert!((ROW_MIN..=ROW_MAX).contains(&plan.row), "{size} {seats} {hand}: {plan:?}");
                    let all = plan.row * (seats + 1) as f32;
                    assert_eq!(plan.scrolls, all > plan.board + 0.5, "{size} {seats} {hand}: {plan:?}");
                    assert!(plan.board >= ROW_MIN && plan.hand.shown >= plan.hand.tile.y.min(plan.hand.full));
                }
            }
        }
    }

    #[test]
    fn no_train_and_no_room_is_too_little() {
        for tiles in 0..4 {
            for room in [-500.0, -1.0, 0.0, 1.0, 40.0, 1000.0] {
                let strip = strip(&vec![false; tiles], 20.0, room);
                assert_eq!(strip.hidden + strip.shown, tiles, "{tiles} tiles in {room}");
                assert!(tiles == 0 || strip.shown > 0);
            }
        }
    }

    #[test]
    fn nine_rows_and_nineteen_tiles_fit_a_phone_without_scrolling() {
        let plan = plan(vec2(374.0, 844.0), 190.0, 9, 19);
        assert_eq!((plan.hand.per_row, plan.scrolls, plan.hand.shown), (7, false, plan.hand.full));
        assert!(plan.board + plan.hand.shown + 190.0 <= 844.0);
    }

    #[test]
    fn larger_hands_fit_a_phone_without_scrolling_too() {
        for hand in 20..=35 {
            let plan = plan(vec2(378.0, 844.0), 138.0, 9, hand);
            assert!(!plan.scrolls && plan.hand.shown == plan.hand.full, "{hand}: {plan:?}");
            assert!(plan.board + plan.hand.shown + 138.0 <= 844.5, "{hand}: {plan:?}");
            assert!(plan.hand.tile.x >= ROW_MIN && plan.hand.tile.y >= TILE_LEAST);
        }
    }

    #[test]
    fn a_hand_that_scrolls_has_a_margin_for_fingers() {
        let width = 320.0;
        let hand = plan(vec2(width, 480.0), 138.0, 9, 40).hand;
        assert!(hand.shown < hand.full);
        let right = (0..40).map(|index| hand.place(index).right()).fold(0.0, f32::max);
        assert!(right + SCROLL_MARGIN <= width + HAND_GAP, "{right}");
    }

    #[test]
    fn the_end_of_a_train_is_always_in_view() {
        for half in [19.0, 30.0] {
            for count in 0..40 {
                for room in [60.0, 180.0, 900.0] {
                    let doubles: Vec<bool> = (0..count).map(|index| index % 3 == 1).collect();
                    let strip = strip(&doubles, half, room);
                    assert_eq!(strip.hidden + strip.shown, count);
                    assert!(strip.shown > 0 || count == 0);
                    let newest = doubles.iter().skip(strip.hidden);
                    let length: f32 =
                        newest.map(|double| if *double { half } else { 2.0 * half } + TRAIN_GAP).sum();
                    let chip = if strip.hidden > 0 { CHIP } else { 0.0 };
                    assert!(length + chip <= room || strip.shown == 1, "{half} {count} {room}: {strip:?}");
                }
            }
        }
    }

    #[test]
    fn places_of_the_hand_are_found_again() {
        let plan = plan(vec2(374.0, 844.0), 190.0, 9, 19).hand;
        for index in 0..19 {
            assert_eq!(plan.index_at(plan.place(index).center().to_vec2(), 19), index);
        }
        assert_eq!(plan.index_at(vec2(1000.0, 1000.0), 19), 18);
        assert_eq!(plan.index_at(vec2(-5.0, -5.0), 19), 0);
    }

    #[test]
    fn the_own_row_is_first_then_the_mexican_train_then_clockwise() {
        let order =
            |own| rows(Seats::new(4).unwrap(), own).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(order(Seat::new(2)), ["3", "mexican", "4", "1", "2"]);
        assert_eq!(order(None), ["mexican", "1", "2", "3", "4"]);
    }
}

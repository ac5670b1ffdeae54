//! What moves tell of a hand, beyond what they prove: who lays a tile on its train can most likely go on from there, and who
//! lays it elsewhere has most likely no use for it on its own.
//!
//! A hand that a seat may hold is taken back through the round, tile by tile, and at each of the seat's moves it is asked how
//! likely somebody with that hand would have made it. People do not play as they are thought to, so that no move is taken
//! for impossible.

use super::past::{Past, Step, What};
use super::plan::{Plan, Sight};
use super::rng::Rng;
use crate::prompt::{Move, SeatView};
use crate::round::Round;
use crate::seat::{Seat, TrainId};
use crate::tile::Tile;
use crate::tiles::Tiles;

/// How likely it is that a seat does anything but what looks best by its plan. Steady players do so every fourth time.
const SURPRISE: f64 = 0.4;

/// What one seat did, the latest first.
pub(super) struct Habit<'a> {
    seat: Seat,
    past: &'a Past,
    steps: Vec<&'a Step>,
}

impl<'a> Habit<'a> {
    pub fn of(past: &'a Past, seat: Seat) -> Self {
        Self { seat, past, steps: past.steps().rev().filter(|step| step.seat == seat).collect() }
    }

    /// The logarithm of how likely the seat, if it now holds this hand, would have made all its moves; `None` as soon as it
    /// is below `least`. Which tiles it drew and kept nobody knows: they are guessed, anew each time.
    pub fn likelihood(&self, hand: Tiles, least: f64, rng: &mut Rng) -> Option<f64> {
        let mut hand = hand;
        // The first draw that can have brought each tile of the hand.
        let mut since = [0_u8; Tile::COUNT];
        hand.iter().for_each(|tile| since[at(tile)] = self.past.since(self.seat, tile));
        let mut sum = 0.0;
        for step in &self.steps {
            match &step.what {
                What::Laid { round, tile, train, since: first } => {
                    hand.insert(*tile);
                    since[at(*tile)] = *first;
                    sum += likely(round, self.seat, hand, Move::Play { tile: *tile, train: *train });
                    if sum < least {
                        return None;
                    }
                }
                What::Kept { before } => {
                    // A tile that none of the draws before can have brought is the one, or one of them.
                    let late: Tiles = hand.iter().filter(|tile| since[at(*tile)] > *before).collect();
                    let drawn = if late.is_empty() { hand } else { late };
                    let drawn = drawn.iter().nth(rng.below(usize::from(drawn.len())));
                    drawn.into_iter().for_each(|tile| _ = hand.remove(tile));
                }
            }
        }
        Some(sum)
    }
}

/// The logarithm of how likely a seat with this hand makes this move.
fn likely(round: &Round, seat: Seat, hand: Tiles, made: Move) -> f64 {
    let view = SeatView::new(round, seat, hand, None);
    let moves = view.moves();
    let count = moves.len();
    if count <= 1 {
        return 0.0;
    }
    let plan = Plan::new(hand, round.trains().open_pip(TrainId::Own(seat)));
    let sight = Sight::of(&view);
    let own = plan.worth(&sight, made);
    let any = SURPRISE / count as f64;
    let (mut better, mut alike) = (0, 0);
    for choice in moves {
        let other = plan.worth(&sight, choice);
        better += u32::from(other > own);
        alike += u32::from(other == own);
    }
    // Of moves that look best alike each is as likely as another.
    let best = if better == 0 { (1.0 - SURPRISE) / f64::from(alike.max(1)) } else { 0.0 };
    (best + any).ln()
}

fn at(tile: Tile) -> usize {
    usize::from(tile.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Observed;
    use crate::testing::{play, position, seat, tiles};

    fn likelihood(past: &Past, hand: &str) -> f64 {
        let hand = tiles(hand).into_iter().collect();
        Habit::of(past, seat(1)).likelihood(hand, f64::MIN, &mut Rng::new(1)).unwrap()
    }

    #[test]
    fn who_lays_a_tile_can_most_likely_go_on_from_there() {
        let hands = ["9-3 3-4 4-6 5-9", "0-0 1-1 2-2"];
        let mut table = Observed::of(position(&hands, "0-3 0-4 0-5", &["", ""], "9-8", &[]));
        table.play(seat(1), play("1", "9-3")).unwrap();
        let past = table.known(seat(2)).past;
        assert!(likelihood(past, "3-4 4-6 5-9") > likelihood(past, "5-4 4-6 5-9"));
        // It could have laid 8-7 where it breaks nothing.
        assert!(likelihood(past, "3-4 4-6 5-9") > likelihood(past, "3-4 4-6 8-7"));
        let few = tiles("8-7").into_iter().collect();
        let habit = Habit::of(past, seat(1));
        let sum = habit.likelihood(few, f64::MIN, &mut Rng::new(1)).unwrap();
        assert_eq!(habit.likelihood(few, sum / 2.0, &mut Rng::new(1)), None);
        assert_eq!(Habit::of(past, seat(2)).likelihood(few, 0.0, &mut Rng::new(1)), Some(0.0));
    }

    #[test]
    fn a_tile_that_was_drawn_and_must_be_laid_tells_nothing() {
        let hands = ["5-6 1-1 9-2", "0-0 4-8 9-4 8-1"];
        let mut table = Observed::of(position(&hands, "2-7 3-8", &["", "9-3"], "", &[]));
        table.play(seat(1), play("1", "9-2")).unwrap();
        table.play(seat(2), play("mexican", "9-4")).unwrap();
        // Neither 5-6 nor 1-1 fits: it draws 2-7, and must lay it.
        table.play(seat(1), Move::Draw).unwrap();
        let before = table.known(seat(2)).past.steps().count();
        table.play(seat(1), play("1", "2-7")).unwrap();
        assert_eq!(table.known(seat(2)).past.steps().count(), before);
    }
}

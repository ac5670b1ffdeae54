//! The player who plans: it looks at what each of its moves leaves it with, and keeps its longest train whole.

use super::Knowledge;
use super::trail::Trail;
use crate::prompt::{Move, SeatView};
use crate::round::{Event, Phase, Round};
use crate::rules::OutOnDouble;
use crate::score::tile_points;
use crate::seat::{Seat, TrainId};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// How many steps a search for a trail may take: enough to be sure of the longest for nearly all hands that are dealt with
/// the double-nine set, and to come upon it for nearly all others.
pub(super) const STEPS: u32 = 2_000;

/// How many tiles of one turn are looked at in advance: a double, another one, and what covers them.
const AHEAD: u8 = 3;

/// The move this player makes; `None` if the seat owes no move.
pub(super) fn choose(known: &Knowledge<'_>) -> Option<Move> {
    let mut moves = known.view.moves();
    if moves.len() <= 1 {
        return moves.next();
    }
    // Of equal ones the first, so that the choice depends on nothing else.
    prices(known).into_iter().min_by_key(|(_, price)| *price).map(|(choice, _)| choice)
}

/// Every legal move that can be worth it, and what this player thinks it costs, in hundredths of a point.
pub(super) fn prices(known: &Knowledge<'_>) -> Vec<(Move, i32)> {
    let mind = Mind::new(known);
    let view = &known.view;
    let goes_on = goes_on(view);
    let moves = view.moves().filter(|choice| !goes_on || *choice != Move::Stop);
    moves.map(|choice| (choice, mind.cost(view.round(), view.hand(), choice, AHEAD))).collect()
}

/// Whether the own train goes on in this turn by more than a last double, which might have to wait: then nobody ends a chain, since the
/// tiles that could be laid at once would be laid one a turn.
fn goes_on(view: &SeatView<'_>) -> bool {
    let own = TrainId::Own(view.seat());
    let trail = Trail::longest(view.hand(), view.round().trains().open_pip(own), STEPS);
    let Some(first) = trail.first() else { return false };
    let is_legal = view.moves().any(|choice| choice == Move::Play { tile: first, train: own });
    is_legal && (trail.len() > 1 || !first.is_double())
}

/// What one seat thinks positions cost, in hundredths of a point. Less is better.
pub(super) struct Mind {
    seat: Seat,
    /// Every tile this seat cannot see.
    unseen: Tiles,
    /// How many of its turns are likely to be left, in hundredths.
    horizon: i32,
}

impl Mind {
    pub fn new(known: &Knowledge<'_>) -> Self {
        let (round, seat) = (known.view.round(), known.view.seat());
        let set = round.rules().set().tiles();
        let others = round.dealt_in().iter().filter(|other| *other != seat);
        let fewest = others.map(|other| round.count(other)).min().unwrap_or(0);
        Self {
            seat,
            unseen: set.minus(round.on_table()).minus(known.view.hand()),
            // Not every turn lays a tile, and the seat itself may be first to end the round.
            horizon: (i32::from(fewest) * 125).max(100),
        }
    }

    /// What this move costs the seat, which holds `hand` before it.
    pub fn cost(&self, round: &Round, hand: Tiles, choice: Move, ahead: u8) -> i32 {
        let Move::Play { tile, train } = choice else {
            // A chain that is ended; a draw or pass has no alternative.
            return self.holding(round, hand);
        };
        let mut after = round.clone();
        if after.apply(Event::Play { seat: self.seat, tile, train }).is_err() {
            return i32::MAX;
        }
        let mut rest = hand;
        rest.remove(tile);
        if after.ending().is_some() {
            return -OUT;
        }
        self.leaves(&after, train) + self.position(&after, rest, ahead)
    }

    /// What a position costs in which this seat has just laid a tile, and may owe another.
    fn position(&self, round: &Round, hand: Tiles, ahead: u8) -> i32 {
        let owes = round.to_act() == Some(self.seat) && round.phase() == Some(Phase::Satisfy);
        if !owes {
            return self.holding(round, hand);
        }
        let view = SeatView::new(round, self.seat, hand, None);
        let plays = view.moves().filter(|choice| matches!(choice, Move::Play { .. }));
        let best =
            if ahead == 0 { None } else { plays.map(|play| self.cost(round, hand, play, ahead - 1)).min() };
        best.unwrap_or_else(|| self.holding(round, hand) + self.unsatisfied(round))
    }

    /// What a double costs that nothing in the hand satisfies: a tile is drawn, and helps or not; if not, the lantern is lit.
    fn unsatisfied(&self, round: &Round) -> i32 {
        let unseen = i32::from(self.unseen.len()).max(1);
        let Some((_, pip)) = round.waiting_double() else { return 0 };
        let fitting = i32::from(self.unseen.both(Tiles::with_pip(pip)).len());
        let draws = round.boneyard() > 0;
        let helped = if draws { fitting * 100 / unseen } else { 0 };
        let drawn = if draws { DRAW } else { 0 };
        (100 - helped) * (LANTERN + drawn) / 100
    }

    /// What it costs to hold these tiles while somebody else is to act.
    fn holding(&self, round: &Round, hand: Tiles) -> i32 {
        let own = TrainId::Own(self.seat);
        let trail = Trail::longest(hand, round.trains().open_pip(own), STEPS);
        let rules = round.rules();
        let points = |tile: Tile| i32::from(tile_points(rules, tile)) * 100;
        let mut cost = 0;
        for tile in hand.minus(trail.tiles()) {
            cost += points(tile) * LOOSE / 100 + LOOSE_TILE;
            if tile.is_double() && rules.out_on_double == OutOnDouble::MustCover {
                cost += LOOSE_TILE / 2;
            }
        }
        // The later a tile's turn comes, the likelier somebody else has ended the round by then. A double takes no turn.
        let mut turns = 0;
        for tile in trail.iter() {
            turns += if tile.is_double() { 0 } else { 100 };
            cost += points(tile) * turns.min(self.horizon) / self.horizon * PLANNED / 100;
        }
        cost += i32::from(hand.len()) * TURN;
        if round.lanterns().contains(self.seat) {
            // Everybody may play on the train, and break it.
            cost += LANTERN + i32::from(trail.len()) * EXPOSED;
        }
        cost
    }

    /// What the new end of a train costs that others may play on: the more of its pip they may hold, the more.
    fn leaves(&self, round: &Round, train: TrainId) -> i32 {
        let closed = train == TrainId::Own(self.seat) && !round.lanterns().contains(self.seat);
        if closed { 0 } else { self.likely(round.trains().open_pip(train)) * OPEN_END / 100 }
    }

    /// How likely an unseen tile has this pip, in hundredths.
    fn likely(&self, pip: Pip) -> i32 {
        i32::from(self.unseen.both(Tiles::with_pip(pip)).len()) * 100 / i32::from(self.unseen.len()).max(1)
    }
}

/// What going out is worth.
const OUT: i32 = 100_000;
/// The part of a loose tile's points that is likely to be paid, in hundredths.
const LOOSE: i32 = 60;
/// What a loose tile costs beside its points: it needs a train of somebody else, or a draw.
const LOOSE_TILE: i32 = 700;
/// The part of a planned tile's points that is likely to be paid if its turn comes after the horizon, in hundredths.
const PLANNED: i32 = 90;
/// What every tile costs that is still to be laid.
const TURN: i32 = 200;
/// What a draw that does not help costs.
const DRAW: i32 = 1200;
/// What a lit lantern costs by itself.
const LANTERN: i32 = 500;
/// What it costs for each tile that is planned on the open train.
const EXPOSED: i32 = 60;
/// What an end that others may play on costs if every unseen tile fits.
const OPEN_END: i32 = 600;

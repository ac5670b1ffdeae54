//! Playing a round on in one's head, fast: every seat keeps a plan of its own hand, and works it out anew only when its hand
//! or its train is no longer what the plan was made for.

use super::trail::Trail;
use crate::open::OpenRound;
use crate::prompt::{Move, SeatView};
use crate::rules::{Cover, OutOnDouble};
use crate::score::tile_points;
use crate::seat::TrainId;
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// How many steps a search for a plan may take.
const STEPS: u32 = 60;

/// No round takes so many moves; one that did is left unfinished.
const MOST_MOVES: u32 = 2000;

/// The plans of all seats in one round. Each is made from that seat's own hand alone.
#[derive(Clone, Default)]
pub(super) struct Playout {
    plans: [Option<Plan>; 8],
}

/// What a seat means to lay on its own train, one tile after the other.
#[derive(Clone)]
pub(super) struct Plan {
    trail: Trail,
    /// How many of its tiles are laid.
    laid: usize,
    /// Those that are not.
    left: Tiles,
    hand: Tiles,
    end: Pip,
}

impl Playout {
    /// The plans with which this round is begun, to be copied for each way in which it is played on.
    pub fn of(open: &OpenRound) -> Self {
        let mut playout = Self::default();
        for seat in open.round().dealt_in().iter() {
            playout.plan(&open.view(seat));
        }
        playout
    }

    /// Plays the round to its end.
    pub fn finish(&mut self, open: &mut OpenRound) {
        for _ in 0..MOST_MOVES {
            let Some(seat) = open.round().to_act() else { return };
            let Some(choice) = self.choose(&open.view(seat)) else { return };
            open.play_listed(seat, choice);
        }
    }

    /// A move that is quickly found and seldom bad.
    pub fn choose(&mut self, view: &SeatView<'_>) -> Option<Move> {
        let mut moves = view.moves();
        if moves.len() <= 1 {
            return moves.next();
        }
        let plan = self.plan(view);
        let near = is_near(view);
        moves.max_by_key(|choice| plan.worth(view, *choice, near))
    }

    /// The seat's plan, made anew only if it must be.
    fn plan(&mut self, view: &SeatView<'_>) -> &Plan {
        let (hand, end) = (view.hand(), view.round().trains().open_pip(TrainId::Own(view.seat())));
        let kept = self.plans[view.seat().index()].take();
        let kept = kept.and_then(|mut plan| plan.follow(hand, end).then_some(plan));
        self.plans[view.seat().index()].insert(kept.unwrap_or_else(|| Plan::new(hand, end)))
    }
}

/// Whether somebody else may soon end the round.
pub(super) fn is_near(view: &SeatView<'_>) -> bool {
    view.round().dealt_in().iter().any(|seat| seat != view.seat() && view.round().count(seat) <= 2)
}

impl Plan {
    pub fn new(hand: Tiles, end: Pip) -> Self {
        let trail = Trail::longest(hand, end, STEPS);
        Self { laid: 0, left: trail.tiles(), trail, hand, end }
    }

    /// Lets the plan follow what was laid since; says whether it still holds.
    fn follow(&mut self, hand: Tiles, end: Pip) -> bool {
        let drawn = hand.minus(self.hand);
        self.hand = hand;
        while self.end != end {
            let Some(tile) = self.next().filter(|tile| !hand.contains(*tile)) else { return false };
            let Some(open) = tile.other(self.end) else { return false };
            self.left.remove(tile);
            self.laid += 1;
            self.end = open;
        }
        drawn.is_empty() && self.left.minus(hand).is_empty()
    }

    fn next(&self) -> Option<Tile> {
        self.trail.iter().nth(self.laid)
    }

    fn last(&self) -> Option<Tile> {
        self.trail.iter().last()
    }

    /// How good a move looks; the more, the better. `near` says whether somebody may soon end the round.
    pub fn worth(&self, view: &SeatView<'_>, choice: Move, near: bool) -> i32 {
        match choice {
            Move::Play { tile, train } => self.of_tile(view, tile, train, near),
            Move::Draw | Move::Pass | Move::Stop => 0,
        }
    }

    /// Loose tiles go first where they fit, then the plan goes on; the plan is broken at need only.
    fn of_tile(&self, view: &SeatView<'_>, tile: Tile, train: TrainId, near: bool) -> i32 {
        let round = view.round();
        let points = i32::from(tile_points(round.rules(), tile));
        let own = train == TrainId::Own(view.seat());
        let lit = round.lanterns().contains(view.seat());
        let base = match (self.left.contains(tile), own) {
            (true, true) if self.next() == Some(tile) => 600 + i32::from(lit) * 300,
            (true, false) if self.last() == Some(tile) => 605 + points,
            (true, _) => 300 - 20 * i32::from(self.left.len()) + points,
            (false, false) => 700 + points,
            (false, true) if self.left.is_empty() => 720 + points,
            (false, true) => 100 + points,
        };
        let urgent = if near { 30 * points } else { 0 };
        base + urgent + if tile.is_double() { self.double(view, tile, own) } else { 0 }
    }

    /// What is added for a double.
    fn double(&self, view: &SeatView<'_>, tile: Tile, own: bool) -> i32 {
        let rules = view.round().rules();
        let mut rest = view.hand();
        rest.remove(tile);
        if rest.is_empty() && rules.out_on_double == OutOnDouble::Ends {
            return 2000;
        }
        let fitting = rest.both(Tiles::with_pip(tile.lo()));
        let planned = own && self.left.contains(tile);
        if planned || !fitting.minus(self.left).is_empty() || rules.cover == Cover::Anywhere {
            50
        } else if !fitting.is_empty() {
            -250
        } else {
            -650
        }
    }
}

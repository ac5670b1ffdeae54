//! Playing a round on in one's head, fast: every seat keeps a plan of its own hand, and works it out anew only when its hand
//! or its train is no longer what the plan was made for.

use super::plan::{Plan, Sight};
use crate::open::OpenRound;
use crate::prompt::{Move, SeatView};
use crate::seat::TrainId;

/// No round takes so many moves; one that did is left unfinished.
const MOST_MOVES: u32 = 2000;

/// The plans of all seats in one round. Each is made from that seat's own hand alone.
#[derive(Clone, Default)]
pub(super) struct Playout {
    plans: [Option<Plan>; 8],
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
        let sight = Sight::of(view);
        moves.max_by_key(|choice| plan.worth(&sight, *choice))
    }

    /// The seat's plan, made anew only if it must be.
    fn plan(&mut self, view: &SeatView<'_>) -> &Plan {
        let (hand, end) = (view.hand(), view.round().trains().open_pip(TrainId::Own(view.seat())));
        let kept = self.plans[view.seat().index()].take();
        let kept = kept.and_then(|mut plan| plan.follow(hand, end).then_some(plan));
        self.plans[view.seat().index()].insert(kept.unwrap_or_else(|| Plan::new(hand, end)))
    }
}

//! The player who searches: it imagines deals that agree with all it knows, plays the round on from each of its moves, and
//! takes the move after which it does best on average.

use super::deal::Deals;
use super::rng::Rng;
use super::{Knowledge, Past, steady};
use crate::open::OpenRound;
use crate::prompt::Move;

/// No more rounds than this are played on for one move, whatever the clock says.
const MOST: u32 = 1 << 20;

pub(super) fn choose(known: &Knowledge<'_>, seed: u64, goes_on: &mut dyn FnMut(u32) -> bool) -> Option<Move> {
    let moves: Vec<Move> = known.view.moves().collect();
    if moves.len() <= 1 {
        return moves.first().copied();
    }
    let mut rng = Rng::new(seed);
    let mut deals = Deals::new(known);
    let seat = known.view.seat();
    let mut sums = vec![0_i64; moves.len()];
    let mut played = 0;
    while played < MOST && goes_on(played) {
        let deal = deals.imagine(&mut rng);
        for (sum, choice) in sums.iter_mut().zip(&moves) {
            let mut open = deal.clone();
            if open.play(seat, *choice).is_err() {
                continue;
            }
            finish(&mut open, 60);
            let scores = open.scores().unwrap_or_default();
            let own = i64::from(scores[seat.index()]);
            let others: i64 = scores.iter().map(|s| i64::from(*s)).sum::<i64>() - own;
            *sum += own * (scores.len() as i64 - 1) - others;
            played += 1;
        }
    }
    moves.iter().zip(&sums).min_by_key(|(_, sum)| **sum).map(|(choice, _)| *choice)
}

fn finish(open: &mut OpenRound, steps: u32) {
    let past = Past::default();
    while let Some(seat) = open.round().to_act() {
        let known = Knowledge { view: open.view(seat), past: &past };
        let Some(choice) = steady::choose_within(&known, steps) else { return };
        if open.play(seat, choice).is_err() {
            return;
        }
    }
}

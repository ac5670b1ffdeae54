//! The player who searches: it guesses deals that agree with all it knows and with how others played, plays the round on
//! from each of its moves in each of them, and takes the move after which it does best on average.
//!
//! Information-set Monte Carlo at the root. All moves are tried in the same deals, so that what differs between them is the
//! move and not the luck; a move that is surely worse than another is tried no more, and when one is left the search ends.

use super::guess::Guesses;
use super::playout::Playout;
use super::rng::Rng;
use super::{Knowledge, steady};
use crate::open::OpenRound;
use crate::prompt::Move;
use crate::rules::Scoring;
use crate::seat::Seat;

/// No more rounds than this are played on for one move, whatever the clock says.
const MOST: u32 = 1 << 18;

/// How many deals what a steady player thinks of a move counts for: from deal to deal the difference between two moves
/// scatters by some 34 points, so that a few hundred deals alone choose worse than a steady player does.
const PRIOR: f64 = 100.0;

/// The part of what a steady player thinks a move costs that it turns out to cost.
const TRUST: f64 = 0.3;

/// In how many deals all moves are tried before one is given up.
const FEW: usize = 48;

/// Into how many stretches the deals are split to see how far chance goes: a deal is much like the one before, a stretch is not.
const STRETCHES: usize = 12;

/// By how many standard errors a move must be worse to be given up.
const SURELY: f64 = 3.0;

/// The move this player makes; `None` if the seat owes no move. Without any time it is a steady player's.
pub(super) fn choose(known: &Knowledge<'_>, seed: u64, goes_on: &mut dyn FnMut(u32) -> bool) -> Option<Move> {
    let mut moves = known.view.moves();
    if moves.len() <= 1 {
        return moves.next();
    }
    let search = Search::run(known, seed, goes_on);
    search.best().map(|candidate| candidate.choice)
}

/// What is known about a seat's moves after a search.
pub(super) struct Search {
    candidates: Vec<Candidate>,
}

/// A move, and how the round went on after it.
pub(super) struct Candidate {
    pub choice: Move,
    /// What a steady player thinks it costs, in points.
    prior: f64,
    /// What it cost in each deal that was played on, in points: see [`cost`].
    costs: Vec<f64>,
    /// Whether it is tried no more.
    dropped: bool,
}

impl Search {
    pub fn run(known: &Knowledge<'_>, seed: u64, goes_on: &mut dyn FnMut(u32) -> bool) -> Self {
        let priced = steady::prices(known).into_iter();
        let candidates = priced.map(|(choice, price)| Candidate {
            choice,
            prior: TRUST * f64::from(price) / 100.0,
            costs: Vec::new(),
            dropped: false,
        });
        let mut search = Self { candidates: candidates.collect() };
        let (mut guesses, mut rng) = (Guesses::new(known), Rng::new(seed));
        let (mut played, mut next_look) = (0, FEW);
        while played < MOST && search.alive() > 1 && goes_on(played) {
            let deal = guesses.next(&mut rng);
            played += search.try_all(known.view.seat(), &deal);
            if search.deals() >= next_look {
                search.give_up();
                next_look *= 2;
            }
        }
        search
    }

    /// The move that costs least.
    pub fn best(&self) -> Option<&Candidate> {
        let alive = self.candidates.iter().filter(|candidate| !candidate.dropped);
        alive.min_by(|one, other| one.mean().total_cmp(&other.mean()))
    }

    fn alive(&self) -> usize {
        self.candidates.iter().filter(|candidate| !candidate.dropped).count()
    }

    /// In how many deals every move was tried that is not given up.
    fn deals(&self) -> usize {
        self.candidates.iter().map(|candidate| candidate.costs.len()).max().unwrap_or(0)
    }

    /// Plays the round on after every move that is not given up; says how many there were.
    fn try_all(&mut self, seat: Seat, deal: &OpenRound) -> u32 {
        let mut played = 0;
        let plans = Playout::of(deal);
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.dropped) {
            let mut open = deal.clone();
            open.play_listed(seat, candidate.choice);
            plans.clone().finish(&mut open);
            candidate.costs.push(cost(&open, seat));
            played += 1;
        }
        played
    }

    /// Gives up what is surely worse than the best.
    fn give_up(&mut self) {
        let Some(best) = self.best() else { return };
        let worse: Vec<bool> =
            self.candidates.iter().map(|candidate| candidate.is_surely_worse(best)).collect();
        for (candidate, worse) in self.candidates.iter_mut().zip(worse) {
            candidate.dropped |= worse;
        }
    }
}

impl Candidate {
    fn mean(&self) -> f64 {
        (self.costs.iter().sum::<f64>() + self.prior * PRIOR) / (self.costs.len() as f64 + PRIOR)
    }

    /// Judged by the differences within each deal, which scatter less than the costs.
    fn is_surely_worse(&self, best: &Self) -> bool {
        let differences: Vec<f64> =
            self.costs.iter().zip(&best.costs).map(|(mine, its)| mine - its).collect();
        let long = (differences.len() / STRETCHES).max(1);
        let stretches: Vec<f64> =
            differences.chunks_exact(long).map(|stretch| stretch.iter().sum::<f64>() / long as f64).collect();
        let count = stretches.len() as f64;
        let mean = stretches.iter().sum::<f64>() / count;
        let variance = stretches.iter().map(|stretch| (stretch - mean).powi(2)).sum::<f64>() / (count - 1.0);
        mean > SURELY * (variance / count).sqrt()
    }
}

/// What the end of a round costs a seat, in points: how much worse it does than the others do on average.
fn cost(open: &OpenRound, seat: Seat) -> f64 {
    let scores = open.scores().unwrap_or_default();
    let own = scores.get(seat.index()).copied().map_or(0.0, f64::from);
    let all: f64 = scores.iter().copied().map(f64::from).sum();
    let others = (open.round().dealt_in().len() - 1).max(1) as f64;
    let behind = own - (all - own) / others;
    match open.round().rules().scoring {
        Scoring::LosersCount => behind,
        Scoring::WinnerTakes => -behind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(costs: impl Iterator<Item = f64>) -> Candidate {
        Candidate { choice: Move::Pass, prior: 0.0, costs: costs.collect(), dropped: false }
    }

    #[test]
    fn deals_that_are_alike_do_not_count_as_many() {
        let best = tried((0..1200).map(|_| 0.0));
        let swinging =
            |long: usize| tried((0..1200).map(|at| if (at / long).is_multiple_of(2) { 13.0 } else { -7.0 }));
        assert!(swinging(1).is_surely_worse(&best));
        // Equal deals in a row: there are but twelve of them, six good and six bad.
        assert!(!swinging(100).is_surely_worse(&best));
        assert!(!best.is_surely_worse(&swinging(1)) && !best.is_surely_worse(&best));
    }
}

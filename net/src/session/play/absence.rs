//! Waiting for somebody: since when, and whether for longer than the table has agreed to wait unasked.

use std::time::Duration;

use mextrain_core::{Seat, SeatSet};
use tokio::time::Instant;

use super::{Context, Game, Input, Play, Reply};
use crate::ledger::{OpenBallot, Stage};
use crate::session::event::SessionEvent;
use crate::session::snapshot::Overdue;

/// Since when the current step has been waited for, and what was said of it.
pub(super) struct Waiting {
    step: u32,
    since: Instant,
    /// How many grace times have passed.
    times: u32,
    ballots: Vec<OpenBallot>,
}

impl Waiting {
    pub(super) fn new() -> Waiting {
        Waiting { step: 0, since: Instant::now(), times: 0, ballots: Vec::new() }
    }
}

impl Play {
    pub(super) fn go_on_without(&mut self, missing: SeatSet, reply: Reply) {
        self.ask_table(reply, |reply| Input::Vote { missing, reply });
    }

    /// The match moved: whoever was waited for has been heard, or the others ask whether to go on.
    pub(super) fn note_waiting(&mut self, context: &Context, game: &Game) {
        if self.waiting.step != game.have.step {
            self.waiting = Waiting { step: game.have.step, ..Waiting::new() };
            context.show(|snapshot| {
                snapshot.overdue = None;
                snapshot.waiting_since = Some(std::time::Instant::now());
            });
        }
        if self.waiting.ballots != game.ballots {
            self.waiting.ballots.clone_from(&game.ballots);
            if let Some(OpenBallot { proposal, agreed, .. }) = game.ballots.first() {
                context.tell(SessionEvent::Vote {
                    missing: numbers(proposal.missing),
                    agreed: numbers(*agreed),
                    voters: numbers(proposal.voters),
                });
            }
        }
    }

    /// Once a second: whether it is time to ask the player.
    pub(super) fn look_at_the_clock(&mut self, context: &Context, game: &Game) {
        let before = matches!(game.stage, Stage::Signing | Stage::Revealing | Stage::Over | Stage::Stopped);
        let seats: SeatSet = game.missing.iter().filter(|seat| Some(*seat) != game.seat).collect();
        if before || seats.is_empty() || game.missing != seats {
            return;
        }
        let grace = Duration::from_secs(u64::from(game.charter.absence.grace));
        let waited = self.waiting.since.elapsed();
        if waited < grace * (self.waiting.times + 1) {
            return;
        }
        self.waiting.times += 1;
        let times = self.waiting.times;
        context.show(|snapshot| snapshot.overdue = Some(Overdue { seats, times }));
        context.tell(SessionEvent::Overdue { seats: numbers(seats), secs: waited.as_secs() });
    }
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

//! Waiting for somebody: since when, and whether for longer than the table has agreed to wait unasked.

use std::time::Duration;

use mextrain_core::{Seat, SeatSet};
use tokio::time::Instant;

use super::{Context, Game, Input, Play, Reply};
use crate::ledger::{OpenBallot, Stage};
use crate::session::Trouble;
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
    pub(super) fn go_on_without(&mut self, step: u32, missing: SeatSet, reply: Reply) {
        self.ask_table(reply, |reply| Input::Vote { step, missing, reply });
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
        let not_begun = matches!(game.stage, Stage::Signing | Stage::Revealing);
        if not_begun {
            return self.look_before_the_match(context, game);
        }
        let over = matches!(game.stage, Stage::Over | Stage::Stopped);
        let seats = awaited(game.seat, game.missing, &game.ballots);
        if over || seats.is_empty() || game.seat.is_some_and(|own| seats.contains(own)) {
            return;
        }
        let Some(waited) = self.another_grace_time(game) else { return };
        let times = self.waiting.times;
        context.show(|snapshot| snapshot.overdue = Some(Overdue { seats, times }));
        context.tell(SessionEvent::Overdue { seats: numbers(seats), secs: waited.as_secs() });
    }

    /// Before the seats are drawn there is no question: nobody can be done without yet.
    fn look_before_the_match(&mut self, context: &Context, game: &Game) {
        let Some(waited) = self.another_grace_time(game) else { return };
        let away = self.members.iter().filter(|(peer, _)| !context.ready.contains_key(peer));
        let who = away.map(|(_, member)| member.name.clone()).collect();
        context.trouble(Trouble::NotBegun { who, secs: waited.as_secs() });
    }

    /// For how long the current step has been waited for, if one more grace time is over.
    fn another_grace_time(&mut self, game: &Game) -> Option<Duration> {
        let grace = Duration::from_secs(u64::from(game.charter.absence.grace));
        let waited = self.waiting.since.elapsed();
        if waited < grace * (self.waiting.times + 1) {
            return None;
        }
        self.waiting.times += 1;
        Some(waited)
    }
}

/// Whom a seat waits for: for what they owe, and, where it has agreed to go on without somebody, for the answers of the others. Whatever
/// comes from the missing then, it does not go on before those.
fn awaited(own: Option<Seat>, missing: SeatSet, ballots: &[OpenBallot]) -> SeatSet {
    let agreed = own.and_then(|own| ballots.iter().find(|open| open.agreed.contains(own)));
    let unanswered = agreed.map_or(SeatSet::EMPTY, |open| open.proposal.voters.without(open.agreed));
    missing.union(unanswered)
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Proposal;

    #[test]
    fn whoever_has_agreed_waits_for_answers_too() {
        let set = |bits| SeatSet::from_bits(bits);
        let proposal = Proposal { missing: set(0b0010), voters: set(0b1101) };
        let open = OpenBallot { ballot: 0, proposal, agreed: set(0b0101) };
        let own = Some(Seat::FIRST);
        assert_eq!(awaited(own, set(0b0010), &[]), set(0b0010));
        assert_eq!(awaited(own, set(0b0010), &[open]), set(0b1010));
        // Also when the missing one has come back too late.
        assert_eq!(awaited(own, SeatSet::EMPTY, &[open]), set(0b1000));
        // Who has not agreed has promised nothing.
        assert_eq!(awaited(Seat::new(3), set(0b0010), &[open]), set(0b0010));
        assert_eq!(awaited(None, set(0b0010), &[open]), set(0b0010));
    }
}

//! What to vote for, and in which ballot.

use mextrain_core::{Seat, SeatSet};

use super::{Ledger, MOST_BALLOTS, OpenBallot, Proposal, STEPS_BEFORE_MATCH};
use crate::refusal::Refusal;

/// How many ballots one author may be ahead of all others for its votes to be joined or passed.
const LEAD: u8 = 3;

impl Ledger {
    /// What an author would propose now, to go on without these seats: what somebody has proposed already, or everybody else who plays and has not left votes. Whoever is leaving, and
    /// has not voted for that before, does not vote any more, and counts as missing.
    ///
    /// # Errors
    /// `not-expected` where nobody of them is waited for, for a contribution or a vote, or the author is among them or does not play; `quorum` where those
    /// who would vote are not more than the missing.
    pub fn proposal(&self, author: Seat, missing: SeatSet) -> Result<Proposal, Refusal> {
        let left = |seat: &Seat| self.left_before(u8::from(*seat), self.step);
        let staying: SeatSet = self.playing().iter().filter(|seat| !left(seat)).collect();
        // Whatever has become of the missing since: those who have agreed are bound. One that leaves out somebody who stays is never certified,
        // and nobody is to be bound by it.
        let same = |open: &OpenBallot| {
            let Proposal { missing: others, voters } = open.proposal;
            let whole = staying.without(others).without(voters).is_empty();
            others == missing && voters.contains(author) && whole
        };
        if let Some(open) = self.open_ballots().into_iter().find(same) {
            return Ok(open.proposal);
        }
        let mut missing = missing.intersection(staying);
        let mut proposal = Proposal { missing, voters: staying.without(missing) };
        while let Some(ballot) = self.ballot_for(u8::from(author), proposal) {
            let silent =
                |voter: &Seat| self.has_left_without(u8::from(*voter), self.step, (ballot, proposal));
            let silent: SeatSet = proposal.voters.iter().filter(silent).collect();
            if silent.is_empty() {
                break;
            }
            missing = missing.union(silent);
            proposal = Proposal { missing, voters: staying.without(missing) };
        }
        // Whoever has promised already may be waiting for votes alone.
        let awaited = if self.promised().is_some() { self.owed() } else { self.missing() };
        let waited_for = !proposal.missing.intersection(awaited).is_empty();
        if !waited_for || !proposal.voters.contains(author) || self.step < STEPS_BEFORE_MATCH {
            return Err(Refusal::NotExpected);
        }
        if proposal.has_majority() { Ok(proposal) } else { Err(Refusal::Quorum) }
    }

    /// The ballot in which an author would vote for a proposal now: one that somebody has opened for the same, or the next.
    /// `None` where the author has voted so already, or has used up the step's ballots.
    pub(crate) fn ballot_for(&self, author: u8, proposal: Proposal) -> Option<u8> {
        let proposed = self.ballots.proposals(self.step);
        let own_top = proposed.iter().filter(|(_, by, _)| *by == author).map(|(ballot, ..)| *ballot).max();
        let possible = |ballot: u8| self.can_be_certified(ballot, proposal);
        // One author alone cannot use up a step's ballots.
        let tops =
            |one: u8| proposed.iter().filter(move |(_, by, _)| *by != one).map(|(ballot, ..)| *ballot).max();
        let proposed: Vec<_> = proposed
            .iter()
            .filter(|(ballot, by, _)| {
                *by == author || *ballot <= tops(*by).map_or(LEAD, |top| top + 1 + LEAD)
            })
            .copied()
            .collect();
        let joins = proposed.iter().find(|(ballot, _, other)| {
            *other == proposal && own_top.is_none_or(|top| *ballot > top) && possible(*ballot)
        });
        if joins.is_none()
            && own_top.is_some_and(|top| possible(top) && self.has_voted(top, author, proposal))
        {
            return None;
        }
        // Nobody votes in a lower ballot than before.
        let among_voters = |by: &u8| Seat::new(*by).is_some_and(|seat| proposal.voters.contains(seat));
        let top = proposed.iter().filter(|(_, by, _)| among_voters(by)).map(|(ballot, ..)| *ballot).max();
        let ballot = joins.map_or_else(|| top.map_or(0, |top| top + 1), |(ballot, ..)| *ballot);
        (ballot < MOST_BALLOTS).then_some(ballot)
    }

    /// The ballots of the current step that can still be certified, the highest first.
    pub fn open_ballots(&self) -> Vec<OpenBallot> {
        let mut open: Vec<OpenBallot> = Vec::new();
        for (ballot, _, proposal) in self.ballots.proposals(self.step) {
            let same = |known: &OpenBallot| known.ballot == ballot && known.proposal == proposal;
            if self.can_be_certified(ballot, proposal) && !open.iter().any(same) {
                let agreed = self.ballots.agreed(self.step, ballot, proposal);
                open.push(OpenBallot { ballot, proposal, agreed });
            }
        }
        open
    }
}

//! Going on without somebody who has vanished: votes, and the certificate that they make together.
//!
//! Whoever votes in a ballot names who is missing and who votes, and promises to build on nothing that the missing still
//! send for this step. Whoever has built on it already, or will, says so with a cancel instead. A ballot is certified when
//! all its voters have signed the same, and these are more than the missing; the certificate stands in the log as the
//! step, in place of the contributions to it.
//!
//! Why two peers can never go different ways, other than the missing themselves: a certificate needs every voter; one who
//! has the step complete does not vote, and one who has voted does not complete it until that ballot cannot be certified
//! any more (a voter of it has signed something else there, or a farewell that does not name a vote there). Where several ballots follow each other in one step, a
//! vote in a later one is such a promise about the certificates of earlier ones, too. A missing seat may have built on, and
//! so may one that has left and only follows: its ledger learns that it was overruled, and is built anew, see [`Ledger::overruled`].
//!
//! | kind | payload |
//! | --- | --- |
//! | TimeoutVote | u8 ballot ‖ u8 missing ‖ u8 voters |
//! | TimeoutCancel | u64 ballots, bit 0 for the first: its author has voted in exactly these at this step, and votes in no other |
//!
//! Sets of seats are bytes, bit 0 for the first seat. Votes have a lane of their own, and their place there is the ballot.

use std::collections::{BTreeMap, BTreeSet};

use mextrain_core::{Seat, SeatSet};

use super::{
    Judge, LANE_VOTE, Ledger, Place, Receipt, STEPS_BEFORE_MATCH, Stage, of_another_match, place_of, refused,
};
use crate::{
    envelope::{Envelope, Header, Kind},
    refusal::Refusal,
};

/// How many ballots a step can have. Each needs somebody to press a button.
pub const MOST_BALLOTS: u8 = 64;

/// Where cancels stand among the ballots of their step: behind them.
const CANCELS: u8 = u8::MAX;

/// How many votes of one author are kept, over all steps that still matter. Those of a step are forgotten when their author contributes to
/// a later one, so that honest players never come near. Cancels are one an author and step.
const MOST_KEPT: usize = 256;

/// What a vote is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The seats to go on without.
    pub missing: SeatSet,
    /// The seats that have to agree: all others that play and have not left.
    pub voters: SeatSet,
}

/// What somebody has signed in the lane of votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voice {
    For(Proposal),
    /// For nothing at this step but in these ballots.
    Cancel(u64),
}

/// A vote or cancel, and what it says.
#[derive(Clone, Debug)]
struct Signed {
    voice: Voice,
    envelope: Envelope,
}

/// Where a vote stands: step, ballot, author.
type VotePlace = (u32, u8, u8);

/// The votes and cancels that still matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Ballots(BTreeMap<VotePlace, Signed>);

/// A ballot that all its voters have agreed in.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    pub ballot: u8,
    pub proposal: Proposal,
}

/// An open ballot of the current step: who has agreed to go on without whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenBallot {
    /// Its number.
    pub ballot: u8,
    /// What is voted on.
    pub proposal: Proposal,
    /// Who has voted so.
    pub agreed: SeatSet,
}

impl Proposal {
    /// Whether those who vote are more than those who are missing.
    pub fn has_majority(&self) -> bool {
        self.voters.len() > self.missing.len()
    }
}

/// The payload of a vote.
pub fn write_vote(ballot: u8, proposal: Proposal) -> Vec<u8> {
    vec![ballot, proposal.missing.bits(), proposal.voters.bits()]
}

/// Which place an envelope has among the votes of its author about its step: its ballot's, or that of cancels. 0 in other lanes.
pub(crate) fn ballot_of(envelope: &Envelope) -> u8 {
    match envelope.header().kind {
        Kind::TimeoutCancel => CANCELS,
        // Too high a number for a ballot, if there is none.
        Kind::TimeoutVote => {
            envelope.payload().first().map_or(MOST_BALLOTS, |ballot| *ballot.min(&MOST_BALLOTS))
        }
        _ => 0,
    }
}

/// Whether a vote is in a ballot that the cancel of its author does not name.
pub(crate) fn is_outside(vote: &Envelope, cancel: &Envelope) -> bool {
    named_by(cancel.payload()).is_some_and(|named| !has_bit(named, ballot_of(vote)))
}

impl Ballots {
    fn at(&self, step: u32) -> impl Iterator<Item = (u8, u8, &Signed)> {
        self.0
            .range((step, 0, 0)..=(step, u8::MAX, u8::MAX))
            .map(|(&(_, ballot, author), signed)| (ballot, author, signed))
    }

    fn of(&self, step: u32, ballot: u8, author: u8) -> Option<&Signed> {
        self.0.get(&(step, ballot, author))
    }

    /// In which ballots of a step an author says to have voted, and in no other.
    fn cancelled(&self, step: u32, author: u8) -> Option<u64> {
        match self.of(step, CANCELS, author)?.voice {
            Voice::Cancel(voted) => Some(voted),
            Voice::For(_) => None,
        }
    }

    /// The ballots of a step in which an author has voted.
    fn voted(&self, step: u32, author: u8) -> u64 {
        let votes = self.at(step).filter(|&(ballot, by, _)| by == author && ballot < MOST_BALLOTS);
        votes.fold(0, |all, (ballot, ..)| all | 1_u64 << ballot)
    }

    /// Whether this voter has signed something at the step by which the proposal can never be certified in this ballot.
    fn refuses(&self, step: u32, ballot: u8, author: u8, proposal: Proposal) -> bool {
        self.cancelled(step, author).is_some_and(|voted| !has_bit(voted, ballot))
            || self.of(step, ballot, author).is_some_and(|signed| signed.voice != Voice::For(proposal))
    }

    /// The proposals of a step with their ballots, the highest first; each as often as it was voted for.
    pub(super) fn proposals(&self, step: u32) -> Vec<(u8, u8, Proposal)> {
        let proposed = self.at(step).filter_map(|(ballot, author, signed)| match signed.voice {
            Voice::For(proposal) => Some((ballot, author, proposal)),
            Voice::Cancel(_) => None,
        });
        let mut proposed: Vec<_> = proposed.collect();
        proposed.sort_by_key(|(ballot, ..)| std::cmp::Reverse(*ballot));
        proposed
    }

    pub(super) fn agreed(&self, step: u32, ballot: u8, proposal: Proposal) -> SeatSet {
        let agrees = |seat: &Seat| {
            self.of(step, ballot, u8::from(*seat)).is_some_and(|signed| signed.voice == Voice::For(proposal))
        };
        proposal.voters.iter().filter(agrees).collect()
    }

    /// Whoever contributes to a step has nothing more to say about steps before it. Their cancels are kept: others may wait for them. So is
    /// what releases the owner from a vote of its own, should it have to come back to that step.
    pub(super) fn forget_votes(&mut self, author: u8, before: u32, owner: Option<u8>) {
        let own = self.0.keys().filter(|(_, ballot, by)| Some(*by) == owner && *ballot != CANCELS);
        let voted: BTreeSet<u32> = own.map(|(step, ..)| *step).collect();
        self.0.retain(|&(step, ballot, by), _| {
            by != author || step >= before || ballot == CANCELS || voted.contains(&step)
        });
    }

    /// A new deal needs everybody who plays: votes about steps before it can be certified nowhere any more. The owner's are kept,
    /// since a cancel has to name them, and cancels, since somebody who was left behind may still wait for them.
    pub(super) fn forget_before(&mut self, step: u32, owner: Option<u8>) {
        self.0.retain(|&(at, ballot, by), _| at >= step || ballot == CANCELS || Some(by) == owner);
    }
}

impl Ledger {
    /// The header of a vote or cancel of an author about a step.
    pub(crate) fn voice_header(&self, author: u8, step: u32, kind: Kind) -> Option<Header> {
        let (place, previous) = match self.past.get(step as usize) {
            Some(past) => (past.place, past.previous),
            None if step == self.step => ((self.epoch, self.round, self.attempt), self.head),
            None => return None,
        };
        let (epoch, round, attempt) = place;
        let match_id = self.match_id?;
        Some(Header { match_id, epoch, round, attempt, step, lane: LANE_VOTE, previous, author, kind })
    }

    /// The votes and cancels about a step, by ballot and author.
    pub fn voices(&self, step: u32) -> impl Iterator<Item = &Envelope> {
        self.ballots.at(step).map(|(_, _, signed)| &signed.envelope)
    }

    /// Whether an author has signed a vote or cancel about the current step.
    pub(super) fn has_voice(&self, author: u8) -> bool {
        self.ballots.at(self.step).any(|(_, by, _)| by == author)
    }

    /// All votes and cancels that are kept.
    pub(crate) fn all_voices(&self) -> impl Iterator<Item = &Envelope> {
        self.ballots.0.values().map(|signed| &signed.envelope)
    }

    /// The steps behind this ledger at which an author is asked for a vote that it will not give, since they are complete here; with
    /// the payload of the cancel that says so.
    pub(crate) fn unanswered(&self, author: Seat) -> BTreeMap<u32, [u8; 8]> {
        let by = u8::from(author);
        let asked = self.ballots.0.range(..(self.step, 0, 0)).filter_map(|(&(step, ballot, _), signed)| {
            let Voice::For(proposal) = signed.voice else { return None };
            let answered =
                self.ballots.of(step, ballot, by).is_some() || self.ballots.cancelled(step, by).is_some();
            (proposal.voters.contains(author) && !answered).then_some(step)
        });
        asked.map(|step| (step, self.ballots.voted(step, by).to_le_bytes())).collect()
    }

    /// A step behind this ledger that was settled otherwise by a certificate: whoever built on it was missing there, and has to
    /// begin again from that step.
    pub fn overruled(&self) -> Option<u32> {
        let steps: Vec<u32> = self.ballots.0.range(..(self.step, 0, 0)).map(|(place, _)| place.0).collect();
        steps.into_iter().find(|&step| {
            let Some(past) = self.past.get(step as usize) else { return false };
            let certificate = self.certificate_at(step, past.present);
            certificate.is_some_and(|found| past.ballot.is_none_or(|settled| found.ballot > settled))
        })
    }

    /// The certificate that settles the current step, if there is one and this ledger's owner has not promised otherwise.
    pub(super) fn certificate(&self) -> Option<Certificate> {
        let promised = self.promised();
        self.certificate_at(self.step, self.playing())
            .filter(|found| promised.is_none_or(|promised| found.ballot >= promised))
    }

    /// The highest ballot in which this ledger's owner has promised not to build on what is late, while it can be certified.
    pub(crate) fn promised(&self) -> Option<u8> {
        let own = self.author_of(self.owner?)?;
        let proposed = self.ballots.proposals(self.step).into_iter().filter(|(_, author, _)| *author == own);
        proposed
            .filter(|(ballot, _, proposal)| self.can_be_certified(*ballot, *proposal))
            .map(|(ballot, ..)| ballot)
            .max()
    }

    /// Judges a vote or cancel and keeps it if it counts.
    pub(super) fn receive_voice(&mut self, envelope: Envelope, judge: &mut impl Judge) -> Receipt {
        let header = *envelope.header();
        let no = |refusal| refused(None, &header, refusal, false);
        // Before the match has an id: whatever names a step of its beginning comes too early at no time.
        if header.step < STEPS_BEFORE_MATCH {
            return no(Refusal::NotExpected);
        }
        if let Some(receipt) = of_another_match(self.match_id, &header) {
            return receipt;
        }
        let kind = matches!(header.kind, Kind::TimeoutVote | Kind::TimeoutCancel);
        let member = self.member_of(header.step, header.author);
        let (Some(member), true) = (member, kind) else {
            return no(Refusal::NotExpected);
        };
        if header.step > self.step {
            return Receipt::Early;
        }
        let ballot = ballot_of(&envelope);
        if self.said_already(&envelope, ballot) {
            return Receipt::Duplicate;
        }
        if let Err(refusal) = self.check_signature(&envelope, Place { step: header.step, member }, judge) {
            return no(refusal);
        }
        match self.examine_voice(&envelope, ballot) {
            Ok(Some(voice)) => {
                self.counts.signatures += 1;
                let place = (header.step, ballot, header.author);
                self.ballots.0.insert(place, Signed { voice, envelope });
                Receipt::Accepted { step: header.step, member }
            }
            Ok(None) => Receipt::Duplicate,
            Err((refusal, proven)) => refused(Some(member), &header, refusal, proven),
        }
    }

    /// What a signed voice says; `None` where it says nothing that matters any more. An error comes with whether it proves a
    /// fault of the author.
    fn examine_voice(&self, envelope: &Envelope, ballot: u8) -> Result<Option<Voice>, (Refusal, bool)> {
        let header = envelope.header();
        let past = self.past.get(header.step as usize);
        let here = ((self.epoch, self.round, self.attempt), self.head, self.playing(), self.owed());
        let (place, previous, present, owed) =
            past.map_or(here, |past| (past.place, past.previous, past.present, past.owed));
        if place != place_of(header) {
            return Err((Refusal::Epoch, false));
        }
        if previous != header.previous {
            return Err((Refusal::PreviousHead, false));
        }
        let author = Seat::new(header.author).filter(|seat| present.contains(*seat));
        // Behind the end others may still wait for an answer.
        let ended = matches!(self.stage, Stage::Over | Stage::Stopped);
        let answerable = self.stage.kind().is_some() || (ended && past.is_some());
        let Some(author) = author.filter(|_| answerable) else {
            return Err((Refusal::NotExpected, false));
        };
        // What was played to its end stays what it is, whatever somebody signs.
        let running = !ended;
        let unnamed = match envelope.payload() {
            &[ballot, missing, voters] if header.kind == Kind::TimeoutVote => {
                let (missing, voters) = (SeatSet::from_bits(missing), SeatSet::from_bits(voters));
                self.has_left_without(header.author, header.step, (ballot, Proposal { missing, voters }))
            }
            _ => false,
        };
        if self.left_before(header.author, header.step) || self.contradicts(envelope, ballot) || unnamed {
            return Err((Refusal::Equivocation, running));
        }
        // Cancels are kept while others may wait for them. Votes of somebody who has gone on since cannot be certified any more; the
        // owner's are kept, so that a cancel of theirs can name them.
        let overtaken = self.has_gone_on(header.author, header.step) && !self.is_owner(header.author);
        if header.kind == Kind::TimeoutVote && overtaken {
            return Ok(None);
        }
        let votes = self.ballots.0.keys().filter(|(_, at, by)| *by == header.author && *at != CANCELS);
        if header.kind == Kind::TimeoutVote && !self.is_owner(header.author) && votes.count() >= MOST_KEPT {
            return Err((Refusal::NotExpected, false));
        }
        match (header.kind, envelope.payload()) {
            (Kind::TimeoutCancel, payload) => {
                let named = named_by(payload).ok_or((Refusal::Length, running))?;
                Ok(Some(Voice::Cancel(named)))
            }
            (Kind::TimeoutVote, &[ballot, missing, voters]) if ballot < MOST_BALLOTS => {
                let (missing, voters) = (SeatSet::from_bits(missing), SeatSet::from_bits(voters));
                let proposal = Proposal { missing, voters };
                let sound = missing.union(voters).without(present).is_empty()
                    && missing.intersection(voters).is_empty()
                    && !missing.intersection(owed).is_empty()
                    && voters.contains(author);
                match (sound, proposal.has_majority()) {
                    (false, _) => Err((Refusal::NotExpected, running)),
                    (true, false) => Err((Refusal::Quorum, running)),
                    (true, true) => Ok(Some(Voice::For(proposal))),
                }
            }
            _ => Err((Refusal::Length, running)),
        }
    }

    /// The highest ballot of a step in which all voters agree, and whoever is neither among them nor missing has left.
    fn certificate_at(&self, step: u32, present: SeatSet) -> Option<Certificate> {
        let complete = |&(ballot, _, proposal): &(u8, u8, Proposal)| {
            let others = present.without(proposal.voters).without(proposal.missing);
            self.ballots.agreed(step, ballot, proposal) == proposal.voters
                && others.iter().all(|seat| self.left_before(u8::from(seat), step))
        };
        let found = self.ballots.proposals(step).into_iter().find(complete)?;
        Some(Certificate { ballot: found.0, proposal: found.2 })
    }

    /// The vote of a certificate's voter.
    pub(super) fn vote_of(&self, ballot: u8, voter: Seat) -> Option<&Envelope> {
        self.ballots.of(self.step, ballot, u8::from(voter)).map(|signed| &signed.envelope)
    }

    fn said_already(&self, envelope: &Envelope, ballot: u8) -> bool {
        let header = envelope.header();
        let same = |signed: &Signed| signed.envelope.body_hash() == envelope.body_hash();
        self.ballots.of(header.step, ballot, header.author).is_some_and(same) || self.settled_by(envelope)
    }

    /// Whether this vote stands in the log, as part of a certificate.
    fn settled_by(&self, envelope: &Envelope) -> bool {
        let header = envelope.header();
        let body = (header.author, envelope.body_hash());
        self.past.get(header.step as usize).is_some_and(|past| past.bodies.contains(&body))
    }

    /// Whether the author has signed something else in this ballot, or cancelled twice, or voted where their cancel says not.
    fn contradicts(&self, envelope: &Envelope, ballot: u8) -> bool {
        let (step, author) = (envelope.header().step, envelope.header().author);
        if self.ballots.of(step, ballot, author).is_some() {
            return true;
        }
        if ballot == CANCELS {
            let voted = self.ballots.voted(step, author);
            return named_by(envelope.payload()).is_some_and(|named| voted & !named != 0);
        }
        self.ballots.cancelled(step, author).is_some_and(|voted| !has_bit(voted, ballot))
    }

    /// Whether an author has contributed to a step behind this one.
    fn has_gone_on(&self, author: u8, step: u32) -> bool {
        let later = (step.saturating_add(1)..).zip(self.past.iter().skip((step as usize).saturating_add(1)));
        let signed = |(at, past): (u32, &super::PastStep)| {
            past.bodies.iter().any(|(by, _)| *by == author) && !self.left_before(author, at)
        };
        later.into_iter().any(signed) || (step < self.step && self.contributed(author).is_some())
    }

    pub(super) fn is_owner(&self, author: u8) -> bool {
        self.owner.is_some_and(|owner| self.author_of(owner) == Some(author))
    }

    pub(super) fn has_voted(&self, ballot: u8, author: u8, proposal: Proposal) -> bool {
        let signed = self.ballots.of(self.step, ballot, author);
        signed.is_some_and(|signed| signed.voice == Voice::For(proposal))
    }

    /// Whether a proposal about the current step can still be certified in a ballot: no voter has left before the step, or signed
    /// something else there, or leaves and does not say to have voted there.
    pub(super) fn can_be_certified(&self, ballot: u8, proposal: Proposal) -> bool {
        !proposal.voters.iter().any(|voter| {
            let author = u8::from(voter);
            self.has_left_without(author, self.step, (ballot, proposal))
                || self.left_before(author, self.step)
                || self.ballots.refuses(self.step, ballot, author, proposal)
        })
    }
}

/// The ballots that a cancel names.
fn named_by(cancel: &[u8]) -> Option<u64> {
    cancel.try_into().ok().map(u64::from_le_bytes)
}

fn has_bit(ballots: u64, ballot: u8) -> bool {
    ballots.checked_shr(u32::from(ballot)).unwrap_or(0) & 1 == 1
}

//! What becomes of an envelope: whether it counts now, or is refused, and with proof against whom.

use super::{Contribution, Judge, LANE_LEAVE, LANE_PLAY, LANE_VOTE, Ledger, NotProven, Place, Stage};
use crate::{
    envelope::{Envelope, Header},
    refusal::{Blame, Refusal},
};

/// What became of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It counts. The step may be complete now: see [`Ledger::fold`].
    Accepted {
        /// The step it belongs to.
        step: u32,
        /// Its author in the roster.
        member: usize,
    },
    /// It is known already, or has no say any more.
    Duplicate,
    /// It belongs to a later step than this ledger has reached.
    Early,
    /// It is refused.
    Refused(Blame),
    /// It could not be judged: the operating system gives no random numbers.
    NotJudged,
}

impl Ledger {
    /// Judges one envelope and keeps it if it counts.
    ///
    /// On a refusal nothing has changed, but that a farewell is remembered that its author has signed. Whether to stop for a proven one is the caller's decision, see [`Ledger::stop`].
    pub fn receive(&mut self, envelope: Envelope, judge: &mut impl Judge) -> Receipt {
        let header = *envelope.header();
        if header.lane == LANE_LEAVE {
            return self.receive_farewell(envelope, judge);
        }
        if header.lane == LANE_VOTE {
            return self.receive_voice(envelope, judge);
        }
        if let Some(receipt) = self.receive_elsewhere(&envelope, judge) {
            return receipt;
        }
        let Some(member) = self.member_of(header.step, header.author) else {
            return refused(None, &header, Refusal::NotExpected, false);
        };
        let known = self.pending.get(usize::from(header.author)).and_then(Option::as_ref);
        if known.is_some_and(|known| known.envelope.body_hash() == envelope.body_hash()) {
            return Receipt::Duplicate;
        }
        let place = Place { step: header.step, member };
        if let Err(refusal) = self.check_signature(&envelope, place, judge) {
            return refused(None, &header, refusal, false);
        }
        if place_of(&header) != (self.epoch, self.round, self.attempt) {
            return refused(Some(member), &header, Refusal::Epoch, false);
        }
        // Before anything else that two bodies can differ in: the place alone makes them two for one.
        if known.is_some() {
            return refused(Some(member), &header, Refusal::Equivocation, true);
        }
        if self.left_before(header.author, header.step) {
            return refused(Some(member), &header, Refusal::Equivocation, true);
        }
        if header.previous != self.head {
            return refused(Some(member), &header, Refusal::PreviousHead, false);
        }
        if !self.owes(&header) {
            // Behind the end of a match nothing counts, and nothing can spoil what was played.
            let proven = !matches!(self.stage, Stage::Over | Stage::Stopped);
            return refused(Some(member), &header, Refusal::NotExpected, proven);
        }
        let (act, checks) = match self.examine(&envelope) {
            Ok(examined) => examined,
            Err(refusal) => return refused(Some(member), &header, refusal, true),
        };
        match judge.proofs(place, checks) {
            Ok(()) => {}
            Err(NotProven::Refused(refusal)) => return refused(Some(member), &header, refusal, true),
            Err(NotProven::NoRandomness) => return Receipt::NotJudged,
        }
        self.counts.signatures += 1;
        if let Some(pending) = self.pending.get_mut(usize::from(header.author)) {
            *pending = Some(Contribution { envelope, act });
        }
        Receipt::Accepted { step: header.step, member }
    }

    /// Envelopes that are not about the current step: judged here, `None` for the others.
    fn receive_elsewhere(&mut self, envelope: &Envelope, judge: &mut impl Judge) -> Option<Receipt> {
        let header = *envelope.header();
        if let Some(receipt) = of_another_match(self.match_id_at(header.step), &header) {
            return Some(receipt);
        }
        if header.lane != LANE_PLAY {
            return Some(refused(None, &header, Refusal::NotExpected, false));
        }
        if header.step > self.step {
            return Some(Receipt::Early);
        }
        if header.step == self.step {
            return None;
        }
        let past = self.past.get(header.step as usize)?;
        if past.ballot.is_some() {
            // A certificate stands in its place: whatever was contributed there is void, and no second body. What nobody has signed is
            // refused all the same, since duplicates are passed on.
            let member = self.member_of(header.step, header.author);
            let signed = member.is_some_and(|member| {
                self.check_signature(envelope, Place { step: header.step, member }, judge).is_ok()
            });
            return Some(if signed {
                Receipt::Duplicate
            } else {
                refused(None, &header, Refusal::Signature, false)
            });
        }
        let stood_for = self.left_before(header.author, header.step);
        let contributed = past.bodies.iter().find(|(author, _)| *author == header.author && !stood_for);
        if contributed.is_some_and(|(_, body)| *body == envelope.body_hash()) {
            return Some(Receipt::Duplicate);
        }
        let Some(member) = self.member_of(header.step, header.author) else {
            return Some(refused(None, &header, Refusal::NotExpected, false));
        };
        let place = Place { step: header.step, member };
        if let Err(refusal) = self.check_signature(envelope, place, judge) {
            return Some(refused(None, &header, refusal, false));
        }
        if place_of(&header) != past.place {
            return Some(refused(Some(member), &header, Refusal::Epoch, false));
        }
        Some(match contributed {
            // A match that was played to its end stays what it is; what somebody signs afterwards changes no move of it.
            Some(_) => refused(Some(member), &header, Refusal::Equivocation, self.stage != Stage::Over),
            // Who has left signs nothing for later steps.
            None if self.left_before(header.author, header.step) => {
                refused(Some(member), &header, Refusal::Equivocation, self.stage != Stage::Over)
            }
            None => refused(Some(member), &header, Refusal::NotExpected, false),
        })
    }

    pub(super) fn check_signature(
        &self,
        envelope: &Envelope,
        place: Place,
        judge: &mut impl Judge,
    ) -> Result<(), Refusal> {
        let key = self.key(place.member).ok_or(Refusal::Signature)?;
        judge.signature(place, envelope, key)
    }
}

/// Where in a match an envelope stands, beside its step and author.
pub(super) fn place_of(header: &Header) -> (u16, u8, u8) {
    (header.epoch, header.round, header.attempt)
}

/// What becomes of an envelope of another match than `id`, or of one that comes before that is known; `None` for the others.
pub(super) fn of_another_match(id: Option<[u8; 32]>, header: &Header) -> Option<Receipt> {
    match id {
        Some(id) if id == header.match_id => None,
        Some(_) => Some(refused(None, header, Refusal::Match, false)),
        None => Some(Receipt::Early),
    }
}

pub(super) fn refused(member: Option<usize>, header: &Header, refusal: Refusal, proven: bool) -> Receipt {
    Receipt::Refused(Blame { member, step: header.step, refusal, proven })
}

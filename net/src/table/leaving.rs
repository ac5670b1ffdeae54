//! This player leaves for good.

use mextrain_core::SeatSet;

use super::{ActError, Output, Owing, Table};
use crate::{
    envelope::{Envelope, Header},
    ledger::{OwnWork, Receipt},
    refusal::Refusal,
};

impl Table {
    /// Leaves the table for good: the seat's secret of this round is shown to everybody, who go on without it. What this seat has signed
    /// so far stays.
    ///
    /// `overdue` are those who have been waited for too long. Where this seat does not leave before the step that they hold up, it votes to go on
    /// without them, since those who stay cannot do that without its vote.
    ///
    /// # Errors
    /// [`ActError::NotOwed`] where nobody can leave: before the seats are drawn, after the end (which that vote may have brought about), or as the
    /// last one.
    pub fn leave(&mut self, overdue: SeatSet) -> Result<(), ActError> {
        if self.leaving.is_some() {
            return Err(ActError::NotOwed);
        }
        if self.hears_first() {
            return Err(ActError::NotHeard);
        }
        if self.view().owing() == Owing::Seal && self.has_voted() {
            // Whoever has voted at a step does not leave before it.
            self.seal(SeatSet::EMPTY)?;
        }
        let overdue = overdue.intersection(self.ledger.missing());
        if !overdue.is_empty()
            && self.farewell_header().is_some_and(|header| header.step == self.ledger.step())
        {
            // Too few, or said already: then the others cannot go on, or need no vote.
            let _ = self.vote(overdue);
        }
        let (Some(header), Some(opener)) = (self.farewell_header(), &self.opener) else {
            return Err(ActError::NotOwed);
        };
        let voted = self.voted.get(&header.epoch).cloned().unwrap_or_default();
        let payload = voted.farewell(opener.farewell()).ok_or(ActError::Own(Refusal::TooLarge))?;
        let envelope = Envelope::sign(header, &payload, &self.key).map_err(ActError::Own)?;
        let raw = envelope.raw().clone();
        match self.ledger.receive(envelope.clone(), &mut OwnWork) {
            Receipt::Accepted { .. } => {}
            // It names the current step, and counts once that is whole.
            Receipt::Early => drop(self.keep_early(envelope)),
            Receipt::Refused(blame) => return Err(ActError::Own(blame.refusal)),
            Receipt::Duplicate | Receipt::NotJudged => return Err(ActError::NotOwed),
        }
        self.leaving = Some(raw.clone());
        self.output.push_back(Output::Journal(raw.clone()));
        self.output.push_back(Output::Send(raw));
        self.advance();
        Ok(())
    }

    fn farewell_header(&self) -> Option<Header> {
        self.ledger.author_of(self.member).and_then(|author| self.ledger.farewell_header(author))
    }

    /// Takes up the own farewell where it was said on a way that the others have not gone, and this seat is dealt in again. Says whether it
    /// counts now.
    pub(super) fn leave_again(&mut self) -> bool {
        let (Some(raw), Some(seat)) = (self.leaving.clone(), self.seat()) else { return false };
        if self.ledger.has_left(u8::from(seat)) || !self.ledger.missing().contains(seat) {
            return false;
        }
        let Ok(envelope) = Envelope::parse(&raw) else { return false };
        let counts = matches!(self.ledger.receive(envelope, &mut OwnWork), Receipt::Accepted { .. });
        if counts {
            self.output.push_back(Output::Send(raw));
        }
        counts
    }
}

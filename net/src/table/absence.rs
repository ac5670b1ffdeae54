//! Players who vanish, and the players who go on without them.

use std::sync::Arc;

use mextrain_core::SeatSet;

use super::{ActError, Output, Table};
use crate::{
    envelope::{Envelope, Header, Kind},
    ledger::{Ledger, OwnWork, Receipt, write_vote},
    refusal::Refusal,
};

impl Table {
    /// Agrees to go on without these seats, from one of which at least something is owed. When all others that play have agreed to the
    /// same, and are more than the missing, the round is dealt again without them; once it is played out, only their scores
    /// are settled.
    ///
    /// The player has promised then to build on nothing that the missing still send for this step, unless somebody else already
    /// has.
    ///
    /// # Errors
    /// [`ActError::NotOwed`] where none of them is waited for, this seat does not play or has agreed already; [`ActError::TooFew`]
    /// where those who would go on are not more than the missing.
    pub fn vote(&mut self, missing: SeatSet) -> Result<(), ActError> {
        if self.hears_first() {
            return Err(ActError::NotHeard);
        }
        let seat = self.seat().filter(|_| self.leaving.is_none()).ok_or(ActError::NotOwed)?;
        let proposal = self.ledger.proposal(seat, missing).map_err(|refusal| match refusal {
            Refusal::Quorum => ActError::TooFew,
            _ => ActError::NotOwed,
        })?;
        let ballot = self.ledger.ballot_for(u8::from(seat), proposal).ok_or(ActError::NotOwed)?;
        let step = self.ledger.step();
        let header = self.ledger.voice_header(u8::from(seat), step, Kind::TimeoutVote);
        self.speak(header.ok_or(ActError::NotOwed)?, &write_vote(ballot, proposal)).map_err(ActError::Own)?;
        self.advance();
        Ok(())
    }

    /// Whether this seat has voted about the current step.
    pub(super) fn has_voted(&self) -> bool {
        let own = self.seat().map(u8::from);
        self.ledger.voices(self.ledger.step()).any(|voice| Some(voice.header().author) == own)
    }

    /// Says of a step that is complete here, and at which somebody waits for this seat's vote, that no vote will come. Says whether
    /// it did.
    pub(super) fn cancel_unanswered(&mut self) -> bool {
        let Some(seat) = self.seat().filter(|_| !self.hears_first()) else { return false };
        let mut any = false;
        // Whoever has left signs nothing behind that.
        let left = self.leaving.as_ref().and_then(|raw| Some(Envelope::parse(raw).ok()?.header().step));
        let unanswered = self.ledger.unanswered(seat).into_iter();
        for (step, voted) in unanswered.filter(|(step, _)| left.is_none_or(|left| *step <= left)) {
            let header = self.ledger.voice_header(u8::from(seat), step, Kind::TimeoutCancel);
            // One that cannot be kept any more is not said either; honest players do not come near that limit.
            any |= header.is_some_and(|header| self.speak(header, &voted).is_ok());
        }
        any
    }

    /// Signs a vote or cancel, keeps it, and hands it out.
    fn speak(&mut self, header: Header, payload: &[u8]) -> Result<(), Refusal> {
        let envelope = Envelope::sign(header, payload, &self.key)?;
        let raw: Arc<[u8]> = envelope.raw().clone();
        match self.ledger.receive(envelope, &mut OwnWork) {
            Receipt::Accepted { .. } => {}
            Receipt::Refused(blame) => return Err(blame.refusal),
            Receipt::Duplicate | Receipt::Early | Receipt::NotJudged => return Err(Refusal::NotExpected),
        }
        self.note_vote(&header, payload);
        self.output.push_back(Output::Journal(raw.clone()));
        self.output.push_back(Output::Send(raw));
        Ok(())
    }

    /// Keeps in mind that this seat has voted: its farewell says so. Says whether that is news.
    pub(super) fn note_vote(&mut self, header: &Header, payload: &[u8]) -> bool {
        header.kind == Kind::TimeoutVote
            && self.voted.entry(header.epoch).or_default().note(header.step, payload)
    }

    /// Takes back everything from a step on: this seat was missing there, and the others have gone on without it.
    pub(super) fn begin_again_from(&mut self, step: u32) {
        let Ok(mut ledger) = Ledger::new(&self.ledger.charter_bytes().clone()) else { return };
        ledger.belongs_to(self.member);
        let before = std::mem::replace(&mut self.ledger, ledger);
        self.past.truncate(step as usize);
        self.early.clear();
        // To whom it has opened what on the way that is given up is forgotten with it: what was drawn there lies in the boneyard again, and
        // whoever draws it now could be given it by nobody otherwise.
        (self.opener, self.prepared) = (None, None);
        self.hand.clear();
        for envelopes in self.past.clone() {
            envelopes.into_iter().for_each(|envelope| self.take_again(envelope));
            if let Some(folded) = self.ledger.fold() {
                folded.happenings.iter().for_each(|happening| self.learn(happening));
            }
        }
        // Who has left may have gone home since.
        for envelope in before.said_farewells().chain(before.all_voices()) {
            if self.ledger.receive(envelope.clone(), &mut OwnWork) == Receipt::Early {
                self.keep_early(envelope.clone());
            }
        }
        self.look_at_own_slots();
        self.output.push_back(Output::Rewound);
        self.output.extend(self.past.iter().cloned().map(Output::Folded));
    }

    /// Takes something of a complete step once more; all of it has counted before.
    fn take_again(&mut self, envelope: Envelope) {
        if self.is_own(&envelope)
            && let (Some(opener), Some(hidden)) = (&mut self.opener, self.ledger.hidden())
        {
            opener.remember(hidden, envelope.header().kind, self.ledger.stage());
        }
        self.ledger.receive(envelope, &mut OwnWork);
    }
}

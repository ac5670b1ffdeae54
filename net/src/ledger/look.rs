//! What a ledger says about itself when it is asked.

use super::*;

impl Ledger {
    /// The charter.
    pub fn charter(&self) -> &Arc<Charter> {
        &self.charter
    }

    /// The charter as it was received.
    pub fn charter_bytes(&self) -> &Arc<[u8]> {
        &self.charter_bytes
    }

    /// The id of the charter.
    pub fn charter_id(&self) -> [u8; 32] {
        self.charter_id
    }

    /// The id of the match, once all nonces are open.
    pub fn match_id(&self) -> Option<[u8; 32]> {
        self.match_id
    }

    /// The words to read aloud, once all nonces are open.
    pub fn words(&self) -> Option<TableWords> {
        self.match_id.as_ref().map(TableWords::of)
    }

    /// Who sits where, once all nonces are open.
    pub fn seating(&self) -> Option<&Seating> {
        self.seating.as_ref()
    }

    /// How many seats there are.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// The seats that play the current round: all, but for those who had left when it was dealt.
    pub fn present(&self) -> SeatSet {
        self.present
    }

    /// The seats that still play the current round: those that were dealt in, but for whoever vanished since and is done without.
    pub fn playing(&self) -> SeatSet {
        self.present.without(self.excused).without(self.unlocked.into_iter().collect())
    }

    /// The seats whose players have neither left nor play: they vanished, and may come back for the next round.
    pub fn away(&self) -> SeatSet {
        SeatSet::all(self.seats).without(self.playing()).without(self.gone())
    }

    /// The next of them to the left of a seat.
    pub fn next_present(&self, seat: Seat) -> Seat {
        self.seats.after_among(self.present, seat)
    }

    /// Makes this the ledger of a member of the roster: it keeps the promises that this member signs.
    pub(crate) fn belongs_to(&mut self, member: usize) {
        self.owner = Some(member);
    }

    /// The chained hash of all steps before this one, which is not beyond the current step.
    pub fn head_before(&self, step: u32) -> Option<[u8; 32]> {
        if step == self.step { Some(self.head) } else { Some(self.past.get(step as usize)?.previous) }
    }

    /// The first step that is certain to be common to a ledger of this one's past that has come to an epoch: the certificate that ended that
    /// epoch here, or began it.
    pub(crate) fn fork_of(&self, epoch: u16) -> Option<u32> {
        self.certificates_around(epoch).next()
    }

    /// The steps at which certificates began an epoch and ended it here.
    pub(crate) fn certificates_around(&self, epoch: u16) -> impl Iterator<Item = u32> {
        let certificates = (0..).zip(&self.past).filter(|(_, past)| past.ballot.is_some());
        let around = certificates
            .filter(move |(_, past)| past.place.0 == epoch || past.place.0.checked_add(1) == Some(epoch));
        around.map(|(step, _)| step)
    }

    /// The number of the current step, from 0.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// What the current step waits for.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of the current round, from 0.
    pub fn round_index(&self) -> u8 {
        self.round
    }

    /// The attempt at the current round, from 0.
    pub fn attempt(&self) -> u8 {
        self.attempt
    }

    /// The epoch.
    pub fn epoch(&self) -> u16 {
        self.epoch
    }

    /// The chained hash of all steps so far.
    pub fn head(&self) -> [u8; 32] {
        self.head
    }

    /// The face-up side of the current round, or of the last one when the match is over.
    pub fn round(&self) -> Option<&Round> {
        self.table.as_ref().map(|table| &table.public)
    }

    /// What everybody has learnt in it about each other's hands.
    pub fn past(&self) -> Option<&Past> {
        self.table.as_ref().map(|table| &table.past)
    }

    /// The face-down side of the current round.
    pub fn hidden(&self) -> Option<&Hidden> {
        self.table.as_ref().map(|table| &table.hidden)
    }

    /// The scores so far.
    pub fn scoreboard(&self) -> &Scoreboard {
        &self.scoreboard
    }

    /// How much has been checked.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Why the match was stopped, if it was.
    pub fn fault(&self) -> Option<Blame> {
        self.fault
    }

    /// The envelope that an author has contributed to the current step.
    pub fn contributed(&self, author: u8) -> Option<&Envelope> {
        self.pending.get(usize::from(author))?.as_ref().map(|contribution| &contribution.envelope)
    }

    /// The envelopes that the current step has so far, by ascending author.
    pub fn contributions(&self) -> impl Iterator<Item = &Envelope> {
        self.pending.iter().flatten().map(|contribution| &contribution.envelope)
    }

    /// The key that a member of the roster signs with.
    pub fn key(&self, member: usize) -> Option<&VerifyingKey> {
        self.keys.get(member)
    }

    /// The roster's member behind an author of a step.
    pub fn member_of(&self, step: u32, author: u8) -> Option<usize> {
        if step < STEPS_BEFORE_MATCH {
            Some(usize::from(author)).filter(|&member| member < self.seats.count())
        } else {
            self.seating.as_ref()?.member(Seat::new(author)?)
        }
    }

    /// The author number that a member uses in the current step.
    pub fn author_of(&self, member: usize) -> Option<u8> {
        if self.step < STEPS_BEFORE_MATCH {
            u8::try_from(member).ok()
        } else {
            self.seating.as_ref()?.seat(member).map(u8::from)
        }
    }
}

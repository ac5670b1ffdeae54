//! How far a table has come, and what others lack: what makes every delivery repairable.

use std::sync::Arc;

use mextrain_core::Seat;
use serde::{Deserialize, Serialize};

use super::{Evidence, Table};
use crate::{
    envelope::Envelope,
    ledger::{LANE_LEAVE, LANE_PLAY, STEPS_BEFORE_MATCH},
};

/// How far a table has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Have {
    /// The current step.
    pub step: u32,
    /// Of which authors the contribution to the current step is here: bit 0 is author 0.
    pub seats: u8,
    /// Whose farewell is here, likewise.
    pub left: u8,
    /// How many certificates the log has.
    pub epoch: u16,
    /// The first bytes of the log's head; 0 where it is not said.
    pub head: u32,
    /// The votes and cancels about the current step, mixed into one number: equal if they are the same. [`Have::STOPPED`] for a table that has
    /// stopped.
    pub voices: u32,
}

impl Have {
    /// What a stopped table says of votes, so that all others ask it why.
    pub const STOPPED: u32 = u32::MAX;

    /// Whether whoever has `self` has something that whoever has `other` lacks, or is on another way.
    pub fn is_beyond(self, other: Have) -> bool {
        let here = self.step == other.step;
        let known = self.head != 0 && other.head != 0;
        self.step > other.step
            || (here && self.seats & !other.seats != 0)
            || self.left & !other.left != 0
            || (known && self.epoch > other.epoch)
            || (known && here && (self.head != other.head || self.voices != other.voices))
            || (known && self.voices == Have::STOPPED && other.voices != Have::STOPPED)
    }

    /// Whether whoever has `self` from `seat` stays, and lacks nothing that somebody has who leaves from `leaving`: then that one is needed no
    /// more.
    pub fn has_all_of_leaving(self, theirs: Have, leaving: Seat, seat: Seat) -> bool {
        let has = |seat: Seat| self.left.checked_shr(u32::from(u8::from(seat))).unwrap_or(0) & 1 == 1;
        has(leaving) && !has(seat) && !theirs.is_beyond(self)
    }
}

impl Table {
    /// How far this table has come.
    pub fn have(&self) -> Have {
        let bit = |author: &Envelope| 1u8.checked_shl(u32::from(author.header().author)).unwrap_or(0);
        let step = self.ledger.step();
        Have {
            step,
            seats: self.ledger.contributions().map(bit).fold(0, |all, bit| all | bit),
            // Who has left goes home on this word: with the farewell there has to be what it names.
            left: self
                .ledger
                .farewells()
                .chain(self.early_farewells())
                .filter(|farewell| !self.ledger.lacks_votes_of(farewell))
                .map(bit)
                .fold(0, |all, bit| all | bit),
            epoch: self.ledger.epoch(),
            head: first_bytes(&self.ledger.head()),
            voices: if self.evidence.is_some() { Have::STOPPED } else { self.voices_of(step) },
        }
    }

    /// What somebody who has come as far as `theirs` lacks, oldest first, up to `budget` bytes (but at least one envelope).
    pub fn envelopes_beyond(&self, theirs: Have, budget: usize) -> Vec<Arc<[u8]>> {
        let other_way = self.is_elsewhere(theirs);
        let from = if other_way { self.fork(theirs) } else { theirs.step };
        let lacks = |envelope: &&Envelope| {
            let header = envelope.header();
            let has = |bits: u8| bits.checked_shr(u32::from(header.author)).unwrap_or(0) & 1 == 1;
            if header.lane == LANE_LEAVE {
                // On another way it may be another one of the same author.
                return other_way || !has(theirs.left);
            }
            let held = has(theirs.seats) && !other_way && header.lane == LANE_PLAY;
            header.step > theirs.step || (header.step >= from && !held)
        };
        let folded = self.past.iter().skip(from as usize).flatten();
        // Farewells come last too, since one that stands for nothing yet is in no folded step.
        let known = folded.chain(self.ledger.contributions()).chain(self.ledger.farewells());
        let known = known.filter(lacks).map(Envelope::raw);
        // What shows another way that it is overruled comes first: all since the fork may be more than the budget, and known there.
        let around = self.ledger.certificates_around(theirs.epoch).filter(|_| other_way);
        let certificates =
            around.filter_map(|step| self.past.get(step as usize)).flatten().map(Envelope::raw);
        let voices = certificates.chain(self.voices_lacking(theirs));
        // Farewells that name this step, and the own one where it counts for nobody yet.
        let own = self.ledger.author_of(self.member).filter(|own| (theirs.left >> own) & 1 == 0);
        let own = self.leaving.iter().filter(|_| own.is_some_and(|own| !self.ledger.has_left(own)));
        let early = self.early_farewells().filter(lacks).map(Envelope::raw).chain(own);
        let leaving = self.ledger.farewells().chain(self.early_farewells()).filter(lacks);
        let named = leaving.flat_map(|farewell| {
            let (step, author) = (farewell.header().step, farewell.header().author);
            self.ledger.voices(step).filter(move |voice| voice.header().author == author).map(Envelope::raw)
        });
        // What whoever has lost its own files may have signed itself: contributions to the next steps, and votes about steps behind this one.
        let ahead = self.early.values().filter(|early| early.header().lane != LANE_LEAVE).filter(lacks);
        let step = self.ledger.step();
        let between = self.ledger.all_voices().filter(move |voice| {
            (theirs.step.saturating_add(1)..step).contains(&voice.header().step) && theirs.head != 0
        });
        let later = ahead.chain(between).map(Envelope::raw);
        let refused = self.evidence.iter().flat_map(Evidence::to_show);
        let mut left = budget;
        let mut give = Vec::new();
        for raw in voices.chain(named).chain(known).chain(early).chain(later).chain(refused) {
            if raw.len() > left && !give.is_empty() {
                break;
            }
            left = left.saturating_sub(raw.len());
            give.push(raw.clone());
        }
        give
    }

    /// The match's first steps, by which a stranger knows whose signatures the others are; fewer, where there are no more yet.
    pub fn first_steps(&self) -> &[Vec<Envelope>] {
        self.past.get(..STEPS_BEFORE_MATCH as usize).unwrap_or(&self.past)
    }

    /// Whether somebody who has come as far as `theirs` is on another way than this table.
    pub(super) fn is_elsewhere(&self, theirs: Have) -> bool {
        theirs.head != 0
            && match self.ledger.head_before(theirs.step) {
                // Whoever is behind on the same way lacks only what follows, however many certificates that are.
                Some(head) => first_bytes(&head) != theirs.head,
                None => theirs.epoch != self.ledger.epoch() && theirs.step >= STEPS_BEFORE_MATCH,
            }
    }

    /// From which step on somebody on another way may lack something.
    pub(super) fn fork(&self, theirs: Have) -> u32 {
        self.ledger.fork_of(theirs.epoch).map_or(theirs.step, |step| step.min(theirs.step))
    }

    /// The votes and cancels that matter to somebody who has come as far as `theirs`, if those they have are others. Whoever is
    /// further is asked by the votes here for its own, or for a cancel.
    pub(super) fn voices_lacking(&self, theirs: Have) -> impl Iterator<Item = &Arc<[u8]>> {
        let step = theirs.step.min(self.ledger.step());
        let differ = theirs.step > step || theirs.voices != self.voices_of(step);
        self.ledger.voices(step).filter(move |_| differ && theirs.head != 0).map(Envelope::raw)
    }

    /// The votes and cancels about a step as one number.
    pub(super) fn voices_of(&self, step: u32) -> u32 {
        self.ledger.voices(step).map(|voice| first_bytes(&voice.body_hash())).fold(0, |all, one| all ^ one)
    }
}

/// Four bytes of a hash, never 0.
pub(super) fn first_bytes(hash: &[u8; 32]) -> u32 {
    hash.first_chunk::<4>().map_or(1, |bytes| u32::from_le_bytes(*bytes)).max(1)
}

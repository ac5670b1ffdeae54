//! Messages of steps that this table has not reached: kept, so that they need not be fetched again.

use std::collections::btree_map::Entry;

use mextrain_core::Seat;

use super::Table;
use crate::{envelope::Envelope, ledger::LANE_LEAVE};

/// How many steps ahead of the current one messages are kept, so that they need not be fetched again. With one message an
/// author and step this bounds what others can make a table keep.
pub(crate) const EARLY_STEPS: u32 = 2;

impl Table {
    /// Keeps a message of one of the next steps, if its author has signed it: nobody can fill somebody else's place. Says whether it is new.
    pub(super) fn keep_early(&mut self, envelope: Envelope) -> bool {
        let header = *envelope.header();
        if self.is_due(header.step, header.lane, header.author) {
            // It would be taken from there at once, and come back for ever.
            return false;
        }
        // Of farewells one an author, however far ahead: whoever leaves goes home, and others stop waiting for its vote.
        let is_farewell = header.lane == LANE_LEAVE;
        let is_near = is_farewell || header.step.saturating_sub(self.ledger.step()) <= EARLY_STEPS;
        if is_farewell && self.early_farewells().any(|other| other.header().author == header.author) {
            return false;
        }
        let Some(member) = self.ledger.member_of(header.step, header.author) else { return false };
        let Some(key) = self.ledger.key(member) else { return false };
        let Entry::Vacant(place) = self.early.entry((header.step, header.lane, header.author)) else {
            return false;
        };
        if !is_near || !envelope.is_signed_by(key) {
            return false;
        }
        place.insert(envelope);
        true
    }

    pub(super) fn next_early(&mut self) -> Option<Envelope> {
        let key = self.early.keys().copied().find(|&(step, lane, author)| self.is_due(step, lane, author))?;
        self.early.remove(&key)
    }

    /// Whether what names this step comes no more too early. A farewell counts behind the step that it names, and once its author is dealt in.
    fn is_due(&self, named: u32, lane: u8, author: u8) -> bool {
        let step = self.ledger.step();
        if lane != LANE_LEAVE {
            return named <= step;
        }
        named < step && Seat::new(author).is_none_or(|seat| !self.ledger.sits_out(seat))
    }

    /// Farewells that count once the step is whole that they name. They are told, given and kept like those that count: whoever has left
    /// goes home as soon as somebody who stays has everything.
    pub(super) fn early_farewells(&self) -> impl Iterator<Item = &Envelope> {
        // Behind the end none counts any more.
        let running = self.ledger.stage().kind().is_some();
        self.early.values().filter(move |envelope| running && envelope.header().lane == LANE_LEAVE)
    }
}

//! The way through a log's file, step by step, shared by everybody who reads one.
//!
//! A walk checks the form of the file: that it begins with a charter, that every envelope is due where it stands, that
//! steps are whole and in order, their authors ascending, and that nothing follows the end. Signatures and proofs are
//! for the [`Judge`] that the reader brings.

use std::io::Read;

use super::{
    CHARTER, CONTRIBUTION, PENDING, REFUSED,
    frame::{Damage, FileKind, Record, RecordReader},
};
use crate::{
    charter::PROTOCOL,
    envelope::{self, Envelope, Header},
    ledger::{AtOnce, Folded, Judge, LANE_PLAY, Ledger, Receipt},
    refusal::{Blame, Refusal},
};

/// Why a walk ends before the log does.
#[derive(Debug)]
pub enum Obstacle {
    /// The file is damaged here; everything before it was read.
    Damage(Damage),
    /// The file is whole, and what it says here is refused.
    Refused(Blame),
    /// The operating system gives no random numbers, without which nothing can be judged.
    NoRandomness,
}

impl From<Damage> for Obstacle {
    fn from(damage: Damage) -> Self {
        Obstacle::Damage(damage)
    }
}

/// What part of a file a walk has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Complete steps.
    Steps,
    /// The contributions to a step that was never completed.
    Pending,
}

/// A log that is being read. Memory is bounded by a step and what the ledger keeps.
pub struct Walk<R> {
    records: RecordReader<R>,
    ledger: Ledger,
    part: Part,
    /// The author of the step's last envelope so far.
    last_author: Option<u8>,
    /// How many records of the step were read: a log that is still being written can end within one.
    in_step: usize,
}

impl<R: Read> Walk<R> {
    /// Reads the file's head and the charter.
    ///
    /// # Errors
    /// [`Obstacle`], also for a file that ends before its charter.
    pub fn begin(input: R) -> Result<Self, Obstacle> {
        let mut records = RecordReader::open(input, FileKind::Log)?;
        let offset = records.offset();
        let record = records.next_record()?.ok_or(Damage::Cut { offset })?;
        if record.kind != CHARTER {
            return Err(Obstacle::Refused(written_by_nobody(0, Refusal::NotExpected)));
        }
        match Ledger::new(&record.payload) {
            Ok(ledger) => Ok(Walk { records, ledger, part: Part::Steps, last_author: None, in_step: 0 }),
            // A later program's log is no forgery.
            Err(Refusal::Version) => Err(Damage::Version(version_of(&record.payload)).into()),
            Err(refusal) => Err(Obstacle::Refused(written_by_nobody(0, refusal))),
        }
    }

    /// Reads on to the end of the next step; `None` at a clean end of the file, where the ledger tells whether the match
    /// is over. Where the file has grown since, it can be asked again.
    ///
    /// # Errors
    /// [`Obstacle`]. Where the file's last record is a refused envelope, the reason for which it is refused.
    pub fn next_step(&mut self, judge: &mut impl Judge) -> Result<Option<Folded>, Obstacle> {
        loop {
            // A step that farewells stand for alone has no record of its own.
            if self.part == Part::Steps
                && let Some(folded) = self.ledger.fold()
            {
                self.last_author = None;
                let records = std::mem::take(&mut self.in_step);
                // What was not due in this step (a farewell that stands for nothing yet) stands in the wrong place.
                return if folded.envelopes.len() == records {
                    Ok(Some(folded))
                } else {
                    Err(self.misplaced())
                };
            }
            let Some(record) = self.records.next_record()? else { return Ok(None) };
            match (record.kind, self.part) {
                (CONTRIBUTION, Part::Steps) => self.take(&record, judge)?,
                (PENDING, _) => {
                    self.part = Part::Pending;
                    self.take(&record, judge)?;
                    continue;
                }
                (REFUSED, _) => return Err(self.take_refused(&record)),
                _ => return Err(self.misplaced()),
            }
            self.in_step += 1;
        }
    }

    /// What is known so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Bytes from the file's start to the end of what was read whole.
    pub fn offset(&self) -> u64 {
        self.records.offset()
    }

    /// Where the file comes from.
    pub(super) fn input(&mut self) -> &mut R {
        self.records.input()
    }

    fn take(&mut self, record: &Record, judge: &mut impl Judge) -> Result<(), Obstacle> {
        let step = self.ledger.step();
        let envelope = parse(record, step)?;
        let Header { author, lane, .. } = *envelope.header();
        // One order only, so that every seat's file of a match is the same. Votes need not be everybody's.
        let gap = lane == LANE_PLAY && self.ledger.missing().iter().any(|seat| u8::from(seat) < author);
        let ordered = self.last_author.is_none_or(|last| author > last);
        if self.part == Part::Steps && (gap || !ordered) {
            return Err(self.misplaced());
        }
        match self.ledger.receive(envelope, judge) {
            Receipt::Accepted { .. } => {
                self.last_author = Some(author);
                Ok(())
            }
            Receipt::Duplicate | Receipt::Early => Err(self.misplaced()),
            Receipt::Refused(blame) => Err(Obstacle::Refused(blame)),
            Receipt::NotJudged => Err(Obstacle::NoRandomness),
        }
    }

    /// The envelope that stopped the match, judged at once: it names its author only if it really is to be refused.
    fn take_refused(&mut self, record: &Record) -> Obstacle {
        match self.records.next_record() {
            Ok(None) => {}
            Ok(Some(_)) => return self.misplaced(),
            Err(damage) => return damage.into(),
        }
        let envelope = match parse(record, self.ledger.step()) {
            Ok(envelope) => envelope,
            Err(obstacle) => return obstacle,
        };
        match self.ledger.receive(envelope, &mut AtOnce) {
            Receipt::Refused(blame) => Obstacle::Refused(blame),
            Receipt::NotJudged => Obstacle::NoRandomness,
            Receipt::Accepted { .. } | Receipt::Duplicate | Receipt::Early => self.misplaced(),
        }
    }

    /// A record that no table would have written there. Nobody signed the order of records.
    fn misplaced(&self) -> Obstacle {
        let step = self.ledger.step();
        let votes_lack = self.ledger.voices(step).next().is_some();
        let refusal = if votes_lack { Refusal::Quorum } else { Refusal::NotExpected };
        Obstacle::Refused(written_by_nobody(step, refusal))
    }
}

/// The version of a charter that this program does not read: the protocol's, or the engine's if only that is another.
fn version_of(charter: &[u8]) -> u16 {
    let [protocol, engine] = [0, 2]
        .map(|at| charter.get(at..at + 2).and_then(|bytes| bytes.try_into().ok()))
        .map(|bytes: Option<[u8; 2]>| bytes.map_or(0, u16::from_le_bytes));
    if protocol == PROTOCOL { engine } else { protocol }
}

fn parse(record: &Record, step: u32) -> Result<Envelope, Obstacle> {
    Envelope::parse(&record.payload).map_err(|refusal| match refusal {
        // A later program's message is no forgery.
        Refusal::Version => Damage::Version(envelope::version_of(&record.payload)).into(),
        refusal => Obstacle::Refused(written_by_nobody(step, refusal)),
    })
}

/// A fault of whoever made the file, and of nobody at the table.
fn written_by_nobody(step: u32, refusal: Refusal) -> Blame {
    Blame { member: None, step, refusal, proven: false }
}

//! The way through a log's file, step by step, shared by everybody who reads one.
//!
//! A walk checks the form of the file: that it begins with a charter, that every envelope is due where it stands, that
//! steps are whole and in order, their authors ascending, and that nothing follows the end. Signatures and proofs are
//! for the [`Judge`] that the reader brings.

use std::{fmt, io::Read};

use super::{
    CHARTER, CONTRADICTED, CONTRIBUTION, PENDING, REFUSED,
    frame::{Damage, FileKind, Record, RecordReader},
};
use crate::{
    charter::PROTOCOL,
    contradiction::contradict,
    envelope::{self, Envelope, Header, Kind},
    ledger::{AtOnce, Folded, Judge, LANE_LEAVE, LANE_PLAY, LANE_VOTE, Ledger, Receipt, STEPS_BEFORE_MATCH},
    refusal::{Blame, Refusal},
};

/// Why a walk ends before the log does.
#[derive(Debug)]
pub enum Obstacle {
    /// The file is damaged here; everything before it was read.
    Damage(Damage),
    /// The file is whole, and what it says here is refused.
    Refused(Blame),
    /// The file ends in an accusation that does not hold.
    Unfounded(Unfounded),
    /// The operating system gives no random numbers, without which nothing can be judged.
    NoRandomness,
}

/// Why an accusation does not hold. Nobody is accused of anything: whoever made the file may be anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfounded {
    /// At which step the message stands that is said to be wrong.
    pub step: u32,
    /// Why it accuses nobody.
    pub why: WhyUnfounded,
}

/// See [`Unfounded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyUnfounded {
    /// Nothing is wrong with it.
    #[error("nothing is wrong with the message that it accuses")]
    Valid,
    /// The player did not sign it.
    #[error("the accused player's signature is not on it")]
    NotSigned,
    /// The two messages can both be meant.
    #[error("its two messages do not contradict each other")]
    NoContradiction,
    /// It belongs to another match or place, and is no proof of anything.
    #[error("the message that it accuses belongs elsewhere and proves nothing here ({0})")]
    Elsewhere(&'static str),
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
    /// What the message was meant as that the file accuses.
    accused: Option<Kind>,
}

impl<R> fmt::Debug for Walk<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk")
            .field("step", &self.ledger.step())
            .field("stage", &self.ledger.stage())
            .finish_non_exhaustive()
    }
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
            Ok(ledger) => {
                let (part, last_author, in_step, accused) = (Part::Steps, None, 0, None);
                Ok(Walk { records, ledger, part, last_author, in_step, accused })
            }
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
                (CONTRADICTED, Part::Steps) => return Err(self.take_contradiction(&record)),
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

    /// What the message was meant as that the walk ended at: known if it was written down as refused, and is.
    pub fn accused(&self) -> Option<Kind> {
        self.accused
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
            // A vote may have lost its say, or stand in the log, by the time of the stop.
            Receipt::Duplicate if self.part == Part::Pending && lane == LANE_VOTE => Ok(()),
            // A farewell that is known before it counts says what its author has voted.
            Receipt::Early if self.part == Part::Pending && lane == LANE_LEAVE => Ok(()),
            // So may a farewell of somebody who was missing later, or what was said about steps that were settled otherwise.
            Receipt::Refused(blame) if self.part == Part::Pending && lane != LANE_PLAY && !blame.proven => {
                Ok(())
            }
            Receipt::Duplicate | Receipt::Early => Err(self.misplaced()),
            Receipt::Refused(blame) => Err(Obstacle::Refused(blame)),
            Receipt::NotJudged => Err(Obstacle::NoRandomness),
        }
    }

    /// The envelope that stopped the match, judged at once: it names its author only if it really is to be refused.
    fn take_refused(&mut self, record: &Record) -> Obstacle {
        if let Err(obstacle) = self.expect_end() {
            return obstacle;
        }
        let envelope = match parse(record, self.ledger.step()) {
            Ok(envelope) => envelope,
            Err(obstacle) => return obstacle,
        };
        let (step, kind) = (envelope.header().step, envelope.header().kind);
        let why = match self.ledger.receive(envelope, &mut AtOnce) {
            Receipt::Refused(blame) if blame.proven => {
                self.accused = Some(kind);
                return Obstacle::Refused(blame);
            }
            Receipt::NotJudged => return Obstacle::NoRandomness,
            Receipt::Refused(Blame { refusal: Refusal::Signature, .. }) => WhyUnfounded::NotSigned,
            Receipt::Refused(blame) => WhyUnfounded::Elsewhere(blame.refusal.code()),
            Receipt::Early => WhyUnfounded::Elsewhere(Refusal::NotExpected.code()),
            Receipt::Accepted { .. } | Receipt::Duplicate => WhyUnfounded::Valid,
        };
        Obstacle::Unfounded(Unfounded { step, why })
    }

    /// Two envelopes of one author that cannot both be meant. What was before does not matter, but for whose signatures these are.
    fn take_contradiction(&mut self, first: &Record) -> Obstacle {
        let second = match self.records.next_record() {
            Ok(Some(record)) if record.kind == REFUSED => record,
            Ok(_) => return self.misplaced(),
            Err(damage) => return damage.into(),
        };
        if let Err(obstacle) = self.expect_end() {
            return obstacle;
        }
        let step = self.ledger.step();
        let (first, second) = match (parse(first, step), parse(&second, step)) {
            (Ok(first), Ok(second)) => (first, second),
            (Err(obstacle), _) | (_, Err(obstacle)) => return obstacle,
        };
        let header = *second.header();
        let unfounded = |why| Obstacle::Unfounded(Unfounded { step: header.step, why });
        let (ledger, early) = (&self.ledger, header.step < STEPS_BEFORE_MATCH);
        let expected = if early { Some(ledger.charter_id()) } else { ledger.match_id() };
        if expected != Some(header.match_id) {
            return unfounded(WhyUnfounded::Elsewhere(Refusal::Match.code()));
        }
        let Some(member) = ledger.member_of(header.step, header.author) else {
            return unfounded(WhyUnfounded::NotSigned);
        };
        let signed = |envelope: &Envelope| ledger.key(member).is_some_and(|key| envelope.is_signed_by(key));
        if !signed(&first) || !signed(&second) {
            return unfounded(WhyUnfounded::NotSigned);
        }
        if !contradict(&first, &second) {
            return unfounded(WhyUnfounded::NoContradiction);
        }
        self.accused = Some(header.kind);
        let (step, refusal) = (header.step, Refusal::Equivocation);
        Obstacle::Refused(Blame { member: Some(member), step, refusal, proven: true })
    }

    fn expect_end(&mut self) -> Result<(), Obstacle> {
        match self.records.next_record() {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(self.misplaced()),
            Err(damage) => Err(damage.into()),
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

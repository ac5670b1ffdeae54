//! What everybody at a table knows, and the rule by which it grows: the part of the protocol that needs no secret.
//!
//! A [`Ledger`] takes signed envelopes, one at a time, and accepts or refuses each. The log advances in steps; a step
//! waits for one contribution of a known kind from each of a known set of seats, and when all are in, [`Ledger::fold`]
//! applies them in seat order and chains them into the head. A live table, a spectator and somebody who verifies a file
//! years later run the same ledger; they differ only in the [`Judge`] that checks signatures and proofs: at once, or
//! collected and in parallel.
//!
//! The module knows no secret, no network, no clock and no file.

mod event;
mod examine;
mod farewell;
mod fold;
mod hidden;
mod judge;
pub mod payload;
mod stage;

use std::{collections::BTreeSet, sync::Arc};

use ed25519_dalek::VerifyingKey;
use mextrain_core::{Round, Scoreboard, Seat, SeatSet, Seats};
use mextrain_crypto::{Context, hash::Hash, keys::RoundKey, tags};
use serde::Serialize;

use crate::{
    charter::{self, Charter, Seating, TableWords},
    envelope::{Envelope, Header, Kind},
    refusal::{Blame, Refusal},
};

pub use event::Happening;
use examine::Act;
use farewell::Farewell;
pub use hidden::{Hidden, OpenClaim};
pub use judge::{AtOnce, Judge, NotProven, OwnWork, Place};
pub use stage::Stage;

/// The lane of play: one contribution an author and step.
pub const LANE_PLAY: u8 = 0;

/// The lane of farewells: one an author and match.
pub const LANE_LEAVE: u8 = 1;

/// Steps before the match id is known: signing and revealing.
pub(crate) const STEPS_BEFORE_MATCH: u32 = 2;

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
    /// It is known already.
    Duplicate,
    /// It belongs to a later step than this ledger has reached.
    Early,
    /// It is refused.
    Refused(Blame),
    /// It could not be judged: the operating system gives no random numbers.
    NotJudged,
}

/// A step that became complete.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The step.
    pub step: u32,
    /// Its contributions, by ascending author: one more entry of the log.
    pub envelopes: Vec<Envelope>,
    /// What it changed.
    pub happenings: Vec<Happening>,
    /// What only the whole step showed to be wrong; play stops.
    pub fault: Option<Blame>,
}

/// How much has been checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Signatures.
    pub signatures: u64,
    /// Shuffles of a deck.
    pub shuffles: u64,
    /// Tokens and opened tiles.
    pub openings: u64,
    /// Claims about hidden tiles.
    pub claims: u64,
    /// Plays, draws, passes.
    pub moves: u64,
}

/// A contribution that counts, waiting for the rest of its step.
#[derive(Clone, Debug)]
struct Contribution {
    envelope: Envelope,
    act: Act,
}

/// A step that was folded, as far as later envelopes about it are judged by it.
#[derive(Clone, Debug)]
struct PastStep {
    /// Epoch, round and attempt.
    place: (u16, u8, u8),
    /// Which author contributed which body.
    bodies: Vec<(u8, [u8; 32])>,
}

/// The face-up and the face-down side of the round that is being played.
#[derive(Clone, Debug)]
struct RoundTable {
    public: Round,
    hidden: Hidden,
}

/// What everybody at a table knows.
#[derive(Clone, Debug)]
pub struct Ledger {
    charter: Arc<Charter>,
    charter_bytes: Arc<[u8]>,
    charter_id: [u8; 32],
    keys: Vec<VerifyingKey>,
    seats: Seats,
    match_id: Option<[u8; 32]>,
    seating: Option<Seating>,
    /// The seats that play: those of the match, less whoever had left when a round was dealt.
    present: SeatSet,
    /// Who has left, by the seat's index.
    farewells: Vec<Option<Farewell>>,
    epoch: u16,
    round: u8,
    attempt: u8,
    step: u32,
    head: [u8; 32],
    stage: Stage,
    /// One entry an author; the current step's contributions so far.
    pending: Vec<Option<Contribution>>,
    /// Every step that was folded.
    past: Vec<PastStep>,
    /// Every round key of the match, so that none is used twice. One a seat and round.
    used_keys: BTreeSet<[u8; 32]>,
    /// The keys of each round, by the seat's index: what a farewell is checked against.
    round_keys: Vec<Vec<Option<RoundKey>>>,
    table: Option<RoundTable>,
    scoreboard: Scoreboard,
    counts: Counts,
    fault: Option<Blame>,
}

impl Ledger {
    /// An empty ledger of the match that a charter announces.
    ///
    /// # Errors
    /// What [`Charter::decode`] refuses.
    pub fn new(charter_bytes: &[u8]) -> Result<Ledger, Refusal> {
        let charter = Charter::decode(charter_bytes)?;
        let seats = charter.seats();
        let keys = charter
            .roster
            .iter()
            .map(|member| charter::identity_key(&member.key))
            .collect::<Result<Vec<_>, _>>()?;
        let charter_id = charter::charter_id(charter_bytes);
        let scoreboard = Scoreboard::new(&charter.rules, seats);
        Ok(Ledger {
            charter: Arc::new(charter),
            charter_bytes: charter_bytes.into(),
            charter_id,
            keys,
            seats,
            match_id: None,
            seating: None,
            present: SeatSet::all(seats),
            farewells: vec![None; seats.count()],
            epoch: 0,
            round: 0,
            attempt: 0,
            step: 0,
            head: Hash::new(tags::HEAD).bytes(&charter_id).finish256(),
            stage: Stage::Signing,
            pending: vec![None; seats.count()],
            past: Vec::new(),
            used_keys: BTreeSet::new(),
            round_keys: Vec::new(),
            table: None,
            scoreboard,
            counts: Counts::default(),
            fault: None,
        })
    }

    /// Judges one envelope and keeps it if it counts.
    ///
    /// On a refusal nothing has changed. Whether to stop for a proven one is the caller's decision, see [`Ledger::stop`].
    pub fn receive(&mut self, envelope: Envelope, judge: &mut impl Judge) -> Receipt {
        let header = *envelope.header();
        if header.lane == LANE_LEAVE {
            return self.receive_farewell(envelope, judge);
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

    /// Folds the current step if every contribution to it is in, or stood for by its author's farewell.
    pub fn fold(&mut self) -> Option<Folded> {
        if !self.missing().is_empty() || self.stage.kind().is_none() {
            return None;
        }
        let step = self.step;
        let (mut bodies, mut envelopes, mut acts, mut happenings) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for seat in self.owed().iter() {
            let author = u8::from(seat);
            let pending = self.pending.get_mut(seat.index()).and_then(Option::take);
            if let Some(Contribution { envelope, act }) = pending {
                bodies.push((author, envelope.body_hash()));
                envelopes.push(envelope);
                acts.push((author, act));
            } else if let Some(stands) = self.stand_for(seat) {
                bodies.push((author, stands.body));
                acts.push((author, stands.act));
                if let Some(envelope) = stands.first {
                    envelopes.push(envelope);
                    happenings.push(Happening::Left { seat });
                }
            }
        }
        self.head = self.head_after(&bodies);
        self.past.push(PastStep { place: (self.epoch, self.round, self.attempt), bodies });
        self.step += 1;
        let (applied, fault) = self.apply(step, acts);
        happenings.extend(applied);
        if let Some(blame) = fault {
            self.stop(blame);
        }
        Some(Folded { step, envelopes, happenings, fault })
    }

    /// Ends the match for somebody's fault. Nothing is owed any more, and nothing further counts.
    pub fn stop(&mut self, blame: Blame) {
        self.stage = Stage::Stopped;
        self.fault = Some(blame);
    }

    /// The authors whose contributions the current step still waits for.
    pub fn missing(&self) -> SeatSet {
        let lacks = |seat: &Seat| {
            self.pending.get(seat.index()).is_none_or(Option::is_none)
                && !self.left_before(u8::from(*seat), self.step)
        };
        self.owed().iter().filter(lacks).collect()
    }

    /// The authors who owe, or owed, a contribution to the current step. Before seats are drawn these are places in the
    /// roster.
    pub fn owed(&self) -> SeatSet {
        let everybody = self.present;
        match self.stage {
            Stage::Signing
            | Stage::Revealing
            | Stage::Keys
            | Stage::Dealing
            | Stage::FindingEngine
            | Stage::Sealing => everybody,
            Stage::Shuffling { seat, .. }
            | Stage::SearchShow { seat, .. }
            | Stage::Turn { seat }
            | Stage::Drawn { seat, .. } => [seat].into_iter().collect(),
            Stage::SearchTokens { seat, .. } | Stage::DrawTokens { seat, .. } => {
                everybody.iter().filter(|&other| other != seat).collect()
            }
            Stage::Scoring => self.holders(),
            Stage::Over | Stage::Stopped => SeatSet::EMPTY,
        }
    }

    /// The header of what an author would contribute to the current step; `None` where nothing is owed.
    pub fn next_header(&self, author: u8) -> Option<Header> {
        Some(Header {
            match_id: self.match_id_at(self.step)?,
            epoch: self.epoch,
            round: self.round,
            attempt: self.attempt,
            step: self.step,
            lane: LANE_PLAY,
            previous: self.head,
            author,
            kind: self.stage.kind()?,
        })
    }

    /// The place that proofs of an author in the current step are bound to.
    pub fn context(&self, author: u8, kind: Kind) -> Context {
        self.context_at(self.step, &self.head, author, kind)
    }

    /// The context of an author in the next step, if the current one is completed by these bodies, by ascending author.
    pub fn context_after(&self, bodies: &[(u8, [u8; 32])], author: u8, kind: Kind) -> Context {
        self.context_at(self.step + 1, &self.head_after(bodies), author, kind)
    }

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

    /// The next of them to the left of a seat.
    pub fn next_present(&self, seat: Seat) -> Seat {
        self.seats.after_among(self.present, seat)
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

    fn context_at(&self, step: u32, head: &[u8; 32], author: u8, kind: Kind) -> Context {
        let match_id = self.match_id.unwrap_or(self.charter_id);
        let hash = Hash::new(tags::CTX).bytes(&match_id).u16(self.epoch).u8(self.round).u8(self.attempt);
        Context(hash.u32(step).bytes(head).u8(author).u8(kind as u8).finish256())
    }

    fn head_after(&self, bodies: &[(u8, [u8; 32])]) -> [u8; 32] {
        // At most eight authors.
        let head = Hash::new(tags::HEAD).bytes(&self.head).u32(self.step).u8(bodies.len() as u8);
        bodies.iter().fold(head, |head, (author, body)| head.u8(*author).bytes(body)).finish256()
    }

    /// Envelopes that are not about the current step: judged here, `None` for the others.
    fn receive_elsewhere(&mut self, envelope: &Envelope, judge: &mut impl Judge) -> Option<Receipt> {
        let header = *envelope.header();
        match self.match_id_at(header.step) {
            Some(id) if id != header.match_id => return Some(refused(None, &header, Refusal::Match, false)),
            None => return Some(Receipt::Early),
            Some(_) => {}
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

    fn check_signature(
        &self,
        envelope: &Envelope,
        place: Place,
        judge: &mut impl Judge,
    ) -> Result<(), Refusal> {
        let key = self.key(place.member).ok_or(Refusal::Signature)?;
        judge.signature(place, envelope, key)
    }

    /// The match id that envelopes of a step carry; `None` while it is not known.
    fn match_id_at(&self, step: u32) -> Option<[u8; 32]> {
        if step < STEPS_BEFORE_MATCH { Some(self.charter_id) } else { self.match_id }
    }

    fn owes(&self, header: &Header) -> bool {
        self.stage.kind() == Some(header.kind)
            && Seat::new(header.author).is_some_and(|author| self.owed().contains(author))
    }

    /// The seats that hold tiles.
    fn holders(&self) -> SeatSet {
        let Some(table) = &self.table else { return SeatSet::EMPTY };
        self.seats.iter().filter(|&seat| table.hidden.closed_slots(seat).next().is_some()).collect()
    }
}

/// Where in a match an envelope stands, beside its step and author.
fn place_of(header: &Header) -> (u16, u8, u8) {
    (header.epoch, header.round, header.attempt)
}

fn refused(member: Option<usize>, header: &Header, refusal: Refusal, proven: bool) -> Receipt {
    Receipt::Refused(Blame { member, step: header.step, refusal, proven })
}

//! What everybody at a table knows, and the rule by which it grows: the part of the protocol that needs no secret.
//!
//! A [`Ledger`] takes signed envelopes, one at a time, and accepts or refuses each. The log advances in steps; a step
//! waits for one contribution of a known kind from each of a known set of seats, and when all are in, [`Ledger::fold`]
//! applies them in seat order and chains them into the head. A live table, a spectator and somebody who verifies a file
//! years later run the same ledger; they differ only in the [`Judge`] that checks signatures and proofs: at once, or
//! collected and in parallel.
//!
//! The module knows no secret, no network, no clock and no file.

mod ballot;
mod event;
mod examine;
mod farewell;
mod fold;
mod hidden;
mod judge;
mod last_word;
mod locks;
mod look;
pub mod payload;
mod proposing;
mod receive;
mod search;
mod stage;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ed25519_dalek::VerifyingKey;
use mextrain_core::{Round, Scoreboard, Seat, SeatSet, Seats, bot::Past};
use mextrain_crypto::{Context, hash::Hash, keys::RoundKey, tags};
use serde::Serialize;

use crate::{
    charter::{self, Charter, Seating, TableWords},
    envelope::{Envelope, Header, Kind},
    refusal::{Blame, Refusal},
};

use ballot::{Ballots, Certificate};
pub use ballot::{MOST_BALLOTS, OpenBallot, Proposal, write_vote};
pub(crate) use ballot::{ballot_of, is_outside};
pub use event::{Aftermath, Happening};
use examine::Act;
use farewell::{Farewell, Leaving};
pub use hidden::{Hidden, OpenClaim};
pub use judge::{AtOnce, Judge, NotProven, OwnWork, Place};
#[cfg(test)]
pub(crate) use last_word::{SECRET_LEN, VOTE_LEN};
pub(crate) use last_word::{Voted, leaves_out};
pub use receive::Receipt;
use receive::{of_another_match, place_of, refused};
pub use stage::Stage;

/// The lane of play: one contribution an author and step.
pub const LANE_PLAY: u8 = 0;

/// The lane of farewells: one an author and match.
pub const LANE_LEAVE: u8 = 1;

/// The lane of votes on going on without somebody: one an author, step and ballot.
pub const LANE_VOTE: u8 = 2;

/// Steps before the match id is known: signing and revealing.
pub(crate) const STEPS_BEFORE_MATCH: u32 = 2;

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
    /// Tokens that were locked for the case that somebody vanishes.
    pub locks: u64,
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

/// What a step is folded from.
#[derive(Default)]
struct Taken {
    bodies: Vec<(u8, [u8; 32])>,
    envelopes: Vec<Envelope>,
    acts: Vec<(u8, Act)>,
    happenings: Vec<Happening>,
}

/// A step that was folded, as far as later envelopes about it are judged by it.
#[derive(Clone, Debug)]
struct PastStep {
    /// Epoch, round and attempt.
    place: (u16, u8, u8),
    /// The head before it.
    previous: [u8; 32],
    /// The seats that played.
    present: SeatSet,
    /// Those of them that owed something.
    owed: SeatSet,
    /// The ballot whose certificate stands in its place, if one does.
    ballot: Option<u8>,
    /// Which author contributed which body.
    bodies: Vec<(u8, [u8; 32])>,
}

/// The face-up and the face-down side of the round that is being played.
#[derive(Clone, Debug)]
struct RoundTable {
    public: Round,
    /// What draws and passes have shown about hands.
    past: Past,
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
    /// The roster's member whose ledger this is, for a player's own.
    owner: Option<usize>,
    /// The seats that were dealt in: those of the match, less whoever had left or vanished.
    present: SeatSet,
    /// Those of them that vanished since the round was played out.
    excused: SeatSet,
    /// The one of them that vanished, and whose tokens the others open.
    unlocked: Option<Seat>,
    /// What the table was at when tokens had to be unlocked, and is at again once they are: of a stage of unlocking alone.
    interrupted: Option<Stage>,
    /// Votes on going on without somebody.
    ballots: Ballots,
    /// Who has left, by the seat's index.
    farewells: Vec<Option<Farewell>>,
    /// By author the farewell that it has signed, whether or not it counts.
    leaving: [Option<Leaving>; 8],
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
    /// Every round key of the match, so that none is used twice. One a seat, round and attempt.
    used_keys: BTreeSet<[u8; 32]>,
    /// The keys of each round and attempt, by the seat's index: what a farewell is checked against.
    round_keys: BTreeMap<(u8, u8), Vec<Option<RoundKey>>>,
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
            owner: None,
            present: SeatSet::all(seats),
            excused: SeatSet::EMPTY,
            unlocked: None,
            interrupted: None,
            ballots: Ballots::default(),
            farewells: vec![None; seats.count()],
            leaving: Default::default(),
            epoch: 0,
            round: 0,
            attempt: 0,
            step: 0,
            head: Hash::new(tags::HEAD).bytes(&charter_id).finish256(),
            stage: Stage::Signing,
            pending: vec![None; seats.count()],
            past: Vec::new(),
            used_keys: BTreeSet::new(),
            round_keys: BTreeMap::new(),
            table: None,
            scoreboard,
            counts: Counts::default(),
            fault: None,
        })
    }

    /// Folds the current step if every contribution to it is in, or stood for by its author's farewell; or if a certificate stands in its
    /// place.
    pub fn fold(&mut self) -> Option<Folded> {
        self.stage.kind()?;
        let step = self.step;
        let certificate = self.certificate();
        if certificate.is_none() && (self.promised().is_some() || !self.missing().is_empty()) {
            return None;
        }
        let mut taken = match &certificate {
            Some(certificate) => self.take_votes(certificate),
            None => self.take_contributions(),
        };
        let settled = PastStep {
            place: (self.epoch, self.round, self.attempt),
            previous: self.head,
            present: self.playing(),
            owed: self.owed(),
            ballot: certificate.as_ref().map(|certificate| certificate.ballot),
            bodies: taken.bodies,
        };
        self.head = self.head_after(&settled.bodies);
        let owner = self.owner.and_then(|owner| self.author_of(owner));
        for &(author, _) in &settled.bodies {
            // The votes of whoever has left stay what they are: the farewell names them.
            if Some(author) != owner && !self.left_before(author, step) {
                self.ballots.forget_votes(author, step, owner);
            }
        }
        self.past.push(settled);
        self.step += 1;
        let (applied, fault) = match certificate {
            Some(certificate) => self.apply_certificate(step, &certificate),
            None => self.apply(step, taken.acts),
        };
        taken.happenings.extend(applied);
        if let Some(blame) = fault {
            self.stop(blame);
        }
        Some(Folded { step, envelopes: taken.envelopes, happenings: taken.happenings, fault })
    }

    /// The contributions to the current step, which is complete.
    fn take_contributions(&mut self) -> Taken {
        let mut taken = Taken::default();
        for seat in self.asked().iter() {
            let author = u8::from(seat);
            if self.unlocked == Some(seat) {
                taken.acts.push((author, self.act_of_unlocked(seat)));
                continue;
            }
            let pending = self.pending.get_mut(seat.index()).and_then(Option::take);
            if let Some(Contribution { envelope, act }) = pending {
                taken.bodies.push((author, envelope.body_hash()));
                taken.envelopes.push(envelope);
                taken.acts.push((author, act));
            } else {
                self.take_stand_in(seat, &mut taken);
            }
        }
        taken
    }

    /// The votes of a certificate, with the farewells that show why the others need not vote. What was contributed to the step is
    /// void.
    fn take_votes(&mut self, certificate: &Certificate) -> Taken {
        self.pending.iter_mut().for_each(|pending| *pending = None);
        let mut taken = Taken::default();
        for seat in self.playing().iter() {
            if let Some(vote) = self.vote_of(certificate.ballot, seat).cloned()
                && certificate.proposal.voters.contains(seat)
            {
                taken.bodies.push((u8::from(seat), vote.body_hash()));
                taken.envelopes.push(vote);
            } else if !certificate.proposal.missing.contains(seat) {
                self.take_stand_in(seat, &mut taken);
            }
        }
        taken
    }

    fn take_stand_in(&mut self, seat: Seat, taken: &mut Taken) {
        let Some(stands) = self.stand_for(seat) else { return };
        taken.bodies.push((u8::from(seat), stands.body));
        taken.acts.push((u8::from(seat), stands.act));
        if let Some(envelope) = stands.first {
            taken.envelopes.push(envelope);
            taken.happenings.push(Happening::Left { seat });
        }
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
        self.asked().without(self.unlocked.into_iter().collect())
    }

    /// The authors by whose contributions the current step is folded: of a seat whose tokens are unlocked, everybody knows it.
    fn asked(&self) -> SeatSet {
        let everybody = self.present.without(self.excused);
        match self.stage {
            Stage::Signing
            | Stage::Revealing
            | Stage::Keys
            | Stage::Locking
            | Stage::Unlocking { .. }
            | Stage::Dealing
            | Stage::FindingEngine
            | Stage::Standstill
            | Stage::Sealing => everybody,
            Stage::Shuffling { seat, .. }
            | Stage::SearchShow { seat, .. }
            | Stage::Turn { seat }
            | Stage::Drawn { seat, .. } => [seat].into_iter().collect(),
            Stage::SearchTokens { .. } | Stage::TogetherTokens { .. } | Stage::DrawTokens { .. } => {
                everybody.iter().filter(|&seat| !self.stage.drawn_by_others(seat).is_empty()).collect()
            }
            Stage::TogetherShow { seats, .. } => seats,
            Stage::Scoring => self.holders().without(self.excused),
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

    /// The match id that envelopes of a step carry; `None` while it is not known.
    pub(crate) fn match_id_at(&self, step: u32) -> Option<[u8; 32]> {
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

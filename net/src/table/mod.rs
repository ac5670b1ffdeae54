//! One seat of a match: the [`Ledger`] that everybody has, and the secrets that only this seat has.
//!
//! # Contract (sans-IO)
//!
//! A [`Table`] does no input or output, reads no clock and draws no random number: all its secrets follow from the match
//! secret and the nonce it is made with, so that a table that was restarted from its journal signs the same bytes again.
//!
//! Input: [`Table::receive`] takes envelopes of others in any order, any number of times; [`Table::act`] and [`Table::seal`]
//! take what the player decides. Output: after each input, call [`Table::poll_output`] until it gives `None` and carry out
//! what it gives **in that order**: a [`Output::Journal`] must be on disk before any later [`Output::Send`] leaves the
//! machine, and before [`Table::envelopes_beyond`] is given to anybody; so must the whole journal that a table is resumed from. What this seat owes and needs no decision for (keys, shuffles, tokens, claims about the engine, opened hands) it
//! contributes by itself as soon as it is due.
//!
//! Delivery is not this module's business, but it makes every delivery repairable: [`Table::have`] says what is known here
//! and [`Table::envelopes_beyond`] gives what somebody else lacks.

mod absence;
mod ahead;
mod coming_back;
mod contribute;
mod delivery;
mod early;
mod faults;
mod leaving;
mod opener;
mod output;
mod view;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt,
    sync::Arc,
};

use ed25519_dalek::SigningKey;
use mextrain_core::{Move, Refusal as RuleRefusal, Seat, SeatSet, Tile};
use mextrain_crypto::{Context, MatchSecret, keys::RoundSecret};

use crate::{
    envelope::{Envelope, Kind},
    ledger::{AtOnce, Folded, Happening, LANE_LEAVE, Ledger, OwnWork, Receipt, Stage, Voted, payload},
    refusal::{Blame, Refusal},
};

use ahead::{Prepared, ShuffleAhead};
pub use delivery::Have;
#[cfg(test)]
pub(crate) use early::EARLY_STEPS;
use opener::Opener;
pub use output::{Evidence, Output, TableEvent};
pub use view::{Owing, View};

/// Why a table cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The charter is not one that can be played.
    #[error("the charter cannot be played: {0}")]
    Charter(Refusal),
    /// The key is nobody's in the roster.
    #[error("this match was begun with another key than this profile's")]
    NotSeated,
    /// The nonce is not the one the charter commits this key to.
    #[error("the charter commits this seat to another nonce")]
    Nonce,
    /// A journal holds what this table would never have accepted.
    #[error("the journal does not fit the match: {0}")]
    Journal(Blame),
}

/// Why a decision of the player is not carried out; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// Nothing of this kind is owed now.
    #[error("it is not your turn")]
    NotOwed,
    /// Those who would go on are not more than those who are missing.
    #[error("those who are here are not more than those who are missing: wait, or go on another day")]
    TooFew,
    /// The table has come back, and has not heard yet what the others have.
    #[error("this program has come back to the match and has to hear from one of the others first")]
    NotHeard,
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(RuleRefusal),
    /// The table's own safeguards forbid it; a fault of the program.
    #[error("refused by this program itself: {0}")]
    Own(Refusal),
}

/// One seat of a match.
pub struct Table {
    ledger: Ledger,
    member: usize,
    key: SigningKey,
    secret: MatchSecret,
    nonce: [u8; 32],
    /// The secret of the current round and what it was used for.
    opener: Option<Opener>,
    /// The own shuffle, if it was made while the one before was verified.
    prepared: Option<Prepared>,
    /// Own closed tiles by slot.
    hand: BTreeMap<usize, Tile>,
    /// The folded steps' envelopes, for whoever lacks them.
    past: Vec<Vec<Envelope>>,
    /// By step, lane and author.
    early: BTreeMap<(u32, u8, u8), Envelope>,
    evidence: Option<Evidence>,
    /// Of whom it is shown already that they contradicted themselves.
    contradicted: BTreeSet<usize>,
    /// The own farewell: this seat contributes nothing any more.
    leaving: Option<Arc<[u8]>>,
    /// In which ballots this seat has voted, by epoch.
    voted: BTreeMap<u16, Voted>,
    replaying: bool,
    /// This table has come back, and has not heard yet what the others have.
    hears_first: bool,
    /// By author, the last messages that counted for nothing, though they are signed.
    spare: [VecDeque<Envelope>; 8],
    /// How often others have told it something new.
    learned: u64,
    output: VecDeque<Output>,
    /// A cheat that says it does not hold the engine, whatever it holds.
    #[cfg(test)]
    denies_engine: bool,
    /// A cheat that says the opposite of the truth at standstills, where that can be said.
    #[cfg(test)]
    lies_at_standstills: bool,
}

impl fmt::Debug for Table {
    /// Where it stands: what it holds is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("member", &self.member)
            .field("stage", &self.ledger.stage())
            .field("have", &self.have())
            .finish_non_exhaustive()
    }
}

impl Table {
    /// A table at the beginning of the match that a charter announces. `nonce` is what the charter's commitment of `key`
    /// commits to; `secret` must be new, and kept for a restart.
    ///
    /// # Errors
    /// [`TableError`], but for `Journal`.
    pub fn new(
        charter: &[u8],
        key: SigningKey,
        secret: MatchSecret,
        nonce: [u8; 32],
    ) -> Result<Table, TableError> {
        let mut table = Table::build(charter, key, secret, nonce)?;
        table.advance();
        Ok(table)
    }

    /// Takes an envelope of somebody else, or of one's own from before a restart.
    pub fn receive(&mut self, bytes: &[u8]) -> Receipt {
        let envelope = match Envelope::parse(bytes) {
            Ok(envelope) => envelope,
            Err(refusal) => {
                return Receipt::Refused(Blame { member: None, step: 0, refusal, proven: false });
            }
        };
        let receipt = self.take(envelope);
        self.advance();
        receipt
    }

    /// Carries out the player's move.
    ///
    /// # Errors
    /// [`ActError`]; nothing has changed then.
    pub fn act(&mut self, choice: Move) -> Result<(), ActError> {
        if self.view().owing() != Owing::Move {
            return Err(ActError::NotOwed);
        }
        let view = self.view().seat_view().ok_or(ActError::NotOwed)?;
        view.check(choice).map_err(ActError::Illegal)?;
        let payload = self.choice_payload(choice).map_err(ActError::Own)?;
        self.contribute(&payload).map_err(ActError::Own)?;
        self.advance();
        Ok(())
    }

    /// Confirms the round's scores: the next round begins when everybody has. Of the seats that vanished, those in `here` are dealt in
    /// again.
    ///
    /// # Errors
    /// [`ActError::NotOwed`] unless a round has just been scored.
    pub fn seal(&mut self, here: SeatSet) -> Result<(), ActError> {
        if self.view().owing() != Owing::Seal {
            return Err(ActError::NotOwed);
        }
        let back = here.intersection(self.ledger.away());
        let seal = payload::write_seal(&self.ledger.seal(), back);
        self.contribute(&seal).map_err(ActError::Own)?;
        self.advance();
        Ok(())
    }

    /// How often this table was told something new: where the number stays, the others gave nothing that it lacked.
    pub fn learned(&self) -> u64 {
        self.learned
    }

    /// What is to be done next; `None` until the next input.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.output.pop_front()
    }

    /// The id of the match's charter, by which peers name the match.
    pub fn charter_id(&self) -> [u8; 32] {
        self.ledger.charter_id()
    }

    /// What this seat may know.
    pub fn view(&self) -> View<'_> {
        View { table: self }
    }

    fn build(
        charter: &[u8],
        key: SigningKey,
        secret: MatchSecret,
        nonce: [u8; 32],
    ) -> Result<Table, TableError> {
        let mut ledger = Ledger::new(charter).map_err(TableError::Charter)?;
        let public = key.verifying_key().to_bytes();
        let roster = &ledger.charter().roster;
        let member = roster.iter().position(|member| member.key == public).ok_or(TableError::NotSeated)?;
        let committed = roster.get(member).map(|member| member.commitment);
        if committed != Some(crate::charter::commitment(&public, &nonce)) {
            return Err(TableError::Nonce);
        }
        ledger.belongs_to(member);
        Ok(Table {
            ledger,
            member,
            key,
            secret,
            nonce,
            opener: None,
            prepared: None,
            hand: BTreeMap::new(),
            past: Vec::new(),
            early: BTreeMap::new(),
            evidence: None,
            contradicted: BTreeSet::new(),
            leaving: None,
            voted: BTreeMap::new(),
            replaying: false,
            hears_first: false,
            spare: Default::default(),
            learned: 0,
            output: VecDeque::new(),
            #[cfg(test)]
            denies_engine: false,
            #[cfg(test)]
            lies_at_standstills: false,
        })
    }

    fn take(&mut self, envelope: Envelope) -> Receipt {
        let raw = envelope.raw().clone();
        let said_before = self.ledger.said_farewells().count();
        if envelope.header().lane == LANE_LEAVE && self.is_own(&envelope) {
            self.leaving = Some(raw.clone());
        }
        let own_vote = envelope.header().kind == Kind::TimeoutVote
            && self.is_own(&envelope)
            && self.note_vote(envelope.header(), envelope.payload());
        let receipt = if self.replaying && self.is_own(&envelope) {
            if let (Some(opener), Some(hidden)) = (&mut self.opener, self.ledger.hidden()) {
                opener.remember(hidden, envelope.header().kind, self.ledger.stage());
            }
            self.ledger.receive(envelope.clone(), &mut OwnWork)
        } else if let Some(ctx) = self.own_shuffle_after(&envelope) {
            let mut judge = ShuffleAhead::new(ctx, &self.secret);
            let receipt = self.ledger.receive(envelope.clone(), &mut judge);
            self.prepared = judge.prepared();
            receipt
        } else {
            self.ledger.receive(envelope.clone(), &mut AtOnce)
        };
        let receipt = self.look_twice(receipt, &envelope);
        let contradicted = match receipt {
            Receipt::Refused(blame) => self.look_for_contradiction(blame, &envelope),
            _ => None,
        };
        // A farewell counts for nothing yet, but says that its author does not vote any more; an own vote that others had, and this table's
        // journal not, may have no say any more, but the farewell has to name it.
        let is_said = own_vote || said_before < self.ledger.said_farewells().count();
        match receipt {
            Receipt::Accepted { .. } => {
                self.learned += 1;
                self.output.push_back(Output::Journal(raw));
            }
            Receipt::Early => {
                let is_farewell = envelope.header().lane == LANE_LEAVE;
                let kept = self.keep_early(envelope);
                self.learned += u64::from(kept || is_said);
                if (kept && is_farewell) || is_said {
                    self.output.push_back(Output::Journal(raw));
                }
            }
            Receipt::Refused(blame) if blame.proven && self.evidence.is_none() => {
                // So that a table that comes back is stopped again, and can show why.
                self.output.push_back(Output::Journal(raw));
                self.stop(blame, Some((envelope, contradicted)));
            }
            Receipt::Duplicate | Receipt::Refused(_) if is_said => {
                self.learned += 1;
                self.output.push_back(Output::Journal(raw));
            }
            Receipt::NotJudged => self.output.push_back(Output::Event(TableEvent::NoRandomness)),
            Receipt::Duplicate | Receipt::Refused(_) => {}
        }
        receipt
    }

    /// The place of this seat's shuffle, if it is due right after the one in this envelope.
    fn own_shuffle_after(&self, envelope: &Envelope) -> Option<Context> {
        let header = envelope.header();
        let Stage::Shuffling { seat, done } = self.ledger.stage() else { return None };
        let (me, present) = (self.seat()?, self.ledger.present());
        let next = self.ledger.next_present(seat) == me && done + 1 < present.len() && !self.replaying;
        let due = header.kind == Kind::Shuffle
            && header.author == u8::from(seat)
            && header.step == self.ledger.step();
        let bodies = [(header.author, envelope.body_hash())];
        (next && due && self.leaving.is_none())
            .then(|| self.ledger.context_after(&bodies, u8::from(me), Kind::Shuffle))
    }

    /// Does everything that can be done without the player: folds complete steps, takes what came early, contributes.
    fn advance(&mut self) {
        loop {
            if let Some(folded) = self.ledger.fold() {
                self.after_fold(folded);
            } else if let Some(step) = self.ledger.overruled().filter(|_| self.evidence.is_none()) {
                self.begin_again_from(step);
            } else if let Some(envelope) = self.next_early() {
                self.take(envelope);
            } else if !self.leave_again()
                && (self.replaying || !(self.contribute_unasked() || self.cancel_unanswered()))
            {
                break;
            }
        }
    }

    fn after_fold(&mut self, folded: Folded) {
        let Folded { step, envelopes, happenings, fault } = folded;
        self.past.push(envelopes.clone());
        self.output.push_back(Output::Folded(envelopes));
        for happening in &happenings {
            self.learn(happening);
        }
        self.look_at_own_slots();
        let events = happenings.into_iter().map(|happening| TableEvent::Happened { step, happening });
        self.output.extend(events.map(Output::Event));
        if let Some(blame) = fault {
            self.stop(blame, None);
        }
        self.ask();
    }

    fn ask(&mut self) {
        if self.view().owing() != Owing::Nothing && self.view().drawn_must_be_kept().is_none() {
            self.output.push_back(Output::Event(TableEvent::Asked));
        }
    }

    fn learn(&mut self, happening: &Happening) {
        if let (Happening::RoundBegan { .. }, Some(seat)) = (happening, self.seat()) {
            // The key's place in the log is known now, and with it the secret behind it.
            let ctx = self.ledger.context(u8::from(seat), Kind::RoundKey);
            let dealt_in = self.ledger.present().contains(seat);
            self.opener = dealt_in.then(|| Opener::new(seat, RoundSecret::derive(&self.secret, &ctx)));
            self.hand.clear();
        }
    }

    /// Opens for oneself whatever the others have opened to this seat since, and forgets what everybody has seen.
    fn look_at_own_slots(&mut self) {
        let (Some(seat), Some(hidden), Some(opener)) = (self.seat(), self.ledger.hidden(), &self.opener)
        else {
            return;
        };
        let closed: Vec<usize> = hidden.closed_slots(seat).collect();
        self.hand.retain(|slot, _| closed.contains(slot));
        let mut unreadable = false;
        for slot in closed {
            if self.hand.contains_key(&slot) {
                continue;
            }
            match opener.look(hidden, slot) {
                Ok(tile) => drop(self.hand.insert(slot, tile)),
                // The tokens for it are not all there yet.
                Err(Refusal::SlotState) => {}
                Err(_) => unreadable = true,
            }
        }
        if unreadable {
            // Proven shuffles and tokens cannot lead here; whoever broke them is not known.
            let step = self.ledger.step();
            self.stop(Blame { member: None, step, refusal: Refusal::UnknownTile, proven: false }, None);
        }
    }

    fn is_own(&self, envelope: &Envelope) -> bool {
        let header = envelope.header();
        // The key is that of other matches, too.
        self.ledger.match_id_at(header.step) == Some(header.match_id)
            && self.ledger.member_of(header.step, header.author) == Some(self.member)
            && envelope.is_signed_by(&self.key.verifying_key())
    }

    fn own_contribution(&self) -> Option<Arc<[u8]>> {
        let author = self.ledger.author_of(self.member)?;
        self.ledger.contributed(author).map(|envelope| envelope.raw().clone())
    }

    fn seat(&self) -> Option<Seat> {
        self.ledger.seating()?.seat(self.member)
    }
}

#[cfg(test)]
mod attacks;
#[cfg(test)]
mod other_rules;
#[cfg(test)]
mod storm;
#[cfg(test)]
pub(crate) mod tests;

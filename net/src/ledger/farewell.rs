//! A player who leaves properly: what the farewell must be, and what stands in the seat's place from then on.
//!
//! A farewell names the last step to which its author has contributed what it owed, and shows the author's secret of that round. From the
//! next step on it is the seat's contribution wherever one is owed: with the secret everybody computes the seat's tokens, and at the end
//! its hand. Its turns go by, and later rounds are dealt without it. As the farewell changes nothing before the seat owes something,
//! it does not matter when it arrives. Where its author was on a way that a certificate has overruled, it counts when the author is dealt
//! in again.

use std::{fmt, sync::Arc};

use mextrain_core::{Seat, SeatSet, Tile};
use mextrain_crypto::{
    encoding::Point,
    keys::RoundSecret,
    opening::{Token, tokens},
};

use super::{
    LANE_LEAVE, Ledger, STEPS_BEFORE_MATCH,
    examine::{Act, Shown},
    hidden::Hidden,
    judge::{Judge, Place},
    of_another_match, place_of, refused,
    stage::Stage,
};
use crate::{
    envelope::{Envelope, Header, Kind},
    ledger::Receipt,
    refusal::Refusal,
};

/// Bytes of the secret in a farewell.
const ELEMENT_LEN: usize = 32;

/// What a farewell's envelope names as the head that it builds on: nothing but the step it names counts.
const NO_HEAD: [u8; 32] = [0; 32];

/// A farewell that counts.
#[derive(Clone)]
pub(super) struct Farewell {
    envelope: Envelope,
    /// None where the attempt was void before its keys were known: then nothing needs it.
    secret: Option<Arc<RoundSecret>>,
    /// Whether it stands in the log already.
    logged: bool,
}

impl fmt::Debug for Farewell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Farewell(after step {})", self.envelope.header().step)
    }
}

/// Where everybody knows the tokens of a seat from whose player is not there.
pub(super) enum Own {
    /// From the secret that it has shown.
    Secret(Arc<RoundSecret>),
    /// From its locks, which the others have opened.
    Unlocked,
}

/// What stands for a contribution of a seat that has left.
pub(super) struct StandIn {
    pub body: [u8; 32],
    pub act: Act,
    /// The farewell itself, the first time that it stands for something.
    pub first: Option<Envelope>,
}

impl Ledger {
    /// The header of the farewell that an author could sign now: it names the last step that the author owes nothing to any more. `None`
    /// where nobody can leave: before the seats are drawn, behind the end, or as the last one.
    pub fn farewell_header(&self, author: u8) -> Option<Header> {
        let seat = Seat::new(author)?;
        let owes = self.missing().contains(seat);
        let step = if owes { self.step.checked_sub(1)? } else { self.step };
        let place = match self.past.get(step as usize) {
            Some(past) => past.place,
            None => (self.epoch, self.round, self.attempt),
        };
        let (epoch, round, attempt) = place;
        // Whoever has voted at a step does not leave before it.
        let voted = owes && self.has_voice(author);
        let possible =
            !voted && self.can_leave(seat) && step >= STEPS_BEFORE_MATCH && self.stage.kind().is_some();
        possible.then_some(Header {
            match_id: self.match_id?,
            epoch,
            round,
            attempt,
            step,
            lane: LANE_LEAVE,
            previous: NO_HEAD,
            author,
            kind: Kind::Farewell,
        })
    }

    /// The farewells that are known, by ascending author.
    pub fn farewells(&self) -> impl Iterator<Item = &Envelope> {
        self.farewells.iter().flatten().map(|farewell| &farewell.envelope)
    }

    /// This farewell is known, whether or not it counts yet.
    pub(crate) fn note_leaving(&mut self, farewell: &Header) {
        if let Some(leaving) = self.leaving.get_mut(usize::from(farewell.author)) {
            leaving.get_or_insert(farewell.epoch);
        }
    }

    /// The farewells that stand for nothing in the log yet.
    pub(crate) fn unlogged_farewells(&self) -> impl Iterator<Item = &Envelope> {
        let unlogged = self.farewells.iter().flatten().filter(|farewell| !farewell.logged);
        unlogged.map(|farewell| &farewell.envelope)
    }

    /// The seats whose farewells stand in the log.
    pub(super) fn logged_farewells(&self) -> SeatSet {
        let logged = self.farewells.iter().flatten().filter(|farewell| farewell.logged);
        logged.filter_map(|farewell| Seat::new(farewell.envelope.header().author)).collect()
    }

    /// The seats that have left.
    pub fn gone(&self) -> SeatSet {
        self.farewells().filter_map(|envelope| Seat::new(envelope.header().author)).collect()
    }

    /// Whether an author's farewell counts here.
    pub(crate) fn has_left(&self, author: u8) -> bool {
        self.farewells.get(usize::from(author)).is_some_and(Option::is_some)
    }

    /// Whether an author has left before this step.
    pub(crate) fn left_before(&self, author: u8, step: u32) -> bool {
        let farewell = self.farewells.get(usize::from(author)).and_then(Option::as_ref);
        farewell.is_some_and(|farewell| farewell.envelope.header().step < step)
    }

    /// Judges a farewell and keeps it if it counts.
    pub(super) fn receive_farewell(&mut self, envelope: Envelope, judge: &mut impl Judge) -> Receipt {
        let header = *envelope.header();
        let no = |refusal| refused(None, &header, refusal, false);
        // Before the match has an id: whatever names a step of its beginning comes too early at no time.
        if header.kind != Kind::Farewell || header.step < STEPS_BEFORE_MATCH {
            return no(Refusal::NotExpected);
        }
        if let Some(receipt) = of_another_match(self.match_id, &header) {
            return receipt;
        }
        let Some((seat, member)) = Seat::new(header.author).zip(self.member_of(header.step, header.author))
        else {
            return no(Refusal::NotExpected);
        };
        let known = self.farewells.get(seat.index()).and_then(Option::as_ref);
        if known.is_some_and(|known| known.envelope.body_hash() == envelope.body_hash()) {
            return Receipt::Duplicate;
        }
        let place = Place { step: header.step, member };
        if let Err(refusal) = self.check_signature(&envelope, place, judge) {
            return no(refusal);
        }
        let running = self.stage.kind().is_some();
        if known.is_some() {
            return refused(Some(member), &header, Refusal::Equivocation, running);
        }
        if header.step >= self.step && running {
            return Receipt::Early;
        }
        let fits = self.past.get(header.step as usize).is_some_and(|past| past.place == place_of(&header));
        let stranded = self.is_stranded(seat, header.step);
        if !fits && !stranded {
            return refused(Some(member), &header, Refusal::Epoch, false);
        }
        if header.previous != NO_HEAD {
            return refused(Some(member), &header, Refusal::PreviousHead, false);
        }
        if !running || !self.can_leave(seat) {
            return refused(Some(member), &header, Refusal::NotExpected, false);
        }
        if self.contributed_since(header.author, header.step) {
            return refused(Some(member), &header, Refusal::Equivocation, true);
        }
        let payload = envelope.payload();
        let secret = match stranded {
            // It belongs to a deal that the table has gone on without this seat from, or never saw.
            true if payload.len() == ELEMENT_LEN => Ok(None),
            true => Err(Refusal::Length),
            false => self.secret_of(seat, &header, payload),
        };
        match secret {
            Ok(secret) => {
                self.counts.signatures += 1;
                self.note_leaving(&header);
                if let Some(place) = self.farewells.get_mut(seat.index()) {
                    *place = Some(Farewell { envelope, secret: secret.map(Arc::new), logged: false });
                }
                Receipt::Accepted { step: header.step, member }
            }
            // A farewell of somebody who went another way for a while: it says nothing here.
            Err(Refusal::NotExpected) => refused(Some(member), &header, Refusal::NotExpected, false),
            Err(refusal) => refused(Some(member), &header, refusal, true),
        }
    }

    /// What stands for the contribution that a seat owes to the current step, if it has left before it.
    pub(super) fn stand_for(&mut self, seat: Seat) -> Option<StandIn> {
        if !self.left_before(u8::from(seat), self.step) {
            return None;
        }
        let farewell = self.farewells.get(seat.index())?.as_ref()?;
        let body = farewell.envelope.body_hash();
        let act = match farewell.secret.clone() {
            Some(secret) => self.act_of_absent(seat, &Own::Secret(secret)),
            None => Act::Left,
        };
        let farewell = self.farewells.get_mut(seat.index())?.as_mut()?;
        let first = (!std::mem::replace(&mut farewell.logged, true)).then(|| farewell.envelope.clone());
        Some(StandIn { body, act, first })
    }

    /// Whether a seat plays at this table still, and somebody else does too.
    fn can_leave(&self, seat: Seat) -> bool {
        let gone = self.gone();
        let staying = |other: &Seat| *other != seat && !gone.contains(*other);
        self.playing().contains(seat)
            && !gone.contains(seat)
            && self.playing().iter().any(|other| staying(&other))
    }

    /// Whether an author has signed something for a step behind this one, be it a vote: whoever has promised something there has not left
    /// before it.
    fn contributed_since(&self, author: u8, step: u32) -> bool {
        let later = self.past.iter().skip(step as usize + 1);
        let signed = later.flat_map(|past| &past.bodies).any(|(other, _)| *other == author);
        let spoke = |voice: &Envelope| voice.header().author == author && voice.header().step > step;
        signed || self.contributed(author).is_some() || self.all_voices().any(spoke)
    }

    /// Whether a seat that left behind this step did so on a way that the table has not gone: a certificate has called it missing there or
    /// before, and it has contributed nothing since. Such a farewell counts once the seat is dealt in again, and has no say before: until then
    /// nothing is owed that it could stand for.
    fn is_stranded(&self, seat: Seat, step: u32) -> bool {
        let author = u8::from(seat);
        let until = self.past.iter().take(step as usize + 1).rev();
        let mut involved = until.filter_map(|past| {
            let contributed = past.bodies.iter().any(|(by, _)| *by == author);
            let missing = past.ballot.is_some() && past.present.contains(seat) && !contributed;
            (contributed || missing).then_some(missing)
        });
        involved.next() == Some(true)
    }

    fn secret_of(&self, seat: Seat, header: &Header, payload: &[u8]) -> Result<Option<RoundSecret>, Refusal> {
        let Some(keys) = self.round_keys.get(&(header.round, header.attempt)) else {
            // The keys' own step was void: there is no key for the secret to fit.
            return if payload.len() == ELEMENT_LEN { Ok(None) } else { Err(Refusal::Length) };
        };
        let key = keys.get(seat.index()).and_then(Option::as_ref).ok_or(Refusal::NotExpected)?;
        Ok(Some(RoundSecret::from_farewell(payload, key)?))
    }

    /// What everybody knows a seat to owe to the current step.
    pub(super) fn act_of_absent(&self, seat: Seat, own: &Own) -> Act {
        let act = self.hidden().and_then(|hidden| match self.stage {
            Stage::Unlocking { seat: of } => parts_of(hidden, own, of).map(Act::Parts),
            Stage::Dealing => tokens_of(hidden, seat, own, hidden.slots_to_deal(seat)).map(Act::Tokens),
            Stage::SearchTokens { .. } | Stage::TogetherTokens { .. } | Stage::DrawTokens { .. } => {
                tokens_of(hidden, seat, own, self.stage.drawn_by_others(seat)).map(Act::Tokens)
            }
            Stage::FindingEngine | Stage::SearchShow { .. } | Stage::TogetherShow { .. } => {
                self.engine_of(hidden, seat, own, self.stage.drawn_by(seat))
            }
            Stage::Scoring => hand_of(hidden, seat, own).map(Act::Hand),
            Stage::Sealing => Some(Act::Seal { back: SeatSet::EMPTY }),
            Stage::Signing
            | Stage::Revealing
            | Stage::Keys
            | Stage::Shuffling { .. }
            | Stage::Locking
            | Stage::Turn { .. }
            | Stage::Drawn { .. }
            // Its turns go by, whatever it holds.
            | Stage::Standstill
            | Stage::Over
            | Stage::Stopped => None,
        });
        act.unwrap_or(Act::Left)
    }

    /// The engine in the hand of a seat that has left, or in the slot it drew; none is no contribution.
    fn engine_of(&self, hidden: &Hidden, seat: Seat, own: &Own, drawn: Option<usize>) -> Option<Act> {
        let engine = Tile::double(self.round()?.engine());
        let hand = hand_of(hidden, seat, own)?;
        let mut found = hand.into_iter().filter(|shown| drawn.is_none_or(|slot| slot == shown.slot));
        found.find(|shown| shown.tile == engine).map(Act::EngineHere)
    }
}

/// A seat's tokens for slots; `None` where one of them cannot be known.
fn tokens_of(hidden: &Hidden, seat: Seat, own: &Own, slots: Vec<usize>) -> Option<Vec<(usize, Token)>> {
    let secret = match own {
        Own::Secret(secret) => secret,
        Own::Unlocked => {
            return slots.into_iter().map(|slot| Some((slot, *hidden.token(slot, seat)?))).collect();
        }
    };
    let bases: Vec<Point> = slots.iter().map(|&slot| hidden.base(slot)).collect::<Option<_>>()?;
    Some(slots.into_iter().zip(tokens(secret, &bases)).collect())
}

/// The parts of a seat that has left for the locked tokens that are due. A seat that vanished has none to give.
fn parts_of(hidden: &Hidden, own: &Own, of: Seat) -> Option<Vec<(usize, Token)>> {
    let Own::Secret(secret) = own else { return None };
    let slots = hidden.slots_to_unlock(of);
    let bases = hidden.locked_bases(of, &slots)?;
    Some(slots.into_iter().zip(tokens(secret, &bases)).collect())
}

/// The hand of a seat that is not there. A slot that does not open (its tokens are not all there) is left out.
fn hand_of(hidden: &Hidden, seat: Seat, own: &Own) -> Option<Vec<Shown>> {
    let slots: Vec<usize> = hidden.closed_slots(seat).collect();
    let shown = slots.into_iter().filter_map(|slot| {
        let (_, token) = tokens_of(hidden, seat, own, vec![slot])?.pop()?;
        let tile = hidden.tile(slot, &token).ok()?;
        Some(Shown { slot, tile, token })
    });
    Some(shown.collect())
}

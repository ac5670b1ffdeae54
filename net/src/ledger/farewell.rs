//! A player who leaves properly: what the farewell must be, and what stands in the seat's place from then on.
//!
//! A farewell names the last step at which its author has signed anything, or owed it, and shows the author's secret of that round. From the
//! next step on it is the seat's contribution wherever one is owed: with the secret everybody computes the seat's tokens, and at the end
//! its hand. Its turns go by, and later rounds are dealt without it. As the farewell changes nothing before the seat owes something,
//! it does not matter for that when it arrives. It also says in which ballots its author has voted, see [`super::last_word`]: as soon
//! as it is known, and before it counts, nobody waits for another vote. Where its author was on a way that a certificate has overruled, it counts when the author is dealt
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
    ballot::{Proposal, ballot_of},
    examine::{Act, Shown},
    hidden::Hidden,
    judge::{Judge, Place},
    last_word::{SECRET_LEN, Voted},
    of_another_match, place_of, refused,
    stage::Stage,
};
use crate::{
    envelope::{Envelope, Header, Kind},
    ledger::Receipt,
    refusal::Refusal,
};

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

/// What a farewell is worth here.
enum Standing {
    /// It stands for its author from now on, who has shown this secret; none where nothing needs it.
    Counts(Option<Arc<RoundSecret>>),
    /// It may count later, and is to be kept.
    NotYet,
}

/// A farewell that its author has signed, whether or not it counts, with what it says of votes of its epoch. It is never forgotten: others may have
/// stopped waiting for a vote because of it, and what it does not name contradicts it for ever.
#[derive(Clone, Debug)]
pub(super) struct Leaving {
    envelope: Envelope,
    voted: Voted,
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
    /// The header of the farewell that an author could sign now: it names the last step at which the author has signed something, or owes
    /// nothing any more if that cannot be the step before the current one. `None` where nobody can leave: before the seats are drawn, behind
    /// the end, or as the last one.
    pub fn farewell_header(&self, author: u8) -> Option<Header> {
        let seat = Seat::new(author)?;
        let owes = self.missing().contains(seat);
        // Who has said nothing at this step leaves before it: where it never becomes whole, since somebody has vanished, those who stay
        // need not wait for a vote of this one.
        let before = self.step.checked_sub(1)?;
        let here = (self.epoch, self.round, self.attempt);
        let like_here = self.past.get(before as usize).is_some_and(|past| past.place == here);
        let spoke = self.contributed(author).is_some() || self.has_voice(author);
        let step = if owes || (like_here && !spoke) { before } else { self.step };
        let place = match self.past.get(step as usize) {
            Some(past) => past.place,
            None => here,
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

    /// This farewell is signed, whether or not it ever counts.
    pub(crate) fn note_leaving(&mut self, farewell: &Envelope) {
        let Some((_, voted)) = Voted::read(farewell.payload()) else { return };
        if let Some(leaving) = self.leaving.get_mut(usize::from(farewell.header().author)) {
            leaving.get_or_insert_with(|| Leaving { envelope: farewell.clone(), voted });
        }
    }

    /// The farewells that are signed, by ascending author: those that count, those that may, and those that never will.
    pub(crate) fn said_farewells(&self) -> impl Iterator<Item = &Envelope> {
        self.leaving.iter().flatten().map(|leaving| &leaving.envelope)
    }

    /// Whether a farewell of this author is known that says to have given another vote in this ballot, or none.
    pub(super) fn has_left_without(&self, author: u8, step: u32, vote: (u8, Proposal)) -> bool {
        let (ballot, proposal) = vote;
        let epoch = self.past.get(step as usize).map_or(self.epoch, |past| past.place.0);
        let leaving = self.leaving.get(usize::from(author)).and_then(Option::as_ref);
        let here = leaving.filter(|leaving| leaving.envelope.header().epoch == epoch);
        here.is_some_and(|leaving| leaving.voted.named(step, ballot) != Some(proposal))
    }

    /// Whether a farewell behind whose step this ledger is names a vote about that step which is not here, and which somebody who has promised
    /// something there may wait for. Before its author goes home, that vote is to be here too.
    pub(crate) fn lacks_votes_of(&self, farewell: &Envelope) -> bool {
        let header = farewell.header();
        let Some(past) = self.past.get(header.step as usize) else { return false };
        let same_deal = (header.round, header.attempt) == (self.round, self.attempt) && past.ballot.is_none();
        let here = |ballot: u8| {
            let mut voices = self.voices(header.step);
            voices.any(|voice| voice.header().author == header.author && ballot_of(voice) == ballot)
        };
        let voted = Voted::read(farewell.payload()).filter(|_| same_deal);
        voted.is_some_and(|(_, voted)| voted.ballots(header.step).any(|ballot| !here(ballot)))
    }

    /// Whether a vote of the author is known that its farewell does not name.
    fn votes_unnamed(&self, farewell: &Header, voted: &Voted) -> bool {
        let unnamed = |vote: &Envelope| {
            let header = vote.header();
            (header.author, header.epoch, header.kind) == (farewell.author, farewell.epoch, Kind::TimeoutVote)
                && !voted.names(vote)
        };
        // Of a certificate in the log the votes are known by their ballot.
        let mut certificates = (0_u32..).zip(&self.past).filter(|(_, past)| past.place.0 == farewell.epoch);
        let by_author = |past: &super::PastStep| past.bodies.iter().any(|(by, _)| *by == farewell.author);
        self.all_voices().any(unnamed)
            || certificates.any(|(step, past)| {
                past.ballot.is_some_and(|ballot| by_author(past) && voted.named(step, ballot).is_none())
            })
    }

    /// The seats whose farewells stand in the log.
    pub(crate) fn logged_farewells(&self) -> SeatSet {
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
        let counts = self.farewells.get(seat.index()).and_then(Option::as_ref).map(|known| &known.envelope);
        if counts.is_some_and(|known| known.body_hash() == envelope.body_hash()) {
            return Receipt::Duplicate;
        }
        let place = Place { step: header.step, member };
        if let Err(refusal) = self.check_signature(&envelope, place, judge) {
            return no(refusal);
        }
        let running = self.stage.kind().is_some();
        let said = Voted::read(envelope.payload());
        let contradicted = said.as_ref().is_some_and(|(_, voted)| self.votes_unnamed(&header, voted));
        let known = self.leaving.get(seat.index()).and_then(Option::as_ref).map(|leaving| &leaving.envelope);
        let another = known.is_some_and(|known| known.body_hash() != envelope.body_hash());
        if another || contradicted {
            return refused(Some(member), &header, Refusal::Equivocation, running);
        }
        if header.previous != NO_HEAD {
            // It counts nowhere, and releases nobody.
            return refused(Some(member), &header, Refusal::PreviousHead, false);
        }
        self.note_leaving(&envelope);
        match self.examine_farewell(seat, &header, said.map(|(secret, _)| secret)) {
            Ok(Standing::NotYet) => Receipt::Early,
            Ok(Standing::Counts(secret)) => {
                self.counts.signatures += 1;
                if let Some(place) = self.farewells.get_mut(seat.index()) {
                    *place = Some(Farewell { envelope, secret, logged: false });
                }
                Receipt::Accepted { step: header.step, member }
            }
            Err((refusal, proven)) => refused(Some(member), &header, refusal, proven),
        }
    }

    /// Whether a signed farewell counts, or may later. An error comes with whether it proves a fault of the author. The secret is absent where
    /// the payload is none of a farewell.
    fn examine_farewell(
        &self,
        seat: Seat,
        header: &Header,
        secret: Option<&[u8]>,
    ) -> Result<Standing, (Refusal, bool)> {
        let running = self.stage.kind().is_some();
        if header.step >= self.step && running {
            return if secret.is_some() { Ok(Standing::NotYet) } else { Err((Refusal::Length, false)) };
        }
        let fits = self.past.get(header.step as usize).is_some_and(|past| past.place == place_of(header));
        let stranded = self.is_stranded(seat, header.step);
        if !fits && !stranded {
            return Err((Refusal::Epoch, false));
        }
        let contributed = self.contributed_since(header.author, header.step);
        if running && self.sits_out(seat) && !contributed && secret.is_some() {
            // It counts, if ever, once its author is dealt in again.
            return Ok(Standing::NotYet);
        }
        if !running || !self.can_leave(seat) {
            return Err((Refusal::NotExpected, false));
        }
        if contributed {
            return Err((Refusal::Equivocation, true));
        }
        let secret = secret.ok_or((Refusal::Length, true))?;
        if stranded {
            // It belongs to a deal that the table has gone on without this seat from, or never saw.
            return Ok(Standing::Counts(None));
        }
        match self.secret_of(seat, header, secret) {
            Ok(secret) => Ok(Standing::Counts(secret.map(Arc::new))),
            // A farewell of somebody who went another way for a while: it says nothing here.
            Err(Refusal::NotExpected) => Err((Refusal::NotExpected, false)),
            Err(refusal) => Err((refusal, true)),
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

    /// Whether a seat is not dealt in, and has not left.
    pub(crate) fn sits_out(&self, seat: Seat) -> bool {
        !self.playing().contains(seat) && !self.gone().contains(seat)
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
        let later = self.past.iter().skip((step as usize).saturating_add(1));
        let signed = later.flat_map(|past| &past.bodies).any(|(other, _)| *other == author);
        let spoke = |voice: &Envelope| voice.header().author == author && voice.header().step > step;
        signed || self.contributed(author).is_some() || self.all_voices().any(spoke)
    }

    /// Whether a seat that left behind this step did so on a way that the table has not gone: a certificate has called it missing there or
    /// before, and it has contributed nothing since. Such a farewell counts once the seat is dealt in again, and has no say before: until then
    /// nothing is owed that it could stand for.
    fn is_stranded(&self, seat: Seat, step: u32) -> bool {
        let author = u8::from(seat);
        let until = self.past.iter().take((step as usize).saturating_add(1)).rev();
        let mut involved = until.filter_map(|past| {
            let contributed = past.bodies.iter().any(|(by, _)| *by == author);
            let missing = past.ballot.is_some() && past.present.contains(seat) && !contributed;
            (contributed || missing).then_some(missing)
        });
        involved.next() == Some(true)
    }

    fn secret_of(&self, seat: Seat, header: &Header, secret: &[u8]) -> Result<Option<RoundSecret>, Refusal> {
        let Some(keys) = self.round_keys.get(&(header.round, header.attempt)) else {
            // The keys' own step was void: there is no key for the secret to fit.
            return if secret.len() == SECRET_LEN { Ok(None) } else { Err(Refusal::Length) };
        };
        let key = keys.get(seat.index()).and_then(Option::as_ref).ok_or(Refusal::NotExpected)?;
        Ok(Some(RoundSecret::from_farewell(secret, key)?))
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

//! Making this seat's contributions.

use std::sync::Arc;

use mextrain_core::{Move, Seat, Tile, Tiles};
use mextrain_crypto::{Context, lock::LockedToken, opening::Token, shuffle::shuffle};

use super::{Opener, Output, Table, opener::Purpose};
use crate::{
    charter::Proofs,
    envelope::{Envelope, Kind},
    ledger::{Hidden, OwnWork, Receipt, Stage, payload},
    refusal::{Blame, Refusal},
};

impl Table {
    /// Contributes to the current step if this seat owes it something that needs no decision. Says whether it did.
    pub(super) fn contribute_unasked(&mut self) -> bool {
        // A journal can be older than what this seat has signed since, its farewell even: then others have it.
        if self.leaving.is_some() || self.hears_first() {
            return false;
        }
        let owes = self.ledger.author_of(self.member).and_then(|author| {
            let seat = Seat::new(author)?;
            self.ledger.missing().contains(seat).then_some(seat)
        });
        if owes.is_none() {
            return false;
        }
        let payload = match self.unasked_payload() {
            Ok(Some(payload)) => payload,
            Ok(None) => return false,
            Err(refusal) => return self.fail(refusal),
        };
        match self.contribute(&payload) {
            Ok(()) => true,
            Err(refusal) => self.fail(refusal),
        }
    }

    /// Signs a payload for the current step, counts it, and hands it out: first to the journal, then to the others.
    pub(super) fn contribute(&mut self, payload: &[u8]) -> Result<(), Refusal> {
        let author = self.ledger.author_of(self.member).ok_or(Refusal::NotExpected)?;
        let header = self.ledger.next_header(author).ok_or(Refusal::NotExpected)?;
        let envelope = Envelope::sign(header, payload, &self.key)?;
        let raw: Arc<[u8]> = envelope.raw().clone();
        match self.ledger.receive(envelope, &mut OwnWork) {
            Receipt::Accepted { .. } => {}
            Receipt::Refused(Blame { refusal, .. }) => return Err(refusal),
            Receipt::Duplicate | Receipt::Early | Receipt::NotJudged => return Err(Refusal::NotExpected),
        }
        self.output.push_back(Output::Journal(raw.clone()));
        self.output.push_back(Output::Send(raw));
        Ok(())
    }

    /// The payload of the player's move, which is legal.
    pub(super) fn choice_payload(&mut self, choice: Move) -> Result<Vec<u8>, Refusal> {
        match choice {
            Move::Play { tile, train } => {
                let slot = self.slot_of(tile)?;
                let (token, proof) = self.show(slot)?;
                let set = self.hidden()?.set();
                let id = set.id(tile).ok_or(Refusal::UnknownTile)?;
                Ok(payload::write_play(slot, id, train, &token, &proof))
            }
            Move::Draw => Ok(payload::write_draw(&self.nothing_plays(None)?)),
            Move::Pass => Ok(payload::write_pass(&self.nothing_plays(None)?)),
            Move::Stop => Ok(payload::write_stop()),
        }
    }

    fn unasked_payload(&mut self) -> Result<Option<Vec<u8>>, Refusal> {
        Ok(Some(match self.ledger.stage() {
            Stage::Signing => Vec::new(),
            Stage::Revealing => self.nonce.to_vec(),
            Stage::Keys => {
                let ctx = self.own_context(Kind::RoundKey)?;
                self.opener.as_ref().ok_or(Refusal::NotExpected)?.key_payload(&ctx, &self.secret)
            }
            Stage::Shuffling { .. } => self.shuffle_payload()?,
            Stage::Locking => self.locks_payload()?,
            Stage::Unlocking { seat } => self.parts_payload(seat)?,
            Stage::Dealing => {
                let seat = self.seat().ok_or(Refusal::NotExpected)?;
                let slots = self.hidden()?.slots_to_deal(seat);
                self.tokens_payload(&slots, Purpose::ForOwners, Kind::Deal)?
            }
            Stage::FindingEngine | Stage::SearchShow { .. } | Stage::TogetherShow { .. } => {
                self.engine_payload()?
            }
            Stage::SearchTokens { .. } | Stage::TogetherTokens { .. } | Stage::DrawTokens { .. } => {
                self.draw_tokens_payload()?
            }
            Stage::Drawn { slot, .. } => match self.view().drawn_must_be_kept() {
                Some(_) => payload::write_keep(&self.nothing_plays(Some(slot))?),
                None => return Ok(None),
            },
            Stage::Standstill => self.standstill_payload()?,
            Stage::Scoring => {
                let slots: Vec<usize> = self.hand.keys().copied().collect();
                self.tokens_payload(&slots, Purpose::Show, Kind::Score)?
            }
            Stage::Turn { .. } | Stage::Sealing | Stage::Over | Stage::Stopped => return Ok(None),
        }))
    }

    fn shuffle_payload(&mut self) -> Result<Vec<u8>, Refusal> {
        let ctx = self.own_context(Kind::Shuffle)?;
        if let Some(prepared) = self.prepared.take().filter(|prepared| prepared.ctx == ctx) {
            return Ok(prepared.payload);
        }
        let hidden = self.hidden()?;
        let joint = hidden.joint().ok_or(Refusal::NotExpected)?;
        let (deck, proof) = shuffle(joint, hidden.deck(), &ctx, &self.secret);
        Ok([deck.to_bytes().as_slice(), proof.bytes()].concat())
    }

    /// The own tokens for every slot, locked for all others together.
    fn locks_payload(&mut self) -> Result<Vec<u8>, Refusal> {
        let ctx = self.own_context(Kind::Lock)?;
        let opener = self.opener.as_ref().ok_or(Refusal::NotExpected)?;
        let (locks, proof) = opener.lock(self.hidden()?, &ctx, &self.secret)?;
        Ok([LockedToken::encode_all(&locks).as_slice(), &proof.0].concat())
    }

    /// What opens the locks of a seat that the round goes on without.
    fn parts_payload(&mut self, of: Seat) -> Result<Vec<u8>, Refusal> {
        let ctx = self.own_context(Kind::Unlock)?;
        let opener = self.opener.as_ref().ok_or(Refusal::NotExpected)?;
        let hidden = self.hidden()?;
        let slots = hidden.slots_to_unlock(of);
        let (parts, proof) = opener.parts(hidden, of, &slots, &ctx, &self.secret)?;
        Ok(payload::write_tokens(slots.iter().copied().zip(parts.iter().map(Token::bytes)), &proof.0))
    }

    fn tokens_payload(&mut self, slots: &[usize], purpose: Purpose, kind: Kind) -> Result<Vec<u8>, Refusal> {
        let ctx = self.own_context(kind)?;
        let (opener, hidden) = opener_and_hidden(&mut self.opener, self.ledger.hidden())?;
        let (tokens, proof) = opener.tokens(hidden, slots, purpose, &ctx, &self.secret)?;
        Ok(payload::write_tokens(
            slots.iter().copied().zip(tokens.iter().map(|token| token.bytes())),
            &proof.0,
        ))
    }

    fn draw_tokens_payload(&mut self) -> Result<Vec<u8>, Refusal> {
        let ctx = self.own_context(Kind::DrawToken)?;
        let slots = self.ledger.stage().drawn_by_others(self.seat().ok_or(Refusal::NotExpected)?);
        let (opener, hidden) = opener_and_hidden(&mut self.opener, self.ledger.hidden())?;
        let (tokens, proof) = opener.tokens(hidden, &slots, Purpose::ForOwners, &ctx, &self.secret)?;
        let tokens = tokens.iter().flat_map(Token::bytes);
        Ok(tokens.chain(&proof.0).copied().collect())
    }

    fn engine_payload(&mut self) -> Result<Vec<u8>, Refusal> {
        let round = self.ledger.round().ok_or(Refusal::NotExpected)?;
        let engine = Tile::double(round.engine());
        let searched = self.seat().and_then(|seat| self.ledger.stage().drawn_by(seat));
        let holds =
            self.hand.iter().find(|&(slot, tile)| *tile == engine && searched.is_none_or(|s| s == *slot));
        #[cfg(test)]
        let holds = holds.filter(|_| !self.denies_engine);
        if let Some((&slot, _)) = holds {
            let (token, proof) = self.show(slot)?;
            return Ok(payload::write_engine_here(slot, &token, &proof));
        }
        let slots = searched.map_or_else(|| self.hand.keys().copied().collect(), |slot| vec![slot]);
        Ok(payload::write_no_engine(&self.claim(&slots, [engine].into_iter().collect())?))
    }

    /// The answer at a standstill, in which there is no choice.
    fn standstill_payload(&self) -> Result<Vec<u8>, Refusal> {
        let seat = self.seat().ok_or(Refusal::NotExpected)?;
        let playable = self.ledger.round().ok_or(Refusal::NotExpected)?.playable_by(seat);
        let slots: Vec<usize> = self.hand.keys().copied().collect();
        let can_play = !playable.both(self.view().hand()).is_empty();
        #[cfg(test)]
        let can_play = can_play != self.lie_can_be_told(&slots, playable, can_play);
        if can_play {
            return Ok(payload::write_can_play());
        }
        Ok(payload::write_cannot_play(&self.claim(&slots, playable)?))
    }

    #[cfg(test)]
    fn lie_can_be_told(&self, slots: &[usize], playable: Tiles, can_play: bool) -> bool {
        let no_proof = self.ledger.charter().proofs == Proofs::AtScoring;
        let not_denied =
            self.hidden().is_ok_and(|hidden| !hidden.owed_denials(slots.to_vec(), playable).is_empty());
        self.lies_at_standstills && if can_play { no_proof } else { not_denied }
    }

    /// The claim that nothing plays: of the whole hand, or of the one slot just drawn.
    fn nothing_plays(&self, drawn: Option<usize>) -> Result<Vec<u8>, Refusal> {
        let playable = self.ledger.round().ok_or(Refusal::NotExpected)?.playable();
        let slots = drawn.map_or_else(|| self.hand.keys().copied().collect(), |slot| vec![slot]);
        self.claim(&slots, playable)
    }

    fn claim(&self, slots: &[usize], tiles: Tiles) -> Result<Vec<u8>, Refusal> {
        let hidden = self.hidden()?;
        let denials = hidden.owed_denials(slots.iter().copied(), tiles);
        if self.ledger.charter().proofs == Proofs::AtScoring || denials.is_empty() {
            return Ok(Vec::new());
        }
        let seat = self.seat().ok_or(Refusal::NotExpected)?;
        let statement = hidden.avoid_statement(seat, &denials)?;
        let ctx = self.own_context(self.ledger.stage().kind().ok_or(Refusal::NotExpected)?)?;
        self.opener.as_ref().ok_or(Refusal::NotExpected)?.claim(&statement, &ctx, &self.secret)
    }

    /// The token that shows an own slot to everybody in the current step, and its proof.
    fn show(&mut self, slot: usize) -> Result<([u8; 32], [u8; 96]), Refusal> {
        let ctx = self.own_context(self.ledger.stage().kind().ok_or(Refusal::NotExpected)?)?;
        let (opener, hidden) = opener_and_hidden(&mut self.opener, self.ledger.hidden())?;
        let (tokens, proof) = opener.tokens(hidden, &[slot], Purpose::Show, &ctx, &self.secret)?;
        Ok((*tokens.first().ok_or(Refusal::SlotState)?.bytes(), proof.0))
    }

    fn slot_of(&self, tile: Tile) -> Result<usize, Refusal> {
        let slot = self.hand.iter().find(|(_, held)| **held == tile).map(|(slot, _)| *slot);
        slot.ok_or(Refusal::TileMismatch)
    }

    fn own_context(&self, kind: Kind) -> Result<Context, Refusal> {
        let author = self.ledger.author_of(self.member).ok_or(Refusal::NotExpected)?;
        Ok(self.ledger.context(author, kind))
    }

    fn hidden(&self) -> Result<&Hidden, Refusal> {
        self.ledger.hidden().ok_or(Refusal::NotExpected)
    }

    /// Own code refused own work: a fault of this program, or of the machine. Play stops here, nobody is accused.
    fn fail(&mut self, refusal: Refusal) -> bool {
        let step = self.ledger.step();
        self.stop(Blame { member: None, step, refusal, proven: false }, None);
        false
    }
}

/// Both at once, which the borrow checker allows only field by field.
fn opener_and_hidden<'a>(
    opener: &'a mut Option<Opener>,
    hidden: Option<&'a Hidden>,
) -> Result<(&'a mut Opener, &'a Hidden), Refusal> {
    Ok((opener.as_mut().ok_or(Refusal::NotExpected)?, hidden.ok_or(Refusal::NotExpected)?))
}

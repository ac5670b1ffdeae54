//! Whether one contribution says something that is possible at the current step, and which proofs it stands on.
//!
//! Looks, decodes and compares; changes nothing. What needs arithmetic on the curve is returned as [`Check`]s.

use std::sync::Arc;

use mextrain_core::{Event, Seat, SeatSet, Tile, Tiles, TrainId};
use mextrain_crypto::{
    BatchError, Check, Context,
    deck::{Deck, MASKED_TILE_LEN},
    keys::{KEY_PROOF_LEN, RoundKey},
    lock::LockedToken,
    opening::{OPENING_PROOF_LEN, Token},
    shuffle::ShuffleProof,
};

use super::{
    Ledger, RoundTable,
    hidden::Promise,
    payload::{Choice, Opened, read_pair, read_tokens},
    stage::Stage,
};
use crate::{
    charter::{Proofs, commitment},
    envelope::Envelope,
    refusal::Refusal,
};

const ELEMENT_LEN: usize = 32;

/// What a contribution says, decoded: what folding applies.
#[derive(Clone, Debug)]
pub(super) enum Act {
    Sign,
    Reveal([u8; 32]),
    Key(RoundKey),
    Deck(Arc<Deck>),
    /// Tokens for other seats' slots.
    Tokens(Vec<(usize, Token)>),
    /// Tokens for every slot, locked.
    Locks(Vec<LockedToken>),
    /// Parts that open locked tokens of these slots.
    Parts(Vec<(usize, Token)>),
    EngineHere(Shown),
    NoEngine(Denials),
    Play {
        shown: Shown,
        train: TrainId,
    },
    Draw(Denials),
    Pass(Denials),
    Stop,
    Keep(Denials),
    CannotPlay(Denials),
    CanPlay(Promise),
    Hand(Vec<Shown>),
    /// The scores confirmed, and who is here again.
    Seal {
        back: SeatSet,
    },
    /// Nothing: the seat has left, and there is nothing that could be computed in its place.
    Left,
}

/// A tile that its owner opened.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub slot: usize,
    pub tile: Tile,
    pub token: Token,
}

/// For each slot the tiles that it is shown, or said, not to hold.
pub(super) type Denials = Vec<(usize, Tiles)>;

/// A decoded contribution and the proofs it stands on.
pub(super) type Examined = Result<(Act, Vec<Check>), Refusal>;

impl Ledger {
    /// Reads a contribution that the current step is waiting for.
    pub(super) fn examine(&self, envelope: &Envelope) -> Examined {
        let header = envelope.header();
        let payload = envelope.payload();
        let ctx = self.context(header.author, header.kind);
        // Before seats are drawn the author is a place in the roster; it is called a seat here all the same.
        let seat = Seat::new(header.author).ok_or(Refusal::NotExpected)?;
        match self.stage {
            Stage::Signing => match payload {
                [] => Ok((Act::Sign, Vec::new())),
                _ => Err(Refusal::Length),
            },
            Stage::Revealing => self.examine_nonce(payload, seat),
            Stage::Keys => self.examine_key(payload, ctx),
            Stage::Shuffling { .. } => self.examine_shuffle(payload, ctx),
            Stage::Locking => self.examine_locks(payload, seat, ctx),
            Stage::Unlocking { seat: of } => self.examine_parts(payload, of, seat, ctx),
            Stage::Dealing => {
                let owed = self.table()?.hidden.slots_to_deal(seat);
                self.examine_tokens(payload, &owed, seat, ctx)
            }
            Stage::SearchTokens { .. } | Stage::TogetherTokens { .. } | Stage::DrawTokens { .. } => {
                self.examine_draw_tokens(payload, seat, ctx)
            }
            Stage::FindingEngine | Stage::SearchShow { .. } | Stage::TogetherShow { .. } => {
                self.examine_engine(payload, seat, ctx)
            }
            Stage::Turn { .. } | Stage::Drawn { .. } => self.examine_choice(payload, seat, ctx),
            Stage::Standstill => self.examine_standstill(payload, seat, ctx),
            Stage::Scoring => self.examine_hand(payload, seat, ctx),
            Stage::Sealing => self.examine_seal(payload),
            Stage::Over | Stage::Stopped => Err(Refusal::NotExpected),
        }
    }

    /// The scoreboard's hash, and, where there is somebody to name, the seats that vanished and are here again.
    fn examine_seal(&self, payload: &[u8]) -> Examined {
        let (seal, back) = payload.split_first_chunk::<32>().ok_or(Refusal::Length)?;
        let back = match back {
            [] => SeatSet::EMPTY,
            // One way only to name nobody.
            &[back] if back != 0 => SeatSet::from_bits(back),
            _ => return Err(Refusal::Length),
        };
        let absent = SeatSet::all(self.seats).without(self.playing());
        if *seal != self.seal() || !back.without(absent).is_empty() {
            return Err(Refusal::Rules);
        }
        Ok((Act::Seal { back }, Vec::new()))
    }

    fn examine_nonce(&self, payload: &[u8], author: Seat) -> Examined {
        let nonce: &[u8; 32] = payload.try_into().map_err(|_| Refusal::Length)?;
        let member = self.charter.roster.get(author.index()).ok_or(Refusal::NotExpected)?;
        if commitment(&member.key, nonce) != member.commitment {
            return Err(Refusal::Commitment);
        }
        Ok((Act::Reveal(*nonce), Vec::new()))
    }

    fn examine_key(&self, payload: &[u8], ctx: Context) -> Examined {
        let (key, proof) = read_pair(payload, ELEMENT_LEN, KEY_PROOF_LEN)?;
        let key = RoundKey::decode(key)?;
        if self.used_keys.contains(key.bytes()) {
            return Err(Refusal::KeyReuse);
        }
        let same = |act: &Act| matches!(act, Act::Key(other) if other.bytes() == key.bytes());
        if self.pending.iter().flatten().any(|other| same(&other.act)) {
            return Err(mextrain_crypto::Refusal::DuplicateKey.into());
        }
        let check = Check::Key { ctx, key: key.clone(), proof: proof.into() };
        Ok((Act::Key(key), vec![check]))
    }

    fn examine_shuffle(&self, payload: &[u8], ctx: Context) -> Examined {
        let hidden = &self.table()?.hidden;
        let n = hidden.deck().len();
        let (deck, proof) = read_pair(payload, MASKED_TILE_LEN * n, ShuffleProof::len_for(n))?;
        let output = Arc::new(Deck::decode(deck, n)?);
        let joint = hidden.joint().ok_or(Refusal::NotExpected)?.clone();
        let input = hidden.deck().clone();
        let check = Check::Shuffle { ctx, joint, input, output: output.clone(), proof: proof.into() };
        Ok((Act::Deck(output), vec![check]))
    }

    /// Tokens for exactly the slots that are owed.
    fn examine_tokens(&self, payload: &[u8], owed: &[usize], seat: Seat, ctx: Context) -> Examined {
        let (tokens, proof) = tokens_for(payload, owed)?;
        let check = self.opening_check(owed, tokens.clone(), seat, ctx, proof)?;
        Ok((Act::Tokens(owed.iter().copied().zip(tokens).collect()), vec![check]))
    }

    /// A token for each slot that others draw, in the order of the slots.
    fn examine_draw_tokens(&self, payload: &[u8], seat: Seat, ctx: Context) -> Examined {
        let slots = self.stage.drawn_by_others(seat);
        let (tokens, proof) = read_pair(payload, slots.len() * ELEMENT_LEN, OPENING_PROOF_LEN)?;
        let tokens = tokens
            .chunks_exact(ELEMENT_LEN)
            .map(|bytes| Ok(Token::decode(bytes)?))
            .collect::<Result<Vec<_>, Refusal>>()?;
        let check = self.opening_check(&slots, tokens.clone(), seat, ctx, proof)?;
        Ok((Act::Tokens(slots.into_iter().zip(tokens).collect()), vec![check]))
    }

    fn examine_engine(&self, payload: &[u8], seat: Seat, ctx: Context) -> Examined {
        let RoundTable { public, hidden, .. } = self.table()?;
        let engine = Tile::double(public.engine());
        // In a search only the tile just drawn is in question: the rest of the hand was cleared before.
        let searched = self.stage.drawn_by(seat);
        match Choice::read(payload)? {
            Choice::EngineHere(opened) => {
                let (shown, check) = self.examine_opened(&opened, seat, ctx)?;
                if shown.tile != engine {
                    return Err(Refusal::TileMismatch);
                }
                Ok((Act::EngineHere(shown), vec![check]))
            }
            Choice::NoEngine(claim) => {
                let slots: Vec<usize> = match searched {
                    Some(slot) => vec![slot],
                    None => hidden.closed_slots(seat).collect(),
                };
                let denied: Tiles = [engine].into_iter().collect();
                let (denials, checks) = self.examine_claim(claim, slots, denied, seat, ctx)?;
                Ok((Act::NoEngine(denials), checks))
            }
            _ => Err(Refusal::NotExpected),
        }
    }

    fn examine_choice(&self, payload: &[u8], seat: Seat, ctx: Context) -> Examined {
        let RoundTable { public, hidden, .. } = self.table()?;
        let drawn = self.stage.drawn_by(seat);
        let allowed = |event: Event| public.clone().apply(event).map_err(Refusal::IllegalMove);
        let hand = || hidden.closed_slots(seat).collect::<Vec<_>>();
        match (Choice::read(payload)?, drawn) {
            (Choice::Play { opened, tile, train }, drawn) => {
                let (shown, check) = self.examine_opened(&opened, seat, ctx)?;
                if hidden.set().tile(tile) != Some(shown.tile) {
                    return Err(Refusal::TileMismatch);
                }
                if drawn.is_some_and(|drawn| drawn != shown.slot) {
                    return Err(Refusal::IllegalMove(mextrain_core::Refusal::MustPlayDrawn));
                }
                allowed(Event::Play { seat, tile: shown.tile, train })?;
                Ok((Act::Play { shown, train }, vec![check]))
            }
            (Choice::Draw(claim), None) => {
                allowed(Event::Draw { seat })?;
                let (denials, checks) = self.examine_claim(claim, hand(), public.playable(), seat, ctx)?;
                Ok((Act::Draw(denials), checks))
            }
            (Choice::Pass(claim), None) => {
                allowed(Event::Pass { seat })?;
                let (denials, checks) = self.examine_claim(claim, hand(), public.playable(), seat, ctx)?;
                Ok((Act::Pass(denials), checks))
            }
            // The rules let it stop, or not, whatever it holds: there is nothing to claim.
            (Choice::Stop, None) => {
                allowed(Event::Stop { seat })?;
                Ok((Act::Stop, Vec::new()))
            }
            (Choice::Keep(claim), Some(slot)) => {
                allowed(Event::Keep { seat })?;
                let (denials, checks) =
                    self.examine_claim(claim, vec![slot], public.playable(), seat, ctx)?;
                Ok((Act::Keep(denials), checks))
            }
            _ => Err(Refusal::NotExpected),
        }
    }

    /// Whether a seat can play after all. That it cannot is a claim like any other; that it can is no secret, and is not proven: it is refused
    /// where what the seat has denied leaves no tile that it could mean, now or at any later claim.
    fn examine_standstill(&self, payload: &[u8], seat: Seat, ctx: Context) -> Examined {
        let RoundTable { public, hidden, .. } = self.table()?;
        let tiles = public.playable_by(seat);
        let slots: Vec<usize> = hidden.closed_slots(seat).collect();
        match Choice::read(payload)? {
            Choice::CannotPlay(claim) => {
                let (denials, checks) = self.examine_claim(claim, slots, tiles, seat, ctx)?;
                Ok((Act::CannotPlay(denials), checks))
            }
            Choice::CanPlay => {
                let promise = Promise { step: self.step, seat, slots, tiles };
                if hidden.is_broken(&promise, &[]) {
                    return Err(Refusal::FalseClaim);
                }
                Ok((Act::CanPlay(promise), Vec::new()))
            }
            _ => Err(Refusal::NotExpected),
        }
    }

    fn examine_hand(&self, payload: &[u8], seat: Seat, ctx: Context) -> Examined {
        let hidden = &self.table()?.hidden;
        let owed: Vec<usize> = hidden.closed_slots(seat).collect();
        let (act, checks) = self.examine_tokens(payload, &owed, seat, ctx)?;
        let (Act::Tokens(tokens), [check]) = (act, checks.as_slice()) else {
            return Err(Refusal::NotExpected);
        };
        let shown = tokens
            .into_iter()
            .map(|(slot, token)| Ok(Shown { slot, tile: hidden.tile(slot, &token)?, token }))
            .collect::<Result<_, Refusal>>()
            .map_err(|refusal| fault_of_token(check, refusal))?;
        Ok((Act::Hand(shown), checks))
    }

    /// A tile that its owner opens: the slot must be one of the seat's closed ones and hold some tile.
    fn examine_opened(
        &self,
        opened: &Opened<'_>,
        seat: Seat,
        ctx: Context,
    ) -> Result<(Shown, Check), Refusal> {
        let hidden = &self.table()?.hidden;
        let slot = opened.slot;
        match hidden.owner(slot) {
            None => return Err(Refusal::SlotState),
            Some(owner) if owner != seat => return Err(Refusal::SlotOwner),
            Some(_) => {}
        }
        if hidden.opened(slot).is_some() {
            return Err(Refusal::SlotState);
        }
        let token = Token::decode(opened.token)?;
        let check = self.opening_check(&[slot], vec![token], seat, ctx, opened.proof)?;
        let tile = hidden.tile(slot, &token).map_err(|refusal| fault_of_token(&check, refusal))?;
        Ok((Shown { slot, tile, token }, check))
    }

    /// A claim that none of the slots holds any of the tiles.
    fn examine_claim(
        &self,
        claim: &[u8],
        slots: Vec<usize>,
        tiles: Tiles,
        seat: Seat,
        ctx: Context,
    ) -> Result<(Denials, Vec<Check>), Refusal> {
        let hidden = &self.table()?.hidden;
        let denials = hidden.owed_denials(slots, tiles);
        let mut promises = hidden.promises.iter().filter(|promise| promise.seat == seat);
        if promises.any(|promise| hidden.is_broken(promise, &denials)) {
            return Err(Refusal::FalseClaim);
        }
        if self.charter.proofs == Proofs::AtScoring {
            return if claim.is_empty() { Ok((denials, Vec::new())) } else { Err(Refusal::Length) };
        }
        if denials.is_empty() {
            return if claim.is_empty() { Ok((denials, Vec::new())) } else { Err(Refusal::AvoidSet) };
        }
        let statement = hidden.avoid_statement(seat, &denials)?;
        if claim.len() != statement.proof_len() {
            // Whole elements too few or too many: a claim about other slots or tiles. Anything else is no claim at all.
            let whole = claim.len().is_multiple_of(ELEMENT_LEN);
            return Err(if whole { Refusal::AvoidSet } else { Refusal::Length });
        }
        Ok((denials, vec![Check::Avoid { statement, ctx, proof: claim.into() }]))
    }

    fn opening_check(
        &self,
        slots: &[usize],
        tokens: Vec<Token>,
        seat: Seat,
        ctx: Context,
        proof: &[u8],
    ) -> Result<Check, Refusal> {
        let hidden = &self.table()?.hidden;
        let key = hidden.key(seat).ok_or(Refusal::NotExpected)?.clone();
        let bases = slots.iter().map(|&slot| hidden.base(slot)).collect::<Option<Vec<_>>>();
        let bases = bases.ok_or(Refusal::SlotState)?;
        Ok(Check::Opening { ctx, key, bases, tokens, proof: proof.into() })
    }

    pub(super) fn table(&self) -> Result<&RoundTable, Refusal> {
        self.table.as_ref().ok_or(Refusal::NotExpected)
    }
}

/// The tokens of a payload that names exactly these slots, in their order, and the proof behind them.
pub(super) fn tokens_for<'a>(payload: &'a [u8], owed: &[usize]) -> Result<(Vec<Token>, &'a [u8]), Refusal> {
    let (entries, proof) = read_tokens(payload)?;
    if !entries.iter().map(|(slot, _)| slot).eq(owed) {
        return Err(Refusal::TokenSet);
    }
    let tokens = entries.iter().map(|(_, bytes)| Ok(Token::decode(bytes)?));
    Ok((tokens.collect::<Result<_, Refusal>>()?, proof))
}

/// A token that opens to no tile is most likely a wrong token, and its proof is what says so: that is the fault to name.
fn fault_of_token(check: &Check, refusal: Refusal) -> Refusal {
    match check.verify() {
        Err(BatchError::Refused(faults)) => {
            faults.first().map_or(refusal, |(_, fault)| Refusal::Proof(*fault))
        }
        _ => refusal,
    }
}

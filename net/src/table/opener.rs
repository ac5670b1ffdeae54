//! The only code that makes tokens, with two rules that no message from outside can talk it out of: a token for an own
//! hidden slot leaves this seat only when its tile is played, is the engine, or is scored, or under a lock that it takes all others
//! together to open; and a slot has one recipient for ever.

use std::collections::BTreeMap;

use mextrain_core::{Seat, Tile};
use mextrain_crypto::{
    Context, MatchSecret,
    avoid::{AvoidStatement, avoid},
    encoding::Point,
    keys::RoundSecret,
    lock::{LockProof, LockedToken, lock},
    opening::{OpeningProof, Token, open, tokens},
};

use crate::{
    envelope::Kind,
    ledger::{Hidden, Stage},
    refusal::Refusal,
};

/// What tokens are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Opening other seats' slots to them, at the deal or a draw.
    ForOwners,
    /// Showing own slots to everybody: a play, the engine, the score.
    Show,
}

/// The secret of one round and what it was used for.
pub struct Opener {
    seat: Seat,
    secret: RoundSecret,
    /// To whom each slot was opened.
    recipients: BTreeMap<usize, Seat>,
}

impl Opener {
    /// The opener of a seat with its secret of the round.
    pub fn new(seat: Seat, secret: RoundSecret) -> Opener {
        Opener { seat, secret, recipients: BTreeMap::new() }
    }

    /// Makes tokens for slots and proves them.
    ///
    /// # Errors
    /// `self-leak` or `slot-bound`, where a token must not be made; `slot-state` for a slot that nobody owns.
    pub fn tokens(
        &mut self,
        hidden: &Hidden,
        slots: &[usize],
        purpose: Purpose,
        ctx: &Context,
        secret: &MatchSecret,
    ) -> Result<(Vec<Token>, OpeningProof), Refusal> {
        for &slot in slots {
            let owner = hidden.owner(slot).ok_or(Refusal::SlotState)?;
            let own = owner == self.seat;
            if own != (purpose == Purpose::Show) {
                return Err(Refusal::SelfLeak);
            }
            if *self.recipients.entry(slot).or_insert(owner) != owner {
                return Err(Refusal::SlotBound);
            }
        }
        Ok(open(&self.secret, &bases(hidden, slots)?, ctx, secret))
    }

    /// Locks the tokens for every slot of the deck, own ones too, for all others together.
    ///
    /// # Errors
    /// `not-expected` where nothing is locked in this round.
    pub fn lock(
        &self,
        hidden: &Hidden,
        ctx: &Context,
        secret: &MatchSecret,
    ) -> Result<(Vec<LockedToken>, LockProof), Refusal> {
        let keepers = hidden.keepers(self.seat).ok_or(Refusal::NotExpected)?;
        let slots: Vec<usize> = (0..hidden.deck().len()).collect();
        Ok(lock(&self.secret, keepers, &bases(hidden, &slots)?, ctx, secret))
    }

    /// Makes this seat's parts for slots of another seat's locks. They are no tokens: all they help to is that seat's.
    ///
    /// # Errors
    /// `self-leak` for the own locks; `slot-state` for a slot that is not locked.
    pub fn parts(
        &self,
        hidden: &Hidden,
        of: Seat,
        slots: &[usize],
        ctx: &Context,
        secret: &MatchSecret,
    ) -> Result<(Vec<Token>, OpeningProof), Refusal> {
        if of == self.seat {
            return Err(Refusal::SelfLeak);
        }
        let bases = hidden.locked_bases(of, slots).ok_or(Refusal::SlotState)?;
        Ok(open(&self.secret, &bases, ctx, secret))
    }

    /// Takes up again, from the journal, to whom an own contribution has opened slots.
    pub fn remember(&mut self, hidden: &Hidden, kind: Kind, stage: Stage) {
        let slots = match kind {
            Kind::Deal => hidden.slots_to_deal(self.seat),
            Kind::DrawToken => stage.drawn_by_others(self.seat),
            _ => return,
        };
        for slot in slots {
            if let Some(owner) = hidden.owner(slot) {
                self.recipients.entry(slot).or_insert(owner);
            }
        }
    }

    /// The tile of an own slot, for this seat's eyes.
    ///
    /// # Errors
    /// `slot-state` while tokens of others are missing, `unknown-tile` where it opens to no tile.
    pub fn look(&self, hidden: &Hidden, slot: usize) -> Result<Tile, Refusal> {
        let bases = bases(hidden, &[slot])?;
        let token = tokens(&self.secret, &bases).pop().ok_or(Refusal::SlotState)?;
        hidden.tile(slot, &token)
    }

    /// The secret of the round, for the one message that shows it: whoever leaves the table for good has nothing left to hide.
    pub fn farewell(&self) -> [u8; 32] {
        self.secret.farewell()
    }

    /// Proves a claim about own slots.
    ///
    /// # Errors
    /// `avoid` where the claim is false: there is no such proof.
    pub fn claim(
        &self,
        statement: &AvoidStatement,
        ctx: &Context,
        secret: &MatchSecret,
    ) -> Result<Vec<u8>, Refusal> {
        avoid(&self.secret, statement, ctx, secret).map_err(|_| mextrain_crypto::Refusal::Avoid.into())
    }

    /// The secret itself, for tests that play a cheat.
    #[cfg(test)]
    pub fn secret(&self) -> &RoundSecret {
        &self.secret
    }

    /// The key's encoding and the proof of knowing its secret.
    pub fn key_payload(&self, ctx: &Context, secret: &MatchSecret) -> Vec<u8> {
        [self.secret.key().bytes().as_slice(), &self.secret.prove(ctx, secret).0].concat()
    }
}

fn bases(hidden: &Hidden, slots: &[usize]) -> Result<Vec<Point>, Refusal> {
    slots.iter().map(|&slot| hidden.base(slot).ok_or(Refusal::SlotState)).collect()
}

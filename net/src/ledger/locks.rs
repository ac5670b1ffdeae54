//! Going on with a round from which a seat has vanished: locked tokens, and the parts that open them.
//!
//! Where the table has agreed to keep going, every seat locks its tokens for all others together as soon as the deck is shuffled
//! ([`mextrain_crypto::lock`]). When a certificate names one seat as missing from then on, the others open what is needed of its
//! locks, and the round goes on as after a farewell: the seat's tokens are known, its hand lies face up, its turns go by. That takes
//! every other seat that was dealt in; a second one that vanishes makes the round void.
//!
//! Which slots are needed follows from the state alone: those that have an owner and lack the absent seat's token. Whenever there are
//! any, a step of unlocking comes before whatever is due.

use mextrain_core::{Seat, SeatSet, Seats};
use mextrain_crypto::{
    Check, Context,
    lock::{LOCK_PROOF_LEN, LOCKED_TOKEN_LEN, LockedToken, MIN_KEEPERS},
    opening::Token,
};

use super::{
    Happening, Ledger,
    examine::{Act, Examined, tokens_for},
    farewell::Own,
    payload::read_pair,
    stage::Stage,
};
use crate::refusal::Refusal;

impl Ledger {
    /// The seat that the round goes on without, if it does.
    pub fn unlocked(&self) -> Option<Seat> {
        self.unlocked
    }

    /// The seats without any single one of which the round can go on.
    pub fn dispensable(&self) -> SeatSet {
        let alone = |seat: &Seat| self.can_go_on_without([*seat].into_iter().collect()).is_some();
        self.playing().iter().filter(alone).collect()
    }

    /// The one seat that is missing, if the round can go on without it: its tokens are locked, and everybody it takes to open them is
    /// there, or has left and shown a secret. Only the first ballot of a step can lead to that, see `apply_certificate`.
    pub(super) fn can_go_on_without(&self, missing: SeatSet) -> Option<Seat> {
        let undisturbed = self.unlocked.is_none() && self.excused.is_empty();
        let seat = missing.iter().next().filter(|_| missing.len() == 1 && undisturbed)?;
        let locked = self.hidden()?.has_locked(seat);
        (locked && self.stage != Stage::Sealing).then_some(seat)
    }

    /// Deals the round again where so many have said farewell, and shown their secrets, that fewer than it takes would have to act together to
    /// open somebody's locks. Their tokens would be good for every slot, so that what is known by then must be worth nothing.
    pub(super) fn deal_again_for_few(&mut self, happenings: &mut Vec<Happening>) {
        let playing = !matches!(self.stage, Stage::Scoring | Stage::Sealing | Stage::Over | Stage::Stopped);
        let locked =
            self.hidden().is_some_and(|hidden| self.present.iter().any(|seat| hidden.has_locked(seat)));
        // What stands in the log is known to everybody alike.
        let left = self.logged_farewells().intersection(self.present);
        let staying = self.playing().without(left);
        let few = self.present.without(left).len() <= MIN_KEEPERS && staying.len() >= Seats::MIN.count();
        if playing && locked && !left.is_empty() && few {
            happenings.push(Happening::DealtAgain);
            self.present = staying;
            self.attempt = self.attempt.saturating_add(1);
            self.begin_round(happenings);
        }
    }

    /// Sets a step of unlocking before the one that is due, where it needs one.
    pub(super) fn unlock_first(&mut self) {
        let (Some(seat), Some(hidden)) = (self.unlocked, self.hidden()) else { return };
        let played = !matches!(self.stage, Stage::Sealing | Stage::Over | Stage::Stopped);
        if played && !hidden.slots_to_unlock(seat).is_empty() {
            self.interrupted = Some(std::mem::replace(&mut self.stage, Stage::Unlocking { seat }));
        }
    }

    /// Ends an unlocking that somebody's parts will never come to: the table is again at what it was at before, and the seat whose
    /// tokens were not opened in time is excused like one that does not open its hand.
    pub(super) fn give_up_unlocking(&mut self) {
        if let Some(interrupted) = self.interrupted.take() {
            self.stage = interrupted;
            self.excused = self.excused.union(self.unlocked.take().into_iter().collect());
        }
    }

    /// Locks for every slot of the deck.
    pub(super) fn examine_locks(&self, payload: &[u8], seat: Seat, ctx: Context) -> Examined {
        let hidden = &self.table()?.hidden;
        let n = hidden.deck().len();
        let (locks, proof) = read_pair(payload, LOCKED_TOKEN_LEN * n, LOCK_PROOF_LEN)?;
        let locks = LockedToken::decode_all(locks, n)?;
        let owner = hidden.key(seat).ok_or(Refusal::NotExpected)?.clone();
        let keepers = hidden.keepers(seat).ok_or(Refusal::NotExpected)?.clone();
        let bases = (0..n).map(|slot| hidden.base(slot)).collect::<Option<_>>().ok_or(Refusal::SlotState)?;
        let check = Check::Lock { owner, keepers, bases, locks: locks.clone(), ctx, proof: proof.into() };
        Ok((Act::Locks(locks), vec![check]))
    }

    /// Parts for exactly the slots that are needed.
    pub(super) fn examine_parts(&self, payload: &[u8], of: Seat, seat: Seat, ctx: Context) -> Examined {
        let hidden = &self.table()?.hidden;
        let owed = hidden.slots_to_unlock(of);
        let (parts, proof) = tokens_for(payload, &owed)?;
        let key = hidden.key(seat).ok_or(Refusal::NotExpected)?.clone();
        let bases = hidden.locked_bases(of, &owed).ok_or(Refusal::SlotState)?;
        let check = Check::Opening { ctx, key, bases, tokens: parts.clone(), proof: proof.into() };
        Ok((Act::Parts(owed.into_iter().zip(parts).collect()), vec![check]))
    }

    pub(super) fn take_locks(&mut self, acts: Vec<(u8, Act)>) {
        let Some(table) = &mut self.table else { return };
        for (author, act) in acts {
            // Who has left by now has shown the secret itself.
            if let (Act::Locks(locks), Some(seat)) = (act, Seat::new(author)) {
                self.counts.locks += locks.len() as u64;
                table.hidden.keep_locks(seat, locks);
            }
        }
        self.stage = Stage::Dealing;
    }

    /// Opens the locks with everybody's parts and takes up what was interrupted. Verified locks and parts cannot fail to open; if they do
    /// all the same, the match ends rather than go on with half a table.
    pub(super) fn take_parts(&mut self, of: Seat, acts: &[(u8, Act)]) {
        self.stage = self.interrupted.take().unwrap_or(Stage::Stopped);
        let Some(table) = &mut self.table else { return };
        for (at, slot) in table.hidden.slots_to_unlock(of).into_iter().enumerate() {
            let parts = acts.iter().filter_map(|(_, act)| match act {
                Act::Parts(parts) => parts.get(at).map(|(_, part)| *part),
                _ => None,
            });
            let parts: Vec<Token> = parts.collect();
            self.counts.openings += parts.len() as u64;
            match table.hidden.unlock(of, slot, &parts) {
                Ok(token) => table.hidden.keep_token(slot, of, token),
                Err(_) => self.stage = Stage::Stopped,
            }
        }
    }

    /// What everybody knows a seat to owe whose tokens are unlocked.
    pub(super) fn act_of_unlocked(&self, seat: Seat) -> Act {
        self.act_of_absent(seat, &Own::Unlocked)
    }
}

//! The face-down side of a round: the deck, who owns which slot, which tokens have been shown, what has been denied.
//!
//! Everything here is public: it is what everybody can compute from the messages. A slot is a place in the shuffled deck.
//! Slots are dealt round the table (slot s belongs to the seat s mod n of those dealt in); behind them lies the boneyard, drawn in order.

use std::sync::Arc;

use mextrain_core::{Round, Seat, Seats, Tile, TileSet, Tiles};
use mextrain_crypto::{
    avoid::{AvoidSlot, AvoidStatement},
    deck::Deck,
    encoding::Point,
    keys::{JointKey, RoundKey},
    lock::{Keepers, LockedToken, MIN_KEEPERS},
    opening::Token,
    tiles::TilePoints,
};

use crate::refusal::Refusal;

/// One place of the shuffled deck.
#[derive(Clone, Debug, Default)]
struct Slot {
    owner: Option<Seat>,
    open: Option<Tile>,
    /// One token a seat, by the seat's index.
    tokens: [Option<Token>; Seats::MAX.count()],
    /// Tiles that this slot has been proven not to hold.
    denied: Tiles,
}

/// A claim that was made without a proof, to be held against the opened hands.
#[derive(Clone, Debug)]
pub struct OpenClaim {
    /// The step at which it was made.
    pub step: u32,
    /// Who made it.
    pub seat: Seat,
    /// For each slot the tiles it was claimed not to hold.
    pub denied: Vec<(usize, Tiles)>,
}

/// A seat's word at a standstill that it can play after all. Nothing proves it, and what its author says and shows later must not
/// contradict it.
#[derive(Clone, Debug)]
pub struct Promise {
    /// The step at which it was given.
    pub step: u32,
    /// Who gave it.
    pub seat: Seat,
    /// One of these slots, which were all that the seat held,
    pub slots: Vec<usize>,
    /// holds one of these tiles.
    pub tiles: Tiles,
}

/// The face-down side of a round.
#[derive(Clone, Debug)]
pub struct Hidden {
    set: TileSet,
    /// The seats that are dealt in, in order.
    seats: Vec<Seat>,
    points: &'static TilePoints,
    /// By the seat's index.
    keys: [Option<RoundKey>; Seats::MAX.count()],
    joint: Option<Arc<JointKey>>,
    deck: Arc<Deck>,
    slots: Vec<Slot>,
    dealt: usize,
    next_draw: usize,
    /// Who can open the locked tokens of each seat, by its index; all `None` where nothing is locked.
    keepers: [Option<Arc<Keepers>>; Seats::MAX.count()],
    /// Each seat's locked tokens by slot, by the seat's index.
    locks: [Option<Arc<[LockedToken]>>; Seats::MAX.count()],
    /// Claims still to be held against the hands; at most one a step of the round.
    pub claims: Vec<OpenClaim>,
    /// Words given at standstills; at most one a seat and step of the round.
    pub promises: Vec<Promise>,
}

impl Hidden {
    /// The open deck of a round that has just been laid out, before any key or shuffle: every tile of the set but an engine that lies in
    /// the hub already.
    ///
    /// # Errors
    /// `rules` where the rules deal more tiles than there are, or ask for a set without points, or there are fewer than two seats.
    pub fn new(round: &Round) -> Result<Hidden, Refusal> {
        let (rules, present) = (round.rules(), round.dealt_in());
        let set = rules.set();
        let points = TilePoints::for_highest(set.highest().value()).ok_or(Refusal::Rules)?;
        let engine = Some(Tile::double(round.engine())).filter(|engine| round.on_table().contains(*engine));
        let aside = engine.and_then(|engine| set.id(engine)).map(|id| id.value());
        let deck = Arc::new(Deck::open(points, aside));
        let table = u8::try_from(present.len()).ok().and_then(Seats::new).ok_or(Refusal::Rules)?;
        let dealt = usize::from(rules.hand_size(table)) * table.count();
        if dealt > deck.len() {
            return Err(Refusal::Rules);
        }
        let slots = vec![Slot::default(); deck.len()];
        Ok(Hidden {
            set,
            seats: present.iter().collect(),
            points,
            keys: Default::default(),
            joint: None,
            deck,
            slots,
            dealt,
            next_draw: dealt,
            keepers: Default::default(),
            locks: Default::default(),
            claims: Vec::new(),
            promises: Vec::new(),
        })
    }

    /// Takes the keys of all seats that are dealt in, in seat order.
    ///
    /// # Errors
    /// `duplicate-key` or `identity`.
    pub fn set_keys(&mut self, keys: Vec<RoundKey>) -> Result<(), Refusal> {
        self.joint = Some(Arc::new(JointKey::from_keys(&keys)?));
        for (seat, key) in self.seats.iter().zip(keys) {
            if let Some(place) = self.keys.get_mut(seat.index()) {
                *place = Some(key);
            }
        }
        Ok(())
    }

    /// Makes every seat's tokens be locked for all others together, where they are enough of them.
    ///
    /// # Errors
    /// `identity` where the keys of all seats but the one named cancel out.
    pub fn set_keepers(&mut self) -> Result<(), (Seat, Refusal)> {
        if self.seats.len() <= MIN_KEEPERS {
            return Ok(());
        }
        for &seat in &self.seats {
            let others = self.seats.iter().filter(|&&other| other != seat);
            let others: Vec<RoundKey> = others.filter_map(|&other| self.key(other)).cloned().collect();
            let owner = self.key(seat).ok_or((seat, Refusal::NotExpected))?;
            let keepers = Keepers::new(owner, &others).map_err(|refusal| (seat, refusal.into()))?;
            let keepers = Arc::new(keepers);
            if let Some(place) = self.keepers.get_mut(seat.index()) {
                *place = Some(keepers);
            }
        }
        Ok(())
    }

    /// Whether tokens are locked in this round.
    pub fn has_keepers(&self) -> bool {
        self.keepers.iter().any(Option::is_some)
    }

    /// Who can open the locked tokens of a seat.
    pub fn keepers(&self, owner: Seat) -> Option<&Arc<Keepers>> {
        self.keepers.get(owner.index())?.as_ref()
    }

    /// Keeps a seat's proven locks, one a slot.
    pub fn keep_locks(&mut self, owner: Seat, locks: Vec<LockedToken>) {
        if let Some(place) = self.locks.get_mut(owner.index()) {
            *place = Some(locks.into());
        }
    }

    /// Whether a seat has locked its tokens.
    pub fn has_locked(&self, owner: Seat) -> bool {
        self.locks.get(owner.index()).is_some_and(Option::is_some)
    }

    /// The slots for which an absent seat's token is needed by now, ascending: its own closed ones, and those it should have opened to
    /// their owners.
    pub fn slots_to_unlock(&self, absent: Seat) -> Vec<usize> {
        let needed = |slot: &Slot| {
            let known = slot.tokens.get(absent.index()).is_some_and(Option::is_some);
            slot.owner.is_some() && slot.open.is_none() && !known
        };
        self.slots.iter().enumerate().filter(|(_, slot)| needed(slot)).map(|(at, _)| at).collect()
    }

    /// What parts for these slots of a seat's locks are made from; `None` where one is not locked.
    pub fn locked_bases(&self, owner: Seat, slots: &[usize]) -> Option<Vec<Point>> {
        let locks = self.locks.get(owner.index())?.as_ref()?;
        slots.iter().map(|&slot| Some(*locks.get(slot)?.base())).collect()
    }

    /// A seat's token for a slot, from one part of each of its keepers.
    ///
    /// # Errors
    /// `slot-state` for a slot that is not locked, `length` where parts are missing, `identity` where they leave no token.
    pub fn unlock(&self, owner: Seat, slot: usize, parts: &[Token]) -> Result<Token, Refusal> {
        let locks = self.locks.get(owner.index()).and_then(Option::as_ref).ok_or(Refusal::SlotState)?;
        let lock = locks.get(slot).ok_or(Refusal::SlotState)?;
        Ok(self.keepers(owner).ok_or(Refusal::SlotState)?.unlock(lock, parts)?)
    }

    /// Takes a proven shuffle as the new deck.
    pub fn set_deck(&mut self, deck: Arc<Deck>) {
        self.deck = deck;
    }

    /// Gives the dealt slots to their owners.
    pub fn assign_dealt(&mut self) {
        for (at, slot) in self.slots.iter_mut().enumerate().take(self.dealt) {
            slot.owner = self.seats.get(at % self.seats.len()).copied();
        }
    }

    /// Gives the boneyard's next slot to a seat.
    pub fn assign_drawn(&mut self, seat: Seat) -> Option<usize> {
        let at = self.next_draw;
        self.slots.get_mut(at)?.owner = Some(seat);
        self.next_draw += 1;
        Some(at)
    }

    /// Keeps a verified token.
    pub fn keep_token(&mut self, slot: usize, seat: Seat, token: Token) {
        if let Some(kept) = self.slots.get_mut(slot).and_then(|slot| slot.tokens.get_mut(seat.index())) {
            *kept = Some(token);
        }
    }

    /// A seat's token for a slot, if it is known.
    pub fn token(&self, slot: usize, seat: Seat) -> Option<&Token> {
        self.slots.get(slot)?.tokens.get(seat.index())?.as_ref()
    }

    /// Marks a slot as open: everybody has seen its tile.
    pub fn open(&mut self, slot: usize, tile: Tile) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.open = Some(tile);
        }
    }

    /// Notes what a claim has said of a slot, proven or to be held against the opened hand.
    pub fn deny(&mut self, slot: usize, tiles: Tiles) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.denied = slot.denied.union(tiles);
        }
    }

    /// The deck as it stands.
    pub fn deck(&self) -> &Arc<Deck> {
        &self.deck
    }

    /// The key that all masks of this round are made with.
    pub fn joint(&self) -> Option<&Arc<JointKey>> {
        self.joint.as_ref()
    }

    /// A seat's key of this round.
    pub fn key(&self, seat: Seat) -> Option<&RoundKey> {
        self.keys.get(seat.index())?.as_ref()
    }

    /// The boneyard's next slot.
    pub fn next_draw(&self) -> usize {
        self.next_draw
    }

    /// Who owns a slot.
    pub fn owner(&self, slot: usize) -> Option<Seat> {
        self.slots.get(slot)?.owner
    }

    /// The tile of an opened slot.
    pub fn opened(&self, slot: usize) -> Option<Tile> {
        self.slots.get(slot)?.open
    }

    /// The closed slots of a seat, ascending.
    pub fn closed_slots(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let closed = move |slot: &Slot| slot.owner == Some(seat) && slot.open.is_none();
        self.slots.iter().enumerate().filter(move |(_, slot)| closed(slot)).map(|(at, _)| at)
    }

    /// Whether no owner's token of a closed slot is known: what nobody may ever bring about, but for a seat that the round goes on
    /// without.
    #[cfg(test)]
    pub fn keeps_secrets(&self, without: Option<Seat>) -> bool {
        self.slots.iter().filter(|slot| slot.open.is_none()).all(|slot| {
            let kept = slot.owner.filter(|owner| Some(*owner) != without);
            kept.is_none_or(|owner| slot.tokens.get(owner.index()).is_none_or(Option::is_none))
        })
    }

    /// The slots that a seat must open to their owners at the deal, ascending: all dealt ones but its own.
    pub fn slots_to_deal(&self, seat: Seat) -> Vec<usize> {
        let place = self.seats.iter().position(|&other| other == seat);
        (0..self.dealt).filter(|slot| Some(slot % self.seats.len()) != place).collect()
    }

    /// The first half of a slot's masked tile, which a token is made from.
    pub fn base(&self, slot: usize) -> Option<Point> {
        Some(self.deck.slot(slot)?.a)
    }

    /// The tile that a slot holds, given its owner's token.
    ///
    /// # Errors
    /// `slot-state` where tokens are missing, `unknown-tile` where the result is no tile.
    pub fn tile(&self, slot: usize, own: &Token) -> Result<Tile, Refusal> {
        let others = self.tokens_of_others(slot).ok_or(Refusal::SlotState)?;
        let masked = self.deck.slot(slot).ok_or(Refusal::SlotState)?;
        let id = masked.open(self.points, others.into_iter().chain([own]))?;
        self.set.tile(id).ok_or(Refusal::UnknownTile)
    }

    /// Of `tiles`, what a claim over `slots` must still deny: pairs proven before are left out.
    pub fn owed_denials(&self, slots: impl IntoIterator<Item = usize>, tiles: Tiles) -> Vec<(usize, Tiles)> {
        slots
            .into_iter()
            .filter_map(|at| Some((at, tiles.minus(self.slots.get(at)?.denied))))
            .filter(|(_, owed)| !owed.is_empty())
            .collect()
    }

    /// Whether a promise cannot be true any more: each of its slots lies open with another tile, or has been denied, or is by these
    /// denials, to hold any of its tiles.
    pub fn is_broken(&self, promise: &Promise, denials: &[(usize, Tiles)]) -> bool {
        promise.slots.iter().all(|at| {
            let Some(slot) = self.slots.get(*at) else { return true };
            let denied_now = denials.iter().filter(|(other, _)| other == at).map(|(_, tiles)| *tiles);
            let denied = denied_now.fold(slot.denied, Tiles::union);
            let possible = promise.tiles.minus(denied);
            slot.open.map_or(possible.is_empty(), |tile| !promise.tiles.contains(tile))
        })
    }

    /// The statement that an avoid proof of a seat for these denials is about; the denials must not be empty.
    ///
    /// # Errors
    /// `slot-state` for a slot that is not there to be spoken of.
    pub fn avoid_statement(&self, seat: Seat, denials: &[(usize, Tiles)]) -> Result<AvoidStatement, Refusal> {
        let key = self.key(seat).ok_or(Refusal::SlotState)?.clone();
        let slots = denials
            .iter()
            .map(|(at, tiles)| {
                let masked = self.deck.slot(*at)?;
                Some(AvoidSlot::new(masked, self.tokens_of_others(*at)?, self.ids(*tiles)))
            })
            .collect::<Option<Vec<_>>>()
            .ok_or(Refusal::SlotState)?;
        Ok(AvoidStatement::new(self.points, key, slots)?)
    }

    /// The tile set.
    pub fn set(&self) -> TileSet {
        self.set
    }

    /// The tokens of everybody but a slot's owner; `None` unless all are there.
    fn tokens_of_others(&self, slot: usize) -> Option<Vec<&Token>> {
        let state = self.slots.get(slot)?;
        let owner = state.owner?;
        let others = self.seats.iter().filter(|&&seat| seat != owner);
        others.map(|seat| state.tokens.get(seat.index())?.as_ref()).collect()
    }

    /// Ascending ids of a set of tiles.
    fn ids(&self, tiles: Tiles) -> Vec<u8> {
        let mut ids: Vec<u8> =
            tiles.iter().filter_map(|tile| self.set.id(tile)).map(|id| id.value()).collect();
        ids.sort_unstable();
        ids
    }
}

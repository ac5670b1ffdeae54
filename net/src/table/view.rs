//! What a seat may know, and what its player is asked for.

use mextrain_core::{Seat, SeatView, Tile, Tiles, bot::Knowledge};

use super::{Evidence, Table};
use crate::{
    charter::Charter,
    ledger::{Ledger, Stage},
};

/// What the player of this seat is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owing {
    /// Nothing now.
    Nothing,
    /// A move: see [`View::seat_view`] for the legal ones.
    Move,
    /// To say that the scores are right and the next round may begin.
    Seal,
}

/// What this seat may know.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) table: &'a Table,
}

impl<'a> View<'a> {
    /// What everybody knows.
    pub fn ledger(&self) -> &'a Ledger {
        &self.table.ledger
    }

    /// The charter.
    pub fn charter(&self) -> &'a Charter {
        self.table.ledger.charter()
    }

    /// This player's place in the roster.
    pub fn member(&self) -> usize {
        self.table.member
    }

    /// This player's seat, once seats are drawn.
    pub fn seat(&self) -> Option<Seat> {
        self.table.seat()
    }

    /// The tiles of this hand.
    pub fn hand(&self) -> Tiles {
        self.table.hand.values().copied().collect()
    }

    /// The tile that this seat has just drawn and must play or keep.
    pub fn drawn(&self) -> Option<Tile> {
        match self.ledger().stage() {
            Stage::Drawn { seat, slot } if Some(seat) == self.seat() => self.table.hand.get(&slot).copied(),
            _ => None,
        }
    }

    /// The round as this seat sees it, while one is being played.
    pub fn seat_view(&self) -> Option<SeatView<'a>> {
        Some(SeatView::new(self.ledger().round()?, self.seat()?, self.hand(), self.drawn()))
    }

    /// All that a player may decide by, while a round is being played.
    pub fn knowledge(&self) -> Option<Knowledge<'a>> {
        Some(Knowledge { view: self.seat_view()?, past: self.ledger().past()? })
    }

    /// What the player is asked for.
    pub fn owing(&self) -> Owing {
        let table = self.table;
        let nothing = table.own_contribution().is_some() || table.leaving.is_some() || table.hears_first();
        let plays = self.seat().is_some_and(|seat| self.ledger().playing().contains(seat));
        match self.ledger().stage() {
            _ if nothing => Owing::Nothing,
            Stage::Turn { seat } | Stage::Drawn { seat, .. } if Some(seat) == self.seat() => Owing::Move,
            Stage::Sealing if plays => Owing::Seal,
            _ => Owing::Nothing,
        }
    }

    /// Whether the table has come back, and its player decides nothing before somebody else has been heard.
    pub fn hears_first(&self) -> bool {
        self.table.hears_first()
    }

    /// Whether this player has left the table.
    pub fn has_left(&self) -> bool {
        self.table.leaving.is_some()
    }

    /// Why the match was stopped, with what proves it, if it was.
    pub fn evidence(&self) -> Option<&'a Evidence> {
        self.table.evidence.as_ref()
    }

    /// The tile that was drawn, if all that can be done with it is to keep it.
    pub(super) fn drawn_must_be_kept(&self) -> Option<Tile> {
        self.drawn().filter(|_| self.seat_view().is_some_and(|view| view.must_keep()))
    }
}

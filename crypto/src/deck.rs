//! Masked tiles and decks of them.
//!
//! A masked tile is an ElGamal pair `(A, B)` under the joint key Y of all seats. A mask `(ρG, ρY)` is added by
//! each shuffler; because masks commute they come off in any order, one opening token `xA` of every seat at a
//! time. The open deck is `(O, M_t)` in the order of the tiles.
//!
//! Which slot belongs to whom, and which lie open, is not known here.

use curve25519_dalek::RistrettoPoint;

use crate::{
    encoding::{ELEMENT_LEN, Point, Reader},
    opening::Token,
    refusal::Refusal,
    tiles::TilePoints,
};

/// The largest deck: the tiles of a double-twelve set.
pub const MAX_TILES: usize = 91;

/// The smallest deck that can be shuffled.
pub const MIN_TILES: usize = 2;

/// Bytes of a masked tile.
pub const MASKED_TILE_LEN: usize = 2 * ELEMENT_LEN;

/// One slot of a deck: a tile under the masks that lie on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskedTile {
    /// `ΣρG`: what opening tokens are made from.
    pub a: Point,
    /// `M + ΣρY`: the tile and its masks.
    pub b: Point,
}

impl MaskedTile {
    /// `B − ΣD`: what is left when these tokens have taken their masks off.
    pub fn strip<'a>(&self, tokens: impl IntoIterator<Item = &'a Token>) -> RistrettoPoint {
        tokens.into_iter().fold(*self.b.element(), |rest, token| rest - token.point().element())
    }

    /// The tile in the slot, given every seat's token for it.
    ///
    /// # Errors
    /// [`Refusal::UnknownTile`] if what is left is no tile of the set.
    pub fn open<'a>(
        &self,
        tiles: &TilePoints,
        tokens: impl IntoIterator<Item = &'a Token>,
    ) -> Result<u8, Refusal> {
        tiles.find(&self.strip(tokens)).ok_or(Refusal::UnknownTile)
    }

    /// Makes sure that the slot holds the tile that its owner named, given every seat's token.
    ///
    /// # Errors
    /// [`Refusal::UnknownTile`] if the set has no tile of that id or the slot holds none at all,
    /// [`Refusal::TileMismatch`] if it holds another one.
    pub fn expect<'a>(
        &self,
        tiles: &TilePoints,
        tokens: impl IntoIterator<Item = &'a Token>,
        id: u8,
    ) -> Result<(), Refusal> {
        let named = tiles.point(id).ok_or(Refusal::UnknownTile)?;
        let rest = self.strip(tokens);
        if rest == *named.element() {
            return Ok(());
        }
        tiles.find(&rest).map_or(Err(Refusal::UnknownTile), |_| Err(Refusal::TileMismatch))
    }
}

/// A deck of 2 to 91 masked tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    rows: Vec<MaskedTile>,
}

impl Deck {
    /// The open deck: `(O, M_t)` in the order of the tiles, without the one that was set aside, if any.
    pub fn open(tiles: &TilePoints, without: Option<u8>) -> Self {
        let rows = tiles
            .points()
            .iter()
            .zip(0..)
            .filter(|(_, id)| Some(*id) != without)
            .map(|(point, _)| MaskedTile { a: Point::identity(), b: *point })
            .collect();
        Self { rows }
    }

    /// Decodes a shuffled deck of `n` tiles from `64·n` bytes `A_1 ‖ B_1 ‖ A_2 ‖ …`.
    ///
    /// # Errors
    /// [`Refusal::Length`] also for fewer than 2 or more than 91 tiles, [`Refusal::Point`],
    /// [`Refusal::Identity`], [`Refusal::DuplicatePoint`] if two of the 2n points are equal.
    pub fn decode(bytes: &[u8], n: usize) -> Result<Self, Refusal> {
        if !(MIN_TILES..=MAX_TILES).contains(&n) {
            return Err(Refusal::Length);
        }
        let mut reader = Reader::of_elements(bytes, 2 * n)?;
        let mut rows = Vec::with_capacity(n);
        for _ in 0..n {
            rows.push(MaskedTile { a: reader.point()?, b: reader.point()? });
        }
        let deck = Self { rows };
        deck.expect_masked()?;
        Ok(deck)
    }

    pub(crate) fn from_rows(rows: Vec<MaskedTile>) -> Self {
        Self { rows }
    }

    /// The encoding that [`Deck::decode`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.encodings().flatten().copied().collect()
    }

    /// How many tiles there are.
    #[allow(clippy::len_without_is_empty, reason = "a deck is never empty")]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// All slots in order.
    pub fn rows(&self) -> &[MaskedTile] {
        &self.rows
    }

    /// The slot of this number, counted from 0.
    pub fn slot(&self, slot: usize) -> Option<&MaskedTile> {
        self.rows.get(slot)
    }

    /// What every shuffled deck must fulfil on its own: no identity, since it would be no mask, and no point
    /// twice, since equal masks can be told and one token would open several slots.
    pub(crate) fn expect_masked(&self) -> Result<(), Refusal> {
        if self.rows.iter().any(|row| row.a.is_identity() || row.b.is_identity()) {
            return Err(Refusal::Identity);
        }
        if !self.sorted_encodings().is_sorted_by(|x, y| x < y) {
            return Err(Refusal::DuplicatePoint);
        }
        Ok(())
    }

    /// What a shuffled deck must fulfil beside the one before: an honest mask changes every point, so one that
    /// is still there tells where its tile went.
    pub(crate) fn expect_changed_from(&self, before: &Self) -> Result<(), Refusal> {
        let old = before.sorted_encodings();
        let unchanged = |encoding: &[u8; ELEMENT_LEN]| old.binary_search(&encoding).is_ok();
        if self.encodings().any(unchanged) { Err(Refusal::TrivialShuffle) } else { Ok(()) }
    }

    fn encodings(&self) -> impl Iterator<Item = &[u8; ELEMENT_LEN]> {
        self.rows.iter().flat_map(|row| [row.a.bytes(), row.b.bytes()])
    }

    fn sorted_encodings(&self) -> Vec<&[u8; ELEMENT_LEN]> {
        let mut encodings: Vec<_> = self.encodings().collect();
        encodings.sort_unstable();
        encodings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_deck_is_in_the_order_of_the_tiles() {
        let tiles = TilePoints::for_highest(9).unwrap();
        let deck = Deck::open(tiles, None);
        assert_eq!(deck.len(), 55);
        assert!(
            deck.rows().iter().zip(tiles.points()).all(|(row, tile)| row.a.is_identity() && row.b == *tile)
        );
        let without = Deck::open(tiles, Some(54));
        assert_eq!(without.rows(), &deck.rows()[..54]);
        let without = Deck::open(tiles, Some(0));
        assert_eq!(without.rows(), &deck.rows()[1..]);
    }

    #[test]
    fn sizes_are_bounded() {
        for n in [0, 1, 92, usize::MAX] {
            assert_eq!(Deck::decode(&[], n), Err(Refusal::Length));
        }
    }

    #[test]
    fn open_slots_tell_their_tile() {
        let tiles = TilePoints::for_highest(12).unwrap();
        let deck = Deck::open(tiles, None);
        let slot = deck.slot(7).unwrap();
        assert_eq!(slot.open(tiles, []), Ok(7));
        assert_eq!(slot.expect(tiles, [], 7), Ok(()));
        assert_eq!(slot.expect(tiles, [], 8), Err(Refusal::TileMismatch));
        assert_eq!(slot.expect(tiles, [], 91), Err(Refusal::UnknownTile));
        let nine = TilePoints::for_highest(9).unwrap();
        assert_eq!(slot.open(nine, []), Err(Refusal::UnknownTile));
        assert_eq!(slot.expect(nine, [], 7), Err(Refusal::UnknownTile));
        assert!(deck.slot(91).is_none());
    }
}

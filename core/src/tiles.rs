//! Sets of tiles as bits, so that a round asks "what plays?" with a few machine instructions.

use std::fmt;

use crate::tile::{Pip, Tile};

/// A set of tiles. The bit of a tile is its [`Tile::index`], which is the same in either set of dominoes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tiles(u128);

impl Tiles {
    /// No tile.
    pub const EMPTY: Self = Self(0);

    /// Every tile of the larger set.
    pub const ALL: Self = Self::first(91);

    /// Every double of the larger set.
    pub const DOUBLES: Self = doubles();

    /// The `count` tiles of lowest index, at most 91.
    #[must_use]
    pub const fn first(count: u8) -> Self {
        let count = if count > 91 { 91 } else { count };
        Self((1 << count) - 1)
    }

    /// Every tile with this pip on one of its halves: 13 tiles, of the larger set.
    #[must_use]
    pub const fn with_pip(pip: Pip) -> Self {
        WITH_PIP[pip.value() as usize]
    }

    /// Adds a tile; says whether it was new.
    pub const fn insert(&mut self, tile: Tile) -> bool {
        let new = !self.contains(tile);
        self.0 |= 1 << tile.index();
        new
    }

    /// Takes a tile out; says whether it was there.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let there = self.contains(tile);
        self.0 &= !(1 << tile.index());
        there
    }

    /// Whether the tile is in it.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & (1 << tile.index()) != 0
    }

    /// How many tiles it has, 0 to 91.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles of both.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles of this one that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The tile of highest index.
    pub(crate) fn last(self) -> Option<Tile> {
        // Without a tile this is 255, which no tile has.
        Tile::from_index(127_u8.wrapping_sub(self.0.leading_zeros() as u8))
    }

    /// The set as a number below 2^91: bit `i` is the tile of index `i`.
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// The tiles in ascending order of their index.
    pub const fn iter(self) -> TilesIter {
        TilesIter(self)
    }
}

/// The tiles of a [`Tiles`], in ascending order of their index.
#[derive(Clone, Debug)]
pub struct TilesIter(Tiles);

impl Iterator for TilesIter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let bits = &mut self.0.0;
        // Without a tile left this is 128, which no tile has.
        let tile = Tile::from_index(bits.trailing_zeros() as u8)?;
        *bits &= *bits - 1;
        Some(tile)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.0.len());
        (left, Some(left))
    }
}

impl ExactSizeIterator for TilesIter {}

impl IntoIterator for Tiles {
    type Item = Tile;
    type IntoIter = TilesIter;

    fn into_iter(self) -> TilesIter {
        self.iter()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(tiles);
        set
    }
}

impl Extend<Tile> for Tiles {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        for tile in tiles {
            self.insert(tile);
        }
    }
}

impl fmt::Display for Tiles {
    /// The tiles in order, with a blank between: `1-2 3-4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorted: Vec<Tile> = self.iter().collect();
        sorted.sort_unstable();
        for (place, tile) in sorted.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{tile}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

const fn doubles() -> Tiles {
    let mut doubles = Tiles::EMPTY;
    let mut pip = 0;
    while pip < 13 {
        doubles.0 |= 1 << (pip * (pip + 1) / 2 + pip);
        pip += 1;
    }
    doubles
}

static WITH_PIP: [Tiles; 13] = with_pip();

const fn with_pip() -> [Tiles; 13] {
    let mut masks = [Tiles::EMPTY; 13];
    let mut pip = 0;
    while pip < 13 {
        let mut other = 0;
        while other < 13 {
            let (lo, hi) = if pip < other { (pip, other) } else { (other, pip) };
            masks[pip].0 |= 1 << (hi * (hi + 1) / 2 + lo);
            other += 1;
        }
        pip += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::TileSet;

    #[test]
    fn masks_hold_exactly_the_tiles_with_the_pip() {
        for pip in Pip::MAX.up_to() {
            for tile in TileSet::DoubleTwelve.tiles() {
                assert_eq!(Tiles::with_pip(pip).contains(tile), tile.has(pip), "{pip} {tile}");
            }
            assert_eq!(Tiles::with_pip(pip).len(), 13);
            assert!(Tiles::DOUBLES.contains(Tile::double(pip)));
        }
    }

    #[test]
    fn a_set_is_a_set() {
        let (a, b): (Tile, Tile) = ("1-2".parse().unwrap(), "12-12".parse().unwrap());
        let mut set = Tiles::EMPTY;
        assert!(set.insert(b) && set.insert(a) && !set.insert(a));
        assert_eq!(set.len(), 2);
        assert_eq!((Tiles::ALL, Tiles::DOUBLES.len()), (TileSet::DoubleTwelve.tiles(), 13));
        assert_eq!(set.to_string(), "1-2 12-12");
        assert_eq!(set.iter().collect::<Vec<_>>(), [a, b]);
        assert_eq!(set.iter().len(), 2);
        assert!(set.remove(a) && !set.remove(a));
        assert_eq!(set, [b].into_iter().collect());
        assert_eq!(TileSet::DoubleTwelve.tiles().minus(set).len(), 90);
        assert_eq!(Tiles::first(91).iter().count(), 91);
    }
}

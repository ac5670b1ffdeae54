//! Pips, tiles and the two sets.
//!
//! Knows nothing of trains or hands: a tile matches a pip or it does not.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::quoted;
use crate::tiles::Tiles;

/// The number of spots on one half of a tile, 0 to 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Pip(u8);

impl Pip {
    /// No spots.
    pub const BLANK: Self = Self(0);

    /// The highest pip of the largest set.
    pub const MAX: Self = Self(12);

    /// The pip of this value, or `None` above 12.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if value <= Self::MAX.0 { Some(Self(value)) } else { None }
    }

    /// Its number of spots.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Every pip from 0 up to this one.
    pub fn up_to(self) -> impl Iterator<Item = Self> {
        (0..=self.0).map(Self)
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Pip> for u8 {
    fn from(pip: Pip) -> Self {
        pip.0
    }
}

impl TryFrom<u8> for Pip {
    type Error = OutOfRange;

    fn try_from(value: u8) -> Result<Self, OutOfRange> {
        Self::new(value).ok_or(OutOfRange(value))
    }
}

/// A number that stands for no pip, tile, seat or train.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is out of range")]
pub struct OutOfRange(pub(crate) u8);

/// One domino: two pips, the lower first whatever order they were given in.
///
/// Tiles are ordered by lower pip, then by higher, which is the order of [`TileId`]s within a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Tile {
    lo: Pip,
    hi: Pip,
}

impl Tile {
    /// The number of tiles of the largest set, and so of different indices.
    pub const COUNT: usize = 91;

    /// The tile with these two halves.
    #[must_use]
    pub const fn new(one: Pip, other: Pip) -> Self {
        if one.0 <= other.0 { Self { lo: one, hi: other } } else { Self { lo: other, hi: one } }
    }

    /// The double of this pip.
    #[must_use]
    pub const fn double(pip: Pip) -> Self {
        Self { lo: pip, hi: pip }
    }

    /// The tile with this [`index`](Self::index), or `None` from 91 on.
    #[must_use]
    pub fn from_index(index: u8) -> Option<Self> {
        BY_INDEX.get(usize::from(index)).copied()
    }

    /// The lower half.
    #[must_use]
    pub const fn lo(self) -> Pip {
        self.lo
    }

    /// The higher half; the same as the lower on a double.
    #[must_use]
    pub const fn hi(self) -> Pip {
        self.hi
    }

    /// Whether both halves are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.lo.0 == self.hi.0
    }

    /// Whether one of the halves is `pip`.
    #[must_use]
    pub const fn has(self, pip: Pip) -> bool {
        self.lo.0 == pip.0 || self.hi.0 == pip.0
    }

    /// The half that is left open when the other one is joined to `pip`; `None` if the tile has no such half.
    #[must_use]
    pub fn other(self, pip: Pip) -> Option<Pip> {
        if self.lo == pip {
            Some(self.hi)
        } else if self.hi == pip {
            Some(self.lo)
        } else {
            None
        }
    }

    /// The spots of both halves, 0 to 24. What a held tile costs is [`tile_points`](crate::tile_points).
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.lo.0 + self.hi.0
    }

    /// A number from 0 to 90 that is the same in either set: `hi(hi + 1)/2 + lo`. The double-nine set is 0 to 54.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.hi.0 * (self.hi.0 + 1) / 2 + self.lo.0
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.lo, self.hi)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Tile {
    type Err = TileTextError;

    /// Reads `4-6` or `6-4`. Pips are plain numbers without sign or leading zero.
    fn from_str(text: &str) -> Result<Self, TileTextError> {
        let (one, other) = text.split_once('-').ok_or_else(|| TileTextError::shape(text))?;
        let halves = (number(one), number(other));
        let (Some(one), Some(other)) = halves else { return Err(TileTextError::shape(text)) };
        match (Pip::new(one), Pip::new(other)) {
            (Some(one), Some(other)) => Ok(Self::new(one, other)),
            _ => Err(TileTextError { text: quoted(text), too_high: true }),
        }
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> Self {
        tile.index()
    }
}

impl TryFrom<u8> for Tile {
    type Error = OutOfRange;

    fn try_from(index: u8) -> Result<Self, OutOfRange> {
        Self::from_index(index).ok_or(OutOfRange(index))
    }
}

/// Why a text is no tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileTextError {
    text: String,
    too_high: bool,
}

impl TileTextError {
    fn shape(text: &str) -> Self {
        Self { text: quoted(text), too_high: false }
    }

    /// What was read, quoted and fit to be shown.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text was written like a tile, of pips that no set has (up to 99).
    #[must_use]
    pub const fn is_too_high(&self) -> bool {
        self.too_high
    }
}

impl fmt::Display for TileTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.too_high {
            write!(f, "{} is in no set: pips go up to {}", self.text, Pip::MAX)
        } else {
            write!(f, "{} is not a tile; write one as 4-6", self.text)
        }
    }
}

impl std::error::Error for TileTextError {}

/// The place of a tile in its set, counted by lower pip and then by higher: `lo(m + 1) − lo(lo − 1)/2 + (hi − lo)`
/// with `m` the set's highest pip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileId(u8);

impl TileId {
    /// Its number, from 0.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }
}

/// Which dominoes are on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TileSet {
    /// 91 tiles up to 12-12.
    #[default]
    DoubleTwelve,
    /// 55 tiles up to 9-9.
    DoubleNine,
}

impl TileSet {
    /// Both sets, the default first.
    pub const ALL: [Self; 2] = [Self::DoubleTwelve, Self::DoubleNine];

    /// Its highest pip.
    #[must_use]
    pub const fn highest(self) -> Pip {
        match self {
            Self::DoubleTwelve => Pip(12),
            Self::DoubleNine => Pip(9),
        }
    }

    /// Its number of tiles: 91 or 55.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no set is empty")]
    pub const fn len(self) -> u8 {
        match self {
            Self::DoubleTwelve => 91,
            Self::DoubleNine => 55,
        }
    }

    /// All its tiles.
    #[must_use]
    pub const fn tiles(self) -> Tiles {
        Tiles::first(self.len())
    }

    /// Whether the tile belongs to it.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        tile.hi.0 <= self.highest().0
    }

    /// The tile's place in this set; `None` if it is not in it.
    #[must_use]
    pub fn id(self, tile: Tile) -> Option<TileId> {
        if !self.contains(tile) {
            return None;
        }
        let (a, b, m) = (u16::from(tile.lo.0), u16::from(tile.hi.0), u16::from(self.highest().0));
        // a(a − 1)/2 without a subtraction below zero: the sum of the numbers before a.
        let id = a * (m + 1) + b - a - a * a.saturating_sub(1) / 2;
        u8::try_from(id).ok().map(TileId)
    }

    /// The tile at this place; `None` beyond the set's end.
    #[must_use]
    pub fn tile(self, id: u8) -> Option<Tile> {
        let highest = self.highest().0;
        let mut before = 0;
        for lo in 0..=highest {
            let row = highest - lo + 1;
            if id < before + row {
                return Some(Tile { lo: Pip(lo), hi: Pip(lo + id - before) });
            }
            before += row;
        }
        None
    }

    /// Its name in settings: `double-twelve` or `double-nine`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoubleTwelve => "double-twelve",
            Self::DoubleNine => "double-nine",
        }
    }
}

/// A decimal number of one or two digits without a leading zero.
pub(crate) fn number(text: &str) -> Option<u8> {
    let digits = text.as_bytes();
    let plain = digits.iter().all(u8::is_ascii_digit);
    let canonical = digits.len() == 1 || (digits.len() == 2 && digits.first() != Some(&b'0'));
    if plain && canonical { text.parse().ok() } else { None }
}

static BY_INDEX: [Tile; Tile::COUNT] = by_index();

const fn by_index() -> [Tile; Tile::COUNT] {
    let mut all = [Tile { lo: Pip(0), hi: Pip(0) }; Tile::COUNT];
    let (mut lo, mut hi, mut index) = (0, 0, 0);
    while index < all.len() {
        all[index] = Tile { lo: Pip(lo), hi: Pip(hi) };
        index += 1;
        if lo == hi {
            lo = 0;
            hi += 1;
        } else {
            lo += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_a_bijection_and_the_smaller_set_comes_first() {
        for index in 0..91 {
            let tile = Tile::from_index(index).unwrap();
            assert_eq!(tile.index(), index);
            assert_eq!(TileSet::DoubleNine.contains(tile), index < 55);
        }
        assert_eq!(Tile::from_index(91), None);
    }

    #[test]
    fn ids_count_through_a_set_in_order() {
        for set in TileSet::ALL {
            let mut sorted: Vec<Tile> = set.tiles().iter().collect();
            sorted.sort();
            for (id, tile) in sorted.iter().enumerate() {
                let id = u8::try_from(id).unwrap();
                assert_eq!(set.id(*tile).unwrap().value(), id);
                assert_eq!(set.tile(id), Some(*tile));
            }
            assert_eq!(set.tile(set.len()), None);
        }
        let foreign = "9-10".parse().unwrap();
        assert_eq!(TileSet::DoubleNine.id(foreign), None);
    }

    #[test]
    fn text_is_read_in_either_order_and_written_low_first() {
        let tile: Tile = "12-3".parse().unwrap();
        assert_eq!(tile, "3-12".parse().unwrap());
        assert_eq!(tile.to_string(), "3-12");
        for bad in ["", "4", "4-", "-4", "4-6-7", "04-6", "4 6", "+4-6", "4-6 ", "a-b", "123-1", "４-6"] {
            let error = bad.parse::<Tile>().unwrap_err();
            assert!(!error.is_too_high(), "{bad}");
        }
        assert!("13-1".parse::<Tile>().unwrap_err().is_too_high());
    }

    #[test]
    fn what_was_written_elsewhere_is_checked_when_it_is_read() {
        let read = |number: i64| {
            let value = toml::Value::Integer(number);
            (value.clone().try_into::<Pip>().ok(), value.try_into::<Tile>().ok())
        };
        assert_eq!(read(12), (Some(Pip(12)), Tile::from_index(12)));
        assert_eq!(read(90), (None, Some(Tile::double(Pip(12)))));
        assert_eq!((read(91), read(-1), read(256)), ((None, None), (None, None), (None, None)));
    }

    #[test]
    fn halves() {
        let tile: Tile = "4-6".parse().unwrap();
        assert_eq!(tile.other(Pip(4)), Some(Pip(6)));
        assert_eq!(tile.other(Pip(6)), Some(Pip(4)));
        assert_eq!(tile.other(Pip(5)), None);
        assert_eq!(tile.pips(), 10);
        assert!(Tile::double(Pip(5)).is_double() && !tile.is_double());
    }
}

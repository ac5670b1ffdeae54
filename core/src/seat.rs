//! Seats and trains: who, and where.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::quoted;
use crate::tile::{OutOfRange, number};

/// One of up to eight seats. Counted from 0 inside, from 1 wherever people read it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat that is shown as 1.
    pub const FIRST: Self = Self(0);

    /// The seat of this index from 0; `None` from 8 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Seats::MAX.0 { Some(Self(index)) } else { None }
    }

    /// The seat that people call by this number from 1; `None` for 0 and above 8.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::new(index),
            None => None,
        }
    }

    /// Its index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number for people, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {self}")
    }
}

impl From<Seat> for u8 {
    /// The index from 0.
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = OutOfRange;

    fn try_from(index: u8) -> Result<Self, OutOfRange> {
        Self::new(index).ok_or(OutOfRange(index))
    }
}

/// How many seats a table has: 2 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seats(u8);

impl Seats {
    /// The smallest table.
    pub const MIN: Self = Self(2);
    /// The largest table.
    pub const MAX: Self = Self(8);

    /// A table of this many seats; `None` outside 2 to 8.
    #[must_use]
    pub const fn new(count: u8) -> Option<Self> {
        if count >= Self::MIN.0 && count <= Self::MAX.0 { Some(Self(count)) } else { None }
    }

    /// The number of seats.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// The number of seats, as a byte.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Whether the table has this seat.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// The seat to the left, which is next in clockwise order.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 + 1 < self.0 { Seat(seat.0 + 1) } else { Seat(0) }
    }

    /// The next seat to the left that is one of `some`; the seat itself if none is.
    #[must_use]
    pub const fn after_among(self, some: SeatSet, seat: Seat) -> Seat {
        let (mut next, mut left) = (self.after(seat), self.0);
        while left > 0 {
            if some.contains(next) {
                return next;
            }
            next = self.after(next);
            left -= 1;
        }
        seat
    }

    /// All seats in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.0).map(Seat)
    }

    /// All trains: one a seat in order, then the Mexican Train.
    pub fn trains(self) -> impl Iterator<Item = TrainId> {
        self.iter().map(TrainId::Own).chain([TrainId::Mexican])
    }

    /// Whether the table has this train.
    #[must_use]
    pub const fn has_train(self, train: TrainId) -> bool {
        match train {
            TrainId::Own(seat) => self.contains(seat),
            TrainId::Mexican => true,
        }
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Seats> for u8 {
    fn from(seats: Seats) -> Self {
        seats.0
    }
}

impl TryFrom<u8> for Seats {
    type Error = OutOfRange;

    fn try_from(count: u8) -> Result<Self, OutOfRange> {
        Self::new(count).ok_or(OutOfRange(count))
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Every seat of the table.
    #[must_use]
    pub const fn all(seats: Seats) -> Self {
        Self(0xff >> (8 - seats.0))
    }

    /// Adds a seat; says whether it was new.
    pub const fn insert(&mut self, seat: Seat) -> bool {
        let new = !self.contains(seat);
        self.0 |= 1 << seat.0;
        new
    }

    /// Takes a seat out; says whether it was there.
    pub const fn remove(&mut self, seat: Seat) -> bool {
        let there = self.contains(seat);
        self.0 &= !(1 << seat.0);
        there
    }

    /// Whether the seat is in it.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many seats it has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set as a byte: bit 0 is the first seat.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of that byte.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seats::MAX.0).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Display for SeatSet {
    /// The seats' numbers, as a scenario file writes them: `[1, 3]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Seat::number)).finish()
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A train: some seat's own, or the one that belongs to nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum TrainId {
    /// The train of this seat.
    Own(Seat),
    /// The Mexican Train.
    Mexican,
}

impl TrainId {
    /// The most trains a table can have.
    pub const COUNT: usize = 9;

    /// A number from 0 to 8: the seat's index, or 8 for the Mexican Train.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Own(seat) => seat.index(),
            Self::Mexican => Self::COUNT - 1,
        }
    }

    /// The train with this [`index`](Self::index); `None` from 9 on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        match Seat::new(index) {
            Some(seat) => Some(Self::Own(seat)),
            None if index as usize == Self::COUNT - 1 => Some(Self::Mexican),
            None => None,
        }
    }
}

impl fmt::Display for TrainId {
    /// As a scenario file writes it: a seat's number, or `mexican`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(seat) => seat.fmt(f),
            Self::Mexican => f.write_str("mexican"),
        }
    }
}

impl FromStr for TrainId {
    type Err = TrainTextError;

    fn from_str(text: &str) -> Result<Self, TrainTextError> {
        if text == "mexican" {
            return Ok(Self::Mexican);
        }
        let seat = number(text).and_then(Seat::from_number);
        seat.map(Self::Own).ok_or_else(|| TrainTextError(quoted(text)))
    }
}

impl From<TrainId> for u8 {
    fn from(train: TrainId) -> Self {
        train.index() as Self
    }
}

impl TryFrom<u8> for TrainId {
    type Error = OutOfRange;

    fn try_from(index: u8) -> Result<Self, OutOfRange> {
        Self::from_index(index).ok_or(OutOfRange(index))
    }
}

/// A text that names no train.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not a train; write a seat's number or \"mexican\"")]
pub struct TrainTextError(String);

/// A set of trains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TrainSet(u16);

impl TrainSet {
    /// No train.
    pub const EMPTY: Self = Self(0);

    /// Adds a train.
    pub const fn insert(&mut self, train: TrainId) {
        self.0 |= 1 << train.index();
    }

    /// Whether the train is in it.
    #[must_use]
    pub const fn contains(self, train: TrainId) -> bool {
        self.0 & (1 << train.index()) != 0
    }

    /// How many trains it has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats' trains in order, then the Mexican Train.
    pub fn iter(self) -> impl Iterator<Item = TrainId> {
        (0..).map_while(TrainId::from_index).filter(move |train| self.contains(*train))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
        assert_eq!((Seats::new(1), Seats::new(9)), (None, None));
        let three = Seats::new(3).unwrap();
        let last = Seat::from_number(3).unwrap();
        assert_eq!(three.after(last), Seat::FIRST);
        assert_eq!(three.after(Seat::FIRST).number(), 2);
        let some = |numbers: &[u8]| numbers.iter().filter_map(|&number| Seat::from_number(number)).collect();
        assert_eq!(three.after_among(some(&[1, 3]), Seat::FIRST), last);
        assert_eq!(three.after_among(some(&[1]), Seat::FIRST), Seat::FIRST);
        assert_eq!(three.after_among(some(&[]), last), last);
        assert_eq!(three.after_among(some(&[]), Seat::from_number(8).unwrap()).number(), 8);
        assert_eq!((Seat::from_number(0), Seat::from_number(9)), (None, None));
        assert_eq!(SeatSet::all(three).to_string(), "[1, 2, 3]");
        assert_eq!(SeatSet::all(Seats::MAX).len(), 8);
    }

    #[test]
    fn trains_have_names_and_numbers() {
        for index in 0..9 {
            let train = TrainId::from_index(index).unwrap();
            assert_eq!(train.index(), usize::from(index));
            assert_eq!(train.to_string().parse(), Ok(train));
        }
        assert_eq!(TrainId::from_index(9), None);
        for bad in ["0", "9", "", "Mexican", "01", "1 "] {
            assert!(bad.parse::<TrainId>().is_err(), "{bad}");
        }
        assert_eq!(
            Seats::MIN.trains().map(|train| train.to_string()).collect::<Vec<_>>(),
            ["1", "2", "mexican"]
        );
    }
}

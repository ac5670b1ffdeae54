//! The bytes of rules that every player signs: one way to write each, and nothing else is read.
//!
//! A version byte; the set; the first engine's pip, or 255 for the set's highest double; the hand's kind (a chart's
//! number, or 255) and its number (0 with a chart); then one byte for each other option in the order of
//! [`Rules::pairs`], the number of its value.

use super::options::Choice;
use super::{Chart, Hand, Rules, for_each_choice};
use crate::tile::{Pip, TileSet};

const VERSION: u8 = 1;
/// Where a byte would be a pip or a chart: the highest double, or a hand given by number.
const OTHER: u8 = 255;

impl Rules {
    /// The length of [`encode`](Self::encode)'s bytes.
    pub const ENCODED_LEN: usize = 20;

    /// The canonical bytes of these rules.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let (kind, size) = match self.hand {
            Hand::Chart(chart) => (place(&Chart::ALL, &chart), 0),
            Hand::Number(size) => (OTHER, size),
        };
        let engine = self.first_engine.map_or(OTHER, Pip::value);
        let mut bytes = vec![VERSION, place(&TileSet::ALL, &self.set), engine, kind, size];
        macro_rules! write {
            ($($field:ident),+) => { bytes.extend([$(self.$field.code()),+]) };
        }
        for_each_choice!(write);
        bytes
    }

    /// Reads the bytes of [`encode`](Self::encode).
    ///
    /// # Errors
    /// Any other bytes: another version, another length, or a byte that stands for nothing or could be written
    /// otherwise.
    pub fn decode(bytes: &[u8]) -> Result<Self, RulesDecodeError> {
        let (version, rest) = bytes.split_first().ok_or(RulesDecodeError::Length(0))?;
        if *version != VERSION {
            return Err(RulesDecodeError::Version(*version));
        }
        let rest: [u8; Self::ENCODED_LEN - 1] =
            rest.try_into().map_err(|_| RulesDecodeError::Length(bytes.len()))?;
        let [set, engine, kind, size, choices @ ..] = rest;
        let set = *TileSet::ALL.get(usize::from(set)).ok_or(RulesDecodeError::Byte(1))?;
        let mut rules = Self::default().with_set(set);
        if engine != OTHER {
            let lower = Pip::new(engine).filter(|pip| *pip < rules.set.highest());
            rules.first_engine = Some(lower.ok_or(RulesDecodeError::Byte(2))?);
        }
        rules.hand = match (kind, size) {
            (OTHER, size) => Hand::Number(size),
            (kind, 0) => Hand::Chart(*Chart::ALL.get(usize::from(kind)).ok_or(RulesDecodeError::Byte(3))?),
            _ => return Err(RulesDecodeError::Byte(4)),
        };
        let mut choices = choices.into_iter().zip(5..);
        macro_rules! read {
            ($($field:ident),+) => { $(read_choice(&mut rules.$field, choices.next())?;)+ };
        }
        for_each_choice!(read);
        Ok(rules)
    }
}

/// Why bytes are no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesDecodeError {
    /// The wrong number of bytes.
    #[error("rules cannot have {0} bytes")]
    Length(usize),
    /// Another version of the encoding.
    #[error("rules are encoded in version {0}, which this program does not read")]
    Version(u8),
    /// The byte at this place has a value that means nothing there.
    #[error("byte {0} of the rules means nothing")]
    Byte(usize),
}

fn read_choice<C: Choice>(option: &mut C, byte: Option<(u8, usize)>) -> Result<(), RulesDecodeError> {
    let (code, at) = byte.ok_or(RulesDecodeError::Length(Rules::ENCODED_LEN))?;
    *option = *C::VALUES.get(usize::from(code)).ok_or(RulesDecodeError::Byte(at))?;
    Ok(())
}

/// Where a value stands in the list of all values, which is how it is written.
fn place<T: PartialEq>(all: &[T], value: &T) -> u8 {
    all.iter().position(|one| one == value).map_or(OTHER, |place| place as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{DeadDouble, DoubleBlank, Preset, Scoring};

    #[test]
    fn the_bytes_are_fixed() {
        let mut expected = vec![1, 0, 255, 0, 0];
        expected.extend([0; 15]);
        assert_eq!(Rules::default().encode(), expected);
        let mut other =
            Rules::default().with_set(TileSet::DoubleNine).with_first_engine(Pip::new(7).unwrap());
        other.hand = Hand::Number(6);
        other.dead_double = DeadDouble::Lock;
        other.double_blank = DoubleBlank::TwentyFive;
        other.scoring = Scoring::WinnerTakes;
        assert_eq!(other.encode(), [1, 1, 7, 255, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 1]);
        assert_eq!(other.encode().len(), Rules::ENCODED_LEN);
    }

    #[test]
    fn what_could_be_written_otherwise_is_refused() {
        let good = Rules::default().encode();
        let change = |at: usize, to: u8| {
            let mut bytes = good.clone();
            bytes[at] = to;
            Rules::decode(&bytes)
        };
        assert_eq!(change(0, 2), Err(RulesDecodeError::Version(2)));
        assert_eq!(change(1, 2), Err(RulesDecodeError::Byte(1)));
        assert_eq!(change(2, 12), Err(RulesDecodeError::Byte(2)), "the highest double is written 255");
        assert_eq!(change(3, 4), Err(RulesDecodeError::Byte(3)));
        assert_eq!(change(4, 1), Err(RulesDecodeError::Byte(4)), "a chart has no number");
        for at in 5..Rules::ENCODED_LEN {
            assert_eq!(change(at, 3), Err(RulesDecodeError::Byte(at)));
        }
        assert_eq!(Rules::decode(&good[..19]), Err(RulesDecodeError::Length(19)));
        assert_eq!(Rules::decode(&[good.clone(), vec![0]].concat()), Err(RulesDecodeError::Length(21)));
        assert_eq!(Rules::decode(&[]), Err(RulesDecodeError::Length(0)));
    }

    #[test]
    fn presets_come_back() {
        for preset in Preset::ALL {
            assert_eq!(Rules::decode(&preset.rules().encode()), Ok(preset.rules()));
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_the_same(bytes in prop::collection::vec(0..4u8, Rules::ENCODED_LEN)) {
            let mut bytes = bytes;
            bytes[0] = VERSION;
            bytes[4] = 0;
            if let Ok(rules) = Rules::decode(&bytes) {
                prop_assert_eq!(rules.encode(), bytes);
            }
        }
    }
}

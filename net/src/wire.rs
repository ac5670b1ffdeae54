//! How values become bytes and come back: the one place that knows the encoding.
//!
//! Integers are little-endian and of fixed width, so that one value has one encoding. Three things make bytes from strangers safe:
//! the caller's byte limit is looked at before anything else; no length found in the bytes is believed further than the bytes themselves
//! reach (within a factor of four); bytes left over at the end are refused.
//!
//! Types that travel hold [`Bounded`] lists and [`Bytes`] in place of `Vec`. They must not be recursive (decoding would recurse as
//! deep as the sender likes), and no list may hold a type whose encoding is empty.

use std::fmt;
use std::ops::Deref;

use bincode::config::{Config, standard};
use serde::de::{DeserializeOwned, Deserializer, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// The largest value that can be decoded at all, in bytes, whatever limit the caller gives.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Why bytes are not the value that was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// More bytes than this kind of value may have.
    #[error("{found} bytes where at most {limit} are allowed")]
    TooLarge {
        /// How many came.
        found: usize,
        /// How many may come.
        limit: usize,
    },
    /// A whole value, and more bytes behind it.
    #[error("{0} bytes too many")]
    Trailing(usize),
    /// Not an encoding of the value: cut short, an unknown variant, a list beyond its bound, a value its type refuses.
    #[error("not well formed: {0}")]
    Malformed(String),
}

/// The value's encoding.
///
/// # Panics
/// Only if the value's own `Serialize` reports an error, or is a list of unknown length; no type of this crate does.
#[must_use]
#[expect(
    clippy::expect_used,
    reason = "writing to memory cannot fail, and the types' Serialize impls do not"
)]
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, standard().with_fixed_int_encoding())
        .expect("values of this crate can be encoded")
}

/// The value that `bytes`, all of them, encode. `limit` is the most bytes this kind of value may have (never more than [`MAX_BYTES`]).
///
/// # Errors
/// [`WireError`]; nothing larger than about four times `bytes` is allocated before it is returned.
pub fn decode<T: DeserializeOwned>(bytes: &[u8], limit: usize) -> Result<T, WireError> {
    let limit = limit.min(MAX_BYTES);
    // The library takes its limit as a constant: the smallest step that covers the bytes bounds what a false length can ask for.
    let fixed = standard().with_fixed_int_encoding();
    match bytes.len() {
        found if found > limit => Err(WireError::TooLarge { found, limit }),
        0..=0x400 => decode_with(bytes, fixed.with_limit::<0x400>()),
        0x401..=0x1000 => decode_with(bytes, fixed.with_limit::<0x1000>()),
        0x1001..=0x4000 => decode_with(bytes, fixed.with_limit::<0x4000>()),
        0x4001..=0x1_0000 => decode_with(bytes, fixed.with_limit::<0x1_0000>()),
        0x1_0001..=0x4_0000 => decode_with(bytes, fixed.with_limit::<0x4_0000>()),
        0x4_0001..=0x10_0000 => decode_with(bytes, fixed.with_limit::<0x10_0000>()),
        _ => decode_with(bytes, fixed.with_limit::<MAX_BYTES>()),
    }
}

fn decode_with<T: DeserializeOwned, C: Config>(bytes: &[u8], config: C) -> Result<T, WireError> {
    let (value, read) = bincode::serde::decode_from_slice(bytes, config)
        .map_err(|error| WireError::Malformed(error.to_string()))?;
    match bytes.len().saturating_sub(read) {
        0 => Ok(value),
        left => Err(WireError::Trailing(left)),
    }
}

/// A list of at most `N` elements. Decoding refuses a longer one before it reads the elements.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bounded<T, const N: usize>(Vec<T>);

/// The error of building a [`Bounded`] or [`Bytes`] from too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} elements where at most {limit} are allowed")]
pub struct TooMany {
    /// How many there were.
    pub found: usize,
    /// How many there may be.
    pub limit: usize,
}

impl<T, const N: usize> Bounded<T, N> {
    /// The empty list.
    #[must_use]
    pub const fn new() -> Self {
        Bounded(Vec::new())
    }

    /// The first `N` elements of `items`; the others are dropped.
    #[must_use]
    pub fn first_of(items: impl IntoIterator<Item = T>) -> Self {
        Bounded(items.into_iter().take(N).collect())
    }

    /// Adds an element, or gives it back if the list is full.
    ///
    /// # Errors
    /// The element.
    pub fn push(&mut self, item: T) -> Result<(), T> {
        if self.0.len() >= N {
            return Err(item);
        }
        self.0.push(item);
        Ok(())
    }

    /// The elements as a plain list.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T, const N: usize> TryFrom<Vec<T>> for Bounded<T, N> {
    type Error = TooMany;

    fn try_from(items: Vec<T>) -> Result<Self, TooMany> {
        if items.len() > N { Err(TooMany { found: items.len(), limit: N }) } else { Ok(Bounded(items)) }
    }
}

impl<T, const N: usize> Default for Bounded<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for Bounded<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> IntoIterator for Bounded<T, N> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Bounded<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Bounded<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Bounded<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Bounded<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T, const N: usize>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for List<T, N> {
            type Value = Bounded<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N} elements")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
                if let Some(promised) = elements.size_hint().filter(|&promised| promised > N) {
                    return Err(A::Error::invalid_length(promised, &self));
                }
                // Grows with what really arrives; the promised length reserves nothing.
                let mut list = Vec::new();
                while let Some(element) = elements.next_element()? {
                    if list.len() == N {
                        return Err(A::Error::invalid_length(N.saturating_add(1), &self));
                    }
                    list.push(element);
                }
                Ok(Bounded(list))
            }
        }

        deserializer.deserialize_seq(List(std::marker::PhantomData))
    }
}

/// At most `N` bytes, encoded as a length (eight bytes) and the bytes, read and written in one go.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Bytes<const N: usize>(Vec<u8>);

impl<const N: usize> Bytes<N> {
    /// The bytes as a plain list.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.0
    }
}

impl<const N: usize> TryFrom<Vec<u8>> for Bytes<N> {
    type Error = TooMany;

    fn try_from(bytes: Vec<u8>) -> Result<Self, TooMany> {
        if bytes.len() > N { Err(TooMany { found: bytes.len(), limit: N }) } else { Ok(Bytes(bytes)) }
    }
}

impl<const N: usize> Deref for Bytes<N> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> fmt::Debug for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl<const N: usize> Serialize for Bytes<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Bytes<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Raw<const N: usize>;

        impl<const N: usize> Visitor<'_> for Raw<N> {
            type Value = Bytes<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "at most {N} bytes")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                self.visit_byte_buf(bytes.to_vec())
            }

            fn visit_byte_buf<E: serde::de::Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
                let found = bytes.len();
                Bytes::try_from(bytes).map_err(|_| E::invalid_length(found, &self))
            }
        }

        deserializer.deserialize_byte_buf(Raw)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum Example {
        Unit,
        Numbers { a: u8, b: u16, c: u32, d: u64, flag: bool },
        List(Bounded<u32, 8>),
        Raw(Bytes<64>),
        Word(String, Option<[u8; 32]>),
    }

    fn example() -> impl Strategy<Value = Example> {
        prop_oneof![
            Just(Example::Unit),
            any::<(u8, u16, u32, u64, bool)>().prop_map(|(a, b, c, d, flag)| Example::Numbers {
                a,
                b,
                c,
                d,
                flag
            }),
            vec(any::<u32>(), 0..=8).prop_map(|list| Example::List(list.try_into().unwrap())),
            vec(any::<u8>(), 0..=64).prop_map(|bytes| Example::Raw(bytes.try_into().unwrap())),
            (any::<String>(), any::<Option<[u8; 32]>>()).prop_map(|(word, key)| Example::Word(word, key)),
        ]
    }

    #[test]
    fn integers_are_little_endian_and_of_fixed_width() {
        assert_eq!(encode(&(1_u8, 0x0203_u16, 0x0405_0607_u32)), [1, 3, 2, 7, 6, 5, 4]);
        assert_eq!(encode(&Bytes::<4>::try_from(vec![9, 8]).unwrap()), [2, 0, 0, 0, 0, 0, 0, 0, 9, 8]);
    }

    #[test]
    fn false_lengths_are_refused() {
        let mut endless = u64::MAX.to_le_bytes().to_vec();
        endless.extend([0; 32]);
        assert!(matches!(decode::<Bounded<u8, 1000>>(&endless, 1000), Err(WireError::Malformed(_))));
        assert!(matches!(decode::<Bytes<{ usize::MAX }>>(&endless, 1000), Err(WireError::Malformed(_))));
        assert!(matches!(decode::<String>(&endless, 1000), Err(WireError::Malformed(_))));

        let nine = encode(&vec![0_u32; 9]);
        assert!(matches!(decode::<Bounded<u32, 8>>(&nine, 1000), Err(WireError::Malformed(_))));
        assert!(decode::<Bounded<u32, 9>>(&nine, 1000).is_ok());
        let five = encode(&Bytes::<5>(vec![0; 5]));
        assert!(matches!(decode::<Bytes<4>>(&five, 1000), Err(WireError::Malformed(_))));
    }

    #[test]
    fn the_limit_comes_first() {
        assert_eq!(decode::<u32>(&[0; 5], 4), Err(WireError::TooLarge { found: 5, limit: 4 }));
        assert_eq!(
            decode::<u8>(&vec![0; MAX_BYTES + 1], usize::MAX),
            Err(WireError::TooLarge { found: MAX_BYTES + 1, limit: MAX_BYTES })
        );
    }

    #[test]
    fn values_of_every_size_come_back() {
        for length in [0, 0x3F8, 0x3F9, 0xFF8, 0x4000, 0x1_0000, 0x4_0000, 0x10_0000, MAX_BYTES - 8] {
            let value = Bytes::<MAX_BYTES>(vec![7; length]);
            assert_eq!(decode(&encode(&value), MAX_BYTES), Ok(value));
        }
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_decoded(value in example()) {
            prop_assert_eq!(decode::<Example>(&encode(&value), MAX_BYTES), Ok(value));
        }

        #[test]
        fn one_value_has_one_encoding(bytes in vec(any::<u8>(), 0..80)) {
            if let Ok(value) = decode::<Example>(&bytes, 80) {
                prop_assert_eq!(encode(&value), bytes);
            }
        }

        #[test]
        fn nothing_may_follow(value in example(), extra in 1..4_usize) {
            let mut bytes = encode(&value);
            bytes.extend(vec![0; extra]);
            prop_assert_eq!(decode::<Example>(&bytes, MAX_BYTES), Err(WireError::Trailing(extra)));
        }

        #[test]
        fn nothing_may_lack(value in example(), cut in 1..20_usize) {
            let bytes = encode(&value);
            let kept = bytes.len().saturating_sub(cut);
            prop_assert!(decode::<Example>(&bytes[..kept], MAX_BYTES).is_err());
        }
    }
}

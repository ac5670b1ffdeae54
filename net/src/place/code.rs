//! The join code: an address to type, in twelve characters that catch their own typing errors.
//!
//! 60 bits in Crockford's base 32: IPv4 address (32), port (16), the first bits of a hash of the host's key (7), and one check
//! character (5). The check is a weighted sum over GF(32) with a different weight for every position, none of them zero: one wrong
//! character changes the sum by weight·difference, two exchanged ones by (difference of weights)·difference, and neither is ever zero.
//! The code finds the table and proves nothing: seven bits of a key can be imitated. The table words are what is compared.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::str::FromStr;

use mextrain_crypto::{hash::Hash, tags};

/// An address, and a hint at the key of who listens there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JoinCode {
    address: SocketAddrV4,
    key_hint: u8,
}

/// Why a text is no join code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Not twelve characters of the code's alphabet.
    #[error("a join code has {} letters and digits, never U", JoinCode::CHARACTERS)]
    Shape,
    /// Twelve characters that do not fit together.
    #[error("a character of the join code is wrong")]
    Check,
}

/// Crockford's alphabet: no I, L, O (they read as 1, 1, 0) and no U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl JoinCode {
    /// How many characters a code has, hyphens not counted.
    pub const CHARACTERS: usize = 12;

    /// The code of the host with this key at this address.
    #[must_use]
    pub fn new(address: SocketAddrV4, host_key: &[u8; 32]) -> JoinCode {
        JoinCode { address, key_hint: hint(host_key) }
    }

    /// Where the code says the host listens.
    #[must_use]
    pub fn address(&self) -> SocketAddrV4 {
        self.address
    }

    /// Whether the code may have been made by the peer with this key. One foreign key in 128 fits as well.
    #[must_use]
    pub fn may_be_of(&self, key: &[u8; 32]) -> bool {
        self.key_hint == hint(key)
    }

    fn from_bits(bits: u64) -> JoinCode {
        let [_, a, b, c, d, high, low, hint] = (bits & ((1 << 55) - 1)).rotate_left(1).to_be_bytes();
        let address = SocketAddrV4::new(Ipv4Addr::new(a, b, c, d), u16::from_be_bytes([high, low]));
        JoinCode { address, key_hint: hint >> 1 }
    }

    fn bits(&self) -> u64 {
        let address = u64::from(u32::from(*self.address.ip()));
        (address << 23) | (u64::from(self.address.port()) << 7) | u64::from(self.key_hint)
    }
}

impl fmt::Display for JoinCode {
    /// `XXXX-XXXX-XXXX`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.bits();
        let mut digits = [0_u8; Self::CHARACTERS];
        for (place, digit) in digits.iter_mut().take(Self::CHARACTERS - 1).enumerate() {
            let shift = 5 * (Self::CHARACTERS - 2 - place);
            *digit = ((bits >> shift) & 31) as u8;
        }
        // The check's own weight is one, so it is the sum of the others.
        let check = weighted_sum(&digits);
        if let Some(last) = digits.last_mut() {
            *last = check;
        }
        let mut text = String::with_capacity(14);
        for (place, &digit) in digits.iter().enumerate() {
            if place == 4 || place == 8 {
                text.push('-');
            }
            text.extend(ALPHABET.get(usize::from(digit)).map(|&letter| char::from(letter)));
        }
        f.pad(&text)
    }
}

impl FromStr for JoinCode {
    type Err = CodeError;

    /// Upper and lower case, hyphens and spaces do not matter; O reads as 0, I and L as 1.
    fn from_str(text: &str) -> Result<JoinCode, CodeError> {
        let digits = digits(text).ok_or(CodeError::Shape)?;
        let digits = <[u8; Self::CHARACTERS]>::try_from(digits).map_err(|_| CodeError::Shape)?;
        if weighted_sum(&digits) != 0 {
            return Err(CodeError::Check);
        }
        let data = digits.iter().take(Self::CHARACTERS - 1);
        Ok(JoinCode::from_bits(data.fold(0, |bits, &digit| (bits << 5) | u64::from(digit))))
    }
}

/// The values of a text's characters if all of them belong to codes and there are no more than a code has; hyphens and spaces are
/// skipped.
pub(super) fn digits(text: &str) -> Option<Vec<u8>> {
    let mut digits = Vec::with_capacity(JoinCode::CHARACTERS);
    for character in text.chars().filter(|character| !matches!(character, '-' | ' ')) {
        let letter = match character.to_ascii_uppercase() {
            'O' => b'0',
            'I' | 'L' => b'1',
            other => u8::try_from(other).ok()?,
        };
        let digit = ALPHABET.iter().position(|&one| one == letter)?;
        if digits.len() == JoinCode::CHARACTERS {
            return None;
        }
        digits.push(u8::try_from(digit).ok()?);
    }
    Some(digits)
}

/// Σ αⁱ·digitᵢ counted from the last place, α = 2 being a generator of GF(32): twelve different weights, the last one 1.
fn weighted_sum(digits: &[u8; JoinCode::CHARACTERS]) -> u8 {
    // Horner's rule: every step multiplies what was summed before by α.
    digits.iter().fold(0, |sum, &digit| times_alpha(sum) ^ digit)
}

/// Multiplication by α in GF(2)[α]/(α⁵ + α² + 1).
fn times_alpha(value: u8) -> u8 {
    let doubled = value << 1;
    if doubled & 0x20 == 0 { doubled } else { doubled ^ 0x25 }
}

/// Seven bits of a hash of the key.
fn hint(key: &[u8; 32]) -> u8 {
    let [first, ..] = Hash::new(tags::PLACE).bytes(key).finish256();
    first >> 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code() -> impl Strategy<Value = JoinCode> {
        any::<([u8; 4], u16, [u8; 32])>()
            .prop_map(|(ip, port, key)| JoinCode::new(SocketAddrV4::new(ip.into(), port), &key))
    }

    fn plain(code: &JoinCode) -> Vec<char> {
        code.to_string().chars().filter(|&character| character != '-').collect()
    }

    #[test]
    fn a_fixed_code() {
        let code = JoinCode::new("192.168.1.23:47110".parse().unwrap(), &[7; 32]);
        let text = code.to_string();
        assert_eq!(text.len(), 14);
        assert_eq!(code.address(), "192.168.1.23:47110".parse().unwrap());
        // A change of the code would strand people with an older program: this one stays.
        assert_eq!(text, "R2M0-25XR-0TJD");
    }

    #[test]
    fn twelve_different_weights_none_zero() {
        let weights: Vec<u8> = (0..12)
            .map(|place| {
                let mut digits = [0; 12];
                digits[place] = 1;
                weighted_sum(&digits)
            })
            .collect();
        for (place, weight) in weights.iter().enumerate() {
            assert_ne!(*weight, 0);
            assert!(!weights[..place].contains(weight));
        }
    }

    proptest! {
        #[test]
        fn codes_come_back_however_they_are_typed(code in code(), key in any::<[u8; 32]>()) {
            let text = code.to_string();
            prop_assert_eq!(text.parse(), Ok(code));
            let sloppy = text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
            prop_assert_eq!(sloppy.parse(), Ok(code));
            prop_assert_eq!(text.replace('-', "").replace('1', "I").parse(), Ok(code));
            prop_assert_eq!(JoinCode::new(code.address(), &key).may_be_of(&key), true);
        }

        #[test]
        fn every_single_wrong_character_is_caught(code in code()) {
            let right = plain(&code);
            for place in 0..right.len() {
                for &letter in ALPHABET {
                    let mut wrong = right.clone();
                    wrong[place] = char::from(letter);
                    if wrong != right {
                        prop_assert_eq!(String::from_iter(wrong).parse::<JoinCode>(), Err(CodeError::Check));
                    }
                }
            }
        }

        #[test]
        fn every_transposition_is_caught(code in code()) {
            let right = plain(&code);
            for one in 0..right.len() {
                for other in 0..one {
                    let mut wrong = right.clone();
                    wrong.swap(one, other);
                    if wrong != right {
                        prop_assert_eq!(String::from_iter(wrong).parse::<JoinCode>(), Err(CodeError::Check));
                    }
                }
            }
        }

        #[test]
        fn any_text_is_a_code_or_an_error(text in any::<String>()) {
            if let Ok(code) = text.parse::<JoinCode>() {
                prop_assert_eq!(code.to_string().parse(), Ok(code));
            }
        }
    }
}

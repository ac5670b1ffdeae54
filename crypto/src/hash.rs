//! Tagged hashing: `H(tag; x) = SHA-512(u8 len(tag) ‖ tag ‖ x)`, and `H256`, its first 32 bytes.
//!
//! The builder writes integers little-endian at fixed width. It adds no framing between fields: who hashes
//! something of variable length writes the length first.

use std::fmt;

use sha2::{Digest, Sha512};

use crate::tags::Tag;

/// A hash under one tag, fed field by field.
///
/// ```
/// use mextrain_crypto::{hash::Hash, tags};
///
/// let head = Hash::new(tags::HEAD).bytes(&[0; 32]).u32(1).u8(0).finish256();
/// assert_ne!(head, Hash::new(tags::SEAL).bytes(&[0; 32]).u32(1).u8(0).finish256());
/// ```
#[derive(Clone)]
#[must_use]
pub struct Hash(Sha512);

impl fmt::Debug for Hash {
    /// Not what was hashed: some of it can be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hash").finish_non_exhaustive()
    }
}

impl Hash {
    /// Starts a hash with the tag's length and the tag.
    pub fn new(tag: Tag) -> Self {
        let name = tag.as_bytes();
        let mut inner = Sha512::new();
        // Tags are at most 32 bytes, which a test of their module makes sure of.
        inner.update([name.len() as u8]);
        inner.update(name);
        Self(inner)
    }

    /// Appends one byte.
    pub fn u8(self, value: u8) -> Self {
        self.bytes(&[value])
    }

    /// Appends two bytes, little-endian.
    pub fn u16(self, value: u16) -> Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Appends four bytes, little-endian.
    pub fn u32(self, value: u32) -> Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Appends eight bytes, little-endian.
    pub fn u64(self, value: u64) -> Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Appends bytes as they are, without their length.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(bytes);
        self
    }

    /// `H`: all 64 bytes.
    pub fn finish512(self) -> [u8; 64] {
        self.0.finalize().into()
    }

    /// `H256`: the first 32 bytes.
    pub fn finish256(self) -> [u8; 32] {
        let mut head = [0; 32];
        for (to, from) in head.iter_mut().zip(self.finish512()) {
            *to = from;
        }
        head
    }
}

/// `H(tag; data)` in one call.
pub fn h(tag: Tag, data: &[u8]) -> [u8; 64] {
    Hash::new(tag).bytes(data).finish512()
}

/// `H256(tag; data)` in one call.
pub fn h256(tag: Tag, data: &[u8]) -> [u8; 32] {
    Hash::new(tag).bytes(data).finish256()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags;

    #[test]
    fn is_sha512_over_length_tag_and_data() {
        let mut plain = Sha512::new();
        plain.update(b"\x09MXT1/headabc");
        let plain: [u8; 64] = plain.finalize().into();
        assert_eq!(h(tags::HEAD, b"abc"), plain);
        assert_eq!(h256(tags::HEAD, b"abc"), plain[..32]);
    }

    #[test]
    fn integers_are_little_endian_at_fixed_width() {
        let fields = Hash::new(tags::CTX).u8(1).u16(2).u32(3).u64(4).finish512();
        let bytes = [1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(fields, h(tags::CTX, &bytes));
    }
}

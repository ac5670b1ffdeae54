//! Where every secret of a match comes from: one secret of 32 bytes and a pseudo-random function.
//!
//! A peer that was closed or crashed must, after its restart, say again exactly what it had said, and no nonce
//! may ever meet two challenges. Both follow if secrets are no fresh randomness but a function of the match
//! secret and of everything the secret is used for: the same statement gives the same nonces, and another
//! statement gives others.
//!
//! The function is SHA-512 over fixed-width framed fields, in counter mode.

use std::{convert::Infallible, fmt};

use curve25519_dalek::Scalar;
use rand::{
    TryCryptoRng, TryRng,
    rngs::{SysError, SysRng},
};
use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::{
    hash::Hash,
    secret::SecretScalar,
    tags::{self, Tag},
};

/// The operating system's generator of randomness failed. Nothing may go on without it.
#[derive(Debug, Error)]
#[error("the operating system's generator of randomness failed")]
pub struct RandomnessFailed(#[from] SysError);

/// The one secret of a match. It never leaves this machine.
///
/// Wiped when dropped, never printed. There is no `Clone` and no serialisation: who stores it says
/// [`MatchSecret::expose`].
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct MatchSecret([u8; 32]);

impl MatchSecret {
    /// A new one from the operating system.
    ///
    /// # Errors
    /// [`RandomnessFailed`]; the match must not begin then.
    pub fn from_os() -> Result<Self, RandomnessFailed> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The one of an earlier run of the program, from the session file.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for the session file and nothing else.
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// A stream of secrets for one purpose. The parts are framed by their number and lengths.
    pub fn derive(&self, tag: Tag, parts: &[&[u8]]) -> Nonces {
        let start = Hash::new(tag).bytes(&self.0).u64(parts.len() as u64);
        let framed = parts.iter().fold(start, |hash, part| hash.u64(part.len() as u64).bytes(part));
        Nonces::from_seed(framed.finish512())
    }
}

impl fmt::Debug for MatchSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchSecret(…)")
    }
}

/// A stream of secret bytes, the same for the same seed. A cryptographic generator for `rand`'s traits.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct Nonces {
    seed: [u8; 64],
    counter: u64,
    block: [u8; 64],
    /// Bytes of `block` that were not given out yet, counted from its end.
    left: usize,
}

impl Nonces {
    /// A stream that nobody can repeat, for a verifier's weights.
    ///
    /// # Errors
    /// [`RandomnessFailed`].
    pub fn from_os() -> Result<Self, RandomnessFailed> {
        Ok(MatchSecret::from_os()?.derive(tags::WEIGHTS, &[]))
    }

    pub(crate) fn from_seed(seed: [u8; 64]) -> Self {
        Self { seed, counter: 0, block: [0; 64], left: 0 }
    }

    /// A scalar, uniform up to 2^-250.
    pub fn scalar(&mut self) -> SecretScalar {
        let mut wide = [0; 64];
        self.fill(&mut wide);
        let scalar = SecretScalar::new(Scalar::from_bytes_mod_order_wide(&wide));
        wide.zeroize();
        scalar
    }

    /// As many scalars.
    pub fn scalars(&mut self, n: usize) -> Vec<SecretScalar> {
        (0..n).map(|_| self.scalar()).collect()
    }

    /// A public weight of 128 bits for a batch.
    pub fn weight(&mut self) -> Scalar {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        Scalar::from(u128::from_le_bytes(bytes))
    }

    /// A number from 0 to `bound` − 1, each equally likely. `bound` must not be 0 (0 is then the answer).
    pub fn below(&mut self, bound: u32) -> u32 {
        // The largest multiple of `bound` that fits: numbers from there on would favour the small remainders.
        let Some(rest) = u32::MAX.checked_rem(bound) else { return 0 };
        let limit = u32::MAX - rest;
        loop {
            let mut bytes = [0; 4];
            self.fill(&mut bytes);
            let candidate = u32::from_le_bytes(bytes);
            if candidate < limit {
                return candidate % bound;
            }
        }
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            if self.left == 0 {
                self.block = Hash::new(tags::STREAM).bytes(&self.seed).u64(self.counter).finish512();
                self.counter += 1;
                self.left = self.block.len();
            }
            let next = self.block.len() - self.left;
            *byte = self.block.get(next).copied().unwrap_or_default();
            self.left -= 1;
        }
    }
}

impl TryRng for Nonces {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.fill(bytes);
        Ok(())
    }
}

impl TryCryptoRng for Nonces {}

impl fmt::Debug for Nonces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonces(…)")
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    fn first(nonces: &mut Nonces) -> u64 {
        nonces.next_u64()
    }

    #[test]
    fn same_purpose_same_stream_and_otherwise_not() {
        let secret = MatchSecret::from_bytes([1; 32]);
        let once = first(&mut secret.derive(tags::ROUND_SECRET, &[b"ab", b"c"]));
        assert_eq!(once, first(&mut secret.derive(tags::ROUND_SECRET, &[b"ab", b"c"])));
        assert_ne!(once, first(&mut secret.derive(tags::ROUND_SECRET, &[b"a", b"bc"])));
        assert_ne!(once, first(&mut secret.derive(tags::ROUND_SECRET, &[b"abc"])));
        assert_ne!(once, first(&mut secret.derive(tags::NONCE, &[b"ab", b"c"])));
        let other = MatchSecret::from_bytes([2; 32]);
        assert_ne!(once, first(&mut other.derive(tags::ROUND_SECRET, &[b"ab", b"c"])));
    }

    #[test]
    fn reads_of_any_size_are_one_stream() {
        let secret = MatchSecret::from_bytes([3; 32]);
        let mut whole = [0; 200];
        secret.derive(tags::NONCE, &[]).fill(&mut whole);
        let mut nonces = secret.derive(tags::NONCE, &[]);
        let mut parts = Vec::new();
        for size in [1, 63, 64, 2, 70] {
            let mut part = vec![0; size];
            nonces.fill(&mut part);
            parts.extend(part);
        }
        assert_eq!(parts, whole);
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut nonces = MatchSecret::from_bytes([4; 32]).derive(tags::NONCE, &[]);
        let mut seen = [0; 7];
        for _ in 0..700 {
            seen[nonces.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
        assert_eq!(nonces.below(1), 0);
        assert_eq!(nonces.below(0), 0);
    }

    #[test]
    fn secrets_are_not_printed() {
        let secret = MatchSecret::from_bytes([0xab; 32]);
        assert_eq!(format!("{secret:?} {:?}", secret.derive(tags::NONCE, &[])), "MatchSecret(…) Nonces(…)");
    }
}

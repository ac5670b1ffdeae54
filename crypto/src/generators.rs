//! The generators `U, H_1 … H_91` of Pedersen vector commitments, `Com(v; r) = rU + Σ v_i H_i`.
//!
//! Each is hashed to the group from its own name, so that nobody knows a relation between any two of them or to
//! the base point. With a known relation a commitment could be opened to anything, and a shuffle proof would
//! prove nothing; the golden digest in the tests keeps it so.

use std::{fmt, sync::OnceLock};

use curve25519_dalek::{RistrettoPoint, traits::Identity};
use subtle::{Choice, ConditionallySelectable};

use crate::{
    deck::MAX_TILES,
    hash::Hash,
    secret::{SecretScalar, multiply_sum},
    tags,
};

/// The generators, computed once in the life of the program.
pub struct Generators {
    u: RistrettoPoint,
    h: Vec<RistrettoPoint>,
}

impl fmt::Debug for Generators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generators").field("count", &self.h.len()).finish_non_exhaustive()
    }
}

impl Generators {
    /// The shared instance.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Generators> = OnceLock::new();
        SHARED.get_or_init(|| Self {
            u: RistrettoPoint::from_uniform_bytes(&Hash::new(tags::GENERATOR_U).finish512()),
            h: (1..=MAX_TILES as u16)
                .map(|i| RistrettoPoint::from_uniform_bytes(&Hash::new(tags::GENERATOR_H).u16(i).finish512()))
                .collect(),
        })
    }

    /// `U`, the generator that blinds.
    pub fn u(&self) -> &RistrettoPoint {
        &self.u
    }

    /// `H_1 … H_91`, in this order.
    pub fn h(&self) -> &[RistrettoPoint] {
        &self.h
    }

    /// `Com(v; r)` for at most 91 values, in constant time.
    pub fn commit(&self, values: &[SecretScalar], r: &SecretScalar) -> RistrettoPoint {
        multiply_sum(std::iter::once(r).chain(values), std::iter::once(&self.u).chain(&self.h))
    }

    /// `Com(v; r)` for values below 128, in constant time and a fifth of it.
    pub fn commit_small(&self, values: &[u8], r: &SecretScalar) -> RistrettoPoint {
        let nothing = RistrettoPoint::identity();
        let sum = (0..7).rev().fold(nothing, |sum, bit| {
            self.h.iter().zip(values).fold(sum + sum, |sum, (h, value)| {
                let set = Choice::from((value >> bit) & 1);
                sum + RistrettoPoint::conditional_select(&nothing, h, set)
            })
        });
        sum + r.times(&self.u)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::hash::h256;

    fn encodings() -> Vec<[u8; 32]> {
        let generators = Generators::shared();
        std::iter::once(generators.u()).chain(generators.h()).map(|p| p.compress().to_bytes()).collect()
    }

    #[test]
    fn attack_20_generators_are_the_hashed_ones() {
        let encodings = encodings();
        assert_eq!(encodings.len(), 92);
        let digest = h256(tags::GENERATOR_H, &encodings.concat());
        assert_eq!(crate::golden::hex(&digest), crate::golden::GENERATORS);
        assert_eq!(encodings.iter().collect::<BTreeSet<_>>().len(), 92);
        // One that is a known multiple of another would be noticed.
        let mut weak = encodings.clone();
        let h = Generators::shared().h();
        weak[3] = (h[0] + h[0]).compress().to_bytes();
        assert_ne!(digest, h256(tags::GENERATOR_H, &weak.concat()));
    }

    #[test]
    fn both_commitments_agree() {
        let r = SecretScalar::small(5).half();
        for values in [vec![], vec![0], vec![127, 1, 91], (1..=91).collect::<Vec<u8>>()] {
            let scalars: Vec<_> = values.iter().map(|&value| SecretScalar::small(value)).collect();
            let generators = Generators::shared();
            assert_eq!(generators.commit(&scalars, &r), generators.commit_small(&values, &r));
        }
    }
}

//! Variable-time arithmetic, for numbers that everybody may know.
//!
//! A verifier's equations all have the form `Σ s_i P_i = O`. [`Sum`] collects the terms of any number of them,
//! each equation multiplied with a random weight, and evaluates everything in one multiscalar multiplication.
//! Elements that several equations share (generators, keys, tiles, a deck that is the output of one shuffle and
//! the input of the next) become one term.

use std::collections::HashMap;

use curve25519_dalek::{
    RistrettoPoint, Scalar,
    constants::RISTRETTO_BASEPOINT_POINT,
    traits::{Identity, IsIdentity, VartimeMultiscalarMul},
};

use crate::{encoding::Point, generators::Generators};

/// A sum of multiples of public elements.
#[derive(Debug)]
pub struct Sum {
    base: Scalar,
    u: Scalar,
    h: Vec<Scalar>,
    shared: HashMap<[u8; 32], usize>,
    scalars: Vec<Scalar>,
    elements: Vec<RistrettoPoint>,
}

impl Default for Sum {
    fn default() -> Self {
        let h = vec![Scalar::ZERO; Generators::shared().h().len()];
        Self {
            base: Scalar::ZERO,
            u: Scalar::ZERO,
            h,
            shared: HashMap::new(),
            scalars: Vec::new(),
            elements: Vec::new(),
        }
    }
}

impl Sum {
    /// Adds a multiple of the group's base point.
    pub fn add_base(&mut self, scalar: Scalar) {
        self.base += scalar;
    }

    /// Adds a multiple of the generator `U`.
    pub fn add_u(&mut self, scalar: Scalar) {
        self.u += scalar;
    }

    /// Adds `Σ s_i H_i`, beginning with `H_1`; at most 91 scalars count.
    pub fn add_h(&mut self, scalars: impl IntoIterator<Item = Scalar>) {
        for (sum, scalar) in self.h.iter_mut().zip(scalars) {
            *sum += scalar;
        }
    }

    /// Adds a multiple of an element that other equations use too: all its multiples become one term.
    pub fn add_shared(&mut self, scalar: Scalar, point: &Point) {
        if point.is_identity() {
            return;
        }
        let next = self.scalars.len();
        let index = *self.shared.entry(*point.bytes()).or_insert(next);
        match self.scalars.get_mut(index) {
            Some(sum) => *sum += scalar,
            None => self.add(scalar, point),
        }
    }

    /// Adds a multiple of an element that only this equation uses.
    pub fn add(&mut self, scalar: Scalar, point: &Point) {
        self.scalars.push(scalar);
        self.elements.push(*point.element());
    }

    /// Whether everything added up is the identity.
    pub fn is_identity(self) -> bool {
        let generators = Generators::shared();
        let Self { base, u, h, mut scalars, mut elements, .. } = self;
        scalars.extend([base, u]);
        elements.extend([RISTRETTO_BASEPOINT_POINT, *generators.u()]);
        // A batch without commitments need not pay for 91 generators.
        for (scalar, element) in
            h.into_iter().zip(generators.h()).filter(|(scalar, _)| *scalar != Scalar::ZERO)
        {
            scalars.push(scalar);
            elements.push(*element);
        }
        multiply_sum(&scalars, &elements).is_identity()
    }
}

/// `Σ s_i P_i`. The shorter of the two sequences ends it.
pub fn multiply_sum(scalars: &[Scalar], elements: &[RistrettoPoint]) -> RistrettoPoint {
    let terms = scalars.len().min(elements.len());
    // The library changes to Pippenger's algorithm at 190 terms only, though it wins from about 145 on.
    let padding = if (PADDED_FROM..PIPPENGER_FROM).contains(&terms) { PIPPENGER_FROM - terms } else { 0 };
    // Both iterators tell the library their length, so it must be one that is known in advance.
    let scalars: Vec<_> = scalars.iter().take(terms).copied().chain(vec![Scalar::ZERO; padding]).collect();
    let elements: Vec<_> =
        elements.iter().take(terms).copied().chain(vec![RistrettoPoint::identity(); padding]).collect();
    RistrettoPoint::vartime_multiscalar_mul(scalars, elements)
}

const PADDED_FROM: usize = 145;
const PIPPENGER_FROM: usize = 190;

#[cfg(test)]
mod tests {
    use super::*;

    fn points(n: u64) -> Vec<Point> {
        (1..=n).map(|i| Point::encode(Scalar::from(i) * RISTRETTO_BASEPOINT_POINT)).collect()
    }

    #[test]
    fn sums_around_the_padding_are_right() {
        for n in [0, 1, 144, 145, 189, 190, 191] {
            let elements: Vec<_> = points(n).iter().map(|point| *point.element()).collect();
            let scalars: Vec<_> = (0..n).map(Scalar::from).collect();
            let expected: u64 = (0..n).map(|i| i * (i + 1)).sum();
            assert_eq!(
                multiply_sum(&scalars, &elements),
                Scalar::from(expected) * RISTRETTO_BASEPOINT_POINT,
                "{n}"
            );
        }
    }

    #[test]
    fn shared_terms_are_merged() {
        let mut sum = Sum::default();
        let points = points(3);
        for _ in 0..2 {
            for (i, point) in points.iter().enumerate() {
                sum.add_shared(Scalar::from(i as u64), point);
            }
        }
        sum.add_shared(Scalar::ONE, &Point::identity());
        assert_eq!(sum.scalars.len(), 3);
        sum.add(Scalar::from(4u64), &points[0]);
        // 2·(0·1 + 1·2 + 2·3) + 4·1 = 20
        sum.add_base(-Scalar::from(20u64));
        assert!(sum.is_identity());
    }

    #[test]
    fn one_wrong_term_is_noticed() {
        for wrong in 0..4 {
            let mut sum = Sum::default();
            let off = |i| if i == wrong { Scalar::ONE } else { Scalar::ZERO };
            sum.add_base(off(0));
            sum.add_u(off(1));
            sum.add_h([Scalar::ZERO, off(2)]);
            sum.add(off(3), &points(1)[0]);
            assert!(!sum.is_identity());
        }
    }
}

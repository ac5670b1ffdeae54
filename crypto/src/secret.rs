//! Scalars that nobody else may learn, and what may be computed with them.
//!
//! Everything here runs in a time that does not depend on the values: the only way from a secret scalar to a
//! plain one is [`SecretScalar::reveal`], and the variable-time code of [`crate::public`] takes plain ones only.
//! What it does not hide is which row of a table a permutation touches: somebody who can watch the cache of the
//! machine is outside of what the game protects against.

use std::{
    fmt,
    ops::{Add, Mul, Neg, Sub},
};

use curve25519_dalek::{RistrettoPoint, Scalar, ristretto::RistrettoBasepointTable, traits::MultiscalarMul};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A scalar that must stay secret. Wiped when dropped, never printed, never serialised.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct SecretScalar(Scalar);

impl SecretScalar {
    /// Takes a scalar into custody.
    pub fn new(scalar: Scalar) -> Self {
        Self(scalar)
    }

    /// A small number.
    pub fn small(value: u8) -> Self {
        Self(Scalar::from(value))
    }

    /// Zero.
    pub fn zero() -> Self {
        Self(Scalar::ZERO)
    }

    /// Ends the custody. Only for values that are meant to be sent, such as a response that a nonce blinds.
    pub fn reveal(&self) -> Scalar {
        self.0
    }

    /// The scalar times the group's base point.
    pub fn times_base(&self) -> RistrettoPoint {
        RistrettoPoint::mul_base(&self.0)
    }

    /// The scalar times a point.
    pub fn times(&self, point: &RistrettoPoint) -> RistrettoPoint {
        self.0 * point
    }

    /// The scalar times the point a table was made for.
    pub fn times_table(&self, table: &RistrettoBasepointTable) -> RistrettoPoint {
        &self.0 * table
    }

    /// Half of the scalar, see [`crate::encoding::Point::encode_doubled`].
    #[must_use]
    pub fn half(&self) -> Self {
        Self(self.0.div_by_2())
    }

    /// Whether it is zero; tells this one bit and nothing else.
    pub fn is_zero(&self) -> bool {
        self.0 == Scalar::ZERO
    }

    /// A second owner, where two sums need the same secret.
    pub(crate) fn duplicate(&self) -> Self {
        Self(self.0)
    }
}

/// `Σ s_i P_i`, in constant time. The shorter of the two sequences ends it.
pub fn multiply_sum<'s, 'p>(
    scalars: impl IntoIterator<Item = &'s SecretScalar>,
    points: impl IntoIterator<Item = &'p RistrettoPoint>,
) -> RistrettoPoint {
    let (scalars, points): (Vec<&Scalar>, Vec<&RistrettoPoint>) =
        scalars.into_iter().map(|scalar| &scalar.0).zip(points).unzip();
    RistrettoPoint::multiscalar_mul(scalars, points)
}

impl fmt::Debug for SecretScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretScalar(…)")
    }
}

impl Add for &SecretScalar {
    type Output = SecretScalar;

    fn add(self, other: Self) -> SecretScalar {
        SecretScalar(self.0 + other.0)
    }
}

impl Add<&Scalar> for &SecretScalar {
    type Output = SecretScalar;

    fn add(self, other: &Scalar) -> SecretScalar {
        SecretScalar(self.0 + other)
    }
}

impl Sub for &SecretScalar {
    type Output = SecretScalar;

    fn sub(self, other: Self) -> SecretScalar {
        SecretScalar(self.0 - other.0)
    }
}

impl Mul for &SecretScalar {
    type Output = SecretScalar;

    fn mul(self, other: Self) -> SecretScalar {
        SecretScalar(self.0 * other.0)
    }
}

impl Mul<&Scalar> for &SecretScalar {
    type Output = SecretScalar;

    fn mul(self, other: &Scalar) -> SecretScalar {
        SecretScalar(self.0 * other)
    }
}

impl Neg for &SecretScalar {
    type Output = SecretScalar;

    fn neg(self) -> SecretScalar {
        SecretScalar(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_not_printed() {
        assert_eq!(format!("{:?}", SecretScalar::small(77)), "SecretScalar(…)");
    }

    #[test]
    fn half_is_half() {
        for value in [0, 1, 2, 91] {
            let half = SecretScalar::small(value).half();
            assert_eq!((&half + &half).reveal(), Scalar::from(value));
        }
    }
}

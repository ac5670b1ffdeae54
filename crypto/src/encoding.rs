//! Group elements and scalars as bytes: 32 each, canonical, and nothing else accepted.
//!
//! A [`Point`] keeps the encoding beside the element, for two reasons: what is hashed must be the bytes as they
//! were received, and an element is decoded once (5 µs) but used many times.

use std::fmt;

use curve25519_dalek::{
    RistrettoPoint, Scalar,
    ristretto::CompressedRistretto,
    traits::{Identity, IsIdentity},
};

use crate::refusal::Refusal;

/// Bytes of an encoded point or scalar.
pub const ELEMENT_LEN: usize = 32;

/// A group element together with its canonical encoding.
///
/// Decoding never gives the identity. The only identity there is stands in the open deck, which nobody sends.
#[derive(Clone, Copy)]
pub struct Point {
    element: RistrettoPoint,
    bytes: [u8; ELEMENT_LEN],
}

impl Point {
    /// Decodes 32 bytes of somebody else.
    ///
    /// # Errors
    /// [`Refusal::Length`], [`Refusal::Point`] for an encoding that is not canonical, [`Refusal::Identity`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        let bytes: [u8; ELEMENT_LEN] = bytes.try_into().map_err(|_| Refusal::Length)?;
        let element = CompressedRistretto(bytes).decompress().ok_or(Refusal::Point)?;
        // Thirty-two zero bytes are a perfectly canonical identity, so this test has to be made.
        if element.is_identity() {
            return Err(Refusal::Identity);
        }
        Ok(Self { element, bytes })
    }

    /// Encodes an element of our own.
    pub fn encode(element: RistrettoPoint) -> Self {
        Self { element, bytes: element.compress().to_bytes() }
    }

    /// Doubles every element and encodes the results together, for a seventh of the price of single encodings.
    ///
    /// Who wants the encodings of `sP_1 … sP_n` computes with `s/2` and calls this. Constant time.
    pub fn encode_doubled(halves: &[RistrettoPoint]) -> Vec<Self> {
        RistrettoPoint::double_and_compress_batch(halves)
            .into_iter()
            .zip(halves)
            .map(|(encoded, half)| Self { element: half + half, bytes: encoded.to_bytes() })
            .collect()
    }

    /// The identity, for the open deck only.
    pub(crate) fn identity() -> Self {
        Self { element: RistrettoPoint::identity(), bytes: [0; ELEMENT_LEN] }
    }

    /// The group element.
    pub fn element(&self) -> &RistrettoPoint {
        &self.element
    }

    /// The canonical encoding.
    pub fn bytes(&self) -> &[u8; ELEMENT_LEN] {
        &self.bytes
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> bool {
        self.bytes == [0; ELEMENT_LEN]
    }
}

// Canonical encodings are equal exactly when the elements are.
impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Point {}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point(")?;
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        write!(f, ")")
    }
}

/// Decodes 32 bytes of somebody else to a scalar, without ever reducing.
///
/// # Errors
/// [`Refusal::Length`], [`Refusal::Scalar`] for a value that is not below the group's order.
pub fn decode_scalar(bytes: &[u8]) -> Result<Scalar, Refusal> {
    let bytes: [u8; ELEMENT_LEN] = bytes.try_into().map_err(|_| Refusal::Length)?;
    Option::from(Scalar::from_canonical_bytes(bytes)).ok_or(Refusal::Scalar)
}

/// Reads elements off the front of a byte slice.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader over bytes that must hold exactly `elements` points and scalars.
    ///
    /// # Errors
    /// [`Refusal::Length`] for any other number of bytes. Nothing is allocated before this is known.
    pub fn of_elements(bytes: &'a [u8], elements: usize) -> Result<Self, Refusal> {
        let expected = elements.checked_mul(ELEMENT_LEN).ok_or(Refusal::Length)?;
        if bytes.len() != expected {
            return Err(Refusal::Length);
        }
        Ok(Self { rest: bytes })
    }

    /// The next point.
    ///
    /// # Errors
    /// As [`Point::decode`].
    pub fn point(&mut self) -> Result<Point, Refusal> {
        Point::decode(self.take()?)
    }

    /// The next scalar.
    ///
    /// # Errors
    /// As [`decode_scalar`].
    pub fn scalar(&mut self) -> Result<Scalar, Refusal> {
        decode_scalar(self.take()?)
    }

    /// The next `n` points.
    ///
    /// # Errors
    /// As [`Point::decode`].
    pub fn points(&mut self, n: usize) -> Result<Vec<Point>, Refusal> {
        self.expect_elements(n)?;
        (0..n).map(|_| self.point()).collect()
    }

    /// The next `n` scalars.
    ///
    /// # Errors
    /// As [`decode_scalar`].
    pub fn scalars(&mut self, n: usize) -> Result<Vec<Scalar>, Refusal> {
        self.expect_elements(n)?;
        (0..n).map(|_| self.scalar()).collect()
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// [`Refusal::Length`] if bytes are left.
    pub fn finish(self) -> Result<(), Refusal> {
        if self.rest.is_empty() { Ok(()) } else { Err(Refusal::Length) }
    }

    /// Refuses a count before a vector of that capacity is made.
    fn expect_elements(&self, n: usize) -> Result<(), Refusal> {
        if n > self.rest.len() / ELEMENT_LEN { Err(Refusal::Length) } else { Ok(()) }
    }

    fn take(&mut self) -> Result<&'a [u8], Refusal> {
        let (head, rest) = self.rest.split_at_checked(ELEMENT_LEN).ok_or(Refusal::Length)?;
        self.rest = rest;
        Ok(head)
    }
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;

    use super::*;

    #[test]
    fn doubled_encodings_are_those_of_the_doubles() {
        let halves: Vec<_> = (0..5u64).map(|i| Scalar::from(i) * RISTRETTO_BASEPOINT_POINT).collect();
        for (i, point) in Point::encode_doubled(&halves).iter().enumerate() {
            let twice = Scalar::from(2 * i as u64) * RISTRETTO_BASEPOINT_POINT;
            assert_eq!(*point.element(), twice);
            assert_eq!(*point.bytes(), twice.compress().to_bytes());
        }
    }

    #[test]
    fn reader_counts() {
        let point = Point::encode(RISTRETTO_BASEPOINT_POINT);
        let mut bytes = point.bytes().to_vec();
        bytes.extend([0; 32]);
        let mut reader = Reader::of_elements(&bytes, 2).unwrap();
        assert_eq!(reader.points(3), Err(Refusal::Length));
        assert_eq!(reader.point(), Ok(point));
        assert_eq!(reader.scalar(), Ok(Scalar::ZERO));
        assert_eq!(reader.scalar(), Err(Refusal::Length));
        assert_eq!(reader.finish(), Ok(()));
        assert!(Reader::of_elements(&bytes, usize::MAX).is_err());
    }
}

//! The group elements that stand for tiles.
//!
//! The tile {a ≤ b} of a set with highest pip m has the id `a(m+1) − a(a−1)/2 + (b−a)`, which counts the tiles
//! 0-0, 0-1, … 0-m, 1-1, … m-m, and the element hashed from `u8 m ‖ u8 a ‖ u8 b`. Because they are hashed there
//! is no known relation between tiles: a masked tile that was tampered with opens to no tile at all.

use std::sync::OnceLock;

use curve25519_dalek::RistrettoPoint;

use crate::{encoding::Point, hash::Hash, tags};

/// The elements of one set of tiles.
#[derive(Debug)]
pub struct TilePoints {
    highest: u8,
    points: Vec<Point>,
    /// Encodings of the *doubled* elements with their ids, sorted. Batch encoding is cheap and gives doubles.
    doubled: Vec<([u8; 32], u8)>,
}

impl TilePoints {
    /// The set with this highest pip: 9 (55 tiles) or 12 (91 tiles), and none otherwise.
    pub fn for_highest(highest: u8) -> Option<&'static Self> {
        static NINE: OnceLock<TilePoints> = OnceLock::new();
        static TWELVE: OnceLock<TilePoints> = OnceLock::new();
        match highest {
            9 => Some(NINE.get_or_init(|| Self::new(9))),
            12 => Some(TWELVE.get_or_init(|| Self::new(12))),
            _ => None,
        }
    }

    fn new(highest: u8) -> Self {
        let elements: Vec<_> = (0..=highest)
            .flat_map(|a| (a..=highest).map(move |b| (a, b)))
            .map(|(a, b)| {
                let uniform = Hash::new(tags::TILE).u8(highest).u8(a).u8(b).finish512();
                RistrettoPoint::from_uniform_bytes(&uniform)
            })
            .collect();
        let encoded = RistrettoPoint::double_and_compress_batch(&elements);
        let mut doubled: Vec<_> = encoded.iter().map(|encoding| encoding.to_bytes()).zip(0..).collect();
        doubled.sort_unstable();
        Self { highest, points: elements.into_iter().map(Point::encode).collect(), doubled }
    }

    /// The highest pip, 9 or 12.
    pub fn highest(&self) -> u8 {
        self.highest
    }

    /// How many tiles there are, 55 or 91.
    #[allow(clippy::len_without_is_empty, reason = "a set of tiles is never empty")]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// The tile's element, if there is a tile of this id.
    pub fn point(&self, id: u8) -> Option<&Point> {
        self.points.get(usize::from(id))
    }

    /// All elements, by id.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The tile this element stands for, if any.
    pub fn find(&self, element: &RistrettoPoint) -> Option<u8> {
        self.find_all(std::slice::from_ref(element)).pop().flatten()
    }

    /// The tiles these elements stand for, for much less than [`TilePoints::find`] each.
    pub fn find_all(&self, elements: &[RistrettoPoint]) -> Vec<Option<u8>> {
        RistrettoPoint::double_and_compress_batch(elements)
            .iter()
            .map(|encoding| {
                let found = self.doubled.binary_search_by_key(encoding.as_bytes(), |(bytes, _)| *bytes);
                self.doubled.get(found.ok()?).map(|(_, id)| *id)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;

    use super::*;
    use crate::hash::h256;

    #[test]
    fn ids_follow_the_formula() {
        for (highest, count) in [(9u8, 55), (12, 91)] {
            let tiles = TilePoints::for_highest(highest).unwrap();
            assert_eq!((tiles.len(), tiles.highest()), (count, highest));
            for b in 0..=highest {
                for a in 0..=b {
                    let (m, a32, b32) = (i32::from(highest), i32::from(a), i32::from(b));
                    let id = a32 * (m + 1) - a32 * (a32 - 1) / 2 + (b32 - a32);
                    let uniform = Hash::new(tags::TILE).u8(highest).u8(a).u8(b).finish512();
                    let element = RistrettoPoint::from_uniform_bytes(&uniform);
                    assert_eq!(tiles.find(&element), Some(id as u8));
                    assert_eq!(tiles.point(id as u8).map(Point::bytes), Some(&element.compress().to_bytes()));
                }
            }
        }
        assert!(TilePoints::for_highest(6).is_none());
    }

    #[test]
    fn other_elements_are_no_tiles() {
        let tiles = TilePoints::for_highest(12).unwrap();
        let nine = TilePoints::for_highest(9).unwrap();
        let first = *tiles.point(0).unwrap().element();
        let others = [RISTRETTO_BASEPOINT_POINT, first + first, -first, first - first];
        assert_eq!(tiles.find_all(&others), [None; 4]);
        assert_eq!(nine.find(&first), None);
        assert_eq!(tiles.point(91), None);
    }

    #[test]
    fn golden_digests() {
        let digest = |highest| {
            let tiles = TilePoints::for_highest(highest).unwrap();
            let bytes: Vec<u8> = tiles.points().iter().flat_map(|point| *point.bytes()).collect();
            crate::golden::hex(&h256(tags::TILE, &bytes))
        };
        assert_eq!(digest(9), crate::golden::TILES_9);
        assert_eq!(digest(12), crate::golden::TILES_12);
    }
}

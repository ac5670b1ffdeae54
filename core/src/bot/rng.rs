//! Random numbers for players that imagine deals. Not for secrets: who knows the seed knows them all.

use crate::tile::Tile;

/// The generator SplitMix64: small, fast, and the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if that is 0. The bias, below `end` in 2^32, is of no matter here.
    pub const fn below(&mut self, end: usize) -> usize {
        (((self.next() >> 32) * end as u64) >> 32) as usize
    }

    pub fn shuffle(&mut self, tiles: &mut [Tile]) {
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_are_fair_enough_and_repeatable() {
        let mut rng = Rng::new(7);
        let mut first = [0_u32; 10];
        for _ in 0..10_000 {
            let mut order: Vec<Tile> = (0..10).filter_map(Tile::from_index).collect();
            rng.shuffle(&mut order);
            first[usize::from(order[0].index())] += 1;
        }
        assert!(first.iter().all(|count| (850..1150).contains(count)), "{first:?}");
        assert_eq!(Rng::new(3).next(), Rng::new(3).next());
        assert!((0..100).all(|_| rng.below(3) < 3) && rng.below(0) == 0);
    }
}

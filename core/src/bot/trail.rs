//! The longest train that a hand can lay.
//!
//! Pips are points and tiles are lines between them, so that a train is a walk that uses no line twice: a trail. Finding
//! the longest one is hard in general; hands are small enough to try everything, within a bound on how much is tried.

use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// A train that a hand can lay by itself, tile by tile.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    tiles: [Tile; Tile::COUNT],
    len: u8,
    set: Tiles,
    exact: bool,
}

impl Trail {
    /// The longest trail of the hand's tiles from an open pip, of several one that begins with heavy tiles. A double is passed as
    /// soon as it is reached; a trail does not end on one, which would wait, unless it is the hand's last tile.
    ///
    /// After `bound` steps the search gives up, and the longest trail that was found by then is the answer.
    #[must_use]
    pub fn longest(hand: Tiles, start: Pip, bound: u32) -> Self {
        // A short search needs no long memory, and is over before one is made.
        if bound <= FEW {
            Self::search::<64>(hand, start, bound)
        } else {
            Self::search::<512>(hand, start, bound)
        }
    }

    fn search<const SEEN: usize>(hand: Tiles, start: Pip, bound: u32) -> Self {
        let mut search = Search::<SEEN>::of(hand, bound);
        search.extend(start, hand, 0);
        let mut best = search.best;
        best.set = best.iter().collect();
        best.exact = search.steps > 0;
        best
    }

    /// Its tiles from the open pip outward.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator + '_ {
        self.tiles[..usize::from(self.len)].iter().copied()
    }

    /// Its first tile.
    #[must_use]
    pub fn first(&self) -> Option<Tile> {
        self.iter().next()
    }

    /// How many tiles it has.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether no tile of the hand begins one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its tiles as a set.
    #[must_use]
    pub const fn tiles(&self) -> Tiles {
        self.set
    }

    /// Whether it is certain that no longer one exists.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.exact
    }
}

/// Up to so many steps a search is a short one.
const FEW: u32 = 100;

/// A search that remembers so many positions.
struct Search<const SEEN: usize> {
    path: [Tile; Tile::COUNT],
    best: Trail,
    /// How many steps may still be taken.
    steps: u32,
    /// For each pip the pips that a plain tile not yet laid leads to.
    onward: [u16; PIPS],
    /// The pips whose doubles are not yet laid.
    doubles: u16,
    /// Positions that were searched, each in its place: what is left of the hand, and the open pip above it. What is left
    /// tells what is laid, so that to come to one again by another way is of no use.
    seen: [u128; SEEN],
}

const PIPS: usize = Pip::MAX.value() as usize + 1;

impl<const SEEN: usize> Search<SEEN> {
    fn of(hand: Tiles, bound: u32) -> Self {
        let best = Trail { tiles: [Tile::default(); Tile::COUNT], len: 0, set: Tiles::EMPTY, exact: true };
        let mut search =
            Self { path: best.tiles, best, steps: bound, onward: [0; PIPS], doubles: 0, seen: [0; SEEN] };
        hand.iter().for_each(|tile| search.turn(tile));
        search
    }

    /// Takes a tile out of those not yet laid, or puts it back.
    fn turn(&mut self, tile: Tile) {
        let (lo, hi) = (tile.lo().value(), tile.hi().value());
        if tile.is_double() {
            self.doubles ^= 1 << lo;
        } else {
            self.onward[usize::from(lo)] ^= 1 << hi;
            self.onward[usize::from(hi)] ^= 1 << lo;
        }
    }

    /// Goes on from `pip` with what is left of the hand; `len` tiles lie on the path.
    fn extend(&mut self, pip: Pip, mut hand: Tiles, mut len: usize) {
        if len as u32 + self.most(pip) <= u32::from(self.best.len) || self.steps == 0 || self.knows(pip, hand)
        {
            return;
        }
        self.steps -= 1;
        let double = Tile::double(pip);
        let mut onward = hand.both(Tiles::with_pip(pip)).minus(Tiles::DOUBLES);
        let passed = hand.contains(double) && (!onward.is_empty() || hand.len() == 1);
        if passed {
            hand.remove(double);
            self.turn(double);
            self.path[len] = double;
            len += 1;
        }
        if len > usize::from(self.best.len) {
            self.best.len = len as u8;
            self.best.tiles[..len].copy_from_slice(&self.path[..len]);
        }
        // Heavy tiles first: of trails as long as each other the first one found stays.
        while let Some(tile) = onward.last() {
            onward.remove(tile);
            let Some(next) = tile.other(pip) else { continue };
            let mut rest = hand;
            rest.remove(tile);
            self.path[len] = tile;
            self.turn(tile);
            self.extend(next, rest, len + 1);
            self.turn(tile);
        }
        if passed {
            self.turn(double);
        }
    }

    /// No more tiles than this can follow: those within reach, but for what a walk must leave over. It enters every pip as
    /// often as it leaves it, its two ends aside; so of all other pips with an odd number of tiles one is left over, and no
    /// tile is left over for more than two of them.
    fn most(&self, pip: Pip) -> u32 {
        let (mut reached, mut fresh) = (0_u16, 1_u16 << pip.value());
        let (mut ends, mut odd) = (0, 0_u16);
        while fresh != 0 {
            let at = fresh.trailing_zeros() as usize;
            reached |= 1 << at;
            let onward = self.onward[at];
            ends += onward.count_ones();
            odd |= ((onward.count_ones() & 1) as u16) << at;
            fresh = (fresh | onward) & !reached;
        }
        let over = (odd ^ (1 << pip.value())).count_ones() / 2;
        ends / 2 - over + (self.doubles & reached).count_ones()
    }

    /// Whether this position was searched before; it has been from now on.
    fn knows(&mut self, pip: Pip, hand: Tiles) -> bool {
        let key = hand.bits() | (u128::from(pip.value()) + 1) << 100;
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut self.seen[(mixed >> 55) as usize % SEEN];
        std::mem::replace(place, key) == key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{rng, shuffled, tiles};
    use crate::tile::TileSet;

    fn longest(hand: &str, start: u8) -> String {
        let hand = tiles(hand).into_iter().collect();
        let trail = Trail::longest(hand, Pip::new(start).unwrap(), 100_000);
        assert!(trail.is_exact());
        trail.iter().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn trails_are_the_longest() {
        assert_eq!(longest("9-3 3-4 4-9 9-5", 9), "4-9 3-4 3-9 5-9");
        assert_eq!(longest("1-2 3-4", 9), "");
        // 9-5 first would leave the circle out.
        assert_eq!(longest("9-5 9-1 1-2 2-9", 9).split(' ').count(), 4);
        // Of two that are as long, the heavier.
        assert_eq!(longest("9-1 9-8", 9), "8-9");
    }

    #[test]
    fn doubles_are_passed_but_do_not_end_a_trail() {
        assert_eq!(longest("9-3 3-3 3-4", 9), "3-9 3-3 3-4");
        assert_eq!(longest("9-3 3-3 1-1", 9), "3-9");
        assert_eq!(longest("9-3 3-3", 9), "3-9 3-3");
        assert_eq!(longest("3-3", 3), "3-3");
    }

    /// Every trail, without pruning.
    fn exhaustive(hand: Tiles, pip: Pip) -> u32 {
        let onward = hand.both(Tiles::with_pip(pip));
        let lengths = onward.iter().map(|tile| {
            let mut rest = hand;
            rest.remove(tile);
            if tile.is_double() {
                let further = exhaustive(rest, pip);
                if further == 0 && !rest.is_empty() { 0 } else { 1 + further }
            } else {
                1 + exhaustive(rest, tile.other(pip).unwrap())
            }
        });
        lengths.max().unwrap_or(0)
    }

    #[test]
    fn nothing_longer_is_overlooked() {
        let mut rng = rng(3);
        for round in 0..300 {
            let order = shuffled(TileSet::DoubleNine, &mut rng);
            let hand: Tiles = order[..4 + round % 8].iter().copied().collect();
            let start = Pip::new(round as u8 % 10).unwrap();
            let trail = Trail::longest(hand, start, u32::MAX);
            assert_eq!(u32::from(trail.len()), exhaustive(hand, start), "{hand} from {start}");
            assert_eq!((trail.tiles().len(), trail.len()), (trail.iter().len() as u8, trail.tiles().len()));
            let mut open = start;
            trail.iter().for_each(|tile| open = tile.other(open).unwrap());
        }
    }

    #[test]
    fn a_bound_is_kept_and_owned_up_to() {
        // Of double-nine a trail cannot take every tile: each pip has an odd number of neighbours.
        let trail = Trail::longest(TileSet::DoubleNine.tiles(), Pip::BLANK, 1000);
        assert!(!trail.is_exact() && trail.len() > 30);
        assert!(Trail::longest(TileSet::DoubleTwelve.tiles(), Pip::MAX, 1000).is_exact());
    }
}

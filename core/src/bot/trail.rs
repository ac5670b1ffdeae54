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
    /// The longest trail of the hand's tiles from an open pip, of several the one with most spots. A double is passed as
    /// soon as it is reached; a trail does not end on one, which would wait, unless it is the hand's last tile.
    ///
    /// After `bound` steps the search gives up, and the longest trail that was found by then is the answer.
    #[must_use]
    pub fn longest(hand: Tiles, start: Pip, bound: u32) -> Self {
        let mut search = Search {
            path: [Tile::default(); Tile::COUNT],
            best: Self { tiles: [Tile::default(); Tile::COUNT], len: 0, set: Tiles::EMPTY, exact: true },
            best_worth: 0,
            steps: bound,
        };
        let all = hand.iter().map(worth).sum();
        search.extend(start, hand, all, 0, 0);
        let mut best = search.best;
        best.set = best.iter().collect();
        best.exact = search.steps > 0;
        best
    }

    /// Its tiles from the open pip outward.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Tile> + '_ {
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

/// A tile counts more than all spots together.
fn worth(tile: Tile) -> u32 {
    (1 << 12) + u32::from(tile.pips())
}

struct Search {
    path: [Tile; Tile::COUNT],
    best: Trail,
    best_worth: u32,
    /// How many steps may still be taken.
    steps: u32,
}

impl Search {
    /// Goes on from `pip` with what is left of the hand, which is worth `left`. `len` tiles lie on the path, and are worth
    /// `laid`.
    fn extend(&mut self, pip: Pip, mut hand: Tiles, mut left: u32, mut len: usize, mut laid: u32) {
        if laid + left <= self.best_worth || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let double = Tile::double(pip);
        let onward = hand.both(Tiles::with_pip(pip)).minus(Tiles::DOUBLES);
        if hand.contains(double) && (!onward.is_empty() || hand.len() == 1) {
            hand.remove(double);
            self.path[len] = double;
            len += 1;
            laid += worth(double);
            left -= worth(double);
        }
        if laid > self.best_worth {
            self.best_worth = laid;
            self.best.len = len as u8;
            self.best.tiles[..len].copy_from_slice(&self.path[..len]);
        }
        for tile in onward {
            let Some(next) = tile.other(pip) else { continue };
            let mut rest = hand;
            rest.remove(tile);
            self.path[len] = tile;
            self.extend(next, rest, left - worth(tile), len + 1, laid + worth(tile));
        }
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
        assert_eq!(longest("9-3 3-4 4-9 9-5", 9), "3-9 3-4 4-9 5-9");
        assert_eq!(longest("1-2 3-4", 9), "");
        // 9-5 first would leave the circle out.
        assert_eq!(longest("9-5 9-1 1-2 2-9", 9).split(' ').count(), 4);
        // Of two that are as long, the one with most spots.
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
                if further == 0 && !rest.is_empty() { 0 } else { worth(tile) + further }
            } else {
                worth(tile) + exhaustive(rest, tile.other(pip).unwrap())
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
            assert_eq!(trail.iter().map(worth).sum::<u32>(), exhaustive(hand, start), "{hand} from {start}");
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

//! The tiles on the table, train by train.

use crate::seat::{Seats, TrainId};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// No tile: the end of a train.
const NONE: u8 = 255;

/// All trains of a round, and the engine they grow from.
///
/// Each train is a list of indices through one array of all tiles, since no tile lies twice: a fixed size, cheap to
/// clone, and equal whenever the same tiles lie in the same places whatever the order they were played in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trains {
    engine: Pip,
    /// The tile that follows this one.
    next: [u8; Tile::COUNT],
    first: [u8; TrainId::COUNT],
    last: [u8; TrainId::COUNT],
    len: [u8; TrainId::COUNT],
    open: [Pip; TrainId::COUNT],
    table: Tiles,
}

impl Trains {
    /// No tile on the table yet, not even the engine.
    pub(crate) const fn new(engine: Pip) -> Self {
        Self {
            engine,
            next: [NONE; Tile::COUNT],
            first: [NONE; TrainId::COUNT],
            last: [NONE; TrainId::COUNT],
            len: [0; TrainId::COUNT],
            open: [engine; TrainId::COUNT],
            table: Tiles::EMPTY,
        }
    }

    /// Puts the engine into the hub.
    pub(crate) const fn place_engine(&mut self) {
        self.table.insert(Tile::double(self.engine));
    }

    /// Lays a tile at the end of a train. Changes nothing and says no if it does not join, or lies somewhere already.
    pub(crate) fn push(&mut self, train: TrainId, tile: Tile) -> bool {
        let at = train.index();
        let Some(open) = tile.other(self.open[at]) else { return false };
        if !self.table.insert(tile) {
            return false;
        }
        match self.last[at] {
            NONE => self.first[at] = tile.index(),
            last => self.next[usize::from(last)] = tile.index(),
        }
        self.last[at] = tile.index();
        self.len[at] += 1;
        self.open[at] = open;
        true
    }

    /// The pip that the next tile of this train must have: the engine's on a train that has not been started.
    #[must_use]
    pub const fn open_pip(&self, train: TrainId) -> Pip {
        self.open[train.index()]
    }

    /// The tile at the train's end; `None` on a train that has not been started.
    #[must_use]
    pub fn end(&self, train: TrainId) -> Option<Tile> {
        Tile::from_index(self.last[train.index()])
    }

    /// How many tiles lie on the train, without the engine.
    #[must_use]
    pub fn len(&self, train: TrainId) -> usize {
        usize::from(self.len[train.index()])
    }

    /// Whether the train has not been started.
    #[must_use]
    pub fn is_empty(&self, train: TrainId) -> bool {
        self.len(train) == 0
    }

    /// The train's tiles from the hub outward.
    pub fn tiles(&self, train: TrainId) -> impl Iterator<Item = Tile> {
        let mut at = self.first[train.index()];
        std::iter::from_fn(move || {
            let tile = Tile::from_index(at)?;
            at = self.next[usize::from(at)];
            Some(tile)
        })
    }

    /// The train's tiles from the hub outward, each as its half toward the hub and its half toward the end.
    pub fn outward(&self, train: TrainId) -> impl Iterator<Item = (Pip, Pip)> {
        let mut open = self.engine;
        self.tiles(train).map(move |tile| {
            let inner = open;
            open = tile.other(inner).unwrap_or(inner);
            (inner, open)
        })
    }

    /// The train as a scenario file writes it: `9-3 3-4`.
    #[must_use]
    pub fn text(&self, train: TrainId) -> String {
        let tiles: Vec<String> =
            self.outward(train).map(|(inner, outer)| format!("{inner}-{outer}")).collect();
        tiles.join(" ")
    }

    /// Every tile that lies on the table, the engine included once it is placed.
    #[must_use]
    pub const fn table(&self) -> Tiles {
        self.table
    }

    /// How many tiles lie on the trains of a table of so many seats, without the engine.
    #[must_use]
    pub fn total(&self, seats: Seats) -> usize {
        seats.trains().map(|train| self.len(train)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn tiles_are_turned_outward() {
        let mut trains = Trains::new(Pip::new(9).unwrap());
        trains.place_engine();
        let own = TrainId::Own(Seat::FIRST);
        for tile in ["3-9", "3-3", "3-4"] {
            assert!(trains.push(own, tile.parse().unwrap()));
        }
        assert_eq!(trains.text(own), "9-3 3-3 3-4");
        assert_eq!(trains.open_pip(own).value(), 4);
        assert_eq!(trains.end(own), Some("3-4".parse().unwrap()));
        assert_eq!((trains.len(own), trains.total(Seats::MIN)), (3, 3));
        assert_eq!(trains.table().to_string(), "3-3 3-4 3-9 9-9");
        assert!(trains.is_empty(TrainId::Mexican) && trains.end(TrainId::Mexican).is_none());
    }

    #[test]
    fn what_does_not_join_is_not_laid() {
        let mut trains = Trains::new(Pip::new(9).unwrap());
        trains.place_engine();
        let before = trains.clone();
        assert!(!trains.push(TrainId::Mexican, "3-4".parse().unwrap()));
        assert!(!trains.push(TrainId::Mexican, "9-9".parse().unwrap()));
        assert_eq!(trains, before);
    }

    #[test]
    fn the_order_of_play_leaves_no_trace() {
        let lay = |order: &[(TrainId, &str)]| {
            let mut trains = Trains::new(Pip::new(9).unwrap());
            for (train, tile) in order {
                assert!(trains.push(*train, tile.parse().unwrap()));
            }
            trains
        };
        let (own, mexican) = (TrainId::Own(Seat::FIRST), TrainId::Mexican);
        assert_eq!(lay(&[(own, "9-1"), (mexican, "9-2")]), lay(&[(mexican, "9-2"), (own, "9-1")]));
    }
}

//! What several modules' tests need: short positions and shuffled sets.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::{Move, OpenRound, Pip, Rules, Seat, SeatView, Seats, Setup, Table, Tile, TileSet, TrainId};

pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace().map(|tile| tile.parse().unwrap()).collect()
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// A position of the double-nine set's first round, seat 1 to act, nothing waiting.
pub(crate) fn position(
    hands: &[&str],
    boneyard: &str,
    trains: &[&str],
    mexican: &str,
    lanterns: &[u8],
) -> OpenRound {
    setup(hands, boneyard, trains, mexican, lanterns).build().unwrap()
}

/// The same, still to be changed and built.
pub(crate) fn setup(
    hands: &[&str],
    boneyard: &str,
    trains: &[&str],
    mexican: &str,
    lanterns: &[u8],
) -> Setup {
    Setup {
        rules: Rules::default().with_set(TileSet::DoubleNine),
        seats: Seats::new(hands.len().try_into().unwrap()).unwrap(),
        engine: Pip::new(9).unwrap(),
        hands: hands.iter().map(|hand| tiles(hand)).collect(),
        boneyard: tiles(boneyard),
        starter: None,
        table: Some(Table {
            turn: Seat::FIRST,
            trains: trains.iter().map(|train| tiles(train)).collect(),
            mexican: tiles(mexican),
            lanterns: lanterns.iter().map(|number| seat(*number)).collect(),
            waiting: vec![],
            opened: None,
        }),
    }
}

impl OpenRound {
    /// The view of the seat to act.
    pub(crate) fn legal_view(&self) -> SeatView<'_> {
        self.view(self.round().to_act().unwrap())
    }
}

/// `1 4-6` or `mexican 4-6` as a move.
pub(crate) fn play(train: &str, tile: &str) -> Move {
    Move::Play { tile: tile.parse().unwrap(), train: train.parse::<TrainId>().unwrap() }
}

/// A set in an order that depends on nothing but the seed.
pub(crate) fn shuffled(set: TileSet, rng: &mut StdRng) -> Vec<Tile> {
    let mut order: Vec<Tile> = set.tiles().iter().collect();
    order.shuffle(rng);
    order
}

pub(crate) fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Any of the legal moves.
pub(crate) fn random_move(open: &OpenRound, rng: &mut StdRng) -> Option<Move> {
    let mut moves = open.legal_moves();
    let count = moves.len();
    if count == 0 { None } else { moves.nth(rng.random_range(..count)) }
}

//! In which order the hand stands: sorted, or as the person has put it.

use std::cmp::Reverse;

use mextrain_core::{Tile, Tiles};

use crate::window::settings::HandOrder;

/// All orders, as the button goes through them.
const ALL: [HandOrder; 5] =
    [HandOrder::Value, HandOrder::Doubles, HandOrder::Weight, HandOrder::Playable, HandOrder::Own];

/// The order that the button changes to.
pub fn next(order: HandOrder) -> HandOrder {
    let at = ALL.iter().position(|one| *one == order).unwrap_or(0);
    ALL[(at + 1) % ALL.len()]
}

/// The tiles of a hand from left to right. `kept` is the order that the person has put them in.
pub fn arrange(hand: Tiles, playable: Tiles, order: HandOrder, kept: &[Tile]) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = hand.iter().collect();
    match order {
        HandOrder::Value => tiles.sort(),
        HandOrder::Doubles => tiles.sort_by_key(|tile| (!tile.is_double(), *tile)),
        HandOrder::Weight => tiles.sort_by_key(|tile| (Reverse(tile.pips()), *tile)),
        HandOrder::Playable => tiles.sort_by_key(|tile| (!playable.contains(*tile), *tile)),
        HandOrder::Own => {
            tiles.sort_by_key(|tile| (kept.iter().position(|one| one == tile).unwrap_or(usize::MAX), *tile))
        }
    }
    tiles
}

/// The order after a tile was put at another place.
pub fn moved(mut tiles: Vec<Tile>, tile: Tile, to: usize) -> Vec<Tile> {
    if let Some(from) = tiles.iter().position(|one| *one == tile) {
        tiles.remove(from);
        tiles.insert(to.min(tiles.len()), tile);
    }
    tiles
}

/// An order as it is remembered between starts.
pub fn to_text(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(Tile::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> Vec<Tile> {
        text.split_whitespace().map(|tile| tile.parse().unwrap()).collect()
    }

    fn shown(order: HandOrder, kept: &str) -> String {
        let hand = tiles("2-9 0-12 5-5 1-3").into_iter().collect();
        let playable = tiles("5-5 2-9").into_iter().collect();
        to_text(&arrange(hand, playable, order, &tiles(kept))).join(" ")
    }

    #[test]
    fn every_order_is_what_its_name_says() {
        assert_eq!(shown(HandOrder::Value, ""), "0-12 1-3 2-9 5-5");
        assert_eq!(shown(HandOrder::Doubles, ""), "5-5 0-12 1-3 2-9");
        assert_eq!(shown(HandOrder::Weight, ""), "0-12 2-9 5-5 1-3");
        assert_eq!(shown(HandOrder::Playable, ""), "2-9 5-5 0-12 1-3");
        assert_eq!(shown(HandOrder::Own, "5-5 7-7 0-12"), "5-5 0-12 1-3 2-9");
    }

    #[test]
    fn a_tile_is_put_where_it_was_dropped() {
        let order = tiles("0-1 0-2 0-3");
        assert_eq!(moved(order.clone(), order[0], 2), tiles("0-2 0-3 0-1"));
        assert_eq!(moved(order.clone(), order[2], 0), tiles("0-3 0-1 0-2"));
        assert_eq!(moved(order.clone(), order[1], 99), tiles("0-1 0-3 0-2"));
        assert_eq!(moved(order.clone(), "9-9".parse().unwrap(), 0), order);
    }

    #[test]
    fn the_button_goes_through_all_orders() {
        let mut order = HandOrder::default();
        for _ in ALL {
            order = next(order);
        }
        assert_eq!(order, HandOrder::default());
    }
}

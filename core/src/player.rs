//! A simple legal player: no memory, no guessing, the same answer to the same view.

use std::cmp::Reverse;

use crate::prompt::{Move, SeatView};
use crate::rules::OutOnDouble;
use crate::score::tile_points;
use crate::seat::TrainId;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// The move this player makes: a double that it can satisfy (or that is its last tile) first, a double that it cannot
/// last, otherwise the tile that costs most, on its own train rather than on another. `None` if the seat owes no move.
#[must_use]
pub fn choose(view: &SeatView<'_>) -> Option<Move> {
    view.moves().max_by_key(|choice| match choice {
        Move::Play { tile, train } => {
            let own = *train == TrainId::Own(view.seat());
            (double_worth(view, *tile), tile_points(view.round().rules(), *tile), own, Reverse(*train), *tile)
        }
        // A chain goes on with whatever there is, but for a double that would only have to be drawn for.
        Move::Stop => (1, 0, false, Reverse(TrainId::Mexican), Tile::default()),
        // There only when there is nothing to play.
        Move::Draw | Move::Pass => (0, 0, false, Reverse(TrainId::Mexican), Tile::default()),
    })
}

/// 2 for a double that can be satisfied, 1 for a plain tile, 0 for a double that would wait.
fn double_worth(view: &SeatView<'_>, tile: Tile) -> u8 {
    if !tile.is_double() {
        return 1;
    }
    let mut rest = view.hand();
    rest.remove(tile);
    let rules = view.round().rules();
    let goes_out = rest.is_empty() && rules.out_on_double == OutOnDouble::Ends;
    let satisfiable = goes_out || !rest.both(Tiles::with_pip(tile.lo())).is_empty();
    if satisfiable { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::position;

    fn choice(hand: &str, trains: [&str; 2], lanterns: &[u8]) -> String {
        let open = position(&[hand, "0-0"], "", &trains, "", lanterns);
        choose(&open.legal_view()).unwrap().to_string()
    }

    #[test]
    fn doubles_that_can_be_satisfied_go_first() {
        assert_eq!(choice("3-3 3-4 7-9", ["9-3", ""], &[]), "plays 3-3 on 1");
    }

    #[test]
    fn doubles_that_cannot_go_last() {
        assert_eq!(choice("3-3 2-9 5-6", ["9-3", ""], &[]), "plays 2-9 on mexican");
        assert_eq!(choice("3-3 5-6", ["9-3", ""], &[]), "plays 3-3 on 1");
    }

    #[test]
    fn a_last_double_needs_no_satisfaction() {
        assert_eq!(choice("3-3", ["9-3", ""], &[]), "plays 3-3 on 1");
    }

    #[test]
    fn heavy_tiles_and_the_own_train_are_preferred() {
        assert_eq!(choice("2-9 8-9", ["", ""], &[2]), "plays 8-9 on 1");
        assert_eq!(choice("0-1", ["9-0", ""], &[]), "plays 0-1 on 1");
        assert_eq!(choice("7-8 4-5", ["9-0", "9-4"], &[2]), "plays 4-5 on 2");
    }

    #[test]
    fn nothing_is_chosen_out_of_turn() {
        let open = position(&["1-9", "2-9"], "", &["", ""], "", &[]);
        assert_eq!(choose(&open.view(crate::Seat::new(1).unwrap())), None);
    }
}

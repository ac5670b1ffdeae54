//! The player who has just learnt the rules: it lays a tile that fits, and thinks no further than that spots cost points.

use super::Knowledge;
use super::rng::Rng;
use crate::prompt::Move;
use crate::score::tile_points;
use crate::seat::TrainId;

/// The move this player makes; `None` if the seat owes no move. Now and then it overlooks something, and lays whatever
/// catches its eye.
pub(super) fn choose(known: &Knowledge<'_>, seed: u64) -> Option<Move> {
    let mut rng = Rng::new(seed);
    let view = &known.view;
    if rng.below(4) == 0 {
        return view.moves().nth(rng.below(view.moves().len()));
    }
    let own = TrainId::Own(view.seat());
    view.moves().max_by_key(|choice| match choice {
        Move::Play { tile, train } => (1 + tile_points(view.round().rules(), *tile), *train == own),
        Move::Draw | Move::Pass | Move::Stop => (0, false),
    })
}

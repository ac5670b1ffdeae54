//! What this player could do now, as a sharp player sees it.

use std::time::Instant;

use mextrain_core::bot::{self, Hint};
use mextrain_net::session::{Game, bot::THINKING};

/// A good move, if one is owed. Takes as long as a sharp bot thinks, [`THINKING`] at the most, and knows no more than this
/// player may.
#[must_use]
pub fn think(game: &Game) -> Option<Hint> {
    let began = Instant::now();
    let seed = u64::from(game.have.step);
    bot::hint(&game.knowledge()?, seed, &mut |_| began.elapsed() < THINKING)
}

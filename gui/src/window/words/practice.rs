//! What can go wrong with a practice game.

use std::{fmt::Display, path::Path};

/// Without random numbers.
pub const NO_RANDOMNESS: &str = "The system gives no random numbers, so nothing can be shuffled.";

/// Rules that so many cannot play.
pub fn rules(why: &str) -> String {
    format!("These rules cannot be played: {why}.")
}

/// The tables of a match.
pub fn no_tables(why: impl Display) -> String {
    format!("The practice match cannot be set up: {why}.")
}

/// The thread of a match.
pub fn no_thread(why: impl Display) -> String {
    format!("The practice match cannot be started: {why}.")
}

/// A key to play with.
pub fn no_key(why: impl Display) -> String {
    format!("There is no key to play with: {why}.")
}

/// A folder for logs that cannot be written.
pub fn not_kept(folder: &Path, why: impl Display) -> String {
    format!("This match is not kept: {} cannot be written ({why}).", folder.display())
}

/// A log that cannot be written any further.
pub fn log_stops(why: impl Display) -> String {
    format!("The log cannot be written any further: {why}.")
}

/// A fault of this program.
pub fn bot_refused(why: impl Display) -> String {
    format!("a bot's move was refused: {why}")
}

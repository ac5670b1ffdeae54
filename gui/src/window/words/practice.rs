//! What can go wrong with a practice game.

use std::{fmt::Display, path::Path};

texts! {
    /// Without random numbers.
    pub fn no_randomness() => "window-practice-no-randomness";

    /// Rules that so many cannot play.
    pub fn rules(why: &str) => "window-practice-rules";
}

/// The tables of a match.
pub fn no_tables(why: impl Display) -> String {
    say!("window-practice-no-tables", why = why.to_string())
}

/// The thread of a match.
pub fn no_thread(why: impl Display) -> String {
    say!("window-practice-no-thread", why = why.to_string())
}

/// A key to play with.
pub fn no_key(why: impl Display) -> String {
    say!("window-practice-no-key", why = why.to_string())
}

/// A folder for logs that cannot be written.
pub fn not_kept(folder: &Path, why: impl Display) -> String {
    say!("window-practice-not-kept", folder = folder.display(), why = why.to_string())
}

/// A log that cannot be written any further.
pub fn log_stops(why: impl Display) -> String {
    say!("window-practice-log-stops", why = why.to_string())
}

/// A fault of this program.
pub fn bot_refused(why: impl Display) -> String {
    say!("window-practice-bot-refused", why = why.to_string())
}

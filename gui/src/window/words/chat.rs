//! What players say to each other. The phrases themselves are the terminal's too.

use mextrain_net::chat::Phrase;

pub use crate::wording::chat::phrase;

/// Opens the phrases.
pub const CHAT: &str = "Say something";
/// Why one cannot.
pub const ENOUGH: &str = "You have said enough for the moment";

/// Somebody said something, to read.
pub fn said(name: &str, said: Phrase) -> String {
    format!("{name}: {}", phrase(said))
}

/// The same, to hear.
pub fn says(name: &str, said: Phrase) -> String {
    format!("{name} says: {}", phrase(said))
}

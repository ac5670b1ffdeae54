//! What players say to each other. The phrases themselves are the terminal's too.

use mextrain_net::chat::Phrase;

pub use crate::wording::chat::phrase;

texts! {
    /// Opens the phrases.
    pub fn chat() => "window-chat-chat";
    /// Why one cannot.
    pub fn enough() => "window-chat-enough";
}

/// Somebody said something, to read.
pub fn said(name: &str, said: Phrase) -> String {
    format!("{name}: {}", phrase(said))
}

/// The same, to hear.
pub fn says(name: &str, said: Phrase) -> String {
    say!("window-chat-says", name = name, phrase = phrase(said))
}

//! What a moment was told from, so that it can be told again in another language.

use mextrain_net::{ledger::Happening, session::SessionEvent};

use crate::wording;

/// What a moment was told from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A text that was given.
    Text,
    /// What a session tells.
    Event(Box<SessionEvent>),
    /// What a log tells.
    Happening(Box<Happening>),
}

impl Source {
    /// It in words, in the language that is spoken; nothing for a text, which stays as it is.
    pub fn told(&self, names: &[String]) -> Option<String> {
        match self {
            Source::Text => None,
            Source::Event(event) => wording::seat::event(event, names),
            Source::Happening(happening) => wording::game::sentence(happening, names),
        }
    }
}

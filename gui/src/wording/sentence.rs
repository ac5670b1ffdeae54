//! A sentence that stays where it is while the language changes.

use std::{fmt, sync::Arc};

/// What is to be said, put together whenever it is shown: in the language that is spoken then.
#[derive(Clone)]
pub struct Sentence(Arc<dyn Fn() -> String + Send + Sync>);

impl Sentence {
    /// What this says.
    pub fn new(say: impl Fn() -> String + Send + Sync + 'static) -> Sentence {
        Sentence(Arc::new(say))
    }

    /// It, in the language that is spoken.
    pub fn text(&self) -> String {
        (self.0)()
    }
}

/// A sentence that stays in the language in which it was put together, as what the system says.
impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence::new(move || text.clone())
    }
}

/// A sentence of ours without anything in it.
impl From<fn() -> &'static str> for Sentence {
    fn from(say: fn() -> &'static str) -> Sentence {
        Sentence::new(move || say().to_owned())
    }
}

/// Sentences that say the same are the same.
impl PartialEq for Sentence {
    fn eq(&self, other: &Sentence) -> bool {
        self.text() == other.text()
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wording::language::{Language, tests::Speaking};

    #[test]
    fn it_is_said_in_the_language_that_is_spoken() {
        let known = Sentence::from(crate::wording::seat::no_board as fn() -> &'static str);
        let fixed = Sentence::from(known.text());
        let english = known.text();
        let _german = Speaking::new(Language::German);
        assert_ne!(known.text(), english);
        assert_eq!(fixed.text(), english);
    }
}

//! Which language people are spoken to in.
//!
//! One for the whole program: everything that is worded speaks [`current`], and [`choose`] changes it at any time. The sentences
//! themselves are in the files that `text.rs` reads.

use std::sync::atomic::{AtomicU8, Ordering};

use serde::{Deserialize, Serialize};

/// A language that every sentence is there in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// What is spoken where nothing else is known.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// What the system speaks, if it is one of them; English otherwise.
    ///
    /// On Linux this is what `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG` say, the first of them that is set; where the last three
    /// come to `C`, which is what programs are run in whose output others read, `LANGUAGE` counts for nothing.
    pub fn from_system() -> Language {
        // Unit tests come out the same for whoever runs them.
        if cfg!(test) || is_plain(|variable| std::env::var(variable).ok()) {
            return Language::English;
        }
        sys_locale::get_locales().find_map(|tag| Language::of_tag(&tag)).unwrap_or_default()
    }

    /// The language of a tag, whatever stands behind it: `de`, `de-AT`, `de_DE.UTF-8`.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Its tag, as the command line and the settings have it.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// What those call it who speak it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Its place in [`Language::ALL`].
    pub(super) const fn index(self) -> usize {
        match self {
            Language::English => 0,
            Language::German => 1,
        }
    }

    fn at(index: u8) -> Language {
        Language::ALL.get(usize::from(index)).copied().unwrap_or_default()
    }
}

/// Whether the locale is `C`, by the variables that say so, the first of them that is not empty.
fn is_plain(variable: impl Fn(&str) -> Option<String>) -> bool {
    let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    set.find(|locale| !locale.is_empty()).is_some_and(|locale| matches!(locale.as_str(), "C" | "POSIX"))
}

static CURRENT: AtomicU8 = AtomicU8::new(Language::English.index() as u8);

/// The language that is spoken.
pub fn current() -> Language {
    #[cfg(test)]
    if let Some(language) = tests::here() {
        return language;
    }
    Language::at(CURRENT.load(Ordering::Relaxed))
}

/// Speaks this language from now on.
///
/// In unit tests it is spoken by the calling thread alone: others run beside it.
pub fn choose(language: Language) {
    #[cfg(test)]
    tests::speak_here(language);
    #[cfg(not(test))]
    CURRENT.store(language.index() as u8, Ordering::Relaxed);
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static HERE: Cell<Option<Language>> = const { Cell::new(None) };
    }

    pub(super) fn here() -> Option<Language> {
        HERE.get()
    }

    pub(super) fn speak_here(language: Language) {
        HERE.set(Some(language));
    }

    /// Speaks a language until it is dropped, in this thread.
    pub(crate) struct Speaking(Option<Language>);

    impl Speaking {
        pub(crate) fn new(language: Language) -> Speaking {
            Speaking(HERE.replace(Some(language)))
        }
    }

    impl Drop for Speaking {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }

    #[test]
    fn tags_of_systems_are_understood() {
        for (tag, language) in [
            ("de", Some(Language::German)),
            ("de-AT", Some(Language::German)),
            ("DE_de.UTF-8", Some(Language::German)),
            ("en-GB", Some(Language::English)),
            ("den", None),
            ("fr-CH", None),
            ("C", None),
            ("", None),
        ] {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn every_language_has_a_place_and_a_name_of_its_own() {
        for (index, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!(language.index(), index);
            assert_eq!(Language::of_tag(language.tag()), Some(language));
        }
        assert_ne!(Language::English.own_name(), Language::German.own_name());
    }
}

//! Where every sentence comes from: Fluent files, one folder a language, that are part of the program.
//!
//! A sentence is named where it is needed, in one of two ways: `texts!` declares functions of nothing but a sentence, and `say!`
//! is a sentence within other code. Both take the names that the sentence uses. A sentence without names costs next to nothing: it
//! is put together once for each language. One with names takes about a microsecond.
//!
//! A sentence that is missing in a language is said in English, and tests hold that none is.

use std::{
    fmt::Write,
    sync::{LazyLock, OnceLock},
};

use fluent_bundle::{FluentArgs, FluentMessage, FluentResource, FluentValue, concurrent::FluentBundle};

use super::language::{self, Language};

/// A sentence: `say!("seat-back", who = name)`; with the names it uses it is a `String`, without names a `&'static str`.
macro_rules! say {
    ($key:literal) => {{
        static TEXT: $crate::wording::text::Fixed = $crate::wording::text::Fixed::new($key);
        TEXT.get()
    }};
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::wording::text::put_together(
            $key,
            &[$((stringify!($name), $crate::wording::text::Argument::value(&$value))),+],
        )
    };
}

/// Functions that are one sentence each:
///
/// ```text
/// texts! {
///     /// Somebody is there again.
///     pub fn back(who: &str) => "seat-back";
/// }
/// ```
macro_rules! texts {
    ($($(#[$about:meta])* $visible:vis fn $function:ident($($name:ident: $kind:ty),* $(,)?) => $key:literal;)+) => {
        $(texts!(@one $(#[$about])* $visible fn $function($($name: $kind),*) => $key);)+
    };
    (@one $(#[$about:meta])* $visible:vis fn $function:ident() => $key:literal) => {
        $(#[$about])*
        $visible fn $function() -> &'static str {
            say!($key)
        }
    };
    (@one $(#[$about:meta])* $visible:vis fn $function:ident($($name:ident: $kind:ty),+) => $key:literal) => {
        $(#[$about])*
        $visible fn $function($($name: $kind),+) -> String {
            say!($key, $($name = $name),+)
        }
    };
}

/// What is there in a language.
type Bundle = FluentBundle<FluentResource>;

static BUNDLES: [LazyLock<Bundle>; Language::ALL.len()] =
    [LazyLock::new(|| read(Language::English)), LazyLock::new(|| read(Language::German))];

/// The files, which have the same names in each language.
macro_rules! files {
    ($($file:literal),+ $(,)?) => {
        /// All sentences of a language.
        pub(super) fn sources(language: Language) -> &'static [&'static str] {
            match language {
                Language::English => &[$(include_str!(concat!("en/", $file, ".ftl"))),+],
                Language::German => &[$(include_str!(concat!("de/", $file, ".ftl"))),+],
            }
        }
    };
}

files! {
    "absent",
    "board",
    "card",
    "chat",
    "commands",
    "doctor",
    "files",
    "game",
    "hint",
    "house",
    "list",
    "log",
    "options",
    "refusal",
    "scores",
    "seat",
    "session",
    "sheet",
    "stats",
    "watch",
    "why",
    "window-absent",
    "window-chat",
    "window-house",
    "window-leaving",
    "window-lobby",
    "window-mod",
    "window-pages",
    "window-play",
    "window-practice",
    "window-record",
    "window-scores",
    "window-settings",
    "window-watch",
    "window-widgets",
}

fn read(language: Language) -> Bundle {
    let tag = language.tag().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Marks round every name, for languages that are written in both directions, would be copied along with texts.
    bundle.set_use_isolating(false);
    for source in sources(language) {
        // What is wrong with a file is for the tests to say; the rest of it is as good as ever.
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(rest, _)| rest);
        let _ = bundle.add_resource(resource);
    }
    bundle
}

pub(super) fn bundle(language: Language) -> Option<&'static Bundle> {
    BUNDLES.get(language.index()).map(LazyLock::force)
}

/// A sentence without names, put together once for each language.
pub struct Fixed {
    key: &'static str,
    told: [OnceLock<&'static str>; Language::ALL.len()],
}

impl Fixed {
    /// The sentence of this key.
    pub const fn new(key: &'static str) -> Fixed {
        Fixed { key, told: [const { OnceLock::new() }; Language::ALL.len()] }
    }

    /// It, in the language that is spoken.
    pub fn get(&self) -> &'static str {
        let told = self.told.get(language::current().index());
        // There are as many of them as sentences and languages, and each is needed as long as the program runs.
        told.map_or(self.key, |told| told.get_or_init(|| put_together(self.key, &[]).leak()))
    }
}

/// A sentence of names that are only known at run time, such as an option's; `None` if there is none.
pub(super) fn find(key: &str) -> Option<String> {
    message(language::current(), key).map(|_| put_together(key, &[]))
}

/// The sentence of this key with these names in it.
pub fn put_together(key: &str, names: &[(&'static str, FluentValue<'_>)]) -> String {
    let mut language = language::current();
    let mut message = message(language, key);
    if message.is_none() {
        language = Language::English;
        message = self::message(language, key);
    }
    let Some((bundle, pattern)) = bundle(language).zip(message.as_ref().and_then(FluentMessage::value))
    else {
        // Better than nothing, for whoever reports it.
        return key.to_owned();
    };
    let mut arguments = FluentArgs::with_capacity(names.len());
    names.iter().for_each(|(name, value)| arguments.set(*name, value.clone()));
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
    debug_assert!(errors.is_empty(), "{key} in {language:?}: {errors:?}");
    text
}

fn message(language: Language, key: &str) -> Option<FluentMessage<'static>> {
    bundle(language).and_then(|bundle| bundle.get_message(key))
}

/// What can stand in a sentence.
pub trait Argument {
    /// Numbers stay numbers, so that a sentence can be about one of something or several.
    fn value(&self) -> FluentValue<'_>;
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> FluentValue<'_> {
        (**self).value()
    }
}

impl Argument for str {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self)
    }
}

impl Argument for String {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.as_str())
    }
}

/// `yes` or `no`, for sentences that have a part or have it not.
impl Argument for bool {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(if *self { "yes" } else { "no" })
    }
}

macro_rules! numbers {
    ($($kind:ty),+) => {
        $(impl Argument for $kind {
            fn value(&self) -> FluentValue<'_> {
                FluentValue::from(*self)
            }
        })+
    };
}

numbers!(u8, u16, u32, u64, usize);

macro_rules! shown {
    ($($kind:ty),+ $(,)?) => {
        $(impl Argument for $kind {
            fn value(&self) -> FluentValue<'_> {
                let mut text = String::new();
                // Writing to a text cannot fail.
                let _ = write!(text, "{self}");
                FluentValue::from(text)
            }
        })+
    };
}

shown!(
    char,
    mextrain_core::Pip,
    mextrain_core::Seat,
    mextrain_core::Tile,
    mextrain_net::charter::TableWords,
    mextrain_net::name::Name,
    mextrain_net::place::JoinCode,
    std::net::IpAddr,
    std::net::SocketAddr,
    std::net::SocketAddrV4,
    std::path::Display<'_>,
);

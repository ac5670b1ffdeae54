//! What can stand behind options, and what is said of anything else.

use super::*;

/// A value out of a fixed list, by its name; `--help` and completions then know the list.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    names: impl IntoIterator<Item = &'static str>,
    find: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.into_iter().collect::<Vec<_>>())
        .try_map(move |name| find(&name).ok_or("not one of the values"))
}

pub(super) fn language() -> impl TypedValueParser<Value = Language> {
    named(Language::ALL.map(Language::tag), Language::of_tag)
}

pub(super) fn tile_set() -> impl TypedValueParser<Value = TileSet> {
    named(TileSet::ALL.map(TileSet::name), |name| TileSet::ALL.into_iter().find(|set| set.name() == name))
}

pub(super) fn preset() -> impl TypedValueParser<Value = Preset> {
    named(Preset::ALL.map(Preset::name), Preset::parse)
}

pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    named(Level::ALL.map(Level::name), Level::parse)
}

pub(super) fn proofs() -> impl TypedValueParser<Value = Proofs> {
    named([Proofs::EveryTurn, Proofs::AtScoring].map(Proofs::name), Proofs::from_name)
}

/// A number of seconds, at least a tenth and at most a day.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.1..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0.1 to 86400".to_owned())
}

/// A number of seconds, at least a thousandth and at most a minute.
pub(super) fn short_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.001..=60.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0.001 to 60".to_owned())
}

pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected KEY=VALUE, such as double_blank=25".to_owned()),
    }
}

/// What is said of somebody's hand; the hand may hold nothing.
pub(super) fn name_hand(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, hand)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), hand.trim().to_owned())),
        _ => Err("expected NAME=HAND, such as Ada=31, Ada=\"12-5 6-6\" or Ada=out".to_owned()),
    }
}

/// A profile names a folder, so it must not lead anywhere else.
pub(super) fn profile_name(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=32).contains(&text.len()) && text.bytes().all(fits) {
        Ok(text.to_owned())
    } else {
        Err("a profile's name has 1 to 32 letters, digits, - or _".to_owned())
    }
}

//! The rules that somebody names on the command line.

use mextrain_core::{Preset, Rules};

use super::{Failure, arguments::Global, profile::Profile};
use crate::{
    house::{HouseError, HouseRules, looks_like_rules},
    wording::house as words,
};

/// The rules that `text` means (a preset, a name, or a text), with these options changed.
///
/// # Errors
/// A usage failure that says what is wrong.
pub fn rules(text: &str, changes: &[(String, String)], global: &Global) -> Result<Rules, Failure> {
    let base = match Preset::parse(text.trim()) {
        Some(preset) => preset.rules(),
        // The file is not needed for it, and may be out of reach.
        None if looks_like_rules(text) => {
            Rules::from_text(text).map_err(|error| failure(&HouseError::Text(error)))?
        }
        None => open(global)?.named(text).map_err(|error| failure(&error))?,
    };
    if changes.iter().any(|(key, _)| key == "preset") {
        return Err(Failure::usage("the preset is given by itself, and not as an option that is changed"));
    }
    let changes = changes.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    base.with_settings(changes).map_err(|errors| {
        let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::usage(sentences.join("; "))
    })
}

/// The house rules of the profile.
///
/// # Errors
/// A file that cannot be used.
pub fn open(global: &Global) -> Result<HouseRules, Failure> {
    HouseRules::open(Profile::of(global)?.folder()).map_err(|error| failure(&error))
}

/// What went wrong, and whose fault it is.
pub fn failure(error: &HouseError) -> Failure {
    let sentence = words::error(error);
    match error {
        HouseError::File(..) | HouseError::Changed(_) => Failure::unexpected(sentence),
        _ => Failure::usage(sentence),
    }
}

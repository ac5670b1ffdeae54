//! The sentences about house rules.

use mextrain_net::name::Name;

use crate::house::{HouseError, MOST};

/// The first line of their file.
pub const FILE_HEAD: &str = "# House rules, kept by mextrain (\"mextrain rules\").";

texts! {
    /// A file that this program is too old for.
    pub fn newer_file() => "house-newer-file";

    /// What behind a name of rules can be said.
    pub fn changes() => "house-changes";
}

/// Why rules are not there, or were not kept.
pub fn error(error: &HouseError) -> String {
    match error {
        HouseError::File(path, why) => {
            say!("house-file", path = path.display(), why = why)
        }
        HouseError::Changed(path) => {
            say!("house-changed", path = path.display())
        }
        HouseError::Name(error) => super::why::name(error),
        HouseError::Taken(name) => say!("house-taken", name = name),
        HouseError::Preset(preset) => {
            say!("house-preset", name = preset.name())
        }
        HouseError::Full => too_many(MOST),
        HouseError::Text(error) => super::why::rules_text(*error).to_owned(),
        HouseError::Unknown(text) => say!("house-unknown", text = text),
    }
}

texts! {
    /// No more are kept.
    pub fn too_many(most: usize) => "house-too-many";

    /// A file has a name twice.
    pub fn twice(name: &Name) => "house-twice";
}

/// Rules were kept.
pub fn kept(name: &str, replaced: bool) -> String {
    if replaced { say!("house-replaced", name = name) } else { say!("house-kept", name = name) }
}

texts! {
    /// Rules were forgotten.
    pub fn forgotten(name: &Name) => "house-forgotten";
}

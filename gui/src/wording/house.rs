//! The sentences about house rules.

use mextrain_net::name::Name;

use crate::house::{HouseError, MOST};

/// The first line of their file.
pub const FILE_HEAD: &str = "# House rules, kept by mextrain (\"mextrain rules\").";
/// A file that this program is too old for.
pub const NEWER_FILE: &str = "it was written by another version of this program";

/// What behind a name of rules can be said.
pub const CHANGES: &str = "options are changed as KEY=VALUE, such as double_blank=25";

/// Why rules are not there, or were not kept.
pub fn error(error: &HouseError) -> String {
    match error {
        HouseError::File(path, why) => {
            format!("the house rules in {} cannot be used, and are left as they are: {why}", path.display())
        }
        HouseError::Changed(path) => {
            format!("{} was changed by another program meanwhile: nothing was written", path.display())
        }
        HouseError::Name(error) => error.to_string(),
        HouseError::Taken(name) => format!("\"{name}\" means other rules already: choose another name"),
        HouseError::Preset(preset) => {
            format!("{} is a preset, which is always there and cannot be forgotten", preset.name())
        }
        HouseError::Full => too_many(MOST),
        HouseError::Text(error) => error.to_string(),
        HouseError::Unknown(text) => format!(
            "\"{text}\" is neither a preset, nor a name of house rules, nor rules as a text; \"mextrain rules\" lists what \
             there is"
        ),
    }
}

/// No more are kept.
pub fn too_many(most: usize) -> String {
    format!("no more than {most} house rules are kept: forget some first")
}

/// A file has a name twice.
pub fn twice(name: &Name) -> String {
    format!("{name} is there twice")
}

/// Rules were kept.
pub fn kept(name: &str, replaced: bool) -> String {
    if replaced { format!("{name} is other rules now.") } else { format!("The rules are kept as {name}.") }
}

/// Rules were forgotten.
pub fn forgotten(name: &Name) -> String {
    format!("{name} is forgotten.")
}

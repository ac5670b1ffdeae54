//! What is wrong with a file of settings.

use std::path::Path;

/// Why a file is none.
pub const TOO_LARGE: &str = "it is too large to be one";

/// A file with a mistake in it, which has another name now.
pub fn moved_aside(path: &Path, why: &str, aside: &Path) -> String {
    format!(
        "The settings in {} cannot be used ({}). The file is now called {}; the usual settings are used.",
        path.display(),
        why.trim(),
        aside.display()
    )
}

/// A file that cannot be read and stays where it is.
pub fn out_of_reach(path: &Path, why: &str) -> String {
    format!(
        "The settings in {} cannot be read ({}). The usual ones are used, and no change is kept until that is put right.",
        path.display(),
        why.trim()
    )
}

/// A name in the file that is none.
pub fn no_name(why: &str) -> String {
    format!("The name in the settings is not used: {why}.")
}

//! What is wrong with a file of settings.

use std::path::Path;

texts! {
    /// Why a file is none.
    pub fn too_large() => "window-settings-too-large";
}

/// A file with a mistake in it, which has another name now.
pub fn moved_aside(path: &Path, why: &str, aside: &Path) -> String {
    say!("window-settings-moved-aside", path = path.display(), why = why.trim(), aside = aside.display())
}

/// A file that cannot be read and stays where it is.
pub fn out_of_reach(path: &Path, why: &str) -> String {
    say!("window-settings-out-of-reach", path = path.display(), why = why.trim())
}

texts! {
    /// A name in the file that is none.
    pub fn no_name(why: &str) => "window-settings-no-name";
    /// A language in the file that is none of ours.
    pub fn no_language(tag: &str) => "window-settings-no-language";
}

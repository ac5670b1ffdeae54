//! What the parts say that every screen is built of.

/// One less of a number.
pub const LESS: &str = "Less";
/// One more.
pub const MORE: &str = "More";
/// Why there is no less.
pub const LEAST: &str = "This is the least";
/// Why there is no more.
pub const MOST: &str = "This is the most";

/// What something is, or is of.
pub fn of(what: &str, which: &str) -> String {
    format!("{what}: {which}")
}

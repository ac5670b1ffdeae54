//! The sentences of the screen on which the scores of a match with tiles of wood are kept.

use mextrain_core::Pip;
use mextrain_net::name::Name;

/// The screen's name, and that of the action.
pub const TITLE: &str = "Keep score";
/// What it is for.
pub const ABOUT: &str = "For a game with real tiles: say what everybody still holds, and it adds up.";

/// Above the form for a new sheet.
pub const NEW: &str = "A new scoresheet";
/// Who plays.
pub const PLAYERS: &str = "Players";
/// The box for a name.
pub fn player(number: usize) -> String {
    format!("Name of player {number}")
}
/// By which rules.
pub const RULES: &str = "Scored by";
/// The first engine.
pub const FIRST: &str = "First starting double";
/// What 0-0 costs.
pub const DOUBLE_BLANK: &str = "0-0 left in a hand counts";
/// Its values.
pub const DOUBLE_BLANKS: [&str; 3] = ["50", "0", "25"];
/// Who gets the points.
pub const SCORING: &str = "Points";
/// Its values.
pub const SCORINGS: [&str; 2] =
    ["Everybody their own, the lowest total wins", "To the round's winner, the highest wins"];
/// Begins it.
pub const BEGIN: &str = "Begin the sheet";
/// Not after all.
pub const CANCEL: &str = "Cancel";
/// What becomes of the other.
pub const KEPT: &str = "The sheet that is there is kept beside it, as a file.";

/// Above the form for a round.
pub fn round(number: usize, rounds: u8, engine: Pip) -> String {
    format!("Round {number} of {rounds}, starting double {engine}-{engine}")
}
/// How to tell a hand.
pub const HANDS: &str = "What is left in each hand: points (31), or tiles (12-5 6-6 0-2).";
/// The box for somebody's hand.
pub fn hand(name: &Name) -> String {
    format!("What {name} still holds")
}
/// In an empty box.
pub const HAND_HINT: &str = "31, or 12-5 6-6";
/// What a hand comes to.
pub fn points(points: u16) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}
/// Whoever went out holds nothing.
pub const OUT: &str = "went out";
/// How the round ended.
pub const ENDED: &str = "Who went out?";
/// Nobody did.
pub const BLOCKED: &str = "Nobody: blocked";
/// Writes it down.
pub const RECORD: &str = "Write the round down";
/// Takes the last round back.
pub const UNDO: &str = "Take the last round back";
/// Writes it down again.
pub const REDO: &str = "Write it down again";
/// A file for spreadsheets.
pub const EXPORT: &str = "Export as CSV";
/// The same for the clipboard.
pub const COPY: &str = "Copy as CSV";
/// A sheet for another match.
pub const ANOTHER: &str = "New sheet";
/// Where the sheet is.
pub fn kept_in(path: &std::path::Path) -> String {
    format!("Every change is kept at once, in {}.", path.display())
}
/// Looks at the file again.
pub const REOPEN: &str = "Look again";
/// Makes room for another file.
pub const ASIDE: &str = "Put it aside and begin anew";

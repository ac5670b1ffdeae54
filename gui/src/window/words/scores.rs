//! The sentences of the screen on which the scores of a match with tiles of wood are kept.

use mextrain_core::Pip;
use mextrain_net::name::Name;

texts! {
    /// The screen's name, and that of the action.
    pub fn title() => "window-scores-title";
    /// What it is for.
    pub fn about() => "window-scores-about";

    /// Above the form for a new sheet.
    pub fn new() => "window-scores-new";
    /// Who plays.
    pub fn players() => "window-scores-players";
    /// The box for a name.
    pub fn player(number: usize) => "window-scores-player";
    /// By which rules.
    pub fn rules() => "window-scores-rules";
    /// The first engine.
    pub fn first() => "window-scores-first";
    /// What 0-0 costs.
    pub fn double_blank() => "window-scores-double-blank";
}

/// Its values.
pub fn double_blanks() -> [&'static str; 3] {
    ["50", "0", "25"]
}

texts! {
    /// Who gets the points.
    pub fn scoring() => "window-scores-scoring";
}

/// Its values.
pub fn scorings() -> [&'static str; 2] {
    [say!("window-scores-scoring-own"), say!("window-scores-scoring-winner")]
}

texts! {
    /// Begins it.
    pub fn begin() => "window-scores-begin";
    /// Not after all.
    pub fn cancel() => "window-scores-cancel";
    /// What becomes of the other.
    pub fn kept() => "window-scores-kept";

    /// Above the form for a round.
    pub fn round(number: usize, rounds: u8, engine: Pip) => "window-scores-round";
    /// How to tell a hand.
    pub fn hands() => "window-scores-hands";
    /// The box for somebody's hand.
    pub fn hand(name: &Name) => "window-scores-hand";
    /// In an empty box.
    pub fn hand_hint() => "window-scores-hand-hint";
}

/// What a hand comes to.
pub fn points(points: u16) -> String {
    say!("window-scores-points", points = points)
}

texts! {
    /// Whoever went out holds nothing.
    pub fn out() => "window-scores-out";
    /// How the round ended.
    pub fn ended() => "window-scores-ended";
    /// Nobody did.
    pub fn blocked() => "window-scores-blocked";
    /// Writes it down.
    pub fn record() => "window-scores-record";
    /// Takes the last round back.
    pub fn undo() => "window-scores-undo";
    /// Writes it down again.
    pub fn redo() => "window-scores-redo";
    /// A file for spreadsheets.
    pub fn export() => "window-scores-export";
    /// The same for the clipboard.
    pub fn copy() => "window-scores-copy";
    /// A sheet for another match.
    pub fn another() => "window-scores-another";
}

/// Where the sheet is.
pub fn kept_in(path: &std::path::Path) -> String {
    say!("window-scores-kept-in", path = path.display())
}

texts! {
    /// Looks at the file again.
    pub fn reopen() => "window-scores-reopen";
    /// Makes room for another file.
    pub fn aside() => "window-scores-aside";
}

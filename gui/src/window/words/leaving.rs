//! The question before something is left.

use super::lobby;
use crate::window::screens::leaving::Stake;

texts! {
    /// Above the question when the whole window is to be closed.
    pub fn close_title() => "window-leaving-close-title";
    /// Leaves.
    pub fn leave() => "window-leaving-leave";
    /// Leaves a match that the others go on with.
    pub fn for_good() => "window-leaving-for-good";
    /// Closes the window.
    pub fn close() => "window-leaving-close";
    /// Stays.
    pub fn stay() => "window-leaving-stay";
}

/// Above the question.
pub fn title(stake: &Stake) -> &'static str {
    match stake {
        Stake::Practice | Stake::Match => say!("window-leaving-title-match"),
        Stake::Table(_) => say!("window-leaving-title-table"),
    }
}

/// What it costs.
pub fn price(stake: &Stake) -> String {
    match stake {
        Stake::Practice => say!("window-leaving-price-practice").to_owned(),
        Stake::Match => say!("window-leaving-price-match").to_owned(),
        Stake::Table(people) => {
            say!("window-leaving-price-table", players = lobby::players(people))
        }
    }
}

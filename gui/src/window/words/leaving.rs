//! The question before something is left.

use super::lobby;
use crate::window::screens::leaving::Stake;

/// Above the question when the whole window is to be closed.
pub const CLOSE_TITLE: &str = "Close the window?";
/// Leaves.
pub const LEAVE: &str = "Leave";
/// Leaves a match that the others go on with.
pub const FOR_GOOD: &str = "Leave for good";
/// Closes the window.
pub const CLOSE: &str = "Close";
/// Stays.
pub const STAY: &str = "Stay";

/// Above the question.
pub fn title(stake: &Stake) -> &'static str {
    match stake {
        Stake::Practice | Stake::Match => "Leave this game?",
        Stake::Table(_) => "Close this table?",
    }
}

/// What it costs.
pub fn price(stake: &Stake) -> String {
    match stake {
        Stake::Practice => "A practice game cannot be gone on with later.".to_owned(),
        Stake::Match => {
            "The others wait for you. You can come back from Home, under \"Pick up where you left off\". If you leave for good, \
             they go on: your hand is shown at the end of the round, and your turns go by."
                .to_owned()
        }
        Stake::Table(people) => {
            format!("Your table closes for everybody who sits there: {}.", lobby::players(people))
        }
    }
}

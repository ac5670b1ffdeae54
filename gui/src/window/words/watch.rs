//! The sentences about watching a match without a seat at it.

use mextrain_net::{name::Name, session::Ended, watch::Standing};

use super::lobby::sentence;

/// The button beside a table in play.
pub const WATCH: &str = "Watch";

/// The same for those who hear it.
pub fn watch(table: &Name) -> String {
    format!("Watch {table}")
}

/// Below the box to join by, where the match has begun.
pub const BEGUN: &str = "The match there has begun: you can watch it.";

/// The match is over.
pub const OVER: &str = "You were watching: the match is over, and every check passed";

/// While nothing is told yet.
pub const NOTHING_YET: &str = "There is nothing to see yet.";

/// The match was stopped, and why.
pub fn stopped(why: &str) -> String {
    format!("You were watching: the match was stopped. {}", sentence(why))
}

/// The watching ended before the match did. `begun` is whether there was anything to see.
pub fn ended(ended: &Ended, begun: bool) -> String {
    let watching = |why: &str| format!("You were watching: {why}");
    match ended {
        Ended::Finished => OVER.to_owned(),
        Ended::Stopped | Ended::HostLeft | Ended::Left => watching("the match was stopped"),
        Ended::NotFound => "No table of that name was found on this network".to_owned(),
        Ended::Unreachable { sentence } if begun => {
            watching(&format!("nobody at the table can be reached any more ({sentence})"))
        }
        Ended::Unreachable { sentence } | Ended::Refused { sentence, .. } => {
            format!("The table cannot be watched: {sentence}")
        }
        Ended::Failed { sentence } => format!("It could not go on: {sentence}"),
    }
}

/// How the watching stands; `turn` says whose turn it is.
pub fn standing(standing: Standing, turn: Option<&str>) -> String {
    match (standing, turn) {
        (Standing::Searching, _) => "Looking for the table\u{2026}".to_owned(),
        (Standing::NotBegun, _) => "You are watching: the match has not begun".to_owned(),
        (Standing::CatchingUp, _) => "You are watching: checking what has happened so far\u{2026}".to_owned(),
        (Standing::Lost, _) => {
            "You are watching: nobody at the table answers, trying again\u{2026}".to_owned()
        }
        (Standing::Live, Some(turn)) => format!("You are watching: {turn}"),
        (Standing::Live, None) => "You are watching".to_owned(),
    }
}

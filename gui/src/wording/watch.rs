//! Watching a match without a seat at it.

use mextrain_net::watch::Standing;

/// How many people watch, for those who play.
pub fn watched(count: u8) -> String {
    match count {
        0 => "Nobody watches any more.".to_owned(),
        1 => "1 person watches.".to_owned(),
        _ => format!("{count} people watch."),
    }
}

/// How the watching stands, for whoever watches; `None` where that needs no words.
pub fn standing(standing: Standing) -> Option<&'static str> {
    match standing {
        // What is looked for is said by itself.
        Standing::Searching => None,
        Standing::NotBegun => Some("The match has not begun. Waiting for it."),
        Standing::CatchingUp => Some("Checking what has happened so far."),
        Standing::Live => Some("You are watching."),
        Standing::Lost => Some("Nobody at the table answers. Trying again."),
    }
}

/// A file that is there, and in which no log is left.
pub fn not_replaced(file: &str) -> String {
    format!("{file} is there, and no log of this program: it is not replaced; give --save another name")
}

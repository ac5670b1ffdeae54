//! Watching a match without a seat at it.

use mextrain_net::watch::Standing;

/// How many people watch, for those who play.
pub fn watched(count: u8) -> String {
    say!("watch-watched", count = count)
}

/// How the watching stands, for whoever watches; `None` where that needs no words.
pub fn standing(standing: Standing) -> Option<&'static str> {
    match standing {
        // What is looked for is said by itself.
        Standing::Searching => None,
        Standing::NotBegun => Some(say!("watch-standing-not-begun")),
        Standing::CatchingUp => Some(say!("watch-standing-catching-up")),
        Standing::Live => Some(say!("watch-standing-live")),
        Standing::Lost => Some(say!("watch-standing-lost")),
    }
}

texts! {
    /// What somebody who watches can type.
    pub fn help() => "watch-help";
    /// A file that is there, and in which no log is left.
    pub fn not_replaced(file: &str) => "watch-not-replaced";
}

//! Watching a match without a seat at it.

use mextrain_net::{session::Ended, watch::Standing};

use super::session;

texts! {
    /// The time was over before there was anything to watch.
    pub fn not_found() => "watch-not-found";
}

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

/// Why the watching ended, without a full stop; `found` is whether there was anything to see.
pub fn ended(reason: &Ended, found: bool) -> String {
    match reason {
        Ended::Finished => String::new(),
        Ended::Stopped | Ended::Left | Ended::HostLeft => say!("watch-ended-stopped").to_owned(),
        Ended::Unreachable { why } if found => say!("watch-ended-lost", why = session::unreachable(why)),
        Ended::Unreachable { why } => say!("watch-ended-refused", why = session::unreachable(why)),
        Ended::Refused { code, sentence } => {
            say!("watch-ended-refused", why = session::refused(code, sentence))
        }
        Ended::NotFound | Ended::Failed { .. } => session::ended(reason),
    }
}

texts! {
    /// What somebody who watches can type.
    pub fn help() => "watch-help";
    /// A file that is there, and in which no log is left.
    pub fn not_replaced(file: &str) => "watch-not-replaced";
}

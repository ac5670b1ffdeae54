//! The sentences about watching a match without a seat at it.

use mextrain_net::{name::Name, session::Ended, watch::Standing};

use super::lobby::sentence;
use crate::wording::session;

texts! {
    /// The button beside a table in play.
    pub fn watch_button() => "window-watch-watch-button";

    /// The same for those who hear it.
    pub fn watch(table: &Name) => "window-watch-watch";

    /// Below the box to join by, where the match has begun.
    pub fn begun() => "window-watch-begun";

    /// The match is over.
    pub fn over() => "window-watch-over";

    /// While nothing is told yet.
    pub fn nothing_yet() => "window-watch-nothing-yet";
}

/// The match was stopped, and why.
pub fn stopped(why: &str) -> String {
    say!("window-watch-stopped", sentence = sentence(why))
}

/// The watching ended before the match did. `begun` is whether there was anything to see.
pub fn ended(ended: &Ended, begun: bool) -> String {
    match ended {
        Ended::Finished => over().to_owned(),
        Ended::Stopped | Ended::HostLeft | Ended::Left => say!("window-watch-ended-stopped").to_owned(),
        Ended::NotFound => say!("window-watch-ended-not-found").to_owned(),
        Ended::Unreachable { why } if begun => {
            say!("window-watch-ended-lost", why = session::unreachable(why))
        }
        Ended::Unreachable { why } => say!("window-watch-ended-refused", why = session::unreachable(why)),
        Ended::Refused { code, sentence } => {
            say!("window-watch-ended-refused", why = session::refused(code, sentence))
        }
        Ended::Failed { why } => say!("window-watch-ended-failed", why = session::failed(why)),
    }
}

/// How the watching stands; `turn` says whose turn it is.
pub fn standing(standing: Standing, turn: Option<&str>) -> String {
    match (standing, turn) {
        (Standing::Searching, _) => say!("window-watch-standing-searching").to_owned(),
        (Standing::NotBegun, _) => say!("window-watch-standing-not-begun").to_owned(),
        (Standing::CatchingUp, _) => say!("window-watch-standing-catching-up").to_owned(),
        (Standing::Lost, _) => say!("window-watch-standing-lost").to_owned(),
        (Standing::Live, Some(turn)) => say!("window-watch-standing-live-turn", turn = turn),
        (Standing::Live, None) => say!("window-watch-standing-live").to_owned(),
    }
}

//! What single commands of the terminal say beside what they show.

use std::{path::Path, time::Duration};

use mextrain_net::{log::frame::Damage, name::Name};

/// While tables are looked for, for so long.
pub fn looking(time: Duration) -> String {
    say!("commands-looking", seconds = time.as_secs_f64().to_string())
}

/// A session that cannot be taken up, by its folder; `why` is what is wrong with its journal.
pub fn broken(folder: &Path, why: &Damage) -> String {
    say!("commands-broken", folder = folder.display(), why = super::session::damage(why))
}

/// There is no key, and a new one would not be the one the match was begun with.
pub fn no_key(file: &Path) -> String {
    say!("commands-no-key", file = file.display())
}

texts! {
    /// No match can be come back to.
    pub fn no_unfinished() => "commands-no-unfinished";
    /// The same as an error.
    pub fn nothing_to_resume() => "commands-nothing-to-resume";
    /// None of them is called so.
    pub fn no_such_session(wanted: &str) => "commands-no-such-session";
    /// Several of them are; `ids` are what to type in place of that.
    pub fn several_sessions(wanted: &str, ids: &str) => "commands-several-sessions";
    /// A match that is come back to.
    pub fn back_to(table: &Name, players: &str) => "commands-back-to";
    /// A match that can be come back to; `id` is typed.
    pub fn unfinished(id: &str, table: &Name, players: &str) => "commands-unfinished";

    /// The same of one that is over here, of which these players lack the end.
    pub fn finished_without(game: &str, names: &str) => "commands-finished-without";

    /// Below the list of rules.
    pub fn more_about_rules() => "commands-more-about-rules";
    /// Above how many tiles are dealt.
    pub fn tiles_a_seat() => "commands-tiles-a-seat";
    /// The rules as a text to send.
    pub fn as_a_text(text: &str) => "commands-as-a-text";
    /// While the network is checked.
    pub fn checking() => "commands-checking";
    /// Nothing was found in the time that was given.
    pub fn no_tables() => "commands-no-tables";
    /// A table's rules that this program does not know.
    pub fn unknown_rules() => "commands-unknown-rules";
    /// How many seats of a table are taken.
    pub fn seats(taken: u8, seats: u8) => "commands-seats";
    /// Whose table it is.
    pub fn host(name: &str) => "commands-host";
    /// One can sit down there.
    pub fn open() => "commands-open";
    /// One cannot, since nobody can any more.
    pub fn full() => "commands-full";
    /// One cannot, since the match has begun.
    pub fn in_play() => "commands-in-play";
    /// One cannot, since it plays by another version.
    pub fn other_version(version: u16) => "commands-other-version";
}

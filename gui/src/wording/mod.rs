//! Every sentence people read, in one place, so that it can be translated.
//!
//! The functions here turn values of the engine and the table into words. They decide nothing, and know neither the
//! terminal nor the window.
//!
//! The sentences are in the Fluent files beside them, a folder for each [`language`]; `text.rs` says how they are named and read.

// First: its macros are used by all others.
#[macro_use]
pub(crate) mod text;

pub mod absent;
pub mod board;
pub mod card;
pub mod chat;
pub mod columns;
pub mod commands;
#[cfg(test)]
mod complete;
pub mod doctor;
pub mod game;
pub mod hint;
pub mod house;
pub mod language;
pub mod log;
pub mod options;
pub mod refusal;
pub mod scores;
pub mod seat;
pub mod sentence;
pub mod session;
pub mod sheet;
pub mod stats;
pub mod typed;
pub mod watch;
pub mod why;

/// What the program says when it is started without a command, and was built without the window.
#[cfg(not(feature = "window"))]
pub fn no_window() -> &'static str {
    say!("no-window")
}

/// Names in a row, as people say them: `Ada, Bo and Cy`.
pub fn list(names: &[impl AsRef<str>]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [others @ .., last] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            say!("list-and", others = others.join(", "), last = last.as_ref())
        }
    }
}

texts! {
    /// A file of ours that its owner keeps from being written.
    pub fn read_only_file() => "files-read-only";
    /// A file of ours that somebody else does not let go of.
    pub fn busy_file() => "files-busy";
}

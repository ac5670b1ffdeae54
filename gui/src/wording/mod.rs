//! Every sentence people read, in one place, so that it can be translated.
//!
//! The functions here turn values of the engine and the table into words. They decide nothing, and know neither the
//! terminal nor the window.

pub mod absent;
pub mod board;
pub mod card;
pub mod chat;
pub mod doctor;
pub mod game;
pub mod hint;
pub mod house;
pub mod log;
pub mod options;
pub mod scores;
pub mod seat;
pub mod sheet;
pub mod stats;
pub mod watch;

/// What the program says when it is started without a command, and was built without the window.
#[cfg(not(feature = "window"))]
pub const NO_WINDOW: &str = "This program was built without its window; these commands do the same in a terminal: \
                             \"mextrain demo\" (a whole match by itself), \"mextrain host\" and \"mextrain join\" \
                             (a seat), \"mextrain --help\" (everything else).";

/// A file of ours that its owner keeps from being written.
pub const READ_ONLY_FILE: &str = "the file may only be read: nothing was written";
/// A file of ours that somebody else does not let go of.
pub const BUSY_FILE: &str = "another program is writing the file: nothing was written";

//! Every sentence people read, in one place, so that it can be translated.
//!
//! The functions here turn values of the engine and the table into words. They decide nothing, and know neither the
//! terminal nor the window.

pub mod board;
pub mod game;
pub mod log;
pub mod options;
pub mod seat;
pub mod sheet;

/// What the program says when it is started without a command.
pub const NO_WINDOW: &str = "The window is not part of this version yet; these commands do the same in a terminal: \
                             \"mextrain demo\" (a whole match by itself), \"mextrain host\" and \"mextrain join\" \
                             (a seat), \"mextrain --help\" (everything else).";

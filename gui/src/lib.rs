//! Mexican Train for two to eight people on one network: the program people start.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`absent`] | what is asked about players who are away |
//! | [`cli`] | the commands of the terminal, one module each |
//! | [`hint`] | what this player could do now |
//! | [`house`] | rules that this person keeps under a name, or was sent as a text |
//! | [`kept`] | small files that people keep |
//! | [`scores`] | the scoresheet of a match with tiles of wood |
//! | [`stats`] | a player's matches in figures |
//! | `window` | the window, where the feature of that name is on |
//! | [`wording`] | every sentence people read, so that it can be translated |
//!
//! Nothing about the game is decided here: the rules are `mextrain_core`'s, the table and its network are
//! `mextrain_net`'s. This crate asks, shows and passes on.
//!
//! ```
//! use mextrain::cli::{Exit, run};
//!
//! // What the program does with `mextrain rules pagat`: a card on stdout.
//! assert_eq!(run(["mextrain", "rules", "pagat"].map(Into::into)), Exit::Success);
//! assert_eq!(run(["mextrain", "rules", "nobody-plays-so"].map(Into::into)), Exit::Usage);
//! ```

#![allow(missing_debug_implementations, reason = "screens and their parts are looked at in the window")]

// First: its macros are used by all others.
#[macro_use]
pub mod wording;

pub mod absent;
pub mod cli;
pub mod hint;
pub mod house;
pub mod kept;
pub mod scores;
pub mod stats;
#[cfg(feature = "window")]
pub mod window;

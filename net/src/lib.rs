//! A table of Mexican Train peers with no server and no dealer to trust.
//!
//! | room | what it knows |
//! | --- | --- |
//! | [`charter`], [`envelope`], [`refusal`] | what players agree on, the signed frame everything travels in, why something is refused |
//! | [`ledger`] | what everybody knows, and the rule by which it grows |
//! | [`table`] | one seat: the ledger and this seat's secrets, without any input or output |
//! | [`log`] | the files: a match's log and a seat's journal |
//! | [`lobby`] | how people come to a table and agree on what to play, without any input or output |
//! | [`node`] | libp2p: finding peers, connections, gossip, requests |
//! | [`doctor`] | what is in the way when people do not find each other |
//! | [`contradiction`] | two signed messages that prove that their author cheats |
//! | [`chat`] | what players may say to each other, and how often |
//! | [`session`] | a seat from beginning to end: find a table, gather, play, come back after a crash |
//! | [`watch`] | watching a match without a seat at it |
//! | [`identity`], [`folders`], [`place`] | a profile's key, files for its owner's eyes, where a table is |

#![deny(clippy::indexing_slicing)]

pub mod absence;
pub mod charter;
pub mod chat;
pub mod contradiction;
pub mod doctor;
pub mod envelope;
pub mod folders;
pub mod identity;
pub mod ledger;
pub mod lobby;
pub mod log;
pub mod name;
pub mod node;
pub mod place;
pub mod refusal;
pub mod session;
pub mod table;
pub mod watch;
pub mod wire;

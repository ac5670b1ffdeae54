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
//!
//! # A round between two seats
//!
//! Two tables that hand each other their messages, in one process; over a network [`session`] does the same. What the
//! first of them folds is the match's log, and anybody can check it.
//!
//! ```
//! use std::num::NonZero;
//!
//! use ed25519_dalek::SigningKey;
//! use mextrain_core::{Pip, Rules, SeatSet, TileSet, player};
//! use mextrain_crypto::MatchSecret;
//! use mextrain_net::{
//!     charter::{Charter, Member, Proofs, commitment},
//!     log::{CHARTER, CONTRIBUTION, frame::{FileKind, RecordWriter}, verify::{Verdict, verify}},
//!     name::Name,
//!     table::{Output, Owing, Table},
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Keys, secrets and nonces are random in a real match. One round: its engine is 0-0.
//! let keys = [1, 2].map(|n| SigningKey::from_bytes(&[n; 32]));
//! let member = |name: &str, n: usize| -> Result<Member, Box<dyn std::error::Error>> {
//!     let key = keys[n].verifying_key().to_bytes();
//!     Ok(Member { name: Name::parse(name)?, key, commitment: commitment(&key, &[n as u8; 32]) })
//! };
//! let charter = Charter {
//!     table: [7; 16],
//!     rules: Rules::default().with_set(TileSet::DoubleNine).with_first_engine(Pip::new(0).unwrap()),
//!     proofs: Proofs::EveryTurn,
//!     absence: Default::default(),
//!     roster: vec![member("Ada", 0)?, member("Bo", 1)?],
//! }
//! .encode();
//! let mut tables = Vec::new();
//! for (n, key) in keys.into_iter().enumerate() {
//!     let secret = MatchSecret::from_bytes([n as u8 + 9; 32]);
//!     tables.push(Table::new(&charter, key, secret, [n as u8; 32])?);
//! }
//!
//! let mut log = Vec::new();
//! let mut file = RecordWriter::begin(&mut log, FileKind::Log)?;
//! file.append(CHARTER, &charter)?;
//! loop {
//!     let mut mail = Vec::new();
//!     for (at, table) in tables.iter_mut().enumerate() {
//!         match table.view().owing() {
//!             Owing::Nothing => {}
//!             Owing::Seal => table.seal(SeatSet::EMPTY)?,
//!             Owing::Move => {
//!                 let choice = table.view().seat_view().and_then(|view| player::choose(&view));
//!                 table.act(choice.ok_or("a move is owed")?)?;
//!             }
//!         }
//!         while let Some(output) = table.poll_output() {
//!             match output {
//!                 Output::Send(bytes) => mail.push((at, bytes)),
//!                 Output::Folded(step) if at == 0 => {
//!                     for envelope in step {
//!                         file.append(CONTRIBUTION, envelope.raw())?;
//!                     }
//!                 }
//!                 _ => {}
//!             }
//!         }
//!     }
//!     if mail.is_empty() {
//!         break;
//!     }
//!     for (from, bytes) in mail {
//!         tables[1 - from].receive(&bytes);
//!     }
//! }
//!
//! let report = verify(&log[..], NonZero::<usize>::MIN)?;
//! assert!(matches!(report.verdict, Verdict::Verified));
//! # Ok(())
//! # }
//! ```

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

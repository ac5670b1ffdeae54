//! Dealing dominoes without a dealer: masked decks, proven shuffles, openings and claims over ristretto255.
//!
//! The peers of a table shuffle a deck one after the other, each under masks that only it can take off, and prove
//! that they did nothing else. A tile is opened to a player when everybody else has taken their mask off it. What a
//! player claims about the tiles nobody sees ("I hold nothing that plays") is proven too.
//!
//! This crate knows points, decks and proofs. It knows no rules, no network and no log: where in a match something
//! happens comes in as 32 bytes of [`transcript::Context`], and what a refusal means for the table is decided there.
//!
//! # A round in a few lines
//!
//! ```
//! use std::sync::Arc;
//!
//! use mextrain_crypto::{
//!     check::{Check, verify_all},
//!     deck::Deck,
//!     keys::{JointKey, RoundSecret},
//!     nonces::MatchSecret,
//!     opening::open,
//!     shuffle::shuffle,
//!     tiles::TilePoints,
//!     transcript::Context,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let ctx = Context([7; 32]);
//! let (ann, bob) = (MatchSecret::from_os()?, MatchSecret::from_os()?);
//! let (x, y) = (RoundSecret::derive(&ann, &ctx), RoundSecret::derive(&bob, &ctx));
//! let joint = Arc::new(JointKey::from_keys(&[x.key().clone(), y.key().clone()])?);
//!
//! let tiles = TilePoints::for_highest(9).ok_or("no such set")?;
//! let open_deck = Arc::new(Deck::open(tiles, None));
//! let (deck, proof) = shuffle(&joint, &open_deck, &ctx, &ann);
//! let output = Arc::new(Deck::decode(&deck.to_bytes(), deck.len())?);
//! let proof = proof.into_bytes();
//! verify_all(&[Check::Shuffle { joint, input: open_deck, output, ctx, proof }])?;
//!
//! let slot = deck.slot(0).ok_or("no such slot")?;
//! let (anns, _) = open(&x, &[slot.a], &ctx, &ann);
//! let (bobs, _) = open(&y, &[slot.a], &ctx, &bob);
//! assert!(slot.open(tiles, anns.iter().chain(&bobs))? < 55);
//! # Ok(())
//! # }
//! ```
//!
//! # Assumptions
//!
//! Decisional Diffie–Hellman in ristretto255, SHA-512 as a random oracle, a working generator of the operating
//! system. Secret scalars meet constant-time operations only ([`secret`]); variable-time ones take public values
//! ([`public`]). Nothing here survives a quantum computer.

#![deny(clippy::indexing_slicing)]

pub mod avoid;
#[cfg(any(test, feature = "cheats"))]
pub mod cheat;
pub mod check;
pub mod deck;
pub mod encoding;
pub mod generators;
pub mod hash;
pub mod keys;
pub mod lock;
pub mod nonces;
pub mod opening;
pub mod public;
pub mod refusal;
pub mod secret;
pub mod shuffle;
pub mod tags;
pub mod tiles;
pub mod transcript;

#[cfg(test)]
mod attacks;
#[cfg(test)]
mod golden;

pub use crate::{
    check::{BatchError, Check, verify_all, verify_all_parallel},
    nonces::{MatchSecret, RandomnessFailed},
    refusal::Refusal,
    transcript::Context,
};

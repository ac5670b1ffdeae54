//! The signed frame that every contribution to a match travels and is logged in.
//!
//! ```text
//! "MXT1-ENV" ‖ u16 version ‖ match id (32) ‖ u16 epoch ‖ u8 round ‖ u8 attempt ‖ u32 step ‖ u8 lane ‖
//! previous head (32) ‖ u8 author ‖ u8 kind ‖ u32 payload length ‖ payload ‖ signature (64)
//! ```
//!
//! Integers are little-endian. The *body* is everything but the signature; it is what is signed and what is hashed,
//! always as the bytes that were received. This module knows nothing of what payloads mean.

use std::sync::Arc;

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use mextrain_crypto::{hash::Hash, tags};

use crate::refusal::Refusal;

/// The version of the envelope and of everything inside it.
pub const VERSION: u16 = 1;

/// Bytes before the payload.
pub const HEADER_LEN: usize = 89;

/// Bytes of the signature behind the payload.
pub const SIGNATURE_LEN: usize = 64;

/// No payload is larger. The largest honest one is a claim over a hand of some 75 tiles that denies some 80 tiles
/// (two players, most of the boneyard drawn): about 200 kB.
pub const MAX_PAYLOAD: usize = 256 * 1024;

/// No envelope is larger.
pub const MAX_ENVELOPE: usize = HEADER_LEN + MAX_PAYLOAD + SIGNATURE_LEN;

const MAGIC: &[u8; 8] = b"MXT1-ENV";

/// What a contribution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Agreement to the charter.
    Sign = 0,
    /// The nonce behind the charter's commitment.
    Reveal = 1,
    /// A round key with its proof.
    RoundKey = 2,
    /// A shuffled deck with its proof.
    Shuffle = 3,
    /// Tokens for everybody else's dealt tiles.
    Deal = 4,
    /// The engine opened, or the claim not to hold it.
    Engine = 5,
    /// A play, a draw, a pass, or the end of an opening chain.
    Turn = 6,
    /// Tokens for the tile that somebody draws, or for each where all draw at once.
    DrawToken = 7,
    /// The drawn tile played, or the claim that it does not fit.
    Drawn = 8,
    /// The tiles left in a hand, opened.
    Score = 9,
    /// The scoreboard confirmed, and ready for the next round.
    Seal = 10,
    /// A player leaves the table, and shows the secret of the round: stands for all that the seat would still owe. In a lane of its own.
    Farewell = 11,
    /// A player agrees to go on without somebody who has vanished. In a lane of its own.
    TimeoutVote = 12,
    /// A player's word that they agree to nothing of the kind at this step any more. In the lane of votes.
    TimeoutCancel = 13,
    /// A seat's tokens for every slot, locked for all others together, with their proof.
    Lock = 14,
    /// Parts that open locked tokens of a seat that has vanished.
    Unlock = 15,
    /// At a standstill: the claim not to be able to play either, or the word that one can.
    Standstill = 16,
}

impl Kind {
    /// Every kind, in order of its number.
    pub const ALL: [Kind; 17] = [
        Kind::Sign,
        Kind::Reveal,
        Kind::RoundKey,
        Kind::Shuffle,
        Kind::Deal,
        Kind::Engine,
        Kind::Turn,
        Kind::DrawToken,
        Kind::Drawn,
        Kind::Score,
        Kind::Seal,
        Kind::Farewell,
        Kind::TimeoutVote,
        Kind::TimeoutCancel,
        Kind::Lock,
        Kind::Unlock,
        Kind::Standstill,
    ];

    /// What it is, to people: a noun in the singular, without an article.
    pub fn in_words(self) -> &'static str {
        match self {
            Kind::Sign => "signature of the charter",
            Kind::Reveal => "opened commitment",
            Kind::RoundKey => "key for the round",
            Kind::Shuffle => "shuffle",
            Kind::Deal => "part of the deal",
            Kind::Engine => "answer about the engine",
            Kind::Turn => "move",
            Kind::DrawToken => "contribution to a drawn tile",
            Kind::Drawn => "move with the drawn tile",
            Kind::Score => "opened hand",
            Kind::Seal => "confirmation of the scores",
            Kind::Farewell => "farewell",
            Kind::TimeoutVote => "vote on going on without somebody",
            Kind::TimeoutCancel => "word not to vote any more",
            Kind::Lock => "set of locked tokens",
            Kind::Unlock => "contribution to going on without somebody",
            Kind::Standstill => "answer at the standstill",
        }
    }

    /// The kind of a number on the wire.
    pub fn from_u8(byte: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(byte)).copied()
    }
}

/// The place in a match that an envelope speaks for, and who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The match (before the match id is known: the charter's id).
    pub match_id: [u8; 32],
    /// Counts the certificates that changed who sits at the table.
    pub epoch: u16,
    /// The round, from 0.
    pub round: u8,
    /// The attempt at dealing this round, from 0.
    pub attempt: u8,
    /// The step of the log, from 0.
    pub step: u32,
    /// Which of the parallel lanes: 0 is play.
    pub lane: u8,
    /// The head of the log that the author builds on.
    pub previous: [u8; 32],
    /// The author: a place in the roster before seats are drawn, a seat after.
    pub author: u8,
    /// What the payload is.
    pub kind: Kind,
}

/// An envelope as it was received or made: parsed, its signature not yet judged.
#[derive(Clone, Debug)]
pub struct Envelope {
    header: Header,
    body_hash: [u8; 32],
    raw: Arc<[u8]>,
}

impl Envelope {
    /// Reads an envelope's frame.
    ///
    /// # Errors
    /// `too-large`, `version`, or `length` where the bytes are no envelope; `not-expected` for an unknown kind.
    pub fn parse(raw: &[u8]) -> Result<Envelope, Refusal> {
        if raw.len() > MAX_ENVELOPE {
            return Err(Refusal::TooLarge);
        }
        let mut fields = Fields { rest: raw };
        if &fields.array::<8>()? != MAGIC {
            return Err(Refusal::Length);
        }
        if u16::from_le_bytes(fields.array()?) != VERSION {
            return Err(Refusal::Version);
        }
        let match_id = fields.array()?;
        let epoch = u16::from_le_bytes(fields.array()?);
        let [round, attempt] = fields.array()?;
        let step = u32::from_le_bytes(fields.array()?);
        let [lane] = fields.array()?;
        let previous = fields.array()?;
        let [author, kind] = fields.array()?;
        let payload_len = u32::from_le_bytes(fields.array()?);
        let payload_len = usize::try_from(payload_len).map_err(|_| Refusal::TooLarge)?;
        if payload_len > MAX_PAYLOAD {
            return Err(Refusal::TooLarge);
        }
        if fields.rest.len() != payload_len + SIGNATURE_LEN {
            return Err(Refusal::Length);
        }
        let kind = Kind::from_u8(kind).ok_or(Refusal::NotExpected)?;
        let header = Header { match_id, epoch, round, attempt, step, lane, previous, author, kind };
        let raw: Arc<[u8]> = raw.into();
        let body_hash = hash_body(&raw);
        Ok(Envelope { header, body_hash, raw })
    }

    /// Makes and signs an envelope.
    ///
    /// # Errors
    /// `too-large` for a payload over [`MAX_PAYLOAD`].
    pub fn sign(header: Header, payload: &[u8], key: &SigningKey) -> Result<Envelope, Refusal> {
        if payload.len() > MAX_PAYLOAD {
            return Err(Refusal::TooLarge);
        }
        let payload_len = u32::try_from(payload.len()).map_err(|_| Refusal::TooLarge)?;
        let mut raw = Vec::with_capacity(HEADER_LEN + payload.len() + SIGNATURE_LEN);
        raw.extend_from_slice(MAGIC);
        raw.extend_from_slice(&VERSION.to_le_bytes());
        raw.extend_from_slice(&header.match_id);
        raw.extend_from_slice(&header.epoch.to_le_bytes());
        raw.extend_from_slice(&[header.round, header.attempt]);
        raw.extend_from_slice(&header.step.to_le_bytes());
        raw.push(header.lane);
        raw.extend_from_slice(&header.previous);
        raw.extend_from_slice(&[header.author, header.kind as u8]);
        raw.extend_from_slice(&payload_len.to_le_bytes());
        raw.extend_from_slice(payload);
        let signature = key.sign(&raw);
        raw.extend_from_slice(&signature.to_bytes());
        let raw: Arc<[u8]> = raw.into();
        let body_hash = hash_body(&raw);
        Ok(Envelope { header, body_hash, raw })
    }

    /// Whether the signature is the key's, by the strict rules.
    pub fn is_signed_by(&self, key: &VerifyingKey) -> bool {
        let (body, signature) = split_signature(&self.raw);
        let Ok(signature) = Signature::from_slice(signature) else { return false };
        key.verify_strict(body, &signature).is_ok()
    }

    /// The place it speaks for.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What it says, as received.
    pub fn payload(&self) -> &[u8] {
        let (body, _) = split_signature(&self.raw);
        body.get(HEADER_LEN..).unwrap_or_default()
    }

    /// The hash of the body, which stands for the contribution in the log's chain.
    pub fn body_hash(&self) -> [u8; 32] {
        self.body_hash
    }

    /// The whole envelope, as received.
    pub fn raw(&self) -> &Arc<[u8]> {
        &self.raw
    }
}

fn split_signature(raw: &[u8]) -> (&[u8], &[u8]) {
    raw.split_at(raw.len().saturating_sub(SIGNATURE_LEN))
}

fn hash_body(raw: &[u8]) -> [u8; 32] {
    Hash::new(tags::CONTRIBUTION).bytes(split_signature(raw).0).finish256()
}

/// Takes fixed-width fields off the front of a slice.
struct Fields<'a> {
    rest: &'a [u8],
}

impl Fields<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        let (field, rest) = self.rest.split_first_chunk::<N>().ok_or(Refusal::Length)?;
        self.rest = rest;
        Ok(*field)
    }
}

/// The version that bytes of an envelope claim to have.
pub fn version_of(bytes: &[u8]) -> u16 {
    let at = tags::ENVELOPE.len();
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |version| u16::from_le_bytes(*version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn header() -> Header {
        Header {
            match_id: [7; 32],
            epoch: 258,
            round: 3,
            attempt: 1,
            step: 70_000,
            lane: 0,
            previous: [9; 32],
            author: 5,
            kind: Kind::Turn,
        }
    }

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[4; 32])
    }

    #[test]
    fn parsing_gives_back_what_was_signed() {
        let made = Envelope::sign(header(), b"hello", &key()).unwrap();
        let read = Envelope::parse(made.raw()).unwrap();
        assert_eq!(read.header(), &header());
        assert_eq!(read.payload(), b"hello");
        assert_eq!(read.body_hash(), made.body_hash());
        assert!(read.is_signed_by(&key().verifying_key()));
    }

    #[test]
    fn every_flipped_bit_is_refused_or_unsigned() {
        let made = Envelope::sign(header(), b"hello", &key()).unwrap();
        for at in 0..made.raw().len() {
            for bit in 0..8 {
                let mut bytes = made.raw().to_vec();
                bytes[at] ^= 1 << bit;
                let accepted = Envelope::parse(&bytes).is_ok_and(|e| e.is_signed_by(&key().verifying_key()));
                assert!(!accepted, "byte {at} bit {bit}");
            }
        }
    }

    #[test]
    fn attack_04_lengths_that_lie() {
        let made = Envelope::sign(header(), b"hello", &key()).unwrap();
        let mut longer = made.raw().to_vec();
        longer.push(0);
        assert_eq!(Envelope::parse(&longer).unwrap_err(), Refusal::Length);
        let shorter = &made.raw()[..made.raw().len() - 1];
        assert_eq!(Envelope::parse(shorter).unwrap_err(), Refusal::Length);
        let mut lying = made.raw().to_vec();
        lying[HEADER_LEN - 4..HEADER_LEN].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Envelope::parse(&lying).unwrap_err(), Refusal::TooLarge);
        assert_eq!(Envelope::parse(&vec![0; 1 << 20]).unwrap_err(), Refusal::TooLarge);
    }

    #[test]
    fn an_unknown_version_and_an_unknown_kind_are_told_apart() {
        let made = Envelope::sign(header(), b"", &key()).unwrap();
        let mut newer = made.raw().to_vec();
        newer[8] = 2;
        assert_eq!(Envelope::parse(&newer).unwrap_err(), Refusal::Version);
        let mut strange = made.raw().to_vec();
        strange[HEADER_LEN - 5] = 200;
        assert_eq!(Envelope::parse(&strange).unwrap_err(), Refusal::NotExpected);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = Envelope::parse(&bytes);
        }
    }
}

//! The Fiat–Shamir transcript: turns everything said so far into the verifier's next challenge.
//!
//! ```text
//! start(tag, ctx):     st = 0^64;  op(0x00, tag, ctx)
//! op(o, label, data):  st = SHA-512("MXT1-transcript" ‖ st ‖ u8 o ‖ u16 |label| ‖ label ‖ u64 |data| ‖ data)
//! absorb(label, data): op(0x01, label, data)
//! challenge(label):    op(0x02, label, "");  scalar = SHA-512("MXT1-squeeze" ‖ st) mod ℓ, all 64 bytes of it
//! ```
//!
//! All lengths have a fixed width, so a transcript is the same on every target. A proof absorbs its whole
//! statement, element by element, before its first challenge, and every message before the next one. What is
//! absorbed for a point is the encoding that was received.
//!
//! The transcript does not know where in a match it is: its user says so with a [`Context`].

use std::fmt;

use curve25519_dalek::Scalar;
use sha2::{Digest, Sha512};

use crate::{
    encoding::Point,
    nonces::{MatchSecret, Nonces},
    tags::{self, Tag},
};

/// The one place in one log where a proof is valid, as 32 bytes that its user computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context(pub [u8; 32]);

/// Everything said so far, as 64 bytes.
#[derive(Clone)]
pub struct Transcript {
    state: [u8; 64],
    #[cfg(any(test, feature = "cheats"))]
    omission: crate::cheat::Omission,
}

impl fmt::Debug for Transcript {
    /// Not what was said: some of it can be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcript").finish_non_exhaustive()
    }
}

impl Transcript {
    /// Starts the transcript of one proof at one place.
    pub fn new(tag: Tag, ctx: &Context) -> Self {
        let mut transcript = Self {
            state: [0; 64],
            #[cfg(any(test, feature = "cheats"))]
            omission: crate::cheat::Omission::default(),
        };
        transcript.step(Operation::Start, tag.as_bytes(), &ctx.0);
        transcript
    }

    /// Absorbs a group element: the encoding it came with.
    pub fn absorb_point(&mut self, label: &'static str, point: &Point) {
        self.absorb(label, point.bytes());
    }

    /// Absorbs group elements, one step each.
    pub fn absorb_points<'a>(&mut self, label: &'static str, points: impl IntoIterator<Item = &'a Point>) {
        for point in points {
            self.absorb_point(label, point);
        }
    }

    /// Absorbs a scalar in its canonical encoding.
    pub fn absorb_scalar(&mut self, label: &'static str, scalar: &Scalar) {
        self.absorb(label, scalar.as_bytes());
    }

    /// Absorbs a number, such as the length of a list that follows.
    pub fn absorb_u32(&mut self, label: &'static str, number: u32) {
        self.absorb(label, &number.to_le_bytes());
    }

    /// Absorbs bytes. The typed methods above are to be preferred.
    pub fn absorb(&mut self, label: &'static str, data: &[u8]) {
        #[cfg(any(test, feature = "cheats"))]
        if self.omission.strikes() {
            return;
        }
        self.step(Operation::Absorb, label.as_bytes(), data);
    }

    /// The verifier's next challenge.
    pub fn challenge(&mut self, label: &'static str) -> Scalar {
        self.step(Operation::Challenge, label.as_bytes(), &[]);
        let squeezed = Sha512::new().chain_update(tags::TRANSCRIPT_SQUEEZE).chain_update(self.state);
        Scalar::from_bytes_mod_order_wide(&squeezed.finalize().into())
    }

    /// Nonces that belong to this secret, to everything absorbed so far and to the label.
    ///
    /// The same three give the same nonces again after a restart; a transcript that differs in one bit gives
    /// others. So they must be drawn after the whole statement was absorbed.
    pub fn nonces(&self, secret: &MatchSecret, label: &'static str) -> Nonces {
        secret.derive(tags::NONCE, &[&self.state, label.as_bytes()])
    }

    /// A transcript of a cheat that leaves out one of the things it absorbs.
    #[cfg(any(test, feature = "cheats"))]
    pub(crate) fn omitting(tag: Tag, ctx: &Context, omission: crate::cheat::Omission) -> Self {
        Self { omission, ..Self::new(tag, ctx) }
    }

    fn step(&mut self, operation: Operation, label: &[u8], data: &[u8]) {
        // Labels are a few letters of this crate, so their length fits.
        let hash = Sha512::new()
            .chain_update(tags::TRANSCRIPT_STEP)
            .chain_update(self.state)
            .chain_update([operation as u8])
            .chain_update((label.len() as u16).to_le_bytes())
            .chain_update(label)
            .chain_update((data.len() as u64).to_le_bytes())
            .chain_update(data);
        self.state = hash.finalize().into();
    }
}

#[derive(Clone, Copy)]
enum Operation {
    Start = 0,
    Absorb = 1,
    Challenge = 2,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Transcript {
        Transcript::new(tags::KEY_PROOF, &Context([9; 32]))
    }

    #[test]
    fn is_the_documented_construction() {
        let mut state = [0; 64];
        for (operation, label, data) in
            [(0, "MXT1/proof/key", vec![9; 32]), (1, "ab", vec![1, 2, 3]), (2, "c", vec![])]
        {
            let mut input = b"MXT1-transcript".to_vec();
            input.extend(state);
            input.push(operation);
            input.extend((label.len() as u16).to_le_bytes());
            input.extend(label.as_bytes());
            input.extend((data.len() as u64).to_le_bytes());
            input.extend(data);
            state = Sha512::digest(input).into();
        }
        let squeezed = Sha512::digest([b"MXT1-squeeze".as_slice(), &state].concat());
        let mut transcript = start();
        transcript.absorb("ab", &[1, 2, 3]);
        assert_eq!(transcript.challenge("c"), Scalar::from_bytes_mod_order_wide(&squeezed.into()));
    }

    #[test]
    fn every_byte_and_boundary_counts() {
        let challenge = |steps: &[(&'static str, &[u8])]| {
            let mut transcript = start();
            for (label, data) in steps {
                transcript.absorb(label, data);
            }
            transcript.challenge("c")
        };
        let reference = challenge(&[("a", b"xy"), ("b", b"z")]);
        assert_eq!(reference, challenge(&[("a", b"xy"), ("b", b"z")]));
        for other in [
            challenge(&[("a", b"xyz")]),
            challenge(&[("a", b"x"), ("b", b"yz")]),
            challenge(&[("ax", b"y"), ("b", b"z")]),
            challenge(&[("b", b"z"), ("a", b"xy")]),
            challenge(&[("a", b"xy"), ("b", b"z"), ("", b"")]),
        ] {
            assert_ne!(reference, other);
        }
    }

    #[test]
    fn challenges_differ_by_label_place_and_proof() {
        let mut transcript = start();
        let first = transcript.challenge("c");
        assert_ne!(first, transcript.challenge("c"));
        assert_ne!(first, start().challenge("d"));
        assert_ne!(first, Transcript::new(tags::KEY_PROOF, &Context([8; 32])).challenge("c"));
        assert_ne!(first, Transcript::new(tags::AVOID_PROOF, &Context([9; 32])).challenge("c"));
    }
}

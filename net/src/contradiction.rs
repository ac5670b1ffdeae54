//! Two messages that one player signed, of which an honest one signs only one: what proves an equivocation before anybody.
//!
//! The pair speaks for itself. Who is behind an author's number is the charter's affair, and whether the signatures hold that of whoever
//! looks at the pair: see [`crate::log::walk`].

use crate::envelope::{Envelope, Header};
use crate::ledger::{LANE_LEAVE, LANE_PLAY};

/// Two signed messages of one author that contradict each other.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// The author's place in the charter's roster.
    pub member: usize,
    /// The one that was here first.
    pub first: Envelope,
    /// The one that came when the first was known.
    pub second: Envelope,
    /// Whether the match is stopped for it.
    pub stops: bool,
}

/// Whether no honest author signs both: two bodies for one place, two farewells, or something signed for a step behind one's farewell.
#[must_use]
pub fn contradict(one: &Envelope, other: &Envelope) -> bool {
    let (a, b) = (one.header(), other.header());
    if a.author != b.author || a.match_id != b.match_id || one.body_hash() == other.body_hash() {
        return false;
    }
    let behind = |farewell: &Header, move_: &Header| {
        (farewell.lane, move_.lane) == (LANE_LEAVE, LANE_PLAY) && move_.step > farewell.step
    };
    let both_leave = (a.lane, b.lane) == (LANE_LEAVE, LANE_LEAVE);
    place(a) == place(b) || both_leave || behind(a, b) || behind(b, a)
}

fn place(header: &Header) -> (u16, u8, u8, u32, u8) {
    (header.epoch, header.round, header.attempt, header.step, header.lane)
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;

    use super::*;
    use crate::envelope::Kind;

    #[test]
    fn only_what_an_honest_author_never_signs_together() {
        let header = Header {
            match_id: [1; 32],
            epoch: 0,
            round: 0,
            attempt: 0,
            step: 7,
            lane: LANE_PLAY,
            previous: [2; 32],
            author: 3,
            kind: Kind::Turn,
        };
        let key = SigningKey::from_bytes(&[1; 32]);
        let sign = |header, payload: &[u8]| Envelope::sign(header, payload, &key).unwrap();
        let one = sign(header, b"one");
        let farewell = |step| Header { step, lane: LANE_LEAVE, kind: Kind::Farewell, ..header };
        let contradicting = [
            (sign(header, b"other"), true),
            (sign(Header { previous: [3; 32], ..header }, b"one"), true),
            (sign(Header { kind: Kind::Drawn, ..header }, b"one"), true),
            (sign(header, b"one"), false),
            (sign(Header { step: 8, ..header }, b"other"), false),
            (sign(Header { attempt: 1, ..header }, b"other"), false),
            (sign(Header { author: 4, ..header }, b"other"), false),
            (sign(Header { match_id: [9; 32], ..header }, b"other"), false),
            (sign(farewell(6), b"secret"), true),
            (sign(farewell(7), b"secret"), false),
        ];
        for (at, (other, expected)) in contradicting.iter().enumerate() {
            assert_eq!(contradict(&one, other), *expected, "pair {at}");
            assert_eq!(contradict(other, &one), *expected, "pair {at} the other way round");
        }
        assert!(contradict(&sign(farewell(6), b"secret"), &sign(farewell(7), b"secret")));
    }
}

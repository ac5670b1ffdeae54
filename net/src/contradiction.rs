//! Two messages that one player signed, of which an honest one signs only one: what proves an equivocation before anybody.
//!
//! The pair speaks for itself. Who is behind an author's number is the charter's affair, and whether the signatures hold that of whoever
//! looks at the pair: see [`crate::log::walk`].

use crate::envelope::{Envelope, Header, Kind};
use crate::ledger::{LANE_LEAVE, ballot_of, is_outside, leaves_out};

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

/// Whether no honest author signs both: two bodies for one place, two farewells, something signed for a step behind one's farewell, or a vote
/// that one's word not to vote any more, or one's farewell, does not name.
#[must_use]
pub fn contradict(one: &Envelope, other: &Envelope) -> bool {
    let (a, b) = (one.header(), other.header());
    if a.author != b.author || a.match_id != b.match_id || one.body_hash() == other.body_hash() {
        return false;
    }
    let behind = |farewell: &Header, other: &Header| {
        // What was signed on a way that was given up since says nothing of this one.
        let same_way = other.epoch == farewell.epoch;
        farewell.lane == LANE_LEAVE && other.lane != LANE_LEAVE && same_way && other.step > farewell.step
    };
    let both_leave = (a.lane, b.lane) == (LANE_LEAVE, LANE_LEAVE);
    let unnamed = |cancel: &Envelope, vote: &Envelope| {
        (cancel.header().kind, vote.header().kind) == (Kind::TimeoutCancel, Kind::TimeoutVote)
            && step_of(cancel.header()) == step_of(vote.header())
            && is_outside(vote, cancel)
    };
    let unsaid = |farewell: &Envelope, vote: &Envelope| {
        let (leaves, votes) = (farewell.header(), vote.header());
        (leaves.lane, votes.kind, leaves.epoch) == (LANE_LEAVE, Kind::TimeoutVote, votes.epoch)
            && leaves_out(farewell, vote)
    };
    place(one) == place(other)
        || unsaid(one, other)
        || unsaid(other, one)
        || both_leave
        || behind(a, b)
        || behind(b, a)
        || unnamed(one, other)
        || unnamed(other, one)
}

/// In the lane of votes every ballot is a place.
fn place(envelope: &Envelope) -> ((u16, u8, u8, u32, u8), u8) {
    (step_of(envelope.header()), ballot_of(envelope))
}

fn step_of(header: &Header) -> (u16, u8, u8, u32, u8) {
    (header.epoch, header.round, header.attempt, header.step, header.lane)
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;

    use super::*;
    use crate::ledger::{LANE_PLAY, LANE_VOTE};

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
        let vote =
            |payload: &[u8]| sign(Header { lane: LANE_VOTE, kind: Kind::TimeoutVote, ..header }, payload);
        let cancel =
            |payload: &[u8]| sign(Header { lane: LANE_VOTE, kind: Kind::TimeoutCancel, ..header }, payload);
        assert!(contradict(&vote(&[0, 1, 6]), &vote(&[0, 2, 5])), "two votes in a ballot");
        assert!(!contradict(&vote(&[0, 1, 6]), &vote(&[1, 2, 5])), "a vote in the next ballot");
        assert!(
            !contradict(&vote(&[0, 1, 6]), &cancel(&1_u64.to_le_bytes())),
            "a vote that the cancel names"
        );
        assert!(contradict(&cancel(&2_u64.to_le_bytes()), &vote(&[0, 1, 6])), "and one that it does not");
        assert!(contradict(&cancel(&2_u64.to_le_bytes()), &cancel(&1_u64.to_le_bytes())), "two cancels");
        assert!(!contradict(&vote(&[0, 1, 6]), &one), "a contribution beside a vote");
        assert!(contradict(&sign(farewell(6), b"secret"), &vote(&[0, 1, 6])), "a vote behind a farewell");
        assert!(contradict(&sign(farewell(6), b"secret"), &sign(farewell(7), b"secret")));
        let given_up = Header { epoch: 1, ..header };
        assert!(
            !contradict(&sign(farewell(6), b"secret"), &sign(given_up, b"one")),
            "what was signed on a way that was given up, or is gone since"
        );
        let names = |step: u32, vote: [u8; 3]| {
            sign(farewell(8), &[&[9; 32][..], &step.to_le_bytes(), &vote].concat())
        };
        assert!(!contradict(&names(7, [0, 1, 6]), &vote(&[0, 1, 6])), "a vote that the farewell names");
        assert!(contradict(&names(7, [1, 1, 6]), &vote(&[0, 1, 6])), "one in another ballot");
        assert!(contradict(&names(7, [0, 2, 5]), &vote(&[0, 1, 6])), "one for something else");
        assert!(contradict(&vote(&[0, 1, 6]), &names(6, [0, 1, 6])), "one at another step");
        assert!(!contradict(&names(6, [0, 1, 6]), &cancel(&1_u64.to_le_bytes())), "a cancel");
    }
}

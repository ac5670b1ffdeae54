//! What a farewell says of its author's votes: which it has given, of all in the farewell's epoch, and no other.
//!
//! Others stop waiting for the votes that are not named. Could it vote all the same, some would complete a ballot and others would not; so a
//! vote that a farewell does not name contradicts it, and whoever signs both is named.
//!
//! A farewell's payload is the secret, then for each vote u32 step ‖ u8 ballot ‖ u8 missing ‖ u8 voters, by ascending step and ballot.

use std::collections::BTreeMap;

use mextrain_core::SeatSet;

use super::ballot::{MOST_BALLOTS, Proposal};
use crate::envelope::Envelope;

/// Bytes of the secret in a farewell.
pub(crate) const SECRET_LEN: usize = 32;

/// Bytes of what is said of one vote.
pub(crate) const VOTE_LEN: usize = 4 + 3;

/// Of so many votes a farewell can tell. Each needs a player who pressed a button in vain.
const MOST_VOTES: usize = 64;

/// Votes by step and ballot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Voted(BTreeMap<(u32, u8), Proposal>);

impl Voted {
    /// A vote was signed, with this payload. Says whether that is news.
    pub fn note(&mut self, step: u32, payload: &[u8]) -> bool {
        vote_in(payload)
            .is_some_and(|(ballot, proposal)| self.0.insert((step, ballot), proposal) != Some(proposal))
    }

    /// What it says to have voted for.
    pub fn named(&self, step: u32, ballot: u8) -> Option<Proposal> {
        self.0.get(&(step, ballot)).copied()
    }

    /// The ballots of a step that it names.
    pub fn ballots(&self, step: u32) -> impl Iterator<Item = u8> {
        self.0.range((step, 0)..=(step, u8::MAX)).map(|((_, ballot), _)| *ballot)
    }

    /// Whether it names this vote.
    pub fn names(&self, vote: &Envelope) -> bool {
        let voted = vote_in(vote.payload());
        voted.is_some_and(|(ballot, proposal)| self.named(vote.header().step, ballot) == Some(proposal))
    }

    /// The payload of a farewell; `None` where there is too much to tell.
    pub fn farewell(&self, secret: [u8; SECRET_LEN]) -> Option<Vec<u8>> {
        let mut payload = secret.to_vec();
        for ((step, ballot), proposal) in &self.0 {
            payload.extend_from_slice(&step.to_le_bytes());
            payload.extend_from_slice(&[*ballot, proposal.missing.bits(), proposal.voters.bits()]);
        }
        (self.0.len() <= MOST_VOTES).then_some(payload)
    }

    /// A farewell's secret, and what it says of votes. `None` where that is not what it is.
    pub fn read(payload: &[u8]) -> Option<(&[u8], Voted)> {
        let (secret, rest) = payload.split_at_checked(SECRET_LEN)?;
        if !rest.len().is_multiple_of(VOTE_LEN) || rest.len() > MOST_VOTES * VOTE_LEN {
            return None;
        }
        let mut voted = BTreeMap::new();
        for vote in rest.chunks_exact(VOTE_LEN) {
            let (step, vote) = vote.split_first_chunk::<4>()?;
            let (ballot, proposal) = vote_in(vote)?;
            let place = (u32::from_le_bytes(*step), ballot);
            if voted.last_key_value().is_some_and(|(last, _)| *last >= place) {
                return None;
            }
            voted.insert(place, proposal);
        }
        Some((secret, Voted(voted)))
    }
}

/// The ballot and the proposal that a vote's payload names.
fn vote_in(payload: &[u8]) -> Option<(u8, Proposal)> {
    let &[ballot, missing, voters] = payload else { return None };
    let proposal = Proposal { missing: SeatSet::from_bits(missing), voters: SeatSet::from_bits(voters) };
    (ballot < MOST_BALLOTS).then_some((ballot, proposal))
}

/// Whether a farewell says that its author has not given this vote.
pub(crate) fn leaves_out(farewell: &Envelope, vote: &Envelope) -> bool {
    Voted::read(farewell.payload()).is_some_and(|(_, voted)| !voted.names(vote))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            votes in prop::collection::vec((any::<u32>(), 0..MOST_BALLOTS, any::<[u8; 2]>()), 0..=MOST_VOTES),
        ) {
            let mut voted = Voted::default();
            for (step, ballot, [missing, voters]) in &votes {
                voted.note(*step, &[*ballot, *missing, *voters]);
            }
            let payload = voted.farewell([7; SECRET_LEN]).unwrap();
            prop_assert_eq!(Voted::read(&payload), Some((&[7; SECRET_LEN][..], voted.clone())));
            for (step, ballot, _) in &votes {
                prop_assert!(voted.named(*step, *ballot).is_some());
                prop_assert!(voted.ballots(*step).any(|named| named == *ballot));
            }
            for end in 0..payload.len() {
                let whole = end >= SECRET_LEN && (end - SECRET_LEN).is_multiple_of(VOTE_LEN);
                prop_assert_eq!(Voted::read(&payload[..end]).is_some(), whole);
            }
        }

        #[test]
        fn there_is_one_way_to_write_it(bytes in prop::collection::vec(0_u8..3, 0..100)) {
            if let Some((secret, voted)) = Voted::read(&bytes) {
                prop_assert_eq!(voted.farewell(secret.try_into().unwrap()), Some(bytes));
            }
        }
    }

    #[test]
    fn there_is_a_bound_to_what_it_can_say() {
        let mut voted = Voted::default();
        (0..MOST_VOTES as u32).for_each(|step| assert!(voted.note(step, &[63, 1, 2])));
        let payload = voted.farewell([1; SECRET_LEN]).unwrap();
        voted.note(99, &[0, 1, 2]);
        assert_eq!(voted.farewell([1; SECRET_LEN]), None);
        let longer = [&payload[..], &99_u32.to_le_bytes(), &[0, 1, 2]].concat();
        assert!(Voted::read(&payload).is_some() && Voted::read(&longer).is_none());
    }

    #[test]
    fn order_and_ballots_are_told() {
        let vote = |step: u32, ballot: u8| [&step.to_le_bytes()[..], &[ballot, 1, 2]].concat();
        let with = |votes: &[Vec<u8>]| [&[0; SECRET_LEN][..], &votes.concat()].concat();
        assert!(Voted::read(&with(&[vote(3, 1), vote(3, 2), vote(4, 63)])).is_some());
        assert!(Voted::read(&with(&[vote(4, 1), vote(3, 1)])).is_none());
        assert!(Voted::read(&with(&[vote(3, 1), vote(3, 1)])).is_none());
        assert!(Voted::read(&with(&[vote(3, 64)])).is_none());
    }
}

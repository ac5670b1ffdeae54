//! What players may say to each other: a few phrases, and not too many of them.
//!
//! A phrase is no part of a match. It is signed by the peer that says it, as everything that is gossiped, and belongs to no log: a log
//! holds what the outcome depends on, and can be verified by strangers who are not to know what people said. How phrases are worded is
//! the business of whoever shows them; how they travel, of the session.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Something that can be said at a table. There is nothing else: no free text, so nothing to moderate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Praise.
    NiceOne,
    /// A reminder.
    YourTurn,
    /// An apology.
    Sorry,
    /// A request for patience.
    OneMoment,
}

impl Phrase {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Phrase; 4] = [Phrase::NiceOne, Phrase::YourTurn, Phrase::Sorry, Phrase::OneMoment];
}

/// How soon another phrase may follow, once the burst is spent.
pub const EVERY: Duration = Duration::from_secs(3);

/// How many phrases one may say at once.
pub const BURST: u32 = 3;

/// How many are heard of one member at once. More than it may say, because phrases that were held up on their way arrive together.
pub const BURST_HEARD: u32 = BURST + 2;

/// Of how many people it is known what they said last.
const KNOWN: usize = 64;

/// So many phrases at once, and one more each [`EVERY`].
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    burst: u32,
    /// When all that was said will have been paid for.
    paid: Option<Instant>,
}

impl Allowance {
    /// Nothing said yet.
    #[must_use]
    pub fn new(burst: u32) -> Allowance {
        Allowance { burst, paid: None }
    }

    /// Says one more at `now`, or tells how long that is too early by.
    ///
    /// # Errors
    /// The time to wait.
    pub fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let wait = self.wait(now);
        if !wait.is_zero() {
            return Err(wait);
        }
        self.paid = Some(self.paid.map_or(now, |paid| paid.max(now)) + EVERY);
        Ok(())
    }

    /// How long one has to wait at `now` before one more may be said.
    #[must_use]
    pub fn wait(&self, now: Instant) -> Duration {
        let owed = self.paid.map_or(Duration::ZERO, |paid| paid.saturating_duration_since(now));
        (owed + EVERY).saturating_sub(EVERY * self.burst)
    }
}

/// One seat's side of the talk at its table: what it may still say, and what it has heard of whom.
#[derive(Debug)]
pub struct Talk {
    own: Allowance,
    last: u64,
    heard: BTreeMap<[u8; 32], Heard>,
}

#[derive(Debug)]
struct Heard {
    allowance: Allowance,
    last: u64,
}

impl Default for Talk {
    fn default() -> Talk {
        Talk { own: Allowance::new(BURST), last: 0, heard: BTreeMap::new() }
    }
}

impl Talk {
    /// The number under which one more phrase is said at `now`. Numbers of one speaker only grow, `clock` (milliseconds since 1970) sees to it
    /// that they also do after a restart.
    ///
    /// # Errors
    /// The time to wait, if enough was said for the moment.
    pub fn say(&mut self, now: Instant, clock: u64) -> Result<u64, Duration> {
        self.own.take(now)?;
        self.last = clock.max(self.last.saturating_add(1));
        Ok(self.last)
    }

    /// How long one has to wait at `now` before one more may be said.
    #[must_use]
    pub fn wait(&self, now: Instant) -> Duration {
        self.own.wait(now)
    }

    /// Whether a phrase of the member with this key is passed on to people. It is not if the member says too much, nor if it is an old
    /// one that somebody sends again. The caller vouches that `key` is a member's, and that the phrase is signed with it.
    pub fn hear(&mut self, key: [u8; 32], number: u64, now: Instant) -> bool {
        if !self.heard.contains_key(&key) {
            self.make_room();
        }
        let fresh = || Heard { allowance: Allowance::new(BURST_HEARD), last: 0 };
        let heard = self.heard.entry(key).or_insert_with(fresh);
        if number <= heard.last || heard.allowance.take(now).is_err() {
            return false;
        }
        heard.last = number;
        true
    }

    /// Forgets who has been silent for longest, if too many are known: in a waiting room people come and go.
    fn make_room(&mut self) {
        if self.heard.len() < KNOWN {
            return;
        }
        let longest = self.heard.iter().min_by_key(|(_, heard)| heard.allowance.paid).map(|(key, _)| *key);
        longest.map(|key| self.heard.remove(&key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: [u8; 32] = [1; 32];
    const BO: [u8; 32] = [2; 32];

    #[test]
    fn three_at_once_and_one_more_each_three_seconds() {
        let start = Instant::now();
        let mut own = Allowance::new(BURST);
        assert_eq!((0..10).filter(|_| own.take(start).is_ok()).count(), 3);
        assert_eq!(own.take(start), Err(EVERY));
        assert_eq!(own.wait(start + Duration::from_secs(1)), Duration::from_secs(2));
        assert_eq!(own.take(start + Duration::from_millis(2999)), Err(Duration::from_millis(1)));
        assert_eq!(own.take(start + EVERY), Ok(()));
        assert_eq!(own.take(start + EVERY), Err(EVERY));
        // However long the silence was, no more than the burst is saved up.
        let later = start + Duration::from_secs(3600);
        assert_eq!((0..10).filter(|_| own.take(later).is_ok()).count(), 3);
        // A clock that went back makes nothing worse than waiting.
        assert!(own.take(start).is_err());
    }

    #[test]
    fn each_member_has_a_limit_of_its_own() {
        let start = Instant::now();
        let mut talk = Talk::default();
        let heard = (1..=100).filter(|number| talk.hear(ADA, *number, start)).count();
        assert_eq!(heard, BURST_HEARD as usize);
        assert!(talk.hear(BO, 1, start));
        assert!(talk.hear(ADA, 101, start + EVERY));
        assert!(!talk.hear(ADA, 102, start + EVERY));
    }

    #[test]
    fn whoever_keeps_to_the_limit_is_heard_even_if_the_network_bunches_it() {
        let start = Instant::now();
        let (mut sender, mut receiver) = (Talk::default(), Talk::default());
        let mut said = 0;
        for second in 0..120 {
            let now = start + Duration::from_secs(second);
            while let Ok(number) = sender.say(now, second * 1000) {
                said += 1;
                // Held up to the next multiple of six seconds.
                let arrives = start + Duration::from_secs(second.div_ceil(6) * 6);
                assert!(receiver.hear(ADA, number, arrives), "phrase {said}, second {second}");
            }
        }
        assert_eq!(said, 3 + 119 / 3);
    }

    #[test]
    fn an_old_phrase_is_not_heard_again() {
        let start = Instant::now();
        let mut talk = Talk::default();
        let later = start + Duration::from_secs(600);
        assert!(talk.hear(ADA, 7, start));
        assert!(!talk.hear(ADA, 7, later));
        assert!(!talk.hear(ADA, 6, later));
        assert!(talk.hear(ADA, 8, later));
    }

    #[test]
    fn people_who_come_and_go_are_forgotten_the_silent_ones_first() {
        let start = Instant::now();
        let mut talk = Talk::default();
        for second in 0..1000 {
            let key = [u8::try_from(second % 250).unwrap() + 3; 32];
            let now = start + EVERY * second;
            assert!(talk.hear(key, u64::from(second) + 1, now));
            assert!(talk.hear(ADA, u64::from(second) + 1, now), "who talks is known");
            assert!(!talk.hear(ADA, u64::from(second) + 1, now));
            assert!(talk.heard.len() <= KNOWN);
        }
    }

    #[test]
    fn numbers_grow_within_a_millisecond_and_after_a_restart() {
        let now = Instant::now();
        let mut talk = Talk::default();
        assert_eq!(talk.say(now, 1000), Ok(1000));
        assert_eq!(talk.say(now, 1000), Ok(1001));
        assert_eq!(talk.say(now, 10), Ok(1002));
        assert_eq!(talk.say(now, 5000), Err(EVERY));
        assert_eq!(Talk::default().say(now, 2000), Ok(2000));
    }
}

//! How often the waiting room may be changed: everybody at the table is told of each change, so one who keeps sitting down and getting up
//! would keep all others busy.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::node::rate::Bucket;

/// Changes by one peer: at once, and each second.
pub(crate) const EACH: (u32, u32) = (10, 1);

/// Newcomers, all together: at once, and each second.
pub(crate) const NEWCOMERS: (u32, u32) = (40, 8);

/// Of how many peers it is known how often they changed something.
pub(crate) const KNOWN: usize = 64;

/// What each may still change.
#[derive(Debug)]
pub(super) struct Manners {
    each: BTreeMap<[u8; 32], (Bucket, Instant)>,
    newcomers: Bucket,
}

impl Manners {
    pub fn new(now: Instant) -> Manners {
        Manners { each: BTreeMap::new(), newcomers: Bucket::new(NEWCOMERS.0, NEWCOMERS.1, now) }
    }

    /// Whether the peer with this key may change something now. What newcomers use up is theirs alone.
    pub fn allow(&mut self, key: [u8; 32], member: bool, now: Instant) -> bool {
        if !self.each.contains_key(&key) && self.each.len() >= KNOWN {
            let oldest = self.each.iter().min_by_key(|(_, (_, seen))| *seen).map(|(key, _)| *key);
            oldest.map(|key| self.each.remove(&key));
        }
        let (bucket, seen) = self.each.entry(key).or_insert_with(|| (Bucket::new(EACH.0, EACH.1, now), now));
        *seen = now;
        bucket.spend(1, now) && (member || self.newcomers.spend(1, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_43_a_flood_of_seats_taken_and_left_is_cut_off_and_members_are_heard() {
        let now = Instant::now();
        let mut manners = Manners::new(now);
        let one = (0..1000).filter(|_| manners.allow([1; 32], false, now)).count();
        assert_eq!(one, EACH.0 as usize);
        let mut key = [0; 32];
        let crowd = (0..5000_u16).filter(|number| {
            key[..2].copy_from_slice(&number.to_le_bytes());
            key[2] = 9;
            manners.allow(key, false, now)
        });
        assert_eq!(crowd.count() + one, NEWCOMERS.0 as usize);
        assert_eq!(manners.each.len(), KNOWN);
        let member = (0..1000).filter(|_| manners.allow([2; 32], true, now)).count();
        assert_eq!(member, EACH.0 as usize);
    }
}

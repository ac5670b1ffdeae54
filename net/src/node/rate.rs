//! How much one peer may say in a while.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// A budget that fills up with time and is spent by what a peer sends.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    level: f64,
    filled: Instant,
    capacity: f64,
    per_second: f64,
}

impl Bucket {
    /// A full budget of `capacity`, refilled by `per_second`.
    #[must_use]
    pub fn new(capacity: u32, per_second: u32, now: Instant) -> Bucket {
        Bucket {
            level: capacity.into(),
            filled: now,
            capacity: capacity.into(),
            per_second: per_second.into(),
        }
    }

    /// Spends `cost`, if there is enough left.
    pub fn spend(&mut self, cost: u32, now: Instant) -> bool {
        let passed = now.checked_duration_since(self.filled).unwrap_or(Duration::ZERO);
        self.level = (self.level + passed.as_secs_f64() * self.per_second).min(self.capacity);
        self.filled = now;
        if self.level < f64::from(cost) {
            return false;
        }
        self.level -= f64::from(cost);
        true
    }

    /// Which of two had more left when it was last looked at.
    #[must_use]
    pub fn level_order(&self, other: &Bucket) -> Ordering {
        self.level.total_cmp(&other.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_the_steady_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10, 2, start);
        assert_eq!((0..50).filter(|_| bucket.spend(1, start)).count(), 10);
        let later = start + Duration::from_secs(3);
        assert_eq!((0..50).filter(|_| bucket.spend(1, later)).count(), 6);
        assert!(!bucket.spend(1, start));
        let much_later = start + Duration::from_secs(3000);
        assert_eq!((0..50).filter(|_| bucket.spend(1, much_later)).count(), 10);
    }
}

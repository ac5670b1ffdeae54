//! The doubles that wait to be satisfied, in the order in which they were laid.

use crate::seat::TrainId;

/// The trains on whose ends a double waits, oldest first. A train has one end, so it is there at most once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// Filled from the front; what is behind is always `None`, so that equal queues are equal.
    trains: [Option<TrainId>; TrainId::COUNT],
}

impl Waiting {
    /// No double waits.
    pub(crate) const NONE: Self = Self { trains: [None; TrainId::COUNT] };

    /// Adds the train as the youngest. Says whether it was not there yet.
    pub(crate) fn push(&mut self, train: TrainId) -> bool {
        let fresh = !self.contains(train);
        if fresh && let Some(free) = self.trains.iter_mut().find(|place| place.is_none()) {
            *free = Some(train);
        }
        fresh
    }

    /// Takes the train out, wherever it stands.
    pub(crate) fn remove(&mut self, train: TrainId) {
        if let Some(at) = self.trains.iter().position(|place| *place == Some(train)) {
            self.trains[at..].rotate_left(1);
            self.trains[TrainId::COUNT - 1] = None;
        }
    }

    /// The train whose double has waited longest: the only one that may be played on.
    #[must_use]
    pub const fn oldest(&self) -> Option<TrainId> {
        self.trains[0]
    }

    /// Whether a double waits on this train.
    #[must_use]
    pub fn contains(&self, train: TrainId) -> bool {
        self.trains.contains(&Some(train))
    }

    /// Whether no double waits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.trains[0].is_none()
    }

    /// How many doubles wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// The trains, oldest double first.
    pub fn iter(&self) -> impl Iterator<Item = TrainId> {
        self.trains.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seats;

    fn queue(trains: &[&str]) -> Waiting {
        let mut waiting = Waiting::NONE;
        for train in trains {
            assert!(waiting.push(train.parse().unwrap()));
        }
        waiting
    }

    #[test]
    fn the_oldest_is_first_whatever_is_satisfied() {
        let mut waiting = queue(&["2", "mexican", "1"]);
        assert_eq!((waiting.oldest(), waiting.len()), (Some("2".parse().unwrap()), 3));
        waiting.remove(TrainId::Mexican);
        assert_eq!(waiting, queue(&["2", "1"]));
        waiting.remove(TrainId::Mexican);
        waiting.remove("2".parse().unwrap());
        assert_eq!(waiting, queue(&["1"]));
        assert!(!waiting.push("1".parse().unwrap()) && waiting.len() == 1);
        waiting.remove("1".parse().unwrap());
        assert!(waiting == Waiting::NONE && waiting.is_empty());
    }

    #[test]
    fn every_train_can_wait_at_once() {
        let mut waiting = Waiting::NONE;
        Seats::MAX.trains().for_each(|train| assert!(waiting.push(train)));
        assert_eq!(waiting.len(), TrainId::COUNT);
    }
}

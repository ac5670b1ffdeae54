//! What moves on the board: a tile that was just laid slides to its place, a Lantern that was just lit flares up.
//!
//! Nothing waits for a movement: the board is drawn and clicked as it is from the first frame on. The time is an argument, so
//! that a test can be at any moment of a movement.

use mextrain_core::{Round, SeatSet, TrainId, TrainSet};

use crate::window::tokens::ANIMATION;

/// What the board was like, and the movement to what it is like now.
#[derive(Debug, Default)]
pub struct Motion {
    before: Option<Seen>,
    /// When the movement began, in seconds of the window's clock.
    begun: f64,
    grown: TrainSet,
    lit: SeatSet,
}

/// As much of a round as movements come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    round: u8,
    lengths: [usize; TrainId::COUNT],
    lanterns: SeatSet,
}

/// One moment of a movement.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    grown: TrainSet,
    lit: SeatSet,
    /// From 0, where it begins, to 1.
    progress: f32,
}

impl Frame {
    /// Nothing moves.
    pub const STILL: Frame = Frame { grown: TrainSet::EMPTY, lit: SeatSet::EMPTY, progress: 1.0 };

    /// How far the last tile of this train has come, if it is on its way.
    pub fn laid(&self, train: TrainId) -> Option<f32> {
        (self.moves() && self.grown.contains(train)).then_some(self.progress)
    }

    /// How bright the Lantern of this train is, if it is being lit.
    pub fn lit(&self, train: TrainId) -> Option<f32> {
        let lit = matches!(train, TrainId::Own(seat) if self.lit.contains(seat));
        (self.moves() && lit).then_some(self.progress)
    }

    /// Whether another frame is needed.
    pub fn moves(&self) -> bool {
        self.progress < 1.0
    }
}

impl Motion {
    /// The moment of the movement to this round at this time, in seconds. What was not seen before does not move, nor does
    /// anything where people want less of it.
    pub fn frame(&mut self, round: &Round, now: f64, reduced: bool) -> Frame {
        let seen = Seen::of(round);
        if self.before != Some(seen) {
            let before = self.before.replace(seen).filter(|before| before.round == seen.round);
            (self.grown, self.lit) = before.map(|before| before.changes(&seen, round)).unwrap_or_default();
            self.begun = now;
        }
        if reduced || (self.grown.is_empty() && self.lit.is_empty()) {
            return Frame::STILL;
        }
        let part = ((now - self.begun) / f64::from(ANIMATION)).clamp(0.0, 1.0) as f32;
        // Fast at first, as what is thrown.
        let progress = 1.0 - (1.0 - part).powi(3);
        Frame { grown: self.grown, lit: self.lit, progress }
    }
}

impl Seen {
    fn of(round: &Round) -> Seen {
        let mut lengths = [0; TrainId::COUNT];
        for train in round.seats().trains() {
            if let Some(length) = lengths.get_mut(train.index()) {
                *length = round.trains().len(train);
            }
        }
        Seen { round: round.index(), lengths, lanterns: round.lanterns() }
    }

    /// The trains that have grown since, and the seats whose Lantern was lit.
    fn changes(&self, now: &Seen, round: &Round) -> (TrainSet, SeatSet) {
        let mut grown = TrainSet::EMPTY;
        let longer = |train: &TrainId| now.lengths.get(train.index()) > self.lengths.get(train.index());
        round.seats().trains().filter(longer).for_each(|train| grown.insert(train));
        let lit = now.lanterns.iter().filter(|seat| !self.lanterns.contains(*seat)).collect();
        (grown, lit)
    }
}

#[cfg(test)]
mod tests {
    use mextrain_core::{Rules, player};

    use super::*;
    use crate::window::tests::desk::round;

    #[test]
    fn what_was_laid_or_lit_moves_once_and_not_for_long() {
        let mut open = round(4, &Rules::default(), 0);
        let mut motion = Motion::default();
        assert!(!motion.frame(open.round(), 0.0, false).moves(), "the first sight of a board moved");
        let (mut laid, mut lit) = (0, 0);
        for turn in 1..80 {
            let Some(seat) = open.round().to_act() else { break };
            let (tiles, lanterns) = (open.round().on_table().len(), open.round().lanterns());
            open.play(seat, player::choose(&open.view(seat)).unwrap()).unwrap();
            let grown = open.round().on_table().len() > tiles;
            let newly = open.round().lanterns().iter().find(|seat| !lanterns.contains(*seat));
            let now = f64::from(turn);
            let first = motion.frame(open.round(), now, false);
            assert_eq!(first.moves(), grown || newly.is_some(), "turn {turn}");
            let trains = || open.round().seats().trains();
            assert_eq!(trains().filter(|train| first.laid(*train).is_some()).count(), usize::from(grown));
            assert_eq!(newly.is_some(), newly.is_some_and(|seat| first.lit(TrainId::Own(seat)).is_some()));
            (laid, lit) = (laid + usize::from(grown), lit + usize::from(newly.is_some()));
            if first.moves() {
                assert!(motion.frame(open.round(), now + 0.1, false).moves());
            }
            assert!(!motion.frame(open.round(), now + 0.2, false).moves(), "turn {turn}: longer than 200 ms");
        }
        assert!(laid > 20 && lit > 0, "{laid} {lit}");
    }

    #[test]
    fn nothing_moves_for_those_who_want_less_motion_nor_from_one_round_to_another() {
        let (mut motion, mut reduced) = (Motion::default(), Motion::default());
        for moves in [0, 9, 18] {
            let open = round(4, &Rules::default(), moves);
            assert!(!reduced.frame(open.round(), f64::from(moves as u32), true).moves());
            assert_eq!(motion.frame(open.round(), f64::from(moves as u32), false).moves(), moves > 0);
        }
        let next = Round::new(&Rules::default(), mextrain_core::Seats::new(4).unwrap(), 1).unwrap();
        assert!(!motion.frame(&next, 30.0, false).moves());
    }
}

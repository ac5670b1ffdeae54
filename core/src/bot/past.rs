//! What everybody at the table has learnt about hidden tiles: whoever draws, keeps or passes shows that it holds nothing that
//! plays.
//!
//! Which tile of a hand a seat lays is not followed, only how many it holds and which of them it has drawn since it last
//! showed something. What follows from that is never wrong, though now and then a table could know a little more.

use std::sync::Arc;

use crate::prompt::Otherwise;
use crate::round::{Event, Phase, Round};
use crate::seat::{Seat, TrainId};
use crate::tile::Tile;
use crate::tiles::Tiles;

/// The public past of a round, as far as it says what seats hold. Give it every event of the round, before the round is
/// advanced by it; it may be begun late, and then knows less.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Past {
    seats: [Shown; 8],
    /// What seats chose to do and what they drew, the oldest first.
    steps: Vec<Arc<Step>>,
}

/// Something that tells of a seat's hand without proving anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub seat: Seat,
    pub what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// It laid a tile from its hand, where it may have had a choice.
    Laid {
        /// The round before.
        round: Box<Round>,
        tile: Tile,
        train: TrainId,
        /// The first draw that can have brought the tile, as everybody knew.
        since: u8,
    },
    /// It drew a tile and kept it.
    Kept {
        /// The number of the draw before this one that it kept, or 0.
        before: u8,
    },
}

/// No round has so many steps; what comes after them is not remembered.
const MOST_STEPS: usize = 1000;

impl Past {
    /// Takes in what is about to happen in `round`, which must not have been advanced by it yet.
    pub fn take(&mut self, round: &Round, event: Event) {
        self.remember(round, event);
        match event {
            Event::Play { seat, tile, .. } => self.of_mut(seat).plays(tile),
            Event::Draw { seat } => {
                self.of_mut(seat).holds_none_of(round.playable());
                self.of_mut(seat).draws();
            }
            Event::Keep { seat } => self.of_mut(seat).keeps(round.playable()),
            Event::Pass { seat } if round.otherwise().is_some_and(Otherwise::needs_claim) => {
                self.of_mut(seat).holds_none_of(round.playable());
            }
            // Nobody has shown anything when the engine is looked for: those tiles count as dealt. That somebody can
            // play after all says too little, and a stop or an absence nothing.
            Event::EngineHeld { .. }
            | Event::EngineNotHeld
            | Event::SearchFound { .. }
            | Event::SearchMissed { .. }
            | Event::SearchedTogether { .. }
            | Event::Pass { .. }
            | Event::Stop { .. }
            | Event::Absent { .. }
            | Event::SomebodyCanPlay { .. }
            | Event::NobodyCanPlay => {}
        }
    }

    /// What seats chose to do and what they drew, the oldest first.
    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> {
        self.steps.iter().map(Arc::as_ref)
    }

    /// The first of the seat's draws that can have brought it this tile, from 1; 0 if it was dealt it, for all that is known.
    pub(super) fn since(&self, seat: Seat, tile: Tile) -> u8 {
        self.seats[seat.index()].denied[at(tile)]
    }

    fn remember(&mut self, round: &Round, event: Event) {
        let (seat, what) = match event {
            // A tile that was just drawn must be laid, and tells of no other.
            Event::Play { .. } if round.phase() == Some(Phase::PlayDrawn) => return,
            Event::Play { seat, tile, train } => (
                seat,
                What::Laid { round: Box::new(round.clone()), tile, train, since: self.since(seat, tile) },
            ),
            Event::Keep { seat } => {
                let shown = self.of_mut(seat);
                let before = std::mem::replace(&mut shown.kept, shown.draws);
                (seat, What::Kept { before })
            }
            _ => return,
        };
        if self.steps.len() < MOST_STEPS {
            self.steps.push(Arc::new(Step { seat, what }));
        }
    }

    /// Whether this seat can hold these tiles, all at once.
    #[must_use]
    pub fn admits(&self, seat: Seat, hand: Tiles) -> bool {
        let mut room = self.room(seat);
        hand.iter().all(|tile| room.take(tile))
    }

    /// The tiles that this seat is known not to hold, whatever else it holds.
    #[must_use]
    pub fn excluded(&self, seat: Seat) -> Tiles {
        let shown = &self.seats[seat.index()];
        Tiles::ALL.iter().filter(|tile| shown.since(shown.denied[at(*tile)]) == 0).collect()
    }

    /// The room for tiles in this seat's hand, to be filled tile by tile.
    pub(super) fn room(&self, seat: Seat) -> Room<'_> {
        let shown = &self.seats[seat.index()];
        Room { shown, left: shown.fresh }
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Shown {
        &mut self.seats[seat.index()]
    }
}

/// The most draws that are told apart, one more than a seat can make.
const DRAWS: usize = Tile::COUNT + 1;

/// What one seat has shown. Its draws are numbered from 1; what it was dealt counts as draw 0.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    draws: u8,
    /// The last draw that it kept.
    kept: u8,
    /// For each tile the first draw that can have brought it, given when the seat last showed that it did not hold it.
    denied: [u8; Tile::COUNT],
    /// For each number how many tiles of that draw or a later one the hand can still hold, 1 and up.
    fresh: [u8; DRAWS],
}

impl Default for Shown {
    fn default() -> Self {
        Self { draws: 0, kept: 0, denied: [0; Tile::COUNT], fresh: [0; DRAWS] }
    }
}

impl Shown {
    fn holds_none_of(&mut self, tiles: Tiles) {
        tiles.iter().for_each(|tile| self.denied[at(tile)] = self.draws + 1);
    }

    fn draws(&mut self) {
        self.draws = (self.draws + 1).min(DRAWS as u8 - 1);
        self.fresh[1..=usize::from(self.draws)].iter_mut().for_each(|fresh| *fresh += 1);
    }

    /// The tile just drawn is none of these. What the seat had before it was said by the draw.
    fn keeps(&mut self, playable: Tiles) {
        for tile in playable {
            if self.denied[at(tile)] == self.draws {
                self.denied[at(tile)] = self.draws + 1;
            }
        }
    }

    /// A tile that was once denied has come with a later draw.
    fn plays(&mut self, tile: Tile) {
        let first = usize::from(self.denied[at(tile)]);
        self.fresh[..=first.min(DRAWS - 1)].iter_mut().for_each(|fresh| *fresh = fresh.saturating_sub(1));
    }

    /// How many tiles of this draw or a later one the hand can still hold.
    fn since(&self, draw: u8) -> u8 {
        if draw == 0 { u8::MAX } else { self.fresh[usize::from(draw).min(DRAWS - 1)] }
    }
}

/// A hand that is being filled so that it agrees with what its seat has shown.
#[derive(Clone, Debug)]
pub(super) struct Room<'a> {
    shown: &'a Shown,
    left: [u8; DRAWS],
}

impl Room<'_> {
    /// Takes the tile in, if there is room for it.
    pub fn take(&mut self, tile: Tile) -> bool {
        let first = usize::from(self.shown.denied[at(tile)]).min(DRAWS - 1);
        let places = &mut self.left[1..=first.max(1)];
        if first == 0 {
            return true;
        }
        let fits = places.iter().all(|left| *left > 0);
        if fits {
            places.iter_mut().for_each(|left| *left -= 1);
        }
        fits
    }

    /// How many of these tiles the seat has once shown not to hold: the more, the harder its hand is to fill.
    pub fn tightness(&self, tiles: Tiles) -> usize {
        tiles.iter().filter(|tile| self.shown.denied[at(*tile)] > 0).count()
    }
}

fn at(tile: Tile) -> usize {
    usize::from(tile.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{play, position, seat, tiles};

    /// Plays a move, and lets the past see what comes of it.
    fn go(past: &mut Past, open: &mut crate::OpenRound, number: u8, choice: crate::Move) {
        let mut public = open.round().clone();
        for event in open.play(seat(number), choice).unwrap() {
            past.take(&public, event);
            public.apply(event).unwrap();
        }
    }

    fn set(text: &str) -> Tiles {
        tiles(text).into_iter().collect()
    }

    #[test]
    fn who_draws_holds_none_of_what_plays_and_may_draw_it_later() {
        let mut past = Past::default();
        let mut open = position(&["5-6 1-1", "0-0 4-8"], "1-2 3-8 2-2", &["9-3", "9-4"], "", &[]);
        go(&mut past, &mut open, 1, crate::Move::Draw);
        // Kept: neither what it had nor 1-2 is a 3 or a 9.
        let denied = set("3-4 3-5 3-8 9-0");
        assert_eq!(past.excluded(seat(1)).both(denied), denied);
        assert!(past.excluded(seat(2)).is_empty());
        assert!(past.admits(seat(1), set("5-6 1-1 1-2")));
        assert!(!past.admits(seat(1), set("3-5")));
        go(&mut past, &mut open, 2, play("2", "4-8"));
        go(&mut past, &mut open, 1, crate::Move::Draw);
        // It may be the tile just drawn, but there is only one.
        assert!(past.admits(seat(1), set("3-8")) && !past.admits(seat(1), set("3-8 3-5")));
        go(&mut past, &mut open, 1, play("1", "3-8"));
        assert!(!past.admits(seat(1), set("3-5")) && past.admits(seat(1), set("8-5")));
    }

    #[test]
    fn a_later_draw_makes_room_for_one() {
        let mut past = Past::default();
        let mut open = position(&["5-6 1-1", "0-0 4-8 8-8"], "1-2 6-6 2-2", &["9-3", ""], "9-4", &[]);
        go(&mut past, &mut open, 1, crate::Move::Draw);
        go(&mut past, &mut open, 2, play("mexican", "4-8"));
        // Now an 8 would play, a 4 no more: what is drawn and kept may be a 4, but neither a 3 nor an 8.
        go(&mut past, &mut open, 1, crate::Move::Draw);
        assert!(past.admits(seat(1), set("4-5")) && !past.admits(seat(1), set("4-5 4-6")));
        assert!(!past.admits(seat(1), set("8-5")));
    }
}

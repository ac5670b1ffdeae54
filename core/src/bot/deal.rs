//! Deals as they may be: every tile a seat cannot see is put into some hand or the boneyard, so that it agrees with all that
//! the seat knows.

use super::Knowledge;
use super::past::Room;
use super::rng::Rng;
use crate::open::OpenRound;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// How often a deal that came to a dead end is begun anew.
const TRIES: u32 = 20;

/// The deals that one seat holds possible.
pub(super) struct Deals<'a> {
    known: &'a Knowledge<'a>,
    unseen: Vec<Tile>,
    /// The other seats, with how many tiles they hold and the room for them; the hardest to fill first.
    others: Vec<(Seat, usize, Room<'a>)>,
}

impl<'a> Deals<'a> {
    pub fn new(known: &'a Knowledge<'a>) -> Self {
        let (round, own) = (known.view.round(), known.view.seat());
        let unseen = round.rules().set().tiles().minus(round.on_table()).minus(known.view.hand());
        let others = round.seats().iter().filter(|seat| *seat != own);
        let mut others: Vec<_> = others
            .map(|seat| (seat, usize::from(round.count(seat)), known.past.room(seat)))
            .filter(|(_, count, _)| *count > 0)
            .collect();
        others.sort_by_key(|(_, _, room)| std::cmp::Reverse(room.tightness(unseen)));
        Self { known, unseen: unseen.iter().collect(), others }
    }

    /// One of them, as a round with open hands.
    pub fn imagine(&mut self, rng: &mut Rng) -> OpenRound {
        let mut tries = 0;
        loop {
            rng.shuffle(&mut self.unseen);
            tries += 1;
            // What was shown is never contradictory; should it be hard to follow, any deal is better than none.
            if let Some(round) = self.deal(tries > TRIES) {
                return round;
            }
        }
    }

    /// The deal in which others hold these hands; what is left is the boneyard, in any order.
    pub fn with(&mut self, hands: [Tiles; 8], rng: &mut Rng) -> OpenRound {
        rng.shuffle(&mut self.unseen);
        let view = &self.known.view;
        let held = hands.into_iter().fold(Tiles::EMPTY, Tiles::union);
        let rest: Vec<Tile> = self.unseen.iter().copied().filter(|tile| !held.contains(*tile)).collect();
        OpenRound::imagined(view.round().clone(), hands, &rest, view.drawn())
    }

    /// The other seats that hold tiles, with how many.
    pub fn others(&self) -> impl Iterator<Item = (Seat, usize)> {
        self.others.iter().map(|(seat, count, _)| (*seat, *count))
    }

    /// Any tile that the seat cannot see; 0-0 if it sees all.
    pub fn any_unseen(&self, rng: &mut Rng) -> Tile {
        self.unseen.get(rng.below(self.unseen.len())).copied().unwrap_or_default()
    }

    /// Fills the hands from the unseen tiles in their order; `None` at a dead end. `anyhow` does not mind what was shown.
    fn deal(&self, anyhow: bool) -> Option<OpenRound> {
        let view = &self.known.view;
        let mut hands = [Tiles::EMPTY; 8];
        hands[view.seat().index()] = view.hand();
        let mut rest = self.unseen.clone();
        for (seat, count, room) in &self.others {
            let (mut room, mut left) = (room.clone(), *count);
            rest.retain(|tile| {
                let taken = left > 0 && (anyhow || room.take(*tile));
                if taken {
                    hands[seat.index()].insert(*tile);
                    left -= 1;
                }
                !taken
            });
            if left > 0 && !anyhow {
                return None;
            }
        }
        Some(OpenRound::imagined(view.round().clone(), hands, &rest, view.drawn()))
    }
}

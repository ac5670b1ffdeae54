//! How the engine comes to the hub, and who plays first.

use super::{Refusal, Round, Stage, Turn};
use crate::rules::{EngineRule, Leader};
use crate::seat::{Seat, SeatSet};

impl Round {
    pub(super) fn engine_held(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_running()?;
        let holds = self.seats.contains(seat) && self.count(seat) > 0;
        if self.stage != Stage::Engine || !holds {
            return Err(Refusal::NotExpected);
        }
        self.place_engine(seat);
        Ok(())
    }

    pub(super) fn engine_not_held(&mut self) -> Result<(), Refusal> {
        self.check_running()?;
        if self.stage != Stage::Engine || self.boneyard == 0 {
            return Err(Refusal::NotExpected);
        }
        self.stage = match self.rules.engine {
            EngineRule::DealtTogether => Stage::SearchTogether,
            EngineRule::Dealt | EngineRule::SetAside => {
                Stage::Search(self.dealt_in.iter().next().unwrap_or_default())
            }
        };
        Ok(())
    }

    pub(super) fn search_found(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_search(seat)?;
        self.take_from_boneyard(seat);
        self.place_engine(seat);
        Ok(())
    }

    pub(super) fn search_missed(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_search(seat)?;
        if self.boneyard == 1 {
            // The last tile can only be the engine: nobody was dealt it and nobody drew it.
            return Err(Refusal::NotExpected);
        }
        self.take_from_boneyard(seat);
        self.stage = Stage::Search(self.after(seat));
        Ok(())
    }

    pub(super) fn searched_together(&mut self, found: Option<Seat>) -> Result<(), Refusal> {
        self.check_running()?;
        let drawers = self.drawing_together();
        let possible = match found {
            Some(seat) => drawers.contains(seat),
            // As for a single drawer: the last tile cannot be another one.
            None => drawers.len() < usize::from(self.boneyard),
        };
        if self.stage != Stage::SearchTogether || !possible {
            return Err(Refusal::NotExpected);
        }
        drawers.iter().for_each(|seat| self.take_from_boneyard(seat));
        if let Some(seat) = found {
            self.place_engine(seat);
        }
        Ok(())
    }

    /// Who draws when all draw at once: every seat, or the first ones if too few tiles are left.
    pub(super) fn drawing_together(&self) -> SeatSet {
        self.dealt_in.iter().take(usize::from(self.boneyard)).collect()
    }

    /// A seat places the engine, without a choice. It is not its first turn for the opening, whether or not it is a whole
    /// turn: it laid no tile on a train.
    fn place_engine(&mut self, seat: Seat) {
        self.trains.place_engine();
        self.counts[seat.index()] -= 1;
        if self.count(seat) == 0 {
            self.go_out(seat);
            return;
        }
        let first = match self.rules.leader {
            Leader::LeftOfEngine => self.after(seat),
            Leader::EngineHolder => seat,
            Leader::Rotating => self.leader,
        };
        self.stage = Stage::Turn(Turn::of(first));
    }

    /// The engine lies in the hub before anybody has a tile. Since nobody placed it, the seat whose round it is plays
    /// first whatever the rule about the leader.
    pub(super) fn engine_set_aside(&mut self) {
        self.trains.place_engine();
        self.stage = Stage::Turn(Turn::of(self.leader));
    }

    /// The seat whose round this is, where the leader rotates: the first seat in the match's first round, then one seat
    /// further each round. If it was not dealt in, the next one that was.
    pub(super) fn rotating_leader(&self) -> Seat {
        let turns = usize::from(self.index) % self.seats.count();
        let named = (0..turns).fold(Seat::FIRST, |seat, _| self.seats.after(seat));
        if self.dealt_in.contains(named) { named } else { self.after(named) }
    }
}

//! The course of a turn, and what follows it.

use super::{Ending, Phase, Refusal, Round, Stage};
use crate::prompt::Otherwise;
use crate::rules::{BlockRule, FirstTurnOut, Opening, OutOnDouble};
use crate::seat::{Seat, SeatSet, TrainId};
use crate::tile::Tile;

/// A turn that is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    /// The seat has played a double in this turn and owes one more tile.
    pub(super) satisfy: bool,
    /// A tile was drawn and is neither played nor kept yet.
    pub(super) drawn: bool,
    /// A tile was drawn at some time in this turn.
    pub(super) drew: bool,
    /// All tiles of this turn are an opening chain, which may go on.
    pub(super) chain: bool,
}

impl Turn {
    pub(super) const fn of(seat: Seat) -> Self {
        Self { seat, satisfy: false, drawn: false, drew: false, chain: false }
    }

    pub(super) const fn phase(self) -> Phase {
        match (self.drawn, self.satisfy) {
            (true, _) => Phase::PlayDrawn,
            (false, true) => Phase::Satisfy,
            (false, false) => Phase::Play,
        }
    }

    /// Whether no tile was laid in it: whoever laid one and is still to act owes a tile or is in a chain.
    pub(super) const fn is_fresh(self) -> bool {
        !self.satisfy && !self.chain
    }
}

impl Round {
    pub(super) fn play(&mut self, seat: Seat, tile: Tile, train: TrainId) -> Result<(), Refusal> {
        let turn = self.check_turn(seat)?;
        self.check_play(seat, tile, train)?;
        let chain = self.is_chain(turn, train);
        self.trains.push(train, tile);
        self.counts[seat.index()] -= 1;
        self.passes = 0;
        self.waiting.remove(train);
        if train == TrainId::Own(seat) {
            self.lanterns.remove(seat);
        }
        let waits = tile.is_double() && self.can_wait(tile);
        let covers_last = waits && self.rules.out_on_double == OutOnDouble::MustCover;
        if self.count(seat) == 0 && !covers_last {
            self.go_out(seat);
        } else if waits {
            self.waiting.push(train);
            self.stage = Stage::Turn(Turn { satisfy: true, drawn: false, chain, ..turn });
        } else if chain && !tile.is_double() {
            self.stage = Stage::Turn(Turn { satisfy: false, drawn: false, chain, ..turn });
        } else {
            self.end_turn(seat);
        }
        Ok(())
    }

    /// Whether a tile on this train begins an opening chain or goes on with it. A chain comes from the hand, so that a
    /// draw rules it out or ends it; and nobody begins one who only satisfies what others left.
    fn is_chain(&self, turn: Turn, train: TrainId) -> bool {
        let begins = turn.is_fresh() && self.waiting.is_empty();
        self.rules.opening == Opening::Chain
            && !self.opened.contains(turn.seat)
            && train == TrainId::Own(turn.seat)
            && !turn.drew
            && (turn.chain || begins)
    }

    pub(super) fn stop(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_free_turn(seat)?;
        match self.instead_of_playing(turn) {
            Otherwise::Stop => self.end_turn(seat),
            _ if turn.satisfy => return Err(Refusal::DoubleWaits),
            _ => return Err(Refusal::NotExpected),
        }
        Ok(())
    }

    pub(super) fn draw(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_free_turn(seat)?;
        if self.boneyard == 0 {
            return Err(Refusal::BoneyardEmpty);
        }
        if self.instead_of_playing(turn) != Otherwise::Draw {
            return Err(Refusal::MayNotDraw);
        }
        self.take_from_boneyard(seat);
        self.passes = 0;
        self.stage = Stage::Turn(Turn { drawn: true, drew: true, chain: false, ..turn });
        Ok(())
    }

    pub(super) fn keep(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.check_turn(seat)?.drawn {
            return Err(Refusal::NotExpected);
        }
        self.lanterns.insert(seat);
        self.end_turn(seat);
        Ok(())
    }

    pub(super) fn pass(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_free_turn(seat)?;
        match self.instead_of_playing(turn) {
            Otherwise::Pass => self.pass_on(turn),
            Otherwise::Stop => return Err(Refusal::MayNotPass),
            Otherwise::Draw | Otherwise::Keep => return Err(Refusal::MustDraw),
        }
        Ok(())
    }

    /// The turn of a seat whose player has left. Nothing is drawn for it, so that it passes also over a boneyard that others can
    /// draw from; only with an empty one does that count towards a block.
    pub(super) fn absent(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_turn(seat)?;
        if turn.drawn {
            self.lanterns.insert(seat);
            self.passes = 0;
            self.end_turn(seat);
        } else {
            self.pass_on(turn);
        }
        Ok(())
    }

    fn pass_on(&mut self, turn: Turn) {
        let seat = turn.seat;
        self.lanterns.insert(seat);
        if turn.is_fresh() && self.boneyard == 0 {
            self.passes += 1;
        } else {
            // A turn that laid a tile is no pass, though it ends like one; and nothing is blocked while tiles are left.
            self.passes = 0;
        }
        self.end_turn(seat);
        if usize::from(self.passes) == self.dealt_in.len() {
            self.stage = match self.rules.block {
                BlockRule::FullCircuit => Stage::Over(Ending::Blocked),
                BlockRule::NobodyCanPlay => Stage::Standstill { next: self.after(seat) },
            };
        }
    }

    /// At a standstill: somebody can play after all, or nobody can.
    pub(super) fn end_standstill(&mut self, able: Option<Seat>) -> Result<(), Refusal> {
        self.check_running()?;
        let Stage::Standstill { next } = self.stage else { return Err(Refusal::NotExpected) };
        self.stage = match able {
            Some(seat) if !self.dealt_in.contains(seat) || self.count(seat) == 0 => {
                return Err(Refusal::NotExpected);
            }
            Some(_) => {
                self.passes = 0;
                Stage::Turn(Turn::of(next))
            }
            None => Stage::Over(Ending::Blocked),
        };
        Ok(())
    }

    fn end_turn(&mut self, seat: Seat) {
        self.opened.insert(seat);
        self.stage = match self.first_out {
            None => Stage::Turn(Turn::of(self.after(seat))),
            Some(out) => self.next_first_turn(seat).unwrap_or(Stage::Over(Ending::Out(out))),
        };
    }

    /// The seat has played its last tile.
    pub(super) fn go_out(&mut self, seat: Seat) {
        self.opened.insert(seat);
        let first = *self.first_out.get_or_insert(seat);
        let others_finish = self.rules.first_turn_out == FirstTurnOut::OthersFinish;
        let next = if others_finish { self.next_first_turn(seat) } else { None };
        self.stage = next.unwrap_or(Stage::Over(Ending::Out(first)));
    }

    /// The first turn of the next seat that has not had one, if there is such a seat.
    fn next_first_turn(&self, seat: Seat) -> Option<Stage> {
        let left: SeatSet = self.dealt_in.iter().filter(|seat| !self.opened.contains(*seat)).collect();
        let next = self.seats.after_among(left, seat);
        left.contains(next).then_some(Stage::Turn(Turn::of(next)))
    }

    /// The next seat to the left that was dealt in.
    pub(super) const fn after(&self, seat: Seat) -> Seat {
        self.seats.after_among(self.dealt_in, seat)
    }

    pub(super) const fn take_from_boneyard(&mut self, seat: Seat) {
        self.boneyard -= 1;
        self.counts[seat.index()] += 1;
    }
}

//! What is legal now, as far as everybody can see. Moves, claims and refusals all ask here and nowhere else.

use super::{Phase, Refusal, Round, Stage, Turn};
use crate::prompt::{Otherwise, Prompt};
use crate::rules::{Cover, DeadDouble, DoubleDraw, DoublesATurn, MexicanStart, OpeningDraw, OpeningOn};
use crate::seat::{Seat, TrainId, TrainSet};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

impl Round {
    /// What is owed now, and by whom.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        let engine = Tile::double(self.engine);
        match self.stage {
            Stage::Engine => Prompt::Engine { engine },
            Stage::Search(seat) => Prompt::Search { seat, engine },
            Stage::SearchTogether => Prompt::SearchTogether { seats: self.drawing_together(), engine },
            Stage::Turn(turn) => Prompt::Turn {
                seat: turn.seat,
                phase: turn.phase(),
                waiting: self.waiting_double(),
                boneyard: self.boneyard,
                otherwise: self.instead_of_playing(turn),
            },
            Stage::Standstill { .. } => Prompt::Standstill { seats: self.dealt_in },
            Stage::Over(ending) => Prompt::Over(ending),
        }
    }

    /// The seat whose turn it is; `None` before the engine is placed, at a standstill and after the end.
    #[must_use]
    pub const fn to_act(&self) -> Option<Seat> {
        match self.stage {
            Stage::Turn(turn) => Some(turn.seat),
            _ => None,
        }
    }

    /// What the turn that is running owes; `None` if none is.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.turn().map(Turn::phase)
    }

    /// What the seat to act does if it plays no tile; `None` while no turn is running.
    #[must_use]
    pub fn otherwise(&self) -> Option<Otherwise> {
        self.turn().map(|turn| self.instead_of_playing(turn))
    }

    /// Every tile not lying on the table that the seat to act could legally lay somewhere now, if it held it. This
    /// is what an honest claim "nothing plays" denies for each tile of a hand. While a drawn tile is to be played
    /// or kept, the same is asked of that tile alone. Empty while no turn is running.
    #[must_use]
    pub fn playable(&self) -> Tiles {
        self.turn().map_or(Tiles::EMPTY, |turn| self.playable_in(turn))
    }

    /// The same for any seat, as if its turn began now. At a standstill a seat's claim "I cannot play either" denies
    /// these. Empty before the engine is placed, after the end, and for a seat that was not dealt in.
    #[must_use]
    pub fn playable_by(&self, seat: Seat) -> Tiles {
        let running = matches!(self.stage, Stage::Turn(_) | Stage::Standstill { .. });
        if running && self.dealt_in.contains(seat) { self.playable_in(Turn::of(seat)) } else { Tiles::EMPTY }
    }

    /// The double that must be satisfied before anything else is played, as its train and the pip that does. Not the one
    /// that a seat has laid in a turn still running, where its extra tile may go anywhere.
    #[must_use]
    pub fn binding_double(&self) -> Option<(TrainId, Pip)> {
        self.waiting_double().filter(|_| self.turn().is_none_or(|turn| self.is_bound(turn)))
    }

    /// The trains on which the seat to act could lay this tile now, if it holds it.
    #[must_use]
    pub fn trains_for(&self, tile: Tile) -> TrainSet {
        let mut trains = TrainSet::EMPTY;
        if self.rules.set().contains(tile) && !self.on_table().contains(tile) {
            let open = self.reach().filter(|(_, tiles)| tiles.contains(tile));
            open.for_each(|(train, _)| trains.insert(train));
        }
        trains
    }

    /// Whether the seat could lay this tile on this train now, as far as everybody can see.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_play(&self, seat: Seat, tile: Tile, train: TrainId) -> Result<(), Refusal> {
        let turn = self.check_turn(seat)?;
        if !self.rules.set().contains(tile) {
            return Err(Refusal::NotInSet);
        }
        if self.on_table().contains(tile) || self.count(seat) == 0 {
            return Err(Refusal::NotInHand);
        }
        // A second double where the rules allow one. On the double itself it would not match, which is said below.
        if !self.tiles_in(turn).contains(tile) && !self.waiting.contains(train) {
            return Err(Refusal::DoubleWaits);
        }
        let pip = self.access(turn, train)?;
        if tile.has(pip) { Ok(()) } else { Err(Refusal::DoesNotMatch) }
    }

    /// Whether it is this seat's turn.
    ///
    /// # Errors
    /// [`Refusal::RoundOver`], [`Refusal::NotYourTurn`], or [`Refusal::NotExpected`] while no turn is running.
    pub fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_turn(seat).map(|_| ())
    }

    /// The trains that the seat to act may play on now, each with the tiles that it takes; none while no turn is
    /// running. Tiles on the table and of a larger set are not taken out.
    pub(crate) fn reach(&self) -> impl Iterator<Item = (TrainId, Tiles)> {
        self.turn().into_iter().flat_map(|turn| self.reach_in(turn))
    }

    const fn turn(&self) -> Option<Turn> {
        match self.stage {
            Stage::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    fn playable_in(&self, turn: Turn) -> Tiles {
        let anywhere = self.reach_in(turn).fold(Tiles::EMPTY, |all, (_, tiles)| all.union(tiles));
        anywhere.both(self.rules.set().tiles()).minus(self.on_table())
    }

    fn reach_in(&self, turn: Turn) -> impl Iterator<Item = (TrainId, Tiles)> {
        let tiles = self.tiles_in(turn);
        self.seats.trains().filter_map(move |train| {
            let pip = self.access(turn, train).ok()?;
            Some((train, tiles.both(Tiles::with_pip(pip))))
        })
    }

    /// The tiles that may be laid at all in this state of a turn: the extra tile after a double is another double only
    /// where the rules let a turn have several.
    fn tiles_in(&self, turn: Turn) -> Tiles {
        let extra = turn.satisfy && self.rules.doubles_a_turn == DoublesATurn::One;
        if extra { Tiles::ALL.minus(Tiles::DOUBLES) } else { Tiles::ALL }
    }

    /// Whether the seat may play on this train in its turn, and the pip to match. The one place where this is
    /// decided.
    fn access(&self, turn: Turn, train: TrainId) -> Result<Pip, Refusal> {
        let seat = turn.seat;
        if self.is_bound(turn)
            && let Some(oldest) = self.waiting.oldest()
        {
            // It is satisfied also on a train that is otherwise closed, and also on a first turn.
            return if oldest == train { Ok(self.trains.open_pip(train)) } else { Err(Refusal::DoubleWaits) };
        }
        let open = match train {
            TrainId::Own(owner) => owner == seat || self.lanterns.contains(owner),
            TrainId::Mexican => true,
        };
        if !open || !self.seats.has_train(train) {
            return Err(Refusal::TrainClosed);
        }
        if !self.opened.contains(seat) && self.is_too_early(turn, train) {
            return Err(Refusal::TooEarly);
        }
        Ok(self.trains.open_pip(train))
    }

    /// Whether waiting doubles bind the seat in this state of its turn. Where the extra tile may go anywhere, they do so
    /// only from the end of the turn in which they were laid.
    fn is_bound(&self, turn: Turn) -> bool {
        !(turn.satisfy && self.rules.cover == Cover::Anywhere)
    }

    /// Whether this train is not open yet on a first turn.
    fn is_too_early(&self, turn: Turn, train: TrainId) -> bool {
        if train == TrainId::Own(turn.seat) {
            return false;
        }
        // A chain goes on where it began; only the extra tile after its double may leave the train.
        let chained = turn.chain && !turn.satisfy;
        let own_only = self.rules.opening_on == OpeningOn::Own;
        let starts_mexican = train == TrainId::Mexican && self.trains.is_empty(train);
        chained || own_only || (starts_mexican && self.rules.mexican_start == MexicanStart::AfterFirstTurn)
    }

    /// What there is to do in this state of a turn for a seat that plays no tile.
    pub(super) fn instead_of_playing(&self, turn: Turn) -> Otherwise {
        let first_tile = turn.is_fresh() && !self.opened.contains(turn.seat);
        if turn.drawn {
            Otherwise::Keep
        } else if turn.chain && !turn.satisfy {
            Otherwise::Stop
        } else if self.boneyard == 0
            || (turn.drew && self.rules.double_draw == DoubleDraw::Once)
            || (first_tile && self.rules.opening_draw == OpeningDraw::None)
        {
            Otherwise::Pass
        } else {
            Otherwise::Draw
        }
    }

    /// Whether a double just laid waits to be satisfied: a dead one, every other tile of whose pip lies on the
    /// table, does so only if the rules lock it.
    pub(super) fn can_wait(&self, double: Tile) -> bool {
        match self.rules.dead_double {
            DeadDouble::Lock => true,
            DeadDouble::Release => {
                let matching = Tiles::with_pip(double.lo()).both(self.rules.set().tiles());
                !matching.minus(self.on_table()).is_empty()
            }
        }
    }

    pub(super) const fn check_running(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Over(_) => Err(Refusal::RoundOver),
            _ => Ok(()),
        }
    }

    pub(super) fn check_turn(&self, seat: Seat) -> Result<Turn, Refusal> {
        match self.stage {
            Stage::Over(_) => Err(Refusal::RoundOver),
            Stage::Turn(turn) if turn.seat == seat => Ok(turn),
            Stage::Turn(_) => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::NotExpected),
        }
    }

    /// The seat's turn, with no drawn tile pending.
    pub(super) fn check_free_turn(&self, seat: Seat) -> Result<Turn, Refusal> {
        let turn = self.check_turn(seat)?;
        if turn.drawn { Err(Refusal::MustPlayDrawn) } else { Ok(turn) }
    }

    pub(super) fn check_search(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_running()?;
        match self.stage {
            Stage::Search(drawer) if drawer == seat => Ok(()),
            Stage::Search(_) => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::NotExpected),
        }
    }
}

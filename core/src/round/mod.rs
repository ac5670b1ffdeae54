//! One round as everybody at the table sees it.
//!
//! [`Round`] is advanced by [`Event`]s and is the only place that knows which play is legal where. What it
//! deliberately does not know is what anybody holds: [`SeatView`](crate::SeatView) adds one hand to it, and
//! [`OpenRound`](crate::OpenRound) all of them and the boneyard.

mod event;
mod trains;

pub use event::{Ending, Event, Phase, Refusal};
pub use trains::Trains;

use crate::prompt::Prompt;
use crate::rules::{DeadDouble, Rules, RulesErrors, RulesFault};
use crate::seat::{Seat, SeatSet, Seats, TrainId, TrainSet};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// The public state of a round. Every peer of a table computes the same one from the same events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    rules: Rules,
    seats: Seats,
    /// The seats that were dealt into this round.
    dealt_in: SeatSet,
    index: u8,
    engine: Pip,
    stage: Stage,
    trains: Trains,
    lanterns: SeatSet,
    counts: [u8; 8],
    boneyard: u8,
    /// The train on whose end a double waits. With the rules of this version there is at most one.
    waiting: Option<TrainId>,
    /// Passes that followed each other with nothing played or drawn between.
    passes: u8,
    opened: SeatSet,
}

/// What the round waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// All seats say whether they were dealt the engine.
    Engine,
    /// This seat draws for it.
    Search(Seat),
    Turn(Turn),
    Over(Ending),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    seat: Seat,
    /// The seat has played a double in this turn, and it waits.
    satisfy: bool,
    /// A tile was drawn and is neither played nor kept yet.
    drawn: bool,
}

impl Turn {
    const fn of(seat: Seat) -> Self {
        Self { seat, satisfy: false, drawn: false }
    }
}

/// A round that is already under way, for positions written by hand. Whoever makes one answers for it.
pub(crate) struct Underway {
    pub(crate) trains: Trains,
    pub(crate) turn: Seat,
    pub(crate) lanterns: SeatSet,
    pub(crate) waiting: Option<TrainId>,
    pub(crate) opened: SeatSet,
}

impl Round {
    /// The round of this index from 0, dealt and with the engine not yet placed.
    ///
    /// # Errors
    /// Rules that so many seats cannot play with this version, or a round that the match does not have.
    pub fn new(rules: &Rules, seats: Seats, round_index: u8) -> Result<Self, RulesErrors> {
        Self::among(rules, seats, SeatSet::all(seats), round_index)
    }

    /// Like [`new`](Self::new) for a table that some seats have left: only `present` are dealt tiles and have turns, and
    /// hands are as large as at a table of so many.
    ///
    /// # Errors
    /// Also where fewer than two seats are present; seats that the table does not have are not counted.
    pub fn among(
        rules: &Rules,
        seats: Seats,
        present: SeatSet,
        round_index: u8,
    ) -> Result<Self, RulesErrors> {
        let dealt_in: SeatSet = present.iter().filter(|&seat| seats.contains(seat)).collect();
        let table = u8::try_from(dealt_in.len()).ok().and_then(Seats::new);
        let table = table.ok_or(RulesErrors(vec![RulesFault::TooFewSeats { present: dealt_in.len() }]))?;
        rules.check(table)?;
        let mut counts = [0; 8];
        dealt_in.iter().for_each(|seat| counts[seat.index()] = rules.hand_size(table));
        let dealt = counts.iter().sum::<u8>();
        let round = Self::dealt(rules, seats, round_index, counts, rules.set().len() - dealt)?;
        Ok(Self { dealt_in, ..round })
    }

    /// Like [`new`](Self::new), with hands and boneyard of any size.
    pub(crate) fn dealt(
        rules: &Rules,
        seats: Seats,
        index: u8,
        counts: [u8; 8],
        boneyard: u8,
    ) -> Result<Self, RulesErrors> {
        rules.check(seats)?;
        let engine = rules.engine_of(index).ok_or_else(|| {
            RulesErrors(vec![RulesFault::NoSuchRound {
                number: u16::from(index) + 1,
                rounds: rules.rounds(),
            }])
        })?;
        Ok(Self {
            rules: *rules,
            seats,
            dealt_in: SeatSet::all(seats),
            index,
            engine,
            stage: Stage::Engine,
            trains: Trains::new(engine),
            lanterns: SeatSet::EMPTY,
            counts,
            boneyard,
            waiting: None,
            passes: 0,
            opened: SeatSet::EMPTY,
        })
    }

    /// Goes on from a position in the middle of this round.
    pub(crate) fn resume(&mut self, position: Underway) {
        self.trains = position.trains;
        self.lanterns = position.lanterns;
        self.waiting = position.waiting;
        self.opened = position.opened;
        self.stage = Stage::Turn(Turn::of(position.turn));
    }

    /// Advances the round by what has happened.
    ///
    /// Legality is judged as far as everybody can see it: that the seat holds the tile it plays, and holds nothing
    /// that plays when it draws, passes or keeps, is for the caller to know or to have proven.
    ///
    /// # Errors
    /// Why the event cannot happen now; then nothing has changed.
    pub fn apply(&mut self, event: Event) -> Result<(), Refusal> {
        match event {
            Event::EngineHeld { seat } => self.engine_held(seat),
            Event::EngineNotHeld => self.engine_not_held(),
            Event::SearchFound { seat } => self.search_found(seat),
            Event::SearchMissed { seat } => self.search_missed(seat),
            Event::Play { seat, tile, train } => self.play(seat, tile, train),
            Event::Draw { seat } => self.draw(seat),
            Event::Keep { seat } => self.keep(seat),
            Event::Pass { seat } => self.pass(seat),
            Event::Absent { seat } => self.absent(seat),
        }
    }

    fn engine_held(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_running()?;
        let holds = self.seats.contains(seat) && self.count(seat) > 0;
        if self.stage != Stage::Engine || !holds {
            return Err(Refusal::NotExpected);
        }
        self.place_engine(seat);
        Ok(())
    }

    fn engine_not_held(&mut self) -> Result<(), Refusal> {
        self.check_running()?;
        if self.stage != Stage::Engine || self.boneyard == 0 {
            return Err(Refusal::NotExpected);
        }
        self.stage = Stage::Search(self.dealt_in.iter().next().unwrap_or_default());
        Ok(())
    }

    fn search_found(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_search(seat)?;
        self.take_from_boneyard(seat);
        self.place_engine(seat);
        Ok(())
    }

    fn search_missed(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_search(seat)?;
        if self.boneyard == 1 {
            // The last tile can only be the engine: nobody was dealt it and nobody drew it.
            return Err(Refusal::NotExpected);
        }
        self.take_from_boneyard(seat);
        self.stage = Stage::Search(self.after(seat));
        Ok(())
    }

    /// Placing the engine is the seat's whole turn. It is not its first turn for the opening: it laid no tile on a
    /// train and had no choice.
    fn place_engine(&mut self, seat: Seat) {
        self.trains.place_engine();
        self.counts[seat.index()] -= 1;
        self.stage = match self.count(seat) {
            0 => Stage::Over(Ending::Out(seat)),
            _ => Stage::Turn(Turn::of(self.after(seat))),
        };
    }

    fn play(&mut self, seat: Seat, tile: Tile, train: TrainId) -> Result<(), Refusal> {
        self.check_play(seat, tile, train)?;
        self.trains.push(train, tile);
        self.counts[seat.index()] -= 1;
        self.passes = 0;
        // Only a tile that satisfies it could be played while a double waited.
        self.waiting = None;
        if train == TrainId::Own(seat) {
            self.lanterns.remove(seat);
        }
        if self.count(seat) == 0 {
            self.stage = Stage::Over(Ending::Out(seat));
        } else if tile.is_double() && self.can_wait(tile) {
            self.waiting = Some(train);
            self.stage = Stage::Turn(Turn { seat, satisfy: true, drawn: false });
        } else {
            self.end_turn(seat);
        }
        Ok(())
    }

    fn draw(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_free_turn(seat)?;
        if self.boneyard == 0 {
            return Err(Refusal::BoneyardEmpty);
        }
        self.take_from_boneyard(seat);
        self.passes = 0;
        self.stage = Stage::Turn(Turn { drawn: true, ..turn });
        Ok(())
    }

    fn keep(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.check_turn(seat)?.drawn {
            return Err(Refusal::NotExpected);
        }
        self.lanterns.insert(seat);
        self.end_turn(seat);
        Ok(())
    }

    fn pass(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_free_turn(seat)?;
        if self.boneyard > 0 {
            return Err(Refusal::MustDraw);
        }
        self.pass_on(turn);
        Ok(())
    }

    /// The turn of a seat whose player has left. Nothing is drawn for it, so that it passes also over a boneyard that others can
    /// draw from; only with an empty one does that count towards a block.
    fn absent(&mut self, seat: Seat) -> Result<(), Refusal> {
        let turn = self.check_turn(seat)?;
        if self.boneyard > 0 || turn.drawn {
            self.lanterns.insert(seat);
            self.passes = 0;
            self.end_turn(seat);
        } else {
            self.pass_on(turn);
        }
        Ok(())
    }

    fn pass_on(&mut self, turn: Turn) {
        self.lanterns.insert(turn.seat);
        if turn.satisfy {
            // A turn that played a double is no pass, though it ends like one.
            self.passes = 0;
        } else {
            self.passes += 1;
        }
        if usize::from(self.passes) == self.dealt_in.len() {
            self.stage = Stage::Over(Ending::Blocked);
        } else {
            self.end_turn(turn.seat);
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        self.opened.insert(seat);
        self.stage = Stage::Turn(Turn::of(self.after(seat)));
    }

    /// The next seat to the left that was dealt in.
    const fn after(&self, seat: Seat) -> Seat {
        self.seats.after_among(self.dealt_in, seat)
    }

    const fn take_from_boneyard(&mut self, seat: Seat) {
        self.boneyard -= 1;
        self.counts[seat.index()] += 1;
    }

    /// What is owed now, and by whom.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        match self.stage {
            Stage::Engine => Prompt::Engine { engine: Tile::double(self.engine) },
            Stage::Search(seat) => Prompt::Search { seat, engine: Tile::double(self.engine) },
            Stage::Turn(Turn { seat, drawn, satisfy }) => {
                let phase = match (drawn, satisfy) {
                    (true, _) => Phase::PlayDrawn,
                    (false, true) => Phase::Satisfy,
                    (false, false) => Phase::Play,
                };
                Prompt::Turn { seat, phase, waiting: self.waiting_double(), boneyard: self.boneyard }
            }
            Stage::Over(ending) => Prompt::Over(ending),
        }
    }

    /// The seat whose turn it is; `None` before the engine is placed and after the end.
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
        match self.prompt() {
            Prompt::Turn { phase, .. } => Some(phase),
            _ => None,
        }
    }

    /// How the round ended; `None` while it runs.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        match self.stage {
            Stage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// Every tile not lying on the table that the seat to act could legally lay somewhere now, if it held it. This
    /// is what an honest claim "nothing plays" denies for each tile of a hand. While a drawn tile is to be played
    /// or kept, the same is asked of that tile alone. Empty while no turn is running.
    #[must_use]
    pub fn playable(&self) -> Tiles {
        let Some(seat) = self.to_act() else { return Tiles::EMPTY };
        let anywhere = self.reach(seat).fold(Tiles::EMPTY, |all, (_, pip)| all.union(Tiles::with_pip(pip)));
        anywhere.both(self.rules.set().tiles()).minus(self.on_table())
    }

    /// The trains on which the seat to act could lay this tile now, if it holds it.
    #[must_use]
    pub fn trains_for(&self, tile: Tile) -> TrainSet {
        let mut trains = TrainSet::EMPTY;
        if let Some(seat) = self.to_act()
            && self.rules.set().contains(tile)
            && !self.on_table().contains(tile)
        {
            self.reach(seat).filter(|(_, pip)| tile.has(*pip)).for_each(|(train, _)| trains.insert(train));
        }
        trains
    }

    /// Whether the seat could lay this tile on this train now, as far as everybody can see.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_play(&self, seat: Seat, tile: Tile, train: TrainId) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        if !self.rules.set().contains(tile) {
            return Err(Refusal::NotInSet);
        }
        if self.on_table().contains(tile) || self.count(seat) == 0 {
            return Err(Refusal::NotInHand);
        }
        let pip = self.access(seat, train)?;
        if tile.has(pip) { Ok(()) } else { Err(Refusal::DoesNotMatch) }
    }

    /// Whether it is this seat's turn.
    ///
    /// # Errors
    /// [`Refusal::RoundOver`], [`Refusal::NotYourTurn`], or [`Refusal::NotExpected`] before the engine is placed.
    pub fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_turn(seat).map(|_| ())
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The size of the table.
    #[must_use]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The seats that were dealt into the round: all of them, unless somebody has left the table before.
    #[must_use]
    pub const fn dealt_in(&self) -> SeatSet {
        self.dealt_in
    }

    /// Which round of the match it is, from 0.
    #[must_use]
    pub const fn index(&self) -> u8 {
        self.index
    }

    /// The pip of the engine.
    #[must_use]
    pub const fn engine(&self) -> Pip {
        self.engine
    }

    /// The tiles on the trains.
    #[must_use]
    pub const fn trains(&self) -> &Trains {
        &self.trains
    }

    /// Every tile that lies on the table, the engine included once it is placed.
    #[must_use]
    pub const fn on_table(&self) -> Tiles {
        self.trains.table()
    }

    /// The seats whose train has its lantern.
    #[must_use]
    pub const fn lanterns(&self) -> SeatSet {
        self.lanterns
    }

    /// How many tiles the seat holds; 0 for a seat that the table does not have.
    #[must_use]
    pub const fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index()]
    }

    /// How many tiles the boneyard holds.
    #[must_use]
    pub const fn boneyard(&self) -> u8 {
        self.boneyard
    }

    /// The train on whose end a double waits.
    #[must_use]
    pub const fn waiting(&self) -> Option<TrainId> {
        self.waiting
    }

    /// The train on whose end a double waits, and the pip that satisfies it.
    #[must_use]
    pub fn waiting_double(&self) -> Option<(TrainId, Pip)> {
        self.waiting.map(|train| (train, self.trains.open_pip(train)))
    }

    /// How many passes followed each other, with nothing played or drawn between.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The seats that have had their first turn. Placing the engine does not count as one.
    #[must_use]
    pub const fn opened(&self) -> SeatSet {
        self.opened
    }

    /// The trains that the seat may play on now, each with the pip to match.
    pub(crate) fn reach(&self, seat: Seat) -> impl Iterator<Item = (TrainId, Pip)> {
        self.seats.trains().filter_map(move |train| Some((train, self.access(seat, train).ok()?)))
    }

    /// Whether the seat may play on this train in its turn, and the pip to match. The one place where this is
    /// decided.
    fn access(&self, seat: Seat, train: TrainId) -> Result<Pip, Refusal> {
        if self.waiting.is_some_and(|waiting| waiting != train) {
            return Err(Refusal::DoubleWaits);
        }
        let open = match train {
            // A double is satisfied also on a train that is otherwise closed.
            _ if self.waiting.is_some() => true,
            TrainId::Own(owner) => owner == seat || self.lanterns.contains(owner),
            TrainId::Mexican => true,
        };
        if !open || !self.seats.has_train(train) {
            return Err(Refusal::TrainClosed);
        }
        Ok(self.trains.open_pip(train))
    }

    /// Whether a double just laid waits to be satisfied: a dead one, every other tile of whose pip lies on the
    /// table, does so only if the rules lock it.
    fn can_wait(&self, double: Tile) -> bool {
        match self.rules.dead_double {
            DeadDouble::Lock => true,
            DeadDouble::Release => {
                let matching = Tiles::with_pip(double.lo()).both(self.rules.set().tiles());
                !matching.minus(self.on_table()).is_empty()
            }
        }
    }

    const fn check_running(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Over(_) => Err(Refusal::RoundOver),
            _ => Ok(()),
        }
    }

    fn check_turn(&self, seat: Seat) -> Result<Turn, Refusal> {
        match self.stage {
            Stage::Over(_) => Err(Refusal::RoundOver),
            Stage::Turn(turn) if turn.seat == seat => Ok(turn),
            Stage::Turn(_) => Err(Refusal::NotYourTurn),
            Stage::Engine | Stage::Search(_) => Err(Refusal::NotExpected),
        }
    }

    /// The seat's turn, with no drawn tile pending.
    fn check_free_turn(&self, seat: Seat) -> Result<Turn, Refusal> {
        let turn = self.check_turn(seat)?;
        if turn.drawn { Err(Refusal::MustPlayDrawn) } else { Ok(turn) }
    }

    fn check_search(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_running()?;
        match self.stage {
            Stage::Search(drawer) if drawer == seat => Ok(()),
            Stage::Search(_) => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::NotExpected),
        }
    }
}

#[cfg(test)]
mod tests;

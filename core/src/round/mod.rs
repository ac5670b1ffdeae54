//! One round as everybody at the table sees it.
//!
//! [`Round`] is advanced by [`Event`]s and is the only place that knows which play is legal where. What it
//! deliberately does not know is what anybody holds: [`SeatView`](crate::SeatView) adds one hand to it, and
//! [`OpenRound`](crate::OpenRound) all of them and the boneyard.
//!
//! | in | stands |
//! | --- | --- |
//! | `legal` | what is owed, and which tile may go where |
//! | `turn` | what a move does, and what comes after it |
//! | `engine` | the search for the engine and the first player |
//! | `trains`, `waiting` | what lies on the table |

mod engine;
mod event;
mod legal;
mod trains;
mod turn;
mod waiting;

pub use event::{Ending, Event, Phase, Refusal};
pub use trains::Trains;
pub use waiting::Waiting;

use crate::rules::{EngineRule, Rules, RulesErrors, RulesFault};
use crate::seat::{Seat, SeatSet, Seats, TrainId};
use crate::tile::Pip;
use crate::tiles::Tiles;
use turn::Turn;

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
    waiting: Waiting,
    /// Passes that followed each other over an empty boneyard, with nothing played between.
    passes: u8,
    opened: SeatSet,
    /// The seat that plays first where the engine's holder does not decide it.
    leader: Seat,
    /// The seat that went out first. The round may still go on for those who have not had their first turn.
    first_out: Option<Seat>,
}

/// What the round waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// All seats say whether they were dealt the engine.
    Engine,
    /// This seat draws for it.
    Search(Seat),
    /// All seats draw for it at once.
    SearchTogether,
    Turn(Turn),
    /// All seats have passed in a row: can anybody play after all? If so it is `next` who has the turn.
    Standstill {
        next: Seat,
    },
    Over(Ending),
}

/// A round that is already under way, for positions written by hand. Whoever makes one answers for it.
pub(crate) struct Underway {
    pub(crate) trains: Trains,
    pub(crate) turn: Seat,
    pub(crate) lanterns: SeatSet,
    pub(crate) waiting: Waiting,
    pub(crate) opened: SeatSet,
}

impl Round {
    /// The round of this index from 0, dealt and with the engine not yet placed, unless the rules set it aside.
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
        let aside = u8::from(rules.engine == EngineRule::SetAside);
        let boneyard = rules.set().len() - aside - counts.iter().sum::<u8>();
        Self::begin(rules, seats, dealt_in, round_index, counts, boneyard)
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
        Self::begin(rules, seats, SeatSet::all(seats), index, counts, boneyard)
    }

    fn begin(
        rules: &Rules,
        seats: Seats,
        dealt_in: SeatSet,
        index: u8,
        counts: [u8; 8],
        boneyard: u8,
    ) -> Result<Self, RulesErrors> {
        let engine = rules.engine_of(index).ok_or_else(|| {
            RulesErrors(vec![RulesFault::NoSuchRound {
                number: u16::from(index) + 1,
                rounds: rules.rounds(),
            }])
        })?;
        let mut round = Self {
            rules: *rules,
            seats,
            dealt_in,
            index,
            engine,
            stage: Stage::Engine,
            trains: Trains::new(engine),
            lanterns: SeatSet::EMPTY,
            counts,
            boneyard,
            waiting: Waiting::NONE,
            passes: 0,
            opened: SeatSet::EMPTY,
            leader: Seat::FIRST,
            first_out: None,
        };
        let leader = round.rotating_leader();
        round.led_by(leader);
        Ok(round)
    }

    /// Names the seat that plays first, where the engine's holder does not decide it. Only before anything happened.
    pub(crate) fn led_by(&mut self, leader: Seat) {
        self.leader = leader;
        if self.rules.engine == EngineRule::SetAside {
            self.engine_set_aside();
        }
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
            Event::SearchedTogether { found } => self.searched_together(found),
            Event::Play { seat, tile, train } => self.play(seat, tile, train),
            Event::Draw { seat } => self.draw(seat),
            Event::Keep { seat } => self.keep(seat),
            Event::Pass { seat } => self.pass(seat),
            Event::Stop { seat } => self.stop(seat),
            Event::Absent { seat } => self.absent(seat),
            Event::SomebodyCanPlay { seat } => self.end_standstill(Some(seat)),
            Event::NobodyCanPlay => self.end_standstill(None),
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

    /// The train on whose end a double waits; of several the one that has waited longest, which is the one that binds.
    #[must_use]
    pub const fn waiting(&self) -> Option<TrainId> {
        self.waiting.oldest()
    }

    /// All doubles that wait, oldest first.
    #[must_use]
    pub const fn all_waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// The train of [`waiting`](Self::waiting), and the pip that satisfies its double.
    #[must_use]
    pub fn waiting_double(&self) -> Option<(TrainId, Pip)> {
        self.waiting().map(|train| (train, self.trains.open_pip(train)))
    }

    /// The seat that has gone out while others still get their first turn; once the round is over, who went out first.
    #[must_use]
    pub const fn first_out(&self) -> Option<Seat> {
        self.first_out
    }

    /// How many passes followed each other over an empty boneyard, with nothing played between.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The seats that have had their first turn. Placing the engine does not count as one.
    #[must_use]
    pub const fn opened(&self) -> SeatSet {
        self.opened
    }
}

#[cfg(test)]
mod option_tests;
#[cfg(test)]
mod tests;

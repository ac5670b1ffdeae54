//! Rounds and matches among automatic players, with every hand known to the table and none to the players.

use super::rng::Rng;
use super::{Knowledge, Past};
use crate::open::{DealError, OpenRound};
use crate::prompt::Move;
use crate::round::{Ending, Event, Refusal, Round};
use crate::rules::Rules;
use crate::score::Scoreboard;
use crate::seat::{Seat, Seats};
use crate::tile::Tile;

/// A round with open hands, and what each seat may know of it.
#[derive(Clone, Debug)]
pub struct Observed {
    open: OpenRound,
    past: Past,
    turns: u32,
}

impl Observed {
    /// Deals the round of this index from 0 in an order that follows from the seed.
    ///
    /// # Errors
    /// As for [`OpenRound::deal`].
    pub fn deal(rules: &Rules, seats: Seats, round_index: u8, seed: u64) -> Result<Self, DealError> {
        let mut order: Vec<Tile> = rules.set().tiles().iter().collect();
        Rng::new(seed).shuffle(&mut order);
        Ok(Self::of(OpenRound::deal(rules, seats, round_index, &order)?))
    }

    /// A round in which nobody has shown anything yet.
    #[must_use]
    pub fn of(open: OpenRound) -> Self {
        Self { open, past: Past::default(), turns: 0 }
    }

    /// Plays a move of this seat.
    ///
    /// # Errors
    /// Why it is not legal; then nothing has changed.
    pub fn play(&mut self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        let mut public: Round = self.open.round().clone();
        for event in self.open.play(seat, choice)? {
            self.past.take(&public, event);
            if public.apply(event).is_ok() && self.has_turned(&public, seat, event) {
                self.turns += 1;
            }
        }
        Ok(())
    }

    /// What this seat may know.
    #[must_use]
    pub fn known(&self, seat: Seat) -> Knowledge<'_> {
        Knowledge { view: self.open.view(seat), past: &self.past }
    }

    /// The round, with everything that nobody may see.
    #[must_use]
    pub const fn open(&self) -> &OpenRound {
        &self.open
    }

    /// How many turns have been taken.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Whether the turn of the seat ended with this event.
    fn has_turned(&self, after: &Round, seat: Seat, event: Event) -> bool {
        !matches!(event, Event::SomebodyCanPlay { .. } | Event::NobodyCanPlay) && after.to_act() != Some(seat)
    }
}

/// How a round among automatic players went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// What each seat scores.
    pub scores: Vec<u16>,
    /// How many turns were taken.
    pub turns: u32,
    /// Whether the boneyard was empty at the end.
    pub emptied: bool,
}

/// Plays a round that is dealt by the seed. `player` is asked for each move, with a seed of its own. `None` if it has no
/// move, or one that is not legal, which no player of this module does.
///
/// # Errors
/// What [`Observed::deal`] says.
pub fn play_round(
    rules: &Rules,
    seats: Seats,
    round_index: u8,
    seed: u64,
    player: &mut impl FnMut(&Knowledge<'_>, u64) -> Option<Move>,
) -> Result<Option<Played>, DealError> {
    let mut table = Observed::deal(rules, seats, round_index, seed)?;
    let mut seeds = Rng::new(seed ^ 0x5eed);
    while let Some(seat) = table.open().round().to_act() {
        let Some(choice) = player(&table.known(seat), seeds.next()) else { return Ok(None) };
        if table.play(seat, choice).is_err() {
            return Ok(None);
        }
    }
    let round = table.open().round();
    let ended = round.ending().zip(table.open().scores());
    Ok(ended.map(|(ending, scores)| Played {
        ending,
        scores,
        turns: table.turns(),
        emptied: round.boneyard() == 0,
    }))
}

/// Plays all rounds of a match; see [`play_round`].
///
/// # Errors
/// What [`play_round`] says.
pub fn play_match(
    rules: &Rules,
    seats: Seats,
    seed: u64,
    mut player: impl FnMut(&Knowledge<'_>, u64) -> Option<Move>,
) -> Result<Option<Scoreboard>, DealError> {
    let mut seeds = Rng::new(seed);
    let mut sheet = Scoreboard::new(rules, seats);
    for index in 0..rules.rounds() {
        let Some(played) = play_round(rules, seats, index, seeds.next(), &mut player)? else {
            return Ok(None);
        };
        if sheet.record(&played.scores).is_err() {
            return Ok(None);
        }
    }
    Ok(Some(sheet))
}

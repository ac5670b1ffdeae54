//! How much better a player does in a round than steady ones. Every deal is played once from each seat, so that far
//! fewer rounds say as much as whole matches do.
//!
//! `cargo run --release -p mextrain-core --example duel [PLAYER [ROUNDS [SEATS [SEED]]]]`
//!
//! The player is a number, which is a sharp player who plays on so many rounds in its head for a move, or `easy`, or `plan`: the
//! simple plan after which everybody plays in a sharp player's head.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::error::Error;
use std::time::{Duration, Instant};

use mextrain_core::bot::{self, Knowledge, Level};
use mextrain_core::{Move, Preset, Rules, Seats, TileSet};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| words.get(place).map_or(Ok(otherwise), |word| word.parse());
    let player = Player::parse(words.first().map_or("1000", String::as_str))?;
    let (rounds, seed) = (number(1, 100)?, number(3, 1)?);
    let seats = Seats::new(u8::try_from(number(2, 2)?)?).ok_or("2 to 8 seats")?;
    if rounds < 2 {
        return Err("2 rounds or more: one alone has no margin".into());
    }
    let rules = Preset::Traditional.rules().with_set(TileSet::DoubleNine);
    let mut clock = Clock::default();
    let mut leads = Vec::new();
    for deal in 0..rounds {
        let mut sum = 0.0;
        for place in 0..seats.count() {
            sum += lead(&rules, seats, deal, seed, (place, player), &mut clock)?;
        }
        leads.push(sum / seats.count() as f64);
    }
    let count = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / count;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let margin = 1.96 * (variance / count).sqrt();
    println!("{player:?}, {seats} seats, {rounds} deals: ahead by {mean:.1} ± {margin:.1} points a round");
    let (count, mean, slowest) = (clock.moves, clock.mean(), clock.slowest);
    println!("{count} moves with a choice took {mean:.1?} on average, the slowest {slowest:.1?}");
    Ok(())
}

/// Whom steady players are compared with.
#[derive(Clone, Copy, Debug)]
enum Player {
    Sharp { playouts: u32 },
    Easy,
    Plan,
}

impl Player {
    fn parse(word: &str) -> Result<Self, Box<dyn Error>> {
        match word {
            "easy" => Ok(Self::Easy),
            "plan" => Ok(Self::Plan),
            number => Ok(Self::Sharp { playouts: number.parse()? }),
        }
    }

    fn choose(self, known: &Knowledge<'_>, seed: u64) -> Option<Move> {
        match self {
            Self::Sharp { playouts } => bot::choose(known, Level::Sharp, seed, &mut bot::playouts(playouts)),
            Self::Easy => bot::choose(known, Level::Easy, seed, &mut bot::playouts(0)),
            Self::Plan => bot::by_plan(known),
        }
    }
}

/// How long moves took.
#[derive(Default)]
struct Clock {
    sum: Duration,
    moves: u32,
    slowest: Duration,
}

impl Clock {
    fn add(&mut self, taken: Duration) {
        self.sum += taken;
        self.moves += 1;
        self.slowest = self.slowest.max(taken);
    }

    fn mean(&self) -> Duration {
        self.sum / self.moves.max(1)
    }
}

/// By how many points the player at this place does better than the others, who are steady, do on average.
fn lead(
    rules: &Rules,
    seats: Seats,
    deal: u64,
    seed: u64,
    (place, player): (usize, Player),
    clock: &mut Clock,
) -> Result<f64, Box<dyn Error>> {
    let mut choose = |known: &Knowledge<'_>, seed| {
        if known.view.seat().index() != place {
            return bot::choose(known, Level::Steady, seed, &mut bot::playouts(0));
        }
        let begun = Instant::now();
        let choice = player.choose(known, seed);
        if known.view.moves().len() > 1 {
            clock.add(begun.elapsed());
        }
        choice
    };
    // Engines take turns, as they do in matches.
    let index = (deal % u64::from(rules.rounds())) as u8;
    let played = bot::play_round(rules, seats, index, seed.wrapping_add(deal), &mut choose)?;
    let scores = played.ok_or("a player made a move that is not legal")?.scores;
    let own = scores.get(place).copied().map_or(0.0, f64::from);
    let all: f64 = scores.iter().copied().map(f64::from).sum();
    Ok((all - own) / (scores.len() - 1) as f64 - own)
}

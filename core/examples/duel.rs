//! How much better a sharp player does in a round than steady ones. Every deal is played once from each seat, so that far
//! fewer rounds say as much as whole matches do.
//!
//! `cargo run --release -p mextrain-core --example duel [PLAYOUTS [ROUNDS [SEATS [SEED]]]]`

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::error::Error;

use mextrain_core::bot::{self, Knowledge, Level};
use mextrain_core::{Preset, Rules, Seats, TileSet};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |place: usize, otherwise| numbers.get(place).copied().unwrap_or(otherwise);
    let (playouts, rounds, seed) = (u32::try_from(number(0, 1000))?, number(1, 100), number(3, 1));
    let seats = Seats::new(u8::try_from(number(2, 2))?).ok_or("2 to 8 seats")?;
    if rounds < 2 {
        return Err("2 rounds or more: one alone has no margin".into());
    }
    let rules = Preset::Traditional.rules().with_set(TileSet::DoubleNine);
    let mut leads = Vec::new();
    for deal in 0..rounds {
        let mut sum = 0.0;
        for place in 0..seats.count() {
            sum += lead(&rules, seats, deal, seed, place, playouts)?;
        }
        leads.push(sum / seats.count() as f64);
    }
    let count = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / count;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let margin = 1.96 * (variance / count).sqrt();
    println!(
        "{playouts} playouts, {seats} seats, {rounds} deals: ahead by {mean:.1} ± {margin:.1} points a round"
    );
    Ok(())
}

/// By how many points the sharp player at this place does better than the others do on average.
fn lead(
    rules: &Rules,
    seats: Seats,
    deal: u64,
    seed: u64,
    place: usize,
    playouts: u32,
) -> Result<f64, Box<dyn Error>> {
    let mut player = |known: &Knowledge<'_>, seed| {
        let level = if known.view.seat().index() == place { Level::Sharp } else { Level::Steady };
        bot::choose(known, level, seed, &mut bot::playouts(playouts))
    };
    // Engines take turns, as they do in matches.
    let index = (deal % u64::from(rules.rounds())) as u8;
    let played = bot::play_round(rules, seats, index, seed.wrapping_add(deal), &mut player)?;
    let scores = played.ok_or("a player made a move that is not legal")?.scores;
    let own = scores.get(place).copied().map_or(0.0, f64::from);
    let all: f64 = scores.iter().copied().map(f64::from).sum();
    Ok((all - own) / (scores.len() - 1) as f64 - own)
}

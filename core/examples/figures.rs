//! What rounds are like by each preset and for each number of seats: how many turns they take, how often they are blocked,
//! and how often the boneyard is emptied. Steady players play them. Prints a table in Markdown.
//!
//! `cargo run --release -p mextrain-core --example figures [ROUNDS]`

#![allow(clippy::print_stdout, reason = "the table is what it is for")]

use std::error::Error;

use mextrain_core::bot::{self, Level};
use mextrain_core::{Ending, Preset, Rules, Seats, TileSet};

/// Rounds for each preset, set and number of seats, unless another number is given.
const ROUNDS: u64 = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(ROUNDS), |text| text.parse())?;
    for set in TileSet::ALL {
        println!("{}, {rounds} rounds each: turns a round / blocked / boneyard emptied\n", set.name());
        let names = Preset::ALL.map(|preset| format!(" `{}` |", preset.name()));
        println!("| seats |{}", names.concat());
        println!("| --- |{}", " --- |".repeat(names.len()));
        for seats in (2..=8).filter_map(Seats::new) {
            let mut row = format!("| {seats} |");
            for preset in Preset::ALL {
                row += &format!(" {} |", cell(&preset.rules().with_set(set), seats, rounds)?);
            }
            println!("{row}");
        }
        println!();
    }
    Ok(())
}

/// Engines take turns, as they do in matches.
fn cell(rules: &Rules, seats: Seats, rounds: u64) -> Result<String, Box<dyn Error>> {
    let (mut turns, mut blocked, mut emptied) = (0, 0, 0);
    for seed in 0..rounds {
        let index = (seed % u64::from(rules.rounds())) as u8;
        let mut player =
            |known: &bot::Knowledge<'_>, seed| bot::choose(known, Level::Steady, seed, &mut bot::playouts(0));
        let played = bot::play_round(rules, seats, index, seed, &mut player)?;
        let played = played.ok_or("a player made a move that is not legal")?;
        turns += played.turns;
        blocked += u32::from(played.ending == Ending::Blocked);
        emptied += u32::from(played.emptied);
    }
    let percent = |count: u32| 100.0 * f64::from(count) / rounds as f64;
    let turns = f64::from(turns) / rounds as f64;
    Ok(format!("{turns:.1} / {:.1} % / {:.1} %", percent(blocked), percent(emptied)))
}

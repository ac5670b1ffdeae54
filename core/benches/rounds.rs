//! How many random rounds one thread plays in a second: four seats, the double-twelve set.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mextrain_core::{OpenRound, Rules, Seats, Tile, player};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Rounds played in one iteration: one for each engine.
const ROUNDS: u8 = 13;

fn rounds(c: &mut Criterion) {
    let rules = Rules::default();
    let seats = Seats::new(4).unwrap_or(Seats::MIN);
    let mut order: Vec<Tile> = rules.set().tiles().iter().collect();
    let mut rng = StdRng::seed_from_u64(1);
    let mut group = c.benchmark_group("rounds");
    group.throughput(Throughput::Elements(u64::from(ROUNDS)));

    group.bench_function("random moves", |b| {
        b.iter(|| {
            for index in 0..ROUNDS {
                order.shuffle(&mut rng);
                let Ok(mut open) = OpenRound::deal(&rules, seats, index, &order) else { return };
                while let Some(seat) = open.round().to_act() {
                    let mut moves = open.legal_moves();
                    let count = moves.len();
                    let Some(choice) = moves.nth(rng.random_range(..count)) else { return };
                    let _ = open.play(seat, choice);
                }
                black_box(open.round().ending());
            }
        });
    });

    group.bench_function("simple player", |b| {
        b.iter(|| {
            for index in 0..ROUNDS {
                order.shuffle(&mut rng);
                let Ok(mut open) = OpenRound::deal(&rules, seats, index, &order) else { return };
                while let Some(seat) = open.round().to_act() {
                    let Some(choice) = player::choose(&open.view(seat)) else { return };
                    let _ = open.play(seat, choice);
                }
                black_box(open.scores());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, rounds);
criterion_main!(benches);

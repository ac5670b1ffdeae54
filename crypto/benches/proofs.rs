//! What the proofs of a round cost, on one thread unless said otherwise.
//!
//! `cargo bench -p mextrain-crypto`. The shapes are those of the largest table: 91 tiles, eight seats.

#![allow(missing_docs, reason = "criterion's macros define functions")]
#![allow(clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, criterion_group, criterion_main};
use mextrain_crypto::{
    Check, Context, MatchSecret,
    avoid::{AvoidSlot, AvoidStatement, avoid},
    deck::Deck,
    encoding::Point,
    keys::{JointKey, RoundSecret},
    opening::{Token, open, tokens},
    shuffle::shuffle,
    tiles::TilePoints,
    verify_all, verify_all_parallel,
};

const CTX: Context = Context([1; 32]);
const SEATS: u8 = 8;

struct Table {
    tiles: &'static TilePoints,
    match_secrets: Vec<MatchSecret>,
    secrets: Vec<RoundSecret>,
    joint: Arc<JointKey>,
    /// The open deck and what each seat made of it, with its proof.
    decks: Vec<Arc<Deck>>,
    proofs: Vec<Vec<u8>>,
}

impl Table {
    fn new() -> Self {
        let match_secrets: Vec<_> = (1..=SEATS).map(|byte| MatchSecret::from_bytes([byte; 32])).collect();
        let secrets: Vec<_> = match_secrets.iter().map(|secret| RoundSecret::derive(secret, &CTX)).collect();
        let keys: Vec<_> = secrets.iter().map(|secret| secret.key().clone()).collect();
        let joint = Arc::new(JointKey::from_keys(&keys).unwrap());
        let tiles = TilePoints::for_highest(12).unwrap();
        let mut decks = vec![Arc::new(Deck::open(tiles, None))];
        let mut proofs = Vec::new();
        for secret in &match_secrets {
            let (deck, proof) = shuffle(&joint, decks.last().unwrap(), &CTX, secret);
            decks.push(Arc::new(deck));
            proofs.push(proof.into_bytes());
        }
        Self { tiles, match_secrets, secrets, joint, decks, proofs }
    }

    fn last(&self) -> &Deck {
        self.decks.last().unwrap()
    }

    /// Decodes what was received and makes a check of it.
    fn shuffle_checks(&self, seats: std::ops::Range<usize>) -> Vec<Check> {
        let mut input = Arc::clone(&self.decks[seats.start]);
        let mut checks = Vec::new();
        for seat in seats {
            let output = Arc::new(Deck::decode(&self.decks[seat + 1].to_bytes(), 91).unwrap());
            checks.push(Check::Shuffle {
                joint: Arc::clone(&self.joint),
                input,
                output: Arc::clone(&output),
                ctx: CTX,
                proof: self.proofs[seat].clone(),
            });
            input = output;
        }
        checks
    }

    fn others_tokens(&self, base: &Point) -> Vec<Token> {
        self.secrets[1..].iter().flat_map(|secret| tokens(secret, &[*base])).collect()
    }

    /// Seat 0 claims to hold none of 25 tiles in 10 slots.
    fn statement(&self) -> AvoidStatement {
        let slots = self.last().rows()[..10].iter().map(|slot| {
            let others = self.others_tokens(&slot.a);
            let own = tokens(&self.secrets[0], &[slot.a]);
            let held = slot.open(self.tiles, others.iter().chain(&own)).unwrap();
            AvoidSlot::new(slot, &others, (0..91).filter(|id| *id != held).take(25).collect())
        });
        AvoidStatement::new(self.tiles, self.secrets[0].key().clone(), slots.collect()).unwrap()
    }
}

fn shuffles(c: &mut Criterion) {
    let table = Table::new();
    c.bench_function("shuffle 91: mask and prove", |b| {
        b.iter(|| shuffle(&table.joint, &table.decks[1], &CTX, black_box(&table.match_secrets[1])));
    });
    c.bench_function("shuffle 91: decode and verify", |b| {
        b.iter(|| verify_all(black_box(&table.shuffle_checks(1..2))).unwrap());
    });
    c.bench_function("shuffle 91: decode the deck", |b| {
        let bytes = table.decks[1].to_bytes();
        b.iter(|| Deck::decode(black_box(&bytes), 91).unwrap());
    });
    c.bench_function("eight shuffles 91: decode and verify together", |b| {
        b.iter(|| verify_all(black_box(&table.shuffle_checks(0..8))).unwrap());
    });
    c.bench_function("eight shuffles 91: verify on all threads, decoding on one", |b| {
        b.iter(|| verify_all_parallel(black_box(&table.shuffle_checks(0..8))).unwrap());
    });
}

fn openings(c: &mut Criterion) {
    let table = Table::new();
    let base = [table.last().rows()[0].a];
    c.bench_function("opening 1: make", |b| {
        b.iter(|| open(&table.secrets[0], black_box(&base), &CTX, &table.match_secrets[0]));
    });
    let bases: Vec<_> = table.last().rows()[..70].iter().map(|row| row.a).collect();
    c.bench_function("opening 70: make", |b| {
        b.iter(|| open(&table.secrets[0], black_box(&bases), &CTX, &table.match_secrets[0]));
    });
    // Fifty-six openings of one slot each: seven seats, eight draws.
    let received: Vec<_> = table.last().rows()[..8]
        .iter()
        .flat_map(|row| (1..8).map(move |seat| (seat, row.a)))
        .map(|(seat, base)| {
            (seat, base, open(&table.secrets[seat], &[base], &CTX, &table.match_secrets[seat]))
        })
        .collect();
    c.bench_function("56 openings of 1: decode and verify together", |b| {
        b.iter(|| {
            let checks = received.iter().map(|(seat, base, (tokens, proof))| Check::Opening {
                key: table.secrets[*seat].key().clone(),
                bases: vec![*base],
                tokens: vec![Token::decode(tokens[0].bytes()).unwrap()],
                ctx: CTX,
                proof: proof.0.to_vec(),
            });
            verify_all(black_box(&checks.collect::<Vec<_>>())).unwrap();
        });
    });
    let slots: Vec<_> = table.last().rows().iter().map(|row| (*row, table.others_tokens(&row.a))).collect();
    let own = tokens(&table.secrets[0], &table.last().rows().iter().map(|row| row.a).collect::<Vec<_>>());
    c.bench_function("find 91 tiles from all tokens", |b| {
        b.iter(|| {
            let rests: Vec<_> = slots
                .iter()
                .zip(&own)
                .map(|((row, others), own)| row.strip(others.iter().chain([own])))
                .collect();
            table.tiles.find_all(black_box(&rests))
        });
    });
}

fn claims(c: &mut Criterion) {
    let table = Table::new();
    let statement = table.statement();
    let prove = || avoid(&table.secrets[0], black_box(&statement), &CTX, &table.match_secrets[0]).unwrap();
    c.bench_function("avoid 10 slots of 25: prove", |b| b.iter(prove));
    let check = Check::Avoid { statement: statement.clone(), ctx: CTX, proof: prove() };
    c.bench_function("avoid 10 slots of 25: verify", |b| b.iter(|| black_box(&check).verify().unwrap()));
}

criterion_group!(benches, shuffles, openings, claims);
criterion_main!(benches);

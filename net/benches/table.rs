//! What a table costs: the deal, and checking a whole match afterwards.
//!
//! The deal's critical path is computed from a trace: eight tables of this process are run one at a time, each piece of work is
//! timed, and a simulated clock a table says when it would have been done on eight machines of this kind that share nothing but
//! a network with a latency of [`LATENCY`].

#![allow(missing_docs, reason = "criterion's macros make public functions without any")]
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench that cannot run must say so and end")]

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    hint::black_box,
    num::NonZero,
    sync::Arc,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use ed25519_dalek::SigningKey;
use mextrain_core::{Rules, SeatSet, player};
use mextrain_crypto::MatchSecret;
use mextrain_net::{
    charter::{Charter, Member, Proofs, commitment},
    envelope::{Envelope, Kind},
    ledger::Happening,
    log::{
        self,
        frame::{FileKind, RecordWriter},
        verify::{Verdict, verify},
    },
    name::Name,
    table::{Output, Owing, Table, TableEvent},
};

/// From one machine to another: a message of gossip over a cable or good Wi-Fi.
const LATENCY: Duration = Duration::from_millis(1);

const PLAYERS: u8 = 8;

fn tables(rules: &Rules, run: u64) -> (Vec<u8>, Vec<Table>) {
    let keys: Vec<SigningKey> = (0..PLAYERS).map(|n| SigningKey::from_bytes(&[n + 1; 32])).collect();
    let nonces: Vec<[u8; 32]> = (0..PLAYERS).map(|n| [n + 100; 32]).collect();
    let roster = keys.iter().zip(&nonces).enumerate().map(|(at, (key, nonce))| {
        let key = key.verifying_key().to_bytes();
        Member { name: Name::clean(&format!("Player {at}")), key, commitment: commitment(&key, nonce) }
    });
    let charter = Charter {
        table: [0; 16],
        rules: *rules,
        proofs: Proofs::EveryTurn,
        absence: Default::default(),
        roster: roster.collect(),
    }
    .encode();
    let tables = keys.into_iter().zip(nonces).enumerate().map(|(at, (key, nonce))| {
        let mut secret = [at as u8; 32];
        secret[..8].copy_from_slice(&run.to_le_bytes());
        Table::new(&charter, key, MatchSecret::from_bytes(secret), nonce).expect("a table")
    });
    let tables = tables.collect();
    (charter, tables)
}

/// A message on its way: when it arrives, a counter that keeps equal ones in order, for whom, and what.
type Arrival = Reverse<(Duration, u64, usize, Arc<[u8]>)>;

/// When each table is done with what it has, on a clock of its own.
struct Trace {
    tables: Vec<Table>,
    free_at: Vec<Duration>,
    arrivals: BinaryHeap<Arrival>,
    sent: u64,
    first_key: Option<Duration>,
    hands_known: Vec<Option<Duration>>,
}

impl Trace {
    fn new(run: u64) -> Trace {
        let (_, tables) = tables(&Rules::default(), run);
        let players = tables.len();
        Trace {
            tables,
            free_at: vec![Duration::ZERO; players],
            arrivals: BinaryHeap::new(),
            sent: 0,
            first_key: None,
            hands_known: vec![None; players],
        }
    }

    /// From the first key on its way to the last hand known.
    fn deal(mut self) -> Duration {
        (0..self.tables.len()).for_each(|table| self.hand_out(table));
        while self.hands_known.iter().any(Option::is_none) {
            let Reverse((arrival, _, to, raw)) = self.arrivals.pop().expect("a message on its way");
            let began = Instant::now();
            self.tables[to].receive(&raw);
            self.free_at[to] = self.free_at[to].max(arrival) + began.elapsed();
            self.hand_out(to);
        }
        let last = self.hands_known.iter().flatten().max().expect("eight hands");
        *last - self.first_key.expect("a key")
    }

    fn hand_out(&mut self, from: usize) {
        let now = self.free_at[from];
        while let Some(output) = self.tables[from].poll_output() {
            match output {
                Output::Send(raw) => {
                    let kind = Envelope::parse(&raw).expect("an envelope").header().kind;
                    if kind == Kind::RoundKey {
                        self.first_key = Some(self.first_key.map_or(now, |first| first.min(now)));
                    }
                    for to in (0..self.tables.len()).filter(|&to| to != from) {
                        self.sent += 1;
                        self.arrivals.push(Reverse((now + LATENCY, self.sent, to, raw.clone())));
                    }
                }
                Output::Event(TableEvent::Happened { happening: Happening::Dealt, .. }) => {
                    self.hands_known[from] = Some(now);
                }
                _ => {}
            }
        }
    }
}

/// The log of a whole match of the large set by eight automatic players.
fn whole_match() -> Vec<u8> {
    let (charter, mut tables) = tables(&Rules::default(), 0);
    let mut bytes = Vec::new();
    let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).expect("memory");
    records.append(log::CHARTER, &charter).expect("memory");
    loop {
        let mut messages: Vec<(usize, Arc<[u8]>)> = Vec::new();
        for (at, table) in tables.iter_mut().enumerate() {
            match table.view().owing() {
                Owing::Nothing => {}
                Owing::Seal => table.seal(SeatSet::EMPTY).expect("a seal"),
                Owing::Move => {
                    let choice = player::choose(&table.view().seat_view().expect("a seat")).expect("a move");
                    table.act(choice).expect("a legal move");
                }
            }
            while let Some(output) = table.poll_output() {
                match output {
                    Output::Send(raw) => messages.push((at, raw)),
                    Output::Folded(step) if at == 0 => {
                        step.iter().for_each(|e| records.append(log::CONTRIBUTION, e.raw()).expect("memory"));
                    }
                    _ => {}
                }
            }
        }
        if messages.is_empty() {
            return bytes;
        }
        for (from, raw) in messages {
            for (at, table) in tables.iter_mut().enumerate().filter(|(at, _)| *at != from) {
                let _ = (at, table.receive(&raw));
            }
        }
    }
}

fn deal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deal");
    group.sample_size(10);
    let mut run = 0;
    group.bench_function("91 tiles to 8, critical path", |bencher| {
        bencher.iter_custom(|times| {
            (0..times)
                .map(|_| {
                    run += 1;
                    Trace::new(run).deal()
                })
                .sum()
        });
    });
    group.finish();
}

fn verify_log(criterion: &mut Criterion) {
    let bytes = whole_match();
    println!("log of 13 rounds, 8 seats, every-turn: {} bytes", bytes.len());
    let judges = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut group = criterion.benchmark_group("verify-log");
    group.sample_size(10);
    group.bench_function("13 rounds, 8 seats, every-turn", |bencher| {
        bencher.iter(|| {
            let report = verify(black_box(bytes.as_slice()), judges).expect("random numbers");
            assert!(matches!(report.verdict, Verdict::Verified));
        });
    });
    group.finish();
}

criterion_group!(benches, deal, verify_log);
criterion_main!(benches);

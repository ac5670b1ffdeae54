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
    keys::{JointKey, RoundKey, RoundSecret},
    lock::{Keepers, LockProof, LockedToken, lock},
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

/// The locks of all seats, as everybody receives them.
struct Locks {
    table: Table,
    keys: Vec<RoundKey>,
    bases: Vec<Point>,
    /// By owner.
    received: Vec<(Arc<Keepers>, Vec<u8>, LockProof)>,
}

impl Locks {
    fn new() -> Self {
        let table = Table::new();
        let keys = table.secrets.iter().map(|secret| secret.key().clone()).collect();
        let bases = table.last().rows().iter().map(|row| row.a).collect();
        let mut locks = Self { table, keys, bases, received: Vec::new() };
        locks.received = (0..usize::from(SEATS))
            .map(|owner| {
                let keepers = locks.keepers(owner);
                let (tokens, proof) = locks.make(owner, &keepers);
                (keepers, LockedToken::encode_all(&tokens), proof)
            })
            .collect();
        locks
    }

    /// All others.
    fn keepers(&self, owner: usize) -> Arc<Keepers> {
        let others = self.keys.iter().enumerate().filter(|(seat, _)| *seat != owner);
        let others: Vec<_> = others.map(|(_, key)| key.clone()).collect();
        Arc::new(Keepers::new(&self.keys[owner], &others).unwrap())
    }

    fn make(&self, owner: usize, keepers: &Keepers) -> (Vec<LockedToken>, LockProof) {
        let table = &self.table;
        lock(&table.secrets[owner], keepers, black_box(&self.bases), &CTX, &table.match_secrets[owner])
    }

    /// Decodes what these owners sent and makes checks of it.
    fn checks(&self, owners: std::ops::Range<usize>) -> Vec<Check> {
        let check = |owner: usize| {
            let (keepers, bytes, proof) = &self.received[owner];
            Check::Lock {
                owner: self.keys[owner].clone(),
                keepers: Arc::clone(keepers),
                bases: self.bases.clone(),
                locks: LockedToken::decode_all(bytes, 91).unwrap(),
                ctx: CTX,
                proof: proof.0.to_vec(),
            }
        };
        owners.map(check).collect()
    }

    /// What a keeper gives to open these.
    fn part(&self, keeper: usize, locks: &[LockedToken]) -> Part {
        let bases: Vec<_> = locks.iter().map(|lock| *lock.base()).collect();
        let table = &self.table;
        let (tokens, proof) = open(&table.secrets[keeper], &bases, &CTX, &table.match_secrets[keeper]);
        Part { bases, tokens, proof: proof.0.to_vec() }
    }

    /// Decodes and checks everybody's parts, and opens the first owner's locks with them.
    fn unlock(&self, locks: &[LockedToken], parts: &[Part]) -> Vec<Token> {
        let check = |(part, key): (&Part, &RoundKey)| Check::Opening {
            key: key.clone(),
            bases: part.bases.clone(),
            tokens: part.tokens.iter().map(|token| Token::decode(token.bytes()).unwrap()).collect(),
            ctx: CTX,
            proof: part.proof.clone(),
        };
        let checks: Vec<_> = parts.iter().zip(&self.keys[1..]).map(check).collect();
        verify_all(black_box(&checks)).unwrap();
        let unlock = |(slot, lock)| {
            let parts: Vec<_> = parts.iter().map(|part| part.tokens[slot]).collect();
            self.received[0].0.unlock(lock, &parts).unwrap()
        };
        locks.iter().enumerate().map(unlock).collect()
    }
}

/// A keeper's part for some locked tokens.
struct Part {
    bases: Vec<Point>,
    tokens: Vec<Token>,
    proof: Vec<u8>,
}

/// What a table that keeps going pays each round, and when a seat has vanished.
fn locks(c: &mut Criterion) {
    let all = Locks::new();
    c.bench_function("lock 91: make, with the table of the keepers' key", |b| {
        b.iter(|| all.make(0, &all.keepers(0)));
    });
    c.bench_function("lock 91: decode and verify", |b| {
        b.iter(|| verify_all(black_box(&all.checks(0..1))).unwrap());
    });
    c.bench_function("locks 91 of seven others: decode and verify together", |b| {
        b.iter(|| verify_all(black_box(&all.checks(1..8))).unwrap());
    });

    let locks = LockedToken::decode_all(&all.received[0].1, 91).unwrap();
    c.bench_function("unlock 1: make one keeper's part", |b| b.iter(|| all.part(1, black_box(&locks[..1]))));
    c.bench_function("unlock 91: make one keeper's parts", |b| b.iter(|| all.part(1, black_box(&locks))));
    for n in [1, 91] {
        let locks = &locks[..n];
        let parts: Vec<_> = (1..8).map(|keeper| all.part(keeper, locks)).collect();
        c.bench_function(&format!("unlock {n}: decode and verify seven keepers' parts, and combine"), |b| {
            b.iter(|| all.unlock(locks, &parts));
        });
    }
}

criterion_group!(benches, shuffles, openings, claims, locks);
criterion_main!(benches);

//! Storms by their seed, and what came about in many of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::{
    ledger::{LANE_LEAVE, LANE_PLAY, LANE_VOTE},
    table::other_rules::mixed,
};

/// The match and the weather of a seed.
fn storm(seed: u64) -> Storm {
    let seats = 2 + (seed % 7) as usize;
    let proofs = if seed.is_multiple_of(3) { Proofs::EveryTurn } else { Proofs::AtScoring };
    let weather = Weather {
        lost: [0, 5, 20, 40][(seed % 4) as usize],
        doubled: [0, 10, 30][(seed / 3 % 3) as usize],
        most_delay: [5, 60, 400][(seed / 5 % 3) as usize],
        cut: [0, 3, 10][(seed / 7 % 3) as usize],
        crash: [0, 5, 20, 60][(seed / 11 % 4) as usize],
        leave: [0, 0, 10, 40][(seed / 2 % 4) as usize],
        vanish: [0, 5, 20][(seed / 3 % 3) as usize],
        grace: [u64::MAX, 200, 60, 600][(seed / 4 % 4) as usize],
        silent: false,
    };
    // Of three or four players two can be held up by a third who has voted and is silent.
    let silent = seats >= 5 && weather.leave == 0 && weather.grace != u64::MAX && seed.is_multiple_of(3);
    let weather = Weather { silent, ..weather };
    let rounds = if seats <= 3 || seed.is_multiple_of(5) { 2 } else { 1 };
    let played = match seed {
        _ if seed.is_multiple_of(13) => rules(&[("first_engine", "0")]),
        _ if seed.is_multiple_of(2) => mixed(seed),
        _ => short(rounds),
    };
    Storm::new(seats, played, proofs, weather, seed)
}

/// The same with somebody who cheats in it.
fn cheated(seed: u64) -> Storm {
    let mut storm = storm(seed);
    let seats = storm.peers.len() as u64;
    let peer = storm.below(seats) as usize;
    let told = if storm.chance(50) { u64::MAX } else { 1 + storm.below(1 << seats) };
    let lane = [LANE_PLAY, LANE_PLAY, LANE_VOTE, LANE_LEAVE][storm.below(4) as usize];
    // Votes and farewells are rare: the first one.
    let from = if lane == LANE_PLAY { storm.below(60) as u32 } else { 0 };
    let at = storm.below(1 << 16);
    storm.cheat = Some(Cheat { peer, told, lane, from, at, messages: None });
    storm
}

fn number_from(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Weather in which something broke once.
#[test]
fn seeds_that_broke_something_once() {
    // Somebody was said to be back who had left, which nobody else had heard of.
    storm(204).run();
    // A vote that a killed process had not forced to the disk was given to others after the restart, and forgotten when the power failed.
    storm(1658).run();
    // Who came back when all others had left waited to hear from them; leavers ended when only leavers knew of it.
    storm(14).run();
    storm(134).run();
    // A voter waited for somebody who had gone home; and went on without a vote that was still on its way.
    storm(68).run();
    storm(295).run();
    storm(487).run();
    // Leavers went home with a vote that nobody had, or when their farewell was refused since they sat out.
    storm(117).run();
    storm(230).run();
    storm(631).run();
    // Whoever was on another way for long was only ever given what it had.
    storm(1188).run();
}

#[test]
fn storms_break_nothing() {
    let all = run_many(storm);
    assert!(all.matches < 10 || (all.crashes > 0 && all.left > 0), "the weather was fair: {all:?}");
    // Votes cannot be withdrawn, and one of two cannot go on alone, see the protocol: now and then that holds up the rest where somebody is lost.
    assert!(all.held_up * 2 <= all.lost.max(2), "{all:?}");
}

#[test]
fn storms_name_nobody_but_the_cheat() {
    let all = run_many(cheated);
    assert!(all.matches < 10 || all.named > 0, "nobody was caught: {all:?}");
}

/// As many storms as are asked for, of which none breaks anything.
fn run_many(storm: fn(u64) -> Storm) -> Tally {
    let from = number_from("MEXTRAIN_STORM_FROM", 1);
    let seeds = from..from + number_from("MEXTRAIN_STORMS", 16);
    let mut all = Tally::default();
    let mut broken = Vec::new();
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        let run = |worker: u64| {
            let seeds = seeds.clone();
            move || {
                let (mut tally, mut broken) = (Tally::default(), Vec::new());
                for seed in seeds.filter(|seed| seed % workers == worker) {
                    let mut storm = storm(seed);
                    // A storm that breaks something has said what; the others are run all the same.
                    match catch_unwind(AssertUnwindSafe(|| storm.run())) {
                        Ok(()) => tally.take(&storm),
                        Err(_) => broken.push(seed),
                    }
                }
                (tally, broken)
            }
        };
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(run(worker))).collect();
        for thread in threads {
            let (tally, seeds) = thread.join().unwrap();
            all.add(&tally);
            broken.extend(seeds);
        }
    });
    assert_eq!(broken, [] as [u64; 0], "these seeds broke something; of the others: {all:?}");
    assert_eq!(all.matches, seeds.end - seeds.start);
    eprintln!("{all:?}");
    all
}

/// What came about in some storms.
#[derive(Debug, Default)]
struct Tally {
    matches: u64,
    events: u64,
    crashes: u64,
    left: u64,
    lost: u64,
    votes: u64,
    certificates: u64,
    kept_going: u64,
    rewound: u64,
    abandoned: u64,
    held_up: u64,
    named: u64,
}

impl Tally {
    fn take(&mut self, storm: &Storm) {
        self.matches += 1;
        self.events += storm.number;
        self.crashes += storm.peers.iter().map(|peer| u64::from(peer.crashes)).sum::<u64>();
        self.lost += storm.peers.iter().filter(|peer| peer.is_lost()).count() as u64;
        self.votes += storm.votes;
        self.abandoned += storm.abandoned;
        self.held_up += u64::from(storm.held_up);
        self.named += u64::from(storm.named);
        self.certificates += storm.certificates;
        self.kept_going += storm.kept_going;
        self.rewound += storm.peers.iter().map(|peer| u64::from(peer.rewound)).sum::<u64>();
        self.left += storm.peers.iter().filter(|peer| peer.left).count() as u64;
    }

    fn add(&mut self, other: &Tally) {
        self.matches += other.matches;
        self.events += other.events;
        self.crashes += other.crashes;
        self.left += other.left;
        self.lost += other.lost;
        self.votes += other.votes;
        self.abandoned += other.abandoned;
        self.held_up += other.held_up;
        self.named += other.named;
        self.certificates += other.certificates;
        self.kept_going += other.kept_going;
        self.rewound += other.rewound;
    }
}

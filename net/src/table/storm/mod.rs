//! Whole matches in bad weather: a seeded queue of events carries messages that are lost, doubled, late and out of order; the network is
//! cut in parts for a while; peers crash between any two things they do, and start again from what was on their disk. After every event
//! it is asked whether anything happened that never may:
//!
//! - two peers fold different things at one step, unless one of them was missing there by the others' certificate, or had left, and takes it
//!   back;
//! - somebody signs two bodies for one place;
//! - a token of a closed slot's owner is known to others, or two peers hold one tile;
//!
//! and at the end, when the weather clears, whether every match came to its end with the same scores and the same log everywhere.
//!
//! A failing seed is printed. `MEXTRAIN_STORMS=5000 cargo test --release -p mextrain-net storm` runs that many in place of the few of the
//! test suite; `MEXTRAIN_STORM_FROM` says with which seed to begin.

mod cheats;
mod invariants;
mod people;
mod programs;
mod seeds;

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use self::{cheats::Cheat, invariants::missing_by};
use super::tests::{rules, secret, short};
use super::*;
use crate::{
    absence::Absence,
    charter::{Proofs, tests::sample},
    ledger::OpenBallot,
    log::{
        self,
        frame::{FileKind, RecordWriter},
    },
};

/// For how long the weather is bad, in ticks. A tick is about a millisecond.
const STORM_LASTS: u64 = 6_000;

/// How often a peer compares how far it is with another one.
const COMPARE: u64 = 60;

/// No match takes this long.
const MOST_EVENTS: usize = 400_000;

/// How bad the weather is: chances in a hundred.
#[derive(Clone, Copy, Debug)]
struct Weather {
    lost: u64,
    doubled: u64,
    most_delay: u64,
    /// That the network is cut in two at some moment.
    cut: u64,
    /// That a peer crashes at a step it takes.
    crash: u64,
    /// That a peer leaves for good when it compares.
    leave: u64,
    /// That a peer is out of reach for a long time, and after how many ticks the others vote to go on without whoever they wait for.
    vanish: u64,
    grace: u64,
    /// That one peer is out of reach for ever from some moment on.
    silent: bool,
}

const FAIR: Weather = Weather {
    lost: 0,
    doubled: 0,
    most_delay: 5,
    cut: 0,
    crash: 0,
    leave: 0,
    vanish: 0,
    grace: u64::MAX,
    silent: false,
};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A message comes to a peer.
    Arrive { to: usize, raw: Arc<[u8]> },
    /// A peer compares with another.
    Compare { peer: usize },
    /// A player has thought.
    Decide { peer: usize },
    /// A peer starts again.
    Restart { peer: usize },
    /// The network is cut, or whole again.
    Cut { sides: u8 },
}

/// What a peer has on its disk, and the table while it runs.
struct Peer {
    table: Option<Table>,
    journal: Vec<Arc<[u8]>>,
    /// How many records of the journal are on the disk for certain.
    synced: usize,
    log: Vec<Vec<Arc<[u8]>>>,
    thinking: bool,
    crashes: u32,
    /// It has decided to leave; a crash before that was on its disk makes it forget.
    left: bool,
    /// Another had its farewell: its program has ended for good.
    home: bool,
    /// It is out of everybody's reach until then.
    unreachable_until: u64,
    /// The step it has been at, and since when.
    waits: (u32, u64),
    /// Everything that was ever folded here, by number of the step.
    folds: Vec<(u32, Vec<[u8; 32]>)>,
    rewound: u32,
    /// It has lost what was not on its disk: what it folded of it, nobody has heard of.
    forgot: bool,
    /// What stopped the match here.
    evidence: Option<Evidence>,
}

/// Author, epoch, round, attempt, step, lane, and in the lane of votes the ballot.
type Place = (u8, u16, u8, u8, u32, u8, u8);

struct Storm {
    seed: u64,
    random: u64,
    weather: Weather,
    now: u64,
    number: u64,
    queue: BinaryHeap<Reverse<(u64, u64, Event)>>,
    peers: Vec<Peer>,
    /// Which side of the cut each peer is on: bit by peer.
    sides: u8,
    charter: Vec<u8>,
    keys: Vec<SigningKey>,
    nonces: Vec<[u8; 32]>,
    /// What each author has signed for each place.
    signed: HashMap<Place, [u8; 32]>,
    /// How many votes there were, certificates, and rounds that went on all the same.
    votes: u64,
    certificates: u64,
    kept_going: u64,
    abandoned: u64,
    /// Since when the silent peer has been out of reach.
    lost_since: Option<u64>,
    /// That those who are there wait for ever for the vote of one who is not.
    held_up: bool,
    /// Who cheats, if anybody does, and whether somebody stopped for it.
    cheat: Option<Cheat>,
    named: bool,
}

impl Storm {
    fn new(seats: usize, rules: mextrain_core::Rules, proofs: Proofs, weather: Weather, seed: u64) -> Storm {
        let (mut charter, keys, nonces) = sample(seats, rules, proofs);
        charter.absence.keep_going = seats >= Absence::KEEPING && seed.is_multiple_of(2);
        let peer = || Peer {
            table: None,
            journal: Vec::new(),
            synced: 0,
            log: Vec::new(),
            thinking: false,
            crashes: 0,
            left: false,
            home: false,
            unreachable_until: 0,
            waits: (0, 0),
            folds: Vec::new(),
            rewound: 0,
            forgot: false,
            evidence: None,
        };
        let mut storm = Storm {
            seed,
            random: seed ^ 0x9e37_79b9_7f4a_7c15,
            weather,
            now: 0,
            number: 0,
            queue: BinaryHeap::new(),
            peers: (0..seats).map(|_| peer()).collect(),
            sides: 0,
            charter: charter.encode(),
            keys,
            nonces,
            signed: HashMap::new(),
            votes: 0,
            certificates: 0,
            kept_going: 0,
            abandoned: 0,
            lost_since: None,
            held_up: false,
            cheat: None,
            named: false,
        };
        for peer in 0..seats {
            storm.restart(peer);
        }
        storm
    }

    /// Runs until the match is over everywhere.
    fn run(&mut self) {
        for _ in 0..MOST_EVENTS {
            let Some(Reverse((at, _, event))) = self.queue.pop() else { break };
            self.now = at;
            if at > STORM_LASTS {
                (self.weather, self.sides) = (Weather { grace: self.weather.grace, ..FAIR }, 0);
                self.peers.iter_mut().for_each(Peer::come_back);
            }
            self.happen(event);
            if self.cheat.is_none() && self.reachable().all(|peer| peer.stage() == Some(Stage::Over)) {
                return self.assert_one_end();
            }
            if self.is_settled_with_a_cheat() {
                self.named = self.assert_the_cheat_is_named();
                return;
            }
            if self.now > STORM_LASTS && self.is_abandoned() {
                self.abandoned += 1;
                return;
            }
            let held_up = |storm: &Storm| {
                storm.waits_for_the_silent() || storm.waits_for_who_went_home() || storm.waits_for_the_cheat()
            };
            if self.now > 20 * STORM_LASTS && held_up(self) {
                self.held_up = true;
                return;
            }
        }
        let stages: Vec<_> = self.peers.iter().map(|peer| (peer.stage(), peer.log.len())).collect();
        let tables = self.peers.iter().filter_map(|peer| peer.table.as_ref());
        let ballots: Vec<_> = tables
            .map(|table| {
                let (ledger, seat) = (&table.ledger, table.seat());
                (
                    seat,
                    table.view().has_left(),
                    ledger.promised(),
                    ledger.missing(),
                    ledger.gone(),
                    ledger.playing(),
                    ledger.open_ballots(),
                    table.have(),
                )
            })
            .collect();
        let cheat = self.cheat_in_words();
        panic!("seed {}: the match does not end: {stages:?} {ballots:#?} {cheat}", self.seed);
    }

    /// Whether everybody has left or vanished: then nobody can go on.
    fn is_abandoned(&self) -> bool {
        let plays = |peer: &Peer| {
            peer.table.as_ref().is_none_or(|table| {
                let plays = table.seat().is_none_or(|seat| table.ledger.playing().contains(seat));
                plays && !table.view().has_left()
            })
        };
        let nobody_ended = self.reachable().all(|peer| peer.stage() != Some(Stage::Over));
        nobody_ended && !self.reachable().any(plays)
    }

    /// Whether somebody has agreed to go on without others, and the vote of the silent peer is what is lacking; or so many have been done
    /// without that the silent one is half of those who still play, against whom nobody can vote.
    fn waits_for_the_silent(&self) -> bool {
        let held_up = |peer: &Peer| {
            peer.table.as_ref().is_some_and(|table| {
                let ledger = &table.ledger;
                let lost = ledger.seating().and_then(|seating| seating.seat(0));
                let one_of_two = ledger.playing().len() == 2
                    && lost.is_some_and(|lost| {
                        ledger.playing().contains(lost) && ledger.missing().contains(lost)
                    });
                ledger.promised().is_some() || one_of_two
            })
        };
        self.lost_since.is_some() && self.reachable().any(held_up)
    }

    /// Whether all who have not come to the end were gone on without, had voted before that, and what is lacking is the answer of somebody who
    /// has gone home since and never heard of it.
    fn waits_for_who_went_home(&self) -> bool {
        let is_home = |seat: Seat| {
            let of_seat = |peer: &Peer| peer.table.as_ref().and_then(Table::seat) == Some(seat);
            !self.peers.iter().any(of_seat)
        };
        let waits = |peer: &Peer| {
            peer.table.as_ref().is_some_and(|table| {
                let unanswered = |open: OpenBallot| open.proposal.voters.without(open.agreed);
                let open = table.ledger.open_ballots();
                table.ledger.promised().is_some()
                    && open
                        .into_iter()
                        .flat_map(|open| unanswered(open).iter().collect::<Vec<_>>())
                        .any(is_home)
            })
        };
        let mut waiting = self.reachable().filter(|peer| peer.stage() != Some(Stage::Over)).peekable();
        let others_ended = self.reachable().any(|peer| peer.stage() == Some(Stage::Over));
        others_ended && waiting.peek().is_some() && waiting.all(waits)
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Arrive { to, raw } => {
                if let Some(table) = &mut self.peers[to].table {
                    let receipt = table.receive(&raw);
                    let blamed = match &receipt {
                        Receipt::Refused(blame) if blame.proven => Some(*blame),
                        receipt => {
                            assert!(!matches!(receipt, Receipt::NotJudged), "seed {}", self.seed);
                            None
                        }
                    };
                    assert!(
                        blamed.is_none_or(|blame| self.is_cheat(blame.member)),
                        "seed {}: {receipt:?}",
                        self.seed
                    );
                    self.carry_out(to);
                }
            }
            Event::Compare { peer } => {
                self.later(COMPARE, Event::Compare { peer });
                self.compare(peer);
                self.go_home(peer);
                self.blow(peer);
                self.leave(peer);
                self.vanish(peer);
                self.vote(peer);
            }
            Event::Decide { peer } => {
                self.peers[peer].thinking = false;
                self.decide(peer);
            }
            Event::Restart { peer } => {
                if self.peers[peer].table.is_none() && !self.peers[peer].home {
                    self.restart(peer);
                }
            }
            Event::Cut { sides } => self.sides = sides,
        }
    }

    /// A peer gives another what that one lacks, if it can reach it.
    fn compare(&mut self, peer: usize) {
        let other = self.below(self.peers.len() as u64) as usize;
        let Some(theirs) = self.peers[other].table.as_ref().map(Table::have) else { return };
        let Some(table) = &self.peers[peer].table else { return };
        // Little at a time, now and then.
        let budget = if self.seed.is_multiple_of(3) { 1 << 14 } else { 1 << 18 };
        let lacking = table.envelopes_beyond(theirs, budget);
        let hears_first = self.peers[other].table.as_ref().is_some_and(Table::hears_first);
        if !hears_first {
            lacking.iter().for_each(|raw| self.send(peer, other, raw));
        } else if peer != other && self.is_way(peer, other) && !self.chance(self.weather.lost) {
            // As it is asked for: all at once.
            let learned = |storm: &Storm| storm.peers[other].table.as_ref().map(Table::learned);
            let before = learned(self);
            for raw in lacking {
                let raw = self.as_told(peer, other, &raw);
                self.happen(Event::Arrive { to: other, raw });
            }
            if before == learned(self)
                && let Some(table) = &mut self.peers[other].table
            {
                table.caught_up();
                self.carry_out(other);
            }
        }
    }

    /// Whether what one peer sends comes to another now, if it is not lost.
    fn is_way(&self, from: usize, to: usize) -> bool {
        let parted = (self.sides >> from) & 1 != (self.sides >> to) & 1;
        let away = |peer: usize| self.peers[peer].unreachable_until > self.now;
        !parted && !away(from) && !away(to)
    }

    /// Does what a table wants done, one thing after the other; the peer may crash before each.
    fn carry_out(&mut self, peer: usize) {
        loop {
            if self.chance(self.weather.crash) && self.chance(10) {
                return self.crash(peer);
            }
            let Some(output) = self.peers[peer].table.as_mut().and_then(Table::poll_output) else { break };
            match output {
                Output::Journal(raw) => self.peers[peer].journal.push(raw),
                Output::Send(raw) => {
                    self.peers[peer].synced = self.peers[peer].journal.len();
                    self.forge(peer, &raw);
                    self.note_signed(&raw);
                    for to in 0..self.peers.len() {
                        self.send(peer, to, &raw);
                    }
                }
                Output::Rewound => {
                    let fallen = &mut self.peers[peer];
                    fallen.log.clear();
                    fallen.rewound += 1;
                }
                Output::Folded(step) => self.fold(peer, &step),
                Output::Contradicted(contradiction) => {
                    assert!(
                        self.is_cheat(Some(contradiction.member)),
                        "seed {}: {contradiction:?}",
                        self.seed
                    );
                }
                Output::Stopped(evidence) => {
                    assert!(
                        self.is_cheat(evidence.blame.member),
                        "seed {}: {evidence:?} at {:?}",
                        self.seed,
                        self.peers[peer].stage()
                    );
                    self.peers[peer].evidence = Some(evidence);
                }
                Output::Event(_) => {}
            }
        }
        self.keep_farewells(peer);
        self.assert_secrecy(peer);
        let owes =
            self.peers[peer].table.as_ref().is_some_and(|table| table.view().owing() != Owing::Nothing);
        if owes && !self.peers[peer].thinking {
            self.peers[peer].thinking = true;
            let thought = 1 + self.below(20);
            self.later(thought, Event::Decide { peer });
        }
    }

    fn send(&mut self, from: usize, to: usize, raw: &Arc<[u8]>) {
        if from == to || !self.is_way(from, to) || self.chance(self.weather.lost) {
            return;
        }
        let copies = if self.chance(self.weather.doubled) { 2 } else { 1 };
        for _ in 0..copies {
            let delay = 1 + self.below(self.weather.most_delay);
            let raw = self.as_told(from, to, raw);
            self.later(delay, Event::Arrive { to, raw });
        }
    }

    fn fold(&mut self, peer: usize, step: &[Envelope]) {
        // Steps that farewells stand for alone have no contribution of their own, but a place in the order.
        let number = self.peers[peer].log.len() as u32;
        let bodies: Vec<[u8; 32]> = step.iter().map(Envelope::body_hash).collect();
        self.certificates += u64::from(missing_by(step).is_some());
        self.kept_going += u64::from(step.iter().any(|envelope| envelope.header().kind == Kind::Unlock));
        let fallen = &mut self.peers[peer];
        fallen.folds.push((number, bodies));
        fallen.log.push(step.iter().map(|envelope| envelope.raw().clone()).collect());
    }

    /// Everybody but whoever is out of reach for ever, or has gone home.
    fn reachable(&self) -> impl Iterator<Item = &Peer> {
        self.peers.iter().filter(|peer| !peer.is_lost() && !peer.home)
    }

    /// Somebody who is there in the end.
    fn last(&self) -> &Peer {
        self.reachable().last().unwrap()
    }

    fn later(&mut self, delay: u64, event: Event) {
        self.number += 1;
        self.queue.push(Reverse((self.now + delay, self.number, event)));
    }

    fn chance(&mut self, in_a_hundred: u64) -> bool {
        in_a_hundred > 0 && self.below(100) < in_a_hundred
    }

    /// SplitMix64: enough to mix up the weather.
    fn below(&mut self, bound: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound.max(1)
    }
}

impl Peer {
    fn is_lost(&self) -> bool {
        self.unreachable_until == u64::MAX
    }

    fn come_back(&mut self) {
        if !self.is_lost() {
            self.unreachable_until = 0;
        }
    }

    fn stage(&self) -> Option<Stage> {
        self.table.as_ref().map(|table| table.ledger.stage())
    }
}

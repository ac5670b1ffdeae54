//! Whole matches at a table without a network: every message is delivered by hand, in an order that a seed decides.

use std::{collections::VecDeque, num::NonZero};

use mextrain_core::{Rules, Seat, player};
use mextrain_crypto::MatchSecret;
use proptest::prelude::*;

use super::*;
use crate::{
    charter::{Charter, Proofs, tests::sample},
    contradiction::Contradiction,
    envelope::Header,
    log::{
        self,
        frame::{FileKind, RecordWriter},
        verify::{Verdict, verify},
    },
};

/// Peers, and what is on its way between them.
pub(crate) struct Simulation {
    pub tables: Vec<Table>,
    /// For each peer what has been sent to it and has not arrived.
    inboxes: Vec<VecDeque<Arc<[u8]>>>,
    /// Everything each peer folded, in order: what its log holds.
    pub logs: Vec<Vec<Arc<[u8]>>>,
    /// Everything each peer journaled, in order.
    pub journals: Vec<Vec<Arc<[u8]>>>,
    pub happenings: Vec<Vec<Happening>>,
    /// What each peer keeps as proof that somebody contradicted itself.
    pub contradictions: Vec<Vec<Contradiction>>,
    pub charter: Vec<u8>,
    /// A peer whose contributions wait in `held` instead of going out: the cheat of an attack.
    pub held_back: Option<usize>,
    pub held: Vec<Arc<[u8]>>,
    random: u64,
}

impl Simulation {
    pub(crate) fn new(seats: usize, rules: Rules, proofs: Proofs, seed: u64) -> Simulation {
        Simulation::of(sample(seats, rules, proofs), seed)
    }

    /// At a table that goes on with a round when somebody vanishes from it.
    pub(crate) fn keeping_going(seats: usize, rules: Rules, proofs: Proofs, seed: u64) -> Simulation {
        let (mut charter, keys, nonces) = sample(seats, rules, proofs);
        charter.absence.keep_going = true;
        Simulation::of((charter, keys, nonces), seed)
    }

    fn of((charter, keys, nonces): (Charter, Vec<SigningKey>, Vec<[u8; 32]>), seed: u64) -> Simulation {
        let seats = keys.len();
        let charter = charter.encode();
        let tables = keys
            .iter()
            .zip(&nonces)
            .enumerate()
            .map(|(at, (key, nonce))| Table::new(&charter, key.clone(), secret(seed, at), *nonce).unwrap())
            .collect();
        Simulation {
            tables,
            inboxes: vec![VecDeque::new(); seats],
            logs: vec![Vec::new(); seats],
            journals: vec![Vec::new(); seats],
            happenings: vec![Vec::new(); seats],
            contradictions: vec![Vec::new(); seats],
            charter,
            held_back: None,
            held: Vec::new(),
            random: seed,
        }
    }

    /// Carries out what a peer's table wants done.
    pub(crate) fn pump(&mut self, peer: usize) {
        while let Some(output) = self.tables[peer].poll_output() {
            match output {
                Output::Journal(raw) => self.journals[peer].push(raw),
                Output::Send(raw) => {
                    assert!(
                        self.tables[peer].evidence.is_some() || self.journals[peer].contains(&raw),
                        "sent before it was journaled"
                    );
                    if self.held_back == Some(peer) {
                        self.held.push(raw);
                    } else {
                        self.send_from(peer, &raw);
                    }
                }
                Output::Rewound => self.logs[peer].clear(),
                Output::Folded(step) => self.logs[peer].extend(step.iter().map(|e| e.raw().clone())),
                Output::Stopped(_) => {}
                Output::Contradicted(contradiction) => self.contradictions[peer].push(contradiction),
                Output::Event(TableEvent::Happened { happening, .. }) => {
                    self.happenings[peer].push(happening)
                }
                Output::Event(_) => {}
            }
        }
    }

    /// Delivers one message, the oldest of a peer that the seed picks or, now and then, a younger one. Says whether there was
    /// one.
    pub(crate) fn deliver_one(&mut self) -> bool {
        let waiting: Vec<usize> =
            (0..self.inboxes.len()).filter(|&peer| !self.inboxes[peer].is_empty()).collect();
        if waiting.is_empty() {
            return false;
        }
        let peer = waiting[self.below(waiting.len())];
        let most = self.inboxes[peer].len().min(4);
        let at = self.below(most);
        let raw = self.inboxes[peer].remove(at).unwrap();
        let receipt = self.tables[peer].receive(&raw);
        assert!(!matches!(receipt, Receipt::NotJudged));
        self.pump(peer);
        true
    }

    /// Puts a message into everybody else's inbox.
    pub(crate) fn send_from(&mut self, peer: usize, raw: &Arc<[u8]>) {
        for (to, inbox) in self.inboxes.iter_mut().enumerate() {
            if to != peer {
                inbox.push_back(raw.clone());
            }
        }
    }

    /// Lets everybody who owes a decision decide, as the simple player would. Says whether anybody did.
    pub(crate) fn decide(&mut self) -> bool {
        self.decide_among(0..self.tables.len())
    }

    /// As [`Simulation::decide`], for these peers only.
    pub(crate) fn decide_among(&mut self, peers: std::ops::Range<usize>) -> bool {
        let mut any = false;
        for peer in peers {
            match self.tables[peer].view().owing() {
                Owing::Nothing => continue,
                Owing::Seal => self.tables[peer].seal(SeatSet::EMPTY).unwrap(),
                Owing::Move => {
                    let choice = player::choose(&self.tables[peer].view().seat_view().unwrap()).unwrap();
                    self.tables[peer].act(choice).unwrap();
                }
            }
            self.pump(peer);
            any = true;
        }
        any
    }

    /// Plays until nothing moves any more, fetching what was lost.
    pub(crate) fn run(&mut self) {
        (0..self.tables.len()).for_each(|peer| self.pump(peer));
        while self.deliver_one() || self.decide() || self.synchronise() {}
    }

    /// Every peer gives every other what it lacks. Says whether anything was given that counted.
    pub(crate) fn synchronise(&mut self) -> bool {
        self.synchronise_among(0..self.tables.len())
    }

    /// As [`Simulation::synchronise`], for what these peers have.
    pub(crate) fn synchronise_among(&mut self, peers: std::ops::Range<usize>) -> bool {
        let mut any = false;
        for from in peers {
            for to in 0..self.tables.len() {
                let theirs = self.tables[to].have();
                for raw in self.tables[from].envelopes_beyond(theirs, 1 << 20) {
                    any |= matches!(self.tables[to].receive(&raw), Receipt::Accepted { .. });
                }
                self.pump(to);
            }
        }
        any
    }

    /// A peer's program starts again with this journal.
    pub(crate) fn restart(&mut self, peer: usize, journal: &[Arc<[u8]>]) {
        let table = &self.tables[peer];
        let secret = MatchSecret::from_bytes(*table.secret.expose());
        let envelopes = journal.iter().map(|raw| raw.as_ref());
        let again = Table::resume(&self.charter, table.key.clone(), secret, table.nonce, envelopes);
        self.tables[peer] = again.unwrap();
        self.journals[peer] = journal.to_vec();
        self.logs[peer].clear();
        self.pump(peer);
    }

    /// A peer that has come back asks another for what it lacks, until nothing of it is news.
    pub(crate) fn catch_up(&mut self, peer: usize, from: usize) {
        for _ in 0..20 {
            let learned = self.tables[peer].learned();
            let theirs = self.tables[peer].have();
            for raw in self.tables[from].envelopes_beyond(theirs, 1 << 20) {
                self.tables[peer].receive(&raw);
            }
            self.pump(peer);
            if self.tables[peer].learned() == learned {
                self.tables[peer].caught_up();
                return self.pump(peer);
            }
        }
        panic!("peer {from} always has something new for peer {peer}");
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // Knuth's MMIX generator: good enough to mix up an order.
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % bound
    }

    pub(crate) fn stage(&self, peer: usize) -> Stage {
        self.tables[peer].view().ledger().stage()
    }

    /// The log file as a peer writes it.
    pub(crate) fn log_file(&self, peer: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        records.append(log::CHARTER, &self.charter).unwrap();
        self.logs[peer].iter().for_each(|raw| records.append(log::CONTRIBUTION, raw).unwrap());
        if let Some(evidence) = &self.tables[peer].evidence {
            log::records_of(evidence).for_each(|(kind, raw)| records.append(kind, raw).unwrap());
        }
        bytes
    }

    /// Whoever verifies a peer's log comes to the same verdict as the peer.
    pub(crate) fn assert_verifier_names(&self, peer: usize, member: usize, code: &str) {
        let report = verify(self.log_file(peer).as_slice(), NonZero::<usize>::MIN).unwrap();
        let Verdict::Failed(culprits) = report.verdict else { panic!("{:?}", report.verdict) };
        let key = self.tables[peer].ledger.charter().roster[member].key;
        let first = &culprits[0];
        assert_eq!(first.refusal.code(), code);
        assert_eq!(first.player.as_ref().map(|player| player.key), Some(key));
        assert_eq!(first.step, self.tables[peer].evidence.as_ref().unwrap().blame.step);
    }

    pub(crate) fn assert_all_ended_alike(&self) {
        let report = verify(self.log_file(0).as_slice(), NonZero::<usize>::MIN).unwrap();
        assert!(matches!(report.verdict, Verdict::Verified), "{:?}", report.verdict);
        for peer in 0..self.tables.len() {
            assert_eq!(self.stage(peer), Stage::Over, "peer {peer}");
            assert_eq!(self.logs[peer], self.logs[0], "peer {peer} has another log");
            let ledger = self.tables[peer].view();
            assert!(ledger.ledger().scoreboard().is_complete());
            assert_eq!(self.happenings[peer], self.happenings[0]);
        }
    }
}

pub(crate) fn secret(seed: u64, peer: usize) -> MatchSecret {
    let mut bytes = [peer as u8; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    MatchSecret::from_bytes(bytes)
}

pub(crate) fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (key, value) in settings {
        rules.set_option(key, value).unwrap();
    }
    rules
}

/// The shortest match of a double-nine set: its last `rounds` engines.
pub(crate) fn short(rounds: usize) -> Rules {
    rules(&[("set", "double-nine"), ("first_engine", &(rounds - 1).to_string())])
}

#[test]
fn a_match_of_two_is_played_to_its_end() {
    let mut simulation = Simulation::new(2, short(2), Proofs::EveryTurn, 1);
    simulation.run();
    simulation.assert_all_ended_alike();
}

#[test]
fn matches_of_every_size_and_both_proof_modes_end_alike() {
    for seats in 2..=8 {
        for proofs in [Proofs::EveryTurn, Proofs::AtScoring] {
            let mut simulation = Simulation::new(seats, short(1), proofs, seats as u64);
            simulation.run();
            simulation.assert_all_ended_alike();
        }
    }
}

#[test]
fn a_round_of_the_large_set_with_eight_seats() {
    let mut simulation = Simulation::new(8, rules(&[("first_engine", "0")]), Proofs::EveryTurn, 5);
    simulation.run();
    simulation.assert_all_ended_alike();
}

#[test]
fn attack_41_a_restart_at_any_moment_signs_the_same_bytes() {
    assert_restarts_alike(3, short(1), 9);
}

/// An old copy of the journal was put back: what this seat decided since, others have.
#[test]
fn attack_41_a_journal_of_before_a_decision_decides_nothing_until_another_was_heard() {
    let (seats, seed) = (3, 9);
    let mut whole = Simulation::new(seats, short(1), Proofs::EveryTurn, seed);
    whole.run();
    let (_, keys, nonces) = sample(seats, short(1), Proofs::EveryTurn);
    let journal = &whole.journals[1];
    let decided = |at: &usize| {
        let envelope = Envelope::parse(&journal[*at]).unwrap();
        matches!(envelope.header().kind, Kind::Turn | Kind::Drawn | Kind::Seal)
            && whole.tables[1].is_own(&envelope)
    };
    let decisions: Vec<usize> = (0..journal.len()).filter(decided).collect();
    assert!(decisions.len() > 3);
    for cut in decisions {
        let before = journal[..cut].iter().map(|raw| raw.as_ref());
        let (key, nonce) = (keys[1].clone(), nonces[1]);
        let mut table = Table::resume(&whole.charter, key, secret(seed, 1), nonce, before).unwrap();
        assert_eq!(table.view().owing(), Owing::Nothing);
        assert_eq!(table.seal(SeatSet::EMPTY), Err(ActError::NotOwed));
        assert_eq!(table.act(Move::Pass), Err(ActError::NotOwed));
        assert_eq!(table.leave(SeatSet::EMPTY), Err(ActError::NotHeard));
        assert_eq!(table.vote(SeatSet::EMPTY), Err(ActError::NotHeard));
        for raw in whole.tables[0].envelopes_beyond(table.have(), usize::MAX) {
            let receipt = table.receive(&raw);
            assert!(!matches!(receipt, Receipt::Refused(_)), "cut at {cut}: {receipt:?}");
        }
        table.caught_up();
        assert_eq!(table.ledger.stage(), Stage::Over, "cut at {cut}");
    }
}

/// Lets a peer of a whole match start again at many moments, and compares what it signs then.
pub(crate) fn assert_restarts_alike(seats: usize, rules: Rules, seed: u64) {
    let mut whole = Simulation::new(seats, rules, Proofs::EveryTurn, seed);
    whole.run();
    whole.assert_all_ended_alike();
    for cut in (0..whole.journals[1].len()).step_by(7) {
        assert_restart_alike(&whole, 1, Proofs::EveryTurn, seed, cut);
    }
}

/// Lets a peer of a match start again with so much of its journal, and compares what it signs then.
pub(crate) fn assert_restart_alike(whole: &Simulation, peer: usize, proofs: Proofs, seed: u64, cut: usize) {
    let charter = whole.tables[peer].ledger.charter();
    let (_, keys, nonces) = sample(whole.tables.len(), charter.rules, proofs);
    let journal = &whole.journals[peer];
    let before = journal[..cut].iter().map(|raw| raw.as_ref());
    let mut table =
        Table::resume(&whole.charter, keys[peer].clone(), secret(seed, peer), nonces[peer], before).unwrap();
    let next = table.own_contribution();
    while let Some(output) = table.poll_output() {
        if let Output::Send(raw) = output {
            let header = *Envelope::parse(&raw).unwrap().header();
            let first_time = journal.iter().find(|raw| {
                let envelope = Envelope::parse(raw).unwrap();
                let place = |header: &Header| (header.step, header.epoch, header.kind);
                place(envelope.header()) == place(&header) && table.is_own(&envelope)
            });
            assert_eq!(Some(&raw), first_time, "another body after a restart at {cut}");
        }
    }
    assert_eq!(table.view().owing(), Owing::Nothing, "decides before it has heard anybody");
    table.caught_up();
    // What is owed is there, unless it is a decision.
    assert!(next.is_some() || table.view().owing() != Owing::Nothing || !owes(&table));
}

fn owes(table: &Table) -> bool {
    let author = table.ledger.author_of(table.member).and_then(Seat::new);
    author.is_some_and(|seat| table.ledger.missing().contains(seat))
}

#[test]
fn a_peer_that_missed_everything_catches_up() {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 4);
    (0..3).for_each(|peer| simulation.pump(peer));
    loop {
        // Nothing that is gossiped ever reaches peer 2.
        simulation.inboxes[2].clear();
        if !simulation.deliver_one() && !simulation.decide() && !simulation.synchronise() {
            break;
        }
    }
    simulation.assert_all_ended_alike();
}

#[test]
fn duplicates_and_foreign_bytes_change_nothing() {
    let mut simulation = Simulation::new(2, short(1), Proofs::EveryTurn, 2);
    simulation.run();
    let log = simulation.logs[0].clone();
    for raw in &log {
        assert_eq!(simulation.tables[1].receive(raw), Receipt::Duplicate);
    }
    assert!(matches!(simulation.tables[1].receive(b"hello"), Receipt::Refused(_)));
    simulation.assert_all_ended_alike();
}

#[test]
fn illegal_moves_of_the_player_are_refused_and_change_nothing() {
    let mut simulation = Simulation::new(2, short(1), Proofs::EveryTurn, 3);
    (0..2).for_each(|peer| simulation.pump(peer));
    while simulation.deliver_one() || simulation.synchronise() {}
    let mover = (0..2).find(|&peer| simulation.tables[peer].view().owing() == Owing::Move).unwrap();
    let other = 1 - mover;
    assert_eq!(simulation.tables[other].act(Move::Draw), Err(ActError::NotOwed));
    assert_eq!(simulation.tables[mover].seal(SeatSet::EMPTY), Err(ActError::NotOwed));
    let have = simulation.tables[mover].have();
    let view = simulation.tables[mover].view().seat_view().unwrap();
    let legal: Vec<Move> = view.moves().collect();
    let all = view.round().rules().set().tiles();
    let trains: Vec<_> = view.round().seats().trains().collect();
    let plays = all.iter().flat_map(|tile| trains.iter().map(move |&train| Move::Play { tile, train }));
    let illegal: Vec<Move> =
        plays.chain([Move::Draw, Move::Pass]).filter(|choice| !legal.contains(choice)).collect();
    for choice in illegal {
        let refused = simulation.tables[mover].act(choice);
        assert!(
            matches!(refused, Err(ActError::Illegal(reason)) if reason != RuleRefusal::NotExpected),
            "{choice}"
        );
    }
    assert_eq!(simulation.tables[mover].have(), have);
    assert!(simulation.tables[mover].poll_output().is_none());
}

#[test]
fn only_the_owner_can_see_a_hand() {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 8);
    (0..3).for_each(|peer| simulation.pump(peer));
    while simulation.deliver_one() || simulation.synchronise() {}
    for peer in 0..3 {
        let mine = simulation.tables[peer].view();
        let (seat, hidden) = (mine.seat().unwrap(), mine.ledger().hidden().unwrap());
        let opener = simulation.tables[peer].opener.as_ref().unwrap();
        for other in mine.ledger().seats().iter().filter(|&other| other != seat) {
            for slot in hidden.closed_slots(other) {
                assert!(opener.look(hidden, slot).is_err());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn any_order_of_delivery_ends_alike(seed in any::<u64>(), seats in 2usize..=4) {
        let mut simulation = Simulation::new(seats, short(1), Proofs::AtScoring, seed);
        simulation.run();
        simulation.assert_all_ended_alike();
    }
}

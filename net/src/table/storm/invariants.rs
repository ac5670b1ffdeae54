//! What never may happen in a storm, whatever the weather.

use std::num::NonZero;

use super::*;
use crate::log::verify::{Verdict, verify};

impl Storm {
    /// What anybody has ever folded is what the log says, but for whoever was missing by a certificate there or before.
    pub(super) fn assert_nobody_went_another_way(&self) {
        let log: Vec<Vec<Envelope>> = self.last().log.iter().map(|step| parsed(step)).collect();
        let seating = self.last().table.as_ref().unwrap().ledger.seating().unwrap();
        for (peer, Peer { folds, .. }) in self.peers.iter().enumerate().filter(|(_, peer)| !peer.is_lost()) {
            let seat = seating.seat(peer).unwrap();
            for (number, bodies) in folds {
                let step = *number as usize;
                // Whoever was missing may have come further than the log.
                let counts: Option<Vec<[u8; 32]>> =
                    log.get(step).map(|step| step.iter().map(Envelope::body_hash).collect());
                let was_missing = || {
                    let missing = log.iter().take(step + 1).filter_map(|step| missing_by(step));
                    missing.into_iter().any(|missing| missing.contains(seat))
                };
                // Whoever has left has no vote: it only follows.
                let ledger = &self.last().table.as_ref().unwrap().ledger;
                let has_left = || ledger.left_before(u8::from(seat), *number);
                let seed = self.seed;
                assert!(
                    counts.as_ref() == Some(bodies) || was_missing() || has_left(),
                    "seed {seed}: {peer} (seat {seat}) folded another step {step}"
                );
            }
        }
    }

    pub(super) fn note_signed(&mut self, raw: &[u8]) {
        let envelope = Envelope::parse(raw).unwrap();
        if self.is_cheat(self.author_of(&envelope)) {
            return;
        }
        let mut at = *envelope.header();
        if at.lane == LANE_LEAVE {
            // One a match, whatever step it names.
            at.step = 0;
        }
        let before_match = u8::from(at.step < 2);
        let lane = at.lane + 3 * before_match;
        let ballot = match at.kind {
            Kind::TimeoutVote => envelope.payload()[0],
            Kind::TimeoutCancel => u8::MAX,
            _ => 0,
        };
        let place = (at.author, at.epoch, at.round, at.attempt, at.step, lane, ballot);
        let body = self.signed.entry(place).or_insert_with(|| envelope.body_hash());
        assert_eq!(*body, envelope.body_hash(), "seed {}: two bodies for {at:?}", self.seed);
    }

    pub(super) fn assert_secrecy(&self, peer: usize) {
        let Some(table) = &self.peers[peer].table else { return };
        if let Some(hidden) = table.ledger.hidden() {
            assert!(
                hidden.keeps_secrets(table.ledger.unlocked()),
                "seed {}: an owner's token of a closed slot",
                self.seed
            );
        }
        let at = |table: &Table| (table.ledger.epoch(), table.ledger.round_index(), table.ledger.attempt());
        let here = (at(table), table.view().hand());
        for other in
            self.peers.iter().enumerate().filter(|(at, _)| *at != peer).filter_map(|(_, p)| p.table.as_ref())
        {
            let shared = other.view().hand().iter().find(|tile| here.1.contains(*tile));
            let same_round = at(other) == here.0;
            assert!(!same_round || shared.is_none(), "seed {}: two hold {shared:?}", self.seed);
        }
    }

    pub(super) fn assert_one_end(&self) {
        self.assert_nobody_went_another_way();
        let board = |peer: &Peer| peer.table.as_ref().map(|table| table.ledger.scoreboard().clone());
        for peer in self.reachable() {
            assert_eq!(board(peer), board(self.last()), "seed {}", self.seed);
            assert!(peer.log == self.last().log, "seed {}: the logs differ", self.seed);
        }
        let report = verify(self.log_file().as_slice(), NonZero::<usize>::MIN).unwrap();
        assert!(matches!(report.verdict, Verdict::Verified), "seed {}: {:?}", self.seed, report.verdict);
        assert_eq!(report.totals, board(self.last()).unwrap().totals(), "seed {}", self.seed);
    }

    pub(super) fn log_file(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        records.append(log::CHARTER, &self.charter).unwrap();
        for raw in self.last().log.iter().flatten() {
            records.append(log::CONTRIBUTION, raw).unwrap();
        }
        bytes
    }
}

pub(super) fn parsed(step: &[Arc<[u8]>]) -> Vec<Envelope> {
    step.iter().map(|raw| Envelope::parse(raw).unwrap()).collect()
}

/// Who is missing by the certificate that a step is, if it is one.
pub(super) fn missing_by(step: &[Envelope]) -> Option<SeatSet> {
    let vote = step.iter().find(|envelope| envelope.header().kind == Kind::TimeoutVote)?;
    Some(SeatSet::from_bits(vote.payload()[1]))
}

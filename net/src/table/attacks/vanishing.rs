//! Votes that are false or doubled, certificates that lack votes, and players who stop when they have seen their hand.

use std::num::NonZero;

use super::*;
use crate::{
    ledger::{LANE_VOTE, Proposal, write_vote},
    log::{
        self,
        frame::{FileKind, RecordWriter},
        verify::{Verdict, verify},
    },
};

/// Four players in the middle of a deal: whoever sits at `absent` contributes nothing from some step on, and all the others have what
/// there is.
pub(super) struct Absence {
    pub(super) simulation: Simulation,
    /// The peer that keeps silent, and its seat.
    pub(super) absent: usize,
    pub(super) seat: Seat,
}

impl Absence {
    /// Peer 0 says nothing from the first step on whose kind is `kind`.
    fn from(seats: usize, kind: Kind) -> Absence {
        Absence::seeded(seats, kind, 11).expect("peer 0 comes to owe such a contribution")
    }

    fn seeded(seats: usize, kind: Kind, seed: u64) -> Option<Absence> {
        Absence::at(Simulation::new(seats, short(2), Proofs::EveryTurn, seed), kind)
    }

    /// The same at a table that has not begun yet; `None` where peer 0 never comes to owe such a contribution.
    pub(super) fn at(mut simulation: Simulation, kind: Kind) -> Option<Absence> {
        let seats = simulation.tables.len();
        simulation.held_back = Some(0);
        (0..seats).for_each(|peer| simulation.pump(peer));
        loop {
            while simulation.deliver_one() || simulation.synchronise_among(1..seats) {}
            if simulation.held.is_empty() {
                let table = &simulation.tables[0];
                let decides = table.view().owing() != Owing::Nothing;
                if decides && simulation.stage(0).kind() == Some(kind) {
                    break;
                }
                if !simulation.decide() {
                    return None;
                }
                continue;
            }
            let raw = simulation.held.remove(0);
            if Envelope::parse(&raw).unwrap().header().kind == kind {
                simulation.held.insert(0, raw);
                break;
            }
            simulation.send_from(0, &raw);
        }
        while simulation.decide_among(1..seats)
            || simulation.deliver_one()
            || simulation.synchronise_among(1..seats)
        {}
        let seat = simulation.tables[0].seat().unwrap();
        Some(Absence { simulation, absent: 0, seat })
    }

    pub(super) fn ledger(&self, peer: usize) -> &Ledger {
        &self.simulation.tables[peer].ledger
    }

    /// What the absent one has to say, now that it is back.
    pub(super) fn late(&mut self) -> Vec<Arc<[u8]>> {
        self.simulation.decide_among(0..1);
        std::mem::take(&mut self.simulation.held)
    }

    /// The absent one is back, and everybody gets what it sends.
    pub(super) fn is_over(&mut self) {
        for raw in self.late() {
            self.simulation.send_from(0, &raw);
        }
        self.simulation.held_back = None;
        while self.simulation.deliver_one() || self.simulation.synchronise() {}
    }

    pub(super) fn others(&self) -> std::ops::Range<usize> {
        1..self.simulation.tables.len()
    }

    pub(super) fn missing(&self) -> SeatSet {
        [self.seat].into_iter().collect()
    }

    /// What everybody but the absent one would sign.
    fn proposal(&self) -> Proposal {
        let voters = self.ledger(1).playing().without(self.missing());
        Proposal { missing: self.missing(), voters }
    }

    fn vote_of(&self, peer: usize, payload: &[u8]) -> Envelope {
        self.voice_of(peer, Kind::TimeoutVote, payload)
    }

    fn voice_of(&self, peer: usize, kind: Kind, payload: &[u8]) -> Envelope {
        let table = &self.simulation.tables[peer];
        let author = u8::from(table.seat().unwrap());
        let step = self.ledger(1).step();
        let header = self.ledger(1).voice_header(author, step, kind).unwrap();
        Envelope::sign(header, payload, &table.key).unwrap()
    }

    /// Gives an envelope to the peers of `others` and asserts what each says.
    pub(super) fn assert_refused(&mut self, envelope: &Envelope, code: &str, by: usize) {
        for peer in self.others().filter(|peer| *peer != by) {
            let receipt = self.simulation.tables[peer].receive(envelope.raw());
            let Receipt::Refused(blame) = receipt else { panic!("{code}: {receipt:?}") };
            assert_eq!((blame.refusal.code(), blame.proven, blame.member), (code, true, Some(by)));
            self.simulation.pump(peer);
            self.simulation.assert_verifier_names(peer, by, code);
        }
    }

    pub(super) fn vote(&mut self) {
        let missing = self.missing();
        for peer in self.others() {
            self.simulation.tables[peer].vote(missing).unwrap();
            self.simulation.pump(peer);
        }
        while self.simulation.deliver_one() || self.simulation.synchronise_among(self.others()) {}
    }
}

pub(super) fn play_on(absence: &mut Absence) {
    let others = absence.others();
    let simulation = &mut absence.simulation;
    while simulation.decide_among(others.clone())
        || simulation.deliver_one()
        || simulation.synchronise_among(others.clone())
    {}
}

#[test]
fn attack_39_two_votes_in_one_ballot() {
    let mut absence = Absence::from(5, Kind::Deal);
    let proposal = absence.proposal();
    let other_seat =
        proposal.voters.iter().find(|seat| absence.simulation.tables[1].seat() != Some(*seat)).unwrap();
    let mut missing = proposal.missing;
    missing.insert(other_seat);
    let other = Proposal { missing, voters: proposal.voters.without(missing) };
    let first = absence.vote_of(1, &write_vote(0, proposal));
    for peer in 2..5 {
        assert!(matches!(absence.simulation.tables[peer].receive(first.raw()), Receipt::Accepted { .. }));
        assert_eq!(absence.simulation.tables[peer].receive(first.raw()), Receipt::Duplicate);
    }
    let second = absence.vote_of(1, &write_vote(0, other));
    absence.assert_refused(&second, "equivocation", 1);
}

#[test]
fn attack_39_vote_and_cancel_in_one_ballot() {
    for cancel_first in [false, true] {
        let mut absence = Absence::from(4, Kind::Deal);
        let vote = absence.vote_of(1, &write_vote(0, absence.proposal()));
        // In the first ballot it says not to vote, or not to have voted.
        let cancel = absence.voice_of(1, Kind::TimeoutCancel, &[0; 8]);
        let (first, second) = if cancel_first { (cancel, vote) } else { (vote, cancel) };
        for peer in 2..4 {
            let receipt = absence.simulation.tables[peer].receive(first.raw());
            assert!(matches!(receipt, Receipt::Accepted { .. }), "{receipt:?}");
        }
        absence.assert_refused(&second, "equivocation", 1);
    }
}

/// A vote, and a farewell that says to have left before.
#[test]
fn attack_39_a_vote_behind_a_farewell_in_either_order() {
    for vote_first in [false, true] {
        let mut absence = Absence::from(4, Kind::Turn);
        let vote = absence.vote_of(1, &write_vote(0, absence.proposal()));
        let table = &absence.simulation.tables[1];
        let step = vote.header().step - 1;
        let (lane, kind) = (crate::ledger::LANE_LEAVE, Kind::Farewell);
        let header = Header { step, lane, kind, previous: [0; 32], ..*vote.header() };
        let farewell =
            Envelope::sign(header, &table.opener.as_ref().unwrap().farewell(), &table.key).unwrap();
        let (first, second) = if vote_first { (vote, farewell) } else { (farewell, vote) };
        for peer in 2..4 {
            let receipt = absence.simulation.tables[peer].receive(first.raw());
            assert!(matches!(receipt, Receipt::Accepted { .. }), "{receipt:?}");
        }
        absence.assert_refused(&second, "equivocation", 1);
    }
}

/// Whoever leaves votes no more: nobody who wants to go on waits for it.
#[test]
fn whoever_leaves_is_not_waited_for() {
    let mut absence = Absence::from(4, Kind::Turn);
    absence.simulation.tables[1].leave(SeatSet::EMPTY).unwrap();
    absence.simulation.pump(1);
    while absence.simulation.deliver_one() {}
    let proposal = Proposal { missing: absence.missing(), voters: absence.proposal().voters };
    let vote = absence.vote_of(2, &write_vote(0, proposal));
    assert!(matches!(absence.simulation.tables[3].receive(vote.raw()), Receipt::Accepted { .. }));
    assert_eq!(absence.ledger(3).open_ballots(), [], "who has left is waited for");
}

#[test]
fn attack_39_a_vote_of_half_the_table_or_less() {
    for seats in [2, 4] {
        let mut absence = Absence::from(seats, Kind::Deal);
        let all = absence.ledger(1).playing();
        let own = absence.simulation.tables[1].seat().unwrap();
        let mut voters: SeatSet = [own].into_iter().collect();
        if seats == 4 {
            voters.insert(all.without(absence.missing()).iter().find(|seat| *seat != own).unwrap());
        }
        let missing = all.without(voters);
        assert_eq!(absence.simulation.tables[1].vote(missing), Err(ActError::TooFew));
        let vote = absence.vote_of(1, &write_vote(0, Proposal { missing, voters }));
        if seats > 2 {
            absence.assert_refused(&vote, "quorum", 1);
        }
    }
}

#[test]
fn attack_39_votes_that_say_what_cannot_be() {
    let payloads = |absence: &Absence| {
        let Proposal { missing, voters } = absence.proposal();
        let (own, nobody) = (absence.simulation.tables[1].seat().unwrap(), SeatSet::EMPTY);
        let own: SeatSet = [own].into_iter().collect();
        let vote = |missing, voters| write_vote(0, Proposal { missing, voters });
        [
            ("not-expected", vote(nobody, voters)),
            ("not-expected", vote(missing.union(own), voters)),
            ("not-expected", vote(missing, voters.without(own))),
            ("not-expected", vote(missing, voters.union(SeatSet::from_bits(0x80)))),
            // Nobody waits for this one.
            ("not-expected", vote(voters.without(own), own.union(missing).union(voters.without(own)))),
            ("length", vec![0, 1]),
            ("length", vec![0, 1, 2, 3]),
            ("length", vec![64, missing.bits(), voters.bits()]),
            ("length", Vec::new()),
        ]
    };
    let many = payloads(&Absence::from(4, Kind::Deal)).len();
    for at in 0..many {
        let mut absence = Absence::from(4, Kind::Deal);
        let (code, payload) = payloads(&absence).into_iter().nth(at).unwrap();
        let vote = absence.vote_of(1, &payload);
        absence.assert_refused(&vote, code, 1);
    }
}

#[test]
fn attack_38_votes_of_elsewhere_accuse_nobody() {
    for (change, code) in elsewhere() {
        let mut absence = Absence::from(4, Kind::Deal);
        let good = absence.vote_of(1, &write_vote(0, absence.proposal()));
        let (mut header, key) = (*good.header(), absence.simulation.tables[1].key.clone());
        change(&mut header);
        let envelope = Envelope::sign(header, good.payload(), &key).unwrap();
        let receipt = absence.simulation.tables[2].receive(envelope.raw());
        let Receipt::Refused(blame) = receipt else { panic!("{code}: {receipt:?}") };
        assert_eq!((blame.refusal.code(), blame.proven), (code, false));
    }
    let mut absence = Absence::from(4, Kind::Deal);
    let good = absence.vote_of(1, &write_vote(0, absence.proposal()));
    let (header, key) = (*good.header(), absence.simulation.tables[1].key.clone());
    let forged = Envelope::sign(header, good.payload(), &absence.simulation.tables[3].key).unwrap();
    let receipt = absence.simulation.tables[2].receive(forged.raw());
    assert!(matches!(receipt, Receipt::Refused(Blame { refusal: Refusal::Signature, proven: false, .. })));
    let early = Envelope::sign(Header { step: header.step + 1, ..header }, good.payload(), &key).unwrap();
    assert_eq!(absence.simulation.tables[2].receive(early.raw()), Receipt::Early);
    assert!(matches!(absence.simulation.tables[2].receive(good.raw()), Receipt::Accepted { .. }));
}

/// A file whose certificate lacks the vote of somebody who is not missing proves nothing of the kind.
#[test]
fn attack_39_a_certificate_without_one_vote() {
    let mut absence = Absence::from(4, Kind::Deal);
    let step = absence.ledger(1).step();
    absence.vote();
    play_on(&mut absence);
    let votes = |raw: &Arc<[u8]>| {
        let header = *Envelope::parse(raw).unwrap().header();
        header.lane == LANE_VOTE && header.step == step
    };
    let log = absence.simulation.logs[1].clone();
    assert_eq!(log.iter().filter(|raw| votes(raw)).count(), 3);
    for left_out in 0..3 {
        let mut bytes = Vec::new();
        let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        records.append(log::CHARTER, &absence.simulation.charter).unwrap();
        let mut seen = 0;
        for raw in &log {
            let leave_out = votes(raw) && seen == left_out;
            seen += usize::from(votes(raw));
            if !leave_out {
                records.append(log::CONTRIBUTION, raw).unwrap();
            }
        }
        let report = verify(bytes.as_slice(), NonZero::<usize>::MIN).unwrap();
        let Verdict::Failed(culprits) = report.verdict else { panic!("{:?}", report.verdict) };
        assert_eq!((culprits[0].refusal.code(), culprits[0].step), ("quorum", step));
        assert!(culprits[0].player.is_none(), "nobody signed what the file leaves out");
    }
}

/// The last token is withheld by somebody who has seen a hand: the round is dealt again without them, with other keys, and they
/// score for it.
#[test]
fn attack_40_the_last_token_is_withheld() {
    for kind in [Kind::RoundKey, Kind::Shuffle, Kind::Deal, Kind::Engine, Kind::Turn, Kind::DrawToken] {
        let mut absence = Absence::from(4, kind);
        let (absent, seat) = (absence.absent, absence.seat);
        let keys = |absence: &Absence| -> Vec<_> {
            let ledger = absence.ledger(1);
            let hidden = ledger.hidden().unwrap();
            ledger.seats().iter().filter_map(|seat| hidden.key(seat)).map(|key| *key.bytes()).collect()
        };
        let before = keys(&absence);
        absence.vote();
        let ledger = absence.ledger(1);
        assert_eq!((ledger.attempt(), ledger.epoch()), (1, 1), "{kind:?}");
        assert!(!ledger.present().contains(seat) && ledger.away().contains(seat));
        while absence.simulation.deliver_one() {}
        assert!(keys(&absence).iter().all(|key| !before.contains(key)), "{kind:?}: a key is used again");
        // What the absent one still sends of the void attempt changes nothing, and accuses nobody.
        for raw in std::mem::take(&mut absence.simulation.held) {
            for peer in absence.others() {
                let receipt = absence.simulation.tables[peer].receive(&raw);
                assert!(!matches!(receipt, Receipt::Refused(Blame { proven: true, .. })), "{receipt:?}");
            }
        }
        play_on(&mut absence);
        // Everybody has sealed; with the next round the absent one could be back.
        let board = absence.ledger(1).scoreboard().clone();
        let first = &board.rounds()[0];
        let worst =
            first.iter().zip(0..).filter(|(_, at)| *at != seat.index()).map(|(score, _)| *score).max();
        assert_eq!(first[seat.index()], worst.unwrap().max(50), "{kind:?}");
        assert_eq!(absence.simulation.stage(1), Stage::Over, "{kind:?}");
        for peer in absence.others() {
            assert_eq!(absence.simulation.logs[peer], absence.simulation.logs[1]);
        }
        let report = verify(absence.simulation.log_file(1).as_slice(), NonZero::<usize>::MIN).unwrap();
        assert!(matches!(report.verdict, Verdict::Verified), "{:?}", report.verdict);
        // And the absent one, back now, takes all of it, whatever it had built on by itself.
        absence.simulation.held_back = None;
        while absence.simulation.synchronise() {}
        assert_eq!(absence.simulation.stage(absent), Stage::Over, "{kind:?}");
        assert_eq!(absence.simulation.logs[absent], absence.simulation.logs[1], "{kind:?}");
    }
}

/// At the score there is nothing to void: who does not open scores for it, and who is back by then plays the next round.
#[test]
fn attack_40_a_hand_that_is_never_opened() {
    // Whoever is absent has to hold something at the end.
    let mut absence = (0..20)
        .find_map(|seed| Absence::seeded(3, Kind::Score, seed))
        .expect("a round that peer 0 does not win");
    absence.vote();
    let (absent, seat) = (absence.absent, absence.seat);
    assert_eq!(absence.ledger(1).attempt(), 0);
    assert_eq!(absence.ledger(1).stage(), Stage::Sealing);
    let board = absence.ledger(1).scoreboard().rounds()[0].clone();
    let worst = board.iter().zip(0..).filter(|(_, at)| *at != seat.index()).map(|(score, _)| *score).max();
    assert_eq!(board[seat.index()], worst.unwrap().max(50));
    // Back before the others are ready for the next round.
    absence.simulation.held_back = None;
    absence.simulation.held.clear();
    while absence.simulation.synchronise() {}
    assert_eq!(absence.simulation.tables[absent].view().owing(), Owing::Nothing);
    let back = absence.missing();
    for peer in absence.others() {
        absence.simulation.tables[peer].seal(back).unwrap();
        absence.simulation.pump(peer);
    }
    absence.simulation.run();
    assert!(absence.simulation.happenings[1].contains(&Happening::Back { seat }));
    for peer in 0..3 {
        assert_eq!(absence.simulation.stage(peer), Stage::Over);
        assert_eq!(absence.simulation.logs[peer], absence.simulation.logs[1]);
    }
    let board = absence.ledger(absent).scoreboard().clone();
    assert_eq!(board.rounds().len(), 2);
}

/// Somebody who has voted does not build on what comes late, until somebody else says to have built on it.
#[test]
fn a_late_contribution_ends_a_ballot_that_nobody_else_has_voted_in() {
    let mut absence = Absence::from(3, Kind::Deal);
    let step = absence.ledger(1).step();
    let missing = absence.missing();
    absence.simulation.tables[1].vote(missing).unwrap();
    absence.simulation.pump(1);
    let late = absence.simulation.held.remove(0);
    absence.simulation.held_back = None;
    // It comes to the one who has voted, who waits, and to the other one, who has not heard of the vote.
    absence.simulation.tables[1].receive(&late);
    assert_eq!(absence.ledger(1).step(), step, "a promise is kept");
    absence.simulation.tables[2].receive(&late);
    assert!(absence.ledger(2).step() > step);
    absence.simulation.run();
    assert_eq!(absence.ledger(1).epoch(), 0, "nobody was left out");
    for peer in 0..3 {
        assert_eq!(absence.simulation.stage(peer), Stage::Over);
        assert_eq!(absence.simulation.logs[peer], absence.simulation.logs[0]);
    }
}

/// A vote and a later contribution of one author do not prove that it broke its word: another voter has shown it a cancel, and gives the
/// others a vote. That one is accused, by whoever sees both.
#[test]
fn attack_39_who_went_on_for_a_cancel_that_others_never_saw_is_not_accused() {
    let mut absence = Absence::from(4, Kind::Deal);
    let (step, missing) = (absence.ledger(1).step(), absence.missing());
    let payload = write_vote(0, absence.proposal());
    let (vote, cancel) = (absence.vote_of(2, &payload), absence.voice_of(2, Kind::TimeoutCancel, &[0; 8]));
    let late = absence.simulation.held[0].clone();
    // Peer 1 has voted, is shown the cancel of peer 2, and goes on with what came late.
    absence.simulation.tables[1].vote(missing).unwrap();
    assert_eq!(absence.simulation.tables[1].receive(&late), Receipt::Accepted { step, member: 0 });
    assert_eq!(absence.ledger(1).step(), step);
    absence.simulation.tables[1].receive(cancel.raw());
    assert_eq!(absence.ledger(1).step(), step + 1);
    absence.simulation.pump(1);
    // Peer 3 sees all votes, and goes on without the seat.
    absence.simulation.tables[3].vote(missing).unwrap();
    let signed = absence.simulation.journals[1].clone();
    let of_peer_1 = |kind: Kind| {
        let own = |raw: &&Arc<[u8]>| {
            let header = *Envelope::parse(raw).unwrap().header();
            header.kind == kind
                && header.step >= step
                && absence.simulation.tables[1].is_own(&Envelope::parse(raw).unwrap())
        };
        signed.iter().find(own).unwrap().clone()
    };
    let (voted, went_on) = (of_peer_1(Kind::TimeoutVote), of_peer_1(Kind::Engine));
    absence.simulation.tables[3].receive(&voted);
    absence.simulation.tables[3].receive(vote.raw());
    assert_eq!((absence.ledger(3).epoch(), absence.ledger(3).attempt()), (1, 1));
    let receipt = absence.simulation.tables[3].receive(&went_on);
    assert!(matches!(receipt, Receipt::Refused(Blame { proven: false, .. })), "{receipt:?}");
    // Where the two of peer 2 meet, it is accused.
    for (peer, second) in [(1, &vote), (3, &cancel)] {
        let receipt = absence.simulation.tables[peer].receive(second.raw());
        let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
        assert_eq!((blame.member, blame.refusal.code(), blame.proven), (Some(2), "equivocation", true));
        absence.simulation.pump(peer);
        assert_eq!(absence.simulation.contradictions[peer].len(), 1);
    }
}

/// Two players cannot go on without one of them; nor can half of four.
#[test]
fn half_the_table_waits() {
    let mut absence = Absence::from(2, Kind::Deal);
    let missing = absence.missing();
    assert_eq!(absence.simulation.tables[1].vote(missing), Err(ActError::TooFew));
    let waited_for_nobody = SeatSet::EMPTY;
    assert_eq!(absence.simulation.tables[1].vote(waited_for_nobody), Err(ActError::NotOwed));
    let mut absence = Absence::from(4, Kind::Deal);
    let own = absence.simulation.tables[1].seat().unwrap();
    let mut missing = absence.missing();
    missing.insert(absence.proposal().voters.iter().find(|seat| *seat != own).unwrap());
    assert_eq!(absence.simulation.tables[1].vote(missing), Err(ActError::TooFew));
    let everybody = absence.ledger(1).playing();
    assert_eq!(absence.simulation.tables[1].vote(everybody), Err(ActError::NotOwed), "an own vote is needed");
}

/// Votes that have had their say do not keep a later fault from being named by whoever verifies the log.
#[test]
fn a_fault_after_a_certificate_is_named() {
    let mut absence = Absence::from(4, Kind::Deal);
    absence.vote();
    assert_eq!(absence.ledger(1).epoch(), 1);
    let vote = absence.vote_of(1, &[0, 1]);
    absence.assert_refused(&vote, "length", 1);
}

/// One author cannot use up a step's ballots: nobody follows it far ahead.
#[test]
fn a_vote_in_the_last_ballot_stops_nobody() {
    let mut absence = Absence::from(4, Kind::Deal);
    let last = absence.vote_of(1, &write_vote(63, absence.proposal()));
    for peer in 2..4 {
        assert!(matches!(absence.simulation.tables[peer].receive(last.raw()), Receipt::Accepted { .. }));
        let missing = absence.missing();
        absence.simulation.tables[peer].vote(missing).unwrap();
    }
    let ballots: Vec<u8> = absence.ledger(2).open_ballots().iter().map(|open| open.ballot).collect();
    assert_eq!(ballots, [63, 0]);
}

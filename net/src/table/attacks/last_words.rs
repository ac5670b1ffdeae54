//! What a farewell says of its author's votes: that nobody waits for others, and that whoever gives one all the same is named.

use super::{keeping::assert_one_end, vanishing::Absence, vanishing::play_on, *};
use crate::ledger::{LANE_LEAVE, LANE_VOTE, Proposal, write_vote};

/// The farewell that a peer could sign, naming a step that is not whole yet, and these bytes about its votes.
fn farewell(absence: &Absence, peer: usize, step: u32, said: &[u8]) -> Envelope {
    let table = &absence.simulation.tables[peer];
    let author = u8::from(table.seat().unwrap());
    let here = absence.ledger(2).voice_header(author, absence.ledger(2).step(), Kind::TimeoutVote).unwrap();
    let header = Header { step, lane: LANE_LEAVE, kind: Kind::Farewell, previous: [0; 32], ..here };
    let payload = [&table.opener.as_ref().unwrap().farewell()[..], said].concat();
    Envelope::sign(header, &payload, &table.key).unwrap()
}

/// A vote of peer 1 in a ballot, to go on without the absent one.
fn vote(absence: &Absence, ballot: u8) -> Envelope {
    let table = &absence.simulation.tables[1];
    let (author, step) = (u8::from(table.seat().unwrap()), absence.ledger(2).step());
    let voters = absence.ledger(2).playing().without(absence.missing());
    let header = absence.ledger(2).voice_header(author, step, Kind::TimeoutVote).unwrap();
    assert_eq!(header.lane, LANE_VOTE);
    let proposal = Proposal { missing: absence.missing(), voters };
    Envelope::sign(header, &write_vote(ballot, proposal), &table.key).unwrap()
}

/// What a farewell says of this vote.
fn named(vote: &Envelope) -> Vec<u8> {
    [&vote.header().step.to_le_bytes()[..], vote.payload()].concat()
}

fn absence(seats: usize, kind: Kind) -> Absence {
    let table = |seed| Simulation::new(seats, short(2), Proofs::EveryTurn, seed);
    (0..40).find_map(|seed| Absence::at(table(seed), kind)).expect("peer 0 comes to owe such a contribution")
}

/// The others stop waiting for a vote once a farewell is known; would it come all the same, some would have gone on and others not.
#[test]
fn attack_39_a_vote_that_its_authors_farewell_does_not_name() {
    for (later, vote_first) in [(0, false), (0, true), (u32::MAX, false), (u32::MAX, true)] {
        let mut absence = absence(4, Kind::Turn);
        let step = absence.ledger(2).step();
        let (given, unnamed) = (vote(&absence, 1), vote(&absence, 0));
        let farewell = farewell(&absence, 1, step.saturating_add(later), &named(&given));
        let (first, second) = if vote_first { (unnamed, farewell) } else { (farewell, unnamed) };
        for peer in 2..4 {
            let table = &mut absence.simulation.tables[peer];
            assert!(matches!(table.receive(given.raw()), Receipt::Accepted { .. }));
            let receipt = table.receive(first.raw());
            assert!(matches!(receipt, Receipt::Accepted { .. } | Receipt::Early), "{receipt:?}");
        }
        absence.assert_refused(&second, "equivocation", 1);
        for peer in 2..4 {
            let [contradiction] = &absence.simulation.contradictions[peer][..] else { panic!("no proof") };
            assert!(contradiction.member == 1 && contradiction.stops);
        }
    }
}

/// What a farewell names may be on its way: that ballot is open still.
#[test]
fn a_vote_that_a_farewell_names_is_waited_for() {
    let mut absence = absence(4, Kind::Turn);
    let step = absence.ledger(2).step();
    let vote = vote(&absence, 0);
    let farewell = farewell(&absence, 1, step, &named(&vote));
    let missing = absence.missing();
    for peer in 2..4 {
        let table = &mut absence.simulation.tables[peer];
        assert_eq!(table.receive(farewell.raw()), Receipt::Early);
        table.vote(missing).unwrap();
        absence.simulation.pump(peer);
    }
    while absence.simulation.deliver_one() {}
    assert_eq!(absence.ledger(2).open_ballots().len(), 1);
    assert_eq!(absence.ledger(2).epoch(), 0);
    for peer in 2..4 {
        assert!(matches!(absence.simulation.tables[peer].receive(vote.raw()), Receipt::Accepted { .. }));
        assert_eq!(absence.ledger(peer).epoch(), 1, "the certificate counts");
    }
}

/// Whoever says to leave behind a step that never comes, and stays, is done without together with who has vanished.
#[test]
fn attack_39_a_farewell_for_the_far_future_holds_up_nobody() {
    let mut absence = absence(5, Kind::Turn);
    let farewell = farewell(&absence, 1, u32::MAX, &[]);
    let (missing, cheat) = (absence.missing(), absence.simulation.tables[1].seat().unwrap());
    for peer in 2..5 {
        assert_eq!(absence.simulation.tables[peer].receive(farewell.raw()), Receipt::Early);
        absence.simulation.tables[peer].vote(missing).unwrap();
        absence.simulation.pump(peer);
    }
    while absence.simulation.deliver_one() {}
    for peer in 2..5 {
        assert_eq!(absence.ledger(peer).epoch(), 1);
        assert!(!absence.ledger(peer).present().contains(cheat));
    }
}

#[test]
fn attack_04_an_early_farewell_of_another_length_is_not_kept() {
    let mut absence = absence(4, Kind::Turn);
    let step = absence.ledger(2).step();
    let huge = vec![7; 200_000];
    let (first, second) = (named(&vote(&absence, 0)), named(&vote(&absence, 1)));
    for said in [&[1][..], &first[1..], &[second, first.clone()].concat(), &huge] {
        let farewell = farewell(&absence, 1, step, said);
        let receipt = absence.simulation.tables[2].receive(farewell.raw());
        let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
        assert_eq!((blame.refusal.code(), blame.proven), ("length", false));
        assert_eq!(absence.simulation.tables[2].have().left, 0);
    }
}

/// The everyday case: somebody has vanished, and the next one goes home for that.
#[test]
fn whoever_leaves_while_somebody_is_waited_for_holds_up_nobody() {
    for kind in [Kind::Turn, Kind::Deal, Kind::Seal] {
        let mut absence = absence(4, kind);
        let missing = absence.missing();
        absence.simulation.tables[1].leave(missing).unwrap();
        absence.simulation.pump(1);
        while absence.simulation.deliver_one() {}
        for peer in 2..4 {
            absence.simulation.tables[peer].vote(missing).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
            absence.simulation.pump(peer);
        }
        play_on(&mut absence);
        assert_one_end(&mut absence);
    }
}

/// A vote that is open keeps nobody from leaving: the farewell says that it was given.
#[test]
fn whoever_has_voted_may_leave() {
    for kind in [Kind::Turn, Kind::Deal] {
        let mut absence = absence(4, kind);
        let missing = absence.missing();
        absence.simulation.tables[1].vote(missing).unwrap();
        absence.simulation.tables[1].leave(SeatSet::EMPTY).unwrap();
        absence.simulation.pump(1);
        while absence.simulation.deliver_one() {}
        for peer in 2..4 {
            absence.simulation.tables[peer].vote(missing).unwrap();
            absence.simulation.pump(peer);
        }
        play_on(&mut absence);
        assert_one_end(&mut absence);
    }
}

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
    vote_with(absence, ballot, absence.ledger(2).playing().without(absence.missing()))
}

/// The same, with these voters.
fn vote_with(absence: &Absence, ballot: u8, voters: SeatSet) -> Envelope {
    let table = &absence.simulation.tables[1];
    let (author, step) = (u8::from(table.seat().unwrap()), absence.ledger(2).step());
    let header = absence.ledger(2).voice_header(author, step, Kind::TimeoutVote).unwrap();
    assert_eq!(header.lane, LANE_VOTE);
    let proposal = Proposal { missing: absence.missing(), voters };
    Envelope::sign(header, &write_vote(ballot, proposal), &table.key).unwrap()
}

/// What a farewell says of this vote.
fn named(vote: &Envelope) -> Vec<u8> {
    [&vote.header().step.to_le_bytes()[..], vote.payload()].concat()
}

pub(super) fn absence(seats: usize, kind: Kind) -> Absence {
    let table = |seed| Simulation::new(seats, short(2), Proofs::EveryTurn, seed);
    (0..40).find_map(|seed| Absence::at(table(seed), kind)).expect("peer 0 comes to owe such a contribution")
}

/// Peers 2 and 3 go on without the absent one, and the match comes to one end.
fn others_go_on(absence: &mut Absence) {
    let missing = absence.missing();
    while absence.simulation.deliver_one() {}
    for peer in 2..4 {
        absence.simulation.tables[peer].vote(missing).unwrap();
        absence.simulation.pump(peer);
    }
    play_on(absence);
    assert_one_end(absence);
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
    for case in 0..4 {
        let mut absence = absence(4, Kind::Turn);
        let step = absence.ledger(2).step();
        let (first, second) = (named(&vote(&absence, 0)), named(&vote(&absence, 1)));
        let said = [vec![1], first[1..].to_vec(), [second, first.clone()].concat(), vec![7; 200_000]];
        let farewell = farewell(&absence, 1, step, &said[case]);
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
        others_go_on(&mut absence);
    }
}

/// A proposal that leaves out somebody who stays is certified by nobody, and binds nobody who wants to go on without the same seats.
#[test]
fn attack_39_a_vote_that_leaves_out_somebody_who_stays() {
    let mut absence = absence(4, Kind::Turn);
    let (missing, step) = (absence.missing(), absence.ledger(2).step());
    let two = [1, 2].map(|peer: usize| absence.simulation.tables[peer].seat().unwrap());
    let odd = vote_with(&absence, 0, two.into_iter().collect());
    for peer in 2..4 {
        assert!(matches!(absence.simulation.tables[peer].receive(odd.raw()), Receipt::Accepted { .. }));
    }
    absence.simulation.tables[2].vote(missing).unwrap();
    let open = absence.ledger(2).open_ballots();
    let own =
        open.iter().find(|open| open.proposal != Proposal { missing, voters: two.into_iter().collect() });
    assert_eq!(own.unwrap().proposal.voters, absence.ledger(2).playing().without(missing));
    // The missing one is back, and whoever has not voted says so to the one who has.
    let held = absence.late();
    held.iter().for_each(|raw| {
        assert!(matches!(absence.simulation.tables[3].receive(raw), Receipt::Accepted { .. }))
    });
    [2, 3].into_iter().for_each(|peer| absence.simulation.pump(peer));
    held.iter().for_each(|raw| absence.simulation.send_from(0, raw));
    while absence.simulation.deliver_one() || absence.simulation.synchronise() {}
    for peer in 2..4 {
        assert!(absence.ledger(peer).step() > step && absence.ledger(peer).promised().is_none());
    }
}

/// What is no farewell of this match releases nobody from a vote.
#[test]
fn attack_38_a_farewell_that_never_counts_releases_nobody() {
    let mut absence = absence(4, Kind::Turn);
    let (missing, step) = (absence.missing(), absence.ledger(2).step());
    absence.simulation.tables[3].vote(missing).unwrap();
    absence.simulation.pump(3);
    let good = farewell(&absence, 1, step, &[]);
    let (table, payload) = (&absence.simulation.tables[1], good.payload().to_vec());
    let odd = Envelope::sign(Header { previous: [1; 32], ..*good.header() }, &payload, &table.key).unwrap();
    let receipt = absence.simulation.tables[3].receive(odd.raw());
    let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
    assert_eq!((blame.refusal.code(), blame.proven), ("previous-head", false));
    assert!(absence.ledger(3).promised().is_some());
}

/// One that names a place which never comes does release, and is held against a vote for ever.
#[test]
fn attack_39_a_vote_behind_a_farewell_that_never_counts() {
    for restarts in [false, true] {
        let mut absence = absence(4, Kind::Turn);
        let (missing, step) = (absence.missing(), absence.ledger(2).step());
        absence.simulation.tables[3].vote(missing).unwrap();
        absence.simulation.pump(3);
        let (good, vote) = (farewell(&absence, 1, step, &[]), vote(&absence, 0));
        let (table, payload) = (&absence.simulation.tables[1], good.payload().to_vec());
        let odd = Envelope::sign(Header { attempt: 9, ..*good.header() }, &payload, &table.key).unwrap();
        assert_eq!(absence.simulation.tables[3].receive(odd.raw()), Receipt::Early);
        assert!(absence.ledger(3).promised().is_none());
        for raw in absence.late() {
            absence.simulation.tables[3].receive(&raw);
        }
        absence.simulation.pump(3);
        assert!(absence.ledger(3).step() > step);
        if restarts {
            let journal = absence.simulation.journals[3].clone();
            absence.simulation.restart(3, &journal);
        }
        let receipt = absence.simulation.tables[3].receive(vote.raw());
        let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
        assert_eq!((blame.refusal.code(), blame.proven, blame.member), ("equivocation", true, Some(1)));
        absence.simulation.pump(3);
        absence.simulation.assert_verifier_names(3, 1, "equivocation");
    }
}

/// Anybody can put another signature on somebody's farewell; that makes nobody forget it.
#[test]
fn attack_37_a_farewell_with_a_false_signature_changes_nothing() {
    let mut absence = absence(4, Kind::Turn);
    let (missing, step) = (absence.missing(), absence.ledger(2).step());
    absence.simulation.tables[3].vote(missing).unwrap();
    absence.simulation.pump(3);
    let good = farewell(&absence, 1, step, &[]);
    assert_eq!(absence.simulation.tables[3].receive(good.raw()), Receipt::Early);
    assert!(absence.ledger(3).promised().is_none());
    let mut forged = good.raw().to_vec();
    *forged.last_mut().unwrap() ^= 1;
    let receipt = absence.simulation.tables[3].receive(&forged);
    let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
    assert_eq!((blame.refusal.code(), blame.member), ("signature", None));
    assert!(absence.ledger(3).promised().is_none());
}

/// Two farewells that differ in the votes they name lead to two heads; whoever sees both says whose they are.
#[test]
fn attack_36_two_farewells_told_to_different_players() {
    let mut absence = absence(3, Kind::Turn);
    let step = absence.ledger(2).step();
    let made_up = [&(step - 1).to_le_bytes()[..], &[0, 1, 6]].concat();
    let told = [farewell(&absence, 0, step - 1, &[]), farewell(&absence, 0, step - 1, &made_up)];
    for (peer, farewell) in [1, 2].into_iter().zip(&told) {
        let receipt = absence.simulation.tables[peer].receive(farewell.raw());
        assert!(matches!(receipt, Receipt::Accepted { .. }), "{receipt:?}");
        absence.simulation.pump(peer);
    }
    assert_ne!(absence.ledger(1).head(), absence.ledger(2).head());
    play_on(&mut absence);
    for peer in 1..3 {
        assert_eq!(absence.simulation.stage(peer), Stage::Stopped);
        absence.simulation.assert_verifier_names(peer, 0, "equivocation");
    }
}

/// Keys are those of other matches too, whose logs anybody can read.
#[test]
fn attack_38_own_words_of_another_match_mean_nothing() {
    let mut absence = absence(4, Kind::Turn);
    let (missing, step) = (absence.missing(), absence.ledger(2).step());
    let (farewell, vote) = (farewell(&absence, 1, step - 1, &[]), vote(&absence, 3));
    for envelope in [farewell, vote] {
        let header = Header { match_id: [9; 32], ..*envelope.header() };
        let table = &mut absence.simulation.tables[1];
        let elsewhere = Envelope::sign(header, envelope.payload(), &table.key).unwrap();
        let receipt = table.receive(elsewhere.raw());
        assert!(matches!(receipt, Receipt::Refused(Blame { refusal: Refusal::Match, .. })), "{receipt:?}");
        assert!(!table.view().has_left());
    }
    absence.simulation.tables[1].vote(missing).unwrap();
    absence.simulation.tables[1].leave(SeatSet::EMPTY).unwrap();
    absence.simulation.pump(1);
    others_go_on(&mut absence);
}

/// Peer 1 votes, of which only peer 2 hears.
fn secret_vote(absence: &mut Absence) {
    let missing = absence.missing();
    absence.simulation.tables[1].vote(missing).unwrap();
    let sent = std::iter::from_fn(|| absence.simulation.tables[1].poll_output());
    let sent: Vec<_> =
        sent.filter_map(|output| if let Output::Send(raw) = output { Some(raw) } else { None }).collect();
    let [vote] = &sent[..] else { panic!("{} messages", sent.len()) };
    assert!(matches!(absence.simulation.tables[2].receive(vote), Receipt::Accepted { .. }));
    absence.simulation.pump(2);
}

/// The farewell that peer 1 could sign now, if it had never voted.
fn farewell_without_votes(absence: &Absence) -> Envelope {
    let table = &absence.simulation.tables[1];
    let header = absence.ledger(3).farewell_header(u8::from(table.seat().unwrap())).unwrap();
    Envelope::sign(header, &table.opener.as_ref().unwrap().farewell(), &table.key).unwrap()
}

/// A vote that only one player was given, and a farewell that does not name it: that one stops, and shows both to the others.
#[test]
fn attack_39_a_vote_that_only_one_knows_and_a_farewell_without_it() {
    for (votes_too, plays_on) in [(false, false), (true, false), (true, true)] {
        let mut absence = absence(4, Kind::Turn);
        let (missing, step) = (absence.missing(), absence.ledger(2).step());
        secret_vote(&mut absence);
        if votes_too {
            absence.simulation.tables[2].vote(missing).unwrap();
            absence.simulation.pump(2);
        }
        absence.is_over();
        let seat = absence.simulation.tables[1].seat().unwrap();
        // Once its author has played on, nobody keeps the vote but who has voted there as well.
        while plays_on && (absence.ledger(3).step() < step + 8 || absence.ledger(3).owed().contains(seat)) {
            let moved = absence.simulation.deliver_one() || absence.simulation.synchronise();
            assert!(moved || absence.simulation.decide());
        }
        let others = [0, 2, 3];
        for peer in others {
            assert!(absence.ledger(peer).step() > step, "{peer}");
        }
        let farewell = farewell_without_votes(&absence);
        for peer in [0, 3] {
            let receipt = absence.simulation.tables[peer].receive(farewell.raw());
            assert!(matches!(receipt, Receipt::Accepted { .. } | Receipt::Early), "{receipt:?}");
        }
        let receipt = absence.simulation.tables[2].receive(farewell.raw());
        assert!(matches!(receipt, Receipt::Refused(Blame { proven: true, .. })), "{receipt:?}");
        others.into_iter().for_each(|peer| absence.simulation.pump(peer));
        while absence.simulation.deliver_one() || absence.simulation.synchronise() {}
        for peer in others {
            assert_eq!(absence.simulation.stage(peer), Stage::Stopped, "{peer}");
            absence.simulation.assert_verifier_names(peer, 1, "equivocation");
        }
    }
}

/// Two votes in one ballot, of which the others have forgotten both since the match went on: whoever has stopped shows them both.
#[test]
fn attack_39_two_votes_that_most_have_forgotten() {
    let mut absence = absence(4, Kind::Turn);
    let step = absence.ledger(2).step();
    let two = [1, 2].map(|peer: usize| absence.simulation.tables[peer].seat().unwrap());
    let (good, odd) = (vote(&absence, 0), vote_with(&absence, 0, two.into_iter().collect()));
    absence.is_over();
    let seat = absence.simulation.tables[1].seat().unwrap();
    while absence.ledger(3).step() < step + 8 || absence.ledger(3).owed().contains(seat) {
        let moved = absence.simulation.deliver_one() || absence.simulation.synchronise();
        assert!(moved || absence.simulation.decide());
    }
    for (first, second) in [(&good, &odd), (&odd, &good)] {
        let journal = absence.simulation.journals[3].clone();
        absence.simulation.restart(3, &journal);
        let table = &mut absence.simulation.tables[3];
        assert_eq!(table.receive(first.raw()), Receipt::Duplicate);
        assert_eq!(table.receive(first.raw()), Receipt::Duplicate);
        let receipt = table.receive(second.raw());
        let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
        assert_eq!((blame.refusal.code(), blame.proven, blame.member), ("equivocation", true, Some(1)));
        absence.simulation.pump(3);
        assert_eq!(absence.simulation.stage(3), Stage::Stopped);
        absence.simulation.assert_verifier_names(3, 1, "equivocation");
        absence.simulation.journals[3] = journal;
    }
}

//! Whoever comes back decides nothing before it has heard what the others have: that comes to an end, and brings back what it has signed itself.

use super::{
    keeping::assert_one_end,
    last_words::absence,
    vanishing::{Absence, play_on},
    *,
};

/// Somebody has voted in vain and left; the others have heard of both, and remember as much of it as long.
#[test]
fn a_vote_that_a_farewell_names_keeps_nobody_from_catching_up() {
    let mut absence = absence(3, Kind::Turn);
    let missing = absence.missing();
    absence.simulation.tables[1].vote(missing).unwrap();
    absence.simulation.pump(1);
    absence.is_over();
    absence.simulation.tables[1].leave(SeatSet::EMPTY).unwrap();
    absence.simulation.pump(1);
    let left = |absence: &Absence| absence.ledger(2).logged_farewells().len() == 1;
    while !left(&absence) {
        let moved = absence.simulation.deliver_one() || absence.simulation.synchronise();
        assert!(moved || absence.simulation.decide());
    }
    while absence.simulation.deliver_one() || absence.simulation.synchronise() {}
    let journal = absence.simulation.journals[2].clone();
    absence.simulation.restart(2, &journal);
    absence.simulation.catch_up(2, 0);
    assert!(!absence.simulation.tables[2].hears_first());
    let everybody = absence.simulation.tables[0].have().left;
    assert_eq!((everybody, absence.simulation.tables[2].have().left), (everybody, everybody));
    assert_ne!(everybody, 0);
    absence.simulation.run();
    assert_eq!(absence.simulation.stage(2), Stage::Over);
    assert_eq!(absence.simulation.logs[2], absence.simulation.logs[0]);
}

/// Whoever is behind asks by its vote for an answer that only the one who has come back can give.
#[test]
fn somebody_who_is_ahead_of_a_voter_catches_up_and_answers() {
    let mut absence = absence(3, Kind::Turn);
    let (missing, step) = (absence.missing(), absence.ledger(2).step());
    absence.simulation.tables[1].vote(missing).unwrap();
    for raw in absence.late() {
        absence.simulation.tables[2].receive(&raw);
    }
    absence.simulation.pump(2);
    assert_eq!(absence.ledger(2).step(), step + 1);
    let journal = absence.simulation.journals[2].clone();
    absence.simulation.restart(2, &journal);
    absence.simulation.pump(1);
    absence.simulation.catch_up(2, 1);
    play_on(&mut absence);
    assert!(absence.ledger(1).step() > step);
    for peer in 1..3 {
        // It may be its turn again, or that of the others by now.
        let _ = absence.simulation.tables[peer].vote(missing);
        absence.simulation.pump(peer);
    }
    play_on(&mut absence);
    assert_one_end(&mut absence);
}

/// A copy of the files that is older than a vote: the others give it back, and the farewell names it.
#[test]
fn an_old_copy_gets_back_its_votes() {
    let mut absence = absence(4, Kind::Turn);
    let missing = absence.missing();
    let old = absence.simulation.journals[2].clone();
    for peer in 2..4 {
        absence.simulation.tables[peer].vote(missing).unwrap();
        absence.simulation.pump(peer);
    }
    absence.is_over();
    absence.simulation.restart(2, &old);
    absence.simulation.catch_up(2, 3);
    // Once more, from what was written down meanwhile.
    let journal = absence.simulation.journals[2].clone();
    absence.simulation.restart(2, &journal);
    absence.simulation.catch_up(2, 3);
    absence.simulation.tables[2].leave(SeatSet::EMPTY).unwrap();
    absence.simulation.pump(2);
    let farewell = Envelope::parse(absence.simulation.journals[2].last().unwrap()).unwrap();
    assert_eq!((farewell.header().kind, farewell.payload().len()), (Kind::Farewell, 32 + 7));
    absence.simulation.run();
    for peer in [0, 1, 3] {
        assert_eq!(absence.simulation.stage(peer), Stage::Over);
        assert!(absence.simulation.contradictions[peer].is_empty());
    }
}

/// A copy that is older than a move which only somebody behind it has heard of.
#[test]
fn an_old_copy_gets_back_a_move_from_somebody_who_is_behind() {
    // Peer 0 is about to move, and whoever comes after it moves before the third has heard of that.
    let mut absence = absence(3, Kind::Turn);
    let after = absence.ledger(1).seats().after(absence.seat);
    let next = absence.ledger(1).seating().unwrap().member(after).unwrap();
    let behind = 3 - next;
    for raw in absence.late() {
        absence.simulation.tables[next].receive(&raw);
    }
    absence.simulation.pump(next);
    let old = absence.simulation.journals[next].clone();
    let step = absence.ledger(next).step();
    assert_eq!(absence.ledger(behind).step() + 1, step);
    assert!(absence.simulation.decide_among(next..next + 1));
    let own = absence.simulation.journals[next][old.len()].clone();
    assert_eq!(absence.simulation.tables[behind].receive(&own), Receipt::Early);
    absence.simulation.restart(next, &old);
    absence.simulation.catch_up(next, behind);
    assert!(absence.simulation.journals[next].contains(&own));
    assert_eq!(absence.simulation.tables[next].view().owing(), Owing::Nothing);
}

/// Whoever owes nothing to a step that is the first of its epoch leaves behind it, and votes there: the others could not go on otherwise.
#[test]
fn whoever_leaves_behind_a_step_without_a_word_there_votes_too() {
    let mut absence = absence(5, Kind::Score);
    let missing = absence.missing();
    // Once they go on without the first, the second is silent.
    for peer in 1..5 {
        absence.simulation.tables[peer].vote(missing).unwrap();
        absence.simulation.pump(peer);
    }
    let seat = |absence: &Absence, peer: usize| absence.simulation.tables[peer].seat().unwrap();
    let scores = |absence: &Absence, peer: usize| absence.ledger(peer).owed().contains(seat(absence, peer));
    let leaver = (1..5).find(|peer| !scores(&absence, *peer)).expect("somebody has nothing to show");
    let silent = if leaver == 1 { 2 } else { 1 };
    absence.simulation.held_back = Some(silent);
    while absence.simulation.deliver_one() {}
    let stayed: Vec<usize> = (1..5).filter(|peer| *peer != leaver && *peer != silent).collect();
    assert_eq!(
        (absence.ledger(leaver).epoch(), absence.simulation.stage(leaver).kind()),
        (1, Some(Kind::Score))
    );
    let overdue: SeatSet = [seat(&absence, silent)].into_iter().collect();
    assert_eq!(absence.ledger(leaver).missing(), overdue);
    absence.simulation.tables[leaver].leave(overdue).unwrap();
    absence.simulation.pump(leaver);
    while absence.simulation.deliver_one() {}
    for peer in &stayed {
        assert_eq!(absence.ledger(*peer).open_ballots().len(), 1);
        absence.simulation.tables[*peer].vote(overdue).unwrap();
        absence.simulation.pump(*peer);
    }
    while absence.simulation.deliver_one() {}
    stayed.iter().for_each(|peer| assert_eq!(absence.ledger(*peer).epoch(), 2));
}

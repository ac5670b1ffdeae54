//! Rounds that go on without somebody, and what else happens to them: a second loss, hands that nobody opens, lies told before, parts
//! and locks that are withheld, and restarts in the middle of all that.

use super::{
    keeping::{assert_one_end, give, own_vote, table, vote_for},
    vanishing::{Absence, play_on},
    *,
};
use crate::{ledger::Aftermath, table::tests::assert_restart_alike};

/// What somebody who was away scores at least.
const LEAST: u16 = 50;

fn set(seats: &[Seat]) -> SeatSet {
    seats.iter().copied().collect()
}

fn seat_of(simulation: &Simulation, peer: usize) -> Seat {
    simulation.tables[peer].seat().unwrap()
}

/// What a hand costs.
fn cost(hand: &[Tile]) -> u16 {
    mextrain_core::hand_points(&short(2), hand.iter().copied().collect())
}

/// These peers vote at once to go on without these seats, and hear of nothing else meanwhile.
fn go_on_without(absence: &mut Absence, peers: std::ops::Range<usize>, missing: SeatSet) {
    let votes: Vec<_> = peers.clone().map(|peer| vote_for(absence, peer, missing)).collect();
    give(absence, peers, &votes);
}

/// Lets peers play until one of them that decides nothing, or everything, holds them up.
fn play_among(simulation: &mut Simulation, peers: std::ops::Range<usize>) {
    while simulation.deliver_one()
        || simulation.decide_among(peers.clone())
        || simulation.synchronise_among(peers.clone())
    {}
}

/// Plays on among all but peer 0, which is gone on without, until the last peer has its first contribution of a kind ready, which stays
/// with it. `false`: it never came to that.
fn until_last_withholds(simulation: &mut Simulation, kind: Kind) -> bool {
    let last = simulation.tables.len() - 1;
    simulation.held.clear();
    simulation.held_back = Some(last);
    loop {
        while simulation.deliver_one() || simulation.synchronise_among(1..last) {}
        match simulation.held.first().cloned() {
            Some(raw) if Envelope::parse(&raw).unwrap().header().kind == kind => return true,
            Some(raw) => {
                simulation.held.remove(0);
                simulation.send_from(last, &raw);
            }
            None if simulation.decide_among(1..last + 1) => {}
            None => return false,
        }
    }
}

/// Peer 0 is silent from its first contribution of a kind on at a table of six, and has been gone on without.
fn gone_on(seed: u64, kind: Kind) -> Option<Absence> {
    let mut absence = Absence::at(table(6, seed), kind)?;
    absence.vote();
    assert_eq!(absence.ledger(1).unlocked(), Some(absence.seat));
    Some(absence)
}

/// A second loss in a round that goes on already, long after what was needed at first was unlocked: the round is void, and dealt again
/// to those who are left.
#[test]
fn a_second_loss_at_a_turn_after_an_unlock_makes_the_round_void() {
    let stalled = |seed| {
        let mut absence = gone_on(seed, Kind::DrawToken)?;
        // The last peer does all that needs no decision, and never moves.
        play_among(&mut absence.simulation, 1..5);
        let second = seat_of(&absence.simulation, 5);
        (absence.ledger(1).stage() == Stage::Turn { seat: second }).then_some((absence, second))
    };
    let (mut absence, second) = (0..40).find_map(stalled).expect("a turn of peer 5");
    let first = absence.seat;
    let unlocked_at = absence.simulation.happenings[1].len();
    go_on_without(&mut absence, 1..5, set(&[second]));
    let ledger = absence.ledger(1);
    assert_eq!((ledger.epoch(), ledger.attempt(), ledger.unlocked()), (2, 1, None));
    assert_eq!(ledger.stage(), Stage::Keys);
    assert!([first, second].iter().all(|seat| ledger.away().contains(*seat)));
    let vanished = Happening::Vanished { seats: set(&[second]), then: Aftermath::Void };
    assert!(absence.simulation.happenings[1][unlocked_at..].contains(&vanished));
    play_among(&mut absence.simulation, 1..5);
    let round = absence.ledger(1).scoreboard().rounds()[0].clone();
    let (away, here): (Vec<_>, Vec<_>) =
        absence.ledger(1).seats().iter().partition(|seat| [first, second].contains(seat));
    let worst = here.iter().map(|seat| round[seat.index()]).max().unwrap().max(LEAST);
    assert!(away.iter().all(|seat| round[seat.index()] == worst), "{round:?}");
    absence.simulation.held_back = None;
    while absence.simulation.synchronise() {}
    assert_one_end(&mut absence);
}

/// The same where the round is played out: the hand that was unlocked counts what it holds, the one that is not opened the penalty.
#[test]
fn a_second_loss_at_the_score_after_an_unlock_costs_its_own_seat_alone() {
    let withheld = |seed| {
        let mut absence = gone_on(seed, Kind::Turn)?;
        until_last_withholds(&mut absence.simulation, Kind::Score).then_some(absence)
    };
    let mut absence = (0..40).find_map(withheld).expect("a round that peer 5 does not win");
    let (first, second) = (absence.seat, seat_of(&absence.simulation, 5));
    assert_eq!(absence.ledger(1).stage(), Stage::Scoring);
    go_on_without(&mut absence, 1..5, set(&[second]));
    let ledger = absence.ledger(1);
    assert_eq!((ledger.epoch(), ledger.attempt(), ledger.unlocked()), (2, 0, Some(first)));
    assert_eq!(ledger.scoreboard().rounds().len(), 0, "the others open anew");
    play_among(&mut absence.simulation, 1..5);
    let happenings = &absence.simulation.happenings[1];
    assert!(happenings.contains(&Happening::Vanished { seats: set(&[second]), then: Aftermath::PlayedOut }));
    let round = absence.ledger(1).scoreboard().rounds()[0].clone();
    let told = happenings.iter().find_map(|happening| match happening {
        Happening::Scored { hands, scores, away, .. } => Some((hands.clone(), scores.clone(), *away)),
        _ => None,
    });
    let (hands, scores, away) = told.unwrap();
    assert_eq!((scores, away), (round.clone(), set(&[second])));
    assert!(!hands[first.index()].is_empty() && hands[second.index()].is_empty());
    assert_eq!(round[first.index()], cost(&hands[first.index()]));
    let worst = hands.iter().map(|hand| cost(hand)).max().unwrap().max(LEAST);
    assert_eq!(round[second.index()], worst, "{round:?}");
    absence.simulation.held_back = None;
    while absence.simulation.synchronise() {}
    assert_one_end(&mut absence);
}

/// Two vanish at the score, of whom one has gone out: that one owed nothing, and is charged nothing. With and without locks, and also
/// where it withholds its parts of the other's.
#[test]
fn a_winner_who_vanishes_before_the_hands_are_opened_is_charged_nothing() {
    let takes = rules(&[("set", "double-nine"), ("first_engine", "1"), ("scoring", "winner-takes")]);
    for (rules, locked) in [(short(2), false), (short(2), true), (takes, true)] {
        let simulation = |seed| match locked {
            true => Simulation::keeping_going(5, rules, Proofs::AtScoring, seed),
            false => Simulation::new(5, rules, Proofs::AtScoring, seed),
        };
        // Peer 4 has gone out, and peer 0 does not open.
        let gone_out = |seed| {
            let absence = Absence::at(simulation(seed), Kind::Score)?;
            let winner = seat_of(&absence.simulation, 4);
            let ending = absence.ledger(1).round().unwrap().ending();
            (ending == Some(mextrain_core::Ending::Out(winner))).then_some((absence, winner))
        };
        let (mut absence, winner) = (0..200).find_map(gone_out).expect("a round that peer 4 wins");
        let loser = absence.seat;
        if locked {
            // The winner hears of the certificate, and gives no parts.
            go_on_without(&mut absence, 1..5, set(&[loser]));
            assert_eq!(absence.ledger(1).stage(), Stage::Unlocking { seat: loser });
            go_on_without(&mut absence, 1..4, set(&[winner]));
        } else {
            go_on_without(&mut absence, 1..4, set(&[loser, winner]));
        }
        let round = usize::from(absence.ledger(1).round_index());
        play_among(&mut absence.simulation, 1..4);
        let scores = absence.ledger(1).scoreboard().rounds()[round].clone();
        let told = absence.simulation.happenings[1].iter().filter_map(|happening| match happening {
            Happening::Scored { hands, away, .. } => Some((hands.clone(), *away)),
            _ => None,
        });
        let (hands, away) = told.into_iter().nth(round).unwrap();
        assert_eq!(away, set(&[loser]), "who has gone out owed nothing");
        assert!(hands[loser.index()].is_empty(), "nobody has seen it");
        let costs: Vec<u16> = hands.iter().map(|hand| cost(hand)).collect();
        let unseen = costs.iter().copied().max().unwrap().max(LEAST);
        if rules == takes {
            // Who vanishes pays the winner like everybody.
            assert_eq!(scores[winner.index()], costs.iter().sum::<u16>() + unseen);
            assert_eq!(scores.iter().filter(|score| **score > 0).count(), 1, "{scores:?}");
        } else {
            assert_eq!((scores[winner.index()], scores[loser.index()]), (0, unseen), "{scores:?}");
        }
        absence.simulation.held_back = None;
        while absence.simulation.synchronise() {}
        assert_one_end(&mut absence);
    }
}

/// Where claims come without proofs, a hand that the others have opened is held against what its player said before vanishing.
#[test]
fn a_lie_told_before_vanishing_is_named_when_the_others_open_the_hand() {
    let lied_and_gone = |seed| {
        let mut simulation = Simulation::keeping_going(4, short(1), Proofs::AtScoring, seed);
        (0..4).for_each(|peer| simulation.pump(peer));
        let lied_at = loop {
            while simulation.deliver_one() || simulation.synchronise() {}
            let view = simulation.tables[0].view();
            let playable = view
                .seat_view()
                .is_some_and(|view| !view.playable().is_empty() && view.round().boneyard() > 0);
            if view.owing() == Owing::Move && playable && view.drawn().is_none() {
                let step = simulation.tables[0].have().step;
                simulation.tables[0].contribute(&payload::write_draw(&[])).unwrap();
                simulation.tables[0].advance();
                simulation.pump(0);
                break step;
            }
            if !simulation.decide() {
                return None;
            }
        };
        // It never moves again.
        play_among(&mut simulation, 1..4);
        let seat = seat_of(&simulation, 0);
        let waited_for = simulation.tables[1].ledger.missing() == set(&[seat]);
        waited_for.then_some((Absence { simulation, absent: 0, seat }, lied_at))
    };
    let (mut absence, lied_at) = (0..40).find_map(lied_and_gone).expect("somebody to wait for");
    absence.simulation.held_back = Some(0);
    absence.vote();
    assert_eq!(absence.ledger(1).unlocked(), Some(absence.seat));
    play_on(&mut absence);
    for peer in absence.others() {
        let blame = absence.simulation.tables[peer].evidence.as_ref().expect("it comes out").blame;
        assert_eq!(
            (blame.member, blame.step, blame.refusal.code(), blame.proven),
            (Some(0), lied_at, "avoid", true)
        );
        assert!(absence.ledger(peer).step() > lied_at + 1, "at the score, and not before");
    }
    absence.simulation.assert_verifier_names(1, 0, "avoid");
}

/// Locks that never come: nobody has seen a tile, and the round is dealt again under fresh keys, with the penalty. Parts that never come:
/// the second one without whom the round cannot go on, with the same outcome for both. What is withheld and comes late changes nothing.
#[test]
fn attack_40_locks_and_parts_are_withheld() {
    for kind in [Kind::Lock, Kind::Unlock] {
        let withheld = |seed| match kind {
            Kind::Lock => Absence::at(table(6, seed), kind),
            _ => {
                let mut absence = Absence::at(table(6, seed), Kind::Turn)?;
                let votes: Vec<_> = absence.others().map(|peer| own_vote(&mut absence, peer)).collect();
                let last = absence.simulation.tables.len() - 1;
                give(&mut absence, 1..last, &votes);
                absence.simulation.held.clear();
                absence.simulation.held_back = Some(last);
                give(&mut absence, last..last + 1, &votes);
                while absence.simulation.deliver_one() || absence.simulation.synchronise_among(1..last) {}
                Some(absence)
            }
        };
        let mut absence = (0..40).find_map(withheld).expect("a table where it comes to that");
        let (silent, others, away) = match kind {
            Kind::Lock => (0, 1..6, set(&[absence.seat])),
            _ => (5, 1..5, set(&[absence.seat, seat_of(&absence.simulation, 5)])),
        };
        let seat = seat_of(&absence.simulation, silent);
        let ledger = absence.ledger(1);
        assert_eq!((ledger.stage().kind(), ledger.missing()), (Some(kind), set(&[seat])));
        let late: Vec<_> = absence.simulation.held.clone();
        assert!(late.iter().any(|raw| Envelope::parse(raw).unwrap().header().kind == kind), "{kind:?}");
        let keys = |absence: &Absence| -> Vec<[u8; 32]> {
            let (ledger, hidden) = (absence.ledger(1), absence.ledger(1).hidden().unwrap());
            ledger.seats().iter().filter_map(|seat| hidden.key(seat)).map(|key| *key.bytes()).collect()
        };
        let before = keys(&absence);
        go_on_without(&mut absence, others.clone(), set(&[seat]));
        assert_eq!((absence.ledger(1).attempt(), absence.ledger(1).unlocked()), (1, None), "{kind:?}");
        for raw in &late {
            for peer in others.clone() {
                let receipt = absence.simulation.tables[peer].receive(raw);
                assert!(!matches!(receipt, Receipt::Refused(Blame { proven: true, .. })), "{receipt:?}");
            }
        }
        while absence.simulation.deliver_one() {}
        assert!(keys(&absence).iter().all(|key| !before.contains(key)), "{kind:?}: a key is used again");
        play_among(&mut absence.simulation, others);
        let round = absence.ledger(1).scoreboard().rounds()[0].clone();
        let seats = absence.ledger(1).seats();
        let here = seats.iter().filter(|seat| !away.contains(*seat)).map(|seat| round[seat.index()]);
        let worst = here.max().unwrap().max(LEAST);
        assert!(away.iter().all(|seat| round[seat.index()] == worst), "{kind:?}: {round:?}");
        absence.simulation.held_back = None;
        while absence.simulation.synchronise() {}
        assert_one_end(&mut absence);
    }
}

/// A restart between any two things that a peer has noted while locks or parts are due signs the same bytes again.
#[test]
fn attack_41_a_restart_in_the_middle_of_locking_and_unlocking() {
    let seed = (0..40).find(|&seed| Absence::at(table(4, seed), Kind::Turn).is_some()).unwrap();
    let mut absence = Absence::at(table(4, seed), Kind::Turn).unwrap();
    absence.vote();
    play_on(&mut absence);
    assert_one_end(&mut absence);
    for kind in [Kind::Lock, Kind::Unlock] {
        let mut tried = 0;
        for peer in absence.others() {
            let journal = &absence.simulation.journals[peer];
            let of_kind = |raw: &Arc<[u8]>| Envelope::parse(raw).unwrap().header().kind == kind;
            let noted: Vec<usize> = (0..journal.len()).filter(|&at| of_kind(&journal[at])).collect();
            // Before, between and behind all that was noted of it: also where the votes are not all there yet.
            for cut in noted.iter().flat_map(|at| [at - 1, *at, at + 1]) {
                assert_restart_alike(&absence.simulation, peer, Proofs::EveryTurn, seed, cut);
                tried += 1;
            }
        }
        assert!(tried >= 27, "{kind:?}: {tried}");
    }
}

/// Everybody hears everything again; when the round is over, the others confirm and say that peer 0 is back.
fn deal_in_again(absence: &mut Absence) {
    let (back, others) = (set(&[absence.seat]), absence.others());
    absence.simulation.held_back = None;
    absence.simulation.held.clear();
    while !others.clone().all(|peer| absence.simulation.stage(peer) == Stage::Sealing) {
        let moves = |peer: &usize| absence.simulation.tables[*peer].view().owing() == Owing::Move;
        let acting = others.clone().find(moves);
        let decided = acting.is_some_and(|peer| absence.simulation.decide_among(peer..peer + 1));
        assert!(decided || absence.simulation.deliver_one() || absence.simulation.synchronise());
    }
    for peer in others {
        absence.simulation.tables[peer].seal(back).unwrap();
        absence.simulation.pump(peer);
    }
}

/// Peer 0 has had a step complete that the others go on without it from, and has said farewell behind it. That cannot be said twice, and
/// need not be: when the others deal it in again, it has left.
#[test]
fn a_farewell_on_a_way_that_was_overruled_counts_when_its_author_is_dealt_in_again() {
    for seats in [4, 5] {
        let found = (0..40).find_map(|seed| Some((Absence::at(table(seats, seed), Kind::Deal)?, seed)));
        let (mut absence, seed) = found.unwrap();
        let (seat, others) = (absence.seat, absence.others());
        let step = absence.ledger(1).step();
        // All others' tokens are there: for itself it has gone on.
        assert!(absence.ledger(0).step() > step);
        absence.simulation.tables[0].leave(SeatSet::EMPTY).unwrap();
        absence.simulation.pump(0);
        let farewell = absence.simulation.journals[0].last().unwrap().clone();
        let named = *Envelope::parse(&farewell).unwrap().header();
        assert!(named.kind == Kind::Farewell && named.step > step);
        absence.vote();
        // It does not count yet, and is kept: its author may have gone home.
        while absence.ledger(1).step() <= named.step + 1 {
            assert!(absence.simulation.deliver_one() || absence.simulation.decide_among(others.clone()));
        }
        let receipt = absence.simulation.tables[1].receive(&farewell);
        assert_eq!(receipt, Receipt::Early);
        assert_eq!(absence.simulation.tables[1].early_farewells().count(), 1);
        absence.simulation.held_back = None;
        absence.simulation.held.clear();
        deal_in_again(&mut absence);
        absence.simulation.run();
        let happenings = &absence.simulation.happenings[1];
        assert!(
            happenings.contains(&Happening::Back { seat }) && happenings.contains(&Happening::Left { seat })
        );
        assert_eq!(absence.ledger(1).epoch(), 1, "nobody was asked a second time");
        assert_eq!(absence.ledger(1).present().len(), seats - 1);
        assert!(absence.simulation.contradictions.iter().all(Vec::is_empty));
        assert_one_end(&mut absence);
        assert!(absence.ledger(0).has_left(u8::from(seat)));
        // Whoever starts again comes to the same.
        for peer in [0, 1] {
            for cut in (0..absence.simulation.journals[peer].len()).step_by(29) {
                assert_restart_alike(&absence.simulation, peer, Proofs::EveryTurn, seed, cut);
            }
        }
    }
}

/// Whoever was away once, came back and leaves later has shown a secret that counts like everybody's: its hand is opened at the score.
#[test]
fn a_farewell_of_somebody_who_was_away_before_opens_the_hand() {
    let mut absence = (0..40).find_map(|seed| Absence::at(table(5, seed), Kind::Turn)).unwrap();
    let seat = absence.seat;
    absence.vote();
    deal_in_again(&mut absence);
    let leaves = |absence: &Absence| absence.simulation.stage(0) == Stage::Turn { seat };
    while !leaves(&absence) {
        let simulation = &mut absence.simulation;
        assert!(simulation.deliver_one() || simulation.synchronise() || simulation.decide());
    }
    absence.simulation.tables[0].leave(SeatSet::EMPTY).unwrap();
    absence.simulation.pump(0);
    absence.simulation.run();
    let told = absence.simulation.happenings[1].iter().rev().find_map(|happening| match happening {
        Happening::Scored { hands, scores, away, .. } => Some((hands.clone(), scores.clone(), *away)),
        _ => None,
    });
    let (hands, scores, away) = told.unwrap();
    let hand = &hands[seat.index()];
    assert!(!hand.is_empty() && away.is_empty());
    assert_eq!(scores[seat.index()], cost(hand));
    assert_one_end(&mut absence);
}

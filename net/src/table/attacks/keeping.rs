//! Rounds that go on without somebody: locks that are wrong, parts that are wrong, and who stops when they have seen their hand.

use std::num::NonZero;

use curve25519_dalek::{Scalar, constants::RISTRETTO_BASEPOINT_POINT};
use mextrain_crypto::{
    cheat::{LockCheat, OpeningCheat},
    keys::RoundKey,
    lock::LockedToken,
};

use super::{vanishing::Absence, vanishing::play_on, *};
use crate::{
    ledger::Aftermath,
    log::verify::{Verdict, verify},
};

pub(super) fn table(seats: usize, seed: u64) -> Simulation {
    Simulation::keeping_going(seats, short(2), Proofs::EveryTurn, seed)
}

/// Peer 0 of four is silent from its first contribution of this kind on.
fn absence(kind: Kind) -> Absence {
    (0..40).find_map(|seed| Absence::at(table(4, seed), kind)).expect("a table where it comes to that")
}

/// Everybody ends alike, the file is verified, and the absent one takes all of it when it is back.
pub(super) fn assert_one_end(absence: &mut Absence) {
    let absent = absence.absent;
    for peer in absence.others() {
        assert_eq!(absence.simulation.stage(peer), Stage::Over);
        assert_eq!(absence.simulation.logs[peer], absence.simulation.logs[1]);
    }
    let report = verify(absence.simulation.log_file(1).as_slice(), NonZero::<usize>::MIN).unwrap();
    assert!(matches!(report.verdict, Verdict::Verified), "{:?}", report.verdict);
    absence.simulation.held_back = None;
    absence.simulation.held.clear();
    while absence.simulation.synchronise() {}
    assert_eq!(absence.simulation.stage(absent), Stage::Over);
    assert_eq!(absence.simulation.logs[absent], absence.simulation.logs[1]);
}

/// Whoever has seen a hand and stops gets no new deal: the same round goes on, and the hand counts.
#[test]
fn attack_40_a_silent_seat_is_gone_on_without() {
    for kind in [Kind::Deal, Kind::Engine, Kind::Turn, Kind::DrawToken, Kind::Drawn, Kind::Score] {
        let mut absence = absence(kind);
        let (seat, step) = (absence.seat, absence.ledger(1).step());
        let dealt: Vec<usize> = absence.ledger(1).hidden().unwrap().slots_to_deal(seat);
        let before = absence.ledger(1).hidden().unwrap().key(seat).unwrap().clone();
        absence.vote();
        let ledger = absence.ledger(1);
        assert_eq!((ledger.attempt(), ledger.epoch()), (0, 1), "{kind:?}");
        assert_eq!(ledger.unlocked(), Some(seat), "{kind:?}");
        assert!(!ledger.playing().contains(seat) && ledger.away().contains(seat));
        assert_eq!(ledger.hidden().unwrap().key(seat), Some(&before), "{kind:?}: the same deal");
        assert!(!dealt.is_empty());
        play_on(&mut absence);
        let happenings = &absence.simulation.happenings[1];
        let seats = absence.missing();
        assert!(happenings.contains(&Happening::Vanished { seats, then: Aftermath::GoesOn }), "{kind:?}");
        // The hand that the absent one holds is opened and counts.
        let scored = happenings.iter().find_map(|happening| match happening {
            Happening::Scored { hands, scores, .. } => Some((hands, scores)),
            _ => None,
        });
        let (hands, scores) = scored.unwrap();
        let pips: u16 = hands[seat.index()].iter().map(|tile| u16::from(tile.pips())).sum();
        let blank = Tile::double(mextrain_core::Pip::new(0).unwrap());
        let expected = pips + if hands[seat.index()].contains(&blank) { 50 } else { 0 };
        assert_eq!(scores[seat.index()], expected, "{kind:?} at step {step}");
        assert_eq!(absence.ledger(1).scoreboard().rounds().len(), 2, "{kind:?}");
        assert_one_end(&mut absence);
    }
}

/// The engine is placed out of a hand whose player has gone, as out of any other.
#[test]
fn an_engine_that_the_silent_seat_holds_is_found() {
    let holds_it = |absence: &Absence| {
        let unsent = Envelope::parse(&absence.simulation.held[0]).unwrap();
        matches!(payload::Choice::read(unsent.payload()), Ok(payload::Choice::EngineHere(_)))
    };
    let at = |seed| Absence::at(table(4, seed), Kind::Engine).filter(holds_it);
    let mut absence = (0..60).find_map(at).expect("a table where peer 0 is dealt the engine");
    absence.vote();
    play_on(&mut absence);
    let seat = absence.seat;
    let placed = |happening: &Happening| matches!(happening, Happening::EnginePlaced { seat: by, searched: false, .. } if *by == seat);
    assert!(absence.simulation.happenings[1].iter().any(placed));
    assert_one_end(&mut absence);
}

/// Before the locks are there nobody has seen a tile, and the round is dealt again.
#[test]
fn before_the_locks_the_round_is_void() {
    for kind in [Kind::RoundKey, Kind::Shuffle, Kind::Lock] {
        let mut absence = absence(kind);
        absence.vote();
        let ledger = absence.ledger(1);
        assert_eq!((ledger.attempt(), ledger.epoch(), ledger.unlocked()), (1, 1, None), "{kind:?}");
        play_on(&mut absence);
        assert_one_end(&mut absence);
    }
}

/// Only one can be gone on without: a second one who vanishes makes the round void, or, where it was played out, scores for it.
#[test]
fn a_second_one_who_vanishes_makes_the_round_void() {
    for kind in [Kind::Turn, Kind::Score] {
        let mut absence = (0..40)
            .find_map(|seed| Absence::at(table(6, seed), kind))
            .expect("a table where it comes to that");
        let round = usize::from(absence.ledger(1).round_index());
        // The second one says nothing to the certificate of the first.
        let second = 5;
        let votes: Vec<_> = absence.others().map(|peer| own_vote(&mut absence, peer)).collect();
        give(&mut absence, 1..second, &votes);
        let seat = absence.seat;
        assert_eq!(absence.ledger(1).stage(), Stage::Unlocking { seat }, "{kind:?}");
        let other = absence.simulation.tables[second].seat().unwrap();
        let missing: SeatSet = [other].into_iter().collect();
        let votes: Vec<_> = (1..second).map(|peer| vote_for(&mut absence, peer, missing)).collect();
        give(&mut absence, 1..second, &votes);
        let ledger = absence.ledger(1);
        assert_eq!((ledger.epoch(), ledger.unlocked()), (2, None), "{kind:?}");
        let played_out = kind == Kind::Score;
        assert_eq!(ledger.attempt(), u8::from(!played_out), "{kind:?}");
        assert!([seat, other].iter().all(|seat| ledger.away().contains(*seat)));
        while absence.simulation.decide_among(1..second)
            || absence.simulation.deliver_one()
            || absence.simulation.synchronise_among(1..second)
        {}
        let first = absence.ledger(1).scoreboard().rounds()[round].clone();
        let worst = first.iter().max().copied().unwrap().max(50);
        assert_eq!([first[seat.index()], first[other.index()]], [worst; 2], "{kind:?}: {first:?}");
        absence.simulation.held_back = None;
        while absence.simulation.synchronise() {}
        assert_one_end(&mut absence);
    }
}

/// A seat that leaves while others are unlocking gives its part with its secret.
#[test]
fn whoever_leaves_gives_its_part() {
    let mut absence = (0..40).find_map(|seed| Absence::at(table(5, seed), Kind::Turn)).unwrap();
    let votes: Vec<_> = absence.others().map(|peer| own_vote(&mut absence, peer)).collect();
    give(&mut absence, 2..5, &votes);
    let seat = absence.seat;
    assert_eq!(absence.ledger(2).stage(), Stage::Unlocking { seat });
    // Peer 1 takes its leave before it has heard of the certificate; its farewell says that it has voted.
    absence.simulation.tables[1].leave(SeatSet::EMPTY).unwrap();
    give(&mut absence, 1..2, &votes);
    absence.simulation.pump(1);
    play_on(&mut absence);
    assert_one_end(&mut absence);
}

/// M (peer 1) and N (peer 0) cannot hear each other; peers 2 and 3 tell each that the other is gone.
#[test]
fn two_who_are_told_different_things_do_not_open_the_hand_of_one_who_plays_on() {
    let seed = (0..40).find(|&seed| Absence::at(table(4, seed), Kind::Deal).is_some()).unwrap();
    let mut absence = Absence::at(table(4, seed), Kind::Deal).unwrap();
    let seat_of = |absence: &Absence, peer: usize| absence.simulation.tables[peer].seat().unwrap();
    let seats: Vec<Seat> = (0..4).map(|peer| seat_of(&absence, peer)).collect();
    let one = |seat: Seat| -> SeatSet { [seat].into_iter().collect() };
    // N as it is without M's tokens.
    let (_, keys, nonces) = sample(4, short(2), Proofs::EveryTurn);
    let journal = absence.simulation.journals[0].clone();
    let heard = journal.iter().filter(|raw| {
        let header = *Envelope::parse(raw).unwrap().header();
        !(header.kind == Kind::Deal && header.author == u8::from(seats[1]))
    });
    let mut n = Table::resume(
        &absence.simulation.charter,
        keys[0].clone(),
        crate::table::tests::secret(seed, 0),
        nonces[0],
        heard.map(|raw| raw.as_ref()),
    )
    .unwrap();
    n.caught_up();
    assert_eq!(n.ledger.stage(), Stage::Dealing);
    assert_eq!(n.ledger.missing(), one(seats[1]));
    let step = n.ledger.step();
    // Ballot 0 without N: signed by M, A, B; the votes of A and B reach M only.
    let votes: Vec<_> = (1..4).map(|peer| vote_for(&mut absence, peer, one(seats[0]))).collect();
    // Ballot 1 without M, proposed by A and B to N.
    let voters: SeatSet = [seats[0], seats[2], seats[3]].into_iter().collect();
    let proposal = crate::ledger::Proposal { missing: one(seats[1]), voters };
    let again: Vec<Envelope> = [2, 3]
        .map(|peer| {
            let table = &absence.simulation.tables[peer];
            let header = n.ledger.voice_header(u8::from(seats[peer]), step, Kind::TimeoutVote).unwrap();
            Envelope::sign(header, &crate::ledger::write_vote(1, proposal), &table.key).unwrap()
        })
        .into();
    assert!(matches!(n.receive(again[0].raw()), Receipt::Accepted { .. }));
    n.vote(one(seats[1])).unwrap();
    // M goes on without N and gives its parts.
    give(&mut absence, 1..2, &votes);
    let m = &absence.simulation.tables[1];
    assert_eq!(m.ledger.stage(), Stage::Unlocking { seat: seats[0] });
    // N goes on without M, but with other keys: what M has opened is of a deal that N does not play.
    let before = n.ledger.hidden().unwrap().key(seats[0]).cloned();
    assert!(matches!(n.receive(again[1].raw()), Receipt::Accepted { .. }));
    assert!(n.ledger.playing().contains(seats[0]));
    assert_eq!((n.ledger.unlocked(), n.ledger.attempt()), (None, 1));
    assert_ne!(n.ledger.hidden().unwrap().key(seats[0]).cloned(), before);
}

/// Whoever leaves shows a secret that opens everybody's locks with the others': before one player alone could, the round is dealt again.
#[test]
fn whoever_leaves_too_few_behind_makes_the_round_be_dealt_again() {
    for (seats, again) in [(4, true), (5, false)] {
        let mut simulation = table(seats, 5);
        (0..seats).for_each(|peer| simulation.pump(peer));
        while !matches!(simulation.stage(0), Stage::Turn { .. }) {
            assert!(simulation.deliver_one() || simulation.synchronise());
        }
        simulation.tables[seats - 1].leave(SeatSet::EMPTY).unwrap();
        simulation.pump(seats - 1);
        simulation.run();
        let dealt_again = simulation.happenings[0].contains(&Happening::DealtAgain);
        assert_eq!(dealt_again, again, "{seats} seats");
        for peer in 0..seats {
            assert_eq!(simulation.stage(peer), Stage::Over);
            assert_eq!(simulation.logs[peer], simulation.logs[0]);
        }
        let report = verify(simulation.log_file(0).as_slice(), NonZero::<usize>::MIN).unwrap();
        assert!(matches!(report.verdict, Verdict::Verified), "{:?}", report.verdict);
    }
}

/// The peer that sits at a seat of the table of seed 3.
fn member_at(seats: usize, seat: u8) -> usize {
    let mut probe = table(seats, 3);
    (0..seats).for_each(|peer| probe.pump(peer));
    while probe.tables[0].seat().is_none() {
        assert!(probe.deliver_one());
    }
    (0..seats)
        .find(|&p| probe.tables[p].ledger.seating().unwrap().member(Seat::new(seat).unwrap()) == Some(p))
        .unwrap()
}

/// Three of four choose keys that cancel out; the fourth, honest, sits last.
#[test]
fn keys_of_all_others_that_cancel_out_accuse_one_of_them() {
    let m: Vec<usize> = (0..4).map(|s| member_at(4, s)).collect();
    let mut simulation = table(4, 3);
    simulation.held_back = Some(m[2]);
    (0..4).for_each(|peer| simulation.pump(peer));
    let honest = loop {
        while simulation.deliver_one() {}
        let raw = simulation.held.remove(0);
        let envelope = Envelope::parse(&raw).unwrap();
        if envelope.header().kind == Kind::RoundKey {
            break envelope;
        }
        simulation.send_from(m[2], &raw);
    };
    let scalar = |peer: usize| {
        let bytes = simulation.tables[peer].opener.as_ref().unwrap().farewell();
        Scalar::from_canonical_bytes(bytes).unwrap()
    };
    let x = -(scalar(m[0]) + scalar(m[1]));
    let key = RoundKey::decode((x * RISTRETTO_BASEPOINT_POINT).compress().as_bytes()).unwrap();
    let secret = RoundSecret::from_farewell(&x.to_bytes(), &key).unwrap();
    let victim = &simulation.tables[m[3]];
    let ctx = victim.ledger.context(2, Kind::RoundKey);
    let proof = secret.prove(&ctx, &simulation.tables[m[2]].secret);
    let payload = [key.bytes().as_slice(), &proof.0].concat();
    let forged = Envelope::sign(*honest.header(), &payload, &simulation.tables[m[2]].key).unwrap();
    for from in (0..4).filter(|peer| *peer != m[2]) {
        simulation.synchronise_among(from..from + 1);
    }
    simulation.tables[m[3]].receive(forged.raw());
    simulation.pump(m[3]);
    let blame = simulation.tables[m[3]].evidence.as_ref().expect("stops").blame;
    // Any of the three would do: it took all of them.
    assert_eq!((blame.member, blame.proven), (Some(m[2]), true));
    assert_eq!(blame.refusal.code(), "identity");
    simulation.assert_verifier_names(m[3], m[2], "identity");
}

#[test]
fn locks_that_are_no_locks() {
    let element = |n: u64| *TilePoints::for_highest(12).unwrap().points().get(n as usize).unwrap();
    let cheats: [(LockCheat, &str); 8] = [
        (LockCheat::OtherSecret, "share"),
        (LockCheat::OtherBase(element(3)), "share"),
        (LockCheat::ForeignMask(element(4)), "share"),
        (LockCheat::Swapped, "share"),
        (LockCheat::Cancelling, "share"),
        (LockCheat::Omission(0), "share"),
        (LockCheat::ZeroMasks, "identity"),
        (LockCheat::EqualMasks, "duplicate-point"),
    ];
    for (how, code) in cheats {
        lock_attack(code, |forge| {
            let hidden = forge.hidden();
            let n = hidden.deck().len();
            let bases: Vec<Point> = (0..n).map(|slot| hidden.base(slot).unwrap()).collect();
            let keepers = hidden.keepers(forge.seat()).unwrap();
            let (locks, proof) =
                cheat::lock(how, forge.secret(), keepers, &bases, &forge.ctx, &forge.table.secret);
            [LockedToken::encode_all(&locks).as_slice(), &proof.0].concat()
        });
    }
    lock_attack("length", |forge| forge.payload()[1..].to_vec());
    lock_attack("length", |_| Vec::new());
    lock_attack("point", |forge| changed(forge, 0, NO_POINT));
    lock_attack("identity", |forge| changed(forge, 32, [0; 32]));
    lock_attack("scalar", |forge| changed(forge, forge.payload().len() - 32, ORDER));
}

/// Parts for other slots, of another secret, in another place: each names its author.
#[test]
fn parts_that_are_no_parts() {
    type Forgery = fn(&Absence) -> Vec<u8>;
    let forgeries: [(&str, Forgery); 8] = [
        ("token-set", |absence| {
            let slots = due(absence);
            parts(absence, &slots[1..], None)
        }),
        ("token-set", |absence| {
            // One more: a tile that somebody else holds.
            let hidden = absence.ledger(2).hidden().unwrap();
            let own = absence.simulation.tables[2].seat().unwrap();
            let mut slots = due(absence);
            slots.extend(hidden.closed_slots(own).take(1));
            slots.sort_unstable();
            parts(absence, &slots, None)
        }),
        ("dleq", |absence| parts(absence, &due(absence), Some(OpeningCheat::Swapped))),
        ("dleq", |absence| {
            let base = absence.ledger(2).hidden().unwrap().base(0).unwrap();
            parts(absence, &due(absence), Some(OpeningCheat::OtherBase(base)))
        }),
        ("dleq", |absence| parts(absence, &due(absence), Some(OpeningCheat::Omission(1)))),
        ("identity", |absence| {
            let mut payload = parts(absence, &due(absence), None);
            payload[2..34].fill(0);
            payload
        }),
        ("length", |absence| parts(absence, &due(absence), None)[1..].to_vec()),
        ("length", |_| Vec::new()),
    ];
    for (code, forge) in forgeries {
        let mut absence = absence(Kind::Turn);
        let votes: Vec<_> = absence.others().map(|peer| own_vote(&mut absence, peer)).collect();
        give(&mut absence, 2..4, &votes);
        let forged = signed(&absence, &forge(&absence));
        absence.assert_refused(&forged, code, 1);
    }
}

/// Nobody can have a lock opened that no certificate speaks of.
#[test]
fn parts_without_a_certificate() {
    let mut absence = absence(Kind::Turn);
    let table = &absence.simulation.tables[1];
    let header = absence.ledger(2).next_header(u8::from(table.seat().unwrap())).unwrap();
    let slots = absence.ledger(2).hidden().unwrap().closed_slots(absence.seat).collect::<Vec<_>>();
    let payload = parts(&absence, &slots, None);
    let forged = Envelope::sign(Header { kind: Kind::Unlock, ..header }, &payload, &table.key).unwrap();
    absence.assert_refused(&forged, "not-expected", 1);
}

/// As [`attack`], where peer 0's first locks are replaced.
fn lock_attack(code: &str, forge: impl Fn(&Forge<'_>) -> Vec<u8>) {
    let is_lock = |forge: &Forge<'_>| forge.honest.header().kind == Kind::Lock;
    attack_at(|seed| table(4, seed), code, |place| is_lock(place).then(|| forge(place)));
}

/// The slots that are due, as the others see it.
fn due(absence: &Absence) -> Vec<usize> {
    absence.ledger(2).hidden().unwrap().slots_to_unlock(absence.seat)
}

/// Peer 1's parts for slots, with or without a deviation.
fn parts(absence: &Absence, slots: &[usize], how: Option<OpeningCheat>) -> Vec<u8> {
    let table = &absence.simulation.tables[1];
    let (ledger, seat) = (absence.ledger(2), table.seat().unwrap());
    let ctx = ledger.context(u8::from(seat), Kind::Unlock);
    let bases = ledger.hidden().unwrap().locked_bases(absence.seat, slots).unwrap();
    let secret = table.opener.as_ref().unwrap().secret();
    let (parts, proof) = match how {
        Some(how) => cheat::open(how, secret, &bases, &ctx, &table.secret),
        None => opening::open(secret, &bases, &ctx, &table.secret),
    };
    write(slots, &parts, &proof.0)
}

/// Signed by peer 1, for the step at which the others are.
fn signed(absence: &Absence, payload: &[u8]) -> Envelope {
    let table = &absence.simulation.tables[1];
    let header = absence.ledger(2).next_header(u8::from(table.seat().unwrap())).unwrap();
    assert_eq!(header.kind, Kind::Unlock);
    Envelope::sign(header, payload, &table.key).unwrap()
}

/// A peer votes to go on without the absent one; the vote is not delivered yet.
pub(super) fn own_vote(absence: &mut Absence, peer: usize) -> Arc<[u8]> {
    let missing = absence.missing();
    vote_for(absence, peer, missing)
}

pub(super) fn vote_for(absence: &mut Absence, peer: usize, missing: SeatSet) -> Arc<[u8]> {
    let table = &mut absence.simulation.tables[peer];
    table.vote(missing).unwrap();
    let author = u8::from(table.seat().unwrap());
    absence.simulation.pump(peer);
    let own = absence.simulation.journals[peer].iter().rev().find(|raw| {
        let header = *Envelope::parse(raw).unwrap().header();
        (header.kind, header.author) == (Kind::TimeoutVote, author)
    });
    own.unwrap().clone()
}

/// Gives messages to some peers at once, before anything else that is on its way.
pub(super) fn give(absence: &mut Absence, peers: std::ops::Range<usize>, messages: &[Arc<[u8]>]) {
    for peer in peers {
        for raw in messages {
            absence.simulation.tables[peer].receive(raw);
        }
        absence.simulation.pump(peer);
    }
}

fn changed(forge: &Forge<'_>, at: usize, bytes: [u8; 32]) -> Vec<u8> {
    let mut payload = forge.payload();
    put(at, bytes)(&mut payload);
    payload
}

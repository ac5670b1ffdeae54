//! Farewells that are false, doubled, or not meant.

use super::{playing::midway, *};
use crate::ledger::LANE_LEAVE;

/// Somebody whose turn it is not, in the middle of a round: their farewell names the last step that is whole.
struct Leaver {
    simulation: Simulation,
    member: usize,
    victim: usize,
    header: Header,
    secret: [u8; 32],
}

impl Leaver {
    fn new() -> Leaver {
        let simulation = midway();
        let ledger = &simulation.tables[0].ledger;
        let acts = ledger.owed().iter().next().unwrap();
        let author = ledger.seats().after(acts);
        let member = ledger.seating().unwrap().member(author).unwrap();
        // It names the step before the current one, which is whole everywhere, so that it counts at once.
        let header = ledger.farewell_header(u8::from(author)).unwrap();
        assert_eq!(header.step + 1, ledger.step());
        let secret = simulation.tables[member].opener.as_ref().unwrap().farewell();
        Leaver { member, victim: (member + 1) % 3, header, secret, simulation }
    }

    fn say(&mut self, header: Header, payload: &[u8]) -> Receipt {
        let key = self.simulation.tables[self.member].key.clone();
        let envelope = Envelope::sign(header, payload, &key).unwrap();
        self.simulation.tables[self.victim].receive(envelope.raw())
    }

    fn assert_refused(&mut self, header: Header, payload: &[u8], code: &str, proven: bool) {
        let member = self.member;
        let receipt = self.say(header, payload);
        let Receipt::Refused(blame) = receipt else { panic!("{code}: {receipt:?}") };
        assert_eq!((blame.refusal.code(), blame.proven), (code, proven));
        assert!(!proven || blame.member == Some(member), "{blame:?}");
    }
}

#[test]
fn attack_04_a_farewell_of_another_length() {
    for length in [0, 31, 33, 200] {
        let mut leaver = Leaver::new();
        let header = leaver.header;
        leaver.assert_refused(header, &vec![1; length], "length", true);
    }
}

#[test]
fn attack_07_a_farewell_with_another_secret() {
    let mut leaver = Leaver::new();
    let header = leaver.header;
    leaver.assert_refused(header, &[3; 32], "key-proof", true);
    let mut leaver = Leaver::new();
    leaver.assert_refused(header, &ORDER, "scalar", true);
}

#[test]
fn attack_38_farewells_of_elsewhere_accuse_nobody() {
    for (change, code) in elsewhere() {
        let mut leaver = Leaver::new();
        let (mut header, secret) = (leaver.header, leaver.secret);
        change(&mut header);
        leaver.assert_refused(header, &secret, code, false);
    }
    let mut leaver = Leaver::new();
    let (good, secret) = (leaver.header, leaver.secret);
    assert!(matches!(leaver.say(good, &secret), Receipt::Accepted { .. }));
    assert_eq!(leaver.say(good, &secret), Receipt::Duplicate);
}

#[test]
fn attack_36_two_farewells() {
    let mut leaver = Leaver::new();
    let (good, secret) = (leaver.header, leaver.secret);
    assert!(matches!(leaver.say(good, &secret), Receipt::Accepted { .. }));
    leaver.assert_refused(Header { step: good.step + 1, ..good }, &secret, "equivocation", true);
    let victim = leaver.victim;
    assert_eq!(leaver.simulation.stage(victim), Stage::Stopped);
}

/// Also where the first one counts for nothing, or not yet: somebody may have stopped waiting because of it.
#[test]
fn attack_36_two_farewells_of_which_one_never_counts() {
    let changed: [fn(&mut Header); 3] =
        [|header| header.attempt = 1, |header| header.epoch = 1, |header| header.step += 1];
    for change in changed {
        let mut leaver = Leaver::new();
        let (good, secret) = (leaver.header, leaver.secret);
        let mut other = good;
        change(&mut other);
        let receipt = leaver.say(other, &secret);
        assert!(
            matches!(receipt, Receipt::Early | Receipt::Refused(Blame { proven: false, .. })),
            "{receipt:?}"
        );
        leaver.assert_refused(good, &secret, "equivocation", true);
        assert_eq!(leaver.simulation.stage(leaver.victim), Stage::Stopped);
    }
}

/// A farewell before something that its author has signed.
#[test]
fn attack_36_a_farewell_that_comes_too_late() {
    let mut leaver = Leaver::new();
    let (good, secret) = (leaver.header, leaver.secret);
    // The deal and the engine were everybody's: two steps before the first turn.
    leaver.assert_refused(Header { step: 5, ..good }, &secret, "equivocation", true);
}

/// And something signed after the farewell.
#[test]
fn attack_36_a_move_by_somebody_who_has_left() {
    let mut leaver = Leaver::new();
    let (good, secret) = (leaver.header, leaver.secret);
    assert!(matches!(leaver.say(good, &secret), Receipt::Accepted { .. }));
    let ledger = &leaver.simulation.tables[leaver.victim].ledger;
    let header = Header {
        lane: crate::ledger::LANE_PLAY,
        kind: Kind::Turn,
        previous: ledger.head(),
        step: ledger.step(),
        ..good
    };
    leaver.assert_refused(header, &[2], "equivocation", true);
}

/// Everybody but one may leave; the last one just goes.
#[test]
fn the_last_one_cannot_leave() {
    let mut simulation = Simulation::new(2, short(1), Proofs::EveryTurn, 3);
    (0..2).for_each(|peer| simulation.pump(peer));
    while simulation.deliver_one() || simulation.synchronise() {}
    simulation.tables[0].leave(SeatSet::EMPTY).unwrap();
    assert_eq!(simulation.tables[0].leave(SeatSet::EMPTY), Err(ActError::NotOwed));
    simulation.run();
    assert_eq!(simulation.stage(1), Stage::Over, "who stays plays on alone to the round's end");
    assert!(simulation.happenings[1].iter().any(|happening| matches!(happening, Happening::Left { .. })));
    assert_eq!(simulation.tables[1].leave(SeatSet::EMPTY), Err(ActError::NotOwed));
    assert!(
        simulation.logs[1].iter().any(|raw| { Envelope::parse(raw).unwrap().header().lane == LANE_LEAVE })
    );
}

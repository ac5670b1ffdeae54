//! Tables that fill, change, empty and begin.

use mextrain_core::{DoubleBlank, Rules, Seats, TileSet};
use proptest::prelude::*;

use super::*;
use crate::absence::Absence;
use crate::charter::Charter;
use crate::identity::Identity;
use crate::wire;

const TABLE: [u8; 16] = [9; 16];

fn key(number: u8) -> [u8; 32] {
    Identity::from_secret(&[number + 1; 32]).unwrap().public_key()
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn agreement(seats: u8) -> Agreement {
    Agreement {
        seats: Seats::new(seats).unwrap(),
        rules: Rules::default(),
        proofs: Proofs::EveryTurn,
        absence: Absence::default(),
    }
}

fn own(number: u8) -> Seated {
    Seated {
        name: name("Host"),
        key: key(number),
        commitment: commitment(number),
        bot: false,
        ready: true,
        addresses: Bounded::new(),
    }
}

fn commitment(number: u8) -> [u8; 32] {
    charter::commitment(&key(number), &[number; 32])
}

fn candidate(number: u8) -> Candidate {
    Candidate {
        version: PROTOCOL_VERSION,
        engine: charter::ENGINE,
        table: Some(TABLE),
        name: name("Guest"),
        commitment: commitment(number),
        bot: false,
    }
}

fn host(seats: u8) -> Host {
    Host::new(TABLE, name("Friday"), agreement(seats), false, own(0)).unwrap()
}

/// A host and guests with the numbers 1.., all of whom know the newest state.
fn table(seats: u8) -> (Host, Vec<Guest>) {
    let mut host = host(seats);
    for number in 1..seats {
        host.join(key(number), &candidate(number), Bounded::new()).unwrap();
    }
    let guest = |number| Guest::new(key(number), commitment(number), key(0), host.state().clone()).unwrap();
    let guests = (1..seats).map(guest).collect();
    (host, guests)
}

fn all_ready(host: &mut Host, guests: &mut [Guest]) {
    host.ready(&key(0), host.state().seq, true).unwrap();
    for (number, guest) in (1..).zip(guests) {
        let seq = guest.set_ready(true);
        host.ready(&key(number), seq, true).unwrap();
    }
}

#[test]
fn a_full_and_ready_table_gets_its_charter() {
    let (mut host, mut guests) = table(4);
    assert_eq!(host.charter(), Err(NotYet::NotReady(name("Host"))));
    all_ready(&mut host, &mut guests);
    let charter = host.charter().unwrap();
    assert_eq!(charter.roster.len(), 4);
    for guest in &mut guests {
        guest.update(host.state().clone()).unwrap();
        assert_eq!(guest.accept(&charter), Ok(()));
    }
    host.close();
    assert_eq!(host.charter(), Err(NotYet::Started));
    assert_eq!(host.join(key(7), &candidate(7), Bounded::new()), Err(Refused::Started));
    assert!(!host.leave(&key(1)));
}

#[test]
fn equal_names_are_made_distinct() {
    let (host, _) = table(4);
    let names: Vec<&str> = host.state().members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["Host", "Guest", "Guest 2", "Guest 3"]);
}

#[test]
fn asking_again_changes_nothing_and_a_new_start_replaces() {
    let (mut host, mut guests) = table(3);
    all_ready(&mut host, &mut guests);
    let before = host.state().clone();
    host.join(key(1), &candidate(1), Bounded::new()).unwrap();
    assert_eq!(*host.state(), before);
    host.join(key(1), &Candidate { commitment: commitment(6), ..candidate(1) }, Bounded::new()).unwrap();
    let member = host.state().member(&key(1)).unwrap();
    assert_eq!((member.commitment, member.ready), (commitment(6), false));
    assert_eq!(host.state().members.len(), 3);
}

#[test]
fn who_cannot_sit_down_is_told_why() {
    let (mut host, _) = table(3);
    let before = host.state().clone();
    let mut join = |number, candidate: Candidate| host.join(key(number), &candidate, Bounded::new());
    assert_eq!(join(5, candidate(5)), Err(Refused::Full));
    let version = Refused::Version { protocol: PROTOCOL_VERSION, engine: charter::ENGINE };
    assert_eq!(join(5, Candidate { version: 2, ..candidate(5) }), Err(version));
    assert_eq!(join(5, Candidate { engine: 99, ..candidate(5) }), Err(version));
    assert_eq!(join(5, Candidate { table: Some([0; 16]), ..candidate(5) }), Err(Refused::NoSuchTable));
    assert_eq!(join(0, candidate(5)), Err(Refused::Signature));
    assert_eq!(*host.state(), before);
}

#[test]
fn attack_12_weak_and_malformed_keys() {
    let mut host = host(4);
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let mut twice = [0xFF; 32];
    twice[0] = 0xEE;
    twice[31] = 0x7F;
    for bad in [neutral, twice, [0; 32], [0xFF; 32]] {
        let refused = host.join(bad, &candidate(3), Bounded::new()).unwrap_err();
        assert_eq!(refused.code(), "signature");
        assert!(Host::new(TABLE, name("T"), agreement(2), false, Seated { key: bad, ..own(0) }).is_err());
    }
}

#[test]
fn attack_13_a_copied_commitment() {
    let mut host = host(4);
    host.join(key(1), &candidate(1), Bounded::new()).unwrap();
    let copied = Candidate { commitment: commitment(1), ..candidate(2) };
    assert_eq!(host.join(key(2), &copied, Bounded::new()).unwrap_err().code(), "commitment");
    let hosts = Candidate { commitment: commitment(0), ..candidate(2) };
    assert_eq!(host.join(key(2), &hosts, Bounded::new()).unwrap_err().code(), "commitment");
    assert_eq!(host.state().members.len(), 2);
}

#[test]
fn a_change_of_rules_or_seats_clears_ready_and_says_what_changed() {
    let (mut host, mut guests) = table(3);
    all_ready(&mut host, &mut guests);
    for guest in &mut guests {
        guest.update(host.state().clone()).unwrap();
    }
    let old_seq = host.state().seq;
    let charter = host.charter().unwrap();
    let mut rules = Rules::default().with_set(TileSet::DoubleNine);
    rules.double_blank = *DoubleBlank::ALL.iter().find(|value| **value != rules.double_blank).unwrap();
    let seats = Seats::new(4).unwrap();
    host.agree(Agreement { rules, seats, proofs: Proofs::AtScoring, absence: Absence::default() }).unwrap();
    assert!(host.state().members.iter().all(|member| !member.ready));
    assert_eq!(host.ready(&key(1), old_seq, true), Err(Refused::Stale));
    assert_eq!(host.ready(&key(1), old_seq, false), Ok(()));
    let changes = guests[0].update(host.state().clone()).unwrap();
    let what: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(what[0], "Host changed seats from 3 to 4");
    assert_eq!(what[1], "Host changed proofs from every-turn to at-scoring");
    assert!(what.iter().any(|line| line.contains("set from double-twelve to double-nine")));
    assert!(what.iter().all(|line| line.starts_with("Host changed")));
    assert!(!guests[0].is_ready());
    // The charter that was true before the change is refused after it.
    assert_eq!(guests[0].accept(&charter), Err(Disagreement::Rules));
}

#[test]
fn setups_that_cannot_be_are_refused() {
    let (mut host, _) = table(4);
    let before = host.state().clone();
    assert_eq!(host.agree(agreement(3)), Err(SetupError::TooFewSeats { members: 4 }));
    let mut rules = Rules::default();
    rules.set_option("hand", "40").unwrap();
    assert!(matches!(host.agree(Agreement { rules, ..agreement(4) }), Err(SetupError::Rules(_))));
    assert_eq!(*host.state(), before);
}

#[test]
fn a_guest_accepts_nothing_but_what_it_was_ready_for() {
    let (mut host, mut guests) = table(3);
    all_ready(&mut host, &mut guests);
    let guest = &mut guests[0];
    guest.update(host.state().clone()).unwrap();
    let right = host.charter().unwrap();
    let changed = |change: &dyn Fn(&mut Charter)| {
        let mut charter = right.clone();
        change(&mut charter);
        charter
    };
    let other_key = changed(&|charter| charter.roster[1].key = key(6));
    let other_commitment = changed(&|charter| charter.roster[1].commitment = commitment(6));
    let other_name = changed(&|charter| charter.roster[2].name = name("Mallory"));
    let other_order = changed(&|charter| charter.roster.swap(1, 2));
    for charter in [other_key, other_commitment, other_name, other_order] {
        assert_eq!(guest.accept(&charter), Err(Disagreement::Roster));
    }
    let other_proofs = changed(&|charter| charter.proofs = Proofs::AtScoring);
    let other_rules = changed(&|charter| charter.rules = Rules::default().with_set(TileSet::DoubleNine));
    let fewer = changed(&|charter| drop(charter.roster.pop()));
    for charter in [other_proofs, other_rules, fewer] {
        assert_eq!(guest.accept(&charter), Err(Disagreement::Rules));
    }
    assert_eq!(guest.accept(&changed(&|charter| charter.table = [1; 16])), Err(Disagreement::Table));
    guest.set_ready(false);
    assert_eq!(guest.accept(&right), Err(Disagreement::NotReady));
}

#[test]
fn a_table_that_starts_when_full_needs_no_ready() {
    let mut host = Host::new(TABLE, name("Bots"), agreement(2), true, own(0)).unwrap();
    assert_eq!(host.charter(), Err(NotYet::FreeSeats(1)));
    host.join(key(1), &candidate(1), Bounded::new()).unwrap();
    let guest = Guest::new(key(1), commitment(1), key(0), host.state().clone()).unwrap();
    assert_eq!(guest.accept(&host.charter().unwrap()), Ok(()));
}

/// Who sat down at a table that waits for everybody to be ready cannot be made to sign anything by a host that says it never did.
#[test]
fn a_table_does_not_begin_to_start_when_full() {
    let (host, mut guests) = table(3);
    let mut state = host.state().clone();
    state.seq += 1;
    state.start_when_full = true;
    state.agreement.rules = Rules::default().with_set(TileSet::DoubleNine);
    let guest = &mut guests[0];
    guest.set_ready(true);
    let changes = guest.update(state.clone()).unwrap();
    let told: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|change| change.contains("start when full")), "{told:?}");
    let mut charter = host_charter(3);
    charter.rules = state.agreement.rules;
    assert_eq!(guest.accept(&charter), Err(Disagreement::NotReady));
    // And one that did start when full is another table after a change.
    let mut eager = Guest::new(key(1), commitment(1), key(0), state.clone()).unwrap();
    assert_eq!(eager.accept(&charter), Ok(()));
    state.seq += 1;
    state.agreement.proofs = Proofs::AtScoring;
    eager.update(state).unwrap();
    charter.proofs = Proofs::AtScoring;
    assert_eq!(eager.accept(&charter), Err(Disagreement::NotReady));
    eager.set_ready(true);
    assert_eq!(eager.accept(&charter), Ok(()));
}

/// The charter that [`table`]'s host would issue.
fn host_charter(seats: u8) -> Charter {
    let (mut host, mut guests) = table(seats);
    all_ready(&mut host, &mut guests);
    host.charter().unwrap()
}

#[test]
fn a_host_cannot_tell_its_guests_anything() {
    let (host, guests) = table(3);
    let told = |change: &dyn Fn(&mut LobbyState)| {
        let mut state = host.state().clone();
        state.seq += 1;
        change(&mut state);
        guests[0].clone().update(state)
    };
    assert_eq!(told(&|state| state.table = [0; 16]), Err(LobbyFault::OtherTable));
    assert_eq!(told(&|state| state.members.swap(0, 2)), Err(LobbyFault::OtherHost));
    assert_eq!(told(&|state| drop(state.members.remove(1))), Err(LobbyFault::NoSeat));
    assert_eq!(told(&|state| state.members[1].commitment = [0; 32]), Err(LobbyFault::NoSeat));
    assert_eq!(told(&|state| state.seq = 0), Ok(Vec::new()));
}

#[test]
fn a_state_that_cannot_be_is_not_decoded() {
    let (host, _) = table(3);
    let decoded = |change: &dyn Fn(&mut Frame)| {
        let mut frame = Frame::from(host.state().clone());
        change(&mut frame);
        wire::decode::<LobbyState>(&wire::encode(&frame), 65536)
    };
    assert_eq!(decoded(&|_| {}).unwrap(), *host.state());
    assert!(decoded(&|frame| frame.version = 2).is_err());
    assert!(decoded(&|frame| frame.seats = 1).is_err());
    assert!(decoded(&|frame| frame.seats = 2).is_err());
    assert!(decoded(&|frame| frame.proofs = 2).is_err());
    assert!(decoded(&|frame| frame.rules = Bytes::default()).is_err());
    assert!(decoded(&|frame| frame.members = Bounded::new()).is_err());
    let twice = |change: fn(&mut Seated, &Seated)| {
        move |frame: &mut Frame| {
            let mut members = frame.members.to_vec();
            let first = members[0].clone();
            change(&mut members[1], &first);
            frame.members = members.try_into().unwrap();
        }
    };
    assert!(decoded(&twice(|second, first| second.key = first.key)).is_err());
    assert!(decoded(&twice(|second, first| second.commitment = first.commitment)).is_err());
    assert!(decoded(&twice(|second, first| second.name = first.name.clone())).is_err());
    assert!(decoded(&twice(|second, _| second.key = [0; 32])).is_err());
}

/// One thing somebody does at a table.
#[derive(Clone, Debug)]
enum Deed {
    Join(u8, u8),
    Leave(u8),
    Ready(u8, u32, bool),
    Seats(u8),
    Set(bool),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        (0..10_u8, 0..10_u8).prop_map(|(who, commitment)| Deed::Join(who, commitment)),
        (0..10_u8).prop_map(Deed::Leave),
        (0..10_u8, 0..4_u32, any::<bool>()).prop_map(|(who, age, ready)| Deed::Ready(who, age, ready)),
        (2..=8_u8).prop_map(Deed::Seats),
        any::<bool>().prop_map(Deed::Set),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_the_table_stays_well_formed(deeds in prop::collection::vec(deed(), 0..60)) {
        let mut host = host(4);
        for deed in deeds {
            let before = host.state().clone();
            match deed {
                Deed::Join(who, other) => {
                    let candidate = Candidate { commitment: commitment(other), ..candidate(who) };
                    let _ = host.join(key(who), &candidate, Bounded::new());
                }
                Deed::Leave(who) => drop(host.leave(&key(who))),
                Deed::Ready(who, age, ready) => drop(host.ready(&key(who), before.seq.saturating_sub(age), ready)),
                Deed::Seats(seats) => drop(host.agree(agreement(seats))),
                Deed::Set(nine) => {
                    let set = if nine { TileSet::DoubleNine } else { TileSet::DoubleTwelve };
                    let rules = Rules::default().with_set(set);
                    let _ = host.agree(Agreement { rules, ..before.agreement.clone() });
                }
            }
            let after = host.state();
            prop_assert_eq!(after.seq != before.seq, *after != before);
            prop_assert_eq!(after.members[0].key, key(0));
            prop_assert_eq!(check_distinct(&after.members), Ok(()));
            prop_assert_eq!(wire::decode::<LobbyState>(&wire::encode(after), 65536), Ok(after.clone()));
            if after.agreement != before.agreement {
                prop_assert!(after.members.iter().all(|member| !member.ready));
            }
            prop_assert_eq!(changes(&before, after).is_empty(), {
                let visible = |state: &LobbyState| {
                    let members = state.members.iter().map(|member| (member.key, member.ready)).collect::<Vec<_>>();
                    (state.agreement.clone(), members)
                };
                visible(&before) == visible(after)
            });
            if let Ok(charter) = host.charter() {
                prop_assert!(after.is_full() && after.all_ready());
                prop_assert_eq!(charter.check(), Ok(()));
            }
        }
    }
}

//! Files that accuse (36): what an honest peer keeps convinces a stranger of the same fault, and a forged one convinces of nothing.

use std::num::NonZero;

use super::{playing::midway, *};
use crate::{
    contradiction::Contradiction,
    log::{
        self,
        evidence::of_contradiction,
        frame::{FileKind, RecordReader, RecordWriter},
        verify::{Report, Verdict, verify},
        walk::WhyUnfounded,
    },
};

fn check(file: &[u8]) -> Report {
    verify(file, NonZero::<usize>::MIN).unwrap()
}

fn assert_accuses(simulation: &Simulation, file: &[u8], member: usize, step: u32, code: &str) {
    let report = check(file);
    let Verdict::Failed(culprits) = &report.verdict else { panic!("{:?}", report.verdict) };
    let [culprit] = culprits.as_slice() else { panic!("{culprits:?}") };
    let accused = &simulation.tables[1].ledger.charter().roster[member];
    assert_eq!(culprit.player.as_ref().map(|player| player.key), Some(accused.key));
    assert_eq!((culprit.step, culprit.refusal.code()), (step, code));
    let sentence = culprit.charge().to_string();
    assert!(sentence.contains(accused.name.as_str()) && sentence.contains(&step.to_string()), "{sentence}");
}

fn assert_accuses_nobody(file: &[u8], why: WhyUnfounded, step: u32) {
    let report = check(file);
    let Verdict::Unfounded(unfounded) = report.verdict else { panic!("{why:?}: {:?}", report.verdict) };
    assert_eq!((unfounded.why, unfounded.step), (why, step));
}

fn evidence(simulation: &Simulation, contradiction: &Contradiction) -> Vec<u8> {
    let table = &simulation.tables[1];
    of_contradiction(&simulation.charter, table.first_steps(), contradiction).unwrap()
}

/// A table of which a member has signed a second body for a step that everybody has folded, and the honest peer who saw it.
fn equivocated() -> (Simulation, Contradiction, usize) {
    let mut simulation = midway();
    let first = simulation.tables[1].past[9][0].clone();
    let member = simulation.tables[1].ledger.member_of(9, first.header().author).unwrap();
    let payload = [first.payload(), b"x"].concat();
    let second = Envelope::sign(*first.header(), &payload, &simulation.tables[member].key.clone()).unwrap();
    let victim = (member + 1) % 3;
    simulation.tables[victim].receive(second.raw());
    simulation.pump(victim);
    let kept = simulation.contradictions[victim].clone();
    let [contradiction] = kept.as_slice() else { panic!("{kept:?}") };
    (simulation, contradiction.clone(), victim)
}

#[test]
fn attack_36_an_equivocation_leaves_a_small_file_that_convinces_strangers() {
    let (mut simulation, contradiction, victim) = equivocated();
    let member = contradiction.member;
    assert!(contradiction.stops);
    assert_eq!(simulation.stage(victim), Stage::Stopped);
    let file = evidence(&simulation, &contradiction);
    assert_accuses(&simulation, &file, member, 9, "equivocation");
    // The log says the same, and is the larger one by far.
    simulation.assert_verifier_names(victim, member, "equivocation");
    let log = simulation.log_file(victim);
    assert!(file.len() < 8 * 1024 && file.len() < log.len() / 4, "{} of {} bytes", file.len(), log.len());

    // More of the same is nothing new; what somebody else does is.
    let again =
        Envelope::sign(*contradiction.first.header(), b"again", &simulation.tables[member].key.clone());
    simulation.tables[victim].receive(again.unwrap().raw());
    let other = (0..3).find(|peer| *peer != member && *peer != victim).unwrap();
    let honest = simulation.tables[1].past[2]
        .iter()
        .find(|envelope| simulation.tables[1].ledger.member_of(2, envelope.header().author) == Some(other))
        .unwrap()
        .clone();
    let second = Envelope::sign(*honest.header(), b"key", &simulation.tables[other].key.clone()).unwrap();
    simulation.tables[victim].receive(second.raw());
    simulation.pump(victim);
    let kept = &simulation.contradictions[victim];
    assert_eq!(
        kept.iter().map(|kept| (kept.member, kept.stops)).collect::<Vec<_>>(),
        [(member, true), (other, false)]
    );
    assert_accuses(&simulation, &evidence(&simulation, &kept[1]), other, 2, "equivocation");
}

#[test]
fn attack_36_an_equivocation_behind_the_end_is_kept_and_changes_nothing() {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 8);
    simulation.run();
    let before = simulation.log_file(1);
    let first = simulation.tables[1].past[5][0].clone();
    let member = simulation.tables[1].ledger.member_of(5, first.header().author).unwrap();
    let victim = (member + 1) % 3;
    let second = Envelope::sign(*first.header(), b"other", &simulation.tables[member].key.clone()).unwrap();
    simulation.tables[victim].receive(second.raw());
    simulation.pump(victim);
    assert_eq!((simulation.stage(victim), simulation.log_file(victim)), (Stage::Over, before));
    let kept = simulation.contradictions[victim].clone();
    let [contradiction] = kept.as_slice() else { panic!("{kept:?}") };
    assert!(!contradiction.stops);
    assert_accuses(&simulation, &evidence(&simulation, contradiction), member, 5, "equivocation");
}

#[test]
fn attack_36_forged_contradictions_accuse_nobody() {
    let (simulation, good, _) = equivocated();
    let table = &simulation.tables[1];
    let (header, member) = (*good.first.header(), good.member);
    let (own, foreign) = (table.ledger.key(member).unwrap(), simulation.tables[(member + 1) % 3].key.clone());
    let forged = |first: &Envelope, second: &Envelope| {
        let pair = Contradiction { first: first.clone(), second: second.clone(), ..good.clone() };
        evidence(&simulation, &pair)
    };
    // Signed by somebody else, either of them.
    let by_other = Envelope::sign(header, b"lie", &foreign).unwrap();
    assert!(!by_other.is_signed_by(own));
    assert_accuses_nobody(&forged(&good.first, &by_other), WhyUnfounded::NotSigned, 9);
    assert_accuses_nobody(&forged(&by_other, &good.first), WhyUnfounded::NotSigned, 9);
    // The same twice, also under another signature (which does not hold), and two that stand in different places.
    assert_accuses_nobody(&forged(&good.first, &good.first), WhyUnfounded::NoContradiction, 9);
    let own_key = simulation.tables[member].key.clone();
    let elsewhere = Envelope::sign(Header { step: 10, ..header }, b"x", &own_key).unwrap();
    assert_accuses_nobody(&forged(&good.first, &elsewhere), WhyUnfounded::NoContradiction, 10);
    // Of another match, or by a seat that there is not.
    let other = Header { match_id: [7; 32], ..header };
    let pair = [b"a", b"b"].map(|payload| Envelope::sign(other, payload, &own_key).unwrap());
    assert_accuses_nobody(&forged(&pair[0], &pair[1]), WhyUnfounded::Elsewhere("match"), 9);
    let nobody = Header { author: 7, ..header };
    let pair = [b"a", b"b"].map(|payload| Envelope::sign(nobody, payload, &own_key).unwrap());
    assert_accuses_nobody(&forged(&pair[0], &pair[1]), WhyUnfounded::NotSigned, 9);
    // Two honest players' messages.
    let two: Vec<Envelope> = table.past[2].iter().take(2).cloned().collect();
    assert_accuses_nobody(&forged(&two[0], &two[1]), WhyUnfounded::NotSigned, 2);
}

/// Replaces the signer of the seats: the charter's own steps are checked like every step, so nobody's seat can be forged into another's.
#[test]
fn attack_36_a_file_whose_first_steps_are_forged_accuses_nobody_at_the_table() {
    let (simulation, good, _) = equivocated();
    let file = evidence(&simulation, &good);
    let mut reader = RecordReader::open(file.as_slice(), FileKind::Log).unwrap();
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        records.push((record.kind, record.payload));
    }
    for at in 0..records.len() {
        let mut changed = records.clone();
        let last = changed[at].1.len() - 1;
        changed[at].1[last] ^= 1;
        let mut bytes = Vec::new();
        let mut writer = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        changed.iter().for_each(|(kind, payload)| writer.append(*kind, payload).unwrap());
        match check(&bytes).verdict {
            Verdict::Failed(culprits) => assert!(culprits.iter().all(|culprit| culprit.player.is_none())),
            Verdict::Unfounded(_) | Verdict::Damaged(_) => {}
            other => panic!("record {at}: {other:?}"),
        }
    }
}

#[test]
fn attack_36_a_refused_contribution_that_is_not_accuses_nobody() {
    // A cheat names itself, in the whole log; the same log with the honest contribution in its place names nobody.
    let forge = |forge: &Forge<'_>| {
        (forge.honest.header().kind == Kind::Deal).then(|| {
            let mut payload = forge.payload();
            let last = payload.len() - 1;
            payload[last] ^= 1;
            payload
        })
    };
    let simulation = try_attack(Simulation::new(3, short(1), Proofs::EveryTurn, 1), &forge).unwrap();
    let blame = simulation.tables[1].evidence.as_ref().unwrap().blame;
    assert!(simulation.contradictions.iter().skip(1).all(Vec::is_empty));
    let log = simulation.log_file(1);
    assert_accuses(&simulation, &log, 0, blame.step, blame.refusal.code());

    let kept = simulation.tables[1].evidence.as_ref().unwrap();
    let refused = Envelope::parse(kept.refused.as_ref().unwrap()).unwrap();
    let with = |refused: &Envelope| {
        let mut bytes = Vec::new();
        let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        records.append(log::CHARTER, &simulation.charter).unwrap();
        simulation.logs[1].iter().for_each(|raw| records.append(log::CONTRIBUTION, raw).unwrap());
        kept.pending.iter().for_each(|raw| records.append(log::PENDING, raw).unwrap());
        records.append(log::REFUSED, refused.raw()).unwrap();
        bytes
    };
    // The cheat's own table went on with what it would have sent.
    let own_past = &simulation.tables[0].past[blame.step as usize];
    let by_cheat = |envelope: &&Envelope| envelope.header().author == refused.header().author;
    let honest = own_past.iter().find(by_cheat).unwrap().clone();
    assert_accuses_nobody(&with(&honest), WhyUnfounded::Valid, blame.step);
    let key = simulation.tables[1].key.clone();
    let by_other = Envelope::sign(*refused.header(), refused.payload(), &key).unwrap();
    assert_accuses_nobody(&with(&by_other), WhyUnfounded::NotSigned, blame.step);
    let own = simulation.tables[0].key.clone();
    let past = Header { previous: [1; 32], ..*refused.header() };
    let elsewhere = Envelope::sign(past, refused.payload(), &own).unwrap();
    assert_accuses_nobody(&with(&elsewhere), WhyUnfounded::Elsewhere("previous-head"), blame.step);
}

/// Messages from ahead are kept of two steps and two lanes, whatever a member signs.
#[test]
fn attack_43_what_comes_early_is_bounded() {
    let mut simulation = midway();
    let ledger = &simulation.tables[1].ledger;
    let member = (0..3).find(|member| *member != 1).unwrap();
    let author = ledger.author_of(member).unwrap();
    let header = Header {
        match_id: ledger.match_id().unwrap(),
        epoch: 0,
        round: 0,
        attempt: 0,
        step: ledger.step(),
        lane: 0,
        previous: [0; 32],
        author,
        kind: Kind::Turn,
    };
    let (key, now) = (simulation.tables[member].key.clone(), ledger.step());
    for step in now + 1..now + 20 {
        for lane in 0..20 {
            for byte in 0..3 {
                let envelope = Envelope::sign(Header { step, lane, ..header }, &[byte; 64], &key).unwrap();
                simulation.tables[1].receive(envelope.raw());
            }
        }
    }
    let most = EARLY_STEPS as usize * 2;
    assert!(simulation.tables[1].early.len() <= most, "{}", simulation.tables[1].early.len());
    assert_eq!(simulation.stage(1), simulation.stage(2));
}

/// What no step of the beginning can take comes too early at none: it is refused, and holds up nobody.
#[test]
fn attack_43_votes_and_farewells_before_the_seats_are_drawn() {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 8);
    for at in 0..2 {
        while simulation.tables[1].ledger.step() < at {
            (0..3).for_each(|peer| simulation.pump(peer));
            assert!(simulation.deliver_one());
        }
        for (step, lane) in (0..5).flat_map(|step| (0..5).map(move |lane| (step, lane))) {
            for kind in [Kind::Farewell, Kind::TimeoutVote, Kind::TimeoutCancel, Kind::Turn] {
                let (match_id, previous) = ([0; 32], [0; 32]);
                let header = Header {
                    match_id,
                    epoch: 0,
                    round: 0,
                    attempt: 0,
                    step,
                    lane,
                    previous,
                    author: 2,
                    kind,
                };
                let envelope = Envelope::sign(header, &[0; 8], &simulation.tables[2].key).unwrap();
                let receipt = simulation.tables[1].receive(envelope.raw());
                assert!(!matches!(receipt, Receipt::Accepted { .. }), "{header:?}");
            }
        }
        assert!(simulation.tables[1].early.len() <= (EARLY_STEPS as usize + 1) * 5);
    }
    assert!(simulation.tables[1].evidence.is_none());
}

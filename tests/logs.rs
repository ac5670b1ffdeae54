//! Logs from the outside: what `verify-log`, `show-log` and `export-log` say about real ones, and that no change to one
//! ever passes.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::{ffi::OsStr, fs, num::NonZero, path::Path, sync::OnceLock};

use mextrain_net::{
    charter::Proofs,
    envelope::Envelope,
    log::{
        CONTRADICTED, CONTRIBUTION, PENDING, REFUSED,
        frame::{Damage, Record},
        verify::{Report, Verdict, verify},
    },
};
use serde_json::Value;
use support::{
    Place,
    simulated::{Match, file},
};

const SMALL: Match = Match { players: 2, rounds: 1, proofs: Proofs::EveryTurn, seed: 7 };

/// The records of one small match, played once for all tests.
fn small() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| SMALL.records())
}

fn check(bytes: &[u8]) -> Report {
    verify(bytes, NonZero::<usize>::MIN).expect("a machine with random numbers")
}

/// That a changed log is neither verified nor taken for the whole match; it may only be the match's beginning where
/// `may_be_cut` says so.
fn assert_caught(bytes: &[u8], may_be_cut: bool, what: &str) {
    match check(bytes).verdict {
        Verdict::Failed(_) | Verdict::Damaged(_) | Verdict::Unfounded(_) => {}
        Verdict::Unfinished if may_be_cut => {}
        other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn whole_matches_are_verified_whoever_plays_and_however_it_is_proven() {
    for (players, rounds, proofs) in [
        (2, 1, Proofs::EveryTurn),
        (3, 2, Proofs::EveryTurn),
        (4, 1, Proofs::AtScoring),
        (8, 1, Proofs::EveryTurn),
    ] {
        let game = Match { players, rounds, proofs, seed: 1 };
        let report = check(&file(&game.records()));
        assert!(matches!(report.verdict, Verdict::Verified), "{game:?}: {:?}", report.verdict);
        assert_eq!((report.players.len(), report.rounds.len()), (usize::from(players), usize::from(rounds)));
        assert_eq!(report.checks.shuffles, u64::from(players) * u64::from(rounds));
        for (seat, total) in report.totals.iter().enumerate() {
            let sum: u32 = report.rounds.iter().map(|round| u32::from(round.scores[seat])).sum();
            assert_eq!(sum, *total);
        }
    }
}

#[test]
fn a_log_cut_at_any_record_is_unfinished_and_says_so() {
    let records = small();
    for whole in 1..records.len() {
        let report = check(&file(&records[..whole]));
        assert!(matches!(report.verdict, Verdict::Unfinished), "{whole} records: {:?}", report.verdict);
    }
    assert!(matches!(check(&file(&records[..0])).verdict, Verdict::Damaged(_)));
}

#[test]
fn a_log_cut_inside_a_record_is_damaged_there() {
    let records = small();
    let bytes = file(records);
    for (at, _) in records.iter().enumerate() {
        let (begin, end) = (file(&records[..at]).len(), file(&records[..=at]).len());
        // The first and last byte of a record, its length, its payload and its check.
        for cut in [begin + 1, begin + 4, begin + 6, (begin + end) / 2, end - 17, end - 1] {
            let report = check(&bytes[..cut]);
            let Verdict::Damaged(damage) = &report.verdict else {
                panic!("cut at {cut}: {:?}", report.verdict)
            };
            assert!(damage.to_string().contains(&begin.to_string()), "cut at {cut}: {damage}");
            assert_eq!(report.bytes, if at == 0 { 0 } else { begin as u64 }, "cut at {cut}");
        }
    }
}

#[test]
fn no_byte_can_be_changed() {
    let bytes = file(small());
    let stride = bytes.len() / 400;
    let places = (0..64).chain((64..bytes.len()).step_by(stride.max(1))).chain(bytes.len() - 40..bytes.len());
    for (turn, at) in places.enumerate() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (turn % 8);
        assert_caught(&changed, false, &format!("byte {at}"));
    }
}

/// As a forger would, who computes the file's own checks anew: only signatures and proofs stand in the way.
#[test]
fn no_record_can_be_changed_dropped_doubled_or_moved_by_a_forger() {
    let records = small();
    let forged = |change: &dyn Fn(&mut Vec<Record>), cut: bool, what: String| {
        let mut changed = records.to_vec();
        change(&mut changed);
        assert_caught(&file(&changed), cut, &what);
    };
    for at in 0..records.len() {
        let last = at + 1 == records.len();
        forged(&|all| drop(all.remove(at)), last, format!("without record {at}"));
        forged(&|all| all.insert(at, records[at].clone()), false, format!("record {at} twice"));
        if !last {
            forged(&|all| all.swap(at, at + 1), false, format!("records {at} and {} swapped", at + 1));
        }
        let length = records[at].payload.len();
        // The envelope's head, its payload, and its signature.
        for place in [9, length / 2, length - 1] {
            forged(&|all| all[at].payload[place] ^= 4, false, format!("record {at}, byte {place}"));
        }
        for kind in [PENDING, REFUSED, 77] {
            forged(
                &|all| all[at].kind = kind,
                at > 0 && kind == PENDING,
                format!("record {at} as kind {kind}"),
            );
        }
    }
}

#[test]
fn records_of_another_match_of_the_same_players_do_not_fit() {
    let records = small();
    let other = Match { seed: 8, ..SMALL }.records();
    for at in 0..records.len().min(other.len()) {
        let mut spliced = records.to_vec();
        spliced[at] = other[at].clone();
        assert_caught(&file(&spliced), false, &format!("record {at} of another match"));
        let mut joined = records[..at].to_vec();
        joined.extend_from_slice(&other[at..]);
        assert!(at == 0 || !matches!(check(&file(&joined)).verdict, Verdict::Verified), "joined at {at}");
        if at > 0 {
            assert_caught(&file(&joined), false, &format!("joined at {at}"));
        }
    }
    let mut longer = records.to_vec();
    longer.extend(other.last().cloned());
    assert_caught(&file(&longer), false, "a record behind the end");
}

#[test]
fn the_commands_tell_verdicts_by_their_exit_codes() {
    let place = Place::new();
    let records = small();
    let whole = file(records);
    let mut tampered = records.to_vec();
    let last = tampered.len() - 1;
    let length = tampered[last].payload.len();
    tampered[last].payload[length - 1] ^= 1;
    let files = [
        ("whole.mtlog", whole.clone(), 0, "verified"),
        ("unfinished.mtlog", file(&records[..records.len() - 1]), 4, "unfinished"),
        ("tampered.mtlog", file(&tampered), 3, "failed"),
        ("cut.mtlog", whole[..whole.len() - 1].to_vec(), 5, "damaged"),
        ("text.mtlog", b"no log at all".to_vec(), 5, "damaged"),
        ("empty.mtlog", Vec::new(), 5, "damaged"),
    ];
    for (name, bytes, code, verdict) in &files {
        std::fs::write(place.join(name), bytes).unwrap();
        let ended = place.run(["verify-log", "--json", name]);
        assert_eq!(ended.code, Some(*code), "{name}: {ended:?}");
        let value: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!((&value["schema"], &value["verdict"]), (&"mextrain.verify/1".into(), &(*verdict).into()));
        assert_eq!(value["culprits"].as_array().unwrap().is_empty(), *code != 3);
        assert!(["players", "rounds", "totals"].iter().all(|key| value[key].is_array()), "{value}");
        assert_eq!(place.run(["verify-log", name]).code, Some(*code));
    }
    assert_eq!(place.run(["verify-log", "no-such.mtlog"]).code, Some(5));
    // Of several the gravest: tampering, damage, an unfinished match.
    assert_eq!(place.run(["verify-log", "whole.mtlog", "unfinished.mtlog"]).code, Some(4));
    assert_eq!(place.run(["verify-log", "cut.mtlog", "unfinished.mtlog"]).code, Some(5));
    assert_eq!(place.run(["verify-log", "tampered.mtlog", "cut.mtlog", "whole.mtlog"]).code, Some(3));
}

/// The player who signed the record, and the record's message.
fn author(record: &Record) -> (u8, Envelope) {
    let envelope = Envelope::parse(&record.payload).unwrap();
    let signer = (0..SMALL.players).find(|n| envelope.is_signed_by(&SMALL.key(*n).verifying_key()));
    (signer.expect("a player"), envelope)
}

#[test]
fn attack_36_a_file_of_evidence_is_explained_and_a_forged_one_accuses_nobody() {
    let place = Place::new();
    let records = small();
    let at = records.len() / 2;
    let (cheat, first) = author(&records[at]);
    let other = (cheat + 1) % SMALL.players;
    let (name, step) = (format!("Player {}", cheat + 1), first.header().step);
    let payload = [first.payload(), b"x"].concat();
    let sign = |n: u8| Envelope::sign(*first.header(), &payload, &SMALL.key(n)).unwrap();
    // The charter, the two steps that say who sits where, and two messages.
    let accusing = |second: &Envelope| {
        let mut all = records[..1 + 2 * usize::from(SMALL.players)].to_vec();
        all.push(Record { kind: CONTRADICTED, payload: first.raw().to_vec() });
        all.push(Record { kind: REFUSED, payload: second.raw().to_vec() });
        file(&all)
    };
    let refused = |record: &[u8]| {
        let mut all = records[..at].to_vec();
        // What else is there of the step was pending.
        for pending in all.iter_mut().filter(|record| {
            record.kind == CONTRIBUTION && Envelope::parse(&record.payload).unwrap().header().step == step
        }) {
            pending.kind = PENDING;
        }
        all.push(Record { kind: REFUSED, payload: record.to_vec() });
        file(&all)
    };
    let files = [
        ("pair.evidence.mtlog", accusing(&sign(cheat)), 3, "failed"),
        ("wrong.evidence.mtlog", refused(sign(cheat).raw()), 3, "failed"),
        ("unsigned.evidence.mtlog", accusing(&sign(other)), 5, "unfounded"),
        ("same.evidence.mtlog", accusing(&first), 5, "unfounded"),
        ("valid.evidence.mtlog", refused(first.raw()), 5, "unfounded"),
        ("foreign.evidence.mtlog", refused(sign(other).raw()), 5, "unfounded"),
    ];
    for (file, bytes, code, verdict) in &files {
        std::fs::write(place.join(file), bytes).unwrap();
        let ended = place.run(["verify-log", file]);
        assert_eq!(ended.code, Some(*code), "{file}: {ended:?}");
        let json: Value = serde_json::from_str(&place.run(["verify-log", "--json", file]).stdout).unwrap();
        assert_eq!(json["verdict"], *verdict, "{file}: {json}");
        assert_eq!(place.run(["show-log", file]).code, Some(*code), "{file}");
        if *code == 3 {
            let culprit = &json["culprits"][0];
            assert_eq!((&culprit["name"], &culprit["step"]), (&name.as_str().into(), &step.into()), "{file}");
            assert!(
                ended.stdout.contains(&name) && ended.stdout.contains(&format!("step {step}")),
                "{ended:?}"
            );
            assert!(ended.stdout.contains(culprit["sentence"].as_str().unwrap()), "{ended:?}");
        } else {
            assert_eq!(json["culprits"], Value::Array(Vec::new()), "{file}");
            assert!(ended.stdout.contains("nobody is accused"), "{ended:?}");
        }
    }
    let pair = place.run(["verify-log", "--json", "pair.evidence.mtlog"]);
    let json: Value = serde_json::from_str(&pair.stdout).unwrap();
    assert_eq!(json["culprits"][0]["refusal"], "equivocation");
    assert!(files[0].1.len() * 4 < files[1].1.len(), "the pair is the small one");
}

#[test]
fn a_log_is_told_and_exported() {
    let place = Place::new();
    std::fs::write(place.join("match.mtlog"), file(small())).unwrap();
    let shown = place.run(["show-log", "match.mtlog"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert!(shown.stdout.contains("places the engine 0-0") || shown.stdout.contains("draws the engine 0-0"));
    assert!(shown.stdout.contains("Player 1 plays ") && shown.stdout.ends_with("The match is over.\n"));
    let text = place.run(["export-log", "match.mtlog", "--format", "text"]);
    assert_eq!(text.stdout, shown.stdout);

    let exported = place.run(["export-log", "match.mtlog", "--format", "json"]);
    assert_eq!(exported.code, Some(0), "{exported:?}");
    let value: Value = serde_json::from_str(&exported.stdout).unwrap();
    let verified = place.run(["verify-log", "match.mtlog", "--json"]);
    let verdict: Value = serde_json::from_str(&verified.stdout).unwrap();
    assert_eq!(value["schema"], "mextrain.log/1");
    assert_eq!(value["totals"], verdict["totals"]);
    assert_eq!(value["rounds"][0]["scores"], verdict["rounds"][0]["scores"]);
    assert_eq!(value["rounds"][0]["ending"], verdict["rounds"][0]["ending"]);
    let moves = value["rounds"][0]["moves"].as_array().unwrap();
    let counted = moves.iter().filter(|entry| entry["move"] != "engine" && entry["move"] != "search").count();
    assert_eq!(verdict["checks"]["moves"], counted as u64);
}

#[test]
fn what_a_log_does_not_hold_is_said() {
    let place = Place::new();
    let whole = place.join("whole.mtlog");
    std::fs::write(&whole, file(small())).unwrap();
    let whole = whole.to_str().unwrap();
    let beyond = place.run(["show-log", whole, "--round", "2"]);
    assert_eq!((beyond.code, beyond.stdout.as_str()), (Some(2), ""));
    assert!(beyond.stderr.contains("no round 2") && beyond.stderr.contains("1 round\n"), "{}", beyond.stderr);
    assert_eq!(place.run(["show-log", whole, "--round", "1"]).code, Some(0));
    let folder = place.run(["show-log", place.path().to_str().unwrap()]);
    assert_eq!(folder.code, Some(5));
    assert!(folder.stderr.contains(place.path().to_str().unwrap()), "{}", folder.stderr);
}

#[test]
fn a_verdict_is_the_same_when_nobody_reads_it() {
    let place = Place::new();
    let log = file(small());
    let cut = &log[..log.len() / 2];
    let mut wrong = log.clone();
    *wrong.last_mut().unwrap() ^= 1;
    for (name, bytes) in [("whole.mtlog", &log[..]), ("cut.mtlog", cut), ("wrong.mtlog", &wrong[..])] {
        std::fs::write(place.join(name), bytes).unwrap();
        for command in ["verify-log", "show-log"] {
            let read = place.run([command, name]);
            assert_eq!(place.run_unread(&[command, name]).code, read.code, "{command} {name}");
        }
    }
}

/// The report of a log that fails is about what stands before the fault, however far the walk had come when a judge found it.
#[test]
fn a_failed_report_tells_the_part_that_holds() {
    let records = Match { players: 3, rounds: 2, proofs: Proofs::EveryTurn, seed: 3 }.records();
    let step_of = |record: &Record| Envelope::parse(&record.payload).map(|envelope| envelope.header().step);
    for wanted in [0, 1, 5, 12, 40] {
        let at = records.iter().position(|record| step_of(record) == Ok(wanted)).unwrap();
        let mut tampered = records.clone();
        *tampered[at].payload.last_mut().unwrap() ^= 1;
        let failed = check(&file(&tampered));
        assert!(matches!(failed.verdict, Verdict::Failed(_)), "{:?}", failed.verdict);
        let prefix = check(&file(&records[..at]));
        assert_eq!((failed.steps, failed.checks, failed.bytes), (wanted, prefix.checks, prefix.bytes));
        assert_eq!(
            (&failed.rounds, &failed.totals, &failed.ranks),
            (&prefix.rounds, &prefix.totals, &prefix.ranks)
        );
        assert_eq!((failed.words, &failed.players), (prefix.words, &prefix.players));
    }
}

/// Logs of real matches that are kept in `tests/logs`, and beside each what was said of it when it was written. They verify for ever: whoever has
/// to change this test, or one of those files, breaks the logs that people have.
#[test]
fn kept_logs_verify_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/logs");
    let mut kept = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|ending| ending != "mtlog") {
            continue;
        }
        let ended = Place::new().run([OsStr::new("verify-log"), OsStr::new("--json"), path.as_os_str()]);
        assert_eq!(ended.code, Some(0), "{path:?}: {}{}", ended.stdout, ended.stderr);
        let now: Value = serde_json::from_str(&ended.stdout).unwrap();
        let then: Value = serde_json::from_slice(&fs::read(path.with_extension("json")).unwrap()).unwrap();
        assert_holds(&now, &then, &path.display().to_string());
        kept += 1;
    }
    assert_eq!(kept, 3);
}

/// That everything that was said then is said now; fields may have been added.
fn assert_holds(now: &Value, then: &Value, at: &str) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            for (key, then) in then {
                let now = now.get(key).unwrap_or_else(|| panic!("{at}.{key} is gone"));
                assert_holds(now, then, &format!("{at}.{key}"));
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            assert_eq!(now.len(), then.len(), "{at}");
            for (index, (now, then)) in now.iter().zip(then).enumerate() {
                assert_holds(now, then, &format!("{at}[{index}]"));
            }
        }
        _ => assert_eq!(now, then, "{at}"),
    }
}

/// A message of a later version is one that this program does not read, and no forgery.
#[test]
fn a_later_version_is_told_from_a_forgery() {
    let mut records = small().to_vec();
    records[3].payload[8] = 9;
    let report = check(&file(&records));
    assert!(matches!(report.verdict, Verdict::Damaged(Damage::Version(9))), "{:?}", report.verdict);
}

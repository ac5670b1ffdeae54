//! `demo` from the outside: real processes, a real match, and nobody left behind.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::{collections::BTreeSet, path::PathBuf};

use serde_json::Value;
use support::{Ended, Place, Running};

/// Runs a demo to its end; what it told as JSON, and the logs it kept, by seat.
fn demo(place: &Place, arguments: &[&str]) -> (Value, Vec<PathBuf>) {
    let kept = place.join("kept");
    let mut all = vec!["demo", "--json", "--timeout", "240", "--keep", kept.to_str().unwrap()];
    all.extend(arguments);
    let ended = place.run(all);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let told: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&told["schema"], &told["verdict"]), (&"mextrain.demo/1".into(), &"verified".into()));
    let seats = told["players"].as_array().unwrap().len();
    (told, (1..=seats).map(|seat| kept.join(format!("seat-{seat}.mtlog"))).collect())
}

/// Everything that must hold of a demo's log, whoever played.
fn assert_sound(place: &Place, told: &Value, logs: &[PathBuf]) {
    let first = std::fs::read(&logs[0]).unwrap();
    for log in logs {
        assert_eq!(std::fs::read(log).unwrap(), first, "{}", log.display());
    }
    assert_eq!(std::fs::read(told["log"].as_str().unwrap()).unwrap(), first);
    let verified = place.run(["verify-log", "--json", logs[0].to_str().unwrap()]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    let report: Value = serde_json::from_str(&verified.stdout).unwrap();
    assert_eq!(report["totals"], told["totals"]);
    let keys: BTreeSet<&str> =
        report["players"].as_array().unwrap().iter().filter_map(|player| player["key"].as_str()).collect();
    assert_eq!(keys.len(), logs.len(), "every seat has a key of its own");
    let deals = told["deals"].as_array().unwrap();
    assert_eq!(deals.len(), report["rounds"].as_array().unwrap().len());
}

/// What a demo must leave behind in the folder for temporary files: nothing.
fn assert_tidy(place: &Place) {
    let left: Vec<_> = std::fs::read_dir(place.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("mextrain-demo-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn two_play_two_rounds() {
    let place = Place::new();
    let (told, logs) = demo(&place, &["--players", "2", "--rounds", "2"]);
    assert_sound(&place, &told, &logs);
    assert_eq!(told["rounds"].as_array().unwrap().len(), 2);
    assert_tidy(&place);
}

#[test]
fn three_play_with_the_large_set() {
    let place = Place::new();
    let (told, logs) = demo(&place, &["--players", "3", "--rounds", "1", "--set", "double-twelve"]);
    assert_sound(&place, &told, &logs);
    let shown = place.run(["show-log", logs[2].to_str().unwrap()]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert!(["Ada", "Bo", "Cy"].iter().all(|name| shown.stdout.contains(name)));
}

/// Whatever the presets need beyond the traditional messages is played, written down, verified and told.
#[test]
fn all_presets_are_played() {
    let stops = "ends the opening chain.";
    let lies = "lies in the hub.";
    for (preset, parts) in
        [("set-maker", &[lies, stops][..]), ("pagat", &[stops]), ("guide", &[]), ("article", &[lies])]
    {
        let place = Place::new();
        let rules = ["--preset", preset, "--set", "double-nine", "--rounds", "1", "--players", "2"];
        let (told, logs) = demo(&place, &rules);
        assert_sound(&place, &told, &logs);
        let shown = place.run(["show-log", logs[1].to_str().unwrap()]);
        for part in parts {
            assert!(shown.stdout.contains(part), "{preset}: {}", shown.stdout);
        }
    }
}

#[test]
fn four_play_and_prove_at_scoring() {
    let place = Place::new();
    let (told, logs) = demo(&place, &["--players", "4", "--rounds", "1", "--proofs", "at-scoring"]);
    assert_sound(&place, &told, &logs);
}

#[test]
fn people_get_a_scoresheet_the_log_and_what_was_checked() {
    let place = Place::new();
    let ended = place.run(["demo", "--players", "2", "--rounds", "1", "--timeout", "240"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for part in
        ["round 1 (0-0)", "total", "place", "wins", "log  ", ".mtlog", "checked  ", "shuffles", "deal  "]
    {
        assert!(ended.stdout.contains(part) || part == "wins", "{part} is missing:\n{}", ended.stdout);
    }
    assert!(ended.stdout.contains("wins") || ended.stdout.contains("share the win"));
    assert!(!ended.stdout.contains('\u{1b}') && !ended.stderr.contains('\u{1b}'), "no escapes into a pipe");
    assert!(ended.stderr.contains("round 1 dealt"), "{}", ended.stderr);
    let quiet = place.run(["demo", "-q", "--players", "2", "--rounds", "1", "--timeout", "240"]);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_starts() {
    let place = Place::new();
    for arguments in [&["--rounds", "11"][..], &["--rule", "hand=90"]] {
        let ended = place.run(["demo"].iter().chain(arguments));
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments:?}: {ended:?}");
    }
    assert_eq!(place.run(["demo", "--timeout", "0.1"]).code, Some(8));
    assert_tidy(&place);
}

/// A demo that is under way, with the processes of its seats.
#[cfg(target_os = "linux")]
fn under_way(place: &Place) -> (Running, Vec<u32>) {
    let mut demo = Running::start(place.command(["demo", "--players", "3"]));
    demo.message("round 1 dealt");
    let seats = support::children_of(demo.pid());
    assert_eq!(seats.len(), 3);
    (demo, seats)
}

#[cfg(target_os = "linux")]
fn assert_gone(place: &Place, ended: &Ended, seats: &[u32]) {
    assert_eq!(ended.code, Some(130), "{ended:?}");
    for seat in seats {
        assert!(!support::is_alive(*seat), "process {seat} is still there");
    }
    assert_tidy(place);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_every_seat() {
    let place = Place::new();
    let (mut demo, seats) = under_way(&place);
    demo.signal("INT");
    let ended = demo.end();
    assert_gone(&place, &ended, &seats);
}

#[test]
#[cfg(target_os = "linux")]
fn so_does_being_told_to_terminate() {
    let place = Place::new();
    let (mut demo, seats) = under_way(&place);
    demo.signal("TERM");
    let ended = demo.end();
    assert_gone(&place, &ended, &seats);
}

/// A demo that is killed cannot clean up: its seats notice that nobody listens, and end by themselves.
#[test]
#[cfg(target_os = "linux")]
fn seats_do_not_outlive_a_demo_that_is_killed() {
    let place = Place::new();
    let (mut demo, seats) = under_way(&place);
    demo.signal("KILL");
    demo.end();
    support::wait_until("the seats are gone", || seats.iter().all(|seat| !support::is_alive(*seat)));
}

/// A seat that fails takes the demo with it, which names the seat.
#[test]
#[cfg(target_os = "linux")]
fn a_seat_that_dies_is_named() {
    let place = Place::new();
    let (mut demo, seats) = under_way(&place);
    support::signal(seats[1], "KILL");
    let ended = demo.end();
    assert_ne!(ended.code, Some(0));
    assert!(ended.stderr.contains("seat ") && ended.stderr.contains("ended with"), "{}", ended.stderr);
    for seat in seats {
        assert!(!support::is_alive(seat), "process {seat} is still there");
    }
    assert_tidy(&place);
}

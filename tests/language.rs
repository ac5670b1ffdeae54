//! Which language the program speaks: the system's, or the one that is asked for; and what it says in English to everybody.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::process::Command;

use mextrain_net::charter::Proofs;
use serde_json::Value;
use support::{
    Ended, Place, finish,
    simulated::{Match, file},
};

/// What the card of the usual rules has in the one language and not in the other.
const ENGLISH: &str = "Every seat";
const GERMAN: &str = "Jeder Platz";

fn asked(place: &Place, typed: &[&str], variables: &[(&str, &str)]) -> Ended {
    let mut command: Command = place.command(typed);
    // What stands before the ones that are tried here.
    command.env_remove("LANGUAGE").env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
    command.envs(variables.iter().copied());
    finish(command)
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_systems_language_is_spoken_if_it_is_there() {
    let place = Place::new();
    for (variables, there, not_there) in [
        (&[][..], ENGLISH, GERMAN),
        (&[("LANG", "de_DE.UTF-8")], GERMAN, ENGLISH),
        (&[("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "en_GB.UTF-8")], ENGLISH, GERMAN),
        (&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "de_AT.UTF-8")], GERMAN, ENGLISH),
        (&[("LANG", "fr_CH.UTF-8")], ENGLISH, GERMAN),
        (&[("LC_ALL", "C")], ENGLISH, GERMAN),
        (&[("LC_ALL", "C"), ("LANGUAGE", "de")], ENGLISH, GERMAN),
        (&[("LC_ALL", "POSIX"), ("LANG", "de_DE.UTF-8")], ENGLISH, GERMAN),
        (&[("LC_ALL", ""), ("LANG", "en_US.UTF-8"), ("LANGUAGE", "fr:de")], GERMAN, ENGLISH),
    ] {
        let ended = asked(&place, &["rules", "traditional"], variables);
        assert_eq!(ended.code, Some(0), "{variables:?}: {}", ended.stderr);
        assert!(ended.stdout.contains(there), "{variables:?}: {}", ended.stdout);
        assert!(!ended.stdout.contains(not_there), "{variables:?}: {}", ended.stdout);
    }
}

#[test]
fn another_one_can_be_asked_for() {
    let place = Place::new();
    let german = asked(&place, &["--language", "de", "rules", "pagat"], &[]);
    assert!(german.stdout.contains(GERMAN) && !german.stdout.contains(ENGLISH), "{}", german.stdout);
    let english = asked(&place, &["rules", "pagat", "--language", "en"], &[("LANG", "de_DE.UTF-8")]);
    assert!(english.stdout.contains(ENGLISH) && !english.stdout.contains(GERMAN), "{}", english.stdout);
    let neither = asked(&place, &["--language", "tlh", "rules"], &[]);
    assert_eq!(neither.code, Some(2));
    assert!(neither.stderr.contains("en, de"), "{}", neither.stderr);
}

#[test]
fn a_scoresheet_is_kept_in_german_and_is_the_same_sheet() {
    let place = Place::new();
    let begun = asked(&place, &["--language", "de", "scores", "new", "Ada", "Bo"], &[]);
    assert_eq!(begun.code, Some(0), "{}", begun.stderr);
    assert!(begun.stdout.contains("Runde 1 von 13 beginnt mit 12-12."), "{}", begun.stdout);
    let added = asked(&place, &["--language", "de", "scores", "add", "Ada=31", "Bo=out"], &[]);
    assert!(added.stdout.contains("Bo fertig") && added.stdout.contains("Bo führt."), "{}", added.stdout);
    let refused = asked(&place, &["--language", "de", "scores", "add", "Ada=31", "Bo=7"], &[]);
    assert_ne!(refused.code, Some(0));
    assert!(refused.stderr.contains("niemand ist fertig"), "{}", refused.stderr);
    let csv = |language| asked(&place, &["--language", language, "scores", "csv"], &[]).stdout;
    assert_eq!(csv("de"), csv("en"));
    let shown = asked(&place, &["--language", "en", "scores", "show"], &[]);
    assert!(shown.stdout.contains("Bo out") && shown.stdout.contains("Bo leads."), "{}", shown.stdout);
}

#[test]
fn what_programs_read_and_logs_as_text_are_in_english() {
    let place = Place::new();
    let game = Match { players: 2, rounds: 1, proofs: Proofs::EveryTurn, seed: 5 };
    let path = place.join("a.mtlog");
    std::fs::write(&path, file(&game.records())).unwrap();
    let log = path.to_str().unwrap();
    let said = |language: &str, typed: &[&str]| {
        let typed: Vec<&str> = ["--language", language].into_iter().chain(typed.iter().copied()).collect();
        asked(&place, &typed, &[])
    };
    for typed in [
        &["rules", "pagat", "--json"][..],
        &["verify-log", log, "--json"],
        &["show-log", log],
        &["export-log", "--format", "text", log],
        &["rules", "--help"],
    ] {
        let (english, german) = (said("en", typed), said("de", typed));
        assert!(!english.stdout.is_empty());
        assert_eq!((english.code, english.stdout), (german.code, german.stdout), "{typed:?}");
    }
    let card: Value = serde_json::from_str(&said("de", &["rules", "pagat", "--json"]).stdout).unwrap();
    assert!(card.to_string().contains(ENGLISH));
    let verdict = said("de", &["verify-log", log]);
    assert!(verdict.stdout.contains("bestätigt, jede Prüfung bestanden"), "{}", verdict.stdout);
}

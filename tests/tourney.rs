//! Matches among automatic players as a command: what is shown of them, that chance is repeatable, and what is refused.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use serde_json::{Value, json};
use support::Place;

/// Rounds few enough for a test: engines 1-1 and 0-0.
const SHORT: [&str; 3] = ["tourney", "--rule", "first_engine=1"];

/// What the program says of these matches, but for how long moves took.
fn played(more: &[&str]) -> Value {
    let ended = Place::new().run([&SHORT[..], &["--json"], more].concat());
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
    let mut shown: Value =
        serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}", ended.stdout));
    for level in shown["levels"].as_array_mut().into_iter().flatten() {
        let slowest = level.as_object_mut().and_then(|level| level.remove("slowest_ms"));
        assert!(slowest.as_ref().and_then(Value::as_f64).is_some_and(|slowest| slowest > 0.0), "{level}");
    }
    shown
}

fn number(level: &Value, key: &str) -> f64 {
    level[key].as_f64().unwrap_or_else(|| panic!("{key} is no number: {level}"))
}

#[test]
fn matches_are_told_as_a_table() {
    let ended = Place::new().run([&SHORT[..], &["--matches", "6"]].concat());
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ended.stdout);
    assert_eq!(lines[0], "6 matches of 2 rounds, 2 seats, double-nine");
    for head in ["level", "seats", "mean score", "win rate", "95 % interval", "Elo", "slowest move"] {
        assert!(lines[1].contains(head), "{head}: {}", lines[1]);
    }
    assert!(lines[2].starts_with("steady ") && lines[3].starts_with("easy "), "{}", ended.stdout);
    assert!(lines[2].contains(" % ") && lines[2].contains("  1500  "), "{}", lines[2]);
}

#[test]
fn levels_share_the_wins_and_their_rates_lie_in_their_intervals() {
    let shown = played(&["--levels", "sharp,easy", "--seats", "4", "--matches", "4", "--playouts", "20"]);
    assert_eq!(shown["schema"], "mextrain.tourney/1");
    let told = ["seats", "matches", "rounds", "seed", "playouts"].map(|key| shown[key].clone());
    assert_eq!(told, [json!(4), json!(4), json!(2), json!(1), json!(20)]);
    assert!(shown["rules"].as_array().is_some_and(|rules| rules.contains(&json!(["first_engine", "1"]))));
    let levels = shown["levels"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!((&levels[0]["level"], &levels[1]["level"]), (&json!("sharp"), &json!("easy")));
    for level in levels {
        // Two seats at each of four tables.
        assert_eq!(level["seats"], 8);
        let (low, high) = (&level["win_interval"][0], &level["win_interval"][1]);
        let rate = number(level, "win_rate");
        assert!(low.as_f64().is_some_and(|low| low <= rate), "{level}");
        assert!(high.as_f64().is_some_and(|high| high >= rate), "{level}");
        assert!(number(level, "mean_score") > 0.0 && number(level, "score_margin") > 0.0);
    }
    // Every match has one winner, or a win that is shared.
    let wins: f64 = levels.iter().map(|level| number(level, "win_rate") * 8.0).sum();
    assert!((wins - 4.0).abs() < 1e-9, "{wins}");
}

#[test]
fn the_same_seed_plays_the_same_matches_and_another_one_others() {
    let sharp = ["--levels", "sharp,steady", "--matches", "4", "--playouts", "30"];
    let with = |more: &[&str]| played(&[&sharp[..], more].concat());
    let once = with(&["--seed", "5", "--jobs", "1"]);
    assert_eq!(once, with(&["--seed", "5", "--jobs", "3"]));
    assert_ne!(once["levels"], with(&["--seed", "6"])["levels"]);
    // By the clock chance is repeatable, but nobody can say how far a player comes.
    let timed = played(&["--levels", "sharp,steady", "--matches", "1", "--time", "0.001"]);
    assert_eq!((&timed["playouts"], &timed["matches"]), (&Value::Null, &json!(1)));
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let place = Place::new();
    for (arguments, reason) in [
        (&["--levels", "steady"][..], "a tourney has 2 to 8 seats"),
        (&["--levels", "steady,easy,sharp", "--seats", "2"], "there are more levels than seats"),
        (&["--levels", "steady,clever"], "clever"),
        (&["--seats", "9"], "9 is not in 2..=8"),
        (&["--matches", "0"], "0 is not in 1..=1000000"),
        (&["--time", "0"], "expected a number of seconds from 0.001 to 60"),
        (&["--time", "1", "--playouts", "5"], "cannot be used with"),
        (&["--rule", "hand"], "expected KEY=VALUE"),
        (&["--rule", "hand=90"], "hand"),
        (&["--set", "double-six"], "double-six"),
    ] {
        let ended = place.run([&["tourney"], arguments].concat());
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments:?}: {ended:?}");
        assert!(ended.stderr.contains(reason), "{arguments:?}: {}", ended.stderr);
    }
}

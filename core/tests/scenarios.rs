//! Replays every scenario file of `tests/scenarios`, which settle what the rules are.
#![allow(clippy::unwrap_used, reason = "a test's helper fails the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mextrain_core::scenario::{Outcome, Scenario, run, to_position_toml};
use mextrain_core::{Chart, Preset, Refusal, Rules};

/// File names and texts, in order.
fn files() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scenarios = entries.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    scenarios
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn every_scenario_holds() {
    let files = files();
    let failures: Vec<String> = files
        .iter()
        .map(|(name, text)| (name, run(text)))
        .filter(|(_, outcome)| *outcome != Outcome::Held)
        .map(|(name, outcome)| format!("{name}: {outcome}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(files.len() >= 160, "only {} scenarios were found", files.len());
}

#[test]
fn the_example_in_the_rules_holds() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md")).unwrap();
    let (_, example) = page.split_once("```toml\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    assert_eq!(run(example), Outcome::Held, "{}", run(example));
}

#[test]
fn every_scenario_says_what_it_shows() {
    for (name, text) in files() {
        assert!(!Scenario::parse(&text).unwrap().title().is_empty(), "{name}");
    }
}

#[test]
fn every_refusal_is_shown() {
    let all: String = files().into_values().collect();
    for refusal in Refusal::SCENARIO {
        assert!(all.contains(&format!("refused = \"{}\"", refusal.code())), "{}", refusal.code());
    }
}

#[test]
fn every_preset_and_every_value_of_every_option_is_shown() {
    let mut presets = BTreeMap::<&str, usize>::new();
    let mut values = BTreeMap::<(&str, String), usize>::new();
    for text in files().into_values() {
        let named = |preset: &&Preset| text.contains(&format!("preset = \"{}\"", preset.name()));
        let preset = Preset::ALL.iter().find(named).copied().unwrap_or_default();
        *presets.entry(preset.name()).or_default() += 1;
        for pair in Scenario::parse(&text).unwrap().start().round().rules().pairs() {
            *values.entry(pair).or_default() += 1;
        }
    }
    for preset in Preset::ALL {
        assert!(presets[preset.name()] >= 8, "{presets:?}");
    }
    let shown = |key, value: &str| values.get(&(key, value.to_owned())).copied().unwrap_or(0) >= 2;
    for (key, allowed) in Rules::choices() {
        for value in allowed {
            assert!(shown(key, value), "{key} = {value}");
        }
    }
    assert!(Chart::ALL.iter().all(|chart| shown("hand", chart.name())));
    let numbers = values.keys().filter(|(key, value)| *key == "hand" && value.parse::<u8>().is_ok());
    assert!(numbers.count() >= 2);
    assert!(values.keys().filter(|(key, value)| *key == "first_engine" && value.len() == 1).count() >= 2);
}

/// A scenario that expects something else everywhere must fail: the replay really compares.
#[test]
fn a_changed_expectation_does_not_hold() {
    let mut changed = 0;
    for (name, text) in files() {
        for (from, to) in [
            ("turn     = 2\n", "turn     = 1\n"),
            ("over   = \"out\"", "over   = \"blocked\""),
            ("lanterns = [1]\nturn", "lanterns = []\nturn"),
        ] {
            // Only what follows the setup is an expectation.
            let Some(at) = text.find("[steps.then]") else { continue };
            let (setup, rest) = text.split_at(at);
            if rest.contains(from) {
                let other = format!("{setup}{}", rest.replacen(from, to, 1));
                assert!(matches!(run(&other), Outcome::Differs(_)), "{name}: {from}");
                changed += 1;
            }
        }
    }
    assert!(changed > 10, "only {changed} expectations were changed");
}

#[test]
fn the_position_after_every_scenario_can_be_pasted_into_a_new_file() {
    for (name, text) in files() {
        let scenario = Scenario::parse(&text).unwrap();
        let end = scenario.replay().round;
        let rules: Vec<String> =
            end.round().rules().pairs().iter().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
        let seats = end.round().seats();
        let head = format!("players = {seats}\n[rules]\n{}\n", rules.join("\n"));
        let again = Scenario::parse(&format!("{head}{}", to_position_toml(&end)));
        let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.start().hands(), end.hands(), "{name}");
        assert_eq!(again.start().round().trains(), end.round().trains(), "{name}");
        assert_eq!(again.start().round().lanterns(), end.round().lanterns(), "{name}");
        assert_eq!(again.start().round().waiting(), end.round().waiting(), "{name}");
    }
}

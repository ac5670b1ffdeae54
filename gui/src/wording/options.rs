//! The rules' presets and option values, each in a sentence.

use mextrain_core::{Preset, Rules};

/// What a preset is, in a few words.
pub fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Traditional => "the traditional edition: one tile a turn, a double is satisfied at once",
        Preset::SetMaker => "a set maker's sheet: the engine is set aside, openings are chains",
        Preset::Pagat => "as described at Pagat: the engine's holder begins, openings are chains",
        Preset::Guide => "a beginner's guide: the engine's holder begins",
        Preset::Article => "a magazine's article: the engine is set aside, the first seat rotates",
    }
}

/// Rules in a few words: the preset they come closest to saying, and what differs from it.
pub fn summary(rules: &Rules) -> String {
    let preset = rules.nearest_preset();
    let mut parts = vec![preset.name().to_owned()];
    parts.extend(rules.differences(preset).into_iter().map(|(key, value)| format!("{key}={value}")));
    parts.join(", ")
}

/// The same as people would say it, for whoever chooses a table.
pub fn in_words(rules: &Rules) -> String {
    let preset = rules.nearest_preset();
    let mut parts = vec![preset.name().to_owned()];
    parts.extend(rules.differences(preset).into_iter().map(|(key, value)| match key {
        "set" => value,
        "first_engine" if rules.rounds() == 1 => "1 round".to_owned(),
        "first_engine" => format!("{} rounds", rules.rounds()),
        "double_blank" => format!("0-0 counts {value}"),
        _ => format!("{} {value}", key.replace('_', " ")),
    }));
    parts.join(", ")
}

/// What a value of an option means at the table, as a whole sentence.
pub fn sentence(key: &str, value: &str) -> String {
    fixed(key, value).map_or_else(|| counted(key, value), str::to_owned)
}

/// Options whose values are numbers.
fn counted(key: &str, value: &str) -> String {
    match key {
        "first_engine" => {
            format!("The first round's engine is {value}-{value}; each later one is a double lower.")
        }
        "hand" => format!("Every seat is dealt {value} tiles."),
        "double_blank" => format!("0-0 left in a hand counts {value} points."),
        _ => format!("{key} is {value}."),
    }
}

/// Options whose values are names.
fn fixed(key: &str, value: &str) -> Option<&'static str> {
    let sentence = match (key, value) {
        ("set", "double-twelve") => "91 tiles, up to 12-12.",
        ("set", "double-nine") => "55 tiles, up to 9-9.",
        ("hand", "set-maker") => "The set maker's chart says how many tiles are dealt.",
        ("hand", "pagat") => "Pagat's chart says how many tiles are dealt.",
        ("hand", "guide") => "The beginner's guide's chart says how many tiles are dealt.",
        ("hand", "celko") => "Celko's chart says how many tiles are dealt (double-nine only).",
        ("engine", "dealt") => {
            "Whoever was dealt the engine places it; if nobody was, the seats draw for it in turn."
        }
        ("engine", "set-aside") => "The engine lies in the hub before the tiles are dealt.",
        ("engine", "dealt-together") => {
            "Whoever was dealt the engine places it; if nobody was, all seats draw for it together."
        }
        ("leader", "left-of-engine") => "Placing the engine is a turn; the seat to the left goes on.",
        ("leader", "engine-holder") => "Whoever placed the engine plays first.",
        ("leader", "rotating") => "Seat 1 plays first in round 1, then one seat further each round.",
        ("opening", "single") => "A first turn is one tile, like every other.",
        ("opening", "chain") => "A first turn may lay any number of joined tiles.",
        ("opening_on", "any") => "A first turn may be played wherever a later one may.",
        ("opening_on", "own") => "A first turn is played on one's own train only.",
        ("opening_draw", "one") => "A seat that cannot start its train draws one tile.",
        ("opening_draw", "none") => {
            "A seat that cannot start its train puts its lantern up and draws nothing."
        }
        ("mexican_start", "any-turn") => "Anybody may start the Mexican Train, at any time.",
        ("mexican_start", "after-first-turn") => {
            "Only a seat that has had its first turn may start the Mexican Train."
        }
        ("first_turn_out", "ends") => "Going out ends the round, also before everybody has played.",
        ("first_turn_out", "others-finish") => "Seats that have not played yet still get their first turn.",
        ("cover", "on-double") => "The extra tile after a double goes on that double.",
        ("cover", "anywhere") => "The extra tile after a double may go on any train the seat may use.",
        ("doubles_a_turn", "one") => "A turn holds one double at most.",
        ("doubles_a_turn", "many") => "The extra tile after a double may be a double too.",
        ("double_draw", "each") => "Every double of a turn allows one draw.",
        ("double_draw", "once") => "A turn allows one draw, whatever its doubles.",
        ("dead_double", "release") => "A double that nothing can satisfy any more does not wait.",
        ("dead_double", "lock") => {
            "A double that nothing can satisfy any more waits until the round is blocked."
        }
        ("out_on_double", "ends") => "Going out on a double ends the round.",
        ("out_on_double", "must-cover") => "A last tile that is a double must still be satisfied.",
        ("block", "full-circuit") => "The round is blocked when every seat has passed in a row.",
        ("block", "nobody-can-play") => {
            "The round is blocked when every seat has passed and nobody can play after all."
        }
        ("double_blank", "0") => "0-0 left in a hand counts nothing.",
        ("scoring", "losers-count") => "Every seat scores the pips it holds; the lowest total wins.",
        ("scoring", "winner-takes") => {
            "A round's winner gets the pips of all others; the highest total wins."
        }
        _ => return None,
    };
    Some(sentence)
}

#[cfg(test)]
mod tests {
    use mextrain_core::TileSet;

    use super::*;

    #[test]
    fn differences_are_told_in_words() {
        let rules = |settings: &[(&str, &str)]| Rules::from_settings(settings.iter().copied()).unwrap();
        assert_eq!(in_words(&rules(&[])), "traditional");
        let short = rules(&[("set", "double-nine"), ("first_engine", "0"), ("double_blank", "25")]);
        let said = in_words(&short);
        assert!(["double-nine", "1 round", "0-0 counts 25"].iter().all(|part| said.contains(part)), "{said}");
        assert!(!said.contains('=') && summary(&short).contains("set=double-nine"));
    }

    #[test]
    fn every_value_of_every_preset_has_a_sentence_of_its_own() {
        for one in Preset::ALL {
            for set in TileSet::ALL {
                for (key, value) in one.rules().with_set(set).pairs() {
                    let text = sentence(key, &value);
                    assert!(
                        text.ends_with('.') && text != format!("{key} is {value}."),
                        "{key} = {value}: {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn values_that_no_preset_uses_have_one_too() {
        let mut rules = Rules::default();
        for (key, value) in [
            ("engine", "dealt-together"),
            ("double_draw", "once"),
            ("dead_double", "lock"),
            ("out_on_double", "must-cover"),
            ("block", "nobody-can-play"),
            ("scoring", "winner-takes"),
            ("double_blank", "25"),
            ("hand", "9"),
            ("hand", "celko"),
        ] {
            rules.set_option(key, value).unwrap();
            assert_ne!(sentence(key, value), format!("{key} is {value}."));
        }
    }
}

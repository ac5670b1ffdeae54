//! The rules' presets and option values, each in a sentence.

use mextrain_core::{Preset, Rules};

/// What a preset is, in a few words.
pub fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Traditional => say!("options-preset-traditional"),
        Preset::SetMaker => say!("options-preset-set-maker"),
        Preset::Pagat => say!("options-preset-pagat"),
        Preset::Guide => say!("options-preset-guide"),
        Preset::Article => say!("options-preset-article"),
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
        "first_engine" => say!("options-rounds", count = rules.rounds()),
        "double_blank" => say!("options-blank-counts", value = value),
        _ => format!("{} {value}", key.replace('_', " ")),
    }));
    parts.join(", ")
}

/// What a value of an option means at the table, as a whole sentence.
pub fn sentence(key: &str, value: &str) -> String {
    named(key, value).unwrap_or_else(|| counted(key, value))
}

/// Options whose values are numbers.
fn counted(key: &str, value: &str) -> String {
    match key {
        "first_engine" => say!("options-first-engine", value = value),
        "hand" => say!("options-hand", value = value),
        "double_blank" => say!("options-double-blank", value = value),
        _ => say!("options-other", key = key, value = value),
    }
}

/// Options whose values are names: their sentences are called `option-KEY-VALUE`.
fn named(key: &str, value: &str) -> Option<String> {
    super::text::find(&format!("option-{key}-{value}"))
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

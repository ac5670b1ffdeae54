//! House rules: what this person's table plays by, kept under a name, or sent to somebody as a text.
//!
//! The file is `house-rules.toml` in the profile's folder:
//!
//! ```toml
//! version = 1
//!
//! [[rules]]
//! name = "Kitchen"
//! text = "MXR1-0T1Z-PE5"      # as `mextrain rules --share` prints it
//! ```

use std::{
    io,
    path::{Path, PathBuf},
};

use mextrain_core::{Preset, Rules, RulesTextError};
use mextrain_net::name::{Name, NameError};
use serde::{Deserialize, Serialize};

use crate::{
    kept::{Kept, NotWritten},
    wording::house as words,
};

/// The name of the file in a profile's folder.
pub const NAME: &str = "house-rules.toml";

/// How many are kept.
pub const MOST: usize = 50;

const VERSION: i64 = 1;

/// The rules that are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseRules {
    kept: Kept,
    saved: Vec<Saved>,
}

/// Rules under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The name.
    pub name: Name,
    /// The rules.
    pub rules: Rules,
}

/// Why rules are not there, or were not kept.
#[derive(Debug)]
pub enum HouseError {
    /// The file is out of reach, or holds no rules; it was left as it is. Why, in words.
    File(PathBuf, String),
    /// Somebody else has written the file meanwhile.
    Changed(PathBuf),
    /// A name that is none.
    Name(NameError),
    /// A name that means something else already: a preset, or a text of rules.
    Taken(String),
    /// A preset, which cannot be forgotten.
    Preset(Preset),
    /// No more can be kept.
    Full,
    /// A text that begins like rules and holds none.
    Text(RulesTextError),
    /// Neither a preset, nor kept under this name.
    Unknown(String),
}

impl HouseRules {
    /// Reads the file of this profile's folder; none is there at first.
    ///
    /// # Errors
    /// [`HouseError::File`].
    pub fn open(folder: &Path) -> Result<HouseRules, HouseError> {
        let path = folder.join(NAME);
        let wrong = |why: String| HouseError::File(path.clone(), why);
        let (kept, text) = Kept::open(&path).map_err(|error: io::Error| wrong(error.to_string()))?;
        let saved = text.map(|text| read(&text)).transpose().map_err(wrong)?;
        Ok(HouseRules { kept, saved: saved.unwrap_or_default() })
    }

    /// The same where nobody may be kept waiting: see [`Kept::without_waiting`].
    pub fn without_waiting(self) -> HouseRules {
        HouseRules { kept: self.kept.without_waiting(), ..self }
    }

    /// What is kept, in the order of names.
    pub fn saved(&self) -> &[Saved] {
        &self.saved
    }

    /// The rules that are called so, in upper or lower case.
    pub fn find(&self, name: &str) -> Option<&Saved> {
        self.place(name).and_then(|place| self.saved.get(place))
    }

    /// The rules that a text means: a preset's name, a name of these, or rules as a text.
    ///
    /// # Errors
    /// What the text is not.
    pub fn named(&self, text: &str) -> Result<Rules, HouseError> {
        let text = text.trim();
        if let Some(preset) = Preset::parse(text) {
            return Ok(preset.rules());
        }
        if looks_like_rules(text) {
            return Rules::from_text(text).map_err(HouseError::Text);
        }
        let found = self.find(text).map(|saved| saved.rules);
        found.ok_or_else(|| HouseError::Unknown(Name::clean(text).to_string()))
    }

    /// Keeps rules under this name, in place of what was kept under it; says whether something was.
    ///
    /// # Errors
    /// A name that cannot be one, too many rules, or a file that was not written: then nothing has changed.
    pub fn keep(&mut self, name: &str, rules: &Rules) -> Result<bool, HouseError> {
        let name = usable_name(name)?;
        let before = self.saved.clone();
        let place = self.place(name.as_str());
        if let Some(place) = place {
            self.saved.remove(place);
        } else if self.saved.len() >= MOST {
            return Err(HouseError::Full);
        }
        self.saved.push(Saved { name, rules: *rules });
        self.write_or(before).map(|()| place.is_some())
    }

    /// Forgets the rules of this name.
    ///
    /// # Errors
    /// There are none, they are a preset's, or the file was not written: then nothing has changed.
    pub fn forget(&mut self, name: &str) -> Result<Saved, HouseError> {
        if let Some(preset) = Preset::parse(name.trim()) {
            return Err(HouseError::Preset(preset));
        }
        let place = self.place(name).ok_or_else(|| HouseError::Unknown(Name::clean(name).to_string()))?;
        let before = self.saved.clone();
        let gone = self.saved.remove(place);
        self.write_or(before).map(|()| gone)
    }

    fn place(&self, name: &str) -> Option<usize> {
        let wanted = name.trim().to_lowercase();
        self.saved.iter().position(|saved| saved.name.as_str().to_lowercase() == wanted)
    }

    fn write_or(&mut self, before: Vec<Saved>) -> Result<(), HouseError> {
        self.saved.sort_by_key(|saved| saved.name.as_str().to_lowercase());
        let path = self.kept.path().to_owned();
        let written = self.kept.write(&write(&self.saved));
        written.map_err(|error| {
            self.saved = before;
            match error {
                NotWritten::Changed => HouseError::Changed(path),
                NotWritten::System(error) => HouseError::File(path, error.to_string()),
            }
        })
    }
}

/// Whether a text is meant as rules, right or wrong.
pub fn looks_like_rules(text: &str) -> bool {
    let mut characters = text.trim().chars();
    let prefix = ['M', 'X', 'R']
        .iter()
        .all(|one| characters.next().is_some_and(|other| other.eq_ignore_ascii_case(one)));
    prefix
        && characters.next().is_some_and(|one| one.is_ascii_digit() || matches!(one, 'I' | 'i' | 'L' | 'l'))
}

/// The name, if it means nothing else.
fn usable_name(name: &str) -> Result<Name, HouseError> {
    let name = Name::parse(name).map_err(HouseError::Name)?;
    let lower = name.as_str().to_lowercase();
    if Preset::parse(&lower).is_some() || looks_like_rules(&lower) {
        return Err(HouseError::Taken(name.to_string()));
    }
    Ok(name)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: i64,
    #[serde(default)]
    rules: Vec<Entry>,
}

/// Only this is read of a file of any version.
#[derive(Deserialize)]
struct Versioned {
    version: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    text: String,
}

fn write(saved: &[Saved]) -> String {
    let entry = |saved: &Saved| Entry { name: saved.name.to_string(), text: saved.rules.to_text() };
    let stored = Stored { version: VERSION, rules: saved.iter().map(entry).collect() };
    // Texts can always be written.
    format!("{}\n{}", words::FILE_HEAD, toml::to_string(&stored).unwrap_or_default())
}

fn read(text: &str) -> Result<Vec<Saved>, String> {
    let reason = |error: toml::de::Error| error.message().to_owned();
    if toml::from_str::<Versioned>(text).map_err(reason)?.version != VERSION {
        return Err(words::newer_file().to_owned());
    }
    let stored: Stored = toml::from_str(text).map_err(reason)?;
    if stored.rules.len() > MOST {
        return Err(words::too_many(MOST));
    }
    let mut saved: Vec<Saved> = Vec::new();
    for entry in stored.rules {
        let shown = Name::clean(&entry.name);
        let name = usable_name(&entry.name).map_err(|error| words::error(&error))?;
        let rules = Rules::from_text(&entry.text).map_err(|error| format!("{shown}: {error}"))?;
        if saved.iter().any(|other| other.name.as_str().to_lowercase() == name.as_str().to_lowercase()) {
            return Err(words::twice(&shown));
        }
        saved.push(Saved { name, rules });
    }
    Ok(saved)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn rules(settings: &[(&str, &str)]) -> Rules {
        Rules::from_settings(settings.iter().copied()).unwrap()
    }

    #[test]
    fn rules_are_kept_replaced_and_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let mut house = HouseRules::open(folder.path()).unwrap();
        let kitchen = rules(&[("preset", "pagat"), ("double_blank", "25")]);
        assert!(!house.keep("Kitchen", &kitchen).unwrap());
        assert!(!house.keep("attic", &Rules::default()).unwrap());
        let again = HouseRules::open(folder.path()).unwrap();
        assert_eq!(again, house);
        assert_eq!(
            again.saved().iter().map(|saved| saved.name.as_str()).collect::<Vec<_>>(),
            ["attic", "Kitchen"]
        );
        assert_eq!(again.named(" KITCHEN ").unwrap(), kitchen);
        assert_eq!(again.named("pagat").unwrap(), Preset::Pagat.rules());
        assert_eq!(again.named(&kitchen.to_text()).unwrap(), kitchen);
        assert!(house.keep("kitchen", &Rules::default()).unwrap());
        assert_eq!(house.forget("Kitchen").unwrap().rules, Rules::default());
        assert!(matches!(house.forget("Kitchen"), Err(HouseError::Unknown(_))));
        assert!(matches!(house.forget("Pagat"), Err(HouseError::Preset(Preset::Pagat))));
        assert_eq!(HouseRules::open(folder.path()).unwrap().saved().len(), 1);
    }

    #[test]
    fn what_cannot_be_kept_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut house = HouseRules::open(folder.path()).unwrap();
        for number in 0..MOST {
            house.keep(&format!("Table {number}"), &Rules::default()).unwrap();
        }
        let before = house.clone();
        assert!(matches!(house.keep("One more", &Rules::default()), Err(HouseError::Full)));
        assert!(matches!(house.keep("Pagat", &Rules::default()), Err(HouseError::Taken(_))));
        assert!(matches!(house.keep("mxr1-x", &Rules::default()), Err(HouseError::Taken(_))));
        assert!(matches!(house.keep(" ", &Rules::default()), Err(HouseError::Name(NameError::Empty))));
        assert!(matches!(house.keep(&"x".repeat(25), &Rules::default()), Err(HouseError::Name(_))));
        assert!(matches!(house.named("MXR1-0000-000"), Err(HouseError::Text(RulesTextError::Check))));
        assert!(matches!(house.named("attic"), Err(HouseError::Unknown(_))));
        assert_eq!(house, before);
        // What another program has written meanwhile stays.
        fs::write(folder.path().join(NAME), "version = 1").unwrap();
        assert!(matches!(house.forget("Table 1"), Err(HouseError::Changed(_))));
        assert_eq!(house, before);
    }

    #[test]
    fn a_file_that_holds_no_rules_says_why_and_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let good = Rules::default().to_text();
        for (text, part) in [
            ("version = 2\nmore = 1".to_owned(), "version"),
            ("version = 1\n[[rules]]\nname = \"A\"\ntext = \"MXR1-000\"".to_owned(), "A: "),
            (format!("version = 1\n[[rules]]\nname = \"pagat\"\ntext = \"{good}\""), "pagat"),
            (
                format!("version = 1\n{}", format!("[[rules]]\nname = \"A\"\ntext = \"{good}\"\n").repeat(2)),
                "A",
            ),
            ("version = 1\nrule = 1".to_owned(), "rule"),
            ("[[[".to_owned(), ""),
        ] {
            fs::write(&path, &text).unwrap();
            match HouseRules::open(folder.path()) {
                Err(HouseError::File(_, why)) => assert!(why.contains(part), "{why}"),
                other => panic!("{text}: {other:?}"),
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}

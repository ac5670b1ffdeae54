//! What a player or a table calls itself.
//!
//! Names come from strangers and end up in terminals, windows and log files, so a [`Name`] is harmless by construction: short, on one
//! line, without control characters, terminal escapes, invisible characters or marks that turn the direction of writing round.
//! The module does not know who bears a name; that two seats bear different ones is the lobby's affair ([`Name::distinct_from`]).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A harmless name: 1 to [`Name::MAX_CHARS`] characters, none of them invisible, no blanks at either end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing but blanks.
    #[error("a name needs at least one character")]
    Empty,
    /// More than [`Name::MAX_CHARS`] characters.
    #[error("a name has at most {} characters", Name::MAX_CHARS)]
    TooLong,
    /// A character that cannot be seen or that changes how its neighbours are shown.
    #[error("a name cannot hold the character U+{:04X}", u32::from(*.0))]
    Character(char),
}

impl Name {
    /// The longest name, in characters (Unicode scalar values, at most four bytes each).
    pub const MAX_CHARS: usize = 24;

    /// A name as its owner typed it; blanks at the ends are dropped.
    ///
    /// # Errors
    /// [`NameError`] says what is wrong, in words for the person who typed it.
    pub fn parse(text: &str) -> Result<Name, NameError> {
        let text = text.trim();
        let mut length = 0;
        for character in text.chars() {
            if !is_harmless(character) {
                return Err(NameError::Character(character));
            }
            length += 1;
            if length > Self::MAX_CHARS {
                return Err(NameError::TooLong);
            }
        }
        if length == 0 { Err(NameError::Empty) } else { Ok(Name(text.to_owned())) }
    }

    /// Makes a name of whatever came in: harmful characters are left out, blanks become spaces, the end is cut off, and what has
    /// nothing left to show is called `?`. Reads no more of a long text than it needs to fill a name's length.
    #[must_use]
    pub fn clean(text: &str) -> Name {
        let shown: String = text
            .chars()
            .take(Self::MAX_CHARS * 16)
            .map(|character| if character.is_whitespace() { ' ' } else { character })
            .filter(|&character| is_harmless(character))
            .collect();
        let cut: String = shown.trim().chars().take(Self::MAX_CHARS).collect();
        let cut = cut.trim_end();
        if cut.is_empty() { Name("?".to_owned()) } else { Name(cut.to_owned()) }
    }

    /// This name, or this name with a number behind it, so that it reads like none of `taken` (upper and lower case read alike).
    #[must_use]
    pub fn distinct_from<'a>(&self, taken: impl IntoIterator<Item = &'a Name> + Clone) -> Name {
        let reads_like_one = |name: &Name| {
            let folded = name.0.to_lowercase();
            taken.clone().into_iter().any(|other| other.0.to_lowercase() == folded)
        };
        let mut candidate = self.clone();
        let mut number = 2_u32;
        while reads_like_one(&candidate) {
            let suffix = format!(" {number}");
            let kept: String = self.0.chars().take(Self::MAX_CHARS - suffix.len()).collect();
            candidate = Name(format!("{}{suffix}", kept.trim_end()));
            number += 1;
        }
        candidate
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        Name::parse(text)
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    /// Unlike [`Name::parse`] this refuses blanks at the ends: what came encoded must be a name already, so that one name has one
    /// encoding.
    fn try_from(text: String) -> Result<Name, NameError> {
        let name = Name::parse(&text)?;
        if name.0.len() == text.len() { Ok(name) } else { Err(NameError::Character(' ')) }
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

/// Whether a character shows as itself and leaves its neighbours alone. Spaces are fine, all other blanks are not.
fn is_harmless(character: char) -> bool {
    if character == ' ' {
        return true;
    }
    if character.is_control() || character.is_whitespace() {
        return false;
    }
    let code = u32::from(character);
    let last_two_of_plane = code & 0xFFFE == 0xFFFE;
    !last_two_of_plane && !INVISIBLE.iter().any(|&(first, last)| (first..=last).contains(&code))
}

/// Format characters (Unicode's category Cf), among them those that turn the direction of writing; letters and symbols that show as
/// nothing; variation selectors and tags; private use; non-characters. Source: Unicode 16, `DerivedGeneralCategory.txt`.
const INVISIBLE: &[(u32, u32)] = &[
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x0600, 0x0605),
    (0x061C, 0x061C),
    (0x06DD, 0x06DD),
    (0x070F, 0x070F),
    (0x0890, 0x0891),
    (0x08E2, 0x08E2),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xE000, 0xF8FF),
    (0xFDD0, 0xFDEF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1_10BD, 0x1_10BD),
    (0x1_10CD, 0x1_10CD),
    (0x1_3430, 0x1_343F),
    (0x1_BCA0, 0x1_BCA3),
    (0x1_D173, 0x1_D17A),
    (0xE_0000, 0xE_0FFF),
    (0xF_0000, 0x10_FFFF),
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_people_use_are_names() {
        for text in ["Ada", "José", "Łukasz", "李雷", "Ольга", "Zoë 2", "O'Neill", "נועה", "D🁫mino"]
        {
            assert_eq!(Name::parse(&format!("  {text} ")).unwrap().as_str(), text);
        }
    }

    #[test]
    fn attack_42_harmful_names_are_refused_with_a_reason_and_cleaned() {
        assert_eq!(Name::parse(" \t "), Err(NameError::Empty));
        assert_eq!(Name::parse(&"x".repeat(25)), Err(NameError::TooLong));
        for (text, bad, cleaned) in [
            ("A\u{1b}[2Jda", '\u{1b}', "A[2Jda"),
            ("Ada\u{202E}nohtyP", '\u{202E}', "AdanohtyP"),
            ("A\u{200D}da", '\u{200D}', "Ada"),
            ("Ada\nBo", '\n', "Ada Bo"),
            ("Ada\u{a0}Bo", '\u{a0}', "Ada Bo"),
            ("\u{2066}Ada", '\u{2066}', "Ada"),
            ("\u{E0041}Ada", '\u{E0041}', "Ada"),
        ] {
            assert_eq!(Name::parse(text), Err(NameError::Character(bad)));
            assert_eq!(Name::clean(text).as_str(), cleaned);
        }
        let ten_megabytes = "\u{7f}".repeat(10_000_000);
        assert_eq!(Name::clean(&ten_megabytes).as_str(), "?");
        assert!(Name::parse(&ten_megabytes).is_err());
    }

    #[test]
    fn equal_names_are_told_apart() {
        let ada = Name::parse("Ada").unwrap();
        let upper = Name::parse("ADA").unwrap();
        let second = ada.distinct_from([&upper]);
        assert_eq!(second.as_str(), "Ada 2");
        assert_eq!(ada.distinct_from([&upper, &second]).as_str(), "Ada 3");
        let long = Name::parse(&"m".repeat(24)).unwrap();
        let other = long.distinct_from([&long]);
        assert_eq!(other.as_str(), format!("{} 2", "m".repeat(22)));
    }

    proptest! {
        #[test]
        fn what_is_cleaned_is_a_name(text in any::<String>()) {
            let name = Name::clean(&text);
            prop_assert_eq!(Name::parse(name.as_str()), Ok(name.clone()));
            prop_assert_eq!(Name::try_from(String::from(name.clone())), Ok(name));
        }

        #[test]
        fn a_name_is_left_as_it_is_by_cleaning(text in any::<String>()) {
            if let Ok(name) = Name::parse(&text) {
                prop_assert_eq!(Name::clean(&text), name);
            }
        }
    }
}

//! Rules as a short text that people send each other: `MXR1-…`, every character of which is checked.
//!
//! The characters behind the prefix are digits in Crockford's base 32, in one of two forms, whichever is shorter:
//!
//! | first digit | what follows |
//! | --- | --- |
//! | a preset's number, plus 8 for the double-nine set, plus 16 if the first engine is lower than the highest double | that engine's pip, if so; then two digits (hand: two or four) for each option that differs from the preset: its number in the order of [`Rules::pairs`] counted from `hand`, and its value |
//! | 7, plus the same | the engine's pip, if so; then the value of every option in that order |
//!
//! A hand is a chart's number, or 31 and two digits for how many tiles. Six digits of a checksum end the text: the code of
//! BCH kind that bech32m uses, which finds up to four wrong characters wherever they stand, and almost anything else. There is
//! one text for given rules, and nothing else is read. Presets keep their values under this version for ever.

use std::fmt::Write as _;

use super::options::Choice;
use super::{Chart, Hand, Preset, Rules, for_each_choice};
use crate::tile::{Pip, TileSet};

/// What every text begins with, behind which the version stands.
const PREFIX: &str = "MXR";
const VERSION: char = '1';

/// Crockford's alphabet: no I, L, O (they read as 1, 1, 0) and no U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The first digit's parts.
const WHOLE: u8 = 7;
const NINE: u8 = 8;
const ENGINE: u8 = 16;
/// A hand by number.
const BY_NUMBER: u8 = 31;
/// Digits of the checksum.
const CHECK: usize = 6;
/// More digits than any text has.
const MOST: usize = 64;

impl Rules {
    /// These rules as a text to send to somebody, `MXR1-` and groups of four characters.
    #[must_use]
    pub fn to_text(&self) -> String {
        let presets = Preset::ALL.into_iter().zip(0..).map(|(preset, number)| self.beside(preset, number));
        let forms = presets.chain([self.in_whole()]);
        let mut digits = forms.min_by_key(Vec::len).unwrap_or_default();
        digits.extend(checksum(&digits));
        let mut text = format!("{PREFIX}{VERSION}");
        for (place, digit) in digits.iter().enumerate() {
            if place % 4 == 0 {
                text.push('-');
            }
            let letter = ALPHABET.get(usize::from(*digit)).copied().unwrap_or_default();
            // Writing to a String cannot fail.
            let _ = text.write_char(char::from(letter));
        }
        text
    }

    /// Reads the text of [`to_text`](Self::to_text). Upper and lower case, hyphens and blanks do not matter; O reads as 0, I
    /// and L as 1. Whether a table can play these rules says [`check`](Self::check).
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_text(text: &str) -> Result<Self, RulesTextError> {
        let digits = digits(text)?;
        let (data, check) =
            digits.split_at_checked(digits.len().wrapping_sub(CHECK)).ok_or(RulesTextError::Incomplete)?;
        if data.is_empty() {
            return Err(RulesTextError::Incomplete);
        }
        if checksum(data) != check {
            return Err(RulesTextError::Check);
        }
        // What passed the check was made by a program: one that knows more than this one, if this one cannot read it.
        let rules = read(data).ok_or(RulesTextError::Newer)?;
        let same = self::digits(&rules.to_text())? == digits;
        if same { Ok(rules) } else { Err(RulesTextError::Newer) }
    }

    /// The text's digits but the checksum, as differences from a preset.
    fn beside(&self, preset: Preset, number: u8) -> Vec<u8> {
        let plain = preset.rules();
        let mut digits = self.first_digits(number);
        if self.hand != plain.hand {
            digits.push(0);
            digits.extend(hand_digits(self.hand));
        }
        let mut key = 0;
        macro_rules! differing {
            ($($field:ident),+) => {
                $(key += 1; if self.$field != plain.$field {
                    digits.extend([key, self.$field.code()]);
                })+
            };
        }
        for_each_choice!(differing);
        digits
    }

    /// The same with every option's value.
    fn in_whole(&self) -> Vec<u8> {
        let mut digits = self.first_digits(WHOLE);
        digits.extend(hand_digits(self.hand));
        macro_rules! all {
            ($($field:ident),+) => { digits.extend([$(self.$field.code()),+]) };
        }
        for_each_choice!(all);
        digits
    }

    fn first_digits(&self, form: u8) -> Vec<u8> {
        let nine = if self.set == TileSet::DoubleNine { NINE } else { 0 };
        match self.first_engine {
            None => vec![form + nine],
            Some(engine) => vec![form + nine + ENGINE, engine.value()],
        }
    }
}

/// Why a text is no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesTextError {
    /// It begins otherwise, or holds a character that no such text has.
    #[error("rules as a text begin with MXR1 and go on with letters and digits, never U")]
    Shape,
    /// Its end is missing.
    #[error("the text ends too early: some of it was not copied")]
    Incomplete,
    /// Characters that do not fit together.
    #[error("a character of the text is wrong or missing: copy it again")]
    Check,
    /// It says something that this version does not know.
    #[error("the text was made by a newer version of this program, which knows rules that this one does not")]
    Newer,
}

/// The digits behind the prefix.
fn digits(text: &str) -> Result<Vec<u8>, RulesTextError> {
    let mut characters = text.chars().filter(|one| !matches!(one, '-' | ' ' | '\n' | '\r' | '\t'));
    for expected in PREFIX.chars() {
        if characters.next().is_none_or(|one| !one.eq_ignore_ascii_case(&expected)) {
            return Err(RulesTextError::Shape);
        }
    }
    match characters.next() {
        Some(VERSION | 'I' | 'i' | 'L' | 'l') => {}
        Some('2'..='9') => return Err(RulesTextError::Newer),
        Some(_) => return Err(RulesTextError::Shape),
        None => return Err(RulesTextError::Incomplete),
    }
    let mut digits = Vec::new();
    for character in characters {
        let letter = match character.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let digit = ALPHABET.iter().position(|one| char::from(*one) == letter);
        digits.push(digit.ok_or(RulesTextError::Shape)? as u8);
        if digits.len() > MOST {
            return Err(RulesTextError::Check);
        }
    }
    Ok(digits)
}

/// The rules that these digits stand for, without the checksum.
fn read(data: &[u8]) -> Option<Rules> {
    let mut digits = data.iter().copied();
    let first = digits.next()?;
    let set = if first & NINE == 0 { TileSet::DoubleTwelve } else { TileSet::DoubleNine };
    let form = first & WHOLE;
    let mut rules = match form {
        WHOLE => Rules::default(),
        number => Preset::ALL.get(usize::from(number))?.rules(),
    };
    rules = rules.with_set(set);
    if first & ENGINE != 0 {
        rules = rules.with_first_engine(Pip::new(digits.next()?)?);
    }
    if form == WHOLE {
        rules.hand = read_hand(&mut digits)?;
        macro_rules! all {
            ($($field:ident),+) => { $(read_choice(&mut rules.$field, digits.next()?)?;)+ };
        }
        for_each_choice!(all);
        return digits.next().is_none().then_some(rules);
    }
    while let Some(key) = digits.next() {
        if key == 0 {
            rules.hand = read_hand(&mut digits)?;
            continue;
        }
        let value = digits.next()?;
        let mut number = 0;
        let mut known = false;
        macro_rules! one {
            ($($field:ident),+) => {
                $(number += 1; if number == key {
                    read_choice(&mut rules.$field, value)?;
                    known = true;
                })+
            };
        }
        for_each_choice!(one);
        known.then_some(())?;
    }
    Some(rules)
}

fn read_choice<C: Choice>(option: &mut C, code: u8) -> Option<()> {
    *option = *C::VALUES.get(usize::from(code))?;
    Some(())
}

fn hand_digits(hand: Hand) -> Vec<u8> {
    match hand {
        Hand::Chart(chart) => {
            vec![Chart::ALL.iter().position(|one| *one == chart).unwrap_or_default() as u8]
        }
        Hand::Number(size) => vec![BY_NUMBER, size / 32, size % 32],
    }
}

fn read_hand(digits: &mut impl Iterator<Item = u8>) -> Option<Hand> {
    match digits.next()? {
        BY_NUMBER => {
            let size = u16::from(digits.next()?) * 32 + u16::from(digits.next()?);
            u8::try_from(size).ok().map(Hand::Number)
        }
        chart => Chart::ALL.get(usize::from(chart)).copied().map(Hand::Chart),
    }
}

/// The remainder that makes the whole divisible by the generator, as in BIP 350.
fn checksum(data: &[u8]) -> [u8; CHECK] {
    const CONSTANT: u32 = 0x2bc8_30a3;
    let mut remainder = 1;
    for digit in data.iter().copied().chain([0; CHECK]) {
        remainder = step(remainder, digit);
    }
    remainder ^= CONSTANT;
    std::array::from_fn(|place| (remainder >> (5 * (CHECK - 1 - place)) & 31) as u8)
}

fn step(remainder: u32, digit: u8) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let top = remainder >> 25;
    let shifted = ((remainder & 0x01ff_ffff) << 5) ^ u32::from(digit);
    GENERATOR
        .iter()
        .enumerate()
        .filter(|(bit, _)| top >> bit & 1 == 1)
        .fold(shifted, |sum, (_, part)| sum ^ part)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rules(settings: &[(&str, &str)]) -> Rules {
        Rules::from_settings(settings.iter().copied()).unwrap()
    }

    fn any_rules() -> impl Strategy<Value = Rules> {
        let codes = prop::collection::vec(any::<prop::sample::Index>(), 18);
        codes.prop_map(|codes| {
            let mut rules = Rules::default();
            if codes[0].index(2) == 1 {
                rules = rules.with_set(TileSet::DoubleNine);
            }
            rules = rules.with_first_engine(Pip::new(codes[1].index(13) as u8).unwrap());
            rules.hand = match codes[2].index(260) {
                0..4 => Hand::Chart(Chart::ALL[codes[2].index(4)]),
                size => Hand::Number((size - 4) as u8),
            };
            for ((key, values), code) in Rules::choices().into_iter().zip(&codes[3..]) {
                rules.set_option(key, values[code.index(values.len())]).unwrap();
            }
            rules
        })
    }

    #[test]
    fn the_texts_are_fixed() {
        for (settings, text) in [
            (&[][..], "MXR1-0T1Z-PE5"),
            (&[("preset", "pagat"), ("double_blank", "50")], "MXR1-2E08-PWGC-T"),
            (&[("set", "double-nine"), ("first_engine", "4"), ("hand", "6")], "MXR1-R40Z-06XV-545S"),
        ] {
            assert_eq!(rules(settings).to_text(), text);
        }
    }

    #[test]
    fn the_checksum_is_that_of_bech32m() {
        // The shortest valid text of BIP 350, "a1lqfn3a", is the checksum of no data behind the expanded prefix "a".
        let expanded = [3, 0, 1];
        let letters = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
        let text: String =
            checksum(&expanded).iter().map(|digit| char::from(letters[usize::from(*digit)])).collect();
        assert_eq!(text, "lqfn3a");
    }

    #[test]
    fn people_may_write_it_as_they_like() {
        let house = rules(&[("preset", "set-maker"), ("double_blank", "25"), ("first_engine", "11")]);
        let text = house.to_text();
        for written in [
            text.to_lowercase(),
            text.replace('-', ""),
            text.replace('-', " "),
            format!(" {text}\n"),
            text.replace('0', "O").replace('1', "l"),
        ] {
            assert_eq!(Rules::from_text(&written), Ok(house), "{written}");
        }
    }

    #[test]
    fn what_is_no_rules_says_why() {
        let text = Rules::default().to_text();
        for (written, error) in [
            ("", RulesTextError::Shape),
            ("traditional", RulesTextError::Shape),
            ("MXR", RulesTextError::Incomplete),
            ("MXR1-000", RulesTextError::Incomplete),
            ("MXR1-000000", RulesTextError::Incomplete),
            (&text.replace("MXR1", "MXR2"), RulesTextError::Newer),
            (&format!("{text}U"), RulesTextError::Shape),
            (&format!("{text}0"), RulesTextError::Check),
            (&text[..text.len() - 1], RulesTextError::Check),
            (&format!("{text}{}", "0".repeat(10_000)), RulesTextError::Check),
        ] {
            let short: String = written.chars().take(40).collect();
            let cut = if error == RulesTextError::Check && written.len() < text.len() {
                // Too short to be anything, or caught by its check: either is said.
                [RulesTextError::Check, RulesTextError::Incomplete].to_vec()
            } else {
                vec![error]
            };
            assert!(cut.contains(&Rules::from_text(written).unwrap_err()), "{short}");
        }
        // Well made, of an option, a preset or a value that is not there yet; and what could be written shorter.
        for data in
            [&[0, 16, 0][..], &[6], &[0, 15, 2], &[0, 1], &[0, 1, 0], &[0, 14, 1, 13, 1], &[ENGINE, 12]]
        {
            let mut all = data.to_vec();
            all.extend(checksum(data));
            let letters: String = all.iter().map(|digit| char::from(ALPHABET[usize::from(*digit)])).collect();
            assert_eq!(Rules::from_text(&format!("MXR1{letters}")), Err(RulesTextError::Newer), "{data:?}");
        }
    }

    proptest! {
        #[test]
        fn rules_come_back(rules in any_rules()) {
            let text = rules.to_text();
            prop_assert_eq!(Rules::from_text(&text), Ok(rules));
            prop_assert!(text.len() <= 43, "{}", text);
        }

        #[test]
        fn typing_errors_are_found(
            rules in any_rules(),
            errors in prop::collection::vec((any::<prop::sample::Index>(), 1..32_usize), 1..=4),
        ) {
            let text: Vec<char> = rules.to_text()[4..].chars().filter(|one| *one != '-').collect();
            let mut wrong = text.clone();
            for (place, by) in errors {
                let place = place.index(text.len());
                let digit = ALPHABET.iter().position(|one| char::from(*one) == text[place]).unwrap();
                wrong[place] = char::from(ALPHABET[(digit + by) % 32]);
            }
            let wrong = format!("MXR1{}", wrong.iter().collect::<String>());
            prop_assert_eq!(Rules::from_text(&wrong), Err(RulesTextError::Check));
            let mut swapped = text.clone();
            swapped.swap(0, 1);
            if swapped != text {
                let swapped = format!("MXR1{}", swapped.iter().collect::<String>());
                prop_assert_eq!(Rules::from_text(&swapped), Err(RulesTextError::Check));
            }
        }

        #[test]
        fn no_text_panics(text in any::<String>(), more in "[0-9A-Z]{0,40}") {
            let _ = Rules::from_text(&text);
            let _ = Rules::from_text(&format!("MXR1{more}"));
        }
    }
}

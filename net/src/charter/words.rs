//! Four words that people read aloud to each other: of a match, or of a key.

use std::fmt;
use std::str::FromStr;

use mextrain_crypto::{hash::Hash, tags};

/// Four words of eleven bits each, and the same as digits: equal words mean the same table, rules and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableWords([u16; 4]);

impl TableWords {
    /// The words of a match.
    pub fn of(match_id: &[u8; 32]) -> TableWords {
        TableWords::read(&Hash::new(tags::WORDS).bytes(match_id).finish256())
    }

    fn read(digest: &[u8; 32]) -> TableWords {
        let bits = digest.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        TableWords([0, 11, 22, 33].map(|shift| ((bits >> shift) & 0x7ff) as u16))
    }

    /// The words, of the BIP-39 English list.
    pub fn words(&self) -> [&'static str; 4] {
        let list = bip39::Language::English.word_list();
        self.0.map(|word| list.get(usize::from(word)).copied().unwrap_or_default())
    }

    /// The same as four groups of four digits, for people who do not read English.
    pub fn digits(&self) -> String {
        self.0.map(|word| format!("{word:04}")).join(" ")
    }
}

/// Why a text is not the words of any table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// More or fewer than four.
    #[error("table words are four, and these are {0}")]
    Number(usize),
    /// Not in the list that words are taken from, nor a number of theirs.
    #[error("\"{0}\" is none of the words that tables have")]
    Unknown(String),
}

impl FromStr for TableWords {
    type Err = WordsError;

    /// As people hear and write them: words or digits, in any case, whatever stands between them.
    fn from_str(text: &str) -> Result<TableWords, WordsError> {
        let list = bip39::Language::English.word_list();
        let parts = || text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        if parts().take(100).count() != 4 {
            return Err(WordsError::Number(parts().take(100).count()));
        }
        let mut words = [0; 4];
        for (place, part) in words.iter_mut().zip(parts()) {
            let word = part.to_lowercase();
            let number = match part.parse::<usize>() {
                Ok(number) if part.len() == 4 && number < list.len() => Some(number),
                Ok(_) => None,
                Err(_) => list.iter().position(|one| *one == word),
            };
            // Eleven bits: the list has 2048 words.
            *place = number.ok_or_else(|| WordsError::Unknown(part.chars().take(32).collect()))? as u16;
        }
        Ok(TableWords(words))
    }
}

impl fmt::Display for TableWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" "))
    }
}

/// A key as four words of the same list, for comparing it aloud. They name a key and prove nothing: 44 bits can be imitated by
/// whoever spends enough on trying out keys. Programs compare the key itself.
pub fn key_words(key: &[u8; 32]) -> [&'static str; 4] {
    TableWords::read(&Hash::new(tags::KEY_WORDS).bytes(key).finish256()).words()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_words_of_their_own() {
        let words = key_words(&[5; 32]);
        assert_eq!(words, key_words(&[5; 32]));
        assert_ne!(words, key_words(&[6; 32]));
        // What is read aloud of a key is never what is read aloud of a table.
        assert_ne!(words, TableWords::of(&[5; 32]).words());
        assert!(words.iter().all(|word| word.len() >= 3));
    }

    #[test]
    fn words_and_digits_name_the_same_number() {
        let words = TableWords::of(&[5; 32]);
        let list = bip39::Language::English.word_list();
        for (word, digits) in words.words().iter().zip(words.digits().split(' ')) {
            assert_eq!(list[digits.parse::<usize>().unwrap()], *word);
        }
    }

    #[test]
    fn words_are_read_as_they_are_heard() {
        let words = TableWords::of(&[5; 32]);
        let [a, b, c, d] = words.words();
        for text in [words.to_string(), words.digits(), format!(" {}, {b} - {c};{}", a.to_uppercase(), d)] {
            assert_eq!(text.parse(), Ok(words), "{text}");
        }
        assert_ne!(format!("{b} {a} {c} {d}").parse(), Ok(words));
        for (text, number) in
            [("", 0), ("lemon", 1), ("lemon orbit wagon", 3), ("lemon lemon lemon lemon lemon", 5)]
        {
            assert_eq!(text.parse::<TableWords>(), Err(WordsError::Number(number)));
        }
        for text in ["lemmon", "2048", "+001", "12", "99999999999999999999999"] {
            let unknown = WordsError::Unknown(text.trim_start_matches('+').to_owned());
            assert_eq!(format!("lemon orbit wagon {text}").parse::<TableWords>(), Err(unknown), "{text}");
        }
    }
}

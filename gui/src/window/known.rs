//! Whom this person has played with: keys, names, and how many matches to the end.
//!
//! `known.toml` lies in the profile's data folder. People are who their keys are; a name is what somebody says. Bots are not
//! remembered, and practice is not counted. A file that cannot be read is never written over, since it may hold what only a small
//! mistake makes unreadable. Deliberately not known here: what is to be done about a key that is another one, which is the waiting
//! room's affair.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use mextrain_net::{folders, name::Name};
use serde::{Deserialize, Serialize};

use crate::wording::sentence::Sentence;

use super::words::lobby as text;

/// No file of known players is larger, in bytes; what is, is something else.
const LIMIT: usize = 512 * 1024;

/// How many people are remembered. Those with whom no match was finished are forgotten first, then those of longest ago.
const PEOPLE: usize = 1000;

/// How many matches are remembered as counted, so that one that is gone back to at its end does not count twice.
const MATCHES: usize = 64;

/// Whom this person has played with.
#[derive(Clone, Debug)]
pub struct Acquaintances {
    file: PathBuf,
    book: Book,
}

/// What is known of somebody with a name and a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acquaintance {
    /// Matches were played to their end with this key.
    Known {
        /// How many.
        games: u32,
        /// The name that the key had then, if it is another now.
        name: Option<Name>,
    },
    /// Neither the key nor the name is known.
    New,
    /// The name is that of somebody known, the key is not: somebody else, or a new computer.
    OtherKey,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Book {
    /// The matches that were counted last, the newest at the end.
    counted: Vec<Key>,
    player: Vec<Person>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Person {
    name: Name,
    key: Key,
    /// Matches to the end.
    games: u32,
    /// Seconds since 1970.
    last: u64,
}

/// Thirty-two bytes as hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Key([u8; 32]);

impl Acquaintances {
    /// What is in this file; and a sentence if there is one that cannot be used.
    pub fn load(file: PathBuf) -> (Acquaintances, Option<Sentence>) {
        match read(&file) {
            Ok(book) => (Acquaintances { file, book }, None),
            Err(why) => (Acquaintances { file, book: Book::default() }, Some(why)),
        }
    }

    /// Remembers those with whom a match begins, bots not among them.
    ///
    /// # Errors
    /// A sentence, if that cannot be written down.
    pub fn begun(&mut self, players: &[(Name, [u8; 32])], now: SystemTime) -> Result<(), Sentence> {
        let last = seconds(now);
        self.change(|book| {
            for (name, key) in players {
                match book.player.iter_mut().find(|person| person.key.0 == *key) {
                    Some(person) => person.last = last,
                    None => {
                        book.player.push(Person { name: name.clone(), key: Key(*key), games: 0, last });
                    }
                }
            }
        })
    }

    /// Counts a match that was played to its end. Only those count with whom it was seen to begin.
    ///
    /// # Errors
    /// A sentence, if that cannot be written down.
    pub fn finished(
        &mut self,
        charter_id: [u8; 32],
        players: &[(Name, [u8; 32])],
        now: SystemTime,
    ) -> Result<(), Sentence> {
        self.change(|book| {
            if book.counted.contains(&Key(charter_id)) {
                return;
            }
            book.counted.push(Key(charter_id));
            for (name, key) in players {
                let Some(person) = book.player.iter_mut().find(|person| person.key.0 == *key) else {
                    continue;
                };
                person.games = person.games.saturating_add(1);
                person.last = seconds(now);
                person.name = name.clone();
            }
        })
    }

    /// What is known of a player who calls itself so and has this key.
    pub fn acquaintance(&self, name: &Name, key: &[u8; 32]) -> Acquaintance {
        let mut known = self.book.player.iter().filter(|person| person.games > 0);
        let same = known.clone().find(|person| person.key.0 == *key);
        match same {
            Some(person) if reads_like(&person.name, name) => {
                Acquaintance::Known { games: person.games, name: None }
            }
            // Also for somebody known: to take another known player's name is what an impostor would do.
            _ if known.any(|person| reads_like(&person.name, name)) => Acquaintance::OtherKey,
            Some(person) => Acquaintance::Known { games: person.games, name: Some(person.name.clone()) },
            None => Acquaintance::New,
        }
    }

    /// Changes what is in the file, which another window of this profile may have changed meanwhile.
    fn change(&mut self, change: impl FnOnce(&mut Book)) -> Result<(), Sentence> {
        let before = read(&self.file)?;
        let mut book = before.clone();
        change(&mut book);
        book.bound();
        if book != before {
            let kept = write(&self.file, &book);
            kept.map_err(|error| {
                let file = self.file.display().to_string();
                Sentence::new(move || text::not_remembered(&file, &error.to_string()))
            })?;
        }
        self.book = book;
        Ok(())
    }
}

impl Book {
    fn bound(&mut self) {
        self.counted.drain(..self.counted.len().saturating_sub(MATCHES));
        if self.player.len() > PEOPLE {
            self.player.sort_by_key(|person| std::cmp::Reverse((person.games > 0, person.last)));
            self.player.truncate(PEOPLE);
        }
    }
}

fn read(file: &Path) -> Result<Book, Sentence> {
    let unusable = |why: &str| {
        let (file, why) = (file.display().to_string(), why.trim().to_owned());
        Sentence::new(move || text::nobody_known(&file, &why))
    };
    let bytes = match folders::read_at_most(file, LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Book::default()),
        Err(error) => return Err(unusable(&error.to_string())),
    };
    let text = std::str::from_utf8(&bytes).map_err(|_| unusable("it is no text"))?;
    toml::from_str(text).map_err(|error| unusable(error.message()))
}

fn write(file: &Path, book: &Book) -> io::Result<()> {
    let text = toml::to_string_pretty(book).map_err(io::Error::other)?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    folders::replace_private(file, text.as_bytes())
}

fn reads_like(one: &Name, other: &Name) -> bool {
    one.as_str().to_lowercase() == other.as_str().to_lowercase()
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}

impl TryFrom<String> for Key {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Key, Self::Error> {
        const WRONG: &str = "a key has 64 hexadecimal digits";
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(WRONG);
        }
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = std::str::from_utf8(pair).map_err(|_| WRONG)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| WRONG)?;
        }
        Ok(Key(key))
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, key: u8) -> (Name, [u8; 32]) {
        (Name::clean(name), [key; 32])
    }

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    /// A match from beginning to end.
    fn played(known: &mut Acquaintances, id: u8, players: &[(Name, [u8; 32])]) {
        known.begun(players, at(id.into())).unwrap();
        known.finished([id; 32], players, at(id.into())).unwrap();
    }

    fn file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/known.toml");
        (folder, file)
    }

    #[test]
    fn people_are_known_by_their_keys() {
        let (_folder, file) = file();
        let (mut known, trouble) = Acquaintances::load(file.clone());
        assert_eq!(trouble, None);
        played(&mut known, 1, &[player("Ada", 1), player("Bo", 2)]);
        played(&mut known, 2, &[player("Ada", 1), player("Cy", 3)]);
        // A match that did not come to its end.
        known.begun(&[player("Dee", 4)], at(3)).unwrap();
        let (again, trouble) = Acquaintances::load(file);
        assert_eq!(trouble, None);
        for known in [known, again] {
            let of = |name: &str, key| known.acquaintance(&Name::clean(name), &[key; 32]);
            let met = |games, name: Option<&str>| Acquaintance::Known { games, name: name.map(Name::clean) };
            assert_eq!(of("Ada", 1), met(2, None));
            assert_eq!(of("ada", 1), met(2, None));
            assert_eq!(of("Countess", 1), met(2, Some("Ada")));
            assert_eq!(of("Ada", 9), Acquaintance::OtherKey);
            assert_eq!(of("ADA", 9), Acquaintance::OtherKey);
            assert_eq!(of("Ada", 2), Acquaintance::OtherKey, "Bo cannot become Ada");
            assert_eq!(of("Dee", 4), Acquaintance::New);
            assert_eq!(of("Dee", 9), Acquaintance::New);
        }
    }

    #[test]
    fn a_match_counts_once_and_only_with_those_it_began_with() {
        let (_folder, file) = file();
        let (mut known, _) = Acquaintances::load(file.clone());
        let all = [player("Ada", 1), player("Robot", 2)];
        known.begun(&all[..1], at(1)).unwrap();
        known.finished([7; 32], &all, at(2)).unwrap();
        // It is gone back to, in another window.
        let (mut other, _) = Acquaintances::load(file);
        other.finished([7; 32], &all, at(3)).unwrap();
        assert_eq!(other.acquaintance(&all[0].0, &[1; 32]), Acquaintance::Known { games: 1, name: None });
        assert_eq!(other.acquaintance(&all[1].0, &[2; 32]), Acquaintance::New);
        // What one window counts is not lost by what another one does.
        played(&mut other, 8, &[player("Cy", 3)]);
        played(&mut known, 9, &[player("Dee", 4)]);
        assert_eq!(
            known.acquaintance(&Name::clean("Cy"), &[3; 32]),
            Acquaintance::Known { games: 1, name: None }
        );
    }

    #[test]
    fn a_damaged_file_is_told_of_and_left_alone() {
        let (_folder, file) = file();
        let (mut known, _) = Acquaintances::load(file.clone());
        played(&mut known, 1, &[player("Ada", 1)]);
        let good = fs::read_to_string(&file).unwrap();
        let short = good.replacen("01", "1", 1);
        let large = "#".repeat(LIMIT + 1);
        for text in [b"\xff\xfe".as_slice(), b"[[player]]\nname = 1", short.as_bytes(), large.as_bytes()] {
            fs::write(&file, text).unwrap();
            let (mut fresh, trouble) = Acquaintances::load(file.clone());
            assert!(trouble.unwrap().text().contains("known.toml"));
            assert_eq!(fresh.acquaintance(&Name::clean("Ada"), &[1; 32]), Acquaintance::New);
            for known in [&mut fresh, &mut known] {
                assert!(
                    known
                        .finished([2; 32], &[player("Ada", 1)], at(2))
                        .unwrap_err()
                        .text()
                        .contains("known.toml")
                );
            }
            assert_eq!(fs::read(&file).unwrap(), text);
        }
        // Once it is put right everything is there again.
        fs::write(&file, good).unwrap();
        played(&mut known, 2, &[player("Ada", 1)]);
        let (known, _) = Acquaintances::load(file);
        assert_eq!(
            known.acquaintance(&Name::clean("Ada"), &[1; 32]),
            Acquaintance::Known { games: 2, name: None }
        );
    }

    #[test]
    fn strangers_by_the_thousand_push_no_friend_out_and_the_file_stays_readable() {
        let (_folder, file) = file();
        let (mut known, _) = Acquaintances::load(file.clone());
        played(&mut known, 1, &[player("Ada", 1)]);
        let stranger = |number: u32| {
            let mut key = [0xee; 32];
            key[..4].copy_from_slice(&number.to_le_bytes());
            (Name::clean(&"\u{1f600}".repeat(24)), key)
        };
        let crowd: Vec<(Name, [u8; 32])> = (0..2 * PEOPLE as u32).map(stranger).collect();
        known.begun(&crowd, at(50)).unwrap();
        for id in 2..200 {
            known.finished([id; 32], &[], at(60)).unwrap();
        }
        let (known, trouble) = Acquaintances::load(file);
        assert_eq!(trouble, None);
        assert_eq!((known.book.player.len(), known.book.counted.len()), (PEOPLE, MATCHES));
        assert_eq!(
            known.acquaintance(&Name::clean("Ada"), &[1; 32]),
            Acquaintance::Known { games: 1, name: None }
        );
    }
}

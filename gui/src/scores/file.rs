//! The file of a sheet: a small text that people can read and mend.
//!
//! ```toml
//! version = 1
//! players = ["Ada", "Bo"]
//!
//! [rules]                        # the preset, and what differs from it
//! preset = "set-maker"
//! double_blank = "25"
//!
//! [[rounds]]
//! out = 2                        # the seat, from 1; not there, if the round was blocked
//! hands = ["5-12 6-6", "-"]      # points, tiles, or - for nothing
//!
//! [[undone]]                     # rounds that were taken back, the last one first to come again
//! hands = ["7", "9"]
//! ```
//!
//! Every round is checked as if it were told now: what is in a file proves nothing.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use mextrain_core::{Ending, Rules, Seat, Tally};
use mextrain_net::name::Name;
use serde::{Deserialize, Serialize};

use super::Sheet;
use crate::{
    kept::{Kept, NotWritten},
    wording::scores as words,
};

/// The name of the file in a profile's folder.
pub const NAME: &str = "scores.toml";

const VERSION: i64 = 1;

/// A sheet's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book(Kept);

/// What is wrong with a file.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be reached, or not be written; the system's words.
    Unreachable(PathBuf, io::Error),
    /// It is no sheet: why. It was left as it is.
    Unusable(PathBuf, String),
    /// Somebody else has written it meanwhile: nothing was written.
    Changed(PathBuf),
}

impl Book {
    /// Opens the file; gives the sheet in it, if there is one.
    ///
    /// # Errors
    /// A file that is out of reach, or is no sheet.
    pub fn open(path: &Path) -> Result<(Book, Option<Sheet>), FileError> {
        let (kept, text) = Kept::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::FileTooLarge => {
                FileError::Unusable(path.to_owned(), error.to_string())
            }
            _ => FileError::Unreachable(path.to_owned(), error),
        })?;
        let sheet = text.map(|text| read(&text)).transpose();
        let sheet = sheet.map_err(|why| FileError::Unusable(path.to_owned(), why))?;
        Ok((Book(kept), sheet))
    }

    /// The same where nobody may be kept waiting: see [`Kept::without_waiting`].
    pub fn without_waiting(self) -> Book {
        Book(self.0.without_waiting())
    }

    /// Writes the sheet, in one step.
    ///
    /// # Errors
    /// What the system says, or that somebody else has written the file: then it is as it was.
    pub fn save(&mut self, sheet: &Sheet) -> Result<(), FileError> {
        self.0.write(&write(sheet)).map_err(|error| self.not_written(error))
    }

    /// Puts the sheet that is there aside, under a name of its own beside it; gives where it is now.
    ///
    /// # Errors
    /// What the system says, or that somebody else has written the file: then it is as it was.
    pub fn put_aside(&mut self) -> Result<PathBuf, FileError> {
        self.0.put_aside("old").map_err(|error| self.not_written(error))
    }

    fn not_written(&self, error: NotWritten) -> FileError {
        match error {
            NotWritten::Changed => FileError::Changed(self.path().to_owned()),
            NotWritten::System(error) => FileError::Unreachable(self.path().to_owned(), error),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: i64,
    players: Vec<String>,
    rules: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rounds: Vec<Round>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    undone: Vec<Round>,
}

/// Only this is read of a file of any version.
#[derive(Deserialize)]
struct Versioned {
    version: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    out: Option<u8>,
    hands: Vec<String>,
}

/// The sheet as a text.
pub fn write(sheet: &Sheet) -> String {
    let rules = sheet.keeper.rules();
    let preset = rules.nearest_preset();
    let mut settings = BTreeMap::from([("preset".to_owned(), preset.name().to_owned())]);
    settings.extend(rules.differences(preset).into_iter().map(|(key, value)| (key.to_owned(), value)));
    let stored = Stored {
        version: VERSION,
        players: sheet.names.iter().map(ToString::to_string).collect(),
        rules: settings,
        rounds: sheet.keeper.tallies().iter().map(round).collect(),
        undone: sheet.keeper.undone().iter().map(round).collect(),
    };
    // Texts and numbers can always be written.
    format!("{}\n{}", words::FILE_HEAD, toml::to_string(&stored).unwrap_or_default())
}

fn round(tally: &Tally) -> Round {
    let out = match tally.ending {
        Ending::Out(seat) => Some(seat.number()),
        Ending::Blocked => None,
    };
    Round { out, hands: tally.hands.iter().map(ToString::to_string).collect() }
}

/// The sheet that a text tells.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(text: &str) -> Result<Sheet, String> {
    let reason = |error: toml::de::Error| error.message().to_owned();
    if toml::from_str::<Versioned>(text).map_err(reason)?.version != VERSION {
        return Err(words::newer_file().to_owned());
    }
    let stored: Stored = toml::from_str(text).map_err(reason)?;
    let names = stored.players.iter().map(|name| Name::parse(name)).collect::<Result<Vec<_>, _>>();
    let names = names.map_err(|error| error.to_string())?;
    let settings = stored.rules.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let rules = Rules::from_settings(settings)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    let mut sheet = Sheet::new(names, &rules).map_err(|error| words::sheet_error(&error))?;
    // What was taken back is written and taken back again, so that it is checked like the rest.
    let undone = stored.undone.len();
    for (round, number) in stored.rounds.iter().chain(stored.undone.iter().rev()).zip(1_usize..) {
        let wrong = |why: String| words::wrong_round(number, &why);
        let tally = tally(round).map_err(wrong)?;
        sheet.record(tally).map_err(|error| wrong(words::entry_error(&error, &sheet)))?;
    }
    for _ in 0..undone {
        sheet.undo();
    }
    Ok(sheet)
}

fn tally(round: &Round) -> Result<Tally, String> {
    let ending = match round.out {
        None => Ending::Blocked,
        Some(number) => Ending::Out(Seat::from_number(number).ok_or_else(|| words::no_seat(number))?),
    };
    let hands = round.hands.iter().map(|hand| hand.parse()).collect::<Result<_, _>>();
    Ok(Tally { ending, hands: hands.map_err(|error: mextrain_core::HeldTextError| error.to_string())? })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scores::tests::{example, sheet};

    #[test]
    fn sheets_come_back_with_what_was_taken_back() {
        let mut sheet = example();
        for _ in 0..3 {
            assert_eq!(read(&write(&sheet)), Ok(sheet.clone()));
            sheet.undo();
        }
        assert!(sheet.redo() && sheet.redo());
        assert_eq!(sheet, example());
    }

    #[test]
    fn the_text_is_fixed() {
        let mut sheet = example();
        sheet.undo();
        let expected = "version = 1
players = [\"Ada\", \"Bo\", \"Cy\", \"Dee\"]

[rules]
preset = \"set-maker\"

[[rounds]]
out = 2
hands = [\"0-2 5-12 6-6\", \"-\", \"14\", \"22\"]

[[undone]]
out = 1
hands = [\"-\", \"18\", \"9\", \"27\"]
";
        assert_eq!(write(&sheet), format!("{}\n{expected}", words::FILE_HEAD));
    }

    #[test]
    fn a_text_that_is_no_sheet_says_why() {
        let good = write(&example());
        let change = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            read(&good.replacen(from, to, 1)).unwrap_err()
        };
        assert_eq!(change("version = 1", "version = 2\nfuture = true"), words::newer_file());
        assert!(change("\"Bo\"", "\"Ada\"").contains("Ada"));
        assert!(change("\"Bo\", ", "").contains("round 1"));
        assert!(change("set-maker", "x").contains("set-maker"));
        assert!(change("out = 2", "out = 9").contains("round 1"));
        assert!(change("\"14\"", "\"12-12\"").contains("Cy"));
        assert!(change("\"14\"", "\"6-6\"").contains("6-6"));
        assert!(change("hands", "hand").contains("hand"));
        assert!(change("\"Ada\"", "\"A\u{202e}da\"").contains("202E"));
        assert!(read("").is_err() && read("version = ").is_err());
        let many = format!("{good}{}", "[[rounds]]\nhands = [\"1\", \"1\", \"1\", \"1\"]\n".repeat(12));
        assert!(read(&many).unwrap_err().contains("round 14"));
    }

    #[test]
    fn a_file_that_is_no_sheet_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, "version = 1\nplayers = 3").unwrap();
        assert!(matches!(Book::open(&path), Err(FileError::Unusable(..))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "version = 1\nplayers = 3");
        fs::remove_file(&path).unwrap();
        let (mut book, none) = Book::open(&path).unwrap();
        assert_eq!(none, None);
        book.save(&example()).unwrap();
        let (_, there) = Book::open(&path).unwrap();
        assert_eq!(there, Some(example()));
        fs::write(&path, write(&sheet(&["Eli", "Fay"], &Rules::default()))).unwrap();
        assert!(matches!(book.save(&example()), Err(FileError::Changed(_))));
    }
}

//! The scoresheet's file, as the screen "Keep score" uses it: every change is written at once, and one that cannot be written is
//! not made.

use std::path::PathBuf;

use mextrain_core::Tally;

use crate::{
    kept::move_aside,
    scores::{self, Book, FileError, Sheet},
    window::words::lobby::sentence as as_sentence,
    wording::{scores as words, sentence::Sentence},
};

/// What is asked for with the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoresIntent {
    /// To begin this sheet in place of the one that is there, which is kept beside it.
    Begin(Box<Sheet>),
    /// To write down a round.
    Record(Tally),
    /// To take the last round back.
    Undo,
    /// To write down again what was taken back.
    Redo,
    /// To write a file for spreadsheets.
    Export,
    /// To look at the file again.
    Reopen,
    /// To put a file aside that is no sheet.
    PutAside,
}

/// The sheet, its file, and what came of what was asked for last.
#[derive(Debug)]
pub struct Scoring {
    path: PathBuf,
    /// `None` while the file cannot be used.
    book: Option<Book>,
    sheet: Option<Sheet>,
    said: Option<Sentence>,
    unusable: bool,
}

impl Scoring {
    /// Opens the sheet in this file.
    pub fn open(path: PathBuf) -> Scoring {
        let mut scoring = Scoring { path, book: None, sheet: None, said: None, unusable: false };
        scoring.reopen();
        scoring
    }

    /// Does what was asked for; says whether it was done.
    pub fn take(&mut self, intent: ScoresIntent) -> bool {
        let done = match intent {
            ScoresIntent::Begin(sheet) => self.begin(*sheet),
            ScoresIntent::Record(tally) => self.change(|sheet| {
                let recorded = sheet.record(tally);
                let sheet = sheet.clone();
                recorded.map_err(|error| Sentence::new(move || words::entry_error(&error, &sheet)))
            }),
            ScoresIntent::Undo => self.change(|sheet| done_or(sheet.undo(), words::nothing_to_undo)),
            ScoresIntent::Redo => self.change(|sheet| done_or(sheet.redo(), words::nothing_to_redo)),
            ScoresIntent::Export => self.export(),
            ScoresIntent::Reopen => return self.reopen(),
            ScoresIntent::PutAside => {
                let moved = move_aside(&self.path, "unusable");
                match moved.map_err(|error| FileError::Unreachable(self.path.clone(), error)) {
                    Ok(aside) => {
                        let opened = self.reopen();
                        self.said = Some(Sentence::new(move || words::put_aside(&aside)));
                        return opened;
                    }
                    Err(error) => Err(failed(error)),
                }
            }
        };
        match done {
            Ok(said) => {
                self.said = said;
                true
            }
            Err(why) => {
                self.said = Some(Sentence::new(move || as_sentence(&why.text())));
                false
            }
        }
    }

    /// The sheet, if there is one.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// What is to be said of what was asked for last.
    pub fn said(&self) -> Option<String> {
        self.said.as_ref().map(Sentence::text)
    }

    /// Whether the file can be used.
    pub fn is_usable(&self) -> bool {
        self.book.is_some()
    }

    /// Whether the file can be reached and is no sheet.
    pub fn is_no_sheet(&self) -> bool {
        self.unusable
    }

    fn reopen(&mut self) -> bool {
        (self.book, self.sheet, self.said, self.unusable) = match Book::open(&self.path) {
            // A frame does not wait for another program.
            Ok((book, sheet)) => (Some(book.without_waiting()), sheet, None, false),
            Err(error) => {
                let unusable = matches!(error, FileError::Unusable(..));
                let said = Sentence::new(move || as_sentence(&words::file_error(&error)));
                (None, None, Some(said), unusable)
            }
        };
        self.book.is_some()
    }

    fn begin(&mut self, sheet: Sheet) -> Result<Option<Sentence>, Sentence> {
        let book = self.book.as_mut().ok_or_else(no_sheet)?;
        let worth_keeping = self.sheet.as_ref().is_some_and(|sheet| !sheet.keeper().tallies().is_empty());
        let aside = if worth_keeping { Some(book.put_aside()) } else { None };
        let aside = aside.transpose().map_err(failed)?;
        book.save(&sheet).map_err(failed)?;
        self.sheet = Some(sheet);
        Ok(aside.map(|aside| Sentence::new(move || words::put_aside(&aside))))
    }

    fn change(
        &mut self,
        change: impl FnOnce(&mut Sheet) -> Result<(), Sentence>,
    ) -> Result<Option<Sentence>, Sentence> {
        let (Some(book), Some(sheet)) = (&mut self.book, &self.sheet) else {
            return Err(no_sheet());
        };
        let mut changed = sheet.clone();
        change(&mut changed)?;
        match book.save(&changed) {
            Ok(()) => {
                self.sheet = Some(changed);
                Ok(None)
            }
            Err(error @ FileError::Changed(_)) => {
                // What is there now is shown, so that nobody goes on from what is not.
                self.reopen();
                Err(failed(error))
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn export(&self) -> Result<Option<Sentence>, Sentence> {
        let sheet = self.sheet.as_ref().ok_or_else(no_sheet)?;
        let path = self.path.with_extension("csv");
        let written = mextrain_net::folders::replace_private(&path, scores::csv(sheet).as_bytes());
        Ok(Some(match written {
            Ok(()) => Sentence::new(move || words::written(&path)),
            Err(error) => return Err(Sentence::new(move || words::not_written(&path, &error.to_string()))),
        }))
    }
}

fn no_sheet() -> Sentence {
    Sentence::from(words::no_sheet as fn() -> &'static str)
}

fn failed(error: FileError) -> Sentence {
    Sentence::new(move || words::file_error(&error))
}

fn done_or(done: bool, otherwise: fn() -> &'static str) -> Result<(), Sentence> {
    if done { Ok(()) } else { Err(otherwise.into()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use mextrain_core::Rules;

    use super::*;
    use crate::scores::tests::{example, sheet};

    #[test]
    fn a_change_that_cannot_be_written_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.toml");
        let mut scoring = Scoring::open(path.clone());
        assert!(!scoring.take(ScoresIntent::Undo) && scoring.said().is_some());
        let english = scoring.said();
        {
            use crate::wording::language::{Language, tests::Speaking};
            let _german = Speaking::new(Language::German);
            assert_ne!(scoring.said(), english);
        }
        assert!(scoring.take(ScoresIntent::Begin(Box::new(example()))));
        assert!(scoring.take(ScoresIntent::Undo) && scoring.take(ScoresIntent::Redo));
        assert_eq!(Scoring::open(path.clone()).sheet(), Some(&example()));
        assert!(scoring.take(ScoresIntent::Export));
        assert_eq!(fs::read_to_string(path.with_extension("csv")).unwrap(), scores::csv(&example()));
        // A program elsewhere writes another sheet: it is shown, and not written over.
        let other = sheet(&["Eli", "Fay"], &Rules::default());
        fs::write(&path, scores::write(&other)).unwrap();
        assert!(!scoring.take(ScoresIntent::Undo));
        assert_eq!(scoring.sheet(), Some(&other));
        assert!(scoring.said().is_some_and(|said| said.contains("another program")), "{:?}", scoring.said());
    }

    #[test]
    fn a_file_that_is_no_sheet_is_put_aside_when_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.toml");
        fs::write(&path, "nonsense").unwrap();
        let mut scoring = Scoring::open(path.clone());
        assert!(!scoring.is_usable() && scoring.is_no_sheet());
        assert!(!scoring.take(ScoresIntent::Begin(Box::new(example()))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "nonsense");
        assert!(scoring.take(ScoresIntent::PutAside) && scoring.is_usable());
        assert_eq!(fs::read_to_string(folder.path().join("scores.unusable-1.toml")).unwrap(), "nonsense");
        assert!(scoring.take(ScoresIntent::Begin(Box::new(example()))));
        assert!(scoring.take(ScoresIntent::Begin(Box::new(sheet(&["Eli", "Fay"], &Rules::default())))));
        assert_eq!(
            scores::read(&fs::read_to_string(folder.path().join("scores.old-1.toml")).unwrap()),
            Ok(example())
        );
    }
}

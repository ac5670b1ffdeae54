//! The scorekeeper's sentences: what is wrong with a sheet or a round, and what a round says.

use mextrain_core::{Ending, FirstTurnOut, ScoreError, Seat, TallyFault};

use crate::scores::{EntryError, FileError, Sheet, SheetError};

use super::sheet;

/// The first line of a sheet's file.
pub const FILE_HEAD: &str = "# A scoresheet of Mexican Train, kept by mextrain (\"mextrain scores\").";

texts! {
    /// A file that this program is too old for.
    pub fn newer_file() => "scores-newer-file";
}

/// The first columns of a spreadsheet.
pub const CSV_HEAD: [&str; 3] = ["round", "starting double", "went out"];
/// In place of who went out.
pub const CSV_BLOCKED: &str = "(blocked)";
/// The row of totals.
pub const TOTAL: &str = "total";
/// The row of ranks.
pub const PLACE: &str = "place";

texts! {
    /// There is no sheet to do something with.
    pub fn no_sheet() => "scores-no-sheet";
    /// Nothing can be taken back.
    pub fn nothing_to_undo() => "scores-nothing-to-undo";
    /// Nothing can be written again.
    pub fn nothing_to_redo() => "scores-nothing-to-redo";

    /// What can be typed, in short.
    pub fn desk_hint() => "scores-desk-hint";
    /// What can be typed.
    pub fn desk_help() => "scores-desk-help";
    /// Asks for the players.
    pub fn who_plays() => "scores-who-plays";
    /// Asks for the rules.
    pub fn which_rules() => "scores-which-rules";
    /// Asks how a round ended in which nobody holds nothing.
    pub fn blocked_question() => "scores-blocked-question";

    /// Asks for a hand.
    pub fn what_is_left(name: &mextrain_net::name::Name) => "scores-what-is-left";

    /// A part of a line that says nothing.
    pub fn not_understood(part: &mextrain_net::name::Name) => "scores-not-understood";
}

/// A spreadsheet that was written.
pub fn written(path: &std::path::Path) -> String {
    say!("scores-written", path = path.display())
}

/// A spreadsheet that was not written.
pub fn not_written(path: &std::path::Path, why: &str) -> String {
    say!("scores-not-written", path = path.display(), why = why)
}

/// Why a sheet cannot be begun.
pub fn sheet_error(error: &SheetError) -> String {
    match error {
        SheetError::Players(count) => say!("scores-error-players", count = count),
        SheetError::SameName(name) => say!("scores-error-same-name", name = name),
        SheetError::Sign(name, sign) => say!("scores-error-sign", name = name, sign = sign),
        SheetError::Rules(errors) => super::session::faults(errors.faults()),
    }
}

/// Why a round cannot be written down.
pub fn entry_error(error: &EntryError, sheet: &Sheet) -> String {
    match error {
        EntryError::Unknown(who) => {
            say!("scores-error-unknown", who = who, players = players(sheet))
        }
        EntryError::Ambiguous(who) => say!("scores-error-ambiguous", who = who),
        EntryError::Twice(name) => say!("scores-error-twice", name = name),
        EntryError::Missing(names) => {
            let names = names.iter().map(ToString::to_string);
            let whose =
                names.reduce(|others, name| say!("scores-error-missing-more", others = others, name = name));
            say!("scores-error-missing", who = whose.unwrap_or_default())
        }
        EntryError::Hand(name, error) => format!("{name}: {}", super::why::held(error)),
        EntryError::Fault(fault) => tally_fault(fault, sheet),
    }
}

/// Why a round cannot have ended so.
pub fn tally_fault(fault: &TallyFault, sheet: &Sheet) -> String {
    let who = |seat: &Seat| {
        sheet.names().get(seat.index()).map_or_else(|| say!("scores-seat", seat = seat), ToString::to_string)
    };
    match fault {
        TallyFault::Score(ScoreError::Seats { found, seats }) => {
            say!("scores-fault-seats", found = found, seats = seats.value())
        }
        TallyFault::Score(ScoreError::Complete) => say!("scores-fault-complete").to_owned(),
        TallyFault::NoSuchSeat { seat, .. } => no_seat(seat.number()),
        TallyFault::Foreign { seat, tile } => {
            let set = sheet.keeper().rules().set().name();
            say!("scores-fault-foreign", who = who(seat), tile = tile, set = set)
        }
        TallyFault::Engine { seat, tile } => {
            say!("scores-fault-engine", who = who(seat), tile = tile)
        }
        TallyFault::Shared { tile, first, second } => {
            say!("scores-fault-shared", tile = tile, first = who(first), second = who(second))
        }
        TallyFault::TooMany { points, most } => {
            say!("scores-fault-too-many", points = points, most = most)
        }
        TallyFault::OutHolds { seat } => say!("scores-fault-out-holds", who = who(seat)),
        TallyFault::HoldsNothing { seat, out: Some(out) } => {
            say!("scores-fault-holds-nothing", who = who(seat), out = who(out))
        }
        TallyFault::HoldsNothing { seat, out: None } => {
            say!("scores-fault-not-blocked", who = who(seat))
        }
        TallyFault::Unclear { empty: 0 } => say!("scores-fault-unclear").to_owned(),
        TallyFault::Unclear { .. } => match sheet.keeper().rules().first_turn_out {
            FirstTurnOut::OthersFinish => {
                say!("scores-fault-who-first")
            }
            FirstTurnOut::Ends => {
                say!("scores-fault-several")
            }
        }
        .to_owned(),
    }
}

/// A file that cannot be used.
pub fn file_error(error: &FileError) -> String {
    match error {
        FileError::Unreachable(path, why) => format!("{}: {why}", path.display()),
        FileError::Unusable(path, why) => {
            say!("scores-file-unusable", path = path.display(), why = why)
        }
        FileError::Changed(path) => {
            say!("scores-file-changed", path = path.display())
        }
    }
}

texts! {
    /// A seat that the table does not have.
    pub fn no_seat(number: u8) => "scores-no-seat";

    /// Something is wrong with a round of a file.
    pub fn wrong_round(number: usize, why: &str) => "scores-wrong-round";
}

/// A sheet that was put aside for a new one.
pub fn put_aside(path: &std::path::Path) -> String {
    say!("scores-put-aside", path = path.display())
}

/// The sheet as a table of text.
pub fn table(sheet: &Sheet) -> sheet::Sheet {
    let names = sheet.names().iter().map(ToString::to_string).collect();
    sheet::Sheet::of(sheet.keeper().board(), sheet.keeper().rules(), names)
}

/// How the match stands, in a sentence or two.
pub fn standing(sheet: &Sheet) -> String {
    let names: Vec<String> = sheet.names().iter().map(ToString::to_string).collect();
    let ranks = sheet.keeper().board().ranks();
    match sheet.keeper().engine() {
        None => say!("scores-standing-over", winners = sheet::winners(&names, &ranks)),
        Some(engine) => {
            let number = sheet.keeper().tallies().len() + 1;
            let next = say!(
                "scores-standing",
                number = number,
                rounds = sheet.keeper().rules().rounds(),
                engine = engine
            );
            if number == 1 { next } else { format!("{}. {next}", sheet::leaders(&names, &ranks)) }
        }
    }
}

/// How a round ended.
pub fn ended(ending: Ending, sheet: &Sheet) -> String {
    let names: Vec<String> = sheet.names().iter().map(ToString::to_string).collect();
    sheet::ended(ending, &names)
}

fn players(sheet: &Sheet) -> String {
    let names: Vec<String> = sheet.names().iter().map(ToString::to_string).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use mextrain_core::Seats;

    use super::*;
    use crate::{
        scores::tests::example,
        wording::language::{Language, tests::Speaking},
    };

    fn faults() -> Vec<TallyFault> {
        let seat = |number| Seat::from_number(number).unwrap();
        let tile = "3-4".parse().unwrap();
        vec![
            TallyFault::Score(ScoreError::Seats { found: 3, seats: Seats::new(4).unwrap() }),
            TallyFault::Score(ScoreError::Complete),
            TallyFault::NoSuchSeat { seat: seat(5), seats: Seats::new(4).unwrap() },
            TallyFault::Foreign { seat: seat(2), tile },
            TallyFault::Engine { seat: seat(2), tile },
            TallyFault::Shared { tile, first: seat(2), second: seat(3) },
            TallyFault::TooMany { points: 528, most: 527 },
            TallyFault::OutHolds { seat: seat(2) },
            TallyFault::HoldsNothing { seat: seat(2), out: Some(seat(3)) },
            TallyFault::HoldsNothing { seat: seat(2), out: None },
            TallyFault::Unclear { empty: 0 },
            TallyFault::Unclear { empty: 2 },
        ]
    }

    #[test]
    fn what_cannot_be_is_said_in_the_language_that_is_spoken() {
        let sheet = example();
        let said = || faults().iter().map(|fault| tally_fault(fault, &sheet)).collect::<Vec<_>>();
        let english = said();
        let _german = Speaking::new(Language::German);
        let german = said();
        for ((fault, english), german) in faults().iter().zip(&english).zip(&german) {
            assert_ne!(english, german);
            for shown in ["Bo", "Cy", "3-4", "528"].iter().filter(|shown| english.contains(**shown)) {
                assert!(german.contains(shown), "{fault:?}: {german}");
            }
        }
        let every = |said: &[String]| said.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert_eq!((every(&english), every(&german)), (faults().len(), faults().len()));
    }
}

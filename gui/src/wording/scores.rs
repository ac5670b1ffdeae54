//! The scorekeeper's sentences: what is wrong with a sheet or a round, and what a round says.

use mextrain_core::{Ending, FirstTurnOut, Seat, TallyFault};

use crate::scores::{EntryError, FileError, Sheet, SheetError};

use super::sheet;

/// The first line of a sheet's file.
pub const FILE_HEAD: &str = "# A scoresheet of Mexican Train, kept by mextrain (\"mextrain scores\").";
/// A file that this program is too old for.
pub const NEWER_FILE: &str = "it was written by another version of this program";
/// The first columns of a spreadsheet.
pub const CSV_HEAD: [&str; 3] = ["round", "starting double", "went out"];
/// In place of who went out.
pub const CSV_BLOCKED: &str = "(blocked)";
/// The row of totals.
pub const TOTAL: &str = "total";
/// The row of ranks.
pub const PLACE: &str = "place";
/// There is no sheet to do something with.
pub const NO_SHEET: &str = "there is no scoresheet yet: \"mextrain scores new Ada Bo Cy\" begins one";
/// Nothing can be taken back.
pub const NOTHING_TO_UNDO: &str = "there is no round to take back";
/// Nothing can be written again.
pub const NOTHING_TO_REDO: &str = "no round was taken back that could be written again";

/// What can be typed, in short.
pub const DESK_HINT: &str = "Press Enter to be asked for the next round, or type it: Ada=31; Bo=out; Cy=4-6 5-5 (? for more, quit to end)";
/// What can be typed.
pub const DESK_HELP: &str = "  (Enter)                       the next round, hand by hand
  Ada=31; Bo=out; Cy=4-6 5-5    the next round at once: points, tiles, or out
  blocked; Ada=31; Bo=7; Cy=9   a round in which nobody went out
  out Bo; Ada=31; Cy=9          a round in which Bo went out (first)
  undo, redo                    take a round back, write it down again
  show                          the sheet again
  csv                           write it for spreadsheets, beside the sheet's file
  new                           begin another sheet; this one is kept beside it
  quit                          end; the sheet is kept";
/// Asks for the players.
pub const WHO_PLAYS: &str = "Who plays? (names with commas between) ";
/// Asks for the rules.
pub const WHICH_RULES: &str =
    "Which rules? (Enter for traditional; a preset or house rules, and changes: pagat double_blank=50) ";
/// Asks how a round ended in which nobody holds nothing.
pub const BLOCKED_QUESTION: &str = "Nobody is out. Was the round blocked? (y/n) ";

/// Asks for a hand.
pub fn what_is_left(name: &mextrain_net::name::Name) -> String {
    format!("{name} still holds (points, tiles, or Enter for nothing): ")
}

/// A part of a line that says nothing.
pub fn not_understood(part: &mextrain_net::name::Name) -> String {
    format!("\"{part}\" is not understood (? for help)")
}

/// A spreadsheet that was written.
pub fn written(path: &std::path::Path) -> String {
    format!("Written to {}.", path.display())
}

/// A spreadsheet that was not written.
pub fn not_written(path: &std::path::Path, why: &str) -> String {
    format!("{} was not written: {why}", path.display())
}

/// Why a sheet cannot be begun.
pub fn sheet_error(error: &SheetError) -> String {
    match error {
        SheetError::Players(count) => format!("a match has 2 to 8 players, and {count} are named"),
        SheetError::SameName(name) => format!("two players are called {name}: give one of them another name"),
        SheetError::Sign(name, sign) => format!(
            "{name} cannot be a name on a sheet: where rounds are typed, \"{sign}\" stands between names and hands"
        ),
        SheetError::Rules(errors) => errors.to_string(),
    }
}

/// Why a round cannot be written down.
pub fn entry_error(error: &EntryError, sheet: &Sheet) -> String {
    match error {
        EntryError::Unknown(who) => format!("nobody is called {who}; the players are {}", players(sheet)),
        EntryError::Ambiguous(who) => format!("more than one name begins with {who}: write all of it"),
        EntryError::Twice(name) => format!("the hand of {name} is told twice"),
        EntryError::Missing(names) => {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            format!("what is left in the hand of {}?", names.join(", of "))
        }
        EntryError::Hand(name, error) => format!("{name}: {error}"),
        EntryError::Fault(fault) => tally_fault(fault, sheet),
    }
}

/// Why a round cannot have ended so.
pub fn tally_fault(fault: &TallyFault, sheet: &Sheet) -> String {
    let who = |seat: &Seat| {
        sheet.names().get(seat.index()).map_or_else(|| format!("seat {seat}"), ToString::to_string)
    };
    match fault {
        TallyFault::Score(error) => error.to_string(),
        TallyFault::NoSuchSeat { seat, .. } => no_seat(seat.number()),
        TallyFault::Foreign { seat, tile } => {
            let set = sheet.keeper().rules().set().name();
            format!("{} cannot hold {tile}: the {set} set does not have it", who(seat))
        }
        TallyFault::Engine { seat, tile } => {
            format!(
                "{} cannot hold {tile}: it is this round's starting double, in the middle of the table",
                who(seat)
            )
        }
        TallyFault::Shared { tile, first, second } => {
            format!("{tile} is in the hand of {} and of {}, and the set has one", who(first), who(second))
        }
        TallyFault::TooMany { points, most } => {
            format!(
                "{points} points in all hands are too many: all tiles but the starting double come to {most}"
            )
        }
        TallyFault::OutHolds { seat } => format!("{} went out, and can hold nothing", who(seat)),
        TallyFault::HoldsNothing { seat, out: Some(out) } => {
            format!("{} holds nothing, and {} is to have gone out", who(seat), who(out))
        }
        TallyFault::HoldsNothing { seat, out: None } => {
            format!("{} holds nothing and so went out: the round was not blocked", who(seat))
        }
        TallyFault::Unclear { empty: 0 } => {
            "nobody went out: was the round blocked, or who was it?".to_owned()
        }
        TallyFault::Unclear { .. } => match sheet.keeper().rules().first_turn_out {
            FirstTurnOut::OthersFinish => {
                "several hands are empty: who went out first? (--out NAME; in a typed line: out NAME)"
            }
            FirstTurnOut::Ends => {
                "several hands are empty, and only one player can go out: tell what the others still hold (a double-blank \
                 that counts nothing as 0-0)"
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
            format!("{} is no scoresheet that can be used, and is left as it is: {why}", path.display())
        }
        FileError::Changed(path) => {
            format!("{} was changed by another program meanwhile: nothing was written", path.display())
        }
    }
}

/// A seat that the table does not have.
pub fn no_seat(number: u8) -> String {
    format!("there is no seat {number}")
}

/// Something is wrong with a round of a file.
pub fn wrong_round(number: usize, why: &str) -> String {
    format!("round {number}: {why}")
}

/// A sheet that was put aside for a new one.
pub fn put_aside(path: &std::path::Path) -> String {
    format!("The sheet that was there is kept in {}.", path.display())
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
        None => format!("The match is over: {}.", sheet::winners(&names, &ranks)),
        Some(engine) => {
            let number = sheet.keeper().tallies().len() + 1;
            let next = format!(
                "Round {number} of {} starts with {engine}-{engine}.",
                sheet.keeper().rules().rounds()
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

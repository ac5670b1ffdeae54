//! `mextrain scores`: the scoresheet of a match with tiles of wood.
//!
//! Every command reads the sheet's file, does one thing, and writes it. Only without a command, and where a person types at a
//! terminal, [`desk`] asks for rounds until they have had enough.

mod desk;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use mextrain_core::{Ending, Held, Pip, Tile};
use serde::Serialize;

use super::{
    Exit, Failure, Outcome,
    arguments::{AddScores, Global, NewScores, Scores, ScoresCommand},
    console::{Console, harmless},
    house,
    profile::Profile,
};
use crate::{
    scores::{self, Book, FileError, Sheet, Told},
    wording::scores as words,
};

/// Does what was asked for with the sheet.
pub fn run(options: &Scores, global: &Global, console: &Console) -> Outcome {
    let path = match &options.file {
        Some(file) => file.clone(),
        None => Profile::of(global)?.folder().join(scores::NAME),
    };
    let typed = options.what.is_none() && io::stdin().is_terminal() && io::stdout().is_terminal();
    match &options.what {
        None if typed && !console.json() => desk::keep(&path, global, console)?,
        None | Some(ScoresCommand::Show) => show(&open(&path)?.1, console)?,
        Some(ScoresCommand::Csv) => console.text(&scores::csv(&open(&path)?.1))?,
        Some(ScoresCommand::New(new)) => {
            let sheet = begin(new, global)?;
            start(&path, &sheet, console)?;
            show(&sheet, console)?;
        }
        Some(ScoresCommand::Add(add)) => change(&path, console, |sheet| record(sheet, add))?,
        Some(ScoresCommand::Undo) => {
            change(&path, console, |sheet| did(sheet.undo(), words::nothing_to_undo()))?
        }
        Some(ScoresCommand::Redo) => {
            change(&path, console, |sheet| did(sheet.redo(), words::nothing_to_redo()))?
        }
    }
    Ok(Exit::Success)
}

/// The sheet that is begun.
fn begin(new: &NewScores, global: &Global) -> Result<Sheet, Failure> {
    let mut changes = new.rules.clone();
    changes.extend(new.set.map(|set| ("set".to_owned(), set.name().to_owned())));
    changes.extend(new.first.map(|first| ("first_engine".to_owned(), first.to_string())));
    let rules = house::rules(&new.preset, &changes, global)?;
    Sheet::begin(new.names.clone(), &rules).map_err(|error| Failure::usage(words::sheet_error(&error)))
}

/// Writes a new sheet; one that is there is put aside, if anything stands in it.
fn start(path: &Path, sheet: &Sheet, console: &Console) -> Result<(), Failure> {
    let (mut book, there) = Book::open(path).map_err(|error| failure(&error))?;
    if there.is_some_and(|there| !there.keeper().tallies().is_empty()) {
        let aside = book.put_aside().map_err(|error| failure(&error))?;
        console.note(harmless(&words::put_aside(&aside)));
    }
    book.save(sheet).map_err(|error| failure(&error))
}

/// Changes the sheet that is there, and shows it.
fn change(
    path: &Path,
    console: &Console,
    change: impl FnOnce(&mut Sheet) -> Result<(), String>,
) -> Result<(), Failure> {
    let (mut book, mut sheet) = open(path)?;
    change(&mut sheet).map_err(Failure::usage)?;
    book.save(&sheet).map_err(|error| failure(&error))?;
    show(&sheet, console)
}

fn record(sheet: &mut Sheet, add: &AddScores) -> Result<(), String> {
    let ended = match &add.out {
        Some(who) => Some(Told::Out(who)),
        None => add.blocked.then_some(Told::Blocked),
    };
    let hands = add.hands.iter().map(|(name, hand)| (name.as_str(), hand.as_str()));
    let told = sheet.tally(hands, ended).and_then(|tally| sheet.record(tally));
    told.map_err(|error| words::entry_error(&error, sheet))
}

fn did(done: bool, otherwise: &str) -> Result<(), String> {
    if done { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// The sheet that has to be there.
fn open(path: &Path) -> Result<(Book, Sheet), Failure> {
    let (book, sheet) = Book::open(path).map_err(|error| failure(&error))?;
    sheet.map(|sheet| (book, sheet)).ok_or_else(|| Failure::usage(words::no_sheet()))
}

fn failure(error: &FileError) -> Failure {
    Failure::unexpected(harmless(&words::file_error(error)))
}

fn show(sheet: &Sheet, console: &Console) -> Result<(), Failure> {
    if console.json() {
        console.value(&data(sheet))?;
    } else {
        console.line(words::table(sheet))?;
        console.line(format_args!("\n{}", console.strong(words::standing(sheet))))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Data {
    schema: &'static str,
    players: Vec<String>,
    /// The rules as a text, which `mextrain rules` tells.
    rules: String,
    rounds: Vec<RoundData>,
    totals: Vec<u32>,
    ranks: Vec<u8>,
    /// Who leads, or has won.
    leaders: Vec<String>,
    /// Whether every round is scored.
    complete: bool,
    /// The starting double of the next round.
    next: Option<String>,
}

#[derive(Serialize)]
struct RoundData {
    round: usize,
    engine: Option<String>,
    /// Who went out; null for a blocked round.
    out: Option<String>,
    blocked: bool,
    /// As it was told: points as a number, tiles as a list.
    hands: Vec<HandData>,
    scores: Vec<u16>,
    totals: Vec<u32>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum HandData {
    Points(u16),
    Tiles(Vec<String>),
}

fn data(sheet: &Sheet) -> Data {
    let (keeper, names) = (sheet.keeper(), sheet.names());
    let board = keeper.board();
    let engine = |pip: Option<Pip>| pip.map(|pip| Tile::double(pip).to_string());
    let name = |seat: mextrain_core::Seat| names.get(seat.index()).map(ToString::to_string);
    let rounds = keeper.tallies().iter().zip(board.rounds()).zip(board.running_totals()).zip(0_u8..);
    let rounds = rounds.map(|(((tally, scores), totals), index)| RoundData {
        round: usize::from(index) + 1,
        engine: engine(keeper.rules().engine_of(index)),
        out: match tally.ending {
            Ending::Out(seat) => name(seat),
            Ending::Blocked => None,
        },
        blocked: tally.ending == Ending::Blocked,
        hands: tally.hands.iter().map(hand).collect(),
        scores: scores.clone(),
        totals,
    });
    Data {
        schema: "mextrain.scores/1",
        players: names.iter().map(ToString::to_string).collect(),
        rules: keeper.rules().to_text(),
        rounds: rounds.collect(),
        totals: board.totals(),
        ranks: board.ranks(),
        leaders: board.leaders().into_iter().filter_map(name).collect(),
        complete: board.is_complete(),
        next: engine(keeper.engine()),
    }
}

fn hand(held: &Held) -> HandData {
    match held {
        Held::Points(points) => HandData::Points(*points),
        Held::Tiles(tiles) => HandData::Tiles(tiles.iter().map(|tile| tile.to_string()).collect()),
    }
}

/// Where a spreadsheet is written beside a sheet's file.
fn csv_path(path: &Path) -> PathBuf {
    path.with_extension("csv")
}

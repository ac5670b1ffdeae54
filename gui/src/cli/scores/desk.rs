//! The sheet, kept at a terminal: one line a round, or question by question.

use std::{
    io::{self, BufRead, Read, Write},
    path::Path,
};

use mextrain_core::Rules;
use mextrain_net::{folders::replace_private, name::Name};

use super::{csv_path, failure, open, show, start};
use crate::{
    cli::{
        Failure,
        arguments::Global,
        console::{Console, harmless},
        house,
    },
    scores::{self, Book, EntryError, Sheet, Told},
    wording::{house as house_words, scores as words, typed, why},
};

/// A typed line is not longer, in bytes.
const LINE: u64 = 4096;

/// Lets the person at the terminal keep the sheet until they have had enough.
///
/// # Errors
/// A file that cannot be used.
pub fn keep(path: &Path, global: &Global, console: &Console) -> Result<(), Failure> {
    let there = Book::open(path).map_err(|error| failure(&error))?.1;
    if there.is_none() && !new(path, global, console)? {
        return Ok(());
    }
    show(&open(path)?.1, console)?;
    console.note(words::desk_hint());
    while let Some(line) = ask("> ")? {
        match typed::in_english(&line.to_lowercase()).as_str() {
            "quit" | "exit" | "q" => return Ok(()),
            "?" | "help" => console.note(words::desk_help()),
            "show" => show(&open(path)?.1, console)?,
            "new" => {
                if new(path, global, console)? {
                    show(&open(path)?.1, console)?;
                }
            }
            "csv" => {
                let target = csv_path(path);
                let text = scores::csv(&open(path)?.1);
                match replace_private(&target, text.as_bytes()) {
                    Ok(()) => console.note(harmless(&words::written(&target))),
                    Err(error) => console.error(harmless(&words::not_written(&target, &error.to_string()))),
                }
            }
            "undo" => change(path, console, |sheet| super::did(sheet.undo(), words::nothing_to_undo()))?,
            "redo" => change(path, console, |sheet| super::did(sheet.redo(), words::nothing_to_redo()))?,
            "" => {
                let sheet = open(path)?.1;
                if sheet.keeper().engine().is_none() {
                    console.note(words::standing(&sheet));
                } else if let Some(told) = by_questions(&sheet, console)? {
                    change(path, console, |sheet| take(sheet, &told))?;
                }
            }
            _ => change(path, console, |sheet| take(sheet, &line))?,
        }
    }
    Ok(())
}

/// Changes the sheet, or says why not.
fn change(
    path: &Path,
    console: &Console,
    act: impl FnOnce(&mut Sheet) -> Result<(), String>,
) -> Result<(), Failure> {
    let (mut book, mut sheet) = open(path)?;
    match act(&mut sheet) {
        Ok(()) => {
            book.save(&sheet).map_err(|error| failure(&error))?;
            show(&sheet, console)
        }
        Err(why) => {
            console.note(why);
            Ok(())
        }
    }
}

/// Writes down a round as it is typed: `Ada=31; Bo=out; Cy=4-6 5-5`, or with `blocked` as one of the parts.
fn take(sheet: &mut Sheet, line: &str) -> Result<(), String> {
    let (mut hands, mut ended) = (Vec::new(), None);
    for part in line.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('=') {
            Some((name, hand)) => hands.push((name.trim(), hand.trim())),
            None => {
                match (typed::in_english(&part.to_lowercase()).as_str(), part.split_once(char::is_whitespace))
                {
                    ("blocked", _) => ended = Some(Told::Blocked),
                    (word, Some((_, who))) if word.starts_with("out ") => ended = Some(Told::Out(who)),
                    _ => return Err(words::not_understood(&Name::clean(part))),
                }
            }
        }
    }
    let told = sheet.tally(hands, ended).and_then(|tally| sheet.record(tally));
    told.map_err(|error: EntryError| words::entry_error(&error, sheet))
}

/// Asks for everybody's hand; gives what was answered as a line, or nothing if the input ended.
fn by_questions(sheet: &Sheet, console: &Console) -> io::Result<Option<String>> {
    console.note(words::standing(sheet));
    let mut told = Vec::new();
    for name in sheet.names() {
        let Some(hand) = ask(&words::what_is_left(name))? else { return Ok(None) };
        told.push(format!("{name}={}", hand.replace([';', '='], " ")));
    }
    if told.iter().all(|hand| !hand.ends_with("=out") && !hand.ends_with('=') && !hand.ends_with("=-")) {
        match ask(words::blocked_question())? {
            Some(answer) if answer.to_lowercase().starts_with(['y', 'j']) => told.push("blocked".to_owned()),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(told.join("; ")))
}

/// Begins a sheet by questions; says whether one was begun.
fn new(path: &Path, global: &Global, console: &Console) -> Result<bool, Failure> {
    loop {
        let Some(names) = ask(words::who_plays())? else { return Ok(false) };
        if names.is_empty() {
            return Ok(false);
        }
        let Some(rules) = ask(words::which_rules())? else { return Ok(false) };
        match sheet(&names, &rules, global) {
            Ok(sheet) => return start(path, &sheet, console).map(|()| true),
            Err(why) => console.note(why),
        }
    }
}

fn sheet(names: &str, rules: &str, global: &Global) -> Result<Sheet, String> {
    let names = names.split([',', ';']).map(str::trim).filter(|name| !name.is_empty());
    let names = names.map(Name::parse).collect::<Result<Vec<_>, _>>().map_err(|error| why::name(&error))?;
    let mut parts = rules.split_whitespace();
    let preset = parts.next().unwrap_or("traditional");
    let changes =
        parts.map(|part| part.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())));
    let changes = changes.collect::<Option<Vec<_>>>().ok_or_else(|| house_words::changes().to_owned())?;
    let rules: Rules = house::rules(preset, &changes, global).map_err(|failure| failure.to_string())?;
    Sheet::begin(names, &rules).map_err(|error| words::sheet_error(&error))
}

/// Asks on stderr, so that stdout holds sheets alone; `None` when nothing more is typed.
fn ask(question: &str) -> io::Result<Option<String>> {
    let mut out = io::stderr().lock();
    write!(out, "{question}")?;
    out.flush()?;
    let mut line = String::new();
    match io::stdin().lock().take(LINE).read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line.trim().to_owned())),
        // Bytes that are no text say nothing.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(String::new())),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use mextrain_core::{Preset, Rules};

    use super::*;
    use crate::scores::tests::sheet as begun;

    #[test]
    fn a_line_is_a_round() {
        let mut sheet = begun(&["Ada", "Bo", "Cy", "Dee"], &Preset::SetMaker.rules());
        take(&mut sheet, "Ada=12-5 6-6 0-2; Bo=out; Cy=14; Dee=22").unwrap();
        take(&mut sheet, "ada=; bo=18; cy=9; dee=27;").unwrap();
        assert_eq!(sheet.keeper().board().totals(), [31, 18, 23, 49]);
        take(&mut sheet, "blocked; ada=1; bo=2; cy=3; dee=4").unwrap();
        assert_eq!(sheet.keeper().board().totals(), [32, 20, 26, 53]);
        take(&mut sheet, "blockiert; ada=0-1; bo=12 \u{2013} 12; cy=3; dee=4").unwrap();
        take(&mut sheet, "ada=1; bo=fertig; cy=3; dee=4").unwrap();
        take(&mut sheet, "ada=1; cy=3; dee=4; Fertig bo").unwrap();
        for _ in 0..3 {
            assert!(sheet.undo());
        }
        // Several may go out on their first turn.
        assert!(take(&mut sheet, "ada=out; bo=out; cy=1; dee=1").unwrap_err().contains("out NAME"));
        take(&mut sheet, "ada=out; bo=out; cy=1; dee=1; Out bo").unwrap();
        sheet.undo();
        let before = sheet.clone();
        for line in ["ada", "ada=1", "x=1; y=2", "ada=1; bo=2; cy=3; dee=4", "ada=x; bo=2; cy=3; dee=4", ";"]
        {
            assert!(take(&mut sheet, line).is_err(), "{line}");
        }
        assert_eq!(sheet, before);
    }

    #[test]
    fn a_sheet_is_begun_by_two_answers() {
        let global =
            crate::cli::arguments::Arguments::parse_from(["mextrain", "--data-dir", "/nowhere"]).global;
        let house = Rules::default().with_first_engine(mextrain_core::Pip::new(3).unwrap());
        let begun = sheet("Ada, Bo", "traditional first_engine=3", &global).unwrap();
        assert_eq!(begun.keeper().rules(), &house);
        assert_eq!(sheet("Ada; Bo", &house.to_text(), &global), Ok(begun));
        assert_eq!(sheet("Ada,Bo,Cy", "", &global).unwrap().keeper().rules(), &Rules::default());
        assert!(sheet("Ada", "", &global).is_err());
        assert!(sheet("Ada, Bo", "traditional first_engine", &global).is_err());
    }

    use clap::Parser;
}

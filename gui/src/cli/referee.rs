//! `mextrain referee`: replays scenario files and compares.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use mextrain_core::scenario::{Difference, MAX_BYTES, Outcome as Result, Scenario, to_position_toml};
use serde::Serialize;

use super::{
    Exit, Outcome,
    arguments::Referee,
    console::{Console, harmless},
};

/// What came of one file.
struct Replayed {
    file: String,
    result: std::result::Result<Result, io::Error>,
    /// The position after the last step that was played.
    position: Option<String>,
}

#[derive(Serialize)]
struct Summary {
    schema: &'static str,
    held: usize,
    differ: usize,
    malformed: usize,
    files: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    /// `held`, `differs` or `malformed`.
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    difference: Option<DifferenceShown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

#[derive(Serialize)]
struct DifferenceShown {
    /// The step, from 1; 0 before the first.
    step: usize,
    key: &'static str,
    expected: String,
    found: String,
}

/// Replays every file; one line each, and a count.
pub fn run(options: &Referee, console: &Console) -> Outcome {
    let mut summary =
        Summary { schema: "mextrain.referee/1", held: 0, differ: 0, malformed: 0, files: Vec::new() };
    for path in &options.files {
        let replayed = replay(path, options.print);
        match &replayed.result {
            Ok(Result::Held) => summary.held += 1,
            Ok(Result::Differs(_)) => summary.differ += 1,
            Ok(Result::Malformed(_)) | Err(_) => summary.malformed += 1,
        }
        if console.json() {
            summary.files.push(entry(replayed));
        } else {
            console.line(format_args!("{}: {}", harmless(&replayed.file), sentence(&replayed)))?;
            if let Some(position) = &replayed.position {
                console.text(position)?;
            }
        }
    }
    if console.json() {
        console.value(&summary)?;
    } else {
        let Summary { held, differ, malformed, .. } = summary;
        console.line(format_args!("{held} held, {differ} did not, {malformed} malformed"))?;
    }
    Ok(match summary {
        Summary { malformed: 1.., .. } => Exit::Usage,
        Summary { differ: 1.., .. } => Exit::Failure,
        _ => Exit::Success,
    })
}

fn replay(path: &Path, print: bool) -> Replayed {
    let file = path.display().to_string();
    let text = match read(path) {
        Ok(text) => text,
        Err(error) => return Replayed { file, result: Err(error), position: None },
    };
    match Scenario::parse(&text) {
        Err(malformed) => Replayed { file, result: Ok(Result::Malformed(malformed)), position: None },
        Ok(scenario) => {
            let replay = scenario.replay();
            let position = print.then(|| to_position_toml(&replay.round));
            let result = replay.difference.map_or(Result::Held, Result::Differs);
            Replayed { file, result: Ok(result), position }
        }
    }
}

/// The file's text; a file too large to be a scenario is not read to its end.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than any scenario"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text"))
}

fn sentence(replayed: &Replayed) -> String {
    match &replayed.result {
        // What a file holds may be quoted in what is said about it.
        Ok(result) => harmless(&result.to_string()),
        Err(error) => format!("unreadable: {error}"),
    }
}

fn entry(replayed: Replayed) -> Entry {
    let reason = sentence(&replayed);
    let Replayed { file, result, position } = replayed;
    let (verdict, reason, difference) = match result {
        Ok(Result::Held) => ("held", None, None),
        Ok(Result::Differs(difference)) => ("differs", Some(reason), Some(shown(difference))),
        Ok(Result::Malformed(_)) | Err(_) => ("malformed", Some(reason), None),
    };
    Entry { file, verdict, reason, difference, position }
}

fn shown(difference: Difference) -> DifferenceShown {
    let Difference { step, key, expected, found } = difference;
    DifferenceShown { step: step.map_or(0, |(number, _)| number), key, expected, found }
}

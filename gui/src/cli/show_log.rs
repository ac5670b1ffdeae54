//! `mextrain show-log` and `mextrain export-log`: the game that a log tells.

use std::{
    fs::File,
    io::{self, BufReader},
    path::Path,
};

use mextrain_net::{
    ledger::Happening,
    log::{
        narrate::{self, End},
        verify,
        walk::Obstacle,
    },
    name::Name,
};

use super::{
    Exit, Failure, Outcome,
    arguments::{ExportLog, Format, ShowLog},
    console::{Console, harmless},
};
use crate::wording;

/// Shows a log in words, or one round of it.
pub fn run(options: &ShowLog, console: &Console) -> Outcome {
    if console.json() {
        return export_json(&options.file, console);
    }
    tell(&options.file, options.round, console)
}

/// Turns a log into data or text.
pub fn export(options: &ExportLog, console: &Console) -> Outcome {
    match options.format {
        Format::Text => tell(&options.file, None, console),
        Format::Json => export_json(&options.file, console),
    }
}

fn export_json(path: &Path, console: &Console) -> Outcome {
    let (data, end) = narrate::export(open(path)?);
    if !data.players.is_empty() {
        console.value(&data)?;
    }
    conclude(path, end, console)
}

fn tell(path: &Path, only: Option<u8>, console: &Console) -> Outcome {
    let mut round = 0;
    let mut written = Ok(());
    let end = narrate::tell(open(path)?, |ledger, _, happening| {
        if let Happening::RoundBegan { round: began } = happening {
            round = began + 1;
        }
        if written.is_ok() && only.is_none_or(|only| only == round) {
            written = show(&verify::names(ledger), happening, console);
        }
    });
    written?;
    if let Some(only) = only.filter(|&only| only > round && matches!(end, End::Over | End::Unfinished)) {
        let holds = if round == 1 { "1 round".to_owned() } else { format!("{round} rounds") };
        return Err(Failure::usage(format!("there is no round {only}: {} holds {holds}", shown(path))));
    }
    conclude(path, end, console)
}

/// A file's name, fit for a terminal.
fn shown(path: &Path) -> String {
    harmless(&path.display().to_string())
}

/// One happening in words, with the players' names as they are then.
pub fn show(names: &[Name], happening: &Happening, console: &Console) -> io::Result<()> {
    let names: Vec<String> = names.iter().map(|name| harmless(name.as_str())).collect();
    let Some(sentence) = wording::game::sentence(happening, &names) else { return Ok(()) };
    if let Happening::RoundBegan { .. } = happening {
        return console.line(format_args!("\n{}", console.strong(sentence)));
    }
    console.line(sentence)
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    let unreadable = |error| Failure::new(Exit::NotALog, format!("{}: {error}", shown(path)));
    File::open(path).map(BufReader::new).map_err(unreadable)
}

/// What is said behind the telling, and how the program ends.
fn conclude(path: &Path, end: End, console: &Console) -> Outcome {
    match end {
        End::Over => Ok(Exit::Success),
        End::Unfinished => {
            console.note("The log ends here; the match is not over.");
            Ok(Exit::Unfinished)
        }
        End::Obstacle { obstacle: Obstacle::Damage(damage), .. } => {
            Err(Failure::new(Exit::NotALog, format!("{}: {damage}", shown(path))))
        }
        End::Obstacle { obstacle: Obstacle::Refused(blame), culprit } => {
            let (path, step, what) = (shown(path), blame.step, blame.refusal.sentence());
            let sentence = match culprit.map(|name| harmless(name.as_str())) {
                Some(name) => {
                    format!("{path}: the match was stopped at step {step}: a message of {name} {what}")
                }
                None => format!("{path}: somebody changed the file: a message at step {step} {what}"),
            };
            Err(Failure::new(Exit::Misbehaviour, sentence))
        }
        End::Obstacle { obstacle: Obstacle::Unfounded(unfounded), .. } => {
            let sentence = format!(
                "{}: the file accuses somebody for step {}, but {}; nobody is accused",
                shown(path),
                unfounded.step,
                unfounded.why
            );
            Err(Failure::new(Exit::NotALog, sentence))
        }
        End::Obstacle { obstacle: Obstacle::NoRandomness, .. } => {
            Err(Failure::unexpected(verify::NoRandomness.to_string()))
        }
    }
}

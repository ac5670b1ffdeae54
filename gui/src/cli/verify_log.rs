//! `mextrain verify-log`: every check of a match again.

use std::{fs::File, io::BufReader, num::NonZero, path::Path, thread};

use mextrain_core::{Ending, Seat};
use mextrain_net::{
    ledger::Counts,
    log::{
        frame::Damage,
        narrate::hexadecimal,
        verify::{self, Culprit, Player, Report, Verdict},
    },
};
use serde::Serialize;

use super::{
    Exit, Failure, Outcome,
    arguments::LogFiles,
    console::{Console, harmless},
};
use crate::wording::{
    self,
    sheet::{Row, Sheet},
};

/// Verifies every file; with several the gravest verdict decides how the program ends.
pub fn run(options: &LogFiles, console: &Console) -> Outcome {
    let mut gravest = Exit::Success;
    for (place, path) in options.files.iter().enumerate() {
        let report = check(path)?;
        if console.json() {
            console.value(&shown(path, &report))?;
        } else {
            if place > 0 {
                console.line("")?;
            }
            tell(path, &report, console)?;
        }
        gravest = graver(gravest, exit_of(&report.verdict));
    }
    Ok(gravest)
}

/// Verifies one file with all of this machine's processors.
///
/// # Errors
/// Only if the system gives no random numbers: what is wrong with the file stands in the report.
pub fn check(path: &Path) -> Result<Report, Failure> {
    let judges = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    match File::open(path) {
        Ok(file) => verify::verify(BufReader::new(file), judges),
        Err(error) => verify::verify(Unreadable(Some(error)), judges),
    }
    .map_err(|error| Failure::unexpected(error.to_string()))
}

/// How the program ends for a verdict.
pub fn exit_of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Verified => Exit::Success,
        Verdict::Unfinished => Exit::Unfinished,
        Verdict::Failed(_) => Exit::Misbehaviour,
        Verdict::Damaged(_) | Verdict::Unfounded(_) => Exit::NotALog,
    }
}

/// The scoresheet of a report.
pub fn sheet(report: &Report) -> Sheet {
    Sheet {
        names: report.players.iter().map(|player| player.name.to_string()).collect(),
        rounds: report
            .rounds
            .iter()
            .map(|round| Row { engine: round.engine, scores: round.scores.clone(), ending: round.ending })
            .collect(),
        totals: report.totals.clone(),
        places: report.ranks.clone(),
    }
}

/// Of two endings the graver: tampering, then damage, then an unfinished match.
fn graver(one: Exit, other: Exit) -> Exit {
    let weight = |exit: Exit| match exit {
        Exit::Misbehaviour => 3,
        Exit::NotALog => 2,
        Exit::Unfinished => 1,
        _ => 0,
    };
    if weight(other) > weight(one) { other } else { one }
}

/// A file that could not be opened, as a reader: so that it is reported like every other file.
struct Unreadable(Option<std::io::Error>);

impl std::io::Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(self.0.take().unwrap_or_else(|| std::io::ErrorKind::NotFound.into()))
    }
}

fn tell(path: &Path, report: &Report, console: &Console) -> std::io::Result<()> {
    let file = harmless(&path.display().to_string());
    console.line(format_args!("{file}: {}", console.strong(wording::log::verdict(report))))?;
    if report.players.is_empty() {
        return Ok(());
    }
    for line in wording::log::about(report) {
        console.line(line)?;
    }
    if !report.rounds.is_empty() {
        console.line(format_args!("\n{}", sheet(report)))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Shown {
    schema: &'static str,
    file: String,
    verdict: &'static str,
    /// In words, what is wrong; absent for a verified log.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Where the file is damaged, in bytes from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<u64>,
    r#match: Option<String>,
    words: Option<String>,
    proofs: Option<String>,
    players: Vec<PlayerShown>,
    rounds: Vec<RoundShown>,
    totals: Vec<u32>,
    places: Vec<u8>,
    checks: Counts,
    culprits: Vec<CulpritShown>,
    /// Whole steps of the valid part.
    steps: u32,
    /// Bytes of the valid part.
    bytes: u64,
}

#[derive(Serialize)]
struct PlayerShown {
    seat: Option<u8>,
    name: String,
    key: String,
}

#[derive(Serialize)]
struct RoundShown {
    engine: u8,
    scores: Vec<u16>,
    /// `out` or `blocked`.
    ending: Option<&'static str>,
    /// The seat that went out.
    out: Option<u8>,
}

#[derive(Serialize)]
struct CulpritShown {
    /// Absent where no player's signature stands behind it.
    seat: Option<u8>,
    name: Option<String>,
    step: u32,
    refusal: &'static str,
    /// Who did what.
    sentence: String,
}

fn shown(path: &Path, report: &Report) -> Shown {
    let (damage, culprits) = match &report.verdict {
        Verdict::Damaged(damage) => (Some(damage_offset(damage, report.bytes)), [].as_slice()),
        Verdict::Failed(culprits) => (None, culprits.as_slice()),
        Verdict::Verified | Verdict::Unfinished | Verdict::Unfounded(_) => (None, [].as_slice()),
    };
    let verified = matches!(report.verdict, Verdict::Verified);
    Shown {
        schema: "mextrain.verify/1",
        file: path.display().to_string(),
        verdict: report.verdict.name(),
        reason: (!verified).then(|| wording::log::verdict(report)),
        damage,
        r#match: report.match_id.as_ref().map(hexadecimal),
        words: report.words.map(|words| words.to_string()),
        proofs: report.proofs.map(|proofs| proofs.to_string()),
        players: report.players.iter().map(player_shown).collect(),
        rounds: report
            .rounds
            .iter()
            .map(|round| RoundShown {
                engine: round.engine,
                scores: round.scores.clone(),
                ending: round.ending.map(Ending::name),
                out: match round.ending {
                    Some(Ending::Out(seat)) => Some(seat.number()),
                    Some(Ending::Blocked) | None => None,
                },
            })
            .collect(),
        totals: report.totals.clone(),
        places: report.ranks.clone(),
        checks: report.checks,
        culprits: culprits.iter().map(culprit_shown).collect(),
        steps: report.steps,
        bytes: report.bytes,
    }
}

/// Where the damage begins: known to the damage itself, or where reading stopped.
fn damage_offset(damage: &Damage, read: u64) -> u64 {
    match damage {
        Damage::Cut { offset } | Damage::Broken { offset } => *offset,
        Damage::NotThisKind | Damage::Version(_) | Damage::Io(_) => read,
    }
}

fn player_shown(player: &Player) -> PlayerShown {
    PlayerShown {
        seat: player.seat.map(Seat::number),
        name: player.name.to_string(),
        key: hexadecimal(&player.key),
    }
}

fn culprit_shown(culprit: &Culprit) -> CulpritShown {
    let player = culprit.player.as_ref();
    CulpritShown {
        seat: player.and_then(|player| player.seat).map(Seat::number),
        name: player.map(|player| player.name.to_string()),
        step: culprit.step,
        refusal: culprit.refusal.code(),
        sentence: culprit.charge().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_of_several_verdicts_counts() {
        let order = [Exit::Success, Exit::Unfinished, Exit::NotALog, Exit::Misbehaviour];
        for (light, one) in order.iter().enumerate() {
            for grave in &order[light..] {
                assert_eq!(graver(*one, *grave), *grave);
                assert_eq!(graver(*grave, *one), *grave);
            }
        }
    }

    #[test]
    fn a_missing_file_is_no_log() {
        let report = check(Path::new("/there/is/no/such.mtlog")).unwrap();
        assert_eq!(exit_of(&report.verdict), Exit::NotALog);
        assert_eq!(shown(Path::new("x"), &report).verdict, "damaged");
    }
}

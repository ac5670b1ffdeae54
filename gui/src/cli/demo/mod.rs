//! `mextrain demo`: real peers, each a process of its own with its own key and folder, find each other on this machine,
//! play a match and leave a log, which is then verified.
//!
//! This process decides nothing about the match. It starts the seats, follows what they tell on their `--json` streams,
//! compares their logs, and leaves nobody behind.

mod children;
mod course;

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use mextrain_core::{Pip, Rules, Seats};
use mextrain_net::{
    charter::check_rules,
    folders,
    ledger::Counts,
    log::{
        LOG_ENDING,
        narrate::hexadecimal,
        verify::{Report, Verdict},
    },
};
use serde::Serialize;
use tempfile::TempDir;

use self::{
    children::{Children, Said, events_file, messages_file},
    course::{Course, Progress},
};
use super::{
    Exit, Failure, Outcome,
    arguments::{Demo, Global},
    console::Console,
    interrupt::Interrupt,
    profile, verify_log,
};
use crate::wording::{self, sheet::winners};

const NAMES: [&str; 8] = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"];

/// The table's name; its folder of rendezvous is private, so that it needs no other.
const TABLE: &str = "Demo";

/// Plays a demonstration match.
pub fn run(options: &Demo, global: &Global, console: &Console) -> Outcome {
    let rules = rules(options)?;
    let data = profile::data_folder(global)?;
    let kept = options.keep.as_deref();
    if let Some(keep) = kept {
        fs::create_dir_all(keep).map_err(|error| cannot_use(keep, &error))?;
    }
    let place = tempfile::Builder::new().prefix("mextrain-demo-").tempdir();
    let place = place.map_err(|error| Failure::unexpected(format!("no temporary folder: {error}")))?;
    let runtime = super::runtime()?;
    let played = runtime.block_on(play(options, &rules, &place, console));
    if let Some(keep) = kept {
        keep_everything(&place, usize::from(options.players), keep)
            .map_err(|error| cannot_use(keep, &error))?;
    }
    let course = played?;
    let (report, log) = settle(&course, &place, &data)?;
    if console.json() {
        console.value(&shown(&report, &course, &log))?;
    } else {
        tell(&report, &course, &log, console)?;
    }
    Ok(Exit::Success)
}

/// The rules with exactly as many rounds as were asked for: the engines are the lowest doubles.
fn rules(options: &Demo) -> Result<Rules, Failure> {
    let mut rules = options.preset.rules().with_set(options.set);
    if let Some(rounds) = options.rounds {
        let most = rules.rounds();
        if rounds > most {
            return Err(Failure::usage(format!("{} has {most} rounds at most", options.set.name())));
        }
        if let Some(engine) = Pip::new(rounds - 1) {
            rules = rules.with_first_engine(engine);
        }
    }
    if let Some(seats) = Seats::new(options.players) {
        check_rules(&rules, seats).map_err(|errors| Failure::unplayable(&errors))?;
    }
    Ok(rules)
}

/// Plays the match: when this returns no child is alive.
async fn play(options: &Demo, rules: &Rules, place: &TempDir, console: &Console) -> Result<Course, Failure> {
    let mut interrupt = Interrupt::listen(false)?;
    let mut children = Children::new();
    let progress = Progress::new(console);
    let limit = options.timeout.unwrap_or(Duration::MAX);
    let outcome = tokio::select! {
        outcome = follow(options, rules, place.path(), &mut children, &progress) => outcome,
        () = interrupt.wait() => Err(Failure::new(Exit::Interrupted, "interrupted; every seat was ended")),
        () = tokio::time::sleep(limit) => Err(Failure::new(Exit::TimedOut, "the match took longer than it was given")),
    };
    children.end().await;
    progress.finish();
    outcome
}

async fn follow(
    options: &Demo,
    rules: &Rules,
    place: &Path,
    children: &mut Children,
    progress: &Progress,
) -> Result<Course, Failure> {
    let count = usize::from(options.players);
    for (number, name) in (1..).zip(NAMES).take(count) {
        let folder = seat_folder(place, number);
        fs::create_dir_all(&folder).map_err(|error| cannot_use(&folder, &error))?;
        let arguments = arguments(options, rules, place, number, name);
        let started = children.start(&folder, arguments).await;
        started.map_err(|error| Failure::unexpected(format!("a seat could not be started: {error}")))?;
    }
    let mut course = Course::new(count);
    let mut open = count;
    while open > 0 {
        let Some((seat, said)) = children.next().await else { break };
        match said {
            Said::Line(line) => course.take(seat, &line, progress)?,
            Said::Closed => {
                open -= 1;
                ended_well(children, seat).await?;
            }
        }
    }
    Ok(course)
}

/// A seat that has closed its output has ended, and must have ended well.
async fn ended_well(children: &mut Children, seat: usize) -> Result<(), Failure> {
    let status = children.wait(seat).await?;
    if status.success() {
        return Ok(());
    }
    let exit = status.code().and_then(Exit::from_code).unwrap_or(Exit::Failure);
    let name = NAMES.get(seat).copied().unwrap_or_default();
    let tail = children.tail(seat);
    let messages = if tail.is_empty() { "it said nothing".to_owned() } else { format!("it said:\n{tail}") };
    Err(Failure::new(exit, format!("seat {} ({name}) ended with {status}; {messages}", seat + 1)))
}

/// What one seat's process is started with.
fn arguments(options: &Demo, rules: &Rules, place: &Path, number: usize, name: &str) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["bot".into()];
    if number == 1 {
        let seats = options.players.to_string();
        let set = format!("set={}", options.set.name());
        let first = format!("first_engine={}", rules.first_engine());
        let preset = options.preset.name();
        let proofs = options.proofs.name();
        let table = ["--host", "--start-when-full", "--name", TABLE, "--seats", &seats, "--preset", preset];
        arguments.extend(table.map(OsString::from));
        arguments.extend(["--rule", &set, "--rule", &first, "--proofs", proofs].map(OsString::from));
    } else {
        arguments.push(TABLE.into());
    }
    let own =
        ["--as", name, "--json", "-v", "--parent-pipe", "--no-mdns", "--listen", "127.0.0.1", "--port", "0"];
    arguments.extend(own.map(OsString::from));
    arguments.extend(["--rendezvous".into(), place.join("meet").into()]);
    arguments.extend(["--data-dir".into(), seat_folder(place, number).into()]);
    arguments
}

fn seat_folder(place: &Path, number: usize) -> PathBuf {
    place.join(format!("seat-{number}"))
}

/// Compares the seats' logs, keeps one of them, and verifies it.
fn settle(course: &Course, place: &TempDir, data: &Path) -> Result<(Report, PathBuf), Failure> {
    let logs = course.logs()?;
    let first = read_log(place, 1, &logs)?;
    for number in 2..=logs.len() {
        if read_log(place, number, &logs)? != first {
            return Err(Failure::unexpected(format!("the logs of seat 1 and seat {number} differ")));
        }
    }
    let folder = data.join("demo");
    folders::private_folder(&folder).map_err(|error| cannot_use(&folder, &error))?;
    let draft = folder.join(format!("new-{}.{LOG_ENDING}", std::process::id()));
    fs::write(&draft, &first).map_err(|error| cannot_use(&draft, &error))?;
    let report = verify_log::check(&draft)?;
    let name = report.match_id.as_ref().map(hexadecimal).unwrap_or_else(|| "unknown".to_owned());
    let log = folder.join(format!("{}.{LOG_ENDING}", name.get(..16).unwrap_or(&name)));
    fs::rename(&draft, &log).map_err(|error| cannot_use(&log, &error))?;
    if matches!(report.verdict, Verdict::Verified) {
        return Ok((report, log));
    }
    let sentence = format!("{}: {}", log.display(), wording::log::verdict(&report));
    Err(Failure::new(verify_log::exit_of(&report.verdict), sentence))
}

/// A seat's log, as it lies in the seat's folder.
fn read_log(place: &TempDir, number: usize, logs: &[PathBuf]) -> Result<Vec<u8>, Failure> {
    let log = number.checked_sub(1).and_then(|at| logs.get(at));
    let path = log.map(|log| place.path().join(log)).unwrap_or_default();
    fs::read(&path).map_err(|error| cannot_use(&path, &error))
}

/// Copies every seat's log and what it said to where it is to be kept. A seat that did not come so far has no log.
fn keep_everything(place: &TempDir, count: usize, keep: &Path) -> io::Result<()> {
    for number in 1..=count {
        let folder = seat_folder(place.path(), number);
        let copies = [
            (events_file(&folder), format!("seat-{number}.events.jsonl")),
            (messages_file(&folder), format!("seat-{number}.messages.txt")),
        ];
        for (from, to) in copies {
            if from.exists() {
                fs::copy(from, keep.join(to))?;
            }
        }
        if let Some(log) = find_log(&folder)? {
            fs::copy(log, keep.join(format!("seat-{number}.{LOG_ENDING}")))?;
        }
    }
    Ok(())
}

/// The one log in a folder or below.
fn find_log(folder: &Path) -> io::Result<Option<PathBuf>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == LOG_ENDING) {
            return Ok(Some(path));
        }
        if path.is_dir()
            && let Some(found) = find_log(&path)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn cannot_use(path: &Path, error: &io::Error) -> Failure {
    Failure::unexpected(format!("{}: {error}", path.display()))
}

fn tell(report: &Report, course: &Course, log: &Path, console: &Console) -> io::Result<()> {
    let sheet = verify_log::sheet(report);
    console.line(format_args!("{sheet}\n"))?;
    console.line(console.strong(format_args!("{}.", winners(&sheet.names, &sheet.places))))?;
    console.line(format_args!("\nlog      {}", log.display()))?;
    console.line(format_args!("         {} bytes, the same at every seat", report.bytes))?;
    console.line(format_args!("checked  {}", wording::log::checks(report)))?;
    let deals = course.deals();
    if let (Some(first), Some(longest)) = (deals.first(), deals.iter().max()) {
        let [first, longest] = [first, longest].map(Duration::as_secs_f64);
        console.line(format_args!(
            "deal     {first:.2} s in round 1, {longest:.2} s at most (first key to every hand known)"
        ))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Shown {
    schema: &'static str,
    verdict: &'static str,
    log: String,
    bytes: u64,
    players: Vec<String>,
    rounds: Vec<Vec<u16>>,
    totals: Vec<u32>,
    places: Vec<u8>,
    /// For each round the milliseconds from its first key until every hand was known.
    deals: Vec<u128>,
    checks: Counts,
}

fn shown(report: &Report, course: &Course, log: &Path) -> Shown {
    Shown {
        schema: "mextrain.demo/1",
        verdict: report.verdict.name(),
        log: log.display().to_string(),
        bytes: report.bytes,
        players: report.players.iter().map(|player| player.name.to_string()).collect(),
        rounds: report.rounds.iter().map(|round| round.scores.clone()).collect(),
        totals: report.totals.clone(),
        places: report.ranks.clone(),
        deals: course.deals().iter().map(Duration::as_millis).collect(),
        checks: report.checks,
    }
}

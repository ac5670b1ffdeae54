//! `mextrain doctor`: what is in the way when people do not find each other.

use mextrain_net::{
    doctor::{self, Inquiry, Report},
    node::rendezvous,
};
use serde::Serialize;

use super::{
    Exit, Failure, Outcome,
    arguments::Doctor,
    console::{Console, harmless},
    interrupt::Interrupt,
};
use crate::wording::{
    self,
    doctor::{Line, lines, verdict},
};

#[derive(Serialize)]
struct Diagnosis {
    schema: &'static str,
    /// `ok`, `trouble`, `unreachable`: the place that was named does not answer; or `unfinished`: nothing is known to be in the way, and there
    /// was no time to tell.
    verdict: &'static str,
    checks: Vec<Shown>,
}

#[derive(Serialize)]
struct Shown {
    check: &'static str,
    /// `ok`, `trouble`, or `not-checked`.
    verdict: &'static str,
    found: String,
    todo: Option<String>,
}

/// Checks, tells a line a check and what to do about each trouble, and ends with 6 if the place cannot be reached, with 1 if anything else is
/// in the way, with 8 if there was not enough time to tell.
pub fn run(options: &Doctor, console: &Console) -> Outcome {
    let runtime = super::runtime()?;
    let report = runtime.block_on(examine(options, console))?;
    // Whatever still waits for an answer is not waited for.
    runtime.shutdown_background();
    let (exit, outcome) = match &report {
        report if report.is_unreachable() => (Exit::NotFound, "unreachable"),
        report if report.has_trouble() => (Exit::Failure, "trouble"),
        report if report.is_unfinished() => (Exit::TimedOut, "unfinished"),
        _ => (Exit::Success, "ok"),
    };
    if console.json() {
        let checks = report.checks.iter().zip(lines(&report)).map(|(checked, line)| Shown {
            check: checked.check.name(),
            verdict: checked.verdict.name(),
            found: line.found,
            todo: line.todo,
        });
        let checks = checks.collect();
        console.value(&Diagnosis { schema: "mextrain.doctor/1", verdict: outcome, checks })?;
    } else {
        lines(&report).into_iter().try_for_each(|line| print(line, console))?;
    }
    Ok(exit)
}

async fn examine(options: &Doctor, console: &Console) -> Result<Report, Failure> {
    let mut interrupt = Interrupt::listen(false)?;
    let discovery = &options.discovery;
    let inquiry = Inquiry {
        location: options.location.clone(),
        port: options.port,
        table: Vec::new(),
        multicast: !discovery.no_mdns,
        rendezvous: Some(discovery.rendezvous.clone().unwrap_or_else(rendezvous::default_folder)),
        time: options.timeout,
    };
    console.note(wording::commands::checking());
    tokio::select! {
        report = doctor::examine(inquiry) => Ok(report),
        () = interrupt.wait() => Err(Failure::new(Exit::Interrupted, "interrupted")),
    }
}

/// Names of tables come from others, and must not move the cursor.
fn print(line: Line, console: &Console) -> Result<(), Failure> {
    let Line { verdict: came_out, title, found, todo } = line;
    console.line(format_args!("{:<11}  {title}: {}", verdict(came_out), harmless(&found)))?;
    if let Some(todo) = todo {
        console.line(format_args!("{:<11}  {}", "", harmless(&todo)))?;
    }
    Ok(())
}

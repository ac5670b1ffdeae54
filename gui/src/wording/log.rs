//! What a log proves, in words.

use mextrain_net::log::verify::{Culprit, Report, Verdict};

/// The verdict on a log in one sentence.
pub fn verdict(report: &Report) -> String {
    match &report.verdict {
        Verdict::Verified => "verified, every check passed".to_owned(),
        Verdict::Unfinished => "valid so far, and unfinished".to_owned(),
        Verdict::Failed(culprits) => {
            let all: Vec<String> = culprits.iter().map(culprit).collect();
            format!("failed: {}", all.join("; "))
        }
        Verdict::Damaged(damage) => match report.steps {
            0 => format!("damaged, or no log: {damage}"),
            steps => format!("damaged: {damage}; the {steps} steps before it are valid"),
        },
        Verdict::Unfounded(unfounded) => format!(
            "no proof: the file accuses somebody for step {}, but {}; nobody is accused",
            unfounded.step, unfounded.why
        ),
    }
}

/// Players, rules and checks: a line each.
pub fn about(report: &Report) -> Vec<String> {
    let names: Vec<String> = report.players.iter().map(|player| player.name.to_string()).collect();
    let mut lines = vec![format!("players  {}", names.join(", "))];
    if let Some(words) = report.words {
        lines.push(format!("words    {words}"));
    }
    if let Some(rules) = &report.rules {
        lines.push(format!("rules    {}", super::options::summary(rules)));
    }
    lines.push(format!("checked  {}", checks(report)));
    lines
}

/// How much was checked.
pub fn checks(report: &Report) -> String {
    let checks = report.checks;
    let locks = if checks.locks > 0 { format!("{} locked tokens, ", checks.locks) } else { String::new() };
    format!(
        "{} signatures, {} shuffles, {locks}{} openings, {} claims, {} moves",
        checks.signatures, checks.shuffles, checks.openings, checks.claims, checks.moves
    )
}

fn culprit(culprit: &Culprit) -> String {
    let seat = culprit.player.as_ref().and_then(|player| player.seat);
    let seat = seat.map(|seat| format!("seat {seat}, ")).unwrap_or_default();
    let who = if culprit.player.is_some() { "" } else { "somebody changed the file: " };
    format!("{who}{} [{seat}{}]", culprit.sentence(), culprit.refusal.code())
}

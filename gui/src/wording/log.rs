//! What a log proves, in words.

use mextrain_net::log::verify::{Culprit, Report, Verdict};

/// The verdict on a log in one sentence.
pub fn verdict(report: &Report) -> String {
    match &report.verdict {
        Verdict::Verified => say!("log-verdict-verified").to_owned(),
        Verdict::Unfinished => say!("log-verdict-unfinished").to_owned(),
        Verdict::Failed(culprits) => {
            let all: Vec<String> = culprits.iter().map(culprit).collect();
            say!("log-verdict-failed", culprits = all.join("; "))
        }
        Verdict::Damaged(damage) => match report.steps {
            0 => say!("log-verdict-no-log", damage = super::session::damage(damage)),
            steps => say!("log-verdict-damaged", damage = super::session::damage(damage), steps = steps),
        },
        Verdict::Unfounded(unfounded) => {
            say!("log-verdict-unfounded", step = unfounded.step, why = unfounded.why.to_string())
        }
    }
}

/// Players, rules and checks: a line each.
pub fn about(report: &Report) -> Vec<String> {
    let names: Vec<String> = report.players.iter().map(|player| player.name.to_string()).collect();
    let mut lines = vec![say!("log-about-players", players = names.join(", "))];
    if let Some(words) = report.words {
        lines.push(say!("log-about-words", words = words));
    }
    if let Some(rules) = &report.rules {
        lines.push(say!("log-about-rules", summary = super::options::summary(rules)));
    }
    lines.push(say!("log-about-checked", checks = checks(report)));
    lines
}

/// How much was checked.
pub fn checks(report: &Report) -> String {
    let checks = report.checks;
    say!(
        "log-checks",
        signatures = checks.signatures,
        shuffles = checks.shuffles,
        locks = checks.locks,
        openings = checks.openings,
        claims = checks.claims,
        moves = checks.moves
    )
}

fn culprit(culprit: &Culprit) -> String {
    let (sentence, code) = (culprit.sentence(), culprit.refusal.code());
    let sentence = match culprit.player {
        Some(_) => sentence,
        None => say!("log-culprit-nobody", sentence = sentence),
    };
    match culprit.player.as_ref().and_then(|player| player.seat) {
        Some(seat) => say!("log-culprit-seat", sentence = sentence, seat = seat, code = code),
        None => format!("{sentence} [{code}]"),
    }
}

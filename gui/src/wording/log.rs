//! What a log proves, in words.

use mextrain_net::log::{
    verify::{Culprit, Report, Verdict},
    walk::WhyUnfounded,
};

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
            say!("log-verdict-unfounded", step = unfounded.step, why = unfounded_because(unfounded.why))
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

/// Why an accusation does not hold.
fn unfounded_because(why: WhyUnfounded) -> String {
    match why {
        WhyUnfounded::Valid => say!("log-unfounded-valid").to_owned(),
        WhyUnfounded::NotSigned => say!("log-unfounded-not-signed").to_owned(),
        WhyUnfounded::NoContradiction => say!("log-unfounded-no-contradiction").to_owned(),
        WhyUnfounded::Elsewhere(code) => say!("log-unfounded-elsewhere", code = code),
    }
}

texts! {
    /// Without random numbers nothing can be checked.
    pub fn no_randomness() => "log-no-randomness";
}

fn culprit(culprit: &Culprit) -> String {
    let (sentence, code) = (super::refusal::charge(&culprit.charge()), culprit.refusal.code());
    let sentence = match culprit.player {
        Some(_) => sentence,
        None => say!("log-culprit-nobody", sentence = sentence),
    };
    match culprit.player.as_ref().and_then(|player| player.seat) {
        Some(seat) => say!("log-culprit-seat", sentence = sentence, seat = seat, code = code),
        None => format!("{sentence} [{code}]"),
    }
}

#[cfg(test)]
mod tests {
    use mextrain_core::Seat;
    use mextrain_net::{
        envelope::Kind, ledger::Counts, log::verify::Player, log::walk::Unfounded, name::Name,
        refusal::Refusal,
    };

    use super::*;
    use crate::wording::language::{Language, tests::Speaking};

    fn report(verdict: Verdict) -> Report {
        Report {
            verdict,
            match_id: None,
            words: None,
            players: Vec::new(),
            rules: None,
            proofs: None,
            rounds: Vec::new(),
            totals: Vec::new(),
            ranks: Vec::new(),
            checks: Counts::default(),
            steps: 0,
            bytes: 0,
        }
    }

    #[test]
    fn culprits_are_told_of_in_the_language_that_is_spoken() {
        let player = Player { seat: Seat::from_number(2), name: Name::clean("Bo"), key: [1; 32] };
        let (step, kind) = (12, Some(Kind::Score));
        let one = Culprit { player: Some(player), step, refusal: Refusal::Commitment, kind };
        let nobody = Culprit { player: None, kind: None, ..one.clone() };
        let report = report(Verdict::Failed(vec![one, nobody]));
        assert_eq!(
            verdict(&report),
            "failed: Bo's opened hand at step 12 does not open what its author committed to [seat 2, commitment]; \
             somebody changed the file: a message at step 12 does not open what its author committed to [commitment]"
        );
        let _german = Speaking::new(Language::German);
        assert_eq!(
            verdict(&report),
            "durchgefallen: die aufgedeckte Hand von Bo in Schritt 12 passt nicht zu dem, worauf sich der Absender \
             festgelegt hatte [Platz 2, commitment]; jemand hat die Datei verändert: eine Nachricht in Schritt 12 passt \
             nicht zu dem, worauf sich der Absender festgelegt hatte [commitment]"
        );
    }

    #[test]
    fn an_accusation_that_does_not_hold_is_told_of_in_the_language_that_is_spoken() {
        let reasons = [
            WhyUnfounded::Valid,
            WhyUnfounded::NotSigned,
            WhyUnfounded::NoContradiction,
            WhyUnfounded::Elsewhere("epoch"),
        ];
        for why in reasons {
            let report = report(Verdict::Unfounded(Unfounded { step: 7, why }));
            assert!(verdict(&report).contains(&why.to_string()));
            let _german = Speaking::new(Language::German);
            assert!(verdict(&report).contains(&unfounded_because(why)));
            assert!(!verdict(&report).contains(&why.to_string()));
        }
        assert_eq!(no_randomness(), mextrain_net::log::verify::NoRandomness.to_string());
    }
}

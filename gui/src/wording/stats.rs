//! A player's matches in figures.

use super::board::tiles;
use crate::stats::{MOST, Stats};

/// Where there are none.
pub const NONE: &str = "No match at a table yet. Practice is not counted.";

/// What is counted, and how often, in the order in which it is shown. Nothing, where there is no match.
pub fn lines(stats: &Stats) -> Vec<(&'static str, String)> {
    if stats.matches == 0 {
        return Vec::new();
    }
    let unfinished = stats.matches - stats.finished;
    let mut lines = vec![("Matches", with(stats.matches, &[(unfinished, "not finished")]))];
    lines.push((
        "Won",
        match stats.finished {
            0 => stats.won.to_string(),
            finished => {
                let won = with(stats.won, &[(stats.shared, "shared")]);
                format!("{won}, {} %", (f64::from(stats.won) * 100.0 / f64::from(finished)).round())
            }
        },
    ));
    lines.push(("Rounds", with(stats.rounds, &[(stats.out, "gone out")])));
    if let Some(average) = stats.average() {
        lines.push(("Points a round", format!("{average:.1}")));
    }
    lines.push(("Longest train", tiles(stats.longest_train.into())));
    lines
}

/// `12 (2 not finished)`.
fn with(count: u32, parts: &[(u32, &str)]) -> String {
    let parts: Vec<String> =
        parts.iter().filter(|(part, _)| *part > 0).map(|(part, what)| format!("{part} {what}")).collect();
    match parts.is_empty() {
        true => count.to_string(),
        false => format!("{count} ({})", parts.join(", ")),
    }
}

/// The same in one sentence; nothing, where there is no match.
pub fn in_short(stats: &Stats) -> Option<String> {
    let lines = lines(stats);
    let parts: Vec<String> =
        lines.into_iter().map(|(what, how_often)| format!("{}: {how_often}", what.to_lowercase())).collect();
    let mut sentence = parts.join("; ");
    let first = sentence.chars().next()?.to_uppercase().to_string();
    sentence.replace_range(..1, &first);
    Some(sentence)
}

/// That some logs are not in the figures.
pub fn left_out(count: u32) -> Option<String> {
    (count > 0).then(|| match count {
        1 => format!("1 log is not counted: it cannot be read, or is older than the newest {MOST}."),
        _ => {
            format!("{count} logs are not counted: they cannot be read, or are older than the newest {MOST}.")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_said_as_people_say_them() {
        assert_eq!(in_short(&Stats::default()), None);
        let stats = Stats {
            matches: 12,
            finished: 10,
            won: 4,
            shared: 1,
            rounds: 103,
            out: 31,
            counted: 100,
            points: 3420,
            longest_train: 21,
            left_out: 0,
        };
        assert_eq!(
            in_short(&stats).unwrap(),
            "Matches: 12 (2 not finished); won: 4 (1 shared), 40 %; rounds: 103 (31 gone out); points a round: 34.2; \
             longest train: 21 tiles"
        );
        let one = Stats { matches: 1, longest_train: 1, ..Stats::default() };
        assert_eq!(
            in_short(&one).unwrap(),
            "Matches: 1 (1 not finished); won: 0; rounds: 0; longest train: 1 tile"
        );
        assert_eq!(left_out(0), None);
    }
}

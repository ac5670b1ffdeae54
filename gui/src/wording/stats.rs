//! A player's matches in figures.

use super::board::tiles;
use crate::stats::{MOST, Stats};

texts! {
    /// Where there are none.
    pub fn none() => "stats-none";
}

/// What is counted, and how often, in the order in which it is shown. Nothing, where there is no match.
pub fn lines(stats: &Stats) -> Vec<(&'static str, String)> {
    let Some(figures) = figures(stats) else { return Vec::new() };
    let mut lines = vec![
        (say!("stats-matches"), figures.matches),
        (say!("stats-won"), figures.won),
        (say!("stats-rounds"), figures.rounds),
    ];
    lines.extend(figures.points.map(|points| (say!("stats-points"), points)));
    lines.push((say!("stats-longest"), figures.longest));
    lines
}

/// The same in one sentence; nothing, where there is no match.
pub fn in_short(stats: &Stats) -> Option<String> {
    let Figures { matches, won, rounds, points, longest } = figures(stats)?;
    Some(match points {
        Some(points) => say!(
            "stats-in-short",
            matches = matches,
            won = won,
            rounds = rounds,
            points = points,
            longest = longest
        ),
        None => say!(
            "stats-in-short-without-points",
            matches = matches,
            won = won,
            rounds = rounds,
            longest = longest
        ),
    })
}

/// What is counted, each in words.
struct Figures {
    matches: String,
    won: String,
    rounds: String,
    points: Option<String>,
    longest: String,
}

fn figures(stats: &Stats) -> Option<Figures> {
    let unfinished = stats.matches - stats.finished;
    let won = match stats.finished {
        0 => stats.won.to_string(),
        finished => {
            let percent = (f64::from(stats.won) * 100.0 / f64::from(finished)).round().to_string();
            say!("stats-won-of", count = stats.won, shared = stats.shared, percent = percent)
        }
    };
    let points = |average: f64| {
        let text = format!("{average:.1}");
        let (whole, tenth) = text.split_once('.').unwrap_or((&text, "0"));
        say!("stats-average", whole = whole, tenth = tenth)
    };
    (stats.matches > 0).then(|| Figures {
        matches: say!("stats-matches-of", count = stats.matches, unfinished = unfinished),
        won,
        rounds: say!("stats-rounds-of", count = stats.rounds, out = stats.out),
        points: stats.average().map(points),
        longest: tiles(stats.longest_train.into()),
    })
}

/// What is said of logs of other people's matches, if there are any.
pub fn others(count: u32) -> Option<String> {
    (count > 0).then(|| say!("stats-others", count = count))
}

/// That some logs are not in the figures.
pub fn left_out(count: u32) -> Option<String> {
    (count > 0).then(|| say!("stats-left-out", count = count, most = MOST))
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
            others: 0,
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

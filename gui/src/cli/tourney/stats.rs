//! What many matches say about the levels that played them, and how surely.

use mextrain_core::bot::Level;
use serde::Serialize;

use super::Outcomes;

/// Of a normal distribution 95 % lie within so many deviations of the mean.
const SURE: f64 = 1.96;

/// What is known about one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its name.
    pub level: &'static str,
    /// How often a player of this level sat at a table: matches times its seats.
    pub seats: u32,
    /// The mean of its totals, in points.
    pub mean_score: f64,
    /// Half the width of the mean's 95 % interval.
    pub score_margin: f64,
    /// By how many points a match its seats' mean total is better than that of the other levels' seats: the mean over the
    /// deals, each played from every seat. Absent if only one level played.
    pub lead: Option<f64>,
    /// Half the width of the lead's 95 % interval; absent too if fewer than two deals were played from every seat.
    pub lead_margin: Option<f64>,
    /// The part of its seats that won, from 0 to 1; a shared win counts in part.
    pub win_rate: f64,
    /// The rate's 95 % interval by Wilson.
    pub win_interval: [f64; 2],
    /// Its strength on Elo's scale, where steady players have 1500; absent if only one level played.
    pub elo: Option<f64>,
    /// What the slowest move took, in milliseconds.
    pub slowest_ms: f64,
}

/// One summary for each level that played, the strongest level first.
pub fn summaries(players: &[Level], outcomes: &[Outcomes]) -> Vec<Summary> {
    let elo = elo(players, outcomes);
    let there = Level::ALL.into_iter().rev().filter(|level| players.contains(level));
    there.map(|level| summary(level, players, outcomes, elo)).collect()
}

fn summary(level: Level, players: &[Level], outcomes: &[Outcomes], elo: Option<[f64; 3]>) -> Summary {
    let (mut scores, mut wins, mut slowest) = (Vec::new(), 0.0, 0.0_f64);
    for outcome in outcomes {
        let winners = outcome.ranks.iter().filter(|rank| **rank == 1).count();
        let seats = players.iter().zip(&outcome.totals).zip(&outcome.ranks).zip(&outcome.slowest);
        for (((_, total), rank), slow) in seats.filter(|(((other, _), _), _)| **other == level) {
            scores.push(f64::from(*total));
            wins += if *rank == 1 { 1.0 / winners as f64 } else { 0.0 };
            slowest = slowest.max(slow.as_secs_f64() * 1000.0);
        }
    }
    let count = scores.len() as f64;
    let (mean, deviation) = mean_and_deviation(&scores);
    let leads = leads(level, players, outcomes);
    let (lead, lead_deviation) = mean_and_deviation(&leads);
    let lead_margin = SURE * lead_deviation / (leads.len() as f64).sqrt();
    Summary {
        level: level.name(),
        seats: scores.len() as u32,
        mean_score: mean,
        score_margin: SURE * deviation / count.sqrt(),
        lead: (!leads.is_empty()).then_some(lead),
        lead_margin: (leads.len() > 1).then_some(lead_margin),
        win_rate: wins / count,
        win_interval: wilson(wins, count),
        elo: elo.map(|elo| elo[level as usize]),
        slowest_ms: slowest,
    }
}

/// By how much a level's mean total was better than the others', for each deal that was played from every seat. Who sits where
/// and most of the luck of the tiles is even within a deal, so that deals tell more than single matches do.
fn leads(level: Level, players: &[Level], outcomes: &[Outcomes]) -> Vec<f64> {
    let lead = |outcome: &Outcomes| {
        let of = |mine: bool| -> Vec<f64> {
            let seats = players.iter().zip(&outcome.totals).filter(|(player, _)| (**player == level) == mine);
            seats.map(|(_, total)| f64::from(*total)).collect()
        };
        let (mine, others) = (of(true), of(false));
        (!others.is_empty()).then(|| mean_and_deviation(&others).0 - mean_and_deviation(&mine).0)
    };
    let deals = outcomes.chunks_exact(players.len().max(1));
    let each = deals.filter_map(|deal| deal.iter().map(lead).collect::<Option<Vec<f64>>>());
    each.map(|leads| mean_and_deviation(&leads).0).collect()
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

/// Between which rates the true one lies, at 95 %, when `wins` of `count` were won (Wilson 1927).
pub fn wilson(wins: f64, count: f64) -> [f64; 2] {
    if count <= 0.0 {
        return [0.0, 1.0];
    }
    let (rate, square) = (wins / count, SURE * SURE);
    let middle = rate + square / (2.0 * count);
    let half = SURE * (rate * (1.0 - rate) / count + square / (4.0 * count * count)).sqrt();
    let scale = 1.0 + square / count;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

/// The levels' strengths on Elo's scale, by the order of their own place in [`Level::ALL`]: each match counts as a game
/// between any two of its players of different levels, won by the better total. The most likely strengths (Bradley and
/// Terry's model, solved by Zermelo's iteration), with one drawn game added for any two levels that met, so that a level
/// that never lost has a strength too.
fn elo(players: &[Level], outcomes: &[Outcomes]) -> Option<[f64; 3]> {
    let mut won = [[0.0_f64; 3]; 3];
    for outcome in outcomes {
        for (one, mine) in players.iter().zip(&outcome.ranks) {
            for (other, theirs) in players.iter().zip(&outcome.ranks).filter(|(other, _)| *other != one) {
                won[*one as usize][*other as usize] += match mine.cmp(theirs) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
        }
    }
    let games = |one: usize, other: usize| won[one][other] + won[other][one];
    let met = |one: usize, other: usize| games(one, other) > 0.0;
    if !(0..3).any(|one| (0..3).any(|other| met(one, other))) {
        return None;
    }
    let mut strength = [1.0_f64; 3];
    for _ in 0..10_000 {
        let before = strength;
        for one in 0..3 {
            let others = (0..3).filter(|other| met(one, *other));
            let (mut wins, mut expected) = (0.0, 0.0);
            for other in others {
                wins += won[one][other] + 0.5;
                expected += (games(one, other) + 1.0) / (before[one] + before[other]);
            }
            if expected > 0.0 {
                strength[one] = wins / expected;
            }
        }
    }
    // Where no steady player was there to measure by, the strongest that was.
    let present = |level: &Level| players.contains(level);
    let anchor = [Level::Steady, Level::Sharp, Level::Easy].into_iter().find(present)? as usize;
    Some(strength.map(|value| 1500.0 + 400.0 * (value / strength[anchor]).log10()))
}

/// The summaries as lines of a table.
pub fn table(levels: &[Summary]) -> Vec<String> {
    let head = format!(
        "{:<8} {:>7}  {:>15}  {:>14}  {:>8}  {:>17}  {:>5}  {:>12}",
        "level", "seats", "mean score", "ahead by", "win rate", "95 % interval", "Elo", "slowest move"
    );
    let rows = levels.iter().map(|level| {
        let score = format!("{:.1} ± {:.1}", level.mean_score, level.score_margin);
        let [low, high] = level.win_interval.map(|rate| rate * 100.0);
        let lead = match (level.lead, level.lead_margin) {
            (Some(lead), Some(margin)) => format!("{lead:.1} ± {margin:.1}"),
            (Some(lead), None) => format!("{lead:.1}"),
            (None, _) => "-".to_owned(),
        };
        let elo = level.elo.map_or_else(|| "-".to_owned(), |elo| format!("{elo:.0}"));
        format!(
            "{:<8} {:>7}  {score:>15}  {lead:>14}  {:>6.1} %  {:>17}  {elo:>5}  {:>9.1} ms",
            level.level,
            level.seats,
            level.win_rate * 100.0,
            format!("{low:.1} to {high:.1} %"),
            level.slowest_ms,
        )
    });
    [head].into_iter().chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn outcome(totals: &[u32], ranks: &[u8]) -> Outcomes {
        Outcomes {
            totals: totals.to_vec(),
            ranks: ranks.to_vec(),
            slowest: vec![Duration::ZERO; ranks.len()],
        }
    }

    #[test]
    fn wilson_as_in_the_tables() {
        let [low, high] = wilson(8.0, 10.0);
        assert!((low - 0.4902).abs() < 0.0005 && (high - 0.9433).abs() < 0.0005, "{low} {high}");
        assert_eq!(wilson(0.0, 20.0)[0], 0.0);
        assert!((wilson(20.0, 20.0)[0] - 0.8389).abs() < 0.0005);
        assert_eq!(wilson(0.0, 0.0), [0.0, 1.0]);
    }

    #[test]
    fn wins_scores_and_strengths_are_counted() {
        let players = [Level::Steady, Level::Easy];
        let mut outcomes = vec![outcome(&[10, 30], &[1, 2]); 150];
        outcomes.extend(vec![outcome(&[40, 20], &[2, 1]); 49]);
        outcomes.push(outcome(&[5, 5], &[1, 1]));
        let found = summaries(&players, &outcomes);
        assert_eq!((found[0].level, found[0].seats, found[1].level), ("steady", 200, "easy"));
        assert!((found[0].win_rate - 150.5 / 200.0).abs() < 1e-9);
        assert!((found[0].mean_score - (1500.0 + 1960.0 + 5.0) / 200.0).abs() < 1e-9);
        // Three of four is 191 points on Elo's scale.
        let (steady, easy) = (found[0].elo.unwrap(), found[1].elo.unwrap());
        assert!((steady - 1500.0).abs() < 1e-6 && (190.0..195.0).contains(&(steady - easy)), "{easy}");
        assert_eq!(table(&found).len(), 3);
    }

    #[test]
    fn a_lead_is_that_of_whole_deals() {
        let players = [Level::Steady, Level::Easy];
        // Whoever sits first is ten points better off, and steady players are four points better.
        let deal = [outcome(&[20, 34], &[1, 2]), outcome(&[30, 24], &[2, 1])];
        let mut outcomes: Vec<Outcomes> = deal.iter().cycle().take(20).cloned().collect();
        outcomes.push(outcome(&[0, 1000], &[1, 2]));
        let found = summaries(&players, &outcomes);
        assert_eq!((found[0].lead, found[0].lead_margin), (Some(4.0), Some(0.0)));
        assert_eq!((found[1].lead, found[1].lead_margin), (Some(-4.0), Some(0.0)));
        let once = summaries(&players, &outcomes[..2]);
        assert_eq!((once[0].lead, once[0].lead_margin), (Some(4.0), None));
        let alike = summaries(&[Level::Easy, Level::Easy], &outcomes);
        assert_eq!((alike[0].lead, alike[0].lead_margin), (None, None));
        assert!(table(&found)[1].contains("4.0 ± 0.0"));
    }

    #[test]
    fn who_never_lost_is_not_infinitely_strong_and_who_met_nobody_has_no_strength() {
        let found = summaries(&[Level::Sharp, Level::Easy], &vec![outcome(&[1, 2], &[1, 2]); 50]);
        let gap = found[0].elo.unwrap() - found[1].elo.unwrap();
        assert!((700.0..1000.0).contains(&gap), "{gap}");
        let alone = summaries(&[Level::Easy, Level::Easy], &[outcome(&[1, 2], &[1, 2])]);
        assert_eq!((alone[0].elo, alone[0].seats, alone[0].win_rate), (None, 2, 0.5));
    }

    #[test]
    fn margins_shrink_with_the_square_root() {
        let margin = |count: usize| {
            let mut outcomes = vec![outcome(&[10, 30], &[1, 2]); count];
            outcomes.extend(vec![outcome(&[30, 10], &[2, 1]); count]);
            summaries(&[Level::Steady, Level::Easy], &outcomes)[0].score_margin
        };
        assert!((margin(100) / margin(400) - 2.0).abs() < 0.02);
    }
}

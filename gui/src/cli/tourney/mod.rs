//! `mextrain tourney`: automatic players of several levels play many matches in this process, without cryptography.
//!
//! Each deal is played once for every seat, with the players one seat further each time, so that nobody is better off for
//! where it sits. What the matches say about the levels is worked out in `stats`.

mod stats;

use std::{
    io::{self, IsTerminal},
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use mextrain_core::{
    Move, Rules, Seat, Seats,
    bot::{self, Knowledge, Level},
};
use serde::Serialize;

use self::stats::{Summary, summaries};
use super::{Failure, Outcome, arguments, console::Console, exit::Exit};

/// How a match went for its players, in the order in which they were listed.
#[derive(Clone, Debug, PartialEq)]
struct Outcomes {
    totals: Vec<u32>,
    ranks: Vec<u8>,
    /// What each player's slowest move took.
    slowest: Vec<Duration>,
}

#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    seats: u8,
    matches: u32,
    rounds: u8,
    seed: u64,
    /// Absent if sharp players thought by the clock.
    playouts: Option<u32>,
    rules: Vec<(&'static str, String)>,
    levels: &'a [Summary],
}

/// Plays the matches, and shows what came of them.
pub fn run(options: &arguments::Tourney, console: &Console) -> Outcome {
    let plan = Plan::of(options)?;
    let outcomes = plan.play(console)?;
    let levels = summaries(&plan.players, &outcomes);
    if console.json() {
        console.value(&Shown {
            schema: "mextrain.tourney/1",
            seats: plan.seats.value(),
            matches: plan.matches,
            rounds: plan.rules.rounds(),
            seed: plan.seed,
            playouts: plan.time.is_none().then_some(plan.playouts),
            rules: plan.rules.pairs().to_vec(),
            levels: &levels,
        })?;
        return Ok(Exit::Success);
    }
    console.line(format_args!(
        "{} of {}, {} seats, {}",
        counted(plan.matches, "match", "matches"),
        counted(plan.rules.rounds().into(), "round", "rounds"),
        plan.seats,
        plan.rules.set().name()
    ))?;
    stats::table(&levels).iter().try_for_each(|line| console.line(line))?;
    Ok(Exit::Success)
}

/// How many of something there are.
fn counted(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// What is to be played.
struct Plan {
    rules: Rules,
    seats: Seats,
    /// The level of each player.
    players: Vec<Level>,
    matches: u32,
    playouts: u32,
    time: Option<Duration>,
    seed: u64,
    jobs: usize,
}

impl Plan {
    fn of(options: &arguments::Tourney) -> Result<Plan, Failure> {
        let count = options.seats.map_or(options.levels.len(), usize::from);
        let seats = u8::try_from(count).ok().and_then(Seats::new);
        let seats = seats.ok_or_else(|| Failure::usage("a tourney has 2 to 8 seats"))?;
        if options.levels.len() > count {
            return Err(Failure::usage("there are more levels than seats"));
        }
        let basis = [("preset", options.preset.name()), ("set", options.set.name())];
        let single = options.rules.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let rules = Rules::from_settings(basis.into_iter().chain(single)).map_err(|errors| {
            let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Failure::usage(sentences.join("; "))
        })?;
        rules.check(seats).map_err(|errors| Failure::unplayable(&errors))?;
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Plan {
            rules,
            seats,
            players: options.levels.iter().copied().cycle().take(count).collect(),
            matches: options.matches,
            playouts: options.playouts,
            time: options.time,
            seed: options.seed,
            jobs: options.jobs.map_or(processors, usize::from),
        })
    }

    /// Plays all matches, several at once; their order does not matter, since each has a seed of its own.
    fn play(&self, console: &Console) -> Result<Vec<Outcomes>, Failure> {
        let bar = progress(self.matches, console);
        let next = AtomicU32::new(0);
        let done = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.matches {
                            return;
                        }
                        let outcome = self.play_match(number);
                        bar.inc(1);
                        done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((number, outcome));
                    }
                });
            }
        });
        bar.finish_and_clear();
        let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, outcome)| outcome).collect()
    }

    fn play_match(&self, number: u32) -> Result<Outcomes, Failure> {
        let count = self.players.len();
        let further = number as usize % count;
        let player = |seat: Seat| (seat.index() + further) % count;
        let deal = self.seed.wrapping_add(u64::from(number) / count as u64);
        let mut slowest = vec![Duration::ZERO; count];
        let sheet = bot::play_match(&self.rules, self.seats, deal, |known, seed| {
            let place = player(known.view.seat());
            let began = Instant::now();
            let choice = self.choose(known, self.players.get(place).copied()?, seed);
            let slowest = slowest.get_mut(place)?;
            *slowest = began.elapsed().max(*slowest);
            choice
        });
        let sheet = sheet.map_err(|error| Failure::unexpected(error.to_string()))?;
        let sheet = sheet.ok_or_else(|| Failure::unexpected("a player made a move that is not legal"))?;
        let (totals, ranks) = (sheet.totals(), sheet.ranks());
        let seat_of = |place: usize| (place + count - further) % count;
        let by_player = |place: usize| {
            let seat = seat_of(place);
            (totals.get(seat).copied().unwrap_or_default(), ranks.get(seat).copied().unwrap_or_default())
        };
        let (totals, ranks) = (0..count).map(by_player).unzip();
        Ok(Outcomes { totals, ranks, slowest })
    }

    fn choose(&self, known: &Knowledge<'_>, level: Level, seed: u64) -> Option<Move> {
        match self.time {
            None => bot::choose(known, level, seed, &mut bot::playouts(self.playouts)),
            Some(time) => {
                let began = Instant::now();
                bot::choose(known, level, seed, &mut |_| began.elapsed() < time)
            }
        }
    }
}

fn progress(matches: u32, console: &Console) -> ProgressBar {
    if console.quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::from(matches));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} match {pos} of {len}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn plan(typed: &str) -> Result<Plan, Failure> {
        let typed = format!("mextrain tourney {typed}");
        match arguments::Arguments::try_parse_from(typed.split_whitespace()).unwrap().command {
            Some(arguments::Command::Tourney(options)) => Plan::of(&options),
            _ => panic!("another command"),
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_matches_however_many_are_played_at_once() {
        let outcomes = |jobs: u8| {
            let typed = format!("--matches 6 --seats 3 --rule first_engine=1 --jobs {jobs}");
            let plan = plan(&typed).unwrap();
            let outcomes =
                plan.play(&Console::new(&arguments::Arguments::parse_from(["mextrain", "-q"]).global));
            outcomes.unwrap().into_iter().map(|outcome| (outcome.totals, outcome.ranks)).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(1), outcomes(3));
        assert_eq!(outcomes(1).len(), 6);
    }

    #[test]
    fn players_go_round_the_seats() {
        let plan = plan("--levels steady,easy --seats 4").unwrap();
        assert_eq!(plan.players, [Level::Steady, Level::Easy, Level::Steady, Level::Easy]);
        assert_eq!(plan.rules.rounds(), 10);
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        for typed in
            ["--levels steady", "--levels steady,easy,sharp --seats 2", "--rule hand=90", "--rule hand=x"]
        {
            assert_eq!(plan(typed).err().map(|failure| failure.exit()), Some(Exit::Usage), "{typed}");
        }
    }
}

//! What the seats of a demo tell, put together: how far the match is, and how long deals took.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;

use crate::cli::{Exit, Failure, console::Console};

/// The events that matter here; a seat tells more.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Event {
    Lobby {
        members: Vec<serde::de::IgnoredAny>,
    },
    RoundStarted {
        round: u8,
        engine: String,
    },
    Progress {
        what: String,
        done: u8,
        of: u8,
    },
    Dealt {
        round: u8,
    },
    Turn {
        name: String,
    },
    RoundOver {
        round: u8,
        scores: Vec<u16>,
    },
    Fault {
        sentence: String,
    },
    Trouble {
        sentence: String,
    },
    Log {
        path: PathBuf,
    },
    #[serde(other)]
    Other,
}

/// The match as far as it was heard of.
#[derive(Debug)]
pub struct Course {
    seats: Vec<Seat>,
    rounds: Vec<Round>,
    moves: u32,
    /// How many seats were taken when that was last shown.
    seated: usize,
}

#[derive(Clone, Debug, Default)]
struct Seat {
    log: Option<PathBuf>,
}

/// A round's deal.
#[derive(Clone, Copy, Debug)]
struct Round {
    began: Instant,
    /// When the last seat so far told that it knows its hand.
    dealt: Option<Instant>,
    hands: usize,
}

impl Course {
    /// Nothing heard yet of so many seats.
    pub fn new(seats: usize) -> Course {
        Course { seats: vec![Seat::default(); seats], rounds: Vec::new(), moves: 0, seated: 0 }
    }

    /// Takes a line that a seat wrote, and shows how far the match is.
    ///
    /// # Errors
    /// A line that is no event, or a fault that somebody is accused of.
    pub fn take(&mut self, seat: usize, line: &str, progress: &Progress) -> Result<(), Failure> {
        let event: Event = serde_json::from_str(line).map_err(|error| {
            Failure::unexpected(format!("seat {} said what is no event: {error}", seat + 1))
        })?;
        // Everybody tells the same of the match; what the first seat tells is shown.
        let show = seat == 0;
        match event {
            Event::Lobby { members } if show && members.len() != self.seated => {
                self.seated = members.len();
                progress.note(format_args!("{} of {} seats taken", members.len(), self.seats.len()));
            }
            Event::RoundStarted { round, engine } => {
                self.begin_round(round);
                if show {
                    progress.note(format_args!("round {round}, engine {engine}"));
                }
            }
            Event::Progress { what, done, of } if show => {
                progress.step(format_args!("{} {done} of {of}", task(&what)));
            }
            Event::Dealt { round } => self.take_dealt(round, progress),
            Event::Turn { name } if show => {
                self.moves += 1;
                progress.step(format_args!("round {}, turn {}: {name}", self.rounds.len(), self.moves));
            }
            Event::RoundOver { round, scores } if show => {
                let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
                progress.note(format_args!("round {round} scored: {}", scores.join(" ")));
            }
            Event::Fault { sentence } => return Err(Failure::new(Exit::Stopped, sentence)),
            Event::Trouble { sentence } => progress.note(format_args!("seat {}: {sentence}", seat + 1)),
            Event::Log { path } => {
                if let Some(seat) = self.seats.get_mut(seat) {
                    seat.log = Some(path);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// For each round that was dealt how long it took from the first key until every hand was known.
    pub fn deals(&self) -> Vec<Duration> {
        let all = self.seats.len();
        let done = self.rounds.iter().filter(|round| round.hands == all);
        done.filter_map(|round| Some(round.dealt?.duration_since(round.began))).collect()
    }

    /// Every seat's log.
    ///
    /// # Errors
    /// If a seat has told of none.
    pub fn logs(&self) -> Result<Vec<PathBuf>, Failure> {
        let missing = || Failure::unexpected("a seat has left no log");
        self.seats.iter().map(|seat| seat.log.clone().ok_or_else(missing)).collect()
    }

    /// The first seat to begin a round begins it for all.
    fn begin_round(&mut self, number: u8) {
        if usize::from(number) == self.rounds.len() + 1 {
            self.rounds.push(Round { began: Instant::now(), dealt: None, hands: 0 });
        }
    }

    fn take_dealt(&mut self, number: u8, progress: &Progress) {
        let all = self.seats.len();
        let Some(round) = usize::from(number).checked_sub(1).and_then(|at| self.rounds.get_mut(at)) else {
            return;
        };
        round.hands += 1;
        round.dealt = Some(Instant::now());
        if round.hands == all {
            let time = round.began.elapsed().as_secs_f64();
            progress.note(format_args!("round {number} dealt, with proof, in {time:.2} s"));
        }
    }
}

fn task(what: &str) -> &str {
    match what {
        "key" => "keys:",
        "shuffle" => "shuffle",
        "deal" => "opening hands:",
        other => other,
    }
}

/// How far the match is, for people: one line that changes on a terminal, a few plain lines elsewhere, nothing if they
/// want to hear nothing.
pub struct Progress {
    bar: Option<ProgressBar>,
    console: Console,
}

impl Progress {
    /// Progress as the console wants it.
    pub fn new(console: &Console) -> Progress {
        let bar = (!console.quiet() && io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Progress { bar, console: *console }
    }

    /// Something worth a line of its own.
    fn note(&self, text: std::fmt::Arguments<'_>) {
        match &self.bar {
            Some(bar) => bar.println(text.to_string()),
            None => self.console.note(text),
        }
    }

    /// Something that the next step replaces.
    fn step(&self, text: std::fmt::Arguments<'_>) {
        if let Some(bar) = &self.bar {
            bar.set_message(text.to_string());
            bar.tick();
        }
    }

    /// Takes the changing line away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

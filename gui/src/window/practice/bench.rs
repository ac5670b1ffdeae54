//! The tables of a practice match, and the messages between them.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use mextrain_core::{
    Move, Rules, SeatSet,
    bot::{self, Level},
};
use mextrain_crypto::MatchSecret;
use mextrain_net::{
    absence::Absence,
    charter::{self, Charter, Member, Proofs},
    identity::Identity,
    ledger::Stage,
    log::{LOG_ENDING, LogWriter},
    name::Name,
    session::{Ended, Game, SessionEvent, Snapshot, report},
    table::{ActError, Output, Owing, Table, TableEvent},
};

use crate::{
    window::{
        bots,
        seat::{Intent, News, Seat},
        words::practice as text,
    },
    wording::{refusal, session},
};

/// The person's place among the tables.
const PERSON: usize = 0;

/// A match against bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticeConfig {
    /// What the person is called.
    pub name: Name,
    /// How many bots play, 1 to 7.
    pub bots: u8,
    /// How well each of them plays.
    pub levels: [Level; bots::MOST as usize],
    /// What is played.
    pub rules: Rules,
    /// Where the match's log is kept, if it is to be kept.
    pub logs: Option<PathBuf>,
}

/// When there is something to do again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// At once.
    Now,
    /// Then, when a bot has thought enough.
    At(Instant),
    /// Not before the person does something.
    Nothing,
}

/// A match of which every table is in this process. Its first table is the person's.
pub struct Bench {
    tables: Vec<Table>,
    /// What is on its way, and to whom.
    mail: VecDeque<(usize, Arc<[u8]>)>,
    log: Option<LogWriter>,
    log_path: PathBuf,
    thinking: Duration,
    levels: [Level; bots::MOST as usize],
    /// How many moves bots have made.
    moves: u64,
    /// Since when the bot whose turn it is thinks.
    thinks_since: Option<Instant>,
    snapshot: Arc<Snapshot>,
    news: Vec<News>,
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The tables hold secrets.
        f.debug_struct("Bench").field("tables", &self.tables.len()).finish_non_exhaustive()
    }
}

impl Bench {
    /// Sets the tables up. Bots take `thinking` for each move.
    ///
    /// # Errors
    /// A sentence about what is missing for it.
    pub fn new(config: &PracticeConfig, thinking: Duration) -> Result<Bench, String> {
        let players = usize::from(config.bots.clamp(1, bots::MOST)) + 1;
        let seats: Vec<Player> = (0..players).map(|_| Player::new()).collect::<Result<_, _>>()?;
        let mut names = vec![config.name.clone()];
        for bot in bots::names().take(players - 1) {
            names.push(bot.distinct_from(names.iter()));
        }
        let roster = seats.iter().zip(names).map(|(player, name)| {
            let key = player.identity.public_key();
            Member { name, key, commitment: charter::commitment(&key, &player.nonce) }
        });
        let table = random()?.first_chunk::<16>().copied().unwrap_or_default();
        // Among bots of one's own every proof at every turn would only cost time: the hands are opened and checked at the end.
        let charter = Charter {
            table,
            rules: config.rules,
            proofs: Proofs::AtScoring,
            absence: Absence::default(),
            roster: roster.collect(),
        };
        charter.check().map_err(|why| text::rules(&refusal::does(&why)))?;
        let bytes = charter.encode();
        let keys = charter.roster.iter().map(|member| member.key).collect();
        let own = seats.first().map(|player| player.identity.public_key()).unwrap_or_default();
        let tables = seats
            .into_iter()
            .map(|player| {
                Table::new(&bytes, player.identity.signing_key().clone(), player.secret, player.nonce)
            })
            .collect::<Result<Vec<_>, _>>()
            .map_err(text::no_tables)?;
        let mut news = Vec::new();
        let log = config.logs.as_deref().and_then(|folder| match open_log(folder, &bytes) {
            Ok(log) => Some(log),
            Err(error) => {
                let trouble = text::not_kept(folder, error).into();
                news.push(News::Event(SessionEvent::Trouble { trouble }));
                None
            }
        });
        let log_path = log.as_ref().map(|log| log.path().to_owned()).unwrap_or_default();
        let snapshot = Snapshot { key: own, hosting: true, online: keys, ..Snapshot::default() };
        let mut bench = Bench {
            tables,
            mail: VecDeque::new(),
            log,
            log_path,
            thinking,
            levels: config.levels,
            moves: 0,
            thinks_since: None,
            snapshot: Arc::new(snapshot),
            news,
        };
        (0..players).for_each(|place| bench.carry_out(place));
        bench.show();
        Ok(bench)
    }

    /// Does one thing: delivers a message, or lets a bot move that has thought long enough at `now`.
    pub fn step(&mut self, now: Instant) -> Next {
        if self.snapshot.ended.is_some() {
            return Next::Nothing;
        }
        if let Some((to, envelope)) = self.mail.pop_front() {
            if let Some(table) = self.tables.get_mut(to) {
                table.receive(&envelope);
            }
            self.carry_out(to);
            return Next::Now;
        }
        let owing = |table: &Table| table.view().owing();
        let bots = 1..self.tables.len();
        let sealing = bots.clone().find(|&bot| self.tables.get(bot).map(owing) == Some(Owing::Seal));
        if let Some(bot) = sealing {
            if let Some(table) = self.tables.get_mut(bot) {
                // It was asked a moment ago, and nothing has happened since.
                let _ = table.seal(SeatSet::EMPTY);
            }
            self.carry_out(bot);
            return Next::Now;
        }
        let Some(mover) = bots.clone().find(|&bot| self.tables.get(bot).map(owing) == Some(Owing::Move))
        else {
            self.thinks_since = None;
            return Next::Nothing;
        };
        let ready = *self.thinks_since.get_or_insert(now) + self.thinking;
        if ready > now {
            return Next::At(ready);
        }
        self.thinks_since = None;
        self.move_bot(mover);
        Next::Now
    }

    /// Does what the person wants, or says among the news why not.
    pub fn take(&mut self, intent: Intent) {
        let Some(table) = self.tables.get_mut(PERSON) else { return };
        let outcome = match intent {
            Intent::Act(choice) => table.act(choice),
            Intent::NextRound => table.seal(SeatSet::EMPTY),
            Intent::Farewell | Intent::Leave => {
                Arc::make_mut(&mut self.snapshot).ended = Some(Ended::Left);
                return;
            }
            // Bots do not listen, and the window offers no chat with them.
            Intent::Ready(_)
            | Intent::Agree(_)
            | Intent::Start
            | Intent::Say(_)
            | Intent::GoOnWithout(..) => Err(ActError::NotOwed),
        };
        match outcome {
            Ok(()) => self.carry_out(PERSON),
            Err(error) => self.news.push(News::Refused(session::act_error(&error))),
        }
    }

    /// What is new since the last call.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Plays on until the person is asked for something, or the match is over. Bots do not think.
    pub fn run_to_person(&mut self) {
        let now = Instant::now();
        loop {
            match self.step(now + self.thinking) {
                Next::Now => {}
                // The next call comes at a time when the bot has thought enough.
                Next::At(_) => self.thinks_since = Some(now),
                Next::Nothing => return,
            }
        }
    }

    fn move_bot(&mut self, bot: usize) {
        let Some(table) = self.tables.get_mut(bot) else { return };
        // The person is the first, and no bot.
        let level = self.levels.get(bot - 1).copied().unwrap_or_default();
        self.moves += 1;
        let choice: Option<Move> = table
            .view()
            .knowledge()
            .and_then(|known| bot::choose(&known, level, self.moves, &mut bot::playouts(bots::PLAYOUTS)));
        // The player of the engine makes legal moves only; a refusal would be a fault of this program, and shows as one.
        if let Some(Err(error)) = choice.map(|choice| table.act(choice)) {
            self.news.push(News::Refused(text::bot_refused(error)));
        }
        self.carry_out(bot);
    }

    /// Carries out what a table wants done.
    fn carry_out(&mut self, place: usize) {
        let mut changed = false;
        while let Some(output) = self.tables.get_mut(place).and_then(Table::poll_output) {
            changed = true;
            match output {
                // Nobody resumes a practice match.
                Output::Journal(_) => {}
                Output::Send(envelope) => {
                    let others = (0..self.tables.len()).filter(|&to| to != place);
                    self.mail.extend(others.map(|to| (to, envelope.clone())));
                }
                Output::Folded(step) if place == PERSON => self.write(|log| log.append_step(&step)),
                Output::Stopped(evidence) if place == PERSON => self.write(|log| log.append_stop(&evidence)),
                Output::Event(TableEvent::Happened { happening, .. }) if place == PERSON => {
                    if let Some(table) = self.tables.get(PERSON) {
                        let events = report::happening(table.view(), &happening, 0);
                        self.news.extend(events.into_iter().filter(is_history).map(News::Event));
                    }
                }
                Output::Event(TableEvent::NoRandomness) => {
                    self.news.push(News::Refused(text::no_randomness().to_owned()));
                }
                // Nobody vanishes from a table of one program.
                Output::Rewound
                | Output::Folded(_)
                | Output::Stopped(_)
                | Output::Contradicted(_)
                | Output::Event(_) => {}
            }
        }
        if changed && place == PERSON {
            self.show();
        }
    }

    /// Writes to the log; a log that cannot be written is given up, and that is said once.
    fn write(&mut self, write: impl FnOnce(&mut LogWriter) -> std::io::Result<()>) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = write(log) {
            let trouble = text::log_stops(error).into();
            self.news.push(News::Event(SessionEvent::Trouble { trouble }));
            self.log = None;
        }
    }

    fn show(&mut self) {
        let Some(table) = self.tables.get(PERSON) else { return };
        let game = Game::of(table.view(), table.have(), self.log_path.clone());
        let ended = match game.stage {
            Stage::Over => Some(Ended::Finished),
            Stage::Stopped => Some(Ended::Stopped),
            _ => None,
        };
        if ended.is_some() {
            self.write(LogWriter::sync);
        }
        let snapshot = Arc::make_mut(&mut self.snapshot);
        snapshot.game = Some(Arc::new(game));
        snapshot.ended = snapshot.ended.clone().or(ended);
    }
}

/// For tests of screens, and wherever waiting is no virtue: every call plays on until the person is asked again.
impl Seat for Bench {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.clone()
    }

    fn send(&mut self, intent: Intent) {
        self.take(intent);
        self.run_to_person();
    }

    fn goodbye(&mut self, _: Duration) {
        self.send(Intent::Leave);
    }

    fn news(&mut self) -> Vec<News> {
        self.take_news()
    }

    fn is_practice(&self) -> bool {
        true
    }
}

/// What one player brings.
struct Player {
    identity: Identity,
    secret: MatchSecret,
    nonce: [u8; 32],
}

impl Player {
    fn new() -> Result<Player, String> {
        let identity = Identity::random().map_err(text::no_key)?;
        let secret = MatchSecret::from_os().map_err(|_| no_randomness())?;
        Ok(Player { identity, secret, nonce: random()? })
    }
}

/// Whether an event belongs to what the history of a match shows: what was dealt and confirmed shows by itself.
fn is_history(event: &SessionEvent) -> bool {
    !matches!(event, SessionEvent::Words { .. } | SessionEvent::Dealt { .. } | SessionEvent::Sealed { .. })
}

fn random() -> Result<[u8; 32], String> {
    MatchSecret::from_os().map(|secret| *secret.expose()).map_err(|_| no_randomness())
}

fn no_randomness() -> String {
    text::no_randomness().to_owned()
}

fn open_log(folder: &Path, charter: &[u8]) -> std::io::Result<LogWriter> {
    fs::create_dir_all(folder)?;
    let id = charter::charter_id(charter);
    let name: String = id.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    LogWriter::create(&folder.join(format!("{name}.{LOG_ENDING}")), charter)
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use mextrain_core::{Pip, TileSet, player};
    use mextrain_net::log::verify::{Verdict, verify};

    use super::*;

    /// Sharp players take their time without optimisation.
    const LEVELS: [Level; 7] =
        [Level::Easy, Level::Steady, Level::Easy, Level::Steady, Level::Easy, Level::Steady, Level::Easy];

    fn config(bots: u8, rounds: u8, logs: Option<PathBuf>) -> PracticeConfig {
        let rules =
            Rules::default().with_set(TileSet::DoubleNine).with_first_engine(Pip::new(rounds - 1).unwrap());
        PracticeConfig { name: Name::clean("Bo"), bots, levels: LEVELS, rules, logs }
    }

    /// Plays the person's side as the simple player would.
    fn play(bench: &mut Bench) {
        bench.run_to_person();
        while bench.snapshot().ended.is_none() {
            let game = bench.snapshot().game.clone().unwrap();
            let intent = match game.owing {
                Owing::Move => Intent::Act(player::choose(&game.seat_view().unwrap()).unwrap()),
                Owing::Seal => Intent::NextRound,
                Owing::Nothing => panic!("nobody owes anything at {:?}", game.stage),
            };
            bench.send(intent);
        }
    }

    #[test]
    fn a_match_is_played_to_its_end_and_its_log_verifies() {
        let folder = tempfile::tempdir().unwrap();
        let mut bench = Bench::new(&config(2, 2, Some(folder.path().join("logs"))), Duration::ZERO).unwrap();
        play(&mut bench);
        let snapshot = bench.snapshot();
        let game = snapshot.game.as_ref().unwrap();
        assert_eq!((snapshot.ended.as_ref(), game.stage), (Some(&Ended::Finished), Stage::Over));
        assert!(game.scoreboard.is_complete());
        let names: Vec<&str> = game.names().into_iter().map(Name::as_str).collect();
        // The person has the name that the second bot would have had.
        assert!(names.contains(&"Bo") && names.contains(&"Ada") && names.len() == 3, "{names:?}");
        let report = verify(fs::File::open(&game.log).unwrap(), NonZero::<usize>::MIN).unwrap();
        assert!(matches!(report.verdict, Verdict::Verified), "{:?}", report.verdict);
        let news = bench.take_news();
        assert!(news.iter().any(|news| matches!(news, News::Event(SessionEvent::MatchOver { .. }))));
        assert!(!news.iter().any(|news| matches!(news, News::Refused(_))));
    }

    #[test]
    fn bots_think_as_long_as_they_are_told() {
        let thinking = Duration::from_millis(300);
        let mut bench = Bench::new(&config(1, 1, None), thinking).unwrap();
        let start = Instant::now();
        let mut now = start;
        let mut waited = 0;
        for _ in 0..10_000 {
            match bench.step(now) {
                Next::Now => {}
                Next::At(when) => {
                    assert_eq!(when, now + thinking);
                    waited += 1;
                    now = when;
                }
                Next::Nothing => {
                    let game = bench.snapshot().game.clone().unwrap();
                    match game.owing {
                        Owing::Move => {
                            bench.take(Intent::Act(player::choose(&game.seat_view().unwrap()).unwrap()))
                        }
                        _ => break,
                    }
                }
            }
        }
        assert!(waited > 2, "{waited}");
        assert_eq!(now - start, thinking * waited);
    }

    #[test]
    fn what_the_rules_forbid_is_refused_and_said() {
        let mut bench = Bench::new(&config(1, 1, None), Duration::ZERO).unwrap();
        bench.run_to_person();
        bench.take_news();
        let before = bench.snapshot();
        bench.send(Intent::NextRound);
        bench.send(Intent::Ready(true));
        assert_eq!(bench.take_news().len(), 2);
        assert_eq!(bench.snapshot().game.as_ref().unwrap().have, before.game.as_ref().unwrap().have);
        bench.send(Intent::Leave);
        assert_eq!(bench.snapshot().ended, Some(Ended::Left));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_said_and_the_match_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let mut bench = Bench::new(&config(1, 1, Some(file)), Duration::ZERO).unwrap();
        assert!(matches!(&bench.take_news()[..], [News::Event(SessionEvent::Trouble { .. })]));
        play(&mut bench);
        assert_eq!(bench.snapshot().ended, Some(Ended::Finished));
    }
}

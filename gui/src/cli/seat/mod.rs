//! `mextrain host`, `join` and `bot`: one seat at a table, typed or automatic.
//!
//! The session plays; this module sets it up, tells what it tells, and passes on what is typed.

mod input;
mod saved;
mod setup;
mod teller;

use std::time::Duration;

use mextrain_core::bot::Level;
use mextrain_net::{
    ledger::Stage,
    place::Location,
    session::{
        self, CommandError, Ended, SavedSession, SessionEvent, SessionHandle, Snapshot,
        bot::{self, BotConfig},
    },
    table::{ActError, Owing},
};
use tokio::{sync::mpsc, time::Instant};

use self::teller::Teller;
pub use self::{
    input::{Input, Typed},
    setup::discovery,
};
use super::{
    Exit, Failure, Outcome,
    arguments::{Bot, Global, Host, Join, Resume, Seat},
    console::Console,
    interrupt::Interrupt,
    profile::Profile,
};
use crate::{
    absent::{Asker, Stand},
    hint, wording,
};

/// How long a table is looked for where nothing else was asked for.
const PATIENCE: Duration = Duration::from_secs(60);

/// After how long it is said that a table is still looked for.
const STILL: Duration = Duration::from_secs(3);

/// How long a session may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// Opens a table, and plays at it in the terminal.
pub fn host(options: &Host, global: &Global, console: &Console) -> Outcome {
    let place = Place::Own(setup::table(&options.table, &options.seat, global)?);
    let config = setup::config(global, &options.seat, &options.network, false)?;
    sit(place, &options.seat, config, Level::default(), console)
}

/// Sits down at a table, and plays in the terminal.
pub fn join(options: &Join, global: &Global, console: &Console) -> Outcome {
    let place = Place::At(options.location.clone());
    let config = setup::config(global, &options.seat, &options.network, false)?;
    sit(place, &options.seat, config, Level::default(), console)
}

/// Lets an automatic player play.
pub fn bot(options: &Bot, global: &Global, console: &Console) -> Outcome {
    let place = match &options.location {
        Some(location) => Place::At(location.clone()),
        None if options.host => Place::Own(setup::table(&options.table, &options.seat, global)?),
        None => {
            return Err(Failure::usage(
                "which table? \"mextrain bot LOCATION\" sits down at one, \"mextrain bot --host\" opens one",
            ));
        }
    };
    let config = setup::config(global, &options.seat, &options.network, true)?;
    sit(place, &options.seat, config, options.level, console)
}

/// Goes back to a seat of a match that was begun.
pub fn resume(options: &Resume, global: &Global, console: &Console) -> Outcome {
    let profile = Profile::of(global)?;
    let sessions = saved::to_take_up(profile.folder());
    if options.list {
        saved::list(&sessions, profile.folder(), console)?;
        return Ok(Exit::Success);
    }
    let session = saved::choose(sessions, options.session.as_deref(), profile.folder())?;
    // A new key would be nobody's in that match.
    profile.existing_identity()?;
    let config = setup::config(global, &options.seat, &options.network, options.bot)?;
    sit(Place::Saved(session), &options.seat, config, options.level, console)
}

/// Where a seat is.
enum Place {
    /// At a table of one's own.
    Own(session::TableConfig),
    /// At somebody's table.
    At(Location),
    /// In a match that was begun before.
    Saved(SavedSession),
}

/// Sits down, and stays. `level` is how an automatic seat plays.
fn sit(
    place: Place,
    options: &Seat,
    config: session::SessionConfig,
    level: Level,
    console: &Console,
) -> Outcome {
    let runtime = super::runtime()?;
    let outcome = runtime.block_on(async {
        let interrupt = Interrupt::listen(options.parent_pipe)?;
        let automatic = config.bot;
        let looking = match &place {
            Place::At(location) => Some(location.clone()),
            Place::Own(_) | Place::Saved(_) => None,
        };
        let back_to = match &place {
            Place::Saved(saved) => Some(wording::commands::back_to(&saved.table, &saved::players(saved))),
            Place::Own(_) | Place::At(_) => None,
        };
        let begun = match place {
            Place::Own(table) => session::host(config, table),
            Place::At(location) => session::join(config, location),
            Place::Saved(saved) => session::resume(config, &saved),
        };
        let (handle, events) =
            begun.map_err(|error| Failure::unexpected(wording::session::session_error(&error)))?;
        back_to.into_iter().for_each(|sentence| console.note(sentence));
        let input = if automatic || options.parent_pipe { Input::none() } else { Input::stdin() };
        if automatic {
            let player = handle.clone();
            let config = BotConfig { level, deserted: Some(bot::DESERTED), ..BotConfig::default() };
            tokio::spawn(async move { bot::drive(&player, config).await });
        }
        let sitting = Sitting {
            handle,
            events,
            input,
            input_over: false,
            still: looking.is_some().then(|| Instant::now() + STILL),
            looking,
            interrupt,
            teller: Teller::new(console, !automatic && !options.parent_pipe),
            console,
            asker: Asker::default(),
            automatic,
            options,
        };
        sitting.stay().await
    });
    // Whatever the session's tasks still hold (files that others would find) is dropped before the program ends.
    runtime.shutdown_timeout(GOODBYE);
    outcome
}

/// A seat that is taken, until it is over.
struct Sitting<'a> {
    handle: SessionHandle,
    events: mpsc::Receiver<SessionEvent>,
    input: Input,
    /// The input ended; nothing more will be typed.
    input_over: bool,
    /// Where the table is, if it is somebody else's, and may not be found.
    looking: Option<Location>,
    /// When it is to be said that it is still looked for.
    still: Option<Instant>,
    interrupt: Interrupt,
    teller: Teller,
    console: &'a Console,
    /// What this player has answered about somebody who is away.
    asker: Asker,
    /// Whether the seat plays by itself, so that there is nobody to ask.
    automatic: bool,
    options: &'a Seat,
}

impl Sitting<'_> {
    async fn stay(mut self) -> Outcome {
        let deadline = self.options.timeout.map(|limit| Instant::now() + limit);
        loop {
            tokio::select! {
                event = self.events.recv() => match event {
                    Some(SessionEvent::Ended { reason }) => {
                        self.teller.tell(&SessionEvent::Ended { reason: reason.clone() }, &self.handle)?;
                        return conclude(reason);
                    }
                    Some(event) => {
                        self.teller.tell(&event, &self.handle)?;
                        self.teller.settle(&self.handle, !self.events.is_empty())?;
                        self.ask(&event)?;
                        self.compare_words(&event)?;
                    }
                    None => return Err(Failure::unexpected("the session ended without a word")),
                },
                typed = self.input.next() => match typed {
                    Typed::Line(line) => self.take(&line).await?,
                    // While a table is looked for nothing is asked: what comes of that is said first.
                    Typed::End => {
                        self.input = Input::none();
                        self.input_over = true;
                    }
                },
                () = self.interrupt.wait() => {
                    self.leave().await;
                    return Err(Failure::new(Exit::Interrupted, "interrupted"));
                }
                () = until(self.still) => self.say_that_it_is_looked_for(),
                () = until(deadline) => {
                    let (seated, stage) = (self.is_seated(), self.stage());
                    self.leave().await;
                    return out_of_time(seated, stage);
                }
            }
            if self.input_over && (self.looking.is_none() || self.is_seated()) {
                self.leave().await;
                return Err(Failure::unexpected(wording::session::input_ended()));
            }
        }
    }

    /// Whoever waits at a place where nobody answers is told what is being tried, and for how long.
    fn say_that_it_is_looked_for(&mut self) {
        self.still = None;
        if let Some(location) = self.looking.as_ref().filter(|_| !self.is_seated()) {
            let patience = self.options.timeout.unwrap_or(PATIENCE);
            self.console.note(wording::seat::still_looking(location, patience));
        }
    }

    fn is_seated(&self) -> bool {
        let snapshot = self.handle.snapshot();
        let snapshot = snapshot.borrow();
        snapshot.lobby.is_some() || snapshot.game.is_some()
    }

    fn stage(&self) -> Option<Stage> {
        self.handle.snapshot().borrow().game.as_ref().map(|game| game.stage)
    }

    /// Other words than the ones somebody read out mean another table, or somebody in between.
    fn compare_words(&self, event: &SessionEvent) -> Result<(), Failure> {
        let (Some(expected), SessionEvent::Words { words, .. }) = (&self.options.expect_words, event) else {
            return Ok(());
        };
        if expected.words().iter().eq(words) {
            return Ok(());
        }
        Err(Failure::new(Exit::Stopped, wording::session::other_words(&words.join(" "))))
    }

    async fn take(&mut self, line: &str) -> Result<(), Failure> {
        let snapshot = self.handle.snapshot().borrow().clone();
        match input::understand(line, &snapshot) {
            input::Understood::Nothing => {}
            input::Understood::Say(sentence) => self.teller.say(sentence)?,
            input::Understood::Board => self.teller.board(&self.handle)?,
            input::Understood::Hint => self.hint(&snapshot).await?,
            input::Understood::Rules => self.teller.rules(&self.handle)?,
            input::Understood::Leave => self.handle.leave().await,
            input::Understood::Farewell => match self.handle.farewell().await {
                Ok(()) => {}
                // The last one at a table says goodbye to nobody, and before a match there is none to leave.
                Err(CommandError::Act(ActError::NotOwed)) => self.handle.leave().await,
                Err(_) if snapshot.game.is_none() => self.handle.leave().await,
                Err(error) => self.complain(Err(error))?,
            },
            input::Understood::Ready(ready) => self.complain(self.handle.ready(ready).await)?,
            input::Understood::Start => self.complain(self.handle.start().await)?,
            input::Understood::Next => match self.handle.next_round().await {
                Err(CommandError::Act(ActError::NotOwed)) => self.teller.say(wording::seat::no_scores())?,
                answer => self.complain(answer)?,
            },
            input::Understood::Phrase(phrase) => self.complain(self.handle.say(phrase).await)?,
            input::Understood::GoOn => self.go_on(&snapshot).await?,
            input::Understood::Wait => {
                match self.asker.question(&snapshot) {
                    Some(question) => self.asker.wait(&question),
                    None => return self.nobody_overdue(),
                }
                self.teller.say(wording::absent::waiting_on())?;
            }
            input::Understood::Move(choice) => {
                let answer = self.handle.act(choice).await;
                self.complain(answer)?;
            }
        }
        Ok(())
    }

    /// Says what could be done now.
    async fn hint(&self, snapshot: &Snapshot) -> Result<(), Failure> {
        let Some(game) = snapshot.game.clone().filter(|game| game.owing == Owing::Move) else {
            return Ok(self.teller.say(wording::hint::nothing_owed())?);
        };
        // Others may move meanwhile; nothing changes for who is asked until this player has answered.
        let thinking = tokio::task::spawn_blocking(move || hint::think(&game).map(|hint| (game, hint)));
        match thinking.await {
            Ok(Some((game, hint))) => Ok(self.teller.hint(&game, &hint)?),
            _ => Ok(self.teller.say(wording::hint::nothing_owed())?),
        }
    }

    /// Goes on without whoever the question is about.
    async fn go_on(&mut self, snapshot: &Snapshot) -> Result<(), Failure> {
        match self.asker.question(snapshot) {
            Some(question) if question.stand == Stand::Asked => {
                self.complain(self.handle.go_on_without(question.step(), question.missing).await)
            }
            Some(question) => Ok(self.teller.question(snapshot, &question)?),
            None => self.nobody_overdue(),
        }
    }

    /// There is no question to answer.
    fn nobody_overdue(&self) -> Result<(), Failure> {
        let begins = matches!(self.stage(), Some(Stage::Signing | Stage::Revealing));
        let why = if begins { wording::absent::not_begun() } else { wording::absent::nobody_overdue() };
        Ok(self.teller.say(why)?)
    }

    /// Asks what is to be asked now about somebody who is away.
    fn ask(&mut self, event: &SessionEvent) -> Result<(), Failure> {
        if !matches!(event, SessionEvent::Overdue { .. } | SessionEvent::Vote { .. }) || self.automatic {
            return Ok(());
        }
        let snapshot = self.handle.snapshot().borrow().clone();
        match self.asker.open_question(&snapshot) {
            Some(question) => Ok(self.teller.question(&snapshot, &question)?),
            None => Ok(()),
        }
    }

    fn complain(&self, answer: Result<(), CommandError>) -> Result<(), Failure> {
        if let Err(error) = answer {
            self.teller.say(wording::session::command_error(&error))?;
        }
        Ok(())
    }

    /// Says goodbye, and waits a little for the session to have said it too.
    async fn leave(&mut self) {
        self.handle.leave().await;
        let goodbye = async {
            while let Some(event) = self.events.recv().await {
                if matches!(event, SessionEvent::Ended { .. }) {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(GOODBYE, goodbye).await;
    }
}

/// The deadline, if there is one.
pub async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// How the program ends when the time that it was given is over. A match that has been played to its end is in time: the program was only
/// there still for others, who may have lacked something.
fn out_of_time(seated: bool, stage: Option<Stage>) -> Outcome {
    match (seated, stage) {
        (_, Some(Stage::Over)) => Ok(Exit::Success),
        (true, _) => Err(Failure::new(Exit::TimedOut, wording::session::match_too_long())),
        (false, _) => Err(Failure::new(Exit::NotFound, wording::session::not_reached())),
    }
}

/// How the program ends when its session has.
fn conclude(reason: Ended) -> Outcome {
    let exit = match reason {
        Ended::Finished | Ended::Left => return Ok(Exit::Success),
        Ended::Stopped | Ended::HostLeft => Exit::Stopped,
        Ended::NotFound | Ended::Unreachable { .. } | Ended::Refused { .. } => Exit::NotFound,
        Ended::Failed { .. } => Exit::Failure,
    };
    Err(Failure::new(exit, wording::session::ended(&reason)))
}

#[cfg(test)]
mod tests {
    use super::*;

    use mextrain_net::session::{Failed, Unreachable};

    #[test]
    fn every_end_has_its_exit() {
        let exit = |reason| conclude(reason).unwrap_or_else(|failure| failure.exit());
        let sentence = String::new;
        assert_eq!(exit(Ended::Finished), Exit::Success);
        assert_eq!(exit(Ended::Stopped), Exit::Stopped);
        assert_eq!(exit(Ended::HostLeft), Exit::Stopped);
        assert_eq!(exit(Ended::NotFound), Exit::NotFound);
        assert_eq!(exit(Ended::Unreachable { why: Unreachable::Silent }), Exit::NotFound);
        assert_eq!(exit(Ended::Refused { code: "full", sentence: sentence() }), Exit::NotFound);
        assert_eq!(exit(Ended::Failed { why: Failed::NoNetwork }), Exit::Failure);
        let late = |seated, stage| out_of_time(seated, stage).unwrap_or_else(|failure| failure.exit());
        assert_eq!(late(false, None), Exit::NotFound);
        assert_eq!(late(true, None), Exit::TimedOut);
        assert_eq!(late(true, Some(Stage::Sealing)), Exit::TimedOut);
        assert_eq!(late(true, Some(Stage::Stopped)), Exit::TimedOut);
        assert_eq!(late(true, Some(Stage::Over)), Exit::Success);
    }
}

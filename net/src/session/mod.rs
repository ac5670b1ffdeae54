//! A seat from beginning to end: find or open a table, gather, play, finish, over the network and with files on disk.
//!
//! ```text
//! host ─────────┐
//! find ─ join ──┴─ gather ─ play ─ over
//! resume ─────────────────────┘
//! ```
//!
//! One task runs through these stages and owns the [`node`]'s handle and events; one thread owns the table and its files (`worker`). A
//! window or a terminal holds a [`SessionHandle`] for commands, reads [`SessionEvent`]s, and shows the newest [`Snapshot`].
//!
//! Nothing depends on one message arriving: each second every two members compare how far they are and fetch what they lack. That is at
//! the same time the heartbeat by which a silent peer is noticed.
//!
//! The session decides nothing about the game: the lobby says who sits where, the table what counts.

pub mod bot;
mod browse;
mod chat;
mod context;
mod event;
mod failed;
pub(crate) mod files;
mod find;
mod gather;
mod manners;
mod play;
pub mod report;
mod snapshot;
mod trouble;
mod unreachable;
mod worker;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mextrain_core::{Move, SeatSet};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};

pub use self::browse::{FoundTable, Sighting, browse};
pub use self::event::{LobbyMember, SCHEMA, SessionEvent};
pub use self::failed::Failed;
pub use self::files::{SavedSession, Standing, broken_sessions, saved_sessions};
pub use self::snapshot::{Accusation, Game, HostPlace, Overdue, SAID, Said, Snapshot};
pub use self::trouble::Trouble;
pub use self::unreachable::Unreachable;
use crate::chat::Phrase;
use crate::identity::Identity;
use crate::lobby::{Agreement, Change, LobbyState, NotYet, Refused, SetupError};
use crate::log::frame::Damage;
use crate::name::Name;
use crate::node::{self, NodeConfig, NodeError, Port};
use crate::place::Location;
use crate::table::{ActError, TableError};

/// Who plays, and with what.
#[derive(Debug)]
pub struct SessionConfig {
    /// The profile's key.
    pub identity: Identity,
    /// What the player wants to be called.
    pub name: Name,
    /// Whether this seat plays by itself; said to the others.
    pub bot: bool,
    /// Where sessions and logs are kept.
    pub data: PathBuf,
    /// The network node; its key is replaced by the profile's.
    pub node: NodeConfig,
    /// For how long a table or its host is looked for; for ever, if `None`.
    pub patience: Option<Duration>,
    /// Whether the seat stays at the table after the match's end, so that people can talk, until it leaves.
    pub stay: bool,
}

/// The table that a host opens.
#[derive(Clone, Debug)]
pub struct TableConfig {
    /// What it is called.
    pub name: Name,
    /// What is played.
    pub agreement: Agreement,
    /// Whether the match begins as soon as all seats are taken, whoever is ready.
    pub start_when_full: bool,
    /// Whether strangers who ask for tables are not told of it.
    pub unlisted: bool,
}

/// Why a session cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The network.
    #[error(transparent)]
    Node(#[from] NodeError),
    /// The table.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Files in the data folder.
    #[error("the data folder cannot be used: {0}")]
    Files(#[from] io::Error),
    /// Another program has the session open.
    #[error("another program on this machine plays this match already")]
    Busy,
    /// A saved session whose journal cannot be read.
    #[error("the session cannot be resumed: {0}")]
    Journal(Damage),
    /// A match that this key has no table in, or none that goes on from the journal.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    Random,
}

/// Why a session is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Ended {
    /// The match was played to its end.
    Finished,
    /// Somebody broke the protocol.
    Stopped,
    /// This player left.
    Left,
    /// The host closed the table before the match.
    HostLeft,
    /// No table of that name was found in time.
    NotFound,
    /// Nobody could be reached at the address in time.
    Unreachable {
        /// What went wrong last; `sentence` where it is written down.
        #[serde(rename = "sentence", serialize_with = "unreachable::in_words")]
        why: Unreachable,
    },
    /// The host gave no seat.
    Refused {
        /// The refusal's code.
        code: &'static str,
        /// In words.
        sentence: String,
    },
    /// It could not go on on this machine.
    Failed {
        /// Why not; `sentence` where it is written down.
        #[serde(rename = "sentence", serialize_with = "failed::in_words")]
        why: Failed,
    },
}

impl From<Refused> for Ended {
    fn from(refused: Refused) -> Ended {
        Ended::Refused { code: refused.code(), sentence: refused.to_string() }
    }
}

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// It belongs to another stage of the session, or to the host.
    #[error("that is not possible now")]
    NotNow,
    /// The table refused it.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The table cannot be changed so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The match cannot begin yet.
    #[error(transparent)]
    NotYet(#[from] NotYet),
    /// The host refused it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It was the last of too many phrases at once.
    #[error("you have said enough for the moment; wait {} s", seconds(.wait))]
    TooMuch {
        /// How long to wait.
        wait: Duration,
    },
    /// The host could not be asked.
    #[error("the host does not answer")]
    NoAnswer,
    /// The session is over.
    #[error("the session is over")]
    Ended,
}

/// Commands to a session. Clones command the same session; it leaves the table when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct SessionHandle {
    commands: mpsc::Sender<Command>,
    snapshot: watch::Receiver<Arc<Snapshot>>,
}

pub(crate) type Reply = oneshot::Sender<Result<(), CommandError>>;

#[derive(Debug)]
enum Command {
    Ready { ready: bool, reply: Reply },
    Agree { agreement: Agreement, reply: Reply },
    Start { reply: Reply },
    Act { choice: Move, reply: Reply },
    NextRound { reply: Reply },
    GoOnWithout { step: u32, missing: SeatSet, reply: Reply },
    Farewell { reply: Reply },
    Say { phrase: Phrase, reply: Reply },
    Leave,
}

/// Opens a table and sits down at it. Must be called within a tokio runtime.
///
/// # Errors
/// [`SessionError`].
pub fn host(
    config: SessionConfig,
    table: TableConfig,
) -> Result<(SessionHandle, mpsc::Receiver<SessionEvent>), SessionError> {
    let seat = gather::OwnSeat::new(&config.identity)?;
    let hosting = gather::Hosting::new(&config, table, seat)?;
    start(config, Begin::Host(Box::new(hosting)))
}

/// Looks for a table and sits down at it. Must be called within a tokio runtime.
///
/// # Errors
/// [`SessionError`]; that there is no such table is told as [`SessionEvent::Ended`].
pub fn join(
    config: SessionConfig,
    location: Location,
) -> Result<(SessionHandle, mpsc::Receiver<SessionEvent>), SessionError> {
    let seat = gather::OwnSeat::new(&config.identity)?;
    start(config, Begin::Find(find::Goal::Location(location), seat))
}

/// Looks for the next table of a host that one has played with, and sits down at it as soon as it is open: until then the host may be gone, or
/// still be at the old table. Must be called within a tokio runtime.
///
/// # Errors
/// [`SessionError`]; what comes of the search is told as [`SessionEvent::Ended`].
pub fn follow(
    config: SessionConfig,
    host: HostPlace,
) -> Result<(SessionHandle, mpsc::Receiver<SessionEvent>), SessionError> {
    let seat = gather::OwnSeat::new(&config.identity)?;
    start(config, Begin::Find(find::Goal::Host(host), seat))
}

/// Goes on with a match whose session was saved, after the program was closed or crashed. Must be called within a tokio runtime.
///
/// # Errors
/// [`SessionError`], also if another program has the session open.
pub fn resume(
    mut config: SessionConfig,
    saved: &SavedSession,
) -> Result<(SessionHandle, mpsc::Receiver<SessionEvent>), SessionError> {
    let resumed = files::resume(saved, &config.identity)?;
    // Where the others look for this peer, if it may choose.
    if let (Port::Preferred, Some(port)) = (config.node.port, resumed.port_of(&config.identity.public_key()))
    {
        config.node.port = Port::Again(port);
    }
    start(config, Begin::Resume(Box::new(resumed)))
}

enum Begin {
    Host(Box<gather::Hosting>),
    Find(find::Goal, gather::OwnSeat),
    Resume(Box<play::Match>),
}

/// How many commands and events may wait.
const COMMANDS: usize = 32;
const EVENTS: usize = 1024;

fn start(
    mut config: SessionConfig,
    begin: Begin,
) -> Result<(SessionHandle, mpsc::Receiver<SessionEvent>), SessionError> {
    config.node.keypair = config.identity.keypair().clone();
    let (node, node_events) = node::start(config.node.clone())?;
    let (commands_in, commands) = mpsc::channel(COMMANDS);
    let (events, events_out) = mpsc::channel(EVENTS);
    let (snapshot, snapshot_out) = watch::channel(Arc::new(Snapshot::default()));
    let context = context::Context::new(config, node, node_events, commands, events, snapshot);
    tokio::spawn(run(context, begin));
    Ok((SessionHandle { commands: commands_in, snapshot: snapshot_out }, events_out))
}

async fn run(mut context: context::Context, begin: Begin) {
    let outcome = stages(&mut context, begin).await;
    context.end(outcome);
}

async fn stages(context: &mut context::Context, begin: Begin) -> Ended {
    let gathered = match begin {
        Begin::Host(hosting) => gather::host(context, *hosting).await,
        Begin::Find(goal, seat) => match find::find(context, goal, seat).await {
            Ok(visit) => gather::visit(context, visit).await,
            Err(ended) => return ended,
        },
        Begin::Resume(resumed) => Ok(*resumed),
    };
    match gathered {
        Ok(game) => play::play(context, game).await,
        Err(ended) => ended,
    }
}

impl SessionHandle {
    /// Says that this player is ready for the table as it stands, or not.
    ///
    /// # Errors
    /// [`CommandError`].
    pub async fn ready(&self, ready: bool) -> Result<(), CommandError> {
        self.ask(|reply| Command::Ready { ready, reply }).await
    }

    /// Changes what will be played: hosts only.
    ///
    /// # Errors
    /// [`CommandError`].
    pub async fn change_rules(&self, agreement: Agreement) -> Result<(), CommandError> {
        self.ask(|reply| Command::Agree { agreement, reply }).await
    }

    /// Begins the match: hosts only. With free seats the table is made as small as who sits there first, for which everybody must be ready
    /// anew. A full table whose players are ready begins by itself.
    ///
    /// # Errors
    /// [`CommandError`].
    pub async fn start(&self) -> Result<(), CommandError> {
        self.ask(|reply| Command::Start { reply }).await
    }

    /// Makes the move that this player owes.
    ///
    /// # Errors
    /// [`CommandError`].
    pub async fn act(&self, choice: Move) -> Result<(), CommandError> {
        self.ask(|reply| Command::Act { choice, reply }).await
    }

    /// Confirms the round's scores: this player is ready for the next round.
    ///
    /// # Errors
    /// [`CommandError`].
    pub async fn next_round(&self) -> Result<(), CommandError> {
        self.ask(|reply| Command::NextRound { reply }).await
    }

    /// Agrees to go on without these seats, one of which is waited for at this step: that of the state that the player has seen, since a
    /// vote cannot be taken back. See [`Snapshot::overdue`] for when to ask the player, and [`snapshot::Game::ballots`] for what the others
    /// want.
    ///
    /// # Errors
    /// [`CommandError`], above all [`ActError::TooFew`].
    pub async fn go_on_without(&self, step: u32, missing: SeatSet) -> Result<(), CommandError> {
        self.ask(|reply| Command::GoOnWithout { step, missing, reply }).await
    }

    /// Says something to everybody at the table, from when this player sits there. It is part of no log, and who is away misses it.
    ///
    /// # Errors
    /// [`CommandError`], above all [`CommandError::TooMuch`].
    pub async fn say(&self, phrase: Phrase) -> Result<(), CommandError> {
        self.ask(|reply| Command::Say { phrase, reply }).await
    }

    /// Leaves the match for good: the others go on without this seat, which cannot be come back to. The session ends once somebody has
    /// heard it.
    ///
    /// # Errors
    /// [`CommandError`]; before and after a match, and for the last one at a table, there is nothing to leave so.
    pub async fn farewell(&self) -> Result<(), CommandError> {
        self.ask(|reply| Command::Farewell { reply }).await
    }

    /// Leaves; the session ends soon. A match that has begun is left as by closing the program: it can be resumed.
    pub async fn leave(&self) {
        let _ = self.commands.send(Command::Leave).await;
    }

    /// The session as it stands, always the newest.
    #[must_use]
    pub fn snapshot(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.snapshot.clone()
    }

    async fn ask(&self, command: impl FnOnce(Reply) -> Command) -> Result<(), CommandError> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(command(reply)).await.map_err(|_| CommandError::Ended)?;
        answer.await.unwrap_or(Err(CommandError::Ended))
    }
}

/// Whole seconds, so that whoever waits for so many has waited long enough.
fn seconds(wait: &Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

/// A lobby as the events show it.
fn lobby_event(state: &LobbyState, own: &[u8; 32], changes: Vec<Change>) -> SessionEvent {
    let members = state.members.iter().enumerate().map(|(place, member)| LobbyMember {
        name: member.name.clone(),
        ready: member.ready,
        bot: member.bot,
        host: place == 0,
        you: member.key == *own,
    });
    let agreement = &state.agreement;
    let (seats, keep_going) = (agreement.seats.value(), agreement.absence.keep_going);
    SessionEvent::Lobby { seats, members: members.collect(), changes, keep_going }
}

#[cfg(test)]
mod tests;

//! Watching a match without a seat at it.
//!
//! Whoever watches is a peer with a key of its own that no charter names. It asks one member after the other for the log, piece by piece, and
//! checks every step of it as a seat does: members can keep something from it for a while, and cannot tell it anything untrue. All it ever
//! sees is what the log shows to everybody. It takes no part in the gossip of the table, where it would stand between members, and says
//! nothing but that question; so that nothing at the table depends on it.

mod book;
mod sources;

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use libp2p::PeerId;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use self::book::{Book, Trouble};
pub use self::book::{Keep, is_free_for_a_log};
use self::sources::Sources;
use crate::charter::Charter;
use crate::ledger::Happening;
use crate::lobby::Refused;
use crate::name::Name;
use crate::node::message::{PROTOCOL_VERSION, Request, Response};
use crate::node::{self, DialError, NodeConfig, NodeEvent, NodeHandle, RequestError};
use crate::place::Location;
use crate::session::{Ended, Failed, SessionError, SessionEvent, Unreachable};

/// How often it is asked for what is new.
const ASK: Duration = Duration::from_millis(500);

/// How long an answer may take: once everything is here, and while much is to be sent.
const SOON: Duration = Duration::from_millis(1500);
const WHILE: Duration = Duration::from_secs(5);

/// How many news may wait for whoever shows them; the watching waits for that.
const NEWS: usize = 256;

/// How a match is watched.
#[derive(Clone, Debug)]
pub struct WatchConfig {
    /// The network node, with a key that need not be anybody's.
    pub node: NodeConfig,
    /// Where the log is left.
    pub keep: Keep,
    /// For how long the table is looked for, and for how long nobody at it may answer.
    pub patience: Duration,
}

/// What somebody who watches is told. The last one is [`SessionEvent::Ended`].
#[derive(Clone, Debug)]
pub enum WatchNews {
    /// How the watching stands.
    Standing(Standing),
    /// The match is this one.
    Table(Arc<Charter>),
    /// Something happened in the match.
    Happened {
        /// The step of the log.
        step: u32,
        /// What.
        happening: Happening,
        /// The players' names then: by seat once seats are drawn.
        names: Vec<Name>,
        /// The same as a seat's session would tell it.
        events: Vec<SessionEvent>,
    },
    /// Something else: where the log is, whose turn it is, why the match was stopped, the end.
    Event(SessionEvent),
}

/// How the watching stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The table is looked for.
    Searching,
    /// The table is there, and its match has not begun.
    NotBegun,
    /// What has happened before is being checked.
    CatchingUp,
    /// What is told happens now.
    Live,
    /// Nobody at the table answers.
    Lost,
}

/// Watches the match at a table, from its beginning to its end, or until the receiver is dropped. Must be called within a tokio runtime.
///
/// # Errors
/// [`SessionError`]; what comes of the search is told.
pub fn watch(config: WatchConfig, location: Location) -> Result<mpsc::Receiver<WatchNews>, SessionError> {
    let (node, events) = node::start(config.node.clone())?;
    let (told, news) = mpsc::channel(NEWS);
    let watcher = Watcher {
        node,
        told,
        pending: FuturesUnordered::new(),
        sources: Sources::new(location),
        book: Some(Box::new(Book::new(config.keep))),
        mixed: false,
        busy: false,
        standing: None,
        begun: false,
        patience: config.patience,
        heard: Instant::now(),
        trouble: Unreachable::Silent,
    };
    tokio::spawn(watcher.run(events));
    Ok(news)
}

/// Something that was waited for.
enum Done {
    Dialled(Result<PeerId, DialError>),
    Tables {
        peer: PeerId,
        answer: Result<Response, RequestError>,
    },
    /// `None`: it took too long.
    Log {
        peer: PeerId,
        answer: Option<Result<Response, RequestError>>,
    },
    Checked(Box<Checked>),
}

/// A piece of the log that was looked at.
struct Checked {
    peer: PeerId,
    book: Box<Book>,
    news: Vec<WatchNews>,
    outcome: Result<(), Trouble>,
    length: u64,
}

struct Watcher {
    node: NodeHandle,
    told: mpsc::Sender<WatchNews>,
    pending: FuturesUnordered<BoxFuture<'static, Done>>,
    sources: Sources,
    /// Absent while a piece is being checked.
    book: Option<Box<Book>>,
    /// Whether the log so far comes from more than one member.
    mixed: bool,
    /// A question for the log is under way, or its answer being checked.
    busy: bool,
    standing: Option<Standing>,
    /// There is something of the match.
    begun: bool,
    patience: Duration,
    /// When somebody at the table answered last.
    heard: Instant,
    trouble: Unreachable,
}

impl Watcher {
    async fn run(mut self, mut events: mpsc::Receiver<NodeEvent>) {
        let location = self.sources.location().to_string();
        self.tell(WatchNews::Event(SessionEvent::Searching { location })).await;
        self.stand(Standing::Searching).await;
        let told = self.told.clone();
        let mut ticks = interval(ASK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ended = loop {
            let deadline = self.heard + self.patience;
            let outcome = tokio::select! {
                event = events.recv() => match event {
                    Some(event) => self.node_event(event).await,
                    None => Err(Ended::Failed { why: Failed::NoNetwork }),
                },
                Some(done) = self.pending.next() => self.done(done).await,
                _ = ticks.tick() => self.go_on().await,
                () = sleep_until(deadline), if !self.busy => Err(self.in_vain()),
                () = told.closed() => return,
            };
            if let Err(ended) = outcome {
                break ended;
            }
        };
        if let Some(Err(error)) = self.book.as_deref().map(Book::sync) {
            tracing::warn!(%error, "the log may lack its end");
        }
        self.tell(WatchNews::Event(SessionEvent::Ended { reason: ended })).await;
    }

    async fn node_event(&mut self, event: NodeEvent) -> Result<(), Ended> {
        match event {
            NodeEvent::PeerReady { peer, .. } => {
                self.sources.is_ready(peer);
                self.go_on().await?;
            }
            NodeEvent::PeerLost { peer } => self.sources.is_lost(&peer),
            NodeEvent::PeerOtherVersion { peer, version } if self.sources.is_target(&peer) => {
                let theirs =
                    version.map_or_else(|| "another".to_owned(), |version| format!("version {version}"));
                let sentence =
                    format!("it speaks {theirs} of the protocol, this program version {PROTOCOL_VERSION}");
                return Err(Ended::Refused { code: "version", sentence });
            }
            NodeEvent::Request { request: Request::Tables, responder, .. } => {
                responder.send(Response::Tables(Default::default())).await;
            }
            NodeEvent::Request { responder, .. } => {
                responder.send(Response::Refused(Refused::NotMember)).await;
            }
            _ => {}
        }
        Ok(())
    }

    /// Does whatever is to be done next.
    async fn go_on(&mut self) -> Result<(), Ended> {
        if let Some((addresses, expected)) = self.sources.dial_now(Instant::now()) {
            let node = self.node.clone();
            self.pending.push(Box::pin(async move { Done::Dialled(node.dial(addresses, expected).await) }));
        }
        for peer in self.sources.ask_for_tables() {
            let node = self.node.clone();
            self.pending.push(Box::pin(async move {
                Done::Tables { peer, answer: node.request(peer, Request::Tables).await }
            }));
        }
        self.ask().await
    }

    /// Asks for what is new, if somebody can be asked.
    async fn ask(&mut self) -> Result<(), Ended> {
        if self.busy {
            return Ok(());
        }
        let Some(book) = &self.book else { return Ok(()) };
        let before = self.sources.current();
        let Some(peer) = self.sources.choose(Instant::now()) else {
            if self.sources.all_say_it_is_over() {
                return Err(Ended::Stopped);
            }
            if self.begun {
                self.stand(Standing::Lost).await;
            }
            return Ok(());
        };
        self.mixed |= before.is_some_and(|before| before != peer) && book.wanted() > 0;
        self.busy = true;
        let request = Request::Watch { table: self.sources.table(), from: book.wanted() };
        let node = self.node.clone();
        // Who has nothing to send but what is new answers at once, or is gone, which the connection may not know yet.
        let patience = if self.standing == Some(Standing::Live) { SOON } else { WHILE };
        self.pending.push(Box::pin(async move {
            Done::Log { peer, answer: timeout(patience, node.request(peer, request)).await.ok() }
        }));
        Ok(())
    }

    async fn done(&mut self, done: Done) -> Result<(), Ended> {
        match done {
            Done::Dialled(outcome) => {
                // Who was reached is asked once it has introduced itself.
                if let Err(why) = self.sources.dialled(outcome) {
                    self.trouble = why;
                }
                Ok(())
            }
            Done::Tables { peer, answer } => {
                self.sources.told(peer, answer.ok());
                self.ask().await
            }
            Done::Log { peer, answer } => {
                self.busy = false;
                let Some(answer) = answer else {
                    self.sources.rest(peer, Instant::now());
                    return self.ask().await;
                };
                self.answered(peer, answer).await
            }
            Done::Checked(checked) => {
                self.busy = false;
                self.checked(*checked).await
            }
        }
    }

    async fn answered(&mut self, peer: PeerId, answer: Result<Response, RequestError>) -> Result<(), Ended> {
        let now = Instant::now();
        match answer {
            Ok(Response::Watched { bytes, length, over, players }) => {
                self.heard = now;
                self.sources.are_at(players.into_iter().map(|address| address.0));
                if bytes.is_empty() {
                    return self.nothing_new(peer, length, over).await;
                }
                self.check(peer, bytes.into_vec(), length);
            }
            Ok(Response::Refused(Refused::NotBegun)) => {
                self.heard = now;
                self.stand(Standing::NotBegun).await;
            }
            Ok(Response::Refused(Refused::Full)) => {
                self.trouble = Unreachable::TooManyWatch;
                self.sources.rest(peer, now);
            }
            Ok(Response::Refused(refused)) => {
                self.trouble = Unreachable::Refused(refused);
                self.sources.rest(peer, now);
            }
            Ok(_) => self.sources.distrust(peer),
            Err(error) => {
                self.trouble = error.into();
                self.sources.rest(peer, now);
                return self.ask().await;
            }
        }
        Ok(())
    }

    /// There is nothing beyond what is here, or nothing is given for the moment.
    async fn nothing_new(&mut self, peer: PeerId, length: u64, over: bool) -> Result<(), Ended> {
        let wanted = self.book.as_deref().map_or(0, Book::wanted);
        if wanted < length {
            return Ok(());
        }
        if over {
            // Over there and not in the log: it was stopped for a reason that only the table knows, or this member alone gave up.
            self.sources.says_it_is_over(peer);
            return self.ask().await;
        }
        if self.begun {
            self.stand(Standing::Live).await;
        }
        Ok(())
    }

    /// Has a piece checked, on a thread that may compute for a while.
    fn check(&mut self, peer: PeerId, bytes: Vec<u8>, length: u64) {
        let Some(mut book) = self.book.take() else { return };
        self.busy = true;
        self.pending.push(Box::pin(async move {
            let done = tokio::task::spawn_blocking(move || {
                let mut news = Vec::new();
                let outcome = book.take(&bytes, &mut news);
                if book.wanted() >= length {
                    news.extend(book.turn());
                }
                Box::new(Checked { peer, book, news, outcome, length })
            });
            match done.await {
                Ok(checked) => Done::Checked(checked),
                // Only if the runtime is ending, and this with it.
                Err(_) => std::future::pending().await,
            }
        }));
    }

    async fn checked(&mut self, checked: Checked) -> Result<(), Ended> {
        let Checked { peer, mut book, news, outcome, length } = checked;
        let live = book.wanted() >= length;
        self.heard = Instant::now();
        self.begun |= book.charter().is_some();
        self.sources.know(book.charter().map(|charter| charter.table), book.players());
        if !live {
            self.stand(Standing::CatchingUp).await;
        }
        for one in news {
            self.tell(one).await;
        }
        match outcome {
            Ok(()) => {}
            Err(Trouble::Failed(why)) => return Err(Ended::Failed { why }),
            Err(Trouble::Forged) => {
                self.trouble = Unreachable::Forged;
                // Two logs may not fit together though each holds: that is nobody's fault but of who signed one thing twice.
                if !std::mem::take(&mut self.mixed) {
                    self.sources.distrust(peer);
                }
                book.begin_anew();
            }
        }
        let ended = book.ended.clone();
        self.book = Some(book);
        if let Some(ended) = ended {
            return Err(ended);
        }
        if live {
            self.stand(Standing::Live).await;
            return Ok(());
        }
        self.ask().await
    }

    fn in_vain(&self) -> Ended {
        match self.sources.location() {
            Location::Table(_) if !self.sources.has_any() && !self.begun => Ended::NotFound,
            _ => Ended::Unreachable { why: self.trouble.clone() },
        }
    }

    async fn stand(&mut self, standing: Standing) {
        if self.standing.replace(standing) != Some(standing) {
            self.tell(WatchNews::Standing(standing)).await;
        }
    }

    async fn tell(&mut self, news: WatchNews) {
        // Nobody there to be told: the loop notices.
        let _ = self.told.send(news).await;
    }
}

//! The window's side of the network: the runtime, the tables that are found, and the bots that come with a table.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use mextrain_net::{
    doctor::{self, Inquiry, Report},
    identity::Identity,
    name::Name,
    node::{NodeConfig, Port},
    place::Location,
    session::{
        self, FoundTable, SessionConfig, SessionError, SessionEvent, SessionHandle, Sighting,
        bot::{self, BotConfig},
        browse, saved_sessions,
    },
};
use tokio::{
    runtime::{Handle, Runtime},
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

use crate::window::seat::Wake;

/// How long a bot seems to think.
const THINKING: Duration = Duration::from_millis(300);

/// How long saying goodbye may take when the window is closed.
const GOODBYE: Duration = Duration::from_millis(1500);

/// A session, just begun.
pub(super) type Sat = (SessionHandle, mpsc::Receiver<SessionEvent>);

/// The runtime, and what runs on it for the window.
pub(super) struct Network {
    /// Gone only while the window closes.
    runtime: Option<Runtime>,
    search: Option<Search>,
    no_search: Option<String>,
    bots: Vec<JoinHandle<()>>,
    wake: Wake,
}

struct Search {
    since: Instant,
    news: mpsc::Receiver<Sighting>,
    by_id: BTreeMap<[u8; 16], FoundTable>,
    /// The same in order of their names, as they are shown.
    tables: Vec<FoundTable>,
}

impl Network {
    pub fn new(wake: Wake) -> std::io::Result<Network> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        Ok(Network { runtime: Some(runtime), search: None, no_search: None, bots: Vec::new(), wake })
    }

    pub fn runtime(&self) -> Handle {
        // Nothing asks for it once the window closes.
        self.runtime.as_ref().map_or_else(Handle::current, |runtime| runtime.handle().clone())
    }

    /// Begins to look for tables, if that is not going on already.
    pub fn search(&mut self) {
        if self.search.is_some() {
            return;
        }
        match self.begin_search() {
            Ok(search) => {
                self.search = Some(search);
                self.no_search = None;
            }
            Err(why) => self.no_search = Some(format!("Tables cannot be looked for: {why}.")),
        }
    }

    /// Forgets what was found, and looks again.
    pub fn search_again(&mut self) {
        self.search = None;
        self.search();
    }

    pub fn stop_searching(&mut self) {
        self.search = None;
    }

    /// Takes in the tables that were found, or are gone, since the last call.
    pub fn poll(&mut self) {
        let Some(search) = &mut self.search else { return };
        let mut changed = false;
        loop {
            match search.news.try_recv() {
                Ok(Sighting::Found(table)) => {
                    search.by_id.insert(table.advert.table, table);
                    changed = true;
                }
                Ok(Sighting::Gone(table)) => changed |= search.by_id.remove(&table).is_some(),
                Err(mpsc::error::TryRecvError::Empty) => break,
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    self.no_search = Some("The search for tables has stopped.".to_owned());
                    break;
                }
            }
        }
        if changed {
            search.tables = search.by_id.values().cloned().collect();
            search.tables.sort_by(|one, other| one.advert.name.as_str().cmp(other.advert.name.as_str()));
        }
    }

    pub fn searching_since(&self) -> Option<Instant> {
        self.search.as_ref().map(|search| search.since)
    }

    pub fn tables(&self) -> &[FoundTable] {
        self.search.as_ref().map_or(&[], |search| &search.tables)
    }

    pub fn no_search(&self) -> Option<&str> {
        self.no_search.as_deref()
    }

    /// Begins a session on the runtime.
    pub fn sit(&self, begin: impl FnOnce() -> Result<Sat, SessionError>) -> Result<Sat, String> {
        let runtime = self.runtime();
        let _inside = runtime.enter();
        begin().map_err(|error| error.to_string())
    }

    /// Seats bots at the table that `host` is to open. Each has a folder of its own, so that it can come back with the match.
    pub fn invite_bots(&mut self, host: &SessionHandle, bots: u8, data: &Path) {
        for (place, name) in bot_names().take(usize::from(bots)).enumerate() {
            let (host, folder) = (host.clone(), bot_folder(data, place));
            self.bots.push(self.runtime().spawn(async move {
                if let Err(error) = sit_bot(&host, name, folder).await {
                    tracing::warn!(error, "a bot could not sit down");
                }
            }));
        }
    }

    /// Brings the bots of a match back to it, and says how many there are.
    pub fn resume_bots(&mut self, session: &Path, data: &Path) -> u8 {
        let mut back = 0;
        for (place, name) in bot_names().enumerate() {
            let folder = bot_folder(data, place);
            let same = |saved: &session::SavedSession| {
                saved.folder.file_name() == session.file_name() && !saved.over
            };
            let Some(saved) = saved_sessions(&folder).into_iter().find(same) else { continue };
            back += 1;
            self.bots.push(self.runtime().spawn(async move {
                let seat = bot_config(name, folder)
                    .and_then(|config| session::resume(config, &saved).map_err(|error| error.to_string()));
                match seat {
                    Ok((handle, events)) => play(handle, events).await,
                    Err(error) => tracing::warn!(error, "a bot could not come back"),
                }
            }));
        }
        back
    }

    /// Sends the bots away.
    pub fn dismiss_bots(&mut self) {
        self.bots.drain(..).for_each(|bot| bot.abort());
    }

    /// Ends everything, within a moment.
    pub fn close(&mut self) {
        self.search = None;
        self.dismiss_bots();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(GOODBYE);
        }
    }

    fn begin_search(&self) -> Result<Search, String> {
        // Nobody needs to know who is looking, and nobody needs to be able to call back.
        let identity = Identity::random().map_err(|error| error.to_string())?;
        let mut node = NodeConfig::new(identity.keypair().clone());
        node.listen = Vec::new();
        node.port = Port::Any;
        let runtime = self.runtime();
        let _inside = runtime.enter();
        let mut found = browse(node).map_err(|error| error.to_string())?;
        let (told, news) = mpsc::channel(256);
        let wake = self.wake.clone();
        runtime.spawn(async move {
            // Ends, and with it the search, when nobody listens any more.
            loop {
                tokio::select! {
                    sighting = found.recv() => {
                        let Some(sighting) = sighting else { return };
                        if told.send(sighting).await.is_err() {
                            return;
                        }
                        wake();
                    }
                    () = told.closed() => return,
                }
            }
        });
        Ok(Search { since: Instant::now(), news, by_id: BTreeMap::new(), tables: Vec::new() })
    }
}

fn bot_names() -> impl Iterator<Item = Name> {
    ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus"].into_iter().map(Name::clean)
}

fn bot_folder(data: &Path, place: usize) -> PathBuf {
    data.join("bots").join(place.to_string())
}

fn bot_config(name: Name, folder: PathBuf) -> Result<SessionConfig, String> {
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let identity = Identity::load_or_create(&folder.join("key")).map_err(|error| error.to_string())?;
    let mut node = NodeConfig::new(identity.keypair().clone());
    node.port = Port::Any;
    let patience = Some(Duration::from_secs(60));
    Ok(SessionConfig { identity, name, bot: true, data: folder, node, patience, stay: false })
}

async fn sit_bot(host: &SessionHandle, name: Name, folder: PathBuf) -> Result<(), String> {
    let mut snapshots = host.snapshot();
    let opened = snapshots
        .wait_for(|snapshot| snapshot.code.is_some())
        .await
        .map_err(|error| error.to_string())?
        .clone();
    let Some(code) = opened.code else { return Ok(()) };
    let config = bot_config(name, folder)?;
    let (handle, events) = session::join(config, Location::Code(code)).map_err(|error| error.to_string())?;
    play(handle, events).await;
    Ok(())
}

async fn play(handle: SessionHandle, mut events: mpsc::Receiver<SessionEvent>) {
    let drain = async { while events.recv().await.is_some() {} };
    tokio::join!(drain, bot::drive(&handle, BotConfig { delay: THINKING }));
}

/// The checks of the network, which take some seconds.
#[derive(Default)]
pub(super) struct Checks {
    running: Option<oneshot::Receiver<Report>>,
    done: Option<Report>,
}

impl Checks {
    /// Begins them anew, and forgets what was found before.
    pub fn start(&mut self, inquiry: Inquiry, runtime: &Handle, wake: Wake) {
        let (told, running) = oneshot::channel();
        self.done = None;
        self.running = Some(running);
        runtime.spawn(async move {
            // Nobody listens any more if they were started anew meanwhile.
            let _ = told.send(doctor::examine(inquiry).await);
            wake();
        });
    }

    pub fn poll(&mut self) {
        if let Some(Ok(report)) = self.running.as_mut().map(oneshot::Receiver::try_recv) {
            self.done = Some(report);
            self.running = None;
        }
    }

    pub fn done(&self) -> Option<&Report> {
        self.done.as_ref()
    }
}

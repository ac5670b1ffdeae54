//! The window's side of the network: the runtime, and the tables that are found.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use mextrain_net::{
    doctor::{self, Inquiry, Report},
    identity::Identity,
    node::{NodeConfig, Port},
    place::Location,
    session::{FoundTable, SessionError, SessionEvent, SessionHandle, Sighting, browse},
    watch::{self, Keep, WatchConfig, WatchNews},
};
use tokio::{
    runtime::{Handle, Runtime},
    sync::{mpsc, oneshot},
};

use crate::{
    window::{seat::Wake, words::lobby as text},
    wording::session::{identity_error, node_error, session_error},
};

/// How long whatever still runs may take to end when the window is closed.
const END: Duration = Duration::from_millis(500);

/// For how long a table to watch is looked for, and nobody at it may answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many news of a match that is watched may wait for the next frame.
const NEWS: usize = 256;

/// A session, just begun.
pub(super) type Sat = (SessionHandle, mpsc::Receiver<SessionEvent>);

/// The runtime, and what runs on it for the window.
pub(super) struct Network {
    /// Gone only while the window closes.
    runtime: Option<Runtime>,
    search: Option<Search>,
    no_search: Option<String>,
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
        Ok(Network { runtime: Some(runtime), search: None, no_search: None, wake })
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
            Err(why) => self.no_search = Some(text::no_search(&why)),
        }
    }

    /// Forgets what was found, and looks again.
    pub fn search_again(&mut self) {
        self.search = None;
        self.search();
    }

    pub fn stop_searching(&mut self) {
        self.search = None;
        self.no_search = None;
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
                    // Gone for good: the next one begins anew.
                    self.search = None;
                    self.no_search = Some(text::search_stopped().to_owned());
                    return;
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
        begin().map_err(|error| session_error(&error))
    }

    /// Begins to watch a match, whose log is left in this folder. The watching ends when the receiver is dropped.
    pub fn watch(&self, location: Location, logs: PathBuf) -> Result<mpsc::Receiver<WatchNews>, String> {
        // Nobody needs to know who is watching.
        let identity = Identity::random().map_err(|error| identity_error(&error))?;
        let mut node = NodeConfig::new(identity.keypair().clone());
        // The usual port is for tables.
        node.port = Port::Any;
        let config = WatchConfig { node, keep: Keep::In(logs), patience: PATIENCE };
        let runtime = self.runtime();
        let _inside = runtime.enter();
        let mut heard = watch::watch(config, location).map_err(|error| session_error(&error))?;
        let (told, news) = mpsc::channel(NEWS);
        let wake = self.wake.clone();
        runtime.spawn(async move {
            loop {
                tokio::select! {
                    one = heard.recv() => {
                        let Some(one) = one else { return };
                        // What does not fit waits for the next frame.
                        if told.send(one).await.is_err() {
                            return;
                        }
                        wake();
                    }
                    () = told.closed() => return,
                }
            }
        });
        Ok(news)
    }

    /// Begins a session on a thread that may wait for the disk and for proofs; what comes of it, and whatever else `begin` has read, comes
    /// through the channel.
    pub fn sit_apart<T: Send + 'static>(&self, begin: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
        let (told, begun) = channel();
        let wake = self.wake.clone();
        self.runtime().spawn_blocking(move || {
            // Nobody listens any more if the person has changed their mind; what was begun ends with that.
            let _ = told.send(begin());
            wake();
        });
        begun
    }

    /// Ends everything, within a moment.
    pub fn close(&mut self) {
        self.stop_searching();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(END);
        }
    }

    fn begin_search(&self) -> Result<Search, String> {
        // Nobody needs to know who is looking, and nobody needs to be able to call back.
        let identity = Identity::random().map_err(|error| identity_error(&error))?;
        let mut node = NodeConfig::new(identity.keypair().clone());
        node.listen = Vec::new();
        node.port = Port::Any;
        let runtime = self.runtime();
        let _inside = runtime.enter();
        let mut found = browse(node).map_err(|error| node_error(&error))?;
        let (told, news) = mpsc::channel(256);
        let wake = self.wake.clone();
        runtime.spawn(async move {
            // Ends, and with it the search, when nobody listens any more.
            loop {
                tokio::select! {
                    sighting = found.recv() => {
                        let Some(sighting) = sighting else { break };
                        if told.send(sighting).await.is_err() {
                            return;
                        }
                        wake();
                    }
                    () = told.closed() => return,
                }
            }
            // It has stopped by itself, which is told by hanging up.
            drop(told);
            wake();
        });
        Ok(Search { since: Instant::now(), news, by_id: BTreeMap::new(), tables: Vec::new() })
    }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_search_that_has_stopped_can_be_begun_again() {
        let mut network = Network::new(Arc::new(|| {})).unwrap();
        let (told, news) = mpsc::channel(1);
        network.search =
            Some(Search { since: Instant::now(), news, by_id: BTreeMap::new(), tables: Vec::new() });
        network.poll();
        assert!(network.searching_since().is_some() && network.no_search().is_none());
        drop(told);
        network.poll();
        assert!(network.searching_since().is_none());
        assert_eq!(network.no_search(), Some(text::search_stopped()));
        // Home is shown again.
        network.search();
        assert!(network.searching_since().is_some() || network.no_search() != Some(text::search_stopped()));
        // A seat is taken: nothing of it is left for when Home is shown the next time.
        network.stop_searching();
        assert!(network.searching_since().is_none() && network.no_search().is_none());
    }
}

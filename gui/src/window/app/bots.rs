//! The bots that come with a table of this window: each is a peer of its own, with a key and a folder, so that it can come back with the
//! match. What keeps one from its seat is told, for otherwise people would wait for it.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    time::Duration,
};

use mextrain_core::bot::Level;
use mextrain_net::{
    identity::Identity,
    name::Name,
    node::{NodeConfig, Port},
    place::{Location, Recognised},
    session::{
        self, Ended, SavedSession, SessionConfig, SessionEvent, SessionHandle,
        bot::{self, BotConfig},
        saved_sessions,
    },
};
use tokio::{runtime::Handle, sync::mpsc, task::JoinHandle, time::timeout};

use crate::{
    window::{bots, seat::Wake, words::lobby as text},
    wording::session::{identity_error, session_error},
};

/// For how long a bot waits until the table has a join code; without one it tries an address.
const CODE: Duration = Duration::from_secs(10);

/// For how long a bot looks for its table.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many troubles may wait for the next frame.
const TROUBLES: usize = 16;

/// The bots at the table, and what they have to say.
pub(super) struct Bots {
    seated: Vec<JoinHandle<()>>,
    teller: Teller,
    troubles: Receiver<String>,
}

/// How well the bots play, each by its place among them.
pub(super) type Levels = [Level; bots::MOST as usize];

/// A bot of a match that is gone on with.
pub(super) struct Returning {
    place: usize,
    name: Name,
    folder: PathBuf,
    saved: SavedSession,
}

#[derive(Clone)]
struct Teller {
    told: SyncSender<String>,
    wake: Wake,
}

impl Bots {
    pub fn new(wake: Wake) -> Bots {
        let (told, troubles) = sync_channel(TROUBLES);
        Bots { seated: Vec::new(), teller: Teller { told, wake }, troubles }
    }

    /// Seats bots at the table that `host` is to open.
    pub fn invite(&mut self, runtime: &Handle, host: &SessionHandle, count: u8, data: &Path, levels: Levels) {
        for ((place, name), level) in bots::names().enumerate().zip(levels).take(usize::from(count)) {
            let (host, folder, teller) = (host.clone(), folder(data, place), self.teller.clone());
            self.seated.push(runtime.spawn(async move {
                let outcome = sit(host, name.clone(), folder, level).await;
                teller.tell(&name, outcome);
            }));
        }
    }

    /// Brings bots back to their match.
    pub fn bring_back(&mut self, runtime: &Handle, returning: Vec<Returning>, levels: Levels) {
        for Returning { place, name, folder, saved } in returning {
            let level = levels.get(place).copied().unwrap_or_default();
            let teller = self.teller.clone();
            self.seated.push(runtime.spawn(async move {
                let resumed = tokio::task::spawn_blocking({
                    let name = name.clone();
                    move || {
                        let config = config(name, folder)?;
                        session::resume(config, &saved).map_err(|error| session_error(&error))
                    }
                });
                let outcome = match resumed.await {
                    Ok(Ok((handle, events))) => play(handle, events, level).await,
                    Ok(Err(why)) => Err(why),
                    // It was sent away meanwhile.
                    Err(_) => Ok(()),
                };
                teller.tell(&name, outcome);
            }));
        }
    }

    /// Sends all of them away.
    pub fn dismiss(&mut self) {
        self.seated.drain(..).for_each(|bot| bot.abort());
    }

    /// What went wrong since the last call, in sentences.
    pub fn troubles(&mut self) -> Vec<String> {
        self.troubles.try_iter().collect()
    }
}

impl Teller {
    fn tell(&self, bot: &Name, outcome: Result<(), String>) {
        let Err(why) = outcome else { return };
        tracing::warn!(why, "a bot could not play");
        // Full only if seven bots have complained twice.
        let _ = self.told.try_send(text::bot_trouble(bot, &why));
        (self.wake)();
    }
}

/// Which bots of this window were in the match with this folder. Reads the disk.
pub(super) fn returning(session: &Path, data: &Path) -> Vec<Returning> {
    let same =
        |saved: &SavedSession| saved.folder.file_name() == session.file_name() && saved.can_be_taken_up();
    let bots = bots::names().enumerate().filter_map(|(place, name)| {
        let folder = folder(data, place);
        let saved = saved_sessions(&folder).into_iter().find(same)?;
        Some(Returning { place, name, folder, saved })
    });
    bots.collect()
}

fn folder(data: &Path, place: usize) -> PathBuf {
    data.join("bots").join(place.to_string())
}

fn config(name: Name, folder: PathBuf) -> Result<SessionConfig, String> {
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let identity = Identity::load_or_create(&folder.join("key")).map_err(|error| identity_error(&error))?;
    let mut node = NodeConfig::new(identity.keypair().clone());
    node.port = Port::Any;
    Ok(SessionConfig { identity, name, bot: true, data: folder, node, patience: Some(PATIENCE), stay: false })
}

async fn sit(host: SessionHandle, name: Name, folder: PathBuf, level: Level) -> Result<(), String> {
    let Some(location) = way_in(host, CODE).await? else { return Ok(()) };
    let (handle, events) =
        session::join(config(name, folder)?, location).map_err(|error| session_error(&error))?;
    play(handle, events, level).await
}

/// Where the host's table is; nowhere, if it was closed before it could be reached.
async fn way_in(host: SessionHandle, patience: Duration) -> Result<Option<Location>, String> {
    let mut snapshots = host.snapshot();
    let opened = snapshots.wait_for(|snapshot| snapshot.code.is_some() || snapshot.ended.is_some());
    match timeout(patience, opened).await {
        Ok(Ok(snapshot)) if snapshot.ended.is_none() => Ok(snapshot.code.map(Location::Code)),
        Ok(_) => Ok(None),
        // A code holds an IPv4 address, which not every computer has.
        Err(_) => {
            let addresses = host.snapshot().borrow().addresses.clone();
            addressed(&addresses).map(Some).ok_or_else(|| text::no_way_in().to_owned())
        }
    }
}

/// The first of these addresses that can be gone to.
fn addressed(addresses: &[String]) -> Option<Location> {
    addresses.iter().find_map(|address| match Location::recognise(address) {
        Recognised::Location(location @ (Location::Address(_) | Location::Multiaddr(_))) => Some(location),
        _ => None,
    })
}

/// Plays to the end, and says why there was no match, if there was none.
async fn play(
    handle: SessionHandle,
    mut events: mpsc::Receiver<SessionEvent>,
    level: Level,
) -> Result<(), String> {
    let config = BotConfig { delay: bots::THINKING, level, ..BotConfig::default() };
    let drain = async { while events.recv().await.is_some() {} };
    tokio::join!(drain, bot::drive(&handle, config));
    let ended = handle.snapshot().borrow().ended.clone();
    match ended {
        Some(
            ended @ (Ended::NotFound
            | Ended::Unreachable { .. }
            | Ended::Refused { .. }
            | Ended::Failed { .. }),
        ) => Err(text::ended(&ended)),
        Some(Ended::Finished | Ended::Stopped | Ended::Left | Ended::HostLeft) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn without_a_code_an_address_will_do() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let found = addressed(&texts(&["", "Kitchen", "/ip6/::1/tcp/4711"]));
        assert!(matches!(found, Some(Location::Multiaddr(_))), "{found:?}");
        assert!(addressed(&texts(&["Kitchen"])).is_none());
    }

    #[test]
    fn a_bot_that_cannot_sit_down_says_so() {
        let folder = tempfile::tempdir().unwrap();
        // Where its folder should be is a file.
        fs::create_dir(folder.path().join("bots")).unwrap();
        fs::write(folder.path().join("bots/0"), "").unwrap();
        let saved = |place: &str| {
            // Only the folder's name counts before the files are read.
            returning(Path::new(place), folder.path()).len()
        };
        assert_eq!(saved("nothing"), 0);
        let why = config(Name::clean("Ada"), super::folder(folder.path(), 0)).unwrap_err();
        let bots = &mut Bots::new(Arc::new(|| {}));
        bots.teller.tell(&Name::clean("Ada"), Err(why.clone()));
        bots.teller.tell(&Name::clean("Bo"), Ok(()));
        assert_eq!(bots.troubles(), [text::bot_trouble(&Name::clean("Ada"), &why)]);
        assert!(bots.troubles().is_empty());
        // Far more than anybody reads between two frames.
        (0..100).for_each(|_| bots.teller.tell(&Name::clean("Ada"), Err(why.clone())));
        assert_eq!(bots.troubles().len(), TROUBLES);
    }
}

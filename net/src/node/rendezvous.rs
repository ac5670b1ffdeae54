//! Peers of one machine find each other through a folder: multicast does not travel over the loopback interface, and a machine without
//! a network has no other.
//!
//! Every peer keeps one small file there, named by its peer id, with the addresses it listens on; rewritten while it runs, removed when it
//! ends. What is read is as untrusted as a multicast packet: it only says where to dial, and the dial authenticates.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use libp2p::{Multiaddr, PeerId};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

use super::book::MAX_ADDRESSES;
use crate::folders;
use crate::place;

/// How many files are looked at, and how large one may be, in bytes.
pub(crate) const FILES: usize = 64;
pub(crate) const FILE_LIMIT: usize = 4096;

/// How often the folder is looked at, how often the own file is rewritten, and after how long without that a file is a dead peer's.
const LOOK: Duration = Duration::from_millis(500);
const REFRESH: Duration = Duration::from_secs(20);
const STALE: Duration = Duration::from_secs(120);

/// The folder where this user's peers meet.
#[must_use]
pub fn default_folder() -> PathBuf {
    let absolute =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path: &PathBuf| path.is_absolute());
    if let Some(runtime) = absolute("XDG_RUNTIME_DIR") {
        return runtime.join("mextrain-peers");
    }
    let user = std::env::var("USER").or_else(|_| std::env::var("LOGNAME")).unwrap_or_default();
    let user: String = user.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    std::env::temp_dir().join(format!("mextrain-peers-{user}"))
}

/// One peer's file in the folder.
#[derive(Debug)]
pub struct Rendezvous {
    folder: PathBuf,
    own: PeerId,
    /// Files that were read, by name, and when they were written: unchanged ones are not read again.
    seen: HashMap<String, SystemTime>,
    written: Option<(Vec<Multiaddr>, SystemTime)>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    schema: String,
    peer: String,
    addresses: Vec<String>,
}

const SCHEMA: &str = "mextrain.peer/1";

impl Rendezvous {
    /// Opens the folder, and makes it if need be.
    ///
    /// # Errors
    /// What the system says, and if others may write into the folder.
    pub fn open(folder: &Path, own: PeerId) -> io::Result<Rendezvous> {
        folders::private_folder(folder)?;
        Ok(Rendezvous { folder: folder.to_owned(), own, seen: HashMap::new(), written: None })
    }

    /// Writes the own file if the addresses changed or it is time to show that one is still there.
    ///
    /// # Errors
    /// What the system says.
    pub fn announce(&mut self, addresses: &[Multiaddr]) -> io::Result<()> {
        let now = SystemTime::now();
        let fresh = |written: &SystemTime| now.duration_since(*written).is_ok_and(|age| age < REFRESH);
        if self.written.as_ref().is_some_and(|(old, when)| old == addresses && fresh(when)) {
            return Ok(());
        }
        // Who reads this is on the same machine: its own addresses always work there.
        let mut nearest_first: Vec<&Multiaddr> = addresses.iter().collect();
        nearest_first.sort_by_key(|address| {
            !place::socket_address(address).is_some_and(|address| address.ip().is_loopback())
        });
        let entry = Entry {
            schema: SCHEMA.to_owned(),
            peer: self.own.to_base58(),
            addresses: nearest_first.into_iter().take(MAX_ADDRESSES).map(Multiaddr::to_string).collect(),
        };
        folders::replace_private(&self.own_file(), serde_json::to_string(&entry)?.as_bytes())?;
        self.written = Some((addresses.to_vec(), now));
        Ok(())
    }

    /// The peers whose files are new or were rewritten since the last look. Files of dead peers are removed.
    ///
    /// # Errors
    /// What the system says of the folder; files that cannot be read are passed over.
    pub fn look(&mut self) -> io::Result<Vec<(PeerId, Vec<Multiaddr>)>> {
        let own_file = self.own_file();
        let mut found = Vec::new();
        let mut seen = HashMap::new();
        for file in fs::read_dir(&self.folder)?.flatten().take(FILES) {
            let Ok(name) = file.file_name().into_string() else { continue };
            let path = file.path();
            let Ok(written) = file.metadata().and_then(|metadata| metadata.modified()) else { continue };
            if path == own_file {
                continue;
            }
            if written.elapsed().is_ok_and(|age| age > STALE) {
                // Removed in the meantime is as good.
                let _ = fs::remove_file(&path);
                continue;
            }
            if self.seen.get(&name) != Some(&written) {
                found.extend(read_entry(&path, &own_file).filter(|(peer, _)| *peer != self.own));
            }
            seen.insert(name, written);
        }
        self.seen = seen;
        Ok(found)
    }

    fn own_file(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.own))
    }
}

impl Drop for Rendezvous {
    fn drop(&mut self) {
        if self.written.is_some() {
            let _ = fs::remove_file(self.own_file());
        }
    }
}

/// Keeps the own file in the folder up to date and tells of others' until `found` or `addresses` is closed. Errors end it with a word
/// in the log: there are other ways to be found.
pub(super) async fn run(
    mut rendezvous: Rendezvous,
    addresses: watch::Receiver<Vec<Multiaddr>>,
    found: mpsc::Sender<(PeerId, Vec<Multiaddr>)>,
) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = found.closed() => return,
        }
        let own = addresses.borrow().clone();
        if own.is_empty() {
            continue;
        }
        let looked = tokio::task::spawn_blocking(move || {
            let peers = rendezvous.announce(&own).and_then(|()| rendezvous.look());
            (rendezvous, peers)
        });
        let Ok((returned, peers)) = looked.await else { return };
        rendezvous = returned;
        match peers {
            Ok(peers) => {
                for peer in peers {
                    if found.send(peer).await.is_err() {
                        return;
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the folder where peers of this machine meet cannot be used");
                return;
            }
        }
    }
}

fn read_entry(path: &Path, own_file: &Path) -> Option<(PeerId, Vec<Multiaddr>)> {
    if path.extension()? != "json" || !folders::is_private_and_owned_like(path, own_file).ok()? {
        return None;
    }
    let entry: Entry = serde_json::from_slice(&folders::read_at_most(path, FILE_LIMIT).ok()?).ok()?;
    if entry.schema != SCHEMA || entry.addresses.len() > MAX_ADDRESSES {
        return None;
    }
    let peer: PeerId = entry.peer.parse().ok()?;
    if path.file_stem()?.to_str()? != peer.to_base58() {
        return None;
    }
    let addresses = entry.addresses.iter().map(|address| address.parse()).collect::<Result<_, _>>().ok()?;
    Some((peer, addresses))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses() -> Vec<Multiaddr> {
        vec!["/ip4/127.0.0.1/tcp/5000".parse().unwrap(), "/ip4/127.0.0.1/udp/5000/quic-v1".parse().unwrap()]
    }

    #[test]
    fn two_peers_find_each_other_and_leave_nothing_behind() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("peers");
        let (one_id, other_id) = (PeerId::random(), PeerId::random());
        let mut one = Rendezvous::open(&folder, one_id).unwrap();
        let mut other = Rendezvous::open(&folder, other_id).unwrap();
        one.announce(&addresses()).unwrap();
        assert_eq!(one.look().unwrap(), []);
        other.announce(&addresses()).unwrap();
        assert_eq!(one.look().unwrap(), [(other_id, addresses())]);
        assert_eq!(one.look().unwrap(), []);
        assert_eq!(other.look().unwrap(), [(one_id, addresses())]);
        drop((one, other));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn files_that_are_not_a_peers_are_passed_over() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("peers");
        let mut own = Rendezvous::open(&folder, PeerId::random()).unwrap();
        own.announce(&addresses()).unwrap();
        let peer = PeerId::random();
        let write =
            |name: &str, text: &str| folders::replace_private(&folder.join(name), text.as_bytes()).unwrap();
        let entry = |addresses: &str| {
            format!(r#"{{"schema":"mextrain.peer/1","peer":"{peer}","addresses":{addresses}}}"#)
        };
        write("other.json", &entry("[]"));
        write(&format!("{peer}.txt"), &entry("[]"));
        for text in [
            "",
            "{}",
            &entry(r#"["nonsense"]"#),
            &entry(&format!("[{}\"\"]", "\"\",".repeat(9))),
            &" ".repeat(5000),
        ] {
            write(&format!("{peer}.json"), text);
            assert_eq!(own.look().unwrap(), []);
            // So that the next one is not taken for unchanged on a file system with coarse times.
            own.seen.clear();
        }
        write(&format!("{peer}.json"), &entry(r#"["/ip4/127.0.0.1/tcp/1"]"#));
        assert_eq!(own.look().unwrap().len(), 1);
    }

    #[test]
    fn a_dead_peers_file_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("peers");
        let mut own = Rendezvous::open(&folder, PeerId::random()).unwrap();
        own.announce(&addresses()).unwrap();
        let mut dead = Rendezvous::open(&folder, PeerId::random()).unwrap();
        dead.announce(&addresses()).unwrap();
        let file = fs::File::options().write(true).open(dead.own_file()).unwrap();
        file.set_modified(SystemTime::now() - STALE - REFRESH).unwrap();
        assert_eq!(own.look().unwrap(), []);
        assert!(!dead.own_file().exists());
    }
}

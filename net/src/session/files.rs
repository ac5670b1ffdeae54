//! A session's files: `sessions/<id>/` with the journal and what is needed to come back, and `logs/<id>.mtlog`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use mextrain_crypto::MatchSecret;
use serde::{Deserialize, Serialize};

use super::SessionError;
use super::play::{Match, Player};
use super::worker::Seat;
use crate::charter::{self, Charter};
use crate::folders;
use crate::identity::Identity;
use crate::log::{Journal, JournalWriter, LOG_ENDING, LogWriter};
use crate::name::Name;
use crate::node::message::Address;
use crate::table::{Table, TableError};

const JOURNAL: &str = "journal";
const ABOUT: &str = "session.json";
const LOCK: &str = "lock";
const SCHEMA: &str = "mextrain.session/1";
const ABOUT_LIMIT: usize = 64 * 1024;
/// For how long after its end a match can be opened again for those who lack it.
const KEPT_FOR_OTHERS: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A match that was begun on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSession {
    /// Its folder.
    pub folder: PathBuf,
    /// What the table was called.
    pub table: Name,
    /// The players in the order in which they came.
    pub players: Vec<Name>,
    /// Whether there is anything to come back to.
    pub standing: Standing,
    addresses: Vec<Vec<String>>,
    lack: Option<Vec<usize>>,
}

impl SavedSession {
    /// Whether it can be taken up again: something is left to play, or somebody lacks the end.
    #[must_use]
    pub fn can_be_taken_up(&self) -> bool {
        self.standing != Standing::Over
    }

    /// Whether something is left to play.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.standing == Standing::Unfinished
    }
}

/// How far a match that was begun on this machine has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is something left to play.
    Unfinished,
    /// Played to its end here. Whoever crashed before its last signature came has to get that from somebody.
    Finished {
        /// The players who lack the end, as far as is known.
        lack: Vec<Name>,
    },
    /// Everybody has its end, or it was stopped, or left, or is finished for more than a week.
    Over,
}

#[derive(Serialize, Deserialize)]
struct About {
    schema: String,
    table: Name,
    players: Vec<Name>,
    /// Where everybody was last, by place in the roster.
    addresses: Vec<Vec<String>>,
    over: bool,
    /// Once the match is at its end here: who lacks it, by place in the roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lack: Option<Vec<usize>>,
}

/// The sessions in a data folder, the newest first. What cannot be read is passed over.
#[must_use]
pub fn saved_sessions(data: &Path) -> Vec<SavedSession> {
    let Ok(entries) = fs::read_dir(data.join("sessions")) else { return Vec::new() };
    let mut sessions: Vec<_> = entries
        .flatten()
        .filter_map(|entry| {
            let changed =
                entry.path().join(JOURNAL).metadata().and_then(|journal| journal.modified()).ok()?;
            let old = SystemTime::now().duration_since(changed).is_ok_and(|age| age > KEPT_FOR_OTHERS);
            Some((changed, read_about(&entry.path(), old)?))
        })
        .collect();
    sessions.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    sessions.into_iter().map(|(_, session)| session).collect()
}

/// What a session keeps open besides the table's own files.
#[derive(Debug)]
pub(super) struct Kept {
    about: PathBuf,
}

impl Kept {
    /// Writes down that there is nothing left to come back to.
    pub fn close(&self) -> io::Result<()> {
        self.change(|about| about.over = true)
    }

    /// Writes down that the match is at its end here, which those at these places in the roster lack.
    pub fn finish(&self, lack: Vec<usize>) -> io::Result<()> {
        self.change(|about| {
            about.over = lack.is_empty();
            about.lack = Some(lack);
        })
    }

    /// Writes down where everybody is now, by place in the roster. Of whom nothing is known, what was known stays.
    pub fn remember(&self, places: &[Vec<String>]) -> io::Result<()> {
        self.change(|about| {
            about.addresses.resize(places.len(), Vec::new());
            for (before, now) in about.addresses.iter_mut().zip(places).filter(|(_, now)| !now.is_empty()) {
                before.clone_from(now);
            }
        })
    }

    fn change(&self, change: impl FnOnce(&mut About)) -> io::Result<()> {
        let bytes = folders::read_at_most(&self.about, ABOUT_LIMIT)?;
        let mut about: About = serde_json::from_slice(&bytes)?;
        change(&mut about);
        folders::replace_private(&self.about, &serde_json::to_vec_pretty(&about)?)
    }
}

/// Begins a match's files, the secrets on disk, and makes its table.
pub(super) fn begin(
    data: &Path,
    identity: &Identity,
    charter: &Charter,
    nonce: [u8; 32],
    table_name: &Name,
    players: &[Player],
) -> Result<(Seat, Kept), SessionError> {
    let bytes = charter.encode();
    let secret = MatchSecret::from_os().map_err(|_| SessionError::Random)?;
    let folder = data.join("sessions").join(short_id(&bytes));
    folders::private_folder(&folder)?;
    let lock = lock(&folder)?;
    let about = About {
        schema: SCHEMA.to_owned(),
        table: table_name.clone(),
        players: charter.roster.iter().map(|member| member.name.clone()).collect(),
        addresses: players
            .iter()
            .map(|player| player.addresses.iter().map(|address| address.0.to_string()).collect())
            .collect(),
        over: false,
        lack: None,
    };
    let about_path = folder.join(ABOUT);
    folders::replace_private(&about_path, &serde_json::to_vec_pretty(&about).map_err(io::Error::other)?)?;
    let journal = JournalWriter::create(&folder.join(JOURNAL), &secret, &nonce, &bytes)?;
    let log = LogWriter::create(&log_path(data, &bytes)?, &bytes)?;
    let table = Table::new(&bytes, identity.signing_key().clone(), secret, nonce)?;
    Ok((Seat { table, journal, log, _lock: lock }, Kept { about: about_path }))
}

/// Takes a match up where its journal ends. The log is written anew: the table's output begins with the journal's complete steps.
pub(super) fn resume(saved: &SavedSession, identity: &Identity) -> Result<Match, SessionError> {
    let lock = lock(&saved.folder)?;
    let path = saved.folder.join(JOURNAL);
    let read = Journal::read(&path).map_err(SessionError::Journal)?;
    let charter = Charter::decode(&read.charter).map_err(TableError::Charter)?;
    let journal = JournalWriter::resume(&path, &read)?;
    let secret = MatchSecret::from_bytes(*read.secret.expose());
    let envelopes = read.envelopes.iter().map(Vec::as_slice);
    let table = Table::resume(&read.charter, identity.signing_key().clone(), secret, read.nonce, envelopes)?;
    let data = saved.folder.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    let log = LogWriter::create(&log_path(data, &read.charter)?, &read.charter)?;
    let players = charter.roster.iter().enumerate().map(|(place, member)| Player {
        name: member.name.clone(),
        key: member.key,
        addresses: addresses(saved.addresses.get(place)),
    });
    // Before everybody has signed, some may not have got the charter from their host.
    let keys = || charter.roster.iter().map(|member| member.key);
    let hosts = keys().next() == Some(identity.public_key()) && table.have().step == 0;
    Ok(Match {
        players: players.collect(),
        seat: Seat { table, journal, log, _lock: lock },
        kept: Kept { about: saved.folder.join(ABOUT) },
        charter: read.charter,
        lobby: None,
        lack: saved.lack.clone(),
        to_start: keys().skip(1).filter(|_| hosts).collect(),
    })
}

fn addresses(texts: Option<&Vec<String>>) -> Vec<Address> {
    texts.into_iter().flatten().take(8).filter_map(|text| text.parse().ok().map(Address)).collect()
}

/// What is written down of a match, which was written to last long ago if it is `old`.
fn read_about(folder: &Path, old: bool) -> Option<SavedSession> {
    let about: About =
        serde_json::from_slice(&folders::read_at_most(&folder.join(ABOUT), ABOUT_LIMIT).ok()?).ok()?;
    let standing = match &about.lack {
        _ if about.over => Standing::Over,
        None => Standing::Unfinished,
        Some(_) if old => Standing::Over,
        Some(lack) => Standing::Finished {
            lack: lack.iter().filter_map(|&place| about.players.get(place)).cloned().collect(),
        },
    };
    (about.schema == SCHEMA).then(|| SavedSession {
        folder: folder.to_owned(),
        table: about.table,
        players: about.players,
        standing,
        addresses: about.addresses,
        lack: about.lack,
    })
}

fn log_path(data: &Path, charter: &[u8]) -> io::Result<PathBuf> {
    let folder = data.join("logs");
    fs::create_dir_all(&folder)?;
    Ok(folder.join(format!("{}.{LOG_ENDING}", short_id(charter))))
}

/// The first half of the charter's id: long enough to tell one's own matches apart.
pub(crate) fn short_id(charter: &[u8]) -> String {
    charter::charter_id(charter).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn lock(folder: &Path) -> Result<File, SessionError> {
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    file.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => SessionError::Busy,
        fs::TryLockError::Error(error) => SessionError::Files(error),
    })?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_at_its_end_is_kept_for_those_who_lack_it_and_not_for_ever() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("sessions").join("00");
        fs::create_dir_all(&folder).unwrap();
        let journal = File::create(folder.join(JOURNAL)).unwrap();
        // As it was written before ends were kept.
        let about = r#"{"schema":"mextrain.session/1","table":"Kitchen","players":["Ada","Bo"],"addresses":[[],[]],"over":false}"#;
        fs::write(folder.join(ABOUT), about).unwrap();
        let kept = Kept { about: folder.join(ABOUT) };
        let standing = || saved_sessions(data.path()).remove(0).standing;
        assert_eq!(standing(), Standing::Unfinished);
        // Places that nobody has can only come from somebody who changed the file.
        kept.finish(vec![1, 7]).unwrap();
        assert_eq!(standing(), Standing::Finished { lack: vec![Name::clean("Bo")] });
        let age = |age: Duration| journal.set_modified(SystemTime::now() - age).unwrap();
        age(KEPT_FOR_OTHERS - Duration::from_secs(60));
        assert_ne!(standing(), Standing::Over);
        age(KEPT_FOR_OTHERS + Duration::from_secs(60));
        assert_eq!(standing(), Standing::Over);
        age(Duration::ZERO);
        kept.finish(Vec::new()).unwrap();
        assert_eq!(standing(), Standing::Over);
    }
}

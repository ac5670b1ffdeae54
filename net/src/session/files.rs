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
use crate::log::frame::Damage;
use crate::log::{Journal, JournalWriter, LOG_ENDING, LogWriter};
use crate::name::Name;
use crate::node::message::Address;
use crate::table::{Table, TableError};

const JOURNAL: &str = "journal";
const ABOUT: &str = "session.json";
const LOCK: &str = "lock";
const SCHEMA: &str = "mextrain.session/1";
const SCHEMA_NAME: &str = "mextrain.session/";
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

    /// What is wrong with the beginning of its journal, if it cannot be taken up for that.
    #[must_use]
    pub fn damage(&self) -> Option<Damage> {
        Journal::charter_in(&self.folder.join(JOURNAL)).err()
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

/// The sessions in a data folder, the newest first. Those of which neither what is written down about them nor the journal can be read are passed
/// over, see [`broken_sessions`].
#[must_use]
pub fn saved_sessions(data: &Path) -> Vec<SavedSession> {
    let mut sessions: Vec<_> = folders_in(data)
        .filter_map(|folder| {
            let changed = folder.join(JOURNAL).metadata().and_then(|journal| journal.modified()).ok()?;
            let old = SystemTime::now().duration_since(changed).is_ok_and(|age| age > KEPT_FOR_OTHERS);
            Some((changed, read_session(&folder, old).ok()?))
        })
        .collect();
    sessions.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    sessions.into_iter().map(|(_, session)| session).collect()
}

/// The folders of sessions in a data folder that cannot be taken up, and why not.
#[must_use]
pub fn broken_sessions(data: &Path) -> Vec<(PathBuf, Damage)> {
    let broken =
        folders_in(data).filter_map(|folder| Some((folder.clone(), read_session(&folder, true).err()?)));
    let mut broken: Vec<_> = broken.collect();
    broken.sort_by(|(one, _), (other, _)| one.cmp(other));
    broken
}

fn folders_in(data: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(data.join("sessions")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
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
        let mut about = read_about(&self.about).ok_or(io::ErrorKind::InvalidData)?;
        change(&mut about);
        about.write(&self.about)
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
    let addresses = players
        .iter()
        .map(|player| player.addresses.iter().map(|address| address.0.to_string()).collect())
        .collect();
    let about = About::new(table_name.clone(), charter, addresses);
    let (about_path, journal_path) = (folder.join(ABOUT), folder.join(JOURNAL));
    let create = || {
        let journal = JournalWriter::create(&journal_path, &secret, &nonce, &bytes)?;
        let log = LogWriter::create(&log_path(data, &bytes)?, &bytes)?;
        about.write(&about_path)?;
        Ok::<_, io::Error>((journal, log))
    };
    let (journal, log) = match create() {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error.into()),
        Err(error) => {
            // Nothing has been signed yet, and half of it would be no session that could be come back to.
            let _ = fs::remove_file(&journal_path);
            let _ = fs::remove_file(&about_path);
            return Err(error.into());
        }
    };
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
    let about_path = saved.folder.join(ABOUT);
    if read_about(&about_path).is_none() {
        About::new(saved.table.clone(), &charter, Vec::new()).write(&about_path)?;
    }
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
        kept: Kept { about: about_path },
        charter: read.charter,
        lobby: None,
        lack: saved.lack.clone(),
        to_start: keys().skip(1).filter(|_| hosts).collect(),
    })
}

fn addresses(texts: Option<&Vec<String>>) -> Vec<Address> {
    texts.into_iter().flatten().take(8).filter_map(|text| text.parse().ok().map(Address)).collect()
}

impl About {
    /// Of a match that begins.
    fn new(table: Name, charter: &Charter, addresses: Vec<Vec<String>>) -> About {
        let players = charter.roster.iter().map(|member| member.name.clone()).collect();
        About { schema: SCHEMA.to_owned(), table, players, addresses, over: false, lack: None }
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        folders::replace_private(path, &serde_json::to_vec_pretty(self).map_err(io::Error::other)?)
    }
}

fn read_about(path: &Path) -> Option<About> {
    let about = serde_json::from_slice(&folders::read_at_most(path, ABOUT_LIMIT).ok()?).ok();
    about.filter(|about: &About| about.schema == SCHEMA)
}

/// The version of what is written down about a match by a later program.
fn other_version(path: &Path) -> Option<u16> {
    let about: serde_json::Value =
        serde_json::from_slice(&folders::read_at_most(path, ABOUT_LIMIT).ok()?).ok()?;
    let schema = about.get("schema")?.as_str().filter(|schema| *schema != SCHEMA)?;
    schema.strip_prefix(SCHEMA_NAME)?.parse().ok()
}

/// A session, which was written to last long ago if it is `old`. Where what is written down about it is lost, the journal says who plays in it,
/// and the beginning of its id has to do for the table's name.
fn read_session(folder: &Path, old: bool) -> Result<SavedSession, Damage> {
    let charter = || Journal::charter_in(&folder.join(JOURNAL));
    let about = match read_about(&folder.join(ABOUT)) {
        Some(about) => about,
        None => {
            if let Some(version) = other_version(&folder.join(ABOUT)) {
                return Err(Damage::Version(version));
            }
            let bytes = charter()?;
            let charter = Charter::decode(&bytes).map_err(|_| Damage::Broken { offset: 0 })?;
            About::new(Name::clean(short_id(&bytes).get(..8).unwrap_or_default()), &charter, Vec::new())
        }
    };
    let standing = match &about.lack {
        _ if about.over => Standing::Over,
        None => Standing::Unfinished,
        Some(_) if old => Standing::Over,
        Some(lack) => Standing::Finished {
            lack: lack.iter().filter_map(|&place| about.players.get(place)).cloned().collect(),
        },
    };
    let About { table, players, addresses, lack, .. } = about;
    Ok(SavedSession { folder: folder.to_owned(), table, players, standing, addresses, lack })
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

    /// Whatever becomes of what is written down about a match, its journal is enough to come back.
    #[test]
    fn a_session_whose_notes_are_damaged_is_there_all_the_same() {
        let (charter, keys, nonces) = crate::charter::tests::sample(
            3,
            mextrain_core::Rules::default(),
            crate::charter::Proofs::EveryTurn,
        );
        let data = tempfile::tempdir().unwrap();
        let identity = Identity::of(keys[1].clone());
        let name = Name::clean("Kitchen");
        let folder = data.path().join("sessions").join(short_id(&charter.encode()));
        let good = {
            begin(data.path(), &identity, &charter, nonces[1], &name, &[]).unwrap();
            fs::read(folder.join(ABOUT)).unwrap()
        };
        let names: Vec<Name> = charter.roster.iter().map(|member| member.name.clone()).collect();
        let changed = |at: usize| {
            good.iter().enumerate().map(|(i, byte)| if i == at { byte ^ 1 } else { *byte }).collect()
        };
        let zeros = [&good[..], &[0; 64]].concat();
        // Still JSON of this version, and no notes.
        let other_key = String::from_utf8(good.clone()).unwrap().replace("over", "ovdr").into_bytes();
        let damaged: [Vec<u8>; 7] = [
            Vec::new(),
            good[..5].to_vec(),
            good[..good.len() - 1].to_vec(),
            changed(0),
            changed(good.len() - 1),
            zeros,
            other_key,
        ];
        for about in damaged {
            fs::write(folder.join(ABOUT), &about).unwrap();
            let [saved] = &saved_sessions(data.path())[..] else { panic!("not listed: {about:?}") };
            assert_eq!((&saved.players, saved.standing.clone()), (&names, Standing::Unfinished));
            assert!(saved.damage().is_none() && broken_sessions(data.path()).is_empty());
            drop(resume(saved, &identity).unwrap());
            // Taking it up has written the notes anew.
            assert!(read_about(&folder.join(ABOUT)).is_some());
        }
        fs::remove_file(folder.join(ABOUT)).unwrap();
        assert_eq!(saved_sessions(data.path()).len(), 1);
        // A later program's notes are left alone.
        fs::write(folder.join(ABOUT), r#"{"schema":"mextrain.session/7"}"#).unwrap();
        assert_eq!(saved_sessions(data.path()), []);
        assert!(matches!(&broken_sessions(data.path())[..], [(_, Damage::Version(7))]));
        // Without notes and journal there is nothing.
        fs::remove_file(folder.join(ABOUT)).unwrap();
        fs::write(folder.join(JOURNAL), "").unwrap();
        assert_eq!(saved_sessions(data.path()), []);
        assert_eq!(broken_sessions(data.path()).len(), 1);
    }
}

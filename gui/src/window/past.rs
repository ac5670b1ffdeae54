//! Games of the past on this machine: the logs in the profile's folder, and whom they were played with.

use std::{
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
    time::SystemTime,
};

use mextrain_net::{
    charter::Charter,
    log::{
        CHARTER, LOG_ENDING,
        frame::{FileKind, RecordReader},
    },
    name::Name,
};

/// How many games are remembered; older ones stay on disk.
const MOST: usize = 200;

/// Somebody's name and key.
pub type Player = (Name, [u8; 32]);

/// A log in the profile's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The file.
    pub path: PathBuf,
    /// When it was written last.
    pub when: SystemTime,
    /// Who played, with their keys, in the order in which they came.
    pub players: Vec<Player>,
}

/// The games in a profile's folder, the newest first. What cannot be read is passed over.
pub fn games(data: &Path) -> Vec<PastGame> {
    let Ok(entries) = fs::read_dir(data.join("logs")) else { return Vec::new() };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == LOG_ENDING))
        .filter_map(|path| Some((path.metadata().and_then(|about| about.modified()).ok()?, path)))
        .collect();
    files.sort_by(|one, other| other.cmp(one));
    files.into_iter().take(MOST).filter_map(|(when, path)| read(when, path)).collect()
}

fn read(when: SystemTime, path: PathBuf) -> Option<PastGame> {
    // Only the beginning of the file: whom it was with. Whether the rest holds is the replay's affair.
    let mut records = RecordReader::open(BufReader::new(File::open(&path).ok()?), FileKind::Log).ok()?;
    let first = records.next_record().ok()??;
    if first.kind != CHARTER {
        return None;
    }
    let charter = Charter::decode(&first.payload).ok()?;
    let players = charter.roster.into_iter().map(|member| (member.name, member.key)).collect();
    Some(PastGame { path, when, players })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_logs_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(games(folder.path()), []);
        fs::create_dir(folder.path().join("logs")).unwrap();
        fs::write(folder.path().join("logs/broken.mtlog"), "no log at all").unwrap();
        fs::write(folder.path().join("logs/notes.txt"), "").unwrap();
        assert_eq!(games(folder.path()), []);
    }
}

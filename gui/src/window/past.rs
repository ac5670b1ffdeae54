//! Games of the past on this machine: the logs in the profile's folder, and whom they were played with.

use std::{
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
    time::SystemTime,
};

use mextrain_net::{
    charter::Charter,
    log::{
        CHARTER,
        frame::{FileKind, RecordReader},
    },
    name::Name,
};

use crate::stats::logs;

/// How many games can be listed; older ones stay on disk.
pub const MOST: usize = 200;

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

/// The newest games, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastGames {
    /// As many as were asked for, the newest first. What cannot be read is passed over.
    pub newest: Vec<PastGame>,
    /// How many logs lie in the folder.
    pub in_all: usize,
}

/// The games in a profile's folder, of which no more than `most` are read, and no more than [`MOST`].
pub fn games(data: &Path, most: usize) -> PastGames {
    let files = logs(data);
    let in_all = files.len();
    let newest = files.into_iter().take(most.min(MOST)).filter_map(|(when, path)| read(when, path)).collect();
    PastGames { newest, in_all }
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
    use std::fs;

    use super::*;

    #[test]
    fn files_that_are_no_logs_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(games(folder.path(), MOST), PastGames::default());
        fs::create_dir(folder.path().join("logs")).unwrap();
        fs::write(folder.path().join("logs/broken.mtlog"), "no log at all").unwrap();
        // What accuses somebody is no game of its own.
        fs::write(folder.path().join("logs/0123.abcd.evidence.mtlog"), "an accusation").unwrap();
        fs::write(folder.path().join("logs/notes.txt"), "").unwrap();
        assert_eq!(games(folder.path(), MOST), PastGames { newest: Vec::new(), in_all: 1 });
    }
}

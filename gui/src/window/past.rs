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

/// What is known of a player with a name and a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acquaintance {
    /// This key has been met in so many games.
    Known {
        /// How many.
        games: usize,
    },
    /// Neither the key nor the name has been met.
    New,
    /// The name has been met, with another key only: somebody else, or a new machine.
    OtherKey,
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

/// What the games tell of a player.
pub fn acquaintance(games: &[PastGame], name: &Name, key: &[u8; 32]) -> Acquaintance {
    let count = |same: fn(&Player, &Name, &[u8; 32]) -> bool| {
        games.iter().filter(|game| game.players.iter().any(|player| same(player, name, key))).count()
    };
    match count(|player, _, key| player.1 == *key) {
        0 if count(|player, name, _| player.0 == *name) > 0 => Acquaintance::OtherKey,
        0 => Acquaintance::New,
        games => Acquaintance::Known { games },
    }
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

    fn game(players: &[(&str, u8)]) -> PastGame {
        let players = players.iter().map(|(name, key)| (Name::clean(name), [*key; 32])).collect();
        PastGame { path: PathBuf::new(), when: SystemTime::UNIX_EPOCH, players }
    }

    #[test]
    fn people_are_known_by_their_keys() {
        let games = [game(&[("Ada", 1), ("Bo", 2)]), game(&[("Ada", 1), ("Cy", 3)])];
        let of = |name: &str, key| acquaintance(&games, &Name::clean(name), &[key; 32]);
        assert_eq!(of("Ada", 1), Acquaintance::Known { games: 2 });
        assert_eq!(of("Ada the second", 1), Acquaintance::Known { games: 2 });
        assert_eq!(of("Ada", 9), Acquaintance::OtherKey);
        assert_eq!(of("Dee", 9), Acquaintance::New);
    }

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

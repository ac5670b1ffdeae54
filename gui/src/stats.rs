//! A player's matches in figures, from the logs on this machine.
//!
//! What counts is every log of a match at which the profile's key sat, once each, whatever copies there are. A log is taken as it is
//! written: whether it holds is for verifying. Practice is not counted: its seats have keys of their own.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
    time::SystemTime,
};

use mextrain_core::{Ending, Rules, Scoreboard, Scoring, Seat, TrainId};
use mextrain_net::{
    ledger::{Happening, Ledger},
    log::{
        LOG_ENDING,
        evidence::is_evidence,
        narrate::{self, End},
    },
};
use serde::Serialize;

/// How many logs are read, the newest first.
pub const MOST: usize = 1000;

/// Matches in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// How many matches there are.
    pub matches: u32,
    /// How many of them were played to their end.
    pub finished: u32,
    /// How many of those this player won, alone or with others.
    pub won: u32,
    /// How many of these were shared.
    pub shared: u32,
    /// How many rounds were scored.
    pub rounds: u32,
    /// In how many of them this player went out.
    pub out: u32,
    /// How many rounds were played for few points, as usual; the others for many.
    pub counted: u32,
    /// The points of those together.
    pub points: u64,
    /// The longest train of this player, in tiles.
    pub longest_train: u16,
    /// How many logs were left out: those that cannot be read, and the oldest beyond [`MOST`].
    pub left_out: u32,
}

impl Stats {
    /// The points of a round on average, where few are good; `None` without such a round.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.points as f64 / f64::from(self.counted))
    }

    fn add(&mut self, game: &Game) {
        self.matches += 1;
        self.finished += u32::from(game.finished);
        self.won += u32::from(game.won);
        self.shared += u32::from(game.shared);
        self.rounds += game.rounds;
        self.out += game.out;
        self.counted += game.counted;
        self.points += game.points;
        self.longest_train = self.longest_train.max(game.longest);
    }
}

/// What is known of the logs of a folder, so that each is read once only.
#[derive(Debug, Default)]
pub struct Reader {
    known: HashMap<PathBuf, (SystemTime, Read)>,
}

/// What came of reading a log.
#[derive(Clone, Copy, Debug)]
enum Read {
    Game(Game),
    /// A match of other people.
    Others,
    /// No log, or a damaged one.
    Unreadable,
}

/// One match, as one player played it.
#[derive(Clone, Copy, Debug, Default)]
struct Game {
    id: [u8; 32],
    finished: bool,
    won: bool,
    shared: bool,
    rounds: u32,
    out: u32,
    counted: u32,
    points: u64,
    longest: u16,
}

impl Reader {
    /// The matches of the player with this key in a profile's folder. Logs that have not changed since the last time are not read again.
    pub fn read(&mut self, data: &Path, key: &[u8; 32]) -> Stats {
        let mut files = logs(data);
        let beyond = u32::try_from(files.len().saturating_sub(MOST)).unwrap_or(u32::MAX);
        files.truncate(MOST);
        let mut before = std::mem::take(&mut self.known);
        let (mut stats, mut seen) = (Stats { left_out: beyond, ..Stats::default() }, HashSet::new());
        for (when, path) in files {
            let known = before.remove(&path).filter(|(then, _)| *then == when);
            let read = known.map_or_else(|| read(&path, key), |(_, read)| read);
            match read {
                Read::Game(game) if seen.insert(game.id) => stats.add(&game),
                Read::Game(_) | Read::Others => {}
                Read::Unreadable => stats.left_out += 1,
            }
            self.known.insert(path, (when, read));
        }
        stats
    }
}

/// The logs of a profile's folder with the time when each was written last, the newest first.
pub fn logs(data: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(data.join("logs")).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == LOG_ENDING) && !is_evidence(path))
        .filter_map(|path| Some((path.metadata().and_then(|about| about.modified()).ok()?, path)))
        .collect();
    files.sort_by(|one, other| other.cmp(one));
    files
}

fn read(path: &Path, key: &[u8; 32]) -> Read {
    let Ok(file) = File::open(path) else { return Read::Unreadable };
    let mut game = Game::default();
    let mut told = false;
    let mut sheet = None;
    let end = narrate::tell(BufReader::new(file), |ledger, _, happening| {
        told = true;
        game.take(ledger, key, happening);
        if let Some(seat) = own_seat(ledger, key)
            && matches!(happening, Happening::Seated { .. } | Happening::Scored { .. })
        {
            sheet = Some((ledger.scoreboard().clone(), ledger.charter().rules, seat));
        }
    });
    game.finished = matches!(end, End::Over);
    match (sheet, end) {
        (Some((sheet, rules, seat)), _) => {
            game.conclude(&sheet, &rules, seat);
            Read::Game(game)
        }
        (None, End::Obstacle { .. }) if !told => Read::Unreadable,
        // Of other people, or one that never began.
        (None, _) => Read::Others,
    }
}

impl Game {
    /// Follows the own train, which may be longest in any round.
    fn take(&mut self, ledger: &Ledger, key: &[u8; 32], happening: &Happening) {
        self.id = ledger.match_id().unwrap_or(self.id);
        let Happening::Played { train, .. } = happening else { return };
        if own_seat(ledger, key).map(TrainId::Own) == Some(*train)
            && let Some(round) = ledger.round()
        {
            let length = u16::try_from(round.trains().len(*train)).unwrap_or(u16::MAX);
            self.longest = self.longest.max(length);
        }
    }

    /// Takes what stands on the scoresheet for this seat.
    fn conclude(&mut self, sheet: &Scoreboard, rules: &Rules, seat: Seat) {
        self.rounds = u32::try_from(sheet.rounds().len()).unwrap_or(u32::MAX);
        let out = |ending: &&Option<Ending>| **ending == Some(Ending::Out(seat));
        self.out = u32::try_from(sheet.endings().iter().filter(out).count()).unwrap_or(u32::MAX);
        if rules.scoring == Scoring::LosersCount {
            self.counted = self.rounds;
            self.points = sheet.totals().get(seat.index()).copied().map_or(0, u64::from);
        }
        let leaders = sheet.leaders();
        self.won = self.finished && leaders.contains(&seat);
        self.shared = self.won && leaders.len() > 1;
    }
}

fn own_seat(ledger: &Ledger, key: &[u8; 32]) -> Option<Seat> {
    let member = ledger.charter().roster.iter().position(|member| member.key == *key)?;
    ledger.seating()?.seat(member)
}

#[cfg(test)]
mod tests {
    use mextrain_core::Seats;

    use super::*;

    #[test]
    fn nothing_is_read_where_nothing_is() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Reader::default().read(folder.path(), &[0; 32]), Stats::default());
        assert_eq!(Stats::default().average(), None);
    }

    #[test]
    fn what_is_no_log_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("logs")).unwrap();
        fs::write(folder.path().join("logs/broken.mtlog"), "no log at all").unwrap();
        fs::write(folder.path().join("logs/notes.txt"), "no log at all").unwrap();
        let stats = Reader::default().read(folder.path(), &[0; 32]);
        assert_eq!(stats, Stats { left_out: 1, ..Stats::default() });
    }

    #[test]
    fn a_sheet_is_counted_for_the_seat_that_is_meant() {
        let rules = Rules::default();
        let seats = Seats::new(2).unwrap();
        let mut sheet = Scoreboard::new(&rules, seats);
        let (first, second) = (Seat::FIRST, Seat::new(1).unwrap());
        sheet.record_ended(&[0, 12], Ending::Out(first)).unwrap();
        sheet.record_ended(&[9, 3], Ending::Blocked).unwrap();
        let mut game = Game { finished: true, ..Game::default() };
        game.conclude(&sheet, &rules, first);
        assert_eq!((game.rounds, game.out, game.points, game.won, game.shared), (2, 1, 9, true, false));
        game.conclude(&sheet, &rules, second);
        assert_eq!((game.out, game.points, game.won), (0, 15, false));
        sheet.record(&[6, 0]).unwrap();
        game.conclude(&sheet, &rules, second);
        assert!(game.won && game.shared, "fifteen each");
        // Where the winner takes the points, more are better, and no average of both would mean anything.
        let mut takes = rules;
        takes.scoring = Scoring::WinnerTakes;
        game.conclude(&sheet, &takes, second);
        assert_eq!((game.counted, game.rounds), (3, 3));
        let mut fresh = Game::default();
        fresh.conclude(&sheet, &takes, second);
        assert_eq!((fresh.counted, fresh.points, fresh.rounds), (0, 0, 3));
        assert!(!fresh.won, "it was not played to its end");
    }
}

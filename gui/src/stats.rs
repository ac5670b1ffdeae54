//! A player's matches in figures, from the logs on this machine.
//!
//! What counts is every log of a match at which the profile's key sat, once each, whatever copies there are. A log is taken as it is
//! written: whether it holds is for verifying. Practice is not counted: its seats have keys of their own.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
    time::SystemTime,
};

use mextrain_core::{Ending, Scoring, Seat, TrainId};
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
    /// How many rounds this player played to their end: no round from which the player was away.
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
    /// How many logs are of matches at which the profile's key did not sit: watched, or of another key.
    pub others: u32,
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
    /// A match that never began.
    Nothing,
    /// No log, or a damaged one.
    Unreadable,
}

/// One match, as one player played it.
#[derive(Clone, Copy, Debug, Default)]
struct Game {
    id: [u8; 32],
    /// The player has left for good.
    left: bool,
    finished: bool,
    leads: bool,
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
        let mut stats = Stats { left_out: beyond, ..Stats::default() };
        // Of the copies of a match, such as one that was watched after one had left, the one that goes furthest.
        let mut games: HashMap<[u8; 32], Game> = HashMap::new();
        for (when, path) in files {
            let known = before.remove(&path).filter(|(then, _)| *then == when);
            let read = known.map_or_else(|| read(&path, key), |(_, read)| read);
            match read {
                Read::Game(game) => {
                    let known = games.entry(game.id).or_insert(game);
                    if (game.finished, game.rounds) > (known.finished, known.rounds) {
                        *known = game;
                    }
                }
                Read::Others => stats.others += 1,
                Read::Nothing => {}
                Read::Unreadable => stats.left_out += 1,
            }
            self.known.insert(path, (when, read));
        }
        games.values().for_each(|game| stats.add(game));
        stats
    }
}

/// The logs of a profile's folder with the time when each was written last, the newest first.
pub fn logs(data: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(data.join("logs")).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == LOG_ENDING) && !is_evidence(path))
        // Reading from a pipe would wait for whoever writes into it.
        .filter_map(|path| path.metadata().ok().filter(|about| about.is_file()).map(|about| (about, path)))
        .filter_map(|(about, path)| Some((about.modified().ok()?, path)))
        .collect();
    files.sort_by(|one, other| other.cmp(one));
    files
}

fn read(path: &Path, key: &[u8; 32]) -> Read {
    let Ok(file) = File::open(path) else { return Read::Unreadable };
    let (mut told, mut game) = (false, None::<Game>);
    let end = narrate::tell(BufReader::new(file), |ledger, _, happening| {
        told = true;
        if let Some(seat) = own_seat(ledger, key) {
            game.get_or_insert_default().take(ledger, seat, happening);
        }
    });
    match (game, end) {
        (Some(mut game), end) => {
            game.finish(matches!(end, End::Over));
            Read::Game(game)
        }
        (None, End::Obstacle { .. }) if !told => Read::Unreadable,
        (None, _) if told => Read::Others,
        (None, _) => Read::Nothing,
    }
}

impl Game {
    /// Takes in what happened, of which the own seat is this one.
    fn take(&mut self, ledger: &Ledger, own: Seat, happening: &Happening) {
        self.id = ledger.match_id().unwrap_or(self.id);
        match happening {
            // The own train may be longest in any round.
            Happening::Played { train, .. } if *train == TrainId::Own(own) => {
                let length = ledger.round().map_or(0, |round| round.trains().len(*train));
                self.longest = self.longest.max(u16::try_from(length).unwrap_or(u16::MAX));
            }
            Happening::Left { seat } if *seat == own => self.left = true,
            Happening::Scored { scores, away, .. } => {
                let (board, rules) = (ledger.scoreboard(), ledger.charter().rules);
                let leaders = board.leaders();
                (self.leads, self.shared) = (leaders.contains(&own), leaders.len() > 1);
                if !away.contains(own) {
                    let score = scores.get(own.index()).copied().unwrap_or_default();
                    let ending = board.endings().last().copied().flatten();
                    self.score(score, ending == Some(Ending::Out(own)), rules.scoring);
                }
            }
            _ => {}
        }
    }

    fn score(&mut self, score: u16, out: bool, scoring: Scoring) {
        self.rounds += 1;
        self.out += u32::from(out);
        if scoring == Scoring::LosersCount {
            self.counted += 1;
            self.points += u64::from(score);
        }
    }

    /// The log ends: with the match's end, or before it. For whoever has left the match was over then.
    fn finish(&mut self, over: bool) {
        self.finished = over && !self.left;
        self.won = self.finished && self.leads;
        self.shared &= self.won;
    }
}

fn own_seat(ledger: &Ledger, key: &[u8; 32]) -> Option<Seat> {
    let member = ledger.charter().roster.iter().position(|member| member.key == *key)?;
    ledger.seating()?.seat(member)
}

#[cfg(test)]
mod tests {
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
    fn rounds_are_counted_for_what_they_were_played_for() {
        let mut game = Game { leads: true, ..Game::default() };
        game.score(12, false, Scoring::LosersCount);
        game.score(0, true, Scoring::LosersCount);
        // Where the winner takes the points more are better, and no average of both would mean anything.
        game.score(99, true, Scoring::WinnerTakes);
        assert_eq!((game.rounds, game.out, game.counted, game.points), (3, 2, 2, 12));
        game.finish(false);
        assert!(!game.finished && !game.won, "the log ends before the match");
        game.finish(true);
        assert!(game.finished && game.won && !game.shared);
        let mut gone = Game { left: true, leads: true, shared: true, ..Game::default() };
        gone.finish(true);
        assert!(!gone.finished && !gone.won && !gone.shared, "others finished it");
    }

    #[test]
    fn the_log_of_each_match_that_goes_furthest_is_counted() {
        // A real match of four, one of whom left at the first turn: what the others' log says, and what was in a copy of its beginning.
        let whole = fs::read(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/logs/set-maker-keep-going-one-leaves.mtlog"),
        );
        let whole = whole.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("logs");
        fs::create_dir(&logs).unwrap();
        let mut keys = Vec::new();
        let _ = narrate::tell(whole.as_slice(), |ledger, _, _| {
            keys =
                ledger.charter().roster.iter().map(|member| (member.name.to_string(), member.key)).collect();
        });
        let key = |name: &str| keys.iter().find(|(known, _)| known == name).unwrap().1;
        fs::write(logs.join("whole.mtlog"), &whole).unwrap();
        fs::write(logs.join("cut.mtlog"), &whole[..whole.len() / 2]).unwrap();
        fs::write(logs.join("copy.mtlog"), &whole).unwrap();
        let mut reader = Reader::default();
        let dee = reader.read(folder.path(), &key("Dee"));
        assert_eq!((dee.matches, dee.finished, dee.won, dee.rounds, dee.points), (1, 1, 1, 1, 4));
        // What is known already comes out the same.
        assert_eq!(reader.read(folder.path(), &key("Dee")), dee);
        let ada = Reader::default().read(folder.path(), &key("Ada"));
        assert_eq!((ada.matches, ada.finished, ada.rounds), (1, 0, 0), "Ada left");
        let somebody_else = Reader::default().read(folder.path(), &[7; 32]);
        assert_eq!((somebody_else.matches, somebody_else.others), (0, 3));
        assert_eq!(ada.others, 0);
    }
}

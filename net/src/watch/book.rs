//! What somebody who watches has of a match: its log so far, checked, on disk.
//!
//! Everything here computes or waits for the disk, and is done apart from the network.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use libp2p::PeerId;

use super::WatchNews;
use crate::charter::Charter;
use crate::identity;
use crate::ledger::{Folded, Ledger, Stage};
use crate::log::{
    LOG_ENDING,
    follow::Follower,
    verify,
    walk::{Obstacle, Walk},
};
use crate::session::files::short_id;
use crate::session::{Ended, Failed, SessionEvent, report};

/// Where the log of a match that is watched is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In this folder, under a name that follows from the match.
    In(PathBuf),
    /// In this file; what is replaced is an older log of the same match, and nothing else.
    As(PathBuf),
}

/// How many names for the log of one match are tried, where others of this machine watch it too.
const NAMES: u8 = 16;

/// The log so far.
pub(super) struct Book {
    follower: Follower,
    keep: Keep,
    file: Option<File>,
    /// The first step that was not told yet: what is read anew is not told anew.
    untold: u32,
    /// The step whose turn was told last.
    turn: Option<u32>,
    /// How the watching ended, if the log says so.
    pub ended: Option<Ended>,
}

/// Why a piece was not taken.
pub(super) enum Trouble {
    /// It does not hold: whoever gave it is not to be believed.
    Forged,
    /// It cannot be gone on with on this machine.
    Failed(Failed),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Failed(Failed::NoLog(error.to_string()))
    }
}

impl Book {
    pub fn new(keep: Keep) -> Book {
        Book { follower: Follower::new(), keep, file: None, untold: 0, turn: None, ended: None }
    }

    /// From which byte on the log is wanted.
    pub fn wanted(&self) -> u64 {
        self.follower.wanted()
    }

    pub fn charter(&self) -> Option<&Charter> {
        self.follower.ledger().map(|ledger| ledger.charter().as_ref())
    }

    /// The players' peers, once there is a charter.
    pub fn players(&self) -> Vec<PeerId> {
        let roster = self.charter().map(|charter| charter.roster.as_slice()).unwrap_or_default();
        roster.iter().filter_map(|member| identity::peer_of(&member.key)).collect()
    }

    /// Forgets everything but what was told: somebody else's log is read from its beginning.
    pub fn begin_anew(&mut self) {
        self.follower = Follower::new();
    }

    /// Takes in the next bytes of the log: what is new by them.
    pub fn take(&mut self, bytes: &[u8], news: &mut Vec<WatchNews>) -> Result<(), Trouble> {
        let (mut written, mut stopped) = (Ok(()), None);
        let Book { follower, keep, file, untold, .. } = self;
        let taken = follower.take(bytes, |ledger, folded, bytes| {
            if written.is_ok() {
                written = write(file, keep, ledger, folded.step, bytes, news);
            }
            if folded.step >= *untold {
                *untold = folded.step.saturating_add(1);
                tell(ledger, folded, news);
            }
            stopped = stopped.or(folded.fault);
        });
        written?;
        match taken {
            Err(Obstacle::NoRandomness) => return Err(Trouble::Failed(verify::NoRandomness.into())),
            Err(Obstacle::Refused(blame)) if blame.proven => {
                // What proves it belongs into the log.
                if let Some(file) = file {
                    file.write_all(follower.loose())?;
                }
                stopped = Some(blame);
            }
            Err(obstacle) => {
                tracing::debug!(?obstacle, "a log that does not hold");
                return Err(Trouble::Forged);
            }
            Ok(()) => {}
        }
        let ledger = self.follower.ledger();
        if let (Some(blame), Some(ledger)) = (stopped, ledger) {
            news.push(WatchNews::Event(report::fault(ledger, &blame, None, None)));
            self.ended = Some(Ended::Stopped);
        } else if ledger.is_some_and(|ledger| ledger.stage() == Stage::Over) {
            self.ended = Some(Ended::Finished);
        }
        Ok(())
    }

    /// Whose turn it is, if that was not told yet.
    pub fn turn(&mut self) -> Option<WatchNews> {
        let ledger = self.follower.ledger()?;
        let event = report::turn(ledger)?;
        (self.turn.replace(ledger.step()) != Some(ledger.step())).then_some(WatchNews::Event(event))
    }

    /// Makes sure that the log is on disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), File::sync_data)
    }
}

/// Writes what a step has brought to the log. The file is begun with the first step, when it is known which match it is.
fn write(
    file: &mut Option<File>,
    keep: &Keep,
    ledger: &Ledger,
    step: u32,
    bytes: &[u8],
    news: &mut Vec<WatchNews>,
) -> io::Result<()> {
    if file.is_none() {
        let (begun, path) = begin(keep, ledger)?;
        *file = Some(begun);
        news.push(WatchNews::Event(SessionEvent::Log { path: path.display().to_string() }));
    }
    let Some(file) = file else { return Ok(()) };
    if step == 0 {
        // It is read anew.
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
    }
    file.write_all(bytes)
}

/// Whether a log may be left in this file: nothing is there, or a log.
///
/// # Errors
/// What the system says.
pub fn is_free_for_a_log(path: &Path) -> io::Result<bool> {
    match charter_in(path) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
        found => found.map(|_| true),
    }
}

/// The charter of the log in this file; `None` where nothing is. [`io::ErrorKind::InvalidData`] for what is no log.
fn charter_in(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    if file.metadata()?.len() == 0 {
        return Ok(None);
    }
    let walk = Walk::begin(io::BufReader::new(file));
    walk.map(|walk| Some(walk.ledger().charter_bytes().to_vec()))
        .map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Opens the log, and keeps it from others of this machine who watch the same match.
fn begin(keep: &Keep, ledger: &Ledger) -> io::Result<(File, PathBuf)> {
    let open = |path: &Path| {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
            // Where files cannot be locked nobody else has locked them.
            Err(TryLockError::Error(_)) => Ok(file),
        }
    };
    match keep {
        Keep::As(path) => {
            let other = || io::Error::new(io::ErrorKind::AlreadyExists, "the file holds something else");
            match charter_in(path)? {
                Some(charter) if charter.as_slice() != &**ledger.charter_bytes() => Err(other()),
                _ => open(path).map(|file| (file, path.clone())),
            }
        }
        Keep::In(folder) => {
            std::fs::create_dir_all(folder)?;
            let id = short_id(ledger.charter_bytes());
            for number in 1..=NAMES {
                let number = if number == 1 { String::new() } else { format!("-{number}") };
                let path = folder.join(format!("{id}-watched{number}.{LOG_ENDING}"));
                match open(&path) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {}
                    opened => return opened.map(|file| (file, path)),
                }
            }
            Err(io::ErrorKind::ResourceBusy.into())
        }
    }
}

/// Tells what a step has changed.
fn tell(ledger: &Ledger, folded: &Folded, news: &mut Vec<WatchNews>) {
    if folded.step == 0 {
        let charter = ledger.charter();
        let id = ledger.charter_id().iter().map(|byte| format!("{byte:02x}")).collect();
        let players = charter.roster.iter().map(|member| member.name.clone()).collect();
        news.push(WatchNews::Event(SessionEvent::Charter { id, players }));
        news.push(WatchNews::Table(charter.clone()));
    }
    for happening in &folded.happenings {
        news.push(WatchNews::Happened {
            step: folded.step,
            happening: happening.clone(),
            names: verify::names(ledger),
            events: report::happening(ledger, happening, 0),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZero;

    use super::*;
    use crate::charter::{Proofs, tests::sample};
    use crate::envelope::Envelope;
    use crate::ledger::Receipt;
    use crate::log::verify::{Verdict, verify};
    use crate::table::tests::{Simulation, short};

    fn simulation() -> Simulation {
        Simulation::new(2, short(1), Proofs::EveryTurn, 7)
    }

    fn finished_log() -> Vec<u8> {
        let mut table = simulation();
        table.run();
        table.log_file(0)
    }

    /// A match that the player to act stops with nonsense, as the other one's log tells it.
    fn stopped_log() -> Vec<u8> {
        let mut table = simulation();
        (0..2).for_each(|peer| table.pump(peer));
        while table.deliver_one() {}
        let Stage::Turn { seat } = table.stage(0) else { panic!("{:?}", table.stage(0)) };
        let ledger = table.tables[0].view().ledger();
        let cheat = ledger.seating().unwrap().member(seat).unwrap();
        let header = ledger.next_header(u8::from(seat)).unwrap();
        let (_, keys, _) = sample(2, short(1), Proofs::EveryTurn);
        let nonsense = Envelope::sign(header, b"nonsense", &keys[cheat]).unwrap();
        let honest = 1 - cheat;
        assert!(matches!(table.tables[honest].receive(nonsense.raw()), Receipt::Refused(_)));
        table.pump(honest);
        table.log_file(honest)
    }

    fn take(book: &mut Book, log: &[u8], piece: usize) -> Vec<WatchNews> {
        let mut news = Vec::new();
        for bytes in log.chunks(piece) {
            assert!(book.take(bytes, &mut news).is_ok());
        }
        news
    }

    fn path(news: &[WatchNews]) -> PathBuf {
        let path = |one: &WatchNews| match one {
            WatchNews::Event(SessionEvent::Log { path }) => Some(path.into()),
            _ => None,
        };
        news.iter().find_map(path).unwrap()
    }

    fn steps(news: &[WatchNews]) -> Vec<u32> {
        let step = |one: &WatchNews| match one {
            WatchNews::Happened { step, .. } => Some(*step),
            _ => None,
        };
        news.iter().filter_map(step).collect()
    }

    #[test]
    fn the_log_that_is_left_is_the_one_that_was_seen() {
        let (log, folder) = (finished_log(), tempfile::tempdir().unwrap());
        let mut books = [(); 2].map(|()| Book::new(Keep::In(folder.path().join("logs"))));
        // Two who watch the same match from one machine get in nobody's way.
        let mut paths = Vec::new();
        for book in &mut books {
            let news = take(book, &log, 3000);
            assert_eq!(book.ended, Some(Ended::Finished));
            assert!(book.turn().is_none());
            let told = steps(&news);
            assert!(told.is_sorted() && told.len() > 10);
            paths.push(path(&news));
        }
        assert_ne!(paths[0], paths[1]);
        assert!(paths.iter().all(|path| fs::read(path).unwrap() == log));
    }

    #[test]
    fn a_match_that_was_stopped_ends_so_and_its_log_says_whose_fault_it_was() {
        let (log, folder) = (stopped_log(), tempfile::tempdir().unwrap());
        let file = folder.path().join("kept");
        let mut book = Book::new(Keep::As(file.clone()));
        let news = take(&mut book, &log, 3000);
        assert_eq!(book.ended, Some(Ended::Stopped));
        let Some(WatchNews::Event(SessionEvent::Fault { charge, seat, .. })) = news.last() else {
            panic!("{:?}", news.last());
        };
        let kept = fs::read(file).unwrap();
        assert!(kept == log);
        let report = verify(kept.as_slice(), NonZero::<usize>::MIN).unwrap();
        let Verdict::Failed(culprits) = report.verdict else { panic!("{:?}", report.verdict) };
        let culprit = culprits[0].player.as_ref().unwrap().seat.map(mextrain_core::Seat::number);
        assert_eq!((culprits[0].refusal, culprit), (charge.refusal, *seat));
    }

    #[test]
    fn only_a_log_of_the_same_match_is_replaced() {
        let (log, folder) = (finished_log(), tempfile::tempdir().unwrap());
        let file = folder.path().join("kept");
        let take = || Book::new(Keep::As(file.clone())).take(&log, &mut Vec::new()).is_ok();
        let mut other = Simulation::new(3, short(1), Proofs::EveryTurn, 8);
        other.run();
        for (there, free) in [(b"dear diary".to_vec(), false), (other.log_file(0), true)] {
            fs::write(&file, &there).unwrap();
            assert_eq!(is_free_for_a_log(&file).unwrap(), free);
            assert!(!take() && fs::read(&file).unwrap() == there);
        }
        for there in [&[][..], &log[..log.len() / 2]] {
            fs::write(&file, there).unwrap();
            assert!(is_free_for_a_log(&file).unwrap() && take());
            assert!(fs::read(&file).unwrap() == log);
        }
        fs::remove_file(&file).unwrap();
        assert!(is_free_for_a_log(&file).unwrap() && take());
    }

    #[test]
    fn what_does_not_hold_is_not_kept_and_nothing_is_told_twice() {
        let (log, folder) = (finished_log(), tempfile::tempdir().unwrap());
        let file = folder.path().join("kept");
        let mut forged = log.clone();
        forged[log.len() / 2] ^= 1;
        let mut book = Book::new(Keep::As(file.clone()));
        let mut news = Vec::new();
        assert!(matches!(book.take(&forged, &mut news), Err(Trouble::Forged)));
        assert!(log.starts_with(&fs::read(&file).unwrap()));
        book.begin_anew();
        assert_eq!(book.wanted(), 0);
        let before = steps(&news);
        news.extend(take(&mut book, &log, log.len()));
        assert_eq!(book.ended, Some(Ended::Finished));
        assert!(fs::read(&file).unwrap() == log);
        let whole = steps(&take(&mut Book::new(Keep::As(folder.path().join("other"))), &log, log.len()));
        assert!(!before.is_empty() && steps(&news) == whole, "{before:?}");
    }
}

//! Files of a match: the log that anybody may check, and the seat's own journal.
//!
//! | record | in | payload |
//! | --- | --- | --- |
//! | 1 charter | both, first in the log | the charter as signed |
//! | 2 contribution | both | an envelope: in the log of a complete step, by step and ascending author; in the journal as it came to count |
//! | 3 pending | log | an envelope that counted at the step at which the match was stopped |
//! | 4 refused | log, last | the envelope that stopped the match |
//! | 5 contradicted | evidence, last but one | an envelope that the refused one behind it contradicts |
//! | 16 secrets | journal, first | match secret (32) ‖ nonce (32): never to be shown to anybody |
//!
//! The log holds complete steps only, in one order: every seat of a match writes the same file.

pub mod evidence;
pub mod follow;
pub mod frame;
pub mod narrate;
pub mod verify;
pub mod walk;

use std::{
    fmt,
    fs::{File, OpenOptions},
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use mextrain_crypto::MatchSecret;
use zeroize::Zeroizing;

use crate::{envelope::Envelope, folders, table::Evidence};

use frame::{Damage, FileKind, RecordReader, RecordWriter};

/// The charter.
pub const CHARTER: u8 = 1;
/// A contribution that counts.
pub const CONTRIBUTION: u8 = 2;
/// A contribution to the step at which the match was stopped.
pub const PENDING: u8 = 3;
/// The contribution that stopped the match.
pub const REFUSED: u8 = 4;
/// What the refused contribution behind it contradicts.
pub const CONTRADICTED: u8 = 5;
/// The secrets of a journal.
pub const SECRETS: u8 = 16;

/// How much of a journal can be torn at once: far more than is written between two times that it is forced to the disk.
const MOST_TORN: u64 = 16 * 1024 * 1024;

/// The file ending of logs.
pub const LOG_ENDING: &str = "mtlog";

/// Writes a match's log.
#[derive(Debug)]
pub struct LogWriter {
    records: RecordWriter<File>,
    path: PathBuf,
}

impl LogWriter {
    /// Begins a log; what stood at the path is replaced.
    ///
    /// # Errors
    /// What the file system says.
    pub fn create(path: &Path, charter: &[u8]) -> io::Result<LogWriter> {
        let mut records = RecordWriter::begin(File::create(path)?, FileKind::Log)?;
        records.append(CHARTER, charter)?;
        Ok(LogWriter { records, path: path.to_owned() })
    }

    /// Appends a complete step.
    ///
    /// # Errors
    /// What the file system says.
    pub fn append_step(&mut self, step: &[Envelope]) -> io::Result<()> {
        step.iter().try_for_each(|envelope| self.records.append(CONTRIBUTION, envelope.raw()))
    }

    /// Appends what stopped the match, and makes sure that it is on disk.
    ///
    /// # Errors
    /// What the file system says.
    pub fn append_stop(&mut self, evidence: &Evidence) -> io::Result<()> {
        records_of(evidence).try_for_each(|(kind, raw)| self.records.append(kind, raw))?;
        self.sync()
    }

    /// Makes sure that everything so far is on disk.
    ///
    /// # Errors
    /// What the file system says.
    pub fn sync(&mut self) -> io::Result<()> {
        self.records.output().sync_data()
    }

    /// Where the log is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// How the log of a match that was stopped ends, by kinds of records. Two messages that contradict each other prove it by themselves.
pub(crate) fn records_of(evidence: &Evidence) -> impl Iterator<Item = (u8, &std::sync::Arc<[u8]>)> {
    let pending = evidence.pending.iter().filter(|_| evidence.other.is_none()).map(|raw| (PENDING, raw));
    let other = evidence.other.iter().map(|raw| (CONTRADICTED, raw));
    pending.chain(other).chain(evidence.refused.iter().map(|raw| (REFUSED, raw)))
}

/// Writes a seat's journal.
#[derive(Debug)]
pub struct JournalWriter {
    records: RecordWriter<File>,
    unsynced: bool,
}

impl JournalWriter {
    /// Begins a journal that only its owner can read, with the secrets already on disk when this returns.
    ///
    /// # Errors
    /// What the file system says; `AlreadyExists` rather than replacing the journal of a match.
    pub fn create(
        path: &Path,
        secret: &MatchSecret,
        nonce: &[u8; 32],
        charter: &[u8],
    ) -> io::Result<JournalWriter> {
        let file = private(OpenOptions::new().write(true).create_new(true)).open(path)?;
        let mut records = RecordWriter::begin(file, FileKind::Journal)?;
        let secrets = Zeroizing::new([secret.expose().as_slice(), nonce].concat());
        records.append(SECRETS, &secrets)?;
        records.append(CHARTER, charter)?;
        let mut journal = JournalWriter { records, unsynced: true };
        journal.sync()?;
        folders::sync_name(path);
        Ok(journal)
    }

    /// Goes on with a journal that has been read; a torn last record is cut off. What is left of it is on disk for certain when this
    /// returns: a process that was killed had perhaps not got so far, and the table that is made from the journal gives all of it to others.
    ///
    /// # Errors
    /// What the file system says.
    pub fn resume(path: &Path, journal: &Journal) -> io::Result<JournalWriter> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(journal.whole)?;
        file.seek(SeekFrom::End(0))?;
        let records = RecordWriter::resume(file, journal.position);
        let mut journal = JournalWriter { records, unsynced: true };
        journal.sync()?;
        Ok(journal)
    }

    /// From here on the disk has no room left.
    #[cfg(all(test, target_os = "linux"))]
    pub(crate) fn fill_disk(&mut self) -> io::Result<()> {
        *self.records.output() = OpenOptions::new().write(true).open("/dev/full")?;
        Ok(())
    }

    /// Appends an envelope that counts; [`JournalWriter::sync`] makes sure of it.
    ///
    /// # Errors
    /// What the file system says.
    pub fn append(&mut self, envelope: &[u8]) -> io::Result<()> {
        self.unsynced = true;
        self.records.append(CONTRIBUTION, envelope)
    }

    /// Makes sure that everything so far is on disk: to be called before anything is sent that was appended.
    ///
    /// # Errors
    /// What the file system says.
    pub fn sync(&mut self) -> io::Result<()> {
        if self.unsynced {
            self.records.output().flush()?;
            self.records.output().sync_data()?;
            self.unsynced = false;
        }
        Ok(())
    }
}

/// A journal as it was read.
pub struct Journal {
    /// The match secret.
    pub secret: MatchSecret,
    /// The nonce behind the commitment in the charter.
    pub nonce: [u8; 32],
    /// The charter.
    pub charter: Vec<u8>,
    /// Every envelope that counted, in the order in which they came.
    pub envelopes: Vec<Vec<u8>>,
    /// Bytes of the file that were read whole.
    whole: u64,
    position: frame::Position,
}

impl fmt::Debug for Journal {
    /// How much it holds: the rest is secret, or long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").field("envelopes", &self.envelopes.len()).finish_non_exhaustive()
    }
}

impl Journal {
    /// The charter of the match whose journal this is; nothing behind it is read.
    ///
    /// # Errors
    /// [`Damage`] before the end of the charter.
    pub fn charter_in(path: &Path) -> Result<Vec<u8>, Damage> {
        let file = File::open(path).map_err(Damage::Io)?;
        Ok(Journal::read_head(&mut RecordReader::open(BufReader::new(file), FileKind::Journal)?)?.1)
    }

    /// The secrets, and the charter.
    fn read_head(
        reader: &mut RecordReader<BufReader<File>>,
    ) -> Result<(Zeroizing<Vec<u8>>, Vec<u8>), Damage> {
        let mut next = |kind| {
            let record = reader.next_record()?.filter(|record| record.kind == kind);
            Ok::<_, Damage>(record.ok_or(Damage::Broken { offset: 0 })?.payload)
        };
        Ok((Zeroizing::new(next(SECRETS)?), next(CHARTER)?))
    }

    /// Reads a journal; a torn last record, as a crash leaves it, is passed over, and so is what was written after the last whole one and
    /// did not reach the disk before the power failed, which reads as zeros.
    ///
    /// # Errors
    /// [`Damage`] anywhere but at the end, or a file that is no journal.
    pub fn read(path: &Path) -> Result<Journal, Damage> {
        let file = File::open(path).map_err(Damage::Io)?;
        let mut reader = RecordReader::open(BufReader::new(file), FileKind::Journal)?;
        let broken = |offset| Damage::Broken { offset };
        let (secrets, charter) = Journal::read_head(&mut reader)?;
        let (secret, nonce) = secrets.split_first_chunk::<32>().ok_or(broken(0))?;
        let nonce: [u8; 32] = nonce.try_into().map_err(|_| broken(0))?;
        let mut envelopes = Vec::new();
        loop {
            match reader.next_record() {
                Ok(Some(record)) if record.kind == CONTRIBUTION => envelopes.push(record.payload),
                Ok(Some(_)) => return Err(broken(reader.offset())),
                Ok(None) | Err(Damage::Cut { .. }) => break,
                Err(Damage::Broken { offset }) if is_torn(path, offset).map_err(Damage::Io)? => break,
                Err(damage) => return Err(damage),
            }
        }
        let (whole, position) = (reader.offset(), reader.position());
        Ok(Journal { secret: MatchSecret::from_bytes(*secret), nonce, charter, envelopes, whole, position })
    }
}

/// The least that a disk writes at once.
const SECTOR: usize = 512;

/// Whether a file was torn behind `offset`, and not damaged: something of it was never written, so that it ends in zeros or has a sector
/// of them. What was forced to the disk has neither, but for one record in 256 whose check ends so; its player decided nothing since that
/// the others would not give back.
fn is_torn(path: &Path, offset: u64) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let before = offset % SECTOR as u64;
    file.seek(SeekFrom::Start(offset - before))?;
    let mut tail = Vec::new();
    file.take(MOST_TORN).read_to_end(&mut tail)?;
    let mut sectors = tail.chunks_exact(SECTOR).skip(usize::from(before > 0));
    Ok(tail.last() == Some(&0) || sectors.any(|sector| sector.iter().all(|byte| *byte == 0)))
}

/// Files with secrets are their owner's alone.
#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600)
}

/// Elsewhere the folder of the user's profile keeps others out.
#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A journal that holds one envelope.
    fn with_first(path: &Path) -> JournalWriter {
        let secret = MatchSecret::from_bytes([1; 32]);
        let mut journal = JournalWriter::create(path, &secret, &[2; 32], b"charter").unwrap();
        journal.append(b"first").unwrap();
        journal
    }

    #[test]
    fn a_journal_goes_on_behind_a_torn_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = with_first(&path);
        journal.append(b"second").unwrap();
        journal.sync().unwrap();
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();

        let read = Journal::read(&path).unwrap();
        assert_eq!(read.secret.expose(), &[1; 32]);
        assert_eq!((read.nonce, read.charter.as_slice()), ([2; 32], b"charter".as_slice()));
        assert_eq!(read.envelopes, [b"first".to_vec()]);

        let mut journal = JournalWriter::resume(&path, &read).unwrap();
        journal.append(b"second").unwrap();
        journal.sync().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_journal_goes_on_behind_zeros_and_not_behind_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = with_first(&path);
        let kept = std::fs::read(&path).unwrap();
        let second = [7; 100];
        journal.append(&second).unwrap();
        let whole = std::fs::read(&path).unwrap();

        // What had not reached the disk of the last record, or of several, reads as zeros.
        for (from, to) in (kept.len()..whole.len()).flat_map(|from| [(from, whole.len()), (from, 5000)]) {
            let mut bytes = whole[..from].to_vec();
            bytes.resize(to.max(from + frame::CHECK_LEN), 0);
            std::fs::write(&path, &bytes).unwrap();
            let read = Journal::read(&path).unwrap();
            assert_eq!(read.envelopes, [b"first".to_vec()], "zeros from {from}");
            let mut journal = JournalWriter::resume(&path, &read).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), kept);
            journal.append(&second).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }

        for at in kept.len()..whole.len() - 1 {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x40;
            std::fs::write(&path, &bytes).unwrap();
            // A damaged length can make it one that is torn.
            assert!(
                matches!(Journal::read(&path), Err(Damage::Broken { .. })) || at < kept.len() + 5,
                "damaged at {at}"
            );
        }
    }

    #[test]
    fn a_journal_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let secret = MatchSecret::from_bytes([1; 32]);
        JournalWriter::create(&path, &secret, &[2; 32], b"charter").unwrap();
        let again = JournalWriter::create(&path, &secret, &[2; 32], b"charter");
        assert_eq!(again.err().unwrap().kind(), io::ErrorKind::AlreadyExists);
    }

    #[cfg(unix)]
    #[test]
    fn a_journal_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        JournalWriter::create(&path, &MatchSecret::from_bytes([1; 32]), &[2; 32], b"charter").unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

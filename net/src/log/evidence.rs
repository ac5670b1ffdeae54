//! Files that accuse: what a stranger needs to check that a player broke the protocol, and nothing more.
//!
//! A pair of messages that contradict each other needs only what says whose signatures they are: the charter, and the first two steps, from
//! which the seats follow. Anything else that was refused is wrong because of all that was before, so the file is the whole log up to
//! there. Both are logs that end in an accusation; whoever verifies a log verifies them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::frame::{FileKind, RecordWriter};
use super::{CHARTER, CONTRADICTED, CONTRIBUTION, LOG_ENDING, REFUSED};
use crate::contradiction::Contradiction;
use crate::envelope::Envelope;

/// What the names of such files end in.
pub const EVIDENCE_ENDING: &str = "evidence.mtlog";

/// The file beside a log that accuses the player with this key.
#[must_use]
pub fn path_beside(log: &Path, key: &[u8; 32]) -> PathBuf {
    let short: String = key.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let name = log.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.strip_suffix(&format!(".{LOG_ENDING}")).unwrap_or(&name);
    log.with_file_name(format!("{stem}.{short}.{EVIDENCE_ENDING}"))
}

/// Whether a file's name says that it accuses somebody, and is no match of its own.
#[must_use]
pub fn is_evidence(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(&format!(".{EVIDENCE_ENDING}")))
}

/// The file that proves a contradiction. `steps` are the match's first, of which those are taken that say whose signatures these are.
///
/// # Errors
/// `InvalidInput` for a record over the limit: there is none in a match.
pub fn of_contradiction(
    charter: &[u8],
    steps: &[Vec<Envelope>],
    contradiction: &Contradiction,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut records = RecordWriter::begin(&mut bytes, FileKind::Log)?;
    records.append(CHARTER, charter)?;
    let needed = steps.iter().take(crate::ledger::STEPS_BEFORE_MATCH as usize);
    needed.flatten().try_for_each(|envelope| records.append(CONTRIBUTION, envelope.raw()))?;
    records.append(CONTRADICTED, contradiction.first.raw())?;
    records.append(REFUSED, contradiction.second.raw())?;
    Ok(bytes)
}

/// Keeps such a file beside the log: whole or not at all.
///
/// # Errors
/// What the file system says.
pub fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("new");
    let mut file = fs::File::create(&draft)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}

/// Keeps the log of a match that was stopped, whose end is the accusation, under another name.
///
/// # Errors
/// What the file system says.
pub fn keep_stopped(path: &Path, log: &Path) -> io::Result<()> {
    let draft = path.with_extension("new");
    fs::copy(log, &draft)?;
    fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_lies_beside_the_log_and_tells_itself_from_one() {
        let log = Path::new("/data/logs/0123abcd.mtlog");
        let path = path_beside(log, &[0xab; 32]);
        assert_eq!(path, Path::new("/data/logs/0123abcd.abababab.evidence.mtlog"));
        assert!(is_evidence(&path) && !is_evidence(log));
        assert_ne!(path, path_beside(log, &[0xac; 32]));
    }
}

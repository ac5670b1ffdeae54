//! Records in a file: each carries a check over itself and everything before it.
//!
//! ```text
//! magic (8) ‖ u16 version ‖ u16 zero, then records: u8 kind ‖ u32 length ‖ payload ‖ check (16)
//! check_0 = H256("MXT1/log"; the 12 bytes before)[..16]
//! check_k = H256("MXT1/log"; check_{k−1} ‖ kind ‖ length ‖ payload)[..16]
//! ```
//!
//! The check is no signature: it tells damage (a cut, a flipped bit, a record dropped, doubled or moved) from a record
//! that somebody wrote on purpose. What a record says is proven by the signatures inside it.

use std::{
    fmt,
    io::{self, Read, Write},
};

use mextrain_crypto::{hash::Hash, tags};
use zeroize::Zeroizing;

use crate::envelope::MAX_ENVELOPE;

/// The version of the file layout.
pub const FILE_VERSION: u16 = 1;

/// No record's payload is larger.
pub const MAX_RECORD: usize = MAX_ENVELOPE;

pub(super) const HEAD_LEN: usize = 12;
pub(super) const CHECK_LEN: usize = 16;

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A match's log: complete steps in their order; anybody may read it.
    Log,
    /// A seat's own journal: every message in the order of its arrival, and the seat's secrets.
    Journal,
}

impl FileKind {
    fn magic(self) -> &'static [u8; 8] {
        match self {
            FileKind::Log => b"MXTLOG\x1a\n",
            FileKind::Journal => b"MXTJRN\x1a\n",
        }
    }

    fn head(self) -> [u8; HEAD_LEN] {
        let mut head = [0; HEAD_LEN];
        let version = FILE_VERSION.to_le_bytes();
        for (to, from) in head.iter_mut().zip(self.magic().iter().chain(&version)) {
            *to = *from;
        }
        head
    }
}

/// One record.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// What the payload is; the meaning belongs to the file's kind.
    pub kind: u8,
    /// The payload.
    pub payload: Vec<u8>,
}

impl fmt::Debug for Record {
    /// Kind and length: a journal's payload can be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Record {{ kind: {}, {} bytes }}", self.kind, self.payload.len())
    }
}

/// What is wrong with a file, and where.
#[derive(Debug)]
pub enum Damage {
    /// The file does not begin as such a file does.
    NotThisKind,
    /// The file is of a version that this program does not read.
    Version(u16),
    /// The file ends inside a record.
    Cut {
        /// Where that record begins, in bytes from the file's start.
        offset: u64,
    },
    /// A record does not fit what stands before it, or is too large to be one.
    Broken {
        /// Where that record begins, in bytes from the file's start.
        offset: u64,
    },
    /// The file could not be read.
    Io(io::Error),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NotThisKind => f.write_str("this is no Mexican Train log"),
            Damage::Version(version) => {
                write!(f, "the file is of version {version}; this program reads version {FILE_VERSION}")
            }
            Damage::Cut { offset } => {
                write!(f, "the file ends inside the record that begins at byte {offset}")
            }
            Damage::Broken { offset } => {
                write!(f, "the record that begins at byte {offset} is damaged or out of its place")
            }
            Damage::Io(error) => write!(f, "the file cannot be read: {error}"),
        }
    }
}

impl std::error::Error for Damage {}

/// Reads records one after the other; memory is bounded by one record.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    check: [u8; CHECK_LEN],
    offset: u64,
}

impl<R: Read> RecordReader<R> {
    /// Reads the file's head.
    ///
    /// # Errors
    /// [`Damage::NotThisKind`], [`Damage::Version`] or [`Damage::Io`].
    pub fn open(mut input: R, kind: FileKind) -> Result<Self, Damage> {
        let mut head = [0; HEAD_LEN];
        if read_up_to(&mut input, &mut head)? < HEAD_LEN {
            return Err(Damage::NotThisKind);
        }
        let expected = kind.head();
        if head.first_chunk::<8>() != expected.first_chunk::<8>() {
            return Err(Damage::NotThisKind);
        }
        if head != expected {
            let [.., low, high, _, _] = head;
            return Err(match u16::from_le_bytes([low, high]) {
                // The version is ours, and the zeros behind it are none.
                FILE_VERSION => Damage::Broken { offset: 0 },
                other => Damage::Version(other),
            });
        }
        Ok(RecordReader { input, check: check_of_head(&head), offset: HEAD_LEN as u64 })
    }

    /// The next record, or `None` at a clean end.
    ///
    /// # Errors
    /// [`Damage::Cut`], [`Damage::Broken`] or [`Damage::Io`].
    pub fn next_record(&mut self) -> Result<Option<Record>, Damage> {
        let offset = self.offset;
        let mut front = [0; 5];
        match read_up_to(&mut self.input, &mut front)? {
            0 => return Ok(None),
            5 => {}
            _ => return Err(Damage::Cut { offset }),
        }
        let [kind, length @ ..] = front;
        let length = u32::from_le_bytes(length);
        let size = usize::try_from(length).map_err(|_| Damage::Broken { offset })?;
        if size > MAX_RECORD {
            return Err(Damage::Broken { offset });
        }
        let mut payload = vec![0; size];
        let mut check = [0; CHECK_LEN];
        if read_up_to(&mut self.input, &mut payload)? < size
            || read_up_to(&mut self.input, &mut check)? < CHECK_LEN
        {
            return Err(Damage::Cut { offset });
        }
        let expected = next_check(&self.check, kind, length, &payload);
        if check != expected {
            return Err(Damage::Broken { offset });
        }
        self.check = expected;
        self.offset = offset + 5 + u64::from(length) + CHECK_LEN as u64;
        Ok(Some(Record { kind, payload }))
    }

    /// Where the next record begins, in bytes from the file's start: everything before it has been read whole.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Where the bytes come from.
    pub(super) fn input(&mut self) -> &mut R {
        &mut self.input
    }

    /// The state from which a [`RecordWriter`] can go on.
    pub fn position(&self) -> Position {
        Position { check: self.check }
    }
}

/// Where a file's chain of checks stands.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    check: [u8; CHECK_LEN],
}

/// Appends records.
#[derive(Debug)]
pub struct RecordWriter<W> {
    output: W,
    check: [u8; CHECK_LEN],
}

impl<W: Write> RecordWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// What writing to `output` gives.
    pub fn begin(mut output: W, kind: FileKind) -> io::Result<Self> {
        let head = kind.head();
        output.write_all(&head)?;
        Ok(RecordWriter { output, check: check_of_head(&head) })
    }

    /// Goes on behind the records that a reader has read whole.
    pub fn resume(output: W, position: Position) -> Self {
        RecordWriter { output, check: position.check }
    }

    /// Appends one record, in one write so that a crash leaves at most one torn record.
    ///
    /// # Errors
    /// What writing gives, or `InvalidInput` for a payload over [`MAX_RECORD`].
    pub fn append(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        let too_large = || io::Error::new(io::ErrorKind::InvalidInput, "a record over the limit");
        if payload.len() > MAX_RECORD {
            return Err(too_large());
        }
        let length = u32::try_from(payload.len()).map_err(|_| too_large())?;
        let check = next_check(&self.check, kind, length, payload);
        // Wiped behind itself: the payload can be a secret.
        let mut bytes = Zeroizing::new(Vec::with_capacity(5 + payload.len() + CHECK_LEN));
        bytes.push(kind);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(payload);
        bytes.extend_from_slice(&check);
        self.output.write_all(&bytes)?;
        self.check = check;
        Ok(())
    }

    /// What is written to.
    pub fn output(&mut self) -> &mut W {
        &mut self.output
    }
}

fn check_of_head(head: &[u8; HEAD_LEN]) -> [u8; CHECK_LEN] {
    shorten(Hash::new(tags::LOG).bytes(head).finish256())
}

fn next_check(before: &[u8; CHECK_LEN], kind: u8, length: u32, payload: &[u8]) -> [u8; CHECK_LEN] {
    shorten(Hash::new(tags::LOG).bytes(before).u8(kind).u32(length).bytes(payload).finish256())
}

fn shorten(digest: [u8; 32]) -> [u8; CHECK_LEN] {
    let mut check = [0; CHECK_LEN];
    check.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    check
}

/// Fills `into` as far as the input reaches and says how far that was.
fn read_up_to(input: &mut impl Read, into: &mut [u8]) -> Result<usize, Damage> {
    let mut filled = 0;
    while let Some(rest) = into.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Damage::Io(error)),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(records: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        for (kind, payload) in records {
            writer.append(*kind, payload).unwrap();
        }
        bytes
    }

    /// How many records can be read, and whether the end was clean.
    fn read(bytes: &[u8]) -> (usize, bool) {
        let Ok(mut reader) = RecordReader::open(bytes, FileKind::Log) else { return (0, false) };
        let mut count = 0;
        loop {
            match reader.next_record() {
                Ok(Some(_)) => count += 1,
                Ok(None) => return (count, true),
                Err(_) => return (count, false),
            }
        }
    }

    const THREE: [(u8, &[u8]); 3] = [(1, b"one"), (2, b""), (2, b"three")];

    #[test]
    fn what_is_written_is_read() {
        let bytes = file(&THREE);
        let mut reader = RecordReader::open(bytes.as_slice(), FileKind::Log).unwrap();
        for (kind, payload) in THREE {
            assert_eq!(reader.next_record().unwrap(), Some(Record { kind, payload: payload.to_vec() }));
        }
        assert!(reader.next_record().unwrap().is_none());
        assert_eq!(reader.offset(), bytes.len() as u64);
    }

    #[test]
    fn a_cut_leaves_the_whole_records_before_it() {
        let bytes = file(&THREE);
        let ends = [file(&THREE[..0]).len(), file(&THREE[..1]).len(), file(&THREE[..2]).len(), bytes.len()];
        for cut in 0..bytes.len() {
            let (count, clean) = read(&bytes[..cut]);
            assert_eq!(count, ends.iter().filter(|&&end| end <= cut).count().saturating_sub(1));
            assert_eq!(clean, ends.contains(&cut), "cut at {cut}");
        }
    }

    #[test]
    fn every_flipped_bit_is_seen() {
        let bytes = file(&THREE);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(!read(&damaged).1, "byte {at} bit {bit}");
            }
        }
    }

    #[test]
    fn dropped_doubled_and_swapped_records_are_seen() {
        let bytes = file(&THREE);
        let ends = [file(&THREE[..0]).len(), file(&THREE[..1]).len(), file(&THREE[..2]).len(), bytes.len()];
        let part = |n: usize| &bytes[ends[n]..ends[n + 1]];
        let head = &bytes[..ends[0]];
        for order in [&[1, 2][..], &[0, 2], &[0, 0, 1, 2], &[1, 0, 2], &[0, 2, 1]] {
            let mut moved = head.to_vec();
            order.iter().for_each(|&n| moved.extend_from_slice(part(n)));
            assert!(!read(&moved).1, "{order:?}");
        }
    }

    #[test]
    fn a_writer_goes_on_where_a_reader_stopped() {
        let bytes = file(&THREE[..2]);
        let mut reader = RecordReader::open(bytes.as_slice(), FileKind::Log).unwrap();
        while reader.next_record().unwrap().is_some() {}
        let mut more = bytes.clone();
        RecordWriter::resume(&mut more, reader.position()).append(2, b"three").unwrap();
        assert_eq!(more, file(&THREE));
    }

    #[test]
    fn a_length_that_lies_allocates_nothing() {
        let mut bytes = file(&[]);
        bytes.extend_from_slice(&[2, 0xff, 0xff, 0xff, 0xff]);
        let mut reader = RecordReader::open(bytes.as_slice(), FileKind::Log).unwrap();
        assert!(matches!(reader.next_record(), Err(Damage::Broken { .. })));
    }

    #[test]
    fn another_kind_and_another_version_are_told_apart() {
        let mut bytes = file(&THREE);
        assert!(matches!(RecordReader::open(bytes.as_slice(), FileKind::Journal), Err(Damage::NotThisKind)));
        bytes[8] = 7;
        assert!(matches!(RecordReader::open(bytes.as_slice(), FileKind::Log), Err(Damage::Version(7))));
        bytes[8] = 1;
        bytes[10] = 1;
        let broken = RecordReader::open(bytes.as_slice(), FileKind::Log).err();
        assert!(matches!(broken, Some(Damage::Broken { offset: 0 })));
    }
}

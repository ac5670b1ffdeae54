//! Small files that people keep, and may have changed by hand: read within bounds, replaced in one step, and never written
//! over when they cannot be understood.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mextrain_net::folders::{private_folder, read_at_most, replace_private};

/// The largest file of this kind, in bytes.
pub const LIMIT: usize = 64 * 1024;

/// How many files that were put aside are kept beside one.
const ASIDE: u32 = 100;

/// A file, and what stood in it when this program looked last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    path: PathBuf,
    seen: Option<Vec<u8>>,
}

/// Why a file was not written.
#[derive(Debug)]
pub enum NotWritten {
    /// Somebody else has written it meanwhile; it is left as it is.
    Changed,
    /// What the system says.
    System(io::Error),
}

impl Kept {
    /// Looks at the file; gives its text if it is there.
    ///
    /// # Errors
    /// What the system says, of a file that is too large or no text too; `Kept` is then not to be had, so that nothing is
    /// written over.
    pub fn open(path: &Path) -> io::Result<(Kept, Option<String>)> {
        let kept = |seen| Kept { path: path.to_owned(), seen };
        match read_at_most(path, LIMIT) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes.clone()).map_err(|_| io::ErrorKind::InvalidData)?;
                Ok((kept(Some(bytes)), Some(text)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((kept(None), None)),
            Err(error) => Err(error),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file, unless somebody else has since it was looked at last.
    ///
    /// # Errors
    /// [`NotWritten`]; the file is then as it was.
    pub fn write(&mut self, text: &str) -> Result<(), NotWritten> {
        let now = match read_at_most(&self.path, LIMIT) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(NotWritten::System(error)),
        };
        if now != self.seen {
            return Err(NotWritten::Changed);
        }
        if let Some(folder) =
            self.path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        {
            private_folder(folder).map_err(NotWritten::System)?;
        }
        replace_private(&self.path, text.as_bytes()).map_err(NotWritten::System)?;
        self.seen = Some(text.as_bytes().to_vec());
        Ok(())
    }

    /// Puts the file aside, so that a new one can be written; gives where it is now.
    ///
    /// # Errors
    /// What the system says.
    pub fn put_aside(&mut self, what: &str) -> io::Result<PathBuf> {
        let aside = move_aside(&self.path, what)?;
        self.seen = None;
        Ok(aside)
    }
}

/// Gives a file a name that nothing has yet, beside where it was: `scores.toml` becomes `scores.what-1.toml`.
///
/// # Errors
/// What the system says.
pub fn move_aside(path: &Path, what: &str) -> io::Result<PathBuf> {
    let free = (1..=ASIDE).map(|number| path.with_extension(format!("{what}-{number}.toml")));
    let aside = free.into_iter().find(|aside| !aside.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_else_wrote_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/a.toml");
        let (mut one, none) = Kept::open(&path).unwrap();
        let (mut other, _) = Kept::open(&path).unwrap();
        assert_eq!(none, None);
        one.write("first").unwrap();
        assert!(matches!(other.write("second"), Err(NotWritten::Changed)));
        one.write("third").unwrap();
        let (mut other, text) = Kept::open(&path).unwrap();
        assert_eq!(text.as_deref(), Some("third"));
        let aside = other.put_aside("old").unwrap();
        assert_eq!(fs::read_to_string(&aside).unwrap(), "third");
        other.write("fourth").unwrap();
        assert_ne!(other.put_aside("old").unwrap(), aside);
    }

    #[test]
    fn what_cannot_be_understood_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        for bytes in [b"\xff".to_vec(), vec![b'a'; LIMIT + 1]] {
            fs::write(&path, &bytes).unwrap();
            assert!(Kept::open(&path).is_err());
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}

//! Small files that people keep, and may have changed by hand: read within bounds, replaced in one step, and never written
//! over when they cannot be understood.

use std::{
    ffi::OsString,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use mextrain_net::folders::{private_folder, read_at_most, remove_leftovers, replace_like};

use crate::wording as words;

/// The largest file of this kind, in bytes.
pub const LIMIT: usize = 64 * 1024;

/// How many files that were put aside are kept beside one.
const ASIDE: u32 = 100;

/// How long another program may take to write one.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long it is waited between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// A file, and what stood in it when this program looked last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    path: PathBuf,
    seen: Option<Vec<u8>>,
    patience: Duration,
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
        let kept = |seen| Kept { path: path.to_owned(), seen, patience: PATIENCE };
        match read_at_most(path, LIMIT) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes.clone()).map_err(|_| io::ErrorKind::InvalidData)?;
                Ok((kept(Some(bytes)), Some(text)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((kept(None), None)),
            Err(error) => Err(error),
        }
    }

    /// The same for somebody who cannot wait: a file that another program writes right now is said to be in use at once.
    pub fn without_waiting(self) -> Kept {
        Kept { patience: Duration::ZERO, ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file, unless somebody else has since it was looked at last. Where it is a link, what it leads to is replaced.
    ///
    /// # Errors
    /// [`NotWritten`]; the file is then as it was.
    pub fn write(&mut self, text: &str) -> Result<(), NotWritten> {
        if let Some(folder) =
            self.path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        {
            private_folder(folder)?;
        }
        let held = self.hold()?;
        remove_leftovers(&held.file);
        replace_like(&held.file, text.as_bytes())?;
        self.seen = Some(text.as_bytes().to_vec());
        Ok(())
    }

    /// Puts the file aside, so that a new one can be written; gives where it is now.
    ///
    /// # Errors
    /// [`NotWritten`]; the file is then as it was.
    pub fn put_aside(&mut self, what: &str) -> Result<PathBuf, NotWritten> {
        let held = self.hold()?;
        let aside = move_aside(&held.file, what)?;
        self.seen = None;
        Ok(aside)
    }

    /// Keeps other programs from the file for as long as this is held, if it is as it was looked at last and may be written.
    fn hold(&self) -> Result<Held, NotWritten> {
        let file = target(&self.path)?;
        let lock = lock(&file, self.patience)?;
        let now = match read_at_most(&file, LIMIT) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        if now != self.seen {
            return Err(NotWritten::Changed);
        }
        if now.is_some() {
            // A new file could take the place of one that may not be written; whoever made it so does not want that.
            let refused = io::Error::new(io::ErrorKind::PermissionDenied, words::read_only_file());
            match File::options().write(true).open(&file) {
                Ok(open) if !open.metadata()?.permissions().readonly() => {}
                Err(error) if error.kind() != io::ErrorKind::PermissionDenied => return Err(error.into()),
                _ => return Err(refused.into()),
            }
        }
        Ok(Held { file, _lock: lock })
    }
}

/// A file that no other program writes meanwhile.
struct Held {
    /// Where it is, behind all links.
    file: PathBuf,
    _lock: File,
}

impl From<io::Error> for NotWritten {
    fn from(error: io::Error) -> NotWritten {
        NotWritten::System(error)
    }
}

/// The file itself, where the path leads to it by links.
fn target(path: &Path) -> io::Result<PathBuf> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    match fs::canonicalize(path) {
        // A link to what is not there yet.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let end = fs::read_link(path)?;
            Ok(path.parent().map_or_else(|| end.clone(), |folder| folder.join(&end)))
        }
        found => found,
    }
}

/// Waits, but not longer than this, until no other program writes the file. The lock goes with the program; the empty file beside it stays, since
/// removing it could take it from under somebody who waits for it.
fn lock(path: &Path, patience: Duration) -> io::Result<File> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    let lock = File::options().create(true).truncate(false).write(true).open(path.with_file_name(name))?;
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < patience => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, words::busy_file()));
            }
            // Where files cannot be locked nobody else has locked them.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(lock),
        }
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
    fn a_file_that_is_in_use_is_said_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let (kept, _) = Kept::open(&path).unwrap();
        let mut hurried = kept.without_waiting();
        assert_eq!(hurried.patience, Duration::ZERO);
        let held = lock(&path, PATIENCE).unwrap();
        let Err(NotWritten::System(error)) = hurried.write("first") else { panic!("it was written") };
        assert_eq!(error.to_string(), words::busy_file());
        drop(held);
        hurried.write("first").unwrap();
        // It stays so.
        assert_eq!(hurried.patience, Duration::ZERO);
    }

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
    fn nothing_is_lost_where_several_write_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let leftover = folder.path().join("a.toml.4194999-0.tmp");
        fs::write(&leftover, "half").unwrap();
        let writer = |number: usize| {
            let path = path.clone();
            thread::spawn(move || {
                let line = |turn: usize| format!("{number}.{turn}\n");
                let done = |turn: &usize| {
                    let (mut kept, text) = Kept::open(&path).unwrap();
                    match kept.write(&(text.unwrap_or_default() + &line(*turn))) {
                        Ok(()) => true,
                        Err(NotWritten::Changed) => false,
                        Err(error) => panic!("{error:?}"),
                    }
                };
                (0..30).filter(done).map(line).collect::<Vec<_>>()
            })
        };
        let writers: Vec<_> = (0..6).map(writer).collect();
        let mut told: Vec<String> = writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect();
        let text = fs::read_to_string(&path).unwrap();
        let mut there: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
        told.sort();
        there.sort();
        assert!(told.len() > 5);
        assert_eq!(there, told);
        assert!(!leftover.exists(), "what a killed program has left is removed");
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_write_protection_are_respected() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, real) = (folder.path().join("a.toml"), folder.path().join("there/real.toml"));
        fs::create_dir(folder.path().join("there")).unwrap();
        symlink("there/real.toml", &path).unwrap();
        let mode = || fs::metadata(&real).unwrap().permissions().mode() & 0o777;
        let (mut kept, none) = Kept::open(&path).unwrap();
        assert_eq!(none, None);
        kept.write("first").unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&real, fs::Permissions::from_mode(0o664)).unwrap();
        kept.write("second").unwrap();
        assert_eq!((fs::read_to_string(&real).unwrap().as_str(), mode()), ("second", 0o664));
        fs::set_permissions(&real, fs::Permissions::from_mode(0o444)).unwrap();
        let refused = |error| matches!(error, NotWritten::System(error) if error.to_string() == words::read_only_file());
        assert!(refused(kept.write("third").unwrap_err()) && refused(kept.put_aside("old").unwrap_err()));
        assert_eq!((fs::read_to_string(&real).unwrap().as_str(), mode()), ("second", 0o444));
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(kept.put_aside("old").unwrap().file_name(), Some(std::ffi::OsStr::new("real.old-1.toml")));
        kept.write("fourth").unwrap();
        assert!(path.is_symlink() && fs::read_to_string(&real).unwrap() == "fourth");
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

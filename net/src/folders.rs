//! Files and folders that only their owner may read: keys, sessions, and the folder where the peers of one machine find each other.
//!
//! Where the system has no owners and modes, the user's own folders are private already and these checks do nothing.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes `folder` (and what it stands in) if it is not there, for its owner alone.
///
/// # Errors
/// What the system says; and [`io::ErrorKind::PermissionDenied`] if somebody else owns the folder or may write into it, since what is
/// read from it could then be anybody's.
pub fn private_folder(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match make_folder(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
        Ok(()) => sync_name(folder),
    }
    // Not followed if it is a link: somebody else could have put it there.
    let metadata = fs::symlink_metadata(folder)?;
    if !metadata.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::NotADirectory,
            format!("{} is not a folder", folder.display()),
        ));
    }
    owner::check_folder(folder, &metadata)
}

/// Replaces the file in one step: whoever reads it sees the old bytes or the new ones, also after a crash. Only the owner may read it.
///
/// # Errors
/// What the system says; the old file is then still there.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Written::beside(path, bytes)?.becomes(path)
}

/// As [`replace_private`], but with the permissions of the old file; the group is that of whoever writes.
///
/// # Errors
/// What the system says; the old file is then still there.
pub fn replace_like(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = Written::beside(path, bytes)?;
    match fs::metadata(path) {
        Ok(old) => fs::set_permissions(&written.path, old.permissions())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    written.becomes(path)
}

/// Makes sure, where the system can, that a file or folder is found under its name after the power has failed: its content is on disk
/// by itself only.
pub fn sync_name(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Not every file system can, nor can every system open folders; those write names down in their own time.
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        tracing::debug!(%error, "a folder could not be forced to the disk");
    }
}

/// Removes what programs have left beside the file that were killed while they replaced it. Only for whoever keeps all others
/// from writing it.
pub fn remove_leftovers(path: &Path) {
    let (Some(name), Some(folder)) = (path.file_name().and_then(OsStr::to_str), path.parent()) else {
        return;
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|other| is_leftover(other, name)) {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file's name is one that [`Written`] gives to what replaces `name`.
fn is_leftover(other: &str, name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let between = other.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".tmp"));
    between.and_then(|rest| rest.split_once('-')).is_some_and(|(one, other)| number(one) && number(other))
}

/// Writes a file that must not be there yet, in one step, for its owner alone. `false`: there is one already, and it is left alone.
///
/// # Errors
/// What the system says; nothing is then left behind.
pub fn create_private(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let written = Written::beside(path, bytes)?;
    // A link, unlike a rename, never replaces what another process has put there meanwhile.
    match fs::hard_link(&written.path, path) {
        Ok(()) => {
            sync_name(path);
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(_) if path.exists() => Ok(false),
        // File systems without hard links.
        Err(_) => written.becomes(path).map(|()| true),
    }
}

/// The bytes of a file of at most `limit` bytes.
///
/// # Errors
/// What the system says; [`io::ErrorKind::FileTooLarge`] beyond the limit.
pub fn read_at_most(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {limit} bytes")));
    }
    Ok(bytes)
}

/// Whether the file is an ordinary one (no link), readable by its owner alone, and owned by whoever owns the file `own`.
///
/// # Errors
/// What the system says.
pub fn is_private_and_owned_like(path: &Path, own: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(path)?;
    Ok(metadata.is_file()
        && owner::is_private(&metadata)
        && owner::same(&metadata, &fs::symlink_metadata(own)?))
}

/// Whether nobody but the file's owner may read it.
///
/// # Errors
/// What the system says.
pub fn is_private(path: &Path) -> io::Result<bool> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(owner::is_private(&metadata))
}

/// A finished temporary file; what is left of it goes away on drop.
struct Written {
    path: PathBuf,
}

impl Written {
    fn beside(path: &Path, bytes: &[u8]) -> io::Result<Written> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}-{}.tmp", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
        let path = path.with_file_name(name);
        let mut file = owner::private_options().write(true).create_new(true).open(&path)?;
        let written = Written { path };
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(written)
    }

    /// Puts it in the place of what stands there.
    fn becomes(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        sync_name(path);
        Ok(())
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove, which is fine.
        let _ = fs::remove_file(&self.path);
    }
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(unix)]
mod owner {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};

    use super::*;

    pub fn private_options() -> OpenOptions {
        let mut options = OpenOptions::new();
        options.mode(0o600);
        options
    }

    pub fn is_private(metadata: &fs::Metadata) -> bool {
        metadata.mode() & 0o077 == 0
    }

    pub fn same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
        one.uid() == other.uid()
    }

    pub fn check_folder(folder: &Path, metadata: &fs::Metadata) -> io::Result<()> {
        // A file made here belongs to this process's user: that tells who "we" are.
        let probe = Written::beside(&folder.join("probe"), b"")?;
        let ours = same(metadata, &fs::symlink_metadata(&probe.path)?);
        if ours && metadata.mode() & 0o022 == 0 {
            return Ok(());
        }
        let what = format!("{} belongs to somebody else, or others may write into it", folder.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, what))
    }
}

#[cfg(not(unix))]
mod owner {
    use super::*;

    pub fn private_options() -> OpenOptions {
        OpenOptions::new()
    }

    pub fn is_private(_: &fs::Metadata) -> bool {
        true
    }

    pub fn same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
        true
    }

    pub fn check_folder(_: &Path, _: &fs::Metadata) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_created_once_and_replaced_in_one_step() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a/b");
        private_folder(&folder).unwrap();
        private_folder(&folder).unwrap();
        let file = folder.join("file");
        assert!(create_private(&file, b"first").unwrap());
        assert!(!create_private(&file, b"second").unwrap());
        assert_eq!(read_at_most(&file, 5).unwrap(), b"first");
        replace_private(&file, b"third").unwrap();
        assert_eq!(read_at_most(&file, 5).unwrap(), b"third");
        assert_eq!(read_at_most(&file, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(names(&folder), ["file"]);
        assert!(is_private_and_owned_like(&file, &file).unwrap());
    }

    #[test]
    fn only_what_was_left_behind_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let kept = ["a.toml", "a.toml.x-0.tmp", "a.toml.1-.tmp", "b.toml.1-0.tmp", "a.toml.12.tmp"];
        for name in kept.iter().chain(&["a.toml.12-0.tmp", "a.toml.3-45.tmp"]) {
            fs::write(place.path().join(name), "").unwrap();
        }
        remove_leftovers(&place.path().join("a.toml"));
        let mut kept = kept.map(str::to_owned);
        kept.sort();
        assert_eq!(names(place.path()), kept);
    }

    #[cfg(unix)]
    #[test]
    fn what_others_may_touch_is_not_private() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("open");
        private_folder(&folder).unwrap();
        let file = folder.join("file");
        create_private(&file, b"x").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(!is_private(&file).unwrap());
        assert!(!is_private_and_owned_like(&file, &file).unwrap());
        symlink(&file, folder.join("link")).unwrap();
        assert!(!is_private_and_owned_like(&folder.join("link"), &file).unwrap());
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(private_folder(&folder).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        symlink(place.path(), place.path().join("folder-link")).unwrap();
        assert!(private_folder(&place.path().join("folder-link")).is_err());
    }
}

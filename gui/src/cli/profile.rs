//! Where a player's key and logs are kept.
//!
//! ```text
//! <data folder>/<profile>/key         the profile's Ed25519 key, readable by its owner alone
//! <data folder>/<profile>/sessions/   one folder a match: what is needed to come back to it
//! <data folder>/<profile>/logs/       one log a match, for anybody to check
//! ```

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use mextrain_net::{identity::Identity, name::Name};

use super::{Failure, arguments::Global};
use crate::wording::{self, session::identity_error};

/// A player of this machine.
#[derive(Clone, Debug)]
pub struct Profile {
    folder: PathBuf,
}

impl Profile {
    /// The profile that the global options name. Nothing is made or read yet.
    ///
    /// # Errors
    /// If the system has no folder for data and none was given.
    pub fn of(global: &Global) -> Result<Profile, Failure> {
        Ok(Profile { folder: data_folder(global)?.join(&global.profile) })
    }

    /// The profile's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file that holds the profile's key.
    pub fn key_file(&self) -> PathBuf {
        self.folder.join("key")
    }

    /// The profile's key; made at its first use.
    ///
    /// # Errors
    /// A sentence about a key file that cannot be used.
    pub fn identity(&self) -> Result<Identity, Failure> {
        Identity::load_or_create(&self.key_file())
            .map_err(|error| Failure::unexpected(identity_error(&error)))
    }

    /// The profile's key, where there has to be one.
    ///
    /// # Errors
    /// A sentence about a key file that is not there, or cannot be used.
    pub fn existing_identity(&self) -> Result<Identity, Failure> {
        let file = self.key_file();
        if matches!(file.try_exists(), Ok(false)) {
            return Err(Failure::unexpected(wording::commands::no_key(&file)));
        }
        Identity::load(&file).map_err(|error| Failure::unexpected(identity_error(&error)))
    }
}

/// The name this system knows its user by.
pub fn user_name() -> Name {
    let user = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|key| std::env::var(key).ok());
    Name::clean(&user.unwrap_or_else(|| "Player".to_owned()))
}

/// Where all profiles are kept.
///
/// # Errors
/// If the system has no folder for data and none was given.
pub fn data_folder(global: &Global) -> Result<PathBuf, Failure> {
    if let Some(folder) = &global.data_dir {
        return Ok(folder.clone());
    }
    // A home that is a relative path would put keys wherever the program happens to be started.
    let folder = ProjectDirs::from("", "", "mextrain")
        .map(|folders| folders.data_dir().to_owned())
        .filter(|folder| folder.is_absolute());
    folder.ok_or_else(|| {
        Failure::unexpected("this system has no folder for data of programs; give one with --data-dir")
    })
}

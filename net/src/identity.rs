//! Who a profile is on the network: one Ed25519 key, kept in a file.
//!
//! The same key names the peer (libp2p's `PeerId` is its public half) and signs the table's messages. That a key belongs to a person
//! is nothing this module can know; the table words are for that.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ed25519_dalek::SigningKey;
use libp2p::PeerId;
use libp2p::identity::{Keypair, PublicKey, ed25519};
use zeroize::Zeroizing;

use crate::folders;

/// A profile's key. It is secret: never sent, never logged.
pub struct Identity {
    signing: SigningKey,
    keypair: Keypair,
}

/// Why there is no usable key.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The file could not be read or written.
    #[error("the key file {} cannot be used: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file holds something else.
    #[error("{} is not a key file of this program; move it away to get a new key (others will not know you by it)", .0.display())]
    NotAKey(PathBuf),
    /// Other users of the machine may read the file.
    #[error("the key file {} can be read by other users; allow only its owner (mode 600)", .0.display())]
    Exposed(PathBuf),
    /// The system gave no randomness for a new key.
    #[error("no randomness from the system: {0}")]
    Random(String),
}

const HEAD: &str = "mextrain-key-1\n";
const FILE_LIMIT: usize = 256;

impl Identity {
    /// The key in the file; a new one, written there first, if there is no such file. Two programs that do this at once get the same key.
    ///
    /// # Errors
    /// [`IdentityError`]. A file that is there is never overwritten.
    pub fn load_or_create(path: &Path) -> Result<Identity, IdentityError> {
        let file = |source| IdentityError::File { path: path.to_owned(), source };
        if !path.try_exists().map_err(file)? {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(file)?;
            }
            let new = Self::random()?;
            let mut text = Zeroizing::new(String::from(HEAD));
            for byte in new.signing.as_bytes() {
                text.push_str(&format!("{byte:02x}"));
            }
            text.push('\n');
            if folders::create_private(path, text.as_bytes()).map_err(file)? {
                return Ok(new);
            }
        }
        Self::load(path)
    }

    /// One with this key, for tests of tables whose players are known.
    #[cfg(test)]
    pub(crate) fn of(signing: SigningKey) -> Identity {
        let keypair = Keypair::ed25519_from_bytes(signing.to_bytes()).unwrap();
        Identity { signing, keypair }
    }

    /// The key in the file.
    ///
    /// # Errors
    /// [`IdentityError`], also when there is no such file.
    pub fn load(path: &Path) -> Result<Identity, IdentityError> {
        let file = |source| IdentityError::File { path: path.to_owned(), source };
        if !folders::is_private(path).map_err(file)? {
            return Err(IdentityError::Exposed(path.to_owned()));
        }
        let bytes = match folders::read_at_most(path, FILE_LIMIT) {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Vec::new(),
            read => read.map_err(file)?,
        };
        let bytes = Zeroizing::new(bytes);
        parse(&bytes).ok_or_else(|| IdentityError::NotAKey(path.to_owned()))
    }

    /// A new key that is kept nowhere.
    ///
    /// # Errors
    /// [`IdentityError::Random`].
    pub fn random() -> Result<Identity, IdentityError> {
        use rand::TryRng;
        let mut secret = Zeroizing::new([0; 32]);
        rand::rngs::SysRng
            .try_fill_bytes(&mut *secret)
            .map_err(|error| IdentityError::Random(error.to_string()))?;
        Self::from_secret(&secret).ok_or_else(|| IdentityError::Random("an unusable key".to_owned()))
    }

    /// The key with this secret half.
    #[must_use]
    pub fn from_secret(secret: &[u8; 32]) -> Option<Identity> {
        let signing = SigningKey::from_bytes(secret);
        let mut copy = Zeroizing::new(*secret);
        let keypair = Keypair::ed25519_from_bytes(&mut copy[..]).ok()?;
        Some(Identity { signing, keypair })
    }

    /// The key as libp2p wants it.
    #[must_use]
    pub fn keypair(&self) -> &Keypair {
        &self.keypair
    }

    /// The key as the table signs with it.
    #[must_use]
    pub fn signing_key(&self) -> &SigningKey {
        &self.signing
    }

    /// The public half.
    #[must_use]
    pub fn public_key(&self) -> [u8; 32] {
        self.signing.verifying_key().to_bytes()
    }

    /// The name the public half has on the network.
    #[must_use]
    pub fn peer_id(&self) -> PeerId {
        self.keypair.public().to_peer_id()
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({})", self.peer_id())
    }
}

/// The Ed25519 key that a peer id spells out. `None` for other kinds of keys and for ids that are only a hash of one.
#[must_use]
pub fn key_of(peer: &PeerId) -> Option<[u8; 32]> {
    const IDENTITY_HASH: u64 = 0;
    let hash = peer.as_ref();
    if hash.code() != IDENTITY_HASH {
        return None;
    }
    let key = PublicKey::try_decode_protobuf(hash.digest()).ok()?;
    Some(key.try_into_ed25519().ok()?.to_bytes())
}

/// The peer id of an Ed25519 key. `None` if the bytes are no key.
#[must_use]
pub fn peer_of(key: &[u8; 32]) -> Option<PeerId> {
    let key = ed25519::PublicKey::try_from_bytes(key).ok()?;
    Some(PublicKey::from(key).to_peer_id())
}

fn parse(bytes: &[u8]) -> Option<Identity> {
    let digits = std::str::from_utf8(bytes).ok()?.strip_prefix(HEAD)?.trim_end();
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut secret = Zeroizing::new([0; 32]);
    for (byte, pair) in secret.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Identity::from_secret(&secret)
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::Signer;

    use super::*;

    #[test]
    fn a_key_is_created_once_and_is_the_same_afterwards() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("profile/key");
        let first = Identity::load_or_create(&path).unwrap();
        let second = Identity::load_or_create(&path).unwrap();
        assert_eq!(first.public_key(), second.public_key());
        assert_eq!(first.peer_id(), second.peer_id());
        assert_eq!(key_of(&first.peer_id()), Some(first.public_key()));
        assert_eq!(peer_of(&first.public_key()), Some(first.peer_id()));
        assert_ne!(Identity::random().unwrap().public_key(), first.public_key());
    }

    #[test]
    fn both_forms_are_one_key() {
        let identity = Identity::random().unwrap();
        let signature = identity.signing_key().sign(b"message").to_bytes();
        assert_eq!(identity.keypair().sign(b"message").unwrap(), signature);
        assert_eq!(format!("{identity:?}"), format!("Identity({})", identity.peer_id()));
    }

    #[test]
    fn what_is_no_key_is_said_and_left_alone() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("key");
        for bytes in [&b""[..], b"mextrain-key-1\n", b"mextrain-key-1\n+1", &[b'a'; 5000], b"\xff\xfe"] {
            folders::replace_private(&path, bytes).unwrap();
            assert!(matches!(Identity::load_or_create(&path), Err(IdentityError::NotAKey(_))));
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        assert!(matches!(Identity::load(&place.path().join("none")), Err(IdentityError::File { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_key_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("key");
        Identity::load_or_create(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(Identity::load(&path), Err(IdentityError::Exposed(_))));
    }
}

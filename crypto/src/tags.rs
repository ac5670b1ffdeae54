//! Every domain-separation tag of the project, in one place.
//!
//! A tag names one use of the hash function. As long as no two uses share a tag, a digest made for one purpose
//! can never be passed off as one made for another. What the hashed fields *are* is decided where a tag is used;
//! this file knows only the names.

use std::fmt;

/// The name of one use of the hash function; only this file can make one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag(&'static str);

impl Tag {
    /// The bytes that are hashed: ASCII, 1 to 32 of them.
    pub const fn as_bytes(&self) -> &'static [u8] {
        self.0.as_bytes()
    }

    /// The tag as text, for messages.
    pub const fn as_str(&self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tag({})", self.0)
    }
}

/// Defines the constants and the list of all of them together, so that the test below can miss none.
macro_rules! tags {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: Tag = Tag($text);)+

        /// Every tag of this file.
        pub const ALL: &[Tag] = &[$($name),+];
    };
}

tags! {
    /// The match id, over the charter and the revealed nonces.
    MATCH = "MXT1/match";
    /// The charter as it is signed.
    CHARTER = "MXT1/charter";
    /// The commitment to a nonce before it is revealed.
    COMMIT = "MXT1/commit";
    /// The words the table reads aloud.
    WORDS = "MXT1/words";
    /// The words of a player's key.
    KEY_WORDS = "MXT1/words/key";
    /// The lots that seat the players.
    LOTS = "MXT1/lots";
    /// The context of one proof.
    CTX = "MXT1/ctx";
    /// The head of the log after a step.
    HEAD = "MXT1/head";
    /// One contribution to a step.
    CONTRIBUTION = "MXT1/c";
    /// The scoreboard that ends a round.
    SEAL = "MXT1/seal";
    /// The chain of checks in a file of records.
    LOG = "MXT1/log";
    /// The hint at a host's key in a join code.
    PLACE = "MXT1/place";
    /// A piece of evidence.
    EVIDENCE = "MXT1/evidence";
    /// A certificate of votes over a missing seat.
    CERTIFICATE = "MXT1/certificate";
    /// The blinding generator U.
    GENERATOR_U = "MXT1/gen/U";
    /// The generators H_1 … H_91.
    GENERATOR_H = "MXT1/gen/H";
    /// The points that stand for tiles.
    TILE = "MXT1/tile";
    /// The transcript of a key's proof of knowledge.
    KEY_PROOF = "MXT1/proof/key";
    /// The transcript of a shuffle's proof.
    SHUFFLE_PROOF = "MXT1/proof/shuffle";
    /// The transcript of the proof beside opening tokens.
    OPENING_PROOF = "MXT1/proof/opening";
    /// The transcript of an avoid proof.
    AVOID_PROOF = "MXT1/proof/avoid";
    /// The transcript of the proof beside locked tokens.
    LOCK_PROOF = "MXT1/proof/lock";
    /// The statement from which a shuffle's permutation and masks are derived.
    SHUFFLE_WITNESS = "MXT1/secret/shuffle";
    /// The statement from which the masks of locked tokens are derived.
    LOCK_WITNESS = "MXT1/secret/lock";
    /// Derivation of a round secret.
    ROUND_SECRET = "MXT1/secret/round";
    /// Derivation of the nonces of a proof.
    NONCE = "MXT1/secret/nonce";
    /// The stream of bytes behind derived secrets.
    STREAM = "MXT1/secret/stream";
    /// The weights of a verifier's batch.
    WEIGHTS = "MXT1/weights";
}

/// What a step of a transcript hashes first. Not framed like a [`Tag`]; see [`crate::transcript`].
pub const TRANSCRIPT_STEP: &[u8] = b"MXT1-transcript";

/// What a challenge hashes first. Not framed like a [`Tag`]; see [`crate::transcript`].
pub const TRANSCRIPT_SQUEEZE: &[u8] = b"MXT1-squeeze";

/// What a signed envelope begins with. Not framed like a [`Tag`].
pub const ENVELOPE: &[u8] = b"MXT1-ENV";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_tags_are_distinct_and_short() {
        let distinct: BTreeSet<_> = ALL.iter().map(Tag::as_str).collect();
        assert_eq!(distinct.len(), ALL.len());
        for tag in ALL {
            assert!((1..=32).contains(&tag.as_bytes().len()), "{tag:?}");
            assert!(tag.as_str().is_ascii(), "{tag:?}");
        }
    }

    #[test]
    fn no_unframed_prefix_looks_like_a_framed_tag() {
        // A framed input begins with the tag's length, at most 32; an unframed one with a letter.
        for prefix in [TRANSCRIPT_STEP, TRANSCRIPT_SQUEEZE, ENVELOPE] {
            assert!(prefix[0] > 32);
        }
        assert!(!TRANSCRIPT_STEP.starts_with(TRANSCRIPT_SQUEEZE));
        assert!(!TRANSCRIPT_SQUEEZE.starts_with(TRANSCRIPT_STEP));
    }
}

//! Why bytes of somebody else are refused, as far as this crate can tell.
//!
//! The codes are those of the table protocol. Who is to blame, and what else can be wrong with a message, is the
//! table's business and unknown here.

use thiserror::Error;

/// The fault of whoever wrote the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Error)]
#[error("{}", self.explain())]
pub enum Refusal {
    /// 32 bytes that are not the canonical encoding of a group element.
    Point,
    /// The identity, where only another element makes sense.
    Identity,
    /// 32 bytes that are not a scalar below the group's order.
    Scalar,
    /// Another number of bytes or elements than the state asks for.
    Length,
    /// A key whose owner did not show to know its secret, here and now.
    KeyProof,
    /// A key that another seat has already.
    DuplicateKey,
    /// A deck that was not shown to be a shuffle of the one before.
    Shuffle,
    /// A shuffle that left points of the deck as they were.
    TrivialShuffle,
    /// A deck, or a list of locked tokens, in which one point occurs twice.
    DuplicatePoint,
    /// Opening tokens that do not belong to these slots and this key.
    Dleq,
    /// A slot that holds another tile than the one named.
    TileMismatch,
    /// A slot that, opened, holds no tile of the set.
    UnknownTile,
    /// A claim about hidden tiles that was not shown to be true.
    Avoid,
    /// A claim about other slots or tiles than those it must be about.
    AvoidSet,
    /// Locked tokens that were not shown to be those of their owner's key for these slots.
    Share,
}

impl Refusal {
    /// Every refusal this crate knows.
    pub const ALL: [Self; 15] = [
        Self::Point,
        Self::Identity,
        Self::Scalar,
        Self::Length,
        Self::KeyProof,
        Self::DuplicateKey,
        Self::Shuffle,
        Self::TrivialShuffle,
        Self::DuplicatePoint,
        Self::Dleq,
        Self::TileMismatch,
        Self::UnknownTile,
        Self::Avoid,
        Self::AvoidSet,
        Self::Share,
    ];

    /// The protocol's name for it, which logs and evidence carry.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Identity => "identity",
            Self::Scalar => "scalar",
            Self::Length => "length",
            Self::KeyProof => "key-proof",
            Self::DuplicateKey => "duplicate-key",
            Self::Shuffle => "shuffle",
            Self::TrivialShuffle => "trivial-shuffle",
            Self::DuplicatePoint => "duplicate-point",
            Self::Dleq => "dleq",
            Self::TileMismatch => "tile-mismatch",
            Self::UnknownTile => "unknown-tile",
            Self::Avoid => "avoid",
            Self::AvoidSet => "avoid-set",
            Self::Share => "share",
        }
    }

    const fn explain(self) -> &'static str {
        match self {
            Self::Point => "32 bytes are not the canonical encoding of a group element",
            Self::Identity => "the identity element stands where it must not",
            Self::Scalar => "32 bytes are not a scalar below the group's order",
            Self::Length => "the number of bytes or elements is not the one asked for",
            Self::KeyProof => "the proof of knowing the key's secret does not hold",
            Self::DuplicateKey => "the key is another seat's",
            Self::Shuffle => "the proof that the deck was only shuffled does not hold",
            Self::TrivialShuffle => "the shuffle left points of the deck unchanged",
            Self::DuplicatePoint => "a point occurs twice where all must differ",
            Self::Dleq => "the proof beside the opening tokens does not hold",
            Self::TileMismatch => "the slot holds another tile than the one named",
            Self::UnknownTile => "the slot opens to no tile of the set",
            Self::Avoid => "the proof that the hidden tiles are none of those named does not hold",
            Self::AvoidSet => "the claim is not about the slots and tiles it must be about",
            Self::Share => "the proof that the locked tokens open to the right ones does not hold",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_distinct() {
        let codes: BTreeSet<_> = Refusal::ALL.iter().map(|refusal| refusal.code()).collect();
        assert_eq!(codes.len(), Refusal::ALL.len());
    }
}

//! Why a message is refused, and whose fault that is.
//!
//! Every refusal has one code (a word that goes to logs, evidence and `--json`), and a [`Blame`] that says who wrote
//! the refused message and at which step. The codes are the whole vocabulary: a new one is a change of the protocol.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::envelope::Kind;
use crate::name::Name;

/// Why a message was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A point, scalar, proof or deck that does not hold; the code is the proof system's own.
    Proof(mextrain_crypto::Refusal),
    /// A move that breaks a rule of the game.
    IllegalMove(mextrain_core::Refusal),
    /// A payload whose length does not follow from the state.
    Length,
    /// A message larger than any message may be.
    TooLarge,
    /// Tokens for other slots than the ones owed.
    TokenSet,
    /// A play from a slot that belongs to another seat.
    SlotOwner,
    /// A play from a slot that is not closed in a hand, or a claim about one that is nobody's.
    SlotState,
    /// The opened slot holds another tile than the one claimed.
    TileMismatch,
    /// The opened slot decodes to no tile.
    UnknownTile,
    /// A claim that does not cover exactly the pairs that are owed.
    AvoidSet,
    /// A claim made without a proof that the opened hands, or other claims of its author, show to be false.
    FalseClaim,
    /// A message that this author does not owe at this step.
    NotExpected,
    /// A round key that was used before in this match.
    KeyReuse,
    /// Two signed bodies for one place.
    Equivocation,
    /// A message of another match.
    Match,
    /// A message of another epoch, round or attempt.
    Epoch,
    /// A message that acknowledges another past.
    PreviousHead,
    /// A signature that does not verify strictly, or a malformed identity key.
    Signature,
    /// A certificate without the votes it needs.
    Quorum,
    /// Rules that the table cannot play, or scores that do not follow from the play.
    Rules,
    /// A message of another protocol version.
    Version,
    /// A commitment that was copied, or a nonce that does not open its commitment.
    Commitment,
    /// A share that does not match its commitment.
    Share,
    /// Own refusal: a token for an own hidden slot was asked for outside a play, the engine or the score.
    SelfLeak,
    /// Own refusal: a slot was asked for by a second recipient.
    SlotBound,
}

impl Refusal {
    /// The code, as logs, evidence and `--json` show it.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Proof(refusal) => refusal.code(),
            Refusal::IllegalMove(_) => "illegal-move",
            Refusal::Length => "length",
            Refusal::TooLarge => "too-large",
            Refusal::TokenSet => "token-set",
            Refusal::SlotOwner => "slot-owner",
            Refusal::SlotState => "slot-state",
            Refusal::TileMismatch => "tile-mismatch",
            Refusal::UnknownTile => "unknown-tile",
            Refusal::AvoidSet => "avoid-set",
            Refusal::FalseClaim => "avoid",
            Refusal::NotExpected => "not-expected",
            Refusal::KeyReuse => "key-reuse",
            Refusal::Equivocation => "equivocation",
            Refusal::Match => "match",
            Refusal::Epoch => "epoch",
            Refusal::PreviousHead => "previous-head",
            Refusal::Signature => "signature",
            Refusal::Quorum => "quorum",
            Refusal::Rules => "rules",
            Refusal::Version => "version",
            Refusal::Commitment => "commitment",
            Refusal::Share => "share",
            Refusal::SelfLeak => "self-leak",
            Refusal::SlotBound => "slot-bound",
        }
    }

    /// A sentence's end for people: what the author's message did, to follow "Bo's message ".
    pub fn sentence(&self) -> String {
        match self {
            Refusal::Proof(refusal) => format!("does not prove what it must ({})", refusal.code()),
            Refusal::IllegalMove(refusal) => format!("breaks a rule of the game ({})", refusal.code()),
            Refusal::Length => "is longer or shorter than it must be".to_owned(),
            Refusal::TooLarge => "is larger than any message may be".to_owned(),
            Refusal::TokenSet => "opens other tiles than it must".to_owned(),
            Refusal::SlotOwner => "plays a tile that belongs to somebody else".to_owned(),
            Refusal::SlotState => "uses a tile that is not there to be used".to_owned(),
            Refusal::TileMismatch => "names another tile than it opens".to_owned(),
            Refusal::UnknownTile => "opens something that is no tile".to_owned(),
            Refusal::AvoidSet => "proves less than it must".to_owned(),
            Refusal::FalseClaim => {
                "claimed something about a hand that the opened tiles, or its author's other claims, contradict".to_owned()
            }
            Refusal::NotExpected => "was not due".to_owned(),
            Refusal::KeyReuse => "uses a key of an earlier round".to_owned(),
            Refusal::Equivocation => "contradicts another message signed for the same place".to_owned(),
            Refusal::Match => "belongs to another match".to_owned(),
            Refusal::Epoch => "belongs to another round".to_owned(),
            Refusal::PreviousHead => "builds on another past than this table's".to_owned(),
            Refusal::Signature => "is not signed by its author's key".to_owned(),
            Refusal::Quorum => "lacks the votes it needs".to_owned(),
            Refusal::Rules => "contradicts the table's rules or scores".to_owned(),
            Refusal::Version => "is of a protocol version that this program does not speak".to_owned(),
            Refusal::Commitment => "does not open what its author committed to".to_owned(),
            Refusal::Share => "holds a share that does not match its commitment".to_owned(),
            Refusal::SelfLeak => "would have shown an own hidden tile".to_owned(),
            Refusal::SlotBound => "would have shown one tile to two seats".to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::IllegalMove(rule) => write!(f, "illegal-move ({})", rule.code()),
            other => f.write_str(other.code()),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<mextrain_crypto::Refusal> for Refusal {
    fn from(refusal: mextrain_crypto::Refusal) -> Self {
        Refusal::Proof(refusal)
    }
}

impl From<mextrain_core::Refusal> for Refusal {
    fn from(refusal: mextrain_core::Refusal) -> Self {
        Refusal::IllegalMove(refusal)
    }
}

/// Who did what, for people: a refused message, its author by name, and what it was meant as.
///
/// It is shown as an English sentence without its full stop, which is what logs and `--json` have; a reader's own language is made of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Whose message it was; nobody, where no player's signature stands behind it.
    pub name: Option<Name>,
    /// The step of the log.
    pub step: u32,
    /// Why it was refused.
    pub refusal: Refusal,
    /// What it was meant as, if that is known.
    pub kind: Option<Kind>,
}

impl fmt::Display for Charge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let act = self.kind.map_or("message", Kind::in_words);
        let article = if act.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let (step, what) = (self.step, self.refusal.sentence());
        match (self.refusal, &self.name) {
            (Refusal::Equivocation, Some(who)) => {
                write!(
                    f,
                    "{who} signed two messages that contradict each other: {article} {act} for step {step}, and another"
                )
            }
            (_, Some(who)) => write!(f, "{who}'s {act} at step {step} {what}"),
            (_, None) => write!(f, "{article} {act} at step {step} {what}"),
        }
    }
}

/// `name`, `step`, the `refusal`'s code, and the `sentence`.
impl Serialize for Charge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Charge", 4)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("step", &self.step)?;
        fields.serialize_field("refusal", self.refusal.code())?;
        fields.serialize_field("sentence", &self.to_string())?;
        fields.end()
    }
}

/// A refused message: who wrote it, where, and why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The author's place in the charter's roster, or `None` where the message names nobody of this table.
    pub member: Option<usize>,
    /// The step the message claims to belong to.
    pub step: u32,
    /// Why it was refused.
    pub refusal: Refusal,
    /// Whether the refused bytes convict the author before a third party: signed by the author for exactly this
    /// past, and wrong all the same. Without it the message is dropped and nobody is accused.
    pub proven: bool,
}

impl fmt::Display for Blame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member {
            Some(member) => {
                write!(f, "member {} at step {}: {}", member.saturating_add(1), self.step, self.refusal)
            }
            None => write!(f, "unknown author at step {}: {}", self.step, self.refusal),
        }
    }
}

impl std::error::Error for Blame {}

//! What a session tells its player of that is nobody's move and ends nothing.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::lobby::{Disagreement, Refused};
use crate::name::Name;
use crate::refusal::Refusal;

/// Something that people should know of. It is shown as one or two whole sentences in English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A match was opened again that this player has left.
    #[error("You have left this match. The others hear of it as soon as one of them is there.")]
    HasLeft,
    /// This player leaves for good, but cannot say so yet.
    #[error(
        "You leave for good as soon as the seats are drawn and one of the others has been heard. To close the program now keeps your seat."
    )]
    LeavesLater,
    /// Somebody has been waited for for long before the seats are drawn, when nobody can be done without.
    #[error(
        "{} for {secs} s now. Before the seats are drawn nobody can be left out: wait, or close this table and open another one.",
        waited_for(who)
    )]
    NotBegun {
        /// Who is away, if that is known.
        who: Vec<Name>,
        /// For how many seconds.
        secs: u64,
    },
    /// The file of the session could not be changed.
    #[error("The saved session could not be marked as over: {0}.")]
    NotMarked(
        /// What the system says.
        String,
    ),
    /// A guest of this host does not begin.
    #[error("{} did not accept the charter: {why}.", who.as_ref().map_or("Somebody", Name::as_str))]
    NotAccepted {
        /// Which, if it is one of this table's.
        who: Option<Name>,
        /// Why not.
        why: Refused,
    },
    /// What the host gave out as the charter is none.
    #[error("The host's charter was refused ({}).", .0.code())]
    CharterRefused(Refusal),
    /// The charter is not what this seat was ready for.
    #[error("The match does not begin: {0}.")]
    Disagreement(Disagreement),
    /// Something else, in the language of whoever reads it.
    #[error("{0}")]
    Said(String),
}

impl Trouble {
    /// A code for it, as `--json` shows it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Trouble::HasLeft => "has-left",
            Trouble::LeavesLater => "leaves-later",
            Trouble::NotBegun { .. } => "not-begun",
            Trouble::NotMarked(_) => "not-marked",
            Trouble::NotAccepted { .. } => "not-accepted",
            Trouble::CharterRefused(_) => "charter-refused",
            Trouble::Disagreement(_) => "disagreement",
            Trouble::Said(_) => "said",
        }
    }
}

fn waited_for(who: &[Name]) -> String {
    match who {
        [] => "The others have been waited for".to_owned(),
        [one] => format!("{one} has been waited for"),
        [others @ .., last] => {
            let others: Vec<&str> = others.iter().map(Name::as_str).collect();
            format!("{} and {last} have been waited for", others.join(", "))
        }
    }
}

impl From<String> for Trouble {
    fn from(sentence: String) -> Trouble {
        Trouble::Said(sentence)
    }
}

/// `what`, its code, and the `sentence`.
impl Serialize for Trouble {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Trouble", 2)?;
        fields.serialize_field("what", self.code())?;
        fields.serialize_field("sentence", &self.to_string())?;
        fields.end()
    }
}

//! How people come to a table: who sits there, by which rules, who is ready, and how that becomes a charter.
//!
//! Nothing here does I/O. The [`Host`] owns the roster and answers requests; a [`Guest`] follows what its host tells, and checks in the end
//! that the charter says what it was ready for. Keys are those of authenticated connections: nobody can sit down as somebody else.
//! What is deliberately not known here: how anything travels, and what happens once the charter is signed.

mod guest;
mod host;

use std::fmt;

use mextrain_core::{Rules, Seats};
use serde::{Deserialize, Serialize};

pub use self::guest::{Disagreement, Guest, LobbyFault};
pub use self::host::{Host, NotYet, SetupError};
use crate::absence::{Absence, Grace};
use crate::charter::{self, Proofs};
use crate::name::Name;
use crate::node::message::{Address, PROTOCOL_VERSION};
use crate::refusal::Refusal;
use crate::wire::{Bounded, Bytes};

/// How many seats a table has at most.
pub const MAX_SEATS: usize = 8;

/// What a table plays: what everybody must be ready for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Seats in all.
    pub seats: Seats,
    /// The rules.
    pub rules: Rules,
    /// When claims are proven.
    pub proofs: Proofs,
    /// What is done about players who are away.
    pub absence: Absence,
}

/// Somebody who wants a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The protocol version it speaks.
    pub version: u16,
    /// The rule engine's version.
    pub engine: u16,
    /// The table it wants to sit at; `None` for whichever the host has.
    pub table: Option<[u8; 16]>,
    /// What it wants to be called.
    pub name: Name,
    /// The commitment to its nonce, see [`charter::commitment`].
    pub commitment: [u8; 32],
    /// Whether it plays by itself.
    pub bot: bool,
}

/// Somebody who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// What it is called at this table.
    pub name: Name,
    /// Its key.
    pub key: [u8; 32],
    /// The commitment to its nonce.
    pub commitment: [u8; 32],
    /// Whether it plays by itself. Said by itself.
    pub bot: bool,
    /// Whether it is ready.
    pub ready: bool,
    /// Where it can be reached.
    pub addresses: Bounded<Address, 4>,
}

/// A table before its match. Well formed by construction: the members are not more than the seats, their names, keys and commitments are
/// distinct, their keys sound. The first member is the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Frame", into = "Frame")]
pub struct LobbyState {
    /// The table.
    pub table: [u8; 16],
    /// What the host calls it.
    pub name: Name,
    /// Grows with every change.
    pub seq: u32,
    /// The `seq` at which the agreement last changed: who was ready before is not.
    pub agreed: u32,
    /// What will be played.
    pub agreement: Agreement,
    /// Whether the match begins as soon as all seats are taken, whoever is ready.
    pub start_when_full: bool,
    /// Who sits there, in the order in which they came.
    pub members: Vec<Seated>,
}

impl LobbyState {
    /// The member with this key.
    #[must_use]
    pub fn member(&self, key: &[u8; 32]) -> Option<&Seated> {
        self.members.iter().find(|member| member.key == *key)
    }

    /// Whether there is no free seat.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.members.len() >= self.agreement.seats.count()
    }

    /// Whether everybody who sits there is ready.
    #[must_use]
    pub fn all_ready(&self) -> bool {
        self.members.iter().all(|member| member.ready)
    }
}

/// Why somebody does not get what it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refused {
    /// All seats are taken.
    #[error("all seats are taken")]
    Full,
    /// The table plays by another version of the protocol or of the rule engine.
    #[error(
        "the table plays by version {protocol} of the protocol and {engine} of the rules; install the same version on both sides"
    )]
    Version {
        /// The table's protocol version.
        protocol: u16,
        /// The table's engine version.
        engine: u16,
    },
    /// There is no such table here.
    #[error("there is no such table")]
    NoSuchTable,
    /// The match has begun.
    #[error("the match has begun")]
    Started,
    /// The key is not one that signatures can be held against.
    #[error("the key of this player cannot be used")]
    Signature,
    /// The commitment is another seat's.
    #[error("another player has the same commitment")]
    Commitment,
    /// What is agreed on, or who sits there, changed meanwhile.
    #[error("the table has changed meanwhile")]
    Stale,
    /// Only members may ask for this.
    #[error("only players of this table may do that")]
    NotMember,
    /// Only the host may say this.
    #[error("only the host of the table may do that")]
    NotHost,
    /// This peer does not do what was asked of it.
    #[error("that is not possible here")]
    Unsupported,
    /// There is nothing to watch yet.
    #[error("the match has not begun")]
    NotBegun,
}

impl Refused {
    /// The word for logs and `--json`; where the protocol has a code for it, that one.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Refused::Full => "full",
            Refused::Version { .. } => "version",
            Refused::NoSuchTable => "no-such-table",
            Refused::Started => "started",
            Refused::Signature => "signature",
            Refused::Commitment => "commitment",
            Refused::Stale => "stale",
            Refused::NotMember => "not-member",
            Refused::NotHost => "not-host",
            Refused::Unsupported => "unsupported",
            Refused::NotBegun => "not-begun",
        }
    }
}

/// One difference between two states of a table, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "change")]
pub enum Change {
    /// Somebody sat down.
    Sat {
        /// Who.
        name: Name,
    },
    /// Somebody left.
    Left {
        /// Who.
        name: Name,
    },
    /// Somebody became ready, or is not any more.
    Ready {
        /// Who.
        name: Name,
        /// Ready or not.
        ready: bool,
    },
    /// The host changed something that is agreed on; everybody has to be ready again.
    Agreement {
        /// The host.
        by: Name,
        /// What: an option's name, `seats` or `proofs`.
        what: &'static str,
        /// What it was.
        from: String,
        /// What it is.
        to: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Sat { name } => write!(f, "{name} sat down"),
            Change::Left { name } => write!(f, "{name} left"),
            Change::Ready { name, ready: true } => write!(f, "{name} is ready"),
            Change::Ready { name, ready: false } => write!(f, "{name} is not ready"),
            Change::Agreement { by, what, from, to } => write!(f, "{by} changed {what} from {from} to {to}"),
        }
    }
}

/// What happened between two states of one table. Who is only not ready because of a changed agreement is not named.
#[must_use]
pub fn changes(old: &LobbyState, new: &LobbyState) -> Vec<Change> {
    let mut changes = Vec::new();
    let by = || new.members.first().map_or_else(|| Name::clean(""), |host| host.name.clone());
    let mut agreed = |what, from: String, to: String| {
        if from != to {
            changes.push(Change::Agreement { by: by(), what, from, to });
        }
    };
    agreed("seats", old.agreement.seats.to_string(), new.agreement.seats.to_string());
    agreed("proofs", old.agreement.proofs.to_string(), new.agreement.proofs.to_string());
    let (was, is) = (old.agreement.absence, new.agreement.absence);
    agreed("grace time", Grace(was.grace).to_string(), Grace(is.grace).to_string());
    agreed("keep going", yes(was.keep_going), yes(is.keep_going));
    agreed("start when full", yes(old.start_when_full), yes(new.start_when_full));
    for ((what, from), (_, to)) in old.agreement.rules.pairs().into_iter().zip(new.agreement.rules.pairs()) {
        agreed(what, from, to);
    }
    let agreement_changed = !changes.is_empty();
    for member in &old.members {
        if new.member(&member.key).is_none() {
            changes.push(Change::Left { name: member.name.clone() });
        }
    }
    for member in &new.members {
        match old.member(&member.key) {
            None => changes.push(Change::Sat { name: member.name.clone() }),
            Some(before) if before.ready != member.ready && (member.ready || !agreement_changed) => {
                changes.push(Change::Ready { name: member.name.clone(), ready: member.ready });
            }
            Some(_) => {}
        }
    }
    changes
}

fn yes(whether: bool) -> String {
    if whether { "yes" } else { "no" }.to_owned()
}

/// A [`LobbyState`] as it travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Frame {
    version: u16,
    table: [u8; 16],
    name: Name,
    seq: u32,
    agreed: u32,
    seats: u8,
    proofs: u8,
    absence: Absence,
    rules: Bytes<256>,
    start_when_full: bool,
    members: Bounded<Seated, MAX_SEATS>,
}

/// Why a [`Frame`] is no state of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum FrameError {
    #[error("another version")]
    Version,
    #[error("agreements that do not exist")]
    Agreement,
    #[error("members that cannot be: {0}")]
    Members(&'static str),
}

impl TryFrom<Frame> for LobbyState {
    type Error = FrameError;

    fn try_from(frame: Frame) -> Result<LobbyState, FrameError> {
        if frame.version != PROTOCOL_VERSION {
            return Err(FrameError::Version);
        }
        let agreement = Agreement {
            seats: Seats::new(frame.seats).ok_or(FrameError::Agreement)?,
            rules: Rules::decode(&frame.rules).map_err(|_| FrameError::Agreement)?,
            proofs: Proofs::from_code(frame.proofs).ok_or(FrameError::Agreement)?,
            absence: frame.absence,
        };
        if !agreement.absence.is_possible(agreement.seats) {
            return Err(FrameError::Agreement);
        }
        let members = frame.members.into_vec();
        if members.is_empty() || members.len() > agreement.seats.count() {
            return Err(FrameError::Members("length"));
        }
        check_distinct(&members).map_err(|refusal| FrameError::Members(refusal.code()))?;
        Ok(LobbyState {
            table: frame.table,
            name: frame.name,
            seq: frame.seq,
            agreed: frame.agreed,
            agreement,
            start_when_full: frame.start_when_full,
            members,
        })
    }
}

impl From<LobbyState> for Frame {
    fn from(state: LobbyState) -> Frame {
        Frame {
            version: PROTOCOL_VERSION,
            table: state.table,
            name: state.name,
            seq: state.seq,
            agreed: state.agreed,
            seats: state.agreement.seats.value(),
            proofs: state.agreement.proofs.code(),
            absence: state.agreement.absence,
            // Encoded rules have one short, fixed length.
            rules: Bytes::try_from(state.agreement.rules.encode()).unwrap_or_default(),
            start_when_full: state.start_when_full,
            members: Bounded::first_of(state.members),
        }
    }
}

fn check_distinct(members: &[Seated]) -> Result<(), Refusal> {
    charter::check_distinct(members.iter().map(|member| (&member.key, &member.commitment, &member.name)))
}

#[cfg(test)]
mod tests;

//! What peers say to each other outside the table's log: requests, responses, and what is gossiped.
//!
//! Nothing here is trusted for being well formed: who said it is the authenticated peer of the connection, and whether it may be said
//! is judged by the lobby and the table. Every list and text is bounded by its type.

use libp2p::Multiaddr;
use serde::{Deserialize, Serialize};

use crate::charter;
use crate::chat::Phrase;
use crate::envelope::MAX_ENVELOPE;
use crate::lobby::{Candidate, LobbyState, Refused};
use crate::name::Name;
use crate::place::JoinCode;
use crate::table::Have;
use crate::wire::{self, Bounded, Bytes, WireError};

/// The version of everything peers say to each other. Peers of different versions do not play together.
pub const PROTOCOL_VERSION: u16 = charter::PROTOCOL;

/// The largest request, in bytes.
pub const REQUEST_LIMIT: usize = 64 * 1024;

/// The largest response, in bytes.
pub const RESPONSE_LIMIT: usize = 1024 * 1024;

/// The largest gossiped payload, in bytes. Gossip breaks down silently near its own limit, which is twice this.
pub const GOSSIP_LIMIT: usize = 32 * 1024;

/// The largest envelope of a table's log, in bytes.
pub const ENVELOPE_LIMIT: usize = MAX_ENVELOPE;

/// How many bytes of envelopes are put into one response at most; an envelope beyond it waits for the next.
pub const SYNC_BUDGET: usize = RESPONSE_LIMIT / 2;

/// The largest piece of a log that is given to somebody who watches, in bytes.
pub const WATCH_PIECE: usize = 128 * 1024;

/// What one peer asks of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Are you there?
    Heartbeat,
    /// Which tables do you host or sit at?
    Tables,
    /// May I sit down?
    Join(Candidate),
    /// From the host: this is the table as it stands.
    Lobby(Box<LobbyState>),
    /// I am ready, or not, for the table as it stood at `seq`.
    Ready {
        /// The table.
        table: [u8; 16],
        /// The state that was looked at when deciding.
        seq: u32,
        /// Ready or not.
        ready: bool,
    },
    /// I go, before the match has begun. From the host: the table is closed, or you are asked to go.
    Leave {
        /// The table.
        table: [u8; 16],
    },
    /// From the host: we begin, with this charter.
    Start {
        /// The table.
        table: [u8; 16],
        /// The encoded charter.
        charter: Bytes<8192>,
    },
    /// What have I missed of this match?
    Sync {
        /// The charter's id.
        charter: [u8; 32],
        /// How far the asking peer is.
        have: Have,
    },
    /// Can you reach me? Dial this port at the address where this connection comes from, by TCP and by QUIC.
    DialBack {
        /// The port, 1024 or greater.
        port: u16,
    },
    /// From somebody who watches: what does the match's log hold from here on?
    Watch {
        /// The table; whichever is played here, if `None`.
        table: Option<[u8; 16]>,
        /// From which byte of the log on.
        from: u64,
    },
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// Heard (to a heartbeat, and to what needs no other answer).
    Done,
    /// The tables of this peer.
    Tables(Bounded<Advert, 4>),
    /// You sit at the table, which stands so.
    Joined(Box<LobbyState>),
    /// No, and why.
    Refused(Refused),
    /// What you have missed, or its beginning.
    Synced {
        /// How far the answering peer is.
        have: Have,
        /// Envelopes as they were received, in the log's order.
        envelopes: Bounded<Bytes<ENVELOPE_LIMIT>, 512>,
        /// Whether there is more to ask for at once.
        more: bool,
    },
    /// What came of dialling back; `None` if that was not tried, because it was asked for too often or cannot be done.
    DialedBack(Option<DialedBack>),
    /// A piece of the log of a match.
    Watched {
        /// The bytes; none if there are no more yet, or if those who watch have been given enough for the moment.
        bytes: Bytes<WATCH_PIECE>,
        /// How long the log is now, in bytes.
        length: u64,
        /// Whether it will grow no more: the match is over or was stopped.
        over: bool,
        /// Where the players can be asked, one address each, should this one go.
        players: Bounded<Address, 8>,
    },
}

/// By which transports a peer was reached that asked to be dialled back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialedBack {
    /// By TCP.
    pub tcp: bool,
    /// By QUIC, which is UDP.
    pub quic: bool,
}

/// One table, as its host or a member tells a stranger of it. The fields before `details` are read by every version of this program,
/// so that a table of another version can be listed; what is in `details` belongs to one version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advert {
    /// The protocol version the table plays by.
    pub version: u16,
    /// The table.
    pub table: [u8; 16],
    /// What the host calls it.
    pub name: Name,
    /// Who hosts it.
    pub host: Name,
    /// The host's key.
    pub host_key: [u8; 32],
    /// Seats taken.
    pub taken: u8,
    /// Seats in all.
    pub seats: u8,
    /// Whether one can sit down.
    pub state: AdvertState,
    /// The host's address in short, if it is known.
    pub code: Option<Code>,
    /// The rules, encoded, and the table's other agreements.
    pub details: Bytes<1024>,
}

/// A join code, as it travels: its twelve characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Code(pub JoinCode);

/// Where a peer can be reached, as it travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Bytes<128>", into = "Bytes<128>")]
pub struct Address(pub Multiaddr);

/// Whether one can sit down at an advertised table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdvertState {
    /// There is a free seat.
    Open,
    /// All seats are taken.
    Full,
    /// The match has begun.
    InPlay,
}

/// What is published on a match's topic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Gossip {
    /// One envelope of the log.
    Envelope(Bytes<GOSSIP_LIMIT>),
    /// There is an envelope too large for gossip: ask for it.
    Announce(Have),
    /// Its author says something. It is no part of the match, belongs to no log, and may get lost.
    Said {
        /// Greater than that of anything its author said before, so that nobody can say it again in the author's name.
        number: u64,
        /// What.
        phrase: Phrase,
    },
    /// Its author can be reached here: for members who have lost it, through those who have not. Only a dial proves it.
    Here {
        /// The likeliest first.
        addresses: Bounded<Address, 4>,
    },
    /// So many watch the match through its author.
    Watched {
        /// How many.
        count: u8,
    },
}

impl Gossip {
    /// The bytes to publish.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        wire::encode(self)
    }

    /// What was published.
    ///
    /// # Errors
    /// [`WireError`].
    pub fn decode(bytes: &[u8]) -> Result<Gossip, WireError> {
        wire::decode(bytes, GOSSIP_LIMIT)
    }
}

impl TryFrom<Bytes<128>> for Address {
    type Error = libp2p::multiaddr::Error;

    fn try_from(bytes: Bytes<128>) -> Result<Address, Self::Error> {
        Multiaddr::try_from(bytes.into_vec()).map(Address)
    }
}

impl From<Address> for Bytes<128> {
    /// An address of more than 128 bytes (host names of that length) becomes the empty one.
    fn from(address: Address) -> Bytes<128> {
        Bytes::try_from(address.0.to_vec()).unwrap_or_default()
    }
}

impl TryFrom<String> for Code {
    type Error = crate::place::CodeError;

    fn try_from(text: String) -> Result<Code, Self::Error> {
        text.parse().map(Code)
    }
}

impl From<Code> for String {
    fn from(code: Code) -> String {
        code.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_a_few_bytes_and_another_number_is_none() {
        for phrase in Phrase::ALL {
            let said = Gossip::Said { number: u64::MAX, phrase };
            let bytes = said.encode();
            assert!(bytes.len() <= 16, "{} bytes", bytes.len());
            assert_eq!(Gossip::decode(&bytes).unwrap(), said);
            // The phrase's number stands at the end.
            let count = u8::try_from(Phrase::ALL.len()).unwrap();
            for unknown in count..=u8::MAX {
                let mut bytes = bytes.clone();
                *bytes.last_mut().unwrap() = unknown;
                assert!(Gossip::decode(&bytes).is_err(), "{unknown}");
            }
        }
    }
}

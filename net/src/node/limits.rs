//! How much others can make a node hold and do: every figure in one place. `docs/security.md` lists them, and a test compares.
//!
//! Strangers are all peers that are not kept (see [`super::NodeHandle::keep`]): whoever is not of one's own table. Their limits are all
//! their own, so that no crowd of them takes anything away from members.

use std::time::Duration;

use super::message::{GOSSIP_LIMIT, REQUEST_LIMIT};

/// Connections of one peer, in both directions. Two who dial each other at once by two transports have four for a moment.
pub const PER_PEER: usize = 4;

/// Connections of strangers.
pub const STRANGERS: usize = 48;

/// Connections of strangers beyond which those who ask nothing make room.
pub const STRANGERS_CROWD: usize = 36;

/// Connections of strangers from one address.
pub const PER_ADDRESS: usize = 28;

/// Connections of strangers from one address beyond which those who ask nothing make room.
pub const PER_ADDRESS_CROWD: usize = 20;

/// Handshakes under way that others began.
pub const HANDSHAKES: usize = 64;

/// Handshakes under way from one address.
pub const HANDSHAKES_PER_ADDRESS: usize = 24;

/// Handshakes under way from addresses where members were met, beside those.
pub const HANDSHAKES_MEMBERS: usize = 32;

/// Handshakes that one address may begin at once, and each second, unless a member was met there.
pub const ARRIVALS: u32 = 128;
/// As [`ARRIVALS`]: each second.
pub const ARRIVALS_PER_SECOND: u32 = 16;

/// Addresses of which arrivals are counted.
pub const ADDRESSES_COUNTED: usize = 256;

/// Dials of strangers under way.
pub const DIALS_OF_STRANGERS: usize = 32;

/// Peers that are dialled back within [`DIAL_BACK_PAUSE`].
pub const DIAL_BACKS: usize = 8;

/// For how long nobody who was dialled back, and no address, is dialled back again.
pub const DIAL_BACK_PAUSE: Duration = Duration::from_secs(5);

/// How long a handshake may take, and a dial.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);

/// How long a connection stays over which no protocol runs.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// After how many seconds a connected peer must have introduced itself.
pub const INTRODUCTION_SECONDS: u32 = 8;

/// For how many seconds a stranger who asks nothing is left alone in a crowd.
pub const QUIET_SECONDS: u32 = 5;

/// Streams of one connection. Each may hold [`STREAM_WINDOW`] bytes that are not read yet.
pub const STREAMS: usize = 40;

/// Bytes on a stream that are not read yet.
pub const STREAM_WINDOW: usize = 256 * 1024;

/// Bytes on a connection that are not read yet.
pub const CONNECTION_WINDOW: usize = STREAMS * STREAM_WINDOW;

/// Streams of one connection that wait to be looked at; further ones are reset.
pub const STREAMS_WAITING: usize = 8;

/// Streams of one connection whose protocol is being agreed on.
pub const STREAMS_NEGOTIATING: usize = 8;

/// Requests under way on one connection, in both directions.
pub const TALKS: usize = 16;

/// Requests of this peer's own to one other that are under way.
pub const ASKED_OF_ONE: usize = 8;

/// Requests of this peer's own that are under way.
pub const REQUESTS: usize = 256;

/// How long a request may take, with its answer.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// What a member may send at once: requests, gossiped messages, introductions.
pub const MEMBER_BURST: u32 = 400;
/// What a member may send each second.
pub const MEMBER_PER_SECOND: u32 = 100;

/// What a stranger may send at once.
pub const STRANGER_BURST: u32 = 100;
/// What a stranger may send each second.
pub const STRANGER_PER_SECOND: u32 = 20;

/// What all strangers together may send at once.
pub const ALL_STRANGERS_BURST: u32 = 400;
/// What all strangers together may send each second.
pub const ALL_STRANGERS_PER_SECOND: u32 = 200;

/// Strikes after which a stranger is shown out. One for each message beyond what it may send, each gossiped message that should not have
/// been passed on, each request that is none.
pub const STRIKES: u32 = 50;

/// Strikes that are forgotten each second.
pub const STRIKES_FORGOTTEN: u32 = 1;

/// For how long somebody is refused who was shown out.
pub const REFUSED_FOR: Duration = Duration::from_secs(120);

/// Peers that are refused at a time; beyond it those who have been for longest come in again.
pub const REFUSED: usize = 256;

/// Peers whose conduct is remembered, connected or not.
pub const CONDUCTS: usize = 256;

/// Bytes of one frame of gossip. Near it a message is dropped and its stream with it, so messages stay well below.
pub const GOSSIP_FRAME: usize = 2 * GOSSIP_LIMIT;

/// Messages in one frame of gossip that are looked at.
pub const GOSSIP_PER_FRAME: usize = 16;

/// Identifiers of messages that a neighbour offers or asks for, in one frame.
pub const GOSSIP_IDS: usize = 256;

/// Gossiped messages that wait to be sent to one peer; further ones are left out, and fetched later.
pub const GOSSIP_QUEUE: usize = 64;

/// Topics of one peer.
pub const TOPICS: usize = 16;

/// Events that wait to be taken before those of strangers are dropped, and before those of members are.
pub const OUTBOX_STRANGERS: usize = 128;
/// As [`OUTBOX_STRANGERS`]: of members.
pub const OUTBOX_MEMBERS: usize = 512;

/// Events that wait before the network has to.
pub const OUTBOX_HARD: usize = 2048;

/// Records of multicast discovery that are kept; beyond it all are forgotten and gathered anew.
pub const MULTICAST_RECORDS: usize = 512;

/// The most that one connection of a stranger can make a node hold, in bytes: what it sent and nobody has read, requests that are being
/// read, a frame of gossip, and gossip that it does not take.
pub const PER_CONNECTION_BYTES: usize =
    CONNECTION_WINDOW + TALKS * REQUEST_LIMIT + GOSSIP_FRAME + GOSSIP_QUEUE * GOSSIP_LIMIT;

/// The most that all strangers together can make a node hold, in bytes.
pub const STRANGERS_BYTES: usize = STRANGERS * PER_CONNECTION_BYTES;

//! The network node: one task that owns libp2p's swarm, a handle for commands, and a bounded stream of events.
//!
//! It finds peers (multicast, the folder where peers of one machine meet, addresses), connects, tells peers that speak this protocol from
//! others, notices dead ones, carries gossip and requests. It knows nothing of tables: who may sit down, and what a message means,
//! is the lobby's and the session's affair.
//!
//! Everything others can make grow is bounded (see [`limits`]): connections, the address book, requests under way, what one peer may send in
//! a second, and events that wait to be taken. Gossip and requests beyond the bounds are dropped; the table's catching up makes good for
//! that. Who goes on beyond them is shown out and for a while refused, unless it is a member of one's own table.

mod actor;
mod behaviour;
pub(crate) mod book;
mod codec;
mod gate;
mod handle;
pub mod limits;
mod listen;
pub mod message;
mod multicast;
mod mux;
pub(crate) mod rate;
pub mod rendezvous;
mod unreached;

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use libp2p::identity::Keypair;
use tokio::sync::mpsc;

pub use self::handle::{
    DialError, Found, GossipToken, Judgement, Load, NodeEvent, NodeHandle, RequestError, Responder,
};
pub use self::unreached::Unreached;
use crate::place::DEFAULT_PORT;

/// How a node is set up.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// The node's key.
    pub keypair: Keypair,
    /// Where to listen. Nowhere, if empty.
    pub listen: Vec<IpAddr>,
    /// The port to listen on.
    pub port: Port,
    /// Whether to look for peers by multicast, and be found by it.
    pub multicast: bool,
    /// The folder where peers of this machine meet, if that is wanted.
    pub rendezvous: Option<PathBuf>,
}

/// Which port to listen on, the same for TCP and QUIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// [`DEFAULT_PORT`] if it is free, else any.
    Preferred,
    /// This one if it is free, else as [`Port::Preferred`]: where others look for a peer that comes back.
    Again(u16),
    /// This one or none.
    Fixed(u16),
    /// Any.
    Any,
}

/// What can be done about a port that cannot be had.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            ". Another program has it, or another table of this one: choose another port, or none, and a free one is taken"
        }
        io::ErrorKind::PermissionDenied => ". Choose a port from 1024 on",
        _ => "",
    }
}

/// Why there is no node.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The network library could not be set up.
    #[error("the network cannot be used: {0}")]
    Setup(String),
    /// No listener.
    #[error("cannot listen on {ip} port {port}: {source}{}", advice(source))]
    Listen {
        /// Where.
        ip: IpAddr,
        /// On which port; 0 stands for any.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The folder where peers of this machine meet.
    #[error("the folder {} cannot be used: {source}", folder.display())]
    Rendezvous {
        /// Which folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl NodeConfig {
    /// A node that listens everywhere, and finds peers by multicast and in this user's folder.
    #[must_use]
    pub fn new(keypair: Keypair) -> NodeConfig {
        NodeConfig {
            keypair,
            listen: vec![IpAddr::V4(Ipv4Addr::UNSPECIFIED)],
            port: Port::Preferred,
            multicast: true,
            rendezvous: Some(rendezvous::default_folder()),
        }
    }
}

/// Starts a node on the current tokio runtime. It stops when the last handle, or the events' receiver, is dropped.
///
/// # Errors
/// [`NodeError`].
///
/// # Panics
/// Outside a tokio runtime.
pub fn start(config: NodeConfig) -> Result<(NodeHandle, mpsc::Receiver<NodeEvent>), NodeError> {
    let own = config.keypair.public().to_peer_id();
    let (commands_in, commands) = mpsc::channel(COMMANDS);
    let (events, events_out) = mpsc::channel(EVENTS);
    let actor = actor::Actor::new(&config, commands, commands_in.downgrade(), events)?;
    tokio::spawn(actor.run());
    Ok((NodeHandle::new(own, commands_in), events_out))
}

/// How many commands and events may wait.
const COMMANDS: usize = 256;
pub(crate) const EVENTS: usize = 256;

#[cfg(test)]
mod tests;

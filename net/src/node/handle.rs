//! What the rest of the program holds of a node: a handle for commands, and the events' types.

use libp2p::gossipsub::MessageId;
use libp2p::request_response::{OutboundFailure, ResponseChannel};
use libp2p::{Multiaddr, PeerId};
use tokio::sync::{mpsc, oneshot};

use super::message::{Request, Response};
use super::unreached::Unreached;

/// Commands to a node. Clones command the same node, which stops when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct NodeHandle {
    own: PeerId,
    commands: mpsc::Sender<Command>,
}

/// What a node tells.
#[derive(Debug)]
pub enum NodeEvent {
    /// Others can dial this address.
    Listening {
        /// The address.
        address: Multiaddr,
    },
    /// An address cannot be dialled any more.
    NotListening {
        /// The address.
        address: Multiaddr,
    },
    /// There is a peer, of whatever kind; it is being dialled.
    PeerFound {
        /// The peer.
        peer: PeerId,
        /// Where.
        addresses: Vec<Multiaddr>,
        /// By what.
        how: Found,
    },
    /// A connected peer speaks this version. Told once until [`NodeEvent::PeerLost`].
    PeerReady {
        /// The peer.
        peer: PeerId,
        /// Its address as seen from here.
        address: Multiaddr,
    },
    /// A connected peer speaks another version: only its tables can be asked for.
    PeerOtherVersion {
        /// The peer.
        peer: PeerId,
        /// Its version, a number if it is one of ours.
        version: Option<u16>,
    },
    /// A peer receives what is published on the topic.
    PeerSubscribed {
        /// The peer.
        peer: PeerId,
        /// The topic.
        topic: String,
    },
    /// A peer that was ready, or of another version, is gone.
    PeerLost {
        /// The peer.
        peer: PeerId,
    },
    /// Something was published. Its author's signature was checked; it is passed on to others only once it was accepted.
    Gossip {
        /// Who published it.
        from: PeerId,
        /// The topic.
        topic: String,
        /// The payload.
        data: Vec<u8>,
        /// For [`NodeHandle::judge`].
        token: GossipToken,
    },
    /// A peer asks.
    Request {
        /// Who.
        peer: PeerId,
        /// What.
        request: Request,
        /// Answers; dropping it tells the peer that there will be no answer.
        responder: Responder,
    },
}

/// How a peer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// By multicast on the local network.
    Multicast,
    /// In the folder where peers of this machine meet.
    Rendezvous,
    /// Somebody gave its address.
    Address,
}

/// Names one gossiped message towards the node.
#[derive(Debug)]
pub struct GossipToken {
    pub(super) message: MessageId,
    pub(super) through: PeerId,
}

/// What is to happen with a gossiped message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Pass it on.
    Accept,
    /// Do not, and who sent it should not have.
    Reject,
    /// Do not.
    Ignore,
}

/// Answers one request.
#[derive(Debug)]
pub struct Responder {
    pub(super) channel: ResponseChannel<Response>,
    pub(super) commands: mpsc::WeakSender<Command>,
}

impl Responder {
    /// Sends the answer. If the peer is gone meanwhile nothing happens.
    pub async fn send(self, response: Response) {
        if let Some(commands) = self.commands.upgrade() {
            let _ = commands.send(Command::Respond { channel: self.channel, response }).await;
        }
    }
}

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// There is no connection with the peer.
    #[error("not connected")]
    NotConnected,
    /// Too many requests are under way.
    #[error("too many requests under way")]
    Busy,
    /// It went wrong on the way.
    #[error("no answer: {0}")]
    Failed(#[from] OutboundFailure),
    /// The node has stopped.
    #[error("the network node has stopped")]
    Stopped,
}

/// Why nobody was reached at any of the addresses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialError {
    /// Nobody answered, or not the expected peer.
    #[error("{0}")]
    Unreachable(Unreached),
    /// Too many dials are under way.
    #[error("too many attempts under way")]
    Busy,
    /// The node has stopped.
    #[error("the network node has stopped")]
    Stopped,
}

#[derive(Debug)]
pub(super) enum Command {
    Dial {
        addresses: Vec<Multiaddr>,
        expected: Option<PeerId>,
        reply: oneshot::Sender<Result<PeerId, DialError>>,
    },
    Subscribe(String),
    Unsubscribe(String),
    Publish {
        topic: String,
        data: Vec<u8>,
    },
    Judge {
        token: GossipToken,
        judgement: Judgement,
    },
    Request {
        peer: PeerId,
        request: Request,
        reply: oneshot::Sender<Result<Response, RequestError>>,
    },
    Respond {
        channel: ResponseChannel<Response>,
        response: Response,
    },
    Keep {
        peer: PeerId,
        kept: bool,
        addresses: Vec<Multiaddr>,
    },
    Disconnect(PeerId),
    Deny(PeerId),
    Allow(PeerId),
    Forget(PeerId),
    Addresses {
        peer: PeerId,
        reply: oneshot::Sender<Vec<Multiaddr>>,
    },
    Load {
        reply: oneshot::Sender<Load>,
    },
}

/// How much others make a node hold at the moment, see [`super::limits`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Connections with anybody.
    pub connections: usize,
    /// Of those, the strangers'.
    pub strangers: usize,
    /// The most connections of strangers that there have been.
    pub most_strangers: usize,
    /// Handshakes under way that others began.
    pub handshakes: usize,
    /// The most of those that there have been.
    pub most_handshakes: usize,
    /// Peers that are refused.
    pub refused: usize,
    /// Events that wait behind those that can be taken.
    pub waiting: usize,
}

impl NodeHandle {
    pub(super) fn new(own: PeerId, commands: mpsc::Sender<Command>) -> NodeHandle {
        NodeHandle { own, commands }
    }

    /// The node's own peer id.
    #[must_use]
    pub fn peer_id(&self) -> PeerId {
        self.own
    }

    /// Connects with whoever answers first at one of the addresses (at most eight are tried); with nobody but `expected`, if that is given.
    ///
    /// # Errors
    /// [`DialError`].
    pub async fn dial(
        &self,
        addresses: Vec<Multiaddr>,
        expected: Option<PeerId>,
    ) -> Result<PeerId, DialError> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Dial { addresses, expected, reply }).await;
        answer.await.unwrap_or(Err(DialError::Stopped))
    }

    /// Asks a connected peer. Answered or failed after some seconds at the latest.
    ///
    /// # Errors
    /// [`RequestError`].
    pub async fn request(&self, peer: PeerId, request: Request) -> Result<Response, RequestError> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Request { peer, request, reply }).await;
        answer.await.unwrap_or(Err(RequestError::Stopped))
    }

    /// Receives what is published on the topic from now on.
    pub async fn subscribe(&self, topic: String) {
        self.send(Command::Subscribe(topic)).await;
    }

    /// Receives it no more.
    pub async fn unsubscribe(&self, topic: String) {
        self.send(Command::Unsubscribe(topic)).await;
    }

    /// Publishes at most [`super::message::GOSSIP_LIMIT`] bytes. Whether it arrives is never known; what must arrive is asked for.
    pub async fn publish(&self, topic: String, data: Vec<u8>) {
        self.send(Command::Publish { topic, data }).await;
    }

    /// Says what is to happen with a gossiped message. Each should be judged, soon: it is kept for some seconds only.
    pub async fn judge(&self, token: GossipToken, judgement: Judgement) {
        self.send(Command::Judge { token, judgement }).await;
    }

    /// Holds on to a peer: its silence is noticed within some seconds, and it is dialled again, at these and all remembered addresses,
    /// until it is released.
    pub async fn keep(&self, peer: PeerId, addresses: Vec<Multiaddr>) {
        self.send(Command::Keep { peer, kept: true, addresses }).await;
    }

    /// Holds on to the peer no more. A connection is left to its idle timeout.
    pub async fn release(&self, peer: PeerId) {
        self.send(Command::Keep { peer, kept: false, addresses: Vec::new() }).await;
    }

    /// Ends all connections with the peer. A kept one is dialled again.
    pub async fn disconnect(&self, peer: PeerId) {
        self.send(Command::Disconnect(peer)).await;
    }

    /// Ends all connections with the peer and refuses new ones.
    pub async fn deny(&self, peer: PeerId) {
        self.send(Command::Deny(peer)).await;
    }

    /// Takes a denial back.
    pub async fn allow(&self, peer: PeerId) {
        self.send(Command::Allow(peer)).await;
    }

    /// Forgets the peer's addresses.
    pub async fn forget(&self, peer: PeerId) {
        self.send(Command::Forget(peer)).await;
    }

    /// The remembered addresses of a peer, the most promising first.
    pub async fn addresses(&self, peer: PeerId) -> Vec<Multiaddr> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Addresses { peer, reply }).await;
        answer.await.unwrap_or_default()
    }

    /// How much others make the node hold; nothing, if it has stopped.
    pub async fn load(&self) -> Load {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Load { reply }).await;
        answer.await.unwrap_or_default()
    }

    /// A stopped node is noticed by the events' end, so nothing is made of it here.
    async fn send(&self, command: Command) {
        let _ = self.commands.send(command).await;
    }
}

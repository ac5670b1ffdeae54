//! Multicast discovery that forgets: libp2p's own remembers every record for as long as the record asks for, however many there are.

use std::io;
use std::task::{Context, Poll};
use std::time::Duration;

use libp2p::core::transport::PortUse;
use libp2p::core::{Endpoint, transport::ListenerId};
use libp2p::mdns;
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, NewListenAddr, THandler, THandlerInEvent,
    THandlerOutEvent, ToSwarm,
};
use libp2p::{Multiaddr, PeerId};

use super::limits::MULTICAST_RECORDS;

/// How long a record of this peer is good for, and how often others are asked.
const TTL: Duration = Duration::from_secs(60);
const QUERY: Duration = Duration::from_secs(20);

/// Finds peers of the local network, and is found there.
pub struct Multicast {
    inner: mdns::tokio::Behaviour,
    own: PeerId,
    /// What a discovery that begins anew has to be told.
    listening: Vec<(ListenerId, Multiaddr)>,
}

impl Multicast {
    /// # Errors
    /// What the system says. Must be called within a tokio runtime.
    pub fn new(own: PeerId) -> io::Result<Multicast> {
        Ok(Multicast { inner: begin(own)?, own, listening: Vec::new() })
    }

    /// Forgets everything once there is too much. Whoever is really there answers the next question.
    fn forget_a_flood(&mut self) {
        if !is_flood(self.inner.discovered_nodes().len()) {
            return;
        }
        tracing::warn!("too many multicast records; gathering anew");
        match begin(self.own) {
            Ok(mut inner) => {
                for (listener_id, addr) in &self.listening {
                    inner.on_swarm_event(FromSwarm::NewListenAddr(NewListenAddr {
                        listener_id: *listener_id,
                        addr,
                    }));
                }
                self.inner = inner;
            }
            Err(error) => tracing::warn!(%error, "multicast discovery could not begin anew"),
        }
    }
}

fn is_flood(records: usize) -> bool {
    records > MULTICAST_RECORDS
}

fn begin(own: PeerId) -> io::Result<mdns::tokio::Behaviour> {
    let settings = mdns::Config { ttl: TTL, query_interval: QUERY, enable_ipv6: false };
    mdns::tokio::Behaviour::new(settings, own)
}

impl NetworkBehaviour for Multicast {
    type ConnectionHandler = <mdns::tokio::Behaviour as NetworkBehaviour>::ConnectionHandler;
    type ToSwarm = mdns::Event;

    fn handle_established_inbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: PeerId,
        local: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.inner.handle_established_inbound_connection(connection, peer, local, remote)
    }

    fn handle_pending_outbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: Option<PeerId>,
        addresses: &[Multiaddr],
        role: Endpoint,
    ) -> Result<Vec<Multiaddr>, ConnectionDenied> {
        self.inner.handle_pending_outbound_connection(connection, peer, addresses, role)
    }

    fn handle_established_outbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: PeerId,
        address: &Multiaddr,
        role: Endpoint,
        port: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.inner.handle_established_outbound_connection(connection, peer, address, role, port)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        match event {
            FromSwarm::NewListenAddr(NewListenAddr { listener_id, addr }) => {
                self.listening.push((listener_id, addr.clone()));
            }
            FromSwarm::ExpiredListenAddr(gone) => {
                self.listening.retain(|(listener, addr)| (*listener, addr) != (gone.listener_id, gone.addr));
            }
            FromSwarm::ListenerClosed(gone) => {
                self.listening.retain(|(listener, _)| *listener != gone.listener_id);
            }
            _ => {}
        }
        self.inner.on_swarm_event(event);
    }

    fn on_connection_handler_event(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        event: THandlerOutEvent<Self>,
    ) {
        self.inner.on_connection_handler_event(peer, connection, event);
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        let next = self.inner.poll(cx);
        if next.is_pending() && is_flood(self.inner.discovered_nodes().len()) {
            self.forget_a_flood();
            // A discovery that has just begun has to be asked once, to be woken again.
            return self.inner.poll(cx);
        }
        next
    }
}

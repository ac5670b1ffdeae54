//! Dialling back: a connected peer wants to know whether it can be reached, and asks to be dialled at a port of its own.
//!
//! So that nobody can be set upon third parties: only the IP address is dialled from which the asking connection came, whose owner has
//! completed a handshake from there; only ports that any program may listen on; only with our own protocols, expecting the asker's key; each
//! peer and each address once in [`PAUSE`], and all together [`MOST`] times. It knows nothing of why anybody asks.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use libp2p::PeerId;
use libp2p::core::ConnectedPoint;
use libp2p::request_response::ResponseChannel;
use libp2p::swarm::ConnectionId;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};

use super::Actor;
use crate::node::limits::{DIAL_BACK_PAUSE as PAUSE, DIAL_BACKS as MOST};
use crate::node::message::{DialedBack, Response};
use crate::place;

/// Below it are the ports of a machine's own services.
const LOWEST_PORT: u16 = 1024;

/// Where connections came from, whom we dialled back lately, and what of it is under way.
#[derive(Default)]
pub(super) struct DialBacks {
    /// Of every connection, so bounded by their limit.
    origins: HashMap<ConnectionId, IpAddr>,
    lately: VecDeque<(Instant, PeerId, IpAddr)>,
    next: u64,
    pending: HashMap<u64, Pending>,
    dials: HashMap<ConnectionId, (u64, Transport)>,
}

struct Pending {
    channel: ResponseChannel<Response>,
    left: usize,
    outcome: DialedBack,
}

#[derive(Clone, Copy)]
enum Transport {
    Tcp,
    Quic,
}

impl DialBacks {
    pub(super) fn connected(&mut self, connection: ConnectionId, endpoint: &ConnectedPoint) {
        if let Some(address) = place::socket_address(endpoint.get_remote_address()) {
            self.origins.insert(connection, address.ip());
        }
    }

    pub(super) fn closed(&mut self, connection: &ConnectionId) {
        self.origins.remove(connection);
    }

    /// Where to dial, if that is allowed now; it is then not allowed again for some time.
    fn allow(&mut self, peer: PeerId, connection: &ConnectionId, port: u16, now: Instant) -> Option<IpAddr> {
        self.lately
            .retain(|(then, ..)| now.checked_duration_since(*then).is_none_or(|passed| passed < PAUSE));
        let origin = *self.origins.get(connection)?;
        // An address of one link means nothing without the link's name, which a connection does not tell.
        let dialable = match origin {
            IpAddr::V4(_) => true,
            IpAddr::V6(ip) => !ip.is_unicast_link_local(),
        };
        let again = self.lately.iter().any(|(_, who, whence)| *who == peer || *whence == origin);
        if port < LOWEST_PORT || !dialable || again || self.lately.len() >= MOST {
            return None;
        }
        self.lately.push_back((now, peer, origin));
        Some(origin)
    }
}

impl Actor {
    /// Dials the peer, and answers when it is known what came of it.
    pub(super) fn dial_back(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        port: u16,
        channel: ResponseChannel<Response>,
    ) {
        let Some(origin) = self.back.allow(peer, &connection, port, Instant::now()) else {
            return self.respond(channel, Response::DialedBack(None));
        };
        self.back.next += 1;
        let number = self.back.next;
        let mut left = 0;
        let transports = [Transport::Tcp, Transport::Quic];
        let addresses = place::both_transports(SocketAddr::new(origin, port));
        for (address, transport) in addresses.into_iter().zip(transports) {
            // From a new port: through the one that the connections use, a firewall might let in an answer that it takes for another.
            let options = DialOpts::peer_id(peer)
                .condition(PeerCondition::Always)
                .addresses(vec![address])
                .allocate_new_port()
                .build();
            let id = options.connection_id();
            self.swarm.behaviour_mut().gate.want(id, true);
            match self.swarm.dial(options) {
                Ok(()) => {
                    self.back.dials.insert(id, (number, transport));
                    left += 1;
                }
                Err(error) => {
                    self.swarm.behaviour_mut().gate.want(id, false);
                    tracing::debug!(%peer, %error, "not dialled back");
                }
            }
        }
        if left == 0 {
            self.respond(channel, Response::DialedBack(None));
        } else {
            self.back.pending.insert(number, Pending { channel, left, outcome: DialedBack::default() });
        }
    }

    /// A dial came to something, or not. `true` if it was a dial back, about which nobody else needs to know.
    pub(super) fn dialed_back(&mut self, connection: ConnectionId, reached: bool) -> bool {
        let Some((number, transport)) = self.back.dials.remove(&connection) else { return false };
        if reached {
            self.swarm.close_connection(connection);
        }
        let Some(mut pending) = self.back.pending.remove(&number) else { return true };
        match transport {
            Transport::Tcp => pending.outcome.tcp = reached,
            Transport::Quic => pending.outcome.quic = reached,
        }
        pending.left -= 1;
        if pending.left == 0 {
            self.respond(pending.channel, Response::DialedBack(Some(pending.outcome)));
        } else {
            self.back.pending.insert(number, pending);
        }
        true
    }

    fn respond(&mut self, channel: ResponseChannel<Response>, response: Response) {
        // Whoever asked may be gone meanwhile.
        drop(self.swarm.behaviour_mut().talk.send_response(channel, response));
    }
}

#[cfg(test)]
mod tests {
    use libp2p::core::Endpoint;
    use libp2p::core::transport::PortUse;

    use super::*;

    fn from(address: &str, number: usize) -> (DialBacks, ConnectionId) {
        let (mut back, connection) = (DialBacks::default(), ConnectionId::new_unchecked(number));
        back.connected(connection, &endpoint(address));
        (back, connection)
    }

    fn endpoint(address: &str) -> ConnectedPoint {
        let address = address.parse().unwrap();
        ConnectedPoint::Dialer { address, role_override: Endpoint::Dialer, port_use: PortUse::New }
    }

    #[test]
    fn only_where_the_connection_came_from_and_no_service_of_the_system() {
        let (mut back, connection) = from("/ip4/10.0.0.7/tcp/4000", 1);
        let (peer, now) = (PeerId::random(), Instant::now());
        assert_eq!(back.allow(peer, &connection, 1023, now), None);
        assert_eq!(back.allow(peer, &ConnectionId::new_unchecked(2), 47110, now), None);
        assert_eq!(back.allow(peer, &connection, 47110, now), Some("10.0.0.7".parse().unwrap()));
        back.closed(&connection);
        assert_eq!(back.allow(peer, &connection, 47110, now + 2 * PAUSE), None);
        let (mut back, connection) = from("/ip6/fe80::1/tcp/4000", 1);
        assert_eq!(back.allow(peer, &connection, 47110, now), None);
    }

    #[test]
    fn neither_a_peer_nor_an_address_is_dialled_twice_in_a_row() {
        let (mut back, one) = from("/ip4/10.0.0.7/tcp/4000", 1);
        let other = ConnectionId::new_unchecked(2);
        back.connected(other, &endpoint("/ip4/10.0.0.8/tcp/4000"));
        let (peer, now) = (PeerId::random(), Instant::now());
        assert!(back.allow(peer, &one, 47110, now).is_some());
        // Another key from the same address, and the same key from another.
        assert!(back.allow(PeerId::random(), &one, 47111, now).is_none());
        assert!(back.allow(peer, &other, 47110, now).is_none());
        assert!(back.allow(peer, &one, 47110, now + PAUSE).is_some());
    }

    #[test]
    fn all_together_are_bounded() {
        let mut back = DialBacks::default();
        let now = Instant::now();
        let allowed = (0..100).filter(|number| {
            let connection = ConnectionId::new_unchecked(*number);
            back.connected(connection, &endpoint(&format!("/ip4/10.0.0.{number}/udp/4000/quic-v1")));
            back.allow(PeerId::random(), &connection, 47110, now).is_some()
        });
        assert_eq!(allowed.count(), MOST);
        assert!(back.lately.len() <= MOST);
    }
}

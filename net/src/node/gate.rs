//! Who may connect: limits of connections and handshakes, in total, from one address and of one peer, and who is refused for a while.
//!
//! Members (peers that are kept) have room of their own: no crowd of strangers keeps them out, and they are never refused. Before a
//! handshake nobody is known, so that room is for the addresses where members were met. Which strangers make room in a crowd is the
//! node's to decide, see [`Gate::crowds`].

use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::fmt;
use std::net::IpAddr;
use std::task::{Context, Poll};
use std::time::Instant;

use libp2p::core::Endpoint;
use libp2p::core::transport::PortUse;
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent, THandlerOutEvent,
    ToSwarm, dummy,
};
use libp2p::{Multiaddr, PeerId};

use super::handle::Load;
use super::limits::{
    ADDRESSES_COUNTED, ARRIVALS, ARRIVALS_PER_SECOND, DIALS_OF_STRANGERS, HANDSHAKES, HANDSHAKES_MEMBERS,
    HANDSHAKES_PER_ADDRESS, PER_ADDRESS, PER_ADDRESS_CROWD, PER_PEER, REFUSED, REFUSED_FOR, STRANGERS,
    STRANGERS_CROWD,
};
use super::rate::Bucket;
use crate::place;

/// Why somebody does not get in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shut {
    /// Too many handshakes are under way.
    Handshakes,
    /// Too many connections come from that address.
    Address,
    /// The peer has too many.
    Peer,
    /// Too many strangers are here.
    Strangers,
    /// It was shown out not long ago, or is denied.
    Refused,
    /// Too many dials of strangers are under way.
    Dials,
}

/// Lets connections in, or not.
#[derive(Default)]
pub struct Gate {
    members: HashSet<PeerId>,
    /// Addresses where members were met.
    places: HashSet<IpAddr>,
    denied: HashSet<PeerId>,
    /// Who was shown out, and until when.
    refused: BTreeMap<PeerId, Instant>,
    /// Handshakes that others began: from where, and whether in the room for members.
    arriving: HashMap<ConnectionId, (Option<IpAddr>, bool)>,
    arrivals: BTreeMap<IpAddr, Bucket>,
    /// Dials of strangers under way.
    dialling: HashSet<ConnectionId>,
    /// Dials under way that somebody here asked for: no crowd is in their way.
    wanted: HashSet<ConnectionId>,
    connections: HashMap<ConnectionId, Guest>,
    most_strangers: usize,
    most_handshakes: usize,
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
struct Guest {
    peer: PeerId,
    /// Where it came from, if it came.
    from: Option<IpAddr>,
}

/// Strangers who are too many together, and how many of their connections are.
#[derive(Debug, PartialEq, Eq)]
pub struct Crowd {
    /// Each with its number of connections.
    pub strangers: BTreeMap<PeerId, usize>,
    /// How many connections have to go.
    pub excess: usize,
}

impl Gate {
    /// The peer is a member from now on, or no more.
    pub fn keep(&mut self, peer: PeerId, kept: bool) {
        if kept {
            self.members.insert(peer);
            self.refused.remove(&peer);
        } else {
            self.members.remove(&peer);
        }
    }

    /// Where members were met.
    pub fn set_places(&mut self, places: HashSet<IpAddr>) {
        self.places = places;
    }

    /// Refuses the peer until it is allowed again.
    pub fn deny(&mut self, peer: PeerId, denied: bool) {
        if denied {
            self.denied.insert(peer)
        } else {
            self.denied.remove(&peer)
        };
    }

    /// The connection is about to be dialled, and wanted however many strangers there are. Where the dial is not even begun, `false` takes
    /// that back.
    pub fn want(&mut self, connection: ConnectionId, wanted: bool) {
        if wanted {
            self.wanted.insert(connection)
        } else {
            self.wanted.remove(&connection)
        };
    }

    /// Refuses a stranger for a while. `false` for a member, who is never refused.
    pub fn refuse(&mut self, peer: PeerId, now: Instant) -> bool {
        if self.members.contains(&peer) {
            return false;
        }
        self.refused.retain(|_, until| *until > now);
        if self.refused.len() >= REFUSED {
            let first = self.refused.iter().min_by_key(|(_, until)| **until).map(|(peer, _)| *peer);
            first.map(|peer| self.refused.remove(&peer));
        }
        self.refused.insert(peer, now + REFUSED_FOR);
        true
    }

    /// Whether the peer is refused at the moment.
    pub fn is_refused(&self, peer: &PeerId, now: Instant) -> bool {
        self.denied.contains(peer) || self.refused.get(peer).is_some_and(|until| *until > now)
    }

    /// Where there are too many strangers: here, or from one address.
    pub fn crowds(&self) -> Vec<Crowd> {
        let mut all = Crowd { strangers: BTreeMap::new(), excess: 0 };
        let mut of: BTreeMap<IpAddr, Crowd> = BTreeMap::new();
        for guest in self.strangers() {
            *all.strangers.entry(guest.peer).or_default() += 1;
            if let Some(from) = guest.from {
                let crowd = of.entry(from).or_insert(Crowd { strangers: BTreeMap::new(), excess: 0 });
                *crowd.strangers.entry(guest.peer).or_default() += 1;
            }
        }
        let too_many = |mut crowd: Crowd, most: usize| {
            crowd.excess = crowd.strangers.values().sum::<usize>().saturating_sub(most);
            Some(crowd).filter(|crowd| crowd.excess > 0)
        };
        let of_addresses = of.into_values().filter_map(|crowd| too_many(crowd, PER_ADDRESS_CROWD));
        of_addresses.chain(too_many(all, STRANGERS_CROWD)).collect()
    }

    /// What there is, and was.
    pub fn load(&self, now: Instant) -> Load {
        Load {
            connections: self.connections.len(),
            strangers: self.strangers().count(),
            most_strangers: self.most_strangers,
            handshakes: self.arriving.len(),
            most_handshakes: self.most_handshakes,
            refused: self.refused.values().filter(|until| **until > now).count(),
            waiting: 0,
        }
    }

    fn strangers(&self) -> impl Iterator<Item = &Guest> {
        self.connections.values().filter(|guest| !self.members.contains(&guest.peer))
    }

    fn arrives(&mut self, connection: ConnectionId, from: Option<IpAddr>, now: Instant) -> Result<(), Shut> {
        let known = from.is_some_and(|from| self.places.contains(&from));
        if let Some(from) = from {
            let same = self.arriving.values().filter(|(other, _)| *other == Some(from)).count();
            if same >= HANDSHAKES_PER_ADDRESS || (!known && !self.may_arrive(from, now)) {
                return Err(Shut::Address);
            }
        }
        let room = |members: bool| self.arriving.values().filter(|(_, other)| *other == members).count();
        let reserved = if room(false) < HANDSHAKES {
            false
        } else if known && room(true) < HANDSHAKES_MEMBERS {
            true
        } else {
            return Err(Shut::Handshakes);
        };
        self.arriving.insert(connection, (from, reserved));
        self.most_handshakes = self.most_handshakes.max(self.arriving.len());
        Ok(())
    }

    /// Whether not too many have come from there lately.
    fn may_arrive(&mut self, from: IpAddr, now: Instant) -> bool {
        let network = network(from);
        if !self.arrivals.contains_key(&network) && self.arrivals.len() >= ADDRESSES_COUNTED {
            // Whoever has spent least has least to gain by being forgotten.
            let fullest = self.arrivals.iter().max_by(|(_, one), (_, other)| one.level_order(other));
            let fullest = fullest.map(|(address, _)| *address);
            fullest.map(|address| self.arrivals.remove(&address));
        }
        let fresh = || Bucket::new(ARRIVALS, ARRIVALS_PER_SECOND, now);
        self.arrivals.entry(network).or_insert_with(fresh).spend(1, now)
    }

    fn enters(&self, peer: PeerId, from: Option<IpAddr>, now: Instant) -> Result<(), Shut> {
        let own = self.connections.values().filter(|guest| guest.peer == peer).count();
        if own >= PER_PEER {
            return Err(Shut::Peer);
        }
        if self.denied.contains(&peer) {
            return Err(Shut::Refused);
        }
        if self.members.contains(&peer) {
            return Ok(());
        }
        if self.is_refused(&peer, now) {
            return Err(Shut::Refused);
        }
        if self.strangers().count() >= STRANGERS {
            return Err(Shut::Strangers);
        }
        let together = self.strangers().filter(|guest| guest.from.is_some() && guest.from == from).count();
        if together >= PER_ADDRESS { Err(Shut::Address) } else { Ok(()) }
    }
}

/// Whose neighbours are whose: in IPv6 everybody has a whole network of addresses.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

fn ip_of(address: &Multiaddr) -> Option<IpAddr> {
    place::socket_address(address).map(|address| network(address.ip()))
}

impl NetworkBehaviour for Gate {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_inbound_connection(
        &mut self,
        connection: ConnectionId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<(), ConnectionDenied> {
        self.arrives(connection, ip_of(remote), Instant::now()).map_err(ConnectionDenied::new)
    }

    fn handle_established_inbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: PeerId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.arriving.remove(&connection);
        self.enters(peer, ip_of(remote), Instant::now()).map_err(ConnectionDenied::new)?;
        Ok(dummy::ConnectionHandler)
    }

    fn handle_pending_outbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: Option<PeerId>,
        _: &[Multiaddr],
        _: Endpoint,
    ) -> Result<Vec<Multiaddr>, ConnectionDenied> {
        if peer.is_some_and(|peer| self.members.contains(&peer)) {
            return Ok(Vec::new());
        }
        if peer.is_some_and(|peer| self.is_refused(&peer, Instant::now())) {
            return Err(ConnectionDenied::new(Shut::Refused));
        }
        if self.wanted.contains(&connection) {
            return Ok(Vec::new());
        }
        if self.dialling.len() >= DIALS_OF_STRANGERS {
            return Err(ConnectionDenied::new(Shut::Dials));
        }
        self.dialling.insert(connection);
        Ok(Vec::new())
    }

    fn handle_established_outbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: PeerId,
        _: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.dialling.remove(&connection);
        match self.enters(peer, None, Instant::now()) {
            Err(Shut::Strangers) if self.wanted.remove(&connection) => {}
            outcome => outcome.map_err(ConnectionDenied::new)?,
        }
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        match event {
            FromSwarm::ConnectionEstablished(new) => {
                let from = Some(new.endpoint).filter(|endpoint| endpoint.is_listener());
                let from = from.and_then(|endpoint| ip_of(endpoint.get_remote_address()));
                self.wanted.remove(&new.connection_id);
                self.connections.insert(new.connection_id, Guest { peer: new.peer_id, from });
                self.most_strangers = self.most_strangers.max(self.strangers().count());
            }
            FromSwarm::ConnectionClosed(old) => drop(self.connections.remove(&old.connection_id)),
            FromSwarm::DialFailure(failed) => {
                self.dialling.remove(&failed.connection_id);
                self.wanted.remove(&failed.connection_id);
            }
            FromSwarm::ListenFailure(failed) => drop(self.arriving.remove(&failed.connection_id)),
            _ => {}
        }
    }

    fn on_connection_handler_event(&mut self, _: PeerId, _: ConnectionId, event: THandlerOutEvent<Self>) {
        match event {}
    }

    fn poll(&mut self, _: &mut Context<'_>) -> Poll<ToSwarm<Infallible, THandlerInEvent<Self>>> {
        Poll::Pending
    }
}

impl fmt::Display for Shut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shut::Handshakes => "too many handshakes are under way",
            Shut::Address => "too many connections from this address",
            Shut::Peer => "too many connections of this peer",
            Shut::Strangers => "too many strangers are connected",
            Shut::Refused => "this peer is refused for the moment",
            Shut::Dials => "too many dials are under way",
        })
    }
}

impl std::error::Error for Shut {}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn ip(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    fn number(number: usize) -> ConnectionId {
        ConnectionId::new_unchecked(number)
    }

    /// Lets the peer in as often as it may; how often that was.
    fn enter(gate: &mut Gate, first: usize, peers: impl Iterator<Item = (PeerId, IpAddr)>) -> usize {
        let now = Instant::now();
        let mut entered = 0;
        for (at, (peer, from)) in peers.enumerate() {
            if gate.enters(peer, Some(from), now).is_ok() {
                gate.connections.insert(number(first + at), Guest { peer, from: Some(from) });
                entered += 1;
            }
        }
        entered
    }

    fn strangers(count: usize, from: IpAddr) -> impl Iterator<Item = (PeerId, IpAddr)> {
        (0..count).map(move |_| (PeerId::random(), from))
    }

    #[test]
    fn attack_43_a_crowd_of_strangers_takes_nothing_from_members() {
        let mut gate = Gate::default();
        let member = PeerId::random();
        gate.keep(member, true);
        assert_eq!(enter(&mut gate, 0, strangers(1000, ip(1))), PER_ADDRESS);
        let from_everywhere = (0..=255).flat_map(|last| strangers(10, ip(last)));
        assert_eq!(enter(&mut gate, 1000, from_everywhere), STRANGERS - PER_ADDRESS);
        assert_eq!(enter(&mut gate, 9000, std::iter::repeat_n((member, ip(1)), 100)), PER_PEER);
        let load = gate.load(Instant::now());
        assert_eq!((load.connections, load.strangers), (STRANGERS + PER_PEER, STRANGERS));
    }

    #[test]
    fn attack_43_one_peer_has_few_connections() {
        let mut gate = Gate::default();
        assert_eq!(enter(&mut gate, 0, std::iter::repeat_n((PeerId::random(), ip(1)), 100)), PER_PEER);
    }

    #[test]
    fn attack_43_handshakes_that_never_end_leave_room_for_addresses_of_members() {
        let mut gate = Gate::default();
        let now = Instant::now();
        gate.set_places([ip(200)].into());
        let mut next = 0;
        let mut arrive = |gate: &mut Gate, from: IpAddr| {
            next += 1;
            gate.arrives(number(next), Some(from), now)
        };
        let one = (0..1000).filter(|_| arrive(&mut gate, ip(1)).is_ok()).count();
        assert_eq!(one, HANDSHAKES_PER_ADDRESS);
        let rest = (0..=255).filter(|last| *last != 200 && arrive(&mut gate, ip(*last)).is_ok()).count();
        assert_eq!(one + rest, HANDSHAKES);
        assert_eq!(arrive(&mut gate, ip(7)), Err(Shut::Handshakes));
        assert!(arrive(&mut gate, ip(200)).is_ok());
        let more = (0..1000).filter(|_| arrive(&mut gate, ip(200)).is_ok()).count();
        assert_eq!(1 + more, HANDSHAKES_PER_ADDRESS.min(HANDSHAKES_MEMBERS));
    }

    #[test]
    fn attack_43_an_address_that_comes_again_and_again_has_to_wait() {
        let mut gate = Gate::default();
        let now = Instant::now();
        let come = |gate: &mut Gate, at: usize, from: IpAddr, now| {
            let came = gate.arrives(number(at), Some(from), now).is_ok();
            gate.arriving.clear();
            came
        };
        let came = (0..1000).filter(|at| come(&mut gate, *at, ip(1), now)).count();
        assert_eq!(came, ARRIVALS as usize);
        assert!(come(&mut gate, 1001, ip(2), now));
        let later = now + Duration::from_secs(2);
        let came = (0..1000).filter(|at| come(&mut gate, *at, ip(1), later)).count();
        assert_eq!(came, 2 * ARRIVALS_PER_SECOND as usize);
        for last in 0..1000_u32 {
            come(&mut gate, 2000, IpAddr::from((0x0B00_0000 + last).to_be_bytes()), later);
        }
        assert_eq!(gate.arrivals.len(), ADDRESSES_COUNTED);
        // The one that came too often is still remembered for it.
        assert!(!come(&mut gate, 2001, ip(1), later));
    }

    #[test]
    fn who_was_shown_out_comes_in_again_later_and_members_are_never_shown_out() {
        let mut gate = Gate::default();
        let (member, stranger, now) = (PeerId::random(), PeerId::random(), Instant::now());
        gate.keep(member, true);
        assert!(!gate.refuse(member, now) && gate.enters(member, None, now).is_ok());
        assert!(gate.refuse(stranger, now));
        assert_eq!(gate.enters(stranger, None, now), Err(Shut::Refused));
        assert_eq!(gate.enters(stranger, None, now + REFUSED_FOR), Ok(()));
        for _ in 0..1000 {
            gate.refuse(PeerId::random(), now + Duration::from_secs(1));
        }
        assert_eq!(gate.refused.len(), REFUSED);
        // Whoever becomes a member is forgiven.
        let stranger = *gate.refused.keys().next().unwrap();
        gate.keep(stranger, true);
        assert_eq!(gate.enters(stranger, None, now), Ok(()));
    }

    #[test]
    fn a_crowd_is_told_by_address_and_in_all() {
        let mut gate = Gate::default();
        assert_eq!(enter(&mut gate, 0, strangers(PER_ADDRESS_CROWD, ip(1))), PER_ADDRESS_CROWD);
        assert_eq!(gate.crowds(), []);
        assert_eq!(enter(&mut gate, 100, strangers(2, ip(1))), 2);
        assert_eq!(gate.crowds().iter().map(|crowd| crowd.excess).collect::<Vec<_>>(), [2]);
        let others = (2..100).flat_map(|last| strangers(1, ip(last)));
        enter(&mut gate, 200, others);
        let excess: Vec<_> = gate.crowds().iter().map(|crowd| crowd.excess).collect();
        assert_eq!(excess, [2, STRANGERS - STRANGERS_CROWD]);
        let everybody: Vec<_> = gate.crowds()[1].strangers.keys().copied().collect();
        everybody.into_iter().for_each(|peer| gate.keep(peer, true));
        assert_eq!(gate.crowds(), []);
    }
}

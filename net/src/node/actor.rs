//! The node's task: takes commands, drives the swarm, gives events.

mod conduct;
mod dial_back;
mod talk;

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use futures::StreamExt;
use libp2p::core::ConnectedPoint;
use libp2p::gossipsub::{IdentTopic, TopicHash};
use libp2p::multiaddr::Protocol;
use libp2p::request_response::OutboundRequestId;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use libp2p::swarm::{ConnectionId, SwarmEvent};
use libp2p::{Multiaddr, PeerId, Swarm, identify, mdns, ping};
use tokio::sync::{mpsc, oneshot, watch};

use self::conduct::Conducts;
use self::dial_back::DialBacks;
use super::behaviour::{self, Behaviour, BehaviourEvent, FAMILY, INTRODUCTION};
use super::book::Book;
use super::handle::{Command, DialError, Found, Load, NodeEvent, RequestError};
use super::limits::{INTRODUCTION_SECONDS, OUTBOX_HARD, OUTBOX_STRANGERS};
use super::listen::listen;
use super::message::{GOSSIP_LIMIT, Request, Response};
use super::rendezvous::{self, Rendezvous};
use super::unreached::Unreached;
use super::{NodeConfig, NodeError};
use crate::place;

/// How often silence is looked at, and after how many looks without a word a kept peer is taken for dead.
const TICK: Duration = Duration::from_secs(1);
const SILENT_TICKS: u32 = 3;

/// How often the address book is asked for peers to dial.
const DIAL_TICK: Duration = Duration::from_millis(100);

/// For how many ticks one more connection can be that of two sides who dialled each other at once: longer than a dial may take.
const RACE_TICKS: u32 = 5;

/// How many dials on command may be under way.
const DIALS: usize = 32;

pub(super) struct Actor {
    swarm: Swarm<Behaviour>,
    commands: mpsc::Receiver<Command>,
    commands_in: mpsc::WeakSender<Command>,
    events: mpsc::Sender<NodeEvent>,
    outbox: VecDeque<NodeEvent>,
    book: Book,
    conducts: Conducts,
    peers: HashMap<PeerId, Peer>,
    dials: HashMap<ConnectionId, u64>,
    back: DialBacks,
    dial_groups: HashMap<u64, DialGroup>,
    next_group: u64,
    replies: HashMap<OutboundRequestId, (PeerId, oneshot::Sender<Result<Response, RequestError>>)>,
    heartbeats: HashSet<OutboundRequestId>,
    topics: HashMap<TopicHash, String>,
    listening: watch::Sender<Vec<Multiaddr>>,
    met: mpsc::Receiver<(PeerId, Vec<Multiaddr>)>,
}

/// A connected peer.
struct Peer {
    address: Multiaddr,
    introduced: bool,
    /// Which run of its program introduced itself.
    run: String,
    ticks: u32,
    heard: bool,
    silent: u32,
    /// For how many ticks it has neither asked for anything nor been asked.
    quiet: u32,
    /// Requests to it that are under way.
    asked: usize,
}

/// Dials at several addresses, of which the first to succeed counts.
struct DialGroup {
    left: usize,
    /// The most telling of the failures so far.
    failed: Unreached,
    reply: oneshot::Sender<Result<PeerId, DialError>>,
}

impl Actor {
    pub(super) fn new(
        config: &NodeConfig,
        commands: mpsc::Receiver<Command>,
        commands_in: mpsc::WeakSender<Command>,
        events: mpsc::Sender<NodeEvent>,
    ) -> Result<Actor, NodeError> {
        let mut swarm = behaviour::swarm(config)?;
        for &ip in &config.listen {
            listen(&mut swarm, ip, config.port)?;
        }
        let own = *swarm.local_peer_id();
        let (listening, listening_out) = watch::channel(Vec::new());
        let (met_in, met) = mpsc::channel(16);
        if let Some(folder) = &config.rendezvous {
            let rendezvous = Rendezvous::open(folder, own)
                .map_err(|source| NodeError::Rendezvous { folder: folder.clone(), source })?;
            tokio::spawn(rendezvous::run(rendezvous, listening_out, met_in));
        }
        Ok(Actor {
            book: Book::new(own),
            conducts: Conducts::new(Instant::now()),
            swarm,
            commands,
            commands_in,
            events,
            outbox: VecDeque::new(),
            peers: HashMap::new(),
            dials: HashMap::new(),
            back: DialBacks::default(),
            dial_groups: HashMap::new(),
            next_group: 0,
            replies: HashMap::new(),
            heartbeats: HashSet::new(),
            topics: HashMap::new(),
            listening,
            met,
        })
    }

    pub(super) async fn run(mut self) {
        let mut ticks = tokio::time::interval(TICK);
        let mut dial_ticks = tokio::time::interval(DIAL_TICK);
        for interval in [&mut ticks, &mut dial_ticks] {
            interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        }
        let events = self.events.clone();
        loop {
            tokio::select! {
                permit = events.reserve(), if !self.outbox.is_empty() => match (permit, self.outbox.pop_front()) {
                    (Ok(permit), Some(event)) => permit.send(event),
                    _ => return,
                },
                command = self.commands.recv() => match command {
                    Some(command) => self.command(command),
                    None => return,
                },
                event = self.swarm.select_next_some(), if self.outbox.len() < OUTBOX_HARD => self.swarm_event(event),
                Some((peer, addresses)) = self.met.recv() => self.found(peer, addresses, Found::Rendezvous),
                _ = dial_ticks.tick() => self.dial_due(),
                _ = ticks.tick() => {
                    self.look_at_silence();
                    self.look_at_crowds();
                }
                () = events.closed() => return,
            }
        }
    }

    fn command(&mut self, command: Command) {
        let now = Instant::now();
        let behaviour = self.swarm.behaviour_mut();
        match command {
            Command::Dial { addresses, expected, reply } => self.dial(addresses, expected, reply),
            Command::Subscribe(topic) => {
                let ident = IdentTopic::new(&topic);
                match behaviour.gossip.subscribe(&ident) {
                    Ok(_) => drop(self.topics.insert(ident.hash(), topic)),
                    Err(error) => tracing::warn!(%error, %topic, "cannot subscribe"),
                }
            }
            Command::Unsubscribe(topic) => {
                let ident = IdentTopic::new(&topic);
                behaviour.gossip.unsubscribe(&ident);
                self.topics.remove(&ident.hash());
            }
            Command::Publish { topic, data } => {
                if data.len() > GOSSIP_LIMIT {
                    tracing::warn!(bytes = data.len(), "too large to be published");
                } else if let Err(error) = behaviour.gossip.publish(IdentTopic::new(topic), data) {
                    // Nobody there yet, or queues full: whoever lacks it asks for it.
                    tracing::debug!(%error, "not published");
                }
            }
            Command::Judge { token, judgement } => self.judge(&token, judgement),
            Command::Request { peer, request, reply } => self.request(peer, request, reply),
            Command::Respond { channel, response } => drop(behaviour.talk.send_response(channel, response)),
            Command::Keep { peer, kept, addresses } => {
                self.book.found(peer, &addresses, now);
                self.book.keep(peer, kept, now);
                behaviour.gate.keep(peer, kept);
                self.speak_directly(&peer);
                self.dial_due();
            }
            Command::Disconnect(peer) => drop(self.swarm.disconnect_peer_id(peer)),
            Command::Deny(peer) => {
                self.book.forget(&peer);
                behaviour.gate.deny(peer, true);
                let _ = self.swarm.disconnect_peer_id(peer);
            }
            Command::Allow(peer) => behaviour.gate.deny(peer, false),
            Command::Forget(peer) => self.book.forget(&peer),
            Command::Addresses { peer, reply } => drop(reply.send(self.book.addresses(&peer).to_vec())),
            Command::Load { reply } => {
                // Whoever asked may have stopped waiting.
                let _ = reply.send(Load { waiting: self.outbox.len(), ..behaviour.gate.load(now) });
            }
        }
    }

    fn dial(
        &mut self,
        addresses: Vec<Multiaddr>,
        expected: Option<PeerId>,
        reply: oneshot::Sender<Result<PeerId, DialError>>,
    ) {
        if self.dial_groups.len() >= DIALS {
            let _ = reply.send(Err(DialError::Busy));
            return;
        }
        if let Some(peer) = expected.filter(|peer| self.swarm.is_connected(peer)) {
            let _ = reply.send(Ok(peer));
            return;
        }
        self.next_group += 1;
        let group = self.next_group;
        let mut left = 0;
        let mut failed = Unreached::NoAddress;
        for address in addresses.into_iter().take(super::book::MAX_ADDRESSES) {
            let options = match expected {
                Some(peer) => DialOpts::peer_id(peer)
                    .condition(PeerCondition::Always)
                    .addresses(vec![address.clone()])
                    .build(),
                None => DialOpts::unknown_peer_id().address(address.clone()).build(),
            };
            let connection = options.connection_id();
            self.swarm.behaviour_mut().gate.want(connection, true);
            match self.swarm.dial(options) {
                Ok(()) => {
                    self.dials.insert(connection, group);
                    left += 1;
                }
                Err(error) => {
                    self.swarm.behaviour_mut().gate.want(connection, false);
                    failed = failed.max(Unreached::at_once(&address, &error));
                }
            }
        }
        if left == 0 {
            let _ = reply.send(Err(DialError::Unreachable(failed)));
        } else {
            self.dial_groups.insert(group, DialGroup { left, failed, reply });
        }
    }

    fn dial_ended(&mut self, connection: ConnectionId, outcome: Result<PeerId, Unreached>) {
        let Some(number) = self.dials.remove(&connection) else { return };
        let Some(mut group) = self.dial_groups.remove(&number) else { return };
        match outcome {
            Ok(peer) => drop(group.reply.send(Ok(peer))),
            Err(error) if group.left <= 1 => {
                let failed = group.failed.max(error);
                drop(group.reply.send(Err(DialError::Unreachable(failed))));
            }
            Err(error) => {
                group.left -= 1;
                group.failed = group.failed.max(error);
                self.dial_groups.insert(number, group);
            }
        }
    }

    fn dial_due(&mut self) {
        let now = Instant::now();
        while let Some((peer, addresses)) = self.book.due(now) {
            if self.swarm.is_connected(&peer) {
                continue;
            }
            let options = DialOpts::peer_id(peer).addresses(addresses).build();
            if let Err(error) = self.swarm.dial(options) {
                tracing::debug!(%peer, %error, "not dialled");
                self.book.failed(&peer, now);
            }
        }
    }

    /// Once a tick: kept peers are asked for a sign of life, and let go if they gave none for some time; strangers that never introduced
    /// themselves are shown out.
    fn look_at_silence(&mut self) {
        let mut gone = Vec::new();
        for (id, peer) in &mut self.peers {
            peer.ticks = peer.ticks.saturating_add(1);
            peer.quiet = peer.quiet.saturating_add(1);
            if !peer.introduced && peer.ticks > INTRODUCTION_SECONDS {
                gone.push(*id);
            }
            if !peer.introduced || !self.book.is_kept(id) {
                continue;
            }
            // Ticks are counted, not time: a machine that slept does not find everybody dead when it wakes up.
            peer.silent = if peer.heard { 0 } else { peer.silent + 1 };
            peer.heard = false;
            if peer.silent > SILENT_TICKS {
                tracing::debug!(peer = %id, "silent for too long");
                gone.push(*id);
            } else {
                self.heartbeats
                    .insert(self.swarm.behaviour_mut().talk.send_request(id, Ok(Request::Heartbeat)));
            }
        }
        for peer in gone {
            let _ = self.swarm.disconnect_peer_id(peer);
        }
    }

    fn swarm_event(&mut self, event: SwarmEvent<BehaviourEvent>) {
        match event {
            SwarmEvent::Behaviour(event) => self.behaviour_event(event),
            SwarmEvent::NewListenAddr { address, .. } => {
                self.listening.send_modify(|addresses| addresses.push(address.clone()));
                self.outbox.push_back(NodeEvent::Listening { address });
            }
            SwarmEvent::ExpiredListenAddr { address, .. } => self.not_listening(&address),
            SwarmEvent::ListenerClosed { addresses, .. } => {
                for address in &addresses {
                    self.not_listening(address);
                }
            }
            SwarmEvent::ConnectionEstablished { peer_id, connection_id, endpoint, .. } => {
                self.back.connected(connection_id, &endpoint);
                let afresh = self.has_lost_us(&peer_id, &endpoint);
                self.connected(peer_id, &endpoint);
                self.dialed_back(connection_id, true);
                self.dial_ended(connection_id, Ok(peer_id));
                if afresh {
                    self.begin_afresh(peer_id);
                }
            }
            SwarmEvent::ConnectionClosed { peer_id, connection_id, num_established, .. } => {
                self.back.closed(&connection_id);
                if num_established > 0 {
                    return;
                }
                self.book.disconnected(&peer_id, Instant::now());
                self.speak_directly(&peer_id);
                if self.peers.remove(&peer_id).is_some_and(|peer| peer.introduced) {
                    self.outbox.push_back(NodeEvent::PeerLost { peer: peer_id });
                }
            }
            SwarmEvent::OutgoingConnectionError { connection_id, peer_id, error } => {
                tracing::debug!(?peer_id, %error, "dial failed");
                if self.dialed_back(connection_id, false) {
                    return;
                }
                if let Some(peer) = peer_id {
                    self.book.failed(&peer, Instant::now());
                }
                self.dial_ended(connection_id, Err(Unreached::from(&error)));
            }
            _ => {}
        }
    }

    fn not_listening(&mut self, address: &Multiaddr) {
        self.listening.send_modify(|addresses| addresses.retain(|other| other != address));
        self.outbox.push_back(NodeEvent::NotListening { address: address.clone() });
    }

    /// Whether a member dials while there is a connection: it has given that one up, and this side has not noticed.
    fn has_lost_us(&self, peer: &PeerId, endpoint: &ConnectedPoint) -> bool {
        let settled = self.peers.get(peer).is_some_and(|peer| peer.ticks > RACE_TICKS);
        settled && endpoint.is_listener() && self.book.is_kept(peer)
    }

    /// Lets go of all connections with a peer, so that both sides begin anew. Gossip tells its topics over the first connection alone:
    /// while one is left that only this side believes in, the other learns nothing over the next.
    fn begin_afresh(&mut self, peer: PeerId) {
        tracing::debug!(%peer, "it knows nothing of the connection there was; connecting anew");
        let _ = self.swarm.disconnect_peer_id(peer);
    }

    fn connected(&mut self, peer: PeerId, endpoint: &ConnectedPoint) {
        let now = Instant::now();
        let dialled = match endpoint {
            ConnectedPoint::Dialer { address, .. } => Some(without_peer(address)),
            ConnectedPoint::Listener { .. } => None,
        };
        self.book.connected(peer, dialled, now);
        self.peers.entry(peer).or_insert_with(|| Peer {
            address: without_peer(endpoint.get_remote_address()),
            introduced: false,
            run: String::new(),
            ticks: 0,
            heard: true,
            silent: 0,
            quiet: 0,
            asked: 0,
        });
        self.speak_directly(&peer);
    }

    /// Gossip goes to connected members whether or not they are among the neighbours that gossip chooses: strangers who crowd in there take
    /// nobody's place.
    fn speak_directly(&mut self, peer: &PeerId) {
        let directly = self.book.is_kept(peer) && self.swarm.is_connected(peer);
        let gossip = &mut self.swarm.behaviour_mut().gossip;
        if directly { gossip.add_explicit_peer(peer) } else { gossip.remove_explicit_peer(peer) }
    }

    fn behaviour_event(&mut self, event: BehaviourEvent) {
        match event {
            BehaviourEvent::Identify(identify::Event::Received { peer_id, info, .. }) => {
                self.introduced(peer_id, info)
            }
            BehaviourEvent::Mdns(mdns::Event::Discovered(found)) => {
                for (peer, address) in found {
                    self.found(peer, vec![without_peer(&address)], Found::Multicast);
                }
            }
            BehaviourEvent::Gossip(event) => self.gossip_event(event),
            BehaviourEvent::Talk(event) => self.talk_event(event),
            BehaviourEvent::Ping(ping::Event { peer, result: Err(ping::Failure::Timeout), .. })
                if !self.book.is_kept(&peer) =>
            {
                let _ = self.swarm.disconnect_peer_id(peer);
            }
            _ => {}
        }
    }

    fn found(&mut self, peer: PeerId, addresses: Vec<Multiaddr>, how: Found) {
        if self.book.found(peer, &addresses, Instant::now()) && self.outbox.len() < OUTBOX_STRANGERS {
            self.outbox.push_back(NodeEvent::PeerFound { peer, addresses, how });
        }
    }

    fn introduced(&mut self, id: PeerId, info: identify::Info) {
        // The first introduction is owed to everybody; who goes on introducing itself pays for it.
        if self.peers.get(&id).is_some_and(|peer| peer.introduced) && !self.spend(&id) {
            return;
        }
        let ours = info.protocol_version == INTRODUCTION;
        let family = info.protocol_version.strip_prefix(FAMILY);
        let Some(peer) = self.peers.get_mut(&id) else { return };
        if family.is_none() {
            // Some other program on the network: nothing to say to each other.
            self.book.forget(&id);
            let _ = self.swarm.disconnect_peer_id(id);
            return;
        }
        if peer.introduced && peer.run != info.agent_version {
            // It was started again before anybody noticed that it had crashed.
            return self.begin_afresh(id);
        }
        peer.run.clone_from(&info.agent_version);
        let on_this_machine = is_loopback(&peer.address);
        // Where a peer says it listens is believed as far as a dial goes. Its loopback addresses mean something on this machine only.
        let addresses: Vec<Multiaddr> = info
            .listen_addrs
            .iter()
            .take(16)
            .map(without_peer)
            .filter(|address| {
                place::socket_address(address).is_some() && (on_this_machine || !is_loopback(address))
            })
            .collect();
        let known = self.book.addresses(&id).first().cloned();
        self.book.found(id, &addresses, Instant::now());
        self.book.connected(id, known, Instant::now());
        if std::mem::replace(&mut peer.introduced, true) {
            return;
        }
        let event = if ours {
            NodeEvent::PeerReady { peer: id, address: peer.address.clone() }
        } else {
            NodeEvent::PeerOtherVersion { peer: id, version: family.and_then(|version| version.parse().ok()) }
        };
        self.outbox.push_back(event);
        // Others may have subscribed before they were introduced.
        let subscribed: Vec<String> = self
            .swarm
            .behaviour()
            .gossip
            .all_peers()
            .filter(|(peer, _)| **peer == id)
            .flat_map(|(_, topics)| topics)
            .filter_map(|topic| self.topics.get(topic).cloned())
            .collect();
        self.outbox.extend(subscribed.into_iter().map(|topic| NodeEvent::PeerSubscribed { peer: id, topic }));
    }
}

fn without_peer(address: &Multiaddr) -> Multiaddr {
    address.iter().filter(|part| !matches!(part, Protocol::P2p(_))).collect()
}

fn is_loopback(address: &Multiaddr) -> bool {
    place::socket_address(address).is_some_and(|address| address.ip().is_loopback())
}

//! The node's task: takes commands, drives the swarm, gives events.

mod dial_back;

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use futures::StreamExt;
use libp2p::core::ConnectedPoint;
use libp2p::gossipsub::{self, IdentTopic, MessageAcceptance, TopicHash};
use libp2p::multiaddr::Protocol;
use libp2p::request_response::{self, OutboundRequestId};
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use libp2p::swarm::{ConnectionId, SwarmEvent};
use libp2p::{Multiaddr, PeerId, Swarm, identify, mdns, ping};
use tokio::sync::{mpsc, oneshot, watch};

use self::dial_back::DialBacks;
use super::behaviour::{self, Behaviour, BehaviourEvent, FAMILY, INTRODUCTION};
use super::book::Book;
use super::handle::{Command, DialError, Found, Judgement, NodeEvent, RequestError, Responder};
use super::listen::listen;
use super::message::{GOSSIP_LIMIT, Request, Response};
use super::rate::Bucket;
use super::rendezvous::{self, Rendezvous};
use super::{NodeConfig, NodeError};
use crate::place;

/// How often silence is looked at, and after how many looks without a word a kept peer is taken for dead.
const TICK: Duration = Duration::from_secs(1);
const SILENT_TICKS: u32 = 3;

/// How often the address book is asked for peers to dial.
const DIAL_TICK: Duration = Duration::from_millis(100);

/// After how many ticks a connected peer must have introduced itself.
const INTRODUCTION_TICKS: u32 = 8;

/// For how many ticks one more connection can be that of two sides who dialled each other at once: longer than a dial may take.
const RACE_TICKS: u32 = 5;

/// How many dials on command, and requests, may be under way.
const DIALS: usize = 32;
const REQUESTS: usize = 256;

/// How many events may wait for being taken before gossip and requests are dropped, and before the swarm has to wait.
const OUTBOX_SOFT: usize = 256;
const OUTBOX_HARD: usize = 2048;

/// What one peer may send: requests and gossiped messages in a burst, and in a second.
const BURST: u32 = 400;
const PER_SECOND: u32 = 100;

pub(super) struct Actor {
    swarm: Swarm<Behaviour>,
    commands: mpsc::Receiver<Command>,
    commands_in: mpsc::WeakSender<Command>,
    events: mpsc::Sender<NodeEvent>,
    outbox: VecDeque<NodeEvent>,
    book: Book,
    peers: HashMap<PeerId, Peer>,
    dials: HashMap<ConnectionId, u64>,
    back: DialBacks,
    dial_groups: HashMap<u64, DialGroup>,
    next_group: u64,
    replies: HashMap<OutboundRequestId, oneshot::Sender<Result<Response, RequestError>>>,
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
    budget: Bucket,
}

/// Dials at several addresses, of which the first to succeed counts.
struct DialGroup {
    left: usize,
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
                _ = ticks.tick() => self.look_at_silence(),
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
            Command::Judge { token, judgement } => {
                let acceptance = match judgement {
                    Judgement::Accept => MessageAcceptance::Accept,
                    Judgement::Reject => MessageAcceptance::Reject,
                    Judgement::Ignore => MessageAcceptance::Ignore,
                };
                behaviour.gossip.report_message_validation_result(&token.message, &token.through, acceptance);
            }
            Command::Request { peer, request, reply } => self.request(peer, request, reply),
            Command::Respond { channel, response } => drop(behaviour.talk.send_response(channel, response)),
            Command::Keep { peer, kept, addresses } => {
                self.book.found(peer, &addresses, now);
                self.book.keep(peer, kept, now);
                self.dial_due();
            }
            Command::Disconnect(peer) => drop(self.swarm.disconnect_peer_id(peer)),
            Command::Deny(peer) => {
                self.book.forget(&peer);
                behaviour.denied.block_peer(peer);
            }
            Command::Allow(peer) => drop(behaviour.denied.unblock_peer(peer)),
            Command::Forget(peer) => self.book.forget(&peer),
            Command::Addresses { peer, reply } => drop(reply.send(self.book.addresses(&peer).to_vec())),
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
        let mut refusal = "no address".to_owned();
        for address in addresses.into_iter().take(super::book::MAX_ADDRESSES) {
            let options = match expected {
                Some(peer) => {
                    DialOpts::peer_id(peer).condition(PeerCondition::Always).addresses(vec![address]).build()
                }
                None => DialOpts::unknown_peer_id().address(address).build(),
            };
            let connection = options.connection_id();
            match self.swarm.dial(options) {
                Ok(()) => {
                    self.dials.insert(connection, group);
                    left += 1;
                }
                Err(error) => refusal = error.to_string(),
            }
        }
        if left == 0 {
            let _ = reply.send(Err(DialError::Unreachable(refusal)));
        } else {
            self.dial_groups.insert(group, DialGroup { left, reply });
        }
    }

    fn dial_ended(&mut self, connection: ConnectionId, outcome: Result<PeerId, String>) {
        let Some(number) = self.dials.remove(&connection) else { return };
        let Some(mut group) = self.dial_groups.remove(&number) else { return };
        match outcome {
            Ok(peer) => drop(group.reply.send(Ok(peer))),
            Err(error) if group.left <= 1 => drop(group.reply.send(Err(DialError::Unreachable(error)))),
            Err(_) => {
                group.left -= 1;
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

    fn request(
        &mut self,
        peer: PeerId,
        request: Request,
        reply: oneshot::Sender<Result<Response, RequestError>>,
    ) {
        if !self.swarm.is_connected(&peer) {
            let _ = reply.send(Err(RequestError::NotConnected));
        } else if self.replies.len() >= REQUESTS {
            let _ = reply.send(Err(RequestError::Busy));
        } else {
            let id = self.swarm.behaviour_mut().talk.send_request(&peer, request);
            self.replies.insert(id, reply);
        }
    }

    /// Once a tick: kept peers are asked for a sign of life, and let go if they gave none for some time; strangers that never introduced
    /// themselves are shown out.
    fn look_at_silence(&mut self) {
        let mut gone = Vec::new();
        for (id, peer) in &mut self.peers {
            peer.ticks = peer.ticks.saturating_add(1);
            if !peer.introduced && peer.ticks > INTRODUCTION_TICKS {
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
                self.heartbeats.insert(self.swarm.behaviour_mut().talk.send_request(id, Request::Heartbeat));
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
                self.dial_ended(connection_id, Err(error.to_string()));
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
            budget: Bucket::new(BURST, PER_SECOND, now),
        });
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
        if self.book.found(peer, &addresses, Instant::now()) && self.outbox.len() < OUTBOX_SOFT {
            self.outbox.push_back(NodeEvent::PeerFound { peer, addresses, how });
        }
    }

    fn introduced(&mut self, id: PeerId, info: identify::Info) {
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

    fn gossip_event(&mut self, event: gossipsub::Event) {
        match event {
            gossipsub::Event::Subscribed { peer_id, topic } => {
                let introduced = self.peers.get(&peer_id).is_some_and(|peer| peer.introduced);
                if let Some(topic) = self.topics.get(&topic).filter(|_| introduced) {
                    self.outbox.push_back(NodeEvent::PeerSubscribed { peer: peer_id, topic: topic.clone() });
                }
            }
            gossipsub::Event::Message { propagation_source, message_id, message } => {
                let affordable = self.spend(&propagation_source);
                let known = message.source.zip(self.topics.get(&message.topic).cloned());
                let token = super::GossipToken { message: message_id, through: propagation_source };
                match known {
                    Some((from, topic)) if affordable && self.outbox.len() < OUTBOX_SOFT => {
                        self.outbox.push_back(NodeEvent::Gossip { from, topic, data: message.data, token });
                    }
                    _ => self.command(Command::Judge { token, judgement: Judgement::Ignore }),
                }
            }
            _ => {}
        }
    }

    fn talk_event(&mut self, event: request_response::Event<Request, Response>) {
        match event {
            request_response::Event::Message { peer, connection_id, message } => match message {
                request_response::Message::Request { request, channel, .. } => {
                    self.asked(peer, connection_id, request, channel)
                }
                request_response::Message::Response { request_id, response } => {
                    self.heard(&peer);
                    self.heartbeats.remove(&request_id);
                    if let Some(reply) = self.replies.remove(&request_id) {
                        let _ = reply.send(Ok(response));
                    }
                }
            },
            request_response::Event::OutboundFailure { request_id, error, .. } => {
                self.heartbeats.remove(&request_id);
                if let Some(reply) = self.replies.remove(&request_id) {
                    let _ = reply.send(Err(error.into()));
                }
            }
            request_response::Event::InboundFailure { peer, error, .. } => {
                tracing::debug!(%peer, %error, "a request came to nothing");
            }
            request_response::Event::ResponseSent { .. } => {}
        }
    }

    fn asked(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        request: Request,
        channel: request_response::ResponseChannel<Response>,
    ) {
        self.heard(&peer);
        if !self.spend(&peer) {
            return;
        }
        if request == Request::Heartbeat {
            drop(self.swarm.behaviour_mut().talk.send_response(channel, Response::Done));
        } else if let Request::DialBack { port } = request {
            self.dial_back(peer, connection, port, channel);
        } else if self.outbox.len() < OUTBOX_SOFT {
            let responder = Responder { channel, commands: self.commands_in.clone() };
            self.outbox.push_back(NodeEvent::Request { peer, request, responder });
        }
    }

    fn heard(&mut self, peer: &PeerId) {
        if let Some(peer) = self.peers.get_mut(peer) {
            peer.heard = true;
        }
    }

    fn spend(&mut self, peer: &PeerId) -> bool {
        self.peers.get_mut(peer).is_some_and(|peer| peer.budget.spend(1, Instant::now()))
    }
}

fn without_peer(address: &Multiaddr) -> Multiaddr {
    address.iter().filter(|part| !matches!(part, Protocol::P2p(_))).collect()
}

fn is_loopback(address: &Multiaddr) -> bool {
    place::socket_address(address).is_some_and(|address| address.ip().is_loopback())
}

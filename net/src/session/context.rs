//! What all stages of a session share: the node, the commands, and what is told outside.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use libp2p::{Multiaddr, PeerId};
use mextrain_core::SeatSet;
use tokio::sync::{mpsc, watch};

use super::event::SessionEvent;
use super::snapshot::{Accusation, Snapshot};
use super::{Command, Ended, Failed, SessionConfig, Trouble, lobby_event};
use crate::chat::Talk;
use crate::doctor;
use crate::identity;
use crate::lobby::{Change, LobbyState};
use crate::node::message::{Address, Advert, AdvertState, Code, PROTOCOL_VERSION, Request, Response};
use crate::node::{NodeEvent, NodeHandle, Responder};
use crate::place::{self, JoinCode};
use crate::wire::{self, Bounded, Bytes};

/// What a session has in all its stages.
pub(super) struct Context {
    pub config: SessionConfig,
    pub node: NodeHandle,
    node_events: mpsc::Receiver<NodeEvent>,
    commands: mpsc::Receiver<Command>,
    events: mpsc::Sender<SessionEvent>,
    snapshot: watch::Sender<Arc<Snapshot>>,
    /// The peers that are connected and speak this version.
    pub ready: BTreeMap<PeerId, Multiaddr>,
    /// The own addresses.
    listening: Vec<Multiaddr>,
    /// Those of them that belong to tunnels and to networks within this machine.
    aside: BTreeSet<IpAddr>,
    /// What is told to strangers.
    pub advert: Option<Advert>,
    /// What this player and the others have said.
    pub talk: Talk,
}

/// What the next thing to happen is.
pub(super) enum Next {
    /// Something on the network.
    Node(NodeEvent),
    /// Something from this player.
    Command(Command),
}

impl Context {
    pub fn new(
        config: SessionConfig,
        node: NodeHandle,
        node_events: mpsc::Receiver<NodeEvent>,
        commands: mpsc::Receiver<Command>,
        events: mpsc::Sender<SessionEvent>,
        snapshot: watch::Sender<Arc<Snapshot>>,
    ) -> Context {
        let key = config.identity.public_key();
        let context = Context {
            config,
            node,
            node_events,
            commands,
            events,
            snapshot,
            ready: BTreeMap::new(),
            listening: Vec::new(),
            aside: BTreeSet::new(),
            advert: None,
            talk: Talk::default(),
        };
        context.show(|snapshot| snapshot.key = key);
        context
    }

    /// The next thing to happen, after what every stage makes of it was done. Cancel safe.
    pub async fn next(&mut self) -> Result<Next, Ended> {
        tokio::select! {
            event = self.node_events.recv() => match event {
                Some(event) => {
                    self.note(&event);
                    Ok(Next::Node(event))
                }
                None => Err(Ended::Failed { why: Failed::NoNetwork }),
            },
            command = self.commands.recv() => match command {
                Some(command) => Ok(Next::Command(command)),
                None => Err(Ended::Left),
            },
        }
    }

    /// The own key.
    pub fn key(&self) -> [u8; 32] {
        self.config.identity.public_key()
    }

    /// Tells of an event. Whoever does not take events for long loses some; the snapshot always tells the truth.
    pub fn tell(&self, event: SessionEvent) {
        if let Err(mpsc::error::TrySendError::Full(event)) = self.events.try_send(event) {
            // Its name alone: an event can hold the own hand.
            tracing::warn!(event = event.name(), "nobody takes the session's events");
        }
    }

    /// Tells of something that people should know.
    pub fn trouble(&self, trouble: impl Into<Trouble>) {
        self.tell(SessionEvent::Trouble { trouble: trouble.into() });
    }

    /// Of those who are waited for in the match: who is overdue, or out of reach.
    pub fn unreachable(&self) -> SeatSet {
        self.snapshot.borrow().unreachable()
    }

    /// The match as it is shown now.
    pub fn game(&self) -> Option<Arc<super::Game>> {
        self.snapshot.borrow().game.clone()
    }

    /// Changes the snapshot.
    pub fn show(&self, change: impl FnOnce(&mut Snapshot)) {
        self.snapshot.send_modify(|snapshot| change(Arc::make_mut(snapshot)));
    }

    /// Shows what somebody is accused of, if the event says so. There are no more accusations than players, and the stop.
    pub fn show_accusation(&self, event: &SessionEvent) {
        let (charge, evidence, stopped) = match event {
            SessionEvent::Fault { charge, evidence, .. } => (charge, evidence, true),
            SessionEvent::Accused { charge, evidence, .. } => (charge, evidence, false),
            _ => return,
        };
        let (charge, evidence) = (charge.clone(), evidence.as_ref().map(PathBuf::from));
        self.show(|snapshot| snapshot.accusations.push(Accusation { charge, evidence, stopped }));
    }

    /// Shows a lobby, and tells of it and what changed.
    pub fn show_lobby(&mut self, state: &LobbyState, changes: Vec<Change>) {
        // The state before the news of it: whoever hears the news looks at the state.
        self.show(|snapshot| snapshot.lobby = Some(state.clone()));
        self.tell(lobby_event(state, &self.key(), changes));
    }

    /// The last words.
    pub fn end(self, reason: Ended) {
        self.show(|snapshot| snapshot.ended = Some(reason.clone()));
        self.tell(SessionEvent::Ended { reason });
    }

    /// Answers what every stage answers alike; gives back what it does not.
    pub async fn answer_stranger(
        &self,
        request: Request,
        responder: Responder,
    ) -> Option<(Request, Responder)> {
        match request {
            Request::Tables => {
                responder.send(Response::Tables(Bounded::first_of(self.advert.clone()))).await;
                None
            }
            Request::Heartbeat => {
                responder.send(Response::Done).await;
                None
            }
            other => Some((other, responder)),
        }
    }

    /// The addresses at which others are most likely to reach this peer, at most four: both transports of the two best interfaces.
    pub fn own_addresses(&self) -> Bounded<Address, 4> {
        let mut addresses: Vec<&Multiaddr> = self.listening.iter().collect();
        addresses.sort_by_key(|address| place::socket_address(address).map(|address| self.rank(&address)));
        Bounded::first_of(addresses.into_iter().cloned().map(Address))
    }

    /// The own join code.
    pub fn own_code(&self) -> Option<JoinCode> {
        let mut sockets: Vec<SocketAddr> = self.listening.iter().filter_map(place::socket_address).collect();
        sockets.sort_by_key(|socket| self.rank(socket));
        sockets.into_iter().find_map(|socket| match socket {
            SocketAddr::V4(socket) => Some(JoinCode::new(socket, &self.key())),
            SocketAddr::V6(_) => None,
        })
    }

    /// What strangers are told of a lobby or match whose host is the first member.
    pub fn advertise(&mut self, state: &LobbyState, started: bool) {
        let Some(host) = state.members.first() else { return };
        let code = if host.key == self.key() { self.own_code() } else { code_of(state) };
        let advert_state = match (started, state.is_full()) {
            (true, _) => AdvertState::InPlay,
            (false, true) => AdvertState::Full,
            (false, false) => AdvertState::Open,
        };
        self.advert = Some(Advert {
            version: PROTOCOL_VERSION,
            table: state.table,
            name: state.name.clone(),
            host: host.name.clone(),
            host_key: host.key,
            taken: u8::try_from(state.members.len()).unwrap_or(u8::MAX),
            seats: state.agreement.seats.value(),
            state: advert_state,
            code: code.map(Code),
            details: details(state),
        });
    }

    fn rank(&self, address: &SocketAddr) -> u8 {
        if self.aside.contains(&address.ip()) { ASIDE } else { rank(address) }
    }

    fn note(&mut self, event: &NodeEvent) {
        match event {
            NodeEvent::Listening { address } => {
                self.aside = doctor::addresses_aside();
                self.listening.push(address.clone());
                self.tell(SessionEvent::Listening { address: address.to_string() });
                self.show_addresses();
            }
            NodeEvent::NotListening { address } => {
                self.listening.retain(|other| other != address);
                self.show_addresses();
            }
            NodeEvent::PeerReady { peer, address } => drop(self.ready.insert(*peer, address.clone())),
            NodeEvent::PeerLost { peer } => drop(self.ready.remove(peer)),
            _ => return,
        }
        let own = self.key();
        let keys = self.ready.keys().filter_map(identity::key_of).chain([own]).collect();
        self.show(|snapshot| snapshot.online = keys);
    }

    fn show_addresses(&self) {
        let code = self.own_code();
        let addresses = self.listening.iter().map(Multiaddr::to_string).collect();
        self.show(|snapshot| {
            snapshot.addresses = addresses;
            snapshot.code = code;
        });
    }
}

/// The host's join code, as far as a lobby tells its address.
pub(super) fn code_of(state: &LobbyState) -> Option<JoinCode> {
    let host = state.members.first()?;
    host.addresses.iter().find_map(|address| match place::socket_address(&address.0)? {
        SocketAddr::V4(socket) => Some(JoinCode::new(socket, &host.key)),
        SocketAddr::V6(_) => None,
    })
}

/// What an advert tells besides: the rules and the way of proving, for peers of this version.
fn details(state: &LobbyState) -> Bytes<1024> {
    let rules = Bytes::<256>::try_from(state.agreement.rules.encode()).unwrap_or_default();
    Bytes::try_from(wire::encode(&(rules, state.agreement.proofs.code()))).unwrap_or_default()
}

/// Low for addresses at which others are likely to reach this machine: those of local networks, then public ones, then the machine's own.
fn rank(address: &SocketAddr) -> u8 {
    match address.ip() {
        ip if ip.is_loopback() => 5,
        IpAddr::V4(ip) if ip.is_private() => 0,
        IpAddr::V4(ip) if ip.is_link_local() => 2,
        IpAddr::V4(_) => 1,
        IpAddr::V6(_) => 4,
    }
}

/// The rank of tunnels and of networks within the machine: containers have private addresses too, which mean something else elsewhere.
const ASIDE: u8 = 3;

//! The lobby over the network: the host tells its guests how the table stands, the guests say when they are ready, and in the end the host
//! issues the charter.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::future::{BoxFuture, join_all};
use futures::stream::FuturesUnordered;
use libp2p::PeerId;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use super::context::{Context, Next, code_of};
use super::event::SessionEvent;
use super::files;
use super::manners::Manners;
use super::play::{Match, Player};
use super::{Command, CommandError, Ended, Reply, SessionConfig, SessionError, TableConfig};
use crate::charter::{self, Charter};
use crate::identity::{self, Identity};
use crate::lobby::{Agreement, Disagreement, Guest, Host, LobbyState, NotYet, Refused, Seated, changes};
use crate::node::message::{Address, Request, Response};
use crate::node::{NodeEvent, RequestError, Responder};
use crate::wire::{Bounded, Bytes};

/// After how many seconds without a connection a guest's seat is free again.
const AWAY_TICKS: u32 = 20;

/// For how long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// What this peer brings to any table: a nonce nobody knows, and the commitment to it.
pub(super) struct OwnSeat {
    pub nonce: [u8; 32],
    pub commitment: [u8; 32],
}

impl OwnSeat {
    pub fn new(identity: &Identity) -> Result<OwnSeat, SessionError> {
        let nonce = random()?;
        Ok(OwnSeat { nonce, commitment: charter::commitment(&identity.public_key(), &nonce) })
    }
}

/// A seat at somebody's table, just taken.
pub(super) struct Visit {
    pub guest: Guest,
    pub host: PeerId,
    pub seat: OwnSeat,
}

/// A table that this peer hosts, while it fills.
pub(super) struct Hosting {
    host: Host,
    nonce: [u8; 32],
    unlisted: bool,
    /// The state each guest was last told of.
    told: BTreeMap<[u8; 32], u32>,
    /// Guests who are being told.
    telling: BTreeSet<[u8; 32]>,
    /// Guests who could not be told; tried again at the next tick.
    untold: BTreeSet<[u8; 32]>,
    /// Guests without a connection, and for how many ticks.
    away: BTreeMap<[u8; 32], u32>,
    manners: Manners,
}

type Pending<T> = FuturesUnordered<BoxFuture<'static, T>>;

/// A guest was told of a state, or could not be.
struct Told {
    key: [u8; 32],
    seq: u32,
    answer: Result<Response, RequestError>,
}

impl Hosting {
    pub fn new(config: &SessionConfig, table: TableConfig, seat: OwnSeat) -> Result<Hosting, SessionError> {
        let own = Seated {
            name: config.name.clone(),
            key: config.identity.public_key(),
            commitment: seat.commitment,
            bot: config.bot,
            ready: false,
            addresses: Bounded::new(),
        };
        let random = random()?;
        let [id, _] = random.as_chunks::<16>().0 else { return Err(SessionError::Random) };
        let host = Host::new(*id, table.name, table.agreement, table.start_when_full, own)?;
        Ok(Hosting {
            host,
            nonce: seat.nonce,
            unlisted: table.unlisted,
            told: BTreeMap::new(),
            telling: BTreeSet::new(),
            untold: BTreeSet::new(),
            away: BTreeMap::new(),
            manners: Manners::new(Instant::now()),
        })
    }
}

/// Hosts a table until its match begins.
pub(super) async fn host(context: &mut Context, mut hosting: Hosting) -> Result<Match, Ended> {
    context.show(|snapshot| snapshot.hosting = true);
    let mut pending: Pending<Told> = FuturesUnordered::new();
    let mut ticks = seconds();
    let mut shown: Option<LobbyState> = None;
    context.listen_at(hosting.host.state()).await;
    loop {
        hosting.show(context, &mut shown);
        hosting.tell_guests(context, &mut pending);
        if let Some(charter) = hosting.charter() {
            context.listen_no_more_at(hosting.host.state()).await;
            return hosting.begin(context, &charter);
        }
        tokio::select! {
            next = context.next() => match next {
                Ok(Next::Node(event)) => hosting.node_event(context, event).await,
                Ok(Next::Command(Command::Leave)) | Err(Ended::Left) => {
                    hosting.close(context).await;
                    return Err(Ended::Left);
                }
                Ok(Next::Command(Command::Say { phrase, reply })) => {
                    answer(reply, context.say_at(hosting.host.state(), phrase).await);
                }
                Ok(Next::Command(command)) => hosting.command(command),
                Err(ended) => return Err(ended),
            },
            Some(told) = pending.next() => hosting.was_told(&told),
            _ = ticks.tick() => hosting.tick(context).await,
        }
    }
}

impl Hosting {
    fn show(&mut self, context: &mut Context, shown: &mut Option<LobbyState>) {
        let own = context.key();
        self.host.set_addresses(&own, context.own_addresses());
        let state = self.host.state();
        if shown.as_ref() == Some(state) {
            return;
        }
        if shown.as_ref().is_none_or(|old| old.members.first() != state.members.first()) {
            context.tell(SessionEvent::Table {
                name: state.name.clone(),
                hosting: true,
                code: context.own_code().map(|code| code.to_string()),
                addresses: texts(state.members.first().map_or(&[], |host| &host.addresses)),
            });
        }
        let news = shown.as_ref().map_or_else(Vec::new, |old| changes(old, state));
        context.show_lobby(state, news.iter().map(ToString::to_string).collect());
        context.advertise(state, false);
        if self.unlisted {
            context.advert = None;
        }
        *shown = Some(state.clone());
    }

    /// Every guest who does not know the newest state is told, one message at a time.
    fn tell_guests(&mut self, context: &Context, pending: &mut Pending<Told>) {
        let state = self.host.state();
        for member in state.members.iter().skip(1) {
            let key = member.key;
            let Some(peer) = identity::peer_of(&key).filter(|peer| context.ready.contains_key(peer)) else {
                continue;
            };
            let known = self.told.get(&key) == Some(&state.seq) || self.untold.contains(&key);
            if known || !self.telling.insert(key) {
                continue;
            }
            let (node, seq, request) =
                (context.node.clone(), state.seq, Request::Lobby(Box::new(state.clone())));
            pending
                .push(Box::pin(async move { Told { key, seq, answer: node.request(peer, request).await } }));
        }
    }

    fn was_told(&mut self, told: &Told) {
        self.telling.remove(&told.key);
        match &told.answer {
            Ok(Response::Done) => drop(self.told.insert(told.key, told.seq)),
            // It does not sit here any more, and says so.
            Ok(Response::Refused(Refused::NotMember)) => drop(self.host.leave(&told.key)),
            _ => drop(self.untold.insert(told.key)),
        }
    }

    async fn node_event(&mut self, context: &mut Context, event: NodeEvent) {
        match event {
            NodeEvent::Request { peer, request, responder } => {
                self.asked(context, peer, request, responder).await
            }
            NodeEvent::PeerReady { peer, .. } => {
                if let Some(name) = self.guest(&peer) {
                    context.tell(SessionEvent::PeerBack { name });
                }
            }
            NodeEvent::PeerLost { peer } => {
                if let (Some(name), Some(key)) = (self.guest(&peer), identity::key_of(&peer)) {
                    self.told.remove(&key);
                    self.away.insert(key, 0);
                    context.tell(SessionEvent::PeerLost { name });
                }
            }
            NodeEvent::Gossip { from, data, token, .. } => {
                context.heard_at(self.host.state(), from, &data, token).await;
            }
            _ => {}
        }
    }

    async fn asked(&mut self, context: &mut Context, peer: PeerId, request: Request, responder: Responder) {
        let Some((request, responder)) = context.answer_stranger(request, responder).await else { return };
        let Some(key) = identity::key_of(&peer) else {
            return responder.send(Response::Refused(Refused::Signature)).await;
        };
        let state = self.host.state();
        let (table, member) = (state.table, state.member(&key).is_some());
        if !self.manners.allow(key, member, Instant::now()) {
            // No answer: it may ask again.
            return;
        }
        let response = match request {
            Request::Join(candidate) => {
                let known = context.node.addresses(peer).await.into_iter().map(Address);
                match self.host.join(key, &candidate, Bounded::first_of(known)) {
                    Ok(()) => {
                        context.node.keep(peer, Vec::new()).await;
                        self.told.insert(key, self.host.state().seq);
                        Response::Joined(Box::new(self.host.state().clone()))
                    }
                    Err(refused) => Response::Refused(refused),
                }
            }
            Request::Ready { table: of, seq, ready } if of == table => {
                match self.host.ready(&key, seq, ready) {
                    Ok(()) => Response::Done,
                    Err(refused) => Response::Refused(refused),
                }
            }
            Request::Leave { table: of } if of == table => {
                self.host.leave(&key);
                context.node.release(peer).await;
                Response::Done
            }
            Request::Watch { table: of, .. } if of.is_none_or(|of| of == table) => {
                Response::Refused(Refused::NotBegun)
            }
            _ => Response::Refused(Refused::NoSuchTable),
        };
        responder.send(response).await;
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Ready { ready, reply } => {
                let (own, seq) = (self.own_key(), self.host.state().seq);
                let outcome = self.host.ready(&own, seq, ready);
                answer(reply, outcome.map_err(CommandError::from));
            }
            Command::Agree { agreement, reply } => {
                answer(reply, self.host.agree(agreement).map_err(CommandError::from));
            }
            Command::Start { reply } => answer(reply, self.start()),
            Command::Act { reply, .. }
            | Command::NextRound { reply }
            | Command::GoOnWithout { reply, .. }
            | Command::Farewell { reply }
            | Command::Say { reply, .. } => answer(reply, Err(CommandError::NotNow)),
            Command::Leave => {}
        }
    }

    /// The host wants to begin: with free seats, the table becomes as small as who sits there.
    fn start(&mut self) -> Result<(), CommandError> {
        let state = self.host.state();
        let seated = u8::try_from(state.members.len()).ok().and_then(mextrain_core::Seats::new);
        if let Some(seats) = seated.filter(|_| !state.is_full()) {
            self.host.agree(Agreement { seats, ..state.agreement.clone() })?;
        }
        match self.host.charter() {
            Ok(_) | Err(NotYet::Started) => Ok(()),
            Err(not_yet) => Err(not_yet.into()),
        }
    }

    async fn tick(&mut self, context: &Context) {
        self.untold.clear();
        let here =
            |key: &[u8; 32]| identity::peer_of(key).is_some_and(|peer| context.ready.contains_key(&peer));
        self.away.retain(|key, _| !here(key));
        let mut gone = Vec::new();
        for (key, ticks) in &mut self.away {
            *ticks += 1;
            if *ticks > AWAY_TICKS {
                gone.push(*key);
            }
        }
        for key in gone {
            self.away.remove(&key);
            self.host.leave(&key);
            if let Some(peer) = identity::peer_of(&key) {
                context.node.release(peer).await;
            }
        }
    }

    /// The charter, once it can be issued and every guest knows the table that it is of.
    fn charter(&self) -> Option<Charter> {
        let state = self.host.state();
        let all_told =
            state.members.iter().skip(1).all(|member| self.told.get(&member.key) == Some(&state.seq));
        self.host.charter().ok().filter(|_| all_told)
    }

    fn begin(mut self, context: &mut Context, charter: &Charter) -> Result<Match, Ended> {
        self.host.close();
        let state = self.host.state().clone();
        let mut game = begin(context, charter, self.nonce, state)?;
        game.to_start = charter.roster.iter().skip(1).map(|member| member.key).collect();
        Ok(game)
    }

    async fn close(&self, context: &Context) {
        let table = self.host.state().table;
        let peers: Vec<PeerId> =
            context.ready.keys().copied().filter(|peer| self.guest(peer).is_some()).collect();
        let farewells = peers.into_iter().map(|peer| context.node.request(peer, Request::Leave { table }));
        let _ = timeout(FAREWELL, join_all(farewells)).await;
    }

    fn guest(&self, peer: &PeerId) -> Option<crate::name::Name> {
        let key = identity::key_of(peer)?;
        self.host.state().member(&key).map(|member| member.name.clone())
    }

    fn own_key(&self) -> [u8; 32] {
        self.host.state().members.first().map_or([0; 32], |host| host.key)
    }
}

/// What a guest hears back from its host.
enum Heard {
    Ready { reply: Reply, answer: Result<Response, RequestError> },
    Joined(Result<Response, RequestError>),
}

/// Sits at somebody's table until the match begins.
pub(super) async fn visit(context: &mut Context, visit: Visit) -> Result<Match, Ended> {
    let Visit { guest, host, seat } = visit;
    let mut visiting = Visiting { guest, host, seat, told: None };
    let state = visiting.guest.state();
    context.tell(SessionEvent::Table {
        name: state.name.clone(),
        hosting: false,
        code: code_of(state).map(|code| code.to_string()),
        addresses: texts(state.members.first().map_or(&[], |host| &host.addresses)),
    });
    let mut pending: Pending<Heard> = FuturesUnordered::new();
    visiting.show(context, Vec::new());
    context.listen_at(visiting.guest.state()).await;
    loop {
        tokio::select! {
            next = context.next() => match next {
                Ok(Next::Node(event)) => {
                    if let Some(game) = visiting.node_event(context, event, &mut pending).await? {
                        context.listen_no_more_at(visiting.guest.state()).await;
                        return Ok(game);
                    }
                }
                Ok(Next::Command(Command::Leave)) | Err(Ended::Left) => {
                    let table = visiting.guest.state().table;
                    let _ = timeout(FAREWELL, context.node.request(host, Request::Leave { table })).await;
                    return Err(Ended::Left);
                }
                Ok(Next::Command(Command::Say { phrase, reply })) => {
                    answer(reply, context.say_at(visiting.guest.state(), phrase).await);
                }
                Ok(Next::Command(command)) => visiting.command(context, command, &mut pending),
                Err(ended) => return Err(ended),
            },
            Some(heard) = pending.next() => visiting.heard(context, heard, &mut pending)?,
        }
    }
}

/// A guest's side of a lobby.
struct Visiting {
    guest: Guest,
    host: PeerId,
    seat: OwnSeat,
    /// Why the charter was not accepted, as the player was last told.
    told: Option<Disagreement>,
}

impl Visiting {
    async fn node_event(
        &mut self,
        context: &mut Context,
        event: NodeEvent,
        pending: &mut Pending<Heard>,
    ) -> Result<Option<Match>, Ended> {
        let host_name = || self.guest.state().members.first().map(|host| host.name.clone());
        match event {
            NodeEvent::Request { peer, request, responder } => {
                let Some((request, responder)) = context.answer_stranger(request, responder).await else {
                    return Ok(None);
                };
                if peer != self.host {
                    let watches = matches!(request, Request::Watch { .. });
                    let refused = if watches { Refused::NotBegun } else { Refused::NotHost };
                    responder.send(Response::Refused(refused)).await;
                    return Ok(None);
                }
                return self.told_by_host(context, request, responder).await;
            }
            NodeEvent::PeerReady { peer, .. } if peer == self.host => {
                host_name().into_iter().for_each(|name| context.tell(SessionEvent::PeerBack { name }));
                // The host may have given the seat away, or been started anew.
                self.rejoin(context, pending);
            }
            NodeEvent::PeerLost { peer } if peer == self.host => {
                host_name().into_iter().for_each(|name| context.tell(SessionEvent::PeerLost { name }));
            }
            NodeEvent::Gossip { from, data, token, .. } => {
                context.heard_at(self.guest.state(), from, &data, token).await;
            }
            _ => {}
        }
        Ok(None)
    }

    async fn told_by_host(
        &mut self,
        context: &mut Context,
        request: Request,
        responder: Responder,
    ) -> Result<Option<Match>, Ended> {
        let table = self.guest.state().table;
        let (response, outcome) = match request {
            Request::Lobby(state) => match self.update(context, *state) {
                Ok(()) => (Response::Done, Ok(None)),
                Err(ended) => (Response::Refused(Refused::NotMember), Err(ended)),
            },
            Request::Leave { table: of } if of == table => (Response::Done, Err(Ended::HostLeft)),
            Request::Start { table: of, charter } if of == table => match self.begin(context, &charter) {
                Ok(game) => (Response::Done, Ok(Some(game))),
                Err(Ok(refused)) => (Response::Refused(refused), Ok(None)),
                Err(Err(ended)) => (Response::Refused(Refused::Unsupported), Err(ended)),
            },
            _ => (Response::Refused(Refused::NoSuchTable), Ok(None)),
        };
        responder.send(response).await;
        outcome
    }

    fn update(&mut self, context: &mut Context, state: LobbyState) -> Result<(), Ended> {
        match self.guest.update(state) {
            Ok(news) => {
                self.show(context, news.iter().map(ToString::to_string).collect());
                Ok(())
            }
            Err(fault) => {
                Err(Ended::Refused { code: Refused::NotMember.code(), sentence: fault.to_string() })
            }
        }
    }

    /// The charter, if it says what this seat was ready for, becomes a match on disk before the host hears that it was accepted.
    fn begin(
        &mut self,
        context: &mut Context,
        charter: &Bytes<8192>,
    ) -> Result<Match, Result<Refused, Ended>> {
        let decoded = Charter::decode(charter).map_err(|refusal| {
            context.trouble(format!("The host's charter was refused ({}).", refusal.code()));
            Ok(Refused::Unsupported)
        })?;
        if let Err(disagreement) = self.guest.accept(&decoded) {
            if self.told.replace(disagreement) != Some(disagreement) {
                context.trouble(format!("The match does not begin: {disagreement}."));
            }
            return Err(Ok(match disagreement {
                Disagreement::Roster | Disagreement::NotReady => Refused::Stale,
                Disagreement::Table | Disagreement::Rules => Refused::Unsupported,
            }));
        }
        begin(context, &decoded, self.seat.nonce, self.guest.state().clone()).map_err(Err)
    }

    fn command(&mut self, context: &mut Context, command: Command, pending: &mut Pending<Heard>) {
        match command {
            Command::Ready { ready, reply } => {
                let seq = self.guest.set_ready(ready);
                let request = Request::Ready { table: self.guest.state().table, seq, ready };
                let (node, host) = (context.node.clone(), self.host);
                pending.push(Box::pin(async move {
                    Heard::Ready { reply, answer: node.request(host, request).await }
                }));
            }
            Command::Agree { reply, .. }
            | Command::Start { reply }
            | Command::Act { reply, .. }
            | Command::NextRound { reply }
            | Command::GoOnWithout { reply, .. }
            | Command::Farewell { reply }
            | Command::Say { reply, .. } => answer(reply, Err(CommandError::NotNow)),
            Command::Leave => {}
        }
    }

    fn heard(
        &mut self,
        context: &mut Context,
        heard: Heard,
        pending: &mut Pending<Heard>,
    ) -> Result<(), Ended> {
        match heard {
            Heard::Ready { reply, answer: heard } => {
                let outcome = match heard {
                    Ok(Response::Done) => Ok(()),
                    Ok(Response::Refused(refused)) => Err(refused.into()),
                    _ => Err(CommandError::NoAnswer),
                };
                // Without an answer it may have been heard all the same, and a match that has begun holds the player to its word.
                match &outcome {
                    Err(CommandError::Refused(Refused::Stale)) => drop(self.guest.set_ready(false)),
                    Err(CommandError::Refused(Refused::NotMember)) => {
                        self.guest.set_ready(false);
                        self.rejoin(context, pending);
                    }
                    _ => {}
                }
                answer(reply, outcome);
            }
            Heard::Joined(Ok(Response::Joined(state))) => self.update(context, *state)?,
            // The match has begun there, and the charter is on its way.
            Heard::Joined(Ok(Response::Refused(Refused::Stale))) => {}
            Heard::Joined(Ok(Response::Refused(refused))) => return Err(refused.into()),
            // It will be lost again, and come back again.
            Heard::Joined(_) => {}
        }
        Ok(())
    }

    /// Asks for the seat again: nothing changes if it is still this player's.
    fn rejoin(&self, context: &Context, pending: &mut Pending<Heard>) {
        let table = Some(self.guest.state().table);
        let request = Request::Join(super::find::candidate(context, &self.seat, table));
        let (node, host) = (context.node.clone(), self.host);
        pending.push(Box::pin(async move { Heard::Joined(node.request(host, request).await) }));
    }

    fn show(&self, context: &mut Context, changes: Vec<String>) {
        let state = self.guest.state();
        context.show_lobby(state, changes);
        context.advertise(state, false);
    }
}

/// Writes a match's files and makes its table.
fn begin(
    context: &mut Context,
    charter: &Charter,
    nonce: [u8; 32],
    lobby: LobbyState,
) -> Result<Match, Ended> {
    let players: Vec<Player> = lobby
        .members
        .iter()
        .map(|member| Player {
            name: member.name.clone(),
            key: member.key,
            addresses: member.addresses.to_vec(),
        })
        .collect();
    let config = &context.config;
    let files = files::begin(&config.data, &config.identity, charter, nonce, &lobby.name, &players);
    let (seat, kept) = files.map_err(|error| Ended::Failed { sentence: error.to_string() })?;
    Ok(Match {
        players,
        seat,
        kept,
        charter: charter.encode(),
        lobby: Some(lobby),
        to_start: BTreeSet::new(),
    })
}

fn answer(reply: Reply, outcome: Result<(), CommandError>) {
    // Whoever asked may have stopped waiting.
    let _ = reply.send(outcome);
}

fn texts(addresses: &[Address]) -> Vec<String> {
    addresses.iter().map(|address| address.0.to_string()).collect()
}

fn seconds() -> Interval {
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn random() -> Result<[u8; 32], SessionError> {
    use rand::TryRng;
    let mut bytes = [0; 32];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(|_| SessionError::Random)?;
    Ok(bytes)
}

//! Looking for a table: by the address of its host, by its name among the tables on this network, or by the key of a host one knows.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use libp2p::{Multiaddr, PeerId};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::context::{Context, Next};
use super::event::SessionEvent;
use super::gather::{OwnSeat, Visit};
use super::{Command, CommandError, Ended, HostPlace, Unreachable};
use crate::charter;
use crate::identity;
use crate::lobby::{Candidate, Guest, Refused};
use crate::node::message::{Advert, PROTOCOL_VERSION, Request, Response};
use crate::node::{DialError, NodeEvent, RequestError};
use crate::place::{Location, both_transports};

/// How often what came to nothing is tried again.
const AGAIN: Duration = Duration::from_millis(1000);

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// A table at this place.
    Location(Location),
    /// The next table of this host, whenever it opens.
    Host(HostPlace),
}

impl Goal {
    fn addresses(&self) -> Vec<Multiaddr> {
        match self {
            Goal::Location(location) => location.addresses(),
            Goal::Host(host) => host.addresses.clone(),
        }
    }

    fn text(&self) -> String {
        match self {
            Goal::Location(location) => location.to_string(),
            Goal::Host(host) => host.name.to_string(),
        }
    }
}

/// Finds the table and takes a seat.
pub(super) async fn find(context: &mut Context, goal: Goal, seat: OwnSeat) -> Result<Visit, Ended> {
    context.tell(SessionEvent::Searching { location: goal.text() });
    let deadline = context.config.patience.map(|patience| Instant::now() + patience);
    let target = match &goal {
        Goal::Host(host) => identity::peer_of(&host.key),
        Goal::Location(_) => None,
    };
    if matches!(goal, Goal::Host(_)) && target.is_none() {
        // Without it anybody at that address would do.
        return Err(Ended::Unreachable { why: Unreachable::NoKey });
    }
    let mut search = Search {
        goal,
        pending: FuturesUnordered::new(),
        target,
        dialling: false,
        asking: BTreeSet::new(),
        joining: false,
        last_error: Unreachable::Silent,
    };
    let mut again = interval(AGAIN);
    again.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            next = context.next() => match next? {
                Next::Node(event) => search.node_event(context, event, &seat).await?,
                Next::Command(Command::Leave) => return Err(Ended::Left),
                Next::Command(command) => refuse(command),
            },
            Some(found) = search.pending.next() => {
                if let Some(guest) = search.found(context, found, &seat).await? {
                    let host = search.target.unwrap_or_else(|| context.node.peer_id());
                    return Ok(Visit { guest, host, seat });
                }
            }
            _ = again.tick() => search.go_on(context, &seat),
            () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                return Err(search.in_vain());
            }
        }
    }
}

/// Who asks for a seat.
pub(super) fn candidate(context: &Context, seat: &OwnSeat, table: Option<[u8; 16]>) -> Candidate {
    Candidate {
        version: PROTOCOL_VERSION,
        engine: charter::ENGINE,
        table,
        name: context.config.name.clone(),
        commitment: seat.commitment,
        bot: context.config.bot,
    }
}

enum Found {
    /// Somebody was reached, or nobody.
    Dialled(Result<PeerId, DialError>),
    /// Somebody told of its tables.
    Tables { peer: PeerId, answer: Result<Response, RequestError> },
    /// The host gave a seat, or not.
    Seat { peer: PeerId, answer: Result<Response, RequestError> },
}

struct Search {
    goal: Goal,
    pending: FuturesUnordered<BoxFuture<'static, Found>>,
    /// Who is to be asked for a seat, once that is known.
    target: Option<PeerId>,
    dialling: bool,
    asking: BTreeSet<PeerId>,
    joining: bool,
    last_error: Unreachable,
}

impl Search {
    async fn node_event(&mut self, context: &Context, event: NodeEvent, seat: &OwnSeat) -> Result<(), Ended> {
        match event {
            NodeEvent::Request { request, responder, .. } => {
                if let Some((request, responder)) = context.answer_stranger(request, responder).await {
                    // A host may tell of its table before its word that there is a seat at it has arrived: it tells again.
                    let early = self.joining && matches!(request, Request::Lobby(_));
                    let refused = if early { Refused::Stale } else { Refused::NotMember };
                    responder.send(Response::Refused(refused)).await;
                }
            }
            NodeEvent::PeerReady { .. } => self.go_on(context, seat),
            NodeEvent::PeerOtherVersion { peer, version } if self.target == Some(peer) => {
                let theirs =
                    version.map_or_else(|| "another".to_owned(), |version| format!("version {version}"));
                return Err(Ended::Refused {
                    code: "version",
                    sentence: format!(
                        "the host speaks {theirs} of the protocol, this program version {PROTOCOL_VERSION}"
                    ),
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Tries whatever is to be tried next.
    fn go_on(&mut self, context: &Context, seat: &OwnSeat) {
        match self.target {
            Some(peer) if context.ready.contains_key(&peer) => self.ask_for_seat(context, peer, None, seat),
            Some(_) => self.dial(context, self.goal.addresses()),
            None => {
                self.dial(context, self.goal.addresses());
                if matches!(self.goal, Goal::Location(Location::Table(_))) {
                    context.ready.keys().for_each(|&peer| self.ask_for_tables(context, peer));
                }
            }
        }
    }

    fn dial(&mut self, context: &Context, addresses: Vec<Multiaddr>) {
        if addresses.is_empty() || std::mem::replace(&mut self.dialling, true) {
            return;
        }
        let (node, expected) = (context.node.clone(), self.target);
        self.pending.push(Box::pin(async move { Found::Dialled(node.dial(addresses, expected).await) }));
    }

    fn ask_for_tables(&mut self, context: &Context, peer: PeerId) {
        if self.asking.insert(peer) {
            let node = context.node.clone();
            self.pending.push(Box::pin(async move {
                Found::Tables { peer, answer: node.request(peer, Request::Tables).await }
            }));
        }
    }

    fn ask_for_seat(&mut self, context: &Context, peer: PeerId, table: Option<[u8; 16]>, seat: &OwnSeat) {
        if std::mem::replace(&mut self.joining, true) {
            return;
        }
        let (node, request) = (context.node.clone(), Request::Join(candidate(context, seat, table)));
        self.pending
            .push(Box::pin(async move { Found::Seat { peer, answer: node.request(peer, request).await } }));
    }

    async fn found(
        &mut self,
        context: &Context,
        found: Found,
        seat: &OwnSeat,
    ) -> Result<Option<Guest>, Ended> {
        match found {
            Found::Dialled(outcome) => {
                self.dialling = false;
                match outcome {
                    Ok(peer) => self.reached(context, peer, seat)?,
                    Err(error) => self.last_error = Unreachable::Dial(error),
                }
            }
            Found::Tables { peer, answer } => {
                self.asking.remove(&peer);
                if let Ok(Response::Tables(adverts)) = answer {
                    self.redirect(peer, &adverts);
                    adverts.into_iter().for_each(|advert| self.consider(context, peer, &advert, seat));
                }
            }
            Found::Seat { peer, answer } => {
                self.joining = false;
                return self.seat(context, peer, answer, seat).await;
            }
        }
        Ok(None)
    }

    fn reached(&mut self, context: &Context, peer: PeerId, seat: &OwnSeat) -> Result<(), Ended> {
        let key = identity::key_of(&peer);
        if let Goal::Location(Location::Code(code)) = &self.goal
            && self.target.is_none()
            && !key.is_some_and(|key| code.may_be_of(&key))
        {
            return Err(Ended::Unreachable { why: Unreachable::OtherHost });
        }
        self.target = Some(peer);
        if context.ready.contains_key(&peer) {
            self.ask_for_seat(context, peer, None, seat);
        }
        Ok(())
    }

    /// Somebody tells of a table: is it the one that is looked for?
    fn consider(&mut self, context: &Context, teller: PeerId, advert: &Advert, seat: &OwnSeat) {
        let Goal::Location(Location::Table(name)) = &self.goal else { return };
        if advert.name.as_str().to_lowercase() != name.as_str().to_lowercase() || self.target.is_some() {
            return;
        }
        let Some(host) = identity::peer_of(&advert.host_key) else { return };
        if host == teller {
            self.target = Some(host);
            self.ask_for_seat(context, host, Some(advert.table), seat);
        } else if context.ready.contains_key(&host) {
            // It is asked itself.
        } else if let Some(code) = advert.code {
            self.target = Some(host);
            self.dial(context, both_transports(code.0.address().into()));
        }
    }

    /// The address led to a guest, who tells of its table: its host is asked instead.
    fn redirect(&mut self, teller: PeerId, adverts: &[Advert]) {
        if self.target != Some(teller) {
            return;
        }
        let elsewhere =
            adverts.iter().find_map(|advert| Some((identity::peer_of(&advert.host_key)?, advert.code?)));
        if let Some((host, code)) = elsewhere.filter(|(host, _)| *host != teller) {
            self.target = Some(host);
            self.goal = Goal::Location(Location::Code(code.0));
        }
    }

    async fn seat(
        &mut self,
        context: &Context,
        peer: PeerId,
        answer: Result<Response, RequestError>,
        seat: &OwnSeat,
    ) -> Result<Option<Guest>, Ended> {
        match answer {
            Ok(Response::Joined(state)) => {
                let host_key = identity::key_of(&peer).unwrap_or_default();
                let guest =
                    Guest::new(context.key(), seat.commitment, host_key, *state).map_err(|fault| {
                        Ended::Refused { code: Refused::NotMember.code(), sentence: fault.to_string() }
                    })?;
                self.target = Some(peer);
                context.node.keep(peer, self.goal.addresses()).await;
                Ok(Some(guest))
            }
            // A peer without a table: perhaps its host opens it in a moment.
            Ok(Response::Refused(Refused::NoSuchTable)) => {
                self.last_error = Unreachable::Refused(Refused::NoSuchTable);
                Ok(None)
            }
            // The host is still at the table that one comes from, or at one where it is a guest.
            Ok(Response::Refused(refused @ (Refused::Started | Refused::NotMember | Refused::NotHost)))
                if matches!(self.goal, Goal::Host(_)) =>
            {
                self.last_error = Unreachable::Refused(refused);
                Ok(None)
            }
            Ok(Response::Refused(Refused::NotHost)) => {
                self.last_error = Unreachable::Refused(Refused::NotHost);
                self.ask_for_tables(context, peer);
                Ok(None)
            }
            Ok(Response::Refused(refused)) => Err(refused.into()),
            Ok(_) => Ok(None),
            Err(error) => {
                self.last_error = error.into();
                Ok(None)
            }
        }
    }

    fn in_vain(&self) -> Ended {
        match self.goal {
            Goal::Location(Location::Table(_)) => Ended::NotFound,
            _ => Ended::Unreachable { why: self.last_error.clone() },
        }
    }
}

fn refuse(command: Command) {
    let (Command::Ready { reply, .. }
    | Command::Agree { reply, .. }
    | Command::Start { reply }
    | Command::Act { reply, .. }
    | Command::NextRound { reply }
    | Command::Farewell { reply }
    | Command::Say { reply, .. }) = command
    else {
        return;
    };
    let _ = reply.send(Err(CommandError::NotNow));
}

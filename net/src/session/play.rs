//! A match over the network: what the table wants said is published, what others say is given to the table, and what did not arrive is
//! fetched.

mod absence;
mod begin;
mod ending;
mod fetching;
mod gallery;
mod leaving;
mod whereabouts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use libp2p::PeerId;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use self::absence::Waiting;
use self::gallery::Gallery;
use self::whereabouts::Whereabouts;
use super::context::{Context, Next};
use super::event::SessionEvent;
use super::files::Kept;
use super::worker::{self, Input, Lacking, Started, Told};
use super::{Command, CommandError, Ended, Failed, Game, HostPlace, Reply, Trouble};
use crate::envelope::Envelope;
use crate::identity;
use crate::ledger::Stage;
use crate::lobby::{LobbyState, Refused};
use crate::name::Name;
use crate::node::message::{Address, GOSSIP_LIMIT, Gossip, Request, Response};
use crate::node::{GossipToken, Judgement, NodeEvent, RequestError, Responder};
use crate::place;
use crate::table::{ActError, Have};
use crate::wire::{Bounded, Bytes};

/// How often members compare how far they are.
const COMPARE: Duration = Duration::from_secs(1);

/// How soon the same member may be asked again.
const PAUSE: Duration = Duration::from_millis(50);

/// How many things the worker may have told that are not heard yet.
const TOLD: usize = 256;

/// A match that is about to be played.
pub(super) struct Match {
    /// In roster order.
    pub players: Vec<Player>,
    pub seat: worker::Seat,
    pub kept: Kept,
    /// The charter's bytes.
    pub charter: Vec<u8>,
    /// The lobby it came from.
    pub lobby: Option<LobbyState>,
    /// It was at its end when it was here last, and those at these places in the roster lacked that.
    pub lack: Option<Vec<usize>>,
    /// The players who may have to be given the charter: hosts only.
    pub to_start: BTreeSet<[u8; 32]>,
}

impl Match {
    /// The port at which this player was last.
    pub fn port_of(&self, key: &[u8; 32]) -> Option<u16> {
        let player = self.players.iter().find(|player| player.key == *key)?;
        player.addresses.iter().find_map(|address| Some(place::socket_address(&address.0)?.port()))
    }
}

/// Somebody of the roster.
pub(super) struct Player {
    pub name: Name,
    pub key: [u8; 32],
    pub addresses: Vec<Address>,
}

impl Player {
    fn place(&self) -> HostPlace {
        let addresses = self.addresses.iter().map(|address| address.0.clone()).collect();
        HostPlace { key: self.key, name: self.name.clone(), addresses }
    }
}

/// Plays a match to its end.
pub(super) async fn play(context: &mut Context, game: Match) -> Ended {
    let (play, told, thread) = match Play::begin(context, game).await {
        Ok(begun) => begun,
        Err(ended) => return ended,
    };
    let ended = play_on(context, play, told).await;
    // Whoever hears of the end may take the session up at once: nothing of it is written any more then.
    let joined = tokio::task::spawn_blocking(move || thread.join()).await;
    if !matches!(joined, Ok(Ok(()))) {
        tracing::warn!("the table's thread did not end well");
    }
    ended
}

async fn play_on(context: &mut Context, mut play: Play, mut told: mpsc::Receiver<Told>) -> Ended {
    let mut ticks = interval(COMPARE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let ask_at = play.ask_due(context);
        let outcome = tokio::select! {
            next = context.next() => match next {
                Ok(Next::Node(event)) => {
                    play.node_event(context, event).await;
                    Ok(())
                }
                Ok(Next::Command(command)) => play.command(context, command).await,
                Err(ended) => Err(ended),
            },
            told = told.recv() => match told {
                Some(told) => play.told(context, told).await,
                None => Err(Ended::Failed { why: Failed::NoTable }),
            },
            Some(done) = play.pending.next() => {
                play.done(context, done);
                Ok(())
            }
            _ = ticks.tick() => play.tick(context).await,
            () = sleep_until(ask_at.unwrap_or_else(Instant::now)), if ask_at.is_some() => Ok(()),
        };
        if let Err(ended) = outcome {
            return ended;
        }
    }
}

/// One of the others at the table.
struct Member {
    key: [u8; 32],
    name: Name,
    /// A question for what is lacking here is under way.
    asking: bool,
    /// It should be asked, and not before this moment.
    wanted: bool,
    not_before: Instant,
    /// How far it was when it last said so.
    have: Option<Have>,
    /// It has said that nothing is lacking here, since the session was taken up.
    heard: bool,
    /// It had the match's end when the session was here before.
    had_the_end: bool,
    told_lost: bool,
}

/// Something that was waited for beside everything else.
enum Done {
    Asked { peer: PeerId, answer: Result<Response, RequestError> },
    SaidFarewell,
    Started { key: [u8; 32], answer: Result<Response, RequestError> },
    Nothing,
}

struct Play {
    inputs: mpsc::Sender<Input>,
    pending: FuturesUnordered<BoxFuture<'static, Done>>,
    members: BTreeMap<PeerId, Member>,
    charter_id: [u8; 32],
    charter: Bytes<8192>,
    topic: String,
    table: [u8; 16],
    host: Option<PeerId>,
    to_start: BTreeSet<[u8; 32]>,
    starting: BTreeSet<[u8; 32]>,
    /// Of whom the player was told that they did not accept the charter.
    complained: BTreeSet<[u8; 32]>,
    kept: Kept,
    whereabouts: Whereabouts,
    gallery: Gallery,
    have: Have,
    /// The table has come back, and its player decides nothing before somebody else has been heard.
    hears_first: bool,
    /// For so many ticks somebody has been heard.
    heard_for: u32,
    waiting: Waiting,
    /// The match is over, or stopped, since so many ticks.
    over: Option<(Ended, u32)>,
    /// It was over before the session was taken up: all that is left to do is to give its end to those who lack it.
    was_over: bool,
    /// Who lacks the end by what is written down.
    lack: Option<Vec<usize>>,
    /// This player wants to leave for good, and cannot say so yet.
    wants_to_leave: bool,
    /// This player has left for good, since so many ticks.
    leaving_for: Option<u32>,
    /// It had left before the session was taken up.
    left_earlier: bool,
    /// The keys of those who have left for good.
    departed: BTreeSet<[u8; 32]>,
    settled: u32,
    told_settled: bool,
}

impl Play {
    async fn node_event(&mut self, context: &mut Context, event: NodeEvent) {
        match event {
            NodeEvent::Gossip { from, topic, data, token } if topic == self.topic => {
                if let Some((token, judgement)) = self.heard(context, from, &data, token) {
                    context.node.judge(token, judgement).await;
                }
            }
            NodeEvent::Gossip { token, .. } => context.node.judge(token, Judgement::Ignore).await,
            NodeEvent::Request { peer, request, responder } => {
                if let Some((request, responder)) = context.answer_stranger(request, responder).await {
                    self.asked(context, peer, request, responder).await;
                }
            }
            NodeEvent::PeerReady { peer, .. } => self.is_here(context, &peer).await,
            NodeEvent::PeerLost { peer } => self.is_lost(context, &peer),
            NodeEvent::PeerSubscribed { peer, .. } => self.want(&peer),
            _ => {}
        }
    }

    /// Something was published. `None`: the table judges it.
    fn heard(
        &mut self,
        context: &mut Context,
        from: PeerId,
        data: &[u8],
        token: GossipToken,
    ) -> Option<(GossipToken, Judgement)> {
        let Some(member) = self.members.get_mut(&from) else {
            return Some((token, Judgement::Reject));
        };
        match Gossip::decode(data) {
            Ok(Gossip::Envelope(envelope)) => {
                let input = Input::Gossip { envelope: envelope.into_vec(), token, from: member.key };
                match self.inputs.try_send(input) {
                    Ok(()) => None,
                    Err(error) => match error.into_inner() {
                        // The table is busy: fetched later.
                        Input::Gossip { token, .. } => Some((token, Judgement::Ignore)),
                        _ => None,
                    },
                }
            }
            Ok(Gossip::Announce(theirs)) => {
                if theirs.is_beyond(self.have) {
                    member.wanted = true;
                }
                Some((token, Judgement::Accept))
            }
            Ok(Gossip::Said { number, phrase }) => {
                Some((token, context.hear(member.key, &member.name, number, phrase)))
            }
            Ok(Gossip::Here { addresses }) => {
                self.is_elsewhere(context, from, addresses);
                Some((token, Judgement::Accept))
            }
            Ok(Gossip::Watched { count }) => {
                self.watched_elsewhere(from, count);
                Some((token, Judgement::Accept))
            }
            Err(_) => Some((token, Judgement::Reject)),
        }
    }

    async fn asked(&mut self, context: &Context, peer: PeerId, request: Request, responder: Responder) {
        let Some(member) = self.members.get_mut(&peer) else {
            return self.looked_at(context, peer, &request, responder).await;
        };
        let response = match request {
            Request::Sync { charter, have } if charter == self.charter_id => {
                // Whoever asks for this match has its charter.
                self.to_start.remove(&member.key);
                member.have = Some(have);
                member.wanted |= have.is_beyond(self.have);
                return self.give(have, responder);
            }
            Request::Start { table, charter } if table == self.table && Some(peer) == self.host => {
                if charter == self.charter { Response::Done } else { Response::Refused(Refused::Started) }
            }
            Request::Lobby(_) | Request::Leave { .. } => Response::Done,
            // A guest who has not got the charter yet, and was away meanwhile: it comes.
            Request::Join(_) if self.to_start.contains(&member.key) => Response::Refused(Refused::Stale),
            _ => Response::Refused(Refused::Started),
        };
        responder.send(response).await;
    }

    async fn command(&mut self, context: &mut Context, command: Command) -> Result<(), Ended> {
        match command {
            Command::Act { choice, reply } => self.ask_table(reply, |reply| Input::Act { choice, reply }),
            Command::NextRound { reply } => {
                let here = self.here(context);
                self.ask_table(reply, |reply| Input::Seal { here, reply });
            }
            Command::GoOnWithout { step, missing, reply } => self.go_on_without(step, missing, reply),
            Command::Farewell { reply } => self.say_farewell(context, reply),
            Command::Ready { reply, .. } | Command::Agree { reply, .. } | Command::Start { reply } => {
                let _ = reply.send(Err(CommandError::NotNow));
            }
            Command::Say { phrase, reply } => {
                let said = context.say(phrase);
                if let Ok(message) = &said {
                    context.node.publish(self.topic.clone(), message.encode()).await;
                }
                let _ = reply.send(said.map(|_| ()));
            }
            Command::Leave => {
                self.tell_who_lacks_the_end(context);
                return Err(self.over.as_ref().map_or(Ended::Left, |(ended, _)| ended.clone()));
            }
        }
        Ok(())
    }

    /// The keys of the members who are connected now.
    fn here(&self, context: &Context) -> BTreeSet<[u8; 32]> {
        let ready = self.members.iter().filter(|(peer, _)| context.ready.contains_key(peer));
        ready.map(|(_, member)| member.key).collect()
    }

    fn ask_table(
        &mut self,
        reply: Reply,
        input: impl FnOnce(oneshot::Sender<Result<(), ActError>>) -> Input,
    ) {
        self.ask_table_and_then(reply, input, Done::Nothing);
    }

    /// As [`Play::ask_table`]; `then` is what is done where the table agrees.
    fn ask_table_and_then(
        &mut self,
        reply: Reply,
        input: impl FnOnce(oneshot::Sender<Result<(), ActError>>) -> Input,
        then: Done,
    ) {
        let (to_us, answer) = oneshot::channel();
        if self.inputs.try_send(input(to_us)).is_err() {
            let _ = reply.send(Err(CommandError::NotNow));
            return;
        }
        self.pending.push(Box::pin(async move {
            let outcome =
                answer.await.map_or(Err(CommandError::Ended), |outcome| outcome.map_err(CommandError::from));
            let agreed = outcome.is_ok();
            let _ = reply.send(outcome);
            if agreed { then } else { Done::Nothing }
        }));
    }

    async fn told(&mut self, context: &Context, told: Told) -> Result<(), Ended> {
        match told {
            Told::Send(envelope) => {
                if let Some(message) = message(&envelope) {
                    context.node.publish(self.topic.clone(), message.encode()).await;
                }
            }
            Told::Event(event) => {
                context.show_accusation(&event);
                context.tell(event);
            }
            Told::Game(game) => self.show(context, game),
            Told::Judged(token, judgement) => context.node.judge(token, judgement).await,
            Told::NothingNew(key) => self.gave_nothing_new(&key),
            Told::Behind(key) => {
                if let Some(member) = self.members.values_mut().find(|member| member.key == key) {
                    member.wanted = true;
                }
            }
            Told::Failed(why) => return Err(Ended::Failed { why }),
        }
        Ok(())
    }

    fn show(&mut self, context: &Context, game: Arc<Game>) {
        self.have = game.have;
        self.hears_first = game.hears_first;
        self.note_departed(context, &game);
        self.note_waiting(context, &game);
        let ended = match game.stage {
            Stage::Over => Some(Ended::Finished),
            // Stopped by this program or machine itself: nobody's fault at the table.
            Stage::Stopped if game.fault.is_some_and(|blame| blame.member.is_none()) => {
                Some(Ended::Failed { why: Failed::OwnStop })
            }
            Stage::Stopped => Some(Ended::Stopped),
            _ => None,
        };
        context.show(|snapshot| snapshot.game = Some(game));
        if let (Some(ended), None) = (ended, &self.over) {
            if ended != Ended::Finished {
                self.close(context);
            }
            self.over = Some((ended, 0));
            self.write_down_the_end(context);
        }
    }

    fn done(&mut self, context: &Context, done: Done) {
        match done {
            Done::Nothing => {}
            Done::Asked { peer, answer } => {
                self.answered(&peer, answer);
                self.catch_up(context);
            }
            Done::SaidFarewell => self.begins_to_leave(),
            Done::Started { key, answer } => {
                self.starting.remove(&key);
                match answer {
                    Ok(Response::Done) => drop(self.to_start.remove(&key)),
                    // Given again at the next tick, but told only once.
                    Ok(Response::Refused(refused)) if self.complained.insert(key) => {
                        let who = self.members.values().find(|member| member.key == key);
                        let who = who.map(|member| member.name.clone());
                        context.trouble(Trouble::NotAccepted { who, why: refused });
                    }
                    _ => {}
                }
            }
        }
    }

    fn give_charter(&mut self, context: &Context) {
        for &key in &self.to_start {
            let Some(peer) = identity::peer_of(&key).filter(|peer| context.ready.contains_key(peer)) else {
                continue;
            };
            if !self.starting.insert(key) {
                continue;
            }
            let request = Request::Start { table: self.table, charter: self.charter.clone() };
            let node = context.node.clone();
            self.pending.push(Box::pin(async move {
                Done::Started { key, answer: node.request(peer, request).await }
            }));
        }
    }
}

/// What is published for an envelope: itself, or that it can be fetched if it is too large.
fn message(envelope: &Arc<[u8]>) -> Option<Gossip> {
    // The kind's number and the length stand before the bytes.
    const OVERHEAD: usize = 12;
    if envelope.len() + OVERHEAD <= GOSSIP_LIMIT {
        return Bytes::try_from(envelope.to_vec()).ok().map(Gossip::Envelope);
    }
    let header = *Envelope::parse(envelope).ok()?.header();
    let seats = 1_u8.checked_shl(u32::from(header.author))?;
    Some(Gossip::Announce(Have { step: header.step, seats, ..Have::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_for_gossip_is_announced() {
        use ed25519_dalek::SigningKey;

        let header = crate::envelope::Header {
            match_id: [1; 32],
            epoch: 0,
            round: 0,
            attempt: 0,
            step: 7,
            lane: 0,
            previous: [2; 32],
            author: 3,
            kind: crate::envelope::Kind::Turn,
        };
        let key = SigningKey::from_bytes(&[1; 32]);
        let envelope = |bytes| Envelope::sign(header, &vec![0; bytes], &key).unwrap().raw().clone();
        let largest = (GOSSIP_LIMIT - 12) - envelope(0).len();
        let whole = message(&envelope(largest)).unwrap();
        assert!(matches!(&whole, Gossip::Envelope(bytes) if **bytes == *envelope(largest)));
        assert_eq!(whole.encode().len(), GOSSIP_LIMIT);
        let announced = message(&envelope(largest + 1)).unwrap();
        assert_eq!(announced, Gossip::Announce(Have { step: 7, seats: 0b1000, ..Have::default() }));
    }
}

//! What comes in: gossip, requests, and the answers to one's own. Counted before it is passed on, dropped where too much is waiting.

use libp2p::PeerId;
use libp2p::gossipsub::{self, MessageAcceptance};
use libp2p::request_response;
use libp2p::swarm::ConnectionId;
use tokio::sync::oneshot;

use super::Actor;
use crate::node::GossipToken;
use crate::node::codec::Nonsense;
use crate::node::handle::{Judgement, NodeEvent, RequestError, Responder};
use crate::node::limits::{ASKED_OF_ONE, OUTBOX_MEMBERS, OUTBOX_STRANGERS, REQUESTS};
use crate::node::message::{Request, Response};

impl Actor {
    pub(super) fn request(
        &mut self,
        peer: PeerId,
        request: Request,
        reply: oneshot::Sender<Result<Response, RequestError>>,
    ) {
        let Some(asked) = self.peers.get_mut(&peer) else {
            let _ = reply.send(Err(RequestError::NotConnected));
            return;
        };
        if self.replies.len() >= REQUESTS || asked.asked >= ASKED_OF_ONE {
            let _ = reply.send(Err(RequestError::Busy));
            return;
        }
        asked.asked += 1;
        asked.quiet = 0;
        let id = self.swarm.behaviour_mut().talk.send_request(&peer, Ok(request));
        self.replies.insert(id, (peer, reply));
    }

    pub(super) fn judge(&mut self, token: &GossipToken, judgement: Judgement) {
        let acceptance = match judgement {
            Judgement::Accept => MessageAcceptance::Accept,
            Judgement::Reject => MessageAcceptance::Reject,
            Judgement::Ignore => MessageAcceptance::Ignore,
        };
        let gossip = &mut self.swarm.behaviour_mut().gossip;
        gossip.report_message_validation_result(&token.message, &token.through, acceptance);
        if judgement == Judgement::Reject {
            // Whoever passes on what it should have refused, not whoever wrote it.
            self.strike(&token.through);
        }
    }

    pub(super) fn gossip_event(&mut self, event: gossipsub::Event) {
        match event {
            gossipsub::Event::Subscribed { peer_id, topic } => {
                let introduced = self.peers.get(&peer_id).is_some_and(|peer| peer.introduced);
                if let Some(topic) = self.topics.get(&topic).filter(|_| introduced)
                    && self.has_room_for(&peer_id)
                {
                    self.outbox.push_back(NodeEvent::PeerSubscribed { peer: peer_id, topic: topic.clone() });
                }
            }
            gossipsub::Event::Message { propagation_source, message_id, message } => {
                let affordable = self.spend(&propagation_source) && self.has_room_for(&propagation_source);
                let known = message.source.zip(self.topics.get(&message.topic).cloned());
                let token = GossipToken { message: message_id, through: propagation_source };
                match known {
                    Some((from, topic)) if affordable => {
                        self.outbox.push_back(NodeEvent::Gossip { from, topic, data: message.data, token });
                    }
                    _ => self.judge(&token, Judgement::Ignore),
                }
            }
            _ => {}
        }
    }

    pub(super) fn talk_event(&mut self, event: request_response::Event<Result<Request, Nonsense>, Response>) {
        match event {
            request_response::Event::Message { peer, connection_id, message } => match message {
                request_response::Message::Request { request, channel, .. } => {
                    self.asked(peer, connection_id, request, channel)
                }
                request_response::Message::Response { request_id, response } => {
                    self.heard(&peer);
                    self.answered(request_id, Ok(response));
                }
            },
            request_response::Event::OutboundFailure { request_id, error, .. } => {
                self.answered(request_id, Err(error.into()));
            }
            request_response::Event::InboundFailure { peer, error, .. } => {
                tracing::debug!(%peer, %error, "a request came to nothing");
            }
            request_response::Event::ResponseSent { .. } => {}
        }
    }

    fn answered(&mut self, id: request_response::OutboundRequestId, answer: Result<Response, RequestError>) {
        self.heartbeats.remove(&id);
        let Some((peer, reply)) = self.replies.remove(&id) else { return };
        if let Some(peer) = self.peers.get_mut(&peer) {
            peer.asked = peer.asked.saturating_sub(1);
        }
        let _ = reply.send(answer);
    }

    fn asked(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        request: Result<Request, Nonsense>,
        channel: request_response::ResponseChannel<Response>,
    ) {
        self.heard(&peer);
        if !self.spend(&peer) {
            return;
        }
        let Ok(request) = request else { return self.strike(&peer) };
        if request == Request::Heartbeat {
            drop(self.swarm.behaviour_mut().talk.send_response(channel, Response::Done));
            return;
        }
        if let Some(peer) = self.peers.get_mut(&peer) {
            peer.quiet = 0;
        }
        if let Request::DialBack { port } = request {
            self.dial_back(peer, connection, port, channel);
        } else if self.has_room_for(&peer) {
            let responder = Responder { channel, commands: self.commands_in.clone() };
            self.outbox.push_back(NodeEvent::Request { peer, request, responder });
        }
    }

    /// Whether so little waits that something of this peer can wait behind it.
    pub(super) fn has_room_for(&self, peer: &PeerId) -> bool {
        let most = if self.book.is_kept(peer) { OUTBOX_MEMBERS } else { OUTBOX_STRANGERS };
        self.outbox.len() < most
    }

    fn heard(&mut self, peer: &PeerId) {
        if let Some(peer) = self.peers.get_mut(peer) {
            peer.heard = true;
        }
    }
}

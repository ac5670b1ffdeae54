//! Talk at a table: what this player says, and what is heard of the others.

use std::time::{Instant, SystemTime};

use libp2p::PeerId;

use super::context::Context;
use super::event::SessionEvent;
use super::snapshot::{SAID, Said};
use super::{CommandError, Snapshot};
use crate::chat::Phrase;
use crate::identity;
use crate::lobby::LobbyState;
use crate::name::Name;
use crate::node::message::Gossip;
use crate::node::{GossipToken, Judgement};

impl Context {
    /// What is to be published so that the others hear the phrase; the own player is shown it at once.
    pub fn say(&mut self, phrase: Phrase) -> Result<Gossip, CommandError> {
        let now = Instant::now();
        let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let clock = u64::try_from(clock.as_millis()).unwrap_or(0);
        let number = self.talk.say(now, clock).map_err(|wait| CommandError::TooMuch { wait })?;
        let wait = self.talk.wait(now);
        self.show(|snapshot| snapshot.silent_until = (!wait.is_zero()).then(|| now + wait));
        self.said(self.key(), self.config.name.clone(), phrase, now);
        Ok(Gossip::Said { number, phrase })
    }

    /// A member said something; `key` is what it was signed with.
    pub fn hear(&mut self, key: [u8; 32], name: &Name, number: u64, phrase: Phrase) -> Judgement {
        let now = Instant::now();
        if !self.talk.hear(key, number, now) {
            // Not the table's business, and nobody's fault that others have to know of.
            return Judgement::Ignore;
        }
        self.said(key, name.clone(), phrase, now);
        Judgement::Accept
    }

    /// Begins to listen for what is said before the match at the table of this state.
    pub async fn listen_at(&self, state: &LobbyState) {
        self.node.subscribe(lobby_topic(state)).await;
    }

    /// Ends it.
    pub async fn listen_no_more_at(&self, state: &LobbyState) {
        self.node.unsubscribe(lobby_topic(state)).await;
    }

    /// Says something at a table before its match.
    pub async fn say_at(&mut self, state: &LobbyState, phrase: Phrase) -> Result<(), CommandError> {
        let message = self.say(phrase)?;
        self.node.publish(lobby_topic(state), message.encode()).await;
        Ok(())
    }

    /// Something was published before the match at the table of this state.
    pub async fn heard_at(&mut self, state: &LobbyState, from: PeerId, data: &[u8], token: GossipToken) {
        let member = identity::key_of(&from).and_then(|key| state.member(&key));
        let judgement = match (member, Gossip::decode(data)) {
            (Some(member), Ok(Gossip::Said { number, phrase })) => {
                self.hear(member.key, &member.name, number, phrase)
            }
            // Who has just sat down may be unknown here yet.
            (None, Ok(Gossip::Said { .. })) => Judgement::Ignore,
            _ => Judgement::Reject,
        };
        self.node.judge(token, judgement).await;
    }

    fn said(&self, key: [u8; 32], name: Name, phrase: Phrase, at: Instant) {
        let mut seat = None;
        self.show(|snapshot| {
            seat = seat_of(snapshot, &key);
            snapshot.said.push(Said { key, name: name.clone(), phrase, at });
            let old = snapshot.said.len().saturating_sub(SAID);
            snapshot.said.drain(..old);
        });
        self.tell(SessionEvent::Said { seat, name, phrase });
    }
}

fn lobby_topic(state: &LobbyState) -> String {
    let hex: String = state.table.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("mxt/lobby/{hex}")
}

/// The number of the seat of whom this key is, from 1.
fn seat_of(snapshot: &Snapshot, key: &[u8; 32]) -> Option<u8> {
    let game = snapshot.game.as_ref()?;
    let member = game.charter.roster.iter().position(|member| member.key == *key)?;
    let seat = game.seating.iter().position(|seated| *seated == member)?;
    u8::try_from(seat + 1).ok()
}

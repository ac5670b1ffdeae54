//! Talk at a table: what this player says, and what is heard of the others.

use std::time::{Instant, SystemTime};

use super::context::Context;
use super::event::SessionEvent;
use super::snapshot::{SAID, Said};
use super::{CommandError, Snapshot};
use crate::chat::Phrase;
use crate::name::Name;
use crate::node::Judgement;
use crate::node::message::Gossip;

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

/// The number of the seat of whom this key is, from 1.
fn seat_of(snapshot: &Snapshot, key: &[u8; 32]) -> Option<u8> {
    let game = snapshot.game.as_ref()?;
    let member = game.charter.roster.iter().position(|member| member.key == *key)?;
    let seat = game.seating.iter().position(|seated| *seated == member)?;
    u8::try_from(seat + 1).ok()
}

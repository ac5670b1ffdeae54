//! Giving others what they lack of the match, and asking them for what is lacking here.

use super::*;

/// For how many ticks the word of one member is not enough.
const HEARD_LONG: u32 = 5;

impl Play {
    /// Answers what somebody lacks who has come as far as `theirs`.
    pub(super) fn give(&mut self, theirs: Have, responder: Responder) {
        let (reply, answer) = oneshot::channel();
        // A table that is too busy answers nothing now; it is asked again in a second.
        let busy = self.inputs.try_send(Input::Lacking { theirs, reply }).is_err();
        if busy {
            return;
        }
        self.pending.push(Box::pin(async move {
            if let Ok(Lacking { have, envelopes, more }) = answer.await {
                let count = envelopes.len();
                let copies = envelopes.iter().filter_map(|raw| Bytes::try_from(raw.to_vec()).ok());
                let envelopes: Bounded<_, 512> = Bounded::first_of(copies);
                let more = more || envelopes.len() < count;
                responder.send(Response::Synced { have, envelopes, more }).await;
            }
            Done::Nothing
        }));
    }

    pub(super) fn answered(&mut self, peer: &PeerId, answer: Result<Response, RequestError>) {
        let Some(member) = self.members.get_mut(peer) else { return };
        member.asking = false;
        let Ok(Response::Synced { have, envelopes, more }) = answer else { return };
        member.have = Some(have);
        if envelopes.is_empty() {
            member.heard = true;
            return;
        }
        member.wanted |= self.hears_first;
        let envelopes = envelopes.into_iter().map(Bytes::into_vec).collect();
        let fetched = Input::Fetched { envelopes, from: member.key, more };
        // A busy table gets them with the next comparison.
        member.wanted |= self.inputs.try_send(fetched).is_err() && more;
    }

    /// A member has given all that it has, and nothing of it was news.
    pub(super) fn gave_nothing_new(&mut self, key: &[u8; 32]) {
        if let Some(member) = self.members.values_mut().find(|member| member.key == *key) {
            member.heard = true;
        }
    }

    /// A table that has come back, maybe from an old journal, decides and signs nothing before it has heard that nothing is lacking here: from
    /// everybody who is there, or from somebody while the others do not answer for long.
    pub(super) fn catch_up(&mut self, context: &Context) {
        let there = |peer: &PeerId, member: &Member| {
            context.ready.contains_key(peer) && !self.departed.contains(&member.key)
        };
        let all =
            self.members.iter().filter(|(peer, member)| there(peer, member)).all(|(_, member)| member.heard);
        let any = self.members.values().any(|member| member.heard);
        if self.hears_first && any && (all || self.heard_for >= HEARD_LONG) {
            // A busy table is told at the next tick.
            let _ = self.inputs.try_send(Input::CaughtUp);
        }
    }

    pub(super) fn want(&mut self, peer: &PeerId) {
        if let Some(member) = self.members.get_mut(peer) {
            member.wanted = true;
        }
    }

    /// Asks every member that should be asked and may be asked now; when the next one may, if somebody has to wait.
    pub(super) fn ask_due(&mut self, context: &Context) -> Option<Instant> {
        let now = Instant::now();
        let mut next = None;
        for (&peer, member) in &mut self.members {
            if !member.wanted || member.asking || !context.ready.contains_key(&peer) {
                continue;
            }
            if member.not_before > now {
                next = Some(next.map_or(member.not_before, |other: Instant| other.min(member.not_before)));
                continue;
            }
            member.wanted = false;
            member.asking = true;
            member.not_before = now + PAUSE;
            let request = Request::Sync { charter: self.charter_id, have: self.have };
            let node = context.node.clone();
            self.pending.push(Box::pin(async move {
                Done::Asked { peer, answer: node.request(peer, request).await }
            }));
        }
        next
    }
}

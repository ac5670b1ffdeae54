//! How everybody behaves: what one may send, strikes for what should not have been sent, and who makes room in a crowd.
//!
//! Whose fault something is, is asked of the connection that it came through, never of the key that signed it: nobody can get somebody else
//! shown out by sending the other's messages again. Members are bounded like everybody, and never shown out.

use std::collections::BTreeMap;
use std::time::Instant;

use libp2p::PeerId;

use super::Actor;
use crate::node::limits::{
    ALL_STRANGERS_BURST, ALL_STRANGERS_PER_SECOND, CONDUCTS, MEMBER_BURST, MEMBER_PER_SECOND, QUIET_SECONDS,
    STRANGER_BURST, STRANGER_PER_SECOND, STRIKES, STRIKES_FORGOTTEN,
};
use crate::node::rate::Bucket;
use crate::place;

/// The conduct of everybody who was here lately. It outlives connections, so that coming again is no way to begin anew.
pub(super) struct Conducts {
    of: BTreeMap<PeerId, Conduct>,
    /// What all strangers may send together.
    strangers: Bucket,
}

struct Conduct {
    budget: Bucket,
    member: bool,
    strikes: u32,
    seen: Instant,
}

impl Conducts {
    pub(super) fn new(now: Instant) -> Conducts {
        let strangers = Bucket::new(ALL_STRANGERS_BURST, ALL_STRANGERS_PER_SECOND, now);
        Conducts { of: BTreeMap::new(), strangers }
    }

    /// Whether the peer may send one thing more. Of members nothing is taken that strangers could use up.
    fn spend(&mut self, peer: PeerId, member: bool, now: Instant) -> Spent {
        if !self.conduct(peer, member, now).budget.spend(1, now) {
            Spent::TooMuch
        } else if member || self.strangers.spend(1, now) {
            Spent::Granted
        } else {
            Spent::Crowd
        }
    }

    /// One strike more. `true` if that is enough.
    fn strike(&mut self, peer: PeerId, now: Instant) -> bool {
        let conduct = self.conduct(peer, false, now);
        conduct.strikes += 1;
        conduct.strikes >= STRIKES
    }

    /// Once a second.
    fn tick(&mut self) {
        for conduct in self.of.values_mut() {
            conduct.strikes = conduct.strikes.saturating_sub(STRIKES_FORGOTTEN);
        }
    }

    fn conduct(&mut self, peer: PeerId, member: bool, now: Instant) -> &mut Conduct {
        if !self.of.contains_key(&peer) && self.of.len() >= CONDUCTS {
            let oldest = self.of.iter().min_by_key(|(_, conduct)| (conduct.member, conduct.seen));
            let oldest = oldest.map(|(peer, _)| *peer);
            oldest.map(|peer| self.of.remove(&peer));
        }
        let budget = || match member {
            true => Bucket::new(MEMBER_BURST, MEMBER_PER_SECOND, now),
            false => Bucket::new(STRANGER_BURST, STRANGER_PER_SECOND, now),
        };
        let fresh = || Conduct { budget: budget(), member, strikes: 0, seen: now };
        let conduct = self.of.entry(peer).or_insert_with(fresh);
        if member && !conduct.member {
            conduct.budget = budget();
        }
        conduct.member = member;
        conduct.seen = now;
        conduct
    }
}

/// What became of a wish to send one thing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spent {
    Granted,
    /// All strangers together send too much: nobody's fault in particular.
    Crowd,
    /// This peer does.
    TooMuch,
}

impl Actor {
    /// Whether the peer may send one thing more. If not, that is a strike against it.
    pub(super) fn spend(&mut self, peer: &PeerId) -> bool {
        let member = self.book.is_kept(peer);
        match self.conducts.spend(*peer, member, Instant::now()) {
            Spent::Granted => true,
            Spent::Crowd => false,
            Spent::TooMuch => {
                self.strike(peer);
                false
            }
        }
    }

    /// The peer sent something that it should not have.
    pub(super) fn strike(&mut self, peer: &PeerId) {
        let now = Instant::now();
        if !self.book.is_kept(peer) && self.conducts.strike(*peer, now) {
            tracing::info!(%peer, "shown out for what it sent");
            self.swarm.behaviour_mut().gate.refuse(*peer, now);
            self.book.forget(peer);
            let _ = self.swarm.disconnect_peer_id(*peer);
        }
    }

    /// Once a second: forgets strikes, tells the gate where members are, and lets strangers make room who are too many and ask nothing.
    pub(super) fn look_at_crowds(&mut self) {
        self.conducts.tick();
        let places = self.book.kept_addresses().filter_map(place::socket_address).map(|socket| socket.ip());
        let places = places.collect();
        let gate = &mut self.swarm.behaviour_mut().gate;
        gate.set_places(places);
        for mut crowd in gate.crowds() {
            let mut quiet: Vec<(u32, PeerId)> = crowd
                .strangers
                .keys()
                .filter_map(|id| Some((self.peers.get(id)?.quiet, *id)))
                .filter(|(quiet, _)| *quiet >= QUIET_SECONDS)
                .collect();
            quiet.sort_unstable_by_key(|(quiet, id)| (std::cmp::Reverse(*quiet), *id));
            for (_, id) in quiet {
                if crowd.excess == 0 {
                    break;
                }
                crowd.excess = crowd.excess.saturating_sub(crowd.strangers.get(&id).copied().unwrap_or(0));
                // Dialling it again would only bring it back.
                self.book.forget(&id);
                let _ = self.swarm.disconnect_peer_id(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn granted(conducts: &mut Conducts, peer: PeerId, member: bool, now: Instant) -> usize {
        (0..1000).filter(|_| conducts.spend(peer, member, now) == Spent::Granted).count()
    }

    #[test]
    fn attack_43_strangers_use_up_what_is_for_strangers_only() {
        let now = Instant::now();
        let mut conducts = Conducts::new(now);
        let all: usize = (0..100).map(|_| granted(&mut conducts, PeerId::random(), false, now)).sum();
        assert_eq!(all, ALL_STRANGERS_BURST as usize);
        assert_eq!(granted(&mut conducts, PeerId::random(), true, now), MEMBER_BURST as usize);
        let later = now + Duration::from_secs(60);
        let one = PeerId::random();
        assert_eq!(granted(&mut conducts, one, false, later), STRANGER_BURST as usize);
        // Whoever becomes a member has a member's budget, and has it once.
        assert_eq!(granted(&mut conducts, one, true, later), MEMBER_BURST as usize);
        assert_eq!(granted(&mut conducts, one, true, later), 0);
    }

    #[test]
    fn attack_43_conduct_is_remembered_of_so_many_and_of_members_first() {
        let now = Instant::now();
        let mut conducts = Conducts::new(now);
        let member = PeerId::random();
        assert_eq!(granted(&mut conducts, member, true, now), MEMBER_BURST as usize);
        for _ in 0..2000 {
            conducts.strike(PeerId::random(), now + Duration::from_secs(1));
        }
        assert_eq!(conducts.of.len(), CONDUCTS);
        assert_eq!(granted(&mut conducts, member, true, now), 0);
    }

    #[test]
    fn strikes_are_counted_and_forgotten() {
        let now = Instant::now();
        let mut conducts = Conducts::new(now);
        let peer = PeerId::random();
        assert_eq!((1..=STRIKES).find(|_| conducts.strike(peer, now)), Some(STRIKES));
        let other = PeerId::random();
        for _ in 0..10 * STRIKES {
            assert!(!conducts.strike(other, now), "a strike a second is forgotten");
            conducts.tick();
        }
    }
}

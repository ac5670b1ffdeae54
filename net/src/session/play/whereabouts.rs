//! Who is away, and where everybody is: told to this player and to the others, and written down for coming back.
//!
//! A member that comes back may listen somewhere else. Whoever is connected hears from itself where that is; the others hear it through
//! those, as long as somebody is away. What is written down is where members were last, not where they were when the match began.

use std::collections::BTreeMap;
use std::time::Instant;

use libp2p::PeerId;

use super::{Context, Done, Play, SessionEvent};
use crate::identity;
use crate::node::message::{Address, Gossip};
use crate::place;
use crate::wire::Bounded;

/// How often members are told where this peer is while somebody is away, in ticks.
const TELL: u32 = 3;

/// For how many ticks from the beginning members may still be connecting: nobody is called away meanwhile.
const CONNECTING: u32 = 3;

/// What is known of the places of all at the table.
pub(super) struct Whereabouts {
    /// The keys by place in the roster.
    roster: Vec<[u8; 32]>,
    /// By place in the roster, as it was written down last.
    written: Vec<Vec<String>>,
    ticks: u32,
}

impl Whereabouts {
    /// The whereabouts of these members, of which nothing is written down.
    pub fn of(roster: Vec<[u8; 32]>) -> Whereabouts {
        Whereabouts { roster, written: Vec::new(), ticks: 0 }
    }

    /// A member's place in the roster.
    pub fn place_of(&self, key: &[u8; 32]) -> Option<usize> {
        self.roster.iter().position(|other| other == key)
    }

    /// The likeliest address of everybody, as far as it is known.
    pub fn likeliest(&self) -> impl Iterator<Item = Address> {
        self.written.iter().filter_map(|places| places.first()?.parse().ok().map(Address))
    }
}

impl Play {
    /// Before anybody is connected everybody else is away.
    pub(super) fn begin_waiting(&self, context: &Context) {
        let now = Instant::now();
        let missing = self.members.iter().filter(|(peer, _)| !context.ready.contains_key(peer));
        let away: BTreeMap<[u8; 32], Instant> = missing.map(|(_, member)| (member.key, now)).collect();
        context.show(|snapshot| snapshot.away = away);
    }

    /// A peer is connected.
    pub(super) async fn is_here(&mut self, context: &Context, peer: &PeerId) {
        // Before anything is told of it: whoever crashes next must find it there.
        self.write_down(context).await;
        let Some(member) = self.members.get_mut(peer) else { return };
        member.wanted = true;
        let key = member.key;
        context.show(|snapshot| {
            snapshot.away.remove(&key);
        });
        if std::mem::take(&mut member.told_lost) && self.over.is_none() {
            context.tell(SessionEvent::PeerBack { name: member.name.clone() });
        }
    }

    /// A peer is connected no more.
    pub(super) fn is_lost(&mut self, context: &Context, peer: &PeerId) {
        let Some(member) = self.members.get_mut(peer) else { return };
        let key = member.key;
        if self.departed.contains(&key) {
            return;
        }
        context.show(|snapshot| {
            snapshot.away.insert(key, Instant::now());
        });
        // After the end one goes when one likes: nobody is lost.
        if self.over.is_none() {
            member.told_lost = true;
            context.tell(SessionEvent::PeerLost { name: member.name.clone() });
        }
    }

    /// Somebody says where it is; heeded if it is away from here.
    pub(super) fn is_elsewhere(&self, context: &Context, peer: PeerId, addresses: Bounded<Address, 4>) {
        if context.ready.contains_key(&peer) {
            return;
        }
        let addresses = addresses.into_iter().map(|address| address.0);
        let addresses = addresses.filter(|address| place::socket_address(address).is_some()).collect();
        let node = context.node.clone();
        self.pending.push(Box::pin(async move {
            node.keep(peer, addresses).await;
            Done::Nothing
        }));
    }

    /// Once a tick: tells of members that never came, tells members where this peer is, and writes down where they are.
    pub(super) async fn look_for_members(&mut self, context: &Context) {
        self.whereabouts.ticks = self.whereabouts.ticks.saturating_add(1);
        let ticks = self.whereabouts.ticks;
        let away = |peer: &PeerId| !context.ready.contains_key(peer);
        if ticks == CONNECTING {
            let waiting = self.over.is_none();
            for (_, member) in
                self.members.iter_mut().filter(|(peer, member)| away(peer) && !member.told_lost)
            {
                if waiting && !self.departed.contains(&member.key) {
                    member.told_lost = true;
                    context.tell(SessionEvent::PeerLost { name: member.name.clone() });
                }
            }
        }
        if ticks.is_multiple_of(TELL) && self.members.keys().any(away) {
            let here = Gossip::Here { addresses: context.own_addresses() };
            context.node.publish(self.topic.clone(), here.encode()).await;
        }
        self.write_down(context).await;
    }

    async fn write_down(&mut self, context: &Context) {
        let mut places = Vec::new();
        for key in &self.whereabouts.roster {
            let known: Vec<String> = match identity::peer_of(key) {
                _ if *key == context.key() => {
                    context.own_addresses().iter().map(|address| address.0.to_string()).collect()
                }
                Some(peer) => context.node.addresses(peer).await.iter().map(ToString::to_string).collect(),
                None => Vec::new(),
            };
            places.push(known);
        }
        if places == self.whereabouts.written {
            return;
        }
        match self.kept.remember(&places) {
            Ok(()) => self.whereabouts.written = places,
            // Without it the places of before are still there; the next tick tries again.
            Err(error) => tracing::debug!(%error, "where the others are could not be written down"),
        }
    }
}

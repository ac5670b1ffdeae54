//! The address book: which peers there are, where they were met, and when to dial them.
//!
//! It does no I/O and knows no clock; the node tells it what happened and when, and asks whom to dial. Bounded: strangers can fill it only
//! with strangers, never push out peers that are connected or kept.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use libp2p::{Multiaddr, PeerId};

/// How many peers are remembered.
pub const MAX_PEERS: usize = 256;

/// How many addresses are remembered of one peer.
pub const MAX_ADDRESSES: usize = 8;

/// Peers found on the network, and when to dial them.
#[derive(Debug)]
pub struct Book {
    own: PeerId,
    peers: BTreeMap<PeerId, Entry>,
}

#[derive(Debug)]
struct Entry {
    /// The most promising first.
    addresses: Vec<Multiaddr>,
    /// Members of one's table: dialled again for ever.
    kept: bool,
    connected: bool,
    /// In a row, since the last connection.
    failures: u32,
    due: Option<Instant>,
    touched: Instant,
}

impl Book {
    /// An empty book of the peer `own`, which never enters it.
    #[must_use]
    pub fn new(own: PeerId) -> Book {
        Book { own, peers: BTreeMap::new() }
    }

    /// A peer was found at these addresses. `true` if it was not known before, or not at one of them.
    pub fn found(&mut self, peer: PeerId, addresses: &[Multiaddr], now: Instant) -> bool {
        // Both sides find each other at the same moment: the smaller id dials at once, the other if nothing came of that.
        let first = if self.own < peer { now } else { now + SECOND_TURN };
        let Some(entry) = self.entry(peer, now) else { return false };
        let mut news = false;
        for address in addresses {
            if !entry.addresses.contains(address) {
                entry.addresses.insert(0, address.clone());
                entry.addresses.truncate(MAX_ADDRESSES);
                news = true;
            }
        }
        entry.touched = now;
        if !entry.connected && (news || entry.due.is_none()) {
            entry.failures = 0;
            entry.due = Some(entry.due.map_or(first, |due| due.min(first)));
        }
        news
    }

    /// Members are dialled for as long as they are kept.
    pub fn keep(&mut self, peer: PeerId, kept: bool, now: Instant) {
        let Some(entry) = self.entry(peer, now) else { return };
        entry.kept = kept;
        if kept && !entry.connected {
            entry.due = Some(now);
        }
    }

    /// The peer's addresses are not to be dialled any more.
    pub fn forget(&mut self, peer: &PeerId) {
        self.peers.remove(peer);
    }

    /// There is a connection with the peer; if this side dialled, at this address.
    pub fn connected(&mut self, peer: PeerId, dialled: Option<Multiaddr>, now: Instant) {
        let Some(entry) = self.entry(peer, now) else { return };
        entry.connected = true;
        entry.failures = 0;
        entry.due = None;
        if let Some(address) = dialled {
            entry.addresses.retain(|other| *other != address);
            entry.addresses.insert(0, address);
            entry.addresses.truncate(MAX_ADDRESSES);
        }
    }

    /// The last connection with the peer is gone.
    pub fn disconnected(&mut self, peer: &PeerId, now: Instant) {
        let Some(entry) = self.peers.get_mut(peer) else { return };
        entry.connected = false;
        entry.touched = now;
        entry.due = Some(now + if entry.kept { KEPT_FIRST } else { STRANGER_FIRST });
    }

    /// A dial of the peer came to nothing.
    pub fn failed(&mut self, peer: &PeerId, now: Instant) {
        let Some(entry) = self.peers.get_mut(peer) else { return };
        if entry.connected {
            return;
        }
        entry.failures += 1;
        let factor = 1 << entry.failures.min(8);
        if entry.kept {
            entry.due = Some(now + (KEPT_FIRST * factor).min(KEPT_LAST));
        } else if entry.failures > STRANGER_TRIES {
            self.peers.remove(peer);
        } else {
            entry.due = Some(now + (STRANGER_FIRST * factor).min(STRANGER_LAST));
        }
    }

    /// A peer to dial now, and where. It will not be named again before [`Book::failed`] or [`Book::disconnected`] was called.
    pub fn due(&mut self, now: Instant) -> Option<(PeerId, Vec<Multiaddr>)> {
        let ready = |entry: &Entry| {
            entry.due.filter(|&due| due <= now && !entry.connected && !entry.addresses.is_empty())
        };
        // Members before strangers, then who has waited longest.
        let (peer, entry) = self
            .peers
            .iter_mut()
            .filter(|(_, entry)| ready(entry).is_some())
            .min_by_key(|(_, entry)| (!entry.kept, entry.due))?;
        entry.due = None;
        Some((*peer, entry.addresses.clone()))
    }

    /// Whether the peer is kept.
    #[must_use]
    pub fn is_kept(&self, peer: &PeerId) -> bool {
        self.peers.get(peer).is_some_and(|entry| entry.kept)
    }

    /// Where the peer has been met, the most promising address first.
    #[must_use]
    pub fn addresses(&self, peer: &PeerId) -> &[Multiaddr] {
        self.peers.get(peer).map_or(&[], |entry| &entry.addresses)
    }

    /// Every address at which a kept peer has been met.
    pub fn kept_addresses(&self) -> impl Iterator<Item = &Multiaddr> {
        self.peers.values().filter(|entry| entry.kept).flat_map(|entry| &entry.addresses)
    }

    fn entry(&mut self, peer: PeerId, now: Instant) -> Option<&mut Entry> {
        if peer == self.own {
            return None;
        }
        if !self.peers.contains_key(&peer) && self.peers.len() >= MAX_PEERS {
            let oldest = self
                .peers
                .iter()
                .filter(|(_, entry)| !entry.kept && !entry.connected)
                .min_by_key(|(_, entry)| entry.touched)
                .map(|(peer, _)| *peer)?;
            self.peers.remove(&oldest);
        }
        Some(self.peers.entry(peer).or_insert_with(|| Entry {
            addresses: Vec::new(),
            kept: false,
            connected: false,
            failures: 0,
            due: None,
            touched: now,
        }))
    }
}

const SECOND_TURN: Duration = Duration::from_millis(400);
const KEPT_FIRST: Duration = Duration::from_millis(150);
const KEPT_LAST: Duration = Duration::from_millis(1500);
const STRANGER_FIRST: Duration = Duration::from_secs(2);
const STRANGER_LAST: Duration = Duration::from_secs(60);
const STRANGER_TRIES: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;

    fn address(port: u16) -> Multiaddr {
        format!("/ip4/10.0.0.1/tcp/{port}").parse().unwrap()
    }

    fn two() -> (PeerId, PeerId) {
        let (one, other) = (PeerId::random(), PeerId::random());
        if one < other { (one, other) } else { (other, one) }
    }

    #[test]
    fn the_smaller_id_dials_at_once_the_other_later() {
        let (small, large) = two();
        let now = Instant::now();
        let mut book = Book::new(small);
        assert!(book.found(large, &[address(1)], now));
        assert!(!book.found(large, &[address(1)], now));
        assert_eq!(book.due(now), Some((large, vec![address(1)])));
        assert_eq!(book.due(now), None);

        let mut book = Book::new(large);
        book.found(small, &[address(1)], now);
        book.found(large, &[address(1)], now);
        assert_eq!(book.due(now), None);
        assert_eq!(book.due(now + SECOND_TURN), Some((small, vec![address(1)])));
        assert_eq!(book.due(now + SECOND_TURN), None);
    }

    #[test]
    fn members_are_dialled_for_ever_and_strangers_some_times() {
        for kept in [true, false] {
            let (own, peer) = two();
            let mut book = Book::new(own);
            let mut now = Instant::now();
            book.found(peer, &[address(1)], now);
            book.keep(peer, kept, now);
            book.connected(peer, Some(address(2)), now);
            assert_eq!(book.due(now), None);
            book.disconnected(&peer, now);
            let mut dials = 0;
            for _ in 0..1000 {
                now += Duration::from_secs(1);
                if let Some((_, addresses)) = book.due(now) {
                    assert_eq!(addresses[0], address(2));
                    book.failed(&peer, now);
                    dials += 1;
                }
            }
            if kept {
                assert!(dials >= 500);
            } else {
                assert_eq!(dials, STRANGER_TRIES + 1);
            }
        }
    }

    #[test]
    fn attack_43_thousands_of_peers_push_out_only_strangers() {
        let own = PeerId::random();
        let mut book = Book::new(own);
        let now = Instant::now();
        let (member, connected) = two();
        book.found(member, &[address(1)], now);
        book.keep(member, true, now);
        book.connected(connected, Some(address(2)), now);
        let many: Vec<Multiaddr> = (1..100).map(address).collect();
        for _ in 0..5000 {
            book.found(PeerId::random(), &many, now + Duration::from_secs(1));
        }
        assert_eq!(book.peers.len(), MAX_PEERS);
        assert!(book.peers.values().all(|entry| entry.addresses.len() <= MAX_ADDRESSES));
        assert!(book.is_kept(&member));
        assert_eq!(book.addresses(&connected), [address(2)]);
        assert_eq!(book.due(now + Duration::from_secs(2)).map(|(peer, _)| peer), Some(member));
    }
}

//! Looking at the tables on this network without sitting down at any.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use libp2p::PeerId;
use mextrain_core::Rules;
use tokio::sync::mpsc;

use crate::charter::Proofs;
use crate::node::message::{Advert, PROTOCOL_VERSION, Request, Response};
use crate::node::{self, NodeConfig, NodeError, NodeEvent, NodeHandle, RequestError};
use crate::wire::{self, Bytes};

/// How often every peer is asked again.
const AGAIN: Duration = Duration::from_secs(2);

/// After how many questions in a row without an answer a peer's tables count as gone.
const SILENCES: u8 = 2;

/// How many tables are told of.
pub(crate) const TABLES: usize = 256;

/// A table on this network.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundTable {
    /// What its host, or a guest, tells of it.
    pub advert: Advert,
    /// Whether it plays by this program's version: one can sit down at no other.
    pub same_version: bool,
    /// What is played, at tables of the same version.
    pub rules: Option<Rules>,
    /// When claims are proven, at tables of the same version.
    pub proofs: Option<Proofs>,
}

/// What is new about the tables of this network.
#[derive(Clone, Debug, PartialEq)]
pub enum Sighting {
    /// A table was found, or what is told of it changed.
    Found(FoundTable),
    /// Nobody tells of the table with this id any more: it was closed, or cannot be reached.
    Gone([u8; 16]),
}

/// Tells of tables as they are found, again when they change, and when they are gone, until the receiver is dropped. Must be called
/// within a tokio runtime.
///
/// # Errors
/// [`NodeError`].
pub fn browse(config: NodeConfig) -> Result<mpsc::Receiver<Sighting>, NodeError> {
    let (node, events) = node::start(config)?;
    let (told, sightings) = mpsc::channel(64);
    tokio::spawn(run(node, events, told));
    Ok(sightings)
}

type Answer = (PeerId, Result<Response, RequestError>);

async fn run(node: NodeHandle, mut events: mpsc::Receiver<NodeEvent>, told: mpsc::Sender<Sighting>) {
    let mut peers = BTreeSet::new();
    let mut asking = BTreeSet::new();
    let mut hearsay = Hearsay::default();
    let mut pending: FuturesUnordered<BoxFuture<'static, Answer>> = FuturesUnordered::new();
    let mut again = tokio::time::interval(AGAIN);
    let ask = |peer: PeerId| -> BoxFuture<'static, Answer> {
        let node = node.clone();
        Box::pin(async move { (peer, node.request(peer, Request::Tables).await) })
    };
    loop {
        let news = tokio::select! {
            event = events.recv() => match event {
                Some(NodeEvent::PeerReady { peer, .. } | NodeEvent::PeerOtherVersion { peer, .. }) => {
                    peers.insert(peer);
                    if asking.insert(peer) {
                        pending.push(ask(peer));
                    }
                    Vec::new()
                }
                Some(NodeEvent::PeerLost { peer }) => {
                    peers.remove(&peer);
                    hearsay.lost(peer)
                }
                Some(NodeEvent::Request { request: Request::Tables, responder, .. }) => {
                    responder.send(Response::Tables(Default::default())).await;
                    Vec::new()
                }
                Some(_) => Vec::new(),
                None => return,
            },
            Some((peer, answer)) = pending.next() => {
                asking.remove(&peer);
                match answer {
                    // An answer that comes after its peer was lost counts for nothing: nothing would take it back.
                    Ok(Response::Tables(adverts)) if peers.contains(&peer) => hearsay.told(peer, adverts),
                    Ok(_) => Vec::new(),
                    Err(_) => hearsay.silent(peer),
                }
            }
            _ = again.tick() => {
                let due: Vec<PeerId> = peers.iter().copied().filter(|peer| asking.insert(*peer)).collect();
                pending.extend(due.into_iter().map(ask));
                Vec::new()
            }
            () = told.closed() => return,
        };
        for sighting in news {
            if told.send(sighting).await.is_err() {
                return;
            }
        }
    }
}

/// Which peer tells of which tables. A table is there as long as anybody tells of it: its host, or a guest.
#[derive(Default)]
struct Hearsay {
    tables: BTreeMap<[u8; 16], Advert>,
    tellers: BTreeMap<PeerId, Teller>,
}

#[derive(Default)]
struct Teller {
    tables: BTreeSet<[u8; 16]>,
    /// How many questions in a row it left without an answer.
    silences: u8,
}

impl Hearsay {
    /// Takes in what a peer tells of all the tables it knows.
    fn told(&mut self, peer: PeerId, adverts: impl IntoIterator<Item = Advert>) -> Vec<Sighting> {
        let mut news = Vec::new();
        let mut now = BTreeSet::new();
        for advert in adverts {
            let full = self.tables.len() >= TABLES && !self.tables.contains_key(&advert.table);
            if full {
                continue;
            }
            now.insert(advert.table);
            if self.tables.get(&advert.table) != Some(&advert) {
                self.tables.insert(advert.table, advert.clone());
                news.push(Sighting::Found(read(advert)));
            }
        }
        let before = self.tellers.insert(peer, Teller { tables: now, silences: 0 }).unwrap_or_default();
        news.extend(self.forget(before.tables));
        news
    }

    /// A peer did not answer, which can happen once.
    fn silent(&mut self, peer: PeerId) -> Vec<Sighting> {
        let Some(teller) = self.tellers.get_mut(&peer) else { return Vec::new() };
        teller.silences = teller.silences.saturating_add(1);
        if teller.silences < SILENCES { Vec::new() } else { self.lost(peer) }
    }

    /// A peer is gone.
    fn lost(&mut self, peer: PeerId) -> Vec<Sighting> {
        let before = self.tellers.remove(&peer).unwrap_or_default();
        self.forget(before.tables)
    }

    /// Drops those of these tables of which nobody tells.
    fn forget(&mut self, tables: BTreeSet<[u8; 16]>) -> Vec<Sighting> {
        let told = |table: &[u8; 16]| self.tellers.values().any(|teller| teller.tables.contains(table));
        let gone: Vec<[u8; 16]> = tables.into_iter().filter(|table| !told(table)).collect();
        for table in &gone {
            self.tables.remove(table);
        }
        gone.into_iter().map(Sighting::Gone).collect()
    }
}

fn read(advert: Advert) -> FoundTable {
    let same_version = advert.version == PROTOCOL_VERSION;
    let details = wire::decode::<(Bytes<256>, u8)>(&advert.details, 1024).ok().filter(|_| same_version);
    let rules = details.as_ref().and_then(|(rules, _)| Rules::decode(rules).ok());
    let proofs = details.and_then(|(_, proofs)| Proofs::from_code(proofs));
    FoundTable { advert, same_version, rules, proofs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;
    use crate::name::Name;
    use crate::node::message::AdvertState;

    fn peer() -> PeerId {
        Identity::random().unwrap().peer_id()
    }

    fn advert(table: u8, taken: u8) -> Advert {
        Advert {
            version: PROTOCOL_VERSION,
            table: [table; 16],
            name: Name::clean("Friday"),
            host: Name::clean("Ada"),
            host_key: [7; 32],
            taken,
            seats: 5,
            state: AdvertState::Open,
            code: None,
            details: Default::default(),
        }
    }

    fn ids(news: Vec<Sighting>) -> Vec<(u8, bool)> {
        let id = |sighting| match sighting {
            Sighting::Found(table) => (table.advert.table[0], true),
            Sighting::Gone(table) => (table[0], false),
        };
        news.into_iter().map(id).collect()
    }

    #[test]
    fn a_table_is_there_as_long_as_anybody_tells_of_it() {
        let mut hearsay = Hearsay::default();
        let (host, guest) = (peer(), peer());
        assert_eq!(ids(hearsay.told(host, [advert(1, 1), advert(2, 1)])), [(1, true), (2, true)]);
        assert_eq!(ids(hearsay.told(guest, [advert(1, 1)])), []);
        assert_eq!(ids(hearsay.told(guest, [advert(1, 2)])), [(1, true)]);
        assert_eq!(ids(hearsay.told(host, [advert(1, 2)])), [(2, false)]);
        assert_eq!(ids(hearsay.lost(host)), []);
        assert_eq!(ids(hearsay.told(guest, [])), [(1, false)]);
        // It is opened again, and its host's cable is pulled.
        assert_eq!(ids(hearsay.told(host, [advert(1, 2)])), [(1, true)]);
        assert_eq!(ids(hearsay.lost(host)), [(1, false)]);
        assert_eq!(ids(hearsay.lost(host)), []);
    }

    #[test]
    fn one_question_without_an_answer_is_forgiven() {
        let mut hearsay = Hearsay::default();
        let host = peer();
        hearsay.told(host, [advert(1, 1)]);
        assert_eq!(ids(hearsay.silent(host)), []);
        assert_eq!(ids(hearsay.told(host, [advert(1, 1)])), []);
        assert_eq!(ids(hearsay.silent(host)), []);
        assert_eq!(ids(hearsay.silent(host)), [(1, false)]);
        assert_eq!(ids(hearsay.silent(host)), []);
        assert_eq!(ids(hearsay.told(host, [advert(1, 1)])), [(1, true)]);
    }

    #[test]
    fn tables_beyond_the_limit_are_not_told_of_and_their_room_is_freed() {
        let mut hearsay = Hearsay::default();
        let (one, other) = (peer(), peer());
        let many = |from: u16| {
            (from..from + 200).map(|number| {
                let mut table = [0; 16];
                table[..2].copy_from_slice(&number.to_le_bytes());
                Advert { table, ..advert(0, 1) }
            })
        };
        assert_eq!(hearsay.told(one, many(0)).len(), 200);
        assert_eq!(hearsay.told(other, many(1000)).len(), TABLES - 200);
        assert_eq!(hearsay.lost(one).len(), 200);
        assert_eq!(hearsay.told(other, many(1000)).len(), 400 - TABLES);
    }
}

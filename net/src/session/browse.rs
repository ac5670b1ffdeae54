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

/// How many tables are told of.
const TABLES: usize = 256;

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

/// Tells of tables as they are found, and again when they change, until the receiver is dropped. Must be called within a tokio runtime.
///
/// # Errors
/// [`NodeError`].
pub fn browse(config: NodeConfig) -> Result<mpsc::Receiver<FoundTable>, NodeError> {
    let (node, events) = node::start(config)?;
    let (found, found_out) = mpsc::channel(64);
    tokio::spawn(run(node, events, found));
    Ok(found_out)
}

type Answer = (PeerId, Result<Response, RequestError>);

async fn run(node: NodeHandle, mut events: mpsc::Receiver<NodeEvent>, found: mpsc::Sender<FoundTable>) {
    let mut peers = BTreeSet::new();
    let mut asking = BTreeSet::new();
    let mut known: BTreeMap<[u8; 16], Advert> = BTreeMap::new();
    let mut pending: FuturesUnordered<BoxFuture<'static, Answer>> = FuturesUnordered::new();
    let mut again = tokio::time::interval(AGAIN);
    let ask = |peer: PeerId| -> BoxFuture<'static, Answer> {
        let node = node.clone();
        Box::pin(async move { (peer, node.request(peer, Request::Tables).await) })
    };
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Some(NodeEvent::PeerReady { peer, .. } | NodeEvent::PeerOtherVersion { peer, .. }) => {
                    peers.insert(peer);
                    if asking.insert(peer) {
                        pending.push(ask(peer));
                    }
                }
                Some(NodeEvent::PeerLost { peer }) => drop(peers.remove(&peer)),
                Some(NodeEvent::Request { request: Request::Tables, responder, .. }) => {
                    responder.send(Response::Tables(Default::default())).await;
                }
                Some(_) => {}
                None => return,
            },
            Some((peer, answer)) = pending.next() => {
                asking.remove(&peer);
                let Ok(Response::Tables(adverts)) = answer else { continue };
                for advert in adverts {
                    let full = known.len() >= TABLES && !known.contains_key(&advert.table);
                    if full || known.get(&advert.table) == Some(&advert) {
                        continue;
                    }
                    known.insert(advert.table, advert.clone());
                    if found.send(read(advert)).await.is_err() {
                        return;
                    }
                }
            }
            _ = again.tick() => {
                let due: Vec<PeerId> = peers.iter().copied().filter(|peer| asking.insert(*peer)).collect();
                pending.extend(due.into_iter().map(ask));
            }
            () = found.closed() => return,
        }
    }
}

fn read(advert: Advert) -> FoundTable {
    let same_version = advert.version == PROTOCOL_VERSION;
    let details = wire::decode::<(Bytes<256>, u8)>(&advert.details, 1024).ok().filter(|_| same_version);
    let rules = details.as_ref().and_then(|(rules, _)| Rules::decode(rules).ok());
    let proofs = details.and_then(|(_, proofs)| Proofs::from_code(proofs));
    FoundTable { advert, same_version, rules, proofs }
}

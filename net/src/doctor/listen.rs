//! The node of the checks: it listens as a table would, finds nobody by itself, and answers whoever asks.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, TcpListener, UdpSocket};
use std::time::Duration;

use libp2p::PeerId;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout_at};

use super::findings::{Listening, Version};
use super::is_over;
use crate::identity::Identity;
use crate::node::message::{Request, Response};
use crate::node::{self, NodeConfig, NodeEvent, NodeHandle, Port};
use crate::place::{DEFAULT_PORT, socket_address};

/// How long the system may take to tell that a port is listened on.
const PATIENCE: Duration = Duration::from_secs(2);

/// A node for the time of the checks.
pub struct Node {
    /// For dialling and asking.
    pub handle: NodeHandle,
    /// What it has seen so far.
    pub seen: watch::Receiver<Seen>,
}

/// What a node has seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The port it listens on.
    pub port: Option<u16>,
    /// The peers that have introduced themselves.
    pub peers: BTreeMap<PeerId, Version>,
}

/// Listens at `ip` as a table would that wants `port`, or the usual one; `table` says where one listens already.
pub async fn open(
    ip: IpAddr,
    port: Option<u16>,
    table: &[String],
    deadline: Instant,
) -> (Listening, Option<Node>) {
    let wanted = port.unwrap_or(DEFAULT_PORT);
    let free = bind(ip, wanted).map_err(|error| error.kind());
    let on = if table.is_empty() && free.is_ok() { Port::Fixed(wanted) } else { Port::Any };
    // Others can be spoken to even where none can be listened to.
    let (node, failure) = match start(vec![ip], on) {
        Ok(node) => (Some(node), None),
        Err(why) => (start(Vec::new(), Port::Any).ok(), Some(why)),
    };
    let used = match &node {
        Some(node) if failure.is_none() => used_port(node, deadline).await,
        _ => None,
    };
    let listening = match (failure, free, used) {
        _ if !table.is_empty() => Listening::Table(table.to_vec()),
        (_, Err(ErrorKind::PermissionDenied), _) => Listening::Forbidden(wanted),
        (_, Err(ErrorKind::AddrInUse), Some(used)) if port.is_none() => {
            Listening::Instead { taken: wanted, used }
        }
        (None, Err(ErrorKind::AddrInUse), None) if port.is_none() && is_over(deadline) => Listening::Cut,
        (_, Err(ErrorKind::AddrInUse), _) => Listening::Taken(wanted),
        (_, Err(kind), _) => Listening::Failed(kind.to_string()),
        (Some(why), ..) => Listening::Failed(why),
        (None, Ok(()), Some(used)) => Listening::At(used),
        (None, Ok(()), None) if is_over(deadline) => Listening::Cut,
        (None, Ok(()), None) => Listening::Failed("no address to listen at".to_owned()),
    };
    (listening, node)
}

/// Whether the port is free for both transports. Unlike the node's own sockets these share it with nobody.
fn bind(ip: IpAddr, port: u16) -> io::Result<()> {
    let _tcp = TcpListener::bind((ip, port))?;
    UdpSocket::bind((ip, port)).map(drop)
}

fn start(listen: Vec<IpAddr>, port: Port) -> Result<Node, String> {
    // Nobody needs to know who is asking.
    let identity = Identity::random().map_err(|error| error.to_string())?;
    let keypair = identity.keypair().clone();
    let config = NodeConfig { keypair, listen, port, multicast: false, rendezvous: None };
    let (handle, events) = node::start(config).map_err(|error| error.to_string())?;
    let (tell, seen) = watch::channel(Seen::default());
    tokio::spawn(watch_events(events, tell));
    Ok(Node { handle, seen })
}

async fn used_port(node: &Node, deadline: Instant) -> Option<u16> {
    let mut seen = node.seen.clone();
    let deadline = deadline.min(Instant::now() + PATIENCE);
    let listening = timeout_at(deadline, seen.wait_for(|seen| seen.port.is_some())).await;
    listening.ok()?.ok()?.port
}

/// Ends with the node.
async fn watch_events(mut events: mpsc::Receiver<NodeEvent>, tell: watch::Sender<Seen>) {
    while let Some(event) = events.recv().await {
        match event {
            NodeEvent::Listening { address } => {
                tell.send_modify(|seen| {
                    seen.port = socket_address(&address).map(|address| address.port()).or(seen.port);
                });
            }
            NodeEvent::PeerReady { peer, .. } => meet(&tell, peer, Version::Same),
            NodeEvent::PeerOtherVersion { peer, version } => meet(&tell, peer, Version::Other(version)),
            NodeEvent::PeerLost { peer } => tell.send_modify(|seen| {
                seen.peers.remove(&peer);
            }),
            NodeEvent::Request { request: Request::Tables, responder, .. } => {
                responder.send(Response::Tables(Default::default())).await;
            }
            _ => {}
        }
    }
}

fn meet(tell: &watch::Sender<Seen>, peer: PeerId, version: Version) {
    tell.send_modify(|seen| {
        seen.peers.insert(peer, version);
    });
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    async fn open(ip: IpAddr, port: Option<u16>, table: &[String]) -> (Listening, Option<Node>) {
        super::open(ip, port, table, Instant::now() + Duration::from_secs(60)).await
    }

    #[tokio::test]
    async fn a_free_port_is_listened_on_and_a_taken_one_told() {
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let taken = TcpListener::bind((ip, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let (listening, node) = open(ip, Some(port), &[]).await;
        assert_eq!(listening, Listening::Taken(port));
        // Others can be asked nevertheless.
        assert_ne!(node.unwrap().seen.borrow().port, Some(port));
        drop(taken);
        let (listening, node) = open(ip, Some(port), &[]).await;
        assert_eq!(listening, Listening::At(port));
        let (again, _) = open(ip, Some(port), &[]).await;
        assert_eq!(again, Listening::Taken(port));
        drop(node);
        let table = ["/ip4/127.0.0.1/tcp/1".to_owned()];
        assert_eq!(open(ip, Some(port), &table).await.0, Listening::Table(table.to_vec()));
    }

    #[tokio::test]
    async fn an_address_that_is_not_this_machines_is_told() {
        let (listening, _) = open("192.0.2.1".parse().unwrap(), None, &[]).await;
        assert!(matches!(listening, Listening::Failed(_)), "{listening:?}");
    }
}

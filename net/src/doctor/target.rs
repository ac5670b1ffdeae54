//! Reaching the place that was asked about: where it is, whether anybody answers there, who that is, and whether they reach us.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use libp2p::multiaddr::Protocol;
use libp2p::{Multiaddr, PeerId};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{Instant, timeout_at};

use super::findings::{Peer, Reach, Table, Target, Tcp, Version};
use super::is_over;
use super::listen::Node;
use crate::identity::{self, Identity};
use crate::node::message::{Advert, DialedBack, Request, Response};
use crate::node::{DialError, NodeConfig, Port, Unreached};
use crate::place::{JoinCode, Location, socket_address};
use crate::session::{FoundTable, Sighting, browse};

/// How long a table at an address of this machine alone is kept waiting for its other addresses.
const BETTER: Duration = Duration::from_secs(1);

/// Whoever says nothing for so long is silent, however little time there was: on a network answers come within milliseconds.
const TELLING: Duration = Duration::from_secs(2);

/// How long each part may take.
const FINDING: Duration = Duration::from_secs(4);
const CONNECTING: Duration = Duration::from_secs(4);
const INTRODUCTION: Duration = Duration::from_secs(3);
const ANSWERING: Duration = Duration::from_secs(6);

/// Where the place is.
pub struct Where {
    address: Option<SocketAddr>,
    /// What is dialled, each way at most once.
    dial: Vec<Multiaddr>,
    meant: Meant,
    /// Why it is nowhere.
    nowhere: Option<Reach>,
}

/// Who is expected there.
enum Meant {
    Anybody,
    Code(JoinCode),
    Host([u8; 32]),
}

impl Where {
    /// The address, if it is known.
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    fn nowhere(reach: Reach) -> Where {
        Where { address: None, dial: Vec::new(), meant: Meant::Anybody, nowhere: Some(reach) }
    }

    fn at(address: Option<SocketAddr>, location: &Location, meant: Meant) -> Where {
        Where { address, dial: location.addresses(), meant, nowhere: None }
    }
}

/// Finds out where the place is. A table's name is looked for on the network as `discovery` says (by multicast, in which folder), the name of a host asked of the system.
pub async fn locate(location: &Location, discovery: (bool, Option<PathBuf>), deadline: Instant) -> Where {
    let whole = deadline;
    let deadline = deadline.min(Instant::now() + FINDING);
    match location {
        Location::Code(code) => Where::at(Some(code.address().into()), location, Meant::Code(*code)),
        Location::Address(address) => Where::at(Some(*address), location, Meant::Anybody),
        Location::Multiaddr(address) => match socket_address(address) {
            Some(socket) => Where::at(Some(socket), location, Meant::Anybody),
            None => match look_up(address, location, deadline).await {
                Where { nowhere: Some(_), .. } if is_over(whole) => Where::nowhere(Reach::Cut),
                found => found,
            },
        },
        Location::Table(name) => match find(name.as_str(), discovery, deadline).await {
            Some((code, host)) => {
                Where::at(Some(code.address().into()), &Location::Code(code), Meant::Host(host))
            }
            None if is_over(whole) => Where::nowhere(Reach::Cut),
            None => Where::nowhere(Reach::NoSuchTable),
        },
    }
}

async fn look_up(address: &Multiaddr, location: &Location, deadline: Instant) -> Where {
    let mut parts = address.iter();
    let (Some(Protocol::Dns(host) | Protocol::Dns4(host) | Protocol::Dns6(host)), Some(port)) =
        (parts.next(), parts.next())
    else {
        return Where::at(None, location, Meant::Anybody);
    };
    let port = match port {
        Protocol::Tcp(port) | Protocol::Udp(port) => port,
        _ => return Where::at(None, location, Meant::Anybody),
    };
    let found = timeout_at(deadline, lookup_host((&*host, port))).await;
    match found.ok().and_then(Result::ok).and_then(|mut found| found.next()) {
        Some(found) => Where::at(Some(found), location, Meant::Anybody),
        None => Where::nowhere(Reach::NoSuchHost(host.into_owned())),
    }
}

/// The table of that name among those of this network; rather one at an address that others can use.
async fn find(
    name: &str,
    (multicast, rendezvous): (bool, Option<PathBuf>),
    mut deadline: Instant,
) -> Option<(JoinCode, [u8; 32])> {
    let keypair = Identity::random().ok()?.keypair().clone();
    let config = NodeConfig { keypair, listen: Vec::new(), port: Port::Any, multicast, rendezvous };
    let mut tables = browse(config).ok()?;
    let mut found = None;
    while let Ok(Some(sighting)) = timeout_at(deadline, tables.recv()).await {
        let Sighting::Found(FoundTable { advert, .. }) = sighting else { continue };
        if advert.name.as_str().to_lowercase() != name.to_lowercase() {
            continue;
        }
        let Some(code) = advert.code.map(|code| code.0) else { continue };
        found = Some((code, advert.host_key));
        if !code.address().ip().is_loopback() {
            break;
        }
        deadline = deadline.min(Instant::now() + BETTER);
    }
    found
}

/// Tries to reach it, and asks whoever is there.
pub async fn reach(place: Where, node: Option<&Node>, deadline: Instant) -> Target {
    let Where { address, dial, meant, nowhere } = place;
    let reach = match (nowhere, node) {
        (Some(nowhere), _) => nowhere,
        (None, None) => Reach::Silent(Tcp::Other("no network".to_owned())),
        (None, Some(node)) => knock(address, &dial, &meant, node, deadline).await,
    };
    Target { address, reach }
}

async fn knock(
    address: Option<SocketAddr>,
    dial: &[Multiaddr],
    meant: &Meant,
    node: &Node,
    deadline: Instant,
) -> Reach {
    let begun = Instant::now();
    let is_cut = || is_over(deadline) && begun.elapsed() < TELLING;
    let is_tcp = |address: &&Multiaddr| address.iter().any(|part| matches!(part, Protocol::Tcp(_)));
    let (by_tcp, by_quic) = (dial.iter().find(is_tcp), dial.iter().find(|address| !is_tcp(address)));
    let (plain, tcp, quic) = tokio::join!(
        connect(address.filter(|_| by_tcp.is_some()), deadline),
        shake_hands(node, by_tcp, deadline),
        shake_hands(node, by_quic, deadline),
    );
    let ourselves = |outcome: &Option<Shaken>| *outcome == Some(Shaken::Ourselves);
    if ourselves(&tcp) || ourselves(&quic) {
        return Reach::Ourselves;
    }
    let (tcp, quic) = (tcp.and_then(Shaken::peer), quic.and_then(Shaken::peer));
    let Some(id) = tcp.or(quic) else {
        return match plain {
            Err(why @ (Tcp::Refused | Tcp::NoWay)) => Reach::Silent(why),
            _ if is_cut() => Reach::Cut,
            Ok(()) => Reach::Stranger,
            Err(why) => Reach::Silent(why),
        };
    };
    let Some(version) = introduction(node, id, deadline).await else {
        return if is_cut() { Reach::Cut } else { Reach::Stranger };
    };
    let table = tables(node, id, meant, deadline).await;
    let back = match version {
        Version::Same => dial_back(node, id, deadline).await,
        Version::Other(_) => None,
    };
    let right_key = identity::key_of(&id).is_some_and(|key| match meant {
        Meant::Anybody => true,
        Meant::Code(code) => code.may_be_of(&key),
        Meant::Host(host) => *host == key,
    });
    Reach::Peer(Peer { tcp: tcp.is_some(), quic: quic.is_some(), version, right_key, table, back })
}

/// A connection that says nothing: it tells why nobody answers better than a handshake does.
async fn connect(address: Option<SocketAddr>, deadline: Instant) -> Result<(), Tcp> {
    let Some(address) = address else { return Err(Tcp::Other("not tried".to_owned())) };
    let deadline = deadline.min(Instant::now() + CONNECTING);
    match timeout_at(deadline, TcpStream::connect(address)).await {
        Ok(Ok(_)) => Ok(()),
        Err(_) => Err(Tcp::NoAnswer),
        Ok(Err(error)) => Err(match error.kind() {
            ErrorKind::ConnectionRefused => Tcp::Refused,
            ErrorKind::TimedOut => Tcp::NoAnswer,
            ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::AddrNotAvailable => {
                Tcp::NoWay
            }
            _ => Tcp::Other(error.to_string()),
        }),
    }
}

async fn shake_hands(node: &Node, address: Option<&Multiaddr>, deadline: Instant) -> Option<Shaken> {
    let dialling = node.handle.dial(vec![address?.clone()], None);
    let deadline = deadline.min(Instant::now() + CONNECTING + Duration::from_secs(1));
    match timeout_at(deadline, dialling).await.ok()? {
        Ok(peer) => Some(Shaken::Peer(peer)),
        Err(DialError::Unreachable(Unreached::Ourselves(_))) => Some(Shaken::Ourselves),
        Err(error) => {
            tracing::debug!(%error, "no handshake");
            None
        }
    }
}

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shaken {
    Peer(PeerId),
    Ourselves,
}

impl Shaken {
    fn peer(self) -> Option<PeerId> {
        match self {
            Shaken::Peer(peer) => Some(peer),
            Shaken::Ourselves => None,
        }
    }
}

/// What the peer says it speaks; `None` if it says nothing that is ours.
async fn introduction(node: &Node, id: PeerId, deadline: Instant) -> Option<Version> {
    let mut seen = node.seen.clone();
    let deadline = deadline.min(Instant::now() + INTRODUCTION);
    let introduced = timeout_at(deadline, seen.wait_for(|seen| seen.peers.contains_key(&id))).await;
    introduced.ok()?.ok()?.peers.get(&id).copied()
}

/// The table that is meant, or else the first that the peer tells of.
async fn tables(node: &Node, id: PeerId, meant: &Meant, deadline: Instant) -> Option<Table> {
    let Response::Tables(adverts) = ask(node, id, Request::Tables, deadline).await? else { return None };
    let own = identity::key_of(&id);
    let fits = |advert: &&Advert| match meant {
        Meant::Host(host) => advert.host_key == *host,
        Meant::Anybody | Meant::Code(_) => Some(advert.host_key) == own,
    };
    let advert = adverts.iter().find(fits).or_else(|| adverts.iter().next())?;
    Some(Table {
        name: advert.name.to_string(),
        state: advert.state,
        taken: advert.taken,
        seats: advert.seats,
    })
}

async fn dial_back(node: &Node, id: PeerId, deadline: Instant) -> Option<DialedBack> {
    let port = node.seen.borrow().port?;
    match ask(node, id, Request::DialBack { port }, deadline).await? {
        Response::DialedBack(outcome) => outcome,
        _ => None,
    }
}

async fn ask(node: &Node, id: PeerId, request: Request, deadline: Instant) -> Option<Response> {
    let deadline = deadline.min(Instant::now() + ANSWERING);
    timeout_at(deadline, node.handle.request(id, request)).await.ok()?.ok()
}

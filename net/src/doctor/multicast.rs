//! Whether messages to everybody on the network come through: on each interface a question is sent to the group and at the port where peers
//! find each other, by sockets like those that do that. It is heard back, or not; and whoever else is there answers it.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, Type};
use tokio::time::{Instant, timeout_at};

use super::findings::{Interface, Kind, Multicast};
use super::is_over;

/// Where peers of a network find each other: multicast DNS.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const PORT: u16 = 5353;

/// What peers ask for: a pointer to `_p2p._udp.local`.
const NAME: &[u8] = b"\x04_p2p\x04_udp\x05local\0";
const QUESTION: [u8; 4] = [0, 12, 0, 1];

/// How long an answer may take. Peers that are there answer within milliseconds.
const PATIENCE: Duration = Duration::from_millis(1500);

/// How many interfaces are tried, datagrams read, and machines named.
const INTERFACES: usize = 16;
const DATAGRAMS: usize = 4096;
const OTHERS: usize = 16;

/// Asks on every interface that can have others behind it, until `deadline` at the latest.
pub async fn probe(interfaces: &[Interface], deadline: Instant) -> Multicast {
    let mut asked: Vec<(String, Ipv4Addr)> = Vec::new();
    for interface in interfaces.iter().filter(|interface| interface.up && interface.kind == Kind::Lan) {
        if let IpAddr::V4(ip) = interface.ip {
            asked.push((interface.name.clone(), ip));
        }
    }
    asked.truncate(INTERFACES);
    if asked.is_empty() {
        return Multicast::NotTried;
    }
    let own: BTreeSet<IpAddr> = interfaces.iter().map(|interface| interface.ip).collect();
    let until = deadline.min(Instant::now() + PATIENCE);
    match ask(&asked, &own, until).await {
        Ok(Multicast::Sent { silent, .. }) if !silent.is_empty() && is_over(deadline) => Multicast::Cut,
        Ok(outcome) => outcome,
        Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => {
            Multicast::PortTaken
        }
        Err(error) => Multicast::Failed(error.to_string()),
    }
}

async fn ask(
    asked: &[(String, Ipv4Addr)],
    own: &BTreeSet<IpAddr>,
    deadline: Instant,
) -> io::Result<Multicast> {
    let receiver = tokio::net::UdpSocket::from_std(receiver(asked)?)?;
    // Told apart by their numbers, which no other program is likely to use at the same time.
    let mut awaited: Vec<(u16, &str)> = Vec::new();
    for (name, ip) in asked {
        let id = rand::random::<u16>();
        let question = question(id);
        let sent = sender(*ip).and_then(|socket| socket.send_to(&question, (GROUP, PORT)));
        if let Err(error) = sent {
            tracing::debug!(%error, %name, "nothing can be sent to the group");
        }
        awaited.push((id, name));
    }
    let mut heard = BTreeSet::new();
    let mut others = BTreeSet::new();
    let mut buffer = [0; 9000];
    for _ in 0..DATAGRAMS {
        if heard.len() == asked.len() && !others.is_empty() {
            break;
        }
        let Ok(datagram) = timeout_at(deadline, receiver.recv_from(&mut buffer)).await else { break };
        let (length, from) = datagram?;
        let bytes = buffer.get(..length).unwrap_or_default();
        let back = awaited.iter().find(|(id, _)| bytes == question(*id));
        // Other programs of this machine tell nothing about the network, and this one looks for tables meanwhile.
        if !own.contains(&from.ip()) {
            if is_answer(bytes) && others.len() < OTHERS {
                others.insert(from.ip());
            }
        } else if let Some((_, name)) = back {
            heard.insert((*name).to_owned());
        }
    }
    let silent = asked.iter().map(|(name, _)| name.clone()).filter(|name| !heard.contains(name));
    Ok(Multicast::Sent {
        silent: silent.collect::<BTreeSet<_>>().into_iter().collect(),
        heard: heard.into_iter().collect(),
        others: others.into_iter().collect(),
    })
}

/// Hears what is said to the group, sharing the port with whoever else does.
fn receiver(asked: &[(String, Ipv4Addr)]) -> io::Result<UdpSocket> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)).into())?;
    for (name, ip) in asked {
        if let Err(error) = socket.join_multicast_v4(&GROUP, ip) {
            tracing::debug!(%error, %name, "the group cannot be joined");
        }
    }
    Ok(socket.into())
}

/// Speaks to the group on one interface.
fn sender(ip: Ipv4Addr) -> io::Result<UdpSocket> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddr::from((ip, 0)).into())?;
    socket.set_multicast_if_v4(&ip)?;
    socket.set_multicast_loop_v4(true)?;
    socket.set_multicast_ttl_v4(255)?;
    Ok(socket.into())
}

/// One question, no flags.
fn question(id: u16) -> Vec<u8> {
    let mut bytes = id.to_be_bytes().to_vec();
    bytes.extend([0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    bytes.extend(NAME);
    bytes.extend(QUESTION);
    bytes
}

/// An answer of a peer: its flag says so, and it names what peers ask for.
fn is_answer(bytes: &[u8]) -> bool {
    bytes.get(2).is_some_and(|flags| flags & 0x80 != 0)
        && bytes.get(12..).is_some_and(|rest| rest.windows(NAME.len()).any(|part| part == NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_no_answer_and_rubbish_is_neither() {
        let mut bytes = question(7);
        assert!(!is_answer(&bytes));
        bytes[2] = 0x84;
        assert!(is_answer(&bytes));
        for length in 0..bytes.len() - QUESTION.len() {
            assert!(!is_answer(&bytes[..length]), "{length}");
        }
        assert!(!is_answer(&[0xFF; 4]) && !is_answer(&[0xFF; 2000]));
    }

    #[tokio::test]
    async fn without_an_interface_nothing_is_sent() {
        let loopback = Interface {
            name: "lo".to_owned(),
            kind: Kind::Loopback,
            ip: Ipv4Addr::LOCALHOST.into(),
            prefix: 8,
            up: true,
        };
        assert_eq!(probe(&[loopback], Instant::now()).await, Multicast::NotTried);
    }
}

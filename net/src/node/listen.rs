//! Where a node listens.

use std::net::IpAddr;

use libp2p::multiaddr::Protocol;
use libp2p::{Multiaddr, Swarm, TransportError};

use super::behaviour::Behaviour;
use super::{DEFAULT_PORT, NodeError, Port};

/// Listens for QUIC and TCP on one port. QUIC comes first: its socket is exclusive, while two programs could share a TCP port unawares.
pub(super) fn listen(swarm: &mut Swarm<Behaviour>, ip: IpAddr, port: Port) -> Result<(), NodeError> {
    let candidates: &[u16] = match port {
        // Between finding a free port and taking it another program may take it, for one of the two.
        Port::Preferred => &[DEFAULT_PORT, 0, 0, 0, 0],
        Port::Again(port) => &[port, DEFAULT_PORT, 0, 0, 0, 0],
        Port::Fixed(port) => &[port],
        Port::Any => &[0, 0, 0, 0],
    };
    let mut outcome = Ok(());
    for &port in candidates {
        outcome = listen_on(swarm, ip, port);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

fn listen_on(swarm: &mut Swarm<Behaviour>, ip: IpAddr, port: u16) -> Result<(), NodeError> {
    let failed = |error: TransportError<std::io::Error>| NodeError::Listen {
        ip,
        port,
        source: match error {
            TransportError::Other(source) => source,
            TransportError::MultiaddrNotSupported(_) => std::io::ErrorKind::Unsupported.into(),
        },
    };
    let host = || Multiaddr::empty().with(ip.into());
    let port = if port == 0 { free_port(ip).unwrap_or(0) } else { port };
    let quic = swarm.listen_on(host().with(Protocol::Udp(port)).with(Protocol::QuicV1)).map_err(failed)?;
    if let Err(error) = swarm.listen_on(host().with(Protocol::Tcp(port))) {
        swarm.remove_listener(quic);
        return Err(failed(error));
    }
    Ok(())
}

/// A port that is free for TCP and for UDP at the moment.
fn free_port(ip: IpAddr) -> Option<u16> {
    (0..16).find_map(|_| {
        let tcp = std::net::TcpListener::bind((ip, 0)).ok()?;
        let port = tcp.local_addr().ok()?.port();
        std::net::UdpSocket::bind((ip, port)).ok().map(|_| port)
    })
}

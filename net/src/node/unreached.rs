//! Why a dial reached nobody, in words for those who typed the address.

use std::{error::Error, io};

use libp2p::{
    Multiaddr, core::transport::TransportError, multiaddr::Protocol, swarm::DialError as SwarmError,
};

/// Why a dial reached nobody. Of several attempts the greatest says most.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Unreached {
    /// There was no address to try.
    #[error("no address")]
    NoAddress,
    /// It was given up, or is not let through.
    #[error("not tried any longer")]
    GivenUp,
    /// Nothing came back.
    #[error("nothing comes back from {0}")]
    NoAnswer(String),
    /// No network leads there, or nobody has that address.
    #[error("there is no way to {0}")]
    NoWay(String),
    /// It went wrong in another way.
    #[error("{at}: {why}")]
    Otherwise {
        /// Where.
        at: String,
        /// What the system or the network library says, in one line.
        why: String,
    },
    /// A machine is there, and nobody listens at that port.
    #[error("nobody listens at {0}")]
    Refused(String),
    /// Somebody else is there than who was looked for.
    #[error("somebody else is at {0}")]
    SomebodyElse(String),
    /// This program itself is there.
    #[error("{0} is this program's own address")]
    Ourselves(String),
}

impl Unreached {
    /// Why this address was not even tried.
    pub(super) fn at_once(address: &Multiaddr, error: &SwarmError) -> Unreached {
        match error {
            // The swarm leaves out the addresses at which it listens itself, and then has none.
            SwarmError::NoAddresses => Unreached::Ourselves(place(address)),
            _ => Unreached::from(error),
        }
    }
}

impl From<&SwarmError> for Unreached {
    fn from(error: &SwarmError) -> Unreached {
        match error {
            SwarmError::LocalPeerId { address } => Unreached::Ourselves(place(address)),
            SwarmError::WrongPeerId { address, .. } => Unreached::SomebodyElse(place(address)),
            SwarmError::NoAddresses => Unreached::NoAddress,
            SwarmError::DialPeerConditionFalse(_) | SwarmError::Aborted | SwarmError::Denied { .. } => {
                Unreached::GivenUp
            }
            SwarmError::Transport(attempts) => attempts
                .iter()
                .map(|(address, error)| attempt(address, error))
                .max()
                .unwrap_or(Unreached::NoAddress),
        }
    }
}

fn attempt(address: &Multiaddr, error: &TransportError<io::Error>) -> Unreached {
    let at = place(address);
    match error {
        TransportError::MultiaddrNotSupported(_) => {
            Unreached::Otherwise { at, why: "addresses of this kind are not used here".to_owned() }
        }
        TransportError::Other(error) => match innermost(error) {
            (io::ErrorKind::ConnectionRefused, _) => Unreached::Refused(at),
            (io::ErrorKind::TimedOut, _) => Unreached::NoAnswer(at),
            (
                io::ErrorKind::HostUnreachable
                | io::ErrorKind::NetworkUnreachable
                | io::ErrorKind::AddrNotAvailable,
                _,
            ) => Unreached::NoWay(at),
            (_, why) => in_words(at, why),
        },
    }
}

/// The library wraps what the system says in errors that pass on its words and not its kind.
fn in_words(at: String, why: String) -> Unreached {
    let said = why.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if says(&["refused"]) {
        Unreached::Refused(at)
    } else if says(&["timed out", "timeout"]) {
        Unreached::NoAnswer(at)
    } else if says(&["unreachable", "no route"]) {
        Unreached::NoWay(at)
    } else {
        Unreached::Otherwise { at, why }
    }
}

/// The kind that the system gave, however deep it is wrapped, and the innermost sentence.
fn innermost(error: &io::Error) -> (io::ErrorKind, String) {
    let mut kind = error.kind();
    let mut last: &(dyn Error + 'static) = error;
    loop {
        let inner = match last.downcast_ref::<io::Error>() {
            Some(error) => {
                if error.kind() != io::ErrorKind::Other {
                    kind = error.kind();
                }
                error.get_ref().map(|inner| inner as &(dyn Error + 'static))
            }
            None => last.source(),
        };
        match inner {
            Some(inner) => last = inner,
            None => break,
        }
    }
    (kind, last.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

/// `192.0.2.1:47110`, or the address as it is written if it is of another kind.
fn place(address: &Multiaddr) -> String {
    let mut parts = address.iter();
    let host = match parts.next() {
        Some(Protocol::Ip4(ip)) => ip.to_string(),
        Some(Protocol::Ip6(ip)) => format!("[{ip}]"),
        Some(Protocol::Dns(name) | Protocol::Dns4(name) | Protocol::Dns6(name)) => name.into_owned(),
        _ => return address.to_string(),
    };
    match parts.next() {
        Some(Protocol::Tcp(port) | Protocol::Udp(port)) => format!("{host}:{port}"),
        _ => address.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_reason_is_found_and_the_most_telling_attempt_counts() {
        let address: Multiaddr = "/ip4/192.0.2.1/tcp/47110".parse().unwrap();
        let failed = |error: io::Error| (address.clone(), TransportError::Other(error));
        let refused = || io::Error::from(io::ErrorKind::ConnectionRefused);
        let late = || io::Error::other(io::Error::other("Multiple dial errors: Handshake timed out"));
        let both = SwarmError::Transport(vec![failed(late()), failed(io::Error::other(refused()))]);
        assert_eq!(Unreached::from(&both).to_string(), "nobody listens at 192.0.2.1:47110");
        let late = SwarmError::Transport(vec![failed(late())]);
        assert_eq!(Unreached::from(&late).to_string(), "nothing comes back from 192.0.2.1:47110");
        let odd = SwarmError::Transport(vec![failed(io::Error::other("of two\n lines"))]);
        assert_eq!(Unreached::from(&odd).to_string(), "192.0.2.1:47110: of two lines");
        let own = SwarmError::LocalPeerId { address: "/ip6/::1/udp/9/quic-v1".parse().unwrap() };
        assert_eq!(Unreached::from(&own).to_string(), "[::1]:9 is this program's own address");
        assert_eq!(Unreached::from(&SwarmError::NoAddresses).to_string(), "no address");
        assert_eq!(place(&"/dns4/table.example/tcp/1".parse().unwrap()), "table.example:1");
        assert_eq!(place(&Multiaddr::empty()), Multiaddr::empty().to_string());
    }
}

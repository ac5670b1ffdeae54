//! Where a table is: what people type into the one Join box, or behind `join`.

mod code;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use libp2p::Multiaddr;
use libp2p::multiaddr::Protocol;

pub use self::code::{CodeError, JoinCode};
use crate::name::{Name, NameError};

/// The port peers listen on unless told otherwise or it is taken, for TCP and for QUIC.
pub const DEFAULT_PORT: u16 = 47110;

/// The longest text that is looked at, in bytes.
const TEXT_LIMIT: usize = 512;

/// A place to look for a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A join code.
    Code(JoinCode),
    /// An address and port.
    Address(SocketAddr),
    /// An address as libp2p writes it.
    Multiaddr(Multiaddr),
    /// The name of a table on this network.
    Table(Name),
}

/// What a text is, while it is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// Nothing yet.
    Empty,
    /// A location.
    Location(Location),
    /// So far it could become a join code: this many of its characters are there. Until then it stands for a table's name.
    UnfinishedCode(usize, Name),
    /// None, and will not be one by going on typing.
    Wrong(LocationError),
}

/// Why a text is no location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocationError {
    /// It is written like a join code, and mistyped.
    #[error("this is not a join code: {0}")]
    Code(CodeError),
    /// It is written like an address, and is none that can be dialled.
    #[error("this is not an address like 192.168.1.23:{DEFAULT_PORT}")]
    Address,
    /// It starts with a slash, and is not a multiaddr that can be dialled.
    #[error("this is not a multiaddr like /ip4/192.168.1.23/tcp/{DEFAULT_PORT}")]
    Multiaddr,
    /// It could only be a table's name, and is none.
    #[error("this is no name of a table: {0}")]
    Name(NameError),
}

impl Location {
    /// What the text is, for showing beside a box while somebody types into it.
    #[must_use]
    pub fn recognise(text: &str) -> Recognised {
        let text = text.trim();
        if text.is_empty() {
            return Recognised::Empty;
        }
        let unfinished = code::digits(text).filter(|digits| digits.len() < JoinCode::CHARACTERS);
        match (text.parse(), unfinished, Name::parse(text)) {
            (Ok(Location::Table(name)), Some(digits), _) if looks_like_code(text) => {
                Recognised::UnfinishedCode(digits.len(), name)
            }
            (Err(LocationError::Code(CodeError::Shape)), Some(digits), Ok(name)) => {
                Recognised::UnfinishedCode(digits.len(), name)
            }
            (Ok(location), ..) => Recognised::Location(location),
            (Err(error), ..) => Recognised::Wrong(error),
        }
    }

    /// The addresses to dial; empty for a table's name, which has to be looked for. Both transports are tried where the text names none.
    #[must_use]
    pub fn addresses(&self) -> Vec<Multiaddr> {
        match self {
            Location::Code(code) => both_transports(code.address().into()),
            Location::Address(address) => both_transports(*address),
            Location::Multiaddr(address) => vec![address.clone()],
            Location::Table(_) => Vec::new(),
        }
    }
}

/// The address once for TCP and once for QUIC.
#[must_use]
pub fn both_transports(address: SocketAddr) -> Vec<Multiaddr> {
    let host = || Multiaddr::empty().with(address.ip().into());
    vec![
        host().with(Protocol::Tcp(address.port())),
        host().with(Protocol::Udp(address.port())).with(Protocol::QuicV1),
    ]
}

/// Address and port of a TCP or QUIC address. `None` for a host name and for other transports.
#[must_use]
pub fn socket_address(address: &Multiaddr) -> Option<SocketAddr> {
    let mut parts = address.iter();
    let ip = match parts.next()? {
        Protocol::Ip4(ip) => IpAddr::V4(ip),
        Protocol::Ip6(ip) => IpAddr::V6(ip),
        _ => return None,
    };
    match parts.next()? {
        Protocol::Tcp(port) | Protocol::Udp(port) => Some(SocketAddr::new(ip, port)),
        _ => None,
    }
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Location, LocationError> {
        let text = text.trim();
        if text.len() > TEXT_LIMIT {
            return Err(LocationError::Name(NameError::TooLong));
        }
        if text.starts_with('/') {
            return multiaddr(text).map(Location::Multiaddr).ok_or(LocationError::Multiaddr);
        }
        match text.parse::<JoinCode>() {
            Ok(code) if is_dialable(&code.address().into()) => return Ok(Location::Code(code)),
            Ok(_) => return Err(LocationError::Address),
            Err(CodeError::Check) if looks_like_code(text) => {
                return Err(LocationError::Code(CodeError::Check));
            }
            Err(CodeError::Shape) if is_almost_a_code(text) => {
                return Err(LocationError::Code(CodeError::Shape));
            }
            Err(_) => {}
        }
        if let Some(address) = plain_address(text) {
            return if is_dialable(&address) {
                Ok(Location::Address(address))
            } else {
                Err(LocationError::Address)
            };
        }
        if let Some(address) = host_and_port(text) {
            return Ok(Location::Multiaddr(address));
        }
        if looks_like_address(text) {
            return Err(LocationError::Address);
        }
        Name::parse(text).map(Location::Table).map_err(LocationError::Name)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Code(code) => code.fmt(f),
            Location::Address(address) => address.fmt(f),
            Location::Multiaddr(address) => address.fmt(f),
            Location::Table(name) => name.fmt(f),
        }
    }
}

/// Names of tables can consist of a code's characters too: what has a digit in it, or is written in groups of four, is meant as a code.
fn looks_like_code(text: &str) -> bool {
    let grouped = text.split('-').all(|group| group.len() == 4) && text.contains('-');
    grouped || text.chars().any(|character| character.is_ascii_digit())
}

/// Written as codes are shown, in three groups of capitals and digits, and a character too short, too long or not of the alphabet.
fn is_almost_a_code(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let fits = |group: &&str| {
        (3..=5).contains(&group.len())
            && group.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    groups.len() == 3
        && groups.iter().all(fits)
        && groups.iter().filter(|group| group.len() == 4).count() >= 2
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

fn plain_address(text: &str) -> Option<SocketAddr> {
    text.parse().ok().or_else(|| text.parse().ok().map(|ip: IpAddr| SocketAddr::new(ip, DEFAULT_PORT)))
}

fn is_dialable(address: &SocketAddr) -> bool {
    address.port() != 0 && !address.ip().is_unspecified() && !address.ip().is_multicast()
}

/// `localhost:47110`, `den.home:47110`; a name without a dot is a table's, whatever stands behind its colon.
fn host_and_port(text: &str) -> Option<Multiaddr> {
    let (host, port) = text.rsplit_once(':')?;
    let port: u16 = port.parse().ok().filter(|&port| port != 0)?;
    let letters = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    let last = host.rsplit('.').next()?;
    let named = last.bytes().any(|byte| byte.is_ascii_alphabetic()) && !host.starts_with('.');
    if !letters || !named || !(host == "localhost" || host.contains('.')) {
        return None;
    }
    Some(Multiaddr::empty().with(Protocol::Dns(host.to_owned().into())).with(Protocol::Tcp(port)))
}

/// `192.168.1`, `192.168.1.999:47110`, `[::1]:x`: meant as an address and wrong.
fn looks_like_address(text: &str) -> bool {
    let numbers = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':'));
    (numbers && text.contains('.')) || text.starts_with('[')
}

fn multiaddr(text: &str) -> Option<Multiaddr> {
    let address: Multiaddr = text.parse().ok()?;
    let parts: Vec<Protocol<'_>> = address.iter().take(5).collect();
    let host = match parts.first()? {
        Protocol::Ip4(ip) => !ip.is_unspecified() && !ip.is_multicast(),
        Protocol::Ip6(ip) => !ip.is_unspecified() && !ip.is_multicast(),
        Protocol::Dns(_) | Protocol::Dns4(_) | Protocol::Dns6(_) => true,
        _ => false,
    };
    let transport = match parts.get(1..)? {
        [Protocol::Tcp(port)] | [Protocol::Tcp(port), Protocol::P2p(_)] => *port != 0,
        [Protocol::Udp(port), Protocol::QuicV1]
        | [Protocol::Udp(port), Protocol::QuicV1, Protocol::P2p(_)] => *port != 0,
        _ => false,
    };
    (host && transport).then_some(address)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn location(text: &str) -> Location {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn each_kind_is_recognised() {
        let code = JoinCode::new("10.0.0.7:47110".parse().unwrap(), &[1; 32]);
        assert_eq!(location(&code.to_string()), Location::Code(code));
        assert_eq!(location(" 10.0.0.7:5000 "), Location::Address("10.0.0.7:5000".parse().unwrap()));
        assert_eq!(location("10.0.0.7"), Location::Address("10.0.0.7:47110".parse().unwrap()));
        assert_eq!(location("[fe80::1]:5000"), Location::Address("[fe80::1]:5000".parse().unwrap()));
        assert_eq!(location("localhost:99").addresses(), ["/dns/localhost/tcp/99".parse().unwrap()]);
        for text in ["/ip4/10.0.0.7/tcp/5000", "/ip6/::1/udp/5000/quic-v1", "/dns/den.home/tcp/1"] {
            assert_eq!(location(text).to_string(), text);
        }
        let peer = libp2p::PeerId::random();
        let with_peer = format!("/ip4/10.0.0.7/udp/5000/quic-v1/p2p/{peer}");
        assert_eq!(location(&with_peer).to_string(), with_peer);
        for text in ["Friday night", "Ada's table", "Bo: 7", "mexicantrain", "7", "Quiz-2024-Team1"] {
            assert_eq!(location(text), Location::Table(Name::parse(text).unwrap()));
        }
    }

    #[test]
    fn mistakes_are_named() {
        let code = JoinCode::new("10.0.0.7:47110".parse().unwrap(), &[1; 32]).to_string();
        let last = code.chars().last().unwrap();
        let wrong = format!("{}{}", &code[..13], if last == 'Z' { 'Y' } else { 'Z' });
        assert_eq!(Location::recognise(&wrong), Recognised::Wrong(LocationError::Code(CodeError::Check)));
        for text in ["R000-40NR-0T8", "R000-40NR-0T8XY", "R000-40NU-0T8X", "R000-4NR-0T8X"] {
            assert_eq!(text.parse::<Location>(), Err(LocationError::Code(CodeError::Shape)), "{text}");
        }
        assert_eq!(
            Location::recognise("R000-40NR-0T8XY"),
            Recognised::Wrong(LocationError::Code(CodeError::Shape))
        );
        for text in [
            "0000-0000-0000",
            "10.0.0.7:0",
            "0.0.0.0:5",
            "10.0.0.300:5",
            "10.0.0",
            "[::1]",
            "224.0.0.1:5",
            "10.0.0.7:99999",
        ] {
            assert_eq!(Location::recognise(text), Recognised::Wrong(LocationError::Address), "{text}");
        }
        for text in [
            "/ip4/10.0.0.7",
            "/",
            "/ip4/10.0.0.7/tcp/0",
            "/ip4/0.0.0.0/tcp/5",
            "/unix/x",
            "/ip4/1.2.3.4/udp/5",
        ] {
            assert_eq!(Location::recognise(text), Recognised::Wrong(LocationError::Multiaddr), "{text}");
        }
        assert_eq!(
            Location::recognise(&"x".repeat(600)),
            Recognised::Wrong(LocationError::Name(NameError::TooLong))
        );
    }

    #[test]
    fn a_code_is_counted_while_it_is_typed() {
        let code = JoinCode::new("192.168.1.23:47110".parse().unwrap(), &[1; 32]);
        let text = code.to_string();
        for typed in 1..text.len() {
            let characters = text[..typed].chars().filter(|&character| character != '-').count();
            match Location::recognise(&text[..typed]) {
                Recognised::UnfinishedCode(counted, _) => assert_eq!(counted, characters),
                Recognised::Location(Location::Table(_)) => assert!(characters < 4, "{}", &text[..typed]),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(Location::recognise(&text), Recognised::Location(Location::Code(code)));
        assert_eq!(Location::recognise("  "), Recognised::Empty);
    }

    proptest! {
        #[test]
        fn any_text_is_something(text in any::<String>()) {
            match Location::recognise(&text) {
                Recognised::Location(location) => prop_assert_eq!(text.parse(), Ok(location)),
                Recognised::Wrong(error) => prop_assert_eq!(text.parse::<Location>(), Err(error)),
                Recognised::Empty | Recognised::UnfinishedCode(..) => {}
            }
        }

        #[test]
        fn what_is_shown_can_be_typed(ip in any::<[u8; 4]>(), port in 1..=u16::MAX) {
            let address = SocketAddr::new(ip.into(), port);
            prop_assume!(is_dialable(&address));
            let location = Location::Address(address);
            prop_assert_eq!(location.to_string().parse(), Ok(location.clone()));
            prop_assert_eq!(location.addresses().iter().map(socket_address).collect::<Vec<_>>(), [Some(address); 2]);
        }
    }
}

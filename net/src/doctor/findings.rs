//! What was found, as it was found: no verdicts and no words.

use std::net::{IpAddr, SocketAddr};

use crate::node::message::{AdvertState, DialedBack};

/// Everything that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The addresses of this machine's interfaces, or why they cannot be told.
    pub interfaces: Result<Vec<Interface>, String>,
    /// The own address from which the target would be spoken to; without a target, anybody elsewhere.
    pub way: Option<IpAddr>,
    /// Whether others can be let in.
    pub listening: Listening,
    /// The port at which the checks listened, if they could.
    pub port: Option<u16>,
    /// Whether messages to everybody on the network come through.
    pub multicast: Multicast,
    /// The place that was asked about.
    pub target: Option<Target>,
    /// Which firewall this machine has, as far as it is recognised.
    pub firewall: Firewall,
}

/// One address of one interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// What the system calls it.
    pub name: String,
    /// What it is, by its name.
    pub kind: Kind,
    /// The address.
    pub ip: IpAddr,
    /// How many bits of the address name the network.
    pub prefix: u8,
    /// Whether something is plugged in, or a network joined.
    pub up: bool,
}

/// What an interface is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The machine itself.
    Loopback,
    /// A cable or radio, or whatever is not known to be something else.
    Lan,
    /// A tunnel.
    Vpn,
    /// A network within this machine, of containers or virtual machines.
    Container,
}

/// Whether a port could be listened on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listening {
    /// This program has a table that listens at these addresses.
    Table(Vec<String>),
    /// The port is free, and was listened on by TCP and QUIC.
    At(u16),
    /// The usual port is taken; another was listened on.
    Instead {
        /// The usual one.
        taken: u16,
        /// The other one.
        used: u16,
    },
    /// The port that was asked for is taken.
    Taken(u16),
    /// The system does not let this user listen there.
    Forbidden(u16),
    /// It failed.
    Failed(String),
    /// The time was over before the system had told.
    Cut,
}

/// What became of messages to everybody on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Multicast {
    /// It was not tried: nobody wants it, or there is no interface for it.
    NotTried,
    /// Another program has the port and does not share it.
    PortTaken,
    /// It cannot be done.
    Failed(String),
    /// The time was over before they could have come back.
    Cut,
    /// Messages were sent.
    Sent {
        /// The interfaces on which the own one came back.
        heard: Vec<String>,
        /// Those on which it did not.
        silent: Vec<String>,
        /// Other machines that answered.
        others: Vec<IpAddr>,
    },
}

/// The place that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where that is, if it is known.
    pub address: Option<SocketAddr>,
    /// What came of it.
    pub reach: Reach,
}

/// What came of an attempt to reach somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No table of that name was found.
    NoSuchTable,
    /// The host's name means no address.
    NoSuchHost(String),
    /// The time was over before anybody could have answered.
    Cut,
    /// No connection.
    Silent(Tcp),
    /// Somebody is there who does not speak our protocol.
    Stranger,
    /// This program is there itself.
    Ourselves,
    /// A peer.
    Peer(Peer),
}

/// What came of connecting by TCP, when nothing else answered either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tcp {
    /// Nobody listens at that port.
    Refused,
    /// No answer at all.
    NoAnswer,
    /// The system knows no way there, or nobody has that address.
    NoWay,
    /// It failed otherwise, or was not tried.
    Other(String),
}

/// A peer that was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// By TCP.
    pub tcp: bool,
    /// By QUIC.
    pub quic: bool,
    /// What it speaks.
    pub version: Version,
    /// Whether it is the one that was meant, as far as a join code or a table's host says.
    pub right_key: bool,
    /// The table it tells of; `None` if it tells of none, or gave no answer.
    pub table: Option<Table>,
    /// What came of dialling back; `None` if it was not tried.
    pub back: Option<DialedBack>,
}

/// The protocol version of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The own one.
    Same,
    /// Another, which is a number if it is one of ours.
    Other(Option<u16>),
}

/// A table that a peer told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is called.
    pub name: String,
    /// Whether one can sit down.
    pub state: AdvertState,
    /// Seats taken.
    pub taken: u8,
    /// Seats in all.
    pub seats: u8,
}

/// A firewall whose commands are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firewall {
    /// Ubuntu's, and switched on.
    Ufw,
    /// Fedora's, and switched on.
    Firewalld,
    /// That of Windows.
    Windows,
    /// That of macOS.
    MacOs,
    /// None that is recognised.
    Unknown,
}

impl Interface {
    /// Whether others can be met on it.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.up && !matches!(self.kind, Kind::Loopback | Kind::Container) && !is_link_local(self.ip)
    }

    /// Whether the address belongs to the network of this one.
    #[must_use]
    pub fn reaches(&self, ip: IpAddr) -> bool {
        network(self.ip, self.prefix).is_some_and(|own| network(ip, self.prefix) == Some(own))
    }

    /// The first address of its network.
    #[must_use]
    pub fn network(&self) -> Option<IpAddr> {
        network(self.ip, self.prefix)
    }
}

/// Addresses that machines give themselves where nobody gives them any.
#[must_use]
pub fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

fn network(ip: IpAddr, prefix: u8) -> Option<IpAddr> {
    match ip {
        IpAddr::V4(ip) => {
            let rest = 32_u32.checked_sub(prefix.into())?;
            Some(IpAddr::V4((ip.to_bits() & u32::MAX.checked_shl(rest).unwrap_or(0)).into()))
        }
        IpAddr::V6(ip) => {
            let rest = 128_u32.checked_sub(prefix.into())?;
            Some(IpAddr::V6((ip.to_bits() & u128::MAX.checked_shl(rest).unwrap_or(0)).into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface(ip: &str, prefix: u8) -> Interface {
        Interface { name: "eth0".to_owned(), kind: Kind::Lan, ip: ip.parse().unwrap(), prefix, up: true }
    }

    #[test]
    fn networks_are_told_apart_by_their_prefix() {
        for (own, prefix, other, reaches) in [
            ("10.0.0.7", 24, "10.0.0.200", true),
            ("10.0.0.7", 24, "10.0.1.7", false),
            ("10.0.0.7", 0, "8.8.8.8", true),
            ("10.0.0.7", 32, "10.0.0.7", true),
            ("10.0.0.7", 32, "10.0.0.8", false),
            ("10.0.0.7", 33, "10.0.0.7", false),
            ("fd00::1", 64, "fd00::2", true),
            ("fd00::1", 64, "10.0.0.7", false),
            ("fd00::1", 0, "fe80::2", true),
        ] {
            assert_eq!(
                interface(own, prefix).reaches(other.parse().unwrap()),
                reaches,
                "{own}/{prefix} {other}"
            );
        }
    }
}

//! What is in the way when people do not find each other: looking ([`look`]), and judging what was found ([`judge`]).
//!
//! Looking is bounded in time and sends nothing anywhere but to this machine, to the local network's multicast group, and to the place that is
//! asked about; if that is a table's name, also to the peers of this network, who are asked for their tables. Judging is a function of what was
//! found. Neither knows any words: people read them in the commands' and the window's own.

pub mod findings;
mod interfaces;
mod judge;
mod listen;
mod multicast;
mod report;
mod target;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;
use std::time::Duration;

use tokio::time::Instant;

use self::findings::{Findings, Interface, Kind, Multicast};
pub use self::judge::judge;
pub use self::report::{Check, Checked, Found, Remedy, Report, Verdict};
use crate::node::rendezvous;
use crate::place::Location;

/// What is to be looked at.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The place that cannot be reached, if it is about one.
    pub location: Option<Location>,
    /// The port that tables of this player are to listen on; the usual one, if `None`.
    pub port: Option<u16>,
    /// Where a table of this program listens already, if there is one.
    pub table: Vec<String>,
    /// Whether others are looked for by multicast.
    pub multicast: bool,
    /// The folder where peers of this machine meet.
    pub rendezvous: Option<PathBuf>,
    /// How long it may take.
    pub time: Duration,
}

impl Default for Inquiry {
    fn default() -> Inquiry {
        Inquiry {
            location: None,
            port: None,
            table: Vec::new(),
            multicast: true,
            rendezvous: Some(rendezvous::default_folder()),
            time: Duration::from_secs(20),
        }
    }
}

/// Looks at everything. Must be called within a tokio runtime.
pub async fn look(inquiry: Inquiry) -> Findings {
    let deadline = Instant::now() + inquiry.time;
    let interfaces = interfaces::list();
    let place = match &inquiry.location {
        Some(location) => {
            let discovery = (inquiry.multicast, inquiry.rendezvous.clone());
            Some(target::locate(location, discovery, deadline).await)
        }
        None => None,
    };
    let target = place.as_ref().and_then(target::Where::address).map(|address| address.ip());
    let way = interfaces::way(target);
    let any = match target {
        Some(IpAddr::V6(_)) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        _ => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    };
    let (listening, node) = listen::open(any, inquiry.port, &inquiry.table, deadline).await;
    let port = node.as_ref().and_then(|node| node.seen.borrow().port);
    let (multicast, target) = tokio::join!(
        async {
            match &interfaces {
                Ok(interfaces) if inquiry.multicast => multicast::probe(interfaces, deadline).await,
                _ => Multicast::NotTried,
            }
        },
        async {
            match place {
                Some(place) => Some(target::reach(place, node.as_ref(), deadline).await),
                None => None,
            }
        },
    );
    Findings { interfaces, way, listening, port, multicast, target, firewall: interfaces::firewall() }
}

/// Looks, and judges.
pub async fn examine(inquiry: Inquiry) -> Report {
    judge(&look(inquiry).await)
}

/// Whether nobody could have answered any more: then silence says nothing.
fn is_over(deadline: Instant) -> bool {
    Instant::now() >= deadline
}

/// The address of this machine by which others on the network reach it, as far as it can be told. Nothing is sent.
#[must_use]
pub fn own_address() -> Option<IpAddr> {
    interfaces::way(None).filter(|address| !address.is_loopback())
}

/// The addresses of this machine at which others on the network cannot meet it: of tunnels, and of networks within the machine.
pub(crate) fn addresses_aside() -> BTreeSet<IpAddr> {
    let aside = |interface: &Interface| matches!(interface.kind, Kind::Vpn | Kind::Container);
    interfaces::list().unwrap_or_default().into_iter().filter(aside).map(|interface| interface.ip).collect()
}

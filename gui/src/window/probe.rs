//! What can be checked on this computer when nobody is found. Nothing here asks a server, or anybody outside the network.

use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    time::Duration,
};

use mextrain_net::place::DEFAULT_PORT;

/// The group in which peers of a network find each other.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);

/// How long an own message may take to come back.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// It cannot be told from here.
    Open,
}

/// One check, with what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// How it came out.
    pub finding: Finding,
    /// What was found.
    pub sentence: String,
    /// What to do, where something can be done.
    pub advice: Option<String>,
}

/// What the window knows already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The port the person wants, if not the usual one.
    pub port: Option<u16>,
    /// Where the table of this computer listens, if there is one.
    pub listening: Vec<String>,
    /// How many tables were found.
    pub tables: usize,
    /// How many other players are connected.
    pub connected: usize,
    /// Why tables cannot be looked for.
    pub no_search: Option<String>,
}

/// The address of this computer by which others on the network reach it, as far as it can be told. Nothing is sent.
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Connecting a datagram socket only chooses the way; the address is one that is reserved for documentation.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Runs all checks. It takes up to half a second.
pub fn look(known: &Known) -> Vec<Check> {
    vec![network(own_address()), port(known), multicast(own_multicast_heard()), peers(known)]
}

/// The checks as text, for whoever is asked for help. There are no keys and no hands in it.
pub fn report(checks: &[Check]) -> String {
    let mut lines = vec![format!("mextrain {}, {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS)];
    for check in checks {
        let finding = match check.finding {
            Finding::Good => "good",
            Finding::Bad => "bad",
            Finding::Open => "unknown",
        };
        lines.push(format!("{finding}: {}", check.sentence));
    }
    lines.join("\n")
}

fn network(address: Option<IpAddr>) -> Check {
    match address {
        Some(address) => good(format!("This computer is on a network, as {address}.")),
        None => bad(
            "This computer is on no network.".to_owned(),
            "Connect it to the same Wi-Fi or cable as the others. Practice with bots needs no network.",
        ),
    }
}

fn port(known: &Known) -> Check {
    if !known.listening.is_empty() {
        return good(format!("Your table listens at {}.", known.listening.join(", ")));
    }
    let port = known.port.unwrap_or(DEFAULT_PORT);
    match TcpListener::bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))) {
        Ok(_) => good(format!("Port {port} is free: a table of yours can listen on it.")),
        Err(error) if error.kind() == ErrorKind::AddrInUse && known.port.is_none() => Check {
            finding: Finding::Open,
            sentence: format!("Port {port} is taken, perhaps by another table on this computer."),
            advice: Some("A new table listens on any other port; its code says which.".to_owned()),
        },
        Err(error) if error.kind() == ErrorKind::AddrInUse => bad(
            format!("Port {port} is taken by another program."),
            "Choose another port in the settings, or leave the box empty.",
        ),
        Err(error) => bad(
            format!("Nothing can listen on port {port}: {error}."),
            "Choose a port above 1023 in the settings.",
        ),
    }
}

fn multicast(heard: Result<bool, String>) -> Check {
    match heard {
        Ok(true) => good("Messages to everybody on the network come back to this computer.".to_owned()),
        Ok(false) => bad(
            "A message to everybody on the network did not come back.".to_owned(),
            "A firewall, or a VPN, keeps it. Tables are not found by themselves then: join by the host's code.",
        ),
        Err(why) => bad(
            format!("No messages can be sent to everybody on the network: {why}."),
            "Tables are not found by themselves then: join by the host's code.",
        ),
    }
}

fn peers(known: &Known) -> Check {
    if let Some(why) = &known.no_search {
        return bad(format!("Tables cannot be looked for: {why}"), "Join by the host's code.");
    }
    match (known.connected, known.tables) {
        (0, 0) => Check {
            finding: Finding::Open,
            sentence: "Nobody else was heard on this network.".to_owned(),
            advice: Some(
                "Is a table open? If so, this Wi-Fi may keep devices apart: use a hotspot, a cable, or a network that is not \
                 for guests. A firewall has to let TCP and UDP through to port 47110."
                    .to_owned(),
            ),
        },
        (0, tables) => good(format!("{tables} {} heard on this network.", if tables == 1 { "table was" } else { "tables were" })),
        (players, _) => good(format!("{players} other {} connected.", if players == 1 { "player is" } else { "players are" })),
    }
}

/// Whether an own message to the group comes back.
fn own_multicast_heard() -> Result<bool, String> {
    let text = |error: std::io::Error| error.to_string();
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).map_err(text)?;
    socket.join_multicast_v4(&GROUP, &Ipv4Addr::UNSPECIFIED).map_err(text)?;
    socket.set_multicast_loop_v4(true).map_err(text)?;
    socket.set_read_timeout(Some(PATIENCE)).map_err(text)?;
    let port = socket.local_addr().map_err(text)?.port();
    // Not the port where peers find each other: only this socket is to hear it.
    let message = port.to_le_bytes();
    socket.send_to(&message, (GROUP, port)).map_err(text)?;
    let mut heard = [0; 2];
    Ok(matches!(socket.recv_from(&mut heard), Ok((2, _)) if heard == message))
}

fn good(sentence: String) -> Check {
    Check { finding: Finding::Good, sentence, advice: None }
}

fn bad(sentence: String, advice: &str) -> Check {
    Check { finding: Finding::Bad, sentence, advice: Some(advice.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_seen() {
        let taken = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
        let number = taken.local_addr().unwrap().port();
        let known = Known { port: Some(number), ..Known::default() };
        assert_eq!(port(&known).finding, Finding::Bad);
        drop(taken);
        assert_eq!(port(&known).finding, Finding::Good);
    }

    #[test]
    fn whatever_is_bad_comes_with_advice() {
        let known = Known { no_search: Some("no threads.".to_owned()), ..Known::default() };
        let checks = [
            network(None),
            multicast(Ok(false)),
            multicast(Err("denied".to_owned())),
            peers(&known),
            peers(&Known::default()),
        ];
        for check in checks {
            assert!(check.finding != Finding::Good && check.advice.is_some(), "{check:?}");
        }
    }

    #[test]
    fn the_report_says_what_was_found() {
        let text = report(&[network(None), peers(&Known { tables: 2, ..Known::default() })]);
        assert!(
            text.contains("bad: This computer is on no network.")
                && text.contains("good: 2 tables were heard"),
            "{text}"
        );
    }
}

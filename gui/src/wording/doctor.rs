//! The checks of the network in words: what was found, and what to do. Addresses are named; keys, hands and join codes never are.

use std::net::{IpAddr, SocketAddr};

use mextrain_net::{
    doctor::{
        Check, Checked, Found, Remedy, Report, Verdict,
        findings::{Firewall, Table},
    },
    node::message::AdvertState,
};

/// One check as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How it came out.
    pub verdict: Verdict,
    /// What was looked at.
    pub title: &'static str,
    /// What was found, as a sentence.
    pub found: String,
    /// What to do, as one or more sentences.
    pub todo: Option<String>,
}

/// Every check in words.
pub fn lines(report: &Report) -> Vec<Line> {
    report.checks.iter().map(line).collect()
}

/// One check in words.
pub fn line(checked: &Checked) -> Line {
    Line {
        verdict: checked.verdict,
        title: title(checked.check),
        found: found(&checked.found),
        todo: checked.remedy.as_ref().map(todo),
    }
}

/// A verdict in a word or two.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "ok",
        Verdict::Trouble => "trouble",
        Verdict::NotChecked => "not checked",
    }
}

/// The report for whoever is asked for help: a line a check, and under troubles what to do.
pub fn report(report: &Report) -> String {
    let mut text = format!("mextrain {}, {}\n", env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    for line in lines(report) {
        text += &format!("{:<11}  {}: {}\n", verdict(line.verdict), line.title, line.found);
        if let Some(todo) = line.todo {
            text += &format!("{:<11}  {todo}\n", "");
        }
    }
    text
}

fn title(check: Check) -> &'static str {
    match check {
        Check::Network => "Network",
        Check::Interfaces => "Interfaces",
        Check::Port => "Listening",
        Check::Multicast => "Own announcement",
        Check::Peers => "Others",
        Check::Address => "The host",
        Check::DialBack => "The way back",
        Check::Table => "The table",
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::Connected { at } => {
            let at: Vec<String> = at.iter().map(|(name, ip)| format!("{ip} ({name})")).collect();
            format!("This computer is on a network, as {}.", list(&at))
        }
        Found::NoNetwork => "This computer is on no network.".to_owned(),
        Found::LinkDown { name, ip } => {
            format!("{name} has the address {ip}, but it is switched off or nothing is plugged in.")
        }
        Found::OnlyLinkLocal { name, ip } => {
            format!("{name} has no address from a router, only {ip}, which it gave itself.")
        }
        Found::Unknown { why } => format!("The system does not tell which interfaces there are: {why}."),
        Found::WayClear { aside } if aside.is_empty() => {
            "No VPN and no second network is in the way.".to_owned()
        }
        Found::WayClear { aside } => format!("{} {} not in the way.", list(aside), is(aside.len())),
        Found::ThroughVpn { name, to: Some(to) } => format!("The way to {to} leads into {name}, a VPN."),
        Found::ThroughVpn { name, to: None } => format!("The way to others leads into {name}, a VPN."),
        Found::ThroughContainers { name, to } => {
            format!(
                "The way to {to} leads into {name}, a network of containers or virtual machines in this computer."
            )
        }
        Found::SameNetwork { names, network, prefix } => {
            format!(
                "{} are on the same network, {network}/{prefix}; an answer may come in by the wrong one.",
                list(names)
            )
        }
        Found::NoWay { to } => format!("This computer knows no way to {to}."),
        Found::OthersHeard { .. } | Found::NobodyHeard | Found::ReachedNotHeard { .. } => others(found),
        Found::HeardBack { .. } | Found::NotHeardBack { .. } | Found::DiscoveryTaken => own(found),
        Found::NoMulticast { .. } | Found::NotTried => own(found),
        Found::TableListens { .. } | Found::Listens { .. } | Found::ListensElsewhere { .. } => port(found),
        Found::PortTaken { .. } | Found::PortForbidden { .. } | Found::CannotListen { .. } => port(found),
        found => place(found),
    }
}

fn port(found: &Found) -> String {
    match found {
        Found::TableListens { at } => format!("Your table listens at {}.", list(at)),
        Found::Listens { port } => format!("Port {port} can be listened on, by TCP and by UDP."),
        Found::ListensElsewhere { taken, used } => format!(
            "Port {taken} is taken, by another program or by another profile of this one. A table listens on another port then \
             (here it was {used}), and its code says which."
        ),
        Found::PortTaken { port } => {
            format!("Port {port} is taken, by another program or by another profile of this one.")
        }
        Found::PortForbidden { port } => format!("The system lets this user listen on no port like {port}."),
        Found::CannotListen { why } => format!("Nothing can be listened on: {why}."),
        _ => String::new(),
    }
}

fn own(found: &Found) -> String {
    match found {
        Found::HeardBack { on } => {
            format!("What this computer says to everybody on the network is heard, on {}.", list(on))
        }
        Found::NotHeardBack { on } => {
            format!("What this computer says to everybody on the network was not heard on {}.", list(on))
        }
        Found::DiscoveryTaken => {
            "Another program keeps UDP port 5353, by which tables are found, for itself.".to_owned()
        }
        Found::NoMulticast { why } => format!("Nothing can be said to everybody on the network: {why}."),
        _ => "Nothing was said to everybody on the network.".to_owned(),
    }
}

fn others(found: &Found) -> String {
    match found {
        Found::OthersHeard { at } => format!("Others were heard, at {}.", addresses(at)),
        Found::ReachedNotHeard { to } => format!(
            "{} can be reached and was not heard: this network does not pass on what is said to everybody.",
            to.ip()
        ),
        _ => "Nobody else was heard on this network.".to_owned(),
    }
}

fn place(found: &Found) -> String {
    match found {
        Found::NoLocation => "No table was named.".to_owned(),
        Found::NoSuchTable => "No table of that name was found on this network.".to_owned(),
        Found::NoSuchHost { host } => format!("No computer called {host} is known."),
        Found::Answers { at, tcp, quic } => format!("{} answers, {}.", who(*at), transports(*tcp, *quic)),
        Found::Refused { at } => format!("{} is there, but nobody listens at that port.", who(*at)),
        Found::NoAnswer { at } => format!("Nothing comes back from {}.", who(*at)),
        Found::NobodyThere { at } => format!("No computer is found at {}.", who(*at)),
        Found::Unreachable { at, why } => format!("{} cannot be reached: {why}.", who(*at)),
        Found::Ourselves { at } => format!("{} is this program's own address.", who(*at)),
        Found::OtherProgram { at } => format!("At {} something answers that is not Mexican Train.", who(*at)),
        Found::NotReached => "The host was not reached.".to_owned(),
        Found::DialedBack { port, tcp, quic } => {
            format!("It can reach this computer{}, {}.", at_port(*port), transports(*tcp, *quic))
        }
        Found::NotDialedBack { port } => format!("It cannot reach this computer{}.", at_port(*port)),
        Found::NoDialBack => {
            "It did not try to reach this computer, perhaps because it did a moment ago.".to_owned()
        }
        Found::OtherVersion { theirs: Some(theirs), ours } => {
            format!("It plays by version {theirs}, this program by version {ours}.")
        }
        Found::OtherVersion { theirs: None, ours } => {
            format!("It plays by an unknown version, this program by version {ours}.")
        }
        Found::OtherHost => "Somebody else is at that address now.".to_owned(),
        Found::TableSeen { table } => seen(table),
        _ => "It plays by the same version, and tells of no table; an unlisted one is joined by its code."
            .to_owned(),
    }
}

fn seen(table: &Table) -> String {
    let Table { name, state, taken, seats } = table;
    let state = match state {
        AdvertState::Open => format!("{} of {seats} seats are free", seats.saturating_sub(*taken)),
        AdvertState::Full => "all its seats are taken".to_owned(),
        AdvertState::InPlay => "its match has begun".to_owned(),
    };
    format!("It plays by the same version, at the table {name}; {state}.")
}

fn todo(remedy: &Remedy) -> String {
    match remedy {
        Remedy::JoinNetwork => {
            "Connect this computer to the same Wi-Fi or cable as the others. Practice with bots needs no network.".to_owned()
        }
        Remedy::PlugIn { name } => format!("Switch {name} on, or plug its cable in."),
        Remedy::AskRouter => {
            "Switch the Wi-Fi off and on, or plug the cable out and in; if that does not help, restart the router.".to_owned()
        }
        Remedy::VpnOff { name } => {
            format!("Switch {name} off while you play, or allow local networks in the VPN's settings.")
        }
        Remedy::ContainersOff { name } => {
            format!("Stop the containers or virtual machines of {name} while you play, or give their network other addresses.")
        }
        Remedy::KeepOne { names } => format!("Use only one of {} at a time.", list(names)),
        Remedy::SameNetworkAsOther => {
            "Connect both computers to the same Wi-Fi or cable, then ask the host for the code again.".to_owned()
        }
        Remedy::OtherPort => "Choose another port, or none: then any free one is taken.".to_owned(),
        Remedy::HigherPort => "Choose a port above 1023.".to_owned(),
        Remedy::OpenFirewall { firewall, port } => open_firewall(*firewall, *port),
        Remedy::OpenDiscovery { firewall } => open_discovery(*firewall),
        Remedy::FreeDiscovery => "End that program, or join by the host's code.".to_owned(),
        Remedy::ByCode => "Join by the host's code or address: that needs no announcements.".to_owned(),
        Remedy::OtherNetwork => format!("Is the host's computer on, and on this network? If so: {APART}"),
        Remedy::OpenTableOrOtherNetwork => {
            format!("If no table is open, that is as it should be. If one is, join by the host's code; if that fails too: {APART}")
        }
        Remedy::AskHost => "Ask the host whether the table is open, and for its code.".to_owned(),
        Remedy::HostsFirewallOrOtherNetwork => format!(
            "Is the host on the same network, and does the firewall there let Mexican Train in? \"mextrain doctor\" on the host's computer names \
             the command. If so: {APART}"
        ),
        Remedy::NewCode => "Ask the host for a new code.".to_owned(),
        Remedy::CheckName => "Look how the name is written, or use the address in numbers.".to_owned(),
        Remedy::UpdateHere => "Get the newer version for this computer.".to_owned(),
        Remedy::UpdateThere => "The host needs the newer version, which this computer has.".to_owned(),
        Remedy::SameVersion => "Get the same version for both computers.".to_owned(),
        Remedy::TryAgain => "Try again in some seconds.".to_owned(),
    }
}

/// What helps where a network passes nothing from one device to another.
const APART: &str =
    "This Wi-Fi keeps devices apart; use a hotspot, a cable, or a network that is not for guests.";

fn open_firewall(firewall: Firewall, port: u16) -> String {
    match firewall {
        Firewall::Ufw => format!(
            "The firewall keeps others out. Type: sudo ufw allow {port}/tcp && sudo ufw allow {port}/udp"
        ),
        Firewall::Firewalld => {
            format!(
                "The firewall keeps others out. Type: sudo firewall-cmd --add-port={port}/tcp --add-port={port}/udp"
            )
        }
        Firewall::Windows => format!(
            "The firewall keeps others out. As administrator, type: netsh advfirewall firewall add rule name=mextrain-tcp dir=in action=allow \
             protocol=TCP localport={port} & netsh advfirewall firewall add rule name=mextrain-udp dir=in action=allow protocol=UDP \
             localport={port}"
        ),
        Firewall::MacOs => format!("The firewall keeps others out. {MACOS}"),
        Firewall::Unknown => {
            format!("A firewall keeps others out, here or in the router. Let TCP and UDP in at port {port}.")
        }
    }
}

fn open_discovery(firewall: Firewall) -> String {
    let command = match firewall {
        Firewall::Ufw => "Type: sudo ufw allow 5353/udp",
        Firewall::Firewalld => "Type: sudo firewall-cmd --add-service=mdns",
        Firewall::Windows => {
            "As administrator, type: netsh advfirewall firewall add rule name=mextrain-mdns dir=in action=allow protocol=UDP localport=5353"
        }
        Firewall::MacOs => MACOS,
        Firewall::Unknown => "Let UDP in at port 5353.",
    };
    format!("A firewall or a VPN swallows announcements. Join by the host's code, or let them in. {command}")
}

/// The firewall of macOS knows programs, not ports.
const MACOS: &str = "Type: sudo /usr/libexec/ApplicationFirewall/socketfilterfw --add \"$(which mextrain)\" && \
     sudo /usr/libexec/ApplicationFirewall/socketfilterfw --unblockapp \"$(which mextrain)\"";

fn who(at: Option<SocketAddr>) -> String {
    at.map_or_else(|| "the host".to_owned(), |at| at.to_string())
}

fn at_port(port: Option<u16>) -> String {
    port.map_or_else(String::new, |port| format!(" at port {port}"))
}

fn transports(tcp: bool, quic: bool) -> &'static str {
    match (tcp, quic) {
        (true, true) => "by TCP and by QUIC",
        (true, false) => "by TCP but not by QUIC, which is UDP; that suffices",
        (false, _) => "by QUIC but not by TCP; that suffices",
    }
}

fn addresses(all: &[IpAddr]) -> String {
    list(&all.iter().map(ToString::to_string).collect::<Vec<_>>())
}

fn is(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each, with everything that can be told.
    fn remedies() -> Vec<Remedy> {
        let name = || "wg0".to_owned();
        let firewalls =
            [Firewall::Ufw, Firewall::Firewalld, Firewall::Windows, Firewall::MacOs, Firewall::Unknown];
        let mut all = vec![
            Remedy::JoinNetwork,
            Remedy::PlugIn { name: name() },
            Remedy::AskRouter,
            Remedy::VpnOff { name: name() },
            Remedy::ContainersOff { name: name() },
            Remedy::KeepOne { names: vec![name(), name()] },
            Remedy::SameNetworkAsOther,
            Remedy::OtherPort,
            Remedy::HigherPort,
            Remedy::FreeDiscovery,
            Remedy::ByCode,
            Remedy::OtherNetwork,
            Remedy::OpenTableOrOtherNetwork,
            Remedy::AskHost,
            Remedy::HostsFirewallOrOtherNetwork,
            Remedy::NewCode,
            Remedy::CheckName,
            Remedy::UpdateHere,
            Remedy::UpdateThere,
            Remedy::SameVersion,
            Remedy::TryAgain,
        ];
        all.extend(firewalls.map(|firewall| Remedy::OpenFirewall { firewall, port: 47110 }));
        all.extend(firewalls.map(|firewall| Remedy::OpenDiscovery { firewall }));
        all
    }

    #[test]
    fn every_remedy_is_a_sentence_of_its_own() {
        let texts: Vec<String> = remedies().iter().map(todo).collect();
        for (index, text) in texts.iter().enumerate() {
            assert!(text.chars().next().is_some_and(char::is_uppercase), "{text}");
            assert!(!text.contains("  ") && !texts[..index].contains(text), "{text}");
        }
        for (firewall, command) in [
            (Firewall::Ufw, "sudo ufw allow 47110/tcp"),
            (Firewall::Firewalld, "firewall-cmd --add-port=47110/tcp --add-port=47110/udp"),
            (Firewall::Windows, "protocol=UDP localport=47110"),
            (Firewall::MacOs, "socketfilterfw --add"),
        ] {
            let text = todo(&Remedy::OpenFirewall { firewall, port: 47110 });
            assert!(text.contains(command), "{text}");
        }
    }

    #[test]
    fn what_was_found_names_what_it_is_about() {
        let at = Some("192.168.1.5:47110".parse().unwrap());
        let to = "192.168.1.5".parse().unwrap();
        let name = || "wg0".to_owned();
        for (what, parts) in [
            (Found::Connected { at: vec![(name(), to)] }, ["192.168.1.5", "wg0"]),
            (Found::ThroughVpn { name: name(), to: Some(to) }, ["192.168.1.5", "wg0"]),
            (
                Found::SameNetwork { names: vec![name(), name()], network: to, prefix: 24 },
                ["wg0 and wg0", "/24"],
            ),
            (Found::ListensElsewhere { taken: 47110, used: 40000 }, ["another profile", "40000"]),
            (Found::Answers { at, tcp: true, quic: false }, ["192.168.1.5:47110", "not by QUIC"]),
            (Found::DialedBack { port: Some(7), tcp: false, quic: true }, ["port 7", "not by TCP"]),
            (Found::OtherVersion { theirs: Some(2), ours: 1 }, ["version 2", "version 1"]),
            (Found::WayClear { aside: vec![name()] }, ["wg0", "is not"]),
            (Found::OthersHeard { at: vec![to] }, ["heard", "192.168.1.5"]),
            (Found::HeardBack { on: vec![name()] }, ["everybody", "wg0"]),
        ] {
            let text = found(&what);
            assert!(parts.iter().all(|part| text.contains(part)) && text.ends_with('.'), "{text}");
        }
    }
}

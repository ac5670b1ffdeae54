//! The checks of the network in words: what was found, and what to do. Addresses are named; keys, hands and join codes never are.

use std::net::{IpAddr, SocketAddr};

use mextrain_net::{
    doctor::{
        Check, Checked, Found, Remedy, Report, Verdict,
        findings::{Firewall, Table},
    },
    node::message::AdvertState,
};

use super::list;

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
        Verdict::Ok => say!("doctor-verdict-ok"),
        Verdict::Trouble => say!("doctor-verdict-trouble"),
        Verdict::NotChecked => say!("doctor-verdict-not-checked"),
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
        Check::Network => say!("doctor-title-network"),
        Check::Interfaces => say!("doctor-title-interfaces"),
        Check::Port => say!("doctor-title-port"),
        Check::Multicast => say!("doctor-title-multicast"),
        Check::Peers => say!("doctor-title-peers"),
        Check::Address => say!("doctor-title-address"),
        Check::DialBack => say!("doctor-title-dial-back"),
        Check::Table => say!("doctor-title-table"),
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::Connected { at } => {
            let at: Vec<String> = at.iter().map(|(name, ip)| format!("{ip} ({name})")).collect();
            say!("doctor-found-connected", who = list(&at))
        }
        Found::NoNetwork => say!("doctor-found-no-network").to_owned(),
        Found::NotFinished => say!("doctor-found-not-finished").to_owned(),
        Found::LinkDown { name, ip } => {
            say!("doctor-found-link-down", name = name, ip = ip)
        }
        Found::OnlyLinkLocal { name, ip } => {
            say!("doctor-found-only-link-local", name = name, ip = ip)
        }
        Found::Unknown { why } => say!("doctor-found-unknown", why = why),
        Found::WayClear { aside } if aside.is_empty() => say!("doctor-found-way-clear").to_owned(),
        Found::WayClear { aside } => {
            say!("doctor-found-way-clear-aside", who = list(aside), count = aside.len())
        }
        Found::ThroughVpn { name, to: Some(to) } => say!("doctor-found-through-vpn", to = to, name = name),
        Found::ThroughVpn { name, to: None } => say!("doctor-found-through-vpn-others", name = name),
        Found::ThroughContainers { name, to } => {
            say!("doctor-found-through-containers", to = to, name = name)
        }
        Found::SameNetwork { names, network, prefix } => {
            say!("doctor-found-same-network", who = list(names), network = network, prefix = prefix)
        }
        Found::NoWay { to } => say!("doctor-found-no-way", to = to),
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
        Found::TableListens { at } => say!("doctor-found-table-listens", who = list(at)),
        Found::Listens { port } => say!("doctor-found-listens", port = port),
        Found::ListensElsewhere { taken, used } => {
            say!("doctor-found-listens-elsewhere", taken = taken, used = used)
        }
        Found::PortTaken { port } => {
            say!("doctor-found-port-taken", port = port)
        }
        Found::PortForbidden { port } => say!("doctor-found-port-forbidden", port = port),
        Found::CannotListen { why } => say!("doctor-found-cannot-listen", why = why),
        _ => String::new(),
    }
}

fn own(found: &Found) -> String {
    match found {
        Found::HeardBack { on } => {
            say!("doctor-found-heard-back", who = list(on))
        }
        Found::NotHeardBack { on } => {
            say!("doctor-found-not-heard-back", who = list(on))
        }
        Found::DiscoveryTaken => say!("doctor-found-discovery-taken").to_owned(),
        Found::NoMulticast { why } => say!("doctor-found-no-multicast", why = why),
        _ => say!("doctor-found-not-tried").to_owned(),
    }
}

fn others(found: &Found) -> String {
    match found {
        Found::OthersHeard { at } => say!("doctor-found-others-heard", addresses = addresses(at)),
        Found::ReachedNotHeard { to } => say!("doctor-found-reached-not-heard", to = to.ip()),
        _ => say!("doctor-found-nobody-heard").to_owned(),
    }
}

fn place(found: &Found) -> String {
    match found {
        Found::NoLocation => say!("doctor-found-no-location").to_owned(),
        Found::NoSuchTable => say!("doctor-found-no-such-table").to_owned(),
        Found::NoSuchHost { host } => say!("doctor-found-no-such-host", host = host),
        Found::Answers { at, tcp, quic } => {
            say!("doctor-found-answers", at = at_or_none(*at), transports = transports(*tcp, *quic))
        }
        Found::Refused { at } => say!("doctor-found-refused", at = at_or_none(*at)),
        Found::NoAnswer { at } => say!("doctor-found-no-answer", at = at_or_none(*at)),
        Found::NobodyThere { at } => say!("doctor-found-nobody-there", at = at_or_none(*at)),
        Found::Unreachable { at, why } => say!("doctor-found-unreachable", at = at_or_none(*at), why = why),
        Found::Ourselves { at } => say!("doctor-found-ourselves", at = at_or_none(*at)),
        Found::OtherProgram { at } => say!("doctor-found-other-program", at = at_or_none(*at)),
        Found::NotReached => say!("doctor-found-not-reached").to_owned(),
        Found::DialedBack { port, tcp, quic } => {
            say!("doctor-found-dialed-back", port = port_or_none(*port), transports = transports(*tcp, *quic))
        }
        Found::NotDialedBack { port } => say!("doctor-found-not-dialed-back", port = port_or_none(*port)),
        Found::NoDialBack => say!("doctor-found-no-dial-back").to_owned(),
        Found::OtherVersion { theirs: Some(theirs), ours } => {
            say!("doctor-found-other-version", theirs = theirs, ours = ours)
        }
        Found::OtherVersion { theirs: None, ours } => {
            say!("doctor-found-other-version-unknown", ours = ours)
        }
        Found::OtherHost => say!("doctor-found-other-host").to_owned(),
        Found::TableSeen { table } => seen(table),
        _ => say!("doctor-found-no-table").to_owned(),
    }
}

fn seen(table: &Table) -> String {
    let Table { name, state, taken, seats } = table;
    let state = match state {
        AdvertState::Open => "open",
        AdvertState::Full => "full",
        AdvertState::InPlay => "playing",
    };
    let free = seats.saturating_sub(*taken);
    say!("doctor-found-table-seen", name = name, state = state, free = free, seats = seats)
}

fn todo(remedy: &Remedy) -> String {
    match remedy {
        Remedy::JoinNetwork => say!("doctor-remedy-join-network").to_owned(),
        Remedy::PlugIn { name } => say!("doctor-remedy-plug-in", name = name),
        Remedy::AskRouter => say!("doctor-remedy-ask-router").to_owned(),
        Remedy::VpnOff { name } => {
            say!("doctor-remedy-vpn-off", name = name)
        }
        Remedy::ContainersOff { name } => {
            say!("doctor-remedy-containers-off", name = name)
        }
        Remedy::KeepOne { names } => say!("doctor-remedy-keep-one", who = list(names)),
        Remedy::SameNetworkAsOther => say!("doctor-remedy-same-network-as-other").to_owned(),
        Remedy::OtherPort => say!("doctor-remedy-other-port").to_owned(),
        Remedy::HigherPort => say!("doctor-remedy-higher-port").to_owned(),
        Remedy::OpenFirewall { firewall, port } => open_firewall(*firewall, *port),
        Remedy::OpenDiscovery { firewall } => open_discovery(*firewall),
        Remedy::FreeDiscovery => say!("doctor-remedy-free-discovery").to_owned(),
        Remedy::ByCode => say!("doctor-remedy-by-code").to_owned(),
        Remedy::OtherNetwork => say!("doctor-remedy-other-network").to_owned(),
        Remedy::OpenTableOrOtherNetwork => say!("doctor-remedy-open-table-or-other-network").to_owned(),
        Remedy::AskHost => say!("doctor-remedy-ask-host").to_owned(),
        Remedy::HostsFirewallOrOtherNetwork => {
            say!("doctor-remedy-hosts-firewall-or-other-network").to_owned()
        }
        Remedy::NewCode => say!("doctor-remedy-new-code").to_owned(),
        Remedy::CheckName => say!("doctor-remedy-check-name").to_owned(),
        Remedy::UpdateHere => say!("doctor-remedy-update-here").to_owned(),
        Remedy::UpdateThere => say!("doctor-remedy-update-there").to_owned(),
        Remedy::SameVersion => say!("doctor-remedy-same-version").to_owned(),
        Remedy::TryAgain => say!("doctor-remedy-try-again").to_owned(),
        Remedy::MoreTime => say!("doctor-remedy-more-time").to_owned(),
    }
}

fn open_firewall(firewall: Firewall, port: u16) -> String {
    let command = match firewall {
        Firewall::Ufw => format!("sudo ufw allow {port}/tcp && sudo ufw allow {port}/udp"),
        Firewall::Firewalld => format!("sudo firewall-cmd --add-port={port}/tcp --add-port={port}/udp"),
        Firewall::Windows => {
            let command = format!(
                "netsh advfirewall firewall add rule name=mextrain-tcp dir=in action=allow protocol=TCP localport={port} & \
                 netsh advfirewall firewall add rule name=mextrain-udp dir=in action=allow protocol=UDP localport={port}"
            );
            return say!("doctor-firewall-administrator", command = command);
        }
        Firewall::MacOs => MACOS.to_owned(),
        Firewall::Unknown => return say!("doctor-firewall-unknown", port = port),
    };
    say!("doctor-firewall", command = command)
}

fn open_discovery(firewall: Firewall) -> String {
    let command = match firewall {
        Firewall::Ufw => "sudo ufw allow 5353/udp",
        Firewall::Firewalld => "sudo firewall-cmd --add-service=mdns",
        Firewall::Windows => {
            let command = "netsh advfirewall firewall add rule name=mextrain-mdns dir=in action=allow protocol=UDP localport=5353";
            return say!("doctor-discovery-administrator", command = command);
        }
        Firewall::MacOs => MACOS,
        Firewall::Unknown => return say!("doctor-discovery-unknown").to_owned(),
    };
    say!("doctor-discovery", command = command)
}

/// The firewall of macOS knows programs, not ports.
const MACOS: &str = "sudo /usr/libexec/ApplicationFirewall/socketfilterfw --add \"$(which mextrain)\" && \
     sudo /usr/libexec/ApplicationFirewall/socketfilterfw --unblockapp \"$(which mextrain)\"";

/// An address, or `none` for sentences that speak of the host then.
fn at_or_none(at: Option<SocketAddr>) -> String {
    at.map_or_else(|| "none".to_owned(), |at| at.to_string())
}

/// A port, or 0 for sentences that do not tell it then.
fn port_or_none(port: Option<u16>) -> u16 {
    port.unwrap_or(0)
}

fn transports(tcp: bool, quic: bool) -> &'static str {
    match (tcp, quic) {
        (true, true) => say!("doctor-by-both"),
        (true, false) => say!("doctor-by-tcp"),
        (false, _) => say!("doctor-by-quic"),
    }
}

fn addresses(all: &[IpAddr]) -> String {
    list(&all.iter().map(ToString::to_string).collect::<Vec<_>>())
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
            Remedy::MoreTime,
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

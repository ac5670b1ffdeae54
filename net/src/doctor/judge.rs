//! From what was found to verdicts: a function of the findings, without any input or output.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};

use super::findings::{
    Findings, Interface, Kind, Listening, Multicast, Peer, Reach, Target, Tcp, Version, is_link_local,
};
use super::report::{Check, Checked, Found, Remedy, Report, Verdict};
use crate::node::message::PROTOCOL_VERSION;

type Outcome = (Verdict, Found, Option<Remedy>);

/// Judges what was found.
#[must_use]
pub fn judge(findings: &Findings) -> Report {
    let judged = Check::ALL.map(|check| {
        let (verdict, found, remedy) = match check {
            Check::Network => network(findings),
            Check::Interfaces => interfaces(findings),
            Check::Port => port(findings),
            Check::Multicast => multicast(findings),
            Check::Peers => peers(findings),
            Check::Address => address(findings),
            Check::DialBack => dial_back(findings),
            Check::Table => table(findings),
        };
        Checked { check, verdict, found, remedy }
    });
    Report { checks: judged.into() }
}

fn ok(found: Found) -> Outcome {
    (Verdict::Ok, found, None)
}

fn trouble(found: Found, remedy: Remedy) -> Outcome {
    (Verdict::Trouble, found, Some(remedy))
}

fn not_checked(found: Found) -> Outcome {
    (Verdict::NotChecked, found, None)
}

/// Whoever has no time is told of no trouble that may be none.
fn not_finished() -> Outcome {
    (Verdict::NotChecked, Found::NotFinished, Some(Remedy::MoreTime))
}

fn network(findings: &Findings) -> Outcome {
    let all = match &findings.interfaces {
        Ok(all) => all,
        Err(why) => return not_checked(Found::Unknown { why: why.clone() }),
    };
    let mut at: Vec<(String, IpAddr)> = Vec::new();
    // Old addresses first: they are the ones people read to each other.
    let usable = all.iter().filter(|interface| interface.is_usable());
    for interface in
        usable.clone().filter(|one| one.ip.is_ipv4()).chain(usable.filter(|one| one.ip.is_ipv6()))
    {
        if !at.iter().any(|(name, _)| *name == interface.name) {
            at.push((interface.name.clone(), interface.ip));
        }
    }
    if !at.is_empty() {
        return ok(Found::Connected { at });
    }
    let mut others =
        all.iter().filter(|interface| !matches!(interface.kind, Kind::Loopback | Kind::Container));
    let by_itself = |one: &&Interface| one.up && is_link_local(one.ip);
    if let Some(Interface { name, ip, .. }) = others.clone().find(by_itself) {
        return trouble(Found::OnlyLinkLocal { name: name.clone(), ip: *ip }, Remedy::AskRouter);
    }
    match others.find(|interface| !interface.up) {
        Some(Interface { name, ip, .. }) => {
            trouble(Found::LinkDown { name: name.clone(), ip: *ip }, Remedy::PlugIn { name: name.clone() })
        }
        None => trouble(Found::NoNetwork, Remedy::JoinNetwork),
    }
}

fn interfaces(findings: &Findings) -> Outcome {
    let all = match &findings.interfaces {
        Ok(all) => all,
        Err(why) => return not_checked(Found::Unknown { why: why.clone() }),
    };
    let to = findings.target.as_ref().and_then(|target| target.address).map(|address| address.ip());
    let aside: BTreeMap<&str, Kind> = all
        .iter()
        .filter(|interface| interface.up && matches!(interface.kind, Kind::Vpn | Kind::Container))
        .map(|interface| (interface.name.as_str(), interface.kind))
        .collect();
    let clear = || ok(Found::WayClear { aside: aside.keys().map(|name| (*name).to_owned()).collect() });
    // Whatever there is, it is not in the way of somebody who answers.
    if peer(findings).is_some() {
        return clear();
    }
    let taken = findings.way.and_then(|way| all.iter().find(|interface| interface.ip == way));
    match (taken, to) {
        (None, Some(to)) => return trouble(Found::NoWay { to }, Remedy::SameNetworkAsOther),
        (Some(Interface { name, kind: Kind::Container, .. }), Some(to)) => {
            let name = name.clone();
            return trouble(
                Found::ThroughContainers { name: name.clone(), to },
                Remedy::ContainersOff { name },
            );
        }
        // Those who share a tunnel's network want to meet there.
        (Some(vpn @ Interface { kind: Kind::Vpn, .. }), to) if !to.is_some_and(|to| vpn.reaches(to)) => {
            let name = vpn.name.clone();
            return trouble(Found::ThroughVpn { name: name.clone(), to }, Remedy::VpnOff { name });
        }
        _ => {}
    }
    match same_network(all) {
        Some((names, network, prefix)) => {
            trouble(Found::SameNetwork { names: names.clone(), network, prefix }, Remedy::KeepOne { names })
        }
        None => clear(),
    }
}

/// Interfaces, each with an address of its own in one network: what goes out by one may be awaited at the other.
fn same_network(all: &[Interface]) -> Option<(Vec<String>, IpAddr, u8)> {
    let mut networks: BTreeMap<(IpAddr, u8), Vec<String>> = BTreeMap::new();
    for interface in all.iter().filter(|one| one.up && matches!(one.kind, Kind::Lan | Kind::Container)) {
        let Some(network) = interface.network().filter(|network| network.is_ipv4()) else { continue };
        let names = networks.entry((network, interface.prefix)).or_default();
        if interface.prefix < 32 && !is_link_local(interface.ip) && !names.contains(&interface.name) {
            names.push(interface.name.clone());
        }
    }
    networks
        .into_iter()
        .find(|(_, names)| names.len() > 1)
        .map(|((network, prefix), names)| (names, network, prefix))
}

fn port(findings: &Findings) -> Outcome {
    match &findings.listening {
        Listening::Table(at) => ok(Found::TableListens { at: at.clone() }),
        Listening::At(port) => ok(Found::Listens { port: *port }),
        Listening::Instead { taken, used } => ok(Found::ListensElsewhere { taken: *taken, used: *used }),
        Listening::Taken(port) => trouble(Found::PortTaken { port: *port }, Remedy::OtherPort),
        Listening::Forbidden(port) => trouble(Found::PortForbidden { port: *port }, Remedy::HigherPort),
        Listening::Cut => not_finished(),
        Listening::Failed(why) => trouble(Found::CannotListen { why: why.clone() }, Remedy::JoinNetwork),
    }
}

fn multicast(findings: &Findings) -> Outcome {
    match &findings.multicast {
        Multicast::NotTried => not_checked(Found::NotTried),
        Multicast::Cut => not_finished(),
        Multicast::PortTaken => trouble(Found::DiscoveryTaken, Remedy::FreeDiscovery),
        Multicast::Failed(why) => trouble(Found::NoMulticast { why: why.clone() }, Remedy::ByCode),
        Multicast::Sent { heard, silent, .. } if silent.is_empty() => {
            ok(Found::HeardBack { on: heard.clone() })
        }
        Multicast::Sent { silent, .. } => trouble(
            Found::NotHeardBack { on: silent.clone() },
            Remedy::OpenDiscovery { firewall: findings.firewall },
        ),
    }
}

fn peers(findings: &Findings) -> Outcome {
    let others = match &findings.multicast {
        Multicast::Sent { others, .. } => others,
        Multicast::Cut => return not_finished(),
        Multicast::NotTried | Multicast::PortTaken | Multicast::Failed(_) => {
            return not_checked(Found::NotTried);
        }
    };
    let all = findings.interfaces.as_deref().unwrap_or_default();
    let near = |address: &SocketAddr| {
        all.iter().any(|interface| interface.kind == Kind::Lan && interface.reaches(address.ip()))
            && !all.iter().any(|interface| interface.ip == address.ip())
    };
    let target = findings.target.as_ref().and_then(|target| target.address).filter(near);
    match target {
        // Whoever is on this network and can be reached should have been heard.
        Some(to) if peer(findings).is_some() && !others.contains(&to.ip()) => {
            trouble(Found::ReachedNotHeard { to }, Remedy::ByCode)
        }
        _ if !others.is_empty() => ok(Found::OthersHeard { at: others.clone() }),
        // Whoever named a place is told what to do about that.
        _ => {
            let remedy = findings.target.is_none().then_some(Remedy::OpenTableOrOtherNetwork);
            (Verdict::NotChecked, Found::NobodyHeard, remedy)
        }
    }
}

fn address(findings: &Findings) -> Outcome {
    let Some(Target { address, reach }) = &findings.target else { return not_checked(Found::NoLocation) };
    let at = *address;
    let own = findings.interfaces.as_deref().unwrap_or_default();
    let near = at.is_some_and(|at| own.iter().any(|one| one.is_usable() && one.reaches(at.ip())));
    match reach {
        Reach::Cut => not_finished(),
        Reach::NoSuchTable => trouble(Found::NoSuchTable, Remedy::AskHost),
        Reach::NoSuchHost(host) => trouble(Found::NoSuchHost { host: host.clone() }, Remedy::CheckName),
        Reach::Silent(Tcp::Refused) => trouble(Found::Refused { at }, Remedy::AskHost),
        Reach::Silent(Tcp::NoAnswer) => trouble(Found::NoAnswer { at }, Remedy::HostsFirewallOrOtherNetwork),
        // On one network every machine can be found, unless something keeps them apart.
        Reach::Silent(Tcp::NoWay) if near => trouble(Found::NobodyThere { at }, Remedy::OtherNetwork),
        Reach::Silent(Tcp::NoWay) => trouble(Found::NobodyThere { at }, Remedy::SameNetworkAsOther),
        Reach::Silent(Tcp::Other(why)) => {
            trouble(Found::Unreachable { at, why: why.clone() }, Remedy::AskHost)
        }
        Reach::Ourselves => trouble(Found::Ourselves { at }, Remedy::AskHost),
        Reach::Stranger => trouble(Found::OtherProgram { at }, Remedy::AskHost),
        Reach::Peer(Peer { tcp, quic, .. }) => ok(Found::Answers { at, tcp: *tcp, quic: *quic }),
    }
}

fn dial_back(findings: &Findings) -> Outcome {
    let Some(peer) = peer(findings) else { return not_checked(unknown(findings)) };
    let port = findings.port;
    match peer.back {
        None => not_checked(Found::NoDialBack),
        Some(back) if back.tcp || back.quic => ok(Found::DialedBack { port, tcp: back.tcp, quic: back.quic }),
        Some(_) => {
            let remedy = match port {
                Some(port) => Remedy::OpenFirewall { firewall: findings.firewall, port },
                None => Remedy::TryAgain,
            };
            trouble(Found::NotDialedBack { port }, remedy)
        }
    }
}

fn table(findings: &Findings) -> Outcome {
    let Some(peer) = peer(findings) else { return not_checked(unknown(findings)) };
    let ours = PROTOCOL_VERSION;
    match (&peer.version, &peer.table) {
        (Version::Other(theirs), _) => {
            let remedy = match theirs {
                Some(theirs) if *theirs > ours => Remedy::UpdateHere,
                Some(theirs) if *theirs < ours => Remedy::UpdateThere,
                _ => Remedy::SameVersion,
            };
            trouble(Found::OtherVersion { theirs: *theirs, ours }, remedy)
        }
        _ if !peer.right_key => trouble(Found::OtherHost, Remedy::NewCode),
        (Version::Same, Some(table)) => ok(Found::TableSeen { table: table.clone() }),
        (Version::Same, None) => not_checked(Found::NoTable),
    }
}

fn unknown(findings: &Findings) -> Found {
    if findings.target.is_some() { Found::NotReached } else { Found::NoLocation }
}

fn peer(findings: &Findings) -> Option<&Peer> {
    match &findings.target.as_ref()?.reach {
        Reach::Peer(peer) => Some(peer),
        _ => None,
    }
}

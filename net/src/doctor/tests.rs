//! Judging, finding by finding; and real nodes on the loopback interface that are looked at. Nothing waits for a time to pass.

use std::net::{Ipv4Addr, SocketAddr};

use futures::StreamExt;
use libp2p::identity::Keypair;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::SwarmEvent;
use libp2p::{Swarm, SwarmBuilder, identify, noise, tcp, yamux};
use tokio::sync::mpsc;

use super::findings::*;
use super::*;
use crate::name::Name;
use crate::node::message::{Advert, AdvertState, DialedBack, PROTOCOL_VERSION, Request, Response};
use crate::node::{self, NodeConfig, NodeEvent, NodeHandle, Port};
use crate::place::{JoinCode, socket_address};
use crate::wire::Bounded;

fn interface(name: &str, kind: Kind, ip: &str, prefix: u8, up: bool) -> Interface {
    Interface { name: name.to_owned(), kind, ip: ip.parse().unwrap(), prefix, up }
}

fn lan() -> Interface {
    interface("eth0", Kind::Lan, "192.168.1.23", 24, true)
}

/// Two machines of one network, and nothing in the way.
fn healthy() -> Findings {
    Findings {
        interfaces: Ok(vec![interface("lo", Kind::Loopback, "127.0.0.1", 8, true), lan()]),
        way: Some(lan().ip),
        listening: Listening::At(47110),
        port: Some(47110),
        multicast: Multicast::Sent {
            heard: vec!["eth0".to_owned()],
            silent: Vec::new(),
            others: vec!["192.168.1.5".parse().unwrap()],
        },
        target: Some(Target {
            address: Some("192.168.1.5:47110".parse().unwrap()),
            reach: Reach::Peer(Peer {
                tcp: true,
                quic: true,
                version: Version::Same,
                right_key: true,
                table: Some(Table {
                    name: "Kitchen".to_owned(),
                    state: AdvertState::Open,
                    taken: 1,
                    seats: 4,
                }),
                back: Some(DialedBack { tcp: true, quic: true }),
            }),
        }),
        firewall: Firewall::Ufw,
    }
}

fn with(change: impl FnOnce(&mut Findings)) -> Report {
    let mut findings = healthy();
    change(&mut findings);
    judge(&findings)
}

fn silent(why: Tcp) -> impl FnOnce(&mut Findings) {
    move |findings| {
        let address = findings.target.as_ref().unwrap().address;
        findings.target = Some(Target { address, reach: Reach::Silent(why) });
    }
}

fn peer_of(findings: &mut Findings) -> &mut Peer {
    match &mut findings.target.as_mut().unwrap().reach {
        Reach::Peer(peer) => peer,
        other => panic!("{other:?}"),
    }
}

fn one(report: &Report, check: Check) -> &Checked {
    report.checks.iter().find(|checked| checked.check == check).unwrap()
}

fn expect(report: &Report, check: Check, found: &Found, remedy: &Remedy) {
    let checked = one(report, check);
    let expected = (Verdict::Trouble, found, Some(remedy));
    assert_eq!((checked.verdict, &checked.found, checked.remedy.as_ref()), expected);
}

#[test]
fn nothing_is_in_the_way_of_two_machines_of_one_network() {
    let report = judge(&healthy());
    assert!(report.checks.iter().all(|checked| checked.verdict == Verdict::Ok && checked.remedy.is_none()));
    assert!(!report.has_trouble() && !report.is_unreachable());
    let order: Vec<Check> = report.checks.iter().map(|checked| checked.check).collect();
    assert_eq!(order, Check::ALL);
}

#[test]
fn without_a_place_what_is_about_one_is_not_checked() {
    let report = with(|findings| findings.target = None);
    for check in [Check::Address, Check::DialBack, Check::Table] {
        let checked = one(&report, check);
        assert_eq!((checked.verdict, &checked.found), (Verdict::NotChecked, &Found::NoLocation));
    }
    assert!(!report.has_trouble());
}

#[test]
fn networks_that_are_none() {
    let name = || "eth0".to_owned();
    let only = |interface: Option<Interface>| {
        with(|findings| findings.interfaces = Ok(interface.into_iter().collect()))
    };
    expect(&only(None), Check::Network, &Found::NoNetwork, &Remedy::JoinNetwork);
    let docker = interface("docker0", Kind::Container, "172.17.0.1", 16, true);
    expect(&only(Some(docker)), Check::Network, &Found::NoNetwork, &Remedy::JoinNetwork);
    let down = Interface { up: false, ..lan() };
    let found = Found::LinkDown { name: name(), ip: down.ip };
    expect(&only(Some(down)), Check::Network, &found, &Remedy::PlugIn { name: name() });
    let alone = interface("eth0", Kind::Lan, "169.254.3.4", 16, true);
    let found = Found::OnlyLinkLocal { name: name(), ip: alone.ip };
    expect(&only(Some(alone)), Check::Network, &found, &Remedy::AskRouter);
}

#[test]
fn a_tunnel_is_in_the_way_unless_the_other_is_in_it_or_answers() {
    let vpn = || interface("wg0", Kind::Vpn, "10.8.0.2", 24, true);
    let through = |change: &dyn Fn(&mut Findings)| {
        with(|findings| {
            findings.interfaces.as_mut().unwrap().push(vpn());
            findings.way = Some(vpn().ip);
            change(findings);
        })
    };
    let to = Some("192.168.1.5".parse().unwrap());
    let off = Remedy::VpnOff { name: "wg0".to_owned() };
    let blocked = through(&|findings| silent(Tcp::NoAnswer)(findings));
    expect(&blocked, Check::Interfaces, &Found::ThroughVpn { name: "wg0".to_owned(), to }, &off);
    let nobody = through(&|findings| findings.target = None);
    expect(&nobody, Check::Interfaces, &Found::ThroughVpn { name: "wg0".to_owned(), to: None }, &off);
    let clear = Found::WayClear { aside: vec!["wg0".to_owned()] };
    let answers = through(&|_| {});
    assert_eq!(one(&answers, Check::Interfaces).found, clear);
    let within = through(&|findings| {
        let address = Some("10.8.0.9:47110".parse().unwrap());
        findings.target = Some(Target { address, reach: Reach::Silent(Tcp::Refused) });
    });
    assert_eq!(one(&within, Check::Interfaces).found, clear);
}

#[test]
fn networks_within_the_machine_and_doubled_ones_are_named() {
    let to: IpAddr = "192.168.1.5".parse().unwrap();
    let report = with(|findings| {
        let docker = interface("docker0", Kind::Container, "192.168.1.1", 24, true);
        findings.way = Some(docker.ip);
        findings.interfaces = Ok(vec![lan(), docker]);
        silent(Tcp::NoWay)(findings);
    });
    let name = "docker0".to_owned();
    let found = Found::ThroughContainers { name: name.clone(), to };
    expect(&report, Check::Interfaces, &found, &Remedy::ContainersOff { name });
    let report = with(|findings| {
        findings.interfaces.as_mut().unwrap().push(interface("wlan0", Kind::Lan, "192.168.1.40", 24, true));
        findings.target = None;
    });
    let names = vec!["eth0".to_owned(), "wlan0".to_owned()];
    let found =
        Found::SameNetwork { names: names.clone(), network: "192.168.1.0".parse().unwrap(), prefix: 24 };
    expect(&report, Check::Interfaces, &found, &Remedy::KeepOne { names });
    let report = with(|findings| {
        silent(Tcp::NoWay)(findings);
        findings.way = None;
    });
    expect(&report, Check::Interfaces, &Found::NoWay { to }, &Remedy::SameNetworkAsOther);
}

#[test]
fn a_taken_port_is_trouble_only_for_whoever_wants_that_one() {
    let elsewhere = with(|findings| findings.listening = Listening::Instead { taken: 47110, used: 40000 });
    assert_eq!(one(&elsewhere, Check::Port).verdict, Verdict::Ok);
    let taken = with(|findings| findings.listening = Listening::Taken(47110));
    expect(&taken, Check::Port, &Found::PortTaken { port: 47110 }, &Remedy::OtherPort);
    let forbidden = with(|findings| findings.listening = Listening::Forbidden(80));
    expect(&forbidden, Check::Port, &Found::PortForbidden { port: 80 }, &Remedy::HigherPort);
}

#[test]
fn what_multicast_tells() {
    let sent = |heard: &[&str], silent: &[&str], others: &[&str]| Multicast::Sent {
        heard: heard.iter().map(ToString::to_string).collect(),
        silent: silent.iter().map(ToString::to_string).collect(),
        others: others.iter().map(|ip| ip.parse().unwrap()).collect(),
    };
    let firewall = Firewall::Ufw;
    let deaf = with(|findings| findings.multicast = sent(&[], &["eth0"], &[]));
    let found = Found::NotHeardBack { on: vec!["eth0".to_owned()] };
    expect(&deaf, Check::Multicast, &found, &Remedy::OpenDiscovery { firewall });
    let to = "192.168.1.5:47110".parse().unwrap();
    let apart = with(|findings| findings.multicast = sent(&["eth0"], &[], &[]));
    expect(&apart, Check::Peers, &Found::ReachedNotHeard { to }, &Remedy::ByCode);
    let alone = with(|findings| {
        findings.multicast = sent(&["eth0"], &[], &[]);
        findings.target = None;
    });
    let checked = one(&alone, Check::Peers);
    assert_eq!((checked.verdict, &checked.found), (Verdict::NotChecked, &Found::NobodyHeard));
    assert_eq!(checked.remedy, Some(Remedy::OpenTableOrOtherNetwork));
    let taken = with(|findings| findings.multicast = Multicast::PortTaken);
    expect(&taken, Check::Multicast, &Found::DiscoveryTaken, &Remedy::FreeDiscovery);
    assert_eq!(one(&taken, Check::Peers).verdict, Verdict::NotChecked);
}

#[test]
fn a_place_that_does_not_answer_says_why() {
    let at = healthy().target.unwrap().address;
    for (why, found, remedy) in [
        (Tcp::Refused, Found::Refused { at }, Remedy::AskHost),
        (Tcp::NoAnswer, Found::NoAnswer { at }, Remedy::HostsFirewallOrOtherNetwork),
        (Tcp::NoWay, Found::NobodyThere { at }, Remedy::OtherNetwork),
    ] {
        let report = with(silent(why));
        expect(&report, Check::Address, &found, &remedy);
        assert!(report.is_unreachable());
        for check in [Check::DialBack, Check::Table] {
            assert_eq!(one(&report, check).found, Found::NotReached);
        }
    }
    let report = with(|findings| findings.target.as_mut().unwrap().reach = Reach::Ourselves);
    expect(&report, Check::Address, &Found::Ourselves { at }, &Remedy::AskHost);
    let report = with(|findings| findings.target.as_mut().unwrap().reach = Reach::Stranger);
    expect(&report, Check::Address, &Found::OtherProgram { at }, &Remedy::AskHost);
    let report = with(|findings| {
        findings.target = Some(Target { address: None, reach: Reach::NoSuchTable });
    });
    expect(&report, Check::Address, &Found::NoSuchTable, &Remedy::AskHost);
}

#[test]
fn who_answers_can_still_be_the_wrong_one() {
    let report = with(|findings| peer_of(findings).back = Some(DialedBack::default()));
    let port = 47110;
    let open = Remedy::OpenFirewall { firewall: Firewall::Ufw, port };
    expect(&report, Check::DialBack, &Found::NotDialedBack { port: Some(port) }, &open);
    assert!(report.has_trouble() && !report.is_unreachable());
    let report = with(|findings| peer_of(findings).right_key = false);
    expect(&report, Check::Table, &Found::OtherHost, &Remedy::NewCode);
    let ours = PROTOCOL_VERSION;
    for (theirs, remedy) in [
        (Some(ours + 1), Remedy::UpdateHere),
        (Some(ours - 1), Remedy::UpdateThere),
        (None, Remedy::SameVersion),
    ] {
        let report = with(|findings| peer_of(findings).version = Version::Other(theirs));
        expect(&report, Check::Table, &Found::OtherVersion { theirs, ours }, &remedy);
    }
}

/// A node on the loopback interface that tells of a table.
async fn host() -> (NodeHandle, SocketAddr) {
    let (handle, mut events) = node::start(NodeConfig {
        keypair: Keypair::generate_ed25519(),
        listen: vec![Ipv4Addr::LOCALHOST.into()],
        port: Port::Any,
        multicast: false,
        rendezvous: None,
    })
    .unwrap();
    let address = loop {
        if let Some(NodeEvent::Listening { address }) = events.recv().await {
            break socket_address(&address).unwrap();
        }
    };
    let key = crate::identity::key_of(&handle.peer_id()).unwrap();
    tokio::spawn(tell_of_a_table(events, key));
    (handle, address)
}

async fn tell_of_a_table(mut events: mpsc::Receiver<NodeEvent>, host_key: [u8; 32]) {
    let advert = Advert {
        version: PROTOCOL_VERSION,
        table: [1; 16],
        name: crate::name::Name::clean("Kitchen"),
        host: crate::name::Name::clean("Ada"),
        host_key,
        taken: 1,
        seats: 3,
        state: AdvertState::Open,
        code: None,
        details: Default::default(),
    };
    while let Some(event) = events.recv().await {
        if let NodeEvent::Request { request: Request::Tables, responder, .. } = event {
            responder.send(Response::Tables(Bounded::first_of(Some(advert.clone())))).await;
        }
    }
}

fn about(location: Location) -> Inquiry {
    // A port of its own: the usual one may be in use by other tests.
    let port = std::net::TcpListener::bind("0.0.0.0:0").unwrap().local_addr().unwrap().port();
    Inquiry {
        location: Some(location),
        port: Some(port),
        multicast: false,
        rendezvous: None,
        time: Duration::from_secs(60),
        ..Inquiry::default()
    }
}

fn reached(findings: &Findings) -> &Peer {
    match &findings.target.as_ref().unwrap().reach {
        Reach::Peer(peer) => peer,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_table_that_is_there_is_reached_and_dials_back() {
    let (handle, address) = host().await;
    let findings = look(about(Location::Address(address))).await;
    let peer = reached(&findings);
    assert_eq!((peer.tcp, peer.quic, peer.version, peer.right_key), (true, true, Version::Same, true));
    assert_eq!(peer.back, Some(DialedBack { tcp: true, quic: true }), "{findings:?}");
    assert_eq!(peer.table.as_ref().map(|table| (table.name.as_str(), table.seats)), Some(("Kitchen", 3)));
    // A code that was made by somebody else's key.
    let SocketAddr::V4(v4) = address else { panic!("{address}") };
    let key = crate::identity::key_of(&handle.peer_id()).unwrap();
    let other = (0..=u8::MAX).map(|byte| JoinCode::new(v4, &[byte; 32])).find(|code| !code.may_be_of(&key));
    let wrong = look(about(Location::Code(other.unwrap()))).await;
    assert!(!reached(&wrong).right_key);
}

#[tokio::test]
async fn nobody_there_and_somebody_else_are_told_apart() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let reach = |findings: Findings| findings.target.unwrap().reach;
    assert_eq!(reach(look(about(Location::Address(address))).await), Reach::Stranger);
    drop(listener);
    assert_eq!(reach(look(about(Location::Address(address))).await), Reach::Silent(Tcp::Refused));
}

/// Whatever takes its time is not finished then; what has no time to be looked at is no trouble.
#[tokio::test]
async fn without_time_nothing_is_called_trouble() {
    // Somebody who takes connections and says nothing.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    for location in [Location::Address(address), Location::Table(Name::parse("Kitchen").unwrap())] {
        let findings = look(Inquiry { time: Duration::ZERO, ..about(location) }).await;
        assert_eq!(findings.target.as_ref().map(|target| &target.reach), Some(&Reach::Cut), "{findings:?}");
        let report = judge(&Findings { firewall: Firewall::Ufw, ..findings });
        for check in [Check::Port, Check::Address, Check::DialBack, Check::Table] {
            assert_ne!(one(&report, check).verdict, Verdict::Trouble, "{report:?}");
        }
        assert!(report.is_unfinished() && !report.is_unreachable());
    }
    let report = with(|findings| {
        (findings.multicast, findings.listening) = (Multicast::Cut, Listening::Cut);
        findings.target.as_mut().unwrap().reach = Reach::Cut;
    });
    for check in [Check::Port, Check::Multicast, Check::Peers, Check::Address] {
        let checked = one(&report, check);
        assert_eq!((checked.verdict, &checked.found), (Verdict::NotChecked, &Found::NotFinished));
        assert_eq!(checked.remedy, Some(Remedy::MoreTime));
    }
    assert!(report.is_unfinished() && !report.has_trouble() && !with(|_| {}).is_unfinished());
}

#[tokio::test]
async fn a_peer_of_another_version_is_told() {
    let mut newer: Swarm<identify::Behaviour> = SwarmBuilder::with_new_identity()
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
        .unwrap()
        .with_behaviour(|key| {
            identify::Behaviour::new(identify::Config::new("mextrain/7".to_owned(), key.public()))
        })
        .unwrap()
        .build();
    newer.listen_on(libp2p::Multiaddr::from(Ipv4Addr::LOCALHOST).with(Protocol::Tcp(0))).unwrap();
    let address = loop {
        if let SwarmEvent::NewListenAddr { address, .. } = newer.select_next_some().await {
            break address;
        }
    };
    let live = async { while newer.next().await.is_some() {} };
    let findings = tokio::select! {
        findings = look(about(Location::Multiaddr(address))) => findings,
        () = live => unreachable!("a swarm never ends"),
    };
    assert_eq!(reached(&findings).version, Version::Other(Some(7)));
    let report = judge(&findings);
    let found = Found::OtherVersion { theirs: Some(7), ours: PROTOCOL_VERSION };
    expect(&report, Check::Table, &found, &Remedy::UpdateHere);
    assert!(!report.is_unreachable());
}

//! Peers on a network of their own: each in a network namespace, all on one bridge.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use serde_json::Value;
use support::{
    Place, Running,
    network::{Network, unavailable},
};

/// What every seat of these tests is started with.
const COMMON: [&str; 4] = ["--json", "--timeout", "240", "-v"];

/// One peer on the network.
struct Peer {
    place: Place,
    number: u8,
}

impl Peer {
    fn on(network: &mut Network) -> Peer {
        Peer { place: Place::new(), number: network.add_peer() }
    }

    fn start(&self, network: &Network, arguments: &[&str]) -> Running {
        let mut all = arguments.to_vec();
        all.extend(COMMON);
        Running::start(network.command(&self.place, self.number, &all))
    }
}

/// A seat whose match has begun.
struct Playing {
    seat: Running,
    log: String,
    words: Value,
}

impl Playing {
    fn wait_for(mut seat: Running) -> Playing {
        let log = seat.event("log")["path"].as_str().unwrap().to_owned();
        let words = seat.event("words")["words"].clone();
        Playing { seat, log, words }
    }

    /// Waits until the match is over; the log's bytes.
    fn until_over(mut self) -> Vec<u8> {
        self.seat.event("match-over");
        let ended = self.seat.end();
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        std::fs::read(self.log).unwrap()
    }
}

#[test]
fn three_peers_find_each_other_by_multicast_and_play() {
    if let Some(why) = unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new("a");
    let peers = [(); 3].map(|()| Peer::on(&mut network));
    let host = ["bot", "--host", "--name", "Bridge", "--seats", "3", "--start-when-full"];
    let short = ["--rule", "set=double-nine", "--rule", "first_engine=0"];
    let seats = [
        peers[0].start(&network, &[&host[..], &short].concat()),
        peers[1].start(&network, &["bot", "Bridge", "--as", "Bo"]),
        peers[2].start(&network, &["bot", "Bridge", "--as", "Cy"]),
    ];
    let seats = seats.map(Playing::wait_for);
    assert!(seats.iter().all(|seat| seat.words == seats[0].words));
    let logs = seats.map(Playing::until_over);
    assert!(logs.iter().all(|log| *log == logs[0]));
    std::fs::write(peers[0].place.join("log"), &logs[0]).unwrap();
    assert_eq!(peers[0].place.run(["verify-log", "log"]).code, Some(0));
}

#[test]
fn one_more_peer_joins_by_code_with_multicast_off() {
    if let Some(why) = unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new("b");
    let peers = [(); 3].map(|()| Peer::on(&mut network));
    let host = ["bot", "--host", "--name", "Den", "--seats", "3", "--start-when-full"];
    let short = ["--rule", "set=double-nine", "--rule", "first_engine=0"];
    let mut den = peers[0].start(&network, &[&host[..], &short].concat());
    let by_name = peers[1].start(&network, &["bot", "Den", "--as", "Bo"]);
    // The first codes are for addresses that only the machine itself can use.
    let reachable =
        |table: &Value| table["addresses"].to_string().contains(&network.address(peers[0].number));
    let code = loop {
        let table = den.event("table");
        if reachable(&table) {
            break table["code"].as_str().unwrap().to_owned();
        }
    };
    let by_code = peers[2].start(&network, &["bot", &code, "--no-mdns", "--as", "Cy"]);
    let seats = [den, by_name, by_code].map(Playing::wait_for);
    assert!(seats.iter().all(|seat| seat.words == seats[0].words));
    let logs = seats.map(Playing::until_over);
    assert!(logs.iter().all(|log| *log == logs[0]));
}

#[test]
fn the_code_names_the_network_and_not_one_within_the_machine() {
    if let Some(why) = unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new("f");
    let bare = network.add_machine();
    network.add_interface(bare, "docker0", "172.17.0.1/16");
    network.plug_in(bare);
    let peer = Peer { place: Place::new(), number: bare };
    let mut open = peer.start(&network, &["bot", "--host", "--name", "Loft", "--seats", "3"]);
    let last = |table: &Value| {
        let addresses = table["addresses"].to_string();
        addresses.contains("172.17.0.1") && addresses.contains(&network.address(bare))
    };
    let code = loop {
        let table = open.event("table");
        if last(&table) {
            break table["code"].as_str().unwrap().to_owned();
        }
    };
    let other = Peer { place: Place::new(), number: network.add_peer() };
    let (exit, told) = examine(&network, &other, &[&code]);
    assert_eq!((exit, check(&told, "address").0), (Some(0), "ok"), "{told}");
    let answers = format!("{}:47110 answers", network.address(bare));
    assert!(check(&told, "address").1.starts_with(&answers), "{told}");
}

#[test]
fn tables_are_listed_and_unknown_ones_are_not_found() {
    if let Some(why) = unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new("c");
    let peers = [(); 2].map(|()| Peer::on(&mut network));
    let mut open =
        peers[0].start(&network, &["bot", "--host", "--name", "Attic", "--seats", "5", "--as", "Ada"]);
    open.event("table");
    let listed = support::finish(network.command(&peers[1].place, peers[1].number, &["tables", "--json"]));
    assert_eq!(listed.code, Some(0), "{listed:?}");
    let listing: Value = serde_json::from_str(&listed.stdout).unwrap();
    let table = &listing["tables"][0];
    assert_eq!(
        (&table["name"], &table["host"], &table["state"]),
        (&"Attic".into(), &"Ada".into(), &"open".into())
    );
    assert_eq!((&table["seats"], &table["taken"]), (&5.into(), &1.into()));
    let absent = ["bot", "Cellar", "--timeout", "2"];
    let missing = support::finish(network.command(&peers[1].place, peers[1].number, &absent));
    assert_eq!(missing.code, Some(6), "{missing:?}");
    open.signal("INT");
    assert_eq!(open.end().code, Some(130));
}

/// What `doctor` says from a peer's namespace.
fn examine(network: &Network, peer: &Peer, arguments: &[&str]) -> (Option<i32>, Value) {
    let all = [&["doctor", "--json"], arguments].concat();
    let ended = support::finish(network.command(&peer.place, peer.number, &all));
    let told = serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
    (ended.code, told)
}

/// How one check came out, and what was found.
fn check<'a>(told: &'a Value, name: &str) -> (&'a str, &'a str) {
    let checks = told["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["check"] == name).unwrap();
    (check["verdict"].as_str().unwrap(), check["found"].as_str().unwrap())
}

#[test]
fn the_doctor_reaches_a_table_and_is_reached_back_or_not() {
    if let Some(why) = unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new("d");
    let peers = [(); 3].map(|()| Peer::on(&mut network));
    let mut open =
        peers[0].start(&network, &["bot", "--host", "--name", "Porch", "--seats", "5", "--as", "Ada"]);
    open.event("table");
    let address = format!("{}:47110", network.address(1));
    let (code, told) = examine(&network, &peers[1], &[&address]);
    assert_eq!((told["schema"].as_str(), code), (Some("mextrain.doctor/1"), Some(0)), "{told}");
    assert_eq!(told["verdict"], "ok");
    assert!(told["checks"].as_array().unwrap().iter().all(|check| check["verdict"] == "ok"), "{told}");
    assert!(check(&told, "table").1.contains("Porch"), "{told}");
    assert!(check(&told, "peers").1.contains(&network.address(1)), "{told}");
    let back = "It can reach this computer at port 47110, by TCP and by QUIC.";
    assert_eq!(check(&told, "dial-back"), ("ok", back));
    // By its name too, from a machine that the host has not dialled back a moment ago. A firewall keeps others out there.
    network.keep_out(3, 47110);
    let (code, told) = examine(&network, &peers[2], &["Porch"]);
    assert_eq!((code, told["verdict"].as_str()), (Some(1), Some("trouble")), "{told}");
    assert_eq!((check(&told, "address").0, check(&told, "table").0), ("ok", "ok"), "{told}");
    let back = "It cannot reach this computer at port 47110.";
    assert_eq!(check(&told, "dial-back"), ("trouble", back), "{told}");
    // On the host's own machine the port is taken, which is as it should be.
    let (code, told) = examine(&network, &peers[0], &[]);
    assert_eq!((code, check(&told, "port").0), (Some(0), "ok"), "{told}");
    assert!(check(&told, "port").1.starts_with("Port 47110 is taken"), "{told}");
    let (code, told) = examine(&network, &peers[0], &["--port", "47110"]);
    assert_eq!((code, check(&told, "port").0), (Some(1), "trouble"), "{told}");
}

#[test]
fn the_doctor_says_what_is_in_the_way() {
    if let Some(why) = unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new("e");
    let peers = [(); 2].map(|()| Peer::on(&mut network));
    // The other machine is there, and nobody listens.
    let (code, told) = examine(&network, &peers[1], &["10.77.0.1:47110"]);
    assert_eq!((code, &told["verdict"]), (Some(6), &"unreachable".into()), "{told}");
    assert_eq!(check(&told, "address").0, "trouble");
    assert!(check(&told, "address").1.contains("nobody listens at that port"), "{told}");
    assert_eq!(check(&told, "dial-back").0, "not-checked");
    assert_eq!((check(&told, "network").0, check(&told, "multicast").0), ("ok", "ok"), "{told}");
    // A tunnel takes what is meant for the other machine.
    network.add_interface(2, "wg0", "10.99.0.1/24");
    network.route(2, "10.77.0.1/32", "wg0");
    let (code, told) = examine(&network, &peers[1], &["10.77.0.1:47110", "--timeout", "3"]);
    assert_eq!((code, check(&told, "interfaces").0), (Some(6), "trouble"), "{told}");
    assert!(check(&told, "interfaces").1.contains("leads into wg0, a VPN"), "{told}");
    // The other machine's cable is out: the rest of it is as it was, and the doctor there knows.
    network.unplug(1);
    let (code, told) = examine(&network, &peers[0], &[]);
    assert_eq!(code, Some(1), "{told}");
    let (verdict, found) = check(&told, "network");
    assert_eq!(verdict, "trouble");
    assert!(found.starts_with("eth0 has the address 10.77.0.1, but it is switched off"), "{told}");
}

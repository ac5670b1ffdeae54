//! Networks for tests: peers in namespaces of their own, on one bridge. Needs Linux, root and `ip`.

use std::{
    process::{Command, Output},
    sync::OnceLock,
};

use super::{Place, program, table::Start};

/// Why there can be no such network here, if so. Where every test must run this is a failure and not a reason.
pub fn unavailable() -> Option<String> {
    static ANSWER: OnceLock<Option<String>> = OnceLock::new();
    ANSWER.get_or_init(probe).clone()
}

fn probe() -> Option<String> {
    let probe = format!("mxt{}p", std::process::id());
    let made = ip(&["netns", "add", &probe]);
    let reason = match made {
        Ok(output) if output.status.success() => {
            let _ = ip(&["netns", "del", &probe]);
            return None;
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => format!("ip: {error}"),
    };
    Some(required(&format!("network namespaces: {reason}")))
}

/// The reason why something cannot be had; a failure where every test must run.
pub fn required(reason: &str) -> String {
    let everything = std::env::var_os("MEXTRAIN_REQUIRE_ALL").is_some_and(|value| value == "1");
    assert!(!everything, "this is required here: {reason}");
    reason.to_owned()
}

/// A bridge, and namespaces that are plugged into it as 10.77.0.1, 10.77.0.2, … It goes away with the value.
pub struct Network {
    prefix: String,
    peers: u8,
}

impl Network {
    /// A bridge with nobody plugged in. `tag` tells networks of one test process apart.
    pub fn new(tag: &str) -> Network {
        let network = Network { prefix: format!("mxt{}{tag}", std::process::id()), peers: 0 };
        let bridge = network.namespace(0);
        must(&["netns", "add", &bridge]);
        must(&["-n", &bridge, "link", "add", "br0", "type", "bridge"]);
        must(&["-n", &bridge, "link", "set", "br0", "up"]);
        network
    }

    /// Plugs one more namespace in; its number.
    pub fn add_peer(&mut self) -> u8 {
        let number = self.add_machine();
        self.plug_in(number);
        number
    }

    /// One more namespace, not plugged in yet; its number.
    pub fn add_machine(&mut self) -> u8 {
        self.peers += 1;
        let peer = self.namespace(self.peers);
        must(&["netns", "add", &peer]);
        must(&["-n", &peer, "link", "set", "lo", "up"]);
        self.peers
    }

    /// Plugs a namespace in.
    pub fn plug_in(&self, number: u8) {
        let (bridge, peer) = (self.namespace(0), self.namespace(number));
        let port = format!("port{number}");
        must(&["-n", &bridge, "link", "add", &port, "type", "veth", "peer", "name", "eth0", "netns", &peer]);
        must(&["-n", &bridge, "link", "set", &port, "master", "br0", "up"]);
        must(&["-n", &peer, "addr", "add", &format!("{}/24", self.address(number)), "dev", "eth0"]);
        must(&["-n", &peer, "link", "set", "eth0", "up"]);
    }

    /// A name for an interface that a test makes and gives to a machine: no other on this computer has it.
    pub fn interface(&self, number: u8) -> String {
        format!("{}i{number}", self.prefix)
    }

    /// Gives a machine an interface as the one by which it reaches the others, instead of plugging it in.
    pub fn take_in(&self, number: u8, interface: &str) {
        let peer = self.namespace(number);
        must(&["link", "set", interface, "netns", &peer, "name", "eth0"]);
        must(&["-n", &peer, "addr", "add", &format!("{}/24", self.address(number)), "dev", "eth0"]);
        must(&["-n", &peer, "link", "set", "eth0", "up"]);
    }

    /// Pulls a peer's cable, or plugs it in again.
    pub fn plug(&self, number: u8, plugged: bool) {
        let state = if plugged { "up" } else { "down" };
        must(&["-n", &self.namespace(0), "link", "set", &format!("port{number}"), state]);
    }

    /// Gives a peer another address, as when it changes from one network to another: 10.77.0.1 becomes 10.77.0.101.
    pub fn move_peer(&self, number: u8) {
        let peer = self.namespace(number);
        must(&["-n", &peer, "addr", "flush", "dev", "eth0"]);
        must(&["-n", &peer, "addr", "add", &format!("10.77.0.{}/24", 100 + number), "dev", "eth0"]);
    }

    /// Puts everything that this peer sends through a queue of the kernel, such as `tbf`.
    ///
    /// # Errors
    /// What `tc` says, if the kernel has no such queue.
    pub fn queue(&self, number: u8, discipline: &str) -> Result<(), String> {
        let namespace = self.namespace(number);
        let mut command = vec!["netns", "exec", &namespace, "tc", "qdisc", "replace", "dev", "eth0", "root"];
        command.extend(discipline.split_whitespace());
        let output = ip(&command).map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        }
    }

    /// A peer's address.
    pub fn address(&self, number: u8) -> String {
        std::net::Ipv4Addr::from(self.ip(number)).to_string()
    }

    /// The same as bytes.
    pub fn ip(&self, number: u8) -> [u8; 4] {
        [10, 77, 0, number]
    }

    /// Pulls a peer's cable out.
    pub fn unplug(&self, number: u8) {
        must(&["-n", &self.namespace(number), "link", "set", "eth0", "down"]);
    }

    /// Gives a peer one more interface of this name and address, with nobody at its other end.
    pub fn add_interface(&self, number: u8, name: &str, address: &str) {
        let (peer, other) = (self.namespace(number), format!("{name}-end"));
        must(&["-n", &peer, "link", "add", name, "type", "veth", "peer", "name", &other]);
        must(&["-n", &peer, "addr", "add", address, "dev", name]);
        must(&["-n", &peer, "link", "set", &other, "up"]);
        must(&["-n", &peer, "link", "set", name, "up"]);
    }

    /// Lets nothing out at a peer's port but to the same port of others: to who calls from any other port it is as if a firewall kept
    /// them out, while what the peer begins itself from that port goes through.
    pub fn keep_out(&self, number: u8, port: u16) {
        let (peer, port) = (self.namespace(number), port.to_string());
        must(&["-n", &peer, "rule", "add", "pref", "10", "sport", &port, "dport", &port, "lookup", "main"]);
        must(&["-n", &peer, "rule", "add", "pref", "20", "sport", &port, "blackhole"]);
    }

    /// Sends what a peer says to this network by one of its interfaces.
    pub fn route(&self, number: u8, network: &str, name: &str) {
        must(&["-n", &self.namespace(number), "route", "replace", network, "dev", name]);
    }

    /// The program in a peer's namespace, with these arguments, not started yet.
    pub fn command(&self, place: &Place, number: u8, arguments: &[&str]) -> Command {
        self.starter(number)(place, arguments)
    }

    /// What makes such commands. `ip` becomes the program: signals to it reach that.
    pub fn starter(&self, number: u8) -> Start {
        let namespace = self.namespace(number);
        Box::new(move |place, arguments| {
            let mut command = Command::new("ip");
            command.args(["netns", "exec", &namespace, program()]);
            place.prepare(command, arguments)
        })
    }

    /// Number 0 is the bridge's.
    fn namespace(&self, number: u8) -> String {
        format!("{}n{number}", self.prefix)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for number in (0..=self.peers).rev() {
            let _ = ip(&["netns", "del", &self.namespace(number)]);
        }
    }
}

fn ip(arguments: &[&str]) -> std::io::Result<Output> {
    Command::new("ip").args(arguments).output()
}

fn must(arguments: &[&str]) {
    let output = ip(arguments).expect("ip runs");
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "ip {}: {problem}", arguments.join(" "));
}

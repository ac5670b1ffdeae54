//! The verdicts, as data: what each check found, and what can be done. The words are elsewhere.

use std::net::{IpAddr, SocketAddr};

use super::findings::{Firewall, Table};

/// All checks, in the order in which people go through them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Each check once, in the order of [`Check::ALL`].
    pub checks: Vec<Checked>,
}

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// There is a network.
    Network,
    /// No interface is in the way.
    Interfaces,
    /// Others can be let in.
    Port,
    /// Messages to everybody come through.
    Multicast,
    /// Anybody else is heard.
    Peers,
    /// The place answers.
    Address,
    /// It can dial back.
    DialBack,
    /// It plays the same version, at the table that was meant.
    Table,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is in the way.
    Ok,
    /// Something is.
    Trouble,
    /// It was not looked at, or cannot be told from here.
    NotChecked,
}

/// One check, how it came out, and what can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Which.
    pub check: Check,
    /// How it came out.
    pub verdict: Verdict,
    /// What was found.
    pub found: Found,
    /// What to do; there is something for every trouble.
    pub remedy: Option<Remedy>,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are names and addresses of what the variant speaks of")]
pub enum Found {
    /// Interfaces with addresses at which others can reach this machine.
    Connected { at: Vec<(String, IpAddr)> },
    /// No interface but the machine's own.
    NoNetwork,
    /// An interface has an address, and nothing is plugged in.
    LinkDown { name: String, ip: IpAddr },
    /// The machine gave itself an address, because nobody else did.
    OnlyLinkLocal { name: String, ip: IpAddr },
    /// The system does not tell.
    Unknown { why: String },
    /// Nothing is in the way; there are interfaces that could be.
    WayClear { aside: Vec<String> },
    /// The way leads into a tunnel.
    ThroughVpn { name: String, to: Option<IpAddr> },
    /// The way leads into a network within this machine.
    ThroughContainers { name: String, to: IpAddr },
    /// Several interfaces claim the same network.
    SameNetwork { names: Vec<String>, network: IpAddr, prefix: u8 },
    /// The system knows no way there.
    NoWay { to: IpAddr },
    /// A table of this program listens.
    TableListens { at: Vec<String> },
    /// The port works.
    Listens { port: u16 },
    /// The usual port is taken; another one works.
    ListensElsewhere { taken: u16, used: u16 },
    /// The port is taken.
    PortTaken { port: u16 },
    /// The port is not for this user.
    PortForbidden { port: u16 },
    /// Nothing can be listened on.
    CannotListen { why: String },
    /// The own message was heard on these interfaces.
    HeardBack { on: Vec<String> },
    /// It was not on these.
    NotHeardBack { on: Vec<String> },
    /// Another program keeps the port of discovery for itself.
    DiscoveryTaken,
    /// Nothing can be sent to everybody.
    NoMulticast { why: String },
    /// Nothing was sent to everybody.
    NotTried,
    /// Other machines answered, at these addresses.
    OthersHeard { at: Vec<IpAddr> },
    /// Nobody else answered.
    NobodyHeard,
    /// The place can be reached, but was not heard.
    ReachedNotHeard { to: SocketAddr },
    /// It is about no particular place.
    NoLocation,
    /// No table of that name is on this network.
    NoSuchTable,
    /// No machine has that name.
    NoSuchHost { host: String },
    /// A peer answers.
    Answers { at: Option<SocketAddr>, tcp: bool, quic: bool },
    /// The machine is there, and nobody listens at the port.
    Refused { at: Option<SocketAddr> },
    /// Nothing comes back.
    NoAnswer { at: Option<SocketAddr> },
    /// Nobody has that address, or there is no way.
    NobodyThere { at: Option<SocketAddr> },
    /// It went wrong otherwise.
    Unreachable { at: Option<SocketAddr>, why: String },
    /// It is this program's own address.
    Ourselves { at: Option<SocketAddr> },
    /// Another program listens there.
    OtherProgram { at: Option<SocketAddr> },
    /// The place was not reached, so the rest cannot be known.
    NotReached,
    /// It reached us.
    DialedBack { port: Option<u16>, tcp: bool, quic: bool },
    /// It did not.
    NotDialedBack { port: Option<u16> },
    /// It did not try.
    NoDialBack,
    /// It plays another version.
    OtherVersion { theirs: Option<u16>, ours: u16 },
    /// Somebody else is there than was meant.
    OtherHost,
    /// A table of the same version.
    TableSeen { table: Table },
    /// The same version, and no table is told of.
    NoTable,
    /// The time was over before it could be told.
    NotFinished,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are names of what the variant speaks of")]
pub enum Remedy {
    /// Join the network of the others.
    JoinNetwork,
    /// Plug the cable in, or switch the radio on.
    PlugIn { name: String },
    /// Get an address from the router.
    AskRouter,
    /// Switch the tunnel off, or let it leave the local network alone.
    VpnOff { name: String },
    /// Stop what made the network within the machine, or give it other addresses.
    ContainersOff { name: String },
    /// Keep one of them.
    KeepOne { names: Vec<String> },
    /// Be on the same network as the other.
    SameNetworkAsOther,
    /// Choose another port.
    OtherPort,
    /// Choose a port for users.
    HigherPort,
    /// Let the program in through the firewall.
    OpenFirewall { firewall: Firewall, port: u16 },
    /// Let discovery in through the firewall.
    OpenDiscovery { firewall: Firewall },
    /// End the program that keeps discovery's port, or join by code.
    FreeDiscovery,
    /// Join by the host's code.
    ByCode,
    /// The network keeps devices apart: use another.
    OtherNetwork,
    /// Perhaps nobody is there; else the network keeps devices apart.
    OpenTableOrOtherNetwork,
    /// Ask the host whether the table is open, and for its code.
    AskHost,
    /// The host's firewall, or the network.
    HostsFirewallOrOtherNetwork,
    /// Ask the host for a new code.
    NewCode,
    /// Check how the name is written.
    CheckName,
    /// Get the newer version here.
    UpdateHere,
    /// The others need the newer version.
    UpdateThere,
    /// Get the same version on both machines.
    SameVersion,
    /// Look at it again later.
    TryAgain,
    /// Give it more time.
    MoreTime,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 8] = [
        Check::Network,
        Check::Interfaces,
        Check::Port,
        Check::Multicast,
        Check::Peers,
        Check::Address,
        Check::DialBack,
        Check::Table,
    ];

    /// Its name in data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Check::Network => "network",
            Check::Interfaces => "interfaces",
            Check::Port => "port",
            Check::Multicast => "multicast",
            Check::Peers => "peers",
            Check::Address => "address",
            Check::DialBack => "dial-back",
            Check::Table => "table",
        }
    }
}

impl Verdict {
    /// Its name in data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Trouble => "trouble",
            Verdict::NotChecked => "not-checked",
        }
    }
}

impl Report {
    /// Whether the place that was asked about cannot be reached.
    #[must_use]
    pub fn is_unreachable(&self) -> bool {
        self.checks
            .iter()
            .any(|checked| checked.check == Check::Address && checked.verdict == Verdict::Trouble)
    }

    /// Whether the time was over before everything could be told.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.checks.iter().any(|checked| checked.found == Found::NotFinished)
    }

    /// Whether anything is in the way.
    #[must_use]
    pub fn has_trouble(&self) -> bool {
        self.checks.iter().any(|checked| checked.verdict == Verdict::Trouble)
    }
}

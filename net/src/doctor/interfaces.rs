//! This machine: its interfaces, the way to others, its firewall. Nothing is sent.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::Path;

use if_addrs::{IfAddr, IfOperStatus};

use super::findings::{Firewall, Interface, Kind};

/// How many addresses are looked at; a machine full of containers has hundreds.
const MOST: usize = 256;

/// What names of tunnels begin with, in small letters.
const TUNNELS: [&str; 16] = [
    "tun",
    "tap",
    "wg",
    "utun",
    "ppp",
    "ipsec",
    "tailscale",
    "zt",
    "nordlynx",
    "proton",
    "mullvad",
    "ham",
    "gpd",
    "cscotun",
    "wireguard",
    "openvpn",
];

/// What names of networks within a machine begin with.
const CONTAINERS: [&str; 17] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vnet",
    "lxc",
    "lxd",
    "incus",
    "cni",
    "flannel",
    "cali",
    "podman",
    "vmnet",
    "vboxnet",
    "vethernet",
    "vmware",
    "virtualbox",
];

/// The addresses of this machine.
pub fn list() -> Result<Vec<Interface>, String> {
    let found = if_addrs::get_if_addrs().map_err(|error| error.to_string())?;
    let addresses = found.into_iter().take(MOST).map(|interface| {
        let prefix = match &interface.addr {
            IfAddr::V4(address) => address.prefixlen,
            IfAddr::V6(address) => address.prefixlen,
        };
        let ip = interface.ip();
        let up = interface.oper_status == IfOperStatus::Up || interface.is_loopback();
        Interface { kind: kind(&interface.name, ip), name: interface.name, ip, prefix, up }
    });
    Ok(addresses.collect())
}

/// The own address from which others are spoken to: `target`, or without it anybody elsewhere. Nothing is sent.
pub fn way(target: Option<IpAddr>) -> Option<IpAddr> {
    // Addresses that are reserved for documentation stand for anybody.
    let target = target.unwrap_or(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));
    let any: IpAddr = match target {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    // Connecting a datagram socket only chooses the way.
    socket.connect(SocketAddr::new(target, 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

/// The firewall, if its commands are known and it is switched on.
pub fn firewall() -> Firewall {
    match std::env::consts::OS {
        "windows" => Firewall::Windows,
        "macos" => Firewall::MacOs,
        "linux" => linux_firewall(Path::new("/")),
        _ => Firewall::Unknown,
    }
}

fn linux_firewall(root: &Path) -> Firewall {
    let ufw = fs::read_to_string(root.join("etc/ufw/ufw.conf")).unwrap_or_default();
    if ufw.lines().any(|line| line.trim().eq_ignore_ascii_case("ENABLED=yes")) {
        return Firewall::Ufw;
    }
    let wanted = root.join("etc/systemd/system/multi-user.target.wants/firewalld.service");
    if wanted.symlink_metadata().is_ok() { Firewall::Firewalld } else { Firewall::Unknown }
}

fn kind(name: &str, ip: IpAddr) -> Kind {
    let name = name.to_lowercase();
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| name.starts_with(beginning));
    if ip.is_loopback() {
        Kind::Loopback
    } else if begins(&CONTAINERS) {
        Kind::Container
    } else if begins(&TUNNELS) || name.contains("vpn") {
        Kind::Vpn
    } else {
        Kind::Lan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_an_interface_is() {
        let ip = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
        for (name, expected) in [
            ("eth0", Kind::Lan),
            ("enp3s0", Kind::Lan),
            ("wlan0", Kind::Lan),
            ("br0", Kind::Lan),
            ("Wi-Fi", Kind::Lan),
            ("en0", Kind::Lan),
            ("wg0", Kind::Vpn),
            ("tun0", Kind::Vpn),
            ("utun4", Kind::Vpn),
            ("Tailscale", Kind::Vpn),
            ("Office VPN", Kind::Vpn),
            ("docker0", Kind::Container),
            ("br-1f2e3d4c5b6a", Kind::Container),
            ("veth12ab", Kind::Container),
            ("vEthernet (WSL)", Kind::Container),
        ] {
            assert_eq!(kind(name, ip), expected, "{name}");
        }
        assert_eq!(kind("tun0", Ipv4Addr::LOCALHOST.into()), Kind::Loopback);
    }

    #[test]
    fn this_machine_has_addresses_and_a_way_to_itself() {
        let own = list().unwrap();
        assert!(own.iter().any(|interface| interface.kind == Kind::Loopback && interface.up), "{own:?}");
        assert_eq!(way(Some(Ipv4Addr::LOCALHOST.into())), Some(Ipv4Addr::LOCALHOST.into()));
    }

    #[test]
    fn a_firewall_counts_only_if_it_is_switched_on() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(linux_firewall(root.path()), Firewall::Unknown);
        let wanted = root.path().join("etc/systemd/system/multi-user.target.wants");
        fs::create_dir_all(&wanted).unwrap();
        fs::write(wanted.join("firewalld.service"), "").unwrap();
        assert_eq!(linux_firewall(root.path()), Firewall::Firewalld);
        fs::create_dir_all(root.path().join("etc/ufw")).unwrap();
        fs::write(root.path().join("etc/ufw/ufw.conf"), "# no\nENABLED=no\n").unwrap();
        assert_eq!(linux_firewall(root.path()), Firewall::Firewalld);
        fs::write(root.path().join("etc/ufw/ufw.conf"), "ENABLED=yes\n").unwrap();
        assert_eq!(linux_firewall(root.path()), Firewall::Ufw);
    }
}

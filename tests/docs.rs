//! What the pages tell people to type is typed here, what they link to exists, and what they list is complete.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use mextrain::wording::doctor::line;
use mextrain_net::{
    charter::Proofs,
    doctor::{Check, Checked, Found, Remedy, Verdict, findings::Firewall},
};
use support::{
    Place,
    simulated::{Match, file},
};

/// A page and its text.
struct Page {
    /// Its path in the project.
    path: String,
    /// All of it.
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every page that people read, the changes excepted: those speak of what was.
fn pages() -> Vec<Page> {
    let mut paths: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "packaging/README.md"].map(str::to_owned).into();
    let docs = fs::read_dir(root().join("docs")).unwrap();
    paths.extend(docs.map(|entry| format!("docs/{}", entry.unwrap().file_name().to_str().unwrap())));
    paths.retain(|path| path.ends_with(".md"));
    paths.sort();
    let read = |path: String| Page { text: fs::read_to_string(root().join(&path)).unwrap(), path };
    paths.into_iter().map(read).collect()
}

impl Page {
    /// The lines of its blocks that are not prose.
    fn block_lines(&self) -> impl Iterator<Item = &str> {
        let mut inside = false;
        self.text.lines().filter(move |line| {
            let fence = line.trim_start().starts_with("```");
            inside ^= fence;
            inside && !fence
        })
    }

    /// What stands between single backticks in its prose.
    fn spans(&self) -> impl Iterator<Item = &str> {
        let mut inside = false;
        let prose = self.text.lines().filter(move |line| {
            let fence = line.trim_start().starts_with("```");
            inside ^= fence;
            !inside && !fence
        });
        prose.flat_map(|line| line.split('`').skip(1).step_by(2))
    }

    /// The commands in its blocks that begin with `name`, without the remark behind them.
    fn typed(&self, name: &str) -> Vec<&str> {
        let bare = |line: &str| line.split("  ").next().unwrap_or_default().trim_end().len();
        let lines = self.block_lines().map(str::trim).map(|line| &line[..bare(line)]);
        lines.filter(|line| begins(line, name)).collect()
    }

    /// All commands in it that begin with `name`, those that its prose mentions too.
    fn commands(&self, name: &str) -> Vec<&str> {
        let mentioned = self.spans().filter(|span| begins(span, name));
        self.typed(name).into_iter().chain(mentioned).collect()
    }
}

fn begins(typed: &str, name: &str) -> bool {
    typed.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
}

/// Splits what is typed as a shell does, as far as pages need it: blanks, and double quotes.
fn words(typed: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in typed.chars().chain([' ']) {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty())),
            c => word.push(c),
        }
    }
    words
}

#[test]
fn every_command_in_the_pages_is_understood() {
    let place = Place::new();
    let mut tried = BTreeSet::new();
    for page in pages() {
        for typed in page.commands("mextrain") {
            let mut arguments = words(typed);
            arguments.remove(0);
            arguments.push("--help".to_owned());
            if tried.insert(arguments.clone()) {
                let ended = place.run(&arguments);
                assert_eq!(ended.code, Some(0), "{}: {typed}\n{}", page.path, ended.stderr);
            }
        }
    }
    assert!(tried.len() > 30, "{} commands", tried.len());
}

/// Commands that need neither a network nor another person do what the page says, in its order, each page in a place of its own.
#[test]
fn commands_that_need_nobody_else_succeed() {
    let alone =
        ["rules", "scores", "id", "man", "completions", "referee", "verify-log", "show-log", "export-log"];
    let log = Match { players: 2, rounds: 1, proofs: Proofs::EveryTurn, seed: 3 }.records();
    let mut ran = 0;
    for page in pages() {
        let place = Place::new();
        fs::write(place.join("match.mtlog"), file(&log)).unwrap();
        let scenarios = place.join("tests/scenarios");
        fs::create_dir_all(&scenarios).unwrap();
        for entry in fs::read_dir(root().join("tests/scenarios")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), scenarios.join(entry.file_name())).unwrap();
        }
        for typed in page.typed("mextrain") {
            let arguments = words(typed);
            if alone.contains(&arguments[1].as_str()) {
                let ended = place.run(&arguments[1..]);
                assert_eq!(ended.code, Some(0), "{}: {typed}\n{}{}", page.path, ended.stdout, ended.stderr);
                ran += 1;
            }
        }
    }
    assert!(ran > 15, "{ran} commands");
}

#[test]
fn cargo_is_told_of_packages_tests_and_scripts_that_exist() {
    let packages = ["mextrain", "mextrain-core", "mextrain-crypto", "mextrain-net"];
    let manifests = ["core", "crypto", "net", "gui"]
        .map(|folder| fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap());
    let declared = |what: &str, name: &str| {
        let heading = format!("[[{what}]]\nname = \"{name}\"");
        let own = what == "test" && root().join(format!("core/tests/{name}.rs")).exists();
        own || manifests.iter().any(|manifest| manifest.contains(&heading))
    };
    let mut seen = 0;
    for page in pages() {
        for typed in page.commands("cargo") {
            let typed = words(typed);
            for pair in typed.windows(2).filter(|pair| pair[1] != "PACKAGE" && pair[1] != "NAME") {
                match pair[0].as_str() {
                    "-p" => assert!(packages.contains(&pair[1].as_str()), "{}: {typed:?}", page.path),
                    "--test" => assert!(declared("test", &pair[1]), "{}: {typed:?}", page.path),
                    "--bench" => assert!(declared("bench", &pair[1]), "{}: {typed:?}", page.path),
                    _ => continue,
                }
                seen += 1;
            }
        }
        for span in page.spans().chain(page.block_lines().map(str::trim)) {
            let script = span.split_whitespace().next().unwrap_or_default();
            if script.ends_with(".sh") || script.starts_with(".ci/") {
                assert!(root().join(script).exists(), "{}: {script}", page.path);
            }
        }
    }
    assert!(seen > 5, "{seen} names");
}

/// The name by which a heading is linked to.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for page in pages() {
        let folder = root().join(&page.path).parent().unwrap().to_owned();
        for link in page.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.contains(' ') {
                continue;
            }
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { root().join(&page.path) } else { folder.join(path) };
            assert!(target.exists(), "{}: {link}", page.path);
            if !place.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#')) == place);
                assert!(found, "{}: {link}", page.path);
            }
            links += 1;
        }
    }
    assert!(links > 20, "{links} links");
}

/// Whoever adds a dependency says what for, and whoever takes one out takes that out too.
#[test]
fn every_direct_dependency_has_its_line() {
    let mut direct = BTreeSet::new();
    for folder in ["core", "crypto", "net", "gui"] {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let targets = manifest.get("target").and_then(toml::Value::as_table);
        let tables = targets.into_iter().flat_map(|table| table.values()).filter_map(toml::Value::as_table);
        for table in tables.chain([&manifest]) {
            for kind in ["dependencies", "dev-dependencies"] {
                let names = table.get(kind).and_then(toml::Value::as_table);
                direct.extend(names.into_iter().flat_map(|names| names.keys().cloned()));
            }
        }
    }
    direct.retain(|name| !name.starts_with("mextrain"));
    let page = fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let listed: BTreeSet<String> = rows.map(str::to_owned).collect();
    assert_eq!(direct, listed);
}

#[test]
fn no_file_has_more_than_500_lines() {
    let mut folders: Vec<PathBuf> =
        ["core", "crypto", "net", "gui", "tests"].map(|folder| root().join(folder)).into();
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let lines = fs::read_to_string(&path).unwrap().lines().count();
                assert!(lines <= 500, "{}: {lines}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// Everything that the doctor can find in the way, with what it says to do.
#[allow(clippy::too_many_lines, reason = "a table")]
fn troubles() -> Vec<Checked> {
    let to = || "192.168.1.23".parse().unwrap();
    let at = || Some("192.168.1.23:47110".parse().unwrap());
    let name = |name: &str| name.to_owned();
    let both = || vec![name("eth0"), name("wlan0")];
    let why = || name("Permission denied");
    let firewalls =
        [Firewall::Ufw, Firewall::Firewalld, Firewall::Windows, Firewall::MacOs, Firewall::Unknown];

    let mut all = vec![
        (Check::Network, Found::NoNetwork, Remedy::JoinNetwork),
        (
            Check::Network,
            Found::LinkDown { name: name("eth0"), ip: to() },
            Remedy::PlugIn { name: name("eth0") },
        ),
        (
            Check::Network,
            Found::OnlyLinkLocal { name: name("eth0"), ip: "169.254.7.7".parse().unwrap() },
            Remedy::AskRouter,
        ),
        (
            Check::Interfaces,
            Found::ThroughVpn { name: name("tun0"), to: Some(to()) },
            Remedy::VpnOff { name: name("tun0") },
        ),
        (
            Check::Interfaces,
            Found::ThroughContainers { name: name("docker0"), to: to() },
            Remedy::ContainersOff { name: name("docker0") },
        ),
        (
            Check::Interfaces,
            Found::SameNetwork { names: both(), network: "192.168.1.0".parse().unwrap(), prefix: 24 },
            Remedy::KeepOne { names: both() },
        ),
        (Check::Interfaces, Found::NoWay { to: to() }, Remedy::SameNetworkAsOther),
        (Check::Port, Found::PortTaken { port: 47110 }, Remedy::OtherPort),
        (Check::Port, Found::PortForbidden { port: 80 }, Remedy::HigherPort),
        (Check::Multicast, Found::DiscoveryTaken, Remedy::FreeDiscovery),
        (Check::Multicast, Found::NoMulticast { why: why() }, Remedy::ByCode),
        (Check::Peers, Found::ReachedNotHeard { to: at().unwrap() }, Remedy::ByCode),
        (Check::Peers, Found::NobodyHeard, Remedy::OpenTableOrOtherNetwork),
        (Check::Address, Found::NoSuchTable, Remedy::AskHost),
        (Check::Address, Found::NoSuchHost { host: name("den.home") }, Remedy::CheckName),
        (Check::Address, Found::Refused { at: at() }, Remedy::AskHost),
        (Check::Address, Found::NoAnswer { at: at() }, Remedy::HostsFirewallOrOtherNetwork),
        (Check::Address, Found::NobodyThere { at: at() }, Remedy::OtherNetwork),
        (Check::Address, Found::Ourselves { at: at() }, Remedy::AskHost),
        (Check::Address, Found::OtherProgram { at: at() }, Remedy::AskHost),
        (Check::DialBack, Found::NotDialedBack { port: None }, Remedy::TryAgain),
        (Check::Table, Found::OtherHost, Remedy::NewCode),
        (Check::Table, Found::OtherVersion { theirs: Some(9), ours: 8 }, Remedy::UpdateHere),
        (Check::Table, Found::OtherVersion { theirs: Some(7), ours: 8 }, Remedy::UpdateThere),
        (Check::Table, Found::OtherVersion { theirs: None, ours: 8 }, Remedy::SameVersion),
        (Check::Address, Found::NotFinished, Remedy::MoreTime),
    ];
    for firewall in firewalls {
        let found = Found::NotHeardBack { on: vec![name("wlan0")] };
        all.push((Check::Multicast, found, Remedy::OpenDiscovery { firewall }));
    }
    for firewall in firewalls {
        let remedy = Remedy::OpenFirewall { firewall, port: 47110 };
        all.push((Check::DialBack, Found::NotDialedBack { port: Some(47110) }, remedy));
    }
    all.sort_by_key(|(check, ..)| Check::ALL.iter().position(|one| one == check));
    let trouble =
        |(check, found, remedy)| Checked { check, verdict: Verdict::Trouble, found, remedy: Some(remedy) };
    all.into_iter().map(trouble).collect()
}

/// How many kinds of remedy there are; whoever adds one has to give it a row above.
fn number(remedy: &Remedy) -> u32 {
    match remedy {
        Remedy::JoinNetwork => 0,
        Remedy::PlugIn { .. } => 1,
        Remedy::AskRouter => 2,
        Remedy::VpnOff { .. } => 3,
        Remedy::ContainersOff { .. } => 4,
        Remedy::KeepOne { .. } => 5,
        Remedy::SameNetworkAsOther => 6,
        Remedy::OtherPort => 7,
        Remedy::HigherPort => 8,
        Remedy::OpenFirewall { .. } => 9,
        Remedy::OpenDiscovery { .. } => 10,
        Remedy::FreeDiscovery => 11,
        Remedy::ByCode => 12,
        Remedy::OtherNetwork => 13,
        Remedy::OpenTableOrOtherNetwork => 14,
        Remedy::AskHost => 15,
        Remedy::HostsFirewallOrOtherNetwork => 16,
        Remedy::NewCode => 17,
        Remedy::CheckName => 18,
        Remedy::UpdateHere => 19,
        Remedy::UpdateThere => 20,
        Remedy::SameVersion => 21,
        Remedy::TryAgain => 22,
        Remedy::MoreTime => 23,
    }
}

#[test]
fn the_page_on_the_network_says_what_the_doctor_says() {
    let page = fs::read_to_string(root().join("docs/network.md")).unwrap();
    let (troubles, mut rows, mut remedies) = (troubles(), String::new(), BTreeSet::new());
    for checked in &troubles {
        let line = line(checked);
        rows += &format!("| {}: {} | {} |\n", line.title, line.found, line.todo.unwrap());
        remedies.extend(checked.remedy.as_ref().map(number));
    }
    assert_eq!(remedies, (0..=23).collect(), "every kind of remedy has a row");
    assert!(page.contains(&rows), "the table has to have these rows:\n{rows}");
}

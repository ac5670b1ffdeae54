//! What packages are made of agrees with the program: every file that is named exists, versions are equal, and what the
//! system has to bring is declared. No package is built here; `.ci/run` does that.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]
#![cfg(unix)]

mod support;

use std::{
    collections::BTreeSet,
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use support::{Place, program};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A file of the project.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs another program, unless it is not installed. Where every test must run, that is a failure.
fn tool(name: &str, arguments: &[&str]) -> Option<Output> {
    match Command::new(name).args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            assert!(env::var_os("MEXTRAIN_REQUIRE_ALL").is_none(), "{name} is not installed");
            eprintln!("skipped: {name} is not installed");
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

fn must(output: &Output) {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}{err}", output.status);
}

/// What `[package.metadata.deb]` says.
fn deb() -> toml::Table {
    let manifest: toml::Table = text("gui/Cargo.toml").parse().unwrap();
    manifest["package"]["metadata"]["deb"].as_table().unwrap().clone()
}

/// Source and destination of every file of the Debian package.
fn assets() -> Vec<(String, String)> {
    let string = |value: &toml::Value| value.as_str().unwrap().to_owned();
    let row = |row: &toml::Value| (string(&row[0]), string(&row[1]));
    deb()["assets"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn every_file_of_the_debian_package_exists_or_is_made() {
    let place = Place::new();
    let made = place.join("made");
    must(&Command::new(file("packaging/texts.sh")).arg(program()).arg(&made).output().unwrap());
    let assets = assets();
    for (source, _) in &assets {
        let path = match source.strip_prefix("../packaging/made/") {
            Some(name) => made.join(name),
            None if source == "target/release/mextrain" => continue,
            None => file("gui").join(source),
        };
        let size = fs::metadata(&path).unwrap_or_else(|error| panic!("{source}: {error}")).len();
        assert!(size > 0, "{source}");
    }
    let places: Vec<&str> = assets.iter().map(|(_, to)| to.as_str()).collect();
    for to in [
        "usr/bin/",
        "usr/share/man/man1/",
        "usr/share/bash-completion/completions/mextrain",
        "usr/share/zsh/vendor-completions/",
        "usr/share/fish/vendor_completions.d/",
        "usr/share/applications/",
        "usr/share/metainfo/",
    ] {
        assert!(places.contains(&to), "nothing goes to {to}");
    }
}

/// Names like `libX11.so.6` that stand in the program, be it in its header or in its text.
#[cfg(all(target_os = "linux", feature = "window"))]
fn libraries_named(program: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(program);
    let mut names = BTreeSet::new();
    for (at, dot) in text.match_indices(".so.") {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let before = text[..at].rsplit(|c| !part(c)).next().unwrap_or_default();
        let version = text[at + dot.len()..].split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        // Texts stand in a program without a gap between them: whatever comes before the last "lib" is another one.
        if let (Some(begin), false) = (before.rfind("lib"), version.is_empty()) {
            names.insert(format!("{}.so.{version}", &before[begin..]));
        }
    }
    names
}

#[cfg(all(target_os = "linux", feature = "window"))]
#[test]
fn every_library_that_the_program_opens_by_itself_is_declared() {
    // The C library and the compiler's own are found by the packager.
    let linked = ["libc.so.6", "libm.so.6", "libgcc_s.so.1"];
    let mut named = libraries_named(&fs::read(program()).unwrap());
    named.retain(|name| !linked.contains(&name.as_str()));

    let list = text("packaging/linux/libraries.txt");
    let rows = list.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> = rows.filter_map(|line| line.split_once(' ')).collect();
    let listed: BTreeSet<String> = rows.iter().map(|(library, _)| (*library).to_owned()).collect();
    assert_eq!(named, listed);

    let deb = deb();
    let declared = |key: &str, package: &str| {
        deb[key].as_str().unwrap().split([',', '|']).any(|one| one.trim() == package)
    };
    for (library, package) in rows {
        let key = if library == "libvulkan.so.1" { "recommends" } else { "depends" };
        assert!(declared(key, package.trim()), "{library} of {package} is not in {key}");
    }
}

#[test]
fn the_desktop_entry_names_what_is_installed() {
    let entry = text("packaging/linux/mextrain.desktop");
    // The window says of itself that it is "mextrain"; a desktop finds the entry and its icon by that.
    for line in ["Exec=mextrain", "Icon=mextrain", "StartupWMClass=mextrain", "Terminal=false"] {
        assert!(entry.lines().any(|other| other == line), "{line}");
    }
    assert!(text("gui/src/window/open.rs").contains(".with_app_id(\"mextrain\")"));
    let path = file("packaging/linux/mextrain.desktop");
    if let Some(output) = tool("desktop-file-validate", &[path.to_str().unwrap()]) {
        must(&output);
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn the_metainfo_is_valid_and_speaks_of_the_desktop_entry() {
    let metainfo = text("packaging/linux/mextrain.metainfo.xml");
    assert!(metainfo.contains("<launchable type=\"desktop-id\">mextrain.desktop</launchable>"));
    assert!(metainfo.contains("<project_license>MIT OR Apache-2.0</project_license>"));
    let path = file("packaging/linux/mextrain.metainfo.xml");
    let old_id = "--override=cid-desktopapp-is-not-rdns=info";
    if let Some(output) = tool("appstreamcli", &["validate", "--no-net", old_id, path.to_str().unwrap()]) {
        must(&output);
    }
}

#[test]
fn every_xml_file_is_well_formed() {
    for path in [
        "gui/assets/mextrain.svg",
        "gui/assets/mextrain-small.svg",
        "packaging/linux/mextrain.metainfo.xml",
        "packaging/macos/Info.plist",
        "packaging/windows/mextrain.wxs",
    ] {
        let text = text(path);
        let mut reader = quick_xml::Reader::from_str(&text);
        let (mut open, mut elements) = (0_u32, 0_u32);
        loop {
            match reader.read_event().unwrap_or_else(|error| panic!("{path}: {error}")) {
                quick_xml::events::Event::Start(start) => {
                    assert!(start.attributes().all(|attribute| attribute.is_ok()), "{path}");
                    (open, elements) = (open + 1, elements + 1);
                }
                quick_xml::events::Event::End(_) => open -= 1,
                quick_xml::events::Event::Eof => break,
                _ => {}
            }
        }
        assert!(open == 0 && elements > 1, "{path}: {open} elements are not closed");
    }
}

#[test]
fn icons_have_the_size_that_their_names_say() {
    for size in [16_u32, 24, 32, 48, 64, 128, 256, 512] {
        let name = format!("gui/assets/mextrain-{size}.png");
        let bytes = fs::read(file(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n", "{name}");
        assert_eq!(
            (&bytes[16..20], &bytes[20..24]),
            (&size.to_be_bytes()[..], &size.to_be_bytes()[..]),
            "{name}"
        );
        let to = format!("usr/share/icons/hicolor/{size}x{size}/apps/mextrain.png");
        assert!(assets().contains(&(format!("assets/mextrain-{size}.png"), to.clone())), "{to}");
    }
    let windows = fs::read(file("gui/assets/mextrain.ico")).unwrap();
    assert_eq!(&windows[..6], &[0, 0, 1, 0, 7, 0], "seven sizes in one file");
}

#[test]
fn macos_is_told_which_service_is_looked_for() {
    let list = text("packaging/macos/Info.plist");
    let value = |key: &str| {
        let after = list.split_once(&format!("<key>{key}</key>")).unwrap_or_else(|| panic!("no {key}")).1;
        after.split_once("</").unwrap().0.rsplit_once('>').unwrap().1.to_owned()
    };
    assert_eq!(value("CFBundleShortVersionString"), VERSION);
    assert_eq!(value("CFBundleVersion"), VERSION);
    assert_eq!(value("CFBundleExecutable"), "mextrain");
    assert!(value("NSLocalNetworkUsageDescription").ends_with('.'));
    // What the doctor asks for is what the peers announce; a test of the doctor holds that.
    let service = value("NSBonjourServices");
    assert!(text("net/src/doctor/multicast.rs").contains(&format!("`{service}.local`")), "{service}");
}

#[test]
fn the_installer_for_windows_names_files_that_exist() {
    let installer = text("packaging/windows/mextrain.wxs");
    let mut sources = 0;
    for after in installer.split("Source=\"").chain(installer.split("SourceFile=\"")).skip(1) {
        let source = after.split('"').next().unwrap();
        if !source.contains("$(var.Program)") && !source.starts_with('<') {
            assert!(file(source).exists(), "{source}");
            sources += 1;
        }
    }
    assert!(sources >= 4, "{sources} files");
}

#[test]
fn the_workflow_pins_every_action_and_runs_scripts_that_exist() {
    let workflow = text(".github/workflows/ci.yml");
    let mut actions = 0;
    for action in workflow.lines().filter_map(|line| line.trim().strip_prefix("- uses: ")) {
        let (_, version) = action.split_once("@v").unwrap_or_else(|| panic!("{action} has no version"));
        assert_eq!(version.split('.').filter(|part| part.parse::<u32>().is_ok()).count(), 3, "{action}");
        actions += 1;
    }
    assert!(actions >= 3, "{actions} actions");
    for system in ["ubuntu-", "windows-", "macos-"] {
        assert!(workflow.contains(system), "{system}");
    }
    let is_script = |word: &&str| word.starts_with("packaging/") || *word == ".ci/run";
    let words = workflow.split(|c: char| c.is_whitespace() || "$()\"".contains(c));
    let scripts: BTreeSet<&str> = words.filter(is_script).collect();
    assert!(scripts.len() >= 5, "{scripts:?}");
    for script in scripts {
        assert!(file(script).exists(), "{script}");
    }
}

/// The archive for any Linux, of a small stand-in that starts the program: packing all of what the tests run would take long.
#[test]
fn the_portable_archive_is_whole_and_comes_out_the_same_again() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let stand_in = place.write("mextrain", &format!("#!/bin/sh\nexec '{}' \"$@\"\n", program()));
    fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).unwrap();
    let pack = |folder: &str| {
        let output = Command::new(file("packaging/tar.sh")).arg(&stand_in).arg(place.join(folder)).output();
        let output = output.unwrap();
        must(&output);
        PathBuf::from(String::from_utf8(output.stdout).unwrap().trim())
    };
    let (first, second) = (pack("first"), pack("second"));
    assert!(fs::read(&first).unwrap() == fs::read(second).unwrap(), "two archives of the same differ");
    let name = first.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with(&format!("mextrain-{VERSION}-")), "{name}");

    must(&Command::new("tar").arg("-xzf").arg(&first).current_dir(place.path()).output().unwrap());
    let tree = place.join(name.strip_suffix(".tar.gz").unwrap());
    let version = Command::new(tree.join("bin/mextrain")).arg("--version").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("mextrain {VERSION}\n"));
    for file in [
        "share/man/man1/mextrain.1",
        "share/applications/mextrain.desktop",
        "share/icons/hicolor/256x256/apps/mextrain.png",
        "LICENSE-MIT",
        "INSTALL",
    ] {
        assert!(tree.join(file).exists(), "{file}");
    }
}

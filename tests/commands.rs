//! The commands that need no network: their output, their exit codes, and help for everything.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::path::Path;

use serde_json::Value;
use support::Place;

const COMMANDS: [&str; 18] = [
    "demo",
    "host",
    "join",
    "bot",
    "resume",
    "tables",
    "watch",
    "doctor",
    "verify-log",
    "show-log",
    "export-log",
    "referee",
    "tourney",
    "id",
    "rules",
    "scores",
    "completions",
    "man",
];

const HOLDS: &str = r#"
title = "Anybody may start the Mexican Train"
players = 2
[rules]
set = "double-nine"
[position]
engine = 9
turn = 1
hands = ["9-1 2-3", "9-2 4-5"]
boneyard = "0-1"
trains = ["", ""]
[[steps]]
move = "1 plays 1-9 on mexican"
[steps.then]
turn = 2
mexican = "9-1"
"#;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_command_has_help_that_begins_with_examples() {
    let place = Place::new();
    let whole = place.run(["--help"]);
    assert_eq!(place.run(["help"]).stdout, whole.stdout);
    assert_eq!(place.run(["--language", "de", "help"]).stdout, whole.stdout);
    assert_eq!(place.run(["help", "nothing"]).code, Some(2));
    assert!(!place.run(["help", "scores", "add"]).stdout.contains('\\'));
    assert_eq!(whole.code, Some(0));
    for command in COMMANDS {
        assert!(
            whole.stdout.contains(&format!("\n  {command} ")),
            "{command} is not listed:\n{}",
            whole.stdout
        );
        let help = place.run([command, "--help"]);
        assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
        assert_eq!(place.run(["help", command]).stdout, help.stdout);
        assert!(!help.stdout.contains('\\') || command == "man", "{}", help.stdout);
        let (examples, usage) = (help.stdout.find("Examples:"), help.stdout.find("Usage:"));
        assert!(examples.is_some() && examples < usage, "{}", help.stdout);
        assert!(help.stdout.contains(&format!("mextrain {command}")), "{}", help.stdout);
    }
    let version = place.run(["--version"]);
    assert_eq!(version.stdout, format!("mextrain {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = place.run(["completions", shell]);
        assert_eq!(script.code, Some(0), "{shell}");
        for command in COMMANDS {
            assert!(script.stdout.contains(command), "{shell}: {command}");
        }
    }
    let page = place.run(["man"]);
    assert_eq!(page.code, Some(0));
    assert!(page.stdout.starts_with(".ie ") || page.stdout.starts_with(".TH "), "{}", &page.stdout[..80]);
    for command in COMMANDS {
        let heading = format!(".SH \"MEXTRAIN {}\"", command.to_uppercase());
        assert!(page.stdout.contains(&heading), "{heading}");
    }
}

#[test]
fn wrong_usage_is_told_on_stderr_and_exits_with_two() {
    let place = Place::new();
    for arguments in
        [&["unknown"][..], &["demo", "--players", "9"], &["verify-log"], &["rules", "mine"], &["bot"]]
    {
        let ended = place.run(arguments);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!ended.stderr.is_empty());
    }
}

#[test]
fn without_a_command_it_says_what_to_use_instead() {
    let place = Place::new();
    let ended = place.run([""; 0]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    for command in ["mextrain demo", "mextrain host", "mextrain join"] {
        assert!(ended.stderr.contains(command), "{}", ended.stderr);
    }
}

#[test]
fn an_identity_is_made_once_for_every_profile() {
    let place = Place::new();
    let first = json(&place.run(["id", "--json"]).stdout);
    assert_eq!(first["schema"], "mextrain.id/1");
    assert_eq!(json(&place.run(["id", "--json"]).stdout), first);
    let second = json(&place.run(["id", "--json", "--profile", "second"]).stdout);
    assert_ne!(second["peer"], first["peer"]);
    assert!(first["folder"].as_str().is_some_and(|folder| Path::new(folder).starts_with(place.path())));
    let elsewhere = place.join("elsewhere");
    let third = place.run(["id", "--json", "--data-dir", elsewhere.to_str().unwrap()]);
    assert!(
        json(&third.stdout)["folder"]
            .as_str()
            .is_some_and(|folder| Path::new(folder).starts_with(&elsewhere))
    );
    let text = place.run(["id"]).stdout;
    assert!(text.contains(first["peer"].as_str().unwrap()) && text.contains(first["key"].as_str().unwrap()));
}

#[test]
fn rules_are_told_with_a_sentence_for_every_option() {
    let place = Place::new();
    let listing = json(&place.run(["rules", "--json"]).stdout);
    let presets = listing["presets"].as_array().unwrap();
    let names: Vec<&str> = presets.iter().filter_map(|preset| preset["name"].as_str()).collect();
    assert_eq!(names, ["traditional", "set-maker", "pagat", "guide", "article"]);
    for preset in presets {
        let options = preset["options"].as_array().unwrap();
        assert_eq!(options.len(), 18);
        assert!(
            options.iter().all(|option| option["sentence"].as_str().is_some_and(|text| text.ends_with('.')))
        );
        let shown = place.run(["rules", preset["name"].as_str().unwrap()]);
        assert_eq!(shown.code, Some(0));
        for option in options {
            let (name, value) = (option["name"].as_str().unwrap(), option["value"].as_str().unwrap());
            assert!(shown.stdout.contains(&format!("{name} = {value}")), "{name}: {}", shown.stdout);
        }
    }
    assert_eq!(place.run(["rules"]).stdout.lines().filter(|line| line.contains("traditional")).count(), 1);
}

#[test]
fn the_referee_tells_what_held_what_differs_and_what_is_malformed() {
    let place = Place::new();
    let write = |name: &str, text: &str| std::fs::write(place.join(name), text).unwrap();
    write("holds.toml", HOLDS);
    write("differs.toml", &HOLDS.replace("turn = 2\nmexican", "turn = 1\nmexican"));
    write("malformed.toml", &HOLDS.replace("\"9-1 2-3\"", "\"9-1 9-1\""));
    let held = place.run(["referee", "holds.toml"]);
    assert_eq!(held.code, Some(0), "{held:?}");
    assert_eq!(held.stdout, "holds.toml: ok\n1 held, 0 did not, 0 malformed\n");

    let both = place.run(["referee", "holds.toml", "differs.toml"]);
    assert_eq!(both.code, Some(1));
    let line = both.stdout.lines().nth(1).unwrap();
    assert!(line.starts_with("differs.toml: ") && line.contains("step 1") && line.contains("turn"), "{line}");
    assert!(line.contains("expected 1, found 2"), "{line}");

    for bad in ["malformed.toml", "no-such.toml", "."] {
        let ended = place.run(["referee", "holds.toml", "differs.toml", bad]);
        assert_eq!(ended.code, Some(2), "{bad}: {ended:?}");
        assert_eq!(ended.stdout.lines().count(), 4, "{}", ended.stdout);
        assert!(ended.stdout.ends_with("1 held, 1 did not, 1 malformed\n"));
    }

    let data = json(&place.run(["referee", "--json", "holds.toml", "differs.toml", "malformed.toml"]).stdout);
    assert_eq!(data["schema"], "mextrain.referee/1");
    let verdicts: Vec<&Value> =
        data["files"].as_array().unwrap().iter().map(|file| &file["verdict"]).collect();
    assert_eq!(verdicts, ["held", "differs", "malformed"]);
    assert_eq!((&data["files"][1]["step"], &data["files"][1]["key"]), (&1.into(), &"turn".into()));
}

#[test]
fn a_printed_position_can_be_pasted_into_a_new_file() {
    let place = Place::new();
    std::fs::write(place.join("holds.toml"), HOLDS).unwrap();
    let printed = place.run(["referee", "--print", "holds.toml"]).stdout;
    let begin = printed.find("[position]").unwrap_or_else(|| panic!("{printed}"));
    let end = printed.rfind("1 held").unwrap();
    let head = "players = 2\n[rules]\nset = \"double-nine\"\n";
    let steps = "[[steps]]\nmove = \"2 plays 9-2 on 2\"\n[steps.then]\nturn = 1\n";
    std::fs::write(place.join("next.toml"), format!("{head}{}{steps}", &printed[begin..end])).unwrap();
    let next = place.run(["referee", "next.toml"]);
    assert_eq!(next.code, Some(0), "{next:?}\n{printed}");
}

#[test]
fn the_referee_agrees_with_every_scenario_of_the_project() {
    let place = Place::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    assert!(files.len() >= 40, "{} scenario files", files.len());
    let mut arguments = vec!["referee".into()];
    arguments.extend(files.iter().map(|path| path.clone().into_os_string()));
    let ended = place.run(arguments);
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
}

/// What the README tells people to type is understood by the program: every line that begins with its name.
#[test]
fn the_readmes_commands_are_commands() {
    let place = Place::new();
    let readme = include_str!("../README.md");
    let mut count = 0;
    for line in readme.lines().map(str::trim_start).filter(|line| line.starts_with("mextrain ")) {
        let typed = line.split("  ").next().unwrap_or(line);
        let command = typed.split_ascii_whitespace().nth(1).unwrap();
        let mut arguments: Vec<&str> = typed.split_ascii_whitespace().skip(1).collect();
        arguments.push("--help");
        assert!(COMMANDS.contains(&command), "{line}");
        assert_eq!(place.run(arguments).code, Some(0), "{line}");
        count += 1;
    }
    assert!(count >= 5, "{count} commands in the README");
}

#[test]
fn nobody_reading_changes_no_verdict() {
    let place = Place::new();
    let differs = HOLDS.replace("mexican = \"9-1\"", "mexican = \"9-2\"");
    let (holds, differs) = (place.write("holds.toml", HOLDS), place.write("differs.toml", &differs));
    for (arguments, code) in [
        (vec!["referee", holds.as_str()], 0),
        (vec!["referee", differs.as_str()], 1),
        (vec!["man"], 0),
        (vec!["rules"], 0),
        (vec!["--help"], 0),
    ] {
        let ended = place.run_unread(&arguments);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(code), ""), "{arguments:?}");
    }
}

#[test]
fn a_seat_says_what_it_lacks() {
    let place = Place::new();
    let nowhere = place.run(["bot"]);
    assert_eq!(nowhere.code, Some(2));
    assert!(
        nowhere.stderr.contains("bot LOCATION") && nowhere.stderr.contains("bot --host"),
        "{}",
        nowhere.stderr
    );
    let words = place.run(["join", "Kitchen", "--expect-words", "lemon orbit wagon tulip"]);
    assert_eq!(words.code, Some(2));
    assert!(words.stderr.contains("\"tulip\" is none of the words"), "{}", words.stderr);
    let diary = place.write("diary.txt", "dear diary");
    let kept = place.run(["watch", "Kitchen", "--save", &diary]);
    assert_eq!(kept.code, Some(2));
    assert!(kept.stderr.contains("it is not replaced"), "{}", kept.stderr);
    assert_eq!(std::fs::read_to_string(diary).unwrap(), "dear diary");
    let code = place.run(["join", "R000-40NR-0T8"]);
    assert_eq!(code.code, Some(2));
    assert!(code.stderr.contains("12 letters and digits"), "{}", code.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_that_is_told() {
    let place = Place::new();
    for arguments in [["--help", "-q"], ["man", "-q"], ["rules", "-q"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = place.command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

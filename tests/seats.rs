//! Seats in the terminal: what is typed, what is told, and how it ends. All on this machine, with no network but loopback.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::process::Command;

use serde_json::Value;
use support::{Place, Running};

/// A seat that finds others in the test's own folder only, and is told of in events.
fn seat(place: &Place, profile: &str, arguments: &[&str]) -> Command {
    let common =
        ["--no-mdns", "--listen", "127.0.0.1", "--port", "0", "--rendezvous", "meet", "--profile", profile];
    let mut all = arguments.to_vec();
    all.extend(common);
    place.command(all)
}

const SHORT: [&str; 8] =
    ["--seats", "2", "--rule", "set=double-nine", "--rule", "first_engine=0", "--start-when-full", "-v"];

fn table<'a>(name: &'a str, command: &[&'a str]) -> Vec<&'a str> {
    [command, &["--name", name], &SHORT].concat()
}

/// A legal move as the events list it (`4-7 on mexican`), as a person would type it.
fn typed(listed: &str) -> String {
    listed.replace(" on mexican", " mex").replace(" on ", " ")
}

#[test]
fn a_person_types_a_whole_match_against_an_automatic_seat() {
    let place = Place::new();
    let mut ada = Running::start(seat(&place, "ada", &table("Typed", &["host", "--as", "Ada", "--json"])));
    let bo = Running::start(seat(&place, "bo", &["bot", "Typed", "--as", "Bo", "--json"]));
    let mut refused = 0;
    let mut over = false;
    let log = ada.event("log")["path"].as_str().unwrap().to_owned();
    while let Some(line) = ada.line() {
        let event: Value = serde_json::from_str(&line).unwrap();
        match event["event"].as_str().unwrap() {
            "turn" if event["you"] == true => {
                let moves = event["moves"].as_array().unwrap();
                // A tile just drawn that cannot be played is kept by itself.
                let Some(first) = moves.first().and_then(Value::as_str) else { continue };
                if first != "pass" && refused == 0 {
                    ada.type_line("pass");
                    ada.type_line("nonsense");
                    refused += 1;
                }
                ada.type_line(&typed(first));
            }
            "round-over" => ada.type_line("next"),
            "match-over" => over = true,
            "peer-lost" => assert!(!over, "somebody is lost after the end"),
            _ => {}
        }
    }
    let ended = ada.end();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(over);
    assert_eq!(refused, 1);
    let complaint = |part: &str| ended.stderr.lines().any(|line| line.contains(part));
    assert!(complaint("draw") || complaint("may not pass"), "{}", ended.stderr);
    assert!(complaint("type help"), "{}", ended.stderr);
    let mut bo = bo;
    assert_eq!(bo.end().code, Some(0));
    assert_eq!(place.run(["verify-log", &log]).code, Some(0));
    figures_agree(&place, &log);
}

#[test]
fn who_waits_is_told_what_is_tried() {
    let place = Place::new();
    // An address for examples, which nobody has.
    let mut nobody = Running::start(seat(&place, "ada", &["join", "192.0.2.1:4000", "--timeout", "90"]));
    nobody.message("Still trying to reach 192.0.2.1:4000, for up to 90 s");
    nobody.signal("INT");
    assert_eq!(nobody.end().code, Some(130));
}

#[test]
fn nobody_at_a_bots_terminal_is_asked_to_type_and_boards_come_after_their_words() {
    let place = Place::new();
    let mut host = Running::start(seat(&place, "ada", &table("Told", &["bot", "--host", "--as", "Ada"])));
    let mut guest = Running::start(seat(&place, "bo", &["bot", "Told", "--as", "Bo"]));
    for seat in [&mut host, &mut guest] {
        let told = seat.end();
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        assert!(!told.stdout.contains("Type "), "{}", told.stdout);
        boards_come_after_their_words(&told.stdout);
    }
}

/// No board shows a tile before it is told that it was laid.
fn boards_come_after_their_words(told: &str) {
    let tiles = |line: &str| -> Vec<(u8, u8)> {
        let halves = line.split_whitespace().filter_map(|word| word.trim_end_matches('.').split_once('-'));
        let tile = |(one, other): (&str, &str)| Some((one.parse().ok()?, other.parse().ok()?));
        halves.filter_map(tile).map(|(one, other): (u8, u8)| (one.min(other), one.max(other))).collect()
    };
    let (mut laid, mut boards, mut in_board) = (Vec::new(), 0, false);
    for line in told.lines() {
        in_board = line.starts_with("Engine ") || (in_board && line.starts_with("  "));
        if line.contains(" plays ") || line.contains(" the engine ") {
            laid.extend(tiles(line));
        } else if in_board && line.starts_with("  ") {
            boards += 1;
            assert!(tiles(line).iter().all(|tile| laid.contains(tile)), "{line}\n{told}");
        }
    }
    assert!(boards > 6, "{told}");
}

/// What each player is told of the match in figures is what its log says.
fn figures_agree(place: &Place, log: &str) {
    let told: Value =
        serde_json::from_str(&place.run(["export-log", log, "--format", "json"]).stdout).unwrap();
    let totals: Vec<u64> = told["totals"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let mut won = 0;
    for profile in ["ada", "bo"] {
        let id: Value =
            serde_json::from_str(&place.run(["id", "--json", "--profile", profile]).stdout).unwrap();
        let players = told["players"].as_array().unwrap();
        let own = players.iter().position(|player| player["key"] == id["key"]).unwrap();
        let shown = place.run(["stats", "--json", "--profile", profile]).stdout;
        let stats: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!([&stats["matches"], &stats["finished"], &stats["rounds"]], [1, 1, 1], "{stats}");
        assert_eq!(stats["points"], totals[own], "{stats}");
        assert_eq!(stats["won"] == 1, totals[own] == *totals.iter().min().unwrap(), "{stats} {totals:?}");
        won += stats["won"].as_u64().unwrap();
        let own_seat = (own + 1).to_string();
        let moves = told["rounds"][0]["moves"].as_array().unwrap();
        let laid =
            moves.iter().filter(|one| one["move"] == "play" && one["train"] == own_seat.as_str()).count();
        assert_eq!(stats["longest_train"], laid, "{stats}");
        assert!(place.run(["stats", "--profile", profile]).stdout.contains("Longest train"));
    }
    assert!(won >= 1);
    // Whoever has played nothing is told so, and gets no key by asking.
    let nobody = place.run(["stats", "--profile", "nobody"]);
    assert!(nobody.code == Some(0) && nobody.stdout.contains("No match"), "{}", nobody.stdout);
    assert!(!place.join("data/mextrain/nobody").exists());
}

#[test]
fn what_is_typed_as_said_is_heard_at_the_other_seat() {
    let place = Place::new();
    let mut ada = Running::start(seat(&place, "ada", &table("Talk", &["host", "--as", "Ada"])));
    let mut bo = Running::start(seat(&place, "bo", &["bot", "Talk", "--as", "Bo", "--json"]));
    bo.event("dealt");
    ada.type_line("say hello");
    ada.type_line("say nice");
    let said = bo.event("said");
    assert_eq!((&said["name"], &said["phrase"]), (&"Ada".into(), &"nice-one".into()));
    let mut seen = String::new();
    while !seen.contains("Ada: Nice one") {
        seen += &ada.line().unwrap_or_else(|| panic!("{seen}"));
        seen.push('\n');
    }
    assert!(seen.contains("say sorry"), "{seen}");
    ada.type_line("leave");
    assert_eq!(ada.end().code, Some(0));
}

#[test]
fn people_see_words_the_board_and_what_they_owe() {
    let place = Place::new();
    let mut ada = Running::start(seat(&place, "ada", &table("Shown", &["host", "--as", "Ada"])));
    let _bo = Running::start(seat(&place, "bo", &["bot", "Shown", "--as", "Bo"]));
    let mut seen = String::new();
    ada.type_line("?");
    ada.type_line("4-7 mex");
    let asked =
        ["Your turn: choose a tile", "Nothing fits: draw a tile", "Satisfy it now", "nothing satisfies it"];
    while !asked.iter().any(|prompt| seen.contains(prompt)) {
        seen += &ada.line().unwrap_or_else(|| panic!("{seen}"));
        seen.push('\n');
    }
    for part in [
        "Your table \"Shown\" is open",
        "play 4-7 on the Mexican Train",
        "The match has not begun",
        "Table words: ",
        "Read them aloud.",
        "Seats by lot: ",
        "Engine 0-0, ",
        "Ada (you)",
        "Mexican Train",
        "always open",
        "Your hand: ",
    ] {
        assert!(seen.contains(part), "{part:?} is missing:\n{seen}");
    }
    assert!(!seen.contains('\u{1b}'));
    ada.type_line("?");
    let hint = loop {
        let line = ada.line().unwrap();
        if line.contains("Hint: ") {
            break line;
        }
    };
    // What is hinted at is a move, and a sentence says why.
    assert!(hint.matches('.').count() >= 2 && hint.ends_with('.'), "{hint}");
    ada.type_line("leave");
    assert_eq!(ada.end().code, Some(0));
}

#[test]
fn other_words_than_the_expected_ones_are_another_table() {
    let place = Place::new();
    let host = ["bot", "--host", "--as", "Ada", "--json"];
    let _ada = Running::start(seat(&place, "ada", &table("Words", &host)));
    let guest = ["bot", "Words", "--json", "--expect-words", "lemon orbit wagon tuna"];
    let mut bo = Running::start(seat(&place, "bo", &guest));
    bo.event("words");
    let ended = bo.end();
    assert_eq!(ended.code, Some(7), "{ended:?}");
    assert!(ended.stderr.contains("another table"), "{}", ended.stderr);
}

#[test]
fn what_is_not_there_is_not_found() {
    let place = Place::new();
    for location in ["Nowhere", "127.0.0.1:9", "/ip4/127.0.0.1/tcp/9"] {
        let mut bot = Running::start(seat(&place, "bo", &["bot", location, "--timeout", "1"]));
        let ended = bot.end();
        assert_eq!(ended.code, Some(6), "{location}: {ended:?}");
    }
}

#[test]
fn a_table_that_nobody_joins_times_out_and_an_interrupted_one_says_so() {
    let place = Place::new();
    let host = ["bot", "--host", "--json"];
    let mut waits = Running::start(seat(&place, "ada", &[&host[..], &["--timeout", "1"]].concat()));
    assert_eq!(waits.end().code, Some(8));
    let mut waits = Running::start(seat(&place, "ada", &host));
    waits.event("table");
    waits.signal("INT");
    assert_eq!(waits.end().code, Some(130));
    let mut waits = Running::start(seat(&place, "ada", &[&host[..], &["--parent-pipe"]].concat()));
    waits.event("table");
    waits.close_input();
    assert_eq!(waits.end().code, Some(130));
}

#[test]
fn a_seat_without_input_cannot_be_played() {
    let place = Place::new();
    let mut host = Running::start(seat(&place, "ada", &["host", "--json"]));
    host.close_input();
    let ended = host.end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("mextrain bot"), "{}", ended.stderr);
    // Where there is no table either, that is what is wrong.
    let mut guest = Running::start(seat(&place, "bo", &["join", "Nowhere", "--timeout", "1"]));
    guest.close_input();
    assert_eq!(guest.end().code, Some(6));
}

#[test]
fn rules_that_cannot_be_played_are_refused_at_once() {
    let place = Place::new();
    let rules = ["hand=90", "no_such=1", "double_blank=7", "first_engine=13"];
    for rule in rules {
        let mut host = Running::start(seat(&place, "ada", &["host", "--rule", rule]));
        let ended = host.end();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{rule}: {ended:?}");
    }
}

#[test]
fn somebody_leaves_for_good_and_the_others_finish() {
    let place = Place::new();
    let rules =
        ["--rule", "set=double-nine", "--rule", "first_engine=1", "--seats", "3", "--start-when-full"];
    let host = [&["bot", "--host", "--name", "Leaving", "--as", "Ada", "--json"], &rules[..]].concat();
    let mut ada = Running::start(seat(&place, "ada", &host));
    ada.event("table");
    let mut cy = Running::start(seat(&place, "cy", &["bot", "Leaving", "--as", "Cy", "--json"]));
    let mut bo = Running::start(seat(&place, "bo", &["join", "Leaving", "--as", "Bo", "--json"]));
    bo.event("dealt");
    bo.type_line("leave");
    assert_eq!(bo.end().code, Some(0));
    // Nothing is left to come back to.
    let again = place.run(["resume", "--profile", "bo"]);
    assert_eq!(again.code, Some(6), "{}", again.stderr);
    let left = ada.event("left");
    let mut logs = Vec::new();
    for seat in [&mut ada, &mut cy] {
        let over = seat.event("match-over");
        assert_eq!(over["totals"].as_array().map(Vec::len), Some(3));
        assert!(over["totals"][left["seat"].as_u64().unwrap() as usize - 1].as_u64() >= Some(50), "{over}");
        assert_eq!(seat.end().code, Some(0));
    }
    for profile in ["ada", "cy"] {
        let folder = place.join("data/mextrain").join(profile).join("logs");
        let log = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
        assert_eq!(place.run(["verify-log", log.to_str().unwrap()]).code, Some(0));
        let told = place.run(["show-log", log.to_str().unwrap()]);
        assert!(told.stdout.contains("Bo has left the table."), "{}", told.stdout);
        logs.push(std::fs::read(log).unwrap());
    }
    assert_eq!(logs[0], logs[1]);
}

/// Before the seats are drawn, and before somebody who has come back has been heard, nobody can leave yet: it is done as soon as it can be.
#[test]
fn whoever_leaves_too_early_leaves_as_soon_as_that_is_possible() {
    for comes_back in [false, true] {
        let place = Place::new();
        let host = ["bot", "--host", "--as", "Ada", "--json"];
        let mut ada = Running::start(seat(&place, "ada", &table("Early", &host)));
        ada.event("table");
        let mut bo = Running::start(seat(&place, "bo", &["join", "Early", "--as", "Bo", "--json"]));
        if comes_back {
            bo.event("dealt");
            bo.signal("KILL");
            bo.end();
            bo = Running::start(seat(&place, "bo", &["resume", "--json"]));
        } else {
            bo.event("charter");
        }
        bo.type_line("leave");
        let ended = bo.end();
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("\"left\""), "{}", ended.stdout);
        ada.event("left");
        assert_eq!(ada.end().code, Some(0));
        // Nothing is left to come back to.
        let again = place.run(["resume", "--profile", "bo"]);
        assert_eq!(again.code, Some(6), "{}", again.stderr);
    }
}

#[test]
fn what_cannot_be_come_back_to_is_named() {
    let place = Place::new();
    let folder = place.join("data/mextrain/default/sessions/00");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("journal"), "").unwrap();
    for (arguments, code) in [(&["resume", "--list"][..], 0), (&["resume"], 6)] {
        let ended = place.run(arguments);
        assert_eq!(ended.code, Some(code), "{ended:?}");
        let named = ended.stderr.contains(folder.to_str().unwrap());
        assert!(named && ended.stderr.contains("cannot be taken up"), "{}", ended.stderr);
    }
    assert!(!place.join("data/mextrain/default/key").exists());
}

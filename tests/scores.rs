//! The scorekeeper and house rules as commands: what is written, what is refused, and that nothing is lost.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use serde_json::{Value, json};
use support::{Ended, Place};

fn data(ended: &Ended) -> Value {
    assert_eq!(ended.code, Some(0), "{ended:?}");
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}", ended.stdout))
}

fn refused(ended: &Ended, code: i32, part: &str) {
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(code), ""), "{ended:?}");
    assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
}

#[test]
fn the_set_makers_example_comes_out() {
    let place = Place::new();
    let names = ["scores", "new", "Ada", "Bo", "Cy", "Dee", "--preset", "set-maker"];
    let begun = place.run(names);
    assert_eq!(begun.code, Some(0), "{begun:?}");
    assert!(begun.stdout.contains("Round 1 of 13 starts with 12-12."), "{}", begun.stdout);
    place.run(["scores", "add", "--out", "Bo", "Ada=12-5 6-6 0-2", "Cy=14", "Dee=22"]);
    let shown = place.run(["scores", "add", "Ada=out", "Bo=18", "Cy=9", "Dee=27"]);
    let expected = "                        Ada         Bo         Cy        Dee
round 1 (12-12)    31  (31)    0   (0)   14  (14)   22  (22)  Bo out
round 2 (11-11)     0  (31)   18  (18)    9  (23)   27  (49)  Ada out
total                    31         18         23         49
place                     3          1          2          4

Bo leads. Round 3 of 13 starts with 10-10.
";
    assert_eq!((shown.stdout.as_str(), shown.stderr.as_str()), (expected, ""));
    assert_eq!(place.run(["scores"]).stdout, expected, "nothing is asked where nobody types");
    let json = data(&place.run(["scores", "--json"]));
    assert_eq!(json["schema"], "mextrain.scores/1");
    assert_eq!((&json["totals"], &json["ranks"]), (&json!([31, 18, 23, 49]), &json!([3, 1, 2, 4])));
    assert_eq!(
        (&json["leaders"], &json["next"], &json["complete"]),
        (&json!(["Bo"]), &json!("10-10"), &json!(false))
    );
    let first = &json["rounds"][0];
    assert_eq!(
        (&first["out"], &first["blocked"], &first["engine"]),
        (&json!("Bo"), &json!(false), &json!("12-12"))
    );
    assert_eq!(first["hands"], json!([["0-2", "6-6", "5-12"], [], 14, 22]));
    assert_eq!(json["rounds"][1]["totals"], json!([31, 18, 23, 49]));
    let csv = place.run(["scores", "csv"]);
    assert!(
        csv.stdout.ends_with("2,11-11,Ada,0,18,9,27\ntotal,,,31,18,23,49\nplace,,,3,1,2,4\n"),
        "{}",
        csv.stdout
    );
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let place = Place::new();
    refused(&place.run(["scores"]), 2, "there is no scoresheet yet");
    refused(&place.run(["scores", "undo"]), 2, "there is no scoresheet yet");
    refused(&place.run(["scores", "new", "Ada"]), 2, "2 to 8 players");
    refused(&place.run(["scores", "new", "Ada", "ada"]), 2, "called ada");
    refused(&place.run(["scores", "new", "Ada", "Bo", "--set", "double-nine", "--first", "10"]), 2, "0 to 9");
    refused(&place.run(["scores", "new", "Ada", "B=o"]), 2, "B=o cannot be a name on a sheet");
    refused(&place.run(["scores", "new", "Ada", "Bo", "--rule", "hand=60"]), 2, "hand = 60 is too large");
    place.run(["scores", "new", "Ada", "Bo", "Cy", "--set", "double-nine", "--first", "1"]);
    for (hands, part) in [
        (&["Ada=out", "Bo=10-4", "Cy=5"][..], "Bo cannot hold 4-10: the double-nine set does not have it"),
        (&["Ada=out", "Bo=1-1", "Cy=5"], "Bo cannot hold 1-1: it is this round's starting double"),
        (&["Ada=out", "Bo=4-5 2-3", "Cy=5-4"], "4-5 is in the hand of Bo and of Cy"),
        (&["Ada=out", "Bo=4-5 5-4", "Cy=5"], "Bo: 4-5 is there twice"),
        (&["Ada=out", "Bo=4_5", "Cy=5"], "Bo: \"4_5\" is not a tile"),
        (&["Ada=out", "Bo=5"], "hand of Cy?"),
        (&["Ada=4", "Bo=5", "Cy=6"], "nobody went out"),
        (&["Ada=out", "Bo=out", "Cy=6"], "only one player can go out"),
        (&["Ada=out", "Bo=5", "Zed=6"], "nobody is called Zed"),
        (&["--blocked", "Ada=out", "Bo=5", "Cy=6"], "Ada holds nothing and so went out"),
        (&["--out", "Bo", "Ada=4", "Bo=5", "Cy=6"], "Bo went out, and can hold nothing"),
        (&["Ada=out", "Bo=500", "Cy=600"], "1100 points"),
    ] {
        let typed: Vec<&str> = ["scores", "add"].iter().chain(hands).copied().collect();
        refused(&place.run(typed), 2, part);
    }
    assert_eq!(data(&place.run(["scores", "--json"]))["rounds"], json!([]));
    assert_eq!(place.run(["scores", "add", "Ada"]).code, Some(2));
    // A double-blank costs what the rules say; a match has its rounds and no more.
    place.run(["scores", "add", "Ada=out", "Bo=0-0 1-2", "Cy=5"]);
    let over = place.run(["scores", "add", "--blocked", "Ada=58", "Bo=5", "Cy=53"]);
    assert!(over.stdout.ends_with("The match is over: Ada, Bo and Cy share the win.\n"), "{}", over.stdout);
    refused(
        &place.run(["scores", "add", "Ada=out", "Bo=5", "Cy=5"]),
        2,
        "every round of the match is scored",
    );
    // Back and forth.
    place.run(["scores", "undo"]);
    place.run(["scores", "undo"]);
    refused(&place.run(["scores", "undo"]), 2, "no round to take back");
    place.run(["scores", "redo"]);
    assert_eq!(data(&place.run(["scores", "redo", "--json"]))["ranks"], json!([1, 1, 1]));
    refused(&place.run(["scores", "redo"]), 2, "no round was taken back");
}

#[test]
fn nothing_is_lost() {
    let place = Place::new();
    let file = place.join("evening.toml").to_str().unwrap().to_owned();
    let run = |typed: &[&str]| place.run(typed.iter().copied().chain(["--file", &file]));
    run(&["scores", "new", "Ada", "Bo"]);
    run(&["scores", "add", "Ada=out", "Bo=7"]);
    let kept = std::fs::read_to_string(&file).unwrap();
    let again = run(&["scores", "new", "Cy", "Dee"]);
    assert!(again.stderr.contains("evening.old-1.toml"), "{again:?}");
    assert_eq!(std::fs::read_to_string(place.join("evening.old-1.toml")).unwrap(), kept);
    let bad = "version = 1\nplayers = [\"Ada\"]\n[rules]\n";
    std::fs::write(&file, bad).unwrap();
    for typed in
        [&["scores"][..], &["scores", "new", "Ada", "Bo"], &["scores", "add", "Ada=1"], &["scores", "undo"]]
    {
        refused(&run(typed), 1, "is no scoresheet that can be used");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), bad);
    }
    std::fs::write(&file, vec![b'#'; 100_000]).unwrap();
    refused(&run(&["scores"]), 1, "evening.toml");
    assert!(!place.join("data").exists(), "the data folder is not touched where another file is named");
}

#[test]
fn house_rules_are_kept_shared_and_played() {
    let place = Place::new();
    let saved = place.run(["rules", "pagat", "--rule", "double_blank=50", "--save", "Kitchen"]);
    assert_eq!((saved.code, saved.stdout.as_str()), (Some(0), ""), "{saved:?}");
    let text = place.run(["rules", "kitchen", "--share"]).stdout;
    assert_eq!(text, "MXR1-2E08-PWGC-T\n");
    // Somebody else, with another folder, pastes it.
    let other = Place::new();
    let card = other.run(["rules", text.trim()]);
    assert!(
        card.stdout.contains("double_blank = 50")
            && card.stdout.contains("(Not so in the rules called pagat.)"),
        "{}",
        card.stdout
    );
    let json = data(&other.run(["rules", text.trim(), "--json"]));
    assert_eq!((&json["schema"], &json["rules"]["text"]), (&json!("mextrain.rules/1"), &json!(text.trim())));
    let listed = place.run(["rules"]).stdout;
    assert!(listed.contains("\nKitchen      pagat, 0-0 counts 50"), "{listed}");
    assert_eq!(data(&place.run(["rules", "--json"]))["saved"][0]["name"], "Kitchen");
    let sheet = data(&place.run(["scores", "new", "Ada", "Bo", "--preset", "Kitchen", "--json"]));
    assert_eq!(sheet["rules"], text.trim());
    assert_eq!(place.run(["rules", "--forget", "Kitchen"]).code, Some(0));
    refused(&place.run(["rules", "Kitchen"]), 2, "neither a preset");
    refused(&place.run(["host", "--preset", "Kitchen"]), 2, "neither a preset");
    refused(&place.run(["rules", "MXR1-2E08-PWGC-V"]), 2, "a character of the text is wrong");
    refused(&place.run(["rules", "MXR3-2E08-PWGC-T"]), 2, "newer version");
    refused(&place.run(["rules", "--rule", "hand=60", "--save", "Much"]), 2, "hand = 60 is too large");
    refused(&place.run(["rules", "--rule", "hand=celko", "--share"]), 2, "celko");
    refused(&place.run(["rules", "--forget", "Pagat"]), 2, "pagat is a preset");
    assert_eq!(place.run(["rules", "Pagat"]).stdout, place.run(["rules", "pagat"]).stdout);
    refused(&place.run(["rules", "--save", "pagat"]), 2, "means other rules already");
    refused(&place.run(["rules", "--rule", "preset=pagat"]), 2, "given by itself");
    assert_eq!(data(&place.run(["rules", "--json"]))["saved"], json!([]));
}

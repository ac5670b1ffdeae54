//! Matches of real processes that somebody watches: what is seen is what was played, and nothing at the table depends on who looks.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::path::{Path, PathBuf};

use futures::{StreamExt, stream::FuturesUnordered};
use mextrain_net::{
    identity::Identity,
    node::{
        self, NodeConfig, Port,
        message::{Request, Response, WATCH_PIECE},
    },
    place::Location,
};
use serde_json::Value;
use support::{
    LIMIT, Place, Running,
    table::{Chair, LONGER, Phase, SHORT, all_finish, anywhere},
};

/// Three automatic seats that know each other by addresses alone, and the code of their host.
fn table(name: &str, rules: &[&str]) -> (Vec<Chair>, String) {
    let host = ["bot", "--host", "--name", name, "--seats", "3", "--start-when-full"];
    let mut host = Chair::take("Ada", Box::new(anywhere), &[&host[..], rules].concat());
    let code = host.code();
    let guests = ["Bo", "Cy"].map(|who| Chair::take(who, Box::new(anywhere), &["bot", &code]));
    ([host].into_iter().chain(guests).collect(), code)
}

/// Somebody who watches the table of this host.
fn watcher(place: &Place, arguments: &[&str]) -> Running {
    let common = ["--no-mdns", "--rendezvous", "alone", "-v"];
    Running::start(place.command([&["watch"], arguments, &common].concat()))
}

/// The only log in the folder of a profile.
fn only_log(place: &Place) -> PathBuf {
    let folder = place.join("data/mextrain/default/logs");
    let logs: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(logs.len(), 1, "{logs:?}");
    logs[0].clone()
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn who_comes_in_the_middle_sees_the_whole_match_and_who_is_killed_is_not_missed() {
    let (mut chairs, code) = table("Porch", &LONGER);
    let (early, late) = (Place::new(), Place::new());
    // One watches from before the match, and is killed in the middle of it.
    let mut killed = watcher(&early, &[&code, "--json"]);
    assert!(chairs[0].until(Phase::Sealed));
    let mut watching = watcher(&late, &[&code, "--json"]);
    killed.event("sealed");
    killed.signal("KILL");
    assert_eq!(killed.end().code, None);
    // Those whom nobody asks know it from the one who is asked.
    for chair in &mut chairs[..2] {
        assert!(chair.read(|_, event| event["event"] == "watched" && event["count"] == 2), "{}", chair.who);
    }

    let words = watching.event("words");
    assert_eq!((&words["you"], words["seats"].as_array().unwrap().len()), (&Value::Null, 3));
    // Of what is hidden nothing is told.
    assert_eq!(watching.event("dealt")["hand"], Value::Array(Vec::new()));
    let mut over = None;
    while let Some(line) = watching.line() {
        let event: Value = serde_json::from_str(&line).unwrap();
        match event["event"].as_str().unwrap() {
            "turn" => {
                assert_eq!((&event["you"], &event["moves"]), (&false.into(), &Value::Array(Vec::new())))
            }
            "dealt" => assert_eq!(event["hand"], Value::Array(Vec::new())),
            "match-over" => over = Some(event),
            _ => {}
        }
    }
    let ended = watching.end();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stderr.contains("You are watching."), "{}", ended.stderr);
    let seat = chairs[0].running.end();
    let told: Value = seat.stdout.lines().find(|line| line.contains("match-over")).unwrap().parse().unwrap();
    assert_eq!(over.unwrap()["totals"], told["totals"]);
    let seen = only_log(&late);
    assert!(bytes(&seen) == bytes(&only_log(&chairs[0].place)), "another log than the table's");
    assert_eq!(late.run(["verify-log", seen.to_str().unwrap()]).code, Some(0));
    all_finish(chairs);
}

#[test]
fn it_is_told_in_words_and_kept_where_it_is_wanted() {
    let (chairs, code) = table("Words", &SHORT);
    let place = Place::new();
    let mut watching = watcher(&place, &[&code, "--save", "kept.mtlog"]);
    let ended = watching.end();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let shown = place.run(["show-log", "kept.mtlog"]);
    assert_eq!((shown.code, &shown.stdout), (Some(0), &ended.stdout));
    assert!(ended.stdout.contains("Round 2."), "{}", ended.stdout);
    assert_eq!(place.run(["verify-log", "kept.mtlog"]).code, Some(0));
    assert!(!place.join("data/mextrain/default/logs").exists());
    all_finish(chairs);
}

#[test]
fn if_who_is_asked_goes_another_is_asked_and_the_log_is_the_same() {
    let place = Place::new();
    let start = |profile: &str, arguments: &[&str]| {
        let common = ["--no-mdns", "--rendezvous", "meet", "--json", "-v", "--profile", profile];
        Running::start(place.command([arguments, &common].concat()))
    };
    let host = ["bot", "--host", "--name", "Shared", "--seats", "3", "--start-when-full", "--as", "Ada"];
    let mut seats = vec![start("ada", &[&host[..], &LONGER].concat())];
    seats.extend(["bo", "cy"].map(|who| start(who, &["bot", "Shared", "--as", who])));
    let logs: Vec<String> =
        seats.iter_mut().map(|seat| seat.event("log")["path"].as_str().unwrap().to_owned()).collect();
    let mut watching = start("eve", &["watch", "Shared"]);
    let seen = watching.event("log")["path"].as_str().unwrap().to_owned();
    watching.event("dealt");
    // Whoever it is, it goes and comes back; the others wait for it.
    for (seat, profile) in seats.iter_mut().zip(["ada", "bo", "cy"]) {
        seat.signal("KILL");
        assert_eq!(seat.end().code, None);
        *seat = start(profile, &["resume", "--bot"]);
        watching.event("turn");
    }
    let ended = watching.end();
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.stdout, ended.stderr);
    for (seat, log) in seats.iter_mut().zip(&logs) {
        assert_eq!(seat.end().code, Some(0));
        assert!(bytes(Path::new(log)) == bytes(Path::new(&seen)), "{log}");
    }
    assert_eq!(place.run(["verify-log", &seen]).code, Some(0));
}

#[test]
fn a_host_that_leaves_for_good_takes_nobodys_view_along() {
    let place = Place::new();
    let host = ["host", "--as", "Ada", "--name", "Left", "--seats", "3", "--start-when-full", "--json"];
    let mut host = Running::start(anywhere(&place, &[&host[..], &LONGER].concat()));
    let code = loop {
        if let Some(code) = host.event("table")["code"].as_str() {
            break code.to_owned();
        }
    };
    let chairs = ["Bo", "Cy"].map(|who| Chair::take(who, Box::new(anywhere), &["bot", &code]));
    // Nothing but the host's code is known.
    let (looking, kept) = (Place::new(), Place::new());
    let mut watching = watcher(&looking, &[&code, "--json"]);
    watching.event("dealt");
    host.type_line("leave");
    let left = host.end();
    assert_eq!(left.code, Some(0), "{}", left.stderr);
    let ended = watching.end();
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("\"left\""), "{}", ended.stdout);
    let mut chairs = Vec::from(chairs);
    assert_eq!(chairs[0].running.end().code, Some(0));
    assert!(bytes(&only_log(&looking)) == bytes(&only_log(&chairs[0].place)));
    assert_eq!(kept.run(["verify-log", only_log(&looking).to_str().unwrap()]).code, Some(0));
    all_finish(chairs);
}

#[test]
fn what_is_not_there_is_not_found_and_ctrl_c_ends_it() {
    let place = Place::new();
    let mut absent = watcher(&place, &["Nowhere", "--timeout", "1"]);
    assert_eq!(absent.end().code, Some(6));
    // A table that waits for guests is waited for.
    let host = ["bot", "--host", "--name", "Empty", "--seats", "3"];
    let mut host = Chair::take("Ada", Box::new(anywhere), &host);
    let code = host.code();
    let mut watching = watcher(&place, &[&code]);
    watching.message("The match has not begun");
    watching.type_line("board");
    watching.message("Type quit to stop watching");
    watching.signal("INT");
    assert_eq!(watching.end().code, Some(130));
    let mut watching = watcher(&place, &[&code]);
    watching.message("The match has not begun");
    watching.type_line("Quit");
    assert_eq!(watching.end().code, Some(0));
}

#[test]
fn whoever_asks_without_end_gets_little_and_is_shown_out() {
    let (mut chairs, code) = table("Crowd", &LONGER);
    assert!(chairs[0].until(Phase::Deal));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let flooded = runtime.block_on(async { tokio::time::timeout(LIMIT, flood(&code)).await }).unwrap();
    assert!(flooded.pieces > 0, "nothing was given at all");
    assert!(flooded.answers < ASKED / 2, "{flooded:?}");
    assert!(flooded.shown_out, "{flooded:?}");
    drop(runtime);
    all_finish(chairs);
}

/// How often the flood asks.
const ASKED: usize = 400;

/// What came of a flood of questions.
#[derive(Debug, Default)]
struct Flooded {
    answers: usize,
    pieces: usize,
    shown_out: bool,
}

/// Asks for the log over and over, for places and tables that do not exist, and for what only members may ask.
async fn flood(code: &str) -> Flooded {
    let identity = Identity::random().unwrap();
    let mut config = NodeConfig::new(identity.keypair().clone());
    (config.listen, config.port, config.multicast, config.rendezvous) = (Vec::new(), Port::Any, false, None);
    let (node, mut events) = node::start(config).unwrap();
    let location: Location = code.parse().unwrap();
    let host = node.dial(location.addresses(), None).await.unwrap();
    let mut flooded = Flooded::default();
    let mut questions = FuturesUnordered::new();
    for number in 0..ASKED {
        let request = match number % 4 {
            0 => Request::Watch { table: None, from: u64::MAX },
            1 => Request::Watch { table: Some([9; 16]), from: 0 },
            _ => Request::Watch { table: None, from: 0 },
        };
        questions.push(node.request(host, request));
        // The node itself has only so many on their way.
        if questions.len() >= 100 {
            flooded.take(questions.next().await);
        }
    }
    while let Some(answer) = questions.next().await {
        flooded.take(Some(answer));
    }
    while !flooded.shown_out {
        let event = events.recv().await.unwrap();
        flooded.shown_out = matches!(event, node::NodeEvent::PeerLost { peer } if peer == host);
    }
    flooded
}

impl Flooded {
    fn take(&mut self, answer: Option<Result<Response, node::RequestError>>) {
        match answer {
            Some(Ok(Response::Watched { bytes, .. })) => {
                assert!(bytes.len() <= WATCH_PIECE);
                self.answers += 1;
                self.pieces += usize::from(!bytes.is_empty());
            }
            Some(Ok(Response::Refused(_)) | Err(_)) | None => {}
            Some(Ok(other)) => panic!("{other:?}"),
        }
    }
}

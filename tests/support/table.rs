//! Tables of real processes: automatic seats that are killed, frozen and cut off, and taken up again.

use std::{path::PathBuf, process::Command};

use serde_json::Value;

use super::{Place, Running};

/// How a seat's program is started with these arguments: on this machine, or somewhere on a test's network.
pub type Start = Box<dyn Fn(&Place, &[&str]) -> Command>;

/// The rules of every match here: short, and with everything in it that a long one has.
pub const SHORT: [&str; 4] = ["--rule", "set=double-nine", "--rule", "first_engine=1"];

/// The same with more rounds: what a crash or a cut takes from one round comes again, and the end is far.
pub const LONGER: [&str; 4] = ["--rule", "set=double-nine", "--rule", "first_engine=6"];

/// How a seat is taken up again.
pub const RESUME: [&str; 6] = ["resume", "--bot", "--json", "--timeout", PATIENCE, "-v"];

/// For how many seconds a seat plays at most: enough for a short match over the worst of wires on a machine that has other things to do.
const PATIENCE: &str = "290";

/// One seat with the program that plays it at the moment.
pub struct Chair {
    /// Its player.
    pub who: &'static str,
    /// Its folder.
    pub place: Place,
    /// Its program.
    pub running: Running,
    start: Start,
    /// Where its log is, once its match has begun.
    log: Option<String>,
    seat: Option<u64>,
}

/// A moment of a match at which something happens to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are drawn, keys are owed.
    Words,
    /// The first key is in.
    Keys,
    /// The first shuffle is in.
    Shuffle,
    /// Hands are being opened to their owners.
    Deal,
    /// A tile was drawn that is not the engine.
    Search,
    /// This seat is to act.
    OwnTurn,
    /// This seat has drawn.
    Draw,
    /// The round is over, hands are being opened.
    Opening,
    /// The round is scored, confirmations are owed.
    Seal,
    /// Everybody has confirmed.
    Sealed,
}

impl Phase {
    /// All that come up in every match, in the order in which they do.
    pub const EVERY: [Phase; 8] = [
        Phase::Words,
        Phase::Keys,
        Phase::Shuffle,
        Phase::Deal,
        Phase::OwnTurn,
        Phase::Opening,
        Phase::Seal,
        Phase::Sealed,
    ];

    fn is_told_by(self, event: &Value, seat: Option<u64>) -> bool {
        let is = |name: &str| event["event"] == name;
        let own = || seat.is_some() && event["seat"].as_u64() == seat;
        let progress = |what: &str| is("progress") && event["what"] == what;
        match self {
            Phase::Words => is("words"),
            Phase::Keys => progress("key"),
            Phase::Shuffle => progress("shuffle"),
            Phase::Deal => progress("deal"),
            Phase::Search => is("search-missed"),
            Phase::OwnTurn => is("turn") && event["you"] == true,
            Phase::Draw => is("drew") && own(),
            Phase::Opening => is("round-ended"),
            Phase::Seal => is("round-over"),
            Phase::Sealed => is("sealed"),
        }
    }
}

impl Chair {
    /// Starts a seat.
    pub fn take(who: &'static str, start: Start, arguments: &[&str]) -> Chair {
        let place = Place::new();
        let all = [arguments, &["--as", who, "--json", "--timeout", PATIENCE, "-v"]].concat();
        let running = Running::start(start(&place, &all));
        Chair { who, place, running, start, log: None, seat: None }
    }

    /// The code by which others join the table that this seat hosts.
    pub fn code(&mut self) -> String {
        // It is told before the first address is known, and again with it.
        loop {
            if let Some(code) = self.running.event("table")["code"].as_str() {
                return code.to_owned();
            }
        }
    }

    /// Reads events up to this moment. `false`: the match was over before it came.
    pub fn until(&mut self, phase: Phase) -> bool {
        self.read(|chair, event| phase.is_told_by(event, chair.seat))
    }

    /// Reads events up to the first that is picked. `false`: the match was over before it came.
    pub fn read(&mut self, mut pick: impl FnMut(&Chair, &Value) -> bool) -> bool {
        while let Some(line) = self.running.line() {
            let event: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            match event["event"].as_str() {
                Some("log") => self.log = event["path"].as_str().map(str::to_owned),
                Some("words") => self.seat = event["you"].as_u64(),
                Some("match-over") => return false,
                _ => {}
            }
            if pick(self, &event) {
                return true;
            }
        }
        let ended = self.running.end();
        panic!("{} ended ({:?}); it wrote:\n{}\n{}", self.who, ended.code, ended.stdout, ended.stderr);
    }

    /// Reads events until it is told this of all of these.
    pub fn hears(&mut self, what: &str, of: &[&str]) {
        let mut missing = of.to_vec();
        let told = self.read(|_, event| {
            missing.retain(|who| !(event["event"] == what && event["name"] == *who));
            missing.is_empty()
        });
        assert!(told, "{} was not told {what} of {missing:?}", self.who);
    }

    /// The number of its seat, once it was told.
    pub fn seat(&self) -> Option<u64> {
        self.seat
    }

    /// The port at which it listens, as it says first.
    pub fn port(&mut self) -> String {
        let address = self.running.event("listening")["address"].as_str().expect("an address").to_owned();
        address.split('/').nth(4).expect("a port").to_owned()
    }

    /// Whether it has written down that somebody is at this port.
    pub fn knows(&self, port: &str) -> bool {
        let about = std::fs::read_to_string(self.sessions()[0].join("session.json"));
        about.is_ok_and(|text| text.contains(&format!("/{port}")))
    }

    /// Ends the program as a crash or a cut of power would.
    pub fn kill(&mut self) {
        self.running.signal("KILL");
        assert_eq!(self.running.end().code, None, "{} ended before it was killed", self.who);
    }

    /// Takes the seat up again.
    pub fn resume(&mut self) {
        self.running = self.start(&RESUME);
    }

    /// The program with these arguments in the seat's place.
    pub fn command(&self, arguments: &[&str]) -> Command {
        (self.start)(&self.place, arguments)
    }

    /// Starts it.
    pub fn start(&self, arguments: &[&str]) -> Running {
        Running::start(self.command(arguments))
    }

    /// The folders of this seat's sessions.
    pub fn sessions(&self) -> Vec<PathBuf> {
        let folder = self.place.join("data/mextrain/default/sessions");
        std::fs::read_dir(folder)
            .expect("a match was begun")
            .map(|entry| entry.expect("it is there").path())
            .collect()
    }
}

/// A seat of this machine that others find by its address alone, which is another at every start.
pub fn anywhere(place: &Place, arguments: &[&str]) -> Command {
    at_one_port(place, &[arguments, &["--port", "0"]].concat())
}

/// The same at a port that it chooses once.
pub fn at_one_port(place: &Place, arguments: &[&str]) -> Command {
    let common = ["--no-mdns", "--listen", "127.0.0.1", "--rendezvous", "alone"];
    place.command([arguments, &common].concat())
}

/// Waits until the match is over everywhere, and looks at what every seat has of it.
pub fn all_finish(chairs: Vec<Chair>) {
    let mut logs = Vec::new();
    let finishing: Vec<&str> = chairs.iter().map(|chair| chair.who).collect();
    for mut chair in chairs {
        let ended = chair.running.end();
        assert_eq!(ended.code, Some(0), "{}:\n{}\n{}", chair.who, ended.stdout, ended.stderr);
        let over = ended.stdout.lines().find(|line| line.contains("\"match-over\""));
        let path = ended.stdout.lines().find_map(|line| {
            let event: Value = serde_json::from_str(line).ok()?;
            (event["event"] == "log").then(|| event["path"].as_str().map(str::to_owned))?
        });
        let path = path.unwrap_or_else(|| panic!("{} told of no log:\n{}", chair.who, ended.stdout));
        let log = std::fs::read(&path).expect("a log can be read");
        assert_eq!(chair.place.run(["verify-log", &path]).code, Some(0), "{}", chair.who);
        let listed = chair.place.run(["resume", "--list", "--json"]);
        let listing: Value = serde_json::from_str(&listed.stdout).expect("a listing is JSON");
        // It is kept for whoever did not come back, and for nobody else.
        let lacks_here = |name: &Value| name.as_str().is_none_or(|name| finishing.contains(&name));
        let is_over = |session: &Value| {
            let lack = session["lack"].as_array();
            lack.is_none_or(|names| names.is_empty() || names.iter().any(lacks_here))
        };
        let sessions = listing["sessions"].as_array().expect("a list of sessions");
        assert!(!sessions.iter().any(is_over), "{} is offered a match that is over: {listing}", chair.who);
        assert!(over.is_some(), "{} was not told of the end:\n{}\n{}", chair.who, ended.stdout, ended.stderr);
        logs.push((chair.who, over.map(str::to_owned), log));
    }
    let (_, first_over, first_log) = logs.first().expect("somebody plays");
    for (who, over, log) in &logs {
        assert_eq!(over, first_over, "{who} has other scores");
        assert!(log == first_log, "{who} has another log");
    }
}

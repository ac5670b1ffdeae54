//! What a session has to say besides the game: what changed at a table before its match, why something was not done, and why it is over.
//!
//! The network's own errors are for logs, and in English; here they are sentences of the language that is spoken. What the system says, and
//! what people hardly ever see, comes as it is.

use std::io::ErrorKind;

use mextrain_core::RulesFault;
use mextrain_net::{
    charter::Proofs,
    identity::IdentityError,
    lobby::{Change, Disagreement, NotYet, Refused, SetupError},
    log::frame::{Damage, FILE_VERSION},
    node::{DialError, NodeError, Unreached},
    session::{CommandError, Ended, Failed, SessionError, Trouble, Unreachable},
    table::{ActError, TableError},
};

use super::why;

/// One change of a table, without a full stop.
pub fn change(change: &Change) -> String {
    match change {
        Change::Sat { name } => say!("session-sat", name = name),
        Change::Left { name } => say!("session-left", name = name),
        Change::Ready { name, ready: true } => say!("session-ready", name = name),
        Change::Ready { name, ready: false } => say!("session-not-ready", name = name),
        Change::Agreement { by, what, from, to } => {
            let (from, to) = (agreed(what, from), agreed(what, to));
            say!("session-changed", by = by, what = part(what), from = from, to = to)
        }
    }
}

/// What is agreed on; options have the names by which they are typed.
fn part(what: &str) -> &str {
    match what {
        "seats" => say!("session-part-seats"),
        "proofs" => say!("session-part-proofs"),
        "grace time" => say!("session-part-grace"),
        "keep going" => say!("session-part-keep-going"),
        "start when full" => say!("session-part-start-when-full"),
        option => option,
    }
}

fn agreed<'a>(what: &str, value: &'a str) -> &'a str {
    match (what, value) {
        ("keep going" | "start when full", "yes") => say!("session-yes"),
        ("keep going" | "start when full", "no") => say!("session-no"),
        ("proofs", name) if name == Proofs::EveryTurn.name() => say!("session-proofs-every-turn"),
        ("proofs", name) if name == Proofs::AtScoring.name() => say!("session-proofs-at-scoring"),
        (_, value) => value,
    }
}

/// Why a command was not carried out.
pub fn command_error(error: &CommandError) -> String {
    match error {
        CommandError::NotNow => say!("session-not-now").to_owned(),
        CommandError::Act(error) => act_error(error),
        CommandError::Setup(error) => setup_error(error),
        CommandError::NotYet(NotYet::FreeSeats(count)) => say!("session-free-seats", count = count),
        CommandError::NotYet(NotYet::NotReady(name)) => say!("session-not-ready", name = name),
        CommandError::NotYet(NotYet::Started) => refused(Refused::Started.code(), ""),
        CommandError::NotYet(NotYet::Charter(refusal)) => {
            say!("session-no-charter", code = refusal.code())
        }
        CommandError::Refused(one) => refused(one.code(), &one.to_string()),
        CommandError::TooMuch { wait } => {
            say!("session-too-much", seconds = wait.as_secs_f64().ceil() as u64)
        }
        CommandError::NoAnswer => say!("session-no-answer").to_owned(),
        CommandError::Ended => say!("session-ended").to_owned(),
    }
}

/// Why a decision is not carried out.
pub fn act_error(error: &ActError) -> String {
    match error {
        ActError::NotOwed => say!("session-not-owed").to_owned(),
        ActError::TooFew => say!("session-too-few").to_owned(),
        ActError::NotHeard => say!("session-not-heard").to_owned(),
        ActError::Illegal(refusal) => why::refusal(*refusal).to_owned(),
        ActError::Own(refusal) => say!("session-own", code = refusal.to_string()),
    }
}

fn setup_error(error: &SetupError) -> String {
    match error {
        SetupError::Rules(errors) => faults(errors.faults()),
        SetupError::TooFewSeats { members } => say!("session-too-few-seats", count = members),
        SetupError::Started => refused(Refused::Started.code(), ""),
        SetupError::OwnSeat(refusal) => say!("session-own-seat", code = refusal.code()),
    }
}

/// Why rules cannot be played, by a table or a sheet.
pub fn faults(faults: &[RulesFault]) -> String {
    let one = |fault: &RulesFault| match fault {
        RulesFault::HandTooSmall { hand } => say!("session-hand-too-small", hand = hand),
        RulesFault::HandTooLarge { hand, seats, tiles } => {
            say!("session-hand-too-large", hand = hand, seats = seats.value(), tiles = tiles)
        }
        RulesFault::ChartOfOtherSet => say!("session-chart-of-other-set").to_owned(),
        RulesFault::TooFewSeats { present } => say!("session-round-too-few", count = present),
        RulesFault::NoSuchRound { number, rounds } => {
            say!("session-no-such-round", number = number, rounds = rounds)
        }
    };
    faults.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Why there is no seat, by the refusal's code. `sentence` is what was said otherwise, for codes of whoever knows more.
pub fn refused(code: &str, sentence: &str) -> String {
    match code {
        "full" => say!("session-refused-full").to_owned(),
        "version" => say!("session-refused-version").to_owned(),
        "no-such-table" => say!("session-refused-no-such-table").to_owned(),
        "started" => say!("session-refused-started").to_owned(),
        "signature" => say!("session-refused-signature").to_owned(),
        "commitment" => say!("session-refused-commitment").to_owned(),
        "stale" => say!("session-refused-stale").to_owned(),
        "not-member" => say!("session-refused-not-member").to_owned(),
        "not-host" => say!("session-refused-not-host").to_owned(),
        "unsupported" => say!("session-refused-unsupported").to_owned(),
        "not-begun" => say!("session-refused-not-begun").to_owned(),
        _ => sentence.to_owned(),
    }
}

/// Why nobody was reached.
pub fn unreachable(why: &Unreachable) -> String {
    match why {
        Unreachable::Silent => say!("session-silent").to_owned(),
        Unreachable::Dial(DialError::Unreachable(why)) => unreached(why),
        Unreachable::Dial(DialError::Busy | DialError::Stopped) | Unreachable::NoAnswer(_) => {
            say!("session-no-answer").to_owned()
        }
        Unreachable::Refused(one) => refused(one.code(), &one.to_string()),
        Unreachable::OtherHost => say!("session-other-host").to_owned(),
        Unreachable::NoKey => say!("session-no-key").to_owned(),
        Unreachable::TooManyWatch => say!("session-too-many-watch").to_owned(),
        Unreachable::Forged => say!("session-forged").to_owned(),
    }
}

fn unreached(why: &Unreached) -> String {
    match why {
        Unreached::NoAddress => say!("session-no-address").to_owned(),
        Unreached::GivenUp => say!("session-given-up").to_owned(),
        Unreached::NoAnswer(at) => say!("session-nothing-back", at = at),
        Unreached::NoWay(at) => say!("session-no-way", at = at),
        Unreached::Otherwise { .. } => why.to_string(),
        Unreached::Refused(at) => say!("session-nobody-listens", at = at),
        Unreached::SomebodyElse(at) => say!("session-somebody-else", at = at),
        Unreached::Ourselves(at) => say!("session-ourselves", at = at),
    }
}

/// Why a session cannot begin.
pub fn session_error(error: &SessionError) -> String {
    match error {
        SessionError::Node(error) => node_error(error),
        SessionError::Setup(error) => setup_error(error),
        SessionError::Files(error) => say!("session-no-data", why = error.to_string()),
        SessionError::Busy => say!("session-busy").to_owned(),
        SessionError::Journal(why) => say!("session-not-resumed", why = damage(why)),
        SessionError::Table(error) => table_error(error),
        SessionError::Random => say!("session-no-randomness").to_owned(),
    }
}

/// Why a match can have no table here.
fn table_error(error: &TableError) -> String {
    match error {
        TableError::Charter(why) => say!("session-table-charter", code = why.to_string()),
        TableError::NotSeated => say!("session-table-not-seated").to_owned(),
        TableError::Nonce => say!("session-table-nonce").to_owned(),
        TableError::Journal(blame) => say!("session-table-journal", why = blame.to_string()),
    }
}

/// Why the network cannot be used.
pub fn node_error(error: &NodeError) -> String {
    match error {
        NodeError::Setup(why) => say!("session-no-network", why = why),
        NodeError::Listen { ip, port, source } => {
            let advice = match source.kind() {
                ErrorKind::AddrInUse => "taken",
                ErrorKind::PermissionDenied => "forbidden",
                _ => "none",
            };
            // A port is a name, and no number.
            say!(
                "session-cannot-listen",
                ip = ip,
                port = port.to_string(),
                why = source.to_string(),
                advice = advice
            )
        }
        NodeError::Rendezvous { folder, source } => {
            say!("session-no-folder", folder = folder.display(), why = source.to_string())
        }
    }
}

/// Why a key cannot be used.
pub fn identity_error(error: &IdentityError) -> String {
    match error {
        IdentityError::File { path, source } => {
            say!("session-key-file", path = path.display(), why = source.to_string())
        }
        IdentityError::NotAKey(path) => say!("session-key-none", path = path.display()),
        IdentityError::Exposed(path) => say!("session-key-exposed", path = path.display()),
        IdentityError::Random(why) => say!("session-key-random", why = why),
    }
}

texts! {
    /// The time was over before the match was.
    pub fn match_too_long() => "session-match-too-long";
    /// The time was over before the table was reached.
    pub fn not_reached() => "session-not-reached";
    /// Nothing more is typed, and the match is not over.
    pub fn input_ended() => "session-input-ended";
    /// Other table words than the ones somebody read out.
    pub fn other_words(words: &str) => "session-other-words";
}

/// Why a seat in the terminal has come to its end, where that was not its player's will; without a full stop.
pub fn ended(reason: &Ended) -> String {
    match reason {
        Ended::Finished | Ended::Left => String::new(),
        Ended::Stopped => say!("session-ended-stopped").to_owned(),
        Ended::HostLeft => say!("session-ended-host-left").to_owned(),
        Ended::NotFound => say!("session-ended-not-found").to_owned(),
        Ended::Unreachable { why } => say!("session-ended-unreachable", why = unreachable(why)),
        Ended::Refused { code, sentence } => say!("session-ended-refused", why = refused(code, sentence)),
        Ended::Failed { why } => failed(why),
    }
}

/// Why something could not go on on this machine, without a full stop.
pub fn failed(why: &Failed) -> String {
    match why {
        Failed::NoNetwork => say!("session-failed-network").to_owned(),
        Failed::NoTable => say!("session-failed-table").to_owned(),
        Failed::NoThread(why) => say!("session-failed-thread", why = why),
        Failed::OwnStop => say!("session-failed-own-stop").to_owned(),
        Failed::NoFiles(why) => say!("session-failed-files", why = why),
        Failed::NoLog(why) => say!("session-failed-log", why = why),
        Failed::NoRandomness(_) => super::log::no_randomness().to_owned(),
    }
}

/// Something that people should know of, in whole sentences.
pub fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::HasLeft => say!("session-trouble-has-left").to_owned(),
        Trouble::LeavesLater => say!("session-trouble-leaves-later").to_owned(),
        Trouble::NotBegun { who, secs } => {
            say!("session-trouble-not-begun", who = super::list(who), count = who.len(), secs = secs)
        }
        Trouble::NotMarked(why) => say!("session-trouble-not-marked", why = why),
        Trouble::NotAccepted { who: Some(who), why } => {
            say!("session-trouble-not-accepted", who = who, why = refused(why.code(), &why.to_string()))
        }
        Trouble::NotAccepted { who: None, why } => {
            say!("session-trouble-not-accepted-by-one", why = refused(why.code(), &why.to_string()))
        }
        Trouble::CharterRefused(refusal) => {
            say!("session-trouble-charter-refused", code = refusal.code())
        }
        Trouble::Disagreement(why) => say!("session-trouble-disagreement", why = disagreement(*why)),
        Trouble::Said(sentence) => sentence.clone(),
    }
}

fn disagreement(why: Disagreement) -> &'static str {
    match why {
        Disagreement::NotReady => say!("session-disagreement-not-ready"),
        Disagreement::Table => say!("session-disagreement-table"),
        Disagreement::Rules => say!("session-disagreement-rules"),
        Disagreement::Roster => say!("session-disagreement-roster"),
    }
}

/// What is wrong with a log as a file.
pub fn damage(damage: &Damage) -> String {
    match damage {
        Damage::NotThisKind => say!("session-log-other-kind").to_owned(),
        Damage::Version(version) => say!("session-log-version", version = version, own = FILE_VERSION),
        Damage::Cut { offset } => say!("session-log-cut", offset = offset),
        Damage::Broken { offset } => say!("session-log-broken", offset = offset),
        Damage::Io(error) => say!("session-log-unreadable", why = error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mextrain_core::{Refusal, Rules, Seats};
    use mextrain_net::{
        name::Name,
        refusal::{Blame, Refusal as TableRefusal},
    };

    use super::*;
    use crate::wording::language::{Language, tests::Speaking};

    fn failures() -> Vec<Failed> {
        let why = || "why".to_owned();
        vec![
            Failed::NoNetwork,
            Failed::NoTable,
            Failed::NoThread(why()),
            Failed::OwnStop,
            Failed::NoFiles(why()),
            Failed::NoLog(why()),
            mextrain_net::log::verify::NoRandomness.into(),
        ]
    }

    fn troubles() -> Vec<Trouble> {
        let not_accepted = |who| Trouble::NotAccepted { who, why: Refused::Stale };
        vec![
            Trouble::HasLeft,
            Trouble::LeavesLater,
            Trouble::NotBegun { who: Vec::new(), secs: 120 },
            Trouble::NotBegun { who: vec![Name::clean("Bo")], secs: 120 },
            Trouble::NotBegun { who: ["Bo", "Cy", "Di"].map(Name::clean).to_vec(), secs: 120 },
            Trouble::NotMarked("why".to_owned()),
            not_accepted(Some(Name::clean("Bo"))),
            not_accepted(None),
            Trouble::CharterRefused(TableRefusal::Rules),
            Trouble::Disagreement(Disagreement::NotReady),
            Trouble::Disagreement(Disagreement::Table),
            Trouble::Disagreement(Disagreement::Rules),
            Trouble::Disagreement(Disagreement::Roster),
        ]
    }

    fn commands() -> Vec<CommandError> {
        let much = Rules::default().with_settings([("hand", "60")]).unwrap().check(Seats::MIN).unwrap_err();
        let little = Rules::default().with_settings([("hand", "1")]).unwrap().check(Seats::MIN).unwrap_err();
        vec![
            CommandError::NotNow,
            CommandError::Act(ActError::NotOwed),
            CommandError::Act(ActError::TooFew),
            CommandError::Act(ActError::Illegal(Refusal::TrainClosed)),
            CommandError::Act(ActError::Own(TableRefusal::SelfLeak)),
            CommandError::Setup(SetupError::OwnSeat(TableRefusal::Signature)),
            CommandError::NotYet(NotYet::Charter(TableRefusal::Rules)),
            CommandError::Setup(SetupError::Rules(much)),
            CommandError::Setup(SetupError::Rules(little)),
            CommandError::Setup(SetupError::TooFewSeats { members: 3 }),
            CommandError::Setup(SetupError::Started),
            CommandError::NotYet(NotYet::FreeSeats(1)),
            CommandError::NotYet(NotYet::FreeSeats(2)),
            CommandError::NotYet(NotYet::NotReady(Name::clean("Bo"))),
            CommandError::Refused(Refused::Full),
            CommandError::Refused(Refused::NotBegun),
            CommandError::TooMuch { wait: Duration::from_millis(2500) },
            CommandError::NoAnswer,
            CommandError::Ended,
        ]
    }

    fn unreached() -> Vec<Unreachable> {
        let at = || "192.0.2.1:47110".to_owned();
        let dial = |why| Unreachable::Dial(DialError::Unreachable(why));
        vec![
            Unreachable::Silent,
            dial(Unreached::NoAddress),
            dial(Unreached::GivenUp),
            dial(Unreached::NoAnswer(at())),
            dial(Unreached::NoWay(at())),
            dial(Unreached::Refused(at())),
            dial(Unreached::SomebodyElse(at())),
            dial(Unreached::Ourselves(at())),
            Unreachable::Refused(Refused::NoSuchTable),
            Unreachable::OtherHost,
            Unreachable::NoKey,
            Unreachable::TooManyWatch,
            Unreachable::Forged,
        ]
    }

    fn changes() -> Vec<Change> {
        let name = || Name::clean("Bo");
        let agreed = |what, from: &str, to: &str| Change::Agreement {
            by: name(),
            what,
            from: from.to_owned(),
            to: to.to_owned(),
        };
        vec![
            Change::Sat { name: name() },
            Change::Left { name: name() },
            Change::Ready { name: name(), ready: true },
            Change::Ready { name: name(), ready: false },
            agreed("seats", "4", "2"),
            agreed("keep going", "yes", "no"),
            agreed("start when full", "no", "yes"),
            agreed("grace time", "2 min", "90 s"),
            agreed("proofs", Proofs::EveryTurn.name(), Proofs::AtScoring.name()),
            agreed("double_blank", "0", "50"),
        ]
    }

    fn beginnings() -> Vec<SessionError> {
        let listen = |kind: ErrorKind| {
            SessionError::Node(NodeError::Listen {
                ip: std::net::Ipv4Addr::UNSPECIFIED.into(),
                port: 47110,
                source: kind.into(),
            })
        };
        vec![
            SessionError::Node(NodeError::Setup("why".to_owned())),
            listen(ErrorKind::AddrInUse),
            listen(ErrorKind::PermissionDenied),
            listen(ErrorKind::AddrNotAvailable),
            SessionError::Node(NodeError::Rendezvous {
                folder: "meet".into(),
                source: ErrorKind::NotFound.into(),
            }),
            SessionError::Setup(SetupError::TooFewSeats { members: 3 }),
            SessionError::Files(ErrorKind::StorageFull.into()),
            SessionError::Busy,
            SessionError::Journal(Damage::Cut { offset: 47_110 }),
            SessionError::Table(TableError::Charter(TableRefusal::Rules)),
            SessionError::Table(TableError::NotSeated),
            SessionError::Table(TableError::Nonce),
            SessionError::Table(TableError::Journal(Blame {
                member: Some(2),
                step: 7,
                refusal: TableRefusal::Length,
                proven: true,
            })),
            SessionError::Random,
        ]
    }

    fn keys() -> Vec<IdentityError> {
        vec![
            IdentityError::File { path: "key".into(), source: ErrorKind::NotFound.into() },
            IdentityError::NotAKey("key".into()),
            IdentityError::Exposed("key".into()),
            IdentityError::Random("why".to_owned()),
        ]
    }

    fn damages() -> Vec<Damage> {
        vec![
            Damage::NotThisKind,
            Damage::Version(9),
            Damage::Cut { offset: 47_110 },
            Damage::Broken { offset: 47_110 },
            Damage::Io(std::io::ErrorKind::NotFound.into()),
        ]
    }

    #[test]
    fn in_english_it_is_what_the_errors_say() {
        commands().iter().for_each(|error| assert_eq!(command_error(error), error.to_string()));
        unreached().iter().for_each(|why| assert_eq!(unreachable(why), why.to_string()));
        changes().iter().for_each(|one| assert_eq!(change(one), one.to_string()));
        damages().iter().for_each(|one| assert_eq!(damage(one), one.to_string()));
        beginnings().iter().for_each(|one| assert_eq!(session_error(one), one.to_string()));
        keys().iter().for_each(|one| assert_eq!(identity_error(one), one.to_string()));
        troubles().iter().for_each(|one| assert_eq!(trouble(one), one.to_string()));
        failures().iter().for_each(|one| assert_eq!(failed(one), one.to_string()));
    }

    #[test]
    fn in_german_it_is_german() {
        let _german = Speaking::new(Language::German);
        commands().iter().for_each(|error| assert_ne!(command_error(error), error.to_string()));
        unreached().iter().for_each(|why| assert_ne!(unreachable(why), why.to_string()));
        changes().iter().for_each(|one| assert_ne!(change(one), one.to_string()));
        damages().iter().for_each(|one| assert_ne!(damage(one), one.to_string()));
        beginnings().iter().for_each(|one| assert_ne!(session_error(one), one.to_string()));
        keys().iter().for_each(|one| assert_ne!(identity_error(one), one.to_string()));
        troubles().iter().for_each(|one| assert_ne!(trouble(one), one.to_string()));
        failures().iter().for_each(|one| assert_ne!(failed(one), one.to_string()));
        assert!(change(&changes()[5]).contains("ja"), "{}", change(&changes()[5]));
        assert!(damage(&damages()[2]).contains("47110"));
        assert_eq!(refused("of-tomorrow", "whatever they say"), "whatever they say");
    }
}

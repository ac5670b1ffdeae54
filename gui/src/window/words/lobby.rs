//! The sentences of Home, Create and the waiting room.

use std::time::SystemTime;

use mextrain_core::{Rules, Seats, bot::Level};
use mextrain_net::{
    charter::{Proofs, check_rules, key_words},
    lobby::{LobbyState, Seated},
    name::Name,
    node::message::AdvertState,
    place::{JoinCode, Location, Recognised},
    session::{Ended, FoundTable},
};

use crate::{
    window::{known::Acquaintance, past::PastGame},
    wording,
};

/// While a rematch is on its way.
pub const REMATCH: &str = "Rematch";
/// While the own table is being opened for it.
pub const REMATCH_OPENS: &str =
    "Opening the table for the rematch, as soon as everybody has the whole match\u{2026}";
/// Does without it.
pub const CANCEL: &str = "Cancel";

/// While a guest looks for its host.
pub fn rematch_of(host: &Name) -> String {
    format!("Waiting for {host} to open the rematch\u{2026}")
}

/// Above the practice game.
pub const PRACTICE: &str = "Practice with bots";
/// What a practice game is.
pub const PRACTICE_ABOUT: &str = "On this computer, without a network. Nobody waits for you.";
/// The practice game's stepper.
pub const BOTS: &str = "Bots";

/// A bot and how well it plays.
pub fn bot_level(name: &Name, level: Level) -> String {
    let level = match level {
        Level::Easy => "easy",
        Level::Steady => "steady",
        Level::Sharp => "sharp",
    };
    format!("{name}: {level}")
}

/// The same for who hears it, with what a press does.
pub fn bot_level_named(name: &Name, level: Level) -> String {
    let level = match level {
        Level::Easy => "plays like a beginner",
        Level::Steady => "plans its hand",
        Level::Sharp => "thinks about what others may hold",
    };
    format!("{name} {level}. Press for another level")
}
/// The two sets.
pub const DOUBLE_NINE: &str = "Double-nine";
/// The two sets.
pub const DOUBLE_TWELVE: &str = "Double-twelve";
/// How long a practice match is.
pub const ONE_ROUND: &str = "1 round";
/// How long a practice match is.
pub const THREE_ROUNDS: &str = "3 rounds";
/// How long a practice match is.
pub const ALL_ROUNDS: &str = "All rounds";

/// Above the box to join by.
pub const JOIN: &str = "Join a table";
/// The box to join by.
pub const JOIN_FIELD: &str = "Code, address or name of the table";
/// In the empty box.
pub const JOIN_HINT: &str = "code, 192.168.1.23:47110, or a name";
/// The button beside it.
pub const JOIN_BUTTON: &str = "Join";
/// Above the tables of the network.
pub const TABLES: &str = "Tables on this network";
/// While none was found yet.
pub const SEARCHING: &str = "Looking for tables\u{2026}";
/// After ten seconds without one.
pub const NO_TABLES: &str = "No tables found. Ask the host for the code, or find out why.";
/// The button beside it.
pub const FIND_OUT: &str = "Find out why";
/// Looks for tables anew.
pub const AGAIN: &str = "Search again";
/// Sets a table up.
pub const CREATE: &str = "Create a table";
/// Above the matches that can be gone on with.
pub const PICK_UP: &str = "Pick up where you left off";
/// Goes on with one.
pub const RESUME: &str = "Resume";
/// Above the logs.
pub const PAST: &str = "Past games";
/// No log yet.
pub const NO_PAST: &str = "Games you finish are kept here, with everything that proves them.";
/// Shows one.
pub const REPLAY: &str = "Look again";
/// The button to the clipboard.
pub const COPY: &str = "Copy";

/// The same, for whoever cannot see what it stands beside.
pub fn copy(what: &str) -> String {
    format!("Copy {what}")
}
/// Puts a notice away.
pub const DISMISS: &str = "Dismiss";
/// The same, for whoever cannot see what it stands beside.
pub fn dismiss(notice: &str) -> String {
    format!("Dismiss: {notice}")
}
/// Notices for which there is no room.
pub fn more_notices(count: usize) -> String {
    format!("{count} more after this one")
}

/// The button beside a table.
pub fn join(table: &Name) -> String {
    format!("Join {table}")
}
/// The button beside a match.
pub fn resume(table: &Name, who: &str) -> String {
    format!("Resume {table} with {who}")
}
/// The button beside a game of the past.
pub fn look_again(who: &str, when: &str) -> String {
    format!("Look again at the game with {who}, {when}")
}
/// What the list of matches to go on with holds.
pub const SAVED: &str = "matches";
/// What the list of the past holds.
pub const LOGS: &str = "past games";
/// Shows the whole list.
pub fn show_all(count: usize) -> String {
    format!("Show all {count}")
}
/// The same, with what it shows.
pub fn show_all_of(count: usize, what: &str) -> String {
    format!("Show all {count} {what}")
}
/// Shows the newest alone.
pub const SHOW_FEWER: &str = "Show fewer";
/// The same, with what it shows.
pub fn show_fewer(what: &str) -> String {
    format!("Show fewer {what}")
}
/// More than can be listed.
pub fn too_many(count: usize, listed: usize) -> String {
    format!("These are the newest {listed} of {count}; the others stay on disk.")
}

/// What the text in the join box is, while it is typed.
pub fn recognised(text: &str) -> String {
    match Location::recognise(text) {
        Recognised::Empty => "A code has 12 characters; the host's window shows it.".to_owned(),
        Recognised::Location(Location::Code(code)) => format!("A join code: {}", code.address()),
        Recognised::Location(Location::Address(address)) => format!("An address: {address}"),
        Recognised::Location(Location::Multiaddr(_)) => "An address as libp2p writes it".to_owned(),
        Recognised::Location(Location::Table(name)) => format!("The table called \"{name}\" on this network"),
        Recognised::UnfinishedCode(count, _) => {
            format!("{count} of the {} characters of a code, or a table's name", JoinCode::CHARACTERS)
        }
        Recognised::Wrong(error) => sentence(&error.to_string()),
    }
}

/// The location in the join box, if it is one.
pub fn location(text: &str) -> Option<Location> {
    match Location::recognise(text) {
        Recognised::Location(location) => Some(location),
        Recognised::UnfinishedCode(_, name) => Some(Location::Table(name)),
        Recognised::Empty | Recognised::Wrong(_) => None,
    }
}

/// Where this computer is, at the foot of Home.
pub fn you_are_at(address: &str) -> String {
    format!("You are at {address}")
}
/// The same, without one.
pub const NO_ADDRESS: &str = "This computer has no address on a network: nobody can reach it.";

/// Tables cannot be looked for.
pub fn no_search(why: &str) -> String {
    format!("Tables cannot be looked for: {why}.")
}
/// The search has come to an end by itself.
pub const SEARCH_STOPPED: &str = "The search for tables has stopped.";

/// A bot that is not where it should be.
pub fn bot_trouble(bot: &Name, why: &str) -> String {
    sentence(&format!("The bot {bot} cannot play: {why}"))
}
/// Why a bot does not even look for its table.
pub const NO_WAY_IN: &str = "this computer has no address at which the table could be reached";
/// While a match is read from disk.
pub const COMING_BACK: &str = "Taking the match up where it was left\u{2026}";
/// It could not be read.
pub const NOT_BACK: &str = "The match could not be taken up again.";

/// What is known of a table, in lines: seats, rules and host; whether one can sit down; the code. `why_not` is what
/// [`why_not_join`] says.
pub fn about_table(table: &FoundTable, why_not: Option<&str>) -> Vec<String> {
    let advert = &table.advert;
    let rules = table.rules.as_ref().map(wording::options::in_words);
    let rules = rules.map(|rules| format!("Rules: {rules}. ")).unwrap_or_default();
    let mut lines = vec![format!("{} of {} seats. {rules}Host: {}", advert.taken, advert.seats, advert.host)];
    let code = advert.code.as_ref().map(|code| format!("Code {}", code.0));
    match why_not {
        Some(why_not) => {
            lines.push(why_not.to_owned());
            lines.extend(code);
        }
        None => lines.push(std::iter::once("Open".to_owned()).chain(code).collect::<Vec<_>>().join(". ")),
    }
    lines
}

/// Why one cannot sit down at a table; `None` if one can.
pub fn why_not_join(table: &FoundTable, own_version: u16) -> Option<String> {
    if !table.same_version {
        return Some(format!(
            "It plays by version {}, this program by version {own_version}",
            table.advert.version
        ));
    }
    match table.advert.state {
        AdvertState::Open => None,
        AdvertState::Full => Some("All seats are taken".to_owned()),
        AdvertState::InPlay => Some("The match has begun".to_owned()),
    }
}

/// Whether one can watch at a table.
pub fn can_be_watched(table: &FoundTable) -> bool {
    table.same_version && table.advert.state == AdvertState::InPlay
}

/// With whom, from the list of players.
pub fn players<'a>(names: impl IntoIterator<Item = &'a Name>) -> String {
    names.into_iter().map(Name::as_str).collect::<Vec<_>>().join(", ")
}

/// How long ago a game was, roughly.
pub fn past_game(game: &PastGame, now: SystemTime) -> String {
    let minutes = now.duration_since(game.when).map_or(0, |age| age.as_secs() / 60);
    let count = |count: u64, what: &str| format!("{count} {what}{} ago", if count == 1 { "" } else { "s" });
    match minutes {
        0..5 => "just now".to_owned(),
        5..60 => count(minutes, "minute"),
        60..1440 => count(minutes / 60, "hour"),
        _ => count(minutes / 1440, "day"),
    }
}

/// The title of Create.
pub const CREATE_TITLE: &str = "Create a table";
/// The table's name.
pub const TABLE_NAME: &str = "Name of the table";
/// What it is called unless somebody calls it something else.
pub fn table_of(player: &Name) -> String {
    format!("{player}'s table")
}
/// A name that is none.
pub fn no_table_name(why: &str) -> String {
    sentence(&format!("the table's name: {why}"))
}
/// Seats, bots included.
pub const SEATS: &str = "Seats";
/// Automatic players that come with the table.
pub const BOTS_AT_TABLE: &str = "Bots among them";
/// Whom to play with.
pub const PLAYERS: &str = "Players";
/// Rules.
pub const RULES: &str = "Rules";
/// Which dominoes.
pub const SET: &str = "Dominoes";
/// How many rounds.
pub const ROUNDS: &str = "Rounds";
/// Single options.
pub const OPTIONS: &str = "What these rules say";
/// When claims are proven.
pub const PROOFS: &str = "Proofs";
/// Opens the table.
pub const OPEN: &str = "Open the table";
/// What opening does.
pub const OPENING: &str =
    "The table opens at once and listens on the network; if this computer has a firewall, it may ask now.";
/// Begins without everybody being ready.
pub const WHEN_FULL: &str = "Begin as soon as all seats are taken";
/// Not told to others.
pub const UNLISTED: &str = "Do not list it: only who has the code finds it";

/// A mode of proving, in a sentence.
pub fn proofs(proofs: Proofs) -> &'static str {
    match proofs {
        Proofs::EveryTurn => "Every claim is proven at once",
        Proofs::AtScoring => "Claims are checked when the hands are opened",
    }
}

/// `4 players: 14 tiles each, 34 in the boneyard`, or why the rules do not fit the players.
pub fn deal(rules: &Rules, seats: Seats) -> Result<String, String> {
    check_rules(rules, seats).map_err(|errors| sentence(&errors.to_string()))?;
    let count = rules.hand.size(rules.set(), seats);
    let dealt = usize::from(count) * seats.count();
    let aside = usize::from(rules.engine == mextrain_core::EngineRule::SetAside);
    let left = usize::from(rules.set().len()).saturating_sub(dealt + aside);
    let rounds = match rules.rounds() {
        1 => "1 round".to_owned(),
        more => format!("{more} rounds"),
    };
    Ok(format!("{seats} players: {count} tiles each, {left} in the boneyard, {rounds}"))
}

/// Shows every rule of the table.
pub const CARD: &str = "The whole rules card";

/// Above the seats of a table.
pub const WHO: &str = "Who sits here";
/// A free seat.
pub const FREE: &str = "Free seat";
/// Somebody who is not ready yet.
pub const NOT_READY: &str = "not ready yet";
/// Somebody who is.
pub const READY: &str = "ready";
/// The button.
pub const I_AM_READY: &str = "I am ready";
/// The button, once one is ready.
pub const NOT_YET: &str = "Not yet";
/// Begins with whoever is there.
pub const START: &str = "Begin with who is here";
/// Why not.
pub const START_ALONE: &str = "A table needs at least two players";

/// Somebody at the table, and whether they are ready.
pub fn seated(member: &Seated, own: bool) -> String {
    let ready = if member.ready { READY } else { NOT_READY };
    let you = if own { " (you)" } else { "" };
    let bot = if member.bot { ", a bot" } else { "" };
    format!("{}{you}{bot}: {ready}", member.name)
}
/// Leaves.
pub const LEAVE: &str = "Leave the table";
/// Above the ways in.
pub const WAY_IN: &str = "How others get here";
/// Copies the code.
pub const COPY_CODE: &str = "Copy the code";
/// Above the agreement.
pub const AGREEMENT: &str = "What will be played";
/// Lets the host change it.
pub const CHANGE: &str = "Change rules or seats";
/// What that does.
pub const CHANGE_ABOUT: &str = "Everybody is told what you changed, and has to be ready again.";
/// Changes it.
pub const CHANGE_IT: &str = "Change it for everybody";
/// Why not.
pub const NOTHING_CHANGED: &str = "It is as it was";
/// What the host has changed, in sentences.
pub fn changed(changes: &[String]) -> String {
    format!("{} Everybody has to be ready again.", changes.join(" "))
}
/// About the words that come.
pub const WORDS_COME: &str =
    "Once everybody is ready, four words appear. Everyone should see the same words: read them aloud.";
/// While a table is looked for.
pub const LOOKING: &str = "Looking for the table\u{2026}";
/// While one's own table opens.
pub const OPENS: &str = "Opening the table\u{2026}";

/// What is known of somebody at the table.
pub fn acquaintance(name: &Name, known: &Acquaintance) -> String {
    let games = |games: u32| if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    match known {
        Acquaintance::Known { games: count, name: None } => format!("known, {}", games(*count)),
        Acquaintance::Known { games: count, name: Some(before) } => {
            format!("known as {before}, {}", games(*count))
        }
        Acquaintance::New => "new to you".to_owned(),
        Acquaintance::OtherKey => format!("{name}'s key is not the one you know"),
    }
}

/// What a key that is not the known one can mean.
pub fn other_key(name: &Name) -> String {
    format!(
        "It may be {name} on another computer, or somebody else of that name. Let {name} read the words of the key to you."
    )
}
/// Decides for somebody whose key is another one.
pub const PLAY_ANYWAY: &str = "Play with them anyway";
/// The same, for whoever cannot see beside whom the button stands.
pub fn play_anyway(name: &Name) -> String {
    format!("Play with them anyway: {name}")
}
/// That it was decided.
pub const ANYWAY: &str = "you play with them anyway";

/// Why one cannot be ready yet.
pub fn decide_first(name: &Name) -> String {
    format!("Decide about {name} first, whose key is not the one you know.")
}

/// A file of known players that cannot be used.
pub fn nobody_known(path: &str, why: &str) -> String {
    format!(
        "Whom you have played with cannot be read from {path} ({why}). The file is left as it is, and until it is put right or \
         moved away everybody is new to you."
    )
}
/// A file of known players that cannot be written.
pub fn not_remembered(path: &str, why: &str) -> String {
    format!("Whom you play with cannot be kept in {path}: {why}.")
}

/// A key as words that can be compared aloud.
pub fn key(key: &[u8; 32]) -> String {
    format!("key: {}", key_in_words(key))
}

/// The words alone.
pub fn key_in_words(key: &[u8; 32]) -> String {
    key_words(key).join(" ")
}

/// A key, and what is known of who has it.
pub fn about_key(bytes: &[u8; 32], known: Option<&str>) -> String {
    let key = key(bytes);
    known.map_or_else(|| key.clone(), |known| format!("{key}, {known}"))
}

/// How many are ready, and what is being waited for.
pub fn waiting_for(state: &LobbyState) -> String {
    let free = state.agreement.seats.count().saturating_sub(state.members.len());
    let unready: Vec<&str> =
        state.members.iter().filter(|member| !member.ready).map(|member| member.name.as_str()).collect();
    match (free, unready.is_empty()) {
        (0, true) => "Everybody is ready: the match begins.".to_owned(),
        (0, false) => format!("Waiting for {} to be ready.", unready.join(", ")),
        (1, _) => "Waiting for one more player.".to_owned(),
        (free, _) => format!("Waiting for {free} more players."),
    }
}

/// Why a seat at a table came to an end, before its match or with it.
pub fn ended(ended: &Ended) -> String {
    match ended {
        Ended::Finished => "The match is over.".to_owned(),
        Ended::Stopped => "The match was stopped by somebody's fault.".to_owned(),
        Ended::Left => "You left the table.".to_owned(),
        Ended::HostLeft => "The host closed the table.".to_owned(),
        Ended::NotFound => {
            "No table of that name was found on this network. Ask the host for the code, or find out why."
                .to_owned()
        }
        Ended::Unreachable { sentence } => format!("The table cannot be reached: {sentence}."),
        Ended::Refused { sentence, .. } => format!("There is no seat for you there: {sentence}."),
        Ended::Failed { sentence } => format!("It could not go on: {sentence}."),
    }
}

/// Text with a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_join_box_says_what_it_sees() {
        assert_eq!(recognised("192.168.1.23:47110"), "An address: 192.168.1.23:47110");
        assert_eq!(recognised("Kitchen table"), "The table called \"Kitchen table\" on this network");
        assert!(recognised("/ip4/1").starts_with("This is not a multiaddr"));
        assert!(location("").is_none() && location("/ip4/1").is_none());
        assert!(matches!(location("Kitchen table"), Some(Location::Table(_))));
    }

    #[test]
    fn the_live_line_counts_tiles() {
        let four = Seats::new(4).unwrap();
        assert_eq!(
            deal(&Rules::default(), four).unwrap(),
            "4 players: 14 tiles each, 35 in the boneyard, 13 rounds"
        );
        let mut rules = Rules::default();
        rules.set_option("hand", "9").unwrap();
        rules.set_option("first_engine", "2").unwrap();
        assert_eq!(deal(&rules, four).unwrap(), "4 players: 9 tiles each, 55 in the boneyard, 3 rounds");
        rules.set_option("hand", "40").unwrap();
        assert!(deal(&rules, four).unwrap_err().ends_with('.'));
    }

    #[test]
    fn sentences_begin_large_and_end_with_a_stop() {
        assert_eq!(sentence("all seats are taken"), "All seats are taken.");
        assert_eq!(sentence("Why?"), "Why?");
        assert_eq!(sentence(""), ".");
    }
}

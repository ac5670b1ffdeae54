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
    wording::{self, session},
};

texts! {
    /// While a rematch is on its way.
    pub fn rematch() => "window-lobby-rematch";
    /// While the own table is being opened for it.
    pub fn rematch_opens() => "window-lobby-rematch-opens";
    /// Does without it.
    pub fn cancel() => "window-lobby-cancel";

    /// While a guest looks for its host.
    pub fn rematch_of(host: &Name) => "window-lobby-rematch-of";

    /// Above the practice game.
    pub fn practice() => "window-lobby-practice";
    /// What a practice game is.
    pub fn practice_about() => "window-lobby-practice-about";
    /// The practice game's stepper.
    pub fn bots() => "window-lobby-bots";
}

/// A bot and how well it plays.
pub fn bot_level(name: &Name, level: Level) -> String {
    match level {
        Level::Easy => say!("window-lobby-bot-easy", name = name),
        Level::Steady => say!("window-lobby-bot-steady", name = name),
        Level::Sharp => say!("window-lobby-bot-sharp", name = name),
    }
}

/// The same for who hears it, with what a press does.
pub fn bot_level_named(name: &Name, level: Level) -> String {
    match level {
        Level::Easy => say!("window-lobby-bot-named-easy", name = name),
        Level::Steady => say!("window-lobby-bot-named-steady", name = name),
        Level::Sharp => say!("window-lobby-bot-named-sharp", name = name),
    }
}

texts! {
    /// The two sets.
    pub fn double_nine() => "window-lobby-double-nine";
    /// The two sets.
    pub fn double_twelve() => "window-lobby-double-twelve";
    /// How long a practice match is.
    pub fn one_round() => "window-lobby-one-round";
    /// How long a practice match is.
    pub fn three_rounds() => "window-lobby-three-rounds";
    /// How long a practice match is.
    pub fn all_rounds() => "window-lobby-all-rounds";

    /// Above the box to join by.
    pub fn join_heading() => "window-lobby-join-heading";
    /// The box to join by.
    pub fn join_field() => "window-lobby-join-field";
    /// In the empty box.
    pub fn join_hint() => "window-lobby-join-hint";
    /// The button beside it.
    pub fn join_button() => "window-lobby-join-button";
    /// Above the tables of the network.
    pub fn tables() => "window-lobby-tables";
    /// While none was found yet.
    pub fn searching() => "window-lobby-searching";
    /// After ten seconds without one.
    pub fn no_tables() => "window-lobby-no-tables";
    /// The button beside it.
    pub fn find_out() => "window-lobby-find-out";
    /// Looks for tables anew.
    pub fn again() => "window-lobby-again";
    /// Sets a table up.
    pub fn create() => "window-lobby-create";
    /// Above the matches that can be gone on with.
    pub fn pick_up() => "window-lobby-pick-up";
    /// Goes on with one.
    pub fn resume_button() => "window-lobby-resume-button";
    /// Above the logs.
    pub fn past() => "window-lobby-past";
    /// No log yet.
    pub fn no_past() => "window-lobby-no-past";
    /// Shows one.
    pub fn replay() => "window-lobby-replay";
    /// The button to the clipboard.
    pub fn copy_button() => "window-lobby-copy-button";

    /// The same, for whoever cannot see what it stands beside.
    pub fn copy(what: &str) => "window-lobby-copy";
    /// Puts a notice away.
    pub fn dismiss_button() => "window-lobby-dismiss-button";
    /// The same, for whoever cannot see what it stands beside.
    pub fn dismiss(notice: &str) => "window-lobby-dismiss";
    /// Notices for which there is no room.
    pub fn more_notices(count: usize) => "window-lobby-more-notices";

    /// The button beside a table.
    pub fn join(table: &Name) => "window-lobby-join";
    /// The button beside a match.
    pub fn resume(table: &Name, who: &str) => "window-lobby-resume";
    /// A match that is over here, of which these players lack the end.
    pub fn finished_without(names: &str) => "window-lobby-finished-without";
    /// The button beside a game of the past.
    pub fn look_again(who: &str, when: &str) => "window-lobby-look-again";
    /// What the list of matches to go on with holds.
    pub fn saved() => "window-lobby-saved";
    /// What the list of the past holds.
    pub fn logs() => "window-lobby-logs";
    /// Shows the whole list.
    pub fn show_all(count: usize) => "window-lobby-show-all";
    /// The same, with what it shows.
    pub fn show_all_of(count: usize, what: &str) => "window-lobby-show-all-of";
    /// Shows the newest alone.
    pub fn show_fewer_button() => "window-lobby-show-fewer-button";
    /// The same, with what it shows.
    pub fn show_fewer(what: &str) => "window-lobby-show-fewer";
    /// More than can be listed.
    pub fn too_many(count: usize, listed: usize) => "window-lobby-too-many";
}

/// What the text in the join box is, while it is typed.
pub fn recognised(text: &str) -> String {
    match Location::recognise(text) {
        Recognised::Empty => say!("window-lobby-recognised-empty").to_owned(),
        Recognised::Location(Location::Code(code)) => {
            say!("window-lobby-recognised-code", code = code.address())
        }
        Recognised::Location(Location::Address(address)) => {
            say!("window-lobby-recognised-address", address = address)
        }
        Recognised::Location(Location::Multiaddr(_)) => say!("window-lobby-recognised-multiaddr").to_owned(),
        Recognised::Location(Location::Table(name)) => {
            say!("window-lobby-recognised-table", name = name)
        }
        Recognised::UnfinishedCode(count, _) => {
            say!("window-lobby-recognised-unfinished-code", count = count, characters = JoinCode::CHARACTERS)
        }
        Recognised::Wrong(error) => sentence(&wording::why::location(&error)),
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

texts! {
    /// Where this computer is, at the foot of Home.
    pub fn you_are_at(address: &str) => "window-lobby-you-are-at";
    /// The same, without one.
    pub fn no_address() => "window-lobby-no-address";

    /// Tables cannot be looked for.
    pub fn no_search(why: &str) => "window-lobby-no-search";
    /// The search has come to an end by itself.
    pub fn search_stopped() => "window-lobby-search-stopped";
}

/// A bot that is not where it should be.
pub fn bot_trouble(bot: &Name, why: &str) -> String {
    sentence(&say!("window-lobby-bot-trouble", bot = bot, why = why))
}

texts! {
    /// Why a bot does not even look for its table.
    pub fn no_way_in() => "window-lobby-no-way-in";
    /// While a match is read from disk.
    pub fn coming_back() => "window-lobby-coming-back";
    /// It could not be read.
    pub fn not_back() => "window-lobby-not-back";
}

/// What is known of a table, in lines: seats, rules and host; whether one can sit down; the code. `why_not` is what
/// [`why_not_join`] says.
pub fn about_table(table: &FoundTable, why_not: Option<&str>) -> Vec<String> {
    let advert = &table.advert;
    let host = &advert.host;
    let (taken, seats) = (advert.taken, advert.seats);
    let mut lines = vec![match table.rules.as_ref().map(wording::options::in_words) {
        Some(rules) => {
            say!("window-lobby-about-table", taken = taken, seats = seats, rules = rules, host = host)
        }
        None => say!("window-lobby-about-table-without-rules", taken = taken, seats = seats, host = host),
    }];
    let code = advert.code.as_ref().map(|code| &code.0);
    match (why_not, code) {
        (Some(why_not), code) => {
            lines.push(why_not.to_owned());
            lines.extend(code.map(|code| say!("window-lobby-about-table-code", code = code)));
        }
        (None, Some(code)) => lines.push(say!("window-lobby-about-table-open-code", code = code)),
        (None, None) => lines.push(say!("window-lobby-about-table-open").to_owned()),
    }
    lines
}

/// Why one cannot sit down at a table; `None` if one can.
pub fn why_not_join(table: &FoundTable, own_version: u16) -> Option<String> {
    if !table.same_version {
        return Some(say!(
            "window-lobby-why-not-join-version",
            version = table.advert.version,
            own_version = own_version
        ));
    }
    match table.advert.state {
        AdvertState::Open => None,
        AdvertState::Full => Some(say!("window-lobby-why-not-join-full").to_owned()),
        AdvertState::InPlay => Some(say!("window-lobby-why-not-join-in-play").to_owned()),
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
    match minutes {
        0..5 => say!("window-lobby-just-now").to_owned(),
        5..60 => say!("window-lobby-minutes-ago", count = minutes),
        60..1440 => say!("window-lobby-hours-ago", count = minutes / 60),
        _ => say!("window-lobby-days-ago", count = minutes / 1440),
    }
}

texts! {
    /// The title of Create.
    pub fn create_title() => "window-lobby-create-title";
    /// The table's name.
    pub fn table_name() => "window-lobby-table-name";
    /// What it is called unless somebody calls it something else.
    pub fn table_of(player: &Name) => "window-lobby-table-of";
}

/// A name that is none.
pub fn no_table_name(why: &str) -> String {
    sentence(&say!("window-lobby-no-table-name", why = why))
}

texts! {
    /// Seats, bots included.
    pub fn seats() => "window-lobby-seats";
    /// Automatic players that come with the table.
    pub fn bots_at_table() => "window-lobby-bots-at-table";
    /// Whom to play with.
    pub fn players_heading() => "window-lobby-players";
    /// Rules.
    pub fn rules() => "window-lobby-rules";
    /// Which dominoes.
    pub fn set() => "window-lobby-set";
    /// How many rounds.
    pub fn rounds() => "window-lobby-rounds";
    /// Single options.
    pub fn options() => "window-lobby-options";
    /// When claims are proven.
    pub fn proofs_heading() => "window-lobby-proofs-heading";
    /// Opens the table.
    pub fn open() => "window-lobby-open";
    /// What opening does.
    pub fn opening() => "window-lobby-opening";
    /// Begins without everybody being ready.
    pub fn when_full() => "window-lobby-when-full";
    /// Not told to others.
    pub fn unlisted() => "window-lobby-unlisted";
}

/// A mode of proving, in a sentence.
pub fn proofs(proofs: Proofs) -> &'static str {
    match proofs {
        Proofs::EveryTurn => say!("window-lobby-proofs-every-turn"),
        Proofs::AtScoring => say!("window-lobby-proofs-at-scoring"),
    }
}

/// `4 players: 14 tiles each, 34 in the boneyard`, or why the rules do not fit the players.
pub fn deal(rules: &Rules, seats: Seats) -> Result<String, String> {
    check_rules(rules, seats).map_err(|errors| sentence(&session::faults(errors.faults())))?;
    let count = rules.hand.size(rules.set(), seats);
    let dealt = usize::from(count) * seats.count();
    let aside = usize::from(rules.engine == mextrain_core::EngineRule::SetAside);
    let left = usize::from(rules.set().len()).saturating_sub(dealt + aside);
    let rounds = say!("options-rounds", count = rules.rounds());
    Ok(say!("window-lobby-deal", seats = seats.value(), count = count, left = left, rounds = rounds))
}

texts! {
    /// Shows every rule of the table.
    pub fn card() => "window-lobby-card";

    /// Above the seats of a table.
    pub fn who() => "window-lobby-who";
    /// A free seat.
    pub fn free() => "window-lobby-free";
    /// Somebody who is not ready yet.
    pub fn not_ready() => "window-lobby-not-ready";
    /// Somebody who is.
    pub fn ready() => "window-lobby-ready";
    /// The button.
    pub fn i_am_ready() => "window-lobby-i-am-ready";
    /// The button, once one is ready.
    pub fn not_yet() => "window-lobby-not-yet";
    /// Begins with whoever is there.
    pub fn start() => "window-lobby-start";
    /// Why not.
    pub fn start_alone() => "window-lobby-start-alone";
}

/// Somebody at the table, and whether they are ready.
pub fn seated(member: &Seated, own: bool) -> String {
    say!("window-lobby-seated", name = member.name, own = own, bot = member.bot, ready = member.ready)
}

texts! {
    /// Leaves.
    pub fn leave() => "window-lobby-leave";
    /// Above the ways in.
    pub fn way_in() => "window-lobby-way-in";
    /// Copies the code.
    pub fn copy_code() => "window-lobby-copy-code";
    /// Above the agreement.
    pub fn agreement() => "window-lobby-agreement";
    /// Lets the host change it.
    pub fn change() => "window-lobby-change";
    /// What that does.
    pub fn change_about() => "window-lobby-change-about";
    /// Changes it.
    pub fn change_it() => "window-lobby-change-it";
    /// Why not.
    pub fn nothing_changed() => "window-lobby-nothing-changed";
}

/// What the host has changed, in sentences.
pub fn changed(changes: &[String]) -> String {
    say!("window-lobby-changed", changes = changes.join(" "))
}

texts! {
    /// About the words that come.
    pub fn words_come() => "window-lobby-words-come";
    /// While a table is looked for.
    pub fn looking() => "window-lobby-looking";
    /// While one's own table opens.
    pub fn opens() => "window-lobby-opens";
}

/// What is known of somebody at the table.
pub fn acquaintance(name: &Name, known: &Acquaintance) -> String {
    match known {
        Acquaintance::Known { games: count, name: None } => {
            say!("window-lobby-acquaintance-known", games = count)
        }
        Acquaintance::Known { games: count, name: Some(before) } => {
            say!("window-lobby-acquaintance-known-as", before = before, games = count)
        }
        Acquaintance::New => say!("window-lobby-acquaintance-new").to_owned(),
        Acquaintance::OtherKey => say!("window-lobby-acquaintance-other-key", name = name),
    }
}

texts! {
    /// What a key that is not the known one can mean.
    pub fn other_key(name: &Name) => "window-lobby-other-key";
    /// Decides for somebody whose key is another one.
    pub fn play_anyway_button() => "window-lobby-play-anyway-button";
    /// The same, for whoever cannot see beside whom the button stands.
    pub fn play_anyway(name: &Name) => "window-lobby-play-anyway";
    /// That it was decided.
    pub fn anyway() => "window-lobby-anyway";

    /// Why one cannot be ready yet.
    pub fn decide_first(name: &Name) => "window-lobby-decide-first";

    /// A file of known players that cannot be used.
    pub fn nobody_known(path: &str, why: &str) => "window-lobby-nobody-known";
    /// A file of known players that cannot be written.
    pub fn not_remembered(path: &str, why: &str) => "window-lobby-not-remembered";
}

/// A key as words that can be compared aloud.
pub fn key(key: &[u8; 32]) -> String {
    say!("window-lobby-key", words = key_in_words(key))
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
        (0, true) => say!("window-lobby-waiting-for-nobody").to_owned(),
        (0, false) => say!("window-lobby-waiting-for-ready", who = unready.join(", ")),
        (free, _) => say!("window-lobby-waiting-for-more", count = free),
    }
}

/// Why a seat at a table came to an end, before its match or with it.
pub fn ended(ended: &Ended) -> String {
    match ended {
        Ended::Finished => say!("window-lobby-ended-finished").to_owned(),
        Ended::Stopped => say!("window-lobby-ended-stopped").to_owned(),
        Ended::Left => say!("window-lobby-ended-left").to_owned(),
        Ended::HostLeft => say!("window-lobby-ended-host-left").to_owned(),
        Ended::NotFound => say!("window-lobby-ended-not-found").to_owned(),
        Ended::Unreachable { why } => {
            say!("window-lobby-ended-unreachable", sentence = session::unreachable(why))
        }
        Ended::Refused { code, sentence } => {
            say!("window-lobby-ended-refused", sentence = session::refused(code, sentence))
        }
        Ended::Failed { why } => say!("window-lobby-ended-failed", sentence = session::failed(why)),
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

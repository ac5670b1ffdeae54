//! What a seat in the terminal is told, event by event, and the help for what it may type.

use std::time::Duration;

use mextrain_core::{Seat, SeatSet};
use mextrain_net::{ledger::Aftermath, name::Name, place::Location, session::SessionEvent};

texts! {
    /// What can be typed at a table.
    pub fn help() => "seat-help";
}

texts! {
    /// When a round has been scored.
    pub fn next() => "seat-next";
    /// There are no scores to confirm.
    pub fn no_scores() => "seat-no-scores";
    /// This player has left for good.
    pub fn left() => "seat-left";
    /// At a table that waits for this player.
    pub fn ready() => "seat-ready";
    /// Instead of rules.
    pub fn no_table() => "seat-no-table";
    /// Instead of a board.
    pub fn no_board() => "seat-no-board";
    /// Instead of table words.
    pub fn no_words() => "seat-no-words";
    /// The own tiles.
    pub fn hand(tiles: &str) => "seat-hand";
    /// A move before there is a match.
    pub fn not_begun() => "seat-not-begun";
    /// What was typed is no move; `why` says so.
    pub fn not_understood(why: &str) => "seat-not-understood";
}

/// A table is not found at once.
pub fn still_looking(location: &Location, patience: Duration) -> String {
    let seconds = patience.as_secs_f64().ceil() as u64;
    match location {
        Location::Table(name) => say!("seat-still-looking", name = name, seconds = seconds),
        place => say!("seat-still-reaching", place = place.to_string(), seconds = seconds),
    }
}

/// One event in words, on one or several lines; `None` for what needs none.
///
/// `names` are the players' names by seat, as far as they are known.
#[allow(clippy::too_many_lines, reason = "one short arm for each kind of event")]
pub fn event(event: &SessionEvent, names: &[String]) -> Option<String> {
    let who = |seat: u8| name_of(names, seat);
    Some(match event {
        SessionEvent::Listening { address } => say!("seat-you-are-at", address = address),
        SessionEvent::Searching { location } => say!("seat-looking-for", location = location),
        SessionEvent::Table { name, hosting, code, addresses } => {
            // A code for the machine's own loopback would help nobody elsewhere.
            let elsewhere = addresses.first().is_some_and(|address| !address.starts_with("/ip4/127."));
            table(name, *hosting, code.as_deref().filter(|_| elsewhere))
        }
        SessionEvent::Lobby { seats, members, changes, keep_going } => {
            let taken: Vec<String> = members
                .iter()
                .map(|member| say!("seat-member", name = member.name, ready = member.ready))
                .collect();
            let mut lines: Vec<String> = changes.iter().map(super::session::change).collect();
            lines.push(say!("seat-lobby", count = members.len(), seats = seats, members = taken.join(", ")));
            // The price is said where it is agreed on.
            lines.extend(keep_going.then(|| format!("{}.", super::absent::keep_going(true))));
            lines.join("\n")
        }
        SessionEvent::Words { words, digits, seats, .. } => {
            say!("seat-words", words = words.join(" "), digits = digits, seats = numbered(seats))
        }
        SessionEvent::RoundStarted { round, engine } => {
            say!("seat-round", round = round, engine = engine)
        }
        SessionEvent::Progress { seat, what: "shuffle", .. } => say!("seat-shuffled", who = who(*seat)),
        SessionEvent::Dealt { .. } => say!("game-dealt").to_owned(),
        SessionEvent::Engine { seat, tile, searched: false } => {
            say!("game-engine-placed", who = who(*seat), tile = tile)
        }
        SessionEvent::Engine { seat, tile, searched: true } => {
            say!("game-engine-found", who = who(*seat), tile = tile)
        }
        SessionEvent::EngineSetAside { tile } => say!("game-engine-set-aside", tile = tile),
        SessionEvent::EngineNotDealt => say!("game-engine-not-dealt").to_owned(),
        SessionEvent::SearchedTogether { seats } => super::game::searched_together(set(seats), names),
        SessionEvent::SearchMissed { seat } => say!("seat-search-missed", who = who(*seat)),
        SessionEvent::Moved { seat, tile, train, drawn, .. } => moved(*seat, tile, train, *drawn, names),
        SessionEvent::Drew { seat } => say!("seat-drew", who = who(*seat)),
        SessionEvent::Kept { seat } => say!("game-kept", who = who(*seat)),
        SessionEvent::Passed { seat } => say!("game-passed", who = who(*seat)),
        SessionEvent::ChainStopped { seat } => say!("game-chain-stopped", who = who(*seat)),
        SessionEvent::SomebodyCanPlay { seats } => super::game::somebody_can_play(set(seats), names),
        SessionEvent::NobodyCanPlay => super::game::nobody_can_play().to_owned(),
        SessionEvent::Left { seat } => say!("game-left", who = who(*seat)),
        SessionEvent::Overdue { seats, secs } => {
            let time = super::absent::time(Duration::from_secs(*secs));
            say!("absent-waited", who = super::game::all(names, set(seats)), time = time)
        }
        SessionEvent::Vote { missing, agreed, voters } => {
            let (agreed, missing) =
                (super::game::all(names, set(agreed)), super::game::all(names, set(missing)));
            say!("seat-vote", agreed = agreed, missing = missing, who = super::game::all(names, set(voters)))
        }
        SessionEvent::Vanished { seats, void, goes_on } => {
            let then = match (void, goes_on) {
                (true, _) => Aftermath::Void,
                (false, true) => Aftermath::GoesOn,
                (false, false) => Aftermath::PlayedOut,
            };
            super::game::vanished(&super::game::all(names, set(seats)), seats.len() > 1, then)
        }
        SessionEvent::DealtAgain => super::game::dealt_again().to_owned(),
        SessionEvent::Back { seat } => say!("game-back", who = who(*seat)),
        SessionEvent::Skipped { seat } => say!("game-skipped", who = who(*seat)),
        SessionEvent::RoundEnded { seat: Some(seat), .. } => say!("game-out", who = who(*seat)),
        SessionEvent::RoundEnded { seat: None, .. } => say!("seat-blocked").to_owned(),
        SessionEvent::RoundOver { hands, scores, totals, away, .. } => {
            scored(hands, scores, totals, set(away), names)
        }
        SessionEvent::MatchOver { players, totals, ranks } => {
            let names: Vec<String> = players.iter().map(Name::to_string).collect();
            let totals: Vec<String> =
                names.iter().zip(totals).map(|(name, total)| format!("{name} {total}")).collect();
            format!("{}. {}", super::sheet::winners(&names, ranks), totals.join(", "))
        }
        SessionEvent::Said { name, phrase, .. } => format!("{name}: {}", super::chat::phrase(*phrase)),
        SessionEvent::Resumed { .. } => say!("seat-resumed").to_owned(),
        SessionEvent::PeerLost { name } => say!("seat-peer-lost", name = name),
        SessionEvent::PeerBack { name } => say!("seat-peer-back", name = name),
        SessionEvent::Watched { count } => super::watch::watched(*count),
        SessionEvent::Lacking { names } => {
            say!("seat-lacking", names = super::list(names))
        }
        SessionEvent::Fault { charge, evidence, .. } => {
            let sentence = super::refusal::charge_first(charge);
            with_proof(say!("seat-fault", sentence = sentence), evidence.as_deref())
        }
        SessionEvent::Accused { charge, evidence, .. } => {
            let sentence = super::refusal::charge_first(charge);
            with_proof(say!("seat-accused", sentence = sentence), evidence.as_deref())
        }
        SessionEvent::Trouble { trouble } => super::session::trouble(trouble),
        SessionEvent::Log { path } => say!("seat-log", path = path),
        SessionEvent::Charter { .. }
        | SessionEvent::DealtIn { .. }
        | SessionEvent::Progress { .. }
        | SessionEvent::Turn { .. }
        | SessionEvent::Sealed { .. }
        | SessionEvent::Ended { .. } => return None,
    })
}

/// A move; `train` is the number of a seat, or else the Mexican Train.
fn moved(seat: u8, tile: &str, train: &str, drawn: bool, names: &[String]) -> String {
    let who = name_of(names, seat);
    match train.parse::<u8>() {
        Ok(owner) if owner == seat => say!("seat-moved-own", who = who, tile = tile, drawn = drawn),
        Ok(owner) => {
            let owner = name_of(names, owner);
            say!("seat-moved", who = who, tile = tile, owner = owner, drawn = drawn)
        }
        Err(_) => say!("seat-moved-mexican", who = who, tile = tile, drawn = drawn),
    }
}

/// An accusation, and behind it where its proof is kept and what to do with it.
fn with_proof(accusation: String, evidence: Option<&str>) -> String {
    match evidence {
        Some(path) => format!("{accusation} {}", say!("seat-proof", path = path)),
        None => accusation,
    }
}

/// A sentence as it begins.
pub fn capital(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Who is not connected, and for how long.
pub fn away(name: &Name, time: Duration) -> String {
    say!("seat-away", name = name, time = super::absent::time(time))
}

fn table(name: &Name, hosting: bool, code: Option<&str>) -> String {
    match (hosting, code) {
        (true, Some(code)) => say!("seat-hosting-code", name = name, code = code),
        (true, None) => say!("seat-hosting", name = name),
        (false, Some(code)) => say!("seat-guest-code", name = name, code = code),
        (false, None) => say!("seat-guest", name = name),
    }
}

fn numbered(seats: &[Name]) -> String {
    let seats: Vec<String> = (1..).zip(seats).map(|(number, name)| format!("{number} {name}")).collect();
    seats.join(", ")
}

fn name_of(names: &[String], seat: u8) -> String {
    let index = usize::from(seat).checked_sub(1);
    index.and_then(|index| names.get(index)).cloned().unwrap_or_else(|| say!("seat-name-of", seat = seat))
}

fn scored(hands: &[Vec<String>], scores: &[u16], totals: &[u32], away: SeatSet, names: &[String]) -> String {
    let mut lines = Vec::new();
    for (((hand, score), total), seat) in hands.iter().zip(scores).zip(totals).zip(1..) {
        let who = name_of(names, seat);
        let is_away = Seat::from_number(seat).is_some_and(|seat| away.contains(seat));
        let told = match hand.is_empty() {
            true if is_away => say!("seat-scored-away", who = who, score = score, total = total),
            true => say!("seat-scored-nothing", who = who, score = score, total = total),
            false => say!("seat-scored", who = who, tiles = hand.join(" "), score = score, total = total),
        };
        lines.push(format!("  {told}"));
    }
    lines.join("\n")
}

/// The seats of these numbers.
fn set(numbers: &[u8]) -> SeatSet {
    numbers.iter().filter_map(|&number| Seat::from_number(number)).collect()
}

#[cfg(test)]
mod tests {
    use mextrain_net::{
        envelope::Kind,
        refusal::{Charge, Refusal},
        session::Trouble,
    };

    use super::*;
    use crate::wording::language::{Language, tests::Speaking};

    fn said(told: &SessionEvent) -> String {
        event(told, &[]).unwrap()
    }

    #[test]
    fn who_broke_the_protocol_is_said_in_the_language_that_is_spoken() {
        let (step, refusal, kind) = (12, Refusal::SlotOwner, Some(Kind::Turn));
        let charge = Charge { name: Some(Name::clean("Bo")), step, refusal, kind };
        let fault = SessionEvent::Fault { seat: Some(2), charge: charge.clone(), evidence: None };
        let accused = SessionEvent::Accused { seat: Some(2), charge, evidence: Some("x.mtlog".to_owned()) };
        assert_eq!(
            said(&fault),
            "Bo's move at step 12 plays a tile that belongs to somebody else. The match is stopped."
        );
        let _german = Speaking::new(Language::German);
        let german = "Der Spielzug von Bo in Schritt 12 legt einen Stein, der jemand anderem gehört.";
        assert_eq!(said(&fault), format!("{german} Die Partie ist abgebrochen."));
        assert_eq!(
            said(&accused),
            format!(
                "{german} An dem, was gespielt wurde, ändert das nichts. \
                 Der Beweis ist x.mtlog; mextrain verify-log prüft ihn für jeden."
            )
        );
        // What other programs read stays as it is.
        assert!(fault.to_json().contains("Bo's move at step 12 plays"));
    }

    #[test]
    fn troubles_are_said_in_the_language_that_is_spoken() {
        let trouble = SessionEvent::Trouble { trouble: Trouble::HasLeft };
        assert!(said(&trouble).starts_with("You have left this match."));
        let _german = Speaking::new(Language::German);
        assert!(said(&trouble).starts_with("Du hast diese Partie verlassen."));
        assert!(trouble.to_json().contains("You have left this match."));
        let trouble = SessionEvent::Trouble { trouble: "Die Platte ist voll.".to_owned().into() };
        assert_eq!(said(&trouble), "Die Platte ist voll.");
    }
}

//! What a seat in the terminal is told, event by event, and the help for what it may type.

use std::time::Duration;

use mextrain_core::{Seat, SeatSet};
use mextrain_net::{ledger::Aftermath, name::Name, session::SessionEvent};

/// What can be typed at a table.
pub const HELP: &str = "Before the match:
  ready            you are ready; the match begins when everybody is
  wait             you are not ready after all
In the match:
  4-7 me           play 4-7 on your own train
  4-7 mex          play 4-7 on the Mexican Train
  5-2 bo           play 5-2 on Bo's train (the beginning of a name, or a seat's number)
  draw             draw a tile, when nothing fits
  pass             pass, when nothing fits and the boneyard is empty
  stop             end your opening chain, where the rules have one
  ?                a hint: a good move, and why (also: hint)
  next             the scores are right; go on to the next round
  go on            go on without somebody who has been waited for too long, when you are asked
  wait             keep waiting for them
Always:
  board            show the board again
  words            show the table words again
  rules            show the rules that are played by
  say nice         say Nice one to everybody; also: say turn, say sorry, say moment
  leave            leave for good: in a match the others go on without you
  quit             close; a match can be come back to with \"mextrain resume\"
  help             this help";

/// One event in words, on one or several lines; `None` for what needs none.
///
/// `names` are the players' names by seat, as far as they are known.
pub fn event(event: &SessionEvent, names: &[String]) -> Option<String> {
    let who = |seat: u8| name_of(names, seat);
    Some(match event {
        SessionEvent::Listening { address } => format!("You are at {address}"),
        SessionEvent::Searching { location } => format!("Looking for {location}"),
        SessionEvent::Table { name, hosting, code, addresses } => {
            // A code for the machine's own loopback would help nobody elsewhere.
            let elsewhere = addresses.first().is_some_and(|address| !address.starts_with("/ip4/127."));
            table(name, *hosting, code.as_deref().filter(|_| elsewhere))
        }
        SessionEvent::Lobby { seats, members, changes, keep_going } => {
            let taken: Vec<String> = members
                .iter()
                .map(|member| format!("{}{}", member.name, if member.ready { " (ready)" } else { "" }))
                .collect();
            let mut lines = changes.clone();
            lines.push(format!("{} of {seats} seats: {}", members.len(), taken.join(", ")));
            // The price is said where it is agreed on.
            lines.extend(keep_going.then(|| format!("{}.", super::absent::keep_going(true))));
            lines.join("\n")
        }
        SessionEvent::Words { words, digits, seats, .. } => format!(
            "Table words: {} ({digits})\nEveryone should see the same words. Read them aloud.\nSeats by lot: {}",
            words.join(" "),
            numbered(seats)
        ),
        SessionEvent::RoundStarted { round, engine } => format!("Round {round}, engine {engine}"),
        SessionEvent::Progress { seat, what: "shuffle", .. } => format!("{} has shuffled.", who(*seat)),
        SessionEvent::Dealt { .. } => "The tiles are dealt.".to_owned(),
        SessionEvent::Engine { seat, tile, searched: false } => {
            format!("{} places the engine {tile}.", who(*seat))
        }
        SessionEvent::Engine { seat, tile, searched: true } => {
            format!("{} draws the engine {tile} and places it.", who(*seat))
        }
        SessionEvent::EngineSetAside { tile } => format!("The engine {tile} lies in the hub."),
        SessionEvent::EngineNotDealt => "Nobody was dealt the engine.".to_owned(),
        SessionEvent::SearchedTogether { seats } => super::game::searched_together(set(seats), names),
        SessionEvent::SearchMissed { seat } => format!("{} draws another tile than the engine.", who(*seat)),
        SessionEvent::Moved { text, drawn, .. } => {
            format!("{text}{}.", if *drawn { ", just drawn" } else { "" })
        }
        SessionEvent::Drew { seat } => format!("{} has nothing that plays, and draws.", who(*seat)),
        SessionEvent::Kept { seat } => format!("{} keeps the tile; the lantern is lit.", who(*seat)),
        SessionEvent::Passed { seat } => format!("{} passes; the lantern is lit.", who(*seat)),
        SessionEvent::ChainStopped { seat } => format!("{} ends the opening chain.", who(*seat)),
        SessionEvent::SomebodyCanPlay { seats } => super::game::somebody_can_play(set(seats), names),
        SessionEvent::NobodyCanPlay => super::game::NOBODY_CAN_PLAY.to_owned(),
        SessionEvent::Left { seat } => format!("{} has left the table.", who(*seat)),
        SessionEvent::Overdue { seats, secs } => {
            let time = super::absent::time(Duration::from_secs(*secs));
            format!("The table has waited for {} for {time}.", super::game::all(names, set(seats)))
        }
        SessionEvent::Vote { missing, agreed, voters } => {
            let (agreed, missing) =
                (super::game::all(names, set(agreed)), super::game::all(names, set(missing)));
            format!(
                "{agreed} would go on without {missing}; that takes {}.",
                super::game::all(names, set(voters))
            )
        }
        SessionEvent::Vanished { seats, void, goes_on } => {
            let then = match (void, goes_on) {
                (true, _) => Aftermath::Void,
                (false, true) => Aftermath::GoesOn,
                (false, false) => Aftermath::PlayedOut,
            };
            super::game::vanished(&super::game::all(names, set(seats)), seats.len() > 1, then)
        }
        SessionEvent::DealtAgain => super::game::DEALT_AGAIN.to_owned(),
        SessionEvent::Back { seat } => format!("{} is back.", who(*seat)),
        SessionEvent::Skipped { seat } => {
            format!("{} is away: the turn goes by, the lantern is lit.", who(*seat))
        }
        SessionEvent::RoundEnded { seat: Some(seat), .. } => format!("{} goes out.", who(*seat)),
        SessionEvent::RoundEnded { seat: None, .. } => "Blocked: everyone scores.".to_owned(),
        SessionEvent::RoundOver { hands, scores, totals, .. } => scored(hands, scores, totals, names),
        SessionEvent::MatchOver { players, totals, ranks } => {
            let names: Vec<String> = players.iter().map(Name::to_string).collect();
            let totals: Vec<String> =
                names.iter().zip(totals).map(|(name, total)| format!("{name} {total}")).collect();
            format!("{}. {}", super::sheet::winners(&names, ranks), totals.join(", "))
        }
        SessionEvent::Said { name, phrase, .. } => format!("{name}: {}", super::chat::phrase(*phrase)),
        SessionEvent::Resumed { .. } => "You are back; what was played before is in the log.".to_owned(),
        SessionEvent::PeerLost { name } => format!("Waiting for {name} to come back"),
        SessionEvent::PeerBack { name } => format!("{name} is back"),
        SessionEvent::Watched { count } => super::watch::watched(*count),
        SessionEvent::Fault { sentence, evidence, .. } => {
            format!("{}. The match is stopped.{}", capital(sentence), proof(evidence.as_deref()))
        }
        SessionEvent::Accused { sentence, evidence, .. } => {
            format!("{}. Nothing that was played changes.{}", capital(sentence), proof(evidence.as_deref()))
        }
        SessionEvent::Trouble { sentence } => sentence.clone(),
        SessionEvent::Log { path } => format!("The log is {path}"),
        SessionEvent::Charter { .. }
        | SessionEvent::DealtIn { .. }
        | SessionEvent::Progress { .. }
        | SessionEvent::Turn { .. }
        | SessionEvent::Sealed { .. }
        | SessionEvent::Ended { .. } => return None,
    })
}

/// Where what proves an accusation is kept, and what to do with it.
fn proof(evidence: Option<&str>) -> String {
    let command = |path| format!(" The proof is {path}; mextrain verify-log checks it for anybody.");
    evidence.map(command).unwrap_or_default()
}

/// A sentence as it begins.
pub fn capital(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Who is not connected, and for how long.
pub fn away(name: &Name, time: Duration) -> String {
    format!("{name} has been away for {}", super::absent::time(time))
}

fn table(name: &Name, hosting: bool, code: Option<&str>) -> String {
    let sits =
        if hosting { format!("Your table \"{name}\" is open") } else { format!("You sit at \"{name}\"") };
    match code {
        Some(code) if hosting => format!("{sits}. Others join with: mextrain join {code}"),
        Some(code) => format!("{sits}, code {code}"),
        None => sits,
    }
}

fn numbered(seats: &[Name]) -> String {
    let seats: Vec<String> = (1..).zip(seats).map(|(number, name)| format!("{number} {name}")).collect();
    seats.join(", ")
}

fn name_of(names: &[String], seat: u8) -> String {
    let index = usize::from(seat).checked_sub(1);
    index.and_then(|index| names.get(index)).cloned().unwrap_or_else(|| format!("Seat {seat}"))
}

fn scored(hands: &[Vec<String>], scores: &[u16], totals: &[u32], names: &[String]) -> String {
    let mut lines = Vec::new();
    for (((hand, score), total), seat) in hands.iter().zip(scores).zip(totals).zip(1..) {
        let held = if hand.is_empty() { "nothing".to_owned() } else { hand.join(" ") };
        lines.push(format!("  {} holds {held}: {score}, in all {total}", name_of(names, seat)));
    }
    lines.join("\n")
}

/// The seats of these numbers.
fn set(numbers: &[u8]) -> SeatSet {
    numbers.iter().filter_map(|&number| Seat::from_number(number)).collect()
}

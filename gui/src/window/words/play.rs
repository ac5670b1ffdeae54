//! The sentences of the screens on which a match is played, and of its replay.
//!
//! What is owed, and what happened, is said by [`crate::wording`], as in the terminal.

use std::time::Duration;

use mextrain_core::{Pip, Round, Seat, Tile, TrainId};
use mextrain_net::charter::Proofs;

pub use super::record::{proof, replay, trust};
use crate::{
    window::settings::{HandOrder, TileFace},
    wording::{
        self,
        board::{name, on_train, tiles},
    },
};

/// The round, and how many there are.
pub fn round(number: u8, rounds: u8) -> String {
    format!("Round {number} of {rounds}")
}

/// The same where there is little room.
pub fn round_in_short(number: u8, rounds: u8) -> String {
    format!("Round {number}/{rounds}")
}

/// What is left to draw.
pub fn boneyard(left: u8) -> String {
    match left {
        0 => "Boneyard empty".to_owned(),
        left => format!("{left} in the boneyard"),
    }
}

/// The same where there is little room.
pub fn boneyard_in_short(left: u8) -> String {
    format!("Boneyard {left}")
}

/// What was played before this program came back, and cannot be told.
pub const EARLIER: &str = "Earlier moves are in the log.";

/// Whose train a row is.
pub fn train(names: &[String], train: TrainId, own: Option<Seat>) -> String {
    match train {
        TrainId::Mexican => "Mexican Train".to_owned(),
        TrainId::Own(seat) if Some(seat) == own => format!("{} (you)", name(names, seat)),
        TrainId::Own(seat) => name(names, seat),
    }
}

/// Who may play on a train.
pub fn state(round: &Round, train: TrainId, own: Option<Seat>) -> &'static str {
    match train {
        TrainId::Mexican => "always open",
        TrainId::Own(seat) if round.lanterns().contains(seat) => "Lantern",
        TrainId::Own(seat) if Some(seat) == own => "your train",
        TrainId::Own(_) => "closed",
    }
}

/// How much a seat holds.
pub fn holding(count: u8) -> String {
    if count == 1 { "last tile".to_owned() } else { tiles(count.into()) }
}

/// A row for those who hear it: whose it is, what is on it, what fits.
pub fn row(round: &Round, names: &[String], train_id: TrainId, own: Option<Seat>, playable: bool) -> String {
    let trains = round.trains();
    let mut parts = vec![train(names, train_id, own), state(round, train_id, own).to_owned()];
    if let TrainId::Own(seat) = train_id
        && Some(seat) != own
    {
        parts.push(format!("holds {}", holding(round.count(seat))));
    }
    parts.push(match trains.len(train_id) {
        0 => "not started".to_owned(),
        count => format!("{} long", tiles(count)),
    });
    let pip = trains.open_pip(train_id);
    parts.push(if round.all_waiting().contains(train_id) {
        format!("a double waits for a {pip}")
    } else {
        format!("open end {pip}")
    });
    if playable {
        parts.push("you can play here".to_owned());
    }
    parts.join(", ")
}

/// The button that shows the whole of a long train.
pub fn whole_train(names: &[String], train: TrainId, hidden: usize) -> String {
    let train = on_train(names, train);
    format!("{hidden} more on {train}: show all of it")
}

/// A tile of the hand for those who hear it.
pub fn hand_tile(tile: Tile, playable: bool, selected: bool) -> String {
    match (selected, playable) {
        (true, _) => format!("{tile}, chosen"),
        (false, true) => format!("{tile}, can be played"),
        (false, false) => tile.to_string(),
    }
}

/// The banner over the board while a double waits.
pub fn satisfy(pip: Pip) -> String {
    format!("Satisfy the double: {pip}s only")
}

/// Where it waits.
pub fn satisfy_where(pip: Pip, names: &[String], train: TrainId, own: Option<Seat>) -> String {
    let place = if own.is_some_and(|own| train == TrainId::Own(own)) {
        "your train".to_owned()
    } else {
        on_train(names, train)
    };
    format!("{}, on {place}", satisfy(pip))
}

/// A chosen tile waits for a train.
pub fn choose_train(tile: Tile) -> String {
    format!("{tile}: choose a train")
}

/// A chosen train waits for a tile.
pub fn choose_tile(names: &[String], train: TrainId, own: Option<Seat>, pip: Pip) -> String {
    format!("{}: choose a tile with a {pip}", self::train(names, train, own))
}

/// A move waits to be confirmed.
pub fn confirm(tile: Tile, names: &[String], train: TrainId, own: Option<Seat>) -> String {
    if own.is_some_and(|own| train == TrainId::Own(own)) {
        return format!("Play {tile} on your train?");
    }
    format!("Play {tile} on {}?", on_train(names, train))
}

/// A tile that fits nowhere was chosen.
pub fn fits_nowhere(tile: Tile) -> String {
    format!("{tile} fits on no train that you may use now")
}

/// A train was chosen on which nothing can be played.
pub fn nothing_fits_on(names: &[String], train: TrainId, pip: Pip) -> String {
    format!("You hold no {pip} for {}", on_train(names, train))
}

/// A play that the rules refuse, with the engine's reason.
pub fn refused(tile: Tile, reason: mextrain_core::Refusal) -> String {
    format!("{tile} cannot go there: {reason}")
}

/// The drawn tile did not fit.
pub fn kept(tile: Option<Tile>) -> String {
    match tile {
        Some(tile) => format!("{tile} does not fit. Your Lantern is lit"),
        None => "The tile you drew does not fit. Your Lantern is lit".to_owned(),
    }
}

/// Somebody's program does not answer.
pub fn away(names: &[String]) -> String {
    format!("Waiting for {} to come back", list(names))
}

/// What has been true for so long.
pub fn for_so_long(sentence: &str, time: Duration) -> String {
    format!("{sentence} ({})", wording::absent::time(time))
}

/// What is owed in a round that this person is not dealt into.
pub fn watching(owed: &str) -> String {
    format!("You watch this round. {owed}")
}

/// What was sent, and has not come back as part of the match yet.
pub const SENT: &str = "Sent to the others";
/// What the hand is sorted by.
pub fn order(order: HandOrder) -> &'static str {
    match order {
        HandOrder::Value => "Sort: number",
        HandOrder::Doubles => "Sort: doubles",
        HandOrder::Weight => "Sort: heaviest",
        HandOrder::Playable => "Sort: playable",
        HandOrder::Own => "Sort: my own",
    }
}

/// The same where there is little room.
pub fn order_in_short(order: HandOrder) -> &'static str {
    self::order(order).trim_start_matches("Sort: ")
}

/// What stands on tiles.
pub fn face(face: TileFace) -> &'static str {
    match face {
        TileFace::Numerals => "Numerals",
        TileFace::Pips => "Pips",
        TileFace::Both => "Both",
    }
}

/// The sort button for those who hear it.
pub fn order_name(order: HandOrder) -> String {
    format!("Change how the hand is sorted: {}", self::order(order))
}

/// The engine.
pub fn engine(pip: Pip) -> String {
    format!("Engine {pip}-{pip}")
}

/// Above a train that is shown whole.
pub fn whole_title(train: &str, state: &str) -> String {
    format!("{train}, {state}")
}

/// Said wherever the board does not say it.
pub const YOUR_TURN: &str = "It is your turn";
/// The same over the panel, as the way back from it.
pub const TURN_AND_BACK: &str = "It is your turn: back to the board";
/// Where a question is on the board, as the way back to it.
pub const QUESTION_AND_BACK: &str = "There is a question: back to the board";
/// Puts the table words away.
pub const COMPARED: &str = "Compared";
/// The same for those who hear it.
pub const COMPARED_NAME: &str = "The table words are the same for everybody: put them away";
/// What the words are for, where there is little room.
pub const COMPARE_IN_SHORT: &str = "Everyone should see these words.";
/// The button that draws.
pub const DRAW: &str = "Draw a tile";
/// The button that passes.
pub const PASS: &str = "Pass";
/// The button that ends an opening chain.
pub const STOP: &str = "Stop";
/// Why there is no chain to end.
pub const NO_CHAIN: &str = "You are not in an opening chain";
/// The button that confirms a move.
pub const CONFIRM: &str = "Play it";
/// The button that takes a move back before it is made.
pub const CANCEL: &str = "Cancel";
/// The button that asks for a good move.
pub const HINT: &str = "Hint";
/// While a hint is thought about.
pub const HINTING: &str = "Looking for a good move…";
/// The button that opens the field for typed moves.
pub const TYPE: &str = "Type a move";
/// What can be typed.
pub const TYPE_HINT: &str = "4-7 me, 4-7 mex, draw";
/// The button that carries a typed move out.
pub const TYPE_DO: &str = "Play";
/// Closes whatever lies over the board.
pub const CLOSE: &str = "Close";
/// Why a move cannot be made while the past is shown.
pub const LOOKING_BACK: &str = "You are looking at an earlier moment";
/// Back from an earlier moment.
pub const BACK_TO_NOW: &str = "Back to now";
/// Why nothing can be done at the moment.
pub const NOT_YOUR_TURN: &str = "It is not your turn";
/// The panel's button where there is room for one only.
pub const PANEL: &str = "Table";
/// Opens the panel, for those who hear it.
pub const PANEL_NAME: &str = "Scores, log and trust";
/// The panel's parts.
pub const SCORES: &str = "Scores";
/// What has happened.
pub const LOG: &str = "Log";
/// What has been checked.
pub const TRUST: &str = "Trust";
/// A part of the panel, for those who hear it.
pub fn tab(name: &str) -> String {
    format!("{name}, part of the panel")
}

/// An empty log.
pub const NOTHING_YET: &str = "Nothing has happened yet";
/// Above the entries of the log.
pub const LOG_NOTE: &str = "Choose an entry to see the board as it was then.";

/// Names as a list: `Ada, Bo and Cy`.
pub fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// What every player does while a round is dealt.
pub mod deal {
    /// The screen's name.
    pub fn title(round: u8) -> String {
        format!("Dealing round {round}")
    }

    /// Everybody signs what is agreed on.
    pub const SIGNING: &str = "Signing what was agreed on";
    /// Everybody shows what the draw of seats depends on.
    pub const REVEALING: &str = "Drawing lots for the seats";

    /// A key, a shuffle or the dealing: one step of several.
    pub fn step(tiles: u8, step: usize, of: usize, who: &str) -> String {
        format!("Shuffling {tiles} tiles, step {step} of {of}, {who}")
    }

    /// Everybody prepares.
    pub const EVERYBODY: &str = "everybody";
    /// A player who has something to do yet.
    pub const WAITING: &str = "waiting";
    /// A player who is preparing a key.
    pub const PREPARING: &str = "preparing a key";
    /// A player who is shuffling.
    pub const SHUFFLING: &str = "shuffling";
    /// A player whose shuffle was checked.
    pub const PROVEN: &str = "proven";
    /// A player who locks their tokens for the others.
    pub const LOCKING: &str = "locking, in case they vanish";
    /// Everybody helps to do without somebody.
    pub fn unlocking(who: &str) -> String {
        format!("Going on without {who}, everybody")
    }
    /// A player who helps everybody to see their tiles.
    pub const DEALING: &str = "opening tiles to their owners";
    /// A player who has done what was to do.
    pub const DONE: &str = "done";
    /// A player who signs.
    pub const SIGNS: &str = "signing";
    /// What the words are for.
    pub const WORDS: &str = "Everyone should see the same words. Read them aloud.";
    /// Why this takes a moment.
    pub const WHY: &str = "Everybody shuffles the same face-down tiles in turn and proves that none was added, lost or \
                           looked at. Nobody deals, so nobody has to be trusted.";
}

/// The end of a round.
pub mod round_end {
    use mextrain_core::Tile;

    /// What the button says that goes on.
    pub fn ready(next: Option<(u8, Tile)>) -> String {
        match next {
            Some((round, engine)) => format!("Ready for round {round} (engine {engine})"),
            None => "The scores are right: finish the match".to_owned(),
        }
    }

    /// Others have not confirmed yet.
    pub fn waiting(names: &[String]) -> String {
        format!("Waiting for {}", super::list(names))
    }

    /// Somebody went out.
    pub fn out(name: &str) -> String {
        format!("{name} went out")
    }
    /// Nobody can play any more.
    pub const BLOCKED: &str = "Blocked: everyone scores";
    /// What somebody scores for the round.
    pub fn score(points: u16) -> String {
        format!("{PIPS}: {points}")
    }
    /// What somebody has in all.
    pub fn total(points: u32) -> String {
        format!("{TOTAL}: {points}")
    }

    /// What somebody has after a round, in a sheet.
    pub fn by_then(points: u32) -> String {
        format!("= {points}")
    }

    /// Hands are being opened.
    pub fn opening(names: &[String]) -> String {
        format!("Opening hands: waiting for {}", super::list(names))
    }

    /// 0-0 costs more than it shows.
    pub fn double_blank(points: u16) -> String {
        format!("double-blank counts {points}")
    }

    /// What stands behind the round's draws and passes.
    pub fn proven(count: usize, at_scoring: bool) -> String {
        match (count, at_scoring) {
            (0, _) => "Nobody had to draw or pass".to_owned(),
            (count, false) => format!("All {count} draws and passes proven"),
            (count, true) => format!("All {count} draws and passes agree with the opened hands"),
        }
    }

    /// A hand with nothing in it.
    pub const NOTHING: &str = "no tiles left";
    /// Heads of columns.
    pub const PIPS: &str = "this round";
    /// Heads of columns.
    pub const TOTAL: &str = "in all";
}

/// The end of a match.
pub mod match_end {
    /// The screen's name.
    pub const TITLE: &str = "The match is over";
    /// The screen's name if somebody broke the protocol.
    pub const STOPPED: &str = "The match was stopped";
    /// Where the log is.
    pub fn log(path: &std::path::Path) -> String {
        format!("The log is {}", path.display())
    }
    /// Where the proof is of what somebody did.
    pub fn evidence(path: &std::path::Path) -> String {
        format!("The proof is {}", path.display())
    }
    /// What somebody did that did not stop the match.
    pub fn accused(sentence: &str) -> String {
        format!("{sentence}. Nothing that was played changes.")
    }
    /// Checks the proof.
    pub const VERIFY_EVIDENCE: &str = "Verify the proof";
    /// Copies its path.
    pub const COPY_EVIDENCE: &str = "Copy the proof's path";
    /// Checks the log.
    pub const VERIFY: &str = "Verify";
    /// While it is checked.
    pub const VERIFYING: &str = "Checking every signature and proof…";
    /// Looks at it again.
    pub const REPLAY: &str = "Replay";
    /// Another match with the same bots.
    pub const REMATCH: &str = "Rematch";
    /// What happens to a guest who asks for it.
    pub fn rematch_with(host: &str) -> String {
        format!("A rematch begins when {host} opens it; whoever wants one asks for it.")
    }
    /// What happens to the others if the host asks for it.
    pub const REMATCH_OWN: &str =
        "For a rematch you open the table again, and everybody who wants one comes to it.";
    /// To the first screen.
    pub const HOME: &str = "Home";
    /// Copies the path.
    pub const COPY: &str = "Copy the path";
    /// The sheet.
    pub const SHEET: &str = "Scoresheet";

    /// Whose message stopped it, and why.
    pub fn fault(who: Option<&str>, step: u32, sentence: &str) -> String {
        match who {
            Some(who) => format!("{who}'s message at step {step} {sentence}."),
            None => format!(
                "At step {step} came a message that nobody of this table signed, and that {sentence}."
            ),
        }
    }
}

/// When claims are proven.
pub fn proofs(proofs: Proofs) -> &'static str {
    match proofs {
        Proofs::EveryTurn => "Each draw and pass is proven at once.",
        Proofs::AtScoring => "Draws and passes are compared with the hands when those are opened.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_people_do() {
        let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
        assert_eq!(list(&names), "Ada, Bo and Cy");
        assert_eq!(list(&names[..1]), "Ada");
        assert_eq!(list(&[]), "nobody");
        assert_eq!(
            for_so_long(&away(&names[1..2]), Duration::from_secs(80)),
            "Waiting for Bo to come back (1 min 20 s)"
        );
        assert_eq!(
            for_so_long(&away(&names[..1]), Duration::from_secs(9)),
            "Waiting for Ada to come back (9 s)"
        );
    }

    #[test]
    fn the_words_of_the_design_are_kept() {
        let tile: Tile = "6-8".parse().unwrap();
        assert_eq!(satisfy(Pip::new(5).unwrap()), "Satisfy the double: 5s only");
        assert_eq!(kept(Some(tile)), "6-8 does not fit. Your Lantern is lit");
        assert_eq!(holding(1), "last tile");
        let next = Some((4, Tile::double(Pip::new(9).unwrap())));
        assert_eq!(round_end::ready(next), "Ready for round 4 (engine 9-9)");
        assert_eq!(round_end::proven(38, false), "All 38 draws and passes proven");
        assert_eq!(deal::step(91, 3, 5, "Cy"), "Shuffling 91 tiles, step 3 of 5, Cy");
    }
}

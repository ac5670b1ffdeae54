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

texts! {
    /// The round, and how many there are.
    pub fn round(number: u8, rounds: u8) => "window-play-round";

    /// The same where there is little room.
    pub fn round_in_short(number: u8, rounds: u8) => "window-play-round-in-short";
}

/// What is left to draw.
pub fn boneyard(left: u8) -> String {
    match left {
        0 => say!("window-play-boneyard-empty").to_owned(),
        left => say!("window-play-boneyard", left = left),
    }
}

texts! {
    /// The same where there is little room.
    pub fn boneyard_in_short(left: u8) => "window-play-boneyard-in-short";

    /// What was played before this program came back, and cannot be told.
    pub fn earlier() => "window-play-earlier";
}

/// Whose train a row is.
pub fn train(names: &[String], train: TrainId, own: Option<Seat>) -> String {
    match train {
        TrainId::Mexican => say!("window-play-train-mexican").to_owned(),
        TrainId::Own(seat) if Some(seat) == own => say!("window-play-train-you", who = name(names, seat)),
        TrainId::Own(seat) => name(names, seat),
    }
}

texts! {
    /// The Mexican Train where there is little room.
    pub fn mexican_in_short() => "window-play-train-mexican-in-short";
}

/// Who may play on a train.
pub fn state(round: &Round, train: TrainId, own: Option<Seat>) -> &'static str {
    match train {
        TrainId::Mexican => say!("window-play-state-open"),
        TrainId::Own(seat) if round.lanterns().contains(seat) => say!("window-play-state-lantern"),
        TrainId::Own(seat) if Some(seat) == own => say!("window-play-state-own"),
        TrainId::Own(_) => say!("window-play-state-closed"),
    }
}

/// How much a seat holds.
pub fn holding(count: u8) -> String {
    if count == 1 { say!("window-play-holding").to_owned() } else { tiles(count.into()) }
}

/// A row for those who hear it: whose it is, what is on it, what fits.
pub fn row(round: &Round, names: &[String], train_id: TrainId, own: Option<Seat>, playable: bool) -> String {
    let trains = round.trains();
    let mut parts = vec![train(names, train_id, own), state(round, train_id, own).to_owned()];
    if let TrainId::Own(seat) = train_id
        && Some(seat) != own
    {
        parts.push(say!("window-play-row-holds", holding = holding(round.count(seat))));
    }
    parts.push(match trains.len(train_id) {
        0 => say!("window-play-row-not-started").to_owned(),
        count => say!("window-play-row-long", tiles = tiles(count)),
    });
    let pip = trains.open_pip(train_id);
    parts.push(if round.all_waiting().contains(train_id) {
        say!("window-play-row-double", pip = pip)
    } else {
        say!("window-play-row-open-end", pip = pip)
    });
    if playable {
        parts.push(say!("window-play-row-playable").to_owned());
    }
    parts.join(", ")
}

/// The button that shows the whole of a long train.
pub fn whole_train(names: &[String], train: TrainId, hidden: usize) -> String {
    let train = on_train(names, train);
    say!("window-play-whole-train", hidden = hidden, train = train)
}

/// A tile of the hand for those who hear it.
pub fn hand_tile(tile: Tile, playable: bool, selected: bool) -> String {
    match (selected, playable) {
        (true, _) => say!("window-play-hand-tile-chosen", tile = tile),
        (false, true) => say!("window-play-hand-tile-playable", tile = tile),
        (false, false) => tile.to_string(),
    }
}

texts! {
    /// The banner over the board while a double waits.
    pub fn satisfy(pip: Pip) => "window-play-satisfy";
}

/// Where it waits.
pub fn satisfy_where(pip: Pip, names: &[String], train: TrainId, own: Option<Seat>) -> String {
    if own.is_some_and(|own| train == TrainId::Own(own)) {
        return say!("window-play-satisfy-own", pip = pip);
    }
    say!("window-play-satisfy-on", pip = pip, place = on_train(names, train))
}

texts! {
    /// A chosen tile waits for a train.
    pub fn choose_train(tile: Tile) => "window-play-choose-train";
}

/// A chosen train waits for a tile.
pub fn choose_tile(names: &[String], train: TrainId, own: Option<Seat>, pip: Pip) -> String {
    say!("window-play-choose-tile", train = self::train(names, train, own), pip = pip)
}

/// A move waits to be confirmed.
pub fn confirm(tile: Tile, names: &[String], train: TrainId, own: Option<Seat>) -> String {
    if own.is_some_and(|own| train == TrainId::Own(own)) {
        return say!("window-play-confirm-own", tile = tile);
    }
    say!("window-play-confirm", tile = tile, place = on_train(names, train))
}

texts! {
    /// A tile that fits nowhere was chosen.
    pub fn fits_nowhere(tile: Tile) => "window-play-fits-nowhere";
}

/// A train was chosen on which nothing can be played.
pub fn nothing_fits_on(names: &[String], train: TrainId, pip: Pip) -> String {
    say!("window-play-nothing-fits-on", pip = pip, place = on_train(names, train))
}

/// A play that the rules refuse, with the engine's reason.
pub fn refused(tile: Tile, reason: mextrain_core::Refusal) -> String {
    say!("window-play-refused", tile = tile, reason = wording::why::refusal(reason))
}

/// The drawn tile did not fit.
pub fn kept(tile: Option<Tile>) -> String {
    match tile {
        Some(tile) => say!("window-play-kept", tile = tile),
        None => say!("window-play-kept-unknown").to_owned(),
    }
}

/// Somebody's program does not answer.
pub fn away(names: &[String]) -> String {
    say!("window-play-away", who = list(names))
}

/// What has been true for so long.
pub fn for_so_long(sentence: &str, time: Duration) -> String {
    say!("window-play-for-so-long", sentence = sentence, time = wording::absent::time(time))
}

texts! {
    /// What is owed in a round that this person is not dealt into.
    pub fn watching(owed: &str) => "window-play-watching";

    /// What was sent, and has not come back as part of the match yet.
    pub fn sent() => "window-play-sent";
}

/// What the hand is sorted by.
pub fn order(order: HandOrder) -> &'static str {
    match order {
        HandOrder::Value => say!("window-play-order-value"),
        HandOrder::Doubles => say!("window-play-order-doubles"),
        HandOrder::Weight => say!("window-play-order-weight"),
        HandOrder::Playable => say!("window-play-order-playable"),
        HandOrder::Own => say!("window-play-order-own"),
    }
}

/// The same where there is little room.
pub fn order_in_short(order: HandOrder) -> &'static str {
    match order {
        HandOrder::Value => say!("window-play-order-in-short-value"),
        HandOrder::Doubles => say!("window-play-order-in-short-doubles"),
        HandOrder::Weight => say!("window-play-order-in-short-weight"),
        HandOrder::Playable => say!("window-play-order-in-short-playable"),
        HandOrder::Own => say!("window-play-order-in-short-own"),
    }
}

/// What stands on tiles.
pub fn face(face: TileFace) -> &'static str {
    match face {
        TileFace::Numerals => say!("window-play-face-numerals"),
        TileFace::Pips => say!("window-play-face-pips"),
        TileFace::Both => say!("window-play-face-both"),
    }
}

/// The sort button for those who hear it.
pub fn order_name(order: HandOrder) -> String {
    say!("window-play-order-name", order = self::order(order))
}

texts! {
    /// The engine.
    pub fn engine(pip: Pip) => "window-play-engine";

    /// Above a train that is shown whole.
    pub fn whole_title(train: &str, state: &str) => "window-play-whole-title";

    /// Said wherever the board does not say it.
    pub fn your_turn() => "window-play-your-turn";
    /// The same over the panel, as the way back from it.
    pub fn turn_and_back() => "window-play-turn-and-back";
    /// Where a question is on the board, as the way back to it.
    pub fn question_and_back() => "window-play-question-and-back";
    /// Puts the table words away.
    pub fn compared() => "window-play-compared";
    /// The same for those who hear it.
    pub fn compared_name() => "window-play-compared-name";
    /// What the words are for, where there is little room.
    pub fn compare_in_short() => "window-play-compare-in-short";
    /// The button that draws.
    pub fn draw() => "window-play-draw";
    /// The button that passes.
    pub fn pass() => "window-play-pass";
    /// The button that ends an opening chain.
    pub fn stop() => "window-play-stop";
    /// Why there is no chain to end.
    pub fn no_chain() => "window-play-no-chain";
    /// The button that confirms a move.
    pub fn confirm_button() => "window-play-confirm-button";
    /// The button that takes a move back before it is made.
    pub fn cancel() => "window-play-cancel";
    /// The button that asks for a good move.
    pub fn hint() => "window-play-hint";
    /// While a hint is thought about.
    pub fn hinting() => "window-play-hinting";
    /// The button that opens the field for typed moves.
    pub fn type_move() => "window-play-type-move";
    /// What can be typed.
    pub fn type_hint() => "window-play-type-hint";
    /// The button that carries a typed move out.
    pub fn type_do() => "window-play-type-do";
    /// Closes whatever lies over the board.
    pub fn close() => "window-play-close";
    /// Why a move cannot be made while the past is shown.
    pub fn looking_back() => "window-play-looking-back";
    /// Back from an earlier moment.
    pub fn back_to_now() => "window-play-back-to-now";
    /// Why nothing can be done at the moment.
    pub fn not_your_turn() => "window-play-not-your-turn";
    /// The panel's button where there is room for one only.
    pub fn panel() => "window-play-panel";
    /// Opens the panel, for those who hear it.
    pub fn panel_name() => "window-play-panel-name";
    /// The panel's parts.
    pub fn scores() => "window-play-scores";
    /// What has happened.
    pub fn log() => "window-play-log";
    /// What has been checked.
    pub fn trust() => "window-play-trust";
    /// A part of the panel, for those who hear it.
    pub fn tab(name: &str) => "window-play-tab";

    /// An empty log.
    pub fn nothing_yet() => "window-play-nothing-yet";
    /// Above the entries of the log.
    pub fn log_note() => "window-play-log-note";
}

/// Names as a list: `Ada, Bo and Cy`.
pub fn list(names: &[String]) -> String {
    if names.is_empty() { say!("window-play-nobody").to_owned() } else { wording::list(names) }
}

/// What every player does while a round is dealt.
pub mod deal {
    texts! {
        /// The screen's name.
        pub fn title(round: u8) => "window-deal-title";

        /// Everybody signs what is agreed on.
        pub fn signing() => "window-deal-signing";
        /// Everybody shows what the draw of seats depends on.
        pub fn revealing() => "window-deal-revealing";

        /// A key, a shuffle or the dealing: one step of several.
        pub fn step(tiles: u8, step: usize, of: usize, who: &str) => "window-deal-step";

        /// Everybody prepares.
        pub fn everybody() => "window-deal-everybody";
        /// A player who has something to do yet.
        pub fn waiting() => "window-deal-waiting";
        /// A player who is preparing a key.
        pub fn preparing() => "window-deal-preparing";
        /// A player who is shuffling.
        pub fn shuffling() => "window-deal-shuffling";
        /// A player whose shuffle was checked.
        pub fn proven() => "window-deal-proven";
        /// A player who locks their tokens for the others.
        pub fn locking() => "window-deal-locking";
        /// Everybody helps to do without somebody.
        pub fn unlocking(who: &str) => "window-deal-unlocking";
        /// A player who helps everybody to see their tiles.
        pub fn dealing() => "window-deal-dealing";
        /// A player who has done what was to do.
        pub fn done() => "window-deal-done";
        /// A player who signs.
        pub fn signs() => "window-deal-signs";
        /// What the words are for.
        pub fn words() => "window-deal-words";
        /// Why this takes a moment.
        pub fn why() => "window-deal-why";
    }
}

/// The end of a round.
pub mod round_end {
    use mextrain_core::Tile;

    /// What the button says that goes on.
    pub fn ready(next: Option<(u8, Tile)>) -> String {
        match next {
            Some((round, engine)) => {
                say!("window-round-end-ready", round = round, engine = engine)
            }
            None => say!("window-round-end-finish").to_owned(),
        }
    }

    /// Others have not confirmed yet.
    pub fn waiting(names: &[String]) -> String {
        say!("window-round-end-waiting", who = super::list(names))
    }

    texts! {
        /// Somebody went out.
        pub fn out(name: &str) => "window-round-end-out";
        /// Nobody can play any more.
        pub fn blocked() => "window-round-end-blocked";
    }

    /// What somebody scores for the round.
    pub fn score(points: u16) -> String {
        say!("window-round-end-score", points = points)
    }
    /// What somebody has in all.
    pub fn total(points: u32) -> String {
        say!("window-round-end-total", points = points)
    }

    texts! {
        /// What somebody has after a round, in a sheet.
        pub fn by_then(points: u32) => "window-round-end-by-then";
    }

    /// Hands are being opened.
    pub fn opening(names: &[String]) -> String {
        say!("window-round-end-opening", who = super::list(names))
    }

    texts! {
        /// 0-0 costs more than it shows.
        pub fn double_blank(points: u16) => "window-round-end-double-blank";
    }

    /// What stands behind the round's draws and passes.
    pub fn proven(count: usize, at_scoring: bool) -> String {
        match (count, at_scoring) {
            (0, _) => say!("window-round-end-nothing-claimed").to_owned(),
            (count, false) => say!("window-round-end-proven", count = count),
            (count, true) => say!("window-round-end-agree", count = count),
        }
    }

    texts! {
        /// A hand with nothing in it.
        pub fn nothing() => "window-round-end-nothing";
        /// Heads of columns.
        pub fn pips_head() => "window-round-end-pips-head";
        /// Heads of columns.
        pub fn total_head() => "window-round-end-total-head";
    }
}

/// The end of a match.
pub mod match_end {
    texts! {
        /// The screen's name.
        pub fn title() => "window-match-end-title";
        /// The screen's name if somebody broke the protocol.
        pub fn stopped() => "window-match-end-stopped";
    }

    /// Where the log is.
    pub fn log(path: &std::path::Path) -> String {
        say!("window-match-end-log", path = path.display())
    }
    /// Where the proof is of what somebody did.
    pub fn evidence(path: &std::path::Path) -> String {
        say!("window-match-end-evidence", path = path.display())
    }

    texts! {
        /// What somebody did that did not stop the match.
        pub fn accused(sentence: &str) => "window-match-end-accused";
        /// Checks the proof.
        pub fn verify_evidence() => "window-match-end-verify-evidence";
        /// Copies its path.
        pub fn copy_evidence() => "window-match-end-copy-evidence";
        /// Checks the log.
        pub fn verify() => "window-match-end-verify";
        /// While it is checked.
        pub fn verifying() => "window-match-end-verifying";
        /// Looks at it again.
        pub fn replay() => "window-match-end-replay";
        /// Another match with the same bots.
        pub fn rematch() => "window-match-end-rematch";
        /// What happens to a guest who asks for it.
        pub fn rematch_with(host: &str) => "window-match-end-rematch-with";
        /// What happens to the others if the host asks for it.
        pub fn rematch_own() => "window-match-end-rematch-own";
        /// To the first screen.
        pub fn home() => "window-match-end-home";
        /// Copies the path.
        pub fn copy() => "window-match-end-copy";
        /// The sheet.
        pub fn sheet() => "window-match-end-sheet";
    }

    /// Whose message stopped it, and why.
    pub fn fault(who: Option<&str>, step: u32, sentence: &str) -> String {
        match who {
            Some(who) => {
                say!("window-match-end-fault", who = who, step = step, sentence = sentence)
            }
            None => say!("window-match-end-fault-unsigned", step = step, sentence = sentence),
        }
    }
}

/// When claims are proven.
pub fn proofs(proofs: Proofs) -> &'static str {
    match proofs {
        Proofs::EveryTurn => say!("window-play-proofs-every-turn"),
        Proofs::AtScoring => say!("window-play-proofs-at-scoring"),
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

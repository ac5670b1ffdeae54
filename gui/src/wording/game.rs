//! What happened at a table, told to people.

use mextrain_core::{Ending, Seat, SeatSet, Tile, TrainId};
use mextrain_net::ledger::{Aftermath, Happening};

use super::board::{name, on_train};

/// One happening as a sentence; `None` for what people need not hear about.
///
/// `names` are the names by seat, once seats are drawn.
pub fn sentence(happening: &Happening, names: &[String]) -> Option<String> {
    let who = |seat: &Seat| name(names, *seat);
    Some(match happening {
        Happening::CharterSigned | Happening::KeysIn { .. } | Happening::Sealed => return None,
        Happening::Seated { words, .. } => {
            let order: Vec<String> =
                names.iter().zip(1..).map(|(name, seat)| format!("{seat} {name}")).collect();
            format!("Seats by lot: {}. Table words: {words}.", order.join(", "))
        }
        Happening::RoundBegan { round } => format!("Round {}.", u16::from(*round) + 1),
        Happening::Shuffled { seat, .. } => format!("{} shuffled.", who(seat)),
        Happening::Dealt => "The tiles are dealt.".to_owned(),
        Happening::EnginePlaced { seat, tile, searched: false } => {
            format!("{} places the engine {tile}.", who(seat))
        }
        Happening::EnginePlaced { seat, tile, searched: true } => {
            format!("{} draws the engine {tile} and places it.", who(seat))
        }
        Happening::EngineSetAside { tile } => format!("The engine {tile} lies in the hub."),
        Happening::EngineNotDealt => "Nobody was dealt the engine.".to_owned(),
        Happening::SearchedTogether { missed } => searched_together(*missed, names),
        Happening::SearchMissed { seat } => format!("{} draws another tile.", who(seat)),
        Happening::Played { seat, tile, train, drawn } => played(*seat, *tile, *train, *drawn, names),
        Happening::Drew { seat } => format!("{} draws.", who(seat)),
        Happening::Kept { seat } => format!("{} keeps the tile; the lantern is lit.", who(seat)),
        Happening::Passed { seat } => format!("{} passes; the lantern is lit.", who(seat)),
        Happening::ChainStopped { seat } => format!("{} ends the opening chain.", who(seat)),
        Happening::SomebodyCanPlay { seats } => somebody_can_play(*seats, names),
        Happening::NobodyCanPlay => NOBODY_CAN_PLAY.to_owned(),
        Happening::Left { seat } => format!("{} has left the table.", who(seat)),
        Happening::Vanished { seats, then } => vanished(&all(names, *seats), seats.len() > 1, *then),
        Happening::DealtAgain => DEALT_AGAIN.to_owned(),
        Happening::Back { seat } => format!("{} is back.", who(seat)),
        Happening::Skipped { seat } => {
            format!("{} is away: the turn goes by, the lantern is lit.", who(seat))
        }
        Happening::RoundEnded { ending: Ending::Out(seat) } => format!("{} goes out.", who(seat)),
        Happening::RoundEnded { ending: Ending::Blocked } => {
            "The round is blocked: everyone scores.".to_owned()
        }
        Happening::Scored { hands, scores, totals, away } => scored(hands, scores, totals, *away, names),
        Happening::MatchOver => "The match is over.".to_owned(),
    })
}

/// That the locks of a table that keeps going are worth too little.
pub(super) const DEALT_AGAIN: &str =
    "Too few are left to keep each other's tiles locked: the round is dealt again to those who are here.";

/// That the others went on without somebody.
pub(super) fn vanished(who: &str, several: bool, then: Aftermath) -> String {
    let are = if several { "are" } else { "is" };
    match then {
        Aftermath::Void => {
            format!("{who} {are} away: the others agreed to deal the round again without them.")
        }
        Aftermath::GoesOn => {
            format!("{who} {are} away: the round goes on without them, their hand is opened to everybody.")
        }
        Aftermath::PlayedOut => format!("{who} {are} away: the others agreed to go on without them."),
    }
}

/// That seats drew other tiles than the engine.
pub(super) fn searched_together(missed: SeatSet, names: &[String]) -> String {
    let what = if missed.len() == 1 { "draws another tile" } else { "draw other tiles" };
    format!("{} {what} than the engine.", all(names, missed))
}

/// What came of the question after a full circuit of passes.
pub(super) const NOBODY_CAN_PLAY: &str = "All have passed, and nobody can play.";

/// That somebody can play after a full circuit of passes.
pub(super) fn somebody_can_play(seats: SeatSet, names: &[String]) -> String {
    format!("All have passed, but {} can play after all: the round goes on.", all(names, seats))
}

/// Several names as a list in words.
pub(super) fn all(names: &[String], seats: SeatSet) -> String {
    let mut each: Vec<String> = seats.iter().map(|seat| name(names, seat)).collect();
    match each.pop() {
        Some(last) if each.is_empty() => last,
        Some(last) => format!("{} and {last}", each.join(", ")),
        None => "Nobody".to_owned(),
    }
}

fn played(seat: Seat, tile: Tile, train: TrainId, drawn: bool, names: &[String]) -> String {
    let place =
        if train == TrainId::Own(seat) { "their own train".to_owned() } else { on_train(names, train) };
    let source = if drawn { ", just drawn," } else { "" };
    format!("{} plays {tile}{source} on {place}.", name(names, seat))
}

fn scored(hands: &[Vec<Tile>], scores: &[u16], totals: &[u32], away: SeatSet, names: &[String]) -> String {
    let mut lines = Vec::new();
    for (((hand, score), total), index) in hands.iter().zip(scores).zip(totals).zip(0..) {
        let seat = Seat::new(index);
        let who = seat.map(|seat| name(names, seat)).unwrap_or_default();
        let held = match hand.as_slice() {
            [] if seat.is_some_and(|seat| away.contains(seat)) => "was away".to_owned(),
            [] => "holds nothing".to_owned(),
            tiles => format!("holds {}", tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")),
        };
        lines.push(format!("{who} {held}: {score}, in all {total}."));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_as_sentences() {
        let names = ["Ada", "Bo"].map(str::to_owned);
        let seat = Seat::FIRST;
        let tile: Tile = "4-6".parse().unwrap();
        let told = |happening: Happening| sentence(&happening, &names).unwrap();
        let play = |train, drawn| Happening::Played { seat, tile, train, drawn };
        assert_eq!(told(play(TrainId::Own(seat), false)), "Ada plays 4-6 on their own train.");
        assert_eq!(told(play(TrainId::Mexican, true)), "Ada plays 4-6, just drawn, on the Mexican Train.");
        assert_eq!(told(Happening::Drew { seat }), "Ada draws.");
        let scored = |away| Happening::Scored {
            hands: vec![vec![], vec![tile]],
            scores: vec![0, 10],
            totals: vec![5, 10],
            away,
        };
        let rest = "Bo holds 4-6: 10, in all 10.";
        assert_eq!(told(scored(SeatSet::EMPTY)), format!("Ada holds nothing: 0, in all 5.\n{rest}"));
        assert_eq!(told(scored([seat].into_iter().collect())), format!("Ada was away: 0, in all 5.\n{rest}"));
        assert!(sentence(&Happening::Sealed, &names).is_none());
    }
}

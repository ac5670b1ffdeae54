//! What happened at a table, told to people.

use mextrain_core::{Ending, Seat, SeatSet, Tile, TrainId};
use mextrain_net::ledger::{Aftermath, Happening};

use super::{
    board::{name, on_train},
    list,
};

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
            say!("game-seated", seats = order.join(", "), words = words)
        }
        Happening::RoundBegan { round } => say!("game-round", round = u16::from(*round) + 1),
        Happening::Shuffled { seat, .. } => say!("game-shuffled", who = who(seat)),
        Happening::Dealt => say!("game-dealt").to_owned(),
        Happening::EnginePlaced { seat, tile, searched: false } => {
            say!("game-engine-placed", who = who(seat), tile = tile)
        }
        Happening::EnginePlaced { seat, tile, searched: true } => {
            say!("game-engine-found", who = who(seat), tile = tile)
        }
        Happening::EngineSetAside { tile } => say!("game-engine-set-aside", tile = tile),
        Happening::EngineNotDealt => say!("game-engine-not-dealt").to_owned(),
        Happening::SearchedTogether { missed } => searched_together(*missed, names),
        Happening::SearchMissed { seat } => say!("game-search-missed", who = who(seat)),
        Happening::Played { seat, tile, train, drawn } => played(*seat, *tile, *train, *drawn, names),
        Happening::Drew { seat } => say!("game-drew", who = who(seat)),
        Happening::Kept { seat } => say!("game-kept", who = who(seat)),
        Happening::Passed { seat } => say!("game-passed", who = who(seat)),
        Happening::ChainStopped { seat } => say!("game-chain-stopped", who = who(seat)),
        Happening::SomebodyCanPlay { seats } => somebody_can_play(*seats, names),
        Happening::NobodyCanPlay => nobody_can_play().to_owned(),
        Happening::Left { seat } => say!("game-left", who = who(seat)),
        Happening::Vanished { seats, then } => vanished(&all(names, *seats), seats.len() > 1, *then),
        Happening::DealtAgain => dealt_again().to_owned(),
        Happening::Back { seat } => say!("game-back", who = who(seat)),
        Happening::Skipped { seat } => say!("game-skipped", who = who(seat)),
        Happening::RoundEnded { ending: Ending::Out(seat) } => say!("game-out", who = who(seat)),
        Happening::RoundEnded { ending: Ending::Blocked } => say!("game-blocked").to_owned(),
        Happening::Scored { hands, scores, totals, away } => scored(hands, scores, totals, *away, names),
        Happening::MatchOver => say!("game-over").to_owned(),
    })
}

texts! {
    /// That the locks of a table that keeps going are worth too little.
    pub(super) fn dealt_again() => "game-dealt-again";
}

/// That the others went on without somebody.
pub(super) fn vanished(who: &str, several: bool, then: Aftermath) -> String {
    match then {
        Aftermath::Void => say!("game-vanished-void", who = who, several = several),
        Aftermath::GoesOn => say!("game-vanished-goes-on", who = who, several = several),
        Aftermath::PlayedOut => say!("game-vanished-played-out", who = who, several = several),
    }
}

/// That seats drew other tiles than the engine.
pub(super) fn searched_together(missed: SeatSet, names: &[String]) -> String {
    say!("game-searched-together", who = all(names, missed), count = missed.len())
}

texts! {
    /// What came of the question after a full circuit of passes.
    pub(super) fn nobody_can_play() => "game-nobody-can-play";
}

/// That somebody can play after a full circuit of passes.
pub(super) fn somebody_can_play(seats: SeatSet, names: &[String]) -> String {
    say!("game-somebody-can-play", who = all(names, seats))
}

/// Several names as a list in words.
pub(super) fn all(names: &[String], seats: SeatSet) -> String {
    let each: Vec<String> = seats.iter().map(|seat| name(names, seat)).collect();
    if each.is_empty() { say!("game-all-nobody").to_owned() } else { list(&each) }
}

fn played(seat: Seat, tile: Tile, train: TrainId, drawn: bool, names: &[String]) -> String {
    let place =
        if train == TrainId::Own(seat) { say!("game-own-train").to_owned() } else { on_train(names, train) };
    say!("game-played", who = name(names, seat), tile = tile, drawn = drawn, place = place)
}

fn scored(hands: &[Vec<Tile>], scores: &[u16], totals: &[u32], away: SeatSet, names: &[String]) -> String {
    let mut lines = Vec::new();
    for (((hand, score), total), index) in hands.iter().zip(scores).zip(totals).zip(0..) {
        let seat = Seat::new(index);
        let who = seat.map(|seat| name(names, seat)).unwrap_or_default();
        lines.push(match hand.as_slice() {
            [] if seat.is_some_and(|seat| away.contains(seat)) => {
                say!("game-scored-away", who = who, score = score, total = total)
            }
            [] => say!("game-scored-nothing", who = who, score = score, total = total),
            tiles => {
                let tiles: Vec<String> = tiles.iter().map(Tile::to_string).collect();
                say!("game-scored", who = who, tiles = tiles.join(" "), score = score, total = total)
            }
        });
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

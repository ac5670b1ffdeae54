//! A good move, and why it is one.

use mextrain_core::{
    Move, Seat, TrainId,
    bot::{Hint, Why},
};

use super::board::{on_train, tiles};

/// When there is nothing to hint at.
pub const NOTHING_OWED: &str = "No move is asked of you now";

/// The move and the reason in a player's terms: `Hint: 4-7 on your train. It keeps your 7-tile train whole.`
pub fn hint(hint: &Hint, names: &[String], own: Option<Seat>) -> String {
    format!("Hint: {}. {}", choice(hint.choice, names, own), why(hint.why, hint.choice))
}

fn choice(choice: Move, names: &[String], own: Option<Seat>) -> String {
    match choice {
        Move::Play { tile, train } if own.map(TrainId::Own) == Some(train) => format!("{tile} on your train"),
        Move::Play { tile, train } => format!("{tile} on {}", on_train(names, train)),
        Move::Draw => "draw a tile".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Stop => "stop here".to_owned(),
    }
}

fn why(why: Why, choice: Move) -> String {
    match (why, choice) {
        (Why::OnlyMove, _) => "It is the only move.".to_owned(),
        (Why::GoesOut, _) => "It is your last tile.".to_owned(),
        (Why::Satisfies { pip }, _) => format!("It satisfies the {pip}-{pip}."),
        (Why::CoveredDouble { by }, _) => format!("You can satisfy it with {by}."),
        (Why::LanternOut, _) => "It puts out your Lantern.".to_owned(),
        (Why::Plan { left: 0 }, _) => "It ends the longest train in your hand.".to_owned(),
        (Why::Plan { left }, _) => {
            format!("It begins the longest train in your hand, with {} to follow.", tiles(left.into()))
        }
        (Why::KeepsPlan { len, spared: None }, _) => format!("It keeps your {len}-tile train whole."),
        (Why::KeepsPlan { len, spared: Some(double) }, _) => format!(
            "It keeps your {len}-tile train whole; {double} would have to be satisfied, and you hold no other {}.",
            double.lo()
        ),
        (Why::BestOnAverage, Move::Play { .. }) => {
            "On average it leaves you better off than any other.".to_owned()
        }
        (Why::BestOnAverage, _) => "On average that is better than to play.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(train: &str, why: Why) -> String {
        let choice = Move::Play { tile: "4-7".parse().unwrap(), train: train.parse().unwrap() };
        let names = ["Ada", "Bo"].map(str::to_owned);
        hint(&Hint { choice, why }, &names, Some(Seat::FIRST))
    }

    #[test]
    fn a_hint_is_a_move_and_a_reason() {
        let spared = "9-9".parse().ok();
        assert_eq!(
            said("1", Why::KeepsPlan { len: 7, spared }),
            "Hint: 4-7 on your train. It keeps your 7-tile train whole; 9-9 would have to be satisfied, and you hold no other 9."
        );
        assert_eq!(said("2", Why::GoesOut), "Hint: 4-7 on Bo's train. It is your last tile.");
        assert_eq!(
            said("mexican", Why::Plan { left: 1 }),
            "Hint: 4-7 on the Mexican Train. It begins the longest train in your hand, with 1 tile to follow."
        );
    }
}

//! A good move, and why it is one.

use mextrain_core::{
    Move, Seat, TrainId,
    bot::{Hint, Why},
};

use super::board::{on_train, tiles};

texts! {
    /// When there is nothing to hint at.
    pub fn nothing_owed() => "hint-nothing-owed";
}

/// The move and the reason in a player's terms: `Hint: 4-7 on your train. It keeps your 7-tile train whole.`
pub fn hint(hint: &Hint, names: &[String], own: Option<Seat>) -> String {
    let why = why(hint.why, hint.choice);
    match hint.choice {
        Move::Play { tile, train } if own.map(TrainId::Own) == Some(train) => {
            say!("hint-play-own", tile = tile, why = why)
        }
        Move::Play { tile, train } => {
            say!("hint-play", tile = tile, place = on_train(names, train), why = why)
        }
        Move::Draw => say!("hint-draw", why = why),
        Move::Pass => say!("hint-pass", why = why),
        Move::Stop => say!("hint-stop", why = why),
    }
}

fn why(why: Why, choice: Move) -> String {
    match (why, choice) {
        (Why::OnlyMove, _) => say!("hint-why-only-move").to_owned(),
        (Why::GoesOut, _) => say!("hint-why-goes-out").to_owned(),
        (Why::Satisfies { pip }, _) => say!("hint-why-satisfies", pip = pip),
        (Why::CoveredDouble { by }, _) => say!("hint-why-covered", tile = by),
        (Why::LanternOut, _) => say!("hint-why-lantern-out").to_owned(),
        (Why::Plan { left: 0 }, _) => say!("hint-why-plan-ends").to_owned(),
        (Why::Plan { left }, _) => say!("hint-why-plan", tiles = tiles(left.into())),
        (Why::KeepsPlan { len, spared: None }, _) => say!("hint-why-keeps-plan", count = len),
        (Why::KeepsPlan { len, spared: Some(double) }, _) => {
            say!("hint-why-keeps-plan-spared", count = len, double = double, pip = double.lo())
        }
        (Why::BestOnAverage, Move::Play { .. }) => say!("hint-why-best").to_owned(),
        (Why::BestOnAverage, _) => say!("hint-why-best-not-to-play").to_owned(),
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

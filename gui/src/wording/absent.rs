//! Players who are waited for, and the question whether to go on without them.

use std::time::Duration;

use mextrain_core::SeatSet;

use super::game::all;
use crate::absent::{Effect, Question, Stand};

/// A time as people say it: `80 s` is `1 min 20 s`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes => format!("{minutes} min {} s", seconds % 60),
    }
}

/// Who is waited for, and for how long: those who are `offline` are away.
pub fn waited(names: &[String], seats: SeatSet, offline: bool, time: Duration) -> String {
    let (who, time) = (all(names, seats), self::time(time));
    match (offline, seats.len()) {
        (true, 1) => format!("{who} has been away for {time}."),
        (true, _) => format!("{who} have been away for {time}."),
        (false, _) => format!("The table has waited for {who} for {time}."),
    }
}

/// What the question is, or how it stands.
pub fn asked(names: &[String], question: &Question) -> String {
    let who = all(names, question.missing);
    match question.stand {
        Stand::Asked if question.agreed.is_empty() => format!("Go on without {who}?"),
        Stand::Asked => {
            let would = all(names, question.agreed);
            format!("{would} would go on without {who}. You decide too.")
        }
        Stand::TooFew => format!(
            "Going on without {who} takes more players than are missing. You can wait, or play on another day: everybody's seat is \
             kept."
        ),
        Stand::Agreed if question.unanswered.is_empty() => format!("You agreed to go on without {who}."),
        Stand::Agreed => {
            format!(
                "You agreed to go on without {who}. Still to answer: {}.",
                all(names, question.unanswered)
            )
        }
    }
}

/// Who has still to answer besides this player; nothing, if nobody.
pub fn unanswered(names: &[String], question: &Question) -> Option<String> {
    let open = question.stand == Stand::Asked && !question.unanswered.is_empty();
    open.then(|| match question.agreed.is_empty() {
        true => format!("{} would have to agree, too.", all(names, question.unanswered)),
        false => format!("Still to answer: you and {}.", all(names, question.unanswered)),
    })
}

/// What going on without them means.
pub fn effect(names: &[String], question: &Question) -> String {
    let who = all(names, question.missing);
    let several = question.missing.len() > 1;
    let (score, each, own) =
        if several { ("score", " each", "their hands") } else { ("scores", "", "that hand") };
    let back = |more: bool| if more { ", and may come back for the next round" } else { "" };
    match question.effect {
        Effect::DealtAgain { more } => format!(
            "The round is dealt again without {who}, who {score} the round's highest hand{each}, at least 50{}.",
            back(more)
        ),
        Effect::GoesOn { more } => format!(
            "The round goes on without {who}. All of you together open that hand: it {score} what it holds{}.",
            back(more)
        ),
        Effect::Scored { more } => format!(
            "The round is scored without {own}: {who} {score} the round's highest hand{each}, at least 50{}.",
            back(more)
        ),
        Effect::NextRound { more } => format!(
            "The scores stand. The next round is dealt without {who}, who {score} its highest hand{each}, at least 50{}.",
            if more { ", and may come back for the round after it" } else { "" }
        ),
        Effect::Ends => format!("The scores stand, and the match ends without waiting for {who}."),
    }
}

/// The answer that goes on.
pub fn go_on(names: &[String], question: &Question) -> String {
    format!("Go on without {}", all(names, question.missing))
}

/// The question in the terminal: what it is, what it means, and what can be typed.
pub fn in_a_terminal(names: &[String], question: &Question) -> String {
    let asked = asked(names, question);
    match question.stand {
        Stand::Asked => format!("{asked}\n{}\n{}", effect(names, question), typed(question)),
        Stand::TooFew | Stand::Agreed => format!("{asked}\n{}", typed(question)),
    }
}

/// What can be typed.
fn typed(question: &Question) -> &'static str {
    match question.stand {
        Stand::Asked => "Type \"go on\" to go on, \"wait\" to keep waiting, \"quit\" to play on another day.",
        Stand::TooFew => "Type \"wait\" to keep waiting, \"quit\" to play on another day.",
        Stand::Agreed => "Type \"quit\" to play on another day.",
    }
}

/// Nobody is to be gone on without.
pub const NOBODY_OVERDUE: &str = "Nobody has been waited for long enough to go on without them";
/// The answer was to wait.
pub const WAITING_ON: &str = "You keep waiting; you are asked again later";

/// To whom the others have gone on without.
pub const LEFT_OUT: &str =
    "You were away, and the others went on without you. You are in again with the next round.";

/// A grace time in a sentence.
pub fn grace(time: impl std::fmt::Display) -> String {
    format!("After {time} of waiting for somebody the others are asked whether to go on without them")
}

/// What becomes of a round from which somebody vanishes, and what it costs to keep going.
pub const fn keep_going(on: bool) -> &'static str {
    if on {
        "If one player vanishes in a round, it goes on without them. The price: all the other players together can open any one \
         player's hand, and whoever believes that a player is away helps"
    } else {
        "If a player vanishes in a round, it is dealt again without them; nobody can ever open your hand"
    }
}

/// How many players it takes to keep going.
pub const TOO_FEW_TO_KEEP_GOING: &str = "keeping going without somebody takes a table of four seats or more";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_say_them() {
        assert_eq!(
            [9, 60, 130].map(|seconds| time(Duration::from_secs(seconds))),
            ["9 s", "1 min 0 s", "2 min 10 s"]
        );
    }
}

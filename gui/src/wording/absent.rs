//! Players who are waited for, and the question whether to go on without them.

use std::time::Duration;

use mextrain_core::SeatSet;

use super::game::all;
use crate::absent::{Effect, Question, Stand};

/// A time as people say it: `80 s` is `1 min 20 s`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 60 {
        0 => say!("absent-time-short", seconds = seconds),
        minutes => say!("absent-time", minutes = minutes, seconds = seconds % 60),
    }
}

/// Who is waited for, and for how long: those who are `offline` are away.
pub fn waited(names: &[String], seats: SeatSet, offline: bool, time: Duration) -> String {
    let (who, time) = (all(names, seats), self::time(time));
    match offline {
        true => say!("absent-waited-away", who = who, count = seats.len(), time = time),
        false => say!("absent-waited", who = who, time = time),
    }
}

/// What the question is, or how it stands.
pub fn asked(names: &[String], question: &Question) -> String {
    let who = all(names, question.missing);
    match question.stand {
        Stand::Asked if question.agreed.is_empty() => say!("absent-asked", who = who),
        Stand::Asked => {
            let would = all(names, question.agreed);
            say!("absent-asked-too", would = would, who = who)
        }
        Stand::TooFew => say!("absent-asked-too-few", who = who),
        Stand::Agreed if question.unanswered.is_empty() => say!("absent-asked-agreed", who = who),
        Stand::Agreed => {
            say!("absent-asked-agreed-open", who = who, open = all(names, question.unanswered))
        }
    }
}

/// Who has still to answer besides this player; nothing, if nobody.
pub fn unanswered(names: &[String], question: &Question) -> Option<String> {
    let open = question.stand == Stand::Asked && !question.unanswered.is_empty();
    open.then(|| match question.agreed.is_empty() {
        true => say!("absent-unanswered-all", who = all(names, question.unanswered)),
        false => say!("absent-unanswered", who = all(names, question.unanswered)),
    })
}

/// What going on without them means.
pub fn effect(names: &[String], question: &Question) -> String {
    let who = all(names, question.missing);
    let count = question.missing.len();
    match question.effect {
        Effect::DealtAgain { more } => {
            say!("absent-effect-dealt-again", who = who, count = count, more = more)
        }
        Effect::GoesOn { more } => say!("absent-effect-goes-on", who = who, more = more),
        Effect::Scored { more } => say!("absent-effect-scored", who = who, count = count, more = more),
        Effect::NextRound { more } => say!("absent-effect-next-round", who = who, count = count, more = more),
        Effect::Ends => say!("absent-effect-ends", who = who),
    }
}

/// The answer that goes on.
pub fn go_on(names: &[String], question: &Question) -> String {
    say!("absent-go-on", who = all(names, question.missing))
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
        Stand::Asked => say!("absent-typed-asked"),
        Stand::TooFew => say!("absent-typed-too-few"),
        Stand::Agreed => say!("absent-typed-agreed"),
    }
}

texts! {
    /// Nobody is to be gone on without.
    pub fn nobody_overdue() => "absent-nobody-overdue";
    /// Nobody can be gone on without yet.
    pub fn not_begun() => "absent-not-begun";
    /// The answer was to wait.
    pub fn waiting_on() => "absent-waiting-on";

    /// To whom the others have gone on without.
    pub fn left_out() => "absent-left-out";
}

/// A grace time in a sentence.
pub fn grace(time: impl std::fmt::Display) -> String {
    say!("absent-grace", time = time.to_string())
}

/// What becomes of a round from which somebody vanishes, and what it costs to keep going.
pub fn keep_going(on: bool) -> &'static str {
    if on { say!("absent-keep-going") } else { say!("absent-keep-going-not") }
}

texts! {
    /// How many players it takes to keep going.
    pub fn too_few_to_keep_going() => "absent-too-few-to-keep-going";
}

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

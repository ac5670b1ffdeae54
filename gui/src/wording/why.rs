//! Why something is not possible, where people see it often: in the words of the language, not in those of the errors.
//!
//! Errors that people seldom see, and whatever the system says, come as they are, in English.

use mextrain_core::{HeldTextError, Pip, Refusal, RulesTextError, TileTextError, movetext::MoveTextError};
use mextrain_net::{
    name::{Name, NameError},
    place::{CodeError, JoinCode, LocationError},
};

/// Why a move is refused.
pub fn refusal(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::RoundOver => say!("why-round-over"),
        Refusal::NotYourTurn => say!("why-not-your-turn"),
        Refusal::NotExpected => say!("why-not-expected"),
        Refusal::NotInSet => say!("why-not-in-set"),
        Refusal::NotInHand => say!("why-not-in-hand"),
        Refusal::MustPlayDrawn => say!("why-must-play-drawn"),
        Refusal::DoubleWaits => say!("why-double-waits"),
        Refusal::TrainClosed => say!("why-train-closed"),
        Refusal::TooEarly => say!("why-too-early"),
        Refusal::DoesNotMatch => say!("why-does-not-match"),
        Refusal::MayNotDraw => say!("why-may-not-draw"),
        Refusal::BoneyardEmpty => say!("why-boneyard-empty"),
        Refusal::MayNotPass => say!("why-may-not-pass"),
        Refusal::MustDraw => say!("why-must-draw"),
    }
}

/// Why a text is no move, and how to type one.
pub fn move_text(error: &MoveTextError) -> String {
    match error {
        MoveTextError::Empty => say!("why-move-empty").to_owned(),
        MoveTextError::TooLong => say!("why-move-too-long").to_owned(),
        MoveTextError::Tile(error) => say!("why-move-tile", why = tile(error)),
        MoveTextError::Trailing { word } => say!("why-move-trailing", word = word),
        MoveTextError::NoTrain => say!("why-move-no-train").to_owned(),
        MoveTextError::UnknownTrain { text } => say!("why-move-unknown-train", text = text),
        MoveTextError::Ambiguous { text, seats } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            say!("why-move-ambiguous", text = text, seats = seats.join(say!("why-or")))
        }
    }
}

/// Why a text says nothing about a hand.
pub fn held(error: &HeldTextError) -> String {
    match error {
        HeldTextError::Points(text) => say!("why-held-points", text = text),
        HeldTextError::Tile(error) => tile(error),
        HeldTextError::Twice(tile) => say!("why-held-twice", tile = tile),
    }
}

fn tile(error: &TileTextError) -> String {
    match error.is_too_high() {
        true => say!("why-tile-too-high", text = error.text(), most = Pip::MAX),
        false => say!("why-tile", text = error.text()),
    }
}

/// Why a text is no rules.
pub fn rules_text(error: RulesTextError) -> &'static str {
    match error {
        RulesTextError::Shape => say!("why-rules-shape"),
        RulesTextError::Incomplete => say!("why-rules-incomplete"),
        RulesTextError::Check => say!("why-rules-check"),
        RulesTextError::Newer => say!("why-rules-newer"),
    }
}

/// Why a text is no name.
pub fn name(error: &NameError) -> String {
    match error {
        NameError::Empty => say!("why-name-empty").to_owned(),
        NameError::TooLong => say!("why-name-too-long", most = Name::MAX_CHARS),
        NameError::Character(sign) => say!("why-name-sign", code = format!("{:04X}", u32::from(*sign))),
    }
}

/// Why a text leads to no table.
pub fn location(error: &LocationError) -> String {
    match error {
        LocationError::Code(error) => say!("why-no-code", why = code(error)),
        LocationError::Address => say!("why-no-address", port = mextrain_net::place::DEFAULT_PORT),
        LocationError::Multiaddr => say!("why-no-multiaddr", port = mextrain_net::place::DEFAULT_PORT),
        LocationError::Name(error) => say!("why-no-table-name", why = name(error)),
    }
}

fn code(error: &CodeError) -> String {
    match error {
        CodeError::Shape => say!("why-code-shape", count = JoinCode::CHARACTERS),
        CodeError::Check => say!("why-code-check").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wording::language::{Language, tests::Speaking};

    /// In English they are what the errors say.
    #[test]
    fn nothing_is_said_twice_in_english() {
        for one in Refusal::SCENARIO.into_iter().chain([Refusal::NotExpected]) {
            assert_eq!(refusal(one), one.to_string());
        }
        let names = ["Bo", "Bob", "Bobby"];
        for text in ["", "draw me", "4-7", "4-7 x", "4-7 b", "47 me", "4-13 me", &"4".repeat(300)] {
            let error = mextrain_core::movetext::parse(text, mextrain_core::Seat::FIRST, &names).unwrap_err();
            assert_eq!(move_text(&error), error.to_string());
        }
        for error in
            [RulesTextError::Shape, RulesTextError::Incomplete, RulesTextError::Check, RulesTextError::Newer]
        {
            assert_eq!(rules_text(error), error.to_string());
        }
        for text in ["99999999", "4-14", "4-4 4-4", "x"] {
            let error = text.parse::<mextrain_core::Held>().unwrap_err();
            assert_eq!(held(&error), error.to_string());
        }
        for text in ["", "a name of more than twenty-four signs", "a\u{202e}b"] {
            let error = Name::parse(text).unwrap_err();
            assert_eq!(name(&error), error.to_string());
        }
        for error in [
            LocationError::Code(CodeError::Shape),
            LocationError::Code(CodeError::Check),
            LocationError::Address,
            LocationError::Multiaddr,
            LocationError::Name(NameError::Empty),
        ] {
            assert_eq!(location(&error), error.to_string());
        }
    }

    #[test]
    fn ports_and_numbers_have_no_points_in_them() {
        let _german = Speaking::new(Language::German);
        assert!(location(&LocationError::Address).ends_with("192.168.1.23:47110"));
        assert!(name(&NameError::TooLong).contains("24"));
    }
}

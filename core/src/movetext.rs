//! Moves as people type them, in the terminal and in the window.
//!
//! | typed | means |
//! | --- | --- |
//! | `4-7 me` | 4-7 on one's own train (also `own`, `mine`) |
//! | `4-7 mex` | 4-7 on the Mexican Train (any beginning of `mexican` from `mex` on) |
//! | `4-7 3` | 4-7 on the train of seat 3 |
//! | `4-7 bo` | 4-7 on the train of the player whose name begins so |
//! | `4-7 on mexican` | the same with *on* before the train, as moves are listed elsewhere |
//! | `draw`, `pass` | |
//! | `stop` | the end of an opening chain |
//!
//! Capitals do not matter. It says what was meant, not whether that is legal.

use crate::prompt::Move;
use crate::seat::{Seat, TrainId};
use crate::text::quoted;
use crate::tile::{Tile, TileTextError, number};

/// The longest text that is read, in bytes.
pub const MAX_LEN: usize = 200;

/// Reads a move typed by the player in the seat `me`. `names` are the players' names in the order of the seats.
///
/// # Errors
/// What is not understood, in a sentence that says how to write it.
pub fn parse(text: &str, me: Seat, names: &[&str]) -> Result<Move, MoveTextError> {
    if text.len() > MAX_LEN {
        return Err(MoveTextError::TooLong);
    }
    let text = text.trim();
    let (first, rest) =
        text.split_once(char::is_whitespace).map_or((text, ""), |(first, rest)| (first, rest.trim()));
    match first.to_lowercase().as_str() {
        "" => Err(MoveTextError::Empty),
        "draw" | "d" if rest.is_empty() => Ok(Move::Draw),
        "pass" | "p" if rest.is_empty() => Ok(Move::Pass),
        "stop" | "s" if rest.is_empty() => Ok(Move::Stop),
        word @ ("draw" | "d" | "pass" | "p" | "stop" | "s") => {
            Err(MoveTextError::Trailing { word: word.to_owned() })
        }
        tile => {
            let tile: Tile = tile.parse()?;
            Ok(Move::Play { tile, train: train(rest, me, names)? })
        }
    }
}

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveTextError {
    /// Nothing was typed.
    #[error("type a move: 4-7 me, 4-7 mex, draw or pass")]
    Empty,
    /// More than [`MAX_LEN`] bytes.
    #[error("that is too long for a move")]
    TooLong,
    /// The first word is neither a tile nor a command.
    #[error("{0}; or type draw or pass")]
    Tile(#[from] TileTextError),
    /// A command with something after it.
    #[error("{word} stands alone")]
    Trailing {
        /// The command.
        word: String,
    },
    /// A tile without a train.
    #[error("say on which train: me, mex, a seat's number or a name")]
    NoTrain,
    /// No train is called so.
    #[error("no train is called {text}; say me, mex, a seat's number or a name")]
    UnknownTrain {
        /// What was typed, quoted.
        text: String,
    },
    /// Several players' names begin so.
    #[error("{text} could be seat {}; type more of the name or the number", join(seats))]
    Ambiguous {
        /// What was typed, quoted.
        text: String,
        /// Whose names begin so.
        seats: Vec<Seat>,
    },
}

fn train(text: &str, me: Seat, names: &[&str]) -> Result<TrainId, MoveTextError> {
    let wanted = text.to_lowercase();
    // As moves are listed elsewhere. A player may be called On Fire: the whole text counts first.
    if let Some(("on", rest)) = wanted.split_once(char::is_whitespace)
        && !names.iter().any(|name| name.trim().to_lowercase().starts_with(&wanted))
    {
        return train(rest.trim(), me, names);
    }
    if wanted.is_empty() {
        return Err(MoveTextError::NoTrain);
    }
    let names: Vec<String> = names.iter().map(|name| name.trim().to_lowercase()).collect();
    if matches!(wanted.as_str(), "me" | "own" | "mine") {
        return Ok(TrainId::Own(me));
    }
    if wanted.len() >= 3 && "mexican".starts_with(&wanted) {
        return Ok(TrainId::Mexican);
    }
    let seats = || (0..).map_while(Seat::new).zip(&names);
    if let Some(number) = number(&wanted) {
        let seat = Seat::from_number(number).filter(|seat| seat.index() < names.len());
        return seat.map(TrainId::Own).ok_or_else(|| MoveTextError::UnknownTrain { text: quoted(text) });
    }
    // A whole name is meant even if another one begins with it.
    let named =
        |test: &dyn Fn(&str) -> bool| seats().filter(|(_, name)| test(name)).map(|(seat, _)| seat).collect();
    let mut found: Vec<Seat> = named(&|name| name == wanted);
    if found.is_empty() {
        found = named(&|name| name.starts_with(&wanted));
    }
    match found.as_slice() {
        [] => Err(MoveTextError::UnknownTrain { text: quoted(text) }),
        [seat] => Ok(TrainId::Own(*seat)),
        _ => Err(MoveTextError::Ambiguous { text: quoted(text), seats: found }),
    }
}

fn join(seats: &[Seat]) -> String {
    seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{play, seat};

    const NAMES: [&str; 5] = ["Ada", "Bo", "Bob", "Émile", "Mexx"];

    fn typed(text: &str) -> Result<Move, MoveTextError> {
        parse(text, seat(1), &NAMES)
    }

    #[test]
    fn every_way_to_name_a_train() {
        for (text, train) in [
            ("4-7 me", "1"),
            ("7-4 ME", "1"),
            ("  4-7   own ", "1"),
            ("4-7 mex", "mexican"),
            ("4-7 on mexican", "mexican"),
            ("4-7 ON  3", "3"),
            ("4-7 Mexican", "mexican"),
            ("4-7 mexi", "mexican"),
            ("4-7 3", "3"),
            ("4-7 bo", "2"),
            ("4-7 bob", "3"),
            ("4-7 é", "4"),
            ("4-7 a", "1"),
            ("4-7 mexx", "5"),
        ] {
            assert_eq!(typed(text), Ok(play(train, "4-7")), "{text}");
        }
    }

    #[test]
    fn commands() {
        assert_eq!((typed("draw"), typed(" D ")), (Ok(Move::Draw), Ok(Move::Draw)));
        assert_eq!((typed("pass"), typed("P")), (Ok(Move::Pass), Ok(Move::Pass)));
        assert_eq!((typed("Stop"), typed("s")), (Ok(Move::Stop), Ok(Move::Stop)));
        assert_eq!(typed("draw me"), Err(MoveTextError::Trailing { word: "draw".into() }));
    }

    #[test]
    fn errors_say_what_to_type() {
        for (text, part) in [
            ("", "type a move"),
            ("4-7", "on which train"),
            ("4-7 zoe", "no train is called \"zoe\""),
            ("4-7 6", "no train is called \"6\""),
            ("4-7 0", "no train is called \"0\""),
            ("4-7 b", "seat 2 or 3"),
            ("47 me", "is not a tile"),
            ("4-13 me", "is in no set"),
            ("4-7 me now", "no train is called \"me now\""),
        ] {
            let message = typed(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
        assert_eq!(typed(&"4".repeat(MAX_LEN + 1)), Err(MoveTextError::TooLong));
    }

    proptest! {
        #[test]
        fn anything_may_be_typed(text in ".{0,80}", name in ".{0,20}") {
            let _ = parse(&text, seat(1), &[&name, "Bo"]);
            let _ = parse(&format!("4-7 {text}"), seat(2), &[&name, &text]);
        }
    }
}

//! Moves as people type them, in the terminal and in the window.
//!
//! | typed | means |
//! | --- | --- |
//! | `4-7 me` | 4-7 on one's own train (also `own`, `mine`) |
//! | `4-7 mex` | 4-7 on the Mexican Train (any beginning of `mexican train` from `mex` on) |
//! | `4-7 3` | 4-7 on the train of seat 3 |
//! | `4-7 bo` | 4-7 on the train of the player whose name begins so |
//! | `4-7 on Bo's train` | the same as sentences have it; also `on my train`, `on the Mexican Train`, `on seat 3` |
//! | `draw`, `pass` | |
//! | `stop` | the end of an opening chain |
//!
//! Capitals do not matter. A tile may have spaces round its dash, and any sign that looks like one or parts numbers: `4 - 7`, `4–7`, `4/7`. It says
//! what was meant, not whether that is legal. Other languages come as further [`Words`].

use crate::prompt::Move;
use crate::seat::{Seat, TrainId};
use crate::text::quoted;
use crate::tile::{Tile, TileTextError, number};

/// The longest text that is read, in bytes.
pub const MAX_LEN: usize = 200;

/// What moves are typed in: the words of a language, in small letters.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Draw a tile.
    pub draw: &'static [&'static str],
    /// Pass.
    pub pass: &'static [&'static str],
    /// End an opening chain.
    pub stop: &'static [&'static str],
    /// One's own train, whatever the players are called.
    pub own: &'static [&'static str],
    /// One's own train, unless a player's name begins so.
    pub own_too: &'static [&'static str],
    /// The Mexican Train; three letters and more of each suffice.
    pub mexican: &'static [&'static str],
    /// What may stand before a train, each as a word of its own.
    pub before: &'static [&'static str],
    /// What may stand behind a train.
    pub behind: &'static [&'static str],
}

impl Words {
    /// The words of every language, which are the ones of logs and help.
    pub const ENGLISH: Words = Words {
        draw: &["draw", "d"],
        pass: &["pass", "p"],
        stop: &["stop", "s"],
        own: &["me", "own", "mine"],
        own_too: &[
            "my",
            "your",
            "you",
            "my train",
            "your train",
            "own train",
            "my own train",
            "your own train",
        ],
        mexican: &["mexican train"],
        before: &["on", "the", "seat"],
        behind: &[" train", "'s", "\u{2019}s"],
    };
}

/// Reads a move typed in English by the player in the seat `me`. `names` are the players' names in the order of the seats.
///
/// # Errors
/// What is not understood, in a sentence that says how to write it.
pub fn parse(text: &str, me: Seat, names: &[&str]) -> Result<Move, MoveTextError> {
    parse_in(&[Words::ENGLISH], text, me, names)
}

/// Reads a move typed in any of these languages; otherwise as [`parse`].
///
/// # Errors
/// As for [`parse`].
pub fn parse_in(languages: &[Words], text: &str, me: Seat, names: &[&str]) -> Result<Move, MoveTextError> {
    if text.len() > MAX_LEN {
        return Err(MoveTextError::TooLong);
    }
    let text = text.trim();
    let (first, rest) =
        text.split_once(char::is_whitespace).map_or((text, ""), |(first, rest)| (first, rest.trim()));
    let word = first.to_lowercase();
    let is = |words: &dyn Fn(&Words) -> &'static [&'static str]| {
        languages.iter().any(|language| words(language).contains(&word.as_str()))
    };
    let command = match () {
        () if word.is_empty() => return Err(MoveTextError::Empty),
        () if is(&|words| words.draw) => Some(Move::Draw),
        () if is(&|words| words.pass) => Some(Move::Pass),
        () if is(&|words| words.stop) => Some(Move::Stop),
        () => None,
    };
    match command {
        Some(command) if rest.is_empty() => Ok(command),
        Some(_) => Err(MoveTextError::Trailing { word }),
        None => {
            let (tile, rest) = match tile_and_rest(text) {
                Some((tile, rest)) => (tile.parse::<Tile>()?, rest),
                None => (first.parse()?, rest),
            };
            Ok(Move::Play { tile, train: train(languages, rest, me, names)? })
        }
    }
}

/// A text of several tiles and other words with every tile written as 4-7, however its dash was typed.
pub(crate) fn plain(text: &str) -> String {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, behind) = tile_and_rest(rest).unwrap_or_else(|| {
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (word.to_owned(), behind)
        });
        words.push(word);
        rest = behind.trim_start();
    }
    words.join(" ")
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

/// The tile that a text begins with, written as 4-7, and what stands behind it.
fn tile_and_rest(text: &str) -> Option<(String, &str)> {
    let digit = |sign: char| sign.is_ascii_digit();
    let from_dash = text.trim_start_matches(digit);
    let one = text.strip_suffix(from_dash)?;
    let from_other = from_dash.trim_start().strip_prefix(is_dash)?.trim_start();
    let rest = from_other.trim_start_matches(digit);
    let other = from_other.strip_suffix(rest)?;
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (ends && !one.is_empty() && !other.is_empty()).then(|| (format!("{one}-{other}"), rest.trim_start()))
}

/// What keyboards, phones and texts that are copied have between two numbers.
pub(crate) fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '/' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn train(languages: &[Words], text: &str, me: Seat, names: &[&str]) -> Result<TrainId, MoveTextError> {
    if text.is_empty() {
        return Err(MoveTextError::NoTrain);
    }
    let names: Vec<String> = names.iter().map(|name| name.trim().to_lowercase()).collect();
    let lower = text.to_lowercase();
    // A player may be called On Fire: with every word that is left out, what remains counts as a name first.
    let mut from = lower.as_str();
    loop {
        let mut wanted = from;
        loop {
            if let Some(found) = called(languages, wanted, me, &names) {
                return found.map_err(|seats| MoveTextError::Ambiguous { text: quoted(text), seats });
            }
            let mut ends = languages.iter().flat_map(|words| words.behind);
            let Some(shorter) = ends.find_map(|end| wanted.strip_suffix(end)) else { break };
            wanted = shorter.trim_end();
        }
        let known = |word: &str| languages.iter().any(|words| words.before.contains(&word));
        from = match from.split_once(char::is_whitespace) {
            Some((first, rest)) if known(first) => rest.trim_start(),
            _ => return Err(MoveTextError::UnknownTrain { text: quoted(text) }),
        };
    }
}

/// The train that is called exactly so; the seats that may be meant, if there are several.
fn called(
    languages: &[Words],
    wanted: &str,
    me: Seat,
    names: &[String],
) -> Option<Result<TrainId, Vec<Seat>>> {
    let mut words = languages.iter();
    if words.any(|words| words.own.contains(&wanted)) {
        return Some(Ok(TrainId::Own(me)));
    }
    let mut mexican = languages.iter().flat_map(|words| words.mexican);
    if wanted.len() >= 3 && mexican.any(|train| train.starts_with(wanted)) {
        return Some(Ok(TrainId::Mexican));
    }
    if let Some(number) = number(wanted) {
        let seat = Seat::from_number(number).filter(|seat| seat.index() < names.len())?;
        return Some(Ok(TrainId::Own(seat)));
    }
    let named = |test: &dyn Fn(&str) -> bool| -> Vec<Seat> {
        let seats = (0..).map_while(Seat::new).zip(names);
        seats.filter(|(_, name)| test(name)).map(|(seat, _)| seat).collect()
    };
    // A whole name is meant even if another one begins with it.
    let mut found = named(&|name| name == wanted);
    if found.is_empty() {
        found = named(&|name| name.starts_with(wanted));
    }
    let mut words = languages.iter();
    match found.as_slice() {
        [] => words.any(|words| words.own_too.contains(&wanted)).then_some(Ok(TrainId::Own(me))),
        [seat] => Some(Ok(TrainId::Own(*seat))),
        _ => Some(Err(found)),
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
            ("4-7 on my train", "1"),
            ("4-7 on your train", "1"),
            ("4-7 on the Mexican Train", "mexican"),
            ("4-7 mex train", "mexican"),
            ("4-7 on Bo's train", "2"),
            ("4-7 on bob\u{2019}s", "3"),
            ("4-7 on seat 3", "3"),
        ] {
            assert_eq!(typed(text), Ok(play(train, "4-7")), "{text}");
        }
    }

    #[test]
    fn a_tile_is_read_whatever_its_dash_looks_like() {
        for tile in [
            "4 - 7",
            "4- 7",
            "4 -7",
            "4\u{2013}7",
            "4 \u{2014} 7",
            "4\u{2212}7",
            "4\u{2011}7",
            "4/7",
            "7 / 4",
        ] {
            assert_eq!(typed(&format!("{tile} mex")), Ok(play("mexican", "4-7")), "{tile}");
        }
        for text in ["4 7 me", "4-- 7 me", "4-7me me", "- 7 me", "4-7-8 me"] {
            assert!(matches!(typed(text), Err(MoveTextError::Tile(_))), "{text}");
        }
        assert_eq!(plain(" 12\u{2013}5  6 / 6 0-2 31 out"), "12-5 6-6 0-2 31 out");
        assert_eq!(plain("4-7-8"), "4-7-8");
    }

    #[test]
    fn a_name_comes_before_what_else_a_word_may_mean() {
        let names = ["Mya", "On Fire", "Your Majesty", "The Train", "Al's"];
        let typed = |text: &str| parse(text, seat(2), &names);
        for (text, train) in [
            ("4-7 my", "1"),
            ("4-7 my train", "2"),
            ("4-7 on my train", "2"),
            ("4-7 on fire", "2"),
            ("4-7 on on fire's train", "2"),
            ("4-7 your", "3"),
            ("4-7 your train", "2"),
            ("4-7 the train", "4"),
            ("4-7 al's", "5"),
            ("4-7 al's train", "5"),
        ] {
            assert_eq!(typed(text), Ok(play(train, "4-7")), "{text}");
        }
    }

    #[test]
    fn another_language_has_its_words_beside_the_english_ones() {
        const OTHER: Words = Words {
            draw: &["trek"],
            pass: &[],
            stop: &[],
            own: &["ik"],
            own_too: &[],
            mexican: &["mexicaanse trein"],
            before: &["op", "van"],
            behind: &[],
        };
        let typed = |text: &str| parse_in(&[Words::ENGLISH, OTHER], text, seat(1), &NAMES);
        assert_eq!((typed("Trek"), typed("draw")), (Ok(Move::Draw), Ok(Move::Draw)));
        for (text, train) in [("4-7 ik", "1"), ("4-7 op mexica", "mexican"), ("4-7 op van bob", "3")] {
            assert_eq!(typed(text), Ok(play(train, "4-7")), "{text}");
        }
        assert!(parse("trek", seat(1), &NAMES).is_err());
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

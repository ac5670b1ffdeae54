//! What is typed: English words, which are understood whatever is spoken, and the German ones beside them.
//!
//! Help and sentences name the words of the language that is spoken. Where a player's name begins like one of them, see [`movetext`].

use mextrain_core::{Move, Seat, movetext};

/// Moves in German.
const GERMAN: movetext::Words = movetext::Words {
    draw: &["ziehen", "zieh", "ziehe", "z"],
    pass: &["passen", "passe"],
    stop: &["stopp", "aufhören", "aufhoeren"],
    own: &["ich"],
    own_too: &[
        "mir",
        "mein",
        "meiner",
        "mein zug",
        "mein eigener zug",
        "meinem zug",
        "meinen zug",
        "dein zug",
        "deinem zug",
        "deinen zug",
        "eigenen zug",
    ],
    mexican: &["mexikanischer zug", "mexikanischen zug", "mexiko-zug", "mexikozug"],
    before: &["an", "am", "auf", "bei", "den", "dem", "zug", "von", "platz"],
    behind: &[],
};

/// Words of the terminal in German, and what they are in English.
const COMMANDS: [(&str, &str); 30] = [
    ("bereit", "ready"),
    ("warten", "wait"),
    ("warte", "wait"),
    ("beginnen", "start"),
    ("starten", "start"),
    ("anfangen", "start"),
    ("weiter", "next"),
    ("weiterspielen", "go on"),
    ("hilfe", "help"),
    ("tipp", "hint"),
    ("brett", "board"),
    ("wörter", "words"),
    ("woerter", "words"),
    ("tischwörter", "words"),
    ("regeln", "rules"),
    ("gehen", "leave"),
    ("verlassen", "leave"),
    ("ende", "quit"),
    ("beenden", "quit"),
    ("schließen", "quit"),
    ("zeigen", "show"),
    ("blatt", "show"),
    ("neu", "new"),
    ("zurück", "undo"),
    ("zurücknehmen", "undo"),
    ("wieder", "redo"),
    ("blockiert", "blocked"),
    ("fertig", "out"),
    ("sag", "say"),
    ("sage", "say"),
];

/// A move, in whatever language it is typed.
///
/// # Errors
/// As for [`movetext::parse`].
pub fn a_move(text: &str, me: Seat, names: &[&str]) -> Result<Move, movetext::MoveTextError> {
    movetext::parse_in(&[movetext::Words::ENGLISH, GERMAN], text, me, names)
}

/// A command in small letters, in English: as it was typed, but for its first word if that is one of another language's.
pub fn in_english(text: &str) -> String {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match COMMANDS.iter().find(|(word, _)| *word == first) {
        Some((_, english)) if rest.is_empty() => (*english).to_owned(),
        Some((_, english)) => format!("{english} {rest}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["Ada", "Bo", "Miriam", "Zugführer"];

    fn typed(text: &str) -> Option<Move> {
        a_move(text, Seat::FIRST, &NAMES).ok()
    }

    #[test]
    fn moves_are_typed_in_either_language() {
        for (english, others) in [
            ("draw", &["ziehen", "Zieh", "z"][..]),
            ("pass", &["passen", "p"]),
            ("stop", &["stopp", "Aufhören"]),
            ("4-7 me", &["4-7 ich", "4-7 an deinem Zug", "4-7 auf meinen Zug", "4–7 mein"]),
            ("4-7 mex", &["4-7 am Mexikanischen Zug", "4-7 Mexiko", "4/7 mexik"]),
            ("4-7 bo", &["4-7 am Zug von Bo", "4-7 bei Bo", "4-7 Platz 2"]),
            ("4-7 miriam", &["4-7 mir", "4-7 am Zug von Miriam"]),
            ("4-7 zugführer", &["4-7 zug"]),
        ] {
            let meant = typed(english);
            assert!(meant.is_some(), "{english}");
            others.iter().for_each(|other| assert_eq!(typed(other), meant, "{other}"));
        }
    }

    /// What hints and sentences say can be typed as it stands there.
    #[test]
    fn where_something_lies_is_typed_as_it_is_said() {
        use crate::wording::{board::on_train, language};
        let names = NAMES.map(str::to_owned);
        for language in language::Language::ALL {
            let _speaking = language::tests::Speaking::new(language);
            for train in ["2", "3", "4", "mexican"] {
                let train = train.parse().unwrap();
                let place = on_train(&names, train);
                for text in [format!("4-7 {place}"), format!("4-7 on {place}")] {
                    assert_eq!(
                        typed(&text),
                        Some(Move::Play { tile: "4-7".parse().unwrap(), train }),
                        "{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn commands_are_typed_in_either_language() {
        for (text, english) in [
            ("bereit", "ready"),
            (" hilfe ", "help"),
            ("weiterspielen", "go on"),
            ("sag gut gemacht", "say gut gemacht"),
            ("fertig bo", "out bo"),
            ("ready", "ready"),
            ("go on", "go on"),
            ("bereits", "bereits"),
            ("", ""),
        ] {
            assert_eq!(in_english(text), english, "{text}");
        }
        for (at, (word, english)) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS.iter().skip(at + 1).all(|(other, _)| other != word), "{word} twice");
            assert_eq!(in_english(english), *english);
            assert!(typed(word).is_none(), "{word} is a move, too");
        }
    }
}

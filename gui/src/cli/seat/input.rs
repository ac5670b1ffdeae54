//! What is typed at a table: lines from stdin, and what they mean.

use std::io::{self, BufRead};

use mextrain_core::Move;
use mextrain_net::{
    chat::Phrase,
    ledger::Stage,
    session::{Game, Snapshot},
};
use tokio::sync::mpsc;

use crate::wording;

/// How many lines may wait.
const QUEUE: usize = 16;

/// Something typed, or the end of it.
#[derive(Debug)]
pub enum Typed {
    /// A line.
    Line(String),
    /// Nothing more will be typed.
    End,
}

/// Where lines come from.
pub struct Input {
    lines: Option<mpsc::Receiver<String>>,
}

impl Input {
    /// Nothing is typed at this seat.
    pub fn none() -> Input {
        Input { lines: None }
    }

    /// Lines of stdin, whether a person types them or another program.
    pub fn stdin() -> Input {
        let (sender, lines) = mpsc::channel(QUEUE);
        // A thread of its own: reading stdin cannot be abandoned, and must not keep the program alive.
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Input { lines: Some(lines) }
    }

    /// The next line; never ready where nothing is typed. Cancel safe.
    pub async fn next(&mut self) -> Typed {
        match &mut self.lines {
            Some(lines) => lines.recv().await.map_or(Typed::End, Typed::Line),
            None => std::future::pending().await,
        }
    }
}

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Understood {
    /// Nothing.
    Nothing,
    /// Only this is to be said.
    Say(String),
    /// A good move is to be shown, or that none is owed.
    Hint,
    /// The board is to be shown.
    Board,
    /// The rules card is to be shown.
    Rules,
    /// Leave the table; a match that runs can be come back to.
    Leave,
    /// Leave the match for good; the table, where there is no match yet.
    Farewell,
    /// Ready for the match, or not.
    Ready(bool),
    /// Begin with who is there.
    Start,
    /// Ready for the next round.
    Next,
    /// Everybody is to hear this.
    Phrase(Phrase),
    /// Go on without somebody who has been waited for too long.
    GoOn,
    /// Wait for them on.
    Wait,
    /// A move.
    Move(Move),
}

/// Understands a line, given where the session stands.
pub fn understand(line: &str, snapshot: &Snapshot) -> Understood {
    let lower = wording::typed::in_english(&line.to_lowercase());
    if let Some(what) = lower.strip_prefix("say")
        && (what.is_empty() || what.starts_with(char::is_whitespace))
    {
        return say(what.trim());
    }
    match lower.as_str() {
        "" => Understood::Nothing,
        "help" => Understood::Say(wording::seat::help().to_owned()),
        "?" if is_playing(snapshot) => Understood::Hint,
        "?" => Understood::Say(wording::seat::help().to_owned()),
        "hint" => Understood::Hint,
        "board" => Understood::Board,
        "rules" => Understood::Rules,
        "words" => Understood::Say(words(snapshot)),
        "quit" => Understood::Leave,
        "leave" if is_over(snapshot) => Understood::Leave,
        "leave" => Understood::Farewell,
        "ready" => Understood::Ready(true),
        "go on" => Understood::GoOn,
        "wait" if is_playing(snapshot) => Understood::Wait,
        "wait" => Understood::Ready(false),
        "start" => Understood::Start,
        "next" => Understood::Next,
        _ => snapshot.game.as_deref().map_or_else(not_yet, |game| a_move(line, game)),
    }
}

fn is_playing(snapshot: &Snapshot) -> bool {
    let stage = snapshot.game.as_deref().map(|game| game.stage);
    stage.is_some_and(|stage| {
        !matches!(stage, Stage::Signing | Stage::Revealing | Stage::Over | Stage::Stopped)
    })
}

fn is_over(snapshot: &Snapshot) -> bool {
    let stage = snapshot.game.as_deref().map(|game| game.stage);
    stage.is_some_and(|stage| matches!(stage, Stage::Over | Stage::Stopped))
}

/// The phrase that is meant, by its word or its beginning.
fn say(what: &str) -> Understood {
    let meant = |phrase: &Phrase| {
        let text = wording::chat::phrase(*phrase).to_lowercase();
        !what.is_empty() && (text.starts_with(what) || wording::chat::typed(*phrase).starts_with(what))
    };
    match Phrase::ALL.into_iter().find(meant) {
        Some(phrase) => Understood::Phrase(phrase),
        None => Understood::Say(wording::chat::choices()),
    }
}

fn a_move(line: &str, game: &Game) -> Understood {
    let Some(seat) = game.seat else { return not_yet() };
    let names: Vec<&str> = game.names().into_iter().map(|name| name.as_str()).collect();
    match wording::typed::a_move(line, seat, &names) {
        Ok(choice) => Understood::Move(choice),
        Err(error) => Understood::Say(wording::seat::not_understood(&wording::why::move_text(&error))),
    }
}

fn not_yet() -> Understood {
    Understood::Say(wording::seat::not_begun().to_owned())
}

fn words(snapshot: &Snapshot) -> String {
    let words = snapshot.game.as_ref().and_then(|game| game.words);
    words
        .map_or_else(|| wording::seat::no_words().to_owned(), |words| format!("{words} ({})", words.digits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_before_the_match() {
        let nobody = Snapshot::default();
        assert_eq!(understand(" Ready ", &nobody), Understood::Ready(true));
        assert_eq!(understand("wait", &nobody), Understood::Ready(false));
        assert_eq!(understand("", &nobody), Understood::Nothing);
        for line in ["?", "help"] {
            assert_eq!(understand(line, &nobody), Understood::Say(wording::seat::help().to_owned()));
        }
        assert_eq!(understand("hint", &nobody), Understood::Hint);
        assert_eq!(understand("4-7 mex", &nobody), not_yet());
        assert_eq!(understand("leave", &nobody), Understood::Farewell);
        assert_eq!(understand("Rules", &nobody), Understood::Rules);
    }

    #[test]
    fn german_words_are_as_good_as_english_ones() {
        let nobody = Snapshot::default();
        for (line, english) in [
            ("Bereit", "ready"),
            ("hilfe", "help"),
            ("Regeln", "rules"),
            ("Ende", "quit"),
            ("sag sorry", "say sorry"),
        ] {
            assert_eq!(understand(line, &nobody), understand(english, &nobody), "{line}");
        }
        // Whatever the German help names first on a line is understood.
        let _german = wording::language::tests::Speaking::new(wording::language::Language::German);
        let lines = wording::seat::help().lines().filter_map(|line| line.strip_prefix("  "));
        let commands = lines.filter_map(|line| line.trim().split("  ").next());
        let unknown = |word: &&str| understand(word, &nobody) == not_yet() && !word.contains('-');
        assert_eq!(commands.filter(unknown).collect::<Vec<_>>(), ["ziehen", "passen", "stopp"]);
    }

    #[test]
    fn to_wait_is_not_to_be_ready_or_to_wait_for_somebody() {
        assert_eq!(understand(" Go on ", &Snapshot::default()), Understood::GoOn);
        assert_eq!(understand("wait", &Snapshot::default()), Understood::Ready(false));
        assert!(wording::seat::help().contains("go on") && wording::seat::help().contains("wait"));
    }

    #[test]
    fn phrases_are_said_by_their_word_or_their_beginning() {
        let nobody = Snapshot::default();
        for phrase in Phrase::ALL {
            let (text, word) = (wording::chat::phrase(phrase), wording::chat::typed(phrase));
            assert_eq!(understand(&format!("say {word}"), &nobody), Understood::Phrase(phrase));
            assert_eq!(understand(&format!(" SAY  {text} "), &nobody), Understood::Phrase(phrase));
            assert!(wording::chat::choices().contains(&format!("say {word}")));
        }
        for line in ["say", "say ", "say hello", "say nice one indeed"] {
            assert_eq!(understand(line, &nobody), Understood::Say(wording::chat::choices()), "{line}");
        }
        // A player may be called so.
        assert_eq!(understand("4-7 say", &nobody), not_yet());
    }
}

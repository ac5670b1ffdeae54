//! What a seat's session tells, on stdout: as JSON lines, or in words with the board.

use std::io;

use mextrain_net::session::{Game, SessionEvent, SessionHandle, Snapshot};

use crate::{absent::Question, cli::console::Console, wording};

/// Tells events in the form that was asked for.
pub struct Teller {
    console: Console,
    /// What was said of the table last: it is told anew with every address, and often the same.
    table: Option<String>,
    /// What was said of the lobby last.
    lobby: Option<String>,
}

impl Teller {
    /// A teller on this console.
    pub fn new(console: &Console) -> Teller {
        Teller { console: *console, table: None, lobby: None }
    }

    /// Tells one event.
    ///
    /// # Errors
    /// What writing gives.
    pub fn tell(&mut self, event: &SessionEvent, handle: &SessionHandle) -> io::Result<()> {
        if self.console.json() {
            return self.console.line(event.to_json());
        }
        let game = handle.snapshot().borrow().game.clone();
        let names = game.as_deref().map(names).unwrap_or_default();
        if let Some(sentence) = wording::seat::event(event, &names) {
            if self.was_said(event, &sentence) {
                return Ok(());
            }
            self.console.line(sentence)?;
        }
        match event {
            SessionEvent::Turn { .. } => self.board(handle),
            SessionEvent::RoundOver { .. } => self.say("Type next when you have seen the scores."),
            SessionEvent::Lobby { members, .. }
                if members.iter().any(|member| member.you && !member.ready) =>
            {
                self.say("Type ready when you are.")
            }
            _ => Ok(()),
        }
    }

    fn was_said(&mut self, event: &SessionEvent, sentence: &str) -> bool {
        let last = match event {
            SessionEvent::Table { .. } => &mut self.table,
            SessionEvent::Lobby { .. } => &mut self.lobby,
            _ => return false,
        };
        if last.as_deref() == Some(sentence) {
            return true;
        }
        *last = Some(sentence.to_owned());
        false
    }

    /// Shows the board, the own hand, and what is owed.
    ///
    /// # Errors
    /// What writing gives.
    pub fn board(&self, handle: &SessionHandle) -> io::Result<()> {
        let game = handle.snapshot().borrow().game.clone();
        let Some((game, round)) = game.as_deref().and_then(|game| Some((game, game.round.as_ref()?))) else {
            return self.say("There is no board yet.");
        };
        let names = names(game);
        let mut shown = format!("\n{}\n", wording::board::board(round, &names, game.seat));
        for member in &game.charter.roster {
            if let Some(since) = handle.snapshot().borrow().away.get(&member.key) {
                shown += &format!("{}\n", wording::seat::away(&member.name, since.elapsed()));
            }
        }
        if !game.hand.is_empty() {
            shown += &format!("Your hand: {}\n", game.hand);
        }
        let prompt = match game.seat_view() {
            Some(view) => wording::board::prompt(&view, &names),
            None => wording::board::others_prompt(round, &names),
        };
        self.say(format!("{shown}{}", self.console.strong(prompt)))
    }

    /// Asks whether to go on without somebody, or says how that stands; not part of the events.
    ///
    /// # Errors
    /// What writing gives.
    pub fn question(&self, snapshot: &Snapshot, question: &Question) -> io::Result<()> {
        let names = snapshot.game.as_deref().map(names).unwrap_or_default();
        self.say(wording::absent::in_a_terminal(&names, question))
    }

    /// Says something to the person at this seat; not part of the events.
    ///
    /// # Errors
    /// What writing gives.
    pub fn say(&self, text: impl std::fmt::Display) -> io::Result<()> {
        if self.console.json() {
            self.console.note(text);
            return Ok(());
        }
        self.console.line(text)
    }
}

fn names(game: &Game) -> Vec<String> {
    game.names().into_iter().map(|name| name.to_string()).collect()
}

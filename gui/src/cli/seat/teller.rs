//! What a seat's session tells, on stdout: as JSON lines, or in words with the board.

use std::io;

use mextrain_core::{Prompt, bot::Hint};
use mextrain_net::session::{Game, SessionEvent, SessionHandle, Snapshot};

use crate::{absent::Question, cli::console::Console, wording};

/// Tells events in the form that was asked for.
pub struct Teller {
    console: Console,
    /// What was said of the table last: it is told anew with every address, and often the same.
    table: Option<String>,
    /// What was said of the lobby last.
    lobby: Option<String>,
    /// What was said of the rules last.
    rules: Option<String>,
    /// Whether somebody can type what is to be typed.
    types: bool,
    /// Whose turn a board is to be shown for, once everything is told that led to it.
    board_due: Option<u8>,
    /// This player has left for good: what the others do is told, and nothing is asked any more.
    left: bool,
}

impl Teller {
    /// A teller on this console; `types` is whether anybody can type there.
    pub fn new(console: &Console, types: bool) -> Teller {
        Teller {
            console: *console,
            table: None,
            lobby: None,
            rules: None,
            types,
            board_due: None,
            left: false,
        }
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
            SessionEvent::Turn { .. } if self.left => Ok(()),
            SessionEvent::Turn { seat, .. } => {
                self.board_due = Some(*seat);
                Ok(())
            }
            SessionEvent::Left { seat } => {
                let own = game.as_deref().and_then(|game| game.seat);
                if own.is_none_or(|own| own.number() != *seat) || self.left {
                    return Ok(());
                }
                (self.left, self.board_due) = (true, None);
                self.say(wording::seat::left())
            }
            SessionEvent::RoundOver { round, scores, .. } => {
                self.board_due = None;
                self.sheet(handle, Some((*round, scores)))?;
                if self.types && !self.left { self.say(wording::seat::next()) } else { Ok(()) }
            }
            SessionEvent::MatchOver { .. } => self.sheet(handle, None),
            SessionEvent::Lobby { members, .. } => {
                self.rules_changed(handle)?;
                match self.types && members.iter().any(|member| member.you && !member.ready) {
                    true => self.say(wording::seat::ready()),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Shows the board that is due, unless there is `more` to be told first: the board is always the newest, and would be ahead of the words
    /// that explain it.
    ///
    /// # Errors
    /// What writing gives.
    pub fn settle(&mut self, handle: &SessionHandle, more: bool) -> io::Result<()> {
        let Some(due) = self.board_due.filter(|_| !more) else { return Ok(()) };
        let turn =
            handle.snapshot().borrow().game.as_ref().and_then(|game| match game.round.as_ref()?.prompt() {
                Prompt::Turn { seat, .. } => Some(seat.number()),
                _ => None,
            });
        // Somebody else's by now: what led to that is told in a moment, and then that it is theirs.
        if turn.is_some_and(|seat| seat != due) {
            return Ok(());
        }
        self.board_due = None;
        self.board(handle)
    }

    /// Says what the table plays by, when that is new.
    fn rules_changed(&mut self, handle: &SessionHandle) -> io::Result<()> {
        let agreed = handle.snapshot().borrow().lobby.as_ref().map(|lobby| lobby.agreement.clone());
        let said = agreed.map(|agreed| wording::card::in_short(&agreed.rules, agreed.seats, self.types));
        let Some(said) = said.filter(|said| self.rules.as_ref() != Some(said)) else { return Ok(()) };
        self.say(&said)?;
        self.rules = Some(said);
        Ok(())
    }

    /// Says a good move, and why.
    ///
    /// # Errors
    /// What writing gives.
    pub fn hint(&self, game: &Game, hint: &Hint) -> io::Result<()> {
        self.say(wording::hint::hint(hint, &names(game), game.seat))
    }

    /// Shows the whole rules card of the table.
    ///
    /// # Errors
    /// What writing gives.
    pub fn rules(&self, handle: &SessionHandle) -> io::Result<()> {
        let snapshot = handle.snapshot().borrow().clone();
        let game = snapshot.game.as_deref();
        let game = game.map(|game| (game.charter.rules, game.scoreboard.seats()));
        let lobby = snapshot.lobby.as_ref().map(|lobby| (lobby.agreement.rules, lobby.agreement.seats));
        let Some((rules, seats)) = game.or(lobby) else { return self.say(wording::seat::no_table()) };
        let card = wording::card::card(&rules, Some(seats));
        self.say(card.text(|heading| self.console.strong(heading)))
    }

    /// Shows the scoresheet as it is now, with who leads. A round that has just been scored may not stand in it yet.
    fn sheet(&self, handle: &SessionHandle, scored: Option<(u8, &[u16])>) -> io::Result<()> {
        let game = handle.snapshot().borrow().game.clone();
        let Some(game) = game.as_deref() else { return Ok(()) };
        let mut scores = game.scoreboard.clone();
        if let Some((_, scored)) =
            scored.filter(|(round, _)| scores.running_totals().len() < usize::from(*round))
        {
            // One that does not fit this table is none of it.
            let _ = scores.record(scored);
        }
        let sheet = wording::sheet::Sheet::of(&scores, &game.charter.rules, names(game));
        self.say(format!("\n{sheet}\n"))?;
        match scores.is_complete() {
            // The match's end says who has won.
            true => Ok(()),
            false => self.say(format!("{}.", wording::sheet::leaders(&sheet.names, &sheet.places))),
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
            return self.say(wording::seat::no_board());
        };
        let names = names(game);
        let mut shown = format!("\n{}\n", wording::board::board(round, &names, game.seat));
        for member in &game.charter.roster {
            if let Some(since) = handle.snapshot().borrow().away.get(&member.key) {
                shown += &format!("{}\n", wording::seat::away(&member.name, since.elapsed()));
            }
        }
        if !game.hand.is_empty() {
            shown += &format!("{}\n", wording::seat::hand(&game.hand.to_string()));
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

//! What the board says: what is owed, who is waited for, and why something cannot be done.

use std::time::{Duration, Instant};

use eframe::egui::Ui;
use mextrain_core::{DrawAnswer, Move, Phase, Refusal, Round, Tiles, TrainId};
use mextrain_net::{
    charter::Member,
    table::{ActError, Owing},
};

use super::{pick::Want, turn::Turn};
use crate::{
    absent::is_left_out,
    window::words::{lobby, play as words},
    wording::{self, why},
};

/// From when on it is said how long somebody has been thinking.
const LONG: Duration = Duration::from_secs(30);

/// What is read out: of the turn and of what people say whatever is newer. What was read out stays until something else is to be, so
/// that nothing is read out twice.
#[derive(Default)]
pub(super) struct Spoken {
    turn: String,
    heard: Option<Instant>,
    text: String,
    loud: bool,
}

impl Spoken {
    /// What is read out now that `turn` is what is owed and `heard` is what somebody said last, and when; and whether it interrupts, which
    /// what people say never does.
    pub(super) fn next(
        &mut self,
        turn: String,
        loud: bool,
        heard: Option<(Instant, String)>,
    ) -> (String, bool) {
        let new_turn = turn != self.turn;
        let said = heard.filter(|(at, _)| self.heard.is_none_or(|before| before < *at));
        if let Some((at, _)) = &said {
            self.heard = Some(*at);
        }
        match said {
            Some((_, said)) if new_turn => self.text = format!("{turn}. {said}"),
            Some((_, said)) => self.text = said,
            None if new_turn => self.text.clone_from(&turn),
            None => return (self.text.clone(), self.loud),
        }
        self.loud = new_turn && loud;
        self.turn = turn;
        (self.text.clone(), self.loud)
    }
}

impl Turn<'_> {
    /// What the bar says, and whether it is this person's turn.
    pub(super) fn sentence(&self) -> (String, bool) {
        let mine = self.mine();
        if let (Some(notice), None) = (&self.state.notice, &self.state.typing) {
            return (notice.clone(), mine);
        }
        if mine && self.state.moment.is_some() {
            return (words::your_turn().to_owned(), mine);
        }
        let scene = self.scene;
        let pick = &self.state.pick;
        let sentence = match (pick.pending, pick.tile, pick.train) {
            (Some(Move::Play { tile, train }), ..) => words::confirm(tile, scene.names, train, scene.own),
            (_, Some(tile), _) => words::choose_train(tile),
            (_, _, Some(train)) => {
                words::choose_tile(scene.names, train, scene.own, scene.round.trains().open_pip(train))
            }
            _ => self.owed(),
        };
        (sentence, mine)
    }

    /// The round as it stands, whatever moment is shown.
    pub(super) fn now(&self) -> &Round {
        self.game.round.as_ref().unwrap_or(self.scene.round)
    }

    pub(super) fn owed(&self) -> String {
        let scene = self.scene;
        if let Some(ended) = &self.model.snapshot.ended {
            return lobby::ended(ended);
        }
        let away = self.away();
        if !away.is_empty() {
            return words::away(&away);
        }
        if is_left_out(self.game) {
            return words::watching(&wording::board::others_prompt(self.now(), scene.names));
        }
        if self.game.hears_first {
            return wording::seat::capital(&wording::session::act_error(&ActError::NotHeard));
        }
        match self.game.seat_view() {
            // The move is on its way; until everybody has it, it is nobody else's turn yet.
            Some(view) if view.to_act() && self.game.owing == Owing::Nothing => words::sent().to_owned(),
            Some(view) => {
                let owed = wording::board::prompt(&view, scene.names);
                match &self.state.kept {
                    Some(kept) if !view.to_act() => format!("{kept}. {owed}"),
                    _ => owed,
                }
            }
            None => wording::board::others_prompt(self.now(), scene.names),
        }
    }

    /// Whom the table waits for because they are not connected.
    pub(super) fn away(&self) -> Vec<String> {
        if self.model.practice {
            return Vec::new();
        }
        let online = &self.model.snapshot.online;
        self.missing()
            .filter(|member| !online.contains(&member.key))
            .map(|member| member.name.to_string())
            .collect()
    }

    /// The sentence with how long it has been true, where somebody is away, or thinks for long. Whoever hears it does not hear it again
    /// every second.
    pub(super) fn with_clock(&self, ui: &Ui, sentence: &str) -> String {
        let snapshot = self.model.snapshot;
        let waits = !self.model.practice && !self.mine() && snapshot.ended.is_none();
        if !waits || self.state.notice.is_some() || self.missing().next().is_none() {
            return sentence.to_owned();
        }
        let since = self.missing().filter_map(|member| snapshot.away.get(&member.key)).min();
        let Some(time) = since.or(snapshot.waiting_since.as_ref()).map(Instant::elapsed) else {
            return sentence.to_owned();
        };
        if since.is_none() && time < LONG {
            ui.ctx().request_repaint_after(LONG - time);
            return sentence.to_owned();
        }
        ui.ctx().request_repaint_after_secs(1.0);
        words::for_so_long(sentence, time)
    }

    /// The others who owe something.
    fn missing(&self) -> impl Iterator<Item = &Member> {
        let seats = self.game.missing.iter().filter(|seat| Some(*seat) != self.game.seat);
        seats.filter_map(|seat| self.game.member(seat))
    }

    /// What is read out: the banner belongs to it.
    pub(super) fn aloud(&self, sentence: &str) -> String {
        match self.now().binding_double() {
            Some((train, pip)) => {
                format!("{sentence}. {}", words::satisfy_where(pip, self.scene.names, train, self.scene.own))
            }
            None => sentence.to_owned(),
        }
    }

    pub(super) fn why_not_draw(&self) -> Option<String> {
        if self.state.moment.is_some() {
            return Some(words::looking_back().to_owned());
        }
        match (self.may_draw, self.scene.own) {
            (DrawAnswer::Yes | DrawAnswer::BoneyardEmpty | DrawAnswer::NoDraw, _) => None,
            (answer, Some(own)) => wording::board::why_not_draw(answer, own, self.scene.names),
            (_, None) => Some(words::not_your_turn().to_owned()),
        }
    }

    pub(super) fn why_not(&self, want: Want) -> String {
        if !self.mine() {
            return words::not_your_turn().to_owned();
        }
        match (want, self.state.pick.tile) {
            (Want::Train(train), Some(tile)) => self.why_not_move(Move::Play { tile, train }),
            (Want::Tile(tile), _) => match self.state.pick.train {
                Some(train) => self.why_not_move(Move::Play { tile, train }),
                None => words::fits_nowhere(tile),
            },
            (Want::Train(train), None) => match self.open_to_me(train) {
                Ok(()) => {
                    words::nothing_fits_on(self.scene.names, train, self.scene.round.trains().open_pip(train))
                }
                Err(reason) => capital(why::refusal(reason)),
            },
        }
    }

    /// Whether this person could play on the train with a fitting tile.
    pub(super) fn open_to_me(&self, train: TrainId) -> Result<(), Refusal> {
        let Some(own) = self.scene.own else { return Ok(()) };
        // Any tile that fits would do; the answer is about the train.
        let pip = self.scene.round.trains().open_pip(train);
        let fitting = Tiles::with_pip(pip).minus(self.scene.round.on_table()).iter().next();
        match fitting {
            Some(tile) => self.scene.round.check_play(own, tile, train),
            None => Ok(()),
        }
    }

    pub(super) fn why_not_move(&self, choice: Move) -> String {
        let Some(own) = self.scene.own.filter(|_| self.mine()) else {
            return words::not_your_turn().to_owned();
        };
        match choice {
            Move::Play { tile, .. } if !self.game.hand.contains(tile) => {
                words::refused(tile, Refusal::NotInHand)
            }
            Move::Play { tile, .. } if self.game.drawn.is_some_and(|drawn| drawn != tile) => {
                words::refused(tile, Refusal::MustPlayDrawn)
            }
            Move::Play { tile, train } => match self.scene.round.check_play(own, tile, train) {
                Err(reason) => words::refused(tile, reason),
                Ok(()) => words::fits_nowhere(tile),
            },
            Move::Draw => self.why_not_draw().unwrap_or_else(|| words::not_your_turn().to_owned()),
            Move::Pass if self.scene.round.boneyard() > 0 && self.playable.is_empty() => {
                capital(why::refusal(Refusal::MustDraw))
            }
            Move::Stop if self.scene.round.phase() == Some(Phase::Satisfy) => {
                capital(why::refusal(Refusal::DoubleWaits))
            }
            Move::Stop => words::no_chain().to_owned(),
            Move::Pass => self.why_not_draw().unwrap_or_else(|| words::not_your_turn().to_owned()),
        }
    }
}

/// A sentence begins with a capital.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_does_not_interrupt_and_nothing_is_read_out_twice() {
        let start = Instant::now();
        let mut spoken = Spoken::default();
        let mine = || "Your turn".to_owned();
        let sorry = |seconds| Some((start + Duration::from_secs(seconds), "Bo says: Sorry".to_owned()));
        assert_eq!(spoken.next(mine(), true, None), ("Your turn".to_owned(), true));
        assert_eq!(spoken.next(mine(), true, sorry(1)), ("Bo says: Sorry".to_owned(), false));
        // Neither when it has faded, nor before.
        assert_eq!(spoken.next(mine(), true, sorry(1)), ("Bo says: Sorry".to_owned(), false));
        assert_eq!(spoken.next(mine(), true, None), ("Bo says: Sorry".to_owned(), false));
        let theirs = || "Bo is choosing".to_owned();
        assert_eq!(spoken.next(theirs(), false, None), (theirs(), false));
        assert_eq!(spoken.next(mine(), true, sorry(2)), ("Your turn. Bo says: Sorry".to_owned(), true));
    }
}

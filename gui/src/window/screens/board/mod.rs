//! The board: the trains, what is owed, the hand. Beside it, on wish, scores, log and trust.
//!
//! The engine says what may be played; this screen only points at it. What is chosen is local, and is let go of with every
//! change that comes in: a tap that was meant for the table as it was must not fire at the table as it is.

mod action;
pub mod geometry;
mod hand;
mod label;
pub mod motion;
mod moves;
pub mod order;
mod pick;
pub mod rows;
mod say;
pub mod top;
mod turn;

use std::{fs::File, path::PathBuf};

use eframe::egui::{Context, Id, Rect, Ui};
use mextrain_core::{Move, Round, Seat, Tiles, TrainId, bot::Hint};
use mextrain_net::{
    chat::Phrase,
    session::{Game, SessionEvent},
    table::{Have, Owing},
};

use self::{
    motion::{Frame, Motion},
    pick::Pick,
    turn::Turn,
};
use super::{absent::AbsentState, chat, play::names, side::Panel};
use crate::{
    window::{
        Command, Model,
        later::{Awaited, Later},
        seat::News,
        settings::TileFace,
        timeline::Timeline,
        words::play as words,
    },
    wording::{
        self,
        language::{self, Language},
    },
};

/// What the board remembers between frames.
#[derive(Default)]
pub struct BoardState {
    /// The question about somebody who is away, here and on the other screens of a match.
    pub absent: AbsentState,
    timeline: Timeline,
    /// What happened before this program came back to the match, until it has been read.
    earlier: Option<Later<Timeline>>,
    /// How much of the history the timeline has.
    read: usize,
    /// The language that it has it in.
    language: Option<Language>,
    /// How far the match was when something was chosen.
    seen: Option<Have>,
    /// How far it was when a tile was lifted that is still being dragged; `None` once anything has changed since.
    lifted: Option<Have>,
    /// Whether the session had ended then.
    ended: bool,
    /// The round that is on the board, and the first one that was.
    round: Option<u8>,
    first_round: Option<u8>,
    /// Whether the table words have been compared.
    compared: bool,
    /// The hand before the last change.
    hand: Tiles,
    pick: Pick,
    motion: Motion,
    /// What is said instead of what is owed, until the next input.
    notice: Option<String>,
    /// That the tile drawn last was kept, said until it is this person's turn again.
    kept: Option<String>,
    /// The hint that was asked for and is being thought about.
    hinting: Option<Later<Option<Hint>>>,
    typing: Option<String>,
    panel: Option<Panel>,
    /// The train that is shown whole.
    whole: Option<TrainId>,
    /// The earlier moment that is shown.
    moment: Option<usize>,
    /// The waiting double that was brought into view.
    revealed: Option<TrainId>,
    /// The parts of the screen in the last frame, and what of each gets the keyboard first.
    regions: Vec<(Rect, Option<Id>)>,
    /// Where the keyboard goes when the next frame begins.
    focus: Option<Id>,
    touched: bool,
    spoken: say::Spoken,
}

/// A round as it is drawn.
pub struct Scene<'a> {
    /// The public state.
    pub round: &'a Round,
    /// The names by seat.
    pub names: &'a [String],
    /// The viewer's seat.
    pub own: Option<Seat>,
    /// What stands on tiles.
    pub face: TileFace,
    /// The train that was played on last.
    pub newest: Option<TrainId>,
    /// What was said lately, by seat.
    pub said: &'a [Option<Phrase>],
    /// What moves.
    pub motion: Frame,
}

/// Shows the board of a running match.
pub fn show(ui: &mut Ui, model: &Model<'_>, state: &mut BoardState) -> Vec<Command> {
    let Some(game) = model.snapshot.game.as_deref() else { return Vec::new() };
    let Some(current) = game.round.as_ref() else { return Vec::new() };
    state.touched |= ui.input(|input| input.any_touches());
    let names = names(game);
    let past = state.moment.and_then(|at| state.timeline.moments().get(at));
    let newest = past.or(state.timeline.moments().last()).and_then(|moment| moment.train);
    let round = past.and_then(|moment| moment.board.clone()).unwrap_or_else(|| current.clone());
    let now = ui.input(|input| input.time);
    let motion = state.motion.frame(current, now, model.settings.reduce_motion);
    if motion.moves() {
        ui.ctx().request_repaint();
    }
    let motion = if past.is_some() { Frame::STILL } else { motion };
    let face = model.settings.tiles;
    let said = chat::by_seat(ui, game, model.snapshot);
    let scene = Scene { round: &round, names: &names, own: game.seat, face, newest, said: &said, motion };
    let mut turn = Turn::of(game, model, &scene, state);
    turn.show(ui);
    turn.commands
}

/// Begins to read the steps of this log before `step`, which were told to a program that has ended. A log that cannot be read
/// gives no moments.
fn earlier(ctx: &Context, log: PathBuf, step: u32) -> Later<Timeline> {
    let read = move || File::open(log).map(|file| Timeline::of_log(file, step)).unwrap_or_default();
    Later::begin(ctx.clone(), read)
}

/// What came of it, if nothing is to be waited for any more.
fn taken<T: Send + 'static>(awaited: &mut Option<Later<T>>) -> Option<Option<T>> {
    let found = match awaited.as_ref()?.take() {
        Awaited::Coming => return None,
        Awaited::There(found) => Some(found),
        Awaited::Nothing => None,
    };
    *awaited = None;
    Some(found)
}

/// What the board has heard at once.
#[derive(Default)]
struct Told {
    /// The own seat has kept what it drew.
    kept: bool,
    /// What went wrong last.
    trouble: Option<String>,
    /// Something came between that lets go of what was chosen.
    lets_go: bool,
}

impl BoardState {
    /// What has happened so far.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Whether a thread still works for the board.
    #[cfg(test)]
    pub fn waits(&self) -> bool {
        self.earlier.is_some() || self.hinting.is_some()
    }

    /// Takes what is new, and lets go of what was chosen before it.
    pub fn follow(&mut self, ctx: &Context, model: &Model<'_>, game: &Game) {
        let spoken = language::current();
        let told_again = self.language.replace(spoken).is_some_and(|before| before != spoken);
        if told_again {
            // In the language that is spoken now.
            self.read = 0;
        }
        if self.read == 0 {
            let charter = &game.charter;
            self.timeline = Timeline::new(charter.rules, charter.seats(), charter.proofs);
        }
        self.timeline.name(names(game));
        let ended = model.snapshot.ended.is_some();
        let changed = std::mem::replace(&mut self.ended, ended) != ended;
        let Told { kept, mut trouble, lets_go } = self.read_on(ctx, model, game);
        if told_again {
            (trouble, self.notice, self.kept) = (None, None, None);
        }
        if let Some(earlier) = taken(&mut self.earlier) {
            self.begin_with(earlier.unwrap_or_default(), model);
        }
        if changed || lets_go || self.seen != Some(game.have) {
            self.pick = Pick::default();
            self.lifted = None;
            self.give_up_hint();
        }
        if let Some(hint) = taken(&mut self.hinting) {
            self.take_hint(hint.flatten(), game);
        }
        if self.seen == Some(game.have) {
            self.notice = trouble.or(self.notice.take());
            return;
        }
        self.seen = Some(game.have);
        self.new_round(game);
        self.notice = trouble;
        if kept {
            let drawn = game.hand.minus(self.hand);
            self.kept = Some(words::kept(drawn.iter().next().filter(|_| drawn.len() == 1)));
        } else if game.owing != Owing::Nothing {
            self.kept = None;
        }
        if game.drawn.is_none() {
            self.hand = game.hand;
        }
    }

    /// Hears what has been told since.
    fn read_on(&mut self, ctx: &Context, model: &Model<'_>, game: &Game) -> Told {
        let mut told = Told::default();
        for news in model.history.iter().skip(self.read) {
            let event = match news {
                News::Event(event) => event,
                News::Refused(why) => {
                    told.trouble = Some(why.clone());
                    told.lets_go = true;
                    continue;
                }
            };
            self.timeline.told(event);
            match event {
                SessionEvent::Trouble { trouble } => told.trouble = Some(wording::session::trouble(trouble)),
                SessionEvent::Resumed { step } => {
                    self.earlier = Some(earlier(ctx, game.log.clone(), *step));
                }
                SessionEvent::PeerLost { .. } | SessionEvent::PeerBack { .. } => told.lets_go = true,
                SessionEvent::Kept { seat } => told.kept |= Seat::from_number(*seat) == game.seat,
                _ => {}
            }
        }
        self.read = model.history.len();
        told
    }

    /// Whoever does something else wants no hint any more.
    fn give_up_hint(&mut self) {
        if self.hinting.take().is_some() {
            self.notice = None;
        }
    }

    /// Says the hint, and chooses its tile, so that only the train is left to point at.
    fn take_hint(&mut self, hint: Option<Hint>, game: &Game) {
        let Some(hint) = hint else {
            self.notice = Some(wording::hint::nothing_owed().to_owned());
            return;
        };
        self.notice = Some(wording::hint::hint(&hint, &names(game), game.seat));
        if let Move::Play { tile, .. } = hint.choice {
            self.pick = Pick { tile: Some(tile), ..Pick::default() };
        }
    }

    /// Another round's trains are not this one's.
    fn new_round(&mut self, game: &Game) {
        let Some(round) = game.round.as_ref().map(Round::index) else { return };
        if self.round != Some(round) {
            self.round = Some(round);
            self.whole = None;
        }
        self.first_round.get_or_insert(round);
    }

    /// Puts what happened earlier before what was told here, which is told again so that it continues those boards.
    fn begin_with(&mut self, mut earlier: Timeline, model: &Model<'_>) {
        if earlier.moments().is_empty() {
            let table = std::mem::take(&mut self.timeline);
            earlier = table.cleared();
            earlier.note(words::earlier());
        }
        let before = earlier.moments().len();
        self.timeline = earlier;
        for news in model.history.iter().take(self.read) {
            if let News::Event(event) = news {
                self.timeline.told(event);
            }
        }
        self.moment = self.moment.map(|at| at + before);
    }
}

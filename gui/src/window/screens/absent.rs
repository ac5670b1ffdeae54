//! The question whether to go on without somebody who is waited for: part of every screen of a match, over none of its tiles.

use eframe::egui::{Frame, Id, Margin, Rect, ScrollArea, Stroke, Ui, UiBuilder, pos2};
use mextrain_net::session::Game;

use super::play::names;
use crate::{
    absent::{Asker, Question, Stand, is_left_out, waited},
    window::{
        Command, Model,
        seat::Intent,
        tokens::{GAP, ROUNDING, Tokens},
        widgets::{Button, faint, heading, paragraph},
        words::absent as text,
    },
    wording::absent as words,
};

/// What a match's screens remember of it.
#[derive(Clone, Debug, Default)]
pub struct AbsentState {
    asker: Asker,
    /// After how many played rounds this person read that the others went on without them.
    read: Option<usize>,
    /// How high the card was in the last frame.
    height: f32,
}

/// What there is to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// Somebody is waited for.
    Question(Question),
    /// The others have gone on without this person.
    LeftOut,
}

impl AbsentState {
    /// What there is to say now, if anything.
    pub fn due(&mut self, model: &Model<'_>, game: &Game) -> Option<Card> {
        if is_left_out(game) {
            let unread = self.read != Some(game.scoreboard.rounds().len()) && model.snapshot.ended.is_none();
            return unread.then_some(Card::LeftOut);
        }
        self.asker.open_question(model.snapshot).map(Card::Question)
    }

    /// What of it is read out, if there is anything.
    pub fn aloud(&mut self, model: &Model<'_>, game: &Game) -> Option<String> {
        Some(match self.due(model, game)? {
            Card::LeftOut => words::left_out().to_owned(),
            Card::Question(question) => words::asked(&names(game), &question),
        })
    }
}

/// Shows what there is to say, if anything, where the screen has come to.
pub fn show(
    ui: &mut Ui,
    model: &Model<'_>,
    game: &Game,
    state: &mut AbsentState,
    commands: &mut Vec<Command>,
) {
    if let Some(card) = state.due(model, game) {
        content(ui, card, model, game, state, commands);
        ui.add_space(GAP);
    }
}

/// Shows it at the foot of this rectangle, and gives what is left of the rectangle above it; with what of it gets the keyboard first.
pub fn at_the_foot(
    ui: &mut Ui,
    rect: Rect,
    model: &Model<'_>,
    game: &Game,
    state: &mut AbsentState,
    commands: &mut Vec<Command>,
) -> (Rect, Option<(Rect, Option<Id>)>) {
    let Some(card) = state.due(model, game) else { return (rect, None) };
    // How high it is, is known once it has been there.
    let height = state.height.min(rect.height());
    let place = Rect::from_min_max(pos2(rect.left(), rect.bottom() - height), rect.max);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    let mut first = None;
    let output = ScrollArea::vertical().id_salt("absent").animated(false).show(&mut child, |ui| {
        first = content(ui, card, model, game, state, commands);
    });
    let wanted = output.content_size.y;
    if (wanted - state.height).abs() > 0.5 {
        state.height = wanted;
        ui.ctx().request_repaint();
    }
    (rect.with_max_y(place.top() - 4.0), Some((place, first)))
}

fn content(
    ui: &mut Ui,
    card: Card,
    model: &Model<'_>,
    game: &Game,
    state: &mut AbsentState,
    commands: &mut Vec<Command>,
) -> Option<Id> {
    let tokens = Tokens::of(ui.ctx());
    let frame = Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(2.0, tokens.accent))
        .corner_radius(ROUNDING)
        .inner_margin(Margin::same(12));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        match card {
            Card::Question(question) => ask(ui, &question, model, game, state, commands),
            Card::LeftOut => {
                paragraph(ui, words::left_out());
                let button = ui.add(Button::new(text::read()));
                if button.clicked() {
                    state.read = Some(game.scoreboard.rounds().len());
                }
                Some(button.id)
            }
        }
    });
    shown.inner
}

fn ask(
    ui: &mut Ui,
    question: &Question,
    model: &Model<'_>,
    game: &Game,
    state: &mut AbsentState,
    commands: &mut Vec<Command>,
) -> Option<Id> {
    let names = names(game);
    if question.stand == Stand::Agreed {
        paragraph(ui, &words::asked(&names, question));
        return None;
    }
    let (offline, time) = waited(model.snapshot, question.missing);
    ui.ctx().request_repaint_after_secs(1.0);
    paragraph(ui, &words::waited(&names, question.missing, offline, time));
    match question.stand {
        Stand::Asked => {
            heading(ui, &words::asked(&names, question));
            faint(ui, &words::effect(&names, question));
            words::unanswered(&names, question).into_iter().for_each(|open| faint(ui, &open));
        }
        Stand::TooFew | Stand::Agreed => paragraph(ui, &words::asked(&names, question)),
    }
    let mut first = None;
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut Ui, button: Button<'_>| {
            let response = ui.add(button);
            first = first.or(Some(response.id));
            response.clicked()
        };
        if question.stand == Stand::Asked && button(ui, Button::new(&words::go_on(&names, question)).main()) {
            commands.push(Command::Table(Intent::GoOnWithout(question.step(), question.missing)));
        }
        if button(ui, Button::new(text::wait())) {
            state.asker.wait(question);
        }
        if button(ui, Button::new(text::another_day())) {
            commands.push(Command::Adjourn);
        }
    });
    first
}

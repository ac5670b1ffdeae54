//! The bar between the trains and the hand: what is owed in words, and the buttons that answer it.

use eframe::egui::{
    Align, Id, Key, Label, Layout, Rect, Response, RichText, Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2,
    vec2,
};
use mextrain_core::Move;

use crate::window::{
    tokens::{GAP, ROUNDING, TARGET, Tokens},
    widgets::{Button, Icon, field},
    words::play as words,
};

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionEvent {
    /// A draw, a pass or a stop.
    Do(Move),
    /// The move that waits to be confirmed.
    Confirm,
    /// Not that move.
    Cancel,
    /// What was typed.
    Typed(String),
    /// No typing after all.
    CloseField,
    /// The field for typed moves.
    OpenField,
    /// A good move.
    Hint,
    /// Back from an earlier moment.
    Now,
    /// To the first screen, from a session that has ended.
    Home,
}

/// What the bar shows.
pub struct Bar<'a> {
    /// What is owed, or what happened.
    pub sentence: &'a str,
    /// Whether it is this person's turn.
    pub mine: bool,
    /// Whether the sentence is what is owed, and not about something chosen.
    pub owed: bool,
    /// What one does instead of playing a tile: a draw, a pass or a stop.
    pub otherwise: Move,
    /// Why one cannot do that; `None` if one can.
    pub why_not: Option<&'a str>,
    /// Whether a move waits to be confirmed.
    pub confirm: bool,
    /// Whether an earlier moment is shown.
    pub past: bool,
    /// Whether the session has ended, so that nothing can be played any more.
    pub ended: bool,
    /// Whether there is no room for the buttons that open the field and ask for a hint.
    pub narrow: bool,
}

/// The id of the field for typed moves.
pub fn field_id() -> Id {
    Id::new("typed move")
}

/// Shows the bar in this rectangle. `typing` is what has been typed so far, if the field is open. The ids of the buttons
/// are added to `focusable`.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    bar: &Bar<'_>,
    typing: &mut Option<String>,
    focusable: &mut Vec<Id>,
) -> Option<ActionEvent> {
    let layout = Layout::right_to_left(Align::Center);
    if bar.mine {
        // Whose turn it is must be seen from across the table.
        let tokens = Tokens::of(ui.ctx());
        let line = Stroke::new(2.0, tokens.playable);
        ui.painter().rect(rect, ROUNDING, tokens.row_own, line, StrokeKind::Inside);
    }
    let rect = rect.shrink2(vec2(if bar.narrow { 4.0 } else { GAP }, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    child.spacing_mut().item_spacing.x = GAP;
    match typing {
        Some(text) => type_move(&mut child, rect, text, focusable),
        None => {
            let event = buttons(&mut child, bar, focusable);
            sentence(&mut child, rect, bar);
            event
        }
    }
}

fn buttons(ui: &mut Ui, bar: &Bar<'_>, focusable: &mut Vec<Id>) -> Option<ActionEvent> {
    let mut event = None;
    let mut add = |ui: &mut Ui, button: Button<'_>, asks: ActionEvent| {
        let response: Response = ui.add(button);
        if response.sense.is_focusable() {
            focusable.push(response.id);
        }
        if response.clicked() {
            event = Some(asks);
        }
    };
    if bar.past {
        add(ui, Button::new(words::back_to_now()).main(), ActionEvent::Now);
        return event;
    }
    if bar.ended {
        add(ui, Button::new(words::match_end::home()).main(), ActionEvent::Home);
        return event;
    }
    if bar.confirm {
        add(ui, Button::new(words::confirm_button()).main().with_icon(Icon::Tick), ActionEvent::Confirm);
        add(ui, Button::new(words::cancel()), ActionEvent::Cancel);
        return event;
    }
    let text = match bar.otherwise {
        Move::Pass => words::pass(),
        Move::Stop => words::stop(),
        Move::Draw | Move::Play { .. } => words::draw(),
    };
    let button = Button::new(text).unless(bar.why_not);
    let button = if bar.why_not.is_none() { button.main() } else { button };
    add(ui, button, ActionEvent::Do(bar.otherwise));
    if !bar.narrow {
        add(ui, Button::new(words::type_move()), ActionEvent::OpenField);
        if bar.mine {
            add(ui, Button::new(words::hint()), ActionEvent::Hint);
        }
    }
    event
}

fn sentence(ui: &mut Ui, rect: Rect, bar: &Bar<'_>) {
    let tokens = Tokens::of(ui.ctx());
    let mut left = rect.left();
    if bar.mine {
        // Whose turn it is has a shape, not only a colour.
        let place = Rect::from_center_size(pos2(rect.left() + 11.0, rect.center().y), Vec2::splat(18.0));
        Icon::Play.paint(ui.painter(), place, tokens.playable);
        left += 26.0;
    }
    let room = Rect::from_min_max(pos2(left, rect.top()), pos2(ui.min_rect().left() - GAP, rect.bottom()));
    let text = RichText::new(bar.sentence).size(if bar.narrow { 15.0 } else { 20.0 }).color(tokens.text);
    let mut child =
        ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
    match bar.why_not.filter(|_| bar.mine && bar.owed) {
        None => drop(child.add(Label::new(text).wrap())),
        Some(why) => {
            // Why the button beside it is disabled, also for those who cannot point at it.
            let note = RichText::new(why).size(13.0).color(tokens.faint);
            child.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.add_space((room.height() - 36.0).max(0.0) / 2.0);
                ui.add(Label::new(text.strong()).truncate());
                ui.add(Label::new(note).truncate());
            });
        }
    }
}

fn type_move(ui: &mut Ui, rect: Rect, text: &mut String, focusable: &mut Vec<Id>) -> Option<ActionEvent> {
    let close = ui.add(Button::icon(Icon::Close, words::close()));
    let play = ui.add(Button::new(words::type_do()).main());
    let width = (ui.min_rect().left() - rect.left() - 2.0 * GAP).max(TARGET);
    let response = field(ui, field_id(), text, words::type_move(), words::type_hint(), width);
    focusable.extend([response.id, play.id, close.id]);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if close.clicked() {
        return Some(ActionEvent::CloseField);
    }
    (play.clicked() || entered).then(|| ActionEvent::Typed(text.clone()))
}

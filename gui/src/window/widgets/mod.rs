//! The parts that screens are built of.
//!
//! egui's bundled fonts have no arrows, ticks or emoji, so [`icon`]s are drawn. Everything that can be clicked is at least
//! [`TARGET`](super::tokens::TARGET) points in both directions, has a name for screen readers, and shows a ring while it has
//! the keyboard.

mod button;
pub mod icon;
mod pile;
mod text;
pub mod tile;

pub use self::{
    button::{Button, Look, choice, choice_row, field, stepper, switch},
    icon::Icon,
    pile::{LEAST as PILE_LEAST, pile},
    text::{announce, banner, card, columns, faint, heading, paragraph, title},
};
use super::tokens::{RING, RING_GAP, ROUNDING, Tokens};

use eframe::egui::{Painter, Rect, Response, StrokeKind, Ui};

/// Draws the ring round something that has the keyboard.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        paint_ring(ui.painter(), response.rect, Tokens::of(ui.ctx()));
    }
}

/// Draws the ring along the inside of this rectangle, with a line of the ground's colour within it: so that it is told by its
/// shape, whatever the thing itself is filled with.
pub fn paint_ring(painter: &Painter, rect: Rect, tokens: &Tokens) {
    painter.rect_stroke(rect, ROUNDING, (RING, tokens.ring), StrokeKind::Inside);
    let within = ROUNDING - RING as u8;
    painter.rect_stroke(rect.shrink(RING), within, (RING_GAP, tokens.ground), StrokeKind::Inside);
}

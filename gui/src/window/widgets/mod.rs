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
use super::tokens::{RING, ROUNDING, Tokens};

use eframe::egui::{Response, StrokeKind, Ui};

/// Draws the ring round something that has the keyboard.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let tokens = Tokens::of(ui.ctx());
        ui.painter().rect_stroke(response.rect, ROUNDING, (RING, tokens.ring), StrokeKind::Inside);
    }
}

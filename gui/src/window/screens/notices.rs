//! What has gone wrong, above whatever is shown: the screen below it gets what room is left.

use eframe::egui::{Align, Frame, Layout, Margin, Ui, vec2};

use crate::window::{
    tokens::{GAP, TARGET, Tokens},
    widgets::{Button, Icon, Look, banner, faint},
    words::lobby as text,
};

/// Shows the first `most` of the notices; gives back the place of the one that the person puts away.
pub fn show(ui: &mut Ui, notices: &[String], most: usize) -> Option<usize> {
    if notices.is_empty() {
        return None;
    }
    let tokens = Tokens::of(ui.ctx());
    let mut dismissed = None;
    Frame::new().inner_margin(Margin::symmetric(12, 6)).show(ui, |ui| {
        for (place, notice) in notices.iter().enumerate().take(most) {
            ui.horizontal(|ui| {
                let width = ui.available_width() - TARGET - GAP;
                ui.allocate_ui_with_layout(vec2(width, TARGET), Layout::top_down(Align::Min), |ui| {
                    banner(ui, Icon::Warning, notice, tokens.warning, tokens.on_warning, place == 0);
                });
                let close = Button::icon(Icon::Close, text::dismiss_button()).look(Look::Quiet);
                if ui.add(close.named(text::dismiss(notice))).clicked() {
                    dismissed = Some(place);
                }
            });
        }
        if let Some(more) = notices.len().checked_sub(most).filter(|more| *more > 0) {
            faint(ui, &text::more_notices(more));
        }
    });
    dismissed
}

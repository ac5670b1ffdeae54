//! Things to read.

use eframe::egui::{
    Align, Color32, Frame, Id, InnerResponse, Label, Layout, Margin, Rect, RichText, Sense, Stroke,
    TextStyle, TextWrapMode, Ui, UiBuilder, Vec2, WidgetInfo, WidgetText, WidgetType, accesskit::Live, pos2,
    vec2,
};

use super::Icon;
use crate::window::tokens::{self, BREAKPOINT, GAP, ROUNDING, TARGET, Tokens};

/// The name of a screen.
pub fn title(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).font(tokens::title()).strong()).wrap());
}

/// The name of a part of a screen.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).heading().strong()).wrap());
}

/// Something to read.
pub fn paragraph(ui: &mut Ui, text: &str) {
    ui.add(Label::new(text).wrap());
}

/// Something less important to read.
pub fn faint(ui: &mut Ui, text: &str) {
    let tokens = Tokens::of(ui.ctx());
    ui.add(Label::new(RichText::new(text).size(tokens::text::SMALL).color(tokens.faint)).wrap());
}

/// A part of a screen, on a ground of its own, as wide as there is room.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    let tokens = Tokens::of(ui.ctx());
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(ROUNDING)
        .inner_margin(Margin::same(14))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
}

/// Two parts beside each other where there is room for it, else below each other.
pub fn columns(ui: &mut Ui, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
    let width = ui.available_width();
    if width < BREAKPOINT {
        left(ui);
        right(ui);
        return;
    }
    let half = ((width - 2.0 * GAP) / 2.0).floor();
    let top = ui.cursor().min;
    let column = |ui: &mut Ui, x: f32, add: &mut dyn FnMut(&mut Ui)| {
        let rect = Rect::from_min_size(pos2(x, top.y), vec2(half, f32::INFINITY));
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min)));
        add(&mut child);
        child.min_rect()
    };
    let (mut left, mut right) = (Some(left), Some(right));
    let one = column(ui, top.x, &mut |ui| left.take().into_iter().for_each(|add| add(ui)));
    let other =
        column(ui, top.x + half + 2.0 * GAP, &mut |ui| right.take().into_iter().for_each(|add| add(ui)));
    ui.allocate_rect(one.union(other), Sense::hover());
}

/// A line over the whole width that wants to be seen. `loud` is read out at once; of several on a screen one may be.
pub fn banner(ui: &mut Ui, icon: Icon, text: &str, fill: Color32, ink: Color32, loud: bool) {
    let room = (ui.available_width() - 60.0).max(TARGET);
    let galley = WidgetText::from(RichText::new(text).color(ink)).into_galley(
        ui,
        Some(TextWrapMode::Wrap),
        room,
        TextStyle::Body,
    );
    let size = vec2(ui.available_width(), (galley.size().y + 2.0 * GAP).max(TARGET));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, text));
    if loud {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Assertive));
    }
    ui.painter().rect_filled(rect, ROUNDING, fill);
    let place = Rect::from_center_size(pos2(rect.left() + 26.0, rect.center().y), Vec2::splat(22.0));
    icon.paint(ui.painter(), place, ink);
    ui.painter().galley(pos2(rect.left() + 48.0, rect.center().y - galley.size().y / 2.0), galley, ink);
}

/// The one live region: what is said aloud when it changes, and is not drawn. `loud` interrupts.
pub fn announce(ui: &mut Ui, text: &str, loud: bool) {
    let id = Id::new("live region");
    let response = ui.interact(Rect::from_min_size(ui.max_rect().min, Vec2::ZERO), id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, text));
    let live = if loud { Live::Assertive } else { Live::Polite };
    ui.ctx().accesskit_node_builder(id, |node| node.set_live(live));
}

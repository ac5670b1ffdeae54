//! Connection trouble: what could be checked, and what to do about each.

use eframe::egui::{Rect, Sense, Ui, WidgetInfo, WidgetType, vec2};

use super::{COLUMN, page_of};
use crate::window::{
    command::Command,
    probe::{Check, Finding, report},
    tokens::Tokens,
    widgets::{Button, Icon, card, faint, paragraph},
    words::pages as text,
};

/// Shows the checks; `None` while they run.
pub fn show(ui: &mut Ui, checks: Option<&[Check]>) -> Vec<Command> {
    page_of(ui, text::TROUBLE, true, COLUMN, |ui, commands| {
        card(ui, |ui| match checks {
            None => paragraph(ui, text::CHECKING),
            Some(checks) => checks.iter().for_each(|check| one(ui, check)),
        });
        let Some(checks) = checks else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::new(text::CHECK_AGAIN).main()).clicked() {
                commands.push(Command::CheckAgain);
            }
            if ui.add(Button::new(text::COPY_REPORT).with_icon(Icon::Copy)).clicked() {
                commands.push(Command::Copy(report(checks)));
            }
        });
        faint(ui, text::REPORT_ABOUT);
    })
}

fn one(ui: &mut Ui, check: &Check) {
    let tokens = Tokens::of(ui.ctx());
    let (icon, colour, name) = match check.finding {
        Finding::Good => (Icon::Tick, tokens.text, "Good"),
        Finding::Bad => (Icon::Warning, tokens.danger, "Not good"),
        Finding::Open => (Icon::Help, tokens.faint, "Not known"),
    };
    ui.horizontal(|ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(36.0, 28.0), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, name));
        icon.paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(24.0, 24.0)), colour);
        ui.vertical(|ui| {
            paragraph(ui, &check.sentence);
            if let Some(advice) = &check.advice {
                faint(ui, advice);
            }
        });
    });
}

//! Connection trouble: what was checked, how it came out, and what to do about each.

use eframe::egui::{Rect, Sense, Ui, WidgetInfo, WidgetType, vec2};
use mextrain_net::doctor::{Report, Verdict};

use super::{COLUMN, page_of};
use crate::{
    window::{
        command::Command,
        tokens::{GAP, Tokens},
        widgets::{Button, Icon, card, faint, paragraph},
        words::pages as text,
    },
    wording::doctor::{Line, lines, report as report_text},
};

/// Shows the checks; `None` while they run.
pub fn show(ui: &mut Ui, report: Option<&Report>) -> Vec<Command> {
    page_of(ui, text::trouble(), true, COLUMN, |ui, commands| {
        let Some(report) = report else {
            card(ui, |ui| paragraph(ui, text::checking()));
            return;
        };
        // Above the checks: on a narrow window they are longer than it is high.
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::new(text::check_again()).main()).clicked() {
                commands.push(Command::CheckAgain);
            }
            if ui.add(Button::new(text::copy_report()).with_icon(Icon::Copy)).clicked() {
                commands.push(Command::Copy(report_text(report)));
            }
        });
        faint(ui, text::report_about());
        card(ui, |ui| {
            for line in lines(report) {
                one(ui, &line);
                ui.add_space(GAP);
            }
        });
    })
}

fn one(ui: &mut Ui, line: &Line) {
    let tokens = Tokens::of(ui.ctx());
    let (icon, colour) = match line.verdict {
        Verdict::Ok => (Icon::Tick, tokens.text),
        Verdict::Trouble => (Icon::Warning, tokens.danger),
        Verdict::NotChecked => (Icon::Help, tokens.faint),
    };
    ui.horizontal(|ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(36.0, 28.0), Sense::hover());
        let verdict = text::verdict(line.verdict);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, verdict));
        icon.paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(24.0, 24.0)), colour);
        ui.vertical(|ui| {
            // In a word too: no state by colour or shape alone.
            faint(ui, &text::checked(line.title, line.verdict));
            paragraph(ui, &line.found);
            if let Some(todo) = &line.todo {
                paragraph(ui, &text::to_do(todo));
            }
        });
    });
}

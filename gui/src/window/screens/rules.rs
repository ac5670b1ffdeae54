//! The rules: the game in a few sentences, and every option of the table in one.

use eframe::egui::Ui;
use mextrain_core::Rules;

use super::page;
use crate::{
    window::{
        command::Command,
        widgets::{card, columns, heading, paragraph},
        words::pages as text,
    },
    wording,
};

/// Shows the rules; `rules` are the table's, if there is a table.
pub fn show(ui: &mut Ui, rules: Option<&Rules>) -> Vec<Command> {
    page(ui, text::RULES, true, |ui, _| {
        columns(
            ui,
            |ui| {
                card(ui, |ui| {
                    heading(ui, text::RULES_IN_SHORT);
                    text::RULES_SHORT.iter().for_each(|sentence| paragraph(ui, sentence));
                });
            },
            |ui| {
                card(ui, |ui| {
                    heading(ui, if rules.is_some() { text::RULES_HERE } else { text::RULES_USUAL });
                    let rules = rules.cloned().unwrap_or_default();
                    for (key, value) in rules.pairs() {
                        paragraph(ui, &wording::options::sentence(key, &value));
                    }
                });
            },
        );
    })
}

//! The rules: the game in a few sentences, and the table's rules card.

use eframe::egui::Ui;
use mextrain_core::{Preset, Rules};

use super::page;
use crate::{
    window::{
        command::Command,
        widgets::{card, columns, faint, heading, paragraph},
        words::pages as text,
    },
    wording::card::{self as rules_card, Card},
};

/// Shows the rules; `rules` are the table's, if there is a table.
pub fn show(ui: &mut Ui, rules: Option<&Rules>) -> Vec<Command> {
    let here = rules.copied().unwrap_or_default();
    page(ui, text::rules(), true, |ui, _| {
        columns(
            ui,
            |ui| {
                card(ui, |ui| in_short(ui, &here));
                let unused = rules_card::card(&here, None).unused;
                card(ui, |ui| {
                    heading(ui, rules_card::unused_heading());
                    unused.iter().for_each(|rule| paragraph(ui, rule));
                });
            },
            |ui| {
                card(ui, |ui| {
                    heading(ui, if rules.is_some() { text::rules_here() } else { text::rules_usual() });
                    parts(ui, &rules_card::card(&here, None));
                });
            },
        );
    })
}

/// The game in a few sentences: those that hold by these rules.
fn in_short(ui: &mut Ui, rules: &Rules) {
    heading(ui, text::rules_in_short());
    let traditional = rules.preset() == Some(Preset::Traditional);
    let sentences = if traditional { text::rules_short().len() } else { text::RULES_SHORT_ALWAYS };
    text::rules_short().iter().take(sentences).for_each(|sentence| paragraph(ui, sentence));
}

/// The card's parts, with what differs from the preset marked.
pub fn parts(ui: &mut Ui, shown: &Card) {
    for part in &shown.parts {
        faint(ui, part.heading);
        part.lines.iter().for_each(|line| paragraph(ui, &shown.line(line)));
    }
}

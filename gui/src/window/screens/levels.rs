//! How well each bot of this window plays: at its tables and in practice, by its place among them.

use eframe::egui::Ui;
use mextrain_core::bot::Level;

use crate::window::{bots, settings::Settings, widgets::Button, words::lobby as text};

/// A button for each of the first `count` bots, which makes it play at the next level.
pub fn row(ui: &mut Ui, count: u8, settings: &mut Settings) {
    if count == 0 {
        return;
    }
    let mut levels = settings.levels();
    ui.horizontal_wrapped(|ui| {
        for (name, level) in bots::names().zip(&mut levels).take(usize::from(count)) {
            let shown = text::bot_level(&name, *level);
            if ui.add(Button::new(&shown).named(text::bot_level_named(&name, *level))).clicked() {
                *level = match level {
                    Level::Easy => Level::Steady,
                    Level::Steady => Level::Sharp,
                    Level::Sharp => Level::Easy,
                };
            }
        }
    });
    if levels != settings.levels() {
        settings.practice_levels = levels.to_vec();
    }
}

//! The screens, one module each. A screen is a function of what is known, and of what it keeps to itself (what is typed,
//! where it is scrolled), to the commands it asks for; it does nothing by itself, so that it can be tried without a network.

pub mod absent;
pub mod agreement;
pub mod board;
pub mod chat;
pub mod create;
pub mod deal;
pub mod help;
pub mod home;
pub mod house_rules;
pub mod leaving;
pub mod levels;
pub mod match_end;
pub mod notices;
pub mod play;
pub mod replay;
pub mod round_end;
pub mod rules;
pub mod rules_form;
pub mod scores;
pub mod scoresheet;
pub mod settings;
pub mod side;
pub mod trouble;
pub mod waiting;

use eframe::egui::{Align, Layout, ScrollArea, Ui, vec2};

use super::{
    command::{Action, Command},
    tokens::{BREAKPOINT, GAP, TARGET},
    widgets::{Button, Icon, Look, title},
    words,
};

/// The widest that a page of text and forms is made, in points: longer lines are hard to read.
const PAGE: f32 = 1100.0;

/// The widest that a page with one column is made.
const COLUMN: f32 = 760.0;

/// A page that scrolls, in the middle of the window. Where there is a way back, a line with it and the page's name stands above.
pub fn page(
    ui: &mut Ui,
    name: &str,
    back: bool,
    add: impl FnOnce(&mut Ui, &mut Vec<Command>),
) -> Vec<Command> {
    page_of(ui, name, back, PAGE, add)
}

/// The same, of another greatest width.
fn page_of(
    ui: &mut Ui,
    name: &str,
    back: bool,
    most: f32,
    add: impl FnOnce(&mut Ui, &mut Vec<Command>),
) -> Vec<Command> {
    let mut commands = Vec::new();
    let available = ui.available_width();
    let margin = if available < BREAKPOINT { 12.0 } else { 24.0 };
    let width = (available - 2.0 * margin).min(most);
    ScrollArea::vertical().id_salt(name).auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space((available - width) / 2.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                ui.set_width(width);
                ui.add_space(margin / 2.0);
                if back {
                    ui.horizontal(|ui| {
                        if ui
                            .add(Button::icon(Icon::Back, words::action(Action::Back)).look(Look::Quiet))
                            .clicked()
                        {
                            commands.push(Command::Do(Action::Back));
                        }
                        title(ui, name);
                    });
                }
                add(ui, &mut commands);
                ui.add_space(margin);
            });
        });
    });
    commands
}

/// Things beside each other from the right, for the ends of lines.
pub fn at_the_right(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), TARGET);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), add);
}

//! Keys that mean the same on every screen.

use eframe::egui::{Context, Key, Modifiers};

use super::App;
use crate::window::command::{Action, Command};

impl App {
    /// The commands of the keys that were pressed. What is the board's affair is left for it in `pressed`.
    pub(super) fn keys(&mut self, context: &Context) -> Vec<Command> {
        let typing = context.text_edit_focused();
        let dialog = self.palette.is_some() || self.leaving.is_some();
        let place = self.place();
        let mut commands = Vec::new();
        for action in Action::ALL {
            let Some(shortcut) = action.shortcut() else { continue };
            let plain = shortcut.modifiers == Modifiers::NONE;
            if plain && (typing || dialog) {
                continue;
            }
            if action.is_for_board() && !action.scope().holds(place) {
                continue;
            }
            if is_pressed(context, shortcut.modifiers, shortcut.logical_key) {
                commands.push(Command::Do(action));
            }
        }
        // Escape leaves a page as it lets go of a selection.
        if !typing && !dialog && !self.pages.is_empty() && is_pressed(context, Modifiers::NONE, Key::Escape) {
            commands.push(Command::Do(Action::Back));
        }
        commands
    }
}

fn is_pressed(context: &Context, modifiers: Modifiers, key: Key) -> bool {
    context.input_mut(|input| match key {
        // On many keyboards these need Shift, which then is no modifier of the command; and plus may come as equals.
        Key::Questionmark | Key::Slash => {
            take(input, Modifiers::NONE, key) || take(input, Modifiers::SHIFT, key)
        }
        Key::Plus => take(input, modifiers, Key::Plus) || take(input, modifiers, Key::Equals),
        _ => take(input, modifiers, key),
    })
}

fn take(input: &mut eframe::egui::InputState, modifiers: Modifiers, key: Key) -> bool {
    input.consume_key(modifiers, key)
}

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
        // Escape leaves a page as it lets go of a selection. A line of text that it leaves has lost the keyboard by now.
        let typing = typing || self.typed;
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

#[cfg(test)]
mod tests {
    use eframe::egui::accesskit::Role;
    use egui_kittest::{Harness, kittest::Queryable};
    use mextrain_net::name::Name;

    use super::*;
    use crate::window::{open::Environment, settings::Settings, words::pages};

    #[test]
    fn escape_leaves_a_field_first_and_the_page_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment {
            data: folder.path().join("data"),
            key_file: folder.path().join("data/key"),
            settings_file: None,
            name: Name::clean("Ada"),
            language: None,
        };
        let mut harness = Harness::builder().build_ui_state(
            move |ui, app: &mut Option<App>| {
                let make = || App::new(environment.clone(), Settings::default(), None, ui.ctx()).unwrap();
                app.get_or_insert_with(make).show(ui);
            },
            None,
        );
        harness.state_mut().as_mut().unwrap().queue.push_back(Command::Do(Action::Settings));
        harness.step();
        harness.step();
        harness.get_by_role_and_label(Role::TextInput, pages::your_name()).focus();
        harness.step();
        harness.step();
        assert!(harness.ctx.text_edit_focused());
        for open in [true, false] {
            harness.key_press(Key::Escape);
            harness.step();
            harness.step();
            assert_eq!(!harness.state().as_ref().unwrap().pages.is_empty(), open);
        }
    }
}

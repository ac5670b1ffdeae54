//! The two lists that the commands give: all of them to type into, and the keys.

use eframe::egui::{Id, Key, Modal, ScrollArea, Ui, vec2};

use super::page;
use crate::window::{
    command::{Action, Command, Place},
    tokens::{GAP, TARGET},
    widgets::{Button, Icon, Look, card, faint, field, heading, paragraph},
    words::{self, pages as text},
};

/// What is typed into the list of commands.
#[derive(Clone, Debug, Default)]
pub struct PaletteState {
    filter: String,
}

/// Shows the list of commands over everything; `true`: it is to close.
pub fn palette(ui: &Ui, state: &mut PaletteState, place: Place) -> (Vec<Command>, bool) {
    let mut commands = Vec::new();
    let room = ui.ctx().content_rect().width();
    let width = (room - 48.0).min(440.0);
    let modal = Modal::new(Id::new("palette")).show(ui.ctx(), |ui| {
        ui.set_width(width);
        ui.horizontal(|ui| {
            heading(ui, text::commands());
            super::at_the_right(ui, |ui| {
                if ui.add(Button::icon(Icon::Close, text::close()).look(Look::Quiet)).clicked() {
                    ui.close();
                }
            });
        });
        let edit =
            field(ui, Id::new("palette filter"), &mut state.filter, text::filter(), text::filter(), width);
        if !edit.has_focus() && !edit.lost_focus() && ui.memory(|memory| memory.focused().is_none()) {
            edit.request_focus();
        }
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let listed: Vec<Action> = matching(&state.filter, place).collect();
        if listed.is_empty() {
            faint(ui, text::no_command());
        }
        if let (true, Some(first)) = (entered, listed.first()) {
            commands.push(Command::Do(*first));
        }
        // As high as it can be, also after a search that has left it low.
        let height = (ui.ctx().content_rect().height() - 220.0).clamp(2.0 * TARGET, 420.0);
        let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        list.auto_shrink([false, true]).show(ui, |ui| {
            for action in listed {
                let name = text::command(words::action(action), action.shortcut().as_ref());
                let button = Button::new(&name).wide(width - 2.0 * GAP);
                if ui.add(button).clicked() {
                    commands.push(Command::Do(action));
                }
            }
        });
    });
    let close = modal.should_close() || !commands.is_empty();
    (commands, close)
}

/// The actions that can be used there and have the typed words in their names.
fn matching(filter: &str, place: Place) -> impl Iterator<Item = Action> {
    let typed = filter.trim().to_lowercase();
    Action::ALL.into_iter().filter(move |action| {
        let usable = action.scope().holds(place) && !matches!(action, Action::Palette | Action::Back);
        usable && words::action(*action).to_lowercase().contains(&typed)
    })
}

/// Shows the keys.
pub fn keys(ui: &mut Ui) -> Vec<Command> {
    page(ui, text::keys_title(), true, |ui, _| {
        card(ui, |ui| {
            for action in Action::ALL {
                if let Some(shortcut) = action.shortcut() {
                    key(ui, &text::keys(&shortcut), words::action(action));
                }
            }
            for (keys, what) in text::other_keys() {
                key(ui, keys, what);
            }
        });
    })
}

fn key(ui: &mut Ui, keys: &str, what: &str) {
    ui.horizontal(|ui| {
        ui.allocate_ui(vec2(170.0_f32.min(ui.available_width() / 2.5), 24.0), |ui| {
            ui.set_min_width(ui.available_width());
            paragraph(ui, keys);
        });
        paragraph(ui, what);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_what_can_be_used_now() {
        let listed = |filter, place| matching(filter, place).collect::<Vec<_>>();
        let all = listed("", Place::Board);
        assert!(all.contains(&Action::Draw) && !all.contains(&Action::Create));
        assert_eq!(listed(" PRACTICE ", Place::Home), [Action::Practice]);
        // Nobody draws a tile, or looks at the scores, where there is no board.
        for place in [Place::Home, Place::Table, Place::Match] {
            for action in [Action::Draw, Action::Pass, Action::TypeMove, Action::Scores, Action::Trust] {
                assert!(!listed("", place).contains(&action), "{action:?} at {place:?}");
            }
            assert_eq!(listed("", place).contains(&Action::Leave), place != Place::Home);
        }
    }
}

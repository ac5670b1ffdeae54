//! From what was tapped, typed or pressed to a move, or to the reason why it is none.

use eframe::egui::{Key, Modifiers, Ui};
use mextrain_core::Move;

use super::{
    action, geometry,
    pick::{Answer, Pick, Want},
    rows,
    turn::Turn,
};
use crate::{
    hint,
    window::{Action, Command, later::Later, screens::side::Panel, seat::Intent, words::play as words},
    wording,
};

impl Turn<'_> {
    /// Takes a chosen tile or train further: to a move, or to a sentence about why it is none.
    pub(super) fn want(&mut self, ui: &Ui, want: Want) -> Answer {
        self.state.notice = None;
        self.state.hinting = None;
        if self.looks_back() {
            return Answer::NotPlayable;
        }
        let by_key = ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space));
        let answer = self.state.pick.want(want, &self.moves);
        match answer {
            Answer::Chosen => {
                // Whoever chose by key goes on by key: to the first train that the tile can be laid on.
                let tile = self.state.pick.tile;
                let mut open = geometry::rows(self.scene.round.seats(), self.scene.own).into_iter();
                if let (true, Some(tile)) = (by_key, tile)
                    && let Some(train) =
                        open.find(|train| self.moves.contains(&Move::Play { tile, train: *train }))
                {
                    self.state.focus = Some(rows::id(train));
                }
            }
            Answer::Cleared => {}
            Answer::Play { tile, train } => self.play(Move::Play { tile, train }),
            Answer::NotPlayable => self.state.notice = Some(self.why_not(want)),
        }
        answer
    }

    /// Whether an earlier moment is shown, in which nothing can be done; that is said then.
    fn looks_back(&mut self) -> bool {
        let back = self.state.moment.is_some();
        if back {
            self.state.notice = Some(words::looking_back().to_owned());
        }
        back
    }

    pub(super) fn play(&mut self, choice: Move) {
        if self.model.settings.confirm.unwrap_or(self.state.touched) {
            self.state.pick.pending = Some(choice);
        } else {
            self.act(choice);
        }
    }

    pub(super) fn confirm(&mut self) {
        if let Some(choice) = self.state.pick.pending {
            self.act(choice);
        }
    }

    pub(super) fn act(&mut self, choice: Move) {
        self.clear();
        if self.looks_back() {
            return;
        }
        if self.moves.contains(&choice) {
            self.state.whole = None;
            self.commands.push(Command::Table(Intent::Act(choice)));
        } else {
            self.state.notice = Some(self.why_not_move(choice));
        }
    }

    pub(super) fn clear(&mut self) {
        self.state.pick = Pick::default();
        self.state.notice = None;
        self.state.hinting = None;
    }

    pub(super) fn typed(&mut self, text: &str) {
        let Some(own) = self.scene.own else { return };
        let names: Vec<&str> = self.scene.names.iter().map(String::as_str).collect();
        match wording::typed::a_move(text, own, &names) {
            Err(error) => self.state.notice = Some(wording::why::move_text(&error)),
            Ok(choice) if self.moves.contains(&choice) => {
                self.act(choice);
                self.state.typing = Some(String::new());
            }
            Ok(choice) => self.state.notice = Some(self.why_not_move(choice)),
        }
        // Whoever types goes on typing.
        self.state.focus = Some(action::field_id());
    }

    pub(super) fn open_field(&mut self, ui: &Ui) {
        self.clear();
        if self.looks_back() {
            return;
        }
        self.state.typing = Some(String::new());
        self.state.focus = Some(action::field_id());
        ui.ctx().request_repaint();
    }

    /// Begins to think about a good move, if one is owed.
    pub(super) fn ask_for_hint(&mut self, ui: &Ui) {
        self.clear();
        if self.looks_back() || self.state.hinting.is_some() {
            return;
        }
        if !self.mine() {
            self.state.notice = Some(wording::hint::nothing_owed().to_owned());
            return;
        }
        self.state.notice = Some(words::hinting().to_owned());
        let game = self.game.clone();
        self.state.hinting = Some(Later::begin(ui.ctx().clone(), move || hint::think(&game)));
    }

    pub(super) fn close_field(&mut self) {
        self.state.typing = None;
        self.state.notice = None;
    }

    pub(super) fn toggle(&mut self, panel: Panel) {
        self.state.panel = if self.state.panel == Some(panel) { None } else { Some(panel) };
    }

    /// Takes the keys. While the panel covers the board nothing is played on it.
    pub(super) fn keys(&mut self, ui: &mut Ui, covered: bool) {
        for action in self.model.pressed {
            match action {
                Action::Scores => self.toggle(Panel::Scores),
                Action::Log => self.toggle(Panel::Log),
                Action::Trust => self.toggle(Panel::Trust),
                Action::Clear if covered => self.state.panel = None,
                Action::Clear => {
                    self.clear();
                    self.close_field();
                    self.state.whole = None;
                }
                Action::Draw if !covered => self.act(Move::Draw),
                Action::Pass if !covered => self.act(Move::Pass),
                Action::Stop if !covered => self.act(Move::Stop),
                Action::TypeMove if !covered => self.open_field(ui),
                Action::Hint if !covered => self.ask_for_hint(ui),
                _ => {}
            }
        }
        if self.model.dialog || ui.ctx().text_edit_focused() {
            return;
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F6)) {
            self.next_region(ui);
        }
        if !covered {
            self.digits(ui);
        }
    }

    /// A digit chooses the train in its row.
    fn digits(&mut self, ui: &mut Ui) {
        const DIGITS: [Key; 9] = [
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        for (number, key) in (1..).zip(DIGITS) {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
                && let Some(train) = rows::by_number(self.scene, number)
            {
                let _ = self.want(ui, Want::Train(train));
            }
        }
    }

    /// Gives the keyboard to the first thing of the next region that has any; the trains are the first.
    fn next_region(&mut self, ui: &Ui) {
        let focused = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
        let place = focused.map(|response| response.rect.center());
        let regions = &self.state.regions;
        let at = regions.iter().position(|(rect, _)| place.is_some_and(|place| rect.contains(place)));
        let from = at.map_or(0, |at| at + 1);
        if let Some(id) = regions.iter().cycle().skip(from).take(regions.len()).find_map(|(_, first)| *first)
        {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    }
}

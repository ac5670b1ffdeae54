//! What a table agrees on, in its waiting room: to read for everybody, to change for its host.

use eframe::egui::Ui;
use mextrain_core::Seats;

use mextrain_net::{
    absence::Grace,
    lobby::{Agreement, Change, LobbyState, changes},
};

use super::{rules::parts, rules_form::RulesForm};
use crate::{
    window::{
        command::Command,
        seat::Intent,
        tokens::{GAP, Tokens},
        widgets::{Button, Icon, banner, card, faint, heading, paragraph, stepper, switch},
        words::lobby as text,
    },
    wording,
};

/// What this person has seen of it, and what they are about to change.
#[derive(Clone, Debug, Default)]
pub struct AgreementState {
    /// The table as it was when this person sat down, or was ready last: what they know.
    known: Option<LobbyState>,
    form: Option<Form>,
    /// Whether the whole rules card is shown.
    card: bool,
}

/// What the host is changing.
#[derive(Clone, Debug)]
struct Form {
    seats: u8,
    rules: RulesForm,
}

impl Form {
    fn of(agreement: &Agreement) -> Form {
        Form {
            seats: agreement.seats.value(),
            rules: RulesForm::new(agreement.rules, agreement.proofs, agreement.absence),
        }
    }

    fn agreement(&self) -> Agreement {
        self.rules.agreement(Seats::new(self.seats).unwrap_or(Seats::MIN))
    }
}

impl AgreementState {
    /// What has been changed since this person knew what will be played, in a sentence; nothing, once they are ready for it.
    pub fn changed(&mut self, lobby: &LobbyState, ready: bool) -> Option<String> {
        let known = match &mut self.known {
            Some(known) if !ready => known,
            known => known.insert(lobby.clone()),
        };
        let changed = changes(known, lobby);
        let agreed = changed.iter().filter(|change| matches!(change, Change::Agreement { .. }));
        let sentences: Vec<String> =
            agreed.map(|change| text::sentence(&wording::session::change(change))).collect();
        (!sentences.is_empty()).then(|| text::changed(&sentences))
    }
}

/// Says what was changed, if anything was.
pub fn changed(ui: &mut Ui, lobby: &LobbyState, ready: bool, state: &mut AgreementState) {
    if let Some(changed) = state.changed(lobby, ready) {
        let tokens = Tokens::of(ui.ctx());
        banner(ui, Icon::Warning, &changed, tokens.warning, tokens.on_warning, true);
    }
}

/// Shows what will be played; the host can change it.
pub fn show(
    ui: &mut Ui,
    lobby: &LobbyState,
    hosting: bool,
    state: &mut AgreementState,
    commands: &mut Vec<Command>,
) {
    card(ui, |ui| {
        heading(ui, text::agreement());
        match state.form.take().filter(|_| hosting) {
            Some(form) => state.form = change(ui, lobby, form, commands),
            None => {
                read(ui, &lobby.agreement, &mut state.card);
                if hosting && ui.add(Button::new(text::change())).clicked() {
                    state.form = Some(Form::of(&lobby.agreement));
                }
            }
        }
    });
}

fn read(ui: &mut Ui, agreement: &Agreement, whole: &mut bool) {
    // Whoever reads it sees why, and a table that cannot be played is not opened.
    let _ = deal(ui, agreement);
    paragraph(ui, &wording::options::in_words(&agreement.rules));
    let card = wording::card::card(&agreement.rules, Some(agreement.seats));
    if !*whole {
        // Where the table differs is what people have to know before they are ready.
        card.differences().for_each(|rule| paragraph(ui, &rule));
    }
    faint(ui, text::proofs(agreement.proofs));
    faint(ui, &wording::absent::grace(Grace(agreement.absence.grace)));
    if agreement.absence.keep_going {
        // What it costs, for everybody who sits down here.
        paragraph(ui, wording::absent::keep_going(true));
    }
    switch(ui, whole, text::card());
    if *whole {
        parts(ui, &card);
        faint(ui, wording::card::unused_heading());
        card.unused.iter().for_each(|rule| paragraph(ui, rule));
    }
}

fn deal(ui: &mut Ui, agreement: &Agreement) -> Result<(), String> {
    let deal = text::deal(&agreement.rules, agreement.seats);
    match &deal {
        Ok(said) | Err(said) => paragraph(ui, said),
    }
    deal.map(drop)
}

/// Lets the host choose, and gives the form back unless they are done.
fn change(ui: &mut Ui, lobby: &LobbyState, mut form: Form, commands: &mut Vec<Command>) -> Option<Form> {
    // Nobody is put out of their seat by this.
    let least =
        u8::try_from(lobby.members.len()).unwrap_or(u8::MAX).clamp(Seats::MIN.value(), Seats::MAX.value());
    form.seats = form.seats.max(least);
    ui.horizontal_wrapped(|ui| {
        paragraph(ui, text::seats());
        stepper(ui, &mut form.seats, least..=Seats::MAX.value(), text::seats());
    });
    form.rules.show(ui);
    ui.add_space(GAP);
    let agreement = form.agreement();
    let playable = deal(ui, &agreement);
    faint(ui, text::change_about());
    let mut done = false;
    ui.horizontal_wrapped(|ui| {
        let same = (agreement == lobby.agreement).then_some(text::nothing_changed());
        let why_not = playable.as_ref().err().map(String::as_str).or(same);
        if ui.add(Button::new(text::change_it()).main().unless(why_not)).clicked() {
            commands.push(Command::Table(Intent::Agree(Box::new(agreement))));
            done = true;
        }
        done |= ui.add(Button::new(text::cancel())).clicked();
    });
    (!done).then_some(form)
}

#[cfg(test)]
mod tests {
    use mextrain_core::TileSet;

    use super::*;
    use crate::window::tests::lobby::lobby;

    #[test]
    fn what_was_changed_is_said_until_one_is_ready_for_it() {
        let table = lobby().lobby.unwrap();
        let mut state = AgreementState::default();
        assert_eq!(state.changed(&table, false), None);
        assert_eq!(state.changed(&table, true), None);
        let mut other = table.clone();
        other.agreement.seats = Seats::new(5).unwrap();
        let seats = text::changed(&["Ada changed seats from 4 to 5.".to_owned()]);
        assert_eq!(state.changed(&other, false).as_ref(), Some(&seats));
        // Neither who sits down nor a second change makes it forget the first.
        other.members[0].ready = true;
        assert_eq!(state.changed(&other, false).as_ref(), Some(&seats));
        other.agreement.rules = other.agreement.rules.with_set(TileSet::DoubleNine);
        let both = state.changed(&other, false).unwrap();
        assert!(both.contains("from 4 to 5") && both.contains("changed set from"), "{both}");
        assert_eq!(state.changed(&other, true), None);
        assert_eq!(state.changed(&other, false), None);
    }
}

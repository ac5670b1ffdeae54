//! Talk at a table: the button with the few phrases, and what was said lately.
//!
//! What is said lasts for a moment and is shown where there is a place for it, so that nothing moves and nothing is covered.

use std::time::{Duration, Instant};

use eframe::egui::{Label, Popup, RichText, Ui};
use mextrain_net::{
    chat::Phrase,
    lobby::MAX_SEATS,
    session::{Game, Said, Snapshot},
};

use crate::window::{
    Action, Command, Model,
    seat::Intent,
    tokens::{self, TARGET, Tokens},
    widgets::{Button, Icon, announce},
    words::chat as words,
};

/// For how long something said is shown.
pub const LASTING: Duration = Duration::from_secs(6);

/// Whether there is anybody to talk to.
pub fn is_offered(model: &Model<'_>) -> bool {
    !model.practice && model.snapshot.ended.is_none()
}

/// What was said lately, oldest first, and still to be seen at `now`.
pub fn fresh(snapshot: &Snapshot, now: Instant) -> impl DoubleEndedIterator<Item = &Said> {
    snapshot.said.iter().filter(move |said| now.saturating_duration_since(said.at) < LASTING)
}

/// The newest phrase of each seat that is still to be seen. Asks for the frame in which the first of them is not any more.
pub fn by_seat(ui: &Ui, game: &Game, snapshot: &Snapshot) -> [Option<Phrase>; MAX_SEATS] {
    let now = Instant::now();
    let mut seats = [None; MAX_SEATS];
    for said in fresh(snapshot, now) {
        let member = game.charter.roster.iter().position(|member| member.key == said.key);
        let seat = game.seating.iter().position(|seated| Some(*seated) == member);
        if let Some(place) = seat.and_then(|seat| seats.get_mut(seat)) {
            *place = Some(said.phrase);
        }
        ui.ctx().request_repaint_after(LASTING.saturating_sub(now.saturating_duration_since(said.at)));
    }
    seats
}

/// The newest phrase of somebody else that is still to be seen, to be read out.
pub fn heard(snapshot: &Snapshot) -> Option<(Instant, String)> {
    let said = fresh(snapshot, Instant::now()).rfind(|said| said.key != snapshot.key)?;
    Some((said.at, words::says(said.name.as_str(), said.phrase)))
}

/// What is read out on a page: its own news, and what somebody else said.
pub fn aloud(model: &Model<'_>, news: &str) -> String {
    match heard(model.snapshot) {
        Some((_, said)) => format!("{news}. {said}"),
        None => news.to_owned(),
    }
}

/// The button that opens the phrases. `close` shuts what is open.
pub fn button(ui: &mut Ui, snapshot: &Snapshot, close: bool, commands: &mut Vec<Command>) {
    let wait = snapshot.silent_until.map(|until| until.saturating_duration_since(Instant::now()));
    let wait = wait.filter(|wait| !wait.is_zero());
    if let Some(wait) = wait {
        ui.ctx().request_repaint_after(wait);
    }
    let response = ui.add(Button::icon(Icon::Speech, words::chat()).unless(wait.map(|_| words::enough())));
    let popup = Popup::menu(&response);
    if wait.is_some() || close {
        Popup::close_id(ui.ctx(), popup.get_id());
    }
    popup.show(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for phrase in Phrase::ALL {
            if ui.add(Button::new(words::phrase(phrase)).wide(3.0 * TARGET)).clicked() {
                commands.push(Command::Table(Intent::Say(phrase)));
            }
        }
    });
}

/// A line with the button and what was said lately, for the pages round the board. It is there whether or not anything was said.
pub fn line(ui: &mut Ui, model: &Model<'_>, commands: &mut Vec<Command>) {
    if is_offered(model) {
        show_line(ui, model.snapshot, model.pressed.contains(&Action::Clear), commands);
    }
}

/// The same before a match, once somebody else is there; what others say is read out.
pub fn in_waiting_room(ui: &mut Ui, snapshot: &Snapshot, commands: &mut Vec<Command>) {
    if !snapshot.online.iter().any(|key| *key != snapshot.key) {
        return;
    }
    announce(ui, &heard(snapshot).map(|(_, said)| said).unwrap_or_default(), false);
    show_line(ui, snapshot, false, commands);
}

fn show_line(ui: &mut Ui, snapshot: &Snapshot, close: bool, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        button(ui, snapshot, close, commands);
        let now = Instant::now();
        let said: Vec<String> = fresh(snapshot, now)
            .map(|said| {
                let left = LASTING.saturating_sub(now.saturating_duration_since(said.at));
                ui.ctx().request_repaint_after(left);
                words::said(said.name.as_str(), said.phrase)
            })
            .collect();
        let ink = Tokens::of(ui.ctx()).text;
        let text = RichText::new(said.join("   ")).size(tokens::text::BODY).color(ink);
        ui.add(Label::new(text).truncate());
    });
}

//! Beside the board: the scores so far, what has happened, and what has been checked.

use eframe::egui::{
    Align, Align2, FontId, Frame, Id, Layout, Margin, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextWrapMode, Ui, UiBuilder, WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};
use mextrain_net::session::Game;

use super::scoresheet;
use crate::window::{
    timeline::{Checked, Moment},
    tokens::{self, GAP, TARGET, Tokens},
    widgets::{Button, Icon, Look, faint, focus_ring, heading, paragraph},
    words::{lobby::key_in_words, play as words},
};

/// What stands in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The scores.
    Scores,
    /// What has happened.
    Log,
    /// What has been checked.
    Trust,
    /// The moments at which one kind of thing was checked.
    Checked(Checked),
}

impl Panel {
    /// The part of the panel to which it belongs.
    pub fn tab(self) -> Panel {
        match self {
            Panel::Checked(_) => Panel::Trust,
            other => other,
        }
    }
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideEvent {
    /// Another part of the panel.
    Turn(Panel),
    /// No panel.
    Close,
    /// The board as it was at this moment.
    Jump(usize),
    /// A text for the clipboard.
    Copy(String),
}

/// Shows the panel in this rectangle. `shown` is the earlier moment that the board shows. Gives the id of what gets the keyboard
/// first, too.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    panel: Panel,
    game: &Game,
    names: &[String],
    moments: &[Moment],
    shown: Option<usize>,
) -> (Option<SideEvent>, Option<Id>) {
    let tokens = Tokens::of(ui.ctx());
    let (mut event, mut first) = (None, None);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min)));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    child.painter().rect_filled(rect, 8, tokens.card);
    Frame::new().inner_margin(Margin::same(12)).show(&mut child, |ui| {
        ui.set_min_size(rect.size() - vec2(24.0, 24.0));
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding.x = 8.0;
            for (one, text) in
                [(Panel::Scores, words::scores()), (Panel::Log, words::log()), (Panel::Trust, words::trust())]
            {
                // The tabs have names of their own: the board's buttons open the same things.
                let tab = Button::new(text).look(Look::Quiet).chosen(one == panel.tab());
                let response = ui.add(tab.named(words::tab(text)));
                first = first.or(Some(response.id));
                if response.clicked() {
                    event = Some(SideEvent::Turn(one));
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.add(Button::icon(Icon::Close, words::close())).clicked() {
                    event = Some(SideEvent::Close);
                }
            });
        });
        let asked = match panel {
            Panel::Scores => {
                ScrollArea::vertical()
                    .id_salt("scores")
                    .auto_shrink(false)
                    .show(ui, |ui| scores(ui, game, names));
                None
            }
            Panel::Log => log(ui, moments, shown),
            Panel::Checked(what) => checked(ui, what, moments, shown),
            Panel::Trust => {
                ScrollArea::vertical()
                    .id_salt("trust")
                    .auto_shrink(false)
                    .show(ui, |ui| trust(ui, game))
                    .inner
            }
        };
        event = event.take().or(asked);
    });
    (event, first)
}

/// Everybody by place, and a line a round.
fn scores(ui: &mut Ui, game: &Game, names: &[String]) {
    scoresheet::standings(ui, &game.scoreboard, names);
    ui.add_space(GAP);
    scoresheet::sheet(ui, &game.scoreboard, &game.charter.rules, names);
}

/// What happened, each entry a way to that moment; only what is in view is made.
fn log(ui: &mut Ui, moments: &[Moment], shown: Option<usize>) -> Option<SideEvent> {
    if moments.is_empty() {
        paragraph(ui, words::nothing_yet());
        return None;
    }
    faint(ui, words::log_note());
    let all: Vec<usize> = (0..moments.len()).collect();
    list(ui, "log", &all, moments, shown)
}

/// The moments at which things of one kind were checked, each entry a way to it.
fn checked(ui: &mut Ui, what: Checked, moments: &[Moment], shown: Option<usize>) -> Option<SideEvent> {
    heading(ui, words::trust::moments(what));
    let of_kind = moments.iter().enumerate().filter(|(_, moment)| what.is_behind(moment.kind));
    let places: Vec<usize> = of_kind.map(|(at, _)| at).collect();
    faint(ui, if places.is_empty() { words::nothing_yet() } else { words::log_note() });
    list(ui, words::trust::moments(what), &places, moments, shown)
}

/// The moments at these places; only what is in view is made.
fn list(
    ui: &mut Ui,
    name: &str,
    places: &[usize],
    moments: &[Moment],
    shown: Option<usize>,
) -> Option<SideEvent> {
    let mut event = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().id_salt(name).auto_shrink(false).stick_to_bottom(true).animated(false);
    area.show_rows(ui, TARGET, places.len(), |ui, range| {
        for &at in places.get(range).unwrap_or_default() {
            let Some(moment) = moments.get(at) else { continue };
            if entry(ui, at, moment, shown == Some(at)) {
                event = Some(SideEvent::Jump(at));
            }
        }
    });
    event
}

/// One entry of a log; says whether it was clicked. An entry without a board leads nowhere.
pub fn entry(ui: &mut Ui, at: usize, moment: &Moment, chosen: bool) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), TARGET), Sense::hover());
    let whole = ui.clip_rect().expand(1.0).contains_rect(rect);
    let live = moment.board.is_some() && whole;
    let sense = if live { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::new(("moment", at)), sense);
    let name = format!("{}: {}", at + 1, moment.text.replace('\n', " "));
    let role = if live { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| WidgetInfo::selected(role, true, chosen, &name));
    let place = rect.shrink2(vec2(0.0, 1.0));
    if chosen {
        ui.painter().rect(place, 6, tokens.control, Stroke::new(2.0, tokens.chosen), StrokeKind::Inside);
    } else if live && response.hovered() {
        ui.painter().rect_filled(place, 6, tokens.control);
    }
    let font = FontId::proportional(14.0);
    let ink = if live { tokens.text } else { tokens.faint };
    let number = (at + 1).to_string();
    ui.painter().text(
        pos2(place.left() + 38.0, place.center().y),
        Align2::RIGHT_CENTER,
        number,
        font.clone(),
        tokens.faint,
    );
    let text = RichText::new(moment.text.lines().next().unwrap_or_default()).font(font.clone());
    let width = (place.width() - 54.0).max(TARGET);
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Truncate), width, font);
    ui.painter().galley(pos2(place.left() + 48.0, place.center().y - galley.size().y / 2.0), galley, ink);
    focus_ring(ui, &response);
    response.clicked()
}

/// Keys, words, and how much has been checked.
fn trust(ui: &mut Ui, game: &Game) -> Option<SideEvent> {
    let mut event = None;
    heading(ui, words::trust::checked());
    for (line, what) in words::trust::counts(&game.counts).iter().zip(Checked::ALL) {
        if count(ui, line, what) {
            event = Some(SideEvent::Turn(Panel::Checked(what)));
        }
    }
    faint(ui, words::proofs(game.charter.proofs));
    if let Some(table) = game.words {
        ui.add_space(GAP);
        heading(ui, words::trust::words());
        paragraph(ui, &table.to_string());
        let digits = table.digits();
        let copy = Button::new(&digits).with_icon(Icon::Copy).named(words::trust::copy_words());
        if ui.add(copy).clicked() {
            event = Some(SideEvent::Copy(table.to_string()));
        }
    }
    ui.add_space(GAP);
    heading(ui, words::trust::keys());
    for member in &game.charter.roster {
        ui.label(RichText::new(member.name.to_string()).strong());
        paragraph(ui, &key_in_words(&member.key));
        faint(ui, &fingerprint(&member.key));
    }
    ui.add_space(GAP);
    faint(ui, words::trust::meaning());
    event
}

/// How much of one kind was checked; says whether it was clicked, for the moments at which that was.
fn count(ui: &mut Ui, line: &str, what: Checked) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), TARGET), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, words::trust::show(line, what)));
    if response.hovered() {
        ui.painter().rect_filled(rect, 6, tokens.control);
    }
    let square = |x: f32| Rect::from_center_size(pos2(x, rect.center().y), vec2(16.0, 16.0));
    Icon::Tick.paint(ui.painter(), square(rect.left() + 14.0), tokens.text);
    Icon::Forward.paint(ui.painter(), square(rect.right() - 14.0), tokens.faint);
    let font = FontId::proportional(tokens::text::BODY);
    let place = pos2(rect.left() + 22.0 + GAP, rect.center().y);
    ui.painter().text(place, Align2::LEFT_CENTER, line, font, tokens.text);
    focus_ring(ui, &response);
    response.clicked()
}

/// The first half of a key, in groups that can be compared by eye.
fn fingerprint(key: &[u8; 32]) -> String {
    let groups: Vec<String> =
        key.chunks(2).take(8).map(|two| two.iter().map(|byte| format!("{byte:02x}")).collect()).collect();
    groups.join(" ")
}

//! A match looked at again, from its log alone: the verdict on it, and the board at any moment.
//!
//! The file is read twice, on threads: once to be told, so that the board is there at once, and once to be checked by the
//! same verifier as on the command line. A damaged or failing log is shown as far as it goes.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use eframe::egui::{Context, Id, Key, Modifiers, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};
use mextrain_core::Tiles;
use mextrain_net::log::{
    narrate,
    verify::{Report, Verdict, verify},
};

use super::{
    board::{
        Scene, geometry,
        motion::Frame,
        rows::{self, Marks},
        top,
    },
    match_end::judges,
    side,
};
use crate::{
    window::{
        Action, Command,
        settings::Settings,
        timeline::{Moment, Timeline},
        tokens::{BREAKPOINT, GAP, TARGET, Tokens},
        widgets::{Button, Icon, announce, faint, paragraph},
        words::play::{boneyard, replay as words},
    },
    wording,
};

/// How long a moment is shown while the match plays by itself, in seconds.
const PACE: f64 = 0.8;

/// A match that is looked at again.
pub struct State {
    path: PathBuf,
    found: Arc<Mutex<Found>>,
    at: usize,
    /// When the next moment is shown, in seconds of the window's clock, while it plays.
    playing: Option<f64>,
}

/// What the threads have found so far.
#[derive(Default)]
struct Found {
    timeline: Option<Arc<Timeline>>,
    verdict: Option<(bool, String)>,
}

impl State {
    /// Begins to read and to check a log; `ctx` is woken when something has been found. A file that cannot be opened is said
    /// to be so on the screen.
    pub fn open(path: PathBuf, ctx: &Context) -> State {
        let found = Arc::new(Mutex::new(Found::default()));
        let (telling, checking) = (Finder::of(&found, ctx), Finder::of(&found, ctx));
        let (told, checked) = (path.clone(), path.clone());
        thread::spawn(move || {
            let timeline = moments_of(&told);
            telling.tell(|found| found.timeline = Some(Arc::new(timeline)));
        });
        thread::spawn(move || {
            let verdict = verdict_on(&checked);
            checking.tell(|found| found.verdict = Some(verdict));
        });
        State { path, found, at: 0, playing: None }
    }

    /// The same with everything found already, without threads.
    #[cfg(test)]
    pub fn opened(path: PathBuf) -> State {
        let found = Found { timeline: Some(Arc::new(moments_of(&path))), verdict: Some(verdict_on(&path)) };
        State { path, found: Arc::new(Mutex::new(found)), at: 0, playing: None }
    }

    /// These moments and this verdict, without a log: the one at this place is shown.
    #[cfg(test)]
    pub fn showing(timeline: Timeline, verdict: (bool, String), at: usize) -> State {
        let found = Found { timeline: Some(Arc::new(timeline)), verdict: Some(verdict) };
        State { path: PathBuf::new(), found: Arc::new(Mutex::new(found)), at, playing: None }
    }

    /// The place of the moment that is shown.
    #[cfg(test)]
    pub fn at(&self) -> usize {
        self.at
    }
}

/// Where a thread leaves what it has found.
struct Finder {
    found: Arc<Mutex<Found>>,
    ctx: Context,
}

impl Finder {
    fn of(found: &Arc<Mutex<Found>>, ctx: &Context) -> Finder {
        Finder { found: found.clone(), ctx: ctx.clone() }
    }

    fn tell(&self, change: impl FnOnce(&mut Found)) {
        change(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner));
        self.ctx.request_repaint();
    }
}

/// Shows a replay.
pub fn show(ui: &mut Ui, replay: &mut State, settings: &Settings) -> Vec<Command> {
    let (timeline, verdict) = {
        let found = replay.found.lock().unwrap_or_else(PoisonError::into_inner);
        (found.timeline.clone(), found.verdict.clone())
    };
    let mut commands = Vec::new();
    let area = ui.available_rect_before_wrap().shrink2(vec2(8.0, 0.0));
    ui.advance_cursor_after_rect(area);
    let mut y = area.top();
    let mut part = |height: f32| {
        let rect = Rect::from_min_max(pos2(area.left(), y), pos2(area.right(), y + height));
        y += height;
        rect
    };
    // A verdict takes more lines where they are shorter.
    let narrow = area.width() < BREAKPOINT;
    let (head_place, bar) = (part(if narrow { 92.0 } else { 62.0 }), part(TARGET + 4.0));
    head(ui, head_place, verdict.as_ref(), replay, &mut commands);
    let copies = part(if narrow { TARGET + 4.0 } else { 0.0 });
    if narrow {
        let mut child = ui.new_child(UiBuilder::new().max_rect(copies));
        child.horizontal(|ui| exports(ui, replay, &mut commands));
    }
    let rest = area.with_min_y(copies.bottom() + 4.0);
    let Some(timeline) = timeline else {
        ui.new_child(UiBuilder::new().max_rect(rest)).label(words::READING);
        return commands;
    };
    let moments = timeline.moments();
    if moments.is_empty() {
        return commands;
    }
    replay.at = replay.at.min(moments.len() - 1);
    keys(ui, moments, replay);
    controls(ui, bar, moments, replay);
    play_on(ui.ctx(), moments, replay);
    moment(ui, rest, settings, &timeline, replay);
    commands
}

/// The verdict, what can be exported, and the way out.
fn head(
    ui: &mut Ui,
    rect: Rect,
    verdict: Option<&(bool, String)>,
    replay: &State,
    commands: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui.ctx());
    let layout = eframe::egui::Layout::right_to_left(eframe::egui::Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    child.spacing_mut().button_padding.x = GAP;
    if child.add(Button::icon(Icon::Close, words::CLOSE)).clicked() {
        commands.push(Command::Do(Action::Back));
    }
    if rect.width() >= BREAKPOINT {
        exports(&mut child, replay, commands);
    }
    let room = Rect::from_min_max(rect.min, pos2(child.min_rect().left() - GAP, rect.bottom()));
    let (icon, said, ink) = match verdict {
        None => (Icon::Dot, words::CHECKING, tokens.text),
        Some((true, said)) => (Icon::Tick, said.as_str(), tokens.text),
        Some((false, said)) => (Icon::Warning, said.as_str(), tokens.danger),
    };
    announce(ui, said, verdict.is_some_and(|(holds, _)| !holds));
    let place =
        Rect::from_center_size(pos2(room.left() + 12.0, room.center().y), eframe::egui::Vec2::splat(20.0));
    icon.paint(ui.painter(), place, ink);
    let words = room.with_min_x(place.right() + GAP);
    let layout = eframe::egui::Layout::left_to_right(eframe::egui::Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(words).layout(layout));
    child.add(eframe::egui::Label::new(RichText::new(said).size(14.0).color(ink).strong()).wrap());
}

/// The match as a text or as data, for the clipboard.
fn exports(ui: &mut Ui, replay: &State, commands: &mut Vec<Command>) {
    if ui.add(Button::new(words::JSON).with_icon(Icon::Copy)).clicked() {
        commands.push(Command::Copy(json(&replay.path)));
    }
    if ui.add(Button::new(words::TEXT).with_icon(Icon::Copy)).clicked() {
        commands.push(Command::Copy(text(replay)));
    }
}

fn controls(ui: &mut Ui, rect: Rect, moments: &[Moment], replay: &mut State) {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (at, last) = (replay.at, moments.len() - 1);
        let mut step = |ui: &mut Ui, icon, name, to: usize| {
            if ui.add(Button::icon(icon, name)).clicked() {
                replay.at = to;
                replay.playing = None;
            }
        };
        step(ui, Icon::First, words::FIRST, 0);
        step(ui, Icon::Back, words::BACK, at.saturating_sub(1));
        step(ui, Icon::Forward, words::FORWARD, (at + 1).min(last));
        step(ui, Icon::Last, words::LAST, last);
        let (icon, name) = match replay.playing {
            Some(_) => (Icon::Pause, words::PAUSE),
            None => (Icon::Play, words::PLAY),
        };
        if ui.add(Button::icon(icon, name)).clicked() {
            toggle(ui.ctx(), replay);
        }
        let narrow = rect.width() < BREAKPOINT;
        ui.label(words::moment(replay.at + 1, moments.len(), narrow));
    });
}

/// The board of the moment that is shown, its sentence and what stands behind it; beside it all moments.
fn moment(ui: &mut Ui, rect: Rect, settings: &Settings, timeline: &Timeline, replay: &mut State) {
    let moments = timeline.moments();
    let Some(now) = moments.get(replay.at) else { return };
    let wide = rect.width() >= BREAKPOINT;
    let list = if wide {
        rect.with_min_x(rect.right() - (rect.width() * 0.34).min(420.0))
    } else {
        rect.with_min_y(rect.bottom() - 4.0 * TARGET)
    };
    let left = if wide { rect.with_max_x(list.left() - GAP) } else { rect.with_max_y(list.top() - GAP) };
    let mut child = ui.new_child(UiBuilder::new().max_rect(left));
    child.set_clip_rect(left.intersect(ui.clip_rect()));
    child.label(RichText::new(now.text.lines().next().unwrap_or_default()).size(18.0).strong());
    faint(&mut child, now.proof);
    let top = child.min_rect().bottom() + 4.0;
    let board = left.with_min_y(top);
    if now.hands.is_empty() {
        trains(ui, board, settings, timeline, now);
    } else {
        hands(ui, board, settings, timeline, now);
    }
    all_moments(ui, list, moments, replay);
}

fn trains(ui: &mut Ui, rect: Rect, settings: &Settings, timeline: &Timeline, now: &Moment) {
    let Some(round) = &now.board else { return };
    let names = timeline.names();
    let (face, newest) = (settings.tiles, now.train);
    let scene = Scene { round, names, own: None, face, newest, said: &[], motion: Frame::STILL };
    let count = round.seats().count() + 1;
    let note = 24.0;
    let height = ((rect.height() - note) / count as f32).clamp(geometry::ROW_MIN, geometry::ROW_MAX);
    let scrolls = height * count as f32 > rect.height() - note;
    let marks = Marks::default();
    let board = rect.with_min_y(rect.top() + note).shrink2(vec2(4.0, 0.0));
    top::table(ui, board, (board.top() + height * count as f32).min(board.bottom()), &scene);
    let engine = format!("Engine {0}-{0}, {1}", round.engine(), boneyard(round.boneyard()));
    faint(&mut ui.new_child(UiBuilder::new().max_rect(rect)), &engine);
    rows::show(ui, board, height, scrolls, &scene, marks);
}

/// Hands after they were opened.
fn hands(ui: &mut Ui, rect: Rect, settings: &Settings, timeline: &Timeline, now: &Moment) {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    ScrollArea::vertical().id_salt("hands").auto_shrink(false).show(&mut child, |ui| {
        now.text.lines().for_each(|line| paragraph(ui, line));
        for (name, hand) in timeline.names().iter().zip(&now.hands) {
            ui.label(RichText::new(name).strong());
            rows::opened(ui, hand.iter().copied().collect::<Tiles>(), settings.tiles);
        }
    });
}

fn all_moments(ui: &mut Ui, rect: Rect, moments: &[Moment], replay: &mut State) {
    let tokens = Tokens::of(ui.ctx());
    ui.painter().rect_filled(rect, 8, tokens.card);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    child.spacing_mut().item_spacing.y = 0.0;
    // Keeps the moment that is shown in the middle, unless the list was scrolled by hand since.
    let id = Id::new("replay list");
    let before = child.data(|data| data.get_temp::<usize>(id));
    let mut area = ScrollArea::vertical().id_salt(id).auto_shrink(false).animated(false);
    if before != Some(replay.at) {
        let middle = replay.at as f32 * TARGET - (rect.height() - TARGET) / 2.0;
        area = area.vertical_scroll_offset(middle.max(0.0));
        child.data_mut(|data| data.insert_temp(id, replay.at));
    }
    area.show_rows(&mut child, TARGET, moments.len(), |ui, range| {
        for at in range {
            let Some(one) = moments.get(at) else { continue };
            if side::entry(ui, at, one, at == replay.at) {
                replay.at = at;
                replay.playing = None;
            }
        }
    });
}

/// Arrows step, brackets go once round the table, PgUp and PgDn to the next round, Home and End; Space plays.
fn keys(ui: &Ui, moments: &[Moment], replay: &mut State) {
    if ui.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let at = replay.at;
    let last = moments.len() - 1;
    let round = |at: usize| moments.get(at).map(|moment| moment.round);
    let table =
        moments.get(at).and_then(|moment| moment.board.as_ref()).map_or(4, |board| board.seats().count());
    let to = if pressed(Key::ArrowLeft) {
        at.saturating_sub(1)
    } else if pressed(Key::ArrowRight) {
        (at + 1).min(last)
    } else if pressed(Key::OpenBracket) {
        at.saturating_sub(table)
    } else if pressed(Key::CloseBracket) {
        (at + table).min(last)
    } else if pressed(Key::PageUp) {
        (0..at).rev().find(|other| round(*other) != round(at)).unwrap_or(0)
    } else if pressed(Key::PageDown) {
        (at..=last).find(|other| round(*other) != round(at)).unwrap_or(last)
    } else if pressed(Key::Home) {
        0
    } else if pressed(Key::End) {
        last
    } else {
        if pressed(Key::Space) {
            toggle(ui.ctx(), replay);
        }
        return;
    };
    replay.at = to;
    replay.playing = None;
}

fn toggle(ctx: &Context, replay: &mut State) {
    replay.playing = match replay.playing {
        Some(_) => None,
        None => Some(ctx.input(|input| input.time) + PACE),
    };
    ctx.request_repaint();
}

/// Goes on to the next moment when it is time.
fn play_on(ctx: &Context, moments: &[Moment], replay: &mut State) {
    let Some(next) = replay.playing else { return };
    if replay.at + 1 >= moments.len() {
        replay.playing = None;
        return;
    }
    let now = ctx.input(|input| input.time);
    if now >= next {
        replay.at += 1;
        replay.playing = Some(now + PACE);
    }
    ctx.request_repaint_after(Duration::from_secs_f64((next - now).clamp(0.01, PACE)));
}

fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|error| format!("{} cannot be opened: {error}.", path.display()))
}

/// All moments of a log, as far as it can be followed; none, if it cannot be opened, which the verdict says.
fn moments_of(path: &Path) -> Timeline {
    open(path).map(|file| Timeline::of_log(file, u32::MAX)).unwrap_or_default()
}

/// Whether every check passes as far as the log goes, and the verdict in words.
fn verdict_on(path: &Path) -> (bool, String) {
    match open(path).map(|file| verify(file, judges())) {
        Ok(Ok(report)) => {
            (matches!(report.verdict, Verdict::Verified | Verdict::Unfinished), sentence(&report))
        }
        Ok(Err(error)) => (false, error.to_string()),
        Err(sentence) => (false, sentence),
    }
}

fn sentence(report: &Report) -> String {
    let checks = wording::log::checks(report);
    match &report.verdict {
        Verdict::Verified => format!("{} ({checks})", words::PASSED),
        Verdict::Unfinished => format!("{} ({checks})", words::UNFINISHED),
        Verdict::Failed(_) => {
            let said = wording::log::verdict(report);
            words::failed(said.strip_prefix("failed: ").unwrap_or(&said))
        }
        Verdict::Damaged(damage) => words::damaged(&damage.to_string(), report.bytes, report.steps),
    }
}

fn text(replay: &State) -> String {
    let found = replay.found.lock().unwrap_or_else(PoisonError::into_inner);
    let moments = found.timeline.iter().flat_map(|timeline| timeline.moments());
    moments.map(|moment| moment.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn json(path: &Path) -> String {
    let Ok(file) = File::open(path) else { return String::new() };
    let (data, _) = narrate::export(file);
    serde_json::to_string_pretty(&data).unwrap_or_default()
}

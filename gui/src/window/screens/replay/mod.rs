//! A match looked at again, from its log alone: the verdict on it, and the board at any moment.
//!
//! The file is read twice, on threads: once to be told, so that the board is there at once, and once to be checked by the
//! same verifier as on the command line. A damaged or failing log is shown as far as it goes.

mod export;
mod judged;
mod keys;
mod live;

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use eframe::egui::{Context, Id, Label, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2, pos2, vec2};
use mextrain_core::Tiles;

pub use self::judged::Judged;
use self::{
    export::{Form, Outcome, To},
    judged::Standing,
};
use super::{
    board::{
        Scene, geometry,
        motion::Frame,
        rows::{self, Marks},
        top,
    },
    side,
};
use crate::{
    window::{
        Action, Command,
        settings::Settings,
        timeline::{Moment, Timeline},
        tokens::{BREAKPOINT, GAP, TARGET, Tokens},
        widgets::{Button, Icon, announce, faint, paragraph},
        words::{
            play::{proof, replay as words},
            watch::nothing_yet,
        },
    },
    wording::sentence::Sentence,
};

/// How long a moment is shown while the match plays by itself, in seconds.
const PACE: f64 = 0.8;

/// From this width on, in points, the exports stand beside the controls.
const BESIDE: f32 = 960.0;

/// The height of the line that says what came of an export, in points.
const SAID: f32 = 24.0;

/// A match that is looked at again.
pub struct State {
    path: PathBuf,
    found: Arc<Mutex<Found>>,
    at: usize,
    /// When the next moment is shown, in seconds of the window's clock, while it plays.
    playing: Option<f64>,
    /// What came of the last export, in words.
    said: Option<Sentence>,
    /// A match that is being played while it is looked at.
    live: Option<live::Live>,
}

/// What the threads have found so far.
#[derive(Default)]
struct Found {
    timeline: Option<Arc<Timeline>>,
    judged: Option<Arc<Judged>>,
    /// Whether something is being exported.
    exporting: bool,
    export: Option<Outcome>,
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
            let judged = Judged::of(&checked);
            checking.tell(|found| found.judged = Some(Arc::new(judged)));
        });
        State { path, found, at: 0, playing: None, said: None, live: None }
    }

    /// What was found of the log at this path, its beginning shown.
    fn of(path: PathBuf, found: Found) -> State {
        State { path, found: Arc::new(Mutex::new(found)), at: 0, playing: None, said: None, live: None }
    }

    /// The same with everything found already, without threads.
    #[cfg(test)]
    pub fn opened(path: PathBuf) -> State {
        let judged = Some(Arc::new(Judged::of(&path)));
        let found = Found { timeline: Some(Arc::new(moments_of(&path))), judged, ..Found::default() };
        State::of(path, found)
    }

    /// These moments and this verdict, without a log: the one at this place is shown.
    #[cfg(test)]
    pub fn showing(timeline: Timeline, judged: Option<Judged>, at: usize) -> State {
        let judged = judged.map(Arc::new);
        let found = Found { timeline: Some(Arc::new(timeline)), judged, ..Found::default() };
        State { at, ..State::of(PathBuf::new(), found) }
    }

    /// The same with these moments, however they came to be known.
    #[cfg(test)]
    pub fn with(self, timeline: Timeline) -> State {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).timeline = Some(Arc::new(timeline));
        self
    }

    /// The same of a log at this path.
    #[cfg(test)]
    pub fn at_path(self, path: PathBuf) -> State {
        State { path, ..self }
    }

    /// The place of the moment that is shown.
    #[cfg(test)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Shows the moment at this place, and plays no further.
    fn go_to(&mut self, at: usize) {
        self.at = at;
        self.playing = None;
    }

    fn export(&mut self, timeline: &Arc<Timeline>, form: Form, to: To, ctx: &Context) {
        let finder = Finder::of(&self.found, ctx);
        finder.tell(|found| found.exporting = true);
        export::begin(self.path.clone(), timeline.clone(), form, to, finder);
    }

    /// What has been exported since the last frame.
    fn take_export(&mut self, commands: &mut Vec<Command>) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(outcome) = found.export.take() else { return };
        found.exporting = false;
        self.said = Some(match outcome {
            Outcome::Copy(text) => {
                commands.push(Command::Copy(text));
                Sentence::from(words::copied as fn() -> &'static str)
            }
            Outcome::Said(sentence) => sentence,
        });
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
    let mut commands = Vec::new();
    if replay.hear() {
        ui.ctx().request_repaint();
    }
    replay.take_export(&mut commands);
    let (timeline, judged, exporting) = {
        let mut found = replay.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(timeline) = found.timeline.as_mut().filter(|timeline| timeline.is_outdated()) {
            Arc::make_mut(timeline).tell_again();
        }
        (found.timeline.clone(), found.judged.clone(), found.exporting)
    };
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
    let moments = timeline.as_ref().map_or(&[][..], |timeline| timeline.moments());
    head(ui, head_place, judged.as_deref(), moments, replay, &mut commands);
    let copies = if area.width() < BESIDE { part(TARGET + 4.0) } else { bar };
    let said = part(if replay.said.is_some() { SAID } else { 0.0 });
    if let Some(sentence) = &replay.said {
        faint(&mut ui.new_child(UiBuilder::new().max_rect(said)), &sentence.text());
    }
    let rest = area.with_min_y(said.bottom() + 4.0);
    let Some(timeline) = &timeline else {
        let nothing = if replay.live.is_some() { nothing_yet() } else { words::reading() };
        ui.new_child(UiBuilder::new().max_rect(rest)).label(nothing);
        return commands;
    };
    exports(ui, copies, exporting, timeline, replay);
    if moments.is_empty() {
        return commands;
    }
    let last = moments.len() - 1;
    let at = replay.live.as_ref().map_or(replay.at, |live| live.look(replay.at, moments));
    replay.at = at.min(last);
    keys::take(ui, moments, replay);
    controls(ui, bar, moments, replay);
    play_on(ui.ctx(), moments, replay);
    moment(ui, rest, settings, timeline, judged.as_deref(), replay);
    if let Some(live) = &mut replay.live {
        live.follows = replay.at == last;
    }
    commands
}

/// The verdict, the way to what failed, and the way out.
fn head(
    ui: &mut Ui,
    rect: Rect,
    judged: Option<&Judged>,
    moments: &[Moment],
    replay: &mut State,
    commands: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui.ctx());
    let layout = eframe::egui::Layout::right_to_left(eframe::egui::Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    child.spacing_mut().button_padding.x = GAP;
    if child.add(Button::icon(Icon::Close, words::close())).clicked() {
        commands.push(Command::Do(Action::Back));
    }
    // Of what was refused when it was read nothing is told; then the last moment before it is shown.
    let last = moments.len().checked_sub(1);
    if let (Some(step), Some(last)) = (judged.and_then(Judged::first_failed), last) {
        let at = moments.iter().position(|moment| moment.step.is_some_and(|other| other >= step));
        if child.add(Button::new(&words::show_step(step))).clicked() {
            replay.go_to(at.unwrap_or(last));
        }
    }
    let room = Rect::from_min_max(rect.min, pos2(child.min_rect().left() - GAP, rect.bottom()));
    let (icon, said, ink) = match judged {
        None => (Icon::Dot, words::checking().to_owned(), tokens.text),
        Some(judged) if judged.holds => (Icon::Tick, judged.said.text(), tokens.text),
        Some(judged) => (Icon::Warning, judged.said.text(), tokens.danger),
    };
    let fails = judged.is_some_and(|judged| !judged.holds);
    let aloud = replay.said.as_ref().map_or_else(|| said.clone(), Sentence::text);
    announce(ui, &aloud, fails && replay.said.is_none());
    let place = Rect::from_center_size(pos2(room.left() + 12.0, room.center().y), Vec2::splat(20.0));
    icon.paint(ui.painter(), place, ink);
    let words = room.with_min_x(place.right() + GAP);
    let layout = eframe::egui::Layout::left_to_right(eframe::egui::Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(words).layout(layout));
    child.add(Label::new(RichText::new(said).size(14.0).color(ink).strong()).wrap());
}

/// The match as a text or as data, for the clipboard or beside the log.
fn exports(ui: &mut Ui, rect: Rect, exporting: bool, timeline: &Arc<Timeline>, replay: &mut State) {
    let layout = eframe::egui::Layout::right_to_left(eframe::egui::Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    child.spacing_mut().button_padding.x = GAP;
    let wait = exporting.then_some(words::exporting());
    for (form, to, icon, short, long) in [
        (Form::Json, To::File, Icon::Save, words::json(), words::save_json()),
        (Form::Text, To::File, Icon::Save, words::text(), words::save_text()),
        (Form::Json, To::Clipboard, Icon::Copy, words::json(), words::copy_json()),
        (Form::Text, To::Clipboard, Icon::Copy, words::text(), words::copy_text()),
    ] {
        let text = if rect.width() < BREAKPOINT { short } else { long };
        if child.add(Button::new(text).with_icon(icon).named(long).unless(wait)).clicked() {
            replay.export(timeline, form, to, child.ctx());
        }
    }
}

fn controls(ui: &mut Ui, rect: Rect, moments: &[Moment], replay: &mut State) {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (at, last) = (replay.at, moments.len() - 1);
        let mut step = |ui: &mut Ui, icon, name, to: usize| {
            if ui.add(Button::icon(icon, name)).clicked() {
                replay.go_to(to);
            }
        };
        step(ui, Icon::First, words::first(), 0);
        step(ui, Icon::Back, words::back(), at.saturating_sub(1));
        step(ui, Icon::Forward, words::forward(), (at + 1).min(last));
        step(ui, Icon::Last, words::last(), last);
        let (icon, name) = match replay.playing {
            Some(_) => (Icon::Pause, words::pause()),
            None => (Icon::Play, words::play()),
        };
        if ui.add(Button::icon(icon, name)).clicked() {
            toggle(ui.ctx(), replay);
        }
        let narrow = rect.width() < BREAKPOINT;
        let step = moments.get(replay.at).and_then(|moment| moment.step);
        ui.label(words::moment(replay.at + 1, moments.len(), step, narrow));
    });
}

/// The board of the moment that is shown, its sentence and what stands behind it; beside it all moments.
fn moment(
    ui: &mut Ui,
    rect: Rect,
    settings: &Settings,
    timeline: &Timeline,
    judged: Option<&Judged>,
    replay: &mut State,
) {
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
    behind(&mut child, timeline, judged, now);
    let top = child.min_rect().bottom() + 4.0;
    let board = left.with_min_y(top);
    if now.hands.is_empty() {
        trains(ui, board, settings, timeline, now);
    } else {
        hands(ui, board, settings, timeline, now);
    }
    all_moments(ui, list, moments, replay);
}

/// What stands behind a moment, as far as that has been checked.
fn behind(ui: &mut Ui, timeline: &Timeline, judged: Option<&Judged>, now: &Moment) {
    let Some(judged) = judged else { return faint(ui, words::not_yet()) };
    match judged.standing(now.step) {
        Standing::Holds => faint(ui, proof::of(now.kind, timeline.proofs())),
        Standing::NotChecked => faint(ui, words::not_checked()),
        Standing::Failed => {
            let tokens = Tokens::of(ui.ctx());
            ui.horizontal(|ui| {
                ui.spacing_mut().interact_size.y = 0.0;
                let (place, _) = ui.allocate_exact_size(Vec2::splat(18.0), eframe::egui::Sense::hover());
                Icon::Warning.paint(ui.painter(), place, tokens.danger);
                ui.add(Label::new(RichText::new(words::failed_here()).color(tokens.danger).strong()).wrap());
            });
        }
    }
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
    let about = words::board(round.engine(), round.boneyard());
    faint(&mut ui.new_child(UiBuilder::new().max_rect(rect)), &about);
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
                replay.go_to(at);
            }
        }
    });
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

fn open(path: &Path) -> Result<File, Sentence> {
    File::open(path).map_err(|error| {
        let path = path.to_owned();
        Sentence::new(move || words::not_opened(&path, &error.to_string()))
    })
}

/// All moments of a log, as far as it can be followed; none, if it cannot be opened, which the verdict says.
fn moments_of(path: &Path) -> Timeline {
    open(path).map(|file| Timeline::of_log(file, u32::MAX)).unwrap_or_default()
}

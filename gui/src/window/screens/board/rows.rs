//! The trains as rows: whose, in what state, its newest tiles, its open end.
//!
//! A row is painted and clicked as a whole; only the button for the tiles that are not in view is a thing of its own.

use eframe::egui::{
    Align, Align2, Color32, EventFilter, FontId, Id, Key, Modifiers, Painter, Pos2, Rect, Response,
    ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};
use mextrain_core::{Pip, Tiles, TrainId, TrainSet};

use super::{Scene, geometry, label};
use crate::window::{
    settings::TileFace,
    tokens::{BREAKPOINT, Tokens},
    widgets::{
        focus_ring, paint_ring,
        tile::{self, Mark},
    },
    words::play as words,
};

/// From how far away a tile that was just laid comes, in points.
const SLIDE: f32 = 18.0;

/// What was wanted of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowEvent {
    /// To play on it.
    Chosen(TrainId),
    /// To see all of it.
    Whole(TrainId),
}

/// What came of showing the rows.
#[derive(Default)]
pub struct Shown {
    /// What was wanted.
    pub event: Option<RowEvent>,
    /// Where each row is, as far as it is in view.
    pub places: Vec<(TrainId, Rect)>,
    /// What F6 gives the keyboard to: the first row that can be played on, or the first one.
    pub first: Option<Id>,
}

/// How the rows are marked.
#[derive(Clone, Copy, Default)]
pub struct Marks {
    /// The trains that can be played on, with what is chosen.
    pub open: TrainSet,
    /// The train that was chosen first.
    pub chosen: Option<TrainId>,
    /// Whether rows can be clicked at all: not in a replay.
    pub live: bool,
    /// Whether the row with the waiting double is brought into view now.
    pub reveal: bool,
}

/// Shows all rows in this rectangle.
pub fn show(ui: &mut Ui, rect: Rect, height: f32, scrolls: bool, scene: &Scene<'_>, marks: Marks) -> Shown {
    let order = geometry::rows(scene.round.seats(), scene.own);
    let mut shown = Shown::default();
    if marks.live {
        keys(ui, &order);
        let first = order.iter().find(|train| marks.open.contains(**train)).or(order.first());
        shown.first = first.map(|train| id(*train));
    }
    let row_at = |top: f32, index: usize| {
        Rect::from_min_size(pos2(rect.left(), top + index as f32 * height), vec2(rect.width(), height))
    };
    if !scrolls {
        for (index, train) in order.iter().enumerate() {
            row(ui, row_at(rect.top(), index), *train, index, scene, marks, &mut shown);
        }
        return shown;
    }
    // The own row stays; the others scroll below it.
    let (pinned, rest) = order.split_at(usize::from(scene.own.is_some()).min(order.len()));
    for (index, train) in pinned.iter().enumerate() {
        row(ui, row_at(rect.top(), index), *train, index, scene, marks, &mut shown);
    }
    let below = rect.with_min_y(rect.top() + pinned.len() as f32 * height);
    let mut child = ui.new_child(UiBuilder::new().max_rect(below));
    ScrollArea::vertical().id_salt("trains").auto_shrink(false).animated(false).show(&mut child, |ui| {
        let (area, _) = ui.allocate_exact_size(
            vec2((below.width() - 10.0).max(0.0), height * rest.len() as f32),
            Sense::hover(),
        );
        for (index, train) in rest.iter().enumerate() {
            let place = Rect::from_min_size(
                pos2(area.left(), area.top() + index as f32 * height),
                vec2(area.width(), height),
            );
            if marks.reveal && scene.round.waiting() == Some(*train) {
                ui.scroll_to_rect(place, Some(Align::Center));
            } else if marks.live && has_keyboard(ui, *train) {
                // What the arrow keys have come to is shown.
                ui.scroll_to_rect(place, None);
            }
            row(ui, place, *train, index + pinned.len(), scene, marks, &mut shown);
        }
    });
    shown
}

fn row(
    ui: &mut Ui,
    rect: Rect,
    train: TrainId,
    index: usize,
    scene: &Scene<'_>,
    marks: Marks,
    shown: &mut Shown,
) {
    // A row with the keyboard keeps it until it has come into view.
    let wanted = marks.live && has_keyboard(ui, train);
    if !wanted && !ui.is_rect_visible(rect) {
        return;
    }
    let tokens = Tokens::of(ui.ctx());
    let narrow = is_narrow(ui);
    let open = marks.open.contains(train);
    let inner = rect.shrink2(vec2(0.0, 1.0));
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
    painter.rect_filled(inner, 6, ground(train, scene, tokens));
    if acts(scene, train) {
        painter.rect_filled(
            Rect::from_min_max(inner.left_top(), pos2(inner.left() + 5.0, inner.bottom())),
            2,
            tokens.playable,
        );
    }
    let place = Rect::from_min_max(inner.min, pos2(inner.left() + label::width(narrow), inner.bottom()));
    label::paint(ui, &painter, place, train, index + 1, scene);

    let half = geometry::half(rect.height(), narrow);
    let doubles: Vec<bool> = scene.round.trains().tiles(train).map(|tile| tile.is_double()).collect();
    let room = inner.right() - place.right() - 2.0 * half - 14.0;
    let strip = geometry::strip(&doubles, half, room);
    let mut x = place.right();
    // A row that is cut off by the edge of what scrolls is too low to be hit; it is scrolled to first.
    let whole = ui.clip_rect().expand(1.0).contains_rect(rect);
    if strip.hidden > 0 {
        let chip = Rect::from_min_size(pos2(x, rect.center().y - 22.0), Vec2::splat(44.0));
        if whole && show_chip(ui, chip, train, strip.hidden, scene) {
            shown.event = Some(RowEvent::Whole(train));
        }
        x = chip.right() + 2.0;
    } else {
        let hub = Rect::from_center_size(pos2(x + half / 2.0, rect.center().y), vec2(half, half * 1.5));
        paint_hub(&painter, hub, scene.round.engine(), tokens);
        x = hub.right() + 3.0;
    }
    let target =
        Rect::from_min_max(pos2(if strip.hidden > 0 { x } else { place.right() }, rect.top()), rect.max);
    let x = paint_strip(&painter, pos2(x, rect.center().y), half, train, strip.hidden, scene, tokens);
    let socket = Rect::from_center_size(pos2(x + 4.0 + half / 2.0, rect.center().y), Vec2::splat(half + 4.0));
    let socket_is = match () {
        () if open => Socket::Now,
        () if is_open(scene, train) => Socket::Open,
        () => Socket::Closed,
    };
    paint_socket(&painter, socket, scene.round.trains().open_pip(train), socket_is, tokens);
    shown.places.push((train, rect));
    if marks.live && (whole || wanted) {
        let response = target_of(ui, target, place, train, open, scene, shown);
        mark_row(ui, inner, target, &response, open, marks.chosen == Some(train), tokens);
    }
}

/// The id by which a row has the keyboard.
pub fn id(train: TrainId) -> Id {
    Id::new(("train", train.index()))
}

fn has_keyboard(ui: &Ui, train: TrainId) -> bool {
    ui.memory(|memory| memory.has_focus(id(train)))
}

/// Arrows go from row to row, also to those that cannot be played on now.
fn keys(ui: &Ui, order: &[TrainId]) {
    let Some(at) = order.iter().position(|train| has_keyboard(ui, *train)) else { return };
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    order.get(at).into_iter().for_each(|train| {
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id(*train), filter));
    });
    for (key, by) in [(Key::ArrowUp, -1), (Key::ArrowDown, 1)] {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
            && let Some(next) = at.checked_add_signed(by).and_then(|to| order.get(to))
        {
            ui.memory_mut(|memory| memory.request_focus(id(*next)));
        }
    }
}

/// The part of a row that is clicked. The label belongs to it too, for the pointer.
fn target_of(
    ui: &mut Ui,
    target: Rect,
    label: Rect,
    train: TrainId,
    open: bool,
    scene: &Scene<'_>,
    shown: &mut Shown,
) -> Response {
    // By Tab one comes to what can be played on; pointer and arrows may ask any row why not.
    let sense = if open || has_keyboard(ui, train) { Sense::click() } else { Sense::CLICK };
    let response = ui.interact(target, id(train), sense);
    response.widget_info(|| {
        WidgetInfo::labeled(
            WidgetType::Button,
            true,
            words::row(scene.round, scene.names, train, scene.own, open),
        )
    });
    let on_label = ui.rect_contains_pointer(label) && ui.input(|input| input.pointer.primary_clicked());
    if response.clicked() || on_label {
        shown.event = Some(RowEvent::Chosen(train));
    }
    response
}

fn mark_row(
    ui: &Ui,
    inner: Rect,
    target: Rect,
    response: &Response,
    open: bool,
    chosen: bool,
    tokens: &Tokens,
) {
    let painter = ui.painter();
    if chosen {
        painter.rect_stroke(inner, 6, Stroke::new(3.0, tokens.chosen), StrokeKind::Inside);
    } else if open && response.hovered() {
        painter.rect_stroke(inner, 6, Stroke::new(3.0, tokens.playable), StrokeKind::Inside);
    }
    if response.has_focus() {
        paint_ring(painter, target.shrink2(vec2(0.0, 1.0)), tokens);
    }
}

/// What a row stands on: the own one and the open ones are lighter than the closed ones.
fn ground(train: TrainId, scene: &Scene<'_>, tokens: &Tokens) -> Color32 {
    match train {
        TrainId::Own(seat) if Some(seat) == scene.own => tokens.row_own,
        TrainId::Own(seat) if !scene.round.lanterns().contains(seat) => tokens.felt,
        _ => tokens.row,
    }
}

/// Whether it is the turn of the train's owner.
pub(super) fn acts(scene: &Scene<'_>, train: TrainId) -> bool {
    matches!(train, TrainId::Own(seat) if scene.round.to_act() == Some(seat))
}

pub(super) fn is_narrow(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < BREAKPOINT
}

fn show_chip(ui: &mut Ui, rect: Rect, train: TrainId, hidden: usize, scene: &Scene<'_>) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let response = ui.interact(rect, Id::new(("whole", train.index())), Sense::click());
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Button, true, words::whole_train(scene.names, train, hidden))
    });
    let face = Rect::from_center_size(rect.center(), vec2(42.0, 30.0));
    let fill = if response.hovered() { tokens.control_hovered } else { tokens.control };
    ui.painter().rect(face, 15, fill, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    let text = format!("+{hidden}");
    let align = Align2::CENTER_CENTER;
    ui.painter().text(face.center(), align, text, FontId::proportional(15.0), tokens.text);
    focus_ring(ui, &response);
    response.clicked()
}

/// The side of the hub that a train grows from: the engine's pip.
fn paint_hub(painter: &Painter, rect: Rect, engine: Pip, tokens: &Tokens) {
    painter.rect(rect, 3, tokens.control, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    tile::numeral(painter, rect.center(), rect.width() * 0.62, engine, tokens.text);
}

/// Paints the newest tiles from `start` on and gives the place where they end.
fn paint_strip(
    painter: &Painter,
    start: Pos2,
    half: f32,
    train: TrainId,
    hidden: usize,
    scene: &Scene<'_>,
    tokens: &Tokens,
) -> f32 {
    let mut x = start.x;
    let trains = scene.round.trains();
    let last = trains.len(train);
    for (index, (inner, outer)) in trains.outward(train).enumerate().skip(hidden) {
        let size = if inner == outer { vec2(half, 2.0 * half) } else { vec2(2.0 * half, half) };
        let rect = Rect::from_min_size(pos2(x, start.y - size.y / 2.0), size);
        let at_end = index + 1 == last;
        let mark = match () {
            () if at_end && scene.round.all_waiting().contains(train) => Mark::Waiting,
            () if at_end && scene.newest == Some(train) => Mark::Newest,
            () => Mark::Plain,
        };
        match scene.motion.laid(train).filter(|_| at_end) {
            None => tile::paint(painter, rect, (inner, outer), scene.face, mark, tokens),
            Some(progress) => {
                // It comes from where it is open, and is bright for as long as it moves.
                let mut arriving = painter.clone();
                arriving.multiply_opacity(progress);
                let rect = rect.translate(vec2((1.0 - progress) * SLIDE, 0.0));
                tile::paint(&arriving, rect, (inner, outer), scene.face, mark, tokens);
                let glow = Stroke::new(3.0, tokens.chosen.gamma_multiply(1.0 - progress * 0.5));
                painter.rect_stroke(rect.expand(2.0), 6, glow, StrokeKind::Outside);
            }
        }
        x += size.x + geometry::TRAIN_GAP;
    }
    x
}

/// Who may lay a tile at a train's end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Socket {
    /// The viewer, with what they hold or have chosen.
    Now,
    /// The viewer, if they held the right tile.
    Open,
    /// Its owner only.
    Closed,
}

/// Whether the viewer may play on this train at all.
fn is_open(scene: &Scene<'_>, train: TrainId) -> bool {
    match train {
        TrainId::Mexican => true,
        TrainId::Own(seat) => Some(seat) == scene.own || scene.round.lanterns().contains(seat),
    }
}

/// Where the next tile goes, with the pip that it must have.
fn paint_socket(painter: &Painter, rect: Rect, pip: Pip, socket: Socket, tokens: &Tokens) {
    let (stroke, ink) = match socket {
        Socket::Now => (Stroke::new(2.5, tokens.playable), tokens.text),
        Socket::Open => (Stroke::new(1.5, tokens.faint), tokens.text),
        Socket::Closed => (Stroke::new(1.0, tokens.line), tokens.faint),
    };
    painter.rect_stroke(rect, 4, stroke, StrokeKind::Inside);
    tile::numeral(painter, rect.center(), rect.width() * 0.56, pip, ink);
    if socket == Socket::Now {
        painter.circle_filled(rect.center_bottom(), 4.0, tokens.playable);
    }
}

/// The whole of one train, for a row too short to show it: its tiles in lines.
pub fn whole(ui: &mut Ui, train: TrainId, scene: &Scene<'_>) {
    let tokens = Tokens::of(ui.ctx());
    let half = 26.0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(geometry::TRAIN_GAP, 8.0);
        for (inner, outer) in scene.round.trains().outward(train) {
            let size = if inner == outer { vec2(half, 2.0 * half) } else { vec2(2.0 * half, half) };
            let (rect, response) = ui.allocate_exact_size(vec2(size.x, 2.0 * half), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{inner}-{outer}")));
            let place = Rect::from_center_size(rect.center(), size);
            tile::paint(ui.painter(), place, (inner, outer), scene.face, Mark::Plain, tokens);
        }
    });
}

/// A hand that everybody may see, in lines.
pub fn opened(ui: &mut Ui, tiles: Tiles, face: TileFace) {
    let tokens = Tokens::of(ui.ctx());
    const TILE: Vec2 = vec2(54.0, 28.0);
    ui.scope(|ui| {
        // A line is as high as a tile, not as a button.
        ui.spacing_mut().interact_size.y = TILE.y;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for one in tiles.iter() {
                let (rect, response) = ui.allocate_exact_size(TILE, Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, one.to_string()));
                tile::paint(ui.painter(), rect, (one.lo(), one.hi()), face, Mark::Plain, tokens);
            }
        });
    });
}

/// The train in the row of this number, from 1, for those who play by digits.
pub fn by_number(scene: &Scene<'_>, number: usize) -> Option<TrainId> {
    geometry::rows(scene.round.seats(), scene.own).get(number.checked_sub(1)?).copied()
}

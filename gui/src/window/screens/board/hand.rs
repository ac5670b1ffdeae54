//! The hand: tiles in rows that wrap, to be chosen, dragged onto a train, or put in another order.

use eframe::egui::{
    Color32, EventFilter, Id, Key, LayerId, Modifiers, Order, Pos2, Rect, Response, Sense, Stroke,
    StrokeKind, Ui, UiBuilder, WidgetInfo, WidgetType,
    containers::scroll_area::{DragScroll, ScrollArea, ScrollSource},
    style::ScrollStyle,
    vec2,
};
use mextrain_core::{Tile, Tiles};

use super::{geometry::HandPlan, order};
use crate::window::{
    settings::TileFace,
    tokens::Tokens,
    widgets::{
        paint_ring,
        tile::{self, Mark},
    },
    words::play as words,
};

/// The width of the bar of a hand that scrolls, in points.
const BAR: f32 = 16.0;

/// What was done with the hand.
#[derive(Clone, Debug, PartialEq)]
pub enum HandEvent {
    /// A tile was chosen.
    Chosen(Tile),
    /// A tile was taken up to be dragged.
    Lifted(Tile),
    /// It was let go of here, outside the hand.
    Dropped(Tile, Pos2),
    /// The hand was put in this order.
    Ordered(Vec<Tile>),
}

/// The hand as it is shown.
pub struct Hand<'a> {
    /// Its tiles from left to right.
    pub tiles: &'a [Tile],
    /// Those that can be played now.
    pub playable: Tiles,
    /// The one that is chosen.
    pub selected: Option<Tile>,
    /// What stands on them.
    pub face: TileFace,
}

/// The id by which a tile of the hand has the keyboard.
pub fn id(tile: Tile) -> Id {
    Id::new(("hand", tile.index()))
}

/// Shows the hand in this rectangle.
pub fn show(ui: &mut Ui, rect: Rect, plan: &HandPlan, hand: &Hand<'_>) -> Option<HandEvent> {
    let by_key = keys(ui, plan, hand);
    let mut event = None;
    let mut add = |ui: &mut Ui, corner: Pos2, visible: Rect| {
        for (index, one) in hand.tiles.iter().enumerate() {
            let place = plan.place(index).translate(corner.to_vec2());
            // What is cut off by the edge of what scrolls is too small to be hit.
            // The one that has the keyboard is kept, or it would lose it before it has come into view.
            let wanted = ui.memory(|memory| memory.has_focus(id(*one)));
            if wanted || visible.expand(1.0).contains_rect(place) {
                event = tile_at(ui, place, *one, corner, rect, plan, hand).or(event.take());
            }
        }
    };
    if plan.shown >= plan.full {
        add(ui, rect.min, Rect::EVERYTHING);
    } else {
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
        // A finger on a tile moves the tile; beside the tiles, where the bar is, it scrolls.
        let source = ScrollSource { drag: DragScroll::Always, ..ScrollSource::default() };
        child.spacing_mut().scroll = ScrollStyle { bar_width: BAR, ..ScrollStyle::solid() };
        let area = ScrollArea::vertical().id_salt("hand").scroll_source(source).animated(false);
        area.auto_shrink(false).show(&mut child, |ui| {
            let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), plan.full), Sense::hover());
            let visible = ui.clip_rect();
            add(ui, area.min, visible);
            // What the arrow keys have come to is shown.
            if let Some(at) = hand.tiles.iter().position(|one| ui.memory(|memory| memory.has_focus(id(*one))))
            {
                ui.scroll_to_rect(plan.place(at).translate(area.min.to_vec2()), None);
            }
        });
    }
    by_key.or(event)
}

fn tile_at(
    ui: &mut Ui,
    place: Rect,
    one: Tile,
    corner: Pos2,
    region: Rect,
    plan: &HandPlan,
    hand: &Hand<'_>,
) -> Option<HandEvent> {
    let id = id(one);
    let playable = hand.playable.contains(one);
    let selected = hand.selected == Some(one);
    // Tab goes from one playable tile to the next; arrows come to the others too.
    let focusable = playable || ui.memory(|memory| memory.has_focus(id));
    let sense = if focusable { Sense::click_and_drag() } else { Sense::CLICK | Sense::DRAG };
    let response = ui.interact(place, id, sense);
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::Button, true, selected, words::hand_tile(one, playable, selected))
    });
    paint(ui, place, one, playable, selected, &response, hand.face);
    let pointer = || ui.input(|input| input.pointer.interact_pos());
    if response.drag_started() {
        return Some(HandEvent::Lifted(one));
    }
    if response.drag_stopped() {
        let at = pointer()?;
        if !region.contains(at) {
            return Some(HandEvent::Dropped(one, at));
        }
        let to = plan.index_at(at - corner, hand.tiles.len());
        return Some(HandEvent::Ordered(order::moved(hand.tiles.to_vec(), one, to)));
    }
    response.clicked().then_some(HandEvent::Chosen(one))
}

fn paint(
    ui: &Ui,
    place: Rect,
    one: Tile,
    playable: bool,
    selected: bool,
    response: &Response,
    face: TileFace,
) {
    let tokens = Tokens::of(ui.ctx());
    let mark = match (selected, playable) {
        (true, _) => Mark::Selected,
        (false, true) => Mark::Playable,
        (false, false) => Mark::Plain,
    };
    let halves = (one.lo(), one.hi());
    let size = place.shrink(2.0);
    if response.dragged() {
        // The tile itself follows the pointer; where it came from stays marked.
        let outline = Stroke::new(1.0, tokens.line);
        ui.painter().rect_stroke(size, 8, outline, StrokeKind::Inside);
        if let Some(at) = ui.input(|input| input.pointer.interact_pos()) {
            let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::new("dragged tile")));
            tile::paint(
                &painter,
                Rect::from_center_size(at, size.size()),
                halves,
                face,
                Mark::Selected,
                tokens,
            );
        }
        return;
    }
    if response.has_focus() {
        // The outline is within the ring, so that both are seen.
        paint_ring(ui.painter(), place.expand(2.0), tokens);
        tile::paint(ui.painter(), place.shrink(if selected { 8.0 } else { 6.0 }), halves, face, mark, tokens);
        return;
    }
    tile::paint(ui.painter(), size, halves, face, mark, tokens);
    if response.hovered() {
        let veil: Color32 = tokens.chosen.gamma_multiply(0.12);
        ui.painter().rect_filled(size, 8, veil);
    }
}

/// Arrows go from tile to tile; with Shift they move the tile that has the keyboard.
fn keys(ui: &Ui, plan: &HandPlan, hand: &Hand<'_>) -> Option<HandEvent> {
    let at = hand.tiles.iter().position(|tile| ui.memory(|memory| memory.has_focus(id(*tile))))?;
    let one = *hand.tiles.get(at)?;
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id(one), filter));
    let step = [
        (Key::ArrowLeft, -1),
        (Key::ArrowRight, 1),
        (Key::ArrowUp, -(plan.per_row as isize)),
        (Key::ArrowDown, plan.per_row as isize),
    ];
    for (key, by) in step {
        let to = at.checked_add_signed(by).filter(|to| *to < hand.tiles.len());
        let pressed = |modifiers| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::SHIFT) {
            return Some(HandEvent::Ordered(order::moved(hand.tiles.to_vec(), one, to?)));
        }
        if pressed(Modifiers::NONE) {
            let next = *hand.tiles.get(to?)?;
            ui.memory_mut(|memory| memory.request_focus(id(next)));
        }
    }
    None
}

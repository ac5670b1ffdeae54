//! The left part of a train's row: whose it is, how much its owner holds and says, who may play on it.

use eframe::egui::{
    Align2, Color32, FontId, Id, Painter, Rect, RichText, Sense, Shape, Stroke, StrokeKind, TextWrapMode, Ui,
    Vec2, WidgetInfo, WidgetText, WidgetType, epaint::RectShape, pos2, vec2,
};
use mextrain_core::TrainId;
use mextrain_net::chat::Phrase;

use super::{
    Scene,
    rows::{acts, is_narrow},
};
use crate::window::{
    tokens::Tokens,
    widgets::{Icon, tile},
    words::{chat, play as words},
};

/// The width of the part of a row that says whose it is.
pub fn width(narrow: bool) -> f32 {
    if narrow { 112.0 } else { 214.0 }
}

/// Whose train it is and how much its owner holds, above who may play on it.
pub fn paint(ui: &Ui, painter: &Painter, rect: Rect, train: TrainId, number: usize, scene: &Scene<'_>) {
    let tokens = Tokens::of(ui.ctx());
    let mut left = rect.left() + 11.0;
    if !is_narrow(ui) {
        // The digit that chooses it.
        let font = FontId::proportional(14.0);
        painter.text(
            pos2(left, rect.center().y),
            Align2::LEFT_CENTER,
            number.to_string(),
            font,
            tokens.faint,
        );
        left += 20.0;
    }
    let (upper, lower) = (rect.center().y - 10.5, rect.center().y + 10.5);
    let mut room = rect.with_min_x(left);
    if let TrainId::Own(seat) = train
        && !(is_narrow(ui) && Some(seat) == scene.own)
    {
        room.max.x = paint_count(painter, room, upper, scene.round.count(seat), is_narrow(ui), tokens);
    }
    let name = match train {
        TrainId::Mexican if is_narrow(ui) => words::mexican_in_short().to_owned(),
        _ => words::train(scene.names, train, scene.own),
    };
    if acts(scene, train) {
        paint_acting(ui, painter, room, upper, &name);
    } else {
        line(ui, painter, room, upper, &name, 15.0, tokens.text);
    }
    let state = words::state(scene.round, train, scene.own);
    let lit = matches!(train, TrainId::Own(seat) if scene.round.lanterns().contains(seat));
    let said = match train {
        TrainId::Own(seat) => scene.said.get(seat.index()).copied().flatten().map(|said| (seat, said)),
        TrainId::Mexican => None,
    };
    let room = rect.with_min_x(left);
    if let Some((seat, said)) = said {
        let who = scene.names.get(seat.index()).map_or("", String::as_str);
        bubble(ui, painter, room, lower, (who, said), (state, lit));
    } else if lit {
        tile::lantern(painter, pos2(left, lower), state, scene.motion.lit(train), tokens);
    } else {
        line(ui, painter, room, lower, state, 13.0, tokens.faint);
    }
}

/// What the train's owner says, behind the state of the train. Where there is no room for both, the state makes place for a moment; a lit
/// Lantern keeps its lamp.
fn bubble(
    ui: &Ui,
    painter: &Painter,
    room: Rect,
    y: f32,
    (who, phrase): (&str, Phrase),
    (state, lit): (&str, bool),
) {
    const HEIGHT: f32 = 21.0;
    let tokens = Tokens::of(ui.ctx());
    let lay_out = |text: &str, ink| painter.layout_no_wrap(text.to_owned(), FontId::proportional(13.0), ink);
    let said = lay_out(chat::phrase(phrase), tokens.on_accent);
    let width = said.size().x + 14.0;
    let before = lay_out(state, tokens.faint);
    let taken = before.size().x + if lit { 38.0 } else { 6.0 };
    let mut left = room.left();
    if taken + width <= room.width() {
        if lit {
            tile::lantern(painter, pos2(left, y), state, None, tokens);
        } else {
            painter.galley(pos2(left, y - before.size().y / 2.0), before, tokens.faint);
        }
        left += taken;
    } else if lit {
        left = tile::lantern(painter, pos2(left, y), "", None, tokens).right() + 3.0;
    }
    let place = Rect::from_min_size(pos2(left, y - HEIGHT / 2.0), vec2(width, HEIGHT));
    painter.rect_filled(place, HEIGHT / 2.0, tokens.accent);
    painter.galley(pos2(left + 7.0, y - said.size().y / 2.0), said, tokens.on_accent);
    let response = ui.interact(place, Id::new(("said", who)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, chat::said(who, phrase)));
}

/// How many tiles the owner holds, at the right of the label, and the left edge of that. Where there is little room, a tile's
/// back stands for the word.
fn paint_count(painter: &Painter, room: Rect, y: f32, count: u8, narrow: bool, tokens: &Tokens) -> f32 {
    let in_short = narrow && count != 1;
    let text = if in_short { count.to_string() } else { words::holding(count) };
    let ink = if count == 1 { tokens.text } else { tokens.faint };
    let galley = painter.layout_no_wrap(text, FontId::proportional(13.0), ink);
    let place = pos2(room.right() - galley.size().x - 8.0, y - galley.size().y / 2.0);
    painter.galley(place, galley, ink);
    if !in_short {
        return place.x - 4.0;
    }
    let back = Rect::from_center_size(pos2(place.x - 8.0, y), vec2(7.0, 13.0));
    painter.rect(back, 2, tokens.tile_back, Stroke::new(1.0, tokens.tile_edge), StrokeKind::Inside);
    back.left() - 4.0
}

/// The name of whoever's turn it is: on a ground that no other name has, with a mark before it.
fn paint_acting(ui: &Ui, painter: &Painter, room: Rect, y: f32, name: &str) {
    let tokens = Tokens::of(ui.ctx());
    let text =
        Rect::from_min_max(pos2(room.left() + 16.0, room.top()), pos2(room.right() - 6.0, room.bottom()));
    let ground = painter.add(Shape::Noop);
    let right = line(ui, painter, text, y, name, 15.0, tokens.on_playable);
    let pill = Rect::from_min_max(pos2(room.left() - 4.0, y - 10.0), pos2(right + 8.0, y + 10.0));
    painter.set(ground, RectShape::filled(pill, 10, tokens.playable));
    let place = Rect::from_center_size(pos2(room.left() + 7.0, y), Vec2::splat(13.0));
    Icon::Play.paint(painter, place, tokens.on_playable);
}

/// One line of a label, cut off with dots where it does not fit; gives the place where it ends.
fn line(ui: &Ui, painter: &Painter, room: Rect, y: f32, text: &str, size: f32, colour: Color32) -> f32 {
    let font = FontId::proportional(size);
    let rich = RichText::new(text).font(font.clone()).color(colour);
    let galley =
        WidgetText::from(rich).into_galley(ui, Some(TextWrapMode::Truncate), room.width().max(1.0), font);
    let right = room.left() + galley.size().x;
    painter.galley(pos2(room.left(), y - galley.size().y / 2.0), galley, colour);
    right
}

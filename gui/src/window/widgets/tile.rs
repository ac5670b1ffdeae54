//! Dominoes and lanterns as painted shapes.
//!
//! A painter only: whether a tile can be played, and what happens when it is clicked, is for the board to know.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use mextrain_core::Pip;

use super::Icon;
use crate::window::{settings::TileFace, tokens::Tokens};

/// How a tile is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    #[default]
    Plain,
    /// It can be played: an outline and a dot.
    Playable,
    /// It is chosen: a thick outline and a filled dot.
    Selected,
    /// It waits to be satisfied: a thick outline.
    Waiting,
    /// It was laid last: a thin outline.
    Newest,
}

/// Paints a tile into a rectangle: lying with the first half left if that is wider than high, otherwise standing with
/// the first half on top.
pub fn paint(painter: &Painter, rect: Rect, halves: (Pip, Pip), face: TileFace, mark: Mark, tokens: &Tokens) {
    let short = rect.width().min(rect.height());
    let radius = (short * 0.18).clamp(3.0, 9.0);
    painter.rect_filled(rect.translate(vec2(0.0, 1.5)), radius, tokens.tile_edge);
    painter.rect(rect, radius, tokens.tile, Stroke::new(1.0, tokens.tile_edge), StrokeKind::Inside);
    let (first, second, divider) = split(rect);
    painter.line_segment(divider, Stroke::new((short * 0.04).max(1.0), tokens.tile_edge));
    paint_half(painter, first, halves.0, face, tokens.tile_ink);
    paint_half(painter, second, halves.1, face, tokens.tile_ink);
    let outline = match mark {
        Mark::Plain => return,
        Mark::Playable => Stroke::new(3.0, tokens.playable),
        Mark::Selected => Stroke::new(5.0, tokens.chosen),
        Mark::Waiting => Stroke::new(4.0, tokens.waiting),
        Mark::Newest => Stroke::new(2.0, tokens.chosen),
    };
    painter.rect_stroke(rect, radius, outline, StrokeKind::Outside);
    if matches!(mark, Mark::Playable | Mark::Selected) {
        // At the edge, where it is no pip.
        let center = rect.center_bottom();
        let (size, dot) = if mark == Mark::Selected { (7.0, tokens.chosen) } else { (5.0, tokens.playable) };
        painter.circle(center, size, dot, Stroke::new(1.5, tokens.tile));
    }
}

/// Both halves of a tile and the line between them.
fn split(rect: Rect) -> (Rect, Rect, [Pos2; 2]) {
    let center = rect.center();
    let inset = rect.width().min(rect.height()) * 0.16;
    if rect.width() > rect.height() {
        let (first, second) = rect.split_left_right_at_x(center.x);
        (first, second, [pos2(center.x, rect.top() + inset), pos2(center.x, rect.bottom() - inset)])
    } else {
        let (first, second) = rect.split_top_bottom_at_y(center.y);
        (first, second, [pos2(rect.left() + inset, center.y), pos2(rect.right() - inset, center.y)])
    }
}

fn paint_half(painter: &Painter, rect: Rect, pip: Pip, face: TileFace, ink: Color32) {
    let side = rect.width().min(rect.height());
    match face {
        TileFace::Numerals => numeral(painter, rect.center(), side * 0.62, pip, ink),
        TileFace::Pips => pips(painter, rect.center(), side * 0.86, pip, ink),
        TileFace::Both => {
            pips(painter, rect.center() - vec2(side * 0.08, side * 0.08), side * 0.72, pip, ink);
            numeral(painter, rect.center() + vec2(side * 0.33, side * 0.33), side * 0.30, pip, ink);
        }
    }
}

/// A numeral whose capitals are about this high.
pub fn numeral(painter: &Painter, center: Pos2, size: f32, pip: Pip, ink: Color32) {
    let size = if pip.value() > 9 { size * 0.92 } else { size };
    painter.text(center, Align2::CENTER_CENTER, pip.to_string(), FontId::proportional(size), ink);
}

fn pips(painter: &Painter, center: Pos2, side: f32, pip: Pip, ink: Color32) {
    // Ten to twelve pips stand in four columns, which wants smaller ones.
    let radius = side * if pip.value() > 9 { 0.075 } else { 0.095 };
    for place in places(pip) {
        painter.circle_filled(center + place * side, radius, ink);
    }
}

/// Where the pips of a half lie, from its middle, for a half of side 1.
fn places(pip: Pip) -> Vec<Vec2> {
    const THIRDS: [f32; 3] = [-0.3, 0.0, 0.3];
    const QUARTERS: [f32; 4] = [-0.36, -0.12, 0.12, 0.36];
    let at = |column: usize, row: usize| vec2(THIRDS[column], THIRDS[row]);
    let corners = [at(0, 0), at(2, 2), at(2, 0), at(0, 2)];
    let middle = at(1, 1);
    let wide = |outer: usize, inner: usize| {
        let line = move |count: usize, y: f32| {
            let columns: &[f32] = if count == 4 { &QUARTERS } else { &THIRDS };
            columns.iter().take(count).map(move |x| vec2(*x, y)).collect::<Vec<_>>()
        };
        [line(outer, -0.3), line(inner, 0.0), line(outer, 0.3)].concat()
    };
    match pip.value() {
        0 => Vec::new(),
        1 => vec![middle],
        2 => corners.into_iter().take(2).collect(),
        3 => [at(0, 0), middle, at(2, 2)].to_vec(),
        4 => corners.to_vec(),
        5 => [corners.as_slice(), &[middle]].concat(),
        6 => [corners.as_slice(), &[at(0, 1), at(2, 1)]].concat(),
        7 => [corners.as_slice(), &[at(0, 1), at(2, 1), middle]].concat(),
        8 => [corners.as_slice(), &[at(0, 1), at(2, 1), at(1, 0), at(1, 2)]].concat(),
        9 => [corners.as_slice(), &[at(0, 1), at(2, 1), at(1, 0), at(1, 2), middle]].concat(),
        10 => [wide(4, 0), vec![vec2(-0.18, 0.0), vec2(0.18, 0.0)]].concat(),
        11 => wide(4, 3),
        _ => wide(4, 4),
    }
}

/// Paints a lit lantern, the lamp and the word for it, from this point to the right. While it is being lit, `flare` goes from
/// 0 to 1.
pub fn lantern(
    painter: &Painter,
    left_center: Pos2,
    word: &str,
    flare: Option<f32>,
    tokens: &Tokens,
) -> Rect {
    const HEIGHT: f32 = 22.0;
    let galley = painter.layout_no_wrap(word.to_owned(), FontId::proportional(13.0), tokens.on_lamp);
    let size = vec2(galley.size().x + 32.0, HEIGHT);
    let rect = Rect::from_min_size(left_center - vec2(0.0, HEIGHT / 2.0), size);
    let mut painter = painter.clone();
    if let Some(flare) = flare {
        let reach = 10.0 * (1.0 - flare);
        painter.rect_filled(rect.expand(reach), HEIGHT / 2.0 + reach, tokens.lamp.gamma_multiply(0.4));
        painter.multiply_opacity(flare);
    }
    painter.rect_filled(rect.expand(2.0), HEIGHT / 2.0 + 2.0, tokens.lamp.gamma_multiply(0.3));
    painter.rect(rect, HEIGHT / 2.0, tokens.lamp, Stroke::new(1.0, tokens.on_lamp), StrokeKind::Inside);
    let lamp = Rect::from_center_size(pos2(rect.left() + 14.0, rect.center().y), Vec2::splat(17.0));
    Icon::Lamp.paint(&painter, lamp, tokens.on_lamp);
    painter.galley(pos2(rect.left() + 25.0, rect.center().y - galley.size().y / 2.0), galley, tokens.on_lamp);
    rect
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_has_as_many_pips_as_it_says_and_none_lies_on_another() {
        for pip in Pip::MAX.up_to() {
            let places = places(pip);
            assert_eq!(places.len(), usize::from(pip.value()));
            for (index, one) in places.iter().enumerate() {
                assert!(one.x.abs() <= 0.4 && one.y.abs() <= 0.4);
                for other in &places[index + 1..] {
                    assert!((*one - *other).length() > 0.17, "{pip}: {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn halves_divide_a_tile_along_its_longer_side() {
        let lying = Rect::from_min_size(Pos2::ZERO, vec2(40.0, 20.0));
        let (first, second, _) = split(lying);
        assert!(first.right() <= second.left() && first.width() == first.height());
        let standing = Rect::from_min_size(Pos2::ZERO, vec2(20.0, 40.0));
        let (first, second, _) = split(standing);
        assert!(first.bottom() <= second.top() && first.width() == first.height());
    }
}

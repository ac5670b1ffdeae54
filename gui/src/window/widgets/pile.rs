//! Tiles that lie face down: the boneyard, or a whole set that is being shuffled.

use eframe::egui::{Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use crate::window::tokens::Tokens;

/// A tile's size, in points: small, since nothing is to be read on it.
const TILE: Vec2 = vec2(17.0, 32.0);
/// Between tiles, both ways.
const GAP: f32 = 5.0;

/// The least height that a pile wants, in points.
pub const LEAST: f32 = TILE.y;

/// Paints so many tiles face down into a rectangle, in lines from its upper left corner. They overlap where there is no room
/// for each of them: their number is always the true one.
pub fn pile(painter: &Painter, rect: Rect, count: usize, tokens: &Tokens) {
    for place in places(rect, count) {
        painter.rect_filled(place.translate(vec2(0.0, 1.5)), 3, tokens.tile_edge);
        let edge = Stroke::new(1.0, tokens.tile_edge);
        painter.rect(place, 3, tokens.tile_back, edge, StrokeKind::Inside);
    }
}

fn places(rect: Rect, count: usize) -> Vec<Rect> {
    let step = TILE + Vec2::splat(GAP);
    let lines = ((rect.height() + GAP) / step.y).floor().max(1.0) as usize;
    let wide = (((rect.width() + GAP) / step.x).floor() as usize).max(1);
    let in_line = wide.max(count.div_ceil(lines));
    let across = step.x.min((rect.width() - TILE.x).max(0.0) / (in_line.max(2) - 1) as f32);
    let place = |index: usize| {
        let (line, column) = (index / in_line, index % in_line);
        let corner = pos2(rect.left() + column as f32 * across, rect.top() + line as f32 * step.y);
        Rect::from_min_size(corner, TILE)
    };
    (0..count).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_lies_in_the_place_of_the_pile() {
        for size in [vec2(360.0, 32.0), vec2(1200.0, 100.0), vec2(40.0, 70.0)] {
            let rect = Rect::from_min_size(pos2(10.0, 20.0), size);
            for count in [0, 1, 2, 15, 60, 91] {
                let places = places(rect, count);
                assert_eq!(places.len(), count);
                assert!(places.iter().all(|place| rect.expand(0.01).contains_rect(*place)), "{size} {count}");
                assert!(places.windows(2).all(|two| two[0].min != two[1].min), "{size} {count}");
            }
        }
    }
}

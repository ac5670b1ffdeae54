//! Small pictures, drawn instead of written: the bundled fonts have no glyphs for them.

use std::f32::consts::TAU;

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// A small picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Back to where one came from.
    Back,
    /// Onward.
    Forward,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// It begins to run.
    Play,
    /// It stops running.
    Pause,
    /// Away with it.
    Close,
    /// It is so.
    Tick,
    /// More of it.
    Plus,
    /// Less of it.
    Minus,
    /// Settings.
    Settings,
    /// How it works.
    Help,
    /// Onto the clipboard.
    Copy,
    /// Into a file.
    Save,
    /// A person.
    Person,
    /// A player that plays by itself.
    Bot,
    /// A lit lantern.
    Lamp,
    /// A dot.
    Dot,
    /// Something to look out for.
    Warning,
    /// A list of lines.
    List,
    /// Everything else that can be done.
    Menu,
    /// Something said.
    Speech,
}

impl Icon {
    /// Draws it into the largest square in the middle of `rect`.
    #[allow(clippy::too_many_lines, reason = "one short arm for each icon")]
    pub fn paint(self, painter: &Painter, rect: Rect, colour: Color32) {
        let square = Rect::from_center_size(rect.center(), Vec2::splat(rect.width().min(rect.height())));
        // A place in the picture, both from 0 to 1.
        let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
        let stroke = Stroke::new((square.width() / 10.0).max(1.5), colour);
        let line = |points: &[Pos2]| {
            painter.line(points.to_vec(), stroke);
        };
        let filled = |points: Vec<Pos2>| {
            painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
        };
        match self {
            Icon::Back => line(&[at(0.65, 0.15), at(0.3, 0.5), at(0.65, 0.85)]),
            Icon::Forward => line(&[at(0.35, 0.15), at(0.7, 0.5), at(0.35, 0.85)]),
            Icon::First => {
                line(&[at(0.8, 0.15), at(0.45, 0.5), at(0.8, 0.85)]);
                line(&[at(0.22, 0.15), at(0.22, 0.85)]);
            }
            Icon::Last => {
                line(&[at(0.2, 0.15), at(0.55, 0.5), at(0.2, 0.85)]);
                line(&[at(0.78, 0.15), at(0.78, 0.85)]);
            }
            Icon::Play => filled(vec![at(0.25, 0.12), at(0.85, 0.5), at(0.25, 0.88)]),
            Icon::Pause => {
                line(&[at(0.35, 0.15), at(0.35, 0.85)]);
                line(&[at(0.65, 0.15), at(0.65, 0.85)]);
            }
            Icon::Close => {
                line(&[at(0.2, 0.2), at(0.8, 0.8)]);
                line(&[at(0.8, 0.2), at(0.2, 0.8)]);
            }
            Icon::Tick => line(&[at(0.15, 0.55), at(0.4, 0.8), at(0.87, 0.22)]),
            Icon::Plus => {
                line(&[at(0.5, 0.15), at(0.5, 0.85)]);
                line(&[at(0.15, 0.5), at(0.85, 0.5)]);
            }
            Icon::Minus => line(&[at(0.15, 0.5), at(0.85, 0.5)]),
            Icon::Settings => settings(painter, square, stroke),
            Icon::Help => help(painter, square, stroke),
            Icon::Copy => copy(painter, square, stroke),
            Icon::Save => {
                line(&[at(0.5, 0.1), at(0.5, 0.65)]);
                line(&[at(0.28, 0.43), at(0.5, 0.65), at(0.72, 0.43)]);
                line(&[at(0.12, 0.62), at(0.12, 0.9), at(0.88, 0.9), at(0.88, 0.62)]);
            }
            Icon::Speech => speech(painter, square, stroke),
            Icon::Person => person(painter, square, stroke),
            Icon::Bot => bot(painter, square, stroke),
            Icon::Lamp => lamp(painter, square, stroke),
            Icon::Dot => {
                painter.circle_filled(square.center(), square.width() * 0.3, colour);
            }
            Icon::Warning => {
                line(&[at(0.5, 0.1), at(0.94, 0.88), at(0.06, 0.88), at(0.5, 0.1)]);
                line(&[at(0.5, 0.38), at(0.5, 0.62)]);
                painter.circle_filled(at(0.5, 0.75), stroke.width * 0.7, colour);
            }
            Icon::List | Icon::Menu => {
                for y in [0.22, 0.5, 0.78] {
                    let left = if self == Icon::List { 0.3 } else { 0.12 };
                    line(&[at(left, y), at(0.88, y)]);
                    if self == Icon::List {
                        painter.circle_filled(at(0.13, y), stroke.width * 0.7, colour);
                    }
                }
            }
        }
    }
}

fn settings(painter: &Painter, square: Rect, stroke: Stroke) {
    let (centre, size) = (square.center(), square.width());
    painter.circle_stroke(centre, size * 0.24, stroke);
    for tooth in 0..8 {
        let direction = Vec2::angled(TAU * tooth as f32 / 8.0);
        painter.line_segment([centre + direction * size * 0.3, centre + direction * size * 0.45], stroke);
    }
}

fn help(painter: &Painter, square: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
    painter.circle_stroke(square.center(), square.width() * 0.44, stroke);
    painter.line(
        vec![
            at(0.36, 0.4),
            at(0.38, 0.3),
            at(0.5, 0.25),
            at(0.62, 0.31),
            at(0.62, 0.42),
            at(0.5, 0.5),
            at(0.5, 0.6),
        ],
        stroke,
    );
    painter.circle_filled(at(0.5, 0.74), stroke.width * 0.7, stroke.color);
}

fn copy(painter: &Painter, square: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
    painter.rect_stroke(Rect::from_min_max(at(0.32, 0.32), at(0.85, 0.9)), 2, stroke, StrokeKind::Middle);
    painter.line(vec![at(0.2, 0.7), at(0.15, 0.7), at(0.15, 0.1), at(0.66, 0.1), at(0.66, 0.2)], stroke);
}

fn speech(painter: &Painter, square: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
    let outline = [
        (0.14, 0.14),
        (0.86, 0.14),
        (0.92, 0.2),
        (0.92, 0.62),
        (0.86, 0.68),
        (0.5, 0.68),
        (0.28, 0.9),
        (0.28, 0.68),
        (0.14, 0.68),
        (0.08, 0.62),
        (0.08, 0.2),
    ];
    painter.add(Shape::closed_line(outline.map(|(x, y)| at(x, y)).to_vec(), stroke));
}

fn person(painter: &Painter, square: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
    painter.circle_stroke(at(0.5, 0.3), square.width() * 0.19, stroke);
    painter.line(
        vec![at(0.14, 0.9), at(0.18, 0.7), at(0.34, 0.58), at(0.66, 0.58), at(0.82, 0.7), at(0.86, 0.9)],
        stroke,
    );
}

fn bot(painter: &Painter, square: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
    painter.rect_stroke(Rect::from_min_max(at(0.15, 0.35), at(0.85, 0.85)), 3, stroke, StrokeKind::Middle);
    painter.line_segment([at(0.5, 0.35), at(0.5, 0.18)], stroke);
    painter.circle_filled(at(0.5, 0.13), stroke.width, stroke.color);
    for x in [0.36, 0.64] {
        painter.circle_filled(at(x, 0.58), stroke.width * 0.9, stroke.color);
    }
}

fn lamp(painter: &Painter, square: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
    painter.line(vec![at(0.38, 0.14), at(0.38, 0.04), at(0.62, 0.04), at(0.62, 0.14)], stroke);
    painter.line_segment([at(0.25, 0.2), at(0.75, 0.2)], stroke);
    painter.rect_stroke(Rect::from_min_max(at(0.3, 0.2), at(0.7, 0.84)), 2, stroke, StrokeKind::Middle);
    painter.line_segment([at(0.2, 0.92), at(0.8, 0.92)], stroke);
    let flame =
        [pos2(0.5, 0.36), pos2(0.6, 0.6), pos2(0.5, 0.72), pos2(0.4, 0.6)].map(|place| at(place.x, place.y));
    painter.add(Shape::convex_polygon(flame.to_vec(), stroke.color, Stroke::NONE));
}

//! Every colour and measure of the window, for dark and for light, in one place.
//!
//! Nothing else names a colour: `clippy.toml` refuses the constructors elsewhere. What stands on what is listed in
//! [`Tokens::readable_pairs`], and a test holds each pair to a contrast of at least 4.5.
#![allow(clippy::disallowed_methods, reason = "this is the one file that may name colours")]

use eframe::egui::{
    self, Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme,
    Visuals,
    style::{Selection, WidgetVisuals, Widgets},
    vec2,
};

/// Nothing that can be clicked is smaller, in points, in either direction.
pub const TARGET: f32 = 44.0;

/// Below this width, in points, the window is laid out for a phone.
pub const BREAKPOINT: f32 = 600.0;

/// The space between things that belong together, in points.
pub const GAP: f32 = 8.0;

/// How round corners are, in points.
pub const ROUNDING: u8 = 8;

/// How thick the focus ring is, in points.
pub const RING: f32 = 3.0;

/// How wide the line of the ground's colour is between the focus ring and what it stands round, in points.
pub const RING_GAP: f32 = 2.0;

/// The longest animation, in seconds.
pub const ANIMATION: f32 = 0.18;

/// Sizes of text, in points.
pub mod text {
    /// Notes and captions.
    pub const SMALL: f32 = 14.0;
    /// What is read.
    pub const BODY: f32 = 16.0;
    /// Names of parts of a screen.
    pub const HEADING: f32 = 22.0;
    /// The name of the game; the table words.
    pub const TITLE: f32 = 30.0;
}

/// The colours of one theme, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// Behind everything.
    pub ground: Color32,
    /// Cards and panels that stand on the ground.
    pub card: Color32,
    /// A closed train's row.
    pub felt: Color32,
    /// The table itself, which the rows lie on.
    pub table: Color32,
    /// A train's row on the table.
    pub row: Color32,
    /// The row of one's own train.
    pub row_own: Color32,
    /// Buttons.
    pub control: Color32,
    /// Buttons under the pointer.
    pub control_hovered: Color32,
    /// The main button of a screen, and what is chosen.
    pub accent: Color32,
    /// The main button under the pointer.
    pub accent_hovered: Color32,
    /// What is written on the accent.
    pub on_accent: Color32,
    /// What is read.
    pub text: Color32,
    /// What is less important.
    pub faint: Color32,
    /// Lines between things.
    pub line: Color32,
    /// The ring round whatever has the keyboard.
    pub ring: Color32,
    /// The banner of something that wants attention (a waiting double).
    pub warning: Color32,
    /// The outline of a double that waits.
    pub waiting: Color32,
    /// What is written on a warning.
    pub on_warning: Color32,
    /// Faults.
    pub danger: Color32,
    /// What is written on a fault.
    pub on_danger: Color32,
    /// A lit lantern.
    pub lamp: Color32,
    /// What is written on a lit lantern, and the lamp's frame.
    pub on_lamp: Color32,
    /// A tile's face.
    pub tile: Color32,
    /// Numerals and pips.
    pub tile_ink: Color32,
    /// The back of a tile that lies face down.
    pub tile_back: Color32,
    /// A tile's edge and the bar between its halves.
    pub tile_edge: Color32,
    /// The outline of a tile that can be played, and the mark of whoever's turn it is.
    pub playable: Color32,
    /// What is written on that colour: the name of whoever's turn it is.
    pub on_playable: Color32,
    /// The outline of the chosen tile.
    pub chosen: Color32,
}

/// The dark theme: a table in a lamp-lit room.
pub const DARK: Tokens = Tokens {
    ground: Color32::from_rgb(24, 28, 30),
    card: Color32::from_rgb(35, 41, 44),
    felt: Color32::from_rgb(19, 50, 44),
    table: Color32::from_rgb(14, 36, 32),
    row: Color32::from_rgb(26, 62, 55),
    row_own: Color32::from_rgb(34, 79, 70),
    control: Color32::from_rgb(52, 61, 66),
    control_hovered: Color32::from_rgb(66, 77, 83),
    accent: Color32::from_rgb(242, 193, 92),
    accent_hovered: Color32::from_rgb(250, 209, 126),
    on_accent: Color32::from_rgb(33, 25, 8),
    text: Color32::from_rgb(240, 239, 233),
    faint: Color32::from_rgb(186, 193, 192),
    line: Color32::from_rgb(78, 90, 95),
    ring: Color32::from_rgb(126, 200, 255),
    warning: Color32::from_rgb(247, 178, 60),
    waiting: Color32::from_rgb(247, 178, 60),
    on_warning: Color32::from_rgb(33, 22, 3),
    danger: Color32::from_rgb(255, 150, 136),
    on_danger: Color32::from_rgb(44, 8, 4),
    lamp: Color32::from_rgb(255, 209, 77),
    on_lamp: Color32::from_rgb(46, 33, 0),
    tile: Color32::from_rgb(250, 246, 234),
    tile_ink: Color32::from_rgb(24, 26, 30),
    tile_back: Color32::from_rgb(108, 84, 62),
    tile_edge: Color32::from_rgb(150, 140, 118),
    playable: Color32::from_rgb(88, 220, 168),
    on_playable: Color32::from_rgb(4, 38, 26),
    chosen: Color32::from_rgb(126, 200, 255),
};

/// The light theme: the same table by day.
pub const LIGHT: Tokens = Tokens {
    ground: Color32::from_rgb(246, 243, 236),
    card: Color32::from_rgb(255, 254, 250),
    felt: Color32::from_rgb(205, 226, 214),
    table: Color32::from_rgb(180, 208, 192),
    row: Color32::from_rgb(221, 236, 227),
    row_own: Color32::from_rgb(240, 248, 241),
    control: Color32::from_rgb(228, 225, 216),
    control_hovered: Color32::from_rgb(214, 210, 199),
    accent: Color32::from_rgb(20, 95, 78),
    accent_hovered: Color32::from_rgb(14, 78, 64),
    on_accent: Color32::from_rgb(255, 255, 252),
    text: Color32::from_rgb(30, 33, 35),
    faint: Color32::from_rgb(82, 89, 91),
    line: Color32::from_rgb(176, 174, 164),
    ring: Color32::from_rgb(0, 92, 184),
    warning: Color32::from_rgb(255, 205, 112),
    waiting: Color32::from_rgb(150, 72, 0),
    on_warning: Color32::from_rgb(46, 30, 2),
    danger: Color32::from_rgb(163, 32, 20),
    on_danger: Color32::from_rgb(255, 250, 248),
    lamp: Color32::from_rgb(255, 205, 77),
    on_lamp: Color32::from_rgb(48, 34, 0),
    tile: Color32::from_rgb(255, 253, 246),
    tile_ink: Color32::from_rgb(24, 26, 30),
    tile_back: Color32::from_rgb(160, 128, 94),
    tile_edge: Color32::from_rgb(132, 124, 104),
    playable: Color32::from_rgb(0, 122, 84),
    on_playable: Color32::from_rgb(255, 255, 252),
    chosen: Color32::from_rgb(0, 92, 184),
};

impl Tokens {
    /// The tokens of the theme that is shown.
    pub fn of(ctx: &Context) -> &'static Tokens {
        Tokens::of_theme(ctx.theme())
    }

    /// The tokens of a theme.
    pub fn of_theme(theme: Theme) -> &'static Tokens {
        match theme {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
        }
    }

    /// What is written on what, with the pair's name.
    pub fn readable_pairs(&self) -> Vec<(&'static str, Color32, Color32)> {
        vec![
            ("text on ground", self.text, self.ground),
            ("text on card", self.text, self.card),
            ("text on felt", self.text, self.felt),
            ("text on table", self.text, self.table),
            ("text on row", self.text, self.row),
            ("text on own row", self.text, self.row_own),
            ("text on control", self.text, self.control),
            ("text on hovered control", self.text, self.control_hovered),
            ("faint on ground", self.faint, self.ground),
            ("faint on card", self.faint, self.card),
            ("faint on felt", self.faint, self.felt),
            ("faint on row", self.faint, self.row),
            ("faint on own row", self.faint, self.row_own),
            ("on accent", self.on_accent, self.accent),
            ("on hovered accent", self.on_accent, self.accent_hovered),
            ("on warning", self.on_warning, self.warning),
            ("on danger", self.on_danger, self.danger),
            ("danger on ground", self.danger, self.ground),
            ("danger on card", self.danger, self.card),
            ("on playable", self.on_playable, self.playable),
            ("on lamp", self.on_lamp, self.lamp),
            ("tile ink on tile", self.tile_ink, self.tile),
        ]
    }

    /// Shapes that are told from what they stand on, with the pair's name: these need a contrast of 3.
    pub fn visible_pairs(&self) -> Vec<(&'static str, Color32, Color32)> {
        vec![
            ("ring on ground", self.ring, self.ground),
            ("ring on card", self.ring, self.card),
            ("ring on felt", self.ring, self.felt),
            ("ring on row", self.ring, self.row),
            ("ring on own row", self.ring, self.row_own),
            // Within the ring is a line of the ground's colour, which is told from everything that can be within that.
            ("the ring's gap on accent", self.ground, self.accent),
            ("the ring's gap on hovered accent", self.ground, self.accent_hovered),
            ("waiting on felt", self.waiting, self.felt),
            ("waiting on row", self.waiting, self.row),
            ("waiting on own row", self.waiting, self.row_own),
            ("warning's sign on warning", self.on_warning, self.warning),
            ("chosen on ground", self.chosen, self.ground),
            ("chosen on row", self.chosen, self.row),
            ("chosen on own row", self.chosen, self.row_own),
            ("chosen on felt", self.chosen, self.felt),
            ("playable on row", self.playable, self.row),
            ("playable on felt", self.playable, self.felt),
            ("playable on ground", self.playable, self.ground),
            ("playable on own row", self.playable, self.row_own),
            ("playable on card", self.playable, self.card),
            ("chosen on card", self.chosen, self.card),
        ]
    }
}

/// Gives both of egui's themes these tokens, and large enough controls.
pub fn apply(ctx: &Context) {
    for theme in [Theme::Dark, Theme::Light] {
        let tokens = Tokens::of_theme(theme);
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, tokens);
            style.text_styles = [
                (TextStyle::Small, text::SMALL, FontFamily::Proportional),
                (TextStyle::Body, text::BODY, FontFamily::Proportional),
                (TextStyle::Button, text::BODY, FontFamily::Proportional),
                (TextStyle::Heading, text::HEADING, FontFamily::Proportional),
                (TextStyle::Monospace, text::BODY, FontFamily::Monospace),
            ]
            .into_iter()
            .map(|(style, size, family)| (style, FontId::new(size, family)))
            .collect();
            style.spacing.item_spacing = vec2(GAP, GAP);
            style.spacing.interact_size = vec2(TARGET, TARGET);
            style.spacing.button_padding = vec2(14.0, 8.0);
            style.spacing.icon_width = 24.0;
            style.spacing.icon_width_inner = 14.0;
            style.spacing.icon_spacing = GAP;
            style.spacing.menu_margin = Margin::same(8);
            style.spacing.text_edit_width = 240.0;
            // A label that can be selected is a thing that can be clicked, and those have a least size here.
            style.interaction.selectable_labels = false;
        });
    }
}

/// The size of text that names the game or says the table words.
pub fn title() -> FontId {
    FontId::proportional(text::TITLE)
}

fn visuals(theme: Theme, tokens: &Tokens) -> Visuals {
    let base = match theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    Visuals {
        override_text_color: None,
        weak_text_color: Some(tokens.faint),
        widgets: widgets(tokens),
        selection: Selection { bg_fill: tokens.accent, stroke: Stroke::new(2.0, tokens.on_accent) },
        hyperlink_color: tokens.ring,
        faint_bg_color: tokens.card,
        extreme_bg_color: tokens.ground,
        text_edit_bg_color: Some(tokens.ground),
        code_bg_color: tokens.card,
        warn_fg_color: tokens.warning,
        error_fg_color: tokens.danger,
        window_corner_radius: CornerRadius::same(ROUNDING),
        window_shadow: Shadow::NONE,
        popup_shadow: Shadow::NONE,
        window_fill: tokens.card,
        window_stroke: Stroke::new(1.0, tokens.line),
        menu_corner_radius: CornerRadius::same(ROUNDING),
        panel_fill: tokens.ground,
        text_cursor: egui::style::TextCursorStyle {
            stroke: Stroke::new(2.0, tokens.text),
            // A blinking cursor would repaint an idle window for ever.
            blink: false,
            ..base.text_cursor.clone()
        },
        ..base
    }
}

fn widgets(tokens: &Tokens) -> Widgets {
    let visuals = |fill, line: Stroke, text| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: line,
        corner_radius: CornerRadius::same(ROUNDING),
        fg_stroke: Stroke::new(1.5, text),
        expansion: 0.0,
    };
    let line = Stroke::new(1.0, tokens.line);
    let ring = Stroke::new(RING, tokens.ring);
    Widgets {
        noninteractive: visuals(tokens.card, line, tokens.text),
        inactive: visuals(tokens.control, line, tokens.text),
        hovered: visuals(tokens.control_hovered, Stroke::new(1.0, tokens.faint), tokens.text),
        active: visuals(tokens.control_hovered, ring, tokens.text),
        open: visuals(tokens.control_hovered, line, tokens.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as WCAG 2 counts it, from 1 to 21.
    fn contrast(one: Color32, other: Color32) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    fn luminance(colour: Color32) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    #[test]
    fn the_measure_is_the_one_of_wcag() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
        assert!((contrast(Color32::from_gray(119), Color32::WHITE) - 4.478).abs() < 1e-2);
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for theme in [Theme::Dark, Theme::Light] {
            for (pair, text, ground) in Tokens::of_theme(theme).readable_pairs() {
                let contrast = contrast(text, ground);
                assert!(contrast >= 4.5, "{theme:?}: {pair} has a contrast of {contrast:.2}");
            }
        }
    }

    #[test]
    fn outlines_can_be_seen_in_both_themes() {
        for theme in [Theme::Dark, Theme::Light] {
            for (pair, shape, ground) in Tokens::of_theme(theme).visible_pairs() {
                let contrast = contrast(shape, ground);
                assert!(contrast >= 3.0, "{theme:?}: {pair} has a contrast of {contrast:.2}");
            }
        }
    }
}

//! Things to click and to type into.

use eframe::egui::{
    Align2, Color32, Id, Margin, Rect, Response, Sense, Stroke, StrokeKind, TextEdit, TextStyle,
    TextWrapMode, Ui, Vec2, Widget, WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};

use super::{Icon, focus_ring};
use crate::window::{
    tokens::{GAP, ROUNDING, TARGET, Tokens},
    words::widgets as words,
};

/// How much a button wants to be pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// One of several things to do.
    #[default]
    Plain,
    /// The thing most people came to this screen for.
    Main,
    /// Chosen, among several of which one is.
    Chosen,
    /// Part of a bar: no frame until it is pointed at.
    Quiet,
}

/// A button with a text, a picture, or both.
#[must_use = "add it to a Ui"]
pub struct Button<'a> {
    text: &'a str,
    icon: Option<Icon>,
    look: Look,
    name: Option<String>,
    show_text: bool,
    why_not: Option<&'a str>,
    width: Option<f32>,
    role: WidgetType,
    /// Whether it is chosen, for buttons that can be.
    chosen: Option<bool>,
}

impl<'a> Button<'a> {
    /// A button with this text.
    pub fn new(text: &'a str) -> Button<'a> {
        Button {
            text,
            icon: None,
            look: Look::default(),
            name: None,
            show_text: true,
            why_not: None,
            width: None,
            role: WidgetType::Button,
            chosen: None,
        }
    }

    /// A button with a picture only. The name is for whoever cannot see it, and for whoever points at it.
    pub fn icon(icon: Icon, name: &'a str) -> Button<'a> {
        Button { icon: Some(icon), show_text: false, ..Button::new(name) }
    }

    /// Puts a picture before the text.
    pub fn with_icon(self, icon: Icon) -> Button<'a> {
        Button { icon: Some(icon), ..self }
    }

    /// Makes it the screen's main button.
    pub fn main(self) -> Button<'a> {
        self.look(Look::Main)
    }

    /// Makes it look so.
    pub fn look(self, look: Look) -> Button<'a> {
        Button { look, ..self }
    }

    /// Makes it one that is chosen, or could be: a tab, a switch.
    pub fn chosen(self, chosen: bool) -> Button<'a> {
        Button { chosen: Some(chosen), look: if chosen { Look::Chosen } else { self.look }, ..self }
    }

    /// What a screen reader says, where that has to be more than the text.
    pub fn named(self, name: impl Into<String>) -> Button<'a> {
        Button { name: Some(name.into()), ..self }
    }

    /// Disables it, and says why: whoever points at it, or has it read out, learns it. `None` leaves it enabled.
    pub fn unless(self, why_not: Option<&'a str>) -> Button<'a> {
        Button { why_not, ..self }
    }

    /// How wide it is where there is room for its text in one line, in points.
    pub fn usual_width(&self, ui: &Ui) -> f32 {
        let text = WidgetText::from(self.text);
        let galley = text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Button);
        let icon = if self.icon.is_some() { 20.0 + GAP } else { 0.0 };
        galley.size().x + icon + 2.0 * ui.spacing().button_padding.x
    }

    /// Makes it this wide, in points, or as wide as its text if that is wider.
    pub fn wide(self, width: f32) -> Button<'a> {
        Button { width: Some(width), ..self }
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = Tokens::of(ui.ctx());
        let padding = ui.spacing().button_padding;
        let icon_space = match (self.icon, self.show_text) {
            (Some(_), true) => 20.0 + GAP,
            _ => 0.0,
        };
        let room = (ui.available_width() - 2.0 * padding.x - icon_space).max(TARGET);
        let galley = self.show_text.then(|| {
            WidgetText::from(self.text).into_galley(ui, Some(TextWrapMode::Wrap), room, TextStyle::Button)
        });
        let content =
            galley.as_ref().map_or(Vec2::splat(24.0), |galley| galley.size() + vec2(icon_space, 0.0));
        let padding = if galley.is_some() { padding } else { Vec2::splat(10.0) };
        let least = vec2(self.width.unwrap_or(TARGET).max(TARGET), TARGET);
        let size = (content + 2.0 * padding).max(least);
        let enabled = self.why_not.is_none() && ui.is_enabled();
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let spoken = match (&self.name, self.why_not) {
            (Some(name), None) => name.clone(),
            (None, None) => self.text.to_owned(),
            (name, Some(why)) => format!("{}. {why}", name.as_deref().unwrap_or(self.text)),
        };
        let chosen = self.chosen.or((self.look == Look::Chosen).then_some(true));
        response.widget_info(|| match chosen {
            None => WidgetInfo::labeled(self.role, enabled, &spoken),
            Some(chosen) => WidgetInfo::selected(self.role, enabled, chosen, &spoken),
        });
        if ui.is_rect_visible(rect) {
            let hovered = enabled && response.hovered();
            let (fill, line, ink) = colours(tokens, self.look, hovered, enabled);
            ui.painter().rect(rect, ROUNDING, fill, line, StrokeKind::Inside);
            let left = rect.center().x - content.x / 2.0;
            if self.look == Look::Chosen && self.icon.is_none() {
                // Not by colour alone: a line below the text.
                let y = rect.bottom() - 6.0;
                let half = (content.x / 2.0).min(rect.width() / 2.0 - GAP);
                ui.painter().hline(rect.center().x - half..=rect.center().x + half, y, Stroke::new(3.0, ink));
            }
            if let Some(icon) = self.icon {
                let side = if galley.is_some() { 20.0 } else { 24.0 };
                let x = if galley.is_some() { left + side / 2.0 } else { rect.center().x };
                let place = Rect::from_center_size(pos2(x, rect.center().y), Vec2::splat(side));
                icon.paint(ui.painter(), place, ink);
            }
            if let Some(galley) = galley {
                let place = pos2(left + icon_space, rect.center().y - galley.size().y / 2.0);
                ui.painter().galley(place, galley, ink);
            }
            focus_ring(ui, &response);
        }
        match (self.why_not, self.show_text) {
            (Some(why), _) => response.on_hover_text(why),
            (None, false) => response.on_hover_text(self.text),
            (None, true) => response,
        }
    }
}

fn colours(tokens: &Tokens, look: Look, hovered: bool, enabled: bool) -> (Color32, Stroke, Color32) {
    let line = Stroke::new(1.0, tokens.line);
    match look {
        // Not by colour alone: a disabled button has no fill.
        _ if !enabled && look != Look::Chosen => (tokens.ground, line, tokens.faint),
        Look::Main if hovered => (tokens.accent_hovered, Stroke::NONE, tokens.on_accent),
        Look::Main => (tokens.accent, Stroke::NONE, tokens.on_accent),
        Look::Chosen => (tokens.accent, Stroke::new(2.0, tokens.text), tokens.on_accent),
        Look::Plain | Look::Quiet if hovered => (tokens.control_hovered, line, tokens.text),
        Look::Plain => (tokens.control, line, tokens.text),
        Look::Quiet => (tokens.ground.gamma_multiply(0.0), Stroke::NONE, tokens.text),
    }
}

/// One of several values to choose from; says whether it was clicked.
pub fn choice(ui: &mut Ui, chosen: bool, text: &str) -> bool {
    let icon = if chosen { Some(Icon::Tick) } else { None };
    let button = Button { icon, role: WidgetType::RadioButton, ..Button::new(text).chosen(chosen) };
    ui.add(button).clicked()
}

/// Several values in rows that wrap, of which `value` is chosen; says whether another one was.
pub fn choice_row<T: Copy + PartialEq>(ui: &mut Ui, value: &mut T, choices: &[(T, &str)]) -> bool {
    let before = *value;
    ui.horizontal_wrapped(|ui| {
        for (one, text) in choices {
            if choice(ui, *value == *one, text) {
                *value = *one;
            }
        }
    });
    *value != before
}

/// A switch with its name beside it; says whether it was thrown.
pub fn switch(ui: &mut Ui, on: &mut bool, text: &str) -> bool {
    let room = (ui.available_width() - 60.0).max(TARGET);
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Wrap), room, TextStyle::Body);
    let size = vec2(52.0 + GAP + galley.size().x, galley.size().y.max(TARGET));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *on = !*on;
    }
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, ui.is_enabled(), *on, text));
    let tokens = Tokens::of(ui.ctx());
    let track = Rect::from_center_size(pos2(rect.left() + 24.0, rect.center().y), vec2(44.0, 26.0));
    let (fill, knob) = if *on { (tokens.accent, tokens.on_accent) } else { (tokens.control, tokens.text) };
    ui.painter().rect(track, 13, fill, Stroke::new(1.5, tokens.faint), StrokeKind::Inside);
    let x = if *on { track.right() - 13.0 } else { track.left() + 13.0 };
    ui.painter().circle_filled(pos2(x, track.center().y), 8.0, knob);
    if *on {
        // The place of the knob and the tick say it too, not the colour alone.
        let tick = Rect::from_center_size(pos2(track.left() + 13.0, track.center().y), Vec2::splat(13.0));
        Icon::Tick.paint(ui.painter(), tick, tokens.on_accent);
    }
    let place = pos2(rect.left() + 52.0 + GAP, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(place, galley, tokens.text);
    focus_ring(ui, &response);
    response.clicked()
}

/// A number with a button for less and one for more; says whether it changed.
pub fn stepper(ui: &mut Ui, value: &mut u8, range: std::ops::RangeInclusive<u8>, name: &str) -> bool {
    let before = *value;
    ui.horizontal(|ui| {
        let less = (*value <= *range.start()).then_some(words::least());
        if ui
            .add(Button::icon(Icon::Minus, words::less()).named(words::of(words::less(), name)).unless(less))
            .clicked()
        {
            *value -= 1;
        }
        let (rect, response) = ui.allocate_exact_size(vec2(TARGET, TARGET), Sense::hover());
        let text = value.to_string();
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words::of(name, &text)));
        let font = TextStyle::Heading.resolve(ui.style());
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, Tokens::of(ui.ctx()).text);
        let more = (*value >= *range.end()).then_some(words::most());
        if ui
            .add(Button::icon(Icon::Plus, words::more()).named(words::of(words::more(), name)).unless(more))
            .clicked()
        {
            *value += 1;
        }
    });
    *value != before
}

/// A line of text to type into, with a name for screen readers. It is as wide as there is room, up to `width` points.
pub fn field(ui: &mut Ui, id: Id, text: &mut String, name: &str, hint: &str, width: f32) -> Response {
    let width = width.min(ui.available_width());
    let edit = TextEdit::singleline(text)
        .id(id)
        .hint_text(hint)
        .desired_width(width)
        // A line of text, and so much round it that a finger hits it.
        .margin(Margin::symmetric(10, 14))
        .vertical_align(eframe::egui::Align::Center)
        .char_limit(200);
    let response = ui.add(edit);
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name.to_owned()));
    focus_ring(ui, &response);
    response
}

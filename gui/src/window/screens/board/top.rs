//! The line above the trains, the banner's place, and the view of one whole train.

use eframe::egui::{
    Align, Align2, FontId, Id, Label, Layout, Rect, Response, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextStyle, TextWrapMode, Ui, UiBuilder, Vec2, WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};
use mextrain_core::{Pip, TrainId};
use mextrain_net::charter::TableWords;

use super::{Scene, rows};
use crate::window::{
    Action,
    screens::side::Panel,
    settings::HandOrder,
    tokens::{GAP, Tokens},
    widgets::{Button, Icon, PILE_LEAST, pile, tile},
    words::{action, play as words},
};

/// Text in less than this width, in points, would run into the buttons.
const LEAST_TEXT: f32 = 60.0;

/// From this width on the line has room for a button a panel.
const ALL_IN_ONE_LINE: f32 = 760.0;

/// A line of less than this width, in points, has no room for long texts.
const NO_ROOM: f32 = 360.0;

/// What was asked for.
pub enum TopEvent {
    /// A panel beside the board, or no more of it.
    Panel(Panel),
    /// Another order of the hand.
    Sort,
    /// Everything else that can be done.
    Menu,
}

/// The height of the table words while they are to be compared, in points: two lines of them, if need be.
pub const WORDS: f32 = 64.0;

/// Shows the engine, the round, what is left to draw, and the buttons for what is not on the board. Gives the id of the
/// button that F6 comes to.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    scene: &Scene<'_>,
    rounds: u8,
    order: HandOrder,
    panel: Option<Panel>,
    narrow: bool,
) -> (Option<TopEvent>, Id) {
    let narrow = narrow || rect.width() < ALL_IN_ONE_LINE;
    let layout = Layout::right_to_left(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    child.spacing_mut().item_spacing.x = if narrow { 4.0 } else { GAP };
    child.spacing_mut().button_padding.x = if narrow { 8.0 } else { 14.0 };
    let mut event = None;
    let menu = child.add(Button::icon(Icon::Menu, action(Action::Palette)));
    if menu.clicked() {
        event = Some(TopEvent::Menu);
    }
    if narrow {
        let button = Button::new(words::panel()).named(words::panel_name());
        if child.add(button).clicked() {
            event = Some(TopEvent::Panel(Panel::Scores));
        }
    } else {
        for (one, text) in
            [(Panel::Trust, words::trust()), (Panel::Log, words::log()), (Panel::Scores, words::scores())]
        {
            let open = panel.is_some_and(|panel| panel.tab() == one);
            if child.add(Button::new(text).chosen(open)).clicked() {
                event = Some(TopEvent::Panel(one));
            }
        }
    }
    // Where there is chat, there is no room for more than the order itself.
    let short = if rect.width() < NO_ROOM { words::order_in_short(order) } else { words::order(order) };
    if child.add(Button::new(short).named(words::order_name(order))).clicked() {
        event = Some(TopEvent::Sort);
    }
    let room = Rect::from_min_max(rect.min, pos2(child.min_rect().left() - GAP, rect.bottom()));
    about(ui, room, scene, rounds, (narrow, rect.width() < NO_ROOM));
    (event, menu.id)
}

/// The table words, large enough to be read aloud; says whether they have been compared.
pub fn words(ui: &mut Ui, rect: Rect, table: TableWords, narrow: bool) -> bool {
    const NOTE: f32 = 16.0;
    let tokens = Tokens::of(ui.ctx());
    let place = rect.shrink2(vec2(0.0, 2.0));
    ui.painter().rect(place, 6, tokens.card, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    let layout = Layout::right_to_left(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place.shrink2(vec2(GAP, 0.0))).layout(layout));
    let compared = child.add(Button::new(words::compared()).named(words::compared_name())).clicked();
    let room = place.with_min_x(place.left() + GAP).with_max_x(child.min_rect().left() - GAP);
    // All four are always there to be read.
    let text = RichText::new(table.to_string()).size(if narrow { 18.0 } else { 24.0 }).strong();
    let galley =
        WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Wrap), room.width(), TextStyle::Body);
    let height = galley.size().y + NOTE;
    let mut child = ui.new_child(UiBuilder::new().max_rect(room.with_min_y(room.center().y - height / 2.0)));
    child.spacing_mut().item_spacing.y = 0.0;
    child.spacing_mut().interact_size.y = 0.0;
    child.add(Label::new(galley));
    let note = if narrow { words::compare_in_short() } else { words::deal::words() };
    child.add(Label::new(RichText::new(note).size(13.0).color(tokens.faint)).truncate());
    compared
}

fn about(ui: &mut Ui, rect: Rect, scene: &Scene<'_>, rounds: u8, (narrow, short): (bool, bool)) {
    let tokens = Tokens::of(ui.ctx());
    let engine: Pip = scene.round.engine();
    let size = if narrow { vec2(40.0, 20.0) } else { vec2(60.0, 30.0) };
    let place = Rect::from_center_size(pos2(rect.left() + size.x / 2.0, rect.center().y), size);
    let response = ui.interact(place, ui.id().with("engine"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words::engine(engine)));
    tile::paint(ui.painter(), place, (engine, engine), scene.face, tile::Mark::Plain, tokens);
    let room = rect.with_min_x(place.right() + GAP);
    let mut child =
        ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
    // On a phone at 150 % the buttons leave room for the engine alone; the rest is in the sheet.
    if room.width() < LEAST_TEXT {
        return;
    }
    let number = scene.round.index() + 1;
    let round = if short { words::round_in_short(number, rounds) } else { words::round(number, rounds) };
    let left = scene.round.boneyard();
    let left = if narrow { words::boneyard_in_short(left) } else { words::boneyard(left) };
    let size = if narrow { 14.0 } else { 16.0 };
    if narrow {
        child.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add_space((rect.height() - 2.0 * 17.0) / 2.0);
            let size = if short { 13.0 } else { size };
            ui.add(Label::new(RichText::new(round).size(size).strong()).extend());
            ui.label(RichText::new(left).size(13.0).color(tokens.faint));
        });
    } else {
        child.label(RichText::new(round).size(size).strong());
        child.add_space(GAP);
        child.label(RichText::new(left).size(size).color(tokens.faint));
    }
}

/// A line in the banner's place.
pub fn banner(ui: &mut Ui, rect: Rect, text: &str, warns: bool) {
    let tokens = Tokens::of(ui.ctx());
    let place = rect.shrink2(vec2(0.0, 2.0));
    let (fill, ink) = if warns { (tokens.warning, tokens.on_warning) } else { (tokens.control, tokens.text) };
    ui.painter().rect_filled(place, 6, fill);
    let icon = Rect::from_center_size(pos2(place.left() + 18.0, place.center().y), Vec2::splat(18.0));
    let shape = if warns { Icon::Warning } else { Icon::Dot };
    shape.paint(ui.painter(), if warns { icon } else { icon.shrink(3.0) }, ink);
    let room = Rect::from_min_max(pos2(place.left() + 34.0, place.top()), place.max);
    let mut child =
        ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
    child.add(Label::new(RichText::new(text).size(15.0).color(ink).strong()).truncate());
}

/// What happened last, in the place that the banner leaves free.
pub fn latest(ui: &mut Ui, rect: Rect, text: &str) {
    let tokens = Tokens::of(ui.ctx());
    let room = rect.shrink2(vec2(4.0, 2.0));
    let mut child =
        ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
    child.add(eframe::egui::Label::new(RichText::new(text).size(14.0).color(tokens.faint)).truncate());
}

/// The table that the rows lie on; below them, where there is room, the boneyard.
pub fn table(ui: &Ui, rect: Rect, rows_end: f32, scene: &Scene<'_>) {
    const MARGIN: f32 = 12.0;
    const CAPTION: f32 = 24.0;
    let tokens = Tokens::of(ui.ctx());
    ui.painter().rect_filled(rect.expand2(vec2(4.0, 2.0)), 8, tokens.table);
    let rest = rect.with_min_y(rows_end).shrink(MARGIN);
    if rest.height() < CAPTION + PILE_LEAST {
        return;
    }
    let left = scene.round.boneyard();
    let font = FontId::proportional(14.0);
    ui.painter().text(rest.min, Align2::LEFT_TOP, words::boneyard(left), font, tokens.text);
    pile(ui.painter(), rest.with_min_y(rest.top() + CAPTION), left.into(), tokens);
}

/// One whole train in place of the rows; gives the button that closes it.
pub fn whole(ui: &mut Ui, rect: Rect, train: TrainId, scene: &Scene<'_>) -> Response {
    let tokens = Tokens::of(ui.ctx());
    ui.painter().rect_filled(rect, 8, tokens.felt);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink(8.0)));
    let line = child.horizontal(|ui| {
        let close = ui.add(Button::icon(Icon::Close, words::close()));
        let state = words::state(scene.round, train, scene.own);
        let name = words::train(scene.names, train, scene.own);
        ui.label(RichText::new(words::whole_title(&name, state)).size(18.0).strong());
        close
    });
    ScrollArea::vertical().id_salt("whole train").show(&mut child, |ui| rows::whole(ui, train, scene));
    line.inner
}

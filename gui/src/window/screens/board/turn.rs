//! One frame of the board: its parts from top to bottom, and what each of them asks for.

use eframe::egui::{Align, Id, Layout, Rect, Ui, UiBuilder, pos2, vec2};
use mextrain_core::{DrawAnswer, Move, Tile, Tiles, TrainId};
use mextrain_net::{charter::TableWords, session::Game, table::Owing};

use super::{
    BoardState, Scene,
    action::{self, ActionEvent, Bar},
    geometry::{self, Plan},
    hand::{self, Hand, HandEvent},
    order,
    pick::{Answer, Pick, Want},
    rows::{self, Marks, RowEvent},
    top,
};
use crate::window::{
    Action, Command, Model,
    screens::{
        absent, chat,
        side::{self, Panel},
    },
    settings::{HandOrder, Settings},
    tokens::{BREAKPOINT, GAP, TARGET},
    widgets::{Button, announce},
    words::play as words,
};

/// One frame of the board.
pub(super) struct Turn<'a> {
    pub(super) game: &'a Game,
    pub(super) model: &'a Model<'a>,
    pub(super) scene: &'a Scene<'a>,
    pub(super) state: &'a mut BoardState,
    /// Every legal move of this person, if it is their turn and the present is shown.
    pub(super) moves: Vec<Move>,
    pub(super) playable: Tiles,
    pub(super) may_draw: DrawAnswer,
    pub(super) tiles: Vec<Tile>,
    pub(super) commands: Vec<Command>,
}

/// The least width of a panel beside the board.
const PANEL_LEAST: f32 = 300.0;

/// Whether a panel takes the place of the board, since both would not have the room that the board needs.
fn panel_covers(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < BREAKPOINT + PANEL_LEAST + 3.0 * GAP
}

impl<'a> Turn<'a> {
    pub(super) fn of(
        game: &'a Game,
        model: &'a Model<'a>,
        scene: &'a Scene<'a>,
        state: &'a mut BoardState,
    ) -> Turn<'a> {
        let asked = game.owing == Owing::Move && model.snapshot.ended.is_none();
        let view = game.seat_view().filter(|_| asked && state.moment.is_none());
        let moves = view.map(|view| view.moves().collect()).unwrap_or_default();
        let playable = view.map_or(Tiles::EMPTY, |view| view.playable());
        let may_draw = view.map_or(DrawAnswer::NotYourTurn, |view| view.may_draw());
        let kept = model.settings.hand_by_hand();
        let tiles = order::arrange(game.hand, playable, model.settings.hand_order, &kept);
        Turn { game, model, scene, state, moves, playable, may_draw, tiles, commands: Vec::new() }
    }

    pub(super) fn show(&mut self, ui: &mut Ui) {
        if let Some(id) = self.state.focus.take() {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let area = ui.available_rect_before_wrap();
        let narrow = ui.ctx().content_rect().width() < BREAKPOINT;
        let covers = panel_covers(ui);
        self.keys(ui, covers && self.state.panel.is_some());
        let mut regions = Vec::new();
        match self.state.panel {
            Some(panel) if covers => regions.push(self.sheet(ui, area, panel)),
            Some(panel) => {
                let rect = area.with_min_x(area.right() - (area.width() * 0.32).clamp(PANEL_LEAST, 400.0));
                let beside = self.panel(ui, rect, panel);
                self.board(ui, area.with_max_x(rect.left() - 8.0), narrow, &mut regions);
                regions.push(beside);
            }
            None => self.board(ui, area, narrow, &mut regions),
        }
        self.state.regions = regions;
        ui.advance_cursor_after_rect(area);
    }

    /// Whether this person is to move, whatever is shown.
    pub(super) fn mine(&self) -> bool {
        self.game.owing == Owing::Move && self.model.snapshot.ended.is_none()
    }

    /// The panel in place of the board. That it is one's turn is said above it, and is the way back.
    fn sheet(&mut self, ui: &mut Ui, area: Rect, panel: Panel) -> (Rect, Option<Id>) {
        let (sentence, mine) = self.sentence();
        self.announce(ui, &sentence, mine);
        let mut rect = area;
        let asked = self.state.absent.due(self.model, self.game).is_some();
        if mine || asked {
            rect.min.y += TARGET + GAP;
            let place = area.with_max_y(area.top() + TARGET).shrink2(vec2(8.0, 0.0));
            let mut child = ui.new_child(UiBuilder::new().max_rect(place));
            let back = if mine { words::turn_and_back() } else { words::question_and_back() };
            if child.add(Button::new(back).main().wide(place.width())).clicked() {
                self.state.panel = None;
            }
        }
        self.panel(ui, rect, panel)
    }

    /// The panel, and what of it gets the keyboard first.
    fn panel(&mut self, ui: &mut Ui, rect: Rect, panel: Panel) -> (Rect, Option<Id>) {
        let moments = self.state.timeline.moments();
        let shown = self.state.moment;
        let (event, first) = side::show(ui, rect, panel, self.game, self.scene.names, moments, shown);
        match event {
            Some(side::SideEvent::Turn(panel)) => self.state.panel = Some(panel),
            Some(side::SideEvent::Close) => self.state.panel = None,
            Some(side::SideEvent::Jump(at)) => {
                self.clear();
                self.state.typing = None;
                self.state.moment = Some(at);
                if panel_covers(ui) {
                    self.state.panel = None;
                }
            }
            Some(side::SideEvent::Copy(text)) => self.commands.push(Command::Copy(text)),
            None => {}
        }
        (rect, first)
    }

    fn board(&mut self, ui: &mut Ui, area: Rect, narrow: bool, regions: &mut Vec<(Rect, Option<Id>)>) {
        let compare = self.words_to_compare();
        let heights = Heights::of(narrow, compare.is_some());
        let rows = self.scene.round.seats().count() + 1;
        let inner = area.shrink2(vec2(if narrow { 6.0 } else { 10.0 }, 0.0));
        // A hand that scrolls needs room for its bar.
        let plan = geometry::plan(vec2(inner.width(), area.height()), heights.all(), rows, self.tiles.len());
        let mut y = area.top();
        let mut part = |height: f32| {
            let rect = Rect::from_min_max(pos2(inner.left(), y), pos2(inner.right(), y + height));
            y += height;
            rect
        };
        let (top, strip, banner) = (part(heights.top), part(heights.words), part(heights.banner));
        // What is left over belongs to the table: the hand stays at the foot, where thumbs are.
        let spare = (area.height() - heights.all() - plan.board - plan.hand.shown).max(0.0);
        let table = part(plan.board + spare);
        let board = table.with_max_y(table.top() + plan.board);
        part(4.0);
        let (bar, _, hand) = (part(heights.bar), part(4.0), part(plan.hand.shown));
        let above = self.top(ui, top, narrow);
        if let Some(table) = compare
            && top::words(ui, strip, table, narrow)
        {
            self.state.compared = true;
        }
        self.banner(ui, banner);
        top::table(ui, table, board.bottom(), self.scene);
        let (above_question, question) =
            absent::at_the_foot(ui, table, self.model, self.game, &mut self.state.absent, &mut self.commands);
        regions.extend(question);
        let (places, row) = self.rows(ui, board.intersect(above_question), &plan);
        let mut buttons = Vec::new();
        self.bar(ui, bar, narrow, &mut buttons);
        self.hand(ui, hand, &plan, &places);
        // F6 begins with what can be played.
        let tile = self.tiles.iter().find(|tile| self.playable.contains(**tile)).or(self.tiles.first());
        regions.extend([
            (board, row),
            (bar, buttons.first().copied()),
            (hand, tile.map(|tile| hand::id(*tile))),
        ]);
        regions.push((top.with_max_y(strip.bottom()), above));
    }

    /// The table words, from the first turn of the match on until they have been compared.
    fn words_to_compare(&self) -> Option<TableWords> {
        let due = !self.model.practice && !self.state.compared && self.state.first_round == Some(0);
        self.game.words.filter(|_| due)
    }

    /// The line above the trains, and what of it gets the keyboard first.
    fn top(&mut self, ui: &mut Ui, rect: Rect, narrow: bool) -> Option<Id> {
        let rounds = self.game.charter.rules.rounds();
        let mut rect = rect;
        if chat::is_offered(self.model) {
            let place = rect.with_min_x(rect.right() - TARGET);
            let layout = Layout::right_to_left(Align::Center);
            let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
            let close = self.model.pressed.contains(&Action::Clear);
            chat::button(&mut child, self.model.snapshot, close, &mut self.commands);
            rect.max.x = place.left() - if narrow { 4.0 } else { GAP };
        }
        let order = self.model.settings.hand_order;
        let (event, first) = top::show(ui, rect, self.scene, rounds, order, self.state.panel, narrow);
        match event {
            Some(top::TopEvent::Panel(panel)) => self.toggle(panel),
            Some(top::TopEvent::Menu) => self.commands.push(Command::Do(Action::Palette)),
            Some(top::TopEvent::Sort) => {
                let mut settings = self.model.settings.clone();
                settings.hand_order = order::next(settings.hand_order);
                if settings.hand_order == HandOrder::Own && settings.hand.is_empty() {
                    settings.hand = order::to_text(&self.tiles);
                }
                self.commands.push(Command::Set(Box::new(settings)));
            }
            None => {}
        }
        Some(first)
    }

    fn banner(&mut self, ui: &mut Ui, rect: Rect) {
        // The field for typed moves stands where otherwise stands what is owed.
        let owed = self.state.typing.is_some().then(|| {
            let owed = self.owed();
            self.aloud(&owed)
        });
        let text = match (&self.state.typing, &self.state.notice, self.state.moment) {
            (Some(_), Some(error), _) => Some((error.clone(), false)),
            (Some(_), None, _) => owed.map(|owed| (owed, self.scene.round.binding_double().is_some())),
            (_, _, Some(at)) => {
                let text = self.state.timeline.moments().get(at).map(|moment| moment.text.clone());
                text.map(|text| (format!("{}: {text}", words::looking_back()), false))
            }
            _ => self.scene.round.binding_double().map(|(train, pip)| {
                (words::satisfy_where(pip, self.scene.names, train, self.scene.own), true)
            }),
        };
        match (text, self.state.timeline.moments().last()) {
            (Some((text, warns)), _) => top::banner(ui, rect, &text, warns),
            // Otherwise the place tells what was done last, so that nobody has to have watched.
            (None, Some(moment)) => top::latest(ui, rect, moment.text.lines().next().unwrap_or_default()),
            (None, None) => {}
        }
    }

    fn rows(&mut self, ui: &mut Ui, rect: Rect, plan: &Plan) -> (Vec<(TrainId, Rect)>, Option<Id>) {
        if let Some(train) = self.state.whole {
            let close = top::whole(ui, rect, train, self.scene);
            if close.clicked() {
                self.state.whole = None;
            }
            return (Vec::new(), Some(close.id));
        }
        let count = self.scene.round.seats().count() + 1;
        let scrolls = plan.scrolls || rect.height() < plan.row * count as f32 - 0.5;
        if rect.height() < 2.0 * plan.row {
            // A question has taken the room.
            return (Vec::new(), None);
        }
        let waiting = self.scene.round.waiting();
        let reveal = waiting.is_some() && waiting != self.state.revealed;
        self.state.revealed = waiting;
        let marks = Marks {
            open: self.state.pick.targets(&self.moves),
            chosen: self.state.pick.train,
            live: true,
            reveal,
        };
        let shown = rows::show(ui, rect, plan.row, scrolls, self.scene, marks);
        match shown.event {
            Some(RowEvent::Whole(train)) => self.state.whole = Some(train),
            Some(RowEvent::Chosen(train)) => drop(self.want(ui, Want::Train(train))),
            None => {}
        }
        (shown.places, shown.first)
    }

    fn bar(&mut self, ui: &mut Ui, rect: Rect, narrow: bool, focusable: &mut Vec<Id>) {
        let (sentence, mine) = self.sentence();
        let shown = self.with_clock(ui, &sentence);
        let otherwise = self.otherwise();
        let why = self.why_not_draw().filter(|_| otherwise != Move::Stop);
        let bar = Bar {
            sentence: &shown,
            mine,
            owed: self.state.pick == Pick::default()
                && self.state.notice.is_none()
                && self.state.moment.is_none(),
            otherwise,
            why_not: why.as_deref(),
            confirm: self.state.pick.pending.is_some(),
            past: self.state.moment.is_some(),
            ended: self.model.snapshot.ended.is_some(),
            narrow,
        };
        self.announce(ui, &sentence, mine);
        match action::show(ui, rect, &bar, &mut self.state.typing, focusable) {
            Some(ActionEvent::Do(choice)) => self.act(choice),
            Some(ActionEvent::Confirm) => self.confirm(),
            Some(ActionEvent::Cancel) => self.clear(),
            Some(ActionEvent::Typed(text)) => self.typed(&text),
            Some(ActionEvent::CloseField) => self.close_field(),
            Some(ActionEvent::OpenField) => self.open_field(ui),
            Some(ActionEvent::Hint) => self.ask_for_hint(ui),
            Some(ActionEvent::Now) => {
                self.clear();
                self.state.moment = None;
            }
            Some(ActionEvent::Home) => self.commands.push(Command::Do(Action::Home)),
            None => {}
        }
    }

    /// What there is to do for whoever plays no tile.
    fn otherwise(&self) -> Move {
        let passes = matches!(self.may_draw, DrawAnswer::BoneyardEmpty | DrawAnswer::NoDraw)
            || (self.moves.is_empty() && self.scene.round.boneyard() == 0);
        match passes {
            _ if self.moves.contains(&Move::Stop) => Move::Stop,
            true => Move::Pass,
            false => Move::Draw,
        }
    }

    /// Reads out what is owed, or what is wrong with what was typed, whatever else is shown.
    fn announce(&mut self, ui: &mut Ui, sentence: &str, mine: bool) {
        let turn = match (&self.state.typing, &self.state.notice) {
            (Some(_), Some(error)) => error.clone(),
            _ => self.aloud(sentence),
        };
        let question = self.state.absent.aloud(self.model, self.game);
        let asked = question.is_some();
        let turn = question.map_or(turn.clone(), |question| format!("{turn}. {question}"));
        let loud = mine || asked || self.now().waiting().is_some();
        let (aloud, loud) = self.state.spoken.next(turn, loud, chat::heard(self.model.snapshot));
        announce(ui, &aloud, loud);
    }

    fn hand(&mut self, ui: &mut Ui, rect: Rect, plan: &Plan, places: &[(TrainId, Rect)]) {
        let hand = Hand {
            tiles: &self.tiles,
            playable: self.playable,
            selected: self.state.pick.tile,
            face: self.model.settings.tiles,
        };
        match hand::show(ui, rect, &plan.hand, &hand) {
            Some(HandEvent::Chosen(tile)) => drop(self.want(ui, Want::Tile(tile))),
            Some(HandEvent::Lifted(tile)) => {
                self.state.lifted = Some(self.game.have);
                self.state.pick =
                    Pick { tile: self.playable.contains(tile).then_some(tile), ..Pick::default() };
            }
            Some(HandEvent::Dropped(tile, at)) => {
                // A drag that began at the table as it was must not fire at the table as it is.
                let still = self.state.lifted.take() == Some(self.game.have);
                self.state.pick = Pick { tile: Some(tile), ..Pick::default() };
                let train = places.iter().find(|(_, place)| still && place.contains(at));
                let answer = train.map(|(train, _)| self.want(ui, Want::Train(*train)));
                if !matches!(answer, Some(Answer::Play { .. })) {
                    self.state.pick = Pick::default();
                }
            }
            Some(HandEvent::Ordered(tiles)) => {
                self.state.pick = Pick::default();
                let hand = order::to_text(&tiles);
                let settings = Settings { hand, hand_order: HandOrder::Own, ..self.model.settings.clone() };
                self.commands.push(Command::Set(Box::new(settings)));
            }
            None => {}
        }
    }
}

/// Heights of what is neither trains nor hand.
struct Heights {
    top: f32,
    /// The table words, while they are to be compared.
    words: f32,
    banner: f32,
    bar: f32,
}

impl Heights {
    fn of(narrow: bool, compare: bool) -> Heights {
        let words = if compare { top::WORDS } else { 0.0 };
        if narrow {
            Heights { top: 46.0, words, banner: 30.0, bar: 50.0 }
        } else {
            Heights { top: 50.0, words, banner: 36.0, bar: 54.0 }
        }
    }

    /// All of it, and the gaps.
    fn all(&self) -> f32 {
        self.top + self.words + self.banner + self.bar + 12.0
    }
}

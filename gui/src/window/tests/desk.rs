//! A place to put a screen on: a harness that shows a match, and positions to show.

use std::sync::Arc;

use eframe::egui::{Event, LayerId, Theme, Ui, Vec2, vec2};
use egui_kittest::{
    Harness, Node,
    kittest::{NodeT, Queryable},
};
use mextrain_core::{OpenRound, Rules, Scoreboard, Seat, SeatSet, Seats, Tile, TrainId, player};
use mextrain_net::{
    absence::Absence,
    charter::{Charter, Member, Proofs, TableWords},
    ledger::{Counts, Stage},
    name::Name,
    session::{Game, SessionEvent, Snapshot},
    table::{Have, Owing},
};

use crate::window::{
    Action, Command, Model,
    screens::play,
    seat::News,
    settings::Settings,
    tokens::{self, Tokens},
};

/// The reference sizes.
pub const SIZES: [Vec2; 2] = [vec2(1280.0, 800.0), vec2(390.0, 844.0)];

/// Names as long as people have them.
pub const NAMES: [&str; 8] = ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"];

/// A match on the screen.
pub struct Desk {
    /// The table.
    pub snapshot: Snapshot,
    /// What has happened.
    pub history: Vec<News>,
    /// The settings.
    pub settings: Settings,
    /// Actions to hand to the next frame.
    pub pressed: Vec<Action>,
    /// The screens' state.
    pub state: play::State,
    /// What was asked for so far.
    pub commands: Vec<Command>,
    /// Whether a question lies over the screen.
    pub dialog: bool,
    /// Whether it is a game in this process.
    pub practice: bool,
}

impl Desk {
    /// A desk with this game on it.
    pub fn of(game: Game) -> Desk {
        Desk {
            snapshot: Snapshot { game: Some(Arc::new(game)), ..Snapshot::default() },
            history: Vec::new(),
            settings: Settings::default(),
            pressed: Vec::new(),
            state: play::State::default(),
            commands: Vec::new(),
            dialog: false,
            practice: true,
        }
    }

    /// One frame of it.
    pub fn show(&mut self, ui: &mut Ui) {
        tokens::apply(ui.ctx());
        ground(ui);
        // As the app does: plain letters are shortcuts while nothing is being typed.
        let mut pressed = std::mem::take(&mut self.pressed);
        if !ui.ctx().text_edit_focused() {
            let shortcuts = Action::ALL.into_iter().filter(|action| action.is_for_board());
            let hit = |action: &Action| {
                action.shortcut().is_some_and(|keys| ui.input_mut(|input| input.consume_shortcut(&keys)))
            };
            pressed.extend(shortcuts.filter(hit));
        }
        let model = Model {
            snapshot: &self.snapshot,
            history: &self.history,
            settings: &self.settings,
            pressed: &pressed,
            dialog: self.dialog,
            practice: self.practice,
        };
        self.commands.extend(play::show(ui, &model, &mut self.state));
    }
}

/// Paints the margin that the harness leaves round the screen.
pub fn ground(ui: &Ui) {
    let ground = Tokens::of(ui.ctx()).ground;
    ui.ctx().layer_painter(LayerId::background()).rect_filled(ui.ctx().content_rect(), 0, ground);
}

/// Puts a desk into a harness of this size.
pub fn harness(desk: Desk, size: Vec2, theme: Theme) -> Harness<'static, Desk> {
    Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_max_steps(40)
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk)
}

/// A round with as many moves made as wanted, each by the simple player.
pub fn round(seats: u8, rules: &Rules, moves: usize) -> OpenRound {
    let mut order: Vec<Tile> = rules.set().tiles().iter().collect();
    disorder(&mut order);
    let mut open = OpenRound::deal(rules, Seats::new(seats).unwrap(), 0, &order).unwrap();
    for _ in 0..moves {
        let Some(seat) = open.round().to_act() else { break };
        let choice = player::choose(&open.view(seat)).unwrap();
        open.play(seat, choice).unwrap();
    }
    open
}

/// A round as [`round`] plays it, gone on until it is the first seat's turn and it can play, and what a session told of it.
pub fn told_round(seats: u8, rules: &Rules, moves: usize) -> (OpenRound, Vec<News>) {
    told_until(seats, rules, until_turn(round(seats, rules, moves), Seat::FIRST).unwrap())
}

/// The same to the round's end.
pub fn ended_round(seats: u8, rules: &Rules) -> (OpenRound, Vec<News>) {
    told_until(seats, rules, round(seats, rules, usize::MAX))
}

/// The round that ends so, and what a session told of it.
fn told_until(seats: u8, rules: &Rules, end: OpenRound) -> (OpenRound, Vec<News>) {
    let mut order: Vec<Tile> = rules.set().tiles().iter().collect();
    disorder(&mut order);
    let (mut open, mut events) =
        OpenRound::deal_recorded(rules, Seats::new(seats).unwrap(), 0, &order).unwrap();
    while open != end {
        let seat = open.round().to_act().unwrap();
        events.extend(open.play(seat, player::choose(&open.view(seat)).unwrap()).unwrap());
    }
    let begun = SessionEvent::RoundStarted { round: 1, engine: "12-12".to_owned() };
    let events = std::iter::once(begun).chain(events.into_iter().filter_map(told));
    (open, events.map(News::Event).collect())
}

/// Any fixed disorder will do: the same on every machine.
fn disorder(order: &mut [Tile]) {
    let count = order.len();
    for place in 0..count {
        order.swap(place, (place * 31 + 17) % count);
    }
}

/// A round gone on with until it is this seat's turn and it can play, or `None` if that does not happen any more.
pub fn until_turn(mut open: OpenRound, seat: Seat) -> Option<OpenRound> {
    loop {
        let acting = open.round().to_act()?;
        if acting == seat && !open.view(seat).playable().is_empty() {
            return Some(open);
        }
        let choice = player::choose(&open.view(acting)).unwrap();
        open.play(acting, choice).unwrap();
    }
}

/// An event of the engine as a session tells it.
pub fn told(event: mextrain_core::Event) -> Option<SessionEvent> {
    use mextrain_core::Event;
    let engine = |seat: Seat, searched| SessionEvent::Engine {
        seat: seat.number(),
        tile: "12-12".to_owned(),
        searched,
    };
    Some(match event {
        Event::EngineHeld { seat } => engine(seat, false),
        Event::EngineNotHeld => return None,
        Event::SearchFound { seat } => engine(seat, true),
        Event::SearchMissed { seat } => SessionEvent::SearchMissed { seat: seat.number() },
        Event::Play { seat, tile, train } => SessionEvent::Moved {
            seat: seat.number(),
            tile: tile.to_string(),
            train: train.to_string(),
            drawn: false,
            text: match train {
                TrainId::Mexican => format!("{} plays {tile} on the Mexican Train", NAMES[seat.index()]),
                TrainId::Own(owner) => {
                    format!("{} plays {tile} on {}'s train", NAMES[seat.index()], NAMES[owner.index()])
                }
            },
        },
        Event::Draw { seat } => SessionEvent::Drew { seat: seat.number() },
        Event::Keep { seat } => SessionEvent::Kept { seat: seat.number() },
        Event::Pass { seat } => SessionEvent::Passed { seat: seat.number() },
        Event::Stop { seat } => SessionEvent::ChainStopped { seat: seat.number() },
        Event::Absent { seat } => SessionEvent::Skipped { seat: seat.number() },
        Event::SearchedTogether { found: Some(seat) } => engine(seat, true),
        Event::SearchedTogether { found: None } => SessionEvent::SearchedTogether { seats: Vec::new() },
        Event::SomebodyCanPlay { seat } => SessionEvent::SomebodyCanPlay { seats: vec![seat.number()] },
        Event::NobodyCanPlay => SessionEvent::NobodyCanPlay,
    })
}

/// What a session tells of a whole round, and the round as it ended.
pub fn whole_round(seats: u8) -> (Vec<SessionEvent>, OpenRound) {
    let rules = Rules::default();
    let order: Vec<Tile> = rules.set().tiles().iter().collect();
    let (mut open, mut events) =
        OpenRound::deal_recorded(&rules, Seats::new(seats).unwrap(), 0, &order).unwrap();
    while let Some(seat) = open.round().to_act() {
        let choice = player::choose(&open.view(seat)).unwrap();
        events.extend(open.play(seat, choice).unwrap());
    }
    let mut all = vec![SessionEvent::RoundStarted { round: 1, engine: "12-12".to_owned() }];
    all.extend(events.into_iter().filter_map(told));
    (all, open)
}

/// A round as a seat's match shows it.
pub fn game(open: &OpenRound, own: Seat, stage: Stage) -> Game {
    let seats = open.round().seats();
    let rules = open.round().rules();
    let member = |index: u8| Member {
        name: Name::clean(NAMES[usize::from(index)]),
        key: [index + 1; 32],
        commitment: [index + 101; 32],
    };
    let roster = (0..seats.value()).map(member).collect();
    let mine = open.round().to_act() == Some(own);
    Game {
        charter: Arc::new(Charter {
            table: [3; 16],
            rules: *rules,
            proofs: Proofs::EveryTurn,
            absence: Absence::default(),
            roster,
        }),
        charter_id: [1; 32],
        member: own.index(),
        seat: Some(own),
        seating: (0..seats.count()).collect(),
        words: Some(TableWords::of(&[5; 32])),
        stage,
        have: Have::default(),
        missing: open.round().to_act().into_iter().collect::<SeatSet>(),
        gone: SeatSet::EMPTY,
        away: SeatSet::EMPTY,
        unlocked: None,
        dispensable: SeatSet::EMPTY,
        ballots: Vec::new(),
        round: Some(open.round().clone()),
        past: Default::default(),
        hand: open.hand(own),
        drawn: open.drawn().filter(|_| mine),
        hears_first: false,
        owing: if mine { Owing::Move } else { Owing::Nothing },
        scoreboard: Scoreboard::new(rules, seats),
        counts: Counts { signatures: 1204, shuffles: 12, openings: 530, locks: 0, claims: 88, moves: 211 },
        fault: None,
        log: "/home/ada/.local/share/mextrain/logs/2026-11-30.mtlog".into(),
    }
}

/// A game on the board, whoever's turn it is.
pub fn on_board(open: &OpenRound, own: Seat) -> Game {
    let seat = open.round().to_act().unwrap_or_default();
    game(open, own, Stage::Turn { seat })
}

/// Every node of the tree, from the root down.
pub fn nodes<'a, S>(harness: &'a Harness<'_, S>) -> Vec<Node<'a>> {
    harness.query_all(egui_kittest::kittest::by().predicate(|_| true)).collect()
}

/// What a node says.
pub fn said(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    [node.label(), node.value()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Types a text, a frame a character as people do.
pub fn type_text(harness: &mut Harness<'_, Desk>, text: &str) {
    for character in text.chars() {
        harness.event(Event::Text(character.to_string()));
        harness.step();
    }
}

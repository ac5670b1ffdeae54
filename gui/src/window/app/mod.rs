//! The window's state: what is shown now, what the person has typed, and the seat they play at.
//!
//! Each frame shows one screen and carries out what it asks for. Nothing is drawn while nothing happens: input, news from the
//! network and running animations ask for the next frame.

mod commands;
mod keys;
mod network;
mod rematch;
mod sitting;

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use eframe::egui::{CentralPanel, Context, Frame, ThemePreference, Ui, UserAttentionType, ViewportCommand};
use mextrain_core::Rules;
use mextrain_net::{
    doctor,
    ledger::Stage,
    name::Name,
    place::Location,
    session::{Ended, Game, SavedSession, SessionEvent, Snapshot, saved_sessions},
    table::Owing,
};

use self::{network::Network, sitting::Sitting};
use super::{
    Model,
    command::{Action, Command},
    known::Known,
    open::Environment,
    past::{self, PastGame},
    screens::{
        create::{self, CreateState},
        help::{self, PaletteState},
        home::{self, HomeModel, HomeState},
        play, replay, rules,
        settings::{self as settings_screen, SettingsState},
        trouble, waiting,
    },
    seat::{News, Seat, Wake},
    settings::{Colours, Settings, WindowSize},
    sound::{self, Player},
    tokens, words,
};

/// After how long Home says that no table was found.
const IN_VAIN: Duration = Duration::from_secs(10);

/// News beyond this many are not kept: what others can make happen before a match is not bounded by its rules.
const HISTORY: usize = 20_000;

/// Pages that lie over Home or over a game, the last one on top.
enum Page {
    Create(Box<CreateState>),
    Settings(SettingsState),
    Rules,
    Trouble,
    Keys,
    Replay(Box<replay::State>),
}

/// The window.
pub struct App {
    environment: Environment,
    settings: Settings,
    settings_on_disk: Settings,
    network: Network,
    sitting: Option<Sitting>,
    pages: Vec<Page>,
    home: HomeState,
    palette: Option<PaletteState>,
    /// What is to be done once the person has agreed to leave the game.
    leaving: Option<Action>,
    rematch: Option<rematch::Rematch>,
    pressed: Vec<Action>,
    /// Whether a line of text had the keyboard when the last frame ended: a key that takes it away is still that line's.
    typed: bool,
    waiting: VecDeque<Command>,
    notice: Option<String>,
    past: Vec<PastGame>,
    known: Known,
    saved: Vec<SavedSession>,
    checks: network::Checks,
    address: Option<String>,
    /// Where the person wanted to sit down last: what to check when that fails.
    wanted: Option<Location>,
    player: Player,
    wake: Wake,
}

impl App {
    /// A window that shows Home. `trouble` is said there.
    ///
    /// # Errors
    /// If the system has no threads for the network.
    pub fn new(
        environment: Environment,
        settings: Settings,
        trouble: Option<String>,
        context: &Context,
    ) -> Result<App, std::io::Error> {
        let repaint = context.clone();
        let wake: Wake = Arc::new(move || repaint.request_repaint());
        let (known, stranger) = Known::load(environment.data.join("known.toml"));
        let mut app = App {
            network: Network::new(wake.clone())?,
            environment,
            settings_on_disk: settings.clone(),
            settings,
            sitting: None,
            pages: Vec::new(),
            home: HomeState::default(),
            palette: None,
            leaving: None,
            rematch: None,
            pressed: Vec::new(),
            typed: false,
            waiting: VecDeque::new(),
            notice: trouble.or(stranger),
            past: Vec::new(),
            known,
            saved: Vec::new(),
            checks: network::Checks::default(),
            address: None,
            wanted: None,
            player: Player::new(sound::output(), wake.clone()),
            wake,
        };
        tokens::apply(context);
        // The window has its own keys for it, which are remembered.
        context.options_mut(|options| options.zoom_with_keyboard = false);
        app.apply_settings(context);
        if let Err(why) = app.identity() {
            app.notice = Some(words::no_key(&why));
        }
        app.go_home();
        Ok(app)
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.look_at_table(&context);
        self.go_on_with_rematch(&context);
        self.network.poll();
        self.checks.poll();
        let mut commands = self.keys(&context);
        let fill = tokens::Tokens::of(&context).ground;
        CentralPanel::default().frame(Frame::new().fill(fill)).show(ui, |ui| {
            commands.extend(self.screen(ui));
            commands.extend(self.overlays(ui));
        });
        self.pressed.clear();
        self.typed = context.text_edit_focused();
        self.waiting.extend(commands);
        while let Some(command) = self.waiting.pop_front() {
            self.carry_out(command, &context);
        }
        self.remember_window(&context);
    }

    fn screen(&mut self, ui: &mut Ui) -> Vec<Command> {
        let snapshot = self.sitting.as_ref().map(|sitting| sitting.seat.snapshot());
        match self.pages.last_mut() {
            Some(Page::Create(state)) => return create::show(ui, state),
            Some(Page::Settings(state)) => {
                let file = self.environment.settings_file.as_ref().map(|path| path.display().to_string());
                return settings_screen::show(
                    ui,
                    &self.settings,
                    state,
                    file.as_deref(),
                    self.player.no_output(),
                );
            }
            Some(Page::Rules) => {
                let rules = snapshot.as_deref().and_then(table_rules);
                return rules::show(ui, rules.as_ref());
            }
            Some(Page::Trouble) => return trouble::show(ui, self.checks.done()),
            Some(Page::Keys) => return help::keys(ui),
            Some(Page::Replay(state)) => return replay::show(ui, state, &self.settings),
            None => {}
        }
        if let Some(rematch) = &self.rematch {
            return waiting::rematch(ui, rematch.host());
        }
        match (&mut self.sitting, snapshot) {
            (Some(sitting), Some(snapshot)) if snapshot.game.is_some() => {
                let model = Model {
                    snapshot: &snapshot,
                    history: &sitting.history,
                    settings: &self.settings,
                    pressed: &self.pressed,
                    dialog: self.palette.is_some() || self.leaving.is_some(),
                    practice: sitting.seat.is_practice(),
                };
                play::show(ui, &model, &mut sitting.play)
            }
            (Some(Sitting { awaits: Some(host), .. }), Some(snapshot)) if snapshot.lobby.is_none() => {
                waiting::rematch(ui, Some(host))
            }
            (Some(sitting), Some(snapshot)) => {
                waiting::show(ui, &snapshot, &sitting.history, &self.known, &mut sitting.waiting)
            }
            _ => self.home(ui),
        }
    }

    fn home(&mut self, ui: &mut Ui) -> Vec<Command> {
        let searched = self.network.searching_since().map(|since| since.elapsed());
        if let Some(left) = searched.and_then(|searched| IN_VAIN.checked_sub(searched)) {
            ui.ctx().request_repaint_after(left + Duration::from_millis(50));
        }
        let model = HomeModel {
            tables: self.network.tables(),
            in_vain: searched.is_some_and(|searched| searched >= IN_VAIN),
            no_search: self.network.no_search(),
            address: self.address.as_deref(),
            saved: &self.saved,
            past: &self.past,
            settings: &self.settings,
            notice: self.notice.as_deref(),
            now: SystemTime::now(),
        };
        home::show(ui, model, &mut self.home)
    }

    fn overlays(&mut self, ui: &Ui) -> Vec<Command> {
        if let Some(then) = self.leaving {
            let practice = self.sitting.as_ref().is_some_and(|sitting| sitting.seat.is_practice());
            match help::ask_to_leave(ui, practice) {
                Some(true) => {
                    self.leaving = None;
                    self.stand_up();
                    return if then == Action::Home { Vec::new() } else { vec![Command::Do(then)] };
                }
                Some(false) => self.leaving = None,
                None => {}
            }
            return Vec::new();
        }
        let in_game = self.sitting.is_some();
        let Some(palette) = &mut self.palette else { return Vec::new() };
        let (commands, close) = help::palette(ui, palette, in_game);
        if close {
            self.palette = None;
        }
        commands
    }

    /// Takes in what has happened at the table.
    fn look_at_table(&mut self, context: &Context) {
        let Some(sitting) = &mut self.sitting else { return };
        let room = HISTORY.saturating_sub(sitting.history.len());
        // What people say is no history: it is shown while it is new, and must not push out what has happened.
        let news = sitting.seat.news().into_iter();
        let news = news.filter(|news| !matches!(news, News::Event(SessionEvent::Said { .. })));
        sitting.history.extend(news.take(room));
        let snapshot = sitting.seat.snapshot();
        let owes = snapshot.game.as_ref().is_some_and(|game| game.owing != Owing::Nothing);
        if owes && !sitting.owed && !context.input(|input| input.focused) {
            context
                .send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Informational));
        }
        sitting.owed = owes;
        let sounds = sitting.ears.listen(snapshot.game.as_ref(), Instant::now());
        if self.settings.sounds {
            self.player.play(sounds);
        }
        if let Err(why) = sitting.remember(&snapshot, &mut self.known) {
            self.notice = Some(why);
        }
        // A match that is over stays to be looked at; a seat that came to nothing does not.
        if let (Some(ended), None) = (&snapshot.ended, &snapshot.game) {
            self.notice = (*ended != Ended::Left).then(|| words::lobby::ended(ended));
            self.sitting = None;
            self.go_home();
        }
    }

    fn go_home(&mut self) {
        self.pages.clear();
        self.past = past::games(&self.environment.data);
        self.saved = saved_sessions(&self.environment.data);
        let port = self.settings.port.unwrap_or(mextrain_net::place::DEFAULT_PORT);
        self.address =
            doctor::own_address().map(|address| std::net::SocketAddr::new(address, port).to_string());
        self.network.search();
    }

    /// Leaves the table, if there is one, and goes home.
    fn stand_up(&mut self) {
        if let Some(mut sitting) = self.sitting.take() {
            sitting.seat.send(super::seat::Intent::Leave);
        }
        self.network.dismiss_bots();
        self.rematch = None;
        self.notice = None;
        self.go_home();
    }

    fn sit_down(&mut self, seat: Box<dyn Seat>) {
        self.network.stop_searching();
        self.notice = None;
        self.pages.clear();
        self.rematch = None;
        self.sitting = Some(Sitting::at(seat));
    }

    /// Whether leaving now would leave somebody, or something, behind.
    fn in_game(&self) -> bool {
        self.sitting.as_ref().is_some_and(|sitting| {
            let snapshot = sitting.seat.snapshot();
            let over = |game: &Arc<Game>| matches!(game.stage, Stage::Over | Stage::Stopped);
            snapshot.game.as_ref().is_some_and(|game| !over(game)) && snapshot.ended.is_none()
        })
    }

    fn name(&self) -> Name {
        Name::parse(&self.settings.name).unwrap_or_else(|_| self.environment.name.clone())
    }

    fn apply_settings(&self, context: &Context) {
        context.set_zoom_factor(self.settings.zoom);
        context.set_theme(match self.settings.colours {
            Colours::System => ThemePreference::System,
            Colours::Dark => ThemePreference::Dark,
            Colours::Light => ThemePreference::Light,
        });
        let duration = if self.settings.reduce_motion { 0.0 } else { tokens::ANIMATION };
        context.all_styles_mut(|style| style.animation_time = duration);
    }

    fn remember_window(&mut self, context: &Context) {
        let seen = context.input(|input| {
            let viewport = input.viewport();
            Some((viewport.inner_rect?.size(), viewport.maximized.unwrap_or(false)))
        });
        let Some((size, maximized)) = seen else { return };
        // Points of this zoom are not the points that a window is made with.
        let size = size * context.zoom_factor();
        let kept = self.settings.window.filter(|_| maximized);
        self.settings.window = Some(WindowSize {
            width: kept.map_or(size.x, |kept| kept.width),
            height: kept.map_or(size.y, |kept| kept.height),
            maximized,
        });
    }

    /// Writes the settings down, if they have changed.
    fn keep_settings(&mut self) {
        if self.settings == self.settings_on_disk {
            return;
        }
        let Some(file) = &self.environment.settings_file else { return };
        match self.settings.save(file) {
            Ok(()) => self.settings_on_disk = self.settings.clone(),
            Err(error) => {
                self.notice = Some(words::not_kept(&file.display().to_string(), &error.to_string()))
            }
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, context: &Context, _: &mut eframe::Frame) {
        // Also while the window is hidden, when a turn is to be heard most of all.
        self.look_at_table(context);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn clear_color(&self, visuals: &eframe::egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.keep_settings();
        if let Some(mut sitting) = self.sitting.take() {
            sitting.seat.send(super::seat::Intent::Leave);
        }
        self.network.close();
    }
}

/// The rules of the table, before its match or in it.
fn table_rules(snapshot: &Snapshot) -> Option<Rules> {
    let game = snapshot.game.as_ref().map(|game| game.charter.rules);
    game.or_else(|| snapshot.lobby.as_ref().map(|lobby| lobby.agreement.rules))
}

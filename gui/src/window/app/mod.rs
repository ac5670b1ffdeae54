//! The window's state: what is shown now, what the person has typed, and the seat they play at.
//!
//! Each frame shows one screen and carries out what it asks for. Nothing is drawn while nothing happens: input, news from the
//! network and running animations ask for the next frame.

mod bots;
mod commands;
mod keeper;
mod keys;
mod leaving;
mod network;
mod notices;
mod rematch;
mod shelf;
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
    name::Name,
    place::Location,
    session::{Ended, Snapshot},
    table::Owing,
};

use self::{bots::Bots, keeper::Keeper, network::Network, notices::Notices, shelf::Shelf, sitting::Sitting};
use super::{
    Model,
    command::{Action, Command, Place},
    known::Acquaintances,
    open::Environment,
    screens::{
        create::{self, CreateState},
        help::{self, PaletteState},
        home::{self, HomeModel, HomeState},
        notices as notices_above, play, replay, rules,
        scores::{self, ScoresState},
        settings::{self as settings_screen, SettingsState},
        trouble, waiting,
    },
    seat::{Seat, Wake},
    settings::{Colours, Settings, WindowSize},
    sound::{self, Player},
    tokens, words,
};
use crate::wording::{
    language::{self, Language},
    sentence::Sentence,
};

/// After how long Home says that no table was found.
const IN_VAIN: Duration = Duration::from_secs(10);

/// How many notices are shown at once where there is room for several, and in a match, which needs the room.
const NOTICES: usize = 3;
const NOTICES_IN_MATCH: usize = 1;

/// Pages that lie over Home or over a game, the last one on top.
enum Page {
    Create(Box<CreateState>),
    Settings(SettingsState),
    Rules,
    Scores,
    Trouble,
    Keys,
    Replay(Box<replay::State>),
}

/// The window.
pub struct App {
    environment: Environment,
    settings: Settings,
    keeper: Keeper,
    network: Network,
    bots: Bots,
    sitting: Option<Sitting>,
    /// A match that is being taken up again.
    coming: Option<commands::Coming>,
    pages: Vec<Page>,
    home: HomeState,
    /// The scoresheet, once it has been looked at: what is typed there stays when its page is closed.
    scores: Option<Box<ScoresState>>,
    palette: Option<PaletteState>,
    /// What is to be done once the person has agreed to leave the game.
    leaving: Option<Action>,
    /// Whether the window closes without another question.
    closes: bool,
    rematch: Option<rematch::Rematch>,
    pressed: Vec<Action>,
    /// Whether a line of text had the keyboard when the last frame ended: a key that takes it away is still that line's.
    typed: bool,
    /// Commands that are carried out at the frame's end.
    queue: VecDeque<Command>,
    notices: Notices,
    shelf: Shelf,
    known: Acquaintances,
    checks: network::Checks,
    address: Option<String>,
    /// Where the person wanted to sit down last: what to check when that fails.
    wanted: Option<Location>,
    player: Player,
    wake: Wake,
}

impl App {
    /// A window that shows Home. `trouble` is said above it.
    ///
    /// # Errors
    /// If the system has no threads for the network.
    pub fn new(
        environment: Environment,
        settings: Settings,
        trouble: Option<Sentence>,
        context: &Context,
    ) -> Result<App, std::io::Error> {
        let repaint = context.clone();
        let wake: Wake = Arc::new(move || repaint.request_repaint());
        let (known, stranger) = Acquaintances::load(environment.data.join("known.toml"));
        let mut app = App {
            network: Network::new(wake.clone())?,
            bots: Bots::new(wake.clone()),
            keeper: Keeper::new(environment.settings_file.clone(), settings.clone()),
            environment,
            settings,
            sitting: None,
            coming: None,
            pages: Vec::new(),
            home: HomeState::default(),
            scores: None,
            palette: None,
            leaving: None,
            closes: false,
            rematch: None,
            pressed: Vec::new(),
            typed: false,
            queue: VecDeque::new(),
            notices: Notices::default(),
            shelf: Shelf::default(),
            known,
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
        let no_key = app.identity().err().map(|why| Sentence::new(move || words::no_key(&why)));
        [trouble, stranger, no_key].into_iter().flatten().for_each(|why| app.notices.trouble(why));
        app.go_home();
        Ok(app)
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.look_round(&context);
        let mut commands = self.keys(&context);
        let fill = tokens::Tokens::of(&context).ground;
        CentralPanel::default().frame(Frame::new().fill(fill)).show(ui, |ui| {
            self.notices(ui);
            commands.extend(self.screen(ui));
            commands.extend(self.overlays(ui));
        });
        self.pressed.clear();
        self.typed = context.text_edit_focused();
        self.queue.extend(commands);
        while let Some(command) = self.queue.pop_front() {
            self.carry_out(command, &context);
        }
        self.depart();
        self.remember_window(&context);
    }

    /// Takes in what has happened since the last frame, wherever it happened.
    fn look_round(&mut self, context: &Context) {
        self.look_at_table(context);
        self.ask_before_closing(context);
        self.go_on_with_rematch(context);
        self.go_on_coming();
        self.hear_watched();
        self.network.poll();
        self.checks.poll();
        self.shelf.poll();
        let bots = self.bots.troubles();
        let bots = bots.into_iter().map(Sentence::from);
        let troubles = bots.chain(self.keeper.look(&self.settings, context));
        troubles.for_each(|why| self.notices.trouble(why));
    }

    fn notices(&mut self, ui: &mut Ui) {
        let most = match self.place() {
            Place::Match | Place::Board => NOTICES_IN_MATCH,
            Place::Home | Place::Table => NOTICES,
        };
        let dismissed = notices_above::show(ui, &self.notices.sentences(), most);
        if let Some(place) = dismissed {
            self.notices.dismiss(place);
        }
    }

    /// What is shown.
    fn place(&self) -> Place {
        let Some(sitting) = &self.sitting else { return Place::Home };
        let snapshot = sitting.seat.snapshot();
        let game = snapshot.game.as_deref().filter(|_| self.pages.is_empty() && self.rematch.is_none());
        match game.map(play::screen) {
            None => Place::Table,
            Some(play::Screen::Board) => Place::Board,
            Some(_) => Place::Match,
        }
    }

    fn screen(&mut self, ui: &mut Ui) -> Vec<Command> {
        let snapshot = self.sitting.as_ref().map(|sitting| sitting.seat.snapshot());
        match self.pages.last_mut() {
            Some(Page::Create(state)) => return create::show(ui, state, &self.settings),
            Some(Page::Settings(state)) => {
                let file = self.keeper.file().map(|path| path.display().to_string());
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
            Some(Page::Scores) => {
                if let Some(state) = &mut self.scores {
                    return scores::show(ui, state);
                }
            }
            Some(Page::Trouble) => return trouble::show(ui, self.checks.done()),
            Some(Page::Keys) => return help::keys(ui),
            Some(Page::Replay(state)) => return replay::show(ui, state, &self.settings),
            None => {}
        }
        if let Some(rematch) = &self.rematch {
            return waiting::rematch(ui, rematch.host());
        }
        if let Some(coming) = &self.coming {
            return waiting::coming_back(ui, coming.table());
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
            saved: self.shelf.saved(),
            past: self.shelf.past(),
            stats: self.shelf.stats(),
            settings: &self.settings,
            now: SystemTime::now(),
        };
        home::show(ui, model, &mut self.home)
    }

    fn overlays(&mut self, ui: &Ui) -> Vec<Command> {
        if self.leaving.is_some() {
            return self.question(ui);
        }
        let place = self.place();
        let Some(palette) = &mut self.palette else { return Vec::new() };
        let (commands, close) = help::palette(ui, palette, place);
        if close {
            self.palette = None;
        }
        commands
    }

    /// Takes in what has happened at a table that is being watched, also while another page lies over it.
    fn hear_watched(&mut self) {
        for page in &mut self.pages {
            if let Page::Replay(state) = page {
                state.hear();
            }
        }
    }

    /// Takes in what has happened at the table.
    fn look_at_table(&mut self, context: &Context) {
        let Some(sitting) = &mut self.sitting else { return };
        sitting.hear();
        let snapshot = sitting.seat.snapshot();
        let owes = snapshot.game.as_ref().is_some_and(|game| game.owing != Owing::Nothing)
            || crate::absent::is_asked(&snapshot);
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
            self.notices.trouble(why);
        }
        // A match that is over stays to be looked at; a seat that came to nothing does not.
        if let (Some(ended), None) = (&snapshot.ended, &snapshot.game) {
            if matches!(ended, Ended::Refused { code: "started", .. }) {
                self.home.has_begun(self.wanted.clone());
            }
            if *ended != Ended::Left {
                let ended = ended.clone();
                self.notices.outcome(Sentence::new(move || words::lobby::ended(&ended)));
            }
            self.stand_up();
        }
    }

    fn go_home(&mut self) {
        self.pages.clear();
        self.list();
        let port = self.settings.port.unwrap_or(mextrain_net::place::DEFAULT_PORT);
        self.address =
            doctor::own_address().map(|address| std::net::SocketAddr::new(address, port).to_string());
        self.network.search();
    }

    /// Reads what Home lists, as far as it lists it.
    fn list(&mut self) {
        let Environment { data, key_file, .. } = &self.environment;
        self.shelf.read(data.clone(), key_file.clone(), self.home.wanted(), self.wake.clone());
    }

    fn sit_down(&mut self, seat: Box<dyn Seat>) {
        self.network.stop_searching();
        self.notices.seated();
        self.pages.clear();
        self.rematch = None;
        self.coming = None;
        self.sitting = Some(Sitting::at(seat));
    }

    fn name(&self) -> Name {
        Name::parse(&self.settings.name).unwrap_or_else(|_| self.environment.name.clone())
    }

    fn apply_settings(&self, context: &Context) {
        let language = self.environment.language.or(self.settings.language);
        language::choose(language.unwrap_or_else(Language::from_system));
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
}

impl eframe::App for App {
    fn logic(&mut self, context: &Context, _: &mut eframe::Frame) {
        // Also while the window is hidden, when a turn is to be heard most of all.
        self.look_at_table(context);
        self.hear_watched();
        self.ask_before_closing(context);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn clear_color(&self, visuals: &eframe::egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.close();
    }
}

/// The rules of the table, before its match or in it.
fn table_rules(snapshot: &Snapshot) -> Option<Rules> {
    let game = snapshot.game.as_ref().map(|game| game.charter.rules);
    game.or_else(|| snapshot.lobby.as_ref().map(|lobby| lobby.agreement.rules))
}

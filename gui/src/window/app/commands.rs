//! What becomes of the commands.

use std::{
    path::Path,
    sync::mpsc::{Receiver, TryRecvError},
};

use eframe::egui::{Context, ViewportCommand};
use mextrain_net::{
    doctor::Inquiry,
    identity::Identity,
    name::Name,
    node::{NodeConfig, Port},
    place::Location,
    session::{self, SessionConfig, TableConfig},
};

use super::{App, Page, bots, network::Sat, rematch::Hosted};
use crate::scores;
use crate::window::{
    command::{Action, Command},
    networked::Networked,
    practice::{Practice, PracticeConfig},
    screens::{
        create::CreateState, help::PaletteState, home::practice_config, house_rules::HouseState, replay,
        scores::ScoresState, settings::SettingsState,
    },
    settings::{ZOOM_LEAST, ZOOM_MOST},
    words,
};
use crate::wording::session::{identity_error, session_error};

/// How much larger or smaller one step of zooming makes everything.
const ZOOM_STEP: f32 = 0.1;

/// A match that is being taken up again, on a thread.
pub(super) struct Coming {
    table: Name,
    begun: Receiver<Result<(Sat, Vec<bots::Returning>), String>>,
}

impl Coming {
    /// What its table was called.
    pub fn table(&self) -> &Name {
        &self.table
    }
}

impl App {
    /// Does what a screen or a key asked for.
    pub(super) fn carry_out(&mut self, command: Command, context: &Context) {
        match command {
            Command::Do(action) => self.act(action, context),
            Command::Table(intent) => {
                if let Some(sitting) = &mut self.sitting {
                    sitting.seat.send(intent);
                }
            }
            Command::Adjourn => self.adjourn(),
            Command::Host { table, bots } => self.host(*table, bots),
            Command::Join(location) => self.join(location),
            Command::Watch(location) => self.watch(location),
            Command::Rematch => self.ask_for_rematch(context),
            Command::NoRematch => self.no_rematch(),
            Command::Resume(folder) => self.resume(&folder),
            Command::Replay(path) => {
                self.pages.push(Page::Replay(Box::new(replay::State::open(path, context))));
            }
            Command::ListAll => self.list(),
            Command::SearchAgain => self.network.search_again(),
            Command::CheckAgain => self.check(),
            Command::House(intent) => {
                if let Some(Page::Create(state)) = self.pages.last_mut() {
                    state.house.take(&intent, &self.environment.data);
                }
            }
            Command::Scores(intent) => {
                if let Some(state) = &mut self.scores {
                    state.take(intent);
                }
            }
            Command::Copy(text) => context.copy_text(text),
            Command::Set(settings) => {
                // The window's size is remembered meanwhile, and no screen's affair.
                let window = self.settings.window;
                if settings.language != self.settings.language {
                    self.environment.language = None;
                }
                self.settings = *settings;
                self.settings.window = window;
                self.apply_settings(context);
            }
        }
    }

    fn act(&mut self, action: Action, context: &Context) {
        match action {
            Action::Home | Action::Leave | Action::Practice | Action::Create | Action::Quit
                if !self.closes && self.stake().is_some() =>
            {
                self.leaving = Some(if action == Action::Leave { Action::Home } else { action });
            }
            Action::Home | Action::Leave => self.stand_up(),
            Action::Practice => {
                let logs = Some(self.environment.data.join("logs"));
                let config = practice_config(&self.settings, self.name(), logs);
                self.practise(&config);
            }
            Action::Create => {
                self.leave_quietly();
                let house = HouseState::read(&self.environment.data);
                self.open(Page::Create(Box::new(CreateState::new(&self.name(), house))));
            }
            Action::Back => drop(self.pages.pop()),
            Action::Settings => {
                self.open(Page::Settings(SettingsState::new(&self.settings)));
                // So that the page can say whether there is anything to hear with.
                self.player.look();
            }
            Action::KeepScore => {
                let house = HouseState::read(&self.environment.data).saved().to_vec();
                let path = self.environment.data.join(scores::NAME);
                match &mut self.scores {
                    Some(state) => state.look_again(house),
                    None => self.scores = Some(Box::new(ScoresState::open(path, house))),
                }
                self.open(Page::Scores);
            }
            Action::Rules => self.open(Page::Rules),
            Action::Help => self.open(Page::Keys),
            Action::Trouble => {
                self.open(Page::Trouble);
                self.check();
            }
            Action::Palette => self.palette = Some(PaletteState::default()),
            Action::ZoomIn => self.zoom(self.settings.zoom + ZOOM_STEP, context),
            Action::ZoomOut => self.zoom(self.settings.zoom - ZOOM_STEP, context),
            Action::ZoomReset => self.zoom(1.0, context),
            Action::Quit => context.send_viewport_cmd(ViewportCommand::Close),
            Action::Scores
            | Action::Log
            | Action::Trust
            | Action::Draw
            | Action::Pass
            | Action::Stop
            | Action::TypeMove
            | Action::Hint
            | Action::Clear => {
                self.pressed.push(action);
                // The board finds it in the next frame, which has to come.
                context.request_repaint();
            }
        }
    }

    /// Puts a page on top; a page that is open already is not opened twice.
    fn open(&mut self, page: Page) {
        self.pages.retain(|open| std::mem::discriminant(open) != std::mem::discriminant(&page));
        self.pages.push(page);
    }

    fn zoom(&mut self, zoom: f32, context: &Context) {
        self.settings.zoom = ((zoom * 10.0).round() / 10.0).clamp(ZOOM_LEAST, ZOOM_MOST);
        self.apply_settings(context);
    }

    /// Leaves what is no game any more, without a question.
    fn leave_quietly(&mut self) {
        if self.sitting.is_some() {
            self.stand_up();
        }
    }

    fn practise(&mut self, config: &PracticeConfig) {
        self.leave_quietly();
        match Practice::start(config, self.wake.clone()) {
            Ok(seat) => self.sit_down(Box::new(seat)),
            Err(why) => self.notices.outcome(why),
        }
    }

    fn host(&mut self, table: TableConfig, bots: u8) {
        self.wanted = None;
        let (again, config) = (table.clone(), self.session_config());
        let sat = config.and_then(|config| {
            self.network.stop_searching();
            self.network.sit(|| session::host(config, table))
        });
        self.host_with(sat, again, bots);
    }

    /// Sits down at a table of one's own, and seats the bots that come with it.
    pub(super) fn host_with(&mut self, sat: Result<Sat, String>, table: TableConfig, bots: u8) {
        let Some(handle) = self.take_seat(sat) else { return };
        self.bots.invite(
            &self.network.runtime(),
            &handle,
            bots,
            &self.environment.data,
            self.settings.levels(),
        );
        if let Some(sitting) = &mut self.sitting {
            sitting.table = Hosted { name: Some(table.name.clone()), table: Some(table), bots };
        }
    }

    fn join(&mut self, location: Location) {
        self.wanted = Some(location.clone());
        let sat = self.session_config().and_then(|config| {
            self.network.stop_searching();
            self.network.sit(|| session::join(config, location))
        });
        self.take_seat(sat);
    }

    /// Shows somebody's match while it is played.
    fn watch(&mut self, location: Location) {
        match self.network.watch(location, self.environment.data.join("logs")) {
            Ok(news) => {
                // That there was no seat is known by now.
                self.notices.seated();
                self.pages.push(Page::Replay(Box::new(replay::State::watching(news))));
            }
            Err(why) => self.notices.outcome(words::lobby::sentence(&why)),
        }
    }

    /// Begins to take a match up again: its journal is read and every proof in it checked, which the window does not wait for.
    fn resume(&mut self, folder: &Path) {
        let Some(saved) = self.shelf.saved().iter().find(|saved| saved.folder == folder).cloned() else {
            return;
        };
        let config = match self.session_config() {
            Ok(config) => config,
            Err(why) => return self.notices.outcome(words::lobby::sentence(&why)),
        };
        self.network.stop_searching();
        let (table, data) = (saved.table.clone(), self.environment.data.clone());
        let begun = self.network.sit_apart(move || {
            let sat = session::resume(config, &saved).map_err(|error| session_error(&error))?;
            Ok((sat, bots::returning(&saved.folder, &data)))
        });
        self.coming = Some(Coming { table, begun });
    }

    /// Once a frame: sits down at the match that was to be taken up again, when it is there.
    pub(super) fn go_on_coming(&mut self) {
        let Some(coming) = &self.coming else { return };
        let begun = match coming.begun.try_recv() {
            Ok(begun) => begun,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(words::lobby::not_back().to_owned()),
        };
        let table = coming.table.clone();
        let (sat, returning) = match begun {
            Ok((sat, returning)) => (Ok(sat), returning),
            Err(why) => (Err(why), Vec::new()),
        };
        let count = u8::try_from(returning.len()).unwrap_or(u8::MAX);
        if self.take_seat(sat).is_some() {
            self.bots.bring_back(&self.network.runtime(), returning, self.settings.levels());
            if let Some(sitting) = &mut self.sitting {
                sitting.table = Hosted { name: Some(table), table: None, bots: count };
            }
        }
    }

    pub(super) fn take_seat(&mut self, sat: Result<Sat, String>) -> Option<session::SessionHandle> {
        match sat {
            Ok((handle, events)) => {
                let seat = Networked::new(handle.clone(), events, self.network.runtime(), self.wake.clone());
                self.sit_down(Box::new(seat));
                Some(handle)
            }
            Err(why) => {
                self.give_up(words::lobby::sentence(&why));
                None
            }
        }
    }

    pub(super) fn session_config(&self) -> Result<SessionConfig, String> {
        let identity = self.identity().map_err(|why| words::no_key(&why))?;
        let mut node = NodeConfig::new(identity.keypair().clone());
        node.port = self.settings.port.map_or(Port::Preferred, Port::Fixed);
        let name: Name = self.name();
        Ok(SessionConfig {
            identity,
            name,
            bot: false,
            data: self.environment.data.clone(),
            node,
            patience: Some(PATIENCE),
            // The match's end is looked at together.
            stay: true,
        })
    }

    /// The profile's key; made at its first use.
    pub(super) fn identity(&self) -> Result<Identity, String> {
        Identity::load_or_create(&self.environment.key_file).map_err(|error| identity_error(&error))
    }

    fn check(&mut self) {
        let at_table = self.sitting.as_ref().filter(|sitting| !sitting.seat.is_practice());
        let inquiry = Inquiry {
            location: self.wanted.clone(),
            port: self.settings.port,
            table: at_table.map(|sitting| sitting.seat.snapshot().addresses.clone()).unwrap_or_default(),
            ..Inquiry::default()
        };
        self.checks.start(inquiry, &self.network.runtime(), self.wake.clone());
    }
}

/// For how long a table is looked for.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

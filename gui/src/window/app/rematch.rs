//! Another match with the same people. Nobody is put to it without asking for it.
//!
//! The host leaves the table that is finished and opens the next one, of the same name and agreement, where it was reached before. A guest
//! leaves, looks for its host, and sits down as soon as the host has a table again. Neither leaves before everybody who is there has the
//! whole match: others fetch it from them until then.

use std::time::{Duration, Instant};

use eframe::egui::Context;
use mextrain_net::{
    charter::Charter,
    lobby::Agreement,
    name::Name,
    node::Port,
    session::{self, HostPlace, SessionConfig, Snapshot, TableConfig},
};

use super::App;
use crate::window::seat::Intent;

/// The system may need a moment before a port is free again: how often, and at what distance, it is tried to listen there.
const TRIES: u32 = 20;
const AGAIN: Duration = Duration::from_millis(250);

/// What is remembered of the table that a seat is at, for its rematch.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosted {
    /// What the table is called.
    pub name: Option<Name>,
    /// How it was set up, if it was in this window.
    pub table: Option<TableConfig>,
    /// How many bots came with it.
    pub bots: u8,
}

/// A rematch that was asked for, until its session has begun.
pub(super) struct Rematch {
    plan: Plan,
    /// Whether the old table was told that this seat leaves.
    left: bool,
    tries: u32,
    next_try: Option<Instant>,
}

#[derive(Clone)]
enum Plan {
    Host { table: Box<TableConfig>, bots: u8, port: Option<u16> },
    Follow(HostPlace),
}

impl Rematch {
    /// Whom this seat follows; nobody, if it hosts.
    pub fn host(&self) -> Option<&Name> {
        match &self.plan {
            Plan::Host { .. } => None,
            Plan::Follow(host) => Some(&host.name),
        }
    }
}

impl App {
    /// The person wants a rematch of the match on the screen.
    pub(super) fn ask_for_rematch(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        let snapshot = sitting.seat.snapshot();
        let Some(plan) = plan(&snapshot, &sitting.table) else { return };
        self.rematch = Some(Rematch { plan, left: false, tries: 0, next_try: None });
        context.request_repaint();
    }

    /// The person does not want it any more: back to the match's end, or home if that table was left for a new one.
    pub(super) fn no_rematch(&mut self) {
        if self.rematch.take().is_none() {
            self.stand_up();
        }
    }

    /// Once a frame: leaves the old table when that leaves nobody without the match, and begins the new session when it has ended.
    pub(super) fn go_on_with_rematch(&mut self, context: &Context) {
        let (Some(rematch), Some(sitting)) = (&mut self.rematch, &mut self.sitting) else { return };
        let snapshot = sitting.seat.snapshot();
        if snapshot.ended.is_none() {
            if snapshot.settled && !std::mem::replace(&mut rematch.left, true) {
                sitting.seat.send(Intent::Leave);
            }
            return;
        }
        let now = Instant::now();
        if let Some(next) = rematch.next_try.filter(|next| *next > now) {
            context.request_repaint_after(next - now);
            return;
        }
        rematch.tries += 1;
        rematch.next_try = Some(now + AGAIN);
        let (plan, last) = (rematch.plan.clone(), rematch.tries >= TRIES);
        self.begin_rematch(plan, last);
        context.request_repaint_after(AGAIN);
    }

    /// Begins the new session. Unless it is the `last` try, nothing happens if that cannot be done yet.
    fn begin_rematch(&mut self, plan: Plan, last: bool) {
        self.bots.dismiss();
        let config = self.session_config();
        match plan {
            Plan::Host { table, bots, port } => {
                let sat = config.and_then(|mut config| {
                    if let Some(port) = port.filter(|_| !last) {
                        config.node.port = Port::Fixed(port);
                    }
                    self.network.sit(|| session::host(config, (*table).clone()))
                });
                if sat.is_ok() || last {
                    self.host_with(sat, *table, bots);
                }
            }
            Plan::Follow(host) => {
                let name = host.name.clone();
                let sat = config.and_then(|config| {
                    let config = SessionConfig { patience: None, ..config };
                    self.network.sit(|| session::follow(config, host))
                });
                if (sat.is_ok() || last)
                    && self.take_seat(sat).is_some()
                    && let Some(sitting) = &mut self.sitting
                {
                    sitting.awaits = Some(name);
                }
            }
        }
    }
}

/// What a rematch of the match in this snapshot comes to.
fn plan(snapshot: &Snapshot, hosted: &Hosted) -> Option<Plan> {
    let charter = &snapshot.game.as_ref()?.charter;
    let host = snapshot.host.as_ref()?;
    if host.key != snapshot.key {
        return Some(Plan::Follow(host.clone()));
    }
    let table = Box::new(table(charter, snapshot, hosted));
    let port = snapshot.code.map(|code| code.address().port());
    Some(Plan::Host { table, bots: hosted.bots, port })
}

/// The same table again, with as many seats as the match had.
fn table(charter: &Charter, snapshot: &Snapshot, hosted: &Hosted) -> TableConfig {
    let lobby = snapshot.lobby.as_ref().map(|lobby| &lobby.name);
    let own = || charter.roster.first().map_or_else(|| Name::clean("Table"), |member| member.name.clone());
    let name = lobby.or(hosted.name.as_ref()).cloned().unwrap_or_else(own);
    TableConfig {
        name,
        agreement: Agreement {
            seats: charter.seats(),
            rules: charter.rules,
            proofs: charter.proofs,
            absence: charter.absence,
        },
        start_when_full: hosted.table.as_ref().is_some_and(|table| table.start_when_full),
        // Where nobody remembers, strangers are not told: who played will find it all the same.
        unlisted: hosted.table.as_ref().is_none_or(|table| table.unlisted),
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};
    use mextrain_core::{Pip, Rules, Seats, TileSet, player};
    use mextrain_net::{absence::Absence, charter::Proofs, ledger::Stage, place::Location, table::Owing};

    use super::*;
    use crate::window::{
        Command,
        seat::{News, Seat},
        tests::{
            app::window,
            desk::{self, SIZES},
        },
        words::{lobby as text, play::match_end},
    };

    /// Frames that a match and its rematch never need: a test that hangs fails.
    const FRAMES: usize = 200_000;

    struct Window {
        _folder: tempfile::TempDir,
        harness: Harness<'static, Option<App>>,
    }

    impl Window {
        fn open(name: &str) -> Window {
            let folder = tempfile::tempdir().unwrap();
            let harness = window(folder.path(), name, None, SIZES[1]);
            Window { _folder: folder, harness }
        }

        fn app(&mut self) -> &mut App {
            self.harness.state_mut().as_mut().unwrap()
        }

        fn ask(&mut self, command: Command) {
            self.app().queue.push_back(command);
            self.harness.step();
        }

        fn snapshot(&mut self) -> Option<std::sync::Arc<Snapshot>> {
            self.app().sitting.as_ref().map(|sitting| sitting.seat.snapshot())
        }

        /// Does what is owed, as a person would.
        fn play(&mut self) {
            let Some(snapshot) = self.snapshot() else { return };
            let intent = match (&snapshot.game, &snapshot.lobby) {
                (Some(game), _) => match game.owing {
                    Owing::Move => game.seat_view().and_then(|view| player::choose(&view)).map(Intent::Act),
                    Owing::Seal => Some(Intent::NextRound),
                    Owing::Nothing => None,
                },
                (None, Some(lobby)) if lobby.is_full() && !snapshot.is_ready() => Some(Intent::Ready(true)),
                _ => None,
            };
            if let (Some(intent), Some(sitting)) = (intent, &mut self.app().sitting) {
                sitting.seat.send(intent);
            }
        }

        fn is_over(&mut self) -> bool {
            let stage = self.snapshot().and_then(|snapshot| Some(snapshot.game.as_ref()?.stage));
            stage == Some(Stage::Over)
        }

        /// Whether the waiting room is shown, with so many.
        fn waits_with(&mut self, members: usize) -> bool {
            self.snapshot().is_some_and(|snapshot| {
                snapshot.game.is_none()
                    && snapshot.lobby.as_ref().is_some_and(|lobby| lobby.members.len() == members)
            })
        }

        fn click(&mut self, label: &str) {
            self.harness.step();
            self.harness.get_by_label(label).click();
            self.harness.step();
            self.harness.step();
        }
    }

    fn until(windows: &mut [&mut Window], plays: bool, mut done: impl FnMut(&mut [&mut Window]) -> bool) {
        for _ in 0..FRAMES {
            windows.iter_mut().for_each(|window| window.harness.step());
            if done(windows) {
                return;
            }
            if plays {
                windows.iter_mut().for_each(|window| window.play());
            }
            std::thread::yield_now();
        }
        panic!("it took too many frames");
    }

    fn rules() -> Rules {
        Rules::default().with_set(TileSet::DoubleNine).with_first_engine(Pip::new(0).unwrap())
    }

    #[test]
    fn two_people_and_a_bot_meet_again_in_the_waiting_room() {
        let (mut ada, mut bo) = (Window::open("Zoe"), Window::open("Max"));
        let agreement = Agreement {
            seats: Seats::new(3).unwrap(),
            rules: rules(),
            proofs: Proofs::EveryTurn,
            absence: Absence::default(),
        };
        let table = TableConfig {
            name: Name::clean("Kitchen"),
            agreement: agreement.clone(),
            start_when_full: false,
            unlisted: true,
        };
        ada.ask(Command::Host { table: Box::new(table), bots: 1 });
        let has_code = |window: &mut Window| window.snapshot().and_then(|snapshot| snapshot.code);
        until(&mut [&mut ada], false, |windows| has_code(windows[0]).is_some());
        let code = has_code(&mut ada).unwrap();
        bo.ask(Command::Join(Location::Code(code)));
        until(&mut [&mut ada, &mut bo], true, |windows| windows.iter_mut().all(|window| window.is_over()));

        // The guest asks first, and waits; it may change its mind, and change it again.
        bo.click(match_end::rematch());
        let waits = text::rematch_of(&Name::clean("Zoe"));
        assert!(bo.harness.query_all_by_label(&waits).next().is_some());
        bo.click(text::cancel());
        assert!(bo.is_over());
        bo.click(match_end::rematch());
        until(&mut [&mut ada, &mut bo], false, |windows| windows[1].app().rematch.is_none());
        assert!(bo.snapshot().is_some_and(|snapshot| snapshot.lobby.is_none() && snapshot.game.is_none()));
        bo.harness.step();
        assert!(bo.harness.query_all_by_label(&waits).next().is_some());
        // The host was not asked, and sees the match's end as before.
        assert!(ada.is_over());

        ada.click(match_end::rematch());
        until(&mut [&mut ada, &mut bo], false, |windows| {
            windows.iter_mut().all(|window| window.waits_with(3))
        });
        let again = ada.snapshot().unwrap();
        let lobby = again.lobby.as_ref().unwrap();
        assert_eq!((lobby.name.as_str(), &lobby.agreement), ("Kitchen", &agreement));
        assert_eq!(again.code, Some(code), "the same port");
        assert_eq!(lobby.members.iter().filter(|member| member.bot).count(), 1);
        assert!(!lobby.members.iter().any(|member| !member.bot && member.ready), "somebody was put to it");
        assert!(again.hosting && ada.app().sitting.as_ref().unwrap().table.table.as_ref().unwrap().unlisted);
    }

    /// A match that is over, at a table that was left.
    struct Left(std::sync::Arc<Snapshot>);

    impl Seat for Left {
        fn snapshot(&self) -> std::sync::Arc<Snapshot> {
            self.0.clone()
        }

        fn send(&mut self, _: Intent) {}

        fn goodbye(&mut self, _: Duration) {}

        fn news(&mut self) -> Vec<News> {
            Vec::new()
        }

        fn is_practice(&self) -> bool {
            false
        }
    }

    fn over() -> Snapshot {
        let round = desk::round(2, &Rules::default(), 20);
        let game = desk::game(&round, mextrain_core::Seat::FIRST, Stage::Over);
        Snapshot { game: Some(std::sync::Arc::new(game)), ..Snapshot::default() }
    }

    #[test]
    fn a_rematch_that_cannot_begin_is_given_up_and_said() {
        let mut window = Window::open("Zoe");
        let key_file = window.app().environment.key_file.clone();
        // Nobody can sit down with this.
        std::fs::write(&key_file, "no key").unwrap();
        let host = HostPlace { key: [7; 32], name: Name::clean("Ada"), addresses: Vec::new() };
        let rules = rules();
        let table = TableConfig {
            name: Name::clean("Kitchen"),
            agreement: Agreement {
                seats: Seats::MIN,
                rules,
                proofs: Proofs::EveryTurn,
                absence: Absence::default(),
            },
            start_when_full: false,
            unlisted: true,
        };
        for plan in [Plan::Follow(host), Plan::Host { table: Box::new(table), bots: 1, port: None }] {
            let ended = Snapshot { ended: Some(session::Ended::Left), ..over() };
            window.app().sit_down(Box::new(Left(ended.into())));
            // The last try is due.
            let rematch = Rematch { plan, left: true, tries: TRIES - 1, next_try: None };
            window.app().rematch = Some(rematch);
            window.harness.step();
            let app = window.app();
            assert!(app.rematch.is_none() && app.sitting.is_none());
            assert_eq!(app.notices.sentences().len(), 1, "{:?}", app.notices);
            window.harness.step();
            assert!(window.harness.query_by_label(text::join_heading()).is_some());
            assert!(window.app().notices.sentences()[0].contains(&key_file.display().to_string()));
        }
    }
}

//! Standing up from a table: the question before, the goodbye, and what is put away.

use std::time::Duration;

use eframe::egui::{Context, Ui, ViewportCommand};

use super::{App, sitting::Sitting};
use crate::window::{
    command::{Action, Command},
    screens::leaving::{self, Answer, Stake},
    seat::Intent,
    words::absent,
};
use crate::wording::sentence::Sentence;

/// For how long saying goodbye may hold up the end of the program.
const GOODBYE: Duration = Duration::from_millis(1500);

impl App {
    /// What leaving now would cost.
    pub(super) fn stake(&self) -> Option<Stake> {
        let sitting = self.sitting.as_ref()?;
        leaving::stake(&sitting.seat.snapshot(), sitting.seat.is_practice())
    }

    /// The system wants to close the window: not before the person has said what they want, if that costs something.
    pub(super) fn ask_before_closing(&mut self, context: &Context) {
        let asked = context.input(|input| input.viewport().close_requested());
        if asked && !self.closes && self.stake().is_some() {
            context.send_viewport_cmd(ViewportCommand::CancelClose);
            self.leaving = Some(Action::Quit);
        }
    }

    /// The question whether the table is to be left, while it is asked.
    pub(super) fn question(&mut self, ui: &Ui) -> Vec<Command> {
        let Some(then) = self.leaving else { return Vec::new() };
        let Some(stake) = self.stake() else {
            // It has answered itself.
            self.leaving = None;
            return Vec::new();
        };
        match leaving::ask(ui, &stake, then == Action::Quit) {
            None => return Vec::new(),
            Some(Answer::Stay) => self.leaving = None,
            Some(Answer::ForGood) => {
                self.leaving = None;
                if let Some(sitting) = &mut self.sitting {
                    sitting.departs = true;
                    sitting.seat.send(Intent::Farewell);
                }
            }
            Some(Answer::Leave) => {
                self.leaving = None;
                if then == Action::Quit {
                    // The goodbye is said on the way out.
                    self.closes = true;
                } else {
                    self.stand_up();
                }
                if then != Action::Home {
                    return vec![Command::Do(then)];
                }
            }
        }
        Vec::new()
    }

    /// Goes home once the others have the farewell.
    pub(super) fn depart(&mut self) {
        let gone = |sitting: &Sitting| sitting.departs && sitting.seat.snapshot().ended.is_some();
        if self.sitting.as_ref().is_some_and(gone) {
            self.stand_up();
        }
    }

    /// Leaves the table, if there is one, and goes home.
    pub(super) fn stand_up(&mut self) {
        if let Some(mut sitting) = self.sitting.take() {
            sitting.seat.send(Intent::Leave);
        }
        self.bots.dismiss();
        self.rematch = None;
        self.coming = None;
        self.go_home();
    }

    /// Leaves the table for today: everybody's seat is kept.
    pub(super) fn adjourn(&mut self) {
        if self.sitting.is_some() {
            self.give_up(Sentence::from(absent::adjourned as fn() -> &'static str));
        }
    }

    /// A seat has come to nothing: says why, and goes home.
    pub(super) fn give_up(&mut self, why: impl Into<Sentence>) {
        self.notices.outcome(why);
        self.stand_up();
    }

    /// The end of the program: says goodbye and waits until that is said, puts everything away, and ends the network.
    pub(super) fn close(&mut self) {
        self.keeper.finish(&self.settings);
        self.network.stop_searching();
        if let Some(mut sitting) = self.sitting.take() {
            sitting.seat.goodbye(GOODBYE);
        }
        self.bots.dismiss();
        self.network.close();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    };

    use eframe::egui::{ViewportEvent, ViewportId};
    use egui_kittest::{Harness, kittest::Queryable};
    use mextrain_net::session::Snapshot;

    use super::*;
    use crate::window::{
        app::Page,
        command::Place,
        screens::leaving,
        seat::{News, Seat},
        tests::{app::window, desk::SIZES, lobby::lobby},
        words::{leaving as text, lobby as home},
    };

    /// A table of one's own at which somebody sits, and whether a goodbye was said.
    struct Kitchen(Arc<Snapshot>, Arc<AtomicBool>);

    impl Seat for Kitchen {
        fn snapshot(&self) -> Arc<Snapshot> {
            self.0.clone()
        }

        fn send(&mut self, _: Intent) {}

        fn goodbye(&mut self, patience: Duration) {
            assert_eq!(patience, GOODBYE);
            self.1.store(true, Ordering::Relaxed);
        }

        fn news(&mut self) -> Vec<News> {
            Vec::new()
        }

        fn is_practice(&self) -> bool {
            false
        }
    }

    fn app<'a>(harness: &'a mut Harness<'static, Option<App>>) -> &'a mut App {
        harness.state_mut().as_mut().unwrap()
    }

    fn steps(harness: &mut Harness<'static, Option<App>>) {
        (0..3).for_each(|_| harness.step());
    }

    /// Presses the window's close button, and says whether the window stays.
    fn press_close(harness: &mut Harness<'static, Option<App>>) -> bool {
        let viewport = harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        harness.step();
        let commands = &harness.output().viewport_output[&ViewportId::ROOT].commands;
        let stays = commands.contains(&ViewportCommand::CancelClose);
        harness.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.clear();
        steps(harness);
        stays
    }

    #[test]
    fn a_table_with_people_is_not_closed_without_a_question() {
        let folder = tempfile::tempdir().unwrap();
        let mut harness = window(folder.path(), "Ada", None, SIZES[1]);
        assert!(!press_close(&mut harness), "nothing is lost by closing Home");
        let said = Arc::new(AtomicBool::new(false));
        app(&mut harness).sit_down(Box::new(Kitchen(Arc::new(lobby()), said.clone())));
        let stake = leaving::stake(&lobby(), false).unwrap();
        for action in [Action::Home, Action::Leave, Action::Quit] {
            app(&mut harness).queue.push_back(Command::Do(action));
            steps(&mut harness);
            assert!(harness.query_by_label(&text::price(&stake)).is_some(), "{action:?}");
            harness.get_by_label(text::stay()).click();
            steps(&mut harness);
            assert!(app(&mut harness).sitting.is_some(), "{action:?}");
        }
        assert!(press_close(&mut harness));
        assert!(harness.query_by_label(text::close_title()).is_some());
        harness.get_by_label(text::stay()).click();
        steps(&mut harness);
        assert!(press_close(&mut harness));
        harness.get_by_label(text::close()).click();
        steps(&mut harness);
        // Now it does close, and the goodbye is waited for.
        assert!(!press_close(&mut harness) && !said.load(Ordering::Relaxed));
        app(&mut harness).close();
        assert!(said.load(Ordering::Relaxed));
    }

    #[test]
    fn leaving_leaves_and_what_was_wrong_is_still_said_at_home() {
        let folder = tempfile::tempdir().unwrap();
        let mut harness = window(folder.path(), "Ada", None, SIZES[1]);
        app(&mut harness).sit_down(Box::new(Kitchen(Arc::new(lobby()), Arc::default())));
        assert_eq!(app(&mut harness).place(), Place::Table);
        app(&mut harness).notices.trouble("The disk is full.".to_owned());
        app(&mut harness).queue.push_back(Command::Do(Action::Home));
        steps(&mut harness);
        // Beside the waiting room, and beside Home.
        assert!(harness.query_by_label("The disk is full.").is_some());
        harness.get_by_label(text::leave()).click();
        steps(&mut harness);
        assert!(app(&mut harness).sitting.is_none());
        assert_eq!(app(&mut harness).place(), Place::Home);
        assert!(harness.query_by_label("The disk is full.").is_some());
        // On every page, until the person has put it away.
        app(&mut harness).pages.push(Page::Rules);
        steps(&mut harness);
        harness.get_by_label(&home::dismiss("The disk is full.")).click();
        steps(&mut harness);
        assert!(harness.query_by_label("The disk is full.").is_none());
    }

    #[test]
    fn who_plays_on_another_day_leaves_and_keeps_the_seat() {
        let folder = tempfile::tempdir().unwrap();
        let mut harness = window(folder.path(), "Ada", None, SIZES[1]);
        let table = Arc::new(std::sync::Mutex::new((lobby(), Vec::new())));
        app(&mut harness).sit_down(Box::new(Playing(table.clone())));
        app(&mut harness).queue.push_back(Command::Adjourn);
        steps(&mut harness);
        assert!(app(&mut harness).sitting.is_none());
        assert_eq!(table.lock().unwrap().1, [Intent::Leave], "no farewell");
        assert!(harness.query_by_label(absent::adjourned()).is_some());
    }

    /// A seat in a match, and what was wanted of it.
    struct Playing(Arc<std::sync::Mutex<(Snapshot, Vec<Intent>)>>);

    impl Seat for Playing {
        fn snapshot(&self) -> Arc<Snapshot> {
            Arc::new(self.0.lock().unwrap().0.clone())
        }

        fn send(&mut self, intent: Intent) {
            self.0.lock().unwrap().1.push(intent);
        }

        fn goodbye(&mut self, _: Duration) {}

        fn news(&mut self) -> Vec<News> {
            Vec::new()
        }

        fn is_practice(&self) -> bool {
            false
        }
    }

    #[test]
    fn whoever_leaves_for_good_goes_home_when_the_others_know() {
        use mextrain_core::{Rules, Seat as Place};
        use mextrain_net::{ledger::Stage, session::Ended};

        use crate::window::tests::desk;

        let folder = tempfile::tempdir().unwrap();
        let mut harness = window(folder.path(), "Ada", None, SIZES[1]);
        let game = desk::game(&desk::round(3, &Rules::default(), 20), Place::FIRST, Stage::Keys);
        let snapshot = Snapshot { game: Some(Arc::new(game)), ..lobby() };
        let table = Arc::new(std::sync::Mutex::new((snapshot, Vec::new())));
        app(&mut harness).sit_down(Box::new(Playing(table.clone())));
        app(&mut harness).queue.push_back(Command::Do(Action::Leave));
        steps(&mut harness);
        harness.get_by_label(text::for_good()).click();
        steps(&mut harness);
        assert_eq!(table.lock().unwrap().1, [Intent::Farewell]);
        assert!(app(&mut harness).sitting.is_some(), "not before the others know");
        table.lock().unwrap().0.ended = Some(Ended::Left);
        steps(&mut harness);
        assert!(app(&mut harness).sitting.is_none());
    }
}

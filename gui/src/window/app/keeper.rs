//! Writes the settings down: not at every letter that is typed, but once nothing has changed for a moment, and on a thread, since the disk
//! is waited for.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
};

use eframe::egui::Context;

use crate::{
    window::{settings::Settings, words},
    wording::sentence::Sentence,
};

/// For how long nothing has to change before it is written, in seconds of the window's clock.
const PAUSE: f64 = 1.0;

/// What is on disk, and what is on its way there.
pub(super) struct Keeper {
    /// `None` where nothing is kept.
    file: Option<PathBuf>,
    on_disk: Settings,
    /// The settings that could not be written: they are not tried again before they change.
    failed: Option<Settings>,
    /// The newest settings that are to be written, and since when they are what they are.
    newest: Option<(Settings, f64)>,
    writing: Option<Writing>,
}

struct Writing {
    settings: Settings,
    outcome: Receiver<std::io::Result<()>>,
}

impl Keeper {
    /// Keeps settings in this file, where these are now.
    pub fn new(file: Option<PathBuf>, on_disk: Settings) -> Keeper {
        Keeper { file, on_disk, failed: None, newest: None, writing: None }
    }

    /// Where they are kept.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Once a frame: begins to write what has been the same for a moment. A sentence, if it could not be written.
    pub fn look(&mut self, settings: &Settings, context: &Context) -> Option<Sentence> {
        let trouble = self.written();
        let file = self.file.clone()?;
        // The window's size changes all the time while it is drawn larger, and is written at the end or with something else.
        let same = |one: &Settings| Settings { window: settings.window, ..one.clone() } == *settings;
        if self.writing.is_some() || same(&self.on_disk) || self.failed.as_ref().is_some_and(same) {
            self.newest = None;
            return trouble;
        }
        let now = context.input(|input| input.time);
        let since = match &self.newest {
            Some((newest, since)) if same(newest) => *since,
            _ => now,
        };
        self.newest = Some((settings.clone(), since));
        let left = PAUSE - (now - since);
        if left > 0.0 {
            context.request_repaint_after(std::time::Duration::from_secs_f64(left));
            return trouble;
        }
        let (told, outcome) = channel();
        let (written, context) = (settings.clone(), context.clone());
        let started = thread::Builder::new().name("mextrain-settings".to_owned()).spawn(move || {
            // Nobody listens any more once the window is closed, which has waited for it.
            let _ = told.send(written.save(&file));
            context.request_repaint();
        });
        if started.is_ok() {
            self.writing = Some(Writing { settings: settings.clone(), outcome });
        }
        trouble
    }

    /// The window closes: everything is written, here and now.
    pub fn finish(&mut self, settings: &Settings) {
        if let Some(Writing { settings, outcome }) = self.writing.take()
            && matches!(outcome.recv(), Ok(Ok(())))
        {
            self.on_disk = settings;
        }
        let Some(file) = self.file.as_ref().filter(|_| self.on_disk != *settings) else { return };
        if let Err(error) = settings.save(file) {
            tracing::warn!(%error, "the settings are not kept");
        }
    }

    fn written(&mut self) -> Option<Sentence> {
        let outcome = match self.writing.as_ref()?.outcome.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(std::io::ErrorKind::Interrupted.into()),
        };
        let settings = self.writing.take()?.settings;
        match outcome {
            Ok(()) => {
                self.on_disk = settings;
                self.failed = None;
                None
            }
            Err(error) => {
                self.failed = Some(settings);
                let file = self.file.as_ref()?.display().to_string();
                Some(Sentence::new(move || words::not_kept(&file, &error.to_string())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::RawInput;

    use super::*;

    /// Looks that no writing ever needs: a test that hangs fails.
    const LOOKS: usize = 10_000_000;

    fn look(keeper: &mut Keeper, settings: &Settings, context: &Context, time: f64) -> Option<Sentence> {
        let mut trouble = None;
        let input = RawInput { time: Some(time), ..RawInput::default() };
        let _ = context.run_ui(input, |ui| trouble = keeper.look(settings, ui.ctx()));
        trouble
    }

    fn named(name: &str) -> Settings {
        Settings { name: name.to_owned(), ..Settings::default() }
    }

    /// Looks until nothing is on its way any more.
    fn wait(keeper: &mut Keeper, settings: &Settings, context: &Context, time: f64) -> Option<Sentence> {
        for _ in 0..LOOKS {
            let trouble = look(keeper, settings, context, time);
            if keeper.writing.is_none() {
                return trouble;
            }
            thread::yield_now();
        }
        panic!("it is never written");
    }

    #[test]
    fn letters_are_not_written_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let mut keeper = Keeper::new(Some(file.clone()), Settings::default());
        let context = Context::default();
        for (time, name) in [(0.0, "A"), (0.5, "Ad"), (1.0, "Ada"), (1.9, "Ada")] {
            assert_eq!(look(&mut keeper, &named(name), &context, time), None);
            assert!(keeper.writing.is_none() && !file.exists(), "{time}");
        }
        look(&mut keeper, &named("Ada"), &context, 2.1);
        assert!(keeper.writing.is_some());
        assert_eq!(wait(&mut keeper, &named("Ada"), &context, 2.2), None);
        assert_eq!(Settings::load(&file).settings, named("Ada"));
        // Closing does not wait for any pause.
        keeper.finish(&named("Bo"));
        assert_eq!(Settings::load(&file).settings, named("Bo"));
    }

    #[test]
    fn what_cannot_be_written_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let mut keeper = Keeper::new(Some(blocked.join("settings.toml")), Settings::default());
        let context = Context::default();
        look(&mut keeper, &named("Ada"), &context, 0.0);
        look(&mut keeper, &named("Ada"), &context, 2.0);
        assert!(wait(&mut keeper, &named("Ada"), &context, 2.1).unwrap().text().contains("settings.toml"));
        for time in 3..9 {
            assert_eq!(look(&mut keeper, &named("Ada"), &context, f64::from(time)), None);
            assert!(keeper.writing.is_none());
        }
        // It is tried again with the next change.
        look(&mut keeper, &named("Bo"), &context, 9.0);
        look(&mut keeper, &named("Bo"), &context, 11.0);
        assert!(wait(&mut keeper, &named("Bo"), &context, 11.1).is_some());
    }
}

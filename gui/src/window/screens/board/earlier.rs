//! What happened before this program came back to a match: it was told to a program that has ended, and the log knows it.

use std::{
    fs::File,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use eframe::egui::Context;

use crate::window::timeline::Timeline;

/// A log that is being read on a thread.
pub struct Earlier(Arc<Mutex<Option<Timeline>>>);

impl Earlier {
    /// Begins to read the steps of this log before `step`; `ctx` is woken when that is done. A log that cannot be read gives no
    /// moments.
    pub fn read(path: PathBuf, step: u32, ctx: Context) -> Earlier {
        let found = Arc::new(Mutex::new(None));
        let there = found.clone();
        thread::spawn(move || {
            let timeline = File::open(path).map(|file| Timeline::of_log(file, step)).unwrap_or_default();
            *there.lock().unwrap_or_else(PoisonError::into_inner) = Some(timeline);
            ctx.request_repaint();
        });
        Earlier(found)
    }

    /// Whether the thread still reads.
    #[cfg(test)]
    pub fn reads(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// What was found, once.
    pub fn take(&self) -> Option<Timeline> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

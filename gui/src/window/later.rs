//! What a thread works out, while the window goes on.

use std::{
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
};

use eframe::egui::Context;

/// Something that a thread works out.
pub struct Later<T>(Receiver<T>);

/// How far that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited<T> {
    /// The thread still works.
    Coming,
    /// This came of it.
    There(T),
    /// It broke off, or what came of it was taken.
    Nothing,
}

impl<T: Send + 'static> Later<T> {
    /// Begins with it; `ctx` is woken when it is there.
    pub fn begin(ctx: Context, work: impl FnOnce() -> T + Send + 'static) -> Later<T> {
        let (sender, found) = mpsc::sync_channel(1);
        thread::spawn(move || {
            // Also when the work breaks off: then nothing is waited for any more.
            let _wake = Wake(ctx);
            // Whoever asked may not want to know any more.
            let _ = sender.send(work());
        });
        Later(found)
    }

    /// What came of it, once.
    pub fn take(&self) -> Awaited<T> {
        match self.0.try_recv() {
            Ok(found) => Awaited::There(found),
            Err(TryRecvError::Empty) => Awaited::Coming,
            Err(TryRecvError::Disconnected) => Awaited::Nothing,
        }
    }
}

/// Wakes the window when it is dropped.
struct Wake(Context);

impl Drop for Wake {
    fn drop(&mut self) {
        self.0.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_thread_finds_is_given_once() {
        let (go, wait) = mpsc::channel::<()>();
        let later = Later::begin(Context::default(), move || wait.recv().map_or(0, |()| 7));
        assert_eq!(later.take(), Awaited::Coming);
        go.send(()).unwrap();
        assert_eq!(later.0.recv(), Ok(7));
        assert_eq!(later.0.recv().map_err(drop), Err(()));
        assert_eq!(later.take(), Awaited::Nothing);
    }
}

//! A match against bots in this process, without any network.
//!
//! [`Bench`] is the match itself: every player has a table of their own, exactly as over a network, and what one sends is
//! handed to the others. It reads no clock; [`Practice`] runs it on a thread of its own, so that proofs never hold up the
//! window, and lets bots think for a moment.

mod bench;

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use mextrain_net::session::{Ended, Snapshot};

pub use self::bench::{Bench, PracticeConfig};
use super::{
    bots,
    seat::{Intent, News, Seat, Wake},
    words::{self, practice as text},
};

/// How many intents and news may wait. News beyond it are lost, like a session's; the snapshot always tells the truth.
const WAITING: usize = 1024;

/// A seat in a practice match that runs on a thread. The thread ends with the seat.
#[derive(Debug)]
pub struct Practice {
    intents: SyncSender<Intent>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    snapshot: Mutex<Arc<Snapshot>>,
    news: Mutex<Vec<News>>,
}

impl Practice {
    /// Begins a match. `wake` is called whenever there is something new to show.
    ///
    /// # Errors
    /// A sentence about what is missing for it.
    pub fn start(config: &PracticeConfig, wake: Wake) -> Result<Practice, String> {
        let bench = Bench::new(config, bots::THINKING)?;
        let shared = Arc::new(Shared { snapshot: Mutex::new(bench.snapshot()), news: Mutex::default() });
        let (intents, waiting) = sync_channel(WAITING);
        let thread = Thread { bench, intents: waiting, shared: shared.clone(), wake };
        thread::Builder::new()
            .name("mextrain-practice".to_owned())
            .spawn(move || thread.run())
            .map_err(text::no_thread)?;
        Ok(Practice { intents, shared })
    }
}

impl Seat for Practice {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.shared.snapshot.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn send(&mut self, intent: Intent) {
        match self.intents.try_send(intent) {
            Ok(()) => {}
            // A thread that is gone has left its last word in the snapshot.
            Err(TrySendError::Disconnected(_)) => {}
            Err(TrySendError::Full(_)) => self.shared.add(vec![News::Refused(words::too_much().to_owned())]),
        }
    }

    fn goodbye(&mut self, _: Duration) {
        // Nobody else is told, and the thread ends with the process.
        self.send(Intent::Leave);
    }

    fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut *self.shared.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_practice(&self) -> bool {
        true
    }
}

impl Shared {
    fn add(&self, mut news: Vec<News>) {
        let mut waiting = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        news.truncate(WAITING.saturating_sub(waiting.len()));
        waiting.append(&mut news);
    }
}

struct Thread {
    bench: Bench,
    intents: Receiver<Intent>,
    shared: Arc<Shared>,
    wake: Wake,
}

impl Thread {
    fn run(mut self) {
        loop {
            let next = self.bench.step(Instant::now());
            self.publish();
            let intent = match next {
                // More to do at once; but a person who leaves need not wait for it.
                bench::Next::Now => self
                    .intents
                    .try_recv()
                    .map_err(|error| error == std::sync::mpsc::TryRecvError::Disconnected),
                bench::Next::At(when) => {
                    let pause = when.saturating_duration_since(Instant::now());
                    self.intents.recv_timeout(pause).map_err(|error| error == RecvTimeoutError::Disconnected)
                }
                bench::Next::Nothing => self.intents.recv().map_err(|_| true),
            };
            match intent {
                Ok(intent) => self.bench.take(intent),
                Err(true) => return,
                Err(false) => {}
            }
            if self.bench.snapshot().ended == Some(Ended::Left) {
                self.publish();
                return;
            }
        }
    }

    fn publish(&mut self) {
        let news = self.bench.take_news();
        let newest = self.bench.snapshot();
        let mut shown = self.shared.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        if news.is_empty() && Arc::ptr_eq(&shown, &newest) {
            return;
        }
        *shown = newest;
        drop(shown);
        self.shared.add(news);
        (self.wake)();
    }
}

//! A seat at a table of the network: a session on tokio, and the window beside it.

use std::sync::Arc;

use mextrain_net::session::{CommandError, SessionEvent, SessionHandle, Snapshot};
use tokio::{
    runtime::Handle,
    sync::mpsc::{self, Receiver, Sender},
};

use super::seat::{Intent, News, Seat, Wake};

/// How many news may wait for the next frame; beyond it they are lost, and the snapshot tells the truth.
const WAITING: usize = 1024;

/// The person's seat in a session. The session leaves the table when this is dropped.
pub struct Networked {
    handle: SessionHandle,
    runtime: Handle,
    news: Receiver<News>,
    told: Sender<News>,
    wake: Wake,
}

impl Networked {
    /// Watches the session on `runtime`, and calls `wake` whenever there is something new to show.
    pub fn new(
        handle: SessionHandle,
        events: Receiver<SessionEvent>,
        runtime: Handle,
        wake: Wake,
    ) -> Networked {
        let (told, news) = mpsc::channel(WAITING);
        runtime.spawn(forward(events, told.clone(), wake.clone()));
        let (mut snapshots, changed) = (handle.snapshot(), wake.clone());
        runtime.spawn(async move {
            while snapshots.changed().await.is_ok() {
                changed();
            }
        });
        Networked { handle, runtime, news, told, wake }
    }
}

async fn forward(mut events: Receiver<SessionEvent>, told: Sender<News>, wake: Wake) {
    while let Some(event) = events.recv().await {
        if told.try_send(News::Event(event)).is_err() && told.is_closed() {
            return;
        }
        wake();
    }
}

impl Seat for Networked {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.handle.snapshot().borrow().clone()
    }

    fn send(&mut self, intent: Intent) {
        let (handle, told, wake) = (self.handle.clone(), self.told.clone(), self.wake.clone());
        self.runtime.spawn(async move {
            let outcome: Result<(), CommandError> = match intent {
                Intent::Act(choice) => handle.act(choice).await,
                Intent::NextRound => handle.next_round().await,
                Intent::Ready(ready) => handle.ready(ready).await,
                Intent::Start => handle.start().await,
                Intent::Say(phrase) => handle.say(phrase).await,
                Intent::Leave => {
                    handle.leave().await;
                    Ok(())
                }
            };
            if let Err(error) = outcome {
                // Full only if nobody looks at the window's news, and then nobody misses it.
                let _ = told.try_send(News::Refused(error.to_string()));
                wake();
            }
        });
    }

    fn news(&mut self) -> Vec<News> {
        std::iter::from_fn(|| self.news.try_recv().ok()).collect()
    }

    fn is_practice(&self) -> bool {
        false
    }
}

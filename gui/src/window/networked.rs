//! A seat at a table of the network: a session on tokio, and the window beside it.

use std::{sync::Arc, time::Duration};

use mextrain_net::session::{CommandError, SessionEvent, SessionHandle, Snapshot};
use tokio::{
    runtime::Handle,
    sync::{
        Notify,
        mpsc::{self, Receiver, Sender, error::TrySendError},
    },
    time::timeout,
};

use super::{
    seat::{Intent, News, Seat, Wake},
    words,
};
use crate::wording;

/// How many news may wait for the next frame; beyond it they are lost, and the snapshot tells the truth.
const WAITING: usize = 1024;

/// How many intents may wait for the session; more than a person can have.
const INTENTS: usize = 256;

/// The person's seat in a session. The session leaves the table when this is dropped.
pub struct Networked {
    handle: SessionHandle,
    runtime: Handle,
    intents: Sender<Intent>,
    leaving: Arc<Notify>,
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
        let (intents, wanted) = mpsc::channel(INTENTS);
        let leaving = Arc::new(Notify::new());
        let asker = Asker { handle: handle.clone(), told: told.clone(), wake: wake.clone() };
        runtime.spawn(asker.run(wanted, leaving.clone()));
        Networked { handle, runtime, intents, leaving, news, told, wake }
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

/// Asks the session for what the person wants, one thing after the other, so that nothing overtakes anything.
struct Asker {
    handle: SessionHandle,
    told: Sender<News>,
    wake: Wake,
}

impl Asker {
    /// Ends when nobody can want anything any more. Whoever leaves does not wait for an answer: a host that does not give one would keep
    /// them at the table.
    async fn run(self, mut wanted: Receiver<Intent>, leaving: Arc<Notify>) {
        loop {
            tokio::select! {
                biased;
                intent = wanted.recv() => {
                    let Some(intent) = intent else { return };
                    tokio::select! {
                        biased;
                        outcome = carry_out(&self.handle, intent) => self.tell(outcome),
                        () = leaving.notified() => break,
                    }
                }
                () = leaving.notified() => break,
            }
        }
        // What was wanted before is still asked for first.
        while let Ok(intent) = wanted.try_recv() {
            tokio::select! {
                biased;
                outcome = carry_out(&self.handle, intent) => self.tell(outcome),
                () = std::future::ready(()) => {}
            }
        }
        self.handle.leave().await;
    }

    fn tell(&self, outcome: Result<(), CommandError>) {
        if let Err(error) = outcome {
            // Full only if nobody looks at the window's news, and then nobody misses it.
            let _ = self.told.try_send(News::Refused(wording::session::command_error(&error)));
            (self.wake)();
        }
    }
}

async fn carry_out(handle: &SessionHandle, intent: Intent) -> Result<(), CommandError> {
    match intent {
        Intent::Act(choice) => handle.act(choice).await,
        Intent::NextRound => handle.next_round().await,
        Intent::GoOnWithout(step, missing) => handle.go_on_without(step, missing).await,
        Intent::Farewell => handle.farewell().await,
        Intent::Ready(ready) => handle.ready(ready).await,
        Intent::Agree(agreement) => handle.change_rules(*agreement).await,
        Intent::Start => handle.start().await,
        Intent::Say(phrase) => handle.say(phrase).await,
        Intent::Leave => {
            handle.leave().await;
            Ok(())
        }
    }
}

impl Seat for Networked {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.handle.snapshot().borrow().clone()
    }

    fn send(&mut self, intent: Intent) {
        if intent == Intent::Leave {
            return self.leaving.notify_one();
        }
        if let Err(TrySendError::Full(_)) = self.intents.try_send(intent) {
            // As above: somebody has to look at the news for this to matter.
            let _ = self.told.try_send(News::Refused(words::too_much().to_owned()));
            (self.wake)();
        }
    }

    fn goodbye(&mut self, patience: Duration) {
        self.send(Intent::Leave);
        let mut snapshots = self.handle.snapshot();
        // Too late, or a session that is gone already: in either case there is nobody left to wait for.
        let _ = self.runtime.block_on(async {
            timeout(patience, snapshots.wait_for(|snapshot| snapshot.ended.is_some())).await.map(drop)
        });
    }

    fn news(&mut self) -> Vec<News> {
        std::iter::from_fn(|| self.news.try_recv().ok()).collect()
    }

    fn is_practice(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use mextrain_core::{Rules, Seats};
    use mextrain_net::{
        absence::Absence,
        charter::Proofs,
        identity::Identity,
        lobby::Agreement,
        name::Name,
        node::{NodeConfig, Port},
        session::{self, Ended, SessionConfig, TableConfig},
    };
    use tokio::runtime::Runtime;

    use super::*;

    /// Looks at the news that a test never needs: one that hangs fails.
    const LOOKS: usize = 10_000_000;

    /// A table of one's own with two seats, of which one is taken.
    fn hosted(data: &std::path::Path) -> (Runtime, Networked) {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let identity = Identity::random().unwrap();
        let mut node = NodeConfig::new(identity.keypair().clone());
        node.port = Port::Any;
        let config = SessionConfig {
            identity,
            name: Name::clean("Zoe"),
            bot: false,
            data: data.to_owned(),
            node,
            patience: None,
            stay: true,
        };
        let agreement = Agreement {
            seats: Seats::new(2).unwrap(),
            rules: Rules::default(),
            proofs: Proofs::EveryTurn,
            absence: Absence::default(),
        };
        let table =
            TableConfig { name: Name::clean("Attic"), agreement, start_when_full: false, unlisted: true };
        let (handle, events) = {
            let _inside = runtime.enter();
            session::host(config, table).unwrap()
        };
        let seat = Networked::new(handle, events, runtime.handle().clone(), Arc::new(|| {}));
        (runtime, seat)
    }

    /// What the lobby's news say has changed, until there are so many.
    fn changes(seat: &mut Networked, wanted: usize) -> Vec<String> {
        let mut all = Vec::new();
        for _ in 0..LOOKS {
            for news in seat.news() {
                match news {
                    News::Event(SessionEvent::Lobby { changes, .. }) => {
                        all.extend(changes.iter().map(ToString::to_string))
                    }
                    News::Refused(why) => panic!("{why}"),
                    News::Event(_) => {}
                }
            }
            if all.len() >= wanted {
                return all;
            }
            std::thread::yield_now();
        }
        panic!("{all:?}");
    }

    #[test]
    fn what_is_wanted_is_done_in_the_order_in_which_it_was_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let (_runtime, mut seat) = hosted(folder.path());
        // More than the session's queue holds.
        let wanted: Vec<bool> = (0..100).map(|number| number % 2 == 0).collect();
        wanted.iter().for_each(|ready| seat.send(Intent::Ready(*ready)));
        let expected: Vec<&str> =
            wanted.iter().map(|ready| if *ready { "Zoe is ready" } else { "Zoe is not ready" }).collect();
        assert_eq!(changes(&mut seat, wanted.len()), expected);
    }

    #[test]
    fn a_changed_agreement_clears_ready_and_says_who_changed_what() {
        let folder = tempfile::tempdir().unwrap();
        let (_runtime, mut seat) = hosted(folder.path());
        seat.send(Intent::Ready(true));
        assert_eq!(changes(&mut seat, 1), ["Zoe is ready"]);
        assert!(seat.snapshot().is_ready());
        let lobby = seat.snapshot().lobby.clone().unwrap();
        let agreement = Agreement { seats: Seats::new(4).unwrap(), ..lobby.agreement };
        seat.send(Intent::Agree(Box::new(agreement)));
        assert_eq!(changes(&mut seat, 1), ["Zoe changed seats from 2 to 4"]);
        assert!(!seat.snapshot().is_ready());
    }

    #[test]
    fn the_goodbye_is_said_when_it_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let (_runtime, mut seat) = hosted(folder.path());
        seat.goodbye(Duration::from_secs(60));
        assert_eq!(seat.snapshot().ended, Some(Ended::Left));
    }
}

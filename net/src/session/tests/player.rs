//! One player of a test, with what it sees and waits for.

use super::*;

pub(super) const PATIENCE: Duration = Duration::from_secs(120);

pub(super) async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("nothing happened any more")
}

pub(super) fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

/// A match of so many rounds with the smaller set.
pub(super) fn agreement(seats: u8, rounds: u8) -> Agreement {
    let rules =
        Rules::default().with_set(TileSet::DoubleNine).with_first_engine(Pip::new(rounds - 1).unwrap());
    Agreement {
        seats: Seats::new(seats).unwrap(),
        rules,
        proofs: Proofs::EveryTurn,
        absence: Absence::default(),
    }
}

pub(super) fn table(seats: u8, rounds: u8) -> TableConfig {
    TableConfig {
        name: name("Friday"),
        agreement: agreement(seats, rounds),
        start_when_full: false,
        unlisted: false,
    }
}

/// One player of a test: its folder, its key, its session.
pub(super) struct Player {
    pub place: TempDir,
    pub handle: SessionHandle,
    pub events: mpsc::Receiver<SessionEvent>,
    pub bot: Option<tokio::task::JoinHandle<()>>,
}

pub(super) fn config(place: &Path, who: &str, rendezvous: Option<PathBuf>) -> SessionConfig {
    let identity = Identity::load_or_create(&place.join("key")).unwrap();
    let node = NodeConfig {
        keypair: identity.keypair().clone(),
        listen: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)],
        port: Port::Any,
        multicast: false,
        rendezvous,
    };
    SessionConfig {
        identity,
        name: name(who),
        bot: true,
        data: place.to_owned(),
        node,
        patience: Some(Duration::from_secs(60)),
        stay: false,
    }
}

impl Player {
    pub(super) fn host(table: TableConfig, rendezvous: Option<PathBuf>) -> Player {
        let place = tempfile::tempdir().unwrap();
        let (handle, events) = host(config(place.path(), "Ada", rendezvous), table).unwrap();
        Player { place, handle, events, bot: None }
    }

    pub(super) fn join(who: &str, location: Location, rendezvous: Option<PathBuf>) -> Player {
        let place = tempfile::tempdir().unwrap();
        let (handle, events) = join(config(place.path(), who, rendezvous), location).unwrap();
        Player { place, handle, events, bot: None }
    }

    /// Goes on, as after a crash, with the match that is saved in the folder.
    pub(super) fn resume(who: &str, place: TempDir) -> Player {
        let saved = saved_sessions(place.path()).remove(0);
        assert!(saved.is_unfinished());
        let (handle, events) = resume(config(place.path(), who, None), &saved).unwrap();
        Player { place, handle, events, bot: None }
    }

    pub(super) fn play_by_itself(self) -> Player {
        self.play_as(bot::BotConfig::default())
    }

    pub(super) fn play_as(mut self, config: bot::BotConfig) -> Player {
        let handle = self.handle.clone();
        self.bot = Some(tokio::spawn(async move { bot::drive(&handle, config).await }));
        self
    }

    /// The events up to and with the first that `pick` wants.
    pub(super) async fn until(&mut self, mut pick: impl FnMut(&SessionEvent) -> bool) -> Vec<SessionEvent> {
        let mut seen = Vec::new();
        let waiting = async {
            loop {
                let event = self.events.recv().await.expect("the session is gone");
                let last = pick(&event);
                seen.push(event);
                if last {
                    return;
                }
            }
        };
        if tokio::time::timeout(PATIENCE, waiting).await.is_err() {
            let snapshot = self.handle.snapshot().borrow().clone();
            panic!("nothing happened any more after {seen:#?} in {snapshot:#?}");
        }
        seen
    }

    pub(super) async fn until_ended(&mut self) -> (Vec<SessionEvent>, Ended) {
        let mut events = self.until(|event| matches!(event, SessionEvent::Ended { .. })).await;
        match events.pop() {
            Some(SessionEvent::Ended { reason }) => (events, reason),
            other => panic!("no end: {other:?}"),
        }
    }

    /// Until so many people are in the waiting room.
    pub(super) async fn until_members(&mut self, count: usize) {
        self.until(|event| matches!(event, SessionEvent::Lobby { members, .. } if members.len() == count))
            .await;
    }

    pub(super) async fn code(&mut self) -> JoinCode {
        let mut snapshots = self.handle.snapshot();
        let snapshot = soon(snapshots.wait_for(|snapshot| snapshot.code.is_some())).await.unwrap().clone();
        snapshot.code.unwrap()
    }

    /// Drops everything of the session at once, as a crash would, but for its folder.
    pub(super) async fn crash(mut self) -> TempDir {
        if let Some(bot) = self.bot.take() {
            bot.abort();
            let _ = bot.await;
        }
        let Player { place, handle, mut events, .. } = self;
        drop(handle);
        soon(async { while events.recv().await.is_some() {} }).await;
        place
    }

    pub(super) fn log(&self) -> Vec<u8> {
        let logs = std::fs::read_dir(self.place.path().join("logs")).unwrap();
        let paths: Vec<PathBuf> = logs.map(|entry| entry.unwrap().path()).collect();
        assert_eq!(paths.len(), 1);
        std::fs::read(&paths[0]).unwrap()
    }
}

pub(super) fn words(events: &[SessionEvent]) -> Vec<String> {
    let words = events.iter().find_map(|event| match event {
        SessionEvent::Words { words, .. } => Some(words.clone()),
        _ => None,
    });
    words.expect("no words")
}

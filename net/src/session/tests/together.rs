//! People at a table: what they say to each other, and how they meet again.

use mextrain_core::bot::Level;

use super::*;
use crate::ledger::Stage;
use crate::table::Owing;

fn said_by(events: &[SessionEvent], who: &str) -> Vec<(Option<u8>, Phrase)> {
    let said = events.iter().filter_map(|event| match event {
        SessionEvent::Said { seat, name, phrase } if name.as_str() == who => Some((*seat, *phrase)),
        _ => None,
    });
    said.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_says_is_heard_by_all_with_the_name_of_who_said_it() {
    let mut host = Player::host(table(3, 1), None);
    let location = Location::Code(host.code().await);
    let mut bo = Player::join("Bo", location.clone(), None).play_by_itself();
    let mut cy = Player::join("Cy", location, None).play_by_itself();
    let mut host = host.play_by_itself();
    for player in [&mut host, &mut bo, &mut cy] {
        player.until(|event| matches!(event, SessionEvent::Dealt { .. })).await;
    }
    assert_eq!(soon(bo.handle.say(Phrase::NiceOne)).await, Ok(()));
    let game = bo.handle.snapshot().borrow().game.clone().unwrap();
    let seat = game.seat.map(mextrain_core::Seat::number);
    let key = bo.handle.snapshot().borrow().key;
    for player in [&mut host, &mut bo, &mut cy] {
        let events = player.until(|event| matches!(event, SessionEvent::Said { .. })).await;
        assert_eq!(said_by(&events, "Bo"), [(seat, Phrase::NiceOne)]);
        let snapshot = player.handle.snapshot().borrow().clone();
        let said = snapshot.said.last().unwrap();
        assert_eq!((said.key, said.name.as_str(), said.phrase), (key, "Bo", Phrase::NiceOne));
    }
    // Who says too much is told so, and nobody else hears it. The burst is spent at once, or some of it came back meanwhile.
    let mut said = 1;
    let refused = loop {
        match soon(bo.handle.say(Phrase::YourTurn)).await {
            Ok(()) => said += 1,
            Err(error) => break error,
        }
    };
    assert!(said >= 3);
    assert!(matches!(refused, CommandError::TooMuch { wait } if wait <= crate::chat::EVERY), "{refused:?}");
    assert!(bo.handle.snapshot().borrow().silent_until.is_some());
    for player in [&mut host, &mut bo, &mut cy] {
        assert_eq!(player.until_ended().await.1, Ended::Finished);
    }
    // What was said is in no log: all are the same, though not everybody need have heard everything.
    assert!(bo.log() == host.log() && cy.log() == host.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_can_talk_in_the_waiting_room() {
    let mut host = Player::host(table(4, 1), None);
    let location = Location::Code(host.code().await);
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let astray = Player::join("Di", Location::Address(nowhere), None);
    assert_eq!(soon(astray.handle.say(Phrase::Sorry)).await, Err(CommandError::NotNow));

    let mut bo = Player::join("Bo", location.clone(), None);
    let mut cy = Player::join("Cy", location, None);
    let three =
        |event: &SessionEvent| matches!(event, SessionEvent::Lobby { members, .. } if members.len() == 3);
    for player in [&mut host, &mut bo, &mut cy] {
        player.until(three).await;
    }
    // The guests need not be connected to each other: what one says goes through the host, and is still its own. Who has just come may
    // miss something, so it is said until it is heard.
    let handle = bo.handle.clone();
    let repeat = async move {
        let mut again = tokio::time::interval(Duration::from_millis(200));
        loop {
            again.tick().await;
            let said = handle.say(Phrase::YourTurn).await;
            assert!(matches!(said, Ok(()) | Err(CommandError::TooMuch { .. })), "{said:?}");
        }
    };
    let listen = async {
        for player in [&mut host, &mut cy] {
            let events = player.until(|event| matches!(event, SessionEvent::Said { .. })).await;
            assert_eq!(said_by(&events, "Bo"), [(None, Phrase::YourTurn)]);
        }
    };
    tokio::select! {
        () = listen => {}
        () = repeat => unreachable!("it goes on for ever"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_phrases_is_dropped_and_disturbs_nobody() {
    let mut host = Player::host(table(3, 1), None);
    let code = host.code().await;
    let mut bo = Player::join("Bo", Location::Code(code), None).play_by_itself();
    bo.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;
    let mut flooder = Puppet::join(code).await;
    let mut host = host.play_by_itself();
    let charter = flooder.until_started(Response::Done).await;
    let topic: String = charter::charter_id(&charter).iter().map(|byte| format!("{byte:02x}")).collect();
    let topic = format!("mxt/{topic}");
    let node = flooder.node.clone();
    node.subscribe(topic.clone()).await;
    let start = std::time::Instant::now();
    let flood = async {
        let mut again = tokio::time::interval(Duration::from_millis(200));
        for number in 1.. {
            if number % 10 == 0 {
                again.tick().await;
            }
            node.publish(topic.clone(), Gossip::Said { number, phrase: Phrase::Sorry }.encode()).await;
        }
    };
    let mut heard = 0;
    let listen = async {
        host.until(|event| {
            heard += usize::from(matches!(event, SessionEvent::Said { .. }));
            heard > crate::chat::BURST_HEARD as usize
        })
        .await
    };
    let events = tokio::select! {
        events = listen => events,
        () = flood => unreachable!("it goes on for ever"),
        () = flooder.silent() => unreachable!("it goes on for ever"),
    };
    // One more than the burst is heard only because the time for it has passed, though hundreds were sent.
    assert!(start.elapsed() >= crate::chat::EVERY);
    assert_eq!(said_by(&events, "Mallory"), vec![(None, Phrase::Sorry); heard]);
    assert!(!events.iter().any(|event| matches!(event, SessionEvent::Fault { .. })));
    assert_eq!(soon(host.handle.say(Phrase::OneMoment)).await, Ok(()));
    bo.until(|event| matches!(event, SessionEvent::Said { name, .. } if name.as_str() == "Ada")).await;
    assert!(bo.handle.snapshot().borrow().said.len() <= SAID);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_the_match_people_stay_and_a_guest_follows_its_host_to_the_next_table() {
    let staying =
        |place: &TempDir, who: &str| SessionConfig { stay: true, ..config(place.path(), who, None) };
    let place = tempfile::tempdir().unwrap();
    let (handle, events) = host(staying(&place, "Ada"), table(3, 1)).unwrap();
    let mut host = Player { place, handle, events, bot: None };
    let code = host.code().await;
    let mut host = host.play_by_itself();
    let join = |who: &str| {
        let place = tempfile::tempdir().unwrap();
        let (handle, events) = join(staying(&place, who), Location::Code(code)).unwrap();
        Player { place, handle, events, bot: None }.play_by_itself()
    };
    let (mut guest, mut late) = (join("Bo"), join("Cy"));
    for player in [&mut host, &mut guest, &mut late] {
        let mut snapshots = player.handle.snapshot();
        soon(snapshots.wait_for(|snapshot| snapshot.settled)).await.unwrap();
        assert_eq!(snapshots.borrow().ended, None);
    }
    // One can still talk.
    assert_eq!(soon(guest.handle.say(Phrase::NiceOne)).await, Ok(()));
    host.until(|event| matches!(event, SessionEvent::Said { name, .. } if name.as_str() == "Bo")).await;

    // One guest goes first; the host, still at the old table, is told nothing of it.
    let place = guest.handle.snapshot().borrow().host.clone().unwrap();
    assert_eq!((place.name.as_str(), place.key), ("Ada", host.handle.snapshot().borrow().key));
    guest.handle.leave().await;
    assert_eq!(guest.until_ended().await.1, Ended::Finished);
    let mut online = host.handle.snapshot();
    let key = guest.handle.snapshot().borrow().key;
    soon(online.wait_for(|snapshot| !snapshot.online.contains(&key))).await.unwrap();
    let (handle, events) = follow(staying(&guest.place, "Bo"), place).unwrap();
    let mut guest = Player { place: guest.place, handle, events, bot: None };
    soon(online.wait_for(|snapshot| snapshot.online.contains(&key))).await.unwrap();
    assert_eq!(guest.handle.snapshot().borrow().lobby, None);
    host.handle.leave().await;
    let (events, ended) = host.until_ended().await;
    assert_eq!(ended, Ended::Finished);
    assert!(!events.iter().any(|event| matches!(event, SessionEvent::PeerLost { .. })), "{events:?}");

    // The host listens at the same port again, as soon as the system lets it.
    let at_port = || {
        let mut config = staying(&host.place, "Ada");
        config.node.port = Port::Fixed(code.address().port());
        config
    };
    let (handle, events) = soon(host_as_soon_as_possible(at_port, table(3, 1))).await;
    let mut again = Player { place: host.place, handle, events, bot: None };
    for player in [&mut again, &mut guest] {
        player.until_members(2).await;
    }

    // Who stayed at the old table, and has come upon the host since, follows in its own time.
    let place = late.handle.snapshot().borrow().host.clone().unwrap();
    late.handle.leave().await;
    assert_eq!(late.until_ended().await.1, Ended::Finished);
    let (handle, events) = follow(staying(&late.place, "Cy"), place).unwrap();
    let mut late = Player { place: late.place, handle, events, bot: None };
    for player in [&mut again, &mut guest, &mut late] {
        player.until_members(3).await;
    }
}

/// Who leaves while nobody is there has said so to nobody: the session says it again when it is taken up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_farewell_that_nobody_has_heard_is_said_again() {
    let mut host = Player::host(table(2, 1), None).play_by_itself();
    let mut bo = Player::join("Bo", Location::Code(host.code().await), None);
    soon(bo.handle.snapshot().wait_for(|snapshot| snapshot.lobby.is_some())).await.unwrap();
    assert_eq!(soon(bo.handle.ready(true)).await, Ok(()));
    host.until(|event| matches!(event, SessionEvent::Dealt { .. })).await;
    bo.until(|event| matches!(event, SessionEvent::Dealt { .. })).await;
    let host_place = host.crash().await;
    assert_eq!(soon(bo.handle.farewell()).await, Ok(()));
    assert_eq!(bo.until_ended().await.1, Ended::Left);
    assert!(saved_sessions(bo.place.path())[0].is_unfinished());

    let meeting = tempfile::tempdir().unwrap();
    let back = |who: &str, place: TempDir| {
        let saved = saved_sessions(place.path()).remove(0);
        let rendezvous = Some(meeting.path().join("peers"));
        let (handle, events) = resume(config(place.path(), who, rendezvous), &saved).unwrap();
        Player { place, handle, events, bot: None }
    };
    let (mut host, mut bo) = (back("Ada", host_place).play_by_itself(), back("Bo", bo.place));
    assert_eq!(bo.until_ended().await.1, Ended::Left);
    assert_eq!(saved_sessions(bo.place.path())[0].standing, Standing::Over);
    assert_eq!(host.until_ended().await.1, Ended::Finished);
}

/// Whoever crashes before the last signature comes finds somebody to get it from, also when the others are long done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_is_kept_for_whoever_lacks_it() {
    let mut host = Player::host(table(2, 1), None);
    let bo = Player::join("Bo", Location::Code(host.code().await), None);
    soon(bo.handle.snapshot().wait_for(|snapshot| snapshot.lobby.is_some())).await.unwrap();
    tokio::join!(moves_only(&host.handle), moves_only(&bo.handle));
    assert_eq!(soon(bo.handle.next_round()).await, Ok(()));
    let mut at_host = host.handle.snapshot();
    let heard = |snapshot: &Snapshot| snapshot.game.as_ref().is_some_and(|game| game.missing.len() == 1);
    soon(at_host.wait_for(|snapshot| heard(snapshot))).await.unwrap();
    let bo_place = bo.crash().await;
    let bo_key = Identity::load(&bo_place.path().join("key")).unwrap().public_key();
    soon(at_host.wait_for(|snapshot| !snapshot.online.contains(&bo_key))).await.unwrap();

    assert_eq!(soon(host.handle.next_round()).await, Ok(()));
    let over = |snapshot: &Snapshot| snapshot.game.as_ref().is_some_and(|game| game.stage == Stage::Over);
    soon(at_host.wait_for(|snapshot| over(snapshot))).await.unwrap();
    host.handle.leave().await;
    let (events, ended) = host.until_ended().await;
    let lacking = SessionEvent::Lacking { names: vec![name("Bo")] };
    assert!(ended == Ended::Finished && events.contains(&lacking), "{events:?}");
    let finished = |place: &TempDir| saved_sessions(place.path())[0].standing.clone();
    assert_eq!(finished(&host.place), Standing::Finished { lack: vec![name("Bo")] });
    assert_eq!(finished(&bo_place), Standing::Unfinished);

    let meeting = tempfile::tempdir().unwrap();
    let back = |who: &str, place: TempDir| {
        let saved = saved_sessions(place.path()).remove(0);
        let rendezvous = Some(meeting.path().join("peers"));
        let (handle, events) = resume(config(place.path(), who, rendezvous), &saved).unwrap();
        Player { place, handle, events, bot: None }
    };
    let (mut host, mut bo) = (back("Ada", host.place), back("Bo", bo_place));
    let (events, ended) = host.until_ended().await;
    assert!(ended == Ended::Finished && events.contains(&lacking), "{events:?}");
    let (events, ended) = bo.until_ended().await;
    assert_eq!(ended, Ended::Finished);
    assert!(events.iter().any(|event| matches!(event, SessionEvent::MatchOver { .. })), "{events:?}");
    assert_eq!((finished(&host.place), finished(&bo.place)), (Standing::Over, Standing::Over));
    assert_eq!(host.log(), bo.log());
}

/// A bot says nothing, and lets people look at the scores for as long as they like.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_wait_for_people_at_a_rounds_end_and_do_not_chat() {
    let mut person = Player::host(table(2, 2), None);
    let _bot = Player::join("Bo", Location::Code(person.code().await), None).play_by_itself();
    for round in 1..=2 {
        moves_only(&person.handle).await;
        let mut seen = person.handle.snapshot();
        let only_the_person = |snapshot: &Snapshot| {
            let game = snapshot.game.as_ref().unwrap();
            game.stage == Stage::Sealing && game.missing.iter().eq(game.seat)
        };
        soon(seen.wait_for(|snapshot| only_the_person(snapshot))).await.unwrap();
        assert_eq!(soon(person.handle.next_round()).await, Ok(()));
        let sealed =
            |event: &SessionEvent| matches!(event, SessionEvent::Sealed { round: done } if *done == round);
        let events = person.until(sealed).await;
        let goes_on = |snapshot: &Snapshot| snapshot.game.as_ref().unwrap().owing != Owing::Seal;
        soon(seen.wait_for(|snapshot| goes_on(snapshot))).await.unwrap();
        let said = |event: &SessionEvent| matches!(event, SessionEvent::Said { .. });
        assert!(!events.iter().any(said), "{events:?}");
    }
}

/// Is ready for whatever is agreed on and makes every move until the scores are to be confirmed.
async fn moves_only(handle: &SessionHandle) {
    let mut snapshots = handle.snapshot();
    let mut done = None;
    loop {
        let snapshot = snapshots.borrow_and_update().clone();
        match (&snapshot.game, &snapshot.lobby) {
            (Some(game), _) if game.owing == Owing::Seal => return,
            (Some(game), _) if game.owing == Owing::Move && done != Some(game.have) => {
                done = Some(game.have);
                let choice =
                    mextrain_core::bot::choose(&game.knowledge().unwrap(), Level::Easy, 1, &mut |_| false);
                assert_eq!(soon(handle.act(choice.unwrap())).await, Ok(()));
            }
            (None, Some(_)) if !snapshot.is_ready() => drop(soon(handle.ready(true)).await),
            _ => soon(snapshots.changed()).await.unwrap(),
        }
    }
}

/// Hosts at a port that the system may hold back for a while.
async fn host_as_soon_as_possible(
    config: impl Fn() -> SessionConfig,
    table: TableConfig,
) -> (SessionHandle, mpsc::Receiver<SessionEvent>) {
    loop {
        match super::super::host(config(), table.clone()) {
            Ok(again) => return again,
            Err(SessionError::Node(NodeError::Listen { .. })) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    }
}

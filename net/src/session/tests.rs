//! Whole sessions over real nodes on the loopback interface. Nothing waits for a time to pass; [`soon`] only keeps a failing test from
//! hanging.

mod hostile;
mod limits;
mod player;
mod together;

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use mextrain_core::{Pip, Rules, Seats, TileSet};
use tempfile::TempDir;

use self::player::{Player, agreement, config, name, soon, table, words};
use super::*;
use crate::absence::Absence;
use crate::charter::{self, Charter, Proofs};
use crate::envelope::Envelope;
use crate::ledger::Ledger;
use crate::lobby::{Candidate, Guest, Host, Seated};
use crate::node::message::{Gossip, PROTOCOL_VERSION, Request, Response};
use crate::node::{NodeEvent, NodeHandle, Port};
use crate::place::JoinCode;
use crate::wire::{Bounded, Bytes};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_seats_meet_by_code_and_play_a_match() {
    let mut host = Player::host(table(3, 2), None).play_by_itself();
    let location = Location::Code(host.code().await);
    let mut guests = [
        Player::join("Bo", location.clone(), None).play_by_itself(),
        Player::join("Cy", location, None).play_by_itself(),
    ];
    let (host_events, ended) = host.until_ended().await;
    assert_eq!(ended, Ended::Finished);
    let totals = |events: &[SessionEvent]| {
        events.iter().find_map(|event| match event {
            SessionEvent::MatchOver { totals, .. } => Some(totals.clone()),
            _ => None,
        })
    };
    assert!(totals(&host_events).is_some());
    assert_eq!(host_events.iter().filter(|event| matches!(event, SessionEvent::RoundOver { .. })).count(), 2);
    for guest in &mut guests {
        let (events, ended) = guest.until_ended().await;
        assert_eq!(ended, Ended::Finished);
        assert_eq!(words(&events), words(&host_events));
        assert_eq!(totals(&events), totals(&host_events));
        assert_eq!(guest.log(), host.log());
    }
    assert_eq!(saved_sessions(host.place.path())[0].standing, Standing::Over);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_found_by_its_name_without_a_network() {
    let meeting = tempfile::tempdir().unwrap();
    let rendezvous = Some(meeting.path().join("peers"));
    let mut host = Player::host(table(2, 1), rendezvous.clone()).play_by_itself();
    let mut guest = Player::join("Bo", Location::Table(name("friday")), rendezvous.clone()).play_by_itself();
    assert_eq!(host.until_ended().await.1, Ended::Finished);
    assert_eq!(guest.until_ended().await.1, Ended::Finished);
    assert_eq!(guest.log(), host.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_crashes_comes_back_and_the_match_goes_on() {
    let mut host = Player::host(table(3, 1), None).play_by_itself();
    let location = Location::Code(host.code().await);
    let mut bo = Player::join("Bo", location.clone(), None).play_by_itself();
    let mut cy = Player::join("Cy", location, None).play_by_itself();
    bo.until(|event| matches!(event, SessionEvent::Turn { .. })).await;
    let place = bo.crash().await;
    host.until(|event| matches!(event, SessionEvent::PeerLost { name } if name.as_str() == "Bo")).await;
    let away = |host: &Player| host.handle.snapshot().borrow().away.len();
    assert_eq!(away(&host), 1);
    let mut bo = Player::resume("Bo", place);
    bo.until(|event| matches!(event, SessionEvent::Resumed { step } if *step > 0)).await;
    let mut bo = bo.play_by_itself();
    host.until(|event| matches!(event, SessionEvent::PeerBack { name } if name.as_str() == "Bo")).await;
    assert_eq!(away(&host), 0);
    assert_eq!(host.until_ended().await.1, Ended::Finished);
    assert_eq!(cy.until_ended().await.1, Ended::Finished);
    assert_eq!(bo.until_ended().await.1, Ended::Finished);
    assert_eq!(bo.log(), host.log());
    assert_eq!(cy.log(), host.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_seats_crash_and_come_back() {
    let mut host = Player::host(table(2, 1), None).play_by_itself();
    let location = Location::Code(host.code().await);
    let mut bo = Player::join("Bo", location, None).play_by_itself();
    host.until(|event| matches!(event, SessionEvent::Dealt { .. })).await;
    bo.until(|event| matches!(event, SessionEvent::Dealt { .. })).await;
    let (host_place, bo_place) = (host.crash().await, bo.crash().await);
    // Both listen at other ports now; the folder where peers of a machine meet tells them.
    let meeting = tempfile::tempdir().unwrap();
    let rendezvous = || Some(meeting.path().join("peers"));
    let back = |who: &str, place: TempDir| {
        let saved = saved_sessions(place.path()).remove(0);
        let (handle, events) = resume(config(place.path(), who, rendezvous()), &saved).unwrap();
        Player { place, handle, events, bot: None }.play_by_itself()
    };
    let (mut host, mut bo) = (back("Ada", host_place), back("Bo", bo_place));
    assert_eq!(host.until_ended().await.1, Ended::Finished);
    assert_eq!(bo.until_ended().await.1, Ended::Finished);
    assert_eq!(bo.log(), host.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_goes_home_from_a_deserted_table_and_its_seat_is_kept() {
    let mut host = Player::host(table(2, 1), None).play_by_itself();
    let location = Location::Code(host.code().await);
    let impatient = bot::BotConfig { deserted: Some(Duration::ZERO), ..bot::BotConfig::default() };
    let mut bo = Player::join("Bo", location, None).play_as(impatient);
    bo.until(|event| matches!(event, SessionEvent::Dealt { .. })).await;
    host.crash().await;
    assert_eq!(bo.until_ended().await.1, Ended::Left);
    let saved = saved_sessions(bo.place.path()).remove(0);
    assert!(saved.is_unfinished(), "the seat is given up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_session_is_played_by_one_program() {
    let mut host = Player::host(table(2, 1), None).play_by_itself();
    let location = Location::Code(host.code().await);
    let _bo = Player::join("Bo", location, None).play_by_itself();
    host.until(|event| matches!(event, SessionEvent::Charter { .. })).await;
    let saved = saved_sessions(host.place.path()).remove(0);
    assert_eq!(saved.players, [name("Ada"), name("Bo")]);
    let again = resume(config(host.place.path(), "Ada", None), &saved);
    assert!(matches!(again, Err(SessionError::Busy)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_rules_asks_everybody_again_and_a_small_table_can_begin() {
    let mut host = Player::host(table(4, 1), None);
    let location = Location::Code(host.code().await);
    let mut guest = Player::join("Bo", location, None);
    guest.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;
    assert_eq!(soon(host.handle.act(Move::Draw)).await, Err(CommandError::NotNow));
    assert_eq!(soon(guest.handle.change_rules(agreement(2, 1))).await, Err(CommandError::NotNow));
    assert_eq!(soon(guest.handle.ready(true)).await, Ok(()));
    let bo_is_ready = |event: &SessionEvent| matches!(event, SessionEvent::Lobby { members, .. } if members.iter().any(|member| member.name.as_str() == "Bo" && member.ready));
    host.until(bo_is_ready).await;
    // Beginning with free seats makes the table smaller, which nobody was ready for.
    assert!(matches!(soon(host.handle.start()).await, Err(CommandError::NotYet(NotYet::NotReady(_)))));
    let told = guest.until(|event| matches!(event, SessionEvent::Lobby { seats: 2, .. })).await;
    assert!(matches!(told.last(), Some(SessionEvent::Lobby { changes, members, .. })
        if changes.iter().map(ToString::to_string).eq(["Ada changed seats from 4 to 2"]) && members.iter().all(|member| !member.ready)));
    assert_eq!(soon(guest.handle.ready(true)).await, Ok(()));
    assert_eq!(soon(host.handle.ready(true)).await, Ok(()));
    host.until(|event| matches!(event, SessionEvent::Words { .. })).await;
    guest.until(|event| matches!(event, SessionEvent::Words { .. })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gets_no_seat_is_told_why() {
    let mut host = Player::host(table(2, 1), None);
    let code = host.code().await;
    let location = Location::Code(code);
    let mut seated = Player::join("Bo", location.clone(), None);
    seated.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;
    let refused = |ended: Ended| match ended {
        Ended::Refused { code, .. } => code,
        other => panic!("{other:?}"),
    };
    let mut late = Player::join("Cy", location.clone(), None);
    assert_eq!(refused(late.until_ended().await.1), "full");

    // A guest who leaves makes room, and is told nothing more.
    seated.handle.leave().await;
    assert_eq!(seated.until_ended().await.1, Ended::Left);
    let mut next = Player::join("Di", location, None);
    next.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;

    // The address of a guest leads to the host, who is full again.
    let guest_location = Location::Code(next.code().await);
    let mut astray = Player::join("Ed", guest_location, None);
    assert_eq!(refused(astray.until_ended().await.1), "full");

    // A code of the same address and another key.
    let foreign = (0..=255_u8)
        .map(|byte| [byte; 32])
        .find(|key| !JoinCode::new(code.address(), key).may_be_of(&host.handle.snapshot().borrow().key));
    let mut wrong =
        Player::join("Flo", Location::Code(JoinCode::new(code.address(), &foreign.unwrap())), None);
    assert!(matches!(wrong.until_ended().await.1, Ended::Unreachable { .. }));

    // A host who closes the table says so.
    host.handle.leave().await;
    assert_eq!(host.until_ended().await.1, Ended::Left);
    assert_eq!(next.until_ended().await.1, Ended::HostLeft);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hears_of_a_turn_sees_the_state_that_it_is_about() {
    let mut host = Player::host(table(2, 1), None);
    let code = host.code().await;
    let guest = Player::join("Bo", Location::Code(code), None).play_by_itself();
    host.until(|event| matches!(event, SessionEvent::Lobby { members, .. } if members.len() == 2)).await;
    host.handle.ready(true).await.unwrap();
    let mut turns = 0;
    loop {
        let event = soon(host.events.recv()).await.expect("the session is gone");
        match event {
            SessionEvent::Turn { you: true, moves, .. } => {
                let game = host.handle.snapshot().borrow().game.clone().unwrap();
                // What was drawn and does not fit is kept without a question.
                if let Some(choice) = game.seat_view().and_then(|view| mextrain_core::player::choose(&view)) {
                    assert_eq!(game.owing, crate::table::Owing::Move);
                    assert_eq!(moves.len(), game.seat_view().unwrap().moves().len());
                    host.handle.act(choice).await.unwrap();
                    turns += 1;
                }
            }
            SessionEvent::RoundOver { .. } => host.handle.next_round().await.unwrap(),
            SessionEvent::Ended { reason } => {
                assert_eq!(reason, Ended::Finished);
                break;
            }
            _ => {}
        }
    }
    assert!(turns > 0);
    drop(guest);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_in_vain_ends() {
    let place = tempfile::tempdir().unwrap();
    let patience = Some(Duration::from_millis(50));
    let impatient = || SessionConfig { patience, ..config(place.path(), "Bo", None) };
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (location, expected) in [(Location::Table(name("Nowhere")), true), (Location::Address(closed), false)]
    {
        let (handle, events) = join(impatient(), location).unwrap();
        let mut player = Player { place: tempfile::tempdir().unwrap(), handle, events, bot: None };
        let ended = player.until_ended().await.1;
        assert_eq!(ended == Ended::NotFound, expected);
        assert_eq!(matches!(ended, Ended::Unreachable { .. }), !expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_seen_by_who_looks() {
    let meeting = tempfile::tempdir().unwrap();
    let rendezvous = || Some(meeting.path().join("peers"));
    let host = Player::host(table(3, 1), rendezvous());
    let _hidden =
        Player::host(TableConfig { name: name("Secret"), unlisted: true, ..table(2, 1) }, rendezvous());
    let looker = tempfile::tempdir().unwrap();
    let mut found = browse(config(looker.path(), "Bo", rendezvous()).node).unwrap();
    let Some(Sighting::Found(seen)) = soon(found.recv()).await else { panic!("no table") };
    assert_eq!((seen.advert.name.as_str(), seen.advert.taken, seen.advert.seats), ("Friday", 1, 3));
    assert_eq!((seen.same_version, seen.rules), (true, Some(agreement(3, 1).rules)));
    assert_eq!(seen.advert.host_key, host.handle.snapshot().borrow().key);
    let mut guest = Player::join("Cy", Location::Table(name("Friday")), rendezvous());
    guest.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;
    let again = soon(async {
        loop {
            match found.recv().await.unwrap() {
                Sighting::Found(seen) if seen.advert.taken == 2 => return seen,
                Sighting::Found(_) => {}
                Sighting::Gone(table) => panic!("{table:?} is not gone"),
            }
        }
    })
    .await;
    assert_eq!(again.advert.table, seen.advert.table);
    host.handle.leave().await;
    let gone = soon(async {
        loop {
            if let Sighting::Gone(table) = found.recv().await.unwrap() {
                return table;
            }
        }
    })
    .await;
    assert_eq!(gone, seen.advert.table);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_breaks_the_protocol_is_named_and_the_match_stops() {
    let mut host = Player::host(table(2, 1), None).play_by_itself();
    let mut cheat = Puppet::join(host.code().await).await;
    let charter = cheat.until_started(Response::Done).await;
    // A signature of the charter is an empty payload, and this one is not.
    let header = Ledger::new(&charter).unwrap().next_header(1).unwrap();
    let envelope = Envelope::sign(header, b"x", cheat.identity.signing_key()).unwrap();
    let gossip = Gossip::Envelope(Bytes::try_from(envelope.raw().to_vec()).unwrap()).encode();
    let topic: String = charter::charter_id(&charter).iter().map(|byte| format!("{byte:02x}")).collect();
    let topic = format!("mxt/{topic}");
    let node = cheat.node.clone();
    node.subscribe(topic.clone()).await;
    let repeat = async {
        let mut again = tokio::time::interval(Duration::from_millis(100));
        loop {
            again.tick().await;
            node.publish(topic.clone(), gossip.clone()).await;
        }
    };
    let (events, ended) = tokio::select! {
        ended = host.until_ended() => ended,
        () = repeat => unreachable!("it goes on for ever"),
        () = cheat.silent() => unreachable!("it goes on for ever"),
    };
    assert_eq!(ended, Ended::Stopped);
    let fault = events.iter().find_map(|event| match event {
        SessionEvent::Fault { charge, evidence, .. } => {
            Some((charge.name.clone(), charge.refusal.code(), charge.step, evidence.clone()))
        }
        _ => None,
    });
    let Some((accused, "length", 0, Some(evidence))) = fault else { panic!("{fault:?}") };
    assert_eq!(accused, Some(name("Mallory")));
    // The whole log up to there, since only all of it shows what was due.
    let file = std::fs::read(evidence).unwrap();
    let report = crate::log::verify::verify(file.as_slice(), std::num::NonZero::<usize>::MIN).unwrap();
    let crate::log::verify::Verdict::Failed(culprits) = report.verdict else {
        panic!("{:?}", report.verdict)
    };
    assert_eq!(culprits[0].player.as_ref().map(|player| player.name.clone()), accused);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_crashes_before_a_guest_got_the_charter_gives_it_afterwards() {
    let mut host = Player::host(table(2, 1), None).play_by_itself();
    let code = host.code().await;
    let mut guest = Puppet::join(code).await;
    // The answer is as good as lost: the guest has no match.
    let first = guest.until_started(Response::Refused(Refused::Stale)).await;
    let place = host.crash().await;
    let saved = saved_sessions(place.path()).remove(0);
    // It listens somewhere else now, and knows where the guest does.
    let (_handle, _events) = resume(config(place.path(), "Ada", None), &saved).unwrap();
    assert_eq!(guest.until_started(Response::Done).await, first);
}

/// A guest that is only a node and a lobby, and does what a test wants.
struct Puppet {
    identity: Identity,
    node: NodeHandle,
    events: mpsc::Receiver<NodeEvent>,
    guest: Guest,
    host: libp2p::PeerId,
}

impl Puppet {
    /// Sits down, and is ready for whatever the host wants.
    async fn join(code: JoinCode) -> Puppet {
        let place = tempfile::tempdir().unwrap();
        let config = config(place.path(), "Mallory", None);
        let (node, mut events) = node::start(config.node).unwrap();
        let location = Location::Code(code);
        let host = soon(node.dial(location.addresses(), None)).await.unwrap();
        node.keep(host, location.addresses()).await;
        soon(async { while !matches!(events.recv().await.unwrap(), NodeEvent::PeerReady { .. }) {} }).await;
        let key = config.identity.public_key();
        let commitment = charter::commitment(&key, &[5; 32]);
        let candidate = Candidate {
            version: PROTOCOL_VERSION,
            engine: charter::ENGINE,
            table: None,
            name: config.name,
            commitment,
            bot: true,
        };
        let Ok(Response::Joined(state)) = soon(node.request(host, Request::Join(candidate))).await else {
            panic!("no seat");
        };
        let host_key = crate::identity::key_of(&host).unwrap();
        let (table, seq) = (state.table, state.seq);
        let guest = Guest::new(key, commitment, host_key, *state).unwrap();
        let ready = Request::Ready { table, seq, ready: true };
        assert_eq!(soon(node.request(host, ready)).await.unwrap(), Response::Done);
        Puppet { identity: config.identity, node, events, guest, host }
    }

    /// The charter that the host gives, which is answered so.
    async fn until_started(&mut self, answer: Response) -> Vec<u8> {
        soon(async {
            loop {
                match self.events.recv().await.unwrap() {
                    NodeEvent::Request { request: Request::Lobby(state), responder, .. } => {
                        self.guest.update(*state).unwrap();
                        responder.send(Response::Done).await;
                    }
                    NodeEvent::Request { request: Request::Start { charter, .. }, responder, peer } => {
                        assert_eq!(peer, self.host);
                        assert!(Charter::decode(&charter).is_ok());
                        responder.send(answer).await;
                        return charter.into_vec();
                    }
                    _ => {}
                }
            }
        })
        .await
    }

    /// Has nothing to give to anybody.
    async fn silent(&mut self) {
        while let Some(event) = self.events.recv().await {
            if let NodeEvent::Request { responder, .. } = event {
                let nothing =
                    Response::Synced { have: Default::default(), envelopes: Bounded::new(), more: false };
                responder.send(nothing).await;
            }
        }
        std::future::pending().await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_of_a_table_may_overtake_the_seat_at_it() {
    let place = tempfile::tempdir().unwrap();
    let SessionConfig { identity, node, .. } = config(place.path(), "Ada", None);
    let (node, mut events) = node::start(node).unwrap();
    let address = soon(async {
        loop {
            if let NodeEvent::Listening { address } = events.recv().await.unwrap() {
                return address;
            }
        }
    })
    .await;
    let mut guest = Player::join("Bo", Location::Multiaddr(address), None);
    let own = Seated {
        name: name("Ada"),
        key: identity.public_key(),
        commitment: [1; 32],
        bot: true,
        ready: false,
        addresses: Bounded::new(),
    };
    let mut lobby = Host::new([7; 16], name("Friday"), agreement(3, 1), false, own).unwrap();
    soon(async {
        loop {
            if let NodeEvent::Request { request: Request::Join(candidate), responder, peer } =
                events.recv().await.unwrap()
            {
                let key = crate::identity::key_of(&peer).unwrap();
                lobby.join(key, &candidate, Bounded::new()).unwrap();
                let push = || Request::Lobby(Box::new(lobby.state().clone()));
                let early = node.request(peer, push()).await.unwrap();
                assert_eq!(early, Response::Refused(Refused::Stale));
                responder.send(Response::Joined(Box::new(lobby.state().clone()))).await;
                guest.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;
                assert_eq!(node.request(peer, push()).await.unwrap(), Response::Done);
                return;
            }
        }
    })
    .await;
}

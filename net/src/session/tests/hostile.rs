//! A table that plays on to its end among attackers (43), and one whose cheat is named, shown and proven to strangers (36).

use std::net::SocketAddr;
use std::num::NonZero;

use mextrain_crypto::MatchSecret;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use super::*;
use crate::envelope::Kind;
use crate::log::{
    evidence::is_evidence,
    verify::{Verdict, verify},
};
use crate::node::limits::{HANDSHAKES_PER_ADDRESS, PER_ADDRESS, STRANGERS};
use crate::node::{Judgement, Load};
use crate::table::{Have, Output, Owing, Table};

/// Connections that send garbage, a byte at a time, or nothing, from another address of this machine where it has more than one.
async fn crowd_the_port(port: SocketAddr, most: usize) {
    let mut open: std::collections::VecDeque<TcpStream> = std::collections::VecDeque::new();
    let mut pause = tokio::time::interval(Duration::from_millis(5));
    for number in 0_usize.. {
        let socket = TcpSocket::new_v4().unwrap();
        let _ = socket.bind(SocketAddr::from(([127, 0, 0, 9], 0)));
        if let Ok(mut stream) = socket.connect(port).await {
            let garbage = [&b"\x13/multistream/1.0.0\n"[..number % 20], &[0xA5; 64][..number % 64]].concat();
            let _ = stream.write_all(&garbage).await;
            open.push_back(stream);
        }
        if open.len() > most {
            // The slow ones get a byte more before they go.
            for slow in &mut open {
                let _ = slow.write_all(b"x").await;
            }
            open.pop_front();
        }
        pause.tick().await;
    }
}

/// A stranger with a node: it comes again whenever it is shown out, asks for everything, and passes on whatever it hears, also as its own.
async fn flood(number: u8, peer: libp2p::PeerId, host: SocketAddr, topic: String) {
    let place = tempfile::tempdir().unwrap();
    let config = config(place.path(), "Mallory", None);
    let listen = vec![IpAddr::V4(Ipv4Addr::new(127, 0, 0, 10 + number % 3))];
    let (node, mut events) = node::start(NodeConfig { listen, ..config.node }).unwrap();
    node.subscribe(topic.clone()).await;
    let own = node.peer_id();
    let mut again = tokio::time::interval(Duration::from_millis(20));
    let mut heard: Vec<u8> = Gossip::Announce(Have { step: 9000, seats: 255, ..Have::default() }).encode();
    for turn in 0_u64.. {
        again.tick().await;
        while let Ok(event) = events.try_recv() {
            if let NodeEvent::Gossip { data, token, from, .. } = event {
                node.judge(token, Judgement::Accept).await;
                if from != own {
                    heard = data;
                }
            }
        }
        if node.dial(crate::place::both_transports(host), Some(peer)).await.is_err() {
            continue;
        }
        for copy in 0..8_u64 {
            // What a member has said, said again as it is, and with something added.
            node.publish(topic.clone(), heard.clone()).await;
            node.publish(topic.clone(), [&heard[..], &(turn * 8 + copy).to_le_bytes()].concat()).await;
        }
        let candidate = Candidate {
            version: PROTOCOL_VERSION,
            engine: charter::ENGINE,
            table: None,
            name: name("Mallory"),
            commitment: [number; 32],
            bot: true,
        };
        let charter = [number; 32];
        let have = Have::default();
        let asked = [Request::Tables, Request::Join(candidate), Request::Sync { charter, have }];
        // Nobody waits for an answer here.
        for request in asked {
            let node = node.clone();
            tokio::spawn(async move { node.request(peer, request).await });
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_43_a_table_plays_to_its_end_among_crowds_and_floods() {
    let mut host = Player::host(table(3, 1), None);
    let code = host.code().await;
    let location = Location::Code(code);
    let bo = Player::join("Bo", location.clone(), None).play_by_itself();
    let cy = Player::join("Cy", location, None).play_by_itself();
    assert_eq!(soon(host.handle.ready(true)).await, Ok(()));
    let mut seen = host.until(|event| matches!(event, SessionEvent::Charter { .. })).await;
    let Some(SessionEvent::Charter { id, .. }) = seen.last() else { panic!() };
    let (topic, socket) = (format!("mxt/{id}"), SocketAddr::from(code.address()));
    let peer = crate::identity::peer_of(&host.handle.snapshot().borrow().key).unwrap();
    let mut attackers = vec![tokio::spawn(crowd_the_port(socket, 60))];
    attackers.extend((0..6).map(|number| tokio::spawn(flood(number, peer, socket, topic.clone()))));

    // The host makes no move before the attack has come to something.
    let mut snapshots = host.handle.snapshot();
    soon(snapshots.wait_for(|snapshot| snapshot.load.refused > 0)).await.unwrap();
    let mut host = host.play_by_itself();
    let mut worst = Load::default();
    let watch = async {
        while snapshots.changed().await.is_ok() {
            let load = snapshots.borrow().load;
            worst = Load { refused: worst.refused.max(load.refused), ..load };
        }
        std::future::pending().await
    };
    let ended = tokio::select! {
        (events, ended) = host.until_ended() => {
            seen.extend(events);
            ended
        }
        () = watch => unreachable!("it goes on for ever"),
    };
    assert_eq!(ended, Ended::Finished);
    for mut guest in [bo, cy] {
        let (events, ended) = guest.until_ended().await;
        assert_eq!(ended, Ended::Finished);
        assert_eq!(guest.log(), host.log());
        assert!(!events.iter().any(|event| matches!(event, SessionEvent::Fault { .. })));
    }
    // Nobody of the table was lost for it, and what strangers could hold was bounded.
    assert!(!seen.iter().any(|event| matches!(event, SessionEvent::PeerLost { .. })), "{seen:?}");
    assert!(worst.most_strangers <= STRANGERS.min(3 * PER_ADDRESS), "{worst:?}");
    assert!(worst.most_handshakes <= 5 * HANDSHAKES_PER_ADDRESS, "{worst:?}");
    assert!(worst.refused > 0, "nobody was shown out: {worst:?}");
    for attacker in attackers {
        assert!(!attacker.is_finished(), "an attacker gave up");
        attacker.abort();
    }
}

/// A cheat at a real table: honest with the library's own table, until it signs a second key for a round that all have begun.
struct Cheat {
    puppet: Puppet,
    table: Table,
    topic: String,
    own_key: Option<Envelope>,
    second: Option<Envelope>,
}

impl Cheat {
    async fn join(code: JoinCode) -> Cheat {
        let mut puppet = Puppet::join(code).await;
        let charter = puppet.until_started(Response::Done).await;
        let key = puppet.identity.signing_key().clone();
        let table = Table::new(&charter, key, MatchSecret::from_bytes([3; 32]), [5; 32]).unwrap();
        let id: String = charter::charter_id(&charter).iter().map(|byte| format!("{byte:02x}")).collect();
        let topic = format!("mxt/{id}");
        puppet.node.subscribe(topic.clone()).await;
        Cheat { puppet, table, topic, own_key: None, second: None }
    }

    async fn say(&self, envelope: &[u8]) {
        let gossip = Gossip::Envelope(Bytes::try_from(envelope.to_vec()).unwrap()).encode();
        self.puppet.node.publish(self.topic.clone(), gossip).await;
    }

    async fn carry_out(&mut self) {
        loop {
            match self.table.view().owing() {
                Owing::Nothing => {}
                Owing::Seal => self.table.seal(mextrain_core::SeatSet::EMPTY).unwrap(),
                Owing::Move => {
                    let choice = mextrain_core::player::choose(&self.table.view().seat_view().unwrap());
                    self.table.act(choice.unwrap()).unwrap();
                }
            }
            let Some(output) = self.table.poll_output() else { return };
            if let Output::Send(raw) = output {
                let envelope = Envelope::parse(&raw).unwrap();
                if envelope.header().kind == Kind::RoundKey {
                    self.own_key = Some(envelope);
                }
                self.say(&raw).await;
            }
        }
    }

    /// Plays, and cheats as soon as the tiles are dealt, again and again.
    async fn play(&mut self) {
        let mut again = tokio::time::interval(Duration::from_millis(100));
        loop {
            self.carry_out().await;
            if self.second.is_none()
                && self.table.view().ledger().round().is_some()
                && let Some(first) = &self.own_key
                && self.table.have().step > first.header().step
            {
                let key = self.puppet.identity.signing_key();
                let payload = [first.payload(), b"another"].concat();
                self.second = Some(Envelope::sign(*first.header(), &payload, key).unwrap());
            }
            tokio::select! {
                _ = again.tick() => {
                    if let Some(second) = &self.second {
                        self.say(second.raw()).await;
                    }
                    let request = Request::Sync { charter: self.table.charter_id(), have: self.table.have() };
                    let answer = self.puppet.node.request(self.puppet.host, request).await;
                    if let Ok(Response::Synced { envelopes, .. }) = answer {
                        for raw in envelopes.iter() {
                            self.table.receive(raw);
                        }
                    }
                }
                event = self.puppet.events.recv() => match event.expect("the node runs") {
                    NodeEvent::Gossip { data, token, .. } => {
                        self.puppet.node.judge(token, Judgement::Accept).await;
                        if let Ok(Gossip::Envelope(raw)) = Gossip::decode(&data) {
                            self.table.receive(&raw);
                        }
                    }
                    NodeEvent::Request { request: Request::Sync { have, .. }, responder, .. } => {
                        let lacking = self.table.envelopes_beyond(have, 100_000);
                        let copies = lacking.iter().filter_map(|raw| Bytes::try_from(raw.to_vec()).ok());
                        let (have, envelopes) = (self.table.have(), Bounded::first_of(copies));
                        responder.send(Response::Synced { have, envelopes, more: false }).await;
                    }
                    NodeEvent::Request { responder, .. } => responder.send(Response::Done).await,
                    _ => {}
                }
            }
        }
    }
}

/// The one file of evidence in a player's folder, as a stranger gets it.
fn evidence_of(player: &Player) -> (PathBuf, Vec<u8>) {
    let logs = std::fs::read_dir(player.place.path().join("logs")).unwrap();
    let mut paths = logs.map(|entry| entry.unwrap().path()).filter(|path| is_evidence(path));
    let path = paths.next().expect("no evidence");
    assert_eq!(paths.next(), None);
    let bytes = std::fs::read(&path).unwrap();
    (path, bytes)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_36_a_cheat_at_a_real_table_is_named_by_all_and_proven_to_strangers() {
    let mut host = Player::host(table(3, 1), None);
    let code = host.code().await;
    let mut bo = Player::join("Bo", Location::Code(code), None).play_by_itself();
    bo.until(|event| matches!(event, SessionEvent::Lobby { .. })).await;
    let host = host.play_by_itself();
    let mut cheat = Cheat::join(code).await;
    let mut honest = [host, bo];
    let ends = async {
        let mut ends = Vec::new();
        for player in &mut honest {
            ends.push(player.until_ended().await);
        }
        ends
    };
    let ends = tokio::select! {
        ends = ends => ends,
        () = cheat.play() => unreachable!("it goes on for ever"),
    };
    let step = cheat.own_key.as_ref().unwrap().header().step;
    for (player, (events, ended)) in honest.iter().zip(ends) {
        assert_eq!(ended, Ended::Stopped);
        let faults: Vec<_> =
            events.iter().filter(|event| matches!(event, SessionEvent::Fault { .. })).collect();
        let [SessionEvent::Fault { charge, evidence, .. }] = faults.as_slice() else { panic!("{faults:?}") };
        let who = charge.name.as_ref().map(Name::as_str);
        assert_eq!((who, charge.refusal.code(), charge.step), (Some("Mallory"), "equivocation", step));
        let sentence = charge.to_string();
        assert!(sentence.contains("Mallory") && sentence.contains("key for the round"), "{sentence}");
        let (path, bytes) = evidence_of(player);
        assert_eq!(evidence.as_deref(), path.to_str());
        let snapshot = player.handle.snapshot().borrow().clone();
        let [accusation] = snapshot.accusations.as_slice() else { panic!("{:?}", snapshot.accusations) };
        assert_eq!((&accusation.charge, &accusation.evidence), (charge, &Some(path)));
        // The stranger has the file alone.
        let report = verify(bytes.as_slice(), NonZero::<usize>::MIN).unwrap();
        let Verdict::Failed(culprits) = report.verdict else { panic!("{:?}", report.verdict) };
        let accused = culprits[0].player.as_ref().unwrap();
        assert_eq!((accused.name.as_str(), accused.key), ("Mallory", cheat.puppet.identity.public_key()));
        assert_eq!(&culprits[0].charge(), charge);
    }
}

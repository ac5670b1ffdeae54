//! Real nodes on the loopback interface, and strangers that are no nodes. Nothing waits for a time to pass; [`soon`] only keeps a failing
//! test from hanging.

mod hostile;

use std::collections::HashSet;
use std::future::Future;
use std::time::Duration;

use futures::{AsyncRead, AsyncWrite, AsyncWriteExt, StreamExt};
use libp2p::request_response::{self, ProtocolSupport};
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{Multiaddr, PeerId, StreamProtocol, Swarm, SwarmBuilder, identify, noise, tcp, yamux};
use tokio::io::AsyncWriteExt as _;

use super::message::{DialedBack, Gossip, PROTOCOL_VERSION, Request, Response};
use super::*;
use crate::place::{both_transports, socket_address};
use crate::table::Have;
use crate::wire::Bounded;

async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), what).await.expect("nothing happened for a minute")
}

struct TestNode {
    handle: NodeHandle,
    events: mpsc::Receiver<NodeEvent>,
    address: Multiaddr,
}

fn config() -> NodeConfig {
    NodeConfig {
        keypair: Keypair::generate_ed25519(),
        listen: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)],
        port: Port::Any,
        multicast: false,
        rendezvous: None,
    }
}

impl TestNode {
    async fn start(config: NodeConfig) -> TestNode {
        let (handle, mut events) = start(config).unwrap();
        let mut tcp = None;
        let mut quic = None;
        while tcp.is_none() || quic.is_none() {
            if let NodeEvent::Listening { address } = soon(events.recv()).await.unwrap() {
                let is_tcp = address.iter().any(|part| matches!(part, libp2p::multiaddr::Protocol::Tcp(_)));
                if is_tcp { tcp = Some(address) } else { quic = Some(address) }
            }
        }
        let (tcp, quic) = (tcp.unwrap(), quic.unwrap());
        assert_eq!(socket_address(&tcp), socket_address(&quic));
        TestNode { handle, events, address: tcp }
    }

    /// The first event that `pick` wants; requests met on the way are answered with `Done`.
    async fn until<T>(&mut self, mut pick: impl FnMut(&NodeEvent) -> Option<T>) -> T {
        soon(async {
            loop {
                let event = self.events.recv().await.expect("the node stopped");
                let picked = pick(&event);
                match event {
                    NodeEvent::Request { responder, .. } => responder.send(Response::Done).await,
                    NodeEvent::Gossip { token, .. } => self.handle.judge(token, Judgement::Accept).await,
                    _ => {}
                }
                if let Some(picked) = picked {
                    return picked;
                }
            }
        })
        .await
    }

    async fn until_ready(&mut self, other: PeerId) {
        self.until(|event| {
            matches!(event, NodeEvent::PeerReady { peer, .. } if *peer == other).then_some(())
        })
        .await;
    }

    async fn until_lost(&mut self, other: PeerId) {
        self.until(|event| matches!(event, NodeEvent::PeerLost { peer } if *peer == other).then_some(()))
            .await;
    }

    async fn connect(&mut self, other: &mut TestNode) {
        let peer = soon(self.handle.dial(vec![other.address.clone()], None)).await.unwrap();
        assert_eq!(peer, other.handle.peer_id());
        self.until_ready(peer).await;
        other.until_ready(self.handle.peer_id()).await;
    }
}

/// Answers requests until the node stops.
fn serve(mut node: TestNode) -> NodeHandle {
    let handle = node.handle.clone();
    tokio::spawn(async move {
        while let Some(event) = node.events.recv().await {
            if let NodeEvent::Request { responder, .. } = event {
                responder.send(Response::Tables(Bounded::new())).await;
            }
        }
    });
    handle
}

#[tokio::test]
async fn two_nodes_meet_on_either_transport_and_talk() {
    for transport in 0..2 {
        let mut one = TestNode::start(config()).await;
        let other = TestNode::start(config()).await;
        let socket = socket_address(&other.address).unwrap();
        let address = both_transports(socket).remove(transport);
        let peer = soon(one.handle.dial(vec![address.clone()], Some(other.handle.peer_id()))).await.unwrap();
        one.until_ready(peer).await;
        let other = serve(other);
        let answer = soon(one.handle.request(peer, Request::Tables)).await.unwrap();
        assert_eq!(answer, Response::Tables(Bounded::new()));
        assert_eq!(soon(one.handle.addresses(peer)).await.first(), Some(&address));
        one.handle.disconnect(peer).await;
        one.until_lost(other.peer_id()).await;
    }
}

#[tokio::test]
async fn nobody_at_the_address_or_somebody_else() {
    let node = TestNode::start(config()).await;
    let other = TestNode::start(config()).await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let outcome = soon(node.handle.dial(both_transports(closed), None)).await;
    assert!(matches!(outcome, Err(DialError::Unreachable(Unreached::Refused(_)))), "{outcome:?}");
    let outcome = soon(node.handle.dial(vec![other.address.clone()], Some(PeerId::random()))).await;
    assert!(matches!(outcome, Err(DialError::Unreachable(Unreached::SomebodyElse(_)))), "{outcome:?}");
    let outcome = soon(node.handle.dial(Vec::new(), None)).await;
    assert!(matches!(outcome, Err(DialError::Unreachable(Unreached::NoAddress))), "{outcome:?}");
    let outcome = soon(node.handle.dial(vec![node.address.clone()], None)).await;
    assert!(matches!(outcome, Err(DialError::Unreachable(Unreached::Ourselves(_)))), "{outcome:?}");
    let outcome = soon(node.handle.request(PeerId::random(), Request::Tables)).await;
    assert!(matches!(outcome, Err(RequestError::NotConnected)));
}

/// A crash leaves connections behind that seem alive for seconds; gossip must pass as soon as the peer is back all the same.
#[test]
fn a_peer_that_comes_back_before_anybody_noticed_is_heard_at_once() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (crashing, living) = (runtime(), runtime());
    let topic = "mxt/test";
    let crashing_config = config();
    let again = NodeConfig { keypair: crashing_config.keypair.clone(), ..config() };
    let stays = living.block_on(TestNode::start(config()));
    let peer = crashing_config.keypair.public().to_peer_id();
    let address = stays.address.clone();
    let own = stays.handle.peer_id();
    let announced = Gossip::Announce(Have { step: 7, seats: 3, ..Have::default() });
    // One side runs on a thread of its own, so that the other can stop in the middle of everything.
    let (met_in, met) = std::sync::mpsc::channel();
    let side = std::thread::spawn(move || {
        living.block_on(async move {
            let mut stays = stays;
            stays.handle.subscribe(topic.to_owned()).await;
            stays.handle.keep(peer, Vec::new()).await;
            stays.until_ready(peer).await;
            met_in.send(()).unwrap();
            stays.until_lost(peer).await;
            stays
                .until(|event| match event {
                    NodeEvent::Gossip { from, data, .. } if *from == peer => Some(data.clone()),
                    _ => None,
                })
                .await
        })
    });
    // Frozen, not dropped: nothing is said to the other any more, and its sockets stay open.
    let frozen = crashing.block_on(async {
        let node = TestNode::start(crashing_config).await;
        node.handle.keep(own, vec![address.clone()]).await;
        soon(async {
            while met.try_recv().is_err() {
                tokio::task::yield_now().await
            }
        })
        .await;
        node
    });
    let heard = runtime().block_on(async {
        let mut node = TestNode::start(again).await;
        node.handle.subscribe(topic.to_owned()).await;
        node.handle.keep(own, vec![address]).await;
        node.until(|event| {
            matches!(event, NodeEvent::PeerSubscribed { peer, .. } if *peer == own).then_some(())
        })
        .await;
        node.handle.publish(topic.to_owned(), announced.encode()).await;
        soon(async {
            while !side.is_finished() {
                tokio::task::yield_now().await
            }
        })
        .await;
        side.join().unwrap()
    });
    assert_eq!(Gossip::decode(&heard).unwrap(), announced);
    drop((frozen, crashing));
}

#[tokio::test]
async fn gossip_reaches_who_is_not_a_neighbour() {
    let mut nodes =
        [TestNode::start(config()).await, TestNode::start(config()).await, TestNode::start(config()).await];
    for node in &nodes {
        node.handle.subscribe("mxt/test".to_owned()).await;
    }
    let [one, middle, far] = &mut nodes;
    one.connect(middle).await;
    far.connect(middle).await;
    let speaker_id = one.handle.peer_id();

    // Said more than once, since a publication may come before the mesh stands; each arrives or does not.
    let message = Gossip::Announce(Have { step: 7, seats: 3, ..Have::default() });
    let one_handle = one.handle.clone();
    let said = message.encode();
    let speaker = tokio::spawn(async move {
        let mut again = tokio::time::interval(Duration::from_millis(200));
        loop {
            again.tick().await;
            one_handle.publish("mxt/test".to_owned(), said.clone()).await;
        }
    });
    let heard = |event: &NodeEvent| match event {
        NodeEvent::Gossip { from, topic, data, .. } => Some((*from, topic.clone(), Gossip::decode(data))),
        _ => None,
    };
    // The middle one passes on what it accepts for as long as the far one waits.
    let forwarding = middle.until(|_| None::<()>);
    let at_the_end = tokio::select! {
        heard = far.until(heard) => heard,
        () = forwarding => unreachable!("the middle one waits for nothing"),
    };
    speaker.abort();
    assert_eq!(at_the_end, (speaker_id, "mxt/test".to_owned(), Ok(message)));
}

#[tokio::test]
async fn peers_of_one_machine_find_each_other_without_a_network() {
    let place = tempfile::tempdir().unwrap();
    let config = || NodeConfig { rendezvous: Some(place.path().join("peers")), ..config() };
    let mut nodes =
        [TestNode::start(config()).await, TestNode::start(config()).await, TestNode::start(config()).await];
    let ids: Vec<PeerId> = nodes.iter().map(|node| node.handle.peer_id()).collect();
    for node in &mut nodes {
        let own = node.handle.peer_id();
        let mut missing: HashSet<PeerId> = ids.iter().copied().filter(|id| *id != own).collect();
        node.until(|event| {
            if let NodeEvent::PeerReady { peer, .. } = event {
                missing.remove(peer);
            }
            missing.is_empty().then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_kept_peer_that_comes_back_is_met_again() {
    let mut one = TestNode::start(config()).await;
    let other_config = config();
    let mut other = TestNode::start(other_config.clone()).await;
    one.connect(&mut other).await;
    let (id, address) = (other.handle.peer_id(), other.address.clone());
    one.handle.keep(id, vec![address.clone()]).await;
    drop(other);
    one.until_lost(id).await;
    let port = socket_address(&address).unwrap().port();
    // The old sockets are closed in the background.
    let config = NodeConfig { port: Port::Fixed(port), ..other_config };
    let _back = soon(async {
        loop {
            match start(config.clone()) {
                Ok(back) => return back,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    })
    .await;
    one.until_ready(id).await;
}

#[tokio::test]
async fn a_kept_peer_that_falls_silent_is_let_go() {
    let mut node = TestNode::start(config()).await;
    let mut stranger = Stranger::new("mextrain/1");
    let id = *stranger.swarm.local_peer_id();
    stranger.dial(&node.address).await;
    tokio::select! {
        () = stranger.live() => panic!("the stranger was shown out"),
        () = node.until_ready(id) => {}
    }
    node.handle.keep(id, Vec::new()).await;
    // From here on nobody drives the stranger's swarm: its connection stays open and says nothing.
    node.until_lost(id).await;
}

#[tokio::test]
async fn other_versions_are_told_apart_and_other_programs_shown_out() {
    let mut node = TestNode::start(config()).await;
    let mut newer = Stranger::new("mextrain/2");
    newer.dial(&node.address).await;
    let expected = *newer.swarm.local_peer_id();
    let told = node.until(|event| match event {
        NodeEvent::PeerOtherVersion { peer, version } => Some((*peer, *version)),
        _ => None,
    });
    tokio::select! {
        () = newer.live() => panic!("the newer peer was shown out"),
        told = told => assert_eq!(told, (expected, Some(PROTOCOL_VERSION + 1))),
    }

    let mut foreign = Stranger::new("ipfs/1.0.0");
    foreign.dial(&node.address).await;
    soon(foreign.live()).await;
}

#[tokio::test]
async fn attack_4_requests_that_are_none_break_nothing() {
    let mut node = TestNode::start(config()).await;
    let mut stranger = Stranger::new("mextrain/1");
    stranger.dial(&node.address).await;
    let peer = node.handle.peer_id();
    let mut megabyte = (1_u32 << 20).to_le_bytes().to_vec();
    megabyte.extend(vec![7; 1 << 20]);
    for bytes in [vec![0xFF; 64], megabyte, vec![4, 0, 0, 0, 99, 0, 0, 0], Vec::new()] {
        assert!(stranger.ask(&peer, bytes, &mut node).await.is_none());
        assert!(stranger.swarm.is_connected(&peer));
    }
    let good = [&[4, 0, 0, 0][..], &[1, 0, 0, 0]].concat();
    let answer = stranger.ask(&peer, good, &mut node).await;
    assert_eq!(answer, Some(vec![4, 0, 0, 0, 0, 0, 0, 0]));
}

#[tokio::test]
async fn a_peer_is_dialled_back_where_it_listens_and_not_twice_at_once() {
    let mut asker = TestNode::start(config()).await;
    let mut node = TestNode::start(config()).await;
    asker.connect(&mut node).await;
    let (peer, port) = (node.handle.peer_id(), socket_address(&asker.address).unwrap().port());
    let node = serve(node);
    let ask = || asker.handle.request(peer, Request::DialBack { port });
    let (one, other) = soon(async { tokio::join!(ask(), ask()) }).await;
    let mut answers = [one.unwrap(), other.unwrap()];
    answers.sort_by_key(|answer| *answer == Response::DialedBack(None));
    let both = DialedBack { tcp: true, quic: true };
    assert_eq!(answers, [Response::DialedBack(Some(both)), Response::DialedBack(None)]);
    // What was dialled for that is closed, and the peers are still connected.
    assert_eq!(soon(asker.handle.request(peer, Request::Heartbeat)).await.unwrap(), Response::Done);
    drop(node);
}

#[tokio::test]
async fn whoever_listens_nowhere_is_not_reached_back() {
    let mut asker = TestNode::start(config()).await;
    let mut node = TestNode::start(config()).await;
    asker.connect(&mut node).await;
    let peer = node.handle.peer_id();
    let _node = serve(node);
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let answer = soon(asker.handle.request(peer, Request::DialBack { port: closed })).await;
    assert_eq!(answer.unwrap(), Response::DialedBack(Some(DialedBack::default())));
}

/// A peer with the bare protocols and no manners.
struct Stranger {
    swarm: Swarm<StrangerBehaviour>,
}

#[derive(NetworkBehaviour)]
struct StrangerBehaviour {
    identify: identify::Behaviour,
    talk: request_response::Behaviour<Raw>,
}

impl Stranger {
    fn new(introduction: &str) -> Stranger {
        let swarm = SwarmBuilder::with_new_identity()
            .with_tokio()
            .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
            .unwrap()
            .with_behaviour(|key| StrangerBehaviour {
                identify: identify::Behaviour::new(identify::Config::new(
                    introduction.to_owned(),
                    key.public(),
                )),
                talk: request_response::Behaviour::with_codec(
                    Raw,
                    [(codec::TALK, ProtocolSupport::Full)],
                    request_response::Config::default(),
                ),
            })
            .unwrap()
            .build();
        Stranger { swarm }
    }

    async fn dial(&mut self, address: &Multiaddr) {
        self.swarm.dial(address.clone()).unwrap();
        soon(async {
            while !matches!(self.swarm.select_next_some().await, SwarmEvent::ConnectionEstablished { .. }) {}
        })
        .await;
    }

    /// Lives on until the connection is closed.
    async fn live(&mut self) {
        while !matches!(self.swarm.select_next_some().await, SwarmEvent::ConnectionClosed { .. }) {}
    }

    /// The bytes that are answered to these bytes, if anything is; the node's events are taken meanwhile.
    async fn ask(&mut self, peer: &PeerId, bytes: Vec<u8>, node: &mut TestNode) -> Option<Vec<u8>> {
        self.swarm.behaviour_mut().talk.send_request(peer, bytes);
        let answer = async {
            loop {
                if let SwarmEvent::Behaviour(StrangerBehaviourEvent::Talk(event)) =
                    self.swarm.select_next_some().await
                {
                    match event {
                        request_response::Event::OutboundFailure { .. } => return None,
                        request_response::Event::Message {
                            message: request_response::Message::Response { response, .. },
                            ..
                        } => return Some(response),
                        _ => {}
                    }
                }
            }
        };
        tokio::select! {
            answer = answer => answer,
            () = node.until(|_| None::<()>) => unreachable!("the node waits for nothing"),
        }
    }
}

/// Any bytes, as requests and responses.
#[derive(Clone)]
struct Raw;

impl request_response::Codec for Raw {
    type Protocol = StreamProtocol;
    type Request = Vec<u8>;
    type Response = Vec<u8>;

    async fn read_request<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<u8>> {
        read(io).await
    }

    async fn read_response<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<u8>> {
        let bytes = read(io).await?;
        if bytes.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
    }

    async fn write_request<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        bytes: Vec<u8>,
    ) -> io::Result<()> {
        io.write_all(&bytes).await?;
        io.close().await
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        bytes: Vec<u8>,
    ) -> io::Result<()> {
        io.write_all(&bytes).await?;
        io.close().await
    }
}

async fn read(io: &mut (impl AsyncRead + Unpin + Send)) -> io::Result<Vec<u8>> {
    use futures::AsyncReadExt;
    let mut bytes = Vec::new();
    io.read_to_end(&mut bytes).await?;
    Ok(bytes)
}

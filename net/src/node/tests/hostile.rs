//! Attacks on the port and over it (43): real sockets, real libp2p peers without manners. What is asserted are counted resources, and that
//! others still get through.

use std::net::SocketAddr;

use tokio::net::{TcpSocket, TcpStream};

use super::*;
use crate::node::limits::{
    HANDSHAKES, HANDSHAKES_MEMBERS, HANDSHAKES_PER_ADDRESS, PER_ADDRESS, PER_ADDRESS_CROWD, STRANGERS,
};

/// A connection from another address of this machine, where there is no such address from the usual one.
async fn from(last: u8, to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    if socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).is_err() {
        return TcpStream::connect(to).await.ok();
    }
    socket.connect(to).await.ok()
}

/// A node at another address of this machine, from where it also dials.
fn config_at(last: u8) -> NodeConfig {
    NodeConfig { listen: vec![IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))], ..config() }
}

#[tokio::test]
async fn attack_43_garbage_slow_and_silent_connections_on_the_port() {
    let mut node = TestNode::start(config()).await;
    let socket = socket_address(&node.address).unwrap();
    let mut open = Vec::new();
    for number in 0..120_u8 {
        let mut stream = soon(from(2, socket)).await.unwrap();
        let garbage: Vec<u8> = (0..200).map(|byte: u8| byte.wrapping_mul(number)).collect();
        // A third sends nothing, a third a byte of something that could become a handshake. Refused connections may break meanwhile.
        let some = match number % 3 {
            0 => &garbage[..0],
            1 => b"\x13",
            _ => &garbage[..],
        };
        let _ = stream.write_all(some).await;
        open.push(stream);
    }
    let load = soon(node.handle.load()).await;
    assert!(load.most_handshakes <= HANDSHAKES_PER_ADDRESS, "{load:?}");
    assert_eq!(load.connections, 0);
    // As long as they hang there, somebody from elsewhere gets through.
    let mut other = TestNode::start(config()).await;
    other.handle.keep(node.handle.peer_id(), vec![node.address.clone()]).await;
    node.until_ready(other.handle.peer_id()).await;
    other.until_ready(node.handle.peer_id()).await;
    drop(open);
}

#[tokio::test]
async fn attack_43_a_member_gets_in_though_every_handshake_for_strangers_is_taken() {
    let mut node = TestNode::start(config()).await;
    let mut member = TestNode::start(config_at(200)).await;
    node.handle.keep(member.handle.peer_id(), vec![member.address.clone()]).await;
    node.until_ready(member.handle.peer_id()).await;
    member.until_ready(node.handle.peer_id()).await;
    // The node learns once a second where its members are.
    let socket = socket_address(&node.address).unwrap();
    let mut open = Vec::new();
    for last in 2..100 {
        for _ in 0..2 {
            open.extend(soon(from(last, socket)).await);
        }
    }
    let load = soon(async {
        loop {
            let load = node.handle.load().await;
            if load.most_handshakes >= HANDSHAKES {
                return load;
            }
            open.extend(from(101, socket).await);
        }
    })
    .await;
    assert!(load.most_handshakes <= HANDSHAKES + HANDSHAKES_MEMBERS);
    // Its own dial is not needed for that: only the member keeps on.
    node.handle.release(member.handle.peer_id()).await;
    node.handle.keep(member.handle.peer_id(), Vec::new()).await;
    member.handle.keep(node.handle.peer_id(), vec![node.address.clone()]).await;
    member.handle.disconnect(node.handle.peer_id()).await;
    node.until_lost(member.handle.peer_id()).await;
    node.until_ready(member.handle.peer_id()).await;
}

#[tokio::test]
async fn attack_43_a_crowd_of_idle_strangers_makes_room() {
    let mut node = TestNode::start(config()).await;
    let mut crowd = Vec::new();
    for number in 0..STRANGERS + 20 {
        let stranger = TestNode::start(config_at(2 + u8::try_from(number % 3).unwrap())).await;
        // Once it is in it stays, and does nothing.
        let dialled = soon(stranger.handle.dial(vec![node.address.clone()], None)).await;
        // Nor does it come again of itself.
        stranger.handle.forget(node.handle.peer_id()).await;
        crowd.push((stranger, dialled.is_ok()));
        while node.events.try_recv().is_ok() {}
    }
    let load = soon(node.handle.load()).await;
    assert!(load.most_strangers <= STRANGERS, "{load:?}");
    let entered = crowd.iter().filter(|(_, entered)| *entered).count();
    assert!(entered > PER_ADDRESS_CROWD && load.strangers <= entered, "{load:?}, {entered} of them came in");

    // A member comes in at once, though it is full.
    let mut member = TestNode::start(config_at(2)).await;
    node.handle.keep(member.handle.peer_id(), Vec::new()).await;
    member.connect(&mut node).await;
    // An honest stranger comes in soon, and is served.
    let other = TestNode::start(config_at(3)).await;
    let peer = node.handle.peer_id();
    let address = node.address.clone();
    let node_handle = serve(node);
    let mut again = tokio::time::interval(Duration::from_millis(200));
    let answer = soon(async {
        loop {
            again.tick().await;
            let _ = other.handle.dial(vec![address.clone()], Some(peer)).await;
            if let Ok(answer) = other.handle.request(peer, Request::Tables).await {
                return answer;
            }
        }
    })
    .await;
    assert_eq!(answer, Response::Tables(Bounded::new()));
    let load = soon(node_handle.load()).await;
    assert!(load.most_strangers <= STRANGERS && load.connections > 0, "{load:?}");
    assert!(soon(member.handle.request(peer, Request::Tables)).await.is_ok());
}

#[tokio::test]
async fn attack_43_one_address_has_few_connections() {
    let node = TestNode::start(config()).await;
    let mut crowd = Vec::new();
    for _ in 0..PER_ADDRESS + 10 {
        let stranger = TestNode::start(config_at(9)).await;
        let _ = soon(stranger.handle.dial(vec![node.address.clone()], None)).await;
        crowd.push(stranger);
    }
    let load = soon(node.handle.load()).await;
    assert!(load.most_strangers <= PER_ADDRESS && load.strangers > 0, "{load:?}");
}

#[tokio::test]
async fn attack_43_a_flood_of_requests_is_cut_off_and_others_are_served() {
    let mut flooder = TestNode::start(config()).await;
    let mut other = TestNode::start(config()).await;
    let mut node = TestNode::start(config()).await;
    flooder.connect(&mut node).await;
    other.connect(&mut node).await;
    let node = serve(node);
    let peer = node.peer_id();
    let mut answered = 0;
    soon(async {
        while node.load().await.refused == 0 {
            let flood = (0..8).map(|_| flooder.handle.request(peer, Request::Tables));
            answered += futures::future::join_all(flood).await.into_iter().filter(Result::is_ok).count();
        }
    })
    .await;
    assert!(answered >= limits::STRANGER_BURST as usize, "{answered} were answered first");
    flooder.until_lost(peer).await;
    // It is not let in again for a while, while others are served.
    assert!(soon(other.handle.request(peer, Request::Tables)).await.is_ok());
    let addresses = soon(other.handle.addresses(peer)).await;
    for _ in 0..5 {
        // The handshake comes first, and only then is it known who it is.
        let _ = soon(flooder.handle.dial(addresses.clone(), Some(peer))).await;
        assert!(soon(flooder.handle.request(peer, Request::Tables)).await.is_err());
    }
    assert_eq!(soon(node.load()).await.refused, 1);
    assert!(soon(other.handle.request(peer, Request::Tables)).await.is_ok());
}

#[tokio::test]
async fn attack_43_requests_that_are_none_are_borne_for_some_time_only() {
    let mut node = TestNode::start(config()).await;
    let mut stranger = Stranger::new("mextrain/1");
    stranger.dial(&node.address).await;
    let peer = node.handle.peer_id();
    let mut sent = 0;
    while stranger.swarm.is_connected(&peer) {
        assert!(stranger.ask(&peer, vec![0xFF; 64], &mut node).await.is_none());
        sent += 1;
        assert!(sent < 100 * limits::STRIKES, "it is borne for ever");
    }
    assert!(sent >= limits::STRIKES);
    assert_eq!(soon(node.handle.load()).await.refused, 1);
}

#[tokio::test]
async fn attack_43_members_are_never_shown_out() {
    let mut member = TestNode::start(config()).await;
    let mut node = TestNode::start(config()).await;
    node.handle.keep(member.handle.peer_id(), Vec::new()).await;
    member.connect(&mut node).await;
    let node = serve(node);
    let peer = node.peer_id();
    // Twice as much as the worst stranger may, and then some that are not answered.
    let mut refused = 0;
    while refused < 2 * limits::STRIKES {
        let flood = (0..8).map(|_| member.handle.request(peer, Request::Tables));
        let answers = soon(futures::future::join_all(flood)).await;
        refused += u32::try_from(answers.iter().filter(|answer| answer.is_err()).count()).unwrap();
        assert!(!answers.iter().any(|answer| matches!(answer, Err(RequestError::NotConnected))));
    }
    assert_eq!(soon(node.load()).await.refused, 0);
}

/// A stranger passes on the very bytes of a member, and lies of its own in between: the strikes are the stranger's.
#[tokio::test]
async fn attack_43_a_flood_of_gossip_is_cut_off_and_falls_back_on_who_passed_it_on() {
    let topic = "mxt/test";
    let mut nodes =
        [TestNode::start(config()).await, TestNode::start(config()).await, TestNode::start(config()).await];
    for node in &nodes {
        node.handle.subscribe(topic.to_owned()).await;
    }
    let [node, member, stranger] = &mut nodes;
    node.handle.keep(member.handle.peer_id(), Vec::new()).await;
    member.handle.keep(node.handle.peer_id(), vec![node.address.clone()]).await;
    node.until_ready(member.handle.peer_id()).await;
    stranger.connect(node).await;
    let good = Gossip::Announce(Have { step: 7, seats: 3, ..Have::default() }).encode();
    let (by, other) = (stranger.handle.clone(), member.handle.clone());
    let lie = good.clone();
    let mut pause = tokio::time::interval(Duration::from_millis(5));
    let flood = tokio::spawn(async move {
        for number in 0_u32.. {
            // Not the same twice: what was seen already is dropped before anybody looks at it.
            let data = [&lie[..], &number.to_le_bytes()].concat();
            by.publish(topic.to_owned(), data).await;
            if number % 16 == 0 {
                other.publish(topic.to_owned(), lie.clone()).await;
                pause.tick().await;
            }
        }
    });
    let (stranger_id, member_id) = (stranger.handle.peer_id(), member.handle.peer_id());
    let mut from_member = 0;
    soon(async {
        loop {
            match node.events.recv().await.unwrap() {
                NodeEvent::Gossip { from, data, token, .. } => {
                    let honest = from == member_id && Gossip::decode(&data).is_ok();
                    from_member += usize::from(honest);
                    let judgement = if honest { Judgement::Accept } else { Judgement::Reject };
                    node.handle.judge(token, judgement).await;
                }
                NodeEvent::PeerLost { peer } => {
                    assert_eq!(peer, stranger_id);
                    return;
                }
                NodeEvent::Request { responder, .. } => responder.send(Response::Done).await,
                _ => {}
            }
        }
    })
    .await;
    flood.abort();
    assert_eq!(soon(node.handle.load()).await.refused, 1);
    // The member is heard as before.
    let last = Gossip::Announce(Have { step: 8, seats: 0, ..Have::default() }).encode();
    member.handle.publish(topic.to_owned(), last.clone()).await;
    let heard = |event: &NodeEvent| match event {
        NodeEvent::Gossip { from, data, .. } if *from == member_id && *data == last => Some(()),
        _ => None,
    };
    node.until(heard).await;
}

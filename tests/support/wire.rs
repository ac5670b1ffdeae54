//! A bad wire for tests: it loses a part of all packets and brings the rest late. Needs what [`super::network`] needs, and
//! `/dev/net/tun`.
//!
//! The kernel's own queues can do the same where it was built with them (`netem`); this needs no more of it than a tunnel, of which the
//! test's process is the other end: it takes each packet that one peer sends, and hands it, or not, to the peer that it is for. Nothing
//! of it gets anywhere but between the namespaces of one network.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use tokio::{
    runtime::{Builder, Runtime},
    sync::{mpsc, oneshot},
    time::Instant,
};
use tokio_tun::Tun;

use super::network::{Network, required};

/// So many packets are under way at most; what comes then is lost, as at any router.
const UNDER_WAY: usize = 4096;

/// No packet is larger: what a tunnel takes unless it is told otherwise, and a little more.
const LARGEST: usize = 2048;

/// What a wire does to the packets it is given, each way.
#[derive(Clone, Copy, Debug)]
pub struct Quality {
    /// So many of a hundred are lost, each by itself.
    pub loss: u64,
    /// The others arrive so much later.
    pub delay: Duration,
}

/// Why there can be no such wire here, if so. Where every test must run this is a failure and not a reason.
pub fn unavailable() -> Option<String> {
    static ANSWER: OnceLock<Option<String>> = OnceLock::new();
    ANSWER
        .get_or_init(|| {
            let runtime = runtime().expect("a runtime can be made");
            let _inside = runtime.enter();
            let made = tunnel(&format!("mxt{}w", std::process::id()));
            made.err().map(|why| required(&format!("a tunnel: {why}")))
        })
        .clone()
}

/// A wire that all peers of a network hang on; it is taken away with the value.
pub struct Wire {
    tally: Arc<Tally>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Wire {
    /// Puts machines of a network, which have no other interface, on one wire.
    pub fn between(network: &Network, machines: &[u8], quality: Quality) -> Wire {
        let runtime = runtime().expect("a runtime can be made");
        let inside = runtime.enter();
        let mut ends = BTreeMap::new();
        for number in machines {
            let name = network.interface(*number);
            let end = tunnel(&name).unwrap_or_else(|why| panic!("{name}: {why}"));
            network.take_in(*number, &name);
            ends.insert(network.ip(*number), Arc::new(end));
        }
        drop(inside);
        let (stop, stopped) = oneshot::channel();
        let tally = Arc::new(Tally::default());
        let counts = tally.clone();
        let thread = std::thread::spawn(move || {
            runtime.block_on(async {
                let (send, under_way) = mpsc::channel(UNDER_WAY);
                for ([.., number], end) in &ends {
                    tokio::spawn(take(
                        end.clone(),
                        Fate(u64::from(*number)),
                        quality,
                        send.clone(),
                        counts.clone(),
                    ));
                }
                tokio::spawn(deliver(ends, under_way));
                let _ = stopped.await;
            });
        });
        Wire { tally, stop: Some(stop), thread: Some(thread) }
    }

    /// How many packets it was given so far, and how many of them it lost.
    pub fn tally(&self) -> (u64, u64) {
        (self.tally.taken.load(Ordering::Relaxed), self.tally.lost.load(Ordering::Relaxed))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.stop = None;
        // With the runtime go its tasks, and with the last of them each end is closed, which removes it.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// What a wire was given, and what of it it lost.
#[derive(Default)]
struct Tally {
    taken: AtomicU64,
    lost: AtomicU64,
}

/// A packet that was not lost.
struct Packet {
    arrives: Instant,
    to: [u8; 4],
    bytes: Vec<u8>,
}

/// Takes what a peer sends. The n-th packet of a peer meets the same fate in every run.
async fn take(
    end: Arc<Tun>,
    mut fate: Fate,
    quality: Quality,
    send: mpsc::Sender<Packet>,
    tally: Arc<Tally>,
) {
    let mut buffer = [0; LARGEST];
    while let Ok(length) = end.recv(&mut buffer).await {
        let bytes = &buffer[..length];
        // What systems ask of themselves on a new interface, in IPv6, is for nobody here.
        let Some(to) = destination(bytes) else { continue };
        tally.taken.fetch_add(1, Ordering::Relaxed);
        let arrives = Instant::now() + quality.delay;
        let lost = fate.next() % 100 < quality.loss;
        if lost || send.try_send(Packet { arrives, to, bytes: bytes.to_vec() }).is_err() {
            tally.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Hands packets over when it is time: all take equally long, so that the first is always the next.
async fn deliver(ends: BTreeMap<[u8; 4], Arc<Tun>>, mut under_way: mpsc::Receiver<Packet>) {
    while let Some(packet) = under_way.recv().await {
        tokio::time::sleep_until(packet.arrives).await;
        if let Some(end) = ends.get(&packet.to) {
            // A peer that takes nothing at the moment has lost this one.
            let _ = end.try_send(&packet.bytes);
        }
    }
}

/// For whom a packet of IPv4 is.
fn destination(packet: &[u8]) -> Option<[u8; 4]> {
    let is_v4 = packet.first()? >> 4 == 4;
    packet.get(16..20).filter(|_| is_v4)?.try_into().ok()
}

/// SplitMix64.
struct Fate(u64);

impl Fate {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

fn tunnel(name: &str) -> Result<Tun, String> {
    let mut made = Tun::builder().name(name).build().map_err(|error| error.to_string())?;
    made.pop().ok_or_else(|| "none was made".to_owned())
}

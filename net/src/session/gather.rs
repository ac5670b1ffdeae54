//! The lobby over the network: the host tells its guests how the table stands, the guests say when they are ready, and in the end the host
//! issues the charter.

mod hosting;
mod visiting;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::future::{BoxFuture, join_all};
use futures::stream::FuturesUnordered;
use libp2p::PeerId;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

pub(super) use self::hosting::{Hosting, host};
pub(super) use self::visiting::visit;
use super::context::{Context, Next, code_of};
use super::event::SessionEvent;
use super::files;
use super::manners::Manners;
use super::play::{Match, Player};
use super::{Command, CommandError, Ended, Failed, Reply, SessionConfig, SessionError, TableConfig, Trouble};
use crate::charter::{self, Charter};
use crate::identity::{self, Identity};
use crate::lobby::{
    Agreement, Change, Disagreement, Guest, Host, LobbyState, NotYet, Refused, Seated, changes,
};
use crate::node::message::{Address, Request, Response};
use crate::node::{NodeEvent, RequestError, Responder};
use crate::wire::{Bounded, Bytes};

/// After how many seconds without a connection a guest's seat is free again.
const AWAY_TICKS: u32 = 20;

/// For how long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// What this peer brings to any table: a nonce nobody knows, and the commitment to it.
pub(super) struct OwnSeat {
    pub nonce: [u8; 32],
    pub commitment: [u8; 32],
}

impl OwnSeat {
    pub fn new(identity: &Identity) -> Result<OwnSeat, SessionError> {
        let nonce = random()?;
        Ok(OwnSeat { nonce, commitment: charter::commitment(&identity.public_key(), &nonce) })
    }
}

/// A seat at somebody's table, just taken.
pub(super) struct Visit {
    pub guest: Guest,
    pub host: PeerId,
    pub seat: OwnSeat,
}

type Pending<T> = FuturesUnordered<BoxFuture<'static, T>>;

/// Writes a match's files and makes its table.
fn begin(
    context: &mut Context,
    charter: &Charter,
    nonce: [u8; 32],
    lobby: LobbyState,
) -> Result<Match, Ended> {
    let players: Vec<Player> = lobby
        .members
        .iter()
        .map(|member| Player {
            name: member.name.clone(),
            key: member.key,
            addresses: member.addresses.to_vec(),
        })
        .collect();
    let config = &context.config;
    let files = files::begin(&config.data, &config.identity, charter, nonce, &lobby.name, &players);
    let (seat, kept) = files.map_err(|error| Ended::Failed { why: Failed::NoFiles(error.to_string()) })?;
    Ok(Match {
        players,
        seat,
        kept,
        charter: charter.encode(),
        lobby: Some(lobby),
        lack: None,
        to_start: BTreeSet::new(),
    })
}

fn answer(reply: Reply, outcome: Result<(), CommandError>) {
    // Whoever asked may have stopped waiting.
    let _ = reply.send(outcome);
}

fn texts(addresses: &[Address]) -> Vec<String> {
    addresses.iter().map(|address| address.0.to_string()).collect()
}

fn seconds() -> Interval {
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn random() -> Result<[u8; 32], SessionError> {
    use rand::TryRng;
    let mut bytes = [0; 32];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(|_| SessionError::Random)?;
    Ok(bytes)
}

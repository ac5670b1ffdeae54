//! The libp2p protocols a node speaks, each with its limits.

use std::time::Duration;

use libp2p::gossipsub::{self, AllowAllSubscriptionFilter, IdentityTransform, MaxCountSubscriptionFilter};
use libp2p::identity::Keypair;
use libp2p::request_response::{self, ProtocolSupport};
use libp2p::swarm::NetworkBehaviour;
use libp2p::swarm::behaviour::toggle::Toggle;
use libp2p::{Swarm, SwarmBuilder, dns, identify, noise, ping, quic, tcp};
use rand::TryRng;

use super::codec::{self, Codec};
use super::gate::Gate;
use super::limits::{
    CONNECT_TIMEOUT, CONNECTION_WINDOW, GOSSIP_FRAME, GOSSIP_IDS, GOSSIP_PER_FRAME, GOSSIP_QUEUE,
    IDLE_TIMEOUT, REQUEST_TIMEOUT, STREAM_WINDOW, STREAMS, STREAMS_NEGOTIATING, TALKS, TOPICS,
};
use super::multicast::Multicast;
use super::mux::Mux;
use super::{NodeConfig, NodeError};

/// How peers of this protocol version introduce themselves.
pub const INTRODUCTION: &str = "mextrain/1";

/// What introductions of all versions begin with.
pub const FAMILY: &str = "mextrain/";

type Gossip = gossipsub::Behaviour<IdentityTransform, MaxCountSubscriptionFilter<AllowAllSubscriptionFilter>>;

/// All protocols of a node. The gate comes first: it refuses before the others spend anything on a connection.
#[derive(NetworkBehaviour)]
pub struct Behaviour {
    pub gate: Gate,
    pub identify: identify::Behaviour,
    pub mdns: Toggle<Multicast>,
    pub gossip: Gossip,
    pub talk: request_response::Behaviour<Codec>,
    pub ping: ping::Behaviour,
}

/// A swarm that listens nowhere yet. Must be called within a tokio runtime.
pub fn swarm(config: &NodeConfig) -> Result<Swarm<Behaviour>, NodeError> {
    let failed = |error: &dyn std::fmt::Display| NodeError::Setup(error.to_string());
    let behaviour = behaviour(config)?;
    let transports = || {
        SwarmBuilder::with_existing_identity(config.keypair.clone())
            .with_tokio()
            .with_tcp(tcp::Config::new().nodelay(true), noise::Config::new, Mux::default)
            .map(|builder| builder.with_quic_config(quic))
            .map_err(|error| failed(&error))
    };
    // The two ways of looking up names give builders of different types.
    macro_rules! finish {
        ($builder:expr) => {
            $builder
                .with_behaviour(|_| behaviour)
                .map_err(|error| failed(&error))?
                .with_swarm_config(|swarm| {
                    swarm
                        .with_idle_connection_timeout(IDLE_TIMEOUT)
                        .with_max_negotiating_inbound_streams(STREAMS_NEGOTIATING)
                })
                .with_connection_timeout(CONNECT_TIMEOUT)
                .build()
        };
    }
    match transports()?.with_dns() {
        Ok(builder) => Ok(finish!(builder)),
        Err(error) => {
            // A machine without a network may have no resolver set up: host names cannot be looked up then, and nothing else needs it.
            tracing::debug!(%error, "host names cannot be looked up");
            let nobody = dns::ResolverConfig::default();
            Ok(finish!(transports()?.with_dns_config(nobody, dns::ResolverOpts::default())))
        }
    }
}

/// QUIC with timeouts by which a peer whose cable was pulled is noticed in about three seconds.
fn quic(mut quic: quic::Config) -> quic::Config {
    quic.max_idle_timeout = 3000;
    quic.keep_alive_interval = Duration::from_secs(1);
    quic.handshake_timeout = CONNECT_TIMEOUT;
    quic.max_concurrent_stream_limit = as_u32(STREAMS);
    quic.max_stream_data = as_u32(STREAM_WINDOW);
    quic.max_connection_data = as_u32(CONNECTION_WINDOW);
    quic
}

/// For figures that are far smaller.
fn as_u32(figure: usize) -> u32 {
    u32::try_from(figure).unwrap_or(u32::MAX)
}

fn behaviour(config: &NodeConfig) -> Result<Behaviour, NodeError> {
    // A peer that comes back in no time is told from the run of it that crashed, whose connections seem alive for some seconds.
    let run = rand::rngs::SysRng.try_next_u64().map_err(|error| NodeError::Setup(error.to_string()))?;
    let agent = format!("mextrain/{} run {run:016x}", env!("CARGO_PKG_VERSION"));
    let identify = identify::Config::new(INTRODUCTION.to_owned(), config.keypair.public())
        .with_agent_version(agent)
        .with_push_listen_addr_updates(true)
        // The address book is the node's own; this one would be a second.
        .with_cache_size(0);
    let protocols = [(codec::TALK, ProtocolSupport::Full), (codec::TABLES, ProtocolSupport::Full)];
    let requests = request_response::Config::default()
        .with_request_timeout(REQUEST_TIMEOUT)
        .with_max_concurrent_streams(TALKS);
    Ok(Behaviour {
        gate: Gate::default(),
        identify: identify::Behaviour::new(identify),
        mdns: multicast(config).into(),
        gossip: gossip(&config.keypair)?,
        talk: request_response::Behaviour::with_codec(Codec, protocols, requests),
        ping: ping::Behaviour::new(ping::Config::new().with_interval(Duration::from_secs(15))),
    })
}

fn gossip(keypair: &Keypair) -> Result<Gossip, NodeError> {
    let config = gossipsub::ConfigBuilder::default()
        .validation_mode(gossipsub::ValidationMode::Strict)
        .validate_messages()
        .max_transmit_size(GOSSIP_FRAME)
        .max_publish_messages(GOSSIP_PER_FRAME)
        .max_control_messages_sent(GOSSIP_IDS)
        .connection_handler_queue_len(GOSSIP_QUEUE)
        .flood_publish(false)
        .heartbeat_initial_delay(Duration::from_millis(200))
        .build()
        .map_err(|error| NodeError::Setup(error.to_string()))?;
    let filter = MaxCountSubscriptionFilter {
        filter: AllowAllSubscriptionFilter {},
        max_subscribed_topics: TOPICS,
        max_subscriptions_per_request: 4 * TOPICS,
    };
    gossipsub::Behaviour::new_with_subscription_filter(
        gossipsub::MessageAuthenticity::Signed(keypair.clone()),
        config,
        filter,
    )
    .map_err(|error| NodeError::Setup(error.to_owned()))
}

/// Multicast discovery, if it is wanted and the system has it: without it peers are found by address.
fn multicast(config: &NodeConfig) -> Option<Multicast> {
    if !config.multicast {
        return None;
    }
    match Multicast::new(config.keypair.public().to_peer_id()) {
        Ok(behaviour) => Some(behaviour),
        Err(error) => {
            tracing::warn!(%error, "no multicast discovery on this machine");
            None
        }
    }
}

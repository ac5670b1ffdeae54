//! From options to a session's configuration.

use mextrain_core::Seats;
use mextrain_net::{
    charter::check_rules,
    lobby::Agreement,
    name::Name,
    node::{NodeConfig, Port},
    place::Location,
    session::{SessionConfig, TableConfig},
};

use super::PATIENCE;
use crate::cli::{
    Failure,
    arguments::{Discovery, Global, Network, Seat, Table},
    house,
    profile::{Profile, user_name},
};

/// Who sits down, and with what.
///
/// # Errors
/// A key or folder that cannot be used.
pub fn config(global: &Global, seat: &Seat, network: &Network, bot: bool) -> Result<SessionConfig, Failure> {
    let profile = Profile::of(global)?;
    let identity = profile.identity()?;
    let node = node(network, NodeConfig::new(identity.keypair().clone()));
    Ok(SessionConfig {
        name: player_name(seat),
        bot,
        data: profile.folder().to_owned(),
        node,
        patience: Some(seat.timeout.unwrap_or(PATIENCE)),
        stay: false,
        identity,
    })
}

/// The network as the options want it.
fn node(network: &Network, mut node: NodeConfig) -> NodeConfig {
    if let Some(address) = network.listen {
        node.listen = vec![address];
    }
    node.port = match network.port {
        None => Port::Preferred,
        Some(0) => Port::Any,
        Some(port) => Port::Fixed(port),
    };
    discovery(&network.discovery, node)
}

/// Finding others as the options want it.
pub fn discovery(discovery: &Discovery, mut node: NodeConfig) -> NodeConfig {
    node.multicast = !discovery.no_mdns;
    if let Some(folder) = &discovery.rendezvous {
        node.rendezvous = Some(folder.clone());
    }
    node
}

/// The table that is opened.
///
/// # Errors
/// Rules that do not exist, or cannot be played by so many.
pub fn table(table: &Table, seat: &Seat, global: &Global) -> Result<TableConfig, Failure> {
    let seats = Seats::new(table.seats).ok_or_else(|| Failure::usage("a table has 2 to 8 seats"))?;
    let rules = house::rules(&table.preset, &table.rules, global)?;
    check_rules(&rules, seats).map_err(|errors| Failure::unplayable(&errors))?;
    if table.keep_going && !table.absence().is_possible(seats) {
        return Err(Failure::usage(crate::wording::absent::too_few_to_keep_going()));
    }
    let name = table.name.clone().unwrap_or_else(|| Name::clean(&format!("{}'s table", player_name(seat))));
    // Whoever types the name must be understood to mean the name.
    if !matches!(name.as_str().parse(), Ok(Location::Table(_))) {
        let sentence = format!(
            "nobody could join by the name \"{name}\": it reads as a join code or an address; another letter or a space more makes it a name"
        );
        return Err(Failure::usage(sentence));
    }
    Ok(TableConfig {
        name,
        agreement: Agreement { seats, rules, proofs: table.proofs, absence: table.absence() },
        start_when_full: table.start_when_full,
        unlisted: table.unlisted,
    })
}

/// The name that was given, or the one this system knows its user by.
fn player_name(seat: &Seat) -> Name {
    seat.player.clone().unwrap_or_else(user_name)
}

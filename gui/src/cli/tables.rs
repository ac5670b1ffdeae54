//! `mextrain tables`: the tables on this network.

use std::collections::BTreeMap;

use mextrain_net::{
    identity::Identity,
    node::{NodeConfig, Port, message::AdvertState},
    session::{FoundTable, Sighting, browse},
};
use serde::Serialize;
use tokio::time::Instant;

use super::{
    Exit, Failure, Outcome,
    arguments::{Global, Tables},
    console::Console,
    interrupt::Interrupt,
    seat::discovery,
};
use crate::wording::{self, commands as words};

#[derive(Serialize)]
struct Listing {
    schema: &'static str,
    tables: Vec<TableShown>,
}

#[derive(Serialize)]
struct TableShown {
    name: String,
    host: String,
    code: Option<String>,
    seats: u8,
    taken: u8,
    /// `open`, `full`, `in-play`, or `other-version`.
    state: &'static str,
    /// The protocol version the table plays by.
    version: u16,
    /// The rules in a few words; absent for a table of another version.
    rules: Option<String>,
    proofs: Option<String>,
}

/// Looks for some seconds, then lists what was found, in order of names.
pub fn run(options: &Tables, _: &Global, console: &Console) -> Outcome {
    let runtime = super::runtime()?;
    let found = runtime.block_on(look(options, console))?;
    let mut tables: Vec<TableShown> = found.into_values().map(|table| shown(&table)).collect();
    tables.sort_by(|one, other| (&one.name, &one.code).cmp(&(&other.name, &other.code)));
    if console.json() {
        console.value(&Listing { schema: "mextrain.tables/1", tables })?;
        return Ok(Exit::Success);
    }
    for table in &tables {
        console.line(line(table))?;
    }
    if tables.is_empty() {
        console.note(words::no_tables());
    }
    Ok(Exit::Success)
}

/// The newest news of every table that is still there, by the table's id.
async fn look(options: &Tables, console: &Console) -> Result<BTreeMap<[u8; 16], FoundTable>, Failure> {
    let mut interrupt = Interrupt::listen(false)?;
    // Nobody needs to know who is looking, and nobody needs to be able to call back.
    let identity = Identity::random().map_err(|error| Failure::unexpected(error.to_string()))?;
    let mut node = discovery(&options.discovery, NodeConfig::new(identity.keypair().clone()));
    node.listen = Vec::new();
    node.port = Port::Any;
    let mut news = browse(node).map_err(|error| Failure::unexpected(error.to_string()))?;
    console.note(words::looking(options.seconds));
    let end = Instant::now() + options.seconds;
    let mut found = BTreeMap::new();
    loop {
        tokio::select! {
            table = news.recv() => match table {
                Some(Sighting::Found(table)) => drop(found.insert(table.advert.table, table)),
                Some(Sighting::Gone(table)) => drop(found.remove(&table)),
                None => return Err(Failure::unexpected("the network has stopped")),
            },
            () = tokio::time::sleep_until(end) => return Ok(found),
            () = interrupt.wait() => return Err(Failure::new(Exit::Interrupted, "interrupted")),
        }
    }
}

fn shown(table: &FoundTable) -> TableShown {
    let advert = &table.advert;
    TableShown {
        name: advert.name.to_string(),
        host: advert.host.to_string(),
        code: advert.code.as_ref().map(|code| code.0.to_string()),
        seats: advert.seats,
        taken: advert.taken,
        state: match advert.state {
            _ if !table.same_version => "other-version",
            AdvertState::Open => "open",
            AdvertState::Full => "full",
            AdvertState::InPlay => "in-play",
        },
        version: advert.version,
        rules: table.rules.as_ref().map(wording::options::summary),
        proofs: table.proofs.map(|proofs| proofs.to_string()),
    }
}

fn line(table: &TableShown) -> String {
    let state = match table.state {
        "open" => words::open().to_owned(),
        "full" => words::full().to_owned(),
        "in-play" => words::in_play().to_owned(),
        "other-version" => words::other_version(table.version),
        state => state.to_owned(),
    };
    let code = table.code.as_deref().unwrap_or("-");
    let rules = table.rules.as_deref().unwrap_or(words::unknown_rules());
    format!(
        "{:<24}  {code:<14}  {}  {state:<10}  {}, {rules}",
        table.name,
        words::seats(table.taken, table.seats),
        words::host(&table.host)
    )
}

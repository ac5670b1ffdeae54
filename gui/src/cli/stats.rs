//! `mextrain stats`: a player's matches in figures.

use mextrain_net::identity::Identity;
use serde::Serialize;

use super::{Exit, Failure, Outcome, arguments::Global, console::Console, profile::Profile};
use crate::{
    stats::{Reader, Stats},
    wording::{columns, stats as words},
};

#[derive(Serialize)]
struct Shown {
    schema: &'static str,
    #[serde(flatten)]
    stats: Stats,
}

/// Reads the profile's logs, and shows what is in them.
pub fn run(global: &Global, console: &Console) -> Outcome {
    let profile = Profile::of(global)?;
    // Whoever has no key has played nothing, and needs none for this.
    let stats = match profile.key_file().try_exists() {
        Ok(false) => Stats::default(),
        _ => {
            let identity = Identity::load(&profile.key_file())
                .map_err(|error| Failure::unexpected(error.to_string()))?;
            Reader::default().read(profile.folder(), &identity.public_key())
        }
    };
    if console.json() {
        console.value(&Shown { schema: "mextrain.stats/1", stats })?;
        return Ok(Exit::Success);
    }
    let lines = words::lines(&stats);
    if lines.is_empty() {
        console.line(words::none())?;
    }
    let width = lines.iter().map(|(what, _)| columns::width(what)).max().unwrap_or(0);
    for (what, how_often) in lines {
        console.line(format_args!("{}  {how_often}", columns::left(what, width)))?;
    }
    if let Some(note) = words::left_out(stats.left_out) {
        console.note(note);
    }
    Ok(Exit::Success)
}

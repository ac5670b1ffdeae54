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
    // Whoever has no key has played nothing, and needs none for this: whatever logs there are, they are others'.
    let key = match profile.key_file().try_exists() {
        Ok(false) => [0; 32],
        _ => {
            let identity = Identity::load(&profile.key_file());
            identity.map_err(|error| Failure::unexpected(error.to_string()))?.public_key()
        }
    };
    let stats = Reader::default().read(profile.folder(), &key);
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
    let notes = [words::left_out(stats.left_out), words::others(stats.others)];
    notes.into_iter().flatten().for_each(|note| console.note(note));
    Ok(Exit::Success)
}

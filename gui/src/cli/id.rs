//! `mextrain id`: who this profile is.

use mextrain_net::charter::key_words;
use serde::Serialize;

use super::{Exit, Outcome, arguments::Global, console::Console, profile::Profile};

#[derive(Serialize)]
struct Id<'a> {
    schema: &'static str,
    profile: &'a str,
    peer: String,
    key: String,
    /// The key as others see it in the waiting room.
    words: String,
    folder: String,
}

/// Shows the profile's peer id, public key and folder; makes the key if there is none yet.
pub fn run(global: &Global, console: &Console) -> Outcome {
    let profile = Profile::of(global)?;
    let identity = profile.identity()?;
    let key: String = identity.public_key().iter().map(|byte| format!("{byte:02x}")).collect();
    let id = Id {
        schema: "mextrain.id/1",
        profile: &global.profile,
        peer: identity.peer_id().to_string(),
        key,
        words: key_words(&identity.public_key()).join(" "),
        folder: profile.folder().display().to_string(),
    };
    if console.json() {
        console.value(&id)?;
    } else {
        console.line(format_args!("profile  {}", id.profile))?;
        console.line(format_args!("peer     {}", id.peer))?;
        console.line(format_args!("key      {}", id.key))?;
        console.line(format_args!("words    {}", id.words))?;
        console.line(format_args!("folder   {}", id.folder))?;
    }
    Ok(Exit::Success)
}

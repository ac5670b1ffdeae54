//! Matches that this machine was in and did not finish: which there are, and which one is meant.

use std::path::Path;

use mextrain_net::session::{SavedSession, saved_sessions};
use serde::Serialize;

use crate::{
    cli::{Exit, Failure, console::Console},
    wording::commands as words,
};

#[derive(Serialize)]
struct Listing {
    schema: &'static str,
    sessions: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    session: String,
    table: String,
    players: Vec<String>,
}

/// The unfinished matches of a profile, the newest first.
pub fn unfinished(profile: &Path) -> Vec<SavedSession> {
    saved_sessions(profile).into_iter().filter(|session| !session.over).collect()
}

/// Lists them.
///
/// # Errors
/// What writing gives.
pub fn list(sessions: &[SavedSession], console: &Console) -> std::io::Result<()> {
    if console.json() {
        let entry = |session: &SavedSession| Entry {
            session: id(session),
            table: session.table.to_string(),
            players: session.players.iter().map(ToString::to_string).collect(),
        };
        let sessions = sessions.iter().map(entry).collect();
        return console.value(&Listing { schema: "mextrain.sessions/1", sessions });
    }
    if sessions.is_empty() {
        console.note(words::no_unfinished());
    }
    sessions.iter().try_for_each(|session| {
        console.line(words::unfinished(&id(session), &session.table, &players(session)))
    })
}

/// The session that is meant: the newest, or the one of that table or id.
///
/// # Errors
/// That there is none, or that several are meant.
pub fn choose(sessions: Vec<SavedSession>, wanted: Option<&str>) -> Result<SavedSession, Failure> {
    let none = || Failure::new(Exit::NotFound, "there is no unfinished match to go back to");
    let Some(wanted) = wanted else { return sessions.into_iter().next().ok_or_else(none) };
    let lower = wanted.to_lowercase();
    let named = |session: &SavedSession| session.table.as_str().to_lowercase() == lower;
    let meant =
        |session: &SavedSession| named(session) || (!lower.is_empty() && id(session).starts_with(&lower));
    let mut found: Vec<SavedSession> = sessions.into_iter().filter(meant).collect();
    match found.len() {
        0 => Err(Failure::new(
            Exit::NotFound,
            format!("no unfinished match is called \"{wanted}\"; \"mextrain resume --list\" lists them"),
        )),
        1 => found.pop().ok_or_else(none),
        _ => {
            let ids: Vec<String> = found.iter().map(id).collect();
            let sentence =
                format!("several unfinished matches are meant by \"{wanted}\": {}", ids.join(", "));
            Err(Failure::usage(sentence))
        }
    }
}

/// Who plays in it.
pub fn players(session: &SavedSession) -> String {
    session.players.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A session's folder is named by its id.
fn id(session: &SavedSession) -> String {
    session.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

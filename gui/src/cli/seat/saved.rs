//! Matches that this machine was in and can come back to: which there are, and which one is meant.

use std::path::Path;

use mextrain_net::{
    name::Name,
    session::{SavedSession, Standing, broken_sessions, saved_sessions},
};
use serde::Serialize;

use crate::{
    cli::{Exit, Failure, console::Console},
    wording::{self, commands as words},
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
    /// Who lacks the end, if the match is at its end here.
    #[serde(skip_serializing_if = "Option::is_none")]
    lack: Option<Vec<String>>,
}

/// The matches of a profile that can be taken up, the newest first; those that are at their end here come last.
pub fn to_take_up(profile: &Path) -> Vec<SavedSession> {
    let mut sessions = saved_sessions(profile);
    sessions.retain(SavedSession::can_be_taken_up);
    sessions.sort_by_key(|session| !session.is_unfinished());
    sessions
}

/// Lists them.
///
/// # Errors
/// What writing gives.
pub fn list(sessions: &[SavedSession], profile: &Path, console: &Console) -> std::io::Result<()> {
    tell_broken(profile, console);
    if console.json() {
        let entry = |session: &SavedSession| Entry {
            session: id(session),
            table: session.table.to_string(),
            players: session.players.iter().map(ToString::to_string).collect(),
            lack: lack(session).map(|names| names.iter().map(ToString::to_string).collect()),
        };
        let sessions = sessions.iter().map(entry).collect();
        return console.value(&Listing { schema: "mextrain.sessions/1", sessions });
    }
    if sessions.is_empty() {
        console.note(words::no_unfinished());
    }
    sessions.iter().try_for_each(|session| {
        if let Some(damage) = session.damage() {
            console.note(words::broken(&session.folder, &damage));
            return Ok(());
        }
        let line = words::unfinished(&id(session), &session.table, &players(session));
        match lack(session) {
            Some(names) => console.line(words::finished_without(&line, &wording::list(names))),
            None => console.line(line),
        }
    })
}

/// Says which sessions cannot be taken up, and why not.
fn tell_broken(profile: &Path, console: &Console) {
    for (folder, damage) in broken_sessions(profile) {
        console.note(words::broken(&folder, &damage));
    }
}

/// Who lacks the end of a match that is at its end here.
fn lack(session: &SavedSession) -> Option<&[Name]> {
    match &session.standing {
        Standing::Finished { lack } => Some(lack),
        Standing::Unfinished | Standing::Over => None,
    }
}

/// The session that is meant: the first whose journal can be read, or the one of that table or id.
///
/// # Errors
/// That there is none, or that several are meant.
pub fn choose(
    sessions: Vec<SavedSession>,
    wanted: Option<&str>,
    profile: &Path,
) -> Result<SavedSession, Failure> {
    let none = || {
        let broken = broken_sessions(profile).into_iter().next();
        let why = broken.map(|(folder, damage)| words::broken(&folder, &damage));
        Failure::new(Exit::NotFound, why.unwrap_or_else(|| words::nothing_to_resume().to_owned()))
    };
    let Some(wanted) = wanted else {
        let readable = sessions.iter().position(|session| session.damage().is_none()).unwrap_or(0);
        return sessions.into_iter().nth(readable).ok_or_else(none);
    };
    let lower = wanted.to_lowercase();
    let named = |session: &SavedSession| session.table.as_str().to_lowercase() == lower;
    let meant =
        |session: &SavedSession| named(session) || (!lower.is_empty() && id(session).starts_with(&lower));
    let mut found: Vec<SavedSession> = sessions.into_iter().filter(meant).collect();
    match found.len() {
        0 => Err(Failure::new(Exit::NotFound, words::no_such_session(wanted))),
        1 => found.pop().ok_or_else(none),
        _ => {
            let ids: Vec<String> = found.iter().map(id).collect();
            Err(Failure::usage(words::several_sessions(wanted, &ids.join(", "))))
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_can_be_played_on_comes_before_what_others_lack() {
        let data = tempfile::tempdir().unwrap();
        // The newest journal first: that of the match that is at its end.
        for (id, table, end) in
            [("01", "Attic", ""), ("02", "Barn", r#","lack":[1]"#), ("03", "Cellar", r#","lack":[]"#)]
        {
            let folder = data.path().join("sessions").join(id);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("journal"), "").unwrap();
            let over = table == "Cellar";
            let about = format!(
                r#"{{"schema":"mextrain.session/1","table":"{table}","players":["Ada","Bo"],"addresses":[],"over":{over}{end}}}"#
            );
            fs::write(folder.join("session.json"), about).unwrap();
        }
        let sessions = to_take_up(data.path());
        let tables: Vec<&str> = sessions.iter().map(|session| session.table.as_str()).collect();
        assert_eq!(tables, ["Attic", "Barn"]);
        assert_eq!((lack(&sessions[0]), lack(&sessions[1])), (None, Some(&[Name::clean("Bo")][..])));
        let choose = |sessions, wanted| choose(sessions, wanted, data.path());
        // None of these journals can be read: the first is what is told of then.
        assert_eq!(choose(sessions.clone(), None).unwrap().table.as_str(), "Attic");
        assert_eq!(choose(sessions.clone(), Some("barn")).unwrap().table.as_str(), "Barn");
        assert!(choose(sessions, Some("cellar")).is_err());
    }
}

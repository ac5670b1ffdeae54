//! The match as a text or as data: for the clipboard, or in a file beside the log. Both take a thread, since a log is long.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use mextrain_net::log::narrate;

use super::{Finder, open};
use crate::{
    window::{timeline::Timeline, words::play::replay as words},
    wording::sentence::Sentence,
};

/// The form of what is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A sentence a line.
    Text,
    /// The data of `mextrain.log/1`.
    Json,
}

/// Where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To the clipboard.
    Clipboard,
    /// Into a file beside the log.
    File,
}

/// What came of an export.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A text for the clipboard.
    Copy(String),
    /// What there is to be said: where the file is, or why there is none.
    Said(Sentence),
}

/// Begins to export; what comes of it is left with the finder.
pub fn begin(path: PathBuf, timeline: Arc<Timeline>, form: Form, to: To, finder: Finder) {
    thread::spawn(move || {
        let outcome = match (make(&path, &timeline, form), to) {
            (Ok(text), To::Clipboard) => Outcome::Copy(text),
            (Ok(text), To::File) => Outcome::Said(save(&path, form, &text)),
            (Err(sentence), _) => Outcome::Said(sentence),
        };
        finder.tell(|found| found.export = Some(outcome));
    });
}

fn make(path: &Path, timeline: &Timeline, form: Form) -> Result<String, Sentence> {
    match form {
        Form::Text => {
            let lines: Vec<&str> = timeline.moments().iter().map(|moment| moment.text.as_str()).collect();
            Ok(lines.join("\n") + "\n")
        }
        Form::Json => {
            let (data, _) = narrate::export(open(path)?);
            serde_json::to_string_pretty(&data).map_err(|error| error.to_string().into())
        }
    }
}

/// Writes it beside the log, and says where it is, or why it is not there.
fn save(log: &Path, form: Form, text: &str) -> Sentence {
    let path = log.with_extension(match form {
        Form::Text => "txt",
        Form::Json => "json",
    });
    match fs::write(&path, text) {
        Ok(()) => Sentence::new(move || words::saved(&path)),
        Err(error) => Sentence::new(move || words::not_saved(&path, &error.to_string())),
    }
}

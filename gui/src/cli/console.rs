//! Where output goes: data to stdout, messages to stderr, in the form that was asked for.
//!
//! What comes from files or other peers passes through [`harmless`] before it reaches a terminal.

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
};

use serde::Serialize;

use super::arguments::{Color, Global};

/// The program's two outputs, and how they are to be used.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    json: bool,
    quiet: bool,
    colored: bool,
    forgiving: bool,
}

impl Console {
    /// The console as the global options want it.
    pub fn new(global: &Global) -> Console {
        let colored = match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                io::stdout().is_terminal() && !unwanted
            }
        };
        Console { json: global.json, quiet: global.quiet, colored, forgiving: false }
    }

    /// The console of a command that goes on when nobody reads its data any more (`| head`): how it ends is then
    /// still what it found out.
    pub fn forgiving(self) -> Console {
        Console { forgiving: true, ..self }
    }

    /// Whether data is wanted as JSON.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Whether messages are unwanted.
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// Writes a line of data.
    ///
    /// # Errors
    /// What writing gives.
    pub fn line(&self, text: impl Display) -> io::Result<()> {
        self.write(format!("{text}\n").as_bytes())
    }

    /// Writes text of several lines as it is.
    ///
    /// # Errors
    /// What writing gives.
    pub fn text(&self, text: &str) -> io::Result<()> {
        self.write(text.as_bytes())
    }

    /// Writes one JSON value on a line of its own, at once.
    ///
    /// # Errors
    /// What writing gives.
    pub fn value(&self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.write(&line)
    }

    /// Tells people something that is no data. Nobody misses it if it cannot be written.
    pub fn note(&self, text: impl Display) {
        if !self.quiet {
            let _ = writeln!(io::stderr().lock(), "{text}");
        }
    }

    /// Tells people what went wrong; also when they want to hear nothing else.
    pub fn error(&self, text: impl Display) {
        let _ = writeln!(io::stderr().lock(), "mextrain: {text}");
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(error) if self.forgiving && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }

    /// `text` in bold where colours are wanted.
    pub fn strong(&self, text: impl Display) -> String {
        if self.colored { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// `text` without anything that could move the cursor, colour the screen or turn the direction of writing: such
/// characters are shown as `\u{…}`.
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_invisible(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Format characters: marks of direction, joiners, tags, byte-order marks, line and paragraph separators.
fn is_invisible(character: char) -> bool {
    matches!(u32::from(character),
        0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE0000..=0xE0FFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_shown_and_text_is_left_alone() {
        assert_eq!(harmless("Zoë 9-9 «ok»"), "Zoë 9-9 «ok»");
        assert_eq!(harmless("\x1b[2J\u{202e}x\n"), "\\u{1b}[2J\\u{202e}x\\u{a}");
        assert!(harmless("\u{9b}31m\u{2028}\u{feff}\u{e0041}").is_ascii());
    }
}

//! How a command ends: the exit codes, and failures with the sentence that explains them.

use std::{fmt, io, process::ExitCode};

use mextrain_core::RulesErrors;

use crate::wording;

/// How a command ends. The numbers are part of the interface: scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well; a log is fully verified.
    Success = 0,
    /// An unexpected failure, or a scenario that did not hold.
    Failure = 1,
    /// Wrong usage, or a malformed scenario.
    Usage = 2,
    /// The log proves misbehaviour or tampering.
    Misbehaviour = 3,
    /// The log is valid so far, and its match unfinished.
    Unfinished = 4,
    /// Not a log, a damaged one, one of a version this program does not read, or an accusation that does not hold.
    NotALog = 5,
    /// The table was not found or cannot be reached.
    NotFound = 6,
    /// The table was stopped by somebody's fault or departure.
    Stopped = 7,
    /// It took longer than it was given.
    TimedOut = 8,
    /// Interrupted, by Ctrl-C or by whoever started the program.
    Interrupted = 130,
}

impl Exit {
    /// All of them, in the order of their numbers.
    pub const ALL: [Exit; 10] = [
        Exit::Success,
        Exit::Failure,
        Exit::Usage,
        Exit::Misbehaviour,
        Exit::Unfinished,
        Exit::NotALog,
        Exit::NotFound,
        Exit::Stopped,
        Exit::TimedOut,
        Exit::Interrupted,
    ];

    /// The number the program exits with.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// How the program ended that exited with this number; `None` for numbers it does not use.
    pub fn from_code(code: i32) -> Option<Exit> {
        Exit::ALL.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Why a command could not do what it was asked, and how the program ends for it.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    sentence: String,
}

impl Failure {
    /// A failure that people are told about in `sentence`.
    pub fn new(exit: Exit, sentence: impl Into<String>) -> Failure {
        Failure { exit, sentence: sentence.into() }
    }

    /// A failure that nobody expected.
    pub fn unexpected(sentence: impl Into<String>) -> Failure {
        Failure::new(Exit::Failure, sentence)
    }

    /// A command that was not used as it must be.
    pub fn usage(sentence: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, sentence)
    }

    /// Rules that cannot be played.
    pub fn unplayable(errors: &RulesErrors) -> Failure {
        Failure::usage(wording::session::faults(errors.faults()))
    }

    /// How the program ends.
    pub fn exit(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    /// A failed write to the terminal or a pipe. A reader that has read enough (`| head`) is told nothing.
    fn from(error: io::Error) -> Failure {
        let sentence = match error.kind() {
            io::ErrorKind::BrokenPipe => String::new(),
            _ => format!("the output could not be written: {error}"),
        };
        Failure::unexpected(sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_interface() {
        let codes: Vec<u8> = Exit::ALL.iter().map(|exit| exit.code()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 130]);
        for exit in Exit::ALL {
            assert_eq!(Exit::from_code(i32::from(exit.code())), Some(exit));
        }
        assert_eq!(Exit::from_code(101), None);
    }

    #[test]
    fn a_closed_pipe_is_nobodys_business() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(failure.to_string(), "");
        assert!(!Failure::from(io::Error::from(io::ErrorKind::StorageFull)).to_string().is_empty());
    }
}

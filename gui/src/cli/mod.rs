//! The commands of the terminal.
//!
//! [`arguments`] says what can be typed; each command is a module with one `run`. A command gets the [`Console`] and
//! its own arguments, and ends with an [`Exit`] or a [`Failure`]; nothing else decides how the program ends.

pub mod arguments;
mod completions;
pub mod console;
mod demo;
mod doctor;
mod exit;
mod house;
mod id;
mod interrupt;
mod profile;
mod referee;
mod rules;
mod scores;
mod seat;
mod show_log;
mod stats;
mod tables;
mod tourney;
mod verify_log;
mod watch;

use std::{ffi::OsString, io};

use clap::{CommandFactory, Parser};
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

pub use self::exit::{Exit, Failure};
use self::{
    arguments::{Arguments, Command, Global},
    console::Console,
};
use crate::wording::language::{self, Language};

/// How a command ends.
pub type Outcome = Result<Exit, Failure>;

/// Runs the program with what was typed, its own name first.
pub fn run(typed: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = match Arguments::try_parse_from(help_as_option(typed.into_iter().collect())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and the version come this way too: they go to stdout, and are a success.
            return match error.print() {
                _ if error.use_stderr() => Exit::Usage,
                Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => Exit::Failure,
                _ => Exit::Success,
            };
        }
    };
    language::choose(spoken(&arguments));
    let console = Console::new(&arguments.global);
    listen_to_ourselves(&arguments.global);
    let outcome = match arguments.command {
        None => open_window(&arguments.global),
        Some(command) => dispatch(command, &arguments.global, &console),
    };
    outcome.unwrap_or_else(|failure| {
        let sentence = failure.to_string();
        if !sentence.is_empty() {
            console.error(sentence);
        }
        failure.exit()
    })
}

/// The language that was asked for, or the system's. What other programs read, and a log as text, is in English.
fn spoken(arguments: &Arguments) -> Language {
    match (&arguments.command, arguments.global.json) {
        (_, true) | (Some(Command::ShowLog(_) | Command::ExportLog(_)), _) => Language::English,
        _ => arguments.global.language.unwrap_or_else(Language::from_system),
    }
}

/// `mextrain help COMMAND` asks for the same as `mextrain COMMAND --help`, whatever options stand before it.
fn help_as_option(mut typed: Vec<OsString>) -> Vec<OsString> {
    if let Some(place) = command_place(&typed)
        && typed.get(place).is_some_and(|command| command == "help")
    {
        typed.remove(place);
        typed.push("--help".into());
    }
    typed
}

/// Where the command stands: behind the options of every command, some of which take a value.
fn command_place(typed: &[OsString]) -> Option<usize> {
    let whole = Arguments::command();
    let takes_value = |option: &str| {
        let mut all = whole.get_arguments();
        let known =
            all.find(|one| one.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long)));
        known.is_some_and(|one| one.get_action().takes_values())
    };
    let mut place = 1;
    loop {
        let word = typed.get(place)?.to_str()?;
        place += match word.starts_with('-') {
            true if takes_value(word) => 2,
            true => 1,
            false => return Some(place),
        };
    }
}

fn dispatch(command: Command, global: &Global, console: &Console) -> Outcome {
    let lasting = &console.forgiving();
    match command {
        Command::Demo(options) => demo::run(&options, global, console),
        Command::Host(options) => seat::host(&options, global, console),
        Command::Join(options) => seat::join(&options, global, console),
        Command::Bot(options) => seat::bot(&options, global, console),
        Command::Resume(options) => seat::resume(&options, global, console),
        Command::Tables(options) => tables::run(&options, global, console),
        Command::Watch(options) => watch::run(&options, global, console),
        Command::Doctor(options) => doctor::run(&options, lasting),
        Command::Referee(options) => referee::run(&options, lasting),
        Command::Rules(options) => rules::run(&options, global, lasting),
        Command::Scores(options) => scores::run(&options, global, lasting),
        Command::Stats => stats::run(global, lasting),
        Command::Tourney(options) => tourney::run(&options, console),
        Command::Id => id::run(global, lasting),
        Command::Completions(options) => completions::completions(&options, lasting),
        Command::VerifyLog(options) => verify_log::run(&options, lasting),
        Command::ShowLog(options) => show_log::run(&options, lasting),
        Command::ExportLog(options) => show_log::export(&options, lasting),
        Command::Man => completions::manual(lasting),
    }
}

/// Opens the window for the profile that the options name.
#[cfg(feature = "window")]
fn open_window(global: &Global) -> Outcome {
    let profile = profile::Profile::of(global)?;
    // Whoever gives a folder for the data wants to find everything of this program in it.
    let settings_file = match &global.data_dir {
        Some(_) => Some(profile.folder().join("settings.toml")),
        None => crate::window::settings::file(&global.profile),
    };
    let environment = crate::window::Environment {
        data: profile.folder().to_owned(),
        key_file: profile.key_file(),
        settings_file,
        name: profile::user_name(),
        language: global.language,
    };
    crate::window::run(environment).map(|()| Exit::Success).map_err(Failure::unexpected)
}

/// Without the window people are told what to use instead.
#[cfg(not(feature = "window"))]
fn open_window(_: &Global) -> Outcome {
    Err(Failure::unexpected(crate::wording::no_window()))
}

/// What commands that use the network run on.
fn runtime() -> Result<Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Failure::unexpected(format!("no threads for the network: {error}")))
}

/// What the libraries have to say goes to stderr, as much of it as was asked for.
fn listen_to_ourselves(global: &Global) {
    let level = match (global.quiet, global.verbose) {
        (true, _) => "off",
        (_, 0) => "error",
        (_, 1) => "warn,mextrain=info,mextrain_net=info",
        (_, 2) => "info,mextrain=debug,mextrain_net=debug",
        _ => "debug,mextrain=trace,mextrain_net=trace",
    };
    let filter = EnvFilter::new(level);
    // A second call in one process (tests) changes nothing.
    let _ =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(false).try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_asked_for_behind_options_too() {
        let asked = |line: &str| {
            let typed = help_as_option(line.split(' ').map(Into::into).collect());
            typed.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        for (line, meant) in [
            ("mextrain help", "mextrain --help"),
            ("mextrain --language de help", "mextrain --language de --help"),
            ("mextrain --language=de -q help host", "mextrain --language=de -q host --help"),
            (
                "mextrain --data-dir help --json help scores add",
                "mextrain --data-dir help --json scores add --help",
            ),
            ("mextrain", "mextrain"),
            ("mextrain --language help", "mextrain --language help"),
            ("mextrain join help", "mextrain join help"),
            ("mextrain -- help", "mextrain -- --help"),
        ] {
            assert_eq!(asked(line), meant, "{line}");
        }
    }
}

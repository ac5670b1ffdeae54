//! What can be typed behind `mextrain`: every command and option, with the help people read.

mod files;
mod seats;
mod values;

use std::{net::IpAddr, path::PathBuf, time::Duration};

use clap::{
    ArgAction, Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use clap_complete::Shell;
use mextrain_core::{Preset, TileSet, bot::Level};
use mextrain_net::{
    absence::Absence,
    charter::{Proofs, TableWords},
    name::Name,
    place::Location,
};

use self::values::*;
pub use self::{files::*, seats::*};
use crate::wording::language::Language;

/// Examples come before options: they are what most people look for.
const TEMPLATE: &str = "{about-with-newline}\n{after-help}\n\n{usage-heading} {usage}\n\n{all-args}\n";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(
    name = "mextrain",
    version,
    about = "Mexican Train for two to eight people on one network, with no server and no dealer to trust.",
    help_template = TEMPLATE,
    after_help = "Examples:
  mextrain demo                     a whole match of four automatic seats on this machine, proven and checked
  mextrain host --name \"Kitchen\"    open a table and play at it in the terminal
  mextrain join Kitchen             sit down at it, from another machine of the network
  mextrain verify-log FILE          check a match again, every proof of it",
    subcommand_value_name = "COMMAND",
    disable_help_subcommand = true,
    propagate_version = true
)]
pub struct Arguments {
    /// Options of every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do; without it the window is to open.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub struct Global {
    /// Say nothing but data and errors.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more on stderr; twice: much more.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Data as JSON, one value a line.
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colours; NO_COLOR is respected.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// In which language to speak; the system's, if it is one of them. This help, logs and JSON are in English.
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = language())]
    pub language: Option<Language>,
    /// Which player of this machine: each profile has its own key and data.
    #[arg(long, global = true, default_value = "default", value_name = "NAME", value_parser = profile_name)]
    pub profile: String,
    /// Where keys and logs are kept, in place of the system's folder for data.
    #[arg(long, global = true, value_name = "PATH")]
    pub data_dir: Option<PathBuf>,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play a whole match of automatic seats on this machine, each its own process, and verify its log.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain demo
  mextrain demo --players 8 --set double-twelve --rounds 2
  mextrain demo --rounds 1 --keep ./demo")]
    Demo(Demo),
    /// Open a table, and play at it in the terminal.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain host --as Ada --name \"Kitchen\" --seats 3
  mextrain host --rule set=double-nine --rule double_blank=25 --start-when-full")]
    Host(Host),
    /// Sit down at a table, and play in the terminal.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain join Kitchen --as Bo
  mextrain join 192.168.1.23:47110
  mextrain join R000-40NR-0T8X --expect-words \"lemon orbit wagon tuna\"")]
    Join(Join),
    /// An automatic seat, at somebody's table or at one of its own.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain bot Kitchen --level sharp
  mextrain bot --host --name \"Practice\" --seats 3 --start-when-full")]
    Bot(Bot),
    /// Go back to one's seat in a match that this machine has left: closed, crashed, or cut off.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain resume                   the newest unfinished match
  mextrain resume --list            all of them
  mextrain resume Kitchen           that table's, by its name or the beginning of its id")]
    Resume(Resume),
    /// The tables on this network.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain tables
  mextrain tables --seconds 10 --json")]
    Tables(Tables),
    /// Watch a match without a seat at it: what everybody at the table sees, from its beginning, every step of it checked.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain watch Kitchen
  mextrain watch R000-40NR-0T8X --save kitchen.mtlog
  mextrain watch 192.168.1.23:47110 --json

Exit: 0 the match is over, 6 the table is not found or cannot be reached any more,
7 the match was stopped, 8 it took longer than --timeout.")]
    Watch(Watch),
    /// What is in the way when people do not find each other, and what to do about it.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain doctor                   this computer and its network
  mextrain doctor R000-40NR-0T8X    and the way to the table with that code
  mextrain doctor 192.168.1.23:47110 --json

Nothing is sent but to this network and to LOCATION.
Exit: 0 nothing is in the way, 6 LOCATION cannot be reached, 1 something else is in the way,
8 the time of --timeout was over before that could be told.")]
    Doctor(Doctor),
    /// Check a match's log again: every signature, proof, move and score; no network, no secrets.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain verify-log match.mtlog
  mextrain verify-log --json seat1.mtlog seat2.mtlog
  mextrain verify-log match.0123abcd.evidence.mtlog    who broke the protocol, and how

Exit: 0 verified, 3 proves misbehaviour or tampering, 4 valid and unfinished, 5 damaged, no log, or an accusation
that does not hold.
Of several files the gravest counts, in the order 3, 5, 4, 0.")]
    VerifyLog(LogFiles),
    /// A match's log in words. It is shown as it is written: verify-log checks it.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain show-log match.mtlog
  mextrain show-log match.mtlog --round 3")]
    ShowLog(ShowLog),
    /// A match's log as data, or as text.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain export-log match.mtlog --format json > match.json
  mextrain export-log match.mtlog --format text")]
    ExportLog(ExportLog),
    /// Replay scenario files, and compare what the rules make of them with what they expect.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain referee tests/scenarios/*.toml
  mextrain referee --print puzzle.toml

Exit: 0 every file held, 1 one did not, 2 one was malformed or unreadable.")]
    Referee(Referee),
    /// Let automatic players of several levels play many matches against each other, without network or cryptography.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain tourney
  mextrain tourney --levels steady,easy --matches 500
  mextrain tourney --levels sharp,steady --seats 4 --time 0.1 --json

Each deal is played as often as there are seats, everybody one seat further each time.")]
    Tourney(Tourney),
    /// This profile's matches in figures: how many, how many won, points, the longest train.
    ///
    /// They come from the logs in the profile's folder. Practice is not counted.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain stats
  mextrain stats --profile second --json")]
    Stats,
    /// Who this profile is on the network, and where its data is kept.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain id
  mextrain id --profile second --json")]
    Id,
    /// The rules: presets and house rules, each as a card; keep house rules under a name, or share them as a short text.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain rules                    the presets, and the house rules that are kept
  mextrain rules pagat              one of them as a card
  mextrain rules pagat --rule double_blank=50 --save Kitchen
  mextrain rules Kitchen --share    a text to send to somebody
  mextrain rules MXR1-2E08-PWGC-T   the rules that somebody sent
  mextrain host --preset Kitchen    a table that plays by them")]
    Rules(Rules),
    /// The scoresheet of a match with tiles of wood: tell it what everybody still holds, it adds up.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain scores                   the sheet; in a terminal also a place to keep it, round by round
  mextrain scores new Ada Bo Cy --preset set-maker
  mextrain scores add Ada=31 Bo=out Cy=\"12-5 6-6 0-2\"
  mextrain scores add --blocked Ada=31 Bo=4 Cy=9
  mextrain scores undo
  mextrain scores csv > scores.csv

Exit: 0 done, 2 a round that cannot be or a sheet that is not there, 1 a file that cannot be used.")]
    Scores(Scores),
    /// Completions for a shell.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain completions bash > ~/.local/share/bash-completion/completions/mextrain
  mextrain completions fish > ~/.config/fish/completions/mextrain.fish")]
    Completions(Completions),
    /// The manual page.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain man | man -l -
  mextrain man > ~/.local/share/man/man1/mextrain.1")]
    Man,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Arguments, clap::Error> {
        Arguments::try_parse_from(line.split(' '))
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples_before_options() {
        let mut command = Arguments::command();
        command.build();
        for sub in command.get_subcommands_mut() {
            let help = sub.render_long_help().to_string();
            let (examples, usage) = (help.find("Examples:"), help.find("Usage:"));
            assert!(examples.is_some() && examples < usage, "{}: {help}", sub.get_name());
            assert!(!help.contains("parent-pipe") && !help.contains("rendezvous"), "{help}");
        }
    }

    #[test]
    fn nonsense_is_a_usage_error() {
        for line in [
            "mextrain demo --players 9",
            "mextrain demo --players 1",
            "mextrain demo --set double-six",
            "mextrain demo --timeout nan",
            "mextrain demo --timeout -1",
            "mextrain bot Kitchen --host",
            "mextrain host --rule double_blank",
            "mextrain host --as ",
            "mextrain join Kitchen --expect-words lemon",
            "mextrain join R000-40NR-0T8",
            "mextrain id --profile ../other",
            "mextrain verify-log",
            "mextrain tourney --levels steady,clever",
            "mextrain tourney --playouts 10 --time 1",
            "mextrain id -q -v",
            "mextrain unknown",
        ] {
            let error = parse(line).expect_err(line);
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn global_options_stand_anywhere() {
        let arguments = parse("mextrain id --json --profile second -vv").unwrap();
        assert!(arguments.global.json && arguments.global.verbose == 2);
        assert_eq!(arguments.global.profile, "second");
        assert!(parse("mextrain --json id").unwrap().global.json);
    }
}

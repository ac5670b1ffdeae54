//! What can be typed behind `mextrain`: every command and option, with the help people read.

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
Exit: 0 nothing is in the way, 6 LOCATION cannot be reached, 1 something else is in the way.")]
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

/// Options of `demo`.
#[derive(Args, Debug)]
pub struct Demo {
    /// How many seats.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub players: u8,
    /// The set of tiles.
    #[arg(long, default_value = "double-nine", value_parser = tile_set())]
    pub set: TileSet,
    /// How many rounds: the engines are then the lowest doubles. Without it, as many as the set has doubles.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=13))]
    pub rounds: Option<u8>,
    /// The rules' preset.
    #[arg(long, default_value = "traditional", value_parser = preset(), ignore_case = true)]
    pub preset: Preset,
    /// When claims about hidden tiles are proven.
    #[arg(long, default_value = "every-turn", value_parser = proofs())]
    pub proofs: Proofs,
    /// Leave every seat's log and diagnostics in this folder.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Give up after so many seconds.
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// Options of `host`.
#[derive(Args, Debug)]
pub struct Host {
    /// The table.
    #[command(flatten)]
    pub table: Table,
    /// The seat.
    #[command(flatten)]
    pub seat: Seat,
    /// The network.
    #[command(flatten)]
    pub network: Network,
}

/// Options of `join`.
#[derive(Args, Debug)]
pub struct Join {
    /// A join code, ip:port, a multiaddr, or the name of a table on this network.
    #[arg(value_name = "LOCATION")]
    pub location: Location,
    /// The seat.
    #[command(flatten)]
    pub seat: Seat,
    /// The network.
    #[command(flatten)]
    pub network: Network,
}

/// Options of `bot`.
#[derive(Args, Debug)]
pub struct Bot {
    /// A join code, ip:port, a multiaddr, or the name of a table on this network; or else --host.
    #[arg(value_name = "LOCATION", conflicts_with = "host")]
    pub location: Option<Location>,
    /// Open a table instead of joining one.
    #[arg(long)]
    pub host: bool,
    /// How well it plays: a beginner, somebody who plans, or somebody who also thinks about what others may hold.
    #[arg(long, default_value = "steady", value_parser = level())]
    pub level: Level,
    /// The table, with --host.
    #[command(flatten)]
    pub table: Table,
    /// The seat.
    #[command(flatten)]
    pub seat: Seat,
    /// The network.
    #[command(flatten)]
    pub network: Network,
}

/// Options of `resume`.
#[derive(Args, Debug)]
pub struct Resume {
    /// A table's name, or the beginning of a session's id; without it, the newest unfinished match.
    #[arg(value_name = "SESSION")]
    pub session: Option<String>,
    /// Only list the unfinished matches.
    #[arg(long, conflicts_with = "session")]
    pub list: bool,
    /// Let an automatic player play on.
    #[arg(long)]
    pub bot: bool,
    /// How well it plays, with --bot.
    #[arg(long, default_value = "steady", value_parser = level(), requires = "bot")]
    pub level: Level,
    /// The seat.
    #[command(flatten)]
    pub seat: Seat,
    /// The network.
    #[command(flatten)]
    pub network: Network,
}

/// The table somebody opens.
#[derive(Args, Debug)]
#[command(next_help_heading = "The table (host, bot --host)")]
pub struct Table {
    /// The table's name; without it, one made of the player's name.
    #[arg(long, value_name = "NAME")]
    pub name: Option<Name>,
    /// How many seats.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: u8,
    /// The rules: a preset, the name of house rules, or rules as a text (MXR1-…); `mextrain rules` lists them.
    #[arg(long, default_value = "traditional", value_name = "RULES")]
    pub preset: String,
    /// One option of the rules, such as set=double-nine; can be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = key_value)]
    pub rules: Vec<(String, String)>,
    /// When claims about hidden tiles are proven.
    #[arg(long, default_value = "every-turn", value_parser = proofs())]
    pub proofs: Proofs,
    /// After how many seconds of waiting for somebody the others are asked whether to go on without them.
    #[arg(long, default_value_t = Absence::default().grace, value_name = "SECS",
        value_parser = clap::value_parser!(u16).range(i64::from(Absence::SHORTEST)..=i64::from(Absence::LONGEST)))]
    pub grace: u16,
    /// Go on with a round from which somebody vanishes, in place of dealing it again; for four seats or more. All other players
    /// together can then open any one player's hand.
    #[arg(long)]
    pub keep_going: bool,
    /// Do not announce the table on the network: only the code or address finds it.
    #[arg(long)]
    pub unlisted: bool,
    /// Begin as soon as every seat is taken, without waiting for everybody to be ready.
    #[arg(long)]
    pub start_when_full: bool,
}

impl Table {
    /// What the table does about players who are away.
    pub fn absence(&self) -> Absence {
        Absence { grace: self.grace, keep_going: self.keep_going }
    }
}

/// Who sits down.
#[derive(Args, Debug)]
#[command(next_help_heading = "The seat")]
pub struct Seat {
    /// The player's name at the table.
    #[arg(long = "as", value_name = "NAME")]
    pub player: Option<Name>,
    /// Give up if the table is not found, or the match not over, after so many seconds.
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// The four table words somebody else reads out: leave the table if it has others.
    #[arg(long, value_name = "WORDS")]
    pub expect_words: Option<TableWords>,
    /// End when stdin does: for whoever starts this program and must not leave it behind.
    #[arg(long, hide = true)]
    pub parent_pipe: bool,
}

/// How the network is used.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "The network")]
pub struct Network {
    /// The port to listen on, for TCP and QUIC; without it 47110, or any free one.
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The address to listen on; without it, all of this machine.
    #[arg(long, value_name = "IP")]
    pub listen: Option<IpAddr>,
    /// How others are found.
    #[command(flatten)]
    pub discovery: Discovery,
}

/// How others are found.
#[derive(Args, Clone, Debug)]
pub struct Discovery {
    /// Neither announce nor look for anything by multicast DNS.
    #[arg(long, hide = true)]
    pub no_mdns: bool,
    /// The folder in which the peers of this machine find each other.
    #[arg(long, hide = true, value_name = "DIR")]
    pub rendezvous: Option<PathBuf>,
}

/// Options of `tables`.
#[derive(Args, Debug)]
pub struct Tables {
    /// How long to look.
    #[arg(long, default_value = "3", value_name = "SECS", value_parser = seconds)]
    pub seconds: Duration,
    /// How others are found.
    #[command(flatten)]
    pub discovery: Discovery,
}

/// Options of `watch`.
#[derive(Args, Debug)]
pub struct Watch {
    /// Where the table is: a join code, ip:port, a multiaddr, or the name of a table on this network.
    #[arg(value_name = "LOCATION")]
    pub location: Location,
    /// Leave the log in this file, and not in the data folder.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Give up if the table is not found, or the match not over, after so many seconds.
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// How others are found.
    #[command(flatten)]
    pub discovery: Discovery,
}

/// Options of `doctor`.
#[derive(Args, Debug)]
pub struct Doctor {
    /// The table that cannot be reached: a join code, ip:port, a multiaddr, or the name of a table on this network.
    #[arg(value_name = "LOCATION")]
    pub location: Option<Location>,
    /// The port on which tables of this computer are to listen; without it 47110.
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// Stop looking after so many seconds; what was not answered by then counts as not answered.
    #[arg(long, default_value = "20", value_name = "SECS", value_parser = seconds)]
    pub timeout: Duration,
    /// How others are found.
    #[command(flatten)]
    pub discovery: Discovery,
}

/// The files of `verify-log`.
#[derive(Args, Debug)]
pub struct LogFiles {
    /// Log files (.mtlog).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Options of `show-log`.
#[derive(Args, Debug)]
pub struct ShowLog {
    /// A log file (.mtlog).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only this round, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=13))]
    pub round: Option<u8>,
}

/// Options of `export-log`.
#[derive(Args, Debug)]
pub struct ExportLog {
    /// A log file (.mtlog).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// As what.
    #[arg(long, value_enum)]
    pub format: Format,
}

/// What a log is exported as.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The game in words.
    Text,
    /// Data, schema mextrain.log/1.
    Json,
}

/// Options of `referee`.
#[derive(Args, Debug)]
pub struct Referee {
    /// Scenario files (.toml).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Also print the position after the last step, to be pasted into a new file.
    #[arg(long)]
    pub print: bool,
}

/// Options of `tourney`.
#[derive(Args, Debug)]
pub struct Tourney {
    /// Who plays: levels with commas between. With more seats than levels the list is gone through again.
    #[arg(long, default_value = "steady,easy", value_name = "LEVELS", value_delimiter = ',', value_parser = level())]
    pub levels: Vec<Level>,
    /// How many seats; without it, as many as there are levels.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: Option<u8>,
    /// How many matches.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,
    /// The set of tiles.
    #[arg(long, default_value = "double-nine", value_parser = tile_set())]
    pub set: TileSet,
    /// The rules' preset.
    #[arg(long, default_value = "traditional", value_parser = preset(), ignore_case = true)]
    pub preset: Preset,
    /// One option of the rules, such as opening=chain; can be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = key_value)]
    pub rules: Vec<(String, String)>,
    /// How many rounds sharp players play on in their heads for a move.
    #[arg(long, default_value_t = 1000, value_name = "N", conflicts_with = "time")]
    pub playouts: u32,
    /// How many seconds sharp players think about a move instead; the outcome then depends on the machine.
    #[arg(long, value_name = "SECS", value_parser = short_seconds)]
    pub time: Option<Duration>,
    /// Where chance begins: the same number gives the same matches.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// How many matches are played at once; without it, one a processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub jobs: Option<u8>,
}

/// Options of `rules`.
#[derive(Args, Debug)]
pub struct Rules {
    /// A preset, the name of house rules, or rules as a text (MXR1-…).
    #[arg(value_name = "RULES")]
    pub rules: Option<String>,
    /// One option that is changed, such as double_blank=25; can be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = key_value)]
    pub changes: Vec<(String, String)>,
    /// Keep the rules under this name.
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Print the rules as a text to send to somebody, and nothing else.
    #[arg(long)]
    pub share: bool,
    /// Forget the house rules of this name.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["rules", "changes", "save", "share"])]
    pub forget: Option<String>,
}

/// Options of `scores`.
#[derive(Args, Debug)]
pub struct Scores {
    /// The sheet's file; without it, scores.toml in the profile's folder.
    #[arg(long, global = true, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What to do with the sheet; without it, it is shown.
    #[command(subcommand)]
    pub what: Option<ScoresCommand>,
}

/// What is done with a scoresheet.
#[derive(Subcommand, Debug)]
pub enum ScoresCommand {
    /// Begin a sheet; one that is there is kept beside it.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain scores new Ada Bo Cy
  mextrain scores new Ada Bo --set double-nine --first 5 --rule double_blank=0")]
    New(NewScores),
    /// Write the next round down: what everybody still holds.
    #[command(help_template = TEMPLATE, after_help = "Examples:
  mextrain scores add Ada=31 Bo=out Cy=14
  mextrain scores add --out Bo Ada=\"12-5 6-6 0-2\" Cy=14
  mextrain scores add --blocked Ada=31 Bo=7 Cy=14")]
    Add(AddScores),
    /// Take the last round back.
    #[command(help_template = TEMPLATE, after_help = "Examples:\n  mextrain scores undo")]
    Undo,
    /// Write the round down again that was taken back last.
    #[command(help_template = TEMPLATE, after_help = "Examples:\n  mextrain scores redo")]
    Redo,
    /// Show the sheet.
    #[command(help_template = TEMPLATE, after_help = "Examples:\n  mextrain scores show --json")]
    Show,
    /// The sheet as comma-separated values, for spreadsheets.
    #[command(help_template = TEMPLATE, after_help = "Examples:\n  mextrain scores csv > scores.csv")]
    Csv,
}

/// Options of `scores new`.
#[derive(Args, Debug)]
pub struct NewScores {
    /// The players, 2 to 8.
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<Name>,
    /// The rules to score by: a preset, the name of house rules, or rules as a text (MXR1-…).
    #[arg(long, default_value = "traditional", value_name = "RULES")]
    pub preset: String,
    /// The set of tiles.
    #[arg(long, value_parser = tile_set())]
    pub set: Option<TileSet>,
    /// The pip of the first round's starting double; without it, the highest double.
    #[arg(long, value_name = "PIP")]
    pub first: Option<u8>,
    /// One option of the rules, such as double_blank=25; can be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = key_value)]
    pub rules: Vec<(String, String)>,
}

/// Options of `scores add`.
#[derive(Args, Debug)]
pub struct AddScores {
    /// What a player still holds: points (Ada=31), tiles ("Ada=12-5 6-6 0-2"), or nothing (Ada=out).
    #[arg(required = true, value_name = "NAME=HAND", value_parser = name_hand)]
    pub hands: Vec<(String, String)>,
    /// Who went out; without it, the one who holds nothing.
    #[arg(long, value_name = "NAME", conflicts_with = "blocked")]
    pub out: Option<String>,
    /// Nobody went out: the round was blocked.
    #[arg(long)]
    pub blocked: bool,
}

/// Options of `completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// For which shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// A value out of a fixed list, by its name; `--help` and completions then know the list.
fn named<T: Copy + Send + Sync + 'static>(
    names: impl IntoIterator<Item = &'static str>,
    find: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.into_iter().collect::<Vec<_>>())
        .try_map(move |name| find(&name).ok_or("not one of the values"))
}

fn language() -> impl TypedValueParser<Value = Language> {
    named(Language::ALL.map(Language::tag), Language::of_tag)
}

fn tile_set() -> impl TypedValueParser<Value = TileSet> {
    named(TileSet::ALL.map(TileSet::name), |name| TileSet::ALL.into_iter().find(|set| set.name() == name))
}

fn preset() -> impl TypedValueParser<Value = Preset> {
    named(Preset::ALL.map(Preset::name), Preset::parse)
}

fn level() -> impl TypedValueParser<Value = Level> {
    named(Level::ALL.map(Level::name), Level::parse)
}

fn proofs() -> impl TypedValueParser<Value = Proofs> {
    named([Proofs::EveryTurn, Proofs::AtScoring].map(Proofs::name), Proofs::from_name)
}

/// A number of seconds, at least a tenth and at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.1..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0.1 to 86400".to_owned())
}

/// A number of seconds, at least a thousandth and at most a minute.
fn short_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.001..=60.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0.001 to 60".to_owned())
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected KEY=VALUE, such as double_blank=25".to_owned()),
    }
}

/// What is said of somebody's hand; the hand may hold nothing.
fn name_hand(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, hand)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), hand.trim().to_owned())),
        _ => Err("expected NAME=HAND, such as Ada=31, Ada=\"12-5 6-6\" or Ada=out".to_owned()),
    }
}

/// A profile names a folder, so it must not lead anywhere else.
fn profile_name(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=32).contains(&text.len()) && text.bytes().all(fits) {
        Ok(text.to_owned())
    } else {
        Err("a profile's name has 1 to 32 letters, digits, - or _".to_owned())
    }
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

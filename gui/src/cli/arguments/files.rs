//! Options of the commands that need no network: logs, rules, scores, and automatic players among themselves.

use super::*;

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

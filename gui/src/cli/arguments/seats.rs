//! Options of the commands that use the network: tables, seats, watching, and what may be in the way.

use super::*;

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
    /// Only list the matches to go back to.
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
    /// Stop looking after so many seconds; what was not answered by then is told as not finished.
    #[arg(long, default_value = "20", value_name = "SECS", value_parser = seconds)]
    pub timeout: Duration,
    /// How others are found.
    #[command(flatten)]
    pub discovery: Discovery,
}

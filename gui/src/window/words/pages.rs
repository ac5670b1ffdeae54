//! The sentences of the pages that lie over everything else: settings, rules, connection trouble, keys, commands.

use eframe::egui::{KeyboardShortcut, ModifierNames};
use mextrain_net::doctor::Verdict;

/// The title of the settings.
pub const SETTINGS: &str = "Settings";
/// What one is called.
pub const YOUR_NAME: &str = "Your name at a table";
/// Where the usual name comes from.
pub const NAME_HINT: &str = "the name this computer knows you by";
/// A name that is none; `kept` is the one that counts until it is one.
pub fn no_name(kept: &str, why: &str) -> String {
    let kept = if kept.is_empty() { NAME_HINT } else { kept };
    format!("This is not kept: {why}. Until then you are called: {kept}.")
}
/// Above how things look.
pub const LOOKS: &str = "How it looks";
/// Dark, light or like the system.
pub const COLOURS: &str = "Colours";
/// The values.
pub const COLOUR_CHOICES: [&str; 3] = ["As the system", "Dark", "Light"];
/// How tiles show their values.
pub const TILES: &str = "Tiles";
/// The values.
pub const TILE_CHOICES: [&str; 3] = ["Numerals", "Pips", "Both"];
/// How large everything is.
pub const SIZE: &str = "Size of everything";
/// The usual size.
pub const USUAL_SIZE: &str = "Usual size";
/// Above how one plays.
pub const PLAY: &str = "How you play";
/// Whether a move is confirmed.
pub const CONFIRM: &str = "Confirm a move before it is made";
/// The values.
pub const CONFIRM_CHOICES: [&str; 3] = ["On touch screens", "Always", "Never"];
/// Whether things move.
pub const REDUCE_MOTION: &str = "Reduce motion";
/// Whether the game is heard.
pub const SOUNDS: &str = "Sounds: your turn, tiles, Lanterns, doubles, ends of rounds";
/// Nothing can be heard.
pub const NO_SOUND: &str = "Sounds: no sound output was found on this computer.";
/// Above the network.
pub const NETWORK: &str = "Network";
/// Which port.
pub const PORT: &str = "Port to listen on";
/// The empty box.
pub const PORT_HINT: &str = "47110, or any that is free";
/// A port that is none.
pub const NO_PORT: &str = "A port is a number from 1 to 65535. It counts from the next table on.";
/// When it counts.
pub const PORT_ABOUT: &str =
    "It counts from the next table on. With a port of your own a firewall needs one rule only.";
/// Where the settings are.
pub fn kept_in(path: &str) -> String {
    format!("These settings are kept in {path}.")
}

/// The title of the rules.
pub const RULES: &str = "Rules";
/// Below it, at a table.
pub const RULES_HERE: &str = "At this table";
/// Below it, elsewhere.
pub const RULES_USUAL: &str = "The traditional edition, which is the usual one";
/// The title of the game in a few sentences.
pub const RULES_IN_SHORT: &str = "The game";
/// The game in a few sentences.
pub const RULES_SHORT: [&str; 8] = [
    "Each round grows from a double in the middle, the engine: the highest double first, then one lower each round.",
    "Everybody has a train of their own that starts at the engine. The Mexican Train starts there too, belongs to nobody and is always open.",
    "A turn is one tile: on your own train, on the Mexican Train, or on somebody's train that has its Lantern.",
    "If nothing you hold fits, draw a tile. If it fits, it has to be played at once; if it does not, your Lantern is lit and anybody may play on your train.",
    "Your Lantern goes out when you play on your own train.",
    "A double has to be satisfied at once by one more tile on it. If you cannot, and the draw does not help, it waits: nobody may play anything else until it is satisfied.",
    "Whoever lays the last tile ends the round. Everybody else scores the pips they hold; 0-0 counts 50. If nobody can play and nothing is left to draw, everybody scores.",
    "The lowest total after the last round wins.",
];
/// How many of those sentences hold by any rules.
pub const RULES_SHORT_ALWAYS: usize = 2;

/// The title of the checks.
pub const TROUBLE: &str = "Connection trouble";
/// While they run.
pub const CHECKING: &str = "Checking\u{2026} This takes some seconds.";
/// To do it again.
pub const CHECK_AGAIN: &str = "Check again";
/// For the clipboard.
pub const COPY_REPORT: &str = "Copy report";
/// What is in it.
pub const REPORT_ABOUT: &str =
    "The report holds addresses of this computer and of the host, but no keys and no hands.";

/// How a check came out, for whoever does not see its picture.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "Good",
        Verdict::Trouble => "In the way",
        Verdict::NotChecked => "Not checked",
    }
}

/// Above what a check found.
pub fn checked(title: &str, came_out: Verdict) -> String {
    format!("{title}: {}", verdict(came_out).to_lowercase())
}

/// Below what is in the way.
pub fn to_do(todo: &str) -> String {
    format!("What to do: {todo}")
}

/// The title of the keys.
pub const KEYS: &str = "Keys";
/// What keys do that are no commands.
pub const OTHER_KEYS: [(&str, &str); 9] = [
    ("Tab", "to the next thing that can be played or pressed"),
    ("F6", "to the next part of the screen"),
    ("Arrow keys", "to the next one within a part"),
    ("Enter or Space", "choose; once more to play"),
    ("1 to 9", "choose the train in that row"),
    ("Left, Right, Home, End", "in a replay: a step, to the beginning, to the end"),
    ("[ and ]", "in a replay: once round the table, back or on"),
    ("Page up, Page down", "in a replay: to the round before or after"),
    ("Space", "in a replay: plays and pauses"),
];

/// The title of the list of commands.
pub const COMMANDS: &str = "All commands";
/// The box to narrow it by.
pub const FILTER: &str = "Type what you want to do";
/// Nothing fits what was typed.
pub const NO_COMMAND: &str = "No command has that in its name.";

/// Closes what lies over everything.
pub const CLOSE: &str = "Close";

/// A command in the list, with its keys if it has some.
pub fn command(name: &str, shortcut: Option<&KeyboardShortcut>) -> String {
    match shortcut {
        Some(shortcut) => format!("{name} ({})", keys(shortcut)),
        None => name.to_owned(),
    }
}

/// The zoom, of which 1 is usual.
pub fn percent(zoom: f32) -> String {
    format!("{:.0} %", zoom * 100.0)
}

/// A shortcut as people read it.
pub fn keys(shortcut: &KeyboardShortcut) -> String {
    shortcut.format(&ModifierNames::NAMES, cfg!(target_os = "macos"))
}

//! The sentences of the pages that lie over everything else: settings, rules, connection trouble, keys, commands.

use eframe::egui::{KeyboardShortcut, ModifierNames};
use mextrain_net::doctor::Verdict;

texts! {
    /// The title of the settings.
    pub fn settings() => "window-pages-settings";
    /// What one is called.
    pub fn your_name() => "window-pages-your-name";
    /// Where the usual name comes from.
    pub fn name_hint() => "window-pages-name-hint";
}

/// A name that is none; `kept` is the one that counts until it is one.
pub fn no_name(kept: &str, why: &str) -> String {
    let kept = if kept.is_empty() { name_hint() } else { kept };
    say!("window-pages-no-name", why = why, kept = kept)
}

texts! {
    /// Above how things look.
    pub fn looks() => "window-pages-looks";
    /// Which language is spoken.
    pub fn language() => "window-pages-language";
    /// The first of the values, before the languages by their own names.
    pub fn system_language() => "window-pages-language-system";
    /// Dark, light or like the system.
    pub fn colours() => "window-pages-colours";
}

/// The values.
pub fn colour_choices() -> [&'static str; 3] {
    [
        say!("window-pages-colours-system"),
        say!("window-pages-colours-dark"),
        say!("window-pages-colours-light"),
    ]
}

texts! {
    /// How tiles show their values.
    pub fn tiles() => "window-pages-tiles";
}

/// The values.
pub fn tile_choices() -> [&'static str; 3] {
    [say!("window-play-face-numerals"), say!("window-play-face-pips"), say!("window-play-face-both")]
}

texts! {
    /// How large everything is.
    pub fn size() => "window-pages-size";
    /// The usual size.
    pub fn usual_size() => "window-pages-usual-size";
    /// Above how one plays.
    pub fn play() => "window-pages-play";
    /// Whether a move is confirmed.
    pub fn confirm() => "window-pages-confirm";
}

/// The values.
pub fn confirm_choices() -> [&'static str; 3] {
    [
        say!("window-pages-confirm-touch"),
        say!("window-pages-confirm-always"),
        say!("window-pages-confirm-never"),
    ]
}

texts! {
    /// Whether things move.
    pub fn reduce_motion() => "window-pages-reduce-motion";
    /// Whether the game is heard.
    pub fn sounds() => "window-pages-sounds";
    /// Nothing can be heard.
    pub fn no_sound() => "window-pages-no-sound";
    /// Above the network.
    pub fn network() => "window-pages-network";
    /// Which port.
    pub fn port() => "window-pages-port";
    /// The empty box.
    pub fn port_hint() => "window-pages-port-hint";
    /// A port that is none.
    pub fn no_port() => "window-pages-no-port";
    /// When it counts.
    pub fn port_about() => "window-pages-port-about";
    /// Where the settings are.
    pub fn kept_in(path: &str) => "window-pages-kept-in";

    /// The title of the rules.
    pub fn rules() => "window-pages-rules";
    /// Below it, at a table.
    pub fn rules_here() => "window-pages-rules-here";
    /// Below it, elsewhere.
    pub fn rules_usual() => "window-pages-rules-usual";
    /// The title of the game in a few sentences.
    pub fn rules_in_short() => "window-pages-rules-in-short";
}

/// The game in a few sentences.
pub fn rules_short() -> [&'static str; 8] {
    [
        say!("window-pages-short-engine"),
        say!("window-pages-short-trains"),
        say!("window-pages-short-turn"),
        say!("window-pages-short-draw"),
        say!("window-pages-short-lantern"),
        say!("window-pages-short-double"),
        say!("window-pages-short-end"),
        say!("window-pages-short-win"),
    ]
}
/// How many of those sentences hold by any rules.
pub const RULES_SHORT_ALWAYS: usize = 2;

texts! {
    /// The title of the checks.
    pub fn trouble() => "window-pages-trouble";
    /// While they run.
    pub fn checking() => "window-pages-checking";
    /// To do it again.
    pub fn check_again() => "window-pages-check-again";
    /// For the clipboard.
    pub fn copy_report() => "window-pages-copy-report";
    /// What is in it.
    pub fn report_about() => "window-pages-report-about";
}

/// How a check came out, for whoever does not see its picture.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => say!("window-pages-verdict-ok"),
        Verdict::Trouble => say!("window-pages-verdict-trouble"),
        Verdict::NotChecked => say!("window-pages-verdict-not-checked"),
    }
}

/// Above what a check found.
pub fn checked(title: &str, came_out: Verdict) -> String {
    match came_out {
        Verdict::Ok => say!("window-pages-checked-ok", title = title),
        Verdict::Trouble => say!("window-pages-checked-trouble", title = title),
        Verdict::NotChecked => say!("window-pages-checked-not-checked", title = title),
    }
}

texts! {
    /// Below what is in the way.
    pub fn to_do(todo: &str) => "window-pages-to-do";

    /// The title of the keys.
    pub fn keys_title() => "window-pages-keys";
}

/// What keys do that are no commands.
pub fn other_keys() -> [(&'static str, &'static str); 9] {
    [
        (say!("window-pages-key-tab"), say!("window-pages-key-tab-does")),
        ("F6", say!("window-pages-key-f6-does")),
        (say!("window-pages-key-arrows"), say!("window-pages-key-arrows-do")),
        (say!("window-pages-key-enter"), say!("window-pages-key-enter-does")),
        (say!("window-pages-key-digits"), say!("window-pages-key-digits-do")),
        (say!("window-pages-key-steps"), say!("window-pages-key-steps-do")),
        (say!("window-pages-key-brackets"), say!("window-pages-key-brackets-do")),
        (say!("window-pages-key-pages"), say!("window-pages-key-pages-do")),
        (say!("window-pages-key-space"), say!("window-pages-key-space-does")),
    ]
}

texts! {
    /// The title of the list of commands.
    pub fn commands() => "window-pages-commands";
    /// The box to narrow it by.
    pub fn filter() => "window-pages-filter";
    /// Nothing fits what was typed.
    pub fn no_command() => "window-pages-no-command";

    /// Closes what lies over everything.
    pub fn close() => "window-pages-close";
}

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

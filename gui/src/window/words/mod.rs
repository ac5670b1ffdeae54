//! Every sentence of the window, so that it can be translated. Sentences about moves come from [`crate::wording`].

use super::command::Action;

pub mod absent;
pub mod chat;
pub mod house;
pub mod leaving;
pub mod lobby;
pub mod pages;
pub mod play;
pub mod practice;
pub mod record;
pub mod scores;
pub mod settings;
pub mod watch;
pub mod widgets;

/// The name of the game, as the window's title.
pub const TITLE: &str = "Mexican Train";

/// Without a display.
pub const NO_DISPLAY: &str = "There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set). Start the \
     program from a desktop, or over ssh with -X; without a window, \"mextrain demo\", \"mextrain host\" and \
     \"mextrain join\" do the same in a terminal.";

/// Why no window opens, and what to do.
pub fn no_window(error: &eframe::Error) -> String {
    let instead = "Without a window, \"mextrain host\" and \"mextrain join\" do the same in a terminal.";
    match error {
        eframe::Error::AppCreation(why) => format!("The window cannot start: {why} {instead}"),
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => format!(
            "The display cannot be used ({error}). Is it running, and may this user draw on it? On X11 the libraries libX11, \
             libxkbcommon-x11 and libXcursor have to be there. {instead}"
        ),
        _ => format!(
            "Nothing can be drawn on this display ({error}). Install the system's OpenGL driver (Debian: libgl1-mesa-dri and \
             libegl1). {instead}"
        ),
    }
}

/// Another way of drawing was tried, and its process was killed. `why` is what was wrong with the first one.
pub fn attempt_killed(status: &str, why: &str) -> String {
    format!("{why} Drawing in another way was tried, and that program was killed ({status}).")
}

/// What an unwritable folder means.
pub fn no_key(why: &str) -> String {
    format!(
        "You cannot sit down at a table: {why}. Allow writing there, or start with --data-dir and another folder. Practice \
         works all the same."
    )
}

/// Settings that cannot be written.
pub fn not_kept(path: &str, why: &str) -> String {
    format!("The settings cannot be kept in {path}: {why}.")
}

/// More was asked for at once than can wait.
pub const TOO_MUCH: &str = "too much at once";

/// An action's name in menu, palette and help.
pub fn action(action: Action) -> &'static str {
    match action {
        Action::Home => "Home",
        Action::Back => "Back",
        Action::Practice => "Practice with bots",
        Action::Create => "Create a table",
        Action::KeepScore => scores::TITLE,
        Action::Settings => "Settings",
        Action::Rules => "Rules",
        Action::Trouble => "Connection trouble",
        Action::Palette => "All commands",
        Action::Help => "Keys",
        Action::ZoomIn => "Larger",
        Action::ZoomOut => "Smaller",
        Action::ZoomReset => "Usual size",
        Action::Scores => "Scores",
        Action::Log => "Log",
        Action::Trust => "Trust",
        Action::Draw => "Draw a tile",
        Action::Pass => "Pass",
        Action::Stop => "End the opening chain",
        Action::TypeMove => "Type a move",
        Action::Hint => play::HINT,
        Action::Clear => "Let go of the selection",
        Action::Leave => "Leave the table",
        Action::Quit => "Close the window",
    }
}

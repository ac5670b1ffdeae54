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

texts! {
    /// The name of the game, as the window's title.
    pub fn title() => "window-mod-title";

    /// Without a display.
    pub fn no_display() => "window-mod-no-display";
}

/// Why no window opens, and what to do.
pub fn no_window(error: &eframe::Error) -> String {
    match error {
        eframe::Error::AppCreation(why) => {
            say!("window-mod-no-window-app-creation", why = why.to_string())
        }
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            say!("window-mod-no-window-display", error = error.to_string())
        }
        _ => say!("window-mod-no-window-drawing", error = error.to_string()),
    }
}

texts! {
    /// Another way of drawing was tried, and its process was killed. `why` is what was wrong with the first one.
    pub fn attempt_killed(status: &str, why: &str) => "window-mod-attempt-killed";

    /// What an unwritable folder means.
    pub fn no_key(why: &str) => "window-mod-no-key";

    /// Settings that cannot be written.
    pub fn not_kept(path: &str, why: &str) => "window-mod-not-kept";

    /// More was asked for at once than can wait.
    pub fn too_much() => "window-mod-too-much";
}

/// An action's name in menu, palette and help.
pub fn action(action: Action) -> &'static str {
    match action {
        Action::Home => say!("window-action-home"),
        Action::Back => say!("window-action-back"),
        Action::Practice => say!("window-action-practice"),
        Action::Create => say!("window-action-create"),
        Action::KeepScore => scores::title(),
        Action::Settings => say!("window-action-settings"),
        Action::Rules => say!("window-action-rules"),
        Action::Trouble => say!("window-action-trouble"),
        Action::Palette => say!("window-action-palette"),
        Action::Help => say!("window-action-help"),
        Action::ZoomIn => say!("window-action-zoom-in"),
        Action::ZoomOut => say!("window-action-zoom-out"),
        Action::ZoomReset => say!("window-action-zoom-reset"),
        Action::Scores => say!("window-action-scores"),
        Action::Log => say!("window-action-log"),
        Action::Trust => say!("window-action-trust"),
        Action::Draw => say!("window-action-draw"),
        Action::Pass => say!("window-action-pass"),
        Action::Stop => say!("window-action-stop"),
        Action::TypeMove => say!("window-action-type-move"),
        Action::Hint => play::hint(),
        Action::Clear => say!("window-action-clear"),
        Action::Leave => say!("window-action-leave"),
        Action::Quit => say!("window-action-quit"),
    }
}

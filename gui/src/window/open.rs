//! Opening the window, or saying in a sentence why there is none and what to do.

use std::{
    env,
    path::PathBuf,
    process::{Command as Process, ExitStatus},
};

use eframe::{
    NativeOptions, Renderer,
    egui::{ViewportBuilder, vec2},
};
use mextrain_net::name::Name;

use super::{app::App, settings::Settings, words};

/// Set in the environment of the second attempt, so that there is no third.
const SECOND_ATTEMPT: &str = "MEXTRAIN_SOFTWARE_DRAWING";

/// What the window is started with: the profile it plays for, and where that keeps its things.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The profile's folder for sessions and logs.
    pub data: PathBuf,
    /// The file of the profile's key.
    pub key_file: PathBuf,
    /// The file of the settings; nothing is remembered without one.
    pub settings_file: Option<PathBuf>,
    /// What the player is called unless the settings say otherwise.
    pub name: Name,
}

/// Opens the window and stays in it until it is closed.
///
/// # Errors
/// A sentence that says why there is no window, and what to do.
pub fn run(environment: Environment) -> Result<(), String> {
    if !has_display() {
        return Err(words::NO_DISPLAY.to_owned());
    }
    let (settings, trouble) = match &environment.settings_file {
        Some(file) => Settings::load(file),
        None => (Settings::default(), None),
    };
    let options = options(&settings);
    let create = |context: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let app = App::new(environment, settings, trouble, &context.egui_ctx)?;
        Ok(Box::new(app))
    };
    match eframe::run_native("mextrain", options, Box::new(create)) {
        Ok(()) => Ok(()),
        Err(error) => {
            let sentence = words::no_window(&error);
            if is_about_drawing(&error) && env::var_os(SECOND_ATTEMPT).is_none() {
                return draw_in_software(&sentence);
            }
            Err(sentence)
        }
    }
}

fn options(settings: &Settings) -> NativeOptions {
    let mut viewport = ViewportBuilder::default()
        .with_title(words::TITLE)
        .with_app_id("mextrain")
        .with_min_inner_size(vec2(360.0, 480.0))
        .with_inner_size(vec2(1280.0, 800.0));
    if let Some(size) = settings.window {
        viewport = viewport.with_inner_size(vec2(size.width, size.height)).with_maximized(size.maximized);
    }
    NativeOptions { viewport, renderer: Renderer::Glow, persist_window: false, ..NativeOptions::default() }
}

/// On systems where the display is named in the environment, whether it is.
fn has_display() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(|key| env::var_os(key).is_some_and(|value| !value.is_empty()))
}

/// Whether another way of drawing may help.
fn is_about_drawing(error: &eframe::Error) -> bool {
    matches!(error, eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_))
}

/// Starts the program once more with OpenGL drawn by the processor. A second event loop in one process is not possible.
fn draw_in_software(why: &str) -> Result<(), String> {
    let program = env::current_exe().map_err(|_| why.to_owned())?;
    let status = Process::new(program)
        .args(env::args_os().skip(1))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env(SECOND_ATTEMPT, "1")
        .status();
    match status.as_ref().map(ExitStatus::success) {
        Ok(true) => Ok(()),
        // The second attempt has said already why it failed.
        Ok(false) => Err(String::new()),
        Err(_) => Err(why.to_owned()),
    }
}

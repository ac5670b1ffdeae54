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

use super::{
    app::App,
    settings::{Loaded, Settings},
    words,
};
use crate::wording::language::Language;

/// Says in the environment of a later attempt which one it is, so that there is an end to them.
const ATTEMPT: &str = "MEXTRAIN_DRAWING";

/// What stands for the window where the system lists windows.
const ICON: &[u8] = include_bytes!("../../assets/mextrain-256.png");

/// The ways of drawing, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawing {
    /// OpenGL as the system has it.
    OpenGl,
    /// Vulkan, Metal or Direct3D.
    Wgpu,
    /// OpenGL drawn by the processor.
    Software,
}

impl Drawing {
    fn of_environment() -> Drawing {
        let attempt = env::var(ATTEMPT).unwrap_or_default();
        [Drawing::Wgpu, Drawing::Software]
            .into_iter()
            .find(|drawing| drawing.name() == attempt)
            .unwrap_or(Drawing::OpenGl)
    }

    fn name(self) -> &'static str {
        match self {
            Drawing::OpenGl => "opengl",
            Drawing::Wgpu => "wgpu",
            Drawing::Software => "software",
        }
    }

    fn next(self) -> Option<Drawing> {
        match self {
            Drawing::OpenGl => Some(Drawing::Wgpu),
            Drawing::Wgpu => Some(Drawing::Software),
            Drawing::Software => None,
        }
    }

    fn renderer(self) -> Renderer {
        match self {
            Drawing::OpenGl | Drawing::Software => Renderer::Glow,
            Drawing::Wgpu => Renderer::Wgpu,
        }
    }
}

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
    /// The language to speak until the person chooses one in the settings.
    pub language: Option<Language>,
}

/// Opens the window and stays in it until it is closed.
///
/// # Errors
/// A sentence that says why there is no window, and what to do.
pub fn run(mut environment: Environment) -> Result<(), String> {
    if !has_display() {
        return Err(words::no_display().to_owned());
    }
    let usual = || Loaded { settings: Settings::default(), trouble: None, keep: false };
    let Loaded { settings, trouble, keep } =
        environment.settings_file.as_deref().map_or_else(usual, Settings::load);
    environment.settings_file = environment.settings_file.filter(|_| keep);
    let drawing = Drawing::of_environment();
    let options = options(&settings, drawing);
    let create = |context: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let app = App::new(environment, settings, trouble, &context.egui_ctx)?;
        Ok(Box::new(app))
    };
    match eframe::run_native("mextrain", options, Box::new(create)) {
        Ok(()) => Ok(()),
        Err(error) => {
            let sentence = words::no_window(&error);
            match drawing.next().filter(|_| is_about_drawing(&error)) {
                Some(other) => draw_otherwise(other, &sentence),
                None => Err(sentence),
            }
        }
    }
}

fn options(settings: &Settings, drawing: Drawing) -> NativeOptions {
    let mut viewport = ViewportBuilder::default()
        .with_title(words::title())
        .with_app_id("mextrain")
        .with_min_inner_size(vec2(360.0, 480.0))
        .with_inner_size(vec2(1280.0, 800.0));
    // It is a file of the project; were it damaged, the window would do without.
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        viewport = viewport.with_icon(icon);
    }
    if let Some(size) = settings.window {
        viewport = viewport.with_inner_size(vec2(size.width, size.height)).with_maximized(size.maximized);
    }
    NativeOptions {
        viewport,
        renderer: drawing.renderer(),
        persist_window: false,
        ..NativeOptions::default()
    }
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
    matches!(
        error,
        eframe::Error::Glutin(_)
            | eframe::Error::NoGlutinConfigs(..)
            | eframe::Error::OpenGL(_)
            | eframe::Error::Wgpu(_)
    )
}

/// Starts the program once more to draw in another way. A second event loop in one process is not possible.
fn draw_otherwise(drawing: Drawing, why: &str) -> Result<(), String> {
    tracing::warn!(drawing = drawing.name(), "{why}");
    let program = env::current_exe().map_err(|_| why.to_owned())?;
    let mut again = Process::new(program);
    again.args(env::args_os().skip(1)).env(ATTEMPT, drawing.name());
    if drawing == Drawing::Software {
        again.env("LIBGL_ALWAYS_SOFTWARE", "1");
    }
    match again.status() {
        Ok(status) => outcome(status, why),
        Err(_) => Err(why.to_owned()),
    }
}

/// What the other attempt came to.
fn outcome(status: ExitStatus, why: &str) -> Result<(), String> {
    match status.code() {
        Some(0) => Ok(()),
        // It has said already why it failed.
        Some(_) => Err(String::new()),
        // It was killed, perhaps by its driver, and could say nothing.
        None => Err(words::attempt_killed(&status.to_string(), why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_drawing_is_tried_once() {
        let mut tried = vec![Drawing::OpenGl];
        while let Some(next) = tried.last().and_then(|drawing| drawing.next()) {
            assert!(!tried.contains(&next));
            tried.push(next);
        }
        assert_eq!(tried.len(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn an_attempt_that_was_killed_does_not_end_in_silence() {
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(outcome(ExitStatus::from_raw(0), "why"), Ok(()));
        // Ended by itself, with 1.
        assert_eq!(outcome(ExitStatus::from_raw(1 << 8), "why"), Err(String::new()));
        // Segmentation fault.
        let said = outcome(ExitStatus::from_raw(11), "No OpenGL.").unwrap_err();
        assert!(said.contains("signal: 11") && said.contains("No OpenGL."), "{said}");
    }
}

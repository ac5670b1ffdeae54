//! The whole window, with its files and its network.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_net::name::Name;

use super::desk::SIZES;
use crate::window::{
    Action,
    app::App,
    open::Environment,
    settings::Settings,
    words::{action, lobby as text, pages, scores},
};

/// The whole window of this player at Home, with its data in a folder.
pub fn window(
    folder: &Path,
    name: &str,
    settings_file: Option<PathBuf>,
    size: Vec2,
) -> Harness<'static, Option<App>> {
    let environment = Environment {
        data: folder.join("data"),
        key_file: folder.join("data/key"),
        settings_file,
        name: Name::clean(name),
        language: None,
    };
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        move |ui, app: &mut Option<App>| {
            let make = || App::new(environment.clone(), Settings::default(), None, ui.ctx()).unwrap();
            app.get_or_insert_with(make).show(ui);
        },
        None,
    );
    harness.step();
    harness
}

#[test]
fn the_checks_are_run_when_their_page_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(folder.path(), "Ada", Some(folder.path().join("settings.toml")), SIZES[0]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.step();
    harness.step();
    harness.event(eframe::egui::Event::Text("trouble".to_owned()));
    harness.step();
    harness.key_press(Key::Enter);
    harness.step();
    harness.step();
    let deadline = Instant::now() + Duration::from_secs(120);
    while harness.query_by_label(pages::copy_report()).is_none() {
        assert!(Instant::now() < deadline, "the checks do not end");
        harness.step();
    }
    // Whatever this machine's network is like: no table was named.
    assert!(harness.query_by_label("The host: not checked").is_some());
}

#[test]
fn the_scoresheet_is_a_way_from_home_and_is_kept_with_the_other_data() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("data").join(crate::scores::NAME);
    std::fs::create_dir_all(folder.path().join("data")).unwrap();
    std::fs::write(&sheet, crate::scores::write(&crate::scores::tests::example())).unwrap();
    let mut harness = window(folder.path(), "Ada", None, SIZES[0]);
    harness.get_by_label(scores::title()).click();
    harness.step();
    harness.step();
    assert!(harness.query_all_by_label_contains("Bo leads. Round 3 of 13").next().is_some());
    harness.get_by_label(scores::undo()).click();
    harness.step();
    harness.step();
    let kept = crate::scores::read(&std::fs::read_to_string(&sheet).unwrap()).unwrap();
    assert_eq!(kept.keeper().tallies().len(), 1);
    // What is typed and not yet written down is there again when the page is.
    let hand = scores::hand(&Name::clean("Bo"));
    harness.get_by_label(&hand).focus();
    harness.step();
    harness.event(eframe::egui::Event::Text("31".to_owned()));
    harness.step();
    for button in [action(Action::Back), scores::title()] {
        harness.get_by_label(button).click();
        harness.step();
        harness.step();
    }
    assert_eq!(harness.get_by_label(&hand).value().as_deref(), Some("31"));
}

#[test]
fn pages_lie_over_home_and_settings_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let mut harness = window(folder.path(), "Ada", Some(file.clone()), SIZES[0]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Comma);
    harness.step();
    harness.step();
    assert!(harness.query_by_label(pages::looks()).is_some());
    harness.get_by_label("Pips").click();
    harness.step();
    harness.step();
    // Some time later; each step is a quarter of a second.
    let written = (0..100_000).any(|_| {
        harness.step();
        file.exists()
    });
    assert!(written);
    assert_eq!(Settings::load(&file).settings.tiles, crate::window::settings::TileFace::Pips);
    harness.key_press(Key::Escape);
    harness.step();
    harness.step();
    assert!(
        harness.query_by_label(text::join_heading()).is_some()
            && harness.query_by_label(pages::looks()).is_none()
    );
}

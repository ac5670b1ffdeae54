//! Keep score, and house rules where a table is set up: by pointer and keyboard, and pictures.

use std::path::{Path, PathBuf};

use eframe::egui::{Event, Key, Theme, Vec2, accesskit::Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_core::{Preset, Rules};
use mextrain_net::name::Name;

use super::{
    desk::SIZES,
    lobby::{Shown, shown},
    looks::THEMES,
    tree::check,
};
use crate::{
    house::{HouseRules, Saved},
    scores::{
        self, Sheet, Told,
        tests::{example, sheet},
    },
    window::{
        Command,
        screens::{
            create::{self, CreateState},
            house_rules::HouseState,
            scores::{self as screen, ScoresState},
        },
        words::{house as house_text, lobby, scores as text},
    },
    wording,
};

/// The screen on this file, with what it asks for done as the window does it.
fn keeping(path: PathBuf, house: Vec<Saved>, size: Vec2, theme: Theme) -> Harness<'static, Shown> {
    let mut state = ScoresState::open(path, house).as_if_in(Path::new("scores.toml"));
    shown(size, theme, move |ui| {
        let commands = screen::show(ui, &mut state);
        for command in &commands {
            if let Command::Scores(intent) = command {
                state.take(intent.clone());
            }
        }
        commands
    })
}

/// Create with the house rules of this folder, with what it asks for done as the window does it.
fn creating(folder: &Path, size: Vec2, theme: Theme) -> Harness<'static, Shown> {
    let mut state = CreateState::new(&Name::clean("Ada"), HouseState::read(folder));
    let folder = folder.to_owned();
    shown(size, theme, move |ui| {
        let commands = create::show(ui, &mut state, &crate::window::settings::Settings::default());
        for command in &commands {
            if let Command::House(intent) = command {
                state.house.take(intent, &folder);
            }
        }
        commands
    })
}

fn enter(harness: &mut Harness<'_, Shown>, label: &str, typed: &str) {
    harness.get_by_role_and_label(Role::TextInput, label).focus();
    harness.run();
    harness.event(Event::Text(typed.to_owned()));
    harness.run();
}

fn click(harness: &mut Harness<'_, Shown>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

fn has(harness: &Harness<'_, Shown>, label: &str) -> bool {
    harness.query_all_by_label_contains(label).next().is_some()
}

fn kept(path: &Path) -> Option<Sheet> {
    std::fs::read_to_string(path).ok().map(|text| scores::read(&text).unwrap())
}

fn hand(name: &str) -> String {
    text::hand(&Name::clean(name))
}

#[test]
fn the_set_makers_example_comes_out() {
    for width in [1280.0, 390.0] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(scores::NAME);
        let mut harness = keeping(path.clone(), Vec::new(), vec2(width, 3000.0), Theme::Dark);
        check(&harness, "a new sheet");
        for (name, number) in ["Ada", "Bo", "Cy", "Dee"].into_iter().zip(1..) {
            enter(&mut harness, &text::player(number), name);
        }
        click(&mut harness, "set-maker");
        click(&mut harness, text::begin());
        check(&harness, "the first round");
        enter(&mut harness, &hand("Ada"), "12-5 6-6 0-2");
        assert!(has(&harness, &text::points(31)));
        enter(&mut harness, &hand("Cy"), "14");
        // What is missing is said, and nothing is written down.
        assert!(has(&harness, "What is left in the hand of Bo, of Dee?"));
        enter(&mut harness, &hand("Dee"), "22");
        click(&mut harness, text::record());
        assert_eq!(kept(&path).unwrap().keeper().board().totals(), [31, 0, 14, 22]);
        for (name, held) in [("Bo", "18"), ("Cy", "9"), ("Dee", "27")] {
            enter(&mut harness, &hand(name), held);
        }
        // The one who is chosen went out; Enter writes the round down.
        harness.get_by_role_and_label(Role::RadioButton, "Ada").click();
        harness.run();
        harness.get_by_role_and_label(Role::TextInput, &hand("Dee")).focus();
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(kept(&path).as_ref(), Some(&example()));
        assert!(has(&harness, "Bo leads. Round 3 of 13 starts with 10-10."), "{width}");
        check(&harness, "the third round");
        // Another window takes it up where it was left.
        let again = keeping(path, Vec::new(), vec2(width, 3000.0), Theme::Dark);
        assert!(has(&again, "Bo leads"));
    }
}

#[test]
fn rounds_are_taken_back_exported_and_another_sheet_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(scores::NAME);
    std::fs::write(&path, scores::write(&example())).unwrap();
    let mut harness = keeping(path.clone(), Vec::new(), vec2(390.0, 3000.0), Theme::Light);
    click(&mut harness, text::undo());
    assert_eq!(kept(&path).unwrap().keeper().tallies().len(), 1);
    click(&mut harness, text::redo());
    assert_eq!(kept(&path).unwrap(), example());
    click(&mut harness, text::export());
    assert_eq!(std::fs::read_to_string(path.with_extension("csv")).unwrap(), scores::csv(&example()));
    assert!(has(&harness, "Written to "));
    click(&mut harness, text::copy());
    assert!(
        matches!(harness.state().commands.last(), Some(Command::Copy(csv)) if *csv == scores::csv(&example()))
    );
    click(&mut harness, text::another());
    click(&mut harness, text::cancel());
    assert!(harness.query_by_label(text::record()).is_none() && has(&harness, "Bo leads"));
    click(&mut harness, text::another());
    click(&mut harness, text::begin());
    assert!(kept(&path).unwrap().keeper().tallies().is_empty());
    assert_eq!(kept(&folder.path().join("scores.old-1.toml")), Some(example()));
}

#[test]
fn what_cannot_be_is_said_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(scores::NAME);
    std::fs::write(&path, scores::write(&sheet(&["Ada", "Bo"], &Rules::default()))).unwrap();
    let mut harness = keeping(path.clone(), Vec::new(), vec2(1280.0, 1600.0), Theme::Dark);
    enter(&mut harness, &hand("Bo"), "12-12");
    let why = "Bo cannot hold 12-12: it is this round's starting double, in the middle of the table.";
    assert!(has(&harness, why));
    click(&mut harness, &format!("{}. {why}", text::record()));
    harness.key_press(Key::Enter);
    harness.run();
    assert!(kept(&path).unwrap().keeper().tallies().is_empty());
    // A file that is no sheet is said, and left alone until somebody wants it aside.
    std::fs::write(&path, "nonsense").unwrap();
    let mut harness = keeping(path.clone(), Vec::new(), SIZES[1], Theme::Dark);
    check(&harness, "no sheet");
    assert!(has(&harness, "is no scoresheet that can be used"));
    click(&mut harness, text::reopen());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "nonsense");
    click(&mut harness, text::aside());
    assert!(!path.exists() && has(&harness, text::new()));
}

#[test]
fn house_rules_are_saved_pasted_chosen_and_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let house = Rules::from_settings([("set", "double-nine"), ("double_blank", "25")]).unwrap();
    for size in [vec2(1280.0, 3000.0), vec2(390.0, 3000.0)] {
        let mut harness = creating(folder.path(), size, Theme::Dark);
        check(&harness, "create");
        enter(&mut harness, house_text::paste(), "MXR1-0T1Z-PE6");
        assert!(has(&harness, "A character of the text is wrong"));
        harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
        harness.run();
        harness.event(Event::Text(house.to_text().to_lowercase()));
        harness.run();
        let these = house_text::these_are(&wording::options::in_words(&house));
        assert!(has(&harness, &these));
        click(&mut harness, house_text::use_them());
        click(&mut harness, house_text::copy_rules());
        assert!(
            matches!(harness.state().commands.last(), Some(Command::Copy(copied)) if *copied == house.to_text())
        );
        enter(&mut harness, house_text::name(), "Kitchen");
        click(&mut harness, house_text::save());
        assert_eq!(HouseRules::open(folder.path()).unwrap().find("kitchen").unwrap().rules, house);
        check(&harness, "create with house rules");
        click(&mut harness, "guide");
        click(&mut harness, "Kitchen");
        click(&mut harness, lobby::open());
        let opened = harness.state().commands.last();
        assert!(
            matches!(opened, Some(Command::Host { table, .. }) if table.agreement.rules == house),
            "{opened:?}"
        );
        click(&mut harness, &house_text::forget(&Name::clean("Kitchen")));
        assert!(HouseRules::open(folder.path()).unwrap().saved().is_empty());
    }
}

#[test]
fn pictures_of_the_scorekeeper() {
    let mut results = egui_kittest::SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(scores::NAME);
    let mut sheet = example();
    let blocked = [("Ada", "7"), ("Bo", "4-5"), ("Cy", "0-0 1-1"), ("Dee", "40")];
    sheet.record(sheet.tally(blocked, Some(Told::Blocked)).unwrap()).unwrap();
    let house = vec![Saved { name: Name::clean("Kitchen"), rules: Preset::Pagat.rules() }];
    for (size, width) in SIZES.into_iter().zip(["wide", "narrow"]) {
        for (theme, light) in THEMES {
            std::fs::write(&path, scores::write(&sheet)).unwrap();
            let mut harness = keeping(path.clone(), house.clone(), size, theme);
            enter(&mut harness, &hand("Ada"), "12-5 6-6");
            enter(&mut harness, &hand("Bo"), "10-10");
            harness.snapshot(format!("keep-score-{width}-{light}"));
            results.extend(harness.take_snapshot_results());
            std::fs::remove_file(&path).unwrap();
            let mut harness = keeping(path.clone(), house.clone(), size, theme);
            enter(&mut harness, &text::player(1), "Ada");
            harness.snapshot(format!("keep-score-new-{width}-{light}"));
            results.extend(harness.take_snapshot_results());
        }
    }
}

//! The pages that lie over everything: settings, notices, connection trouble and the list of commands.

use eframe::egui::{Event, Key, Modifiers, Theme, Ui, accesskit::Role};
use egui_kittest::kittest::Queryable;

use super::{
    desk::SIZES,
    lobby::{report, shown},
};
use crate::window::{
    Action, Command,
    command::Place,
    screens::{
        help::{self, PaletteState},
        notices,
        settings::{self as settings_screen, SettingsState},
        trouble,
    },
    settings::Settings,
    words::{lobby as text, pages},
};

#[test]
fn a_name_that_is_none_is_said_and_not_kept() {
    let settings = Settings { name: "Ada".to_owned(), ..Settings::default() };
    let mut state = SettingsState::new(&settings);
    let mut harness = shown(SIZES[0], Theme::Dark, move |ui: &mut Ui| {
        settings_screen::show(ui, &settings, &mut state, Some("a.toml"), true)
    });
    harness.get_by_role_and_label(Role::TextInput, pages::your_name()).focus();
    harness.run();
    let too_long = " and then some more than there is room for";
    harness.event(Event::Text(too_long.to_owned()));
    harness.run();
    let why = mextrain_net::name::NameError::TooLong.to_string();
    assert!(harness.query_by_label(&pages::no_name("Ada", &why)).is_some());
    assert!(harness.state().commands.is_empty(), "{:?}", harness.state().commands);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness.event(Event::Text("Bo".to_owned()));
    harness.run();
    assert!(harness.query_by_label(&pages::no_name("Ada", &why)).is_none());
    let last = harness.state().commands.last();
    assert!(matches!(last, Some(Command::Set(changed)) if changed.name == "Bo"), "{last:?}");
}

#[test]
fn a_notice_is_read_out_and_put_away() {
    let dismissed = std::rc::Rc::new(std::cell::Cell::new(None));
    let told = dismissed.clone();
    let mut harness = shown(SIZES[1], Theme::Dark, move |ui| {
        told.set(told.get().or(notices::show(ui, &["One.", "Two.", "Three."].map(str::to_owned), 2)));
        Vec::new()
    });
    assert!(harness.query_by_label("One.").is_some() && harness.query_by_label("Three.").is_none());
    assert!(harness.query_by_label(&text::more_notices(1)).is_some());
    harness.get_by_label(&text::dismiss("Two.")).click();
    harness.run();
    assert_eq!(dismissed.get(), Some(1));
}

#[test]
fn sounds_have_a_switch_where_there_is_something_to_hear_with() {
    let settings = |mute| {
        let mut state = SettingsState::new(&Settings::default());
        let show = move |ui: &mut Ui| {
            settings_screen::show(ui, &Settings::default(), &mut state, Some("a.toml"), mute)
        };
        shown(SIZES[0], Theme::Dark, show)
    };
    let mut heard = settings(false);
    heard.get_by_label(pages::sounds()).click();
    heard.run();
    let [Command::Set(changed)] = &heard.state().commands[..] else { panic!("{:?}", heard.state().commands) };
    assert!(!changed.sounds);
    let mute = settings(true);
    assert!(mute.query_by_label(pages::sounds()).is_none());
    assert!(mute.query_by_label_contains("no sound output was found").is_some());
}

#[test]
fn trouble_says_what_is_in_the_way_and_what_to_do() {
    for size in SIZES {
        let mut harness = shown(size, Theme::Light, |ui| trouble::show(ui, Some(&report())));
        for part in [
            "Interfaces: in the way",
            "eth0 and wlan0 are on the same network, 192.168.1.0/24",
            "What to do: Use only one of eth0 and wlan0 at a time.",
            "another profile of this one",
            "localport=5353",
            "No computer is found at 192.168.1.5:47110",
            "This Wi-Fi keeps devices apart; use a hotspot, a cable, or a network that is not for guests",
            "The way back: not checked",
        ] {
            assert!(harness.query_by_label_contains(part).is_some(), "{part} {size}");
        }
        harness.get_by_label(pages::copy_report()).click();
        harness.run();
        let [Command::Copy(copied)] = &harness.state().commands[..] else { panic!("nothing was copied") };
        assert_eq!(copied.lines().filter(|line| line.starts_with("trouble ")).count(), 3, "{copied}");
        assert!(copied.contains("The host: No computer is found at 192.168.1.5:47110."), "{copied}");
        harness.get_by_label(pages::check_again()).click();
        harness.run();
        assert!(matches!(harness.state().commands[1..], [Command::CheckAgain]));
    }
}

#[test]
fn the_list_of_commands_is_narrowed_by_typing() {
    let mut palette = PaletteState::default();
    let mut harness = shown(SIZES[0], Theme::Dark, move |ui| help::palette(ui, &mut palette, Place::Home).0);
    harness.event(Event::Text("rules".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(
        matches!(&harness.state().commands[..], [Command::Do(Action::Rules)]),
        "{:?}",
        harness.state().commands
    );
}

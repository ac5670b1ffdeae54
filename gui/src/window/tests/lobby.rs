//! Home, Create, the waiting room and the pages that lie over everything: the same demands as on the screens of a match.

use std::time::{Duration, SystemTime};

use eframe::egui::{Theme, Ui, Vec2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_core::{Rules, Seats};
use mextrain_net::{
    absence::Absence,
    charter::Proofs,
    chat::Phrase,
    doctor::{
        self, Report,
        findings::{Findings, Firewall, Interface, Kind, Listening, Multicast, Reach, Target, Tcp},
    },
    identity::Identity,
    lobby::{Agreement, Change, LobbyState, Seated},
    name::Name,
    node::message::{Advert, AdvertState, Code, PROTOCOL_VERSION},
    place::JoinCode,
    session::{FoundTable, Said, SessionEvent, Snapshot},
    wire::Bounded,
};

use super::{
    desk::{SIZES, ground},
    looks::THEMES,
    tree::check,
};
use crate::window::{
    Command,
    command::Place,
    known::Acquaintances,
    past::{PastGame, PastGames},
    screens::{
        create::{self, CreateState},
        help::{self, PaletteState},
        home::{self, HomeModel, HomeState},
        house_rules::HouseState,
        leaving::{self, Stake},
        notices, rules,
        settings::{self as settings_screen, SettingsState},
        trouble,
        waiting::{self, WaitingState},
    },
    seat::{Intent, News},
    settings::Settings,
    tokens,
    words::{chat, lobby as text},
};
use crate::wording;

/// What draws a screen.
pub type Screen = Box<dyn FnMut(&mut Ui) -> Vec<Command>>;

/// A screen of which the commands are kept.
pub struct Shown {
    show: Screen,
    /// What was asked for so far.
    pub commands: Vec<Command>,
}

pub fn shown(
    size: Vec2,
    theme: Theme,
    show: impl FnMut(&mut Ui) -> Vec<Command> + 'static,
) -> Harness<'static, Shown> {
    let state = Shown { show: Box::new(show), commands: Vec::new() };
    let mut harness = Harness::builder().with_size(size).with_theme(theme).with_max_steps(40).build_ui_state(
        |ui, shown: &mut Shown| {
            tokens::apply(ui.ctx());
            ground(ui);
            let commands = (shown.show)(ui);
            shown.commands.extend(commands);
        },
        state,
    );
    harness.run();
    harness
}

fn name(text: &str) -> Name {
    Name::clean(text)
}

fn code() -> JoinCode {
    JoinCode::new("192.168.1.23:47110".parse().unwrap(), &[7; 32])
}

/// A table on the network.
pub fn found(table: &str, state: AdvertState, version: u16) -> FoundTable {
    let advert = Advert {
        version,
        table: [1; 16],
        name: name(table),
        host: name("Ada"),
        host_key: [7; 32],
        taken: 3,
        seats: 5,
        state,
        code: Some(Code(code())),
        details: Default::default(),
    };
    let same_version = version == PROTOCOL_VERSION;
    FoundTable {
        advert,
        same_version,
        rules: same_version.then(Rules::default),
        proofs: Some(Proofs::EveryTurn),
    }
}

fn home(tables: Vec<FoundTable>, in_vain: bool, join: &'static str) -> impl FnMut(&mut Ui) -> Vec<Command> {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let game = PastGame {
        path: "a.mtlog".into(),
        when: now - Duration::from_secs(7200),
        players: vec![(name("Ada"), [1; 32]), (name("Bo"), [2; 32])],
    };
    let past = PastGames { newest: vec![game], in_all: 1 };
    let settings = Settings::default();
    let mut state = HomeState::default();
    state.type_in(join);
    move |ui| {
        let model = HomeModel {
            tables: &tables,
            in_vain,
            no_search: None,
            address: Some("192.168.1.23:47110"),
            saved: &[],
            stats: None,
            past: Some(&past),
            settings: &settings,
            now,
        };
        home::show(ui, model, &mut state)
    }
}

/// A waiting room of three: Ada, whose seat it is, Bo, and the bot Cy.
pub fn lobby() -> Snapshot {
    let member = |called: &str, bot, ready| {
        let secret = [called.as_bytes()[0]; 32];
        let key = Identity::from_secret(&secret).unwrap().public_key();
        Seated {
            name: name(called),
            key,
            commitment: [key[0]; 32],
            bot,
            ready,
            addresses: Bounded::default(),
        }
    };
    let members = vec![member("Ada", false, false), member("Bo", false, true), member("Cy", true, true)];
    let agreement = Agreement {
        seats: Seats::new(4).unwrap(),
        rules: Rules::default(),
        proofs: Proofs::EveryTurn,
        absence: Absence::default(),
    };
    Snapshot {
        addresses: vec!["/ip4/192.168.1.23/tcp/47110".to_owned()],
        code: Some(code()),
        key: members[0].key,
        hosting: true,
        lobby: Some(LobbyState {
            table: [1; 16],
            name: name("Kitchen table"),
            seq: 4,
            agreed: 1,
            agreement,
            start_when_full: false,
            members,
        }),
        ..Snapshot::default()
    }
}

/// A waiting room in which so many were met before, by name and with keys of these bytes.
fn waiting_room_of(
    snapshot: Snapshot,
    met: &[(&str, [u8; 32], u8)],
) -> impl FnMut(&mut Ui) -> Vec<Command> + use<> {
    let agreed = |by, what, from: &str, to: &str| Change::Agreement {
        by,
        what,
        from: from.to_owned(),
        to: to.to_owned(),
    };
    let changes = vec![Change::Sat { name: name("Bo") }, agreed(name("Ada"), "seats", "3", "4")];
    let history =
        vec![News::Event(SessionEvent::Lobby { seats: 4, members: Vec::new(), changes, keep_going: false })];
    let folder = tempfile::tempdir().unwrap();
    let (mut known, _) = Acquaintances::load(folder.path().join("known.toml"));
    for (called, key, games) in met {
        let players = [(name(called), *key)];
        known.begun(&players, SystemTime::UNIX_EPOCH).unwrap();
        for game in 0..*games {
            let id = [key[0].wrapping_add(game); 32];
            known.finished(id, &players, SystemTime::UNIX_EPOCH).unwrap();
        }
    }
    let mut state = WaitingState::default();
    move |ui| waiting::show(ui, &snapshot, &history, &known, &mut state)
}

fn waiting_room() -> impl FnMut(&mut Ui) -> Vec<Command> {
    waiting_room_of(lobby(), &[("Bo", [2; 32], 1)])
}

/// A report with something of everything: good, in the way with a long command, and not checked.
pub fn report() -> Report {
    let interface = |name: &str, kind, ip: &str| Interface {
        name: name.to_owned(),
        kind,
        ip: ip.parse().unwrap(),
        prefix: 24,
        up: true,
    };
    let eth0 = interface("eth0", Kind::Lan, "192.168.1.23");
    doctor::judge(&Findings {
        way: Some(eth0.ip),
        interfaces: Ok(vec![eth0, interface("wlan0", Kind::Lan, "192.168.1.40")]),
        listening: Listening::Instead { taken: 47110, used: 40001 },
        port: Some(40001),
        multicast: Multicast::Sent { heard: Vec::new(), silent: vec!["eth0".to_owned()], others: Vec::new() },
        target: Some(Target {
            address: Some("192.168.1.5:47110".parse().unwrap()),
            reach: Reach::Silent(Tcp::NoWay),
        }),
        firewall: Firewall::Windows,
    })
}

/// Every screen of this file, by name.
pub fn screens() -> Vec<(&'static str, Screen)> {
    let tables = vec![
        found("Kitchen table", AdvertState::Open, PROTOCOL_VERSION),
        found("A table of just 24 signs", AdvertState::Full, PROTOCOL_VERSION),
        found("Old", AdvertState::Open, PROTOCOL_VERSION + 1),
    ];
    let (mut create, mut settings_state) =
        (CreateState::new(&name("Ada"), HouseState::default()), SettingsState::new(&Settings::default()));
    let mut palette = PaletteState::default();
    vec![
        ("home", Box::new(home(tables, false, "R000-40NR"))),
        ("home without tables", Box::new(home(Vec::new(), true, ""))),
        ("create", Box::new(move |ui| create::show(ui, &mut create, &Settings::default()))),
        ("waiting", Box::new(waiting_room())),
        (
            "settings",
            Box::new(move |ui| {
                settings_screen::show(ui, &Settings::default(), &mut settings_state, Some("a.toml"), false)
            }),
        ),
        ("rules", Box::new(|ui| rules::show(ui, None))),
        ("trouble", Box::new(|ui| trouble::show(ui, Some(&report())))),
        ("trouble while it is looked at", Box::new(|ui| trouble::show(ui, None))),
        (
            "notices",
            Box::new(|ui| {
                let _ = notices::show(
                    ui,
                    &["The disk is full.", "The host closed the table.", "More"].map(str::to_owned),
                    2,
                );
                Vec::new()
            }),
        ),
        ("keys", Box::new(help::keys)),
        ("palette", Box::new(move |ui| help::palette(ui, &mut palette, Place::Board).0)),
        (
            "leaving",
            Box::new(|ui| {
                let _ = leaving::ask(ui, &Stake::Practice, false);
                Vec::new()
            }),
        ),
    ]
}

#[test]
fn every_screen_is_plain_to_fingers_and_screen_readers() {
    for size in SIZES {
        for (name, show) in screens() {
            check(&shown(size, Theme::Dark, show), &format!("{name} {}", size.x));
        }
    }
}

#[test]
fn pictures() {
    let shown_here = ["home", "create", "waiting", "settings", "rules", "trouble"];
    let mut results = egui_kittest::SnapshotResults::new();
    for (size, width) in SIZES.into_iter().zip(["wide", "narrow"]) {
        for (theme, light) in THEMES {
            for (name, show) in screens().into_iter().filter(|(name, _)| shown_here.contains(name)) {
                let mut harness = shown(size, theme, show);
                harness.snapshot(format!("{name}-{width}-{light}"));
                results.extend(harness.take_snapshot_results());
            }
        }
    }
}

#[test]
fn a_table_of_another_version_stays_listed_and_says_both() {
    let tables = vec![
        found("Old", AdvertState::Open, PROTOCOL_VERSION + 1),
        found("New", AdvertState::Open, PROTOCOL_VERSION),
    ];
    let mut harness = shown(SIZES[0], Theme::Dark, home(tables, false, ""));
    let both =
        format!("It plays by version {}, this program by version {PROTOCOL_VERSION}", PROTOCOL_VERSION + 1);
    // Beside the table, and for whoever points at the button that does nothing.
    assert!(harness.query_by_label(&both).is_some());
    assert!(harness.query_by_label(&format!("Join Old. {both}")).is_some());
    harness.get_by_label("Join New").click();
    harness.run();
    assert!(matches!(&harness.state().commands[..], [Command::Join(_)]), "{:?}", harness.state().commands);
}

#[test]
fn what_is_typed_is_recognised_and_joined() {
    let mut harness = shown(SIZES[0], Theme::Dark, home(Vec::new(), false, "192.168.1.9:47110"));
    assert!(harness.query_by_label_contains("An address: 192.168.1.9:47110").is_some());
    harness.get_by_label(text::join_button()).click();
    harness.run();
    assert!(matches!(&harness.state().commands[..], [Command::Join(_)]));
}

#[test]
fn the_waiting_room_takes_ready() {
    let bo = lobby().lobby.unwrap().members[1].key;
    let mut harness = shown(SIZES[0], Theme::Dark, waiting_room_of(lobby(), &[("Bo", bo, 4)]));
    assert!(harness.query_by_label_contains("known, 4 games").is_some());
    assert!(harness.query_by_label_contains("Waiting for one more player").is_some());
    harness.get_by_label(text::i_am_ready()).click();
    harness.run();
    assert!(matches!(&harness.state().commands[..], [Command::Table(Intent::Ready(true))]));
}

#[test]
fn the_waiting_room_says_what_keeping_going_costs() {
    for (keep_going, size) in [(false, SIZES[0]), (true, SIZES[0]), (true, SIZES[1])] {
        let mut snapshot = lobby();
        snapshot.lobby.as_mut().unwrap().agreement.absence.keep_going = keep_going;
        let harness = shown(size, Theme::Dark, waiting_room_of(snapshot, &[]));
        check(&harness, &format!("waiting {keep_going}"));
        let price =
            harness.query_by_label_contains("all the other players together can open any one player's hand");
        assert_eq!(price.is_some(), keep_going);
    }
}

#[test]
fn one_can_talk_in_the_waiting_room_once_somebody_is_there() {
    let mut snapshot = lobby();
    let (own, bo) = (snapshot.key, snapshot.lobby.as_ref().unwrap().members[1].clone());
    snapshot.online = [own, bo.key].into();
    for size in SIZES {
        // It fades after some seconds, and a machine can be slow.
        let at = std::time::Instant::now();
        let (key, name) = (bo.key, bo.name.clone());
        snapshot.said = vec![Said { key, name, phrase: Phrase::OneMoment, at }];
        assert!(shown(size, Theme::Dark, waiting_room()).query_by_label(chat::chat()).is_none());
        let mut harness = shown(size, Theme::Dark, waiting_room_of(snapshot.clone(), &[]));
        check(&harness, &format!("waiting with chat {size}"));
        assert!(harness.query_by_label(&chat::said("Bo", Phrase::OneMoment)).is_some());
        assert!(harness.query_by_label(&chat::says("Bo", Phrase::OneMoment)).is_some());
        harness.get_by_label(chat::chat()).click();
        harness.run();
        harness.get_by_label(chat::phrase(Phrase::NiceOne)).click();
        harness.run();
        assert!(matches!(harness.state().commands[..], [Command::Table(Intent::Say(Phrase::NiceOne))]));
    }
}

#[test]
fn every_seat_has_the_words_of_its_key() {
    let snapshot = lobby();
    let members = snapshot.lobby.clone().unwrap().members;
    let harness = shown(SIZES[1], Theme::Dark, waiting_room_of(snapshot, &[]));
    for member in &members {
        let key = format!("key: {}", mextrain_net::charter::key_words(&member.key).join(" "));
        let new = if member.name.as_str() == "Bo" { ", new to you" } else { "" };
        assert!(harness.query_by_label(&format!("{key}{new}")).is_some(), "{key}");
    }
}

#[test]
fn somebody_with_another_key_has_to_be_decided_about_first() {
    let mut harness = shown(SIZES[0], Theme::Dark, waiting_room());
    assert!(harness.query_by_label("Bo's key is not the one you know.").is_some());
    let reason = text::decide_first(&name("Bo"));
    for button in [text::i_am_ready(), text::start()] {
        harness.get_by_label(&format!("{button}. {reason}")).click();
        harness.run();
    }
    assert!(harness.state().commands.is_empty(), "{:?}", harness.state().commands);
    // In plain sight, not only for whoever points at the button.
    assert!(harness.query_by_label(&reason).is_some());
    harness.get_by_label(&text::play_anyway(&name("Bo"))).click();
    harness.run();
    assert!(harness.query_by_label("Bo's key is not the one you know.").is_none());
    assert!(harness.query_by_label_contains(text::anyway()).is_some());
    harness.get_by_label(text::i_am_ready()).click();
    harness.run();
    assert!(matches!(&harness.state().commands[..], [Command::Table(Intent::Ready(true))]));
}

#[test]
fn whoever_was_ready_is_not_any_more_when_somebody_doubtful_sits_down() {
    let mut snapshot = lobby();
    snapshot.lobby.as_mut().unwrap().members[0].ready = true;
    let mut harness = shown(SIZES[0], Theme::Dark, waiting_room_of(snapshot.clone(), &[("Bo", [2; 32], 1)]));
    harness.run();
    assert!(matches!(&harness.state().commands[..], [Command::Table(Intent::Ready(false))]));
    // A bot of that name is no person, and the own name is one's own.
    snapshot.lobby.as_mut().unwrap().members[1].bot = true;
    let met = [("Bo", [2; 32], 1), ("Ada", [3; 32], 1)];
    let harness = shown(SIZES[0], Theme::Dark, waiting_room_of(snapshot, &met));
    assert!(harness.state().commands.is_empty());
    assert!(harness.query_by_label_contains("is not the one you know").is_none());
}

#[test]
fn the_host_changes_seats_and_rules_and_only_the_host() {
    let mut harness = shown(vec2(390.0, 3000.0), Theme::Dark, waiting_room_of(lobby(), &[]));
    harness.get_by_label(text::change()).click();
    harness.run();
    check(&harness, "changing the rules");
    // Nothing is changed yet, and nobody is put out of their seat.
    let idle = format!("{}. {}", text::change_it(), text::nothing_changed());
    assert!(harness.query_by_label(&idle).is_some());
    for _ in 0..3 {
        harness.query_all_by_label_contains(&format!("Less: {}", text::seats())).next().unwrap().click();
        harness.run();
    }
    harness.get_by_label(text::double_nine()).click();
    harness.run();
    harness.get_by_label(text::change_it()).click();
    harness.run();
    let [Command::Table(Intent::Agree(agreement))] = &harness.state().commands[..] else {
        panic!("{:?}", harness.state().commands)
    };
    assert_eq!(agreement.seats, Seats::new(3).unwrap());
    assert_eq!(agreement.rules, Rules::default().with_set(mextrain_core::TileSet::DoubleNine));
    // It is done, until the host wants to change something again.
    assert!(harness.query_by_label(text::change()).is_some());

    let guest = Snapshot { hosting: false, ..lobby() };
    let harness = shown(vec2(390.0, 3000.0), Theme::Dark, waiting_room_of(guest, &[]));
    assert!(harness.query_by_label(text::change()).is_none());
}

#[test]
fn the_rules_card_is_there_with_what_differs_from_the_preset() {
    let mut snapshot = Snapshot { hosting: false, ..lobby() };
    let agreement = &mut snapshot.lobby.as_mut().unwrap().agreement;
    agreement.rules.set_option("double_blank", "25").unwrap();
    let card = wording::card::card(&agreement.rules, Some(agreement.seats));
    let differs = wording::card::differs("0-0 left in a hand counts 25 points.", "traditional");
    for width in [1280.0, 390.0] {
        let mut harness = shown(vec2(width, 4000.0), Theme::Dark, waiting_room_of(snapshot.clone(), &[]));
        assert_eq!(harness.query_all_by_label(&differs).count(), 1);
        harness.get_by_label(text::card()).click();
        harness.run();
        check(&harness, "the rules card");
        assert_eq!(harness.query_all_by_label(&differs).count(), 1);
        for line in card.parts.iter().flat_map(|part| &part.lines) {
            assert!(harness.query_by_label(&card.line(line)).is_some(), "{line:?}");
        }
        assert!(harness.query_by_label("Partnerships").is_some());
    }
}

#[test]
fn everybody_sees_what_the_host_has_changed() {
    let (before, mut after) = (Snapshot { hosting: false, ..lobby() }, lobby());
    after.lobby.as_mut().unwrap().agreement.seats = Seats::new(6).unwrap();
    let (known, _) = Acquaintances::load(tempfile::tempdir().unwrap().path().join("known.toml"));
    let mut state = WaitingState::default();
    let mut frame = 0;
    let harness = shown(SIZES[1], Theme::Dark, move |ui| {
        frame += 1;
        let snapshot = if frame == 1 { &before } else { &after };
        waiting::show(ui, snapshot, &[], &known, &mut state)
    });
    let said = text::changed(&["Ada changed seats from 4 to 6.".to_owned()]);
    assert!(harness.query_by_label(&said).is_some());
}

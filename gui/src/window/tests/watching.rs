//! Watching somebody's match: what is shown while it is played, and the ways to it from Home.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use eframe::egui::{Key, Theme, Ui, Vec2, accesskit::Role};
use egui_kittest::{Harness, SnapshotResults, kittest::Queryable};
use mextrain_core::{Rules, Seats};
use mextrain_net::{
    charter::Proofs,
    identity::Identity,
    lobby::Agreement,
    log::{narrate, verify},
    name::Name,
    node::{
        NodeConfig, Port,
        message::{AdvertState, PROTOCOL_VERSION},
    },
    place::{JoinCode, Location},
    session::{
        self, Ended, FoundTable, SessionConfig, SessionEvent, TableConfig,
        bot::{self, BotConfig},
    },
    watch::{Standing, WatchNews},
};
use tokio::{
    runtime::Runtime,
    sync::mpsc::{Sender, channel},
};

use super::{
    app::window,
    desk::{NAMES, SIZES, ground, told_round},
    lobby::{found, shown},
    looks::THEMES,
    replay::finished,
    tree::check,
};
use crate::window::{
    Command,
    app::App,
    past::PastGames,
    screens::{
        home::{self, HomeModel, HomeState},
        replay::{self, State},
    },
    seat::News,
    settings::Settings,
    timeline::Timeline,
    tokens,
    words::{lobby as text, watch as words},
};

/// Everything that somebody is told who watches this log from its beginning.
fn told(log: &Path) -> Vec<WatchNews> {
    let mut news = Vec::new();
    narrate::tell(fs::File::open(log).unwrap(), |ledger, step, happening| {
        if news.is_empty() {
            news.push(WatchNews::Table(ledger.charter().clone()));
        }
        let (happening, names) = (happening.clone(), verify::names(ledger));
        news.push(WatchNews::Happened { step, happening, names, events: Vec::new() });
    });
    news
}

/// A match that is watched, and where its news come from.
fn watched(
    size: Vec2,
    theme: Theme,
    known: Option<Timeline>,
) -> (Harness<'static, State>, Sender<WatchNews>) {
    let (told, news) = channel(4096);
    let show = |ui: &mut Ui, state: &mut State| {
        tokens::apply(ui.ctx());
        ground(ui);
        let _ = replay::show(ui, state, &Settings::default());
    };
    let state = State::watching(news);
    let state = known.into_iter().fold(state, State::with);
    let mut harness = Harness::builder().with_size(size).with_theme(theme).build_ui_state(show, state);
    harness.run();
    (harness, told)
}

fn tell(harness: &mut Harness<'_, State>, told: &Sender<WatchNews>, news: &[WatchNews]) {
    news.iter().for_each(|one| told.try_send(one.clone()).unwrap());
    harness.run();
}

fn says(harness: &Harness<'_, State>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn the_newest_moment_is_shown_unless_somebody_looks_back() {
    let folder = tempfile::tempdir().unwrap();
    let news = told(&finished(folder.path()).log);
    let (begin, rest) = news.split_at(news.len() / 2);
    let (middle, end) = rest.split_at(rest.len() / 2);
    for size in SIZES {
        let (mut harness, told) = watched(size, Theme::Dark, None);
        assert!(says(&harness, "Looking for the table") && says(&harness, words::nothing_yet()));
        check(&harness, &format!("watching, and nothing there {size}"));
        tell(&mut harness, &told, &[WatchNews::Standing(Standing::CatchingUp)]);
        tell(&mut harness, &told, begin);
        assert!(says(&harness, "checking what has happened so far"));
        tell(&mut harness, &told, &[WatchNews::Standing(Standing::Live)]);
        assert!(says(&harness, "You are watching: "));
        let newest = harness.state().at();
        check(&harness, &format!("watching {size}"));
        // Somebody looks back: what happens meanwhile does not take that away.
        harness.key_press(Key::ArrowLeft);
        harness.run();
        tell(&mut harness, &told, middle);
        assert_eq!(harness.state().at(), newest - 1);
        harness.key_press(Key::End);
        harness.run();
        let later = harness.state().at();
        assert!(later > newest);
        tell(&mut harness, &told, end);
        assert!(harness.state().at() > later);
        tell(&mut harness, &told, &[WatchNews::Standing(Standing::Lost)]);
        assert!(says(&harness, "nobody at the table answers"));
        let over = SessionEvent::Ended { reason: Ended::Finished };
        tell(&mut harness, &told, &[WatchNews::Event(over)]);
        assert!(says(&harness, words::over()));
        drop(harness);
        assert!(told.is_closed(), "whoever goes watches no more");
    }
}

#[test]
fn pictures_of_a_match_that_is_watched() {
    let (open, history) = told_round(4, &Rules::default(), 44);
    let mut timeline = Timeline::new(Rules::default(), open.round().seats(), Proofs::EveryTurn);
    timeline.name(NAMES.iter().take(4).map(|name| (*name).to_owned()).collect());
    for news in &history {
        if let News::Event(event) = news {
            timeline.told(event);
        }
    }
    let mut results = SnapshotResults::new();
    for (size, width) in SIZES.into_iter().zip(["wide", "narrow"]) {
        for (theme, light) in THEMES {
            let (mut harness, told) = watched(size, theme, Some(timeline.clone()));
            tell(&mut harness, &told, &[WatchNews::Standing(Standing::Live)]);
            harness.snapshot(format!("watching-{width}-{light}"));
            results.extend(harness.take_snapshot_results());
        }
    }
}

/// Home with these tables and this text in its box.
fn home(tables: Vec<FoundTable>, join: &str) -> impl FnMut(&mut Ui) -> Vec<Command> + use<> {
    let mut state = HomeState::default();
    state.type_in(join);
    move |ui| {
        let model = HomeModel {
            tables: &tables,
            in_vain: false,
            no_search: None,
            address: Some("192.168.1.23:47110"),
            saved: &[],
            stats: None,
            past: Some(&PastGames::default()),
            settings: &Settings::default(),
            now: SystemTime::UNIX_EPOCH,
        };
        home::show(ui, model, &mut state)
    }
}

#[test]
fn a_table_in_play_is_watched_from_the_list_and_from_the_box() {
    let playing = || found("Kitchen table", AdvertState::InPlay, PROTOCOL_VERSION);
    let code = playing().advert.code.unwrap().0.to_string();
    for size in SIZES {
        let mut harness = shown(size, Theme::Dark, home(vec![playing()], ""));
        check(&harness, &format!("home with a table in play {size}"));
        harness.get_by_label("Watch Kitchen table").click();
        harness.run();
        assert!(matches!(harness.state().commands[..], [Command::Watch(_)]));
        for typed in [code.as_str(), "192.168.1.23:47110", "kitchen TABLE"] {
            let mut harness = shown(size, Theme::Dark, home(vec![playing()], typed));
            check(&harness, &format!("home and {typed} {size}"));
            harness.get_by_label(words::watch_button()).click();
            harness.run();
            assert!(matches!(harness.state().commands[..], [Command::Watch(_)]), "{typed}");
        }
        // Elsewhere one sits down, and other versions cannot even be watched.
        let harness = shown(size, Theme::Dark, home(vec![playing()], "Attic"));
        assert!(harness.query_by_label(words::watch_button()).is_none());
        let other = found("Kitchen table", AdvertState::InPlay, PROTOCOL_VERSION + 1);
        let harness = shown(size, Theme::Dark, home(vec![other], &code));
        assert!(harness.query_by_label("Watch Kitchen table").is_none());
        assert!(harness.query_by_label(words::watch_button()).is_none());
    }
}

/// A seat of this machine that is found by its address alone.
fn seat(called: &str, data: &Path) -> SessionConfig {
    let identity = Identity::random().unwrap();
    let mut node = NodeConfig::new(identity.keypair().clone());
    (node.listen, node.port) = (vec![Ipv4Addr::LOCALHOST.into()], Port::Any);
    (node.multicast, node.rendezvous) = (false, None);
    let data = data.join(called);
    SessionConfig { identity, name: Name::clean(called), bot: false, data, node, patience: None, stay: true }
}

/// A match of two whose second player thinks for ever; it ends with the runtime.
fn match_of_a_thinker(data: &Path) -> (Runtime, SocketAddr) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let address = runtime.block_on(async {
        let agreement = Agreement {
            seats: Seats::new(2).unwrap(),
            rules: Rules::default(),
            proofs: Proofs::EveryTurn,
            absence: Default::default(),
        };
        let table =
            TableConfig { name: Name::clean("Attic"), agreement, start_when_full: true, unlisted: true };
        let (ada, mut news) = session::host(seat("Ada", data), table).unwrap();
        tokio::spawn(async move { while news.recv().await.is_some() {} });
        let mut snapshots = ada.snapshot();
        let listening = snapshots.wait_for(|snapshot| snapshot.code.is_some()).await.unwrap().code;
        let address = listening.as_ref().map(JoinCode::address).unwrap().into();
        let (bo, mut news) = session::join(seat("Bo", data), Location::Address(address)).unwrap();
        tokio::spawn(async move { bot::drive(&ada, BotConfig::default()).await });
        while !matches!(news.recv().await.unwrap(), SessionEvent::Turn { you: true, .. }) {}
        tokio::spawn(async move {
            while news.recv().await.is_some() {}
            drop(bo);
        });
        address
    });
    (runtime, address)
}

/// Shows frames until something says so.
fn wait_for(harness: &mut Harness<'_, Option<App>>, what: &str) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while harness.query_all_by_label_contains(what).next().is_none() {
        assert!(Instant::now() < deadline, "it is never said that {what}");
        harness.step();
    }
}

#[test]
fn who_comes_too_late_to_sit_down_is_offered_to_watch_and_sees_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let (_runtime, address) = match_of_a_thinker(folder.path());
    let mut harness = window(folder.path(), "Zoe", None, SIZES[0]);
    harness.get_by_role_and_label(Role::TextInput, text::join_field()).focus();
    harness.step();
    harness.event(eframe::egui::Event::Text(address.to_string()));
    harness.step();
    harness.step();
    harness.get_by_label(text::join_button()).click();
    wait_for(&mut harness, words::begun());
    harness.get_by_label(words::watch_button()).click();
    wait_for(&mut harness, "You are watching: Bo is choosing");
    check(&harness, "the whole window, watching");
    // Nobody asks whether somebody who has no seat wants to leave it.
    harness.key_press(Key::Escape);
    harness.step();
    harness.step();
    assert!(harness.query_by_label(text::join_heading()).is_some());
    let kept = std::fs::read_dir(folder.path().join("data/logs")).unwrap().count();
    assert_eq!(kept, 1, "the log is left");
}

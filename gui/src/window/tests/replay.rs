//! Replays of real logs: whole, cut off, and changed.

use std::{fs, path::PathBuf, time::Duration};

use eframe::egui::{Key, OutputCommand, Theme, Ui, Vec2};
use egui_kittest::{Harness, kittest::Queryable};
use mextrain_core::{Rules, player};
use mextrain_net::{
    envelope::Envelope,
    log::frame::{FileKind, Record, RecordReader, RecordWriter},
    name::Name,
    session::{Game, Snapshot},
    table::Owing,
};

use super::desk::{SIZES, ground, nodes, said};
use crate::window::{
    Command,
    practice::{Bench, PracticeConfig},
    screens::replay::{self, State},
    seat::{Intent, News, Seat as _},
    settings::Settings,
    timeline::Timeline,
    tokens,
    words::play::replay as words,
};
use crate::wording::language::{Language, tests::Speaking};

/// Frames that no export needs: a test that hangs fails.
const FRAMES: usize = 100_000;

/// Where the log of a match of two short rounds is, which was played out.
fn logged(folder: &std::path::Path) -> PathBuf {
    finished(folder).log
}

/// A match of two short rounds, played out, whose log lies in this folder.
pub fn finished(folder: &std::path::Path) -> Game {
    let rules = Rules::from_settings([("set", "double-nine"), ("first_engine", "1")]).unwrap();
    played_out(folder, rules, 2).0
}

/// A match by these rules, played out with so many bots, and what was told of it.
pub fn played_out(folder: &std::path::Path, rules: Rules, bots: u8) -> (Game, Vec<News>) {
    let logs = Some(folder.to_owned());
    let config = PracticeConfig { name: Name::clean("Ada"), bots, levels: Default::default(), rules, logs };
    let mut bench = Bench::new(&config, Duration::ZERO).unwrap();
    let mut news = Vec::new();
    bench.run_to_person();
    loop {
        news.extend(bench.take_news());
        let snapshot: Snapshot = (*bench.snapshot()).clone();
        let game = snapshot.game.unwrap();
        let intent = match game.owing {
            Owing::Move => Intent::Act(player::choose(&game.seat_view().unwrap()).unwrap()),
            Owing::Seal => Intent::NextRound,
            Owing::Nothing => return ((*game).clone(), news),
        };
        bench.take(intent);
        bench.run_to_person();
    }
}

fn harness(path: PathBuf, size: Vec2) -> Harness<'static, State> {
    harness_of(State::opened(path), size)
}

fn harness_of(state: State, size: Vec2) -> Harness<'static, State> {
    let show = |ui: &mut Ui, state: &mut State| {
        tokens::apply(ui.ctx());
        ground(ui);
        for command in replay::show(ui, state, &Settings::default()) {
            if let Command::Copy(text) = command {
                ui.ctx().copy_text(text);
            }
        }
    };
    let mut harness = Harness::builder().with_size(size).with_theme(Theme::Dark).build_ui_state(show, state);
    harness.run();
    harness
}

/// Whether something on the screen says so; what is read out says it too.
fn says(harness: &Harness<'_, State>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_replay_follows_the_language() {
    let _english = Speaking::new(Language::English);
    let folder = tempfile::tempdir().unwrap();
    let mut harness = harness(logged(folder.path()), SIZES[0]);
    harness.key_press(Key::End);
    harness.run();
    let at = harness.state().at();
    let told = [("Passed: every check", "Bestanden: jede Prüfung"), (" in all ", " insgesamt ")];
    assert!(told.iter().all(|(english, german)| says(&harness, english) && !says(&harness, german)));
    let _german = Speaking::new(Language::German);
    harness.run();
    assert!(told.iter().all(|(english, german)| says(&harness, german) && !says(&harness, english)));
    assert_eq!(harness.state().at(), at);
}

#[test]
fn a_match_is_gone_through_by_keys_and_by_buttons() {
    let folder = tempfile::tempdir().unwrap();
    let path = logged(folder.path());
    for size in SIZES {
        let mut harness = harness(path.clone(), size);
        assert!(says(&harness, "Passed: every check"));
        super::tree::check(&harness, &format!("replay {size}"));
        let at = |harness: &mut Harness<'_, State>, key| {
            harness.key_press(key);
            harness.run();
            harness.state().at()
        };
        assert_eq!(at(&mut harness, Key::ArrowRight), 1);
        assert_eq!(at(&mut harness, Key::ArrowLeft), 0);
        let last = at(&mut harness, Key::End);
        assert_eq!(at(&mut harness, Key::Home), 0);
        let second = at(&mut harness, Key::PageDown);
        assert!(0 < second && second < last);
        assert!(at(&mut harness, Key::CloseBracket) > second);
        harness.get_by_label("Last moment").click();
        harness.run();
        assert_eq!(harness.state().at(), last);
        harness.get_by_label("One moment back").click();
        harness.run();
        assert_eq!(harness.state().at(), last - 1);
        for (button, begins) in [("Copy as text", ""), ("Copy as JSON", "{")] {
            harness.get_by_label(button).click();
            let copied = (0..FRAMES).find_map(|_| {
                harness.step();
                harness.output().platform_output.commands.iter().find_map(|command| match command {
                    OutputCommand::CopyText(text) => Some(text.clone()),
                    _ => None,
                })
            });
            let copied = copied.unwrap_or_default();
            assert!(copied.starts_with(begins) && copied.contains("Ada"), "{size}: {button} gave {copied:?}");
            harness.run();
        }
    }
}

/// Whether what stands behind the moment that is shown says so.
fn behind(harness: &Harness<'_, State>, text: &str) -> bool {
    harness.query_by_label(text).is_some()
}

#[test]
fn nothing_is_called_proven_at_or_behind_what_failed_nor_before_it_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = logged(folder.path());
    let timeline = Timeline::of_log(fs::File::open(&path).unwrap(), u32::MAX);
    // One bit of a proof or a signature is another, and the record's checksum fits again.
    let forged = folder.path().join("forged.mtlog");
    fs::write(&forged, forge(&fs::read(&path).unwrap(), &timeline)).unwrap();
    for size in SIZES {
        let mut shown = harness(forged.clone(), size);
        assert!(says(&shown, "Failed:"));
        let proven = ["Proven", "Signed by", "was opened to everybody"];
        assert!(proven.iter().any(|text| says(&shown, text)), "what holds is said to");
        let way = nodes(&shown).iter().map(said).find(|text| text.starts_with("Show step ")).unwrap();
        let step: u32 = way.rsplit(' ').next().unwrap().parse().unwrap();
        shown.get_by_label(&way).click();
        shown.run();
        let at = shown.state().at();
        assert_eq!(timeline.moments()[at].step, Some(step));
        assert!(behind(&shown, words::failed_here()));
        shown.key_press(Key::End);
        shown.run();
        assert!(behind(&shown, words::not_checked()) && !proven.iter().any(|text| says(&shown, text)));
        super::tree::check(&shown, &format!("failed replay {size}"));
    }
    let mut early = harness_of(State::showing(timeline, None, 5), SIZES[0]);
    assert!(behind(&early, words::not_yet()));
    early.key_press(Key::End);
    early.run();
    assert!(behind(&early, words::not_yet()));
}

#[test]
fn keys_step_whatever_has_the_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let mut shown = harness(logged(folder.path()), SIZES[0]);
    for _ in 0..4 {
        shown.key_press(Key::Tab);
        shown.run();
    }
    let focused = shown.ctx.memory(|memory| memory.focused());
    assert!(focused.is_some());
    for (key, at) in [(Key::ArrowRight, 1), (Key::ArrowRight, 2), (Key::ArrowLeft, 1), (Key::Home, 0)] {
        shown.key_press(key);
        shown.run();
        assert_eq!(shown.state().at(), at);
        assert_eq!(shown.ctx.memory(|memory| memory.focused()), focused, "the keyboard went elsewhere");
    }
}

#[test]
fn a_match_is_saved_beside_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = logged(folder.path());
    let mut shown = harness(path.clone(), SIZES[1]);
    for (button, ending, begins) in [(words::save_text(), "txt", ""), (words::save_json(), "json", "{")] {
        shown.get_by_label(button).click();
        let file = path.with_extension(ending);
        let sentence = words::saved(&file);
        let told = (0..FRAMES).any(|_| {
            shown.step();
            says(&shown, &sentence)
        });
        assert!(told, "{button}");
        let written = fs::read_to_string(&file).unwrap();
        assert!(written.starts_with(begins) && written.contains("Ada"));
        super::tree::check(&shown, "saved");
    }
    // A folder that is not there any more is said to be so.
    let gone = State::showing(Timeline::of_log(fs::File::open(&path).unwrap(), u32::MAX), None, 0);
    let mut shown = harness_of(gone.at_path(folder.path().join("nothing/log.mtlog")), SIZES[0]);
    shown.get_by_label(words::save_text()).click();
    assert!((0..FRAMES).any(|_| {
        shown.step();
        says(&shown, "cannot be written")
    }));
}

/// A log in which one envelope's last byte, which belongs to its signature, is another. The checksums of the file are right.
fn forge(log: &[u8], timeline: &Timeline) -> Vec<u8> {
    let mut reader = RecordReader::open(log, FileKind::Log).unwrap();
    let mut records: Vec<Record> = std::iter::from_fn(|| reader.next_record().unwrap()).collect();
    // Of a step that people hear of: a token for somebody's draw has no moment of its own.
    let told = |record: &Record| {
        let step = Envelope::parse(&record.payload).ok().map(|envelope| envelope.header().step);
        step.is_some() && timeline.moments().iter().any(|moment| moment.step == step)
    };
    let middle = (records.len() / 2..records.len()).find(|&at| told(&records[at])).unwrap();
    *records[middle].payload.last_mut().unwrap() ^= 1;
    let mut writer = RecordWriter::begin(Vec::new(), FileKind::Log).unwrap();
    records.iter().for_each(|record| writer.append(record.kind, &record.payload).unwrap());
    std::mem::take(writer.output())
}

#[test]
fn a_log_that_was_cut_off_or_changed_is_shown_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = logged(folder.path());
    let whole = fs::read(&path).unwrap();
    let cut = folder.path().join("cut.mtlog");
    fs::write(&cut, &whole[..whole.len() * 2 / 3]).unwrap();
    let shown = harness(cut, SIZES[0]);
    assert!(says(&shown, "Damaged behind byte"));
    assert!(says(&shown, "Moment 1 of"));
    let changed = folder.path().join("changed.mtlog");
    let mut bytes = whole;
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&changed, bytes).unwrap();
    let shown = harness(changed, SIZES[0]);
    let verdict = ["Damaged behind byte", "Failed:"].iter().any(|text| says(&shown, text));
    assert!(verdict && !says(&shown, "Passed"));
    let missing = harness(folder.path().join("nothing.mtlog"), SIZES[1]);
    assert!(says(&missing, "cannot be opened"));
}

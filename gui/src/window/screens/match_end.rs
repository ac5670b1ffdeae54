//! The end of a match: who has won, the whole scoresheet, and the log that proves it.

use std::{
    fs::File,
    num::NonZero,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use eframe::egui::{Context, Ui};
use mextrain_net::{
    ledger::Stage,
    log::verify::{NoRandomness, Report, verify},
    session::{Accusation, Game},
};

use super::{
    chat,
    play::{names, page},
    scoresheet,
};
use crate::{
    window::{
        Action, Command, Model,
        tokens::GAP,
        widgets::{Button, announce, card, columns, faint, heading, paragraph},
        words::play::match_end as words,
    },
    wording::{self, sentence::Sentence},
};

/// What the screen remembers.
#[derive(Default)]
pub struct MatchEndState {
    check: Option<Check>,
}

/// A log that is being checked on a thread, or has been.
#[derive(Clone)]
struct Check(Arc<Mutex<Option<Sentence>>>);

#[cfg(test)]
impl MatchEndState {
    /// Whether a thread still checks the log.
    pub fn waits(&self) -> bool {
        self.check.as_ref().is_some_and(|check| Arc::strong_count(&check.0) > 1)
    }
}

/// Shows the end of a match.
pub fn show(ui: &mut Ui, model: &Model<'_>, state: &mut MatchEndState) -> Vec<Command> {
    let Some(game) = model.snapshot.game.as_deref() else { return Vec::new() };
    let names = names(game);
    let (name, said) = outcome(game, &names, &model.snapshot.accusations);
    // Who has won is what people look for; that the match is over, they know then.
    let (large, small) =
        if game.stage == Stage::Over { (said.as_str(), name) } else { (name, said.as_str()) };
    page(ui, large, true, |ui, commands| {
        announce(ui, &chat::aloud(model, &said), game.fault.is_some());
        paragraph(ui, small);
        chat::line(ui, model, commands);
        let mut asked = Vec::new();
        columns(
            ui,
            |ui| {
                card(ui, |ui| scoresheet::standings(ui, &game.scoreboard, &names));
                then(ui, model, game, &mut asked);
                ui.add_space(GAP);
                evidence(ui, &model.snapshot.accusations, state, &mut asked);
                log(ui, game, state, &mut asked);
            },
            |ui| {
                card(ui, |ui| {
                    heading(ui, words::sheet());
                    scoresheet::sheet(ui, &game.scoreboard, &game.charter.rules, &names);
                });
            },
        );
        commands.extend(asked);
    })
}

/// What can be done next.
fn then(ui: &mut Ui, model: &Model<'_>, game: &Game, commands: &mut Vec<Command>) {
    let hosts = model.snapshot.host.as_ref().filter(|_| !model.practice && game.stage == Stage::Over);
    if let Some(host) = hosts {
        let own = host.key == model.snapshot.key;
        let with = words::rematch_with(host.name.as_str());
        faint(ui, if own { words::rematch_own() } else { &with });
    }
    ui.horizontal_wrapped(|ui| {
        if hosts.is_some() && ui.add(Button::new(words::rematch()).main()).clicked() {
            commands.push(Command::Rematch);
        }
        if model.practice && ui.add(Button::new(words::rematch()).main()).clicked() {
            commands.push(Command::Do(Action::Practice));
        }
        if ui.add(Button::new(words::home())).clicked() {
            commands.push(Command::Do(Action::Home));
        }
    });
}

/// The screen's name, and how the match ended in a sentence.
fn outcome(game: &Game, names: &[String], accusations: &[Accusation]) -> (&'static str, String) {
    if game.stage == Stage::Over {
        return (words::title(), wording::sheet::winners(names, &game.scoreboard.ranks()));
    }
    if let Some(accusation) = accusations.iter().find(|accusation| accusation.stopped) {
        return (words::stopped(), format!("{}.", wording::refusal::charge_first(&accusation.charge)));
    }
    let said = game.fault.map(|blame| {
        let roster = &game.charter.roster;
        let who = blame.member.filter(|_| blame.proven).and_then(|member| roster.get(member));
        let who = who.map(|member| member.name.to_string());
        words::fault(who.as_deref(), blame.step, &wording::refusal::does(&blame.refusal))
    });
    (words::stopped(), said.unwrap_or_default())
}

/// What somebody is proven to have done, where that is kept, and what can be done with it.
fn evidence(ui: &mut Ui, accusations: &[Accusation], state: &mut MatchEndState, commands: &mut Vec<Command>) {
    for accusation in accusations {
        if !accusation.stopped {
            paragraph(ui, &words::accused(&wording::refusal::charge_first(&accusation.charge)));
        }
        let Some(path) = &accusation.evidence else { continue };
        faint(ui, &words::evidence(path));
        ui.push_id(path, |ui| {
            ui.horizontal_wrapped(|ui| {
                let why_not = state.why_not();
                if ui.add(Button::new(words::verify_evidence()).unless(why_not)).clicked() {
                    state.check = Some(Check::start(path.clone(), ui.ctx().clone()));
                }
                if ui.add(Button::new(words::copy_evidence())).clicked() {
                    commands.push(Command::Copy(path.display().to_string()));
                }
            });
        });
    }
}

/// Where the log is and what can be done with it; nothing, if none is kept.
fn log(ui: &mut Ui, game: &Game, state: &mut MatchEndState, commands: &mut Vec<Command>) {
    if game.log.as_os_str().is_empty() {
        return;
    }
    faint(ui, &words::log(&game.log));
    ui.horizontal_wrapped(|ui| {
        let why_not = state.why_not();
        if ui.add(Button::new(words::verify()).unless(why_not)).clicked() {
            state.check = Some(Check::start(game.log.clone(), ui.ctx().clone()));
        }
        if ui.add(Button::new(words::replay())).clicked() {
            commands.push(Command::Replay(game.log.clone()));
        }
        if ui.add(Button::new(words::copy())).clicked() {
            commands.push(Command::Copy(game.log.display().to_string()));
        }
    });
    if let Some(check) = &state.check {
        paragraph(ui, &check.said());
    }
}

impl MatchEndState {
    /// One at a time: a check takes every core there is.
    fn why_not(&self) -> Option<&'static str> {
        self.check.as_ref().and_then(|check| check.runs().then_some(words::verifying()))
    }
}

impl Check {
    fn start(path: std::path::PathBuf, ctx: Context) -> Check {
        let said = Arc::new(Mutex::new(None));
        let check = Check(said.clone());
        thread::spawn(move || {
            let text = match File::open(&path) {
                Ok(file) => match verify(file, judges()) {
                    Ok(report) => Sentence::new(move || sentence(&report)),
                    Err(NoRandomness) => Sentence::from(wording::log::no_randomness as fn() -> &'static str),
                },
                Err(error) => format!("{}: {error}", path.display()).into(),
            };
            *said.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
            ctx.request_repaint();
        });
        check
    }

    fn runs(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn said(&self) -> String {
        let said = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        said.map_or_else(|| words::verifying().to_owned(), |said| said.text())
    }
}

fn sentence(report: &Report) -> String {
    let verdict = wording::log::verdict(report);
    format!("{verdict}: {}", wording::log::checks(report))
}

/// As many judges as this machine has to spare.
pub fn judges() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_runs_until_it_has_said_something() {
        let check = Check(Arc::new(Mutex::new(None)));
        assert!(check.runs());
        assert_eq!(check.said(), words::verifying());
        *check.0.lock().unwrap() = Some("verified".to_owned().into());
        assert!(!check.runs());
        assert_eq!(check.said(), "verified");
    }
}

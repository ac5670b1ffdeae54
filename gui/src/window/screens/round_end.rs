//! A round's end: what everybody still held, what it costs, and on to the next.

use eframe::egui::{Align, Layout, RichText, Ui, vec2};
use mextrain_core::{Ending, Pip, Tile, Tiles, hand_points};
use mextrain_net::{
    charter::Proofs,
    ledger::Stage,
    session::{Game, SessionEvent},
    table::Owing,
};

use super::{
    absent,
    board::{BoardState, rows},
    chat,
    play::{missing, names, page},
    scoresheet,
};
use crate::{
    window::{
        Command, Model,
        seat::{Intent, News},
        tokens::{self, GAP, Tokens},
        widgets::{Button, announce, card, faint, heading, paragraph},
        words::{
            absent as absent_words,
            play::{match_end, round_end as words},
        },
    },
    wording,
};

/// Shows how the round ended.
pub fn show(ui: &mut Ui, model: &Model<'_>, board: &mut BoardState) -> Vec<Command> {
    let Some(game) = model.snapshot.game.as_deref() else { return Vec::new() };
    let names = names(game);
    let headline = headline(game, &names);
    page(ui, &headline, false, |ui, commands| {
        let question = board.absent.aloud(model, game);
        announce(ui, &question.clone().unwrap_or_else(|| chat::aloud(model, &headline)), question.is_some());
        chat::line(ui, model, commands);
        absent::show(ui, model, game, &mut board.absent, commands);
        if game.stage == Stage::Scoring {
            paragraph(ui, &words::opening(&missing(game)));
            return;
        }
        going_on(ui, game, commands);
        if !game.scoreboard.is_complete() {
            paragraph(ui, &format!("{}.", wording::sheet::leaders(&names, &game.scoreboard.ranks())));
        }
        let hands = opened(model, game);
        for (seat, name) in by_score(game, &names) {
            player(ui, model, game, seat, name, hands.as_ref().and_then(|hands| hands.get(seat)));
        }
        let blank = Tile::double(Pip::BLANK);
        if hands.iter().flatten().any(|hand| hand.contains(blank)) {
            let points = hand_points(&game.charter.rules, [blank].into_iter().collect());
            faint(ui, &words::double_blank(points));
        }
        let at_scoring = game.charter.proofs == Proofs::AtScoring;
        let told = game.round.as_ref().and_then(|round| board.timeline().draws_and_passes(round));
        told.into_iter().for_each(|count| faint(ui, &words::proven(count, at_scoring)));
        card(ui, |ui| {
            heading(ui, match_end::sheet());
            scoresheet::sheet(ui, &game.scoreboard, &game.charter.rules, &names);
        });
    })
}

fn headline(game: &Game, names: &[String]) -> String {
    match game.round.as_ref().and_then(|round| round.ending()) {
        Some(Ending::Out(seat)) => words::out(&wording::board::name(names, seat)),
        Some(Ending::Blocked) => words::blocked().to_owned(),
        None => String::new(),
    }
}

/// The button that confirms the scores, or whom it waits for.
fn going_on(ui: &mut Ui, game: &Game, commands: &mut Vec<Command>) {
    let played = game.scoreboard.rounds().len() as u8;
    let next = game.charter.rules.engine_of(played).map(|engine| (played + 1, Tile::double(engine)));
    ui.horizontal_wrapped(|ui| {
        if game.owing == Owing::Seal {
            if ui.add(Button::new(&words::ready(next)).main()).clicked() {
                commands.push(Command::Table(Intent::NextRound));
            }
        } else {
            paragraph(ui, &words::waiting(&missing(game)));
        }
    });
    ui.add_space(GAP);
}

/// Everybody's seat and name, the least points of this round first.
fn by_score<'a>(game: &Game, names: &'a [String]) -> Vec<(usize, &'a String)> {
    let scores = game.scoreboard.rounds().last();
    let mut order: Vec<(usize, &String)> = names.iter().enumerate().collect();
    order.sort_by_key(|(seat, _)| scores.and_then(|scores| scores.get(*seat)).copied().unwrap_or(0));
    order
}

/// One player's hand and scores.
fn player(ui: &mut Ui, model: &Model<'_>, game: &Game, seat: usize, name: &str, hand: Option<&Tiles>) {
    let score = game.scoreboard.rounds().last().and_then(|scores| scores.get(seat)).copied().unwrap_or(0);
    let total = game.scoreboard.totals().get(seat).copied().unwrap_or(0);
    card(ui, |ui| {
        // The line is as high as its text, not as a button.
        ui.spacing_mut().interact_size.y = 28.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).size(tokens::text::BODY + 4.0).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let faint = Tokens::of(ui.ctx()).faint;
                // One below the other, whatever the numbers.
                ui.allocate_ui_with_layout(vec2(96.0, 28.0), Layout::right_to_left(Align::Center), |ui| {
                    ui.set_min_width(96.0);
                    ui.label(RichText::new(words::total(total)).color(faint));
                });
                let text = RichText::new(words::score(score));
                ui.label(text.size(tokens::text::BODY + 2.0).strong());
            });
        });
        // Whose hand the others have opened is scored like everybody, and who has gone out has nothing to open.
        let has_gone_out = |seat| {
            game.round.as_ref().is_some_and(|round| round.dealt_in().contains(seat) && round.count(seat) == 0)
        };
        let unopened = |seat| game.away.contains(seat) && game.unlocked != Some(seat) && !has_gone_out(seat);
        if mextrain_core::Seat::new(seat as u8).is_some_and(unopened) {
            return faint(ui, absent_words::vanished_score());
        }
        match hand {
            Some(hand) if hand.is_empty() => faint(ui, words::nothing()),
            Some(hand) => rows::opened(ui, *hand, model.settings.tiles),
            None => {}
        }
    });
}

/// The opened hands of the round just scored, if this program saw them being opened.
fn opened(model: &Model<'_>, game: &Game) -> Option<Vec<Tiles>> {
    let number = game.scoreboard.rounds().len();
    model.history.iter().rev().find_map(|news| match news {
        News::Event(SessionEvent::RoundOver { round, hands, .. }) if usize::from(*round) == number => {
            let tiles =
                |hand: &Vec<String>| hand.iter().filter_map(|tile| tile.parse::<Tile>().ok()).collect();
            Some(hands.iter().map(tiles).collect())
        }
        _ => None,
    })
}

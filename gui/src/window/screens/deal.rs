//! The deal: who has shuffled, who is shuffling, who placed the engine.

use eframe::egui::{Rect, RichText, Sense, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2};
use mextrain_core::Seat;
use mextrain_net::{ledger::Stage, session::Game};

use super::{
    absent,
    board::BoardState,
    chat,
    play::{names, page},
};
use crate::{
    window::{
        Command, Model,
        timeline::{Kind, Moment},
        tokens::{self, BREAKPOINT, ROUNDING, TARGET, Tokens},
        widgets::{Icon, announce, card, faint, heading, paragraph, pile},
        words::{absent as absent_words, play as words},
    },
    wording,
};

/// Shows how far the deal is.
pub fn show(ui: &mut Ui, model: &Model<'_>, board: &mut BoardState) -> Vec<Command> {
    let Some(game) = model.snapshot.game.as_deref() else { return Vec::new() };
    let names = names(game);
    let round = game.scoreboard.rounds().len() as u8 + 1;
    page(ui, &words::deal::title(round), false, |ui, commands| {
        let now = headline(game, &names);
        heading(ui, &now);
        let question = board.absent.aloud(model, game);
        announce(ui, &question.clone().unwrap_or_else(|| chat::aloud(model, &now)), question.is_some());
        chat::line(ui, model, commands);
        absent::show(ui, model, game, &mut board.absent, commands);
        card(ui, |ui| {
            for (index, name) in names.iter().enumerate() {
                line(ui, name, progress(game, index));
            }
        });
        face_down(ui, game);
        so_far(ui, game, board);
        if let Some(table) = game.words.filter(|_| round == 1 && !model.practice) {
            card(ui, |ui| {
                faint(ui, words::deal::words());
                ui.label(RichText::new(table.to_string()).size(tokens::text::TITLE).strong());
                faint(ui, &table.digits());
            });
        }
        faint(ui, words::deal::why());
    })
}

/// The set on the table, face down.
fn face_down(ui: &mut Ui, game: &Game) {
    let height = if ui.available_width() < BREAKPOINT { 246.0 } else { 136.0 };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let tokens = Tokens::of(ui.ctx());
    ui.painter().rect_filled(rect, ROUNDING, tokens.table);
    pile(ui.painter(), rect.shrink(14.0), game.charter.rules.set().len().into(), tokens);
}

/// What has been done of this deal: who has shuffled, and each draw in the search for the engine.
fn so_far(ui: &mut Ui, game: &Game, board: &BoardState) {
    let round = game.scoreboard.rounds().len() as u8;
    let of_deal = |moment: &&Moment| {
        let kinds = [Kind::Shuffled, Kind::Dealt, Kind::Engine, Kind::Searched];
        moment.round == round && kinds.contains(&moment.kind)
    };
    let moments: Vec<&Moment> = board.timeline().moments().iter().filter(of_deal).collect();
    if !moments.is_empty() {
        card(ui, |ui| moments.iter().for_each(|moment| paragraph(ui, &moment.text)));
    }
}

/// What is being done now.
fn headline(game: &Game, names: &[String]) -> String {
    let tiles = game.charter.rules.set().len();
    let players = game.charter.roster.len();
    // A key of everybody, a shuffle of each, the locks where there are any, and the dealing.
    let of = players + 2 + usize::from(game.charter.absence.keep_going);
    let who = |seat: Seat| wording::board::name(names, seat);
    match game.stage {
        Stage::Signing => words::deal::signing().to_owned(),
        Stage::Revealing => words::deal::revealing().to_owned(),
        Stage::Keys => words::deal::step(tiles, 1, of, words::deal::everybody()),
        Stage::Shuffling { seat, done } => words::deal::step(tiles, done + 2, of, &who(seat)),
        Stage::Locking => words::deal::step(tiles, of - 1, of, words::deal::everybody()),
        Stage::Dealing => words::deal::step(tiles, of, of, words::deal::everybody()),
        Stage::Unlocking { seat } => words::deal::unlocking(&who(seat)),
        _ => game.round.as_ref().map(|round| wording::board::others_prompt(round, names)).unwrap_or_default(),
    }
}

/// How far one player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Waiting,
    Out,
    At(&'static str),
    Done(&'static str),
}

fn progress(game: &Game, index: usize) -> Progress {
    let seat = u8::try_from(index).ok().and_then(Seat::new);
    if seat.is_some_and(|seat| game.away.union(game.gone).contains(seat)) {
        return Progress::Out;
    }
    let owes = seat.is_some_and(|seat| game.missing.contains(seat));
    let either = |at| if owes { Progress::At(at) } else { Progress::Done(words::deal::done()) };
    match game.stage {
        Stage::Signing | Stage::Revealing => either(words::deal::signs()),
        Stage::Keys => either(words::deal::preparing()),
        Stage::Shuffling { seat, done } => {
            let players = game.charter.roster.len();
            // How many shuffles after this player's the current one comes; a player whose turn comes is ahead of it.
            let ago = (seat.index() + players - index) % players;
            match ago {
                0 => Progress::At(words::deal::shuffling()),
                ago if ago <= done => Progress::Done(words::deal::proven()),
                _ => Progress::Waiting,
            }
        }
        Stage::Locking => either(words::deal::locking()),
        Stage::Dealing => either(words::deal::dealing()),
        _ => either(words::deal::waiting()),
    }
}

/// A player's line: the name, a picture and a word for how far they are.
fn line(ui: &mut Ui, name: &str, progress: Progress) {
    let tokens = Tokens::of(ui.ctx());
    let (icon, text) = match progress {
        Progress::Waiting => (None, words::deal::waiting()),
        Progress::Out => (None, absent_words::not_dealt_in()),
        Progress::At(text) => (Some(Icon::Play), text),
        Progress::Done(text) => (Some(Icon::Tick), text),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), TARGET), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {text}")));
    let left = pos2(rect.left() + 10.0, rect.center().y);
    if let Some(icon) = icon {
        let ink = if icon == Icon::Tick { tokens.playable } else { tokens.text };
        icon.paint(ui.painter(), Rect::from_center_size(left + vec2(4.0, 0.0), Vec2::splat(18.0)), ink);
    }
    let font = |size| eframe::egui::FontId::proportional(size);
    let (start, end) = (eframe::egui::Align2::LEFT_CENTER, eframe::egui::Align2::RIGHT_CENTER);
    ui.painter().text(left + vec2(26.0, 0.0), start, name, font(tokens::text::BODY), tokens.text);
    let ink = if matches!(progress, Progress::Waiting | Progress::Out) { tokens.faint } else { tokens.text };
    ui.painter().text(pos2(rect.right() - 8.0, left.y), end, text, font(tokens::text::BODY), ink);
}

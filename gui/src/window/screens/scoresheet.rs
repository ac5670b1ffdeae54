//! The scoresheet: everybody by place, and every round with its scores, what they came to, and how it ended.
//!
//! The same for a match of this program and for one with tiles of wood.

use eframe::egui::{Align, Grid, Label, Layout, RichText, ScrollArea, Ui, vec2};
use mextrain_core::{Rules, Scoreboard};

use crate::{
    window::{
        tokens::{self, TARGET, Tokens},
        words::play as words,
    },
    wording,
};

/// The height of a line of text that cannot be clicked.
const LINE: f32 = 24.0;
/// Between the columns of a table.
const SPACE: f32 = 12.0;
/// The widths of the columns of the standings; a name has at most as much.
const PLACE: f32 = 28.0;
const NAME: f32 = 260.0;
const TOTAL: f32 = 64.0;
/// The width of a scoresheet's first column.
const ROUND: f32 = 80.0;

/// Everybody by place.
pub fn standings(ui: &mut Ui, board: &Scoreboard, names: &[String]) {
    let (totals, ranks) = (board.totals(), board.ranks());
    let mut order: Vec<(u8, &String, u32)> =
        ranks.iter().zip(names).zip(&totals).map(|((rank, name), total)| (*rank, name, *total)).collect();
    order.sort_by_key(|(rank, ..)| *rank);
    let room = (ui.available_width() - PLACE - TOTAL - 2.0 * SPACE).min(NAME);
    table(ui, "standings", 3, |ui| {
        for (rank, name, total) in order {
            let text = |text: String| {
                let larger = if rank == 1 { 6.0 } else { 1.0 };
                let text = RichText::new(text).size(tokens::text::BODY + larger);
                if rank == 1 { text.strong() } else { text }
            };
            ui.label(text(format!("{rank}.")));
            ui.scope(|ui| {
                ui.set_min_width(room);
                ui.set_max_width(room);
                ui.add(Label::new(text(name.clone())).truncate());
            });
            number(ui, TOTAL, text(total.to_string()));
            ui.end_row();
        }
    });
}

/// The scoresheet: for each round a row of scores and below it what everybody has by then; a column a seat. It scrolls sideways
/// where it is too wide.
pub fn sheet(ui: &mut Ui, board: &Scoreboard, rules: &Rules, names: &[String]) {
    // Columns of one width, whatever stands in them.
    let seats = names.len().max(1) as f32;
    let width = ((ui.available_width() - ROUND - SPACE * seats) / seats).clamp(TARGET, 96.0);
    let faint = Tokens::of(ui.ctx()).faint;
    let small = |text: String| RichText::new(text).size(tokens::text::SMALL).color(faint);
    ScrollArea::horizontal().id_salt("sheet").auto_shrink([false, true]).show(ui, |ui| {
        table(ui, "sheet", names.len() + 1, |ui| {
            ui.label("");
            names.iter().for_each(|name| number(ui, width, RichText::new(name).strong()));
            ui.end_row();
            let rounds = board.rounds().iter().zip(board.running_totals()).zip(board.endings()).zip(0u8..);
            for (((scores, sums), ending), index) in rounds {
                let engine = rules.engine_of(index).map(|pip| format!("{pip}-{pip}")).unwrap_or_default();
                ui.label(format!("{}. {engine}", u16::from(index) + 1));
                scores.iter().for_each(|score| number(ui, width, RichText::new(score.to_string())));
                ui.end_row();
                let ended = ending.map(|ending| wording::sheet::ended(ending, names)).unwrap_or_default();
                ui.scope(|ui| {
                    ui.set_max_width(ROUND);
                    ui.add(Label::new(small(ended)).truncate());
                });
                sums.iter().for_each(|sum| number(ui, width, small(words::round_end::by_then(*sum))));
                ui.end_row();
            }
            ui.label(RichText::new(words::round_end::total_head()).strong());
            board
                .totals()
                .iter()
                .for_each(|total| number(ui, width, RichText::new(total.to_string()).strong()));
            ui.end_row();
        });
    });
}

/// A table of text, whose lines are as high as text and not as buttons.
fn table(ui: &mut Ui, name: &str, columns: usize, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = LINE;
        let grid = Grid::new(name).num_columns(columns).spacing(vec2(SPACE, 4.0));
        grid.min_col_width(0.0).min_row_height(LINE).show(ui, add);
    });
}

/// A cell with a number, at the right of its column of this width.
fn number(ui: &mut Ui, width: f32, text: RichText) {
    let size = vec2(width, LINE);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.set_max_width(width);
        ui.add(Label::new(text).truncate())
    });
}

//! A state as a `[position]` that can be pasted into a new scenario file.

use std::fmt::Write;

use crate::open::OpenRound;
use crate::prompt::{Otherwise, Prompt};
use crate::round::{Ending, Phase};
use crate::seat::{Seat, SeatSet, TrainId};

/// The state as a `[position]`, which reads back as the same state. What a position has no word for (that the round
/// is over or about to be, that a drawn tile must be played, that a double or a chain was played in this very turn,
/// passes that were counted) is said in a comment, and the nearest position given.
#[must_use]
pub fn to_position_toml(open: &OpenRound) -> String {
    let round = open.round();
    let train = |train| format!("{:?}", round.trains().text(train));
    let (turn, remarks) = turn_and_remarks(open);
    let mut out = String::from("[position]\n");
    for remark in remarks {
        line(&mut out, format_args!("# {remark}"));
    }
    line(&mut out, format_args!("engine   = {}", round.engine()));
    line(&mut out, format_args!("turn     = {turn}"));
    let hands: Vec<String> = open.hands().iter().map(|hand| format!("{:?}", hand.to_string())).collect();
    line(&mut out, format_args!("hands    = [{}]", hands.join(", ")));
    let boneyard: Vec<String> = open.boneyard().map(|tile| tile.to_string()).collect();
    line(&mut out, format_args!("boneyard = {:?}", boneyard.join(" ")));
    let trains: Vec<String> = round.seats().iter().map(|seat| train(TrainId::Own(seat))).collect();
    line(&mut out, format_args!("trains   = [{}]", trains.join(", ")));
    line(&mut out, format_args!("mexican  = {}", train(TrainId::Mexican)));
    line(&mut out, format_args!("lanterns = {}", round.lanterns()));
    let waiting: Vec<String> = round.all_waiting().iter().map(|train| format!("\"{train}\"")).collect();
    match waiting.as_slice() {
        [] => (),
        [train] => line(&mut out, format_args!("waiting  = {train}")),
        trains => line(&mut out, format_args!("waiting  = [{}]", trains.join(", "))),
    }
    if round.opened() != SeatSet::all(round.seats()) {
        line(&mut out, format_args!("opened   = {}", round.opened()));
    }
    out
}

/// Whose turn the position says it is, and what it cannot say.
fn turn_and_remarks(open: &OpenRound) -> (Seat, Vec<String>) {
    let round = open.round();
    let mut remarks = Vec::new();
    let turn = match round.prompt() {
        Prompt::Turn { seat, phase, .. } => {
            match (phase, open.drawn()) {
                (Phase::PlayDrawn, Some(tile)) => {
                    remarks.push(format!("seat {seat} has just drawn {tile} and must play it"));
                }
                (Phase::Satisfy, _) => {
                    remarks.push(format!("seat {seat} has played the double in this turn"))
                }
                _ if round.otherwise() == Some(Otherwise::Stop) => {
                    remarks.push(format!("seat {seat} is in its opening chain"));
                }
                _ => (),
            }
            if let Some(out) = round.first_out() {
                remarks.push(format!("seat {out} has gone out, and others still get their first turn"));
            }
            seat
        }
        Prompt::Over(ending) => {
            remarks.push(format!("the round is over: {ending}"));
            match ending {
                Ending::Out(seat) => round.seats().after(seat),
                Ending::Blocked => Seat::FIRST,
            }
        }
        // An open round has its engine placed, and judges a standstill at once.
        Prompt::Engine { .. }
        | Prompt::Search { .. }
        | Prompt::SearchTogether { .. }
        | Prompt::Standstill { .. } => Seat::FIRST,
    };
    match round.passes() {
        0 => (),
        1 => remarks.push("one pass came just before".to_owned()),
        passes => remarks.push(format!("{passes} passes came just before")),
    }
    (turn, remarks)
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
    out.push('\n');
}

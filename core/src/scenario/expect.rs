//! What `then` and `expect` say about a state, and how a state says it.
//!
//! Both sides are brought into one canonical text a key, which is compared and shown: tiles low pip first, hands and
//! legal moves sorted.

use super::moves::parse_legal;
use super::read::{seat, seat_list, tile_lists, tiles, waiting};
use super::reader::{Node, Report, TableNode};
use super::{Difference, Place};
use crate::open::OpenRound;
use crate::prompt::Move;
use crate::round::{Ending, Phase};
use crate::seat::{Seat, SeatSet, Seats, TrainId};
use crate::text::quoted;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// Some keys, each with the text that a state must have for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Expectation(Vec<(Key, String)>);

impl Expectation {
    /// Reads a table of expectations at a table of so many seats.
    pub(super) fn read(report: &mut Report<'_>, table: &TableNode<'_, '_>, seats: Seats) -> Self {
        table.only(report, &Key::ALL.map(Key::name));
        let mut keys = Vec::new();
        for key in Key::ALL {
            if let Some(node) = table.find(key.name())
                && let Some(text) = key.read(report, &node, seats)
            {
                keys.push((key, text));
            }
        }
        Self(keys)
    }

    /// The first key in which the state differs.
    pub(super) fn difference(&self, open: &OpenRound, place: Place<'_>) -> Option<Difference> {
        self.0.iter().find_map(|(key, expected)| {
            let found = key.of(open);
            (found != *expected).then(|| Difference::new(place, key.name(), expected, found))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Turn,
    Phase,
    Hands,
    Counts,
    Boneyard,
    Trains,
    Mexican,
    Lanterns,
    /// The oldest waiting double.
    Waiting,
    /// All of them, where the file gives a list.
    AllWaiting,
    Legal,
    Over,
    Scores,
}

impl Key {
    const ALL: [Self; 13] = [
        Self::Turn,
        Self::Phase,
        Self::Hands,
        Self::Counts,
        Self::Boneyard,
        Self::Trains,
        Self::Mexican,
        Self::Lanterns,
        Self::Waiting,
        Self::AllWaiting,
        Self::Legal,
        Self::Over,
        Self::Scores,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Phase => "phase",
            Self::Hands => "hands",
            Self::Counts => "counts",
            Self::Boneyard => "boneyard",
            Self::Trains => "trains",
            Self::Mexican => "mexican",
            Self::Lanterns => "lanterns",
            Self::Waiting | Self::AllWaiting => "waiting",
            Self::Legal => "legal",
            Self::Over => "over",
            Self::Scores => "scores",
        }
    }

    /// The canonical text of what the file says. `None` with a problem reported, or if the file means the other of two
    /// keys of this name.
    fn read(self, report: &mut Report<'_>, node: &Node<'_, '_>, seats: Seats) -> Option<String> {
        match self {
            Self::Turn => {
                let seat = seat(report, node)?;
                check_seats(report, node, seats, &[seat])?;
                Some(seat.to_string())
            }
            Self::Phase => {
                let names = [Phase::Play, Phase::PlayDrawn, Phase::Satisfy].map(Phase::name);
                one_of(report, node, &names)
            }
            Self::Over => {
                let names = [Ending::Out(Seat::FIRST), Ending::Blocked].map(Ending::name);
                one_of(report, node, &[names[0], names[1], "no"])
            }
            Self::Hands => {
                let hands = tile_lists(report, node)?;
                one_a_seat(report, node, hands.len(), seats)?;
                let sets: Vec<Tiles> = hands.iter().map(|hand| hand.iter().copied().collect()).collect();
                if sets.iter().zip(&hands).any(|(set, hand)| usize::from(set.len()) != hand.len()) {
                    node.problem(report, "a hand has a tile twice");
                    return None;
                }
                Some(hands_text(&sets))
            }
            Self::Trains => {
                let trains = tile_lists(report, node)?;
                one_a_seat(report, node, trains.len(), seats)?;
                Some(quoted_list(trains.iter().map(|train| train_text(train.iter().copied()))))
            }
            Self::Mexican => Some(train_text(tiles(report, node)?.into_iter())),
            Self::Counts | Self::Scores => {
                let numbers: Vec<_> = node.list(report)?.iter().map(|node| natural(report, node)).collect();
                one_a_seat(report, node, numbers.len(), seats)?;
                let numbers: Option<Vec<u32>> = numbers.into_iter().collect();
                Some(format!("{:?}", numbers?))
            }
            Self::Boneyard => natural(report, node).map(|number| number.to_string()),
            Self::Lanterns => {
                let list = seat_list(report, node)?;
                check_seats(report, node, seats, &list)?;
                Some(list.into_iter().collect::<SeatSet>().to_string())
            }
            Self::Waiting | Self::AllWaiting => {
                if node.as_list().is_some() != (self == Self::AllWaiting) {
                    return None;
                }
                let trains = waiting(report, node)?;
                if let Some(stranger) = trains.iter().find(|train| !seats.has_train(**train)) {
                    node.problem(report, format!("there is no train {stranger} at a table of {seats}"));
                    return None;
                }
                Some(waiting_text(trains.into_iter()))
            }
            Self::Legal => read_legal(report, node, seats),
        }
    }

    /// The canonical text of what the state is.
    fn of(self, open: &OpenRound) -> String {
        let round = open.round();
        let none = || "none".to_owned();
        let train = |train| train_text(round.trains().tiles(train));
        match self {
            Self::Turn => round.to_act().map_or_else(none, |seat| seat.to_string()),
            Self::Phase => round.phase().map_or_else(none, |phase| phase.name().to_owned()),
            Self::Hands => hands_text(open.hands()),
            Self::Counts => {
                format!("{:?}", round.seats().iter().map(|seat| round.count(seat)).collect::<Vec<_>>())
            }
            Self::Boneyard => round.boneyard().to_string(),
            Self::Trains => quoted_list(round.seats().iter().map(|seat| train(TrainId::Own(seat)))),
            Self::Mexican => train(TrainId::Mexican),
            Self::Lanterns => round.lanterns().to_string(),
            Self::Waiting => waiting_text(round.waiting().into_iter()),
            Self::AllWaiting => waiting_text(round.all_waiting().iter()),
            Self::Legal => legal_text(open.legal_moves().collect()),
            Self::Over => round.ending().map_or("no", Ending::name).to_owned(),
            Self::Scores => open.scores().map_or_else(none, |scores| format!("{scores:?}")),
        }
    }
}

fn read_legal(report: &mut Report<'_>, node: &Node<'_, '_>, seats: Seats) -> Option<String> {
    let mut moves = Vec::new();
    let mut sound = true;
    for node in node.list(report)? {
        match node.text(report).map(|text| parse_legal(text, seats)) {
            Some(Ok(choice)) => moves.push(choice),
            Some(Err(reason)) => {
                node.problem(report, reason);
                sound = false;
            }
            None => sound = false,
        }
    }
    sound.then(|| legal_text(moves))
}

fn one_of(report: &mut Report<'_>, node: &Node<'_, '_>, names: &[&str]) -> Option<String> {
    let text = node.text(report)?;
    if !names.contains(&text) {
        node.problem(report, format!("this is one of {}, not {}", names.join(", "), quoted(text)));
        return None;
    }
    Some(text.to_owned())
}

fn one_a_seat(report: &mut Report<'_>, node: &Node<'_, '_>, found: usize, seats: Seats) -> Option<()> {
    if found != seats.count() {
        node.problem(report, format!("there are {found}, for a table of {seats}"));
        return None;
    }
    Some(())
}

fn check_seats(report: &mut Report<'_>, node: &Node<'_, '_>, seats: Seats, list: &[Seat]) -> Option<()> {
    if let Some(stranger) = list.iter().find(|seat| !seats.contains(**seat)) {
        node.problem(report, format!("there is no seat {stranger} at a table of {seats}"));
        return None;
    }
    Some(())
}

fn natural(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<u32> {
    let number = node.integer(report)?;
    let natural = u32::try_from(number).ok();
    if natural.is_none() {
        node.problem(report, format!("{number} is not a number of tiles or points"));
    }
    natural
}

fn quoted_list(texts: impl Iterator<Item = String>) -> String {
    format!("{:?}", texts.collect::<Vec<_>>())
}

fn hands_text(hands: &[Tiles]) -> String {
    quoted_list(hands.iter().map(ToString::to_string))
}

fn train_text(tiles: impl Iterator<Item = Tile>) -> String {
    let tiles: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
    if tiles.is_empty() { "no tile".to_owned() } else { tiles.join(" ") }
}

/// The trains, oldest double first.
fn waiting_text(trains: impl Iterator<Item = TrainId>) -> String {
    let trains: Vec<String> = trains.map(|train| train.to_string()).collect();
    if trains.is_empty() { "none".to_owned() } else { trains.join(", ") }
}

fn legal_text(mut moves: Vec<Move>) -> String {
    moves.sort_unstable();
    moves.dedup();
    quoted_list(moves.iter().map(ToString::to_string))
}

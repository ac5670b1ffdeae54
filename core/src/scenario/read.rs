//! From the text of a scenario file to a [`Scenario`].

use toml::de::DeTable;

use super::expect::Expectation;
use super::moves::StepMove;
use super::reader::{Node, Report, TableNode};
use super::{MAX_BYTES, Malformed, Scenario, Step};
use crate::open::OpenRound;
use crate::round::Refusal;
use crate::rules::{Rules, SettingError};
use crate::seat::{Seat, Seats, TrainId};
use crate::setup::{Field, Setup, Table};
use crate::text::quoted;
use crate::tile::{Pip, Tile};

pub(super) fn scenario(text: &str) -> Result<Scenario, Malformed> {
    let mut report = Report::new(text);
    if text.len() > MAX_BYTES {
        report.problem(0..0, "", "the file is larger than 1 MiB");
        return Err(report.into_malformed());
    }
    let scenario = match DeTable::parse(text) {
        Ok(table) => read_scenario(&mut report, &TableNode::root(&table)),
        Err(error) => {
            report.problem(error.span().unwrap_or_default(), "", one_line(error.message()));
            None
        }
    };
    match scenario {
        Some(scenario) if report.is_empty() => Ok(scenario),
        _ => Err(report.into_malformed()),
    }
}

/// `None` only with a problem reported.
fn read_scenario(report: &mut Report<'_>, root: &TableNode<'_, '_>) -> Option<Scenario> {
    root.only(report, &["title", "players", "rules", "deal", "position", "expect", "steps"]);
    let title = root.find("title").and_then(|node| node.text(report)).unwrap_or_default().to_owned();
    let rules = match root.find("rules") {
        Some(node) => node.table(report).and_then(|table| read_rules(report, &table)),
        None => Some(Rules::default()),
    };
    // Without these nothing else can be judged.
    let (seats, rules) = (read_seats(report, root)?, rules?);
    let start = read_start(report, root, rules, seats);
    let expect = read_expectation(report, root, "expect", seats);
    let steps = match root.find("steps") {
        Some(node) => node.list(report).unwrap_or_default(),
        None => Vec::new(),
    };
    let steps: Vec<_> = steps.iter().filter_map(|node| read_step(report, node, seats)).collect();
    Some(Scenario { title, start: start?, expect, steps })
}

fn read_seats(report: &mut Report<'_>, root: &TableNode<'_, '_>) -> Option<Seats> {
    let node = root.need(report, "players")?;
    let count = node.integer(report)?;
    let seats = u8::try_from(count).ok().and_then(Seats::new);
    if seats.is_none() {
        node.problem(report, format!("a table has 2 to 8 players, not {count}"));
    }
    seats
}

fn read_rules(report: &mut Report<'_>, table: &TableNode<'_, '_>) -> Option<Rules> {
    let mut settings: Vec<_> = table.entries().collect();
    // In the order in which they have a meaning: the preset, the set, and what depends on the set.
    settings.sort_by_key(|(key, ..)| match *key {
        "preset" => 0,
        "set" => 1,
        _ => 2,
    });
    let mut rules = Rules::default();
    let mut sound = true;
    for (key, span, node) in settings {
        let Some(value) = node.integer_or_text(report) else {
            sound = false;
            continue;
        };
        if let Err(error) = rules.set_option(key, &value) {
            sound = false;
            match error {
                SettingError::UnknownKey { .. } => report.problem(span, "rules", error.to_string()),
                _ => node.problem(report, error.to_string()),
            }
        }
    }
    sound.then_some(rules)
}

/// The round before the first step, from a deal or a position.
fn read_start(
    report: &mut Report<'_>,
    root: &TableNode<'_, '_>,
    rules: Rules,
    seats: Seats,
) -> Option<OpenRound> {
    let (deal, position) = (root.find("deal"), root.find("position"));
    let (node, is_deal) = match (deal, position) {
        (Some(deal), None) => (deal, true),
        (None, Some(position)) => (position, false),
        (Some(_), Some(position)) => {
            position.problem(report, "a scenario has a [deal] or a [position], not both");
            return None;
        }
        (None, None) => {
            root.problem(report, "a scenario has a [deal] or a [position]; this one has neither");
            return None;
        }
    };
    let table = node.table(report)?;
    if is_deal {
        table.only(report, &["engine", "hands", "boneyard", "starter"]);
    } else {
        let keys =
            ["engine", "turn", "hands", "boneyard", "trains", "mexican", "lanterns", "waiting", "opened"];
        table.only(report, &keys);
    }
    // Everything is read before anything is given up, so that all problems are found at once.
    let engine = read_engine(report, &table);
    let hands = table.need(report, "hands").and_then(|node| tile_lists(report, &node));
    let boneyard = optional(&table, "boneyard", |node| tiles(report, node));
    let starter = optional(&table, "starter", |node| seat(report, node).map(Some));
    let on_table = if is_deal { Some(None) } else { read_table(report, &table, seats).map(Some) };
    let setup = Setup {
        rules,
        seats,
        engine: engine?,
        hands: hands?,
        boneyard: boneyard?,
        starter: starter?,
        table: on_table?,
    };
    match setup.build() {
        Ok(round) => Some(round),
        Err(faults) => {
            for fault in faults {
                match locate(root, &table, fault.field) {
                    Some(node) => node.problem(report, fault.reason),
                    None => table.problem(report, fault.reason),
                }
            }
            None
        }
    }
}

fn read_table(report: &mut Report<'_>, table: &TableNode<'_, '_>, seats: Seats) -> Option<Table> {
    let turn = table.need(report, "turn").and_then(|node| seat(report, &node));
    let trains = match table.find("trains") {
        Some(node) => tile_lists(report, &node),
        None => Some(vec![Vec::new(); seats.count()]),
    };
    let mexican = optional(table, "mexican", |node| tiles(report, node));
    let lanterns = optional(table, "lanterns", |node| seat_list(report, node));
    let waiting = optional(table, "waiting", |node| waiting(report, node));
    let opened = optional(table, "opened", |node| seat_list(report, node).map(Some));
    Some(Table {
        turn: turn?,
        trains: trains?,
        mexican: mexican?,
        lanterns: lanterns?,
        waiting: waiting?,
        opened: opened?,
    })
}

/// The value of a key; the default if the key is absent; `None` if it is there and wrong.
fn optional<T: Default>(
    table: &TableNode<'_, '_>,
    key: &str,
    read: impl FnOnce(&Node<'_, '_>) -> Option<T>,
) -> Option<T> {
    table.find(key).map_or_else(|| Some(T::default()), |node| read(&node))
}

fn read_engine(report: &mut Report<'_>, table: &TableNode<'_, '_>) -> Option<Pip> {
    let node = table.need(report, "engine")?;
    let pip = node.integer(report)?;
    let engine = u8::try_from(pip).ok().and_then(Pip::new);
    if engine.is_none() {
        node.problem(report, format!("the engine is the pip of a double, 0 to {}, not {pip}", Pip::MAX));
    }
    engine
}

fn read_step(report: &mut Report<'_>, node: &Node<'_, '_>, seats: Seats) -> Option<Step> {
    let table = node.table(report)?;
    table.only(report, &["move", "refused", "then"]);
    let then = read_expectation(report, &table, "then", seats);
    let refused = optional(&table, "refused", |node| {
        let code = node.text(report)?;
        let refusal = Refusal::from_code(code);
        if refusal.is_none() {
            node.problem(report, format!("there is no refusal {}", quoted(code)));
        }
        refusal.map(Some)
    });
    let action = table.need(report, "move")?;
    let text = action.text(report)?;
    match StepMove::parse(text, seats) {
        Ok(parsed) => Some(Step { action: parsed, refused: refused?, then }),
        Err(reason) => {
            action.problem(report, reason);
            None
        }
    }
}

fn read_expectation(
    report: &mut Report<'_>,
    table: &TableNode<'_, '_>,
    key: &str,
    seats: Seats,
) -> Expectation {
    let table = table.find(key).and_then(|node| node.table(report));
    table.map(|table| Expectation::read(report, &table, seats)).unwrap_or_default()
}

/// Where a part of a setup stands in the file.
fn locate<'v, 'i>(root: &TableNode<'v, 'i>, table: &TableNode<'v, 'i>, field: Field) -> Option<Node<'v, 'i>> {
    let element = |key: &str, place| table.find(key).and_then(|list| list.element(place));
    match field {
        Field::Rules => root.find("rules"),
        Field::Hand(place) => element("hands", place),
        Field::Train(place) => element("trains", place),
        Field::Engine => table.find("engine"),
        Field::Hands => table.find("hands"),
        Field::Boneyard => table.find("boneyard"),
        Field::Starter => table.find("starter"),
        Field::Turn => table.find("turn"),
        Field::Trains => table.find("trains"),
        Field::Mexican => table.find("mexican"),
        Field::Lanterns => table.find("lanterns"),
        Field::Waiting => table.find("waiting"),
        Field::Opened => table.find("opened"),
    }
}

/// Tiles with blanks between.
pub(super) fn tiles(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<Vec<Tile>> {
    let mut tiles = Vec::new();
    for word in node.text(report)?.split_whitespace() {
        match word.parse() {
            Ok(tile) => tiles.push(tile),
            Err(error) => {
                node.problem(report, crate::tile::TileTextError::to_string(&error));
                return None;
            }
        }
    }
    Some(tiles)
}

/// A list of strings of tiles.
pub(super) fn tile_lists(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<Vec<Vec<Tile>>> {
    let lists: Vec<_> = node.list(report)?.iter().map(|node| tiles(report, node)).collect();
    lists.into_iter().collect()
}

/// A seat's number. Whether the table has it is judged with the rest.
pub(super) fn seat(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<Seat> {
    let number = node.integer(report)?;
    let seat = u8::try_from(number).ok().and_then(Seat::from_number);
    if seat.is_none() {
        node.problem(report, format!("there is no seat {number}"));
    }
    seat
}

pub(super) fn seat_list(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<Vec<Seat>> {
    let seats: Vec<_> = node.list(report)?.iter().map(|node| seat(report, node)).collect();
    seats.into_iter().collect()
}

/// The trains on whose ends a double waits: one, several in a list with the oldest first, or `none`.
pub(super) fn waiting(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<Vec<TrainId>> {
    if let Some(list) = node.as_list() {
        let trains: Vec<_> = list.iter().map(|node| train(report, node)).collect();
        return trains.into_iter().collect();
    }
    if node.integer_or_text(report)? == "none" {
        return Some(Vec::new());
    }
    train(report, node).map(|train| vec![train])
}

fn train(report: &mut Report<'_>, node: &Node<'_, '_>) -> Option<TrainId> {
    match node.integer_or_text(report)?.parse() {
        Ok(train) => Some(train),
        Err(error) => {
            node.problem(report, crate::seat::TrainTextError::to_string(&error));
            None
        }
    }
}

/// The parser's message without line breaks, and bounded: it may quote the file.
fn one_line(message: &str) -> String {
    message.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}

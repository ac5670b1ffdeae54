//! The board as a seat sees it, as lines of text, and the sentence that says what is owed.

use mextrain_core::{DrawAnswer, Ending, Otherwise, Phase, Prompt, Round, Seat, SeatView, TrainId};

use super::columns;

/// How many tiles of a train are shown; of a longer one the newest.
const SHOWN_TILES: usize = 10;

/// The hub, every train with its state, and how much everybody holds; a line each, the viewer's own train first.
///
/// `names` are the seats' names in order; `own` is the viewer's seat, if the viewer has one.
pub fn board(round: &Round, names: &[String], own: Option<Seat>) -> String {
    let trains: Vec<TrainId> = in_order_of_interest(round, own);
    let label = |train: TrainId| match train {
        TrainId::Own(seat) if Some(seat) == own => {
            say!("board-own-row", seat = seat, who = name(names, seat))
        }
        TrainId::Own(seat) => format!("{seat} {}", name(names, seat)),
        TrainId::Mexican => say!("board-mexican-row").to_owned(),
    };
    let width = trains.iter().map(|train| columns::width(&label(*train))).max().unwrap_or(0);
    let engine = round.engine();
    let mut lines = vec![say!("board-engine", engine = engine, tiles = tiles(round.boneyard().into()))];
    for train in trains {
        let line = format!(
            "  {}  {}  {}  {}",
            columns::left(&label(train), width),
            columns::left(state(round, train, own), 11),
            columns::left(&holding(round, train), 8),
            row(round, train)
        );
        lines.push(line.trim_end().to_owned());
    }
    if let Some((train, pip)) = round.binding_double() {
        lines.push(say!("board-satisfy", pip = pip, place = on_train(names, train)));
    }
    lines.join("\n")
}

/// What a seat owes, or what it waits for, in one sentence.
pub fn prompt(view: &SeatView<'_>, names: &[String]) -> String {
    let round = view.round();
    if view.to_act() { own_prompt(view) } else { others_prompt(round, names) }
}

/// What the table waits for, seen from outside.
pub fn others_prompt(round: &Round, names: &[String]) -> String {
    match round.prompt() {
        Prompt::Engine { engine } => say!("board-others-engine", engine = engine),
        Prompt::Search { seat, engine } => {
            say!("board-others-search", who = name(names, seat), engine = engine)
        }
        Prompt::SearchTogether { engine, .. } => {
            say!("board-others-search-together", engine = engine)
        }
        Prompt::Standstill { .. } => say!("board-others-standstill").to_owned(),
        Prompt::Turn { seat, phase: Phase::PlayDrawn, .. } => {
            say!("board-others-drawn", who = name(names, seat))
        }
        Prompt::Turn { seat, .. } => say!("board-others-turn", who = name(names, seat)),
        Prompt::Over(Ending::Out(seat)) => say!("board-others-out", who = name(names, seat)),
        Prompt::Over(Ending::Blocked) => say!("board-others-blocked").to_owned(),
    }
}

/// What a seat that is to act owes.
fn own_prompt(view: &SeatView<'_>) -> String {
    if let Some(tile) = view.drawn() {
        return match view.may_draw() {
            DrawAnswer::CanPlay { .. } => say!("board-own-drew", tile = tile),
            _ => say!("board-own-kept", tile = tile),
        };
    }
    let round = view.round();
    if round.phase() == Some(Phase::Satisfy) && round.binding_double().is_none() {
        return match view.may_draw() {
            DrawAnswer::Yes => say!("board-own-second-draw").to_owned(),
            DrawAnswer::BoneyardEmpty | DrawAnswer::NoDraw => say!("board-own-second-pass").to_owned(),
            _ => say!("board-own-second").to_owned(),
        };
    }
    if let (Some(Phase::Satisfy), Some((train, _))) = (round.phase(), round.waiting_double())
        && let Some(double) = round.trains().end(train)
    {
        return match view.may_draw() {
            DrawAnswer::Yes => say!("board-own-double-draw", double = double),
            DrawAnswer::BoneyardEmpty | DrawAnswer::NoDraw => {
                say!("board-own-double-pass", double = double)
            }
            _ => say!("board-own-double", double = double),
        };
    }
    match view.may_draw() {
        DrawAnswer::Yes => say!("board-own-draw").to_owned(),
        DrawAnswer::BoneyardEmpty => say!("board-own-empty").to_owned(),
        DrawAnswer::NoDraw => say!("board-own-no-draw").to_owned(),
        DrawAnswer::InChain => say!("board-own-chain-ends").to_owned(),
        _ if round.otherwise() == Some(Otherwise::Stop) => say!("board-own-chain").to_owned(),
        _ => say!("board-own-turn").to_owned(),
    }
}

/// Why a draw is refused, with an example of what can be played.
pub fn why_not_draw(answer: DrawAnswer, seat: Seat, names: &[String]) -> Option<String> {
    match answer {
        DrawAnswer::Yes => None,
        DrawAnswer::CanPlay { tile, train } if train == TrainId::Own(seat) => {
            Some(say!("board-why-own-train", tile = tile))
        }
        DrawAnswer::CanPlay { tile, train } => {
            Some(say!("board-why-can-play", tile = tile, place = on_train(names, train)))
        }
        DrawAnswer::BoneyardEmpty => Some(say!("board-why-empty").to_owned()),
        DrawAnswer::NoDraw => Some(say!("board-why-no-draw").to_owned()),
        DrawAnswer::InChain => Some(say!("board-why-chain").to_owned()),
        DrawAnswer::MustKeep => Some(say!("board-why-drawn").to_owned()),
        DrawAnswer::NotYourTurn => Some(say!("board-why-turn").to_owned()),
    }
}

/// A train behind "on": `Bo's train`, `the Mexican Train`.
pub fn on_train(names: &[String], train: TrainId) -> String {
    match train {
        TrainId::Own(seat) => say!("board-on-train", who = name(names, seat)),
        TrainId::Mexican => say!("board-on-mexican-train").to_owned(),
    }
}

/// A seat's name; its number for a seat without one.
pub fn name(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_else(|| say!("board-name", seat = seat))
}

/// `1 tile`, `5 tiles`.
pub fn tiles(count: usize) -> String {
    say!("board-tiles", count = count)
}

/// The viewer's train, the Mexican Train, then the others clockwise from the viewer.
fn in_order_of_interest(round: &Round, own: Option<Seat>) -> Vec<TrainId> {
    let seats = round.seats();
    let mut order = Vec::new();
    let first = own.unwrap_or(Seat::FIRST);
    let mut seat = first;
    loop {
        order.push(TrainId::Own(seat));
        seat = seats.after(seat);
        if seat == first {
            break;
        }
    }
    order.insert(usize::from(own.is_some()), TrainId::Mexican);
    order
}

fn state(round: &Round, train: TrainId, own: Option<Seat>) -> &'static str {
    match train {
        TrainId::Mexican => say!("board-state-open"),
        TrainId::Own(seat) if round.lanterns().contains(seat) => say!("board-state-lantern"),
        TrainId::Own(seat) if Some(seat) == own => say!("board-state-own"),
        TrainId::Own(_) => say!("board-state-closed"),
    }
}

fn holding(round: &Round, train: TrainId) -> String {
    match train {
        TrainId::Own(seat) if round.count(seat) == 1 => say!("board-holding").to_owned(),
        TrainId::Own(seat) => tiles(round.count(seat).into()),
        TrainId::Mexican => String::new(),
    }
}

fn row(round: &Round, train: TrainId) -> String {
    let trains = round.trains();
    let hidden = trains.len(train).saturating_sub(SHOWN_TILES);
    let mut parts: Vec<String> =
        trains.outward(train).skip(hidden).map(|(a, b)| format!("{a}-{b}")).collect();
    if hidden > 0 {
        parts.insert(0, format!("+{hidden}"));
    }
    parts.push(format!("[{}]", trains.open_pip(train)));
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use mextrain_core::{OpenRound, Rules, Seats, TileSet, player};

    use super::*;

    /// A round of three seats that an automatic player has played for so many moves.
    fn after(moves: usize) -> OpenRound {
        let rules = Rules::default().with_set(TileSet::DoubleNine);
        let order: Vec<_> = rules.set().tiles().iter().collect();
        let mut round = OpenRound::deal(&rules, Seats::new(3).unwrap(), 0, &order).unwrap();
        for _ in 0..moves {
            let Some(seat) = round.round().to_act() else { break };
            let choice = player::choose(&round.view(seat)).unwrap();
            round.play(seat, choice).unwrap();
        }
        round
    }

    #[test]
    fn the_board_names_every_train_and_its_state() {
        let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
        let round = after(12);
        let shown = board(round.round(), &names, Seat::new(1));
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[0].starts_with("Engine 9-9, "), "{shown}");
        assert!(lines[1].contains("2 Bo (you)") && lines[2].contains("M Mexican Train"), "{shown}");
        assert!(
            lines[2].contains("always open") && lines[3].contains("3 Cy") && lines[4].contains("1 Ada"),
            "{shown}"
        );
    }

    #[test]
    fn every_moment_of_a_round_has_a_prompt_that_fits() {
        let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
        for moves in 0..200 {
            let round = after(moves);
            let Some(seat) = round.round().to_act() else {
                assert!(
                    others_prompt(round.round(), &names).contains("over") || round.round().boneyard() == 0
                );
                return;
            };
            let view = round.view(seat);
            let sentence = prompt(&view, &names);
            assert_eq!(sentence.contains("draw a tile"), view.may_draw() == DrawAnswer::Yes, "{sentence}");
            assert_eq!(
                why_not_draw(view.may_draw(), seat, &names).is_none(),
                sentence.contains("draw a tile")
            );
            let other = round.round().seats().after(seat);
            assert!(prompt(&round.view(other), &names).starts_with(&names[seat.index()]));
        }
        panic!("the round did not end");
    }
}

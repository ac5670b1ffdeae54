//! The board as a seat sees it, as lines of text, and the sentence that says what is owed.

use mextrain_core::{DrawAnswer, Ending, Otherwise, Phase, Prompt, Round, Seat, SeatView, TrainId};

/// How many tiles of a train are shown; of a longer one the newest.
const SHOWN_TILES: usize = 10;

/// The hub, every train with its state, and how much everybody holds; a line each, the viewer's own train first.
///
/// `names` are the seats' names in order; `own` is the viewer's seat, if the viewer has one.
pub fn board(round: &Round, names: &[String], own: Option<Seat>) -> String {
    let trains: Vec<TrainId> = in_order_of_interest(round, own);
    let label = |train: TrainId| match train {
        TrainId::Own(seat) if Some(seat) == own => format!("{seat} {} (you)", name(names, seat)),
        TrainId::Own(seat) => format!("{seat} {}", name(names, seat)),
        TrainId::Mexican => "M Mexican Train".to_owned(),
    };
    let width = trains.iter().map(|train| label(*train).chars().count()).max().unwrap_or(0);
    let engine = round.engine();
    let mut lines =
        vec![format!("Engine {engine}-{engine}, {} in the boneyard", tiles(round.boneyard().into()))];
    for train in trains {
        let line = format!(
            "  {:<width$}  {:<11}  {:<8}  {}",
            label(train),
            state(round, train, own),
            holding(round, train),
            row(round, train)
        );
        lines.push(line.trim_end().to_owned());
    }
    if let Some((train, pip)) = round.binding_double() {
        lines.push(format!("Satisfy the double: {pip}s only, on {}", on_train(names, train)));
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
        Prompt::Engine { engine } => format!("Who was dealt {engine}?"),
        Prompt::Search { seat, engine } => format!("{} draws for {engine}", name(names, seat)),
        Prompt::SearchTogether { engine, .. } => format!("Everybody draws for {engine}"),
        Prompt::Standstill { .. } => "Everybody has passed: can anybody play after all?".to_owned(),
        Prompt::Turn { seat, phase: Phase::PlayDrawn, .. } => {
            format!("{} looks at the tile drawn", name(names, seat))
        }
        Prompt::Turn { seat, .. } => format!("{} is choosing", name(names, seat)),
        Prompt::Over(Ending::Out(seat)) => format!("{} went out: the round is over", name(names, seat)),
        Prompt::Over(Ending::Blocked) => "Blocked: everyone scores".to_owned(),
    }
}

/// What a seat that is to act owes.
fn own_prompt(view: &SeatView<'_>) -> String {
    if let Some(tile) = view.drawn() {
        return match view.may_draw() {
            DrawAnswer::CanPlay { .. } => format!("You drew {tile}. It must be played"),
            _ => format!("{tile} does not fit. Your Lantern is lit"),
        };
    }
    let round = view.round();
    if round.phase() == Some(Phase::Satisfy) && round.binding_double().is_none() {
        return match view.may_draw() {
            DrawAnswer::Yes => "You played a double, and no second tile fits: draw a tile".to_owned(),
            DrawAnswer::BoneyardEmpty | DrawAnswer::NoDraw => {
                "You played a double, and no second tile fits: pass".to_owned()
            }
            _ => "You played a double. Play one more tile, on it or elsewhere".to_owned(),
        };
    }
    if let (Some(Phase::Satisfy), Some((train, _))) = (round.phase(), round.waiting_double())
        && let Some(double) = round.trains().end(train)
    {
        return match view.may_draw() {
            DrawAnswer::Yes => format!("You played {double}, and nothing satisfies it: draw a tile"),
            DrawAnswer::BoneyardEmpty | DrawAnswer::NoDraw => {
                format!("You played {double}, and nothing satisfies it: pass")
            }
            _ => format!("You played {double}. Satisfy it now"),
        };
    }
    match view.may_draw() {
        DrawAnswer::Yes => "Nothing fits: draw a tile".to_owned(),
        DrawAnswer::BoneyardEmpty => "Nothing fits and the boneyard is empty: pass".to_owned(),
        DrawAnswer::NoDraw => "Nothing fits, and there is no draw now: pass".to_owned(),
        DrawAnswer::InChain => "Nothing goes on with your train: stop".to_owned(),
        _ if round.otherwise() == Some(Otherwise::Stop) => {
            "You may go on with your train, or stop".to_owned()
        }
        _ => "Your turn: choose a tile".to_owned(),
    }
}

/// Why a draw is refused, with an example of what can be played.
pub fn why_not_draw(answer: DrawAnswer, seat: Seat, names: &[String]) -> Option<String> {
    match answer {
        DrawAnswer::Yes => None,
        DrawAnswer::CanPlay { tile, train } if train == TrainId::Own(seat) => {
            Some(format!("You can play {tile} on your train"))
        }
        DrawAnswer::CanPlay { tile, train } => {
            Some(format!("You can play {tile} on {}", on_train(names, train)))
        }
        DrawAnswer::BoneyardEmpty => Some("The boneyard is empty: pass".to_owned()),
        DrawAnswer::NoDraw => Some("There is no draw now: pass".to_owned()),
        DrawAnswer::InChain => Some("You are in your opening chain: stop it".to_owned()),
        DrawAnswer::MustKeep => Some("You have drawn already".to_owned()),
        DrawAnswer::NotYourTurn => Some("It is not your turn".to_owned()),
    }
}

/// A train behind "on": `Bo's train`, `the Mexican Train`.
pub fn on_train(names: &[String], train: TrainId) -> String {
    match train {
        TrainId::Own(seat) => format!("{}'s train", name(names, seat)),
        TrainId::Mexican => "the Mexican Train".to_owned(),
    }
}

/// A seat's name; its number for a seat without one.
pub fn name(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {seat}"))
}

/// `1 tile`, `5 tiles`.
pub fn tiles(count: usize) -> String {
    if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") }
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
        TrainId::Mexican => "always open",
        TrainId::Own(seat) if round.lanterns().contains(seat) => "Lantern",
        TrainId::Own(seat) if Some(seat) == own => "your train",
        TrainId::Own(_) => "closed",
    }
}

fn holding(round: &Round, train: TrainId) -> String {
    match train {
        TrainId::Own(seat) if round.count(seat) == 1 => "last tile".to_owned(),
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

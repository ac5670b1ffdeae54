//! What happened at a practice table, in the form in which a session tells it.

use mextrain_core::{Ending, Seat, Tile, TrainId};
use mextrain_net::{ledger::Happening, name::Name, session::SessionEvent, table::View};

/// The event of a happening, for those that a history shows.
pub(super) fn event(view: View<'_>, happening: &Happening) -> Option<SessionEvent> {
    let round = view.ledger().round_index().saturating_add(1);
    Some(match happening {
        Happening::RoundBegan { round } => SessionEvent::RoundStarted {
            round: round.saturating_add(1),
            engine: view
                .charter()
                .rules
                .engine_of(*round)
                .map_or_else(String::new, |pip| Tile::double(pip).to_string()),
        },
        Happening::EnginePlaced { seat, tile, searched } => {
            SessionEvent::Engine { seat: seat.number(), tile: tile.to_string(), searched: *searched }
        }
        Happening::SearchMissed { seat } => SessionEvent::SearchMissed { seat: seat.number() },
        Happening::Played { seat, tile, train, drawn } => SessionEvent::Moved {
            seat: seat.number(),
            tile: tile.to_string(),
            train: train.to_string(),
            drawn: *drawn,
            text: played(view, *seat, *tile, *train),
        },
        Happening::Drew { seat } => SessionEvent::Drew { seat: seat.number() },
        Happening::Kept { seat } => SessionEvent::Kept { seat: seat.number() },
        Happening::Passed { seat } => SessionEvent::Passed { seat: seat.number() },
        Happening::RoundEnded { ending } => SessionEvent::RoundEnded {
            round,
            ending: ending.name(),
            seat: match ending {
                Ending::Out(seat) => Some(seat.number()),
                Ending::Blocked => None,
            },
        },
        Happening::Scored { hands, scores, totals } => SessionEvent::RoundOver {
            round,
            hands: hands.iter().map(|hand| hand.iter().map(Tile::to_string).collect()).collect(),
            scores: scores.clone(),
            totals: totals.clone(),
        },
        Happening::MatchOver => SessionEvent::MatchOver {
            players: view.ledger().seats().iter().filter_map(|seat| name(view, seat)).cloned().collect(),
            totals: view.ledger().scoreboard().totals(),
            ranks: view.ledger().scoreboard().ranks(),
        },
        _ => return None,
    })
}

fn played(view: View<'_>, seat: Seat, tile: Tile, train: TrainId) -> String {
    let who = |seat| name(view, seat).map_or("?", Name::as_str);
    match train {
        TrainId::Mexican => format!("{} plays {tile} on the Mexican Train", who(seat)),
        TrainId::Own(owner) if owner == seat => format!("{} plays {tile} on the own train", who(seat)),
        TrainId::Own(owner) => format!("{} plays {tile} on {}'s train", who(seat), who(owner)),
    }
}

fn name<'a>(view: View<'a>, seat: Seat) -> Option<&'a Name> {
    let member = view.ledger().seating()?.member(seat)?;
    view.charter().roster.get(member).map(|member| &member.name)
}

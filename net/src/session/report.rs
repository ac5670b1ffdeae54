//! What happened at a table, as events for people: names for seats, texts for tiles.

use mextrain_core::{Move, Seat, SeatSet, Tile, Tiles, TrainId};

use super::event::SessionEvent;
use crate::ledger::{Happening, Stage};
use crate::name::Name;
use crate::refusal::Blame;
use crate::table::{Owing, View};

/// The events of one happening at a table with this view. `millis` is the time since the round began here.
pub fn happening(view: View<'_>, happening: &Happening, millis: u64) -> Vec<SessionEvent> {
    let round = view.ledger().round_index().saturating_add(1);
    let event = match happening {
        Happening::KeysIn { seats } if *seats != SeatSet::all(view.ledger().seats()) => {
            SessionEvent::DealtIn { seats: seats.iter().map(Seat::number).collect() }
        }
        Happening::Left { seat } => SessionEvent::Left { seat: seat.number() },
        Happening::Skipped { seat } => SessionEvent::Skipped { seat: seat.number() },
        Happening::CharterSigned | Happening::KeysIn { .. } => return Vec::new(),
        Happening::Shuffled { seat, done } => SessionEvent::Progress {
            seat: seat.number(),
            what: "shuffle",
            done: u8::try_from(*done).unwrap_or(u8::MAX),
            of: u8::try_from(view.ledger().present().len()).unwrap_or(u8::MAX),
        },
        Happening::EngineNotDealt => SessionEvent::EngineNotDealt,
        Happening::Seated { words, .. } => SessionEvent::Words {
            words: words.words().map(str::to_owned).to_vec(),
            digits: words.digits(),
            seats: names(view),
            you: view.seat().map(Seat::number),
        },
        Happening::RoundBegan { round } => SessionEvent::RoundStarted {
            round: round.saturating_add(1),
            engine: view
                .charter()
                .rules
                .engine_of(*round)
                .map_or_else(String::new, |pip| Tile::double(pip).to_string()),
        },
        Happening::Dealt => SessionEvent::Dealt { round, millis, hand: tiles(view.hand()) },
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
                mextrain_core::Ending::Out(seat) => Some(seat.number()),
                mextrain_core::Ending::Blocked => None,
            },
        },
        Happening::Scored { hands, scores, totals } => SessionEvent::RoundOver {
            round,
            hands: hands.iter().map(|hand| hand.iter().map(Tile::to_string).collect()).collect(),
            scores: scores.clone(),
            totals: totals.clone(),
        },
        Happening::Sealed => SessionEvent::Sealed { round: sealed_rounds(view) },
        Happening::MatchOver => SessionEvent::MatchOver {
            players: names(view),
            totals: view.ledger().scoreboard().totals(),
            ranks: view.ledger().scoreboard().ranks(),
        },
    };
    vec![event]
}

/// Who is to act now, and what they may do if it is this seat.
pub(super) fn turn(view: View<'_>) -> Option<SessionEvent> {
    let (Stage::Turn { seat } | Stage::Drawn { seat, .. }) = view.ledger().stage() else { return None };
    let round = view.ledger().round()?;
    let you = Some(seat) == view.seat() && view.owing() == Owing::Move;
    let moves = view.seat_view().filter(|_| you).map(|own| own.moves().map(in_words).collect());
    Some(SessionEvent::Turn {
        seat: seat.number(),
        name: name(view, seat)?.clone(),
        you,
        phase: round.phase()?.name(),
        boneyard: round.boneyard(),
        moves: moves.unwrap_or_default(),
    })
}

/// How far the deal is, while everybody contributes at once. A shuffle is one seat's, and told of when it is over.
pub(super) fn progress(view: View<'_>) -> Option<SessionEvent> {
    let ledger = view.ledger();
    let of = ledger.seats().value();
    let arrived = of.saturating_sub(u8::try_from(ledger.missing().len()).ok()?);
    let (what, done) = match ledger.stage() {
        Stage::Keys => ("key", arrived),
        Stage::Dealing => ("deal", arrived),
        _ => return None,
    };
    let newest = ledger.contributions().map(|envelope| envelope.header().author).last()?;
    Some(SessionEvent::Progress { seat: Seat::new(newest)?.number(), what, done, of })
}

/// Why the match was stopped.
pub(super) fn fault(view: View<'_>, blame: &Blame) -> SessionEvent {
    let seat = blame.member.and_then(|member| view.ledger().seating()?.seat(member));
    let name =
        blame.member.and_then(|member| view.charter().roster.get(member)).map(|member| member.name.clone());
    let whose = name.as_ref().map_or_else(|| "A".to_owned(), |name| format!("{name}'s"));
    SessionEvent::Fault {
        seat: seat.map(Seat::number),
        name,
        step: blame.step,
        refusal: blame.refusal.code(),
        sentence: format!("{whose} message {}", blame.refusal.sentence()),
    }
}

fn in_words(choice: Move) -> String {
    match choice {
        Move::Play { tile, train } => format!("{tile} on {train}"),
        Move::Draw => "draw".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Stop => "stop".to_owned(),
    }
}

fn played(view: View<'_>, seat: Seat, tile: Tile, train: TrainId) -> String {
    let who = name(view, seat).map_or("?", Name::as_str);
    match train {
        TrainId::Mexican => format!("{who} plays {tile} on the Mexican Train"),
        TrainId::Own(owner) if owner == seat => format!("{who} plays {tile} on the own train"),
        TrainId::Own(owner) => {
            let whose = name(view, owner).map_or("?", Name::as_str);
            format!("{who} plays {tile} on {whose}'s train")
        }
    }
}

fn sealed_rounds(view: View<'_>) -> u8 {
    u8::try_from(view.ledger().scoreboard().rounds().len()).unwrap_or(u8::MAX)
}

fn names(view: View<'_>) -> Vec<Name> {
    view.ledger().seats().iter().filter_map(|seat| name(view, seat)).cloned().collect()
}

fn name(view: View<'_>, seat: Seat) -> Option<&Name> {
    let member = view.ledger().seating()?.member(seat)?;
    view.charter().roster.get(member).map(|member| &member.name)
}

fn tiles(hand: Tiles) -> Vec<String> {
    hand.iter().map(|tile| tile.to_string()).collect()
}

//! What happened at a table, as events for people: names for seats, texts for tiles.

use std::path::Path;

use mextrain_core::{Move, Seat, SeatSet, Tile, Tiles, TrainId};

use super::event::SessionEvent;
use crate::envelope::Kind;
use crate::ledger::{Aftermath, Happening, Ledger, Stage};
use crate::name::Name;
use crate::refusal::{Blame, Charge};
use crate::table::{Owing, View};

/// Whose eyes events are for: those of a seat, or of somebody who watches and sees what everybody sees.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a> {
    ledger: &'a Ledger,
    own: Option<View<'a>>,
}

impl<'a> From<View<'a>> for Eyes<'a> {
    fn from(view: View<'a>) -> Eyes<'a> {
        Eyes { ledger: view.ledger(), own: Some(view) }
    }
}

impl<'a> From<&'a Ledger> for Eyes<'a> {
    fn from(ledger: &'a Ledger) -> Eyes<'a> {
        Eyes { ledger, own: None }
    }
}

impl<'a> Eyes<'a> {
    fn seat(self) -> Option<Seat> {
        self.own.and_then(|view| view.seat())
    }
}

/// The events of one happening, as these eyes see it. `millis` is the time since the round began here.
#[allow(clippy::too_many_lines, reason = "one short arm for each kind of happening")]
pub fn happening<'a>(eyes: impl Into<Eyes<'a>>, happening: &Happening, millis: u64) -> Vec<SessionEvent> {
    let eyes = eyes.into();
    let ledger = eyes.ledger;
    let round = ledger.round_index().saturating_add(1);
    let event = match happening {
        Happening::KeysIn { seats } if *seats != SeatSet::all(ledger.seats()) => {
            SessionEvent::DealtIn { seats: seats.iter().map(Seat::number).collect() }
        }
        Happening::Left { seat } => SessionEvent::Left { seat: seat.number() },
        Happening::Vanished { seats, then } => {
            let (void, goes_on) = (*then == Aftermath::Void, *then == Aftermath::GoesOn);
            SessionEvent::Vanished { seats: seats.iter().map(Seat::number).collect(), void, goes_on }
        }
        Happening::DealtAgain => SessionEvent::DealtAgain,
        Happening::Back { seat } => SessionEvent::Back { seat: seat.number() },
        Happening::Skipped { seat } => SessionEvent::Skipped { seat: seat.number() },
        Happening::CharterSigned | Happening::KeysIn { .. } => return Vec::new(),
        Happening::Shuffled { seat, done } => SessionEvent::Progress {
            seat: seat.number(),
            what: "shuffle",
            done: u8::try_from(*done).unwrap_or(u8::MAX),
            of: u8::try_from(ledger.present().len()).unwrap_or(u8::MAX),
        },
        Happening::EngineNotDealt => SessionEvent::EngineNotDealt,
        Happening::Seated { words, .. } => SessionEvent::Words {
            words: words.words().map(str::to_owned).to_vec(),
            digits: words.digits(),
            seats: names(ledger),
            you: eyes.seat().map(Seat::number),
        },
        Happening::RoundBegan { round } => SessionEvent::RoundStarted {
            round: round.saturating_add(1),
            engine: ledger
                .charter()
                .rules
                .engine_of(*round)
                .map_or_else(String::new, |pip| Tile::double(pip).to_string()),
        },
        Happening::Dealt => SessionEvent::Dealt {
            round,
            millis,
            hand: eyes.own.map(|view| tiles(view.hand())).unwrap_or_default(),
        },
        Happening::EnginePlaced { seat, tile, searched } => {
            SessionEvent::Engine { seat: seat.number(), tile: tile.to_string(), searched: *searched }
        }
        Happening::EngineSetAside { tile } => SessionEvent::EngineSetAside { tile: tile.to_string() },
        Happening::SearchedTogether { missed } => {
            SessionEvent::SearchedTogether { seats: missed.iter().map(Seat::number).collect() }
        }
        Happening::SearchMissed { seat } => SessionEvent::SearchMissed { seat: seat.number() },
        Happening::Played { seat, tile, train, drawn } => SessionEvent::Moved {
            seat: seat.number(),
            tile: tile.to_string(),
            train: train.to_string(),
            drawn: *drawn,
            text: played(ledger, *seat, *tile, *train),
        },
        Happening::Drew { seat } => SessionEvent::Drew { seat: seat.number() },
        Happening::Kept { seat } => SessionEvent::Kept { seat: seat.number() },
        Happening::Passed { seat } => SessionEvent::Passed { seat: seat.number() },
        Happening::SomebodyCanPlay { seats } => {
            SessionEvent::SomebodyCanPlay { seats: seats.iter().map(Seat::number).collect() }
        }
        Happening::NobodyCanPlay => SessionEvent::NobodyCanPlay,
        Happening::ChainStopped { seat } => SessionEvent::ChainStopped { seat: seat.number() },
        Happening::RoundEnded { ending } => SessionEvent::RoundEnded {
            round,
            ending: ending.name(),
            seat: match ending {
                mextrain_core::Ending::Out(seat) => Some(seat.number()),
                mextrain_core::Ending::Blocked => None,
            },
        },
        Happening::Scored { hands, scores, totals, away } => SessionEvent::RoundOver {
            round,
            hands: hands.iter().map(|hand| hand.iter().map(Tile::to_string).collect()).collect(),
            scores: scores.clone(),
            totals: totals.clone(),
            away: away.iter().map(Seat::number).collect(),
        },
        Happening::Sealed => SessionEvent::Sealed { round: sealed_rounds(ledger) },
        Happening::MatchOver => SessionEvent::MatchOver {
            players: names(ledger),
            totals: ledger.scoreboard().totals(),
            ranks: ledger.scoreboard().ranks(),
        },
    };
    vec![event]
}

/// Who is to act now, and what they may do if it is this seat.
pub(crate) fn turn<'a>(eyes: impl Into<Eyes<'a>>) -> Option<SessionEvent> {
    let Eyes { ledger, own } = eyes.into();
    let (Stage::Turn { seat } | Stage::Drawn { seat, .. }) = ledger.stage() else { return None };
    let round = ledger.round()?;
    let own = own.filter(|view| Some(seat) == view.seat() && view.owing() == Owing::Move);
    let moves = own.and_then(|view| view.seat_view()).map(|own| own.moves().map(in_words).collect());
    Some(SessionEvent::Turn {
        seat: seat.number(),
        name: name(ledger, seat)?.clone(),
        you: own.is_some(),
        phase: round.phase()?.name(),
        boneyard: round.boneyard(),
        moves: moves.unwrap_or_default(),
    })
}

/// How far the deal is, while everybody contributes at once. A shuffle is one seat's, and told of when it is over.
pub(super) fn progress(ledger: &Ledger) -> Option<SessionEvent> {
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

/// Why the match was stopped. `kind` is what the refused message was meant as, `evidence` the file that proves it.
pub(crate) fn fault(
    ledger: &Ledger,
    blame: &Blame,
    kind: Option<Kind>,
    evidence: Option<&Path>,
) -> SessionEvent {
    let (seat, charge) = charge(ledger, blame, kind);
    SessionEvent::Fault { seat, charge, evidence: evidence.map(|path| path.display().to_string()) }
}

/// What somebody is proven to have done, where that stops nothing.
pub(super) fn accused(
    ledger: &Ledger,
    blame: &Blame,
    kind: Option<Kind>,
    evidence: Option<&Path>,
) -> SessionEvent {
    let (seat, charge) = charge(ledger, blame, kind);
    SessionEvent::Accused { seat, charge, evidence: evidence.map(|path| path.display().to_string()) }
}

/// Who did what, and from which seat.
fn charge(ledger: &Ledger, blame: &Blame, kind: Option<Kind>) -> (Option<u8>, Charge) {
    let seat = blame.member.and_then(|member| ledger.seating()?.seat(member));
    let name =
        blame.member.and_then(|member| ledger.charter().roster.get(member)).map(|member| member.name.clone());
    (seat.map(Seat::number), Charge { name, step: blame.step, refusal: blame.refusal, kind })
}

fn in_words(choice: Move) -> String {
    match choice {
        Move::Play { tile, train } => format!("{tile} on {train}"),
        Move::Draw => "draw".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Stop => "stop".to_owned(),
    }
}

fn played(ledger: &Ledger, seat: Seat, tile: Tile, train: TrainId) -> String {
    let who = name(ledger, seat).map_or("?", Name::as_str);
    match train {
        TrainId::Mexican => format!("{who} plays {tile} on the Mexican Train"),
        TrainId::Own(owner) if owner == seat => format!("{who} plays {tile} on their own train"),
        TrainId::Own(owner) => {
            let whose = name(ledger, owner).map_or("?", Name::as_str);
            format!("{who} plays {tile} on {whose}'s train")
        }
    }
}

fn sealed_rounds(ledger: &Ledger) -> u8 {
    u8::try_from(ledger.scoreboard().rounds().len()).unwrap_or(u8::MAX)
}

fn names(ledger: &Ledger) -> Vec<Name> {
    ledger.seats().iter().filter_map(|seat| name(ledger, seat)).cloned().collect()
}

fn name(ledger: &Ledger, seat: Seat) -> Option<&Name> {
    let member = ledger.seating()?.member(seat)?;
    ledger.charter().roster.get(member).map(|member| &member.name)
}

fn tiles(hand: Tiles) -> Vec<String> {
    hand.iter().map(|tile| tile.to_string()).collect()
}

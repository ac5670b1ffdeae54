//! What a moment changes on the board, whether a session tells of it or a log.

use mextrain_core::{Event, Seat, Seats, Tile};
use mextrain_net::{ledger::Happening, session::SessionEvent};

use super::Kind;

/// What a moment changes on the board.
pub(super) enum Change {
    /// Nothing.
    Nothing,
    /// A round begins.
    Round(u8),
    /// Nobody was dealt the engine.
    NoEngine,
    /// Somebody showed the engine.
    Engine { seat: Seat, searched: bool },
    /// Seats drew for the engine together, and some drew other tiles.
    MissedTogether,
    /// A seat drew another tile than the engine.
    Missed(Seat),
    /// What the engine of the rules calls by the same name.
    By(Event),
    /// Nothing, but hands are open.
    Opened(Vec<Vec<Tile>>),
}

impl Change {
    /// What an event of a session changes, and what kind of moment it makes; `None` for what makes none. What cannot be read changes nothing.
    pub fn told(event: &SessionEvent) -> Option<(Kind, Change)> {
        let seat = |number: u8| Seat::from_number(number);
        let by = |number: u8, event: fn(Seat) -> Event| {
            seat(number).map_or(Change::Nothing, |seat| Change::By(event(seat)))
        };
        Some(match event {
            SessionEvent::RoundStarted { round, .. } => {
                (Kind::Signed, Change::Round(round.saturating_sub(1)))
            }
            SessionEvent::Progress { what: "shuffle", .. } => (Kind::Shuffled, Change::Nothing),
            SessionEvent::Dealt { .. } => (Kind::Dealt, Change::Nothing),
            SessionEvent::EngineNotDealt => (Kind::Searched, Change::NoEngine),
            SessionEvent::Engine { seat: number, searched, .. } => {
                let engine = |seat| Change::Engine { seat, searched: *searched };
                (Kind::Engine, seat(*number).map_or(Change::Nothing, engine))
            }
            SessionEvent::SearchedTogether { .. } => (Kind::Searched, Change::MissedTogether),
            SessionEvent::SearchMissed { seat: number } => {
                (Kind::Searched, seat(*number).map_or(Change::Nothing, Change::Missed))
            }
            SessionEvent::Moved { seat: number, tile, train, .. } => {
                (Kind::Played, played(seat(*number), tile, train))
            }
            SessionEvent::Drew { seat } => (Kind::Drew, by(*seat, |seat| Event::Draw { seat })),
            SessionEvent::Kept { seat } => (Kind::Kept, by(*seat, |seat| Event::Keep { seat })),
            SessionEvent::Passed { seat } => (Kind::Passed, by(*seat, |seat| Event::Pass { seat })),
            SessionEvent::ChainStopped { seat } => (Kind::Stopped, by(*seat, |seat| Event::Stop { seat })),
            SessionEvent::SomebodyCanPlay { seats } => {
                let first = seats.iter().find_map(|&number| seat(number));
                (Kind::Standstill, first.map_or(Change::Nothing, somebody_can_play))
            }
            SessionEvent::NobodyCanPlay => (Kind::Standstill, Change::By(Event::NobodyCanPlay)),
            SessionEvent::Skipped { seat } => (Kind::Signed, by(*seat, |seat| Event::Absent { seat })),
            SessionEvent::EngineSetAside { .. }
            | SessionEvent::Left { .. }
            | SessionEvent::Vanished { .. }
            | SessionEvent::DealtAgain
            | SessionEvent::Back { .. }
            | SessionEvent::RoundEnded { .. } => (Kind::Signed, Change::Nothing),
            SessionEvent::RoundOver { hands, .. } => {
                let tiles = |texts: &Vec<String>| texts.iter().filter_map(|text| text.parse().ok()).collect();
                let hands = hands.iter().take(Seats::MAX.count()).map(tiles).collect();
                (Kind::Scored, Change::Opened(hands))
            }
            _ => return None,
        })
    }

    /// What a happening of a log changes, and what kind of moment it makes.
    pub fn happened(happening: &Happening) -> (Kind, Change) {
        match happening {
            Happening::RoundBegan { round } => (Kind::Signed, Change::Round(*round)),
            Happening::Shuffled { .. } => (Kind::Shuffled, Change::Nothing),
            Happening::Dealt => (Kind::Dealt, Change::Nothing),
            Happening::EngineNotDealt => (Kind::Searched, Change::NoEngine),
            Happening::EnginePlaced { seat, searched, .. } => {
                (Kind::Engine, Change::Engine { seat: *seat, searched: *searched })
            }
            Happening::SearchedTogether { .. } => (Kind::Searched, Change::MissedTogether),
            Happening::SearchMissed { seat } => (Kind::Searched, Change::Missed(*seat)),
            Happening::Played { seat, tile, train, .. } => {
                (Kind::Played, Change::By(Event::Play { seat: *seat, tile: *tile, train: *train }))
            }
            Happening::Drew { seat } => (Kind::Drew, Change::By(Event::Draw { seat: *seat })),
            Happening::Kept { seat } => (Kind::Kept, Change::By(Event::Keep { seat: *seat })),
            Happening::Passed { seat } => (Kind::Passed, Change::By(Event::Pass { seat: *seat })),
            Happening::ChainStopped { seat } => (Kind::Stopped, Change::By(Event::Stop { seat: *seat })),
            Happening::SomebodyCanPlay { seats } => {
                (Kind::Standstill, seats.iter().next().map_or(Change::Nothing, somebody_can_play))
            }
            Happening::NobodyCanPlay => (Kind::Standstill, Change::By(Event::NobodyCanPlay)),
            Happening::Skipped { seat } => (Kind::Signed, Change::By(Event::Absent { seat: *seat })),
            Happening::Scored { hands, .. } => (Kind::Scored, Change::Opened(hands.clone())),
            _ => (Kind::Signed, Change::Nothing),
        }
    }
}

fn somebody_can_play(seat: Seat) -> Change {
    Change::By(Event::SomebodyCanPlay { seat })
}

fn played(seat: Option<Seat>, tile: &str, train: &str) -> Change {
    match (seat, tile.parse(), train.parse()) {
        (Some(seat), Ok(tile), Ok(train)) => Change::By(Event::Play { seat, tile, train }),
        _ => Change::Nothing,
    }
}

//! The moments of a match: what happened, in words, and the board as it was right after.
//!
//! The board of a moment is not remembered from anywhere: it is made again by the engine from the happenings before it. So
//! the live log, which hears [`SessionEvent`]s, and a replay, which hears a file's [`Happening`]s, show the same. A happening
//! that does not fit the board (events that were missed) leaves moments without a board until the next round begins.

mod change;
mod source;

use std::io::Read;

use mextrain_core::{Event, Prompt, Round, Rules, Seat, SeatSet, Seats, Tile, TrainId};
use mextrain_net::{
    charter::Proofs,
    ledger::Happening,
    log::{narrate, verify::names},
    session::SessionEvent,
};

use self::{change::Change, source::Source};
use crate::wording::{
    self,
    language::{self, Language},
};

/// No match has more moments that people hear about: 13 rounds of 91 tiles drawn, kept and played, and the deals.
const MOST: usize = 8192;

/// One moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The round it belongs to, from 0.
    pub round: u8,
    /// The log's step that brought it, where that is known.
    pub step: Option<u32>,
    /// What happened, in the language that the timeline speaks.
    pub text: String,
    source: Source,
    /// What it is, which says what stands behind it.
    pub kind: Kind,
    /// The board right after it, once the round has begun.
    pub board: Option<Round>,
    /// The train that was played on.
    pub train: Option<TrainId>,
    /// What each seat still held, where that was opened.
    pub hands: Vec<Vec<Tile>>,
}

/// What kind of moment it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A note of this program, and no part of the match.
    Note,
    /// Something that everybody whom it concerns has signed, and no more.
    Signed,
    /// A deck was shuffled.
    Shuffled,
    /// Tiles were opened to those who were dealt them.
    Dealt,
    /// The engine was shown.
    Engine,
    /// Nobody was dealt the engine, or somebody who drew for it drew another tile.
    Searched,
    /// A tile was laid.
    Played,
    /// Somebody could not play, and drew.
    Drew,
    /// The tile drawn did not fit.
    Kept,
    /// Somebody could neither play nor draw.
    Passed,
    /// Somebody ended an opening chain.
    Stopped,
    /// All had passed, and said whether they can play after all.
    Standstill,
    /// Hands were opened and scored.
    Scored,
}

/// What is counted of what was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Signatures.
    Signatures,
    /// Shuffles.
    Shuffles,
    /// Openings of tiles.
    Openings,
    /// Claims about hidden tiles.
    Claims,
    /// Moves.
    Moves,
}

impl Checked {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Checked; 5] =
        [Checked::Signatures, Checked::Shuffles, Checked::Openings, Checked::Claims, Checked::Moves];

    /// Whether something of it was checked at a moment of this kind.
    pub fn is_behind(self, kind: Kind) -> bool {
        match self {
            Checked::Signatures => kind != Kind::Note,
            Checked::Shuffles => kind == Kind::Shuffled,
            Checked::Openings => {
                matches!(kind, Kind::Dealt | Kind::Engine | Kind::Played | Kind::Drew | Kind::Scored)
            }
            Checked::Claims => {
                matches!(kind, Kind::Searched | Kind::Drew | Kind::Kept | Kind::Passed | Kind::Standstill)
            }
            Checked::Moves => matches!(kind, Kind::Played | Kind::Drew | Kind::Passed | Kind::Stopped),
        }
    }
}

/// The moments of a match, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    table: Option<(Rules, Seats, Proofs)>,
    names: Vec<String>,
    index: u8,
    board: Option<Round>,
    moments: Vec<Moment>,
    /// Whether the last moment says how many people watch.
    watched: bool,
    spoken: Spoken,
}

/// The language in which the moments are told: the one that was spoken when the first of them was.
#[derive(Clone, Copy, Debug)]
struct Spoken(Language);

impl Default for Spoken {
    fn default() -> Spoken {
        Spoken(language::current())
    }
}

impl Timeline {
    /// Nothing has happened yet at a table with these rules.
    pub fn new(rules: Rules, seats: Seats, proofs: Proofs) -> Timeline {
        Timeline { table: Some((rules, seats, proofs)), ..Timeline::default() }
    }

    /// The moments of a log, as far as it can be followed, of its steps before this one.
    pub fn of_log(input: impl Read, before: u32) -> Timeline {
        let mut timeline: Option<Timeline> = None;
        narrate::tell(input, |ledger, step, happening| {
            if step >= before {
                return;
            }
            let timeline = timeline.get_or_insert_with(|| {
                let charter = ledger.charter();
                Timeline::new(charter.rules, ledger.seats(), charter.proofs)
            });
            timeline.name(names(ledger).iter().map(ToString::to_string).collect());
            timeline.happened(step, happening);
        });
        timeline.unwrap_or_default()
    }

    /// The same table, at which nothing has happened yet.
    #[must_use]
    pub fn cleared(self) -> Timeline {
        Timeline { table: self.table, names: self.names, ..Timeline::default() }
    }

    /// A line of its own, which is no happening of the match.
    pub fn note(&mut self, text: &str) {
        self.push(self.moment(text.to_owned(), Kind::Note));
    }

    /// Says who sits where; moments from now on use these names.
    pub fn name(&mut self, names: Vec<String>) {
        self.names = names;
    }

    /// The moments so far.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The names by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many draws and passes there were in this round, which has ended; `None` if not all of it was told here.
    pub fn draws_and_passes(&self, ended: &Round) -> Option<usize> {
        let moments = || self.moments.iter().filter(|moment| moment.round == ended.index());
        // The board is made of what was told: it is this one only if nothing is missing.
        moments()
            .any(|moment| moment.board.as_ref() == Some(ended))
            .then(|| moments().filter(|moment| matches!(moment.kind, Kind::Drew | Kind::Passed)).count())
    }

    /// When claims are proven at this table; at every turn, while nothing is known of it.
    pub fn proofs(&self) -> Proofs {
        self.table.map_or(Proofs::EveryTurn, |(_, _, proofs)| proofs)
    }

    /// Whether another language is spoken by now than the moments are told in.
    pub fn is_outdated(&self) -> bool {
        self.spoken.0 != language::current()
    }

    /// Tells every moment again, in the language that is spoken.
    pub fn tell_again(&mut self) {
        self.spoken = Spoken::default();
        for moment in &mut self.moments {
            moment.text = moment.source.told(&self.names).unwrap_or_else(|| std::mem::take(&mut moment.text));
        }
    }

    /// Takes an event of a session.
    pub fn told(&mut self, event: &SessionEvent) {
        if let SessionEvent::DealtIn { seats } = event {
            self.dealt_in(seats.iter().filter_map(|&number| Seat::from_number(number)).collect());
        }
        let Some(text) = wording::seat::event(event, &self.names) else { return };
        let source = Source::Event(Box::new(event.clone()));
        if let SessionEvent::Watched { .. } = event {
            self.watched(text, source);
        } else if let Some((kind, change)) = Change::told(event) {
            let moment = self.changed(change);
            self.push(Moment { kind, text, source, ..moment });
        }
    }

    /// Takes a happening of a log, with its step.
    pub fn happened(&mut self, step: u32, happening: &Happening) {
        if let Happening::KeysIn { seats } = happening {
            self.dealt_in(*seats);
        }
        let Some(text) = wording::game::sentence(happening, &self.names) else { return };
        let source = Source::Happening(Box::new(happening.clone()));
        let (kind, change) = Change::happened(happening);
        let moment = self.changed(change);
        self.push(Moment { kind, text, source, step: Some(step), ..moment });
    }

    /// Changes the board; the moment after that, without a word yet.
    fn changed(&mut self, change: Change) -> Moment {
        let (mut train, mut opened) = (None, Vec::new());
        match change {
            Change::Nothing => {}
            Change::Round(index) => self.begin(index),
            Change::NoEngine => self.search(true),
            Change::Engine { seat, searched } => self.engine(seat, searched),
            Change::MissedTogether => self.missed_together(),
            Change::Missed(seat) => self.search_missed(seat),
            Change::By(event) => {
                if let Event::Play { train: on, .. } = event {
                    train = Some(on);
                }
                self.advance(event);
            }
            Change::Opened(hands) => opened = hands,
        }
        Moment { train, hands: opened, ..self.moment(String::new(), Kind::Note) }
    }

    /// How many people watch. Of several such notes in a row the last one stays: who comes and goes fills no list.
    fn watched(&mut self, text: String, source: Source) {
        if std::mem::replace(&mut self.watched, true) {
            if let Some(moment) = self.moments.last_mut() {
                (moment.text, moment.source) = (text, source);
            }
            return;
        }
        let before = self.moments.len();
        self.push(Moment { source, ..self.moment(text, Kind::Note) });
        self.watched = self.moments.len() > before;
    }

    fn begin(&mut self, round: u8) {
        self.index = round;
        self.board = self.table.and_then(|(rules, seats, _)| Round::new(&rules, seats, round).ok());
    }

    /// Those who are dealt into the round that has begun.
    fn dealt_in(&mut self, present: SeatSet) {
        let round = self.index;
        self.board =
            self.table.and_then(|(rules, seats, _)| Round::among(&rules, seats, present, round).ok());
    }

    fn engine(&mut self, seat: Seat, searched: bool) {
        self.search(searched);
        self.advance(match searched {
            true if self.searches_together() => Event::SearchedTogether { found: Some(seat) },
            true => Event::SearchFound { seat },
            false => Event::EngineHeld { seat },
        });
    }

    /// Seats drew other tiles than the engine. If one of them all drew it, that was told before.
    fn missed_together(&mut self) {
        self.search(true);
        if self.searches_together() {
            self.advance(Event::SearchedTogether { found: None });
        }
    }

    fn searches_together(&self) -> bool {
        matches!(self.board.as_ref().map(Round::prompt), Some(Prompt::SearchTogether { .. }))
    }

    fn search_missed(&mut self, seat: Seat) {
        self.search(true);
        self.advance(Event::SearchMissed { seat });
    }

    /// Sessions do not say that nobody was dealt the engine; a search says it.
    fn search(&mut self, searched: bool) {
        let dealt = matches!(self.board.as_ref().map(Round::prompt), Some(Prompt::Engine { .. }));
        if searched && dealt {
            self.advance(Event::EngineNotHeld);
        }
    }

    fn advance(&mut self, event: Event) {
        self.board = self.board.take().and_then(|mut board| board.apply(event).ok().map(|()| board));
    }

    /// Something that happened, with the board as it is now.
    fn moment(&self, text: String, kind: Kind) -> Moment {
        let (round, board, source) = (self.index, self.board.clone(), Source::Text);
        Moment { round, step: None, text, source, kind, board, train: None, hands: Vec::new() }
    }

    fn push(&mut self, moment: Moment) {
        self.watched = false;
        if self.moments.len() < MOST {
            self.moments.push(moment);
        }
    }
}

#[cfg(test)]
mod tests;

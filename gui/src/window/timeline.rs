//! The moments of a match: what happened, in words, and the board as it was right after.
//!
//! The board of a moment is not remembered from anywhere: it is made again by the engine from the happenings before it. So
//! the live log, which hears [`SessionEvent`]s, and a replay, which hears a file's [`Happening`]s, show the same. A happening
//! that does not fit the board (events that were missed) leaves moments without a board until the next round begins.

mod source;

use std::io::Read;

use mextrain_core::{Event, Prompt, Round, Rules, Seat, SeatSet, Seats, Tile, TrainId};
use mextrain_net::{
    charter::Proofs,
    ledger::Happening,
    log::{narrate, verify::names},
    session::SessionEvent,
};

use self::source::Source;
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
    pub fn cleared(self) -> Timeline {
        Timeline { table: self.table, names: self.names, ..Timeline::default() }
    }

    /// A line of its own, which is no happening of the match.
    pub fn note(&mut self, text: &str) {
        self.push(text.to_owned(), None, Kind::Note);
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
        let before = self.moments.len();
        self.tell(event);
        let replaced = self.watched && matches!(event, SessionEvent::Watched { .. });
        if self.moments.len() > before || replaced {
            self.last(|moment| moment.source = Source::Event(Box::new(event.clone())));
        }
    }

    /// Takes a happening of a log, with its step.
    pub fn happened(&mut self, step: u32, happening: &Happening) {
        let before = self.moments.len();
        self.happen(step, happening);
        if self.moments.len() > before {
            self.last(|moment| moment.source = Source::Happening(Box::new(happening.clone())));
        }
    }

    fn tell(&mut self, event: &SessionEvent) {
        if let SessionEvent::DealtIn { seats } = event {
            self.dealt_in(seats.iter().filter_map(|&number| Seat::from_number(number)).collect());
        }
        let Some(text) = wording::seat::event(event, &self.names) else { return };
        let seat = |number: u8| Seat::from_number(number);
        let tiles = |texts: &[String]| texts.iter().filter_map(|text| text.parse().ok()).collect();
        match event {
            SessionEvent::RoundStarted { round, .. } => {
                self.begin(round.saturating_sub(1));
                self.push(text, None, Kind::Signed);
            }
            SessionEvent::Progress { what: "shuffle", .. } => self.push(text, None, Kind::Shuffled),
            SessionEvent::Dealt { .. } => self.push(text, None, Kind::Dealt),
            SessionEvent::EngineSetAside { .. } => self.push(text, None, Kind::Signed),
            SessionEvent::EngineNotDealt => {
                self.search(true);
                self.push(text, None, Kind::Searched);
            }
            SessionEvent::Engine { seat: by, searched, .. } => {
                self.engine(seat(*by), *searched);
                self.push(text, None, Kind::Engine);
            }
            SessionEvent::SearchedTogether { .. } => {
                self.missed_together();
                self.push(text, None, Kind::Searched);
            }
            SessionEvent::SearchMissed { seat: by } => {
                self.search_missed(seat(*by));
                self.push(text, None, Kind::Searched);
            }
            SessionEvent::Moved { seat: by, tile, train, .. } => {
                let train = train.parse().ok();
                if let (Some(seat), Ok(tile), Some(train)) = (seat(*by), tile.parse(), train) {
                    self.advance(Event::Play { seat, tile, train });
                }
                self.push(text, None, Kind::Played);
                self.last(|moment| moment.train = train);
            }
            SessionEvent::Drew { seat: by } => {
                self.of_seat(seat(*by), |seat| Event::Draw { seat });
                self.push(text, None, Kind::Drew);
            }
            SessionEvent::Kept { seat: by } => {
                self.of_seat(seat(*by), |seat| Event::Keep { seat });
                self.push(text, None, Kind::Kept);
            }
            SessionEvent::Passed { seat: by } => {
                self.of_seat(seat(*by), |seat| Event::Pass { seat });
                self.push(text, None, Kind::Passed);
            }
            SessionEvent::ChainStopped { seat: by } => {
                self.of_seat(seat(*by), |seat| Event::Stop { seat });
                self.push(text, None, Kind::Stopped);
            }
            SessionEvent::SomebodyCanPlay { seats } => {
                self.somebody_can_play(seats.iter().find_map(|&number| seat(number)));
                self.push(text, None, Kind::Standstill);
            }
            SessionEvent::NobodyCanPlay => {
                self.advance(Event::NobodyCanPlay);
                self.push(text, None, Kind::Standstill);
            }
            SessionEvent::Skipped { seat: by } => self.skipped(seat(*by), text, None),
            SessionEvent::Left { .. }
            | SessionEvent::Vanished { .. }
            | SessionEvent::DealtAgain
            | SessionEvent::Back { .. } => {
                self.push(text, None, Kind::Signed);
            }
            SessionEvent::Watched { .. } => self.watched(text),
            SessionEvent::RoundEnded { .. } => self.push(text, None, Kind::Signed),
            SessionEvent::RoundOver { hands, .. } => {
                self.push(text, None, Kind::Scored);
                let hands = hands.iter().take(Seats::MAX.count()).map(|hand| tiles(hand)).collect();
                self.last(|moment| moment.hands = hands);
            }
            _ => {}
        }
    }

    fn happen(&mut self, step: u32, happening: &Happening) {
        if let Happening::KeysIn { seats } = happening {
            self.dealt_in(*seats);
        }
        let Some(text) = wording::game::sentence(happening, &self.names) else { return };
        let step = Some(step);
        match happening {
            Happening::RoundBegan { round } => {
                self.begin(*round);
                self.push(text, step, Kind::Signed);
            }
            Happening::Shuffled { .. } => self.push(text, step, Kind::Shuffled),
            Happening::Dealt => self.push(text, step, Kind::Dealt),
            Happening::EnginePlaced { seat, searched, .. } => {
                self.engine(Some(*seat), *searched);
                self.push(text, step, Kind::Engine);
            }
            Happening::EngineNotDealt => {
                self.advance(Event::EngineNotHeld);
                self.push(text, step, Kind::Searched);
            }
            Happening::SearchedTogether { .. } => {
                self.missed_together();
                self.push(text, step, Kind::Searched);
            }
            Happening::SearchMissed { seat } => {
                self.search_missed(Some(*seat));
                self.push(text, step, Kind::Searched);
            }
            Happening::Played { seat, tile, train, .. } => {
                self.advance(Event::Play { seat: *seat, tile: *tile, train: *train });
                self.push(text, step, Kind::Played);
                self.last(|moment| moment.train = Some(*train));
            }
            Happening::Drew { seat } => {
                self.advance(Event::Draw { seat: *seat });
                self.push(text, step, Kind::Drew);
            }
            Happening::Kept { seat } => {
                self.advance(Event::Keep { seat: *seat });
                self.push(text, step, Kind::Kept);
            }
            Happening::Passed { seat } => {
                self.advance(Event::Pass { seat: *seat });
                self.push(text, step, Kind::Passed);
            }
            Happening::ChainStopped { seat } => {
                self.advance(Event::Stop { seat: *seat });
                self.push(text, step, Kind::Stopped);
            }
            Happening::SomebodyCanPlay { seats } => {
                self.somebody_can_play(seats.iter().next());
                self.push(text, step, Kind::Standstill);
            }
            Happening::NobodyCanPlay => {
                self.advance(Event::NobodyCanPlay);
                self.push(text, step, Kind::Standstill);
            }
            Happening::Skipped { seat } => self.skipped(Some(*seat), text, step),
            Happening::Scored { hands, .. } => {
                self.push(text, step, Kind::Scored);
                self.last(|moment| moment.hands.clone_from(hands));
            }
            _ => self.push(text, step, Kind::Signed),
        }
    }

    /// How many people watch. Of several such notes in a row the last one stays: who comes and goes fills no list.
    fn watched(&mut self, text: String) {
        if std::mem::replace(&mut self.watched, true) {
            return self.last(|moment| moment.text = text);
        }
        let before = self.moments.len();
        self.push(text, None, Kind::Note);
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

    fn skipped(&mut self, seat: Option<Seat>, text: String, step: Option<u32>) {
        self.of_seat(seat, |seat| Event::Absent { seat });
        self.push(text, step, Kind::Signed);
    }

    fn somebody_can_play(&mut self, seat: Option<Seat>) {
        self.of_seat(seat, |seat| Event::SomebodyCanPlay { seat });
    }

    fn engine(&mut self, seat: Option<Seat>, searched: bool) {
        let Some(seat) = seat else { return };
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

    fn search_missed(&mut self, seat: Option<Seat>) {
        let Some(seat) = seat else { return };
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

    fn of_seat(&mut self, seat: Option<Seat>, event: impl Fn(Seat) -> Event) {
        if let Some(seat) = seat {
            self.advance(event(seat));
        }
    }

    fn advance(&mut self, event: Event) {
        self.board = self.board.take().and_then(|mut board| board.apply(event).ok().map(|()| board));
    }

    fn push(&mut self, text: String, step: Option<u32>, kind: Kind) {
        self.watched = false;
        if self.moments.len() >= MOST {
            return;
        }
        self.moments.push(Moment {
            round: self.index,
            step,
            text,
            source: Source::Text,
            kind,
            board: self.board.clone(),
            train: None,
            hands: Vec::new(),
        });
    }

    fn last(&mut self, change: impl FnOnce(&mut Moment)) {
        if let Some(moment) = self.moments.last_mut() {
            change(moment);
        }
    }
}

#[cfg(test)]
mod tests {
    use mextrain_net::name::Name;

    use super::*;
    use crate::window::{
        seat::News,
        tests::{
            desk::{ended_round, whole_round},
            replay::played_out,
        },
    };

    #[test]
    fn boards_are_made_again_from_what_a_session_tells() {
        let (events, end) = whole_round(3);
        let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
        timeline.name(["Ada", "Bo", "Cy"].map(str::to_owned).to_vec());
        events.iter().for_each(|event| timeline.told(event));
        assert_eq!(timeline.moments().len(), events.len());
        assert_eq!(timeline.moments().last().unwrap().board.as_ref(), Some(end.round()));
        // Every moment's board has one tile more than the one before it, or the same ones.
        let tiles = |moment: &Moment| moment.board.as_ref().unwrap().on_table().len();
        assert!(
            timeline.moments().windows(2).all(|two| (0..=1).contains(&(tiles(&two[1]) - tiles(&two[0]))))
        );
    }

    /// Whatever the rules, what a session tells and what a log tells give every board of the match.
    #[test]
    fn boards_follow_whatever_the_rules_are() {
        let standing = "preset=traditional hand=10 engine=dealt-together opening=chain block=nobody-can-play";
        let rules = ["preset=pagat", "preset=set-maker", "preset=article hand=3", standing];
        let (mut searches, mut stops, mut standstills) = (0, 0, 0);
        // What has to come about depends on the deal: the last rules are played until it has, or for long enough.
        let matches = rules.into_iter().chain(std::iter::repeat_n(standing, 40)).enumerate();
        for (at, rules) in matches {
            if at >= 4 && standstills > 0 && stops > 0 && searches > 0 {
                break;
            }
            let folder = tempfile::tempdir().unwrap();
            let settings = rules.split(' ').filter_map(|setting| setting.split_once('='));
            let short = [("set", "double-nine"), ("first_engine", "1")];
            let rules = Rules::from_settings(settings.chain(short)).unwrap();
            let (game, news) = played_out(folder.path(), rules, 1 + at as u8 % 3);
            let mut told =
                Timeline::new(rules, Seats::new(game.charter.roster.len() as u8).unwrap(), Proofs::EveryTurn);
            let of_log = Timeline::of_log(std::fs::File::open(&game.log).unwrap(), u32::MAX);
            news.into_iter().for_each(|news| match news {
                News::Event(event) => told.told(&event),
                News::Refused(reason) => panic!("{reason}"),
            });
            for timeline in [&told, &of_log] {
                let begun = |moment: &&Moment| moment.kind != Kind::Signed && moment.kind != Kind::Note;
                assert!(timeline.moments().iter().filter(begun).all(|moment| moment.board.is_some()));
                let ended = |moment: &Moment| moment.board.as_ref().is_some_and(|one| one.ending().is_some());
                let rounds_ended =
                    timeline.moments().iter().filter(|one| one.kind == Kind::Scored && ended(one));
                assert_eq!(rounds_ended.count(), 2);
            }
            let count = |kind| of_log.moments().iter().filter(|moment| moment.kind == kind).count();
            searches += count(Kind::Searched);
            stops += count(Kind::Stopped);
            standstills += count(Kind::Standstill);
        }
        assert!(stops > 0 && searches > 0 && standstills > 0, "{stops} {searches} {standstills}");
    }

    #[test]
    fn however_often_spectators_come_and_go_one_line_says_how_many_there_are() {
        let (events, _) = whole_round(3);
        let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
        for event in &events {
            timeline.told(event);
            [1, 3, 2].into_iter().for_each(|count| timeline.told(&SessionEvent::Watched { count }));
        }
        let notes = timeline.moments().iter().filter(|moment| moment.kind == Kind::Note);
        let texts: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
        assert_eq!(texts, vec!["2 people watch."; events.len()]);
    }

    #[test]
    fn draws_and_passes_are_counted_once_and_only_where_nothing_is_missing() {
        let count = |events: &[SessionEvent], is: fn(&SessionEvent) -> bool| {
            events.iter().filter(|event| is(event)).count()
        };
        let (open, told) = ended_round(4, &Rules::default());
        let (seats, end) = (4, &open);
        let events: Vec<SessionEvent> = told
            .into_iter()
            .filter_map(|news| match news {
                News::Event(event) => Some(event),
                News::Refused(_) => None,
            })
            .collect();
        assert!(count(&events, |event| matches!(event, SessionEvent::Kept { .. })) > 0);
        let timeline = |events: &mut dyn Iterator<Item = &SessionEvent>| {
            let mut timeline = Timeline::new(Rules::default(), Seats::new(seats).unwrap(), Proofs::EveryTurn);
            events.for_each(|event| timeline.told(event));
            timeline
        };
        let draws =
            count(&events, |event| matches!(event, SessionEvent::Drew { .. } | SessionEvent::Passed { .. }));
        assert!(draws > 0);
        assert_eq!(timeline(&mut events.iter()).draws_and_passes(end.round()), Some(draws));
        let lost = events.iter().position(|event| matches!(event, SessionEvent::Drew { .. })).unwrap();
        let rest = events.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, event)| event);
        assert_eq!(timeline(&mut { rest }).draws_and_passes(end.round()), None);
    }

    #[test]
    fn what_does_not_fit_leaves_no_board_rather_than_a_wrong_one() {
        let (events, _) = whole_round(3);
        let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
        events.iter().take(3).chain(events.iter().skip(8)).for_each(|event| timeline.told(event));
        assert!(timeline.moments().last().unwrap().board.is_none());
        timeline.told(&SessionEvent::RoundStarted { round: 2, engine: "11-11".to_owned() });
        assert!(timeline.moments().last().unwrap().board.is_some());
    }

    #[test]
    fn what_people_need_not_hear_is_no_moment() {
        let mut timeline = Timeline::new(Rules::default(), Seats::MIN, Proofs::EveryTurn);
        timeline.told(&SessionEvent::Sealed { round: 1 });
        timeline.told(&SessionEvent::PeerLost { name: Name::clean("Bo") });
        assert!(timeline.moments().is_empty());
    }
}

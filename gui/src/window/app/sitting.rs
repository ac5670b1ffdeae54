//! The seat that is taken, what has been seen from it, and whom it makes known.

use std::time::SystemTime;

use mextrain_net::{
    ledger::Stage,
    name::Name,
    session::{SessionEvent, Snapshot},
};

use super::rematch::Hosted;
use crate::window::{
    known::Acquaintances,
    past::Player,
    screens::{play, waiting::WaitingState},
    seat::{News, Seat},
    sound::Ears,
};
use crate::wording::sentence::Sentence;

/// News of a match beyond this many are not kept. Its rules allow for fewer.
const MATCH: usize = 20_000;

/// How much of what others can make happen as often as they like is kept: before the match the newest, during it the first, since then
/// nothing may move that is counted from the beginning.
const LOBBY: usize = 64;
const PASSING: usize = 2_000;

/// A seat, from sitting down to standing up.
pub(super) struct Sitting {
    pub seat: Box<dyn Seat>,
    /// What has happened, oldest first; bounded, see [`hear`](Self::hear).
    pub history: Vec<News>,
    /// How much of it is passing.
    passing: usize,
    pub play: play::State,
    pub waiting: WaitingState,
    /// Whether the person owed something, or an answer, when it was looked at last.
    pub owed: bool,
    pub ears: Ears,
    /// What a rematch would need to know.
    pub table: Hosted,
    /// The person has left for good, and the others are told.
    pub departs: bool,
    /// The host whose next table this seat is to be at.
    pub awaits: Option<Name>,
    /// Whether those it began with were remembered.
    begun: bool,
    /// Whether the match was counted.
    counted: bool,
}

impl Sitting {
    pub fn at(seat: Box<dyn Seat>) -> Sitting {
        Sitting {
            seat,
            history: Vec::new(),
            passing: 0,
            play: play::State::default(),
            waiting: WaitingState::default(),
            owed: false,
            ears: Ears::default(),
            table: Hosted::default(),
            departs: false,
            awaits: None,
            begun: false,
            counted: false,
        }
    }

    /// Takes in what has happened since the last call. What people say is no history: it is shown while it is new. The moves of a match
    /// are kept whatever else happens.
    pub fn hear(&mut self) {
        let news = self.seat.news();
        let in_match = self.seat.snapshot().game.is_some();
        for news in news {
            let is_kept = match &news {
                News::Event(SessionEvent::Said { .. }) => false,
                _ if !in_match => {
                    self.hear_before(news);
                    continue;
                }
                _ if is_passing(&news) => {
                    self.passing = self.passing.saturating_add(1);
                    self.passing <= PASSING
                }
                _ => self.history.len() < MATCH,
            };
            if is_kept {
                self.history.push(news);
            }
        }
    }

    /// Before the match: the newest news, and where the table is, which is told once and wanted until the end.
    fn hear_before(&mut self, news: News) {
        let is_place = |news: &News| matches!(news, News::Event(SessionEvent::Table { .. }));
        if is_place(&news) {
            self.history.retain(|news| !is_place(news));
        }
        self.history.push(news);
        if self.history.len() > LOBBY
            && let Some(oldest) = self.history.iter().position(|news| !is_place(news))
        {
            self.history.remove(oldest);
        }
    }

    /// Remembers those with whom a match begins, and counts it when it has been played to its end. Practice is neither.
    ///
    /// # Errors
    /// A sentence, if that cannot be written down; it is not tried again.
    pub fn remember(&mut self, snapshot: &Snapshot, known: &mut Acquaintances) -> Result<(), Sentence> {
        let Some(game) = snapshot.game.as_deref().filter(|_| !self.seat.is_practice()) else { return Ok(()) };
        let now = SystemTime::now();
        // Without a lobby it is a match that was come back to: who is a bot is not known, and was when it began.
        if let (Some(lobby), false) = (&snapshot.lobby, self.begun) {
            self.begun = true;
            let people = lobby.members.iter().filter(|member| !member.bot && member.key != snapshot.key);
            let people: Vec<Player> = people.map(|member| (member.name.clone(), member.key)).collect();
            known.begun(&people, now)?;
        }
        if game.stage == Stage::Over && !self.counted {
            self.counted = true;
            let roster = game.charter.roster.iter().filter(|member| member.key != snapshot.key);
            let players: Vec<Player> = roster.map(|member| (member.name.clone(), member.key)).collect();
            known.finished(game.charter_id, &players, now)?;
        }
        Ok(())
    }
}

/// Whether something can happen any number of times in a match.
fn is_passing(news: &News) -> bool {
    match news {
        News::Refused(_) => true,
        News::Event(event) => matches!(
            event,
            SessionEvent::Listening { .. }
                | SessionEvent::Searching { .. }
                | SessionEvent::Table { .. }
                | SessionEvent::Lobby { .. }
                | SessionEvent::PeerLost { .. }
                | SessionEvent::PeerBack { .. }
                | SessionEvent::Trouble { .. }
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mextrain_core::{Rules, Seat as Place};
    use mextrain_net::{lobby::Change, session::Game};

    use super::*;
    use crate::window::{
        known::Acquaintance,
        seat::Intent,
        tests::{
            desk::{game, round},
            lobby::lobby,
        },
    };

    #[derive(Default)]
    struct Still {
        practice: bool,
        news: Vec<News>,
        snapshot: Arc<Snapshot>,
    }

    impl Seat for Still {
        fn snapshot(&self) -> Arc<Snapshot> {
            self.snapshot.clone()
        }

        fn send(&mut self, _: Intent) {}

        fn goodbye(&mut self, _: std::time::Duration) {}

        fn news(&mut self) -> Vec<News> {
            std::mem::take(&mut self.news)
        }

        fn is_practice(&self) -> bool {
            self.practice
        }
    }

    /// The waiting room's table with its match at this stage: Ada (the own seat), Bo, and the bot Cy.
    fn at(stage: Stage) -> Snapshot {
        let mut snapshot = lobby();
        let members = &snapshot.lobby.as_ref().unwrap().members;
        let mut game: Game = game(&round(3, &Rules::default(), 400), Place::FIRST, stage);
        let mut charter = (*game.charter).clone();
        for (seat, member) in charter.roster.iter_mut().zip(members) {
            (seat.name, seat.key) = (member.name.clone(), member.key);
        }
        game.charter = Arc::new(charter);
        snapshot.game = Some(Arc::new(game));
        snapshot
    }

    #[test]
    fn people_are_known_after_a_match_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let (mut known, _) = Acquaintances::load(folder.path().join("known.toml"));
        let keys: Vec<[u8; 32]> = lobby().lobby.unwrap().members.iter().map(|member| member.key).collect();
        let of = |known: &Acquaintances, name: &str, key| known.acquaintance(&Name::clean(name), &key);
        let sit = |practice| Sitting::at(Box::new(Still { practice, ..Still::default() }));

        // Practice, and a match that is not over.
        sit(true).remember(&at(Stage::Over), &mut known).unwrap();
        let mut sitting = sit(false);
        sitting.remember(&lobby(), &mut known).unwrap();
        sitting.remember(&at(Stage::Sealing), &mut known).unwrap();
        sitting.remember(&at(Stage::Stopped), &mut known).unwrap();
        assert_eq!(of(&known, "Bo", keys[1]), Acquaintance::New);

        // It is gone on with later, by a seat that sees no lobby, and looked at for a while once it is over.
        let mut sitting = sit(false);
        let over = Snapshot { lobby: None, ..at(Stage::Over) };
        for _ in 0..3 {
            sitting.remember(&over, &mut known).unwrap();
        }
        assert_eq!(of(&known, "Bo", keys[1]), Acquaintance::Known { games: 1, name: None });
        // Neither oneself nor a bot.
        assert_eq!(of(&known, "Ada", keys[0]), Acquaintance::New);
        assert_eq!(of(&known, "Cy", keys[2]), Acquaintance::New);
    }

    fn toggled(count: usize) -> Vec<News> {
        let event = |number: usize| SessionEvent::Lobby {
            seats: 4,
            members: Vec::new(),
            changes: vec![Change::Sat { name: Name::clean(&number.to_string()) }],
            keep_going: false,
        };
        (0..count).map(|number| News::Event(event(number))).collect()
    }

    #[test]
    fn who_toggles_ready_for_hours_pushes_out_nothing_but_that() {
        let table = |code: &str| {
            let name = Name::clean("Kitchen");
            let code = Some(code.to_owned());
            News::Event(SessionEvent::Table { name, hosting: false, code, addresses: Vec::new() })
        };
        let mut news = vec![table("old"), table("new")];
        news.extend(toggled(100_000));
        let mut sitting = Sitting::at(Box::new(Still { news, ..Still::default() }));
        sitting.hear();
        assert_eq!(sitting.history.len(), LOBBY);
        assert_eq!(sitting.history.first(), Some(&table("new")));
        assert_eq!(sitting.history.last(), toggled(100_000).last());
    }

    #[test]
    fn a_match_is_kept_whatever_else_happens_during_it() {
        let lost = News::Event(SessionEvent::PeerLost { name: Name::clean("Bo") });
        let drew = News::Event(SessionEvent::Drew { seat: 1 });
        let mut news = vec![lost; 50_000];
        news.extend(vec![drew.clone(); 5_000]);
        let snapshot = Arc::new(at(Stage::Sealing));
        let mut sitting = Sitting::at(Box::new(Still { news, snapshot, practice: false }));
        sitting.hear();
        assert_eq!(sitting.history.iter().filter(|news| **news == drew).count(), 5_000);
        assert_eq!(sitting.history.len(), 5_000 + PASSING);
    }
}

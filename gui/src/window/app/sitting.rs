//! The seat that is taken, what has been seen from it, and whom it makes known.

use std::time::SystemTime;

use mextrain_net::{ledger::Stage, name::Name, session::Snapshot};

use super::rematch::Hosted;
use crate::window::{
    known::Known,
    past::Player,
    screens::{play, waiting::WaitingState},
    seat::{News, Seat},
    sound::Ears,
};

/// A seat, from sitting down to standing up.
pub(super) struct Sitting {
    pub seat: Box<dyn Seat>,
    pub history: Vec<News>,
    pub play: play::State,
    pub waiting: WaitingState,
    /// Whether the person owed something when it was looked at last.
    pub owed: bool,
    pub ears: Ears,
    /// What a rematch would need to know.
    pub table: Hosted,
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
            play: play::State::default(),
            waiting: WaitingState::default(),
            owed: false,
            ears: Ears::default(),
            table: Hosted::default(),
            awaits: None,
            begun: false,
            counted: false,
        }
    }

    /// Remembers those with whom a match begins, and counts it when it has been played to its end. Practice is neither.
    ///
    /// # Errors
    /// A sentence, if that cannot be written down; it is not tried again.
    pub fn remember(&mut self, snapshot: &Snapshot, known: &mut Known) -> Result<(), String> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mextrain_core::{Rules, Seat as Place};
    use mextrain_net::session::Game;

    use super::*;
    use crate::window::{
        known::Acquaintance,
        seat::Intent,
        tests::{
            desk::{game, round},
            lobby::lobby,
        },
    };

    struct Still {
        practice: bool,
    }

    impl Seat for Still {
        fn snapshot(&self) -> Arc<Snapshot> {
            Arc::default()
        }

        fn send(&mut self, _: Intent) {}

        fn news(&mut self) -> Vec<News> {
            Vec::new()
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
        let (mut known, _) = Known::load(folder.path().join("known.toml"));
        let keys: Vec<[u8; 32]> = lobby().lobby.unwrap().members.iter().map(|member| member.key).collect();
        let of = |known: &Known, name: &str, key| known.acquaintance(&Name::clean(name), &key);
        let sit = |practice| Sitting::at(Box::new(Still { practice }));

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
}

//! Which sounds a game makes: from what is seen of it now, and what was seen just before.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use mextrain_core::Round;
use mextrain_net::{ledger::Stage, session::Game, table::Owing};

use super::Sound;

/// What follows within this time of the last such thing is not heard: catching up with a table is no drum roll. Bots take
/// longer than that, and people much longer.
const STILL: Duration = Duration::from_millis(200);

/// What follows a game and hears it.
#[derive(Debug, Default)]
pub struct Ears {
    before: Option<Arc<Game>>,
    last: Option<Instant>,
}

impl Ears {
    /// The sounds since the last call, at most two, in the order in which they are to be played. A game that is seen for the
    /// first time makes none, wherever it stands. `now` is the time of the call.
    pub fn listen(&mut self, game: Option<&Arc<Game>>, now: Instant) -> Vec<Sound> {
        let before = std::mem::replace(&mut self.before, game.cloned());
        let (Some(before), Some(after)) = (before, game) else { return Vec::new() };
        if Arc::ptr_eq(&before, after) {
            return Vec::new();
        }
        let mut sounds = between(&before, after);
        if sounds.iter().any(|sound| is_passing(*sound)) {
            let restless = self.last.is_some_and(|last| now.saturating_duration_since(last) < STILL);
            self.last = Some(now);
            if restless {
                sounds.retain(|sound| !is_passing(*sound));
            }
        }
        sounds
    }
}

/// The sounds of what happened between two states of a game, at most two.
pub fn between(before: &Game, after: &Game) -> Vec<Sound> {
    if before.charter_id != after.charter_id {
        return Vec::new();
    }
    if is_scored(after) && (!is_scored(before) || index(before) != index(after)) {
        return vec![Sound::RoundEnd];
    }
    let laid = match (&before.round, &after.round) {
        (Some(old), Some(new)) if old.index() == new.index() => on_table(old, new),
        // Another round: what lies there already was not laid just now.
        _ => None,
    };
    let turn = (is_own_turn(after) && !is_own_turn(before)).then_some(Sound::YourTurn);
    laid.into_iter().chain(turn).collect()
}

/// The one sound for what happened on the table: whatever matters most.
fn on_table(old: &Round, new: &Round) -> Option<Sound> {
    let waits = new.waiting_double().filter(|double| old.waiting_double() != Some(*double));
    let lit = new.lanterns().iter().any(|seat| !old.lanterns().contains(seat));
    let laid = new.on_table().len() > old.on_table().len();
    let doubled = waits.map(|_| Sound::DoubleWaiting);
    doubled.or(lit.then_some(Sound::LanternLit)).or(laid.then_some(Sound::TileLaid))
}

/// Whether a sound tells of something that is past already when the next thing happens.
fn is_passing(sound: Sound) -> bool {
    match sound {
        Sound::TileLaid | Sound::LanternLit | Sound::DoubleWaiting => true,
        Sound::YourTurn | Sound::RoundEnd => false,
    }
}

/// Whether this seat has the turn, from its first prompt to its last.
fn is_own_turn(game: &Game) -> bool {
    let acts = game.round.as_ref().and_then(Round::to_act);
    // A table that was stopped asks nobody for anything.
    acts.is_some() && acts == game.seat && (game.owing == Owing::Move || is_drawing(game))
}

fn is_drawing(game: &Game) -> bool {
    matches!(game.stage, Stage::DrawTokens { .. } | Stage::Drawn { .. })
}

fn is_scored(game: &Game) -> bool {
    matches!(game.stage, Stage::Scoring | Stage::Sealing | Stage::Over)
}

fn index(game: &Game) -> Option<u8> {
    game.round.as_ref().map(Round::index)
}

#[cfg(test)]
mod tests {
    use mextrain_core::{Rules, Seat, TrainId};

    use super::*;
    use crate::window::tests::desk::{game, on_board, round, until_turn};

    /// The game after so many moves, as the second seat sees it.
    fn after(moves: usize) -> Arc<Game> {
        let mut game = on_board(&round(3, &Rules::default(), moves), OWN);
        game.have.step = moves as u32;
        Arc::new(game)
    }

    const OWN: Seat = match Seat::new(1) {
        Some(seat) => seat,
        None => Seat::FIRST,
    };

    fn turn(game: &Game) -> Option<Seat> {
        game.round.as_ref().unwrap().to_act()
    }

    #[test]
    fn every_move_of_a_round_is_heard_as_what_it_was() {
        let mut heard = Vec::new();
        for moves in 1..400 {
            let (old, new) = (after(moves - 1), after(moves));
            let sounds = between(&old, &new);
            assert!(sounds.len() <= 2, "{sounds:?}");
            let (before, now) = (old.round.as_ref().unwrap(), new.round.as_ref().unwrap());
            let mine = turn(&new) == Some(OWN) && turn(&old) != Some(OWN);
            assert_eq!(sounds.contains(&Sound::YourTurn), mine, "move {moves}");
            let doubled = now.waiting_double().is_some() && now.waiting_double() != before.waiting_double();
            assert_eq!(sounds.contains(&Sound::DoubleWaiting), doubled, "move {moves}");
            if sounds.contains(&Sound::TileLaid) {
                assert!(now.on_table().len() > before.on_table().len());
            }
            if sounds.contains(&Sound::LanternLit) {
                assert!(now.lanterns().len() > before.lanterns().len());
            }
            heard.extend(sounds);
        }
        for sound in [Sound::YourTurn, Sound::TileLaid, Sound::LanternLit, Sound::DoubleWaiting] {
            assert!(heard.contains(&sound), "{sound:?} was never heard");
        }
    }

    #[test]
    fn a_turn_is_announced_once_however_long_it_is() {
        let open = until_turn(round(3, &Rules::default(), 20), OWN).unwrap();
        let mut ears = Ears::default();
        let now = Instant::now();
        let at = |stage, owing| Arc::new(Game { stage, owing, ..on_board(&open, OWN) });
        let waiting = Arc::new(Game { owing: Owing::Nothing, ..on_board(&open, Seat::FIRST) });
        let mut listen = |game: Arc<Game>| ears.listen(Some(&game), now);
        assert_eq!(listen(waiting), []);
        assert_eq!(listen(at(Stage::Turn { seat: OWN }, Owing::Move)), [Sound::YourTurn]);
        assert_eq!(listen(at(Stage::DrawTokens { seat: OWN, slot: 40 }, Owing::Nothing)), []);
        assert_eq!(listen(at(Stage::Drawn { seat: OWN, slot: 40 }, Owing::Move)), []);
        // It was stopped in the middle of the turn, and goes on nowhere.
        assert_eq!(listen(at(Stage::Stopped, Owing::Nothing)), []);
    }

    #[test]
    fn the_end_of_a_round_is_heard_once_and_alone() {
        let open = round(3, &Rules::default(), 400);
        assert!(open.round().ending().is_some());
        let mut ears = Ears::default();
        let now = Instant::now();
        let mut listen = |stage| ears.listen(Some(&Arc::new(game(&open, OWN, stage))), now);
        assert_eq!(listen(Stage::Turn { seat: OWN }), []);
        assert_eq!(listen(Stage::Scoring), [Sound::RoundEnd]);
        assert_eq!(listen(Stage::Sealing), []);
        assert_eq!(listen(Stage::Over), []);
    }

    #[test]
    fn a_game_that_is_come_to_in_the_middle_makes_no_sound() {
        let mut ears = Ears::default();
        let now = Instant::now();
        let late = after(60);
        assert_eq!(ears.listen(None, now), []);
        assert_eq!(ears.listen(Some(&late), now), []);
        assert_eq!(ears.listen(Some(&late), now), []);
        // Nor does one that is left for another.
        let other = Arc::new(Game { charter_id: [9; 32], ..Game::clone(&after(70)) });
        assert_eq!(ears.listen(Some(&other), now), []);
    }

    #[test]
    fn catching_up_makes_two_sounds_at_most_at_once_and_one_in_a_rush() {
        // All of it between two frames.
        assert!(between(&after(0), &after(70)).len() <= 2);
        // A frame for every move, but all of them within the blink of an eye.
        let mut ears = Ears::default();
        let begin = Instant::now();
        let heard = (0..70).flat_map(|moves| {
            ears.listen(Some(&after(moves)), begin + Duration::from_millis(10) * moves as u32)
        });
        let passing: Vec<Sound> = heard.filter(|sound| is_passing(*sound)).collect();
        assert_eq!(passing.len(), 1, "{passing:?}");
        // At the pace of people all of them are heard.
        let mut ears = Ears::default();
        let heard = (0..70).flat_map(|moves| {
            ears.listen(Some(&after(moves)), begin + Duration::from_secs(2) * moves as u32)
        });
        assert!(heard.filter(|sound| is_passing(*sound)).count() > 30);
    }

    #[test]
    fn tiles_of_another_round_were_not_laid_just_now() {
        let (old, new) = (after(3), after(40));
        let mut next = Game::clone(&new);
        let rules = Rules::default();
        next.round = mextrain_core::Round::new(&rules, new.round.as_ref().unwrap().seats(), 1).ok();
        assert!(next.round.as_ref().unwrap().trains().is_empty(TrainId::Mexican));
        assert_eq!(between(&old, &next), []);
    }
}

//! What a player is asked about somebody who is waited for too long: by the window and by the terminal alike.
//!
//! When a question is due, and what an answer does, the table says ([`Snapshot::overdue`], `Game::ballots`). Here is only told which
//! of it is a question to this player now.

use std::time::{Duration, Instant};

use mextrain_core::SeatSet;
use mextrain_net::{
    ledger::{OpenBallot, Stage},
    session::{Game, Snapshot},
};

/// A question about somebody who is waited for, or how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Whom the match would go on without.
    pub missing: SeatSet,
    /// Who has agreed to that.
    pub agreed: SeatSet,
    /// The others who have not answered yet.
    pub unanswered: SeatSet,
    /// What there is to answer.
    pub stand: Stand,
    /// What going on would do.
    pub effect: Effect,
    mark: Mark,
}

impl Question {
    /// The step at which somebody is waited for.
    pub fn step(&self) -> u32 {
        self.mark.step
    }
}

/// What a player can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// To go on, or to wait.
    Asked,
    /// To wait, or to play on another day: those who are here are not more than the missing.
    TooFew,
    /// Nothing: this player has agreed, and others have not.
    Agreed,
}

/// What going on without somebody does to the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The round is dealt again.
    DealtAgain {
        /// Whether another round follows it.
        more: bool,
    },
    /// The round goes on, with the missing hand opened.
    GoesOn {
        /// Whether another round follows it.
        more: bool,
    },
    /// The round that was played out is scored.
    Scored {
        /// Whether another round follows it.
        more: bool,
    },
    /// The next round is dealt.
    NextRound {
        /// Whether another round follows that one.
        more: bool,
    },
    /// The match is over.
    Ends,
}

/// What tells one question from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    step: u32,
    times: u32,
    ballot: Option<u8>,
    missing: SeatSet,
}

/// Remembers what this player has answered.
#[derive(Clone, Debug, Default)]
pub struct Asker {
    /// The question to which the answer was to wait.
    waits: Option<Mark>,
    /// The ballot that this player agreed in, by step and number, and how many grace times had passed by then.
    agreed: Option<(u32, u8, u32)>,
}

impl Asker {
    /// How the question stands now, whether or not this player waits on.
    pub fn question(&mut self, snapshot: &Snapshot) -> Option<Question> {
        let question = question(snapshot)?;
        if question.stand != Stand::Agreed {
            return Some(question);
        }
        let Mark { step, times, ballot, .. } = question.mark;
        let ballot = ballot.unwrap_or_default();
        let since = match self.agreed {
            Some((at, number, since)) if (at, number) == (step, ballot) => since,
            _ => self.agreed.insert((step, ballot, times)).2,
        };
        // Those who do not answer either for another grace time are missing, too.
        Some(if times > since && !question.unanswered.is_empty() { further(question) } else { question })
    }

    /// The question, unless this player waits on.
    pub fn open_question(&mut self, snapshot: &Snapshot) -> Option<Question> {
        self.question(snapshot).filter(|question| self.waits != Some(question.mark))
    }

    /// This player keeps waiting: nothing is asked until another grace time has passed, or somebody wants something else.
    pub fn wait(&mut self, question: &Question) {
        self.waits = Some(question.mark);
    }
}

/// Whether this player can decide something about somebody who is away.
pub fn is_asked(snapshot: &Snapshot) -> bool {
    question(snapshot).is_some_and(|question| question.stand == Stand::Asked)
}

/// Whether the others have gone on without this player.
pub fn is_left_out(game: &Game) -> bool {
    game.seat.is_some_and(|seat| game.away.contains(seat))
}

/// Whether all of these are not connected, and for how long they have been waited for.
pub fn waited(snapshot: &Snapshot, seats: SeatSet) -> (bool, Duration) {
    let Some(game) = snapshot.game.as_deref() else { return (false, Duration::ZERO) };
    let keys: Vec<&[u8; 32]> = seats.iter().filter_map(|seat| game.key_of(seat)).collect();
    let offline = !keys.is_empty() && keys.iter().all(|key| !snapshot.online.contains(*key));
    let since = keys.iter().filter_map(|key| snapshot.away.get(*key)).min().copied();
    let since = since.filter(|_| offline).or(snapshot.waiting_since);
    (offline, since.as_ref().map(Instant::elapsed).unwrap_or_default())
}

fn question(snapshot: &Snapshot) -> Option<Question> {
    let game = snapshot.game.as_deref().filter(|_| snapshot.ended.is_none())?;
    if matches!(game.stage, Stage::Signing | Stage::Revealing | Stage::Over | Stage::Stopped) {
        return None;
    }
    let staying = game.staying();
    let own = game.seat.filter(|seat| staying.contains(*seat))?;
    let times = snapshot.overdue.map_or(0, |overdue| overdue.times);
    let mark = |ballot, missing| Mark { step: game.have.step, times, ballot, missing };
    let effect = |missing| effect(game, missing);
    let votes = |open: &&OpenBallot| open.proposal.voters.contains(own);
    let has_agreed = |open: &&OpenBallot| open.agreed.contains(own);
    let agreed_in = game.ballots.iter().find(has_agreed);
    // Nobody votes in a lower ballot than before.
    let newer = |open: &&OpenBallot| agreed_in.is_none_or(|own| open.ballot > own.ballot);
    let asked = game.ballots.iter().filter(votes).find(|open| !has_agreed(open) && newer(open));
    if let Some(open) = asked.or(agreed_in) {
        let missing = open.proposal.missing.without(game.gone);
        let unanswered = open.proposal.voters.without(open.agreed).without([own].into_iter().collect());
        let stand = if asked.is_some() { Stand::Asked } else { Stand::Agreed };
        // A question that has been answered stays so when another voter follows, not when another grace time has passed.
        let mark = mark(Some(open.ballot), missing);
        let effect = effect(open.proposal.missing);
        return Some(Question { missing, agreed: open.agreed, unanswered, stand, effect, mark });
    }
    let missing = snapshot.long_missing();
    if missing.is_empty() || missing.contains(own) {
        return None;
    }
    let unanswered = staying.without(missing).without([own].into_iter().collect());
    let stand = if unanswered.len() + 1 > missing.len() { Stand::Asked } else { Stand::TooFew };
    let (agreed, effect) = (SeatSet::EMPTY, effect(missing));
    Some(Question { missing, agreed, unanswered, stand, effect, mark: mark(None, missing) })
}

/// The question that follows one to which nobody answers any more.
fn further(question: Question) -> Question {
    let missing = question.missing.union(question.unanswered);
    let stand = if question.agreed.len() > missing.len() { Stand::Asked } else { Stand::TooFew };
    let mark = Mark { missing, ..question.mark };
    let (agreed, unanswered) = (SeatSet::EMPTY, SeatSet::EMPTY);
    // Only one can be done without in a round that goes on.
    let effect = match question.effect {
        Effect::GoesOn { more } if missing != question.missing => Effect::DealtAgain { more },
        effect => effect,
    };
    Question { missing, agreed, unanswered, stand, effect, mark }
}

fn effect(game: &Game, missing: SeatSet) -> Effect {
    let (played, rounds) = (game.scoreboard.rounds().len(), usize::from(game.charter.rules.rounds()));
    let played_out = game.round.as_ref().is_some_and(|round| round.ending().is_some());
    let more = played + 1 < rounds;
    let alone = missing.len() == 1 && missing.without(game.dispensable).is_empty();
    match game.stage {
        _ if alone => Effect::GoesOn { more },
        Stage::Scoring | Stage::Unlocking { .. } if played_out => Effect::Scored { more },
        Stage::Sealing if played >= rounds => Effect::Ends,
        Stage::Sealing => Effect::NextRound { more },
        _ => Effect::DealtAgain { more },
    }
}

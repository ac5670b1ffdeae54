//! An automatic seat: it drives a session as a person would, through the same handle and from the same snapshot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mextrain_core::{
    Move, Seat, SeatSet,
    bot::{self, Level},
};

use super::snapshot::Game;
use super::{SessionHandle, Snapshot};
use crate::ledger::OpenBallot;
use crate::table::{Have, Owing};

/// How an automatic seat behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct BotConfig {
    /// How long it thinks about each move. Always the same, so that the time tells nothing of the hand.
    pub delay: Duration,
    /// How well it plays.
    pub level: Level,
    /// For how long all who are waited for in a match have to be away before it goes home; the seat can be taken up again. `None`: it
    /// never does.
    pub deserted: Option<Duration>,
}

/// For how long a bot that nobody looks after stays at a table where all who are waited for are away.
pub const DESERTED: Duration = Duration::from_secs(1800);

/// How long a sharp player thinks about each move.
pub const THINKING: Duration = Duration::from_millis(500);

/// How soon what came to nothing is tried again if nothing changes.
const AGAIN: Duration = Duration::from_millis(500);

/// Plays until the session is over: is ready for whatever is agreed on, makes every move, confirms every score.
pub async fn drive(handle: &SessionHandle, config: BotConfig) {
    let mut snapshots = handle.snapshot();
    let mut done: Option<Deed> = None;
    let mut deserted_since = None;
    loop {
        let snapshot = snapshots.borrow_and_update().clone();
        if snapshot.ended.is_some() {
            return;
        }
        deserted_since = is_deserted(&snapshot).then(|| deserted_since.unwrap_or_else(Instant::now));
        if deserted_since.zip(config.deserted).is_some_and(|(since, patience)| since.elapsed() >= patience) {
            tracing::warn!(
                "those who are waited for have been away for long: the bot goes, and the seat is kept"
            );
            handle.leave().await;
            return;
        }
        if let Some(deed) = next(&snapshot).filter(|deed| done != Some(*deed)) {
            if carry_out(handle, &snapshot, deed, config).await {
                done = Some(deed);
                continue;
            }
            // Refused because something changed meanwhile, or not heard at all: once more with the newest state, after a while, as the
            // refusal may be what changed.
            tokio::time::sleep(AGAIN).await;
            continue;
        }
        tokio::select! {
            changed = snapshots.changed() => if changed.is_err() {
                return;
            },
            () = passed(deserted_since, config.deserted) => {}
        }
    }
}

/// Whether nobody of those who are waited for is connected: then nothing happens at the table any more, however many bots sit there.
fn is_deserted(snapshot: &Snapshot) -> bool {
    let Some(game) = &snapshot.game else { return false };
    let mut waited = game.missing.iter().filter_map(|seat| game.key_of(seat)).peekable();
    waited.peek().is_some() && waited.all(|key| *key != snapshot.key && !snapshot.online.contains(key))
}

/// Ready when so much time has passed since then; never, if either is nothing.
async fn passed(since: Option<Instant>, patience: Option<Duration>) {
    match since.zip(patience) {
        Some((since, patience)) => tokio::time::sleep(patience.saturating_sub(since.elapsed())).await,
        None => std::future::pending().await,
    }
}

/// What an automatic seat does once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    /// Being ready for the state of this number.
    Ready(u32),
    /// The move owed at this place of the log.
    Move(Have),
    /// The confirmation owed there.
    Seal(Have),
    /// Going on at this step, with this newest ballot, without these seats.
    GoOn(u32, Option<u8>, SeatSet),
}

fn next(snapshot: &Snapshot) -> Option<Deed> {
    match (&snapshot.game, &snapshot.lobby) {
        (Some(game), _) => match game.owing {
            Owing::Nothing => go_on(snapshot, game),
            Owing::Move => Some(Deed::Move(game.have)),
            Owing::Seal => Some(Deed::Seal(game.have)),
        },
        (None, Some(lobby)) if !snapshot.is_ready() => Some(Deed::Ready(lobby.seq)),
        _ => None,
    }
}

/// An automatic seat goes on without somebody once it has waited as long as the table agreed to, and somebody else wants to; after twice
/// that time it proposes to.
fn go_on(snapshot: &Snapshot, game: &Game) -> Option<Deed> {
    let overdue = snapshot.overdue?;
    let own = game.seat.filter(|seat| !game.away.contains(*seat))?;
    let has_agreed = |open: &OpenBallot| open.agreed.contains(own);
    let asked = game.ballots.iter().find(|open| open.proposal.voters.contains(own));
    // Nobody is done without who is here and has not been waited for too long.
    let absent = |open: &OpenBallot| {
        let others = open.proposal.missing.without(overdue.seats);
        others.iter().all(|seat| !is_online(snapshot, game, seat))
    };
    // A vote is a promise: nobody makes one that waits for somebody who cannot answer.
    let answerable = |open: &OpenBallot| {
        let others = open.proposal.voters.without(open.agreed);
        others.iter().all(|seat| seat == own || is_online(snapshot, game, seat))
    };
    let missing = match asked {
        // Those who do not answer either, in the end; of the others, who has not come back meanwhile.
        Some(open) if has_agreed(open) && overdue.times > 2 => {
            let silent = open.proposal.voters.without(open.agreed);
            open.proposal.missing.intersection(game.missing).union(silent)
        }
        Some(open) if has_agreed(open) => return None,
        Some(open) if absent(open) && answerable(open) => open.proposal.missing,
        Some(open) if absent(open) && overdue.times > 2 => snapshot.long_missing(),
        Some(_) => return None,
        None if overdue.times < 2 => return None,
        // Some of them may have been heard of since.
        None => snapshot.long_missing(),
    };
    let enough = game.staying().without(missing).len() > missing.len();
    let newest = game.ballots.first().map(|open| open.ballot);
    (!missing.is_empty() && enough).then_some(Deed::GoOn(game.have.step, newest, missing))
}

fn is_online(snapshot: &Snapshot, game: &Game, seat: Seat) -> bool {
    game.key_of(seat).is_some_and(|key| snapshot.online.contains(key))
}

/// `false`: it was refused, or not heard.
async fn carry_out(handle: &SessionHandle, snapshot: &Arc<Snapshot>, deed: Deed, config: BotConfig) -> bool {
    let outcome = match deed {
        Deed::Ready(_) => handle.ready(true).await,
        Deed::Seal(_) => handle.next_round().await,
        Deed::GoOn(step, _, missing) => handle.go_on_without(step, missing).await,
        Deed::Move(have) => match think(snapshot.clone(), u64::from(have.step), config).await {
            Some(choice) => handle.act(choice).await,
            None => return true,
        },
    };
    if let Err(error) = &outcome {
        tracing::debug!(%error, ?deed, "an automatic seat was refused");
    }
    outcome.is_ok()
}

/// The move for this state, after the time that every move takes. Thinking holds up nobody else.
async fn think(snapshot: Arc<Snapshot>, step: u64, config: BotConfig) -> Option<Move> {
    let began = Instant::now();
    let thinking = tokio::task::spawn_blocking(move || {
        let game = snapshot.game.as_deref()?;
        // Others may know the seed, and gain nothing by it: they do not know the hand.
        let seed = snapshot.key.iter().fold(step, |seed, byte| seed.rotate_left(8) ^ u64::from(*byte));
        bot::choose(&game.knowledge()?, config.level, seed, &mut |_| began.elapsed() < THINKING)
    });
    let choice = thinking.await.ok().flatten();
    // A search that is soon over would tell that there was little to choose from.
    let least = if config.level == Level::Sharp { THINKING.max(config.delay) } else { config.delay };
    tokio::time::sleep(least.saturating_sub(began.elapsed())).await;
    choice
}

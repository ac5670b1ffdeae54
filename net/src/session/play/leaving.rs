//! Leaving a match for good: this player, and what is known of others who did.

use super::{Context, Done, Ended, Game, Input, Play, Reply};
use crate::session::CommandError;

/// For how many ticks it is waited until somebody has heard the farewell.
const HEARD: u32 = 10;

impl Play {
    pub(super) fn say_farewell(&mut self, reply: Reply) {
        if self.over.is_some() {
            let _ = reply.send(Err(CommandError::NotNow));
            return;
        }
        self.ask_table_and_then(reply, |reply| Input::Farewell { reply }, Done::SaidFarewell);
    }

    /// The farewell is on disk and on its way.
    pub(super) fn has_left(&mut self, context: &Context) {
        self.leaving = Some(0);
        self.mark_over(context);
        for member in self.members.values_mut() {
            member.wanted = true;
        }
    }

    /// Once a tick: whether somebody has the farewell, or nobody is there to take it.
    pub(super) fn left(&mut self, context: &Context) -> Option<Ended> {
        let ticks = self.leaving.as_mut()?;
        *ticks += 1;
        let heard = self.members.values().any(|member| {
            member.have.is_some_and(|have| self.have.left != 0 && self.have.left & !have.left == 0)
        });
        let alone = self.members.keys().all(|peer| !context.ready.contains_key(peer));
        (heard || *ticks >= HEARD || (alone && *ticks > 2)).then_some(Ended::Left)
    }

    /// Nobody waits for those who have left.
    pub(super) fn note_gone(&mut self, context: &Context, game: &Game) {
        let gone = game.gone.iter().filter_map(|seat| game.key_of(seat)).copied().collect();
        if gone != self.gone {
            self.gone = gone;
            context.show(|snapshot| snapshot.away.retain(|key, _| !self.gone.contains(key)));
        }
    }
}

//! Leaving a match for good: this player, and what is known of others who did.

use mextrain_core::SeatSet;

use super::{Context, Done, Ended, Game, Input, Member, Play, Reply};
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
    pub(super) fn has_left(&mut self) {
        self.leaving = Some(0);
        for member in self.members.values_mut() {
            member.wanted = true;
        }
    }

    /// Once a tick: whether somebody has the farewell, or nobody is there to take it. Until somebody has it the session can be taken up
    /// again: all it does then is to say farewell, and to give what others lack, for as long as that takes.
    pub(super) fn left(&mut self, context: &Context) -> Option<Ended> {
        let ticks = self.leaving? + 1;
        self.leaving = Some(ticks);
        let heard = context.game().is_some_and(|game| self.has_been_heard(&game));
        if heard {
            self.close(context);
        }
        let alone = self.members.keys().all(|peer| !context.ready.contains_key(peer));
        let gives_up = !self.left_before && (ticks >= HEARD || (alone && ticks > 2));
        (heard || gives_up).then_some(Ended::Left)
    }

    /// Whether somebody who stays has all that this player leaves behind.
    fn has_been_heard(&self, game: &Game) -> bool {
        let seat_of = |key: &[u8; 32]| {
            SeatSet::all(game.charter.seats()).iter().find(|seat| game.key_of(*seat) == Some(key))
        };
        let has_all = |member: &Member| {
            let (theirs, own, seat) = (member.have?, game.seat?, seat_of(&member.key)?);
            Some(theirs.has_all_of_leaving(self.have, own, seat))
        };
        self.members.values().any(|member| has_all(member) == Some(true))
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

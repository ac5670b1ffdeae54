//! Leaving a match for good: this player, and what is known of others who did.

use libp2p::PeerId;
use mextrain_core::SeatSet;
use tokio::sync::oneshot;

use super::{Context, Done, Ended, Game, Input, Member, Play, Reply};
use crate::ledger::Stage;
use crate::session::{CommandError, Trouble};

/// For how many ticks it is waited until everybody who is there has heard the farewell; and somebody, if the session was taken up for that.
const HEARD: u32 = 10;
const HEARD_LATER: u32 = 600;

/// Whether the match has no seats yet that could be left, or this program has come back and may sign nothing before it has heard the others.
fn cannot_leave_yet(context: &Context) -> bool {
    context
        .game()
        .is_none_or(|game| game.hears_first || matches!(game.stage, Stage::Signing | Stage::Revealing))
}

impl Play {
    pub(super) fn say_farewell(&mut self, context: &Context, reply: Reply) {
        if self.over.is_some() {
            let _ = reply.send(Err(CommandError::NotNow));
            return;
        }
        if cannot_leave_yet(context) {
            self.wants_to_leave = true;
            context.trouble(Trouble::LeavesLater);
            let _ = reply.send(Ok(()));
            return;
        }
        let overdue = context.unreachable();
        self.ask_table_and_then(reply, |reply| Input::Farewell { overdue, reply }, Done::SaidFarewell);
    }

    /// Says farewell, if the player wanted to before that was possible.
    pub(super) fn leaves_at_last(&mut self, context: &Context) {
        if self.wants_to_leave
            && self.leaving_for.is_none()
            && self.over.is_none()
            && !cannot_leave_yet(context)
        {
            let (reply, _) = oneshot::channel();
            self.say_farewell(context, reply);
        }
    }

    /// The table has signed the farewell.
    pub(super) fn begins_to_leave(&mut self) {
        self.leaving_for = Some(0);
        for member in self.members.values_mut() {
            member.wanted = true;
        }
    }

    /// Once a tick: whether everybody who is there has all that this player leaves behind, or nobody is there to take it. Until somebody has it
    /// the session can be taken up again: all it does then is to say farewell, and to give what others lack, for as long as that takes.
    pub(super) fn goes_home(&mut self, context: &Context) -> Option<Ended> {
        let ticks = self.leaving_for? + 1;
        self.leaving_for = Some(ticks);
        let has_it: Vec<bool> = match context.game() {
            Some(game) => self.there(context).map(|member| self.has_all_of_this(&game, member)).collect(),
            None => Vec::new(),
        };
        // The word of one may be false, or that one may crash for good.
        let (any, all) = (has_it.contains(&true), !has_it.contains(&false));
        let waits = if self.left_earlier { HEARD_LATER } else { HEARD };
        let alone = self.members.keys().all(|peer| !context.ready.contains_key(peer));
        let gives_up = ticks >= waits || (!self.left_earlier && alone && ticks > 2);
        if any && (all || gives_up) {
            self.close(context);
        }
        ((any && all) || gives_up).then_some(Ended::Left)
    }

    /// The others who are connected and stay.
    fn there(&self, context: &Context) -> impl Iterator<Item = &Member> {
        let there = |peer: &PeerId| context.ready.contains_key(peer);
        let members = self.members.iter().filter(move |(peer, _)| there(peer)).map(|(_, member)| member);
        members.filter(|member| !self.departed.contains(&member.key))
    }

    fn has_all_of_this(&self, game: &Game, member: &Member) -> bool {
        let seat_of = |key: &[u8; 32]| {
            SeatSet::all(game.charter.seats()).iter().find(|seat| game.key_of(*seat) == Some(key))
        };
        let has_all = || {
            let (theirs, own, seat) = (member.have?, game.seat?, seat_of(&member.key)?);
            Some(theirs.has_all_of_leaving(self.have, own, seat))
        };
        has_all() == Some(true)
    }

    /// Nobody waits for those who have left.
    pub(super) fn note_departed(&mut self, context: &Context, game: &Game) {
        let departed = game.gone.iter().filter_map(|seat| game.key_of(seat)).copied().collect();
        if departed != self.departed {
            self.departed = departed;
            context.show(|snapshot| snapshot.away.retain(|key, _| !self.departed.contains(key)));
        }
    }
}

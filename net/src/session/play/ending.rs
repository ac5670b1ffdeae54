//! The end of a match: others are given what they lack, and whoever stays to talk does so until it leaves.

use std::io;

use libp2p::PeerId;

use super::{Context, Ended, Member, Name, Play, SessionEvent};
use crate::session::Trouble;

/// For how many ticks after the end others are still given what they lack: at most, once all seem to have everything, and after a fault.
const LINGER_MOST: u32 = 30;
const LINGER_LEAST: u32 = 2;
const LINGER_STOPPED: u32 = 5;
/// For how many ticks a match is open that was opened again only for those who lack its end.
const LINGER_FOR_OTHERS: u32 = 600;

impl Play {
    /// Once a second: compare with everybody, give the charter to whoever lacks it, and see whether all is said.
    pub(super) async fn tick(&mut self, context: &mut Context) -> Result<(), Ended> {
        for member in self.members.values_mut() {
            member.wanted = true;
        }
        if let Some(game) = context.game() {
            self.look_at_the_clock(context, &game);
        }
        self.heard_for += u32::from(self.members.values().any(|member| member.heard));
        self.catch_up(context);
        self.leaves_at_last(context);
        let load = context.node.load().await;
        context.show(|snapshot| snapshot.load = load);
        self.give_charter(context);
        self.look_for_members(context).await;
        self.look_at_gallery(context).await;
        self.write_down_the_end(context);
        let all_have_it = self.who_lacks_the_end().next().is_none();
        if let Some(left) = self.goes_home(context) {
            return Err(left);
        }
        let Some((ended, ticks)) = &mut self.over else { return Ok(()) };
        *ticks += 1;
        self.settled = if all_have_it { self.settled + 1 } else { 0 };
        let enough = match ended {
            Ended::Finished if self.was_over => self.settled >= LINGER_LEAST || *ticks >= LINGER_FOR_OTHERS,
            Ended::Finished => self.settled >= LINGER_LEAST || *ticks >= LINGER_MOST,
            _ => *ticks >= LINGER_STOPPED,
        };
        if !enough {
            return Ok(());
        }
        let ended = ended.clone();
        if ended != Ended::Finished || !context.config.stay {
            self.tell_who_lacks_the_end(context);
            return Err(ended);
        }
        self.settle(context).await;
        Ok(())
    }

    /// Who may come back for the end of the match, which is over here. Also those who are away: who crashed at the last step would find
    /// nobody. Who has left for good comes back for nothing.
    fn who_lacks_the_end(&self) -> impl Iterator<Item = &Member> {
        let has_it = |member: &Member| match member.have {
            Some(have) => !self.have.is_beyond(have),
            None => member.had_the_end,
        };
        self.members.values().filter(move |member| !self.departed.contains(&member.key) && !has_it(member))
    }

    /// Once the match is over here: until everybody has its end, the session can be taken up again to give it.
    pub(super) fn write_down_the_end(&mut self, context: &Context) {
        if !matches!(self.over, Some((Ended::Finished, _))) {
            return;
        }
        let place = |member: &Member| self.whereabouts.place_of(&member.key);
        let mut lack: Vec<usize> = self.who_lacks_the_end().filter_map(place).collect();
        lack.sort_unstable();
        if self.lack.as_ref() != Some(&lack) {
            self.lack = Some(lack.clone());
            self.could_write(context, self.kept.finish(lack));
        }
    }

    /// Nothing is left to come back to.
    pub(super) fn close(&self, context: &Context) {
        self.could_write(context, self.kept.close());
    }

    fn could_write(&self, context: &Context, written: io::Result<()>) {
        if let Err(error) = written {
            context.trouble(Trouble::NotMarked(error.to_string()));
        }
    }

    /// Says for whom the session can be taken up again, if for anybody.
    pub(super) fn tell_who_lacks_the_end(&self, context: &Context) {
        if !matches!(self.over, Some((Ended::Finished, _))) && !self.was_over {
            return;
        }
        let names: Vec<Name> = self.who_lacks_the_end().map(|member| member.name.clone()).collect();
        if !names.is_empty() {
            context.tell(SessionEvent::Lacking { names });
        }
    }

    /// Everybody has the match; whoever stays only stays to talk.
    async fn settle(&mut self, context: &mut Context) {
        if std::mem::replace(&mut self.told_settled, true) {
            return;
        }
        context.advert = None;
        if let Some(host) = self.host.filter(|host| self.members.contains_key(host)) {
            show_place(context, host).await;
        }
        context.show(|snapshot| snapshot.settled = true);
    }
}

/// Shows where the host is now: what was known when the match began may be out of date.
async fn show_place(context: &Context, host: PeerId) {
    let known = context.node.addresses(host).await;
    context.show(|snapshot| {
        let Some(host) = &mut snapshot.host else { return };
        let before = std::mem::replace(&mut host.addresses, known);
        let before: Vec<_> = before.into_iter().filter(|address| !host.addresses.contains(address)).collect();
        host.addresses.extend(before);
    });
}

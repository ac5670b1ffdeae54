//! The end of a match: others are given what they lack, and whoever stays to talk does so until it leaves.

use libp2p::PeerId;

use super::{Context, Ended, Member, Play};

/// For how many ticks after the end others are still given what they lack: at most, once all seem to have everything, and after a fault.
const LINGER_MOST: u32 = 30;
const LINGER_LEAST: u32 = 2;
const LINGER_STOPPED: u32 = 5;

impl Play {
    /// Once a second: compare with everybody, give the charter to whoever lacks it, and see whether all is said.
    pub(super) async fn tick(&mut self, context: &mut Context) -> Result<(), Ended> {
        for member in self.members.values_mut() {
            member.wanted = true;
        }
        if let Some(game) = context.game() {
            self.look_at_the_clock(context, &game);
        }
        let load = context.node.load().await;
        context.show(|snapshot| snapshot.load = load);
        self.give_charter(context);
        self.look_for_members(context).await;
        self.look_at_gallery(context).await;
        // Also of those who are away: who crashed at the last step comes back for it, and would find nobody.
        let has_it = |member: &Member| member.have.is_some_and(|have| !self.have.is_beyond(have));
        // Who has left for good waits for nothing.
        let waits = |member: &&Member| !self.gone.contains(&member.key);
        let all_have_it = self.members.values().filter(waits).all(has_it);
        if let Some(left) = self.left(context) {
            return Err(left);
        }
        let Some((ended, ticks)) = &mut self.over else { return Ok(()) };
        *ticks += 1;
        self.settled = if all_have_it { self.settled + 1 } else { 0 };
        let enough = match ended {
            Ended::Finished => self.settled >= LINGER_LEAST || *ticks >= LINGER_MOST,
            _ => *ticks >= LINGER_STOPPED,
        };
        if !enough {
            return Ok(());
        }
        if *ended != Ended::Finished || !context.config.stay {
            return Err(ended.clone());
        }
        self.settle(context).await;
        Ok(())
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

//! Programs in a storm: they crash, start again from what is on their disk, and end.

use super::*;

impl Storm {
    /// Whoever has left ends the program once somebody who stays lacks nothing that is here.
    pub(super) fn go_home(&mut self, peer: usize) {
        let Some(table) = self.peers[peer].table.as_ref().filter(|table| table.view().has_left()) else {
            return;
        };
        let (have, seat) = (table.have(), table.seat());
        let has_all = |other: usize| {
            let theirs = self.peers[other].table.as_ref().filter(|_| self.is_way(other, peer))?;
            theirs.have().has_all_of_leaving(have, seat?, theirs.seat()?).then_some(())
        };
        if (0..self.peers.len()).filter(|other| *other != peer).any(|other| has_all(other).is_some()) {
            (self.peers[peer].table, self.peers[peer].home) = (None, true);
        }
    }

    /// As a session does: whoever is told that a farewell is here may go home on that word.
    pub(super) fn keep_farewells(&mut self, peer: usize) {
        let kept = &mut self.peers[peer];
        if kept.table.as_ref().is_some_and(|table| table.have().left != 0) {
            kept.synced = kept.journal.len();
        }
    }

    pub(super) fn crash(&mut self, peer: usize) {
        let away = 1 + self.below(600);
        let power_lost = self.chance(50);
        let kept = if self.chance(50) { self.below(1 << 16) } else { 0 };
        let fallen = &mut self.peers[peer];
        (fallen.table, fallen.thinking) = (None, false);
        fallen.crashes += 1;
        if power_lost {
            // What had not been forced to the disk is gone, all or the last of it; none of it had been sent, or built on by what was.
            let unsynced = fallen.journal.len() - fallen.synced;
            fallen.journal.truncate(fallen.synced + kept as usize % (unsynced + 1));
            fallen.forgot = true;
        }
        self.later(away, Event::Restart { peer });
    }

    pub(super) fn restart(&mut self, peer: usize) {
        let secret = secret(self.seed, peer);
        let journal = self.peers[peer].journal.iter().map(|raw| raw.as_ref());
        let (key, nonce) = (self.keys[peer].clone(), self.nonces[peer]);
        let first_time = self.peers[peer].crashes == 0;
        let table = if first_time {
            let compare = self.below(COMPARE);
            self.later(compare, Event::Compare { peer });
            Table::new(&self.charter, key, secret, nonce).unwrap()
        } else {
            Table::resume(&self.charter, key, secret, nonce, journal).unwrap()
        };
        // As a session does: what a killed process had only handed to the system is forced to the disk before anything of it leaves.
        self.peers[peer].synced = self.peers[peer].journal.len();
        // As a session does: the log is written anew from what the table puts out.
        self.peers[peer].log.clear();
        self.peers[peer].left = table.view().has_left();
        let steps = table.have().step;
        let fallen = &mut self.peers[peer];
        fallen.table = Some(table);
        if std::mem::take(&mut fallen.forgot) {
            fallen.folds.retain(|(number, _)| *number < steps);
        }
        self.carry_out(peer);
    }
}

//! What befalls people in a storm, and what they do about it: networks break, players go home or cannot be reached, others vote to go on
//! without them, and everybody makes moves.

use super::*;

impl Storm {
    /// Now and then the network breaks.
    pub(super) fn blow(&mut self, peer: usize) {
        if peer == 0 && self.chance(self.weather.cut) {
            let everybody = (1u64 << self.peers.len()) - 1;
            let sides = (self.below(everybody) & 0xff) as u8;
            self.sides = sides;
            let lasts = 1 + self.below(800);
            self.later(lasts, Event::Cut { sides: 0 });
        }
    }

    /// Now and then somebody goes home; somebody always stays.
    pub(super) fn leave(&mut self, peer: usize) {
        let left =
            |peer: &Peer| peer.left || peer.table.as_ref().is_some_and(|table| table.view().has_left());
        let staying = self.peers.iter().filter(|peer| !left(peer)).count();
        if staying < 2 || left(&self.peers[peer]) || !self.chance(self.weather.leave) || !self.chance(10) {
            return;
        }
        let votes = self.chance(50);
        if let Some(table) = &mut self.peers[peer].table {
            let overdue = if votes { table.ledger.missing() } else { SeatSet::EMPTY };
            // A vote can be all that comes of it, where that is what the others waited for.
            self.peers[peer].left = table.leave(overdue).is_ok();
            self.carry_out(peer);
        }
    }

    /// Now and then somebody is out of reach for long.
    pub(super) fn vanish(&mut self, peer: usize) {
        // Before seats are drawn nobody can be done without.
        let seated = self.peers[peer].table.as_ref().is_some_and(|table| table.seat().is_some());
        if self.weather.silent && peer == 0 && seated && self.now > 300 && self.chance(10) {
            self.peers[peer].unreachable_until = u64::MAX;
            self.lost_since.get_or_insert(self.now);
        } else if self.peers[peer].unreachable_until < self.now
            && self.chance(self.weather.vanish)
            && self.chance(10)
        {
            self.peers[peer].unreachable_until = self.now + 300 + self.below(3_000);
        }
    }

    /// Whoever has waited long enough wants to go on without those who are waited for, or agrees to what others want; now and then
    /// without somebody else, too.
    pub(super) fn vote(&mut self, peer: usize) {
        let now = self.now;
        let grace = self.weather.grace;
        let someone = self.below(self.peers.len() as u64) as u8;
        // People want different things, but not for ever: a step has a bounded number of ballots.
        // Who wants to go on without somebody who is there, together with somebody who is silent then, waits for that one for ever.
        let capricious = self.chance(20) && now < STORM_LASTS && !self.weather.silent;
        let lost_long = self.lost_since.is_some_and(|since| now - since > grace);
        let Peer { table: Some(table), waits, .. } = &mut self.peers[peer] else { return };
        let step = table.have().step;
        if waits.0 != step {
            *waits = (step, now);
        }
        if now - waits.1 < grace || table.view().owing() != Owing::Nothing {
            return;
        }
        let ballots = table.ledger.open_ballots();
        let capricious = capricious && ballots.first().is_none_or(|open| open.ballot < 8);
        let mut missing = table.ledger.missing();
        let own = table.seat();
        if let Some(open) = ballots.first().filter(|_| !capricious) {
            missing = open.proposal.missing;
            if own.is_some_and(|own| open.agreed.contains(own)) {
                // Those who do not answer either.
                missing = missing.union(open.proposal.voters.without(open.agreed));
            }
        } else if capricious {
            missing.insert(Seat::new(someone).unwrap());
        }
        // They also see who cannot be reached any more.
        let lost = table.ledger.seating().and_then(|seating| seating.seat(0)).filter(|_| lost_long);
        let all: SeatSet = missing.iter().chain(lost).collect();
        let staying = table.ledger.playing();
        if staying.without(all).len() > all.len() {
            missing = all;
        }
        if table.vote(missing).is_ok() {
            self.votes += 1;
            self.carry_out(peer);
        }
    }

    pub(super) fn decide(&mut self, peer: usize) {
        let whim = if self.chance(20) { Some(self.below(1 << 16) as usize) } else { None };
        let Some(table) = &mut self.peers[peer].table else { return };
        match table.view().owing() {
            Owing::Nothing => return,
            Owing::Seal => {
                let everybody = SeatSet::all(table.ledger.seats());
                table.seal(everybody).unwrap();
            }
            Owing::Move => {
                // People decide otherwise after a restart.
                let view = table.view().seat_view().unwrap();
                let moves: Vec<_> = view.moves().collect();
                let choice = match whim {
                    Some(whim) => moves[whim % moves.len()],
                    None => mextrain_core::player::choose(&view).unwrap(),
                };
                table.act(choice).unwrap();
            }
        }
        self.carry_out(peer);
    }
}

//! Everything a window shows of a session, as one value that is replaced whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use libp2p::Multiaddr;
use mextrain_core::{
    Round, Scoreboard, Seat, SeatSet, SeatView, Tile, Tiles,
    bot::{Knowledge, Past},
};

use super::Ended;
use crate::charter::{Charter, Member, TableWords};
use crate::chat::Phrase;
use crate::ledger::{Counts, OpenBallot, Stage};
use crate::lobby::LobbyState;
use crate::name::Name;
use crate::node::Load;
use crate::place::JoinCode;
use crate::refusal::{Blame, Charge};
use crate::table::{Have, Owing, View};

/// A session as it stands.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Where others can reach this peer.
    pub addresses: Vec<String>,
    /// This peer's own join code, once it listens on an IPv4 address.
    pub code: Option<JoinCode>,
    /// The own key.
    pub key: [u8; 32],
    /// Whether this peer hosts the table.
    pub hosting: bool,
    /// The table before the match, once a seat is taken.
    pub lobby: Option<LobbyState>,
    /// The match, once it has begun.
    pub game: Option<Arc<Game>>,
    /// The keys of the players who are connected, the own one among them.
    pub online: BTreeSet<[u8; 32]>,
    /// The keys of the players of the match who are not connected, and since when.
    pub away: BTreeMap<[u8; 32], Instant>,
    /// Since when the current step has been waited for.
    pub waiting_since: Option<Instant>,
    /// Who has been waited for longer than the table has agreed to wait unasked, if anybody.
    pub overdue: Option<Overdue>,
    /// The newest phrases that were said at the table, oldest first, at most [`SAID`].
    pub said: Vec<Said>,
    /// Until when this player has said enough.
    pub silent_until: Option<Instant>,
    /// How many people watch the match, as far as members say.
    pub watching: u8,
    /// Who hosts the match, once it has begun, and where to look for a rematch.
    pub host: Option<HostPlace>,
    /// Whether the match was played to its end and everybody has it: nobody needs this peer any more.
    pub settled: bool,
    /// Who is proven to have broken the protocol, at most one accusation of each player and one more.
    pub accusations: Vec<Accusation>,
    /// How much others made the network node hold a second ago, during a match.
    pub load: Load,
    /// Why the session is over, if it is.
    pub ended: Option<Ended>,
}

/// Somebody has been waited for too long: the player is to be asked whether to go on without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overdue {
    /// Who.
    pub seats: SeatSet,
    /// How many grace times have passed.
    pub times: u32,
}

/// How many phrases a snapshot holds.
pub const SAID: usize = 8;

/// What somebody is proven to have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accusation {
    /// Who did what.
    pub charge: Charge,
    /// The file that proves it to anybody, if it could be kept.
    pub evidence: Option<PathBuf>,
    /// Whether the match was stopped for it.
    pub stopped: bool,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The key of who said it.
    pub key: [u8; 32],
    /// Its name.
    pub name: Name,
    /// What.
    pub phrase: Phrase,
    /// When it was heard here, so that it can fade.
    pub at: Instant,
}

/// A host, and where it may be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPlace {
    /// The host's key.
    pub key: [u8; 32],
    /// The host's name.
    pub name: Name,
    /// Where it was, the likeliest first.
    pub addresses: Vec<Multiaddr>,
}

impl Snapshot {
    /// Whether this peer is ready in the lobby.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.lobby.as_ref().and_then(|lobby| lobby.member(&self.key)).is_some_and(|member| member.ready)
    }

    /// Of those who are waited for: who is overdue, or out of reach.
    #[must_use]
    pub fn unreachable(&self) -> SeatSet {
        let Some(game) = self.game.as_deref() else { return SeatSet::EMPTY };
        let overdue = self.overdue.map_or(SeatSet::EMPTY, |overdue| overdue.seats);
        let offline = |seat: Seat| game.key_of(seat).is_some_and(|key| !self.online.contains(key));
        game.missing.iter().filter(|seat| overdue.contains(*seat) || offline(*seat)).collect()
    }

    /// Without whom to ask the others to go on: whoever has been waited for too long, and everybody else who has been out of reach for as
    /// long, since somebody who cannot answer would be waited for otherwise. Nobody, while nobody is overdue.
    #[must_use]
    pub fn long_missing(&self) -> SeatSet {
        let (Some(overdue), Some(game)) = (self.overdue, self.game.as_deref()) else { return SeatSet::EMPTY };
        let staying = game.staying();
        let awaited = overdue.seats.intersection(game.missing).intersection(staying);
        let grace = Duration::from_secs(u64::from(game.charter.absence.grace));
        let unreachable = |seat: &Seat| {
            let since = game.key_of(*seat).and_then(|key| self.away.get(key));
            since.is_some_and(|since| since.elapsed() >= grace)
        };
        if awaited.is_empty() { awaited } else { awaited.union(staying.iter().filter(unreachable).collect()) }
    }
}

/// A match as one seat sees it.
#[derive(Clone, Debug)]
pub struct Game {
    /// What was agreed on.
    pub charter: Arc<Charter>,
    /// The charter's id.
    pub charter_id: [u8; 32],
    /// The own place in the roster.
    pub member: usize,
    /// The own seat, once seats are drawn.
    pub seat: Option<Seat>,
    /// For each seat the place in the roster of who sits there; empty before seats are drawn.
    pub seating: Vec<usize>,
    /// The words to compare, once there are any.
    pub words: Option<TableWords>,
    /// What is being waited for.
    pub stage: Stage,
    /// How far the log is.
    pub have: Have,
    /// Who is being waited for (before seats are drawn: places in the roster).
    pub missing: SeatSet,
    /// The seats whose players have left for good.
    pub gone: SeatSet,
    /// The seats whose players vanished, and without whom the round is played. They may come back for the next one.
    pub away: SeatSet,
    /// The one of them whose tokens the others open: the round goes on without it, and its hand counts.
    pub unlocked: Option<Seat>,
    /// The seats without any single one of which the round could go on.
    pub dispensable: SeatSet,
    /// What players want who would go on without somebody, the newest first.
    pub ballots: Vec<OpenBallot>,
    /// The round's public side.
    pub round: Option<Round>,
    /// What everybody has learnt in it about each other's hands.
    pub past: Past,
    /// The own hand.
    pub hand: Tiles,
    /// The own tile that was just drawn and is to be played or kept.
    pub drawn: Option<Tile>,
    /// What this player is asked for.
    pub owing: Owing,
    /// This program has come back to the match: nothing is owed before one of the others has been heard.
    pub hears_first: bool,
    /// The scores.
    pub scoreboard: Scoreboard,
    /// How much has been checked.
    pub counts: Counts,
    /// Why the match was stopped, if it was.
    pub fault: Option<Blame>,
    /// Where the match's log is.
    pub log: PathBuf,
}

impl Game {
    /// A copy of what a table shows.
    #[must_use]
    pub fn of(view: View<'_>, have: Have, log: PathBuf) -> Game {
        let ledger = view.ledger();
        let seats = ledger.seats().iter();
        let seating = ledger.seating().map(|seating| seats.filter_map(|seat| seating.member(seat)).collect());
        Game {
            charter: ledger.charter().clone(),
            charter_id: ledger.charter_id(),
            member: view.member(),
            seat: view.seat(),
            seating: seating.unwrap_or_default(),
            words: ledger.words(),
            stage: ledger.stage(),
            have,
            missing: ledger.missing(),
            gone: ledger.gone(),
            away: ledger.away(),
            unlocked: ledger.unlocked(),
            dispensable: ledger.dispensable(),
            ballots: ledger.open_ballots(),
            round: ledger.round().cloned(),
            past: ledger.past().cloned().unwrap_or_default(),
            hand: view.hand(),
            drawn: view.drawn(),
            owing: view.owing(),
            hears_first: view.hears_first(),
            scoreboard: ledger.scoreboard().clone(),
            counts: ledger.counts(),
            fault: ledger.fault(),
            log,
        }
    }

    /// The seats whose players have neither left nor been gone on without.
    #[must_use]
    pub fn staying(&self) -> SeatSet {
        SeatSet::all(self.charter.seats()).without(self.gone).without(self.away)
    }

    /// The player at a seat. Before seats are drawn a seat is a place in the roster.
    #[must_use]
    pub fn member(&self, seat: Seat) -> Option<&Member> {
        let place = if self.seating.is_empty() { seat.index() } else { *self.seating.get(seat.index())? };
        self.charter.roster.get(place)
    }

    /// The key of the player at a seat.
    #[must_use]
    pub fn key_of(&self, seat: Seat) -> Option<&[u8; 32]> {
        self.member(seat).map(|member| &member.key)
    }

    /// The name of the player at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&Name> {
        self.member(seat).map(|member| &member.name)
    }

    /// The names of the players by seat; before seats are drawn by place in the roster.
    #[must_use]
    pub fn names(&self) -> Vec<&Name> {
        SeatSet::all(self.charter.seats()).iter().filter_map(|seat| self.name(seat)).collect()
    }

    /// The round as this seat sees it, for asking what it may do.
    #[must_use]
    pub fn seat_view(&self) -> Option<SeatView<'_>> {
        Some(SeatView::new(self.round.as_ref()?, self.seat?, self.hand, self.drawn))
    }

    /// All that this seat may decide by.
    #[must_use]
    pub fn knowledge(&self) -> Option<Knowledge<'_>> {
        Some(Knowledge { view: self.seat_view()?, past: &self.past })
    }
}

//! A guest's side: following the host, and holding it to what was agreed on.

use super::{Change, LobbyState, changes};
use crate::charter::Charter;

/// A seat at somebody else's table.
#[derive(Clone, Debug)]
pub struct Guest {
    key: [u8; 32],
    commitment: [u8; 32],
    host: [u8; 32],
    state: LobbyState,
    ready: bool,
    /// The table was entered knowing that it begins when it is full, and nothing of what it plays has changed since.
    begins_unasked: bool,
}

/// What a host must not tell its guests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LobbyFault {
    /// It tells of another table.
    #[error("the host speaks of another table")]
    OtherTable,
    /// Its own seat is not the first.
    #[error("the table has another host")]
    OtherHost,
    /// The own seat is gone, or not as it was taken.
    #[error("the host gave this seat away")]
    NoSeat,
}

/// What a charter says otherwise than was agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// It was issued before this seat was ready.
    #[error("the host began before this seat was ready")]
    NotReady,
    /// Another table.
    #[error("the charter is another table's")]
    Table,
    /// Other rules, or another way of proving.
    #[error("the charter has other rules than this seat was ready for")]
    Rules,
    /// Other people, or the same with another name, key or commitment.
    #[error("the charter has other players than sit at the table")]
    Roster,
}

impl Guest {
    /// A seat just taken: `state` is what the host (whose key is `host`) answered.
    ///
    /// # Errors
    /// [`LobbyFault`].
    pub fn new(
        key: [u8; 32],
        commitment: [u8; 32],
        host: [u8; 32],
        state: LobbyState,
    ) -> Result<Guest, LobbyFault> {
        let begins_unasked = state.start_when_full;
        let guest = Guest { key, commitment, host, state, ready: false, begins_unasked };
        guest.check(&guest.state)?;
        Ok(guest)
    }

    /// The host tells how the table stands now. What is older than what is known is passed over.
    ///
    /// # Errors
    /// [`LobbyFault`].
    pub fn update(&mut self, state: LobbyState) -> Result<Vec<Change>, LobbyFault> {
        self.check(&state)?;
        if state.seq <= self.state.seq {
            return Ok(Vec::new());
        }
        if state.agreement != self.state.agreement || state.start_when_full != self.state.start_when_full {
            self.ready = false;
            self.begins_unasked = false;
        }
        let changes = changes(&self.state, &state);
        self.state = state;
        Ok(changes)
    }

    /// This seat is ready, or not, for the table as it is known. Gives the `seq` to tell the host.
    pub fn set_ready(&mut self, ready: bool) -> u32 {
        self.ready = ready;
        self.state.seq
    }

    /// Whether the charter says exactly what this seat was ready for.
    ///
    /// # Errors
    /// [`Disagreement`]. With [`Disagreement::Roster`] the host may only have been quicker than its own news: it can be told so.
    pub fn accept(&self, charter: &Charter) -> Result<(), Disagreement> {
        if charter.table != self.state.table {
            return Err(Disagreement::Table);
        }
        if charter.rules != self.state.agreement.rules
            || charter.proofs != self.state.agreement.proofs
            || charter.absence != self.state.agreement.absence
            || charter.roster.len() != self.state.agreement.seats.count()
        {
            return Err(Disagreement::Rules);
        }
        let same_roster = charter.roster.len() == self.state.members.len()
            && charter.roster.iter().zip(&self.state.members).all(|(member, known)| {
                (&member.name, member.key, member.commitment) == (&known.name, known.key, known.commitment)
            });
        if !same_roster {
            return Err(Disagreement::Roster);
        }
        if self.ready || self.begins_unasked { Ok(()) } else { Err(Disagreement::NotReady) }
    }

    /// The table as it is known.
    #[must_use]
    pub fn state(&self) -> &LobbyState {
        &self.state
    }

    /// Whether this seat is ready.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    fn check(&self, state: &LobbyState) -> Result<(), LobbyFault> {
        if state.table != self.state.table {
            return Err(LobbyFault::OtherTable);
        }
        if state.members.first().map(|host| host.key) != Some(self.host) {
            return Err(LobbyFault::OtherHost);
        }
        match state.member(&self.key) {
            Some(seat) if seat.commitment == self.commitment => Ok(()),
            _ => Err(LobbyFault::NoSeat),
        }
    }
}

//! The host's side: the roster, and who may come onto it.

use mextrain_core::RulesErrors;

use super::{Agreement, Candidate, LobbyState, Refused, Seated};
use crate::charter::{self, Charter, Member, check_rules};
use crate::name::Name;
use crate::node::message::{Address, PROTOCOL_VERSION};
use crate::refusal::Refusal;
use crate::wire::Bounded;

/// A table that this peer hosts.
#[derive(Clone, Debug)]
pub struct Host {
    state: LobbyState,
    started: bool,
}

/// Why a table cannot be, or not in this way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The rules cannot be played by that many.
    #[error("{0}")]
    Rules(#[from] RulesErrors),
    /// More people sit there than there would be seats.
    #[error("{members} players sit at the table already")]
    TooFewSeats {
        /// How many sit there.
        members: usize,
    },
    /// The host's own key or commitment.
    #[error("the host's own seat was refused: {}", .0.code())]
    OwnSeat(Refusal),
    /// The match has begun.
    #[error("the match has begun")]
    Started,
}

/// Why the match does not begin yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotYet {
    /// There are free seats.
    #[error("{}", free_seats(*.0))]
    FreeSeats(usize),
    /// Somebody is not ready.
    #[error("{0} is not ready")]
    NotReady(Name),
    /// It has begun.
    #[error("the match has begun")]
    Started,
    /// The charter that would come of it is refused.
    #[error("no charter can be made of this table: {}", .0.code())]
    Charter(Refusal),
}

fn free_seats(count: usize) -> String {
    if count == 1 { "there is 1 free seat".to_owned() } else { format!("there are {count} free seats") }
}

impl Host {
    /// A new table with the host as its only member.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(
        table: [u8; 16],
        name: Name,
        agreement: Agreement,
        start_when_full: bool,
        own: Seated,
    ) -> Result<Host, SetupError> {
        check_rules(&agreement.rules, agreement.seats)?;
        charter::identity_key(&own.key).map_err(SetupError::OwnSeat)?;
        let members = vec![Seated { ready: false, ..own }];
        let state = LobbyState { table, name, seq: 1, agreed: 1, agreement, start_when_full, members };
        Ok(Host { state, started: false })
    }

    /// Gives a seat to the peer with this key, whose addresses these are. Asking again with the same commitment changes nothing; with
    /// another (the program was started anew) it takes the old one's place, and is not ready.
    ///
    /// # Errors
    /// [`Refused`]; nothing has changed then.
    pub fn join(
        &mut self,
        key: [u8; 32],
        candidate: &Candidate,
        addresses: Bounded<Address, 4>,
    ) -> Result<(), Refused> {
        if candidate.version != PROTOCOL_VERSION || candidate.engine != charter::ENGINE {
            return Err(Refused::Version { protocol: PROTOCOL_VERSION, engine: charter::ENGINE });
        }
        if candidate.table.is_some_and(|table| table != self.state.table) {
            return Err(Refused::NoSuchTable);
        }
        if self.started {
            return Err(Refused::Started);
        }
        charter::identity_key(&key).map_err(|_| Refused::Signature)?;
        let others = || self.state.members.iter().filter(|member| member.key != key);
        if others().any(|member| member.commitment == candidate.commitment) {
            return Err(Refused::Commitment);
        }
        let name = candidate.name.distinct_from(others().map(|member| &member.name).collect::<Vec<_>>());
        let place = self.state.members.iter().position(|member| member.key == key);
        if place == Some(0) {
            // The host's own key from somewhere else: no stranger, and no guest.
            return Err(Refused::Signature);
        }
        let seated = Seated {
            name,
            key,
            commitment: candidate.commitment,
            bot: candidate.bot,
            ready: false,
            addresses,
        };
        let full = self.state.is_full();
        match place.and_then(|place| self.state.members.get_mut(place)) {
            Some(old) if old.commitment == candidate.commitment => return Ok(()),
            Some(old) => *old = seated,
            None if full => return Err(Refused::Full),
            None => self.state.members.push(seated),
        }
        self.touch();
        Ok(())
    }

    /// Takes the peer's seat back. `false` if it had none, or the match has begun.
    pub fn leave(&mut self, key: &[u8; 32]) -> bool {
        let place = self.state.members.iter().position(|member| member.key == *key);
        match place {
            Some(place) if place > 0 && !self.started => {
                self.state.members.remove(place);
                self.touch();
                true
            }
            _ => false,
        }
    }

    /// The member is ready, or not, for the table as it stood at `seq`.
    ///
    /// # Errors
    /// [`Refused::Stale`] if the agreement has changed since, [`Refused::NotMember`], [`Refused::Started`].
    pub fn ready(&mut self, key: &[u8; 32], seq: u32, ready: bool) -> Result<(), Refused> {
        if self.started {
            return Err(Refused::Started);
        }
        let (agreed, newest) = (self.state.agreed, self.state.seq);
        let member =
            self.state.members.iter_mut().find(|member| member.key == *key).ok_or(Refused::NotMember)?;
        if ready && !(agreed..=newest).contains(&seq) {
            return Err(Refused::Stale);
        }
        if member.ready != ready {
            member.ready = ready;
            self.touch();
        }
        Ok(())
    }

    /// Changes what is agreed on: nobody is ready for it yet.
    ///
    /// # Errors
    /// [`SetupError`]; nothing has changed then.
    pub fn agree(&mut self, agreement: Agreement) -> Result<(), SetupError> {
        if self.started {
            return Err(SetupError::Started);
        }
        check_rules(&agreement.rules, agreement.seats)?;
        let members = self.state.members.len();
        if members > agreement.seats.count() {
            return Err(SetupError::TooFewSeats { members });
        }
        if agreement != self.state.agreement {
            self.state.agreement = agreement;
            self.touch();
            self.state.agreed = self.state.seq;
            for member in &mut self.state.members {
                member.ready = false;
            }
        }
        Ok(())
    }

    /// Where a member, the host among them, can be reached.
    pub fn set_addresses(&mut self, key: &[u8; 32], addresses: Bounded<Address, 4>) {
        let member = self.state.members.iter_mut().find(|member| member.key == *key);
        if let Some(member) = member.filter(|member| member.addresses != addresses) {
            member.addresses = addresses;
            self.touch();
        }
    }

    /// The charter, if the table is full and everybody is ready (or the table begins when full).
    ///
    /// # Errors
    /// [`NotYet`].
    pub fn charter(&self) -> Result<Charter, NotYet> {
        if self.started {
            return Err(NotYet::Started);
        }
        let free = self.state.agreement.seats.count().saturating_sub(self.state.members.len());
        if free > 0 {
            return Err(NotYet::FreeSeats(free));
        }
        let idle = self.state.members.iter().find(|member| !member.ready);
        if let Some(member) = idle.filter(|_| !self.state.start_when_full) {
            return Err(NotYet::NotReady(member.name.clone()));
        }
        let roster = self.state.members.iter().map(|member| Member {
            name: member.name.clone(),
            key: member.key,
            commitment: member.commitment,
        });
        let charter = Charter {
            table: self.state.table,
            rules: self.state.agreement.rules,
            proofs: self.state.agreement.proofs,
            absence: self.state.agreement.absence,
            roster: roster.collect(),
        };
        charter.check().map_err(NotYet::Charter)?;
        Ok(charter)
    }

    /// Everybody has the charter: from now on nothing of the table changes.
    pub fn close(&mut self) {
        self.started = true;
    }

    /// The table as it stands.
    #[must_use]
    pub fn state(&self) -> &LobbyState {
        &self.state
    }

    fn touch(&mut self) {
        self.state.seq = self.state.seq.wrapping_add(1);
    }
}

//! Where a game comes from: a seat at a table of the network, or at one in this process. Screens do not care which.

use std::{sync::Arc, time::Duration};

use mextrain_core::{Move, SeatSet};
use mextrain_net::{
    chat::Phrase,
    lobby::Agreement,
    session::{SessionEvent, Snapshot},
};

/// Called from anywhere when there is something new to show.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What the person at a seat wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To make this move.
    Act(Move),
    /// To go on to the next round.
    NextRound,
    /// To be ready for the match, or not.
    Ready(bool),
    /// To play by other rules, or with other seats: hosts only. Nobody is ready any more.
    Agree(Box<Agreement>),
    /// To begin with whoever sits at the table: hosts only.
    Start,
    /// To go on without these, who are waited for at this step.
    GoOnWithout(u32, SeatSet),
    /// To say this to everybody.
    Say(Phrase),
    /// To leave the match for good, so that the others go on without this seat.
    Farewell,
    /// To leave the table.
    Leave,
}

/// A seat of the person in front of the window.
pub trait Seat {
    /// The table as it stands, always the newest.
    fn snapshot(&self) -> Arc<Snapshot>;

    /// Passes on what the person wants. It never waits; what came of it shows in the next [`snapshot`](Self::snapshot), and a
    /// refusal among the [`news`](Self::news).
    fn send(&mut self, intent: Intent);

    /// Leaves the table, and comes back when that is done: for the end of the program, which nothing outlives. It takes `patience` at the
    /// most.
    fn goodbye(&mut self, patience: Duration);

    /// What has happened since the last call, oldest first.
    fn news(&mut self) -> Vec<News>;

    /// Whether this is a game against bots in this process, which nobody else sees.
    fn is_practice(&self) -> bool;
}

/// Something new at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It happened.
    Event(SessionEvent),
    /// What was wanted was not done, and why.
    Refused(String),
}

//! A log that is still being written, followed as it grows: every step is checked, as a seat at the table checks it, before it is told.
//!
//! The bytes come in pieces of any size, from wherever; nothing of them is believed. This is the walk of [`super::verify`] with a judge that
//! judges at once, over an input that never ends inside a record.

use std::{
    fmt,
    io::{self, Read},
};

use super::{
    frame::{CHECK_LEN, HEAD_LEN, MAX_RECORD},
    walk::{Obstacle, Walk},
};
use crate::ledger::{AtOnce, Folded, Ledger};

/// Follows one log. Memory is bounded by a step, a piece, and what the ledger keeps.
#[derive(Default)]
pub struct Follower {
    state: State,
    /// The bytes behind the last whole step.
    loose: Vec<u8>,
    /// How many bytes stand before those.
    behind: u64,
}

enum State {
    /// Head and charter are not whole yet.
    Beginning(Feed),
    Following(Box<Walk<Feed>>),
    /// Something was refused: the log goes on no further.
    Ended(Option<Box<Walk<Feed>>>),
}

impl Default for State {
    fn default() -> State {
        State::Beginning(Feed::default())
    }
}

impl fmt::Debug for Follower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Follower").field("behind", &self.behind).finish_non_exhaustive()
    }
}

impl Follower {
    /// A log of which nothing is known yet.
    #[must_use]
    pub fn new() -> Follower {
        Follower::default()
    }

    /// From which byte on the log is wanted next.
    #[must_use]
    pub fn wanted(&self) -> u64 {
        self.behind + self.loose.len() as u64
    }

    /// What is known so far, once there is a charter.
    #[must_use]
    pub fn ledger(&self) -> Option<&Ledger> {
        match &self.state {
            State::Beginning(_) => None,
            State::Following(walk) => Some(walk.ledger()),
            State::Ended(walk) => walk.as_deref().map(Walk::ledger),
        }
    }

    /// The bytes that belong to no whole step: of a step that is not complete, or what stopped the match.
    #[must_use]
    pub fn loose(&self) -> &[u8] {
        &self.loose
    }

    /// Takes in the next bytes of the log. Each step that is complete and holds goes to `listener`, with the ledger as it is then, and the
    /// bytes of the log that brought it.
    ///
    /// # Errors
    /// [`Obstacle`]; nothing more is taken in after it.
    pub fn take(
        &mut self,
        bytes: &[u8],
        mut listener: impl FnMut(&Ledger, &Folded, &[u8]),
    ) -> Result<(), Obstacle> {
        match &mut self.state {
            State::Beginning(feed) => feed.push(bytes),
            State::Following(walk) => walk.input().push(bytes),
            State::Ended(_) => return Ok(()),
        }
        self.loose.extend_from_slice(bytes);
        let outcome = self.go_on(&mut listener);
        if outcome.is_err() {
            let walk = match std::mem::take(&mut self.state) {
                State::Following(walk) => Some(walk),
                State::Beginning(_) | State::Ended(_) => None,
            };
            self.state = State::Ended(walk);
        }
        outcome
    }

    fn go_on(&mut self, listener: &mut impl FnMut(&Ledger, &Folded, &[u8])) -> Result<(), Obstacle> {
        if let State::Beginning(feed) = &mut self.state {
            if !feed.has_record() {
                return Ok(());
            }
            self.state = State::Following(Box::new(Walk::begin(std::mem::take(feed))?));
        }
        let State::Following(walk) = &mut self.state else { return Ok(()) };
        while let Some(folded) = walk.next_step(&mut AtOnce)? {
            let length = usize::try_from(walk.offset().saturating_sub(self.behind)).unwrap_or(usize::MAX);
            let step: Vec<u8> = self.loose.drain(..length.min(self.loose.len())).collect();
            self.behind = walk.offset();
            listener(walk.ledger(), &folded, &step);
        }
        Ok(())
    }
}

/// The bytes that have come and were not read: of these, whole records only.
#[derive(Default)]
struct Feed {
    bytes: Vec<u8>,
    /// How many of them were read.
    read: usize,
    /// How many of them are whole records, or can never become one.
    whole: usize,
    /// How many records were whole, the file's head counted as one.
    parts: usize,
}

impl Feed {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.whole -= self.read;
        self.read = 0;
        self.bytes.extend_from_slice(bytes);
        while let Some(length) = self.next_part() {
            self.whole += length;
            self.parts += 1;
        }
    }

    fn has_record(&self) -> bool {
        self.parts > 1
    }

    /// The length of the next part, if all of it is there.
    fn next_part(&self) -> Option<usize> {
        let rest = self.bytes.get(self.whole..).filter(|rest| !rest.is_empty())?;
        let length = match (self.parts, rest) {
            (0, _) => HEAD_LEN,
            (_, [_, a, b, c, d, ..]) => {
                let payload = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
                // No record is as long: the reader is to see that, and not to wait for it.
                if payload > MAX_RECORD { rest.len() } else { 5 + payload + CHECK_LEN }
            }
            _ => return None,
        };
        (rest.len() >= length).then_some(length)
    }
}

impl Read for Feed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut ready = self.bytes.get(self.read..self.whole).unwrap_or_default();
        let count = ready.read(into)?;
        self.read += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charter::Proofs;
    use crate::log::frame::Damage;
    use crate::table::tests::{Simulation, short};

    fn finished_log() -> Vec<u8> {
        let mut table = Simulation::new(2, short(1), Proofs::EveryTurn, 7);
        table.run();
        table.log_file(0)
    }

    /// The steps and bytes that a follower tells of, given pieces of this size.
    fn told(log: &[u8], piece: usize) -> (u32, Vec<u8>, Follower) {
        let (mut follower, mut steps, mut written) = (Follower::new(), 0, Vec::new());
        for bytes in log.chunks(piece) {
            let took = follower.take(bytes, |ledger, folded, bytes| {
                assert_eq!((folded.step, ledger.step()), (steps, steps + 1));
                steps += 1;
                written.extend_from_slice(bytes);
            });
            took.unwrap();
        }
        assert_eq!(follower.wanted(), log.len() as u64);
        (steps, written, follower)
    }

    #[test]
    fn pieces_of_any_size_tell_the_same() {
        let log = finished_log();
        let whole = told(&log, log.len());
        assert_eq!(whole.1, log);
        assert_eq!(whole.2.ledger().unwrap().stage(), crate::ledger::Stage::Over);
        for piece in [97, 4096] {
            let (steps, written, follower) = told(&log, piece);
            assert_eq!((steps, &written), (whole.0, &log), "{piece}");
            assert!(follower.loose().is_empty());
        }
    }

    #[test]
    fn what_was_changed_on_the_way_is_not_told() {
        let mut log = finished_log();
        let at = log.len() / 2;
        if let Some(byte) = log.get_mut(at) {
            *byte ^= 1;
        }
        let (mut follower, mut written) = (Follower::new(), Vec::new());
        let took = follower.take(&log, |_, _, bytes| written.extend_from_slice(bytes));
        assert!(matches!(took, Err(Obstacle::Damage(Damage::Broken { .. }))), "{took:?}");
        assert!(written.len() <= at && log.starts_with(&written) && !written.is_empty());
        assert!(follower.take(&log, |_, _, _| panic!("nothing goes on")).is_ok());
    }

    #[test]
    fn no_garbage_is_waited_for() {
        for garbage in [vec![0; 4096], vec![0xFF; 4096]] {
            assert!(Follower::new().take(&garbage, |_, _, _| panic!("nothing is told")).is_err());
        }
        // A head, and a record that would be longer than any is.
        let head: Vec<u8> = finished_log().into_iter().take(HEAD_LEN).collect();
        let endless = [&head[..], &[1], &u32::MAX.to_le_bytes()].concat();
        let took = Follower::new().take(&endless, |_, _, _| panic!("nothing is told"));
        assert!(matches!(took, Err(Obstacle::Damage(Damage::Broken { .. }))), "{took:?}");
    }
}

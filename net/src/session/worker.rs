//! The thread that owns a match's [`Table`] and its files. Proofs take milliseconds of pure computing: here they hold up nobody's
//! heartbeat.
//!
//! It carries out what the table wants done in the order in which the table wants it: an envelope is on disk before it leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use mextrain_core::{Move, SeatSet};
use tokio::sync::{mpsc, oneshot};

use super::event::SessionEvent;
use super::failed::Failed;
use super::report;
use super::snapshot::Game;
use crate::contradiction::Contradiction;
use crate::ledger::{Happening, Receipt, Stage};
use crate::log::{JournalWriter, LogWriter, evidence};
use crate::node::message::SYNC_BUDGET;
use crate::node::{GossipToken, Judgement};
use crate::refusal::{Blame, Refusal};
use crate::table::{ActError, Evidence, Have, Output, Table, TableEvent};

/// How many inputs may wait: a step of eight seats many times over. What does not fit is fetched again.
pub(crate) const INPUTS: usize = 256;

/// What the worker is told.
pub(super) enum Input {
    /// One published envelope.
    Gossip { envelope: Vec<u8>, token: GossipToken, from: [u8; 32] },
    /// Envelopes that were asked for.
    Fetched { envelopes: Vec<Vec<u8>>, from: [u8; 32], more: bool },
    /// The player's move.
    Act { choice: Move, reply: oneshot::Sender<Result<(), ActError>> },
    /// The player confirms the scores, while these are connected.
    Seal { here: BTreeSet<[u8; 32]>, reply: oneshot::Sender<Result<(), ActError>> },
    /// The player agrees to go on without these seats.
    Vote { step: u32, missing: SeatSet, reply: oneshot::Sender<Result<(), ActError>> },
    /// The player leaves for good, while these are overdue or out of reach.
    Farewell { overdue: SeatSet, reply: oneshot::Sender<Result<(), ActError>> },
    /// Others have said that nothing is lacking here.
    CaughtUp,
    /// What does somebody lack who has come this far?
    Lacking { theirs: Have, reply: oneshot::Sender<Lacking> },
}

/// What somebody lacks.
#[derive(Debug)]
pub(super) struct Lacking {
    pub have: Have,
    pub envelopes: Vec<Arc<[u8]>>,
    pub more: bool,
}

/// What the worker tells.
#[derive(Debug)]
pub(super) enum Told {
    /// An own envelope, on disk, to be published.
    Send(Arc<[u8]>),
    /// Something for people.
    Event(SessionEvent),
    /// The match as it stands now.
    Game(Arc<Game>),
    /// What is to become of a published message.
    Judged(GossipToken, Judgement),
    /// This member is further than the table here.
    Behind([u8; 32]),
    /// This member has given all that it has, and nothing of it was news.
    NothingNew([u8; 32]),
    /// The match cannot go on on this machine.
    Failed(Failed),
}

/// A match's table with its files.
pub(super) struct Seat {
    pub table: Table,
    pub journal: JournalWriter,
    pub log: LogWriter,
    /// Held, not used: others find the session taken while this file is open, which is as long as anything can still be written.
    pub _lock: File,
}

/// A thread that was started.
pub(super) struct Started {
    pub inputs: mpsc::Sender<Input>,
    pub told: mpsc::Receiver<Told>,
    pub thread: JoinHandle<()>,
}

/// Starts the thread. It ends when the inputs' sender, or the receiver of what it tells, is dropped.
///
/// # Errors
/// What the system says.
pub(super) fn start(seat: Seat, capacity: usize) -> io::Result<Started> {
    let (inputs_in, inputs) = mpsc::channel(INPUTS);
    let (told, told_out) = mpsc::channel(capacity);
    let worker = Worker {
        log_path: seat.log.path().to_owned(),
        seat,
        told,
        round_began: Instant::now(),
        announced: None,
        progress: None,
        kept: BTreeMap::new(),
        dead: false,
    };
    let builder = std::thread::Builder::new().name("mextrain-table".to_owned());
    let thread = builder.spawn(move || worker.run(inputs))?;
    Ok(Started { inputs: inputs_in, told: told_out, thread })
}

struct Worker {
    seat: Seat,
    log_path: PathBuf,
    told: mpsc::Sender<Told>,
    round_began: Instant,
    /// The step whose turn was announced last.
    announced: Option<u32>,
    progress: Option<SessionEvent>,
    /// The files that prove that somebody contradicted itself, by place in the roster.
    kept: BTreeMap<usize, PathBuf>,
    /// Files cannot be written: nothing may be signed any more.
    dead: bool,
}

impl Worker {
    fn run(mut self, mut inputs: mpsc::Receiver<Input>) {
        self.tell(Told::Event(SessionEvent::Log { path: self.log_path.display().to_string() }));
        // A match that was over before this program began is no news to its table, and some to whoever reads this.
        let was_over = self.seat.table.view().ledger().stage() == Stage::Over;
        self.carry_out();
        if was_over && self.happened(&Happening::MatchOver).is_err() {
            tracing::warn!("the log may lack its end");
        }
        while let Some(input) = inputs.blocking_recv() {
            if self.told.is_closed() {
                break;
            }
            if self.take(input) {
                self.carry_out();
            }
        }
        // Everything that was sent is on disk already; this is for the log's last steps.
        if let Err(error) = self.seat.log.sync() {
            tracing::warn!(%error, "the log may lack its end");
        }
    }

    /// Gives the input to the table. `false`: nothing can have changed.
    fn take(&mut self, input: Input) -> bool {
        match input {
            // Nothing is answered either: what could not be written down must not leave, since after a restart this seat would not know that
            // it had signed it.
            _ if self.dead => false,
            Input::Lacking { theirs, reply } => {
                let have = self.seat.table.have();
                let envelopes = self.seat.table.envelopes_beyond(theirs, SYNC_BUDGET);
                // Whoever got everything asks once more for nothing.
                let more = envelopes.len() > 1 && theirs.step.saturating_add(1) < have.step;
                let _ = reply.send(Lacking { have, envelopes, more });
                false
            }
            Input::Gossip { envelope, token, from } => {
                let receipt = self.seat.table.receive(&envelope);
                self.tell(Told::Judged(token, judgement(&receipt)));
                if receipt == Receipt::Early {
                    self.tell(Told::Behind(from));
                }
                true
            }
            Input::Fetched { envelopes, from, more } => {
                let learned = self.seat.table.learned();
                for envelope in envelopes {
                    // Proofs take time, and nobody may be there any more who wants to know.
                    if self.told.is_closed() {
                        break;
                    }
                    if let Receipt::Refused(blame) = self.seat.table.receive(&envelope) {
                        tracing::debug!(
                            code = blame.refusal.code(),
                            step = blame.step,
                            "a fetched envelope was refused"
                        );
                    }
                    self.carry_out();
                }
                if more {
                    self.tell(Told::Behind(from));
                } else if self.seat.table.learned() == learned {
                    self.tell(Told::NothingNew(from));
                }
                true
            }
            Input::CaughtUp => {
                self.seat.table.caught_up();
                true
            }
            Input::Act { choice, reply } => reply.send(self.seat.table.act(choice)).is_ok(),
            Input::Seal { here, reply } => {
                let here = self.seats_of(&here);
                reply.send(self.seat.table.seal(here)).is_ok()
            }
            Input::Vote { step, missing, reply } => {
                // What the player saw may have been settled since; a vote cannot be taken back.
                let current = self.seat.table.have().step == step;
                let voted = if current { self.seat.table.vote(missing) } else { Err(ActError::NotOwed) };
                reply.send(voted).is_ok()
            }
            Input::Farewell { overdue, reply } => reply.send(self.seat.table.leave(overdue)).is_ok(),
        }
    }

    fn carry_out(&mut self) {
        if self.dead {
            return;
        }
        if let Err(error) = self.carry_out_all() {
            self.dead = true;
            self.tell(Told::Failed(Failed::NoFiles(error.to_string())));
            return;
        }
        // The state before the news of whose turn it is: whoever hears the news shows the state.
        let game = Game::of(self.seat.table.view(), self.seat.table.have(), self.log_path.clone());
        self.tell(Told::Game(Arc::new(game)));
        self.announce_progress();
        self.announce_turn();
    }

    fn carry_out_all(&mut self) -> io::Result<()> {
        while let Some(output) = self.seat.table.poll_output() {
            self.carry_out_one(output)?;
        }
        self.keep_for_leavers()
    }

    fn carry_out_one(&mut self, output: Output) -> io::Result<()> {
        match output {
            Output::Journal(envelope) => self.seat.journal.append(&envelope)?,
            Output::Send(envelope) => {
                self.seat.journal.sync()?;
                self.tell(Told::Send(envelope));
            }
            Output::Rewound => {
                let charter = self.seat.table.view().ledger().charter_bytes().clone();
                self.seat.log = LogWriter::create(&self.log_path, &charter)?;
            }
            Output::Folded(step) => self.seat.log.append_step(&step)?,
            Output::Stopped(evidence) => {
                self.seat.log.append_stop(&evidence)?;
                let kept = self.keep_stopped(&evidence);
                let ledger = self.seat.table.view().ledger();
                let event = report::fault(ledger, &evidence.blame, evidence.kind(), kept.as_deref());
                self.tell(Told::Event(event));
            }
            Output::Contradicted(contradiction) => self.contradicted(&contradiction),
            Output::Event(TableEvent::Happened { happening, .. }) => self.happened(&happening)?,
            // Turns are announced with the state that they are about.
            Output::Event(TableEvent::Asked) => {}
            Output::Event(TableEvent::NoRandomness) => {
                return Err(io::Error::other("the system gives no random numbers"));
            }
        }
        Ok(())
    }

    /// Somebody contradicted itself. The file is kept whatever comes of it; what stops the match is told with the stop.
    fn contradicted(&mut self, contradiction: &Contradiction) {
        let table = &self.seat.table;
        let charter = table.view().ledger().charter_bytes();
        let kept = self.evidence_of(contradiction.member).filter(|path| {
            evidence::of_contradiction(charter, table.first_steps(), contradiction)
                .and_then(|bytes| evidence::keep(path, &bytes))
                .inspect_err(not_kept)
                .is_ok()
        });
        if !contradiction.stops {
            let header = contradiction.second.header();
            let (member, refusal) = (Some(contradiction.member), Refusal::Equivocation);
            let blame = Blame { member, step: header.step, refusal, proven: true };
            let event = report::accused(table.view().ledger(), &blame, Some(header.kind), kept.as_deref());
            self.tell(Told::Event(event));
        }
        if let Some(path) = kept {
            self.kept.insert(contradiction.member, path);
        }
    }

    /// The file that proves why the match is stopped: a pair of messages if these are enough, else the whole log.
    fn keep_stopped(&mut self, evidence: &Evidence) -> Option<PathBuf> {
        let member = evidence.blame.member.filter(|_| evidence.blame.proven)?;
        let contradicted = evidence.blame.refusal == Refusal::Equivocation;
        if let Some(path) = self.kept.get(&member).filter(|_| contradicted) {
            return Some(path.clone());
        }
        let path = self.evidence_of(member)?;
        evidence::keep_stopped(&path, &self.log_path).inspect_err(not_kept).ok()?;
        Some(path)
    }

    fn evidence_of(&self, member: usize) -> Option<PathBuf> {
        let member = self.seat.table.view().charter().roster.get(member)?;
        Some(evidence::path_beside(&self.log_path, &member.key))
    }

    fn happened(&mut self, happening: &Happening) -> io::Result<()> {
        match happening {
            Happening::RoundBegan { .. } => self.round_began = Instant::now(),
            Happening::MatchOver => self.seat.log.sync()?,
            _ => {}
        }
        let millis = u64::try_from(self.round_began.elapsed().as_millis()).unwrap_or(u64::MAX);
        for event in report::happening(self.seat.table.view(), happening, millis) {
            self.tell(Told::Event(event));
        }
        Ok(())
    }

    /// Where somebody leaves, what is told from now on may be taken as the word to go home on: what is here is on disk before.
    fn keep_for_leavers(&mut self) -> io::Result<()> {
        if self.seat.table.have().left == 0 { Ok(()) } else { self.seat.journal.sync() }
    }

    /// Says how far the deal is, if it is further than when that was last said.
    fn announce_progress(&mut self) {
        let event = report::progress(self.seat.table.view().ledger());
        if event != self.progress {
            self.progress = event.clone();
            event.into_iter().for_each(|event| self.tell(Told::Event(event)));
        }
    }

    fn announce_turn(&mut self) {
        let view = self.seat.table.view();
        let step = view.ledger().step();
        let turn = matches!(view.ledger().stage(), Stage::Turn { .. } | Stage::Drawn { .. });
        if !turn || self.seat.table.hears_first() || self.announced == Some(step) {
            return;
        }
        self.announced = Some(step);
        if let Some(event) = report::turn(view) {
            self.tell(Told::Event(event));
        }
    }

    /// The seats of these keys.
    fn seats_of(&self, keys: &BTreeSet<[u8; 32]>) -> SeatSet {
        let ledger = self.seat.table.view().ledger();
        let roster = ledger.charter().roster.iter().enumerate();
        let members = roster.filter(|(_, member)| keys.contains(&member.key));
        members.filter_map(|(member, _)| ledger.seating()?.seat(member)).collect()
    }

    fn tell(&self, told: Told) {
        // Nobody there to be told: the loop notices.
        let _ = self.told.blocking_send(told);
    }
}

/// The log has it too, so nothing ends for that.
fn not_kept(error: &io::Error) {
    tracing::warn!(%error, "a file of evidence could not be kept");
}

fn judgement(receipt: &Receipt) -> Judgement {
    match receipt {
        Receipt::Accepted { .. } | Receipt::Duplicate | Receipt::Early => Judgement::Accept,
        // Proof of somebody's fault is for everybody to see.
        Receipt::Refused(blame) if blame.proven || is_equivocation(blame) => Judgement::Accept,
        Receipt::Refused(_) => Judgement::Reject,
        Receipt::NotJudged => Judgement::Ignore,
    }
}

/// Also of a match that is over, where it stops nothing any more.
fn is_equivocation(blame: &Blame) -> bool {
    blame.refusal == Refusal::Equivocation && blame.member.is_some()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::charter::{Proofs, tests::sample};
    use crate::table::tests::{secret, short};

    #[test]
    fn what_could_not_be_written_down_is_given_to_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let (charter, keys, nonces) = sample(2, short(1), Proofs::EveryTurn);
        let charter = charter.encode();
        let seat = |full: bool, name: &str| {
            let path = folder.path().join(name);
            let mut journal = JournalWriter::create(&path, &secret(1, 0), &nonces[0], &charter).unwrap();
            if full {
                journal.fill_disk().unwrap();
            }
            let log = LogWriter::create(&folder.path().join(format!("{name}.log")), &charter).unwrap();
            let table = Table::new(&charter, keys[0].clone(), secret(1, 0), nonces[0]).unwrap();
            let lock = File::create(folder.path().join("lock")).unwrap();
            Seat { table, journal, log, _lock: lock }
        };
        let given = |seat: Seat| {
            let Started { inputs, mut told, .. } = start(seat, INPUTS).unwrap();
            let (reply, answer) = oneshot::channel();
            inputs.blocking_send(Input::Lacking { theirs: Have::default(), reply }).unwrap();
            let answer = answer.blocking_recv().ok().map(|lacking| lacking.envelopes.len());
            drop(inputs);
            let failed =
                std::iter::from_fn(|| told.blocking_recv()).any(|told| matches!(told, Told::Failed(_)));
            (answer, failed)
        };
        // It has signed the charter when the disk turns out to be full.
        assert_eq!(given(seat(false, "roomy")), (Some(1), false));
        assert_eq!(given(seat(true, "full")), (None, true));
    }
}

//! Every check of a match again, from its file alone: no network, no secrets, no clock.
//!
//! One thread walks through the file's steps and knows what must hold; the signatures and proofs it comes upon are
//! judged by others behind it, in batches, since a batch of proofs costs a fraction of its parts. The queue between
//! them is bounded, and so is memory. As long as a judge has not spoken the walk assumes the best; when all have
//! spoken, the fault that comes first in the log counts, as nothing behind it was ever accepted by an honest player.

use std::{
    io::Read,
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use ed25519_dalek::VerifyingKey;
use mextrain_core::{Ending, Rules, Scoreboard, Seat};
use mextrain_crypto::{BatchError, Check, verify_all};

use super::{
    frame::Damage,
    walk::{Obstacle, Unfounded, Walk},
};
use crate::{
    charter::{Charter, Proofs, TableWords},
    envelope::{Envelope, Kind},
    ledger::{Counts, Folded, Judge, Ledger, NotProven, Place, STEPS_BEFORE_MATCH, Stage},
    name::Name,
    refusal::{Blame, Charge, Refusal},
};

/// How many bytes of envelopes make a batch.
const BATCH_BYTES: usize = 192 * 1024;

/// How many batches may wait, for each judging thread.
const BATCHES_A_THREAD: usize = 2;

/// What a log proves.
#[derive(Debug)]
pub struct Report {
    /// What became of the checks.
    pub verdict: Verdict,
    /// The match's id, once it can be known.
    pub match_id: Option<[u8; 32]>,
    /// The words the players read aloud, once they can be known.
    pub words: Option<TableWords>,
    /// The players: by seat once seats are drawn, before that in the charter's order. Empty if there is no charter.
    pub players: Vec<Player>,
    /// The rules, if there is a charter.
    pub rules: Option<Rules>,
    /// When claims were to be proven, if there is a charter.
    pub proofs: Option<Proofs>,
    /// The rounds that were scored.
    pub rounds: Vec<RoundScores>,
    /// Every player's sum of scores.
    pub totals: Vec<u32>,
    /// Every player's place; shared places are equal.
    pub ranks: Vec<u8>,
    /// How much was checked.
    pub checks: Counts,
    /// How many whole steps were read.
    pub steps: u32,
    /// How many bytes of the file were read whole.
    pub bytes: u64,
}

/// What became of a log's checks.
#[derive(Debug)]
pub enum Verdict {
    /// Everything holds, and the match was played to its end.
    Verified,
    /// Everything holds as far as it goes.
    Unfinished,
    /// Somebody broke the protocol, or somebody made or changed the file.
    Failed(Vec<Culprit>),
    /// Not a log, or one that is damaged; everything before the damage holds.
    Damaged(Damage),
    /// The file ends in an accusation that does not hold; everything before it does. It accuses nobody.
    Unfounded(Unfounded),
}

impl Verdict {
    /// Its name in `--json`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Unfinished => "unfinished",
            Verdict::Failed(_) => "failed",
            Verdict::Damaged(_) => "damaged",
            Verdict::Unfounded(_) => "unfounded",
        }
    }
}

/// A player as the log names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The seat, once seats are drawn.
    pub seat: Option<Seat>,
    /// The name.
    pub name: Name,
    /// The Ed25519 key.
    pub key: [u8; 32],
}

/// A round's scores, one a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundScores {
    /// The pip of the round's engine.
    pub engine: u8,
    /// The scores.
    pub scores: Vec<u16>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// Something that should not be in a log, and who signed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// Who: `None` where no player's signature stands behind it, but only the file.
    pub player: Option<Player>,
    /// At which step.
    pub step: u32,
    /// What is wrong.
    pub refusal: Refusal,
    /// What the message was meant as, if the file accuses it by itself.
    pub kind: Option<Kind>,
}

impl Culprit {
    /// Who did what. With no player behind it, only the file is accused.
    #[must_use]
    pub fn charge(&self) -> Charge {
        let name = self.player.as_ref().map(|player| player.name.clone());
        Charge { name, step: self.step, refusal: self.refusal, kind: self.kind }
    }
}

/// The operating system gives no random numbers, without which proofs cannot be checked in batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this system gives no random numbers, without which proofs cannot be checked")]
pub struct NoRandomness;

/// Checks a log on this thread and `judges` more.
///
/// # Errors
/// [`NoRandomness`]; whatever is wrong with the log stands in the report.
pub fn verify(input: impl Read, judges: NonZero<usize>) -> Result<Report, NoRandomness> {
    let (sender, receiver) = sync_channel(judges.get() * BATCHES_A_THREAD);
    let bench =
        Bench { batches: Mutex::new(receiver), findings: Mutex::default(), stop: AtomicBool::new(false) };
    let outcome = thread::scope(|scope| {
        for _ in 0..judges.get() {
            scope.spawn(|| bench.judge());
        }
        walk(input, sender, &bench.stop)
    });
    let findings = bench.findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    if findings.no_randomness || matches!(outcome.obstacle, Some(Obstacle::NoRandomness)) {
        return Err(NoRandomness);
    }
    Ok(outcome.report(findings.faults))
}

/// What had been read when a step was whole. A fault that a judge finds lies behind the walk by then, and what is reported is the
/// part before it.
struct Milestone {
    counts: Counts,
    rounds: usize,
    bytes: u64,
}

/// How far the walk came.
struct WalkEnd {
    ledger: Option<Ledger>,
    /// One a step: what had been read before it.
    before: Vec<Milestone>,
    obstacle: Option<Obstacle>,
    /// A fault that a whole step showed, and the step that showed it.
    fault: Option<(u32, Blame)>,
    /// What the message was meant as at which the walk ended.
    accused: Option<Kind>,
    bytes: u64,
}

/// Something that was refused.
struct Fault {
    /// The step at which it came to light: the first one counts.
    found_at: u32,
    member: Option<usize>,
    step: u32,
    refusal: Refusal,
    kind: Option<Kind>,
}

fn walk(input: impl Read, batches: SyncSender<Batch>, stop: &AtomicBool) -> WalkEnd {
    let mut end =
        WalkEnd { ledger: None, before: Vec::new(), obstacle: None, fault: None, accused: None, bytes: 0 };
    let mut walk = match Walk::begin(input) {
        Ok(walk) => walk,
        Err(obstacle) => {
            end.obstacle = Some(obstacle);
            return end;
        }
    };
    let mut collector = Collector { batch: Batch::default(), batches };
    while !stop.load(Ordering::Relaxed) {
        let ledger = walk.ledger();
        end.before.push(Milestone {
            counts: ledger.counts(),
            rounds: ledger.scoreboard().rounds().len(),
            bytes: walk.offset(),
        });
        match walk.next_step(&mut collector) {
            Ok(Some(Folded { step, fault: Some(blame), .. })) => {
                end.fault = Some((step, blame));
                break;
            }
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(obstacle) => {
                end.obstacle = Some(obstacle);
                break;
            }
        }
    }
    collector.pass_on();
    end.bytes = walk.offset();
    end.accused = walk.accused();
    end.ledger = Some(walk.ledger().clone());
    end
}

impl WalkEnd {
    fn report(mut self, mut faults: Vec<Fault>) -> Report {
        if let Some((found_at, blame)) = self.fault {
            faults.push(Fault::of(found_at, blame));
        }
        let (mut damage, mut unfounded) = (None, None);
        match self.obstacle.take() {
            Some(Obstacle::Unfounded(found)) => unfounded = Some(found),
            Some(Obstacle::Damage(found)) => damage = Some(found),
            Some(Obstacle::Refused(blame)) => {
                let found_at = self.ledger.as_ref().map_or(0, Ledger::step);
                faults.push(Fault { kind: self.accused, ..Fault::of(found_at, blame) });
            }
            Some(Obstacle::NoRandomness) | None => {}
        }
        let ledger = self.ledger.as_ref();
        let stage = ledger.map(Ledger::stage);
        if stage == Some(Stage::Stopped) && faults.is_empty() {
            // A table that cannot go on though nobody was refused: no honest log says that.
            let step = ledger.map_or(0, Ledger::step);
            faults.push(Fault { found_at: step, member: None, step, refusal: Refusal::Rules, kind: None });
        }
        let faults = first_faults(faults);
        let valid = self.valid_part(&faults);
        let verdict = match (damage, unfounded) {
            _ if !faults.is_empty() => {
                Verdict::Failed(faults.iter().map(|fault| culprit(fault, ledger)).collect())
            }
            (Some(damage), _) => Verdict::Damaged(damage),
            (None, Some(unfounded)) => Verdict::Unfounded(unfounded),
            (None, None) if stage == Some(Stage::Over) => Verdict::Verified,
            (None, None) => Verdict::Unfinished,
        };
        // Who sits where, and what follows from the nonces, is known behind the steps before the match.
        let seated = valid.steps >= STEPS_BEFORE_MATCH;
        let board = ledger.map(|ledger| ledger.scoreboard().first_rounds(valid.rounds));
        Report {
            verdict,
            match_id: ledger.filter(|_| seated).and_then(Ledger::match_id),
            words: ledger.filter(|_| seated).and_then(Ledger::words),
            players: ledger.map(|ledger| players_at(ledger, seated)).unwrap_or_default(),
            rules: ledger.map(|ledger| ledger.charter().rules),
            proofs: ledger.map(|ledger| ledger.charter().proofs),
            rounds: ledger
                .zip(board.as_ref())
                .map(|(ledger, board)| rounds(ledger, board))
                .unwrap_or_default(),
            totals: board.as_ref().map(Scoreboard::totals).unwrap_or_default(),
            ranks: board.as_ref().map(Scoreboard::ranks).unwrap_or_default(),
            checks: valid.counts,
            steps: valid.steps,
            bytes: valid.bytes,
        }
    }

    /// What of the log holds: everything that was read, or what stands before the first fault.
    fn valid_part(&self, faults: &[Fault]) -> Valid {
        let first = faults.first().map(|fault| fault.found_at);
        match first.and_then(|step| Some((step, self.before.get(step as usize)?))) {
            Some((steps, &Milestone { counts, rounds, bytes })) => Valid { counts, rounds, bytes, steps },
            None => Valid {
                counts: self.ledger.as_ref().map(Ledger::counts).unwrap_or_default(),
                rounds: self.ledger.as_ref().map_or(0, |ledger| ledger.scoreboard().rounds().len()),
                bytes: self.bytes,
                steps: self.ledger.as_ref().map_or(0, Ledger::step),
            },
        }
    }
}

/// The part of a log that holds.
struct Valid {
    counts: Counts,
    rounds: usize,
    bytes: u64,
    steps: u32,
}

impl Fault {
    fn of(found_at: u32, blame: Blame) -> Fault {
        let member = blame.member.filter(|_| blame.proven);
        Fault { found_at, member, step: blame.step, refusal: blame.refusal, kind: None }
    }
}

/// The faults of the step at which the first came to light. An author whose signature does not hold is accused of
/// nothing: anybody may have written that.
fn first_faults(mut faults: Vec<Fault>) -> Vec<Fault> {
    let Some(first) = faults.iter().map(|fault| fault.found_at).min() else { return Vec::new() };
    faults.retain(|fault| fault.found_at == first);
    let unsigned: Vec<Option<usize>> =
        faults.iter().filter(|fault| fault.refusal == Refusal::Signature).map(|fault| fault.member).collect();
    faults.retain(|fault| fault.refusal == Refusal::Signature || !unsigned.contains(&fault.member));
    for fault in &mut faults {
        if fault.refusal == Refusal::Signature {
            fault.member = None;
        }
    }
    faults.sort_by_key(|fault| (fault.member, fault.refusal.code()));
    faults.dedup_by_key(|fault| (fault.member, fault.refusal.code()));
    faults
}

fn culprit(fault: &Fault, ledger: Option<&Ledger>) -> Culprit {
    let mut player = ledger.zip(fault.member).and_then(|(ledger, member)| player(ledger, member));
    if fault.found_at < STEPS_BEFORE_MATCH {
        player.iter_mut().for_each(|player| player.seat = None);
    }
    Culprit { player, step: fault.step, refusal: fault.refusal, kind: fault.kind }
}

/// The players, without seats if those are not to be relied on.
fn players_at(ledger: &Ledger, seated: bool) -> Vec<Player> {
    if seated {
        return players(ledger);
    }
    let unseated = |member| Some(Player { seat: None, ..player(ledger, member)? });
    (0..ledger.seats().count()).filter_map(unseated).collect()
}

/// The players: by seat once seats are drawn.
pub(super) fn players(ledger: &Ledger) -> Vec<Player> {
    let mut players: Vec<Player> =
        (0..ledger.seats().count()).filter_map(|member| player(ledger, member)).collect();
    players.sort_by_key(|player| player.seat);
    players
}

/// The players' names in the order of [`Report::players`].
pub fn names(ledger: &Ledger) -> Vec<Name> {
    players(ledger).into_iter().map(|player| player.name).collect()
}

fn player(ledger: &Ledger, member: usize) -> Option<Player> {
    let charter: &Charter = ledger.charter();
    let entry = charter.roster.get(member)?;
    let seat = ledger.seating().and_then(|seating| seating.seat(member));
    Some(Player { seat, name: entry.name.clone(), key: entry.key })
}

fn rounds(ledger: &Ledger, board: &Scoreboard) -> Vec<RoundScores> {
    let rules = &ledger.charter().rules;
    let rounds = board.rounds().iter().zip(board.endings()).zip(0..);
    rounds
        .map(|((scores, ending), index)| RoundScores {
            engine: rules.engine_of(index).map_or(0, u8::from),
            scores: scores.clone(),
            ending: *ending,
        })
        .collect()
}

/// What is judged together.
#[derive(Default)]
struct Batch {
    signatures: Vec<Signed>,
    proofs: Vec<(Place, Vec<Check>)>,
    bytes: usize,
}

/// An envelope, and the key that must have signed it.
struct Signed {
    place: Place,
    envelope: Envelope,
    key: VerifyingKey,
}

/// The walk's judge: says yes to everything and passes it on to those who really judge.
struct Collector {
    batch: Batch,
    batches: SyncSender<Batch>,
}

impl Collector {
    fn pass_on(&mut self) {
        // The judges listen for as long as this sender lives.
        let _ = self.batches.send(std::mem::take(&mut self.batch));
    }
}

impl Judge for Collector {
    fn signature(&mut self, place: Place, envelope: &Envelope, key: &VerifyingKey) -> Result<(), Refusal> {
        if self.batch.bytes >= BATCH_BYTES {
            self.pass_on();
        }
        self.batch.bytes += envelope.raw().len();
        self.batch.signatures.push(Signed { place, envelope: envelope.clone(), key: *key });
        Ok(())
    }

    fn proofs(&mut self, place: Place, checks: Vec<Check>) -> Result<(), NotProven> {
        if !checks.is_empty() {
            self.batch.proofs.push((place, checks));
        }
        Ok(())
    }
}

/// Where batches are judged.
struct Bench {
    batches: Mutex<Receiver<Batch>>,
    findings: Mutex<Findings>,
    /// Somebody found a fault: walking on is of no use.
    stop: AtomicBool,
}

#[derive(Default)]
struct Findings {
    faults: Vec<Fault>,
    no_randomness: bool,
}

impl Bench {
    /// Judges batches until there are no more.
    fn judge(&self) {
        loop {
            let next = self.batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(batch) = next else { return };
            self.judge_batch(batch);
        }
    }

    fn judge_batch(&self, batch: Batch) {
        let unsigned = batch.signatures.iter().filter(|signed| !signed.envelope.is_signed_by(&signed.key));
        let mut refused: Vec<(Place, Refusal)> =
            unsigned.map(|signed| (signed.place, Refusal::Signature)).collect();
        let mut places = Vec::new();
        let mut all = Vec::new();
        for (place, checks) in batch.proofs {
            places.extend(std::iter::repeat_n(place, checks.len()));
            all.extend(checks);
        }
        let mut no_randomness = false;
        match verify_all(&all) {
            Ok(()) => {}
            Err(BatchError::Randomness(_)) => no_randomness = true,
            Err(BatchError::Refused(faults)) => refused.extend(
                faults.iter().filter_map(|(at, refusal)| Some((*places.get(*at)?, Refusal::Proof(*refusal)))),
            ),
        }
        if refused.is_empty() && !no_randomness {
            return;
        }
        self.stop.store(true, Ordering::Relaxed);
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        findings.no_randomness |= no_randomness;
        findings.faults.extend(refused.into_iter().map(|(place, refusal)| Fault {
            found_at: place.step,
            member: Some(place.member),
            step: place.step,
            refusal,
            kind: None,
        }));
    }
}

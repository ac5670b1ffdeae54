//! Those who watch: who asks a member for the match's log without having a seat, and how much of it they are given.
//!
//! They get complete steps from the file, which anybody may see; nothing that they send reaches the table or its thread. How many there may be,
//! how often each may ask, and how much all of them are given in a second is bounded; who asks far more often than that is shown out.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use libp2p::PeerId;

use super::{Context, Done, Play, SessionEvent};
use crate::lobby::Refused;
use crate::node::Responder;
use crate::node::message::{Gossip, Request, Response, WATCH_PIECE};
use crate::node::rate::Bucket;
use crate::wire::{Bounded, Bytes};

/// How many may watch through one member.
pub(super) const VIEWERS: usize = 16;

/// How often each of them may ask: at once, and in a second.
const BURST: u32 = 12;
const PER_SECOND: u32 = 4;

/// How many questions too many are borne, without an answer, before somebody is shown out.
const STRIKES: u32 = 50;

/// What all of them are given: at once, and in a second, in kilobytes.
const KILOBYTES: u32 = 4096;
const KILOBYTES_PER_SECOND: u32 = 1024;

/// After how long without a question somebody watches no more.
const GONE: Duration = Duration::from_secs(10);

/// How often members tell each other how many watch through them, in ticks, if it has not changed.
const TELL: u32 = 5;

/// After how many ticks what a member said of it counts no more.
const STALE: u32 = 3 * TELL;

/// Who watches through this member, and how many do through others.
pub(super) struct Gallery {
    log: PathBuf,
    viewers: BTreeMap<PeerId, Viewer>,
    budget: Bucket,
    /// By member: how many watch through it, and for how many ticks that is known.
    elsewhere: BTreeMap<PeerId, (u8, u32)>,
    ticks: u32,
    published: u8,
    told: u8,
}

struct Viewer {
    budget: Bucket,
    last: Instant,
    strikes: u32,
}

/// What is done with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A piece of the log, of so many bytes at most.
    Give(usize),
    /// No room for one more.
    Full,
    /// No answer.
    Silence,
    /// No answer, and no connection.
    ShowOut,
}

impl Gallery {
    pub fn of(log: &Path) -> Gallery {
        Gallery {
            log: log.to_owned(),
            viewers: BTreeMap::new(),
            budget: Bucket::new(KILOBYTES, KILOBYTES_PER_SECOND, Instant::now()),
            elsewhere: BTreeMap::new(),
            ticks: 0,
            published: 0,
            told: 0,
        }
    }

    /// Judges a question for the log from `from` on, which is `length` bytes long.
    fn judge(&mut self, peer: PeerId, from: u64, length: u64, now: Instant) -> Verdict {
        if !self.viewers.contains_key(&peer) && self.viewers.len() >= VIEWERS {
            return Verdict::Full;
        }
        let fresh = || Viewer { budget: Bucket::new(BURST, PER_SECOND, now), last: now, strikes: 0 };
        let viewer = self.viewers.entry(peer).or_insert_with(fresh);
        viewer.last = now;
        if !viewer.budget.spend(1, now) {
            viewer.strikes = viewer.strikes.saturating_add(1);
            return if viewer.strikes > STRIKES { Verdict::ShowOut } else { Verdict::Silence };
        }
        let there = usize::try_from(length.saturating_sub(from)).unwrap_or(usize::MAX).min(WATCH_PIECE);
        let cost = u32::try_from(there.div_ceil(1024)).unwrap_or(u32::MAX);
        Verdict::Give(if self.budget.spend(cost, now) { there } else { 0 })
    }

    /// Forgets those who have gone.
    fn look_round(&mut self, now: Instant) {
        self.viewers.retain(|_, viewer| now.saturating_duration_since(viewer.last) < GONE);
        self.ticks = self.ticks.saturating_add(1);
        let ticks = self.ticks;
        self.elsewhere.retain(|_, (_, at)| ticks.saturating_sub(*at) < STALE);
    }

    fn here(&self) -> u8 {
        u8::try_from(self.viewers.len()).unwrap_or(u8::MAX)
    }

    fn everywhere(&self) -> u8 {
        self.elsewhere.values().fold(self.here(), |sum, (count, _)| sum.saturating_add(*count))
    }
}

impl Play {
    /// Somebody without a seat asks.
    pub(super) async fn looked_at(
        &mut self,
        context: &Context,
        peer: PeerId,
        request: &Request,
        responder: Responder,
    ) {
        let Request::Watch { table, from } = *request else {
            return responder.send(Response::Refused(Refused::Started)).await;
        };
        let length = fs::metadata(&self.gallery.log).map_or(0, |about| about.len());
        match self.gallery.judge(peer, from, length, Instant::now()) {
            Verdict::Give(_) if table.is_some_and(|table| table != self.table) => {
                responder.send(Response::Refused(Refused::NoSuchTable)).await;
            }
            Verdict::Give(most) => self.give_piece(from, most, length, responder),
            Verdict::Full => responder.send(Response::Refused(Refused::Full)).await,
            Verdict::Silence => {}
            Verdict::ShowOut => context.node.disconnect(peer).await,
        }
    }

    fn give_piece(&self, from: u64, most: usize, length: u64, responder: Responder) {
        let (log, over) = (self.gallery.log.clone(), self.over.is_some());
        let players = Bounded::first_of(self.whereabouts.likeliest());
        self.pending.push(Box::pin(async move {
            let read = tokio::task::spawn_blocking(move || piece(&log, from, most)).await;
            if let Some(bytes) = read.ok().and_then(Result::ok).and_then(|bytes| Bytes::try_from(bytes).ok())
            {
                responder.send(Response::Watched { bytes, length, over, players }).await;
            }
            Done::Nothing
        }));
    }

    /// A member says how many watch through it. Nobody can know better, and nothing depends on it.
    pub(super) fn watched_elsewhere(&mut self, member: PeerId, count: u8) {
        let most = u8::try_from(VIEWERS).unwrap_or(u8::MAX);
        self.gallery.elsewhere.insert(member, (count.min(most), self.gallery.ticks));
    }

    /// Once a tick: tells this player and the others how many watch.
    pub(super) async fn look_at_gallery(&mut self, context: &Context) {
        self.gallery.look_round(Instant::now());
        let (here, all) = (self.gallery.here(), self.gallery.everywhere());
        let changed = here != self.gallery.published;
        if changed || (here > 0 && self.gallery.ticks.is_multiple_of(TELL)) {
            self.gallery.published = here;
            context.node.publish(self.topic.clone(), Gossip::Watched { count: here }.encode()).await;
        }
        if all != self.gallery.told {
            self.gallery.told = all;
            context.show(|snapshot| snapshot.watching = all);
            context.tell(SessionEvent::Watched { count: all });
        }
    }
}

fn piece(log: &Path, from: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if most > 0 {
        let mut file = File::open(log)?;
        file.seek(SeekFrom::Start(from))?;
        file.take(most as u64).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: u64 = 100_000_000;

    fn gallery() -> (Gallery, Instant) {
        (Gallery::of(Path::new("log")), Instant::now())
    }

    #[test]
    fn who_watches_is_given_the_log_in_pieces_and_at_its_end_nothing() {
        let (mut gallery, now) = gallery();
        let peer = PeerId::random();
        assert_eq!(gallery.judge(peer, 0, LENGTH, now), Verdict::Give(WATCH_PIECE));
        assert_eq!(gallery.judge(peer, LENGTH - 7, LENGTH, now), Verdict::Give(7));
        assert_eq!(gallery.judge(peer, LENGTH, LENGTH, now), Verdict::Give(0));
        assert_eq!(gallery.judge(peer, u64::MAX, LENGTH, now), Verdict::Give(0));
        assert_eq!(gallery.here(), 1);
    }

    #[test]
    fn who_asks_too_often_is_not_answered_and_then_shown_out() {
        let (mut gallery, now) = gallery();
        let peer = PeerId::random();
        let mut ask = |at: Instant| gallery.judge(peer, LENGTH, LENGTH, at);
        let answered = (0..BURST + STRIKES).filter(|_| ask(now) == Verdict::Give(0)).count();
        assert_eq!(answered, BURST as usize);
        assert_eq!(ask(now), Verdict::ShowOut);
        // Coming back does not help, until it has been quiet for long enough to be forgotten.
        assert_eq!(ask(now), Verdict::ShowOut);
        let later = now + GONE;
        gallery.look_round(later);
        assert_eq!(gallery.judge(peer, LENGTH, LENGTH, later), Verdict::Give(0));
    }

    #[test]
    fn however_many_ask_for_everything_no_more_is_given_than_all_may_have() {
        let (mut gallery, now) = gallery();
        let peers: Vec<PeerId> = (0..VIEWERS + 4).map(|_| PeerId::random()).collect();
        let mut given = 0;
        for second in 0..10 {
            for _ in 0..BURST {
                for peer in &peers {
                    if let Verdict::Give(most) =
                        gallery.judge(*peer, 0, LENGTH, now + Duration::from_secs(second))
                    {
                        given += most;
                    }
                }
            }
        }
        assert_eq!(gallery.viewers.len(), VIEWERS);
        let most = KILOBYTES + 9 * KILOBYTES_PER_SECOND;
        assert!(given <= most as usize * 1024, "{given}");
        assert!(given > most as usize * 1024 - 10 * WATCH_PIECE, "{given}");
        assert_eq!(gallery.judge(PeerId::random(), 0, LENGTH, now), Verdict::Full);
    }

    #[test]
    fn what_members_say_of_others_who_watch_is_counted_and_forgotten() {
        let (mut gallery, now) = gallery();
        gallery.judge(PeerId::random(), 0, LENGTH, now);
        gallery.elsewhere.insert(PeerId::random(), (2, 0));
        assert_eq!(gallery.everywhere(), 3);
        (0..STALE).for_each(|_| gallery.look_round(now));
        assert_eq!(gallery.everywhere(), 1);
        gallery.look_round(now + GONE);
        assert_eq!(gallery.everywhere(), 0);
    }

    #[test]
    fn a_piece_is_what_the_file_holds_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, b"0123456789").unwrap();
        assert_eq!(piece(&path, 2, 3).unwrap(), b"234");
        assert_eq!(piece(&path, 8, 100).unwrap(), b"89");
        assert_eq!(piece(&path, 100, 5).unwrap(), b"");
    }
}

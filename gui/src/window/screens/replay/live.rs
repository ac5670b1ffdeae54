//! A match that is watched while it is played: the moments come one after the other, and the newest is shown unless somebody looks back.
//!
//! Whoever tells of it has checked every step before; so there is no verdict to wait for.

use std::{path::PathBuf, sync::Arc};

use mextrain_net::{
    refusal::Charge,
    session::{Ended, SessionEvent},
    watch::{Standing, WatchNews},
};
use tokio::sync::mpsc::Receiver;

use super::{Found, Judged, State};
use crate::{
    window::{
        timeline::{Moment, Timeline},
        words::watch as words,
    },
    wording,
};

/// How many news are taken in for one frame.
const A_FRAME: usize = 512;

/// What is known of a match that is being watched.
pub(super) struct Live {
    news: Receiver<WatchNews>,
    standing: Standing,
    ended: Option<Ended>,
    /// Why the match was stopped.
    fault: Option<Charge>,
    /// Whether the newest moment is shown, whichever that is.
    pub follows: bool,
}

impl State {
    /// A match that is told of in these news. The watching ends when this is dropped.
    pub fn watching(news: Receiver<WatchNews>) -> State {
        let live = Live { news, standing: Standing::Searching, ended: None, fault: None, follows: true };
        State { live: Some(live), ..State::of(PathBuf::new(), Found::default()) }
    }

    /// Takes in what has happened; says whether there is more for the next frame.
    pub fn hear(&mut self) -> bool {
        let Some(live) = &mut self.live else { return false };
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for _ in 0..A_FRAME {
            let Ok(news) = live.news.try_recv() else {
                found.judged = Some(Arc::new(live.judged(found.timeline.as_deref())));
                return false;
            };
            match news {
                WatchNews::Standing(standing) => live.standing = standing,
                WatchNews::Table(charter) => {
                    let seats = mextrain_core::Seats::new(u8::try_from(charter.roster.len()).unwrap_or(0));
                    let Some(seats) = seats else { continue };
                    found.timeline = Some(Arc::new(Timeline::new(charter.rules, seats, charter.proofs)));
                }
                WatchNews::Happened { step, happening, names, .. } => {
                    let Some(timeline) = &mut found.timeline else { continue };
                    let timeline = Arc::make_mut(timeline);
                    timeline.name(names.iter().map(ToString::to_string).collect());
                    timeline.happened(step, &happening);
                }
                WatchNews::Event(SessionEvent::Log { path }) => self.path = path.into(),
                WatchNews::Event(SessionEvent::Ended { reason }) => live.ended = Some(reason),
                WatchNews::Event(SessionEvent::Fault { charge, .. }) => live.fault = Some(charge),
                WatchNews::Event(_) => {}
            }
        }
        true
    }
}

impl Live {
    /// What stands above the board: how the watching stands, and whose turn it is.
    fn judged(&self, timeline: Option<&Timeline>) -> Judged {
        match (&self.ended, &self.fault) {
            (Some(Ended::Finished), _) => Judged::checked(true, words::over().to_owned()),
            (_, Some(fault)) => Judged::checked(false, words::stopped(&wording::refusal::charge(fault))),
            (Some(ended), _) => Judged::checked(false, words::ended(ended, timeline.is_some())),
            (None, None) => {
                let newest = timeline.and_then(|timeline| timeline.moments().last());
                let board =
                    newest.filter(|_| self.standing == Standing::Live).and_then(|one| one.board.as_ref());
                let names = timeline.map(Timeline::names).unwrap_or_default();
                let turn = board.map(|board| wording::board::others_prompt(board, names));
                Judged::checked(
                    self.standing != Standing::Lost,
                    words::standing(self.standing, turn.as_deref()),
                )
            }
        }
    }

    /// The place of the moment to show, and from then on whether the newest is followed.
    pub fn look(&self, at: usize, moments: &[Moment]) -> usize {
        if self.follows { moments.len().saturating_sub(1) } else { at }
    }
}

//! What proves that somebody broke the protocol, and the end of the match for that.

use std::sync::Arc;

use mextrain_core::Seat;

use super::{Evidence, Output, Table};
use crate::{
    contradiction::{Contradiction, contradict},
    envelope::{Envelope, Kind},
    ledger::{LANE_LEAVE, LANE_PLAY, LANE_VOTE, Receipt},
    refusal::{Blame, Refusal},
};

/// How many messages of an author are kept that count for nothing. Two that contradict each other are shown one right after the other.
const SPARE: usize = 4;

impl Table {
    /// Ends the match for a fault and shows everybody why: the envelope that was refused, and the other one that it contradicts, if it does.
    pub(super) fn stop(&mut self, blame: Blame, refused: Option<(Envelope, Option<Envelope>)>) {
        if self.evidence.is_some() {
            return;
        }
        let (refused, other) = refused.unzip();
        let logged = self.ledger.logged_farewells();
        let unlogged =
            |one: &&Envelope| Seat::new(one.header().author).is_none_or(|seat| !logged.contains(seat));
        let pending: Vec<Arc<[u8]>> = self
            .ledger
            .contributions()
            .chain(self.ledger.said_farewells().filter(unlogged))
            .chain(self.ledger.all_voices())
            .map(|one| one.raw().clone())
            .collect();
        let raw = |one: Envelope| one.raw().clone();
        let (refused, other) = (refused.map(raw), other.flatten().map(raw));
        self.ledger.stop(blame);
        let evidence = Evidence { blame, pending, refused, other };
        self.output.extend(evidence.to_show().cloned().map(Output::Send));
        self.output.push_back(Output::Stopped(evidence.clone()));
        self.evidence = Some(evidence);
    }

    /// Keeps what proves that a member signed two messages of which only one can be meant: once of each member, also where the match goes on
    /// or is over.
    ///
    /// Gives the other message, if it is here.
    pub(super) fn look_for_contradiction(&mut self, blame: Blame, second: &Envelope) -> Option<Envelope> {
        let (Refusal::Equivocation, Some(member)) = (blame.refusal, blame.member) else { return None };
        let folded = self.past.iter().flatten();
        let here = self.ledger.contributions().chain(self.ledger.farewells());
        let known = folded.chain(here).chain(self.ledger.said_farewells()).chain(self.ledger.all_voices());
        let known = known.chain(self.spare.iter().flatten());
        let first = known.into_iter().find(|first| contradict(first, second)).cloned()?;
        if self.contradicted.insert(member) {
            let stops = blame.proven && self.evidence.is_none();
            let contradiction = Contradiction { member, first: first.clone(), second: second.clone(), stops };
            self.output.push_back(Output::Contradicted(contradiction));
        }
        Some(first)
    }

    /// Whatever counts for nothing here, and is signed, is kept for a while: somebody who has stopped shows two messages that contradict each
    /// other, of which this table may have forgotten both, since the match went on.
    pub(super) fn look_twice(&mut self, receipt: Receipt, envelope: &Envelope) -> Receipt {
        let idle = matches!(receipt, Receipt::Duplicate | Receipt::Refused(Blame { proven: false, .. }));
        let header = *envelope.header();
        let member = self.ledger.member_of(header.step, header.author);
        let of_this_match = self.ledger.match_id_at(header.step) == Some(header.match_id);
        let lane = match header.kind {
            Kind::Farewell => LANE_LEAVE,
            Kind::TimeoutVote | Kind::TimeoutCancel => LANE_VOTE,
            _ => LANE_PLAY,
        };
        let matters = idle && of_this_match && header.lane == lane && !self.replaying;
        let (Some(member), true) = (member, matters) else { return receipt };
        let signed = self.ledger.key(member).is_some_and(|key| envelope.is_signed_by(key));
        let Some(spare) = self.spare.get_mut(usize::from(header.author)).filter(|_| signed) else {
            return receipt;
        };
        let contradicts = spare.iter().any(|other| contradict(other, envelope));
        if spare.len() >= SPARE {
            spare.pop_front();
        }
        spare.push_back(envelope.clone());
        // What was played to its end stays what it is.
        let proven = self.ledger.stage().kind().is_some();
        let blame = Blame { member: Some(member), step: header.step, refusal: Refusal::Equivocation, proven };
        if contradicts { Receipt::Refused(blame) } else { receipt }
    }
}

//! One peer that cheats once, in bad weather: whoever stops names it, the verifier names it too, and nobody else is ever named.

use std::num::NonZero;

use super::*;
use crate::ledger::{LANE_PLAY, SECRET_LEN, VOTE_LEN};
use crate::log::verify::{Verdict, verify};

/// A message, and another that is told in its place.
type Swapped = (Arc<[u8]>, Arc<[u8]>);

/// Who cheats, and how.
pub(super) struct Cheat {
    pub peer: usize,
    /// To whom the forged message is told, by bit; everybody else is told the honest one.
    pub told: u64,
    /// In which lane: moves and what they need, votes, or farewells.
    pub lane: u8,
    /// From which step on.
    pub from: u32,
    /// Which byte of the payload is another one.
    pub at: u64,
    /// The message that would have been sent, and the one that is sent in its place.
    pub messages: Option<Swapped>,
}

impl Storm {
    /// Whether that is who cheats.
    pub(super) fn is_cheat(&self, member: Option<usize>) -> bool {
        let cheat = self.cheat.as_ref();
        cheat.is_some_and(|cheat| Some(cheat.peer) == member)
    }

    /// What the cheat did, if there is one.
    pub(super) fn cheat_in_words(&self) -> String {
        let Some(cheat) = &self.cheat else { return "nobody cheats".to_owned() };
        let Cheat { peer, told, lane, from, at, messages } = cheat;
        let signed = messages.as_ref().and_then(|(honest, _)| Some(*Envelope::parse(honest).ok()?.header()));
        format!("peer {peer} cheats {told:#b} in lane {lane} from step {from}, byte {at}: {signed:?}")
    }

    /// Who signed it.
    pub(super) fn author_of(&self, envelope: &Envelope) -> Option<usize> {
        let by = |key: &SigningKey| envelope.is_signed_by(&key.verifying_key());
        self.keys.iter().position(by)
    }

    /// The cheat is about to send something: at its moment it signs another message for the same place.
    pub(super) fn forge(&mut self, peer: usize, raw: &Arc<[u8]>) {
        let honest = Envelope::parse(raw).unwrap();
        let (header, payload) = (*honest.header(), honest.payload());
        let Some(cheat) = self.cheat.as_mut().filter(|cheat| cheat.peer == peer) else { return };
        let due = header.step >= cheat.from && header.lane == cheat.lane && !payload.is_empty();
        if cheat.messages.is_some() || !due {
            return;
        }
        let mut payload = payload.to_vec();
        match payload.len().checked_sub(SECRET_LEN) {
            Some(said) if header.lane == LANE_LEAVE && cheat.at.is_multiple_of(2) => {
                // It says another thing of its votes: not the last of those it has given, or one that it has not given.
                match said {
                    0 => payload.extend([&header.step.to_le_bytes()[..], &[0, 1, 6]].concat()),
                    _ => payload.truncate(payload.len() - VOTE_LEN),
                }
            }
            _ => {
                let at = cheat.at as usize % payload.len();
                payload[at] ^= 1;
            }
        }
        let forged = Envelope::sign(header, &payload, &self.keys[peer]).unwrap();
        cheat.messages = Some((raw.clone(), forged.raw().clone()));
    }

    /// What somebody is told in place of a message.
    pub(super) fn as_told(&self, from: usize, to: usize, raw: &Arc<[u8]>) -> Arc<[u8]> {
        let cheat = self.cheat.as_ref().filter(|cheat| cheat.peer == from && (cheat.told >> to) & 1 == 1);
        match cheat.and_then(|cheat| cheat.messages.as_ref()) {
            Some((honest, forged)) if honest == raw => forged.clone(),
            _ => raw.clone(),
        }
    }

    fn honest(&self) -> impl Iterator<Item = &Peer> {
        let cheat = self.cheat.as_ref().map(|cheat| cheat.peer);
        let honest = self.peers.iter().enumerate().filter(move |(peer, _)| Some(*peer) != cheat);
        honest.map(|(_, peer)| peer).filter(|peer| !peer.is_lost() && !peer.home)
    }

    /// Whether somebody cheats, and nobody honest has anything left to do.
    pub(super) fn is_settled_with_a_cheat(&self) -> bool {
        let settled = |peer: &Peer| matches!(peer.stage(), Some(Stage::Over | Stage::Stopped));
        self.cheat.is_some() && self.honest().all(settled)
    }

    /// Whether all honest peers that have not come to an end wait for a cheat who is one of the last two, or by whose vote one of the last four can be
    /// held up for ever, as by anybody who votes and is silent then. The cheat may have come to its own end.
    pub(super) fn waits_for_the_cheat(&self) -> bool {
        let Some(cheat) = self.cheat.as_ref().filter(|cheat| cheat.lane != LANE_PLAY) else { return false };
        let waits = |peer: &Peer| {
            peer.table.as_ref().is_some_and(|table| {
                let ledger = &table.ledger;
                let seat = ledger.seating().and_then(|seating| seating.seat(cheat.peer));
                let staying = ledger.playing().without(ledger.gone());
                let awaited = |seat: Seat| {
                    let mut open = ledger.open_ballots().into_iter();
                    ledger.missing().contains(seat)
                        || open.any(|open| open.proposal.voters.without(open.agreed).contains(seat))
                };
                seat.is_some_and(awaited)
                    && (staying.len() <= 2 || (staying.len() <= 4 && ledger.promised().is_some()))
            })
        };
        let mut waiting = self
            .honest()
            .filter(|peer| !matches!(peer.stage(), Some(Stage::Over | Stage::Stopped)))
            .filter(|peer| !peer.table.as_ref().is_some_and(|table| table.view().has_left()));
        waiting.all(waits)
    }

    /// Whoever stopped does so for the cheat, by what convinces a stranger; all stop or none does, and what was folded is the same everywhere.
    /// Says whether they stopped.
    pub(super) fn assert_the_cheat_is_named(&self) -> bool {
        let of_play = self.cheat.as_ref().is_some_and(|cheat| cheat.lane == LANE_PLAY);
        // Whoever has stopped does not come back from a way that the others have given up.
        let runs = |peer: &&Peer| of_play || peer.stage() != Some(Stage::Stopped);
        let longest = self.honest().filter(runs).map(|peer| &peer.log[..]).max_by_key(|log| log.len());
        for peer in self.honest().filter(runs) {
            let cheat = self.cheat_in_words();
            let alike = longest.is_some_and(|longest| longest.starts_with(&peer.log));
            assert!(alike, "seed {}: the logs differ: {cheat}", self.seed);
        }
        let stopped: Vec<&Peer> = self.honest().filter(|peer| peer.stage() == Some(Stage::Stopped)).collect();
        let accused = self.cheat.as_ref().map(|cheat| self.keys[cheat.peer].verifying_key().to_bytes());
        for peer in &stopped {
            let evidence = peer.evidence.as_ref().unwrap();
            assert!(evidence.blame.proven, "seed {}: {}", self.seed, evidence.blame);
            let report = verify(self.stopped_file(peer, evidence).as_slice(), NonZero::<usize>::MIN).unwrap();
            let Verdict::Failed(culprits) = &report.verdict else {
                panic!("seed {}: {:?} for {}", self.seed, report.verdict, evidence.blame)
            };
            let keys = culprits.iter().map(|culprit| culprit.player.as_ref().map(|player| player.key));
            let named = !culprits.is_empty() && keys.into_iter().all(|key| key == accused);
            assert!(named, "seed {}: {culprits:?} for {}", self.seed, evidence.blame);
        }
        let count = self.honest().count();
        // What somebody says of votes or of leaving may come to light for some when others have come to the end without it.
        let alike = stopped.is_empty() || stopped.len() == count || !of_play;
        assert!(alike, "seed {}: {} of {count} stopped", self.seed, stopped.len());
        !stopped.is_empty()
    }

    fn stopped_file(&self, peer: &Peer, evidence: &Evidence) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        records.append(log::CHARTER, &self.charter).unwrap();
        peer.log.iter().flatten().for_each(|raw| records.append(log::CONTRIBUTION, raw).unwrap());
        log::records_of(evidence).for_each(|(kind, raw)| records.append(kind, raw).unwrap());
        bytes
    }
}

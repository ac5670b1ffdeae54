//! One peer that cheats once, in bad weather: whoever stops names it, the verifier names it too, and nobody else is ever named.

use std::num::NonZero;

use super::*;
use crate::log::verify::{Verdict, verify};

/// A message, and another that is told in its place.
type Swapped = (Arc<[u8]>, Arc<[u8]>);

/// Who cheats, and how.
pub(super) struct Cheat {
    pub peer: usize,
    /// To whom the forged message is told, by bit; everybody else is told the honest one.
    pub told: u64,
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
        if cheat.messages.is_some() || header.step < cheat.from || header.lane != 0 || payload.is_empty() {
            return;
        }
        let mut payload = payload.to_vec();
        let at = cheat.at as usize % payload.len();
        payload[at] ^= 1;
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

    /// Whoever stopped does so for the cheat, by what convinces a stranger; all stop or none does, and what was folded is the same everywhere.
    /// Says whether they stopped.
    pub(super) fn assert_the_cheat_is_named(&self) -> bool {
        // All others may have gone home.
        let Some(longest) = self.honest().max_by_key(|peer| peer.log.len()) else { return false };
        for peer in self.honest() {
            assert!(longest.log.starts_with(&peer.log), "seed {}: the logs differ", self.seed);
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
        let alike = stopped.is_empty() || stopped.len() == count;
        assert!(alike, "seed {}: {} of {count} stopped", self.seed, stopped.len());
        !stopped.is_empty()
    }

    fn stopped_file(&self, peer: &Peer, evidence: &Evidence) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut records = RecordWriter::begin(&mut bytes, FileKind::Log).unwrap();
        records.append(log::CHARTER, &self.charter).unwrap();
        peer.log.iter().flatten().for_each(|raw| records.append(log::CONTRIBUTION, raw).unwrap());
        evidence.pending.iter().for_each(|raw| records.append(log::PENDING, raw).unwrap());
        evidence.refused.iter().for_each(|raw| records.append(log::REFUSED, raw).unwrap());
        bytes
    }
}

//! What a table agrees on before anything is dealt, and what follows from it: the match id, the seats, the words.
//!
//! Every player signs the charter (step 0) and then reveals the nonce that the charter commits them to (step 1).
//! From the charter and all nonces together follow the match id, by lot who sits where, and four words to read
//! aloud: nobody could have chosen any of them, because all were committed before the first was shown.

mod words;

use std::fmt;

use ed25519_dalek::VerifyingKey;
use mextrain_core::{Rules, RulesErrors, Seat, Seats};
use mextrain_crypto::{hash::Hash, tags};
use serde::{Deserialize, Serialize};

pub use self::words::{TableWords, WordsError, key_words};
use crate::{absence::Absence, name::Name, refusal::Refusal, wire};

/// The version of the table protocol: what steps there are and what they hold.
pub const PROTOCOL: u16 = 1;

/// The version of the rule engine: two engines of one version play every move alike.
pub const ENGINE: u16 = 1;

/// No encoded charter is larger.
pub const MAX_CHARTER: usize = 4096;

/// When claims about hidden tiles are proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Proofs {
    /// With each claim, in zero knowledge.
    #[default]
    EveryTurn,
    /// When the hands are opened at the round's end: smaller logs, later answers.
    AtScoring,
}

impl Proofs {
    /// The name used on the command line and in logs.
    pub fn name(self) -> &'static str {
        match self {
            Proofs::EveryTurn => "every-turn",
            Proofs::AtScoring => "at-scoring",
        }
    }

    /// The mode of that name.
    pub fn from_name(name: &str) -> Option<Proofs> {
        [Proofs::EveryTurn, Proofs::AtScoring].into_iter().find(|mode| mode.name() == name)
    }

    /// Its one byte in charters and adverts.
    pub(crate) fn code(self) -> u8 {
        match self {
            Proofs::EveryTurn => 0,
            Proofs::AtScoring => 1,
        }
    }

    /// The mode of that byte.
    pub(crate) fn from_code(code: u8) -> Option<Proofs> {
        [Proofs::EveryTurn, Proofs::AtScoring].into_iter().find(|mode| mode.code() == code)
    }
}

impl fmt::Display for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One player of a charter's roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name the player chose.
    pub name: Name,
    /// The player's Ed25519 key.
    pub key: [u8; 32],
    /// The commitment to the player's nonce, see [`commitment`].
    pub commitment: [u8; 32],
}

/// What the players of a match agree on: decoded, and checked to be playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charter {
    /// The table this charter was drawn up at: a random number that keeps two tables of the same people apart.
    pub table: [u8; 16],
    /// The rules.
    pub rules: Rules,
    /// When claims are proven.
    pub proofs: Proofs,
    /// What is done about players who are away.
    pub absence: Absence,
    /// The players in the order in which they came to the lobby.
    pub roster: Vec<Member>,
}

impl Charter {
    /// Reads and checks a charter.
    ///
    /// # Errors
    /// `version` for another protocol or engine, `too-large`, `length` for bytes that are no charter, `rules` for rules
    /// or a number of players that cannot be played, `signature` for an identity key that is malformed, weak or there
    /// twice, `commitment` for a commitment that is there twice.
    pub fn decode(bytes: &[u8]) -> Result<Charter, Refusal> {
        if bytes.len() > MAX_CHARTER {
            return Err(Refusal::TooLarge);
        }
        // Versions stand first, so that a later layout can be told from a damaged charter.
        let versions = bytes.first_chunk::<4>().ok_or(Refusal::Length)?;
        let expected = [PROTOCOL.to_le_bytes(), ENGINE.to_le_bytes()].concat();
        if versions.as_slice() != expected.as_slice() {
            return Err(Refusal::Version);
        }
        let frame: Frame = wire::decode(bytes, MAX_CHARTER).map_err(|_| Refusal::Length)?;
        let rules = Rules::decode(&frame.rules).map_err(|_| Refusal::Rules)?;
        let proofs = Proofs::from_code(frame.proofs).ok_or(Refusal::Rules)?;
        let mut roster = Vec::new();
        for member in frame.roster {
            if roster.len() == Seats::MAX.count() {
                return Err(Refusal::Rules);
            }
            let name = Name::parse(&member.name).map_err(|_| Refusal::Rules)?;
            if name.as_str() != member.name {
                return Err(Refusal::Rules);
            }
            roster.push(Member { name, key: member.key, commitment: member.commitment });
        }
        let absence = frame.absence;
        let charter = Charter { table: frame.table, rules, proofs, absence, roster };
        charter.check()?;
        Ok(charter)
    }

    /// The charter as bytes: what is hashed, signed and logged.
    pub fn encode(&self) -> Vec<u8> {
        wire::encode(&Frame {
            protocol: PROTOCOL,
            engine: ENGINE,
            table: self.table,
            rules: self.rules.encode(),
            proofs: self.proofs.code(),
            absence: self.absence,
            roster: self
                .roster
                .iter()
                .map(|member| MemberFrame {
                    name: member.name.as_str().to_owned(),
                    key: member.key,
                    commitment: member.commitment,
                })
                .collect(),
        })
    }

    /// Everything that must hold of a charter whatever it was decoded from.
    ///
    /// # Errors
    /// As [`Charter::decode`], but for the codes about bytes.
    pub fn check(&self) -> Result<(), Refusal> {
        let seats = u8::try_from(self.roster.len()).ok().and_then(Seats::new).ok_or(Refusal::Rules)?;
        check_rules(&self.rules, seats).map_err(|_| Refusal::Rules)?;
        if !self.absence.is_possible(seats) {
            return Err(Refusal::Rules);
        }
        check_distinct(self.roster.iter().map(|member| (&member.key, &member.commitment, &member.name)))
    }

    /// The charter's id, by which the match goes until its own id is known.
    pub fn id(&self) -> [u8; 32] {
        charter_id(&self.encode())
    }

    /// The number of players; a checked charter has two to eight.
    pub fn seats(&self) -> Seats {
        u8::try_from(self.roster.len()).ok().and_then(Seats::new).unwrap_or(Seats::MIN)
    }
}

/// Whether a table of so many seats can play these rules over the network: whatever the engine plays, tables play too.
///
/// # Errors
/// Everything that is wrong with the rules.
pub fn check_rules(rules: &Rules, seats: Seats) -> Result<(), RulesErrors> {
    rules.check(seats)
}

/// The id of a charter's bytes.
pub fn charter_id(bytes: &[u8]) -> [u8; 32] {
    Hash::new(tags::CHARTER).bytes(bytes).finish256()
}

/// The commitment of the owner of `key` to `nonce`. The key is hashed in, so that a copied commitment opens for nobody
/// but its author.
pub fn commitment(key: &[u8; 32], nonce: &[u8; 32]) -> [u8; 32] {
    Hash::new(tags::COMMIT).bytes(key).bytes(nonce).finish256()
}

/// Reads an identity key.
///
/// # Errors
/// `signature` for bytes that are no point of the curve, a non-canonical one, or a point of small order.
pub fn identity_key(bytes: &[u8; 32]) -> Result<VerifyingKey, Refusal> {
    let key = VerifyingKey::from_bytes(bytes).map_err(|_| Refusal::Signature)?;
    let canonical = key.to_edwards().compress().to_bytes() == *bytes;
    if key.is_weak() || !canonical { Err(Refusal::Signature) } else { Ok(key) }
}

/// Everybody's key is sound, and nobody shares a key, a commitment or a name.
///
/// # Errors
/// `signature`, `commitment` or `rules`, for the first player of whom it does not hold.
pub(crate) fn check_distinct<'a>(
    players: impl Iterator<Item = (&'a [u8; 32], &'a [u8; 32], &'a Name)> + Clone,
) -> Result<(), Refusal> {
    for (at, (key, commitment, name)) in players.clone().enumerate() {
        identity_key(key)?;
        for (other_key, other_commitment, other_name) in players.clone().take(at) {
            if other_key == key {
                return Err(Refusal::Signature);
            }
            if other_commitment == commitment {
                return Err(Refusal::Commitment);
            }
            if other_name == name {
                return Err(Refusal::Rules);
            }
        }
    }
    Ok(())
}

/// The match id that follows from a charter and everybody's nonce, in roster order.
pub fn match_id(charter: &[u8], nonces: &[[u8; 32]]) -> [u8; 32] {
    nonces.iter().fold(Hash::new(tags::MATCH).bytes(charter), |hash, nonce| hash.bytes(nonce)).finish256()
}

/// Who sits where: drawn by lot from the match id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// For each seat the place in the roster of who sits there.
    members: Vec<usize>,
}

impl Seating {
    /// Draws the seats of `players` players.
    pub fn draw(match_id: &[u8; 32], players: usize) -> Seating {
        let mut members: Vec<usize> = (0..players).collect();
        let mut lots = Lots { match_id, counter: 0 };
        for last in (1..players).rev() {
            members.swap(last, lots.below(last + 1));
        }
        Seating { members }
    }

    /// The roster's member at a seat.
    pub fn member(&self, seat: Seat) -> Option<usize> {
        self.members.get(seat.index()).copied()
    }

    /// The seat of a roster's member.
    pub fn seat(&self, member: usize) -> Option<Seat> {
        u8::try_from(self.members.iter().position(|&at| at == member)?).ok().and_then(Seat::new)
    }
}

/// Unbiased numbers that everybody computes alike.
struct Lots<'a> {
    match_id: &'a [u8; 32],
    counter: u32,
}

impl Lots<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let digest = Hash::new(tags::LOTS).bytes(self.match_id).u32(self.counter).finish256();
            self.counter += 1;
            let number = digest.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            if number < limit {
                return (number % bound) as usize;
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Frame {
    protocol: u16,
    engine: u16,
    table: [u8; 16],
    rules: Vec<u8>,
    proofs: u8,
    absence: Absence,
    roster: Vec<MemberFrame>,
}

#[derive(Serialize, Deserialize)]
struct MemberFrame {
    name: String,
    key: [u8; 32],
    commitment: [u8; 32],
}

#[cfg(test)]
pub(crate) mod tests {
    use mextrain_core::Preset;

    use super::*;
    use ed25519_dalek::SigningKey;

    /// A charter of `seats` players with keys of repeated bytes, and what only the players know.
    pub(crate) fn sample(
        seats: usize,
        rules: Rules,
        proofs: Proofs,
    ) -> (Charter, Vec<SigningKey>, Vec<[u8; 32]>) {
        let keys: Vec<SigningKey> = (0..seats).map(|n| SigningKey::from_bytes(&[n as u8 + 1; 32])).collect();
        let nonces: Vec<[u8; 32]> = (0..seats).map(|n| [n as u8 + 100; 32]).collect();
        let roster = keys
            .iter()
            .zip(&nonces)
            .enumerate()
            .map(|(at, (key, nonce))| {
                let key = key.verifying_key().to_bytes();
                let name = Name::parse(["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"][at]).unwrap();
                Member { name, key, commitment: commitment(&key, nonce) }
            })
            .collect();
        let absence = Absence::default();
        (Charter { table: [3; 16], rules, proofs, absence, roster }, keys, nonces)
    }

    #[test]
    fn a_charter_survives_its_encoding() {
        for seats in 2..=8 {
            for proofs in [Proofs::EveryTurn, Proofs::AtScoring] {
                let (charter, ..) = sample(seats, Rules::default(), proofs);
                let bytes = charter.encode();
                assert_eq!(Charter::decode(&bytes).unwrap(), charter);
                assert!(bytes.len() <= MAX_CHARTER);
            }
        }
    }

    #[test]
    fn every_preset_makes_a_charter() {
        for preset in Preset::ALL {
            let (charter, ..) = sample(3, preset.rules(), Proofs::EveryTurn);
            assert_eq!(Charter::decode(&charter.encode()).map(|_| ()), Ok(()), "{preset:?}");
        }
        let (charter, ..) = sample(8, by_number("hand", "12"), Proofs::EveryTurn);
        assert_eq!(
            Charter::decode(&charter.encode()).unwrap_err(),
            Refusal::Rules,
            "more tiles than there are"
        );
    }

    fn by_number(key: &str, value: &str) -> Rules {
        let mut rules = Rules::default();
        rules.set_option(key, value).unwrap();
        rules
    }

    #[test]
    fn cut_or_lengthened_charters_are_refused() {
        let (charter, ..) = sample(3, Rules::default(), Proofs::EveryTurn);
        let bytes = charter.encode();
        for cut in 0..bytes.len() {
            assert!(Charter::decode(&bytes[..cut]).is_err());
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Charter::decode(&longer).unwrap_err(), Refusal::Length);
        let mut newer = bytes;
        newer[0] = 9;
        assert_eq!(Charter::decode(&newer).unwrap_err(), Refusal::Version);
    }

    #[test]
    fn attack_12_small_order_and_malformed_identity_keys() {
        let (mut charter, ..) = sample(2, Rules::default(), Proofs::EveryTurn);
        // The neutral element, a point of order two, and a non-canonical encoding of the neutral element.
        let mut neutral = [0; 32];
        neutral[0] = 1;
        let mut order_two = [0xff; 32];
        order_two[0] = 0xec;
        order_two[31] = 0x7f;
        let mut non_canonical = [0xff; 32];
        non_canonical[0] = 0xee;
        non_canonical[31] = 0x7f;
        for key in [neutral, order_two, non_canonical, [2; 32]] {
            charter.roster[1].key = key;
            assert_eq!(Charter::decode(&charter.encode()).unwrap_err(), Refusal::Signature, "{key:02x?}");
        }
    }

    #[test]
    fn attack_13_a_copied_commitment() {
        let (mut charter, ..) = sample(3, Rules::default(), Proofs::EveryTurn);
        charter.roster[2].commitment = charter.roster[0].commitment;
        assert_eq!(Charter::decode(&charter.encode()).unwrap_err(), Refusal::Commitment);
    }

    #[test]
    fn one_key_sits_once() {
        let (mut charter, ..) = sample(3, Rules::default(), Proofs::EveryTurn);
        charter.roster[2].key = charter.roster[0].key;
        assert_eq!(Charter::decode(&charter.encode()).unwrap_err(), Refusal::Signature);
    }

    #[test]
    fn lots_are_permutations_and_fair() {
        let mut first = [0u32; 4];
        for n in 0..4000u32 {
            let id = Hash::new(tags::MATCH).u32(n).finish256();
            let seating = Seating::draw(&id, 4);
            let mut members: Vec<usize> =
                (0..4).map(|s| seating.member(Seat::new(s).unwrap()).unwrap()).collect();
            first[members[0]] += 1;
            for member in 0..4 {
                assert_eq!(seating.member(seating.seat(member).unwrap()), Some(member));
            }
            members.sort_unstable();
            assert_eq!(members, [0, 1, 2, 3]);
        }
        // χ² with three degrees of freedom: 16.3 is exceeded once in a thousand; these match ids are fixed.
        let chi: f64 = first.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 16.3, "{first:?}");
    }
}

//! Attacks at a table: one peer is honest but for one deviation, and every honest peer refuses it, names the author, and
//! stops with the same evidence. Numbers are those of docs/security.md.

mod coming_back;
mod dealing;
mod evidence;
mod keeping;
mod last_words;
mod leaving;
mod losses;
mod options;
mod playing;
mod vanishing;

use mextrain_core::{Rules, Seat, Tile, Tiles, TrainId};
use mextrain_crypto::{
    Context,
    cheat::{self, AvoidCheat, OpeningCheat, ShuffleCheat},
    deck::Deck,
    encoding::Point,
    keys::RoundSecret,
    opening::{self, Token},
    shuffle,
    tiles::TilePoints,
};

use super::tests::{Simulation, rules, short};
use super::*;
use crate::{
    charter::{Proofs, tests::sample},
    envelope::Header,
    ledger::{Hidden, payload},
};

/// The order of the group, little-endian: the smallest scalar that is none.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// A point's encoding that is not canonical: the field's prime itself.
const NO_POINT: [u8; 32] = {
    let mut bytes = [0xff; 32];
    bytes[0] = 0xed;
    bytes[31] = 0x7f;
    bytes
};

/// Everything a cheat knows at the moment of cheating.
struct Forge<'a> {
    /// What everybody knows, with every contribution of the step but the cheat's.
    ledger: &'a Ledger,
    /// The cheat.
    table: &'a Table,
    /// What it would have sent.
    honest: &'a Envelope,
    ctx: Context,
}

impl<'a> Forge<'a> {
    fn payload(&self) -> Vec<u8> {
        self.honest.payload().to_vec()
    }

    fn seat(&self) -> Seat {
        Seat::new(self.honest.header().author).unwrap()
    }

    fn hidden(&self) -> &'a Hidden {
        self.ledger.hidden().unwrap()
    }

    fn secret(&self) -> &'a RoundSecret {
        self.table.opener.as_ref().unwrap().secret()
    }

    /// The cheat's hand before the move.
    fn hand(&self) -> Vec<(usize, Tile)> {
        let opener = self.table.opener.as_ref().unwrap();
        let hidden = self.hidden();
        hidden.closed_slots(self.seat()).map(|slot| (slot, opener.look(hidden, slot).unwrap())).collect()
    }

    /// An opened slot in the place of this step.
    fn open(&self, slot: usize) -> ([u8; 32], [u8; 96]) {
        let bases = [self.hidden().base(slot).unwrap()];
        let (tokens, proof) = opening::open(self.secret(), &bases, &self.ctx, &self.table.secret);
        (*tokens[0].bytes(), proof.0)
    }

    /// A false claim about these slots; `None` where there is nothing to deny of them.
    fn claim(
        &self,
        how: AvoidCheat,
        slots: impl IntoIterator<Item = usize>,
        tiles: Tiles,
    ) -> Option<Vec<u8>> {
        let denials = self.hidden().owed_denials(slots, tiles);
        let statement = self.hidden().avoid_statement(self.seat(), &denials).ok()?;
        Some(cheat::avoid(how, self.secret(), &statement, &self.ctx, &self.table.secret))
    }

    fn shuffle(&self, how: ShuffleCheat) -> Vec<u8> {
        let joint = self.hidden().joint().unwrap();
        let (deck, proof) = cheat::shuffle(how, joint, self.hidden().deck(), &self.ctx, &self.table.secret);
        [deck.to_bytes().as_slice(), proof.bytes()].concat()
    }

    fn engine(&self) -> Tile {
        Tile::double(self.ledger.round().unwrap().engine())
    }
}

/// Lets peer 0 replace the first contribution for which `forge` gives a payload, and asserts what comes of it.
fn attack(
    seats: usize,
    table_rules: Rules,
    proofs: Proofs,
    code: &str,
    forge: impl Fn(&Forge<'_>) -> Option<Vec<u8>>,
) {
    attack_at(|seed| Simulation::new(seats, table_rules, proofs, seed), code, forge);
}

/// As [`attack`], at a table of a seed.
fn attack_at(table: impl Fn(u64) -> Simulation, code: &str, forge: impl Fn(&Forge<'_>) -> Option<Vec<u8>>) {
    // A situation that a seed does not bring up comes with another one.
    for seed in 0..40 {
        if let Some(simulation) = try_attack(table(seed), &forge) {
            assert_named(&simulation, code);
            return;
        }
    }
    panic!("the situation for this attack never came up");
}

fn try_attack(
    mut simulation: Simulation,
    forge: &impl Fn(&Forge<'_>) -> Option<Vec<u8>>,
) -> Option<Simulation> {
    let seats = simulation.tables.len();
    simulation.held_back = Some(0);
    let mut forged = false;
    (0..seats).for_each(|peer| simulation.pump(peer));
    loop {
        while simulation.deliver_one() || simulation.synchronise_among(1..seats) {}
        // One at a time: the next may build on this one.
        let nothing_held = simulation.held.is_empty();
        if !nothing_held {
            let raw = simulation.held.remove(0);
            let honest = Envelope::parse(&raw).unwrap();
            let ledger = simulation.tables[1].view().ledger().clone();
            let header = *honest.header();
            let ctx = ledger.context(header.author, header.kind);
            let forge_now = Forge { ledger: &ledger, table: &simulation.tables[0], honest: &honest, ctx };
            let replaced = (!forged && header.step == ledger.step()).then(|| forge(&forge_now)).flatten();
            let raw = match replaced {
                Some(payload) => {
                    forged = true;
                    Envelope::sign(header, &payload, &simulation.tables[0].key).unwrap().raw().clone()
                }
                None => raw,
            };
            simulation.send_from(0, &raw);
        }
        if forged {
            while simulation.deliver_one() {}
            return Some(simulation);
        } else if nothing_held && !simulation.decide() {
            return None;
        }
    }
}

/// Every honest peer stopped, for the same reason, and blames peer 0 for it with proof.
fn assert_named(simulation: &Simulation, code: &str) {
    let first = simulation.tables[1].evidence.as_ref().expect("the honest peers stop");
    assert_eq!(first.blame.refusal.code(), code);
    assert_eq!(first.blame.member, Some(0), "{}", first.blame);
    assert!(first.blame.proven);
    for (peer, table) in simulation.tables.iter().enumerate().skip(1) {
        assert_eq!(simulation.stage(peer), Stage::Stopped);
        assert_eq!(table.evidence.as_ref().unwrap().blame, first.blame, "peer {peer}");
    }
    simulation.assert_verifier_names(1, 0, code);
}

fn every_turn(code: &str, forge: impl Fn(&Forge<'_>) -> Option<Vec<u8>>) {
    attack(3, short(1), Proofs::EveryTurn, code, forge);
}

/// Replaces bytes of the first contribution of a kind.
fn edit(kind: Kind, code: &str, change: impl Fn(&mut Vec<u8>)) {
    every_turn(code, |forge| {
        (forge.honest.header().kind == kind).then(|| {
            let mut payload = forge.payload();
            change(&mut payload);
            payload
        })
    });
}

fn put(at: usize, bytes: [u8; 32]) -> impl Fn(&mut Vec<u8>) {
    move |payload| payload[at..at + 32].copy_from_slice(&bytes)
}

/// Tokens as the deal and the score send them.
fn write(slots: &[usize], tokens: &[Token], proof: &[u8]) -> Vec<u8> {
    payload::write_tokens(slots.iter().copied().zip(tokens.iter().map(Token::bytes)), proof)
}

/// What makes a message of somewhere else of one that is meant for this place.
type Elsewhere = fn(&mut Header);

/// Each of these, and as what such a message is refused.
fn elsewhere() -> [(Elsewhere, &'static str); 7] {
    [
        (|header| header.match_id = [1; 32], "match"),
        (|header| header.epoch = 1, "epoch"),
        (|header| header.attempt = 1, "epoch"),
        (|header| header.previous = [1; 32], "previous-head"),
        (|header| header.kind = Kind::Deal, "not-expected"),
        (|header| header.step = 1, "not-expected"),
        (|header| header.author = 7, "not-expected"),
    ]
}

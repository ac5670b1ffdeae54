//! Attacks at a table: one peer is honest but for one deviation, and every honest peer refuses it, names the author, and
//! stops with the same evidence. Numbers are those of docs/security.md.

use mextrain_core::{Rules, Seat, Tile, Tiles, TrainId};
use mextrain_crypto::{
    Context,
    cheat::{self, AvoidCheat, OpeningCheat, ShuffleCheat},
    encoding::Point,
    keys::RoundSecret,
    opening::{self, Token},
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
    // A situation that a seed does not bring up comes with another one.
    for seed in 0..40 {
        if let Some(simulation) = try_attack(seats, table_rules, proofs, seed, &forge) {
            assert_named(&simulation, code);
            return;
        }
    }
    panic!("the situation for this attack never came up");
}

fn try_attack(
    seats: usize,
    table_rules: Rules,
    proofs: Proofs,
    seed: u64,
    forge: &impl Fn(&Forge<'_>) -> Option<Vec<u8>>,
) -> Option<Simulation> {
    let mut simulation = Simulation::new(seats, table_rules, proofs, seed);
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

#[test]
fn attack_01_a_point_that_is_none() {
    edit(Kind::RoundKey, "point", put(0, NO_POINT));
    edit(Kind::Shuffle, "point", put(64, NO_POINT));
    edit(Kind::Deal, "point", put(2, NO_POINT));
    edit(Kind::DrawToken, "point", put(0, NO_POINT));
    edit(Kind::Score, "point", put(2, NO_POINT));
}

#[test]
fn attack_02_the_identity() {
    edit(Kind::RoundKey, "identity", put(0, [0; 32]));
    edit(Kind::Shuffle, "identity", put(96, [0; 32]));
    edit(Kind::Deal, "identity", put(2, [0; 32]));
}

#[test]
fn attack_03_a_scalar_that_is_too_large() {
    edit(Kind::RoundKey, "scalar", put(64, ORDER));
    edit(Kind::DrawToken, "scalar", put(96, ORDER));
}

#[test]
fn attack_04_wrong_lengths() {
    let short = |payload: &mut Vec<u8>| payload.truncate(payload.len() - 1);
    let long = |payload: &mut Vec<u8>| payload.push(0);
    for kind in Kind::ALL {
        // There is nothing to take from an empty payload.
        if kind != Kind::Sign {
            edit(kind, "length", short);
        }
        edit(kind, "length", long);
    }
    edit(Kind::Deal, "length", |payload| payload[0] = 255);
}

#[test]
fn attack_07_and_09_keys_that_are_not_known() {
    // Somebody else's proof under an own key, a proof of another place, and a key made to cancel the others.
    every_turn("key-proof", |forge| {
        let other = forge.ledger.contributions().next()?;
        (forge.honest.header().kind == Kind::RoundKey)
            .then(|| [&forge.honest.payload()[..32], &other.payload()[32..]].concat())
    });
    every_turn("key-proof", |forge| {
        (forge.honest.header().kind == Kind::RoundKey).then(|| {
            let elsewhere = forge.ledger.context(2, Kind::RoundKey);
            let proof = forge.secret().prove(&elsewhere, &forge.table.secret);
            [forge.secret().key().bytes().as_slice(), &proof.0].concat()
        })
    });
    every_turn("key-proof", |forge| {
        (forge.honest.header().kind == Kind::RoundKey).then(|| {
            let others: Vec<_> = other_keys(forge);
            let rogue = cheat::rogue_key(forge.secret(), &others).unwrap();
            [rogue.bytes().as_slice(), &forge.honest.payload()[32..]].concat()
        })
    });
}

/// The other seats' keys of the step in which keys are published.
fn other_keys(forge: &Forge<'_>) -> Vec<mextrain_crypto::keys::RoundKey> {
    let keys = forge.ledger.contributions().map(|envelope| &envelope.payload()[..32]);
    keys.map(|key| mextrain_crypto::keys::RoundKey::decode(key).unwrap()).collect()
}

#[test]
fn attack_08_another_seats_key() {
    every_turn("duplicate-key", |forge| {
        let other = forge.ledger.contributions().next()?;
        (forge.honest.header().kind == Kind::RoundKey).then(|| other.payload().to_vec())
    });
}

#[test]
fn attack_11_a_key_of_an_earlier_round() {
    attack(2, short(2), Proofs::EveryTurn, "key-reuse", |forge| {
        let header = forge.honest.header();
        let earlier = forge.table.past.iter().flatten().find(|envelope| {
            envelope.header().kind == Kind::RoundKey && envelope.header().author == header.author
        });
        (header.kind == Kind::RoundKey && header.round == 1).then(|| earlier.unwrap().payload().to_vec())
    });
}

#[test]
fn attack_13_a_nonce_that_was_not_committed_to() {
    edit(Kind::Reveal, "commitment", |payload| payload[7] ^= 1);
}

fn shuffle_attack(how: ShuffleCheat, codes: &[&str]) {
    let forge = |forge: &Forge<'_>| (forge.honest.header().kind == Kind::Shuffle).then(|| forge.shuffle(how));
    let simulation = try_attack(3, short(1), Proofs::EveryTurn, 1, &forge).unwrap();
    let code = simulation.tables[1].evidence.as_ref().unwrap().blame.refusal.code();
    assert!(codes.contains(&code), "{how:?}: {code}");
    assert_named(&simulation, code);
}

#[test]
fn attack_14_to_17_shuffles_that_are_none() {
    shuffle_attack(ShuffleCheat::ZeroMasks, &["identity", "trivial-shuffle"]);
    shuffle_attack(ShuffleCheat::OneZeroMask, &["identity", "trivial-shuffle"]);
    shuffle_attack(ShuffleCheat::RepeatedRow, &["shuffle"]);
    let m = *TilePoints::for_highest(9).unwrap().point(3).unwrap();
    shuffle_attack(ShuffleCheat::ReplacedTile(m), &["shuffle"]);
    shuffle_attack(ShuffleCheat::SwappedAfterwards, &["shuffle"]);
    shuffle_attack(ShuffleCheat::Omission(3), &["shuffle"]);
}

#[test]
fn attack_15_equal_masks() {
    // Over the open deck all first halves are then equal; over a masked one the proof is honest and nothing repeats.
    let forge = |forge: &Forge<'_>| {
        let first = forge.ledger.stage() == Stage::Shuffling { seat: forge.seat(), done: 0 };
        first.then(|| forge.shuffle(ShuffleCheat::EqualMasks))
    };
    attack(3, short(1), Proofs::EveryTurn, "duplicate-point", forge);
}

#[test]
fn attack_18_a_shuffle_from_elsewhere() {
    edit(Kind::Shuffle, "shuffle", |payload| {
        // A proof byte inside the response scalars, so that it still decodes.
        let last = payload.len() - 32;
        payload[last] ^= 1;
    });
    every_turn("shuffle", |forge| {
        (forge.honest.header().kind == Kind::Shuffle).then(|| {
            let joint = forge.hidden().joint().unwrap();
            let elsewhere = Context([9; 32]);
            let (deck, proof) = mextrain_crypto::shuffle::shuffle(
                joint,
                forge.hidden().deck(),
                &elsewhere,
                &forge.table.secret,
            );
            [deck.to_bytes().as_slice(), proof.bytes()].concat()
        })
    });
}

#[test]
fn attack_21_out_of_turn_and_twice() {
    // Whoever does not shuffle now sends a shuffle; then a turn of somebody else is taken.
    for kind in [Kind::Shuffle, Kind::Turn, Kind::Deal, Kind::Score] {
        let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 3);
        (0..3).for_each(|peer| simulation.pump(peer));
        loop {
            let ledger = simulation.tables[1].view().ledger();
            let idle = ledger.stage().kind().is_some() && ledger.step() > 2 && {
                let seat = simulation.tables[0].seat().unwrap();
                !ledger.owed().contains(seat)
            };
            if idle {
                break;
            }
            assert!(simulation.deliver_one() || simulation.synchronise() || simulation.decide());
        }
        let ledger = simulation.tables[1].view().ledger();
        let author = simulation.tables[0].seat().unwrap();
        let header = Header { kind, ..ledger.next_header(u8::from(author)).unwrap() };
        let raw = Envelope::sign(header, &[0; 40], &simulation.tables[0].key).unwrap().raw().clone();
        let receipt = simulation.tables[1].receive(&raw);
        assert!(
            matches!(
                receipt,
                Receipt::Refused(Blame { member: Some(0), refusal: Refusal::NotExpected, proven: true, .. })
            ),
            "{receipt:?}"
        );
    }
}

fn deal_attack(code: &str, how: impl Fn(&Forge<'_>, &[usize], &[Point]) -> Vec<u8>) {
    every_turn(code, |forge| {
        (forge.honest.header().kind == Kind::Deal).then(|| {
            let slots = forge.hidden().slots_to_deal(forge.seat());
            let bases: Vec<Point> = slots.iter().map(|&slot| forge.hidden().base(slot).unwrap()).collect();
            how(forge, &slots, &bases)
        })
    });
}

fn write(slots: &[usize], tokens: &[Token], proof: &[u8]) -> Vec<u8> {
    payload::write_tokens(slots.iter().copied().zip(tokens.iter().map(Token::bytes)), proof)
}

#[test]
fn attack_23_two_tokens_swapped() {
    deal_attack("dleq", |forge, slots, bases| {
        let (tokens, proof) =
            cheat::open(OpeningCheat::Swapped, forge.secret(), bases, &forge.ctx, &forge.table.secret);
        write(slots, &tokens, &proof.0)
    });
}

#[test]
fn attack_24_a_token_for_another_slot() {
    deal_attack("dleq", |forge, slots, bases| {
        let other = OpeningCheat::OtherBase(bases[1]);
        let (tokens, proof) = cheat::open(other, forge.secret(), bases, &forge.ctx, &forge.table.secret);
        write(slots, &tokens, &proof.0)
    });
    every_turn("dleq", |forge| {
        let kind = forge.honest.header().kind;
        (kind == Kind::DrawToken).then(|| {
            let other = forge.hidden().base(forge.ledger.stage().drawing().unwrap().1 - 1).unwrap();
            let (tokens, proof) = opening::open(forge.secret(), &[other], &forge.ctx, &forge.table.secret);
            [tokens[0].bytes().as_slice(), &proof.0].concat()
        })
    });
}

#[test]
fn attack_25_the_wrong_set_of_tokens() {
    let with = |slots: Vec<usize>| {
        move |forge: &Forge<'_>| {
            let bases: Vec<Point> = slots.iter().map(|&slot| forge.hidden().base(slot).unwrap()).collect();
            let (tokens, proof) = opening::open(forge.secret(), &bases, &forge.ctx, &forge.table.secret);
            write(&slots, &tokens, &proof.0)
        }
    };
    // One slot too few, one of the boneyard too many, one twice, an own one.
    deal_attack("token-set", |forge, slots, _| with(slots[1..].to_vec())(forge));
    deal_attack("token-set", |forge, slots, _| with([slots, &[forge.hidden().next_draw()]].concat())(forge));
    deal_attack("token-set", |forge, slots, _| with([&slots[..1], slots].concat())(forge));
    deal_attack("token-set", |forge, slots, _| {
        let mut slots = slots.to_vec();
        slots[0] = forge.hidden().closed_slots(forge.seat()).next().unwrap();
        with(slots)(forge)
    });
}

#[test]
fn attack_26_own_code_asked_for_an_own_hidden_slot() {
    let (mut table, hidden, ctx) = dealt_table();
    let own = hidden.closed_slots(table.seat().unwrap()).next().unwrap();
    let other = hidden.slots_to_deal(table.seat().unwrap())[0];
    let secret = MatchSecret::from_bytes([1; 32]);
    let opener = table.opener.as_mut().unwrap();
    let leak = opener.tokens(&hidden, &[other, own], opener::Purpose::ForOwners, &ctx, &secret);
    assert_eq!(leak.err(), Some(Refusal::SelfLeak));
    let shown = opener.tokens(&hidden, &[other], opener::Purpose::Show, &ctx, &secret);
    assert_eq!(shown.err(), Some(Refusal::SelfLeak));
}

#[test]
fn attack_27_one_slot_for_two_recipients() {
    let (mut table, hidden, ctx) = dealt_table();
    let me = table.seat().unwrap();
    let others: Vec<Seat> = hidden_seats(&table).filter(|&seat| seat != me).collect();
    let secret = MatchSecret::from_bytes([1; 32]);
    let (mut one_fork, mut other_fork) = (hidden.clone(), hidden);
    let slot = one_fork.assign_drawn(others[0]).unwrap();
    assert_eq!(other_fork.assign_drawn(others[1]), Some(slot));
    let opener = table.opener.as_mut().unwrap();
    assert!(opener.tokens(&one_fork, &[slot], opener::Purpose::ForOwners, &ctx, &secret).is_ok());
    let second = opener.tokens(&other_fork, &[slot], opener::Purpose::ForOwners, &ctx, &secret);
    assert_eq!(second.err(), Some(Refusal::SlotBound));
}

fn hidden_seats(table: &Table) -> impl Iterator<Item = Seat> + use<> {
    table.ledger.seats().iter().collect::<Vec<_>>().into_iter()
}

/// A table of three after the deal.
fn dealt_table() -> (Table, Hidden, Context) {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 8);
    (0..3).for_each(|peer| simulation.pump(peer));
    while simulation.deliver_one() || simulation.synchronise() {}
    let table = simulation.tables.remove(0);
    let hidden = table.ledger.hidden().unwrap().clone();
    let ctx = table.ledger.context(0, Kind::Turn);
    (table, hidden, ctx)
}

/// A play in place of the cheat's first play.
fn play_attack(code: &str, how: impl Fn(&Forge<'_>, usize, Tile, TrainId) -> Option<Vec<u8>>) {
    every_turn(code, |forge| {
        let honest = forge.honest;
        if honest.header().kind != Kind::Turn {
            return None;
        }
        match payload::Choice::read(honest.payload()).unwrap() {
            payload::Choice::Play { opened, tile, train } => {
                let tile = forge.hidden().set().tile(tile).unwrap();
                how(forge, opened.slot, tile, train)
            }
            _ => None,
        }
    });
}

fn write_play(forge: &Forge<'_>, slot: usize, tile: Tile, train: TrainId) -> Vec<u8> {
    let (token, proof) = forge.open(slot);
    let id = forge.hidden().set().id(tile).unwrap();
    payload::write_play(slot, id, train, &token, &proof)
}

#[test]
fn attack_28_plays_from_the_wrong_slot() {
    play_attack("slot-owner", |forge, _, tile, train| {
        Some(write_play(forge, forge.hidden().slots_to_deal(forge.seat())[0], tile, train))
    });
    play_attack("slot-state", |forge, _, tile, train| {
        let undrawn = forge.ledger.round().unwrap().boneyard() > 0;
        undrawn.then(|| write_play(forge, forge.hidden().next_draw(), tile, train))
    });
    play_attack("slot-state", |forge, _, tile, train| {
        let own = |slot: &usize| forge.hidden().owner(*slot) == Some(forge.seat());
        let opened = (0..55).filter(own).find(|&slot| forge.hidden().opened(slot).is_some())?;
        Some(write_play(forge, opened, tile, train))
    });
    play_attack("slot-state", |_, _, _, _| {
        let token = [2; 32];
        Some([&[0, 200, 1, 255], token.as_slice(), &[0; 96]].concat())
    });
    play_attack("tile-mismatch", |forge, slot, tile, train| {
        let other = forge.hand().into_iter().find(|(_, held)| *held != tile)?.1;
        Some(write_play(forge, slot, other, train))
    });
    // The tile itself without a token: too short to be a play.
    play_attack("length", |_, slot, _, _| Some(vec![0, slot as u8, 1, 255]));
}

#[test]
fn attack_24_a_play_with_a_wrong_token() {
    play_attack("dleq", |forge, slot, tile, train| {
        let other = forge.hand().into_iter().find(|(at, _)| *at != slot)?.0;
        let (token, proof) = forge.open(other);
        let id = forge.hidden().set().id(tile).unwrap();
        Some(payload::write_play(slot, id, train, &token, &proof))
    });
}

#[test]
fn attack_29_a_valid_opening_with_an_illegal_placement() {
    play_attack("illegal-move", |forge, _, _, train| {
        let playable = forge.ledger.round().unwrap().playable();
        let (slot, tile) = forge.hand().into_iter().find(|(_, tile)| !playable.contains(*tile))?;
        Some(write_play(forge, slot, tile, train))
    });
    // On a train that the table does not have.
    play_attack("illegal-move", |forge, slot, tile, _| {
        Some(write_play(forge, slot, tile, TrainId::Own(Seat::new(7).unwrap())))
    });
}

/// A false "nothing plays" in place of the cheat's first play.
fn claim_attack(code: &str, how: impl Fn(&Forge<'_>, Vec<usize>, Tiles) -> Option<Vec<u8>>) {
    play_attack(code, |forge, _, _, _| {
        let round = forge.ledger.round().unwrap();
        let slots: Vec<usize> = forge.hand().iter().map(|(slot, _)| *slot).collect();
        let claim = how(forge, slots, round.playable())?;
        (round.boneyard() > 0).then(|| payload::write_draw(&claim))
    });
}

#[test]
fn attack_31_nothing_plays_while_something_does() {
    claim_attack("identity", |forge, slots, tiles| forge.claim(AvoidCheat::FalseStatement, slots, tiles));
    claim_attack("avoid", |forge, slots, tiles| forge.claim(AvoidCheat::RandomC, slots, tiles));
    claim_attack("avoid", |forge, slots, tiles| forge.claim(AvoidCheat::CopiedC, slots, tiles));
    // The held tile is left out of the list, or the slot that holds it is.
    claim_attack("avoid-set", |forge, slots, tiles| {
        let held: Tiles = forge.hand().iter().map(|(_, tile)| *tile).collect();
        forge.claim(AvoidCheat::FalseStatement, slots, tiles.minus(held))
    });
    claim_attack("avoid-set", |forge, _, tiles| {
        let innocent =
            forge.hand().into_iter().filter(|(_, tile)| !tiles.contains(*tile)).map(|(slot, _)| slot);
        forge.claim(AvoidCheat::FalseStatement, innocent.collect::<Vec<_>>(), tiles)
    });
    claim_attack("avoid-set", |_, _, _| Some(Vec::new()));
    // A pass while there is something to draw is against the rules whatever the hand.
    play_attack("illegal-move", |forge, _, _, _| {
        (forge.ledger.round().unwrap().boneyard() > 0).then(|| payload::write_pass(&[]))
    });
}

#[test]
fn attack_31_the_cheat_with_two_tiles() {
    claim_attack("avoid", |forge, slots, tiles| {
        // It needs two denied tiles a slot, of which the held one stands first.
        let denials = forge.hidden().owed_denials(slots.iter().copied(), tiles);
        let set = forge.hidden().set();
        let first = |tiles: Tiles| tiles.iter().min_by_key(|tile| set.id(*tile).unwrap().value());
        let hand = forge.hand();
        let held = hand.iter().filter(|(_, tile)| tiles.contains(*tile)).collect::<Vec<_>>();
        let fits = denials.iter().all(|(_, tiles)| tiles.len() == 2)
            && held.iter().all(|(_, tile)| Some(*tile) == first(tiles));
        fits.then(|| forge.claim(AvoidCheat::TwoTiles, slots, tiles)).flatten()
    });
}

#[test]
fn attack_32_a_playable_drawn_tile_kept() {
    every_turn("identity", |forge| {
        let playing =
            matches!(payload::Choice::read(forge.honest.payload()), Ok(payload::Choice::Play { .. }));
        (forge.honest.header().kind == Kind::Drawn && playing).then(|| {
            let slot = forge.ledger.stage().drawing().unwrap().1;
            let tiles = forge.ledger.round().unwrap().playable();
            payload::write_keep(&forge.claim(AvoidCheat::FalseStatement, [slot], tiles).unwrap())
        })
    });
}

#[test]
fn attack_33_the_engine_denied_or_claimed() {
    every_turn("identity", |forge| {
        let engine = forge.engine_if_asked()?;
        let slots: Vec<usize> = forge.hand().iter().map(|(slot, _)| *slot).collect();
        let holds = forge.hand().iter().any(|(_, tile)| *tile == engine);
        let tiles: Tiles = [engine].into_iter().collect();
        holds.then(|| {
            payload::write_no_engine(&forge.claim(AvoidCheat::FalseStatement, slots, tiles).unwrap())
        })
    });
    every_turn("tile-mismatch", |forge| {
        let engine = forge.engine_if_asked()?;
        let (slot, _) = forge.hand().into_iter().find(|(_, tile)| *tile != engine)?;
        let (token, proof) = forge.open(slot);
        Some(payload::write_engine_here(slot, &token, &proof))
    });
}

impl Forge<'_> {
    fn engine_if_asked(&self) -> Option<Tile> {
        (self.ledger.stage() == Stage::FindingEngine).then(|| self.engine())
    }
}

#[test]
fn attack_34_lies_that_come_out_at_scoring() {
    let mut simulation = Simulation::new(3, short(1), Proofs::AtScoring, 5);
    let mut lied_at = None;
    (0..3).for_each(|peer| simulation.pump(peer));
    loop {
        while simulation.deliver_one() || simulation.synchronise() {}
        let view = simulation.tables[0].view();
        let can_lie = view.owing() == Owing::Move
            && view
                .seat_view()
                .is_some_and(|view| !view.playable().is_empty() && view.round().boneyard() > 0);
        if lied_at.is_none() && can_lie && view.drawn().is_none() {
            lied_at = Some(simulation.tables[0].have().step);
            simulation.tables[0].contribute(&payload::write_draw(&[])).unwrap();
            simulation.tables[0].advance();
            simulation.pump(0);
        } else if !simulation.decide() {
            break;
        }
    }
    assert_named(&simulation, "avoid");
    let blame = simulation.tables[1].evidence.as_ref().unwrap().blame;
    assert_eq!(Some(blame.step), lied_at, "the step of the lie is named, not the one at which it came out");
    assert!(simulation.tables[1].have().step > blame.step + 1);
}

#[test]
fn attack_35_a_hand_that_is_not_opened_whole() {
    every_turn("token-set", |forge| {
        (forge.honest.header().kind == Kind::Score).then_some(())?;
        let slots: Vec<usize> = forge.hand().iter().map(|(slot, _)| *slot).skip(1).collect();
        let bases: Vec<Point> = slots.iter().map(|&slot| forge.hidden().base(slot).unwrap()).collect();
        let (tokens, proof) = opening::open(forge.secret(), &bases, &forge.ctx, &forge.table.secret);
        Some(write(&slots, &tokens, &proof.0))
    });
}

#[test]
fn a_false_seal() {
    edit(Kind::Seal, "rules", |payload| payload[3] ^= 1);
}

/// A table of three in the middle of a round, and the last folded step of somebody else's.
fn midway() -> Simulation {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 6);
    (0..3).for_each(|peer| simulation.pump(peer));
    while simulation.tables[1].ledger.step() < 14 {
        assert!(simulation.deliver_one() || simulation.synchronise() || simulation.decide());
    }
    while simulation.deliver_one() || simulation.synchronise() {}
    simulation
}

#[test]
fn attack_36_two_bodies_for_one_place() {
    let mut simulation = midway();
    let past = simulation.tables[1].past[9].clone();
    let author = past[0].header().author;
    let member = simulation.tables[1].ledger.member_of(9, author).unwrap();
    let victim = (member + 1) % 3;
    let mut payload = past[0].payload().to_vec();
    payload.push(1);
    let key = simulation.tables[member].key.clone();
    let second = Envelope::sign(*past[0].header(), &payload, &key).unwrap();
    let receipt = simulation.tables[victim].receive(second.raw());
    let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
    assert_eq!((blame.refusal, blame.member, blame.proven), (Refusal::Equivocation, Some(member), true));
    assert_eq!(simulation.stage(victim), Stage::Stopped);
    simulation.pump(victim);
    simulation.assert_verifier_names(victim, member, "equivocation");
}

#[test]
fn attack_37_the_same_body_with_another_signature() {
    let mut simulation = midway();
    let envelope = simulation.tables[1].past[9][0].clone();
    let mut raw = envelope.raw().to_vec();
    let last = raw.len() - 1;
    raw[last] ^= 1;
    let have = simulation.tables[1].have();
    assert_eq!(simulation.tables[1].receive(&raw), Receipt::Duplicate);
    assert_eq!(simulation.tables[1].have(), have);
    simulation.run();
    assert_eq!(simulation.stage(1), Stage::Over);
}

#[test]
fn attack_38_bodies_from_elsewhere_accuse_nobody_and_stop_nothing() {
    let mut simulation = midway();
    let seat = (0..3).find(|&peer| simulation.tables[peer].view().owing() == Owing::Move).unwrap();
    let other = (seat + 1) % 3;
    let ledger = &simulation.tables[seat].ledger;
    let header = ledger.next_header(ledger.author_of(seat).unwrap()).unwrap();
    let key = simulation.tables[seat].key.clone();
    let elsewhere = [
        (Header { match_id: [1; 32], ..header }, "match"),
        (Header { epoch: 1, ..header }, "epoch"),
        (Header { round: 1, ..header }, "epoch"),
        (Header { attempt: 1, ..header }, "epoch"),
        (Header { previous: [1; 32], ..header }, "previous-head"),
    ];
    for (header, code) in elsewhere {
        let raw = Envelope::sign(header, &[1], &key).unwrap().raw().clone();
        let receipt = simulation.tables[other].receive(&raw);
        let Receipt::Refused(blame) = receipt else { panic!("{receipt:?}") };
        assert_eq!((blame.refusal.code(), blame.proven), (code, false));
    }
    // A signature of somebody else's key accuses nobody either.
    let forged = Envelope::sign(header, &[1], &simulation.tables[other].key.clone()).unwrap();
    let receipt = simulation.tables[other].receive(forged.raw());
    assert!(matches!(
        receipt,
        Receipt::Refused(Blame { member: None, refusal: Refusal::Signature, proven: false, .. })
    ));
    simulation.run();
    assert_eq!(simulation.stage(other), Stage::Over);
}

#[test]
fn attack_12_a_signature_that_only_lax_verification_accepts() {
    // S + L verifies where S is not required to be reduced.
    let (charter, keys, nonces) = sample(2, rules(&[("first_engine", "0")]), Proofs::EveryTurn);
    let charter = charter.encode();
    let mut tables: Vec<Table> = (0..2)
        .map(|at| {
            Table::new(&charter, keys[at].clone(), MatchSecret::from_bytes([at as u8; 32]), nonces[at])
                .unwrap()
        })
        .collect();
    let own = tables[0].own_contribution().unwrap();
    let mut raw = own.to_vec();
    let at = raw.len() - 32;
    let mut carry = 0u16;
    for (byte, order) in raw[at..].iter_mut().zip(ORDER) {
        carry += u16::from(*byte) + u16::from(order);
        *byte = carry as u8;
        carry >>= 8;
    }
    let receipt = tables[1].receive(&raw);
    assert!(
        matches!(receipt, Receipt::Refused(Blame { refusal: Refusal::Signature, member: None, .. })),
        "{receipt:?}"
    );
    assert!(matches!(tables[1].receive(&own), Receipt::Accepted { .. }));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(40))]

    /// Whatever bytes a player signs: nobody panics, and all honest peers and the verifier agree on what became of it.
    #[test]
    fn any_signed_bytes_are_judged_alike(
        seed in 0u64..4,
        nth in 0usize..25,
        at in proptest::prelude::any::<proptest::sample::Index>(),
        byte in 0u8..=255,
        cut in proptest::option::of(0usize..40),
    ) {
        let count = std::cell::Cell::new(0);
        let forge = |forge: &Forge<'_>| {
            count.set(count.get() + 1);
            (count.get() > nth).then(|| {
                let mut payload = forge.payload();
                if let Some(cut) = cut {
                    payload.truncate(payload.len().saturating_sub(cut));
                }
                match payload.is_empty() {
                    true => payload.push(byte),
                    false => {
                        let at = at.index(payload.len());
                        payload[at] = byte;
                    }
                }
                payload
            })
        };
        if let Some(simulation) = try_attack(3, short(1), Proofs::EveryTurn, seed, &forge) {
            match &simulation.tables[1].evidence {
                Some(evidence) => assert_named(&simulation, evidence.blame.refusal.code()),
                // The byte was what it had been.
                None => assert!(simulation.tables.iter().skip(1).all(|table| table.evidence.is_none())),
            }
        }
    }
}

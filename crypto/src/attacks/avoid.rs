//! Attacks 31 to 33 as far as they concern proofs: false claims about hidden tiles.

use proptest::prelude::*;

use super::*;
use crate::{
    avoid::{AvoidSlot, AvoidStatement, HoldsForbidden, avoid, proof_len},
    cheat::{self, AvoidCheat},
    keys::RoundKey,
};

/// Seat 0's claim about the first slots of the deck; each list is given as a function of the tile held.
fn claim(table: &Table, deck: &Deck, slots: usize, list: impl Fn(u8) -> Vec<u8>) -> AvoidStatement {
    let slots = deck.rows()[..slots].iter();
    let slots = slots.map(|slot| AvoidSlot::new(slot, &table.tokens_but(0, slot), list(table.tile(slot))));
    AvoidStatement::new(table.tiles, table.secrets[0].key().clone(), slots.collect()).unwrap()
}

/// The first tiles that are not the one held.
fn others(count: usize) -> impl Fn(u8) -> Vec<u8> {
    move |held| (0..91).filter(|id| *id != held).take(count).collect()
}

fn prove(table: &Table, statement: &AvoidStatement) -> Vec<u8> {
    avoid(&table.secrets[0], statement, &CTX, &table.match_secrets[0]).unwrap()
}

fn check(statement: &AvoidStatement, proof: &[u8]) -> Check {
    Check::Avoid { statement: statement.clone(), ctx: CTX, proof: proof.to_vec() }
}

fn cheat_refusal(table: &Table, kind: AvoidCheat, statement: &AvoidStatement) -> Option<Refusal> {
    let proof = cheat::avoid(kind, &table.secrets[0], statement, &CTX, &table.match_secrets[0]);
    refusal(&check(statement, &proof))
}

#[test]
fn true_claims_pass() {
    let table = Table::new(3);
    let deck = table.dealt(6);
    for (slots, tiles) in [(1, 1), (1, 2), (1, 90), (6, 1), (6, 25)] {
        let statement = claim(&table, &deck, slots, others(tiles));
        let proof = prove(&table, &statement);
        assert_eq!(proof.len(), slots * (6 + tiles) * 32);
        assert_eq!(proof.len(), statement.proof_len());
        assert_eq!(proof.len(), proof_len(vec![tiles; slots]));
        assert_eq!(refusal(&check(&statement, &proof)), None);
    }
    // Lists of different lengths.
    let statement = claim(&table, &deck, 6, |held| others(usize::from(held) + 1)(held));
    assert_eq!(refusal(&check(&statement, &prove(&table, &statement))), None);
}

#[test]
fn statements_are_checked() {
    let table = Table::new(2);
    let slot = table.dealt(2).rows()[0];
    let statement = |lists: Vec<Vec<u8>>| {
        let slots = lists.into_iter().map(|list| AvoidSlot::new(&slot, [], list)).collect();
        AvoidStatement::new(table.tiles, table.secrets[0].key().clone(), slots).map(|_| ())
    };
    assert_eq!(statement(vec![vec![0, 90]]), Ok(()));
    assert_eq!(statement(vec![vec![5]; 91]), Ok(()));
    for list in [vec![], vec![1, 1], vec![2, 1], vec![0, 91]] {
        assert_eq!(statement(vec![list.clone()]), Err(Refusal::AvoidSet));
        assert_eq!(statement(vec![vec![1], list]), Err(Refusal::AvoidSet));
    }
    for lists in [vec![], vec![vec![5]; 92]] {
        assert_eq!(statement(lists), Err(Refusal::AvoidSet));
    }
}

#[test]
fn the_honest_prover_makes_no_false_claim() {
    let table = Table::new(2);
    let deck = table.dealt(4);
    let statement = claim(&table, &deck, 2, |held| vec![held]);
    let error = avoid(&table.secrets[0], &statement, &CTX, &table.match_secrets[0]).unwrap_err();
    assert_eq!(error, HoldsForbidden { index: 0, tile: table.tile(&deck.rows()[0]) });
}

#[test]
fn attack_31_a_held_tile_is_on_the_list() {
    let table = Table::new(2);
    let deck = table.dealt(4);
    for list in [vec![0, 1, 2, 3], (0..91).collect()] {
        let statement = claim(&table, &deck, 1, |_| list.clone());
        assert_eq!(cheat_refusal(&table, AvoidCheat::FalseStatement, &statement), Some(Refusal::Identity));
        assert_eq!(cheat_refusal(&table, AvoidCheat::RandomC, &statement), Some(Refusal::Avoid));
        assert_eq!(cheat_refusal(&table, AvoidCheat::CopiedC, &statement), Some(Refusal::Avoid));
    }
    // Among several slots, of which only the last is lied about.
    let last = table.tile(&deck.rows()[3]);
    let statement = claim(&table, &deck, 4, |held| if held == last { vec![held] } else { others(2)(held) });
    assert_eq!(cheat_refusal(&table, AvoidCheat::FalseStatement, &statement), Some(Refusal::Identity));
    assert_eq!(cheat_refusal(&table, AvoidCheat::RandomC, &statement), Some(Refusal::Avoid));
}

#[test]
fn attack_31_fewer_tiles_fewer_slots_other_tiles() {
    let table = Table::new(2);
    let deck = table.dealt(4);
    let asked = claim(&table, &deck, 3, others(3));
    // The verifier's own statement decides on the length.
    for proven in [claim(&table, &deck, 3, others(2)), claim(&table, &deck, 2, others(3))] {
        assert_eq!(refusal(&check(&asked, &prove(&table, &proven))), Some(Refusal::Length));
    }
    // As many, but others.
    let proven = claim(&table, &deck, 3, |held| (0..91).filter(|id| *id != held).skip(1).take(3).collect());
    assert_eq!(refusal(&check(&asked, &prove(&table, &proven))), Some(Refusal::Avoid));
    // As many elements, divided otherwise among the slots.
    let first = table.tile(&deck.rows()[0]);
    let proven = claim(&table, &deck, 2, |held| others(if held == first { 3 } else { 12 })(held));
    assert_eq!(proven.proof_len(), asked.proof_len());
    assert!(refusal(&check(&asked, &prove(&table, &proven))).is_some());
}

#[test]
fn attack_31_a_proof_of_another_place_slot_or_seat() {
    let table = Table::new(2);
    let deck = table.dealt(4);
    let statement = claim(&table, &deck, 1, others(3));
    let proof = prove(&table, &statement);
    let elsewhere = Check::Avoid { statement, ctx: OTHER_CTX, proof: proof.clone() };
    assert_eq!(refusal(&elsewhere), Some(Refusal::Avoid));
    let with = |key: &RoundKey, slot: usize| {
        let slot = &deck.rows()[slot];
        let slot = AvoidSlot::new(slot, &table.tokens_but(0, slot), others(3)(table.tile(&deck.rows()[0])));
        refusal(&check(&AvoidStatement::new(table.tiles, key.clone(), vec![slot]).unwrap(), &proof))
    };
    assert_eq!(with(table.secrets[0].key(), 0), None);
    assert_eq!(with(table.secrets[1].key(), 0), Some(Refusal::Avoid));
    assert_eq!(with(table.secrets[0].key(), 1), Some(Refusal::Avoid));
}

#[test]
fn attack_31_the_cheat_with_two_tiles() {
    let table = Table::new(2);
    let deck = table.dealt(4);
    // One slot, exactly two tiles on the list, the first of them held.
    let statement = claim(&table, &deck, 1, |held| vec![held, held + 1]);
    let proof =
        cheat::avoid(AvoidCheat::TwoTiles, &table.secrets[0], &statement, &CTX, &table.match_secrets[0]);
    // It would get through a verifier that leaves out the equation of R …
    assert!(statement.holds_without_r(&CTX, &proof), "the attack is no attack");
    // … as true claims do and other cheats do not …
    let honest = claim(&table, &deck, 1, others(2));
    assert!(honest.holds_without_r(&CTX, &prove(&table, &honest)));
    let random =
        cheat::avoid(AvoidCheat::RandomC, &table.secrets[0], &statement, &CTX, &table.match_secrets[0]);
    assert!(!statement.holds_without_r(&CTX, &random));
    // … and does not get through ours.
    assert_eq!(refusal(&check(&statement, &proof)), Some(Refusal::Avoid));
}

#[test]
fn attack_32_and_33_a_single_tile_denied() {
    // A drawn tile that plays, or the engine: one slot or a whole hand, a list of one.
    let table = Table::new(2);
    let deck = table.dealt(4);
    let engine = table.tile(&deck.rows()[1]);
    for statement in [claim(&table, &deck, 1, |held| vec![held]), claim(&table, &deck, 3, |_| vec![engine])] {
        for (kind, expected) in [
            (AvoidCheat::FalseStatement, Refusal::Identity),
            (AvoidCheat::RandomC, Refusal::Avoid),
            (AvoidCheat::CopiedC, Refusal::Avoid),
        ] {
            assert_eq!(cheat_refusal(&table, kind, &statement), Some(expected));
        }
    }
}

#[test]
fn attack_02_identities_in_the_proof() {
    let table = Table::new(2);
    let statement = claim(&table, &table.dealt(4), 2, others(2));
    let proof = prove(&table, &statement);
    for slot in 0..2 {
        // R, two C, three t.
        for point in 0..6 {
            let mut changed = proof.clone();
            changed[(slot * 8 + point) * 32..][..32].fill(0);
            assert_eq!(refusal(&check(&statement, &changed)), Some(Refusal::Identity));
        }
    }
}

#[test]
fn every_changed_byte_of_a_claim_is_noticed() {
    let table = Table::new(2);
    let statement = claim(&table, &table.dealt(4), 2, others(2));
    let proof = prove(&table, &statement);
    for (place, changed) in flipped(&proof, 0..proof.len()).enumerate() {
        let refused = refusal_once(&check(&statement, &changed));
        let expected = [Refusal::Point, Refusal::Scalar, Refusal::Avoid];
        assert!(refused.is_some_and(|refusal| expected.contains(&refusal)), "byte {place}: {refused:?}");
    }
    for wrong in [&proof[1..], &proof[..proof.len() - 32], &[&proof[..], &[0]].concat(), &[]] {
        assert_eq!(refusal(&check(&statement, wrong)), Some(Refusal::Length));
    }
}

#[test]
fn everything_absorbed_counts() {
    let table = Table::new(2);
    let statement = claim(&table, &table.dealt(4), 2, others(2));
    // Set, key, number; A, Q, F; R and two C; three t.
    let items = 3 + 2 * (3 + 3 + 3);
    for omitted in 0..items {
        let refused = cheat_refusal(&table, AvoidCheat::Omission(omitted), &statement);
        assert_eq!(refused, Some(Refusal::Avoid), "item {omitted}");
    }
    assert_eq!(cheat_refusal(&table, AvoidCheat::Omission(items), &statement), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_claim_passes_exactly_if_it_is_true(
        list in proptest::collection::btree_set(0u8..6, 1..5),
        slots in 1usize..4,
    ) {
        let table = Table::new(2);
        let deck = table.dealt(6);
        let list: Vec<u8> = list.into_iter().collect();
        let statement = claim(&table, &deck, slots, |_| list.clone());
        let holds = deck.rows()[..slots].iter().any(|slot| list.contains(&table.tile(slot)));
        match avoid(&table.secrets[0], &statement, &CTX, &table.match_secrets[0]) {
            Ok(proof) => {
                prop_assert!(!holds);
                prop_assert_eq!(refusal(&check(&statement, &proof)), None);
            }
            Err(_) => prop_assert!(holds),
        }
    }
}

//! Attacks 23, 24 and what of 28 concerns tiles: openings. (25 to 27 are for the table to notice.)

use super::*;
use crate::{
    cheat::{self, OpeningCheat},
    encoding::Point,
    opening::OpeningProof,
};

fn bases(deck: &Deck) -> Vec<Point> {
    deck.rows().iter().map(|row| row.a).collect()
}

fn check(table: &Table, seat: usize, bases: &[Point], (tokens, proof): &(Vec<Token>, OpeningProof)) -> Check {
    Check::Opening {
        key: table.secrets[seat].key().clone(),
        bases: bases.to_vec(),
        tokens: tokens.clone(),
        ctx: CTX,
        proof: proof.0.to_vec(),
    }
}

fn open(table: &Table, seat: usize, bases: &[Point]) -> (Vec<Token>, OpeningProof) {
    crate::opening::open(&table.secrets[seat], bases, &CTX, &table.match_secrets[seat])
}

fn cheat(table: &Table, cheat: OpeningCheat, bases: &[Point]) -> (Vec<Token>, OpeningProof) {
    cheat::open(cheat, &table.secrets[0], bases, &CTX, &table.match_secrets[0])
}

#[test]
fn honest_openings_pass_and_open() {
    let table = Table::new(3);
    let deck = table.dealt(5);
    for n in 1..=5 {
        let bases = &bases(&deck)[..n];
        for seat in 0..3 {
            assert_eq!(refusal(&check(&table, seat, bases, &open(&table, seat, bases))), None);
        }
    }
    let mut tiles: Vec<_> = deck.rows().iter().map(|slot| table.tile(slot)).collect();
    tiles.sort_unstable();
    assert_eq!(tiles, [0, 1, 2, 3, 4]);
    // One token missing, and nothing can be seen.
    let slot = &deck.rows()[0];
    assert_eq!(slot.open(table.tiles, &table.tokens_but(1, slot)), Err(Refusal::UnknownTile));
}

#[test]
fn attack_23_swapped_tokens() {
    let table = Table::new(2);
    let bases = bases(&table.dealt(4));
    let swapped_before = cheat(&table, OpeningCheat::Swapped, &bases);
    assert_eq!(refusal(&check(&table, 0, &bases, &swapped_before)), Some(Refusal::Dleq));
    let mut swapped_after = open(&table, 0, &bases);
    swapped_after.0.swap(1, 3);
    assert_eq!(refusal(&check(&table, 0, &bases, &swapped_after)), Some(Refusal::Dleq));
}

#[test]
fn attack_24_a_token_of_another_slot_seat_or_base() {
    let table = Table::new(2);
    let all = bases(&table.dealt(4));
    // The token of slot 3 sent as that of slot 0, proven for slot 0 and with slot 3's own proof.
    for n in [1, 2] {
        let other_slot = cheat(&table, OpeningCheat::OtherBase(all[3]), &all[..n]);
        assert_eq!(refusal(&check(&table, 0, &all[..n], &other_slot)), Some(Refusal::Dleq));
    }
    assert_eq!(refusal(&check(&table, 0, &all[..1], &open(&table, 0, &all[3..]))), Some(Refusal::Dleq));
    // One seat's token under another's name.
    assert_eq!(refusal(&check(&table, 1, &all, &open(&table, 0, &all))), Some(Refusal::Dleq));
    // A base of the attacker's own choice.
    let chosen = Point::encode(curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT);
    let other_base = cheat(&table, OpeningCheat::OtherBase(chosen), &all);
    assert_eq!(refusal(&check(&table, 0, &all, &other_base)), Some(Refusal::Dleq));
    // Another place.
    let mut elsewhere = check(&table, 0, &all, &open(&table, 0, &all));
    if let Check::Opening { ctx, .. } = &mut elsewhere {
        *ctx = OTHER_CTX;
    }
    assert_eq!(refusal(&elsewhere), Some(Refusal::Dleq));
}

#[test]
fn attack_28_another_tile_than_the_slot_holds() {
    let table = Table::new(2);
    let slot = table.dealt(4).rows()[0];
    let tokens = table.tokens_but(usize::MAX, &slot);
    let tile = table.tile(&slot);
    assert_eq!(slot.expect(table.tiles, &tokens, tile), Ok(()));
    assert_eq!(slot.expect(table.tiles, &tokens, tile ^ 1), Err(Refusal::TileMismatch));
    assert_eq!(slot.expect(table.tiles, &tokens, 200), Err(Refusal::UnknownTile));
    assert_eq!(slot.expect(table.tiles, &tokens[1..], tile), Err(Refusal::UnknownTile));
}

#[test]
fn every_changed_byte_of_an_opening_is_noticed() {
    let table = Table::new(2);
    let bases = bases(&table.dealt(2));
    let (tokens, proof) = open(&table, 0, &bases);
    for changed in flipped(&proof.0, 0..96) {
        let mut check = check(&table, 0, &bases, &(tokens.clone(), proof));
        if let Check::Opening { proof, .. } = &mut check {
            *proof = changed;
        }
        assert!(refusal_once(&check).is_some());
    }
}

#[test]
fn everything_absorbed_counts() {
    let table = Table::new(2);
    let bases = bases(&table.dealt(2));
    // Key, number, two bases, two tokens, two commitments.
    for omitted in 0..8 {
        let opened = cheat(&table, OpeningCheat::Omission(omitted), &bases);
        assert_eq!(refusal(&check(&table, 0, &bases, &opened)), Some(Refusal::Dleq), "{omitted}");
    }
    let complete = cheat(&table, OpeningCheat::Omission(8), &bases);
    assert_eq!(refusal(&check(&table, 0, &bases, &complete)), None);
}

//! Attacks 14 to 19 and 22: shuffles. (20 is with the generators, 21 is for the table to notice.)

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;

use super::*;
use crate::{
    cheat::{self, ShuffleCheat},
    encoding::Point,
};

fn cheat(table: &Table, cheat: ShuffleCheat, input: &Arc<Deck>) -> (Deck, ShuffleProof) {
    cheat::shuffle(cheat, &table.joint, input, &CTX, &table.match_secrets[0])
}

/// What a cheat's shuffle is refused for.
fn cheat_refusal(table: &Table, kind: ShuffleCheat, input: &Arc<Deck>) -> Option<Refusal> {
    let (output, proof) = cheat(table, kind, input);
    refusal(&shuffle_check(table, input, output, proof.bytes()))
}

/// Whether the bare argument holds, without the checks beside it.
fn argument_holds(table: &Table, input: &Arc<Deck>, output: &Deck, proof: &ShuffleProof) -> bool {
    let statement = crate::shuffle::Statement { joint: &table.joint, input, output };
    statement.argument_holds(&CTX, proof.bytes())
}

#[test]
fn honest_shuffles_pass_at_every_size() {
    let table = Table::new(2);
    for n in [2, 3, 5, 54, 55, 90, 91] {
        let input = table.open_deck(n);
        let (output, proof) = table.shuffle(&input);
        assert_eq!(proof.bytes().len(), (3 * n + 10) * 32);
        assert_eq!(proof.bytes().len(), ShuffleProof::len_for(n));
        let received = Deck::decode(&output.to_bytes(), n).unwrap();
        assert_eq!(refusal(&shuffle_check(&table, &input, received, proof.bytes())), None);
        let mut tiles: Vec<_> = output.rows().iter().map(|slot| table.tile(slot)).collect();
        assert!(!tiles.is_sorted() || n < 5);
        tiles.sort_unstable();
        assert_eq!(tiles, (0..n as u8).collect::<Vec<_>>());
    }
}

#[test]
fn the_shuffles_of_a_round_pass_together_and_the_author_is_named() {
    let table = Table::new(4);
    let mut deck = Arc::new(Deck::open(table.tiles, Some(90)));
    let mut checks = Vec::new();
    for secret in &table.match_secrets {
        let (output, proof) = crate::shuffle::shuffle(&table.joint, &deck, &CTX, secret);
        checks.push(shuffle_check(&table, &deck, output.clone(), proof.bytes()));
        deck = Arc::new(output);
    }
    assert!(verify_all(&checks).is_ok());
    assert!(verify_all_parallel(&checks).is_ok());
    if let Check::Shuffle { proof, .. } = &mut checks[2] {
        let end = proof.len() - 32;
        let rho = decode_scalar(&proof[end..]).unwrap() + Scalar::ONE;
        proof[end..].copy_from_slice(rho.as_bytes());
    }
    for verify in [verify_all, verify_all_parallel] {
        assert!(
            matches!(verify(&checks), Err(BatchError::Refused(refused)) if refused == [(2, Refusal::Shuffle)])
        );
    }
}

#[test]
fn attack_14_masks_of_zero() {
    let table = Table::new(2);
    // Over the open deck, A' is the identity: over a masked one, its points stay what they were.
    for (input, expected) in
        [(table.open_deck(5), Refusal::Identity), (table.dealt(5), Refusal::TrivialShuffle)]
    {
        for kind in [ShuffleCheat::ZeroMasks, ShuffleCheat::OneZeroMask] {
            let (output, proof) = cheat(&table, kind, &input);
            assert!(argument_holds(&table, &input, &output, &proof), "the attack is no attack");
            assert_eq!(cheat_refusal(&table, kind, &input), Some(expected));
        }
    }
    // On the way in it is noticed already.
    let (output, _) = cheat(&table, ShuffleCheat::ZeroMasks, &table.open_deck(5));
    assert_eq!(Deck::decode(&output.to_bytes(), 5), Err(Refusal::Identity));
}

#[test]
fn attack_15_equal_masks() {
    let table = Table::new(2);
    let input = table.open_deck(5);
    let (output, proof) = cheat(&table, ShuffleCheat::EqualMasks, &input);
    assert!(argument_holds(&table, &input, &output, &proof), "the attack is no attack");
    assert_eq!(cheat_refusal(&table, ShuffleCheat::EqualMasks, &input), Some(Refusal::DuplicatePoint));
    assert_eq!(Deck::decode(&output.to_bytes(), 5), Err(Refusal::DuplicatePoint));
    // A point that occurs once as A and once as B.
    let mut bytes = table.dealt(3).to_bytes();
    bytes.copy_within(0..32, 160);
    assert_eq!(Deck::decode(&bytes, 3), Err(Refusal::DuplicatePoint));
}

#[test]
fn attack_16_a_map_that_is_no_permutation_or_another_tile() {
    let table = Table::new(2);
    for input in [table.open_deck(5), table.dealt(5)] {
        assert_eq!(cheat_refusal(&table, ShuffleCheat::RepeatedRow, &input), Some(Refusal::Shuffle));
        let replaced = |tile| cheat_refusal(&table, ShuffleCheat::ReplacedTile(tile), &input);
        assert_eq!(replaced(*table.tiles.point(90).unwrap()), Some(Refusal::Shuffle));
        assert_eq!(
            replaced(Point::encode(Scalar::from(9u64) * RISTRETTO_BASEPOINT_POINT)),
            Some(Refusal::Shuffle)
        );
        // B' made to show tile 90 where it showed tile 4.
        let (output, proof) = table.shuffle(&input);
        let mut rows = output.rows().to_vec();
        let (to, from) = (table.tiles.point(90).unwrap(), table.tiles.point(4).unwrap());
        rows[2].b = Point::encode(rows[2].b.element() + to.element() - from.element());
        let check = shuffle_check(&table, &input, Deck::from_rows(rows), proof.bytes());
        assert_eq!(refusal(&check), Some(Refusal::Shuffle));
    }
}

#[test]
fn attack_17_rows_swapped_afterwards() {
    let table = Table::new(2);
    for n in [2, 5] {
        let kind = ShuffleCheat::SwappedAfterwards;
        assert_eq!(cheat_refusal(&table, kind, &table.dealt(n)), Some(Refusal::Shuffle));
    }
}

#[test]
fn attack_17_every_point_and_every_scalar_off_by_one() {
    let table = Table::new(2);
    let input = table.dealt(3);
    let (output, proof) = table.shuffle(&input);
    let elements = proof.bytes().len() / 32;
    for element in 0..elements {
        let range = 32 * element..32 * (element + 1);
        let mut bytes = proof.bytes().to_vec();
        let changed = if element < 8 {
            let point = Point::decode(&bytes[range.clone()]).unwrap();
            (point.element() + RISTRETTO_BASEPOINT_POINT).compress().to_bytes()
        } else {
            (decode_scalar(&bytes[range.clone()]).unwrap() + Scalar::ONE).to_bytes()
        };
        bytes[range].copy_from_slice(&changed);
        let check = shuffle_check(&table, &input, output.clone(), &bytes);
        assert_eq!(refusal_once(&check), Some(Refusal::Shuffle), "element {element}");
    }
}

#[test]
fn attack_17_every_byte_flipped() {
    let table = Table::new(2);
    let input = table.dealt(3);
    let (output, proof) = table.shuffle(&input);
    for (place, bytes) in flipped(proof.bytes(), 0..proof.bytes().len()).enumerate() {
        let refused = refusal_once(&shuffle_check(&table, &input, output.clone(), &bytes));
        let expected: &[_] = if place < 256 {
            &[Refusal::Point, Refusal::Shuffle]
        } else {
            &[Refusal::Scalar, Refusal::Shuffle]
        };
        assert!(refused.is_some_and(|refusal| expected.contains(&refusal)), "byte {place}: {refused:?}");
    }
    // The deck's bytes too.
    let bytes = output.to_bytes();
    for (place, bytes) in flipped(&bytes, 0..bytes.len()).enumerate() {
        match Deck::decode(&bytes, 3) {
            Ok(deck) => {
                let check = shuffle_check(&table, &input, deck, proof.bytes());
                assert_eq!(refusal_once(&check), Some(Refusal::Shuffle), "byte {place}");
            }
            Err(refusal) => assert_eq!(refusal, Refusal::Point, "byte {place}"),
        }
    }
}

#[test]
fn attack_17_bytes_of_a_whole_set_flipped() {
    let table = Table::new(2);
    let input = table.open_deck(91);
    let (output, proof) = table.shuffle(&input);
    // A step that is prime to 32 and 3, so that every place in an element and every kind of change comes up.
    for bytes in flipped(proof.bytes(), (0..proof.bytes().len()).step_by(149)) {
        assert!(refusal_once(&shuffle_check(&table, &input, output.clone(), &bytes)).is_some());
    }
}

#[test]
fn attack_18_a_proof_of_another_place_deck_or_key() {
    let table = Table::new(3);
    let input = table.dealt(5);
    let (output, proof) = table.shuffle(&input);
    let valid = shuffle_check(&table, &input, output, proof.bytes());
    assert_eq!(refusal(&valid), None);
    let Check::Shuffle { output, proof, .. } = valid else { unreachable!() };

    let elsewhere = |joint: &Arc<JointKey>, input: &Arc<Deck>, ctx| {
        let (joint, input) = (Arc::clone(joint), Arc::clone(input));
        refusal(&Check::Shuffle { joint, input, output: Arc::clone(&output), ctx, proof: proof.clone() })
    };
    assert_eq!(elsewhere(&table.joint, &input, OTHER_CTX), Some(Refusal::Shuffle));
    let private = Arc::new(table.shuffle(&table.open_deck(5)).0);
    assert_eq!(elsewhere(&table.joint, &private, CTX), Some(Refusal::Shuffle));
    let one_seat = Arc::new(JointKey::from_keys(&[table.secrets[0].key().clone()]).unwrap());
    assert_eq!(elsewhere(&one_seat, &input, CTX), Some(Refusal::Shuffle));
    // Made under one seat's key, given out as one under all keys.
    let (alone, proof) = crate::shuffle::shuffle(&one_seat, &input, &CTX, &table.match_secrets[0]);
    assert_eq!(refusal(&shuffle_check(&table, &input, alone, proof.bytes())), Some(Refusal::Shuffle));
}

#[test]
fn attack_19_one_absorbed_item_left_out() {
    let table = Table::new(2);
    let input = table.dealt(3);
    // Number, key, 6 points in, 6 out, c_a, c_b, and the last six.
    let items = 2 + 4 * 3 + 8;
    for omitted in 0..items {
        let refused = cheat_refusal(&table, ShuffleCheat::Omission(omitted), &input);
        assert_eq!(refused, Some(Refusal::Shuffle), "item {omitted}");
    }
    assert_eq!(cheat_refusal(&table, ShuffleCheat::Omission(items), &input), None);
}

#[test]
fn attack_22_one_honest_shuffle_hides_from_all_others() {
    // Seat 0 is honest; all others collude, know each other's secrets, and shuffled before and after it.
    let table = Table::new(3);
    let runs = 600u32;
    let mut counts = [[0u32; 3]; 3];
    for run in 0..runs {
        let honest = MatchSecret::from_bytes(crate::hash::Hash::new(crate::tags::NONCE).u32(run).finish256());
        let before =
            crate::shuffle::shuffle(&table.joint, &table.open_deck(3), &CTX, &table.match_secrets[1]).0;
        let middle = crate::shuffle::shuffle(&table.joint, &before, &CTX, &honest).0;
        // What they can compute: both decks with all their own masks taken off. Nothing of it is a tile, and no
        // difference of a row after and a row before is one they know.
        let strip = |deck: &Deck| -> Vec<_> {
            deck.rows().iter().map(|row| row.strip(&table.tokens_but(0, row))).collect()
        };
        let (known_before, known_after) = (strip(&before), strip(&middle));
        assert!(table.tiles.find_all(&known_after).iter().all(Option::is_none));
        assert!(known_after.iter().all(|after| !known_before.contains(after)));
        // Where the tiles really went: everywhere equally often.
        let order = |deck: &Deck| -> Vec<u8> { deck.rows().iter().map(|row| table.tile(row)).collect() };
        let (order_before, order_after) = (order(&before), order(&middle));
        for (from, tile) in order_before.iter().enumerate() {
            let to = order_after.iter().position(|other| other == tile).unwrap();
            counts[from][to] += 1;
        }
    }
    let expected = f64::from(runs) / 3.0;
    let cells = counts.as_flattened().iter();
    let chi_square: f64 = cells.map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    // Four degrees of freedom: above 28.5 in one of 100,000 fair experiments.
    assert!(chi_square < 28.5, "{counts:?}");
}

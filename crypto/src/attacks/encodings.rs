//! Attacks 1 to 5: bytes that are not what they should be. (6 is with the golden vectors.)

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use proptest::prelude::*;

use super::*;
use crate::{encoding::Point, keys::RoundKey};

/// The field's order 2²⁵⁵ − 19 and the group's, little-endian.
fn field_order() -> [u8; 32] {
    let mut order = [0xff; 32];
    (order[0], order[31]) = (0xed, 0x7f);
    order
}

fn plus(mut bytes: [u8; 32], mut carry: u8) -> [u8; 32] {
    for byte in &mut bytes {
        let (sum, over) = byte.overflowing_add(carry);
        (*byte, carry) = (sum, u8::from(over));
    }
    bytes
}

fn group_order_plus(scalar: Scalar) -> [u8; 32] {
    let mut carry = 0u16;
    let mut sum = plus((-Scalar::ONE).to_bytes(), 1);
    for (byte, other) in sum.iter_mut().zip(scalar.as_bytes()) {
        carry += u16::from(*byte) + u16::from(*other);
        *byte = carry as u8;
        carry >>= 8;
    }
    sum
}

#[test]
fn attack_01_points_that_are_not_canonical() {
    let base = RISTRETTO_BASEPOINT_POINT.compress().to_bytes();
    let negative = {
        // p − s encodes the negative of the field element s.
        let mut borrow = 0i16;
        let mut difference = field_order();
        for (byte, other) in difference.iter_mut().zip(base) {
            let step = i16::from(*byte) - i16::from(other) - borrow;
            borrow = i16::from(step < 0);
            *byte = step as u8;
        }
        difference
    };
    let mut high_bit = base;
    high_bit[31] |= 0x80;
    let one_plus_p = plus(field_order(), 1);
    for bytes in [field_order(), negative, high_bit, one_plus_p, plus(field_order(), 2), [0xff; 32]] {
        assert_eq!(Point::decode(&bytes), Err(Refusal::Point), "{bytes:02x?}");
        assert_eq!(RoundKey::decode(&bytes), Err(Refusal::Point));
        assert_eq!(Token::decode(&bytes), Err(Refusal::Point));
        let table = Table::new(2);
        let mut deck = table.dealt(2).to_bytes();
        deck[64..96].copy_from_slice(&bytes);
        assert_eq!(Deck::decode(&deck, 2), Err(Refusal::Point));
    }
}

#[test]
fn attack_02_the_identity() {
    let zeros = [0; 32];
    assert_eq!(Point::decode(&zeros), Err(Refusal::Identity));
    assert_eq!(RoundKey::decode(&zeros), Err(Refusal::Identity));
    assert_eq!(Token::decode(&zeros), Err(Refusal::Identity));
    assert_eq!(Token::decode_all(&zeros, 1), Err(Refusal::Identity));
    let table = Table::new(2);
    let bytes = table.dealt(3).to_bytes();
    for element in 0..6 {
        let mut bytes = bytes.clone();
        bytes[32 * element..][..32].fill(0);
        assert_eq!(Deck::decode(&bytes, 3), Err(Refusal::Identity));
    }
}

#[test]
fn attack_03_scalars_that_are_not_canonical() {
    assert_eq!(decode_scalar(&group_order_plus(Scalar::ZERO)), Err(Refusal::Scalar));
    assert_eq!(decode_scalar(&group_order_plus(Scalar::from(77u64))), Err(Refusal::Scalar));
    assert_eq!(decode_scalar(&[0xff; 32]), Err(Refusal::Scalar));
    assert_eq!(decode_scalar((-Scalar::ONE).as_bytes()), Ok(-Scalar::ONE));

    // In a proof: a response that is right modulo the order, but not below it.
    let table = Table::new(2);
    let secret = &table.secrets[0];
    let mut proof = secret.prove(&CTX, &table.match_secrets[0]).0.to_vec();
    let z = decode_scalar(&proof[32..]).unwrap();
    proof[32..].copy_from_slice(&group_order_plus(z));
    let check = Check::Key { key: secret.key().clone(), ctx: CTX, proof };
    assert_eq!(refusal(&check), Some(Refusal::Scalar));
}

#[test]
fn attack_04_one_byte_more_or_less() {
    let table = Table::new(2);
    let bytes = table.dealt(3).to_bytes();
    for wrong in [&bytes[1..], &bytes[..191], &[bytes.clone(), vec![0]].concat(), &[]] {
        assert_eq!(Deck::decode(wrong, 3), Err(Refusal::Length));
        assert_eq!(Token::decode_all(wrong, 6), Err(Refusal::Length));
    }
    assert_eq!(Point::decode(&bytes[..31]), Err(Refusal::Length));
    assert_eq!(decode_scalar(&bytes[..33]), Err(Refusal::Length));
    assert_eq!(Deck::decode(&vec![0; 1 << 20], 91), Err(Refusal::Length));
    assert_eq!(Token::decode_all(&bytes, u32::MAX as usize), Err(Refusal::Length));
}

#[test]
fn attack_05_proofs_with_an_element_more_or_less() {
    let table = Table::new(2);
    let deck = table.dealt(3);
    let (output, proof) = table.shuffle(&deck);
    let proof = proof.bytes();
    // Vectors of N−1 and N+1 entries, ends cut and bytes added.
    let longer = [proof, &[0; 96]].concat();
    for wrong in [&proof[..proof.len() - 96], &longer, &proof[32..], &proof[..proof.len() - 1], &[]] {
        let check = shuffle_check(&table, &deck, output.clone(), wrong);
        assert_eq!(refusal(&check), Some(Refusal::Length));
    }
    let smaller = Deck::from_rows(output.rows()[..2].to_vec());
    assert_eq!(refusal(&shuffle_check(&table, &deck, smaller, proof)), Some(Refusal::Length));

    let bases: Vec<_> = deck.rows().iter().map(|row| row.a).collect();
    let (tokens, proof) = crate::opening::open(&table.secrets[0], &bases, &CTX, &table.match_secrets[0]);
    let opening = |tokens: &[Token], proof: &[u8]| Check::Opening {
        key: table.secrets[0].key().clone(),
        bases: bases.clone(),
        tokens: tokens.to_vec(),
        ctx: CTX,
        proof: proof.to_vec(),
    };
    assert_eq!(refusal(&opening(&tokens, &proof.0)), None);
    assert_eq!(refusal(&opening(&tokens[1..], &proof.0)), Some(Refusal::Length));
    assert_eq!(refusal(&opening(&[&tokens[..], &tokens[..1]].concat(), &proof.0)), Some(Refusal::Length));
    assert_eq!(refusal(&opening(&tokens, &proof.0[..95])), Some(Refusal::Length));
    assert_eq!(refusal(&opening(&tokens, &[0; 97])), Some(Refusal::Length));
    let nothing = Check::Opening {
        key: table.secrets[0].key().clone(),
        bases: vec![],
        tokens: vec![],
        ctx: CTX,
        proof: proof.0.to_vec(),
    };
    assert_eq!(refusal(&nothing), Some(Refusal::Length));
}

proptest! {
    #[test]
    fn what_decodes_encodes_to_the_same_bytes(bytes: [u8; 32]) {
        if let Ok(point) = Point::decode(&bytes) {
            prop_assert_eq!(point.bytes(), &bytes);
            prop_assert_eq!(point.element().compress().to_bytes(), bytes);
        }
        if let Ok(scalar) = decode_scalar(&bytes) {
            prop_assert_eq!(scalar.to_bytes(), bytes);
        }
    }

    #[test]
    fn nothing_panics_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..700), n in 0usize..100) {
        let _ = Point::decode(&bytes);
        let _ = Deck::decode(&bytes, n);
        let _ = Token::decode_all(&bytes, n);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn decks_decode_to_themselves(n in 2usize..8, seats in 1u8..4) {
        let deck = Table::new(seats).dealt(n);
        prop_assert_eq!(&Deck::decode(&deck.to_bytes(), n), &Ok(Deck::clone(&deck)));
    }
}

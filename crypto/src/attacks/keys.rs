//! Attacks 7 to 10: keys. (11, the key of an old attempt, is for the table to notice.)

use super::*;
use crate::{cheat, keys::RoundKey};

fn check(key: &RoundKey, ctx: Context, proof: &[u8]) -> Check {
    Check::Key { key: key.clone(), ctx, proof: proof.to_vec() }
}

#[test]
fn attack_07_rogue_key() {
    let table = Table::new(3);
    let own = &table.secrets[2];
    let others: Vec<_> = table.secrets[..2].iter().map(|secret| secret.key().clone()).collect();
    let rogue = cheat::rogue_key(own, &others).unwrap();
    // It would work: the joint key is the cheat's own.
    let joint = JointKey::from_keys(&[others.clone(), vec![rogue.clone()]].concat()).unwrap();
    assert_eq!(joint.point(), own.key().point());
    // But no proof fits: not its own, not a copied one, none at all.
    let own_proof = own.prove(&CTX, &table.match_secrets[2]).0;
    let copied = table.secrets[0].prove(&CTX, &table.match_secrets[0]).0;
    assert_eq!(refusal(&check(own.key(), CTX, &own_proof)), None);
    assert_eq!(refusal(&check(&rogue, CTX, &own_proof)), Some(Refusal::KeyProof));
    assert_eq!(refusal(&check(&rogue, CTX, &copied)), Some(Refusal::KeyProof));
    assert_eq!(refusal(&check(&rogue, CTX, &[])), Some(Refusal::Length));
    assert_eq!(refusal(&check(&rogue, CTX, &[0; 64])), Some(Refusal::Identity));
}

#[test]
fn attack_08_the_key_of_another_seat() {
    let table = Table::new(3);
    let [a, b, c] = [0, 1, 2].map(|seat| table.secrets[seat].key().clone());
    for keys in [[a.clone(), b.clone(), a.clone()], [a.clone(), a.clone(), b.clone()]] {
        assert_eq!(JointKey::from_keys(&keys).unwrap_err(), Refusal::DuplicateKey);
    }
    assert!(JointKey::from_keys(&[a, b, c]).is_ok());
}

#[test]
fn attack_09_a_proof_of_another_place() {
    let table = Table::new(2);
    let secret = &table.secrets[0];
    let proof = secret.prove(&CTX, &table.match_secrets[0]).0;
    assert_eq!(refusal(&check(secret.key(), OTHER_CTX, &proof)), Some(Refusal::KeyProof));
    let other_seat = table.secrets[1].key();
    assert_eq!(refusal(&check(other_seat, CTX, &proof)), Some(Refusal::KeyProof));
}

#[test]
fn attack_10_keys_that_sum_to_the_identity() {
    let table = Table::new(2);
    let key = table.secrets[0].key().clone();
    let opposite = -table.secrets[0].key().point().element();
    let opposite = RoundKey::decode(&opposite.compress().to_bytes()).unwrap();
    assert_eq!(JointKey::from_keys(&[key, opposite]).unwrap_err(), Refusal::Identity);
    assert_eq!(JointKey::from_keys(&[]).unwrap_err(), Refusal::Identity);
}

#[test]
fn every_changed_byte_of_a_key_proof_is_noticed() {
    let table = Table::new(1);
    let secret = &table.secrets[0];
    let proof = secret.prove(&CTX, &table.match_secrets[0]).0;
    for changed in flipped(&proof, 0..64) {
        assert!(refusal_once(&check(secret.key(), CTX, &changed)).is_some());
    }
}

#[test]
fn everything_absorbed_counts() {
    let table = Table::new(1);
    let secret = &table.secrets[0];
    for omitted in 0..2 {
        let proof = cheat::key_proof(omitted, secret, &CTX, &table.match_secrets[0]).0;
        assert_eq!(refusal(&check(secret.key(), CTX, &proof)), Some(Refusal::KeyProof));
    }
    let proof = cheat::key_proof(2, secret, &CTX, &table.match_secrets[0]).0;
    assert_eq!(refusal(&check(secret.key(), CTX, &proof)), None);
}

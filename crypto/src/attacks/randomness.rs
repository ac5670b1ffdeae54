//! Attacks 44 and 45: permutations and nonces.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::{nonces::Nonces, tags, transcript::Transcript};

/// χ² of counts that should all be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn attack_44_all_permutations_are_equally_likely() {
    let secret = MatchSecret::from_bytes([44; 32]);
    let mut counts = BTreeMap::new();
    for run in 0..1_000_000u32 {
        let mut nonces = secret.derive(tags::NONCE, &[&run.to_le_bytes()]);
        *counts.entry(crate::shuffle::permutation(3, &mut nonces).to_vec()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    let counts: Vec<u32> = counts.into_values().collect();
    // Five degrees of freedom: above 30.9 in one of 100,000 fair experiments. The secret is fixed, so this one is
    // made once and for all.
    assert!(chi_square(&counts) < 30.9, "{counts:?}");
}

#[test]
fn permutations_are_permutations() {
    let mut nonces = MatchSecret::from_bytes([1; 32]).derive(tags::NONCE, &[]);
    for n in [2, 3, 5, 54, 55, 90, 91] {
        let map = crate::shuffle::permutation(n, &mut nonces);
        assert_eq!(map.iter().copied().collect::<BTreeSet<_>>(), (0..n as u8).collect());
        assert_eq!(map.len(), n);
    }
}

fn first(mut nonces: Nonces) -> [u8; 32] {
    nonces.scalar().reveal().to_bytes()
}

#[test]
fn attack_45_nonces_of_a_transcript() {
    let statement = |number| {
        let mut transcript = Transcript::new(tags::KEY_PROOF, &CTX);
        transcript.absorb_u32("n", number);
        transcript
    };
    let [secret, again, other] = [1, 1, 2].map(|byte| MatchSecret::from_bytes([byte; 32]));
    let reference = first(statement(1).nonces(&secret, "k"));
    assert_eq!(reference, first(statement(1).nonces(&again, "k")));
    for different in [
        first(statement(2).nonces(&secret, "k")),
        first(statement(1).nonces(&secret, "l")),
        first(statement(1).nonces(&other, "k")),
    ] {
        assert_ne!(reference, different);
    }
}

#[test]
fn attack_45_one_statement_one_proof_two_statements_two_nonces() {
    let table = Table::new(2);
    let restarted = Table::new(2);
    let prove = |table: &Table, ctx| table.secrets[0].prove(&ctx, &table.match_secrets[0]).0;
    assert_eq!(prove(&table, CTX), prove(&restarted, CTX));
    assert_ne!(prove(&table, CTX)[..32], prove(&table, OTHER_CTX)[..32]);

    let deck = table.dealt(3);
    assert_eq!(deck.to_bytes(), restarted.dealt(3).to_bytes());
    let open = |table: &Table, slot: usize| {
        crate::opening::open(&table.secrets[0], &[deck.rows()[slot].a], &CTX, &table.match_secrets[0]).1.0
    };
    assert_eq!(open(&table, 0), open(&restarted, 0));
    assert_ne!(open(&table, 0)[..32], open(&table, 1)[..32]);

    let (output, proof) = table.shuffle(&deck);
    assert_eq!((output.clone(), proof.clone()), restarted.shuffle(&deck));
    // Another input: other masks, so that not even the difference of two rows is known, and other blinds.
    let (other_output, other_proof) = table.shuffle(&output);
    for element in 0..8 {
        let range = 32 * element..32 * (element + 1);
        assert_ne!(proof.bytes()[range.clone()], other_proof.bytes()[range]);
    }
    let masks = |before: &Deck, after: &Deck| -> BTreeSet<[u8; 32]> {
        let pairs = before.rows().iter().flat_map(|x| after.rows().iter().map(move |y| (x, y)));
        pairs.map(|(x, y)| (y.a.element() - x.a.element()).compress().to_bytes()).collect()
    };
    assert!(masks(&deck, &output).is_disjoint(&masks(&output, &other_output)));
}

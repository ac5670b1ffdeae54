//! What the fuzzers found worth keeping, replayed: nothing that somebody else wrote makes anything panic.
//!
//! `tests/fuzz/corpus/<target>/` holds a few small inputs for each target; what ever made one fail is added there.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test tells of a failure by a panic"
)]

#[path = "fuzz/targets.rs"]
mod targets;

use std::{fs, path::Path};

#[test]
fn the_corpora_are_read_without_a_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz/corpus");
    for (name, target) in targets::ALL {
        let files = fs::read_dir(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut count = 0;
        for file in files {
            let bytes = fs::read(file.unwrap().path()).unwrap();
            // As found, cut short, and with one bit of each of some bytes turned.
            target(&bytes);
            target(&bytes[..bytes.len() / 2]);
            for at in (0..bytes.len()).step_by(bytes.len() / 8 + 1) {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << (at % 8);
                target(&changed);
            }
            count += 1;
        }
        assert!(count > 0, "{name} has no corpus");
    }
}

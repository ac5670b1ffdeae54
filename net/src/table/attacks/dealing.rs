//! Encodings, keys, shuffles, the deal.

use super::*;

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
    // Farewells, votes, locks and parts have tests of their own, and standstills come by other rules.
    let elsewhere =
        [Kind::Farewell, Kind::TimeoutVote, Kind::TimeoutCancel, Kind::Lock, Kind::Unlock, Kind::Standstill];
    for kind in Kind::ALL.into_iter().filter(|kind| !elsewhere.contains(kind)) {
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
    let simulation = try_attack(Simulation::new(3, short(1), Proofs::EveryTurn, 1), &forge).unwrap();
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
            let other =
                forge.hidden().base(forge.ledger.stage().drawn_by_others(forge.seat())[0] - 1).unwrap();
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

//! Plays, claims, scores, and what is signed twice or in the wrong place.

use super::*;

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
            let slot = forge.ledger.stage().drawn_by(forge.seat()).unwrap();
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

/// The engine is denied without a proof, by whom it was dealt to or by whoever drew it: the search runs dry, the hands are opened, and
/// the lie is there.
#[test]
fn attack_34_the_engine_denied_until_the_hands_are_opened() {
    // Signing, nonces, keys, three shuffles, the deal.
    const ENGINE_STEP: u32 = 7;
    let (mut dealt, mut drawn) = (0, 0);
    for seed in 0..60 {
        let mut simulation = Simulation::new(3, short(1), Proofs::AtScoring, seed);
        simulation.tables[0].denies_engine = true;
        simulation.run();
        match &simulation.tables[1].evidence {
            Some(evidence) if evidence.blame.step == ENGINE_STEP => dealt += 1,
            Some(_) => drawn += 1,
            // Somebody else held it.
            None => {
                assert_eq!(simulation.stage(1), Stage::Over);
                continue;
            }
        }
        assert_named(&simulation, "avoid");
        if dealt > 0 && drawn > 0 {
            return;
        }
    }
    panic!("dealt {dealt}, drawn {drawn}");
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
pub(super) fn midway() -> Simulation {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 6);
    (0..3).for_each(|peer| simulation.pump(peer));
    while simulation.tables[1].ledger.step() < 14 {
        assert!(simulation.deliver_one() || simulation.synchronise() || simulation.decide());
    }
    while simulation.deliver_one() || simulation.synchronise() {}
    simulation
}

/// The second body differs in what it builds on as well: it is for the same place all the same.
#[test]
fn attack_36_two_bodies_on_different_heads() {
    let mut simulation = midway();
    let ledger = &simulation.tables[1].ledger;
    let owed = ledger.owed().iter().next().unwrap();
    let member = ledger.seating().unwrap().member(owed).unwrap();
    let header = ledger.next_header(u8::from(owed)).unwrap();
    let victim = (member + 1) % 3;
    let key = simulation.tables[member].key.clone();
    let choice =
        mextrain_core::player::choose(&simulation.tables[member].view().seat_view().unwrap()).unwrap();
    simulation.tables[member].act(choice).unwrap();
    let raw = std::iter::from_fn(|| simulation.tables[member].poll_output())
        .find_map(|output| if let Output::Send(raw) = output { Some(raw) } else { None })
        .unwrap();
    let first = Envelope::parse(&raw).unwrap();
    // A step of one author would be folded at once: judged by a ledger that has not got to folding it.
    let mut ledger = simulation.tables[victim].ledger.clone();
    assert!(matches!(ledger.receive(first.clone(), &mut AtOnce), Receipt::Accepted { .. }));
    let other = Header { previous: [7; 32], ..header };
    let second = Envelope::sign(other, first.payload(), &key).unwrap();
    let Receipt::Refused(blame) = ledger.receive(second.clone(), &mut AtOnce) else { panic!() };
    assert_eq!((blame.refusal, blame.member, blame.proven), (Refusal::Equivocation, Some(member), true));
    ledger.fold().unwrap();
    let Receipt::Refused(blame) = ledger.receive(second, &mut AtOnce) else { panic!() };
    assert_eq!((blame.refusal, blame.member, blame.proven), (Refusal::Equivocation, Some(member), true));
    // In another attempt it would be another place.
    let elsewhere = Envelope::sign(Header { attempt: 1, ..other }, first.payload(), &key).unwrap();
    let Receipt::Refused(blame) = ledger.receive(elsewhere, &mut AtOnce) else { panic!() };
    assert_eq!((blame.refusal, blame.proven), (Refusal::Epoch, false));
}

/// What somebody signs behind the end of a match spoils nothing.
#[test]
fn nothing_counts_behind_the_end() {
    let mut simulation = Simulation::new(3, short(1), Proofs::EveryTurn, 8);
    simulation.run();
    let before = simulation.log_file(1);
    let last = simulation.tables[1].past.last().unwrap()[0].clone();
    let header = *last.header();
    let member = simulation.tables[1].ledger.member_of(header.step, header.author).unwrap();
    let (key, victim) = (simulation.tables[member].key.clone(), (member + 1) % 3);
    let next = Header { step: header.step + 1, previous: simulation.tables[1].ledger.head(), ..header };
    for (header, payload) in [(next, last.payload().to_vec()), (header, vec![0; 32])] {
        let forged = Envelope::sign(header, &payload, &key).unwrap();
        let receipt = simulation.tables[victim].receive(forged.raw());
        assert!(matches!(receipt, Receipt::Refused(Blame { proven: false, .. })), "{receipt:?}");
        assert_eq!(simulation.stage(victim), Stage::Over);
        simulation.pump(victim);
    }
    assert_eq!(simulation.log_file(victim), before);
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
        if let Some(simulation) = try_attack(Simulation::new(3, short(1), Proofs::EveryTurn, seed), &forge) {
            match &simulation.tables[1].evidence {
                Some(evidence) => assert_named(&simulation, evidence.blame.refusal.code()),
                // The byte was what it had been.
                None => assert!(simulation.tables.iter().skip(1).all(|table| table.evidence.is_none())),
            }
        }
    }
}

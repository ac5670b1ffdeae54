//! What can be tried only under rules other than the traditional ones.

use mextrain_core::{Otherwise, Phase, Round};

use super::*;

/// Rules that differ from the shortest double-nine match in these options.
fn by(settings: &[(&str, &str)]) -> Rules {
    let mut rules = short(1);
    settings.iter().for_each(|(key, value)| rules.set_option(key, value).unwrap());
    rules
}

/// The engine lies in the hub: whoever shuffles it in again, as one tile more or in place of another, is refused.
#[test]
fn attack_16_an_engine_set_aside_is_shuffled_in() {
    let aside = by(&[("engine", "set-aside")]);
    attack(3, aside, Proofs::EveryTurn, "length", |forge| {
        (forge.honest.header().kind == Kind::Shuffle).then(|| {
            let whole = Deck::open(TilePoints::for_highest(9).unwrap(), None);
            let joint = forge.hidden().joint().unwrap();
            let (deck, proof) = shuffle::shuffle(joint, &whole, &forge.ctx, &forge.table.secret);
            [deck.to_bytes().as_slice(), proof.bytes()].concat()
        })
    });
    attack(3, aside, Proofs::EveryTurn, "shuffle", |forge| {
        (forge.honest.header().kind == Kind::Shuffle).then(|| {
            let id = forge.hidden().set().id(forge.engine()).unwrap();
            let engine = *TilePoints::for_highest(9).unwrap().point(id.value()).unwrap();
            forge.shuffle(ShuffleCheat::ReplacedTile(engine))
        })
    });
}

fn together() -> Rules {
    by(&[("engine", "dealt-together"), ("hand", "3")])
}

/// Where all draw at once, each owes its tokens for what the others draw: no fewer, no more, in the order of the slots.
#[test]
fn attack_25_the_wrong_tokens_where_all_draw_at_once() {
    let draw_attack = |code: &str, change: fn(&Forge<'_>, Vec<usize>) -> Vec<usize>| {
        attack(3, together(), Proofs::EveryTurn, code, |forge| {
            let together = matches!(forge.ledger.stage(), Stage::TogetherTokens { .. });
            together.then(|| {
                let slots = change(forge, forge.ledger.stage().drawn_by_others(forge.seat()));
                let bases: Vec<Point> = slots.iter().map(|&at| forge.hidden().base(at).unwrap()).collect();
                let (tokens, proof) = opening::open(forge.secret(), &bases, &forge.ctx, &forge.table.secret);
                let tokens = tokens.iter().flat_map(|token| *token.bytes());
                tokens.chain(proof.0).collect()
            })
        });
    };
    draw_attack("length", |_, slots| slots[1..].to_vec());
    draw_attack("length", |forge, slots| {
        let own = forge.ledger.stage().drawn_by(forge.seat()).unwrap();
        [slots, vec![own]].concat()
    });
    draw_attack("dleq", |_, slots| slots.into_iter().rev().collect());
    draw_attack("dleq", |forge, slots| vec![slots[0], forge.ledger.stage().drawn_by(forge.seat()).unwrap()]);
}

/// Whoever draws the engine and denies it, or draws another tile and claims it.
#[test]
fn attack_33_the_engine_denied_or_claimed_where_all_draw_at_once() {
    let drawn = |forge: &Forge<'_>| {
        let Stage::TogetherShow { .. } = forge.ledger.stage() else { return None };
        let slot = forge.ledger.stage().drawn_by(forge.seat())?;
        let tile = forge.hand().into_iter().find(|(at, _)| *at == slot)?.1;
        Some((slot, tile == forge.engine()))
    };
    attack(3, together(), Proofs::EveryTurn, "identity", |forge| {
        let (slot, is_engine) = drawn(forge)?;
        let tiles: Tiles = [forge.engine()].into_iter().collect();
        is_engine.then(|| {
            payload::write_no_engine(&forge.claim(AvoidCheat::FalseStatement, [slot], tiles).unwrap())
        })
    });
    attack(3, together(), Proofs::EveryTurn, "tile-mismatch", |forge| {
        let (slot, is_engine) = drawn(forge)?;
        let (token, proof) = forge.open(slot);
        (!is_engine).then(|| payload::write_engine_here(slot, &token, &proof))
    });
    // A slot of the hand in place of the one just drawn: the rest of the hand has been denied.
    attack(3, together(), Proofs::EveryTurn, "avoid-set", |forge| {
        let (slot, _) = drawn(forge)?;
        let (_, honest) = forge.honest.payload().split_first()?;
        let claims = !honest.is_empty() && drawn(forge).is_some_and(|(_, is_engine)| !is_engine);
        let elsewhere = forge.hand().into_iter().find(|(at, _)| *at != slot)?.0;
        let others = forge.hidden().set().tiles();
        claims.then(|| {
            payload::write_no_engine(&forge.claim(AvoidCheat::FalseStatement, [elsewhere], others).unwrap())
        })
    });
}

/// Without proofs: the engine is denied by whoever draws it, until nothing is left to draw, and the opened hands show it.
#[test]
fn attack_34_the_engine_denied_without_a_proof_where_all_draw_at_once() {
    let drawn = (0..60).any(|seed| {
        let mut simulation = Simulation::new(3, together(), Proofs::AtScoring, seed);
        simulation.tables[0].denies_engine = true;
        simulation.run();
        let lied_in_search = simulation.tables[1].evidence.as_ref().is_some_and(|evidence| {
            let header = simulation.tables[1].past[evidence.blame.step as usize][0].header();
            let earlier = simulation.tables[1].past.get(evidence.blame.step as usize - 1).unwrap();
            header.kind == Kind::Engine && earlier[0].header().kind == Kind::DrawToken
        });
        if lied_in_search {
            assert_named(&simulation, "avoid");
        }
        lied_in_search
    });
    assert!(drawn);
}

/// A cheat's turn that is replaced where its round is in a situation.
fn turn_attack(
    rules: Rules,
    code: &str,
    situation: impl Fn(&Round, Seat) -> bool,
    how: impl Fn(&Forge<'_>) -> Option<Vec<u8>>,
) {
    for proofs in [Proofs::EveryTurn, Proofs::AtScoring] {
        attack(3, rules, proofs, code, |forge| {
            let fits = forge.honest.header().kind == Kind::Turn
                && situation(forge.ledger.round().unwrap(), forge.seat());
            fits.then(|| how(forge)).flatten()
        });
    }
}

fn in_chain(round: &Round, _: Seat) -> bool {
    round.otherwise() == Some(Otherwise::Stop)
}

fn chains() -> Rules {
    by(&[("opening", "chain")])
}

/// A stop where no chain is, or where its double asks for one more tile, or with something behind it.
#[test]
fn attack_29_a_stop_that_is_none() {
    let nothing_laid = |round: &Round, seat: Seat| !round.opened().contains(seat) && !in_chain(round, seat);
    turn_attack(chains(), "illegal-move", nothing_laid, |_| Some(payload::write_stop()));
    let opened = |round: &Round, seat: Seat| round.opened().contains(seat);
    turn_attack(chains(), "illegal-move", opened, |_| Some(payload::write_stop()));
    turn_attack(short(1), "illegal-move", |_, _| true, |_| Some(payload::write_stop()));
    let owes_a_tile =
        |round: &Round, seat: Seat| !round.opened().contains(seat) && round.phase() == Some(Phase::Satisfy);
    turn_attack(chains(), "illegal-move", owes_a_tile, |_| Some(payload::write_stop()));
    turn_attack(chains(), "length", in_chain, |_| Some([payload::write_stop(), vec![0]].concat()));
}

/// A drawn tile begins no chain, so that there is none to stop.
#[test]
fn attack_29_a_stop_in_place_of_a_drawn_tile() {
    attack(3, chains(), Proofs::EveryTurn, "not-expected", |forge| {
        (forge.honest.header().kind == Kind::Drawn).then(payload::write_stop)
    });
}

/// In a chain nobody draws or passes, whatever they hold, and nobody lays a tile elsewhere.
#[test]
fn attack_29_what_a_chain_does_not_allow() {
    turn_attack(chains(), "illegal-move", in_chain, |_| Some(payload::write_draw(&[])));
    turn_attack(chains(), "illegal-move", in_chain, |_| Some(payload::write_pass(&[])));
    let elsewhere = |forge: &Forge<'_>| {
        let round = forge.ledger.round().unwrap();
        let pip = round.trains().open_pip(TrainId::Mexican);
        let (slot, tile) = forge.hand().into_iter().find(|(_, tile)| tile.has(pip))?;
        let (token, proof) = forge.open(slot);
        let id = forge.hidden().set().id(tile).unwrap();
        Some(payload::write_play(slot, id, TrainId::Mexican, &token, &proof))
    };
    turn_attack(chains(), "illegal-move", in_chain, elsewhere);
}

fn standing() -> Rules {
    // Nearly all tiles are dealt, so that rounds come to a standstill soon and often.
    by(&[("block", "nobody-can-play"), ("hand", "17")])
}

fn at_standstill(forge: &Forge<'_>) -> Option<(Vec<usize>, Tiles, bool)> {
    (forge.ledger.stage() == Stage::Standstill).then_some(())?;
    let tiles = forge.ledger.round().unwrap().playable_by(forge.seat());
    let hand = forge.hand();
    let able = hand.iter().any(|(_, tile)| tiles.contains(*tile));
    Some((hand.into_iter().map(|(slot, _)| slot).collect(), tiles, able))
}

/// At a standstill somebody says that they cannot play, and can.
#[test]
fn attack_31_a_false_no_at_a_standstill() {
    attack(3, standing(), Proofs::EveryTurn, "identity", |forge| {
        let (slots, tiles, able) = at_standstill(forge)?;
        able.then(|| forge.claim(AvoidCheat::FalseStatement, slots, tiles))?
            .map(|claim| payload::write_cannot_play(&claim))
    });
    attack(3, standing(), Proofs::EveryTurn, "avoid-set", |forge| {
        let (slots, tiles, able) = at_standstill(forge)?;
        let innocent: Vec<usize> = forge
            .hand()
            .into_iter()
            .filter(|(_, tile)| !tiles.contains(*tile))
            .map(|(slot, _)| slot)
            .collect();
        (able && innocent.len() < slots.len()).then(|| {
            payload::write_cannot_play(
                &forge.claim(AvoidCheat::FalseStatement, innocent, tiles).unwrap_or_default(),
            )
        })
    });
}

/// At a standstill somebody says that they can play, and cannot. Where all their tiles have been denied already, that is refused at once.
#[test]
fn attack_31_a_false_yes_that_earlier_claims_contradict() {
    for proofs in [Proofs::EveryTurn, Proofs::AtScoring] {
        attack(3, standing(), proofs, "avoid", |forge| {
            let (slots, tiles, able) = at_standstill(forge)?;
            let contradicted = forge.hidden().owed_denials(slots, tiles).is_empty();
            (!able && contradicted).then(payload::write_can_play)
        });
    }
}

/// A false yes that nothing contradicts yet: it buys its author no more than one circuit, since where nobody else can play the pass
/// that is owed then contradicts it.
#[test]
fn attack_31_a_false_yes_comes_out_at_the_next_turn() {
    for proofs in [Proofs::EveryTurn, Proofs::AtScoring] {
        let simulation = liar(proofs, |simulation| {
            let evidence = simulation.tables[1].evidence.as_ref().unwrap();
            evidence.kind() == Some(Kind::Turn)
        });
        let table = &simulation.tables[1];
        let asked = |step: &Vec<Envelope>| step.iter().any(|one| one.header().kind == Kind::Standstill);
        let standstill = table.past.iter().rposition(asked).unwrap();
        let played = |step: &Vec<Envelope>| step.iter().any(|one| one.payload()[0] == 0);
        if !table.past[standstill + 1..].iter().any(played) {
            let passes = table.evidence.as_ref().unwrap().blame.step as usize - standstill - 1;
            assert!(passes < 3, "{passes} others have passed");
        }
    }
}

/// A lie at a standstill that no later claim contradicts, with no proofs or where somebody else can play as well, comes out when the hands
/// are opened, and its own step is named.
#[test]
fn attack_34_a_lie_at_a_standstill_comes_out_at_scoring() {
    for answer in [7, 8] {
        let simulation = liar(Proofs::AtScoring, |simulation| {
            let table = &simulation.tables[1];
            let Evidence { blame, refused, .. } = table.evidence.as_ref().unwrap();
            let seat = table.ledger.seating().unwrap().seat(0).unwrap();
            let mut named = table.past[blame.step as usize].iter();
            let said = named.find(|one| one.header().author == u8::from(seat)).unwrap();
            refused.is_none() && said.header().kind == Kind::Standstill && said.payload()[0] == answer
        });
        assert!(
            simulation.tables[1].have().step > simulation.tables[1].evidence.as_ref().unwrap().blame.step
        );
    }
}

/// Answers of other lengths, and of other kinds.
#[test]
fn attack_04_answers_at_a_standstill_that_are_none() {
    let answer = |code: &str, change: fn(&Forge<'_>) -> Vec<u8>| {
        attack(3, standing(), Proofs::EveryTurn, code, |forge| at_standstill(forge).map(|_| change(forge)));
    };
    answer("length", |_| Vec::new());
    answer("length", |_| vec![8, 0]);
    answer("not-expected", |_| payload::write_stop());
    answer("not-expected", |_| payload::write_pass(&[]));
    answer("not-expected", |_| vec![200]);
    // A claim where none is owed: without proofs, or where everything has been denied before.
    attack(3, standing(), Proofs::AtScoring, "length", |forge| at_standstill(forge).map(|_| vec![7, 0]));
    attack(3, standing(), Proofs::EveryTurn, "avoid-set", |forge| {
        let (slots, tiles, _) = at_standstill(forge)?;
        let denied = forge.hidden().owed_denials(slots, tiles).is_empty();
        denied.then(|| payload::write_cannot_play(&[0; 32]))
    });
}

/// A match in which peer 0 says the opposite of the truth at each standstill, if that can be said, until it is found out in a way that
/// `wanted` is about; every honest peer and the verifier name it.
fn liar(proofs: Proofs, wanted: impl Fn(&Simulation) -> bool) -> Simulation {
    for seed in 0..200 {
        let mut simulation = Simulation::new(3, standing(), proofs, seed);
        simulation.tables[0].lies_at_standstills = true;
        play_with_liar(&mut simulation);
        if simulation.tables[1].evidence.is_some() {
            assert_named(&simulation, "avoid");
            if wanted(&simulation) {
                return simulation;
            }
        }
    }
    panic!("no such lie came up");
}

fn play_with_liar(simulation: &mut Simulation) {
    (0..3).for_each(|peer| simulation.pump(peer));
    loop {
        while simulation.deliver_one() || simulation.synchronise() {}
        if simulation.tables[1].evidence.is_some() {
            return;
        }
        let liar = &mut simulation.tables[0];
        if liar.view().owing() == Owing::Move {
            let choice = mextrain_core::player::choose(&liar.view().seat_view().unwrap()).unwrap();
            if liar.act(choice) == Err(ActError::Own(Refusal::FalseClaim)) {
                // Its own program would not sign it.
                let payload = liar.choice_payload(choice).unwrap();
                let header = liar.ledger.next_header(liar.ledger.author_of(0).unwrap()).unwrap();
                let raw = Envelope::sign(header, &payload, &liar.key).unwrap().raw().clone();
                simulation.send_from(0, &raw);
                while simulation.deliver_one() {}
                return;
            }
            simulation.pump(0);
        } else if !simulation.decide() {
            return;
        }
    }
}

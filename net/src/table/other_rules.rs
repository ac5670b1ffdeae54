//! Matches by rules other than the traditional ones: nobody is refused, and all peers end alike.

use mextrain_core::{Ending, Preset, Rules, Seat};

use super::tests::{Simulation, assert_restarts_alike};
use crate::{
    charter::Proofs,
    ledger::{Happening, Stage},
};

fn last_rounds(rules: Rules, settings: &[(&str, &str)]) -> Rules {
    let mut rules = rules;
    for (key, value) in [("set", "double-nine"), ("first_engine", "1")].iter().chain(settings) {
        rules.set_option(key, value).unwrap();
    }
    rules
}

fn play(rules: Rules, seats: usize, proofs: Proofs, seed: u64) {
    let mut simulation = Simulation::new(seats, rules, proofs, seed);
    simulation.run();
    simulation.assert_all_ended_alike();
}

#[test]
fn a_preset_without_messages_of_its_own() {
    for (seats, proofs) in [(2, Proofs::EveryTurn), (3, Proofs::AtScoring)] {
        play(last_rounds(Preset::Guide.rules(), &[]), seats, proofs, 3);
    }
}

/// The hub has its engine before anybody has a tile: one tile fewer is shuffled, and nobody is asked for it.
#[test]
fn an_engine_set_aside() {
    for (seats, proofs) in [(2, Proofs::EveryTurn), (4, Proofs::AtScoring)] {
        let rules = last_rounds(Preset::Article.rules(), &[]);
        let mut simulation = Simulation::new(seats, rules, proofs, 3);
        (0..seats).for_each(|peer| simulation.pump(peer));
        while simulation.deliver_one() || simulation.synchronise() {}
        let ledger = simulation.tables[0].view().ledger();
        assert_eq!(ledger.hidden().unwrap().deck().len(), 54);
        let stands = |stage: Stage| matches!(stage, Stage::Turn { seat } if seat == Seat::FIRST);
        assert!(stands(ledger.stage()), "the first seat leads the first round: {:?}", ledger.stage());
        simulation.run();
        simulation.assert_all_ended_alike();
        let happened = &simulation.happenings[0];
        assert!(happened.iter().any(|one| matches!(one, Happening::EngineSetAside { .. })));
        assert!(!happened.iter().any(|one| matches!(one, Happening::EnginePlaced { .. })));
    }
}

/// All draw at once for an engine that nobody was dealt, and everybody keeps what was drawn.
#[test]
fn an_engine_searched_for_together() {
    let (mut rounds_of_search, mut found) = (0, 0);
    for seed in 0..6 {
        let seats = 2 + seed as usize % 3;
        let rules = last_rounds(Rules::default(), &[("engine", "dealt-together"), ("hand", "3")]);
        let proofs = if seed % 2 == 0 { Proofs::EveryTurn } else { Proofs::AtScoring };
        let mut simulation = Simulation::new(seats, rules, proofs, seed);
        simulation.run();
        simulation.assert_all_ended_alike();
        for happening in &simulation.happenings[0] {
            match happening {
                Happening::SearchedTogether { missed } => {
                    rounds_of_search += 1;
                    found += usize::from(missed.len() + 1 == seats);
                }
                Happening::SearchMissed { .. } => panic!("nobody draws alone"),
                _ => {}
            }
        }
    }
    assert!(rounds_of_search > found && found > 0, "{rounds_of_search} {found}");
}

/// The last draw of a search goes to the first seats where fewer tiles are left than seats, and one of those must have it.
#[test]
fn a_search_together_to_the_last_tile() {
    // Eight seats with six tiles each leave seven tiles for eight who draw.
    let rules = last_rounds(Rules::default(), &[("engine", "dealt-together"), ("hand", "6")]);
    let short_of_tiles = (0..20).any(|seed| {
        let mut simulation = Simulation::new(8, rules, Proofs::AtScoring, seed);
        (0..8).for_each(|peer| simulation.pump(peer));
        while simulation.deliver_one() || simulation.synchronise() {}
        let happened = &simulation.happenings[0];
        let missed = happened
            .iter()
            .any(|one| matches!(one, Happening::SearchedTogether { missed } if missed.len() == 6));
        if missed {
            simulation.run();
            simulation.assert_all_ended_alike();
        }
        missed
    });
    assert!(short_of_tiles, "somebody was dealt it every time");
}

/// An opening may be laid tile after tile, and is stopped, also where it could go on or where nothing goes on with it.
#[test]
fn openings_that_are_chains() {
    let (mut stops, mut longest) = (0, 0);
    for seed in 0..4 {
        let preset = if seed % 2 == 0 { Preset::SetMaker } else { Preset::Pagat };
        let proofs = if seed < 2 { Proofs::EveryTurn } else { Proofs::AtScoring };
        let seats = 2 + seed as usize % 3;
        let mut simulation = Simulation::new(seats, last_rounds(preset.rules(), &[]), proofs, seed);
        simulation.run();
        simulation.assert_all_ended_alike();
        let mut chain = 0;
        for happening in &simulation.happenings[0] {
            match happening {
                Happening::Played { .. } => chain += 1,
                Happening::ChainStopped { .. } => {
                    stops += 1;
                    longest = longest.max(chain);
                    chain = 0;
                }
                _ => chain = 0,
            }
        }
    }
    assert!(stops > 4 && longest > 2, "{stops} {longest}");
}

/// After a circuit of passes everybody says whether they can play after all, and the round goes on or is blocked.
#[test]
fn standstills() {
    let (mut went_on, mut blocked) = (0, 0);
    for seed in 0..12 {
        let seats = 2 + seed as usize % 3;
        let proofs = if seed % 2 == 0 { Proofs::EveryTurn } else { Proofs::AtScoring };
        let settings = [("block", "nobody-can-play"), ("hand", "12"), ("dead_double", "lock")];
        let mut simulation = Simulation::new(seats, last_rounds(Rules::default(), &settings), proofs, seed);
        simulation.run();
        simulation.assert_all_ended_alike();
        for pair in simulation.happenings[0].windows(2) {
            match pair {
                [Happening::SomebodyCanPlay { seats }, next] => {
                    assert!(!seats.is_empty());
                    let plays =
                        |one: &Happening| matches!(one, Happening::Played { .. } | Happening::Passed { .. });
                    assert!(plays(next), "{next:?}");
                    went_on += 1;
                }
                [Happening::NobodyCanPlay, next] => {
                    assert_eq!(*next, Happening::RoundEnded { ending: Ending::Blocked });
                    blocked += 1;
                }
                _ => {}
            }
        }
    }
    assert!(went_on > 0 && blocked > 0, "{went_on} {blocked}");
}

#[test]
fn all_options_at_once() {
    let all = [
        ("hand", "3"),
        ("engine", "dealt-together"),
        ("leader", "rotating"),
        ("opening", "chain"),
        ("opening_on", "own"),
        ("opening_draw", "none"),
        ("mexican_start", "after-first-turn"),
        ("first_turn_out", "others-finish"),
        ("cover", "anywhere"),
        ("doubles_a_turn", "many"),
        ("double_draw", "once"),
        ("out_on_double", "must-cover"),
        ("block", "nobody-can-play"),
        ("scoring", "winner-takes"),
    ];
    for seed in 0..6 {
        play(last_rounds(Rules::default(), &all), 2 + seed as usize % 3, Proofs::EveryTurn, seed);
    }
    play(last_rounds(Rules::default(), &all), 4, Proofs::AtScoring, 9);
}

/// Any value of every option, mixed by the seed, for a match of two short rounds.
pub(super) fn mixed(seed: u64) -> Rules {
    let mut random = seed;
    let mut rules = last_rounds(Rules::default(), &[("hand", "4")]);
    for (key, values) in Rules::choices() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        rules.set_option(key, values[(random >> 33) as usize % values.len()]).unwrap();
    }
    rules
}

#[test]
fn any_mixture() {
    for seed in 0..12 {
        play(mixed(seed), 2 + seed as usize % 3, Proofs::EveryTurn, seed);
    }
}

/// A restart in the middle of any step of any of them signs the same bytes again.
#[test]
fn attack_41_a_restart_under_other_rules_signs_the_same_bytes() {
    for (engine, seed) in [("dealt-together", 2), ("dealt-together", 5), ("set-aside", 1)] {
        let settings =
            [("hand", "4"), ("engine", engine), ("opening", "chain"), ("block", "nobody-can-play")];
        assert_restarts_alike(3, last_rounds(Rules::default(), &settings), seed);
    }
}

//! What holds for players of every level.

use super::deal::Deals;
use super::rng::Rng;
use super::*;
use crate::open::any_rules::any_rules;
use crate::seat::TrainId;
use crate::testing::{position, rng, seat};
use crate::{OpenRound, Preset, Rules, Seats, TileSet};

/// Few enough for a test, and enough that hands are imagined.
const FEW: u32 = 12;

fn asked(known: &Knowledge<'_>, level: Level, seed: u64) -> Option<Move> {
    choose(known, level, seed, &mut playouts(FEW))
}

#[test]
fn every_level_finishes_rounds_by_any_rules_and_nobody_is_thought_to_hold_what_it_cannot() {
    let mut rules_of = rng(11);
    for seed in 0..250 {
        let (rules, seats) = any_rules(&mut rules_of);
        let index = seed as u8 % rules.rounds();
        let mut table = Observed::deal(&rules, seats, index, seed).unwrap();
        let mut moves = 0;
        while let Some(acting) = table.open().round().to_act() {
            let level = Level::ALL[(acting.index() + seed as usize) % 3];
            // Sharp players are slow without optimisation; every other move of theirs will do.
            let level = if level == Level::Sharp && moves % 2 == 0 { Level::Steady } else { level };
            let choice = asked(&table.known(acting), level, seed).unwrap();
            assert_eq!(table.open().check(acting, choice), Ok(()), "{level:?} {rules:?}");
            table.play(acting, choice).unwrap();
            for (other, hand) in seats.iter().zip(table.open().hands()) {
                assert!(table.known(other).past.admits(other, *hand), "{other:?} {hand} {rules:?}");
                assert!(table.known(other).past.excluded(other).both(*hand).is_empty());
            }
            moves += 1;
            assert!(moves < 4000, "{rules:?}");
        }
        assert!(table.open().scores().is_some(), "{rules:?}");
    }
}

#[test]
fn nobody_who_thinks_ends_a_chain_that_goes_on() {
    let mut rules = Preset::Pagat.rules();
    rules.set_option("set", "double-nine").unwrap();
    let (mut offered, mut stopped) = (0, 0);
    for seed in 0..30 {
        let mut table = Observed::deal(&rules, Seats::new(3).unwrap(), 0, seed).unwrap();
        while let Some(acting) = table.open().round().to_act() {
            let known = table.known(acting);
            let may_stop = known.view.moves().any(|choice| choice == Move::Stop);
            let own = TrainId::Own(acting);
            let end = known.view.round().trains().open_pip(own);
            let trail = Trail::longest(known.view.hand(), end, 2_000);
            let level = if may_stop && seed < 4 { Level::Sharp } else { Level::Steady };
            let choice = asked(&known, level, seed).unwrap();
            if may_stop {
                offered += 1;
                stopped += u32::from(choice == Move::Stop);
                assert!(
                    choice != Move::Stop || trail.len() < 2,
                    "{} could go on from {end}",
                    known.view.hand()
                );
            }
            table.play(acting, choice).unwrap();
        }
    }
    assert!(offered > stopped && stopped > 0, "{stopped} of {offered}");
}

/// The same round with other tiles where nobody but their holder can see them.
fn with_other_tiles(table: &Observed, known: &Knowledge<'_>, seed: u64) -> OpenRound {
    let other = Deals::new(known).imagine(&mut Rng::new(seed));
    assert_eq!(other.round(), table.open().round());
    other
}

#[test]
fn tiles_that_a_player_cannot_see_do_not_change_its_move() {
    let mut rules_of = rng(12);
    let (mut compared, mut differed) = (0, 0);
    for seed in 0..40 {
        let (rules, seats) = any_rules(&mut rules_of);
        let mut table = Observed::deal(&rules, seats, 0, seed).unwrap();
        let mut moves = 0;
        while let Some(acting) = table.open().round().to_act() {
            let known = table.known(acting);
            if moves % 7 == 3 {
                let other = with_other_tiles(&table, &known, seed ^ moves);
                differed += u32::from(other != *table.open());
                let there = Knowledge { view: other.view(acting), past: known.past };
                for level in Level::ALL {
                    assert_eq!(asked(&known, level, seed), asked(&there, level, seed), "{level:?}");
                    compared += 1;
                }
            }
            moves += 1;
            let choice = asked(&known, Level::Easy, moves).unwrap();
            table.play(acting, choice).unwrap();
        }
    }
    assert!(compared > 300 && differed > 80, "{compared} {differed}");
}

#[test]
fn imagined_deals_agree_with_all_that_was_shown() {
    let mut rules_of = rng(13);
    let mut shown = 0;
    for seed in 0..60 {
        let (rules, seats) = any_rules(&mut rules_of);
        let mut table = Observed::deal(&rules, seats, 0, seed).unwrap();
        while let Some(acting) = table.open().round().to_act() {
            let known = table.known(acting);
            let mut deals = Deals::new(&known);
            let imagined = deals.imagine(&mut Rng::new(seed));
            assert_eq!(imagined.hand(acting), table.open().hand(acting));
            for other in seats.iter() {
                assert_eq!(imagined.hand(other).len(), table.open().hand(other).len());
                let admitted = other == acting || known.past.admits(other, imagined.hand(other));
                assert!(admitted, "{other:?} {} {rules:?}", imagined.hand(other));
                shown += u32::from(!known.past.excluded(other).is_empty());
            }
            let choice = asked(&known, Level::Easy, seed).unwrap();
            table.play(acting, choice).unwrap();
        }
    }
    assert!(shown > 1000, "{shown}");
}

fn steadily(hand: &str, trains: [&str; 2], mexican: &str, lanterns: &[u8]) -> String {
    let open = position(&[hand, "0-0 1-1 2-2 0-1 0-2 1-2"], "0-3 0-4 0-5", &trains, mexican, lanterns);
    let past = Past::default();
    let known = Knowledge { view: open.legal_view(), past: &past };
    asked(&known, Level::Steady, 0).unwrap().to_string()
}

#[test]
fn a_steady_player_keeps_its_train_whole() {
    // 5-9 is heavier than nothing else, but only 3-9 leads on to the rest.
    assert_eq!(steadily("3-9 3-4 4-6 5-9", ["", ""], "9-8", &[]), "plays 3-9 on 1");
    // A tile that is of no use to the own train goes first where it can.
    assert_eq!(steadily("3-9 3-4 4-6 8-7", ["", ""], "9-8", &[]), "plays 7-8 on mexican");
    // 4-8 and 6-8 would fit too, and break the train.
    assert_eq!(steadily("3-9 3-4 4-8 8-6 6-5 5-2", ["", ""], "9-8", &[]), "plays 3-9 on 1");
}

#[test]
fn a_steady_player_knows_what_a_double_costs() {
    // Nothing satisfies 8-8.
    assert_eq!(steadily("8-8 3-9 3-4", ["", ""], "9-8", &[]), "plays 3-9 on 1");
    // 8-7 does.
    assert_eq!(steadily("8-8 8-7 3-9 3-4", ["", ""], "9-8", &[]), "plays 8-8 on mexican");
}

#[test]
fn a_steady_player_puts_its_lantern_out() {
    assert_eq!(steadily("3-4 4-6 6-8", ["9-3", ""], "9-8", &[]), "plays 6-8 on mexican");
    assert_eq!(steadily("3-4 4-6 6-8", ["9-3", ""], "9-8", &[1]), "plays 3-4 on 1");
}

#[test]
fn only_the_seed_makes_a_beginner_choose_otherwise() {
    let rules = Rules::default().with_set(TileSet::DoubleNine);
    let table = Observed::deal(&rules, Seats::MIN, 0, 5).unwrap();
    let acting = table.open().round().to_act().unwrap();
    let choices: std::collections::BTreeSet<_> =
        (0..100).map(|seed| asked(&table.known(acting), Level::Easy, seed)).collect();
    assert!(choices.len() > 1 && !choices.contains(&None));
    assert_eq!(asked(&table.known(Seats::MIN.after(acting)), Level::Easy, 1), None);
    for level in Level::ALL {
        assert_eq!(Level::parse(level.name()), Some(level));
        assert_eq!(asked(&table.known(acting), level, 9), asked(&table.known(acting), level, 9));
        assert_eq!(asked(&table.known(seat(3)), level, 9), None);
    }
}

#[test]
fn the_better_level_wins() {
    let rules = Rules::from_settings([("set", "double-nine"), ("first_engine", "4")]).unwrap();
    let wins = (0..20).filter(|number| {
        let steady = (number % 2) as usize;
        let sheet = play_match(&rules, Seats::MIN, number / 2, |known, seed| {
            let level = if known.view.seat().index() == steady { Level::Steady } else { Level::Easy };
            asked(known, level, seed)
        });
        sheet.unwrap().unwrap().ranks()[steady] == 1
    });
    assert!(wins.count() >= 16);
}

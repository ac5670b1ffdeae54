use super::*;
use crate::prompt::Prompt;
use crate::rules::DeadDouble;
use crate::testing::{position, seat, setup, tiles};
use crate::tile::Tile;

fn fresh() -> Round {
    Round::new(&Rules::default(), Seats::new(3).unwrap(), 0).unwrap()
}

/// A round with the engine placed by seat 1, seat 2 to act.
fn started() -> Round {
    let mut round = fresh();
    round.apply(Event::EngineHeld { seat: seat(1) }).unwrap();
    round
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn play(number: u8, text: &str, train: &str) -> Event {
    Event::Play { seat: seat(number), tile: tile(text), train: train.parse().unwrap() }
}

#[test]
fn a_dealt_round_counts_its_tiles() {
    let round = fresh();
    assert_eq!([1, 2, 3].map(|number| round.count(seat(number))), [15; 3]);
    assert_eq!(round.count(seat(4)), 0);
    assert_eq!(round.boneyard(), 46);
    assert_eq!(round.prompt(), Prompt::Engine { engine: tile("12-12") });
    assert!(round.playable().is_empty() && round.on_table().is_empty());
    assert!(Round::new(&Rules::default(), Seats::MIN, 13).is_err());
}

#[test]
fn placing_the_engine_is_a_whole_turn() {
    let round = started();
    assert_eq!((round.to_act(), round.count(seat(1))), (Some(seat(2)), 14));
    assert_eq!(round.on_table().to_string(), "12-12");
    assert!(round.lanterns().is_empty() && round.opened().is_empty());
}

#[test]
fn the_search_goes_round_from_seat_1() {
    let mut round = fresh();
    assert_eq!(round.apply(Event::SearchMissed { seat: seat(1) }), Err(Refusal::NotExpected));
    round.apply(Event::EngineNotHeld).unwrap();
    assert_eq!(round.apply(Event::EngineHeld { seat: seat(1) }), Err(Refusal::NotExpected));
    assert_eq!(round.apply(Event::SearchMissed { seat: seat(2) }), Err(Refusal::NotYourTurn));
    for number in [1, 2, 3] {
        round.apply(Event::SearchMissed { seat: seat(number) }).unwrap();
    }
    round.apply(Event::SearchFound { seat: seat(1) }).unwrap();
    assert_eq!((round.count(seat(1)), round.count(seat(2)), round.boneyard()), (16, 16, 42));
    assert_eq!(round.to_act(), Some(seat(2)));
}

#[test]
fn the_last_tile_of_a_search_is_the_engine() {
    let mut round = Round::dealt(&Rules::default(), Seats::MIN, 0, [1; 8], 1).unwrap();
    round.apply(Event::EngineNotHeld).unwrap();
    let before = round.clone();
    assert_eq!(round.apply(Event::SearchMissed { seat: seat(1) }), Err(Refusal::NotExpected));
    assert_eq!(round, before);
    round.apply(Event::SearchFound { seat: seat(1) }).unwrap();
    assert_eq!(round.boneyard(), 0);
    let mut nothing_left = Round::dealt(&Rules::default(), Seats::MIN, 0, [1; 8], 0).unwrap();
    assert_eq!(nothing_left.apply(Event::EngineNotHeld), Err(Refusal::NotExpected));
}

#[test]
fn moves_before_the_engine_are_not_expected() {
    for event in [play(1, "12-3", "1"), Event::Draw { seat: seat(1) }, Event::Pass { seat: seat(1) }] {
        assert_eq!(fresh().apply(event), Err(Refusal::NotExpected));
    }
    assert_eq!(fresh().apply(Event::EngineHeld { seat: seat(4) }), Err(Refusal::NotExpected));
}

#[test]
fn playable_is_what_matches_an_open_train_and_lies_nowhere() {
    let mut round = started();
    assert_eq!(round.playable(), Tiles::with_pip(Pip::new(12).unwrap()).minus(round.on_table()));
    round.apply(play(2, "12-3", "2")).unwrap();
    round.apply(play(3, "12-4", "mexican")).unwrap();
    // Seat 1: its own train asks for a 12, the Mexican Train for a 4, and seat 2's is closed.
    let expected = Tiles::with_pip(Pip::new(12).unwrap()).union(Tiles::with_pip(Pip::new(4).unwrap()));
    assert_eq!(round.playable(), expected.minus(round.on_table()));
    assert_eq!(round.trains_for(tile("4-12")).len(), 0, "it lies on the table");
    let trains =
        |text: &str| round.trains_for(tile(text)).iter().map(|train| train.to_string()).collect::<Vec<_>>();
    assert_eq!(trains("5-12"), ["1"]);
    assert_eq!(trains("4-5"), ["mexican"]);
    assert!(trains("3-5").is_empty());
}

#[test]
fn refusals_come_in_order_and_change_nothing() {
    let mut round = started();
    round.apply(play(2, "12-3", "2")).unwrap();
    let before = round.clone();
    for (event, refusal) in [
        (play(2, "3-4", "2"), Refusal::NotYourTurn),
        (play(3, "12-3", "2"), Refusal::NotInHand),
        (play(3, "5-6", "2"), Refusal::TrainClosed),
        (play(3, "5-6", "7"), Refusal::TrainClosed),
        (play(3, "5-6", "3"), Refusal::DoesNotMatch),
        (Event::Pass { seat: seat(3) }, Refusal::MustDraw),
        (Event::Keep { seat: seat(3) }, Refusal::NotExpected),
        (Event::EngineNotHeld, Refusal::NotExpected),
    ] {
        assert_eq!(round.apply(event), Err(refusal), "{event:?}");
        assert_eq!(round, before);
    }
}

#[test]
fn a_draw_is_played_or_kept() {
    let mut round = started();
    round.apply(Event::Draw { seat: seat(2) }).unwrap();
    assert_eq!(round.phase(), Some(Phase::PlayDrawn));
    assert_eq!(round.apply(Event::Draw { seat: seat(2) }), Err(Refusal::MustPlayDrawn));
    assert_eq!(round.apply(Event::Pass { seat: seat(2) }), Err(Refusal::MustPlayDrawn));
    let mut kept = round.clone();
    kept.apply(Event::Keep { seat: seat(2) }).unwrap();
    assert_eq!((kept.to_act(), kept.lanterns().to_string().as_str()), (Some(seat(3)), "[2]"));
    round.apply(play(2, "12-5", "2")).unwrap();
    assert_eq!((round.to_act(), round.lanterns().len()), (Some(seat(3)), 0));
    assert_eq!(round.count(seat(2)), 15);
}

#[test]
fn a_double_binds_everybody_until_it_is_satisfied() {
    let mut round = started();
    round.apply(play(2, "12-5", "2")).unwrap();
    round.apply(play(3, "12-6", "3")).unwrap();
    round.apply(play(1, "12-7", "1")).unwrap();
    round.apply(play(2, "5-5", "2")).unwrap();
    assert_eq!(round.phase(), Some(Phase::Satisfy));
    assert_eq!(round.apply(play(2, "12-1", "mexican")), Err(Refusal::DoubleWaits));
    round.apply(Event::Draw { seat: seat(2) }).unwrap();
    round.apply(Event::Keep { seat: seat(2) }).unwrap();
    assert_eq!(round.waiting_double(), Some((TrainId::Own(seat(2)), Pip::new(5).unwrap())));
    assert_eq!(round.phase(), Some(Phase::Play));
    // Seat 2's train would be open by its lantern; the Mexican Train is not, while the double waits.
    assert_eq!(round.apply(play(3, "12-1", "mexican")), Err(Refusal::DoubleWaits));
    round.apply(play(3, "5-8", "2")).unwrap();
    assert_eq!((round.waiting(), round.lanterns().to_string().as_str()), (None, "[2]"));
}

#[test]
fn a_dead_double_is_released_or_locked() {
    let all_ones = ["9-1 1-2 2-2 2-0 0-1 1-3 3-3 3-4 4-1 1-5 5-5 5-6 6-1 1-7 7-7 7-8 8-1", ""];
    for (rule, waits) in [(DeadDouble::Release, false), (DeadDouble::Lock, true)] {
        let mut raw = setup(&["1-1 4-8", "0-0"], "6-6", &all_ones, "", &[]);
        raw.rules.dead_double = rule;
        let mut round = raw.build().unwrap().round().clone();
        round.apply(play(1, "1-1", "1")).unwrap();
        assert_eq!(round.waiting().is_some(), waits);
        assert_eq!(round.to_act(), Some(if waits { seat(1) } else { seat(2) }));
        assert!(round.lanterns().is_empty());
    }
}

#[test]
fn a_full_circuit_of_passes_blocks() {
    let mut round = position(&["5-6", "5-7"], "", &["", ""], "", &[]).round().clone();
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!((round.passes(), round.ending()), (1, None));
    round.apply(Event::Pass { seat: seat(2) }).unwrap();
    assert_eq!((round.prompt(), round.to_act()), (Prompt::Over(Ending::Blocked), None));
    assert_eq!(round.lanterns().to_string(), "[1, 2]");
    for event in [Event::Pass { seat: seat(1) }, Event::EngineNotHeld, Event::SearchFound { seat: seat(1) }] {
        assert_eq!(round.apply(event), Err(Refusal::RoundOver));
    }
}

#[test]
fn a_turn_with_an_unsatisfied_double_is_no_pass() {
    let mut round = position(&["5-5 1-2", "6-7"], "", &["9-5", ""], "", &[]).round().clone();
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    round.apply(Event::Pass { seat: seat(2) }).unwrap();
    assert_eq!(round.ending(), Some(Ending::Blocked), "two passes are a circuit of two");
    let mut round = position(&["5-5 1-2", "6-7"], "", &["9-5", ""], "", &[]).round().clone();
    round.apply(play(1, "5-5", "1")).unwrap();
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!(round.passes(), 0);
    round.apply(Event::Pass { seat: seat(2) }).unwrap();
    assert_eq!((round.passes(), round.ending()), (1, None));
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!(round.ending(), Some(Ending::Blocked));
}

#[test]
fn the_last_tile_ends_the_round_also_a_double() {
    let mut round = position(&["5-5", "6-7"], "0-0", &["9-5", ""], "", &[]).round().clone();
    round.apply(play(1, "5-5", "1")).unwrap();
    assert_eq!((round.ending(), round.waiting()), (Some(Ending::Out(seat(1))), None));
}

#[test]
fn a_lantern_comes_down_on_the_own_train_only() {
    let start = position(&["9-1 9-2 4-4", "0-0"], "", &["", ""], "", &[1]);
    let after = |train: &str| {
        let mut round = start.round().clone();
        round.apply(play(1, "9-1", train)).unwrap();
        round.lanterns().len()
    };
    assert_eq!((after("1"), after("mexican")), (0, 1));
    assert_eq!(start.hand(seat(1)), tiles("9-1 9-2 4-4").into_iter().collect());
}

fn among(numbers: &[u8]) -> Result<Round, RulesErrors> {
    Round::among(&Rules::default(), Seats::new(4).unwrap(), numbers.iter().map(|&n| seat(n)).collect(), 1)
}

#[test]
fn a_round_is_dealt_without_those_who_have_left() {
    let mut round = among(&[2, 4]).unwrap();
    // As many tiles as at a table of two.
    assert_eq!([1, 2, 3, 4].map(|number| round.count(seat(number))), [0, 16, 0, 16]);
    assert_eq!((round.boneyard(), round.seats().count(), round.dealt_in().len()), (91 - 32, 4, 2));
    assert_eq!(round.apply(Event::EngineHeld { seat: seat(1) }), Err(Refusal::NotExpected));
    round.apply(Event::EngineNotHeld).unwrap();
    round.apply(Event::SearchMissed { seat: seat(2) }).unwrap();
    round.apply(Event::SearchFound { seat: seat(4) }).unwrap();
    assert_eq!(round.to_act(), Some(seat(2)));
    round.apply(Event::Absent { seat: seat(2) }).unwrap();
    assert_eq!(round.to_act(), Some(seat(4)));
    assert!(among(&[3]).is_err() && among(&[]).is_err() && among(&[3, 8]).is_err());
}

#[test]
fn somebody_absent_has_a_lantern_and_no_turn() {
    let mut round = started();
    assert_eq!(round.apply(Event::Absent { seat: seat(3) }), Err(Refusal::NotYourTurn));
    round.apply(Event::Absent { seat: seat(2) }).unwrap();
    assert_eq!((round.to_act(), round.passes()), (Some(seat(3)), 0));
    assert!(round.lanterns().contains(seat(2)));
    // A drawn tile is kept, playable or not: nobody is there to play it.
    round.apply(Event::Draw { seat: seat(3) }).unwrap();
    let held = round.count(seat(3));
    round.apply(Event::Absent { seat: seat(3) }).unwrap();
    assert_eq!((round.to_act(), round.count(seat(3))), (Some(seat(1)), held));
}

#[test]
fn a_double_of_somebody_absent_waits_for_the_others() {
    let mut round = started();
    round.apply(play(2, "12-4", "2")).unwrap();
    round.apply(play(3, "12-5", "mexican")).unwrap();
    round.apply(play(1, "12-6", "1")).unwrap();
    round.apply(play(2, "4-4", "2")).unwrap();
    assert_eq!(round.phase(), Some(Phase::Satisfy));
    round.apply(Event::Absent { seat: seat(2) }).unwrap();
    assert_eq!((round.to_act(), round.phase()), (Some(seat(3)), Some(Phase::Play)));
    assert_eq!(round.waiting().map(|train| train.to_string()), Some("2".to_owned()));
}

#[test]
fn the_absent_count_towards_a_block() {
    let mut round =
        Round::dealt(&Rules::default(), Seats::new(3).unwrap(), 0, [2, 2, 2, 0, 0, 0, 0, 0], 0).unwrap();
    round.apply(Event::EngineHeld { seat: seat(1) }).unwrap();
    round.apply(Event::Absent { seat: seat(2) }).unwrap();
    round.apply(Event::Pass { seat: seat(3) }).unwrap();
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!(round.ending(), Some(Ending::Blocked));
}

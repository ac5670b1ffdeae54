//! The public round by rules other than the traditional ones: what is owed, what is legal, what a claim denies.

use super::*;
use crate::prompt::{Otherwise, Prompt};
use crate::testing::{seat, setup, tiles};
use crate::tile::Tile;

fn rules(settings: &[(&str, &str)]) -> Rules {
    Rules::from_settings(settings.iter().copied()).unwrap()
}

fn dealt(settings: &[(&str, &str)], seats: u8, index: u8) -> Round {
    Round::new(&rules(settings), Seats::new(seats).unwrap(), index).unwrap()
}

fn play(number: u8, text: &str, train: &str) -> Event {
    Event::Play { seat: seat(number), tile: text.parse().unwrap(), train: train.parse().unwrap() }
}

fn all(text: &str) -> Tiles {
    tiles(text).into_iter().collect()
}

/// A double-nine position by these rules, seat 1 to act; `opened` are the seats that have had their first turn.
fn position(
    settings: &[(&str, &str)],
    hands: &[&str],
    boneyard: &str,
    trains: &[&str],
    opened: &[u8],
) -> Round {
    let mut raw = setup(hands, boneyard, trains, "", &[]);
    raw.rules = rules(settings).with_set(crate::TileSet::DoubleNine);
    if let Some(table) = &mut raw.table {
        table.opened = Some(opened.iter().map(|number| seat(*number)).collect());
    }
    raw.build().unwrap().round().clone()
}

#[test]
fn an_engine_set_aside_is_nobodys() {
    let mut round = dealt(&[("engine", "set-aside"), ("leader", "rotating")], 3, 4);
    assert_eq!((round.boneyard(), round.on_table().to_string().as_str()), (91 - 1 - 45, "8-8"));
    assert_eq!([1, 2, 3].map(|number| round.count(seat(number))), [15; 3]);
    assert_eq!(round.to_act(), Some(seat(2)), "round 5 of three seats");
    for event in [Event::EngineHeld { seat: seat(1) }, Event::EngineNotHeld] {
        assert_eq!(round.apply(event), Err(Refusal::NotExpected));
    }
}

#[test]
fn the_leader_rotates_past_those_who_have_left() {
    let among = |numbers: &[u8], index| {
        let present = numbers.iter().map(|number| seat(*number)).collect();
        let rules = rules(&[("preset", "article")]);
        Round::among(&rules, Seats::new(4).unwrap(), present, index).unwrap().to_act()
    };
    assert_eq!(among(&[1, 2, 3, 4], 1), Some(seat(2)));
    assert_eq!(among(&[1, 3, 4], 1), Some(seat(3)));
    assert_eq!(among(&[1, 2], 3), Some(seat(1)));
}

#[test]
fn all_draw_for_the_engine_at_once() {
    let mut round = dealt(&[("engine", "dealt-together"), ("leader", "engine-holder")], 3, 0);
    let together = |found: Option<u8>| Event::SearchedTogether { found: found.map(seat) };
    assert_eq!(round.apply(together(None)), Err(Refusal::NotExpected), "nobody has said that they lack it");
    round.apply(Event::EngineNotHeld).unwrap();
    let everybody = SeatSet::all(round.seats());
    assert_eq!(round.prompt(), Prompt::SearchTogether { seats: everybody, engine: "12-12".parse().unwrap() });
    assert_eq!(round.apply(Event::SearchMissed { seat: seat(1) }), Err(Refusal::NotExpected));
    assert_eq!(round.apply(together(Some(4))), Err(Refusal::NotExpected));
    round.apply(together(None)).unwrap();
    assert_eq!((round.count(seat(3)), round.boneyard()), (16, 43));
    round.apply(together(Some(2))).unwrap();
    assert_eq!([1, 2, 3].map(|number| round.count(seat(number))), [17, 16, 17]);
    assert_eq!((round.to_act(), round.boneyard()), (Some(seat(2)), 40));
}

#[test]
fn the_last_tiles_of_a_common_search_hold_the_engine() {
    let rules = rules(&[("engine", "dealt-together")]);
    let mut round = Round::dealt(&rules, Seats::new(3).unwrap(), 0, [1, 1, 1, 0, 0, 0, 0, 0], 2).unwrap();
    round.apply(Event::EngineNotHeld).unwrap();
    assert_eq!(round.apply(Event::SearchedTogether { found: None }), Err(Refusal::NotExpected));
    assert_eq!(round.apply(Event::SearchedTogether { found: Some(seat(3)) }), Err(Refusal::NotExpected));
    round.apply(Event::SearchedTogether { found: Some(seat(1)) }).unwrap();
    assert_eq!((round.count(seat(1)), round.count(seat(2)), round.boneyard()), (1, 2, 0));
}

#[test]
fn a_chain_is_stopped_without_a_claim() {
    let mut round = dealt(&[("opening", "chain")], 3, 0);
    round.apply(Event::EngineHeld { seat: seat(3) }).unwrap();
    assert_eq!(round.otherwise(), Some(Otherwise::Draw));
    assert_eq!(round.apply(Event::Stop { seat: seat(1) }), Err(Refusal::NotExpected), "nothing was laid");
    round.apply(play(1, "12-5", "1")).unwrap();
    assert_eq!((round.to_act(), round.otherwise()), (Some(seat(1)), Some(Otherwise::Stop)));
    assert!(!Otherwise::Stop.needs_claim());
    let fives = Tiles::with_pip(Pip::new(5).unwrap());
    assert_eq!(round.playable(), fives.minus(round.on_table()), "a chain stays on its train");
    let before = round.clone();
    for (event, refusal) in [
        (play(1, "12-1", "mexican"), Refusal::TooEarly),
        (Event::Draw { seat: seat(1) }, Refusal::MayNotDraw),
        (Event::Pass { seat: seat(1) }, Refusal::MayNotPass),
        (Event::Stop { seat: seat(2) }, Refusal::NotYourTurn),
    ] {
        assert_eq!(round.apply(event), Err(refusal), "{event:?}");
        assert_eq!(round, before);
    }
    round.apply(play(1, "5-5", "1")).unwrap();
    assert_eq!((round.phase(), round.otherwise()), (Some(Phase::Satisfy), Some(Otherwise::Draw)));
    assert_eq!(round.apply(Event::Stop { seat: seat(1) }), Err(Refusal::DoubleWaits));
    round.apply(play(1, "5-7", "1")).unwrap();
    assert!(round.waiting().is_none() && round.otherwise() == Some(Otherwise::Stop));
    round.apply(Event::Stop { seat: seat(1) }).unwrap();
    assert_eq!((round.to_act(), round.lanterns().len()), (Some(seat(2)), 0));
    assert!(round.opened().contains(seat(1)) && !round.opened().contains(seat(2)));
}

#[test]
fn a_draw_ends_a_chain() {
    let mut round = dealt(&[("opening", "chain")], 3, 0);
    round.apply(Event::EngineHeld { seat: seat(3) }).unwrap();
    let mut begun = round.clone();
    round.apply(Event::Draw { seat: seat(1) }).unwrap();
    round.apply(play(1, "12-5", "1")).unwrap();
    assert_eq!(round.to_act(), Some(seat(2)));
    for event in
        [play(1, "12-5", "1"), play(1, "5-5", "1"), Event::Draw { seat: seat(1) }, play(1, "5-7", "1")]
    {
        begun.apply(event).unwrap();
    }
    assert_eq!(begun.to_act(), Some(seat(2)));
}

#[test]
fn first_turns_have_their_own_trains() {
    let hands = ["9-3", "9-4"];
    let any = position(&[], &hands, "0-0", &["", ""], &[]);
    assert_eq!(any.trains_for("9-3".parse().unwrap()).len(), 2);
    let own = position(&[("opening_on", "own")], &hands, "0-0", &["", ""], &[2]);
    let own_only = own.trains_for("9-3".parse().unwrap());
    assert!(own_only.len() == 1 && own_only.contains(TrainId::Own(seat(1))));
    let late = position(&[("mexican_start", "after-first-turn")], &hands, "0-0", &["", ""], &[2]);
    assert_eq!(late.trains_for("9-3".parse().unwrap()).len(), 1);
    let opened = position(&[("mexican_start", "after-first-turn")], &hands, "0-0", &["", ""], &[1]);
    assert_eq!(opened.trains_for("9-3".parse().unwrap()).len(), 2);
}

#[test]
fn who_may_not_draw_passes_with_the_same_claim() {
    let mut round = position(&[("opening_draw", "none")], &["1-3 3-4", "9-4"], "0-0 9-5", &["", ""], &[]);
    assert_eq!(round.otherwise(), Some(Otherwise::Pass));
    assert!(round.playable().contains("9-5".parse().unwrap()) && Otherwise::Pass.needs_claim());
    assert_eq!(round.apply(Event::Draw { seat: seat(1) }), Err(Refusal::MayNotDraw));
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!((round.passes(), round.to_act()), (0, Some(seat(2))));
    round.apply(Event::Pass { seat: seat(2) }).unwrap();
    assert_eq!(
        (round.ending(), round.otherwise()),
        (None, Some(Otherwise::Draw)),
        "now it is nobody's first turn"
    );
}

#[test]
fn the_extra_tile_may_go_elsewhere_and_bind_later() {
    let settings = [("cover", "anywhere"), ("doubles_a_turn", "many")];
    let trains = ["9-3", "9-4", "9-5"];
    let hands = ["3-3 6-9 6-6 6-7", "4-7 1-1", "0-0 1-2"];
    let mut round = position(&settings, &hands, "0-1", &trains, &[1, 2, 3]);
    round.apply(play(1, "3-3", "1")).unwrap();
    let nines_and_threes = Tiles::with_pip(Pip::new(9).unwrap()).union(Tiles::with_pip(Pip::new(3).unwrap()));
    let set = round.rules().set().tiles();
    assert_eq!(round.playable(), nines_and_threes.both(set).minus(round.on_table()));
    let mut one = position(&settings[..1], &hands, "0-1", &trains, &[1, 2, 3]);
    one.apply(play(1, "3-3", "1")).unwrap();
    assert!(one.playable().both(Tiles::DOUBLES).is_empty() && !one.playable().is_empty());
    assert!(
        round.waiting_double().is_some() && round.binding_double().is_none(),
        "it binds from the end of the turn"
    );
    round.apply(play(1, "9-6", "mexican")).unwrap();
    assert_eq!(round.binding_double(), round.waiting_double());
    assert_eq!((round.to_act(), round.phase()), (Some(seat(2)), Some(Phase::Play)));
    assert_eq!(round.playable(), Tiles::with_pip(Pip::new(3).unwrap()).both(set).minus(round.on_table()));
    assert_eq!(round.playable_by(seat(3)), round.playable(), "it binds everybody");
}

#[test]
fn several_doubles_are_satisfied_oldest_first() {
    let settings = [("cover", "anywhere"), ("doubles_a_turn", "many")];
    let mut raw = setup(&["3-3 6-6 0-1 1-2", "3-7 6-7 0-0"], "", &["9-3", "9-4"], "9-6", &[]);
    raw.rules = rules(&settings).with_set(crate::TileSet::DoubleNine);
    let mut round = raw.build().unwrap().round().clone();
    round.apply(play(1, "3-3", "1")).unwrap();
    round.apply(play(1, "6-6", "mexican")).unwrap();
    assert_eq!(
        round.all_waiting().iter().map(|train| train.to_string()).collect::<Vec<_>>(),
        ["1", "mexican"]
    );
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!((round.passes(), round.to_act()), (0, Some(seat(2))), "a turn that laid a tile is no pass");
    assert_eq!(round.apply(play(2, "6-7", "mexican")), Err(Refusal::DoubleWaits));
    round.apply(play(2, "3-7", "1")).unwrap();
    assert_eq!(round.waiting(), Some(TrainId::Mexican));
    assert_eq!(round.playable(), all("6-0 6-1 6-2 6-3 6-4 6-5 6-7 6-8"));
}

#[test]
fn a_turn_has_one_draw_where_the_rules_say_so() {
    let mut round = position(&[("double_draw", "once")], &["0-1", "9-4"], "3-3 9-5", &["9-3", ""], &[1, 2]);
    round.apply(Event::Draw { seat: seat(1) }).unwrap();
    round.apply(play(1, "3-3", "1")).unwrap();
    assert_eq!((round.phase(), round.otherwise()), (Some(Phase::Satisfy), Some(Otherwise::Pass)));
    assert_eq!(round.apply(Event::Draw { seat: seat(1) }), Err(Refusal::MayNotDraw));
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!((round.passes(), round.otherwise()), (0, Some(Otherwise::Draw)));
}

#[test]
fn others_finish_their_first_turns() {
    let settings = [("first_turn_out", "others-finish")];
    let mut round = position(&settings, &["9-1", "9-2 0-0", "9-3"], "4-4", &["", "", ""], &[]);
    round.apply(play(1, "9-1", "1")).unwrap();
    assert_eq!((round.first_out(), round.ending(), round.to_act()), (Some(seat(1)), None, Some(seat(2))));
    round.apply(play(2, "9-2", "2")).unwrap();
    round.apply(play(3, "9-3", "3")).unwrap();
    assert_eq!(round.ending(), Some(Ending::Out(seat(1))), "the first of two");
}

#[test]
fn the_absent_do_not_hold_up_the_last_first_turns() {
    let settings = [("first_turn_out", "others-finish")];
    let mut round = position(&settings, &["9-1", "9-2 0-0"], "4-4", &["", ""], &[]);
    round.apply(play(1, "9-1", "1")).unwrap();
    round.apply(Event::Absent { seat: seat(2) }).unwrap();
    assert_eq!(round.ending(), Some(Ending::Out(seat(1))));
}

#[test]
fn a_last_double_must_be_satisfied_where_the_rules_say_so() {
    let mut round =
        position(&[("out_on_double", "must-cover")], &["3-3", "9-2"], "3-4 0-0", &["9-3", ""], &[1, 2]);
    round.apply(play(1, "3-3", "1")).unwrap();
    assert_eq!((round.ending(), round.count(seat(1))), (None, 0));
    assert_eq!(round.apply(play(1, "3-4", "1")), Err(Refusal::NotInHand));
    round.apply(Event::Draw { seat: seat(1) }).unwrap();
    round.apply(play(1, "3-4", "1")).unwrap();
    assert_eq!(round.ending(), Some(Ending::Out(seat(1))));
}

#[test]
fn a_standstill_asks_every_seat() {
    let block = [("block", "nobody-can-play")];
    let mut round = position(&block, &["4-7", "6-8"], "", &["9-1", "9-4"], &[1, 2]);
    assert_eq!(
        round.playable_by(seat(1)),
        all("1-0 1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-8 9-0 9-2 9-3 9-5 9-6 9-7 9-8")
    );
    round.apply(Event::Pass { seat: seat(1) }).unwrap();
    assert_eq!(round.apply(Event::NobodyCanPlay), Err(Refusal::NotExpected));
    round.apply(Event::Pass { seat: seat(2) }).unwrap();
    assert_eq!(round.prompt(), Prompt::Standstill { seats: SeatSet::all(Seats::MIN) });
    assert!(round.to_act().is_none() && round.playable().is_empty() && round.otherwise().is_none());
    assert!(round.playable_by(seat(1)).contains("4-7".parse::<Tile>().unwrap()), "the last lantern helps");
    for event in [Event::Pass { seat: seat(1) }, play(1, "4-7", "2"), Event::Absent { seat: seat(1) }] {
        assert_eq!(round.apply(event), Err(Refusal::NotExpected), "{event:?}");
    }
    let mut blocked = round.clone();
    blocked.apply(Event::NobodyCanPlay).unwrap();
    assert_eq!(blocked.ending(), Some(Ending::Blocked));
    assert_eq!(blocked.apply(Event::NobodyCanPlay), Err(Refusal::RoundOver));
    assert_eq!(round.apply(Event::SomebodyCanPlay { seat: seat(3) }), Err(Refusal::NotExpected));
    round.apply(Event::SomebodyCanPlay { seat: seat(1) }).unwrap();
    assert_eq!((round.to_act(), round.passes()), (Some(seat(1)), 0));
}

use super::*;
use crate::prompt::Prompt;
use crate::rules::DeadDouble;
use crate::seat::TrainId;
use crate::testing::{play, position, random_move, rng, seat, setup, shuffled, tiles};
use crate::tile::TileSet;

#[test]
fn slots_go_round_the_table_and_the_rest_is_drawn_in_order() {
    let rules = Rules::from_settings([("hand", "3"), ("set", "double-nine")]).unwrap();
    let mut order: Vec<Tile> = TileSet::DoubleNine.tiles().iter().collect();
    order.swap(0, 54);
    let (open, events) = OpenRound::deal_recorded(&rules, Seats::MIN, 0, &order).unwrap();
    // Seat 1 was dealt places 0, 2, 4 and placed the engine.
    assert_eq!(open.hand(seat(1)), [order[2], order[4]].into_iter().collect());
    assert_eq!(open.hand(seat(2)), [order[1], order[3], order[5]].into_iter().collect());
    assert_eq!(open.boneyard().collect::<Vec<_>>(), order[6..]);
    assert_eq!(events, [Event::EngineHeld { seat: seat(1) }]);
}

#[test]
fn only_the_whole_set_can_be_dealt() {
    let order: Vec<Tile> = TileSet::DoubleTwelve.tiles().iter().collect();
    let deal = |order: &[Tile]| OpenRound::deal(&Rules::default(), Seats::MIN, 0, order);
    assert_eq!(deal(&order[1..]), Err(DealError::NotTheSet));
    let mut twice = order.clone();
    twice[3] = twice[4];
    assert_eq!(deal(&twice), Err(DealError::NotTheSet));
    assert!(deal(&order).is_ok());
    assert!(matches!(OpenRound::deal(&Rules::default(), Seats::MIN, 13, &order), Err(DealError::Rules(_))));
}

#[test]
fn a_search_keeps_what_it_draws_and_may_empty_the_boneyard() {
    let rules = Rules::default();
    let mut order: Vec<Tile> = rules.set().tiles().iter().collect();
    order.sort_unstable();
    // The engine, the last tile of the sorted set, is the last of the boneyard.
    let (open, events) = OpenRound::deal_recorded(&rules, Seats::MIN, 0, &order).unwrap();
    assert_eq!(open.round().boneyard(), 0);
    assert_eq!(events.len(), 1 + 59);
    assert_eq!(events.last(), Some(&Event::SearchFound { seat: seat(1) }));
    assert_eq!((open.round().count(seat(1)), open.round().count(seat(2))), (45, 45));
    assert_eq!(open.round().to_act(), Some(seat(2)));
}

#[test]
fn a_drawn_tile_is_kept_by_itself_or_must_be_played() {
    let mut open = position(&["5-6", "0-0"], "1-2 3-8", &["9-3", ""], "", &[]);
    let events: Vec<Event> = open.play(seat(1), Move::Draw).unwrap().iter().collect();
    assert_eq!(events, [Event::Draw { seat: seat(1) }, Event::Keep { seat: seat(1) }]);
    let mut open = position(&["3-6 5-5", "0-0"], "3-8", &["9-4", "9-3"], "9-7", &[2]);
    assert_eq!(open.check(seat(1), Move::Draw), Err(Refusal::MayNotDraw));
    let mut stuck = position(&["6-6 5-5", "0-0"], "3-8", &["9-4", "9-3"], "9-7", &[2]);
    assert_eq!(stuck.play(seat(1), Move::Draw).unwrap().iter().count(), 1);
    assert_eq!(stuck.drawn(), "3-8".parse().ok());
    // Its drawer sees it, and nobody else.
    assert_eq!(stuck.view(seat(1)).drawn(), "3-8".parse().ok());
    assert_eq!(stuck.view(seat(2)).drawn(), None);
    for wrong in [Move::Draw, Move::Pass, play("2", "6-6")] {
        assert_eq!(stuck.play(seat(1), wrong), Err(Refusal::MustPlayDrawn));
    }
    assert_eq!(stuck.play(seat(1), play("2", "3-6")), Err(Refusal::NotInHand));
    assert_eq!(stuck.check(seat(1), play("2", "3-12")), Err(Refusal::NotInSet), "none of a double-nine set");
    assert_eq!(stuck.play(seat(1), play("1", "3-8")), Err(Refusal::DoesNotMatch));
    stuck.play(seat(1), play("2", "3-8")).unwrap();
    assert!(open.play(seat(1), play("2", "3-6")).is_ok());
}

#[test]
fn scores_exist_once_the_round_is_over() {
    let mut open = position(&["3-6", "0-0 1-2"], "", &["9-3", ""], "", &[]);
    assert_eq!(open.scores(), None);
    open.play(seat(1), play("1", "3-6")).unwrap();
    assert_eq!(open.scores(), Some(vec![0, 53]));
}

#[test]
fn equal_boneyards_are_equal_whatever_was_drawn() {
    let mut drawn = Boneyard::new(&tiles("1-2 3-4"));
    assert_eq!(drawn.draw(seat(2)), "1-2".parse().ok());
    assert_eq!(drawn, Boneyard::new(&tiles("3-4")));
    assert_eq!((drawn.draw(seat(1)), drawn.draw(seat(1))), ("3-4".parse().ok(), None));
}

#[test]
fn a_shared_boneyard_gives_each_seat_the_same_whatever_others_draw() {
    let mut shared = Boneyard::shared(&tiles("1-2 3-4 5-6 7-8 9-9"), Seats::MIN);
    let mut other = shared.clone();
    let first = shared.draw(seat(1));
    other.draw(seat(2));
    assert_eq!(other.draw(seat(1)), first);
    assert_eq!(shared.iter().count(), 4);
    assert!(shared.iter().all(|tile| Some(tile) != first));
    // A share that is drawn empty is followed by the next; no tile comes twice, and all come.
    let rest: Tiles = std::iter::from_fn(|| shared.draw(seat(2))).collect();
    assert_eq!((rest.len(), shared.iter().next()), (4, None));
    assert_eq!(shared.draw(seat(1)), None);
}

/// All that must hold in any state that can be reached.
pub(super) fn check_state(open: &OpenRound) {
    let round = open.round();
    let mut all = round.on_table();
    let mut count = usize::from(all.len());
    for (seat, hand) in round.seats().iter().zip(open.hands()) {
        assert_eq!(round.count(seat), hand.len());
        count += usize::from(hand.len());
        all = all.union(*hand);
    }
    let boneyard: Vec<Tile> = open.boneyard().collect();
    assert_eq!(usize::from(round.boneyard()), boneyard.len());
    all.extend(boneyard.iter().copied());
    assert_eq!(count + boneyard.len(), usize::from(round.rules().set().len()), "no tile is lost or doubled");
    assert_eq!(all, round.rules().set().tiles());
    assert_eq!(round.trains().total(round.seats()) + 1, usize::from(round.on_table().len()));
    for train in round.all_waiting().iter() {
        assert!(round.trains().end(train).unwrap().is_double(), "only doubles wait");
    }
    if let Some(seat) = round.to_act() {
        let plays = open.legal_moves().any(|choice| matches!(choice, Move::Play { .. }));
        let held = open.drawn().map_or(open.hand(seat), |tile| [tile].into_iter().collect());
        assert_eq!(!round.playable().both(held).is_empty(), plays);
        assert!(open.legal_moves().len() > 0, "somebody can always do something");
        check_claims(open, seat);
    } else {
        assert!(round.playable().is_empty() && open.legal_moves().len() == 0);
    }
}

/// What a hidden table builds its claims on: the public list is exactly what could be laid, and what the seat may do
/// instead needs a claim that an honest seat can make.
fn check_claims(open: &OpenRound, seat: Seat) {
    let round = open.round();
    let could_lay =
        |tile: &Tile| round.seats().trains().any(|train| round.check_play(seat, *tile, train).is_ok());
    let everything = TileSet::DoubleTwelve.tiles().iter().filter(could_lay).collect::<Tiles>();
    // A seat without a tile can lay none, whatever it might hold.
    assert!(round.playable() == everything || round.count(seat) == 0);
    let otherwise = round.otherwise().unwrap();
    let moves: Vec<Move> = open.legal_moves().collect();
    let can_play = !round.playable().both(open.hand(seat)).is_empty();
    match otherwise {
        Otherwise::Draw => assert_eq!(moves.contains(&Move::Draw), !can_play),
        Otherwise::Pass => assert_eq!(moves.contains(&Move::Pass), !can_play),
        Otherwise::Stop => assert!(moves.contains(&Move::Stop) && !otherwise.needs_claim()),
        Otherwise::Keep => assert!(open.drawn().is_some()),
    }
    let event = match otherwise {
        Otherwise::Draw => Event::Draw { seat },
        Otherwise::Pass => Event::Pass { seat },
        Otherwise::Stop => Event::Stop { seat },
        Otherwise::Keep => Event::Keep { seat },
    };
    for other in [Event::Draw { seat }, Event::Pass { seat }, Event::Stop { seat }, Event::Keep { seat }] {
        let accepted = round.clone().apply(other).is_ok();
        assert_eq!(accepted, other == event, "the public round takes one of them: {other:?} {otherwise:?}");
    }
}

/// Tries every move by every seat on a copy: legal exactly if listed, and without effect if refused.
pub(super) fn check_every_move(open: &OpenRound) {
    let legal: Vec<Move> = open.legal_moves().collect();
    let everything = TileSet::DoubleTwelve
        .tiles()
        .iter()
        .flat_map(|tile| Seats::MAX.trains().map(move |train| Move::Play { tile, train }));
    for choice in everything.chain([Move::Draw, Move::Pass, Move::Stop]) {
        for seat in open.round().seats().iter() {
            let expected = open.round().to_act() == Some(seat) && legal.contains(&choice);
            let answer = open.check(seat, choice);
            assert_eq!(answer.is_ok(), expected, "{seat:?} {choice} {answer:?}");
            if let Err(refusal) = answer {
                assert!(refusal != Refusal::NotExpected || choice == Move::Stop);
                let mut copy = open.clone();
                assert_eq!(copy.play(seat, choice), Err(refusal));
                assert_eq!(copy, *open);
            }
        }
    }
}

/// Plays random legal moves to the end. Calls `look` before each move.
pub(super) fn play_out(
    open: &mut OpenRound,
    seed: u64,
    events: &mut Vec<Event>,
    mut look: impl FnMut(&OpenRound),
) {
    let mut rng = rng(seed);
    // Each move plays a tile, draws one, ends a chain or passes; fewer than two circuits of passes stand between others.
    let most = 4 * 91 * 8;
    for _ in 0..most {
        look(open);
        let Some(choice) = random_move(open, &mut rng) else { break };
        let seat = open.round().to_act().unwrap();
        events.extend(open.play(seat, choice).unwrap());
    }
    assert!(open.round().ending().is_some(), "every round ends");
}

/// Every table: both sets, 2 to 8 seats, both ways with dead doubles, and each time another round of the match.
fn tables() -> impl Iterator<Item = (Rules, Seats)> {
    let sets = TileSet::ALL.iter().flat_map(|set| DeadDouble::ALL.iter().map(move |dead| (set, dead)));
    sets.flat_map(|(set, dead)| {
        let rules = Rules::from_settings([("set", set.name()), ("dead_double", dead.name())]).unwrap();
        (2..=8).map(move |seats| (rules, Seats::new(seats).unwrap()))
    })
}

pub(super) fn deal(rules: &Rules, seats: Seats, seed: u64) -> (OpenRound, Vec<Event>, u8) {
    let index = (seed % u64::from(rules.rounds())) as u8;
    let order = shuffled(rules.set(), &mut rng(seed ^ 0x5eed));
    let (open, events) = OpenRound::deal_recorded(rules, seats, index, &order).unwrap();
    (open, events, index)
}

#[test]
fn random_rounds_end_and_their_events_tell_everything() {
    for (rules, seats) in tables() {
        for seed in 0..200 {
            let (mut open, mut events, index) = deal(&rules, seats, seed);
            play_out(&mut open, seed, &mut events, check_state);
            check_state(&open);
            let mut public = Round::new(&rules, seats, index).unwrap();
            for event in events {
                public.apply(event).unwrap();
            }
            assert_eq!(public, *open.round());
            assert!(matches!(public.prompt(), Prompt::Over(_)));
        }
    }
}

#[test]
fn what_is_listed_is_what_is_legal() {
    for (rules, seats) in tables() {
        let (mut open, mut events, _) = deal(&rules, seats, 77);
        let mut state = 0_u32;
        play_out(&mut open, 77, &mut events, |open| {
            state += 1;
            if state.is_multiple_of(5) {
                check_every_move(open);
            }
        });
        check_every_move(&open);
    }
}

#[test]
fn the_simple_player_always_finishes_too() {
    for (rules, seats) in tables() {
        for seed in 0..20 {
            let (mut open, ..) = deal(&rules, seats, seed);
            let mut moves = 0;
            while let Some(seat) = open.round().to_act() {
                let choice = crate::player::choose(&open.view(seat)).unwrap();
                open.play(seat, choice).unwrap();
                moves += 1;
                assert!(moves < 2000);
            }
            let scores = open.scores().unwrap();
            assert_eq!(scores.len(), seats.count());
        }
    }
}

#[test]
fn a_locked_dead_double_ends_in_a_block() {
    let ones = ["9-1 1-2 2-2 2-0 0-1 1-3 3-3 3-4 4-1 1-5 5-5 5-6 6-1 1-7 7-7 7-8 8-1", ""];
    let mut raw = setup(&["1-1 4-8", "0-0"], "6-6", &ones, "", &[]);
    raw.rules.dead_double = DeadDouble::Lock;
    let mut open = raw.build().unwrap();
    open.play(seat(1), play("1", "1-1")).unwrap();
    open.play(seat(1), Move::Draw).unwrap();
    assert_eq!(open.round().waiting(), Some(TrainId::Own(seat(1))));
    open.play(seat(2), Move::Pass).unwrap();
    open.play(seat(1), Move::Pass).unwrap();
    assert_eq!(open.round().ending(), Some(crate::Ending::Blocked));
}

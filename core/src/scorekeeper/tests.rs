//! Sheets that are kept by hand, and what they refuse.

use proptest::prelude::*;

use super::*;
use crate::rules::Preset;

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn held(texts: &[&str]) -> Vec<Held> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn keeper(seats: u8, rules: &Rules) -> Scorekeeper {
    Scorekeeper::new(rules, Seats::new(seats).unwrap())
}

fn out(number: u8, hands: &[&str]) -> Tally {
    Tally { ending: Ending::Out(seat(number)), hands: held(hands) }
}

fn blocked(hands: &[&str]) -> Tally {
    Tally { ending: Ending::Blocked, hands: held(hands) }
}

#[test]
fn the_set_makers_example() {
    let mut sheet = keeper(4, &Preset::SetMaker.rules());
    assert_eq!(sheet.engine(), Pip::new(12));
    sheet.record(out(2, &["12-5 6-6 0-2", "", "14", "22"])).unwrap();
    assert_eq!(sheet.engine(), Pip::new(11));
    sheet.record(Tally::by_hands(held(&["out", "18", "9", "27"])).unwrap()).unwrap();
    assert_eq!(sheet.board().totals(), [31, 18, 23, 49]);
    assert_eq!(sheet.board().leaders(), [seat(2)]);
    assert_eq!(sheet.tallies()[1].ending, Ending::Out(seat(1)));
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut sheet = keeper(3, &Rules::default().with_set(crate::TileSet::DoubleNine));
    let tile = |text: &str| text.parse::<Tile>().unwrap();
    let cases = [
        (out(1, &["-", "5"]), ScoreError::Seats { found: 2, seats: Seats::new(3).unwrap() }.into()),
        (out(1, &["-", "10-1", "5"]), TallyFault::Foreign { seat: seat(2), tile: tile("10-1") }),
        (out(1, &["-", "3", "9-9"]), TallyFault::Engine { seat: seat(3), tile: tile("9-9") }),
        (
            out(2, &["1-2 3-4", "-", "4-3"]),
            TallyFault::Shared { tile: tile("3-4"), first: seat(1), second: seat(3) },
        ),
        (out(1, &["7", "5", "5"]), TallyFault::OutHolds { seat: seat(1) }),
        (out(1, &["-", "5", "-"]), TallyFault::HoldsNothing { seat: seat(3), out: Some(seat(1)) }),
        (blocked(&["4", "5", "0"]), TallyFault::HoldsNothing { seat: seat(3), out: None }),
        (out(4, &["4", "5", "6"]), TallyFault::NoSuchSeat { seat: seat(4), seats: Seats::new(3).unwrap() }),
        // 495 pips in all, 18 of them the engine's, and 50 for 0-0.
        (out(1, &["0", "400", "128"]), TallyFault::TooMany { points: 528, most: 527 }),
    ];
    let before = sheet.clone();
    for (tally, fault) in cases {
        assert_eq!(sheet.record(tally), Err(fault));
        assert_eq!(sheet, before);
    }
    sheet.record(out(1, &["0", "400", "127"])).unwrap();
    // The engine of the last round is an ordinary tile in this one.
    sheet.record(out(1, &["0", "9-9", "127"])).unwrap();
}

#[test]
fn no_points_may_be_the_double_blank_where_it_costs_nothing() {
    let mut sheet = keeper(2, &Preset::Guide.rules());
    sheet.record(out(1, &["-", "0"])).unwrap();
    assert_eq!(Tally::by_hands(held(&["0-0", "-"])).unwrap().ending, Ending::Out(seat(2)));
    assert_eq!(Tally::by_hands(held(&["0", "-"])), Err(TallyFault::Unclear { empty: 2 }));
    assert_eq!(Tally::by_hands(held(&["4", "5"])), Err(TallyFault::Unclear { empty: 0 }));
}

#[test]
fn only_one_can_hold_the_double_blank_that_costs_nothing() {
    let mut sheet = keeper(3, &Preset::Guide.rules());
    let blank = Tile::double(Pip::BLANK);
    let shared = |one, other| Err(TallyFault::Shared { tile: blank, first: seat(one), second: seat(other) });
    assert_eq!(sheet.record(blocked(&["0", "0", "7"])), shared(1, 2));
    assert_eq!(sheet.record(blocked(&["0-0 1-2", "7", "0"])), shared(1, 3));
    assert_eq!(sheet.record(out(1, &["-", "0-0", "0"])), shared(2, 3));
    sheet.record(blocked(&["4", "0", "7"])).unwrap();
    let mut last = keeper(3, &Preset::Guide.rules().with_first_engine(Pip::BLANK));
    assert_eq!(
        last.record(blocked(&["4", "0", "7"])),
        Err(TallyFault::HoldsNothing { seat: seat(2), out: None })
    );
}

#[test]
fn several_may_go_out_on_their_first_turn_where_all_get_one() {
    let tally = out(1, &["-", "-", "40"]);
    assert!(keeper(3, &Rules::default()).record(tally.clone()).is_err());
    let mut sheet = keeper(3, &Preset::SetMaker.rules());
    sheet.record(tally).unwrap();
    assert_eq!(sheet.board().totals(), [0, 0, 40]);
    assert_eq!(sheet.board().ranks(), [1, 1, 3]);
}

#[test]
fn rounds_are_taken_back_and_written_again() {
    let mut sheet = keeper(2, &Rules::default().with_first_engine(Pip::new(1).unwrap()));
    assert!(!sheet.undo() && !sheet.redo());
    sheet.record(out(1, &["-", "5"])).unwrap();
    sheet.record(blocked(&["7", "0-0"])).unwrap_err();
    sheet.record(blocked(&["7", "1-1"])).unwrap();
    assert!(sheet.board().is_complete() && sheet.engine().is_none());
    assert_eq!(sheet.record(blocked(&["7", "5"])), Err(ScoreError::Complete.into()));
    let whole = sheet.clone();
    assert!(sheet.undo() && sheet.undo() && !sheet.undo());
    assert_eq!((sheet.board().totals(), sheet.undone().len()), (vec![0, 0], 2));
    assert!(sheet.redo() && sheet.redo() && !sheet.redo());
    assert_eq!(sheet, whole);
    assert!(sheet.undo() && sheet.undo());
    sheet.record(out(2, &["9", "-"])).unwrap();
    assert!(!sheet.redo(), "what was taken back is forgotten once something else is written");
}

#[test]
fn hands_are_read_as_people_write_them() {
    let tiles = |text: &str| Held::Tiles(text.split(' ').map(|tile| tile.parse().unwrap()).collect());
    for (text, expected) in [
        ("31", Held::Points(31)),
        ("0", Held::Points(0)),
        (" out ", Held::NOTHING),
        ("-", Held::NOTHING),
        ("", Held::NOTHING),
        ("12-5 6-6 0-2", tiles("5-12 6-6 0-2")),
        ("6-6,0-2,  1-1", tiles("6-6 0-2 1-1")),
        ("12\u{2013}5 6/6, 0\u{2212}2", tiles("5-12 6-6 0-2")),
        ("12 - 5, 6 / 6", tiles("5-12 6-6")),
        ("\u{2013}", Held::NOTHING),
    ] {
        let held: Held = text.parse().unwrap();
        assert_eq!(held, expected, "{text}");
        assert_eq!(held.to_string().parse(), Ok(held));
    }
    for bad in ["-1", "4 6", "70000", "4-6 4-6", "6-4 4-6", "13-1", "all", ",", "3.5"] {
        assert!(bad.parse::<Held>().is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn no_text_and_no_tally_panics(text in any::<String>(), hands in prop::collection::vec(any::<u16>(), 0..10), place in 0..8_u8) {
        let _ = text.parse::<Held>();
        let hands = hands.into_iter().map(Held::Points).collect();
        let ending = Seat::new(place).map_or(Ending::Blocked, Ending::Out);
        let _ = keeper(8, &Rules::default()).record(Tally { ending, hands });
    }
}

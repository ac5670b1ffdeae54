use super::*;
use crate::testing::{play, position, seat};

#[test]
fn moves_are_plays_or_else_what_is_owed() {
    let moves = |hand: &str, boneyard: &str| {
        let open = position(&[hand, "0-0"], boneyard, &["9-3", ""], "9-4", &[2]);
        open.legal_view().moves().map(|choice| choice.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(moves("3-4 9-8 5-6", "0-1"), ["plays 3-4 on 1", "plays 8-9 on 2", "plays 3-4 on mexican"]);
    assert_eq!(moves("5-6", "0-1"), ["draws"]);
    assert_eq!(moves("5-6", ""), ["passes"]);
    assert_eq!(moves("", ""), ["passes"]);
}

#[test]
fn the_count_of_moves_is_known() {
    let open = position(&["3-4 9-8 5-6", "0-0"], "", &["9-3", ""], "9-4", &[2]);
    let mut moves = open.legal_moves();
    for left in (0..3).rev() {
        assert!(moves.next().is_some());
        assert_eq!(moves.len(), left);
    }
    assert_eq!(moves.next(), None);
}

#[test]
fn a_draw_is_refused_with_an_example() {
    let answer = |hand: &str, boneyard: &str| {
        position(&[hand, "0-0"], boneyard, &["9-3", ""], "", &[]).legal_view().may_draw()
    };
    let example = Move::Play { tile: "3-4".parse().unwrap(), train: "1".parse().unwrap() };
    assert_eq!(play("1", "3-4"), example);
    assert_eq!(
        answer("3-4", "0-1"),
        DrawAnswer::CanPlay { tile: "3-4".parse().unwrap(), train: "1".parse().unwrap() }
    );
    assert_eq!(answer("5-6", "0-1"), DrawAnswer::Yes);
    assert_eq!(answer("5-6", ""), DrawAnswer::BoneyardEmpty);
    let open = position(&["3-4", "0-0"], "", &["9-3", ""], "", &[]);
    assert_eq!(open.view(seat(2)).may_draw(), DrawAnswer::NotYourTurn);
    assert!(open.view(seat(2)).moves().next().is_none());
}

#[test]
fn a_drawn_tile_is_all_that_counts_until_it_is_played_or_kept() {
    let mut round = position(&["5-6", "0-0"], "0-1", &["9-3", ""], "", &[]).round().clone();
    round.apply(crate::Event::Draw { seat: seat(1) }).unwrap();
    let hand = |text: &str| crate::testing::tiles(text).into_iter().collect::<Tiles>();
    // On a hidden table the drawn tile is the seat's own secret: the engine is told it with the view.
    let fits = SeatView::new(&round, seat(1), hand("5-6 3-8 3-9"), "3-8".parse().ok());
    assert_eq!(fits.moves().collect::<Vec<_>>(), [play("1", "3-8")]);
    assert!(!fits.must_keep() && fits.playable() == hand("3-8"));
    let not = SeatView::new(&round, seat(1), hand("5-6 3-8 1-2"), "1-2".parse().ok());
    assert!(not.must_keep() && not.moves().next().is_none());
    assert_eq!(not.may_draw(), DrawAnswer::MustKeep);
}

#[test]
fn a_tile_drawn_earlier_is_an_ordinary_one() {
    let open = position(&["3-4 3-5", "0-0"], "0-1", &["9-3", ""], "", &[]);
    let view = SeatView::new(open.round(), seat(1), open.hand(seat(1)), "3-4".parse().ok());
    assert_eq!(view.drawn(), None);
    assert_eq!(view.moves().len(), 2);
}

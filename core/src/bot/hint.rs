//! A good move for a person, and why: the reason as data, for others to put into words.

use super::sharp::Search;
use super::trail::Trail;
use super::{Knowledge, steady};
use crate::prompt::Move;
use crate::round::{Phase, Round};
use crate::rules::Cover;
use crate::seat::{Seat, TrainId};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// Why a move is good. The first reason that applies is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// There is nothing else to do.
    OnlyMove,
    /// It is the last tile: the round is over.
    GoesOut,
    /// It satisfies a double of this pip, before anything else may be played.
    Satisfies {
        /// The pip.
        pip: Pip,
    },
    /// It is a double that a tile of the hand satisfies at once.
    CoveredDouble {
        /// A tile that does.
        by: Tile,
    },
    /// It puts out the own lantern, so that the train is closed to others again.
    LanternOut,
    /// It goes on with the longest train that the hand can lay by itself.
    Plan {
        /// How many tiles of that train are left after it.
        left: u8,
    },
    /// It is of no use to the own train, and the longest train of the hand stays whole.
    KeepsPlan {
        /// How many tiles that train has.
        len: u8,
        /// A double of the hand that is better not laid now, as it would have to be satisfied and nothing else of its pip is held.
        spared: Option<Tile>,
    },
    /// On average it leads to the best result, though it breaks the longest train.
    BestOnAverage,
}

/// A move and why it is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The move: the one that a sharp player makes with this time and seed.
    pub choice: Move,
    /// Why.
    pub why: Why,
}

/// What to do now; `None` if the seat owes no move. It takes the time that `goes_on` grants, as for
/// [`choose`](super::choose), and knows no more than the player who asks.
#[must_use]
pub fn hint(known: &Knowledge<'_>, seed: u64, goes_on: &mut dyn FnMut(u32) -> bool) -> Option<Hint> {
    let mut moves = known.view.moves();
    if moves.len() <= 1 {
        return moves.next().map(|choice| Hint { choice, why: Why::OnlyMove });
    }
    let search = Search::run(known, seed, goes_on);
    let choice = search.best()?.choice;
    Some(Hint { choice, why: why(known, choice) })
}

fn why(known: &Knowledge<'_>, choice: Move) -> Why {
    let Move::Play { tile, train } = choice else { return Why::BestOnAverage };
    let (round, seat, hand) = (known.view.round(), known.view.seat(), known.view.hand());
    let mut rest = hand;
    rest.remove(tile);
    if rest.is_empty() && goes_out(round, seat, choice) {
        return Why::GoesOut;
    }
    if let Some((_, pip)) = round.binding_double() {
        return Why::Satisfies { pip };
    }
    if let Some(by) = covers(rest, tile) {
        return Why::CoveredDouble { by };
    }
    let own = TrainId::Own(seat);
    if train == own && round.lanterns().contains(seat) {
        return Why::LanternOut;
    }
    let plan = Trail::longest(hand, round.trains().open_pip(own), steady::STEPS);
    match plan.tiles().contains(tile) {
        true if train == own && plan.first() == Some(tile) => Why::Plan { left: plan.len() - 1 },
        false if !plan.is_empty() => {
            // Whoever lays a double that nothing satisfies spares none.
            let spared = if tile.is_double() { None } else { spared(known) };
            Why::KeepsPlan { len: plan.len(), spared }
        }
        _ => Why::BestOnAverage,
    }
}

fn goes_out(round: &Round, seat: Seat, choice: Move) -> bool {
    let Move::Play { tile, train } = choice else { return false };
    let mut after = round.clone();
    after.apply(crate::round::Event::Play { seat, tile, train }).is_ok()
        && (after.to_act() != Some(seat) || after.phase() != Some(Phase::Satisfy))
}

/// A tile of these that satisfies this one, if it is a double.
fn covers(rest: Tiles, tile: Tile) -> Option<Tile> {
    if tile.is_double() { rest.both(Tiles::with_pip(tile.lo())).iter().next() } else { None }
}

/// A double that could be laid now and that nothing else of the hand would satisfy; none where any tile does.
fn spared(known: &Knowledge<'_>) -> Option<Tile> {
    if known.view.round().rules().cover == Cover::Anywhere {
        return None;
    }
    let doubles = known.view.playable().both(Tiles::DOUBLES);
    doubles.iter().find(|double| {
        let mut rest = known.view.hand();
        rest.remove(*double);
        covers(rest, *double).is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Past, playouts};
    use crate::testing::{position, setup};

    fn hinted(hand: &str, trains: [&str; 2], mexican: &str, lanterns: &[u8]) -> Hint {
        let open = position(&[hand, "0-0 1-1 2-2 0-1 0-2 1-2"], "0-3 0-4 0-5", &trains, mexican, lanterns);
        let past = Past::default();
        let known = Knowledge { view: open.legal_view(), past: &past };
        let hint = hint(&known, 1, &mut playouts(0)).unwrap();
        assert_eq!(known.view.check(hint.choice), Ok(()));
        hint
    }

    #[test]
    fn each_reason_is_given() {
        assert_eq!(hinted("3-4", ["9-3", ""], "9-8", &[]).why, Why::OnlyMove);
        assert_eq!(hinted("3-8", ["9-3", ""], "9-8", &[]).why, Why::GoesOut);
        let by = "7-8".parse().unwrap();
        assert_eq!(hinted("8-8 8-7 3-9 3-4", ["", ""], "9-8", &[]).why, Why::CoveredDouble { by });
        assert_eq!(hinted("3-4 4-6 6-8", ["9-3", ""], "9-8", &[1]).why, Why::LanternOut);
        assert_eq!(hinted("3-9 3-4 4-6 5-9", ["", ""], "9-8", &[]).why, Why::Plan { left: 2 });
        assert_eq!(
            hinted("3-9 3-4 4-6 8-7", ["", ""], "9-8", &[]).why,
            Why::KeepsPlan { len: 3, spared: None }
        );
        // Nothing else of the hand would satisfy 5-5.
        let spared = "5-5".parse().ok();
        let hint = hinted("3-9 3-4 4-6 8-7 5-5", ["", "9-5"], "9-8", &[2]);
        assert_eq!(hint.why, Why::KeepsPlan { len: 3, spared });
    }

    #[test]
    fn a_double_that_is_laid_is_not_called_spared() {
        // Nothing of the hand satisfies 5-5, nor goes on with a train but 3-9 3-4 4-6.
        let hint = hinted("3-9 3-4 4-6 5-5", ["", "9-5"], "9-8", &[2]);
        let told = Hint {
            choice: Move::Play { tile: "5-5".parse().unwrap(), train: TrainId::Own(Seat::new(1).unwrap()) },
            ..hint
        };
        let open = position(
            &["3-9 3-4 4-6 5-5", "0-0 1-1 2-2 0-1 0-2 1-2"],
            "0-3 0-4 0-5",
            &["", "9-5"],
            "9-8",
            &[2],
        );
        let past = Past::default();
        let known = Knowledge { view: open.legal_view(), past: &past };
        assert_eq!(why(&known, told.choice), Why::KeepsPlan { len: 3, spared: None });
    }

    #[test]
    fn a_waiting_double_comes_before_everything() {
        let mut setup = setup(&["3-4 3-5 4-6", "0-0"], "", &["9-3 3-3", ""], "", &[]);
        setup.table.as_mut().unwrap().waiting = vec![TrainId::Own(Seat::FIRST)];
        let open = setup.build().unwrap();
        let past = Past::default();
        let known = Knowledge { view: open.legal_view(), past: &past };
        let pip = Pip::new(3).unwrap();
        assert_eq!(hint(&known, 1, &mut playouts(50)).unwrap().why, Why::Satisfies { pip });
    }
}

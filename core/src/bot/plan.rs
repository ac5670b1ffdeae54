//! What a seat means to lay, and how good a move looks by it: quick enough to be asked at every turn of a round that somebody
//! plays on in its head. It knows the hand of its own seat alone.

use super::trail::Trail;
use crate::prompt::{Move, SeatView};
use crate::rules::{Cover, OutOnDouble};
use crate::score::tile_points;
use crate::seat::TrainId;
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// How many steps a search for a plan may take.
const STEPS: u32 = 60;

/// What a seat means to lay on its own train, one tile after the other.
#[derive(Clone)]
pub(super) struct Plan {
    trail: Trail,
    /// How many of its tiles are laid.
    laid: usize,
    /// Those that are not.
    left: Tiles,
    hand: Tiles,
    end: Pip,
}

/// What a seat sees of the table when it is to move.
pub(super) struct Sight<'a> {
    view: &'a SeatView<'a>,
    /// Whether somebody else may soon end the round.
    is_near: bool,
    /// Every tile that the seat cannot see.
    unseen: Tiles,
}

impl<'a> Sight<'a> {
    pub fn of(view: &'a SeatView<'a>) -> Self {
        let round = view.round();
        let is_near =
            round.dealt_in().iter().any(|seat| seat != view.seat() && round.count(seat) <= FEW_TILES);
        let unseen = round.rules().set().tiles().minus(round.on_table()).minus(view.hand());
        Self { view, is_near, unseen }
    }

    /// How likely an unseen tile has this pip, in hundredths.
    fn likely(&self, pip: Pip) -> i32 {
        i32::from(self.unseen.both(Tiles::with_pip(pip)).len()) * 100 / i32::from(self.unseen.len()).max(1)
    }
}

impl Plan {
    pub fn new(hand: Tiles, end: Pip) -> Self {
        let trail = Trail::longest(hand, end, STEPS);
        Self { laid: 0, left: trail.tiles(), trail, hand, end }
    }

    /// Lets the plan follow what was laid since; says whether it still holds.
    pub fn follow(&mut self, hand: Tiles, end: Pip) -> bool {
        let drawn = hand.minus(self.hand);
        self.hand = hand;
        while self.end != end {
            let Some(tile) = self.next().filter(|tile| !hand.contains(*tile)) else { return false };
            let Some(open) = tile.other(self.end) else { return false };
            self.left.remove(tile);
            self.laid += 1;
            self.end = open;
        }
        drawn.is_empty() && self.left.minus(hand).is_empty()
    }

    fn next(&self) -> Option<Tile> {
        self.trail.iter().nth(self.laid)
    }

    fn last(&self) -> Option<Tile> {
        self.trail.iter().last()
    }

    /// How good a move looks; the more, the better.
    pub fn worth(&self, sight: &Sight<'_>, choice: Move) -> i32 {
        match choice {
            Move::Play { tile, train } => {
                let own = train == TrainId::Own(sight.view.seat());
                self.of_tile(sight, tile, own)
                    + self.of_train(sight, tile, train)
                    + if tile.is_double() { self.of_double(sight, tile, own) } else { 0 }
            }
            Move::Draw | Move::Pass | Move::Stop => 0,
        }
    }

    /// Loose tiles go first where they fit, then the plan goes on; the plan is broken at need only.
    fn of_tile(&self, sight: &Sight<'_>, tile: Tile, own: bool) -> i32 {
        let points = i32::from(tile_points(sight.view.round().rules(), tile));
        let left = i32::from(self.left.len());
        let worth = match (self.left.contains(tile), own) {
            (true, true) if self.next() == Some(tile) => NEXT,
            (true, false) if self.last() == Some(tile) => LAST - points * LAST_POINT,
            (true, _) => BROKEN - left * BROKEN_TILE + points * POINT,
            (false, false) => LOOSE + points * POINT,
            (false, true) if self.left.is_empty() => UNPLANNED + points * POINT,
            (false, true) => ASTRAY + points * ASTRAY_POINT,
        };
        worth + if sight.is_near { points * NEAR_POINT } else { 0 }
    }

    /// What is added for where a tile goes.
    fn of_train(&self, sight: &Sight<'_>, tile: Tile, train: TrainId) -> i32 {
        let round = sight.view.round();
        let own = train == TrainId::Own(sight.view.seat());
        let lit = round.lanterns().contains(sight.view.seat());
        if own && !lit {
            return 0;
        }
        let end = tile.other(round.trains().open_pip(train)).unwrap_or_default();
        let opened = sight.likely(end) * OPEN_END;
        if own { LANTERN_OUT - opened } else { -opened }
    }

    /// What is added for a double.
    fn of_double(&self, sight: &Sight<'_>, tile: Tile, own: bool) -> i32 {
        let rules = sight.view.round().rules();
        let mut rest = sight.view.hand();
        rest.remove(tile);
        if rest.is_empty() && rules.out_on_double == OutOnDouble::Ends {
            return OUT;
        }
        let fitting = rest.both(Tiles::with_pip(tile.lo()));
        if own && self.left.contains(tile) || rules.cover == Cover::Anywhere {
            COVERED
        } else if !fitting.minus(self.left).is_empty() {
            COVERED_BY_LOOSE
        } else if !fitting.is_empty() {
            -COVERED_BY_PLANNED
        } else {
            sight.likely(tile.lo()) * HELPED - UNCOVERED
        }
    }
}

// What follows was found by trial, for two seats, by letting players with other values play against those with these.

/// With no more tiles than this somebody may soon end the round.
const FEW_TILES: u8 = 2;
/// What it is worth to go on with the plan.
const NEXT: i32 = 6000;
/// What it is worth to lay the plan's last tile elsewhere, and what each of its points takes away.
const LAST: i32 = 6050;
const LAST_POINT: i32 = 53;
/// What it is worth to break the plan, and what each tile of it takes away.
const BROKEN: i32 = 3000;
const BROKEN_TILE: i32 = 200;
/// What it is worth to lay a loose tile elsewhere.
const LOOSE: i32 = 7000;
/// What it is worth to lay one on the own train when nothing is planned there.
const UNPLANNED: i32 = 7200;
/// What it is worth to lay one there when something is, and what each of its points adds.
const ASTRAY: i32 = 1000;
const ASTRAY_POINT: i32 = 26;
/// What each point of another tile adds.
const POINT: i32 = 10;
/// What each point adds besides when somebody may soon end the round.
const NEAR_POINT: i32 = 224;
/// What it is worth to put out the lantern.
const LANTERN_OUT: i32 = 3000;
/// What an end that others may play on takes away for each hundredth of the unseen tiles that fits it.
const OPEN_END: i32 = 17;
/// What going out is worth.
const OUT: i32 = 200_000;
/// What a double is worth besides if the plan goes on from it or any tile will do.
const COVERED: i32 = 500;
/// The same if a loose tile satisfies it.
const COVERED_BY_LOOSE: i32 = 1364;
/// What it costs if only a planned tile does.
const COVERED_BY_PLANNED: i32 = 2500;
/// What it costs if no tile does, and what each hundredth of the unseen tiles that would gives back.
const UNCOVERED: i32 = 6500;
const HELPED: i32 = 38;

#[cfg(test)]
mod tests {
    use super::super::{Knowledge, Past, by_plan};
    use super::*;
    use crate::testing::{position, tiles};

    fn planned(hand: &str, trains: [&str; 2], mexican: &str, lanterns: &[u8]) -> String {
        let open = position(&[hand, "0-0 1-1 2-2 0-1 0-2 1-2"], "0-3 0-4 0-5", &trains, mexican, lanterns);
        let past = Past::default();
        by_plan(&Knowledge { view: open.legal_view(), past: &past }).unwrap().to_string()
    }

    #[test]
    fn loose_tiles_go_first_and_the_plan_stays_whole() {
        assert_eq!(planned("3-9 3-4 4-6 8-7", ["", ""], "9-8", &[]), "plays 7-8 on mexican");
        assert_eq!(planned("3-9 3-4 4-6 5-9", ["", ""], "9-8", &[]), "plays 3-9 on 1");
        assert_eq!(planned("3-9 3-4 4-8 8-6 6-5 5-2", ["", ""], "9-8", &[]), "plays 3-9 on 1");
    }

    #[test]
    fn a_lantern_is_put_out_before_loose_tiles_are_laid() {
        assert_eq!(planned("3-4 4-6 5-6 8-7", ["9-3", ""], "9-8", &[]), "plays 7-8 on mexican");
        assert_eq!(planned("3-4 4-6 5-6 8-7", ["9-3", ""], "9-8", &[1]), "plays 3-4 on 1");
    }

    #[test]
    fn a_double_is_laid_if_something_satisfies_it() {
        assert_eq!(planned("8-8 3-9 3-4", ["", ""], "9-8", &[]), "plays 3-9 on 1");
        assert_eq!(planned("8-8 8-7 3-9 3-4", ["", ""], "9-8", &[]), "plays 8-8 on mexican");
    }

    #[test]
    fn a_plan_is_followed_until_something_comes_between() {
        let set = |text: &str| tiles(text).into_iter().collect::<Tiles>();
        let end = |pip: u8| Pip::new(pip).unwrap();
        let mut plan = Plan::new(set("3-9 3-4 4-6 5-5"), end(9));
        assert!(plan.follow(set("3-4 4-6 5-5"), end(3)));
        assert_eq!(plan.next(), "3-4".parse().ok());
        // A loose tile that is laid elsewhere does not matter.
        assert!(plan.follow(set("3-4 4-6"), end(3)));
        // A tile that was drawn, one of the plan that is gone, and a train that others laid on do.
        assert!(!plan.clone().follow(set("3-4 4-6 6-8"), end(3)));
        assert!(!plan.clone().follow(set("3-4"), end(3)));
        assert!(!plan.follow(set("3-4 4-6"), end(1)));
    }
}

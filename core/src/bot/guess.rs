//! Deals as they most likely are. All that agree with what seats proved are possible, but not equally likely: those with
//! which everybody would have played as it did come more often.
//!
//! Metropolis' way: a deal is changed step by step, by two hidden tiles that change places. What is likelier is taken, and
//! what is less likely taken as seldom as it is. A seat's likelihood is itself a guess where draws are guessed; since it is kept
//! until its hand changes, deals still come as often as they should (Andrieu and Roberts 2009).

use super::Knowledge;
use super::deal::Deals;
use super::habit::Habit;
use super::rng::Rng;
use crate::open::OpenRound;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// How many steps are made before the first deal, which begin at one of the possible ones at random.
const FIRST: u32 = 400;

/// How many steps are made from one deal to the next. Some three of four are not taken, so that after fewer of them deals are
/// much alike, and a search sees but few really different ones.
const NEXT: u32 = 8;

/// The deals that one seat thinks likely, one after the other.
pub(super) struct Guesses<'a> {
    known: &'a Knowledge<'a>,
    deals: Deals<'a>,
    others: Vec<Other<'a>>,
    /// Where everybody's tiles are thought to be; `None` before the first guess.
    hands: Option<[Tiles; 8]>,
    /// The first deal found does not agree with everything that was shown.
    is_stuck: bool,
}

/// A seat whose hand is guessed.
struct Other<'a> {
    seat: Seat,
    count: usize,
    habit: Habit<'a>,
    /// How likely it would have played as it did with the hand it is thought to have, as a logarithm.
    likely: f64,
}

/// A hand as it would be after a step.
struct Changed {
    /// The place of its seat among the others.
    place: usize,
    hand: Tiles,
    likely: f64,
}

impl<'a> Guesses<'a> {
    pub fn new(known: &'a Knowledge<'a>) -> Self {
        let deals = Deals::new(known);
        let other = |(seat, count)| Other { seat, count, habit: Habit::of(known.past, seat), likely: 0.0 };
        let others = deals.others().map(other).collect();
        Self { known, deals, others, hands: None, is_stuck: false }
    }

    /// The next one, as a round with open hands.
    pub fn next(&mut self, rng: &mut Rng) -> OpenRound {
        if self.is_stuck {
            return self.deals.imagine(rng);
        }
        let (mut hands, steps) = match self.hands.take() {
            Some(hands) => (hands, NEXT),
            None => (self.begin(rng), FIRST),
        };
        for _ in 0..steps {
            self.step(&mut hands, rng);
        }
        self.hands = Some(hands);
        self.deals.with(hands, rng)
    }

    fn begin(&mut self, rng: &mut Rng) -> [Tiles; 8] {
        let mut hands = [Tiles::EMPTY; 8];
        let deal = self.deals.imagine(rng);
        hands[..deal.hands().len()].copy_from_slice(deal.hands());
        let is_admitted = |other: &Other<'_>| self.known.past.admits(other.seat, hands[other.seat.index()]);
        // From a deal that contradicts what was shown no single step leads to one that agrees: then every deal is made anew.
        self.is_stuck = !self.others.iter().all(is_admitted);
        for other in &mut self.others {
            let likely = other.habit.likelihood(hands[other.seat.index()], f64::MIN, rng);
            other.likely = likely.unwrap_or(0.0);
        }
        hands
    }

    /// Has a tile of somebody's hand and one that lies elsewhere change places, if that is likely enough.
    fn step(&mut self, hands: &mut [Tiles; 8], rng: &mut Rng) {
        let Some((one, own)) = self.any_held(hands, rng) else { return };
        let other = self.deals.any_unseen(rng);
        let at = |place: usize| hands[self.others[place].seat.index()];
        if at(one).contains(other) {
            return;
        }
        let chance = (rng.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let two = (0..self.others.len()).find(|place| at(*place).contains(other));
        let before = self.others[one].likely + two.map_or(0.0, |two| self.others[two].likely);
        let least = before + chance.ln();
        // Both logarithms are at most 0, so that one of them may say no for both.
        let Some(first) = self.changed(one, at(one), own, other, least, rng) else { return };
        let second = match two {
            None => None,
            Some(two) => match self.changed(two, at(two), other, own, least - first.likely, rng) {
                None => return,
                second => second,
            },
        };
        for changed in [Some(first), second].into_iter().flatten() {
            let other = &mut self.others[changed.place];
            hands[other.seat.index()] = changed.hand;
            other.likely = changed.likely;
        }
    }

    /// This hand with another tile, if the seat can hold it and it is likely enough.
    fn changed(
        &self,
        place: usize,
        mut hand: Tiles,
        old: Tile,
        new: Tile,
        least: f64,
        rng: &mut Rng,
    ) -> Option<Changed> {
        let other = &self.others[place];
        hand.remove(old);
        hand.insert(new);
        if !self.known.past.admits(other.seat, hand) {
            return None;
        }
        let likely = other.habit.likelihood(hand, least, rng)?;
        Some(Changed { place, hand, likely })
    }

    /// Any tile of those that others hold, and the place of its holder; `None` if nobody holds any.
    fn any_held(&self, hands: &[Tiles; 8], rng: &mut Rng) -> Option<(usize, Tile)> {
        let mut at = rng.below(self.others.iter().map(|other| other.count).sum());
        for (place, other) in self.others.iter().enumerate() {
            if at < other.count {
                return hands[other.seat.index()].iter().nth(at).map(|tile| (place, tile));
            }
            at -= other.count;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use crate::bot::Observed;
    use crate::testing::{play, position, seat};

    #[test]
    fn hands_that_explain_a_move_come_more_often() {
        let hands = ["9-3 3-4 4-6 5-9", "0-0 1-1 2-2"];
        let mut table = Observed::of(position(&hands, "7-7 6-7 5-5 6-6 4-7 5-7 3-5", &["", ""], "9-8", &[]));
        table.play(seat(1), play("1", "9-3")).unwrap();
        let known = table.known(seat(2));
        let mut rng = Rng::new(4);
        let threes = |deals: &mut dyn FnMut(&mut Rng) -> OpenRound, rng: &mut Rng| {
            let three = Tiles::with_pip(crate::Pip::new(3).unwrap());
            (0..2000).filter(|_| !deals(rng).hand(seat(1)).both(three).is_empty()).count()
        };
        let (mut guesses, mut deals) = (Guesses::new(&known), Deals::new(&known));
        let likely = threes(&mut |rng| guesses.next(rng), &mut rng);
        let possible = threes(&mut |rng| deals.imagine(rng), &mut rng);
        assert!(likely > possible + 100, "{likely} {possible}");
    }

    /// Every hand of so many of these tiles.
    fn hands_of(tiles: &[Tile], count: usize) -> Vec<Tiles> {
        let bits = 0_u32..1 << tiles.len();
        let chosen = bits.filter(|bits| bits.count_ones() as usize == count);
        let hand = |bits: u32| tiles.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
        chosen.map(|bits| hand(bits).map(|(_, tile)| *tile).collect()).collect()
    }

    #[test]
    fn hands_come_as_often_as_they_are_likely() {
        let (first, boneyard) = ("9-3 9-5 1-1", "2-6 5-6 1-6 4-9 4-5 0-1 3-8");
        let hidden: Tiles = crate::testing::tiles(&format!("{first} {boneyard} 9-9")).into_iter().collect();
        let second = crate::TileSet::DoubleNine.tiles().minus(hidden).to_string();
        let mut table = Observed::of(position(&[first, &second], boneyard, &["", ""], "", &[]));
        table.play(seat(1), play("1", "9-3")).unwrap();
        table.play(seat(2), play("mexican", "9-8")).unwrap();
        // It holds neither a 3 nor an 8, and draws 2-6, which it keeps.
        table.play(seat(1), Move::Draw).unwrap();
        let known = table.known(seat(2));
        let mut rng = Rng::new(8);
        let habit = Habit::of(known.past, seat(1));
        let unseen: Vec<Tile> = hidden.minus(known.view.round().on_table()).iter().collect();
        let mut hands = hands_of(&unseen, 3);
        hands.retain(|hand| known.past.admits(seat(1), *hand));
        // Which tile was drawn is guessed, so that a hand is as likely as it is on average.
        let mut mean = |hand: Tiles| {
            let guessed = (0..4000).map(|_| habit.likelihood(hand, f64::MIN, &mut rng).unwrap().exp());
            guessed.sum::<f64>()
        };
        let weights: Vec<f64> = hands.iter().map(|hand| mean(*hand)).collect();
        let all: f64 = weights.iter().sum();
        let (least, most) = weights
            .iter()
            .fold((all, 0.0_f64), |(least, most), weight| (least.min(*weight), most.max(*weight)));
        assert!(hands.len() > 50 && most > 2.0 * least, "{least} {most} {}", hands.len());
        let mut guesses = Guesses::new(&known);
        let mut came = vec![0_u32; hands.len()];
        let deals = 400_000;
        for _ in 0..deals {
            let hand = guesses.next(&mut rng).hand(seat(1));
            came[hands.iter().position(|other| *other == hand).unwrap()] += 1;
        }
        for ((hand, weight), came) in hands.iter().zip(weights).zip(came) {
            let (likely, came) = (weight / all, f64::from(came) / f64::from(deals));
            assert!((likely - came).abs() < 0.2 * likely + 0.001, "{hand}: {came} for {likely}");
        }
    }
}

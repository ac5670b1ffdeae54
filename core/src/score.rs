//! What hands cost, and the scoresheet of a match.

use crate::round::Ending;
use crate::rules::{Rules, Scoring};
use crate::seat::{Seat, SeatSet, Seats};
use crate::tile::Tile;
use crate::tiles::Tiles;

/// A hand that nobody has seen costs no less.
const LEAST_UNSEEN: u16 = 50;

/// What this tile costs in a hand: its pips, or what the rules say for 0-0.
#[must_use]
pub const fn tile_points(rules: &Rules, tile: Tile) -> u16 {
    match tile.pips() {
        0 => rules.double_blank.points(),
        pips => pips as u16,
    }
}

/// What these tiles cost in a hand; at most 1142, for a whole set.
#[must_use]
pub fn hand_points(rules: &Rules, hand: Tiles) -> u16 {
    hand.iter().map(|tile| tile_points(rules, tile)).sum()
}

/// The scores of a round that ended so, with what each seat holds, in the order of the seats. Where losers count, every
/// seat scores what it holds, which is nothing for whoever went out. Where the winner takes, the seat that went out
/// (first) scores what all others hold, and nobody else anything.
#[must_use]
pub fn round_scores(rules: &Rules, ending: Ending, hands: &[Tiles]) -> Vec<u16> {
    round_scores_without(rules, ending, hands, SeatSet::EMPTY)
}

/// The same from what each seat's hand costs, for a table that counts its tiles by itself.
#[must_use]
pub fn scores_of(rules: &Rules, ending: Ending, points: &[u16]) -> Vec<u16> {
    let out = match ending {
        Ending::Out(seat) => Some(seat.index()),
        Ending::Blocked => None,
    };
    let held = points.iter().enumerate().map(|(seat, points)| if out == Some(seat) { 0 } else { *points });
    match rules.scoring {
        Scoring::LosersCount => held.collect(),
        Scoring::WinnerTakes => {
            let pool = held.fold(0, u16::saturating_add);
            (0..points.len()).map(|seat| if out == Some(seat) { pool } else { 0 }).collect()
        }
    }
}

/// The scores of a round for which some seats were away, and whose hands nobody has seen: each of these counts as if it held the
/// worst hand of the round, and at least 50. Who stays away must not win by it, nor take from the winner what a hand there would have
/// cost: where the winner takes, it takes so much of them as well.
#[must_use]
pub fn round_scores_without(rules: &Rules, ending: Ending, hands: &[Tiles], away: SeatSet) -> Vec<u16> {
    let seen: Vec<u16> = hands.iter().map(|hand| hand_points(rules, *hand)).collect();
    let is_away = |seat: usize| away.iter().any(|other| other.index() == seat);
    let here = seen.iter().enumerate().filter(|(seat, _)| !is_away(*seat)).map(|(_, points)| *points);
    let unseen = here.max().unwrap_or(0).max(LEAST_UNSEEN);
    let points = seen.iter().enumerate().map(|(seat, points)| if is_away(seat) { unseen } else { *points });
    scores_of(rules, ending, &points.collect::<Vec<_>>())
}

/// The scoresheet: every round's scores and what follows from them. The lowest total leads, or where the winner of a
/// round takes all its points, the highest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scoreboard {
    seats: Seats,
    most_rounds: u8,
    scoring: Scoring,
    rounds: Vec<Vec<u16>>,
    /// How each round ended, as far as that was said: as long as `rounds`, and no part of the bytes that are signed.
    endings: Vec<Option<Ending>>,
}

impl Scoreboard {
    /// An empty sheet for a match by these rules.
    #[must_use]
    pub fn new(rules: &Rules, seats: Seats) -> Self {
        let (most_rounds, scoring) = (rules.rounds(), rules.scoring);
        Self { seats, most_rounds, scoring, rounds: Vec::new(), endings: Vec::new() }
    }

    /// Writes down the next round's scores, one a seat.
    ///
    /// # Errors
    /// Too few or too many scores, or a round after the last one; then nothing is written.
    pub fn record(&mut self, scores: &[u16]) -> Result<(), ScoreError> {
        self.write(scores, None)
    }

    /// The same for a round of which it is known how it ended.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn record_ended(&mut self, scores: &[u16], ending: Ending) -> Result<(), ScoreError> {
        self.write(scores, Some(ending))
    }

    fn write(&mut self, scores: &[u16], ending: Option<Ending>) -> Result<(), ScoreError> {
        if scores.len() != self.seats.count() {
            return Err(ScoreError::Seats { found: scores.len(), seats: self.seats });
        }
        if self.is_complete() {
            return Err(ScoreError::Complete);
        }
        self.rounds.push(scores.to_vec());
        self.endings.push(ending);
        Ok(())
    }

    /// The sheet as it was after its first `rounds` rounds.
    #[must_use]
    pub fn first_rounds(&self, rounds: usize) -> Self {
        let endings = self.endings.iter().take(rounds).copied().collect();
        Self { rounds: self.rounds.iter().take(rounds).cloned().collect(), endings, ..*self }
    }

    /// Whether all rounds of the match are played.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rounds.len() >= usize::from(self.most_rounds)
    }

    /// The scores of each round played, one a seat.
    #[must_use]
    pub fn rounds(&self) -> &[Vec<u16>] {
        &self.rounds
    }

    /// How each round played ended; `None` where only its scores were written down.
    #[must_use]
    pub fn endings(&self) -> &[Option<Ending>] {
        &self.endings
    }

    /// The size of the table.
    #[must_use]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The sum of all rounds, one a seat.
    #[must_use]
    pub fn totals(&self) -> Vec<u32> {
        self.running_totals().pop().unwrap_or_else(|| vec![0; self.seats.count()])
    }

    /// The totals after each round played, one a seat.
    #[must_use]
    pub fn running_totals(&self) -> Vec<Vec<u32>> {
        let mut sums = vec![0; self.seats.count()];
        let after = |scores: &Vec<u16>| {
            sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += u32::from(*score));
            sums.clone()
        };
        self.rounds.iter().map(after).collect()
    }

    /// The seats with the best total: several of them share the lead, or the win.
    #[must_use]
    pub fn leaders(&self) -> Vec<Seat> {
        self.seats.iter().zip(self.ranks()).filter(|(_, rank)| *rank == 1).map(|(seat, _)| seat).collect()
    }

    /// Each seat's rank, from 1. Equal totals have equal ranks, and the next rank is skipped: 1, 1, 3.
    #[must_use]
    pub fn ranks(&self) -> Vec<u8> {
        let totals = self.totals();
        let better = |other: u32, mine: u32| match self.scoring {
            Scoring::LosersCount => other < mine,
            Scoring::WinnerTakes => other > mine,
        };
        totals
            .iter()
            .map(|mine| 1 + totals.iter().filter(|other| better(**other, *mine)).count() as u8)
            .collect()
    }

    /// The sheet's canonical bytes, which a table hashes and signs: a version byte, the number of seats, the number of
    /// rounds played, then each round's scores in the order of the seats, 16 bits little-endian each.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![1, self.seats.value(), self.rounds.len() as u8];
        bytes.extend(self.rounds.iter().flatten().flat_map(|score| score.to_le_bytes()));
        bytes
    }
}

/// Scores that cannot be written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScoreError {
    /// Not one score a seat.
    #[error("{found} scores for a table of {seats}")]
    Seats {
        /// How many scores were given.
        found: usize,
        /// How many seats there are.
        seats: Seats,
    },
    /// The match is over.
    #[error("every round of the match is scored already")]
    Complete,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> Tiles {
        text.split_whitespace().map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    fn seat(number: u8) -> Seat {
        Seat::from_number(number).unwrap()
    }

    #[test]
    fn the_set_makers_example() {
        let rules = Rules::default();
        let mut sheet = Scoreboard::new(&rules, Seats::new(4).unwrap());
        let hands = [tiles("12-5 6-6 0-2"), tiles(""), tiles("6-8"), tiles("10-12")];
        let first = round_scores(&rules, Ending::Out(seat(2)), &hands);
        assert_eq!(first, [31, 0, 14, 22]);
        sheet.record_ended(&first, Ending::Out(seat(2))).unwrap();
        sheet.record(&[0, 18, 9, 27]).unwrap();
        assert_eq!(sheet.endings(), [Some(Ending::Out(seat(2))), None]);
        assert_eq!(sheet.first_rounds(1).endings(), [Some(Ending::Out(seat(2)))]);
        assert_eq!(sheet.totals(), [31, 18, 23, 49]);
        assert_eq!(sheet.running_totals(), [[31, 0, 14, 22], [31, 18, 23, 49]]);
        assert_eq!(sheet.leaders(), [seat(2)]);
        assert_eq!(sheet.ranks(), [3, 1, 2, 4]);
    }

    #[test]
    fn double_blank_costs_what_the_table_agreed() {
        for (value, points) in [("50", 50), ("0", 0), ("25", 25)] {
            let rules = Rules::from_settings([("double_blank", value)]).unwrap();
            assert_eq!(hand_points(&rules, tiles("0-0")), points);
            assert_eq!(hand_points(&rules, tiles("0-0 0-1 12-12")), points + 25);
        }
        let whole = Rules::default().set().tiles();
        assert_eq!(hand_points(&Rules::default(), whole), 13 * 12 / 2 * 14 + 50);
    }

    #[test]
    fn on_a_block_everybody_scores() {
        let hands = [tiles("1-2"), tiles("5-5"), tiles("0-0")];
        assert_eq!(round_scores(&Rules::default(), Ending::Blocked, &hands), [3, 10, 50]);
    }

    #[test]
    fn where_the_winner_takes_the_highest_total_leads() {
        let rules = Rules::from_settings([("scoring", "winner-takes")]).unwrap();
        let hands = [tiles("12-5 6-6 0-2"), tiles(""), tiles("6-8"), tiles("0-0")];
        assert_eq!(round_scores(&rules, Ending::Out(seat(2)), &hands), [0, 95, 0, 0]);
        assert_eq!(round_scores(&rules, Ending::Blocked, &hands), [0; 4]);
        let mut sheet = Scoreboard::new(&rules, Seats::new(4).unwrap());
        sheet.record(&[0, 95, 0, 0]).unwrap();
        sheet.record(&[20, 0, 0, 0]).unwrap();
        assert_eq!((sheet.ranks(), sheet.leaders()), (vec![2, 1, 3, 3], vec![seat(2)]));
    }

    #[test]
    fn whoever_was_away_counts_like_the_worst_hand() {
        let hands = [tiles("12-5 6-6 0-2"), tiles(""), tiles("12-12 12-11 9-9"), tiles("")];
        let takes = Rules::from_settings([("scoring", "winner-takes")]).unwrap();
        let counts = Rules::default();
        let away = |seats: &[u8]| seats.iter().map(|number| seat(*number)).collect::<SeatSet>();
        let out = Ending::Out(seat(2));
        let scores = |rules, ending, seats: &[u8]| round_scores_without(rules, ending, &hands, away(seats));
        assert_eq!(scores(&counts, out, &[4]), [31, 0, 65, 65]);
        assert_eq!(scores(&takes, out, &[4]), [0, 31 + 65 + 65, 0, 0]);
        // The worst of those who were there, and at least 50.
        assert_eq!(scores(&counts, out, &[3, 4]), [31, 0, 50, 50]);
        assert_eq!(scores(&takes, out, &[3, 4]), [0, 31 + 50 + 50, 0, 0]);
        assert_eq!(scores(&counts, Ending::Blocked, &[4]), [31, 0, 65, 65]);
        assert_eq!(scores(&takes, Ending::Blocked, &[4]), [0; 4]);
        assert_eq!(scores(&counts, out, &[]), round_scores(&counts, out, &hands));
    }

    #[test]
    fn ties_share_a_rank() {
        let mut sheet = Scoreboard::new(&Rules::default(), Seats::new(3).unwrap());
        assert_eq!(sheet.ranks(), [1, 1, 1]);
        sheet.record(&[7, 7, 9]).unwrap();
        assert_eq!(sheet.ranks(), [1, 1, 3]);
        assert_eq!(sheet.leaders(), [seat(1), seat(2)]);
    }

    #[test]
    fn the_bytes_are_fixed_and_the_sheet_is_bounded() {
        let rules = Rules::default().with_first_engine(crate::Pip::new(1).unwrap());
        let mut sheet = Scoreboard::new(&rules, Seats::MIN);
        assert_eq!(sheet.record(&[1]), Err(ScoreError::Seats { found: 1, seats: Seats::MIN }));
        sheet.record(&[1, 258]).unwrap();
        assert_eq!(sheet.encode(), [1, 2, 1, 1, 0, 2, 1]);
        sheet.record(&[0, 0]).unwrap();
        assert!(sheet.is_complete());
        assert_eq!(sheet.record(&[0, 0]), Err(ScoreError::Complete));
    }
}

//! The scoresheet as a table of text.

use std::fmt;

use mextrain_core::{Ending, Rules, Scoreboard};

use super::columns;

/// A match's scores: a row a round, a column a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The seats' names, in order.
    pub names: Vec<String>,
    /// For each round that was scored what every seat got for it.
    pub rounds: Vec<Row>,
    /// What every seat has in all.
    pub totals: Vec<u32>,
    /// Every seat's place, 1 for the first; shared places are equal.
    pub places: Vec<u8>,
}

/// A round's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The pip of the round's engine.
    pub engine: u8,
    /// What every seat got.
    pub scores: Vec<u16>,
    /// How the round ended, if that is known.
    pub ending: Option<Ending>,
}

const LABEL_WIDTH: usize = 16;

impl Sheet {
    /// The sheet of a match by these rules.
    pub fn of(board: &Scoreboard, rules: &Rules, names: Vec<String>) -> Sheet {
        let rounds = board.rounds().iter().zip(board.endings()).zip(0_u8..);
        let row = |((scores, ending), number): ((&Vec<u16>, &Option<Ending>), u8)| Row {
            engine: rules.engine_of(number).map_or(0, u8::from),
            scores: scores.clone(),
            ending: *ending,
        };
        Sheet { names, rounds: rounds.map(row).collect(), totals: board.totals(), places: board.ranks() }
    }

    /// What every seat has after each round.
    fn running(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut sums = vec![0_u32; self.names.len()];
        self.rounds.iter().map(move |row| {
            sums.iter_mut().zip(&row.scores).for_each(|(sum, score)| *sum += u32::from(*score));
            sums.clone()
        })
    }
}

impl fmt::Display for Sheet {
    /// Beside each score what the seat has in all by then, and behind the row how the round ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = self.names.iter().map(|name| columns::width(name).max(9)).collect();
        line(f, "", &self.names, &widths)?;
        for (number, (row, sums)) in self.rounds.iter().zip(self.running()).enumerate() {
            let label = say!("sheet-round", round = number + 1, engine = row.engine);
            let cells: Vec<String> = row
                .scores
                .iter()
                .zip(&sums)
                .map(|(score, sum)| format!("{score} {:>5}", format!("({sum})")))
                .collect();
            line(f, &format!("\n{}", columns::left(&label, LABEL_WIDTH)), &cells, &widths)?;
            if let Some(ending) = row.ending {
                write!(f, "  {}", ended(ending, &self.names))?;
            }
        }
        line(f, &format!("\n{}", columns::left(say!("sheet-total"), LABEL_WIDTH)), &self.totals, &widths)?;
        line(f, &format!("\n{}", columns::left(say!("sheet-place"), LABEL_WIDTH)), &self.places, &widths)
    }
}

fn line(
    f: &mut fmt::Formatter<'_>,
    label: &str,
    cells: &[impl fmt::Display],
    widths: &[usize],
) -> fmt::Result {
    write!(f, "{label:<LABEL_WIDTH$}")?;
    for (cell, width) in cells.iter().zip(widths) {
        write!(f, "  {}", columns::right(&cell.to_string(), *width))?;
    }
    Ok(())
}

/// How a round ended, in few words.
pub fn ended(ending: Ending, names: &[String]) -> String {
    match ending {
        Ending::Out(seat) => say!("sheet-ended-out", who = super::board::name(names, seat)),
        Ending::Blocked => say!("sheet-ended-blocked").to_owned(),
    }
}

/// Who has won, spelled out: `Bo wins`, `Ada and Cy share the win`.
pub fn winners(names: &[String], places: &[u8]) -> String {
    let (count, who) = first(names, places);
    say!("sheet-winners", count = count, who = who)
}

/// Who leads, spelled out: `Bo leads`, `Ada and Cy share the lead`.
pub fn leaders(names: &[String], places: &[u8]) -> String {
    let (count, who) = first(names, places);
    say!("sheet-leaders", count = count, who = who)
}

/// How many are first, and who.
fn first(names: &[String], places: &[u8]) -> (usize, String) {
    let first: Vec<&str> =
        names.iter().zip(places).filter(|(_, place)| **place == 1).map(|(name, _)| name.as_str()).collect();
    (first.len(), super::list(&first))
}

#[cfg(test)]
mod tests {
    use mextrain_core::{Pip, Seat, Seats};

    use super::*;

    #[test]
    fn columns_stand_under_their_names() {
        let rules = Rules::default().with_first_engine(Pip::new(1).unwrap());
        let mut board = Scoreboard::new(&rules, Seats::MIN);
        board.record_ended(&[0, 31], Ending::Out(Seat::FIRST)).unwrap();
        board.record_ended(&[112, 7], Ending::Blocked).unwrap();
        let sheet = Sheet::of(&board, &rules, vec!["Ada".to_owned(), "Bartholomew".to_owned()]);
        let shown = sheet.to_string();
        let expected = "                        Ada  Bartholomew
round 1 (1-1)       0   (0)     31  (31)  Ada out
round 2 (0-0)     112 (112)      7  (38)  blocked
total                   112           38
place                     2            1";
        assert_eq!(shown, expected);
    }

    #[test]
    fn shared_wins_are_spelled_out() {
        let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
        assert_eq!(winners(&names, &[2, 1, 3]), "Bo wins");
        assert_eq!(winners(&names, &[1, 3, 1]), "Ada and Cy share the win");
        assert_eq!(winners(&names, &[1, 1, 1]), "Ada, Bo and Cy share the win");
        assert_eq!(leaders(&names, &[1, 3, 1]), "Ada and Cy share the lead");
        assert_eq!(leaders(&names, &[2, 1, 3]), "Bo leads");
    }
}

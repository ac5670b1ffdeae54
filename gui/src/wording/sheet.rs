//! The scoresheet as a table of text.

use std::fmt;

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
}

const LABEL_WIDTH: usize = 16;

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = self.names.iter().map(|name| name.chars().count().max(5)).collect();
        line(f, "", &self.names, &widths)?;
        for (number, row) in self.rounds.iter().enumerate() {
            let label = format!("round {} ({1}-{1})", number + 1, row.engine);
            line(f, &format!("\n{label:<LABEL_WIDTH$}"), &row.scores, &widths)?;
        }
        line(f, &format!("\n{:<LABEL_WIDTH$}", "total"), &self.totals, &widths)?;
        line(f, &format!("\n{:<LABEL_WIDTH$}", "place"), &self.places, &widths)
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
        write!(f, "  {:>width$}", cell.to_string())?;
    }
    Ok(())
}

/// Who has won, spelled out: `Bo wins`, `Ada and Cy share the win`.
pub fn winners(names: &[String], places: &[u8]) -> String {
    let first: Vec<&str> =
        names.iter().zip(places).filter(|(_, place)| **place == 1).map(|(name, _)| name.as_str()).collect();
    match first.as_slice() {
        [] => "Nobody has won".to_owned(),
        [one] => format!("{one} wins"),
        [others @ .., last] => format!("{} and {last} share the win", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_their_names() {
        let sheet = Sheet {
            names: vec!["Ada".to_owned(), "Bartholomew".to_owned()],
            rounds: vec![Row { engine: 1, scores: vec![0, 31] }, Row { engine: 0, scores: vec![112, 0] }],
            totals: vec![112, 31],
            places: vec![2, 1],
        };
        let shown = sheet.to_string();
        let expected = "                    Ada  Bartholomew
round 1 (1-1)         0           31
round 2 (0-0)       112            0
total               112           31
place                 2            1";
        assert_eq!(shown, expected);
    }

    #[test]
    fn shared_wins_are_spelled_out() {
        let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
        assert_eq!(winners(&names, &[2, 1, 3]), "Bo wins");
        assert_eq!(winners(&names, &[1, 3, 1]), "Ada and Cy share the win");
        assert_eq!(winners(&names, &[1, 1, 1]), "Ada, Bo and Cy share the win");
    }
}

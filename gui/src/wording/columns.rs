//! Texts below each other in a terminal, where some signs are as wide as two.

use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text and blanks behind it, up to that many columns.
pub fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Blanks and the text behind them, up to that many columns.
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_signs_take_two_columns() {
        assert_eq!(left("Bo", 4), "Bo  ");
        assert_eq!(left("麻雀", 4), "麻雀");
        assert_eq!(right("麻", 4), "  麻");
        assert_eq!(right("longer", 4), "longer");
    }
}

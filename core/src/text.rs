//! Quoting of text that somebody else wrote, for messages: bounded in length and harmless on a terminal.

/// Characters of a quotation that are kept.
const KEPT: usize = 40;

/// `text` in double quotes, shortened to 40 characters, with everything but printable ASCII and plain letters
/// escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars().take(KEPT) {
        if character.is_alphanumeric()
            || (character.is_ascii_graphic() && character != '"')
            || character == ' '
        {
            out.push(character);
        } else {
            out.extend(character.escape_default());
        }
    }
    if text.chars().nth(KEPT).is_some() {
        out.push('…');
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotations_are_short_and_harmless() {
        assert_eq!(quoted("4-6"), "\"4-6\"");
        assert_eq!(quoted("a\u{1b}[2J\n"), "\"a\\u{1b}[2J\\n\"");
        assert_eq!(quoted("\u{202e}x"), "\"\\u{202e}x\"");
        let long = quoted(&"y".repeat(1000));
        assert_eq!(long.chars().count(), 43);
    }
}

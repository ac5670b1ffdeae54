//! Values of a TOML file with their places, and a list of what is wrong with them.
//!
//! Knows nothing of dominoes.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Malformed, Problem};
use crate::text::quoted;

/// Problems that are listed; a file can have any number of them.
const MOST_PROBLEMS: usize = 32;

/// What was found to be wrong with a file so far.
pub(super) struct Report<'t> {
    text: &'t str,
    problems: Vec<Problem>,
}

impl<'t> Report<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, problems: Vec::new() }
    }

    /// Notes a problem with the bytes at `span`.
    pub(super) fn problem(&mut self, span: Range<usize>, key: &str, reason: impl Into<String>) {
        if self.problems.len() < MOST_PROBLEMS {
            let (line, column) = place(self.text, span.start);
            self.problems.push(Problem { line, column, key: key.to_owned(), reason: reason.into() });
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    pub(super) fn into_malformed(mut self) -> Malformed {
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        Malformed { problems: self.problems }
    }
}

/// Line and column of a byte, both from 1, the column in characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// A value and its key.
#[derive(Clone)]
pub(super) struct Node<'v, 'i> {
    value: &'v Spanned<DeValue<'i>>,
    key: String,
}

/// A table and its key.
#[derive(Clone)]
pub(super) struct TableNode<'v, 'i> {
    table: &'v DeTable<'i>,
    span: Range<usize>,
    key: String,
}

impl<'v, 'i> Node<'v, 'i> {
    pub(super) fn span(&self) -> Range<usize> {
        self.value.span()
    }

    pub(super) fn problem(&self, report: &mut Report<'_>, reason: impl Into<String>) {
        report.problem(self.span(), &self.key, reason);
    }

    pub(super) fn text(&self, report: &mut Report<'_>) -> Option<&'v str> {
        let text = self.value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(report, "a string");
        }
        text
    }

    pub(super) fn integer(&self, report: &mut Report<'_>) -> Option<i64> {
        let number = self.as_integer();
        match self.value.get_ref() {
            _ if number.is_some() => (),
            DeValue::Integer(_) => self.problem(report, "this number is too large"),
            _ => self.wrong_type(report, "a whole number"),
        }
        number
    }

    /// A number as it would be typed, or a string.
    pub(super) fn integer_or_text(&self, report: &mut Report<'_>) -> Option<String> {
        if let Some(number) = self.as_integer() {
            return Some(number.to_string());
        }
        let text = self.value.get_ref().as_str().map(ToOwned::to_owned);
        match self.value.get_ref() {
            _ if text.is_some() => (),
            DeValue::Integer(_) => self.problem(report, "this number is too large"),
            _ => self.wrong_type(report, "a string or a whole number"),
        }
        text
    }

    pub(super) fn list(&self, report: &mut Report<'_>) -> Option<Vec<Self>> {
        let list = self.as_list();
        if list.is_none() {
            self.wrong_type(report, "a list");
        }
        list
    }

    /// The elements, if it is a list.
    pub(super) fn as_list(&self) -> Option<Vec<Self>> {
        let nodes = self.value.get_ref().as_array()?.iter().enumerate();
        Some(nodes.map(|(place, value)| Self { value, key: format!("{}[{place}]", self.key) }).collect())
    }

    pub(super) fn table(&self, report: &mut Report<'_>) -> Option<TableNode<'v, 'i>> {
        let Some(table) = self.value.get_ref().as_table() else {
            self.wrong_type(report, "a table");
            return None;
        };
        Some(TableNode { table, span: self.span(), key: self.key.clone() })
    }

    /// The element at this place of a list.
    pub(super) fn element(&self, place: usize) -> Option<Self> {
        let value = self.value.get_ref().as_array()?.get(place)?;
        Some(Self { value, key: format!("{}[{place}]", self.key) })
    }

    fn as_integer(&self) -> Option<i64> {
        let number = self.value.get_ref().as_integer()?;
        i64::from_str_radix(number.as_str(), number.radix()).ok()
    }

    fn wrong_type(&self, report: &mut Report<'_>, wanted: &str) {
        self.problem(report, format!("this is to be {wanted}, not {}", self.value.get_ref().type_str()));
    }
}

impl<'v, 'i> TableNode<'v, 'i> {
    pub(super) fn root(table: &'v Spanned<DeTable<'i>>) -> Self {
        Self { table: table.get_ref(), span: 0..0, key: String::new() }
    }

    pub(super) fn problem(&self, report: &mut Report<'_>, reason: impl Into<String>) {
        report.problem(self.span.clone(), &self.key, reason);
    }

    /// Notes every key that is not one of these.
    pub(super) fn only(&self, report: &mut Report<'_>, keys: &[&str]) {
        for (key, _) in self.table {
            if !keys.contains(&key.get_ref().as_ref()) {
                let reason = format!("there is no key {} here", quoted(key.get_ref()));
                report.problem(key.span(), &self.key, reason);
            }
        }
    }

    /// The value of a key, if it is there.
    pub(super) fn find(&self, key: &str) -> Option<Node<'v, 'i>> {
        let value = self.table.get(key)?;
        Some(Node { value, key: self.key_of(key) })
    }

    /// The value of a key that must be there.
    pub(super) fn need(&self, report: &mut Report<'_>, key: &str) -> Option<Node<'v, 'i>> {
        let node = self.find(key);
        if node.is_none() {
            self.problem(report, format!("the key \"{key}\" is missing"));
        }
        node
    }

    /// All keys, in alphabetic order, with their places.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'v str, Range<usize>, Node<'v, 'i>)> {
        self.table.iter().map(|(key, value)| {
            let text: &'v str = key.get_ref().as_ref();
            (text, key.span(), Node { value, key: self.key_of(&quoted_if_odd(text)) })
        })
    }

    fn key_of(&self, key: &str) -> String {
        if self.key.is_empty() { key.to_owned() } else { format!("{}.{key}", self.key) }
    }
}

/// A key as it is, unless somebody made it long or strange.
fn quoted_if_odd(key: &str) -> String {
    let plain = key.len() <= 40 && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if plain { key.to_owned() } else { quoted(key) }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn places_count_lines_and_characters() {
        assert_eq!(place("", 0), (1, 1));
        assert_eq!(place("ab\ncd", 4), (2, 2));
        assert_eq!(place("ä = 1\nö = x", 12), (2, 5));
        assert_eq!(place("ab", 99), (1, 3));
    }
}

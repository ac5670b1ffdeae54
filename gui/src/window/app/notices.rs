//! What the person has to know, wherever they are when it happens: it stays until they have put it away.

use crate::wording::sentence::Sentence;

/// How many are kept. What comes when there are as many pushes the oldest out: by then it is the least of their troubles.
const MOST: usize = 8;

/// Sentences for the person, oldest first, none of them twice.
#[derive(Debug, Default)]
pub(super) struct Notices(Vec<Notice>);

#[derive(Debug)]
struct Notice {
    sentence: Sentence,
    /// Whether it says how a seat came to nothing, which is of no use any more to whoever has a seat again.
    outcome: bool,
}

impl Notices {
    /// Something is wrong.
    pub fn trouble(&mut self, sentence: impl Into<Sentence>) {
        self.add(sentence.into(), false);
    }

    /// A seat has come to nothing, or to its end.
    pub fn outcome(&mut self, sentence: impl Into<Sentence>) {
        self.add(sentence.into(), true);
    }

    /// The person has a seat: why they had none is of no use any more.
    pub fn seated(&mut self) {
        self.0.retain(|notice| !notice.outcome);
    }

    /// The person has read one.
    pub fn dismiss(&mut self, place: usize) {
        if place < self.0.len() {
            self.0.remove(place);
        }
    }

    /// All of them, in the language that is spoken.
    pub fn sentences(&self) -> Vec<String> {
        self.0.iter().map(|notice| notice.sentence.text()).collect()
    }

    fn add(&mut self, sentence: Sentence, outcome: bool) {
        // What is said again comes last again.
        self.0.retain(|notice| notice.sentence != sentence);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(Notice { sentence, outcome });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_replaces_anything_and_nothing_is_said_twice() {
        let mut notices = Notices::default();
        notices.trouble("no key".to_owned());
        notices.outcome("the host left".to_owned());
        notices.trouble("no key".to_owned());
        assert_eq!(notices.sentences(), ["the host left", "no key"]);
        notices.seated();
        assert_eq!(notices.sentences(), ["no key"]);
        notices.dismiss(7);
        notices.dismiss(0);
        assert!(notices.sentences().is_empty());
    }

    #[test]
    fn they_follow_the_language() {
        use crate::{
            window::words::absent::adjourned,
            wording::language::{Language, tests::Speaking},
        };
        let mut notices = Notices::default();
        notices.outcome(Sentence::from(adjourned as fn() -> &'static str));
        let english = notices.sentences();
        let _german = Speaking::new(Language::German);
        assert_eq!(notices.sentences(), [adjourned()]);
        assert_ne!(notices.sentences(), english);
        // It is the same, in whichever language it came.
        notices.outcome(Sentence::from(adjourned as fn() -> &'static str));
        assert_eq!(notices.sentences().len(), 1);
    }

    #[test]
    fn they_are_bounded() {
        let mut notices = Notices::default();
        (0..100).for_each(|number| notices.trouble(number.to_string()));
        assert_eq!(notices.sentences().len(), MOST);
        assert_eq!(notices.sentences().last(), Some(&"99".to_owned()));
    }
}

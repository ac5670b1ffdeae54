//! The rules card of a table: what it plays by, part by part, and what people may know from elsewhere that it does not
//! use. Made from the rules alone, so that a card never says what the engine does not do.

use mextrain_core::{Cover, DoublesATurn, EngineRule, Preset, Rules, Seats};

use super::options;

texts! {
    /// What stands above [`Card::unused`].
    pub fn unused_heading() => "card-unused";
}

/// A rules card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The preset that differences are counted from: the table's own if it has one, otherwise the nearest.
    pub preset: Preset,
    /// The parts in the order of play.
    pub parts: Vec<Part>,
    /// Rules that people may know and that this table does not use.
    pub unused: Vec<&'static str>,
}

/// A part of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is about.
    pub heading: &'static str,
    /// Its rules, a sentence or two each.
    pub lines: Vec<Line>,
}

/// One rule of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The rule.
    pub text: String,
    /// Whether the table differs here from the preset.
    pub differs: bool,
}

/// The card of a table with these rules; with the number of its seats, if that is known, the deal is told in tiles.
pub fn card(rules: &Rules, seats: Option<Seats>) -> Card {
    let preset = rules.nearest_preset();
    let write = Writer { rules, differences: rules.differences(preset) };
    let parts = vec![
        Part { heading: say!("card-part-deal"), lines: deal(&write, seats) },
        Part { heading: say!("card-part-engine"), lines: engine(&write) },
        Part { heading: say!("card-part-turn"), lines: turn(&write) },
        Part { heading: say!("card-part-first-turns"), lines: first_turns(&write) },
        Part { heading: say!("card-part-doubles"), lines: doubles(&write) },
        Part { heading: say!("card-part-end"), lines: end(&write) },
        Part { heading: say!("card-part-scores"), lines: write.options(&["scoring", "double_blank"]) },
    ];
    Card { preset, parts, unused: unused(rules) }
}

impl Card {
    /// Every part, heading and rules, as a terminal shows it; `strong` makes a heading stand out.
    pub fn text(&self, strong: impl Fn(&str) -> String) -> String {
        let mut shown = String::new();
        for part in &self.parts {
            shown += &format!("{}\n", strong(part.heading));
            part.lines.iter().for_each(|line| shown += &format!("  {}\n", self.line(line)));
            shown.push('\n');
        }
        shown += &strong(unused_heading());
        self.unused.iter().for_each(|rule| shown += &format!("\n  {rule}"));
        shown
    }

    /// A rule, marked where the table differs from the preset.
    pub fn line(&self, line: &Line) -> String {
        if line.differs { differs(&line.text, self.preset.name()) } else { line.text.clone() }
    }

    /// The rules in which the table differs from the preset, marked.
    pub fn differences(&self) -> impl Iterator<Item = String> {
        let lines = self.parts.iter().flat_map(|part| &part.lines);
        lines.filter(|line| line.differs).map(|line| self.line(line))
    }
}

/// What a table plays by, for whoever sits down at it in a terminal: the rules in short, and where they differ.
pub fn in_short(rules: &Rules, seats: Seats, types: bool) -> String {
    let card = card(rules, Some(seats));
    let mut shown = say!("card-in-short", rules = options::in_words(rules));
    card.differences().for_each(|line| shown += &format!("\n  {line}"));
    if types { shown + "\n" + say!("card-in-short-more") } else { shown }
}

texts! {
    /// A rule that is not the preset's.
    pub fn differs(sentence: &str, preset: &str) => "card-differs";
}

struct Writer<'a> {
    rules: &'a Rules,
    differences: Vec<(&'static str, String)>,
}

impl Writer<'_> {
    fn value(&self, key: &str) -> String {
        let pairs = self.rules.pairs().into_iter();
        pairs.filter(|(name, _)| *name == key).map(|(_, value)| value).next().unwrap_or_default()
    }

    fn differs(&self, key: &str) -> bool {
        self.differences.iter().any(|(name, _)| *name == key)
    }

    /// A sentence of its own, about this option.
    fn line(&self, key: &str, text: impl Into<String>) -> Line {
        Line { text: text.into(), differs: self.differs(key) }
    }

    fn option(&self, key: &str) -> Line {
        self.line(key, options::sentence(key, &self.value(key)))
    }

    fn options(&self, keys: &[&str]) -> Vec<Line> {
        keys.iter().map(|key| self.option(key)).collect()
    }

    /// Options that go without saying where they have the usual value.
    fn unusual(&self, keys: &[&str]) -> Vec<Line> {
        let usual = Rules::default().pairs();
        let said = |key: &&&str| {
            self.differs(key) || !usual.iter().any(|(name, value)| name == *key && *value == self.value(key))
        };
        keys.iter().filter(said).map(|key| self.option(key)).collect()
    }
}

/// A rule that is the same at every table.
fn always(text: &str) -> Line {
    Line { text: text.to_owned(), differs: false }
}

fn deal(write: &Writer<'_>, seats: Option<Seats>) -> Vec<Line> {
    let rules = write.rules;
    let hand = seats.map_or_else(
        || write.option("hand"),
        |seats| {
            let size = rules.hand_size(seats);
            let aside = u16::from(rules.engine == EngineRule::SetAside);
            let dealt = u16::from(size) * u16::from(seats.value()) + aside;
            let left = u16::from(rules.set().len()).saturating_sub(dealt);
            write.line("hand", say!("card-deal", size = size, left = left))
        },
    );
    let rounds = say!("card-deal-rounds", rounds = rules.rounds(), first = rules.first_engine());
    vec![write.option("set"), hand, write.line("first_engine", rounds)]
}

fn engine(write: &Writer<'_>) -> Vec<Line> {
    let leader = match write.rules.engine {
        // Nobody places it, so that nobody plays first for having placed it.
        EngineRule::SetAside => options::sentence("leader", "rotating"),
        EngineRule::Dealt | EngineRule::DealtTogether => options::sentence("leader", &write.value("leader")),
    };
    vec![write.option("engine"), write.line("leader", leader)]
}

fn turn(write: &Writer<'_>) -> Vec<Line> {
    let mut lines = vec![
        always(say!("card-turn-one-tile")),
        always(say!("card-turn-draw")),
        always(say!("card-turn-pass")),
        always(say!("card-turn-lantern")),
    ];
    lines.push(write.option("mexican_start"));
    lines
}

fn first_turns(write: &Writer<'_>) -> Vec<Line> {
    let mut lines = write.options(&["opening"]);
    lines.extend(write.unusual(&["opening_on", "opening_draw"]));
    lines.extend(write.options(&["first_turn_out"]));
    lines
}

fn doubles(write: &Writer<'_>) -> Vec<Line> {
    let elsewhere = write.rules.cover == Cover::Anywhere;
    let many = write.rules.doubles_a_turn == DoublesATurn::Many;
    let mut lines = vec![always(say!("card-doubles-ask"))];
    lines.extend(write.options(&["cover"]));
    if many && !elsewhere {
        let text = say!("card-doubles-many");
        lines.push(write.line("doubles_a_turn", text));
    } else {
        lines.extend(write.unusual(&["doubles_a_turn"]));
    }
    lines.extend(write.unusual(&["double_draw"]));
    lines.push(always(if elsewhere {
        say!("card-doubles-wait-anywhere")
    } else {
        say!("card-doubles-wait")
    }));
    if many && elsewhere {
        lines.push(always(say!("card-doubles-several")));
    }
    lines.extend(write.options(&["dead_double"]));
    lines
}

fn end(write: &Writer<'_>) -> Vec<Line> {
    let mut lines = vec![always(say!("card-end"))];
    lines.extend(write.options(&["out_on_double", "block"]));
    lines
}

/// What a table may leave out, each with the option value that would bring it in.
fn elsewhere() -> [(&'static str, &'static str, &'static str); 16] {
    [
        ("engine", "dealt", say!("card-elsewhere-engine-dealt")),
        ("engine", "set-aside", say!("card-elsewhere-engine-set-aside")),
        ("leader", "engine-holder", say!("card-elsewhere-leader-engine-holder")),
        ("leader", "rotating", say!("card-elsewhere-leader-rotating")),
        ("opening", "chain", say!("card-elsewhere-opening-chain")),
        ("opening_on", "own", say!("card-elsewhere-opening_on-own")),
        ("opening_draw", "none", say!("card-elsewhere-opening_draw-none")),
        ("mexican_start", "after-first-turn", say!("card-elsewhere-mexican_start-after-first-turn")),
        ("first_turn_out", "others-finish", say!("card-elsewhere-first_turn_out-others-finish")),
        ("cover", "anywhere", say!("card-elsewhere-cover-anywhere")),
        ("doubles_a_turn", "many", say!("card-elsewhere-doubles_a_turn-many")),
        ("dead_double", "lock", say!("card-elsewhere-dead_double-lock")),
        ("out_on_double", "must-cover", say!("card-elsewhere-out_on_double-must-cover")),
        ("double_blank", "50", say!("card-elsewhere-double_blank-50")),
        ("scoring", "winner-takes", say!("card-elsewhere-scoring-winner-takes")),
        ("scoring", "losers-count", say!("card-elsewhere-scoring-losers-count")),
    ]
}

/// What no table of this program has.
fn nowhere() -> [&'static str; 3] {
    [say!("card-nowhere-knocking"), say!("card-nowhere-partnerships"), say!("card-nowhere-sets")]
}

fn unused(rules: &Rules) -> Vec<&'static str> {
    let pairs = rules.pairs();
    let is_used = |key: &str, value: &str| pairs.iter().any(|(name, set)| *name == key && set == value);
    let left_out =
        elsewhere().into_iter().filter(|(key, value, _)| !is_used(key, value)).map(|(.., text)| text);
    left_out.chain(nowhere()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_lines(card: &Card) -> Vec<&str> {
        card.parts.iter().flat_map(|part| &part.lines).map(|line| line.text.as_str()).collect()
    }

    fn rules(settings: &[(&str, &str)]) -> Rules {
        Rules::from_settings(settings.iter().copied()).unwrap()
    }

    #[test]
    fn a_preset_differs_from_itself_in_nothing() {
        for preset in Preset::ALL {
            let card = card(&preset.rules(), None);
            assert_eq!(card.preset, preset);
            assert!(card.parts.iter().all(|part| !part.lines.is_empty()));
            assert!(card.parts.iter().flat_map(|part| &part.lines).all(|line| !line.differs), "{preset:?}");
            assert!(all_lines(&card).iter().all(|text| text.ends_with('.')), "{card:?}");
        }
    }

    #[test]
    fn differences_from_the_preset_are_marked() {
        let card = card(&rules(&[("preset", "pagat"), ("double_blank", "50"), ("cover", "on-double")]), None);
        assert_eq!(card.preset, Preset::Pagat);
        let marked: Vec<&str> = card
            .parts
            .iter()
            .flat_map(|part| &part.lines)
            .filter(|line| line.differs)
            .map(|line| line.text.as_str())
            .collect();
        assert_eq!(
            marked,
            [options::sentence("cover", "on-double"), options::sentence("double_blank", "50")]
        );
    }

    /// Every option that differs from the preset has a marked line somewhere, whatever it is.
    #[test]
    fn no_difference_is_silent() {
        for (key, values) in Rules::choices() {
            for value in values {
                let changed = rules(&[(key, value)]);
                let card = card(&changed, None);
                let marked =
                    card.parts.iter().flat_map(|part| &part.lines).filter(|line| line.differs).count();
                assert_eq!(marked, changed.differences(card.preset).len(), "{key} = {value}");
            }
        }
    }

    #[test]
    fn the_deal_is_told_in_tiles() {
        let four = Seats::new(4);
        assert!(all_lines(&card(&Rules::default(), four))[1].contains("14 tiles; 35 are left"));
        let aside = rules(&[("preset", "article"), ("first_engine", "0")]);
        let card = card(&aside, four);
        assert!(all_lines(&card)[1].contains("34 are left"), "the engine is in nobody's hand");
        assert!(all_lines(&card)[2].contains("One round"));
    }

    #[test]
    fn what_is_not_used_is_told() {
        let traditional = card(&Rules::default(), None).unused;
        assert!(
            traditional.contains(&"Opening with a chain of tiles") && traditional.contains(&"Partnerships")
        );
        let pagat = card(&Preset::Pagat.rules(), None).unused;
        assert!(!pagat.contains(&"Opening with a chain of tiles"));
        assert!(pagat.contains(&"Fifty points for 0-0"));
        let known: Vec<_> = Rules::choices();
        for (key, value, _) in elsewhere() {
            assert!(
                known.iter().any(|(name, values)| *name == key && values.contains(&value)),
                "{key} {value}"
            );
        }
    }
}

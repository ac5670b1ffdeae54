//! The rules a table agrees on: one value of every option.
//!
//! [`Rules::check`] refuses what does not go together.

mod encoding;
mod options;
mod share;

use std::fmt;

pub use encoding::RulesDecodeError;
pub use options::{
    BlockRule, Chart, Cover, DeadDouble, DoubleBlank, DoubleDraw, DoublesATurn, EngineRule, FirstTurnOut,
    Hand, Leader, MexicanStart, Opening, OpeningDraw, OpeningOn, OutOnDouble, Preset, Scoring,
};
pub use share::RulesTextError;

use crate::seat::Seats;
use crate::text::quoted;
use crate::tile::{Pip, TileSet, number};
use options::Choice;

/// One value of every option. The default is the traditional edition with the double-twelve set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    set: TileSet,
    /// The first round's engine; `None` is the set's highest double, the only way to write it.
    first_engine: Option<Pip>,
    /// How many tiles a seat is dealt.
    pub hand: Hand,
    /// How the engine comes to the hub.
    pub engine: EngineRule,
    /// Who plays first.
    pub leader: Leader,
    /// How much a seat may lay on its first turn.
    pub opening: Opening,
    /// Where a seat may play on its first turn.
    pub opening_on: OpeningOn,
    /// Whether a seat that cannot start its train draws.
    pub opening_draw: OpeningDraw,
    /// When the Mexican Train may be started.
    pub mexican_start: MexicanStart,
    /// What follows when somebody goes out before all had their first turn.
    pub first_turn_out: FirstTurnOut,
    /// Where the tile after a double goes.
    pub cover: Cover,
    /// Whether that tile may be a double too.
    pub doubles_a_turn: DoublesATurn,
    /// How often a turn with several doubles may draw.
    pub double_draw: DoubleDraw,
    /// What becomes of a double that nothing can satisfy.
    pub dead_double: DeadDouble,
    /// Whether a last tile that is a double ends the round.
    pub out_on_double: OutOnDouble,
    /// When a round is blocked.
    pub block: BlockRule,
    /// What 0-0 costs in a hand.
    pub double_blank: DoubleBlank,
    /// Who gets the points.
    pub scoring: Scoring,
}

/// Does something with every option that is a plain choice, in the canonical order.
macro_rules! for_each_choice {
    ($do:ident) => {
        $do!(
            engine,
            leader,
            opening,
            opening_on,
            opening_draw,
            mexican_start,
            first_turn_out,
            cover,
            doubles_a_turn,
            double_draw,
            dead_double,
            out_on_double,
            block,
            double_blank,
            scoring
        )
    };
}
use for_each_choice;

impl Rules {
    /// The preset's rules with some options changed, each given as key and value. `preset` itself may be among
    /// them, at most once like every key. The order of the settings does not matter.
    ///
    /// # Errors
    /// Everything that is wrong with the settings taken one by one; whether they go together says [`Self::check`].
    pub fn from_settings<'a, I>(settings: I) -> Result<Self, Vec<SettingError>>
    where
        I: IntoIterator<Item = (&'a str, &'a str)>,
    {
        Self::default().with_settings(settings)
    }

    /// The same for these rules, whatever preset they come from.
    ///
    /// # Errors
    /// As [`from_settings`](Self::from_settings).
    pub fn with_settings<'a, I>(self, settings: I) -> Result<Self, Vec<SettingError>>
    where
        I: IntoIterator<Item = (&'a str, &'a str)>,
    {
        let mut settings: Vec<_> = settings.into_iter().collect();
        // A first engine means something in a given set only, and a preset would undo what came before it.
        settings.sort_by_key(|(key, _)| match *key {
            "preset" => 0,
            "set" => 1,
            _ => 2,
        });
        let mut rules = self;
        let mut errors = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in settings {
            if seen.contains(&key) {
                errors.push(SettingError::Twice { key: quoted(key) });
            } else if let Err(error) = rules.set_option(key, value) {
                errors.push(error);
            }
            if seen.len() <= Self::KEYS {
                seen.push(key);
            }
        }
        if errors.is_empty() { Ok(rules) } else { Err(errors) }
    }

    /// Changes one option by its name, as `--rule KEY=VALUE` and scenario files give it. `preset` changes all of
    /// them but the set.
    ///
    /// # Errors
    /// An unknown option or value; then nothing is changed.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let unknown = |allowed: String| SettingError::UnknownValue {
            key: key.to_owned(),
            value: quoted(value),
            allowed,
        };
        match key {
            "preset" => {
                let names = Preset::ALL.map(Preset::name).join(", ");
                let preset = Preset::parse(value).ok_or_else(|| unknown(names))?;
                *self = preset.rules().with_set(self.set);
            }
            "set" => {
                let named = TileSet::ALL.into_iter().find(|set| set.name() == value);
                let set = named.ok_or_else(|| unknown(TileSet::ALL.map(TileSet::name).join(", ")))?;
                *self = self.with_set(set);
            }
            "first_engine" => {
                let engine = number(value).and_then(Pip::new).filter(|pip| *pip <= self.set.highest());
                let engine = engine.ok_or_else(|| unknown(format!("0 to {}", self.set.highest())))?;
                *self = self.with_first_engine(engine);
            }
            "hand" => {
                let names = Chart::ALL.map(Chart::name).join(", ");
                self.hand = Hand::parse(value).ok_or_else(|| unknown(format!("{names}, or a number")))?;
            }
            _ => return self.set_choice(key, value),
        }
        Ok(())
    }

    fn set_choice(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        macro_rules! choose {
            ($($field:ident),+) => {
                match key {
                    $(stringify!($field) => options::choose(&mut self.$field, value).map_err(|allowed| {
                        SettingError::UnknownValue { key: key.to_owned(), value: quoted(value), allowed }
                    }),)+
                    _ => Err(SettingError::UnknownKey { key: quoted(key) }),
                }
            };
        }
        for_each_choice!(choose)
    }

    /// The same rules with another set. A first engine that the set does not have lower than its highest double
    /// becomes the highest double.
    #[must_use]
    pub fn with_set(mut self, set: TileSet) -> Self {
        self.set = set;
        self.first_engine = self.first_engine.filter(|pip| *pip < set.highest());
        self
    }

    /// The same rules with another engine for the first round; a pip that is not lower than the set's highest
    /// means the highest.
    #[must_use]
    pub fn with_first_engine(mut self, engine: Pip) -> Self {
        self.first_engine = Some(engine).filter(|pip| *pip < self.set.highest());
        self
    }

    /// The number of options.
    pub const KEYS: usize = 18;

    /// The set of dominoes.
    #[must_use]
    pub const fn set(&self) -> TileSet {
        self.set
    }

    /// The pip of the first round's engine.
    #[must_use]
    pub fn first_engine(&self) -> Pip {
        self.first_engine.unwrap_or(self.set.highest())
    }

    /// How many rounds a match has: one for each engine from the first down to 0-0.
    #[must_use]
    pub fn rounds(&self) -> u8 {
        self.first_engine().value() + 1
    }

    /// The engine's pip in the round of this index from 0; `None` after the last round.
    #[must_use]
    pub fn engine_of(&self, round_index: u8) -> Option<Pip> {
        self.first_engine().value().checked_sub(round_index).and_then(Pip::new)
    }

    /// How many tiles each of so many seats is dealt.
    #[must_use]
    pub const fn hand_size(&self, seats: Seats) -> u8 {
        self.hand.size(self.set, seats)
    }

    /// Whether a table of so many seats can play these rules.
    ///
    /// # Errors
    /// Everything that is wrong, not only the first.
    pub fn check(&self, seats: Seats) -> Result<(), RulesErrors> {
        let mut faults = Vec::new();
        let size = self.hand_size(seats);
        if matches!(self.hand, Hand::Chart(Chart::Celko)) && self.set != TileSet::DoubleNine {
            faults.push(RulesFault::ChartOfOtherSet);
        } else if size < 2 {
            faults.push(RulesFault::HandTooSmall { hand: size });
        } else if u16::from(size) * u16::from(seats.value()) >= u16::from(self.set.len()) - 1 {
            faults.push(RulesFault::HandTooLarge { hand: size, seats, tiles: self.set.len() });
        }
        if faults.is_empty() { Ok(()) } else { Err(RulesErrors(faults)) }
    }

    /// Every option that is a plain choice, with its values' names, the traditional one first.
    #[must_use]
    pub fn choices() -> Vec<(&'static str, Vec<&'static str>)> {
        fn names<C: Choice>(_: C) -> Vec<&'static str> {
            C::VALUES.iter().map(|value| value.name_of()).collect()
        }
        let any = Self::default();
        macro_rules! choices {
            ($($field:ident),+) => { vec![$((stringify!($field), names(any.$field))),+] };
        }
        for_each_choice!(choices)
    }

    /// Every option's name and value, in the order in which they are printed, hashed and signed.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, String); Self::KEYS] {
        macro_rules! pairs {
            ($($field:ident),+) => {
                [
                    ("set", self.set.name().to_owned()),
                    ("first_engine", self.first_engine().to_string()),
                    ("hand", self.hand.to_string()),
                    $((stringify!($field), self.$field.name().to_owned()),)+
                ]
            };
        }
        for_each_choice!(pairs)
    }

    /// The options that differ from the preset's, with the values they have here. A preset has no set of its own:
    /// `set` is listed if it is not double-twelve, `first_engine` if it is not the highest double.
    #[must_use]
    pub fn differences(&self, preset: Preset) -> Vec<(&'static str, String)> {
        let plain = preset.rules();
        let same_set = plain.with_set(self.set);
        let here = self.pairs().into_iter().zip(plain.pairs()).zip(same_set.pairs());
        here.filter(|((mine, plain), same_set)| mine != if mine.0 == "set" { plain } else { same_set })
            .map(|((mine, _), _)| mine)
            .collect()
    }

    /// The first preset whose values these are, whatever the set and first engine.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        let bare = Self { first_engine: None, set: TileSet::default(), ..*self };
        Preset::ALL.into_iter().find(|preset| preset.rules() == bare)
    }

    /// The preset that the fewest options differ from; of several the first.
    #[must_use]
    pub fn nearest_preset(&self) -> Preset {
        Preset::ALL.into_iter().min_by_key(|preset| self.differences(*preset).len()).unwrap_or_default()
    }
}

/// A setting that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// No option has this name.
    #[error("there is no option {key}")]
    UnknownKey {
        /// The name, quoted.
        key: String,
    },
    /// The option has no such value.
    #[error("{key} cannot be {value}; it is one of: {allowed}")]
    UnknownValue {
        /// The option's name.
        key: String,
        /// The value, quoted.
        value: String,
        /// What it may be.
        allowed: String,
    },
    /// The option is given more than once.
    #[error("the option {key} is given twice")]
    Twice {
        /// The name, quoted.
        key: String,
    },
}

/// One reason why rules cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesFault {
    /// A hand of fewer than two tiles.
    #[error("hand = {hand} is too small: a hand has at least 2 tiles")]
    HandTooSmall {
        /// Tiles a seat.
        hand: u8,
    },
    /// The hands leave no boneyard beside the engine.
    #[error(
        "hand = {hand} is too large: {seats} hands must leave a boneyard beside the engine of {tiles} tiles"
    )]
    HandTooLarge {
        /// Tiles a seat.
        hand: u8,
        /// Seats at the table.
        seats: Seats,
        /// Tiles in the set.
        tiles: u8,
    },
    /// A chart that has no numbers for this set.
    #[error("hand = celko is a chart for set = double-nine only")]
    ChartOfOtherSet,
    /// A round for fewer than two.
    #[error("a round needs 2 seats, and {present} are present")]
    TooFewSeats {
        /// The seats that are there.
        present: usize,
    },
    /// A round after the last one.
    #[error("there is no round {number}: the match has {rounds}")]
    NoSuchRound {
        /// The round's number, from 1.
        number: u16,
        /// Rounds of the match.
        rounds: u8,
    },
}

/// Everything that is wrong with rules; at least one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesErrors(pub(crate) Vec<RulesFault>);

impl RulesErrors {
    /// The faults, in the order of the options.
    #[must_use]
    pub fn faults(&self) -> &[RulesFault] {
        &self.0
    }
}

impl fmt::Display for RulesErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for RulesErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(settings: &[(&str, &str)]) -> Rules {
        Rules::from_settings(settings.iter().copied()).unwrap()
    }

    #[test]
    fn hand_charts() {
        let sizes = |settings: &[(&str, &str)]| {
            let rules = with(settings);
            (2..=8).map(|seats| rules.hand_size(Seats::new(seats).unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&[]), [16, 15, 14, 12, 11, 10, 9]);
        assert_eq!(sizes(&[("hand", "pagat")]), [15, 15, 15, 12, 12, 10, 10]);
        assert_eq!(sizes(&[("hand", "guide")]), [15, 15, 15, 12, 12, 11, 11]);
        assert_eq!(sizes(&[("set", "double-nine")]), [12, 10, 8, 7, 6, 5, 5]);
        assert_eq!(sizes(&[("set", "double-nine"), ("hand", "pagat")]), [12, 10, 8, 7, 6, 5, 5]);
        assert_eq!(sizes(&[("set", "double-nine"), ("hand", "celko")]), [9, 9, 9, 7, 7, 7, 6]);
        assert_eq!(sizes(&[("hand", "7")]), [7; 7]);
    }

    #[test]
    fn every_chart_fits_every_table() {
        for set in TileSet::ALL {
            for chart in Chart::ALL {
                for seats in 2..=8 {
                    let rules = Rules { hand: Hand::Chart(chart), ..Rules::default() }.with_set(set);
                    let fits = rules.check(Seats::new(seats).unwrap()).is_ok();
                    assert_eq!(
                        fits,
                        chart != Chart::Celko || set == TileSet::DoubleNine,
                        "{set:?} {chart:?} {seats}"
                    );
                }
            }
        }
    }

    #[test]
    fn hands_by_number_must_leave_a_boneyard() {
        let two = Seats::MIN;
        let check = |hand| with(&[("hand", hand)]).check(two).map_err(|errors| errors.faults().to_vec());
        assert_eq!(check("1"), Err(vec![RulesFault::HandTooSmall { hand: 1 }]));
        assert_eq!(check("2"), Ok(()));
        assert_eq!(check("44"), Ok(()));
        assert_eq!(check("45"), Err(vec![RulesFault::HandTooLarge { hand: 45, seats: two, tiles: 91 }]));
    }

    #[test]
    fn rounds_count_down_from_the_first_engine() {
        assert_eq!(Rules::default().rounds(), 13);
        assert_eq!(Rules::default().engine_of(12), Pip::new(0));
        assert_eq!(Rules::default().engine_of(13), None);
        let short = with(&[("first_engine", "3"), ("set", "double-nine")]);
        assert_eq!((short.rounds(), short.engine_of(0)), (4, Pip::new(3)));
        assert_eq!(with(&[("set", "double-nine")]).rounds(), 10);
        assert_eq!(with(&[("first_engine", "12")]), Rules::default());
        assert!(Rules::from_settings([("first_engine", "12"), ("set", "double-nine")]).is_err());
    }

    #[test]
    fn settings_refuse_what_they_do_not_know() {
        let mut rules = Rules::default();
        for (key, value) in [
            ("x", "1"),
            ("set", "double-six"),
            ("hand", "many"),
            ("double_blank", "49"),
            ("Cover", "anywhere"),
        ] {
            assert!(rules.set_option(key, value).is_err(), "{key}");
        }
        assert_eq!(rules, Rules::default());
        let twice = Rules::from_settings([("set", "double-nine"), ("set", "double-nine")]);
        assert_eq!(twice, Err(vec![SettingError::Twice { key: "\"set\"".into() }]));
    }

    #[test]
    fn pairs_make_the_same_rules_again() {
        for preset in Preset::ALL {
            let rules = preset.rules().with_set(TileSet::DoubleNine).with_first_engine(Pip::new(4).unwrap());
            let pairs = rules.pairs();
            assert_eq!(with(&pairs.each_ref().map(|(key, value)| (*key, value.as_str()))), rules);
        }
    }

    #[test]
    fn differences_are_what_must_be_said_beside_the_preset() {
        assert_eq!(Rules::default().differences(Preset::Traditional), []);
        let rules = with(&[("set", "double-nine"), ("double_blank", "0")]);
        let expected = [("set", "double-nine".to_owned()), ("double_blank", "0".to_owned())];
        assert_eq!(rules.differences(Preset::Traditional), expected);
        assert_eq!(Preset::Pagat.rules().with_set(TileSet::DoubleNine).preset(), Some(Preset::Pagat));
        assert_eq!((rules.preset(), rules.nearest_preset()), (None, Preset::Traditional));
        let rules = with(&[("preset", "pagat"), ("double_blank", "50")]);
        assert_eq!((rules.preset(), rules.nearest_preset()), (None, Preset::Pagat));
    }
}

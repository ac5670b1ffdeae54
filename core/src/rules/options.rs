//! The options and their values, and the presets as data. The first value of each is the traditional one.

use std::fmt;

use crate::rules::Rules;
use crate::seat::Seats;
use crate::tile::{TileSet, number};

/// What every option that is a plain choice can do.
pub(super) trait Choice: Copy + Sized + 'static {
    /// All values, in the order of their codes.
    const VALUES: &'static [Self];
    fn name_of(self) -> &'static str;
    fn code(self) -> u8;
}

/// Sets an option by its value's name, or says which names there are.
pub(super) fn choose<C: Choice>(option: &mut C, name: &str) -> Result<(), String> {
    match C::VALUES.iter().find(|value| value.name_of() == name) {
        Some(value) => *option = *value,
        None => return Err(C::VALUES.iter().map(|value| value.name_of()).collect::<Vec<_>>().join(", ")),
    }
    Ok(())
}

/// Defines an option: its values and their names.
macro_rules! option {
    ($(#[$doc:meta])* $option:ident { $($(#[$about:meta])* $value:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $option { $($(#[$about])* $value,)+ }

        impl $option {
            /// All values, the traditional one first.
            pub const ALL: &[Self] = &[$(Self::$value,)+];

            /// The value's name in settings and scenario files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)+ }
            }
        }

        impl Choice for $option {
            const VALUES: &'static [Self] = Self::ALL;

            fn name_of(self) -> &'static str {
                self.name()
            }

            fn code(self) -> u8 {
                self as u8
            }
        }
    };
}

option! {
    /// How the engine comes to the hub.
    EngineRule {
        /// Its holder places it; if nobody holds it the seats draw for it, one tile at a time.
        #[default]
        Dealt = "dealt",
        /// It is put there before the deal. Nobody places it, so that the first player rotates.
        SetAside = "set-aside",
        /// Like dealt, but the search draws one tile for every seat at a time.
        DealtTogether = "dealt-together",
    }
}

option! {
    /// Who plays first.
    Leader {
        /// The seat to the left of the one that placed the engine.
        #[default]
        LeftOfEngine = "left-of-engine",
        /// The one that placed the engine, for which placing is free.
        EngineHolder = "engine-holder",
        /// Seat 1 in round 1, then one seat further each round.
        Rotating = "rotating",
    }
}

option! {
    /// How much a seat may lay on its first turn.
    Opening {
        /// One tile.
        #[default]
        Single = "single",
        /// Any number of joined tiles.
        Chain = "chain",
    }
}

option! {
    /// Where a seat may play on its first turn.
    OpeningOn {
        /// Anywhere it may play later.
        #[default]
        Any = "any",
        /// On its own train only.
        Own = "own",
    }
}

option! {
    /// Whether a seat that cannot start its train draws.
    OpeningDraw {
        /// One tile.
        #[default]
        One = "one",
        /// None: its lantern goes up at once.
        None = "none",
    }
}

option! {
    /// When the Mexican Train may be started.
    MexicanStart {
        /// By anybody at any time.
        #[default]
        AnyTurn = "any-turn",
        /// By a seat that has had its first turn.
        AfterFirstTurn = "after-first-turn",
    }
}

option! {
    /// What follows when somebody goes out before all seats had their first turn.
    FirstTurnOut {
        /// The round is over.
        #[default]
        Ends = "ends",
        /// The others still get their first turn.
        OthersFinish = "others-finish",
    }
}

option! {
    /// Where the tile after a double goes.
    Cover {
        /// On that double.
        #[default]
        OnDouble = "on-double",
        /// On any train the seat may use.
        Anywhere = "anywhere",
    }
}

option! {
    /// Whether the tile after a double may be a double too.
    DoublesATurn {
        /// It may not.
        #[default]
        One = "one",
        /// It may, and asks for one more.
        Many = "many",
    }
}

option! {
    /// How often a turn with several doubles may draw.
    DoubleDraw {
        /// Once for every double.
        #[default]
        Each = "each",
        /// Once a turn.
        Once = "once",
    }
}

option! {
    /// What becomes of a double whose pip's every other tile already lies on the table.
    DeadDouble {
        /// It does not wait.
        #[default]
        Release = "release",
        /// It waits for ever.
        Lock = "lock",
    }
}

option! {
    /// Whether a last tile that is a double ends the round.
    OutOnDouble {
        /// It does.
        #[default]
        Ends = "ends",
        /// The double must still be satisfied.
        MustCover = "must-cover",
    }
}

option! {
    /// When a round is blocked.
    BlockRule {
        /// After as many passes in a row as there are seats.
        #[default]
        FullCircuit = "full-circuit",
        /// After a full circuit of passes, and only if nobody can play after all.
        NobodyCanPlay = "nobody-can-play",
    }
}

option! {
    /// What 0-0 costs in a hand.
    DoubleBlank {
        /// Fifty points.
        #[default]
        Fifty = "50",
        /// Its face, which is nothing.
        Zero = "0",
        /// Twenty-five points.
        TwentyFive = "25",
    }
}

impl DoubleBlank {
    /// The points.
    #[must_use]
    pub const fn points(self) -> u16 {
        match self {
            Self::Fifty => 50,
            Self::Zero => 0,
            Self::TwentyFive => 25,
        }
    }
}

option! {
    /// Who gets the points of a round.
    Scoring {
        /// Each seat its own; the lowest total wins.
        #[default]
        LosersCount = "losers-count",
        /// The winner of the round everybody's; the highest total wins.
        WinnerTakes = "winner-takes",
    }
}

/// How many tiles a seat is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// By the number of seats.
    Chart(Chart),
    /// The same at every table.
    Number(u8),
}

impl Default for Hand {
    fn default() -> Self {
        Self::Chart(Chart::SetMaker)
    }
}

impl Hand {
    /// Reads a chart's name or a number of one or two digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let chart = Chart::ALL.into_iter().find(|chart| chart.name() == text).map(Self::Chart);
        chart.or_else(|| number(text).map(Self::Number))
    }

    /// Tiles a seat, at a table with this set and so many seats.
    #[must_use]
    pub const fn size(self, set: TileSet, seats: Seats) -> u8 {
        match self {
            Self::Chart(chart) => chart.sizes(set)[seats.count() - Seats::MIN.count()],
            Self::Number(size) => size,
        }
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chart(chart) => f.write_str(chart.name()),
            Self::Number(size) => size.fmt(f),
        }
    }
}

/// A table of hand sizes by number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chart {
    /// The set maker's.
    SetMaker,
    /// Pagat's.
    Pagat,
    /// The beginner's guide's.
    Guide,
    /// Celko's, for the double-nine set only.
    Celko,
}

impl Chart {
    /// All charts, the traditional one first.
    pub const ALL: [Self; 4] = [Self::SetMaker, Self::Pagat, Self::Guide, Self::Celko];

    /// The chart's name in settings and scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SetMaker => "set-maker",
            Self::Pagat => "pagat",
            Self::Guide => "guide",
            Self::Celko => "celko",
        }
    }

    /// The sizes for 2 to 8 seats. The charts differ for the double-twelve set; with the double-nine set all but
    /// Celko's are one, and Celko's has no other (which [`Rules::check`] says).
    const fn sizes(self, set: TileSet) -> [u8; 7] {
        match (set, self) {
            (_, Self::Celko) => [9, 9, 9, 7, 7, 7, 6],
            (TileSet::DoubleNine, _) => [12, 10, 8, 7, 6, 5, 5],
            (TileSet::DoubleTwelve, Self::SetMaker) => [16, 15, 14, 12, 11, 10, 9],
            (TileSet::DoubleTwelve, Self::Pagat) => [15, 15, 15, 12, 12, 10, 10],
            (TileSet::DoubleTwelve, Self::Guide) => [15, 15, 15, 12, 12, 11, 11],
        }
    }
}

/// A named choice of all options but the set and the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Preset {
    /// The traditional public-domain edition, our default.
    #[default]
    Traditional,
    /// A set maker's instruction sheet.
    SetMaker,
    /// Pagat's rules.
    Pagat,
    /// A beginner's guide.
    Guide,
    /// A magazine article.
    Article,
}

impl Preset {
    /// All presets, the default first.
    pub const ALL: [Self; 5] = [Self::Traditional, Self::SetMaker, Self::Pagat, Self::Guide, Self::Article];

    /// The preset's name in settings and scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Traditional => "traditional",
            Self::SetMaker => "set-maker",
            Self::Pagat => "pagat",
            Self::Guide => "guide",
            Self::Article => "article",
        }
    }

    /// The preset of this name, in upper or lower case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name().eq_ignore_ascii_case(name))
    }

    /// Its rules, with the double-twelve set from 12-12 down.
    #[must_use]
    pub fn rules(self) -> Rules {
        let traditional = Rules::default();
        match self {
            Self::Traditional => traditional,
            Self::SetMaker => Rules {
                engine: EngineRule::SetAside,
                leader: Leader::Rotating,
                opening: Opening::Chain,
                opening_on: OpeningOn::Own,
                mexican_start: MexicanStart::AfterFirstTurn,
                first_turn_out: FirstTurnOut::OthersFinish,
                cover: Cover::Anywhere,
                doubles_a_turn: DoublesATurn::Many,
                double_blank: DoubleBlank::Zero,
                ..traditional
            },
            Self::Pagat => Rules {
                hand: Hand::Chart(Chart::Pagat),
                leader: Leader::EngineHolder,
                opening: Opening::Chain,
                opening_on: OpeningOn::Own,
                opening_draw: OpeningDraw::None,
                mexican_start: MexicanStart::AfterFirstTurn,
                first_turn_out: FirstTurnOut::OthersFinish,
                cover: Cover::Anywhere,
                doubles_a_turn: DoublesATurn::Many,
                double_blank: DoubleBlank::Zero,
                ..traditional
            },
            Self::Guide => Rules {
                hand: Hand::Chart(Chart::Guide),
                leader: Leader::EngineHolder,
                doubles_a_turn: DoublesATurn::Many,
                double_blank: DoubleBlank::Zero,
                ..traditional
            },
            Self::Article => Rules { engine: EngineRule::SetAside, leader: Leader::Rotating, ..traditional },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_first_value() {
        fn first<C: Choice + Default + PartialEq + fmt::Debug>() {
            assert_eq!(C::VALUES.first(), Some(&C::default()));
        }
        first::<EngineRule>();
        first::<Leader>();
        first::<Opening>();
        first::<OpeningOn>();
        first::<OpeningDraw>();
        first::<MexicanStart>();
        first::<FirstTurnOut>();
        first::<Cover>();
        first::<DoublesATurn>();
        first::<DoubleDraw>();
        first::<DeadDouble>();
        first::<OutOnDouble>();
        first::<BlockRule>();
        first::<DoubleBlank>();
        first::<Scoring>();
    }

    #[test]
    fn every_preset_can_be_played_at_every_table() {
        for preset in Preset::ALL {
            for seats in (2..=8).filter_map(Seats::new) {
                for set in TileSet::ALL {
                    assert_eq!(preset.rules().with_set(set).check(seats), Ok(()), "{}", preset.name());
                }
            }
            assert_eq!(Preset::parse(preset.name()), Some(preset));
            assert_eq!(Preset::parse(&preset.name().to_uppercase()), Some(preset));
        }
    }

    #[test]
    fn presets_differ_where_their_sources_do() {
        let differences = |preset: Preset| {
            let pairs = preset.rules().differences(Preset::Traditional);
            pairs.into_iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(differences(Preset::Article), "engine=set-aside leader=rotating");
        assert_eq!(
            differences(Preset::Guide),
            "hand=guide leader=engine-holder doubles_a_turn=many double_blank=0"
        );
        assert_eq!(
            differences(Preset::SetMaker),
            "engine=set-aside leader=rotating opening=chain opening_on=own mexican_start=after-first-turn \
             first_turn_out=others-finish cover=anywhere doubles_a_turn=many double_blank=0"
        );
        assert_eq!(
            differences(Preset::Pagat),
            "hand=pagat leader=engine-holder opening=chain opening_on=own opening_draw=none \
             mexican_start=after-first-turn first_turn_out=others-finish cover=anywhere doubles_a_turn=many \
             double_blank=0"
        );
    }
}

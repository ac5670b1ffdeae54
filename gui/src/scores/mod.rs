//! The scoresheet of a match that is played with tiles of wood: who plays, and what they say they hold.
//!
//! What can be and what it costs is `mextrain_core`'s [`Scorekeeper`]; here it gets names, a file ([`Book`]) and a table for
//! spreadsheets ([`csv`]). The command and the window keep the same sheet.

mod csv;
mod file;

use mextrain_core::{
    Ending, Held, HeldTextError, Rules, RulesErrors, Scorekeeper, Seat, Seats, Tally, TallyFault,
};
use mextrain_net::name::Name;

use crate::wording::typed;

pub use self::{
    csv::csv,
    file::{Book, FileError, NAME, read, write},
};

/// What names and hands are parted by where rounds are typed.
const SIGNS: [char; 2] = ['=', ';'];

/// A sheet with names on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    names: Vec<Name>,
    keeper: Scorekeeper,
}

/// Why a sheet cannot be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetError {
    /// Not two to eight players.
    Players(usize),
    /// Two players whose names read alike.
    SameName(Name),
    /// A name with a sign that parts names and hands where rounds are typed.
    Sign(Name, char),
    /// Rules that so many cannot play by.
    Rules(RulesErrors),
}

/// Why a round cannot be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// Nobody is called so.
    Unknown(String),
    /// More than one player may be meant.
    Ambiguous(String),
    /// Somebody's hand is told twice.
    Twice(Name),
    /// Nothing is said of these players' hands.
    Missing(Vec<Name>),
    /// A hand that cannot be read.
    Hand(Name, HeldTextError),
    /// What the hands say cannot be.
    Fault(TallyFault),
}

/// How a round ended, as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told<'a> {
    /// Whoever is called so went out.
    Out(&'a str),
    /// It was blocked.
    Blocked,
}

impl Sheet {
    /// An empty sheet.
    ///
    /// # Errors
    /// Too few or too many players, or two of one name.
    pub fn new(names: Vec<Name>, rules: &Rules) -> Result<Sheet, SheetError> {
        let seats = u8::try_from(names.len()).ok().and_then(Seats::new);
        let seats = seats.ok_or(SheetError::Players(names.len()))?;
        for (place, name) in names.iter().enumerate() {
            let same = |other: &Name| folded(other.as_str()) == folded(name.as_str());
            if names.iter().take(place).any(same) {
                return Err(SheetError::SameName(name.clone()));
            }
        }
        Ok(Sheet { names, keeper: Scorekeeper::new(rules, seats) })
    }

    /// An empty sheet of a match that is only begun now: everybody can be named where rounds are typed, and the rules can be
    /// played by.
    ///
    /// # Errors
    /// As for [`Sheet::new`], and what is in the way.
    pub fn begin(names: Vec<Name>, rules: &Rules) -> Result<Sheet, SheetError> {
        for name in &names {
            if let Some(sign) = name.as_str().chars().find(|sign| SIGNS.contains(sign)) {
                return Err(SheetError::Sign(name.clone(), sign));
            }
        }
        let sheet = Sheet::new(names, rules)?;
        rules.check(sheet.keeper.board().seats()).map_err(SheetError::Rules)?;
        Ok(sheet)
    }

    /// The next round from what people say: name and hand of everybody, but for whoever went out. Without `ended` the one
    /// who holds nothing has gone out.
    ///
    /// # Errors
    /// What is missing, or cannot be.
    pub fn tally<'a>(
        &self,
        hands: impl IntoIterator<Item = (&'a str, &'a str)>,
        ended: Option<Told<'_>>,
    ) -> Result<Tally, EntryError> {
        let mut told: Vec<Option<Held>> = vec![None; self.names.len()];
        for (who, hand) in hands {
            let (seat, name) = self.seat(who)?;
            let said = typed::in_english(&hand.to_lowercase());
            let hand = if said == "out" { "out" } else { hand };
            let held = hand.parse().map_err(|error| EntryError::Hand(name.clone(), error))?;
            if let Some(place) = told.get_mut(seat.index())
                && place.replace(held).is_some()
            {
                return Err(EntryError::Twice(name));
            }
        }
        let ending = match ended {
            None => None,
            Some(Told::Blocked) => Some(Ending::Blocked),
            Some(Told::Out(who)) => {
                let (seat, _) = self.seat(who)?;
                told.get_mut(seat.index()).map(|held| held.get_or_insert(Held::NOTHING));
                Some(Ending::Out(seat))
            }
        };
        let missing: Vec<Name> = self
            .names
            .iter()
            .zip(&told)
            .filter(|(_, held)| held.is_none())
            .map(|(name, _)| name.clone())
            .collect();
        if !missing.is_empty() {
            return Err(EntryError::Missing(missing));
        }
        let hands = told.into_iter().flatten().collect();
        match ending {
            Some(ending) => Ok(Tally { ending, hands }),
            None => Tally::by_hands(hands).map_err(EntryError::Fault),
        }
    }

    /// Writes the next round down.
    ///
    /// # Errors
    /// What cannot be; then nothing is written.
    pub fn record(&mut self, tally: Tally) -> Result<(), EntryError> {
        self.keeper.record(tally).map_err(EntryError::Fault)
    }

    /// Takes the last round back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.keeper.undo()
    }

    /// Writes the round down again that was taken back last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        self.keeper.redo()
    }

    /// The players, in order.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The rounds, the scores, and what follows from them.
    pub fn keeper(&self) -> &Scorekeeper {
        &self.keeper
    }

    /// The seat that is meant: by the whole name, by a beginning that only one has.
    fn seat(&self, who: &str) -> Result<(Seat, Name), EntryError> {
        let wanted = folded(who.trim());
        let seats = || self.keeper.board().seats().iter().zip(&self.names);
        if let Some((seat, name)) = seats().find(|(_, name)| folded(name.as_str()) == wanted) {
            return Ok((seat, name.clone()));
        }
        let mut meant =
            seats().filter(|(_, name)| !wanted.is_empty() && folded(name.as_str()).starts_with(&wanted));
        match (meant.next(), meant.next()) {
            (Some((seat, name)), None) => Ok((seat, name.clone())),
            (None, _) => Err(EntryError::Unknown(short(who))),
            (Some(_), Some(_)) => Err(EntryError::Ambiguous(short(who))),
        }
    }
}

/// Upper and lower case read alike.
fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// What somebody typed, fit to be said again.
fn short(text: &str) -> String {
    Name::clean(text).to_string()
}

#[cfg(test)]
/// Sheets to try things on, here and elsewhere.
pub mod tests {
    use mextrain_core::Preset;

    use super::*;

    /// A sheet for these players.
    pub fn sheet(names: &[&str], rules: &Rules) -> Sheet {
        Sheet::new(names.iter().map(|name| Name::clean(name)).collect(), rules).unwrap()
    }

    /// The set maker's worked example.
    pub fn example() -> Sheet {
        let mut sheet = sheet(&["Ada", "Bo", "Cy", "Dee"], &Preset::SetMaker.rules());
        let hands = [("Ada", "12-5 6-6 0-2"), ("Cy", "14"), ("Dee", "22")];
        sheet.record(sheet.tally(hands, Some(Told::Out("Bo"))).unwrap()).unwrap();
        let hands = [("ada", "out"), ("bo", "18"), ("c", "9"), ("Dee", "27")];
        sheet.record(sheet.tally(hands, None).unwrap()).unwrap();
        sheet
    }

    #[test]
    fn the_set_makers_example() {
        let sheet = example();
        assert_eq!(sheet.keeper().board().totals(), [31, 18, 23, 49]);
        assert_eq!(sheet.keeper().board().leaders(), [Seat::from_number(2).unwrap()]);
    }

    #[test]
    fn players_are_two_to_eight_with_names_of_their_own() {
        let new = |names: &[&str]| {
            Sheet::new(names.iter().map(|name| Name::clean(name)).collect(), &Rules::default())
        };
        assert_eq!(new(&["Ada"]), Err(SheetError::Players(1)));
        assert_eq!(new(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]), Err(SheetError::Players(9)));
        assert_eq!(new(&["Ada", "Bo", "ADA"]), Err(SheetError::SameName(Name::clean("ADA"))));
    }

    #[test]
    fn a_sheet_begins_with_names_that_can_be_typed_and_rules_that_can_be_played() {
        let begin = |names: &[&str], rules: &Rules| {
            Sheet::begin(names.iter().map(|name| Name::clean(name)).collect(), rules)
        };
        assert_eq!(begin(&["a=b", "c"], &Rules::default()), Err(SheetError::Sign(Name::clean("a=b"), '=')));
        assert_eq!(begin(&["b", "a;"], &Rules::default()), Err(SheetError::Sign(Name::clean("a;"), ';')));
        let much = Rules::default().with_settings([("hand", "60")]).unwrap();
        assert!(matches!(begin(&["a", "b"], &much), Err(SheetError::Rules(_))));
        assert!(begin(&["a", "b"], &Rules::default()).is_ok());
    }

    #[test]
    fn what_is_told_of_a_round_is_complete_and_clear() {
        let sheet = sheet(&["Ann", "Anna", "Bo"], &Rules::default());
        let name = Name::clean;
        for (hands, ended, error) in [
            (&[("Zed", "5")][..], None, EntryError::Unknown("Zed".into())),
            (&[("", "5")], None, EntryError::Unknown("?".into())),
            (&[("An", "5")], None, EntryError::Ambiguous("An".into())),
            (&[("Bo", "5"), ("b", "6")], None, EntryError::Twice(name("Bo"))),
            (&[("Bo", "5")], Some(Told::Out("Ann")), EntryError::Missing(vec![name("Anna")])),
            (&[("Bo", "5")], Some(Told::Blocked), EntryError::Missing(vec![name("Ann"), name("Anna")])),
            (
                &[("Bo", "5"), ("Ann", "6"), ("Anna", "7")],
                None,
                EntryError::Fault(TallyFault::Unclear { empty: 0 }),
            ),
        ] {
            assert_eq!(sheet.tally(hands.iter().copied(), ended), Err(error));
        }
        let bad = sheet.tally([("Bo", "4-14")], None);
        assert!(matches!(bad, Err(EntryError::Hand(who, HeldTextError::Tile(_))) if who == name("Bo")));
        // The whole name of one is the beginning of another.
        assert!(sheet.tally([("ann", "5"), ("anna", "6")], Some(Told::Out("bo"))).is_ok());
    }
}

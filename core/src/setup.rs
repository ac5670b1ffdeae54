//! The one place where a raw setup becomes a playable round, or everything that is wrong with it is listed.

use std::fmt;

use crate::open::OpenRound;
use crate::round::{Round, Trains, Underway, Waiting};
use crate::rules::{EngineRule, Leader, Rules};
use crate::seat::{Seat, SeatSet, Seats, TrainId};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// Faults that are listed; a file can have any number of them.
const MOST_FAULTS: usize = 32;

/// A round as somebody wrote it down, with nothing about it believed yet. It need not hold every tile of the set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules it is played by.
    pub rules: Rules,
    /// The size of the table.
    pub seats: Seats,
    /// The pip of the engine.
    pub engine: Pip,
    /// What each seat holds.
    pub hands: Vec<Vec<Tile>>,
    /// The tiles face down, the next to draw first.
    pub boneyard: Vec<Tile>,
    /// The seat that plays first, in a round from its first moment; `None` for the seat whose round it is. Only where the
    /// rules do not let the engine's holder decide.
    pub starter: Option<Seat>,
    /// What lies on the table; `None` at the round's first moment, when the engine is still to be found.
    pub table: Option<Table>,
}

/// What lies on the table in the middle of a round, the engine aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The seat to act.
    pub turn: Seat,
    /// Each seat's train, hub side first.
    pub trains: Vec<Vec<Tile>>,
    /// The Mexican Train, hub side first.
    pub mexican: Vec<Tile>,
    /// The seats whose train has its lantern.
    pub lanterns: Vec<Seat>,
    /// The trains on whose ends a double waits, oldest first.
    pub waiting: Vec<TrainId>,
    /// The seats that have had their first turn; `None` for all.
    pub opened: Option<Vec<Seat>>,
}

impl Setup {
    /// The round, with the engine placed. A position goes on with a fresh turn of the seat to act and no passes
    /// counted.
    ///
    /// # Errors
    /// Everything that is wrong with the setup, or the first 32 things.
    pub fn build(&self) -> Result<OpenRound, Vec<SetupFault>> {
        let mut check = Check { setup: self, faults: Vec::new(), places: [None; Tile::COUNT] };
        let round = check.round();
        check.engine();
        check.starter();
        check.tiles();
        let underway = self.table.as_ref().map(|table| check.table(table));
        let mut round = match round {
            Some(round) if check.faults.is_empty() => round,
            _ => return Err(check.faults),
        };
        let starts = underway.is_none();
        match underway {
            Some(underway) => round.resume(underway),
            None => self.starter.into_iter().for_each(|starter| round.led_by(starter)),
        }
        let mut hands = [Tiles::EMPTY; 8];
        for (hand, tiles) in hands.iter_mut().zip(&self.hands) {
            *hand = tiles.iter().copied().collect();
        }
        let mut open = OpenRound::from_parts(round, hands, &self.boneyard);
        if starts {
            open.find_engine(&mut |_| ());
        }
        Ok(open)
    }
}

/// Which part of a setup is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The rules.
    Rules,
    /// The engine.
    Engine,
    /// The list of hands.
    Hands,
    /// The hand at this place of the list, from 0.
    Hand(usize),
    /// The boneyard.
    Boneyard,
    /// The seat that plays first.
    Starter,
    /// The seat to act.
    Turn,
    /// The list of trains.
    Trains,
    /// The train at this place of the list, from 0.
    Train(usize),
    /// The Mexican Train.
    Mexican,
    /// The lanterns.
    Lanterns,
    /// The waiting double.
    Waiting,
    /// The seats that had their first turn.
    Opened,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Engine => f.write_str("engine"),
            Self::Hands => f.write_str("hands"),
            Self::Hand(place) => write!(f, "hands[{place}]"),
            Self::Boneyard => f.write_str("boneyard"),
            Self::Starter => f.write_str("starter"),
            Self::Turn => f.write_str("turn"),
            Self::Trains => f.write_str("trains"),
            Self::Train(place) => write!(f, "trains[{place}]"),
            Self::Mexican => f.write_str("mexican"),
            Self::Lanterns => f.write_str("lanterns"),
            Self::Waiting => f.write_str("waiting"),
            Self::Opened => f.write_str("opened"),
        }
    }
}

/// One thing that is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct SetupFault {
    /// Where.
    pub field: Field,
    /// Why.
    pub reason: String,
}

struct Check<'a> {
    setup: &'a Setup,
    faults: Vec<SetupFault>,
    /// Where each tile was seen, by its index.
    places: [Option<Field>; Tile::COUNT],
}

impl Check<'_> {
    /// The round before anything happened in it, if the rules and the engine allow one.
    fn round(&mut self) -> Option<Round> {
        let Setup { rules, seats, engine, hands, boneyard, .. } = self.setup;
        if let Err(errors) = rules.check(*seats) {
            for fault in errors.faults() {
                self.fault(Field::Rules, fault.to_string());
            }
        }
        let first = rules.first_engine();
        let Some(index) = first.value().checked_sub(engine.value()) else {
            let engine = Tile::double(*engine);
            let reason = if rules.set().contains(engine) {
                format!("{engine} is never the engine when the first one is {}", Tile::double(first))
            } else {
                format!("{engine} is no double of the {} set", rules.set().name())
            };
            self.fault(Field::Engine, reason);
            return None;
        };
        let mut counts = [0; 8];
        for (count, hand) in counts.iter_mut().zip(hands) {
            // A longer hand has a tile twice, which is found elsewhere.
            *count = u8::try_from(hand.len()).unwrap_or(u8::MAX);
        }
        let boneyard = u8::try_from(boneyard.len()).unwrap_or(u8::MAX);
        Round::dealt(rules, *seats, index, counts, boneyard).ok()
    }

    fn engine(&mut self) {
        let engine = Tile::double(self.setup.engine);
        if self.setup.table.is_some() || self.setup.rules.engine == EngineRule::SetAside {
            self.places[usize::from(engine.index())] = Some(Field::Engine);
            return;
        }
        let mut dealt = self.setup.hands.iter().flatten().chain(&self.setup.boneyard);
        if !dealt.any(|tile| *tile == engine) {
            self.fault(
                Field::Engine,
                format!("{engine} is in no hand and not in the boneyard, so nobody can place it"),
            );
        }
    }

    fn starter(&mut self) {
        let Setup { rules, starter: Some(starter), .. } = self.setup else { return };
        self.seat(Field::Starter, *starter);
        if rules.engine != EngineRule::SetAside && rules.leader != Leader::Rotating {
            self.fault(Field::Starter, "by these rules the engine decides who starts".to_owned());
        } else if self.setup.table.is_some() {
            self.fault(Field::Starter, "the round has started".to_owned());
        }
    }

    fn tiles(&mut self) {
        let setup = self.setup;
        self.one_a_seat(Field::Hands, setup.hands.len());
        for (place, hand) in setup.hands.iter().enumerate() {
            for tile in hand {
                self.tile(Field::Hand(place), *tile);
            }
        }
        for tile in &setup.boneyard {
            self.tile(Field::Boneyard, *tile);
        }
    }

    /// What lies on the table, as far as it makes sense.
    fn table(&mut self, table: &Table) -> Underway {
        self.one_a_seat(Field::Trains, table.trains.len());
        let mut trains = Trains::new(self.setup.engine);
        trains.place_engine();
        for (place, tiles) in table.trains.iter().enumerate() {
            let train = u8::try_from(place).ok().and_then(Seat::new).map(TrainId::Own);
            self.train(&mut trains, train, Field::Train(place), tiles);
        }
        self.train(&mut trains, Some(TrainId::Mexican), Field::Mexican, &table.mexican);
        self.seat(Field::Turn, table.turn);
        let mut waiting = Waiting::NONE;
        for train in &table.waiting {
            self.waiting(&trains, *train);
            if !waiting.push(*train) {
                self.fault(Field::Waiting, format!("train {train} is listed twice"));
            }
        }
        Underway {
            turn: table.turn,
            lanterns: self.seats(Field::Lanterns, &table.lanterns),
            waiting,
            opened: match &table.opened {
                Some(seats) => self.seats(Field::Opened, seats),
                None => SeatSet::all(self.setup.seats),
            },
            trains,
        }
    }

    fn train(&mut self, trains: &mut Trains, train: Option<TrainId>, field: Field, tiles: &[Tile]) {
        for tile in tiles {
            let fresh = self.tile(field, *tile);
            let Some(train) = train else { continue };
            let open = trains.open_pip(train);
            if fresh && !trains.push(train, *tile) {
                self.fault(field, format!("{tile} does not join the {open} before it"));
                // Whatever follows would be judged by the wrong pip.
                return;
            }
        }
    }

    fn waiting(&mut self, trains: &Trains, train: TrainId) {
        if !self.setup.seats.has_train(train) {
            self.fault(
                Field::Waiting,
                format!("there is no train {train} at a table of {}", self.setup.seats),
            );
            return;
        }
        match trains.end(train) {
            Some(tile) if tile.is_double() => (),
            Some(tile) => {
                self.fault(Field::Waiting, format!("train {train} ends on {tile}, which is no double"))
            }
            None => self.fault(Field::Waiting, format!("train {train} has no tile; the engine never waits")),
        }
    }

    /// Notes where a tile is, and says whether it may be there.
    fn tile(&mut self, field: Field, tile: Tile) -> bool {
        let set = self.setup.rules.set();
        if !set.contains(tile) {
            self.fault(field, format!("{tile} is not in the {} set", set.name()));
            return false;
        }
        match self.places[usize::from(tile.index())].replace(field) {
            None => true,
            Some(Field::Engine) => {
                self.fault(field, format!("{tile} is the engine and lies in the hub"));
                false
            }
            Some(other) => {
                self.fault(field, format!("{tile} is there and also in {other}"));
                false
            }
        }
    }

    fn seat(&mut self, field: Field, seat: Seat) {
        if !self.setup.seats.contains(seat) {
            self.fault(field, format!("there is no seat {seat} at a table of {}", self.setup.seats));
        }
    }

    fn seats(&mut self, field: Field, seats: &[Seat]) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            self.seat(field, *seat);
            if !set.insert(*seat) {
                self.fault(field, format!("seat {seat} is listed twice"));
            }
        }
        set
    }

    fn one_a_seat(&mut self, field: Field, found: usize) {
        if found != self.setup.seats.count() {
            self.fault(field, format!("there are {found}, for a table of {}", self.setup.seats));
        }
    }

    fn fault(&mut self, field: Field, reason: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(SetupFault { field, reason });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> Vec<Tile> {
        text.split_whitespace().map(|tile| tile.parse().unwrap()).collect()
    }

    fn position() -> Setup {
        Setup {
            rules: Rules::default().with_set(crate::tile::TileSet::DoubleNine),
            seats: Seats::MIN,
            engine: Pip::new(9).unwrap(),
            hands: vec![tiles("1-2 3-4"), tiles("5-6")],
            boneyard: tiles("0-1"),
            starter: None,
            table: Some(Table {
                turn: Seat::FIRST,
                trains: vec![tiles("9-3 3-3"), vec![]],
                mexican: tiles("9-5"),
                lanterns: vec![],
                waiting: vec![TrainId::Own(Seat::FIRST)],
                opened: None,
            }),
        }
    }

    fn faults(change: impl FnOnce(&mut Setup, &mut Table)) -> Vec<String> {
        let mut setup = position();
        let mut table = setup.table.take().unwrap();
        change(&mut setup, &mut table);
        setup.table = Some(table);
        setup.build().unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_sound_position_is_playable() {
        let open = position().build().unwrap();
        assert_eq!(open.round().waiting(), Some(TrainId::Own(Seat::FIRST)));
        assert_eq!(open.round().on_table().to_string(), "3-3 3-9 5-9 9-9");
        assert_eq!(open.round().to_act(), Some(Seat::FIRST));
    }

    #[test]
    fn each_contradiction_is_named() {
        let fourth = Seat::from_number(4).unwrap();
        assert_eq!(
            faults(|setup, _| setup.hands[1] = tiles("1-2")),
            ["hands[1]: 1-2 is there and also in hands[0]"]
        );
        assert_eq!(
            faults(|setup, _| setup.boneyard = tiles("9-9")),
            ["boneyard: 9-9 is the engine and lies in the hub"]
        );
        assert_eq!(
            faults(|setup, _| setup.boneyard = tiles("9-10")),
            ["boneyard: 9-10 is not in the double-nine set"]
        );
        assert_eq!(
            faults(|_, table| table.mexican = tiles("8-5")),
            ["mexican: 5-8 does not join the 9 before it"]
        );
        assert_eq!(faults(|_, table| table.turn = fourth), ["turn: there is no seat 4 at a table of 2"]);
        assert_eq!(faults(|setup, _| setup.hands.truncate(1)), ["hands: there are 1, for a table of 2"]);
        assert_eq!(
            faults(|_, table| table.waiting = vec![TrainId::Mexican]),
            ["waiting: train mexican ends on 5-9, which is no double"]
        );
        assert_eq!(
            faults(|_, table| table.waiting = vec![TrainId::Own(Seat::new(1).unwrap())]),
            ["waiting: train 2 has no tile; the engine never waits"]
        );
        assert_eq!(
            faults(|_, table| table.lanterns = vec![Seat::FIRST; 2]),
            ["lanterns: seat 1 is listed twice"]
        );
    }

    #[test]
    fn everything_wrong_is_listed_at_once() {
        let found = faults(|setup, table| {
            setup.engine = Pip::new(12).unwrap();
            setup.hands = vec![vec![]; 3];
            table.trains.clear();
        });
        assert!(found.len() >= 4, "{found:?}");
        assert!(found[0].starts_with("engine: 12-12 is no double of the double-nine set"), "{found:?}");
        let endless = faults(|setup, _| setup.boneyard = vec![Tile::double(Pip::MAX); 5000]);
        assert_eq!(endless.len(), MOST_FAULTS);
    }

    #[test]
    fn a_deal_needs_its_engine() {
        let deal = |hand: &str, boneyard: &str| {
            let setup = Setup {
                hands: vec![tiles(hand), tiles("0-0")],
                boneyard: tiles(boneyard),
                table: None,
                ..position()
            };
            setup.build()
        };
        assert_eq!(deal("9-9 1-2", "3-4").unwrap().round().to_act(), Seat::new(1));
        assert_eq!(deal("1-2", "3-4 9-9").unwrap().round().to_act(), Some(Seat::FIRST), "seat 2 drew it");
        assert_eq!(deal("1-2", "3-4").unwrap_err()[0].field, Field::Engine);
    }
}

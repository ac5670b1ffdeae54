//! What a complete step of the search for the engine changes.

use mextrain_core::{Event, Seat, SeatSet, Tile};

use super::{Happening, Ledger, examine::Act, stage::Stage};

impl Ledger {
    /// The engine, if it lay in the hub before anybody had a tile.
    pub(super) fn engine_set_aside(&self) -> Option<Tile> {
        let round = self.round()?;
        Some(Tile::double(round.engine())).filter(|engine| round.on_table().contains(*engine))
    }

    pub(super) fn take_engine(&mut self, step: u32, acts: Vec<(u8, Act)>, happenings: &mut Vec<Happening>) {
        let mut holder = None;
        for (author, act) in acts {
            let Some(seat) = Seat::new(author) else { continue };
            match act {
                Act::EngineHere(shown) => {
                    self.take_shown(seat, &shown);
                    happenings.push(Happening::EnginePlaced { seat, tile: shown.tile, searched: false });
                    holder = Some(seat);
                }
                Act::NoEngine(denials) => self.take_claim(step, seat, denials),
                _ => {}
            }
        }
        match holder {
            Some(seat) => self.play(Event::EngineHeld { seat }),
            None => {
                happenings.push(Happening::EngineNotDealt);
                if !self.search_on(Event::EngineNotHeld) {
                    return;
                }
            }
        }
        self.go_on();
    }

    /// What came of a draw in the search, by one seat or by all at once. Who has left and did not draw the engine shows nothing.
    pub(super) fn take_search(&mut self, step: u32, acts: Vec<(u8, Act)>, happenings: &mut Vec<Happening>) {
        let mut found = None;
        let drawers: SeatSet = self.stage.draws().map(|(seat, _)| seat).collect();
        for (author, act) in acts {
            let Some(seat) = Seat::new(author) else { continue };
            match act {
                Act::EngineHere(shown) => {
                    self.take_shown(seat, &shown);
                    happenings.push(Happening::EnginePlaced { seat, tile: shown.tile, searched: true });
                    found = Some(seat);
                }
                Act::NoEngine(denials) => self.take_claim(step, seat, denials),
                _ => {}
            }
        }
        let event = match (self.stage, found) {
            (Stage::SearchShow { .. }, Some(seat)) => Event::SearchFound { seat },
            (Stage::SearchShow { seat, .. }, None) => {
                happenings.push(Happening::SearchMissed { seat });
                Event::SearchMissed { seat }
            }
            (_, found) => {
                let missed = drawers.without(found.into_iter().collect());
                happenings.push(Happening::SearchedTogether { missed });
                Event::SearchedTogether { found }
            }
        };
        if self.search_on(event) {
            self.go_on();
        }
    }

    /// Goes on with the search for the engine. Where nothing is left to search, somebody has denied the engine without a proof: then
    /// the hands are opened, which shows who. With proofs every turn it cannot come to that.
    pub(super) fn search_on(&mut self, event: Event) -> bool {
        let searchable = self.table.as_ref().is_some_and(|table| table.public.clone().apply(event).is_ok());
        if searchable {
            self.play(event);
        } else {
            self.stage = Stage::Scoring;
        }
        searchable
    }
}

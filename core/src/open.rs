//! A round with every hand and the boneyard's order known: for the referee, simulations and tests.
//!
//! It adds to [`Round`] only what hides behind the tiles' backs, and takes over what a seat has no choice in: the
//! engine is looked for and placed, and a drawn tile that cannot be played is kept.

use crate::prompt::{Move, Moves, Otherwise, Prompt, SeatView};
use crate::round::{Event, Refusal, Round};
use crate::rules::{Opening, Rules, RulesErrors};
use crate::score::round_scores;
use crate::seat::{Seat, Seats};
use crate::tile::{Pip, Tile};
use crate::tiles::Tiles;

/// A round that is played with open hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenRound {
    round: Round,
    hands: [Tiles; 8],
    boneyard: Boneyard,
    /// The tile just drawn, while it is to be played.
    drawn: Option<Tile>,
}

impl OpenRound {
    /// Deals the round of this index from 0 and has the engine placed. `order` is the shuffled set: the tile at place
    /// `s` goes to seat `s mod seats` until all hands are full, and the rest is the boneyard, drawn in this order. Where
    /// the rules set the engine aside, it is taken out of the order first.
    ///
    /// # Errors
    /// Rules that so many seats cannot play, a round that the match does not have, or an order that is not the set.
    pub fn deal(rules: &Rules, seats: Seats, round_index: u8, order: &[Tile]) -> Result<Self, DealError> {
        Self::deal_to(rules, seats, round_index, order, &mut |_| ())
    }

    /// Like [`deal`](Self::deal), with the events by which the engine was placed.
    ///
    /// # Errors
    /// As for [`deal`](Self::deal).
    pub fn deal_recorded(
        rules: &Rules,
        seats: Seats,
        round_index: u8,
        order: &[Tile],
    ) -> Result<(Self, Vec<Event>), DealError> {
        let mut events = Vec::new();
        let round = Self::deal_to(rules, seats, round_index, order, &mut |event| events.push(event))?;
        Ok((round, events))
    }

    fn deal_to(
        rules: &Rules,
        seats: Seats,
        round_index: u8,
        order: &[Tile],
        tell: &mut impl FnMut(Event),
    ) -> Result<Self, DealError> {
        let public = Round::new(rules, seats, round_index)?;
        let is_the_set = order.len() == usize::from(rules.set().len())
            && order.iter().copied().collect::<Tiles>() == rules.set().tiles();
        if !is_the_set {
            return Err(DealError::NotTheSet);
        }
        let engine = Tile::double(public.engine());
        let aside = public.on_table().contains(engine);
        let order: Vec<Tile> = order.iter().copied().filter(|tile| !aside || *tile != engine).collect();
        let (dealt, rest) = order.split_at(usize::from(rules.hand_size(seats)) * seats.count());
        let mut hands = [Tiles::EMPTY; 8];
        for (slot, tile) in dealt.iter().enumerate() {
            hands[slot % seats.count()].insert(*tile);
        }
        let mut round = Self { round: public, hands, boneyard: Boneyard::new(rest), drawn: None };
        round.find_engine(tell);
        Ok(round)
    }

    /// A round that a [`Setup`](crate::Setup) has vouched for: the hands and the boneyard are those that the public
    /// part counts, and no tile is in two places.
    pub(crate) fn from_parts(round: Round, hands: [Tiles; 8], boneyard: &[Tile]) -> Self {
        Self { round, hands, boneyard: Boneyard::new(boneyard), drawn: None }
    }

    /// The same with the tile that the seat to act has just drawn, for rounds that somebody imagines. What a seat will draw
    /// depends as little as can be on what others draw, so that ways to go on differ less by luck.
    pub(crate) fn imagined(round: Round, hands: [Tiles; 8], boneyard: &[Tile], drawn: Option<Tile>) -> Self {
        let boneyard = Boneyard::shared(boneyard, round.seats());
        Self { round, hands, boneyard, drawn }
    }

    /// Has the engine placed by its holder, or looked for, unless it lies in the hub already. It must be in a hand, in
    /// the boneyard or in the hub.
    pub(crate) fn find_engine(&mut self, tell: &mut impl FnMut(Event)) {
        let engine = Tile::double(self.round.engine());
        if self.round.on_table().contains(engine) {
            return;
        }
        let holder = self.round.seats().iter().find(|seat| self.hand(*seat).contains(engine));
        let Some(seat) = holder else {
            self.happen(Event::EngineNotHeld, tell);
            self.search(engine, tell);
            return;
        };
        self.hands[seat.index()].remove(engine);
        self.happen(Event::EngineHeld { seat }, tell);
    }

    /// Draws until somebody has the engine.
    fn search(&mut self, engine: Tile, tell: &mut impl FnMut(Event)) {
        loop {
            match self.round.prompt() {
                Prompt::Search { seat, .. } => {
                    let found = self.draw_for(engine, seat);
                    let event =
                        if found { Event::SearchFound { seat } } else { Event::SearchMissed { seat } };
                    self.happen(event, tell);
                }
                Prompt::SearchTogether { seats, .. } => {
                    // Everybody draws, also those who come after the finder.
                    let finders: Vec<Seat> =
                        seats.iter().filter(|seat| self.draw_for(engine, *seat)).collect();
                    self.happen(Event::SearchedTogether { found: finders.first().copied() }, tell);
                }
                _ => return,
            }
        }
    }

    /// Has the seat draw a tile and keep it unless it is the engine; says whether it is.
    fn draw_for(&mut self, engine: Tile, seat: Seat) -> bool {
        let drawn = self.boneyard.draw(seat);
        self.hands[seat.index()].extend(drawn.filter(|tile| *tile != engine));
        drawn == Some(engine)
    }

    /// Plays a move of this seat. What has no alternative follows by itself: a drawn tile that cannot be played is
    /// kept, a chain that nothing in the hand goes on with is ended, and a standstill is judged. So one event comes of
    /// a move, or two.
    ///
    /// # Errors
    /// Why the move is not legal; then nothing has changed.
    pub fn play(&mut self, seat: Seat, choice: Move) -> Result<Events, Refusal> {
        let mut events = self.play_on(seat, choice)?;
        self.end_chain(seat, &mut |event| events.push(event));
        Ok(events)
    }

    /// Like [`play`](Self::play), but leaves a chain open that nothing in the hand goes on with.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub(crate) fn play_on(&mut self, seat: Seat, choice: Move) -> Result<Events, Refusal> {
        self.check(seat, choice)?;
        Ok(self.play_legal(seat, choice))
    }

    /// Like [`play`](Self::play) for a move that is known to be legal because it was listed. With any other nobody knows
    /// what comes of it.
    pub(crate) fn play_listed(&mut self, seat: Seat, choice: Move) {
        self.play_legal(seat, choice);
        // Asked first, since it is quickly said no to and rounds are imagined by the thousand.
        if self.round.rules().opening == Opening::Chain {
            self.end_chain(seat, &mut |_| ());
        }
    }

    /// Ends a chain that nothing in the hand goes on with.
    fn end_chain(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        let in_chain = self.round.to_act() == Some(seat) && self.round.otherwise() == Some(Otherwise::Stop);
        if in_chain && self.view(seat).playable().is_empty() {
            self.happen(Event::Stop { seat }, tell);
        }
    }

    fn play_legal(&mut self, seat: Seat, choice: Move) -> Events {
        let mut events = Events::default();
        let tell = &mut |event| events.push(event);
        match choice {
            Move::Play { tile, train } => {
                self.hands[seat.index()].remove(tile);
                self.drawn = None;
                self.happen(Event::Play { seat, tile, train }, tell);
            }
            Move::Stop => self.happen(Event::Stop { seat }, tell),
            Move::Pass => {
                self.happen(Event::Pass { seat }, tell);
                self.judge_standstill(tell);
            }
            Move::Draw => {
                self.drawn = self.boneyard.draw(seat);
                self.hands[seat.index()].extend(self.drawn);
                self.happen(Event::Draw { seat }, tell);
                if self.view(seat).must_keep() {
                    self.drawn = None;
                    self.happen(Event::Keep { seat }, tell);
                }
            }
        }
        events
    }

    fn judge_standstill(&mut self, tell: &mut impl FnMut(Event)) {
        let Prompt::Standstill { seats } = self.round.prompt() else { return };
        let can_play = |seat: &Seat| !self.round.playable_by(*seat).both(self.hand(*seat)).is_empty();
        let event = match seats.iter().find(can_play) {
            Some(seat) => Event::SomebodyCanPlay { seat },
            None => Event::NobodyCanPlay,
        };
        self.happen(event, tell);
    }

    /// Whether this seat could make this move now.
    ///
    /// # Errors
    /// The first reason against it, in the order of [`Refusal`].
    pub fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        self.view(seat).check(choice)
    }

    /// Every legal move of the seat to act; none once the round is over.
    #[must_use]
    pub fn legal_moves(&self) -> Moves {
        self.view(self.round.to_act().unwrap_or_default()).moves()
    }

    /// The round as this seat sees it.
    #[must_use]
    pub fn view(&self, seat: Seat) -> SeatView<'_> {
        SeatView::new(&self.round, seat, self.hand(seat), self.drawn)
    }

    /// The public part.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// What the seat holds.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> Tiles {
        self.hands[seat.index()]
    }

    /// The hands of all seats of the table, in order.
    #[must_use]
    pub fn hands(&self) -> &[Tiles] {
        &self.hands[..self.round.seats().count()]
    }

    /// The boneyard, in the order in which it is drawn.
    pub fn boneyard(&self) -> impl Iterator<Item = Tile> {
        self.boneyard.iter()
    }

    /// The tile that was just drawn and must be played.
    #[must_use]
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// The round's scores, one a seat; `None` while it runs.
    #[must_use]
    pub fn scores(&self) -> Option<Vec<u16>> {
        let ending = self.round.ending()?;
        Some(round_scores(self.round.rules(), ending, self.hands()))
    }

    /// Lets the public part follow. What happens here was checked or has no alternative, so it is never refused.
    fn happen(&mut self, event: Event, tell: &mut impl FnMut(Event)) {
        let accepted = self.round.apply(event);
        debug_assert_eq!(accepted, Ok(()), "{event:?}");
        tell(event);
    }
}

/// The events of one move: one or two, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Events {
    events: [Option<Event>; 2],
}

impl Events {
    fn push(&mut self, event: Event) {
        if let Some(free) = self.events.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(event);
        }
    }

    /// The events in order.
    pub fn iter(&self) -> impl Iterator<Item = Event> {
        self.events.into_iter().flatten()
    }
}

impl IntoIterator for Events {
    type Item = Event;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Event>, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        self.events.into_iter().flatten()
    }
}

/// Why a round cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// The rules cannot be played, or have no such round.
    #[error(transparent)]
    Rules(#[from] RulesErrors),
    /// The order has not every tile of the set once.
    #[error("a deal needs every tile of the set once")]
    NotTheSet,
}

/// The tiles face down, the next to draw last. Places that were drawn hold 0-0, so that equal boneyards are equal.
#[derive(Clone, PartialEq, Eq)]
struct Boneyard {
    tiles: [Tile; Tile::COUNT],
    len: u8,
    shares: Option<Shares>,
}

/// A boneyard in which each seat draws from a share of its own for as long as it lasts, and then from the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shares {
    seats: Seats,
    /// How many places there are, drawn or not.
    places: u8,
    /// The places that are not drawn, one a bit.
    left: u128,
}

const DRAWN: Tile = Tile::double(Pip::BLANK);

impl Boneyard {
    /// At most 91 tiles, as there are no more different ones.
    fn new(order: &[Tile]) -> Self {
        let mut tiles = [DRAWN; Tile::COUNT];
        for (place, tile) in tiles.iter_mut().zip(order.iter().rev()) {
            *place = *tile;
        }
        Self { tiles, len: order.len().min(Tile::COUNT) as u8, shares: None }
    }

    fn shared(order: &[Tile], seats: Seats) -> Self {
        let mut boneyard = Self::new(order);
        boneyard.shares = Some(Shares { seats, places: boneyard.len, left: (1 << boneyard.len) - 1 });
        boneyard
    }

    fn draw(&mut self, seat: Seat) -> Option<Tile> {
        self.len = self.len.checked_sub(1)?;
        let place = self.shares.as_mut().map_or(usize::from(self.len), |shares| shares.draw(seat));
        Some(std::mem::replace(&mut self.tiles[place], DRAWN))
    }

    fn iter(&self) -> impl Iterator<Item = Tile> {
        let places = self.shares.map_or(self.len, |shares| shares.places);
        let left = self.shares.map_or(u128::MAX, |shares| shares.left);
        let there = (0..usize::from(places)).rev().filter(move |place| left >> place & 1 == 1);
        there.map(|place| self.tiles[place])
    }
}

impl Shares {
    /// The place that the seat draws from, of those that are left; there must be one.
    fn draw(&mut self, seat: Seat) -> usize {
        let first = usize::from(self.places) * seat.index() / self.seats.count();
        let behind = self.left >> first << first;
        let place = if behind == 0 { self.left } else { behind }.trailing_zeros();
        self.left &= !(1 << place);
        place as usize
    }
}

impl std::fmt::Debug for Boneyard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
pub(crate) mod any_rules;
#[cfg(test)]
mod tests;

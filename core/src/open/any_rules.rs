//! Rounds by any combination of the rules' options: they end, and what happens in them follows the options.

use rand::RngExt;
use rand::rngs::StdRng;

use super::tests::{check_every_move, check_state, deal, play_out};
use super::*;
use crate::round::Ending;
use crate::rules::{
    BlockRule, Cover, DeadDouble, DoubleBlank, DoubleDraw, DoublesATurn, EngineRule, FirstTurnOut, Hand,
    Leader, MexicanStart, Opening, OpeningDraw, OpeningOn, OutOnDouble, Preset, Scoring,
};
use crate::score::hand_points;
use crate::seat::TrainId;
use crate::testing::rng;
use crate::tile::TileSet;

/// Any value of every option, but for hands that would not fit.
pub(crate) fn any_rules(rng: &mut StdRng) -> (Rules, Seats) {
    let seats = Seats::new(rng.random_range(2..=8)).unwrap();
    let mut rules = Preset::ALL[rng.random_range(..Preset::ALL.len())].rules();
    if rng.random_bool(0.8) {
        macro_rules! pick {
            ($($field:ident: $option:ty),+) => {
                $(rules.$field = <$option>::ALL[rng.random_range(..<$option>::ALL.len())];)+
            };
        }
        pick!(
            engine: EngineRule, leader: Leader, opening: Opening, opening_on: OpeningOn, opening_draw: OpeningDraw,
            mexican_start: MexicanStart, first_turn_out: FirstTurnOut, cover: Cover, doubles_a_turn: DoublesATurn,
            double_draw: DoubleDraw, dead_double: DeadDouble, out_on_double: OutOnDouble, block: BlockRule,
            double_blank: DoubleBlank, scoring: Scoring
        );
    }
    rules = rules.with_set(TileSet::ALL[usize::from(rng.random_bool(0.5))]);
    // Small hands make openings in which somebody goes out.
    if rng.random_bool(0.6) {
        rules.hand = Hand::Number(rng.random_range(2..=5));
    }
    if rng.random_bool(0.2) {
        rules = rules.with_first_engine(Pip::new(rng.random_range(0..9)).unwrap());
    }
    (rules, seats)
}

#[test]
fn rounds_by_any_rules_end_and_their_events_tell_everything() {
    let mut rng = rng(2026);
    let mut kinds = std::collections::BTreeMap::<&str, u32>::new();
    for seed in 0..3000 {
        let (rules, seats) = any_rules(&mut rng);
        let (mut open, mut events, index) = deal(&rules, seats, seed);
        play_out(&mut open, seed, &mut events, |open| {
            check_state(open);
            if open.round().all_waiting().len() > 1 {
                *kinds.entry("several doubles wait").or_default() += 1;
            }
            if open.round().first_out().is_some() {
                *kinds.entry("others finish").or_default() += 1;
            }
        });
        check_state(&open);
        let mut public = Round::new(&rules, seats, index).unwrap();
        for event in events {
            let kind = match event {
                Event::Stop { .. } => "a chain is stopped",
                Event::SearchedTogether { .. } => "all search",
                Event::SomebodyCanPlay { .. } => "somebody can play after all",
                Event::NobodyCanPlay => "nobody can play",
                Event::Pass { .. } if public.boneyard() > 0 => "a pass over a boneyard",
                Event::Draw { seat } if public.count(seat) == 0 => "a draw with an empty hand",
                _ => "others",
            };
            *kinds.entry(kind).or_default() += 1;
            public.apply(event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        }
        assert_eq!(public, *open.round(), "{rules:?}");
        check_scores(&open);
    }
    // Otherwise this test would say little about the rarer rules.
    assert!(kinds.len() == 9 && kinds.values().all(|count| *count > 20), "{kinds:?}");
}

/// Scores follow from the hands that are left.
fn check_scores(open: &OpenRound) {
    let (rules, scores) = (open.round().rules(), open.scores().unwrap());
    let held = open.hands().iter().map(|hand| hand_points(rules, *hand)).collect::<Vec<_>>();
    match (open.round().ending().unwrap(), rules.scoring) {
        (_, Scoring::LosersCount) => assert_eq!(scores, held),
        (Ending::Blocked, Scoring::WinnerTakes) => assert!(scores.iter().all(|score| *score == 0)),
        (Ending::Out(seat), Scoring::WinnerTakes) => {
            assert_eq!(scores[seat.index()], held.iter().sum::<u16>());
            assert_eq!(
                scores.iter().filter(|score| **score > 0).count(),
                usize::from(scores[seat.index()] > 0)
            );
        }
    }
    if let Ending::Out(seat) = open.round().ending().unwrap() {
        assert!(open.hand(seat).is_empty());
    }
}

#[test]
fn what_is_listed_is_what_is_legal_by_any_rules() {
    let mut rng = rng(77);
    for seed in 0..150 {
        let (rules, seats) = any_rules(&mut rng);
        let (mut open, mut events, _) = deal(&rules, seats, seed);
        let mut state = 0_u32;
        play_out(&mut open, seed, &mut events, |open| {
            state += 1;
            if state.is_multiple_of(5) {
                check_every_move(open);
            }
        });
        check_every_move(&open);
    }
}

#[test]
fn the_simple_player_finishes_by_any_rules() {
    let mut rng = rng(5);
    for seed in 0..500 {
        let (rules, seats) = any_rules(&mut rng);
        let (mut open, ..) = deal(&rules, seats, seed);
        let mut moves = 0;
        while let Some(seat) = open.round().to_act() {
            let choice = crate::player::choose(&open.view(seat)).unwrap();
            open.play(seat, choice).unwrap();
            moves += 1;
            assert!(moves < 4000, "{rules:?}");
        }
        check_scores(&open);
    }
}

/// A turn as its events tell it, judged by the options without a look at how the engine decides.
struct Told {
    seat: Seat,
    first: bool,
    /// The train of the oldest double that waited when it began.
    bound: Option<TrainId>,
    plays: Vec<(Tile, TrainId)>,
    draws: usize,
    drew_before_playing: bool,
    starts_mexican: bool,
}

impl Told {
    fn begin(round: &Round, seat: Seat) -> Self {
        Self {
            seat,
            first: !round.opened().contains(seat),
            bound: round.waiting(),
            plays: Vec::new(),
            draws: 0,
            drew_before_playing: false,
            starts_mexican: false,
        }
    }

    fn take(&mut self, round: &Round, event: Event) {
        match event {
            Event::Play { tile, train, .. } => {
                self.starts_mexican |= train == TrainId::Mexican && round.trains().is_empty(train);
                self.plays.push((tile, train));
            }
            Event::Draw { .. } => {
                self.draws += 1;
                self.drew_before_playing |= self.plays.is_empty();
            }
            _ => (),
        }
    }

    fn check(&self, rules: &Rules) {
        let on_own = |(_, train): &(Tile, TrainId)| *train == TrainId::Own(self.seat);
        let doubles = self.plays.iter().filter(|(tile, _)| tile.is_double()).count();
        if let Some(bound) = self.bound {
            let satisfied = |(tile, train): &(Tile, TrainId)| *train == bound && !tile.is_double();
            assert!(self.plays.len() <= 1 && self.plays.iter().all(satisfied));
        } else if self.first && rules.opening_on == OpeningOn::Own {
            assert!(self.plays.iter().all(on_own));
        }
        let may_chain = rules.opening == Opening::Chain && self.first && !self.drew_before_playing;
        for pair in self.plays.windows(2) {
            let [(before, there), (after, train)] = pair else { continue };
            if before.is_double() {
                assert!(
                    rules.cover == Cover::Anywhere || there == train,
                    "the extra tile goes on the double"
                );
                assert!(
                    rules.doubles_a_turn == DoublesATurn::Many || !after.is_double(),
                    "one double a turn"
                );
            } else {
                assert!(may_chain && pair.iter().all(on_own), "only a chain lays a tile behind a plain one");
            }
        }
        assert!(self.draws <= 1 + doubles);
        assert!(rules.double_draw == DoubleDraw::Each || self.draws <= 1);
        if self.first {
            assert!(rules.opening_draw == OpeningDraw::One || !self.drew_before_playing);
            assert!(
                rules.mexican_start == MexicanStart::AnyTurn || !self.starts_mexican || self.bound.is_some()
            );
        }
    }
}

/// The lantern of the seat that has just done something.
fn check_lantern(round: &Round, event: Event) {
    match event {
        Event::Play { seat, train, .. } if train == TrainId::Own(seat) => {
            assert!(!round.lanterns().contains(seat));
        }
        Event::Keep { seat } | Event::Pass { seat } => assert!(round.lanterns().contains(seat)),
        _ => (),
    }
}

fn check_ending(round: &Round, last: &Told) {
    let rules = round.rules();
    let Some(Ending::Out(seat)) = round.ending() else {
        assert!(round.boneyard() == 0 && round.opened().len() == round.dealt_in().len());
        return;
    };
    if rules.first_turn_out == FirstTurnOut::OthersFinish {
        assert_eq!(round.opened(), round.dealt_in());
    }
    let (true, Some((tile, _))) = (last.seat == seat, last.plays.last()) else { return };
    if tile.is_double() && rules.out_on_double == OutOnDouble::MustCover {
        let left = Tiles::with_pip(tile.lo()).both(rules.set().tiles()).minus(round.on_table());
        assert!(
            rules.dead_double == DeadDouble::Release && left.is_empty(),
            "the last double had to be satisfied"
        );
    }
}

#[test]
fn what_happens_follows_the_options() {
    let mut rng = rng(1492);
    for seed in 0..2000 {
        let (rules, seats) = any_rules(&mut rng);
        let (mut open, mut events, index) = deal(&rules, seats, seed);
        play_out(&mut open, seed, &mut events, |_| ());
        let mut public = Round::new(&rules, seats, index).unwrap();
        let mut told: Option<Told> = None;
        for event in events {
            if let Some(seat) = public.to_act() {
                if told.as_ref().is_none_or(|told| told.seat != seat) {
                    told.iter().for_each(|told| told.check(&rules));
                    told = Some(Told::begin(&public, seat));
                }
                told.iter_mut().for_each(|told| told.take(&public, event));
            }
            public.apply(event).unwrap();
            check_lantern(&public, event);
        }
        let last = told.unwrap();
        last.check(&rules);
        check_ending(&public, &last);
    }
}

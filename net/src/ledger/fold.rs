//! What a complete step changes. By now everything has been examined: nothing here refuses, with two exceptions that only a
//! whole step can show (keys that add up to nothing, and unproven claims that the opened hands contradict).

use mextrain_core::{
    Event, Phase, Prompt, Round, Seat, SeatSet, Seats, Tile, Tiles, bot::Past, round_scores_without,
};
use mextrain_crypto::{hash::Hash, tags};

use super::{
    Aftermath, Certificate, Happening, Ledger, Proposal, RoundTable,
    examine::{Act, Denials, Shown},
    hidden::{Hidden, OpenClaim, Promise},
    stage::Stage,
};
use crate::{
    charter::{self, Proofs, Seating, TableWords},
    refusal::{Blame, Refusal},
};

/// What applying a step gives: what happened, and a fault that only the whole step showed.
type Applied = (Vec<Happening>, Option<Blame>);

/// A fault with the seat it belongs to.
struct SeatFault {
    seat: Seat,
    step: u32,
    refusal: Refusal,
}

impl Ledger {
    /// Applies the contributions of a step, which the caller has chained into the head.
    pub(super) fn apply(&mut self, step: u32, acts: Vec<(u8, Act)>) -> Applied {
        let mut happenings = Vec::new();
        let outcome = self.apply_stage(step, acts, &mut happenings);
        if outcome.is_ok() {
            self.deal_again_for_few(&mut happenings);
        }
        self.unlock_first();
        self.applied(step, outcome, happenings)
    }

    fn applied(&self, step: u32, outcome: Result<(), SeatFault>, happenings: Vec<Happening>) -> Applied {
        match outcome {
            // A table that cannot go on, though everything in it was examined: no fault of any player.
            Ok(()) if self.stage == Stage::Stopped => {
                let blame = Blame { member: None, step, refusal: Refusal::Rules, proven: false };
                (happenings, Some(blame))
            }
            Ok(()) => (happenings, None),
            Err(SeatFault { seat, step, refusal }) => {
                let member = self.seating.as_ref().and_then(|seating| seating.member(seat));
                (happenings, Some(Blame { member, step, refusal, proven: true }))
            }
        }
    }

    /// Goes on without the seats that a certificate calls missing. Where the round can go on without them it does, once what is needed is
    /// unlocked; otherwise what was open in it is void, and it is dealt again; where it was played out, it stays.
    pub(super) fn apply_certificate(&mut self, step: u32, certificate: &Certificate) -> Applied {
        let Certificate { ballot, proposal: Proposal { missing, voters } } = *certificate;
        let played_out = self.round().is_some_and(|round| round.ending().is_some());
        let goes_on = self.can_go_on_without(missing).filter(|_| ballot == 0);
        self.give_up_unlocking();
        let (scoring, sealing) = (self.stage == Stage::Scoring && played_out, self.stage == Stage::Sealing);
        self.epoch = self.epoch.saturating_add(1);
        let then = match goes_on {
            Some(_) => Aftermath::GoesOn,
            None if scoring || sealing => Aftermath::PlayedOut,
            None => Aftermath::Void,
        };
        let mut happenings = vec![Happening::Vanished { seats: missing, then }];
        let outcome = if goes_on.is_some() {
            self.unlocked = goes_on;
            self.unlock_first();
            Ok(())
        } else if scoring {
            self.excused = self.excused.union(missing);
            // With nobody left who owes a hand, the scores are known.
            if self.asked().is_empty() { self.take_hands(Vec::new(), &mut happenings) } else { Ok(()) }
        } else if sealing {
            self.present = voters;
            self.next_round(step, SeatSet::EMPTY, &mut happenings);
            Ok(())
        } else {
            self.present = voters;
            self.attempt = self.attempt.saturating_add(1);
            self.begin_round(&mut happenings);
            Ok(())
        };
        self.applied(step, outcome, happenings)
    }

    /// The hash of the scoreboard that everybody confirms at a round's end.
    pub fn seal(&self) -> [u8; 32] {
        Hash::new(tags::SEAL).bytes(&self.scoreboard.encode()).finish256()
    }

    fn apply_stage(
        &mut self,
        step: u32,
        acts: Vec<(u8, Act)>,
        happenings: &mut Vec<Happening>,
    ) -> Result<(), SeatFault> {
        match self.stage {
            Stage::Signing => {
                happenings.push(Happening::CharterSigned);
                self.stage = Stage::Revealing;
            }
            Stage::Revealing => self.take_nonces(acts, happenings),
            Stage::Keys => self.take_keys(step, acts, happenings)?,
            Stage::Shuffling { seat, done } => self.take_shuffle(seat, done, acts, happenings),
            Stage::Locking => self.take_locks(acts),
            Stage::Unlocking { seat } => self.take_parts(seat, &acts),
            Stage::Dealing => {
                self.take_tokens(acts);
                happenings.push(Happening::Dealt);
                happenings.extend(self.engine_set_aside().map(|tile| Happening::EngineSetAside { tile }));
                self.go_on();
            }
            Stage::FindingEngine => self.take_engine(step, acts, happenings),
            Stage::SearchTokens { seat, slot } => {
                self.take_tokens(acts);
                self.stage = Stage::SearchShow { seat, slot };
            }
            Stage::TogetherTokens { seats, first } => {
                self.take_tokens(acts);
                self.stage = Stage::TogetherShow { seats, first };
            }
            Stage::SearchShow { .. } | Stage::TogetherShow { .. } => self.take_search(step, acts, happenings),
            Stage::DrawTokens { seat, slot } => {
                self.take_tokens(acts);
                self.stage = Stage::Drawn { seat, slot };
            }
            Stage::Turn { seat } => self.take_choice(step, seat, false, acts, happenings),
            Stage::Drawn { seat, .. } => self.take_choice(step, seat, true, acts, happenings),
            Stage::Standstill => self.take_standstill(step, acts, happenings),
            Stage::Scoring => self.take_hands(acts, happenings)?,
            Stage::Sealing => self.take_seals(step, acts, happenings),
            Stage::Over | Stage::Stopped => {}
        }
        Ok(())
    }

    fn take_nonces(&mut self, acts: Vec<(u8, Act)>, happenings: &mut Vec<Happening>) {
        let nonces: Vec<[u8; 32]> = acts
            .into_iter()
            .filter_map(|(_, act)| if let Act::Reveal(nonce) = act { Some(nonce) } else { None })
            .collect();
        let match_id = charter::match_id(&self.charter_bytes, &nonces);
        let seating = Seating::draw(&match_id, self.seats.count());
        let members = self.seats.iter().filter_map(|seat| seating.member(seat)).collect();
        happenings.push(Happening::Seated { members, words: TableWords::of(&match_id) });
        self.match_id = Some(match_id);
        self.seating = Some(seating);
        self.begin_round(happenings);
    }

    /// Lays out the next round. The charter was checked to be playable, so that this cannot fail; were it to, the match
    /// would end here rather than go on with no table.
    pub(super) fn begin_round(&mut self, happenings: &mut Vec<Happening>) {
        self.excused = SeatSet::EMPTY;
        self.unlocked = None;
        self.lay_out();
        if self.stage != Stage::Stopped {
            self.stage = Stage::Keys;
            happenings.push(Happening::RoundBegan { round: self.round });
        }
    }

    fn lay_out(&mut self) {
        let rules = &self.charter.rules;
        let public = Round::among(rules, self.seats, self.present, self.round);
        let laid_out = public.ok().and_then(|public| {
            let hidden = Hidden::new(&public).ok()?;
            Some(RoundTable { public, past: Past::default(), hidden })
        });
        match laid_out {
            Some(table) => self.table = Some(table),
            None => self.stage = Stage::Stopped,
        }
    }

    fn take_keys(
        &mut self,
        step: u32,
        acts: Vec<(u8, Act)>,
        happenings: &mut Vec<Happening>,
    ) -> Result<(), SeatFault> {
        let (mut keys, mut by_seat) = (Vec::new(), vec![None; self.seats.count()]);
        let mut present = SeatSet::EMPTY;
        for (author, act) in acts {
            let (Act::Key(key), Some(seat)) = (act, Seat::new(author)) else { continue };
            present.insert(seat);
            self.used_keys.insert(*key.bytes());
            if let Some(place) = by_seat.get_mut(seat.index()) {
                *place = Some(key.clone());
            }
            keys.push(key);
        }
        self.round_keys.insert((self.round, self.attempt), by_seat);
        let owner = self.owner.and_then(|owner| self.author_of(owner));
        self.ballots.forget_before(step, owner);
        if present != self.present {
            // Somebody has left before this round: it is laid out for those who stay.
            self.present = present;
            if present.len() < Seats::MIN.count() {
                self.stage = Stage::Over;
                happenings.push(Happening::MatchOver);
                return Ok(());
            }
            self.lay_out();
            if self.stage == Stage::Stopped {
                return Ok(());
            }
        }
        if let Some(table) = &mut self.table {
            // With every key proven, keys that cancel out need everybody's consent; the last seat stands for all.
            let last = present.iter().last().unwrap_or_default();
            table.hidden.set_keys(keys).map_err(|refusal| SeatFault { seat: last, step, refusal })?;
            if self.charter.absence.keep_going {
                table.hidden.set_keepers().map_err(|(owner, refusal)| {
                    // It takes all others to have their keys cancel out, and the owner has no part in it.
                    let seat = present.iter().filter(|seat| *seat != owner).last().unwrap_or(last);
                    SeatFault { seat, step, refusal }
                })?;
            }
        }
        happenings.push(Happening::KeysIn { seats: present });
        let first = present.iter().nth(usize::from(self.round) % present.len()).unwrap_or_default();
        self.stage = Stage::Shuffling { seat: first, done: 0 };
        Ok(())
    }

    fn take_shuffle(
        &mut self,
        seat: Seat,
        done: usize,
        acts: Vec<(u8, Act)>,
        happenings: &mut Vec<Happening>,
    ) {
        let next = self.next_present(seat);
        let Some(table) = &mut self.table else { return };
        // The shuffle of somebody who has left is none: the others' keep the deck mixed.
        let mut passed_over = true;
        for (_, act) in acts {
            if let Act::Deck(deck) = act {
                table.hidden.set_deck(deck);
                passed_over = false;
            }
        }
        let done = done + 1;
        if !passed_over {
            self.counts.shuffles += 1;
            happenings.push(Happening::Shuffled { seat, done });
        }
        self.stage = if done < self.present.len() {
            Stage::Shuffling { seat: next, done }
        } else {
            table.hidden.assign_dealt();
            if table.hidden.has_keepers() { Stage::Locking } else { Stage::Dealing }
        };
    }

    fn take_tokens(&mut self, acts: Vec<(u8, Act)>) {
        let Some(table) = &mut self.table else { return };
        for (author, act) in acts {
            let (Act::Tokens(tokens), Some(seat)) = (act, Seat::new(author)) else { continue };
            self.counts.openings += tokens.len() as u64;
            for (slot, token) in tokens {
                table.hidden.keep_token(slot, seat, token);
            }
        }
    }

    fn take_choice(
        &mut self,
        step: u32,
        seat: Seat,
        drawn: bool,
        acts: Vec<(u8, Act)>,
        happenings: &mut Vec<Happening>,
    ) {
        for (_, act) in acts {
            self.counts.moves += u64::from(!matches!(act, Act::Left));
            match act {
                Act::Left => {
                    happenings.push(Happening::Skipped { seat });
                    self.play(Event::Absent { seat });
                }
                Act::Play { shown, train } => {
                    self.take_shown(seat, &shown);
                    let tile = shown.tile;
                    happenings.push(Happening::Played { seat, tile, train, drawn });
                    self.play(Event::Play { seat, tile, train });
                }
                Act::Draw(denials) => {
                    self.take_claim(step, seat, denials);
                    happenings.push(Happening::Drew { seat });
                    self.play(Event::Draw { seat });
                }
                Act::Pass(denials) => {
                    self.take_claim(step, seat, denials);
                    happenings.push(Happening::Passed { seat });
                    self.play(Event::Pass { seat });
                }
                Act::Stop => {
                    happenings.push(Happening::ChainStopped { seat });
                    self.play(Event::Stop { seat });
                }
                Act::Keep(denials) => {
                    self.take_claim(step, seat, denials);
                    happenings.push(Happening::Kept { seat });
                    self.play(Event::Keep { seat });
                }
                _ => {}
            }
        }
        self.go_on_or_end(happenings);
    }

    /// What everybody says at a standstill. Whoever has left says nothing, and is not asked for a move either.
    fn take_standstill(&mut self, step: u32, acts: Vec<(u8, Act)>, happenings: &mut Vec<Happening>) {
        let mut able = SeatSet::EMPTY;
        for (author, act) in acts {
            let Some(seat) = Seat::new(author) else { continue };
            match act {
                Act::CannotPlay(denials) => self.take_claim(step, seat, denials),
                Act::CanPlay(promise) => {
                    able.insert(seat);
                    if let Some(table) = &mut self.table {
                        table.hidden.promises.push(promise);
                    }
                }
                _ => {}
            }
        }
        match able.iter().next() {
            Some(seat) => {
                happenings.push(Happening::SomebodyCanPlay { seats: able });
                self.play(Event::SomebodyCanPlay { seat });
            }
            None => {
                happenings.push(Happening::NobodyCanPlay);
                self.play(Event::NobodyCanPlay);
            }
        }
        self.go_on_or_end(happenings);
    }

    fn go_on_or_end(&mut self, happenings: &mut Vec<Happening>) {
        self.go_on();
        if let (Stage::Scoring, Some(ending)) = (self.stage, self.round().and_then(Round::ending)) {
            happenings.push(Happening::RoundEnded { ending });
        }
    }

    fn take_hands(&mut self, acts: Vec<(u8, Act)>, happenings: &mut Vec<Happening>) -> Result<(), SeatFault> {
        let mut hands = vec![Vec::<Tile>::new(); self.seats.count()];
        for (author, act) in acts {
            let (Act::Hand(tiles), Some(seat)) = (act, Seat::new(author)) else { continue };
            for shown in tiles {
                self.take_shown(seat, &shown);
                if let Some(hand) = hands.get_mut(seat.index()) {
                    hand.push(shown.tile);
                }
            }
        }
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        self.hold_claims_against_hands()?;
        let held: Vec<Tiles> = hands.iter().map(|hand| hand.iter().copied().collect()).collect();
        let ending = self.round().and_then(Round::ending);
        // Whoever vanished with nothing left to open owed nothing.
        let unopened = self.excused.intersection(self.holders());
        let here = self.present.without(unopened);
        let away = SeatSet::all(self.seats).without(here);
        let scores = ending
            .map(|ending| round_scores_without(&self.charter.rules, ending, &held, away))
            .unwrap_or_default();
        let recorded = ending.map(|ending| self.scoreboard.record_ended(&scores, ending));
        if !matches!(recorded, Some(Ok(()))) {
            // The sheet takes one line a round and seat, and the round has ended: this cannot be reached.
            self.stage = Stage::Stopped;
            return Ok(());
        }
        happenings.push(Happening::Scored { hands, scores, totals: self.scoreboard.totals(), away });
        self.stage = Stage::Sealing;
        Ok(())
    }

    /// Claims that came without a proof, and words given at standstills: every slot they spoke of lies open now.
    fn hold_claims_against_hands(&mut self) -> Result<(), SeatFault> {
        let Some(table) = &self.table else { return Ok(()) };
        for promise in &table.hidden.promises {
            if !self.excused.contains(promise.seat) && table.hidden.is_broken(promise, &[]) {
                let Promise { seat, step, .. } = *promise;
                return Err(SeatFault { seat, step, refusal: Refusal::FalseClaim });
            }
        }
        for OpenClaim { step, seat, denied } in &table.hidden.claims {
            let lied = |(slot, tiles): &(usize, Tiles)| {
                table.hidden.opened(*slot).is_none_or(|tile| tiles.contains(tile))
            };
            // Who vanished before opening scores for that, whatever the hand was.
            if self.excused.contains(*seat) {
                continue;
            }
            if denied.iter().any(lied) {
                return Err(SeatFault { seat: *seat, step: *step, refusal: Refusal::FalseClaim });
            }
        }
        Ok(())
    }

    fn take_seals(&mut self, step: u32, acts: Vec<(u8, Act)>, happenings: &mut Vec<Happening>) {
        let named = acts.into_iter().filter_map(|(_, act)| match act {
            Act::Seal { back } => Some(back),
            _ => None,
        });
        let back = named.fold(SeatSet::EMPTY, SeatSet::union);
        happenings.push(Happening::Sealed);
        happenings.extend(back.iter().map(|seat| Happening::Back { seat }));
        self.present = self.playing().union(back);
        self.next_round(step, back, happenings);
    }

    /// The round after this one, or the match's end.
    fn next_round(&mut self, step: u32, back: SeatSet, happenings: &mut Vec<Happening>) {
        // Who leaves with this very seal is found out with the next keys, by everybody alike; and so is whoever was said to be back
        // and had left, as nobody but they need know that yet.
        let stays = |seat: &Seat| back.contains(*seat) || !self.left_before(u8::from(*seat), step);
        let staying = self.present.iter().filter(stays).count();
        if self.round + 1 < self.charter.rules.rounds() && staying >= Seats::MIN.count() {
            self.round += 1;
            self.attempt = 0;
            self.begin_round(happenings);
        } else {
            self.stage = Stage::Over;
            happenings.push(Happening::MatchOver);
        }
    }

    pub(super) fn take_shown(&mut self, seat: Seat, shown: &Shown) {
        self.counts.openings += 1;
        if let Some(table) = &mut self.table {
            table.hidden.keep_token(shown.slot, seat, shown.token);
            table.hidden.open(shown.slot, shown.tile);
        }
    }

    pub(super) fn take_claim(&mut self, step: u32, seat: Seat, denials: Denials) {
        self.counts.claims += 1;
        let at_scoring = self.charter.proofs == Proofs::AtScoring;
        let Some(table) = &mut self.table else { return };
        for (slot, tiles) in &denials {
            table.hidden.deny(*slot, *tiles);
        }
        if at_scoring && !denials.is_empty() {
            table.hidden.claims.push(OpenClaim { step, seat, denied: denials });
        }
    }

    /// Tells the rules engine what happened. It was asked before, when the contribution was examined.
    pub(super) fn play(&mut self, event: Event) {
        let Some(table) = &mut self.table else { return };
        table.past.take(&table.public, event);
        if table.public.apply(event).is_err() {
            self.stage = Stage::Stopped;
        }
    }

    /// What the rules say is owed next.
    pub(super) fn go_on(&mut self) {
        if self.stage == Stage::Stopped {
            return;
        }
        let Some(table) = &mut self.table else { return };
        let first = table.hidden.next_draw();
        let mut draw = |seat| table.hidden.assign_drawn(seat).map(|slot| (seat, slot));
        let next = match table.public.prompt() {
            Prompt::Engine { .. } => Some(Stage::FindingEngine),
            Prompt::Search { seat, .. } => draw(seat).map(|(seat, slot)| Stage::SearchTokens { seat, slot }),
            Prompt::SearchTogether { seats, .. } => {
                let all_draw = seats.iter().all(|seat| draw(seat).is_some());
                all_draw.then_some(Stage::TogetherTokens { seats, first })
            }
            Prompt::Turn { seat, phase: Phase::PlayDrawn, .. } => {
                draw(seat).map(|(seat, slot)| Stage::DrawTokens { seat, slot })
            }
            Prompt::Turn { seat, .. } => Some(Stage::Turn { seat }),
            Prompt::Over(_) => Some(Stage::Scoring),
            Prompt::Standstill { .. } => Some(Stage::Standstill),
        };
        self.stage = next.unwrap_or(Stage::Stopped);
    }
}

//! The keys of a replay, and what "once round the table" is.

use eframe::egui::{EventFilter, Key, Modifiers, Ui};
use mextrain_core::Seat;

use super::{State, toggle};
use crate::window::timeline::Moment;

/// Arrows step, brackets go once round the table, PgUp and PgDn to the next round, Home and End; Space plays, unless a button
/// has the keyboard, which it then presses.
pub fn take(ui: &Ui, moments: &[Moment], replay: &mut State) {
    let focused = ui.memory(|memory| memory.focused());
    if let Some(id) = focused {
        // Left and right step; they do not go on to the next button.
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let at = replay.at;
    let last = moments.len().saturating_sub(1);
    let round = |at: usize| moments.get(at).map(|moment| moment.round);
    let to = if pressed(Key::ArrowLeft) {
        at.saturating_sub(1)
    } else if pressed(Key::ArrowRight) {
        (at + 1).min(last)
    } else if pressed(Key::OpenBracket) {
        once_back(moments, at)
    } else if pressed(Key::CloseBracket) {
        once_round(moments, at)
    } else if pressed(Key::PageUp) {
        (0..at).rev().find(|other| round(*other) != round(at)).unwrap_or(0)
    } else if pressed(Key::PageDown) {
        (at..=last).find(|other| round(*other) != round(at)).unwrap_or(last)
    } else if pressed(Key::Home) {
        0
    } else if pressed(Key::End) {
        last
    } else {
        if focused.is_none() && pressed(Key::Space) {
            toggle(ui.ctx(), replay);
        }
        return;
    };
    replay.go_to(to);
}

/// Whose turn it is after this moment.
fn acting(moments: &[Moment], at: usize) -> Option<Seat> {
    moments.get(at).and_then(|moment| moment.board.as_ref()).and_then(|board| board.to_act())
}

/// The next moment at which it is the turn again of whose turn it is now, or at which the round is another or over. A turn can
/// take several moments: a draw, a tile kept, a double and what satisfies it.
fn once_round(moments: &[Moment], at: usize) -> usize {
    let last = moments.len().saturating_sub(1);
    let Some(seat) = acting(moments, at) else { return (at + 1).min(last) };
    let round = moments.get(at).map(|moment| moment.round);
    let mut others = false;
    for next in at + 1..=last {
        let now = acting(moments, next);
        if now.is_none()
            || moments.get(next).map(|moment| moment.round) != round
            || (others && now == Some(seat))
        {
            return next;
        }
        others |= now != Some(seat);
    }
    last
}

/// The same backwards: where [`once_round`] from there comes to the beginning of this turn.
fn once_back(moments: &[Moment], at: usize) -> usize {
    let Some(seat) = acting(moments, at) else { return at.saturating_sub(1) };
    let round = moments.get(at).map(|moment| moment.round);
    let begins = |at: usize| {
        acting(moments, at) == Some(seat)
            && (at == 0 || acting(moments, at - 1) != Some(seat))
            && moments.get(at).map(|moment| moment.round) == round
    };
    let other_round =
        |at: &usize| acting(moments, *at).is_none() || moments.get(*at).map(|moment| moment.round) != round;
    let mut others = false;
    for before in (0..at).rev() {
        if other_round(&before) || (others && begins(before)) {
            return before;
        }
        others |= acting(moments, before) != Some(seat);
    }
    0
}

#[cfg(test)]
mod tests {
    use mextrain_core::{Rules, Seats};
    use mextrain_net::charter::Proofs;

    use super::*;
    use crate::window::{tests::desk::whole_round, timeline::Timeline};

    #[test]
    fn once_round_comes_to_the_same_seat_however_many_moments_a_turn_has() {
        let (events, _) = whole_round(3);
        let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
        events.iter().for_each(|event| timeline.told(event));
        let moments = timeline.moments();
        let begin = (1..moments.len()).find(|at| acting(moments, *at).is_some()).unwrap();
        let (mut at, mut rounds, mut longer) = (begin, 0, 0);
        loop {
            let next = once_round(moments, at);
            assert!(next > at);
            if acting(moments, next).is_none() {
                break;
            }
            assert_eq!(acting(moments, next), acting(moments, begin));
            // Everybody else had a turn between.
            let seats: std::collections::BTreeSet<_> =
                (at..next).filter_map(|between| acting(moments, between)).map(Seat::index).collect();
            assert_eq!(seats.len(), 3, "{at} to {next}");
            assert_eq!(once_back(moments, next), at);
            longer += usize::from(next - at > 3);
            rounds += 1;
            at = next;
        }
        assert!(rounds > 5 && longer > 0, "{rounds} {longer}");
    }
}

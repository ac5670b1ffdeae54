//! The question before something is left that waits for this person, or that others wait in.

use eframe::egui::{Id, Modal, Ui};
use mextrain_net::{ledger::Stage, name::Name, session::Snapshot};

use crate::window::{
    widgets::{Button, heading, paragraph},
    words::leaving as text,
};

/// What leaving now would cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stake {
    /// A practice game, which cannot be gone on with.
    Practice,
    /// A match, in which the others wait.
    Match,
    /// A table of one's own, at which these people sit.
    Table(Vec<Name>),
}

/// What leaving this table now would cost; nothing, if nobody would miss anything.
pub fn stake(snapshot: &Snapshot, practice: bool) -> Option<Stake> {
    if snapshot.ended.is_some() {
        return None;
    }
    if let Some(game) = &snapshot.game {
        return match game.stage {
            Stage::Over | Stage::Stopped => None,
            _ if practice => Some(Stake::Practice),
            _ => Some(Stake::Match),
        };
    }
    let lobby = snapshot.lobby.as_ref().filter(|_| snapshot.hosting)?;
    let people = lobby.members.iter().filter(|member| !member.bot && member.key != snapshot.key);
    let people: Vec<Name> = people.map(|member| member.name.clone()).collect();
    (!people.is_empty()).then_some(Stake::Table(people))
}

/// What the person has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To stay.
    Stay,
    /// To leave; a match can be come back to.
    Leave,
    /// To leave a match for good, so that the others go on.
    ForGood,
}

/// Asks whether it is to be left, or the window `closes`, at this price.
pub fn ask(ui: &Ui, stake: &Stake, closes: bool) -> Option<Answer> {
    let mut answer = None;
    let width = (ui.ctx().content_rect().width() - 48.0).min(420.0);
    let modal = Modal::new(Id::new("leave")).show(ui.ctx(), |ui| {
        ui.set_width(width);
        heading(ui, if closes { text::close_title() } else { text::title(stake) });
        paragraph(ui, &text::price(stake));
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::new(text::stay()).main()).clicked() {
                answer = Some(Answer::Stay);
            }
            if ui.add(Button::new(if closes { text::close() } else { text::leave() })).clicked() {
                answer = Some(Answer::Leave);
            }
            if *stake == Stake::Match && !closes && ui.add(Button::new(text::for_good())).clicked() {
                answer = Some(Answer::ForGood);
            }
        });
    });
    if modal.should_close() { answer.or(Some(Answer::Stay)) } else { answer }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mextrain_core::{Rules, Seat};
    use mextrain_net::session::Ended;

    use super::*;
    use crate::window::tests::{desk, lobby::lobby};

    #[test]
    fn what_nobody_would_miss_is_left_without_a_question() {
        // Ada hosts, and Bo sits there; Cy is a bot.
        let table = lobby();
        assert_eq!(stake(&table, false), Some(Stake::Table(vec![Name::clean("Bo")])));
        assert_eq!(stake(&Snapshot { hosting: false, ..table.clone() }, false), None);
        assert_eq!(stake(&Snapshot { ended: Some(Ended::Left), ..table.clone() }, false), None);
        let mut alone = table.clone();
        alone.lobby.as_mut().unwrap().members.remove(1);
        assert_eq!(stake(&alone, false), None);

        let at = |stage| {
            let game = desk::game(&desk::round(3, &Rules::default(), 20), Seat::FIRST, stage);
            Snapshot { game: Some(Arc::new(game)), ..table.clone() }
        };
        assert_eq!(stake(&at(Stage::Keys), false), Some(Stake::Match));
        assert_eq!(stake(&at(Stage::Keys), true), Some(Stake::Practice));
        assert_eq!(stake(&at(Stage::Over), false), None);
        assert_eq!(stake(&at(Stage::Stopped), true), None);
    }
}

//! What can be asked of the window: one list, from which the menu, the shortcuts, the palette and the help come.

use std::path::PathBuf;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use mextrain_net::{place::Location, session::TableConfig};

use super::{scoring::ScoresIntent, screens::house_rules::HouseIntent, seat::Intent, settings::Settings};

/// What a screen asks for.
#[derive(Clone, Debug)]
pub enum Command {
    /// One of the listed actions.
    Do(Action),
    /// Something at the table.
    Table(Intent),
    /// To play on another day: the table is left, and the seat is kept.
    Adjourn,
    /// A table of one's own, and bots beside it.
    Host {
        /// The table.
        table: Box<TableConfig>,
        /// How many automatic players come with it.
        bots: u8,
    },
    /// A seat at somebody's table.
    Join(Location),
    /// To watch the match at somebody's table.
    Watch(Location),
    /// Another match with the people of the one that is over.
    Rematch,
    /// No rematch after all.
    NoRematch,
    /// Back to a match that was begun on this machine: its folder.
    Resume(PathBuf),
    /// A finished match, to look at again: its log.
    Replay(PathBuf),
    /// Every game of the past for the list, and not the newest alone.
    ListAll,
    /// To look for tables anew.
    SearchAgain,
    /// To run the checks of the network anew.
    CheckAgain,
    /// Something with house rules.
    House(HouseIntent),
    /// Something with the scoresheet of a match with tiles of wood.
    Scores(ScoresIntent),
    /// A text for the clipboard.
    Copy(String),
    /// Other settings.
    Set(Box<Settings>),
}

/// What the menu, the palette and the help list, and most shortcuts do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// To the first screen; what would be lost by it is asked about first.
    Home,
    /// Back from a page that lies over the game.
    Back,
    /// The practice game as it was set up last.
    Practice,
    /// The page on which a table is set up.
    Create,
    /// The page on which the scores of a match with tiles of wood are kept.
    KeepScore,
    /// Settings.
    Settings,
    /// The rules of the table, or of this program.
    Rules,
    /// What can be checked when nobody is found.
    Trouble,
    /// The list of all actions, to type into.
    Palette,
    /// Keys and what they do.
    Help,
    /// Everything larger.
    ZoomIn,
    /// Everything smaller.
    ZoomOut,
    /// The usual size.
    ZoomReset,
    /// The scores beside the board.
    Scores,
    /// What has happened, beside the board.
    Log,
    /// What has been checked, beside the board.
    Trust,
    /// Draw a tile.
    Draw,
    /// Pass.
    Pass,
    /// End an opening chain.
    Stop,
    /// Type a move.
    TypeMove,
    /// See a good move.
    Hint,
    /// Let go of what is selected.
    Clear,
    /// Leave the table.
    Leave,
    /// Close the window; what would be lost by it is asked about first.
    Quit,
}

/// What is shown, as far as actions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// No table.
    Home,
    /// A table, but none of its match: the waiting room, or a page that lies over everything.
    Table,
    /// A match, but not its board.
    Match,
    /// The board.
    Board,
}

/// Where an action can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Anywhere.
    Anywhere,
    /// Without a table.
    NoTable,
    /// At a table.
    Table,
    /// On every screen of a match.
    Match,
    /// On the board.
    Board,
}

impl Scope {
    /// Whether that is there.
    pub fn holds(self, place: Place) -> bool {
        match self {
            Scope::Anywhere => true,
            Scope::NoTable => place == Place::Home,
            Scope::Table => place != Place::Home,
            Scope::Match => matches!(place, Place::Match | Place::Board),
            Scope::Board => place == Place::Board,
        }
    }
}

impl Action {
    /// All of them, in the order of menu, palette and help.
    pub const ALL: [Action; 24] = [
        Action::Home,
        Action::Practice,
        Action::Create,
        Action::KeepScore,
        Action::Scores,
        Action::Log,
        Action::Trust,
        Action::Draw,
        Action::Pass,
        Action::Stop,
        Action::TypeMove,
        Action::Hint,
        Action::Clear,
        Action::Leave,
        Action::Settings,
        Action::Rules,
        Action::Trouble,
        Action::Palette,
        Action::Help,
        Action::ZoomIn,
        Action::ZoomOut,
        Action::ZoomReset,
        Action::Back,
        Action::Quit,
    ];

    /// The keys that do it, if any do. Plain letters count only while nothing is being typed.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        let control = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
        match self {
            Action::Scores => plain(Key::S),
            Action::Log => plain(Key::L),
            Action::Trust => plain(Key::V),
            Action::Draw => plain(Key::D),
            Action::Pass => plain(Key::P),
            Action::Stop => plain(Key::E),
            Action::TypeMove => plain(Key::Slash),
            Action::Hint => plain(Key::H),
            Action::Clear => plain(Key::Escape),
            Action::Help => plain(Key::Questionmark),
            Action::Palette => control(Key::K),
            Action::Settings => control(Key::Comma),
            Action::ZoomIn => control(Key::Plus),
            Action::ZoomOut => control(Key::Minus),
            Action::ZoomReset => control(Key::Num0),
            Action::Quit => control(Key::Q),
            Action::Rules => plain(Key::F1),
            Action::Home
            | Action::Back
            | Action::Practice
            | Action::Create
            | Action::KeepScore
            | Action::Trouble
            | Action::Leave => None,
        }
    }

    /// Where it can be used.
    pub fn scope(self) -> Scope {
        match self {
            Action::Scores
            | Action::Log
            | Action::Trust
            | Action::Draw
            | Action::Pass
            | Action::Stop
            | Action::TypeMove
            | Action::Hint => Scope::Board,
            Action::Clear => Scope::Match,
            Action::Leave => Scope::Table,
            Action::Practice | Action::Create => Scope::NoTable,
            _ => Scope::Anywhere,
        }
    }

    /// Whether it is the affair of a match's screens: they find it among [`super::Model::pressed`].
    pub fn is_for_board(self) -> bool {
        matches!(self.scope(), Scope::Match | Scope::Board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_listed_once_and_no_keys_do_two_things() {
        let mut all = Action::ALL.to_vec();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), Action::ALL.len());
        for one in Action::ALL {
            for other in Action::ALL {
                let same = one.shortcut().is_some() && one.shortcut() == other.shortcut();
                assert!(one == other || !same, "{one:?} and {other:?} have the same keys");
            }
        }
    }
}

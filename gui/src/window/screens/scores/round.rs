//! The form for the next round: what everybody still holds, and who went out.

use eframe::egui::{Id, Ui};
use mextrain_core::{Held, Tally};

use crate::{
    scores::{Sheet, Told},
    window::{
        command::Command,
        scoring::ScoresIntent,
        tokens::GAP,
        widgets::{Button, Icon, choice_row, faint, field, heading, paragraph},
        words::{lobby, scores as text},
    },
    wording,
};

/// What has been typed and chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundForm {
    hands: [String; 8],
    ended: Ended,
}

/// How the round is said to have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ended {
    /// Nothing is said: the one whose box is empty went out.
    #[default]
    Unsaid,
    /// The player of this place went out.
    Out(usize),
    /// Nobody did.
    Blocked,
}

impl RoundForm {
    /// The round as it stands in the form, if it can be.
    fn tally(&self, sheet: &Sheet) -> Result<Tally, String> {
        let typed = || sheet.names().iter().zip(&self.hands).enumerate();
        let empty = |hand: &str| hand.trim().is_empty();
        let mut without = typed().filter(|(_, (_, hand))| empty(hand)).map(|(place, _)| place);
        let out = match self.ended {
            Ended::Out(place) => Some(place),
            Ended::Blocked => None,
            // A box that is empty says so only if no other one is.
            Ended::Unsaid => without.next().filter(|_| without.next().is_none()),
        };
        let ended = match out.and_then(|place| sheet.names().get(place)) {
            Some(name) => Some(Told::Out(name.as_str())),
            None => (self.ended == Ended::Blocked).then_some(Told::Blocked),
        };
        let hands = typed().filter(|(_, (_, hand))| !empty(hand));
        let hands = hands.map(|(_, (name, hand))| (name.as_str(), hand.as_str()));
        let told = sheet.tally(hands, ended).and_then(|tally| {
            // Tried on a copy, so that what cannot be is said before it is written down.
            sheet.clone().record(tally.clone()).map(|()| tally)
        });
        told.map_err(|error| lobby::sentence(&wording::scores::entry_error(&error, sheet)))
    }
}

/// Shows the form.
pub(super) fn show(ui: &mut Ui, sheet: &Sheet, form: &mut RoundForm, commands: &mut Vec<Command>) {
    let Some(engine) = sheet.keeper().engine() else {
        heading(ui, &wording::scores::standing(sheet));
        return;
    };
    let number = sheet.keeper().tallies().len() + 1;
    heading(ui, &text::round(number, sheet.keeper().rules().rounds(), engine));
    faint(ui, text::hands());
    let mut entered = false;
    for (place, (name, hand)) in sheet.names().iter().zip(&mut form.hands).enumerate() {
        paragraph(ui, name.as_str());
        let edit = field(ui, Id::new(("hand", place)), hand, &text::hand(name), text::hand_hint(), 420.0);
        entered |= edit.lost_focus() && ui.input(|input| input.key_pressed(eframe::egui::Key::Enter));
        let says = match hand.trim() {
            "" if form.ended == Ended::Out(place) => text::out().to_owned(),
            "" => String::new(),
            typed => match typed.parse::<Held>() {
                Ok(held) => text::points(held.points(sheet.keeper().rules())),
                Err(error) => lobby::sentence(&wording::why::held(&error)),
            },
        };
        // Its line is there before anything stands in it, so that nothing moves.
        faint(ui, if says.is_empty() { " " } else { &says });
    }
    paragraph(ui, text::ended());
    let names = sheet.names().iter().enumerate().map(|(place, name)| (Ended::Out(place), name.as_str()));
    let choices: Vec<(Ended, &str)> = names.chain([(Ended::Blocked, text::blocked())]).collect();
    choice_row(ui, &mut form.ended, &choices);
    ui.add_space(GAP);
    let tally = form.tally(sheet);
    let why_not = tally.as_ref().err().map(String::as_str);
    let width = ui.available_width();
    let clicked = ui
        .add(Button::new(text::record()).with_icon(Icon::Tick).main().unless(why_not).wide(width))
        .clicked();
    let untouched = form.hands.iter().all(String::is_empty);
    faint(ui, why_not.filter(|_| !untouched).unwrap_or(" "));
    if let (true, Ok(tally)) = (clicked || entered, tally) {
        commands.push(Command::Scores(ScoresIntent::Record(tally)));
    }
}

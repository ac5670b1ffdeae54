//! The form for a new sheet: who plays, and what they score by.

use eframe::egui::{Id, Ui};
use mextrain_core::{DoubleBlank, Pip, Preset, Rules, Scoring, Seats, TileSet};
use mextrain_net::name::Name;

use crate::{
    house::Saved,
    scores::Sheet,
    window::{
        command::Command,
        scoring::ScoresIntent,
        tokens::GAP,
        widgets::{
            Button, Icon, card, choice, choice_row, columns, faint, field, heading, paragraph, stepper,
        },
        words::{lobby, scores as text},
    },
    wording,
};

/// What has been typed and chosen.
#[derive(Clone, Debug)]
pub(super) struct Begin {
    seats: u8,
    names: [String; 8],
    rules: Rules,
}

impl Begin {
    /// With the players and rules of the sheet that is there, if one is.
    pub fn new(there: Option<&Sheet>) -> Begin {
        let mut begin = Begin { seats: 4, names: Default::default(), rules: Rules::default() };
        if let Some(sheet) = there {
            begin.seats = sheet.keeper().board().seats().value();
            begin.rules = *sheet.keeper().rules();
            for (typed, name) in begin.names.iter_mut().zip(sheet.names()) {
                *typed = name.to_string();
            }
        }
        begin
    }

    fn sheet(&self) -> Result<Sheet, String> {
        let names = self.names.iter().take(usize::from(self.seats)).zip(1..);
        let names = names.map(|(name, number)| {
            Name::parse(name)
                .map_err(|error| format!("{}: {}", text::player(number), wording::why::name(&error)))
        });
        let sheet = Sheet::begin(names.collect::<Result<_, _>>()?, &self.rules);
        sheet.map_err(|error| lobby::sentence(&wording::scores::sheet_error(&error)))
    }
}

/// Shows the form; `false` once it is not wanted any more. `there` is whether a sheet is there already.
pub(super) fn show(
    ui: &mut Ui,
    form: &mut Begin,
    house: &[Saved],
    there: bool,
    commands: &mut Vec<Command>,
) -> bool {
    let mut rules = form.rules;
    let mut wanted = true;
    columns(
        ui,
        |ui| {
            card(ui, |ui| {
                heading(ui, text::new());
                faint(ui, text::about());
                ui.horizontal_wrapped(|ui| {
                    paragraph(ui, text::players());
                    stepper(ui, &mut form.seats, Seats::MIN.value()..=Seats::MAX.value(), text::players());
                });
                for (name, number) in form.names.iter_mut().take(usize::from(form.seats)).zip(1..) {
                    let label = text::player(number);
                    field(ui, Id::new(("player", number)), name, &label, &label, 320.0);
                }
            });
            card(ui, |ui| wanted = begin(ui, form, there, commands));
        },
        |ui| {
            card(ui, |ui| scored_by(ui, &mut rules, house));
        },
    );
    form.rules = rules;
    wanted
}

fn begin(ui: &mut Ui, form: &Begin, there: bool, commands: &mut Vec<Command>) -> bool {
    let sheet = form.sheet();
    let why_not = sheet.as_ref().err().map(String::as_str);
    if let Some(why_not) = why_not {
        faint(ui, why_not);
    }
    let width = ui.available_width();
    let clicked = ui
        .add(Button::new(text::begin()).with_icon(Icon::Forward).main().unless(why_not).wide(width))
        .clicked();
    if let (true, Ok(sheet)) = (clicked, &sheet) {
        commands.push(Command::Scores(ScoresIntent::Begin(Box::new(sheet.clone()))));
    }
    if !there {
        return true;
    }
    faint(ui, text::kept());
    !ui.add(Button::new(text::cancel())).clicked()
}

fn scored_by(ui: &mut Ui, rules: &mut Rules, house: &[Saved]) {
    heading(ui, text::rules());
    ui.horizontal_wrapped(|ui| {
        for preset in Preset::ALL {
            if choice(ui, rules.preset() == Some(preset), preset.name()) {
                *rules = preset.rules().with_set(rules.set());
            }
        }
        for saved in house {
            if choice(ui, saved.rules == *rules, saved.name.as_str()) {
                *rules = saved.rules;
            }
        }
    });
    ui.add_space(GAP);
    paragraph(ui, lobby::set());
    let mut set = rules.set();
    let sets = [(TileSet::DoubleTwelve, lobby::double_twelve()), (TileSet::DoubleNine, lobby::double_nine())];
    if choice_row(ui, &mut set, &sets) {
        *rules = rules.with_set(set);
    }
    ui.horizontal_wrapped(|ui| {
        paragraph(ui, text::first());
        let mut first = rules.first_engine().value();
        if stepper(ui, &mut first, 0..=rules.set().highest().value(), text::first())
            && let Some(engine) = Pip::new(first)
        {
            *rules = rules.with_first_engine(engine);
        }
    });
    paragraph(ui, text::double_blank());
    let [fifty, zero, twenty_five] = text::double_blanks();
    let blanks =
        [(DoubleBlank::Fifty, fifty), (DoubleBlank::Zero, zero), (DoubleBlank::TwentyFive, twenty_five)];
    choice_row(ui, &mut rules.double_blank, &blanks);
    paragraph(ui, text::scoring());
    let [losers, winner] = text::scorings();
    choice_row(ui, &mut rules.scoring, &[(Scoring::LosersCount, losers), (Scoring::WinnerTakes, winner)]);
    faint(ui, &wording::options::in_words(rules));
}

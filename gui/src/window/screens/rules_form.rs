//! What is played, to be chosen: when a table is set up, and when its host changes it later.

use eframe::egui::Ui;
use mextrain_core::{Pip, Preset, Rules, Seats, SettingError, TileSet};
use mextrain_net::{
    absence::{Absence, Grace},
    charter::{Proofs, check_rules},
    lobby::Agreement,
};

use crate::{
    window::{
        tokens::GAP,
        widgets::{choice, choice_row, faint, paragraph, stepper, switch},
        words::{absent, lobby as text},
    },
    wording,
};

/// The grace times to choose from, in seconds.
const GRACE_TIMES: [u16; 5] = [30, 60, 120, 300, 600];

/// What has been chosen.
#[derive(Clone, Debug)]
pub struct RulesForm {
    /// The rules.
    pub rules: Rules,
    /// When claims are proven.
    pub proofs: Proofs,
    /// What is done about players who are away.
    pub absence: Absence,
    all_options: bool,
}

impl RulesForm {
    /// As these are.
    pub fn new(rules: Rules, proofs: Proofs, absence: Absence) -> RulesForm {
        RulesForm { rules, proofs, absence, all_options: false }
    }

    /// The same with seats: what a table agrees on.
    pub fn agreement(&self, seats: Seats) -> Agreement {
        Agreement { seats, rules: self.rules, proofs: self.proofs, absence: self.absence.possible(seats) }
    }

    /// Shows what there is to choose from.
    pub fn show(&mut self, ui: &mut Ui) {
        for preset in Preset::ALL {
            let rules = preset.rules().with_set(self.rules.set());
            if choice(ui, self.rules.preset() == Some(preset), preset.name()) {
                self.rules = rules;
            }
            faint(ui, wording::options::preset(preset));
        }
        paragraph(ui, text::set());
        let mut set = self.rules.set();
        let sets =
            [(TileSet::DoubleTwelve, text::double_twelve()), (TileSet::DoubleNine, text::double_nine())];
        if choice_row(ui, &mut set, &sets) {
            self.rules = self.rules.with_set(set);
        }
        ui.horizontal_wrapped(|ui| {
            paragraph(ui, text::rounds());
            let mut rounds = self.rules.rounds();
            let most = u8::from(self.rules.set().highest()) + 1;
            if stepper(ui, &mut rounds, 1..=most, text::rounds())
                && let Some(engine) = rounds.checked_sub(1).and_then(Pip::new)
            {
                self.rules = self.rules.with_first_engine(engine);
            }
        });
        paragraph(ui, text::proofs_heading());
        let proofs = [Proofs::EveryTurn, Proofs::AtScoring].map(|mode| (mode, text::proofs(mode)));
        choice_row(ui, &mut self.proofs, &proofs);
        self.grace(ui);
        ui.add_space(GAP);
        switch(ui, &mut self.all_options, text::options());
        if self.all_options {
            options(ui, &mut self.rules);
        }
    }
}

impl RulesForm {
    fn grace(&mut self, ui: &mut Ui) {
        paragraph(ui, absent::grace());
        let mut times = GRACE_TIMES.to_vec();
        if let Err(place) = times.binary_search(&self.absence.grace) {
            // What the table has agreed on in the terminal.
            times.insert(place, self.absence.grace);
        }
        let texts: Vec<String> = times.iter().map(|time| Grace(*time).to_string()).collect();
        let choices: Vec<(u16, &str)> = times.into_iter().zip(texts.iter().map(String::as_str)).collect();
        choice_row(ui, &mut self.absence.grace, &choices);
        faint(ui, &wording::absent::grace(Grace(self.absence.grace)));
        switch(ui, &mut self.absence.keep_going, absent::keep_going());
        faint(ui, wording::absent::keep_going(self.absence.keep_going));
    }
}

/// Every option in a sentence; where there are several values that can be played, a button for each.
fn options(ui: &mut Ui, rules: &mut Rules) {
    for (key, value) in rules.pairs() {
        if matches!(key, "set" | "first_engine") {
            continue;
        }
        let values: Vec<String> =
            values(key).into_iter().filter(|value| can_be_played(rules, key, value)).collect();
        faint(ui, &wording::options::sentence(key, &value));
        if values.len() < 2 {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            for one in &values {
                if choice(ui, *one == value, one) {
                    // It was tried a moment ago.
                    let _ = rules.set_option(key, one);
                }
            }
        });
    }
}

fn can_be_played(rules: &Rules, key: &str, value: &str) -> bool {
    let mut tried = *rules;
    tried.set_option(key, value).is_ok() && check_rules(&tried, Seats::MIN).is_ok()
}

/// The names of an option's values. The engine tells them to whoever asks for one that does not exist.
fn values(key: &str) -> Vec<String> {
    match Rules::default().set_option(key, "") {
        Err(SettingError::UnknownValue { allowed, .. }) => {
            allowed.split(", ").filter(|value| !value.contains(' ')).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_values_that_it_takes() {
        for (key, value) in Rules::default().pairs() {
            if key == "first_engine" {
                continue;
            }
            let values = values(key);
            assert!(values.contains(&value), "{key}: {values:?} lacks {value}");
            for value in values {
                assert!(Rules::default().set_option(key, &value).is_ok(), "{key} = {value}");
            }
        }
    }
}

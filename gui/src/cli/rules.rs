//! `mextrain rules`: presets and house rules, and what their options mean.

use mextrain_core::{Preset, Rules, Seats};
use serde::Serialize;

use super::{
    Exit, Failure, Outcome,
    arguments::{self, Global},
    console::Console,
    house,
};
use crate::wording::{self, card::Card};

#[derive(Serialize)]
struct Listing {
    schema: &'static str,
    presets: Vec<RulesShown>,
    /// The house rules that are kept.
    saved: Vec<RulesShown>,
    /// Other rules that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesShown>,
}

#[derive(Serialize)]
struct RulesShown {
    /// The preset's name, or that of house rules; empty for rules without one.
    name: String,
    about: String,
    /// The rules as a text to send to somebody.
    text: String,
    options: Vec<OptionShown>,
    /// What people may know from elsewhere and is not used here.
    unused: Vec<&'static str>,
    #[serde(skip)]
    card: Card,
    #[serde(skip)]
    chart: String,
}

#[derive(Serialize)]
struct OptionShown {
    name: &'static str,
    value: String,
    sentence: String,
}

/// Lists the presets and house rules, shows rules as a card, keeps them, shares them, or forgets them.
pub fn run(options: &arguments::Rules, global: &Global, console: &Console) -> Outcome {
    if let Some(name) = &options.forget {
        let forgotten = house::open(global)?.forget(name).map_err(|error| house::failure(&error))?;
        console.note(wording::house::forgotten(&forgotten.name));
        return Ok(Exit::Success);
    }
    let asked =
        options.rules.is_some() || !options.changes.is_empty() || options.save.is_some() || options.share;
    if !asked {
        return list(global, console);
    }
    let named = options.rules.as_deref().unwrap_or(Preset::default().name());
    let rules = house::rules(named, &options.changes, global)?;
    // Rules for nobody are neither kept nor sent on.
    rules.check(Seats::MIN).map_err(|errors| Failure::unplayable(&errors))?;
    if let Some(name) = &options.save {
        let replaced = house::open(global)?.keep(name, &rules).map_err(|error| house::failure(&error))?;
        console.note(wording::house::kept(name.trim(), replaced));
    }
    show(options, named, &rules, console)?;
    Ok(Exit::Success)
}

fn show(options: &arguments::Rules, named: &str, rules: &Rules, console: &Console) -> Result<(), Failure> {
    if options.share && !console.json() {
        return Ok(console.line(rules.to_text())?);
    }
    let preset = Preset::parse(named.trim()).filter(|preset| preset.rules() == *rules);
    let shown = match preset {
        Some(preset) => preset_shown(preset),
        None => shown(options.save.as_deref().unwrap_or_default(), wording::options::in_words(rules), rules),
    };
    if !console.json() {
        return if options.save.is_some() { Ok(()) } else { Ok(in_full(&shown, console)?) };
    }
    let (presets, rules) = if preset.is_some() { (vec![shown], None) } else { (Vec::new(), Some(shown)) };
    console.value(&Listing { schema: "mextrain.rules/1", presets, saved: Vec::new(), rules })?;
    Ok(())
}

fn list(global: &Global, console: &Console) -> Outcome {
    let presets: Vec<RulesShown> = Preset::ALL.into_iter().map(preset_shown).collect();
    let house = house::open(global);
    let saved = house.as_ref().map(|house| house.saved()).unwrap_or_default().iter();
    let saved: Vec<RulesShown> = saved
        .map(|saved| shown(saved.name.as_str(), wording::options::in_words(&saved.rules), &saved.rules))
        .collect();
    if console.json() {
        console.value(&Listing { schema: "mextrain.rules/1", presets, saved, rules: None })?;
    } else {
        for one in presets.iter().chain(&saved) {
            console.line(format_args!("{:<12} {}", one.name, one.about))?;
        }
        console.line(format_args!("\n{}", wording::commands::more_about_rules()))?;
    }
    // The presets are there all the same.
    house.map(|_| Exit::Success)
}

fn preset_shown(preset: Preset) -> RulesShown {
    shown(preset.name(), wording::options::preset(preset).to_owned(), &preset.rules())
}

fn shown(name: &str, about: String, rules: &Rules) -> RulesShown {
    let options = rules.pairs().into_iter().map(|(name, value)| OptionShown {
        name,
        sentence: wording::options::sentence(name, &value),
        value,
    });
    let card = wording::card::card(rules, None);
    RulesShown {
        name: name.to_owned(),
        about,
        text: rules.to_text(),
        options: options.collect(),
        unused: card.unused.clone(),
        card,
        chart: chart(rules),
    }
}

fn in_full(rules: &RulesShown, console: &Console) -> std::io::Result<()> {
    match rules.name.as_str() {
        "" => console.line(console.strong(&rules.about))?,
        name => console.line(format_args!("{}: {}", console.strong(name), rules.about))?,
    }
    for option in &rules.options {
        let setting = format!("{} = {}", option.name, option.value);
        console.line(format_args!("  {setting:<34} {}", option.sentence))?;
    }
    console.line(&rules.chart)?;
    console.line(format_args!("  {}\n", wording::commands::as_a_text(&rules.text)))?;
    console.line(rules.card.text(|heading| console.strong(heading)))
}

/// How many tiles are dealt to 2, 3, … 8 seats.
fn chart(rules: &Rules) -> String {
    let mut lines = format!("  {}", wording::commands::tiles_a_seat());
    for set in mextrain_core::TileSet::ALL {
        let rules = rules.with_set(set);
        let size = |seats: Seats| match rules.check(seats) {
            Ok(()) => rules.hand_size(seats).to_string(),
            Err(_) => "-".to_owned(),
        };
        let sizes: Vec<String> = (2..=8).filter_map(Seats::new).map(size).collect();
        lines += &format!("\n    {:<14} {}", set.name(), sizes.join(" "));
    }
    lines
}

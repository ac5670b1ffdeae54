//! `mextrain rules`: the presets, and what their options mean.

use mextrain_core::{Preset, Seats};
use serde::Serialize;

use super::{Exit, Outcome, arguments, console::Console};
use crate::wording::{self, card::Card};

#[derive(Serialize)]
struct Listing {
    schema: &'static str,
    presets: Vec<PresetShown>,
}

#[derive(Serialize)]
struct PresetShown {
    name: &'static str,
    about: &'static str,
    options: Vec<OptionShown>,
    /// What people may know from elsewhere and is not used here.
    unused: Vec<&'static str>,
    #[serde(skip)]
    card: Card,
}

#[derive(Serialize)]
struct OptionShown {
    name: &'static str,
    value: String,
    sentence: String,
}

/// Lists the presets, or everything about one of them.
pub fn run(options: &arguments::Rules, console: &Console) -> Outcome {
    let chosen: Vec<Preset> = match options.preset {
        Some(preset) => vec![preset],
        None => Preset::ALL.to_vec(),
    };
    let presets: Vec<PresetShown> = chosen.into_iter().map(show).collect();
    if console.json() {
        console.value(&Listing { schema: "mextrain.rules/1", presets })?;
    } else if options.preset.is_some() {
        presets.iter().try_for_each(|preset| in_full(preset, console))?;
    } else {
        for preset in &presets {
            console.line(format_args!("{:<12} {}", preset.name, preset.about))?;
        }
        console.line("\n\"mextrain rules PRESET\" tells what each option means.")?;
    }
    Ok(Exit::Success)
}

fn show(preset: Preset) -> PresetShown {
    let rules = preset.rules();
    let options = rules.pairs().into_iter().map(|(name, value)| OptionShown {
        name,
        sentence: wording::options::sentence(name, &value),
        value,
    });
    let card = wording::card::card(&rules, None);
    PresetShown {
        name: preset.name(),
        about: wording::options::preset(preset),
        options: options.collect(),
        unused: card.unused.clone(),
        card,
    }
}

fn in_full(preset: &PresetShown, console: &Console) -> std::io::Result<()> {
    console.line(format_args!("{}: {}", console.strong(preset.name), preset.about))?;
    for option in &preset.options {
        let setting = format!("{} = {}", option.name, option.value);
        console.line(format_args!("  {setting:<34} {}", option.sentence))?;
    }
    if let Some(chart) = chart(preset.name) {
        console.line(chart)?;
    }
    for part in &preset.card.parts {
        console.line(format_args!("\n{}", console.strong(part.heading)))?;
        part.lines.iter().try_for_each(|line| console.line(format_args!("  {}", line.text)))?;
    }
    console.line(format_args!("\n{}", console.strong(wording::card::UNUSED)))?;
    preset.unused.iter().try_for_each(|text| console.line(format_args!("  {text}")))
}

/// How many tiles are dealt to 2, 3, … 8 seats.
fn chart(preset: &str) -> Option<String> {
    let rules = Preset::parse(preset)?.rules();
    let mut lines = "  tiles a seat, for 2 to 8 seats:".to_owned();
    for set in mextrain_core::TileSet::ALL {
        let rules = rules.with_set(set);
        let sizes: Vec<String> =
            (2..=8).filter_map(Seats::new).map(|seats| rules.hand_size(seats).to_string()).collect();
        lines += &format!("\n    {:<14} {}", set.name(), sizes.join(" "));
    }
    Some(lines)
}

//! What is remembered about the person in front of the window, in a file that people can read and change.
//!
//! `settings.toml` lies in the profile's folder of the system's place for settings. A value that is missing is the usual one. A file
//! with a mistake in it is moved aside and never written over: all but the mistake may be what somebody wants to keep. Nothing here is
//! a secret.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mextrain_core::{Tile, bot::Level};
use mextrain_net::name::Name;
use serde::{Deserialize, Serialize};

use super::words::settings as text;
use crate::{
    kept::move_aside,
    wording::{language::Language, sentence::Sentence, why},
};

/// A settings file is not larger; whatever is, is no settings file.
const LIMIT: u64 = 64 * 1024;

/// How the window is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// As the system is.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

/// How a tile shows its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TileFace {
    /// As numerals.
    #[default]
    Numerals,
    /// As pips.
    Pips,
    /// As both.
    Both,
}

/// How the hand is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandOrder {
    /// By the lower value, then the higher.
    #[default]
    Value,
    /// Doubles first, then by value.
    Doubles,
    /// The most pips first.
    Weight,
    /// What can be played first.
    Playable,
    /// As the person laid them: see [`Settings::hand`].
    Own,
}

/// How large the window was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowSize {
    /// In points.
    pub width: f32,
    /// In points.
    pub height: f32,
    /// Whether it filled the screen.
    pub maximized: bool,
}

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    /// What the player is called; the system's name for them, if empty.
    pub name: String,
    /// The language; the system's, if `None`.
    pub language: Option<Language>,
    /// Dark, light, or as the system is.
    pub colours: Colours,
    /// How large everything is; 1 is usual.
    pub zoom: f32,
    /// How tiles show their values.
    pub tiles: TileFace,
    /// How the hand is sorted.
    pub hand_order: HandOrder,
    /// The order by hand, for [`HandOrder::Own`]: tiles as texts; what is not held is passed over, what is not named comes last.
    pub hand: Vec<String>,
    /// Whether a move has to be confirmed before it is made; on a touch screen only, if `None`.
    pub confirm: Option<bool>,
    /// Whether nothing moves on the screen.
    pub reduce_motion: bool,
    /// Whether the game is heard.
    pub sounds: bool,
    /// The port to listen on; the usual one if it is free, else any, if `None`.
    pub port: Option<u16>,
    /// Bots in a practice game.
    pub practice_bots: u8,
    /// How well each of them plays; whoever is not listed, steadily.
    pub practice_levels: Vec<Level>,
    /// Whether a practice game is played with the double-nine set.
    pub practice_double_nine: bool,
    /// Rounds of a practice game; all of them, if 0.
    pub practice_rounds: u8,
    /// How large the window was when it was closed.
    pub window: Option<WindowSize>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: String::new(),
            language: None,
            colours: Colours::default(),
            zoom: 1.0,
            tiles: TileFace::default(),
            hand_order: HandOrder::default(),
            hand: Vec::new(),
            confirm: None,
            reduce_motion: false,
            sounds: true,
            port: None,
            practice_bots: 3,
            practice_levels: Vec::new(),
            practice_double_nine: true,
            practice_rounds: 3,
            window: None,
        }
    }
}

/// What a settings file came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The settings in it, or the usual ones.
    pub settings: Settings,
    /// What is wrong with it, in a sentence.
    pub trouble: Option<Sentence>,
    /// Whether changes may be written to it: not where something lies that could be neither read nor moved aside.
    pub keep: bool,
}

impl Settings {
    /// The settings in this file, or the usual ones; see [`Loaded`].
    pub fn load(path: &Path) -> Loaded {
        let usual = |trouble, keep| Loaded { settings: Settings::default(), trouble, keep };
        let read = fs::metadata(path).and_then(|file| match file.len() {
            0..=LIMIT => fs::read_to_string(path),
            _ => Err(io::Error::new(io::ErrorKind::FileTooLarge, text::too_large())),
        });
        let why = match read.map(|text| Settings::parse(&text)) {
            Ok(Ok((settings, trouble))) => return Loaded { settings, trouble, keep: true },
            Err(error) if error.kind() == io::ErrorKind::NotFound => return usual(None, true),
            Ok(Err(error)) => error.message().to_owned(),
            Err(error) if is_content(&error) => error.to_string(),
            // It may be as it should be, and is only out of reach now.
            Err(error) => return usual(Some(out_of_reach(path, error.to_string())), false),
        };
        match move_aside(path, "unusable") {
            Ok(aside) => {
                let path = path.to_owned();
                usual(Some(Sentence::new(move || text::moved_aside(&path, &why, &aside))), true)
            }
            Err(_) => usual(Some(out_of_reach(path, why)), false),
        }
    }

    /// Writes them.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let text = toml::to_string_pretty(self).map_err(io::Error::other)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        mextrain_net::folders::replace_private(path, text.as_bytes())
    }

    /// How well each bot of a practice game plays.
    pub fn levels(&self) -> [Level; 7] {
        std::array::from_fn(|place| self.practice_levels.get(place).copied().unwrap_or_default())
    }

    /// The order by hand, as tiles.
    pub fn hand_by_hand(&self) -> Vec<Tile> {
        self.hand.iter().filter_map(|text| text.parse().ok()).collect()
    }

    /// The settings in a text, and a sentence where a value of it cannot be used though it may be meant well.
    fn parse(text: &str) -> Result<(Settings, Option<Sentence>), toml::de::Error> {
        let mut table: toml::Table = toml::from_str(text)?;
        let mut trouble = None;
        // A file of a later version, or of somebody who hoped for the language: the rest of it is as good as ever.
        if let Some(toml::Value::String(tag)) = table.get("language") {
            let known = Language::of_tag(tag);
            if known.is_none() {
                let tag: String = tag.chars().take(24).collect();
                trouble = Some(Sentence::new(move || text::no_language(&tag)));
            }
            match known {
                Some(language) => table.insert("language".to_owned(), language.tag().into()),
                None => table.remove("language"),
            };
        }
        let (settings, name_trouble) = table.try_into::<Settings>()?.sound();
        let trouble = match (trouble, name_trouble) {
            (Some(one), Some(other)) => {
                Some(Sentence::new(move || format!("{} {}", one.text(), other.text())))
            }
            (one, other) => one.or(other),
        };
        Ok((settings, trouble))
    }

    /// The same settings with every value in its range, whatever the file said; and a sentence where that makes another of it.
    fn sound(mut self) -> (Settings, Option<Sentence>) {
        self.zoom = if self.zoom.is_finite() { self.zoom.clamp(ZOOM_LEAST, ZOOM_MOST) } else { 1.0 };
        self.practice_bots = self.practice_bots.clamp(1, 7);
        self.practice_levels.truncate(7);
        self.practice_rounds = self.practice_rounds.min(13);
        self.hand.truncate(91);
        let sound = |size: &WindowSize| {
            let fits = |length: f32| length.is_finite() && (200.0..=20_000.0).contains(&length);
            fits(size.width) && fits(size.height)
        };
        self.window = self.window.filter(sound);
        let wrong = if self.name.trim().is_empty() { None } else { Name::parse(&self.name).err() };
        let trouble = wrong.map(|error| Sentence::new(move || text::no_name(&why::name(&error))));
        if trouble.is_some() {
            self.name.clear();
        }
        (self, trouble)
    }
}

/// The smallest zoom.
pub const ZOOM_LEAST: f32 = 0.75;

/// The largest zoom.
pub const ZOOM_MOST: f32 = 2.0;

/// The file for a profile's settings, `None` where the system has no place for settings.
pub fn file(profile: &str) -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "mextrain")?;
    Some(folders.config_dir().join(profile).join("settings.toml"))
}

fn out_of_reach(path: &Path, why: String) -> Sentence {
    let path = path.to_owned();
    Sentence::new(move || text::out_of_reach(&path, &why))
}

/// Whether an error is about what is in the file, and not about getting at it.
fn is_content(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::FileTooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(settings: Settings) -> Loaded {
        Loaded { settings, trouble: None, keep: true }
    }

    #[test]
    fn settings_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/settings.toml");
        assert_eq!(Settings::load(&path), loaded(Settings::default()));
        let settings = Settings {
            name: "Ada \"the\" ö".to_owned(),
            zoom: 1.5,
            hand: vec!["4-7".to_owned(), "0-0".to_owned()],
            hand_order: HandOrder::Own,
            confirm: Some(true),
            sounds: false,
            reduce_motion: true,
            port: Some(4711),
            window: Some(WindowSize { width: 800.0, height: 600.0, maximized: true }),
            ..Settings::default()
        };
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), loaded(settings.clone()));
        assert_eq!(settings.hand_by_hand().len(), 2);
    }

    #[test]
    fn a_file_with_a_mistake_is_moved_aside_and_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let large = format!("name = \"{}\"", "a".repeat(LIMIT as usize));
        let texts: [&[u8]; 6] =
            [b"zoom = \"big\"", b"[[[", b"\0", b"port = 70000", b"\xff", large.as_bytes()];
        for (number, text) in texts.into_iter().enumerate() {
            fs::write(&path, text).unwrap();
            let Loaded { settings, trouble, keep } = Settings::load(&path);
            assert_eq!((settings, keep), (Settings::default(), true));
            let aside = folder.path().join(format!("settings.unusable-{}.toml", number + 1));
            assert!(trouble.unwrap().text().contains(&aside.display().to_string()), "{number}");
            // Nothing of any of them is lost by what is written now.
            Settings::default().save(&path).unwrap();
            assert_eq!(fs::read(aside).unwrap(), text);
        }
        assert_eq!(Settings::load(&path), loaded(Settings::default()));
    }

    #[test]
    fn what_cannot_be_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        // A folder where the file should be can be neither read nor taken for settings.
        let path = folder.path().join("settings.toml");
        fs::create_dir(&path).unwrap();
        let Loaded { trouble, keep, .. } = Settings::load(&path);
        assert!(trouble.unwrap().text().contains("settings.toml") && !keep);
        assert!(path.is_dir());
    }

    #[test]
    fn a_name_that_is_none_is_said_to_be_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(&path, "name = \"a name of more than twenty-four signs\"\nsounds = false").unwrap();
        let Loaded { settings, trouble, keep } = Settings::load(&path);
        assert!(trouble.unwrap().text().contains("24") && keep);
        assert_eq!(settings, Settings { sounds: false, ..Settings::default() });
    }

    #[test]
    fn a_language_that_is_not_spoken_costs_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let load = |language: &str| {
            fs::write(&path, format!("language = \"{language}\"\nsounds = false")).unwrap();
            Settings::load(&path)
        };
        let quiet = Settings { sounds: false, ..Settings::default() };
        let Loaded { settings, trouble, keep } = load("fr");
        assert_eq!((settings, keep), (quiet.clone(), true));
        let trouble = trouble.unwrap().text();
        assert!(trouble.contains("\"fr\"") && path.exists(), "{trouble}");
        // Tags as systems write them are understood.
        assert_eq!(load("de-AT"), loaded(Settings { language: Some(Language::German), ..quiet }));
    }

    #[test]
    fn bots_that_are_not_listed_play_steadily() {
        let some = Settings { practice_levels: vec![Level::Sharp, Level::Easy], ..Settings::default() };
        assert_eq!(some.levels()[..3], [Level::Sharp, Level::Easy, Level::Steady]);
        let text = toml::to_string(&some).unwrap();
        assert!(text.contains("practice-levels = [\"sharp\", \"easy\"]"), "{text}");
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), some);
        let (many, _) = Settings { practice_levels: vec![Level::Easy; 90], ..some }.sound();
        assert_eq!(many.practice_levels.len(), 7);
    }

    #[test]
    fn values_out_of_range_are_brought_into_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(
            &path,
            "zoom = nan\npractice-bots = 90\n[window]\nwidth = inf\nheight = 3.0\nmaximized = false",
        )
        .unwrap();
        let Loaded { settings, trouble, .. } = Settings::load(&path);
        assert_eq!((settings.zoom, settings.practice_bots, settings.window), (1.0, 7, None));
        assert_eq!(trouble, None);
    }
}

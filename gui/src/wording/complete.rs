//! That every language has every sentence, and the program needs each of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue, concurrent::FluentBundle};
use mextrain_core::Rules;

use super::{language::Language, text};

/// What may be the same in every language: names, what is typed, and signs.
const SAME: [&str; 18] = [
    "absent-time",
    "absent-time-short",
    "chat-choice",
    "window-house-paste-hint",
    "window-lobby-about-table-code",
    "window-lobby-bots",
    "window-mod-title",
    "window-pages-key-tab",
    "window-play-for-so-long",
    "window-play-whole-title",
    "window-replay-json",
    "window-replay-pause",
    "window-replay-text",
    "window-replay-with-checks",
    "window-round-end-by-then",
    "window-round-end-score",
    "window-round-end-total",
    "window-widgets-of",
];

/// A message of a file.
#[derive(Default)]
struct Message {
    text: String,
    /// The names it takes, those included that are taken by messages within it.
    names: BTreeSet<String>,
    /// Messages within it.
    parts: BTreeSet<String>,
}

type Messages = BTreeMap<String, Message>;

/// Read line by line, which is enough for how these files are written.
fn messages(language: Language) -> Messages {
    let mut all = Messages::new();
    let mut key = String::new();
    for line in
        text::sources(language).iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#'))
    {
        let mut rest = line;
        if line.starts_with(|first: char| first.is_ascii_lowercase())
            && let Some((name, text)) = line.split_once(" =")
        {
            (key, rest) = (name.to_owned(), text);
            let before = all.insert(key.clone(), Message::default());
            assert!(before.is_none(), "{key} is there twice in {language:?}");
        }
        let Some(message) = all.get_mut(&key) else { continue };
        message.text += rest.trim();
        message.text.push('\n');
        message.names.extend(rest.split('$').skip(1).map(|part| leading(part, &['_'])));
        let inner = rest.split("{ ").skip(1).map(|part| leading(part, &['_', '-']));
        message.parts.extend(inner.filter(|part| !part.is_empty()));
    }
    let names: BTreeMap<String, BTreeSet<String>> =
        all.iter().map(|(key, message)| (key.clone(), message.names.clone())).collect();
    for message in all.values_mut() {
        let inner = message.parts.iter().filter_map(|part| names.get(part));
        message.names.extend(inner.flatten().cloned());
    }
    all
}

/// The letters, digits and these signs that a text begins with.
fn leading(text: &str, signs: &[char]) -> String {
    text.chars().take_while(|sign| sign.is_ascii_alphanumeric() || signs.contains(sign)).collect()
}

/// A sentence that the program needs: its key, the names it is given, and where.
struct Need {
    key: String,
    names: BTreeSet<String>,
    file: String,
}

/// Every `say!` and every line of `texts!` in the program's sources.
fn needs() -> Vec<Need> {
    let mut all = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // The one explains both, the other is this.
            let ours =
                ["text.rs", "complete.rs"].iter().any(|name| path.ends_with(format!("wording/{name}")));
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !ours {
                let source = fs::read_to_string(&path).unwrap();
                let file = path.display().to_string();
                let found = said(&source).into_iter().chain(declared(&source));
                all.extend(found.map(|(key, names)| Need { key, names, file: file.clone() }));
            }
        }
    }
    all
}

/// `say!("key", name = …, name = …)`
fn said(source: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut all = Vec::new();
    for rest in source.split("say!(").skip(1) {
        let Some((key, rest)) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'))
        else {
            continue;
        };
        let (mut depth, mut quoted, mut before) = (1_u32, false, ' ');
        let mut names = BTreeSet::new();
        for (at, sign) in rest.char_indices() {
            match sign {
                '"' if before != '\\' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 1 => {
                    let next = rest[at + 1..].trim_start();
                    let name = leading(next, &['_']);
                    if next[name.len()..].starts_with(" = ") {
                        names.insert(name);
                    }
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            before = sign;
        }
        all.push((key.to_owned(), names));
    }
    all
}

/// `fn function(name: Kind, name: Kind) => "key";`
fn declared(source: &str) -> Vec<(String, BTreeSet<String>)> {
    let lines = source.split(';').filter_map(|line| line.rsplit_once(") => \""));
    let sentences =
        lines.filter_map(|(head, key)| Some((head.rsplit_once("fn ")?.1, key.strip_suffix('"')?)));
    let names = |head: &str| -> BTreeSet<String> {
        let arguments = head.split_once('(').map_or("", |(_, arguments)| arguments);
        arguments
            .split(',')
            .filter_map(|one| one.split_once(':'))
            .map(|(name, _)| name.trim().to_owned())
            .collect()
    };
    sentences.map(|(head, key)| (key.to_owned(), names(head))).collect()
}

#[test]
fn every_file_can_be_read_to_its_end() {
    for language in Language::ALL {
        let mut bundle = FluentBundle::new_concurrent(vec![language.tag().parse().unwrap()]);
        for source in text::sources(language) {
            let resource = FluentResource::try_new((*source).to_owned());
            let resource = resource.map_err(|(_, errors)| errors).unwrap();
            assert_eq!(bundle.add_resource(resource).map_err(|errors| format!("{errors:?}")), Ok(()));
        }
    }
}

#[test]
fn every_language_has_the_same_messages_with_the_same_names() {
    let english = messages(Language::English);
    assert!(english.len() > 500);
    for language in Language::ALL {
        let other = messages(language);
        let keys = |messages: &Messages| messages.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&english), keys(&other), "{language:?}");
        for (key, message) in &english {
            assert_eq!(message.names, other[key].names, "{key} in {language:?}");
        }
    }
}

#[test]
fn the_program_needs_what_is_there_and_gives_what_it_takes() {
    let english = messages(Language::English);
    let needs = needs();
    assert!(needs.len() > 500);
    for Need { key, names, file } in &needs {
        let message = english.get(key).unwrap_or_else(|| panic!("{key}, which {file} needs, is nowhere"));
        assert_eq!(names, &message.names, "{key} in {file}");
    }
    let is_option = |key: &str| {
        let option = key.strip_prefix("option-").and_then(|rest| rest.split_once('-'));
        option.is_some_and(|(key, value)| Rules::default().set_option(key, value).is_ok())
    };
    let needed: BTreeSet<&String> = needs.iter().map(|need| &need.key).collect();
    let within: BTreeSet<&String> = english.values().flat_map(|message| &message.parts).collect();
    for key in english.keys() {
        assert!(needed.contains(key) || within.contains(key) || is_option(key), "nothing needs {key}");
    }
}

#[test]
fn every_message_says_something_whatever_it_is_about() {
    let values: [FluentValue<'_>; 7] = [
        FluentValue::from(0),
        FluentValue::from(1),
        FluentValue::from(2),
        FluentValue::from(47_110),
        FluentValue::from("yes"),
        FluentValue::from("no"),
        FluentValue::from("Ada"),
    ];
    for language in Language::ALL {
        for (key, message) in messages(language) {
            for value in &values {
                let mut arguments = FluentArgs::new();
                message.names.iter().for_each(|name| arguments.set(name.clone(), value.clone()));
                let mut errors: Vec<FluentError> = Vec::new();
                let bundle = text::bundle(language).unwrap();
                let pattern = bundle.get_message(&key).and_then(|message| message.value()).unwrap();
                let said = bundle.format_pattern(pattern, Some(&arguments), &mut errors);
                assert!(
                    errors.is_empty() && !said.trim().is_empty(),
                    "{key} in {language:?}: {said}, {errors:?}"
                );
                assert!(!said.contains("47,110") && !said.contains("47.110"), "{said}");
                assert!(!said.contains("\u{2068}"), "{key} has marks round its names");
            }
        }
    }
}

/// One of something is not several.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn one_is_told_as_one() {
    let several = |language| match language {
        Language::English => [
            "tiles",
            "rounds",
            "steps",
            "points",
            "matches",
            "claims",
            "moves",
            "openings",
            "signatures",
            "shuffles",
            "tokens",
            "games",
            "people",
            "logs",
            "draws",
            "minutes",
            "hours",
            "days",
            "are",
        ],
        Language::German => [
            "Steine",
            "Runden",
            "Schritte",
            "Punkte",
            "Partien",
            "Behauptungen",
            "Züge",
            "Aufdeckungen",
            "Unterschriften",
            "Mischvorgänge",
            "verschlossene",
            "Spiele",
            "Personen",
            "Protokolle",
            "Male",
            "Minuten",
            "Stunden",
            "Tagen",
            "sind",
        ],
    };
    // A single point is never too many, and no set has a single tile. A `who` may be several people, a path is no number.
    let (never, names) =
        (["scores-fault-too-many", "window-deal-step", "session-hand-too-large"], ["who", "path", "text"]);
    let mut wrong = Vec::new();
    for language in Language::ALL {
        let bundle = text::bundle(language).unwrap();
        for (key, message) in messages(language) {
            let mut arguments = FluentArgs::new();
            for name in &message.names {
                let value = if names.contains(&name.as_str()) { "Ada".into() } else { FluentValue::from(1) };
                arguments.set(name.clone(), value);
            }
            let pattern = bundle.get_message(&key).and_then(|message| message.value()).unwrap();
            let said = bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new());
            let words: Vec<&str> = said.split_whitespace().collect();
            let one = |two: &[&str]| {
                let word = two[1].trim_end_matches(|sign: char| !sign.is_alphanumeric());
                two[0] == "1" && several(language).contains(&word)
            };
            if words.windows(2).any(one) && !never.contains(&key.as_str()) {
                wrong.push(format!("{key} in {language:?}: {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_languages_say_it_in_other_words() {
    let (english, german) = (messages(Language::English), messages(Language::German));
    for (key, message) in &english {
        let same = message.text == german[key].text;
        assert_eq!(same, SAME.contains(&key.as_str()), "{key}: {}", message.text);
    }
    for key in SAME {
        assert!(english.contains_key(key), "{key} is no message any more");
    }
}

#[test]
fn what_is_missing_is_said_in_some_way() {
    let _german = super::language::tests::Speaking::new(Language::German);
    assert_eq!(text::put_together("nobody-wrote-this", &[]), "nobody-wrote-this");
    assert_eq!(text::find("nobody-wrote-this"), None);
}

use proptest::prelude::*;

use super::*;
use crate::seat::Seats;
use crate::testing::{random_move, rng, shuffled};
use crate::{OpenRound, Otherwise, Phase, Preset, Rules, TileSet};

const POSITION: &str = r#"title   = "A lantern stays while its owner plays elsewhere"
players = 3

[rules]
set = "double-nine"

[position]
engine   = 9
turn     = 2
hands    = ["1-2 3-5", "5-6 4-6", "2-2"]
boneyard = "0-1 0-2"
trains   = ["9-3 3-4", "", "9-1"]
mexican  = "9-5 5-5"
lanterns = [1, 3]
waiting  = "none"
opened   = [1, 2, 3]

[expect]
legal = ["plays 5-6 on mexican", "plays 4-6 on 1"]

[[steps]]
move = "2 plays 4-6 on 1"
[steps.then]
turn     = 3
lanterns = [1, 3]

[[steps]]
move    = "3 passes"
refused = "must-draw"

[[steps]]
move = "3 draws"
[steps.then]
boneyard = 1
phase    = "play-drawn"
"#;

const DEAL: &str = r#"players = 2
[deal]
engine   = 12
hands    = ["12-12 1-2", "3-4 12-7"]
boneyard = "0-0"
[expect]
turn = 2
"#;

/// Options, a chain, several waiting doubles and a starter.
const OPENING: &str = r#"players = 3
[rules]
preset = "pagat"
engine = "set-aside"
[deal]
engine   = 12
hands    = ["12-7 7-7 7-1", "3-4 12-8", "1-1 2-2"]
boneyard = "0-0 5-6"
starter  = 1
[expect]
legal = ["plays 7-12 on 1"]
[[steps]]
move = "1 plays 12-7 7-7 on 1"
[steps.then]
waiting = ["1"]
[[steps]]
move = "1 plays 7-1 on 1"
[steps.then]
over = "no"
waiting = "none"
[[steps]]
move = "2 plays 12-8 on 2"
[[steps]]
move = "3 draws"
refused = "may-not-draw"
[[steps]]
move = "3 passes"
[steps.then]
over = "out"
scores = [0, 7, 6]
"#;

/// The first thing wrong with `text` after one replacement.
fn broken(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    match run(&text.replacen(from, to, 1)) {
        Outcome::Malformed(malformed) => malformed.to_string(),
        other => panic!("{to}: {other}"),
    }
}

/// The difference that is found after one replacement.
fn differs(from: &str, to: &str) -> String {
    assert!(POSITION.contains(from), "{from}");
    match run(&POSITION.replacen(from, to, 1)) {
        Outcome::Differs(difference) => difference.to_string(),
        other => panic!("{to}: {other}"),
    }
}

#[test]
fn sound_files_hold() {
    assert_eq!(run(POSITION).to_string(), "ok");
    assert_eq!(run(DEAL), Outcome::Held);
    assert_eq!(run(OPENING).to_string(), "ok");
    assert_eq!(Scenario::parse(POSITION).unwrap().steps(), 3);
}

#[test]
fn the_first_difference_is_told_in_one_line() {
    assert_eq!(
        differs("turn     = 3", "turn     = 1"),
        "step 1 (2 plays 4-6 on 1): turn: expected 1, found 3"
    );
    assert_eq!(
        differs("must-draw", "may-not-pass"),
        "step 2 (3 passes): refused: expected may-not-pass, found must-draw"
    );
    assert_eq!(
        differs("move = \"3 draws\"", "move = \"1 draws\""),
        "step 3 (1 draws): refused: expected accepted, found not-your-turn"
    );
    assert_eq!(
        differs("move = \"3 draws\"", "move = \"3 draws\"\nrefused = \"may-not-draw\""),
        "step 3 (3 draws): refused: expected may-not-draw, found accepted"
    );
    assert_eq!(
        differs("plays 4-6 on 1\"]", "draws\"]"),
        "before the first step: legal: expected [\"plays 5-6 on mexican\", \"draws\"], \
         found [\"plays 4-6 on 1\", \"plays 5-6 on mexican\"]"
    );
}

#[test]
fn every_key_of_an_expectation_is_compared() {
    for (key, right, wrong) in [
        ("turn", "2", "3"),
        ("phase", "\"play\"", "\"satisfy\""),
        ("hands", r#"["3-5 1-2", "6-4 5-6", "2-2"]"#, r#"["3-5 1-2", "6-4", "2-2"]"#),
        ("counts", "[2, 2, 1]", "[2, 2, 2]"),
        ("boneyard", "2", "3"),
        ("trains", r#"["3-9 3-4", "", "9-1"]"#, r#"["9-3", "", "9-1"]"#),
        ("mexican", "\"9-5 5-5\"", "\"\""),
        ("lanterns", "[3, 1]", "[]"),
        ("waiting", "\"none\"", "\"mexican\""),
        ("waiting", "\"none\"", "1"),
        ("legal", r#"["plays 6-4 on 1", "plays 5-6 on mexican"]"#, r#"["plays 6-4 on 1"]"#),
        ("over", "\"no\"", "\"out\""),
        ("scores", "", "[1, 2, 3]"),
    ] {
        let with = |value: &str| {
            run(&POSITION.replace(
                "[expect]\nlegal = [\"plays 5-6 on mexican\", \"plays 4-6 on 1\"]",
                &format!("[expect]\n{key} = {value}"),
            ))
        };
        if !right.is_empty() {
            assert_eq!(with(right), Outcome::Held, "{key}");
        }
        match with(wrong) {
            Outcome::Differs(difference) => assert_eq!((difference.key, difference.step), (key, None)),
            other => panic!("{key}: {other}"),
        }
    }
}

#[test]
fn malformed_files_are_refused_with_the_place() {
    assert_eq!(
        broken(POSITION, "\"1-2 3-5\"", "\"1-2 3-4\""),
        "line 12, column 13: position.trains[0]: 3-4 is there and also in hands[0]"
    );
    assert_eq!(
        broken(POSITION, "9-5 5-5", "9-5 6-6"),
        "line 13, column 12: position.mexican: 6-6 does not join the 5 before it"
    );
    assert_eq!(
        broken(POSITION, "waiting  = \"none\"", "waiting  = \"1\""),
        "line 15, column 12: position.waiting: train 1 ends on 3-4, which is no double"
    );
    assert_eq!(
        broken(POSITION, "lanterns = [1, 3]", "lantern = [1, 3]"),
        "line 14, column 1: position: there is no key \"lantern\" here"
    );
    assert!(broken(POSITION, "= 3\n", "= \n").starts_with("line 2, column "));
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn contradictions_and_strange_values_are_malformed() {
    for (from, to, part) in [
        ("players = 3", "players = 4", "position.hands: there are 3, for a table of 4"),
        ("players = 3", "players = 9", "players: a table has 2 to 8 players, not 9"),
        ("players = 3", "players = 1", "players: a table has 2 to 8 players, not 1"),
        ("players = 3", "", "the key \"players\" is missing"),
        ("players = 3", "players = \"3\"", "players: this is to be a whole number, not string"),
        ("players = 3", "players = 99999999999999999999", "players: this number is too large"),
        ("title   = \"A", "titel   = \"A", "there is no key \"titel\""),
        ("double-nine", "double-six", "rules.set: set cannot be \"double-six\""),
        (
            "set = ",
            "cover = \"somewhere\"\nset = ",
            "cover cannot be \"somewhere\"; it is one of: on-double, anywhere",
        ),
        ("set = ", "hand = 18\nset = ", "rules: hand = 18 is too large: 3 hands must leave a boneyard"),
        ("set = ", "hand = \"celko\"\n# ", "rules: hand = celko is a chart for set = double-nine only"),
        ("set = ", "colour = \"red\"\nset = ", "rules: there is no option \"colour\""),
        ("set = ", "double_blank = 49\nset = ", "double_blank cannot be \"49\""),
        (
            "set = ",
            "double_blank = true\nset = ",
            "rules.double_blank: this is to be a string or a whole number",
        ),
        ("set = ", "first_engine = 7\nset = ", "9-9 is never the engine when the first one is 7-7"),
        ("engine   = 9", "engine   = 10", "10-10 is no double of the double-nine set"),
        ("engine   = 9", "engine   = 13", "engine is the pip of a double, 0 to 12, not 13"),
        ("engine   = 9", "engine   = -1", "not -1"),
        ("engine   = 9", "", "position: the key \"engine\" is missing"),
        ("turn     = 2", "turn     = 4", "position.turn: there is no seat 4 at a table of 3"),
        ("turn     = 2", "turn     = 0", "there is no seat 0"),
        ("turn     = 2", "", "the key \"turn\" is missing"),
        ("\"2-2\"]", "\"2-2\", \"1-1\"]", "there are 4, for a table of 3"),
        ("\"2-2\"]", "\"2-2 9-9\"]", "9-9 is the engine and lies in the hub"),
        ("\"2-2\"]", "\"2-2 2-2\"]", "2-2 is there and also in hands[2]"),
        ("\"2-2\"]", "\"2-2 9-10\"]", "9-10 is not in the double-nine set"),
        ("\"2-2\"]", "\"2-2 9-13\"]", "\"9-13\" is in no set"),
        ("\"2-2\"]", "\"2-2,1-1\"]", "is not a tile"),
        ("\"2-2\"]", "22]", "position.hands[2]: this is to be a string, not integer"),
        ("lanterns = [1, 3]", "lanterns = [1, 4]", "there is no seat 4"),
        ("lanterns = [1, 3]", "lanterns = [3, 3]", "seat 3 is listed twice"),
        ("\"9-3 3-4\"", "\"9-3 4-5\"", "4-5 does not join the 3 before it"),
        ("\"9-3 3-4\"", "\"3-4\"", "3-4 does not join the 9 before it"),
        ("waiting  = \"none\"", "waiting  = \"2\"", "train 2 has no tile"),
        ("waiting  = \"none\"", "waiting  = 4", "there is no train 4"),
        ("waiting  = \"none\"", "waiting  = [\"mexican\", \"mexican\"]", "train mexican is listed twice"),
        ("waiting  = \"none\"", "waiting  = [\"mexican\", 7]", "there is no train 7"),
        ("waiting  = \"none\"", "waiting  = \"red\"", "is not a train"),
        ("opened   = [1, 2, 3]", "opened   = [9]", "there is no seat 9"),
        ("[expect]", "[deal]\nengine = 9\n[expect]", "not both"),
        ("2 plays 4-6 on 1", "2 plays 4-6 on 5", "steps[0].move: there is no train 5"),
        ("3 passes", "5 passes", "there is no seat 5"),
        ("must-draw", "must-not", "there is no refusal \"must-not\""),
        ("refused =", "refuse =", "steps[1]: there is no key \"refuse\""),
        ("phase    = \"play-drawn\"", "phase    = \"drawn\"", "steps[2].then.phase: this is one of"),
        ("boneyard = 1\n", "boneyard = -1\n", "-1 is not a number of tiles"),
        ("legal = [", "counts = [1]\nlegal = [", "expect.counts: there are 1"),
        ("legal = [", "scores = 7\nlegal = [", "this is to be a list"),
        (
            "legal = [\"plays 5-6 on mexican\"",
            "legal = [\"plays 5-6 6-7 on mexican\"",
            "listed by its first tile",
        ),
        ("move = \"3 draws\"", "", "steps[2]: the key \"move\" is missing"),
    ] {
        let message = broken(POSITION, from, to);
        assert!(message.contains(part), "{to}: {message}");
        assert!(message.starts_with("malformed") || message.starts_with("line "), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
    for (from, to, part) in [
        ("2-2", "12-12", "deal.hands[2]: 12-12 is the engine and lies in the hub"),
        ("starter  = 1", "starter  = 4", "deal.starter: there is no seat 4 at a table of 3"),
        ("engine = \"set-aside\"\n", "", "deal.starter: by these rules the engine decides who starts"),
        ("waiting = [\"1\"]", "waiting = [\"4\"]", "there is no train 4"),
        ("waiting = [\"1\"]", "waiting = [\"none\"]", "is not a train"),
    ] {
        let message = broken(OPENING, from, to);
        assert!(message.contains(part), "{to}: {message}");
    }
    for (from, to, part) in [
        ("12-12 1-2", "1-2", "12-12 is in no hand and not in the boneyard"),
        ("engine ", "starter = 1\nengine ", "deal.starter: by these rules the engine decides who starts"),
        ("engine ", "turn = 1\nengine ", "deal: there is no key \"turn\""),
        ("[deal]", "[deals]", "neither"),
        ("\"0-0\"", "\"0-0 1-2\"", "1-2 is there and also in hands[0]"),
    ] {
        let message = broken(DEAL, from, to);
        assert!(message.contains(part), "{to}: {message}");
    }
}

#[test]
fn all_problems_are_told_at_once() {
    let text = POSITION
        .replace("turn     = 2", "turn     = 7")
        .replace("\"2-2\"", "\"x\"")
        .replace("must-draw", "no");
    let Outcome::Malformed(malformed) = run(&text) else { panic!("accepted") };
    assert_eq!(malformed.problems().len(), 2, "{malformed}");
    let lines: Vec<usize> = malformed.problems().iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [10, 29]);
}

#[test]
fn strange_files_are_refused() {
    for text in ["", "players", "= 3", "[[", "players = 3\nplayers = 3", "\u{0}", "[position", "steps = 1"] {
        assert!(matches!(run(text), Outcome::Malformed(_)), "{text:?}");
    }
    let long = format!("players = 2\n# {}", "x".repeat(MAX_BYTES));
    assert!(run(&long).to_string().contains("larger than 1 MiB"));
    let deep = format!("players = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(run(&deep), Outcome::Malformed(_)));
    let many = format!("players = 2\n{}", "[[steps]]\n".repeat(20_000));
    let Outcome::Malformed(malformed) = run(&many) else { panic!("accepted") };
    assert_eq!(malformed.problems().len(), 32);
}

#[test]
fn a_chain_without_an_opening_rule_is_refused_and_lays_nothing() {
    let text = POSITION.replace("2 plays 4-6 on 1", "2 plays 4-6 5-6 on 1");
    let scenario = Scenario::parse(&text).unwrap();
    let replay = scenario.replay();
    assert_eq!(
        replay.difference.unwrap().to_string(),
        "step 1 (2 plays 4-6 5-6 on 1): refused: expected accepted, found not-your-turn"
    );
    assert_eq!(replay.round, *scenario.start());
}

#[test]
fn a_state_that_a_position_cannot_say_is_commented() {
    let drawn = Scenario::parse(POSITION).unwrap().replay().round;
    assert_eq!(
        to_position_toml(&drawn),
        r##"[position]
# seat 3 has just drawn 0-1 and must play it
engine   = 9
turn     = 3
hands    = ["1-2 3-5", "5-6", "0-1 2-2"]
boneyard = "0-2"
trains   = ["9-3 3-4 4-6", "", "9-1"]
mexican  = "9-5 5-5"
lanterns = [1, 3]
"##
    );
}

/// A file that begins with this state.
fn file_of(open: &OpenRound) -> String {
    let rules: String =
        open.round().rules().pairs().iter().map(|(key, value)| format!("{key} = \"{value}\"\n")).collect();
    format!("players = {}\n[rules]\n{rules}{}", open.round().seats(), to_position_toml(open))
}

#[test]
fn printed_positions_read_back_as_the_same_state() {
    let tables = TileSet::ALL.into_iter().flat_map(|set| [(set, 2), (set, 5), (set, 8)]);
    let presets = Preset::ALL.into_iter();
    for (preset, (set, count)) in presets.flat_map(|preset| tables.clone().map(move |table| (preset, table)))
    {
        let rules = preset.rules().with_set(set);
        let mut rng = rng(u64::from(count));
        let order = shuffled(set, &mut rng);
        let mut open = OpenRound::deal(&rules, Seats::new(count).unwrap(), 3, &order).unwrap();
        let mut same = 0;
        while let Some(choice) = random_move(&open, &mut rng) {
            let again = Scenario::parse(&file_of(&open)).unwrap().start().clone();
            let fresh = open.round().phase() == Some(Phase::Play) && open.round().passes() == 0;
            // Neither a chain that is under way nor who has gone out can be said.
            if fresh
                && open.round().otherwise() != Some(Otherwise::Stop)
                && open.round().first_out().is_none()
            {
                assert_eq!(again, open);
                same += 1;
            }
            assert_eq!((again.hands(), again.round().trains()), (open.hands(), open.round().trains()));
            let seat = open.round().to_act().unwrap();
            open.play(seat, choice).unwrap();
        }
        assert!(same > 20, "{preset:?} {set:?} {count}: {same}");
        assert!(to_position_toml(&open).contains("# the round is over"));
        Scenario::parse(&file_of(&open)).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_file_whatever_makes_it_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..6_u8, any::<u8>()), 1..6),
        base in prop::sample::select(vec![DEAL, POSITION, OPENING]),
        option in prop::sample::select(Rules::choices()),
        value in any::<prop::sample::Index>(),
    ) {
        let (key, values) = option;
        let setting = format!("[rules]\n{key} = \"{}\"\n", values[value.index(values.len())]);
        let mut bytes = base.replacen("[rules]\n", &setting, 1).into_bytes();
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len());
            match kind {
                0 => { bytes.remove(at); }
                1 => bytes.insert(at, byte & 0x7f),
                2 => bytes[at] = byte & 0x7f,
                3 => bytes[at] = b'0' + byte % 10,
                4 => bytes.truncate(at.max(1)),
                _ => {
                    let line: Vec<u8> = bytes.split(|b| *b == b'\n').nth(at % 30).unwrap_or_default().to_vec();
                    bytes.extend(line);
                    bytes.push(b'\n');
                }
            }
            if bytes.is_empty() { bytes.push(b'\n'); }
        }
        let text = String::from_utf8_lossy(&bytes);
        let outcome = run(&text).to_string();
        prop_assert!(!outcome.contains('\n'), "{}", outcome);
        if let Ok(scenario) = Scenario::parse(&text) {
            Scenario::parse(&file_of(&scenario.replay().round)).unwrap();
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        let _ = run(&text);
    }
}

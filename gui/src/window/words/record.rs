//! The sentences about what is recorded of a match: what was checked, what stands behind a moment, a replay.

/// What has been checked.
pub mod trust {
    use mextrain_net::ledger::Counts;

    use crate::window::timeline::Checked;

    /// A line of the counts for those who hear it, which leads to the moments behind it.
    pub fn show(line: &str, what: Checked) -> String {
        format!("{line}. {}", moments(what))
    }

    /// Above those moments.
    pub fn moments(what: Checked) -> &'static str {
        match what {
            Checked::Signatures => "When something was signed",
            Checked::Shuffles => "When somebody shuffled",
            Checked::Openings => "When tiles were opened",
            Checked::Claims => "When somebody claimed something",
            Checked::Moves => "Moves",
        }
    }

    /// Copies the words.
    pub const COPY_WORDS: &str = "Copy the table words";

    /// The counts, a line each.
    pub fn counts(counts: &Counts) -> [String; 5] {
        [
            format!("{} signatures", counts.signatures),
            format!("{} shuffles", counts.shuffles),
            format!("{} openings of tiles", counts.openings),
            format!("{} claims about hidden tiles", counts.claims),
            format!("{} moves", counts.moves),
        ]
    }

    /// Above the counts.
    pub const CHECKED: &str = "Checked on this machine";
    /// Above the keys.
    pub const KEYS: &str = "Keys";
    /// Above the words.
    pub const WORDS: &str = "Table words";
    /// What all of it means.
    pub const MEANING: &str = "Every tile was shuffled by everybody, and everything here was signed by its player and checked \
                               by this program. Anybody can check it again from the log.";
}

/// What stands behind an entry of the log.
pub mod proof {
    use mextrain_net::charter::Proofs;

    use crate::window::timeline::Kind;

    /// What stands behind a moment of this kind, at a table that proves claims then.
    pub fn of(kind: Kind, proofs: Proofs) -> &'static str {
        match (kind, proofs) {
            (Kind::Note, _) => "",
            (Kind::Signed, _) => "Signed by everybody whom it concerns.",
            (Kind::Shuffled, _) => "Proven: the same face-down tiles in another order.",
            (Kind::Dealt, _) => {
                "Every part of every opening is proven; each tile is open to its owner alone."
            }
            (Kind::Engine | Kind::Played, _) => {
                "The tile was opened to everybody, and is the one that was dealt to this seat."
            }
            (
                Kind::Searched | Kind::Drew | Kind::Kept | Kind::Passed | Kind::Standstill,
                Proofs::AtScoring,
            ) => "Compared with the hands when those were opened at the round's end.",
            (Kind::Searched, Proofs::EveryTurn) => {
                "Proven without showing any tile: none of them is the engine."
            }
            (Kind::Drew | Kind::Passed, Proofs::EveryTurn) => {
                "Proven without showing the hand: nothing in it fits."
            }
            (Kind::Kept, Proofs::EveryTurn) => "Proven without showing the tile: it does not fit.",
            (Kind::Standstill, Proofs::EveryTurn) => {
                "Whoever says that nothing fits has proven it; whoever says that they can play is held to it."
            }
            (Kind::Stopped, _) => "Signed. Whoever is in a chain may end it, whatever they hold.",
            (Kind::Scored, _) => "Every tile still held was opened to everybody.",
        }
    }
}

/// Looking at a match again.
pub mod replay {
    use crate::window::words::play;

    /// The screen's name.
    pub const TITLE: &str = "Replay";
    /// While the file is read.
    pub const READING: &str = "Reading the log…";
    /// While it is checked.
    pub const CHECKING: &str = "Checking every signature and proof…";
    /// Everything holds.
    pub const PASSED: &str = "Passed: every check, from the first signature to the last score";
    /// Everything holds so far.
    pub const UNFINISHED: &str = "Passed so far; the match is unfinished";
    /// Behind a moment, until the log has been checked.
    pub const NOT_YET: &str = "Not checked yet.";
    /// Behind a moment that stands behind what failed.
    pub const NOT_CHECKED: &str = "Not checked: it comes after what failed or cannot be read.";
    /// Behind the moment that failed.
    pub const FAILED_HERE: &str = "Failed here: what was written down for this step is refused.";

    /// The way to the step that failed.
    pub fn show_step(step: u32) -> String {
        format!("Show step {step}")
    }

    /// A verdict, with how much was checked for it.
    pub fn with_checks(verdict: &str, checks: &str) -> String {
        format!("{verdict} ({checks})")
    }

    /// Above the trains.
    pub fn board(engine: mextrain_core::Pip, left: u8) -> String {
        format!("{}, {}", play::engine(engine), play::boneyard(left))
    }

    /// The log cannot be read.
    pub fn not_opened(path: &std::path::Path, why: &str) -> String {
        format!("{} cannot be opened: {why}.", path.display())
    }
    /// Steps.
    pub const FIRST: &str = "First moment";
    /// Steps.
    pub const BACK: &str = "One moment back";
    /// Steps.
    pub const PLAY: &str = "Play";
    /// Steps.
    pub const PAUSE: &str = "Pause";
    /// Steps.
    pub const FORWARD: &str = "One moment on";
    /// Steps.
    pub const LAST: &str = "Last moment";
    /// What happened as text, where there is little room.
    pub const TEXT: &str = "Text";
    /// The same as data.
    pub const JSON: &str = "JSON";
    /// To the clipboard.
    pub const COPY_TEXT: &str = "Copy as text";
    /// To the clipboard.
    pub const COPY_JSON: &str = "Copy as JSON";
    /// Beside the log.
    pub const SAVE_TEXT: &str = "Save as text";
    /// Beside the log.
    pub const SAVE_JSON: &str = "Save as JSON";
    /// Why nothing else can be exported now.
    pub const EXPORTING: &str = "It is being written";
    /// It is on the clipboard.
    pub const COPIED: &str = "Copied.";

    /// It is in a file.
    pub fn saved(path: &std::path::Path) -> String {
        format!("Saved as {}.", path.display())
    }

    /// It is in none.
    pub fn not_saved(path: &std::path::Path, why: &str) -> String {
        format!("{} cannot be written: {why}.", path.display())
    }
    /// Leaves it.
    pub const CLOSE: &str = "Close";

    /// The file says something that cannot be: the verdict with a capital.
    pub fn failed(verdict: &str) -> String {
        format!("Failed: {}", verdict.strip_prefix("failed: ").unwrap_or(verdict))
    }

    /// The file is damaged; what stands before the damage is shown.
    pub fn damaged(damage: &str, bytes: u64, steps: u32) -> String {
        match steps {
            0 => format!("Damaged, or no log: {damage}"),
            steps => format!("Damaged behind byte {bytes}: {damage}. The {steps} steps before it are shown"),
        }
    }

    /// The moment that is shown.
    pub fn moment(number: usize, of: usize, step: Option<u32>, in_short: bool) -> String {
        let step = step.filter(|_| !in_short).map(|step| format!(", step {step}")).unwrap_or_default();
        if in_short { format!("{number} of {of}") } else { format!("Moment {number} of {of}{step}") }
    }
}

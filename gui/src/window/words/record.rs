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
            Checked::Signatures => say!("window-trust-moments-signatures"),
            Checked::Shuffles => say!("window-trust-moments-shuffles"),
            Checked::Openings => say!("window-trust-moments-openings"),
            Checked::Claims => say!("window-trust-moments-claims"),
            Checked::Moves => say!("window-trust-moments-moves"),
        }
    }

    texts! {
        /// Copies the words.
        pub fn copy_words() => "window-trust-copy-words";
    }

    /// The counts, a line each.
    pub fn counts(counts: &Counts) -> [String; 5] {
        [
            say!("window-trust-counts-signatures", signatures = counts.signatures),
            say!("window-trust-counts-shuffles", shuffles = counts.shuffles),
            say!("window-trust-counts-openings", openings = counts.openings),
            say!("window-trust-counts-claims", claims = counts.claims),
            say!("window-trust-counts-moves", moves = counts.moves),
        ]
    }

    texts! {
        /// Above the counts.
        pub fn checked() => "window-trust-checked";
        /// Above the keys.
        pub fn keys() => "window-trust-keys";
        /// Above the words.
        pub fn words() => "window-trust-words";
        /// What all of it means.
        pub fn meaning() => "window-trust-meaning";
    }
}

/// What stands behind an entry of the log.
pub mod proof {
    use mextrain_net::charter::Proofs;

    use crate::window::timeline::Kind;

    /// What stands behind a moment of this kind, at a table that proves claims then.
    pub fn of(kind: Kind, proofs: Proofs) -> &'static str {
        match (kind, proofs) {
            (Kind::Note, _) => "",
            (Kind::Signed, _) => say!("window-proof-of-signed"),
            (Kind::Shuffled, _) => say!("window-proof-of-shuffled"),
            (Kind::Dealt, _) => {
                say!("window-proof-of-dealt")
            }
            (Kind::Engine | Kind::Played, _) => {
                say!("window-proof-of-played")
            }
            (
                Kind::Searched | Kind::Drew | Kind::Kept | Kind::Passed | Kind::Standstill,
                Proofs::AtScoring,
            ) => say!("window-proof-of-compared"),
            (Kind::Searched, Proofs::EveryTurn) => {
                say!("window-proof-of-searched")
            }
            (Kind::Drew | Kind::Passed, Proofs::EveryTurn) => {
                say!("window-proof-of-passed")
            }
            (Kind::Kept, Proofs::EveryTurn) => say!("window-proof-of-kept"),
            (Kind::Standstill, Proofs::EveryTurn) => {
                say!("window-proof-of-standstill")
            }
            (Kind::Stopped, _) => say!("window-proof-of-stopped"),
            (Kind::Scored, _) => say!("window-proof-of-scored"),
        }
    }
}

/// Looking at a match again.
pub mod replay {
    use crate::window::words::play;

    texts! {
        /// The screen's name.
        pub fn title() => "window-replay-title";
        /// While the file is read.
        pub fn reading() => "window-replay-reading";
        /// While it is checked.
        pub fn checking() => "window-replay-checking";
        /// Everything holds.
        pub fn passed() => "window-replay-passed";
        /// Everything holds so far.
        pub fn unfinished() => "window-replay-unfinished";
        /// Behind a moment, until the log has been checked.
        pub fn not_yet() => "window-replay-not-yet";
        /// Behind a moment that stands behind what failed.
        pub fn not_checked() => "window-replay-not-checked";
        /// Behind the moment that failed.
        pub fn failed_here() => "window-replay-failed-here";

        /// The way to the step that failed.
        pub fn show_step(step: u32) => "window-replay-show-step";

        /// A verdict, with how much was checked for it.
        pub fn with_checks(verdict: &str, checks: &str) => "window-replay-with-checks";
    }

    /// Above the trains.
    pub fn board(engine: mextrain_core::Pip, left: u8) -> String {
        format!("{}, {}", play::engine(engine), play::boneyard(left))
    }

    /// The log cannot be read.
    pub fn not_opened(path: &std::path::Path, why: &str) -> String {
        say!("window-replay-not-opened", path = path.display(), why = why)
    }

    texts! {
        /// Steps.
        pub fn first() => "window-replay-first";
        /// Steps.
        pub fn back() => "window-replay-back";
        /// Steps.
        pub fn play() => "window-replay-play";
        /// Steps.
        pub fn pause() => "window-replay-pause";
        /// Steps.
        pub fn forward() => "window-replay-forward";
        /// Steps.
        pub fn last() => "window-replay-last";
        /// What happened as text, where there is little room.
        pub fn text() => "window-replay-text";
        /// The same as data.
        pub fn json() => "window-replay-json";
        /// To the clipboard.
        pub fn copy_text() => "window-replay-copy-text";
        /// To the clipboard.
        pub fn copy_json() => "window-replay-copy-json";
        /// Beside the log.
        pub fn save_text() => "window-replay-save-text";
        /// Beside the log.
        pub fn save_json() => "window-replay-save-json";
        /// Why nothing else can be exported now.
        pub fn exporting() => "window-replay-exporting";
        /// It is on the clipboard.
        pub fn copied() => "window-replay-copied";
    }

    /// It is in a file.
    pub fn saved(path: &std::path::Path) -> String {
        say!("window-replay-saved", path = path.display())
    }

    /// It is in none.
    pub fn not_saved(path: &std::path::Path, why: &str) -> String {
        say!("window-replay-not-saved", path = path.display(), why = why)
    }

    texts! {
        /// Leaves it.
        pub fn close() => "window-replay-close";
    }

    /// The file says something that cannot be: the verdict with a capital.
    pub fn failed(verdict: &str) -> String {
        say!("window-replay-failed", why = verdict.split_once(": ").map_or(verdict, |(_, why)| why))
    }

    /// The file is damaged; what stands before the damage is shown.
    pub fn damaged(damage: &str, bytes: u64, steps: u32) -> String {
        match steps {
            0 => say!("window-replay-no-log", damage = damage),
            steps => say!("window-replay-damaged", bytes = bytes, damage = damage, steps = steps),
        }
    }

    /// The moment that is shown.
    pub fn moment(number: usize, of: usize, step: Option<u32>, in_short: bool) -> String {
        match step.filter(|_| !in_short) {
            _ if in_short => say!("window-replay-moment-in-short", number = number, of = of),
            Some(step) => say!("window-replay-moment-step", number = number, of = of, step = step),
            None => say!("window-replay-moment", number = number, of = of),
        }
    }
}

//! What is answered about players who are waited for; the questions are in [`crate::wording::absent`].

/// Asks again later.
pub const WAIT: &str = "Keep waiting";
/// Leaves, and keeps the seat.
pub const ANOTHER_DAY: &str = "Play on another day";
/// Said at Home then.
pub const ADJOURNED: &str = "Your seat is kept. The match can be gone on with under \"Pick up where you left off\", when all are there again.";
/// Puts the notice away.
pub const READ: &str = "I see";
/// In place of the hand of somebody who vanished.
pub const VANISHED_SCORE: &str = "away: scores as much as the round's highest hand, at least 50";
/// Who is not dealt in.
pub const NOT_DEALT_IN: &str = "not dealt in";
/// The switch.
pub const KEEP_GOING: &str = "Keep going with the round (four players or more)";
/// Above the choice of the grace time.
pub const GRACE: &str = "If somebody does not come back";

//! What is answered about players who are waited for; the questions are in [`crate::wording::absent`].

texts! {
    /// Asks again later.
    pub fn wait() => "window-absent-wait";
    /// Leaves, and keeps the seat.
    pub fn another_day() => "window-absent-another-day";
    /// Said at Home then.
    pub fn adjourned() => "window-absent-adjourned";
    /// Puts the notice away.
    pub fn read() => "window-absent-read";
    /// In place of the hand of somebody who vanished.
    pub fn vanished_score() => "window-absent-vanished-score";
    /// Who is not dealt in.
    pub fn not_dealt_in() => "window-absent-not-dealt-in";
    /// The switch.
    pub fn keep_going() => "window-absent-keep-going";
    /// Above the choice of the grace time.
    pub fn grace() => "window-absent-grace";
}

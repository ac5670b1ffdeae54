//! What the parts say that every screen is built of.

texts! {
    /// One less of a number.
    pub fn less() => "window-widgets-less";
    /// One more.
    pub fn more() => "window-widgets-more";
    /// Why there is no less.
    pub fn least() => "window-widgets-least";
    /// Why there is no more.
    pub fn most() => "window-widgets-most";

    /// What something is, or is of.
    pub fn of(what: &str, which: &str) => "window-widgets-of";
}

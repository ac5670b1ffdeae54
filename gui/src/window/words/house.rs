//! The sentences about house rules where a table is set up.

use mextrain_net::name::Name;

texts! {
    /// Above them.
    pub fn house() => "window-house-house";
    /// None are kept.
    pub fn none() => "window-house-none";
    /// The box for a name.
    pub fn name() => "window-house-name";
    /// The button.
    pub fn save() => "window-house-save";
    /// Nothing is typed.
    pub fn name_first() => "window-house-name-first";
    /// The button beside some.
    pub fn forget_button() => "window-house-forget-button";
    /// The same, for whoever cannot see what it stands beside.
    pub fn forget(name: &Name) => "window-house-forget";
    /// The box for a text.
    pub fn paste() => "window-house-paste";
    /// In the empty box.
    pub fn paste_hint() => "window-house-paste-hint";
    /// The button beside it.
    pub fn use_them() => "window-house-use-them";
    /// Nothing is pasted.
    pub fn paste_first() => "window-house-paste-first";
    /// What a text says.
    pub fn these_are(rules: &str) => "window-house-these-are";
    /// Above the text to send.
    pub fn share() => "window-house-share";
    /// The button beside it, for whoever cannot see what it stands beside.
    pub fn copy_rules() => "window-house-copy-rules";
}

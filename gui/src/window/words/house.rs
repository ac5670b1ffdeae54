//! The sentences about house rules where a table is set up.

use mextrain_net::name::Name;

/// Above them.
pub const HOUSE: &str = "House rules";
/// None are kept.
pub const NONE: &str = "Rules that you save under a name are listed here.";
/// The box for a name.
pub const NAME: &str = "Name of these rules";
/// The button.
pub const SAVE: &str = "Save these rules";
/// Nothing is typed.
pub const NAME_FIRST: &str = "Type a name first";
/// The button beside some.
pub const FORGET: &str = "Forget";
/// The same, for whoever cannot see what it stands beside.
pub fn forget(name: &Name) -> String {
    format!("Forget {name}")
}
/// The box for a text.
pub const PASTE: &str = "Paste rules that somebody sent you";
/// In the empty box.
pub const PASTE_HINT: &str = "MXR1-2E08-PWGC-T";
/// The button beside it.
pub const USE: &str = "Use them";
/// Nothing is pasted.
pub const PASTE_FIRST: &str = "Paste a text first";
/// What a text says.
pub fn these_are(rules: &str) -> String {
    format!("These are: {rules}")
}
/// Above the text to send.
pub const SHARE: &str = "These rules as a text to send to somebody:";
/// The button beside it, for whoever cannot see what it stands beside.
pub const COPY_RULES: &str = "Copy these rules as a text";

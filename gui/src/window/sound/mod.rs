//! What is heard of a game, for those who look elsewhere. Nothing is said by sound alone.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`ears`] | which sounds two states of a table in a row make: a pure function |
//! | [`tones`] | the sounds as samples, made by arithmetic |
//! | [`player`] | a thread with a short queue, so that no frame waits for a sound |
//! | `pulse`, `native` | where samples go: a PulseAudio or PipeWire server, or what Windows and macOS have |
//!
//! Deliberately not known here: whether the person wants sounds, which is the settings' affair.

pub mod ears;
#[cfg(any(windows, target_vendor = "apple"))]
mod native;
pub mod player;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod pulse;
pub mod tones;

pub use self::{
    ears::Ears,
    player::{Output, Player},
};

/// A sound of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// It is this person's turn.
    YourTurn,
    /// A tile was laid.
    TileLaid,
    /// A Lantern was lit.
    LanternLit,
    /// A double waits to be satisfied.
    DoubleWaiting,
    /// A round is over.
    RoundEnd,
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 5] =
        [Sound::YourTurn, Sound::TileLaid, Sound::LanternLit, Sound::DoubleWaiting, Sound::RoundEnd];
}

/// Where this system plays sounds. Nothing is opened before the first one.
pub fn output() -> Box<dyn Output> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return Box::new(pulse::Pulse::default());
    #[cfg(any(windows, target_vendor = "apple"))]
    return Box::new(native::Native);
    #[cfg(not(any(unix, windows)))]
    return Box::new(player::Nowhere);
}

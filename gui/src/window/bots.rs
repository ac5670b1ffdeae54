//! What every bot of this window has in common, at a table of the network and in a practice game.

use std::time::Duration;

use mextrain_net::name::Name;

/// How many there are.
pub const MOST: u8 = 7;

/// How long a bot seems to think. Always the same, so that the time tells nothing of its hand.
pub const THINKING: Duration = Duration::from_millis(300);

/// How many rounds a sharp bot of a practice game plays on in its head for a move: a tenth of a second or so.
pub const PLAYOUTS: u32 = 6_000;

/// What they are called, in the order in which they come.
pub fn names() -> impl Iterator<Item = Name> {
    ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus"].into_iter().map(Name::clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_name() {
        assert_eq!(names().count(), usize::from(MOST));
    }
}

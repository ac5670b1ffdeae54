//! What players may say to each other, in words.

use mextrain_net::chat::Phrase;

/// What people read.
pub fn phrase(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::NiceOne => "Nice one",
        Phrase::YourTurn => "Your turn",
        Phrase::Sorry => "Sorry",
        Phrase::OneMoment => "One moment",
    }
}

/// What is typed after `say`.
pub fn typed(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::NiceOne => "nice",
        Phrase::YourTurn => "turn",
        Phrase::Sorry => "sorry",
        Phrase::OneMoment => "moment",
    }
}

/// What there is to say, for whoever typed something else.
pub fn choices() -> String {
    let all = Phrase::ALL.map(|one| format!("say {} (\"{}\")", typed(one), phrase(one)));
    format!("You can {}", all.join(", "))
}

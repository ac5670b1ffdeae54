//! What players may say to each other, in words.

use mextrain_net::chat::Phrase;

/// What people read.
pub fn phrase(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::NiceOne => say!("chat-phrase-nice-one"),
        Phrase::YourTurn => say!("chat-phrase-your-turn"),
        Phrase::Sorry => say!("chat-phrase-sorry"),
        Phrase::OneMoment => say!("chat-phrase-one-moment"),
    }
}

/// What is typed after `say`, in every language.
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
    let all = Phrase::ALL.map(|one| say!("chat-choice", typed = typed(one), phrase = phrase(one)));
    say!("chat-choices", all = all.join(", "))
}

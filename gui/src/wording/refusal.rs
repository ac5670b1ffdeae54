//! What somebody is accused of, in words.

use mextrain_net::{
    envelope::Kind,
    refusal::{Charge, Refusal},
};

/// Who did what, as a sentence without its full stop, and with a capital only where a name begins it.
pub fn charge(charge: &Charge) -> String {
    let Charge { name, step, refusal, kind } = charge;
    match (refusal, name) {
        (Refusal::Equivocation, Some(who)) => {
            let what = act(*kind, "signed", who.as_str());
            say!("refusal-charge-twice", who = who, what = what, step = step)
        }
        (_, Some(who)) => {
            let what = act(*kind, "whose", who.as_str());
            say!("refusal-charge", what = what, step = step, does = does(refusal))
        }
        (_, None) => say!("refusal-charge", what = act(*kind, "some", ""), step = step, does = does(refusal)),
    }
}

/// The same at the beginning of a sentence.
pub fn charge_first(charge: &Charge) -> String {
    super::seat::capital(&self::charge(charge))
}

/// What a message was meant as: `whose` it is, `some` without its author, or one that somebody `signed`. Languages have articles and cases.
fn act(kind: Option<Kind>, form: &str, who: &str) -> String {
    match kind {
        None => say!("refusal-of-message", form = form, who = who),
        Some(Kind::Sign) => say!("refusal-of-sign", form = form, who = who),
        Some(Kind::Reveal) => say!("refusal-of-reveal", form = form, who = who),
        Some(Kind::RoundKey) => say!("refusal-of-round-key", form = form, who = who),
        Some(Kind::Shuffle) => say!("refusal-of-shuffle", form = form, who = who),
        Some(Kind::Deal) => say!("refusal-of-deal", form = form, who = who),
        Some(Kind::Engine) => say!("refusal-of-engine", form = form, who = who),
        Some(Kind::Turn) => say!("refusal-of-turn", form = form, who = who),
        Some(Kind::DrawToken) => say!("refusal-of-draw-token", form = form, who = who),
        Some(Kind::Drawn) => say!("refusal-of-drawn", form = form, who = who),
        Some(Kind::Score) => say!("refusal-of-score", form = form, who = who),
        Some(Kind::Seal) => say!("refusal-of-seal", form = form, who = who),
        Some(Kind::Farewell) => say!("refusal-of-farewell", form = form, who = who),
        Some(Kind::TimeoutVote) => say!("refusal-of-timeout-vote", form = form, who = who),
        Some(Kind::TimeoutCancel) => say!("refusal-of-timeout-cancel", form = form, who = who),
        Some(Kind::Lock) => say!("refusal-of-lock", form = form, who = who),
        Some(Kind::Unlock) => say!("refusal-of-unlock", form = form, who = who),
        Some(Kind::Standstill) => say!("refusal-of-standstill", form = form, who = who),
    }
}

/// What is wrong with a message, to stand behind what it was.
pub fn does(refusal: &Refusal) -> String {
    let said = match refusal {
        Refusal::Proof(why) => return say!("refusal-proof", code = why.code()),
        Refusal::IllegalMove(why) => return say!("refusal-illegal-move", code = why.code()),
        Refusal::Length => say!("refusal-length"),
        Refusal::TooLarge => say!("refusal-too-large"),
        Refusal::TokenSet => say!("refusal-token-set"),
        Refusal::SlotOwner => say!("refusal-slot-owner"),
        Refusal::SlotState => say!("refusal-slot-state"),
        Refusal::TileMismatch => say!("refusal-tile-mismatch"),
        Refusal::UnknownTile => say!("refusal-unknown-tile"),
        Refusal::AvoidSet => say!("refusal-avoid-set"),
        Refusal::FalseClaim => say!("refusal-false-claim"),
        Refusal::NotExpected => say!("refusal-not-expected"),
        Refusal::KeyReuse => say!("refusal-key-reuse"),
        Refusal::Equivocation => say!("refusal-equivocation"),
        Refusal::Match => say!("refusal-match"),
        Refusal::Epoch => say!("refusal-epoch"),
        Refusal::PreviousHead => say!("refusal-previous-head"),
        Refusal::Signature => say!("refusal-signature"),
        Refusal::Quorum => say!("refusal-quorum"),
        Refusal::Rules => say!("refusal-rules"),
        Refusal::Version => say!("refusal-version"),
        Refusal::Commitment => say!("refusal-commitment"),
        Refusal::Share => say!("refusal-share"),
        Refusal::SelfLeak => say!("refusal-self-leak"),
        Refusal::SlotBound => say!("refusal-slot-bound"),
    };
    said.to_owned()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use mextrain_net::name::Name;

    use super::*;
    use crate::wording::language::{Language, tests::Speaking};

    /// Every refusal there is. A new one is missed by `does`, which has to be exhaustive, and then belongs here.
    fn refusals() -> Vec<Refusal> {
        let plain = [
            Refusal::Length,
            Refusal::TooLarge,
            Refusal::TokenSet,
            Refusal::SlotOwner,
            Refusal::SlotState,
            Refusal::TileMismatch,
            Refusal::UnknownTile,
            Refusal::AvoidSet,
            Refusal::FalseClaim,
            Refusal::NotExpected,
            Refusal::KeyReuse,
            Refusal::Equivocation,
            Refusal::Match,
            Refusal::Epoch,
            Refusal::PreviousHead,
            Refusal::Signature,
            Refusal::Quorum,
            Refusal::Rules,
            Refusal::Version,
            Refusal::Commitment,
            Refusal::Share,
            Refusal::SelfLeak,
            Refusal::SlotBound,
        ];
        let moves = mextrain_core::Refusal::SCENARIO.map(Refusal::IllegalMove);
        let proofs = mextrain_crypto::Refusal::ALL.map(Refusal::Proof);
        plain.into_iter().chain(moves).chain(proofs).collect()
    }

    /// Every charge there can be, at step 12.
    pub(crate) fn charges(name: Option<&str>) -> Vec<Charge> {
        let name = name.map(Name::clean);
        let kinds = || Kind::ALL.into_iter().map(Some).chain([None]);
        let of = |refusal| {
            let name = name.clone();
            kinds().map(move |kind| Charge { name: name.clone(), step: 12, refusal, kind })
        };
        refusals().into_iter().flat_map(of).collect()
    }

    #[test]
    fn in_english_it_is_what_logs_have() {
        for one in charges(Some("Bo")).into_iter().chain(charges(None)) {
            assert_eq!(charge(&one), one.to_string());
            assert_eq!(does(&one.refusal), one.refusal.sentence());
        }
    }

    #[test]
    fn in_german_it_is_german_for_everything_and_names_the_player() {
        let _german = Speaking::new(Language::German);
        let mut said = BTreeSet::new();
        for one in charges(Some("Bo")) {
            let german = charge(&one);
            assert!(german.contains("Bo") && german.contains("Schritt 12"), "{german}");
            assert_ne!(german, one.to_string());
            // Codes stay as they are.
            let words = german.split(" (").next().unwrap();
            let english = one.kind.map_or("message", Kind::in_words);
            assert!(!words.contains(english) && !german.contains(&one.refusal.sentence()), "{german}");
            if let Refusal::IllegalMove(_) | Refusal::Proof(_) = one.refusal {
                assert!(german.ends_with(')'), "{german}");
            }
            assert!(said.insert(german.clone()), "{german} is said of two things");
        }
        for one in charges(None) {
            let german = charge(&one);
            assert!(german.starts_with("ein") && german.contains(" in Schritt 12 "), "{german}");
            assert!(!german.contains(&one.refusal.sentence()), "{german}");
        }
    }

    #[test]
    fn german_has_its_articles() {
        let _german = Speaking::new(Language::German);
        let of = |name: Option<&str>, refusal, kind| {
            charge_first(&Charge { name: name.map(Name::clean), step: 12, refusal, kind: Some(kind) })
        };
        assert_eq!(
            of(Some("Bo"), Refusal::SlotOwner, Kind::Turn),
            "Der Spielzug von Bo in Schritt 12 legt einen Stein, der jemand anderem gehört"
        );
        assert_eq!(
            of(None, Refusal::Match, Kind::Score),
            "Eine aufgedeckte Hand in Schritt 12 gehört zu einer anderen Partie"
        );
        assert_eq!(
            of(Some("bo"), Refusal::Equivocation, Kind::RoundKey),
            "Bo hat in Schritt 12 zwei Nachrichten unterschrieben, die sich widersprechen: einen Schlüssel für die Runde und eine andere"
        );
    }
}

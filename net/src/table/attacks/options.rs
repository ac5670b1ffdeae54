//! What can be tried only under rules other than the traditional ones.

use super::*;

/// Rules that differ from the shortest double-nine match in these options.
fn by(settings: &[(&str, &str)]) -> Rules {
    let mut rules = short(1);
    settings.iter().for_each(|(key, value)| rules.set_option(key, value).unwrap());
    rules
}

/// The engine lies in the hub: whoever shuffles it in again, as one tile more or in place of another, is refused.
#[test]
fn attack_16_an_engine_set_aside_is_shuffled_in() {
    let aside = by(&[("engine", "set-aside")]);
    attack(3, aside, Proofs::EveryTurn, "length", |forge| {
        (forge.honest.header().kind == Kind::Shuffle).then(|| {
            let whole = Deck::open(TilePoints::for_highest(9).unwrap(), None);
            let joint = forge.hidden().joint().unwrap();
            let (deck, proof) = shuffle::shuffle(joint, &whole, &forge.ctx, &forge.table.secret);
            [deck.to_bytes().as_slice(), proof.bytes()].concat()
        })
    });
    attack(3, aside, Proofs::EveryTurn, "shuffle", |forge| {
        (forge.honest.header().kind == Kind::Shuffle).then(|| {
            let id = forge.hidden().set().id(forge.engine()).unwrap();
            let engine = *TilePoints::for_highest(9).unwrap().point(id.value()).unwrap();
            forge.shuffle(ShuffleCheat::ReplacedTile(engine))
        })
    });
}

//! Locked tokens: that they open to what the owner itself would have made, to all keepers together and to nobody
//! less, and what a cheat of an owner or a keeper comes to.

use proptest::{collection::btree_set, prelude::*};

use super::*;
use crate::{
    avoid::{AvoidSlot, AvoidStatement, avoid},
    cheat::{self, LockCheat},
    encoding::Point,
    keys::RoundKey,
    lock::{Keepers, LOCK_PROOF_LEN, LOCKED_TOKEN_LEN, LockProof, LockedToken, lock},
    opening::{open, tokens},
};

/// Seats at a table, one of which has locked its tokens for the rest.
struct Locked {
    table: Table,
    owner: usize,
    keepers: Arc<Keepers>,
    bases: Vec<Point>,
    locks: Vec<LockedToken>,
    proof: LockProof,
}

impl Locked {
    fn new(seats: u8, owner: usize, bases: impl FnOnce(&Table) -> Vec<Point>) -> Self {
        let table = Table::new(seats);
        let keepers = Arc::new(keepers(&table, owner));
        let bases = bases(&table);
        let (locks, proof) = lock(&table.secrets[owner], &keepers, &bases, &CTX, &table.match_secrets[owner]);
        Self { table, owner, keepers, bases, locks, proof }
    }

    /// Four seats, and the first `n` slots of a deck.
    fn four(n: usize) -> Self {
        Self::new(4, 0, |table| bases(&table.dealt(n.max(2)))[..n].to_vec())
    }

    fn check(&self) -> Check {
        self.check_of(self.locks.clone(), &self.proof)
    }

    fn check_of(&self, locks: Vec<LockedToken>, proof: &LockProof) -> Check {
        Check::Lock {
            owner: self.owner_key(),
            keepers: Arc::clone(&self.keepers),
            bases: self.bases.clone(),
            locks,
            ctx: CTX,
            proof: proof.0.to_vec(),
        }
    }

    fn owner_key(&self) -> RoundKey {
        self.table.secrets[self.owner].key().clone()
    }

    /// What a cheat of the owner is refused for.
    fn refused(&self, cheat: LockCheat) -> Option<Refusal> {
        let (locks, proof) = self.cheat(cheat);
        refusal(&self.check_of(locks, &proof))
    }

    fn cheat(&self, cheat: LockCheat) -> (Vec<LockedToken>, LockProof) {
        let (secret, match_secret) = (&self.table.secrets[self.owner], &self.table.match_secrets[self.owner]);
        cheat::lock(cheat, secret, &self.keepers, &self.bases, &CTX, match_secret)
    }

    fn keeper_seats(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.table.secrets.len()).filter(|seat| *seat != self.owner)
    }

    /// Every keeper's part of one lock.
    fn parts(&self, lock: &LockedToken) -> Vec<Token> {
        self.keeper_seats().flat_map(|seat| tokens(&self.table.secrets[seat], &[*lock.base()])).collect()
    }

    /// The owner's own tokens.
    fn own(&self) -> Vec<Token> {
        tokens(&self.table.secrets[self.owner], &self.bases)
    }

    fn unlocked(&self) -> Vec<Token> {
        self.locks.iter().map(|lock| self.keepers.unlock(lock, &self.parts(lock)).unwrap()).collect()
    }
}

fn bases(deck: &Deck) -> Vec<Point> {
    deck.rows().iter().map(|row| row.a).collect()
}

fn others(table: &Table, owner: usize) -> Vec<RoundKey> {
    let others = table.secrets.iter().enumerate().filter(|(seat, _)| *seat != owner);
    others.map(|(_, secret)| secret.key().clone()).collect()
}

fn keepers(table: &Table, owner: usize) -> Keepers {
    Keepers::new(table.secrets[owner].key(), &others(table, owner)).unwrap()
}

/// Bases as cheap as they come: what stands behind them does not matter for a lock.
fn any_bases(n: usize) -> Vec<Point> {
    TilePoints::for_highest(12).unwrap().points()[..n].to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Any number of seats, any owner, any slots: the lock verifies, and opens to the owner's own tokens.
    #[test]
    fn what_all_keepers_unlock_is_the_owners_own(
        seats in 4u8..=8, owner in 0usize..8, slots in btree_set(0usize..91, 1..12)
    ) {
        let owner = owner % usize::from(seats);
        let all = any_bases(91);
        let locked = Locked::new(seats, owner, |_| slots.iter().map(|&slot| all[slot]).collect());
        prop_assert_eq!(refusal(&locked.check()), None);
        prop_assert_eq!(locked.unlocked(), locked.own());
        let bytes = LockedToken::encode_all(&locked.locks);
        prop_assert_eq!(bytes.len(), slots.len() * LOCKED_TOKEN_LEN);
        prop_assert_eq!(&LockedToken::decode_all(&bytes, slots.len()).unwrap(), &locked.locks);
    }

    #[test]
    fn nothing_panics_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..700), n in 0usize..100) {
        let _ = LockedToken::decode_all(&bytes, n);
        let mut check = Locked::four(2).check();
        if let Check::Lock { proof, .. } = &mut check {
            *proof = bytes;
        }
        prop_assert!(refusal_once(&check).is_some());
    }
}

/// The way of a slot after one seat has vanished, with every proof that a stranger would check.
#[test]
fn a_round_goes_on_without_the_seat_that_vanished() {
    let table = Table::new(5);
    let deck = table.dealt(8);
    let (gone, drawer) = (2, 4);
    let locked = Locked::new(5, gone, |_| bases(&deck));
    let mut checks = vec![locked.check()];

    // Every keeper, the drawer too, opens the lock of slot 3; the others give their tokens for the slot in the same
    // opening.
    let slot = &deck.rows()[3];
    let lock = &locked.locks[3];
    let (mut parts, mut for_drawer) = (Vec::new(), Vec::new());
    for seat in locked.keeper_seats() {
        let secret = &table.secrets[seat];
        let bases = if seat == drawer { vec![*lock.base()] } else { vec![*lock.base(), slot.a] };
        let (tokens, proof) = open(secret, &bases, &CTX, &table.match_secrets[seat]);
        parts.push(tokens[0]);
        for_drawer.extend(&tokens[1..]);
        let key = secret.key().clone();
        checks.push(Check::Opening { key, bases, tokens, ctx: CTX, proof: proof.0.to_vec() });
    }
    for_drawer.push(locked.keepers.unlock(lock, &parts).unwrap());

    let own = tokens(&table.secrets[drawer], &[slot.a]);
    let tile = slot.open(table.tiles, for_drawer.iter().chain(&own)).unwrap();
    assert_eq!(tile, table.tile(slot));
    // Without the drawer's own token the slot stays closed to everybody else.
    assert_eq!(slot.open(table.tiles, &for_drawer), Err(Refusal::UnknownTile));
    // And the drawer can claim something about it, as ever.
    let avoided = (0..91).filter(|id| *id != tile).take(3).collect();
    let slots = vec![AvoidSlot::new(slot, &for_drawer, avoided)];
    let statement = AvoidStatement::new(table.tiles, table.secrets[drawer].key().clone(), slots).unwrap();
    let proof = avoid(&table.secrets[drawer], &statement, &CTX, &table.match_secrets[drawer]).unwrap();
    checks.push(Check::Avoid { statement, ctx: CTX, proof });
    assert!(verify_all(&checks).is_ok());
    assert!(verify_all_parallel(&checks).is_ok());
}

/// All parts but one say nothing: whatever tile the slot might hold, there is one last part that would show it.
#[test]
fn without_one_keeper_every_tile_is_as_likely() {
    let table = Table::new(4);
    let deck = table.dealt(3);
    let locked = Locked::new(4, 0, |_| bases(&deck));
    let (slot, lock) = (&deck.rows()[1], &locked.locks[1]);
    let but_owner = table.tokens_but(0, slot);
    let mut parts = locked.parts(lock);
    let missing = parts.pop().unwrap();
    assert_eq!(locked.keepers.unlock(lock, &parts), Err(Refusal::Length));

    let mut fitting = Vec::new();
    for id in 0..91 {
        let wanted = slot.strip(&but_owner) - table.tiles.point(id).unwrap().element();
        let masked = *lock.masked().element();
        let rest = parts.iter().fold(masked, |rest, part| rest - part.point().element());
        let last = Token::from_point(Point::encode(rest - wanted));
        let all: Vec<_> = parts.iter().copied().chain([last]).collect();
        let token = locked.keepers.unlock(lock, &all).unwrap();
        assert_eq!(slot.open(table.tiles, but_owner.iter().chain([&token])), Ok(id));
        fitting.push(last);
    }
    assert_eq!(fitting.iter().filter(|last| **last == missing).count(), 1);

    // What is at hand in place of the last part opens nothing: another's part, the owner's, one of another lock.
    let owner = tokens(&table.secrets[0], &[*lock.base()])[0];
    let other = locked.parts(&locked.locks[2])[2];
    for last in [parts[0], owner, other, Token::from_point(*lock.base())] {
        let all: Vec<_> = parts.iter().copied().chain([last]).collect();
        let token = locked.keepers.unlock(lock, &all).unwrap();
        assert_eq!(slot.open(table.tiles, but_owner.iter().chain([&token])), Err(Refusal::UnknownTile));
    }
}

/// Who said farewell has shown its secret, so that everybody makes its part; a second seat that vanishes takes its
/// own with it, unless the rest have locked anew for those who are left.
#[test]
fn a_farewell_is_no_loss_and_a_second_seat_needs_new_locks() {
    let table = Table::new(5);
    let deck = table.dealt(2);
    let locked = Locked::new(5, 0, |_| bases(&deck));
    let lock = locked.locks[0];
    let mut parts: Vec<_> = locked.parts(&lock)[..3].to_vec();
    let left = &table.secrets[4];
    let farewell = RoundSecret::from_farewell(&left.farewell(), left.key()).unwrap();
    parts.extend(tokens(&farewell, &[*lock.base()]));
    assert_eq!(locked.keepers.unlock(&lock, &parts), Ok(locked.own()[0]));

    // Seat 0 is gone; seat 1 locks anew for 2, 3 and 4, and they can do without it.
    let anew = Keepers::new(table.secrets[1].key(), &others(&table, 1)[1..]).unwrap();
    let (locks, proof) =
        crate::lock::lock(&table.secrets[1], &anew, &bases(&deck), &CTX, &table.match_secrets[1]);
    let parts: Vec<_> =
        table.secrets[2..].iter().flat_map(|secret| tokens(secret, &[*locks[0].base()])).collect();
    let token = anew.unlock(&locks[0], &parts).unwrap();
    assert_eq!(token, tokens(&table.secrets[1], &[deck.rows()[0].a])[0]);
    let check = Check::Lock {
        owner: table.secrets[1].key().clone(),
        keepers: Arc::new(anew),
        bases: bases(&deck),
        locks,
        ctx: CTX,
        proof: proof.0.to_vec(),
    };
    assert_eq!(refusal(&check), None);
}

#[test]
fn keepers_are_three_others_with_keys_of_their_own() {
    let table = Table::new(5);
    let keys: Vec<_> = table.secrets.iter().map(|secret| secret.key().clone()).collect();
    let [owner, a, b, c, _] = [0, 1, 2, 3, 4].map(|seat| keys[seat].clone());
    assert_eq!(Keepers::new(&owner, &keys[1..]).unwrap().count(), 4);
    let refused = |keys: &[RoundKey]| Keepers::new(&owner, keys).unwrap_err();
    assert_eq!(refused(&[]), Refusal::Length);
    assert_eq!(refused(&keys[1..3]), Refusal::Length);
    assert_eq!(refused(&keys), Refusal::DuplicateKey);
    assert_eq!(refused(&[a.clone(), b.clone(), a.clone()]), Refusal::DuplicateKey);
    // Keys that cancel out would leave the tokens open: F would be the token.
    let opposite = -(a.point().element() + b.point().element());
    let opposite = RoundKey::decode(&opposite.compress().to_bytes()).unwrap();
    assert_eq!(refused(&[a, b, opposite]), Refusal::Identity);
    assert_ne!(owner, c);
}

/// The owner lays the first slot of seat 1's hand into its lock. The keepers' parts would be their tokens for it, also
/// that of seat 1, which it keeps to itself.
#[test]
fn a_lock_cannot_be_made_of_somebody_elses_slot() {
    let table = Table::new(4);
    let deck = table.dealt(5);
    let locked = Locked::new(4, 0, |_| bases(&deck)[1..].to_vec());
    let slot = &deck.rows()[0];
    let trap = LockCheat::ForeignMask(slot.a);
    let (locks, _) = locked.cheat(trap);
    assert_eq!(locked.parts(&locks[0]), table.tokens_but(0, slot));
    let own = tokens(&table.secrets[0], &[slot.a]);
    assert!(slot.open(table.tiles, locked.parts(&locks[0]).iter().chain(&own)).is_ok());
    // But whoever does not know the logarithm of E cannot prove it, for one slot as for several.
    assert_eq!(locked.refused(trap), Some(Refusal::Share));
    let single = Locked::new(4, 0, |_| bases(&deck)[1..2].to_vec());
    assert_eq!(single.refused(trap), Some(Refusal::Share));
    // The same with a lock of another seat, which the keepers were to open in the name of this one.
    let victim = Locked::new(4, 2, |_| bases(&deck));
    assert_eq!(locked.refused(LockCheat::ForeignMask(*victim.locks[0].base())), Some(Refusal::Share));
}

#[test]
fn a_lock_on_another_token_is_refused_when_it_is_made() {
    let locked = Locked::four(4);
    let other_slot = locked.bases[3];
    for cheat in
        [LockCheat::OtherSecret, LockCheat::OtherBase(other_slot), LockCheat::Swapped, LockCheat::Cancelling]
    {
        assert_eq!(locked.refused(cheat), Some(Refusal::Share), "{cheat:?}");
    }
    let single = Locked::four(1);
    assert_eq!(single.refused(LockCheat::OtherBase(other_slot)), Some(Refusal::Share));
    // What another seat has made and proven.
    let (secret, match_secret) = (&locked.table.secrets[1], &locked.table.match_secrets[1]);
    let (locks, proof) = lock(secret, &locked.keepers, &locked.bases, &CTX, match_secret);
    assert_eq!(refusal(&locked.check_of(locks, &proof)), Some(Refusal::Share));
}

#[test]
fn masks_of_zero_and_equal_masks_are_refused_beside_the_proof() {
    let locked = Locked::four(3);
    let (locks, _) = locked.cheat(LockCheat::ZeroMasks);
    assert_eq!(locks[0].masked(), locked.own()[0].point());
    // The owner shows nothing but its own tokens; still no such lock is ever decoded.
    let bytes = LockedToken::encode_all(&locks);
    assert_eq!(LockedToken::decode_all(&bytes, 3), Err(Refusal::Identity));
    assert_eq!(locked.refused(LockCheat::EqualMasks), Some(Refusal::DuplicatePoint));
}

#[test]
fn a_proof_of_another_place_seat_or_statement() {
    let locked = Locked::four(3);
    let changed = |change: &dyn Fn(&mut Check)| {
        let mut check = locked.check();
        change(&mut check);
        refusal(&check)
    };
    let (key, table) = (locked.table.secrets[1].key().clone(), &locked.table);
    let six = Table::new(6);
    let more = Arc::new(Keepers::new(table.secrets[0].key(), &others(&six, 0)).unwrap());
    assert_eq!(changed(&|_| ()), None);
    let refusals = [
        changed(&|check| replace(check, |lock| *lock.ctx = OTHER_CTX)),
        changed(&|check| replace(check, |lock| *lock.owner = key.clone())),
        changed(&|check| replace(check, |lock| *lock.keepers = Arc::clone(&more))),
        changed(&|check| replace(check, |lock| lock.bases.swap(0, 1))),
        changed(&|check| replace(check, |lock| lock.locks.swap(0, 1))),
    ];
    assert_eq!(refusals, [Some(Refusal::Share); 5]);
    let lengths = [
        changed(&|check| replace(check, |lock| lock.locks.truncate(2))),
        changed(&|check| replace(check, |lock| lock.locks.push(locked.locks[0]))),
        changed(&|check| replace(check, |lock| lock.proof.truncate(LOCK_PROOF_LEN - 1))),
        changed(&|check| replace(check, |lock| lock.proof.push(0))),
        changed(&|check| replace(check, |lock| (*lock.bases, *lock.locks) = (vec![], vec![]))),
        changed(&|check| {
            replace(check, |lock| {
                *lock.bases = vec![locked.bases[0]; 92];
                *lock.locks = vec![locked.locks[0]; 92];
            });
        }),
    ];
    assert_eq!(lengths, [Some(Refusal::Length); 6]);
}

struct Fields<'a> {
    owner: &'a mut RoundKey,
    keepers: &'a mut Arc<Keepers>,
    bases: &'a mut Vec<Point>,
    locks: &'a mut Vec<LockedToken>,
    ctx: &'a mut Context,
    proof: &'a mut Vec<u8>,
}

fn replace(check: &mut Check, change: impl FnOnce(Fields<'_>)) {
    let Check::Lock { owner, keepers, bases, locks, ctx, proof } = check else { unreachable!() };
    change(Fields { owner, keepers, bases, locks, ctx, proof });
}

#[test]
fn every_changed_byte_of_a_lock_is_noticed() {
    let locked = Locked::four(2);
    for proof in flipped(&locked.proof.0, 0..LOCK_PROOF_LEN) {
        let mut check = locked.check();
        replace(&mut check, |lock| *lock.proof = proof);
        assert!(refusal_once(&check).is_some());
    }
    let bytes = LockedToken::encode_all(&locked.locks);
    for bytes in flipped(&bytes, 0..bytes.len()) {
        if let Ok(locks) = LockedToken::decode_all(&bytes, 2) {
            assert_eq!(refusal_once(&locked.check_of(locks, &locked.proof)), Some(Refusal::Share));
        }
    }
}

#[test]
fn encodings_of_locks() {
    let locked = Locked::four(3);
    let bytes = LockedToken::encode_all(&locked.locks);
    let longer = [bytes.clone(), vec![0]].concat();
    for wrong in [&bytes[1..], &bytes[..128], &longer, &[]] {
        assert_eq!(LockedToken::decode_all(wrong, 3), Err(Refusal::Length));
    }
    assert_eq!(LockedToken::decode_all(&bytes, usize::MAX), Err(Refusal::Length));
    assert_eq!(LockedToken::decode_all(&vec![1; 92 * 64], 92), Err(Refusal::Length));
    let put = |place: usize, element: [u8; 32]| {
        let mut bytes = bytes.clone();
        bytes[32 * place..][..32].copy_from_slice(&element);
        LockedToken::decode_all(&bytes, 3).unwrap_err()
    };
    for place in 0..6 {
        assert_eq!(put(place, [0; 32]), Refusal::Identity);
        assert_eq!(put(place, [0xff; 32]), Refusal::Point);
    }
    let in_proof = |place: usize, element: [u8; 32]| {
        let mut check = locked.check();
        replace(&mut check, |lock| lock.proof[32 * place..][..32].copy_from_slice(&element));
        refusal(&check)
    };
    for place in 0..3 {
        assert_eq!(in_proof(place, [0; 32]), Some(Refusal::Identity));
        assert_eq!(in_proof(place, [0xff; 32]), Some(Refusal::Point));
    }
    for place in 3..5 {
        assert_eq!(in_proof(place, [0xff; 32]), Some(Refusal::Scalar));
    }
}

/// A keeper's part is an opening and refused like one; a wrong one has no way into a verified token.
#[test]
fn a_wrong_part_is_its_keepers_fault() {
    let locked = Locked::four(2);
    let [first, second] = [0, 1].map(|slot| *locked.locks[slot].base());
    let (secret, match_secret) = (&locked.table.secrets[1], &locked.table.match_secrets[1]);
    let check = |bases: &[Point], (tokens, proof): (Vec<Token>, crate::opening::OpeningProof)| {
        refusal(&Check::Opening {
            key: secret.key().clone(),
            bases: bases.to_vec(),
            tokens,
            ctx: CTX,
            proof: proof.0.to_vec(),
        })
    };
    assert_eq!(check(&[first], open(secret, &[first], &CTX, match_secret)), None);
    // Of the other lock; of the slot in place of its lock; of another keeper.
    assert_eq!(check(&[first], open(secret, &[second], &CTX, match_secret)), Some(Refusal::Dleq));
    let of_slot = open(secret, &locked.bases[..1], &CTX, match_secret);
    assert_eq!(check(&[first], of_slot), Some(Refusal::Dleq));
    let (other, other_match) = (&locked.table.secrets[2], &locked.table.match_secrets[2]);
    assert_eq!(check(&[first], open(other, &[first], &CTX, other_match)), Some(Refusal::Dleq));
}

#[test]
fn everything_absorbed_counts() {
    let locked = Locked::four(2);
    // Two keys, number, two bases, four elements of locks, three commitments.
    for omitted in 0..12 {
        assert_eq!(locked.refused(LockCheat::Omission(omitted)), Some(Refusal::Share), "{omitted}");
    }
    assert_eq!(locked.refused(LockCheat::Omission(12)), None);
}

#[test]
fn attack_45_masks_are_of_one_statement_and_come_again_after_a_restart() {
    let make = |seats: u8, ctx: Context, n: usize| {
        let table = Table::new(seats);
        let bases = any_bases(n);
        let keepers = keepers(&table, 0);
        let (locks, proof) = lock(&table.secrets[0], &keepers, &bases, &ctx, &table.match_secrets[0]);
        (LockedToken::encode_all(&locks), proof.0.to_vec())
    };
    let (locks, proof) = make(4, CTX, 2);
    assert_eq!((locks.clone(), proof.clone()), make(4, CTX, 2));
    // Another place (round, attempt, step), other keepers, other slots: not one element is there again.
    for (other_locks, other_proof) in [make(4, OTHER_CTX, 2), make(5, CTX, 2), make(4, CTX, 3)] {
        assert!(locks.chunks(32).all(|element| !other_locks.chunks(32).any(|other| other == element)));
        assert!(proof.chunks(32).all(|element| !other_proof.chunks(32).any(|other| other == element)));
    }
}

//! One function for each thing that reads bytes somebody else wrote. None of them may panic, whatever it is given; what is read must
//! read the same again once it is written. The fuzzer and the test suite call the same functions.
#![allow(dead_code, reason = "each fuzz target uses its own function")]
#![allow(clippy::unwrap_used, reason = "a panic is what is looked for")]

use std::num::NonZero;

use ed25519_dalek::SigningKey;
use mextrain_core::{Rules, Seat, SeatSet, Seats, movetext, scenario::Scenario};
use mextrain_crypto::MatchSecret;
use mextrain_net::{
    charter::{self, Charter, Member, Proofs},
    envelope::Envelope,
    ledger::Ledger,
    lobby::LobbyState,
    log::{self, Journal, frame, verify::verify},
    name::Name,
    node::message::{Gossip, Request, Response},
    place::Location,
    table::{Output, Table},
    wire,
};

/// What is done with an input.
type Target = fn(&[u8]);

/// Every target by its name.
pub const ALL: [(&str, Target); 10] = [
    ("charter", charter),
    ("envelope", envelope),
    ("gossip", gossip),
    ("journal", journal),
    ("lobby", lobby),
    ("location", location),
    ("log", log),
    ("scenario", scenario),
    ("table", table),
    ("typed_move", typed_move),
];

/// A charter, and the ledger that it begins.
pub fn charter(bytes: &[u8]) {
    if let Ok(charter) = Charter::decode(bytes) {
        assert_eq!(Charter::decode(&charter.encode()).unwrap().encode(), charter.encode());
        Ledger::new(bytes).unwrap();
    }
}

/// The frame of a signed contribution.
pub fn envelope(bytes: &[u8]) {
    if let Ok(envelope) = Envelope::parse(bytes) {
        assert_eq!(envelope.raw().as_ref(), bytes);
    }
}

/// Messages of the network, of every kind.
pub fn gossip(bytes: &[u8]) {
    if let Ok(message) = Gossip::decode(bytes) {
        assert_eq!(message.encode(), bytes);
    }
    if let Ok(request) = wire::decode::<Request>(bytes, wire::MAX_BYTES) {
        assert_eq!(wire::encode(&request), bytes);
    }
    if let Ok(response) = wire::decode::<Response>(bytes, wire::MAX_BYTES) {
        assert_eq!(wire::encode(&response), bytes);
    }
}

/// What a host tells its guests.
pub fn lobby(bytes: &[u8]) {
    if let Ok(state) = wire::decode::<LobbyState>(bytes, wire::MAX_BYTES) {
        assert_eq!(wire::encode(&state), bytes);
    }
}

/// What is typed into the Join box.
pub fn location(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Location::recognise(text);
    if let Ok(location) = text.parse::<Location>() {
        let _ = location.addresses();
        assert_eq!(location.to_string().parse(), Ok(location));
    }
}

/// A match's log; and, as a forger would have it, its records with their checks made anew.
pub fn log(bytes: &[u8]) {
    let one = NonZero::<usize>::MIN;
    let _ = verify(bytes, one).unwrap();
    let mut forged = Vec::new();
    let mut writer = frame::RecordWriter::begin(&mut forged, frame::FileKind::Log).unwrap();
    for record in pieces(bytes) {
        let Some((&kind, payload)) = record.split_first() else { continue };
        let _ = writer.append(kind, payload);
    }
    let _ = verify(forged.as_slice(), one).unwrap();
    let _ = log::narrate::export(forged.as_slice());
}

/// A seat's own journal, found on a disk that others may have written to.
pub fn journal(bytes: &[u8]) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    if let Ok(journal) = Journal::read(file.path()) {
        let secret = MatchSecret::from_bytes([1; 32]);
        let envelopes = journal.envelopes.iter().map(Vec::as_slice);
        let _ = Table::resume(&journal.charter, key(0), secret, journal.nonce, envelopes);
    }
}

/// A scenario file.
pub fn scenario(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(scenario) = Scenario::parse(text) {
        let _ = scenario.replay();
    }
}

/// A typed move.
pub fn typed_move(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = movetext::parse(text, Seat::FIRST, &["Ada", "Bo", "Zoë", "Bo-Derek"]);
}

/// A table of two that the other player sends anything to: signed with a key that is known, so that everything behind the signature is
/// reached too. The first byte of each piece says what is done with the rest.
pub fn table(bytes: &[u8]) {
    let (charter, nonces) = charter_of_two();
    let seat = |at: usize| {
        let secret = MatchSecret::from_bytes([at as u8 + 1; 32]);
        Table::new(&charter, key(at), secret, nonces[at]).unwrap()
    };
    let (mut victim, mut cheat) = (seat(0), seat(1));
    for piece in pieces(bytes).take(64) {
        let Some((&how, rest)) = piece.split_first() else { continue };
        match how % 4 {
            // As it is.
            0 => drop(victim.receive(rest)),
            // Everything that is honest, both ways.
            1 => exchange(&mut victim, &mut cheat),
            // In place of what the cheat owes.
            2 => forge(&mut victim, rest),
            // One that leaves.
            _ => drop(cheat.leave(SeatSet::from_bits(rest.first().copied().unwrap_or(0)))),
        }
        while victim.poll_output().is_some() {}
    }
}

fn exchange(one: &mut Table, other: &mut Table) {
    for _ in 0..4 {
        for raw in one.envelopes_beyond(other.have(), usize::MAX) {
            let _ = other.receive(&raw);
        }
        for raw in other.envelopes_beyond(one.have(), usize::MAX) {
            let _ = one.receive(&raw);
        }
        for table in [&mut *one, &mut *other] {
            if let Some(choice) =
                table.view().seat_view().and_then(|view| mextrain_core::player::choose(&view))
            {
                let _ = table.act(choice);
            }
            while let Some(output) = table.poll_output() {
                drop::<Output>(output);
            }
        }
    }
}

/// Signs any payload as the contribution that the other one owes now, or as a farewell.
fn forge(victim: &mut Table, payload: &[u8]) {
    let ledger = victim.view().ledger();
    let author = ledger.author_of(1).unwrap();
    let header = match payload.first() {
        Some(0xff) => ledger.farewell_header(author),
        _ => ledger.next_header(author),
    };
    let Some(header) = header else { return };
    if let Ok(envelope) = Envelope::sign(header, payload, &key(1)) {
        let raw = envelope.raw().clone();
        let _ = victim.receive(&raw);
    }
}

fn charter_of_two() -> (Vec<u8>, [[u8; 32]; 2]) {
    let nonces = [[1; 32], [2; 32]];
    let member = |at: usize| {
        let public = key(at).verifying_key().to_bytes();
        Member {
            name: Name::clean(["Ada", "Bo"][at]),
            key: public,
            commitment: charter::commitment(&public, &nonces[at]),
        }
    };
    let rules = Rules::from_settings([("set", "double-nine"), ("first_engine", "0")]).unwrap();
    rules.check(Seats::MIN).unwrap();
    let roster = (0..2).map(member).collect();
    let charter =
        Charter { table: [7; 16], rules, proofs: Proofs::AtScoring, absence: Default::default(), roster };
    (charter.encode(), nonces)
}

fn key(at: usize) -> SigningKey {
    SigningKey::from_bytes(&[at as u8 + 10; 32])
}

/// The input cut into pieces, each with its length in two bytes before it.
fn pieces(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (length, behind) = rest.split_first_chunk::<2>()?;
        let length = usize::from(u16::from_le_bytes(*length)).min(behind.len());
        let (piece, left) = behind.split_at(length);
        rest = left;
        Some(piece)
    })
}

//! A whole match in this process: seats that hand each other their messages, and the log that follows from them.

use std::collections::VecDeque;

use ed25519_dalek::SigningKey;
use mextrain_core::{Pip, Rules, SeatSet, TileSet, player};
use mextrain_crypto::MatchSecret;
use mextrain_net::{
    charter::{Charter, Member, Proofs, commitment},
    ledger::Receipt,
    log::{
        CHARTER, CONTRIBUTION,
        frame::{FileKind, Record, RecordReader, RecordWriter},
    },
    name::Name,
    table::{Output, Owing, Table},
};

/// A match to be simulated. Equal values give equal logs.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// How many players.
    pub players: u8,
    /// How many rounds, with the double-nine set.
    pub rounds: u8,
    /// When claims are proven.
    pub proofs: Proofs,
    /// Tells matches of the same kind apart.
    pub seed: u8,
}

impl Match {
    /// Plays it; the records of its log.
    pub fn records(self) -> Vec<Record> {
        let charter = self.charter().encode();
        let mut tables: Vec<Table> = (0..self.players).map(|n| self.table(n, &charter)).collect();
        let mut steps = Vec::new();
        let mut mail: VecDeque<(usize, std::sync::Arc<[u8]>)> = VecDeque::new();
        loop {
            for (at, table) in tables.iter_mut().enumerate() {
                act(table);
                while let Some(output) = table.poll_output() {
                    match output {
                        Output::Send(bytes) => mail.push_back((at, bytes)),
                        Output::Folded(step) if at == 0 => steps.extend(step),
                        Output::Stopped(evidence) => panic!("stopped: {}", evidence.blame),
                        _ => {}
                    }
                }
            }
            let Some((from, bytes)) = mail.pop_front() else { break };
            for (at, table) in tables.iter_mut().enumerate() {
                if at != from {
                    let receipt = table.receive(&bytes);
                    assert!(!matches!(receipt, Receipt::Refused(_)), "{receipt:?}");
                }
            }
        }
        let mut records = vec![Record { kind: CHARTER, payload: charter }];
        let contribution =
            |raw: &std::sync::Arc<[u8]>| Record { kind: CONTRIBUTION, payload: raw.as_ref().to_vec() };
        records.extend(steps.iter().map(|envelope| contribution(envelope.raw())));
        records
    }

    fn charter(self) -> Charter {
        let engine = Pip::new(self.rounds - 1).expect("a round for every pip");
        let rules = Rules::default().with_set(TileSet::DoubleNine).with_first_engine(engine);
        let member = |n: u8| {
            let key = self.key(n).verifying_key().to_bytes();
            let name = Name::parse(&format!("Player {}", n + 1)).expect("a name");
            Member { name, key, commitment: commitment(&key, &self.nonce(n)) }
        };
        Charter {
            table: [self.seed; 16],
            rules,
            proofs: self.proofs,
            absence: Default::default(),
            roster: (0..self.players).map(member).collect(),
        }
    }

    fn table(self, n: u8, charter: &[u8]) -> Table {
        let secret = MatchSecret::from_bytes([n ^ self.seed; 32]);
        Table::new(charter, self.key(n), secret, self.nonce(n)).expect("a charter that can be played")
    }

    /// What a player signs with.
    pub fn key(self, n: u8) -> SigningKey {
        SigningKey::from_bytes(&[n + 1; 32])
    }

    fn nonce(self, n: u8) -> [u8; 32] {
        [n.wrapping_add(self.seed); 32]
    }
}

/// What a player decides is decided by the automatic player.
fn act(table: &mut Table) {
    loop {
        match table.view().owing() {
            Owing::Nothing => return,
            Owing::Seal => table.seal(SeatSet::EMPTY).expect("a seal that is owed"),
            Owing::Move => {
                let choice = table.view().seat_view().and_then(|view| player::choose(&view));
                table.act(choice.expect("a move that is owed")).expect("a legal move");
            }
        }
    }
}

/// A log file of these records, with the chain of checks that a program would have written: what a forger does.
pub fn file(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = RecordWriter::begin(&mut bytes, FileKind::Log).expect("writing to memory");
    for record in records {
        writer.append(record.kind, &record.payload).expect("writing to memory");
    }
    bytes
}

/// The records of a log file.
pub fn records_of(bytes: &[u8]) -> Vec<Record> {
    let mut reader = RecordReader::open(bytes, FileKind::Log).expect("a log");
    std::iter::from_fn(|| reader.next_record().expect("a whole log")).collect()
}

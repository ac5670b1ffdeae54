//! A table that comes back from its journal.

use ed25519_dalek::SigningKey;
use mextrain_core::Seat;
use mextrain_crypto::MatchSecret;

use super::{Output, Table, TableError};
use crate::{
    envelope::Envelope,
    ledger::{LANE_PLAY, Receipt, Stage},
};

impl Table {
    /// A table as it was when its journal ended: `envelopes` are the journal's, own and others', in their order. Its output
    /// begins with every complete step of the journal as [`Output::Folded`], so that the log can be written anew.
    ///
    /// What it signs before [`Table::caught_up`] is what the journal has already, byte by byte: a journal can be older than what this seat has
    /// signed (a copy that was put back, a disk that lied), and others have what is missing.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn resume<'a>(
        charter: &[u8],
        key: SigningKey,
        secret: MatchSecret,
        nonce: [u8; 32],
        envelopes: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Table, TableError> {
        let mut table = Table::build(charter, key, secret, nonce)?;
        table.replaying = true;
        for bytes in envelopes {
            // Farewells and own votes are written down even where they count for nothing.
            let counts = Envelope::parse(bytes).is_ok_and(|envelope| envelope.header().lane == LANE_PLAY);
            match table.receive(bytes) {
                Receipt::Refused(blame) if !blame.proven && counts => return Err(TableError::Journal(blame)),
                _ => {}
            }
        }
        table.replaying = false;
        // What happened before is no news, and in the journal already; the log is written anew from its complete steps.
        table
            .output
            .retain(|output| matches!(output, Output::Rewound | Output::Folded(_) | Output::Stopped(_)));
        let own = table.own_contribution().into_iter().chain(table.leaving.clone());
        table.output.extend(own.map(Output::Send));
        table.hears_first = !matches!(table.ledger.stage(), Stage::Over | Stage::Stopped);
        table.advance();
        Ok(table)
    }

    /// Whether this table has come back, and its player decides nothing before [`Table::caught_up`]. Where everybody else has left nobody
    /// is there who could be heard.
    pub fn hears_first(&self) -> bool {
        let Some(seat) = self.seat() else { return self.hears_first };
        let gone = self.ledger.gone().union(self.early_farewells().filter_map(author_of).collect());
        self.hears_first && self.ledger.playing().without(gone).iter().any(|other| other != seat)
    }

    /// Those who were asked have given nothing any more that was lacking here.
    pub fn caught_up(&mut self) {
        if std::mem::take(&mut self.hears_first) {
            self.ask();
            self.advance();
        }
    }
}

fn author_of(envelope: &Envelope) -> Option<Seat> {
    Seat::new(envelope.header().author)
}

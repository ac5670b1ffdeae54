//! The bytes of each kind of payload: written in one place, read in the same.
//!
//! | kind | payload |
//! | --- | --- |
//! | Sign | empty |
//! | Reveal | nonce (32) |
//! | RoundKey | key (32) ‖ proof (64) |
//! | Shuffle | deck (64 a tile) ‖ proof (32 · (3N + 10)) |
//! | Deal, Score, Unlock | u8 count ‖ count × (u8 slot ‖ token (32)) ‖ proof (96) |
//! | DrawToken | for each slot that others draw, ascending: token (32); ‖ proof (96) |
//! | Engine | 4 ‖ u8 slot ‖ token (32) ‖ proof (96), or 5 ‖ claim |
//! | Turn | 0 ‖ u8 slot ‖ u8 tile id ‖ u8 train ‖ token (32) ‖ proof (96), or 1 (draw) ‖ claim, or 2 (pass) ‖ claim, or 6 (stop) |
//! | Drawn | as the play above, or 3 (keep) ‖ claim |
//! | Lock | 64 a slot, all slots ‖ proof (160) |
//! | Standstill | 7 (cannot play) ‖ claim, or 8 (can play) |
//! | Seal | hash of the scoreboard (32), and where somebody who had vanished is here again: ‖ u8 seats, bit 0 for the first |
//!
//! A train is a seat's index from 0, or 255 for the Mexican Train. A claim is an avoid proof, or empty where proofs come at
//! scoring or nothing is left to prove. Nothing here looks at the state of the game; lengths that follow from the state
//! are checked by whoever reads the result.

use mextrain_core::{Seat, SeatSet, TileId, TrainId};
use mextrain_crypto::opening::OPENING_PROOF_LEN;

use crate::refusal::Refusal;

const ELEMENT_LEN: usize = 32;
const PLAY: u8 = 0;
const DRAW: u8 = 1;
const PASS: u8 = 2;
const KEEP: u8 = 3;
const ENGINE_HERE: u8 = 4;
const NO_ENGINE: u8 = 5;
const STOP: u8 = 6;
const CANNOT_PLAY: u8 = 7;
const CAN_PLAY: u8 = 8;
const MEXICAN: u8 = 255;

/// A tile opened by its owner: which slot, the owner's token, the proof that the token is right.
#[derive(Clone, Copy, Debug)]
pub struct Opened<'a> {
    /// The slot.
    pub slot: usize,
    /// The owner's token for it.
    pub token: &'a [u8; ELEMENT_LEN],
    /// The opening proof.
    pub proof: &'a [u8],
}

/// A Seal: the scoreboard's hash, and who is here again.
pub fn write_seal(seal: &[u8; 32], back: SeatSet) -> Vec<u8> {
    let mut payload = seal.to_vec();
    if !back.is_empty() {
        payload.push(back.bits());
    }
    payload
}

/// What a Turn, Drawn, Engine or Standstill payload says.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'a> {
    /// A tile is laid.
    Play {
        /// The tile, opened.
        opened: Opened<'a>,
        /// The tile that the slot is said to hold.
        tile: u8,
        /// Where it is laid.
        train: TrainId,
    },
    /// Nothing plays: a tile is drawn.
    Draw(&'a [u8]),
    /// Nothing plays and nothing is left to draw.
    Pass(&'a [u8]),
    /// An opening chain ends here.
    Stop,
    /// The drawn tile does not fit.
    Keep(&'a [u8]),
    /// The engine is in this slot.
    EngineHere(Opened<'a>),
    /// None of the claimed slots holds the engine.
    NoEngine(&'a [u8]),
    /// At a standstill: nothing plays here either.
    CannotPlay(&'a [u8]),
    /// At a standstill: something plays.
    CanPlay,
}

impl<'a> Choice<'a> {
    /// Reads a choice.
    ///
    /// # Errors
    /// `length` for other lengths than those of the table above, `not-expected` for an unknown first byte.
    pub fn read(payload: &'a [u8]) -> Result<Choice<'a>, Refusal> {
        let (&tag, rest) = payload.split_first().ok_or(Refusal::Length)?;
        Ok(match tag {
            PLAY => {
                let (&[slot, tile, train], rest) = rest.split_first_chunk().ok_or(Refusal::Length)?;
                let opened = read_opened(slot, rest)?;
                let train = match train {
                    MEXICAN => TrainId::Mexican,
                    seat => TrainId::Own(Seat::new(seat).ok_or(Refusal::NotExpected)?),
                };
                Choice::Play { opened, tile, train }
            }
            DRAW => Choice::Draw(rest),
            PASS => Choice::Pass(rest),
            KEEP => Choice::Keep(rest),
            ENGINE_HERE => {
                let (&[slot], rest) = rest.split_first_chunk().ok_or(Refusal::Length)?;
                Choice::EngineHere(read_opened(slot, rest)?)
            }
            NO_ENGINE => Choice::NoEngine(rest),
            CANNOT_PLAY => Choice::CannotPlay(rest),
            STOP if rest.is_empty() => Choice::Stop,
            CAN_PLAY if rest.is_empty() => Choice::CanPlay,
            STOP | CAN_PLAY => return Err(Refusal::Length),
            _ => return Err(Refusal::NotExpected),
        })
    }
}

fn read_opened(slot: u8, rest: &[u8]) -> Result<Opened<'_>, Refusal> {
    let (token, proof) = rest.split_first_chunk().ok_or(Refusal::Length)?;
    if proof.len() != OPENING_PROOF_LEN {
        return Err(Refusal::Length);
    }
    Ok(Opened { slot: usize::from(slot), token, proof })
}

/// A slot and the bytes of a token for it.
pub type SlotToken<'a> = (usize, &'a [u8]);

/// Reads tokens for several slots and the one proof over all of them.
///
/// # Errors
/// `length` where the length is not the one that the count asks for.
pub fn read_tokens(payload: &[u8]) -> Result<(Vec<SlotToken<'_>>, &[u8]), Refusal> {
    let (&count, rest) = payload.split_first().ok_or(Refusal::Length)?;
    let tokens_len = usize::from(count) * (1 + ELEMENT_LEN);
    if rest.len() != tokens_len + OPENING_PROOF_LEN {
        return Err(Refusal::Length);
    }
    let (tokens, proof) = rest.split_at(tokens_len);
    let tokens = tokens
        .chunks_exact(1 + ELEMENT_LEN)
        .filter_map(|entry| entry.split_first())
        .map(|(&slot, token)| (usize::from(slot), token))
        .collect();
    Ok((tokens, proof))
}

/// Splits a payload of two parts.
///
/// # Errors
/// `length` where the payload's length is not the sum of both.
pub fn read_pair(payload: &[u8], first: usize, second: usize) -> Result<(&[u8], &[u8]), Refusal> {
    if payload.len() != first + second {
        return Err(Refusal::Length);
    }
    Ok(payload.split_at(first))
}

/// Writes a play.
pub fn write_play(slot: usize, tile: TileId, train: TrainId, token: &[u8; 32], proof: &[u8]) -> Vec<u8> {
    let train = match train {
        TrainId::Mexican => MEXICAN,
        TrainId::Own(seat) => u8::from(seat),
    };
    [&[PLAY, slot_byte(slot), tile.value(), train], token.as_slice(), proof].concat()
}

/// Writes an opened engine.
pub fn write_engine_here(slot: usize, token: &[u8; 32], proof: &[u8]) -> Vec<u8> {
    [&[ENGINE_HERE, slot_byte(slot)], token.as_slice(), proof].concat()
}

/// Writes a draw with its claim.
pub fn write_draw(claim: &[u8]) -> Vec<u8> {
    [&[DRAW], claim].concat()
}

/// Writes a pass with its claim.
pub fn write_pass(claim: &[u8]) -> Vec<u8> {
    [&[PASS], claim].concat()
}

/// Writes the end of an opening chain.
pub fn write_stop() -> Vec<u8> {
    vec![STOP]
}

/// Writes that nothing plays at a standstill either, with its claim.
pub fn write_cannot_play(claim: &[u8]) -> Vec<u8> {
    [&[CANNOT_PLAY], claim].concat()
}

/// Writes that something plays after all.
pub fn write_can_play() -> Vec<u8> {
    vec![CAN_PLAY]
}

/// Writes that the drawn tile does not fit, with its claim.
pub fn write_keep(claim: &[u8]) -> Vec<u8> {
    [&[KEEP], claim].concat()
}

/// Writes that the engine is not among one's tiles, with its claim.
pub fn write_no_engine(claim: &[u8]) -> Vec<u8> {
    [&[NO_ENGINE], claim].concat()
}

/// Writes tokens for several slots and their proof.
pub fn write_tokens<'a>(
    tokens: impl ExactSizeIterator<Item = (usize, &'a [u8; 32])>,
    proof: &[u8],
) -> Vec<u8> {
    let mut payload = Vec::with_capacity(1 + tokens.len() * (1 + ELEMENT_LEN) + proof.len());
    payload.push(slot_byte(tokens.len()));
    for (slot, token) in tokens {
        payload.push(slot_byte(slot));
        payload.extend_from_slice(token);
    }
    payload.extend_from_slice(proof);
    payload
}

/// A slot or a count of slots as a byte: a deck has at most 91.
fn slot_byte(slot: usize) -> u8 {
    u8::try_from(slot).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mextrain_core::{Pip, Tile, TileSet};
    use proptest::prelude::*;

    #[test]
    fn a_play_reads_as_it_was_written() {
        let tile = TileSet::DoubleNine.id(Tile::new(Pip::new(4).unwrap(), Pip::new(6).unwrap())).unwrap();
        let train = TrainId::Own(Seat::new(3).unwrap());
        let bytes = write_play(17, tile, train, &[5; 32], &[6; 96]);
        let Choice::Play { opened, tile: id, train: on } = Choice::read(&bytes).unwrap() else { panic!() };
        assert_eq!((opened.slot, id, on), (17, tile.value(), train));
        assert_eq!((opened.token, opened.proof), (&[5; 32], [6; 96].as_slice()));
        assert_eq!(Choice::read(&bytes[..bytes.len() - 1]).unwrap_err(), Refusal::Length);
    }

    #[test]
    fn tokens_read_as_they_were_written() {
        let tokens = [(3, [7; 32]), (90, [8; 32])];
        let bytes = write_tokens(tokens.iter().map(|(slot, token)| (*slot, token)), &[9; 96]);
        let (read, proof) = read_tokens(&bytes).unwrap();
        assert_eq!(read, [(3, [7; 32].as_slice()), (90, [8; 32].as_slice())]);
        assert_eq!(proof, [9; 96]);
        assert_eq!(read_tokens(&bytes[..bytes.len() - 1]).unwrap_err(), Refusal::Length);
        assert_eq!(read_tokens(&[]).unwrap_err(), Refusal::Length);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Choice::read(&bytes);
            let _ = read_tokens(&bytes);
            let _ = read_pair(&bytes, 32, 96);
        }
    }
}

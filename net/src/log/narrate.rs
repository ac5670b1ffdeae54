//! The game that a log tells: what happened, in order, and the same as data.
//!
//! A log is told as it is written. Whether it is true is for [`super::verify`] to find out: signatures and proofs are
//! not looked at here, only what everybody would have seen at the table.

use std::io::Read;

use ed25519_dalek::VerifyingKey;
use mextrain_core::{Ending, Seat, SeatSet, Tile};
use mextrain_crypto::Check;
use serde::Serialize;

use super::{
    verify::{Player, players},
    walk::{Obstacle, Walk},
};
use crate::{
    envelope::Envelope,
    ledger::{Aftermath, Happening, Judge, Ledger, NotProven, Place, Stage},
    name::Name,
    refusal::Refusal,
};

/// How the telling of a log ends.
#[derive(Debug)]
pub enum End {
    /// With the match's end.
    Over,
    /// The log ends before the match does.
    Unfinished,
    /// The match was stopped, or the log cannot be followed any further.
    Obstacle {
        /// By what.
        obstacle: Obstacle,
        /// Whose fault it is, if it is anybody's at the table.
        culprit: Option<Name>,
    },
}

impl End {
    fn at(obstacle: Obstacle, ledger: Option<&Ledger>) -> End {
        let blamed = match &obstacle {
            Obstacle::Refused(blame) => blame.member.filter(|_| blame.proven),
            Obstacle::Damage(_) | Obstacle::Unfounded(_) | Obstacle::NoRandomness => None,
        };
        let culprit = ledger.zip(blamed).and_then(|(ledger, member)| ledger.charter().roster.get(member));
        End::Obstacle { culprit: culprit.map(|member| member.name.clone()), obstacle }
    }
}

/// Tells a log: every happening in its order, with the ledger as it is after the happening's step.
pub fn tell(input: impl Read, mut listener: impl FnMut(&Ledger, u32, &Happening)) -> End {
    let mut walk = match Walk::begin(input) {
        Ok(walk) => walk,
        Err(obstacle) => return End::at(obstacle, None),
    };
    loop {
        match walk.next_step(&mut AsWritten) {
            Ok(Some(folded)) => {
                for happening in &folded.happenings {
                    listener(walk.ledger(), folded.step, happening);
                }
                if let Some(blame) = folded.fault {
                    return End::at(Obstacle::Refused(blame), Some(walk.ledger()));
                }
            }
            Ok(None) if walk.ledger().stage() == Stage::Over => return End::Over,
            Ok(None) => return End::Unfinished,
            Err(obstacle) => return End::at(obstacle, Some(walk.ledger())),
        }
    }
}

/// A match as data: the schema `mextrain.log/1`. Fields are only ever added.
#[derive(Debug, Default, Serialize)]
pub struct MatchData {
    /// The schema's name.
    pub schema: &'static str,
    /// The match's id in hexadecimal digits, once it is known.
    pub r#match: Option<String>,
    /// The table words, once they are known.
    pub words: Option<String>,
    /// Whether the match was played to its end.
    pub finished: bool,
    /// The players by seat.
    pub players: Vec<PlayerData>,
    /// Every option of the rules, by name.
    pub rules: Vec<OptionData>,
    /// When claims were proven: `every-turn` or `at-scoring`.
    pub proofs: String,
    /// The rounds.
    pub rounds: Vec<RoundData>,
    /// What every seat has in all.
    pub totals: Vec<u32>,
}

/// A player of a [`MatchData`].
#[derive(Debug, Serialize)]
pub struct PlayerData {
    /// The seat's number, from 1.
    pub seat: Option<u8>,
    /// The name.
    pub name: String,
    /// The Ed25519 key in hexadecimal digits.
    pub key: String,
}

/// An option of the rules of a [`MatchData`].
#[derive(Debug, Serialize)]
pub struct OptionData {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// A round of a [`MatchData`].
#[derive(Debug, Default, Serialize)]
pub struct RoundData {
    /// Its number, from 1.
    pub round: u16,
    /// The pip of its engine.
    pub engine: u8,
    /// What happened, in order.
    pub moves: Vec<MoveData>,
    /// `out` or `blocked`, once it has ended.
    pub ending: Option<&'static str>,
    /// What every seat still held at the end, opened.
    pub hands: Vec<Vec<String>>,
    /// What every seat scored.
    pub scores: Vec<u16>,
    /// What every seat had in all after it.
    pub totals: Vec<u32>,
}

/// Something a seat did in a [`RoundData`].
#[derive(Debug, Serialize)]
pub struct MoveData {
    /// The log's step.
    pub step: u32,
    /// The seat's number, from 1.
    pub seat: u8,
    /// `engine`, `search`, `play`, `draw`, `keep`, `pass`, `stop`, `can-play` (at a standstill), `leave`, or `skip` for the turn of somebody who has left.
    pub r#move: &'static str,
    /// The tile, where it is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The train it was laid on: a seat's number or `mexican`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub train: Option<String>,
    /// Whether the tile had just been drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<bool>,
}

/// Turns a log into data, as far as it can be followed.
pub fn export(input: impl Read) -> (MatchData, End) {
    let mut data = MatchData { schema: "mextrain.log/1", ..MatchData::default() };
    let end = tell(input, |ledger, step, happening| data.take(ledger, step, happening));
    data.finished = matches!(end, End::Over);
    (data, end)
}

impl RoundData {
    fn take(&mut self, step: u32, happening: &Happening) {
        let by = |seat: &Seat, action| vec![MoveData::of(step, *seat, action)];
        let by_all = |seats: &SeatSet, action| -> Vec<MoveData> {
            seats.iter().map(|seat| MoveData::of(step, seat, action)).collect()
        };
        self.moves.extend(match happening {
            Happening::EnginePlaced { seat, tile, searched } => {
                vec![MoveData::of(step, *seat, "engine").with_tile(*tile, *searched)]
            }
            Happening::Played { seat, tile, train, drawn } => {
                let action = MoveData::of(step, *seat, "play").with_tile(*tile, *drawn);
                vec![MoveData { train: Some(train.to_string()), ..action }]
            }
            Happening::SearchMissed { seat } => by(seat, "search"),
            Happening::SearchedTogether { missed } => by_all(missed, "search"),
            Happening::Drew { seat } => by(seat, "draw"),
            Happening::Kept { seat } => by(seat, "keep"),
            Happening::Passed { seat } => by(seat, "pass"),
            Happening::ChainStopped { seat } => by(seat, "stop"),
            Happening::SomebodyCanPlay { seats } => by_all(seats, "can-play"),
            Happening::Left { seat } => by(seat, "leave"),
            Happening::Vanished { seats, .. } => by_all(seats, "vanish"),
            Happening::Back { seat } => by(seat, "back"),
            Happening::Skipped { seat } => by(seat, "skip"),
            _ => Vec::new(),
        });
        match happening {
            Happening::Vanished { then: Aftermath::Void, .. } | Happening::DealtAgain => {
                self.ending = Some("void");
            }
            Happening::RoundEnded { ending } => self.ending = Some(Ending::name(*ending)),
            _ => {}
        }
    }
}

impl MatchData {
    fn take(&mut self, ledger: &Ledger, step: u32, happening: &Happening) {
        match happening {
            Happening::CharterSigned => self.take_charter(ledger),
            Happening::Seated { words, .. } => {
                self.words = Some(words.to_string());
                self.r#match = ledger.match_id().as_ref().map(hexadecimal);
                self.players = players(ledger).iter().map(PlayerData::of).collect();
            }
            Happening::RoundBegan { round } => {
                let engine = ledger.charter().rules.engine_of(*round).map_or(0, u8::from);
                self.rounds.push(RoundData { round: u16::from(*round) + 1, engine, ..RoundData::default() });
            }
            Happening::Scored { hands, scores, totals, .. } => self.take_scores(hands, scores, totals),
            _ => {
                if let Some(round) = self.rounds.last_mut() {
                    round.take(step, happening);
                }
            }
        }
    }

    fn take_charter(&mut self, ledger: &Ledger) {
        let charter = ledger.charter();
        self.players = players(ledger).iter().map(PlayerData::of).collect();
        self.proofs = charter.proofs.to_string();
        self.rules =
            charter.rules.pairs().into_iter().map(|(name, value)| OptionData { name, value }).collect();
    }

    fn take_scores(&mut self, hands: &[Vec<Tile>], scores: &[u16], totals: &[u32]) {
        let Some(round) = self.rounds.last_mut() else { return };
        round.hands = hands.iter().map(|hand| hand.iter().map(Tile::to_string).collect()).collect();
        round.scores = scores.to_vec();
        round.totals = totals.to_vec();
        self.totals = totals.to_vec();
    }
}

impl MoveData {
    fn of(step: u32, seat: Seat, name: &'static str) -> MoveData {
        MoveData { step, seat: seat.number(), r#move: name, tile: None, train: None, drawn: None }
    }

    fn with_tile(self, tile: Tile, drawn: bool) -> MoveData {
        MoveData { tile: Some(tile.to_string()), drawn: Some(drawn), ..self }
    }
}

impl PlayerData {
    fn of(player: &Player) -> PlayerData {
        PlayerData {
            seat: player.seat.map(Seat::number),
            name: player.name.to_string(),
            key: hexadecimal(&player.key),
        }
    }
}

/// Two lower-case digits a byte.
pub fn hexadecimal(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Looks at no signature and no proof.
struct AsWritten;

impl Judge for AsWritten {
    fn signature(&mut self, _: Place, _: &Envelope, _: &VerifyingKey) -> Result<(), Refusal> {
        Ok(())
    }

    fn proofs(&mut self, _: Place, _: Vec<Check>) -> Result<(), NotProven> {
        Ok(())
    }
}

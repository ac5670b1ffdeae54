//! What a session tells, one event at a time: the lines of `--json`, and the news of a window.

use serde::{Serialize, Serializer};

use super::{Ended, Trouble};
use crate::chat::Phrase;
use crate::lobby::Change;
use crate::name::Name;
use crate::refusal::Charge;

/// The name of the events' schema. It only grows.
pub const SCHEMA: &str = "mextrain.event/1";

/// One thing that happened. Seats are numbered from 1, tiles and trains written as in scenario files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum SessionEvent {
    /// Others can reach this peer here.
    Listening {
        /// As libp2p writes it.
        address: String,
    },
    /// A table or its host is looked for.
    Searching {
        /// What was given as the location.
        location: String,
    },
    /// This peer sits at a table.
    Table {
        /// What the table is called.
        name: Name,
        /// Whether this peer hosts it.
        hosting: bool,
        /// The host's join code, as far as it is known.
        code: Option<String>,
        /// The host's addresses.
        addresses: Vec<String>,
    },
    /// The lobby changed.
    Lobby {
        /// Seats in all.
        seats: u8,
        /// Who sits there.
        members: Vec<LobbyMember>,
        /// What changed; in words where it is written down.
        #[serde(serialize_with = "in_words")]
        changes: Vec<Change>,
        /// Whether the table would go on with a round from which somebody vanishes.
        keep_going: bool,
    },
    /// The host issued the charter, and this peer accepts it.
    Charter {
        /// Its id, in hexadecimal.
        id: String,
        /// The players in the order in which they came.
        players: Vec<Name>,
    },
    /// A match goes on that this seat had left: everything before this step was told then, and is in the log.
    Resumed {
        /// The first step of the log that is told from now on.
        step: u32,
    },
    /// The table words: everybody should see the same.
    Words {
        /// Four words.
        words: Vec<String>,
        /// The same as digits.
        digits: String,
        /// The players by seat, drawn by lot.
        seats: Vec<Name>,
        /// The own seat.
        you: Option<u8>,
    },
    /// A round begins.
    RoundStarted {
        /// Its number, from 1.
        round: u8,
        /// Its engine.
        engine: String,
    },
    /// A seat has contributed to the deal.
    Progress {
        /// The seat.
        seat: u8,
        /// To what: `key`, `shuffle` or `deal`.
        what: &'static str,
        /// How many have.
        done: u8,
        /// How many will.
        of: u8,
    },
    /// Every seat sees its hand.
    Dealt {
        /// The round, from 1.
        round: u8,
        /// Milliseconds since the round began here.
        millis: u64,
        /// The own hand.
        hand: Vec<String>,
    },
    /// The engine lies in the hub.
    Engine {
        /// Who placed it.
        seat: u8,
        /// The engine.
        tile: String,
        /// Whether it had to be drawn.
        searched: bool,
    },
    /// The engine lies in the hub since before the deal: nobody places it.
    EngineSetAside {
        /// The engine.
        tile: String,
    },
    /// Nobody was dealt the engine: it is searched for.
    EngineNotDealt,
    /// A tile was drawn in the search for the engine, and is another.
    SearchMissed {
        /// By whom.
        seat: u8,
    },
    /// In a search of all seats together these drew other tiles than the engine; if another seat drew that, `engine` came before.
    SearchedTogether {
        /// Which seats.
        seats: Vec<u8>,
    },
    /// A seat is to act.
    Turn {
        /// Which.
        seat: u8,
        /// Its player.
        name: Name,
        /// Whether that is this peer.
        you: bool,
        /// What it owes: `play`, `play-drawn` or `satisfy`.
        phase: &'static str,
        /// Tiles left to draw.
        boneyard: u8,
        /// The own legal moves, if it is the own turn: `4-7 on mexican`, `draw`, `pass`, `stop`.
        moves: Vec<String>,
    },
    /// A tile was laid.
    Moved {
        /// By whom.
        seat: u8,
        /// Which.
        tile: String,
        /// Where: a seat's number, or `mexican`.
        train: String,
        /// Whether it had just been drawn.
        drawn: bool,
        /// In words.
        text: String,
    },
    /// A seat proved that nothing plays, and draws.
    Drew {
        /// Which.
        seat: u8,
    },
    /// A seat proved that the drawn tile does not fit.
    Kept {
        /// Which.
        seat: u8,
    },
    /// A seat proved that nothing plays, and there is nothing to draw.
    Passed {
        /// Which.
        seat: u8,
    },
    /// A seat ended its opening chain.
    ChainStopped {
        /// Which.
        seat: u8,
    },
    /// All had passed in a row, and somebody says that they can play after all: the round goes on.
    SomebodyCanPlay {
        /// Which seats.
        seats: Vec<u8>,
    },
    /// All had passed in a row, and nobody can play: the round is blocked.
    NobodyCanPlay,
    /// A player has left the table: the seat's turns go by, and it is dealt no later round.
    Left {
        /// Which seat.
        seat: u8,
    },
    /// Somebody has been waited for longer than the table has agreed to wait unasked.
    Overdue {
        /// Which seats.
        seats: Vec<u8>,
        /// For how long now.
        secs: u64,
    },
    /// Players want to go on without somebody.
    Vote {
        /// Without whom.
        missing: Vec<u8>,
        /// Who has agreed.
        agreed: Vec<u8>,
        /// Who has to agree.
        voters: Vec<u8>,
    },
    /// The others agreed to go on without players who vanished.
    Vanished {
        /// Their seats.
        seats: Vec<u8>,
        /// Whether the round is void and dealt again without them.
        void: bool,
        /// Whether the round goes on without them, and the others open their tokens.
        goes_on: bool,
    },
    /// So many have left a table that keeps going that the round is dealt again to those who are left.
    DealtAgain,
    /// A player who had vanished is here again, and is dealt in.
    Back {
        /// Which seat.
        seat: u8,
    },
    /// The turn of a seat whose player has left went by.
    Skipped {
        /// Which.
        seat: u8,
    },
    /// Not everybody is dealt into the round: some have left.
    DealtIn {
        /// The seats that are.
        seats: Vec<u8>,
    },
    /// The round is over; hands are opened.
    RoundEnded {
        /// The round, from 1.
        round: u8,
        /// `out` or `blocked`.
        ending: &'static str,
        /// Who went out.
        seat: Option<u8>,
    },
    /// The round is scored.
    RoundOver {
        /// The round, from 1.
        round: u8,
        /// What each seat held.
        hands: Vec<Vec<String>>,
        /// What each seat scores.
        scores: Vec<u16>,
        /// What each seat has in all.
        totals: Vec<u32>,
        /// The seats whose hands nobody has seen: not dealt in, or vanished.
        away: Vec<u8>,
    },
    /// Everybody confirmed the scores.
    Sealed {
        /// The round, from 1.
        round: u8,
    },
    /// The match is over.
    MatchOver {
        /// The players by seat.
        players: Vec<Name>,
        /// What each seat has.
        totals: Vec<u32>,
        /// Their ranks, the best 1.
        ranks: Vec<u8>,
    },
    /// A player says something, the own one too. In no log.
    Said {
        /// Its seat, once seats are drawn.
        seat: Option<u8>,
        /// Who.
        name: Name,
        /// What: `nice-one`, `your-turn`, `sorry` or `one-moment`.
        phrase: Phrase,
    },
    /// A player's peer is gone, for now.
    PeerLost {
        /// Who.
        name: Name,
    },
    /// It is here.
    PeerBack {
        /// Who.
        name: Name,
    },
    /// More people watch the match than before, or fewer.
    Watched {
        /// How many there are.
        count: u8,
    },
    /// Somebody broke the protocol; the match is stopped.
    Fault {
        /// Whose message it was, if that is known.
        seat: Option<u8>,
        /// Who did what: `name`, `step`, `refusal` (a code) and `sentence`.
        #[serde(flatten)]
        charge: Charge,
        /// The file that proves it, if it could be kept.
        #[serde(skip_serializing_if = "Option::is_none")]
        evidence: Option<String>,
    },
    /// Somebody is proven to have broken the protocol, which does not stop the match: it is over, or stopped already.
    Accused {
        /// Whose messages these are.
        seat: Option<u8>,
        /// Who did what: `name`, `step`, `refusal` (a code) and `sentence`.
        #[serde(flatten)]
        charge: Charge,
        /// The file that proves it, if it could be kept.
        #[serde(skip_serializing_if = "Option::is_none")]
        evidence: Option<String>,
    },
    /// The match is over here, and these players lack its end, as far as is known. They get it while the session is open, also when it is
    /// taken up again.
    Lacking {
        /// What they are called.
        names: Vec<Name>,
    },
    /// Something that people should know of.
    Trouble {
        /// What: `what` (a code) and `sentence`.
        #[serde(flatten)]
        trouble: Trouble,
    },
    /// Where the match's log is.
    Log {
        /// The file.
        path: String,
    },
    /// The session is over; nothing follows.
    Ended {
        /// Why.
        #[serde(flatten)]
        reason: Ended,
    },
}

/// One member of a lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LobbyMember {
    /// What it is called.
    pub name: Name,
    /// Whether it is ready.
    pub ready: bool,
    /// Whether it plays by itself.
    pub bot: bool,
    /// Whether it hosts the table.
    pub host: bool,
    /// Whether it is this peer.
    pub you: bool,
}

impl SessionEvent {
    /// The event as one line of JSON, without the line's end.
    #[must_use]
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            schema: &'static str,
            #[serde(flatten)]
            event: &'a SessionEvent,
        }
        // Only maps with keys that are no text, and failing writers, fail: there is neither.
        serde_json::to_string(&Line { schema: SCHEMA, event: self }).unwrap_or_default()
    }

    /// Its name in those lines, which is all that a diagnostic may say of it: it can hold tiles that only this player sees.
    #[must_use]
    pub fn name(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        value.get("event").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
    }
}

/// What people read who do not read the words of another language.
fn in_words<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(changes.iter().map(ToString::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{envelope::Kind, refusal::Refusal, session::Unreachable};

    #[test]
    fn what_has_kinds_here_is_written_in_words() {
        let value =
            |event: &SessionEvent| serde_json::from_str::<serde_json::Value>(&event.to_json()).unwrap();
        let changes = vec![Change::Sat { name: Name::clean("Bo") }];
        let lobby = SessionEvent::Lobby { seats: 2, members: Vec::new(), changes, keep_going: false };
        assert_eq!(value(&lobby)["changes"], serde_json::json!(["Bo sat down"]));
        let ended = SessionEvent::Ended { reason: Ended::Unreachable { why: Unreachable::Silent } };
        let expected = serde_json::json!({
            "schema": SCHEMA, "event": "ended", "reason": "unreachable", "sentence": "nobody answers",
        });
        assert_eq!(value(&ended), expected);
    }

    #[test]
    fn what_somebody_did_is_written_as_its_parts_and_in_words() {
        let (step, refusal, kind) = (7, Refusal::SlotOwner, Some(Kind::Turn));
        let charge = Charge { name: Some(Name::clean("Bo")), step, refusal, kind };
        let fault = SessionEvent::Fault { seat: Some(2), charge: charge.clone(), evidence: None };
        assert_eq!(
            fault.to_json(),
            r#"{"schema":"mextrain.event/1","event":"fault","seat":2,"name":"Bo","step":7,"refusal":"slot-owner","sentence":"Bo's move at step 7 plays a tile that belongs to somebody else"}"#
        );
        let nobody = Charge { name: None, kind: None, ..charge };
        let accused = SessionEvent::Accused { seat: None, charge: nobody, evidence: Some("file".to_owned()) };
        assert_eq!(
            accused.to_json(),
            r#"{"schema":"mextrain.event/1","event":"accused","seat":null,"name":null,"step":7,"refusal":"slot-owner","sentence":"a message at step 7 plays a tile that belongs to somebody else","evidence":"file"}"#
        );
    }

    #[test]
    fn a_trouble_is_written_as_its_code_and_in_words() {
        for (trouble, expected) in [
            (
                Trouble::CharterRefused(Refusal::Rules),
                r#"{"schema":"mextrain.event/1","event":"trouble","what":"charter-refused","sentence":"The host's charter was refused (rules)."}"#,
            ),
            (
                "The disk is full.".to_owned().into(),
                r#"{"schema":"mextrain.event/1","event":"trouble","what":"said","sentence":"The disk is full."}"#,
            ),
        ] {
            assert_eq!(SessionEvent::Trouble { trouble }.to_json(), expected);
        }
    }

    #[test]
    fn an_event_is_one_line_with_its_schema() {
        let event = SessionEvent::Moved {
            seat: 2,
            tile: "4-7".to_owned(),
            train: "mexican".to_owned(),
            drawn: false,
            text: "Bo\nplays".to_owned(),
        };
        let json = event.to_json();
        assert!(!json.contains('\n'));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["schema"], SCHEMA);
        assert_eq!(value["event"], "moved");
        assert_eq!(value["seat"], 2);
        let ended: serde_json::Value =
            serde_json::from_str(&SessionEvent::Ended { reason: Ended::Finished }.to_json()).unwrap();
        assert_eq!((&ended["event"], &ended["reason"]), (&"ended".into(), &"finished".into()));
        let said =
            SessionEvent::Said { seat: Some(2), name: Name::clean("Bo"), phrase: Phrase::NiceOne }.to_json();
        assert_eq!(
            said,
            r#"{"schema":"mextrain.event/1","event":"said","seat":2,"name":"Bo","phrase":"nice-one"}"#
        );
    }
}

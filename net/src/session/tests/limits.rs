//! The figures in `docs/security.md` are those of the code: the table there is made here, and compared.

use crate::chat;
use crate::envelope::MAX_ENVELOPE;
use crate::log::evidence::EVIDENCE_ENDING;
use crate::name::Name;
use crate::node::limits::*;
use crate::node::message::{GOSSIP_LIMIT, REQUEST_LIMIT, RESPONSE_LIMIT};
use crate::node::{EVENTS, book, rendezvous};
use crate::session::{browse, manners, worker};
use crate::table::EARLY_STEPS;

fn size(bytes: usize) -> String {
    const KIB: usize = 1024;
    match bytes {
        bytes if bytes < 8 * KIB => format!("{bytes} bytes"),
        bytes if bytes < KIB * KIB => format!("{} KiB", bytes.div_ceil(KIB)),
        bytes => format!("{} MiB", bytes.div_ceil(KIB * KIB)),
    }
}

fn rate((burst, per_second): (u32, u32)) -> String {
    format!("{burst} at once, {per_second} a second")
}

fn connections() -> Vec<[String; 3]> {
    let crowd =
        |most| format!("refused; from {most} on whoever has asked nothing for {QUIET_SECONDS} s makes room");
    vec![
        ["Connections of one peer".into(), format!("{PER_PEER}"), "refused".into()],
        ["Connections of strangers".into(), format!("{STRANGERS}"), crowd(STRANGERS_CROWD)],
        ["… from one address".into(), format!("{PER_ADDRESS}"), crowd(PER_ADDRESS_CROWD)],
        ["Connections of members".into(), format!("{PER_PEER} each, beside those"), "refused".into()],
        [
            "Handshakes that others began".into(),
            format!("{HANDSHAKES}, of one address {HANDSHAKES_PER_ADDRESS}"),
            "closed before a byte is read".into(),
        ],
        [
            "… of addresses where members were met".into(),
            format!("{HANDSHAKES_MEMBERS} beside those"),
            "closed".into(),
        ],
        [
            "Arrivals from one address without members".into(),
            rate((ARRIVALS, ARRIVALS_PER_SECOND)),
            format!("closed; {ADDRESSES_COUNTED} addresses are counted"),
        ],
        ["A handshake, or a dial".into(), format!("{} s", CONNECT_TIMEOUT.as_secs()), "closed".into()],
        ["Without an introduction".into(), format!("{INTRODUCTION_SECONDS} s"), "closed".into()],
        ["Without any protocol in use".into(), format!("{} s", IDLE_TIMEOUT.as_secs()), "closed".into()],
        ["Dials of strangers under way".into(), format!("{DIALS_OF_STRANGERS}"), "later".into()],
        [
            "Dials back".into(),
            format!("{DIAL_BACKS} in {} s, one of them to a peer or address", DIAL_BACK_PAUSE.as_secs()),
            "not dialled".into(),
        ],
    ]
}

fn streams() -> Vec<[String; 3]> {
    vec![
        [
            "Streams of a connection".into(),
            format!("{STREAMS}"),
            "the connection is closed (TCP), or waits (QUIC)".into(),
        ],
        [
            "… not looked at yet, and being agreed on (TCP)".into(),
            format!("{STREAMS_WAITING} and {STREAMS_NEGOTIATING}"),
            "reset".into(),
        ],
        ["Unread bytes of a stream".into(), size(STREAM_WINDOW), "the sender waits".into()],
        ["Unread bytes of a connection".into(), size(CONNECTION_WINDOW), "the sender waits".into()],
        ["A request".into(), size(REQUEST_LIMIT), "not read, a strike".into()],
        ["A response".into(), size(RESPONSE_LIMIT), "not read".into()],
        ["Requests under way on a connection, both ways".into(), format!("{TALKS}"), "dropped".into()],
        ["A request with its answer".into(), format!("{} s", REQUEST_TIMEOUT.as_secs()), "dropped".into()],
        [
            "Own requests under way".into(),
            format!("{REQUESTS}, of one peer {ASKED_OF_ONE}"),
            "not sent".into(),
        ],
        ["A gossiped message".into(), size(GOSSIP_LIMIT), "not passed on".into()],
        [
            "A frame of gossip".into(),
            format!("{}, {GOSSIP_PER_FRAME} messages, {GOSSIP_IDS} identifiers", size(GOSSIP_FRAME)),
            "the stream is closed, or the rest ignored".into(),
        ],
        [
            "Gossip that waits for one peer".into(),
            format!("{GOSSIP_QUEUE} messages"),
            "left out, and fetched later".into(),
        ],
        ["Topics of one peer".into(), format!("{TOPICS}"), "ignored".into()],
    ]
}

fn conduct() -> Vec<[String; 3]> {
    vec![
        ["What a member sends".into(), rate((MEMBER_BURST, MEMBER_PER_SECOND)), "dropped".into()],
        [
            "What a stranger sends".into(),
            rate((STRANGER_BURST, STRANGER_PER_SECOND)),
            "dropped, a strike".into(),
        ],
        [
            "What all strangers send together".into(),
            rate((ALL_STRANGERS_BURST, ALL_STRANGERS_PER_SECOND)),
            "dropped".into(),
        ],
        [
            "Strikes of a stranger".into(),
            format!("{STRIKES}, of which {STRIKES_FORGOTTEN} a second is forgotten"),
            format!("shown out, and refused for {} s; members never", REFUSED_FOR.as_secs()),
        ],
        [
            "Peers that are refused, and whose conduct is known".into(),
            format!("{REFUSED} and {CONDUCTS}"),
            "the oldest are forgotten, members last".into(),
        ],
        [
            "Events that wait for the session".into(),
            format!("{EVENTS}, then {OUTBOX_STRANGERS} more"),
            format!(
                "strangers' are dropped; members' behind {OUTBOX_MEMBERS}; the network waits behind {OUTBOX_HARD}"
            ),
        ],
    ]
}

fn tables() -> Vec<[String; 3]> {
    vec![
        [
            "Peers in the address book".into(),
            format!("{}, each with {} addresses", book::MAX_PEERS, book::MAX_ADDRESSES),
            "the oldest strangers go".into(),
        ],
        [
            "Records of multicast discovery".into(),
            format!("{MULTICAST_RECORDS}"),
            "all are forgotten and asked for anew".into(),
        ],
        [
            "Files in the folder of one machine".into(),
            format!("{}, each of {}", rendezvous::FILES, size(rendezvous::FILE_LIMIT)),
            "not read".into(),
        ],
        ["Tables that are listed".into(), format!("{}", browse::TABLES), "not listed".into()],
        [
            "A name".into(),
            format!("{} characters, none invisible", Name::MAX_CHARS),
            "refused, or cut".into(),
        ],
        ["Changes of a waiting room by one peer".into(), rate(manners::EACH), "not answered".into()],
        ["… by all newcomers".into(), rate(manners::NEWCOMERS), "not answered".into()],
        [
            "Phrases heard of one member".into(),
            format!("{} at once, one each {} s", chat::BURST_HEARD, chat::EVERY.as_secs()),
            "dropped".into(),
        ],
        ["A message of the match".into(), size(MAX_ENVELOPE), "`too-large`".into()],
        [
            "Messages of the match that came early".into(),
            format!("of the next {EARLY_STEPS} steps, one an author and lane"),
            "fetched later".into(),
        ],
        ["Farewells that came early".into(), "one an author".into(), "the first is kept".into()],
        ["Messages that wait for the table".into(), format!("{}", worker::INPUTS), "fetched later".into()],
        [format!("Files `*.{EVIDENCE_ENDING}` of a match"), "one a player".into(), "not written".into()],
    ]
}

fn sums() -> Vec<[String; 3]> {
    let waiting = (EVENTS + OUTBOX_STRANGERS) * REQUEST_LIMIT;
    vec![
        [
            "**In bytes**, at the worst: one connection of a stranger".into(),
            size(PER_CONNECTION_BYTES),
            "".into(),
        ],
        ["… one address".into(), size(PER_ADDRESS * PER_CONNECTION_BYTES), "".into()],
        ["… all strangers".into(), size(STRANGERS_BYTES), "".into()],
        ["… what of it waits for the session".into(), size(waiting), "".into()],
    ]
}

#[test]
fn attack_43_the_limits_in_the_documentation_are_those_of_the_code() {
    let rows = [connections(), streams(), conduct(), tables(), sums()].concat();
    let table: String =
        rows.iter().map(|[thing, limit, beyond]| format!("| {thing} | {limit} | {beyond} |\n")).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/security.md");
    let page = std::fs::read_to_string(path).unwrap();
    let head = "| thing | limit | beyond it |\n| --- | --- | --- |\n";
    let (_, behind) = page.split_once(head).expect("a table of limits");
    let there: String =
        behind.lines().take_while(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    assert!(there == table, "docs/security.md should say:\n{head}{table}");
}

//! Tables of real processes that outlive crashes, cuts and full disks: whatever happens to a seat, the match ends, and every seat has the
//! same log of it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use std::process::Command;
#[cfg(target_os = "linux")]
use std::time::Duration;

use serde_json::{Value, json};
use support::{
    Place, Running,
    table::{Chair, LONGER, Phase, RESUME, SHORT, all_finish, anywhere, at_one_port},
    wait_until,
};
#[cfg(target_os = "linux")]
use support::{
    network::{Network, unavailable},
    wire::{self, Quality, Wire},
};

/// A table of automatic seats of this machine, who know each other by addresses alone, which change.
fn table(name: &'static str, who: &[&'static str], rules: &[&str]) -> Vec<Chair> {
    table_of(anywhere, name, who, "bot", rules)
}

/// A table whose guests are so: `bot`, or `join` for people.
fn table_of(
    start: fn(&Place, &[&str]) -> Command,
    name: &'static str,
    who: &[&'static str],
    guest: &str,
    rules: &[&str],
) -> Vec<Chair> {
    let seats = who.len().to_string();
    let host = ["bot", "--host", "--name", name, "--seats", &seats, "--start-when-full"];
    let mut host = Chair::take(who[0], Box::new(start), &[&host[..], rules].concat());
    let code = host.code();
    let guests = who[1..].iter().map(|who| Chair::take(who, Box::new(start), &[guest, &code]));
    let guests: Vec<Chair> = guests.collect();
    [host].into_iter().chain(guests).collect()
}

/// Kills one seat at every phase, each time it comes back at another port.
fn kill_at_every_phase(name: &'static str, victim: usize) {
    let mut chairs = table(name, &["Ada", "Bo", "Cy"], &LONGER);
    for phase in Phase::EVERY {
        assert!(chairs[victim].until(phase), "{phase:?} did not come");
        chairs[victim].kill();
        chairs[victim].resume();
    }
    all_finish(chairs);
}

#[test]
fn a_guest_is_killed_at_every_phase() {
    kill_at_every_phase("Guest", 1);
}

#[test]
fn a_host_is_killed_at_every_phase() {
    kill_at_every_phase("Host", 0);
}

#[test]
fn two_who_are_killed_in_turn_find_each_other_where_they_are_now() {
    let mut chairs = table("Turns", &["Ada", "Bo"], &SHORT);
    for phase in [Phase::Keys, Phase::Deal, Phase::OwnTurn] {
        assert!(chairs[1].until(phase), "{phase:?} did not come");
        for (victim, other) in [(1, 0), (0, 1)] {
            chairs[victim].kill();
            chairs[victim].resume();
            // Both have to have met before the next goes: neither would know where to look.
            let port = chairs[victim].port();
            wait_until("the other knows where it is now", || chairs[other].knows(&port));
        }
    }
    all_finish(chairs);
}

#[test]
fn two_who_are_killed_at_once_find_each_other_through_the_third() {
    // The guests are people who do not play: the match cannot end before all have met.
    let mut chairs = table_of(anywhere, "Third", &["Ada", "Bo", "Cy"], "join", &SHORT);
    assert!(chairs[0].until(Phase::Words));
    chairs[0].kill();
    chairs[1].kill();
    chairs[0].resume();
    chairs[0].hears("peer-lost", &["Bo"]);
    chairs[1].resume();
    // Neither was told where the other is now.
    chairs[0].hears("peer-back", &["Bo"]);
    chairs[2].kill();
    chairs[2].resume();
    all_finish(chairs);
}

#[test]
fn a_seat_is_killed_in_the_search_for_the_engine_and_while_it_draws() {
    // Hands this small hold neither the engine nor, for long, anything that plays.
    let mut chairs = table("Search", &["Ada", "Bo", "Cy"], &[&LONGER[..], &["--rule", "hand=2"]].concat());
    let mut killed = 0;
    for phase in [Phase::Search, Phase::Draw, Phase::Draw, Phase::Search] {
        if !chairs[1].until(phase) {
            break;
        }
        chairs[1].kill();
        chairs[1].resume();
        killed += 1;
    }
    assert!(killed > 0, "the engine was never searched for");
    all_finish(chairs);
}

#[test]
fn a_session_is_listed_chosen_and_played_by_one_program() {
    let mut chairs = table_of(anywhere, "Kitchen", &["Ada", "Bo"], "join", &SHORT);
    let nothing = chairs[0].place.run(["resume", "--profile", "nobody"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(6), ""), "{nothing:?}");
    assert!(nothing.stderr.contains("no match to go back to"), "{nothing:?}");
    assert!(chairs[1].until(Phase::Words));
    let bo = &chairs[1];
    let listed = bo.place.run(["resume", "--list", "--json"]);
    let listing: Value = serde_json::from_str(&listed.stdout).unwrap();
    assert_eq!((listed.code, &listing["schema"]), (Some(0), &"mextrain.sessions/1".into()));
    let [session] = &listing["sessions"].as_array().unwrap()[..] else { panic!("{listing}") };
    assert_eq!((&session["table"], &session["players"]), (&"Kitchen".into(), &json!(["Ada", "Bo"])));
    let id = session["session"].as_str().unwrap();
    assert!(bo.place.run(["resume", "--list"]).stdout.contains(&format!("{id}  Kitchen, with Ada, Bo")));

    // While its program runs no other may: two would sign different things for one seat.
    for chosen in [&[][..], &["kitchen"], &[&id[..6]]] {
        let again = bo.start(&[&["resume"], chosen, &["--bot"]].concat()).end();
        assert_eq!((again.code, again.stdout.as_str()), (Some(1), ""), "{again:?}");
        assert!(again.stderr.contains("another program on this machine plays this match"), "{again:?}");
    }
    let other = bo.place.run(["resume", "Cellar"]);
    assert_eq!(other.code, Some(6), "{other:?}");
    assert!(other.stderr.contains("\"Cellar\""), "{other:?}");
    chairs[1].kill();
    chairs[1].resume();
    all_finish(chairs);
}

#[test]
fn a_person_who_comes_back_sees_who_is_away_and_then_plays() {
    let mut chairs = table_of(at_one_port, "Porch", &["Ada", "Bo"], "join", &SHORT);
    assert!(chairs[1].until(Phase::OwnTurn));
    chairs[0].kill();
    chairs[1].kill();
    let mut bo = chairs[1].start(&["resume", "Porch"]);
    let mut seen = String::new();
    let mut sees = |bo: &mut Running, part: &str| {
        while !seen.contains(part) {
            seen += &bo.line().unwrap_or_else(|| panic!("{part} is missing:\n{seen}"));
            seen.push('\n');
        }
    };
    sees(&mut bo, "Waiting for Ada to come back");
    bo.type_line("board");
    sees(&mut bo, "Ada has been away for ");
    sees(&mut bo, "Your hand: ");
    bo.type_line("quit");
    assert_eq!(bo.end().code, Some(0));
    // Left as by closing the program: the seat is still there, and both are where they were.
    chairs[0].resume();
    chairs[1].resume();
    all_finish(chairs);
}

#[test]
fn a_torn_record_at_the_journals_end_is_cut_off() {
    let mut chairs = table("Torn", &["Ada", "Bo"], &SHORT);
    assert!(chairs[1].until(Phase::OwnTurn));
    chairs[1].kill();
    let journal = chairs[1].sessions()[0].join("journal");
    let mut bytes = std::fs::read(&journal).unwrap();
    let whole = bytes.len();
    // What a crash in the middle of a write leaves: a record of 400 bytes, of which twenty are there.
    bytes.extend([2, 144, 1, 0, 0]);
    bytes.extend([7; 15]);
    std::fs::write(&journal, &bytes).unwrap();
    chairs[1].resume();
    assert!(chairs[1].until(Phase::Opening));
    let after = std::fs::read(&journal).unwrap();
    assert_eq!(after[..whole], bytes[..whole]);
    assert_ne!(after[whole..whole + 20], bytes[whole..]);
    all_finish(chairs);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_nothing_is_lost() {
    let mut chairs = table_of(anywhere, "Full", &["Ada", "Bo"], "join", &SHORT);
    assert!(chairs[1].until(Phase::Words));
    chairs[1].kill();
    // No file may grow beyond so much: for the program the same as a disk without room, and possible everywhere.
    let full = |blocks: &str| {
        let resume = chairs[1].command(&RESUME);
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = chairs[1].place.prepare(Command::new("sh"), ["-c", &limited, "sh"]);
        command.arg(resume.get_program()).args(resume.get_args());
        Running::start(command).end()
    };
    for blocks in ["24", "48"] {
        let ended = full(blocks);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stderr.contains("the match's files cannot be written: File too large"), "{ended:?}");
    }
    // There is room again.
    chairs[1].resume();
    all_finish(chairs);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_cannot_be_written_is_said_and_nothing_is_lost() {
    // A namespace of mounts needs the same rights as one of the network.
    if no_networks() {
        return;
    }
    let mut chairs = table_of(anywhere, "Sealed", &["Ada", "Bo"], "join", &SHORT);
    assert!(chairs[1].until(Phase::Words));
    chairs[1].kill();
    let journal = chairs[1].sessions()[0].join("journal");
    let before = std::fs::read(&journal).unwrap();
    let resume = chairs[1].command(&RESUME);
    let read_only = "mount --bind data data && mount -o remount,bind,ro data && exec \"$@\"";
    let mut command = chairs[1].place.prepare(Command::new("unshare"), ["-m", "sh", "-c", read_only, "sh"]);
    command.arg(resume.get_program()).args(resume.get_args());
    let ended = Running::start(command).end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""), "{ended:?}");
    assert!(ended.stderr.contains("the data folder cannot be used: Read-only file system"), "{ended:?}");
    assert_eq!(std::fs::read(&journal).unwrap(), before);
    chairs[1].resume();
    all_finish(chairs);
}

/// Three automatic seats on a network of their own, of whom each is looked for by address alone.
#[cfg(target_os = "linux")]
fn networked(tag: &str) -> (Network, Vec<Chair>) {
    let mut network = Network::new(tag);
    let numbers = [(); 3].map(|()| network.add_peer());
    let chairs = seated(&network, numbers, &LONGER);
    (network, chairs)
}

/// The same seats on machines that reach each other.
#[cfg(target_os = "linux")]
fn seated(network: &Network, numbers: [u8; 3], rules: &[&str]) -> Vec<Chair> {
    let names = ["Ada", "Bo", "Cy"];
    let host = ["bot", "--host", "--name", "Bridge", "--seats", "3", "--start-when-full"];
    let take = |network: &Network, seat: usize, arguments: &[&str]| {
        let start = network.starter(numbers[seat]);
        let by_address =
            move |place: &Place, arguments: &[&str]| start(place, &[arguments, &["--no-mdns"]].concat());
        Chair::take(names[seat], Box::new(by_address), arguments)
    };
    let mut ada = take(network, 0, &[&host[..], rules].concat());
    let address = network.address(numbers[0]);
    let code = loop {
        let table = ada.running.event("table");
        if table["addresses"].to_string().contains(&address) {
            break table["code"].as_str().unwrap().to_owned();
        }
    };
    let [bo, cy] = [1, 2].map(|seat| take(network, seat, &["bot", &code]));
    vec![ada, bo, cy]
}

/// Waits until everybody is told this of one seat, and that seat of everybody: of the cut before nothing is left to be told then.
#[cfg(target_os = "linux")]
fn all_hear(what: &str, chairs: &mut [Chair], one: usize) {
    let who = chairs[one].who;
    let others: Vec<&str> = chairs.iter().map(|chair| chair.who).filter(|other| *other != who).collect();
    for (seat, chair) in chairs.iter_mut().enumerate() {
        let of: &[&str] = if seat == one { &others } else { &[who] };
        chair.hears(what, of);
    }
}

/// Whether there can be networks here; says why not.
#[cfg(target_os = "linux")]
fn no_networks() -> bool {
    unavailable().inspect(|why| eprintln!("skipped: {why}")).is_some()
}

#[cfg(target_os = "linux")]
#[test]
fn cables_are_pulled_and_plugged_in_again() {
    if no_networks() {
        return;
    }
    let (network, mut chairs) = networked("c");
    for (phase, victim) in [(Phase::Shuffle, 1), (Phase::OwnTurn, 0), (Phase::Opening, 2), (Phase::Seal, 0)] {
        assert!(chairs[victim].until(phase), "{phase:?} did not come");
        let number = u8::try_from(victim).unwrap() + 1;
        network.plug(number, false);
        all_hear("peer-lost", &mut chairs, victim);
        network.plug(number, true);
        all_hear("peer-back", &mut chairs, victim);
    }
    all_finish(chairs);
}

#[cfg(target_os = "linux")]
#[test]
fn a_loose_cable_at_every_turn_of_a_seat() {
    if no_networks() {
        return;
    }
    let (network, mut chairs) = networked("l");
    let mut turns = 0;
    while chairs[1].until(Phase::OwnTurn) {
        network.plug(2, false);
        network.plug(2, true);
        turns += 1;
    }
    assert!(turns > 0);
    all_finish(chairs);
}

#[cfg(target_os = "linux")]
#[test]
fn a_seat_gets_another_address_and_the_host_crashes_behind_it() {
    if no_networks() {
        return;
    }
    let (network, mut chairs) = networked("m");
    assert!(chairs[1].until(Phase::OwnTurn));
    network.move_peer(2);
    // Whether anybody is lost meanwhile is left to QUIC: the side that dialled may take its connection along. Nobody gets through a round
    // without the seat.
    assert!(chairs[0].until(Phase::Seal));
    chairs[0].kill();
    chairs[0].resume();
    all_finish(chairs);
}

#[cfg(target_os = "linux")]
#[test]
fn programs_are_frozen_for_longer_than_others_wait() {
    if no_networks() {
        return;
    }
    let (_network, mut chairs) = networked("f");
    for (phase, victim, witness) in [(Phase::Deal, 1, 0), (Phase::OwnTurn, 0, 2)] {
        assert!(chairs[victim].until(phase), "{phase:?} did not come");
        let who = chairs[victim].who;
        chairs[victim].running.signal("STOP");
        chairs[witness].hears("peer-lost", &[who]);
        chairs[victim].running.signal("CONT");
        chairs[witness].hears("peer-back", &[who]);
    }
    all_finish(chairs);
}

#[cfg(target_os = "linux")]
#[test]
fn links_are_narrow_and_drop_what_waits_too_long() {
    if no_networks() {
        return;
    }
    let narrow = "tbf rate 512kbit burst 3000 latency 200ms";
    let mut probe = Network::new("np");
    let number = probe.add_peer();
    if let Err(why) = probe.queue(number, narrow) {
        // No setting of the machine helps where the kernel was built without it: not even where everything is required.
        eprintln!("skipped: no {narrow}: {why}");
        return;
    }
    let (network, chairs) = networked("n");
    (1..=3).for_each(|number| network.queue(number, narrow).unwrap());
    all_finish(chairs);
}

/// A match over a wire like this, from the first word between the seats on.
#[cfg(target_os = "linux")]
fn play_over(tag: &str, quality: Quality) {
    if no_networks() {
        return;
    }
    if let Some(why) = wire::unavailable() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut network = Network::new(tag);
    let numbers = [(); 3].map(|()| network.add_machine());
    let wire = Wire::between(&network, &numbers, quality);
    all_finish(seated(&network, numbers, &SHORT));
    // The match was not played over anything better.
    let (taken, lost) = wire.tally();
    assert!(taken > 500 && lost * 100 > taken * quality.loss / 2, "{lost} of {taken} packets were lost");
}

#[cfg(target_os = "linux")]
#[test]
fn a_twentieth_of_everything_is_lost_and_the_rest_late() {
    play_over("t", Quality { loss: 5, delay: Duration::from_millis(50) });
}

#[cfg(target_os = "linux")]
#[test]
fn a_fifth_of_everything_is_lost_and_the_rest_late() {
    play_over("s", Quality { loss: 20, delay: Duration::from_millis(200) });
}

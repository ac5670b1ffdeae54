//! Tables of real processes from which somebody vanishes: those who stay play on, and whoever comes back is dealt in again.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

mod support;

use serde_json::Value;
use support::{
    Place,
    table::{Chair, Phase, all_finish, at_one_port},
};

/// Rounds enough that somebody can come back, and the least time that a table can wait.
const RULES: [&str; 6] = ["--rule", "set=double-nine", "--rule", "first_engine=2", "--grace", "10"];

/// A table of automatic seats.
fn table(name: &'static str, who: &[&'static str], guest: &str) -> Vec<Chair> {
    table_that(&RULES, name, who, guest)
}

/// A table of automatic seats that the host opens so.
fn table_that(agreed: &[&str], name: &'static str, who: &[&'static str], guest: &str) -> Vec<Chair> {
    let seats = who.len().to_string();
    let host = ["bot", "--host", "--name", name, "--seats", &seats, "--start-when-full"];
    let start =
        |place: &Place, arguments: &[&str]| at_one_port(place, &[arguments, &["--port", "0"]].concat());
    let mut host = Chair::take(who[0], Box::new(start), &[&host[..], agreed].concat());
    let code = host.code();
    let guests = who[1..].iter().map(|who| Chair::take(who, Box::new(start), &[guest, &code]));
    let guests: Vec<Chair> = guests.collect();
    [host].into_iter().chain(guests).collect()
}

fn is(event: &Value, name: &str) -> bool {
    event["event"] == name
}

/// Reads on to the news that seats vanished, and says which.
fn vanished(chair: &mut Chair) -> Vec<u64> {
    let mut seats = Vec::new();
    let told = chair.read(|_, event| {
        if is(event, "vanished") {
            seats = event["seats"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        }
        is(event, "vanished")
    });
    assert!(told, "{} was not told that anybody vanished", chair.who);
    seats
}

/// Reads on to the next scores, and gives them by seat.
fn scores(chair: &mut Chair) -> Vec<u64> {
    let mut scores = Vec::new();
    let told = chair.read(|_, event| {
        if is(event, "round-over") {
            scores = event["scores"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        }
        is(event, "round-over")
    });
    assert!(told, "{} was told of no scores", chair.who);
    scores
}

#[test]
fn two_go_on_without_the_third_who_never_comes_back() {
    let mut chairs = table("Gone", &["Ada", "Bo", "Cy"], "bot");
    assert!(chairs[1].until(Phase::OwnTurn));
    let seat = chairs[1].seat().expect("seats are drawn");
    chairs[1].kill();
    chairs.remove(1);
    let ada = &mut chairs[0];
    assert!(ada.read(|_, event| is(event, "overdue")), "nobody was waited for");
    assert_eq!(vanished(ada), [seat]);
    let scores = scores(ada);
    let index = usize::try_from(seat).unwrap() - 1;
    let highest = scores.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, score)| *score).max();
    assert_eq!(scores[index], highest.unwrap().max(50), "{scores:?}");
    all_finish(chairs);
}

#[test]
fn four_who_agreed_to_keep_going_play_the_same_round_on() {
    let agreed = [&RULES[..], &["--keep-going"]].concat();
    let mut chairs = table_that(&agreed, "Kept", &["Ada", "Bo", "Cy", "Dee"], "bot");
    assert!(chairs[1].until(Phase::OwnTurn));
    let seat = chairs[1].seat().expect("seats are drawn");
    chairs[1].kill();
    let ada = &mut chairs[0];
    let mut began = false;
    let went_on = ada.read(|_, event| {
        began |= is(event, "vanished") && event["goes_on"] == true;
        assert!(!(began && is(event, "round-started")), "the round is dealt again: {event}");
        is(event, "round-over")
    });
    assert!(began && went_on, "the round did not go on");
    // Back for a later round, with the log that everybody has.
    chairs[1].resume();
    for chair in &mut chairs {
        assert!(chair.read(|_, event| is(event, "back") && event["seat"].as_u64() == Some(seat)));
    }
    all_finish(chairs);
}

#[test]
fn whoever_was_frozen_is_dealt_in_again_and_has_the_same_log() {
    let mut chairs = table("Frozen", &["Ada", "Bo", "Cy"], "bot");
    assert!(chairs[1].until(Phase::OwnTurn));
    let seat = chairs[1].seat().expect("seats are drawn");
    chairs[1].running.signal("STOP");
    assert_eq!(vanished(&mut chairs[0]), [seat]);
    chairs[1].running.signal("CONT");
    for chair in &mut chairs {
        let back = chair.read(|_, event| is(event, "back") && event["seat"].as_u64() == Some(seat));
        assert!(back, "{} was not told that seat {seat} is back", chair.who);
    }
    all_finish(chairs);
}

#[test]
fn of_two_the_one_who_stays_waits_until_the_other_is_back() {
    let mut chairs = table("Two", &["Ada", "Bo"], "bot");
    assert!(chairs[1].until(Phase::OwnTurn));
    chairs[1].kill();
    // Twice: after the second time an automatic seat would propose to go on, if that were possible.
    for _ in 0..2 {
        assert!(chairs[0].read(|_, event| is(event, "overdue")), "nobody was waited for");
    }
    chairs[1].resume();
    let ada = &mut chairs[0];
    let over = ada.read(|_, event| {
        assert!(!is(event, "vote") && !is(event, "vanished"), "{event}");
        false
    });
    assert!(!over);
    all_finish(chairs);
}

#[test]
fn a_person_is_asked_and_agrees_in_the_terminal() {
    let mut chairs = table("Asked", &["Ada", "Bo", "Cy"], "bot");
    assert!(chairs[1].until(Phase::Words));
    // Whatever has been done of the deal by now, it cannot be finished without either.
    chairs[1].kill();
    chairs[2].kill();
    let mut bo = chairs[1].start(&["resume"]);
    let mut seen = String::new();
    let mut sees = |bo: &mut support::Running, part: &str| {
        while !seen.contains(part) {
            seen += &bo.line().unwrap_or_else(|| panic!("{part} is missing:\n{seen}"));
            seen.push('\n');
        }
    };
    sees(&mut bo, "You are back");
    bo.type_line("go on");
    sees(&mut bo, "Nobody has been waited for long enough");
    sees(&mut bo, "without Cy");
    sees(&mut bo, "Type \"go on\"");
    bo.type_line("go on");
    sees(&mut bo, "Cy is away: the others agreed to deal the round again without them.");
    bo.type_line("quit");
    assert_eq!(bo.end().code, Some(0));
    chairs[1].resume();
    chairs.remove(2);
    all_finish(chairs);
}

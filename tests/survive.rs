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

use support::table::{Chair, Phase, SHORT, all_finish};

/// A table of this machine whose seats know each other by address alone.
fn table(name: &'static str, who: &[&'static str], rules: &[&str]) -> Vec<Chair> {
    table_with(name, who, "bot", rules)
}

/// The same, with guests who are so: `bot`, or `join` for people.
fn table_with(name: &'static str, who: &[&'static str], guest: &str, rules: &[&str]) -> Vec<Chair> {
    let seats = who.len().to_string();
    let host = ["bot", "--host", "--name", name, "--seats", &seats, "--start-when-full"];
    let mut host = Chair::on_loopback(who[0], &[&host[..], rules].concat());
    let code = host.code();
    let guests = who[1..].iter().map(|who| Chair::on_loopback(who, &[guest, &code]));
    let guests: Vec<Chair> = guests.collect();
    [host].into_iter().chain(guests).collect()
}

/// Kills one seat at every phase, each time it comes back at another port.
fn kill_at_every_phase(name: &'static str, victim: usize) {
    let mut chairs = table(name, &["Ada", "Bo", "Cy"], &SHORT);
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
            let who = chairs[victim].who;
            chairs[other].hears("peer-back", who);
        }
    }
    all_finish(chairs);
}

#[test]
fn two_who_are_killed_at_once_find_each_other_through_the_third() {
    // The guests are people who do not play: the match cannot end before all have met.
    let mut chairs = table_with("Third", &["Ada", "Bo", "Cy"], "join", &SHORT);
    assert!(chairs[0].until(Phase::Words));
    chairs[0].kill();
    chairs[1].kill();
    chairs[0].resume();
    chairs[0].hears("peer-lost", "Bo");
    chairs[1].resume();
    // Neither was told where the other is now.
    chairs[0].hears("peer-back", "Bo");
    chairs[2].kill();
    chairs[2].resume();
    all_finish(chairs);
}

#[test]
fn a_seat_is_killed_in_the_search_for_the_engine_and_while_it_draws() {
    // Hands this small hold neither the engine nor, for long, anything that plays.
    let mut chairs = table("Search", &["Ada", "Bo", "Cy"], &[&SHORT[..], &["--rule", "hand=2"]].concat());
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

//! Talk at a table: the button, the phrases, what is seen and read out of them.

use std::time::{Duration, Instant};

use eframe::egui::{Rect, Theme, Vec2, accesskit::Live};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use mextrain_core::{Rules, Seat};
use mextrain_net::{
    chat::Phrase,
    envelope::Kind,
    ledger::Stage,
    name::Name,
    refusal::{Charge, Refusal},
    session::{Accusation, Ended, HostPlace, Said, SessionEvent},
};

use super::{
    desk::{Desk, NAMES, SIZES, game, harness, nodes, on_board, round, said, until_turn},
    tree::check,
};
use crate::window::{
    Command,
    screens::chat::LASTING,
    seat::{Intent, News},
    tokens::TARGET,
    words::{chat as words, play::match_end},
};

/// A board of a table on the network; it is the first seat's turn.
fn desk() -> Desk {
    let open = until_turn(round(4, &Rules::default(), 20), Seat::FIRST).unwrap();
    let mut desk = Desk::of(on_board(&open, Seat::FIRST));
    online(&mut desk);
    desk
}

/// Makes it a table of the network at which everybody is there, and the first seat is the own one.
fn online(desk: &mut Desk) {
    desk.practice = false;
    let roster = desk.snapshot.game.as_ref().unwrap().charter.roster.clone();
    desk.snapshot.key = roster[0].key;
    desk.snapshot.online = roster.iter().map(|member| member.key).collect();
}

/// Lets the seat of this place say something, so long ago.
fn says(desk: &mut Desk, seat: usize, phrase: Phrase, ago: Duration) {
    let member = desk.snapshot.game.as_ref().unwrap().charter.roster[seat].clone();
    let at = Instant::now().checked_sub(ago).unwrap();
    desk.snapshot.said.push(Said { key: member.key, name: member.name, phrase, at });
}

fn shown(desk: Desk, size: Vec2) -> Harness<'static, Desk> {
    let mut harness = harness(desk, size, Theme::Dark);
    harness.run();
    harness
}

fn live(harness: &Harness<'_, Desk>) -> (String, Live) {
    let all = nodes(harness);
    let mut live = all.iter().filter_map(|node| Some((said(node), node.accesskit_node().data().live()?)));
    let one = live.next().unwrap();
    assert_eq!(live.next(), None);
    one
}

#[test]
fn four_phrases_are_said_with_two_clicks() {
    for size in SIZES {
        for phrase in Phrase::ALL {
            let mut harness = shown(desk(), size);
            let hand =
                nodes(&harness).iter().find(|node| said(node).ends_with("can be played")).unwrap().rect();
            harness.get_by_label(words::chat()).click();
            harness.run();
            for other in Phrase::ALL {
                let rect = harness.get_by_label(words::phrase(other)).rect();
                assert!(rect.width() >= TARGET && rect.height() >= TARGET, "{other:?} {size}: {rect}");
                assert!(rect.bottom() <= hand.top(), "{other:?} {size} covers the hand");
            }
            harness.get_by_label(words::phrase(phrase)).click();
            harness.run();
            let [Command::Table(Intent::Say(asked))] = &harness.state().commands[..] else {
                panic!("{:?}", harness.state().commands)
            };
            assert_eq!(*asked, phrase);
            assert!(harness.query_by_label(words::phrase(phrase)).is_none(), "it stays open");
        }
    }
}

#[test]
fn there_is_no_chat_where_nobody_listens() {
    for size in SIZES {
        let mut practice = desk();
        practice.practice = true;
        assert!(shown(practice, size).query_by_label(words::chat()).is_none());
        let mut over = desk();
        over.snapshot.ended = Some(Ended::Left);
        assert!(shown(over, size).query_by_label(words::chat()).is_none());
    }
}

#[test]
fn who_has_said_enough_is_told_so() {
    let mut desk = desk();
    desk.snapshot.silent_until = Some(Instant::now() + Duration::from_secs(3600));
    let mut harness = shown(desk, SIZES[1]);
    let why = format!("{}. {}", words::chat(), words::enough());
    assert!(harness.get_by_label(&why).accesskit_node().is_disabled());
    harness.state_mut().snapshot.silent_until = Some(Instant::now());
    harness.run();
    assert!(!harness.get_by_label(words::chat()).accesskit_node().is_disabled());
}

#[test]
fn what_is_said_stands_beside_the_name_for_a_moment_and_moves_nothing() {
    let rows = |harness: &Harness<'_, Desk>| -> Vec<(String, Rect)> {
        let all = nodes(harness);
        let rows = all.iter().filter(|node| said(node).contains("open end"));
        rows.map(|node| (said(node), node.rect())).collect()
    };
    for size in SIZES {
        let before = rows(&shown(desk(), size));
        for phrase in Phrase::ALL {
            let mut desk = desk();
            says(&mut desk, 1, phrase, Duration::ZERO);
            says(&mut desk, 2, phrase, LASTING + Duration::from_secs(1));
            let harness = shown(desk, size);
            let bubble = harness.get_by_label(&words::said(NAMES[1], phrase)).rect();
            assert!(harness.query_by_label(&words::said(NAMES[2], phrase)).is_none());
            assert_eq!(rows(&harness), before);
            // In the row of who says it, and not over its tiles.
            let (_, row) = before.iter().find(|(text, _)| text.starts_with(NAMES[1])).unwrap();
            assert!(bubble.top() >= row.top() && bubble.bottom() <= row.bottom(), "{bubble} {row}");
            assert!(bubble.right() <= row.left() + 1.0, "{phrase:?} {bubble} {row}");
            check(&harness, &format!("chat {phrase:?} {size}"));
        }
    }
}

#[test]
fn what_others_say_is_read_out_without_interrupting() {
    let mut harness = shown(desk(), SIZES[0]);
    let (turn, how) = live(&harness);
    assert_eq!(how, Live::Assertive);
    let ago = Duration::from_secs(1);
    says(harness.state_mut(), 0, Phrase::NiceOne, ago);
    harness.run();
    assert_eq!(live(&harness), (turn, Live::Assertive), "one's own words");
    says(harness.state_mut(), 1, Phrase::OneMoment, ago / 2);
    harness.run();
    assert_eq!(live(&harness), (words::says(NAMES[1], Phrase::OneMoment), Live::Polite));
}

#[test]
fn one_can_talk_on_the_pages_round_the_board() {
    let open = round(4, &Rules::default(), 400);
    for size in SIZES {
        for stage in [Stage::Keys, Stage::Sealing, Stage::Over] {
            let mut game = game(&open, Seat::FIRST, stage);
            game.scoreboard.record(&open.scores().unwrap()).unwrap();
            let mut desk = Desk::of(game);
            desk.history = vec![News::Event(super::tree::round_over(&open))];
            online(&mut desk);
            says(&mut desk, 3, Phrase::NiceOne, Duration::ZERO);
            let mut harness = shown(desk, size);
            assert!(harness.query_by_label(&words::said(NAMES[3], Phrase::NiceOne)).is_some(), "{stage:?}");
            assert!(live(&harness).0.contains(&words::says(NAMES[3], Phrase::NiceOne)), "{stage:?}");
            check(&harness, &format!("chat {stage:?} {size}"));
            harness.get_by_label(words::chat()).click();
            harness.run();
            harness.get_by_label(words::phrase(Phrase::Sorry)).click();
            harness.run();
            assert!(matches!(harness.state().commands[..], [Command::Table(Intent::Say(Phrase::Sorry))]));
        }
    }
}

#[test]
fn boards_with_chat_are_plain_to_fingers_and_screen_readers() {
    for size in SIZES {
        for seats in [2, 5, 8] {
            let mut desk = Desk::of(on_board(&round(seats, &Rules::default(), 40), Seat::FIRST));
            online(&mut desk);
            check(&shown(desk, size), &format!("board with chat {size} {seats}"));
        }
    }
}

#[test]
fn a_rematch_is_offered_when_the_match_is_played_to_its_end() {
    let open = round(4, &Rules::default(), 400);
    for (stage, offered) in [(Stage::Over, true), (Stage::Stopped, false)] {
        for own in [0, 1] {
            let mut desk = Desk::of(game(&open, Seat::FIRST, stage));
            online(&mut desk);
            let host = desk.snapshot.game.as_ref().unwrap().charter.roster[own].clone();
            desk.snapshot.host = Some(HostPlace { key: host.key, name: host.name, addresses: Vec::new() });
            let mut harness = shown(desk, SIZES[1]);
            assert_eq!(harness.query_by_label(match_end::rematch()).is_some(), offered);
            if !offered {
                continue;
            }
            let what = if own == 0 {
                match_end::rematch_own().to_owned()
            } else {
                match_end::rematch_with(NAMES[1])
            };
            assert!(harness.query_by_label(&what).is_some());
            harness.get_by_label(match_end::rematch()).click();
            harness.run();
            assert!(matches!(harness.state().commands[..], [Command::Rematch]));
        }
    }
}

#[test]
fn a_stop_says_who_did_what_and_where_the_proof_is() {
    let open = round(4, &Rules::default(), 400);
    let accusation = |who: &str, stopped| Accusation {
        charge: Charge {
            name: Some(Name::clean(who)),
            step: 12,
            refusal: Refusal::Equivocation,
            kind: Some(Kind::Turn),
        },
        evidence: Some(format!("/data/logs/0123.{who}.evidence.mtlog").into()),
        stopped,
    };
    for size in SIZES {
        let mut desk = Desk::of(game(&open, Seat::FIRST, Stage::Stopped));
        desk.snapshot.accusations = vec![accusation("Bo", true), accusation("Cy", false)];
        let mut harness = shown(desk, size);
        check(&harness, &format!("stopped {size}"));
        let said = |label: &str| harness.query_all_by_label_contains(label).next().is_some();
        assert!(said("Bo signed two messages that contradict each other: a move for step 12, and another."));
        assert!(said(&match_end::accused(
            "Cy signed two messages that contradict each other: a move for step 12, and another"
        )));
        for accusation in &harness.state().snapshot.accusations {
            assert!(said(&match_end::evidence(accusation.evidence.as_ref().unwrap())));
        }
        let copies: Vec<_> = harness.query_all_by_label(match_end::copy_evidence()).collect();
        assert_eq!(copies.len(), 2);
        copies[1].click();
        harness.run();
        let asked = &harness.state().commands[..];
        assert!(matches!(asked, [Command::Copy(path)] if path.ends_with(".Cy.evidence.mtlog")), "{asked:?}");
        assert_eq!(harness.query_all_by_label(match_end::verify_evidence()).count(), 2);
    }
}

#[test]
fn what_is_said_is_in_words_as_in_the_terminal() {
    for phrase in Phrase::ALL {
        let event = SessionEvent::Said { seat: Some(2), name: mextrain_net::name::Name::clean("Bo"), phrase };
        assert_eq!(crate::wording::seat::event(&event, &[]).unwrap(), words::said("Bo", phrase));
    }
}

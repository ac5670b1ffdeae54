//! Boards that are made again, and what is counted from them.

use mextrain_net::name::Name;

use super::*;
use crate::window::{
    seat::News,
    tests::{
        desk::{ended_round, whole_round},
        replay::played_out,
    },
};

#[test]
fn boards_are_made_again_from_what_a_session_tells() {
    let (events, end) = whole_round(3);
    let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
    timeline.name(["Ada", "Bo", "Cy"].map(str::to_owned).to_vec());
    events.iter().for_each(|event| timeline.told(event));
    assert_eq!(timeline.moments().len(), events.len());
    assert_eq!(timeline.moments().last().unwrap().board.as_ref(), Some(end.round()));
    // Every moment's board has one tile more than the one before it, or the same ones.
    let tiles = |moment: &Moment| moment.board.as_ref().unwrap().on_table().len();
    assert!(timeline.moments().windows(2).all(|two| (0..=1).contains(&(tiles(&two[1]) - tiles(&two[0])))));
}

/// Whatever the rules, what a session tells and what a log tells give every board of the match.
#[test]
fn boards_follow_whatever_the_rules_are() {
    let standing = "preset=traditional hand=10 engine=dealt-together opening=chain block=nobody-can-play";
    let rules = ["preset=pagat", "preset=set-maker", "preset=article hand=3", standing];
    let (mut searches, mut stops, mut standstills) = (0, 0, 0);
    // What has to come about depends on the deal: the last rules are played until it has, or for long enough.
    let matches = rules.into_iter().chain(std::iter::repeat_n(standing, 40)).enumerate();
    for (at, rules) in matches {
        if at >= 4 && standstills > 0 && stops > 0 && searches > 0 {
            break;
        }
        let folder = tempfile::tempdir().unwrap();
        let settings = rules.split(' ').filter_map(|setting| setting.split_once('='));
        let short = [("set", "double-nine"), ("first_engine", "1")];
        let rules = Rules::from_settings(settings.chain(short)).unwrap();
        let (game, news) = played_out(folder.path(), rules, 1 + at as u8 % 3);
        let mut told =
            Timeline::new(rules, Seats::new(game.charter.roster.len() as u8).unwrap(), Proofs::EveryTurn);
        let of_log = Timeline::of_log(std::fs::File::open(&game.log).unwrap(), u32::MAX);
        news.into_iter().for_each(|news| match news {
            News::Event(event) => told.told(&event),
            News::Refused(reason) => panic!("{reason}"),
        });
        for timeline in [&told, &of_log] {
            let begun = |moment: &&Moment| moment.kind != Kind::Signed && moment.kind != Kind::Note;
            assert!(timeline.moments().iter().filter(begun).all(|moment| moment.board.is_some()));
            let ended = |moment: &Moment| moment.board.as_ref().is_some_and(|one| one.ending().is_some());
            let rounds_ended = timeline.moments().iter().filter(|one| one.kind == Kind::Scored && ended(one));
            assert_eq!(rounds_ended.count(), 2);
        }
        let count = |kind| of_log.moments().iter().filter(|moment| moment.kind == kind).count();
        searches += count(Kind::Searched);
        stops += count(Kind::Stopped);
        standstills += count(Kind::Standstill);
    }
    assert!(stops > 0 && searches > 0 && standstills > 0, "{stops} {searches} {standstills}");
}

#[test]
fn however_often_spectators_come_and_go_one_line_says_how_many_there_are() {
    let (events, _) = whole_round(3);
    let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
    for event in &events {
        timeline.told(event);
        [1, 3, 2].into_iter().for_each(|count| timeline.told(&SessionEvent::Watched { count }));
    }
    let notes = timeline.moments().iter().filter(|moment| moment.kind == Kind::Note);
    let texts: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
    assert_eq!(texts, vec!["2 people watch."; events.len()]);
}

#[test]
fn draws_and_passes_are_counted_once_and_only_where_nothing_is_missing() {
    let count = |events: &[SessionEvent], is: fn(&SessionEvent) -> bool| {
        events.iter().filter(|event| is(event)).count()
    };
    let (open, told) = ended_round(4, &Rules::default());
    let (seats, end) = (4, &open);
    let events: Vec<SessionEvent> = told
        .into_iter()
        .filter_map(|news| match news {
            News::Event(event) => Some(event),
            News::Refused(_) => None,
        })
        .collect();
    assert!(count(&events, |event| matches!(event, SessionEvent::Kept { .. })) > 0);
    let timeline = |events: &mut dyn Iterator<Item = &SessionEvent>| {
        let mut timeline = Timeline::new(Rules::default(), Seats::new(seats).unwrap(), Proofs::EveryTurn);
        events.for_each(|event| timeline.told(event));
        timeline
    };
    let draws =
        count(&events, |event| matches!(event, SessionEvent::Drew { .. } | SessionEvent::Passed { .. }));
    assert!(draws > 0);
    assert_eq!(timeline(&mut events.iter()).draws_and_passes(end.round()), Some(draws));
    let lost = events.iter().position(|event| matches!(event, SessionEvent::Drew { .. })).unwrap();
    let rest = events.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, event)| event);
    assert_eq!(timeline(&mut { rest }).draws_and_passes(end.round()), None);
}

#[test]
fn what_does_not_fit_leaves_no_board_rather_than_a_wrong_one() {
    let (events, _) = whole_round(3);
    let mut timeline = Timeline::new(Rules::default(), Seats::new(3).unwrap(), Proofs::EveryTurn);
    events.iter().take(3).chain(events.iter().skip(8)).for_each(|event| timeline.told(event));
    assert!(timeline.moments().last().unwrap().board.is_none());
    timeline.told(&SessionEvent::RoundStarted { round: 2, engine: "11-11".to_owned() });
    assert!(timeline.moments().last().unwrap().board.is_some());
}

#[test]
fn what_people_need_not_hear_is_no_moment() {
    let mut timeline = Timeline::new(Rules::default(), Seats::MIN, Proofs::EveryTurn);
    timeline.told(&SessionEvent::Sealed { round: 1 });
    timeline.told(&SessionEvent::PeerLost { name: Name::clean("Bo") });
    assert!(timeline.moments().is_empty());
}

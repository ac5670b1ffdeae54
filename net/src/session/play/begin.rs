//! The beginning of a match at this program: everybody is to be reached, and the table gets its thread.

use super::*;

impl Play {
    pub(super) async fn begin(
        context: &mut Context,
        game: Match,
    ) -> Result<(Play, mpsc::Receiver<Told>, JoinHandle<()>), Ended> {
        let charter_id = game.seat.table.charter_id();
        let table = game.seat.table.view().charter().table;
        let left_earlier = game.seat.table.view().has_left();
        let (have, hears_first) = (game.seat.table.have(), game.seat.table.hears_first());
        let hex: String = charter_id.iter().map(|byte| format!("{byte:02x}")).collect();
        context.tell(SessionEvent::Charter {
            id: hex.clone(),
            players: game.players.iter().map(|player| player.name.clone()).collect(),
        });
        if have.step > 0 {
            context.tell(SessionEvent::Resumed { step: have.step });
        }
        if let Some(lobby) = &game.lobby {
            context.advertise(lobby, true);
        }
        context.show(|snapshot| snapshot.host = game.players.first().map(Player::place));
        let topic = format!("mxt/{hex}");
        context.node.subscribe(topic.clone()).await;
        let whereabouts = Whereabouts::of(game.players.iter().map(|player| player.key).collect());
        let host = game.players.first().and_then(|host| identity::peer_of(&host.key));
        let members = keep_all(context, game.players, game.lack.as_deref()).await;
        let gallery = Gallery::of(game.seat.log.path());
        let Started { inputs, told, thread } = worker::start(game.seat, TOLD)
            .map_err(|error| Ended::Failed { why: Failed::NoThread(error.to_string()) })?;
        let charter = Bytes::try_from(game.charter).unwrap_or_default();
        let play = Play {
            inputs,
            pending: FuturesUnordered::new(),
            members,
            charter_id,
            charter,
            topic,
            table,
            host,
            to_start: game.to_start,
            starting: BTreeSet::new(),
            complained: BTreeSet::new(),
            kept: game.kept,
            whereabouts,
            gallery,
            have,
            hears_first,
            heard_for: 0,
            waiting: Waiting::new(),
            over: None,
            was_over: game.lack.is_some(),
            lack: game.lack,
            wants_to_leave: false,
            leaving_for: left_earlier.then_some(0),
            left_earlier,
            departed: BTreeSet::new(),
            settled: 0,
            told_settled: false,
        };
        play.begin_waiting(context);
        play.tell_what_is_left(context);
        Ok((play, told, thread))
    }

    /// What a session is taken up for, if not to play on.
    fn tell_what_is_left(&self, context: &Context) {
        if self.was_over {
            self.tell_who_lacks_the_end(context);
        }
        if self.left_earlier {
            context.trouble(Trouble::HasLeft);
        }
    }
}

/// Everybody but this program's own player, whom the node shall stay connected to from now on.
/// `lack` are the places of those who lack the match's end, if it is over here.
async fn keep_all(
    context: &Context,
    players: Vec<Player>,
    lack: Option<&[usize]>,
) -> BTreeMap<PeerId, Member> {
    let own = context.key();
    let mut members = BTreeMap::new();
    for (place, player) in players.into_iter().enumerate().filter(|(_, player)| player.key != own) {
        let Some(peer) = identity::peer_of(&player.key) else { continue };
        let addresses = player.addresses.into_iter().map(|address| address.0).collect();
        context.node.keep(peer, addresses).await;
        let (key, name) = (player.key, player.name);
        let member = Member {
            key,
            name,
            asking: false,
            wanted: false,
            not_before: Instant::now(),
            have: None,
            heard: false,
            had_the_end: lack.is_some_and(|lack| !lack.contains(&place)),
            told_lost: false,
        };
        members.insert(peer, member);
    }
    members
}

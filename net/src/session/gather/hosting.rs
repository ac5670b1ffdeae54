//! The host's side of a lobby.

use super::*;

/// A table that this peer hosts, while it fills.
pub(in crate::session) struct Hosting {
    host: Host,
    nonce: [u8; 32],
    unlisted: bool,
    /// The state each guest was last told of.
    told: BTreeMap<[u8; 32], u32>,
    /// Guests who are being told.
    telling: BTreeSet<[u8; 32]>,
    /// Guests who could not be told; tried again at the next tick.
    untold: BTreeSet<[u8; 32]>,
    /// Guests without a connection, and for how many ticks.
    away: BTreeMap<[u8; 32], u32>,
    manners: Manners,
}

/// A guest was told of a state, or could not be.
struct Told {
    key: [u8; 32],
    seq: u32,
    answer: Result<Response, RequestError>,
}

impl Hosting {
    pub fn new(config: &SessionConfig, table: TableConfig, seat: OwnSeat) -> Result<Hosting, SessionError> {
        let own = Seated {
            name: config.name.clone(),
            key: config.identity.public_key(),
            commitment: seat.commitment,
            bot: config.bot,
            ready: false,
            addresses: Bounded::new(),
        };
        let random = random()?;
        let [id, _] = random.as_chunks::<16>().0 else { return Err(SessionError::Random) };
        let host = Host::new(*id, table.name, table.agreement, table.start_when_full, own)?;
        Ok(Hosting {
            host,
            nonce: seat.nonce,
            unlisted: table.unlisted,
            told: BTreeMap::new(),
            telling: BTreeSet::new(),
            untold: BTreeSet::new(),
            away: BTreeMap::new(),
            manners: Manners::new(Instant::now()),
        })
    }
}

/// Hosts a table until its match begins.
pub(in crate::session) async fn host(context: &mut Context, mut hosting: Hosting) -> Result<Match, Ended> {
    context.show(|snapshot| snapshot.hosting = true);
    let mut pending: Pending<Told> = FuturesUnordered::new();
    let mut ticks = seconds();
    let mut shown: Option<LobbyState> = None;
    context.listen_at(hosting.host.state()).await;
    loop {
        hosting.show(context, &mut shown);
        hosting.tell_guests(context, &mut pending);
        if let Some(charter) = hosting.charter() {
            context.listen_no_more_at(hosting.host.state()).await;
            return hosting.begin(context, &charter);
        }
        tokio::select! {
            next = context.next() => match next {
                Ok(Next::Node(event)) => hosting.node_event(context, event).await,
                Ok(Next::Command(Command::Leave)) | Err(Ended::Left) => {
                    hosting.close(context).await;
                    return Err(Ended::Left);
                }
                Ok(Next::Command(Command::Say { phrase, reply })) => {
                    answer(reply, context.say_at(hosting.host.state(), phrase).await);
                }
                Ok(Next::Command(command)) => hosting.command(command),
                Err(ended) => return Err(ended),
            },
            Some(told) = pending.next() => hosting.was_told(&told),
            _ = ticks.tick() => hosting.tick(context).await,
        }
    }
}

impl Hosting {
    fn show(&mut self, context: &mut Context, shown: &mut Option<LobbyState>) {
        let own = context.key();
        self.host.set_addresses(&own, context.own_addresses());
        let state = self.host.state();
        if shown.as_ref() == Some(state) {
            return;
        }
        if shown.as_ref().is_none_or(|old| old.members.first() != state.members.first()) {
            context.tell(SessionEvent::Table {
                name: state.name.clone(),
                hosting: true,
                code: context.own_code().map(|code| code.to_string()),
                addresses: texts(state.members.first().map_or(&[], |host| &host.addresses)),
            });
        }
        let news = shown.as_ref().map_or_else(Vec::new, |old| changes(old, state));
        context.show_lobby(state, news);
        context.advertise(state, false);
        if self.unlisted {
            context.advert = None;
        }
        *shown = Some(state.clone());
    }

    /// Every guest who does not know the newest state is told, one message at a time.
    fn tell_guests(&mut self, context: &Context, pending: &mut Pending<Told>) {
        let state = self.host.state();
        for member in state.members.iter().skip(1) {
            let key = member.key;
            let Some(peer) = identity::peer_of(&key).filter(|peer| context.ready.contains_key(peer)) else {
                continue;
            };
            let known = self.told.get(&key) == Some(&state.seq) || self.untold.contains(&key);
            if known || !self.telling.insert(key) {
                continue;
            }
            let (node, seq, request) =
                (context.node.clone(), state.seq, Request::Lobby(Box::new(state.clone())));
            pending
                .push(Box::pin(async move { Told { key, seq, answer: node.request(peer, request).await } }));
        }
    }

    fn was_told(&mut self, told: &Told) {
        self.telling.remove(&told.key);
        match &told.answer {
            Ok(Response::Done) => drop(self.told.insert(told.key, told.seq)),
            // It does not sit here any more, and says so.
            Ok(Response::Refused(Refused::NotMember)) => drop(self.host.leave(&told.key)),
            _ => drop(self.untold.insert(told.key)),
        }
    }

    async fn node_event(&mut self, context: &mut Context, event: NodeEvent) {
        match event {
            NodeEvent::Request { peer, request, responder } => {
                self.asked(context, peer, request, responder).await
            }
            NodeEvent::PeerReady { peer, .. } => {
                if let Some(name) = self.guest(&peer) {
                    context.tell(SessionEvent::PeerBack { name });
                }
            }
            NodeEvent::PeerLost { peer } => {
                if let (Some(name), Some(key)) = (self.guest(&peer), identity::key_of(&peer)) {
                    self.told.remove(&key);
                    self.away.insert(key, 0);
                    context.tell(SessionEvent::PeerLost { name });
                }
            }
            NodeEvent::Gossip { from, data, token, .. } => {
                context.heard_at(self.host.state(), from, &data, token).await;
            }
            _ => {}
        }
    }

    async fn asked(&mut self, context: &mut Context, peer: PeerId, request: Request, responder: Responder) {
        let Some((request, responder)) = context.answer_stranger(request, responder).await else { return };
        let Some(key) = identity::key_of(&peer) else {
            return responder.send(Response::Refused(Refused::Signature)).await;
        };
        let state = self.host.state();
        let (table, member) = (state.table, state.member(&key).is_some());
        if !self.manners.allow(key, member, Instant::now()) {
            // No answer: it may ask again.
            return;
        }
        let response = match request {
            Request::Join(candidate) => {
                let known = context.node.addresses(peer).await.into_iter().map(Address);
                match self.host.join(key, &candidate, Bounded::first_of(known)) {
                    Ok(()) => {
                        context.node.keep(peer, Vec::new()).await;
                        self.told.insert(key, self.host.state().seq);
                        Response::Joined(Box::new(self.host.state().clone()))
                    }
                    Err(refused) => Response::Refused(refused),
                }
            }
            Request::Ready { table: of, seq, ready } if of == table => {
                match self.host.ready(&key, seq, ready) {
                    Ok(()) => Response::Done,
                    Err(refused) => Response::Refused(refused),
                }
            }
            Request::Leave { table: of } if of == table => {
                self.host.leave(&key);
                context.node.release(peer).await;
                Response::Done
            }
            Request::Watch { table: of, .. } if of.is_none_or(|of| of == table) => {
                Response::Refused(Refused::NotBegun)
            }
            _ => Response::Refused(Refused::NoSuchTable),
        };
        responder.send(response).await;
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Ready { ready, reply } => {
                let (own, seq) = (self.own_key(), self.host.state().seq);
                let outcome = self.host.ready(&own, seq, ready);
                answer(reply, outcome.map_err(CommandError::from));
            }
            Command::Agree { agreement, reply } => {
                answer(reply, self.host.agree(agreement).map_err(CommandError::from));
            }
            Command::Start { reply } => answer(reply, self.start()),
            Command::Act { reply, .. }
            | Command::NextRound { reply }
            | Command::GoOnWithout { reply, .. }
            | Command::Farewell { reply }
            | Command::Say { reply, .. } => answer(reply, Err(CommandError::NotNow)),
            Command::Leave => {}
        }
    }

    /// The host wants to begin: with free seats, the table becomes as small as who sits there.
    fn start(&mut self) -> Result<(), CommandError> {
        let state = self.host.state();
        let seated = u8::try_from(state.members.len()).ok().and_then(mextrain_core::Seats::new);
        if let Some(seats) = seated.filter(|_| !state.is_full()) {
            self.host.agree(Agreement { seats, ..state.agreement.clone() })?;
        }
        match self.host.charter() {
            Ok(_) | Err(NotYet::Started) => Ok(()),
            Err(not_yet) => Err(not_yet.into()),
        }
    }

    async fn tick(&mut self, context: &Context) {
        self.untold.clear();
        let here =
            |key: &[u8; 32]| identity::peer_of(key).is_some_and(|peer| context.ready.contains_key(&peer));
        self.away.retain(|key, _| !here(key));
        let mut gone = Vec::new();
        for (key, ticks) in &mut self.away {
            *ticks += 1;
            if *ticks > AWAY_TICKS {
                gone.push(*key);
            }
        }
        for key in gone {
            self.away.remove(&key);
            self.host.leave(&key);
            if let Some(peer) = identity::peer_of(&key) {
                context.node.release(peer).await;
            }
        }
    }

    /// The charter, once it can be issued and every guest knows the table that it is of.
    fn charter(&self) -> Option<Charter> {
        let state = self.host.state();
        let all_told =
            state.members.iter().skip(1).all(|member| self.told.get(&member.key) == Some(&state.seq));
        self.host.charter().ok().filter(|_| all_told)
    }

    fn begin(mut self, context: &mut Context, charter: &Charter) -> Result<Match, Ended> {
        self.host.close();
        let state = self.host.state().clone();
        let mut game = begin(context, charter, self.nonce, state)?;
        game.to_start = charter.roster.iter().skip(1).map(|member| member.key).collect();
        Ok(game)
    }

    async fn close(&self, context: &Context) {
        let table = self.host.state().table;
        let peers: Vec<PeerId> =
            context.ready.keys().copied().filter(|peer| self.guest(peer).is_some()).collect();
        let farewells = peers.into_iter().map(|peer| context.node.request(peer, Request::Leave { table }));
        let _ = timeout(FAREWELL, join_all(farewells)).await;
    }

    fn guest(&self, peer: &PeerId) -> Option<crate::name::Name> {
        let key = identity::key_of(peer)?;
        self.host.state().member(&key).map(|member| member.name.clone())
    }

    fn own_key(&self) -> [u8; 32] {
        self.host.state().members.first().map_or([0; 32], |host| host.key)
    }
}

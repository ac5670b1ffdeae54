//! A guest's side of a lobby.

use super::*;

/// What a guest hears back from its host.
enum Heard {
    Ready { reply: Reply, answer: Result<Response, RequestError> },
    Joined(Result<Response, RequestError>),
}

/// Sits at somebody's table until the match begins.
pub(in crate::session) async fn visit(context: &mut Context, visit: Visit) -> Result<Match, Ended> {
    let Visit { guest, host, seat } = visit;
    let mut visiting = Visiting { guest, host, seat, told: None };
    let state = visiting.guest.state();
    context.tell(SessionEvent::Table {
        name: state.name.clone(),
        hosting: false,
        code: code_of(state).map(|code| code.to_string()),
        addresses: texts(state.members.first().map_or(&[], |host| &host.addresses)),
    });
    let mut pending: Pending<Heard> = FuturesUnordered::new();
    visiting.show(context, Vec::new());
    context.listen_at(visiting.guest.state()).await;
    loop {
        tokio::select! {
            next = context.next() => match next {
                Ok(Next::Node(event)) => {
                    if let Some(game) = visiting.node_event(context, event, &mut pending).await? {
                        context.listen_no_more_at(visiting.guest.state()).await;
                        return Ok(game);
                    }
                }
                Ok(Next::Command(Command::Leave)) | Err(Ended::Left) => {
                    let table = visiting.guest.state().table;
                    let _ = timeout(FAREWELL, context.node.request(host, Request::Leave { table })).await;
                    return Err(Ended::Left);
                }
                Ok(Next::Command(Command::Say { phrase, reply })) => {
                    answer(reply, context.say_at(visiting.guest.state(), phrase).await);
                }
                Ok(Next::Command(command)) => visiting.command(context, command, &mut pending),
                Err(ended) => return Err(ended),
            },
            Some(heard) = pending.next() => visiting.heard(context, heard, &mut pending)?,
        }
    }
}

/// A guest's side of a lobby.
struct Visiting {
    guest: Guest,
    host: PeerId,
    seat: OwnSeat,
    /// Why the charter was not accepted, as the player was last told.
    told: Option<Disagreement>,
}

impl Visiting {
    async fn node_event(
        &mut self,
        context: &mut Context,
        event: NodeEvent,
        pending: &mut Pending<Heard>,
    ) -> Result<Option<Match>, Ended> {
        let host_name = || self.guest.state().members.first().map(|host| host.name.clone());
        match event {
            NodeEvent::Request { peer, request, responder } => {
                let Some((request, responder)) = context.answer_stranger(request, responder).await else {
                    return Ok(None);
                };
                if peer != self.host {
                    let watches = matches!(request, Request::Watch { .. });
                    let refused = if watches { Refused::NotBegun } else { Refused::NotHost };
                    responder.send(Response::Refused(refused)).await;
                    return Ok(None);
                }
                return self.told_by_host(context, request, responder).await;
            }
            NodeEvent::PeerReady { peer, .. } if peer == self.host => {
                host_name().into_iter().for_each(|name| context.tell(SessionEvent::PeerBack { name }));
                // The host may have given the seat away, or been started anew.
                self.rejoin(context, pending);
            }
            NodeEvent::PeerLost { peer } if peer == self.host => {
                host_name().into_iter().for_each(|name| context.tell(SessionEvent::PeerLost { name }));
            }
            NodeEvent::Gossip { from, data, token, .. } => {
                context.heard_at(self.guest.state(), from, &data, token).await;
            }
            _ => {}
        }
        Ok(None)
    }

    async fn told_by_host(
        &mut self,
        context: &mut Context,
        request: Request,
        responder: Responder,
    ) -> Result<Option<Match>, Ended> {
        let table = self.guest.state().table;
        let (response, outcome) = match request {
            Request::Lobby(state) => match self.update(context, *state) {
                Ok(()) => (Response::Done, Ok(None)),
                Err(ended) => (Response::Refused(Refused::NotMember), Err(ended)),
            },
            Request::Leave { table: of } if of == table => (Response::Done, Err(Ended::HostLeft)),
            Request::Start { table: of, charter } if of == table => match self.begin(context, &charter) {
                Ok(game) => (Response::Done, Ok(Some(game))),
                Err(Ok(refused)) => (Response::Refused(refused), Ok(None)),
                Err(Err(ended)) => (Response::Refused(Refused::Unsupported), Err(ended)),
            },
            _ => (Response::Refused(Refused::NoSuchTable), Ok(None)),
        };
        responder.send(response).await;
        outcome
    }

    fn update(&mut self, context: &mut Context, state: LobbyState) -> Result<(), Ended> {
        match self.guest.update(state) {
            Ok(news) => {
                self.show(context, news);
                Ok(())
            }
            Err(fault) => {
                Err(Ended::Refused { code: Refused::NotMember.code(), sentence: fault.to_string() })
            }
        }
    }

    /// The charter, if it says what this seat was ready for, becomes a match on disk before the host hears that it was accepted.
    fn begin(
        &mut self,
        context: &mut Context,
        charter: &Bytes<8192>,
    ) -> Result<Match, Result<Refused, Ended>> {
        let decoded = Charter::decode(charter).map_err(|refusal| {
            context.trouble(Trouble::CharterRefused(refusal));
            Ok(Refused::Unsupported)
        })?;
        if let Err(disagreement) = self.guest.accept(&decoded) {
            if self.told.replace(disagreement) != Some(disagreement) {
                context.trouble(Trouble::Disagreement(disagreement));
            }
            return Err(Ok(match disagreement {
                Disagreement::Roster | Disagreement::NotReady => Refused::Stale,
                Disagreement::Table | Disagreement::Rules => Refused::Unsupported,
            }));
        }
        begin(context, &decoded, self.seat.nonce, self.guest.state().clone()).map_err(Err)
    }

    fn command(&mut self, context: &mut Context, command: Command, pending: &mut Pending<Heard>) {
        match command {
            Command::Ready { ready, reply } => {
                let seq = self.guest.set_ready(ready);
                let request = Request::Ready { table: self.guest.state().table, seq, ready };
                let (node, host) = (context.node.clone(), self.host);
                pending.push(Box::pin(async move {
                    Heard::Ready { reply, answer: node.request(host, request).await }
                }));
            }
            Command::Agree { reply, .. }
            | Command::Start { reply }
            | Command::Act { reply, .. }
            | Command::NextRound { reply }
            | Command::GoOnWithout { reply, .. }
            | Command::Farewell { reply }
            | Command::Say { reply, .. } => answer(reply, Err(CommandError::NotNow)),
            Command::Leave => {}
        }
    }

    fn heard(
        &mut self,
        context: &mut Context,
        heard: Heard,
        pending: &mut Pending<Heard>,
    ) -> Result<(), Ended> {
        match heard {
            Heard::Ready { reply, answer: heard } => {
                let outcome = match heard {
                    Ok(Response::Done) => Ok(()),
                    Ok(Response::Refused(refused)) => Err(refused.into()),
                    _ => Err(CommandError::NoAnswer),
                };
                // Without an answer it may have been heard all the same, and a match that has begun holds the player to its word.
                match &outcome {
                    Err(CommandError::Refused(Refused::Stale)) => drop(self.guest.set_ready(false)),
                    Err(CommandError::Refused(Refused::NotMember)) => {
                        self.guest.set_ready(false);
                        self.rejoin(context, pending);
                    }
                    _ => {}
                }
                answer(reply, outcome);
            }
            Heard::Joined(Ok(Response::Joined(state))) => self.update(context, *state)?,
            // The match has begun there, and the charter is on its way.
            Heard::Joined(Ok(Response::Refused(Refused::Stale))) => {}
            // Whoever has come back there has another one.
            Heard::Joined(Ok(Response::Refused(Refused::NoSuchTable))) => return Err(Ended::HostLeft),
            Heard::Joined(Ok(Response::Refused(refused))) => return Err(refused.into()),
            // It will be lost again, and come back again.
            Heard::Joined(_) => {}
        }
        Ok(())
    }

    /// Asks for the seat again: nothing changes if it is still this player's.
    fn rejoin(&self, context: &Context, pending: &mut Pending<Heard>) {
        let table = Some(self.guest.state().table);
        let request = Request::Join(crate::session::find::candidate(context, &self.seat, table));
        let (node, host) = (context.node.clone(), self.host);
        pending.push(Box::pin(async move { Heard::Joined(node.request(host, request).await) }));
    }

    fn show(&self, context: &mut Context, changes: Vec<Change>) {
        let state = self.guest.state();
        context.show_lobby(state, changes);
        context.advertise(state, false);
    }
}

//! The waiting room: who sits at the table, how others get there, and whether everybody is ready.

use std::collections::BTreeSet;

use eframe::egui::{Rect, Sense, Ui, vec2};
use mextrain_net::{
    lobby::{LobbyState, MAX_SEATS, Seated},
    name::Name,
    place::{Location, socket_address},
    session::{SessionEvent, Snapshot},
};

use super::{
    agreement::{self, AgreementState},
    chat, page,
};
use crate::{
    window::{
        command::{Action, Command},
        known::{Acquaintance, Acquaintances},
        seat::{Intent, News},
        tokens::{GAP, TARGET, Tokens},
        widgets::{Button, Icon, announce, banner, card, columns, faint, heading, paragraph, title},
        words::{self, lobby as text},
    },
    wording::session,
};

/// How many changes are shown.
const CHANGES: usize = 6;

/// What this person has decided in the waiting room.
#[derive(Clone, Debug, Default)]
pub struct WaitingState {
    /// The keys of those with whom they play although the name had another key before. Emptied when it is as long as many tables.
    anyway: BTreeSet<[u8; 32]>,
    /// Whether being ready was taken back already because of somebody who sat down.
    withdrawn: bool,
    agreement: AgreementState,
}

/// Shows the waiting room; while there is no seat yet, what is being looked for.
pub fn show(
    ui: &mut Ui,
    snapshot: &Snapshot,
    history: &[News],
    known: &Acquaintances,
    state: &mut WaitingState,
) -> Vec<Command> {
    let name = snapshot.lobby.as_ref().map_or(words::title(), |lobby| lobby.name.as_str());
    page(ui, name, false, |ui, commands| {
        title(ui, name);
        let Some(lobby) = &snapshot.lobby else {
            paragraph(ui, if snapshot.hosting { text::opens() } else { text::looking() });
            leave(ui, commands);
            return;
        };
        let mut agreed = std::mem::take(&mut state.agreement);
        agreement::changed(ui, lobby, snapshot.is_ready(), &mut agreed);
        paragraph(ui, &text::waiting_for(lobby));
        chat::in_waiting_room(ui, snapshot, commands);
        let mut left = Vec::new();
        columns(
            ui,
            |ui| {
                seats(ui, snapshot, lobby, known, state);
                let undecided = state.undecided(snapshot, lobby, known);
                decide(ui, snapshot, lobby, undecided, &mut left);
                changes(ui, history);
            },
            |ui| {
                way_in(ui, snapshot, history, commands);
                agreement::show(ui, lobby, snapshot.hosting, &mut agreed, commands);
            },
        );
        commands.append(&mut left);
        state.agreement = agreed;
        state.withdraw(snapshot, lobby, known, commands);
    })
}

/// Shows that a rematch is on its way: the host's to open, or one's own.
pub fn rematch(ui: &mut Ui, host: Option<&Name>) -> Vec<Command> {
    page(ui, text::rematch(), false, |ui, commands| {
        title(ui, text::rematch());
        let said = host.map_or_else(|| text::rematch_opens().to_owned(), text::rematch_of);
        paragraph(ui, &said);
        announce(ui, &said, false);
        if ui.add(Button::new(text::cancel())).clicked() {
            commands.push(Command::NoRematch);
        }
    })
}

/// Shows that a match is being taken up again, which takes a moment.
pub fn coming_back(ui: &mut Ui, table: &Name) -> Vec<Command> {
    page(ui, table.as_str(), false, |ui, commands| {
        title(ui, table.as_str());
        paragraph(ui, text::coming_back());
        announce(ui, text::coming_back(), false);
        if ui.add(Button::new(text::cancel())).clicked() {
            commands.push(Command::Do(Action::Home));
        }
    })
}

impl WaitingState {
    /// The first one about whom this person has to decide before they can be ready.
    fn undecided<'a>(
        &self,
        snapshot: &Snapshot,
        lobby: &'a LobbyState,
        known: &Acquaintances,
    ) -> Option<&'a Seated> {
        lobby.members.iter().find(|member| {
            is_doubtful(snapshot, member, &known.acquaintance(&member.name, &member.key))
                && !self.anyway.contains(&member.key)
        })
    }

    /// Whoever was ready when somebody doubtful sat down is not any more: the match could begin before they have looked.
    fn withdraw(
        &mut self,
        snapshot: &Snapshot,
        lobby: &LobbyState,
        known: &Acquaintances,
        commands: &mut Vec<Command>,
    ) {
        if !snapshot.is_ready() {
            self.withdrawn = false;
        } else if !self.withdrawn && self.undecided(snapshot, lobby, known).is_some() {
            self.withdrawn = true;
            commands.push(Command::Table(Intent::Ready(false)));
        }
    }

    fn accept(&mut self, key: [u8; 32]) {
        if self.anyway.len() >= 16 * MAX_SEATS {
            self.anyway.clear();
        }
        self.anyway.insert(key);
    }
}

fn is_doubtful(snapshot: &Snapshot, member: &Seated, known: &Acquaintance) -> bool {
    member.key != snapshot.key && !member.bot && *known == Acquaintance::OtherKey
}

fn seats(
    ui: &mut Ui,
    snapshot: &Snapshot,
    lobby: &LobbyState,
    known: &Acquaintances,
    state: &mut WaitingState,
) {
    card(ui, |ui| {
        heading(ui, text::who());
        for member in &lobby.members {
            let own = member.key == snapshot.key;
            let known = known.acquaintance(&member.name, &member.key);
            let doubtful = is_doubtful(snapshot, member, &known);
            let anyway = doubtful && state.anyway.contains(&member.key);
            seat(ui, member, own, &known, anyway);
            if doubtful && !anyway {
                doubt(ui, member, &known, state);
            }
        }
        for _ in lobby.members.len()..lobby.agreement.seats.count() {
            faint(ui, text::free());
        }
    });
}

/// What there is to decide about somebody.
fn doubt(ui: &mut Ui, member: &Seated, known: &Acquaintance, state: &mut WaitingState) {
    let tokens = Tokens::of(ui.ctx());
    let warning = text::sentence(&text::acquaintance(&member.name, known));
    banner(ui, Icon::Warning, &warning, tokens.warning, tokens.on_warning, true);
    faint(ui, &text::other_key(&member.name));
    if ui.add(Button::new(text::play_anyway_button()).named(text::play_anyway(&member.name))).clicked() {
        state.accept(member.key);
    }
    ui.add_space(GAP);
}

fn seat(ui: &mut Ui, member: &Seated, own: bool, known: &Acquaintance, anyway: bool) {
    let tokens = Tokens::of(ui.ctx());
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(28.0, TARGET), Sense::hover());
        let icon = if member.bot { Icon::Bot } else { Icon::Person };
        icon.paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(22.0, 22.0)), tokens.text);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            paragraph(ui, &text::seated(member, own));
            let known = match known {
                _ if own || member.bot => None,
                Acquaintance::OtherKey if anyway => Some(text::anyway().to_owned()),
                // The banner says it.
                Acquaintance::OtherKey => None,
                known => Some(text::acquaintance(&member.name, known)),
            };
            faint(ui, &text::about_key(&member.key, known.as_deref()));
        });
    });
}

fn decide(
    ui: &mut Ui,
    snapshot: &Snapshot,
    lobby: &LobbyState,
    undecided: Option<&Seated>,
    commands: &mut Vec<Command>,
) {
    let first = undecided.map(|member| text::decide_first(&member.name));
    let first = first.as_deref();
    card(ui, |ui| {
        faint(ui, text::words_come());
        ui.horizontal_wrapped(|ui| {
            let ready = snapshot.is_ready();
            let button = match ready {
                false => Button::new(text::i_am_ready()).with_icon(Icon::Tick).main().unless(first),
                true => Button::new(text::not_yet()),
            };
            if ui.add(button).clicked() {
                commands.push(Command::Table(Intent::Ready(!ready)));
            }
            if snapshot.hosting && !lobby.is_full() {
                let why_not = (lobby.members.len() < 2).then_some(text::start_alone()).or(first);
                if ui.add(Button::new(text::start()).unless(why_not)).clicked() {
                    commands.push(Command::Table(Intent::Start));
                }
            }
        });
        if let Some(first) = first {
            faint(ui, first);
        }
        ui.add_space(GAP);
        leave(ui, commands);
    });
}

fn leave(ui: &mut Ui, commands: &mut Vec<Command>) {
    if ui.add(Button::new(text::leave())).clicked() {
        commands.push(Command::Do(Action::Leave));
    }
}

fn changes(ui: &mut Ui, history: &[News]) {
    // From the newest back: no more is worded than is shown.
    let newest = history.iter().rev().flat_map(|news| lines(news).into_iter().rev());
    let said: Vec<String> = newest.take(CHANGES).collect();
    if said.is_empty() {
        return;
    }
    card(ui, |ui| said.iter().rev().for_each(|line| faint(ui, line)));
}

fn lines(news: &News) -> Vec<String> {
    match news {
        News::Event(SessionEvent::Lobby { changes, .. }) => {
            changes.iter().map(|change| text::sentence(&session::change(change))).collect()
        }
        News::Event(SessionEvent::Trouble { trouble }) => vec![text::sentence(&session::trouble(trouble))],
        News::Refused(why) => vec![text::sentence(why)],
        News::Event(_) => Vec::new(),
    }
}

/// The host's addresses as people type them, those of this machine alone left out.
fn dialable(addresses: &[String]) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for address in addresses {
        let Ok(Location::Multiaddr(address)) = address.parse() else { continue };
        let Some(place) = socket_address(&address).filter(|place| !place.ip().is_loopback()) else {
            continue;
        };
        if shown.len() < 4 && !shown.contains(&place.to_string()) {
            shown.push(place.to_string());
        }
    }
    shown
}

fn way_in(ui: &mut Ui, snapshot: &Snapshot, history: &[News], commands: &mut Vec<Command>) {
    // A guest learns the host's code with the table; the host's own is in the snapshot.
    let told = history.iter().rev().find_map(|news| match news {
        News::Event(SessionEvent::Table { code, .. }) => code.clone(),
        _ => None,
    });
    let code = if snapshot.hosting { snapshot.code.as_ref().map(ToString::to_string) } else { told };
    card(ui, |ui| {
        heading(ui, text::way_in());
        if let Some(code) = code {
            ui.horizontal_wrapped(|ui| {
                title(ui, &code);
                if ui
                    .add(Button::new(text::copy_button()).with_icon(Icon::Copy).named(text::copy_code()))
                    .clicked()
                {
                    commands.push(Command::Copy(code.clone()));
                }
            });
        }
        if snapshot.hosting {
            for address in dialable(&snapshot.addresses) {
                faint(ui, &address);
            }
        }
    });
}

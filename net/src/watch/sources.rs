//! Whom to ask for a match's log: who was reached at the address, who tells of the table, and whoever the charter names.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use libp2p::{Multiaddr, PeerId};
use tokio::time::Instant;

use crate::identity;
use crate::node::DialError;
use crate::node::message::{Advert, Response};
use crate::place::{self, Location, both_transports};
use crate::session::Unreachable;

/// For how long somebody who did not help is not asked.
const REST: Duration = Duration::from_secs(2);

/// How often one more player is dialled while only one is connected.
const SPARE: Duration = Duration::from_secs(10);

/// No peer listens at a lower port.
const LEAST_PORT: u16 = 1024;

/// How many peers are remembered for telling of the table, or for nothing that could be believed.
const MOST: usize = 64;

pub(super) struct Sources {
    location: Location,
    /// Who was reached at the address.
    target: Option<PeerId>,
    dialling: bool,
    ready: BTreeSet<PeerId>,
    asking: BTreeSet<PeerId>,
    table: Option<[u8; 16]>,
    /// Those who say that they sit at the table, until the charter says who does.
    tellers: BTreeSet<PeerId>,
    /// Where the host is, if somebody says so whose table it is not.
    host: Vec<Multiaddr>,
    players: BTreeSet<PeerId>,
    /// Where the players are, and whether that was dialled last.
    places: Vec<Multiaddr>,
    elsewhere: bool,
    /// When anybody was dialled last.
    spare: Option<Instant>,
    resting: BTreeMap<PeerId, Instant>,
    distrusted: BTreeSet<PeerId>,
    over: BTreeSet<PeerId>,
    current: Option<PeerId>,
}

impl Sources {
    pub fn new(location: Location) -> Sources {
        Sources {
            location,
            target: None,
            dialling: false,
            ready: BTreeSet::new(),
            asking: BTreeSet::new(),
            table: None,
            tellers: BTreeSet::new(),
            host: Vec::new(),
            players: BTreeSet::new(),
            places: Vec::new(),
            elsewhere: false,
            spare: None,
            resting: BTreeMap::new(),
            distrusted: BTreeSet::new(),
            over: BTreeSet::new(),
            current: None,
        }
    }

    pub fn location(&self) -> &Location {
        &self.location
    }

    pub fn is_target(&self, peer: &PeerId) -> bool {
        self.target.as_ref() == Some(peer)
    }

    pub fn table(&self) -> Option<[u8; 16]> {
        self.table
    }

    /// Who was asked last.
    pub fn current(&self) -> Option<PeerId> {
        self.current
    }

    /// Whether anybody was found who may know of the table.
    pub fn has_any(&self) -> bool {
        self.target.is_some() || !self.tellers.is_empty()
    }

    pub fn is_ready(&mut self, peer: PeerId) {
        self.ready.insert(peer);
    }

    pub fn is_lost(&mut self, peer: &PeerId) {
        self.ready.remove(peer);
    }

    /// What the log says: which table it is, and who sits there.
    pub fn know(&mut self, table: Option<[u8; 16]>, players: Vec<PeerId>) {
        self.table = table.or(self.table);
        self.players.extend(players);
    }

    /// Where the players are, as one of them says: for when nobody can be asked any more.
    pub fn are_at(&mut self, addresses: impl Iterator<Item = Multiaddr>) {
        // As with dialling back: no other program of anybody's machine is to be knocked at.
        let fits = |address: &Multiaddr| {
            place::socket_address(address).is_some_and(|address| address.port() >= LEAST_PORT)
        };
        self.places = addresses.filter(fits).collect();
    }

    /// Addresses to dial now, if any, and who must be there, if that is known.
    pub fn dial_now(&mut self, now: Instant) -> Option<(Vec<Multiaddr>, Option<PeerId>)> {
        if self.dialling {
            return None;
        }
        let known: BTreeSet<&PeerId> = self.players.iter().chain(&self.target).collect();
        let (addresses, expected) = match known.into_iter().filter(|peer| self.ready.contains(peer)).count() {
            0 => self.dial_anybody(),
            // One more, so that there is somebody to go on with when this one goes.
            1 if self.spare.is_none_or(|last| now >= last + SPARE) => (self.places.clone(), None),
            _ => return None,
        };
        if addresses.is_empty() {
            return None;
        }
        self.spare = Some(now);
        self.dialling = true;
        Some((addresses, expected))
    }

    /// By turns where one was reached first, and where the others are.
    fn dial_anybody(&mut self) -> (Vec<Multiaddr>, Option<PeerId>) {
        self.elsewhere = !self.elsewhere && !self.places.is_empty();
        if self.elsewhere {
            return (self.places.clone(), None);
        }
        let given = self.location.addresses();
        (if given.is_empty() { self.host.clone() } else { given }, self.target)
    }

    /// # Errors
    /// Why nobody was reached, in words.
    pub fn dialled(&mut self, outcome: Result<PeerId, DialError>) -> Result<(), Unreachable> {
        self.dialling = false;
        let peer = outcome.map_err(Unreachable::Dial)?;
        let key = identity::key_of(&peer);
        if let Location::Code(code) = &self.location
            && self.target.is_none()
            && !key.is_some_and(|key| code.may_be_of(&key))
        {
            return Err(Unreachable::OtherHost);
        }
        self.target.get_or_insert(peer);
        Ok(())
    }

    /// Who is to be asked for its tables: everybody, as long as only the table's name is known.
    pub fn ask_for_tables(&mut self) -> Vec<PeerId> {
        if !matches!(self.location, Location::Table(_)) || !self.players.is_empty() {
            return Vec::new();
        }
        let due: Vec<PeerId> = self.ready.difference(&self.asking).copied().collect();
        self.asking.extend(&due);
        due
    }

    /// Somebody told of its tables, or nothing.
    pub fn told(&mut self, peer: PeerId, answer: Option<Response>) {
        self.asking.remove(&peer);
        let (Some(Response::Tables(adverts)), Location::Table(name)) = (answer, &self.location) else {
            return;
        };
        let wanted = name.as_str().to_lowercase();
        let is_it = |advert: &Advert| advert.name.as_str().to_lowercase() == wanted;
        let Some(advert) = adverts.into_iter().find(is_it) else {
            self.tellers.remove(&peer);
            return;
        };
        // Of two tables of one name the first that was told of is watched.
        if self.table.is_none_or(|table| table == advert.table) && self.tellers.len() < MOST {
            self.table = Some(advert.table);
            self.tellers.insert(peer);
            self.host = advert.code.map(|code| both_transports(code.0.address().into())).unwrap_or_default();
        }
    }

    /// Whom to ask now: the one that was asked before, if possible.
    pub fn choose(&mut self, now: Instant) -> Option<PeerId> {
        self.resting.retain(|_, until| *until > now);
        let fit = |peer: &&PeerId| {
            self.ready.contains(peer)
                && !self.resting.contains_key(peer)
                && !self.distrusted.contains(peer)
                && !self.over.contains(peer)
        };
        let mut known = self.current.iter().chain(&self.target).chain(&self.players).chain(&self.tellers);
        let chosen = known.find(fit).copied();
        self.current = chosen.or(self.current);
        chosen
    }

    /// It is not asked for a while.
    pub fn rest(&mut self, peer: PeerId, now: Instant) {
        self.resting.insert(peer, now + REST);
        // Another table may be meant that has the same name: everybody is asked anew.
        if self.players.is_empty() {
            self.tellers.remove(&peer);
            self.table = self.table.filter(|_| !self.tellers.is_empty());
        }
    }

    /// It is not asked any more.
    pub fn distrust(&mut self, peer: PeerId) {
        if self.distrusted.len() < MOST {
            self.distrusted.insert(peer);
        }
    }

    /// It has nothing more of the match, though the log goes on.
    pub fn says_it_is_over(&mut self, peer: PeerId) {
        if self.over.len() < MOST {
            self.over.insert(peer);
        }
    }

    /// Whether somebody said that the match is over, and nobody is there who may say otherwise.
    pub fn all_say_it_is_over(&self) -> bool {
        let mut known = self.target.iter().chain(&self.players).chain(&self.tellers);
        let spoke = |peer: &PeerId| self.over.contains(peer) || self.distrusted.contains(peer);
        !self.over.is_empty() && known.all(|peer| !self.ready.contains(peer) || spoke(peer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;
    use crate::name::Name;
    use crate::node::message::{AdvertState, PROTOCOL_VERSION};
    use crate::wire::Bounded;

    fn peer() -> PeerId {
        Identity::random().unwrap().peer_id()
    }

    fn advert(table: u8, name: &str) -> Option<Response> {
        let advert = Advert {
            version: PROTOCOL_VERSION,
            table: [table; 16],
            name: Name::clean(name),
            host: Name::clean("Ada"),
            host_key: [7; 32],
            taken: 3,
            seats: 3,
            state: AdvertState::InPlay,
            code: None,
            details: Default::default(),
        };
        Some(Response::Tables(Bounded::first_of([advert])))
    }

    fn by_name() -> Sources {
        Sources::new("Kitchen".parse().unwrap())
    }

    #[test]
    fn a_table_of_that_name_is_asked_and_one_that_was_found_is_not_changed() {
        let (mut sources, now) = (by_name(), Instant::now());
        let [one, other, third] = [(); 3].map(|()| peer());
        [one, other, third].into_iter().for_each(|peer| sources.is_ready(peer));
        assert!(sources.dial_now(now).is_none() && sources.choose(now).is_none());
        assert_eq!(sources.ask_for_tables().len(), 3);
        assert_eq!(sources.ask_for_tables(), []);
        sources.told(one, advert(1, "Attic"));
        sources.told(other, advert(2, "KITCHEN"));
        sources.told(third, advert(3, "Kitchen"));
        assert_eq!((sources.choose(now), sources.table()), (Some(other), Some([2; 16])));
        // It knows nothing of a match: whichever table has that name then is meant.
        sources.rest(other, now);
        assert_eq!((sources.choose(now), sources.table()), (None, None));
        sources.told(third, advert(3, "Kitchen"));
        assert_eq!(sources.choose(now), Some(third));
    }

    #[test]
    fn players_are_asked_one_after_the_other_and_who_gave_nonsense_is_not() {
        let (mut sources, now) = (by_name(), Instant::now());
        let players = [(); 3].map(|()| peer());
        players.iter().for_each(|peer| sources.is_ready(*peer));
        sources.know(Some([1; 16]), players.to_vec());
        let first = sources.choose(now).unwrap();
        assert_eq!(sources.choose(now), Some(first), "the same as long as it answers");
        sources.is_lost(&first);
        let second = sources.choose(now).unwrap();
        assert_ne!(second, first);
        sources.distrust(second);
        let third = sources.choose(now).unwrap();
        assert!(![first, second].contains(&third));
        sources.rest(third, now);
        assert_eq!(sources.choose(now), None);
        assert_eq!(sources.choose(now + REST), Some(third));
        assert_eq!(sources.table(), Some([1; 16]));
    }

    #[test]
    fn a_match_is_over_when_everybody_there_says_so() {
        let (mut sources, now) = (by_name(), Instant::now());
        let [one, other] = [(); 2].map(|()| peer());
        sources.know(Some([1; 16]), vec![one, other]);
        assert!(!sources.all_say_it_is_over());
        [one, other].into_iter().for_each(|peer| sources.is_ready(peer));
        let first = sources.choose(now).unwrap();
        sources.says_it_is_over(first);
        assert!(!sources.all_say_it_is_over());
        let second = sources.choose(now).unwrap();
        sources.says_it_is_over(second);
        assert!(sources.choose(now).is_none() && sources.all_say_it_is_over());
    }

    #[test]
    fn who_listens_at_a_codes_address_must_fit_the_code() {
        let key = Identity::random().unwrap();
        let code = crate::place::JoinCode::new("192.168.1.23:47110".parse().unwrap(), &key.public_key());
        let (mut sources, now) = (Sources::new(Location::Code(code)), Instant::now());
        assert!(
            sources
                .dial_now(now)
                .is_some_and(|(addresses, expected)| !addresses.is_empty() && expected.is_none())
        );
        assert!(sources.dial_now(now).is_none(), "one dial at a time");
        assert!(sources.dialled(Ok(peer())).is_err());
        assert!(sources.dial_now(now).is_some());
        assert_eq!(sources.dialled(Ok(key.peer_id())), Ok(()));
        sources.is_ready(key.peer_id());
        assert_eq!(sources.choose(now), Some(key.peer_id()));
        // It says where the others are: one more is looked for, and not all the time.
        let place = |port| format!("/ip4/192.168.1.24/tcp/{port}").parse().unwrap();
        sources.are_at([place(47110), place(22)].into_iter());
        assert!(sources.dial_now(now).is_none());
        let later = now + SPARE;
        assert_eq!(sources.dial_now(later), Some((vec![place(47110)], None)));
        assert!(sources.dialled(Ok(peer())).is_ok());
        assert!(sources.dial_now(later).is_none());
        // It goes: by turns it is looked for there, and the others where it said that they are.
        sources.is_lost(&key.peer_id());
        assert_eq!(sources.dial_now(now), Some((vec![place(47110)], None)));
        assert!(sources.dialled(Err(DialError::Busy)).is_err());
        assert!(sources.dial_now(now).is_some_and(|(_, expected)| expected == Some(key.peer_id())));
    }
}

//! What lies in the profile's folder from before: games of the past, and matches that can be gone on with. It is read on a thread, since a
//! disk may take its time, and only as far as it is listed.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

use mextrain_net::{
    identity::Identity,
    session::{SavedSession, saved_sessions},
};

use crate::{
    stats::{Reader, Stats},
    window::{
        past::{self, PastGames},
        seat::Wake,
    },
};

/// What was read last, and what is being read.
#[derive(Default)]
pub(super) struct Shelf {
    /// `None` before it was read for the first time.
    past: Option<PastGames>,
    /// Matches that can be taken up, the newest first.
    saved: Vec<SavedSession>,
    stats: Option<Stats>,
    /// What is known of each log already.
    reader: Arc<Mutex<Reader>>,
    reading: Option<Receiver<Found>>,
}

/// What was read, as it comes.
enum Found {
    Lists(PastGames, Vec<SavedSession>),
    Stats(Stats),
}

impl Shelf {
    /// Begins to read the folder anew, of the games of the past the newest `most`. What was read before is shown until then.
    pub fn read(&mut self, data: PathBuf, key_file: PathBuf, most: usize, wake: Wake) {
        let (told, reading) = channel();
        let reader = self.reader.clone();
        let started = thread::Builder::new().name("mextrain-shelf".to_owned()).spawn(move || {
            let mut saved = saved_sessions(&data);
            saved.retain(SavedSession::can_be_taken_up);
            // Nobody listens any more if it is being read anew.
            let _ = told.send(Found::Lists(past::games(&data, most), saved));
            wake();
            // Whoever has no key has played at no table.
            if let Ok(identity) = Identity::load(&key_file) {
                let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = told.send(Found::Stats(reader.read(&data, &identity.public_key())));
                wake();
            }
        });
        // Without a thread nothing is listed; a game can be begun all the same.
        self.reading = started.is_ok().then_some(reading);
    }

    /// Takes in what was read, if that is done.
    pub fn poll(&mut self) {
        while let Some(found) = self.reading.as_ref().map(Receiver::try_recv) {
            match found {
                Ok(Found::Lists(past, saved)) => (self.past, self.saved) = (Some(past), saved),
                Ok(Found::Stats(stats)) => self.stats = Some(stats),
                Err(TryRecvError::Disconnected) => self.reading = None,
                Err(TryRecvError::Empty) => return,
            }
        }
    }

    pub fn past(&self) -> Option<&PastGames> {
        self.past.as_ref()
    }

    /// The matches in figures, once they have been read.
    pub fn stats(&self) -> Option<&Stats> {
        self.stats.as_ref()
    }

    pub fn saved(&self) -> &[SavedSession] {
        &self.saved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_stays_until_the_next_has_been_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut shelf = Shelf::default();
        for logs in 1..3 {
            let (woken, waits) = channel();
            let before = shelf.past().cloned();
            std::fs::create_dir_all(folder.path().join("logs")).unwrap();
            std::fs::write(folder.path().join(format!("logs/{logs}.mtlog")), "").unwrap();
            let wake: Wake = Arc::new(move || woken.send(()).unwrap());
            shelf.read(folder.path().to_owned(), folder.path().join("key"), 8, wake);
            assert_eq!(shelf.past(), before.as_ref());
            waits.recv().unwrap();
            shelf.poll();
            assert_eq!(shelf.past().map(|past| past.in_all), Some(logs));
        }
    }
}

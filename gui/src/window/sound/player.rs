//! A thread that plays sounds, with a queue so short that nothing is heard late.
//!
//! The thread begins with the first sound, sleeps while there is none, and ends when the [`Player`] is dropped; nobody waits for
//! it. A sound for which there is no room in the queue is not played.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::Sound;
use crate::window::seat::Wake;

/// How many sounds, or pairs of them, may wait for the one that is being played.
const WAITING: usize = 2;

/// A sound that could not begin within this time tells of something that is past.
const LATE: Duration = Duration::from_secs(1);

/// Something that makes samples audible.
pub trait Output: Send {
    /// Whether there is anything to play on now.
    ///
    /// # Errors
    /// Why not, in words.
    fn look(&mut self) -> Result<(), String>;

    /// Plays these sounds one after the other, and returns when they have been heard.
    ///
    /// # Errors
    /// Why nothing is heard, in words.
    fn play(&mut self, sounds: &[Sound]) -> Result<(), String>;
}

/// A system without sound.
#[cfg(any(test, not(any(unix, windows))))]
pub struct Nowhere;

#[cfg(any(test, not(any(unix, windows))))]
impl Output for Nowhere {
    fn look(&mut self) -> Result<(), String> {
        Err("this system has no sound that the program knows".to_owned())
    }

    fn play(&mut self, _: &[Sound]) -> Result<(), String> {
        self.look()
    }
}

/// Plays sounds without ever waiting.
pub struct Player {
    queue: Option<SyncSender<Order>>,
    /// Until the thread has it.
    output: Option<Box<dyn Output>>,
    missing: Arc<AtomicBool>,
    wake: Wake,
}

enum Order {
    Look,
    Play(Vec<Sound>, Instant),
}

impl Player {
    /// A player that uses `output`, on a thread of its own. `wake` is called when [`no_output`](Self::no_output) changes.
    pub fn new(output: Box<dyn Output>, wake: Wake) -> Player {
        Player { queue: None, output: Some(output), missing: Arc::default(), wake }
    }

    /// Plays these sounds one after the other, soon or not at all.
    pub fn play(&mut self, sounds: Vec<Sound>) {
        if !sounds.is_empty() {
            self.order(Order::Play(sounds, Instant::now()));
        }
    }

    /// Looks whether there is an output, so that [`no_output`](Self::no_output) will tell.
    pub fn look(&mut self) {
        self.order(Order::Look);
    }

    /// Whether no output was there when it was looked for, or needed, last.
    pub fn no_output(&self) -> bool {
        self.missing.load(Ordering::Relaxed)
    }

    fn order(&mut self, order: Order) {
        if let Some(output) = self.output.take() {
            self.queue = self.start(output);
        }
        if let Some(queue) = &self.queue {
            // Full: then there is enough to hear already.
            let _ = queue.try_send(order);
        }
    }

    fn start(&self, output: Box<dyn Output>) -> Option<SyncSender<Order>> {
        let (queue, orders) = sync_channel(WAITING);
        let (missing, wake) = (self.missing.clone(), self.wake.clone());
        let started = thread::Builder::new()
            .name("mextrain-sound".to_owned())
            .spawn(move || run(output, &orders, &missing, &wake));
        match started {
            Ok(_) => Some(queue),
            Err(error) => {
                tracing::info!(%error, "no sounds: there is no thread for them");
                self.missing.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

fn run(mut output: Box<dyn Output>, orders: &Receiver<Order>, missing: &AtomicBool, wake: &Wake) {
    let mut said = false;
    while let Ok(order) = orders.recv() {
        let outcome = match order {
            Order::Look => output.look(),
            Order::Play(_, since) if since.elapsed() > LATE => continue,
            Order::Play(sounds, _) => output.play(&sounds),
        };
        if let (Err(why), false) = (&outcome, said) {
            tracing::info!(why, "no sounds");
            said = true;
        }
        if missing.swap(outcome.is_err(), Ordering::Relaxed) != outcome.is_err() {
            wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Waits for leave before it plays, and tells what it has played.
    struct Slow {
        leave: Receiver<()>,
        heard: Sender<Vec<Sound>>,
    }

    impl Output for Slow {
        fn look(&mut self) -> Result<(), String> {
            Ok(())
        }

        fn play(&mut self, sounds: &[Sound]) -> Result<(), String> {
            self.leave.recv().map_err(|error| error.to_string())?;
            self.heard.send(sounds.to_vec()).map_err(|error| error.to_string())
        }
    }

    #[test]
    fn whoever_plays_sounds_never_waits_and_most_of_a_burst_is_lost() {
        let ((leave, waiting), (heard, hearing)) = (channel(), channel());
        let mut player = Player::new(Box::new(Slow { leave: waiting, heard }), Arc::new(|| ()));
        // Nothing may be heard yet: if this waited for it, it would wait for ever.
        for _ in 0..100 {
            player.play(vec![Sound::TileLaid]);
        }
        for _ in 0..100 {
            leave.send(()).unwrap();
        }
        drop(player);
        let heard: Vec<Vec<Sound>> = hearing.into_iter().collect();
        assert!(heard.len() <= WAITING + 1, "{heard:?}");
    }

    #[test]
    fn the_thread_ends_with_its_player() {
        let ((leave, waiting), (heard, hearing)) = (channel(), channel());
        let mut player = Player::new(Box::new(Slow { leave: waiting, heard }), Arc::new(|| ()));
        player.play(vec![Sound::YourTurn]);
        player.play(Vec::new());
        leave.send(()).unwrap();
        assert_eq!(hearing.recv().unwrap(), [Sound::YourTurn]);
        drop(player);
        assert!(hearing.recv().is_err(), "the thread goes on");
    }

    #[test]
    fn an_output_that_is_not_there_is_told_of_once_it_was_looked_for() {
        let (woken, wakes) = channel();
        let wake: Wake = Arc::new(move || woken.send(()).unwrap_or_default());
        let mut player = Player::new(Box::new(Nowhere), wake);
        assert!(!player.no_output());
        player.look();
        wakes.recv().unwrap();
        assert!(player.no_output());
    }
}

//! Being told to stop: Ctrl-C, the system's polite signals, or the end of whoever started this program.

use std::io::{self, Read};

use tokio::sync::watch;

/// Listens from the moment it is made; no request to stop is lost.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stopped: watch::Receiver<bool>,
}

impl Interrupt {
    /// Begins to listen for signals; with `parent_pipe` also for the end of stdin.
    ///
    /// # Errors
    /// If the system refuses to deliver signals.
    pub fn listen(parent_pipe: bool) -> io::Result<Interrupt> {
        let (stop, stopped) = watch::channel(false);
        signals(&stop)?;
        if parent_pipe {
            // A thread of its own: reading stdin cannot be abandoned, and must not keep the program alive.
            std::thread::spawn(move || {
                let mut waste = [0; 256];
                while matches!(io::stdin().read(&mut waste), Ok(1..)) {}
                let _ = stop.send(true);
            });
        }
        Ok(Interrupt { stopped })
    }

    /// Waits until this program is to stop.
    pub async fn wait(&mut self) {
        if self.stopped.wait_for(|stopped| *stopped).await.is_err() {
            // Nobody listens any more, so nobody will ever ask.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(unix)]
fn signals(stop: &watch::Sender<bool>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()] {
        let mut arrivals = signal(kind)?;
        let stop = stop.clone();
        tokio::spawn(async move {
            if arrivals.recv().await.is_some() {
                let _ = stop.send(true);
            }
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn signals(stop: &watch::Sender<bool>) -> io::Result<()> {
    let stop = stop.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = stop.send(true);
        }
    });
    Ok(())
}

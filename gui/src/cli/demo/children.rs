//! The seats of a demo, each a process of its own: started, listened to, and never left behind.
//!
//! A child ends when its stdin does, so that it goes away even when this process is killed and cannot clean up.

use std::{
    collections::VecDeque,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, Command},
    sync::mpsc,
};

/// How many of a child's last messages are kept to be shown when it fails.
const TAIL_LINES: usize = 12;

/// How much of one message is kept, in characters.
const TAIL_WIDTH: usize = 300;

/// How many lines of all children may wait to be read; then the children wait.
const QUEUE: usize = 1024;

/// What a child did.
#[derive(Debug)]
pub enum Said {
    /// It wrote a line to stdout.
    Line(String),
    /// It closed stdout: it has ended or is about to.
    Closed,
}

/// One seat's process.
#[derive(Debug)]
struct Seat {
    process: Child,
    /// Kept open for as long as the child is to live.
    _stdin: Option<ChildStdin>,
    tail: Arc<Mutex<VecDeque<String>>>,
}

/// All seats' processes. Dropping them kills them; [`Children::end`] also waits until they are gone.
#[derive(Debug)]
pub struct Children {
    seats: Vec<Seat>,
    sender: mpsc::Sender<(usize, Said)>,
    said: mpsc::Receiver<(usize, Said)>,
}

impl Children {
    /// Nobody yet.
    pub fn new() -> Children {
        let (sender, said) = mpsc::channel(QUEUE);
        Children { seats: Vec::new(), sender, said }
    }

    /// Starts one more: this same program with these arguments. What it says goes to files in `folder` as well.
    ///
    /// # Errors
    /// What starting a process or making those files gives.
    pub async fn start(&mut self, folder: &Path, arguments: Vec<OsString>) -> io::Result<()> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let place = self.seats.len();
        let stdin = process.stdin.take();
        if let Some(stdout) = process.stdout.take() {
            let copy = tokio::fs::File::create(events_file(folder)).await?;
            tokio::spawn(listen(place, BufReader::new(stdout), copy, self.sender.clone()));
        }
        let tail = Arc::default();
        if let Some(stderr) = process.stderr.take() {
            let copy = tokio::fs::File::create(messages_file(folder)).await?;
            tokio::spawn(keep_tail(BufReader::new(stderr), copy, Arc::clone(&tail)));
        }
        self.seats.push(Seat { process, _stdin: stdin, tail });
        Ok(())
    }

    /// The next thing that any of them does.
    pub async fn next(&mut self) -> Option<(usize, Said)> {
        self.said.recv().await
    }

    /// Waits until a child has ended by itself.
    ///
    /// # Errors
    /// What waiting for a process gives, or `NotFound` for a child that was never started.
    pub async fn wait(&mut self, place: usize) -> io::Result<ExitStatus> {
        match self.seats.get_mut(place) {
            Some(seat) => seat.process.wait().await,
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Kills whoever still runs, and waits until all are gone.
    pub async fn end(&mut self) {
        for seat in &mut self.seats {
            // Fails for a child that has ended already, which is what is wanted.
            let _ = seat.process.start_kill();
        }
        for seat in &mut self.seats {
            let _ = seat.process.wait().await;
        }
    }

    /// The last messages of a child, one a line.
    pub fn tail(&self, place: usize) -> String {
        let Some(seat) = self.seats.get(place) else { return String::new() };
        let tail = seat.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// Where a child's events are copied to.
pub fn events_file(folder: &Path) -> PathBuf {
    folder.join("events.jsonl")
}

/// Where a child's messages are copied to.
pub fn messages_file(folder: &Path) -> PathBuf {
    folder.join("messages.txt")
}

async fn listen(
    place: usize,
    stdout: impl AsyncBufReadExt + Unpin,
    mut copy: tokio::fs::File,
    said: mpsc::Sender<(usize, Said)>,
) {
    let mut lines = stdout.lines();
    while let Ok(Some(line)) = lines.next_line().await {
        // A copy that cannot be written spoils nobody's game.
        let _ = copy.write_all(format!("{line}\n").as_bytes()).await;
        if said.send((place, Said::Line(line))).await.is_err() {
            return;
        }
    }
    let _ = copy.flush().await;
    let _ = said.send((place, Said::Closed)).await;
}

async fn keep_tail(
    stderr: impl AsyncBufReadExt + Unpin,
    mut copy: tokio::fs::File,
    tail: Arc<Mutex<VecDeque<String>>>,
) {
    let mut lines = stderr.lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let _ = copy.write_all(format!("{line}\n").as_bytes()).await;
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == TAIL_LINES {
            tail.pop_front();
        }
        tail.push_back(line.chars().take(TAIL_WIDTH).collect());
    }
    let _ = copy.flush().await;
}

//! What the whole-program tests share: running the program, listening to its events, and cleaning up behind it.
//!
//! Nothing here sleeps or measures time: a test waits for something to be said or to end, and a limit that is far
//! beyond what is needed only turns waiting for ever into a failure.
#![allow(dead_code, reason = "every test file uses its own part of this")]

pub mod network;
pub mod simulated;
pub mod table;
#[cfg(target_os = "linux")]
pub mod wire;

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

/// Beyond this a test has failed; nothing takes nearly as long.
pub const LIMIT: Duration = Duration::from_secs(300);

/// A folder for one test, and the program run in it: nothing of the user's own is read or written.
pub struct Place {
    folder: TempDir,
}

/// What a program that has ended left behind.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to stdout.
    pub stdout: String,
    /// What it wrote to stderr.
    pub stderr: String,
}

impl Place {
    /// An empty folder.
    pub fn new() -> Place {
        Place { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A path in it.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// The program with these arguments, not started yet.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        self.prepare(Command::new(program()), arguments)
    }

    /// The same through another program that runs it (`ip netns exec …`).
    pub fn prepare<A: AsRef<OsStr>>(
        &self,
        mut command: Command,
        arguments: impl IntoIterator<Item = A>,
    ) -> Command {
        command
            .args(arguments)
            .current_dir(self.path())
            .env("HOME", self.path())
            .env("XDG_DATA_HOME", self.join("data"))
            .env("XDG_RUNTIME_DIR", self.join("runtime"))
            .env("TMPDIR", self.path())
            // Whatever the system speaks of whoever runs the tests.
            .env("LANGUAGE", "en")
            .env_remove("NO_COLOR");
        command
    }

    /// Runs the program to its end, with no input.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Ended {
        finish(self.command(arguments))
    }

    /// Runs the program to its end while nobody reads its stdout: every write there fails.
    pub fn run_unread(&self, arguments: &[&str]) -> Ended {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = self.command(arguments).stdin(Stdio::null()).stdout(writer).output();
        let output = output.expect("the program runs");
        Ended {
            code: output.status.code(),
            stdout: String::new(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Writes a file, and gives its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.join(name), text).expect("a file can be written");
        self.join(name).to_str().expect("paths of tests are text").to_owned()
    }
}

/// The program under test.
pub fn program() -> &'static str {
    env!("CARGO_BIN_EXE_mextrain")
}

/// Runs a command to its end, with no input.
pub fn finish(command: Command) -> Ended {
    let mut running = Running::start(command);
    running.close_input();
    running.end()
}

/// A program that runs; it is killed when the test is done with it.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    heard: Vec<String>,
    stdout: Option<JoinHandle<()>>,
    stderr: Option<JoinHandle<String>>,
    messages: Receiver<String>,
}

impl Running {
    /// Starts it.
    pub fn start(mut command: Command) -> Running {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let stdout = child.stdout.take().expect("a pipe");
        let stderr = child.stderr.take().expect("a pipe");
        let (said, lines) = channel();
        let (noted, messages) = channel();
        let stdout = std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let _ = said.send(line);
            }
        });
        let stderr = std::thread::spawn(move || {
            let mut all = String::new();
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                all += &line;
                all.push('\n');
                let _ = noted.send(line);
            }
            all
        });
        Running { child, lines, heard: Vec::new(), stdout: Some(stdout), stderr: Some(stderr), messages }
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Types a line.
    pub fn type_line(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("input is open");
        writeln!(input, "{line}").expect("the program reads");
    }

    /// Ends its input.
    pub fn close_input(&mut self) {
        self.child.stdin = None;
    }

    /// The next line of stdout; `None` at its end.
    pub fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(LIMIT) {
            Ok(line) => {
                self.heard.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                panic!("nothing more was said; so far:\n{}", self.heard.join("\n"))
            }
        }
    }

    /// Reads events until one has this name.
    pub fn event(&mut self, name: &str) -> Value {
        while let Some(line) = self.line() {
            let value: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(value["schema"], "mextrain.event/1", "{line}");
            if value["event"] == name {
                return value;
            }
        }
        let ended = self.end();
        panic!("it ended ({:?}) without {name}; messages:\n{}", ended.code, ended.stderr);
    }

    /// Reads messages until one contains this.
    pub fn message(&mut self, part: &str) -> String {
        let mut read = String::new();
        loop {
            match self.messages.recv_timeout(LIMIT) {
                Ok(line) if line.contains(part) => return line,
                Ok(line) => read += &format!("{line}\n"),
                Err(error) => panic!("no message with {part:?} ({error}); so far:\n{read}"),
            }
        }
    }

    /// Sends it a signal by name, such as `INT`.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        signal(self.pid(), name);
    }

    /// Waits for its end.
    pub fn end(&mut self) -> Ended {
        let status = self.wait();
        if let Some(reader) = self.stdout.take() {
            reader.join().expect("reading does not fail");
        }
        self.heard.extend(self.lines.try_iter());
        let mut stdout = self.heard.join("\n");
        if !stdout.is_empty() {
            stdout.push('\n');
        }
        let stderr = self.stderr.take().map(|reader| reader.join().expect("reading does not fail"));
        Ended { code: status.code(), stdout, stderr: stderr.unwrap_or_default() }
    }

    /// The end of a child is told by its pipes: both close when it is gone.
    fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + LIMIT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => self.heard.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    panic!("the program does not end; it said:\n{}", self.heard.join("\n"));
                }
            }
        }
        self.child.wait().expect("a child can be waited for")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a process a signal by name.
#[cfg(unix)]
pub fn signal(pid: u32, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), pid.to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Waits for something that tells nobody when it is so.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + LIMIT;
    while !is_so() {
        assert!(Instant::now() < deadline, "it never came to be that {what}");
        std::thread::yield_now();
    }
}

/// The children of a process that are alive.
#[cfg(target_os = "linux")]
pub fn children_of(parent: u32) -> Vec<u32> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        if status_of(pid).is_some_and(|(ppid, _)| ppid == parent) {
            children.push(pid);
        }
    }
    children
}

/// Whether a process is there, and not only its entry that nobody has collected.
#[cfg(target_os = "linux")]
pub fn is_alive(pid: u32) -> bool {
    status_of(pid).is_some_and(|(_, state)| state != 'Z')
}

/// Parent and state of a process.
#[cfg(target_os = "linux")]
fn status_of(pid: u32) -> Option<(u32, char)> {
    let mut text = String::new();
    std::fs::File::open(format!("/proc/{pid}/stat")).ok()?.read_to_string(&mut text).ok()?;
    // The name in parentheses may hold anything; what follows the last one does not.
    let mut rest = text.rsplit_once(')')?.1.split_ascii_whitespace();
    let state = rest.next()?.chars().next()?;
    Some((rest.next()?.parse().ok()?, state))
}

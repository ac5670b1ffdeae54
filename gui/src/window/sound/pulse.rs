//! Sounds over the native protocol of PulseAudio, which PipeWire speaks too: a local socket, and no library of the system.
//!
//! Each sound has a connection of its own. That costs a millisecond, and in exchange nothing is open while there is nothing to
//! hear, and a server that was started, or started again, meanwhile is simply there.

use std::{
    ffi::CString,
    io::BufReader,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    time::Duration,
};

use pulseaudio::protocol::{
    self, Command, ProtocolError,
    stream::{BufferAttr, StreamFlags},
};

use super::{Output, Sound, tones};

/// Samples a second.
const RATE: u32 = 48_000;

/// How many bytes the server takes ahead of what is heard: those of 50 ms. More would let the end of a sound, and with it the next
/// one, wait for as long as two seconds. All of a sound is sent at once nevertheless.
const AHEAD: u32 = RATE / 20 * 2;

/// How long the server may be silent, also while it plays what lasts less than two seconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the cookie is by which a server knows its user, in bytes.
const COOKIE: usize = 256;

/// What a sound is called where the system lists who is making them.
const NAME: &str = "Mexican Train";

/// Numbers by which replies are told apart.
mod number {
    pub const AUTH: u32 = 0;
    pub const NAME: u32 = 1;
    pub const STREAM: u32 = 2;
    pub const DRAIN: u32 = 3;
}

/// A PulseAudio or PipeWire server on this machine.
#[derive(Debug, Default)]
pub struct Pulse {
    /// Its socket; the one that the environment names, if `None`.
    socket: Option<PathBuf>,
}

impl Output for Pulse {
    fn look(&mut self) -> Result<(), String> {
        self.connect().map(drop)
    }

    fn play(&mut self, sounds: &[Sound]) -> Result<(), String> {
        let samples = tones::render(sounds, RATE);
        let sample = |sample: f32| (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16;
        let bytes: Vec<u8> = samples.into_iter().flat_map(|one| sample(one).to_le_bytes()).collect();
        self.connect()?.play(&bytes).map_err(|error| error.to_string())
    }
}

impl Pulse {
    fn connect(&self) -> Result<Connection, String> {
        let path = self.socket.clone().or_else(pulseaudio::socket_path_from_env);
        let path = path.ok_or("no PulseAudio or PipeWire server was found")?;
        Connection::open(&path).map_err(|error| format!("{} cannot be used: {error}", path.display()))
    }
}

struct Connection {
    socket: BufReader<UnixStream>,
    version: u16,
}

impl Connection {
    fn open(path: &Path) -> Result<Connection, ProtocolError> {
        let socket = UnixStream::connect(path)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.set_write_timeout(Some(PATIENCE))?;
        let mut connection = Connection { socket: BufReader::new(socket), version: protocol::MAX_VERSION };
        let cookie = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
        // Without one the server goes by who this user is; but it hangs up on whoever sends none.
        let cookie = cookie.filter(|cookie| cookie.len() == COOKIE);
        let hello = protocol::AuthParams {
            version: protocol::MAX_VERSION,
            supports_shm: false,
            supports_memfd: false,
            cookie: cookie.unwrap_or_else(|| vec![0; COOKIE]),
        };
        let welcome: protocol::AuthReply = connection.ask(number::AUTH, &Command::Auth(hello))?;
        connection.version = welcome.version.min(protocol::MAX_VERSION);
        let mut about = protocol::Props::new();
        about.set(protocol::Prop::ApplicationName, text(NAME));
        let _: protocol::SetClientNameReply = connection.ask(number::NAME, &Command::SetClientName(about))?;
        Ok(connection)
    }

    /// Plays samples, and returns when they have been heard.
    fn play(&mut self, bytes: &[u8]) -> Result<(), ProtocolError> {
        let mut about = protocol::Props::new();
        about.set(protocol::Prop::MediaName, text(NAME));
        about.set(protocol::Prop::MediaRole, text("event"));
        let params = protocol::PlaybackStreamParams {
            sample_spec: protocol::SampleSpec {
                format: protocol::SampleFormat::S16Le,
                channels: 1,
                sample_rate: RATE,
            },
            channel_map: protocol::ChannelMap::mono(),
            sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
            buffer_attr: BufferAttr { target_length: AHEAD, pre_buffering: AHEAD, ..BufferAttr::default() },
            flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
            props: about,
            ..protocol::PlaybackStreamParams::default()
        };
        let stream: protocol::CreatePlaybackStreamReply =
            self.ask(number::STREAM, &Command::CreatePlaybackStream(params))?;
        protocol::write_memblock(self.socket.get_mut(), stream.channel, bytes, 0)?;
        self.send(number::DRAIN, &Command::DrainPlaybackStream(stream.channel))?;
        loop {
            match protocol::read_command_message(&mut self.socket, self.version)? {
                (number::DRAIN, Command::Reply) => return Ok(()),
                (number::DRAIN, Command::Error(error)) => return Err(ProtocolError::ServerError(error)),
                // That it has begun, or that more could be sent.
                _ => {}
            }
        }
    }

    fn send(&mut self, number: u32, command: &Command) -> Result<(), ProtocolError> {
        protocol::write_command_message(self.socket.get_mut(), number, command, self.version)
    }

    fn ask<R: protocol::CommandReply>(&mut self, number: u32, command: &Command) -> Result<R, ProtocolError> {
        self.send(number, command)?;
        let (_, reply) = protocol::read_reply_message(&mut self.socket, self.version)?;
        Ok(reply)
    }
}

fn text(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::{
        env,
        io::{BufRead, Read},
        process::{Child, Command as Process, Stdio},
        thread,
    };

    use super::*;

    #[test]
    fn without_a_server_nothing_is_heard_and_the_reason_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Pulse { socket: Some(folder.path().join("native")) };
        for outcome in [output.look(), output.play(&[Sound::YourTurn])] {
            assert!(outcome.unwrap_err().contains("native cannot be used"));
        }
    }

    /// A process that does not outlive its test.
    struct Running(Child);

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// A server that plays into nothing, and can be listened to.
    fn server(folder: &Path) -> std::io::Result<Running> {
        let socket = folder.join("native");
        let mut server = Process::new("pulseaudio")
            .args(["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--log-level=info"])
            .args([
                "--disallow-exit",
                "--log-target=stderr",
                "-L",
                "module-null-sink sink_name=nothing",
                "-L",
            ])
            .arg(format!("module-native-protocol-unix socket={} auth-anonymous=1", socket.display()))
            .env("XDG_RUNTIME_DIR", folder)
            .env("HOME", folder)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let said = BufReader::new(server.stderr.take().unwrap());
        let running = Running(server);
        let mut lines = said.lines();
        let ready = lines.by_ref().map_while(Result::ok).any(|line| line.contains("startup complete"));
        assert!(ready, "the server ends at once");
        // It may go on talking.
        thread::spawn(move || lines.for_each(drop));
        Ok(running)
    }

    /// What writes down as samples, 8000 a second, what is heard there.
    fn listener(folder: &Path, socket: &Path) -> std::io::Result<Running> {
        let listening = Process::new("parec")
            .args(["--device=nothing.monitor", "--raw", "--format=s16le", "--channels=1", "--rate=8000"])
            .args(["--latency-msec=20", "--server"])
            .arg(format!("unix:{}", socket.display()))
            .env("XDG_RUNTIME_DIR", folder)
            .env("HOME", folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Running(listening))
    }

    #[test]
    fn a_server_plays_what_it_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("native");
        let both = server(folder.path()).and_then(|server| Ok((server, listener(folder.path(), &socket)?)));
        let (running, mut listening) = match both {
            Ok(both) => both,
            Err(error) => {
                let why = format!("pulseaudio or parec cannot be started: {error}");
                assert!(env::var_os("MEXTRAIN_REQUIRE_ALL").is_none(), "{why}");
                eprintln!("skipped: {why}");
                return;
            }
        };
        let mut heard = listening.0.stdout.take().unwrap();
        let mut piece = [0; 320];
        // The monitor is being listened to once there is anything, if only silence.
        heard.read_exact(&mut piece).unwrap();
        assert_eq!(loudest(&piece), 0);

        let mut output = Pulse { socket: Some(socket) };
        output.look().unwrap();
        output.play(&[Sound::TileLaid, Sound::YourTurn]).unwrap();

        // All of it has been played, so that it comes within what is recorded of a few seconds.
        let mut most = 0;
        for _ in 0..200 {
            heard.read_exact(&mut piece).unwrap();
            most = most.max(loudest(&piece));
            if most > 1000 {
                break;
            }
        }
        assert!(most > 1000, "only silence was heard: {most}");
        drop((listening, running));
    }

    fn loudest(piece: &[u8]) -> u16 {
        let samples = piece.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        samples.map(i16::unsigned_abs).max().unwrap_or(0)
    }
}

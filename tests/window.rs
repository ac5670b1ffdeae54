//! The program in a real window: Xvfb is the screen, xdotool the hand, and pictures of the screen are the eyes.
//!
//! Nothing here knows the window from inside. A whole round is played by clicking on what is outlined as playable, and the
//! program's own `verify-log` says whether the log it leaves holds.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test tells of a failure by a panic"
)]

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

/// The colours looked for, from the dark theme.
const ACCENT: Colour = [242, 193, 92];
const ROW_OWN: Colour = [34, 79, 70];
const PLAYABLE: Colour = [88, 220, 168];

/// How often the screen is looked at before something counts as missing. A look takes some tens of milliseconds.
const LOOKS: usize = 600;

type Colour = [u8; 3];

#[test]
fn a_practice_round_is_clicked_through_in_a_real_window() {
    if !tools_are_there() {
        return;
    }
    let (folder, profile) = data_folder();
    let screen = Screen::start(&[]);
    let mut program = Program::start(&screen, folder.path(), &[("LIBGL_ALWAYS_SOFTWARE", "1")]);

    let home = screen
        .wait_for("Home with its main button", |picture| widest_run(picture, ACCENT).is_some_and(is_wide));
    assert!(home.colours() > 8, "the picture is blank");
    screen.click(widest_run(&home, ACCENT).unwrap().middle());
    screen.wait_for("the board", |picture| picture.count(ROW_OWN) > 10_000);
    play(&screen, &profile.join("logs"));

    screen.keys("ctrl+q");
    assert!(program.wait().success(), "the window is not closed cleanly");
    let settings = fs::read_to_string(profile.join("settings.toml")).unwrap();
    assert!(settings.contains("[window]"), "the window's size is not remembered: {settings}");
}

/// No OpenGL at all: the server has none, and the library that would draw without the server finds no driver.
#[test]
fn where_there_is_no_opengl_another_way_of_drawing_is_found() {
    if !tools_are_there() {
        return;
    }
    let (folder, _) = data_folder();
    let screen = Screen::start(&["-extension", "GLX"]);
    let nothing = folder.path().to_str().unwrap();
    let without = [("__EGL_VENDOR_LIBRARY_DIRS", nothing), ("LIBGL_DRIVERS_PATH", nothing)];
    let mut program = Program::start(&screen, folder.path(), &without);
    screen.wait_for("Home with its main button", |picture| widest_run(picture, ACCENT).is_some_and(is_wide));
    screen.keys("ctrl+q");
    assert!(program.wait().success(), "the window is not closed cleanly");
}

#[test]
fn where_nothing_can_be_drawn_a_sentence_says_what_to_do() {
    if !tools_are_there() {
        return;
    }
    let (folder, _) = data_folder();
    let screen = Screen::start(&["-extension", "GLX"]);
    let nothing = folder.path().to_str().unwrap();
    let run = program(folder.path())
        .env("DISPLAY", &screen.display)
        .env("__EGL_VENDOR_LIBRARY_DIRS", nothing)
        .env("VK_ICD_FILENAMES", folder.path().join("none.json"))
        .env("VK_DRIVER_FILES", folder.path().join("none.json"))
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("OpenGL driver") && said.contains("mextrain host"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// Whether this machine has what these tests look and click with.
fn tools_are_there() -> bool {
    let missing = ["Xvfb", "xdotool", "import"].into_iter().find(|tool| !is_there(tool));
    if let Some(tool) = missing {
        let why = format!("skipped: {tool} is not installed");
        assert!(env::var_os("MEXTRAIN_REQUIRE_ALL").is_none(), "{why}");
        eprintln!("{why}");
    }
    missing.is_none()
}

/// A folder for everything of the program, with the settings of a short practice match.
fn data_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("default");
    fs::create_dir_all(&profile).unwrap();
    fs::write(
        profile.join("settings.toml"),
        "colours = \"dark\"\npractice-bots = 1\npractice-rounds = 1\npractice-double-nine = true\nreduce-motion = true\nconfirm = false\n",
    )
    .unwrap();
    (folder, profile)
}

#[test]
fn without_a_display_a_sentence_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let run = program(folder.path()).env_remove("DISPLAY").output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(
        said.contains("no display") && said.contains("mextrain host") && said.lines().count() == 1,
        "{said}"
    );
}

/// Clicks until the log says that the match is over.
fn play(screen: &Screen, logs: &Path) {
    for _ in 0..LOOKS {
        if verified(logs) {
            return;
        }
        let picture = screen.look();
        let outlined = pieces(&picture, PLAYABLE);
        // Tiles of the hand stand; ends of trains are as wide as high. The name and the bar of whoever acts are wider than any.
        let tile = outlined
            .iter()
            .filter(|piece| piece.height() > 70 && (40..70).contains(&piece.width()))
            .min_by_key(|piece| piece.left);
        if let Some(tile) = tile {
            screen.click(tile.middle());
            let chosen = screen.look();
            let is_end =
                |piece: &Piece| (20..60).contains(&piece.height()) && (20..60).contains(&piece.width());
            let end = pieces(&chosen, PLAYABLE).into_iter().find(is_end);
            if let Some(end) = end {
                screen.click(end.middle());
            }
            continue;
        }
        match widest_run(&picture, ACCENT).filter(|run| run.width() > 80 && run.height() > 30) {
            // The main button of the round's end.
            Some(button) => screen.click(button.middle()),
            // Nothing is outlined: draw or pass, whichever is possible; neither does anything out of turn.
            None => {
                screen.keys("d");
                screen.keys("p");
            }
        }
    }
    screen.look().save(env::temp_dir().join("mextrain-window-test.ppm"));
    panic!("the round does not end");
}

/// Whether the one log there is of a match that is over and holds.
fn verified(logs: &Path) -> bool {
    let log = fs::read_dir(logs).unwrap().map(|entry| entry.unwrap().path()).next();
    let log = log.expect("a practice match keeps its log");
    let run = Command::new(env!("CARGO_BIN_EXE_mextrain")).arg("verify-log").arg(&log).output().unwrap();
    match run.status.code() {
        Some(0) => true,
        // Valid so far, or cut in the middle of a record that is being written.
        Some(4 | 5) => false,
        other => panic!("verify-log says {other:?}: {}", String::from_utf8_lossy(&run.stdout)),
    }
}

fn is_there(tool: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(tool).is_file())
}

fn program(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mextrain"));
    command.arg("--data-dir").arg(data).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    // No folder of the person who runs the tests is touched.
    command.env("XDG_CONFIG_HOME", data).env("XDG_DATA_HOME", data).env("XDG_RUNTIME_DIR", data);
    command.env("LANGUAGE", "en");
    command
}

/// A screen that nobody looks at but this test.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn start(more: &[&str]) -> Screen {
        let mut server = Command::new("Xvfb")
            .args(more)
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The server says which display it is once it can be used.
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Screen { server, display: format!(":{}", number.trim()) }
    }

    fn look(&self) -> Picture {
        let taken = self.tool("import").args(["-window", "root", "-depth", "8", "ppm:-"]).output().unwrap();
        Picture::read(&taken.stdout)
    }

    fn wait_for(&self, what: &str, is_there: impl Fn(&Picture) -> bool) -> Picture {
        (0..LOOKS).map(|_| self.look()).find(is_there).unwrap_or_else(|| panic!("{what} does not appear"))
    }

    fn click(&self, (x, y): (usize, usize)) {
        let arguments = ["mousemove", &x.to_string(), &y.to_string(), "click", "1"];
        assert!(self.tool("xdotool").args(arguments).status().unwrap().success());
        // The pointer would light up what it rests on.
        assert!(self.tool("xdotool").args(["mousemove", "1270", "790"]).status().unwrap().success());
    }

    fn keys(&self, keys: &str) {
        let find = ["search", "--onlyvisible", "--name", "Mexican Train", "windowfocus", "key", keys];
        assert!(self.tool("xdotool").args(find).status().unwrap().success());
    }

    fn tool(&self, tool: &str) -> Command {
        let mut command = Command::new(tool);
        command.env("DISPLAY", &self.display);
        command
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program under test; it does not outlive the test.
struct Program(Child);

impl Program {
    fn start(screen: &Screen, data: &Path, more: &[(&str, &str)]) -> Program {
        let mut command = program(data);
        command.env("DISPLAY", &screen.display).envs(more.iter().copied());
        Program(command.spawn().unwrap())
    }

    fn wait(&mut self) -> ExitStatus {
        self.0.wait().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A picture of the screen.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
    bytes: Vec<u8>,
}

impl Picture {
    /// Reads a binary PPM of 8 bits a colour.
    fn read(bytes: &[u8]) -> Picture {
        let mut at = 0;
        let mut word = || {
            let start = at;
            while !bytes[at].is_ascii_whitespace() {
                at += 1;
            }
            at += 1;
            (String::from_utf8(bytes[start..at - 1].to_vec()).unwrap(), at)
        };
        assert_eq!(word().0, "P6");
        let width = word().0.parse().unwrap();
        let height = word().0.parse().unwrap();
        let (most, pixels) = word();
        assert_eq!(most, "255");
        let pixels = bytes[pixels..].chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Picture { width, height, pixels, bytes: bytes.to_vec() }
    }

    fn is(&self, x: usize, y: usize, colour: Colour) -> bool {
        let near = |(one, other): (&u8, &u8)| one.abs_diff(*other) <= 2;
        self.pixels[y * self.width + x].iter().zip(&colour).all(near)
    }

    fn count(&self, colour: Colour) -> usize {
        (0..self.height).map(|y| (0..self.width).filter(|x| self.is(*x, y, colour)).count()).sum()
    }

    fn colours(&self) -> usize {
        self.pixels.iter().collect::<std::collections::BTreeSet<_>>().len()
    }

    /// For whoever wants to know why the test failed.
    fn save(&self, path: impl Into<PathBuf>) {
        let _ = fs::write(path.into(), &self.bytes);
    }
}

/// A part of the screen, its right and lower edges included.
#[derive(Clone, Copy, Debug)]
struct Piece {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Piece {
    fn width(&self) -> usize {
        self.right - self.left + 1
    }

    fn height(&self) -> usize {
        self.bottom - self.top + 1
    }

    fn middle(&self) -> (usize, usize) {
        // Beside the text in the middle of a button there is always some of its colour: no matter, it is one button.
        (self.left.midpoint(self.right), self.top.midpoint(self.bottom))
    }
}

fn is_wide(piece: Piece) -> bool {
    piece.width() > 300 && piece.height() > 30
}

/// The connected piece of a colour that is widest.
fn widest_run(picture: &Picture, colour: Colour) -> Option<Piece> {
    pieces(picture, colour).into_iter().max_by_key(Piece::width)
}

/// The connected pieces of a colour that are not tiny.
fn pieces(picture: &Picture, colour: Colour) -> Vec<Piece> {
    let mut seen = vec![false; picture.pixels.len()];
    let mut pieces = Vec::new();
    for start in 0..seen.len() {
        let (x, y) = (start % picture.width, start / picture.width);
        if seen[start] || !picture.is(x, y, colour) {
            continue;
        }
        let mut piece = Piece { left: x, right: x, top: y, bottom: y };
        let mut open = vec![(x, y)];
        seen[start] = true;
        while let Some((x, y)) = open.pop() {
            piece.left = piece.left.min(x);
            piece.right = piece.right.max(x);
            piece.top = piece.top.min(y);
            piece.bottom = piece.bottom.max(y);
            for (x, y) in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                if x < picture.width
                    && y < picture.height
                    && !seen[y * picture.width + x]
                    && picture.is(x, y, colour)
                {
                    seen[y * picture.width + x] = true;
                    open.push((x, y));
                }
            }
        }
        if piece.width() > 12 && piece.height() > 12 {
            pieces.push(piece);
        }
    }
    pieces
}

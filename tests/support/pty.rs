//! The program on a real terminal: a pty of its own, a person who types, and the screen they see.

use std::{
    io::{Read as _, Write as _},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use pty_process::{
    Size,
    blocking::{Command as OnPty, Pty, open},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    termios::{Termios, tcgetattr},
};

/// How long anything may take that a person waits for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A call of the program on a terminal.
pub(crate) struct Talk {
    pty: Pty,
    child: Child,
    before: Termios,
    screen: Vec<u8>,
    /// How much of the screen was waited for.
    at: usize,
}

/// Which of the streams are the terminal; the others are empty or lost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Elsewhere {
    /// Standard input is no terminal.
    pub(crate) input: bool,
    /// Standard output is no terminal.
    pub(crate) output: bool,
    /// Standard error is no terminal.
    pub(crate) error: bool,
}

/// Starts a command on a terminal with so many columns.
#[track_caller]
pub(crate) fn talk(mut command: Command, columns: u16, elsewhere: Elsewhere) -> Talk {
    let (pty, pts) = open().expect("the system has a pty");
    pty.resize(Size::new(24, columns)).expect("a pty has a size");
    let before = tcgetattr(&pty).expect("a pty is a terminal");
    if elsewhere.input {
        command.stdin(Stdio::null());
    }
    let mut command = OnPty::from(command);
    for (is_elsewhere, set) in [
        (elsewhere.input, OnPty::stdin::<Stdio> as fn(OnPty, Stdio) -> OnPty),
        (elsewhere.output, OnPty::stdout),
        (elsewhere.error, OnPty::stderr),
    ] {
        if is_elsewhere {
            command = set(command, Stdio::null());
        }
    }
    let child = command.spawn(pts).expect("the program starts");
    Talk { pty, child, before, screen: Vec::new(), at: 0 }
}

impl Talk {
    /// Waits until the screen shows this, after all that was waited for before.
    #[track_caller]
    pub(crate) fn until(&mut self, text: &str) -> &mut Talk {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let seen = String::from_utf8_lossy(&self.screen[self.at..]).into_owned();
            if let Some(found) = seen.find(text) {
                self.at += found + text.len();
                return self;
            }
            assert!(self.more(deadline), "the program ended before it said {text:?}:\n{}", self.shown());
        }
    }

    /// Reads what there is more to see; whether there was any.
    #[track_caller]
    fn more(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: 0 };
        let mut ready = [PollFd::new(&self.pty, PollFlags::IN)];
        let found = poll(&mut ready, Some(&left)).expect("a pty can be waited for");
        assert!(found > 0, "nothing more is said:\n{}", self.shown());
        let mut bytes = [0; 4096];
        match self.pty.read(&mut bytes) {
            // Nobody has the other end any more.
            Ok(0) | Err(_) => false,
            Ok(read) => {
                self.screen.extend_from_slice(&bytes[..read]);
                true
            }
        }
    }

    /// Types this.
    pub(crate) fn types(&mut self, keys: &str) -> &mut Talk {
        self.pty.write_all(keys.as_bytes()).expect("somebody reads the terminal");
        self
    }

    /// Makes the window as wide as this.
    pub(crate) fn resizes(&mut self, columns: u16) -> &mut Talk {
        self.pty.resize(Size::new(24, columns)).expect("a pty has a size");
        self
    }

    /// The program's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Whether keys are read one by one now, and not echoed.
    pub(crate) fn is_asking(&self) -> bool {
        let now = tcgetattr(&self.pty).expect("a pty is a terminal");
        now.local_modes != self.before.local_modes
    }

    /// Waits for the end; the terminal has to be as it was. Gives the whole screen and the exit code.
    #[track_caller]
    pub(crate) fn ends(mut self) -> (String, Option<i32>) {
        let deadline = Instant::now() + PATIENCE;
        while self.more(deadline) {}
        let code = self.child.wait().expect("the program ends").code();
        let after = tcgetattr(&self.pty).expect("a pty is a terminal");
        let modes = |modes: &Termios| {
            (modes.input_modes, modes.output_modes, modes.control_modes, modes.local_modes, modes.special_codes.clone())
        };
        assert_eq!(format!("{:?}", modes(&after)), format!("{:?}", modes(&self.before)), "the terminal is another");
        let shown = self.shown();
        let last = |code: &str| shown.rfind(code);
        assert!(last("\u{1b}[?25l") <= last("\u{1b}[?25h"), "the cursor stays hidden:\n{shown}");
        (shown, code)
    }

    /// Takes the terminal away, and waits for the end.
    #[track_caller]
    pub(crate) fn hangs_up(self) -> Option<i32> {
        let Talk { pty, mut child, .. } = self;
        drop(pty);
        let (done, ended) = mpsc::channel();
        thread::spawn(move || done.send(child.wait()));
        let ended = ended.recv_timeout(PATIENCE).expect("it goes on without a terminal");
        ended.expect("the program ends").code()
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.screen).replace("\r\n", "\n")
    }
}

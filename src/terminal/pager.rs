//! Long results go through a pager, where `git` would have them go through one.
//!
//! What is printed is kept until the command is done, and shown then: nothing is held open, in the database or
//! elsewhere, while a person reads.

use std::{
    io::{self, PipeWriter, Write, pipe},
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::{Command, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use rustix::process::Signal;

use super::signals::Holding;
use crate::environment::Environment;

/// How a shell says that there is no such command.
const NO_SUCH_COMMAND: [i32; 2] = [126, 127];
/// The signals by which somebody leaves a pager: Ctrl-C, Ctrl-\, its reader or its terminal gone.
const LEFT_BY: [Signal; 4] = [Signal::INT, Signal::QUIT, Signal::PIPE, Signal::HUP];

/// Results on their way to a pager.
pub(super) struct Pager {
    command: Command,
    kept: Vec<u8>,
    /// What was said beside them meanwhile.
    beside: Vec<u8>,
}

impl Pager {
    /// The pager that the environment names: `PROVOST_PAGER`, `PAGER`, else `less` where it is installed. An empty name
    /// and `cat` are none; so is what a terminal could not show, or nobody would read.
    pub(super) fn chosen(environment: &Environment) -> Option<Self> {
        if environment.get("CI").is_some() || environment.get("TERM").is_none_or(|term| term == "dumb") {
            return None;
        }
        let mut command = match ["PROVOST_PAGER", "PAGER"].into_iter().find(|name| environment.has(name)) {
            Some(name) => {
                let named = environment.get(name).filter(|named| !["", "cat"].contains(&named.trim()))?;
                let mut command = Command::new("sh");
                command.arg("-c").arg(named);
                command
            }
            None => Command::new(installed("less", environment.get("PATH")?)?),
        };
        // It ends by itself where all of it has room, shows colour, and leaves the text on the screen.
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
            if !environment.has(name) {
                command.env(name, value);
            }
        }
        Some(Self { command, kept: Vec::new(), beside: Vec::new() })
    }

    /// Keeps a piece of the results.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
    }

    /// Keeps what is said beside them; not before there are any.
    pub(super) fn keep_beside(&mut self, bytes: &[u8]) -> bool {
        if !self.kept.is_empty() {
            self.beside.extend_from_slice(bytes);
        }
        !self.kept.is_empty()
    }

    /// Shows the results, and waits until they were read. Without a pager they are written to `out`. Gives back what is
    /// to be said beside them.
    pub(super) fn show(mut self, out: &mut dyn Write) -> io::Result<Vec<u8>> {
        if self.kept.is_empty() {
            return Ok(self.beside);
        }
        // Ctrl-C is the pager's own key.
        let _holding = Holding::by_pager();
        let shown = read_by(&mut self.command, &self.kept).is_ok_and(|reading| reading.has_shown());
        if !shown {
            out.write_all(&self.kept)?;
        }
        out.flush()?;
        Ok(self.beside)
    }
}

/// How the reading of a text ended.
struct Reading {
    status: ExitStatus,
    /// How much of it the pager took.
    taken: usize,
}

impl Reading {
    /// Whether the text was shown, as far as its reader wanted: a pager that could not be started, or that was killed
    /// before it took anything, has shown nothing. That one was left before the end is its reader's business.
    fn has_shown(&self) -> bool {
        // A shell says so of what it ran.
        let of_shell = self.status.code().and_then(|code| code.checked_sub(128)).filter(|signal| *signal > 0);
        let killed = self.status.signal().or(of_shell);
        match (self.status.code(), killed) {
            (Some(code), _) if NO_SUCH_COMMAND.contains(&code) => false,
            (_, Some(signal)) => self.taken > 0 || LEFT_BY.iter().any(|left| left.as_raw() == signal),
            (_, None) => true,
        }
    }
}

/// Has a pager read a text, and waits until it ends. Its end of the pipe stays open here too, so that what it did not
/// take can be counted.
fn read_by(command: &mut Command, text: &[u8]) -> io::Result<Reading> {
    let (left, input) = pipe()?;
    let mut child = command.stdin(left.try_clone()?).spawn()?;
    // The command has kept a copy as well.
    command.stdin(Stdio::null());
    // What comes into the pipe once it is counted would pass for taken.
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let writing = scope.spawn(|| written(input, text, &ended));
        let status = child.wait();
        ended.store(true, Ordering::SeqCst);
        let untaken = rustix::io::ioctl_fionread(&left).ok().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
        // Nobody reads any more: whoever still writes comes to an end by this.
        drop(left);
        let written = writing.join().unwrap_or(0);
        Ok(Reading { status: status?, taken: written.saturating_sub(untaken) })
    })
}

/// Writes a text as long as somebody reads it; how much of it that was.
fn written(mut input: PipeWriter, text: &[u8], ended: &AtomicBool) -> usize {
    let mut written = 0;
    let is_read = || !ended.load(Ordering::SeqCst);
    while let Some(rest) = text.get(written..).filter(|rest| !rest.is_empty() && is_read()) {
        match input.write(rest) {
            Ok(more) => written += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    written
}

fn installed(program: &str, path: &str) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(variables: &[(&str, &str)]) -> Option<Pager> {
        Pager::chosen(&Environment::of(variables.iter().copied()))
    }

    fn command(variables: &[(&str, &str)]) -> Option<String> {
        chosen(variables).map(|pager| format!("{:?}", pager.command))
    }

    #[test]
    fn the_environment_names_it() {
        let term = ("TERM", "xterm");
        let more = Some(r#"LESS="FRX" LV="-c" "sh" "-c" "more -x""#);
        assert_eq!(command(&[term, ("PAGER", "more -x")]).as_deref(), more);
        assert_eq!(command(&[term, ("PAGER", "less"), ("PROVOST_PAGER", "more -x")]).as_deref(), more);
        let own = Some(r#"LV="-c" "sh" "-c" "less""#);
        assert_eq!(command(&[term, ("PAGER", "less"), ("LESS", "R")]).as_deref(), own);
    }

    #[test]
    fn there_may_be_none() {
        let term = ("TERM", "xterm");
        assert!(chosen(&[term, ("PAGER", "cat")]).is_none());
        assert!(chosen(&[term, ("PAGER", "less"), ("PROVOST_PAGER", "")]).is_none());
        assert!(chosen(&[term, ("PATH", "/nowhere")]).is_none());
        assert!(chosen(&[("TERM", "dumb"), ("PAGER", "less")]).is_none());
        assert!(chosen(&[("PAGER", "less")]).is_none());
        assert!(chosen(&[term, ("PAGER", "less"), ("CI", "1")]).is_none());
    }
}

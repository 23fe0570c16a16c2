//! Long results go through a pager, where `git` would have them go through one.
//!
//! What is printed is kept until the command is done, and shown then: nothing is held open, in the database or
//! elsewhere, while a person reads.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use super::signals::Holding;

/// How a shell says that there is no such command.
const NO_SUCH_COMMAND: [i32; 2] = [126, 127];

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
    pub(super) fn chosen(environment: &dyn Fn(&str) -> Option<OsString>) -> Option<Self> {
        let is_set = |name: &str| environment(name).is_some_and(|value| !value.is_empty());
        if is_set("CI") || environment("TERM").is_none_or(|term| term.is_empty() || term == "dumb") {
            return None;
        }
        let mut command = match environment("PROVOST_PAGER").or_else(|| environment("PAGER")) {
            Some(named) if named.to_str().is_some_and(|named| ["", "cat"].contains(&named.trim())) => return None,
            Some(named) => {
                let mut command = Command::new("sh");
                command.arg("-c").arg(named);
                command
            }
            None => Command::new(installed("less", environment("PATH")?)?),
        };
        // It ends by itself where all of it has room, shows colour, and leaves the text on the screen.
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
            if environment(name).is_none() {
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
        let shown = self.command.stdin(Stdio::piped()).spawn().is_ok_and(|child| read_by(child, &self.kept));
        if !shown {
            out.write_all(&self.kept)?;
        }
        out.flush()?;
        Ok(self.beside)
    }
}

/// Whether a pager was there to read it. That it was left before the end is its reader's business.
fn read_by(mut child: Child, text: &[u8]) -> bool {
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(text);
    }
    let ended = child.wait();
    ended.is_ok_and(|status| !status.code().is_some_and(|code| NO_SUCH_COMMAND.contains(&code)))
}

fn installed(program: &str, path: OsString) -> Option<PathBuf> {
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(variables: &[(&str, &str)]) -> Option<Pager> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        Pager::chosen(&find)
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

//! The file that a running server leaves in its data, and what can be told from it.

use std::{
    fs,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::Command,
};

use rustix::process::{Pid, test_kill_process};

use super::folder::SOCKET;

/// What `postmaster.pid` says. It outlives a server that was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Postmaster {
    pub(super) process: i32,
    pub(super) socket_folder: PathBuf,
    ready: bool,
}

impl Postmaster {
    /// What the running, or the last, server of this data left.
    pub(super) fn read(data: &Path) -> Option<Self> {
        Self::read_file(&path(data))
    }

    /// The same from a socket's lock file, which lacks the last lines.
    pub(super) fn read_file(path: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(path).ok()?)
    }

    /// Lines: process, data, start, port, folder of the socket, address, memory key, state.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim);
        let process = lines.next()?.parse().ok()?;
        let socket_folder = lines.nth(3)?.into();
        let ready = lines.nth(2) == Some("ready");
        Some(Self { process, socket_folder, ready })
    }

    /// Whether it has said that it is ready.
    pub(super) fn is_ready(&self) -> bool {
        self.ready
    }

    /// Whether it takes connections.
    pub(super) fn answers(&self) -> bool {
        self.ready && UnixStream::connect(self.socket_folder.join(SOCKET)).is_ok()
    }

    /// Whether the process of that number is a server of this data, and not one that got the number later.
    /// A number that nobody has any more is the server's own affair: it sees that itself.
    pub(super) fn is_recycled(&self, data: &Path) -> bool {
        let exists = Pid::from_raw(self.process).is_some_and(|process| test_kill_process(process).is_ok());
        exists && !command_line(self.process).is_some_and(|command| names(&command, data))
    }
}

/// Where the file is.
pub(super) fn path(data: &Path) -> PathBuf {
    data.join("postmaster.pid")
}

fn names(command: &str, data: &Path) -> bool {
    let folder = data.parent().unwrap_or(data).to_string_lossy();
    command.contains("postgres") && command.contains(&*folder)
}

fn command_line(process: i32) -> Option<String> {
    let file = fs::read(format!("/proc/{process}/cmdline")).ok();
    let listed = || Some(Command::new("ps").args(["-o", "command=", "-p", &process.to_string()]).output().ok()?.stdout);
    file.or_else(listed).map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "4711\n/var/lib/provost/data\n1700000000\n5432\n/var/lib/provost\n\n  1234 5\nready   \n";

    #[test]
    fn reads_who_runs_where_and_how() {
        let ready = Postmaster { process: 4711, socket_folder: "/var/lib/provost".into(), ready: true };
        assert_eq!(Postmaster::parse(FILE), Some(ready.clone()));
        let starting = Postmaster { ready: false, ..ready };
        assert_eq!(Postmaster::parse(&FILE.replace("ready", "starting")), Some(starting));
        assert_eq!(Postmaster::parse("4711\n"), None);
        assert_eq!(Postmaster::parse("x\n"), None);
    }

    #[test]
    fn a_number_that_another_process_has_got_is_told() {
        let file = FILE.replace("4711", &std::process::id().to_string());
        assert!(Postmaster::parse(&file).unwrap().is_recycled(Path::new("/var/lib/provost/data")));
    }
}

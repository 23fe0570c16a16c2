//! The server itself: made, started, stopped.
//!
//! Whether one lives is told by a lock on its log, which it inherits as its standard output and which the system
//! takes back when its last process is gone. A process number in a file says less: after a reboot it is another's.

use std::{
    fs::{self, File, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    Local,
    error::{Act, Foreign, LocalError, Task},
    folder::{self, PAUSE, SOCKET, open_own, write_whole},
    postmaster::{self, Postmaster},
    programs::Programs,
};

/// How long a start may take; what takes longer is recovering from a crash with much to redo.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a server may be ready without a socket before it is taken to have lost it.
const LOST: Duration = Duration::from_secs(2);
/// A log longer than this is set aside at the next start.
const LONGEST_LOG: u64 = 4 << 20;

/// The one role, and the one database.
pub(super) const NAME: &str = "provost";

/// How a server is stopped.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    /// Sessions end, everything is written.
    Fast,
    /// As if killed: for what is thrown away.
    Immediate,
}

pub(super) struct Server<'a> {
    local: &'a Local,
    programs: Programs,
}

impl<'a> Server<'a> {
    pub(super) fn of(local: &'a Local) -> Result<Self, LocalError> {
        let made_by = local.version();
        Ok(Self { local, programs: Programs::find(&local.environment, made_by.as_deref())? })
    }

    /// Makes the data under a name of its own and puts it in place whole, so that a kill leaves all of it or none.
    pub(super) fn make(&self) -> Result<(), LocalError> {
        self.clear_half_made();
        let making = self.local.folder.join(format!("making-{}", uuid::Uuid::new_v4().simple()));
        if let Err(error) = self.fill(&making) {
            // A full disk is a likely cause, so it is not left fuller.
            let _ = fs::remove_dir_all(&making);
            return Err(error);
        }
        fs::rename(&making, self.local.data()).map_err(LocalError::files(Act::PuttingInPlace, self.local.data()))?;
        File::open(&self.local.folder)
            .and_then(|folder| folder.sync_all())
            .map_err(LocalError::files(Act::Writing, &self.local.folder))
    }

    fn fill(&self, making: &Path) -> Result<(), LocalError> {
        self.initialise(making)?;
        self.create_database(making)?;
        if self.local.durable { self.initdb(making, &["--sync-only"]) } else { Ok(()) }
    }

    /// What a kill left behind. One that is still being written keeps its name to itself, so failing here is no harm.
    fn clear_half_made(&self) {
        let entries = fs::read_dir(&self.local.folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("making-")) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }

    /// Nothing waits for the disk here: what is whole is written out once, at the end.
    fn initialise(&self, making: &Path) -> Result<(), LocalError> {
        let role = format!("--username={NAME}");
        // Nobody gets in by the rules of the data itself; those of the server as it is started here are in `access`.
        let rules = ["--auth-local=peer", "--auth-host=reject"];
        let data = ["--encoding=UTF8", "--no-locale", "--data-checksums", "--no-sync", &role];
        self.initdb(making, &[rules.as_slice(), &data].concat())
    }

    fn initdb(&self, making: &Path, arguments: &[&str]) -> Result<(), LocalError> {
        let output = self.command("initdb").arg("--pgdata").arg(making).args(arguments).output();
        let output = output.map_err(LocalError::files(Act::Running, self.programs.path("initdb")))?;
        told(Task::Making, &output)
    }

    /// Done by a server for one session on standard input, so that the data is never in place without its database.
    fn create_database(&self, making: &Path) -> Result<(), LocalError> {
        let path = self.programs.path("postgres");
        let mut command = self.command("postgres");
        command.args(["--single", "-F", "-c", "exit_on_error=on", "-D"]).arg(making).arg("postgres");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(LocalError::files(Act::Running, &path))?;
        if let Some(mut input) = child.stdin.take() {
            // A server that has ended already says why on its standard error.
            let _ = writeln!(input, "create database {NAME}");
        }
        let output = child.wait_with_output().map_err(LocalError::files(Act::Running, &path))?;
        told(Task::Making, &output)
    }

    /// Starts the server if it does not run, and waits until it takes connections.
    pub(super) fn start(&self) -> Result<Postmaster, LocalError> {
        let begun = Instant::now();
        let mut ready_since = None;
        loop {
            if let Some(postmaster) = self.local.answering() {
                return Ok(postmaster);
            }
            if let Some(log) = self.claim_log()? {
                return self.start_with(log);
            }
            // One lives and does not answer: it is starting, stopping, or has lost its socket.
            if Postmaster::read(&self.local.data()).is_some_and(|postmaster| postmaster.is_ready()) {
                let since = *ready_since.get_or_insert_with(Instant::now);
                if since.elapsed() > LOST {
                    self.stop(Stop::Fast)?;
                }
            }
            if begun.elapsed() > PATIENCE {
                return Err(self.not_ready(0));
            }
            thread::sleep(PAUSE);
        }
    }

    /// The log, locked; nothing if a server has it.
    fn claim_log(&self) -> Result<Option<File>, LocalError> {
        let path = self.local.log();
        let log = open_own(&path).map_err(LocalError::files(Act::Opening, &path))?;
        match log.try_lock() {
            Ok(()) => Ok(Some(log)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(LocalError::files(Act::Locking, &path)(e)),
        }
    }

    fn start_with(&self, log: File) -> Result<Postmaster, LocalError> {
        let local = self.local;
        let socket = folder::socket_folder(&local.folder, &local.environment, local.account.as_ref())?;
        self.clear_stale(&socket)?;
        let log = self.set_aside(log)?;
        self.configure(&socket)?;
        let from = log.metadata().map_or(0, |found| found.len());
        let mut child = self.launch(log)?;
        let begun = Instant::now();
        loop {
            if let Some(postmaster) = self.local.answering() {
                // pg_ctl sees it too in a moment, and ends; a command that goes on for long collects it.
                let _ = thread::Builder::new().spawn(move || drop(child.wait()));
                return Ok(postmaster);
            }
            match child.try_wait() {
                Ok(Some(status)) if !status.success() => {
                    return Err(LocalError::Program { doing: Task::Starting, said: self.log_end(from) });
                }
                _ if begun.elapsed() > PATIENCE => return Err(self.not_ready(from)),
                _ => thread::sleep(PAUSE),
            }
        }
    }

    /// `pg_ctl` gives the server a session of its own, so that it outlives ours, and tells when it dies at once.
    fn launch(&self, log: File) -> Result<Child, LocalError> {
        let path = self.programs.path("pg_ctl");
        let error = log.try_clone().map_err(LocalError::files(Act::Opening, self.local.log()))?;
        let mut command = self.command("pg_ctl");
        command.args(["start", "-s", "-w", "-t", "3600", "-o", "-c config_file=server.conf -c listen_addresses="]);
        // Ctrl-C is meant for our command; a server half started would have to recover.
        command.stdout(log).stderr(error).process_group(0);
        command.spawn().map_err(LocalError::files(Act::Running, path))
    }

    /// No server of ours lives. The files of a dead one would keep the new one from starting, where another process
    /// has its number now, or where nobody has collected it.
    fn clear_stale(&self, socket: &Path) -> Result<(), LocalError> {
        let data = self.local.data();
        for path in [postmaster::path(&data), socket.join(format!("{SOCKET}.lock"))] {
            if Postmaster::read_file(&path).is_some_and(|left| left.is_recycled(&data)) {
                fs::remove_file(&path).map_err(LocalError::files(Act::Removing, path))?;
            }
        }
        Ok(())
    }

    fn set_aside(&self, log: File) -> Result<File, LocalError> {
        if log.metadata().is_ok_and(|found| found.len() <= LONGEST_LOG) {
            return Ok(log);
        }
        let path = self.local.log();
        fs::rename(&path, path.with_extension("old")).map_err(LocalError::files(Act::SettingAside, &path))?;
        let claimed = self.claim_log()?;
        claimed.ok_or(LocalError::Busy { seconds: 0 })
    }

    /// The server's settings and its rules of access, beside the data: they hold for this start only.
    fn configure(&self, socket: &Path) -> Result<(), LocalError> {
        let access = self.local.folder.join("access");
        // Whoever gets to the socket may come in: its folder lets in nobody but the owner and root.
        write_whole(&access, "local all all trust\n")?;
        let list = format!("\"{}\"", text(socket)?.replace('"', "\"\""));
        let durable = if self.local.durable { "" } else { "fsync = off\nfull_page_writes = off\n" };
        let settings = format!(
            "include 'data/postgresql.conf'\nhba_file = '{}'\nunix_socket_directories = '{}'\n\
             unix_socket_permissions = 0700\nport = 5432\nlogging_collector = off\nlog_destination = stderr\n\
             external_pid_file = ''\njit = off\nmax_connections = 100\n{durable}",
            quoted(text(&access)?),
            quoted(&list)
        );
        write_whole(&self.local.folder.join("server.conf"), &settings)
    }

    /// Stops the server if it runs, and waits until nothing of it is left. Whether it ran.
    pub(super) fn stop(&self, how: Stop) -> Result<bool, LocalError> {
        if self.claim_log()?.is_some() && self.local.answering().is_none() {
            return Ok(false);
        }
        let mode = match how {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        let output = self.command("pg_ctl").args(["stop", "-s", "-w", "-t", "60", "-m", mode]).output();
        let output = output.map_err(LocalError::files(Act::Running, self.programs.path("pg_ctl")))?;
        let end = Instant::now() + PATIENCE;
        while self.claim_log()?.is_none() {
            if Instant::now() > end {
                told(Task::Stopping, &output)?;
                return Err(LocalError::Busy { seconds: PATIENCE.as_secs() });
            }
            thread::sleep(PAUSE);
        }
        Ok(true)
    }

    /// A program of the server, as the account that owns the data, with an environment of its own.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.path(program));
        let path = self.local.environment.get("PATH").unwrap_or("/usr/local/bin:/usr/bin:/bin");
        command.env_clear().env("PATH", path).env("LC_ALL", "C").env("HOME", &self.local.folder);
        command.env("PGDATA", self.local.data()).current_dir(&self.local.folder).stdin(Stdio::null());
        for name in ["TZ", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            command.envs(self.local.environment.get(name).map(|value| (name, value)));
        }
        if let Some(account) = &self.local.account {
            command.uid(account.uid).gid(account.gid);
        }
        command
    }

    fn not_ready(&self, from: u64) -> LocalError {
        LocalError::NotReady { seconds: PATIENCE.as_secs(), said: self.log_end(from) }
    }

    /// The last lines of the log, of those from a place on.
    fn log_end(&self, from: u64) -> String {
        let mut bytes = Vec::new();
        if let Ok(mut log) = open_own(&self.local.log()) {
            let length = log.metadata().map_or(0, |found| found.len());
            let _ = log
                .seek(SeekFrom::Start(from.max(length.saturating_sub(4096))))
                .and_then(|_| log.read_to_end(&mut bytes));
        }
        last_lines(&String::from_utf8_lossy(&bytes))
    }
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

/// A program's failure, in its own words.
fn told(doing: Task, output: &Output) -> Result<(), LocalError> {
    if output.status.success() {
        return Ok(());
    }
    let said = if output.stderr.is_empty() { &output.stdout } else { &output.stderr };
    let said = last_lines(&String::from_utf8_lossy(said));
    Err(LocalError::Program { doing, said: if said.is_empty() { output.status.to_string() } else { said } })
}

/// A value between single quotes in the server's settings.
fn quoted(value: &str) -> String {
    value.replace('\\', "\\\\").replace('\'', "''")
}

fn text(path: &Path) -> Result<&str, LocalError> {
    let foreign = || LocalError::NotOurs { path: PathBuf::from(path), problem: Foreign::NoText };
    path.to_str().filter(|text| !text.contains('\n')).ok_or_else(foreign)
}

//! Processes that are measured, and where they work.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use super::Done;

/// A server, a folder and a size.
pub(crate) struct Place {
    pub(crate) nodes: usize,
    pub(crate) folder: PathBuf,
    url: String,
}

/// How long a process took, and the most memory that it had.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) time: Duration,
    pub(crate) kib: u64,
}

impl Place {
    pub(crate) fn new(url: &str, folder: &Path, nodes: usize) -> Done<Self> {
        let place = Self { nodes, folder: folder.join(nodes.to_string()), url: url.to_owned() };
        fs::create_dir(&place.folder)?;
        let document = place.file("mesh.json");
        let made = Command::new(std::env::current_exe()?).args(["mesh", &nodes.to_string(), &document]).status()?;
        if made.success() { Ok(place) } else { Err("the mesh document was not made".into()) }
    }

    /// A file here, by name.
    pub(crate) fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    pub(crate) fn remove(&self) -> Done<()> {
        self.psql("provost", "drop database if exists mesh with (force)")?;
        self.psql("provost", "drop database if exists import with (force)")?;
        Ok(fs::remove_dir_all(&self.folder)?)
    }

    fn database(&self, name: &str) -> String {
        self.url.replacen("@/provost?", &format!("@/{name}?"), 1)
    }

    /// Runs a script of psql's on a database.
    pub(crate) fn psql(&self, database: &str, script: &str) -> Done<Cost> {
        let file = self.file("script.sql");
        fs::write(&file, script)?;
        let url = self.database(database);
        let mut command = Command::new("psql");
        command.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", &url, "-f", &file, "-o"]);
        command.arg(self.file("answer")).current_dir(&self.folder).env("PGOPTIONS", "-c client_min_messages=warning");
        measured(command.stdout(Stdio::null()), &[0])
    }

    /// What a query of psql's says.
    pub(crate) fn ask(&self, database: &str, query: &str) -> Done<String> {
        self.psql(database, query)?;
        Ok(fs::read_to_string(self.file("answer"))?.trim().to_owned())
    }

    /// Runs the program on a database; `code` is how it has to end. What it prints goes to `output`.
    pub(crate) fn provost(&self, database: &str, arguments: &[&str], code: i32) -> Done<Cost> {
        let program = std::env::var("PROGRAM").ok().filter(|program| !program.is_empty());
        let mut command = Command::new(program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_provost")));
        command.args(arguments).env("PROVOST_DATABASE", self.database(database)).env_remove("PGOPTIONS");
        command.stdout(File::create(self.file("output"))?);
        // A refusal is what was asked for; of anything else it is told why.
        if code != 0 {
            command.stderr(Stdio::null());
        }
        measured(&mut command, &[code])
    }
}

/// Runs a process to its end, which has to be one of these.
fn measured(command: &mut Command, codes: &[i32]) -> Done<Cost> {
    let begun = Instant::now();
    let child = command.stdin(Stdio::null()).spawn()?;
    let (status, kib) = waited(child.id())?;
    let time = begun.elapsed();
    if codes.contains(&status) {
        return Ok(Cost { time, kib });
    }
    Err(format!("it ended with {status}: {command:?}").into())
}

/// Waits for a process: its exit code, or the signal that ended it as a negative number, and its peak of memory in KiB.
#[allow(unsafe_code)] // nothing safe tells the peak of one process that has ended
fn waited(process: u32) -> Done<(i32, u64)> {
    let process = libc::pid_t::try_from(process)?;
    let mut status = 0;
    // SAFETY: zeroes are a value of this struct of integers, and both places outlive the call.
    let (found, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(process, &raw mut status, 0, &raw mut usage), usage)
    };
    if found != process {
        return Err(std::io::Error::last_os_error().into());
    }
    let code = if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { -libc::WTERMSIG(status) };
    Ok((code, u64::try_from(usage.ru_maxrss)?))
}

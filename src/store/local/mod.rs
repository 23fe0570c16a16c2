//! The local database: a PostgreSQL server of Provost's own, for when no server is named.
//!
//! It lives in one folder, is reached by a unix socket only, and is made, started and found by whichever command
//! needs it first. It outlives that command, a kill of anything at any moment, and a reboot. Nothing is printed or
//! worded here: what a person should know is returned.

mod error;
mod folder;
mod postmaster;
mod programs;
mod server;

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use self::{
    postmaster::Postmaster,
    server::{NAME, Server, Stop},
};
use super::connect::{ConnectOptions, Connected, Why, connect};
use crate::environment::{Account, Environment};

pub use self::{
    error::{Act, Foreign, LocalError, Task},
    folder::NO_LINKS,
};

/// How long a server that is about to go, or to come, is asked again.
const PATIENCE: Duration = Duration::from_secs(60);

/// A local database, there or not.
#[derive(Clone, Debug)]
pub struct Local {
    folder: PathBuf,
    /// As root: the account that the server runs as, which owns the folder.
    account: Option<Account>,
    durable: bool,
    environment: Environment,
}

/// How a local database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalState {
    /// It has not been made.
    Absent,
    /// It does not run.
    Stopped,
    /// It is starting, recovering or stopping.
    Busy {
        /// The server's process.
        process: i32,
    },
    /// It takes connections.
    Running {
        /// The server's process.
        process: i32,
    },
}

/// What `provost local` tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalStatus {
    /// How it is.
    pub state: LocalState,
    /// The folder of its data, its log and its settings.
    pub folder: PathBuf,
    /// The server's log.
    pub log: PathBuf,
    /// The version of PostgreSQL that made it.
    pub version: Option<String>,
    /// The account that runs it, where that is another one.
    pub account: Option<String>,
    /// What `psql` takes.
    pub url: String,
    /// The folder that `XDG_DATA_HOME` names, where that has no effect: as root.
    pub ignored: Option<PathBuf>,
}

/// A local database that takes connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// What names it to `connect`, and to `psql`.
    pub url: String,
    /// The folder in which it was made just now.
    pub made: Option<PathBuf>,
}

impl Local {
    /// This user's local database: in the user's data folder, or as root in `/var/lib/provost`.
    pub fn locate(environment: &Environment) -> Result<Self, LocalError> {
        let folder = if rustix::process::geteuid().is_root() {
            PathBuf::from("/var/lib")
        } else {
            let home = environment.home().filter(|home| home.is_absolute()).map(|home| home.join(".local/share"));
            environment.path("XDG_DATA_HOME").or(home).ok_or(LocalError::NoHome)?
        };
        Self::at(&folder.join("provost"), environment)
    }

    /// The local database in a folder, which becomes its own.
    pub fn at(folder: &Path, environment: &Environment) -> Result<Self, LocalError> {
        let folder = std::path::absolute(folder).map_err(LocalError::files(Act::Finding, folder))?;
        let account = if rustix::process::geteuid().is_root() { Some(account_for(&folder)?) } else { None };
        Ok(Self { folder, account, durable: true, environment: environment.clone() })
    }

    /// For tests and trials: nothing waits for the disk, and a crash of the machine may spoil it.
    #[must_use]
    pub fn throw_away(mut self) -> Self {
        self.durable = false;
        self
    }

    /// How it is, without changing anything.
    pub fn status(&self) -> LocalStatus {
        let postmaster = Postmaster::read(&self.data());
        let state = match &postmaster {
            _ if self.version().is_none() => LocalState::Absent,
            None => LocalState::Stopped,
            Some(postmaster) if postmaster.answers() => LocalState::Running { process: postmaster.process },
            Some(postmaster) if self.log_is_held() => LocalState::Busy { process: postmaster.process },
            Some(_) => LocalState::Stopped,
        };
        LocalStatus {
            state,
            folder: self.folder.clone(),
            log: self.log(),
            version: self.version(),
            account: self.account.as_ref().map(|account| account.name.clone()),
            url: self.url(),
            ignored: self.account.as_ref().and_then(|_| self.environment.path("XDG_DATA_HOME")),
        }
    }

    /// What `psql` takes, whether it runs or not.
    pub fn url(&self) -> String {
        let short = || folder::short_folder(&self.folder, &self.environment, self.account.as_ref());
        let would_be = || if folder::fits(&self.folder) { self.folder.clone() } else { short() };
        let socket = self.answering().map_or_else(would_be, |postmaster| postmaster.socket_folder);
        format!("postgresql://{NAME}@/{NAME}?host={}", encoded(&socket))
    }

    /// Sees that it takes connections: makes it if it may, starts it if it must.
    pub fn ensure_running(&self, make: bool) -> Result<Running, LocalError> {
        if self.answering().is_some() {
            return Ok(Running { url: self.url(), made: None });
        }
        if !self.is_made()? && !make {
            return Err(LocalError::NoneYet { folder: self.folder.clone() });
        }
        folder::prepare(&self.folder, self.account.as_ref())?;
        let _turn = folder::turn(&self.folder)?;
        // Another command may have made it while we waited for our turn.
        let making = !self.is_made()?;
        let server = Server::of(self)?;
        if making {
            server.make()?;
        }
        server.start()?;
        Ok(Running { url: self.url(), made: making.then(|| self.folder.clone()) })
    }

    /// A session with it, and the folder in which it was made just now. A server that was just going is started again.
    pub fn connect(&self, make: bool) -> Result<(Connected, Option<PathBuf>), LocalError> {
        let end = Instant::now() + PATIENCE;
        let environment = self.environment.only(&["HOME", "PGAPPNAME", "PGOPTIONS", "PGTZ", "PGCONNECT_TIMEOUT"]);
        let mut made = None;
        loop {
            let running = self.ensure_running(make)?;
            made = made.or(running.made);
            let options = ConnectOptions { database: Some(running.url), environment: environment.clone() };
            match connect(&options) {
                Ok(connected) => return Ok((connected, made)),
                Err(error) if !is_passing(error.why()) || Instant::now() > end => {
                    return Err(LocalError::Connect(error));
                }
                Err(_) => thread::sleep(folder::PAUSE),
            }
        }
    }

    /// Stops it. Whether it ran.
    pub fn stop(&self) -> Result<bool, LocalError> {
        self.stop_as(Stop::Fast)
    }

    /// Stops it and removes it with all its data.
    pub fn destroy(&self) -> Result<(), LocalError> {
        self.stop_as(Stop::Immediate)?;
        let short = folder::short_folder(&self.folder, &self.environment, self.account.as_ref());
        for folder in [&self.folder, &short] {
            if folder.exists() {
                fs::remove_dir_all(folder).map_err(LocalError::files(Act::Removing, folder))?;
            }
        }
        Ok(())
    }

    fn stop_as(&self, how: Stop) -> Result<bool, LocalError> {
        if !self.is_made()? {
            return Ok(false);
        }
        let _turn = folder::turn(&self.folder)?;
        Server::of(self)?.stop(how)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    fn version(&self) -> Option<String> {
        fs::read_to_string(self.data().join("PG_VERSION")).ok().map(|text| text.trim().to_owned())
    }

    /// Data is put in place whole; what is there without a version was never ours.
    fn is_made(&self) -> Result<bool, LocalError> {
        let data = self.data();
        match fs::symlink_metadata(&data) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(LocalError::files(Act::LookingAt, data)(e)),
            Ok(_) if self.version().is_some() => Ok(true),
            Ok(_) => Err(LocalError::Damaged { path: data }),
        }
    }

    fn answering(&self) -> Option<Postmaster> {
        Postmaster::read(&self.data()).filter(Postmaster::answers)
    }

    fn log_is_held(&self) -> bool {
        let log = fs::File::open(self.log());
        log.is_ok_and(|log| matches!(log.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
    }
}

/// As root the server cannot run: who owns the folder runs it, else `postgres`, else `nobody`.
fn account_for(folder: &Path) -> Result<Account, LocalError> {
    let owner = fs::symlink_metadata(folder).ok().map(|found| found.uid()).filter(|uid| *uid != 0);
    let found = match owner {
        Some(uid) => Account::numbered(uid),
        None => Account::named("postgres").or_else(|| Account::named("nobody")),
    };
    found.ok_or_else(|| LocalError::NoAccount { owner: owner.map(|uid| (uid, folder.to_owned())) })
}

/// Whether the server was on its way out, or in.
fn is_passing(why: Option<&Why>) -> bool {
    matches!(why, Some(Why::NotReady(_) | Why::Refused | Why::NoSocket | Why::HungUp))
}

/// A path in a URL: what is neither letter, digit nor plainly harmless is escaped.
fn encoded(path: &Path) -> String {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|byte| if harmless(*byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
